//! Lists of clues by the names of their cells: `r1c1 = 5`, one in a line or with commas or spaces between them.

use std::collections::BTreeSet;

use minirow_core::{Grid, Puzzle, solver};
use minirow_text::Board;

use crate::cell_names::named_cells;
use crate::error::ErrorKind;
use crate::form::LineResult;
use crate::record::Record;

/// The most clues of a puzzle. More cells may be those that a solver has filled.
const MOST_CLUES: usize = 40;

/// The most cells that are held.
const MOST_CELLS: usize = 162;

/// The most grids of a text that may have a list of clues beside them.
const MOST_GRIDS: usize = 100;

/// The clues of a text.
#[derive(Default)]
pub(crate) struct ClueList {
    /// The grids of the text.
    grids: Vec<Grid>,
    /// The number of the first line.
    first: u64,
    clues: Vec<(String, u8)>,
    /// The last line before them, if it may have a clue, too.
    before: Option<(u64, String)>,
    /// The line of the first other text behind them, and that of one with more clues behind it.
    other: Option<(u64, String)>,
    broken: Option<(u64, String)>,
}

impl ClueList {
    /// Notes a line.
    pub(crate) fn note(&mut self, line: u64, text: &str) {
        let text = without_tags(text);
        if text.is_empty() {
            return;
        }
        // The name of the list may be before its first clue.
        let is_name =
            |name: &&str| self.clues.is_empty() && name.chars().all(|sign| sign.is_alphabetic() || sign == ' ');
        let list = text.split_once(": ").filter(|(name, _)| is_name(name)).map_or(text, |(_, list)| list);
        let parts =
            || list.split([',', ';', '\t']).flat_map(before_names).map(str::trim).filter(|part| !part.is_empty());
        let clues: Option<Vec<(String, u8)>> = parts().map(clue).collect();
        match clues.filter(|clues| !clues.is_empty()) {
            Some(clues) if self.clues.len() <= MOST_CELLS => {
                if self.clues.is_empty() {
                    self.first = line;
                }
                self.broken = self.broken.take().or(self.before.take()).or(self.other.take());
                self.clues.extend(clues);
            }
            None if parts().filter_map(clue).count() > 1 => {
                self.broken = self.broken.take().or(Some((line, text.into())));
            }
            None if self.clues.is_empty() => self.before = may_be_clue(text).then(|| (line, text.into())),
            None if self.other.is_none() => {
                self.broken = self.broken.take().or(may_be_clue(text).then(|| (line, text.into())));
                self.other = Some((line, text.into()));
            }
            _ => {}
        }
    }

    /// Returns the grid of the list with its solution, if that is the first grid of the text.
    pub(crate) fn solved_by(&self, (_, first): &LineResult) -> Option<LineResult> {
        let solution = first.as_ref().ok().map(Record::grid).filter(Grid::is_full)?;
        let (line, puzzle) = self.end().filter(|_| self.grids.is_empty())?;
        let puzzle = puzzle.ok().filter(|puzzle| solution.within(puzzle.grid().pattern()) == puzzle.grid())?;
        Some((line, Ok(Record { solution: Some(solution.to_string()), ..puzzle })))
    }

    /// Notes a grid of the text. Returns `false` after too many.
    pub(crate) fn note_grid(&mut self, grid: Grid) -> bool {
        self.grids.push(grid);
        self.grids.len() < MOST_GRIDS
    }

    /// Returns the error of a list that is another puzzle than those of the text. That of one of them may have its clues or its solution.
    pub(crate) fn end_beside_grids(&self) -> Option<LineResult> {
        let (line, puzzle) = self.end()?;
        let solution = solver::solve(&puzzle.ok()?.grid())?;
        let is_other = self.grids.iter().all(|grid| solution.grid().within(grid.pattern()) != *grid);
        let error = || ErrorKind::form("a list of clues beside a grid", "one of them, as the clues are another puzzle");
        is_other.then(|| (line, Err(error())))
    }

    /// Returns the grid of the list, or its error, if it has the clues of a puzzle.
    pub(crate) fn end(&self) -> Option<LineResult> {
        let (first, clues) = (self.first, &self.clues);
        if clues.len() < Puzzle::FEWEST_CLUES {
            return None;
        }
        if let Some((line, text)) = &self.broken {
            let found = format!("{:?} in a list of clues", minirow_text::shown(text.trim()));
            return Some((*line, Err(ErrorKind::form(found, "a cell and its digit, such as r1c1 = 5"))));
        }
        if clues.len() > MOST_CLUES {
            let found = format!("a list of {} cells, which may be those that are not given", clues.len());
            return Some((first, Err(ErrorKind::form(found, format!("at most {MOST_CLUES} clues")))));
        }
        let names: BTreeSet<&str> = clues.iter().map(|(name, _)| &**name).collect();
        if names.len() < clues.len() {
            let error = ErrorKind::form("a list of clues with a cell that is there twice", "cells that differ");
            return Some((first, Err(error)));
        }
        let cells = named_cells(clues.iter().map(|(name, _)| &**name), true)?;
        Some((first, cells.and_then(|cells| grid(clues, cells.into_iter().collect()))))
    }
}

/// Makes a grid of the cells of clues and their places in a list.
fn grid(clues: &[(String, u8)], cells: Vec<(usize, usize)>) -> Result<Record, ErrorKind> {
    let mut numbers = [0; 81];
    cells.iter().for_each(|&(cell, place)| numbers[cell] = clues[place].1);
    let grid = Grid::from_numbers(numbers).expect("digits");
    let by_column = |&(cell, _): &(usize, usize)| cell % 9 * 9 + cell / 9;
    let mut of_columns = cells.clone();
    of_columns.sort_by_key(by_column);
    let is_in_order = |cells: &[(usize, usize)]| cells.is_sorted_by_key(|(_, place)| *place);
    match () {
        () if !is_in_order(&cells) && !is_in_order(&of_columns) => {
            Err(ErrorKind::form("a list of cells in no order, which may be moves", "clues in the order of rows"))
        }
        () if !solver::is_unique(&grid) => {
            Err(ErrorKind::form("a list of clues without exactly one solution", "all clues of a puzzle"))
        }
        () => Ok(Record::from(Board::Grid(grid))),
    }
}

/// Splits a text at the spaces between a digit and a name: `r1c1=5 r1c2=6`, `A1 5 B1 6`.
fn before_names(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(' ') {
        let is_behind_digit = text[..at].ends_with(|sign: char| sign.is_ascii_digit());
        let name = text[at..].trim_start().trim_start_matches(['"', '\'']);
        if is_behind_digit && name.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
            parts.push(&text[start..at]);
            start = at;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The tags around lists.
const TAGS: &str = "code quote pre p b i li div span td br color size font spoiler hide";

/// Returns a line without the tags at its ends.
fn without_tags(text: &str) -> &str {
    let is_tag = |tag: &str| {
        let name = tag.trim_start_matches('/').split([' ', '=', '/']).next().unwrap_or_default();
        TAGS.split(' ').any(|known| known.eq_ignore_ascii_case(name))
    };
    let mut text = text.trim();
    while let Some((_, rest)) =
        text.strip_prefix(['[', '<']).and_then(|tag| tag.split_once([']', '>'])).filter(|(tag, _)| is_tag(tag))
    {
        text = rest.trim_start();
    }
    while let Some((rest, _)) =
        text.strip_suffix([']', '>']).and_then(|tag| tag.rsplit_once(['[', '<'])).filter(|(_, tag)| is_tag(tag))
    {
        text = rest.trim_end();
    }
    text
}

/// The longest line that may have a clue with an error, in bytes, and the longest name of letters before its digit.
const LONGEST_CLUE: usize = 100;
const LONGEST_NAME: usize = 4;

/// Returns `true` for a line with the name of a cell, or with a short name and a digit.
fn may_be_clue(text: &str) -> bool {
    let is_name = |word: &str| {
        let name = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let has_digit = name.contains(|sign: char| sign.is_ascii_digit());
        has_digit && name.starts_with(|first: char| first.is_alphabetic()) && word.len() < 12
    };
    let mut words = text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').filter(|word| !word.is_empty());
    let parts = text.split_once(['=', ':']);
    let has_digit = |(name, value): (&str, &str)| {
        name.trim().len() <= LONGEST_NAME && matches!(value.trim().as_bytes(), [b'1'..=b'9'])
    };
    text.len() <= LONGEST_CLUE && (words.any(is_name) || parts.is_some_and(has_digit))
}

/// Returns the name of a cell and its digit.
fn clue(text: &str) -> Option<(String, u8)> {
    let text = text.trim().trim_start_matches(['-', '*', ' ', '"', '\'']);
    let end = text.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_')?;
    let value =
        text[end..].trim_start_matches(['"', '\'', ' ', '=', ':', '-', '>']).trim_end_matches(['"', '\'', ' ', '.']);
    let is_name = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text[..end].ends_with(|last: char| last.is_ascii_digit())
        && text[..end].len() < 12;
    match value.as_bytes() {
        &[digit @ b'1'..=b'9'] if is_name => Some((text[..end].to_ascii_lowercase(), digit - b'0')),
        _ => None,
    }
}
