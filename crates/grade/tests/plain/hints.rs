//! Hints: what a chain or several together conclude, with the rating; and the order of hints.

use std::cmp::Ordering;

use minirow_core::{Candidate, CandidateSet, Cell, House};
use minirow_grade::Pencilmarks;

use super::complexity;
use super::node::{Arena, Cause, Claim, NodeId};
use super::order::hash_order;

/// What a hint rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A chain from a candidate back to itself.
    Cycle,
    /// A chain from a candidate to its own negation.
    ForcingChain,
    /// Two chains from an assumption to a candidate and its negation.
    Contradiction,
    /// The same with one digit only.
    Nishio,
    /// Two chains to the same, from a candidate and its negation.
    Double,
    /// Chains to the same from all candidates of the cell.
    Cell(Cell),
    /// Chains to the same from all places of a digit in the house.
    House(House),
}

/// One conclusion that takes a candidate out, or places a digit and takes the others out of its cell.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) kind: Kind,
    pub(crate) difficulty: f64,
    /// The number of nodes, with those of inner hints.
    pub(crate) complexity: u32,
    /// What decides between hints of the same difficulty and complexity.
    pub(crate) sort_key: u8,
    pub(crate) placement: Option<Candidate>,
    /// With a placement, the other candidates of the cell.
    pub(crate) eliminations: CandidateSet,
    /// The eliminations in the order in which Sudoku Explainer goes through them.
    pub(crate) removed_in_order: Vec<Candidate>,
    /// For each target of the chains, all that it follows from, breadth first: candidate, whether it is true, and why.
    pub(crate) targets: Vec<Vec<(Candidate, bool, Cause)>>,
}

/// The rating of a kind of hint without what complexity adds, and its place among others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    pub(crate) base: f64,
    pub(crate) sort_key: u8,
}

/// What a hint does.
#[derive(Clone, Debug)]
pub(crate) struct Conclusion {
    pub(crate) placement: Option<Candidate>,
    /// In the order of finding.
    pub(crate) removed: Vec<Candidate>,
}

impl Conclusion {
    /// What follows from a claim: a true candidate is placed and leaves no other in its cell, a false one goes.
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
    /// A hint with its complexity and rating worked out; nothing if it takes no candidate out.
    pub(crate) fn new(kind: Kind, scale: Scale, conclusion: Conclusion, targets: &[(NodeId, &Arena)]) -> Option<Hint> {
        if conclusion.removed.is_empty() {
            return None;
        }
        let chains: Vec<(Vec<NodeId>, &Arena)> =
            targets.iter().map(|&(target, arena)| (complexity::ancestors(target, arena), arena)).collect();
        // A cycle has a second target, the cycle the other way round, which does not count.
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

    /// The order in which hints of one engine are preferred; those that are equal in it keep the order of finding.
    pub(crate) fn compare(&self, other: &Hint) -> Ordering {
        self.difficulty
            .total_cmp(&other.difficulty)
            .then(self.complexity.cmp(&other.complexity))
            .then(self.sort_key.cmp(&other.sort_key))
    }

    /// Whether the chains make the same claims in the same order; their causes do not matter.
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

/// The hints without those that remove exactly what an earlier one removes.
pub(crate) fn without_repetitions(hints: Vec<Hint>) -> Vec<Hint> {
    let mut kept: Vec<Hint> = Vec::new();
    for hint in hints {
        if !kept.iter().any(|other| other.eliminations == hint.eliminations) {
            kept.push(hint);
        }
    }
    kept
}
