//! Puzzles to keep out of a pack: those of earlier packs, up to symmetry.

use std::fmt::Write;
use std::path::PathBuf;

use minirow_core::{Grid, canon};
use minirow_table::input::{Inputs, Item};
use minirow_table::{Run, ordered};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::error::PackError;

/// A set of puzzles to keep out. Equivalent puzzles (digits relabelled, lines permuted or transposed) count as the same.
///
/// It takes 16 bytes for each puzzle.
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
    /// Returns the set of puzzles that have these keys.
    pub fn from_keys(keys: impl IntoIterator<Item = u128>) -> Excluded {
        let mut keys: Vec<u128> = keys.into_iter().collect();
        keys.sort_unstable();
        keys.dedup();
        Excluded { keys }
    }

    /// Reads the puzzles of files, in any form that can be read.
    ///
    /// # Errors
    /// If a file cannot be read, or something in it is no grid: its puzzle could not be kept out. Or if the run is
    /// interrupted.
    pub fn read(files: &[PathBuf], run: &Run) -> Result<Excluded, PackError> {
        if files.is_empty() {
            return Ok(Excluded::default());
        }
        let mut keys = Vec::new();
        let key = |item: Item| item.map(|entry| Excluded::key(&entry.grid()));
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

    /// Returns the key of a puzzle: the same for equivalent puzzles, and different for others. It takes some microseconds.
    ///
    /// The key is 128 bits of a hash of the canonical form. Among 100 million puzzles, the odds that two others share
    /// theirs are 1 to 10^22.
    pub fn key(puzzle: &Grid) -> u128 {
        let digest = Sha256::digest(canon::grid(puzzle).form.to_string());
        u128::from_be_bytes(digest[..16].try_into().expect("32 bytes"))
    }

    /// Returns `true` if the puzzle, or an equivalent one, is in the set.
    pub fn contains(&self, puzzle: &Grid) -> bool {
        !self.keys.is_empty() && self.keys.binary_search(&Excluded::key(puzzle)).is_ok()
    }

    /// Returns the number of puzzles, without duplicates up to symmetry.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns `true` if no puzzle is kept out.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
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
        let hex = checksum.finalize().iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        json!({ "puzzles": self.keys.len(), "sha256": hex })
    }
}

impl FromIterator<Grid> for Excluded {
    fn from_iter<I: IntoIterator<Item = Grid>>(puzzles: I) -> Excluded {
        Excluded::from_keys(puzzles.into_iter().map(|puzzle| Excluded::key(&puzzle)))
    }
}
