//! Bands of the scale of Sudoku Explainer. Puzzles of a band take about the same time.

use minirow_grade::Rating;

/// A band of ratings, with the highest rating in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Band {
    pub(crate) name: &'static str,
    highest: u32,
}

/// Singles; pairs and fish; quads, loops and forcing chains; cycles, multiple and dynamic chains; nested ones.
pub(crate) static BANDS: [Band; 6] = [
    Band { name: "below 2.6", highest: 25 },
    Band { name: "2.6 - 4.9", highest: 49 },
    Band { name: "5.0 - 6.9", highest: 69 },
    Band { name: "7.0 - 8.2", highest: 82 },
    Band { name: "8.3 - 9.5", highest: 95 },
    Band { name: "above 9.5", highest: u32::MAX },
];

/// Returns the place of the band of a rating.
pub(crate) fn place(rating: Rating) -> usize {
    BANDS.partition_point(|band| band.highest < rating.tenths())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_have_the_ratings_that_they_name() {
        let cases =
            [(1.0, 0), (2.5, 0), (2.6, 1), (4.9, 1), (5.0, 2), (7.0, 3), (8.2, 3), (8.3, 4), (9.5, 4), (9.6, 5)];
        for (rating, band) in cases {
            assert_eq!(place(Rating::new(rating)), band, "{rating}");
        }
        assert_eq!(place(Rating::new(6.6 + 0.4)), 3, "by what is printed");
    }
}
