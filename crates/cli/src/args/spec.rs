//! The constraints on generated puzzles: one option for each entry of the registry of `minirow-pack`.

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, Error, FromArgMatches};
use minirow_pack::PuzzleSpec;
use minirow_pack::spec::{ArgumentKind, CONSTRAINTS, Constraint};

/// The details of a range.
const RANGE: &str = "Write LO-HI or LO..=HI, LO.. or ..=HI, or one number.";

/// The constraints that say how puzzles are found, rather than what they are like. The help lists them apart.
const SAMPLING: [&str; 3] = ["sampling", "search", "max-tries"];

/// The constraints of the command line: all of them, or those that can filter puzzles.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpecArgs<const IS_FILTER: bool = false>(pub(crate) PuzzleSpec);

impl SpecArgs {
    /// The group of all constraints, for options that conflict with them.
    pub(crate) const GROUP: &str = "PuzzleSpec";
}

impl<const IS_FILTER: bool> SpecArgs<IS_FILTER> {
    fn constraints() -> impl Iterator<Item = &'static Constraint> {
        CONSTRAINTS.iter().copied().filter(|constraint| !IS_FILTER || constraint.is_filter)
    }
}

impl<const IS_FILTER: bool> clap::Args for SpecArgs<IS_FILTER> {
    fn augment_args(command: Command) -> Command {
        let group =
            ArgGroup::new(SpecArgs::GROUP).multiple(true).args(Self::constraints().map(|constraint| constraint.name));
        command.args(Self::constraints().map(|constraint| argument(constraint, IS_FILTER))).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn argument(constraint: &'static Constraint, is_filter: bool) -> Arg {
    let Constraint { name, help, details, value_name, kind, requires, .. } = *constraint;
    // Details are about generated puzzles, except for those on the form of a value.
    let details = match kind {
        ArgumentKind::Range { .. } if is_filter => RANGE,
        ArgumentKind::List => details,
        _ if is_filter => "",
        _ => details,
    };
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

impl<const IS_FILTER: bool> FromArgMatches for SpecArgs<IS_FILTER> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for Constraint { name, kind, .. } in Self::constraints() {
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
