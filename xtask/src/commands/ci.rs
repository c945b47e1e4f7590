//! `ci`: everything that must hold before a change goes in.

mod cluster;
mod loaders;
mod python;
mod venv;

use std::env;
use std::process::Command;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::commands::{Answer, datasets};
use crate::failure::{Failure, Result, say};

const EXAMPLES: &str = "\
Examples:
  minirow ci             format, clippy, tests, documentation, generated files, loaders, python
  minirow ci loaders     only whether others can load the data sets as their cards say
  minirow ci python      only whether the Python package can be built, and passes its tests

The loaders take Python and five of its libraries: those of MINIROW_PYTHON if that names a Python, else
they are installed below target/, if that can be done within 90 s. Otherwise it is skipped, and that
is said. MINIROW_LOADERS=skip skips it. The same holds of the Python package and MINIROW_WHEEL=skip,
and of its half for clusters of Ray and MINIROW_CLUSTER=skip.";

/// A command that must succeed.
pub(super) struct Step {
    pub(super) what: &'static str,
    pub(super) command: &'static [&'static str],
    /// A variable for the command.
    pub(super) environment: (&'static str, &'static str),
}

const NOTHING: (&str, &str) = ("MINIROW_CI", "1");

const STEPS: &[Step] = &[
    Step { what: "format", command: &["cargo", "fmt", "--all", "--check"], environment: NOTHING },
    Step {
        what: "clippy",
        command: &["cargo", "clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
        environment: NOTHING,
    },
    Step { what: "tests", command: &["cargo", "test", "--workspace"], environment: NOTHING },
    Step {
        what: "documentation",
        command: &["cargo", "doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"],
        environment: ("RUSTDOCFLAGS", "-D warnings"),
    },
];

/// Check all that must hold before a change goes in
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only these steps: format, clippy, tests, documentation, generated, loaders, python
    #[arg(value_name = "STEP", value_parser = ["format", "clippy", "tests", "documentation", "generated", "loaders", "python"])]
    only: Vec<String>,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let is_wanted = |what: &str| self.only.is_empty() || self.only.iter().any(|only| only == what);
        for step in STEPS.iter().filter(|step| is_wanted(step.what)) {
            run(step)?;
        }
        if is_wanted("generated") {
            say("== generated files");
            datasets::Args::check_all()?;
        }
        // These come last, as they may be left out: they take packages from the network, and minutes.
        // From nothing, the wheel takes a build of its own.
        for (what, minutes) in [("loaders", 2), ("python", 8)].into_iter().filter(|(what, _)| is_wanted(what)) {
            if self.only.is_empty() && is_too_late_for(minutes) {
                say(&format!(
                    "== {what}: skipped: a quarter of an hour is not enough here; `cargo xtask ci {what}` runs it"
                ));
            } else if what == "loaders" {
                loaders::check()?;
            } else {
                python::check()?;
            }
        }
        say("all is well");
        Ok(Answer::Yes)
    }
}

/// Whether a step of so many minutes does not fit into what is left of a quarter of an hour. Where builds from nothing come
/// before, `MINIROW_CI_BEGAN` has the second of the epoch in which all began; without it there is time.
fn is_too_late_for(minutes: u64) -> bool {
    let began = env::var("MINIROW_CI_BEGAN").ok().and_then(|second| second.parse().ok());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    began.is_some_and(|began: u64| now.saturating_sub(began) > (15 - minutes) * 60)
}

/// Runs a step at the top of the workspace.
pub(super) fn run(step: &Step) -> Result<()> {
    say(&format!("== {}: {}", step.what, step.command.join(" ")));
    let start = Instant::now();
    let status = Command::new(step.command[0])
        .args(&step.command[1..])
        .env(step.environment.0, step.environment.1)
        .current_dir(datasets::workspace()?)
        .status()
        .map_err(|error| Failure::usage(format!("{}: cannot be started: {error}", step.command[0])))?;
    say(&format!("== {}: {:.0} s", step.what, start.elapsed().as_secs_f64()));
    if status.success() { Ok(()) } else { Err(Failure::data(format!("{} failed", step.what))) }
}
