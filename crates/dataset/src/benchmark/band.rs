//! The ranges of ER over which the benchmark is balanced.

use minirow_grade::Rating;

/// A range of ER with about the same kind of hardest step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    /// The name, such as `2.6-2.9`.
    pub name: &'static str,
    /// The lowest ER of the band, in tenths.
    pub from: u32,
    /// The hardest steps of most of its puzzles.
    pub steps: &'static str,
}

/// The bands, easiest first. Each ends before the next one begins.
pub const BANDS: [Band; 12] = [
    Band { name: "1.0-1.2", from: 10, steps: "hidden singles in boxes" },
    Band { name: "1.3-1.6", from: 13, steps: "hidden singles in rows and columns" },
    Band { name: "1.7-2.5", from: 17, steps: "direct locked candidates and hidden pairs, naked singles" },
    Band { name: "2.6-2.9", from: 26, steps: "locked candidates" },
    Band { name: "3.0-3.9", from: 30, steps: "pairs, triplets, X-Wings, Swordfish" },
    Band { name: "4.0-4.9", from: 40, steps: "hidden triplets, XY-Wings, XYZ-Wings, unique rectangles and loops" },
    Band { name: "5.0-5.9", from: 50, steps: "quads, Jellyfish, bivalue universal graves" },
    Band { name: "6.0-6.9", from: 60, steps: "aligned pairs, cycles, short forcing chains" },
    Band { name: "7.0-7.9", from: 70, steps: "longer forcing chains, Nishio, aligned triplets" },
    Band { name: "8.0-8.9", from: 80, steps: "multiple and dynamic forcing chains" },
    Band { name: "9.0-9.9", from: 90, steps: "long dynamic forcing chains, and those with further techniques" },
    Band { name: "10.0+", from: 100, steps: "forcing chains within forcing chains" },
];

impl Band {
    /// Returns the band of a rating. A full grid, with the rating 0.0, is in the first one.
    ///
    /// ```
    /// use minirow_dataset::Band;
    /// use minirow_grade::Rating;
    ///
    /// assert_eq!(Band::of(Rating::new(2.5)).name, "1.7-2.5");
    /// assert_eq!(Band::of(Rating::new(11.9)).name, "10.0+");
    /// ```
    pub fn of(er: Rating) -> &'static Band {
        let reached = BANDS.partition_point(|band| band.from <= er.tenths());
        &BANDS[reached.saturating_sub(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_the_ranges() {
        let mut bounds = BANDS.iter().map(|band| band.from).chain([u32::MAX]).skip(1);
        for band in &BANDS {
            let [from, to] = [band.from, bounds.next().unwrap() - 1].map(|tenths| f64::from(tenths) / 10.0);
            let name = if to > 20.0 { format!("{from:.1}+") } else { format!("{from:.1}-{to:.1}") };
            assert_eq!(band.name, name);
        }
    }
}
