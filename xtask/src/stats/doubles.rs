//! Puzzles that are there more than once, told by 64 bits of each: what a pack has of its rows in memory.
//!
//! Eight bytes a row are 80 MB for ten million. Among that many the chance that two different puzzles are taken for one is
//! 3 in a million.

use std::hash::{DefaultHasher, Hash, Hasher};

use clap::ValueEnum;
use minirow_core::{Grid, canon};
use rayon::slice::ParallelSliceMut;

/// Which puzzles count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Doubles {
    /// Those with the same clues in the same cells; takes 8 bytes of memory a puzzle
    Exact,
    /// Twins too: digits relabelled, lines swapped, the grid turned or mirrored; takes some microseconds more a puzzle
    Twins,
    /// Do not look for doubles; memory does not grow with the number of puzzles
    None,
}

impl Doubles {
    /// The same for puzzles that count as the same, and hardly ever for others; nothing if nobody asks.
    pub(crate) fn key(self, puzzle: &Grid) -> Option<u64> {
        let representative = match self {
            Doubles::Exact => *puzzle,
            Doubles::Twins => canon::grid(puzzle).form,
            Doubles::None => return None,
        };
        let mut hasher = DefaultHasher::new(); // without a secret of its own: the same in every run
        representative.hash(&mut hasher);
        Some(hasher.finish())
    }
}

/// The keys of a pack while it is read.
#[derive(Default)]
pub(crate) struct Keys(Vec<u64>);

impl Keys {
    pub(crate) fn add(&mut self, key: u64) {
        self.0.push(key);
    }

    /// How many puzzles were there before; and all keys in order, each once.
    pub(crate) fn finish(mut self) -> (u64, Vec<u64>) {
        let rows = self.0.len();
        self.0.par_sort_unstable();
        self.0.dedup();
        ((rows - self.0.len()) as u64, self.0)
    }
}

/// How many keys two packs have in common.
pub(crate) fn in_both(first: &[u64], second: &[u64]) -> u64 {
    let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
    let mut both = 0;
    while let (Some(one), Some(other)) = (first.peek(), second.peek()) {
        let order = one.cmp(other);
        both += u64::from(order.is_eq());
        if order.is_le() {
            first.next();
        }
        if order.is_ge() {
            second.next();
        }
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_within_and_between() {
        let mut keys = Keys::default();
        [7, 3, 7, 9, 7, 3].into_iter().for_each(|key| keys.add(key));
        assert_eq!(keys.finish(), (3, vec![3, 7, 9]));
        assert_eq!(in_both(&[1, 3, 7, 9], &[0, 3, 9, 10]), 2);
        assert_eq!(in_both(&[], &[1]), 0);
    }

    #[test]
    fn keys_are_those_of_the_clues() {
        let mut puzzle = Grid::EMPTY;
        let empty = Doubles::Exact.key(&puzzle);
        puzzle.set(minirow_core::Cell::ALL[0], Some(minirow_core::Digit::ALL[0]));
        assert_ne!(Doubles::Exact.key(&puzzle), empty);
        assert_eq!(Doubles::Exact.key(&Grid::EMPTY), empty);
        assert_eq!(Doubles::None.key(&puzzle), None);
        let twin = minirow_core::Symmetry::nth(123_456_789).grid(&puzzle);
        assert_ne!(twin, puzzle);
        assert_ne!(Doubles::Exact.key(&twin), Doubles::Exact.key(&puzzle));
        assert_eq!(Doubles::Twins.key(&twin), Doubles::Twins.key(&puzzle));
    }
}
