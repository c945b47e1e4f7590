//! The output of a command: standard output, or a file that gets its name when it is complete.

use std::io::Write;
use std::path::Path;

use minirow_table::files::{self, FileGroup, Member, WriteOptions};

use crate::args::TargetArgs;
use crate::error::Result;

/// A result that is being written.
#[derive(Debug)]
pub(crate) struct Output {
    group: FileGroup,
    file: Member,
}

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
        let mut group = FileGroup::new(options);
        let file = group.create_or_stdout(path)?;
        Ok(Output { group, file })
    }

    /// Writes bytes to a buffer.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> files::Result<()> {
        self.file.put(bytes)
    }

    /// Writes bytes at once, because a reader may wait for them.
    pub(crate) fn write_now(&mut self, bytes: &[u8]) -> Result<()> {
        self.write(bytes)?;
        Ok(self.file.flush().map_err(|error| files::Error::from_write(error, self.file.path()))?)
    }

    /// Completes the output: a file gets its name.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.group.add(self.file)?;
        Ok(self.group.commit()?)
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
