//! The lines of a block as the rows of grids.

use super::{Found, Line};
use minirow_core::{Candidate, CandidateSet, Cell, Digit, DigitSet, Grid, solver};

use crate::PLACES_OF_RULERS;
use crate::board::Board;
use crate::characters::{ITEMS, NEVER_RULERS, SPACE, ZERO, may_be_mixed, shown_blanks};
use crate::error::ParseError;
use crate::markup::ELEMENT;
use crate::names::{FEWEST_LABELS, OTHER};
use crate::no_row::NoRow;
use crate::row::{LabelKind, Layout, Row, TextRow};
use crate::whole::{are_regions, doubtful_digits};

/// The number of lines whose layouts are tried.
const LINES_OF_LAYOUTS: usize = 18;

/// The most empty fields of a full grid that may have lost their digits.
const MOST_NARROW: usize = 3;

/// The bars of a row of three boxes in a frame.
const BARS_OF_A_FRAME: usize = 4;

/// The most clues of a puzzle with an empty column. More of them have one solution without that column, too.
const MOST_BESIDE_A_COLUMN: usize = 40;

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
    if lines.iter().all(|line| line.uniform().is_some_and(|blank| blank & NEVER_RULERS == 0)) {
        // Rulers without rows are text, or rows of the grid before.
        let incomplete = Some(lines.len());
        return Reading { found: Vec::new(), incomplete, has_unknown_rows: false, has_doubtful_rulers: true };
    }
    // The empty rows of a table are no grid.
    if lines.iter().all(|line| line.uniform() == Some(SPACE) && line.delimiters > 0) {
        return Reading { found: Vec::new(), incomplete: None, has_unknown_rows: true, has_doubtful_rulers: false };
    }
    // Alone, the digits in order are a value of a program or the numbers of columns.
    let is_counted = |row: &Row| row.cells == TextRow::Numbers([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    if matches!(lines, [line] if line.rows.iter().all(is_counted)) {
        return Reading { found: Vec::new(), incomplete: None, has_unknown_rows: true, has_doubtful_rulers: false };
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
            && let Some(at) = (0..each.len()).find(|&at| layouts[at].is_labelled() && each[at].is_whole())
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

/// The part of a line in its block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Row,
    Ruler,
    /// A row or a ruler.
    Doubtful,
}

fn read_layout(lines: &[Line], layout: Layout) -> Reading {
    let rows = without_labels(lines, layout);
    let reading = read_rows(rows, layout).unwrap_or_else(|refused| refused);
    // In a spreadsheet with empty columns between the boxes, empty rows may be between the bands.
    if matches!(layout, Layout::SpacedFields { .. })
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

/// Reads the rows of grids, with rulers between them.
///
/// # Errors
/// The reading of lines that are refused.
fn read_rows(lines: &[Line], layout: Layout) -> Result<Reading, Reading> {
    let first_line = lines.iter().find(|line| line.uniform().is_none()).or(lines.first()).map_or(0, |line| line.number);
    let (parts, has_doubtful) = parts(lines, layout)?;
    let (rows, ruled) = without_rulers(lines, &parts)?;
    check_count(&rows, layout, first_line)?;
    check_labels(&rows, layout)?;
    check_rulers(&rows, &ruled)?;
    check_errors(&rows, layout)?;
    check_signs(&rows)?;
    // Grids below each other without an empty line hardly have more empty rows than others.
    let empty = rows.iter().filter(|row| row.uniform().is_some()).count();
    if rows.len() > 9 && 2 * empty + 1 >= rows.len() && empty < rows.len() {
        return Err(Reading::refused(first_line, ParseError::Ruler, rows.len()));
    }
    let found: Vec<Found> = rows
        .chunks(9)
        .map(|rows| {
            let first = rows[0].number;
            grid(rows, layout).map_or_else(|(line, error)| (line, Err(error)), |board| (first, Ok(board)))
        })
        .collect();
    // Rows behind labels, or behind one that is there twice, may be those of other grids.
    let moves_rows = |error: &ParseError| matches!(error, ParseError::Numbers | ParseError::Twice(_));
    if let Some((line, Err(error))) = found.iter().find(|(_, result)| result.as_ref().is_err_and(moves_rows)) {
        return Err(Reading::refused(*line, error.clone(), rows.len()));
    }
    if let Some(spacer) = rows.chunks(9).zip(&found).find_map(|(rows, found)| doubtful_spacer(rows, found)) {
        return Err(Reading::refused(spacer.number, ParseError::Ruler, rows.len()));
    }
    let names = match () {
        () if may_be_beside(&rows, &found, layout) => ["three rows a line", "three grids or boxes beside each other"],
        () if are_in_turn(&rows, &found, layout) => ["nine rows a grid", "the rows of several grids in turn"],
        () => ["", ""],
    };
    if !names[0].is_empty() {
        return Err(Reading::refused(first_line, ParseError::Layouts(names), rows.len()));
    }
    let has_doubtful_rulers = has_doubtful || rows.first().is_some_and(|row| is_empty_head(row));
    Ok(Reading { found, incomplete: None, has_unknown_rows: false, has_doubtful_rulers })
}

/// Returns what each line is, and whether some of them might be rows or rulers by themselves.
fn parts(lines: &[Line], layout: Layout) -> Result<(Vec<Part>, bool), Reading> {
    let blanks = blanks_of(lines, Some(layout));
    let part = |line: &Line| match line.uniform() {
        None => Part::Row,
        Some(blank) if blanks != 0 && blank & blanks == 0 => Part::Ruler,
        Some(blank) if blank & NEVER_RULERS != 0 => Part::Row,
        Some(_) if line.row(layout).is_none() => Part::Ruler,
        Some(_) if layout.is_labelled() && line.row(layout).is_some_and(|row| row.label.is_some()) => Part::Row,
        Some(_) => Part::Doubtful,
    };
    let mut parts: Vec<Part> = lines.iter().map(part).collect();
    let doubtful: Vec<usize> = (0..parts.len()).filter(|&at| parts[at] == Part::Doubtful).collect();
    let Some(&first) = doubtful.first() else { return Ok((parts, false)) };
    let certain = certain(&parts);
    // The rulers that people draw: between the bands, or also above and below them.
    let is_layout = matches!(doubtful[..], [3, 7] | [0, 4, 8, 12]) && matches!(parts.len(), 11 | 13);
    // A line with other separators than the rows is hardly one of them.
    let is_unlike = |&at: &usize| is_unlike(&lines[at], lines);
    // Nine lines may be bands with rulers between or around them, and the other rows those behind them.
    let are_bands = matches!(doubtful[..], [0, 4, 8] | [3, 7]) && !lines.iter().any(|line| line.is_ruled);
    let part = match () {
        () if certain + doubtful.len() == 9 && !are_bands && !doubtful.iter().any(is_unlike) => Part::Row,
        () if is_layout && !parts.contains(&Part::Ruler) && parts.len() == 9 + doubtful.len() => Part::Ruler,
        () => return Err(Reading::refused(lines[first].number, ParseError::Ruler, certain)),
    };
    doubtful.iter().for_each(|&at| parts[at] = part);
    Ok((parts, true))
}

/// Returns the number of lines that are rows.
fn certain(parts: &[Part]) -> usize {
    parts.iter().filter(|&&part| part == Part::Row).count()
}

/// Returns the rows, and the numbers of those before each ruler. Rulers are between bands, or between all rows.
fn without_rulers<'a>(lines: &'a [Line], parts: &[Part]) -> Result<(Vec<&'a Line>, Vec<usize>), Reading> {
    let are_between_rows = parts.len() >= 17 && parts.windows(2).all(|pair| pair[0] != pair[1]);
    let (mut rows, mut ruled) = (Vec::new(), Vec::new());
    for (line, part) in lines.iter().zip(parts) {
        match part {
            Part::Row => rows.push(line),
            _ if !rows.len().is_multiple_of(3) && !are_between_rows => {
                return Err(Reading::refused(line.number, ParseError::Ruler, certain(parts)));
            }
            _ => ruled.push(rows.len()),
        }
    }
    Ok((rows, ruled))
}

/// Returns `true` for an empty row above a ruler, which may be the head of another table.
fn is_empty_head(line: &Line) -> bool {
    line.is_head && line.uniform().is_some()
}

/// Refuses rows that are not those of whole grids.
fn check_count(rows: &[&Line], layout: Layout, first_line: usize) -> Result<(), Reading> {
    let count = rows.len();
    if let Some(head) = rows.iter().skip(1).find(|line| is_empty_head(line)) {
        return Err(Reading::refused(head.number, ParseError::Ruler, count));
    }
    if count.is_multiple_of(9) && count > 0 {
        return Ok(());
    }
    let broken = rows.iter().enumerate().find(|(_, line)| line.row(layout).is_none());
    let is_counted = |row: Row| row.cells == TextRow::Numbers([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    let has_head = count == 10 && rows[0].row(layout).copied().is_some_and(is_counted);
    Err(match broken {
        None if has_head => Reading::refused(first_line, ParseError::Numbers, count),
        Some((at, line)) => Reading::refused(line.number, row_error(line, at % 9 + 1), count),
        None => Reading::refused(first_line, ParseError::Rows(count), count),
    })
}

/// Refuses rows of which some have labels, and others none or only the sign of a list.
fn check_labels(rows: &[&Line], layout: Layout) -> Result<(), Reading> {
    let has_label = |line: &Line| line.row(layout).is_some_and(|row| row.label.is_some());
    let are_labelled = 2 * rows.iter().filter(|line| has_label(line)).count() > rows.len();
    let is_other = |line: &&Line| line.row(layout).is_some() && has_label(line) != are_labelled;
    match rows.iter().position(is_other) {
        Some(at) if layout.is_labelled() => {
            Err(Reading::refused(rows[at].number, ParseError::Row(at % 9 + 1), rows.len()))
        }
        _ => Ok(()),
    }
}

/// Refuses rulers within bands, and those that not all grids have: `ruled` has the numbers of rows before those of blanks.
fn check_rulers(rows: &[&Line], ruled: &[usize]) -> Result<(), Reading> {
    let refused = |line: &Line| Err(Reading::refused(line.number, ParseError::Ruler, rows.len()));
    // Drawn rulers are between the bands, or between all rows.
    for grid in rows.chunks(9) {
        let ruled = (0..8).filter(|&at| grid[at].is_ruled);
        if ruled.clone().count() < 8
            && let Some(at) = ruled.clone().find(|&at| at % 3 != 2 && !(at == 0 && grid[at].is_head))
        {
            return refused(grid[at + 1]);
        }
    }
    // Rulers that are not those of each grid may be those of others, which have lost rows.
    let has_ruler = |count: usize| rows[count - 1].is_ruled || ruled.contains(&count);
    let is_odd = |first: &usize| has_ruler(first + 3) != has_ruler(first + 6);
    match (0..rows.len()).step_by(9).find(is_odd) {
        Some(first) if rows.len() > 9 => refused(rows[first + 3]),
        _ => Ok(()),
    }
}

/// Refuses more than one grid if a line with an error may be a remark, a part of a row or two rows: all rows behind it are uncertain.
fn check_errors(rows: &[&Line], layout: Layout) -> Result<(), Reading> {
    let is_between = |value: usize, other: &dyn Fn(&Line) -> usize, more: usize| {
        let values = rows.iter().filter(|line| line.row(layout).is_some()).map(|line| other(line));
        let (least, most) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
        (least..=most + 2 * more).contains(&(value + more))
    };
    let is_error = |at: usize| rows.get(at).is_some_and(|line| line.row(layout).is_none());
    let is_odd = |(at, line): &(usize, &&Line)| {
        let is_row =
            || is_between(line.width, &|line| line.width, 2) && is_between(line.delimiters, &|line| line.delimiters, 1);
        is_error(*at) && (line.is_soft() || is_error(at + 1) || !is_row())
    };
    match rows.iter().enumerate().find(is_odd) {
        Some((at, line)) if rows.len() > 9 => {
            Err(Reading::refused(line.number, row_error(line, at % 9 + 1), rows.len()))
        }
        _ => Ok(()),
    }
}

/// Refuses a row that is one only without the sign before it, if others do not have that.
fn check_signs(rows: &[&Line]) -> Result<(), Reading> {
    let odd = |grid: &[&Line]| {
        let at = grid.iter().position(|line| line.sign.1)?;
        grid.iter().any(|line| line.sign.0 != grid[at].sign.0).then(|| (grid[at].number, row_error(grid[at], at + 1)))
    };
    let odd = rows.chunks(9).find_map(odd);
    odd.map_or(Ok(()), |(line, error)| Err(Reading::refused(line, error, rows.len())))
}

/// Returns an empty row that may be a ruler or the spacer of a spreadsheet in place of a lost row: it is at an end or between bands, and
/// the grid does not have exactly one solution.
fn doubtful_spacer<'a>(rows: &[&'a Line], (_, result): &Found) -> Option<&'a Line> {
    let is_drawn = |row: &Row| match row.blanks {
        SPACE => matches!(row.layout, Layout::Fields { .. } | Layout::SpacedFields { .. }),
        blank => blank & NEVER_RULERS == 0 && !row.separators[0],
    };
    let is_empty = |line: &&&Line| line.rows.iter().any(|row| row.is_uniform() && row.label.is_none() && is_drawn(row));
    let spacer = PLACES_OF_RULERS.into_iter().filter_map(|at| rows.get(at)).find(is_empty)?;
    result.as_ref().is_ok_and(|board| !board.has_one_solution()).then_some(*spacer)
}

fn has_clash(board: &Board) -> bool {
    matches!(board, Board::Grid(grid) if grid.clash().is_some())
}

/// Returns `true` if rows are hardly those of grids below each other, but may be those of two or three grids in turn: only so no digit is
/// there twice, or has each grid exactly one solution.
fn are_in_turn(rows: &[&Line], found: &[Found], layout: Layout) -> bool {
    let is_good: [fn(&Board) -> bool; 2] = [|board| !has_clash(board), Board::has_one_solution];
    let are_good = |count: usize, is_good: fn(&Board) -> bool| {
        let mut turns = rows.chunks(9 * count).flat_map(|rows| (0..count).map(move |at| &rows[at..]));
        let grid = |rows: &[&Line]| grid(&rows.iter().copied().step_by(count).collect::<Vec<_>>(), layout);
        rows.len().is_multiple_of(9 * count) && turns.all(|rows| grid(rows).is_ok_and(|board| is_good(&board)))
    };
    let are_bad = |is_good: fn(&Board) -> bool| {
        rows.len() > 9 && found.iter().any(|(_, result)| result.as_ref().is_ok_and(|board| !is_good(board)))
    };
    is_good.into_iter().any(|is_good| are_bad(is_good) && (are_good(2, is_good) || are_good(3, is_good)))
}

/// Returns `true` if lines of three rows may be those of three grids or boxes beside each other: because a grid does not have exactly one
/// solution, or no digit is there twice in the grids of nine lines.
fn may_be_beside(rows: &[&Line], found: &[Found], layout: Layout) -> bool {
    let is_grid = |rows: Vec<&Line>| grid(&rows, layout).is_ok_and(|board| !has_clash(&board));
    let mut beside =
        rows.chunks(27).flat_map(|lines| (0..3).map(move |at| lines[at..].iter().copied().step_by(3).collect()));
    let are_bands = rows.chunks(3).all(|band| band.iter().all(|row| row.number == band[0].number));
    // The cells of a line may be those of boxes, too.
    are_bands
        && (found.iter().any(|(_, result)| result.as_ref().is_ok_and(|board| !board.has_one_solution()))
            || rows.len().is_multiple_of(27) && beside.all(is_grid))
}

/// Returns `true` if no row has the kinds of separators of a line.
fn is_unlike(line: &Line, lines: &[Line]) -> bool {
    let separators = |line: &Line| line.rows.first().map(|row| row.separators);
    let rows = lines.iter().filter(|other| other.uniform().is_none() && other.number != line.number);
    let mut rows = rows.filter_map(separators).peekable();
    rows.peek().is_some() && rows.all(|row| Some(row) != separators(line))
}

/// Leaves out the numbers of columns above and below the rows: behind a label or beyond a ruler.
pub(super) fn without_labels(lines: &[Line], layout: Layout) -> &[Line] {
    let is_numbers = |line: &Line| {
        let numbers = line.row(Layout::Cells).map(|row| row.cells);
        [1, 0].iter().any(|&first| numbers == Some(TextRow::Numbers(std::array::from_fn(|at| first + at as u8))))
    };
    let is_label = |line: &Line| is_numbers(line) || line.uniform().is_some_and(|blank| blank & NEVER_RULERS != 0);
    let is_drawn = |line: &Line| line.uniform().is_some_and(|blank| blank & NEVER_RULERS == 0);
    let is_unlabelled = |line: &Line| layout.is_labelled() && line.row(layout).is_none();
    // A table has numbers above its columns.
    let is_table = matches!(layout, Layout::Fields { .. }) || lines.iter().all(is_of_table);
    let has_head = is_table && lines.len() == 10 && lines.iter().all(|line| !is_drawn(line));
    let has_more = lines.iter().filter(|line| !is_drawn(line)).count() % 9 != 0;
    let mut lines = lines;
    let is_head = |line: &Line, other: &Line| is_numbers(line) || !other.is_ruled;
    if let [first, second, ..] = lines
        && is_label(first)
        && is_head(first, second)
        && ((first.is_ruled || is_drawn(second)) && (has_more || !second.is_ruled)
            || is_unlabelled(first)
            || is_numbers(first) && (has_head || is_unlike(first, lines)))
    {
        lines = &lines[1..];
    }
    let has_more = lines.iter().filter(|line| !is_drawn(line)).count() % 9 != 0;
    // Below the rows, blanks are hardly labels.
    let is_last = |line: &Line| is_label(line) && (is_numbers(line) || line.uniform() == Some(SPACE));
    if let [.., above, before, last] = lines
        && is_last(last)
        && is_head(last, above)
        && (has_more && (before.is_ruled || is_drawn(before) || is_unlabelled(last))
            || is_numbers(last) && is_unlike(last, lines))
    {
        lines = &lines[..lines.len() - 1];
    }
    lines
}

/// Returns `true` if a line has the separators of a table.
fn is_of_table(line: &Line) -> bool {
    line.rows.first().is_some_and(|row| row.separators[2] && !row.separators[0])
}

/// Returns the error of a line that is no row of its grid.
fn row_error(line: &Line, row: usize) -> ParseError {
    match line.error.as_ref().map(|error| error.error.clone()) {
        Some(ParseError::Length(found)) if row > 1 && found < 81 => ParseError::RowLength { row, found },
        Some(ParseError::Blanks(_)) | None => ParseError::Row(row),
        Some(error) => error,
    }
}

/// Makes a board of nine rows: candidates if one of them has pencilmarks, otherwise clues.
///
/// # Errors
/// The number of the line that does not fit, and the reason.
fn grid(lines: &[&Line], layout: Layout) -> Result<Board, (usize, ParseError)> {
    let mut rows = Vec::with_capacity(9);
    let (mut blanks, mut widths, mut first_label) = (0, [0; 6], 1);
    // The names of rows may be those of their grid.
    let labels: Vec<u32> = lines.iter().filter_map(|line| line.row(layout)?.label).collect();
    // That of a whole array may be before the first row.
    if labels.iter().filter(|&&label| label == OTHER).count() > 1 {
        return Err((lines[0].number, ParseError::Names("the names of its rows".into())));
    }
    // Of the indices of an array, none is missing.
    if (FEWEST_LABELS..9).contains(&labels.len())
        && labels.iter().any(|label| *label != labels[0])
        && let Some(at) = lines.iter().position(|line| line.row(layout).is_some_and(|row| row.label.is_none()))
    {
        return Err((lines[at].number, ParseError::Row(at + 1)));
    }
    let are_labels = layout.is_labelled() || labels.len() == 9 && labels.iter().any(|label| *label != labels[0]);
    for (at, line) in lines.iter().enumerate() {
        let row = line.row(layout).ok_or_else(|| (line.number, row_error(line, at + 1)))?;
        let is_of_line = matches!(layout, Layout::Labelled { kind: LabelKind::Line, .. });
        if let Some(label) = row.label.filter(|&label| at == 0 && (label == 0 || is_of_line)) {
            first_label = label as usize;
        }
        if let Some(found) =
            row.label.filter(|&label| are_labels && label != OTHER && label as usize != at + first_label)
        {
            return Err((line.number, ParseError::Label { row: at + 1, found }));
        }
        let differs = |place: usize| widths[place] > 0 && row.widths[place] > 0 && widths[place] != row.widths[place];
        if differs(0) || differs(1) {
            return Err((line.number, ParseError::Row(at + 1)));
        }
        widths = std::array::from_fn(|place| widths[place].max(row.widths[place]));
        if !may_be_mixed(blanks | row.blanks) {
            return Err((line.number, ParseError::Blanks(shown_blanks(blanks | row.blanks))));
        }
        blanks |= row.blanks;
        rows.push(row.cells);
    }
    // The first or last field of a row is hardly shorter because it is empty: its digit is lost.
    let is_short = |row: &Row, edge: usize| {
        let [with_cell, empty] =
            [widths[0].saturating_sub(widths[edge]), widths[1].saturating_sub(row.widths[edge + 1])];
        widths[0] > 0 && widths[edge] > 0 && row.widths[edge + 1] > 1 && empty > with_cell
    };
    // With spaces before it, the first field is as wide in all rows.
    let (start, width) = (widths[2].max(widths[3]), widths[0].max(widths[1]));
    let has_other_start = |row: &Row| width > 0 && start > width && row.widths[2].max(row.widths[3]) < start;
    let is_short = |row: &Row| is_short(row, 2) || is_short(row, 4) || has_other_start(row);
    // Spaces at an end are those of all rows, but for the start and the end of the text.
    let edges = |place: usize| lines.iter().map(move |line| line.row(layout).map_or(0, |row| row.widths[place]));
    let (longest_start, longest_end) = (edges(3).max().unwrap_or(0), edges(5).max().unwrap_or(0));
    let is_cut = |row: &Row, at: usize| {
        at > 0 && (1..longest_start).contains(&row.widths[3]) || at < 8 && (1..longest_end).contains(&row.widths[5])
    };
    let has_short = |at: &usize| lines[*at].row(layout).is_some_and(|row| is_short(row) || is_cut(row, *at));
    if let Some(at) = (0..lines.len()).find(has_short) {
        return Err((lines[at].number, ParseError::Row(at + 1)));
    }
    let empty = |row: &TextRow| match row {
        TextRow::Numbers(numbers) => numbers.iter().filter(|&&number| number == 0).count(),
        TextRow::Marks(_) => 0,
    };
    // A few empty fields in a drawing are hardly narrower than all others.
    let is_narrow = |filled: usize| (1..widths[filled]).contains(&widths[filled + 1]);
    if [0, 2, 4].into_iter().any(is_narrow) && rows.iter().map(empty).sum::<usize>() <= MOST_NARROW {
        let at = rows.iter().position(|row| empty(row) > 0).unwrap_or(0);
        return Err((lines[at].number, ParseError::Row(at + 1)));
    }
    let numbers: Option<Vec<[u8; 9]>> =
        rows.iter().map(|row| if let TextRow::Numbers(row) = row { Some(*row) } else { None }).collect();
    if let Some(numbers) = numbers.and_then(|rows| <[[u8; 9]; 9]>::try_from(rows).ok()) {
        // No row has nine equal digits.
        let is_equal = |row: &[u8; 9]| row[0] > 1 && *row == [row[0]; 9];
        if let Some(at) = numbers.iter().position(is_equal).or_else(|| other_shape(lines, layout)) {
            return Err((lines[at].number, ParseError::Row(at + 1)));
        }
        if may_have_labels(&numbers) {
            return Err((lines[0].number, ParseError::Numbers));
        }
        // In a grid of nothing but 0 and 1, which is none either, rows may be equal.
        let regions = || are_regions(&std::array::from_fn(|at| numbers[at / 9][at % 9]));
        let is_mask = numbers.iter().flatten().all(|&number| number < 2);
        let is_twice = |at: &usize| !is_mask && numbers[*at] != [0; 9] && numbers[..*at].contains(&numbers[*at]);
        if let Some(at) = (1..9).find(is_twice) {
            let error = if regions() {
                (lines[0].number, ParseError::Regions)
            } else {
                (lines[at].number, ParseError::Twice(at + 1))
            };
            return Err(error);
        }
        let is_item = |line: &&Line| line.row(layout).is_some_and(|row| row.is_item);
        let grid = Grid::from_rows(numbers).expect("numbers 0-9");
        // Beside eight full columns, the first one is hardly empty.
        let are_items = || lines.iter().all(is_item) || blanks & ITEMS != 0 && grid.clue_count() == 72;
        if layout == Layout::Cells && numbers.iter().all(|row| row[0] == 0) && are_items() {
            return Err((lines[0].number, ParseError::Items));
        }
        let is_whole = || grid.clue_count() <= MOST_BESIDE_A_COLUMN && solver::is_unique(&grid);
        if let Some(column) = empty_column(lines, &numbers, (blanks, widths), layout).filter(|_| !is_whole()) {
            return Err((lines[0].number, ParseError::EmptyColumn(column)));
        }
        let is_doubtful = matches!(layout, Layout::Fields { delimiter: ELEMENT, .. }) && !solver::is_unique(&grid);
        let error = if is_doubtful { Some(ParseError::Elements) } else { doubtful_digits(&grid, blanks == ZERO) };
        return error.map_or(Ok(Board::Grid(grid)), |error| Err((lines[0].number, error)));
    }
    let digits = rows.iter().flat_map(|row| match row {
        TextRow::Numbers(numbers) => numbers.map(|number| Digit::new(number).map_or(DigitSet::EMPTY, DigitSet::from)),
        TextRow::Marks(marks) => *marks,
    });
    let cells: Vec<(Cell, DigitSet)> = Cell::ALL.into_iter().zip(digits).collect();
    // A row of clues in which two cells have no space between them has a word like pencilmarks.
    let several = cells.iter().filter(|(_, digits)| digits.len() > 1).count();
    if cells.iter().filter(|(_, digits)| digits.is_empty()).count() > several && blanks != 0 {
        let at = rows.iter().position(|row| matches!(row, TextRow::Marks(_))).expect("a row of pencilmarks");
        return Err((lines[at].number, ParseError::Row(at + 1)));
    }
    // A few cells with several digits among solved ones are hardly candidates: two digits without the separator between them, or one more.
    if several <= MOST_NARROW && cells.iter().all(|(_, digits)| !digits.is_empty()) {
        let at = rows.iter().position(|row| matches!(row, TextRow::Marks(_))).expect("a row of pencilmarks");
        return Err((lines[at].number, ParseError::Row(at + 1)));
    }
    // A row of candidates that is there twice has a digit twice.
    let is_twice = |at: &usize| match (&rows[*at], &rows[..*at]) {
        (TextRow::Marks(marks), before) => before.contains(&rows[*at]) && marks.iter().any(|digits| digits.len() == 1),
        _ => false,
    };
    if let Some(at) = (1..rows.len()).find(is_twice) {
        return Err((lines[at].number, ParseError::Twice(at + 1)));
    }
    let candidates =
        cells.into_iter().flat_map(|(cell, digits)| digits.iter().map(move |digit| Candidate { cell, digit }));
    Ok(Board::Candidates(candidates.collect::<CandidateSet>()))
}

/// Returns the number of a column without a digit whose cells are spaces and hardly there: a column that was cut off, or the space beside a
/// sign. Spaces between bars are cells.
fn empty_column(
    lines: &[&Line],
    rows: &[[u8; 9]; 9],
    (blanks, widths): (u16, [usize; 6]),
    layout: Layout,
) -> Option<usize> {
    let is_drawn = match layout {
        Layout::Fields { delimiter: '|', is_closed, .. } => is_closed && (widths[1] > 1 || widths[0] == 2),
        Layout::Positions { .. } => lines.iter().all(|line| line.delimiters == BARS_OF_A_FRAME),
        _ => false,
    };
    let is_empty = |column: &usize| rows.iter().all(|row| row[*column] == 0);
    (0..9).find(is_empty).map(|column| column + 1).filter(|_| blanks & SPACE != 0 && !is_drawn)
}

/// Returns the place of a row that has other signs than most rows. The signs before the first row may be those of all rows.
fn other_shape(lines: &[&Line], layout: Layout) -> Option<usize> {
    let is_fixed = matches!(layout, Layout::Positions { .. } | Layout::Fields { .. } | Layout::SpacedFields { .. });
    let shapes: Vec<_> = lines.iter().filter_map(|line| Some(line.row(layout)?.shape())).collect();
    let count = |shape: &_| shapes.iter().filter(|other| *other == shape).count();
    let (signs, is_enclosed) = *shapes.iter().max_by_key(|shape| count(shape))?;
    let is_other = |at: &usize| shapes[*at].0 != signs || shapes[*at].1 != is_enclosed && (*at > 0 || is_enclosed);
    (0..shapes.len()).find(is_other).filter(|_| !is_fixed)
}

/// Returns `true` if the first or last row or column of nine has the digits in order, which may be labels. A few more clues are those of an
/// example.
pub(crate) fn may_have_labels(rows: &[[u8; 9]; 9]) -> bool {
    let is_counted = |line: [u8; 9]| line == [1, 2, 3, 4, 5, 6, 7, 8, 9] || line == [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let count = rows.iter().flatten().filter(|&&number| number > 0).count();
    let is_labelled =
        [0, 8].iter().any(|&at| is_counted(rows[at]) || is_counted(std::array::from_fn(|row| rows[row][at])));
    let is_solution = || Grid::from_rows(*rows).is_some_and(|grid| grid.clash().is_none());
    is_labelled && count >= 18 && !(count == 81 && is_solution())
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
