//! The layout of all help texts: examples first, then options under the same headings in the same order.

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};

/// The headings of options, in the order of the help.
pub(crate) const HEADINGS: [&str; 18] = [
    "Input",
    "Puzzles",
    "Constraints",
    "Sampling",
    "Rating",
    "Solutions",
    "Data sets",
    "Steps",
    "Statistics",
    "Duplicates",
    "Splits",
    "Data card",
    "Text",
    "Pages",
    "Output",
    "Resuming",
    "Performance",
    "General",
];

/// The number of examples in the short help.
const SHORT_EXAMPLES: usize = 3;

/// Lays out the help of a command.
pub(crate) trait HelpLayout {
    /// Sorts the options by their headings, adds `--help`, and shortens the examples for `-h`.
    ///
    /// All examples are expected in `before_long_help`, each on a line that begins with two blanks. The heading of a struct
    /// applies to its fields before the first flattened one.
    fn with_help_layout(self) -> Self;
}

impl HelpLayout for Command {
    fn with_help_layout(self) -> Command {
        let help = Arg::new("help")
            .short('h')
            .long("help")
            .action(ArgAction::Help)
            .help_heading("General")
            .help("Print a summary (-h) or all details (--help)");
        // `--threads -1` and `--margin -1mm` are values of the options, which tell their ranges.
        let is_quantity = |arg: &Arg| {
            arg.get_value_names().is_some_and(|names| ["LENGTH", "SIZE", "TIME"].iter().any(|name| names[0] == *name))
        };
        let with_negatives = |arg: Arg| {
            let is_single = arg.get_num_args().is_none_or(|values| values.max_values() == 1);
            if is_single && arg.get_action().takes_values() && !arg.is_positional() {
                if is_quantity(&arg) { arg.allow_hyphen_values(true) } else { arg.allow_negative_numbers(true) }
            } else {
                arg
            }
        };
        let command = self.mut_args(with_negatives).disable_help_flag(true).arg(help).max_term_width(100);
        let rank = |arg: &Arg| HEADINGS.iter().position(|&heading| arg.get_help_heading() == Some(heading));
        let key = |arg: &Arg| (rank(arg), !arg.is_positional());
        let mut args: Vec<_> = command.get_arguments().map(|arg| (key(arg), arg.get_id().clone())).collect();
        args.sort_by_key(|(key, _)| *key);
        // Headings have the order of their first arguments, and `mut_arg` moves an argument to the end.
        let sorted = args
            .into_iter()
            .enumerate()
            .fold(command, |command, (place, (_, id))| command.mut_arg(id, |arg| arg.display_order(place)));
        let Some(examples) = sorted.get_before_long_help().map(StyledStr::to_string) else { return sorted };
        let header = *sorted.get_styles().get_header();
        let styled = |lines: Vec<&str>| {
            let (title, rest) = lines.split_first().expect("a title");
            format!("{header}{title}{header:#}\n{}", rest.join("\n"))
        };
        let lines = examples.lines();
        let short = lines.clone().take(1 + SHORT_EXAMPLES).take_while(|line| !line.is_empty()).collect();
        sorted.before_help(styled(short)).before_long_help(styled(lines.collect()))
    }
}
