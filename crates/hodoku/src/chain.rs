//! A chain: a row of implications between candidates, or between groups of candidates.

use minirow_core::{Candidate, Cell, CellSet, Digit};

use crate::text;

/// A candidate, or a digit in two or three cells where a box and a line meet, that is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(crate) cells: CellSet,
    pub(crate) digit: Digit,
    pub(crate) on: bool,
}

impl Node {
    pub(crate) fn new(Candidate { cell, digit }: Candidate, on: bool) -> Node {
        Node { cells: cell.into(), digit, on }
    }

    /// Returns the cell, or the lowest cell of a group.
    pub(crate) fn first(&self) -> Cell {
        self.cells.first().expect("a node has a cell")
    }

    pub(crate) fn is_group(&self) -> bool {
        self.cells.single().is_none()
    }
}

/// Writes a chain in the notation of loops: `r2c5 =3= r5c5 -3- r5c2`. A node in the cell of the node before is left out.
pub(crate) fn text(nodes: &[Node]) -> String {
    let mut text = String::new();
    let mut before = None;
    for node in nodes {
        if before == Some(node.first()) {
            continue;
        }
        if before.is_some() {
            let sign = if node.on { '=' } else { '-' };
            text += &format!(" {sign}{}{sign} ", node.digit);
        }
        text += &text::cells(node.cells);
        before = Some(node.first());
    }
    text
}
