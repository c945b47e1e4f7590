//! The output of a command.

use std::path::PathBuf;

use minirow_table::files::WriteOptions;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct TargetArgs {
    /// Write to FILE instead of standard output; it gets its name when it is complete
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite FILE if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

impl TargetArgs {
    /// Returns how existing files are treated; `label` is what a second run is told.
    pub(crate) fn options<'a>(&self, label: &'a str) -> WriteOptions<'a> {
        WriteOptions { overwrite: self.force, label, ..WriteOptions::default() }
    }
}
