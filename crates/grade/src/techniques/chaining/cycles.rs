//! The search for cycles: chains of different nodes from a candidate back to it.

use std::ops::ControlFlow;

use minirow_core::CellSet;

use crate::chain::node::{Cause, NODES, Node};
use crate::techniques::chaining::graph::Graph;

/// The search for cycles with some links. Its memory is reused from source to source.
pub(crate) struct CycleSearch<'a> {
    pub(crate) graph: &'a Graph<'a>,
    tree: Vec<(Node, Cause, u32)>,
    pending_on: Vec<u32>,
    pending_off: Vec<u32>,
    cycle: Vec<(Node, Cause)>,
    /// The nodes that follow from on nodes and lead on, as far as they were requested, and their range for each on
    /// node.
    offs: Vec<(Node, Cause)>,
    offs_after: Vec<(u32, u32)>,
}

const NOT_ASKED: (u32, u32) = (u32::MAX, 0);

impl<'a> CycleSearch<'a> {
    pub(crate) fn new(graph: &'a Graph<'a>) -> CycleSearch<'a> {
        CycleSearch {
            graph,
            tree: Vec::new(),
            pending_on: Vec::new(),
            pending_off: Vec::new(),
            cycle: Vec::new(),
            offs: Vec::new(),
            offs_after: vec![NOT_ASKED; NODES / 2],
        }
    }

    /// Visits the cycles of an on node with up to `most` nodes, shortest first. Each is given as its nodes from the end
    /// back to the source, which is the same node again.
    pub(crate) fn visit(
        &mut self,
        source: Node,
        most: u32,
        mut visit: impl FnMut(&[(Node, Cause)]) -> ControlFlow<()>,
    ) {
        let graph = self.graph;
        if !graph.leads_on(source.negation()) {
            return;
        }
        self.tree.clear();
        self.tree.push((source, Cause::Assumption, u32::MAX));
        self.pending_on.clear();
        self.pending_on.push(0);
        let mut on = [CellSet::EMPTY; 9];
        on[source.digit().index()].insert(source.cell());
        let mut last = [CellSet::EMPTY; 9];
        for (node, _) in graph.on_after(source.negation()) {
            last[node.digit().index()].insert(node.cell());
        }
        let mut depth = 0;
        while !self.pending_on.is_empty() && depth + 2 <= most {
            depth += 2;
            self.pending_off.clear();
            // At the maximum length only off nodes that lead back to the source are useful.
            let is_last = depth + 2 > most;
            for number in 0..self.pending_on.len() {
                let place = self.pending_on[number];
                for next in self.offs_after(self.tree[place as usize].0) {
                    let (next, cause) = self.offs[next];
                    if is_last && !last[next.digit().index()].contains(next.cell()) {
                        continue;
                    }
                    // An off node may be reached more than once, but only by chains that do not contain it.
                    if !self.has_been(place, next) {
                        self.pending_off.push(self.tree.len() as u32);
                        self.tree.push((next, cause, place));
                    }
                }
            }
            self.pending_on.clear();
            for number in 0..self.pending_off.len() {
                let place = self.pending_off[number];
                for (next, cause) in graph.on_after(self.tree[place as usize].0) {
                    if next == source {
                        if depth >= 4 {
                            self.cycle.clear();
                            self.cycle.push((next, cause));
                            self.cycle.extend(back_from(&self.tree, place));
                            if visit(&self.cycle).is_break() {
                                return;
                            }
                        }
                    } else if !on[next.digit().index()].contains(next.cell()) {
                        on[next.digit().index()].insert(next.cell());
                        self.pending_on.push(self.tree.len() as u32);
                        self.tree.push((next, cause, place));
                    }
                }
            }
        }
    }

    /// Returns the off nodes that follow from an on node, without those that lead nowhere, as a range in `offs`.
    fn offs_after(&mut self, on: Node) -> std::ops::Range<usize> {
        let known = &mut self.offs_after[on.index()];
        if *known == NOT_ASKED {
            let start = self.offs.len() as u32;
            self.offs.extend(self.graph.off_after_among(on, &self.graph.has_strong));
            *known = (start, self.offs.len() as u32);
        }
        known.0 as usize..known.1 as usize
    }

    /// Returns `true` if an off node is on the path to a place with an on node.
    fn has_been(&self, place: u32, node: Node) -> bool {
        let mut next = self.tree[place as usize].2;
        while let Some(&(off, _, parent)) = self.tree.get(next as usize) {
            if off == node {
                return true;
            }
            next = self.tree[parent as usize].2;
        }
        false
    }
}

pub(crate) fn back_from(tree: &[(Node, Cause, u32)], place: u32) -> impl Iterator<Item = (Node, Cause)> + '_ {
    let mut next = place;
    std::iter::from_fn(move || {
        let &(node, cause, parent) = tree.get(next as usize)?;
        next = parent;
        Some((node, cause))
    })
}
