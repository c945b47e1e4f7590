//! Which files a data set is made of, and which split each of them is.

use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};

/// Endings of the files with rows that can be read.
const ROWS: &[&str] = if cfg!(feature = "parquet") {
    &["csv", "tsv", "jsonl", "ndjson", "sdm", "txt", "parquet"]
} else {
    &["csv", "tsv", "jsonl", "ndjson", "sdm", "txt"]
};

/// Endings of files with rows that cannot be read here, unless they can.
const OTHERS: [&str; 3] = ["parquet", "arrow", "feather"];

/// Files of text that published folders have beside their rows.
const PROSE: [&str; 4] = ["citation.txt", "license.txt", "readme.txt", "requirements.txt"];

/// What splits are called in names of files, and what that means: as the `datasets` library of Hugging Face has it.
const WORDS: [(&str, &str); 10] = [
    ("train", "train"),
    ("training", "train"),
    ("validation", "validation"),
    ("valid", "validation"),
    ("val", "validation"),
    ("dev", "validation"),
    ("test", "test"),
    ("testing", "test"),
    ("eval", "test"),
    ("evaluation", "test"),
];

/// The files of a data set.
#[derive(Default, Debug)]
pub(super) struct Files {
    /// Those with rows, folders in the order of their names.
    pub(super) rows: Vec<PathBuf>,
    /// Those that say what the checksums of others are.
    pub(super) manifests: Vec<PathBuf>,
    /// Those with rows that cannot be read.
    pub(super) unread: Vec<PathBuf>,
    /// The folders that were named: whatever their manifests list has to be there.
    pub(super) folders: Vec<PathBuf>,
}

impl Files {
    /// The files that are named, and those in the folders that are named.
    ///
    /// # Errors
    /// If a folder cannot be read, or has no rows in it.
    pub(super) fn of(paths: &[PathBuf]) -> Result<Files> {
        let mut files = Files::default();
        for path in paths {
            if path.is_dir() {
                let before = files.rows.len();
                files.walk(path)?;
                if files.rows.len() == before {
                    let endings = ROWS.join(" .");
                    let path = path.display();
                    return Err(Failure::usage(format!("{path}: found no file with rows, expected one of .{endings}")));
                }
                files.folders.push(path.clone());
            } else {
                files.manifests.extend(beside(path).into_iter().filter(|path| path.is_file()));
                files.rows.push(path.clone());
            }
        }
        files.manifests.sort();
        files.manifests.dedup();
        Ok(files)
    }

    fn walk(&mut self, folder: &Path) -> Result<()> {
        let cannot_read = |error| Failure::usage(format!("{}: cannot be read: {error}", folder.display()));
        let mut paths = Vec::new();
        for entry in folder.read_dir().map_err(cannot_read)? {
            paths.push(entry.map_err(cannot_read)?.path());
        }
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
            match () {
                () if name.starts_with('.') => {}
                () if path.is_dir() => self.walk(&path)?,
                () if PROSE.contains(&name.to_ascii_lowercase().as_str()) => {}
                () if is_manifest(&name) => self.manifests.push(path),
                () if ROWS.contains(&ending.as_str()) => self.rows.push(path),
                () if OTHERS.contains(&ending.as_str()) => self.unread.push(path),
                () => {}
            }
        }
        Ok(())
    }
}

fn is_manifest(name: &str) -> bool {
    matches!(name, "manifest.csv" | "manifest.json" | "SHA256SUMS") || name.ends_with(".manifest.json")
}

/// Where the manifest of a file may be.
fn beside(path: &Path) -> [PathBuf; 4] {
    let named = |name: &str| path.with_file_name(name);
    [crate::manifest::path_of(path), named("manifest.csv"), named("manifest.json"), named("SHA256SUMS")]
}

/// The split that a file is by its name, or that of the folder it is in.
pub(super) fn split_of(path: &Path) -> Option<&'static str> {
    let in_word = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphabetic()).map(str::to_ascii_lowercase);
        words.find_map(|word| WORDS.iter().find(|(known, _)| *known == word).map(|(_, split)| *split))
    };
    let file = path.file_stem().and_then(|stem| in_word(&stem.to_string_lossy()));
    file.or_else(|| path.parent()?.file_name().and_then(|folder| in_word(&folder.to_string_lossy())))
}

/// The place of a split among others: training first, test last of those that we know.
pub(super) fn rank(split: &str) -> usize {
    ["train", "validation", "test"].iter().position(|known| *known == split).unwrap_or(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_splits() {
        for (path, split) in [
            ("data/train.csv", Some("train")),
            ("train-00003-of-00010.csv", Some("train")),
            ("sudoku_Val.jsonl", Some("validation")),
            ("test/part1.csv", Some("test")),
            ("my-dev-set.csv", Some("validation")),
            ("latest.csv", None),
            ("trains/a.csv", None),
            ("a.csv", None),
        ] {
            assert_eq!(split_of(Path::new(path)), split, "{path}");
        }
    }
}
