//! The pencilmark grid: the candidates of all cells in columns, with the boxes drawn.

use std::fmt;

use crate::candidate::CandidateSet;
use crate::cell::Cell;
use crate::digit::{Digit, DigitSet};
use crate::text::characters::number;

/// Draws candidates as a table of nine rows. A column is as wide as its longest cell; `-` is a cell without a
/// candidate.
///
/// ```text
/// 4     1679 12679 | 139   2369 269  | 8    1239 5
/// 26789 3    1256789 | ...
/// ```
///
/// If no cell has several candidates, and the candidates are not those that clues leave, each cell is put in braces
/// (`{4}`, `{}`). Without them the text would be parsed as a grid of clues.
///
/// ```
/// use minirow_core::{CandidateSet, Grid, text};
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let candidates = CandidateSet::from(&grid);
/// let table = text::pencilmarks(&candidates);
/// assert!(table.starts_with("5 "));
/// assert_eq!(text::parse(&table)?, text::Board::Candidates(candidates));
/// # Ok::<(), text::ParseError>(())
/// ```
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
    // A stack has three columns with a space between them; the rule has one more dash on each side of a `+`.
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

/// Draws the pencilmark grid.
impl fmt::Debug for CandidateSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", pencilmarks(self))
    }
}

/// Parses the cells of a line of pencilmarks. Each is a word of ascending digits, possibly in braces, or one blank for
/// no digit. Returns `None` if a word is anything else, or if all words are single characters, as in a grid of clues.
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
