//! Arguments as chains of `minirow-grade`: every conclusion with those that it follows from.

use std::collections::BTreeMap;

use minirow_grade::{Cause, Chain, Link};

use crate::argument::{Argument, Conclusion};
use crate::board::{CANDIDATES, CELLS, PLACES, candidate};
use crate::state::{Effects, Empty, State};

/// Returns the chain of an argument in a state. The last link is the assumption. The first is its negation, which follows
/// from the values of the empty variable.
pub(crate) fn chain(state: &State, argument: &Argument) -> Chain {
    let mut proof = Proof { removed_by: [0; CANDIDATES], placed: 0, places: BTreeMap::new(), links: Vec::new() };
    let mut copy = *state;
    proof.conclude(argument.assumption, true, Cause::Assumption, Vec::new());
    // An error is the contradiction at the end.
    let _ = proof.place(&mut copy, argument.assumption);
    for conclusion in &argument.conclusions {
        match conclusion {
            &Conclusion::Single { candidate, variable } => {
                let others = proof.are_false(state.values(variable).filter(|&other| other != candidate));
                proof.conclude(candidate, true, cause(variable), others);
                let _ = proof.place(&mut copy, candidate);
            }
            Conclusion::Removed(inner) => {
                let values = inner.variables().into_iter().flat_map(|variable| state.values(variable));
                let gone = proof.are_false(values.filter(|&value| !copy.has(value)));
                let left = copy.unplaced().map(candidate).collect();
                let removed = proof.conclude(inner.assumption, false, Cause::Advanced, gone);
                *removed = removed.clone().proved_by(chain(&copy, inner), &left);
                let _ = copy.clear(inner.assumption, inner.assumption, &mut proof);
            }
        }
    }
    let values = proof.are_false(state.values(argument.empty));
    proof.conclude(argument.assumption, false, Cause::Contradiction, values);
    Chain::of_conclusions(proof.links)
}

/// The conclusions of an argument so far.
struct Proof {
    /// By candidate that was removed by a placement: the first one that removed it.
    removed_by: [u16; CANDIDATES],
    /// The candidate that is being placed.
    placed: u16,
    /// By candidate, and whether it is true: the place of its link.
    places: BTreeMap<(u16, bool), usize>,
    links: Vec<Link>,
}

impl Proof {
    /// Places a candidate.
    fn place(&mut self, state: &mut State, placed: u16) -> Result<(), Empty> {
        self.placed = placed;
        state.place(placed, self)
    }

    /// Adds a conclusion.
    fn conclude(&mut self, number: u16, is_on: bool, cause: Cause, parents: Vec<usize>) -> &mut Link {
        self.places.insert((number, is_on), self.links.len());
        self.links.push_mut(Link::new(candidate(number), is_on, cause, parents))
    }

    /// Returns the places of removed candidates, after adding those that are missing.
    fn are_false(&mut self, removed: impl Iterator<Item = u16>) -> Vec<usize> {
        removed
            .map(|removed| {
                if let Some(&place) = self.places.get(&(removed, false)) {
                    return place;
                }
                let by = self.removed_by[usize::from(removed)];
                self.conclude(removed, false, cause(common_variable(by, removed)), vec![self.places[&(by, true)]]);
                self.links.len() - 1
            })
            .collect()
    }
}

impl Effects for Proof {
    fn removed(&mut self, candidate: u16) {
        self.removed_by[usize::from(candidate)] = self.placed;
    }

    fn single(&mut self, _: u16, _: u16) {}
}

/// Returns a variable of two candidates: their cell, box, row or column.
fn common_variable(one: u16, other: u16) -> u16 {
    let [one, other] = [one, other].map(|candidate| PLACES[usize::from(candidate)].map(|place| place.variable));
    [0, 3, 1, 2].into_iter().find(|&kind| one[kind] == other[kind]).map_or(one[0], |kind| one[kind])
}

/// Returns the kind of a variable.
fn cause(variable: u16) -> Cause {
    [Cause::Cell, Cause::Row, Cause::Column, Cause::Box][usize::from(variable) / CELLS]
}
