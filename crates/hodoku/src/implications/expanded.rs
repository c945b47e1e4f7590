//! An expanded table: all consequences of an assumption, as far as tables lead, and the chains that lead to them.

use minirow_core::CellSet;

use super::{Entry, Implications, MOST_ENTRIES, NodeId, Table};
use crate::chain::{Branch, Conclusion};

/// The place of an entry.
#[derive(Clone, Copy)]
struct Known {
    place: u16,
    /// The least distance that gives it no new source: 0 for the entries of the table before it was expanded.
    distance: u32,
}

/// The place of a node that is not in the table.
const NOWHERE: Known = Known { place: u16::MAX, distance: u32::MAX };

/// The source of an entry of the table before it was expanded.
const DIRECT: NodeId = NodeId::MAX;

/// An expanded table.
#[derive(Clone, Default)]
pub(crate) struct Expanded {
    pub(crate) entries: Vec<Entry>,
    /// By entry: the root of the table that it comes from, or [`DIRECT`].
    sources: Vec<NodeId>,
    /// By node: its entry, or [`NOWHERE`].
    known: Vec<Known>,
}

/// The cells by digit that are true, and those that are false.
#[derive(Clone, Copy)]
pub(crate) struct Sets {
    pub(crate) on: [CellSet; 9],
    pub(crate) off: [CellSet; 9],
}

impl Expanded {
    /// Expands the table of an assumption. Other nodes than the direct consequences are left out if they are of no use.
    pub(crate) fn of(&mut self, tables: &[Table], root: NodeId, is_of_use: impl Fn(NodeId) -> bool) {
        for entry in &self.entries {
            self.known[usize::from(entry.node)] = NOWHERE;
        }
        self.known.resize(tables.len(), NOWHERE);
        self.entries.clear();
        self.sources.clear();
        for &entry in &tables[usize::from(root)].entries {
            self.push(entry, DIRECT);
        }
        let mut place = 1;
        while place < self.entries.len() && self.entries.len() < MOST_ENTRIES {
            self.append(&tables[usize::from(self.entries[place].node)], self.entries[place].distance, &is_of_use);
            place += 1;
        }
    }

    fn push(&mut self, entry: Entry, source: NodeId) {
        let distance = if source == DIRECT { 0 } else { entry.distance };
        self.known[usize::from(entry.node)] = Known { place: self.entries.len() as u16, distance };
        self.entries.push(entry);
        self.sources.push(source);
    }

    /// Appends the consequences of an entry. If they are there already, but farther away, they get a new source.
    fn append(&mut self, table: &Table, from: u32, is_of_use: impl Fn(NodeId) -> bool) {
        let Some((root, rest)) = table.entries.split_first() else { return };
        for &entry in rest {
            let distance = from + entry.distance;
            let known = self.known[usize::from(entry.node)];
            if known.distance <= distance {
                continue;
            }
            let is_new = known.place == NOWHERE.place;
            if is_new && !is_of_use(entry.node) {
                continue;
            }
            if is_new && self.entries.len() < MOST_ENTRIES {
                self.push(Entry { distance, ..entry }, root.node);
            } else {
                // In a full table the last entry is replaced.
                let place = if is_new { self.entries.len() - 1 } else { usize::from(known.place) };
                self.entries[place].distance = distance;
                self.known[usize::from(self.entries[place].node)].distance = distance;
                self.sources[place] = root.node;
            }
        }
    }

    /// Returns the place of a node that is in the table.
    pub(crate) fn place(&self, node: NodeId) -> usize {
        usize::from(self.known[usize::from(node)].place)
    }

    /// Returns the nodes from the assumption to an entry, in tables where each consequence follows from one node.
    pub(crate) fn chain(&self, place: usize) -> Vec<NodeId> {
        let mut chain = vec![self.entries[place].node];
        let mut place = place;
        while place != 0 {
            place = match self.sources[place] {
                DIRECT => 0,
                source => self.place(source),
            };
            chain.push(self.entries[place].node);
        }
        chain.reverse();
        chain
    }

    /// Returns the chain to a node of a net, with its side branches.
    pub(crate) fn net(&self, implications: &Implications, node: NodeId) -> Vec<Conclusion> {
        let mut branches = Vec::new();
        let main = self.trace(implications, node, |_| false, |end, joins| branches.push((end, joins)));
        let branches: Vec<(Vec<NodeId>, NodeId)> = branches
            .into_iter()
            .map(|(end, joins)| (self.trace(implications, end, |node| main.contains(&node), |_, _| ()), joins))
            .collect();
        let conclusion = |&node: &NodeId| {
            let from_here = branches.iter().filter(|(branch, _)| branch.last() == Some(&node));
            let branches = from_here.map(|(branch, joins)| Branch {
                nodes: branch[..branch.len() - 1].iter().rev().map(|&node| implications.node(node)).collect(),
                joins: implications.node(*joins),
            });
            Conclusion { node: implications.node(node), branches: branches.collect() }
        };
        main.iter().rev().map(conclusion).collect()
    }

    /// Returns the nodes from an entry back to the assumption, or to a node where the trace ends. Reports the side parents, and the nodes that
    /// they are parents of.
    fn trace(
        &self,
        implications: &Implications,
        start: NodeId,
        ends: impl Fn(NodeId) -> bool,
        mut branch: impl FnMut(NodeId, NodeId),
    ) -> Vec<NodeId> {
        let mut list = vec![start];
        let mut place = self.place(start);
        // The entries of another table, while the trace is in it.
        let mut inside: Option<&[Entry]> = None;
        while (inside.is_some() || place != 0) && list.len() < MOST_ENTRIES {
            if inside.is_none() && self.sources[place] != DIRECT {
                let table = &implications.tables[usize::from(self.sources[place])].entries;
                let node = self.entries[place].node;
                place = table.iter().position(|entry| entry.node == node).expect("the source has the node");
                inside = Some(table);
            }
            let entries = inside.unwrap_or(&self.entries);
            for &side in entries[place].parents[1..].iter().filter(|&&side| side != 0) {
                branch(entries[usize::from(side)].node, entries[place].node);
            }
            place = usize::from(entries[place].parents[0]);
            let node = entries[place].node;
            list.push(node);
            if ends(node) {
                break;
            }
            if inside.is_some() && place == 0 {
                inside = None;
                place = self.place(node);
            }
        }
        list
    }
}
