//! Resolution theories: trial and error with braids.

use crate::braid::Search;
use crate::budget::{Budget, BudgetSpent};
use crate::state::{Empty, State};

/// T&E(B(p), k): candidates whose assumption leads to a contradiction are removed, until there are none.
///
/// T&E(n) is T&E(B(0), n), B(p) is T&E(B(p), 0), and BRT is T&E(B(0), 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Theory {
    /// The number of assumptions that are held at once: k.
    pub(crate) assumptions: usize,
    /// The greatest length of the braids under these assumptions: p.
    pub(crate) length: usize,
}

/// The reason why a theory was not applied to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Contradiction,
    BudgetSpent,
}

impl From<Empty> for End {
    fn from(_: Empty) -> End {
        End::Contradiction
    }
}

impl From<BudgetSpent> for End {
    fn from(_: BudgetSpent) -> End {
        End::BudgetSpent
    }
}

/// Applies theories to states.
pub(crate) struct Engine {
    search: Search,
    budget: Budget,
}

impl Engine {
    pub(crate) fn new(budget: Budget) -> Engine {
        Engine { search: Search::new(), budget }
    }

    /// Applies a theory to a state until nothing changes.
    ///
    /// Does not try the candidates of `solution`. No theory can remove them, so it only saves time. Under an assumption there
    /// is no solution, and all candidates are tried: removing one of them may show that the assumption is false.
    ///
    /// The result does not depend on the order of the candidates: theories have the confluence property.
    pub(crate) fn close(&mut self, state: &mut State, theory: Theory, solution: Option<&State>) -> Result<(), End> {
        if theory == (Theory { assumptions: 0, length: 0 }) {
            return Ok(()); // states are closed under BRT
        }
        loop {
            let mut is_changed = false;
            let candidates: Vec<u16> = state.unplaced().collect();
            for candidate in candidates {
                let is_open = state.has(candidate) && !state.is_placed(candidate);
                let is_tried = is_open && solution.is_none_or(|solution| !solution.has(candidate));
                if is_tried && self.is_false(state, candidate, theory)? {
                    state.remove(candidate)?;
                    is_changed = true;
                }
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    /// Returns `true` if the assumption that a candidate is true leads to a contradiction.
    fn is_false(&mut self, state: &State, candidate: u16, theory: Theory) -> Result<bool, BudgetSpent> {
        if theory.assumptions == 0 {
            return self.search.is_false(state, candidate, theory.length, &self.budget);
        }
        self.budget.spend()?;
        let mut copy = *state;
        if copy.assume(candidate).is_err() {
            return Ok(true);
        }
        match self.close(&mut copy, Theory { assumptions: theory.assumptions - 1, ..theory }, None) {
            Ok(()) => Ok(false),
            Err(End::Contradiction) => Ok(true),
            Err(End::BudgetSpent) => Err(BudgetSpent),
        }
    }
}
