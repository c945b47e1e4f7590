//! Environments with Python packages, below `target/`: made once, and again when other packages are wanted.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Installing may take so long, all in all.
const PATIENCE: Duration = Duration::from_secs(90);

/// The Python of an environment of that name with the packages that a file names; or why there is none.
pub(super) fn with(top: &Path, name: &str, requirements: &str) -> Result<PathBuf, String> {
    let requirements = top.join(requirements);
    let wanted = fs::read(&requirements).map_err(|error| format!("{}: {error}", requirements.display()))?;
    let folder = top.join("target").join(name);
    let (python, installed) = (folder.join("bin/python"), folder.join("installed.txt"));
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let end = Instant::now() + PATIENCE;
    let log = top.join(format!("target/{name}.log"));
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
