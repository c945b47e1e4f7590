//! Propagation: all consequences of one assumption, node by node, until there are no more or a candidate is both on and
//! off.
//!
//! A *static* propagation keeps the candidates fixed. A *dynamic* one removes the candidate of an off node after
//! following its links, so that later nodes see fewer candidates. Later conclusions depend on the removed candidates
//! too, which become further parents.

mod chains;

pub(crate) use chains::Cost;

use std::sync::Arc;

use minirow_core::{Cell, CellSet, Digit, DigitSet};

use crate::chain::Hint;
use crate::chain::node::{Cause, NODES, Node};
use crate::techniques::chaining::bits::Bits;
use crate::techniques::chaining::closures::Closures;
use crate::techniques::chaining::marks::{Marks, houses};
use crate::techniques::chaining::nested::NestedHint;

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
    pub(crate) nested: Option<NestedHint>,
}

/// Techniques on the candidates left when a propagation has no more links to follow. All propagations have the same start.
pub(crate) trait Techniques {
    /// Returns the advances of the first technique that has any.
    fn advances(&mut self, current: &Marks, start: &Marks) -> Vec<Advance>;

    /// Returns the candidates that each assumption leaves at the end of its propagation, if they are known without chains. A
    /// closure may lack candidates that the propagation leaves, but not the other way round.
    fn closures(&mut self, start: &Marks) -> Option<Closures>;

    /// Returns `true` if every later node of a propagation follows from one of these advances of nested chains. Valid only if
    /// [`closures`](Techniques::closures) returned some.
    fn precede_all(&self, advances: &[Advance]) -> bool;

    /// Searches the links of a nested hint again. Returns `None` if the budget is spent.
    fn with_links(&mut self, hint: &NestedHint) -> Option<Arc<Hint>>;
}

/// An on node that was reached.
#[derive(Clone, Copy)]
struct On {
    node: Node,
    cause: Cause,
    /// The number of nodes of the chain to it.
    count: u16,
    /// The range of its parents in the list of all parents. They are off nodes.
    first_parent: u32,
    parents: u16,
}

/// The off nodes that follow from one on node: other digits of its cell, and its digit in other cells. Or a single off
/// node that follows from something else.
#[derive(Clone, Copy)]
struct Offs {
    cell: Cell,
    digit: Digit,
    digits: DigitSet,
    cells: CellSet,
    reason: Reason,
    /// The number of nodes of the chain to one of them.
    count: u16,
}

#[derive(Clone, Copy)]
enum Reason {
    Assumption,
    /// The index of the on node.
    On(u16),
    /// The range of the parents in the list of all parents, the index of the nested chain or [`NONE`], and the index of the
    /// chain in the list of those of advances.
    Advance {
        first_parent: u32,
        parents: u16,
        nested: u16,
        chain: u16,
    },
}

/// The nodes of a chain: on nodes by index in [`Propagation`], and off nodes by candidate.
#[derive(Clone, Copy)]
struct Nodes {
    /// There are fewer than 128: two on nodes in a cell are a contradiction as soon as the first is followed, and an off node
    /// leads to four at most.
    ons: u128,
    offs: Bits<{ NODES.div_ceil(128) }>,
}

impl Nodes {
    const NONE: Nodes = Nodes { ons: 0, offs: Bits::EMPTY };

    fn len(&self) -> u16 {
        self.ons.count_ones() as u16 + self.offs.len() as u16
    }
}

const NONE: u16 = u16::MAX;

/// The consequences of an assumption, in the order in which they are reached.
pub(crate) struct Propagation {
    ons: Vec<On>,
    offs: Vec<Offs>,
    parents: Vec<Node>,
    nested: Vec<NestedHint>,
    /// By node that was reached: the index in `ons` or `offs`. Meaningless for other nodes.
    place: Box<[u16; NODES]>,
    pub(crate) on: [CellSet; 9],
    pub(crate) off: [CellSet; 9],
    /// The later node of a candidate that is both on and off. It is in none of the sets.
    conflict: Option<Node>,
}

/// The state of a propagation until its end. The next propagation reuses its memory.
pub(crate) struct PropagationState {
    /// The nodes of the chain to each on node.
    to_ons: Vec<Nodes>,
    /// The nodes of the chain to each advance.
    to_advances: Vec<Nodes>,
    /// The candidates that advances have eliminated.
    advanced: Bits<{ NODES.div_ceil(128) }>,
    current: Marks,
    /// The numbers of on nodes, and of off nodes in groups, whose links were followed.
    followed_ons: usize,
    followed_offs: usize,
    /// The number of off nodes left to follow with chains of less than `limit` nodes, in groups.
    short: usize,
    limit: u16,
    rules: Rules,
    /// `true` if nested chains have given advances that are not added yet.
    is_paused: bool,
    /// These advances, or none if they must be searched again.
    pending: Vec<Advance>,
}

impl PropagationState {
    pub(crate) fn new() -> PropagationState {
        PropagationState {
            to_ons: Vec::with_capacity(96),
            to_advances: Vec::new(),
            advanced: Bits::EMPTY,
            current: Marks::EMPTY,
            followed_ons: 0,
            followed_offs: 0,
            short: 0,
            limit: 0,
            rules: Rules { in_cells: false, dynamic: false },
            is_paused: false,
            pending: Vec::new(),
        }
    }

    /// Returns the advances of nested chains that were found, but not added yet.
    pub(crate) fn pending(&self) -> &[Advance] {
        &self.pending
    }

    /// Returns the approximate size of the pending advances in bytes, with the hints from which they follow.
    pub(crate) fn pending_size(&self) -> usize {
        let hints =
            self.pending.first().and_then(|advance| advance.nested.as_ref()).map_or(0, |hint| hint.all().size());
        // The advances of a hint share their parents.
        let groups = self.pending.chunk_by(|one, other| Arc::ptr_eq(&one.parents, &other.parents));
        let parents = groups.map(|advances| size_of_val(&advances[0].parents[..])).sum::<usize>();
        hints + parents + size_of_val(&self.pending[..])
    }

    /// Removes the pending advances. They are searched again if the propagation goes on.
    pub(crate) fn forget_pending(&mut self) {
        self.pending = Vec::new();
    }

    /// Returns the nodes of the chains to some off nodes.
    fn nodes_before(&self, found: &Propagation, parents: &[Node]) -> Nodes {
        let mut nodes = Nodes::NONE;
        for parent in parents {
            let before = match found.off(*parent).reason {
                Reason::Assumption => &Nodes::NONE,
                Reason::On(index) => &self.to_ons[usize::from(index)],
                Reason::Advance { chain, .. } => &self.to_advances[usize::from(chain)],
            };
            nodes.ons |= before.ons;
            nodes.offs |= before.offs;
            nodes.offs.insert(parent.candidate_index());
        }
        nodes
    }
}

impl Propagation {
    /// Creates a propagation without an assumption.
    pub(crate) fn new() -> Propagation {
        Propagation {
            ons: Vec::with_capacity(96),
            offs: Vec::with_capacity(96),
            parents: Vec::with_capacity(256),
            nested: Vec::new(),
            place: Box::new([NONE; NODES]),
            on: [CellSet::EMPTY; 9],
            off: [CellSet::EMPTY; 9],
            conflict: None,
        }
    }

    /// Finds the consequences of `source`, and replaces the previous ones. Leaves out those that come after all chains of
    /// less than `limit` nodes were followed, which have more nodes.
    pub(crate) fn run(
        &mut self,
        state: &mut PropagationState,
        marks: &Marks,
        source: Node,
        rules: Rules,
        limit: u32,
        mut techniques: Option<&mut dyn Techniques>,
    ) {
        self.start(state, marks, source, rules, limit);
        loop {
            let techniques = techniques.as_mut().map(|techniques| &mut **techniques as &mut dyn Techniques);
            if !self.resume(state, marks, techniques) {
                return;
            }
        }
    }

    /// Starts with an assumption, and replaces the previous consequences.
    pub(crate) fn start(
        &mut self,
        state: &mut PropagationState,
        marks: &Marks,
        source: Node,
        rules: Rules,
        limit: u32,
    ) {
        self.ons.clear();
        self.offs.clear();
        self.parents.clear();
        self.nested.clear();
        self.on = [CellSet::EMPTY; 9];
        self.off = [CellSet::EMPTY; 9];
        self.conflict = None;
        state.to_ons.clear();
        state.to_advances.clear();
        state.advanced = Bits::EMPTY;
        state.current.clone_from(marks);
        (state.followed_ons, state.followed_offs, state.short) = (0, 0, 0);
        state.limit = u16::try_from(limit).unwrap_or(u16::MAX);
        state.rules = rules;
        state.is_paused = false;
        state.pending.clear();
        let mut running = Running { found: self, state, start: marks };
        if source.is_on() {
            running.add_on(source, Cause::Assumption, &[]);
        } else {
            running.add_off(source, Reason::Assumption, 1);
        }
    }

    /// Removes the nested hints at the end, because they may be large.
    pub(crate) fn forget_nested(&mut self) {
        self.nested.clear();
    }

    /// Adds pending advances, and follows links until nested chains give other advances, which are pending then. Returns
    /// `false` at the end.
    pub(crate) fn resume(
        &mut self,
        state: &mut PropagationState,
        marks: &Marks,
        techniques: Option<&mut dyn Techniques>,
    ) -> bool {
        // A contradiction ends the propagation, and is kept.
        Running { found: self, state, start: marks }.resume(techniques).unwrap_or(false)
    }
}

/// The error for a candidate that is both on and off.
struct Contradiction;

/// A running propagation.
struct Running<'a> {
    found: &'a mut Propagation,
    state: &'a mut PropagationState,
    start: &'a Marks,
}

impl Running<'_> {
    fn resume(&mut self, mut techniques: Option<&mut dyn Techniques>) -> Result<bool, Contradiction> {
        let pending = match (&mut techniques, self.state.pending.is_empty() && self.state.is_paused) {
            (Some(techniques), true) => techniques.advances(&self.state.current, self.start),
            _ => std::mem::take(&mut self.state.pending),
        };
        self.state.is_paused = false;
        pending.into_iter().for_each(|advance| self.advance(advance));
        loop {
            self.follow_ons()?;
            while let Some(offs) = self.found.offs.get(self.state.followed_offs) {
                // What follows from a node has a longer chain.
                if self.state.short == 0 {
                    return Ok(false);
                }
                let is_short = offs.count < self.state.limit;
                self.follow_offs(self.state.followed_offs)?;
                self.state.short -= usize::from(is_short);
                self.state.followed_offs += 1;
            }
            let Some(techniques) = techniques.as_deref_mut() else { return Ok(false) };
            let advances = techniques.advances(&self.state.current, self.start);
            match advances.first() {
                None => return Ok(false),
                Some(Advance { nested: Some(_), .. }) => {
                    self.state.pending = advances;
                    self.state.is_paused = true;
                    return Ok(true);
                }
                Some(_) => advances.into_iter().for_each(|advance| self.advance(advance)),
            }
        }
    }

    fn advance(&mut self, Advance { node, parents, nested }: Advance) {
        let found = &mut *self.found;
        if found.off[node.digit().index()].contains(node.cell()) {
            return;
        }
        let mut nodes = self.state.nodes_before(found, &parents);
        nodes.offs.insert(node.candidate_index());
        let chain = self.state.to_advances.len() as u16;
        self.state.to_advances.push(nodes);
        self.state.advanced.insert(node.candidate_index());
        let first_parent = found.parents.len() as u32;
        found.parents.extend_from_slice(&parents);
        let nested = match nested {
            Some(hint) => {
                found.nested.push(hint);
                found.nested.len() as u16 - 1
            }
            None => NONE,
        };
        let reason = Reason::Advance { first_parent, parents: parents.len() as u16, nested, chain };
        self.add_off(node, reason, nodes.len());
    }

    fn add_off(&mut self, node: Node, reason: Reason, count: u16) {
        let found = &mut *self.found;
        let (cell, digit) = (node.cell(), node.digit());
        found.place[node.index()] = found.offs.len() as u16;
        found.off[digit.index()].insert(cell);
        self.push_offs(Offs { cell, digit, digits: digit.into(), cells: CellSet::EMPTY, reason, count });
    }

    fn push_offs(&mut self, offs: Offs) {
        self.state.short += usize::from(offs.count < self.state.limit);
        self.found.offs.push(offs);
    }

    /// Follows every on node before the next off node.
    fn follow_ons(&mut self) -> Result<(), Contradiction> {
        while self.state.followed_ons < self.found.ons.len() {
            self.state.followed_ons += 1;
            self.follow_on(self.state.followed_ons - 1)?;
        }
        Ok(())
    }

    fn follow_on(&mut self, index: usize) -> Result<(), Contradiction> {
        let found = &mut *self.found;
        let On { node, count, .. } = found.ons[index];
        let (cell, digit) = (node.cell(), node.digit());
        let place = found.offs.len() as u16;
        let (mut digits, mut cells) = (DigitSet::EMPTY, CellSet::EMPTY);
        let mut conflict = None;
        // An off node needs no second visit, unless the candidate is on too, which must be detected in order.
        if self.state.rules.in_cells {
            for other in self.state.current.digits(cell).without(digit).iter() {
                let is_on = found.on[other.index()].contains(cell);
                if !is_on && found.off[other.index()].contains(cell) {
                    continue;
                }
                found.place[Node::off(cell, other).index()] = place;
                if is_on {
                    conflict = Some(Node::off(cell, other));
                    break;
                }
                found.off[other.index()].insert(cell);
                digits.insert(other);
            }
        }
        if conflict.is_none() {
            let (on, off) = (found.on[digit.index()], found.off[digit.index()]);
            let mut open = (self.state.current.cells(digit) & cell.peers()) - (off - on);
            if open.intersects(on) {
                let first = in_houses(cell, open).find(|&other| on.contains(other)).expect("one is on");
                conflict = Some(Node::off(first, digit));
                open = in_houses(cell, open).take_while(|&other| other != first).collect();
                found.place[Node::off(first, digit).index()] = place;
            }
            for other in open.iter() {
                found.place[Node::off(other, digit).index()] = place;
            }
            found.off[digit.index()] |= open;
            cells = open;
        }
        found.conflict = conflict;
        if conflict.is_some() || !digits.is_empty() || !cells.is_empty() {
            let reason = Reason::On(index as u16);
            self.push_offs(Offs { cell, digit, digits, cells, reason, count: count + 1 });
        }
        if conflict.is_some() { Err(Contradiction) } else { Ok(()) }
    }

    /// Follows off nodes, and each time the on nodes that they lead to.
    fn follow_offs(&mut self, index: usize) -> Result<(), Contradiction> {
        let Offs { cell, digit, digits, cells, .. } = self.found.offs[index];
        for digit in digits.iter() {
            self.follow_off(cell, digit)?;
        }
        let mut rest = cells;
        for (house, _) in houses(cell) {
            let places = rest & house.cells();
            rest -= places;
            for cell in places.iter() {
                self.follow_off(cell, digit)?;
            }
        }
        Ok(())
    }

    fn follow_off(&mut self, cell: Cell, digit: Digit) -> Result<(), Contradiction> {
        if self.state.rules.in_cells && self.state.current.two_in_cell(cell) {
            let other = self.state.current.digits(cell).without(digit).first().expect("two digits");
            self.force(Node::on(cell, other), Cause::Cell, Node::off(cell, digit))?;
        }
        for (house, cause) in houses(cell) {
            if self.state.current.two_in_house(digit, house) {
                let places = self.state.current.cells(digit) & house.cells();
                let other = places.without(cell).first().expect("two places");
                self.force(Node::on(other, digit), cause, Node::off(cell, digit))?;
            }
        }
        // The candidate is removed after its links were followed, so parents are candidates removed earlier.
        if self.state.rules.dynamic {
            self.state.current.remove(cell, digit);
        }
        self.follow_ons()
    }

    /// Concludes an on node from the off node that leaves no alternative, and from those removed before.
    fn force(&mut self, on: Node, cause: Cause, last: Node) -> Result<(), Contradiction> {
        let on_digit = on.digit().index();
        let is_refuted = self.found.off[on_digit].contains(on.cell());
        if self.found.on[on_digit].contains(on.cell()) && !is_refuted {
            return Ok(());
        }
        // A cell and a house have at most nine candidates.
        let mut parents = [last; 10];
        let mut len = 1;
        if self.state.rules.dynamic {
            let mut push = |gone: Node| {
                parents[len] = gone;
                len += 1;
            };
            let (cell, digit) = (last.cell(), last.digit());
            if cause == Cause::Cell {
                let gone = self.start.digits(cell) - self.state.current.digits(cell);
                gone.iter().for_each(|gone| push(Node::off(cell, gone)));
            } else {
                let (house, _) = houses(cell).into_iter().find(|(_, other)| *other == cause).expect("a house");
                let gone = (self.start.cells(digit) - self.state.current.cells(digit)) & house.cells();
                gone.iter().for_each(|gone| push(Node::off(gone, digit)));
            }
        }
        self.add_on(on, cause, &parents[..len]);
        if is_refuted {
            self.found.conflict = Some(on);
            return Err(Contradiction);
        }
        Ok(())
    }

    /// Adds an on node. One that is refuted is not part of the set.
    fn add_on(&mut self, node: Node, cause: Cause, parents: &[Node]) {
        let found = &mut *self.found;
        let mut nodes = self.state.nodes_before(found, parents);
        nodes.ons |= 1 << found.ons.len();
        // The only parent of a node is not part of other chains to it.
        let count = match parents {
            [] => 1,
            [parent] => found.off(*parent).count + 1,
            _ => nodes.len(),
        };
        self.state.to_ons.push(nodes);
        let first_parent = found.parents.len() as u32;
        found.parents.extend_from_slice(parents);
        found.place[node.index()] = found.ons.len() as u16;
        found.ons.push(On { node, cause, count, first_parent, parents: parents.len() as u16 });
        let (cell, digit) = (node.cell(), node.digit().index());
        if !found.off[digit].contains(cell) {
            found.on[digit].insert(cell);
        }
    }
}

/// Returns the cells of a set that see a cell, by house: box, row, column.
fn in_houses(cell: Cell, cells: CellSet) -> impl Iterator<Item = Cell> {
    let mut rest = cells;
    houses(cell).into_iter().flat_map(move |(house, _)| {
        let places = rest & house.cells();
        rest -= places;
        places.iter()
    })
}
