//! The output of a command.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::ArgGroup;
use minirow_files::{WriteOptions, is_stream};

use crate::error::{self, Error};

/// The options with files that a command writes. `--force` requires one of them.
pub(crate) const WRITTEN: &str = "written";

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output", group = ArgGroup::new(WRITTEN).multiple(true))]
pub(crate) struct TargetArgs {
    /// Write to FILE [default: -, standard output]
    ///
    /// FILE appears only when it is complete. Its ending selects the format.
    #[arg(long, short, value_name = "FILE", group = WRITTEN)]
    out: Option<PathBuf>,
    /// Overwrite FILE if it exists
    #[arg(long, short, requires = WRITTEN)]
    pub(crate) force: bool,
}

/// Returns the path of a file, or `None` for `-`, which is standard output.
pub(crate) fn file(out: Option<&Path>) -> Option<&Path> {
    out.filter(|path| *path != Path::new("-"))
}

/// Parses the path of a folder.
pub(crate) fn folder(text: &str) -> Result<PathBuf, String> {
    not_standard_output(text, "folder")
}

/// Parses the path of a list that is written beside the output.
pub(crate) fn list(text: &str) -> Result<PathBuf, String> {
    not_standard_output(text, "file")
}

fn not_standard_output(text: &str, expected: &str) -> Result<PathBuf, String> {
    match text {
        "" => Err(format!("expected the name of a {expected}")),
        "-" => Err(format!("expected a {expected}, not standard output")),
        _ => Ok(text.into()),
    }
}

impl TargetArgs {
    /// Returns the path of the file, or `None` for standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        file(self.out.as_deref())
    }

    /// Returns the name of a run for others that want the same file: `minirow count --out FILE`.
    pub(crate) fn label(&self, command: &str) -> String {
        self.file().map_or(command.into(), |out| format!("{command} --out {}", out.display()))
    }

    /// Returns how existing files are treated. A second run that wants the same file shows `label`.
    pub(crate) fn options<'a>(&self, label: &'a str) -> WriteOptions<'a> {
        WriteOptions { overwrite: self.force, label, ..WriteOptions::default() }
    }

    /// Ends a command whose input has no row that can be used. Standard output and pipes have what was written to them.
    ///
    /// # Errors
    /// If the target is a file.
    pub(crate) fn refuse_empty(&self) -> error::Result<()> {
        if self.file().is_none_or(is_stream) { Ok(()) } else { Err(minirow_dataset::Error::NothingLeft.into()) }
    }

    /// Refuses to write to a terminal what it cannot show.
    ///
    /// # Errors
    /// If the results are written to a terminal.
    pub(crate) fn refuse_terminal(&self, what: &str) -> error::Result<()> {
        if self.is_terminal() {
            return Err(Error::usage(format!("a terminal cannot show a {what}; --out FILE writes it to a file")));
        }
        Ok(())
    }

    /// Returns `true` if the results are written to a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.file().is_none() && io::stdout().is_terminal()
    }
}
