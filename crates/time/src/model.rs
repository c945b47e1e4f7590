//! The model that turns search effort into minutes.

use minirow_core::Puzzle;
use minirow_grade::{Limits, Rating, grade_within};

use crate::effort::Effort;

/// The highest ER of puzzles whose time is not extrapolated.
///
/// More than 95% of the measured puzzles have no higher rating. The techniques up to it only remove candidates, or place digits,
/// that stay right after other steps. So the order of the steps does not decide whether they solve a puzzle, and equivalent
/// puzzles agree. For chains and uniqueness techniques that is not certain.
pub const MEASURED_ER: f64 = 4.4;

/// An estimate of the mean solving time of people.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimated time, in minutes.
    pub minutes: f64,
    /// The lower end of the interval that has 80% of measured times, in minutes.
    pub low: f64,
    /// The upper end of that interval, in minutes.
    pub high: f64,
    /// `true` if the puzzle is outside of what was measured, so that neither the time nor the interval is known to hold.
    pub is_extrapolated: bool,
}

/// The coefficients of the estimate: `seconds = factor * effort^exponent`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The time of a puzzle with an effort of 1, in seconds.
    pub factor: f64,
    /// The power of the effort: 0.5 if four times the effort takes twice the time.
    pub exponent: f64,
    /// The 10% and 90% quantiles of measured to estimated times, for puzzles that singles solve.
    pub singles: [f64; 2],
    /// The same quantiles for all other puzzles.
    pub guesses: [f64; 2],
    /// The 1% and 99% quantiles of the measured efforts. Estimates beyond them are extrapolated.
    pub measured: [f64; 2],
}

impl Model {
    /// The model that fits the measured times best.
    pub const FITTED: Model = Model {
        factor: 14.1,
        exponent: 0.569,
        singles: [0.74, 1.35],
        guesses: [0.64, 1.54],
        measured: [150.0, 1402.0],
    };

    /// Estimates the time of a puzzle, given its effort.
    pub fn estimate(&self, puzzle: &Puzzle, effort: Effort) -> Estimate {
        // The function of the standard library differs between platforms in the last bit.
        let minutes = self.factor * libm::pow(effort.cost, self.exponent) / 60.0;
        let is_guessed = effort.guesses > 0.0;
        let [low, high] = if is_guessed { self.guesses } else { self.singles };
        let [least, most] = self.measured;
        Estimate {
            minutes,
            low: minutes * low,
            high: minutes * high,
            is_extrapolated: !(least..=most).contains(&effort.cost) || is_guessed && is_rated_above_measured(puzzle),
        }
    }
}

fn is_rated_above_measured(puzzle: &Puzzle) -> bool {
    let limits = Limits { max_er: Some(Rating::new(MEASURED_ER)), ..Limits::default() };
    grade_within(puzzle, limits).er().is_none()
}

#[cfg(test)]
mod tests {
    use crate::estimate;

    use super::*;

    fn estimate_of(text: &str) -> Estimate {
        estimate(&Puzzle::new(text.parse().unwrap()).unwrap())
    }

    #[test]
    fn puzzles_beyond_the_measured_ones_are_extrapolated() {
        let measured = [
            "...1.7..4..9..627..5.....9....6...819..5.4..268...2....9.....4..264..8..1..9.3...",
            "7..364.8...4.5...2.....2.4....5.36.8.........3.19.6....2.6.....9...1.3...4.735..1",
            "...98.1..4...5.82..3.2....4.71...2.3...7.8...2.8...76.3....2.1..54.7...2..2.43...",
        ];
        assert!(measured.iter().all(|text| !estimate_of(text).is_extrapolated));
        // ER 11.6, one empty cell, and none.
        let hard = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
        let full = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        for text in [hard, &full.replacen('5', ".", 1), full] {
            assert!(estimate_of(text).is_extrapolated, "{text}");
        }
    }

    #[test]
    fn the_interval_is_wider_if_singles_do_not_solve_the_puzzle() {
        let puzzle =
            "...98.1..4...5.82..3.2....4.71...2.3...7.8...2.8...76.3....2.1..54.7...2..2.43...".parse().unwrap();
        let puzzle = Puzzle::new(puzzle).unwrap();
        let of = |guesses| Model::FITTED.estimate(&puzzle, Effort { cost: 900.0, guesses });
        let (singles, guesses) = (of(0.0), of(0.5));
        assert_eq!(singles.minutes, guesses.minutes);
        assert!(guesses.low < singles.low && singles.high < guesses.high);
        assert!(singles.low < singles.minutes && singles.minutes < singles.high);
    }
}
