//! The splits of rows, in the order in which they are found.

use std::collections::HashMap;

/// The splits that rows have, with the numbers of their rows.
#[derive(Default)]
pub(crate) struct FoundSplits {
    /// The names of the splits and their numbers of rows.
    pub(crate) rows: Vec<(String, u64)>,
    /// The numbers of splits by their names.
    pub(crate) numbers: HashMap<String, usize>,
}

impl FoundSplits {
    /// Returns the number of a split, and counts a row of it.
    pub(crate) fn count_row(&mut self, name: String) -> u64 {
        let number = *self.numbers.entry(name).or_insert_with_key(|name| {
            self.rows.push((name.clone(), 0));
            self.rows.len() - 1
        });
        self.rows[number].1 += 1;
        number as u64
    }
}
