//! Distributions: the number of rows of each value. Their memory grows with the values, not with the rows.

use std::collections::BTreeMap;

use crate::statistics::weighted_count::{self, Estimate, WeightedCount};

/// Values in ascending order, each with its count.
pub(crate) struct Distribution<K> {
    values: BTreeMap<K, WeightedCount>,
    total: WeightedCount,
}

impl<K> Default for Distribution<K> {
    fn default() -> Distribution<K> {
        Distribution { values: BTreeMap::new(), total: WeightedCount::default() }
    }
}

impl<K: Ord> Distribution<K> {
    /// Adds a row.
    pub(crate) fn add(&mut self, value: K, weight: Option<f64>) {
        self.values.entry(value).or_default().add(weight);
        self.total.add(weight);
    }

    /// Adds rows that are already counted.
    pub(crate) fn add_many(&mut self, value: K, count: &WeightedCount) {
        for sum in [self.values.entry(value).or_default(), &mut self.total] {
            sum.count += count.count;
            sum.weight += count.weight;
            sum.squares += count.squares;
        }
    }

    /// Returns the count of a value.
    pub(crate) fn get(&self, value: &K) -> WeightedCount {
        self.values.get(value).copied().unwrap_or_default()
    }

    /// Returns the count of all values together.
    pub(crate) fn total(&self) -> &WeightedCount {
        &self.total
    }

    /// Returns `true` if no row was added.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the number of different values.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns `true` if the value occurs.
    pub(crate) fn contains(&self, value: &K) -> bool {
        self.values.contains_key(value)
    }

    /// Returns the values that occur, in ascending order, with their counts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&K, &WeightedCount)> {
        self.values.iter()
    }

    /// Returns the share of a value by rows.
    pub(crate) fn share(&self, value: &K) -> Option<f64> {
        self.get(value).share(&self.total)
    }
}

impl Distribution<u32> {
    /// Returns the lowest value.
    pub(crate) fn lowest(&self) -> Option<u32> {
        self.values.keys().next().copied()
    }

    /// Returns the highest value.
    pub(crate) fn highest(&self) -> Option<u32> {
        self.values.keys().next_back().copied()
    }

    /// Returns the mean by rows.
    pub(crate) fn mean(&self) -> Option<f64> {
        // A sum of whole numbers is exact in any order of the rows.
        let sum: u128 = self.values.iter().map(|(&value, tally)| u128::from(value) * u128::from(tally.count)).sum();
        (self.total.count > 0).then(|| sum as f64 / self.total.count as f64)
    }

    /// Returns the median; of two values in the middle, their mean.
    pub(crate) fn median(&self) -> Option<f64> {
        let at = |place: u64| {
            let mut passed = 0;
            self.values.iter().find_map(|(&value, tally)| {
                passed += tally.count;
                (passed > place).then_some(f64::from(value))
            })
        };
        let count = self.total.count;
        Some(f64::midpoint(at(count.checked_sub(1)? / 2)?, at(count / 2)?))
    }

    /// Returns the mean by weight.
    pub(crate) fn weighted_mean(&self, weighted_rows: u64) -> Option<Estimate> {
        if self.total.weight <= 0.0 {
            return None;
        }
        let weighted = self.values.iter().map(|(&value, tally)| (f64::from(value), tally));
        let mean = weighted.clone().map(|(value, tally)| value * tally.weight).sum::<f64>() / self.total.weight;
        let squares = weighted.map(|(value, tally)| (value - mean).powi(2) * tally.squares).sum();
        Some(Estimate { value: mean, error: weighted_count::error(squares, self.total.weight, weighted_rows) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[(u32, f64)]) -> Distribution<u32> {
        let mut distribution = Distribution::default();
        values.iter().for_each(|&(value, weight)| distribution.add(value, Some(weight)));
        distribution
    }

    #[test]
    fn ends_mean_and_median() {
        let four = of(&[(25, 1.0), (22, 1.0), (22, 1.0), (24, 1.0)]);
        assert_eq!((four.lowest(), four.highest()), (Some(22), Some(25)));
        assert_eq!((four.mean(), four.median(), four.share(&22)), (Some(23.25), Some(23.0), Some(0.5)));
        let three = of(&[(1, 1.0), (5, 1.0), (9, 1.0)]);
        assert_eq!(three.median(), Some(5.0));
        let none = of(&[]);
        assert_eq!((none.lowest(), none.mean(), none.median(), none.share(&1)), (None, None, None, None));
    }

    #[test]
    fn the_mean_by_weight_and_its_error() {
        let mean = of(&[(20, 1.0), (26, 3.0)]).weighted_mean(2).unwrap();
        // Mean (20 + 78) / 4; error sqrt(2 ((1 * 4.5)^2 + (3 * 1.5)^2)) / 4.
        assert_eq!(mean.value, 24.5);
        assert!((mean.error.unwrap() - (2.0_f64 * (20.25 + 20.25)).sqrt() / 4.0).abs() < 1e-12);
        assert_eq!(of(&[(20, 0.0)]).weighted_mean(1), None, "no weight at all");
    }
}
