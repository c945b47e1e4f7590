//! Distributions: the number of rows of each value. The number of values is bounded.

use std::collections::BTreeMap;

use crate::bucket::{Bucket, Name};
use crate::count::{Count, Estimate, standard_error};

/// The number of names that are counted separately, so that a file cannot fill the memory.
const MOST: usize = 1000;

/// Values in order, each with its rows, in all and by group.
///
/// ```
/// use minirow_table::{Bucket, Distribution};
/// let mut clues = Distribution::new(1);
/// for number in [25, 22, 22, 24] {
///     clues.add(Bucket::Number(number), 0, None);
/// }
/// assert_eq!((clues.mean(), clues.median()), (Some(23.25), Some(23.0)));
/// assert_eq!(clues.get(&Bucket::Number(22)).rows, 2);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution<K> {
    values: BTreeMap<K, Grouped>,
    total: Count,
    groups: usize,
}

/// The rows of a value.
#[derive(Clone, PartialEq, Debug, Default)]
struct Grouped {
    count: Count,
    rows_by_group: Vec<u64>,
}

impl<K: Ord> Distribution<K> {
    /// Creates an empty distribution with a number of groups.
    pub fn new(groups: usize) -> Distribution<K> {
        Distribution { values: BTreeMap::new(), total: Count::default(), groups }
    }

    /// Counts a row of a group, counted from 0.
    ///
    /// # Panics
    /// Panics if the group is missing.
    pub fn add(&mut self, value: K, group: usize, weight: Option<f64>) {
        let grouped = self.grouped(value);
        grouped.rows_by_group[group] += 1;
        grouped.count.add(weight);
        self.total.add(weight);
    }

    fn grouped(&mut self, value: K) -> &mut Grouped {
        let grouped = self.values.entry(value).or_default();
        grouped.rows_by_group.resize(self.groups, 0);
        grouped
    }

    /// Adds counts of other rows; the group `n` there is `groups[n]` here.
    fn merge_value(&mut self, value: K, other: &Grouped, groups: &[usize]) {
        let grouped = self.grouped(value);
        for (rows, &group) in other.rows_by_group.iter().zip(groups) {
            grouped.rows_by_group[group] += rows;
        }
        grouped.count.merge(&other.count);
        self.total.merge(&other.count);
    }

    /// Adds counts of other rows without a group.
    pub(crate) fn add_count(&mut self, value: K, count: &Count) {
        self.merge_value(value, &Grouped { count: *count, rows_by_group: Vec::new() }, &[]);
    }

    /// Sets the number of groups, which only grows.
    pub(crate) fn set_groups(&mut self, groups: usize) {
        self.groups = groups;
        self.values.values_mut().for_each(|grouped| grouped.rows_by_group.resize(groups, 0));
    }

    /// Returns the rows of a value.
    pub fn get(&self, value: &K) -> Count {
        self.values.get(value).map(|grouped| grouped.count).unwrap_or_default()
    }

    /// Returns the number of rows of a value in a group, counted from 0.
    pub fn rows_in(&self, value: &K, group: usize) -> u64 {
        self.values.get(value).and_then(|grouped| grouped.rows_by_group.get(group)).copied().unwrap_or_default()
    }

    /// Returns the rows of all values.
    pub fn total(&self) -> &Count {
        &self.total
    }

    /// Returns the share of a value in all rows, from 0 to 1.
    pub fn share(&self, value: &K) -> Option<f64> {
        self.get(value).share(&self.total)
    }

    /// Returns the values in order, with their rows.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &Count)> {
        self.values.iter().map(|(value, grouped)| (value, &grouped.count))
    }

    /// Returns the number of distinct values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns `true` if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds another distribution; the group `n` there is `groups[n]` here.
    pub(crate) fn merge(&mut self, other: Distribution<K>, groups: &[usize]) {
        for (value, grouped) in other.values {
            self.merge_value(value, &grouped, groups);
        }
    }
}

impl Distribution<(u64, u64)> {
    /// Returns the rank correlation (Spearman's rho) of the two numbers, from -1 to 1. Equal numbers have the mean of their
    /// ranks. Returns `None` if one of the numbers is the same in all rows.
    ///
    /// ```
    /// use minirow_table::Distribution;
    /// let mut pairs = Distribution::new(1);
    /// [(12, 0), (15, 0), (26, 3), (44, 2)].map(|pair| pairs.add(pair, 0, None));
    /// assert_eq!(format!("{:.3}", pairs.rank_correlation().unwrap()), "0.738");
    /// ```
    pub fn rank_correlation(&self) -> Option<f64> {
        let (one, other) = (self.ranks(|pair| pair.0), self.ranks(|pair| pair.1));
        let middle = (self.total.rows as f64 + 1.0) / 2.0;
        let (mut squares, mut products) = ([0.0; 2], 0.0);
        for (pair, count) in self.iter() {
            let (x, y, rows) = (one[&pair.0] - middle, other[&pair.1] - middle, count.rows as f64);
            squares = [squares[0] + rows * x * x, squares[1] + rows * y * y];
            products += rows * x * y;
        }
        let scale = (squares[0] * squares[1]).sqrt();
        (scale > 0.0).then(|| products / scale)
    }

    /// Returns the mean rank of each value of one of the numbers.
    fn ranks(&self, value: impl Fn(&(u64, u64)) -> u64) -> BTreeMap<u64, f64> {
        let mut rows: BTreeMap<u64, u64> = BTreeMap::new();
        self.iter().for_each(|(pair, count)| *rows.entry(value(pair)).or_default() += count.rows);
        let mut before = 0;
        let rank = |(value, rows): (u64, u64)| {
            before += rows;
            (value, (before - rows) as f64 + (rows as f64 + 1.0) / 2.0)
        };
        rows.into_iter().map(rank).collect()
    }
}

impl Distribution<Bucket> {
    /// Counts a row; names beyond the thousandth are counted together.
    pub(crate) fn add_bucket(&mut self, bucket: Bucket, group: usize, weight: Option<f64>) {
        let is_full = self.values.len() >= MOST && !self.values.contains_key(&bucket);
        match bucket {
            Bucket::Name(_) if is_full => self.add(Bucket::Name(Name::others()), group, weight),
            bucket => self.add(bucket, group, weight),
        }
    }

    /// Returns the distribution by groups of `width` numbers or tenths, each named by its first.
    ///
    /// ```
    /// use minirow_table::{Bucket, Distribution};
    /// let mut er = Distribution::new(1);
    /// [20, 24, 25].map(|tenths| er.add(Bucket::Tenths(tenths), 0, None));
    /// assert_eq!(er.in_groups_of(5).get(&Bucket::Tenths(20)).rows, 2);
    /// ```
    #[must_use]
    pub fn in_groups_of(&self, width: u32) -> Distribution<Bucket> {
        let mut grouped = Distribution::new(self.groups);
        let groups: Vec<usize> = (0..self.groups).collect();
        for (value, count) in &self.values {
            grouped.merge_value(value.clone().in_group_of(width), count, &groups);
        }
        grouped
    }

    /// Returns the numbers in order, with their rows; ratings are in tenths.
    pub fn numbers(&self) -> impl DoubleEndedIterator<Item = (u64, &Count)> {
        self.iter().filter_map(|(bucket, count)| Some((bucket.number()?, count)))
    }

    /// Returns the lowest number; a rating is in tenths.
    pub fn lowest(&self) -> Option<u64> {
        Some(self.numbers().next()?.0)
    }

    /// Returns the highest number; a rating is in tenths.
    pub fn highest(&self) -> Option<u64> {
        Some(self.numbers().next_back()?.0)
    }

    /// Returns the mean; that of ratings is in tenths. It does not depend on the order of the rows.
    pub fn mean(&self) -> Option<f64> {
        let sum: u128 = self.numbers().map(|(number, count)| u128::from(number) * u128::from(count.rows)).sum();
        (self.total.rows > 0).then(|| sum as f64 / self.total.rows as f64)
    }

    /// Returns the median, which is the mean of two values in the middle. That of ratings is in tenths.
    pub fn median(&self) -> Option<f64> {
        let at = |place: u64| {
            let mut passed = 0;
            self.numbers().find_map(|(number, count)| {
                passed += count.rows;
                (passed > place).then_some(number as f64)
            })
        };
        let rows = self.total.rows;
        Some(f64::midpoint(at(rows.checked_sub(1)? / 2)?, at(rows / 2)?))
    }

    /// Returns the weighted mean; `weighted_rows` rows have a weight. That of ratings is in tenths.
    pub fn weighted_mean(&self, weighted_rows: u64) -> Option<Estimate> {
        if self.total.weight <= 0.0 {
            return None;
        }
        let sum: f64 = self.numbers().map(|(number, count)| number as f64 * count.weight).sum();
        let mean = sum / self.total.weight;
        let squares = self.numbers().map(|(number, count)| (number as f64 - mean).powi(2) * count.squares).sum();
        Some(Estimate { value: mean, error: standard_error(squares, self.total.weight, weighted_rows) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[(u64, f64)]) -> Distribution<Bucket> {
        let mut distribution = Distribution::new(1);
        values.iter().for_each(|&(value, weight)| distribution.add(Bucket::Number(value), 0, Some(weight)));
        distribution
    }

    #[test]
    fn ends_mean_and_median() {
        let four = of(&[(25, 1.0), (22, 1.0), (22, 1.0), (24, 1.0)]);
        assert_eq!((four.lowest(), four.highest()), (Some(22), Some(25)));
        let share = four.share(&Bucket::Number(22));
        assert_eq!((four.mean(), four.median(), share), (Some(23.25), Some(23.0), Some(0.5)));
        assert_eq!(of(&[(1, 1.0), (5, 1.0), (9, 1.0)]).median(), Some(5.0));
        let none = of(&[]);
        assert_eq!((none.lowest(), none.mean(), none.median()), (None, None, None));
        assert_eq!(none.share(&Bucket::Number(1)), None);
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
