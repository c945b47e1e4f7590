//! The files of an earlier data set with the name of a new one, and of a partial folder.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use minirow_files::{has_checksum, read_manifest};
use minirow_table::Format;
use serde_json::{Value, json};

use super::{CARD, DatasetRows, DatasetSpec, MANIFEST, PACK, folder_of, pictures};
use crate::error::{Error, Result};
use crate::split_rule::{SPLIT_NAMES, SplitRule};

/// Returns `true` if a data set can have a file of this path, whatever its manifest lists.
fn is_of_dataset(path: &str) -> bool {
    let rows = [Format::Parquet, Format::Csv, Format::JsonLines].map(|format| (folder_of(format), format.to_string()));
    match path.split_once('/') {
        None => ["README.md", MANIFEST].contains(&path),
        Some((folder, name)) => {
            let trace = ("trace", "jsonl".to_string());
            let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
            let is_in_folder = || rows.into_iter().chain([trace]).any(|known| (known.0, &*known.1) == (folder, ending));
            pictures::is_picture(path) || !stem.is_empty() && !name.contains(['/', '\\']) && is_in_folder()
        }
    }
}

/// Returns `true` if a run can have made a file of a partial folder: one of a data set with splits of the rule or the usual ones, or of
/// the generated pack.
pub(super) fn is_made(path: &Path, rule: &SplitRule) -> bool {
    let is_split = |stem: &str| {
        let is_part = |part: &str| part == "of" || part.len() >= 5 && part.bytes().all(|digit| digit.is_ascii_digit());
        let mut names = rule.names().chain(SPLIT_NAMES);
        names.any(|name| {
            stem.strip_prefix(name)
                .is_some_and(|rest| rest.split('-').skip(1).all(is_part) && (rest.is_empty() || rest.starts_with('-')))
        })
    };
    let Some(text) = path.to_str() else { return false };
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    match text.contains('/') && !pictures::is_picture(text) {
        true => is_of_dataset(text) && is_split(stem),
        false => is_of_dataset(text) || minirow_files::is_file_of(Path::new(PACK), path),
    }
}

/// Returns the manifest of the data set in a folder, if it is one, and the files that are as they were written.
///
/// # Errors
/// If the manifest or one of the files cannot be read.
pub(super) fn known_files(folder: &Path) -> Result<Option<(Value, HashSet<PathBuf>)>> {
    let path = folder.join(MANIFEST);
    let manifest: Value = read_manifest(&path).map_err(|error| Error::read(&path, error))?.unwrap_or_default();
    let (Some(_), Some(files)) = (manifest["dataset"].as_str(), manifest["files"].as_array()) else { return Ok(None) };
    let card = ("README.md", &manifest[CARD]);
    let mut known = HashSet::from([PathBuf::from(MANIFEST)]);
    for (path, file) in files.iter().filter_map(|file| Some((file["file"].as_str()?, file))).chain([card]) {
        let sha256 = file["sha256"].as_str().unwrap_or_default();
        if is_of_dataset(path) && has_checksum(&folder.join(path), file["bytes"].as_u64(), sha256)? {
            known.insert(path.into());
        }
    }
    Ok(Some((manifest, known)))
}

/// Returns `true` if the manifest of a data set tells of the same rows, as far as it tells.
pub(super) fn is_like(manifest: &Value, spec: &DatasetSpec, rows: &DatasetRows) -> bool {
    let is_of_rows = match rows {
        DatasetRows::Pack(recipe) => manifest["recipes"] == json!([recipe]),
        DatasetRows::Files(_) => true,
    };
    is_of_rows && manifest["dataset"] == *spec.title && manifest["splits"]["salt"] == *spec.rule.salt()
}
