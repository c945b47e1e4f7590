//! The output of a command.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use minirow_table::files::WriteOptions;

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct TargetArgs {
    /// Write to FILE instead of standard output
    ///
    /// FILE gets its name when it is complete.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite FILE if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

impl TargetArgs {
    /// Returns how existing files are treated. A second run that wants the same file shows `label`.
    pub(crate) fn options<'a>(&self, label: &'a str) -> WriteOptions<'a> {
        WriteOptions { overwrite: self.force, label, ..WriteOptions::default() }
    }

    /// Returns `true` if the results are written to a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.out.is_none() && io::stdout().is_terminal()
    }
}
