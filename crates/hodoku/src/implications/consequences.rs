//! The consequences of all assumptions at once, as sets without order and without the chains that lead to them.

use minirow_core::{Candidate, CellSet};

use super::{CANDIDATE_NODES, Expanded, MOST_ENTRIES, NodeId, Sets, Table, candidate, id, is_on};

/// By assumption: all its consequences that its expanded table has.
///
/// Sets have a bit for each node with a table: for candidates that are true, by cell and digit; then, from the next word on, for those
/// that are false, in the same order; then for groups.
pub(crate) struct Consequences {
    /// By node: its number among those with a table, or [`NONE`].
    numbers: Vec<u16>,
    /// By number: the node, or [`NONE`].
    nodes: Vec<NodeId>,
    /// The number of words of a set.
    words: usize,
    /// The number of words of the candidates that are true.
    half: usize,
    /// The sets one after another.
    sets: Vec<u64>,
    /// The candidates that have too many consequences for an expanded table. Some are missing from their sets.
    shortened: Vec<NodeId>,
}

const NONE: u16 = u16::MAX;

impl Consequences {
    pub(crate) fn of(tables: &[Table]) -> Consequences {
        let is_known = |node: &NodeId| !tables[usize::from(*node)].entries.is_empty();
        let of_sign = |sign: u16| (sign..CANDIDATE_NODES as NodeId).step_by(2).filter(is_known);
        let mut nodes: Vec<NodeId> = of_sign(0).collect();
        let half = nodes.len().div_ceil(64);
        nodes.resize(64 * half, NONE);
        nodes.extend(of_sign(1));
        nodes.resize(128 * half, NONE);
        nodes.extend(CANDIDATE_NODES as NodeId..tables.len() as NodeId);
        let mut numbers = vec![NONE; tables.len()];
        let known: Vec<(u16, NodeId)> = (0..).zip(nodes.iter().copied()).filter(|&(_, node)| node != NONE).collect();
        known.iter().for_each(|&(number, node)| numbers[usize::from(node)] = number);
        let words = nodes.len().div_ceil(64);
        // At first the direct consequences.
        let mut sets = vec![0; words * nodes.len()];
        for &(number, node) in &known {
            let set = &mut sets[usize::from(number) * words..][..words];
            tables[usize::from(node)].entries.iter().for_each(|entry| insert(set, numbers[usize::from(entry.node)]));
        }
        let mut consequences = Consequences { numbers, nodes, words, half, sets, shortened: Vec::new() };
        let mut leads_on = vec![0; words];
        let has_more = |&&(_, node): &&(u16, NodeId)| tables[usize::from(node)].entries.len() > 1;
        known.iter().filter(has_more).for_each(|&(number, _)| insert(&mut leads_on, number));
        let mut open = vec![0; words];
        (0..consequences.nodes.len()).for_each(|number| consequences.follow(number, &leads_on, &mut open));
        consequences.shorten(tables);
        consequences
    }

    /// Replaces the sets of candidates that have too many consequences for an expanded table.
    fn shorten(&mut self, tables: &[Table]) {
        let mut expanded = Expanded::default();
        for number in 0..128 * self.half {
            let root = self.nodes[number];
            let count =
                || self.sets[number * self.words..][..self.words].iter().map(|word| word.count_ones()).sum::<u32>();
            if root == NONE || self.nodes.len() + tables[usize::from(root)].entries.len() < MOST_ENTRIES {
                continue;
            }
            if count() as usize + tables[usize::from(root)].entries.len() >= MOST_ENTRIES {
                self.shortened.push(root);
                expanded.of(tables, root, |_| true);
                let set = &mut self.sets[number * self.words..][..self.words];
                set.fill(0);
                expanded.entries.iter().for_each(|entry| insert(set, self.numbers[usize::from(entry.node)]));
            }
        }
    }

    /// Completes the consequences of an assumption. Those of the assumptions before it are complete.
    fn follow(&mut self, number: usize, leads_on: &[u64], open: &mut [u64]) {
        let (complete, rest) = self.sets.split_at_mut(number * self.words);
        let (set, later) = rest.split_at_mut(self.words);
        // The consequences that were not followed.
        open.iter_mut().zip(&*set).zip(leads_on).for_each(|((open, set), leads_on)| *open = set & leads_on);
        open[number / 64] &= !(1 << (number % 64));
        let mut word = 0;
        while word < open.len() {
            if open[word] == 0 {
                word += 1;
                continue;
            }
            let next = 64 * word + open[word].trailing_zeros() as usize;
            open[word] &= open[word] - 1;
            let is_complete = next < number;
            let of_next = if is_complete {
                &complete[next * self.words..][..self.words]
            } else {
                &later[(next - number - 1) * self.words..][..self.words]
            };
            for (((set, open), &of_next), leads_on) in set.iter_mut().zip(&mut *open).zip(of_next).zip(leads_on) {
                if is_complete {
                    *open &= !of_next;
                } else {
                    *open |= of_next & !*set & leads_on;
                }
                *set |= of_next;
            }
            if !is_complete {
                word = 0;
            }
        }
    }

    /// Returns `true` if an assumption has all consequences of its consequences.
    pub(crate) fn is_complete(&self, root: NodeId) -> bool {
        !self.shortened.contains(&root)
    }

    fn set(&self, root: NodeId) -> &[u64] {
        &self.sets[usize::from(self.numbers[usize::from(root)]) * self.words..][..self.words]
    }

    /// Returns the candidates in order. Their places are their numbers.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = Candidate> {
        self.nodes[..64 * self.half].iter().filter_map(|&node| candidate(node))
    }

    /// Returns the number of a candidate.
    pub(crate) fn number(&self, candidate: Candidate) -> usize {
        usize::from(self.numbers[usize::from(id(candidate, true))])
    }

    /// Returns the candidates that are true if an assumption is, as bits with their numbers, and those that are false.
    pub(crate) fn signs(&self, root: NodeId) -> (&[u64], &[u64]) {
        self.set(root)[..2 * self.half].split_at(self.half)
    }

    /// Returns `true` if one of some candidates is true or false if an assumption is, by bits as those of [`Consequences::signs`].
    pub(crate) fn leads_to(&self, root: NodeId, [on, off]: &[Vec<u64>; 2]) -> bool {
        let (true_ones, false_ones) = self.signs(root);
        let meets = |one: &[u64], other: &[u64]| one.iter().zip(other).any(|(one, other)| one & other != 0);
        meets(true_ones, on) || meets(false_ones, off)
    }

    /// Returns `true` if a node follows from an assumption.
    pub(crate) fn contains(&self, root: NodeId, node: NodeId) -> bool {
        let node = usize::from(self.numbers[usize::from(node)]);
        self.set(root)[node / 64] >> (node % 64) & 1 != 0
    }

    /// Returns the candidates that are true if an assumption is.
    pub(crate) fn on(&self, root: NodeId) -> impl Iterator<Item = Candidate> {
        self.nodes(&self.set(root)[..self.half]).filter_map(candidate)
    }

    /// Returns the nodes of the words of a set.
    fn nodes(&self, set: &[u64]) -> impl Iterator<Item = NodeId> {
        set.iter().enumerate().flat_map(move |(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let lowest = rest.trailing_zeros() as usize;
                rest &= rest.checked_sub(1)?;
                Some(self.nodes[64 * place + lowest])
            })
        })
    }

    /// Returns the cells of the candidates that are true and false.
    pub(crate) fn sets(&self, root: NodeId) -> Sets {
        let mut sets = Sets { on: [CellSet::EMPTY; 9], off: [CellSet::EMPTY; 9] };
        for node in self.nodes(&self.set(root)[..2 * self.half]) {
            if let Some(candidate) = candidate(node) {
                let of_sign = if is_on(node) { &mut sets.on } else { &mut sets.off };
                of_sign[candidate.digit.index()].insert(candidate.cell);
            }
        }
        sets
    }
}

fn insert(set: &mut [u64], number: u16) {
    set[usize::from(number / 64)] |= 1 << (number % 64);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::Implications;
    use super::*;
    use crate::search::each_hard_position;

    #[test]
    fn sets_equal_those_of_expanded_tables() {
        let mut count = 0;
        each_hard_position(90, (0, 10), |search, place| {
            for implications in
                [Implications::chains(&search.state, true, Vec::new()), Implications::nets(&search.state)]
            {
                let consequences = &implications.consequences;
                let mut expanded = Expanded::default();
                for root in consequences.nodes.iter().copied().filter(|&node| node != NONE) {
                    expanded.of(&implications.tables, root, |_| true);
                    let nodes: BTreeSet<NodeId> = expanded.entries.iter().map(|entry| entry.node).collect();
                    assert_eq!(
                        consequences.nodes(consequences.set(root)).collect::<BTreeSet<_>>(),
                        nodes,
                        "{root} in {place}"
                    );
                    count += nodes.len();
                }
            }
        });
        assert!(count > 10_000, "{count} consequences are too few to say much");
    }
}
