//! Brackets of programming languages around the cells of a grid. No function that transposes, mirrors or reshapes them may be there.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use minirow_core::Puzzle;

use crate::line;
use crate::name_words::name_at_end;
use crate::order::{moves, moving_end, names_other_parts};

/// The most lines of a bracket, the most brackets that are open, and the most ranges that are kept.
const MOST_LINES: usize = 40;
const MOST_OPEN: usize = 100;
const MOST_RANGES: usize = 20;

/// The most lines of a table of a page.
const MOST_LINES_OF_TABLE: usize = 300;

/// The most bytes of the name and the type of an array.
const LONGEST_NAME: usize = 100;

/// The number of cells in a word that is a grid, in any function.
const CELLS_OF_A_GRID: usize = 81;

/// The brackets of a text so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Brackets {
    open: Vec<Open>,
    /// The lines of the bracket that was closed last, if it has cells.
    closed: Option<RangeInclusive<usize>>,
    /// The lines of closed brackets with what is around them and may move their rows.
    moved: VecDeque<(RangeInclusive<usize>, String)>,
}

/// A bracket that is not closed yet.
#[derive(Clone, Debug)]
struct Open {
    line: usize,
    digits: usize,
    /// The name before it, if it may move rows.
    unknown: Option<String>,
    /// The character before it.
    before: Option<char>,
    /// `true` for statements in braces.
    is_block: bool,
}

impl Brackets {
    /// Notes a line.
    pub(super) fn note(&mut self, line: usize, text: &str) {
        // The columns of a table in a script from right to left.
        if text.contains("rtl") && text.contains("dir=") {
            self.add(line..=line + MOST_LINES_OF_TABLE, "dir=rtl".into());
        }
        self.open.retain(|open| open.line + MOST_LINES > line);
        let start = text.trim_start();
        let closed = self.closed.take_if(|lines| *lines.end() < line);
        if let Some(lines) = closed.filter(|lines| lines.end() + 1 == line)
            && (start.starts_with(['.', '\'']) || start.starts_with("|>"))
            && let Some(name) = moving_end(start, None)
        {
            self.add(lines, name);
        }
        if self.open.is_empty() && !text.contains(['(', '[', '{']) && !text.ends_with('&') {
            return;
        }
        // Fortran fills arrays by columns.
        if text.trim_end().strip_suffix('&').is_some_and(|row| row.trim_end().ends_with(',')) {
            self.add(line..=line, "&".into());
        }
        let end = [" #", " //"].iter().filter_map(|sign| text.find(sign)).min().unwrap_or(text.len());
        // The numbers of cells and digits of a word.
        let mut word = [0; 2];
        for (at, character) in text[..end].char_indices() {
            if u8::try_from(character).is_ok_and(line::is_cell) {
                word = [word[0] + 1, word[1] + usize::from(character.is_ascii_digit())];
                continue;
            }
            self.end_word(std::mem::take(&mut word));
            match character {
                '(' | '[' | '{' if self.open.len() < MOST_OPEN => {
                    self.open.push(Open::new(line, &text[..at], &text[at..]));
                }
                ')' | ']' | '}' => self.close(line, &text[at + 1..]),
                _ => {}
            }
        }
        self.end_word(word);
    }

    /// Returns `true` for a line that closes a bracket with cells. A method may follow in the next line.
    pub(super) fn is_behind_cells(&self, line: usize) -> bool {
        self.closed.as_ref().is_some_and(|lines| *lines.end() == line)
    }

    fn end_word(&mut self, [cells, digits]: [usize; 2]) {
        if let Some(open) = self.open.last_mut().filter(|_| cells < CELLS_OF_A_GRID) {
            open.digits += digits;
        }
    }

    fn close(&mut self, line: usize, behind: &str) {
        let Some(open) = self.open.pop() else { return };
        if open.digits >= Puzzle::FEWEST_CLUES {
            self.closed = Some(open.line..=line);
            if let Some(name) = open.unknown.or_else(|| moving_end(behind, open.before)) {
                self.add(open.line..=line, name);
            }
        }
        if let Some(outer) = self.open.last_mut().filter(|_| !open.is_block) {
            outer.digits += open.digits;
        }
    }

    fn add(&mut self, lines: RangeInclusive<usize>, name: String) {
        self.moved.truncate(MOST_RANGES);
        self.moved.push_front((lines, name));
    }

    /// Returns what is around the cells of a grid that begins in a line, and may move its rows.
    pub(super) fn find(&self, line: usize) -> Option<&str> {
        let block = self.open.iter().rposition(|open| open.is_block).map_or(0, |at| at + 1);
        let open = &self.open[block..];
        let digits = |at: usize| open[at..].iter().map(|open| open.digits).sum::<usize>();
        let unknown = |at: usize| open[at].unknown.as_deref().filter(|_| open[at].line <= line);
        let is_around = |at: &usize| digits(*at) >= Puzzle::FEWEST_CLUES;
        let closed = self.moved.iter().find(|(lines, _)| lines.contains(&line)).map(|(_, name)| name.as_str());
        closed.or_else(|| (0..open.len()).filter(is_around).find_map(unknown))
    }
}

impl Open {
    fn new(line: usize, before: &str, from: &str) -> Open {
        let apart = before.trim_end();
        let is_block =
            from.starts_with('{') && (apart.ends_with([')', '>']) || from.trim_end() == "{" && is_word_end(apart));
        let (name, rest) = name_at_end(apart);
        // Without a bracket, the name of a function is behind a sign.
        let is_called = apart.len() == before.len() || rest.trim_end().ends_with(['=', '$', '(']);
        let assigned = apart.trim_end_matches(['=', ':', '"', '\'', ' ']);
        let near = &assigned[assigned.floor_char_boundary(assigned.len().saturating_sub(LONGEST_NAME))..];
        let assigned = near.rsplit([';', '(', ',', '{']).next().filter(|_| assigned.len() < apart.len());
        let assigned = assigned.filter(|name| names_other_parts(name));
        let unknown = match () {
            () if is_block => None,
            () if assigned.is_some() => assigned.map(|name| name.trim().into()),
            () if from.starts_with("(/") => Some("(/".into()),
            // The keys of a data frame are the names of its columns.
            () if name == "DataFrame" && from[1..].trim_start().starts_with('{') => Some("DataFrame({".into()),
            // A function may be the argument of another one: `reduce(hcat, [`.
            () if from.starts_with('(')
                && from[1..].split_once(',').is_some_and(|(name, _)| is_name(name) && moves(name)) =>
            {
                Some(from[1..].split(',').next().unwrap_or_default().into())
            }
            () => (is_called && moves(name)).then(|| name.into()),
        };
        Open { line, digits: 0, unknown, before: apart.chars().last(), is_block }
    }
}

fn is_name(text: &str) -> bool {
    text.chars().all(|character| character.is_alphanumeric() || character == '_')
}

fn is_word_end(text: &str) -> bool {
    text.ends_with(|last: char| last.is_alphanumeric())
}
