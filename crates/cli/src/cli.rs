//! The top of the command line.

use clap::{CommandFactory, Parser};

use crate::commands::Command;

const EXAMPLES: &str = "\
Examples:
  minirow pack --seed 42 --count 1000 --out pack.csv   a rated pack, the same for everyone
  minirow solve puzzles.txt                            the solution of each grid, a line each
  minirow grade puzzles.txt --out rated.csv            how hard each puzzle is
  minirow check pack.csv                               are the puzzles proper, the solutions right?
  echo '[[5,3,0,...],...]' | minirow solve - --format json

Exit status: 0 success, 1 invalid data or a failed write, 2 wrong usage, 3 a limit on time or attempts
was reached, 130 interrupted.";

/// Makes, solves, rates and converts Sudoku puzzles.
#[derive(Parser)]
#[command(name = "minirow", version, after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The definitions that completions and manual pages are made of.
pub(crate) fn definitions() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent_and_every_command_has_an_example() {
        let command = Cli::command();
        command.clone().debug_assert();
        for sub in command.get_subcommands() {
            assert!(sub.get_about().is_some(), "{} says nothing about itself", sub.get_name());
            let help = sub.get_before_help().or(sub.get_after_help()).unwrap_or_default().to_string();
            assert!(help.contains("minirow "), "{} has no example", sub.get_name());
        }
    }
}
