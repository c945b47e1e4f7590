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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Display, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum DuplicateRule {
    /// Puzzles with the same clues in the same cells; takes 8 bytes of memory a puzzle
    #[default]
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

/// Returns the different keys in ascending order, and the number of keys that occurred before.
pub(crate) fn distinct(mut keys: Vec<u64>) -> (Vec<u64>, u64) {
    let rows = keys.len();
    keys.sort_unstable();
    keys.dedup();
    let duplicates = rows - keys.len();
    (keys, duplicates as u64)
}

/// Returns the number of keys that two packs have in common. The keys of both are in ascending order.
pub(crate) fn in_both(first: &[u64], second: &[u64]) -> u64 {
    let mut second = second.iter().peekable();
    let is_in_second = |key: &&u64| {
        while second.next_if(|other| other < key).is_some() {}
        second.peek() == Some(key)
    };
    first.iter().filter(is_in_second).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicates_within_and_between_packs() {
        assert_eq!(distinct(vec![7, 3, 7, 9, 7, 3]), (vec![3, 7, 9], 3));
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
        let equivalent = minirow_core::Symmetry::nth(123_456_789).grid(&puzzle);
        assert_ne!(equivalent, puzzle);
        assert_ne!(DuplicateRule::Exact.key(&equivalent), DuplicateRule::Exact.key(&puzzle));
        assert_eq!(DuplicateRule::Equivalent.key(&equivalent), DuplicateRule::Equivalent.key(&puzzle));
    }
}
