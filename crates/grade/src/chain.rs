//! Chains, as steps show them: nodes, links, and the hint that an engine concludes from them.

pub(crate) mod node;

use std::sync::Arc;

use minirow_core::{Candidate, CandidateSet, CellSet, Digit};

use crate::chain::node::{Cause, Node};
use crate::rating::Rating;

/// A node of a chain, as a conclusion from others of the same chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub(crate) node: Node,
    pub(crate) cause: Cause,
    /// The nodes that it follows from, as places in the chain.
    pub(crate) parents: Vec<u16>,
    /// For a node that follows from a chain on the candidates left: that chain.
    pub(crate) nested: Option<Arc<Hint>>,
}

impl Link {
    /// The candidate that it is about.
    pub fn candidate(&self) -> Candidate {
        self.node.candidate()
    }

    /// Whether the candidate is true, if the assumption is; else it is false.
    pub fn is_on(&self) -> bool {
        self.node.is_on()
    }

    /// Why it follows.
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// What it follows from, as places in [`Chain::links`].
    pub fn parents(&self) -> impl Iterator<Item = usize> + '_ {
        self.parents.iter().map(|&place| usize::from(place))
    }

    /// The chains by which it follows, where they run on the candidates that are left after the assumption; else none.
    pub fn nested(&self) -> &[Chain] {
        self.nested.as_ref().map_or(&[], |hint| &hint.chains)
    }

    /// The candidates that were left where the chains of [`nested`](Link::nested) were looked for: those of the position
    /// without what is false by then. Nothing where there are none.
    pub fn nested_in(&self) -> Option<CandidateSet> {
        let left = self.nested.as_ref()?.left.as_deref()?;
        let of_digit = |digit: Digit| left[digit.index()].iter().map(move |cell| Candidate { cell, digit });
        Some(Digit::ALL.into_iter().flat_map(of_digit).collect())
    }
}

/// All that a node follows from, breadth first: the node itself is the first, the assumption has no parents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain(pub(crate) Vec<Link>);

impl Chain {
    /// The nodes.
    pub fn links(&self) -> &[Link] {
        &self.0
    }

    pub(crate) fn target(&self) -> Node {
        self.0[0].node
    }

    fn is_same(&self, other: &Chain) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(link, other)| link.node == other.node)
    }
}

/// What the chains of a hint have in common. Discriminants are the order among hints of one difficulty and complexity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum HintKind {
    Double = 1,
    XChain = 2,
    YChain = 3,
    XyChain = 4,
    Cell = 5,
    House = 6,
    Contradiction = 7,
}

/// A conclusion of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hint {
    pub(crate) rating: Rating,
    pub(crate) complexity: u32,
    pub(crate) kind: HintKind,
    pub(crate) placement: Option<Candidate>,
    /// What is eliminated, in the order in which Sudoku Explainer goes through it.
    pub(crate) eliminations: Vec<Candidate>,
    /// The house of a house hint, as the cause that its places have.
    pub(crate) house: Cause,
    pub(crate) chains: Vec<Chain>,
    /// For a chain within a chain: the candidates that were left where it was looked for.
    pub(crate) left: Option<Arc<[CellSet; 9]>>,
}

impl Hint {
    pub(crate) fn eliminated(&self) -> CandidateSet {
        self.eliminations.iter().copied().collect()
    }

    /// Whether two hints rest on the same chains, node by node.
    pub(crate) fn has_same_chains(&self, other: &Hint) -> bool {
        self.chains.len() == other.chains.len() && self.chains.iter().zip(&other.chains).all(|(a, b)| a.is_same(b))
    }
}

/// The nodes of all chains together, each chain counted by itself, and the complexities of the nested hints, each counted
/// once.
pub(crate) fn complexity(chains: &[Chain]) -> u32 {
    let flat: usize = chains.iter().map(|chain| chain.0.len()).sum();
    let mut nested: Vec<&Arc<Hint>> = Vec::new();
    for hint in chains.iter().flat_map(|chain| &chain.0).filter_map(|link| link.nested.as_ref()) {
        if !nested.iter().any(|seen| Arc::ptr_eq(seen, hint) || seen.has_same_chains(hint)) {
            nested.push(hint);
        }
    }
    flat as u32 + nested.iter().map(|hint| hint.complexity).sum::<u32>()
}
