//! The licences and sources of the dependencies, and banned dependencies, by the rules of `deny.toml`.

use std::path::Path;
use std::process::Command;

use crate::error::Result;
use crate::{tools, workspace};

/// The version of cargo-deny.
const VERSION: &str = "0.20.2";

/// Runs `cargo deny`.
pub(super) fn check(top: &Path) -> Result<()> {
    let mut deny = Command::new(tools::installed(top, "cargo-deny", "cargo-deny", VERSION)?);
    deny.args(["--all-features", "check", "licenses", "bans", "sources"]).current_dir(top);
    workspace::run(&mut deny, "cargo deny check licenses bans sources")
}
