//! The record of a commit: the names that the files of a target get.
//!
//! A run writes all files under temporary names, then the record `.NAME.commit` beside its main target `NAME`, and then gives the names.
//! If it ends in between, the next run with that target gives the remaining ones, and those of other targets that are free. What replaces
//! a file of another target waits for a run that has both. A record is written under a temporary name itself, so that it is complete or
//! not there.
//!
//! Anyone who can write to the folder can write a record. So it can express only changes of files whose names follow from that of the
//! target ([`Name`]), from their temporary names, and a run completes it only as far as its own options permit.

use std::collections::HashSet;
use std::fs::{self, OpenOptions, symlink_metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{Error, Result};
use super::manifest::names_of_result;
use super::names::{self, Name};
use super::partial;
use super::system::{self, File, is_file};
use super::target::{Target, folder_of};

/// The number of the format.
const FORMAT: u32 = 1;

/// The largest record, in bytes: that of 250,000 files with long names.
const LARGEST: u64 = 1 << 26;

/// A change of a file of a target.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Change {
    /// A temporary file, whose name has this random part, gets a name.
    Name { random: String, name: Name },
    /// The partial file gets the name of the target.
    Part,
    /// A file is removed, if it exists.
    Remove(Name),
}

/// The contents of a record.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Record {
    #[serde(rename = "minirow-commit")]
    format: u32,
    /// The token in the recipe of the partial result when the record was written. Without it, the partial result stays.
    #[serde(default)]
    partial: Option<String>,
    changes: Vec<Change>,
    /// The other targets: the random parts of the names of their temporary files, and the paths from the folder of the main one.
    others: Vec<(String, String)>,
    /// The folder that gets the name of the target.
    #[serde(default)]
    pub(super) folder: Option<FolderChange>,
}

/// A partial folder that gets the name of a target, without the files that are only needed to make the others.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(super) struct FolderChange {
    /// The number of the folder in its file system, which tells if it has its name.
    pub(super) identity: u64,
    /// The files that are not needed any more: the random parts of the temporary names that they get before, and their names.
    pub(super) taken: Vec<(String, String)>,
}

impl Change {
    /// Returns the name that a file gets, or that is removed.
    pub(super) fn name(&self) -> Name {
        match self {
            Change::Name { name, .. } | Change::Remove(name) => *name,
            Change::Part => Name::Target,
        }
    }

    /// Returns the path of the file that gets a name.
    pub(super) fn source(&self, target: &Path) -> Option<PathBuf> {
        match self {
            Change::Name { random, .. } => Some(names::temporary(target, random)),
            Change::Part => Some(Name::Part.path(target)),
            Change::Remove(_) => None,
        }
    }

    /// Makes the change. `replaces` permits it to replace a file.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if a name is taken that must not be replaced.
    pub(super) fn apply(&self, target: &Path, replaces: bool) -> io::Result<()> {
        let path = self.name().path(target);
        match self.source(target) {
            Some(source) if replaces => system::rename(&source, &path),
            Some(source) => system::rename_new(&source, &path),
            None if is_file(&path) => system::remove_if_there(&path),
            None => Ok(()),
        }
    }

    /// Returns `true` if the change is not made yet.
    fn is_open(&self, target: &Path) -> bool {
        is_file(&self.source(target).unwrap_or_else(|| self.name().path(target)))
    }
}

impl Record {
    /// Creates the record of a target. It permits changes of the partial result that is there.
    ///
    /// # Errors
    /// Returns an error if the recipe of the partial result cannot be read.
    pub(super) fn new(target: &Path, changes: Vec<Change>, others: Vec<(String, String)>) -> io::Result<Record> {
        Ok(Record { format: FORMAT, partial: partial::token_of(target)?, changes, others, folder: None })
    }

    /// Creates the record of a folder.
    pub(super) fn of_folder(folder: FolderChange) -> Record {
        let (changes, others, folder) = (Vec::new(), Vec::new(), Some(folder));
        Record { format: FORMAT, partial: None, changes, others, folder }
    }

    /// Writes the record of a target.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, or is too large to be read again.
    pub(super) fn write(&self, target: &Path) -> io::Result<()> {
        let json = serde_json::to_vec(self).expect("texts and numbers");
        if json.len() as u64 > LARGEST {
            return Err(io::Error::other("too many files get their names together"));
        }
        let temporary = names::temporary(target, &names::random());
        let mut file = File::open(OpenOptions::new().write(true).create_new(true), &temporary)?;
        let written = file.write_all(&json).and_then(|()| file.sync());
        drop(file);
        let named = written.and_then(|()| system::rename(&temporary, &names::record(target)));
        named.inspect_err(|_| drop(system::remove_if_there(&temporary)))
    }

    /// Reads the record of a target, if there is one.
    ///
    /// # Errors
    /// Returns an error if the file of that name is no record of this user.
    pub(super) fn read(target: &Path) -> Result<Option<Record>> {
        let path = names::record(target);
        let cannot_read = |error| Error::read(error, &path);
        let foreign = |why| Error::Foreign { path: path.clone(), why };
        let Some(found) = system::if_there(symlink_metadata(&path)).map_err(cannot_read)? else { return Ok(None) };
        if !found.is_file() {
            return Err(foreign("is not a file, expected a record of minirow"));
        }
        if !system::is_own(&found, &path).map_err(cannot_read)? {
            return Err(foreign("is a record of another user, or has another name"));
        }
        let text = fs::File::open(&path).and_then(|file| io::read_to_string(file.take(LARGEST)));
        let record: Option<Record> = serde_json::from_str(&text.map_err(cannot_read)?).ok();
        match record.filter(Record::is_valid) {
            Some(record) => Ok(Some(record)),
            None => Err(foreign("is not a record of this version of minirow")),
        }
    }

    /// Returns `true` if all texts have the form that this program writes, and no two changes are of the same file.
    fn is_valid(&self) -> bool {
        let mut names = HashSet::new();
        let is_valid = |change: &Change| match change {
            Change::Name { random, name } => {
                names::is_random(random) && !matches!(name, Name::Part | Name::Recipe) && names.insert(*name)
            }
            Change::Part => names.insert(Name::Target) && names.insert(Name::Part),
            Change::Remove(name) => names.insert(*name),
        };
        let is_name = |name: &str| Path::new(name).file_name() == Some(name.as_ref());
        let mut taken = self.folder.iter().flat_map(|folder| &folder.taken);
        self.format == FORMAT
            && taken.all(|(random, name)| names::is_random(random) && is_name(name))
            && self.changes.iter().all(is_valid)
            && self.others.iter().all(|(it, _)| names::is_random(it))
    }

    /// Makes the changes that are not made yet.
    ///
    /// # Errors
    /// Returns an error if that replaces or removes a file without permission, or one that no run has written; or if a file cannot be
    /// changed. Then the record stays for the next run.
    pub(super) fn complete(&self, target: &Target, overwrite: bool, resume: bool) -> Result<()> {
        self.check(target, overwrite, resume)?;
        let failed = |source| Error::Leftover { path: target.shown.clone(), source };
        for change in self.changes.iter().filter(|change| change.is_open(&target.path)) {
            change.apply(&target.path, true).map_err(failed)?;
        }
        system::sync_path(folder_of(&target.path)).map_err(failed)
    }

    /// Returns `true` if other targets have not got their names.
    pub(super) fn has_others(&self) -> bool {
        !self.others.is_empty()
    }

    /// Returns the paths of the other targets with their temporary files.
    pub(super) fn others(&self, target: &Path) -> impl Iterator<Item = (PathBuf, PathBuf)> {
        self.others.iter().map(|(random, other)| {
            let other = folder_of(target).join(other);
            (names::temporary(&other, random), other)
        })
    }

    /// Returns `true` if other targets that have not got their names would replace files.
    fn has_taken_names(&self, target: &Path) -> bool {
        self.others(target).any(|(temporary, other)| is_file(&temporary) && symlink_metadata(other).is_ok())
    }

    /// Returns the record after its changes are made: that of the other targets that have not got their names.
    pub(super) fn without_changes(mut self, target: &Path) -> Record {
        let folder = folder_of(target);
        self.others.retain(|(random, other)| is_file(&names::temporary(&folder.join(other), random)));
        Record { changes: Vec::new(), ..self }
    }

    /// Refuses changes that replace or remove a file without permission, or one that no run has written.
    fn check(&self, target: &Target, overwrite: bool, resume: bool) -> Result<()> {
        let path = &target.path;
        let cannot_read = |error| Error::read(error, &Name::Recipe.path(&target.near));
        let token = partial::token_of(path).map_err(cannot_read)?;
        let is_of_partial = token.is_some() && token == self.partial;
        let open: Vec<&Change> = self.changes.iter().filter(|change| change.is_open(path)).collect();
        let removed: HashSet<Name> = open.iter().map(|change| change.name()).collect();
        let result = names_of_result(path, &|name| removed.contains(&name))?;
        let has_part = symlink_metadata(Name::Part.path(path)).is_ok();
        let (mut is_of_part, mut removes_part, mut replaces) = (false, false, self.has_taken_names(path));
        for change in open {
            let name = change.name();
            let is_part = matches!(name, Name::Part | Name::Recipe);
            is_of_part |= is_part || matches!(change, Change::Part);
            removes_part |= is_part && has_part;
            let is_there = !is_part && symlink_metadata(name.path(path)).is_ok();
            // Anything can have the name of a partial file, a manifest or a shard.
            if is_of_part && !is_of_partial || is_there && !result.contains(&name) {
                return Err(Error::Foreign {
                    path: names::record(&target.near),
                    why: "does not tell what is beside it",
                });
            }
            replaces |= is_there;
        }
        let is_permitted = overwrite || !replaces && (resume || !removes_part);
        let options = match (is_of_part, replaces) {
            (true, true) => "--resume with --force",
            (true, false) => "--resume",
            (false, _) => "--force",
        };
        if is_permitted { Ok(()) } else { Err(Error::Interrupted { path: target.shown.clone(), options }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_could_not_be_read_is_not_written() {
        let others = vec![("x".repeat(LARGEST as usize), String::new())];
        let record = Record::new(Path::new("/x"), Vec::new(), others).unwrap();
        assert_eq!(record.write(Path::new("/x")).unwrap_err().to_string(), "too many files get their names together");
    }
}
