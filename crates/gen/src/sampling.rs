//! Fair samples of minimal puzzles: sets of clues drawn at random, where every minimal puzzle is as likely as the others
//! with as many clues.
//!
//! Removal comes to some minimal puzzles far more often than to others, and though it can be worked out how often
//! (`weight.rs`), a sample so unequal says little. D. Berthier's controlled bias (Unbiased statistics of a CSP: a
//! controlled-bias generator, 2009) has no such trouble: it takes clues out of a full grid in random order and begins anew,
//! with another grid, where another would go on. So all minimal puzzles with `n` clues are equally likely, as each is what
//! is left in the same share of all orders, 1 / C(81, n). One try in 260,000 comes to a puzzle, by his count. Here the same
//! is made of three steps that can be done quickly.
//!
//! # What is drawn
//! A full grid, each with the same chance; the number of clues `n`, with a chance `r(n)` that we are free to choose; and
//! `n + s` cells, each set of as many with the same chance. Here `s`, the clues to spare, is 0 or 1. Whatever minimal
//! puzzles with `n` clues can be had by taking `s` clues away are found. A minimal puzzle of the grid is in as many of these
//! sets as there are ways to add `s` cells to it. So each is found with the chance
//!
//! ```text
//!   r(n) * C(81 - n, s) / C(81, n + s)  =  r(n) * C(n + s, s) / C(81, n)
//! ```
//!
//! in which nothing but the number of clues tells it from others: it is to count `C(81, n) / (C(n + s, s) * r(n))`.
//!
//! A full grid is used for many sets of cells, or else most of the time would go into drawing grids. On average that
//! changes nothing: a grid with twice as many minimal puzzles gives twice as many. But a try, which is one grid, is to give
//! one puzzle. If `j` were found, it gives any one of them, each with the same chance, and that one counts `j` times.
//!
//! # Weighted
//! With one clue to spare. That finds some ten times as many puzzles as with none in the same time: clues that leave
//! one solution are rare, and from each such set one can go on in many ways. The weight is that of the number of
//! clues by `j`. `r(n)` was chosen by measuring what a puzzle costs: the most is learned in a given time, if the
//! time spent on each number of clues goes with its share and the root of the cost. From 17 to 32 clues are drawn if
//! nothing else is wished for. More than 32 have fewer than one minimal puzzle in a million, by how the published shares go
//! on; 22 and fewer come up, but hardly ever.
//!
//! # Uniform
//! With no clue to spare, and `r(n)` as `C(81, n)`: every minimal puzzle is as likely as any other, and needs no weight.
//! Sets with many clues are by far the most, and hardly ever minimal: it takes 6.7 million sets for a puzzle with up to 30
//! clues, and 1.7 times as many for each number that is allowed beyond. So 30 are the most if nothing else is wished for,
//! and one minimal puzzle in 4,500 has more.
//!
//! Here a try gives the first that is found, and so few sets are drawn of a grid that one in a thousand of the tries that
//! find a puzzle would find a second. As that does not count, grids with many puzzles come up too seldom: one with `x`
//! times as many as the average has a share too small by some `(x - 1) / 1000` of it. What that comes to cannot be told
//! from chance in samples of less than a million. (It is the price of using a grid more than once: with one set
//! of each grid there would be no such share, and a tenth of the speed.)
//!
//! # How it is done quickly
//! `sieve.rs` draws 324 sets at a time and drops nearly all of those that leave several solutions without a search;
//! `sample.rs` asks the lanes of the batch engine about the others.

#[cfg(test)]
mod plain;
mod sample;
mod sieve;
mod swaps;

use std::fmt;
use std::ops::RangeInclusive;

use strum::VariantArray;

pub(crate) use sample::{Sample, run, run_alone};

use crate::clue_counts::{FEWEST_CLUES, MOST_CLUES};
use crate::stream::Stream;

/// How puzzles are come to: what may be said of all minimal puzzles from a sample of them.
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
    /// By removing clues as long as that is possible. The quickest, and far from fair: few clues are preferred.
    #[default]
    Removal,
    /// So that a fair sample comes of the puzzles with their weights, and each says about as much.
    Weighted,
    /// So that all are equally likely.
    Uniform,
}

impl Sampling {
    /// All of them.
    pub const ALL: [Sampling; 3] = *Sampling::VARIANTS.as_array().expect("three kinds");

    /// Returns the name: one word in lower case.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// No kind of sampling has that name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownSampling;

impl UnknownSampling {
    fn of(_name: &str) -> UnknownSampling {
        UnknownSampling
    }
}

impl fmt::Display for UnknownSampling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, last] = Sampling::ALL.map(Sampling::name);
        write!(f, "expected `{first}`, `{second}` or `{last}`")
    }
}

impl std::error::Error for UnknownSampling {}

/// The minimal puzzles of a full grid, on average: D. Berthier's estimates, by number of clues from 20 on, in percent of
/// 4.6555e15. Nothing but speed and the scale of weights hangs on them.
const SHARES: [f64; 12] = [0.0, 0.000_034, 0.0034, 0.149, 2.28, 13.42, 31.94, 32.74, 15.48, 3.56, 0.41, 0.022];
const PUZZLES_OF_A_GRID: f64 = 4.6555e15;

/// How often each number of clues is drawn for a weighted sample, from 17 on.
const TIMES: [u32; 16] = [1, 1, 1, 1, 1, 1, 16, 100, 300, 500, 500, 300, 110, 40, 8, 2];

/// As many tries of a weighted sample come to a puzzle with a second, on average. (Only the scale of weights.)
const PUZZLES_OF_A_TRY: f64 = 1.5;

/// The sheaves of a try.
const SHEAVES: usize = 16;
const SHEAVES_OF_UNIFORM: usize = 32;

/// For a uniform sample: no more than so many puzzles are found in a try on average.
const SELDOM: f64 = 0.002;

/// What is drawn for a kind of sampling, and what it counts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    /// How many clues more than those of the puzzles are drawn: 0 or 1.
    pub(crate) spare: usize,
    /// How many sheaves of sets are drawn of each grid.
    pub(crate) sheaves: usize,
    /// Whether to end with the first that is found.
    pub(crate) takes_first: bool,
    /// The numbers of clues, where the draw of each ends (of 2^64), and what one puzzle with as many counts.
    clues: Vec<(usize, u64, f64)>,
}

impl Plan {
    /// The plan for puzzles with so many clues, or any number. Nothing for removal, or if there is no such number.
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
        // What a puzzle counts, and how many are found with each set, by what is published.
        let weight = |clues| choose(81, clues) / choose(clues + spare, spare) / (times(clues) / total);
        let (mut puzzles, mut found) = (0.0, 0.0);
        for clues in clues.clone() {
            let share = clues.checked_sub(20).and_then(|place| SHARES.get(place)).unwrap_or(&0.0) / 100.0;
            puzzles += share * PUZZLES_OF_A_GRID;
            found += share * PUZZLES_OF_A_GRID / weight(clues);
        }
        let mean = if found > 0.0 { puzzles / found * PUZZLES_OF_A_TRY } else { weight(*clues.start()) };
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

    /// What a puzzle with so many clues counts, if no other was found with it.
    pub(crate) fn weight(&self, clues: usize) -> Option<f64> {
        self.clues.iter().find(|&&(number, _, _)| number == clues).map(|&(_, _, weight)| weight)
    }
}

/// The number of sets of `k` out of `n`. Some 15 digits are right, and the same everywhere.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_cells_are_counted() {
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
        // What is drawn as often counts more where there are more sets of cells.
        let ratio = weighted.weight(27).unwrap() / weighted.weight(26).unwrap();
        assert!((ratio - choose(81, 27) / choose(81, 26) * 27.0 / 28.0).abs() < 1e-9);
        assert_eq!(Plan::new(Sampling::Weighted, Some(41..=50)), None);
        assert_eq!(Plan::new(Sampling::Removal, None), None);
    }

    /// In a uniform sample a second puzzle of a try would be lost: there is hardly ever one.
    #[test]
    fn a_try_of_a_uniform_sample_hardly_ever_finds_two() {
        for (clues, sheaves) in [(None, 32), (Some(17..=31), 32), (Some(26..=26), 4), (Some(17..=24), 20)] {
            let plan = Plan::new(Sampling::Uniform, clues.clone()).unwrap();
            assert_eq!(plan.sheaves, sheaves, "{clues:?}");
        }
    }
}
