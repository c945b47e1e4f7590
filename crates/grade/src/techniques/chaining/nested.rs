//! The hints of nested chains in little memory: their nodes and causes, without links.
//!
//! A search of nested chains finds thousands of nested hints, and a step uses a few of them. Their links are searched again
//! then.

use std::sync::Arc;

use minirow_core::{Candidate, CellSet};

use crate::chain::node::{Cause, Node};
use crate::chain::{Hint, HintKind};

/// An engine whose hints depend on the candidates only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Inner {
    Forcing,
    Multiple,
    Dynamic,
}

/// The engine and the candidates of a search, by digit.
pub(crate) type Search = (Inner, [CellSet; 9]);

/// The hints of a search, in order.
#[derive(Debug)]
pub(crate) struct NestedHints {
    search: Search,
    hints: Vec<Entry>,
    eliminations: Vec<Candidate>,
    /// The nodes of all chains of all hints.
    nodes: Vec<PackedNode>,
}

/// A hint. Its eliminations and nodes end where those of the next begin.
#[derive(Debug)]
struct Entry {
    complexity: u32,
    kind: HintKind,
    /// The house of a house hint, as the cause of its places.
    house: Cause,
    first_elimination: u32,
    first_node: u32,
    /// See [`NestedHint::key`].
    key: u32,
}

/// A node with its cause in the lowest three bits. The highest bit is set for the target of a chain.
#[derive(Clone, Copy, Debug)]
struct PackedNode(u16);

impl PackedNode {
    const TARGET: u16 = 1 << 15;

    fn new(node: Node, cause: Cause, is_target: bool) -> PackedNode {
        PackedNode((node.index() as u16) << 3 | cause as u16 | if is_target { PackedNode::TARGET } else { 0 })
    }

    fn node(self) -> Node {
        Node::from_index(usize::from((self.0 & !PackedNode::TARGET) >> 3))
    }

    fn cause(self) -> Cause {
        // In the order of declaration.
        const CAUSES: [Cause; 8] = [
            Cause::Assumption,
            Cause::Cell,
            Cause::Box,
            Cause::Row,
            Cause::Column,
            Cause::Advanced,
            Cause::Contradiction,
            Cause::Contradiction,
        ];
        CAUSES[usize::from(self.0 & 7)]
    }

    /// Returns the node, and whether it is a target.
    fn without_cause(self) -> u16 {
        self.0 >> 3
    }
}

impl NestedHints {
    pub(crate) fn new(search: Search) -> NestedHints {
        NestedHints { search, hints: Vec::new(), eliminations: Vec::new(), nodes: Vec::new() }
    }

    /// Adds a hint with its eliminations, in the order of Sudoku Explainer, and the nodes of its chains, each from its target.
    pub(crate) fn push(
        &mut self,
        complexity: u32,
        kind: HintKind,
        house: Cause,
        eliminations: impl IntoIterator<Item = Candidate>,
        chains: impl IntoIterator<Item: IntoIterator<Item = (Node, Cause)>>,
    ) {
        let (first_elimination, first_node) = (self.eliminations.len() as u32, self.nodes.len() as u32);
        self.eliminations.extend(eliminations);
        let mut key = 0_u32;
        for chain in chains {
            let first = self.nodes.len();
            let packed =
                chain.into_iter().enumerate().map(|(place, (node, cause))| PackedNode::new(node, cause, place == 0));
            self.nodes.extend(packed);
            let target = self.nodes[first].node();
            for part in [self.nodes.len() - first, target.index()] {
                key = key.wrapping_mul(0x9e37_79b9).wrapping_add(part as u32 + 1);
            }
        }
        self.hints.push(Entry { complexity, kind, house, first_elimination, first_node, key });
    }

    /// Adds a hint that is known with its links.
    pub(crate) fn push_hint(&mut self, hint: &Hint) {
        let chains = hint.chains.iter().map(|chain| chain.0.iter().map(|link| (link.node, link.cause)));
        self.push(hint.complexity, hint.kind, hint.house, hint.eliminations.iter().copied(), chains);
    }

    pub(crate) fn search(&self) -> &Search {
        &self.search
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn size(&self) -> usize {
        size_of::<NestedHints>()
            + size_of::<Entry>() * self.hints.capacity()
            + size_of::<Candidate>() * self.eliminations.capacity()
            + size_of::<PackedNode>() * self.nodes.capacity()
    }

    /// Releases memory that is reserved for more hints.
    pub(crate) fn shrink(&mut self) {
        self.hints.shrink_to_fit();
        self.eliminations.shrink_to_fit();
        self.nodes.shrink_to_fit();
    }

    /// Returns the hints.
    pub(crate) fn hints(self: &Arc<Self>) -> impl Iterator<Item = NestedHint> {
        (0..self.hints.len() as u32).map(|place| NestedHint { all: self.clone(), place })
    }
}

/// A hint of a nested engine.
#[derive(Clone, Debug)]
pub(crate) struct NestedHint {
    all: Arc<NestedHints>,
    place: u32,
}

impl NestedHint {
    fn entry(&self) -> &Entry {
        &self.all.hints[self.place as usize]
    }

    pub(crate) fn complexity(&self) -> u32 {
        self.entry().complexity
    }

    pub(crate) fn kind(&self) -> HintKind {
        self.entry().kind
    }

    pub(crate) fn house(&self) -> Cause {
        self.entry().house
    }

    /// Returns a number that is the same for hints with the same chains.
    pub(crate) fn key(&self) -> u32 {
        self.entry().key
    }

    /// Returns all hints of the search that found it.
    pub(crate) fn all(&self) -> &NestedHints {
        &self.all
    }

    /// Returns the place among the hints of the engine.
    pub(crate) fn place(&self) -> usize {
        self.place as usize
    }

    pub(crate) fn eliminations(&self) -> &[Candidate] {
        let end = self
            .all
            .hints
            .get(self.place() + 1)
            .map_or(self.all.eliminations.len(), |next| next.first_elimination as usize);
        &self.all.eliminations[self.entry().first_elimination as usize..end]
    }

    fn packed(&self) -> &[PackedNode] {
        let end = self.all.hints.get(self.place() + 1).map_or(self.all.nodes.len(), |next| next.first_node as usize);
        &self.all.nodes[self.entry().first_node as usize..end]
    }

    /// Returns the nodes of all chains with their causes.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (Node, Cause)> {
        self.packed().iter().map(|packed| (packed.node(), packed.cause()))
    }

    /// Returns `true` if this is a hint without its links.
    pub(crate) fn is_without_links(&self, hint: &Hint) -> bool {
        let links = hint.chains.iter().flat_map(|chain| &chain.0).map(|link| (link.node, link.cause));
        self.complexity() == hint.complexity && self.eliminations() == hint.eliminations && self.nodes().eq(links)
    }

    /// Returns `true` if two hints have the same chains, node by node.
    pub(crate) fn has_same_chains(&self, other: &NestedHint) -> bool {
        if Arc::ptr_eq(&self.all, &other.all) && self.place == other.place {
            return true;
        }
        let nodes = |hint| NestedHint::packed(hint).iter().map(|packed| packed.without_cause());
        self.key() == other.key() && nodes(self).eq(nodes(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::node::NODES;

    #[test]
    fn packed_nodes_are_the_same_when_unpacked() {
        let houses = [Cause::Cell, Cause::Box, Cause::Row, Cause::Column];
        let causes = [&houses[..], &[Cause::Assumption, Cause::Advanced, Cause::Contradiction]].concat();
        for node in (0..NODES).map(Node::from_index) {
            for &cause in &causes {
                for is_target in [false, true] {
                    let packed = PackedNode::new(node, cause, is_target);
                    assert_eq!((packed.node(), packed.cause()), (node, cause));
                }
            }
        }
    }

    #[test]
    fn hints_with_the_same_nodes_in_other_chains_are_not_the_same() {
        let nodes: Vec<(Node, Cause)> = [3, 700, 5, 900].map(|node| (Node::from_index(node), Cause::Cell)).into();
        let mut hints = NestedHints::new((Inner::Forcing, [CellSet::EMPTY; 9]));
        for chains in [[&nodes[..2], &nodes[2..]], [&nodes[..2], &nodes[2..]], [&nodes[..1], &nodes[1..]]] {
            hints.push(4, HintKind::XChain, Cause::Assumption, [], chains.map(|chain| chain.iter().copied()));
        }
        let hints: Vec<NestedHint> = Arc::new(hints).hints().collect();
        assert!(hints[0].has_same_chains(&hints[1]));
        assert!(!hints[0].has_same_chains(&hints[2]));
        assert_eq!(hints[2].nodes().collect::<Vec<_>>(), nodes);
    }
}
