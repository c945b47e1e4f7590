//! Programs from crates.io that the commands run.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::error::Result;
use crate::workspace;

/// Returns the path of a program of a crate, installed below `target/` unless it is there.
pub(crate) fn installed(top: &Path, name: &str, program: &str, version: &str) -> Result<PathBuf> {
    let root = top.join("target/tools").join(format!("{name}-{version}"));
    let program = root.join("bin").join(program);
    if !program.is_file() {
        eprintln!("installing {name} {version} below target/tools");
        let install = |locked: &[&str], errors: Stdio| {
            let mut install = Command::new("cargo");
            install.args(["install", "--quiet", "--debug", "--no-default-features"]).args(locked);
            install.args(["--version", version, name, "--root"]).arg(&root).current_dir(top);
            // It runs for a second, so a fast build matters more than a fast program. What the workspace has built with the same
            // profile is not built again.
            install.env("CARGO_TARGET_DIR", top.join("target")).env("CARGO_PROFILE_DEV_LTO", "off");
            install.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_DEBUG", "false");
            workspace::run(install.stderr(errors), &format!("the installation of {name}"))
        };
        // A mirror of the registry may not yet have a version that the lock file of the program names.
        install(&["--locked"], Stdio::null()).or_else(|_| install(&[], Stdio::inherit()))?;
    }
    Ok(program)
}
