//! Sudoku difficulty: the level, score and solution path of HoDoKu.

#![forbid(unsafe_code)]

mod als;
mod budget;
mod chain;
mod choice;
mod implications;
mod level;
mod rating;
mod search;
mod state;
mod step;
mod technique;
mod techniques;
mod text;
mod work_set;

pub use budget::BudgetSpent;
pub use level::Level;
pub use rating::{Rating, rate};
pub use step::Step;
pub use technique::Technique;
pub use techniques::ALL as TECHNIQUES;
