//! The targets that a run has locked, the temporary files that it has created, and the names that it gives.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs::{OpenOptions, symlink_metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::change::Change;
use super::error::{Error, Result};
use super::lock::Lock;
use super::names::{self, Name, folder_of};
use super::record::{Permission, Record, finish};
use super::system::{self, File};
use super::target::Target;
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
    targets: Vec<Locked>,
    /// The place of each target in the list, by its path.
    places: HashMap<PathBuf, usize>,
    /// The temporary files without a name, in the order of their creation.
    created: Vec<PathBuf>,
    /// The paths that get names.
    named: HashSet<PathBuf>,
}

/// A target that is locked, and the changes of its files.
#[derive(Debug)]
struct Locked {
    target: Target,
    lock: Lock,
    changes: Vec<Change>,
}

/// A change of a target by its number.
struct Step {
    target: usize,
    change: Change,
    rank: Rank,
}

/// The order of the changes: those that can be undone come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    New,
    Replaced,
    Folder,
    Removed,
    /// The manifest, which lists the files that are removed, is replaced or removed after them.
    Manifest,
    /// The recipe, without which a record changes no partial result, is removed after them.
    Recipe,
}

impl Commit {
    pub(super) fn new(label: &str, overwrite: bool, resume: bool) -> Commit {
        let (targets, places, created, named) = (Vec::new(), HashMap::new(), Vec::new(), HashSet::new());
        Commit { label: label.into(), overwrite, resume, is_resumed: false, targets, places, created, named }
    }

    /// Returns the main target.
    pub(super) fn main(&self) -> Option<&Target> {
        self.targets.first().map(|locked| &locked.target)
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
        let main = self.main().map(|main| main.path.clone());
        let mut lock = Lock::acquire(target, main.as_deref(), &mut temporaries)?;
        let permission = Permission { overwrite: self.overwrite, resume: self.resume };
        if let Err(error) = finish(target, &lock, &self.label, permission, &mut temporaries) {
            match lock.is_left {
                true => lock.leave(&mut temporaries),
                false => drop(lock.release(&mut temporaries)),
            }
            return Err(error);
        }
        if let Err(error) = lock.begin(&self.label, main.as_deref()) {
            let _ = lock.release(&mut temporaries);
            return Err(Error::create(error, &target.shown));
        }
        self.places.insert(target.path.clone(), self.targets.len());
        self.targets.push(Locked { target: target.clone(), lock, changes: Vec::new() });
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
        self.targets[target].changes.push(Change::Name { random, name });
    }

    /// Adds changes of the main target, which are made before the others.
    pub(super) fn change(&mut self, changes: Vec<Change>) {
        if let Some(main) = self.targets.first_mut() {
            main.changes.splice(..0, changes);
        }
    }

    /// Adds the removal of a file that belongs to a target.
    pub(super) fn remove(&mut self, path: &Path) {
        if let Some((target, name)) = self.place(path) {
            self.targets[target].changes.push(Change::Remove(name));
        }
    }

    /// Returns `true` if a path gets a name.
    pub(super) fn names(&self, path: &Path) -> bool {
        self.named.contains(path)
    }

    /// Returns the names that files of the main target get.
    pub(super) fn names_of_main(&self) -> impl Iterator<Item = Name> {
        let changes = self.targets.first().into_iter().flat_map(|locked| &locked.changes);
        changes.filter_map(|change| match change {
            Change::Name { name, .. } => Some(*name),
            Change::Part => Some(Name::Target),
            Change::Folder(_) | Change::Remove(_) => None,
        })
    }

    /// Makes all changes, or none of them, and unlocks the targets; if the run ends in between, the next one completes the changes.
    ///
    /// # Errors
    /// Returns an error if a name cannot be given. Then nothing is changed, unless the error is [`Error::Incomplete`].
    pub(super) fn finish(&mut self) -> Result<()> {
        let mut steps = Vec::new();
        for target in 0..self.targets.len() {
            let changes = std::mem::take(&mut self.targets[target].changes);
            steps.append(&mut self.plan(target, changes)?);
        }
        self.make(steps)?;
        let main = self.main().map(|target| target.shown.clone()).unwrap_or_default();
        self.end().map_err(|source| Error::Incomplete { path: main, source })
    }

    /// Makes changes of the main target at once, and keeps the others and the locks.
    ///
    /// # Errors
    /// Returns the errors of [`finish`](Self::finish).
    pub(super) fn make_now(&mut self, changes: Vec<Change>) -> Result<()> {
        let steps = self.plan(0, changes)?;
        self.make(steps)
    }

    fn make(&mut self, mut steps: Vec<Step>) -> Result<()> {
        steps.sort_by_key(|step| step.rank);
        let Some(first) = steps.first() else { return Ok(()) };
        let shown = self.shown(first);
        // A signal never interrupts the commit.
        let mut temporaries = temporaries::hold();
        let checked = temporaries.check().map_err(|error| Error::from_write(error, &shown));
        let done = checked.and_then(|()| self.apply(&steps));
        if matches!(done, Err(Error::Incomplete { .. })) {
            self.leave(&mut temporaries);
        }
        done?;
        let named: HashSet<PathBuf> =
            steps.iter().filter_map(|step| step.change.paths(self.path(step.target))).map(|(from, _)| from).collect();
        self.created.iter().filter(|path| named.contains(*path)).for_each(|path| temporaries.forget(path));
        self.created.retain(|path| !named.contains(path));
        Ok(())
    }

    fn path(&self, target: usize) -> &Path {
        &self.targets[target].target.path
    }

    /// Returns the path of the file of a step, as near as the caller has given it.
    fn shown(&self, step: &Step) -> PathBuf {
        let target = &self.targets[step.target].target;
        match step.change {
            Change::Name { name, .. } | Change::Remove(name) if name != Name::Target => name.path(&target.near),
            _ => target.shown.clone(),
        }
    }

    /// Checks the changes of a target, and keeps the modes of files that are replaced.
    fn plan(&self, target: usize, changes: Vec<Change>) -> Result<Vec<Step>> {
        let mut steps = Vec::new();
        for change in changes {
            let path = self.path(target);
            let mut step = Step { target, change, rank: Rank::New };
            let shown = self.shown(&step);
            let failed = |error| Error::from_write(error, &shown);
            step.rank = match &step.change {
                Change::Folder(_) => {
                    keep_mode(&Name::Part.path(path), path).map_err(failed)?;
                    Rank::Folder
                }
                Change::Remove(name) if symlink_metadata(name.path(path)).is_err() => continue,
                Change::Remove(Name::Manifest) => Rank::Manifest,
                Change::Remove(Name::Recipe) => Rank::Recipe,
                Change::Remove(_) => Rank::Removed,
                change => {
                    let (from, to) = change.paths(path).expect("a change of one name");
                    match symlink_metadata(&to) {
                        Ok(found) if found.is_dir() => return Err(Error::IsFolder(shown)),
                        Ok(_) if !self.overwrite && !is_partial(change) => return Err(Error::Exists(shown)),
                        Ok(_) => {
                            keep_mode(&from, &to).map_err(failed)?;
                            let is_manifest = matches!(change, Change::Name { name: Name::Manifest, .. });
                            if is_manifest { Rank::Manifest } else { Rank::Replaced }
                        }
                        Err(_) => Rank::New,
                    }
                }
            };
            steps.push(step);
        }
        Ok(steps)
    }

    /// Writes the records, and makes the changes. A single name needs no record.
    fn apply(&mut self, steps: &[Step]) -> Result<()> {
        let first = self.shown(&steps[0]);
        let failed = |error| Error::from_write(error, &first);
        let incomplete = |source| Error::Incomplete { path: first.clone(), source };
        let is_one_step = matches!(steps, [step] if step.change.paths(self.path(step.target)).is_some());
        let targets = steps.iter().map(|step| step.target).chain([0]);
        let folders: BTreeSet<PathBuf> = targets.map(|target| folder_of(self.path(target)).to_path_buf()).collect();
        let sync = || folders.iter().try_for_each(|folder| system::sync_path(folder));
        if !is_one_step && let Err(source) = self.write_records(steps).and_then(|()| sync()) {
            return Err(if self.remove_records(steps).is_ok() { failed(source) } else { incomplete(source) });
        }
        for (at, step) in steps.iter().enumerate() {
            let replaces = matches!(step.rank, Rank::Replaced | Rank::Manifest);
            let Err(source) = step.change.apply(self.path(step.target), replaces) else { continue };
            // A file that was replaced or removed is lost.
            let has_replaced = steps[..at].iter().any(|step| step.rank != Rank::New);
            // The names that were given are undone before the records are removed, so that a run that ends here is completed.
            let undo = || steps[..=at].iter().rev().try_for_each(|step| step.change.undo(self.path(step.target)));
            let shown = self.shown(step);
            let is_undone = !has_replaced
                && undo().and_then(|()| if is_one_step { Ok(()) } else { self.remove_records(steps) }).is_ok();
            return Err(match source.kind() {
                _ if !is_undone => Error::Incomplete { path: shown, source },
                ErrorKind::AlreadyExists => Error::Exists(shown),
                _ => Error::from_write(source, &shown),
            });
        }
        match sync() {
            Err(source) if is_one_step => {
                let is_undone = steps[0].rank == Rank::New && steps[0].change.undo(self.path(steps[0].target)).is_ok();
                return Err(if is_undone { failed(source) } else { incomplete(source) });
            }
            synced => synced.map_err(incomplete)?,
        }
        if is_one_step { Ok(()) } else { self.clean_up(steps).map_err(incomplete) }
    }

    /// Writes the records of all targets with changes. That of the main target comes last, because it decides.
    fn write_records(&self, steps: &[Step]) -> io::Result<()> {
        let token = names::random() + &names::random();
        let mut changes: BTreeMap<usize, Vec<Change>> = BTreeMap::new();
        for step in steps {
            changes.entry(step.target).or_default().push(step.change.clone());
        }
        let of_main = changes.remove(&0).unwrap_or_default();
        let others: Vec<&Path> = changes.keys().map(|&other| self.path(other)).collect();
        let main = self.path(0);
        for (path, changes) in others.iter().zip(changes.into_values()) {
            Record::new(path, &token, Some(main), &[], changes).write(path)?;
        }
        let folders: BTreeSet<&Path> = others.iter().map(|other| folder_of(other)).collect();
        folders.into_iter().try_for_each(system::sync_path)?;
        Record::new(main, &token, None, &others, of_main).of_partial(main)?.write(main)
    }

    /// Removes the records, that of the main target first: without it, the others count for nothing.
    fn remove_records(&self, steps: &[Step]) -> io::Result<()> {
        system::remove_if_there(&names::record(self.path(0)))?;
        system::sync_path(folder_of(self.path(0)))?;
        self.remove_other_records(steps)
    }

    fn remove_other_records(&self, steps: &[Step]) -> io::Result<()> {
        let others: BTreeSet<usize> = steps.iter().map(|step| step.target).filter(|&target| target > 0).collect();
        others.into_iter().try_for_each(|target| system::remove_if_there(&names::record(self.path(target))))
    }

    /// Removes what is left of folders, and the records, that of the main target last.
    fn clean_up(&mut self, steps: &[Step]) -> io::Result<()> {
        for step in steps {
            if let Change::Folder(folder) = &step.change {
                folder.clean_up(self.path(step.target))?;
            }
        }
        self.remove_other_records(steps)?;
        system::remove_if_there(&names::record(self.path(0)))
    }

    /// Removes the remaining temporary files, and unlocks all targets.
    fn end(&mut self) -> io::Result<()> {
        self.remove_created()?;
        let mut temporaries = temporaries::hold();
        while let Some(locked) = self.targets.pop() {
            if let Err(error) = locked.lock.release(&mut temporaries) {
                self.leave(&mut temporaries);
                return Err(error);
            }
        }
        Ok(())
    }

    fn remove_created(&mut self) -> io::Result<()> {
        let mut temporaries = temporaries::hold();
        while let Some(path) = self.created.last() {
            system::remove_if_there(path)?;
            temporaries.forget(path);
            self.created.pop();
        }
        Ok(())
    }

    /// Leaves everything to the next run, which finds the locks.
    fn leave(&mut self, temporaries: &mut Temporaries) {
        for path in self.created.drain(..) {
            temporaries.forget(&path);
        }
        for locked in self.targets.drain(..) {
            locked.lock.leave(temporaries);
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

/// Returns `true` for the name of a partial file, which may always be replaced: the caller has checked its recipe.
fn is_partial(change: &Change) -> bool {
    matches!(change, Change::Name { name: Name::Part | Name::Recipe, .. })
}

/// Copies the mode of a file or folder, if it exists, to a temporary one.
fn keep_mode(temporary: &Path, path: &Path) -> io::Result<()> {
    match symlink_metadata(path) {
        Ok(found) if symlink_metadata(temporary)?.permissions() != found.permissions() => {
            system::set_permissions(temporary, found.permissions())
        }
        _ => Ok(()),
    }
}
