//! The role of each candidate in a step, for marks in a grid.

use minirow_core::{CandidateSet, CellSet};
use minirow_grade::{Chain, Link, Step};

/// The candidates of a step by their role. A candidate can have several roles.
pub(super) struct StepMarks {
    /// The candidate that is placed.
    pub(super) placed: CandidateSet,
    /// The candidates that are eliminated.
    pub(super) eliminated: CandidateSet,
    /// The candidates that a step without chains follows from.
    pub(super) pattern: CandidateSet,
    /// The candidates that are true in a chain.
    pub(super) on: CandidateSet,
    /// The candidates that are false in a chain.
    pub(super) off: CandidateSet,
    /// The cells of the rows, columns and boxes in which to look.
    pub(super) houses: CellSet,
}

impl StepMarks {
    /// Returns the marks of a step; without a step there are none.
    pub(super) fn of(step: Option<&Step>) -> StepMarks {
        let of_state = |is_on: bool| -> CandidateSet {
            let links = step.into_iter().flat_map(Step::chains).flat_map(Chain::links);
            links.filter(|link| link.is_on() == is_on).map(Link::candidate).collect()
        };
        StepMarks {
            placed: step.and_then(Step::placement).into_iter().collect(),
            eliminated: step.map_or(CandidateSet::EMPTY, |step| *step.eliminations()),
            pattern: step.map_or(CandidateSet::EMPTY, |step| *step.pattern()),
            on: of_state(true),
            off: of_state(false),
            houses: step.into_iter().flat_map(Step::houses).fold(CellSet::EMPTY, |all, house| all | house.cells()),
        }
    }
}
