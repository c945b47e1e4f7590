//! The elementary implications between fixed candidates: the nodes that follow from a node in one step.
//!
//! *Weak links* lead from on to off: a true candidate excludes the others of its cell, and those of its digit in its
//! houses. *Strong links* lead from off to on: if a cell has two candidates, or a digit two places in a house, and one
//! is false, the other is true. Because candidates are fixed, every link has a contrapositive: `a` implies `b` if and
//! only if not `b` implies not `a`.

use minirow_core::{Cell, CellSet, Digit, DigitSet, House, HouseKind};

use crate::chain::node::{Cause, Node};
use crate::techniques::chaining::marks::{Marks, houses};

/// The links to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Links {
    /// Strong links within a cell, between digits ("Y").
    pub(crate) in_cells: bool,
    /// Strong links within a house, between places of a digit ("X"). Weak links are always used.
    pub(crate) in_houses: bool,
}

/// The strong links of every candidate, computed once for a position.
pub(crate) struct StrongLinks {
    by_candidate: Vec<Strong>,
    /// The cells with two candidates.
    pub(crate) bivalue: CellSet,
    /// By digit: the cells with a strong link in a house.
    in_houses: [CellSet; 9],
}

/// The links of a position, or some kinds of them.
pub(crate) struct Graph<'a> {
    pub(crate) marks: &'a Marks,
    links: Links,
    strong: &'a StrongLinks,
    /// The cells where a digit has a strong link.
    pub(crate) has_strong: [CellSet; 9],
}

/// The candidates that are true if one is false: the other digit of its cell, and its partners in houses.
#[derive(Clone, Copy)]
struct Strong {
    len: u8,
    causes: [Cause; 4],
    to: [Node; 4],
}

const NO_LINK: Strong = Strong { len: 0, causes: [Cause::Cell; 4], to: [Node::on(Cell::at(0, 0), Digit::D1); 4] };

impl Strong {
    /// Adds a partner. If it shares two houses, the first is its cause.
    fn push(&mut self, node: Node, cause: Cause) {
        let len = usize::from(self.len);
        if !self.to[..len].contains(&node) {
            (self.to[len], self.causes[len]) = (node, cause);
            self.len += 1;
        }
    }
}

impl StrongLinks {
    pub(crate) fn new(marks: &Marks) -> StrongLinks {
        let mut strong =
            StrongLinks { by_candidate: vec![NO_LINK; 729], bivalue: CellSet::EMPTY, in_houses: [CellSet::EMPTY; 9] };
        for cell in Cell::ALL {
            if marks.two_in_cell(cell) {
                let mut digits = marks.digits(cell).iter().map(|digit| Node::on(cell, digit));
                strong.link([(); 2].map(|()| digits.next().expect("two digits")), Cause::Cell);
                strong.bivalue.insert(cell);
            }
        }
        for (kind, cause) in HOUSE_KINDS {
            for digit in Digit::ALL {
                for house in House::of_kind(kind) {
                    if marks.two_in_house(digit, *house) {
                        let places = marks.cells(digit) & house.cells();
                        let mut nodes = places.iter().map(|cell| Node::on(cell, digit));
                        strong.link([(); 2].map(|()| nodes.next().expect("two places")), cause);
                        strong.in_houses[digit.index()] |= places;
                    }
                }
            }
        }
        strong
    }

    fn link(&mut self, [one, other]: [Node; 2], cause: Cause) {
        self.by_candidate[one.index()].push(other, cause);
        self.by_candidate[other.index()].push(one, cause);
    }
}

impl<'a> Graph<'a> {
    pub(crate) fn new(marks: &'a Marks, strong: &'a StrongLinks, links: Links) -> Graph<'a> {
        let of_digit = |digit: Digit| {
            let in_cells = if links.in_cells { strong.bivalue & marks.cells(digit) } else { CellSet::EMPTY };
            if links.in_houses { in_cells | strong.in_houses[digit.index()] } else { in_cells }
        };
        Graph { marks, links, strong, has_strong: Digit::ALL.map(of_digit) }
    }

    /// Returns the on nodes that follow from an off node, in the order cell, box, row, column.
    pub(crate) fn on_after(&self, off: Node) -> impl Iterator<Item = (Node, Cause)> + '_ {
        let strong = &self.strong.by_candidate[off.negation().index()];
        // The link in the cell is the first.
        let in_cell = usize::from(self.strong.bivalue.contains(off.cell()));
        let start = if self.links.in_cells { 0 } else { in_cell };
        let end = if self.links.in_houses { usize::from(strong.len) } else { in_cell };
        strong.to[start..end].iter().copied().zip(strong.causes[start..end].iter().copied())
    }

    /// Returns `true` if anything follows from an off node.
    pub(crate) fn leads_on(&self, off: Node) -> bool {
        self.has_strong[off.digit().index()].contains(off.cell())
    }

    /// Returns the off nodes that follow from an on node: the other digits of the cell, then the digit in box, row and
    /// column.
    pub(crate) fn off_after(&self, on: Node) -> impl Iterator<Item = (Node, Cause)> + '_ {
        self.off_after_among(on, self.marks.by_digit())
    }

    /// Returns the off nodes that follow from an on node in the same order, limited to a set of candidates.
    pub(crate) fn off_after_among<'b>(
        &'b self,
        on: Node,
        among: &'b [CellSet; 9],
    ) -> impl Iterator<Item = (Node, Cause)> + 'b {
        let (cell, digit) = (on.cell(), on.digit());
        let others = if self.links.in_cells { self.marks.digits(cell).without(digit) } else { DigitSet::EMPTY };
        let others = others.iter().filter(move |other| among[other.index()].contains(cell));
        let in_cell = others.map(move |other| (Node::off(cell, other), Cause::Cell));
        let mut left = among[digit.index()] & cell.peers();
        let in_houses = houses(cell).into_iter().flat_map(move |(house, cause)| {
            let places = left & house.cells();
            left -= places;
            places.iter().map(move |place| (Node::off(place, digit), cause))
        });
        in_cell.chain(in_houses)
    }
}

const HOUSE_KINDS: [(HouseKind, Cause); 3] =
    [(HouseKind::Box, Cause::Box), (HouseKind::Row, Cause::Row), (HouseKind::Column, Cause::Column)];
