//! Whether data sets load as their cards say, in the libraries that people use: seen for real, where Python has them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use super::venv;
use crate::commands::datasets::workspace;
use crate::failure::{Failure, Result, say};

/// What the script says if none of the libraries is there.
const NOTHING_RUN: i32 = 3;

/// Runs the loading lines of the cards: of `datasets/`, and of folders with CSV alone and with shards, made of its rows.
///
/// # Errors
/// If something is loaded wrong. That there is no Python, or no library, is none.
pub(super) fn check() -> Result<()> {
    say("== loaders: datasets/verify_loaders.py");
    let start = Instant::now();
    let top = workspace()?;
    let python = match python(&top) {
        Ok(python) => python,
        Err(why) => {
            say(&format!("== loaders: skipped: {why}"));
            return Ok(());
        }
    };
    let scratch = tempfile::tempdir().map_err(|error| Failure::usage(format!("no folder for the work: {error}")))?;
    let mut folders = vec![top.join("datasets")];
    for (name, options) in [("csv", &["--formats", "csv"][..]), ("shards", &["--shard-rows", "400"][..])] {
        folders.push(scratch.path().join(name));
        let program =
            env::current_exe().map_err(|error| Failure::usage(format!("this program is not found: {error}")))?;
        let made = Command::new(program)
            .args(["dataset", "--quiet", "--from", "datasets/csv/train.csv", "--fractions", "90,10", "--out"])
            .arg(&folders[folders.len() - 1])
            .args(options)
            .current_dir(&top)
            .status();
        if !made.is_ok_and(|status| status.success()) {
            return Err(Failure::data(format!("no data set could be made of datasets/csv/train.csv ({name})")));
        }
    }
    let script = top.join("datasets/verify_loaders.py");
    let status = Command::new(&python).arg(script).args(&folders).current_dir(&top).status();
    let status = status.map_err(|error| Failure::usage(format!("{}: cannot be started: {error}", python.display())))?;
    say(&format!("== loaders: {:.0} s", start.elapsed().as_secs_f64()));
    match status.code() {
        Some(0) => Ok(()),
        Some(NOTHING_RUN) => {
            say("== loaders: skipped");
            Ok(())
        }
        _ => Err(Failure::data("a data set does not load as its card says")),
    }
}

/// A Python with the libraries; or why there is none.
pub(super) fn python(top: &Path) -> std::result::Result<PathBuf, String> {
    if env::var("MINIROW_LOADERS").is_ok_and(|value| value == "skip") {
        return Err("MINIROW_LOADERS says so".into());
    }
    if let Some(python) = env::var_os("MINIROW_PYTHON") {
        return Ok(python.into());
    }
    venv::with(top, "loaders", "datasets/requirements.txt")
}
