//! The definitions as they are in the books, without bounds: all sets of singles are tried.

use std::collections::BTreeSet;

use minirow_core::{Candidate, CandidateSet, Cell, Digit, House};

use crate::support::{hard, puzzle, random};

/// A resolution state. `placed` are the candidates whose peers have been removed.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) left: CandidateSet,
    pub(crate) placed: CandidateSet,
}

/// A variable has no value.
pub(crate) struct Contradiction;

impl State {
    /// Places a candidate, and nothing that follows.
    pub(crate) fn place(&mut self, candidate: Candidate) {
        self.left.place(candidate);
        self.placed.insert(candidate);
    }

    /// Returns the singles of all variables that are not placed, each once.
    pub(crate) fn singles(&self) -> Result<BTreeSet<Candidate>, Contradiction> {
        if self.left.contradiction().is_some() {
            return Err(Contradiction);
        }
        let naked =
            Cell::ALL.into_iter().filter_map(|cell| Some(Candidate { cell, digit: self.left.digits(cell).single()? }));
        let hidden =
            House::all().flat_map(|house| Digit::ALL.map(|digit| (house, digit))).filter_map(|(house, digit)| {
                Some(Candidate { cell: (self.left.cells(digit) & house.cells()).single()?, digit })
            });
        Ok(naked.chain(hidden).filter(|&single| !self.placed.contains(single)).collect())
    }

    /// Places singles until there are none.
    fn close(&mut self) -> Result<(), Contradiction> {
        while let Some(&single) = self.singles()?.first() {
            self.place(single);
        }
        Ok(())
    }

    pub(crate) fn unplaced(&self) -> Vec<Candidate> {
        self.left.iter().filter(|&candidate| !self.placed.contains(candidate)).collect()
    }

    /// Returns `true` if at most `placements` singles lead to a contradiction.
    pub(crate) fn is_contradiction_within(&self, placements: usize, mut excluded: BTreeSet<Candidate>) -> bool {
        let Ok(singles) = self.singles() else { return true };
        placements > 0
            && singles.iter().any(|&single| {
                let mut next = self.clone();
                next.place(single);
                excluded.insert(single) && next.is_contradiction_within(placements - 1, excluded.clone())
            })
    }

    /// Removes the candidates for which `is_false` holds until there are none.
    fn remove_all(&mut self, is_false: impl Fn(&State, Candidate) -> bool) -> Result<(), Contradiction> {
        loop {
            let Some(removed) = self.unplaced().into_iter().find(|&candidate| is_false(self, candidate)) else {
                return Ok(());
            };
            self.left.remove(removed);
            self.close()?;
        }
    }

    /// Applies T&E(B(`length`), `assumptions`).
    fn apply(&mut self, assumptions: usize, length: usize) -> Result<(), Contradiction> {
        self.remove_all(|state, candidate| {
            let mut copy = state.clone();
            copy.place(candidate);
            match assumptions {
                0 => length > 0 && copy.is_contradiction_within(length - 1, BTreeSet::new()),
                _ => copy.close().and_then(|()| copy.apply(assumptions - 1, length)).is_err(),
            }
        })
    }
}

/// Returns `true` if T&E(B(`length`), `assumptions`) solves the puzzle.
fn is_solved_by(clues: &str, assumptions: usize, length: usize) -> bool {
    let mut state = State { left: CandidateSet::ALL, placed: CandidateSet::EMPTY };
    for (cell, digit) in puzzle(clues).clues().clues() {
        state.place(Candidate { cell, digit });
    }
    assert!(state.close().is_ok() && state.apply(assumptions, length).is_ok(), "{clues}");
    state.left.singles().is_full()
}

#[test]
fn depth_and_b_equal_those_of_the_plain_version() {
    for b in 0..=3_usize {
        let rows = random().filter(|row| row.ratings[1] == b.to_string());
        for row in rows.step_by(60) {
            assert_eq!(is_solved_by(row.clues, 0, 0), b == 0, "{}", row.clues);
            assert!(is_solved_by(row.clues, 1, 0), "{}", row.clues);
            assert!(b == 0 || !is_solved_by(row.clues, 0, b - 1), "{}", row.clues);
            assert!(is_solved_by(row.clues, 0, b), "{}", row.clues);
        }
    }
}

#[test]
fn bxb_equals_that_of_the_plain_version() {
    let row = hard().find(|row| row.ratings == ["2", "", "1", ""]).expect("there are some");
    assert!(!is_solved_by(row.clues, 1, 0), "{}", row.clues);
    assert!(is_solved_by(row.clues, 1, 1), "{}", row.clues);
}
