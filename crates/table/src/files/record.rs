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
//! target ([`Name`]), from their temporary names. It has the paths of other targets only to find their records.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, symlink_metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{Error, Result};
use super::lock::Lock;
use super::names::{self, Name};
use super::staged::files_within;
use super::system;
use super::target::{Target, folder_of};
use super::temporaries::Temporaries;

/// The number of the format.
const FORMAT: u32 = 1;

/// The largest record, in bytes: that of 250,000 files with long names.
const LARGEST: u64 = 1 << 26;

/// A change of names.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Change {
    /// A temporary file, whose name has this random part, gets a name.
    Name { random: String, name: Name },
    /// The partial file or folder gets the name of the target.
    Part,
    /// A file of the partial folder gets a temporary name, under which it is removed.
    TakeOut { random: String, file: String },
    /// The partial folder gets the name of a folder, of which these entries are removed; contents come before their folder.
    /// `identity` is that of the partial folder, from which is known which of the two has which name.
    Swap { random: String, identity: u64, entries: Vec<String> },
    /// A file is removed, if it exists.
    Remove(Name),
}

/// The contents of a record.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Record {
    #[serde(rename = "minirow-commit")]
    format: u32,
    /// The same in all records of a commit.
    token: String,
    /// The path of the main target, if it is another one, in bytes.
    main: Option<Vec<u8>>,
    /// The paths of the other targets with records, in bytes.
    others: Vec<Vec<u8>>,
    changes: Vec<Change>,
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
            Change::TakeOut { random, file } => (Name::Part.path(target).join(file), names::temporary(target, random)),
            Change::Swap { .. } | Change::Remove(_) => return None,
        })
    }

    /// Returns `true` if all texts have the form that this program writes.
    fn is_valid(&self) -> bool {
        let is_plain = |path: &str| {
            let mut parts = Path::new(path).components().peekable();
            parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
        };
        match self {
            Change::Name { random, name: _ } => names::is_random(random),
            Change::Part | Change::Remove(_) => true,
            Change::TakeOut { random, file } => {
                names::is_random(random) && is_plain(file) && Path::new(file).file_name() == Some(file.as_ref())
            }
            Change::Swap { random, entries, .. } => {
                names::is_random(random) && entries.iter().all(|entry| is_plain(entry))
            }
        }
    }

    /// Applies a change that is not done yet. `replaces` permits it to replace a file.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if a name is taken that must not be replaced.
    pub(super) fn apply(&self, target: &Path, replaces: bool) -> io::Result<()> {
        match self {
            Change::Swap { random, identity, entries } => {
                swap(target, &names::temporary(target, random), *identity, entries)
            }
            Change::Remove(name) => {
                let path = name.path(target);
                if is_file(&path) { system::remove_if_there(&path) } else { Ok(()) }
            }
            Change::Name { .. } | Change::Part | Change::TakeOut { .. } => {
                let (from, to) = self.paths(target).expect("a change of one name");
                if replaces { system::rename(&from, &to) } else { system::rename_new(&from, &to) }
            }
        }
    }

    /// Returns `true` if a change of one name has a source of the right kind, which is not reached by a link. Otherwise it is done.
    fn is_open(&self, target: &Path) -> bool {
        let Some((from, _)) = self.paths(target) else { return true };
        let is_folder = |path: &Path| symlink_metadata(path).is_ok_and(|found| found.is_dir());
        is_file(&from) && is_folder(folder_of(&from)) || matches!(self, Change::Part) && is_folder(&from)
    }

    /// Undoes a change that has given a new name.
    pub(super) fn undo(&self, target: &Path) -> io::Result<()> {
        match self.paths(target) {
            Some((from, to)) if symlink_metadata(&from).is_err() && symlink_metadata(&to).is_ok() => {
                system::rename_new(&to, &from)
            }
            _ => Ok(()),
        }
    }

    /// Returns `true` if this change does nothing but give a new name to a temporary file, or is done.
    fn is_harmless(&self, target: &Path) -> bool {
        match self {
            Change::Remove(name) => symlink_metadata(name.path(target)).is_err(),
            Change::Name { name, .. } => symlink_metadata(name.path(target)).is_err() || !self.is_open(target),
            _ => false,
        }
    }
}

impl Record {
    /// Creates the record of the main target, or of another one if `main` is given.
    pub(super) fn new(token: &str, main: Option<&Path>, others: &[&Path], changes: Vec<Change>) -> Record {
        let bytes = |path: &Path| path.as_os_str().as_encoded_bytes().to_vec();
        let (main, others) = (main.map(bytes), others.iter().map(|path| bytes(path)).collect());
        Record { format: FORMAT, token: token.into(), main, others, changes }
    }

    /// Returns the contents of the file.
    ///
    /// # Errors
    /// Returns an error if they are too large to be read again.
    pub(super) fn to_json(&self) -> io::Result<Vec<u8>> {
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
        if !system::is_own(&found) {
            return Err(foreign("is a record of another user, or has another name"));
        }
        let text = fs::File::open(&path).and_then(|file| io::read_to_string(file.take(LARGEST)));
        let text = text.map_err(|error| Error::read(error, &path))?;
        let record = serde_json::from_str(&text)
            .ok()
            .filter(|record: &Record| record.format == FORMAT && record.changes.iter().all(Change::is_valid));
        record.map(Some).ok_or_else(|| foreign("is not a record of this version of minirow"))
    }

    /// Refuses to complete the record if that replaces files without permission, or a folder with files that are not listed.
    fn check(&self, target: &Target, replaces: bool) -> Result<()> {
        let mut names = HashSet::new();
        let is_twice = self.changes.iter().any(|change| match change {
            Change::Name { name, .. } | Change::Remove(name) => !names.insert(*name),
            _ => false,
        });
        let is_harmless = self.changes.iter().all(|change| change.is_harmless(&target.path));
        if is_twice || !replaces && !is_harmless {
            return Err(Error::Interrupted(target.shown.clone()));
        }
        for change in &self.changes {
            let Change::Swap { identity, entries, .. } = change else { continue };
            if is_new(&Name::Part.path(&target.path), *identity) {
                let known: BTreeSet<&Path> = entries.iter().map(Path::new).collect();
                let found = files_within(target)?;
                if let Some(foreign) = found.iter().find(|file| !known.contains(&***file)) {
                    return Err(Error::ForeignFile(target.shown.join(foreign)));
                }
            } else if !is_new(&target.path, *identity) {
                let path = names::record(&target.path);
                return Err(Error::Foreign { path, why: "tells of a folder that is not there any more" });
            }
        }
        Ok(())
    }

    /// Makes the changes that are not done yet.
    fn complete(&self, target: &Target) -> Result<()> {
        let mut open = self.changes.iter().filter(|change| change.is_open(&target.path));
        let done = open.try_for_each(|change| change.apply(&target.path, true));
        let synced = done.and_then(|()| system::sync_path(folder_of(&target.path)));
        synced.map_err(|source| Error::Leftover { path: target.shown.clone(), source })
    }
}

/// Completes what an ended run has left of a target that this run has locked, and removes its temporary files. `replaces` permits it to
/// replace files.
///
/// # Errors
/// Returns an error if a record is foreign, a file would be replaced without permission, a target of the same commit cannot be
/// locked, or a file cannot be changed. Then the record stays for the next run.
pub(super) fn finish(
    target: &Target,
    lock: &Lock,
    label: &str,
    replaces: bool,
    temporaries: &mut Temporaries,
) -> Result<()> {
    let found = Record::read(&target.path)?;
    if let Some(record) = &found {
        let is_decided = match &record.main {
            None => true,
            Some(main) => match names::os_string(main.clone()) {
                Some(main) => Record::read(Path::new(&main))?.is_some_and(|main| main.token == record.token),
                None => false,
            },
        };
        if is_decided {
            let mut others = Vec::new();
            let done = lock_others(target, record, label, &mut others, temporaries).and_then(|()| {
                let others = others.iter().map(|(other, found, _)| (other, found));
                let all = || others.clone().chain([(target, record)]);
                all().try_for_each(|(target, record)| record.check(target, replaces))?;
                all().try_for_each(|(target, record)| record.complete(target))?;
                others.clone().try_for_each(|(other, _)| remove(other).and_then(|()| remove_temporaries_of(other)))
            });
            for (other, _, lock) in others {
                if done.is_err() {
                    lock.leave(temporaries);
                } else if let Err(source) = lock.release(temporaries) {
                    return Err(Error::Leftover { path: other.shown, source });
                }
            }
            done?;
        }
        remove(target)?;
    }
    if found.is_some() || lock.is_left {
        remove_temporaries_of(target)?;
    }
    Ok(())
}

/// Locks the other targets of the commit of a main target whose names are not all given.
fn lock_others(
    main: &Target,
    record: &Record,
    label: &str,
    others: &mut Vec<(Target, Record, Lock)>,
    temporaries: &mut Temporaries,
) -> Result<()> {
    for path in &record.others {
        let Some(path) = names::os_string(path.clone()).map(PathBuf::from).filter(|path| path.is_absolute()) else {
            continue;
        };
        // Without a record of this commit, its names are given.
        if Record::read(&path)?.is_some_and(|found| found.token == record.token) {
            let other = Target { shown: path.clone(), near: path.clone(), path };
            let lock = Lock::acquire(&other, Some(&main.path), temporaries)?;
            let begun = match Record::read(&other.path)?.filter(|found| found.token == record.token) {
                Some(found) => {
                    others.push((other, found, lock));
                    others.last_mut().map_or(Ok(()), |(_, _, lock)| lock.begin(label, Some(&main.path)))
                }
                None => {
                    lock.leave(temporaries);
                    Ok(())
                }
            };
            begun.map_err(|error| Error::create(error, &main.shown))?;
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

fn is_file(path: &Path) -> bool {
    symlink_metadata(path).is_ok_and(|found| found.is_file())
}

/// Returns `true` if a path is that of the new folder, which has the name of the partial one before an exchange.
fn is_new(path: &Path, identity: u64) -> bool {
    symlink_metadata(path).is_ok_and(|found| found.is_dir() && system::identity(&found) == identity)
}

/// Gives a partial folder the name of a folder, whose entries are removed. Each step is left out that is done.
fn swap(target: &Path, aside: &Path, identity: u64, entries: &[String]) -> io::Result<()> {
    let part = &Name::Part.path(target);
    if is_new(part, identity) {
        if symlink_metadata(target).is_ok() {
            match system::exchange(part, target) {
                Err(error) if error.kind() == ErrorKind::Unsupported => system::rename_new(target, aside)?,
                done => done?,
            }
        }
        if is_new(part, identity) {
            system::rename_new(part, target)?;
        }
    }
    if !is_new(target, identity) {
        return Err(io::Error::other("the new folder is not there"));
    }
    if symlink_metadata(part).is_ok() {
        system::rename_new(part, aside)?;
    }
    for path in entries.iter().map(|entry| aside.join(entry)).chain([aside.to_path_buf()]) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_could_not_be_read_is_not_written() {
        let main = PathBuf::from("x".repeat(LARGEST as usize / 4));
        let json = Record::new("", Some(&main), &[], Vec::new()).to_json();
        assert_eq!(json.unwrap_err().to_string(), "too many files get their names together");
    }
}
