//! Rows in which a space at the position of a cell is an empty cell.

use crate::characters::SPACE;
use crate::row::{Layout, Row, TextRow};

/// The most spaces before rows that have spaces as blanks.
const MOST_INDENTATION: usize = 17;

/// Reads nine characters at the end of a line, of which some are spaces, with a space between them or not.
pub(super) fn at_end(line: &str) -> impl Iterator<Item = Row> {
    [1, 2].into_iter().filter_map(|pitch| {
        let start = line.len().checked_sub(8 * pitch + 1).filter(|start| *start < MOST_INDENTATION)?;
        // Bars are around boxes.
        let is_around = |(at, _): (usize, &str)| at < start || (at - start).div_ceil(pitch) % 3 == 0;
        let row = at_positions(line.as_bytes(), std::array::from_fn(|at| (start + at * pitch) as u16));
        row.filter(|_| line.match_indices('|').all(is_around))
    })
}

/// The most spaces between a frame and the nine cells in it.
const WIDEST_MARGIN: usize = 2;

/// Reads nine characters in a frame, of which some are spaces, with a space between them or not.
pub(super) fn framed(line: &str) -> impl Iterator<Item = Row> {
    let text = line.trim();
    let inner = text.strip_prefix('|').and_then(|inner| inner.strip_suffix('|')).filter(|inner| !inner.contains('|'));
    let start = line.len() - line.trim_start().len() + 1;
    [1, 2].into_iter().filter_map(move |pitch| {
        let margins = inner?.len().checked_sub(8 * pitch + 1)?;
        let first = start + margins / 2;
        let is_frame = margins % 2 == 0 && margins / 2 <= WIDEST_MARGIN;
        is_frame.then(|| at_positions(line.as_bytes(), std::array::from_fn(|at| (first + at * pitch) as u16)))?
    })
}

/// Reads the rows of a drawing in which a space is an empty cell: three cells at equal distances between `|`.
pub(super) fn positions(line: &str) -> Vec<Row> {
    // The last part of a drawing without a frame on its right side may be spaces.
    let has_end = match line.matches('|').count() {
        2 => false,
        3 => !line.trim_start().starts_with('|'),
        _ => true,
    };
    let line = if has_end { line.trim_end() } else { line };
    let mut rows = Vec::new();
    let mut parts = Vec::new();
    let mut start = 0;
    for part in line.split('|') {
        parts.push((start, part));
        start += part.len() + 1;
    }
    let has_start = parts[0].1.trim().is_empty();
    let is_framed = has_start && parts.len() == 5;
    // The last part has no bar behind it.
    let is_open = parts.len() == 3 || has_start && parts.len() == 4;
    if is_framed && parts[4].1.is_empty() || has_start && parts.len() == 4 {
        parts = parts[1..4].to_vec();
    } else if parts.len() == 4 && parts[3].1.is_empty() {
        parts.truncate(3);
    }
    let [first, second, third] = parts[..] else { return rows };
    if !line.is_ascii() || first.1.len() > 60 || second.1.len() > 60 || third.1.len() > 60 {
        return rows;
    }
    for pitch in 1..=6_usize {
        // The margins of the part in the middle are equal, and those of the others may lack the outer one.
        let Some(margins) = second.1.len().checked_sub(2 * pitch + 1) else { break };
        if margins % 2 == 1 {
            continue;
        }
        let margin = margins / 2;
        let (cells, wide) = (2 * pitch + 1, 2 * pitch + 1 + 2 * margin);
        // Without a frame, spaces may be before the first part.
        let first = match first.1.len() {
            length if length == wide => Some(first.0 + margin),
            length if !is_framed => length.checked_sub(cells + margin),
            _ => None,
        };
        let is_third = third.1.len() == wide || third.1.len() + margin == wide && !is_framed;
        // All rows have the spaces at their ends, or none.
        let end = third.0 + margin + cells;
        let is_cut = is_open && line.len() <= end && !line.ends_with(' ');
        let Some(first) = first else { continue };
        let stacks = [first, second.0 + margin, third.0 + margin];
        let places = std::array::from_fn(|column| (stacks[column / 3] + column % 3 * pitch) as u16);
        rows.extend(is_third.then(|| at_positions(line.as_bytes(), places)).flatten());
        let cut = is_cut.then(|| at_positions(format!("{line:end$}").as_bytes(), places)).flatten();
        rows.extend(cut.map(|row| Row { layout: Layout::Positions { places, is_cut }, ..row }));
    }
    rows
}

/// Reads the cells at positions of a line that has nothing but spaces and `|` elsewhere.
fn at_positions(line: &[u8], places: [u16; 9]) -> Option<Row> {
    let is_cell = |at: usize| places.contains(&(at as u16));
    let is_between = |(at, &byte): (usize, &u8)| is_cell(at) || matches!(byte, b' ' | b'|');
    if !line.iter().enumerate().all(is_between) {
        return None;
    }
    let mut numbers = [0; 9];
    for (number, &place) in numbers.iter_mut().zip(&places) {
        *number = match line.get(usize::from(place))? {
            b' ' => 0,
            digit @ b'1'..=b'9' => digit - b'0',
            _ => return None,
        };
    }
    let blanks = if numbers.contains(&0) { SPACE } else { 0 };
    Some(Row::of(Layout::Positions { places, is_cut: false }, TextRow::Numbers(numbers), blanks))
}
