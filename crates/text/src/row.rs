//! The readings of a line as a row of a grid.
//!
//! A line can be a row in several layouts: `1,2,,4,5,6,7,8,9` has an empty field, and other lines have a label before nine cells. All rows
//! of a grid have a common layout, so the lines together tell what one line does not.

mod brackets;
mod cells;
mod fields;
mod labels;
mod positions;

pub(super) use self::brackets::{has_sign_in_field, without_functions};
pub(super) use self::cells::band;
pub(super) use self::fields::field_cell;

use self::cells::cells;
use self::fields::{drawn_fields, fields, inner_fields, spaced_fields};
use self::labels::{labelled, labelled_behind, labelled_positions};
use self::positions::{at_end, framed, positions};
use std::borrow::Cow;

use minirow_core::DigitSet;

use crate::characters::{cell, is_separator, number_word};
use crate::markup::ELEMENT;
use crate::no_row::is_number;
use crate::unread::has_unknown_row;

/// The contents of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextRow {
    Numbers([u8; 9]),
    /// Pencilmarks. In a board with pencilmarks, a row of numbers has at most one candidate in each cell.
    Marks([DigitSet; 9]),
}

/// The kinds of labels before the cells of rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LabelKind {
    /// A digit or a letter, or a sign of a list.
    Row,
    Roman,
    /// The number of the line in an editor, from any number on.
    Line,
}

/// The way in which the cells of a row are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// Nine cells, each with a character, with separators between them or not.
    Cells,
    /// A label before nine cells, behind them, or both: the number of the row, or a letter. A dash may be behind it, which is no cell.
    Labelled { kind: LabelKind, is_before: bool, is_behind: bool, is_dashed: bool },
    /// Cells at fixed positions, where a space is an empty cell. The spaces at the ends of rows may be cut.
    Positions { places: [u16; 9], is_cut: bool },
    /// Nine fields with a delimiter, of which some are empty. A closed row has the delimiter also behind its last field, and a
    /// labelled one has a field more before the others.
    Fields { delimiter: char, is_closed: bool, is_labelled: bool },
    /// Nine fields with an empty one between the boxes, as in a spreadsheet, and a label before them or not. A closed row has another one at
    /// its end.
    SpacedFields { delimiter: char, is_closed: bool, is_labelled: bool },
    /// The fields of one of these two layouts among empty ones, the columns of a spreadsheet before and behind a grid.
    InnerFields { delimiter: char, before: usize, behind: usize, is_spaced: bool, is_labelled: bool },
}

impl Layout {
    /// Returns `true` if rows have a label before them.
    pub(super) fn is_labelled(self) -> bool {
        use Layout::{Fields, InnerFields, Labelled, SpacedFields};
        matches!(
            self,
            Labelled { .. }
                | Fields { is_labelled: true, .. }
                | SpacedFields { is_labelled: true, .. }
                | InnerFields { is_labelled: true, .. }
        )
    }

    /// Returns the layout in words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Layout::Cells => "nine cells a line",
            Layout::Labelled { .. } => "nine cells with a label",
            Layout::Positions { .. } => "cells in columns",
            Layout::Fields { .. } | Layout::SpacedFields { .. } => "nine fields a line",
            Layout::InnerFields { .. } => "nine fields a line among empty ones",
        }
    }
}

/// A reading of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) layout: Layout,
    pub(super) cells: TextRow,
    /// The blanks of the row.
    pub(super) blanks: u16,
    /// The number of the row that its label tells, from 1 or from 0, or that of the line.
    pub(super) label: Option<u32>,
    /// `true` if the line begins as an item of a list: `- ...`, and has no boxes or more than a space behind the sign.
    pub(super) is_item: bool,
    /// The kinds of separators in the line, or between its cells: `|`, spaces, and others.
    pub(super) separators: [bool; 3],
    /// `true` if the line begins with something other than a cell.
    pub(super) is_enclosed: bool,
    /// The widths of drawn fields with a cell and of those without, then those of the first and of the last one, if there are any, plus 1.
    pub(super) widths: [usize; 6],
}

impl Row {
    /// Returns a row without a label, of which nothing else is known.
    fn of(layout: Layout, cells: TextRow, blanks: u16) -> Row {
        Row {
            layout,
            cells,
            blanks,
            label: None,
            is_item: false,
            separators: [false; 3],
            is_enclosed: false,
            widths: [0; 6],
        }
    }

    /// Returns `true` if all cells are the same blank.
    pub(super) fn is_uniform(&self) -> bool {
        self.cells == TextRow::Numbers([0; 9]) && self.blanks.count_ones() == 1
    }

    /// Returns `true` for the digits in order, from 1 or from 0, as the numbers of columns.
    pub(super) fn is_counted(&self) -> bool {
        [1, 0].iter().any(|&first| self.cells == TextRow::Numbers(std::array::from_fn(|at| first + at as u8)))
    }

    /// Returns the sign between the cells or the parts of the row, and whether it is enclosed.
    pub(super) fn shape(&self) -> ([bool; 3], bool) {
        let [has_bars, has_spaces, has_others] = self.separators;
        ([has_bars, has_spaces && !has_bars && !has_others, has_others], self.is_enclosed)
    }

    /// Returns `true` if a digit is there twice, as in other numbers of nine digits.
    pub(super) fn has_clash(&self) -> bool {
        let TextRow::Numbers(numbers) = self.cells else { return false };
        let is_twice = |at: usize| numbers[at] != 0 && numbers[..at].contains(&numbers[at]);
        (1..9).any(is_twice)
    }
}

/// Returns the readings of a line as a row. `line` has its spaces at both ends.
pub(super) fn readings(line: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    // Rows are short; a line of a book is none.
    if line.trim().len() > 400 {
        return rows;
    }
    let line = &*without_double_bars(line);
    let line = &*without_headings(line);
    let line = &*with_bars(line);
    let text = line.trim();
    rows.extend(cells(text));
    rows.extend(
        [LabelKind::Row, LabelKind::Roman, LabelKind::Line].into_iter().filter_map(|kind| labelled(text, kind)),
    );
    rows.extend(labelled_behind(text));
    if text.contains('|') {
        rows.extend(positions(without_remark(line, '|')));
        rows.extend(framed(line));
        rows.extend(labelled_positions(line));
        rows.extend(drawn_fields(line));
    }
    rows.extend(fields(text, ELEMENT));
    for delimiter in [',', ';', '\t', '&'] {
        let text = if delimiter == '\t' { line } else { text };
        rows.extend(fields(text, delimiter));
        rows.extend(spaced_fields(text, delimiter));
        rows.extend(inner_fields(text, delimiter));
    }
    rows.extend(at_end(line));
    let is_item = text.starts_with("- ") || text.starts_with("* ");
    // Behind a bracket, no cell is before the first one.
    let is_bracket = is_item && text[1..].trim_start().starts_with(['[', '(', '{']);
    let is_cell = |word: &str| number_word(word).is_some() || word.chars().all(|character| cell(character).is_some());
    let is_enclosed = words(text).next().is_some_and(|(start, word)| start > 0 || !is_cell(word));
    for row in &mut rows {
        // A letter before a row may be a blank.
        row.is_enclosed = is_enclosed || row.layout.is_labelled();
        if !matches!(row.layout, Layout::Cells | Layout::Labelled { .. }) {
            row.separators = separators(text);
        }
        // Behind a bar, the first cell is one of the others, unless it is far from them.
        row.is_item = is_item && !is_bracket && (!row.separators[0] || text[1..].starts_with("  "));
    }
    rows
}

/// Replaces the double bars between boxes by single ones, if there are single ones between their cells.
fn without_double_bars(line: &str) -> Cow<'_, str> {
    let framed = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')).unwrap_or(line);
    let boxes: Vec<&str> = framed.trim_matches('|').split("||").collect();
    let cells = || boxes.iter().flat_map(|part| part.split('|'));
    // The empty cells of a page have no width.
    let width = cells().map(str::len).max().unwrap_or(0);
    let is_cell = |cell: &str| cell.len() == width || cell.len() + 1 == width && width > 1;
    let is_drawn = boxes.len() == 3 && boxes.iter().all(|part| part.matches('|').count() == 2) && cells().all(is_cell);
    if is_drawn { line.replace("||", "|").into() } else { line.into() }
}

/// Replaces the double bars of Jira, which are before headings, by single ones, if the row has nine fields or a label only so. Elsewhere,
/// an empty field is between them.
fn without_headings(line: &str) -> Cow<'_, str> {
    let text = line.trim();
    let single = || text.replace("||", "|");
    let has_fields = |row: &str| {
        let fields = row.strip_prefix('|').and_then(|row| row.strip_suffix('|')).unwrap_or_default().split('|');
        matches!(fields.clone().count(), 9 | 10) && fields.clone().all(|field| !field.is_empty())
    };
    // The heading of a row, before fields of any width.
    let label = || text.strip_prefix('|').filter(|row| row.matches('|').count() == 11 && row.as_bytes()[1] != b'|');
    match text.starts_with('|') && text.contains("||") && drawn_fields(line).is_empty() {
        true => Some(single())
            .filter(|row| has_fields(row))
            .or_else(|| Some(label()?.into()))
            .map_or(line.into(), Cow::Owned),
        false => line.into(),
    }
}

/// The signs that people draw as bars.
const BARS: [char; 4] = ['I', 'l', '!', ':'];

/// Replaces the signs that are drawn between the boxes of a row, or also around it, by bars, and those around a row or its fields.
fn with_bars(line: &str) -> Cow<'_, str> {
    let is_between = |sign: &&char| {
        if !line.contains(**sign) {
            return false;
        }
        let parts: Vec<&str> = line.split(**sign).collect();
        if let [before, ref inner @ .., behind] = parts[..]
            && (before.to_string() + behind).trim().is_empty()
            && is_framed(inner)
        {
            return true;
        }
        if !matches!(parts.len(), 3 | 5) {
            return false;
        }
        let boxes = match parts[..] {
            [before, ref boxes @ .., behind] if boxes.len() == 3 && (before.to_string() + behind).trim().is_empty() => {
                boxes
            }
            _ => &parts[..],
        };
        let is_box =
            |part: &&str| part.chars().all(|sign| matches!(sign, ' ' | ',') || cell(sign).is_some()) && part.len() > 2;
        // Numbers with a sign between them are no boxes.
        let are_apart = || line.split([' ', ',', **sign]).all(|word| word.chars().count() < 2);
        let has_blank = |part: &&str| {
            part.contains(['_', '*', '-']) || part.contains("..") || part.starts_with('.') || part.ends_with('.')
        };
        // A colon between boxes is a separator, too.
        let has_boxes = || **sign != ':' && boxes.iter().any(has_blank);
        boxes.len() == 3 && boxes.iter().all(is_box) && (are_apart() || has_boxes())
    };
    let sign = BARS.iter().find(is_between);
    sign.map_or(line.into(), |sign| line.replace(*sign, "|").into())
}

/// Returns `true` for a row of digits and spaces, or for nine fields of the same width.
fn is_framed(parts: &[&str]) -> bool {
    match parts {
        [row] => row.len() >= 9 && row.bytes().all(|byte| matches!(byte, b' ' | b'1'..=b'9')),
        fields => {
            let is_field = |field: &&str| field.len() == fields[0].len() && field_cell(field).is_some();
            fields.len() == 9 && fields.iter().all(is_field)
        }
    }
}

/// Returns a line without a remark of words far behind its last sign, such as `| 1   |   2 |     |  SE 1.2`.
pub(super) fn without_remark(line: &str, sign: char) -> &str {
    let Some(end) = line.rfind(sign).map(|at| at + sign.len_utf8()) else { return line };
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let rest = &line[end..];
    // Without a frame, the last cells are behind the last sign.
    let has_cells = rest
        .split_whitespace()
        .next()
        .is_some_and(|word| word.len() == 1 && word.chars().all(|sign| cell(sign).is_some()));
    let is_apart = rest.starts_with("  ") && rest.split_whitespace().any(is_word) && !has_cells && !has_row(rest);
    if is_apart { &line[..end] } else { line }
}

fn separators(text: &str) -> [bool; 3] {
    [text.contains('|'), text.contains(' '), text.contains([',', ';', ':', '\t'])]
}

/// Returns the words between separators, with their positions.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split(is_separator).filter_map(move |word| {
        let at = start;
        start += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        (!word.is_empty()).then_some((at, word))
    })
}

/// Returns `true` if a text behind nine cells is a remark, and not a cell with an error.
fn is_remark(text: &str) -> bool {
    let word = text.split(is_separator).next().unwrap_or_default();
    let mut characters = word.trim_end_matches([')', ']', '}']).chars();
    match (characters.next(), characters.next()) {
        (Some(first), None) => !first.is_alphanumeric() && !has_row(text),
        // A cell with a label beside it.
        (Some(first), Some('(' | '[' | '{')) => cell(first).is_none() && !has_row(text),
        _ => !has_row(text),
    }
}

/// Returns `true` if a text behind nine cells has the cells of another row.
fn has_row(text: &str) -> bool {
    let is_cells = |word: &&str| word.chars().all(|character| cell(character).is_some());
    let is_of_row = |word: &&str| is_cells(word) && (word.len() == 1 || !is_number(word));
    let is_box = |word: &&str| word.len() == 3 && is_cells(word) && (!word.contains('.') || is_of_row(word));
    let all = || words(text).map(|(_, word)| word);
    all().filter(is_of_row).map(str::len).sum::<usize>() >= 7
        || all().filter(is_box).count() >= 3
        || all().any(has_unknown_row)
}
