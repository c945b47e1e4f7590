//! The journal of a run: the files that it has created, and the names that it is about to give.
//!
//! ```text
//! minirow-journal 2 IDENTITY PID HOST LABEL
//! create TEMPORARY              before the file is created
//! lock TARGET                   before the journal of another target of this run is created; it has one line, which ends in
//!                               the path of the main target
//! name FROM TO NEW OLD          FROM gets the name TO; OLD is `-` if nothing has the name
//! swap FROM TO ASIDE NEW OLD    the folder FROM gets the name TO, whose folder becomes ASIDE
//! remove PATH OLD
//! result CHECKSUM               the recipe of the result, if the next run must know that it is complete
//! commit CHECKSUM               all before it is on the disk: the operations are completed, by this run or the next
//! abort                         a name was taken in the meantime: the given names are undone
//! done                          the commit is complete, and the run continues
//! ```
//!
//! A run that finds the journal of an ended run finishes it. With a commit, it applies the operations that are not done yet;
//! without one, it removes the created files. NEW and OLD identify the files and folders, so that others that have got one
//! of the names in the meantime are not touched.
//!
//! Anyone who can write to the folder can write a journal. So it can list only files whose names follow from those of its
//! targets (see [`Listed`]), and those beside another target only if the journal there confirms it. A journal that lists
//! another file is refused, and nothing is changed.

use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::{Error, Owner, Result};
use super::listed::Listed;
use super::lock::{Header, Lock};
use super::names;
use super::operation::{Change, Operation, Stopped, apply, keep_mode, plan, renamed, take_back};
use super::system::{self, File};
use super::target::{Target, folder_of};
use super::temporaries::{self, Temporaries};
use super::words::{decode_path, encode_path};
use crate::hex;

/// The journal of a running run, with the locks on all its targets.
#[derive(Debug)]
pub(super) struct Journal {
    /// The locks on all targets, that of the main one first; empty before the first target and after the last commit.
    locks: Vec<Lock>,
    main: PathBuf,
    /// The folder of the main target.
    folder: PathBuf,
    label: String,
    created: Vec<PathBuf>,
    /// The checksum of the recipe of the result, if the last run has ended within its commit.
    pub(super) completed: Option<String>,
}

/// The end of a commit.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Then {
    /// The run goes on: the targets stay locked, and other temporary files stay.
    GoOn,
    /// The run ends: the targets are unlocked, and other temporary files are removed. `result` is the recipe of the result.
    End { result: Option<String> },
}

impl Journal {
    /// Creates a journal that has locked nothing yet.
    pub(super) fn new(label: &str) -> Journal {
        let (locks, created) = (Vec::new(), Vec::new());
        let (main, folder) = (PathBuf::new(), PathBuf::new());
        Journal { locks, main, folder, label: label.into(), created, completed: None }
    }

    /// Locks a target, and finishes the journal of an interrupted run. The first target is the main one.
    ///
    /// # Errors
    /// Returns an error if another run has locked the target, or nothing can be written beside it.
    pub(super) fn lock(&mut self, target: &Target) -> Result<()> {
        let main = (!self.locks.is_empty()).then(|| self.main.clone());
        if main.is_none() {
            self.main.clone_from(&target.path);
            self.folder = folder_of(&target.path).to_path_buf();
        } else {
            let line = format!("lock {}\n", encode_path(&target.path, &self.folder));
            self.append(&line).map_err(|error| Error::create(error, &target.shown))?;
        }
        let (lock, completed) = lock(target, &self.label, main.as_deref())?;
        if main.is_none() {
            self.completed = completed;
        }
        self.locks.push(lock);
        Ok(())
    }

    /// Creates a temporary file beside a target, with the mode of an existing target.
    pub(super) fn create(&mut self, target: &Target) -> Result<(PathBuf, File)> {
        self.try_create(target).map_err(|error| Error::create(error, &target.shown))
    }

    fn try_create(&mut self, target: &Target) -> io::Result<(PathBuf, File)> {
        let path = names::temporary(&target.path);
        self.append(&format!("create {}\n", encode_path(&path, &self.folder)))?;
        let mut temporaries = temporaries::hold();
        temporaries.add(&path)?;
        let file = File::open(OpenOptions::new().read(true).write(true).create_new(true), &path);
        match &file {
            Err(_) => temporaries.forget(&path),
            Ok(_) => self.created.push(path.clone()),
        }
        drop(temporaries);
        let file = file?;
        keep_mode(&path, &target.path)?;
        Ok((path, file))
    }

    fn append(&mut self, lines: &str) -> io::Result<()> {
        self.locks.first_mut().ok_or(ErrorKind::Other)?.append(lines)
    }

    /// Makes all changes, or none of them; if the run ends in between, the next one completes them.
    ///
    /// # Errors
    /// Returns an error if a name cannot be given. Then nothing is changed, unless the error is [`Error::Incomplete`].
    pub(super) fn commit(&mut self, changes: Vec<Change>, then: Then) -> Result<()> {
        let (goes_on, result) = match then {
            Then::GoOn => (true, None),
            Then::End { result } => (false, result),
        };
        let (operations, shown) = plan(changes)?;
        let Some(first) = shown.first() else { return Ok(()) };
        let incomplete = |source| Error::Incomplete { path: first.clone(), source };
        let mut temporaries = temporaries::hold();
        let checked = temporaries.check().map_err(|error| Error::from_write(error, first));
        let mut done = checked.and_then(|()| self.apply(&operations, &shown, result));
        if done.is_ok() && goes_on {
            let is_named = |path: &PathBuf| {
                operations.iter().any(|operation| matches!(operation, Operation::Name { from, .. } if from == path))
            };
            self.created.extract_if(.., |path| is_named(path)).for_each(|path| temporaries.forget(&path));
            if !is_one_step(&operations) {
                done = self.append("done\n").map_err(incomplete);
            }
        }
        if matches!(done, Err(Error::Incomplete { .. })) {
            self.leave(&mut temporaries);
        }
        drop(temporaries);
        done?;
        if goes_on { Ok(()) } else { self.end().map_err(incomplete) }
    }

    /// Writes the record of a commit, and applies its operations. A single name needs no record.
    fn apply(&mut self, operations: &[Operation], shown: &[PathBuf], result: Option<String>) -> Result<()> {
        let failed = |error| Error::from_write(error, &shown[0]);
        let incomplete = |source| Error::Incomplete { path: shown[0].clone(), source };
        let is_one_step = is_one_step(operations);
        let folder = self.folder.clone();
        let mut folders: Vec<&Path> = operations.iter().flat_map(Operation::paths).map(folder_of).collect();
        folders.push(&folder);
        folders.sort_unstable();
        folders.dedup();
        if !is_one_step {
            let mut record: String = operations.iter().map(|operation| operation.line(&folder)).collect();
            record.extend(result.map(|result| format!("result {}\n", checksum(&result))));
            record += &format!("commit {}\n", checksum(&record));
            self.append(&record).map_err(failed)?; // an incomplete record is ignored
            let synced = self.sync().and_then(|()| folders.iter().try_for_each(|folder| system::sync_path(folder)));
            if let Err(source) = synced {
                return Err(if self.abort().is_ok() { failed(source) } else { incomplete(source) });
            }
        }
        if let Err(stopped) = apply(operations) {
            let path = shown[stopped.at].clone();
            let can_undo = !is_one_step && !stopped.has_replaced;
            let is_undone = can_undo && self.abort().and_then(|()| take_back(operations)).is_ok();
            return Err(if is_one_step || is_undone {
                stopped.error(path)
            } else {
                Error::Incomplete { path, source: stopped.source }
            });
        }
        let synced = folders.iter().try_for_each(|folder| system::sync_path(renamed(folder, operations)));
        synced.map_err(|source| if is_one_step { failed(source) } else { incomplete(source) })
    }

    /// Removes the remaining temporary files, and the journal.
    fn end(&mut self) -> io::Result<()> {
        self.remove_created()?;
        self.release()
    }

    fn sync(&self) -> io::Result<()> {
        self.locks.first().ok_or(ErrorKind::Other)?.sync()
    }

    /// Revokes the commit.
    fn abort(&mut self) -> io::Result<()> {
        self.append("abort\n").and_then(|()| self.sync())
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

    /// Unlocks all targets. That need not be on the disk: the next run can finish the journal of a complete commit again.
    fn release(&mut self) -> io::Result<()> {
        let mut temporaries = temporaries::hold();
        // The main journal lists the others, and is removed last.
        while let Some(lock) = self.locks.pop() {
            if let Err(error) = lock.release(&mut temporaries) {
                self.leave(&mut temporaries);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Leaves the journal to the next run, which finishes it.
    fn leave(&mut self, temporaries: &mut Temporaries) {
        for path in self.created.drain(..).rev() {
            temporaries.forget(&path);
        }
        for lock in self.locks.drain(..) {
            temporaries.forget(&lock.path);
        }
    }
}

impl Drop for Journal {
    /// Removes the temporary files. If that fails, the journal lists them for the next run.
    fn drop(&mut self) {
        if self.remove_created().is_ok() {
            let _ = self.release();
        } else {
            self.leave(&mut temporaries::hold());
        }
    }
}

/// Returns `true` for one name, which is given in one step.
fn is_one_step(operations: &[Operation]) -> bool {
    matches!(operations, [Operation::Name { .. }])
}

/// Locks the journal of a target, and finishes that of an interrupted run. `main` is the main target, if that is another
/// one. Returns the result that the interrupted run has completed, too.
fn lock(target: &Target, label: &str, main: Option<&Path>) -> Result<(Lock, Option<String>)> {
    // A signal comes before the journal is created, or after it is in the list of temporary files.
    let mut temporaries = temporaries::hold();
    temporaries.check().map_err(|error| Error::create(error, &target.shown))?;
    let (mut lock, mut left) = Lock::acquire(names::journal(&target.path), target)?;
    if let Some(Header { owner, main: Some(main), .. }) = Header::read(&left) {
        drop(lock);
        finish_main(folder_of(&target.path).join(main), &owner)?;
        (lock, left) = Lock::acquire(names::journal(&target.path), target)?;
    }
    let completed = finish(&left, &mut lock, target)?;
    if let Err(error) = temporaries.add(&lock.path).and_then(|()| lock.begin(label, main)) {
        let _ = lock.release(&mut temporaries);
        return Err(Error::create(error, &target.shown));
    }
    Ok((lock, completed))
}

/// Finishes the journal of the main target of an interrupted run, if it is still there.
fn finish_main(path: PathBuf, owner: &Owner) -> Result<()> {
    let journal = names::journal(&path);
    if !journal.is_file() {
        return Ok(());
    }
    let target = Target { shown: path.clone(), near: path.clone(), path };
    let (mut lock, left) = match Lock::acquire(journal, &target) {
        Err(Error::Locked { owner: Some(other), .. }) if other != *owner => return Ok(()), // a later run
        acquired => acquired?,
    };
    if Header::read(&left).is_some_and(|header| header.owner == *owner) {
        finish(&left, &mut lock, &target)?;
        system::remove_if_there(&lock.path).map_err(|source| Error::Leftover { path: target.shown, source })?;
    }
    Ok(())
}

/// Finishes the journal of an interrupted run. Returns its result if that is complete.
fn finish(journal: &[u8], lock: &mut Lock, target: &Target) -> Result<Option<String>> {
    let Some(Header { owner, .. }) = Header::read(journal) else { return Ok(None) };
    let failed = |source| Error::Leftover { path: target.shown.clone(), source };
    let why = "lists files that are not of its output";
    let mut left =
        Left::read(journal, &target.path).ok_or_else(|| Error::ForeignJournal { path: lock.path.clone(), why })?;
    // If the run has unlocked another target, all of its files there are finished.
    let mut others = Vec::new();
    for other in left.listed.others() {
        match Lock::of_run(&names::journal(other), &owner, &target.path) {
            Ok(None) => {}
            Ok(Some(lock)) => others.push((other.clone(), lock)),
            Err(source) => return Err(Error::Leftover { path: other.clone(), source }),
        }
    }
    left.keep_locked(target, &others);
    let mut completed = left.result.take().filter(|_| left.is_committed && !left.is_aborted);
    if left.is_committed && !left.is_aborted {
        match apply(&left.operations) {
            Ok(()) => {}
            // Another program has taken a name, and nothing was replaced yet.
            Err(stopped) if stopped.source.kind() == ErrorKind::AlreadyExists && !stopped.has_replaced => {
                let aborted = lock.append("\nabort\n").and_then(|()| lock.sync());
                aborted.and_then(|()| take_back(&left.operations)).map_err(failed)?;
                completed = None;
            }
            Err(Stopped { source, .. }) => return Err(failed(source)),
        }
    } else if left.is_aborted {
        take_back(&left.operations).map_err(failed)?;
    }
    left.created.iter().try_for_each(|path| system::remove_if_there(path).map_err(failed))?;
    others.iter().try_for_each(|(_, lock)| system::remove_if_there(&lock.path).map_err(failed))?;
    for changed in left.operations.iter().flat_map(Operation::paths).map(folder_of) {
        match system::sync_path(renamed(changed, &left.operations)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
    }
    Ok(completed)
}

/// The contents of a journal.
struct Left {
    listed: Listed,
    created: Vec<PathBuf>,
    operations: Vec<Operation>,
    result: Option<String>,
    is_committed: bool,
    is_aborted: bool,
}

impl Left {
    /// Reads all lines but the first. Lines that are not records are ignored; the last one may be incomplete. Returns `None`
    /// if a record has a file that no journal of this target can list.
    fn read(journal: &[u8], target: &Path) -> Option<Left> {
        let (created, operations) = (Vec::new(), Vec::new());
        let listed = Listed::new(target);
        let mut left = Left { listed, created, operations, result: None, is_committed: false, is_aborted: false };
        let folder = folder_of(target);
        let mut record = String::new();
        for line in journal.split_inclusive(|&byte| byte == b'\n').skip(1) {
            let Some(line) = std::str::from_utf8(line).ok().filter(|line| line.ends_with('\n')) else { continue };
            match line.trim_end().split_once(' ') {
                Some(("create", path)) => {
                    if let Some(path) = decode_path(path, folder) {
                        left.listed.target_of_temporary(&path)?;
                        left.created.push(path);
                    }
                }
                Some(("lock", path)) => {
                    if let Some(path) = decode_path(path, folder) {
                        left.listed.add_other(path)?;
                    }
                }
                Some(("commit", sum)) => left.is_committed = sum == checksum(&std::mem::take(&mut record)),
                None if line == "abort\n" => left.is_aborted = true,
                None if line == "done\n" => (left.operations, left.is_committed) = (Vec::new(), false),
                found => {
                    if let Some(("result", sum)) = found {
                        left.result = Some(sum.to_string());
                    }
                    if let Some(operation) = Operation::read(line.trim_end(), folder) {
                        left.listed.target_of(&operation)?;
                        left.operations.push(operation);
                    }
                    record += line;
                }
            }
        }
        left.is_aborted &= left.is_committed;
        if !left.is_committed {
            left.operations.clear();
        }
        Some(left)
    }

    /// Drops the files of targets that are neither the main one nor locked.
    fn keep_locked(&mut self, main: &Target, others: &[(PathBuf, Lock)]) {
        let mut locked: HashSet<&Path> = others.iter().map(|(path, _)| &**path).collect();
        locked.insert(&main.path);
        let is_locked = |target: Option<&Path>| target.is_some_and(|target| locked.contains(target));
        self.created.retain(|path| is_locked(self.listed.target_of_temporary(path)));
        self.operations.retain(|operation| is_locked(self.listed.target_of(operation)));
    }
}

/// Returns the checksum of a text.
pub(super) fn checksum(record: &str) -> String {
    hex(&Sha256::digest(record)[..8])
}
