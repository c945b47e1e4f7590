//! The lines of a block as the rows of grids, in the layout that they have in common.

use super::rows::{is_empty_head, read_rows, without_labels};
use super::{Found, Line};
use crate::board::Board;
use crate::characters::{NEVER_RULERS, SPACE, ZERO};
use crate::error::ParseError;
use crate::no_row::NoRow;
use crate::row::{Layout, Row, TextRow};

/// The number of lines whose layouts are tried.
const LINES_OF_LAYOUTS: usize = 18;

/// The reading of a block.
pub(super) struct Reading {
    pub(super) found: Vec<Found>,
    /// The number of rows, if they are not those of whole grids. Without a result, all may be rulers.
    pub(super) incomplete: Option<usize>,
    /// `true` if that number is not certain.
    pub(super) has_unknown_rows: bool,
    pub(super) has_doubtful_rulers: bool,
}

impl Reading {
    pub(super) fn refused(line: usize, error: ParseError, rows: usize) -> Reading {
        let has_unknown_rows = matches!(error, ParseError::Ruler | ParseError::Layouts(_) | ParseError::TooManyRows(_));
        let found = vec![(line, Err(error))];
        Reading { found, incomplete: Some(rows), has_unknown_rows, has_doubtful_rulers: false }
    }

    /// Returns `true` if the rows are those of whole grids, without an error.
    pub(super) fn is_whole(&self) -> bool {
        self.incomplete.is_none() && self.found.iter().all(|(_, result)| result.is_ok())
    }

    /// Returns `true` if each grid has exactly one solution, as hardly any has that is made of parts of others.
    pub(super) fn is_certain(&self) -> bool {
        self.is_whole() && self.found.iter().all(|(_, result)| result.as_ref().is_ok_and(Board::has_one_solution))
    }
}

/// Returns the blanks of all lines that are rows for sure.
pub(super) fn blanks_of(lines: &[Line], layout: Option<Layout>) -> u16 {
    let row = |line: &Line| match layout {
        Some(layout) => line.row(layout).copied(),
        None => line.rows.first().copied(),
    };
    lines.iter().filter_map(row).filter(|row| !row.is_uniform()).fold(0, |blanks, row| blanks | row.blanks)
}

/// Returns the lines without the empty rows that spreadsheet programs write around grids and between bands, if there are some, and the
/// others are those of whole grids.
fn without_empty_rows(lines: &[Line]) -> Option<Vec<Line>> {
    let is_empty = |line: &Line| line.uniform() == Some(SPACE);
    let rows = |lines: &[Line]| lines.iter().filter(|line| !line.rows.is_empty()).count();
    // They are between all bands, or none.
    let are_of = |count: usize| lines.split(is_empty).all(|part| matches!(rows(part), 0) || rows(part) == count);
    let are_grids = || lines.split(is_empty).all(|part| rows(part).is_multiple_of(9));
    let count = rows(lines) - lines.iter().filter(|line| is_empty(line)).count();
    let are_extra = !rows(lines).is_multiple_of(9) && count.is_multiple_of(9) && (are_of(3) || are_grids());
    are_extra.then(|| lines.iter().filter(|line| !is_empty(line)).cloned().collect())
}

/// The most lines of a cell that is drawn with empty lines above and below its digit.
const TALLEST_CELL: usize = 3;

/// The fewest rows with clues that tell the lines of tall cells.
const FEWEST_ROWS: usize = 5;

/// Returns the lines without the empty ones of tall cells: each row has the same number of them, above or below its digits. Nine rows of
/// which every second one is empty would have many solutions.
fn without_tall_cells(lines: &[Line]) -> Option<Vec<Line>> {
    let rows: Vec<usize> = (0..lines.len()).filter(|&at| !lines[at].rows.is_empty()).collect();
    let filled: Vec<usize> = (0..rows.len()).filter(|&row| lines[rows[row]].uniform().is_none()).collect();
    let height = (2..=TALLEST_CELL).find(|height| {
        let place = filled.first().map(|first| first % height);
        rows.len().is_multiple_of(9 * height) && filled.iter().all(|row| Some(row % height) == place)
    })?;
    let place = filled.first()? % height;
    let is_spacer = |at: usize| rows.binary_search(&at).is_ok_and(|row| row % height != place);
    let is_row = |at: &usize| !is_spacer(*at);
    (filled.len() >= FEWEST_ROWS).then(|| (0..lines.len()).filter(is_row).map(|at| lines[at].clone()).collect())
}

/// Reads all lines of a block.
pub(super) fn read(lines: &[Line]) -> Reading {
    if let Some(rows) = without_tall_cells(lines) {
        let reading = read(&rows);
        return match reading.is_certain() {
            true => reading,
            false => Reading::refused(lines[0].number, ParseError::Ruler, lines.len()),
        };
    }
    if let Some(others) = without_empty_rows(lines).filter(|lines| !lines.is_empty()) {
        // The empty row may be that of a grid whose other rows are in the next block, or another row is there twice.
        let reading = read(&others);
        let has_head = is_empty_head(&lines[0]) && others.len() + 1 == lines.len();
        return match has_head || reading.is_certain() {
            true => Reading { has_doubtful_rulers: true, has_unknown_rows: !has_head, ..reading },
            false => Reading::refused(others[0].number, ParseError::Ruler, lines.len()),
        };
    }
    let Some(first_row) = lines.iter().position(|line| !line.rows.is_empty()) else {
        return read_errors(lines);
    };
    // So are lines of dots or zeros between comments.
    let are_apart = lines.len() > 1 && lines.windows(2).all(|pair| pair[0].number + 1 < pair[1].number);
    if lines.iter().all(|line| line.uniform().is_some_and(|blank| are_apart || blank & NEVER_RULERS == 0)) {
        // Rulers without rows are text, or rows of the grid before.
        let incomplete = Some(lines.len());
        return Reading { found: Vec::new(), incomplete, has_unknown_rows: false, has_doubtful_rulers: true };
    }
    // The empty rows of a table are no grid.
    if lines.iter().all(|line| line.uniform() == Some(SPACE) && line.delimiters > 0) {
        return Reading { found: Vec::new(), incomplete: None, has_unknown_rows: true, has_doubtful_rulers: false };
    }
    // Alone, the digits in order are a value of a program or the numbers of columns.
    if matches!(lines, [line] if line.rows.iter().all(Row::is_counted)) {
        return Reading { found: Vec::new(), incomplete: None, has_unknown_rows: true, has_doubtful_rulers: false };
    }
    if lines[0].is_named {
        // A number behind its name is no row: alone, or above whole grids with one solution.
        let is_number = |row: &Row| row.blanks & !ZERO == 0 && matches!(row.cells, TextRow::Numbers(_));
        if lines.len() == 1 && lines[0].rows.iter().all(is_number) {
            return Reading { found: Vec::new(), incomplete: None, has_unknown_rows: true, has_doubtful_rulers: false };
        }
        let others = read(&lines[1..]);
        if others.is_certain() && !others.found.is_empty() {
            return Reading { has_unknown_rows: true, ..others };
        }
    }
    let mut layouts = layouts(lines);
    // Lines of spaces above rows without spaces are empty lines.
    let is_of_spaces = |line: &Line| line.error.is_none() && line.row(Layout::Cells).is_none();
    let is_empty_line = |line: &&Line| is_of_spaces(line) && line.row(layouts[0]).is_none();
    let empty_lines = lines.iter().take_while(is_empty_line).count();
    let lines = &lines[empty_lines..];
    let first_row = first_row.saturating_sub(empty_lines);
    let last_row = lines.iter().rposition(|line| !line.rows.is_empty()).unwrap_or(first_row);
    // Headings and remarks directly before and after the rows are left out, unless the rows need them to be complete.
    let start = if lines[..first_row].iter().all(Line::is_soft) { first_row } else { 0 };
    if start == 0 && first_row == 1 && lines[0].error.as_ref().is_some_and(|error| error.is_digits) {
        // A number of eight digits above whole grids, which may be a row with an error above others.
        let reading = read(&lines[1..]);
        if reading.is_certain() {
            return Reading { has_unknown_rows: true, ..reading };
        }
    }
    let end = if lines[last_row + 1..].iter().all(Line::is_soft) { last_row + 1 } else { lines.len() };
    let mut readings = Vec::new();
    for range in [start..end, 0..end, start..lines.len(), 0..lines.len()] {
        let mut each: Vec<Reading> = layouts.iter().map(|&layout| read_layout(&lines[range.clone()], layout)).collect();
        let is_label = |(_, result): &Found| matches!(result, Err(ParseError::Label { .. }));
        // The labels may be behind the rows, whose first cells are no labels.
        let is_other = |(_, result): &Found| matches!(result, Err(ParseError::Label { .. } | ParseError::Row(_)));
        if each[0].found.iter().any(is_other)
            && let Some(at) = (0..each.len()).find(|&at| match layouts[at] {
                // The first cells among empty columns may look like labels.
                Layout::InnerFields { is_labelled: false, .. } => each[at].is_certain(),
                layout => layout.is_labelled() && each[at].is_whole(),
            })
        {
            each.swap(0, at);
            layouts.swap(0, at);
        }
        let mut each = each.into_iter();
        let first = each.next().expect("a layout");
        if first.incomplete.is_none() {
            let others: Vec<(&Layout, Reading)> = layouts[1..].iter().zip(each).collect();
            // A column of digits may be labels that are in another order.
            let has_column = first.found.iter().any(|(_, result)| match result {
                Ok(Board::Grid(grid)) => grid.to_rows().iter().all(|row| row[0] > 0),
                _ => false,
            });
            let differs = |(_, other): &&(&Layout, Reading)| {
                other.is_whole() && other.found != first.found || has_column && other.found.iter().any(is_label)
            };
            if let Some((layout, _)) = others.iter().find(differs) {
                let names = [layouts[0].name(), layout.name()];
                return Reading::refused(lines[0].number, ParseError::Layouts(names), 9);
            }
            let mut left_out = lines[..range.start].iter().chain(&lines[range.end..]);
            let has_unknown_rows = first.has_unknown_rows || empty_lines > 0 || left_out.any(Line::may_be_row);
            return Reading { has_unknown_rows, ..first };
        }
        readings.push(first);
    }
    readings.swap_remove(0)
}

/// Returns the layouts that all rows have, or else the one that most of them have.
fn layouts(lines: &[Line]) -> Vec<Layout> {
    let drawn = |line: &&Line| !line.rows.is_empty() && line.uniform().is_none_or(|blank| blank & NEVER_RULERS != 0);
    let rows: Vec<&Line> = lines.iter().filter(drawn).collect();
    let mut known: Vec<(Layout, usize)> = Vec::new();
    for row in rows.iter().take(LINES_OF_LAYOUTS).flat_map(|line| &line.rows) {
        if known.iter().all(|(layout, _)| *layout != row.layout) {
            known.push((row.layout, rows.iter().filter(|line| line.row(row.layout).is_some()).count()));
        }
    }
    let most = known.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let mut best = known.into_iter().filter(|(_, count)| *count == most).map(|(layout, _)| layout);
    match rows.len() {
        0 => vec![Layout::Cells], // no line is a row for sure
        count if count == most => best.collect(),
        _ => best.next().into_iter().collect(),
    }
}

fn read_layout(lines: &[Line], layout: Layout) -> Reading {
    let rows = without_labels(lines, layout);
    let reading = read_rows(rows, layout).unwrap_or_else(|refused| refused);
    // In a spreadsheet with empty columns between the boxes, empty rows may be between the bands.
    if matches!(layout, Layout::SpacedFields { .. } | Layout::InnerFields { is_spaced: true, .. })
        && let Some(empty) = rows.iter().find(|line| line.uniform() == Some(SPACE))
        && reading.is_whole()
        && !reading.is_certain()
    {
        return Reading::refused(empty.number, ParseError::Ruler, rows.len());
    }
    // A line that is left out may be a row of nine different digits, or an empty one.
    let may_be_rows = !layout.is_labelled() && rows.len() < lines.len();
    Reading { has_unknown_rows: reading.has_unknown_rows || may_be_rows, ..reading }
}

/// Reads lines of which none is a row: an error for each line of cells. The others are text.
fn read_errors(lines: &[Line]) -> Reading {
    let has_size = |line: &Line| matches!(line.error, Some(NoRow { error: ParseError::Length(cells), .. }) if cells == lines.len());
    if lines.len() > 3 && lines.iter().all(has_size) {
        return Reading::refused(lines[0].number, ParseError::Size(lines.len()), lines.len());
    }
    if matches!(lines, [Line { error: Some(NoRow { is_digits: true, .. }), .. }]) {
        return Reading { found: Vec::new(), incomplete: None, has_unknown_rows: true, has_doubtful_rulers: false };
    }
    // One line of cells may be a heading, but not several.
    let is_cells = |line: &&Line| line.error.as_ref().is_some_and(|error| error.is_near && error.is_cells);
    let are_cells = lines.iter().filter(is_cells).count() > 2;
    let errors = lines.iter().filter(|line| !line.is_soft() || are_cells && is_cells(line));
    let found: Vec<Found> =
        errors.filter_map(|line| Some((line.number, Err(line.error.as_ref()?.error.clone())))).collect();
    let incomplete = (!found.is_empty()).then_some(found.len());
    let has_unknown_rows = lines.iter().any(|line| line.is_soft() && line.may_be_row());
    Reading { found, incomplete, has_unknown_rows, has_doubtful_rulers: false }
}
