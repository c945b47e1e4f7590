//! A tally: how often something was seen, how much that weighs, and how sure one can be of its share.

/// How many standard errors to each side hold 95 % of a normal distribution.
const SIDES_95: f64 = 1.959_963_984_540_054;

/// How often something was seen. Rows without weight count here, and weigh nothing.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) count: u64,
    /// The sum of the weights.
    pub(crate) weight: f64,
    /// The sum of their squares, on which errors hang.
    pub(crate) squares: f64,
}

/// An estimate and its standard error, if there is enough to tell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: Option<f64>,
}

impl Estimate {
    /// How far the interval that holds the true value with 95 % reaches to each side.
    pub(crate) fn side(&self) -> Option<f64> {
        self.error.map(|error| SIDES_95 * error)
    }

    /// That interval, for something that lies between two values.
    pub(crate) fn interval(&self, lowest: f64, highest: f64) -> Option<(f64, f64)> {
        let side = self.side()?;
        Some(((self.value - side).max(lowest), (self.value + side).min(highest)))
    }
}

impl Tally {
    pub(crate) fn add(&mut self, weight: Option<f64>) {
        let weight = weight.unwrap_or(0.0);
        self.count += 1;
        self.weight += weight;
        self.squares += weight * weight;
    }

    /// The part of a whole, each row counting one.
    pub(crate) fn share(&self, whole: &Tally) -> Option<f64> {
        (whole.count > 0).then(|| self.count as f64 / whole.count as f64)
    }

    /// The same with the interval of Wilson, which is right for what was seen rarely, or never, too.
    pub(crate) fn share_interval(&self, whole: &Tally) -> Option<(f64, f64)> {
        let (share, n) = (self.share(whole)?, whole.count as f64);
        let z2 = SIDES_95 * SIDES_95;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let side = SIDES_95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the formula is exact, but its rounding is not.
        let lower = if self.count == 0 { 0.0 } else { (middle - side).max(0.0) };
        let upper = if self.count == whole.count { 1.0 } else { (middle + side).min(1.0) };
        Some((lower, upper))
    }

    /// The part of a whole by weight: the normalised weighted mean of "is it one of these".
    ///
    /// Its error is that of a ratio of sums, linearised: `sqrt(sum of (w (x - mean))^2) / (sum of w)`.
    pub(crate) fn weighted_share(&self, whole: &Tally, weighted_rows: u64) -> Option<Estimate> {
        if whole.weight <= 0.0 {
            return None;
        }
        let share = self.weight / whole.weight;
        let others = (whole.squares - self.squares).max(0.0);
        let squares = self.squares * (1.0 - share) * (1.0 - share) + others * share * share;
        Some(Estimate { value: share, error: error(squares, whole.weight, weighted_rows) })
    }

    /// How many rows of equal weight say as much: `(sum of w)^2 / (sum of w^2)`.
    pub(crate) fn effective_size(&self) -> Option<f64> {
        (self.squares > 0.0).then(|| self.weight * self.weight / self.squares)
    }
}

/// The error of a weighted mean, from the sum of the squared, weighted distances to it.
pub(crate) fn error(squares: f64, weight: f64, rows: u64) -> Option<f64> {
    let correction = rows as f64 / (rows as f64 - 1.0); // the mean is that of the same rows
    (rows > 1).then(|| (squares * correction).sqrt() / weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(weights: &[f64]) -> Tally {
        let mut tally = Tally::default();
        weights.iter().for_each(|&weight| tally.add(Some(weight)));
        tally
    }

    #[test]
    fn with_equal_weights_it_is_the_usual_share() {
        let (part, whole) = (tally(&[2.0; 30]), tally(&[2.0; 120]));
        let share = part.weighted_share(&whole, 120).unwrap();
        assert_eq!((part.share(&whole), share.value), (Some(0.25), 0.25));
        let usual = (0.25_f64 * 0.75 / 119.0).sqrt();
        assert!((share.error.unwrap() - usual).abs() < 1e-12, "{share:?}");
        assert_eq!(whole.effective_size(), Some(120.0));
    }

    #[test]
    fn a_heavy_row_makes_it_uncertain() {
        // Weights 1, 1 and 4, of which the last is what is asked for: 4/6.
        let (part, whole) = (tally(&[4.0]), tally(&[1.0, 1.0, 4.0]));
        let share = part.weighted_share(&whole, 3).unwrap();
        let by_hand = ((16.0 * (1.0_f64 / 9.0) + 2.0 * (4.0 / 9.0)) * 1.5).sqrt() / 6.0;
        assert!((share.value - 2.0 / 3.0).abs() < 1e-12 && (share.error.unwrap() - by_hand).abs() < 1e-12, "{share:?}");
        assert_eq!(whole.effective_size(), Some(2.0));
    }

    #[test]
    fn what_was_never_seen_can_be_rare_all_the_same() {
        let whole = Tally { count: 100, ..Tally::default() };
        let (lower, upper) = Tally::default().share_interval(&whole).unwrap();
        assert!(lower == 0.0 && (upper - 0.037).abs() < 0.001, "{lower} {upper}");
        assert_eq!(whole.share_interval(&whole).unwrap().1, 1.0);
    }

    #[test]
    fn of_nothing_nothing_is_known() {
        assert_eq!(Tally::default().share(&Tally::default()), None);
        assert_eq!(Tally::default().share_interval(&Tally::default()), None);
        assert_eq!(Tally::default().weighted_share(&Tally::default(), 0), None);
        assert_eq!(Tally::default().effective_size(), None);
        assert_eq!(tally(&[1.0]).weighted_share(&tally(&[1.0]), 1), Some(Estimate { value: 1.0, error: None }));
    }
}
