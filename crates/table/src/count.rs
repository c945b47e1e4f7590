//! Counts of rows and their weights, and estimates of shares.

/// The number of standard errors to each side that cover 95 % of a normal distribution.
const SIDES_95: f64 = 1.959_963_984_540_054;

/// A number of rows and their weight. Rows without a weight are counted with weight 0.
///
/// ```
/// use minirow_table::Count;
/// let mut part = Count::default();
/// part.add(Some(1.0));
/// let mut whole = part;
/// whole.add(Some(3.0));
/// assert_eq!(part.share(&whole), Some(0.5));
/// assert_eq!(part.weighted_share(&whole, 2).unwrap().value, 0.25);
/// assert_eq!(whole.effective_size(), Some(1.6));
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Count {
    /// The number of rows.
    pub rows: u64,
    /// The sum of the weights.
    pub weight: f64,
    /// The sum of the squares of the weights, from which errors are computed.
    pub squares: f64,
}

/// An estimate with its standard error, if there are enough rows for one.
///
/// ```
/// use minirow_table::Estimate;
/// let share = Estimate { value: 0.02, error: Some(0.02) };
/// assert_eq!(share.interval(0.0, 1.0).unwrap().0, 0.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its standard error.
    pub error: Option<f64>,
}

impl Estimate {
    /// Returns the mean of the values of a sample. It is NaN if there are none.
    pub fn of_mean(values: impl ExactSizeIterator<Item = f64> + Clone) -> Estimate {
        let rows = values.len();
        let mean = values.clone().sum::<f64>() / rows as f64;
        let squares = values.map(|value| (value - mean).powi(2)).sum();
        Estimate { value: mean, error: standard_error(squares, rows as f64, rows as u64) }
    }

    /// Returns half the width of the 95 % confidence interval.
    pub fn side(&self) -> Option<f64> {
        self.error.map(|error| SIDES_95 * error)
    }

    /// Returns the 95 % confidence interval, clipped to the possible values.
    pub fn interval(&self, lowest: f64, highest: f64) -> Option<(f64, f64)> {
        let side = self.side()?;
        Some(((self.value - side).max(lowest), (self.value + side).min(highest)))
    }
}

impl Count {
    /// Returns the count of some rows without weights.
    pub fn of_rows(rows: usize) -> Count {
        Count { rows: rows as u64, ..Count::default() }
    }

    /// Counts a row.
    pub fn add(&mut self, weight: Option<f64>) {
        let weight = weight.unwrap_or(0.0);
        self.rows += 1;
        self.weight += weight;
        self.squares += weight * weight;
    }

    /// Adds the counts of other rows.
    pub fn merge(&mut self, other: &Count) {
        self.rows += other.rows;
        self.weight += other.weight;
        self.squares += other.squares;
    }

    /// Returns the share of the rows in a whole, from 0 to 1.
    pub fn share(&self, whole: &Count) -> Option<f64> {
        (whole.rows > 0).then(|| self.rows as f64 / whole.rows as f64)
    }

    /// Returns the Wilson interval of that share, which also holds for small counts and for 0.
    pub fn share_interval(&self, whole: &Count) -> Option<(f64, f64)> {
        let (share, n) = (self.share(whole)?, whole.rows as f64);
        let z2 = SIDES_95 * SIDES_95;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let side = SIDES_95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the formula is exact, but its rounding is not.
        let lower = if self.rows == 0 { 0.0 } else { (middle - side).max(0.0) };
        let upper = if self.rows == whole.rows { 1.0 } else { (middle + side).min(1.0) };
        Some((lower, upper))
    }

    /// Returns the share of the weight in a whole, in which `weighted_rows` rows have a weight.
    ///
    /// The error is that of a ratio of sums, linearised: `sqrt(sum of (w (x - mean))^2) / (sum of w)`.
    pub fn weighted_share(&self, whole: &Count, weighted_rows: u64) -> Option<Estimate> {
        if whole.weight <= 0.0 {
            return None;
        }
        let share = self.weight / whole.weight;
        let others = (whole.squares - self.squares).max(0.0);
        let squares = self.squares * (1.0 - share) * (1.0 - share) + others * share * share;
        Some(Estimate { value: share, error: standard_error(squares, whole.weight, weighted_rows) })
    }

    /// Returns the effective sample size: `(sum of w)^2 / (sum of w^2)`.
    pub fn effective_size(&self) -> Option<f64> {
        (self.squares > 0.0).then(|| self.weight * self.weight / self.squares)
    }
}

/// Returns the standard error of a weighted mean, from the sum of the squared, weighted distances to it.
pub fn standard_error(squares: f64, weight: f64, rows: u64) -> Option<f64> {
    let correction = rows as f64 / (rows as f64 - 1.0); // the mean is that of the same rows
    (rows > 1).then(|| (squares * correction).sqrt() / weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(weights: &[f64]) -> Count {
        let mut count = Count::default();
        weights.iter().for_each(|&weight| count.add(Some(weight)));
        count
    }

    #[test]
    fn equal_weights_give_the_unweighted_share() {
        let (part, whole) = (count(&[2.0; 30]), count(&[2.0; 120]));
        let share = part.weighted_share(&whole, 120).unwrap();
        assert_eq!((part.share(&whole), share.value), (Some(0.25), 0.25));
        let usual = (0.25_f64 * 0.75 / 119.0).sqrt();
        assert!((share.error.unwrap() - usual).abs() < 1e-12, "{share:?}");
        assert_eq!(whole.effective_size(), Some(120.0));
    }

    #[test]
    fn a_heavy_row_increases_the_error() {
        // The share of the weight 4 in the weights 1, 1 and 4.
        let (part, whole) = (count(&[4.0]), count(&[1.0, 1.0, 4.0]));
        let share = part.weighted_share(&whole, 3).unwrap();
        let by_hand = ((16.0 * (1.0_f64 / 9.0) + 2.0 * (4.0 / 9.0)) * 1.5).sqrt() / 6.0;
        assert!((share.value - 2.0 / 3.0).abs() < 1e-12 && (share.error.unwrap() - by_hand).abs() < 1e-12, "{share:?}");
        assert_eq!(whole.effective_size(), Some(2.0));
    }

    #[test]
    fn the_interval_of_no_rows_reaches_above_zero() {
        let whole = Count { rows: 100, ..Count::default() };
        let (lower, upper) = Count::default().share_interval(&whole).unwrap();
        assert!(lower == 0.0 && (upper - 0.037).abs() < 0.001, "{lower} {upper}");
        assert_eq!(whole.share_interval(&whole).unwrap().1, 1.0);
    }

    #[test]
    fn nothing_is_estimated_from_no_rows() {
        let nothing = Count::default();
        assert_eq!(nothing.share(&nothing), None);
        assert_eq!(nothing.share_interval(&nothing), None);
        assert_eq!(nothing.weighted_share(&nothing, 0), None);
        assert_eq!(nothing.effective_size(), None);
        assert_eq!(count(&[1.0]).weighted_share(&count(&[1.0]), 1), Some(Estimate { value: 1.0, error: None }));
    }
}
