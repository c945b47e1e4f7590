//! The constraints on generated puzzles: one option for each entry of the registry of `minirow-pack`.

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, Error, FromArgMatches};
use minirow_pack::PuzzleSpec;
use minirow_pack::spec::{ArgumentKind, CONSTRAINTS, Constraint};

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
        let group =
            ArgGroup::new(SpecArgs::GROUP).multiple(true).args(CONSTRAINTS.iter().map(|constraint| constraint.name));
        command.args(CONSTRAINTS.iter().copied().map(argument)).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        SpecArgs::augment_args(command)
    }
}

fn argument(constraint: &'static Constraint) -> Arg {
    let Constraint { name, help, details, value_name, kind, requires, .. } = *constraint;
    let long_help = if details.is_empty() { help.to_string() } else { format!("{help}\n\n{details}") };
    let heading = if SAMPLING.contains(&name) { "Sampling" } else { "Constraints" };
    let argument = Arg::new(name).long(name).help(help).long_help(long_help).requires_all(requires);
    let argument = argument.help_heading(heading);
    // Each value is checked on its own.
    let parse = move |text: &str| PuzzleSpec::new().parse(constraint, text).map(|()| text.to_string());
    let argument = match kind {
        ArgumentKind::Flag => return argument.action(ArgAction::SetTrue),
        ArgumentKind::Value | ArgumentKind::Range { .. } => argument.value_parser(ValueParser::new(parse)),
        ArgumentKind::List => {
            argument.value_parser(ValueParser::new(parse)).action(ArgAction::Append).value_delimiter(',')
        }
        ArgumentKind::OneOf(names) => {
            argument.value_parser(PossibleValuesParser::new(names()).map(|name: String| name))
        }
    };
    argument.value_name(value_name).default_values(PuzzleSpec::new().text(constraint))
}

impl FromArgMatches for SpecArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SpecArgs, Error> {
        let mut args = SpecArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for Constraint { name, kind, .. } in CONSTRAINTS {
            let text = match kind {
                ArgumentKind::Flag => matches.get_flag(name).then(|| "true".to_string()),
                _ => matches
                    .get_many::<String>(name)
                    .map(|values| values.map(String::as_str).collect::<Vec<_>>().join(",")),
            };
            if let Some(text) = text {
                let set = self.0.set(name, &text);
                set.map_err(|error| Error::raw(ErrorKind::ValueValidation, error.to_string()))?;
            }
        }
        Ok(())
    }
}
