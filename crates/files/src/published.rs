//! Folders that get the name of the target: what a run still has to do, by what it has left.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::names::{Name, folder_of};
use super::system::{self, exists, is_folder};

/// The folder in a partial folder that gets the name of the target.
pub(super) const RESULT: &str = "result";

/// The folder in a partial folder that had the name of the target.
pub(super) const REPLACED: &str = "replaced";

/// A folder that gets the name of the target.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(super) struct FolderRecord {
    /// The number of the folder in its file system, which tells if names were exchanged.
    pub(super) number: u64,
    /// The paths in the partial folder that are removed then.
    pub(super) used: Vec<PathBuf>,
}

impl FolderRecord {
    /// Returns `true` if the folder has got its name, by its number. `None` if it was copied from elsewhere, where the number tells
    /// nothing.
    pub(super) fn is_published(&self, main: &Path) -> Option<bool> {
        let result = Name::Part.path(main).join(RESULT);
        let is_new = |path: &Path| system::number_of(path).is_ok_and(|found| found == self.number);
        match (exists(main), exists(&result)) {
            (true, true) if is_new(&result) => Some(false),
            (true, true) => is_new(main).then_some(true),
            (is_there, _) => Some(is_there),
        }
    }

    /// Completes what a run has left of a folder that has got its name, or was about to get it from a replaced one.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub(super) fn finish(&self, main: &Path) -> io::Result<()> {
        let part = &Name::Part.path(main);
        let (result, replaced) = (part.join(RESULT), part.join(REPLACED));
        if !exists(main) && is_folder(&replaced) {
            system::rename_new(&result, main)?;
        }
        if !is_folder(part) || self.is_published(main) != Some(true) {
            return Ok(());
        }
        system::sync_path(folder_of(main)).and_then(|()| system::sync_path(part))?;
        if exists(&result) {
            system::rename_new(&result, &replaced)?;
        }
        for path in self.used.iter().map(|path| part.join(path)) {
            // A link leads elsewhere.
            let is_reached = folder_of(&path).canonicalize().is_ok_and(|folder| folder == folder_of(&path));
            if is_reached {
                remove(&path)?;
            }
        }
        remove_empty(part)
    }
}

/// Removes a partial folder and its recipe, unless files of other programs are in it.
pub(super) fn remove_empty(part: &Path) -> io::Result<()> {
    system::remove_empty_folder(part)?;
    if exists(part) { Ok(()) } else { system::remove_if_there(&super::beside(part, ".json")) }
}

/// Removes a file or an empty folder.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    if is_folder(path) { system::remove_empty_folder(path) } else { system::remove_if_there(path) }
}
