//! The commands, a file each: what it is asked (`Args`) and what it does (`run`).

mod bless;
mod candidates;
mod canon;
pub(crate) mod check;
mod ci;
mod completions;
mod convert;
mod count;
mod dataset;
mod datasets;
mod dedup;
mod explain;
mod grade;
mod man;
pub(crate) mod pack;
mod per_grid;
mod print;
mod solve;
mod split;
mod stats;
mod techniques;

use clap::Subcommand;

use crate::failure::Result;

/// What the exit status says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// All is fine: status 0.
    Yes,
    /// The data said no, and it was said what: status 1.
    No,
}

/// The commands that work on Minirow itself, in the repository.
pub(crate) const FOR_DEVELOPERS: &[&str] = &["datasets", "bless", "ci"];

// The order is that of the help.
#[derive(Subcommand)]
pub(crate) enum Task {
    Pack(Box<pack::Args>),
    Solve(solve::Args),
    Count(count::Args),
    Candidates(candidates::Args),
    Check(check::Args),
    Grade(grade::Args),
    Explain(explain::Args),
    Stats(stats::Args),
    Convert(convert::Args),
    Canon(canon::Args),
    Dedup(dedup::Args),
    Split(split::Args),
    Print(Box<print::Args>),
    Dataset(Box<dataset::Args>),
    Techniques(techniques::Args),
    Completions(completions::Args),
    Man(man::Args),
    Datasets(datasets::Args),
    Bless(bless::Args),
    Ci(ci::Args),
}

impl Task {
    pub(crate) fn run(self) -> Result<Answer> {
        match self {
            Task::Pack(args) => args.run(),
            Task::Solve(args) => args.run(),
            Task::Count(args) => args.run(),
            Task::Candidates(args) => args.run(),
            Task::Check(args) => args.run(),
            Task::Grade(args) => args.run(),
            Task::Explain(args) => args.run(),
            Task::Stats(args) => args.run(),
            Task::Convert(args) => args.run(),
            Task::Canon(args) => args.run(),
            Task::Dedup(args) => args.run(),
            Task::Split(args) => args.run(),
            Task::Print(args) => args.run(),
            Task::Dataset(args) => args.run(),
            Task::Techniques(args) => args.run(),
            Task::Completions(args) => args.run(),
            Task::Man(args) => args.run(),
            Task::Datasets(args) => args.run(),
            Task::Bless(args) => args.run(),
            Task::Ci(args) => args.run(),
        }
    }
}
