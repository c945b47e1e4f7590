//! Hints: the conclusion of one or more chains, with its rating; and the order of hints.

use std::cmp::Ordering;

use minirow_core::{Candidate, CandidateSet, Cell, House};
use minirow_grade::Pencilmarks;

use super::complexity;
use super::node::{Arena, Cause, Claim, NodeId};
use super::order::hash_order;

/// The kind of proof of a hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A chain from a candidate back to itself.
    Cycle,
    /// A chain from a candidate to its own negation.
    ForcingChain,
    /// Two chains from an assumption to a candidate and its negation.
    Contradiction,
    /// Two chains from an assumption to a candidate and its negation, with one digit only.
    Nishio,
    /// Two chains to the same conclusion, from a candidate and its negation.
    Double,
    /// Chains to the same conclusion from all candidates of the cell.
    Cell(Cell),
    /// Chains to the same conclusion from all places of a digit in the house.
    House(House),
}

/// A conclusion that removes candidates, or places a digit and removes the others from its cell.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) kind: Kind,
    pub(crate) difficulty: f64,
    /// The number of nodes, including those of nested hints.
    pub(crate) complexity: u32,
    /// The rank among hints of the same difficulty and complexity.
    pub(crate) sort_key: u8,
    pub(crate) placement: Option<Candidate>,
    /// The eliminations; for a placement, the other candidates of the cell.
    pub(crate) eliminations: CandidateSet,
    /// The eliminations in the order of Sudoku Explainer.
    pub(crate) removed_in_order: Vec<Candidate>,
    /// For each target of the chains, all nodes from which it follows, breadth first: candidate, state and cause.
    pub(crate) targets: Vec<Vec<(Candidate, bool, Cause)>>,
}

/// The rating of a kind of hint without the increment for complexity, and its rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) base: f64,
    pub(crate) sort_key: u8,
}

/// The effect of a hint.
#[derive(Clone, Debug)]
pub(crate) struct Conclusion {
    pub(crate) placement: Option<Candidate>,
    /// In the order of finding.
    pub(crate) removed: Vec<Candidate>,
}

impl Conclusion {
    /// Returns the effect of a claim: a true candidate is placed and removes the others of its cell; a false one is
    /// removed.
    pub(crate) fn from_claim(claim: Claim, grid: &Pencilmarks) -> Conclusion {
        let Claim { candidate, is_on } = claim;
        if is_on {
            let others = grid.digits(candidate.cell).without(candidate.digit);
            let removed = others.iter().map(|digit| Candidate { cell: candidate.cell, digit }).collect();
            Conclusion { placement: Some(candidate), removed }
        } else {
            Conclusion { placement: None, removed: vec![candidate] }
        }
    }
}

impl Hint {
    /// Creates a hint with its complexity and rating, or `None` if it removes no candidate.
    pub(crate) fn new(kind: Kind, scale: Scale, conclusion: Conclusion, targets: &[(NodeId, &Arena)]) -> Option<Hint> {
        if conclusion.removed.is_empty() {
            return None;
        }
        let chains: Vec<(Vec<NodeId>, &Arena)> =
            targets.iter().map(|&(target, arena)| (complexity::ancestors(target, arena), arena)).collect();
        // A cycle has a second target, the reversed cycle, which does not count.
        let counted = if kind == Kind::Cycle { 1 } else { chains.len() };
        let flat: usize = chains[..counted].iter().map(|(chain, _)| chain.len()).sum();
        let complexity = u32::try_from(flat).expect("chains are short") + complexity::nested(&chains);
        Some(Hint {
            kind,
            difficulty: scale.base + complexity::increment(complexity),
            complexity,
            sort_key: scale.sort_key,
            placement: conclusion.placement,
            eliminations: conclusion.removed.iter().copied().collect(),
            removed_in_order: hash_order(&conclusion.removed),
            targets: chains.iter().map(|(chain, arena)| shown(chain, arena)).collect(),
        })
    }

    /// Compares the preference of hints of one engine. Equal hints stay in the order of finding.
    pub(crate) fn compare(&self, other: &Hint) -> Ordering {
        self.difficulty
            .total_cmp(&other.difficulty)
            .then(self.complexity.cmp(&other.complexity))
            .then(self.sort_key.cmp(&other.sort_key))
    }

    /// Returns `true` if the chains make the same claims in the same order, for any causes.
    pub(crate) fn has_same_chains(&self, other: &Hint) -> bool {
        let claims = |hint: &Hint| -> Vec<Vec<(Candidate, bool)>> {
            let of_chain = |chain: &Vec<(Candidate, bool, Cause)>| {
                chain.iter().map(|&(candidate, is_on, _)| (candidate, is_on)).collect()
            };
            hint.targets.iter().map(of_chain).collect()
        };
        claims(self) == claims(other)
    }
}

fn shown(chain: &[NodeId], arena: &Arena) -> Vec<(Candidate, bool, Cause)> {
    let nodes = chain.iter().map(|&id| arena.node(id));
    nodes.map(|node| (node.claim.candidate, node.claim.is_on, node.cause)).collect()
}

/// Removes hints with the same eliminations as an earlier one.
pub(crate) fn without_repetitions(hints: Vec<Hint>) -> Vec<Hint> {
    let mut kept: Vec<Hint> = Vec::new();
    for hint in hints {
        if !kept.iter().any(|other| other.eliminations == hint.eliminations) {
            kept.push(hint);
        }
    }
    kept
}
