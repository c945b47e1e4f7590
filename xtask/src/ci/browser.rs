//! The browser in which the tests drive pages.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::error::{Error, Result};
use crate::workspace;

/// Names of the program, as systems have them.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Returns the path of Chromium: that in the variable `CHROMIUM`, or one in `PATH`. On a CI machine, installs Debian's.
pub(super) fn chromium() -> Result<OsString> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Ok(named);
    }
    if found().is_none() && std::env::var_os("CI").is_some() {
        workspace::run(Command::new("apt-get").args(["-qq", "update"]), "apt-get update")?;
        let mut install = Command::new("apt-get");
        install.args(["-qq", "install", "--yes", "--no-install-recommends", "chromium"]);
        workspace::run(&mut install, "apt-get install chromium")?;
    }
    let missing = || Error::failed("no Chromium in PATH: install it, or name one in the variable CHROMIUM");
    found().map(PathBuf::into_os_string).ok_or_else(missing)
}

fn found() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}
