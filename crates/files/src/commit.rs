//! The targets that a run has locked, the temporary files that it has created, and the names that it gives.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs::{self, OpenOptions, symlink_metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::WriteOptions;
use super::error::{Error, Result};
use super::lock::Lock;
use super::names::{self, Name};
use super::record::{Change, Record};
use super::system::{self, File, is_file};
use super::target::{Target, folder_of};
use super::temporaries::{self, Temporaries};

/// The files of a run that get their names together.
#[derive(Debug)]
pub(super) struct Commit {
    label: String,
    /// Replaces existing files.
    pub(super) overwrite: bool,
    /// Continues partial results.
    resume: bool,
    /// `true` if this run continues one.
    pub(super) is_resumed: bool,
    /// The main target comes first.
    targets: Vec<(Target, Lock)>,
    /// The place of each target in the list, by its path.
    places: HashMap<PathBuf, usize>,
    /// The temporary files without a name, in the order of their creation.
    created: Vec<PathBuf>,
    /// The paths that get names.
    named: HashSet<PathBuf>,
    /// The changes of targets by their numbers.
    changes: Vec<(usize, Change)>,
    /// The temporary files of other targets that an ended run has not given their names, from its record.
    interrupted: HashSet<PathBuf>,
}

/// A change, and how it is made.
struct Step {
    target: usize,
    change: Change,
    rank: Rank,
}

/// The order of the changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    New,
    Replaced,
    Removed,
    /// The manifest, which lists the files that are removed, is replaced or removed after them.
    Manifest,
    /// The recipe, without which a record changes no partial result, is removed after them.
    Recipe,
}

impl Commit {
    pub(super) fn new(options: &WriteOptions) -> Commit {
        Commit {
            label: options.label.into(),
            overwrite: options.overwrite,
            resume: options.resume,
            is_resumed: false,
            targets: Vec::new(),
            places: HashMap::new(),
            created: Vec::new(),
            named: HashSet::new(),
            changes: Vec::new(),
            interrupted: HashSet::new(),
        }
    }

    /// Returns the main target.
    pub(super) fn main(&self) -> Option<&Target> {
        self.targets.first().map(|(target, _)| target)
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
        let main = self.main().map(|main| main.path.as_path());
        let lock = Lock::acquire(target, main, &self.label, &mut temporaries)?;
        if let Err(error) = self.finish_interrupted(target, lock.is_left, &mut temporaries) {
            if lock.is_left {
                lock.leave(&mut temporaries);
            } else {
                let _ = lock.release(&mut temporaries);
            }
            return Err(error);
        }
        self.places.insert(target.path.clone(), self.targets.len());
        self.targets.push((target.clone(), lock));
        Ok(())
    }

    /// Completes what an ended run has left of a target, and removes its temporary files.
    fn finish_interrupted(&mut self, target: &Target, is_left: bool, temporaries: &mut Temporaries) -> Result<()> {
        let failed = |source| Error::Leftover { path: target.shown.clone(), source };
        let Some(record) = Record::read(&target.path)? else {
            return if is_left { self.finish_temporaries(target) } else { Ok(()) };
        };
        if record.folder.is_some() {
            return Ok(()); // `StagedFolder` completes it
        }
        record.complete(target, self.overwrite, self.resume)?;
        for (temporary, other) in record.others(&target.path) {
            self.finish_other(target, &temporary, &other, temporaries)?;
        }
        self.finish_temporaries(target)?;
        let left = record.without_changes(&target.path);
        if !left.has_others() {
            return system::remove_if_there(&names::record(&target.path)).map_err(failed);
        }
        if self.targets.is_empty() {
            self.interrupted = left.others(&target.path).map(|(temporary, _)| temporary).collect();
        }
        left.write(&target.path).map_err(failed)
    }

    /// Gives another target of an ended run its name, if it is free. Otherwise a run with that target and the permission does it.
    fn finish_other(&self, main: &Target, temporary: &Path, other: &Path, temporaries: &mut Temporaries) -> Result<()> {
        let (is_open, is_taken) = (is_file(temporary), symlink_metadata(other).is_ok());
        if is_open && is_taken || !is_open && !is_file(&names::lock(other)) {
            return Ok(());
        }
        let target = Target { shown: other.into(), near: other.into(), path: other.into() };
        let lock = Lock::acquire(&target, Some(&main.path), &self.label, temporaries)?;
        let named = if is_open { system::rename_new(temporary, other) } else { Ok(()) };
        let named = named.and_then(|()| system::sync_path(folder_of(other)));
        let done = named.and_then(|()| lock.release(temporaries));
        done.map_err(|source| Error::Leftover { path: other.into(), source })
    }

    /// Removes the temporary files of a target, but for the one to which the record of the main target gives the name.
    fn finish_temporaries(&mut self, target: &Target) -> Result<()> {
        let failed = |source| Error::Leftover { path: target.shown.clone(), source };
        for entry in fs::read_dir(folder_of(&target.path)).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if names::random_of(&target.path, &path).is_none() || !is_file(&path) {
                continue;
            }
            if !self.interrupted.contains(&path) {
                system::remove_if_there(&path).map_err(failed)?;
                continue;
            }
            if symlink_metadata(&target.path).is_ok() && !self.overwrite {
                return Err(Error::Interrupted { path: target.shown.clone(), options: "--force" });
            }
            system::rename(&path, &target.path).map_err(failed)?;
            system::sync_path(folder_of(&target.path)).map_err(failed)?;
            self.interrupted.remove(&path);
            if let Some(main) = self.main().filter(|_| self.interrupted.is_empty()) {
                system::remove_if_there(&names::record(&main.path)).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Refuses a file that exists and must not be overwritten.
    pub(super) fn check(&self, target: &Target) -> Result<()> {
        target.check(self.overwrite).map_err(|error| match error {
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

    /// Creates a temporary file for a file of a target, with its mode if it exists. Returns the random part of its name, too.
    pub(super) fn create(&mut self, shown: &Path, path: &Path) -> Result<(String, File)> {
        self.try_create(path).map_err(|error| Error::create(error, shown))
    }

    fn try_create(&mut self, path: &Path) -> io::Result<(String, File)> {
        let random = names::random();
        let (target, _) = self.place(path).ok_or(ErrorKind::InvalidInput)?;
        let temporary = names::temporary(self.path(target), &random);
        let mut temporaries = temporaries::hold();
        temporaries.add(&temporary)?;
        let file = File::open(OpenOptions::new().read(true).write(true).create_new(true), &temporary);
        match &file {
            Err(_) => temporaries.forget(&temporary),
            Ok(_) => self.created.push(temporary.clone()),
        }
        drop(temporaries);
        let file = file?;
        keep_mode(&temporary, path)?;
        Ok((random, file))
    }

    /// Adds the name of a temporary file. The path belongs to a target.
    pub(super) fn name(&mut self, random: String, path: &Path) {
        let (target, name) = self.place(path).expect("a file of a target that is locked");
        self.named.insert(path.to_path_buf());
        self.changes.push((target, Change::Name { random, name }));
    }

    /// Adds a change of the main target.
    pub(super) fn change(&mut self, change: Change) {
        self.changes.push((0, change));
    }

    /// Returns `true` if a path gets a name.
    pub(super) fn names(&self, path: &Path) -> bool {
        self.named.contains(path)
    }

    /// Returns the names that files of the main target get.
    pub(super) fn names_of_main(&self) -> HashSet<Name> {
        let of_main =
            self.changes.iter().filter(|(target, change)| *target == 0 && !matches!(change, Change::Remove(_)));
        of_main.map(|(_, change)| change.name()).collect()
    }

    /// Makes all changes, and unlocks the targets; if the run ends in between, the next one completes the changes.
    ///
    /// # Errors
    /// Returns an error if a name cannot be given. Then nothing is changed, unless the error is [`Error::Incomplete`].
    pub(super) fn finish(&mut self) -> Result<()> {
        let main = self.main().map(|target| target.shown.clone()).unwrap_or_default();
        let steps = self.plan()?;
        // A signal never interrupts the commit.
        let mut temporaries = temporaries::hold();
        temporaries.check().map_err(|error| Error::from_write(error, &main))?;
        let done = self.apply(&steps);
        if matches!(done, Err(Error::Incomplete { .. })) {
            self.leave(&mut temporaries);
        }
        done?;
        drop(temporaries);
        self.end().map_err(|source| Error::Incomplete { path: main, source })
    }

    /// Gives a temporary file the name of a file of the main target at once.
    ///
    /// # Errors
    /// Returns an error if the name cannot be given.
    pub(super) fn name_now(&self, random: &str, name: Name) -> Result<()> {
        let Some(main) = self.main() else { return Ok(()) };
        let temporaries = temporaries::hold();
        let named = temporaries.check();
        let named = named.and_then(|()| system::rename(&names::temporary(&main.path, random), &name.path(&main.path)));
        let named = named.and_then(|()| system::sync_path(folder_of(&main.path)));
        named.map_err(|error| Error::from_write(error, &name.path(&main.near)))
    }

    /// Removes a file of the main target at once, if it exists.
    ///
    /// # Errors
    /// Returns an error if it cannot be removed.
    pub(super) fn remove_now(&self, name: Name) -> Result<()> {
        let Some(main) = self.main() else { return Ok(()) };
        let removed = system::remove_if_there(&name.path(&main.path));
        removed.map_err(|error| Error::from_write(error, &name.path(&main.near)))
    }

    fn path(&self, target: usize) -> &Path {
        &self.targets[target].0.path
    }

    /// Returns the path of the file of a change, as near as the caller has given it.
    fn shown(&self, target: usize, change: &Change) -> PathBuf {
        let (target, _) = &self.targets[target];
        match change.name() {
            Name::Target => target.shown.clone(),
            name => name.path(&target.near),
        }
    }

    /// Checks the changes, puts them in order, and keeps the modes of files that are replaced.
    fn plan(&mut self) -> Result<Vec<Step>> {
        let mut steps = Vec::new();
        for (target, change) in std::mem::take(&mut self.changes) {
            let (name, shown) = (change.name(), self.shown(target, &change));
            let path = name.path(self.path(target));
            let rank = match (change.source(self.path(target)), symlink_metadata(&path)) {
                (None, Err(_)) => continue,
                (None, Ok(_)) if name == Name::Recipe => Rank::Recipe,
                (None, Ok(_)) if name == Name::Manifest => Rank::Manifest,
                (None, Ok(_)) => Rank::Removed,
                (Some(_), Err(_)) => Rank::New,
                (Some(_), Ok(found)) if found.is_dir() => return Err(Error::IsFolder(shown)),
                (Some(_), Ok(_)) if !self.overwrite => return Err(Error::Exists(shown)),
                (Some(source), Ok(_)) => {
                    keep_mode(&source, &path).map_err(|error| Error::from_write(error, &shown))?;
                    if name == Name::Manifest { Rank::Manifest } else { Rank::Replaced }
                }
            };
            steps.push(Step { target, change, rank });
        }
        steps.sort_by_key(|step| step.rank);
        Ok(steps)
    }

    /// Writes the record, and makes the changes. A single change needs no record.
    fn apply(&self, steps: &[Step]) -> Result<()> {
        let Some(first) = steps.first() else { return Ok(()) };
        let first_shown = self.shown(first.target, &first.change);
        let incomplete = |source| Error::Incomplete { path: first_shown.clone(), source };
        let is_one = steps.len() == 1;
        if !is_one && let Err(source) = self.write_record(steps) {
            let is_unchanged = self.remove_record().is_ok();
            return Err(if is_unchanged { Error::from_write(source, &first_shown) } else { incomplete(source) });
        }
        for step in steps {
            let replaces = matches!(step.rank, Rank::Replaced | Rank::Manifest);
            let Err(source) = step.change.apply(self.path(step.target), replaces) else { continue };
            let path = self.shown(step.target, &step.change);
            return Err(match source.kind() {
                _ if !is_one => Error::Incomplete { path, source },
                ErrorKind::AlreadyExists => Error::Exists(path),
                _ => Error::from_write(source, &path),
            });
        }
        let folders: BTreeSet<&Path> = steps.iter().map(|step| folder_of(self.path(step.target))).collect();
        folders.into_iter().try_for_each(system::sync_path).map_err(incomplete)?;
        if is_one { Ok(()) } else { system::remove_if_there(&names::record(self.path(0))).map_err(incomplete) }
    }

    fn write_record(&self, steps: &[Step]) -> io::Result<()> {
        let main = self.path(0);
        let (mut changes, mut others) = (Vec::new(), Vec::new());
        for step in steps {
            match &step.change {
                Change::Name { random, .. } if step.target > 0 => {
                    others.push((random.clone(), path_between(main, self.path(step.target))));
                }
                change => changes.push(change.clone()),
            }
        }
        Record::new(main, changes, others)?.write(main)?;
        system::sync_path(folder_of(main))
    }

    fn remove_record(&self) -> io::Result<()> {
        system::remove_if_there(&names::record(self.path(0)))?;
        system::sync_path(folder_of(self.path(0)))
    }

    /// Removes the remaining temporary files, and unlocks all targets.
    fn end(&mut self) -> io::Result<()> {
        let mut temporaries = temporaries::hold();
        while let Some(path) = self.created.last() {
            system::remove_if_there(path)?;
            temporaries.forget(path);
            self.created.pop();
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
    fn leave(&mut self, temporaries: &mut Temporaries) {
        for path in self.created.drain(..) {
            temporaries.forget(&path);
        }
        for (_, lock) in self.targets.drain(..) {
            lock.leave(temporaries);
        }
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

/// Returns the path of another target as text, from the folder of the main one if it is below, so that both can be moved.
fn path_between(main: &Path, other: &Path) -> String {
    other.strip_prefix(folder_of(main)).unwrap_or(other).to_string_lossy().into_owned()
}

/// Copies the mode of a file or folder, if it exists, to a temporary one.
pub(super) fn keep_mode(temporary: &Path, path: &Path) -> io::Result<()> {
    match symlink_metadata(path) {
        Ok(found) if symlink_metadata(temporary)?.permissions() != found.permissions() => {
            system::set_permissions(temporary, found.permissions())
        }
        _ => Ok(()),
    }
}
