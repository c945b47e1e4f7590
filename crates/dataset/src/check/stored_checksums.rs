//! The checksums that manifests store, compared with those of the files.

use std::collections::{BTreeMap, HashSet};
use std::path::{Component, Path, PathBuf};

use minirow_files::{LARGEST_MANIFEST, checksum, from_json, read_regular_text};
use minirow_table::{Observer, file_name};
use serde::Deserialize;
use serde_json::Value;

use crate::counted::counted;
use crate::dataset_files::{DatasetFiles, why_outside};
use crate::error::{Error, Result};

/// The files that the manifests of a data set list, with the manifest of each.
#[derive(Default, Debug)]
pub(super) struct StoredChecksums {
    files: BTreeMap<PathBuf, Vec<(PathBuf, ListedFile)>>,
    /// The files that must not be read: the line of each in the manifest that lists it, and the reason.
    pub(super) refused: Vec<(String, String)>,
}

/// The number of files that must not be read whose lines in manifests are searched.
const MOST_SEARCHED: usize = 100;

impl StoredChecksums {
    /// Reads the manifests, and removes from the files with rows those that a manifest lists without rows.
    ///
    /// # Errors
    /// If a manifest cannot be read.
    pub(super) fn read(dataset: &mut DatasetFiles) -> Result<StoredChecksums> {
        let DatasetFiles { rows, manifests, folders, .. } = dataset;
        let is_in_folder = |path: &Path| folders.iter().any(|folder| path.starts_with(folder));
        let mut files: BTreeMap<PathBuf, Vec<(PathBuf, ListedFile)>> = BTreeMap::new();
        let mut refused = Vec::new();
        let mut without_rows = HashSet::new();
        for manifest in manifests {
            let text = read_regular_text(manifest, LARGEST_MANIFEST).map_err(|error| Error::read(manifest, error))?;
            let listed = parse(manifest, &text).map_err(|reason| Error::invalid(manifest.display(), reason))?;
            // A file without rows that is listed beside files with rows holds something else, such as steps.
            let some_have_rows = listed.iter().any(|file| file.rows().is_some());
            let folder = folders.iter().find(|folder| manifest.starts_with(folder));
            let root = folder.and_then(|folder| folder.canonicalize().ok());
            for file in listed {
                let path = manifest.with_file_name(&file.file);
                if let Some(reason) = why_refused(&file.file, &path, root.as_deref()) {
                    if root.is_none() {
                        continue;
                    }
                    let mut place = manifest.display().to_string();
                    if refused.len() < MOST_SEARCHED {
                        place += &format!(":{}", line_of(&text, &file.file));
                    }
                    refused.push((place, format!("lists {:?}, which {reason}", file.file)));
                    continue;
                }
                if some_have_rows && file.rows().is_none() && is_in_folder(&path) {
                    without_rows.insert(path.clone());
                }
                files.entry(path).or_default().push((manifest.clone(), file));
            }
        }
        rows.retain(|path| !without_rows.contains(path));
        let rows: HashSet<&PathBuf> = rows.iter().collect();
        files.retain(|path, _| is_in_folder(path) || rows.contains(path));
        Ok(StoredChecksums { files, refused })
    }

    /// Returns the number of files with checksums.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns the files that differ from their manifests, each with the reason.
    pub(super) fn failures(&self, files: &DatasetFiles, observer: &dyn Observer) -> Vec<(PathBuf, String)> {
        let mut failures = Vec::new();
        for (path, listed) in &self.files {
            observer.remark(format!(", checksum of {}", path.display()));
            let found = checksum(path);
            for (manifest, stored) in listed {
                let by = manifest.display();
                let reason = match (&found, stored.bytes) {
                    (Err(error), _) => format!("cannot be read: {error}; {by} says that it is there"),
                    (Ok((bytes, _)), Some(stored)) if stored != *bytes => {
                        format!("has {bytes} bytes, but {by} says {stored}")
                    }
                    (Ok((_, sha256)), _) if !sha256.eq_ignore_ascii_case(&stored.sha256) => {
                        format!("its SHA-256 is {sha256}, but {by} says {}", stored.sha256)
                    }
                    _ => continue,
                };
                failures.push((path.clone(), reason));
            }
        }
        observer.remark(String::new());
        // A file that a list of all files lacks was added later, or forgotten.
        let is_list = |path: &&PathBuf| !file_name(path).ends_with(".manifest.json");
        for path in files.rows.iter().filter(|path| !self.files.contains_key(*path)) {
            let mut lists = files.manifests.iter().filter(is_list);
            if let Some(list) = lists.find(|list| list.parent().is_some_and(|folder| path.starts_with(folder))) {
                failures.push((path.clone(), format!("is not listed in {}", list.display())));
            }
        }
        failures
    }

    /// Returns why the number of rows of a file is wrong, for each manifest with another number.
    pub(super) fn wrong_rows(&self, path: &Path, rows: u64) -> Vec<String> {
        let listed = self.files.get(path).into_iter().flatten();
        let wrong = listed.filter_map(|(by, stored)| Some((by, stored.rows().filter(|&stored| stored != rows)?)));
        let rows = counted(rows, "row");
        wrong.map(|(by, stored)| format!("has {rows}, but {} says {stored}", by.display())).collect()
    }
}

/// A file that a manifest lists.
#[derive(Deserialize, Clone, PartialEq, Eq, Default, Debug)]
#[serde(default)]
struct ListedFile {
    /// The path, relative to the manifest.
    file: String,
    /// The SHA-256 in hexadecimal digits.
    sha256: String,
    /// The size in bytes.
    #[serde(deserialize_with = "csv::invalid_option")]
    bytes: Option<u64>,
    /// The number of rows, if it has rows; in some manifests as `rows`.
    #[serde(deserialize_with = "csv::invalid_option")]
    puzzles: Option<u64>,
    #[serde(deserialize_with = "csv::invalid_option")]
    rows: Option<u64>,
}

impl ListedFile {
    fn rows(&self) -> Option<u64> {
        self.puzzles.or(self.rows)
    }
}

/// Reads the files that a manifest lists: JSON of this program, CSV, or the output of `sha256sum`, by the ending of its path.
fn parse(path: &Path, text: &str) -> Result<Vec<ListedFile>, String> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("json") => {
            let value = from_json(text).map_err(|error| format!("is no JSON: {error}"))?;
            let mut files = Vec::new();
            find_in_json(&value, &mut files);
            Ok(files)
        }
        Some("csv") => parse_csv(text),
        _ => text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(parse_sum).collect(),
    }
}

/// Returns the reason why a file that a manifest lists must not be read: its path leads out of the data set. A file that is
/// missing, or is not a regular file, is found when it is read.
fn why_refused(listed: &str, path: &Path, root: Option<&Path>) -> Option<String> {
    let is_below = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
    if listed.is_empty() || !Path::new(listed).components().all(is_below) {
        return Some("is not a path below the folder of the manifest".into());
    }
    root.filter(|_| path.exists()).and_then(|root| why_outside(path, &[root.to_path_buf()]))
}

/// Returns the first line of a manifest that has the name of a file, counted from 1; or 1 if the name is spelled otherwise.
fn line_of(text: &str, name: &str) -> usize {
    let in_json = Value::from(name).to_string();
    let has_name = |line: &str| line.contains(&in_json) || line.split([',', ' ', '*']).any(|word| word == name);
    let line = text.lines().position(has_name).or_else(|| text.lines().position(|line| line.contains(name)));
    line.map_or(1, |line| line + 1)
}

/// Finds all objects with a `file` and a `sha256`, at any depth.
fn find_in_json(value: &Value, files: &mut Vec<ListedFile>) {
    if value["file"].is_string() && value["sha256"].is_string() {
        files.extend(ListedFile::deserialize(value));
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| find_in_json(value, files)),
        Value::Object(values) => values.values().for_each(|value| find_in_json(value, files)),
        _ => {}
    }
}

fn parse_csv(text: &str) -> Result<Vec<ListedFile>, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| error.to_string())?;
    if let Some(name) = ["file", "sha256"].into_iter().find(|name| !headers.iter().any(|known| known == *name)) {
        return Err(format!("found no column {name}, expected file and sha256"));
    }
    reader.deserialize().collect::<Result<_, csv::Error>>().map_err(|error| error.to_string())
}

/// Reads a line of `sha256sum`.
fn parse_sum((number, line): (usize, &str)) -> Result<ListedFile, String> {
    let (sha256, name) = line.split_once(char::is_whitespace).unwrap_or_default();
    if sha256.len() != 64 {
        let number = number + 1;
        return Err(format!("line {number}: found {line:?}, expected 64 hexadecimal digits and the name of a file"));
    }
    let file = name.trim_start().trim_start_matches('*').into();
    Ok(ListedFile { file, sha256: sha256.into(), ..ListedFile::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_of_three_kinds() {
        let sum = "0123456789abcdef".repeat(4);
        let parse = |name: &str, text: &str| parse(Path::new(name), text);
        let file =
            |bytes, puzzles| ListedFile { file: "a.csv".into(), sha256: sum.clone(), bytes, puzzles, rows: None };
        let json = format!(
            r#"{{"file":"a.csv","sha256":"{sum}","puzzles":3,"bytes":99,"more":[{{"file":"b","sha256":"x"}}]}}"#
        );
        let found = parse("a.csv.manifest.json", &json).unwrap();
        assert_eq!((&found[0], found.len()), (&file(Some(99), Some(3)), 2));
        let csv = format!("file,puzzles,sha256\na.csv,3,{sum}\n");
        assert_eq!(parse("manifest.csv", &csv).unwrap(), [file(None, Some(3))]);
        assert_eq!(parse("SHA256SUMS", &format!("{sum} *a.csv\n\n")).unwrap(), [file(None, None)]);
        let message = |name: &str, text: &str| parse(name, text).unwrap_err();
        assert!(message("SHA256SUMS", "nonsense\n").starts_with("line 1: found \"nonsense\""));
        assert!(message("manifest.csv", "a,b\n").starts_with("found no column file"));
        assert!(message("manifest.json", "{").starts_with("is no JSON"));
    }
}
