//! Programs from crates.io that the checks run.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Result;
use crate::workspace;

/// Returns the path of a crate's program of the same name, installed below `target/` unless it is there.
pub(super) fn installed(top: &Path, name: &str, version: &str) -> Result<PathBuf> {
    let root = top.join("target/tools").join(format!("{name}-{version}"));
    let program = root.join("bin").join(name);
    if !program.is_file() {
        let mut install = Command::new("cargo");
        install.args(["install", "--quiet", "--locked", "--no-default-features", "--version", version, name]);
        install.arg("--root").arg(&root).current_dir(top);
        // It runs for a second, so a fast build matters more than a fast program.
        install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
        install.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        workspace::run(&mut install, &format!("the installation of {name}"))?;
    }
    Ok(program)
}
