//! The readings of a line as a row of a grid.
//!
//! A line can be a row in several layouts: `1,2,,4,5,6,7,8,9` has an empty field, and other lines have a label before nine cells. All rows
//! of a grid have a common layout, so the lines together tell what one line does not.

use std::borrow::Cow;

use crate::digit::DigitSet;
use crate::text::characters::{SPACE, cell, dotted_number, is_separator, may_be_mixed, number_word};
use crate::text::markup::ELEMENT;
use crate::text::names::{label_number, remark_number, row_number};
use crate::text::no_row::is_number;
use crate::text::pencilmarks::{self, Mark};

/// The most spaces before rows that have spaces as blanks.
const MOST_INDENTATION: usize = 17;

/// The contents of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextRow {
    Numbers([u8; 9]),
    /// Pencilmarks. In a board with pencilmarks, a row of numbers has at most one candidate in each cell.
    Marks([DigitSet; 9]),
}

/// The way in which the cells of a row are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// Nine cells, each with a character, with separators between them or not.
    Cells,
    /// A label before nine cells, behind them, or both: the number of the row, or a letter. A dash may be behind it, which is no cell.
    Labelled { is_before: bool, is_behind: bool, is_dashed: bool },
    /// Cells at fixed positions, where a space is an empty cell. The spaces at the ends of rows may be cut.
    Positions { places: [u16; 9], is_cut: bool },
    /// Nine fields with a delimiter, of which some are empty. A closed row has the delimiter also behind its last field, and a
    /// labelled one has a field more before the others.
    Fields { delimiter: char, is_closed: bool, is_labelled: bool },
    /// Nine fields with an empty one between the boxes, as in a spreadsheet.
    SpacedFields { delimiter: char },
}

impl Layout {
    /// Returns `true` if rows have a label before them.
    pub(super) fn is_labelled(self) -> bool {
        matches!(self, Layout::Labelled { .. } | Layout::Fields { is_labelled: true, .. })
    }

    /// Returns the layout in words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Layout::Cells => "nine cells a line",
            Layout::Labelled { .. } => "nine cells with a label",
            Layout::Positions { .. } => "cells in columns",
            Layout::Fields { .. } | Layout::SpacedFields { .. } => "nine fields a line",
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
    /// The number of the row that its label tells, from 1 or from 0.
    pub(super) label: Option<u8>,
    /// `true` if the line begins as an item of a list: `- ...`.
    pub(super) is_item: bool,
    /// The kinds of separators in the line, or between its cells: `|`, spaces, and others.
    pub(super) separators: [bool; 3],
    /// `true` if the line begins with something other than a cell.
    pub(super) is_enclosed: bool,
    /// The widths of drawn fields with a cell and of those without, if there are any, plus 1: all rows have the same.
    pub(super) widths: [usize; 2],
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
            widths: [0; 2],
        }
    }

    /// Returns `true` if all cells are the same blank.
    pub(super) fn is_uniform(&self) -> bool {
        self.cells == TextRow::Numbers([0; 9]) && self.blanks.count_ones() == 1
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
    let text = line.trim();
    let mut rows = Vec::new();
    // Rows are short; a line of a book is none.
    if text.len() > 400 {
        return rows;
    }
    rows.extend(cells(text));
    rows.extend(labelled(text));
    rows.extend(labelled_behind(text));
    if text.contains('|') {
        let framed = without_remark(line, '|');
        rows.extend(positions(framed));
        rows.extend(labelled_positions(line));
        // A package of LaTeX has a dot behind the row.
        let framed = || {
            let inner = text.strip_prefix('|').unwrap_or(text);
            inner.strip_suffix("|.").or(inner.strip_suffix('|')).unwrap_or(inner)
        };
        let inner = if line.matches('|').count() == 8 { line } else { framed() };
        // A frame is that of all rows.
        let is_framed = inner.len() < line.len() && line.matches('|').count() > 8;
        let has_double_edge = is_framed && line.matches('|').count() > 9 && has_double_edge(inner);
        let with_frame = |row: Row| match row.layout {
            Layout::Fields { is_labelled, .. } => {
                Row { layout: Layout::Fields { delimiter: '|', is_closed: is_framed, is_labelled }, ..row }
            }
            _ => row,
        };
        if !has_double_edge {
            rows.extend(fields(inner, '|').into_iter().map(with_frame));
        }
    }
    rows.extend(fields(text, ELEMENT));
    for delimiter in [',', ';', '\t', '&'] {
        let text = if delimiter == '\t' { line } else { text };
        rows.extend(fields(text, delimiter));
        rows.extend(spaced_fields(text, delimiter));
    }
    // Nine characters at the end of each line, of which some are spaces, with a space between them or not.
    for pitch in [1, 2] {
        if let Some(start) = line.len().checked_sub(8 * pitch + 1).filter(|start| *start < MOST_INDENTATION) {
            rows.extend(at_positions(line.as_bytes(), std::array::from_fn(|at| (start + at * pitch) as u16)));
        }
    }
    let is_item = text.starts_with("- ") || text.starts_with("* ");
    let is_cell = |word: &str| number_word(word).is_some() || word.chars().all(|character| cell(character).is_some());
    let is_enclosed = words(text).next().is_some_and(|(start, word)| start > 0 || !is_cell(word));
    for row in &mut rows {
        row.is_item = is_item;
        // A letter before a row may be a blank.
        row.is_enclosed = is_enclosed || row.layout.is_labelled();
        if !matches!(row.layout, Layout::Cells | Layout::Labelled { .. }) {
            row.separators = separators(text);
        }
    }
    rows
}

/// Returns `true` if the first or last of drawn fields is empty and has another width than the others: a bar of the frame is there twice.
fn has_double_edge(fields: &str) -> bool {
    let widths: Vec<(bool, usize)> = fields.split('|').map(|field| (field.trim().is_empty(), field.len())).collect();
    let [first, inner @ .., last] = &widths[..] else { return false };
    let width = inner.iter().find(|(is_empty, _)| *is_empty).map(|(_, width)| *width);
    let is_other = |edge: usize| match width {
        Some(width) => edge != width,
        None => edge == 0 && inner.iter().any(|(_, width)| *width > 1),
    };
    [first, last].into_iter().any(|(is_empty, width)| *is_empty && is_other(*width))
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

/// Reads the three rows of a band, 27 cells in fields of the same length.
pub(super) fn band(text: &str) -> Option<Vec<Row>> {
    if text.len() < 27 {
        return None;
    }
    let words: Vec<&str> = words(text).map(|(_, word)| word).collect();
    let cells = words.concat();
    let is_band = cells.len() == 27 && words.iter().all(|word| word.len() == words[0].len() && 27 % word.len() == 0);
    let rows = (0..3).map(|row| cells.get(9 * row..9 * row + 9).and_then(plain_cells));
    rows.collect::<Option<Vec<Row>>>().filter(|_| is_band)
}

/// Reads nine cells with separators, and a remark behind them.
fn cells(text: &str) -> Option<Row> {
    let inner = without_brackets(text);
    let is_inner = inner.len() < text.len();
    let beside = || {
        let (before, behind) = text.split_once(inner)?;
        row_number(before).or_else(|| remark_number(behind))
    };
    let with_name = |row: Row| Row { label: row.label.or_else(beside), ..row };
    is_inner.then(|| plain_cells(inner).map(with_name)).flatten().or_else(|| plain_cells(text))
}

fn plain_cells(inner: &str) -> Option<Row> {
    let mut lengths = Lengths::default();
    let (mut numbers, mut blanks) = (Vec::with_capacity(9), 0);
    let (mut rest, mut end, mut cells_end, mut is_apart) = ("", 0, 0, false);
    // The numbers of cells before wide gaps, the numbers of other gaps, and whether a colon is behind the first cell only.
    let (mut wide, mut narrow, mut has_label) = (Vec::new(), 0, false);
    // The number of gaps with a comma, and the numbers of cells before those without.
    let (mut commas, mut plain) = (0, Vec::new());
    for (start, word) in words(inner) {
        let gap = &inner[end..start];
        end = start + word.len();
        let is_wide = gap.contains("  ") || gap.contains('\t');
        // A remark may begin with a cell, but cells of pencilmarks have no words.
        let is_word = |word: &str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_apart = numbers.len() == 9
            && is_wide
            && gap.matches('|').count() <= usize::from(inner.starts_with('|'))
            && wide.iter().all(|cells| matches!(cells, 3 | 6))
            && inner[start..].split_whitespace().any(is_word);
        if is_apart {
            rest = &inner[start..];
            break;
        }
        if is_wide {
            wide.push(numbers.len());
        } else {
            narrow += usize::from(start > 0);
        }
        has_label = if gap.contains(':') { numbers.len() == 1 } else { has_label };
        if !word.chars().all(|character| cell(character).is_some()) {
            rest = &inner[start..];
            break;
        }
        if gap.contains([',', ';']) {
            commas += 1;
        } else if start > 0 {
            plain.push(numbers.len());
        }
        if numbers.len() + word.len() > 9 {
            return marks(inner).or_else(|| number_words(inner));
        }
        for (number, blank) in word.chars().filter_map(cell) {
            numbers.push(number);
            blanks |= blank;
        }
        let is_part = inner[start + word.len()..].trim_start().starts_with('|');
        lengths.add(word.len(), is_part);
        cells_end = end;
    }
    let Ok(numbers) = <[u8; 9]>::try_from(numbers) else { return marks(inner).or_else(|| number_words(inner)) };
    // A cell before or behind another gap than the others may be that of a remark. The columns of pencilmarks have wide gaps anywhere.
    let is_odd = |cells: &&usize| !matches!(cells, 0 | 3 | 6 | 9);
    let odd: Vec<usize> = wide.iter().filter(is_odd).copied().collect();
    let is_single = matches!(odd[..], [1 | 8]) || !rest.is_empty() && !odd.is_empty();
    let has_gap = narrow > 0 && is_single || commas > 0 && plain.iter().any(|cells| is_odd(&cells));
    let is_row = lengths.are_equal()
        && lengths.are_boxes()
        && may_be_mixed(blanks)
        && (is_apart && !has_row(rest) || is_remark(rest))
        && !has_gap
        && !has_label;
    let row = Row::of(Layout::Cells, TextRow::Numbers(numbers), blanks);
    let row = Row { label: remark_number(rest), separators: separators(inner[..cells_end].trim_start()), ..row };
    // Numbers such as `5.0` have three cells each.
    let has_numbers = || words(inner).any(|(_, word)| word.len() > 1 && number_word(word).is_some());
    is_row.then_some(row).or_else(|| has_numbers().then(|| number_words(inner)).flatten())
}

/// Reads nine numbers as programs print them, such as `5.0` and `NaN`.
fn number_words(text: &str) -> Option<Row> {
    let are_dotted = words(text).all(|(_, word)| dotted_number(word).is_some());
    let read = if are_dotted { dotted_number } else { field_cell };
    let cells: Vec<(u8, u16)> = words(text).map(|(_, word)| read(word)).collect::<Option<_>>()?;
    let blanks = cells.iter().fold(0, |blanks, (_, blank)| blanks | blank);
    let numbers = cells.iter().map(|(number, _)| *number).collect::<Vec<_>>().try_into().ok()?;
    // A number before a colon is a label.
    let is_row = may_be_mixed(blanks) && text.matches(':').count() != 1;
    let row = Row::of(Layout::Cells, TextRow::Numbers(numbers), blanks);
    is_row.then_some(Row { separators: separators(text), ..row })
}

/// Reads nine cells of pencilmarks, and a remark behind them.
fn marks(text: &str) -> Option<Row> {
    let (mut cells, mut has_several, mut blanks, mut rest) = (Vec::with_capacity(9), false, 0, "");
    for (start, word) in words(text) {
        match pencilmarks::read_cell(word) {
            Mark::Digits { digits, is_several } if cells.len() < 9 => {
                has_several |= is_several;
                if !is_several && digits.is_empty() {
                    blanks |= word.chars().filter_map(cell).fold(0, |blanks, (_, blank)| blanks | blank);
                }
                cells.push(digits);
            }
            Mark::Unknown if cells.len() == 9 => {
                rest = &text[start..];
                break;
            }
            _ => return None,
        }
    }
    let cells: [DigitSet; 9] = cells.try_into().ok()?;
    let is_row = has_several && is_remark(rest);
    is_row.then_some(Row { separators: separators(text), ..Row::of(Layout::Cells, TextRow::Marks(cells), blanks) })
}

/// The words before the number of a row.
const ROW_WORDS: [&str; 11] =
    ["row", "line", "zeile", "reihe", "ligne", "fila", "linea", "línea", "linha", "riga", "rij"];

/// Leaves out a word before the number of a row, such as `Line 3`, and brackets around it.
fn without_label_word(text: &str) -> Cow<'_, str> {
    if let Some((label, rest)) =
        text.strip_prefix(['(', '[', '<', '{']).and_then(|text| text.split_once([')', ']', '>', '}']))
        && label.len() < 3
    {
        return format!("{label} {}", rest.trim_start()).into();
    }
    let word = text.find(|character: char| !character.is_alphabetic()).unwrap_or(text.len());
    let is_row = ROW_WORDS.contains(&&*text[..word].to_lowercase());
    if is_row { text[word..].trim_start().into() } else { text.into() }
}

/// Reads a row in which a space is an empty cell behind a label.
fn labelled_positions(line: &str) -> Vec<Row> {
    let start = line.len() - line.trim_start().len();
    let text = without_label_word(&line[start..]);
    let Cow::Borrowed(text) = text else { return Vec::new() };
    let end = text.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(text.len());
    let Some(number) = label_number(&text[..end]) else { return Vec::new() };
    let rest = text[end..].strip_prefix([':', '.', ')']).unwrap_or(&text[end..]);
    // Without a frame on the other side, the bar is that of the label.
    let bar = rest.trim_start().strip_prefix('|').filter(|rest| rest.matches('|').count() == 2);
    let rest = bar.unwrap_or(rest);
    let label = line.len() - rest.len();
    let is_behind =
        |row: &Row| matches!(row.layout, Layout::Positions { places, .. } if usize::from(places[0]) > label);
    let rows = positions(&(" ".repeat(label) + rest)).into_iter().filter(is_behind);
    rows.map(|row| Row { label: Some(number), ..row }).collect()
}

/// Reads a label and nine cells: `A | 1 2 . ...`, `1 : ...`, `r1 ...`, or the sign of an item of a list: `- ...`.
fn labelled(text: &str) -> Option<Row> {
    if let Some(item) = ["- ", "* ", ". "].iter().find_map(|sign| text.strip_prefix(sign)) {
        return Some(Row {
            layout: Layout::Labelled { is_before: true, is_behind: false, is_dashed: false },
            ..cells(item.trim_start())?
        });
    }
    let text = text.trim_start_matches(['|', ' ']);
    // The labels of R.
    let (open, close) = text.split_once(",]").filter(|(open, _)| open.starts_with('[')).unwrap_or(("", text));
    let of_r = if open.is_empty() { String::new() } else { format!("{} {close}", &open[1..]) };
    let text = if of_r.is_empty() { text } else { &of_r };
    let text = &*without_label_word(text);
    let end = text.find(|character: char| !character.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (label, rest) = text.split_at(end);
    let number = label_number(label)?;
    // A separator may be behind the label, and the label behind the row, too. A dot or a dash is a separator before a space or nine cells,
    // else a cell. A digit beside a cell is one itself.
    let is_behind_label = |rest: &&str| rest.starts_with(' ') || rest.len() == 9 && plain_cells(rest).is_some();
    let rest = match rest.strip_prefix(['.', '-']).filter(is_behind_label) {
        Some(rest) => rest.trim_start(),
        None if rest.starts_with(|first| cell(first).is_some()) => return None,
        None => rest.trim_start(),
    };
    let behind = rest.strip_prefix(['|', ':', ')', ']']).unwrap_or(rest).trim_start_matches(['|', ' ']);
    let is_apart = |rest: &&str| rest.ends_with(['|', ' ']);
    let inner = behind.strip_suffix(label).filter(is_apart).and_then(|inner| cells(inner.trim_end()));
    let dashed = rest.strip_prefix("- ").and_then(cells);
    let layout = Layout::Labelled { is_before: true, is_behind: inner.is_some(), is_dashed: dashed.is_some() };
    let with_sign = || (behind.len() < rest.len()).then(|| cells(rest)).flatten();
    // Fields of which some are empty, behind a label that is no field: `Row 1: ,6,,8,...`.
    let with_fields = || {
        let fields = rest.strip_prefix([':', ')', ']'])?.trim_matches(' ');
        let framed = || fields.strip_prefix('|')?.strip_suffix('|');
        let fields = framed().filter(|_| fields.matches('|').count() == 10).unwrap_or(fields);
        let is_between = |delimiter: &char| fields.matches(*delimiter).count() == 8;
        let delimiter = [',', ';', '\t', '|'].into_iter().find(is_between)?;
        nine_fields(fields, delimiter, false).map(|row| Row { separators: [false; 3], widths: [0; 2], ..row })
    };
    let row = inner.or(dashed).or_else(|| cells(behind)).or_else(with_sign).or_else(with_fields)?;
    Some(Row { layout, label: Some(number), ..row })
}

/// Reads nine cells and a label behind them: `1 2 . | ... | A`.
fn labelled_behind(text: &str) -> Option<Row> {
    let (rest, label) = text.split_at(text.rfind([' ', '|'])? + 1);
    let inner = rest.trim_end_matches(['|', ' ']);
    let label = label_number(label).filter(|_| rest.len() > inner.len() + 1)?;
    let is_alone = words(inner).all(|(_, word)| word.chars().all(|character| cell(character).is_some()));
    let row = plain_cells(inner).filter(|_| is_alone)?;
    let layout = Layout::Labelled { is_before: false, is_behind: true, is_dashed: false };
    Some(Row { layout, label: Some(label), ..row })
}

/// Reads the rows of a drawing in which a space is an empty cell: three cells at equal distances between `|`.
fn positions(line: &str) -> Vec<Row> {
    // The last part of a drawing without a frame may be spaces.
    let line = if line.matches('|').count() == 2 { line } else { line.trim_end() };
    let mut rows = Vec::new();
    let mut parts = Vec::new();
    let mut start = 0;
    for part in line.split('|') {
        parts.push((start, part));
        start += part.len() + 1;
    }
    let parts_with_bars = parts.len();
    let is_framed = parts.first().is_some_and(|(_, part)| part.trim().is_empty()) && parts.len() == 5;
    if is_framed && parts[4].1.is_empty() || parts.len() == 4 && parts[0].1.trim().is_empty() {
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
        let is_cut = parts_with_bars == 3 && line.len() <= end && !line.ends_with(' ');
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

/// Reads nine fields, each with a digit or a blank or empty, and a label before them or not. A row without an empty field is a row of a
/// table with closed rows, too.
fn fields(text: &str, delimiter: char) -> Vec<Row> {
    if text.matches(delimiter).count() < 8 {
        return Vec::new();
    }
    let label = text.split_once(delimiter).and_then(|(label, rest)| {
        let label = label.trim().trim_matches('"').trim_end_matches(['.', ')', ':']);
        // The first column of a table may be empty.
        let label = if label.is_empty() { None } else { Some(label_number(label)?) };
        Some(Row { label, ..nine_fields(rest, delimiter, true)? })
    });
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

/// Reads nine fields with an empty one between the boxes.
fn spaced_fields(text: &str, delimiter: char) -> Option<Row> {
    let mut fields: Vec<&str> = text.split(delimiter).take(12).collect();
    if fields.len() != 11 || !fields.remove(7).trim().is_empty() || !fields.remove(3).trim().is_empty() {
        return None;
    }
    let row = nine_fields(&fields.join(&delimiter.to_string()), delimiter, false)?;
    Some(Row { layout: Layout::SpacedFields { delimiter }, ..row })
}

/// Reads nine fields in the layout that their line has.
fn nine_fields(text: &str, delimiter: char, is_labelled: bool) -> Option<Row> {
    let name = text;
    let text = without_brackets(text);
    let (mut numbers, mut blanks, mut widths, mut is_closed) = (Vec::with_capacity(9), 0, [0; 2], false);
    let number_of_bars = text.matches('|').count();
    // A digit with other spaces around it than the others is a label before an empty cell, or a remark behind one.
    let (mut starts, mut ends) = (Vec::new(), Vec::new());
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
        let is_open = number_of_bars == 8 && numbers.len() == 9;
        // Without a frame, the space before the first field may be missing.
        let is_cut = number_of_bars == 8 && numbers.len() == 1 && matches!(field.as_bytes(), [_, b' ']);
        let length = field.len() + usize::from(is_cut);
        // A digit behind the empty last field of a drawing without a frame is a remark. In a page, empty fields have no width.
        let drawn = widths[0].max(widths[1]);
        if is_open && delimiter == '|' && drawn > 1 && field.trim_end().len() >= drawn {
            return None;
        }
        let width = &mut widths[usize::from(blank == SPACE)];
        if delimiter == '|' && *width > 0 && *width != length + 1 && !is_open {
            return None;
        }
        if !is_open {
            *width = length + 1;
        }
    }
    if !(are_equal(&starts) && are_equal(&ends)) && blanks & SPACE != 0 && delimiter != '|' {
        return None;
    }
    let cells = TextRow::Numbers(numbers.try_into().ok()?);
    let widths = if delimiter == '|' { widths } else { [0; 2] };
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
pub(super) fn field_cell(field: &str) -> Option<(u8, u16)> {
    let field = field.trim();
    let field = field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field).trim();
    let mut characters = field.chars();
    match (characters.next(), characters.next()) {
        (None, _) => Some((0, SPACE)),
        (Some(character), None) => cell(character),
        _ => number_word(field),
    }
}

/// Returns `true` for a line above a table: a name, and the numbers of nine columns.
pub(super) fn is_head_of_columns(text: &str) -> bool {
    let mut words = words(text).map(|(_, word)| word);
    let is_name = words
        .next()
        .is_some_and(|word| matches!(label_number(word), None | Some(9)) && word.chars().all(char::is_alphabetic));
    let is_head = |numbers: &str| matches!(numbers, "123456789" | "012345678");
    is_name && text.contains([',', ';', '\t']) && is_head(&words.collect::<String>())
}

/// Returns the names of nine columns in another order, or of rows as columns: `c9,c8,...`, `B,A,C,...`, `r1,r2,...`. The name of a column
/// with labels may be before them.
pub(super) fn wrong_columns(text: &str) -> Option<String> {
    if !text.contains(char::is_alphabetic) {
        return None;
    }
    let mut names: Vec<String> =
        text.split(is_separator).filter(|name| !name.is_empty()).take(11).map(str::to_ascii_lowercase).collect();
    if let [letters] = &names[..] {
        names = letters.chars().map(String::from).collect();
    }
    let parts = names[names.len().checked_sub(9)?..].iter().map(|name| name.split_at_checked(name.len() - 1));
    let parts = parts.collect::<Option<Vec<_>>>().filter(|_| names.len() <= 10)?;
    let (name, marks) = (parts[0].0, parts.iter().map(|(_, mark)| *mark).collect::<Vec<_>>());
    let mut sorted = marks.clone();
    sorted.sort_unstable();
    let is_wrong = match &*sorted.concat() {
        "123456789" | "012345678" => {
            name.starts_with(char::is_alphabetic) && (marks != sorted || name.starts_with('r'))
        }
        "abcdefghi" | "abcdefghj" => name.is_empty() && marks != sorted,
        _ => false,
    };
    (is_wrong && parts.iter().all(|(other, _)| *other == name)).then(|| text.into())
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

/// Returns a text without the names of functions before brackets: `Array(5, 3, ...)`.
pub(super) fn without_functions(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(text);
    for (bracket, _) in text.match_indices('(') {
        let is_name = |character: char| character.is_ascii_alphabetic() || character == '.';
        let start = text[..bracket].trim_end_matches(is_name).len();
        if start < bracket {
            plain.to_mut().replace_range(start..bracket, &" ".repeat(bracket - start));
        }
    }
    plain
}

/// Returns a row without the brackets of an array around it, as in `{5, 3, 0, 0, 7, 0, 0, 0, 0},`. A remark may follow.
fn without_brackets<'a>(text: &'a str) -> &'a str {
    let is_sign = |byte| matches!(byte, b'=' | b'<' | b'[' | b'{' | b'(' | b']' | b'}' | b')');
    if !text.bytes().any(is_sign) {
        return text;
    }
    // A type may be before the brackets of each row.
    let of_type = text.strip_prefix("new").and_then(|rest| Some(&rest[rest.find('{')?..]));
    let text = of_type.unwrap_or(text);
    // The first row may follow the name of the array, and each the name of a function.
    let is_blank = |word: &str| word.contains(['?', '*']) && !word.contains(char::is_alphabetic);
    let is_name = |text: &str| {
        !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '|' | ',' | ';')) && !text.split(' ').any(is_blank)
    };
    let value = text.split_once("<-").or_else(|| text.split_once('='));
    let value = value.map(|(_, value)| value.trim_start().trim_start_matches(['r', '@', '$']));
    // The name of a function may be before its arguments.
    let argument = |value: &'a str| {
        let inner = value.trim_start_matches(|first: char| first.is_ascii_alphabetic() || matches!(first, '.' | '('));
        if value[..value.len() - inner.len()].ends_with('(') { &value[value.len() - inner.len() - 1..] } else { value }
    };
    let value = value.map(argument);
    let is_value = |value: &&str| {
        value.starts_with(['{', '(', '[', '"', '\'']) || value.trim_end().len() == 9 && !value.contains(' ')
    };
    let value = value.filter(is_value);
    let text = value.unwrap_or(text);
    let start = text.find([']', '}', ')']).and_then(|end| text[..end].rfind(['{', '(', '[']));
    let start = start.filter(|&start| is_name(&text[..start]));
    // Behind a type, the brackets of the array may be before those of the row.
    let is_first = |&at: &usize| {
        (value.is_some() || text.starts_with(char::is_alphabetic)) && text[..at].trim_end().ends_with(['{', '(', '['])
    };
    let text = text.rfind(['{', '(', '[']).filter(is_first).or(start).map_or(text, |start| &text[start..]);
    let inner = text.trim_start_matches(['{', '[', '(', ' ']);
    let is_open = |text: &str| text.contains(['{', '}', '[', ']', '(', ')']);
    match inner.find(['}', ']', ')']) {
        Some(end) if inner.len() < text.len() && !is_open(&inner[..end]) => {
            let signs = inner[end..].trim_start_matches(['}', ']', ')']);
            let rest = signs.trim_start_matches(['}', ']', ')', ',', ';', ' ']);
            // MATLAB ends a row with each semicolon.
            let is_column = inner[..end].contains(';') && signs.starts_with(',');
            if is_remark(rest) && !is_open(rest) && !is_column { &inner[..end] } else { text }
        }
        // The brackets of an array may be in the lines of its first and last row.
        Some(end)
            if inner[end..].trim_start_matches([']', ')', '}', ';']).is_empty() || inner[end..].contains("byrow") =>
        {
            &inner[..end]
        }
        None if value.is_some() && inner.len() < text.len() => inner,
        _ => text,
    }
}

/// Returns `true` if a text behind nine cells is a remark, and not a cell with an error.
fn is_remark(text: &str) -> bool {
    let word = text.split(is_separator).next().unwrap_or_default();
    let mut characters = word.trim_end_matches([')', ']', '}']).chars();
    match (characters.next(), characters.next()) {
        (Some(first), None) => !first.is_alphanumeric() && !has_row(text),
        _ => !has_row(text),
    }
}

/// Returns `true` if a text behind nine cells has the cells of another row.
fn has_row(text: &str) -> bool {
    let is_cells = |word: &&str| word.chars().all(|character| cell(character).is_some());
    let is_of_row = |word: &&str| is_cells(word) && (word.len() == 1 || !is_number(word));
    let is_box = |word: &&str| word.len() == 3 && is_cells(word) && (!word.contains('.') || is_of_row(word));
    let all = || words(text).map(|(_, word)| word);
    all().filter(is_of_row).map(str::len).sum::<usize>() >= 7 || all().filter(is_box).count() >= 3
}

/// The lengths of the fields of a line, and those of its parts between `|`.
#[derive(Default)]
pub(super) struct Lengths {
    fields: Vec<usize>,
    /// The fields of each part.
    parts: Vec<Vec<usize>>,
    is_part_open: bool,
}

impl Lengths {
    /// Adds a field. `is_part` tells that it is the last one of a part.
    pub(super) fn add(&mut self, length: usize, is_part: bool) {
        self.fields.push(length);
        match self.parts.last_mut().filter(|_| self.is_part_open) {
            Some(part) => part.push(length),
            None => self.parts.push(vec![length]),
        }
        self.is_part_open = !is_part;
    }

    /// Returns `true` if all fields have the same length, or all of several parts have, and the fields within each.
    pub(super) fn are_equal(&self) -> bool {
        let has_equal = |part: &Vec<usize>| are_equal(part);
        are_equal(&self.fields) || self.parts.len() > 1 && self.are_boxes() && self.parts.iter().all(has_equal)
    }

    /// Returns `true` if the parts of a row may be boxes or cells.
    fn are_boxes(&self) -> bool {
        are_equal(&self.parts.iter().map(|part| part.iter().sum()).collect::<Vec<usize>>())
    }

    /// Returns the first two lengths that differ.
    pub(super) fn different(&self) -> [usize; 2] {
        let first = self.fields[0];
        [first, self.fields.iter().copied().find(|&length| length != first).unwrap_or(first)]
    }
}

fn are_equal(lengths: &[usize]) -> bool {
    lengths.windows(2).all(|pair| pair[0] == pair[1])
}
