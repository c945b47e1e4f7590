//! Limits for runs that may take too long.

use std::time::Duration;

use minirow_pack::RunLimits;

use crate::args::whole;

#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct TimeLimitArgs {
    /// Stop after this time, such as 90s, 30m or 1d12h
    ///
    /// The exit status is 3 then. The results until then are on standard output or in FILE.part, which --resume continues if the
    /// command has it.
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Performance")]
    pub(crate) time_limit: Option<Duration>,
}

#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct LimitArgs {
    #[command(flatten)]
    time: TimeLimitArgs,
    /// Stop after N attempts in this run
    ///
    /// The exit status is 3 then. The same command with --resume continues.
    #[arg(long, value_name = "N", help_heading = "Resuming", value_parser = whole(1..=u64::MAX))]
    max_attempts: Option<u64>,
}

impl LimitArgs {
    pub(crate) fn limits(&self) -> RunLimits {
        RunLimits { time_limit: self.time.time_limit, max_attempts: self.max_attempts }
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(duration) if duration >= Duration::from_millis(1) => Ok(duration),
        _ => Err("expected a time of 1ms or more, such as 90s, 30m, 2h or 1d12h".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, seconds) in [("1ms", 0.001), ("90s", 90.0), ("30m", 1800.0), ("2h", 7200.0), ("1d12h", 129_600.0)] {
            assert_eq!(duration(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in ["", "2", "h", "0s", "999us", "2x", "-1s", "99999999999999999999s"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
