//! The search for the next step: the state, and what techniques share until it changes.

use minirow_core::Solution;

use crate::als::AlmostLocked;
use crate::budget::Budget;
use crate::state::State;
use crate::step::Step;
use crate::techniques::uniqueness::Rectangles;

/// The position of a path, in which techniques search.
pub(crate) struct Search {
    pub(crate) state: State,
    /// It is unknown if a position is searched that is not part of a puzzle.
    pub(crate) solution: Option<Solution>,
    pub(crate) budget: Budget,
    pub(crate) memory: Memory,
}

/// Results that several techniques use in the same position.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) rectangles: Rectangles,
    pub(crate) almost_locked: Option<AlmostLocked>,
}

impl Search {
    pub(crate) fn new(state: State, solution: Option<Solution>, budget: Budget) -> Search {
        Search { state, solution, budget, memory: Memory::default() }
    }

    /// Returns the almost locked sets.
    pub(crate) fn almost_locked(&mut self) -> &AlmostLocked {
        self.memory.almost_locked.get_or_insert_with(|| AlmostLocked::of(&self.state))
    }

    /// Carries out a step.
    pub(crate) fn execute(&mut self, step: &Step) {
        self.memory = Memory::default();
        if let Some(placement) = step.placement() {
            self.state.place(placement);
        }
        for &candidate in step.eliminations() {
            self.state.remove(candidate);
        }
    }
}
