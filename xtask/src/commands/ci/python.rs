//! Whether the Python package does what it says: built as a wheel, installed where nothing else of ours is, and tested there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use super::{cluster, loaders, venv};
use crate::commands::datasets::workspace;
use crate::failure::{Failure, Result, say};

/// Builds the wheel, installs it, and runs its tests.
///
/// # Errors
/// If it cannot be built, or a test fails. That there is no Python, or no package, is none.
pub(super) fn check() -> Result<()> {
    say("== python: a wheel, and crates/python/tests");
    let start = Instant::now();
    let top = workspace()?;
    let python = match python(&top) {
        Ok(python) => python,
        Err(why) => {
            say(&format!("== python: skipped: {why}"));
            return Ok(());
        }
    };
    let wheels = top.join("target/python-wheel");
    let _ = fs::remove_dir_all(&wheels); // those of other versions
    // Without optimisation by the linker: what is tested is whether it is right.
    let mut build = Command::new(&python);
    succeed(build.args(["-m", "maturin", "build", "--quiet", "--locked", "--out"]).arg(&wheels), &top, "the build")?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]);
    install.args(["--force-reinstall", "--find-links"]).arg(&wheels).arg("minirow");
    succeed(&mut install, &top, "the installation")?;
    say(&format!("== python: {:.0} s for the wheel", start.elapsed().as_secs_f64()));
    let program = env::current_exe().map_err(|error| Failure::usage(format!("this program is not found: {error}")))?;
    let mut test = Command::new(&python);
    // What is left out is said with its reason.
    test.args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "crates/python/tests"]);
    test.env("MINIROW_COMMAND", &program).env("PYTHONDONTWRITEBYTECODE", "1");
    succeed(&mut test, &top, "a test")?;
    say(&format!("== python: {:.0} s", start.elapsed().as_secs_f64()));
    cluster::check(&top, &wheels, &program)
}

/// A Python with what builds and tests need, and with the libraries of the loaders, if they are there; or why there is none.
fn python(top: &Path) -> std::result::Result<PathBuf, String> {
    if env::var("MINIROW_WHEEL").is_ok_and(|value| value == "skip") {
        return Err("MINIROW_WHEEL says so".into());
    }
    let python = venv::with(top, "python", "crates/python/tests/requirements.txt")?;
    let folder = |python: &Path| -> std::result::Result<PathBuf, String> {
        let mut ask = Command::new(python);
        let said = ask.args(["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).output();
        let said = said.map_err(|error| format!("{}: {error}", python.display()))?;
        Ok(PathBuf::from(String::from_utf8_lossy(&said.stdout).trim()))
    };
    let link = folder(&python)?.join("loaders.pth");
    match loaders::python(top) {
        Ok(loaders) => {
            let libraries = format!("{}\n", folder(&loaders)?.display());
            fs::write(&link, libraries).map_err(|error| format!("{}: {error}", link.display()))?;
        }
        Err(why) => {
            let _ = fs::remove_file(&link);
            say(&format!("== python: without pyarrow, polars, pandas and DuckDB: {why}"));
        }
    }
    Ok(python)
}

pub(super) fn succeed(command: &mut Command, top: &Path, what: &str) -> Result<()> {
    let status = command.current_dir(top).status();
    let status = status.map_err(|error| Failure::usage(format!("python: {what} cannot be started: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failure::data(format!("python: {what} failed"))) }
}
