//! What the commands that take grids from files have in common: reading, working on all cores, writing in order,
//! reporting bad lines, and the exit status.

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;

use crate::batch;
use crate::commands::Answer;
use crate::failure::{Failure, Result};
use crate::input::{Entry, Inputs};
use crate::output::{Output, Target};
use crate::progress::Progress;

/// The flags of every such command.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Common {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    pub(crate) target: Target,
    /// Stop at the first line that holds no grid
    #[arg(long)]
    strict: bool,
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// What came of one grid.
#[derive(Default)]
pub(crate) struct Outcome {
    /// What is written, with its line end.
    pub(crate) text: String,
    /// What is wrong with the grid; said on stderr, with its place, and status 1 in the end.
    pub(crate) problem: Option<String>,
    /// What is worth saying, though nothing is wrong.
    pub(crate) remark: Option<String>,
    /// The program was told to end before this one was done: nothing after it counts.
    pub(crate) interrupted: bool,
}

impl Outcome {
    pub(crate) fn fine(text: impl Into<String>) -> Outcome {
        Outcome { text: text.into(), ..Outcome::default() }
    }

    pub(crate) fn problem(text: impl Into<String>, problem: impl ToString) -> Outcome {
        Outcome { text: text.into(), problem: Some(problem.to_string()), ..Outcome::default() }
    }
}

impl Common {
    /// Whether a person reads the result as it comes.
    pub(crate) fn to_terminal(&self) -> bool {
        self.target.out.is_none() && io::stdout().is_terminal()
    }

    /// Works on every grid, and writes what comes of it after a header.
    pub(crate) fn run(&self, header: &str, work: impl Fn(&Entry) -> Outcome + Sync) -> Result<Answer> {
        self.run_with_progress(header, |entry, _| work(entry))
    }

    /// The same for work that has something to say while it goes on.
    pub(crate) fn run_with_progress(
        &self,
        header: &str,
        work: impl Fn(&Entry, &Progress) -> Outcome + Sync,
    ) -> Result<Answer> {
        let items = self.inputs.read()?;
        let mut output = Output::open(&self.target)?;
        let progress = Progress::spinner("grids", self.quiet);
        let mut answer = Answer::Yes;
        output.write(header.as_bytes())?;
        let work = |item| match item {
            Ok(entry) => {
                let outcome = work(&entry, &progress);
                let said = |text: Option<String>| text.map(|text| format!("{}: {text}", entry.place));
                Ok(Outcome { problem: said(outcome.problem), remark: said(outcome.remark), ..outcome })
            }
            Err(bad) => Err(bad),
        };
        let done = batch::in_order(items, self.threads, work, |outcomes| {
            progress.add(outcomes.len() as u64);
            for outcome in outcomes {
                match outcome {
                    Ok(Outcome { text, problem, remark, interrupted }) => {
                        output.write(text.as_bytes())?;
                        if let Some(message) = problem.as_ref().or(remark.as_ref()) {
                            progress.say(message);
                        }
                        if problem.is_some() {
                            answer = Answer::No;
                        }
                        if interrupted {
                            return Err(Failure::Interrupted);
                        }
                    }
                    Err(bad) if self.strict => return Err(Failure::data(bad)),
                    Err(bad) => {
                        progress.say(&bad.to_string());
                        answer = Answer::No;
                    }
                }
            }
            progress.aside(|| output.flush())
        });
        drop(progress);
        done?;
        output.finish()?;
        Ok(answer)
    }
}
