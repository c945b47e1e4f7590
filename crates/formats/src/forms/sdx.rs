//! SudoCue's progress, `.sdx`: nine lines of nine words. A word is a clue, the candidates of an empty cell, or, after a `u`, a digit that
//! the player has placed.
//!
//! ```text
//! 2 679 6789 1 46789 5 469 9 3
//! 389 5 4 69 689 68 7 1 29
//! 9 1 679 2 4679 3 4569 8 59
//! 6 9 2 8 u1 7 3 59 4
//! ```
//!
//! A single digit without a `u` is a clue if no cell that sees it has that candidate, and the only candidate of its cell otherwise. If these
//! clues are no puzzle, all single digits are clues.

use std::io::{BufRead, Cursor, Read};

use minirow_core::{CandidateSet, Cell, Digit, DigitSet, Grid, NotAPuzzle, Puzzle};
use minirow_text::{Board, counted};

use crate::error::ErrorKind;
use crate::form::{FileBytes, FileRecords, LineResult};
use crate::lines::Lines;
use crate::record::{Record, set_digits};
use crate::text::TextRecords;

/// Returns `true` if a line may be the first one of a file of this form.
pub(super) fn is_first_line(line: &str) -> bool {
    words(line).is_some()
}

/// The word of a cell: its digits, and whether the player has placed one.
type Word = (DigitSet, bool);

/// Returns the nine words of a line, or `None` if it is a line of something else.
fn words(line: &str) -> Option<[Word; 9]> {
    let mut words = line.split_whitespace().map(|word| {
        let digits = word.strip_prefix('u').unwrap_or(word);
        let is_placed = digits.len() < word.len();
        let is_cell = if is_placed { digits.len() == 1 } else { digits.as_bytes().is_sorted_by(|one, two| one < two) };
        let digit = |character: char| character.to_digit(10).and_then(|number| Digit::new(number as u8));
        digits.chars().map(digit).collect::<Option<DigitSet>>().filter(|_| is_cell).map(|digits| (digits, is_placed))
    });
    let found: Vec<Word> = words.by_ref().take(10).collect::<Option<_>>()?;
    found.try_into().ok()
}

/// The maximum length of nine lines, with room for spaces.
const MOST_BYTES: u64 = 9 * 256;

/// Reads a file. Without a placed digit in its first nine lines, it is a text with pencilmark grids.
pub(super) fn records(mut bytes: FileBytes<'_>) -> FileRecords<'_> {
    let mut seen = Vec::new();
    // An error occurs again when the lines are read.
    let _ = bytes.by_ref().take(MOST_BYTES).read_to_end(&mut seen);
    let start = String::from_utf8_lossy(&seen);
    let rows = start.trim_start_matches('\u{feff}').lines().filter(|line| !is_between(line)).take(9);
    let rows: Vec<_> = rows.map_while(words).collect();
    let is_sdx = rows.iter().flatten().any(|&(_, is_placed)| is_placed);
    let bytes: FileBytes = Box::new(Cursor::new(seen).chain(bytes));
    if is_sdx {
        Box::new(Records { lines: Lines::new(bytes) })
    } else {
        Box::new(TextRecords::new(bytes).map(|(record, _)| record))
    }
}

/// Returns `true` for an empty line or a comment.
fn is_between(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with('#')
}

/// The records of a file, of nine lines each.
struct Records<R> {
    lines: Lines<R>,
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = LineResult;

    fn next(&mut self) -> Option<LineResult> {
        let (mut rows, mut first) = (Vec::new(), 0);
        while rows.len() < 9 {
            let Some((number, line)) = self.lines.next_text() else { break };
            let line = match line {
                Ok(line) => line,
                Err(error) => return Some((number, Err(error.into()))),
            };
            let line = line.trim_start_matches('\u{feff}');
            if is_between(line) {
                continue;
            }
            if rows.is_empty() {
                first = number;
            }
            let Some(words) = words(line) else {
                let expected = "nine words: digits in rising order, or u and a digit";
                return Some((number, Err(ErrorKind::form(format!("{line:?} as row {}", rows.len() + 1), expected))));
            };
            rows.push(words);
        }
        match rows.len() {
            0 => None,
            9 => Some((first, record(&rows.concat()))),
            count => Some((first, Err(ErrorKind::form(format!("{} of a grid", counted(count as u64, "row")), "9")))),
        }
    }
}

/// Returns the record of 81 words.
fn record(words: &[Word]) -> Result<Record, ErrorKind> {
    let (mut candidates, mut placed) = (CandidateSet::EMPTY, Grid::EMPTY);
    for (cell, &(digits, is_placed)) in Cell::ALL.into_iter().zip(words) {
        set_digits(&mut candidates, cell, digits);
        if is_placed {
            placed.set(cell, digits.single());
        }
    }
    let plain = |mut grid: Grid| {
        placed.clues().for_each(|(cell, _)| grid.set(cell, None));
        grid
    };
    let of_candidates = Record::from(Board::Candidates(candidates));
    let [sure, all] = [of_candidates.clues(), candidates.singles()].map(plain);
    // A single digit that the solution does not have is the last candidate beside the digits that are there.
    let is_last = |(cell, digit): (Cell, Digit)| {
        let seen = cell.peers().iter().filter_map(|peer| sure.get(peer).or(placed.get(peer)));
        seen.chain([digit]).collect::<DigitSet>() == DigitSet::ALL
    };
    let explains = |puzzle: &Puzzle| {
        all.clues().all(|(cell, digit)| puzzle.solution().digit(cell) == digit || is_last((cell, digit)))
    };
    let clues = match [sure, all].map(Puzzle::new) {
        [Err(_), Ok(_)] => all,
        [Ok(puzzle), _] if explains(&puzzle) => sure,
        // A puzzle with several solutions.
        [Err(NotAPuzzle::Ambiguous(_)), Err(_)] if sure == all => sure,
        _ => return Err(ErrorKind::form("single digits that may be clues or candidates", "clues with one solution")),
    };
    let mut record = Record::from(clues);
    record.set_progress(placed, Some(candidates));
    Ok(record)
}
