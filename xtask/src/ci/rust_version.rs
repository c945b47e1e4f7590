//! The minimum Rust version: the workspace builds with the toolchain that `rust-version` names.

use std::path::Path;
use std::process::Command;

use super::layers;
use crate::error::{Error, Result};
use crate::workspace;

/// Checks every crate with the toolchain of the minimum version: with rustup, unless it is the one in use.
pub(super) fn check(top: &Path) -> Result<()> {
    let metadata = layers::metadata(top)?;
    let version = metadata["packages"][0]["rust_version"].as_str().unwrap_or_default().to_string();
    let in_use = output(Command::new("rustc").arg("--version"));
    if in_use.starts_with(&format!("rustc {version}.")) || in_use.starts_with(&format!("rustc {version} ")) {
        eprintln!("{} is the minimum: all other steps have checked it", in_use.trim());
        return Ok(());
    }
    let installed = output(Command::new("rustup").args(["toolchain", "list"]));
    let Some(toolchain) = installed.lines().find(|line| line.starts_with(&version)) else {
        let how = format!("`rustup toolchain install {version}` installs it");
        return Err(Error::failed(format!(
            "the minimum is Rust {version}, but this toolchain is not installed: {how}"
        )));
    };
    let mut check = Command::new("rustup");
    check.args(["run", toolchain.split_whitespace().next().unwrap_or(toolchain), "cargo", "check", "--workspace"]);
    check.args(["--all-targets", "--target-dir", "target/rust-version"]).current_dir(top);
    workspace::run(&mut check, &format!("cargo check with Rust {version}"))
}

fn output(command: &mut Command) -> String {
    command.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

/// A Rust version is that of all packages.
#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_package_promises_the_same_version() {
        let metadata = layers::metadata(&workspace::top().unwrap()).unwrap();
        let versions: Vec<&Value> =
            metadata["packages"].as_array().unwrap().iter().map(|package| &package["rust_version"]).collect();
        assert!(versions.windows(2).all(|pair| pair[0] == pair[1]), "{versions:?}");
    }
}
