//! Ratings equal those of HoDoKu, steps agree with the solution, and each technique finds the steps of its cases.

mod cases;
mod isomorphs;
mod limits;
mod reference;
#[path = "../../../core/tests/core/size.rs"]
mod size;
mod steps;
