//! The output of a command: standard output, or a file that gets its name when it is complete.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use minirow_table::files::{self, WholeFile, WriteOptions};

use crate::args::TargetArgs;
use crate::error::Result;

/// A result that is being written.
#[derive(Debug)]
pub(crate) struct Output {
    to: WriteTo,
    /// For messages.
    path: PathBuf,
}

#[derive(Debug)]
enum WriteTo {
    Target(Box<WholeFile>),
    Temporary(BufWriter<File>),
}

impl Output {
    /// Opens the target.
    ///
    /// # Errors
    /// If its folder is missing, or the file exists and must not be overwritten.
    pub(crate) fn open(target: &TargetArgs) -> Result<Output> {
        Ok(Output::to(match &target.out {
            Some(path) => WholeFile::open(path, &target.options("minirow"))?,
            None => WholeFile::stdout(),
        }))
    }

    fn to(file: WholeFile) -> Output {
        Output { path: file.path().to_path_buf(), to: WriteTo::Target(Box::new(file)) }
    }

    /// Writes to a temporary file, which the caller reads afterwards. The path is that of the result, for messages.
    pub(crate) fn temporary(file: File, path: &Path) -> Output {
        Output { path: path.to_path_buf(), to: WriteTo::Temporary(BufWriter::with_capacity(1 << 16, file)) }
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let written = match &mut self.to {
            WriteTo::Target(file) => file.write_all(bytes),
            WriteTo::Temporary(file) => file.write_all(bytes),
        };
        Ok(written.map_err(|error| files::Error::from_write(error, &self.path))?)
    }

    /// Flushes the buffer, because a reader may wait for the text.
    pub(crate) fn flush(&mut self) -> Result<()> {
        let flushed = match &mut self.to {
            WriteTo::Target(file) => file.flush(),
            WriteTo::Temporary(_) => Ok(()),
        };
        Ok(flushed.map_err(|error| files::Error::from_write(error, &self.path))?)
    }

    /// Completes the output: a file gets its name.
    pub(crate) fn finish(self) -> Result<()> {
        match self.to {
            WriteTo::Target(file) => file.finish().map(drop)?,
            WriteTo::Temporary(mut file) => {
                file.flush().map_err(|error| files::Error::from_write(error, &self.path))?;
            }
        }
        Ok(())
    }
}

/// Checks before the work that the target can be written.
pub(crate) fn check(target: &TargetArgs) -> Result<()> {
    if target.out.is_some() { Output::open(target).map(drop) } else { Ok(()) }
}

/// Writes a whole file. Replaces the file if it exists.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    let options = WriteOptions { overwrite: true, label: "minirow", ..WriteOptions::default() };
    let mut output = Output::to(WholeFile::open(path, &options)?);
    output.write(contents)?;
    output.finish()
}
