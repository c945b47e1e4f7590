//! The consequences of all assumptions at once, as sets without order and without the chains that lead to them.

use minirow_core::CellSet;

use super::{Implications, MOST_ENTRIES, NodeId, Sets, candidate, is_on};

/// By assumption: all its consequences, as far as tables lead.
pub(crate) struct Consequences {
    /// By node: its number among those with a table, or [`NONE`].
    numbers: Vec<u16>,
    nodes: Vec<NodeId>,
    /// The number of words of a set of numbers.
    words: usize,
    /// The sets one after another.
    sets: Vec<u64>,
}

const NONE: u16 = u16::MAX;

impl Consequences {
    pub(crate) fn of(implications: &Implications) -> Consequences {
        let tables = &implications.tables;
        let nodes: Vec<NodeId> =
            (0..).zip(tables).filter(|(_, table)| !table.entries.is_empty()).map(|(node, _)| node).collect();
        let mut numbers = vec![NONE; tables.len()];
        (0..).zip(&nodes).for_each(|(number, &node)| numbers[usize::from(node)] = number);
        let words = nodes.len().div_ceil(64);
        // At first the direct consequences.
        let mut sets = vec![0; words * nodes.len()];
        for (set, &node) in sets.chunks_exact_mut(words.max(1)).zip(&nodes) {
            for entry in &tables[usize::from(node)].entries {
                let number = usize::from(numbers[usize::from(entry.node)]);
                set[number / 64] |= 1 << (number % 64);
            }
        }
        let mut consequences = Consequences { numbers, nodes, words, sets };
        (0..consequences.nodes.len()).for_each(|number| consequences.follow(number));
        consequences
    }

    /// Completes the consequences of an assumption. Those of the assumptions before it are complete.
    fn follow(&mut self, number: usize) {
        let (complete, rest) = self.sets.split_at_mut(number * self.words);
        let (set, later) = rest.split_at_mut(self.words);
        // The consequences that were not followed.
        let mut open = set.to_vec();
        open[number / 64] &= !(1 << (number % 64));
        while let Some(word) = open.iter().position(|&word| word != 0) {
            let next = 64 * word + open[word].trailing_zeros() as usize;
            open[word] &= open[word] - 1;
            let is_complete = next < number;
            let of_next = if is_complete {
                &complete[next * self.words..][..self.words]
            } else {
                &later[(next - number - 1) * self.words..][..self.words]
            };
            for ((set, open), &of_next) in set.iter_mut().zip(&mut open).zip(of_next) {
                if is_complete {
                    *open &= !of_next;
                } else {
                    *open |= of_next & !*set;
                }
                *set |= of_next;
            }
        }
    }

    /// Returns `true` if a node follows from an assumption.
    pub(crate) fn contains(&self, root: NodeId, node: NodeId) -> bool {
        let [root, node] = [root, node].map(|node| usize::from(self.numbers[usize::from(node)]));
        self.sets[root * self.words + node / 64] >> (node % 64) & 1 != 0
    }

    /// Returns the nodes that follow from an assumption, and the assumption.
    pub(crate) fn nodes(&self, root: NodeId) -> impl Iterator<Item = NodeId> {
        let number = usize::from(self.numbers[usize::from(root)]);
        let set = &self.sets[number * self.words..][..self.words];
        set.iter().enumerate().flat_map(move |(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let lowest = rest.trailing_zeros() as usize;
                rest &= rest.checked_sub(1)?;
                Some(self.nodes[64 * place + lowest])
            })
        })
    }

    /// Returns the cells of the candidates that are true and false, or `None` if there may be too many nodes for an expanded table.
    pub(crate) fn sets(&self, implications: &Implications, root: NodeId) -> Option<Sets> {
        let direct = implications.tables[usize::from(root)].entries.len();
        if self.nodes.len() + direct >= MOST_ENTRIES && self.nodes(root).count() + direct >= MOST_ENTRIES {
            return None;
        }
        let mut sets = Sets { on: [CellSet::EMPTY; 9], off: [CellSet::EMPTY; 9] };
        for node in self.nodes(root) {
            if let Some(candidate) = candidate(node) {
                let of_sign = if is_on(node) { &mut sets.on } else { &mut sets.off };
                of_sign[candidate.digit.index()].insert(candidate.cell);
            }
        }
        Some(sets)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use minirow_core::Puzzle;
    use minirow_grade::Budget;

    use super::super::Expanded;
    use super::*;
    use crate::search::Search;
    use crate::state::State;

    #[test]
    fn sets_equal_those_of_expanded_tables() {
        let rows = include_str!("../../tests/reference/hodoku_hard.csv").lines().skip(1).step_by(90);
        let mut count = 0;
        for row in rows {
            let puzzle = Puzzle::new(row[..81].parse().unwrap()).unwrap();
            let mut search = Search::new(State::new(puzzle.clues()), None, Budget::new(None));
            for (number, step) in crate::rate(&puzzle, None).unwrap().path().iter().enumerate() {
                if step.placement().is_none() && number % 10 == 0 {
                    for implications in [Implications::chains(&search.state, true), Implications::nets(&search.state)] {
                        let consequences = Consequences::of(&implications);
                        let mut expanded = Expanded::default();
                        for &root in &consequences.nodes {
                            expanded.of(&implications, root);
                            let nodes: BTreeSet<NodeId> = expanded.entries.iter().map(|entry| entry.node).collect();
                            assert_eq!(consequences.nodes(root).collect::<BTreeSet<_>>(), nodes, "{root} in {row}");
                            count += nodes.len();
                        }
                    }
                }
                search.execute(step);
            }
        }
        assert!(count > 10_000, "{count} consequences are too few to say much");
    }
}
