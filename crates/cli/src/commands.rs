//! The commands, one file each: the arguments (`Args`) and the work (`run`).

mod candidates;
mod canon;
pub(crate) mod check;
mod completions;
mod convert;
mod count;
mod dataset;
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
pub(crate) mod techniques;

use clap::Subcommand;

use crate::error::Result;

/// The result of a command that has run to its end. It gives the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// All input is valid: status 0.
    Yes,
    /// Some input is invalid, and a message was printed for it: status 1.
    No,
}

/// A command with its arguments, in the order of the help.
#[derive(Subcommand)]
#[expect(private_interfaces, missing_docs, reason = "arguments are parsed and run; their own docs are the help")]
pub enum Command {
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
}

impl Command {
    pub(crate) fn run(self) -> Result<Answer> {
        match self {
            Command::Pack(args) => args.run(),
            Command::Solve(args) => args.run(),
            Command::Count(args) => args.run(),
            Command::Candidates(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Grade(args) => args.run(),
            Command::Explain(args) => args.run(),
            Command::Stats(args) => args.run(),
            Command::Convert(args) => args.run(),
            Command::Canon(args) => args.run(),
            Command::Dedup(args) => args.run(),
            Command::Split(args) => args.run(),
            Command::Print(args) => args.run(),
            Command::Dataset(args) => args.run(),
            Command::Techniques(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}
