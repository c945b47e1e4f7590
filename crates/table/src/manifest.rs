//! Manifests: the files of a result, their recipe and their checksums.
//!
//! The manifest of `FILE` is `FILE.manifest.json`. It has no dates, places or durations: the same recipe gives the same
//! manifest, from one run or merged from many.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use minirow_files::{Result, beside, has_checksum, manifest_of, shard_numbers};
use minirow_text::safe_json;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The name and version of the program.
pub const PROGRAM: &str = concat!("minirow ", env!("CARGO_PKG_VERSION"));

/// A file in the list of a manifest.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct WrittenFile {
    /// The name without a folder.
    pub file: String,
    /// The number of rows.
    pub puzzles: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// The SHA-256 checksum in hexadecimal digits.
    pub sha256: String,
}

/// The fields of a manifest that programs read.
#[derive(Deserialize, Clone, Debug)]
pub struct StoredManifest {
    /// The number of rows.
    pub puzzles: u64,
    /// The checksum, if the rows are in one file.
    #[serde(default)]
    pub sha256: String,
    /// The files, if there are several.
    #[serde(default)]
    pub files: Vec<WrittenFile>,
    /// The program that wrote it.
    pub program: String,
    /// The recipe, which determines the bytes; null if it is unknown.
    pub recipe: Value,
}

impl StoredManifest {
    /// Returns the path of the manifest of a file.
    ///
    /// ```
    /// use std::path::Path;
    /// use minirow_table::StoredManifest;
    /// assert_eq!(StoredManifest::path_of(Path::new("a/pack.csv")), Path::new("a/pack.csv.manifest.json"));
    /// ```
    pub fn path_of(target: &Path) -> PathBuf {
        beside(target, ".manifest.json")
    }

    /// Reads the manifest of a file; `None` if it has none.
    ///
    /// # Errors
    /// Returns an error if there is a manifest that cannot be read.
    pub fn of(target: &Path) -> Result<Option<StoredManifest>> {
        manifest_of(target)
    }

    /// Returns `true` if the files beside `target` have the checksums of the manifest.
    ///
    /// # Errors
    /// Returns an error if one of them cannot be read.
    pub fn holds(&self, target: &Path) -> Result<bool> {
        if self.files.is_empty() {
            return has_checksum(target, None, &self.sha256);
        }
        // A name with a folder is not one that was written, and may lead anywhere.
        let is_name = |name: &str| Path::new(name).file_name() == Some(OsStr::new(name));
        for file in &self.files {
            let path = target.with_file_name(&file.file);
            if !is_name(&file.file) || !has_checksum(&path, Some(file.bytes), &file.sha256)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the paths of the listed files that have the names of shards of a target.
    pub(crate) fn shards_of<'a>(&'a self, target: &'a Path) -> impl Iterator<Item = PathBuf> + 'a {
        let shards = self.files.iter().filter_map(|file| shard_numbers(target, file.file.as_ref()));
        shards.map(|(shard, of)| minirow_files::shard(target, shard, of))
    }
}

/// Returns the manifest of rows in several files that are not a pack.
pub fn shard_manifest(target: &Path, recipe: &Value, files: &[WrittenFile]) -> String {
    let puzzles: u64 = files.iter().map(|file| file.puzzles).sum();
    let manifest = json!({
        "file": file_name(target),
        "puzzles": puzzles,
        "files": files,
        "program": PROGRAM,
        "recipe": recipe,
    });
    safe_json(format!("{manifest:#}\n"))
}

/// Returns the metadata of a file of rows from their recipe, for formats that have a place for them.
pub fn metadata(recipe: &Value) -> Vec<(String, String)> {
    let mut metadata = vec![("program".to_string(), PROGRAM.to_string())];
    for key in ["generator", "seed"] {
        match &recipe[key] {
            Value::Null => {}
            Value::String(text) => metadata.push((key.into(), text.clone())),
            other => metadata.push((key.into(), other.to_string())),
        }
    }
    if !recipe.is_null() {
        metadata.push(("recipe".into(), recipe.to_string()));
    }
    metadata
}

/// Returns the name of a file without its folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use minirow_files::checksum;

    use super::*;

    #[test]
    fn a_manifest_holds_until_a_file_changes() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("rows.csv");
        assert!(StoredManifest::of(&target).unwrap().is_none());
        let shard = folder.path().join("rows-00000-of-00001.csv");
        fs::write(&shard, "puzzle\n").unwrap();
        let (bytes, sha256) = checksum(&shard).unwrap();
        let file = WrittenFile { file: file_name(&shard), puzzles: 0, bytes, sha256 };
        fs::write(StoredManifest::path_of(&target), shard_manifest(&target, &Value::Null, &[file])).unwrap();
        let manifest = StoredManifest::of(&target).unwrap().unwrap();
        assert!(manifest.holds(&target).unwrap());
        fs::write(&shard, "PUZZLE\n").unwrap();
        assert!(!manifest.holds(&target).unwrap());
        fs::write(StoredManifest::path_of(&target), "{}").unwrap();
        assert!(StoredManifest::of(&target).unwrap_err().to_string().contains("is not a manifest of a pack"));
    }

    #[test]
    fn a_manifest_holds_only_files_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        let outside = folder.path().join("rows.csv");
        fs::write(&outside, "puzzle\n").unwrap();
        let (bytes, sha256) = checksum(&outside).unwrap();
        let target = folder.path().join("in/rows.csv");
        for name in ["../rows.csv", outside.to_str().unwrap(), "", ".."] {
            let file = WrittenFile { file: name.into(), puzzles: 0, bytes, sha256: sha256.clone() };
            fs::write(StoredManifest::path_of(&target), shard_manifest(&target, &Value::Null, &[file])).unwrap();
            assert!(!StoredManifest::of(&target).unwrap().unwrap().holds(&target).unwrap(), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_not_read() {
        let error = checksum(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.to_string(), "it is not a regular file");
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("rows.csv");
        std::os::unix::fs::symlink("/dev/zero", StoredManifest::path_of(&target)).unwrap();
        assert!(StoredManifest::of(&target).unwrap_err().to_string().ends_with("it is not a regular file"));
    }
}
