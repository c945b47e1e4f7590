//! Lines of nothing but cells that are no rows: with another number of them than nine, or with spaces as blanks within brackets.

use minirow_core::Puzzle;

use crate::characters::{cell, is_separator};

/// The numbers of cells of a line that are hardly anything but a part of a row, and the widest line with spaces as blanks.
const CELLS: std::ops::RangeInclusive<usize> = 5..=14;
const WIDEST: usize = 40;

/// The fewest columns with a digit of lines with spaces as blanks.
const FEWEST_COLUMNS: usize = 5;

/// The most lines between two rows: a ruler and an empty line.
const MOST_BETWEEN: usize = 2;

/// The last lines of text that have nothing but cells, within the same other signs.
#[derive(Clone, Debug, Default)]
pub(super) struct CutRows {
    around: [String; 2],
    first_line: usize,
    last_line: usize,
    count: usize,
    digits: usize,
    blanks: u16,
    /// The number of cells of each line, unless they differ, and the length of each, as far as the signs around it tell it.
    cells: Option<usize>,
    width: Option<usize>,
    /// The columns with a digit, and `true` if spaces may be blanks.
    columns: u64,
    has_gaps: bool,
}

impl CutRows {
    /// Notes a line of text. Returns the number of the first of nine lines that are hardly anything but the rows of a grid.
    pub(super) fn note(&mut self, line: usize, text: &str) -> Option<usize> {
        let next = CutRows::of(line, text).unwrap_or_default();
        let is_near = next.count > 0 && line <= self.last_line + MOST_BETWEEN + 1 && next.around == self.around;
        let (cells, width) =
            (self.cells.filter(|_| next.cells == self.cells), self.width.filter(|_| next.width == self.width));
        let blanks = self.blanks | next.blanks;
        let is_even = cells.is_some() && blanks.count_ones() < 2;
        let is_spaced = blanks == 0 && (width.is_some() || self.width.is_none() && next.width.is_none());
        if !is_near || !(is_even || is_spaced) {
            *self = next;
            return None;
        }
        (self.last_line, self.count, self.digits) = (line, self.count + 1, self.digits + next.digits);
        (self.cells, self.width, self.blanks) = (cells, width, blanks);
        (self.columns, self.has_gaps) = (self.columns | next.columns, self.has_gaps || next.has_gaps);
        let are_cells = is_even && blanks != 0 && cells.is_some_and(|cells| CELLS.contains(&cells));
        let are_columns = is_spaced && self.has_gaps && self.columns.count_ones() as usize >= FEWEST_COLUMNS;
        (self.count == 9 && self.digits >= Puzzle::FEWEST_CLUES && (are_cells || are_columns))
            .then_some(self.first_line)
    }

    /// Splits a line into its cells and what is around them. No digit is there twice.
    fn of(line: usize, text: &str) -> Option<CutRows> {
        let is_inner = |sign: char| cell(sign).is_some() || is_separator(sign) && sign != ':';
        let inner = text.split(|sign| !is_inner(sign)).max_by_key(|part| part.len())?;
        let (before, behind) = text.split_once(inner)?;
        // Arrays are given without their brackets, and rows may be numbered.
        let signs = |text: &str| text.replace(|sign: char| sign.is_ascii_digit() || matches!(sign, '[' | ']'), "");
        let around = [signs(before), signs(behind)].map(|text| text.trim_matches(is_separator).to_string());
        let inner = inner.trim_matches(['"', '\'', ',', ';']);
        // A sign that is a blank elsewhere may be around rows of spaces, and a space behind a colon is no cell.
        let is_inner = |inner: &&str| inner.chars().all(|sign| matches!(sign, '1'..='9' | ' ' | '|'));
        let framed =
            || ['*', '_', '-', '.'].iter().find_map(|sign| inner.trim().strip_prefix(*sign)?.strip_suffix(*sign));
        let framed = framed().filter(is_inner).filter(|inner| inner.contains(' '));
        let inner = framed.unwrap_or(if before.ends_with(':') { inner.trim_start() } else { inner });
        let all: Vec<(u8, u16)> = inner.chars().filter_map(cell).collect();
        let has_twice = (1..10).any(|digit| all.iter().filter(|(number, _)| *number == digit).count() > 1);
        // Beside a word, they are a date or another number.
        let is_word = before.ends_with(char::is_alphanumeric)
            || behind.starts_with(|next: char| next.is_alphanumeric() || next == ':');
        if inner.len() > WIDEST || has_twice || is_word {
            return None;
        }
        let digit = |(at, sign): (usize, char)| matches!(sign, '1'..='9').then_some(1 << at);
        let columns = inner.chars().enumerate().filter_map(digit).sum::<u64>();
        let is_enclosed = !behind.is_empty() || framed.is_some();
        Some(CutRows {
            around,
            first_line: line,
            last_line: line,
            count: 1,
            digits: columns.count_ones() as usize,
            blanks: all.iter().fold(0, |blanks, (_, blank)| blanks | blank),
            cells: Some(all.len()),
            width: is_enclosed.then_some(inner.len()),
            columns,
            has_gaps: inner.starts_with(' ') || inner.trim_end().contains("  "),
        })
    }
}
