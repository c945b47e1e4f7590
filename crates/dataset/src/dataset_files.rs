//! The files of a data set, and the split of each.

use std::io;
use std::path::{Path, PathBuf};

use minirow_table::input::Inputs;
use minirow_table::{StoredManifest, is_named_inputs, labels_of};

use crate::error::{Error, Result};

/// Endings of the files with rows that can be read.
const ROWS: [&str; 7] = ["csv", "tsv", "jsonl", "ndjson", "sdm", "txt", "parquet"];

/// Endings of files with rows that cannot be read.
const OTHERS: [&str; 2] = ["arrow", "feather"];

/// Endings of compressed files that are read.
const COMPRESSED: [&str; 3] = ["gz", "zst", "zip"];

/// Endings of files that may hold the rows of other programs, and cannot be read.
const FOREIGN: [&str; 12] = ["7z", "bz2", "db", "gz", "h5", "npz", "pickle", "pkl", "sqlite", "xz", "zip", "zst"];

/// Text files without rows in published folders.
const PROSE: [&str; 4] = ["citation.txt", "license.txt", "readme.txt", "requirements.txt"];

/// Splits, each with its words in names of files: those of the `datasets` library of Hugging Face.
const SPLITS: [(&str, &[&str]); 3] = [
    ("train", &["train", "training"]),
    ("validation", &["validation", "valid", "val", "dev"]),
    ("test", &["test", "testing", "eval", "evaluation"]),
];

/// The files of a data set.
#[derive(Default, Debug)]
pub(crate) struct DatasetFiles {
    /// Files with rows; those of a folder are in the order of their names.
    pub(crate) rows: Vec<PathBuf>,
    /// Files with the checksums of others.
    pub(crate) manifests: Vec<PathBuf>,
    /// Files with rows that cannot be read.
    pub(crate) unread: Vec<PathBuf>,
    /// The folders that were given. Every file that their manifests list must exist.
    pub(crate) folders: Vec<PathBuf>,
    /// Links that lead out of these folders, and devices and pipes in them, each with the reason why it is not read.
    pub(crate) refused: Vec<(PathBuf, String)>,
    /// `true` for a data set of another program.
    pub(crate) is_foreign: bool,
}

impl DatasetFiles {
    /// Finds the files that are given, and those in the folders that are given. A data set of another program may have arrays of
    /// NumPy, too.
    ///
    /// # Errors
    /// If a folder cannot be read, or has no rows in it.
    pub(crate) fn find<'a>(paths: impl IntoIterator<Item = &'a PathBuf>, is_foreign: bool) -> Result<DatasetFiles> {
        let mut files = DatasetFiles { is_foreign, ..DatasetFiles::default() };
        for path in paths {
            if path.is_dir() {
                files.add_folder(path)?;
            } else {
                files.manifests.extend(beside(path).into_iter().filter(|path| path.is_file()));
                files.rows.push(path.clone());
            }
        }
        files.manifests.sort();
        files.manifests.dedup();
        Ok(files)
    }

    /// Returns the files with rows, which are read as others are.
    pub(crate) fn inputs(&self, like: &Inputs) -> Inputs {
        if self.rows.is_empty() { like.clone() } else { like.with_paths(&self.rows) } // no path is standard input
    }

    fn add_folder(&mut self, folder: &Path) -> Result<()> {
        let before = self.rows.len();
        let roots = self.roots(folder).map_err(|error| Error::read(folder, error))?;
        self.walk(folder, &roots)?;
        if self.rows.len() == before {
            let arrays = if self.is_foreign { " .json .npy" } else { "" };
            let expected = ROWS.join(" .") + arrays;
            let reason = format!("found no file with rows, expected one of .{expected}");
            return Err(Error::invalid(folder.display(), reason));
        }
        self.folders.push(folder.to_path_buf());
        Ok(())
    }

    /// Returns the folders that links in a folder may lead to: the folder itself; of a snapshot in the cache of Hugging Face, whose
    /// files are links, also that of the contents.
    fn roots(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let root = folder.canonicalize()?;
        let snapshots = root.parent().filter(|snapshots| self.is_foreign && snapshots.ends_with("snapshots"));
        let blobs = snapshots.map(|snapshots| snapshots.with_file_name("blobs"));
        let is_own = |blobs: &PathBuf| blobs.canonicalize().is_ok_and(|found| found == *blobs);
        Ok([root].into_iter().chain(blobs.filter(is_own)).collect())
    }

    /// Adds a file of JSON if it begins with a grid. Others are descriptions, unless they have the name of a split.
    fn add_json(&mut self, path: PathBuf) -> Result<()> {
        if Inputs::of(std::slice::from_ref(&path)).read()?.next().is_some_and(|item| item.is_ok()) {
            self.rows.push(path);
        } else if path.file_name().is_some_and(|name| split_of(Path::new(name)).is_some()) {
            self.refused.push((path, "found no grid at its start".into()));
        }
        Ok(())
    }

    /// Finds the files in a folder below the first of `roots`. A folder that a link leads to is found under its own name.
    fn walk(&mut self, folder: &Path, roots: &[PathBuf]) -> Result<()> {
        let cannot_read = |error| Error::read(folder, error);
        let mut paths = Vec::new();
        for entry in folder.read_dir().map_err(cannot_read)? {
            paths.push(entry.map_err(cannot_read)?.path());
        }
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            let ending = if self.is_foreign { ending_of(&path).0 } else { last_ending(&path) };
            let has_ending = |endings: &[&str]| endings.contains(&ending.as_str());
            let has_data = is_manifest(&name) || has_ending(&ROWS) || has_ending(&OTHERS);
            if (has_data || path.is_dir() || ending == "npy")
                && let Some(reason) = why_link_outside(&path, roots)
            {
                self.refused.push((path, reason));
            } else if self.is_foreign && path.is_file() && is_array(&name) {
                self.rows.push(path);
            } else if path.is_dir() {
                if !path.is_symlink() {
                    self.walk(&path, roots)?;
                }
            } else if has_data && !path.is_file() {
                self.refused.push((path, "is not a regular file".into()));
            } else if PROSE.contains(&name.to_ascii_lowercase().as_str()) {
                continue;
            } else if is_manifest(&name) {
                self.manifests.push(path);
            } else if has_ending(&ROWS) || is_named_inputs(&path) {
                self.rows.push(path);
            } else if self.is_foreign && ending == "json" {
                self.add_json(path)?;
            } else if has_ending(&OTHERS) || self.is_foreign && has_ending(&FOREIGN) {
                self.unread.push(path);
            }
        }
        Ok(())
    }
}

/// Returns the ending of a file without that of its compression, and `true` if it has one: `csv` for `train.csv.gz`.
pub(crate) fn ending_of(path: &Path) -> (String, bool) {
    let last = last_ending(path);
    let inner = last_ending(Path::new(path.file_stem().unwrap_or_default()));
    let is_compressed = COMPRESSED.contains(&last.as_str()) && (ROWS.contains(&inner.as_str()) || inner == "json");
    if is_compressed { (inner, true) } else { (last, false) }
}

fn last_ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

/// Returns the reason why a file cannot be read, by its ending, with the way to make one that can.
pub(crate) fn why_unread(path: &Path) -> String {
    let (found, advice) = match last_ending(path).as_str() {
        "arrow" | "feather" => ("an Arrow file", "write it as Parquet, such as with `Dataset.to_parquet`"),
        "npz" => ("an archive of NumPy", "write its arrays with `numpy.save`"),
        "gz" | "zip" | "zst" => ("a compressed file of another kind", "unpack it"),
        "7z" | "bz2" | "xz" => ("a compressed file", "unpack it, or compress it with gzip or Zstandard"),
        _ => ("a file of another program", "write it as CSV, JSON lines or Parquet"),
    };
    format!("{found} is not read; {advice}")
}

/// Returns the reason why a path does not lead to a file below one of some folders, whose paths are canonical.
pub(crate) fn why_outside(path: &Path, roots: &[PathBuf]) -> Option<String> {
    match path.canonicalize() {
        Ok(resolved) if roots.iter().any(|root| resolved.starts_with(root)) => None,
        Ok(resolved) => Some(format!("leads to {}, which is not in the data set", resolved.display())),
        Err(error) => Some(format!("cannot be read: {error}")),
    }
}

/// Returns the reason why a link, or that of the labels of an array, leads out of some folders.
fn why_link_outside(path: &Path, roots: &[PathBuf]) -> Option<String> {
    let labels = is_named_inputs(path).then(|| labels_of(path));
    let mut links = [Some(path.to_path_buf()), labels].into_iter().flatten().filter(|path| path.is_symlink());
    links.find_map(|link| why_outside(&link, roots))
}

/// Returns `true` for an array that is not one of the further arrays of HRM and TRM, such as `all__labels.npy`.
fn is_array(name: &str) -> bool {
    let further = ["labels", "puzzle_identifiers", "puzzle_indices", "group_indices"];
    let Some(stem) = name.to_ascii_lowercase().strip_suffix(".npy").map(String::from) else { return false };
    !stem.rsplit_once("__").is_some_and(|(_, array)| further.contains(&array))
}

fn is_manifest(name: &str) -> bool {
    matches!(name, "manifest.csv" | "manifest.json" | "SHA256SUMS") || name.ends_with(".manifest.json")
}

/// Returns the paths that the manifest of a file may have.
fn beside(path: &Path) -> [PathBuf; 4] {
    let named = |name: &str| path.with_file_name(name);
    [StoredManifest::path_of(path), named("manifest.csv"), named("manifest.json"), named("SHA256SUMS")]
}

/// Returns the split of a file by its name, or by that of its folder.
pub(crate) fn split_of(path: &Path) -> Option<&'static str> {
    let in_word = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphabetic()).map(str::to_ascii_lowercase);
        words.find_map(|word| SPLITS.iter().find(|(_, known)| known.contains(&&*word)).map(|(split, _)| *split))
    };
    let file = path.file_stem().and_then(|stem| in_word(&stem.to_string_lossy()));
    file.or_else(|| path.parent()?.file_name().and_then(|folder| in_word(&folder.to_string_lossy())))
}

/// Returns the place of a split in a list: 0 for `train`, 1 for `validation`, 2 for `test`, 3 for unknown splits.
pub(crate) fn rank(split: &str) -> usize {
    SPLITS.iter().position(|(known, _)| *known == split).unwrap_or(SPLITS.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_by_names() {
        for (path, split) in [
            ("data/train.csv", Some("train")),
            ("train-00003-of-00010.csv", Some("train")),
            ("sudoku_Val.jsonl", Some("validation")),
            ("test/part1.csv", Some("test")),
            ("my-dev-set.csv", Some("validation")),
            ("train.csv.gz", Some("train")),
            ("latest.csv", None),
            ("trains/a.csv", None),
            ("a.csv", None),
        ] {
            assert_eq!(split_of(Path::new(path)), split, "{path}");
        }
    }
}
