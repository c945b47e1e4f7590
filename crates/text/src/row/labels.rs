//! Rows with a label before or behind them.

use std::borrow::Cow;

use crate::characters::cell;
use crate::names::{is_row_word, label_number, line_number, roman_number};
use crate::row::cells::{cells, plain_cells};
use crate::row::fields::{has_double_edge, nine_fields};
use crate::row::positions::positions;
use crate::row::{LabelKind, Layout, Row, words};

/// Leaves out a word before the number of a row, such as `Line 3`, and brackets around it.
pub(super) fn without_label_word(text: &str) -> Cow<'_, str> {
    if let Some((label, rest)) =
        text.strip_prefix(['(', '[', '<', '{']).and_then(|text| text.split_once([')', ']', '>', '}']))
        && label.len() < 3
    {
        return format!("{label} {}", rest.trim_start()).into();
    }
    let word = text.find(|character: char| !character.is_alphabetic()).unwrap_or(text.len());
    let is_row = is_row_word(&text[..word]);
    if is_row { text[word..].trim_start_matches([' ', '#']).into() } else { text.into() }
}

/// Reads a row in which a space is an empty cell behind a label.
pub(super) fn labelled_positions(line: &str) -> Vec<Row> {
    let start = line.len() - line.trim_start().len();
    let text = without_label_word(&line[start..]);
    let Cow::Borrowed(text) = text else { return Vec::new() };
    let end = text.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(text.len());
    let Some(number) = label_number(&text[..end]) else { return Vec::new() };
    let arrow = ARROWS.iter().find_map(|sign| text[end..].trim_start().strip_prefix(sign));
    let rest = arrow.or(text[end..].strip_prefix([':', '.', ')'])).unwrap_or(&text[end..]);
    // Without a frame on the other side, the bar is that of the label.
    let bar = rest.trim_start().strip_prefix('|').filter(|rest| rest.matches('|').count() == 2);
    let rest = bar.unwrap_or(rest);
    let label = line.len() - rest.len();
    let is_behind =
        |row: &Row| matches!(row.layout, Layout::Positions { places, .. } if usize::from(places[0]) > label);
    let rows = positions(&(" ".repeat(label) + rest)).into_iter().filter(is_behind);
    rows.map(|row| Row { label: Some(number), ..row }).collect()
}

/// The signs of the items of lists, and those between a label and its row.
const ITEMS: [&str; 9] = ["- ", "* ", ". ", "• ", "◦ ", "○ ", "● ", "‣ ", "▪ "];
const ARROWS: [&str; 5] = ["->", "=>", "→", "=", ">"];

/// Reads a label and nine cells: `A | 1 2 . ...`, `1 : ...`, `r1 ...`, `IV. ...`, `12 ...`, or the sign of an item of a list: `- ...`.
pub(super) fn labelled(text: &str, kind: LabelKind) -> Option<Row> {
    if let Some(item) = ITEMS.iter().find_map(|sign| text.strip_prefix(sign)) {
        let layout = Layout::Labelled { kind, is_before: true, is_behind: false, is_dashed: false };
        let item = item.trim_start();
        let is_named = item.chars().take(2).all(char::is_alphabetic);
        let named = || is_named.then(|| labelled(item, kind)).flatten();
        return cells(item).map(|row| Row { layout, ..row }).or_else(named);
    }
    let text = text.trim_start_matches(['|', ' ']);
    // The labels of R.
    let (open, close) = text.split_once(",]").filter(|(open, _)| open.starts_with('[')).unwrap_or(("", text));
    let of_r = if open.is_empty() { String::new() } else { format!("{} {close}", &open[1..]) };
    let text = if of_r.is_empty() { text } else { &of_r };
    let text = &*without_label_word(text);
    let end = text.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (label, rest) = text.split_at(end);
    let number = match kind {
        LabelKind::Row => label_number(label),
        LabelKind::Roman => roman_number(label),
        LabelKind::Line => line_number(label),
    }?;
    let arrow = ARROWS.iter().find_map(|sign| rest.trim_start().strip_prefix(sign));
    // A separator may be behind the label, and the label behind the row, too. A dot or a dash is a separator before a space or nine cells,
    // else a cell. A digit beside a cell is one itself.
    let is_behind_label = |rest: &&str| rest.starts_with(' ') || rest.len() == 9 && plain_cells(rest).is_some();
    let rest = match arrow.or_else(|| rest.strip_prefix(['.', '-']).filter(is_behind_label)) {
        Some(rest) => rest.trim_start(),
        None if rest.starts_with(|first| cell(first).is_some()) => return None,
        None => rest.trim_start(),
    };
    let behind = rest.strip_prefix(['|', ':', ')', ']']).unwrap_or(rest).trim_start_matches(['|', ' ']);
    let is_apart = |rest: &&str| rest.ends_with(['|', ' ', ':']);
    let inner = behind.strip_suffix(label).filter(is_apart);
    let inner = inner.and_then(|inner| cells(inner.trim_end_matches(':').trim_end()));
    let dashed = rest.strip_prefix("- ").and_then(cells);
    let layout = Layout::Labelled { kind, is_before: true, is_behind: inner.is_some(), is_dashed: dashed.is_some() };
    let with_sign = || (behind.len() < rest.len()).then(|| cells(rest)).flatten();
    // Fields of which some are empty, behind a label that is no field: `Row 1: ,6,,8,...`.
    let with_fields = || {
        let fields = rest.strip_prefix([':', ')', ']'])?.trim_matches(' ');
        let framed = || fields.strip_prefix('|')?.strip_suffix('|');
        let inner = framed().filter(|_| fields.matches('|').count() == 10);
        let fields = inner.unwrap_or(fields);
        if inner.is_some_and(has_double_edge) {
            return None;
        }
        let is_between = |delimiter: &char| fields.matches(*delimiter).count() == 8;
        let delimiter = [',', ';', '\t', '|'].into_iter().find(is_between)?;
        nine_fields(fields, delimiter, false).map(|row| Row { separators: [false; 3], ..row })
    };
    let row = inner.or(dashed).or_else(|| cells(behind)).or_else(with_sign).or_else(with_fields)?;
    Some(Row { layout, label: Some(number), ..row })
}

/// Reads nine cells and a label behind them: `1 2 . | ... | A`.
pub(super) fn labelled_behind(text: &str) -> Option<Row> {
    let (rest, label) = text.split_at(text.rfind([' ', '|'])? + 1);
    let inner = rest.trim_end_matches(['|', ' ']);
    // A digit behind one space may be a cell.
    let is_letter = label.starts_with(|first: char| first.is_ascii_uppercase());
    let label = label_number(label).filter(|_| is_letter || rest.len() > inner.len() + 1)?;
    let is_alone = words(inner).all(|(_, word)| word.chars().all(|character| cell(character).is_some()));
    let row = plain_cells(inner).filter(|_| is_alone)?;
    let layout = Layout::Labelled { kind: LabelKind::Row, is_before: false, is_behind: true, is_dashed: false };
    Some(Row { layout, label: Some(label), ..row })
}
