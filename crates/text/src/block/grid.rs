//! The board of nine rows, unless it may be another one: with lost digits or columns, labels, or a row that is there twice.

use minirow_core::{Candidate, CandidateSet, Cell, Digit, DigitSet, Grid, solver};

use super::Line;
use super::rows::row_error;
use crate::board::Board;
use crate::characters::{ITEMS, SPACE, ZERO, may_be_mixed, shown_blanks};
use crate::doubtful::{are_regions, doubtful_digits, row_twice};
use crate::error::ParseError;
use crate::marks;
use crate::markup::ELEMENT;
use crate::names::{FEWEST_LABELS, OTHER};
use crate::row::{LabelKind, Layout, Row, TextRow};

/// The most empty fields of a full grid that may have lost their digits, and the most cells of one that may have got a second one.
const MOST_NARROW: usize = 3;

/// The bars of a row of three boxes in a frame.
const BARS_OF_A_FRAME: usize = 4;

/// The most clues of a puzzle with an empty column. More of them have one solution without that column, too.
const MOST_BESIDE_A_COLUMN: usize = 40;

/// The name of a table that looks like a drawing, and the fewest digits in it. A few clues may be in any cells.
pub(super) const THREE_COLUMNS: &str = "three numbers a line";
const FEWEST_OF_A_TABLE: usize = 4;

/// The most columns of a puzzle of which some are full and the others empty.
const MOST_COLUMNS_OF_CLUES: usize = 4;

/// The number of a line that does not fit, and the reason.
type Misfit = (usize, ParseError);

/// Makes a board of nine rows: candidates if one of them has pencilmarks, otherwise clues.
///
/// # Errors
/// The number of the line that does not fit, and the reason.
pub(super) fn grid(lines: &[&Line], layout: Layout) -> Result<Board, Misfit> {
    let rows = Rows::new(lines, layout)?;
    if let Some(at) = rows.row_with_lost_digit() {
        return Err(rows.misfit(at));
    }
    let number = |row: &Row| if let TextRow::Numbers(row) = row.cells { Some(row) } else { None };
    let numbers: Option<Vec<[u8; 9]>> = rows.rows.iter().map(number).collect();
    match numbers.and_then(|numbers| numbers.try_into().ok()) {
        Some(numbers) => rows.clues(numbers),
        None => rows.candidates(),
    }
}

/// Nine rows in a layout.
struct Rows<'a> {
    lines: &'a [&'a Line],
    layout: Layout,
    rows: Vec<Row>,
    blanks: u16,
    /// The largest widths of their fields, as those of a [`Row`].
    widths: [usize; 6],
}

impl Rows<'_> {
    fn new<'a>(lines: &'a [&'a Line], layout: Layout) -> Result<Rows<'a>, Misfit> {
        let are_labels = are_labels(lines, layout)?;
        let mut rows = Rows { lines, layout, rows: Vec::with_capacity(9), blanks: 0, widths: [0; 6] };
        let mut first_label = 1;
        for (at, line) in lines.iter().enumerate() {
            let row = *line.row(layout).ok_or_else(|| (line.number, row_error(line, at + 1)))?;
            let is_of_line = matches!(layout, Layout::Labelled { kind: LabelKind::Line, .. });
            if let Some(label) = row.label.filter(|&label| at == 0 && (label == 0 || is_of_line)) {
                first_label = label as usize;
            }
            let place = if is_of_line && count_rulers(lines, layout) { line.number - lines[0].number } else { at };
            let is_wrong = |label: &u32| are_labels && *label != OTHER && *label as usize != place + first_label;
            if let Some(found) = row.label.filter(is_wrong) {
                return Err((line.number, ParseError::Label { row: at + 1, found }));
            }
            rows.push(row).map_err(|error| (line.number, error))?;
        }
        Ok(rows)
    }

    /// Adds a row with the widths and the blank of the others.
    fn push(&mut self, row: Row) -> Result<(), ParseError> {
        let differs =
            |place: usize| self.widths[place] > 0 && row.widths[place] > 0 && self.widths[place] != row.widths[place];
        if differs(0) || differs(1) {
            return Err(ParseError::Row(self.rows.len() + 1));
        }
        self.widths = std::array::from_fn(|place| self.widths[place].max(row.widths[place]));
        self.blanks |= row.blanks;
        self.rows.push(row);
        if may_be_mixed(self.blanks) { Ok(()) } else { Err(ParseError::Blanks(shown_blanks(self.blanks))) }
    }

    /// Returns the error of a row, by its place.
    fn misfit(&self, at: usize) -> Misfit {
        (self.lines[at].number, ParseError::Row(at + 1))
    }

    /// Returns the place of a drawn row of which a field may have lost its digit.
    fn row_with_lost_digit(&self) -> Option<usize> {
        let widths = self.widths;
        // The first or last field of a row is hardly shorter because it is empty.
        let is_short = |row: &Row, edge: usize| {
            let [with_cell, empty] =
                [widths[0].saturating_sub(widths[edge]), widths[1].saturating_sub(row.widths[edge + 1])];
            widths[0] > 0 && widths[edge] > 0 && row.widths[edge + 1] > 1 && empty > with_cell
        };
        // With spaces before it, the first field is as wide in all rows.
        let (start, width) = (widths[2].max(widths[3]), widths[0].max(widths[1]));
        let has_other_start = |row: &Row| width > 0 && start > width && row.widths[2].max(row.widths[3]) < start;
        // Spaces at an end are those of all rows, but for the start and the end of the text.
        let is_cut = |row: &Row, at: usize| {
            at > 0 && (1..widths[3]).contains(&row.widths[3]) || at < 8 && (1..widths[5]).contains(&row.widths[5])
        };
        let has_short =
            |(at, row): (usize, &Row)| is_short(row, 2) || is_short(row, 4) || has_other_start(row) || is_cut(row, at);
        let short = self.rows.iter().enumerate().position(has_short);
        let empty = |row: &Row| match row.cells {
            TextRow::Numbers(numbers) => numbers.iter().filter(|&&number| number == 0).count(),
            TextRow::Marks(_) => 0,
        };
        // A few empty fields in a drawing are hardly narrower than all others.
        let is_narrow = |filled: usize| (1..widths[filled]).contains(&widths[filled + 1]);
        let are_few = || self.rows.iter().map(empty).sum::<usize>() <= MOST_NARROW;
        let narrow = || self.rows.iter().position(|row| empty(row) > 0).unwrap_or(0);
        short.or_else(|| ([0, 2, 4].into_iter().any(is_narrow) && are_few()).then(narrow))
    }

    /// Returns the grid of rows of clues.
    fn clues(&self, numbers: [[u8; 9]; 9]) -> Result<Board, Misfit> {
        let first = self.lines[0].number;
        // No row has nine equal digits.
        let is_equal = |row: &[u8; 9]| row[0] > 1 && *row == [row[0]; 9];
        if let Some(at) = numbers.iter().position(is_equal).or_else(|| self.other_shape()) {
            return Err(self.misfit(at));
        }
        if matches!(self.layout, Layout::Positions { .. }) && is_table(&numbers) {
            return Err((first, ParseError::Layouts(["nine cells a line", THREE_COLUMNS])));
        }
        if may_have_labels(&numbers) {
            return Err((first, ParseError::Numbers));
        }
        // In a grid of nothing but 0 and 1, which is none either, rows may be equal.
        let is_mask = numbers.iter().flatten().all(|&number| number < 2);
        let grid = Grid::from_rows(numbers).expect("numbers 0-9");
        if let Some(row) = row_twice(&grid).filter(|_| !is_mask) {
            let twice = (self.lines[row - 1].number, ParseError::Twice(row));
            return Err(if are_regions(grid.numbers()) { (first, ParseError::Regions) } else { twice });
        }
        // Beside eight full columns, the first one is hardly empty.
        let are_items =
            || self.rows.iter().all(|row| row.is_item) || self.blanks & ITEMS != 0 && grid.clue_count() == 72;
        if self.layout == Layout::Cells && numbers.iter().all(|row| row[0] == 0) && are_items() {
            return Err((first, ParseError::Items));
        }
        let is_whole = || grid.clue_count() <= MOST_BESIDE_A_COLUMN && solver::is_unique(&grid);
        if let Some(column) = self.empty_column(&numbers).filter(|_| !is_whole()) {
            return Err((first, ParseError::EmptyColumn(column)));
        }
        if has_equal_columns(&numbers) {
            return Err((first, ParseError::Layouts(["nine cells a line", "numbers with signs between them"])));
        }
        let are_elements = matches!(self.layout, Layout::Fields { delimiter: ELEMENT, .. });
        let error = match are_elements && !solver::is_unique(&grid) {
            true => Some(ParseError::Elements),
            false => doubtful_digits(&grid, self.blanks == ZERO),
        };
        let marks: Vec<_> = numbers.iter().zip(self.lines).map(|(row, line)| marks::of_row(&line.marks, row)).collect();
        let error = error.or_else(|| marks::check(grid.numbers(), &marks).err());
        error.map_or(Ok(Board::Grid(grid)), |error| Err((first, error)))
    }

    /// Returns the candidates of rows of which one has pencilmarks.
    fn candidates(&self) -> Result<Board, Misfit> {
        let digits = self.rows.iter().flat_map(|row| match row.cells {
            TextRow::Numbers(numbers) => {
                numbers.map(|number| Digit::new(number).map_or(DigitSet::EMPTY, DigitSet::from))
            }
            TextRow::Marks(marks) => marks,
        });
        let cells: Vec<(Cell, DigitSet)> = Cell::ALL.into_iter().zip(digits).collect();
        let several = cells.iter().filter(|(_, digits)| digits.len() > 1).count();
        let empty = cells.iter().filter(|(_, digits)| digits.is_empty()).count();
        // A row of clues in which two cells have no space between them has a word like pencilmarks. So has a full grid with a digit more.
        if empty > several && self.blanks != 0 || empty == 0 && several <= MOST_NARROW {
            let is_marked = |row: &Row| matches!(row.cells, TextRow::Marks(_));
            return Err(self.misfit(self.rows.iter().position(is_marked).expect("a row of pencilmarks")));
        }
        // A row of candidates that is there twice has a digit twice.
        let is_twice = |at: &usize| match self.rows[*at].cells {
            TextRow::Marks(marks) => {
                self.rows[..*at].iter().any(|row| row.cells == self.rows[*at].cells)
                    && marks.iter().any(|digits| digits.len() == 1)
            }
            TextRow::Numbers(_) => false,
        };
        if let Some(at) = (1..self.rows.len()).find(is_twice) {
            return Err((self.lines[at].number, ParseError::Twice(at + 1)));
        }
        let candidates =
            cells.into_iter().flat_map(|(cell, digits)| digits.iter().map(move |digit| Candidate { cell, digit }));
        Ok(Board::Candidates(candidates.collect::<CandidateSet>()))
    }

    /// Returns the number of a column without a digit whose cells are spaces and hardly there: a column that was cut off, or the space
    /// beside a sign. Spaces between bars are cells.
    fn empty_column(&self, numbers: &[[u8; 9]; 9]) -> Option<usize> {
        let is_drawn = match self.layout {
            Layout::Fields { delimiter: '|', is_closed, .. } => {
                is_closed && (self.widths[1] > 1 || self.widths[0] == 2)
            }
            Layout::Positions { .. } => self.lines.iter().all(|line| line.delimiters == BARS_OF_A_FRAME),
            _ => false,
        };
        let is_empty = |column: &usize| numbers.iter().all(|row| row[*column] == 0);
        (0..9).find(is_empty).map(|column| column + 1).filter(|_| self.blanks & SPACE != 0 && !is_drawn)
    }

    /// Returns the place of a row that has other signs than most rows. The signs before the first row may be those of all rows.
    fn other_shape(&self) -> Option<usize> {
        let is_fixed = !matches!(self.layout, Layout::Cells | Layout::Labelled { .. });
        let shapes: Vec<_> = self.rows.iter().map(Row::shape).collect();
        let count = |shape: &_| shapes.iter().filter(|other| *other == shape).count();
        let (signs, is_enclosed) = *shapes.iter().max_by_key(|shape| count(shape))?;
        let is_other = |at: &usize| shapes[*at].0 != signs || shapes[*at].1 != is_enclosed && (*at > 0 || is_enclosed);
        (0..shapes.len()).find(is_other).filter(|_| !is_fixed)
    }
}

fn has_digits(numbers: &[[u8; 9]; 9], column: usize) -> usize {
    numbers.iter().filter(|row| row[column] > 0).count()
}

/// Returns `true` if a drawing has digits in one column of each box at most, as a table of three columns has.
fn is_table(numbers: &[[u8; 9]; 9]) -> bool {
    let is_single = |stack: usize| (0..3).filter(|column| has_digits(numbers, 3 * stack + column) == 0).count() >= 2;
    let digits: usize = (0..9).map(|column| has_digits(numbers, column)).sum();
    digits >= FEWEST_OF_A_TABLE && (0..3).all(is_single)
}

/// Returns `true` if all rows have digits in the same columns and none in the others, as a list of numbers such as `555-12-34` has.
fn has_equal_columns(numbers: &[[u8; 9]; 9]) -> bool {
    let digits = (0..9).map(|column| has_digits(numbers, column));
    (MOST_COLUMNS_OF_CLUES + 1..9).contains(&digits.clone().filter(|&count| count == 9).count())
        && digits.clone().all(|count| matches!(count, 0 | 9))
}

/// Returns `true` if the names of rows are labels, which tell their numbers.
fn are_labels(lines: &[&Line], layout: Layout) -> Result<bool, Misfit> {
    // The names of rows may be those of their grid.
    let labels: Vec<u32> = lines.iter().filter_map(|line| line.row(layout)?.label).collect();
    let differ = labels.iter().any(|label| *label != labels[0]);
    // That of a whole array may be before the first row.
    if labels.iter().filter(|&&label| label == OTHER).count() > 1 {
        return Err((lines[0].number, ParseError::Names("the names of its rows".into())));
    }
    // Of the indices of an array, none is missing.
    if (FEWEST_LABELS..9).contains(&labels.len())
        && differ
        && let Some(at) = lines.iter().position(|line| line.row(layout).is_some_and(|row| row.label.is_none()))
    {
        return Err((lines[at].number, ParseError::Row(at + 1)));
    }
    Ok(layout.is_labelled() || labels.len() == 9 && differ)
}

/// Returns `true` if the numbers of lines count the rulers between bands, or between all rows, too.
fn count_rulers(lines: &[&Line], layout: Layout) -> bool {
    let label = |line: &Line| line.row(layout)?.label;
    let are_of_lines = lines.iter().all(|line| {
        label(line).zip(label(lines[0])).is_some_and(|(label, first)| {
            label.checked_sub(first).is_some_and(|step| step as usize == line.number - lines[0].number)
        })
    });
    let mut steps = (1..lines.len()).filter(|at| at % 3 > 0).map(|at| lines[at].number - lines[at - 1].number);
    let first = steps.next();
    are_of_lines && steps.all(|step| Some(step) == first)
}

/// Returns `true` if the first or last row or column of nine has the digits in order, which may be labels. A few more clues are those of an
/// example.
pub(crate) fn may_have_labels(rows: &[[u8; 9]; 9]) -> bool {
    let is_counted = |line: [u8; 9]| line == [1, 2, 3, 4, 5, 6, 7, 8, 9] || line == [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let count = rows.iter().flatten().filter(|&&number| number > 0).count();
    let column = |at: usize| std::array::from_fn(|row| rows[row][at]);
    // The rows of a chess board are counted from below.
    let are_from_below = |at: usize| column(at) == [9, 8, 7, 6, 5, 4, 3, 2, 1];
    let is_labelled = [0, 8].iter().any(|&at| is_counted(rows[at]) || is_counted(column(at)) || are_from_below(at));
    let is_solution = || Grid::from_rows(*rows).is_some_and(|grid| grid.clash().is_none());
    is_labelled && count >= 18 && !(count == 81 && is_solution())
}
