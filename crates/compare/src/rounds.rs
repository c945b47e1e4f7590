//! Interleaved rounds: the engines take turns, so that a slow phase of the machine affects all of them.

use std::time::Duration;

/// The amount of work that is measured.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Measured rounds of every engine, after one that is not measured.
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Approximate time of a round of one engine. A slower engine does a half, a quarter, ... of the work.
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    pub(crate) budget: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let duration = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.filter(|duration| !duration.is_zero()).ok_or_else(|| "expected a positive number of seconds".to_owned())
}

/// The times of an engine's rounds, in their order; never empty.
#[derive(Debug)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn new(times: Vec<Duration>) -> Times {
        assert!(!times.is_empty(), "at least one round is measured");
        Times(times)
    }

    pub(crate) fn in_order(&self) -> &[Duration] {
        &self.0
    }

    pub(crate) fn fastest(&self) -> Duration {
        self.0.iter().copied().min().expect("at least one round")
    }

    pub(crate) fn slowest(&self) -> Duration {
        self.0.iter().copied().max().expect("at least one round")
    }

    pub(crate) fn median(&self) -> Duration {
        let mut seconds: Vec<f64> = self.0.iter().map(Duration::as_secs_f64).collect();
        seconds.sort_unstable_by(f64::total_cmp);
        Duration::from_secs_f64(median(&seconds))
    }
}

/// Returns the value in the middle of ascending ones, or the mean of the two in the middle.
pub(crate) fn median(ascending: &[f64]) -> f64 {
    let middle = ascending.len() / 2;
    if ascending.len() % 2 == 1 { ascending[middle] } else { (ascending[middle - 1] + ascending[middle]) / 2.0 }
}

/// Gives every run a turn in every round, and returns the times of each run.
///
/// `turn` does the work of a run once and returns its time. Its second argument is `false` in the first round, which warms
/// up and does not count. Each round starts with another run, because the first run of a round may find the caches and the
/// clock rate in another state.
pub(crate) fn interleave<Run>(
    runs: &mut [Run],
    rounds: u32,
    mut turn: impl FnMut(&mut Run, bool) -> anyhow::Result<Duration>,
) -> anyhow::Result<Vec<Times>> {
    let mut times = vec![Vec::new(); runs.len()];
    for round in 0..=rounds {
        let counts = round > 0;
        for place in 0..runs.len() {
            let index = (place + round as usize) % runs.len();
            let time = turn(&mut runs[index], counts)?;
            if counts {
                times[index].push(time);
            }
        }
    }
    Ok(times.into_iter().map(Times::new).collect())
}

/// Returns the part of the work that fits into the budget: 1 stands for all of it, 4 for every fourth part.
///
/// `trial` does every n-th part of `total` and returns its time. It is called with denser and denser samples until one
/// takes long enough for an estimate. The result is a power of two, so that the next run of the program most likely takes
/// the same sample.
pub(crate) fn thinning(
    total: usize,
    budget: Duration,
    mut trial: impl FnMut(usize) -> anyhow::Result<Duration>,
) -> anyhow::Result<usize> {
    let mut every = (total / 8).max(1).next_power_of_two();
    loop {
        let took = trial(every)?;
        if every > 1 && took < budget / 8 {
            every /= 2;
            continue;
        }
        let all = took.as_secs_f64() * every as f64;
        let shares = (all / budget.as_secs_f64()).ceil().max(1.0);
        return Ok((shares as usize).next_power_of_two());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn milliseconds(numbers: &[u64]) -> Vec<Duration> {
        numbers.iter().copied().map(Duration::from_millis).collect()
    }

    #[test]
    fn the_median_is_the_middle_or_the_mean_of_two() {
        let odd = Times::new(milliseconds(&[9, 1, 4]));
        assert_eq!([odd.fastest(), odd.median(), odd.slowest()], *milliseconds(&[1, 4, 9]));
        assert_eq!(Times::new(milliseconds(&[8, 100, 2, 4])).median(), Duration::from_millis(6));
        assert_eq!(Times::new(milliseconds(&[5])).median(), Duration::from_millis(5));
    }

    #[test]
    fn runs_take_turns_and_the_first_round_does_not_count() {
        let mut log = String::new();
        let mut runs = [('a', 0), ('b', 10), ('c', 20)];
        let times = interleave(&mut runs, 3, |(name, turns), counts| {
            assert_eq!(counts, log.len() >= 3);
            log.push(*name);
            *turns += 1;
            Ok(Duration::from_secs(*turns))
        });
        assert_eq!(log, "abcbcacababc");
        let medians: Vec<u64> = times.unwrap().iter().map(|times| times.median().as_secs()).collect();
        assert_eq!(medians, [3, 13, 23]);
    }

    #[test]
    fn an_error_ends_the_rounds() {
        let mut turns = 0;
        let result = interleave(&mut [()], 5, |(), _| {
            turns += 1;
            anyhow::ensure!(turns < 3, "wrong answer");
            Ok(Duration::ZERO)
        });
        assert_eq!((result.unwrap_err().to_string().as_str(), turns), ("wrong answer", 3));
    }

    #[test]
    fn a_slow_engine_does_the_part_that_fits_into_the_budget() {
        let thinning = |total: usize, microseconds_each: u64| {
            let trial = |every| Ok(Duration::from_micros(total.div_ceil(every) as u64 * microseconds_each));
            thinning(total, Duration::from_secs(3), trial).unwrap()
        };
        assert_eq!(thinning(50_000, 2), 1);
        assert_eq!(thinning(50_000, 59), 1);
        assert_eq!(thinning(50_000, 61), 2);
        assert_eq!(thinning(50_000, 1_000), 32);
        assert_eq!(thinning(1, 10), 1);
        assert_eq!(thinning(375, 100_000), 16);
    }

    #[test]
    fn a_budget_is_a_positive_number_of_seconds() {
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        for wrong in ["", "0", "-1", "inf", "nan", "three"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
