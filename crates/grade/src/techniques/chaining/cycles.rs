//! The search for cycles: chains of different nodes from a candidate back to it.

use std::ops::ControlFlow;

use minirow_core::{Cell, CellSet};
use smallvec::SmallVec;

use crate::chain::node::{Cause, NODES, Node};
use crate::techniques::chaining::bits::Bits;
use crate::techniques::chaining::graph::Graph;
use crate::techniques::chaining::marks::Marks;

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
    ///
    /// `leads_back` is asked with an off node and a number. It must return `true` if the node leads to the source in twice the
    /// number of steps and one more, or fewer. Other nodes may be left out, with what follows from them: a node that is
    /// reached from them alone leads back too late now, and later all the more.
    pub(crate) fn visit(
        &mut self,
        source: Node,
        most: u32,
        leads_back: impl Fn(Node, u32) -> bool,
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
        let mut depth = 0;
        while !self.pending_on.is_empty() && depth + 2 <= most {
            depth += 2;
            self.pending_off.clear();
            let rest = (most - depth) / 2;
            for number in 0..self.pending_on.len() {
                let place = self.pending_on[number];
                for next in self.offs_after(self.tree[place as usize].0) {
                    let (next, cause) = self.offs[next];
                    // An off node may be reached more than once, but only by chains that do not contain it.
                    if leads_back(next, rest) && !self.has_been(place, next) {
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

/// Returns by digit the cells of on nodes that can be on a Y-cycle that eliminates one of some candidates.
///
/// A cycle eliminates a candidate that sees its digit in two cells: true in one of them, and false in the other, where the
/// other digit is true. The nodes of a cycle lead to each other.
pub(super) fn on_y_cycles(marks: &Marks, bivalue: CellSet, refuted: impl Iterator<Item = Node>) -> [CellSet; 9] {
    let mut sources = [CellSet::EMPTY; 9];
    let core = closed_core(marks, bivalue);
    let mut nodes: SmallVec<[Node; 64]> = SmallVec::new();
    for cell in core.iter() {
        nodes.extend(marks.digits(cell).iter().map(|digit| Node::on(cell, digit)));
    }
    let mut numbers = [0_u8; NODES / 2];
    nodes.iter().zip(0..).for_each(|(node, number)| numbers[node.index()] = number);
    let number = |node: Node| usize::from(numbers[node.index()]);
    let other = |node: Node| {
        Node::on(node.cell(), marks.digits(node.cell()).without(node.digit()).first().expect("two digits"))
    };
    // By node: those to which it leads.
    let mut after: SmallVec<[Bits<3>; 64]> = SmallVec::new();
    for node in &nodes {
        let peers = core & marks.cells(node.digit()) & node.cell().peers();
        after.push(peers.iter().map(|peer| number(other(Node::on(peer, node.digit())))).collect());
    }
    for middle in 0..nodes.len() {
        let further = after[middle];
        after.iter_mut().filter(|after| after.contains(middle)).for_each(|after| *after |= further);
    }
    let mut all = Bits::<3>::EMPTY;
    for node in refuted {
        let seen = core & marks.cells(node.digit()) & node.cell().peers();
        for on in seen.iter().map(|cell| Node::on(cell, node.digit())) {
            let number_of_on = number(on);
            if all.contains(number_of_on) {
                continue;
            }
            let mutual: Bits<3> =
                after[number_of_on].iter().filter(|&next| after[next].contains(number_of_on)).collect();
            let has_off = |cell: Cell| mutual.contains(number(other(Node::on(cell, node.digit()))));
            if seen.without(on.cell()).iter().any(has_off) {
                all |= mutual;
            }
        }
    }
    for number in all.iter() {
        sources[nodes[number].digit().index()].insert(nodes[number].cell());
    }
    sources
}

/// Returns the bivalue cells that can be on a Y-cycle: each has another one for either digit.
fn closed_core(marks: &Marks, bivalue: CellSet) -> CellSet {
    let mut core = bivalue;
    loop {
        let is_linked =
            |cell: &Cell| marks.digits(*cell).iter().all(|digit| marks.cells(digit).intersects(core & cell.peers()));
        let linked: CellSet = core.iter().filter(is_linked).collect();
        if linked == core {
            return core;
        }
        core = linked;
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::Digit;

    use super::*;
    use crate::techniques::chaining::forcing::cycle_eliminations;
    use crate::techniques::chaining::graph::{Links, StrongLinks};
    use crate::techniques::tests::each_position;

    #[test]
    fn the_starts_of_y_cycles_that_eliminate_something_are_known() {
        let (mut cycles, mut other_starts) = (0, 0);
        each_position(3, |pencilmarks| {
            let marks = Marks::from(pencilmarks);
            let strong = StrongLinks::new(&marks);
            let graph = Graph::new(&marks, &strong, Links { in_cells: true, in_houses: false });
            let all = Digit::ALL
                .into_iter()
                .flat_map(|digit| marks.cells(digit).iter().map(move |cell| Node::on(cell, digit)));
            let starts = on_y_cycles(&marks, strong.bivalue, all);
            let mut search = CycleSearch::new(&graph);
            for cell in strong.bivalue.iter() {
                for digit in marks.digits(cell).iter() {
                    let is_start = starts[digit.index()].contains(cell);
                    other_starts += u32::from(!is_start);
                    search.visit(
                        Node::on(cell, digit),
                        u32::MAX,
                        |_, _| true,
                        |cycle| {
                            if !cycle_eliminations(&marks, cycle).is_empty() {
                                cycles += 1;
                                assert!(is_start, "{cell}={digit} at {pencilmarks:?}");
                            }
                            ControlFlow::Continue(())
                        },
                    );
                }
            }
        });
        assert!(cycles > 100 && other_starts > 100, "{cycles} and {other_starts} are too few to say much");
    }
}
