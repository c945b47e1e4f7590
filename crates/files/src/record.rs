//! The record of a commit: the names that the files of a target get.
//!
//! A run writes all files under temporary names, then a record `.NAME.commit` beside each target `NAME`, and then gives the names. If it
//! ends in between, the next run with that target gives the remaining ones. A record is written under a temporary name itself, so
//! that it is complete or not there.
//!
//! Targets that get their names together have records with the same token. That of the main target decides: another one counts only
//! if the record of its main target has the same token.
//!
//! Anyone who can write to the folder can write a record. So it can express only changes of files whose names follow from that of the
//! target ([`Name`]), from their temporary names, and a run completes it only as far as its own options permit: without them, temporary
//! files get names that are free. Other targets of the record get no more than that from this run: what replaces or removes their
//! files waits for a run with that target.

use std::collections::HashSet;
use std::fs::{self, OpenOptions, symlink_metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::change::{Change, is_file};
use super::error::{Error, Result};
use super::folder_change::FolderChange;
use super::lock::Lock;
use super::manifest::names_of_result;
use super::names::{self, Name, folder_of};
use super::recipe;
use super::system::{self, File};
use super::target::Target;
use super::temporaries::Temporaries;

/// The number of the format.
const FORMAT: u32 = 1;

/// The largest record, in bytes: that of 250,000 files with long names.
const LARGEST: u64 = 1 << 26;

/// The contents of a record.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Record {
    #[serde(rename = "minirow-commit")]
    format: u32,
    /// The same in all records of a commit.
    token: String,
    /// The path from here to the main target, if it is another one, in bytes.
    main: Option<Vec<u8>>,
    /// The paths from here to the other targets with records, in bytes.
    others: Vec<Vec<u8>>,
    /// The token in the recipe of the partial result when the record was written. Without it, the partial result stays.
    #[serde(default)]
    partial: Option<String>,
    changes: Vec<Change>,
}

/// The permission of a run to change files of its target when it completes a record. It comes from the options alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Permission {
    /// Replace and remove the result.
    pub(super) overwrite: bool,
    /// Replace and remove the partial result.
    pub(super) resume: bool,
}

impl Record {
    /// Creates the record of a target: the main one, or another one if `main` is given.
    pub(super) fn new(
        target: &Path,
        token: &str,
        main: Option<&Path>,
        others: &[&Path],
        changes: Vec<Change>,
    ) -> Record {
        let path = |other: &Path| names::path_between(target, other);
        let (main, others) = (main.map(path), others.iter().map(|other| path(other)).collect());
        Record { format: FORMAT, token: token.into(), main, others, partial: None, changes }
    }

    /// Permits changes of the partial result of a target.
    ///
    /// # Errors
    /// Returns an error if its recipe cannot be read.
    pub(super) fn of_partial(self, target: &Path) -> io::Result<Record> {
        Ok(Record { partial: recipe::token_of(target, true)?, ..self })
    }

    /// Writes the record of a target.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, or is too large to be read again.
    pub(super) fn write(&self, target: &Path) -> io::Result<()> {
        let temporary = names::temporary(target, &names::random());
        let mut file = File::open(OpenOptions::new().write(true).create_new(true), &temporary)?;
        let written = self.to_json().and_then(|json| file.write_all(&json)).and_then(|()| file.sync());
        drop(file);
        let named = written.and_then(|()| system::rename(&temporary, &names::record(target)));
        named.inspect_err(|_| drop(system::remove_if_there(&temporary)))
    }

    fn to_json(&self) -> io::Result<Vec<u8>> {
        let json = serde_json::to_vec(self).expect("texts and numbers");
        if json.len() as u64 > LARGEST {
            return Err(io::Error::other("too many files get their names together"));
        }
        Ok(json)
    }

    /// Reads the record of a target, if there is one.
    ///
    /// # Errors
    /// Returns an error if the file of that name is no record of this user.
    fn read(target: &Path) -> Result<Option<Record>> {
        let path = names::record(target);
        let foreign = |why| Error::Foreign { path: path.clone(), why };
        let found = match symlink_metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            found => found.map_err(|error| Error::read(error, &path))?,
        };
        if !found.is_file() {
            return Err(foreign("is not a file, expected a record of minirow"));
        }
        if !system::is_own(&found, &path).map_err(|error| Error::read(error, &path))? {
            return Err(foreign("is a record of another user, or has another name"));
        }
        let text = fs::File::open(&path).and_then(|file| io::read_to_string(file.take(LARGEST)));
        let text = text.map_err(|error| Error::read(error, &path))?;
        let record =
            serde_json::from_str(&text).ok().filter(|record: &Record| record.format == FORMAT && record.is_valid());
        record.map(Some).ok_or_else(|| foreign("is not a record of this version of minirow"))
    }

    /// Returns `true` if all changes have the form that this program writes, and no two of them change the same file.
    fn is_valid(&self) -> bool {
        let mut names = HashSet::new();
        self.changes.iter().all(|change| {
            let is_new = match change {
                Change::Name { name, .. } | Change::Remove(name) => names.insert(*name),
                Change::Part | Change::Folder(_) => names.insert(Name::Target) && names.insert(Name::Part),
            };
            is_new && change.is_valid()
        })
    }

    fn folder(&self) -> Option<&FolderChange> {
        self.changes.iter().find_map(|change| if let Change::Folder(folder) = change { Some(folder) } else { None })
    }

    /// Returns `true` if the record only gives temporary files names that are free.
    fn is_harmless(&self, target: &Path) -> bool {
        let is_name = |change: &Change| matches!(change, Change::Name { .. } | Change::Remove(_));
        self.changes.iter().all(|change| is_name(change) && change.replaced(target).is_none())
    }

    /// Refuses to complete the record if that replaces or removes a file without permission, or one that no run has written.
    fn check(&self, target: &Target, permission: Permission) -> Result<()> {
        let path = &target.path;
        let cannot_read = |error| Error::read(error, &Name::Recipe.path(&target.near));
        // A partial file that has got its name by this record is not that of the recipe yet.
        let is_replaced =
            |change: &Change| matches!(change, Change::Name { name: Name::Part, .. }) && !change.is_open(path);
        let recipe = recipe::token_of(path, !self.changes.iter().any(is_replaced)).map_err(cannot_read)?;
        let is_of_partial = recipe.is_some() && recipe == self.partial;
        let has_part = symlink_metadata(Name::Part.path(path)).is_ok();
        let removed: HashSet<Name> = self.changes.iter().filter_map(|change| change.replaced(path)).collect();
        let result = names_of_result(path, &|name| removed.contains(&name))?;
        let is_permitted = |Permission { overwrite, resume }| {
            let is_permitted = |change: &Change| match (change, change.replaced(path)) {
                // Anything can have the name of a partial file.
                (Change::Part, _) if change.is_open(path) && !is_of_partial => false,
                (_, None) => true,
                (_, Some(Name::Part | Name::Recipe)) => is_of_partial && (overwrite || resume || !has_part),
                (Change::Name { .. } | Change::Part, Some(Name::Target)) => overwrite,
                (_, Some(name)) => overwrite && result.contains(&name),
            };
            self.is_undone(path) || self.changes.iter().all(is_permitted)
        };
        let foreign =
            || Err(Error::Foreign { path: names::record(&target.near), why: "does not tell what is beside it" });
        if self.folder().is_some_and(|folder| !folder.is_known(path)) {
            return foreign();
        }
        if is_permitted(permission) {
            return Ok(());
        }
        let interrupted = |options| Error::Interrupted { path: target.shown.clone(), options };
        let is_of_part = |change: &Change| matches!(change, Change::Part | Change::Remove(Name::Part | Name::Recipe));
        Err(match (is_permitted(Permission { overwrite: true, resume: true }), self.changes.iter().any(is_of_part)) {
            (true, true) if is_permitted(Permission { overwrite: false, resume: true }) => interrupted("--resume"),
            (true, true) => interrupted("--resume with --force"),
            (true, false) => interrupted("--force"),
            (false, _) => return foreign(),
        })
    }

    /// Returns `true` if the changes are undone, because a folder has not got its name.
    fn is_undone(&self, target: &Path) -> bool {
        self.folder().is_some_and(|folder| !folder.is_done(target))
    }

    /// Makes the changes that are not done yet, or undoes those of a folder.
    fn complete(&self, target: &Target) -> Result<()> {
        let path = &target.path;
        let is_undone = self.is_undone(path);
        let complete = |change: &Change| match change {
            Change::Folder(folder) if is_undone => folder.undo(path),
            Change::Folder(folder) => folder.clean_up(path),
            _ if is_undone => Ok(()),
            Change::Name { .. } | Change::Part if !change.is_open(path) => Ok(()),
            change => change.apply(path, true),
        };
        let done = self.changes.iter().try_for_each(complete).and_then(|()| system::sync_path(folder_of(path)));
        done.map_err(|source| Error::Leftover { path: target.shown.clone(), source })
    }
}

/// Completes what an ended run has left of a target that this run has locked, and removes its temporary files.
///
/// # Errors
/// Returns an error if a record is foreign, a file would be replaced without permission, a target of the same commit cannot be
/// locked, or a file cannot be changed. Then the record stays for the next run.
pub(super) fn finish(
    target: &Target,
    lock: &Lock,
    label: &str,
    permission: Permission,
    temporaries: &mut Temporaries,
) -> Result<()> {
    let found = Record::read(&target.path)?;
    if let Some(record) = &found {
        let is_decided = match &record.main {
            None => true,
            Some(main) => match names::path_to(&target.path, main) {
                Some(main) => Record::read(&main)?.is_some_and(|main| main.token == record.token),
                None => false,
            },
        };
        if is_decided {
            // Where a new name is a hard link at first, a run can end with both names.
            for (from, to) in record.changes.iter().filter_map(|change| change.paths(&target.path)) {
                let removed = system::remove_second_name(&from, &to);
                removed.map_err(|source| Error::Leftover { path: target.shown.clone(), source })?;
            }
            record.check(target, permission)?;
            finish_others(target, record, label, permission, temporaries)?;
            record.complete(target)?;
        }
        remove(target)?;
    }
    if found.is_some() || lock.is_left {
        remove_temporaries_of(target)?;
    }
    Ok(())
}

/// Completes the other targets of the commit of a main target whose names are not all given. With permission for the main target, what
/// replaces or removes their files is left to a run with that target, and their records then count without that of the main target.
fn finish_others(
    main: &Target,
    record: &Record,
    label: &str,
    permission: Permission,
    temporaries: &mut Temporaries,
) -> Result<()> {
    for path in record.others.iter().filter_map(|path| names::path_to(&main.path, path)) {
        let of_commit = || Ok(Record::read(&path)?.filter(|found| found.token == record.token));
        // Without a record of this commit, its names are given.
        if of_commit()?.is_none() {
            continue;
        }
        let other = Target { shown: path.clone(), near: path.clone(), path: path.clone() };
        let mut lock = Lock::acquire(&other, Some(&main.path), temporaries)?;
        let done = of_commit().and_then(|found: Option<Record>| {
            let Some(found) = found else { return Ok(()) };
            lock.begin(label, Some(&main.path)).map_err(|error| Error::create(error, &main.shown))?;
            if found.is_harmless(&path) {
                found.complete(&other)?;
                remove(&other)?;
                return remove_temporaries_of(&other);
            }
            if !permission.overwrite {
                return Err(Error::Interrupted { path: main.shown.clone(), options: "--force" });
            }
            let decided = Record { main: None, others: Vec::new(), ..found };
            decided.write(&path).map_err(|source| Error::Leftover { path: other.shown.clone(), source })
        });
        match done {
            Ok(()) => lock.release(temporaries).map_err(|source| Error::Leftover { path: other.shown, source })?,
            Err(error) => {
                lock.leave(temporaries);
                return Err(error);
            }
        }
    }
    Ok(())
}

/// Removes the record of a target.
fn remove(target: &Target) -> Result<()> {
    let removed = system::remove_if_there(&names::record(&target.path));
    removed.map_err(|source| Error::Leftover { path: target.shown.clone(), source })
}

/// Removes the temporary files of a target that an ended run has left.
fn remove_temporaries_of(target: &Target) -> Result<()> {
    let remove = || {
        for entry in fs::read_dir(folder_of(&target.path))? {
            let path = entry?.path();
            if names::is_temporary_of(&target.path, &path) && is_file(&path) {
                system::remove_if_there(&path)?;
            }
        }
        Ok(())
    };
    remove().map_err(|source| Error::Leftover { path: target.shown.clone(), source })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_record_that_could_not_be_read_is_not_written() {
        let main = PathBuf::from("x".repeat(LARGEST as usize / 4));
        let json = Record::new(Path::new("/x"), "", Some(&main), &[], Vec::new()).to_json();
        assert_eq!(json.unwrap_err().to_string(), "too many files get their names together");
    }
}
