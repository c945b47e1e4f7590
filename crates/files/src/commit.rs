//! The targets that a run has locked, the temporary files that it has created, and the names that it gives.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs::symlink_metadata;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::error::{Error, Result};
use super::lock::Lock;
use super::names::{self, Name, folder_of};
use super::record::{Change, Permission, Record};
use super::system::{self, File, is_file};
use super::target::Target;
use super::temporaries::{self, Temporaries};
use super::{WriteOptions, recipe};

/// The files of a run that get their names together.
#[derive(Debug)]
pub(super) struct Commit {
    label: String,
    permission: Permission,
    /// `true` if this run continues a partial result.
    pub(super) is_resumed: bool,
    /// The main target comes first.
    targets: Vec<(Target, Lock)>,
    /// The last target whose lock is a file of its own, which can have other names.
    lockable: usize,
    /// The place of each target in the list, by its path.
    places: HashMap<PathBuf, usize>,
    /// The record of an ended run, with files of targets that this run has not locked.
    left: Option<Record>,
    /// The temporary files, in the order of their creation.
    created: BTreeMap<usize, Temporary>,
    /// The paths that get names.
    named: HashSet<PathBuf>,
}

/// A temporary file of a target.
#[derive(Debug)]
struct Temporary {
    target: usize,
    name: Name,
    random: String,
    /// `true` if it is complete, and gets its name with the others.
    is_complete: bool,
}

impl Commit {
    pub(super) fn new(options: &WriteOptions) -> Commit {
        Commit {
            label: options.label.into(),
            permission: Permission { overwrite: options.overwrite, resume: options.resume },
            is_resumed: false,
            targets: Vec::new(),
            lockable: 0,
            places: HashMap::new(),
            left: None,
            created: BTreeMap::new(),
            named: HashSet::new(),
        }
    }

    /// Returns the main target.
    pub(super) fn main(&self) -> Option<&Target> {
        self.targets.first().map(|(target, _)| target)
    }

    /// Returns `true` if existing files may be replaced.
    pub(super) fn overwrites(&self) -> bool {
        self.permission.overwrite
    }

    /// Locks a target, and completes the commit of an ended run. The first target is the main one, whose lock covers all files
    /// that belong to it.
    ///
    /// # Errors
    /// Returns an error if another run has locked the target, nothing can be written beside it, or the commit of an ended run
    /// cannot be completed.
    pub(super) fn lock(&mut self, target: &Target) -> Result<()> {
        if self.place(&target.path).is_some() {
            return Ok(());
        }
        // A signal comes before the lock is created, or after it is in the list of temporary files.
        let mut temporaries = temporaries::hold();
        let other = self.targets.get(self.lockable).map(|(_, lock)| lock.path().to_path_buf());
        let (label, recover) = (self.label.clone(), |is_left| self.recover(target, is_left));
        let lock = Lock::acquire(target, other.as_deref(), &label, &mut temporaries, recover)?;
        if lock.has_file() {
            self.lockable = self.targets.len();
        }
        drop(temporaries);
        let is_main = self.targets.is_empty();
        self.places.insert(target.path.clone(), self.targets.len());
        self.targets.push((target.clone(), lock));
        // The commit is completed in this folder, whichever of its files this run is for.
        let left = if is_main { self.left.as_ref().map_or(&[][..], |record| &record.others) } else { &[] };
        let beside = left.iter().map(|(name, _)| Path::new(name)).filter(|name| folder_of(name) == Path::new("."));
        let beside: Vec<PathBuf> = beside.map(|name| folder_of(&target.near).join(name)).collect();
        beside.iter().try_for_each(|path| self.lock(&Target::file(path)?))
    }

    /// Completes what an ended run has left of a target that this run has locked, and removes its temporary files.
    fn recover(&mut self, target: &Target, is_left: bool) -> Result<()> {
        let leftover = |source| Error::Leftover(target.shown.clone(), source);
        let is_main = self.targets.is_empty();
        if is_main {
            self.left = Record::read(&target.path)?;
        }
        let has_record = is_main && self.left.is_some();
        if let Some(record) = &mut self.left {
            let main = self.targets.first().map_or(&target.path, |(main, _)| &main.path);
            match is_main {
                true => record.complete(target, self.permission)?,
                false => record.complete_other(main, target, self.permission)?,
            }
            if record.others.is_empty() {
                system::remove_if_there(&names::record(main)).map_err(leftover)?;
            } else if is_main {
                record.write(main).map_err(leftover)?; // only those are left
            }
        }
        self.left.take_if(|record| record.others.is_empty());
        if is_left || has_record {
            recipe::remove_if_alone(&target.path).and_then(|()| remove_temporaries_of(target)).map_err(leftover)?;
        }
        Ok(())
    }

    /// Refuses a file that exists and must not be overwritten.
    pub(super) fn check(&self, target: &Target) -> Result<()> {
        target.check(self.overwrites()).map_err(|error| match error {
            Error::Exists(path) if self.is_resumed => Error::ExistsBesidePartial(path),
            error => error,
        })
    }

    /// Returns the number of the target that a file belongs to, and its name. Only the main target has further files.
    fn place(&self, path: &Path) -> Option<(usize, Name)> {
        let main = self.main().and_then(|main| Name::of(&main.path, path)).map(|name| (0, name));
        main.or_else(|| self.places.get(path).map(|&at| (at, Name::Target)))
    }

    /// Returns `true` if a file belongs to a target, and is none.
    pub(super) fn is_derived(&self, path: &Path) -> bool {
        self.place(path).is_some_and(|(_, name)| name != Name::Target)
    }

    /// Creates a temporary file for a file of a target, with its mode if it exists. Returns the number of the temporary file, too.
    pub(super) fn create(&mut self, target: &Target) -> Result<(usize, File)> {
        let path = &target.path;
        let (of, name) = self.place(path).expect("a file of a target that is locked");
        let file = Temporary { target: of, name, random: names::random(), is_complete: false };
        let temporary = self.temporary(&file);
        let mut temporaries = temporaries::hold();
        let created = temporaries.add(&temporary).and_then(|()| File::create(&temporary));
        if created.is_err() {
            temporaries.forget(&temporary);
        }
        drop(temporaries);
        let created = created.map_err(|error| Error::create(error, &target.shown))?;
        let number = self.created.last_key_value().map_or(0, |(last, _)| last + 1);
        self.created.insert(number, file);
        system::keep_mode(path, &temporary).map_err(|error| Error::create(error, &target.shown))?;
        Ok((number, created))
    }

    fn temporary(&self, file: &Temporary) -> PathBuf {
        names::temporary(&self.targets[file.target].0.path, &file.random)
    }

    /// Returns the path of a file, as near as the caller has given it.
    fn shown(&self, path: &Path) -> PathBuf {
        match self.place(path) {
            Some((0, name)) if name != Name::Target => name.path(&self.targets[0].0.near),
            Some((target, _)) => self.targets[target].0.shown.clone(),
            None => path.to_path_buf(),
        }
    }

    /// Completes a temporary file, which gets its name with the others.
    pub(super) fn name(&mut self, number: usize) {
        if let Some(file) = self.created.get_mut(&number) {
            file.is_complete = true;
            self.named.insert(file.name.path(&self.targets[file.target].0.path));
        }
    }

    /// Returns `true` if a path gets a name.
    pub(super) fn names(&self, path: &Path) -> bool {
        self.named.contains(path)
    }

    /// Writes a file of the partial result, and gives it its name at once.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub(super) fn put_now(&mut self, target: &Target, contents: &[u8]) -> Result<File> {
        let (number, mut file) = self.create(target)?;
        let written = file.write_all(contents).and_then(|()| file.sync());
        written.and_then(|()| self.name_now(number)).map_err(|error| Error::from_write(error, &target.shown))?;
        Ok(file)
    }

    /// Gives a file of the partial result its name at once.
    pub(super) fn name_now(&mut self, number: usize) -> io::Result<()> {
        let Some(file) = self.created.get(&number) else { return Ok(()) };
        let (temporary, path) = (self.temporary(file), file.name.path(&self.targets[file.target].0.path));
        let mut temporaries = temporaries::hold();
        temporaries.check()?;
        system::rename(&temporary, &path)?;
        temporaries.forget(&temporary);
        self.created.remove(&number);
        system::sync_path(folder_of(&path))
    }

    /// Gives all names, or none of them, and unlocks the targets; if the run ends in between, the next one completes that. The partial
    /// result with a token is used up: its file gets the name of the target, or is removed.
    ///
    /// # Errors
    /// Returns an error if a name cannot be given. Then nothing is changed, unless the error is [`Error::Incomplete`].
    pub(super) fn finish(&mut self, partial: Option<String>, is_part: bool) -> Result<()> {
        if let Some(main) = self.main().cloned() {
            let mut record = Record::new(self.overwrites(), partial, is_part);
            for file in self.created.values().filter(|file| file.is_complete) {
                match file.target {
                    0 => record.names.push((file.random.clone(), file.name)),
                    other => {
                        let path = &self.targets[other].0.path;
                        let name = path.strip_prefix(folder_of(&main.path)).ok().filter(|name| folder_of(name) == ".");
                        record.others.push((name.unwrap_or(path).into(), file.random.clone()));
                    }
                }
            }
            let changes = self.plan(&record)?;
            // A signal never interrupts the commit.
            let mut temporaries = temporaries::hold();
            let checked = temporaries.check().map_err(|error| Error::from_write(error, &main.shown));
            let is_empty = changes.is_empty() && record.partial.is_none();
            let done = checked.and_then(|()| if is_empty { Ok(()) } else { self.apply(&record, &changes) });
            if matches!(done, Err(Error::Incomplete(..))) {
                self.leave(&mut temporaries);
            }
            done?;
            let named: BTreeMap<usize, Temporary> = self.created.extract_if(.., |_, file| file.is_complete).collect();
            named.values().for_each(|file| temporaries.forget(&self.temporary(file)));
        }
        let main = self.main().map(|target| target.shown.clone()).unwrap_or_default();
        self.end().map_err(|source| Error::Incomplete(main, source))
    }

    /// Returns the changes of a record, which are checked. A partial file gets the mode of the file that it replaces.
    fn plan(&self, record: &Record) -> Result<Vec<Change>> {
        let main = &self.targets[0].0.path;
        let mut changes = record.changes(main)?;
        changes.extend(record.others.iter().map(|other| Change::of_other(main, other)));
        for Change { from, to, .. } in &changes {
            match (symlink_metadata(to), from) {
                (Ok(found), _) if found.is_dir() => return Err(Error::IsFolder(self.shown(to))),
                (Ok(_), _) if !self.overwrites() => return Err(Error::Exists(self.shown(to))),
                (Ok(_), Some(from)) if record.is_part => {
                    system::keep_mode(to, from).map_err(|error| Error::from_write(error, &self.shown(to)))?;
                }
                _ => {}
            }
        }
        Ok(changes)
    }

    /// Writes the record, and makes the changes. A single name needs no record.
    fn apply(&self, record: &Record, changes: &[Change]) -> Result<()> {
        let main = &self.targets[0].0;
        let is_one = record.partial.is_none() && matches!(changes, [change] if change.from.is_some());
        let (folder, path) = (folder_of(&main.path), names::record(&main.path));
        let folders: BTreeSet<&Path> = changes.iter().map(|change| folder_of(&change.to)).collect();
        let sync = |folder: &&Path| system::sync_path(folder);
        let first = changes.first().map_or_else(|| main.shown.clone(), |change| self.shown(&change.to));
        // Removes the record after an error, if no change is made.
        let undo = |source: io::Error| match if is_one { Ok(()) } else { system::remove_if_there(&path) } {
            Ok(()) if source.kind() == ErrorKind::AlreadyExists => Error::Exists(first.clone()),
            Ok(()) => Error::from_write(source, &first),
            Err(_) => Error::Incomplete(first.clone(), source),
        };
        if !is_one {
            // The names of temporary files elsewhere are on the disk before the record.
            let elsewhere = folders.iter().filter(|other| **other != folder).try_for_each(sync);
            let written = elsewhere.and_then(|()| record.write(&main.path));
            written.and_then(|()| system::sync_path(folder)).map_err(undo)?;
        }
        for (at, change) in changes.iter().enumerate() {
            change.apply(self.overwrites()).map_err(|source| match at {
                0 => undo(source),
                _ => Error::Incomplete(self.shown(&change.to), source),
            })?;
        }
        let done = match folders.iter().try_for_each(sync) {
            Err(source) if is_one && !self.overwrites() && changes[0].undo().is_ok() => return Err(undo(source)),
            synced => synced.and_then(|()| record.remove_partial(&main.path)),
        };
        let done = done.and_then(|()| match is_one && self.left.is_none() {
            true => Ok(()),
            false => system::remove_if_there(&path),
        });
        done.map_err(|source| Error::Incomplete(first, source))
    }

    /// Removes the remaining temporary files, and unlocks all targets.
    fn end(&mut self) -> io::Result<()> {
        let mut temporaries = temporaries::hold();
        while let Some((_, file)) = self.created.last_key_value() {
            let path = self.temporary(file);
            system::remove_if_there(&path)?;
            temporaries.forget(&path);
            self.created.pop_last();
        }
        while let Some((_, lock)) = self.targets.pop() {
            if let Err(error) = lock.release(&mut temporaries) {
                self.leave(&mut temporaries);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Leaves everything to the next run, which finds the locks.
    pub(super) fn leave(&mut self, temporaries: &mut Temporaries) {
        self.created.values().for_each(|file| temporaries.forget(&self.temporary(file)));
        self.created.clear();
        self.targets.drain(..).for_each(|(_, lock)| lock.leave(temporaries));
    }
}

impl Drop for Commit {
    /// Removes the temporary files. If that fails, the next run removes them.
    fn drop(&mut self) {
        if self.end().is_err() {
            self.leave(&mut temporaries::hold());
        }
    }
}

/// Removes the temporary files of a target that an ended run has left.
fn remove_temporaries_of(target: &Target) -> io::Result<()> {
    for entry in folder_of(&target.path).read_dir()? {
        let path = entry?.path();
        if names::is_temporary_of(&target.path, &path) && is_file(&path) {
            system::remove_if_there(&path)?;
        }
    }
    Ok(())
}
