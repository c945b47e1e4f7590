//! Closures: the candidates left after each assumption of a dynamic propagation, computed side by side.
//!
//! A dynamic propagation without techniques places naked and hidden singles. The candidates that are left at its end do
//! not depend on the order in which singles are placed, so they are known for all assumptions before any chain is made.
//! Most assumptions lead to no conclusion, and need no chains.

use minirow_core::singles::batch::{self, CellDigits, Contradiction, PropagationResult};
use minirow_core::{Cell, CellSet, Digit, DigitSet};

use crate::chain::node::{NODES, Node};
use crate::techniques::chaining::marks::{Marks, NoPlace, houses};
use crate::techniques::chaining::multiple::visit_starts;

/// The candidates left after each assumption about a cell with two candidates or more, in a position without singles.
#[derive(Clone, Debug)]
pub(crate) struct Closures {
    start: CellDigits,
    /// By source: the index in `left`, or `NONE` if the cell of the source has one candidate.
    place: Box<[u16; NODES]>,
    left: Vec<PropagationResult>,
}

const NONE: u16 = u16::MAX;

impl Closures {
    /// Continues with other eliminations until there are none. `known` are closures with fewer candidates eliminated, or those
    /// of a position with more candidates. `last` is one of the latter with all eliminations.
    pub(crate) fn with<E: FnMut(&Marks) -> Vec<Node>>(
        marks: &Marks,
        known: &[&Closures],
        last: Option<&Closures>,
        mut eliminations: E,
    ) -> Closures {
        let mut closures = Closures::new(marks);
        let mut done = vec![false; closures.left.len()];
        for source in sources(&closures.start).flat_map(|on| [on, on.negation()]) {
            let place = usize::from(closures.place[source.index()]);
            if std::mem::replace(&mut done[place], true) {
                continue;
            }
            let left = closures.left[place];
            closures.left[place] = match last.map(|last| last.result(source)) {
                Some(Ok(last)) if last.iter().zip(&closures.start).all(|(last, start)| last.is_subset(*start)) => {
                    Ok(last)
                }
                _ => known
                    .iter()
                    .copied()
                    .chain(last)
                    .fold(left, |left, known| {
                        let (left, known) = (left?, known.result(source)?);
                        Ok(std::array::from_fn(|cell| left[cell] & known[cell]))
                    })
                    .and_then(|left| close(marks, left, &mut eliminations)),
            };
        }
        closures
    }

    /// Returns `true` if the closures are those of a position with the same empty cells, and at least the candidates.
    pub(crate) fn include(&self, marks: &Marks) -> bool {
        Cell::ALL.into_iter().zip(self.start).all(|(cell, digits)| {
            let now = marks.digits(cell);
            now.is_subset(digits) && now.is_empty() == digits.is_empty()
        })
    }

    /// Computes what the assumptions leave.
    pub(crate) fn new(marks: &Marks) -> Closures {
        let start = Cell::ALL.map(|cell| marks.digits(cell));
        let mut place = Box::new([NONE; NODES]);
        let mut restrictions = Vec::with_capacity(400);
        for on in sources(&start) {
            place[on.index()] = restrictions.len() as u16;
            restrictions.push((on.cell(), DigitSet::from(on.digit())));
        }
        // A false candidate with one alternative leaves what this alternative leaves. Without an alternative it leaves all
        // others.
        let mut alone = Vec::new();
        for on in sources(&start) {
            let off = on.negation();
            let mut alternatives = alternatives(marks, on);
            match (alternatives.next(), alternatives.next()) {
                (None, _) => alone.push(off),
                (Some(one), None) => place[off.index()] = place[one.index()],
                (Some(_), Some(_)) => {
                    place[off.index()] = restrictions.len() as u16;
                    restrictions.push((on.cell(), marks.digits(on.cell()).without(on.digit())));
                }
            }
        }
        let mut left = Vec::with_capacity(restrictions.len() + alone.len());
        batch::propagate(&start, &restrictions, &mut left);
        for off in alone {
            place[off.index()] = left.len() as u16;
            let mut others = start;
            others[off.cell().index()].remove(off.digit());
            left.push(Ok(others));
        }
        Closures { start, place, left }
    }

    fn result(&self, source: Node) -> PropagationResult {
        self.left[usize::from(self.place[source.index()])]
    }

    /// Returns the candidates that an assumption leaves, or `None` if it leads to a contradiction or is not known.
    pub(crate) fn left(&self, source: Node) -> Option<&CellDigits> {
        self.left.get(usize::from(self.place[source.index()]))?.as_ref().ok()
    }

    /// Returns the contradiction to which an assumption leads.
    pub(crate) fn contradiction(&self, source: Node) -> Option<Contradiction> {
        self.left.get(usize::from(self.place[source.index()]))?.err()
    }

    /// Returns the on and the off nodes that follow from an assumption, or `None` if it leads to a contradiction.
    pub(crate) fn consequences(&self, source: Node) -> Option<[[CellSet; 9]; 2]> {
        let left = self.left(source)?;
        let mut nodes = [[CellSet::EMPTY; 9]; 2];
        for cell in Cell::ALL {
            let (left, start) = (left[cell.index()], self.start[cell.index()]);
            (start - left).iter().for_each(|digit| nodes[1][digit.index()].insert(cell));
            if let Some(single) = left.single() {
                nodes[0][single.index()].insert(cell);
            }
        }
        Some(nodes)
    }

    /// Replaces the candidates that an assumption leaves by those of its propagation, given its on and off nodes by digit.
    pub(crate) fn set(&mut self, source: Node, on: &[CellSet; 9], off: &[CellSet; 9]) {
        let mut left = self.start;
        for digit in Digit::ALL {
            for cell in off[digit.index()].iter() {
                left[cell.index()].remove(digit);
            }
        }
        for digit in Digit::ALL {
            for cell in on[digit.index()].iter() {
                left[cell.index()] = digit.into();
            }
        }
        self.place[source.index()] = self.left.len() as u16;
        self.left.push(Ok(left));
    }

    /// Returns the candidates that the assumptions eliminate: those that lead to a contradiction, or else the common
    /// conclusions of the candidates of a cell, of the places of a digit in a house, and of both states of a candidate.
    pub(crate) fn eliminated(&self, marks: &Marks) -> Vec<Node> {
        let mut refuted = Vec::new();
        for on in sources(&self.start) {
            if self.left(on).is_none() {
                refuted.push(on.negation());
            } else if self.left(on.negation()).is_none() {
                let others = marks.digits(on.cell()).without(on.digit());
                refuted.extend(others.iter().map(|other| Node::off(on.cell(), other)));
            }
        }
        if !refuted.is_empty() {
            return refuted;
        }
        let mut common = Vec::new();
        visit_starts(marks, 2, |starts, _, _| self.add_common(starts, &mut common));
        for on in sources(&self.start) {
            self.add_common(&mut [on, on.negation()].into_iter(), &mut common);
        }
        common
    }

    /// Adds the candidates that none of some assumptions leaves.
    fn add_common(&self, sources: &mut dyn Iterator<Item = Node>, eliminated: &mut Vec<Node>) {
        let any = self.any(sources);
        if any != self.start {
            let gone = |cell: Cell| self.start[cell.index()] - any[cell.index()];
            eliminated.extend(
                Cell::ALL.into_iter().flat_map(|cell| gone(cell).iter().map(move |digit| Node::off(cell, digit))),
            );
        }
    }

    /// Returns the candidates that some of the assumptions leave. None leads to a contradiction.
    fn any(&self, sources: &mut dyn Iterator<Item = Node>) -> CellDigits {
        let mut any = [DigitSet::EMPTY; 81];
        for source in sources {
            let left = self.left(source).expect("no contradiction");
            for (any, left) in any.iter_mut().zip(left) {
                *any |= *left;
            }
        }
        any
    }

    /// Returns the common conclusions of assumptions. A contradiction has been replaced by what its propagation leaves.
    pub(crate) fn common(&self, sources: &[Node]) -> Vec<Node> {
        let any = self.any(&mut sources.iter().copied());
        if any == self.start {
            return Vec::new();
        }
        let mut nodes = Vec::new();
        for cell in Cell::ALL {
            let (any, start) = (any[cell.index()], self.start[cell.index()]);
            if any != start {
                nodes.extend((start - any).iter().map(|digit| Node::off(cell, digit)));
                nodes.extend(any.single().map(|digit| Node::on(cell, digit)));
            }
        }
        nodes
    }
}

/// Continues with other eliminations, from candidates that are left.
fn close(marks: &Marks, left: CellDigits, eliminations: &mut impl FnMut(&Marks) -> Vec<Node>) -> PropagationResult {
    let mut current = marks.clone();
    let gone = |cell: Cell| (marks.digits(cell) - left[cell.index()]).iter().map(move |digit| Node::off(cell, digit));
    let mut eliminated: Vec<Node> = Cell::ALL.into_iter().flat_map(gone).collect();
    for passes in 1.. {
        if let Err(NoPlace) = current.eliminate(eliminated) {
            return Err(Contradiction { passes });
        }
        eliminated = eliminations(&current);
        if eliminated.is_empty() {
            break;
        }
    }
    Ok(Cell::ALL.map(|cell| current.digits(cell)))
}

/// Returns the on nodes of the cells with two candidates or more.
fn sources(start: &CellDigits) -> impl Iterator<Item = Node> {
    let open = Cell::ALL.into_iter().filter(|cell| start[cell.index()].len() > 1);
    open.flat_map(|cell| start[cell.index()].iter().map(move |digit| Node::on(cell, digit)))
}

/// Returns the candidates that are true if one is false: a cell or a house has no other.
fn alternatives(marks: &Marks, on: Node) -> impl Iterator<Item = Node> {
    let (cell, digit) = (on.cell(), on.digit());
    let mut found: [Option<Node>; 4] = [None; 4];
    if marks.two_in_cell(cell) {
        found[0] = marks.digits(cell).without(digit).first().map(|other| Node::on(cell, other));
    }
    for (number, (house, _)) in houses(cell).into_iter().enumerate() {
        if marks.two_in_house(digit, house) {
            let other = (marks.cells(digit) & house.cells()).without(cell).first().map(|other| Node::on(other, digit));
            if !found.contains(&other) {
                found[number + 1] = other;
            }
        }
    }
    found.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::size::stride;
    use crate::support::{hardest, reference};
    use crate::techniques::chaining::advanced::{Advisor, AdvisorLevel, Fixed};
    use crate::techniques::chaining::memory::ChainMemory;
    use crate::techniques::chaining::propagation::{Propagation, PropagationState, Rules, Techniques};
    use crate::techniques::chaining::tests::{each_settled, left};

    /// Checks closures against the propagations of all assumptions. They must be equal, or may lack candidates. Returns the
    /// numbers of propagations without and with a contradiction.
    fn check<'a>(
        closures: &Closures,
        marks: &Marks,
        may_lack: bool,
        propagations: impl Iterator<Item = (Node, &'a Propagation)>,
    ) -> [usize; 2] {
        let mut counts = [0; 2];
        for (source, propagation) in propagations {
            let is_wrong = propagation.conflict().is_some();
            counts[usize::from(is_wrong)] += 1;
            let expected = (!is_wrong).then(|| {
                let left = left(marks, propagation);
                Cell::ALL.map(|cell| left.digits(cell))
            });
            let found = closures.left(source);
            if may_lack {
                let is_subset = |expected: CellDigits| {
                    found.is_none_or(|found| found.iter().zip(expected).all(|(found, left)| found.is_subset(left)))
                };
                assert!(expected.map_or(found.is_none(), is_subset), "{source:?} at {marks:?}");
            } else {
                assert_eq!(found.copied(), expected, "{source:?} at {marks:?}");
            }
        }
        counts
    }

    #[test]
    fn closures_are_what_propagations_leave() {
        let mut counts = [0; 2];
        each_settled(reference().step_by(9), |_, marks, propagations| {
            let propagations = propagations.iter().map(|(source, propagation)| (*source, &**propagation));
            let [fine, wrong] = check(&Closures::new(marks), marks, false, propagations);
            counts = [counts[0] + fine, counts[1] + wrong];
        });
        assert!(counts.iter().all(|&count| count > 500), "{counts:?} are too few to say much");
    }

    #[test]
    fn closures_with_techniques_are_what_propagations_with_techniques_leave() {
        let levels = [
            AdvisorLevel::Plus,
            AdvisorLevel::ForcingChains,
            AdvisorLevel::MultipleForcingChains,
            AdvisorLevel::DynamicForcingChains(None),
        ];
        let mut famous: Vec<_> = hardest().collect();
        famous.drain(..famous.len() - 2);
        let distances = [2 * stride(9), 4 * stride(5), 8 * stride(3), 20 * stride(2)];
        let budget = Budget::unlimited();
        // The closures of a position are used for the next ones of the path.
        let mut memories: [ChainMemory; 4] = Default::default();
        let (mut turn, mut counts) = (0, [[0; 2]; 4]);
        each_settled(famous.iter().copied(), |pencilmarks, marks, propagations| {
            if propagations.iter().any(|(_, propagation)| propagation.conflict().is_some()) {
                return; // an easier step than those of the levels
            }
            turn += 1;
            for (number, level) in levels.into_iter().enumerate() {
                if turn % distances[number] != 0 {
                    continue;
                }
                let may_lack = level == AdvisorLevel::MultipleForcingChains;
                let fixed = Fixed::new(pencilmarks);
                let mut advisor = Advisor::new(&fixed, level, &budget, &mut memories[number]);
                let closures = advisor.closures(marks).expect("a settled position");
                let rules = Rules { in_cells: true, dynamic: true };
                let mut propagation = Propagation::new();
                for (source, _) in propagations {
                    propagation.run(&mut PropagationState::new(), marks, *source, rules, u32::MAX, Some(&mut advisor));
                    let [fine, wrong] = check(&closures, marks, may_lack, std::iter::once((*source, &propagation)));
                    counts[number] = [counts[number][0] + fine, counts[number][1] + wrong];
                }
            }
        });
        for (level, counts) in levels.into_iter().zip(counts) {
            assert!(
                counts.iter().all(|&count| count > 40 / stride(9)),
                "{level:?}: {counts:?} are too few to say much"
            );
        }
    }
}
