//! The results of a propagation: its nodes in order, their number of nodes and their chains.

use std::sync::Arc;

use smallvec::SmallVec;

use super::{NONE, Nodes, Offs, On, Propagation, PropagationState, Reason, in_houses};
use crate::chain::node::{Cause, NODES, Node};
use crate::chain::{Chain, Hint, Link};
use crate::techniques::chaining::bits::Bits;
use crate::techniques::chaining::marks::houses;
use crate::techniques::chaining::nested::NestedHint;

/// The size of a chain: its nodes, and the complexities of its distinct nested hints. Or a lower bound of both and of their
/// sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cost {
    pub(crate) nodes: u32,
    pub(crate) nested: u32,
    pub(crate) sum: u32,
}

/// Nested hints of a propagation.
type NestedHints<'a> = SmallVec<[&'a NestedHint; 16]>;

impl Propagation {
    /// Returns the nodes that were reached, without one that is in conflict: the on nodes, then the off nodes, each in the
    /// order in which they were reached.
    pub(crate) fn nodes_in_order(&self) -> Vec<Node> {
        let sure = self.ons.len() - usize::from(self.conflict.is_some_and(Node::is_on));
        let mut nodes: Vec<Node> = self.ons[..sure].iter().map(|on| on.node).filter(|on| self.has(*on)).collect();
        for &Offs { cell, digit, digits, cells, .. } in &self.offs {
            let off = self.off[digit.index()];
            nodes.extend(digits.iter().map(|digit| Node::off(cell, digit)).filter(|off| self.has(*off)));
            nodes.extend(in_houses(cell, cells & off).map(|cell| Node::off(cell, digit)));
        }
        nodes
    }

    /// Returns `true` if a node was reached and is not in conflict.
    pub(crate) fn has(&self, node: Node) -> bool {
        let reached = if node.is_on() { &self.on } else { &self.off };
        reached[node.digit().index()].contains(node.cell())
    }

    /// Returns the on and the off node of a candidate that is both.
    pub(crate) fn conflict(&self) -> Option<[Node; 2]> {
        let later = self.conflict?;
        Some(if later.is_on() { [later, later.negation()] } else { [later.negation(), later] })
    }

    fn on(&self, node: Node) -> &On {
        &self.ons[usize::from(self.place[node.index()])]
    }

    /// Returns the off nodes to which a node belongs.
    pub(super) fn off(&self, node: Node) -> &Offs {
        &self.offs[usize::from(self.place[node.index()])]
    }

    /// Returns the number of nodes on the paths to a node, including the node.
    pub(crate) fn nodes(&self, node: Node) -> u32 {
        u32::from(if node.is_on() { self.on(node).count } else { self.off(node).count })
    }

    /// Returns a node and all nodes from which it follows, breadth first.
    fn ancestors(&self, node: Node) -> Vec<Node> {
        let mut seen: Bits<{ NODES.div_ceil(64) }> = Bits::from(node.index());
        let mut order = Vec::with_capacity(64);
        order.push(node);
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            let (one, more) = self.parents(node);
            for parent in one.into_iter().chain(more.iter().copied()) {
                if !seen.contains(parent.index()) {
                    seen.insert(parent.index());
                    order.push(parent);
                }
            }
        }
        order
    }

    /// Adds the nested hints of the chain to a node that are not in the list.
    pub(crate) fn add_nested<'a>(&'a self, node: Node, hints: &mut Vec<&'a NestedHint>) {
        if self.nested.is_empty() {
            return;
        }
        for node in self.ancestors(node).into_iter().filter(|node| !node.is_on()) {
            if let Some(hint) = self.nested_of(node)
                && !hints.iter().any(|seen| seen.has_same_chains(hint))
            {
                hints.push(hint);
            }
        }
    }

    /// Returns the nested hint from which an off node follows.
    fn nested_of(&self, off: Node) -> Option<&NestedHint> {
        let Reason::Advance { nested, .. } = self.off(off).reason else { return None };
        self.nested.get(usize::from(nested))
    }

    /// Returns the distinct nested hints of a chain.
    fn nested_among(&self, state: &PropagationState, nodes: &Nodes) -> NestedHints<'_> {
        let mut hints = NestedHints::new();
        for candidate in (nodes.offs & state.advanced).iter() {
            if let Some(hint) = self.nested_of(Node::off_of(candidate))
                && !hints.iter().any(|seen| seen.has_same_chains(hint))
            {
                hints.push(hint);
            }
        }
        hints
    }

    /// Returns the cost of the chain to a node that was reached. `state` is that of this propagation.
    pub(crate) fn cost(&self, state: &PropagationState, node: Node) -> Cost {
        let hints = if node.is_on() {
            self.nested_among(state, &state.to_ons[usize::from(self.place[node.index()])])
        } else {
            self.nested_among(state, &state.nodes_before(self, &[node]))
        };
        let (nodes, nested) = (self.nodes(node), hints.iter().map(|hint| hint.complexity()).sum::<u32>());
        Cost { nodes, nested, sum: nodes + nested }
    }

    /// Returns the lowest costs of chains to pending advances.
    pub(crate) fn lowest_pending(&self, state: &PropagationState) -> Cost {
        let mut lowest = Cost { nodes: u32::MAX, nested: u32::MAX, sum: u32::MAX };
        for advance in &state.pending {
            let before = state.nodes_before(self, &advance.parents);
            let nodes = u32::from(before.len()) + 1;
            lowest.nodes = lowest.nodes.min(nodes);
            // The cost is at least the complexity of the hint, and `lowest.sum` at least `lowest.nested`.
            let own = advance.nested.as_ref();
            if own.is_some_and(|own| own.complexity() >= lowest.sum) {
                continue;
            }
            let hints = self.nested_among(state, &before);
            let own = own.filter(|own| !hints.iter().any(|hint| hint.has_same_chains(own)));
            let nested = hints.iter().copied().chain(own).map(NestedHint::complexity).sum::<u32>();
            lowest.nested = lowest.nested.min(nested);
            lowest.sum = lowest.sum.min(nodes + nested);
        }
        lowest
    }

    /// Returns all nested hints, with those of pending advances.
    pub(crate) fn nested_hints<'a>(&'a self, state: &'a PropagationState) -> impl Iterator<Item = &'a NestedHint> {
        self.nested.iter().chain(state.pending.iter().filter_map(|advance| advance.nested.as_ref()))
    }

    /// Returns the place of a node in the order of [`nodes_in_order`](Self::nodes_in_order), as numbers that increase.
    pub(crate) fn order(&self, node: Node) -> (bool, u16, usize) {
        let place = self.place[node.index()];
        if node.is_on() {
            return (false, place, 0);
        }
        let Offs { cell, digits, cells, digit, .. } = self.off(node);
        let in_cell = digits.iter().map(|digit| Node::off(*cell, digit));
        let in_digit = in_houses(*cell, *cells).map(|cell| Node::off(cell, *digit));
        (true, place, in_cell.chain(in_digit).position(|other| other == node).unwrap_or(0))
    }

    /// Returns the parents of a node: an on node, or some off nodes.
    fn parents(&self, node: Node) -> (Option<Node>, &[Node]) {
        let range = |first: u32, len: u16| &self.parents[first as usize..][..usize::from(len)];
        if node.is_on() {
            let on = self.on(node);
            return (None, range(on.first_parent, on.parents));
        }
        match self.off(node).reason {
            Reason::Assumption => (None, &[]),
            Reason::On(index) => (Some(self.ons[usize::from(index)].node), &[]),
            Reason::Advance { first_parent, parents, .. } => (None, range(first_parent, parents)),
        }
    }

    /// Returns the nodes of the chain to a node, which are all nodes from which it follows, breadth first, with their causes.
    pub(crate) fn chain_nodes(&self, node: Node) -> impl Iterator<Item = (Node, Cause)> {
        self.ancestors(node).into_iter().map(|node| (node, self.cause(node)))
    }

    /// Returns the chain to a node. `with_links` returns the links of a nested hint.
    pub(crate) fn chain(&self, node: Node, mut with_links: impl FnMut(&NestedHint) -> Option<Arc<Hint>>) -> Chain {
        let order = self.ancestors(node);
        let mut numbers = [NONE; NODES];
        order.iter().zip(0..).for_each(|(node, number)| numbers[node.index()] = number);
        let number = |parent: &Node| numbers[parent.index()];
        let link = |&node: &Node| {
            let (one, more) = self.parents(node);
            let nested = if node.is_on() { None } else { self.nested_of(node).and_then(&mut with_links) };
            Link { node, cause: self.cause(node), parents: one.iter().chain(more).map(number).collect(), nested }
        };
        Chain(order.iter().map(link).collect())
    }

    /// Returns the cause of a node.
    fn cause(&self, node: Node) -> Cause {
        if node.is_on() {
            return self.on(node).cause;
        }
        let offs = self.off(node);
        match offs.reason {
            Reason::Assumption => Cause::Assumption,
            Reason::Advance { .. } => Cause::Advanced,
            Reason::On(_) if offs.cell == node.cell() => Cause::Cell,
            Reason::On(_) => {
                let shared = houses(node.cell()).into_iter();
                shared.into_iter().find(|(house, _)| house.cells().contains(offs.cell)).expect("a shared house").1
            }
        }
    }
}
