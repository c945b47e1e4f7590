//! Estimates of the time that people need for a puzzle.
//!
//! ```
//! use minirow_core::Puzzle;
//!
//! let puzzle = Puzzle::new("7..364.8...4.5...2.....2.4....5.36.8.........3.19.6....2.6.....9...1.3...4.735..1".parse()?)?;
//! let estimate = minirow_time::estimate(&puzzle);
//! assert_eq!(format!("{:.1}", estimate.minutes), "6.2");
//! assert_eq!(format!("{:.1} - {:.1}", estimate.low, estimate.high), "4.6 - 8.4");
//! assert!(!estimate.is_extrapolated);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Model
//! A person searches for *some* single. The more singles there are, and the easier they are to see, the sooner one is
//! found. The [search effort](effort) of a puzzle is the expected length of that search, summed over all cells. The
//! [`Model`] turns it into minutes.
//!
//! # Data
//! The model is fitted to the mean times of 10 to 43 players for each of 767 puzzles, from S.-W. Wang, *A Dataset of
//! Sudoku Puzzles With Difficulty Metrics Experienced by Human Players*, IEEE Access 12 (2024), doi
//! 10.1109/ACCESS.2024.3434632 (CC0). The developer command `compare time` repeats the fit, and a test compares its
//! coefficients with those of [`Model::FITTED`]. An estimate is about the mean of 14 players of that app, not about one
//! person.
//!
//! # Guarantees
//! Equivalent puzzles have equal estimates, to the last bit. Results do not depend on the machine.

pub mod effort;

mod classes;
mod model;

pub use effort::{Effort, Weights};
pub use model::{Estimate, MEASURED_ER, Model};

use minirow_core::Puzzle;

/// Estimates the mean solving time of people.
///
/// It takes less than 0.1 ms on one core, and up to half as long again for puzzles that singles do not solve.
pub fn estimate(puzzle: &Puzzle) -> Estimate {
    Model::FITTED.estimate(puzzle, effort::effort(puzzle, &Weights::FITTED))
}
