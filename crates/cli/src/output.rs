//! The output of a command: standard output, or a file that gets its name when it is complete.

use std::io::Write;
use std::path::Path;

use minirow_table::files::{self, WholeFile, WriteOptions};

use crate::args::TargetArgs;
use crate::error::Result;

/// A result that is being written.
#[derive(Debug)]
pub(crate) struct Output(WholeFile);

impl Output {
    /// Opens the target.
    ///
    /// # Errors
    /// If its folder is missing, or the file exists and must not be overwritten.
    pub(crate) fn open(target: &TargetArgs) -> Result<Output> {
        Output::open_with(target.out.as_deref(), &target.options("minirow"))
    }

    /// Opens a file, or standard output if there is no path.
    ///
    /// # Errors
    /// As [`open`](Self::open), or if the file is one of the inputs.
    pub(crate) fn open_with(path: Option<&Path>, options: &WriteOptions) -> Result<Output> {
        Ok(Output(match path {
            Some(path) => WholeFile::open(path, options)?,
            None => WholeFile::stdout(),
        }))
    }

    /// Writes bytes to a buffer.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> files::Result<()> {
        self.0.write_all(bytes).map_err(|error| files::Error::from_write(error, self.0.path()))
    }

    /// Writes bytes at once, because a reader may wait for them.
    pub(crate) fn write_now(&mut self, bytes: &[u8]) -> Result<()> {
        self.write(bytes)?;
        Ok(self.0.flush().map_err(|error| files::Error::from_write(error, self.0.path()))?)
    }

    /// Completes the output: a file gets its name.
    pub(crate) fn finish(self) -> Result<()> {
        self.0.finish()?;
        Ok(())
    }
}

/// Writes everything to the target. Replaces a file if the options say so.
pub(crate) fn write_all(path: Option<&Path>, options: &WriteOptions, contents: &[u8]) -> Result<()> {
    let mut output = Output::open_with(path, options)?;
    output.write(contents)?;
    output.finish()
}

/// Writes everything to standard output.
pub(crate) fn print(contents: &[u8]) -> Result<()> {
    write_all(None, &WriteOptions::default(), contents)
}
