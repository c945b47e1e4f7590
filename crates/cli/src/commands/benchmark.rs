//! `benchmark`: a fixed set of puzzles of all ratings, and scores of predictions for it.

mod baselines;
mod score;
mod write;

use clap::Subcommand;

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::error::Result;
use crate::help::HelpLayout;

const EXAMPLES: &str = "\
Examples:
  minirow benchmark write --out benchmark.csv      the puzzles
  minirow benchmark score predictions.csv          solved puzzles by ER
  minirow benchmark baselines                      without a model";

/// Score predictions for a fixed set of puzzles of all ratings
///
/// The set is part of the program and has a version: minirow-benchmark 2. It has the same number of puzzles in each of twelve
/// ranges of ER, from 1.2 to above 10, and in each range equal numbers of the T&E depths that are not too rare. No two puzzles have equivalent solution
/// grids, and all solution grids are in the split test of `minirow split` with its defaults. Data that `minirow split` puts into train
/// or validation has none of these grids.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(with_help_layout())]
    Write(write::Args),
    #[command(with_help_layout())]
    Score(Box<score::Args>),
    #[command(with_help_layout())]
    Baselines(baselines::Args),
}

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        match self.command {
            Command::Write(args) => args.run(),
            Command::Score(args) => args.run(),
            Command::Baselines(args) => args.run(),
        }
    }
}
