//! The files that grids come from.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use minirow_table::input::{Inputs, NeededColumns, Source};

use crate::error::{Error, Result};
use crate::progress::Progress;

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// Files with grids; - is standard input
    ///
    /// Without FILE, standard input is read. The form of a file is recognised by its contents. 81 characters in place of a
    /// file name are a grid.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl InputArgs {
    /// Returns `true` if no file is given.
    pub(crate) fn are_missing(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the inputs.
    ///
    /// # Errors
    /// If nothing is given, and standard input is a terminal.
    pub(crate) fn inputs(&self) -> Result<Inputs> {
        if self.are_missing() && io::stdin().is_terminal() {
            return Err(Error::usage("found no FILE, and standard input is a terminal; see --help"));
        }
        Ok(Inputs::of(&self.files))
    }
}

/// Counts the grids in the background for a progress bar, if the inputs can be read twice.
pub(crate) fn count_for(inputs: &Inputs, progress: &Progress) {
    let is_rereadable = inputs.sources().is_ok_and(|sources| sources.iter().all(Source::is_rereadable));
    if is_rereadable && let Ok(items) = inputs.clone().with_columns(NeededColumns::GRID).read() {
        progress.count_in_background(items);
    }
}
