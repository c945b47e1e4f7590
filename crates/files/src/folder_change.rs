//! The change of names that completes a folder.

use std::fs::{Metadata, symlink_metadata};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::names::{self, Name, folder_of};
use super::system;

/// The partial folder gets the name of the target. A folder that has the name gets a temporary one, under which it is removed.
///
/// The new folder has a temporary name while the folder that is replaced has its own. Both names are exchanged in one step where the
/// system can do that. A change that has ended before the new folder has its name is undone by the next run, and another one is
/// completed. Neither replaces nor removes a file without a temporary name.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(super) struct FolderChange {
    /// The random part of the temporary name of the new folder, and of the folder that is replaced after an exchange.
    new: String,
    /// The random part of the temporary name of the folder that is replaced, where names cannot be exchanged.
    old: String,
    /// The number of the new folder in its file system, which tells if names were exchanged.
    identity: u64,
    /// The entries of the folder that is replaced; contents come before their folder.
    entries: Vec<String>,
    /// Files of the partial folder that are no part of the result, with the random parts of the names under which they are removed.
    taken: Vec<(String, String)>,
}

impl FolderChange {
    /// Creates a change. `entries` are those of the folder that is replaced, and `working` the files that are removed from the
    /// partial folder.
    ///
    /// # Errors
    /// Returns an error if there is no partial folder.
    pub(super) fn new(
        target: &Path,
        entries: Vec<String>,
        working: impl Iterator<Item = String>,
    ) -> io::Result<FolderChange> {
        let identity = system::identity(&symlink_metadata(Name::Part.path(target))?);
        let taken = working.map(|file| (names::random(), file)).collect();
        Ok(FolderChange { new: names::random(), old: names::random(), identity, entries, taken })
    }

    /// Returns `true` if all texts have the form that this program writes.
    pub(super) fn is_valid(&self) -> bool {
        let is_plain = |path: &String| {
            let mut parts = Path::new(path).components().peekable();
            parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        let is_name = |path: &String| Path::new(path).file_name() == Some(path.as_ref());
        let randoms = [&self.new, &self.old].into_iter().chain(self.taken.iter().map(|(random, _)| random));
        randoms.into_iter().all(|random| names::is_random(random))
            && self.entries.iter().all(is_plain)
            && self.taken.iter().all(|(_, file)| is_name(file))
    }

    /// Gives the names.
    pub(super) fn apply(&self, target: &Path) -> io::Result<()> {
        let part = &Name::Part.path(target);
        for (temporary, file) in self.taken(target) {
            system::rename_new(&file, &temporary)?;
        }
        if !self.taken.is_empty() {
            system::sync_path(part)?;
        }
        if symlink_metadata(target).is_err() {
            return system::rename_new(part, target);
        }
        let [new, old] = self.temporaries(target);
        system::rename_new(part, &new)?;
        match system::exchange(&new, target) {
            Err(error) if error.kind() == ErrorKind::Unsupported => {
                system::rename_new(target, &old)?;
                system::rename_new(&new, target)
            }
            done => done,
        }
    }

    /// Returns `true` if the new folder has its name.
    pub(super) fn is_done(&self, target: &Path) -> bool {
        let [new, _] = self.temporaries(target);
        let is_new_aside = folder(&new).is_some_and(|found| system::identity(&found) == self.identity);
        symlink_metadata(Name::Part.path(target)).is_err() && folder(target).is_some() && !is_new_aside
    }

    /// Returns `true` if the new folder is there, and was not copied from elsewhere, where the number of the copy tells nothing.
    pub(super) fn is_known(&self, target: &Path) -> bool {
        let is_new = |path: &Path| folder(path).is_some_and(|found| system::identity(&found) == self.identity);
        let [new, old] = self.temporaries(target);
        folder(&new).is_none() && folder(&old).is_none()
            || [&*Name::Part.path(target), &new, target].into_iter().any(is_new)
    }

    /// Undoes a change that is not done.
    pub(super) fn undo(&self, target: &Path) -> io::Result<()> {
        let (part, [new, old]) = (Name::Part.path(target), self.temporaries(target));
        for (from, to) in [(old, target), (new, &*part)] {
            if folder(&from).is_some() && symlink_metadata(to).is_err() {
                system::rename_new(&from, to)?;
            }
        }
        if folder(&part).is_none() {
            return Ok(());
        }
        for (temporary, file) in self.taken(target) {
            let is_file = symlink_metadata(&temporary).is_ok_and(|found| found.is_file());
            if is_file && symlink_metadata(&file).is_err() {
                system::rename_new(&temporary, &file)?;
            }
        }
        system::sync_path(&part)
    }

    /// Removes what is left under temporary names after the change is done.
    pub(super) fn clean_up(&self, target: &Path) -> io::Result<()> {
        for (temporary, _) in self.taken(target) {
            if symlink_metadata(&temporary).is_ok_and(|found| found.is_file()) {
                system::remove_if_there(&temporary)?;
            }
        }
        self.temporaries(target).iter().try_for_each(|aside| self.remove_entries(aside))
    }

    /// Removes the entries of a folder, and the folder if it has no others.
    fn remove_entries(&self, aside: &Path) -> io::Result<()> {
        for path in self.entries.iter().map(|entry| aside.join(entry)).chain([aside.to_path_buf()]) {
            // A link leads elsewhere.
            if folder_of(&path).canonicalize().ok().as_deref() != Some(folder_of(&path)) {
                continue;
            }
            let removed = match symlink_metadata(&path) {
                Ok(found) if found.is_dir() => system::remove_folder(&path),
                Ok(_) if path != aside => system::remove_file(&path),
                _ => Ok(()),
            };
            match removed {
                // Its contents are not listed, so they belong to another program.
                Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => {}
                done => done?,
            }
        }
        Ok(())
    }

    fn temporaries(&self, target: &Path) -> [PathBuf; 2] {
        [&self.new, &self.old].map(|random| names::temporary(target, random))
    }

    /// Returns the temporary paths of the files that are removed, with their paths in the partial folder.
    fn taken(&self, target: &Path) -> impl Iterator<Item = (PathBuf, PathBuf)> {
        let part = Name::Part.path(target);
        self.taken.iter().map(move |(random, file)| (names::temporary(target, random), part.join(file)))
    }
}

/// Returns the metadata of a folder, which is not reached by a link.
fn folder(path: &Path) -> Option<Metadata> {
    symlink_metadata(path).ok().filter(Metadata::is_dir)
}
