//! What is marked in a grid: the part that each candidate has in a step.

use minirow_core::{CandidateSet, CellSet};
use minirow_grade::{Chain, Link, Step};

/// The candidates of a step by their part. One that is taken out or placed may be part of the pattern, too.
pub(crate) struct Marks {
    pub(crate) placed: CandidateSet,
    pub(crate) gone: CandidateSet,
    /// What the step follows from, if it takes no chains.
    pub(crate) pattern: CandidateSet,
    /// Those that are true somewhere in a chain, and those that are false.
    pub(crate) on: CandidateSet,
    pub(crate) off: CandidateSet,
    /// The cells of the houses in which to look.
    pub(crate) seen_in: CellSet,
}

impl Marks {
    pub(crate) fn of(step: &Step) -> Marks {
        let of_state = |is_on: bool| -> CandidateSet {
            let links = step.chains().iter().flat_map(Chain::links);
            links.filter(|link| link.is_on() == is_on).map(Link::candidate).collect()
        };
        Marks {
            placed: step.placement().into_iter().collect(),
            gone: *step.eliminations(),
            pattern: *step.pattern(),
            on: of_state(true),
            off: of_state(false),
            seen_in: step.houses().fold(CellSet::EMPTY, |all, house| all | house.cells()),
        }
    }
}
