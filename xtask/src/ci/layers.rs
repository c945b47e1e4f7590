//! The layers of the workspace: the dependencies that each crate may have, compared with the metadata of cargo.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::error::{Error, Result};

/// Every member with the members that it may depend on, without the prefix `minirow-`. A member stands below all that it
/// depends on, so no dependency runs back.
const LAYERS: &[(&str, &str)] = &[
    ("core", ""),
    ("text", "core"),
    ("formats", "core text"),
    ("gen", "core"),
    ("grade", "core"),
    ("te", "core grade"),
    ("hodoku", "core grade"),
    ("research", "core grade"),
    ("time", "core grade"),
    ("files", ""),
    ("print", "core files text"),
    ("table", "core files formats grade hodoku te text time"),
    ("pack", "core files gen grade hodoku research table text"),
    ("report", "core formats grade hodoku print table te text"),
    ("dataset", "core files formats gen grade pack report table text"),
    ("cli", "core dataset files formats gen grade hodoku pack print report research table text time"),
    ("web", "core dataset formats grade pack print report table text"),
    ("xtask", "cli core dataset files gen grade table te"),
];

/// Crates that only a program may use: libraries report progress to an observer, and return their errors.
///
/// `anstyle` is not in the list: it describes styles, and does not access a terminal.
const FOR_PROGRAMS: &[&str] = &["anstream", "clap", "ctrlc", "indicatif", "terminal_size"];

/// The members that are programs.
const PROGRAMS: &[&str] = &["cli", "xtask"];

/// Compares the dependencies of every member with its layer.
pub(super) fn check(top: &Path) -> Result<()> {
    let wrong = wrong(&metadata(top)?);
    if wrong.is_empty() { Ok(()) } else { Err(Error::failed(wrong.join("\n"))) }
}

/// Returns the metadata that cargo has of the members of the workspace.
pub(super) fn metadata(top: &Path) -> Result<Value> {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--format-version", "1", "--no-deps", "--offline"]).current_dir(top);
    let failed = |error: &dyn std::fmt::Display| Error::failed(format!("cargo metadata: {error}"));
    let output = cargo.output().map_err(|error| failed(&error))?;
    serde_json::from_slice(&output.stdout).map_err(|error| failed(&error))
}

/// Returns the wrong dependencies of the members.
fn wrong(metadata: &Value) -> Vec<String> {
    let name_of = |value: &Value| {
        let name = value["name"].as_str().unwrap_or_default();
        name.strip_prefix("minirow-").unwrap_or(name).to_string()
    };
    let mut wrong = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = name_of(package);
        let Some((_, allowed)) = LAYERS.iter().find(|(member, _)| *member == name) else {
            wrong.push(format!("{name} has no place in the layers (xtask/src/ci/layers.rs)"));
            continue;
        };
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        for dependency in dependencies.filter(|dependency| dependency["kind"].is_null()).map(name_of) {
            let is_member = LAYERS.iter().any(|(member, _)| *member == dependency);
            if is_member && !allowed.split(' ').any(|allowed| allowed == dependency) {
                wrong.push(format!("{name} depends on {dependency}, expected one of: {allowed}"));
            }
            if FOR_PROGRAMS.contains(&&*dependency) && !PROGRAMS.contains(&&*name) {
                wrong.push(format!("{name} is a library, but depends on {dependency}"));
            }
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn no_layer_names_one_above_it() {
        for (place, (name, allowed)) in LAYERS.iter().enumerate() {
            for below in allowed.split_whitespace() {
                let found = LAYERS.iter().position(|(member, _)| *member == below);
                assert!(found.is_some_and(|found| found < place), "{name} may not depend on {below}");
            }
        }
    }

    #[test]
    fn the_members_keep_to_their_layers() {
        let metadata = metadata(&crate::workspace::top().unwrap()).unwrap();
        assert_eq!(metadata["packages"].as_array().unwrap().len(), LAYERS.len());
        assert_eq!(wrong(&metadata), [""; 0]);
    }

    #[test]
    fn a_dependency_that_runs_back_is_reported() {
        let package = |name: &str, dependency: &str| json!({ "packages": [{ "name": name, "dependencies": [{ "name": dependency, "kind": null }] }] });
        assert_eq!(wrong(&package("minirow-core", "minirow-gen")), ["core depends on gen, expected one of: "]);
        assert_eq!(wrong(&package("minirow-table", "clap")), ["table is a library, but depends on clap"]);
        assert_eq!(wrong(&package("minirow-new", "clap")).len(), 1);
        assert_eq!(wrong(&package("minirow-cli", "clap")), [""; 0]);
    }
}
