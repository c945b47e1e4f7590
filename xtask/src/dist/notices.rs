//! Third-party notices: the licences of the packages and of the standard library that a build contains.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::error::{Error, Result};

/// The names of the files: the notices of packages, and those of Rust's standard library.
pub(crate) const FILES: [&str; 2] = ["THIRD-PARTY.txt", "THIRD-PARTY-RUST.html"];

/// The starts of the names of files and folders with licences or notices, in lower case.
const NAMES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicen"];

/// The extensions of source files, whose names can start in the same way.
const SOURCES: [&str; 4] = ["c", "h", "py", "rs"];

/// The folders of a package that are not part of a build.
const UNUSED_FOLDERS: [&str; 5] = ["benches", "examples", "scripts", "test", "tests"];

/// Files with the text of an alternative licence that is not the one in the manifest: zstd is `BSD-3-Clause OR GPL-2.0`.
const UNUSED_FILES: [&str; 1] = ["zstd/COPYING"];

/// The standard texts of licences, for packages without a file. `<copyright holders>` stands for the authors of the package.
const STANDARD_TEXTS: [(&str, &str); 2] =
    [("BSD-3-Clause", include_str!("licences/BSD-3-Clause.txt")), ("MIT", include_str!("licences/MIT.txt"))];

/// The notices of the runtime library that MinGW links into programs for Windows, as Debian and Ubuntu install them.
const MINGW: &str = "/usr/share/doc/mingw-w64-x86-64-dev/copyright";

/// Writes [`FILES`] for `minirow-NAME` of the folder `crates/NAME`, compiled for a target, into a folder.
///
/// # Errors
/// If a dependency has no licence or no text of it, or a file cannot be read or written.
pub(crate) fn write(top: &Path, name: &str, triple: &str, folder: &Path) -> Result<()> {
    let [packages, library] = FILES.map(|name| folder.join(name));
    fs::write(&packages, of_packages(top, name, triple)?).map_err(Error::file(&packages, "cannot be written"))?;
    let notices = sysroot()?.join("share/doc/rust/COPYRIGHT-library.html");
    fs::copy(&notices, library)
        .map(drop)
        .map_err(Error::file(&notices, "the licences of Rust's standard library cannot be copied"))
}

/// Returns the folder of the Rust toolchain.
fn sysroot() -> Result<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output();
    let output = output.map_err(|error| Error::failed(format!("rustc: cannot be started: {error}")))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Returns the names, licences and notices of the packages that a build contains. A text that several packages share is written
/// once.
fn of_packages(top: &Path, name: &str, triple: &str) -> Result<String> {
    let mut metadata = Command::new("cargo");
    metadata.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", triple]);
    metadata.arg("--manifest-path").arg(top.join("crates").join(name).join("Cargo.toml")).current_dir(top);
    let output = metadata.output().map_err(|error| Error::failed(format!("cargo metadata: {error}")))?;
    if !output.status.success() {
        return Err(Error::failed(String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(Error::failed)?;
    let mut list = String::from(
        "This software contains these packages, and Rust's standard library (licences: THIRD-PARTY-RUST.html):\n\n",
    );
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in contained(&metadata, &format!("minirow-{name}")) {
        let name = format!("{} {}", value(package, "name"), value(package, "version"));
        list += format!("{name}: {} {}", value(package, "license"), value(package, "repository")).trim_end();
        list.push('\n');
        for text in licence_texts(package, &name)? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let fonts = top.join("crates/print/fonts/OFL.txt");
    texts.entry(read(&fonts)?).or_default().push("the fonts of printed books".into());
    if triple.ends_with("windows-gnu") {
        texts.entry(read(Path::new(MINGW))?).or_default().push("the runtime library of MinGW-w64".into());
    }
    let mut texts: Vec<(Vec<String>, String)> = texts.into_iter().map(|(text, packages)| (packages, text)).collect();
    texts.sort();
    let rule = "-".repeat(80);
    let text = |(packages, text): (Vec<String>, String)| format!("\n{rule}\n{}\n\n{text}\n", packages.join(", "));
    Ok(list + &texts.into_iter().map(text).collect::<String>())
}

/// Returns the packages from registries that a package of the workspace depends on, by name.
fn contained<'a>(metadata: &'a Value, package: &str) -> Vec<&'a Value> {
    let list = |value: &'static str| metadata[value].as_array().map(Vec::as_slice).unwrap_or_default();
    let packages: BTreeMap<&str, &Value> =
        list("packages").iter().filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let nodes: BTreeMap<&str, &Value> = (metadata["resolve"]["nodes"].as_array().into_iter().flatten())
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let root = packages.iter().find(|(_, one)| one["name"] == package).map(|(id, _)| *id);
    let (mut open, mut seen): (Vec<&str>, BTreeSet<&str>) = (root.into_iter().collect(), BTreeSet::new());
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            let dependencies = nodes.get(id).and_then(|node| node["deps"].as_array()).into_iter().flatten();
            // A dependency without a kind is part of the build; others are only for build scripts and tests.
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

/// Returns the texts of the licences and notices of a package; without a file, the standard text of its licence.
///
/// # Errors
/// If there is neither, or a file cannot be read.
fn licence_texts(package: &Value, name: &str) -> Result<Vec<String>> {
    let folder = Path::new(value(package, "manifest_path")).parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    find_licence_files(folder, false, &mut files)?;
    files.retain(|file| !UNUSED_FILES.iter().any(|unused| file.ends_with(unused)));
    if !files.is_empty() {
        return files.iter().map(|file| read(file)).collect();
    }
    let text = standard_text(package).ok_or_else(|| {
        let licence = value(package, "license");
        let known = STANDARD_TEXTS.map(|(name, _)| name).join(", ");
        Error::failed(format!(
            "{name}: no file with its licence ({licence}), and no standard text of it, expected one of {known}: \
             add the text to xtask/src/dist/licences"
        ))
    })?;
    Ok(vec![text])
}

/// Returns the standard text of the licence of a package, with the authors in its manifest. Of alternative licences, it is the
/// first that has a text here.
fn standard_text(package: &Value) -> Option<String> {
    let mut alternatives = value(package, "license").split(" OR ");
    let (_, text) = alternatives.find_map(|one| STANDARD_TEXTS.iter().find(|(name, _)| *name == one))?;
    let authors: Vec<&str> = package["authors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let authors = match &authors[..] {
        [] => format!("the authors of {}", value(package, "name")),
        authors => authors.join(", "),
    };
    Some(text.replace("<copyright holders>", &authors).trim().to_string())
}

/// Adds the files with licences in a folder and its subfolders, in the order of their paths. In a folder of licences, `all` files
/// are.
fn find_licence_files(folder: &Path, all: bool, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).map_err(Error::file(folder, "cannot be read"))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        let is_named = NAMES.iter().any(|start| name.starts_with(start));
        let is_source = path.extension().is_some_and(|extension| SOURCES.iter().any(|source| extension == *source));
        if path.is_dir() {
            if !UNUSED_FOLDERS.contains(&&*name) {
                find_licence_files(&path, all || is_named, found)?;
            }
        } else if (all || is_named) && !is_source {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns a text of a package's metadata, or an empty text.
fn value<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

/// Reads a text.
fn read(file: &Path) -> Result<String> {
    let text = fs::read(file).map_err(Error::file(file, "cannot be read"))?;
    Ok(String::from_utf8_lossy(&text).replace("\r\n", "\n").trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_without_a_text_has_the_standard_text_of_its_licence() {
        let package =
            serde_json::json!({ "name": "a", "license": "Zlib OR MIT", "authors": ["A. Author", "B. Author"] });
        let text = standard_text(&package).unwrap();
        assert!(text.contains("Copyright (c) A. Author, B. Author\n\nPermission is hereby granted"), "{text}");
        let nobody = serde_json::json!({ "name": "a", "license": "BSD-3-Clause", "authors": [] });
        assert!(standard_text(&nobody).unwrap().starts_with("Copyright (c) the authors of a\n\nRedistribution"));
        for licence in ["Zlib", "(Apache-2.0 OR MIT) AND BSD-3-Clause"] {
            assert_eq!(standard_text(&serde_json::json!({ "name": "a", "license": licence, "authors": [] })), None);
        }
    }

    #[test]
    fn a_package_without_a_text_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        let package = serde_json::json!({ "name": "a", "license": "Zlib", "authors": [], "manifest_path": manifest });
        let message = licence_texts(&package, "a 1.0.0").unwrap_err().to_string();
        assert!(message.starts_with("a 1.0.0: no file with its licence (Zlib), and no standard text"), "{message}");
    }

    #[test]
    fn licences_are_found_in_subfolders() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["LICENSE", "LICENSES/MIT.txt", "src/licence.rs", "src/vendor/COPYING", "tests/LICENSE"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "text").unwrap();
        }
        let mut found = Vec::new();
        find_licence_files(folder.path(), false, &mut found).unwrap();
        let expected = ["LICENSE", "LICENSES/MIT.txt", "src/vendor/COPYING"].map(|name| folder.path().join(name));
        assert_eq!(found, expected);
    }
}
