//! The files that grids come from.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use minirow_table::input::{Inputs, Item, Source};

use crate::error::{Error, Result};
use crate::progress::Progress;

#[derive(clap::Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// Files with grids; `-` is standard input, and 81 characters are a grid themselves
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl InputArgs {
    /// Returns the inputs.
    ///
    /// # Errors
    /// If nothing is given, and standard input is a terminal.
    pub(crate) fn inputs(&self) -> Result<Inputs> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            return Err(Error::usage("no FILE is given, and standard input is a terminal; see --help"));
        }
        Ok(Inputs::of(&self.files))
    }

    /// Returns the paths as they were given.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.files
    }

    /// Returns the first of the files, if it is one.
    pub(crate) fn first_file(&self) -> Option<&Path> {
        self.files.first().map(PathBuf::as_path).filter(|path| path.is_file())
    }

    /// Reads all grids of all files, one after the other.
    ///
    /// # Errors
    /// If a file is missing or cannot be read. The error is returned before any work is done.
    pub(crate) fn read(&self) -> Result<impl Iterator<Item = Item> + Send + use<>> {
        Ok(self.inputs()?.read()?)
    }
}

/// Counts the grids in the background for a progress bar, if the inputs can be read twice.
pub(crate) fn count_for(inputs: &Inputs, progress: &Progress) {
    let Ok(sources) = inputs.sources() else { return };
    if sources.iter().all(Source::is_rereadable) {
        progress.count_in_background(sources.into_iter().flat_map(|source| source.items()));
    }
}
