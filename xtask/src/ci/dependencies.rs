//! The licences and sources of the dependencies, and banned dependencies, by the rules of `deny.toml`.

use std::path::Path;
use std::process::Command;

use crate::error::Result;
use crate::workspace;

/// The version of cargo-deny.
const VERSION: &str = "0.20.2";

/// Runs `cargo deny`, and installs it below `target/` if it is missing.
pub(super) fn check(top: &Path) -> Result<()> {
    let root = top.join("target/tools").join(VERSION);
    let program = root.join("bin/cargo-deny");
    if !program.is_file() {
        let mut install = Command::new("cargo");
        install.args(["install", "--quiet", "--locked", "--no-default-features", "--version", VERSION, "cargo-deny"]);
        install.arg("--root").arg(&root).current_dir(top);
        // It runs for a second, so a fast build matters more.
        install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_LTO", "off");
        install.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        workspace::run(&mut install, "the installation of cargo-deny")?;
    }
    let mut deny = Command::new(program);
    deny.args(["--all-features", "check", "licenses", "bans", "sources"]).current_dir(top);
    workspace::run(&mut deny, "cargo deny check licenses bans sources")
}
