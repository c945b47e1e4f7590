//! Propagation: all consequences of one assumption, node by node, until there are no more or a candidate is both on and
//! off.
//!
//! A *static* propagation keeps the candidates fixed. A *dynamic* one removes the candidate of an off node after
//! following its links, so that later nodes see fewer candidates. Later conclusions depend on the removed candidates
//! too, which become further parents.

use std::sync::Arc;

use minirow_core::CellSet;

use crate::chain::node::{Cause, NODES, Node};
use crate::chain::{Chain, Hint, Link};
use crate::techniques::chaining::marks::{Marks, houses};

/// The rules of a propagation.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// `true` to use links between the digits of a cell.
    pub(crate) in_cells: bool,
    /// `true` to remove candidates (a dynamic propagation).
    pub(crate) dynamic: bool,
}

/// A conclusion of a technique when there are no more links to follow: a false node, its parents, and the nested chain
/// if there is one.
pub(crate) struct Advance {
    pub(crate) node: Node,
    pub(crate) parents: Arc<[Node]>,
    pub(crate) nested: Option<Arc<Hint>>,
}

/// Finds the advances of techniques, given the candidates left and those at the start.
pub(crate) type Advances<'a> = &'a mut dyn FnMut(&Marks, &Marks) -> Vec<Advance>;

const NONE: u16 = u16::MAX;

/// A node that was reached.
#[derive(Clone, Copy)]
struct Reached {
    node: Node,
    cause: Cause,
    /// `true` if it and all nodes before it have one parent each. Then `depth` is the length of the chain.
    is_line: bool,
    /// A lower bound of the length of a chain: parents up to the start along a shortest path.
    depth: u16,
    /// The first parent, and the range of the others in the list of all nodes.
    parent: u16,
    more_parents: u16,
    first_more: u32,
    nested: u16,
}

/// The consequences of an assumption, in the order in which they are reached.
pub(crate) struct Propagation {
    reached: Vec<Reached>,
    more_parents: Vec<u16>,
    nested: Vec<Arc<Hint>>,
    pub(crate) on: [CellSet; 9],
    pub(crate) off: [CellSet; 9],
    /// The two places of a candidate that is both on and off. The later one is in none of the sets.
    conflict: Option<(u16, u16)>,
}

/// Memory that a propagation needs while it runs. The next one reuses it.
pub(crate) struct PropagationScratch {
    /// The place of each node among those reached.
    place: Box<[u16; NODES]>,
    /// A queue of places of nodes to follow, including those already followed.
    on_queue: Vec<u16>,
    off_queue: Vec<u16>,
}

impl PropagationScratch {
    pub(crate) fn new() -> PropagationScratch {
        PropagationScratch {
            place: Box::new([NONE; NODES]),
            on_queue: Vec::with_capacity(128),
            off_queue: Vec::with_capacity(256),
        }
    }
}

impl Propagation {
    /// Creates a propagation without an assumption.
    pub(crate) fn new() -> Propagation {
        Propagation {
            reached: Vec::with_capacity(256),
            more_parents: Vec::with_capacity(64),
            nested: Vec::new(),
            on: [CellSet::EMPTY; 9],
            off: [CellSet::EMPTY; 9],
            conflict: None,
        }
    }

    /// Finds all consequences of `source`, and replaces the previous ones.
    pub(crate) fn run(
        &mut self,
        scratch: &mut PropagationScratch,
        marks: &Marks,
        source: Node,
        rules: Rules,
        advances: Option<Advances>,
    ) {
        self.reached.clear();
        self.more_parents.clear();
        self.nested.clear();
        self.on = [CellSet::EMPTY; 9];
        self.off = [CellSet::EMPTY; 9];
        self.conflict = None;
        let mut running = Running { found: self, scratch, start: marks, current: marks.clone(), rules };
        // A contradiction ends the propagation, and is kept.
        let _ = running.follow_all(source, advances);
        for reached in &self.reached {
            scratch.place[reached.node.index()] = NONE;
        }
        scratch.on_queue.clear();
        scratch.off_queue.clear();
    }
}

/// The error for a candidate that is both on and off.
struct Contradiction;

/// A running propagation.
struct Running<'a> {
    found: &'a mut Propagation,
    scratch: &'a mut PropagationScratch,
    start: &'a Marks,
    current: Marks,
    rules: Rules,
}

impl Running<'_> {
    fn follow_all(&mut self, source: Node, mut advances: Option<Advances>) -> Result<(), Contradiction> {
        self.add(source, Cause::Assumption, &[], None);
        let (mut on_done, mut off_done) = (0, 0);
        loop {
            // Every on node is followed before the next off node.
            while let Some(&place) = self.scratch.on_queue.get(on_done) {
                on_done += 1;
                self.follow_on(place)?;
            }
            if let Some(&place) = self.scratch.off_queue.get(off_done) {
                off_done += 1;
                self.follow_off(place)?;
                continue;
            }
            let Some(advances) = advances.as_deref_mut() else { return Ok(()) };
            let before = self.found.reached.len();
            for Advance { node, parents, nested } in advances(&self.current, self.start) {
                if self.scratch.place[node.index()] == NONE {
                    let parents: Vec<u16> = parents.iter().map(|parent| self.scratch.place[parent.index()]).collect();
                    self.add(node, Cause::Advanced, &parents, nested);
                }
            }
            if self.found.reached.len() == before {
                return Ok(());
            }
        }
    }

    fn append(&mut self, node: Node, cause: Cause, parents: &[u16], nested: Option<Arc<Hint>>) -> u16 {
        let found = &mut *self.found;
        let place = found.reached.len() as u16;
        let (mut is_line, mut longest) = (parents.len() <= 1, 0);
        for &parent in parents {
            let parent = &found.reached[usize::from(parent)];
            is_line &= parent.is_line;
            longest = longest.max(parent.depth);
        }
        let nested = match nested {
            Some(hint) => {
                found.nested.push(hint);
                found.nested.len() as u16 - 1
            }
            None => NONE,
        };
        let more_parents = parents.get(1..).unwrap_or(&[]);
        found.reached.push(Reached {
            node,
            cause,
            is_line,
            // All parents are different from the node and from each other.
            depth: (longest + 1).max(parents.len() as u16 + 1),
            parent: parents.first().copied().unwrap_or(NONE),
            more_parents: more_parents.len() as u16,
            first_more: found.more_parents.len() as u32,
            nested,
        });
        found.more_parents.extend_from_slice(more_parents);
        place
    }

    fn add(&mut self, node: Node, cause: Cause, parents: &[u16], nested: Option<Arc<Hint>>) {
        let place = self.append(node, cause, parents, nested);
        self.scratch.place[node.index()] = place;
        let digit = node.digit().index();
        if node.is_on() {
            self.found.on[digit].insert(node.cell());
            self.scratch.on_queue.push(place);
        } else {
            self.found.off[digit].insert(node.cell());
            self.scratch.off_queue.push(place);
        }
    }

    /// Adds a node if neither it nor its negation was reached. Returns an error if its negation was reached.
    fn conclude(&mut self, node: Node, cause: Cause, parents: &[u16]) -> Result<(), Contradiction> {
        let negation = self.scratch.place[node.negation().index()];
        if negation != NONE {
            let place = self.append(node, cause, parents, None);
            self.found.conflict = Some((negation, place));
            return Err(Contradiction);
        }
        if self.scratch.place[node.index()] == NONE {
            self.add(node, cause, parents, None);
        }
        Ok(())
    }

    fn follow_on(&mut self, place: u16) -> Result<(), Contradiction> {
        let node = self.found.reached[usize::from(place)].node;
        let (cell, digit) = (node.cell(), node.digit());
        if self.rules.in_cells {
            for other in self.current.digits(cell).without(digit).iter() {
                self.conclude(Node::off(cell, other), Cause::Cell, &[place])?;
            }
        }
        // An off node needs no second visit, unless the candidate is on too, which must be detected in order.
        let settled = self.found.off[digit.index()] - self.found.on[digit.index()];
        let mut open = (self.current.cells(digit) & cell.peers()) - settled;
        if open.is_empty() {
            return Ok(());
        }
        for (house, cause) in houses(cell) {
            let places = open & house.cells();
            open -= places;
            for other in places.iter() {
                self.conclude(Node::off(other, digit), cause, &[place])?;
            }
        }
        Ok(())
    }

    fn follow_off(&mut self, place: u16) -> Result<(), Contradiction> {
        let node = self.found.reached[usize::from(place)].node;
        let (cell, digit) = (node.cell(), node.digit());
        if self.rules.in_cells {
            let digits = self.current.digits(cell);
            if digits.len() == 2 {
                let other = digits.without(digit).first().expect("two digits");
                self.force(Node::on(cell, other), Cause::Cell, place)?;
            }
        }
        let cells = self.current.cells(digit).without(cell);
        for (house, cause) in houses(cell) {
            if let Some(other) = (cells & house.cells()).single() {
                self.force(Node::on(other, digit), cause, place)?;
            }
        }
        // The candidate is removed after its links were followed, so parents are candidates removed earlier.
        if self.rules.dynamic {
            self.current.remove(cell, digit);
        }
        Ok(())
    }

    /// Concludes an on node from the off node that leaves no alternative, and from those removed before.
    fn force(&mut self, on: Node, cause: Cause, place: u16) -> Result<(), Contradiction> {
        if !self.rules.dynamic {
            return self.conclude(on, cause, &[place]);
        }
        let is_new = self.scratch.place[on.index()] == NONE;
        if !is_new && self.scratch.place[on.negation().index()] == NONE {
            return Ok(());
        }
        // A cell and a house have at most nine candidates.
        let mut parents = [place; 10];
        let mut len = 1;
        let node = self.found.reached[usize::from(place)].node;
        let (cell, digit) = (node.cell(), node.digit());
        let mut push = |gone: Node| {
            parents[len] = self.scratch.place[gone.index()];
            len += 1;
        };
        if cause == Cause::Cell {
            let gone = self.start.digits(cell) - self.current.digits(cell);
            gone.iter().for_each(|gone| push(Node::off(cell, gone)));
        } else {
            let (house, _) = houses(cell).into_iter().find(|(_, other)| *other == cause).expect("a house");
            let gone = (self.start.cells(digit) - self.current.cells(digit)) & house.cells();
            gone.iter().for_each(|gone| push(Node::off(gone, digit)));
        }
        self.conclude(on, cause, &parents[..len])
    }
}

impl Propagation {
    /// Returns the nodes of one state in the order in which they were reached, without one that is in conflict.
    pub(crate) fn in_order(&self, on: bool) -> impl Iterator<Item = Node> + '_ {
        let sure = self.reached.len() - usize::from(self.conflict.is_some());
        self.reached[..sure].iter().map(|reached| reached.node).filter(move |node| node.is_on() == on)
    }

    /// Returns the places of the on and the off node of a candidate that is both.
    pub(crate) fn conflict(&self) -> Option<[u16; 2]> {
        let (first, second) = self.conflict?;
        Some(if self.reached[usize::from(first)].node.is_on() { [first, second] } else { [second, first] })
    }

    /// Returns the place of a node that was reached.
    pub(crate) fn at(&self, node: Node) -> u16 {
        self.reached.iter().position(|reached| reached.node == node).expect("a node that was reached") as u16
    }

    /// Returns a lower bound of the number of nodes of a chain to a place.
    pub(crate) fn least_nodes(&self, place: u16) -> u32 {
        u32::from(self.reached[usize::from(place)].depth)
    }

    /// Returns the number of nodes on the paths to a place, including the place.
    pub(crate) fn nodes(&self, place: u16) -> u32 {
        let reached = &self.reached[usize::from(place)];
        if reached.is_line {
            return u32::from(reached.depth);
        }
        // Parents are reached before their children, so a pass from the end visits every node after its children.
        let mut open = [0_u64; NODES.div_ceil(64)];
        let last = usize::from(place) / 64;
        open[last] |= 1 << (place % 64);
        let mut count = 0;
        for word in (0..=last).rev() {
            while let Some(bit) = open[word].checked_ilog2() {
                open[word] ^= 1 << bit;
                count += 1;
                let place = 64 * word as u16 + bit as u16;
                self.parents_of(place).for_each(|parent| open[usize::from(parent) / 64] |= 1 << (parent % 64));
            }
        }
        count
    }

    /// Returns `true` if any node follows from a nested chain.
    pub(crate) fn has_nested(&self) -> bool {
        !self.nested.is_empty()
    }

    fn parents_of(&self, place: u16) -> impl Iterator<Item = u16> + '_ {
        let reached = &self.reached[usize::from(place)];
        let more = &self.more_parents[reached.first_more as usize..][..usize::from(reached.more_parents)];
        Some(reached.parent).filter(|&parent| parent != NONE).into_iter().chain(more.iter().copied())
    }

    /// Returns the chain to a place: all nodes from which it follows, breadth first.
    pub(crate) fn chain(&self, place: u16) -> Chain {
        let mut number = vec![NONE; self.reached.len()];
        number[usize::from(place)] = 0;
        let mut order = vec![place];
        let mut next = 0;
        while next < order.len() {
            for parent in self.parents_of(order[next]) {
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
                parents: self.parents_of(place).map(|parent| number[usize::from(parent)]).collect(),
                nested: self.nested.get(usize::from(reached.nested)).cloned(),
            }
        };
        Chain(order.iter().map(link).collect())
    }
}
