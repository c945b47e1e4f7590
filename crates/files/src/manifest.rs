//! The files of an earlier result, which are listed in its manifest: that of `FILE` is `FILE.manifest.json`.

use std::collections::HashSet;
use std::io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::names::{Name, shard_numbers};
use super::{Error, Result};
use crate::checksum::has_checksum;
use crate::limited::{LARGEST_MANIFEST, from_json, read_regular_text};

/// The fields of a manifest that tell which files belong to a result.
#[derive(Deserialize)]
struct Manifest {
    program: String,
    #[serde(default)]
    files: Vec<ListedFile>,
}

/// A file of a result.
#[derive(Deserialize)]
struct ListedFile {
    /// The name without a folder.
    file: String,
    bytes: u64,
    sha256: String,
}

/// Reads the manifest of a file; `None` if it has none.
///
/// # Errors
/// Returns an error if there is a manifest that cannot be read.
pub fn manifest_of<T: DeserializeOwned>(target: &Path) -> Result<Option<T>> {
    let path = Name::Manifest.path(target);
    match read_regular_text(&path, LARGEST_MANIFEST) {
        Ok(text) => from_json(&text).map(Some).map_err(|source| Error::NotAManifest(path, source)),
        Err(source) if matches!(source.kind(), NotFound | NotADirectory | InvalidFilename) => Ok(None),
        Err(source) => Err(Error::CannotRead(path, source)),
    }
}

/// Returns the files of an earlier result with the name of a target: the file, or those of the wanted shards that its manifest lists,
/// and the manifest.
///
/// Anyone can write a manifest, so that of the files that it lists only shards of the target with the listed checksums count.
///
/// # Errors
/// Returns an error if one of them cannot be read.
pub(super) fn names_of_result(target: &Path, is_wanted: &dyn Fn(Name) -> bool) -> Result<HashSet<Name>> {
    let manifest = match manifest_of::<Manifest>(target) {
        Err(Error::NotAManifest(..)) => None,
        found => found?,
    };
    let manifest = manifest.filter(|manifest| manifest.program.starts_with("minirow "));
    let mut names = HashSet::from([Name::Target]);
    names.extend(manifest.as_ref().map(|_| Name::Manifest));
    for file in manifest.iter().flat_map(|manifest| &manifest.files) {
        let shard = shard_numbers(target, file.file.as_ref()).map(|(shard, of)| Name::Shard(shard, of));
        if let Some(shard) = shard.filter(|shard| is_wanted(*shard))
            && has_checksum(&shard.path(target), Some(file.bytes), &file.sha256)?
        {
            names.insert(shard);
        }
    }
    Ok(names)
}

/// Returns the paths of the wanted shards of an earlier result with the name of a target.
///
/// # Errors
/// Returns an error if one of them cannot be read.
pub fn shards_of_result(target: &Path, is_wanted: &dyn Fn(u64, u64) -> bool) -> Result<HashSet<PathBuf>> {
    let names = names_of_result(target, &|name| matches!(name, Name::Shard(shard, of) if is_wanted(shard, of)))?;
    Ok(names.into_iter().map(|name| name.path(target)).collect())
}
