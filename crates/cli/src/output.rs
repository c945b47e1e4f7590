//! Where results go: standard output, or a file that has its name only when it is whole.

use std::io::Write;
use std::path::Path;

use minirow_table::files::{self, WholeFile, WriteOptions};

use crate::args::TargetArgs;
use crate::failure::Result;

/// A result that is being written.
#[derive(Debug)]
pub(crate) struct Output(WholeFile);

impl Output {
    /// Opens the target.
    ///
    /// # Errors
    /// If its folder is not there, or it exists and must not be overwritten.
    pub(crate) fn open(target: &TargetArgs) -> Result<Output> {
        Ok(Output(match &target.out {
            Some(path) => WholeFile::open(path, &target.options("minirow"))?,
            None => WholeFile::stdout(),
        }))
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let written = self.0.write_all(bytes);
        Ok(written.map_err(|error| files::Error::from_write(error, self.0.path()))?)
    }

    /// Hands on what is in the buffer.
    pub(crate) fn flush(&mut self) -> Result<()> {
        let flushed = self.0.flush();
        Ok(flushed.map_err(|error| files::Error::from_write(error, self.0.path()))?)
    }

    /// Gives a file its name: all is written.
    pub(crate) fn finish(self) -> Result<()> {
        self.0.finish()?;
        Ok(())
    }
}

/// Refuses before any work what cannot be written.
pub(crate) fn check(target: &TargetArgs) -> Result<()> {
    if target.out.is_some() { Output::open(target).map(drop) } else { Ok(()) }
}

/// Writes a whole file at once, over one that is there.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    let options = WriteOptions { overwrite: true, label: "minirow", ..WriteOptions::default() };
    let mut output = Output(WholeFile::open(path, &options)?);
    output.write(contents)?;
    output.finish()
}
