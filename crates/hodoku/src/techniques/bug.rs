//! BUG + 1: if one candidate were gone, all cells would have two candidates and all digits two places in each house. No
//! position of a puzzle with one solution is like that, so the candidate is true.

use super::prelude::*;

pub(super) static BUG: Technique = Technique {
    slug: "bug-1",
    name: "BUG + 1",
    score: 100,
    level: Level::Hard,
    find: |search| Ok(find(&search.state)),
};

fn find(state: &State) -> Option<Step> {
    let three = state.cells_with(3).single()?;
    if state.cells_with(2).with(three) != state.unsolved() {
        return None;
    }
    let mut extra = None;
    for house in House::all() {
        for digit in Digit::ALL.into_iter().filter(|&digit| state.count(house, digit) > 2) {
            let is_extra = state.count(house, digit) == 3 && house.cells().contains(three);
            if !is_extra || *extra.get_or_insert(digit) != digit {
                return None;
            }
        }
    }
    let digit = extra.filter(|&digit| state.digits(three).contains(digit))?;
    if three.houses().iter().any(|&house| state.count(house, digit) != 3) {
        return None;
    }
    let others = state.digits(three).without(digit);
    let eliminations = others.iter().map(|digit| Candidate { cell: three, digit }).collect();
    Some(Step::eliminate(&BUG, Pattern::Grave, eliminations).named("Bivalue Universal Grave + 1"))
}
