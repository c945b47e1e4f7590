//! The commands, one file each: the arguments (`Args`) and the work (`run`).

mod audit;
mod benchmark;
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
mod kept_columns;
mod man;
mod minimise;
mod neighbours;
pub(crate) mod pack;
mod per_grid;
pub(crate) mod print;
mod properties;
mod solve;
mod split;
mod stats;
pub(crate) mod techniques;
mod unavoidable;

use clap::Subcommand;

use crate::args::Parsed;
use crate::error::Result;

/// The result of a command that has run to its end. It gives the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputVerdict {
    /// All input is valid: status 0.
    AllValid,
    /// Some input is invalid, and a message was printed for it: status 1.
    SomeInvalid,
}

impl InputVerdict {
    /// Returns the verdict on an input with this number of invalid entries.
    pub(crate) fn of_invalid(count: u64) -> InputVerdict {
        if count == 0 { InputVerdict::AllValid } else { InputVerdict::SomeInvalid }
    }
}

/// The result of a command, with numbers for a program that has called it.
pub(crate) struct Done {
    pub(crate) verdict: InputVerdict,
    /// Numbers of rows by names.
    pub(crate) numbers: Vec<(String, u64)>,
}

impl From<InputVerdict> for Done {
    fn from(verdict: InputVerdict) -> Done {
        Done { verdict, numbers: Vec::new() }
    }
}

/// Defines [`Command`], with a variant for each command and the arguments of its module, and [`GROUPS`].
macro_rules! commands {
    ($($group:literal: $($Name:ident => $module:ident,)*)*) => {
        /// A command with its arguments, in the order of the help.
        #[derive(Subcommand)]
        // A run defines the options of its command only.
        #[command(defer = true)]
        #[expect(private_interfaces, missing_docs, reason = "arguments are parsed and run; their own docs are the help")]
        pub enum Command {
            $($(
                $Name(Box<Parsed<$module::Args>>),
            )*)*
        }

        impl Command {
            pub(crate) fn run(self) -> Result<Done> {
                match self {
                    $($(Command::$Name(parsed) => {
                        parsed.given.check()?;
                        parsed.check_paths()?;
                        parsed.given.print_names();
                        parsed.args.run(&parsed.given).map(Done::from)
                    })*)*
                }
            }
        }

        /// The groups of commands in the help, with the names of their commands.
        pub(crate) const GROUPS: &[(&str, &[&str])] = &[$(($group, &[$(stringify!($module)),*])),*];
    };
}

commands! {
    "Packs and books":
    Pack => pack,
    Print => print,

    "Solving":
    Solve => solve,
    Count => count,
    Candidates => candidates,
    Check => check,

    "Rating":
    Grade => grade,
    Explain => explain,
    Techniques => techniques,

    "Research":
    Unavoidable => unavoidable,
    Minimise => minimise,
    Neighbours => neighbours,
    Properties => properties,

    "Files":
    Convert => convert,
    Canon => canon,
    Stats => stats,

    "Data sets":
    Audit => audit,
    Dedup => dedup,
    Split => split,
    Dataset => dataset,
    Benchmark => benchmark,

    "Shell":
    Completions => completions,
    Man => man,
}
