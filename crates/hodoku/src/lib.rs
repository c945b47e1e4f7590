//! Sudoku difficulty: the level, score and solution path of HoDoKu.
//!
//! HoDoKu (by Bernhard Hobiger) solves a puzzle with a list of techniques, from full houses to forcing nets, and adds up a score for
//! each step. Its levels and scores are widely quoted. This crate reproduces those of HoDoKu 2.2.0 with its default
//! configuration, and the text of every step. Only brute force, the last technique, uses the solution.
//!
//! # What is in the crate
//! - [`rate`]: the [`Rating`] of a puzzle: [`Level`], score, hardest technique, and the path.
//! - [`Step`]: a placement or some eliminations, with the [`Pattern`] that it follows from. Its text form is that of HoDoKu.
//! - [`TECHNIQUES`]: the registry, in the order in which techniques are tried. [`Technique::first_step`] searches a
//!   position.
//!
//! ```
//! use minirow_core::Puzzle;
//!
//! let clues = "9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.";
//! let rating = minirow_hodoku::rate(&Puzzle::new(clues.parse()?)?, None)?;
//! assert_eq!(rating.level().to_string(), "Hard");
//! assert_eq!(rating.score(), 486);
//! assert_eq!(rating.path().len(), 55);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which step is taken
//! Ratings depend on which of several steps is taken, so the order of each search is part of the definition:
//! - Singles wait in two queues, which are filled while the clues are placed and by each change (`state.rs`).
//! - Most techniques take the first step that they find.
//! - Chains, loops and forcing chains take the first one of all their steps when sorted. The order is not transitive
//!   (`choice.rs`), so the algorithm of the sort matters. Lists of up to 31 steps are sorted as Java does; of longer ones the first
//!   minimum is taken. No reference puzzle tells the two apart.
//!
//! # Agreement
//! Level and score equal those of HoDoKu for all 3,460 reference puzzles: 3,000 random minimal ones and 460 hard ones. The texts of
//! all steps are equal for the 400 puzzles whose paths are known. `compare hodoku` repeats the comparison, and counts by the name of
//! the step:
//!
//! | step                                | reference | equal |
//! | ----------------------------------- | --------: | ----: |
//! | Naked Single                        |      8869 |  8869 |
//! | Full House                          |      8069 |  8069 |
//! | Hidden Single                       |      5565 |  5565 |
//! | Locked Candidates Type 1 (Pointing) |       802 |   802 |
//! | Locked Candidates Type 2 (Claiming) |       273 |   273 |
//! | Discontinuous Nice Loop             |       232 |   232 |
//! | Naked Pair                          |       169 |   169 |
//! | XY-Chain                            |       133 |   133 |
//! | W-Wing                              |       110 |   110 |
//! | Naked Triple                        |       107 |   107 |
//! | 2-String Kite                       |       106 |   106 |
//! | Forcing Chain Contradiction         |       106 |   106 |
//! | Skyscraper                          |        92 |    92 |
//! | Grouped Discontinuous Nice Loop     |        87 |    87 |
//! | AIC                                 |        84 |    84 |
//! | Hidden Rectangle                    |        77 |    77 |
//! | Forcing Net Contradiction           |        75 |    75 |
//! | XY-Wing                             |        75 |    75 |
//! | Hidden Pair                         |        64 |    64 |
//! | Locked Pair                         |        63 |    63 |
//! | Empty Rectangle                     |        58 |    58 |
//! | XYZ-Wing                            |        47 |    47 |
//! | Sue de Coq                          |        42 |    42 |
//! | X-Wing                              |        33 |    33 |
//! | Almost Locked Set XY-Wing           |        29 |    29 |
//! | Continuous Nice Loop                |        26 |    26 |
//! | Finned X-Wing                       |        23 |    23 |
//! | Forcing Chain Verity                |        22 |    22 |
//! | Finned Swordfish                    |        21 |    21 |
//! | Forcing Net Verity                  |        20 |    20 |
//! | Locked Triple                       |        20 |    20 |
//! | Turbot Fish                         |        19 |    19 |
//! | Uniqueness Test 4                   |        19 |    19 |
//! | Almost Locked Set XZ-Rule           |        18 |    18 |
//! | Bivalue Universal Grave + 1         |        16 |    16 |
//! | Sashimi Swordfish                   |        15 |    15 |
//! | Uniqueness Test 1                   |        15 |    15 |
//! | Almost Locked Set Chain             |        14 |    14 |
//! | Brute Force                         |        13 |    13 |
//! | Grouped AIC                         |        13 |    13 |
//! | Sashimi X-Wing                      |        13 |    13 |
//! | Uniqueness Test 2                   |        13 |    13 |
//! | Uniqueness Test 6                   |        13 |    13 |
//! | Hidden Triple                       |        12 |    12 |
//! | Multi Colors 1                      |        12 |    12 |
//! | Swordfish                           |        12 |    12 |
//! | Uniqueness Test 3                   |        12 |    12 |
//! | X-Chain                             |        12 |    12 |
//! | Finned Franken Swordfish            |        11 |    11 |
//! | Naked Quadruple                     |        11 |    11 |
//! | Remote Pair                         |        11 |    11 |
//! | Finned Jellyfish                    |        10 |    10 |
//! | Grouped Continuous Nice Loop        |        10 |    10 |
//! | Simple Colors Trap                  |        10 |    10 |
//! | Avoidable Rectangle Type 1          |         5 |     5 |
//! | Jellyfish                           |         4 |     4 |
//! | Hidden Quadruple                    |         2 |     2 |
//! | Uniqueness Test 5                   |         2 |     2 |
//! | Simple Colors Wrap                  |         1 |     1 |
//!
//! Avoidable rectangles of type 2, multi colours of type 2, sashimi jellyfish, Franken fish other than finned swordfish, and mutant
//! fish do not occur in these paths; `tests/steps` has a case for each technique.

#![forbid(unsafe_code)]

mod als;
mod chain;
mod choice;
mod drawing;
mod implications;
mod level;
mod path;
mod pattern;
mod rating;
mod search;
mod state;
mod step;
mod technique;
mod techniques;
mod text;
mod words;
mod work_set;

pub use chain::{Branch, Conclusion, Node};
pub use level::Level;
pub use minirow_grade::BudgetSpent;
pub use path::{Path, path, path_from};
pub use pattern::{CellGroup, ChainForm, ForcingProof, Pattern};
pub use rating::{Rating, rate, rate_from};
pub use step::Step;
pub use technique::Technique;
pub use techniques::ALL as TECHNIQUES;
