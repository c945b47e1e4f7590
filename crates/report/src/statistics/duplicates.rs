//! Duplicates within and between packs, found by a 64-bit key of each puzzle.
//!
//! Keys take 8 bytes a row: 80 MB for ten million. Among that many, the probability that two different puzzles have the
//! same key is 3 in a million.

use std::hash::{DefaultHasher, Hash, Hasher};

use minirow_core::{Grid, canon};
use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// The puzzles that count as duplicates. The names and messages of the variants are those of the command line.
///
/// ```
/// use minirow_report::statistics::DuplicateRule;
/// use strum::{EnumMessage, VariantArray};
///
/// assert_eq!("exact".parse(), Ok(DuplicateRule::Exact));
/// let names: Vec<String> = DuplicateRule::VARIANTS.iter().map(ToString::to_string).collect();
/// assert_eq!(names, ["exact", "equivalent", "none"]);
/// assert!(DuplicateRule::Exact.get_documentation().unwrap().contains("same clues"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum DuplicateRule {
    /// Those with the same clues in the same cells; takes 8 bytes of memory a puzzle
    Exact,
    /// Equivalent puzzles too: digits relabelled, lines swapped, the grid turned or mirrored; takes microseconds more a puzzle
    #[strum(to_string = "equivalent", serialize = "twins")]
    Equivalent,
    /// Do not look for duplicates; memory does not grow with the number of puzzles
    None,
}

impl DuplicateRule {
    /// Returns a key that duplicates share and other puzzles do not, except by chance.
    pub(crate) fn key(self, puzzle: &Grid) -> Option<u64> {
        let representative = match self {
            DuplicateRule::Exact => *puzzle,
            DuplicateRule::Equivalent => canon::grid(puzzle).form,
            DuplicateRule::None => return None,
        };
        let mut hasher = DefaultHasher::new(); // has no random secret: the same keys in every run
        representative.hash(&mut hasher);
        Some(hasher.finish())
    }
}

/// The keys of the puzzles of a pack.
#[derive(Default)]
pub(crate) struct PuzzleKeys(Vec<u64>);

impl PuzzleKeys {
    /// Adds the key of a puzzle.
    pub(crate) fn add(&mut self, key: u64) {
        self.0.push(key);
    }

    /// Returns the number of duplicates, and the different keys in ascending order.
    pub(crate) fn finish(mut self) -> (u64, Vec<u64>) {
        let rows = self.0.len();
        self.0.sort_unstable();
        self.0.dedup();
        ((rows - self.0.len()) as u64, self.0)
    }
}

/// Returns the number of keys that two packs have in common.
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
        let mut keys = PuzzleKeys::default();
        [7, 3, 7, 9, 7, 3].into_iter().for_each(|key| keys.add(key));
        assert_eq!(keys.finish(), (3, vec![3, 7, 9]));
        assert_eq!(in_both(&[1, 3, 7, 9], &[0, 3, 9, 10]), 2);
        assert_eq!(in_both(&[], &[1]), 0);
    }

    #[test]
    fn keys_are_those_of_the_clues() {
        let mut puzzle = Grid::EMPTY;
        let empty = DuplicateRule::Exact.key(&puzzle);
        puzzle.set(minirow_core::Cell::ALL[0], Some(minirow_core::Digit::ALL[0]));
        assert_ne!(DuplicateRule::Exact.key(&puzzle), empty);
        assert_eq!(DuplicateRule::Exact.key(&Grid::EMPTY), empty);
        assert_eq!(DuplicateRule::None.key(&puzzle), None);
        let twin = minirow_core::Symmetry::nth(123_456_789).grid(&puzzle);
        assert_ne!(twin, puzzle);
        assert_ne!(DuplicateRule::Exact.key(&twin), DuplicateRule::Exact.key(&puzzle));
        assert_eq!(DuplicateRule::Equivalent.key(&twin), DuplicateRule::Equivalent.key(&puzzle));
    }
}
