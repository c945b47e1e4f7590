//! Published distributions to compare packs with.

use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// A published distribution of the number of clues.
///
/// ```
/// use minirow_report::statistics::ReferenceDistribution;
///
/// let reference: ReferenceDistribution = "minimal-puzzles".parse()?;
/// assert_eq!(reference.share(27), Some(0.3274));
/// # Ok::<(), strum::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum ReferenceDistribution {
    /// All minimal puzzles, by D. Berthier's estimates with controlled bias (2009)
    MinimalPuzzles,
}

/// The published share in percent of each number of clues.
const MINIMAL_PUZZLES: &[(u32, f64)] = &[
    (20, 0.0),
    (21, 0.000_034),
    (22, 0.0034),
    (23, 0.149),
    (24, 2.28),
    (25, 13.42),
    (26, 31.94),
    (27, 32.74),
    (28, 15.48),
    (29, 3.56),
    (30, 0.41),
    (31, 0.022),
];

impl ReferenceDistribution {
    /// Returns each number of clues with its share, from 0 to 1.
    pub fn clues(self) -> impl Iterator<Item = (u32, f64)> {
        let ReferenceDistribution::MinimalPuzzles = self;
        MINIMAL_PUZZLES.iter().map(|&(clues, percent)| (clues, percent / 100.0))
    }

    /// Returns the share of a number of clues, from 0 to 1.
    pub fn share(self, clues: u32) -> Option<f64> {
        self.clues().find(|&(known, _)| known == clues).map(|(_, share)| share)
    }

    /// Returns a short name for legends.
    pub fn name(self) -> &'static str {
        "all minimal puzzles (Berthier)"
    }

    /// Returns the source of the figures.
    pub fn source(self) -> &'static str {
        "all minimal puzzles as estimated by D. Berthier, Unbiased Statistics of a CSP: A Controlled-Bias Generator (2009)"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_add_up_and_have_the_published_mean() {
        let sum: f64 = ReferenceDistribution::MinimalPuzzles.clues().map(|(_, share)| share).sum();
        let mean: f64 =
            ReferenceDistribution::MinimalPuzzles.clues().map(|(clues, share)| f64::from(clues) * share).sum();
        assert!((sum - 1.0).abs() < 2e-4, "rounded to {sum}");
        assert!((mean / sum - 26.577).abs() < 0.01, "{}", mean / sum);
    }
}
