//! Naked single: a cell with one candidate left has that digit.

use super::prelude::*;

pub(super) static NAKED_SINGLE: Technique = Technique {
    slug: "naked-single",
    name: "Naked Single",
    score: 4,
    level: Level::Easy,
    find: |search| Ok(find(&mut search.state)),
};

/// Takes entries of the queue, up to the first one with an unsolved cell.
fn find(state: &mut State) -> Option<Step> {
    loop {
        let single = state.naked.take()?;
        if state.value(single.cell).is_none() {
            return Some(Step::place(&NAKED_SINGLE, Pattern::Single, single));
        }
    }
}
