//! Multiple chains by sets: if no assumption contradicts itself, the consequences of each are known as a whole, and the
//! best conclusion is found before any chain is made.
//!
//! Candidates are fixed, and no node has more than one parent. So a chain to a node has one node more than it has
//! steps, and the common conclusions of the starts of a cell or a house are the intersection of their consequences.

use std::rc::Rc;

use minirow_core::Cell;

use crate::chain::HintKind;
use crate::chain::node::{Cause, Node};
use crate::techniques::chaining::bits::Bits;
use crate::techniques::chaining::marks::{Marks, houses};
use crate::techniques::chaining::reach::{Reach, Steps, with_words};
use crate::techniques::chaining::spare::reach;

/// The common conclusions of candidates of which one must be true: those of a cell, or the places of a digit in a
/// house.
pub(crate) struct Common {
    pub(crate) starts: Vec<Node>,
    pub(crate) kind: HintKind,
    pub(crate) house: Cause,
    /// The conclusions, each with its complexity. On nodes are before off nodes; otherwise they are unordered.
    pub(crate) nodes: Vec<(Node, u32)>,
}

/// Returns the common conclusions of all starts, in the order of the engine. Returns `None` if an assumption
/// contradicts itself, because then the engine stops early, and only the conclusions until then count.
pub(crate) fn common(marks: &Marks) -> Option<Vec<Common>> {
    with_words!(marks, common_by_words(marks))
}

fn common_by_words<const W: usize>(marks: &Marks) -> Option<Vec<Common>> {
    let reach = reach::<W>(marks);
    if (0..reach.len()).any(|number| !reach.conflicts(number).is_empty()) {
        return None;
    }
    // The only candidate of a cell gives no new conclusions.
    let is_open = |number: &usize| marks.digits(reach.candidates()[*number].cell()).len() > 1;
    let mut search = Search {
        open: (0..reach.len()).filter(is_open).collect(),
        steps: std::iter::repeat_with(|| None).take(reach.len()).collect(),
        found: Vec::new(),
        reach,
    };
    visit_starts(marks, 3, |starts, kind, house| search.look(starts, kind, house));
    Some(search.found)
}

/// Visits the starts of each house and cell, in the order of the engine: the candidates of cells with `fewest` candidates
/// or more, and the places of digits in houses whose first is in one of these cells.
pub(crate) fn visit_starts(
    marks: &Marks,
    fewest: usize,
    mut visit: impl FnMut(&mut dyn Iterator<Item = Node>, HintKind, Cause),
) {
    for cell in Cell::ALL {
        let digits = marks.digits(cell);
        if digits.len() < fewest {
            continue;
        }
        for digit in digits.iter() {
            for (house, cause) in houses(cell) {
                let places = marks.cells(digit) & house.cells();
                if places.len() >= 2 && places.first() == Some(cell) {
                    visit(&mut places.iter().map(|place| Node::on(place, digit)), HintKind::House, cause);
                }
            }
        }
        visit(&mut digits.iter().map(|digit| Node::on(cell, digit)), HintKind::Cell, Cause::Cell);
    }
}

struct Search<const W: usize> {
    reach: Rc<Reach<W>>,
    open: Bits<W>,
    /// The steps from each start, by number, computed on demand.
    steps: Vec<Option<Steps>>,
    found: Vec<Common>,
}

impl<const W: usize> Search<W> {
    fn look(&mut self, starts: &mut dyn Iterator<Item = Node>, kind: HintKind, house: Cause) {
        let (mut on, mut off) = (self.open, Bits::ALL);
        let numbers: Vec<usize> = starts.map(|start| self.reach.number_of(start)).collect();
        for &number in &numbers {
            on = on & self.reach.all_on(number);
            off = off & self.reach.all_off(number);
        }
        if on.is_empty() && off.is_empty() {
            return;
        }
        let starts: Vec<Node> = numbers.iter().map(|&number| self.reach.candidates()[number]).collect();
        for &number in &numbers {
            self.steps[number].get_or_insert_with(|| self.reach.steps_from(number));
        }
        let steps = |number: &usize| self.steps[*number].as_ref().expect("just made");
        let candidates = self.reach.candidates();
        let when_on = on.iter().map(|target| {
            (candidates[target], numbers.iter().map(|number| u32::from(steps(number).to_on[target]) + 1).sum())
        });
        let when_off = off.iter().map(|target| {
            (
                candidates[target].negation(),
                numbers.iter().map(|number| u32::from(steps(number).to_off[target]) + 1).sum(),
            )
        });
        self.found.push(Common { nodes: when_on.chain(when_off).collect(), starts, kind, house });
    }
}
