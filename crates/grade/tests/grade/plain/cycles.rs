//! Cycles: chains from a true candidate back to itself, so that of any two neighbours in the cycle one is true.

use std::collections::VecDeque;

use minirow_core::{Candidate, CellSet};
use minirow_grade::Pencilmarks;

use super::hints::{Conclusion, Hint, Kind, Scale};
use super::links::Links;
use super::node::{Arena, Claim, Node, NodeId, OrderedSet};

/// Returns the cycles through a candidate, in the order of finding.
pub(crate) fn find(source: Candidate, links: Links, scale: Scale, grid: &Pencilmarks) -> Vec<Hint> {
    let mut arena = Arena::default();
    let ends = ends(Claim::on(source), links, grid, &mut arena);
    ends.into_iter().filter_map(|end| hint(end, scale, grid, &mut arena)).collect()
}

/// Returns the nodes with which chains return to the source.
fn ends(source: Claim, links: Links, grid: &Pencilmarks, arena: &mut Arena) -> Vec<NodeId> {
    let mut ends = Vec::new();
    let start = arena.add(Node::assumption(source));
    let mut on = OrderedSet::new();
    on.insert(start, arena);
    let mut pending_on = VecDeque::from([start]);
    let mut pending_off = VecDeque::new();
    let mut depth = 0;
    while !pending_on.is_empty() || !pending_off.is_empty() {
        depth += 1;
        while let Some(id) = pending_on.pop_front() {
            let line: Vec<Claim> = arena.first_parents(id).into_iter().map(|other| arena.claim(other)).collect();
            for implied in links.made_false(grid, arena.claim(id).candidate) {
                let claim = Claim::off(implied.candidate);
                // The same false candidate may be in the queue several times, with different parents.
                if !line.contains(&claim) {
                    pending_off.push_back(arena.add(Node::new(claim, implied.cause, vec![id])));
                }
            }
        }
        depth += 1;
        while let Some(id) = pending_off.pop_front() {
            for implied in links.made_true(grid, arena.claim(id).candidate) {
                let new = arena.add(Node::new(Claim::on(implied.candidate), implied.cause, vec![id]));
                if arena.claim(new) == source && depth >= 4 {
                    ends.push(new);
                }
                if on.insert(new, arena) {
                    pending_on.push_back(new);
                }
            }
        }
    }
    ends
}

fn hint(end: NodeId, scale: Scale, grid: &Pencilmarks, arena: &mut Arena) -> Option<Hint> {
    let line = arena.first_parents(end);
    // The last node of the line is the source, which is also the end.
    let nodes: Vec<Claim> = line[..line.len() - 1].iter().map(|&id| arena.claim(id)).collect();
    let cells: CellSet = nodes.iter().map(|claim| claim.candidate.cell).collect();

    let mut removed = Vec::new();
    for on in nodes.iter().filter(|claim| claim.is_on) {
        let Candidate { cell, digit } = on.candidate;
        for peer in ((grid.cells(digit) & cell.peers()) - cells).iter() {
            let sees_false_one = nodes
                .iter()
                .any(|other| !other.is_on && other.candidate.digit == digit && other.candidate.cell.sees(peer));
            let candidate = Candidate { cell: peer, digit };
            if sees_false_one && !removed.contains(&candidate) {
                removed.push(candidate);
            }
        }
    }

    let reversed = reversed(&line, arena);
    let conclusion = Conclusion { placement: None, removed };
    Hint::new(Kind::Cycle, scale, conclusion, &[(end, arena), (reversed, arena)])
}

/// Returns the end of the reversed cycle, with every claim negated. A node keeps its cause: that of its former link,
/// not that of its new one. These causes decide what a nested cycle depends on.
fn reversed(line: &[NodeId], arena: &mut Arena) -> NodeId {
    let mut last = None;
    for &id in line {
        let node = arena.node(id);
        let opposite = Node::new(node.claim.negated(), node.cause, last.into_iter().collect());
        last = Some(arena.add(opposite));
    }
    last.expect("a cycle has nodes")
}
