//! Sudoku difficulty: the ratings of Sudoku Explainer, its steps, and explanations of the steps.
//!
//! Sudoku Explainer (by Nicolas Juillerat) solves a puzzle like a person who always takes the easiest step. Its rating
//! of the hardest step, ER, is the common scale of difficulty. This crate reproduces these ratings. No technique asks a
//! solver for the solution.
//!
//! # What is in the crate
//! - [`grade`]: the [`Grade`] of a puzzle, with its ratings ER, EP and ED, its [`Level`], and the techniques used.
//!   [`grade_within`] stops at [`Limits`], and [`stop`] at a flag.
//! - [`path`]: an iterator over the steps. Each [`Step`] has a [`Technique`], a [`Rating`], and an effect on the
//!   [`Pencilmarks`].
//! - [`explain()`]: the [`Explanation`] of a step in words. [`Step::chains`] has the chains as data.
//! - [`TECHNIQUES`]: the ladder of Sudoku Explainer, in the order in which techniques are tried. [`EXTENDED`] is the
//!   registry of other techniques. Each technique is one value in one file; the grader does not know them by name.
//!
//! # The way through it
//! Rate a puzzle:
//!
//! ```
//! use minirow_core::Puzzle;
//! use minirow_grade::{Level, grade};
//!
//! let clues = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";
//! let grade = grade(&Puzzle::new(clues.parse()?)?);
//! assert_eq!(grade.er().unwrap().to_string(), "2.3");
//! assert_eq!(grade.hardest().unwrap().name, "Naked Single");
//! assert_eq!(grade.level(), Some(Level::Medium));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Take its steps one by one, and explain one of them:
//!
//! ```
//! use minirow_core::Puzzle;
//! use minirow_grade::{explain, path};
//!
//! let clues = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";
//! let mut path = path(&Puzzle::new(clues.parse()?)?);
//! let position = path.pencilmarks().clone();
//! let step = path.next().unwrap();
//! assert!(explain(&step, &position).text().ends_with(&format!("{step}.")));
//! assert!(path.any(|step| step.technique().slug == "naked-single"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Look for all steps of one technique in a position:
//!
//! ```
//! use minirow_core::Grid;
//! use minirow_grade::{Pencilmarks, TECHNIQUES};
//!
//! let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
//! let hidden_single = TECHNIQUES.iter().find(|technique| technique.slug == "hidden-single").unwrap();
//! assert!(!hidden_single.all_steps(&Pencilmarks::from(&grid)).is_empty());
//! # Ok::<(), minirow_core::ParseGridError>(())
//! ```

mod explain;
mod rating;

mod budget;
mod chain;
mod changes;
mod level;
mod limits;
mod minirows;
mod order;
mod pencilmarks;
mod step;
mod technique;

pub mod stop;
pub mod techniques;
pub mod tuple;

mod grader;

#[cfg(test)]
#[path = "../tests/grade/support.rs"]
mod support;

#[cfg(test)]
#[path = "../../core/tests/core/size.rs"]
mod size;

// The plain chain engines are written for tests against the public API. Inner engines are only visible from within.
#[cfg(test)]
extern crate self as minirow_grade;
#[cfg(test)]
#[path = "../tests/grade/plain/mod.rs"]
mod plain;

pub use budget::{Budget, BudgetSpent};
pub use chain::node::Cause;
pub use chain::{Chain, Link};
pub use changes::Changes;
pub use explain::{Explainer, Explanation, Line, Phrase, Translation, explain, words};
pub use grader::{Grade, Path, grade, grade_path, grade_while, grade_within, path, path_from, path_within};
pub use level::{Level, UnknownLevel};
pub use limits::{Cut, Limits};
pub use pencilmarks::Pencilmarks;
pub use rating::Rating;
pub use step::{Step, Steps};
pub use technique::{Finder, Technique};
pub use techniques::{ALL as TECHNIQUES, EXTENDED, HIDDEN_SINGLE_RATINGS, all_and_extended};
