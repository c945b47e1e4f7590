//! The puzzles of recipes and seeds.

mod first_bands;
mod lanes;
mod recipes;
#[path = "../../../core/tests/core/size.rs"]
mod size;
mod stability;
