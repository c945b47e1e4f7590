//! The splits of rows, in the order in which they are found.

use std::collections::HashMap;
use std::path::Path;

use minirow_table::input::Place;

use crate::dataset_files::{rank, split_of};
use crate::error::{Error, Result};

/// The maximum number of splits. Their names are held in memory, so a column of other values, such as ids, is refused.
const MOST_SPLITS: usize = 1000;

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
    ///
    /// # Errors
    /// If there are too many splits.
    pub(crate) fn count_row(&mut self, name: String, place: &Place) -> Result<u64> {
        if self.rows.len() == MOST_SPLITS && !self.numbers.contains_key(&name) {
            let reason =
                format!("found split {name:?} after {MOST_SPLITS} others, expected at most {MOST_SPLITS} splits");
            return Err(Error::invalid(place, reason));
        }
        let number = *self.numbers.entry(name).or_insert_with_key(|name| {
            self.rows.push((name.clone(), 0));
            self.rows.len() - 1
        });
        self.rows[number].1 += 1;
        Ok(number as u64)
    }

    /// Returns the splits in their order, which is that of [`rank`] and of their names, and the place of each split in it.
    pub(crate) fn in_order(self) -> (Vec<(String, u64)>, Vec<u64>) {
        let mut numbers: Vec<usize> = (0..self.rows.len()).collect();
        let key = |&number: &usize| {
            let name = &self.rows[number].0;
            (split_of(Path::new(name)).map_or(rank(name), rank), name)
        };
        numbers.sort_by_key(key);
        let mut places = vec![0; numbers.len()];
        (0..).zip(&numbers).for_each(|(place, &number)| places[number] = place);
        (numbers.into_iter().map(|number| self.rows[number].clone()).collect(), places)
    }
}
