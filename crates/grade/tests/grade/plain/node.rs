//! Nodes: a candidate that is assumed or concluded to be true or false, with its reasons; and ordered sets of nodes.

use minirow_core::{Candidate, HouseKind};

use super::hints::Hint;

/// The reason why a node follows from its first parent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cause {
    /// The node is the assumption.
    Assumption,
    /// A cell holds one digit.
    Cell,
    /// A house of this kind holds the digit once.
    House(HouseKind),
    /// A technique other than the links of a chain.
    Advanced,
}

/// The claim of a node: the candidate, and whether it is true ("on") or false ("off"). Nodes with the same claim are
/// equal wherever nodes are compared or counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Claim {
    pub(crate) candidate: Candidate,
    pub(crate) is_on: bool,
}

impl Claim {
    /// The number of different claims.
    pub(crate) const COUNT: usize = 2 * 729;

    pub(crate) const fn on(candidate: Candidate) -> Claim {
        Claim { candidate, is_on: true }
    }

    pub(crate) const fn off(candidate: Candidate) -> Claim {
        Claim { candidate, is_on: false }
    }

    pub(crate) const fn negated(self) -> Claim {
        Claim { candidate: self.candidate, is_on: !self.is_on }
    }

    /// Returns a unique number for every claim, below [`Claim::COUNT`].
    pub(crate) const fn index(self) -> usize {
        2 * place(self.candidate) + self.is_on as usize
    }
}

/// A node of an [`Arena`], by its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeId(u32);

/// A hint of a nested engine from which nodes of an [`Arena`] follow, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NestedId(usize);

/// A claim with its reasons.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) claim: Claim,
    pub(crate) cause: Cause,
    pub(crate) parents: Vec<NodeId>,
    pub(crate) nested: Option<NestedId>,
}

impl Node {
    pub(crate) const fn assumption(claim: Claim) -> Node {
        Node { claim, cause: Cause::Assumption, parents: Vec::new(), nested: None }
    }

    pub(crate) const fn new(claim: Claim, cause: Cause, parents: Vec<NodeId>) -> Node {
        Node { claim, cause, parents, nested: None }
    }
}

/// All nodes made in one search, and the nested hints from which some of them follow.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    nodes: Vec<Node>,
    nested: Vec<Hint>,
}

impl Arena {
    pub(crate) fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(u32::try_from(self.nodes.len() - 1).expect("a search makes thousands of nodes, not billions"))
    }

    pub(crate) fn add_nested(&mut self, hint: Hint) -> NestedId {
        self.nested.push(hint);
        NestedId(self.nested.len() - 1)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(crate) fn claim(&self, id: NodeId) -> Claim {
        self.node(id).claim
    }

    pub(crate) fn nested(&self, id: NestedId) -> &Hint {
        &self.nested[id.0]
    }

    /// Returns the node, its first parent, the first parent of that, and so on up to the assumption.
    pub(crate) fn first_parents(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = vec![id];
        let mut last = id;
        while let Some(&parent) = self.node(last).parents.first() {
            line.push(parent);
            last = parent;
        }
        line
    }
}

/// Nodes of different candidates in order of insertion. All are true, or all are false.
#[derive(Debug)]
pub(crate) struct OrderedSet {
    nodes: Vec<NodeId>,
    by_candidate: Vec<Option<NodeId>>,
}

impl OrderedSet {
    pub(crate) fn new() -> OrderedSet {
        OrderedSet { nodes: Vec::new(), by_candidate: vec![None; 729] }
    }

    /// Returns the node of a candidate.
    pub(crate) fn get(&self, candidate: Candidate) -> Option<NodeId> {
        self.by_candidate[place(candidate)]
    }

    /// Appends a node unless there is one of its candidate. Returns `true` if it was added.
    pub(crate) fn insert(&mut self, id: NodeId, arena: &Arena) -> bool {
        let held = &mut self.by_candidate[place(arena.claim(id).candidate)];
        if held.is_some() {
            return false;
        }
        *held = Some(id);
        self.nodes.push(id);
        true
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.nodes.iter().copied()
    }
}

/// Returns a unique number for every candidate, below 729.
const fn place(candidate: Candidate) -> usize {
    9 * candidate.cell.index() + candidate.digit.index()
}
