//! Propagation: all consequences of one assumption, in the order in which they are found.

use std::collections::VecDeque;

use minirow_core::Candidate;
use minirow_grade::Pencilmarks;

use super::advanced;
use super::links::{Implied, Links, gone_before};
use super::node::{Arena, Cause, Claim, Node, NodeId, OrderedSet};

/// The limits of a propagation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub(crate) links: Links,
    /// `true` to remove false candidates, so that more links appear.
    pub(crate) is_dynamic: bool,
    /// As in [`super::Engine::Dynamic`].
    pub(crate) level: u8,
    pub(crate) inner: u8,
}

/// The consequences, up to the first contradiction.
#[derive(Debug)]
pub(crate) struct Propagation {
    pub(crate) arena: Arena,
    pub(crate) on: OrderedSet,
    pub(crate) off: OrderedSet,
    /// A candidate that is both true and false.
    pub(crate) contradiction: Option<(NodeId, NodeId)>,
}

impl Propagation {
    /// Computes the consequences of a claim.
    pub(crate) fn from(start: Claim, reach: Reach, source: &Pencilmarks) -> Propagation {
        let mut propagation =
            Propagation { arena: Arena::default(), on: OrderedSet::new(), off: OrderedSet::new(), contradiction: None };
        propagation.contradiction = propagation.run(start, reach, source);
        propagation
    }

    /// Returns the nodes with claims of a kind, in order.
    pub(crate) fn nodes(&self, is_on: bool) -> &OrderedSet {
        if is_on { &self.on } else { &self.off }
    }

    fn run(&mut self, start: Claim, reach: Reach, source: &Pencilmarks) -> Option<(NodeId, NodeId)> {
        let mut current = source.clone();
        let mut pending_on = VecDeque::new();
        let mut pending_off = VecDeque::new();
        let start_id = self.arena.add(Node::assumption(start));
        if start.is_on {
            self.on.insert(start_id, &self.arena);
            pending_on.push_back(start_id);
        } else {
            self.off.insert(start_id, &self.arena);
            pending_off.push_back(start_id);
        }
        loop {
            if let Some(id) = pending_on.pop_front() {
                for Implied { candidate, cause } in reach.links.made_false(&current, self.arena.claim(id).candidate) {
                    let new = self.arena.add(Node::new(Claim::off(candidate), cause, vec![id]));
                    if let Some(on) = self.on.get(candidate) {
                        return Some((on, new));
                    }
                    if self.off.insert(new, &self.arena) {
                        pending_off.push_back(new);
                    }
                }
            } else if let Some(id) = pending_off.pop_front() {
                let candidate = self.arena.claim(id).candidate;
                let implied = self.made_true(id, reach.links, source, &current);
                // Not earlier: until now the candidate counts as left.
                if reach.is_dynamic {
                    current.eliminate(candidate);
                }
                for new in implied {
                    if let Some(off) = self.off.get(self.arena.claim(new).candidate) {
                        return Some((new, off));
                    }
                    if self.on.insert(new, &self.arena) {
                        pending_on.push_back(new);
                    }
                }
            } else {
                let new = self.advanced(reach, source, &current);
                if new.is_empty() {
                    return None;
                }
                pending_off.extend(new);
            }
        }
    }

    /// Returns the nodes that follow from a false candidate. Their parents are that one, and those removed before.
    fn made_true(&mut self, id: NodeId, links: Links, source: &Pencilmarks, current: &Pencilmarks) -> Vec<NodeId> {
        let mut new = Vec::new();
        for Implied { candidate, cause } in links.made_true(current, self.arena.claim(id).candidate) {
            let mut parents = vec![id];
            for gone in gone_before(candidate, cause, source, current) {
                parents.push(self.off.get(gone).expect("what is gone was found to be false"));
            }
            new.push(self.arena.add(Node::new(Claim::on(candidate), cause, parents)));
        }
        new
    }

    /// Adds the candidates that other techniques find to be false. Returns the new nodes.
    fn advanced(&mut self, reach: Reach, source: &Pencilmarks, current: &Pencilmarks) -> Vec<NodeId> {
        let mut added = Vec::new();
        for deduction in advanced::deductions(reach.level, reach.inner, source, current) {
            // A candidate that an earlier deduction removes has its reasons from there.
            let removed = deduction.removed.into_iter().filter(|&candidate| self.off.get(candidate).is_none());
            let removed: Vec<Candidate> = removed.collect();
            if removed.is_empty() {
                continue;
            }
            let because = deduction.because.into_iter();
            let parents: Vec<NodeId> =
                because.map(|gone| self.off.get(gone).expect("what is gone was found to be false")).collect();
            let nested = deduction.nested.map(|hint| self.arena.add_nested(hint));
            for candidate in removed {
                let node = Node { nested, ..Node::new(Claim::off(candidate), Cause::Advanced, parents.clone()) };
                let id = self.arena.add(node);
                self.off.insert(id, &self.arena);
                added.push(id);
            }
        }
        added
    }
}
