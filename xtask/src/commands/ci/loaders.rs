//! Whether data sets load as their cards say, in the libraries that people use: seen for real, where Python has them.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::commands::datasets::workspace;
use crate::failure::{Failure, Result, say};

/// Installing may take so long, all in all.
const PATIENCE: Duration = Duration::from_secs(90);

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
fn python(top: &Path) -> std::result::Result<PathBuf, String> {
    if env::var("MINIROW_LOADERS").is_ok_and(|value| value == "skip") {
        return Err("MINIROW_LOADERS says so".into());
    }
    if let Some(python) = env::var_os("MINIROW_PYTHON") {
        return Ok(python.into());
    }
    let requirements = top.join("datasets/requirements.txt");
    let wanted = fs::read(&requirements).map_err(|error| format!("{}: {error}", requirements.display()))?;
    let folder = top.join("target/loaders");
    let (python, installed) = (folder.join("bin/python"), folder.join("installed.txt"));
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let end = Instant::now() + PATIENCE;
    let log = top.join("target/loaders.log");
    let mut create = Command::new("python3");
    within(create.args(["-m", "venv", "--clear"]).arg(&folder), end, &log)
        .map_err(|why| format!("no python3 with venv: {why}"))?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]);
    install.args(["--retries", "0", "--timeout", "15", "-r"]).arg(&requirements);
    within(&mut install, end, &log).map_err(|why| format!("the libraries cannot be installed: {why}"))?;
    fs::write(&installed, wanted).map_err(|error| format!("{}: {error}", installed.display()))?;
    Ok(python)
}

/// Runs a command to its end, but not longer than up to a moment.
fn within(command: &mut Command, end: Instant, log: &Path) -> std::result::Result<(), String> {
    let output = File::create(log).map_err(|error| error.to_string())?;
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(output).spawn().map_err(|error| error.to_string())?;
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(_)) => {
                let said = fs::read_to_string(log).unwrap_or_default();
                return Err(said.lines().next_back().unwrap_or("for no reason that is given").to_string());
            }
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(100)),
            Ok(None) | Err(_) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it takes longer than {} s", PATIENCE.as_secs()));
            }
        }
    }
}
