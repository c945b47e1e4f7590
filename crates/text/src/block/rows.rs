//! The rows of grids below each other, and the rulers between them.

use super::beside::{are_in_turn, may_be_beside};
use super::grid::{THREE_COLUMNS, grid};
use super::reading::{Reading, blanks_of};
use super::{Found, Line};
use crate::PLACES_OF_RULERS;
use crate::characters::{NEVER_RULERS, SPACE};
use crate::error::ParseError;
use crate::row::{Layout, Row, TextRow};

/// The part of a line in its block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Row,
    Ruler,
    /// A row or a ruler.
    Doubtful,
}

/// Reads the rows of grids, with rulers between them.
///
/// # Errors
/// The reading of lines that are refused.
pub(super) fn read_rows(lines: &[Line], layout: Layout) -> Result<Reading, Reading> {
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
    // The drawing of a table with three columns is text.
    let is_table = |(_, result): &Found| matches!(result, Err(ParseError::Layouts([_, THREE_COLUMNS])));
    if found.iter().all(is_table) {
        return Err(Reading {
            found: Vec::new(),
            incomplete: None,
            has_unknown_rows: true,
            has_doubtful_rulers: false,
        });
    }
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
    // Beside the rows of full grids, they are no rows.
    let full = lines.iter().filter(|line| line.uniform().is_none()).count();
    let are_full = blanks == 0 && full.is_multiple_of(9) && lines.len() < 2 * full;
    let part = |line: &Line| match line.uniform() {
        None => Part::Row,
        Some(blank) if (blanks != 0 || are_full && blank & NEVER_RULERS == 0) && blank & blanks == 0 => Part::Ruler,
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
pub(super) fn is_empty_head(line: &Line) -> bool {
    line.is_head && line.uniform().is_some()
}

/// Refuses rows that are not those of whole grids.
fn check_count(rows: &[&Line], layout: Layout, first_line: usize) -> Result<(), Reading> {
    let count = rows.len();
    // Rulers between all rows are those of no head.
    let are_ruled = count > 1 && rows[..count - 1].iter().all(|line| line.is_ruled);
    if let Some(head) = rows.iter().skip(1).find(|line| is_empty_head(line) && !are_ruled) {
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
        SPACE => !matches!(row.layout, Layout::Cells | Layout::Labelled { .. } | Layout::Positions { .. }),
        blank => blank & NEVER_RULERS == 0 && !row.separators[0],
    };
    let is_ruler =
        |line: &Line, row: &Row| is_drawn(row) || row.blanks != SPACE && is_unlike(line, rows.iter().copied());
    let is_empty =
        |line: &&&Line| line.rows.iter().any(|row| row.is_uniform() && row.label.is_none() && is_ruler(line, row));
    let spacer = PLACES_OF_RULERS.into_iter().filter_map(|at| rows.get(at)).find(is_empty)?;
    result.as_ref().is_ok_and(|board| !board.has_one_solution()).then_some(*spacer)
}

/// Returns `true` if no row has the kinds of separators of a line.
fn is_unlike<'a>(line: &Line, lines: impl IntoIterator<Item = &'a Line>) -> bool {
    let separators = |line: &Line| line.rows.first().map(|row| row.separators);
    let rows = lines.into_iter().filter(|other| other.uniform().is_none() && other.number != line.number);
    let mut rows = rows.filter_map(separators).peekable();
    rows.peek().is_some() && rows.all(|row| Some(row) != separators(line))
}

/// Leaves out the numbers of columns above and below the rows: behind a label or beyond a ruler.
pub(super) fn without_labels(lines: &[Line], layout: Layout) -> &[Line] {
    let is_numbers = |line: &Line| line.row(Layout::Cells).is_some_and(Row::is_counted);
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
pub(super) fn row_error(line: &Line, row: usize) -> ParseError {
    match line.error.as_ref().map(|error| error.error.clone()) {
        Some(ParseError::Length(found)) if row > 1 && found < 81 => ParseError::RowLength { row, found },
        Some(ParseError::Blanks(_)) | None => ParseError::Row(row),
        Some(error) => error,
    }
}

/// Returns the number of rows of a line or a band between empty lines, or `None` for other lines, or if one may be a row or a ruler.
pub(super) fn rows_of_part(lines: &[Line]) -> Option<usize> {
    if let [line] = lines {
        return (!line.is_soft()).then_some(1);
    }
    let lines = without_labels(lines, Layout::Cells);
    if !matches!(lines.len(), 3..=5) {
        return None;
    }
    let is_drawn = |line: &&Line| line.uniform().is_some_and(|blank| blank & NEVER_RULERS == 0);
    let blanks = blanks_of(lines, None);
    let may_be_row = |line: &Line| blanks == 0 || line.uniform().is_some_and(|blank| blank & blanks != 0);
    let rulers = lines.iter().filter(is_drawn);
    if rulers.clone().any(may_be_row) {
        return None;
    }
    let rows = lines.len() - rulers.count() - lines.iter().filter(|line| line.is_soft()).count();
    (rows == 3).then_some(rows)
}
