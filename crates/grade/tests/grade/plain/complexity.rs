//! Complexity: the number of nodes of a hint, and what it adds to the rating.

use super::hints::Hint;
use super::node::{Arena, Claim, NodeId};

/// Returns a node and all nodes from which it follows, breadth first, each claim once, at its first appearance.
pub(crate) fn ancestors(target: NodeId, arena: &Arena) -> Vec<NodeId> {
    let mut visited = vec![false; Claim::COUNT];
    let mut ancestors = Vec::new();
    let mut generation = vec![target];
    while !generation.is_empty() {
        let mut next = Vec::new();
        for id in generation {
            let node = arena.node(id);
            if !visited[node.claim.index()] {
                visited[node.claim.index()] = true;
                ancestors.push(id);
                next.extend(&node.parents);
            }
        }
        generation = next;
    }
    ancestors
}

/// Returns the complexities of the nested hints from which nodes of the chains follow, with each hint counted once.
pub(crate) fn nested(chains: &[(Vec<NodeId>, &Arena)]) -> u32 {
    let mut counted: Vec<&Hint> = Vec::new();
    for (chain, arena) in chains {
        for hint in chain.iter().filter_map(|&id| arena.node(id).nested).map(|id| arena.nested(id)) {
            if !counted.iter().any(|other| other.has_same_chains(hint)) {
                counted.push(hint);
            }
        }
    }
    counted.iter().map(|hint| hint.complexity).sum()
}

/// Returns the amount that complexity adds to a rating: 0.1 for each of the thresholds 4, 6, 8, 12, 16, 24, ... that it
/// exceeds by more than two.
///
/// The tenths are added one by one, as in Sudoku Explainer: the last digits of the sum decide between hints.
pub(crate) fn increment(complexity: u32) -> f64 {
    let mut increment = 0.0;
    let mut threshold = 4;
    let mut is_power_of_two = true;
    while complexity > threshold + 2 {
        increment += 0.1;
        threshold = if is_power_of_two { threshold * 3 / 2 } else { threshold * 4 / 3 };
        is_power_of_two = !is_power_of_two;
    }
    increment
}
