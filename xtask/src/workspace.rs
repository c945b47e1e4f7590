//! The repository, and programs that are run in it.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::error::{Error, Result};

/// Returns the top of the repository, from any folder in it.
pub(crate) fn top() -> Result<PathBuf> {
    let here = std::env::current_dir().map_err(|error| Error::usage(format!("no current folder: {error}")))?;
    let is_top = |folder: &&std::path::Path| folder.join("datasets").is_dir() && folder.join("crates/core").is_dir();
    match here.ancestors().find(is_top) {
        Some(top) => Ok(top.to_path_buf()),
        None => Err(Error::usage("this is not Minirow's repository: no folder datasets here or above")),
    }
}

/// Runs a program.
///
/// # Errors
/// If it cannot be started, or fails.
pub(crate) fn run(command: &mut Command, what: &str) -> Result<()> {
    let status = command.stdin(Stdio::null()).status();
    let status = status.map_err(|error| Error::failed(format!("{what}: cannot be started: {error}")))?;
    if status.success() { Ok(()) } else { Err(Error::failed(format!("{what} failed"))) }
}
