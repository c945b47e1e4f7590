//! The layers of the workspace: which crate may depend on which, compared with what cargo knows.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::error::{Error, Result};

/// Every member with the members that it may depend on. A crate stands below all that it depends on, so no arrow runs back.
const LAYERS: &[(&str, &[&str])] = &[
    ("minirow-core", &[]),
    ("minirow-formats", &["minirow-core"]),
    ("minirow-gen", &["minirow-core"]),
    ("minirow-grade", &["minirow-core"]),
    ("minirow-print", &["minirow-core"]),
    ("minirow-table", &["minirow-core", "minirow-formats", "minirow-grade"]),
    ("minirow-pack", &["minirow-core", "minirow-gen", "minirow-grade", "minirow-table"]),
    ("minirow-report", &["minirow-core", "minirow-formats", "minirow-grade", "minirow-print", "minirow-table"]),
    (
        "minirow-dataset",
        &[
            "minirow-core",
            "minirow-formats",
            "minirow-gen",
            "minirow-grade",
            "minirow-table",
            "minirow-pack",
            "minirow-report",
        ],
    ),
    (
        "minirow-cli",
        &[
            "minirow-core",
            "minirow-formats",
            "minirow-gen",
            "minirow-grade",
            "minirow-print",
            "minirow-table",
            "minirow-pack",
            "minirow-report",
            "minirow-dataset",
        ],
    ),
    (
        "minirow-python",
        &[
            "minirow-core",
            "minirow-grade",
            "minirow-table",
            "minirow-pack",
            "minirow-report",
            "minirow-dataset",
            "minirow-cli",
        ],
    ),
    ("compare", &["minirow-core", "minirow-gen", "minirow-grade"]),
    ("xtask", &["minirow-grade", "minirow-table", "minirow-cli"]),
];

/// Crates that only a program may use: libraries report progress to an observer, and return their errors.
///
/// `anstyle` is not among them: it names styles in a text, and never touches a terminal.
const FOR_PROGRAMS: &[&str] = &["anstream", "clap", "ctrlc", "indicatif", "terminal_size"];

/// The members that are programs.
const PROGRAMS: &[&str] = &["minirow-cli", "compare", "xtask"];

/// Compares the dependencies of every member with its layer.
pub(super) fn check(top: &Path) -> Result<()> {
    let wrong = wrong(&metadata(top)?);
    if wrong.is_empty() { Ok(()) } else { Err(Error::failed(wrong.join("\n"))) }
}

/// Returns what cargo knows of the members of the workspace.
pub(super) fn metadata(top: &Path) -> Result<Value> {
    let mut cargo = Command::new("cargo");
    cargo.args(["metadata", "--format-version", "1", "--no-deps", "--offline"]).current_dir(top);
    let failed = |why: &dyn std::fmt::Display| Error::failed(format!("cargo metadata: {why}"));
    let output = cargo.output().map_err(|error| failed(&error))?;
    serde_json::from_slice(&output.stdout).map_err(|error| failed(&error))
}

/// Returns what is wrong with the dependencies of the members.
fn wrong(metadata: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut wrong = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = text(&package["name"]);
        let Some((_, allowed)) = LAYERS.iter().find(|(member, _)| *member == name) else {
            wrong.push(format!("{name} has no place in the layers (xtask/src/ci/layers.rs)"));
            continue;
        };
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        for dependency in dependencies.filter(|dependency| dependency["kind"].is_null()) {
            let dependency = text(&dependency["name"]);
            let is_member = LAYERS.iter().any(|(member, _)| *member == dependency);
            if is_member && !allowed.contains(&dependency.as_str()) {
                wrong.push(format!("{name} depends on {dependency}, expected one of {}", allowed.join(", ")));
            }
            if FOR_PROGRAMS.contains(&dependency.as_str()) && !PROGRAMS.contains(&name.as_str()) {
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
            for below in *allowed {
                let found = LAYERS.iter().position(|(member, _)| member == below);
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
    fn an_arrow_that_runs_back_is_reported() {
        let package = |name: &str, dependency: &str| json!({ "packages": [{ "name": name, "dependencies": [{ "name": dependency, "kind": null }] }] });
        assert_eq!(
            wrong(&package("minirow-core", "minirow-gen")),
            ["minirow-core depends on minirow-gen, expected one of "]
        );
        assert_eq!(wrong(&package("minirow-table", "clap")), ["minirow-table is a library, but depends on clap"]);
        assert_eq!(wrong(&package("minirow-new", "clap")).len(), 1);
        assert_eq!(wrong(&package("minirow-cli", "clap")), [""; 0]);
    }
}
