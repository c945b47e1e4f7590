//! The pencilmark grid, for people to look at: all candidates of all cells, in columns, with the boxes drawn.

use crate::candidate::CandidateSet;
use crate::cell::Cell;
use crate::digit::DigitSet;

/// Draws candidates; columns are as wide as their longest cell, and a cell without a candidate shows as `-`.
///
/// ```text
/// 4     1679 12679 | 139   2369 269  | 8    1239 5
/// 26789 3    1256789 | ...
/// ```
pub fn pencilmarks(candidates: &CandidateSet) -> String {
    let shown = |cell: Cell| match candidates.digits(cell) {
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
