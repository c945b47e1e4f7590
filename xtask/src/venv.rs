//! Python environments below `target/`, which are made again when their requirements change.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Error, Result};
use crate::workspace;

/// Returns the Python of an environment with the packages that a file of requirements names.
pub(crate) fn with(top: &Path, name: &str, requirements: &str) -> Result<PathBuf> {
    of(top, name, requirements, "python3", &[])
}

/// Returns the Python of an environment of another Python, made with further options of `venv`.
pub(crate) fn of(top: &Path, name: &str, requirements: &str, base: &str, options: &[&str]) -> Result<PathBuf> {
    let requirements = top.join(requirements);
    let wanted = fs::read(&requirements).map_err(Error::file(&requirements, "cannot be read"))?;
    let folder = top.join("target").join(name);
    let (python, installed) = (folder.join("bin/python"), folder.join("installed.txt"));
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let mut create = Command::new(base);
    let create = create.args(["-m", "venv", "--clear"]).args(options).arg(&folder);
    workspace::run(create, &format!("{base} -m venv"))?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", "-r"]);
    workspace::run(install.arg(&requirements), &format!("pip install -r {}", requirements.display()))?;
    fs::write(&installed, wanted).map_err(Error::file(&installed, "cannot be written"))?;
    Ok(python)
}
