//! Python environments below `target/`, which are made again when their requirements change.
//!
//! They are made by uv, which needs a sixth of the time of pip and links the files that environments share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::error::{Error, Result};
use crate::workspace;

/// The version of uv, which pip installs.
const UV: &str = "uv==0.13.9";

/// Returns the Python of an environment with the packages that a file of requirements names.
pub(crate) fn with(top: &Path, name: &str, requirements: &str) -> Result<PathBuf> {
    of(top, name, requirements, "python3", &[])
}

/// Returns the path of a program in an environment with the packages that a file of requirements names.
pub(crate) fn program(top: &Path, name: &str, requirements: &str, program: &str) -> Result<PathBuf> {
    Ok(with(top, name, requirements)?.with_file_name(program))
}

/// Returns the Python of an environment of another Python, made with further options of `uv venv`.
pub(crate) fn of(top: &Path, name: &str, requirements: &str, base: &str, options: &[&str]) -> Result<PathBuf> {
    let requirements = top.join(requirements);
    let wanted = fs::read(&requirements).map_err(Error::file(&requirements, "cannot be read"))?;
    let folder = top.join("target").join(name);
    let (python, installed) = (folder.join("bin/python"), folder.join("installed.txt"));
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    let mut create = Command::new(uv(top)?);
    create.args(["venv", "--quiet", "--clear", "--python", base]).args(options).arg(&folder);
    workspace::run(&mut create, &format!("uv venv --python {base}"))?;
    let requirements = requirements.to_string_lossy();
    install(
        top,
        &python,
        &["--only-binary", ":all:", "-r", &requirements],
        &format!("uv pip install -r {requirements}"),
    )?;
    fs::write(&installed, wanted).map_err(Error::file(&installed, "cannot be written"))?;
    Ok(python)
}

/// Installs packages in the environment of a Python.
pub(crate) fn install(top: &Path, python: &Path, options: &[&str], action: &str) -> Result<()> {
    let mut install = Command::new(uv(top)?);
    install.args(["pip", "install", "--quiet", "--python"]).arg(python).args(options).current_dir(top);
    workspace::run(&mut install, action)
}

/// Returns the variable `PATH` with the folder of uv at its end.
pub(crate) fn path_with_uv(top: &Path) -> Result<OsString> {
    let known = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&known).chain(uv(top)?.parent().map(Path::to_path_buf));
    env::join_paths(folders).map_err(|error| Error::failed(format!("PATH cannot be extended: {error}")))
}

/// Returns the path of uv, installed below `target/` unless it is there.
fn uv(top: &Path) -> Result<PathBuf> {
    let folder = top.join("target/tools").join(UV);
    let program = folder.join("bin/uv");
    if !program.is_file() {
        workspace::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder), "python3 -m venv")?;
        let mut install = Command::new(folder.join("bin/python"));
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", UV]);
        workspace::run(&mut install, &format!("pip install {UV}"))?;
    }
    Ok(program)
}
