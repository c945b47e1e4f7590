//! Weighted counts: the number of rows, the sum of their weights, and estimates of shares with their errors.

/// The number of standard errors to each side that hold 95 % of a normal distribution.
const SIDES_95: f64 = 1.959_963_984_540_054;

/// The number of rows and their weights. A row without a weight counts, with the weight 0.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct WeightedCount {
    /// The number of rows.
    pub(crate) count: u64,
    /// The sum of the weights.
    pub(crate) weight: f64,
    /// The sum of the squares of the weights, for errors.
    pub(crate) squares: f64,
}

/// An estimate with its standard error, which takes at least two rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: Option<f64>,
}

impl Estimate {
    /// Returns half the width of the 95 % interval.
    pub(crate) fn side(&self) -> Option<f64> {
        self.error.map(|error| SIDES_95 * error)
    }

    /// Returns the 95 % interval, cut off at two values.
    pub(crate) fn interval(&self, lowest: f64, highest: f64) -> Option<(f64, f64)> {
        let side = self.side()?;
        Some(((self.value - side).max(lowest), (self.value + side).min(highest)))
    }
}

impl WeightedCount {
    /// Adds a row.
    pub(crate) fn add(&mut self, weight: Option<f64>) {
        let weight = weight.unwrap_or(0.0);
        self.count += 1;
        self.weight += weight;
        self.squares += weight * weight;
    }

    /// Returns the share of a whole by rows.
    pub(crate) fn share(&self, whole: &WeightedCount) -> Option<f64> {
        (whole.count > 0).then(|| self.count as f64 / whole.count as f64)
    }

    /// Returns the Wilson interval of the share, which also holds for values that are rare or do not occur.
    pub(crate) fn share_interval(&self, whole: &WeightedCount) -> Option<(f64, f64)> {
        let (share, n) = (self.share(whole)?, whole.count as f64);
        let z2 = SIDES_95 * SIDES_95;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let side = SIDES_95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the formula is exact, but its rounding is not.
        let lower = if self.count == 0 { 0.0 } else { (middle - side).max(0.0) };
        let upper = if self.count == whole.count { 1.0 } else { (middle + side).min(1.0) };
        Some((lower, upper))
    }

    /// Returns the share of a whole by weight, with the error of a ratio of sums:
    /// `sqrt(sum of (w (x - mean))^2) / (sum of w)`, where `x` is 1 for the rows of this count and 0 for the others.
    pub(crate) fn weighted_share(&self, whole: &WeightedCount, weighted_rows: u64) -> Option<Estimate> {
        if whole.weight <= 0.0 {
            return None;
        }
        let share = self.weight / whole.weight;
        let others = (whole.squares - self.squares).max(0.0);
        let squares = self.squares * (1.0 - share) * (1.0 - share) + others * share * share;
        Some(Estimate { value: share, error: error(squares, whole.weight, weighted_rows) })
    }

    /// Returns the effective sample size, `(sum of w)^2 / (sum of w^2)`: the number of rows of equal weight with the same
    /// error.
    pub(crate) fn effective_size(&self) -> Option<f64> {
        (self.squares > 0.0).then(|| self.weight * self.weight / self.squares)
    }
}

/// Returns the error of a weighted mean, from the sum of the squared, weighted distances to it.
pub(crate) fn error(squares: f64, weight: f64, rows: u64) -> Option<f64> {
    let correction = rows as f64 / (rows as f64 - 1.0); // the mean is of the same rows
    (rows > 1).then(|| (squares * correction).sqrt() / weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_of(weights: &[f64]) -> WeightedCount {
        let mut count = WeightedCount::default();
        weights.iter().for_each(|&weight| count.add(Some(weight)));
        count
    }

    #[test]
    fn with_equal_weights_it_is_the_usual_share() {
        let (part, whole) = (count_of(&[2.0; 30]), count_of(&[2.0; 120]));
        let share = part.weighted_share(&whole, 120).unwrap();
        assert_eq!((part.share(&whole), share.value), (Some(0.25), 0.25));
        let usual = (0.25_f64 * 0.75 / 119.0).sqrt();
        assert!((share.error.unwrap() - usual).abs() < 1e-12, "{share:?}");
        assert_eq!(whole.effective_size(), Some(120.0));
    }

    #[test]
    fn a_heavy_row_makes_it_uncertain() {
        // Weights 1, 1 and 4, of which the last is what is asked for: 4/6.
        let (part, whole) = (count_of(&[4.0]), count_of(&[1.0, 1.0, 4.0]));
        let share = part.weighted_share(&whole, 3).unwrap();
        let by_hand = ((16.0 * (1.0_f64 / 9.0) + 2.0 * (4.0 / 9.0)) * 1.5).sqrt() / 6.0;
        assert!((share.value - 2.0 / 3.0).abs() < 1e-12 && (share.error.unwrap() - by_hand).abs() < 1e-12, "{share:?}");
        assert_eq!(whole.effective_size(), Some(2.0));
    }

    #[test]
    fn what_was_never_seen_can_be_rare_all_the_same() {
        let whole = WeightedCount { count: 100, ..WeightedCount::default() };
        let (lower, upper) = WeightedCount::default().share_interval(&whole).unwrap();
        assert!(lower == 0.0 && (upper - 0.037).abs() < 0.001, "{lower} {upper}");
        assert_eq!(whole.share_interval(&whole).unwrap().1, 1.0);
    }

    #[test]
    fn of_nothing_nothing_is_known() {
        assert_eq!(WeightedCount::default().share(&WeightedCount::default()), None);
        assert_eq!(WeightedCount::default().share_interval(&WeightedCount::default()), None);
        assert_eq!(WeightedCount::default().weighted_share(&WeightedCount::default(), 0), None);
        assert_eq!(WeightedCount::default().effective_size(), None);
        assert_eq!(count_of(&[1.0]).weighted_share(&count_of(&[1.0]), 1), Some(Estimate { value: 1.0, error: None }));
    }
}
