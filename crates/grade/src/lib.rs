//! Sudoku difficulty: the ratings of Sudoku Explainer.
//!
//! Sudoku Explainer (by Nicolas Juillerat) solves a puzzle as a person would who always takes the easiest step that
//! there is. Its rating of the hardest step, ER, is the common scale of difficulty. [`grade`] gives the ratings,
//! [`path`] the steps, [`explain()`] the words for a step.
//!
//! ```
//! use minirow_core::Puzzle;
//! use minirow_grade::{Level, grade, path};
//!
//! let clues = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";
//! let puzzle = Puzzle::new(clues.parse()?)?;
//! let grade = grade(&puzzle);
//! assert_eq!(grade.er().unwrap().to_string(), "2.3");
//! assert_eq!(grade.hardest().unwrap().name, "Naked Single");
//! assert_eq!(grade.level(), Some(Level::Medium));
//!
//! let naked_single = path(&puzzle).find(|step| step.technique().slug == "naked-single").unwrap();
//! assert_eq!(naked_single.rating(), grade.er().unwrap());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each [`Technique`] is one value in one file. [`TECHNIQUES`] lists those of Sudoku Explainer in the order in which they are
//! asked; [`EXTENDED`] has a place for others. The loop knows none of them by name, and no technique asks a solver for an
//! answer.

mod explain;
mod rating;

mod chain;
mod level;
mod limits;
mod order;
mod pencilmarks;
mod step;
mod technique;
mod tuple;

pub mod techniques;

mod grader;

#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;

// The plain chain engines are written for tests of the crate as others see it; inner engines show only from within.
#[cfg(test)]
extern crate self as minirow_grade;
#[cfg(test)]
#[path = "../tests/plain/mod.rs"]
mod plain;

pub use chain::node::Cause;
pub use chain::{Chain, Link};
pub use explain::{Explainer, Explanation, Line, explain};
pub use grader::{Grade, Path, grade, grade_while, grade_within, path, path_from, path_within};
pub use level::{Level, UnknownLevel};
pub use limits::{Cut, Limits};
pub use pencilmarks::Pencilmarks;
pub use rating::Rating;
pub use step::{Step, Steps};
pub use technique::{Finder, Technique};
pub use techniques::{ALL as TECHNIQUES, EXTENDED, all_and_extended};
