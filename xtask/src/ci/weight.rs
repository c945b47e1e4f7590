//! The weight of the first build: limits on the number of crates that `cargo xtask` compiles, and on those of Cargo.lock.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::error::{Error, Result};

/// The maximum number of crates, with those of the workspace, that a build of `cargo xtask` takes.
const MOST_IN_BUILD: usize = 110;

/// The maximum number of crates in Cargo.lock.
const MOST_IN_LOCK: usize = 220;

/// Counts the crates.
pub(super) fn check(top: &Path) -> Result<()> {
    let mut tree = Command::new("cargo");
    tree.args(["tree", "--locked", "--package", "xtask", "--edges", "normal,build", "--prefix", "none", "--no-dedupe"]);
    let tree = tree.current_dir(top).output().map_err(|error| Error::failed(format!("cargo tree: {error}")))?;
    if !tree.status.success() {
        return Err(Error::failed(String::from_utf8_lossy(&tree.stderr)));
    }
    let lock = top.join("Cargo.lock");
    let lock = std::fs::read_to_string(&lock).map_err(Error::file(&lock, "cannot be read"))?;
    let in_build = crates_of(&String::from_utf8_lossy(&tree.stdout));
    within("a build of `cargo xtask`", in_build, MOST_IN_BUILD)?;
    within("Cargo.lock", lock.lines().filter(|&line| line == "[[package]]").count(), MOST_IN_LOCK)
}

/// Returns the number of crates in the output of `cargo tree`. A line begins with the name and the version.
fn crates_of(tree: &str) -> usize {
    let name_and_version = |line: &str| line.split(' ').take(2).map(String::from).collect::<Vec<_>>();
    tree.lines().filter(|line| !line.is_empty()).map(name_and_version).collect::<BTreeSet<_>>().len()
}

fn within(what: &str, found: usize, most: usize) -> Result<()> {
    if found <= most {
        eprintln!("{what} has {found} crates, at most {most}");
        return Ok(());
    }
    Err(Error::failed(format!("{what} has {found} crates, expected at most {most}: is the new dependency needed?")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_counted_once() {
        let tree =
            "xtask v0.1.0 (/m/xtask)\nsyn v2.0.1\nsyn v3.0.9\nserde v1.0.229\nsyn v2.0.1 (*)\n\nserde v1.0.229\n";
        assert_eq!(crates_of(tree), 4);
    }

    #[test]
    fn more_than_the_limit_is_an_error() {
        assert!(within("a build", 110, 110).is_ok());
        let message = within("Cargo.lock", 221, 220).unwrap_err().to_string();
        assert_eq!(message, "Cargo.lock has 221 crates, expected at most 220: is the new dependency needed?");
    }
}
