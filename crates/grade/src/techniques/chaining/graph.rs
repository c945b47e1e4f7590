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
pub(crate) struct Graph<'a> {
    pub(crate) marks: &'a Marks,
    pub(crate) links: Links,
    /// By candidate.
    strong: Vec<Strong>,
    /// The partners of each cell within a digit, as sets. Only used without links in cells.
    pub(crate) partners: Vec<[CellSet; 81]>,
    /// The cells with two candidates, if links in cells are used.
    pub(crate) bivalue: CellSet,
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

impl<'a> Graph<'a> {
    pub(crate) fn new(marks: &'a Marks, links: Links) -> Graph<'a> {
        let mut graph = Graph {
            marks,
            links,
            strong: vec![NO_LINK; 729],
            partners: if links.in_cells { Vec::new() } else { vec![[CellSet::EMPTY; 81]; 9] },
            bivalue: CellSet::EMPTY,
            has_strong: [CellSet::EMPTY; 9],
        };
        if links.in_cells {
            for cell in Cell::ALL {
                let digits = marks.digits(cell);
                let Some(first) = digits.first() else { continue };
                if let Some(second) = digits.without(first).single() {
                    graph.link(Node::on(cell, first), Node::on(cell, second), Cause::Cell);
                    graph.bivalue.insert(cell);
                }
            }
        }
        if links.in_houses {
            for (kind, cause) in HOUSE_KINDS {
                for digit in Digit::ALL {
                    let cells = marks.cells(digit);
                    if cells.is_empty() {
                        continue;
                    }
                    for house in House::of_kind(kind) {
                        if marks.two_in_house(digit, *house) {
                            let places = cells & house.cells();
                            let first = places.first().expect("two places");
                            let second = places.without(first).first().expect("two places");
                            graph.link(Node::on(first, digit), Node::on(second, digit), cause);
                            if let Some(partners) = graph.partners.get_mut(digit.index()) {
                                partners[first.index()].insert(second);
                                partners[second.index()].insert(first);
                            }
                        }
                    }
                }
            }
        }
        graph
    }

    fn link(&mut self, one: Node, other: Node, cause: Cause) {
        for (from, to) in [(one, other), (other, one)] {
            self.strong[from.index()].push(to, cause);
            self.has_strong[from.digit().index()].insert(from.cell());
        }
    }

    /// Returns the on nodes that follow from an off node, in the order cell, box, row, column.
    pub(crate) fn on_after(&self, off: Node) -> impl Iterator<Item = (Node, Cause)> + '_ {
        let strong = &self.strong[off.negation().index()];
        let len = usize::from(strong.len);
        strong.to[..len].iter().copied().zip(strong.causes[..len].iter().copied())
    }

    /// Returns `true` if anything follows from an off node.
    pub(crate) fn leads_on(&self, off: Node) -> bool {
        self.strong[off.negation().index()].len > 0
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
