//! Whether a cluster makes what the command line makes: with nodes of Ray on this machine, where Ray can be had.

use std::env;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use super::python::succeed;
use super::venv;
use crate::failure::{Failure, Result, say};

/// Installs the wheel beside Ray, and runs the tests there, and a small form of the script that loses a node.
///
/// # Errors
/// If a test fails. That Ray cannot be had is none.
pub(super) fn check(top: &Path, wheels: &Path, program: &Path) -> Result<()> {
    say("== cluster: crates/python/cluster");
    let start = Instant::now();
    if env::var("MINIROW_CLUSTER").is_ok_and(|value| value == "skip") {
        say("== cluster: skipped: MINIROW_CLUSTER says so");
        return Ok(());
    }
    let python = match venv::with(top, "cluster", "crates/python/cluster/requirements.txt") {
        Ok(python) => python,
        Err(why) => {
            say(&format!("== cluster: skipped: {why}"));
            return Ok(());
        }
    };
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]);
    install.args(["--force-reinstall", "--find-links"]).arg(wheels).arg("minirow");
    succeed(&mut install, top, "the installation beside Ray")?;
    let mut test = Command::new(&python);
    test.args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "crates/python/cluster"]);
    test.env("MINIROW_COMMAND", program).env("PYTHONDONTWRITEBYTECODE", "1");
    succeed(&mut test, top, "a test of the cluster")?;
    let mut verify = Command::new(&python);
    verify.args(["crates/python/cluster/verify_ray.py", "--count", "4000", "--make-only"]);
    verify.env("MINIROW_COMMAND", program).env("PYTHONDONTWRITEBYTECODE", "1").current_dir(top);
    let status = verify.status();
    let status = status.map_err(|error| Failure::usage(format!("{}: cannot be started: {error}", python.display())))?;
    say(&format!("== cluster: {:.0} s", start.elapsed().as_secs_f64()));
    match status.code() {
        Some(0) => Ok(()),
        // What the script says if Ray cannot be imported.
        Some(3) => {
            say("== cluster: skipped");
            Ok(())
        }
        _ => Err(Failure::data("a cluster does not make what the command line makes")),
    }
}
