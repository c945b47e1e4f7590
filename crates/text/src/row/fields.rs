//! Rows of nine fields between delimiters, of which some are empty.

use crate::characters::{SPACE, cell, may_be_mixed, number_word};
use crate::lengths::are_equal;
use crate::names::{label_number, row_number};
use crate::row::brackets::without_brackets;
use crate::row::labels::without_label_word;
use crate::row::{Layout, Row, TextRow, is_remark, without_remark, words};

/// Reads the fields of a row between `|`. `line` has its spaces at both ends.
pub(super) fn drawn_fields(line: &str) -> Vec<Row> {
    let number_of_bars = line.matches('|').count();
    // The menu of a program may be behind the frame.
    let line = if number_of_bars > 8 { without_remark(line, '|') } else { line };
    let text = line.trim();
    // A package of LaTeX has a dot behind the row.
    let framed = || {
        let inner = text.strip_prefix('|').unwrap_or(text);
        inner.strip_suffix("|.").or(inner.strip_suffix('|')).unwrap_or(inner)
    };
    let inner = match number_of_bars {
        8 => line,
        9 if text.ends_with('|') && !line.starts_with('|') => return closed_fields(line).into_iter().collect(),
        // With a bar only at the start, the last field may be spaces.
        9 if text.starts_with('|') => line.trim_start().strip_prefix('|').unwrap_or(line),
        _ => framed(),
    };
    // A frame is that of all rows.
    let is_framed = inner.len() < line.len() && number_of_bars > 9;
    if is_framed && has_double_edge(inner) {
        return Vec::new();
    }
    let mut rows = fields(inner, '|');
    for row in &mut rows {
        if let Layout::Fields { is_closed, .. } = &mut row.layout {
            *is_closed = is_framed;
        }
    }
    rows
}

/// Reads nine drawn fields with a bar behind each, and none before the first. If that is empty, all have the same width, because the first bar
/// may be before them.
fn closed_fields(line: &str) -> Option<Row> {
    let inner = line.trim_end().strip_suffix('|')?;
    let width = inner.find('|')?;
    let is_drawn = !inner.trim_start().starts_with('|') || inner.split('|').all(|field| field.len() == width);
    let row = nine_fields(inner, '|', false).filter(|_| is_drawn)?;
    let (delimiter, before, behind) = ('|', 0, 1);
    let layout = Layout::InnerFields { delimiter, before, behind, is_spaced: false, is_labelled: false };
    Some(Row { layout, ..row })
}

/// Returns `true` if the first or last of drawn fields is empty and has another width than the others: a bar of the frame is there twice.
pub(super) fn has_double_edge(fields: &str) -> bool {
    let widths: Vec<(bool, usize)> = fields.split('|').map(|field| (field.trim().is_empty(), field.len())).collect();
    let [first, inner @ .., last] = &widths[..] else { return false };
    let width = inner.iter().find(|(is_empty, _)| *is_empty).map(|(_, width)| *width);
    let is_other = |edge: usize| match width {
        Some(width) => edge != width,
        None => edge == 0 && inner.iter().any(|(_, width)| *width > 1),
    };
    [first, last].into_iter().any(|(is_empty, width)| *is_empty && is_other(*width))
}

/// Reads nine fields, each with a digit or a blank or empty, and a label before them or not. A row without an empty field is a row of a
/// table with closed rows, too.
pub(super) fn fields(text: &str, delimiter: char) -> Vec<Row> {
    if text.matches(delimiter).count() < 8 {
        return Vec::new();
    }
    let label = label_field(text, delimiter)
        .and_then(|(label, rest)| Some(Row { label, ..nine_fields(rest, delimiter, true)? }));
    let mut rows = Vec::new();
    for row in [nine_fields(text, delimiter, false), label].into_iter().flatten() {
        rows.push(row);
        if let Layout::Fields { is_closed, is_labelled, .. } = row.layout
            && row.blanks & SPACE == 0
            && delimiter != '|'
            && !is_closed
        {
            rows.push(Row { layout: Layout::Fields { delimiter, is_closed: true, is_labelled }, ..row });
        }
    }
    rows
}

/// Splits the label before the fields of a row, which is empty in a column without labels.
fn label_field(text: &str, delimiter: char) -> Option<(Option<u32>, &str)> {
    let (label, rest) = text.split_once(delimiter)?;
    let label = without_label_word(label.trim().trim_matches('"').trim_end_matches(['.', ')', ':']));
    Some((if label.is_empty() { None } else { Some(label_number(&label)?) }, rest))
}

/// Reads nine fields with an empty one between the boxes, and a label before them or not.
pub(super) fn spaced_fields(text: &str, delimiter: char) -> impl Iterator<Item = Row> {
    let labelled = || {
        let (label @ Some(_), rest) = label_field(text, delimiter)? else { return None };
        // Another empty field may be behind the label.
        let rest = rest.strip_prefix(delimiter).filter(|rest| rest.matches(delimiter).count() == 10).unwrap_or(rest);
        Some(Row { label, ..eleven_fields(rest, delimiter, true)? })
    };
    [eleven_fields(text, delimiter, false), labelled()].into_iter().flatten()
}

fn eleven_fields(text: &str, delimiter: char, is_labelled: bool) -> Option<Row> {
    let mut fields: Vec<&str> = text.split(delimiter).take(13).collect();
    let is_closed = fields.len() == 12 && fields[11].trim().is_empty();
    fields.truncate(if is_closed { 11 } else { 13 });
    if fields.len() != 11 || !fields.remove(7).trim().is_empty() || !fields.remove(3).trim().is_empty() {
        return None;
    }
    let row = nine_fields(&fields.join(&delimiter.to_string()), delimiter, false)?;
    Some(Row { layout: Layout::SpacedFields { delimiter, is_closed, is_labelled }, ..row })
}

/// The most empty columns of a spreadsheet before and behind a grid.
const MOST_AROUND: usize = 12;

/// Reads nine fields among empty ones, with an empty one between the boxes and a label before them or not.
pub(super) fn inner_fields(text: &str, delimiter: char) -> Vec<Row> {
    let (mut rows, count) = (Vec::new(), text.matches(delimiter).count() + 1);
    if !(10..=12 + MOST_AROUND).contains(&count) {
        return rows;
    }
    let fields: Vec<&str> = text.split(delimiter).collect();
    let is_empty = |field: &&&str| field.trim_matches(['"', ' ']).is_empty();
    let (first, last) = (fields.iter().take_while(is_empty).count(), fields.iter().rev().take_while(is_empty).count());
    for (is_spaced, is_labelled) in [(false, false), (false, true), (true, false), (true, true)] {
        let length = 9 + 2 * usize::from(is_spaced) + usize::from(is_labelled);
        for before in 0..=first.min(count.saturating_sub(length)) {
            let behind = count.saturating_sub(before + length);
            // The other functions read these.
            let is_other = before == 0 && behind < 2 || before == 1 && behind == 0 && !is_spaced && !is_labelled;
            if behind > last || is_other || before + length > count {
                continue;
            }
            let inner = fields[before..count - behind].join(&delimiter.to_string());
            let label = label_field(&inner, delimiter).filter(|(label, _)| is_labelled && label.is_some());
            let row = match (label, is_labelled) {
                (Some((_, rest)), true) => Some(rest),
                (None, false) => Some(&*inner),
                _ => None,
            };
            let read = if is_spaced { eleven_fields } else { nine_fields };
            let layout = Layout::InnerFields { delimiter, before, behind, is_spaced, is_labelled };
            let row = row.and_then(|row| read(row, delimiter, is_labelled));
            rows.extend(row.map(|row| Row { layout, label: label.and_then(|(label, _)| label), ..row }));
        }
    }
    rows
}

/// Reads nine fields in the layout that their line has.
pub(super) fn nine_fields(text: &str, delimiter: char, is_labelled: bool) -> Option<Row> {
    let name = text;
    let text = without_brackets(text);
    let (mut numbers, mut blanks, mut widths, mut is_closed) = (Vec::with_capacity(9), 0, [0; 6], false);
    let number_of_bars = text.matches('|').count();
    // A digit with other spaces around it than the others is a label before an empty cell, or a remark behind one.
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
    // So is an empty field within the row that is narrower than others.
    let mut empty = Vec::new();
    let second = text.split(delimiter).nth(1).map_or(0, str::len);
    for field in text.splitn(9, delimiter) {
        let (field, behind) = if numbers.len() == 8 { last_field(field, delimiter) } else { (field, "") };
        is_closed = delimiter != '|' && behind.starts_with(delimiter);
        let remark = behind.trim_start_matches([delimiter, ' ']).trim_end();
        // Spaces behind a `|` are a tenth field.
        let is_cell = |(_, word): (usize, &str)| field_cell(word).is_some();
        let is_field = if remark.is_empty() { delimiter == '|' } else { words(remark).next().is_some_and(is_cell) };
        if behind.matches(delimiter).count() > 1 || !behind.is_empty() && is_field || !is_remark(remark) {
            return None;
        }
        let (number, blank) = field_cell(field)?;
        numbers.push(number);
        blanks |= blank;
        if number > 0 && numbers.len() < 9 {
            ends.push(field.len() - field.trim_end().len());
        }
        if number > 0 && numbers.len() > 1 {
            starts.push(field.len() - field.trim_start().len());
        }
        if blank == SPACE && (2..9).contains(&numbers.len()) {
            empty.push(field.len());
        }
        let is_open = number_of_bars == 8 && numbers.len() == 9;
        // Without a frame, the spaces before the first field and behind the last one may be missing. Behind a label, they are there.
        let is_first = number_of_bars == 8 && numbers.len() == 1 && !is_labelled;
        let is_cut = is_first && matches!(field.as_bytes(), [_, b' ']);
        if is_first || is_open {
            widths[2 + 2 * usize::from(is_open) + usize::from(blank == SPACE)] = field.len() + 1;
        }
        // Spaces before all rows are in the first field.
        let indent = if is_first && delimiter == '|' { field.len().saturating_sub(second) } else { 0 };
        let is_indented = indent > 1 && field.get(..indent).is_some_and(|spaces| spaces.trim().is_empty());
        let field = if is_indented { &field[indent..] } else { field };
        let length = field.len() + usize::from(is_cut);
        // A digit behind the empty last field of a drawing without a frame is a remark. In a page, empty fields have no width.
        let drawn = widths[0].max(widths[1]);
        if is_open && delimiter == '|' && drawn > 1 && field.trim_end().len() >= drawn {
            return None;
        }
        // Whether the first empty field of a drawing is cut is not known.
        if is_cut && blank == SPACE {
            continue;
        }
        let width = &mut widths[usize::from(blank == SPACE)];
        if delimiter == '|' && *width > 0 && *width != length + 1 && !is_open {
            return None;
        }
        if !is_open {
            *width = length + 1;
        }
    }
    if !(are_equal(&starts) && are_equal(&ends) && are_equal(&empty)) && blanks & SPACE != 0 && delimiter != '|' {
        return None;
    }
    let cells = TextRow::Numbers(numbers.try_into().ok()?);
    let widths = if delimiter == '|' { widths } else { [0; 6] };
    let layout = Layout::Fields { delimiter, is_closed, is_labelled };
    let label = name.find(text).and_then(|at| row_number(&name[..at]));
    may_be_mixed(blanks).then_some(Row { widths, label, ..Row::of(layout, cells, blanks) })
}

/// Splits the rest of a row into its last field and what is behind it: a delimiter and more, or a remark.
fn last_field(rest: &str, delimiter: char) -> (&str, &str) {
    let is_remark = |at: &usize| *at > 0 && !rest[*at..].trim().is_empty();
    rest.find(delimiter).or(rest.find("  ").filter(is_remark)).map_or((rest, ""), |at| rest.split_at(at))
}

/// Returns the number of a field with one cell, and its blank.
pub(crate) fn field_cell(field: &str) -> Option<(u8, u16)> {
    let field = field.trim();
    let field = field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field).trim();
    let mut characters = field.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Some((0, SPACE)),
        (Some(character), None) => cell(character),
        _ => number_word(field),
    }
}
