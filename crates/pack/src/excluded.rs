//! Puzzles to exclude from a pack: those of earlier packs, up to symmetry, or all with their solutions.

use std::path::PathBuf;

use minirow_core::{Grid, Puzzle};
use minirow_files::{hex, ordered};
use minirow_table::Run;
use minirow_table::equivalence::{EquivalentBy, puzzle_key};
use minirow_table::input::{BadLine, Inputs, Item};
use minirow_text::Board;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::error::PackError;

/// A set of puzzles to exclude. Equivalent puzzles (digits relabelled, lines permuted or transposed) count as the same, or all puzzles
/// whose solution grids are equivalent.
///
/// It takes 16 bytes a puzzle.
///
/// ```
/// use minirow_gen::{Generator, Recipe};
/// use minirow_pack::Excluded;
/// # use minirow_core::{Puzzle, Symmetry};
///
/// let generator = Generator::new(Recipe::default())?;
/// let [first, second] = [0, 1].map(|index| generator.puzzle(42, index).unwrap());
/// let excluded: Excluded = [*first.clues()].into_iter().collect();
/// let equivalent = Puzzle::new(Symmetry::nth(1_000_000).grid(first.clues()))?;
/// assert!(excluded.contains(&equivalent) && !excluded.contains(&second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Excluded {
    by: EquivalentBy,
    /// Sorted, without duplicates.
    keys: Vec<u128>,
}

impl Excluded {
    /// Reads the puzzles of files in any form.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, if a line holds no grid (a puzzle could be missed), if a grid whose solution is needed
    /// is not a puzzle, or if the run is interrupted.
    pub fn read(files: &[PathBuf], by: EquivalentBy, run: &Run) -> Result<Excluded, PackError> {
        if files.is_empty() {
            return Ok(Excluded::default());
        }
        let mut keys = Vec::new();
        let key = |item: Item| {
            let entry = item?;
            let class = by.class(&Board::Grid(entry.grid()));
            class.map(|class| class.key).map_err(|problem| BadLine::new(entry.place.clone(), problem))
        };
        ordered::map(Inputs::of(files).read()?, run.threads, key, |found| {
            run.interrupt.check(PackError::Interrupted)?;
            for key in found {
                keys.push(key?);
            }
            Ok::<_, PackError>(())
        })?;
        Ok(Excluded::from_keys(by, keys))
    }

    fn from_keys(by: EquivalentBy, mut keys: Vec<u128>) -> Excluded {
        keys.sort_unstable();
        keys.dedup();
        Excluded { by, keys }
    }

    /// Returns `true` if the puzzle, or an equivalent one, is in the set.
    pub fn contains(&self, puzzle: &Puzzle) -> bool {
        let grid = match self.by {
            EquivalentBy::Solution => puzzle.solution().grid(),
            EquivalentBy::Text | EquivalentBy::Puzzle => puzzle.clues(),
        };
        let key = || self.by.class(&Board::Grid(*grid)).expect("a grid with one solution").key;
        !self.keys.is_empty() && self.keys.binary_search(&key()).is_ok()
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
        let mut summary = json!({ "puzzles": self.keys.len(), "sha256": hex(&checksum.finalize()) });
        if self.by != EquivalentBy::Puzzle {
            summary["by"] = <&str>::from(self.by).into();
        }
        summary
    }
}

impl FromIterator<Grid> for Excluded {
    fn from_iter<I: IntoIterator<Item = Grid>>(puzzles: I) -> Excluded {
        Excluded::from_keys(EquivalentBy::Puzzle, puzzles.into_iter().map(|puzzle| puzzle_key(&puzzle)).collect())
    }
}
