//! A node: a candidate assumed or concluded to be true (on) or false (off).

use std::fmt;

use minirow_core::{Candidate, Cell, Digit};

use crate::explain::Phrase;

/// The number of candidates.
const CANDIDATES: u16 = 729;

/// The number of nodes.
pub(crate) const NODES: usize = 2 * CANDIDATES as usize;

/// A candidate with a state. The on nodes are numbered first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node(u16); // Invariant: below NODES.

impl Node {
    pub(crate) const fn on(cell: Cell, digit: Digit) -> Node {
        Node(9 * cell.index() as u16 + digit.index() as u16)
    }

    pub(crate) const fn off(cell: Cell, digit: Digit) -> Node {
        Node::on(cell, digit).negation()
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the node with an index.
    pub(crate) const fn from_index(index: usize) -> Node {
        assert!(index < NODES);
        Node(index as u16)
    }

    /// Returns the index of the candidate, regardless of the state.
    pub(crate) const fn candidate_index(self) -> usize {
        if self.is_on() { self.index() } else { self.index() - CANDIDATES as usize }
    }

    /// Returns the off node of the candidate with an index.
    pub(crate) const fn off_of(candidate_index: usize) -> Node {
        Node(candidate_index as u16 + CANDIDATES)
    }

    pub(crate) const fn is_on(self) -> bool {
        self.0 < CANDIDATES
    }

    /// Returns the same candidate in the other state.
    pub(crate) const fn negation(self) -> Node {
        Node(if self.is_on() { self.0 + CANDIDATES } else { self.0 - CANDIDATES })
    }

    pub(crate) const fn cell(self) -> Cell {
        PARTS[self.0 as usize].cell
    }

    pub(crate) const fn digit(self) -> Digit {
        PARTS[self.0 as usize].digit
    }

    pub(crate) const fn candidate(self) -> Candidate {
        PARTS[self.0 as usize]
    }
}

/// The candidates of the nodes, in a table because a division by nine would dominate the time of chains.
const PARTS: [Candidate; NODES] = {
    let mut parts = [Candidate { cell: Cell::from_index(0), digit: Digit::D1 }; NODES];
    let mut index = 0;
    while index < NODES {
        let candidate = index % CANDIDATES as usize;
        parts[index] = Candidate { cell: Cell::from_index(candidate / 9), digit: Digit::from_index(candidate % 9) };
        index += 1;
    }
    parts
};

/// Writes `r4c3=5` for an on node and `r4c3<>5` for an off node.
impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.cell(), if self.is_on() { "=" } else { "<>" }, self.digit())
    }
}

impl From<Node> for Phrase {
    fn from(node: Node) -> Phrase {
        Phrase::signs(format_args!("{node:?}"))
    }
}

/// The reason why a node follows from its parents.
///
/// ```
/// use minirow_grade::Cause;
/// assert_eq!(Cause::Assumption.name(), "assumption");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Cause {
    /// The node is an assumption, the start of the chain.
    Assumption,
    /// A cell has only one digit.
    Cell,
    /// A digit has only one place in a box.
    Box,
    /// A digit has only one place in a row.
    Row,
    /// A digit has only one place in a column.
    Column,
    /// A technique or a nested chain applies to the candidates left.
    Advanced,
    /// A cell has no digit left, or a digit has no place in a house, so that the assumption is false.
    Contradiction,
}

impl Cause {
    /// Returns the name in files, such as `cell`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}
