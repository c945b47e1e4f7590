//! A chain: a row of implications between candidates, or between groups of candidates.

use minirow_core::{Candidate, Cell, CellSet, Digit};
use minirow_grade::Phrase;

use crate::text;

/// A candidate, or a digit in two or three cells where a box and a line meet, that is true or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The cell, or the cells of a group.
    pub cells: CellSet,
    /// The digit.
    pub digit: Digit,
    /// `true` if the candidate, or one of the group, is true; `false` if all are false.
    pub on: bool,
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

/// Writes `r1c1=5` or `r1c12<>5`.
impl std::fmt::Display for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}{}", text::cells(self.cells), if self.on { "=" } else { "<>" }, self.digit)
    }
}

impl From<&Node> for Phrase {
    fn from(node: &Node) -> Phrase {
        Phrase::signs(node)
    }
}

/// A node of a forcing chain. It follows from the one before, and in a net also from the ends of the branches that join it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conclusion {
    /// The node.
    pub node: Node,
    /// The side branches that start from it.
    pub branches: Vec<Branch>,
}

/// A side branch of a net.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The nodes after the one where the branch starts. There are none if that node itself is a further reason.
    pub nodes: Vec<Node>,
    /// The later node of the main chain that follows from the end of the branch too.
    pub joins: Node,
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

/// Writes a forcing chain: `r1c1=5 r1c2<>5`, with side branches in parentheses. A chain of one node is written twice.
pub(crate) fn forcing_text(chain: &[Conclusion]) -> String {
    let Some((last, rest)) = chain.split_last() else { return String::new() };
    let mut text = String::new();
    for Conclusion { node, branches } in if rest.is_empty() { chain } else { rest } {
        text += &node.to_string();
        for branch in branches {
            // HoDoKu closes empty branches that it does not open.
            let open = if branch.nodes.is_empty() { "" } else { " (" };
            text += &format!("{open}{})", text::joined(branch.nodes.iter(), " "));
        }
        text.push(' ');
    }
    text + &last.node.to_string()
}
