//! The record of a commit: the names that the files of a run get.
//!
//! A run writes all files under temporary names, then a record `.NAME.commit` beside its main target `NAME`, and then gives the names. If
//! it ends in between, the next run with that target gives the remaining ones. A record is written under a temporary name itself, so
//! that it is complete or not there.
//!
//! Anyone who can write to the folder can write a record. So it tells no paths: temporary files of the target, by the random parts of
//! their names, get names that follow from that of the target ([`Name`]). A file of another target gets its name by a run that has locked
//! that target, too. A run completes a record only as far as its own options permit: without them, the files get names that are free.
//! Which files the new ones replace is read from the manifest beside the target, which is replaced last.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{Error, Result};
use super::manifest::names_of_result;
use super::names::{self, Name, folder_of};
use super::published::FolderRecord;
use super::recipe;
use super::system::{self, File, exists, is_file};
use super::target::Target;

/// The number of the format.
const FORMAT: u32 = 2;

/// The largest record, in bytes: that of 250,000 files with long names.
const LARGEST: u64 = 1 << 26;

/// A name or a path in a record, of any characters. `serde` writes an `OsString` on the platforms that files are written on.
#[cfg(any(unix, windows))]
pub(super) type AnyPath = std::ffi::OsString;
#[cfg(not(any(unix, windows)))]
pub(super) type AnyPath = PathBuf;

/// The contents of a record.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
pub(super) struct Record {
    #[serde(rename = "minirow-commit")]
    format: u32,
    /// The run may replace files.
    pub(super) overwrite: bool,
    /// The random parts of temporary files of the main target, with the names that they get.
    pub(super) names: Vec<(String, Name)>,
    /// The other targets, with the random parts of their temporary files: names in the folder of the main target, or absolute paths.
    pub(super) others: Vec<(AnyPath, String)>,
    /// The token of the partial result that is used up.
    pub(super) partial: Option<String>,
    /// The partial file gets the name of the target. Otherwise it is removed.
    pub(super) is_part: bool,
    /// The folder that gets the name of the target.
    #[serde(default)]
    pub(super) folder: Option<FolderRecord>,
}

/// Returns `true` for a path that leads into a folder, but for links in it.
fn is_within(path: &Path) -> bool {
    path.file_name().is_some() && path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// A change of a name that is still to be made.
#[derive(Debug)]
pub(super) struct Change {
    /// `None` if the file is removed.
    pub(super) from: Option<PathBuf>,
    pub(super) to: PathBuf,
    name: Name,
}

impl Change {
    /// Returns the change of a file of another target.
    pub(super) fn of_other(main: &Path, (other, random): &(AnyPath, String)) -> Change {
        let to = folder_of(main).join(other);
        Change { from: Some(names::temporary(&to, random)), to, name: Name::Target }
    }

    /// Makes the change. `replaces` permits it to replace a file.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if the name is taken and must not be replaced.
    pub(super) fn apply(&self, replaces: bool) -> io::Result<()> {
        match &self.from {
            Some(from) if replaces => system::rename(from, &self.to),
            Some(from) => system::rename_new(from, &self.to),
            None => system::remove_if_there(&self.to),
        }
    }

    /// Gives a file its temporary name again.
    pub(super) fn undo(&self) -> io::Result<()> {
        self.from.iter().try_for_each(|from| system::rename_new(&self.to, from))
    }
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
    /// Creates a record without temporary files.
    pub(super) fn new(overwrite: bool, partial: Option<String>, is_part: bool) -> Record {
        Record { format: FORMAT, overwrite, names: Vec::new(), others: Vec::new(), partial, is_part, folder: None }
    }

    /// Creates the record of a folder whose partial result has a token.
    pub(super) fn of_folder(folder: FolderRecord, token: String) -> Record {
        Record { folder: Some(folder), ..Record::new(true, Some(token), false) }
    }

    /// Writes the record of a target.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, or is too large to be read again.
    pub(super) fn write(&self, target: &Path) -> io::Result<()> {
        let json = self.to_json()?;
        let temporary = names::temporary(target, &names::random());
        let mut file = File::create(&temporary)?;
        let written = file.write_all(&json).and_then(|()| file.sync());
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
    pub(super) fn read(target: &Path) -> Result<Option<Record>> {
        let path = names::record(target);
        let cannot_read = |error| Error::read(error, &path);
        let foreign = |why| Error::Foreign(path.clone(), why);
        let Some(found) = system::if_there(fs::symlink_metadata(&path)).map_err(cannot_read)? else {
            return Ok(None);
        };
        if !found.is_file() {
            return Err(foreign("is not a file, expected a record of minirow"));
        }
        if !system::is_own(&found, &path).map_err(cannot_read)? {
            return Err(foreign("is a record of another user, or has another name"));
        }
        let text = fs::File::open(&path).and_then(|file| io::read_to_string(file.take(LARGEST)));
        let record = serde_json::from_str(&text.map_err(cannot_read)?).ok().filter(Record::is_valid);
        record.map(Some).ok_or_else(|| foreign("is not a record of this version of minirow"))
    }

    /// Returns `true` if all texts have the form that this program writes, and no two files get the same name.
    fn is_valid(&self) -> bool {
        let randoms = self.names.iter().map(|(random, _)| random).chain(self.others.iter().map(|(_, random)| random));
        let is_result = |name: &Name| !matches!(name, Name::Part | Name::Recipe);
        let mut new = HashSet::new();
        self.format == FORMAT
            && randoms.into_iter().all(|random| names::is_random(random))
            && self.new_names().all(|name| is_result(&name) && new.insert(name))
            && self.folder.iter().flat_map(|folder| &folder.used).all(|path| is_within(path))
            && (self.partial.is_some() || !self.is_part && self.folder.is_none())
    }

    /// Returns the names that files of the main target get.
    fn new_names(&self) -> impl Iterator<Item = Name> {
        self.names.iter().map(|(_, name)| *name).chain(self.is_part.then_some(Name::Target))
    }

    /// Returns the changes of files of the main target that are still to be made, in their order.
    ///
    /// Files that the new result replaces under other names are removed: the shards that the manifest lists, the manifest if there is no
    /// new one, and the file of the target if there are only shards now. Links stay. As the manifest is the last one, all that is read from
    /// it can be read again until then.
    ///
    /// # Errors
    /// Returns an error if the manifest or a shard cannot be read.
    pub(super) fn changes(&self, target: &Path) -> Result<Vec<Change>> {
        let change = |from, name: Name| Change { from, to: name.path(target), name };
        let temporary = |(random, name): &(String, Name)| change(Some(names::temporary(target, random)), *name);
        let part = self.is_part.then(|| change(Some(Name::Part.path(target)), Name::Target));
        let named = self.names.iter().map(temporary).chain(part);
        let mut changes: Vec<Change> = named.filter(|change| change.from.as_deref().is_some_and(is_file)).collect();
        let new: HashSet<Name> = self.new_names().collect();
        if self.overwrite && new.iter().any(|name| matches!(name, Name::Target | Name::Shard(..))) {
            let old = names_of_result(target, &|name| !new.contains(&name))?;
            let stale = old.into_iter().filter(|name| !new.contains(name)).map(|name| change(None, name));
            changes.extend(stale.filter(|change| is_file(&change.to)));
        }
        changes.sort_by_key(|change| (change.name == Name::Manifest, change.from.is_none(), change.name));
        Ok(changes)
    }

    /// Removes what is left of the partial result that is used up. Its recipe, without which a record changes no partial result, is the
    /// last.
    pub(super) fn remove_partial(&self, target: &Path) -> io::Result<()> {
        if self.partial.is_none() {
            return Ok(());
        }
        [Name::Part, Name::Recipe].iter().try_for_each(|name| system::remove_if_there(&name.path(target)))
    }

    /// Completes the changes of the main target.
    ///
    /// # Errors
    /// Returns an error if a file would be replaced or removed without permission, or one that no run has written; then nothing is
    /// changed. Returns an error if a file cannot be changed.
    pub(super) fn complete(&mut self, target: &Target, permission: Permission) -> Result<()> {
        let path = &target.path;
        let changes = self.changes(path)?;
        let replaced: HashSet<Name> =
            changes.iter().filter(|change| exists(&change.to)).map(|change| change.name).collect();
        let is_of_run = replaced.is_subset(&names_of_result(path, &|name| replaced.contains(&name))?);
        let [has_part, has_recipe] = [Name::Part, Name::Recipe].map(|name| exists(&name.path(path)));
        let is_of_partial = self.partial.is_none() || !has_part && !has_recipe || {
            let token = recipe::token_of(path);
            token.map_err(|error| Error::read(error, &Name::Recipe.path(&target.near)))? == self.partial
        };
        let is_copy = self.folder.as_ref().is_some_and(|folder| folder.is_published(path).is_none());
        if !is_of_run || !is_of_partial || is_copy {
            return Err(Error::Foreign(names::record(&target.near), "does not tell what is beside it"));
        }
        let resumes = has_part && self.partial.is_some() && self.folder.is_none();
        let options = match (!replaced.is_empty(), resumes) {
            (true, true) => "--resume with --force",
            (true, false) => "--force",
            (false, _) => "--resume",
        };
        if !permission.overwrite && (!replaced.is_empty() || resumes && !permission.resume) {
            return Err(Error::Interrupted(target.shown.clone(), options));
        }
        let done = match self.folder.take() {
            Some(folder) => folder.finish(path),
            None => changes
                .iter()
                .try_for_each(|change| change.apply(permission.overwrite))
                .and_then(|()| self.remove_partial(path)),
        };
        let done = done.and_then(|()| system::sync_path(folder_of(path)));
        done.map_err(|source| Error::Leftover(target.shown.clone(), source))?;
        (self.names, self.partial, self.is_part) = (Vec::new(), None, false);
        // Other files may have got their names.
        self.others.retain(|other| Change::of_other(path, other).from.as_deref().is_some_and(is_file));
        Ok(())
    }

    /// Gives the file of another target its name, if that is still to be done.
    ///
    /// # Errors
    /// Returns an error if a file would be replaced without permission, or the name cannot be given.
    pub(super) fn complete_other(&mut self, main: &Path, target: &Target, permission: Permission) -> Result<()> {
        let mut others = self.others.iter().map(|other| Change::of_other(main, other)).enumerate();
        let Some((at, change)) = others.find(|(_, change)| change.to == target.path) else {
            return Ok(());
        };
        if exists(&change.to) && !permission.overwrite {
            return Err(Error::Interrupted(target.shown.clone(), "--force"));
        }
        let done = change.apply(permission.overwrite).and_then(|()| system::sync_path(folder_of(&target.path)));
        done.map_err(|source| Error::Leftover(target.shown.clone(), source))?;
        self.others.remove(at);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_could_not_be_read_is_not_written() {
        let others = vec![("x".repeat(LARGEST as usize / 3).into(), "0123456789".into())];
        let json = Record { others, ..Record::new(false, None, false) }.to_json();
        assert_eq!(json.unwrap_err().to_string(), "too many files get their names together");
    }
}
