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
pub(crate) enum InputVerdict {
    /// All input is valid: status 0.
    AllValid,
    /// Some input is invalid, and a message was printed for it: status 1.
    SomeInvalid,
}

/// Makes [`Command`] of the list below: a variant for each command, with the arguments of its module.
macro_rules! commands {
    ($($Name:ident => $module:ident,)*) => {
        /// A command with its arguments, in the order of the help.
        #[derive(Subcommand)]
        #[expect(private_interfaces, missing_docs, reason = "arguments are parsed and run; their own docs are the help")]
        pub enum Command {
            $($Name(Box<$module::Args>),)*
        }

        impl Command {
            pub(crate) fn run(self) -> Result<InputVerdict> {
                match self {
                    $(Command::$Name(args) => args.run(),)*
                }
            }
        }
    };
}

commands! {
    Pack => pack,
    Solve => solve,
    Count => count,
    Candidates => candidates,
    Check => check,
    Grade => grade,
    Explain => explain,
    Stats => stats,
    Convert => convert,
    Canon => canon,
    Dedup => dedup,
    Split => split,
    Print => print,
    Dataset => dataset,
    Techniques => techniques,
    Completions => completions,
    Man => man,
}
