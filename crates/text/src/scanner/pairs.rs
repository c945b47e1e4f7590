//! Two grids beside each other: nine lines of two rows.

use super::{Scanned, Scanner};
use minirow_core::{Grid, solver};

use crate::block::{Block, Line};
use crate::board::Board;
use crate::error::ParseError;
use crate::line;
use crate::row::{Layout, Row, readings, words};
use crate::scanner::results::{Context, is_completed};

/// The lengths of lines that may have two rows, and the widest gap between them.
const LENGTHS: std::ops::RangeInclusive<usize> = 19..=160;
const WIDEST_GAP: usize = 16;

/// The lines of two rows so far, with their numbers and the whole text.
pub(super) type Pairs = Vec<(usize, [String; 2], String)>;

impl Scanner {
    /// Holds a line of two rows. Reads the grids of nine of them.
    pub(super) fn push_pair(&mut self, rows: [&str; 2]) {
        if self.pairs.is_empty() {
            let (first, last) = self.last_pairs;
            if last + 1 == self.line {
                // It may be the tenth row of the grids above.
                self.results.refuse(|line| line == first, &ParseError::TooManyRows(9));
            }
            let found = self.block.pass_error();
            self.add(found);
            self.heading_of_rows = self.heading_above.take();
        }
        self.pairs.push((self.line, rows.map(String::from), self.block.text.clone()));
        if self.pairs.len() < 9 {
            return;
        }
        let pairs = std::mem::take(&mut self.pairs);
        let first = pairs[0].0;
        self.last_pairs = (first, self.line);
        let scanned = |result, solution| Scanned { line: first, result, solution, title: None };
        let sides = [0, 1]
            .map(|side| grid(&pairs, side).and_then(|grid| self.below_heading(grid).map_err(|error| (first, error))));
        match sides {
            [Ok(left), Ok(right)] if is_completed(&left, &right) && right.clash().is_none() => {
                self.found(scanned(Ok(Board::Grid(left)), Some(right.to_string())), Context::default());
            }
            [Ok(left), Ok(right)] if [left, right].iter().all(is_puzzle) && are_different(&left, &right) => {
                for grid in [left, right] {
                    self.found(scanned(Ok(Board::Grid(grid)), None), Context::default());
                }
            }
            [Ok(_), Ok(_)] => self.report(first, Err(ParseError::TwoGrids)),
            [Err((line, error)), _] | [_, Err((line, error))] => self.report(line, Err(error)),
        }
    }

    /// Reports fewer lines of two rows than those of two grids.
    pub(super) fn end_pairs(&mut self) {
        for (line, ..) in std::mem::take(&mut self.pairs) {
            self.report(line, Err(ParseError::Length(18)));
        }
    }

    /// Notes an empty line, which is between bands.
    pub(super) fn pass_band_of_pairs(&mut self) {
        if !self.pairs.len().is_multiple_of(3) {
            self.end_pairs();
        }
    }
}

/// Returns `true` for a grid with exactly one solution that is none itself.
fn is_puzzle(grid: &Grid) -> bool {
    !grid.is_full() && solver::is_unique(grid)
}

/// Returns `true` if each of two grids has more than one clue that is not in the other, so that none is a part of the other's solution.
fn are_different(left: &Grid, right: &Grid) -> bool {
    let differs =
        |one: &Grid, other: &Grid| one.clues().filter(|(cell, digit)| other.get(*cell) != Some(*digit)).count();
    differs(left, right) > 1 && differs(right, left) > 1
}

/// Reads the grid of one side.
fn grid(pairs: &Pairs, side: usize) -> Result<Grid, (usize, ParseError)> {
    let mut block = Block::default();
    for (line, rows, text) in pairs {
        block.text.clone_from(text);
        block.push(Line::new(*line, &rows[side], readings(&rows[side])));
    }
    match block.end().pop() {
        Some((_, Ok(Board::Grid(grid)))) => Ok(grid),
        Some((line, Err(error))) => Err((line, error)),
        _ => Err((pairs[0].0, ParseError::Length(18))),
    }
}

/// Splits a row of a table with an empty column between two grids, or with a letter before the first one, too. The empty field is the end of
/// the first row, so that all lines have it.
fn two_rows_of_fields(text: &str) -> Option<[&str; 2]> {
    let text = text.trim_end_matches('\r');
    let delimiter = [',', ';', '\t'].into_iter().find(|&delimiter| text.matches(delimiter).count() >= 18)?;
    let ends: Vec<usize> = text.match_indices(delimiter).map(|(at, _)| at).collect();
    let is_labelled = text.trim_start().starts_with(|first: char| first.is_ascii_alphabetic());
    let last = 8 + usize::from(is_labelled);
    let (left, right) = (&text[..=*ends.get(last)?], &text[ends.get(last + 1)? + 1..]);
    let is_empty = text[ends[last]..ends[last + 1]].trim_matches([delimiter, ' ']).is_empty();
    let is_row = |text: &str, is_labelled: bool| {
        let is_fields = |row: &Row| match row.layout {
            Layout::Fields { is_labelled: found, .. } => found == is_labelled,
            _ => !is_labelled,
        };
        readings(text).iter().any(is_fields)
    };
    let has_digit = text.contains(|sign| matches!(sign, '1'..='9'));
    (is_empty && has_digit && ends.len() == last + 10 && is_row(left, is_labelled) && is_row(right, false))
        .then_some([left, right])
}

/// Returns `true` for the numbers of the columns of two grids.
pub(super) fn are_columns_of_two(text: &str) -> bool {
    text.len() < *LENGTHS.end() && words(text).map(|(_, word)| word).collect::<String>() == "123456789".repeat(2)
}

/// Splits a line of two rows in the same layout, which have the same length.
pub(super) fn two_rows(text: &str) -> Option<[&str; 2]> {
    if let Some(rows) = two_rows_of_fields(text) {
        return Some(rows);
    }
    let text = text.trim();
    let cells = text.bytes().filter(|&byte| line::is_cell(byte)).count();
    let has_digit = || text.contains(|sign| matches!(sign, '1'..='9'));
    if !LENGTHS.contains(&text.len()) || cells < 9 || !has_digit() {
        return None;
    }
    // Behind an arrow, a row may be taken for a remark.
    let has_arrow = text.contains(['>', '→', '=']);
    // The only digit of the first row is like a label of the second.
    let is_row = |row: &Row| !row.layout.is_labelled() && (!has_arrow || row.layout != Layout::Cells);
    if readings(text).iter().any(is_row) {
        return None;
    }
    (1..=WIDEST_GAP).filter(|gap| (text.len() - gap).is_multiple_of(2)).find_map(|gap| {
        let length = (text.len() - gap) / 2;
        let (left, rest) = text.split_at_checked(length)?;
        let (between, right) = rest.split_at_checked(gap)?;
        let arrow = between.trim_matches([' ', '\t', '|']);
        let is_between = matches!(arrow, "" | "->" | "=>" | "→" | ">" | "=");
        let right_rows = if is_between { readings(right) } else { Vec::new() };
        let is_row = |layout: Layout| !layout.is_labelled() && right_rows.iter().any(|row| row.layout == layout);
        let are_rows = !right_rows.is_empty() && readings(left).iter().any(|row| is_row(row.layout));
        are_rows.then_some([left, right])
    })
}
