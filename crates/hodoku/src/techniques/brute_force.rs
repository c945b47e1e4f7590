//! Brute force: the digit of the solution in the middle one of the unsolved cells.

use super::prelude::*;

pub(super) static BRUTE_FORCE: Technique = Technique {
    slug: "brute-force",
    name: "Brute Force",
    score: 10_000,
    level: Level::Extreme,
    find: |search| Ok(find(search)),
};

fn find(search: &Search) -> Option<Step> {
    let unsolved = search.state.unsolved();
    let cell = unsolved.iter().nth(unsolved.len() / 2)?;
    Some(Step::place(&BRUTE_FORCE, Pattern::Single, Candidate { cell, digit: search.solution?.digit(cell) }))
}
