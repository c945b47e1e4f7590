//! The licences of everything that a program contains.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Dist;
use super::platform::Platform;
use crate::error::{Error, Result};

/// The starts of the names of files with a licence or a notice.
const NAMES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicen"];

/// Returns the names, licences and notices of the packages that the program of a platform contains. A text that several packages
/// share is written once.
///
/// # Errors
/// If a package tells no licence.
pub(super) fn of_program(dist: &Dist, platform: &Platform) -> Result<String> {
    let mut metadata = dist.command("cargo");
    metadata.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", platform.triple]);
    let output = metadata.output().map_err(|error| Error::failed(format!("cargo metadata: {error}")))?;
    if !output.status.success() {
        return Err(Error::failed(String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(Error::failed)?;
    let mut list = String::from("The program contains these packages:\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in contained(&metadata) {
        let [name, version] = ["name", "version"].map(|key| package[key].as_str().unwrap_or_default());
        let licence = package["license"].as_str();
        let licence = licence.ok_or_else(|| Error::failed(format!("{name} {version}: no licence in its manifest")))?;
        let source = package["repository"].as_str().unwrap_or_default();
        list += format!("{name} {version}: {licence} {source}").trim_end();
        list.push('\n');
        let folder = Path::new(package["manifest_path"].as_str().unwrap_or_default()).parent().map(Path::to_path_buf);
        for file in licence_files(&folder.unwrap_or_default()) {
            let text = fs::read(&file).map_err(Error::file(&file, "cannot be read"))?;
            let text = String::from_utf8_lossy(&text).replace("\r\n", "\n").trim().to_string();
            texts.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    let fonts = dist.top.join("crates/print/fonts/OFL.txt");
    let text = fs::read_to_string(&fonts).map_err(Error::file(&fonts, "cannot be read"))?;
    texts.entry(text.trim().into()).or_default().push("the fonts of printed books".into());
    let mut texts: Vec<(Vec<String>, String)> = texts.into_iter().map(|(text, packages)| (packages, text)).collect();
    texts.sort();
    let rule = "-".repeat(80);
    let text = |(packages, text): (Vec<String>, String)| format!("\n{rule}\n{}\n\n{text}\n", packages.join(", "));
    Ok(list + &texts.into_iter().map(text).collect::<String>())
}

/// Returns the packages of others that the program depends on, by name.
fn contained(metadata: &Value) -> Vec<&Value> {
    let list = |value: &'static str| metadata[value].as_array().map(Vec::as_slice).unwrap_or_default();
    let packages: BTreeMap<&str, &Value> =
        list("packages").iter().filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let nodes: BTreeMap<&str, &Value> = (metadata["resolve"]["nodes"].as_array().into_iter().flatten())
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let program = packages.iter().find(|(_, package)| package["name"] == "minirow-cli").map(|(id, _)| *id);
    let (mut open, mut seen): (Vec<&str>, BTreeSet<&str>) = (program.into_iter().collect(), BTreeSet::new());
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            let dependencies = nodes.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten();
            // A dependency without a kind is part of the program; others are only for builds and tests.
            let is_part = |dependency: &&Value| {
                dependency["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
            };
            open.extend(dependencies.filter(is_part).filter_map(|dependency| dependency["pkg"].as_str()));
        }
    }
    // Packages of the workspace have no source.
    let mut contained: Vec<&Value> = seen
        .into_iter()
        .filter_map(|id| packages.get(id).copied())
        .filter(|package| !package["source"].is_null())
        .collect();
    contained.sort_by_key(|package| (package["name"].as_str(), package["version"].as_str()));
    contained
}

/// Returns the files with a licence in a folder, in the order of their names.
fn licence_files(folder: &Path) -> Vec<PathBuf> {
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        path.is_file() && NAMES.iter().any(|start| name.starts_with(start))
    };
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_licence).collect();
    files.sort();
    files
}
