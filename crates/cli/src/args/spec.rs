//! The constraints on generated puzzles: one option for each entry of the registry of `minirow-pack`.

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, Error, FromArgMatches};
use minirow_pack::spec::{ArgumentKind, ConstraintInfo, DescribedConstraint};
use minirow_pack::{InvalidSpec, PuzzleSpec};

/// The constraints that say how puzzles are found, rather than what they are like. The help lists them apart.
const SAMPLING: [&str; 3] = ["sampling", "search", "max-tries"];

/// The constraints of the command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpecArgs(pub(crate) PuzzleSpec);

impl SpecArgs {
    /// The group of all constraints, for options that conflict with them.
    pub(crate) const GROUP: &str = "PuzzleSpec";
}

impl clap::Args for SpecArgs {
    fn augment_args(command: Command) -> Command {
        let group = ArgGroup::new(SpecArgs::GROUP).multiple(true).args(PuzzleSpec::infos().map(|info| info.name));
        PuzzleSpec::infos().fold(command, |command, info| command.arg(argument(info))).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        SpecArgs::augment_args(command)
    }
}

fn argument(info: &'static ConstraintInfo) -> Arg {
    let help =
        if info.details.is_empty() { info.help.to_string() } else { format!("{}\n\n{}", info.help, info.details) };
    let heading = if SAMPLING.contains(&info.name) { "Sampling" } else { "Constraints" };
    let argument = Arg::new(info.name).long(info.name).help(info.help).long_help(help).requires_all(info.requires);
    let argument = argument.help_heading(heading);
    let parse = move |text: &str| check(info, text);
    let argument = match info.kind {
        ArgumentKind::Flag => return argument.action(ArgAction::SetTrue),
        ArgumentKind::Value | ArgumentKind::Range { .. } => argument.value_parser(ValueParser::new(parse)),
        ArgumentKind::List => {
            argument.value_parser(ValueParser::new(parse)).action(ArgAction::Append).value_delimiter(',')
        }
        ArgumentKind::OneOf(names) => {
            argument.value_parser(PossibleValuesParser::new(names()).map(|name: String| name))
        }
    };
    let constraints = PuzzleSpec::new();
    let default = constraints.constraints().into_iter().find(|known| known.info().name == info.name);
    let words = default.map(DescribedConstraint::words).unwrap_or_default();
    let argument = argument.value_name(info.value_name);
    if words.is_empty() { argument } else { argument.default_value(words.join(",")) }
}

/// Checks one value on its own.
fn check(info: &ConstraintInfo, text: &str) -> Result<String, String> {
    match PuzzleSpec::new().set(info.name, text) {
        Ok(()) => Ok(text.to_string()),
        Err(InvalidSpec::Value { reason, .. }) => Err(reason.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

impl FromArgMatches for SpecArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SpecArgs, Error> {
        let mut args = SpecArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for info in PuzzleSpec::infos() {
            let text = match info.kind {
                ArgumentKind::Flag => matches.get_flag(info.name).then(|| "true".to_string()),
                _ => matches
                    .get_many::<String>(info.name)
                    .map(|values| values.map(String::as_str).collect::<Vec<_>>().join(",")),
            };
            if let Some(text) = text {
                let set = self.0.set(info.name, &text);
                set.map_err(|error| Error::raw(ErrorKind::ValueValidation, error.to_string()))?;
            }
        }
        Ok(())
    }
}
