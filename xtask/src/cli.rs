//! The top of the command line: its help in two groups, for users and for developers of Minirow.

use clap::{Command, CommandFactory, Parser};

use crate::commands::{self, Task};

const EXAMPLES: &str = "\
Examples:
  minirow pack --seed 42 --count 1000 --out pack.csv   a rated pack, the same for everyone
  minirow solve puzzles.txt                            the solution of each grid, a line each
  minirow grade puzzles.txt --out rated.csv            how hard each puzzle is
  minirow check pack.csv                               are the puzzles proper, the solutions right?
  echo '[[5,3,0,...],...]' | minirow solve - --format json

Exit status: 0 fine, 1 the data said no (or could not be written), 2 wrong use, 3 a limit on time
or tries was reached, 130 interrupted.
In the repository, `cargo xtask` is `minirow`, built with optimisation.";

/// Makes, solves, rates and converts Sudoku puzzles.
#[derive(Parser)]
#[command(name = "minirow", version, after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Task,
}

/// The definitions without the commands for developers of Minirow: what completions and manual pages are made of.
pub(crate) fn for_users() -> Command {
    let is_for_developers = |command: &Command| commands::FOR_DEVELOPERS.contains(&command.get_name());
    let root = Cli::command().disable_help_subcommand(true);
    let kept: Vec<Command> = root.get_subcommands().filter(|sub| !is_for_developers(sub)).cloned().collect();
    let mut users = Command::new("minirow").subcommand_required(true).subcommands(kept);
    users = users.version(env!("CARGO_PKG_VERSION")).after_help(EXAMPLES);
    if let Some(about) = root.get_about() {
        users = users.about(about.clone());
    }
    users.disable_help_subcommand(true)
}

/// Lists the commands in two groups; clap itself knows one list only.
pub(crate) fn with_groups(command: Command) -> Command {
    let list = |wanted: bool| -> String {
        command
            .get_subcommands()
            .filter(|sub| commands::FOR_DEVELOPERS.contains(&sub.get_name()) == wanted)
            .map(|sub| format!("  {:<12}{}\n", sub.get_name(), sub.get_about().unwrap_or_default()))
            .collect()
    };
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\nCommands:\n{}\nCommands for developers of Minirow:\n{}\nOptions:\n{{options}}{{after-help}}",
        list(false),
        list(true)
    );
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent_and_every_command_is_in_one_group() {
        let command = Cli::command();
        command.clone().debug_assert();
        for name in commands::FOR_DEVELOPERS {
            assert!(command.get_subcommands().any(|sub| sub.get_name() == *name), "{name}");
        }
        for sub in command.get_subcommands() {
            assert!(sub.get_about().is_some(), "{} says nothing about itself", sub.get_name());
            let help = sub.get_before_help().or(sub.get_after_help()).unwrap_or_default().to_string();
            assert!(help.contains("minirow "), "{} has no example", sub.get_name());
        }
    }
}
