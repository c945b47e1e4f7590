//! The candidates that nested forcing chains eliminate from the candidates left, computed without a search, from the
//! consequences at the start of a propagation.
//!
//! Fewer candidates have more strong links, and otherwise the same consequences. Let `a` and `b` be the only candidates
//! left in a cell or a house, which had more at the start: a new strong link. A candidate is refuted by a chain if it
//! leads to its own negation. If it did not at the start, the chain has new links. The part before the first is a chain
//! at the start from `s` to not `a`, read backwards one from `a` to not `s`. So it is enough to follow what the ends of
//! new links lead to, which are few.
//!
//! This holds because no singles are left to place: a chain at the start over a candidate that is known by now gives only
//! consequences that are known too.

use crate::chain::node::Node;
use crate::techniques::chaining::bits::Bits;
use crate::techniques::chaining::marks::Marks;
use crate::techniques::chaining::multiple::visit_starts;
use crate::techniques::chaining::reach::{Reach, with_words};

/// The candidates that nested chains eliminate.
#[derive(Default)]
pub(crate) struct ChainEliminations {
    /// The candidates that forcing chains refute.
    pub(crate) refuted: Vec<Node>,
    /// The candidates that the common conclusions of multiple forcing chains eliminate, if none is refuted; and those of
    /// cells with two candidates, which the engine leaves out.
    pub(crate) common: Vec<Node>,
}

impl ChainEliminations {
    pub(crate) fn is_empty(&self) -> bool {
        self.refuted.is_empty() && self.common.is_empty()
    }
}

/// The consequences at the start of a propagation.
pub(crate) trait StartReach {
    /// Returns `true` if no single can be placed at the start and no chain eliminates anything. Otherwise chains can be found
    /// that need no candidate eliminated since. These are no advances.
    fn is_settled(&self) -> bool;

    /// Returns the eliminations from the candidates left at the end of a propagation from a settled start. `common` tells
    /// whether multiple forcing chains are needed, too.
    fn eliminations(&self, current: &Marks, common: bool) -> ChainEliminations;
}

/// Computes the consequences of the candidates at the start.
pub(crate) fn of_start(start: &Marks) -> Box<dyn StartReach> {
    with_words!(start, of_start_by_words(start))
}

fn of_start_by_words<const W: usize>(start: &Marks) -> Box<dyn StartReach> {
    let reach = Reach::<W>::new(start);
    let mut reached = Consequences { start: start.clone(), reach, is_settled: false };
    let is_refuted = (0..reached.reach.len()).any(|number| !reached.reach.conflicts(number).is_empty());
    reached.is_settled = !start.has_single() && !is_refuted && reached.eliminations(start, true).is_empty();
    Box::new(reached)
}

/// The consequences of all candidates at the start.
struct Consequences<const W: usize> {
    start: Marks,
    reach: Reach<W>,
    is_settled: bool,
}

/// An end of new strong links.
struct End<const W: usize> {
    number: usize,
    /// The other ends.
    others: Bits<W>,
    /// The candidates that are false if it is true.
    off: Bits<W>,
}

impl<const W: usize> StartReach for Consequences<W> {
    fn is_settled(&self) -> bool {
        self.is_settled
    }

    fn eliminations(&self, current: &Marks, common: bool) -> ChainEliminations {
        let ends = self.ends(current);
        if ends.list.is_empty() && !common {
            return ChainEliminations::default();
        }
        let open = self.open(current);
        let refuted = |end: &End<W>| {
            let off = end.others.iter().fold(Bits::EMPTY, |all, other| all | self.reach.all_off(other));
            off & end.off
        };
        let refuted = ends.list.iter().fold(Bits::EMPTY, |all, end| all | refuted(end)) & open;
        let common = if common && refuted.is_empty() { self.common(current, &ends, open) } else { Bits::EMPTY };
        let [refuted, common] = [refuted, common].map(|numbers| self.nodes(numbers));
        ChainEliminations { refuted, common }
    }
}

/// The ends of all new strong links.
struct Ends<const W: usize> {
    all: Bits<W>,
    /// In ascending order of their numbers.
    list: Vec<End<W>>,
}

impl<const W: usize> Ends<W> {
    /// Returns the end with a number. There must be one.
    fn end(&self, number: usize) -> &End<W> {
        &self.list[self.all.rank(number)]
    }

    /// Returns the candidates that are false if some candidates are false.
    fn follow(&self, off: Bits<W>, reach: &Reach<W>) -> Bits<W> {
        let (mut off, mut done) = (off, Bits::EMPTY);
        let mut on = Bits::EMPTY;
        loop {
            let new = (off & self.all) - done;
            if new.is_empty() {
                return off;
            }
            done |= new;
            let mut next = Bits::EMPTY;
            for number in new.iter() {
                next |= self.end(number).others;
            }
            (next - on).iter().for_each(|number| off |= reach.all_off(number));
            on |= next;
        }
    }
}

impl<const W: usize> Consequences<W> {
    fn ends(&self, current: &Marks) -> Ends<W> {
        let mut others: Vec<(usize, usize)> = Vec::with_capacity(64);
        current.visit_new_pairs(&self.start, |one, other| {
            let [one, other] = [one, other].map(|node| self.reach.number_of(node));
            others.extend([(one, other), (other, one)]);
        });
        others.sort_unstable();
        let mut ends = Ends { all: Bits::EMPTY, list: Vec::with_capacity(others.len()) };
        for (number, other) in others {
            if !ends.all.contains(number) {
                ends.all.insert(number);
                ends.list.push(End { number, others: Bits::EMPTY, off: Bits::EMPTY });
            }
            ends.list.last_mut().expect("just added").others.insert(other);
        }
        for place in 0..ends.list.len() {
            ends.list[place].off = ends.follow(self.reach.all_off(ends.list[place].number), &self.reach);
        }
        ends
    }

    /// Returns the candidates that are not known.
    fn open(&self, current: &Marks) -> Bits<W> {
        let is_open = |number: &usize| {
            let node = self.reach.candidates()[*number];
            current.cells(node.digit()).contains(node.cell()) && !current.one_in_cell(node.cell())
        };
        (0..self.reach.len()).filter(is_open).collect()
    }

    /// Returns the candidates that are false whichever candidate of a cell, or whichever place of a digit in a house, is
    /// true.
    fn common(&self, current: &Marks, ends: &Ends<W>, open: Bits<W>) -> Bits<W> {
        let mut off_after: Vec<Bits<W>> = vec![Bits::EMPTY; self.reach.len()];
        for number in open.iter() {
            let mut off = self.reach.all_off(number);
            for end in (off & ends.all).iter() {
                for other in ends.end(end).others.iter() {
                    off |= ends.end(other).off;
                }
            }
            off_after[number] = off & open;
        }
        let mut all = Bits::EMPTY;
        // The engine leaves out cells with two candidates. Then more candidates could have more conclusions.
        visit_starts(current, 2, |starts, _, _| {
            all |= starts.fold(open, |common, start| common & off_after[self.reach.number_of(start)]);
        });
        all
    }

    /// Returns the off nodes of candidates.
    fn nodes(&self, numbers: Bits<W>) -> Vec<Node> {
        numbers.iter().map(|number| self.reach.candidates()[number].negation()).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use minirow_core::Candidate;

    use super::*;
    use crate::budget::Budget;
    use crate::chain::Hint;
    use crate::size::size;
    use crate::support::reference;
    use crate::techniques::chaining::assumptions::{self, AssumptionEngine, Keep};
    use crate::techniques::chaining::forcing;
    use crate::techniques::chaining::tests::{each_settled, left};

    fn eliminated(hints: Vec<Hint>) -> HashSet<Candidate> {
        hints.into_iter().flat_map(|hint| hint.eliminations).collect()
    }

    #[test]
    fn nested_chains_eliminate_the_computed_candidates() {
        let (mut nothing, mut refuted, mut common) = (0, 0, 0);
        each_settled(reference().step_by(36 / size(1).min(4)), |_, marks, propagations| {
            let start = of_start(marks);
            if !start.is_settled() {
                return; // a conclusion from a cell with two candidates
            }
            for (source, propagation) in propagations.iter().filter(|(_, found)| found.conflict().is_none()) {
                let current = left(marks, propagation);
                let budget = Budget::unlimited();
                let eliminations = start.eliminations(&current, true);
                let refuted_by = eliminated(forcing::all(&current, &budget));
                let expected: HashSet<_> = eliminations.refuted.iter().map(|node| node.candidate()).collect();
                assert_eq!(refuted_by, expected, "{source:?} at {marks:?}");
                if eliminations.refuted.is_empty() {
                    let multiple = AssumptionEngine::Multiple;
                    let base = multiple.base_rating();
                    let hints = assumptions::hints(&current, multiple, base, Keep::All, &budget, None);
                    let possible: HashSet<_> = eliminations.common.iter().map(|node| node.candidate()).collect();
                    assert!(eliminated(hints).is_subset(&possible), "{source:?} at {marks:?}");
                }
                nothing += u32::from(eliminations.is_empty());
                refuted += u32::from(!eliminations.refuted.is_empty());
                common += u32::from(!eliminations.common.is_empty());
            }
        });
        let counts = [nothing, refuted, common];
        assert!(counts.iter().all(|&count| count > 100), "{counts:?} are too few to say much");
    }
}
