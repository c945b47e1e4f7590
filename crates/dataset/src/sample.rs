//! A sample of rows: those with the smallest keys, which are the same whatever the order of the rows is.

use std::collections::BTreeMap;
use std::mem;

/// The rows with the smallest keys.
pub(crate) struct Sample<T> {
    size: usize,
    rows: BTreeMap<(u128, u64), T>,
}

impl<T> Sample<T> {
    /// Creates a sample of at most `size` rows.
    pub(crate) fn new(size: usize) -> Sample<T> {
        Sample { size, rows: BTreeMap::new() }
    }

    /// Adds a row with a key and its number. A row with a larger key is dropped, if the sample is full.
    pub(crate) fn add(&mut self, key: u128, number: u64, row: T) {
        if self.rows.len() < self.size || self.rows.last_key_value().is_some_and(|(last, _)| (key, number) < *last) {
            self.rows.insert((key, number), row);
        }
        if self.rows.len() > self.size {
            self.rows.pop_last();
        }
    }

    /// Takes the rows, by their numbers.
    pub(crate) fn take(&mut self) -> BTreeMap<u64, T> {
        mem::take(&mut self.rows).into_iter().map(|((_, number), row)| (number, row)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_rows_does_not_matter() {
        let taken = |numbers: [u64; 5]| {
            let mut sample = Sample::new(2);
            numbers.into_iter().for_each(|number| sample.add(u128::from(number * 7 % 5), number, ()));
            sample.take().into_keys().collect::<Vec<_>>()
        };
        assert_eq!(taken([0, 1, 2, 3, 4]), [0, 3]);
        assert_eq!(taken([4, 3, 2, 1, 0]), [0, 3]);
        assert!(Sample::<()>::new(0).take().is_empty());
    }
}
