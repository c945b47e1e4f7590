//! The search for the next step: the state, and what techniques share until it changes.

use minirow_core::{CellSet, Digit, DigitSet, Solution};

use crate::als::AlmostLocked;
use crate::budget::Budget;
use crate::state::State;
use crate::step::Step;
use crate::technique::Technique;
use crate::techniques::uniqueness::Rectangles;

/// The position of a path, in which techniques search.
pub(crate) struct Search {
    pub(crate) state: State,
    /// It is unknown if a position is searched that is not part of a puzzle.
    pub(crate) solution: Option<Solution>,
    pub(crate) budget: Budget,
    pub(crate) memory: Memory,
    /// By technique that looks at one digit at a time: the places of each digit where it finds nothing.
    nothing: Vec<(&'static Technique, [CellSet; 9])>,
}

/// Results that several techniques use in the same position.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) rectangles: Rectangles,
    pub(crate) almost_locked: Option<AlmostLocked>,
}

impl Search {
    pub(crate) fn new(state: State, solution: Option<Solution>, budget: Budget) -> Search {
        Search { state, solution, budget, memory: Memory::default(), nothing: Vec::new() }
    }

    /// Returns the step of a technique that looks at the places of one digit at a time. `find` searches some digits. It leaves out
    /// those whose places are the same as when it found nothing.
    pub(crate) fn by_digit<E>(
        &mut self,
        technique: &'static Technique,
        find: impl FnOnce(&State, &mut Budget, DigitSet) -> Result<Option<Step>, E>,
    ) -> Result<Option<Step>, E> {
        let place = self.nothing.iter().position(|&(known, _)| known == technique).unwrap_or_else(|| {
            self.nothing.push((technique, [CellSet::EMPTY; 9]));
            self.nothing.len() - 1
        });
        let (_, nothing) = &mut self.nothing[place];
        let changed = |digit: &Digit| nothing[digit.index()] != self.state.cells(*digit);
        let digits = Digit::ALL.into_iter().filter(changed).collect();
        let found = find(&self.state, &mut self.budget, digits)?;
        if found.is_none() {
            *nothing = Digit::ALL.map(|digit| self.state.cells(digit));
        }
        Ok(found)
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
