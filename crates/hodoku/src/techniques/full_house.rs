//! Full house: the last unsolved cell of a house has the last digit.

use super::prelude::*;

pub(super) static FULL_HOUSE: Technique = Technique {
    slug: "full-house",
    name: "Full House",
    score: 4,
    level: Level::Easy,
    find: |search| Ok(find(&search.state)),
};

fn find(state: &State) -> Option<Step> {
    let is_last = |cell: Cell| cell.houses().iter().any(|house| (state.unsolved() & house.cells()).single().is_some());
    let is_full_house = |single: &&Candidate| state.value(single.cell).is_none() && is_last(single.cell);
    let &single = state.naked.entries().iter().find(is_full_house)?;
    Some(Step::place(&FULL_HOUSE, Pattern::Single, single))
}
