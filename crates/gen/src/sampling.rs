//! Unbiased samples of minimal puzzles: random sets of clues, where every minimal puzzle is as likely as any other with
//! the same number of clues.
//!
//! Removal finds some minimal puzzles far more often than others. The probabilities can be computed (`weight.rs`), but
//! a sample with weights so unequal says little. D. Berthier's controlled-bias generator (Unbiased statistics of a CSP:
//! a controlled-bias generator, 2009) avoids this. It removes clues from a full grid in random order. When the solution
//! is no longer unique, it starts again with another grid. So all minimal puzzles with `n` clues are equally likely:
//! each is what is left in the same share of all orders, 1 / C(81, n). By his count, one attempt in 260,000 finds a
//! puzzle. This module samples from the same distribution in three steps that can be done quickly.
//!
//! # Distribution
//! An attempt draws a full grid, each equally likely. It draws the number of clues `n` with a probability `r(n)`, which
//! can be chosen freely. It draws sets of `n + s` cells, each set equally likely. Here `s`, the number of spare clues,
//! is 0 or 1. It finds all minimal puzzles with `n` clues that are left after `s` clues are removed. A minimal puzzle
//! of the grid is in one such set for each way to add `s` cells to it. So each is found with the probability
//!
//! ```text
//!   r(n) * C(81 - n, s) / C(81, n + s)  =  r(n) * C(n + s, s) / C(81, n)
//! ```
//!
//! which depends on the number of clues only. Its weight is `C(81, n) / (C(n + s, s) * r(n))`.
//!
//! A full grid is used for many sets of cells, since otherwise drawing grids would take most of the time. The mean does
//! not change: a grid with twice as many minimal puzzles gives twice as many. But an attempt, which is one grid, must
//! give one puzzle. If it finds `j` puzzles, it gives one of them, each equally likely, with `j` times the weight.
//!
//! # Weighted
//! Weighted samples have one spare clue. That finds about ten times as many puzzles in the same time as no spare clue:
//! sets of clues with one solution are rare, and each gives many puzzles. The weight is that of the number of clues,
//! times `j`. `r(n)` was chosen from measured costs of a puzzle. A sample says the most in a given time if the time for
//! each number of clues is proportional to its share times the square root of the cost. By default 17 to 32 clues are
//! drawn. Fewer than one minimal puzzle in a million has more than 32, extrapolated from the published shares. 22 clues
//! and fewer occur, but very rarely.
//!
//! # Uniform
//! Uniform samples have no spare clue, and `r(n)` is proportional to `C(81, n)`. Every minimal puzzle is as likely as
//! any other, and needs no weight. Most sets have many clues and are hardly ever minimal: it takes 6.7 million sets to
//! find a puzzle with up to 30 clues, and 1.7 times as many for each further clue that is allowed. So 30 is the default
//! maximum; one minimal puzzle in 4,500 has more.
//!
//! Here an attempt gives the first puzzle found. So few sets are drawn from a grid that one in a thousand of the
//! successful attempts would find a second puzzle. The second puzzle is lost, so grids with many puzzles are
//! under-represented: the share of a grid with `x` times the average number of puzzles is too small by about `(x - 1) /
//! 1000` of it. This bias cannot be detected in samples of less than a million. (It is the price of using a grid more
//! than once. With one set from each grid there would be no bias, but a tenth of the speed.)
//!
//! # Implementation
//! `sieve.rs` draws 324 sets at a time, and drops nearly all sets with several solutions without a search. `sample.rs`
//! checks the others in the lanes of the batch engine.

#[cfg(test)]
mod plain;
mod sample;
mod sieve;
mod swaps;

use std::ops::RangeInclusive;

use strum::VariantArray;

pub(crate) use sample::{Sample, run, run_alone};

use crate::clue_counts::{FEWEST_CLUES, MOST_CLUES};
use crate::stream::Stream;

/// The kind of sampling, which determines the bias of a sample of all minimal puzzles.
///
/// ```
/// use minirow_core::solver::batch::Engine;
/// use minirow_gen::{Generator, Recipe, Sampling};
/// let recipe = Recipe { sampling: "weighted".parse()?, ..Recipe::default() };
/// assert_eq!(recipe.sampling, Sampling::Weighted);
/// let generator = Generator::new(recipe)?;
/// let puzzle = generator.puzzle(42, 0)?;
/// let weight = generator.weight(&mut Engine::new(), 42, 0, &puzzle);
/// assert!(weight.unwrap() > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Debug,
    Default,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownSampling, parse_err_fn = UnknownSampling::of)]
pub enum Sampling {
    /// Removes clues as long as possible. This is the fastest method, but strongly biased towards few clues.
    #[default]
    Removal,
    /// Draws an unbiased sample with weights, which vary much less than those of removal.
    Weighted,
    /// Draws an unbiased sample without weights: all minimal puzzles are equally likely.
    Uniform,
}

impl Sampling {
    /// All kinds of sampling.
    pub const ALL: [Sampling; 3] = *Sampling::VARIANTS.as_array().expect("three kinds");

    /// Returns the name, one word in lower case.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The error for a text that is not the name of a kind of sampling.
///
/// ```
/// use minirow_gen::{Sampling, UnknownSampling};
/// assert_eq!("biased".parse::<Sampling>(), Err(UnknownSampling));
/// ```
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
#[error("expected `{}`, `{}` or `{}`", Sampling::ALL[0], Sampling::ALL[1], Sampling::ALL[2])]
pub struct UnknownSampling;

impl UnknownSampling {
    fn of(_name: &str) -> UnknownSampling {
        UnknownSampling
    }
}

/// D. Berthier's estimates of the shares of minimal puzzles by number of clues, from 20 on, in percent. They affect
/// only speed and the scale of weights. The mean number of minimal puzzles of a full grid is 4.6555e15.
const SHARES: [f64; 12] = [0.0, 0.000_034, 0.0034, 0.149, 2.28, 13.42, 31.94, 32.74, 15.48, 3.56, 0.41, 0.022];
const PUZZLES_OF_A_GRID: f64 = 4.6555e15;

/// How often each number of clues is drawn for a weighted sample, from 17 on.
const TIMES: [u32; 16] = [1, 1, 1, 1, 1, 1, 16, 100, 300, 500, 500, 300, 110, 40, 8, 2];

/// The mean number of puzzles found by an attempt that finds any. It affects only the scale of weights.
const PUZZLES_OF_AN_ATTEMPT: f64 = 1.5;

/// The number of sheaves of an attempt.
const SHEAVES: usize = 16;
const SHEAVES_OF_UNIFORM: usize = 32;

/// The maximum mean number of puzzles found by an attempt at a uniform sample.
const SELDOM: f64 = 0.002;

/// The parameters of a kind of sampling: what is drawn, and the weights.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    /// The number of spare clues: 0 or 1.
    pub(crate) spare: usize,
    /// The number of sheaves of sets that are drawn from each grid.
    pub(crate) sheaves: usize,
    /// `true` to end with the first puzzle found.
    pub(crate) takes_first: bool,
    /// For each number of clues: the number, the end of its range in a draw from 2^64, and the weight of a puzzle.
    clues: Vec<(usize, u64, f64)>,
}

impl Plan {
    /// Returns the plan for a range of clues, or `None` for removal or if no number of the range is possible.
    pub(crate) fn new(sampling: Sampling, clues: Option<RangeInclusive<usize>>) -> Option<Plan> {
        let (spare, most) = match sampling {
            Sampling::Removal => return None,
            Sampling::Weighted => (1, FEWEST_CLUES + TIMES.len() - 1),
            Sampling::Uniform => (0, 30),
        };
        let clues = match clues {
            Some(clues) => (*clues.start()).max(FEWEST_CLUES)..=(*clues.end()).min(MOST_CLUES),
            None => FEWEST_CLUES..=most,
        };
        let times = |clues: usize| match sampling {
            Sampling::Uniform => choose(81, clues),
            _ => TIMES.get(clues - FEWEST_CLUES).copied().map_or(1.0, f64::from),
        };
        let total: f64 = clues.clone().map(times).sum();
        // The weight of a puzzle, and the number of puzzles found in a set, by the published estimates.
        let weight = |clues| choose(81, clues) / choose(clues + spare, spare) / (times(clues) / total);
        let (mut puzzles, mut found) = (0.0, 0.0);
        for clues in clues.clone() {
            let share = clues.checked_sub(20).and_then(|place| SHARES.get(place)).unwrap_or(&0.0) / 100.0;
            puzzles += share * PUZZLES_OF_A_GRID;
            found += share * PUZZLES_OF_A_GRID / weight(clues);
        }
        let mean = if found > 0.0 { puzzles / found * PUZZLES_OF_AN_ATTEMPT } else { weight(*clues.start()) };
        let mut drawn = 0.0;
        let clues: Vec<(usize, u64, f64)> = clues
            .map(|clues| {
                drawn += times(clues);
                let weight = if sampling == Sampling::Uniform { 1.0 } else { weight(clues) / mean };
                (clues, (drawn / total * 2f64.powi(64)) as u64, weight)
            })
            .collect();
        let sheaves = match sampling {
            Sampling::Uniform => {
                let most = SELDOM / (found * sieve::SETS as f64).max(f64::MIN_POSITIVE);
                (most as usize).clamp(1, SHEAVES_OF_UNIFORM)
            }
            _ => SHEAVES,
        };
        let takes_first = sampling == Sampling::Uniform;
        (!clues.is_empty()).then_some(Plan { spare, sheaves, takes_first, clues })
    }

    /// Draws a number of clues.
    fn draw(&self, stream: &mut Stream) -> usize {
        let drawn = stream.wide();
        let place = self.clues.iter().position(|&(_, end, _)| drawn < end);
        self.clues[place.unwrap_or(self.clues.len() - 1)].0
    }

    /// Returns the weight of a puzzle with a number of clues that was found alone.
    pub(crate) fn weight(&self, clues: usize) -> Option<f64> {
        self.clues.iter().find(|&&(number, _, _)| number == clues).map(|&(_, _, weight)| weight)
    }
}

/// Returns the number of subsets of `k` out of `n`. It has about 15 correct digits, equal on every machine.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomial_coefficients() {
        assert_eq!(choose(81, 1), 81.0);
        assert_eq!(choose(28, 1), 28.0);
        assert_eq!(choose(10, 4), 210.0);
        assert!((choose(81, 30) / 1.409e22 - 1.0).abs() < 1e-3, "{}", choose(81, 30));
    }

    #[test]
    fn numbers_of_clues_are_drawn_as_often_as_planned() {
        let times = 100_000;
        let share = |plan: &Plan, clues| {
            let mut stream = Stream::new(20, 0);
            (0..times).filter(|_| plan.draw(&mut stream) == clues).count() as f64 / f64::from(times)
        };
        let uniform = Plan::new(Sampling::Uniform, None).unwrap();
        let all: f64 = (17..=30).map(|clues| choose(81, clues)).sum();
        assert!((share(&uniform, 30) - choose(81, 30) / all).abs() < 0.01);
        assert!((share(&uniform, 27) - choose(81, 27) / all).abs() < 0.01);
        assert_eq!(uniform.weight(25), Some(1.0));
        assert_eq!(uniform.weight(31), None);
        let weighted = Plan::new(Sampling::Weighted, None).unwrap();
        let all: u32 = TIMES.iter().sum();
        assert!((share(&weighted, 27) - 500.0 / f64::from(all)).abs() < 0.01);
        // Of numbers that are drawn equally often, the one with more sets of cells has the greater weight.
        let ratio = weighted.weight(27).unwrap() / weighted.weight(26).unwrap();
        assert!((ratio - choose(81, 27) / choose(81, 26) * 27.0 / 28.0).abs() < 1e-9);
        assert_eq!(Plan::new(Sampling::Weighted, Some(41..=50)), None);
        assert_eq!(Plan::new(Sampling::Removal, None), None);
    }

    /// In a uniform sample the second puzzle of an attempt is lost, so there must hardly ever be one.
    #[test]
    fn an_attempt_at_a_uniform_sample_hardly_ever_finds_two() {
        for (clues, sheaves) in [(None, 32), (Some(17..=31), 32), (Some(26..=26), 4), (Some(17..=24), 20)] {
            let plan = Plan::new(Sampling::Uniform, clues.clone()).unwrap();
            assert_eq!(plan.sheaves, sheaves, "{clues:?}");
        }
    }
}
