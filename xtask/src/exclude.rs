//! Puzzles that a pack must not have: those of earlier packs.
//!
//! What counts as the same puzzle is said in one place, [`key`]: what has the same canonical form, so that a twin (digits
//! relabelled, lines swapped) is the same puzzle.

use std::path::PathBuf;

use minirow_core::{Grid, canon};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::batch;
use crate::classes;
use crate::failure::{Failure, Result};
use crate::input::{Inputs, Item};
use crate::manifest::hex;

/// Puzzles to keep out.
#[derive(Default)]
pub(crate) struct Excluded {
    /// In order, without doubles.
    keys: Vec<u128>,
}

/// The same for puzzles that count as the same, and only for them.
fn key(puzzle: &Grid) -> u128 {
    classes::key(&canon::grid(puzzle).form.to_string())
}

impl Excluded {
    /// Reads the puzzles of files, in any form.
    ///
    /// # Errors
    /// If a file cannot be read, or something in it is no grid: its puzzle could not be kept out.
    pub(crate) fn read(files: &[PathBuf]) -> Result<Excluded> {
        if files.is_empty() {
            return Ok(Excluded::default());
        }
        let mut keys = Vec::new();
        let key_of = |item: Item| item.map(|entry| key(&entry.grid()));
        batch::in_order(Inputs::of(files).read()?, None, key_of, |found| {
            for key in found {
                keys.push(key.map_err(Failure::usage)?);
            }
            Ok(())
        })?;
        keys.sort_unstable();
        keys.dedup();
        Ok(Excluded { keys })
    }

    pub(crate) fn contains(&self, puzzle: &Grid) -> bool {
        !self.keys.is_empty() && self.keys.binary_search(&key(puzzle)).is_ok()
    }

    /// What is kept out, for recipes: the same puzzles give the same, whatever files they come from. Nothing for none.
    pub(crate) fn summary(&self) -> Value {
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
