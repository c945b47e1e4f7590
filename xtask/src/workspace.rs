//! The repository, and programs that are run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::{Error, Result};

/// Returns the top of the repository, from any folder in it.
pub(crate) fn top() -> Result<PathBuf> {
    let here = std::env::current_dir().map_err(|error| Error::usage(format!("no current folder: {error}")))?;
    let is_top = |folder: &&Path| folder.join("datasets").is_dir() && folder.join("crates/core").is_dir();
    match here.ancestors().find(is_top) {
        Some(top) => Ok(top.to_path_buf()),
        None => Err(Error::usage("this is not Minirow's repository: no folder datasets here or above")),
    }
}

/// Returns the paths, from the top, of the files in git whose names end with one of these extensions.
pub(crate) fn files(top: &Path, extensions: &[&str]) -> Result<Vec<String>> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(top).output();
    let listed = listed.map_err(|error| Error::failed(format!("git ls-files: {error}")))?;
    if !listed.status.success() {
        return Err(Error::failed(String::from_utf8_lossy(&listed.stderr).trim()));
    }
    let names = String::from_utf8_lossy(&listed.stdout);
    let is_wanted = |name: &&str| name.rsplit_once('.').is_some_and(|(_, end)| extensions.contains(&end));
    // A file may be deleted, but not yet in a commit.
    let is_there = |name: &&str| top.join(name).is_file();
    Ok(names.split('\0').filter(is_wanted).filter(is_there).map(String::from).collect())
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
