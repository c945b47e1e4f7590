//! The difficulty of a chain by its length.

use crate::rating::Rating;

/// Returns the amount that is added to the rating of a chain for its complexity: a tenth for each threshold that the
/// complexity less two exceeds. The thresholds are 4, 6, 8, 12, 16, 24, ...: times 3/2 and times 4/3 alternately.
///
/// Tenths are added one by one, as in Sudoku Explainer. The sums are slightly off the decimals, and these differences
/// can decide between chains.
fn increment(complexity: u32) -> f64 {
    let length = complexity.saturating_sub(2);
    let (mut added, mut threshold, mut is_power) = (0.0, 4, true);
    while length > threshold {
        added += 0.1;
        threshold = if is_power { threshold / 2 * 3 } else { threshold / 3 * 4 };
        is_power = !is_power;
    }
    added
}

/// Returns the rating of a chain.
pub(crate) fn rating(base: f64, complexity: u32) -> Rating {
    Rating::new(base + increment(complexity))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenth_is_added_for_each_threshold() {
        let first_with = [2, 7, 9, 11, 15, 19, 27, 35, 51, 67, 99, 131, 195, 259, 387, 515];
        for (tenths, complexities) in first_with.windows(2).enumerate() {
            for complexity in [complexities[0], complexities[1] - 1] {
                assert_eq!(rating(7.0, complexity).tenths(), 70 + tenths as u32, "complexity {complexity}");
            }
        }
    }

    #[test]
    fn sums_are_off_the_decimals_as_in_sudoku_explainer() {
        assert_eq!(rating(6.6, 8).value(), 6.699999999999999);
        assert_eq!(rating(6.6, 11).value(), 6.8999999999999995);
        assert_eq!(rating(6.6, 34).value(), 7.199999999999999);
        assert_eq!(rating(6.5, 10).value(), 6.7);
        assert!(rating(6.6, 27) < rating(7.0, 9), "a long X-chain before a short chain, though both print 7.2");
    }
}
