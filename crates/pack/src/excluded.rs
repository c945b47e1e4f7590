//! Puzzles to exclude from a pack: those of earlier packs, up to symmetry.

use std::path::PathBuf;

use minirow_core::Grid;
use minirow_files::{hex, ordered};
use minirow_table::Run;
use minirow_table::equivalence::puzzle_key;
use minirow_table::input::{Inputs, Item};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::error::PackError;

/// A set of puzzles to exclude. Equivalent puzzles (digits relabelled, lines permuted or transposed) count as the same.
///
/// It takes 16 bytes a puzzle.
///
/// ```
/// use minirow_gen::{Generator, Recipe};
/// use minirow_pack::Excluded;
/// # use minirow_core::Symmetry;
///
/// let generator = Generator::new(Recipe::default())?;
/// let [first, second] = [0, 1].map(|index| *generator.puzzle(42, index).unwrap().clues());
/// let excluded: Excluded = [first].into_iter().collect();
/// assert!(excluded.contains(&Symmetry::nth(1_000_000).grid(&first)));
/// assert!(!excluded.contains(&second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Excluded {
    /// Sorted, without duplicates.
    keys: Vec<u128>,
}

impl Excluded {
    /// Reads the puzzles of files in any form.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, if a line holds no grid (a puzzle could be missed), or if the run is
    /// interrupted.
    pub fn read(files: &[PathBuf], run: &Run) -> Result<Excluded, PackError> {
        if files.is_empty() {
            return Ok(Excluded::default());
        }
        let mut keys = Vec::new();
        let key = |item: Item| item.map(|entry| puzzle_key(&entry.grid()));
        ordered::map(Inputs::of(files).read()?, run.threads, key, |found| {
            if run.interrupt.requested() {
                return Err(PackError::Interrupted);
            }
            for key in found {
                keys.push(key?);
            }
            Ok(())
        })?;
        Ok(Excluded::from_keys(keys))
    }

    fn from_keys(mut keys: Vec<u128>) -> Excluded {
        keys.sort_unstable();
        keys.dedup();
        Excluded { keys }
    }

    /// Returns `true` if the puzzle, or an equivalent one, is in the set.
    pub fn contains(&self, puzzle: &Grid) -> bool {
        !self.keys.is_empty() && self.keys.binary_search(&puzzle_key(puzzle)).is_ok()
    }

    /// Returns the summary for recipes: the number of puzzles, and a checksum that depends on the set alone. It is null for
    /// the empty set.
    pub fn summary(&self) -> Value {
        if self.keys.is_empty() {
            return Value::Null;
        }
        let mut checksum = Sha256::new();
        for key in &self.keys {
            checksum.update(key.to_be_bytes());
        }
        json!({ "puzzles": self.keys.len(), "sha256": hex(&checksum.finalize()) })
    }
}

impl FromIterator<Grid> for Excluded {
    fn from_iter<I: IntoIterator<Item = Grid>>(puzzles: I) -> Excluded {
        Excluded::from_keys(puzzles.into_iter().map(|puzzle| puzzle_key(&puzzle)).collect())
    }
}
