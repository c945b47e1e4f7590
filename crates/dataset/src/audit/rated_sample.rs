//! The ratings of a sample of the puzzles of an audit, with confidence intervals.

use std::collections::BTreeMap;

use minirow_core::{Grid, Puzzle};
use minirow_files::ordered;
use minirow_grade::{Level, Rating, grade};
use minirow_table::{Count, Estimate, Run};
use serde::Serialize;

use crate::counted::rounded;
use crate::error::{Error, Result};

/// The ratings of a sample of the puzzles with one solution.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct RatedSample {
    /// The number of puzzles that were rated.
    pub rated: u64,
    /// The number of puzzles from which they were sampled.
    pub of: u64,
    /// The mean ER.
    pub er_mean: f64,
    /// The 95 % confidence interval of the mean; `None` if one puzzle was rated, or all.
    pub er_mean_interval: Option<(f64, f64)>,
    /// The lowest ER of the sample.
    pub er_min: f64,
    /// The median ER of the sample.
    pub er_median: f64,
    /// The highest ER of the sample.
    pub er_max: f64,
    /// The levels, easiest first.
    pub levels: Vec<RatedLevel>,
}

/// The share of a level in a sample.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct RatedLevel {
    /// The name, such as `easy`.
    pub level: &'static str,
    /// The number of puzzles of the sample.
    pub rated: u64,
    /// The share, from 0 to 1.
    pub share: f64,
    /// The 95 % Wilson confidence interval of the share; the share itself if all puzzles were rated.
    pub interval: (f64, f64),
}

impl RatedSample {
    /// Rates puzzles by their row numbers. Returns `None` if there are none.
    pub(super) fn of(sample: BTreeMap<u64, Grid>, of: u64, run: &Run) -> Result<Option<RatedSample>> {
        let total = sample.len();
        let mut ratings: Vec<Rating> = Vec::with_capacity(total);
        let rate = |&grid: &Grid| {
            let puzzle = Puzzle::new(grid).ok()?;
            run.interrupt.stops_ratings(|| grade(&puzzle).er())
        };
        ordered::map(sample.values(), run.threads, rate, |rated| {
            run.interrupt.check(Error::Interrupted)?;
            ratings.extend(rated.into_iter().flatten());
            run.observer.remark(format!(", {} of {total} rated", ratings.len()));
            Ok::<_, Error>(())
        })?;
        run.interrupt.check(Error::Interrupted)?;
        if ratings.is_empty() {
            return Ok(None);
        }
        let all = Count::of_rows(ratings.len());
        let is_sample = all.rows < of;
        let level = |level: Level| {
            let count = Count::of_rows(ratings.iter().filter(|&&er| Level::of(er) == level).count());
            let share = count.share(&all).unwrap_or_default();
            let interval = if is_sample { count.share_interval(&all).unwrap_or((0.0, 1.0)) } else { (share, share) };
            RatedLevel { level: level.name(), rated: count.rows, share, interval }
        };
        let levels = Level::ALL.map(level).to_vec();
        ratings.sort();
        let value = |index: usize| ratings[index].value();
        let mean = Estimate::of_mean(ratings.iter().map(|er| er.value()));
        let interval = mean.interval(0.0, 20.0).filter(|_| is_sample);
        Ok(Some(RatedSample {
            rated: all.rows,
            of,
            er_mean: rounded(mean.value, 3),
            er_mean_interval: interval.map(|(low, high)| (rounded(low, 3), rounded(high, 3))),
            er_min: value(0),
            er_median: value((ratings.len() - 1) / 2),
            er_max: value(ratings.len() - 1),
            levels,
        }))
    }
}
