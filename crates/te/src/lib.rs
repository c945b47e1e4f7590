//! Sudoku difficulty: the T&E depth and the B rating of Denis Berthier.
//!
//! These ratings tell which reasoning a puzzle needs, rather than how long it takes:
//! - The *T&E depth* is the number of assumptions that must be held at once. Depth 0: singles solve the puzzle. Depth 1: it is
//!   enough to try one candidate at a time, to place the singles that follow, and to remove the candidate if they
//!   contradict each other. Nearly all puzzles have depth 0 or 1, and no known puzzle has more than 3.
//! - *B* is the length of the longest argument that is needed for depth 1. An argument is a *braid*: a candidate is taken as true,
//!   singles are placed one after another, and then a cell has no digit, or a digit no place in a house. Its length is the
//!   number of these singles plus one. Braids of length 1 are the locked candidates.
//! - *BxB* and *BxBB* are the lengths of the longest braids under one assumption (depth 2) and under two (depth 3).
//!
//! Equivalent puzzles have equal ratings, unlike those of Sudoku Explainer: the theories behind them have the confluence
//! property, so that all orders of eliminations end in the same state.
//!
//! ```
//! use minirow_core::Puzzle;
//!
//! let puzzle = Puzzle::new("....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.".parse()?)?;
//! let rating = minirow_te::rate(&puzzle, None)?;
//! assert_eq!((rating.depth(), rating.b()), (1, Some(2)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`path()`] returns the steps of a puzzle: singles, and the braids with all their conclusions. [`minirow_grade::explain`] explains
//! them in words.
//!
//! # Sources
//! - D. Berthier, *Pattern-Based Constraint Satisfaction and Logic Puzzles*, 2nd edition, 2015: BRT (4.3), braids, B
//!   and T&E (5.3 - 5.6), confluence (5.5), T&E(2) and B-braids (11).
//! - D. Berthier, *User Manual and Research Notebooks for CSP-Rules*, 2023.
//!
//! The ratings of the tests equal those of F. Cordoliani's *Sudoku Hierarchical Classifier*, except for five puzzles for
//! which it gives no B. There they equal those of another program.

#![forbid(unsafe_code)]

mod argument;
mod board;
mod braid;
mod chain;
mod path;
mod rating;
mod state;
mod theory;
mod words;

pub use minirow_grade::BudgetSpent;
pub use path::{BRAID, Path, path, path_from};
pub use rating::{TeRating, rate, rate_candidates};
