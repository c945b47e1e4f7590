//! Propagation: everything that follows from one assumption, node by node, until nothing more does or a candidate is both
//! on and off.
//!
//! A *static* propagation leaves the candidates as they are. A *dynamic* one takes an off node's candidate out once it has
//! looked at what follows from it, so that later nodes see fewer candidates; what then follows rests on the removed
//! candidates too, as further parents.

use std::sync::Arc;

use minirow_core::{CellSet, Digit};

use crate::techniques::chaining::hint::{Chain, Hint, Link};
use crate::techniques::chaining::marks::{Marks, houses};
use crate::techniques::chaining::node::{Cause, NODES, Node};

/// What a propagation may use.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// Links between the digits of a cell.
    pub(crate) in_cells: bool,
    /// Whether candidates are taken out on the way.
    pub(crate) dynamic: bool,
}

/// What a technique adds to a propagation that has come to a rest: a node that is false, what that rests on, and the chain
/// that says so, if it was one.
pub(crate) struct Advance {
    pub(crate) node: Node,
    pub(crate) parents: Arc<[Node]>,
    pub(crate) nested: Option<Arc<Hint>>,
}

/// Finds what techniques add: asked with the candidates left and those at the start.
pub(crate) type Advances<'a> = &'a mut dyn FnMut(&Marks, &Marks) -> Vec<Advance>;

const NONE: u16 = u16::MAX;

/// A node as it was reached.
#[derive(Clone, Copy)]
struct Reached {
    node: Node,
    cause: Cause,
    /// Whether it and all before it have one parent each: then `depth` is the length of the chain.
    is_line: bool,
    /// Parents up to the start, by the shortest way that is sure: no chain is shorter than this.
    depth: u16,
    first_parent: u32,
    parents: u16,
    nested: u16,
}

/// The nodes that follow from an assumption, in the order in which they were reached.
pub(crate) struct Propagation {
    reached: Vec<Reached>,
    parents: Vec<u16>,
    nested: Vec<Arc<Hint>>,
    /// Where each node is in `reached`.
    place: Box<[u16; NODES]>,
    pub(crate) on: [CellSet; 9],
    pub(crate) off: [CellSet; 9],
    /// The two places of a candidate that is both; the later one is in none of the sets.
    conflict: Option<(u16, u16)>,
}

impl Propagation {
    /// Nothing assumed yet.
    pub(crate) fn new() -> Propagation {
        Propagation {
            reached: Vec::with_capacity(256),
            parents: Vec::with_capacity(256),
            nested: Vec::new(),
            place: Box::new([NONE; NODES]),
            on: [CellSet::EMPTY; 9],
            off: [CellSet::EMPTY; 9],
            conflict: None,
        }
    }

    /// Forgets all that was reached, but keeps the room.
    fn clear(&mut self) {
        for reached in self.reached.drain(..) {
            self.place[reached.node.index()] = NONE;
        }
        self.parents.clear();
        self.nested.clear();
        self.on = [CellSet::EMPTY; 9];
        self.off = [CellSet::EMPTY; 9];
        self.conflict = None;
    }

    /// Finds all that follows from `source`, in place of what was found before.
    pub(crate) fn run(&mut self, marks: &Marks, source: Node, rules: Rules, mut advances: Option<Advances>) {
        let propagation = self;
        propagation.clear();
        propagation.add(source, Cause::Assumption, &[], None);
        let mut current = marks.clone();
        // Places up to which nodes have been followed; nodes of the other state are passed over.
        let (mut on_done, mut off_done) = (0, 0);
        loop {
            if let Some(place) = propagation.next(&mut on_done, true) {
                if propagation.follow_on(&current, place, rules).is_err() {
                    return;
                }
            } else if let Some(place) = propagation.next(&mut off_done, false) {
                if propagation.follow_off(&mut current, marks, place, rules).is_err() {
                    return;
                }
            } else {
                let Some(advances) = advances.as_deref_mut() else { return };
                let before = propagation.reached.len();
                for Advance { node, parents, nested } in advances(&current, marks) {
                    if propagation.place_of(node).is_none() {
                        let parents: Vec<u16> =
                            parents.iter().map(|parent| propagation.place[parent.index()]).collect();
                        propagation.add(node, Cause::Advanced, &parents, nested);
                    }
                }
                if propagation.reached.len() == before {
                    return;
                }
            }
        }
    }

    fn next(&self, done: &mut usize, on: bool) -> Option<u16> {
        while *done < self.reached.len() {
            let place = *done;
            *done += 1;
            if self.reached[place].node.is_on() == on {
                return Some(place as u16);
            }
        }
        None
    }

    fn place_of(&self, node: Node) -> Option<u16> {
        let place = self.place[node.index()];
        (place != NONE).then_some(place)
    }

    fn append(&mut self, node: Node, cause: Cause, parents: &[u16], nested: Option<Arc<Hint>>) -> u16 {
        let place = self.reached.len() as u16;
        let line = parents.len() <= 1 && parents.iter().all(|&parent| self.reached[usize::from(parent)].is_line);
        let longest = parents.iter().map(|&parent| self.reached[usize::from(parent)].depth).max();
        let nested = match nested {
            Some(hint) => {
                self.nested.push(hint);
                self.nested.len() as u16 - 1
            }
            None => NONE,
        };
        self.reached.push(Reached {
            node,
            cause,
            is_line: line,
            // All parents are different from the node and from each other.
            depth: longest.map_or(1, |longest| longest + 1).max(parents.len() as u16 + 1),
            first_parent: self.parents.len() as u32,
            parents: parents.len() as u16,
            nested,
        });
        self.parents.extend_from_slice(parents);
        place
    }

    fn add(&mut self, node: Node, cause: Cause, parents: &[u16], nested: Option<Arc<Hint>>) {
        let place = self.append(node, cause, parents, nested);
        self.place[node.index()] = place;
        let sets = if node.is_on() { &mut self.on } else { &mut self.off };
        sets[node.digit().index()].insert(node.cell());
    }

    /// Adds a node unless it is there; an error if its negation is.
    fn conclude(&mut self, node: Node, cause: Cause, parents: &[u16]) -> Result<(), ()> {
        if let Some(negation) = self.place_of(node.negation()) {
            let place = self.append(node, cause, parents, None);
            self.conflict = Some((negation, place));
            return Err(());
        }
        if self.place_of(node).is_none() {
            self.add(node, cause, parents, None);
        }
        Ok(())
    }

    fn follow_on(&mut self, current: &Marks, place: u16, rules: Rules) -> Result<(), ()> {
        let node = self.reached[usize::from(place)].node;
        let (cell, digit) = (node.cell(), node.digit());
        if rules.in_cells {
            for other in current.digits(cell).without(digit).iter() {
                self.conclude(Node::off(cell, other), Cause::Cell, &[place])?;
            }
        }
        let cells = current.cells(digit);
        let mut seen = CellSet::from(cell);
        for (house, cause) in houses(cell) {
            let places = (cells & house.cells()) - seen;
            seen |= places;
            // What is off already needs no second look, unless it is on too: that must be met at its turn.
            let settled = self.off[digit.index()] - self.on[digit.index()];
            for other in (places - settled).iter() {
                self.conclude(Node::off(other, digit), cause, &[place])?;
            }
        }
        Ok(())
    }

    fn follow_off(&mut self, current: &mut Marks, start: &Marks, place: u16, rules: Rules) -> Result<(), ()> {
        let node = self.reached[usize::from(place)].node;
        let (cell, digit) = (node.cell(), node.digit());
        let mut found: [Option<(Node, Cause)>; 4] = [None; 4];
        if rules.in_cells {
            found[0] = other_digit(current, node).map(|other| (Node::on(cell, other), Cause::Cell));
        }
        let cells = current.cells(digit).without(cell);
        for (number, (house, cause)) in houses(cell).into_iter().enumerate() {
            if let Some(other) = (cells & house.cells()).single() {
                let on = Node::on(other, digit);
                if found.iter().flatten().all(|(known, _)| *known != on) {
                    found[number + 1] = Some((on, cause));
                }
            }
        }
        // The candidate goes only now, but what follows has been looked at before: so parents are those gone earlier.
        if rules.dynamic {
            let mut parents = Vec::new();
            for (on, cause) in found.into_iter().flatten() {
                let known = self.place_of(on).is_some() && self.place_of(on.negation()).is_none();
                if known {
                    continue;
                }
                parents.clear();
                parents.push(place);
                self.removed_parents(current, start, node, cause, &mut parents);
                if self.conclude(on, cause, &parents).is_err() {
                    return Err(());
                }
            }
            current.remove(cell, digit);
        } else {
            for (on, cause) in found.into_iter().flatten() {
                self.conclude(on, cause, &[place])?;
            }
        }
        Ok(())
    }

    /// The candidates that had to go before `node` could force another.
    fn removed_parents(&self, current: &Marks, start: &Marks, node: Node, cause: Cause, parents: &mut Vec<u16>) {
        let (cell, digit) = (node.cell(), node.digit());
        match cause {
            Cause::Cell => {
                for gone in (start.digits(cell) - current.digits(cell)).iter() {
                    parents.push(self.place[Node::off(cell, gone).index()]);
                }
            }
            _ => {
                let (house, _) = houses(cell).into_iter().find(|(_, other)| *other == cause).expect("a house");
                for gone in ((start.cells(digit) - current.cells(digit)) & house.cells()).iter() {
                    parents.push(self.place[Node::off(gone, digit).index()]);
                }
            }
        }
    }

    /// The nodes of one state, in the order in which they were reached; without one that is in conflict.
    pub(crate) fn in_order(&self, on: bool) -> impl Iterator<Item = Node> + '_ {
        let sure = self.reached.len() - usize::from(self.conflict.is_some());
        self.reached[..sure].iter().map(|reached| reached.node).filter(move |node| node.is_on() == on)
    }

    /// The places of the on and the off version of a candidate that is both.
    pub(crate) fn conflict(&self) -> Option<[u16; 2]> {
        let (first, second) = self.conflict?;
        Some(if self.reached[usize::from(first)].node.is_on() { [first, second] } else { [second, first] })
    }

    /// The place of a node that was reached.
    pub(crate) fn at(&self, node: Node) -> u16 {
        self.place[node.index()]
    }

    /// A number of nodes that a chain to a place certainly has.
    pub(crate) fn least_nodes(&self, place: u16) -> u32 {
        u32::from(self.reached[usize::from(place)].depth)
    }

    /// How many nodes there are on the way to a place, with itself.
    pub(crate) fn nodes(&self, place: u16) -> u32 {
        let reached = &self.reached[usize::from(place)];
        if reached.is_line {
            return u32::from(reached.depth);
        }
        let mut seen = vec![false; self.reached.len()];
        seen[usize::from(place)] = true;
        let mut open = vec![place];
        let mut count = 0;
        while let Some(place) = open.pop() {
            count += 1;
            for &parent in self.parents_of(place) {
                if !std::mem::replace(&mut seen[usize::from(parent)], true) {
                    open.push(parent);
                }
            }
        }
        count
    }

    fn parents_of(&self, place: u16) -> &[u16] {
        let reached = &self.reached[usize::from(place)];
        &self.parents[reached.first_parent as usize..][..usize::from(reached.parents)]
    }

    /// All that a place follows from, breadth first.
    pub(crate) fn chain(&self, place: u16) -> Chain {
        let mut number = vec![NONE; self.reached.len()];
        number[usize::from(place)] = 0;
        let mut order = vec![place];
        let mut next = 0;
        while next < order.len() {
            for &parent in self.parents_of(order[next]) {
                if number[usize::from(parent)] == NONE {
                    number[usize::from(parent)] = order.len() as u16;
                    order.push(parent);
                }
            }
            next += 1;
        }
        let link = |&place: &u16| {
            let reached = &self.reached[usize::from(place)];
            Link {
                node: reached.node,
                cause: reached.cause,
                parents: self.parents_of(place).iter().map(|&parent| number[usize::from(parent)]).collect(),
                nested: self.nested.get(usize::from(reached.nested)).cloned(),
            }
        };
        Chain(order.iter().map(link).collect())
    }
}

fn other_digit(marks: &Marks, node: Node) -> Option<Digit> {
    let digits = marks.digits(node.cell());
    if digits.len() == 2 { digits.without(node.digit()).single() } else { None }
}
