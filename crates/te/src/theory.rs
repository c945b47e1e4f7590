//! Resolution theories: trial and error with braids.

use minirow_grade::{Budget, BudgetSpent};

use crate::argument::{Argument, Conclusion};
use crate::board::CANDIDATES;
use crate::braid::Search;
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

impl Theory {
    /// Returns theories up to this one, from weak to strong. Each removes what those before it remove.
    pub(crate) fn ladder(self) -> impl Iterator<Item = Theory> {
        let fewer = (1..self.assumptions).map(|assumptions| Theory { assumptions, length: 0 });
        fewer.chain((0..=self.length).map(move |length| Theory { length, ..self }))
    }
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
    /// A limited budget counts every search, also those whose result is known.
    counts_all: bool,
    /// The theory that is being applied, and by candidate what its assumption left at last. It leaves no more where there are fewer
    /// candidates, or by a stronger theory.
    left: (Theory, Vec<Option<Box<State>>>),
}

const BRT: Theory = Theory { assumptions: 0, length: 0 };

impl Engine {
    pub(crate) fn new(budget: Budget) -> Engine {
        Engine { search: Search::new(), counts_all: budget.is_limited(), budget, left: (BRT, Vec::new()) }
    }

    /// Applies a theory to a state until nothing changes.
    ///
    /// Does not try the candidates of `solution`. No theory can remove them, so it only saves time. Under an assumption there
    /// is no solution, and all candidates are tried: removing one of them may show that the assumption is false.
    ///
    /// The result does not depend on the order of the candidates: theories have the confluence property.
    pub(crate) fn close(&mut self, state: &mut State, theory: Theory, solution: Option<&State>) -> Result<(), End> {
        if theory == BRT {
            return Ok(()); // states are closed under BRT
        }
        // The candidates after the last one that was removed have been tried in this state.
        let mut last = None;
        loop {
            let before = last.take();
            let candidates: Vec<u16> = state.unplaced().collect();
            for candidate in candidates {
                if last.is_none() && before.is_some_and(|before| candidate > before) && !self.counts_all {
                    return Ok(());
                }
                let is_open = state.has(candidate) && !state.is_placed(candidate);
                let is_tried = is_open && solution.is_none_or(|solution| !solution.has(candidate));
                if is_tried && self.is_false(state, candidate, theory)? {
                    state.remove(candidate)?;
                    last = Some(candidate);
                }
            }
            if last.is_none() {
                return Ok(());
            }
        }
    }

    /// Applies a theory to a state. Returns `true` if this solves it. A theory with longer braids than the last one goes on from
    /// the state that this has reached.
    pub(crate) fn solves(
        &mut self,
        state: &mut State,
        theory: Theory,
        solution: Option<&State>,
    ) -> Result<bool, BudgetSpent> {
        if theory.length == 0 {
            self.left.1.clear();
        }
        self.left.0 = if self.counts_all { BRT } else { theory };
        let result = self.close(state, theory, solution);
        self.left.0 = BRT;
        match result {
            Ok(()) => Ok(state.is_solved()),
            Err(End::BudgetSpent) => Err(BudgetSpent),
            Err(End::Contradiction) => unreachable!("no theory removes a candidate of the solution"),
        }
    }

    /// Solves a state, and returns its T&E depth.
    pub(crate) fn depth(&mut self, state: &mut State, solution: Option<&State>) -> Result<usize, BudgetSpent> {
        let mut depth = 0;
        // A stronger theory goes on from the state that a weaker one has reached.
        while !self.solves(state, Theory { assumptions: depth, length: 0 }, solution)? {
            depth += 1;
        }
        Ok(depth)
    }

    /// Returns the simplest argument in a state, or `None` if the theory removes no candidate. Weaker theories come first. Does not
    /// try the candidates of `solution`, as [`Engine::close`].
    pub(crate) fn simplest(
        &mut self,
        state: &State,
        theory: Theory,
        solution: Option<&State>,
    ) -> Result<Option<Argument>, BudgetSpent> {
        for theory in theory.ladder() {
            for candidate in
                state.unplaced().filter(|&candidate| solution.is_none_or(|solution| !solution.has(candidate)))
            {
                if let Some(argument) = self.argument(state, candidate, theory)? {
                    return Ok(Some(argument));
                }
            }
        }
        Ok(None)
    }

    /// Returns an argument that a candidate is false, or `None` if the theory does not remove it.
    pub(crate) fn argument(
        &mut self,
        state: &State,
        assumption: u16,
        theory: Theory,
    ) -> Result<Option<Argument>, BudgetSpent> {
        let mut conclusions = Vec::new();
        if theory.assumptions == 0 {
            let Some(singles) = self.search.braid(state, assumption, theory.length, &self.budget)? else {
                return Ok(None);
            };
            conclusions.extend(singles.into_iter().map(Conclusion::single));
            return Ok(Some(Argument::of(state, assumption, &conclusions).expect("the singles are a braid")));
        }
        if !self.is_false(state, assumption, theory)? {
            return Ok(None);
        }
        let mut copy = *state;
        let mut singles = Vec::new();
        let mut result = copy.place(assumption, &mut singles);
        loop {
            let on_single = |single| conclusions.push(Conclusion::single(single));
            result = result.and_then(|()| copy.place_in_order(singles, on_single));
            if result.is_err() {
                let argument = Argument::of(state, assumption, &conclusions).expect("a variable is empty");
                return Ok(Some(argument.minimal(state)));
            }
            let within = Theory { assumptions: theory.assumptions - 1, ..theory };
            let inner = self.simplest(&copy, within, None)?.expect("the assumption is false");
            singles = Vec::new();
            result = copy.clear(inner.assumption, inner.assumption, &mut singles);
            conclusions.push(Conclusion::Removed(inner));
        }
    }

    /// Returns `true` if the assumption that a candidate is true leads to a contradiction.
    fn is_false(&mut self, state: &State, candidate: u16, theory: Theory) -> Result<bool, BudgetSpent> {
        if theory.assumptions == 0 {
            return self.search.is_false(state, candidate, theory.length, &self.budget);
        }
        self.budget.spend(1)?;
        let mut copy = *state;
        if copy.assume(candidate).is_err() {
            return Ok(true);
        }
        let within = Theory { assumptions: theory.assumptions - 1, ..theory };
        let is_kept = self.left.0 == theory && within != BRT;
        if is_kept {
            self.left.1.resize_with(CANDIDATES, || None);
            let last = self.left.1[usize::from(candidate)].as_deref();
            if last.is_some_and(|last| copy.intersect(last).is_err()) {
                return Ok(true);
            }
        }
        match self.close(&mut copy, within, None) {
            Ok(()) => {
                if is_kept {
                    self.left.1[usize::from(candidate)] = Some(Box::new(copy));
                }
                Ok(false)
            }
            Err(End::Contradiction) => Ok(true),
            Err(End::BudgetSpent) => Err(BudgetSpent),
        }
    }
}
