//! Checksums of files, where a manifest says what they have to be.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::files::Files;
use crate::failure::{Failure, Result};
use crate::manifest::hex;
use crate::progress::Progress;

/// What a manifest says of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// The manifest.
    by: PathBuf,
    sha256: String,
    bytes: Option<u64>,
    /// How many rows there are.
    rows: Option<u64>,
}

/// What the manifests of a data set say, file by file.
#[derive(Default, Debug)]
pub(super) struct Checksums {
    claims: BTreeMap<PathBuf, Vec<Claim>>,
}

impl Checksums {
    /// Reads the manifests; and takes from the files with rows those that a manifest lists as having none.
    ///
    /// # Errors
    /// If a manifest cannot be read.
    pub(super) fn read(files: &mut Files) -> Result<Checksums> {
        let mut checksums = Checksums::default();
        for manifest in &files.manifests {
            let cannot_read = |error| Failure::usage(format!("{}: cannot be read: {error}", manifest.display()));
            let text = fs::read_to_string(manifest).map_err(cannot_read)?;
            let listed =
                listed(manifest, &text).map_err(|why| Failure::data(format!("{}: {why}", manifest.display())))?;
            // What is listed beside files with rows, but without any, has none: steps, say.
            let some_have_rows = listed.iter().any(|(.., rows)| rows.is_some());
            for (name, sha256, bytes, rows) in listed {
                let path = manifest.with_file_name(name);
                if some_have_rows && rows.is_none() && files.folders.iter().any(|folder| path.starts_with(folder)) {
                    files.rows.retain(|known| *known != path);
                }
                let claim = Claim { by: manifest.clone(), sha256, bytes, rows };
                checksums.claims.entry(path).or_default().push(claim);
            }
        }
        let is_wanted =
            |path: &PathBuf| files.folders.iter().any(|folder| path.starts_with(folder)) || files.rows.contains(path);
        checksums.claims.retain(|path, _| is_wanted(path));
        Ok(checksums)
    }

    /// How many files have checksums.
    pub(super) fn len(&self) -> usize {
        self.claims.len()
    }

    /// What is wrong with the files, with the names of those that are.
    pub(super) fn failures(&self, files: &Files, progress: &Progress) -> Vec<(PathBuf, String)> {
        let mut failures = Vec::new();
        for (path, claims) in &self.claims {
            let found = sum(path, progress);
            for claim in claims {
                let by = claim.by.display();
                let why = match &found {
                    Err(error) => format!("cannot be read: {error}; {by} says that it is there"),
                    Ok((bytes, _)) if claim.bytes.is_some_and(|claimed| claimed != *bytes) => {
                        format!("has {bytes} bytes, but {by} says {}", claim.bytes.unwrap_or_default())
                    }
                    Ok((_, sha256)) if !sha256.eq_ignore_ascii_case(&claim.sha256) => {
                        format!("its SHA-256 is {sha256}, but {by} says {}", claim.sha256)
                    }
                    Ok(_) => continue,
                };
                failures.push((path.clone(), why));
            }
        }
        // A file that a list of all files does not know was added to it, or forgotten.
        let lists = || {
            files
                .manifests
                .iter()
                .filter(|path| path.file_name().is_some_and(|name| !name.to_string_lossy().ends_with(".manifest.json")))
        };
        for path in files.rows.iter().filter(|path| !self.claims.contains_key(*path)) {
            if let Some(list) = lists().find(|list| list.parent().is_some_and(|folder| path.starts_with(folder))) {
                failures.push((path.clone(), format!("is not listed in {}", list.display())));
            }
        }
        failures
    }

    /// What is wrong with the number of rows of a file.
    pub(super) fn wrong_rows(&self, path: &Path, rows: u64) -> Vec<String> {
        let claims = self.claims.get(path).into_iter().flatten();
        let wrong = claims.filter_map(|claim| Some((claim, claim.rows.filter(|&claimed| claimed != rows)?)));
        wrong.map(|(claim, claimed)| format!("has {rows} rows, but {} says {claimed}", claim.by.display())).collect()
    }
}

/// The size of a file, and its checksum.
fn sum(path: &Path, progress: &Progress) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let (mut checksum, mut bytes, mut buffer) = (Sha256::new(), 0, vec![0; 1 << 16]);
    progress.remark(format!(", checksum of {}", path.display()));
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => {
                checksum.update(&buffer[..read]);
                bytes += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        progress.add(0);
    }
    progress.remark(String::new());
    Ok((bytes, hex(&checksum.finalize())))
}

/// A file, its checksum, size and number of rows.
type Listed = (String, String, Option<u64>, Option<u64>);

/// What a manifest lists.
fn listed(manifest: &Path, text: &str) -> std::result::Result<Vec<Listed>, String> {
    match manifest.extension().and_then(|ending| ending.to_str()) {
        Some("json") => {
            let value: Value = serde_json::from_str(text).map_err(|error| format!("is no JSON: {error}"))?;
            let mut listed = Vec::new();
            in_json(&value, &mut listed);
            Ok(listed)
        }
        Some("csv") => in_csv(text),
        _ => text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(in_sums).collect(),
    }
}

/// Whatever has a `file` and a `sha256`, however deep.
fn in_json(value: &Value, listed: &mut Vec<Listed>) {
    if let (Some(file), Some(sha256)) = (value["file"].as_str(), value["sha256"].as_str()) {
        let rows = value["puzzles"].as_u64().or(value["rows"].as_u64());
        listed.push((file.into(), sha256.into(), value["bytes"].as_u64(), rows));
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| in_json(value, listed)),
        Value::Object(values) => values.values().for_each(|value| in_json(value, listed)),
        _ => {}
    }
}

fn in_csv(text: &str) -> std::result::Result<Vec<Listed>, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| error.to_string())?.clone();
    let column = |names: &[&str]| headers.iter().position(|name| names.contains(&name));
    let needed = |name| column(&[name]).ok_or_else(|| format!("found no column {name}, expected file and sha256"));
    let (file, sha256) = (needed("file")?, needed("sha256")?);
    let (bytes, rows) = (column(&["bytes"]), column(&["puzzles", "rows"]));
    let mut listed = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let text = |column| record.get(column).unwrap_or_default().to_string();
        let number = |column: Option<usize>| column.and_then(|column| text(column).parse().ok());
        listed.push((text(file), text(sha256), number(bytes), number(rows)));
    }
    Ok(listed)
}

/// A line as `sha256sum` writes it.
fn in_sums((number, line): (usize, &str)) -> std::result::Result<Listed, String> {
    let (sha256, file) = line.split_once(char::is_whitespace).unwrap_or_default();
    if sha256.len() != 64 {
        return Err(format!(
            "line {}: found {line:?}, expected 64 hexadecimal digits and the name of a file",
            number + 1
        ));
    }
    Ok((file.trim_start().trim_start_matches('*').into(), sha256.into(), None, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_of_three_kinds() {
        let sum = "0123456789abcdef".repeat(4);
        let listed = |name: &str, text: &str| listed(Path::new(name), text);
        let one = (String::from("a.csv"), sum.clone());
        let (file, checksum) = one.clone();
        let json = format!(
            r#"{{"file":"a.csv","sha256":"{sum}","puzzles":3,"bytes":99,"more":[{{"file":"b","sha256":"x"}}]}}"#
        );
        let found = listed("a.csv.manifest.json", &json).unwrap();
        assert_eq!((&found[0], found.len()), (&(file, checksum, Some(99), Some(3)), 2));
        let (file, checksum) = one.clone();
        let csv = format!("file,puzzles,sha256\na.csv,3,{sum}\n");
        assert_eq!(listed("manifest.csv", &csv).unwrap(), [(file, checksum, None, Some(3))]);
        let (file, checksum) = one;
        assert_eq!(listed("SHA256SUMS", &format!("{sum} *a.csv\n\n")).unwrap(), [(file, checksum, None, None)]);
        assert!(listed("SHA256SUMS", "nonsense\n").unwrap_err().starts_with("line 1: found \"nonsense\""));
        assert!(listed("manifest.csv", "a,b\n").unwrap_err().starts_with("found no column file"));
        assert!(listed("manifest.json", "{").is_err());
    }
}
