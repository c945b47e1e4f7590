//! The pencilmark grid: all candidates of all cells, in columns, with the boxes drawn.

use std::fmt;

use crate::candidate::CandidateSet;
use crate::cell::Cell;
use crate::digit::{Digit, DigitSet};
use crate::text::characters::number;

/// Draws candidates; columns are as wide as their longest cell, and a cell without a candidate shows as `-`.
///
/// ```text
/// 4     1679 12679 | 139   2369 269  | 8    1239 5
/// 26789 3    1256789 | ...
/// ```
///
/// Where no cell has several candidates, and they are not simply what clues leave, each cell stands in braces (`{4}`,
/// `{}`): otherwise the text would be read as a grid of clues.
pub fn pencilmarks(candidates: &CandidateSet) -> String {
    let several = Cell::ALL.into_iter().any(|cell| candidates.digits(cell).len() > 1);
    let braces = !several && CandidateSet::from(&candidates.singles()) != *candidates;
    let shown = |cell: Cell| match candidates.digits(cell) {
        digits if braces => format!("{{{digits}}}"),
        DigitSet::EMPTY => "-".to_string(),
        digits => digits.to_string(),
    };
    let width: [usize; 9] =
        std::array::from_fn(|column| (0..9).map(|row| shown(Cell::at(row, column)).len()).max().expect("nine rows"));
    // A stack is its three columns with a blank between them; the rule has one dash more on each side of a `+`.
    let stack_width = |stack: usize| width[3 * stack..3 * stack + 3].iter().sum::<usize>() + 2;
    let rule = format!(
        "{}+{}+{}",
        "-".repeat(stack_width(0) + 1),
        "-".repeat(stack_width(1) + 2),
        "-".repeat(stack_width(2) + 1)
    );
    let mut lines = Vec::new();
    for row in 0..9 {
        if row == 3 || row == 6 {
            lines.push(rule.clone());
        }
        let stacks = [0, 3, 6].map(|first| {
            (first..first + 3)
                .map(|column| format!("{:<1$}", shown(Cell::at(row, column)), width[column]))
                .collect::<Vec<_>>()
                .join(" ")
        });
        lines.push(stacks.join(" | ").trim_end().to_string());
    }
    lines.join("\n")
}

/// The pencilmark grid.
impl fmt::Debug for CandidateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", pencilmarks(self))
    }
}

/// Reads the cells of a line of pencilmarks, whatever stands between them: each is a word of ascending digits, which may
/// be in braces, or a single blank for no digit. Nothing if a word is something else, or if all words are single
/// characters, as in a line of a grid of clues.
pub(super) fn read_row<'a>(words: impl Iterator<Item = &'a str>) -> Option<Vec<DigitSet>> {
    let mut cells = Vec::with_capacity(9);
    let mut is_marks = false;
    for word in words.filter(|word| !word.is_empty()) {
        let in_braces = word.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
        let characters = in_braces.unwrap_or(word).as_bytes();
        is_marks |= in_braces.is_some() || characters.len() > 1;
        if characters.len() == 1 && number(characters[0]) == Some(0) {
            cells.push(DigitSet::EMPTY);
            continue;
        }
        let is_ascending = characters.windows(2).all(|pair| pair[0] < pair[1]);
        if !is_ascending || cells.len() > 81 {
            return None;
        }
        let digits = characters.iter().map(|&character| Digit::new(number(character)?));
        cells.push(digits.collect::<Option<DigitSet>>()?);
    }
    is_marks.then_some(cells)
}
