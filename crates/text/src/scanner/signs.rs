//! Signs of a line that are no cells: comments, numbers, frames and rulers.

use std::borrow::Cow;

use super::MOST_OF_A_COMMENT;
use crate::characters::{cell, is_separator};
use crate::line;
use crate::order::LONGEST_TITLE;
use crate::row::{Layout, Row, has_sign_in_field, readings, words};
use crate::unread::may_be_grid;

pub(super) fn cells_in(text: &str) -> usize {
    text.bytes().filter(|&byte| line::is_cell(byte)).count()
}

/// Returns `true` if a field has nothing but a sign that is around rows elsewhere, and others are empty: it is a cell with an error.
pub(super) fn has_lone_sign(text: &str) -> bool {
    [',', ';', '\t', '|'].into_iter().any(|delimiter| has_sign_in_field(text, delimiter)) || text.contains(" ` ")
}

/// Returns the text behind the number of a puzzle, `#1`, if it has the cells of a grid, or a long part of
/// them.
pub(super) fn without_number(text: &str) -> Option<&str> {
    let number = text.trim_start().strip_prefix('#')?;
    let rest = number.trim_start_matches(|first: char| first.is_ascii_digit());
    let behind = rest.trim_start_matches(['.', ':', ')']);
    let is_apart = behind.starts_with([' ', '\u{a0}', '\t', ',', ';', '|']);
    let has_grid = || cells_in(behind) >= MOST_OF_A_COMMENT || may_be_grid(behind);
    (rest.len() < number.len() && is_apart && has_grid()).then_some(behind)
}

/// Splits a line at the `#` of a comment.
pub(super) fn row_and_comment(text: &str) -> (&str, &str) {
    // A link may have a mark of a place in it.
    let is_text = text.contains("://") || text.trim_start().starts_with(['[', '{', '(', '#']) || has_signs(text);
    // Between the bars of a drawing or a table, it is the border of a box or the name of a column.
    let is_drawn = |(row, comment): &(&str, &str)| {
        let is_sign = |sign: char| matches!(sign, '#' | 'l' | 'I' | '!' | ' ') || cell(sign).is_some();
        row.contains('|') && comment.contains('|') || comment.contains('#') && comment.chars().all(is_sign)
    };
    let Some((row, comment)) = text.split_once('#').filter(|parts| !is_text && !is_drawn(parts)) else {
        return (text, "");
    };
    // Between digits or before those of a cell, it is a sign of another program, and in a field it is a value: `#N/A`.
    let is_before_digit = comment.starts_with(|first: char| first.is_ascii_digit());
    let is_mark = is_before_digit
        && (row.ends_with('|')
            || row.ends_with(|last: char| last.is_ascii_digit()) && (row.contains(' ') || text.trim().len() == 9)
            || row.trim().chars().all(char::is_alphabetic)
            || words(&text.replace('#', "")).count() == 9)
        // A part of a frame.
        || comment.is_empty() && row.starts_with(' ')
        || row.trim_end_matches(' ').ends_with([',', ';', '\t']) && !comment.starts_with(' ');
    if is_mark {
        return (text, "");
    }
    // The space before a comment is no cell of a line of them.
    let has_long_row = row.len() > MOST_OF_A_COMMENT && !comment.is_empty();
    (if has_long_row { row.trim_end() } else { row }, comment)
}

/// The errors of spreadsheet programs.
const SPREADSHEET_ERRORS: [&str; 7] = ["#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!"];

/// Returns `true` for nothing but digits and `#`, which may be a blank, and for an error of a spreadsheet program.
pub(super) fn has_signs(text: &str) -> bool {
    if SPREADSHEET_ERRORS.iter().any(|error| text.contains(error)) {
        return true;
    }
    let is_cell = |sign: char| sign == '#' || sign.is_ascii_digit() || is_separator(sign);
    let count = text.chars().filter(|&sign| !is_separator(sign)).count();
    let has_digit = || text.contains(|sign: char| sign.is_ascii_digit());
    matches!(count, 9 | 81) && text.matches('#').count() > 1 && text.chars().all(is_cell) && has_digit()
}

/// Returns a row with bars in place of `#` around it and between its boxes, or only between them.
pub(super) fn with_bars_of_frame(text: &str) -> Option<String> {
    let framed = || text.trim().strip_prefix('#')?.strip_suffix('#');
    let is_framed = || framed().is_some_and(|inner| !inner.trim_matches('#').is_empty());
    let is_box = |part: &str| {
        let mut cells = part.chars().filter(|sign| *sign != ' ');
        cells.by_ref().take(3).filter(|sign| cell(*sign).is_some()).count() == 3 && cells.next().is_none()
    };
    let are_boxes = || text.split('#').count() == 3 && text.split('#').all(is_box);
    // Around nine fields with bars between them, it is no blank.
    let are_fields = || framed().is_some() && text.contains('|') && text.matches(['#', '|']).count() == 10;
    let is_drawn = text.contains('#') && (is_framed() || are_boxes()) && (are_fields() || !has_signs(text));
    is_drawn.then(|| text.replace('#', "|")).filter(|row| !readings(row).is_empty())
}

/// Leaves out the sign before a number or a name among the fields of a line, `Puzzle #1: 53..7....`, if the cells of a grid are behind it.
pub(super) fn without_sign(text: &str) -> Cow<'_, str> {
    let is_grid = |word: &str| word.len() == 81 && word.bytes().filter(|byte| matches!(byte, b'1'..=b'9')).count() > 9;
    let has_grid = |(_, rest): &(&str, &str)| cells_in(rest) >= 81 && words(rest).any(|(_, word)| is_grid(word));
    let is_start = |before: &str| before.trim().is_empty();
    if let Some((before, behind)) = text.split_once('#')
        && before.trim().trim_matches('|').is_empty()
        && behind.trim_start().starts_with('|')
        && before.contains('|')
    {
        return format!("{before} {behind}").into(); // the name of the column of labels
    }
    match text.split_once('#').filter(has_grid) {
        Some((before, rest)) if !is_start(before) => format!("{before} {rest}").into(),
        _ => text.into(),
    }
}

/// Returns the name before the first row of a grid in its line, as in `Puzzle: 53..7....`, and the row.
pub(super) fn row_behind_name(text: &str) -> Option<(&str, &str)> {
    // That of a file may have a number of a line behind it.
    let of_file = || text.rsplit_once(':').filter(|(name, _)| name.contains('.') && !name.contains(' '));
    let (name, row) = text.split_once(": ").or_else(of_file).filter(|(name, _)| name.len() <= LONGEST_TITLE)?;
    let is_row = |row: &Row| row.layout == Layout::Cells && row.label.is_none();
    let is_name = name.trim_start().starts_with(char::is_alphabetic) && readings(text).is_empty();
    (is_name && readings(row).iter().any(is_row)).then_some((name.trim(), row))
}

/// Returns the first row of a string that goes on in the next lines, behind a call or a command: `parse("53..7....`.
pub(super) fn row_behind_quote(text: &str) -> Option<&str> {
    let (before, row) = text.split_once(['"', '\''])?;
    let is_row = |row: &Row| row.layout == Layout::Cells && row.label.is_none();
    let is_open = !before.trim().is_empty() && cells_in(before) < 9 && !row.contains(['"', '\'']);
    (is_open && readings(text).is_empty() && readings(row).iter().any(is_row)).then_some(row)
}

/// Returns a line of a programming language without the comment at its end.
pub(super) fn without_remark(text: &str) -> &str {
    let end = [" #", " //", " %"].iter().filter_map(|sign| text.find(sign)).min();
    let text = &text[..end.unwrap_or(text.len())];
    // MATLAB goes on in the next line.
    text.trim_end().strip_suffix(" ...").unwrap_or(text)
}

/// Returns `true` if a line is decoration, drawn with `-`, `=`, `+`, `~` and the like, and does not have the cells of a row or a grid.
pub(crate) fn is_rule(text: &str) -> bool {
    let is_sign = |sign: char| matches!(sign, '^' | '/' | '\\' | 'o' | 'O' | '%' | '@');
    let is_equal = text.chars().all(|character| text.starts_with(character));
    let is_blank = text.starts_with(['*', 'x', 'X']) && matches!(text.len(), 3..=8 | 10..=80 | 82..);
    let is_drawn = is_equal && (is_blank || text.len() > 4 && text.starts_with(is_sign));
    let is_head = text.starts_with("\\begin{") && text.ends_with('}') && !text.contains('&');
    if is_drawn || is_head || ["\\hline", "\\cline", "<hr"].iter().any(|start| text.starts_with(start)) {
        return true;
    }
    // The upper corner of a frame.
    let text = text.strip_prefix(',').filter(|text| text.starts_with("--")).unwrap_or(text);
    let drawn = text.chars().all(|c| matches!(c, '-' | '=' | '+' | '|' | '*' | '.' | ':' | '\'' | '_' | '~' | ' '));
    let has_colons = text.matches(':').count() == 2 && text.len() > 14 && !text.contains(['|', ' ']);
    // A sign or two may be the start of an item whose row has no clue.
    if !drawn || text.len() < 3 || !text.contains(['-', '=', '+', '_', '~']) && !has_colons {
        return false;
    }
    // The row of an item of a list may have no clue.
    let is_item = text.starts_with("- ");
    let cells = text.chars().filter(|&c| matches!(c, '-' | '*' | '.' | '_')).count();
    let is_column = |part: &str| part.trim().trim_matches(':') == "-";
    let is_of_table = text.contains(':') && (text.starts_with('|') || text.split('|').all(is_column));
    text.contains(['=', '+', '~']) || is_of_table || !(matches!(cells, 9 | 81) || is_item && cells == 10)
}

/// Returns `true` if a line is the upper or lower edge of a grid, such as `*-----------*` or `.-----.-----.-----.`.
///
/// An edge may have 81 characters. It is not an empty grid, because a grid has only one kind of blank.
pub(crate) fn is_frame(text: &[u8]) -> bool {
    matches!(text, [b'*' | b'.' | b'\'', b'-', .., b'*' | b'.' | b'\''])
        && text.iter().all(|character| matches!(character, b'-' | b'*' | b'.' | b'+' | b'\''))
}
