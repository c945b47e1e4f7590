//! The top of the command line.

use std::ffi::OsString;

use clap::{CommandFactory, Parser};

use crate::commands::{Command, GROUPS};

const EXAMPLES: &str = "\
Examples:
  minirow pack --seed 42 --count 1000 --out pack.csv   a pack of rated puzzles
  minirow solve puzzles.txt                            the solution of each grid
  minirow grade puzzles.txt --out rated.csv            the rating of each puzzle
  minirow explain puzzle.txt                           every step in words";

const EXIT_STATUS: &str = "\
Exit status: 0 success, 1 invalid data or a failed write, 2 wrong usage, 3 a limit on time or attempts was reached, \
130 interrupted.";

/// Generates, solves, rates and converts Sudoku puzzles
#[derive(Parser)]
#[command(
    name = "minirow",
    bin_name = "minirow",
    version,
    before_long_help = EXAMPLES,
    after_long_help = EXIT_STATUS,
    max_term_width = 100,
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Names of commands that other programs have, with the words that they stand for.
const SYNONYMS: [(&str, &[&str]); 3] =
    [("generate", &["pack"]), ("rate", &["grade"]), ("hint", &["explain", "--next"])];

/// Replaces a synonym of a command.
pub(crate) fn without_synonyms(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    if let Some(command) = words.get(1)
        && let Some((_, meaning)) = SYNONYMS.iter().find(|(synonym, _)| command == synonym)
    {
        words.splice(1..2, meaning.iter().map(OsString::from));
    }
    words
}

/// The complete definitions, which help, completions and manual pages are made of.
pub(crate) fn definitions() -> clap::Command {
    let mut root = Cli::command();
    root.build();
    with_groups(root)
}

/// Lays out the help of the program: the commands in groups, then options and examples.
pub(crate) fn with_groups(commands: clap::Command) -> clap::Command {
    let (header, literal) = (*commands.get_styles().get_header(), *commands.get_styles().get_literal());
    let mut text = "{about}\n\n{usage-heading} {usage}\n".to_string();
    for (title, names) in GROUPS {
        text += &format!("\n{header}{title}:{header:#}\n");
        for command in names.iter().filter_map(|name| commands.find_subcommand(name)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            text += &format!("  {literal}{:<11}{literal:#}  {about}\n", command.get_name());
        }
    }
    let examples = EXAMPLES.replacen("Examples:", &format!("{header}Examples:{header:#}"), 1);
    text += &format!(
        "\n{header}General:{header:#}\n{{options}}\n\n{examples}\n\n\
         `minirow COMMAND -h` lists the options of a command; --help has all details.{{after-help}}"
    );
    commands.help_template(text)
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ArgAction};

    use super::*;
    use crate::help::HEADINGS;

    /// Returns all commands, with those below others.
    fn all_commands() -> Vec<clap::Command> {
        fn add(command: &clap::Command, all: &mut Vec<clap::Command>) {
            all.push(command.clone());
            command.get_subcommands().for_each(|command| add(command, all));
        }
        let root = definitions();
        let mut all = Vec::new();
        root.get_subcommands().for_each(|command| add(command, &mut all));
        all
    }

    #[test]
    fn every_command_has_a_summary_and_examples() {
        definitions().debug_assert();
        for command in all_commands() {
            let name = command.get_name();
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!((10..=65).contains(&about.len()) && !about.ends_with('.'), "{name}: {about}");
            for help in [command.get_before_help(), command.get_before_long_help()] {
                let help = help.map(ToString::to_string).unwrap_or_default();
                assert!(help.starts_with("Examples:\n  minirow "), "{name}: {help}");
                assert!(help.lines().all(|line| line.chars().count() <= 80), "{name}: {help}");
            }
        }
    }

    #[test]
    fn every_option_has_a_heading_and_a_short_help() {
        for command in all_commands() {
            let arguments: Vec<&Arg> = command.get_arguments().collect();
            for argument in &arguments {
                let place = format!("{} {argument}", command.get_name());
                let heading = argument.get_help_heading().unwrap_or_default();
                assert!(HEADINGS.contains(&heading), "{place}: {heading:?}");
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                assert!((5..=80).contains(&help.chars().count()), "{place}: {help}");
                assert!(help.starts_with(|c: char| c.is_uppercase() || c.is_numeric()), "{place}: {help}");
                assert!(!help.ends_with('.') && !help.contains('\n'), "{place}: {help}");
                let details = argument.get_long_help().map(ToString::to_string).unwrap_or_default();
                assert!(details.is_empty() || details.starts_with(&help), "{place}: {details}");
                let has_default = !argument.get_default_values().is_empty()
                    && !matches!(argument.get_action(), ArgAction::SetTrue)
                    && !argument.is_hide_default_value_set();
                assert!(!(has_default && help.contains("default")), "{place} states its default twice");
            }
            let ranks = arguments
                .iter()
                .map(|argument| HEADINGS.iter().position(|&heading| argument.get_help_heading() == Some(heading)));
            assert!(ranks.is_sorted(), "{}: the order of the headings", command.get_name());
        }
    }

    #[test]
    fn help_fits_into_80_columns() {
        let all = all_commands().into_iter().chain([definitions()]);
        for command in all {
            let mut command = command.term_width(80);
            for help in [command.render_help(), command.render_long_help()] {
                for line in help.to_string().lines() {
                    assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
                }
            }
        }
    }

    #[test]
    fn the_help_lists_every_command_once() {
        let names: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let root = definitions();
        assert_eq!(names, root.get_subcommands().map(clap::Command::get_name).collect::<Vec<_>>());
        let help = definitions().render_help().to_string();
        for name in names {
            assert_eq!(help.matches(&format!("\n  {name} ")).count(), 1, "{name}: {help}");
        }
    }
}
