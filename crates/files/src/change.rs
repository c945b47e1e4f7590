//! A change of the name of a file that belongs to a target.

use std::fs::symlink_metadata;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder_change::FolderChange;
use super::names::{self, Name};
use super::system;

/// A change of names.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Change {
    /// A temporary file, whose name has this random part, gets a name.
    Name { random: String, name: Name },
    /// The partial file gets the name of the target.
    Part,
    /// The partial folder gets the name of the target.
    Folder(FolderChange),
    /// A file is removed, if it exists.
    Remove(Name),
}

impl Change {
    /// Returns the old and the new path of a file that gets a name.
    pub(super) fn paths(&self, target: &Path) -> Option<(PathBuf, PathBuf)> {
        Some(match self {
            Change::Name { random, name } => {
                let to = name.path(target);
                (names::temporary(target, random), to)
            }
            Change::Part => (Name::Part.path(target), target.to_path_buf()),
            Change::Folder(_) | Change::Remove(_) => return None,
        })
    }

    /// Returns `true` if all texts have the form that this program writes.
    pub(super) fn is_valid(&self) -> bool {
        match self {
            Change::Name { random, .. } => names::is_random(random),
            Change::Folder(folder) => folder.is_valid(),
            Change::Part | Change::Remove(_) => true,
        }
    }

    /// Applies a change that is not done yet. `replaces` permits it to replace a file.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if a name is taken that must not be replaced.
    pub(super) fn apply(&self, target: &Path, replaces: bool) -> io::Result<()> {
        match self {
            Change::Folder(folder) => folder.apply(target),
            Change::Remove(name) => {
                let path = name.path(target);
                if is_file(&path) { system::remove_if_there(&path) } else { Ok(()) }
            }
            Change::Name { .. } | Change::Part => {
                let (from, to) = self.paths(target).expect("a change of one name");
                if replaces { system::rename(&from, &to) } else { system::rename_new(&from, &to) }
            }
        }
    }

    /// Returns the file that a change replaces or removes, if it is there. A change without its source, or whose source is reached by a
    /// link, is done.
    pub(super) fn replaced(&self, target: &Path) -> Option<Name> {
        let name = match self {
            Change::Name { name, .. } | Change::Remove(name) => *name,
            Change::Part => Name::Target,
            Change::Folder(_) => return None,
        };
        let is_open = self.paths(target).is_none_or(|_| self.is_open(target));
        (is_open && symlink_metadata(name.path(target)).is_ok()).then_some(name)
    }

    pub(super) fn is_open(&self, target: &Path) -> bool {
        self.paths(target).is_some_and(|(from, _)| is_file(&from))
    }

    /// Undoes a change that has given a new name, or was not completed.
    pub(super) fn undo(&self, target: &Path) -> io::Result<()> {
        match (self, self.paths(target)) {
            (Change::Folder(folder), _) => folder.undo(target),
            (_, Some((from, to))) if symlink_metadata(&from).is_err() && symlink_metadata(&to).is_ok() => {
                system::rename_new(&to, &from)
            }
            _ => Ok(()),
        }
    }
}

/// Returns `true` for a file, which is not reached by a link.
pub(super) fn is_file(path: &Path) -> bool {
    symlink_metadata(path).is_ok_and(|found| found.is_file())
}
