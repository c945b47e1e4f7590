//! Implications: what follows from the assumption that a candidate, or a group of candidates, is true or false.
//!
//! Each assumption has a *table* of direct consequences in a fixed order. A table is *expanded* by appending the
//! consequences of its entries, one entry after another.

mod consequences;
mod direct;
mod expanded;
mod groups;
mod net;

use minirow_core::{Candidate, Cell, Digit};

pub(crate) use consequences::Consequences;
pub(crate) use expanded::{Expanded, Sets};
pub(crate) use groups::Group;

use crate::chain::Node;
use crate::state::State;
use crate::work_set::WorkSet;

/// The number of a node: a candidate or a group, on or off.
pub(crate) type NodeId = u16;

/// The number of nodes that are candidates.
const CANDIDATE_NODES: usize = 2 * 729;

/// The greatest number of entries of a table.
const MOST_ENTRIES: usize = 1000;

/// Returns the number of the node of a candidate.
pub(crate) fn id(candidate: Candidate, on: bool) -> NodeId {
    (2 * (9 * candidate.cell.index() + candidate.digit.index()) + usize::from(!on)) as NodeId
}

/// Returns the candidate of a node, or `None` if it is a group.
pub(crate) fn candidate(id: NodeId) -> Option<Candidate> {
    let number = usize::from(id / 2);
    (number < 729).then(|| Candidate { cell: Cell::from_index(number / 9), digit: Digit::from_index(number % 9) })
}

pub(crate) fn is_on(id: NodeId) -> bool {
    id.is_multiple_of(2)
}

/// The direct consequences of an assumption.
#[derive(Clone, Default)]
pub(crate) struct Table {
    /// The assumption, and the consequences in order. It is empty if there is no such candidate.
    pub(crate) entries: Vec<Entry>,
}

/// A node of a table.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) node: NodeId,
    /// The places of the entries that it follows from, the main one first. Zeros after the first are none.
    pub(crate) parents: [u16; 5],
    pub(crate) distance: u32,
}

impl Table {
    /// Empties the table, and makes it that of an assumption.
    fn start(&mut self, root: NodeId) {
        self.entries.clear();
        self.entries.push(Entry { node: root, parents: [0; 5], distance: 1 });
    }

    /// Appends a consequence of the assumption.
    fn push(&mut self, node: NodeId) {
        self.entries.push(Entry { node, parents: [0; 5], distance: 2 });
    }
}

/// The tables of a position.
pub(crate) struct Implications {
    pub(crate) tables: Vec<Table>,
    pub(crate) consequences: Consequences,
    groups: Vec<Group>,
    /// The set that is left when the tables are made.
    pub(crate) work_set: WorkSet,
}

impl Implications {
    /// Returns the tables with consequences of a single candidate: in its cell, and of its digit. Uses the memory of other tables.
    pub(crate) fn chains(state: &State, with_groups: bool, tables: Vec<Table>) -> Implications {
        let mut work_set = WorkSet::default();
        let tables = direct::tables(state, &mut work_set, tables);
        Implications::with(state, tables, with_groups, work_set)
    }

    /// Returns the tables with the singles that follow from an assumption, in four rounds, and groups.
    pub(crate) fn nets(state: &State) -> Implications {
        let mut work_set = WorkSet::default();
        let tables = net::tables(state, &mut work_set);
        Implications::with(state, tables, true, work_set)
    }

    fn with(state: &State, mut tables: Vec<Table>, with_groups: bool, mut work_set: WorkSet) -> Implications {
        let groups = if with_groups { groups::all(state) } else { Vec::new() };
        groups::add_tables(state, &groups, &mut tables, &mut work_set);
        Implications { consequences: Consequences::of(&tables), tables, groups, work_set }
    }

    /// Returns the node with a number.
    pub(crate) fn node(&self, id: NodeId) -> Node {
        match candidate(id) {
            Some(candidate) => Node::new(candidate, is_on(id)),
            None => {
                let group = &self.groups[(usize::from(id) - CANDIDATE_NODES) / 2];
                Node { cells: group.cells, digit: group.digit, on: is_on(id) }
            }
        }
    }

    /// Returns the nodes of a chain.
    pub(crate) fn chain(&self, ids: &[NodeId]) -> Vec<Node> {
        ids.iter().map(|&id| self.node(id)).collect()
    }
}
