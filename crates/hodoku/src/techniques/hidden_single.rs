//! Hidden single: the last cell of a house where a digit is possible has that digit.

use super::prelude::*;

pub(super) static HIDDEN_SINGLE: Technique = Technique {
    slug: "hidden-single",
    name: "Hidden Single",
    score: 14,
    level: Level::Easy,
    find: |search| Ok(find(&mut search.state)),
};

/// Takes entries of the queue, up to the first one with an unsolved cell. There is no step if it is not a single any more.
fn find(state: &mut State) -> Option<Step> {
    loop {
        let single = state.hidden.take()?;
        if state.value(single.cell).is_none() {
            return is_hidden(state, single).then(|| Step::place(&HIDDEN_SINGLE, Pattern::Single, single));
        }
    }
}

/// Returns `true` if the digit has one place in a house of the cell.
pub(crate) fn is_hidden(state: &State, single: Candidate) -> bool {
    single.cell.houses().iter().any(|&house| state.count(house, single.digit) == 1)
}
