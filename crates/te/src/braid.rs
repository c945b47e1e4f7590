//! The search for a braid: a shortest argument that a candidate is false.
//!
//! A braid of length n takes its target as true and places n - 1 singles, one after another. Then a variable has no value.
//! Only the set of the singles counts, not their order. So the search is one for a set, and it visits no set twice: when all sets
//! with a single have been tried, the single is excluded from the rest of its node. Nothing is lost, as a single stays one while others
//! are placed.
//!
//! A relaxation guides the search. It places all singles at once, round after round.
//! - A set of k singles needs at most k rounds. If no variable is empty after as many rounds as placements are left, there is no
//!   braid.
//! - If a variable is empty, the singles that led to it are an argument. If there are few enough of them, it is a braid.
//! - Otherwise the node branches on one of these singles. The argument is no longer possible when it is excluded. So a node has only
//!   as many branches as arguments must be excluded until the relaxation finds no more.

use minirow_grade::{Budget, BudgetSpent};

use crate::board::CANDIDATES;
use crate::state::{Effects, Empty, State};

/// Scratch space of searches, reused so that it need not be cleared.
pub(crate) struct Search {
    /// The singles of the nodes on the way to the current one: of each node those that are excluded or placed, and from its start
    /// on those that may be placed.
    pool: Vec<u16>,
    relaxation: Relaxation,
    /// The singles of the last braid, the last one first, if they are recorded.
    record: Option<Vec<u16>>,
}

impl Search {
    pub(crate) fn new() -> Search {
        Search { pool: Vec::new(), relaxation: Relaxation::new(), record: None }
    }

    /// Returns the singles of a braid of at most `length` variables which shows that the candidate is false, in order.
    pub(crate) fn braid(
        &mut self,
        state: &State,
        target: u16,
        length: usize,
        budget: &Budget,
    ) -> Result<Option<Vec<u16>>, BudgetSpent> {
        self.record = Some(Vec::new());
        let is_false = self.is_false(state, target, length, budget);
        let record = self.record.take().unwrap_or_default();
        Ok(is_false?.then(|| record.into_iter().rev().collect()))
    }

    /// Returns `true` if a braid of at most `length` variables shows that the candidate is false.
    pub(crate) fn is_false(
        &mut self,
        state: &State,
        target: u16,
        length: usize,
        budget: &Budget,
    ) -> Result<bool, BudgetSpent> {
        budget.spend(1)?;
        if length == 0 {
            return Ok(false);
        }
        let mut assumed = *state;
        let is_false = match assumed.place(target, &mut self.found()) {
            Err(Empty(_)) => Ok(true),
            Ok(()) => self.is_empty_within(&assumed, 0, length - 1, budget),
        };
        self.forget(0);
        is_false
    }

    /// Returns `true` if placing a number of singles, at most, empties a variable: those in the pool from `start` on, and
    /// those that follow from them.
    fn is_empty_within(
        &mut self,
        state: &State,
        mut start: usize,
        placements: usize,
        budget: &Budget,
    ) -> Result<bool, BudgetSpent> {
        if placements == 0 {
            return Ok(false);
        }
        let end = self.pool.len();
        while start < end {
            budget.spend(1)?;
            let Some(variable) = self.relaxation.run(state, &self.pool[start..end], placements) else { break };
            let (used, first) = self.relaxation.derivation(state, variable);
            if used <= placements {
                if let Some(record) = &mut self.record {
                    record.extend(self.relaxation.used().rev());
                }
                return Ok(true);
            }
            let single = self.pool[start..end].iter().position(|&single| single == first);
            self.pool.swap(start, start + single.expect("it is of the first round"));
            start += 1;
            self.pool.extend_from_within(start..end);
            let mut next = *state;
            if next.place(first, &mut self.found()).is_err()
                || self.is_empty_within(&next, end, placements - 1, budget)?
            {
                if let Some(record) = &mut self.record {
                    record.push(first);
                }
                return Ok(true);
            }
            self.forget(end);
            for &single in &self.pool[start..] {
                self.relaxation.is_known[usize::from(single)] = true;
            }
        }
        Ok(false)
    }

    /// Returns the collector of the singles of a placement.
    fn found(&mut self) -> Found<'_> {
        Found { pool: &mut self.pool, is_known: &mut self.relaxation.is_known }
    }

    /// Removes the singles from a place of the pool on.
    fn forget(&mut self, end: usize) {
        for single in self.pool.drain(end..) {
            self.relaxation.is_known[usize::from(single)] = false;
        }
    }
}

/// Adds the singles that are not known to the pool.
struct Found<'a> {
    pool: &'a mut Vec<u16>,
    is_known: &'a mut [bool; CANDIDATES],
}

impl Effects for Found<'_> {
    fn removed(&mut self, _: u16) {}

    fn single(&mut self, candidate: u16, _: u16) {
        let is_known = &mut self.is_known[usize::from(candidate)];
        if !*is_known {
            *is_known = true;
            self.pool.push(candidate);
        }
    }
}

/// The relaxation: all singles are placed at once, round after round.
struct Relaxation {
    /// By candidate: whether it is in the pool, or was found by the current run.
    is_known: [bool; CANDIDATES],
    /// The singles of the current run, in the order in which they are placed.
    singles: Vec<u16>,
    /// By candidate that was removed: the single that removed it.
    removed_by: [u16; CANDIDATES],
    /// By single: the variable whose only value it is, or `NONE` for those of the first round.
    reasons: [u16; CANDIDATES],
    /// By candidate: the number of the last derivation that used it.
    used: [u64; CANDIDATES],
    derivations: u64,
    /// The variables of the current derivation that are left to do, each with the value that it has in the end, if any.
    open: Vec<(u16, u16)>,
}

/// No variable, or no candidate.
const NONE: u16 = u16::MAX;

impl Relaxation {
    fn new() -> Relaxation {
        Relaxation {
            is_known: [false; CANDIDATES],
            singles: Vec::new(),
            removed_by: [0; CANDIDATES],
            reasons: [NONE; CANDIDATES],
            used: [0; CANDIDATES],
            derivations: 0,
            open: Vec::new(),
        }
    }

    /// Returns the first variable that is empty after at most `rounds` rounds.
    fn run(&mut self, state: &State, first: &[u16], rounds: usize) -> Option<u16> {
        let mut state = *state;
        self.singles.clear();
        self.singles.extend_from_slice(first);
        for &single in first {
            self.reasons[usize::from(single)] = NONE;
        }
        let mut empty = None;
        let mut next = 0;
        'rounds: for _ in 0..rounds {
            let end = self.singles.len();
            if next == end {
                break;
            }
            while next < end {
                let placed = self.singles[next];
                next += 1;
                if let Err(Empty(variable)) = state.place(placed, &mut Round { placed, relaxation: self }) {
                    empty = Some(variable);
                    break 'rounds;
                }
            }
        }
        for &single in &self.singles[first.len()..] {
            self.is_known[usize::from(single)] = false;
        }
        empty
    }

    /// Returns the number of singles that were used to make a variable empty, and one of them that is of the first round.
    fn derivation(&mut self, state: &State, variable: u16) -> (usize, u16) {
        self.derivations += 1;
        let mut used = 0;
        let mut first = None;
        self.open.push((variable, NONE));
        while let Some((variable, single)) = self.open.pop() {
            for removed in state.values(variable).filter(|&value| value != single) {
                let by = self.removed_by[usize::from(removed)];
                if std::mem::replace(&mut self.used[usize::from(by)], self.derivations) == self.derivations {
                    continue;
                }
                used += 1;
                match self.reasons[usize::from(by)] {
                    NONE => first = Some(by),
                    reason => self.open.push((reason, by)),
                }
            }
        }
        (used, first.expect("each derivation begins in the first round"))
    }

    /// Returns the singles of the last derivation, in the order in which they were placed.
    fn used(&self) -> impl DoubleEndedIterator<Item = u16> {
        self.singles.iter().copied().filter(|&single| self.used[usize::from(single)] == self.derivations)
    }
}

/// Takes note of the effects of a placement of the relaxation.
struct Round<'a> {
    placed: u16,
    relaxation: &'a mut Relaxation,
}

impl Effects for Round<'_> {
    #[inline]
    fn removed(&mut self, candidate: u16) {
        self.relaxation.removed_by[usize::from(candidate)] = self.placed;
    }

    #[inline]
    fn single(&mut self, candidate: u16, variable: u16) {
        let is_known = &mut self.relaxation.is_known[usize::from(candidate)];
        if !*is_known {
            *is_known = true;
            self.relaxation.singles.push(candidate);
            self.relaxation.reasons[usize::from(candidate)] = variable;
        }
    }
}
