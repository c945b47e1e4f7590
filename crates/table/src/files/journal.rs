//! The journal of a run: what it has created, and which names it is about to give.
//!
//! ```text
//! minirow-journal 1 INODE PID HOST LABEL
//! create TEMPORARY              before the file is created
//! lock JOURNAL                  before the journal of another target of this run is created
//! name FROM TO NEW OLD          FROM gets the name TO; `-` as OLD where nothing has it
//! swap FROM TO ASIDE NEW OLD    the folder FROM gets the name TO, whose folder becomes ASIDE
//! remove PATH OLD
//! commit CHECKSUM               all before it is on the disk: from here on it is done, whoever does it
//! abort                         a name was taken meanwhile: those given already are taken back
//! done                          the run goes on
//! ```
//!
//! A run that finds the journal of one that has ended finishes it: with a commit by doing what is listed, as far as it is
//! not done yet; without one by removing what was created. NEW and OLD say which file or folder is meant, so that nothing
//! is touched that has come under one of the names since.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::{Error, Result};
use super::lock::{Header, Lock};
use super::operation::{Change, Operation, Stopped, apply, keep_mode, plan, renamed, take_back, temporary};
use super::system::{self, File};
use super::target::{Target, folder_of, hidden};
use super::temporaries::{self, Temporaries};
use super::words::{decode_path, encode_path};
use crate::hex;

/// The journal of a run that is at work, with the locks on all its targets.
#[derive(Debug)]
pub(super) struct Journal {
    /// `None` after the last commit.
    lock: Option<Lock>,
    folder: PathBuf,
    label: String,
    created: Vec<PathBuf>,
    /// The locks on other targets.
    others: Vec<Lock>,
}

impl Journal {
    /// Locks a target. What a run that ended early has left of it is finished.
    ///
    /// # Errors
    /// If another run holds the target, or nothing can be written beside it.
    pub(super) fn acquire(target: &Target, label: &str) -> Result<Journal> {
        let folder = folder_of(&target.path).to_path_buf();
        let lock = lock(target, label)?;
        Ok(Journal { lock: Some(lock), folder, label: label.into(), created: Vec::new(), others: Vec::new() })
    }

    /// Locks another target of this run.
    pub(super) fn lock_other(&mut self, target: &Target) -> Result<()> {
        let path = hidden(&target.path, "journal");
        let line = format!("lock {}\n", encode_path(&path, &self.folder));
        self.append(&line).map_err(|error| Error::create(error, &target.shown))?;
        self.others.push(lock(target, &self.label)?);
        Ok(())
    }

    /// Creates a temporary file beside a target, with the mode of the file that has the name.
    pub(super) fn create(&mut self, target: &Target) -> Result<(PathBuf, File)> {
        self.try_create(target).map_err(|error| Error::create(error, &target.shown))
    }

    fn try_create(&mut self, target: &Target) -> io::Result<(PathBuf, File)> {
        let path = temporary(&target.path);
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
        self.lock.as_mut().ok_or(ErrorKind::Other)?.append(lines)
    }

    /// Makes all changes, or none of them: a run that ends in between is completed by the next. Other temporary files
    /// are removed. The targets stay locked if `goes_on`.
    ///
    /// # Errors
    /// If a name cannot be given. Then nothing is changed, unless the error is [`Error::Incomplete`].
    pub(super) fn commit(&mut self, changes: Vec<Change>, goes_on: bool) -> Result<()> {
        let (operations, shown) = plan(changes)?;
        let Some(first) = shown.first() else { return Ok(()) };
        let failed = |error| Error::from_write(error, first);
        let folder = self.folder.clone();
        let mut temporaries = temporaries::hold();
        temporaries.check().map_err(failed)?;
        // One name by itself is given in one step.
        let is_one_step = matches!(&operations[..], [Operation::Name { .. }]);
        let mut folders: Vec<&Path> = operations.iter().flat_map(Operation::paths).map(folder_of).collect();
        folders.push(&folder);
        folders.sort_unstable();
        folders.dedup();
        if !is_one_step {
            let mut record: String = operations.iter().map(|operation| operation.line(&self.folder)).collect();
            record += &format!("commit {}\n", checksum(&record));
            self.append(&record).map_err(failed)?; // what is not whole is no record
            let synced = self.sync().and_then(|()| folders.iter().try_for_each(|folder| system::sync_path(folder)));
            if let Err(source) = synced {
                if self.abort().is_ok() {
                    return Err(failed(source));
                }
                self.leave(&mut temporaries);
                return Err(Error::Incomplete { path: first.clone(), source });
            }
        }
        if let Err(stopped) = apply(&operations) {
            let path = shown[stopped.at].clone();
            if is_one_step {
                return Err(stopped.error(path));
            }
            let is_undone = !stopped.has_replaced && self.abort().and_then(|()| take_back(&operations)).is_ok();
            if is_undone {
                return Err(stopped.error(path));
            }
            self.leave(&mut temporaries);
            return Err(Error::Incomplete { path, source: stopped.source });
        }
        let synced = folders.iter().try_for_each(|folder| system::sync_path(renamed(folder, &operations)));
        if let Err(source) = synced {
            if is_one_step {
                return Err(failed(source));
            }
            self.leave(&mut temporaries);
            return Err(Error::Incomplete { path: first.clone(), source });
        }
        if goes_on {
            // Temporary files of members that are still written stay.
            self.created.retain(|path| {
                let is_named = operations
                    .iter()
                    .any(|operation| matches!(operation, Operation::Name { from, .. } if from == path));
                if is_named {
                    temporaries.forget(path);
                }
                !is_named
            });
            if is_one_step {
                return Ok(());
            }
            let noted = self.append("done\n");
            return noted.map_err(|source| {
                self.leave(&mut temporaries);
                Error::Incomplete { path: first.clone(), source }
            });
        }
        drop(temporaries);
        self.end().map_err(|source| Error::Incomplete { path: first.clone(), source })
    }

    /// Removes temporary files that are left, and the journal.
    fn end(&mut self) -> io::Result<()> {
        self.remove_created()?;
        self.release()
    }

    fn sync(&self) -> io::Result<()> {
        self.lock.as_ref().ok_or(ErrorKind::Other)?.sync()
    }

    /// Makes the commit void.
    fn abort(&mut self) -> io::Result<()> {
        self.append("abort\n").and_then(|()| self.sync())
    }

    fn remove_created(&mut self) -> io::Result<()> {
        let mut temporaries = temporaries::hold();
        while let Some(path) = self.created.last() {
            remove_if_there(path)?;
            temporaries.forget(path);
            self.created.pop();
        }
        Ok(())
    }

    /// Unlocks all targets, and brings that to the disk.
    fn release(&mut self) -> io::Result<()> {
        let mut temporaries = temporaries::hold();
        let Some(lock) = self.lock.take() else { return Ok(()) };
        let others = self.others.drain(..).collect::<Vec<_>>();
        let others = others.into_iter().try_for_each(|other| other.release(&mut temporaries));
        match others {
            Ok(()) => lock.release(&mut temporaries)?,
            Err(error) => {
                temporaries.forget(&lock.path);
                return Err(error);
            }
        }
        system::sync_path(&self.folder)
    }

    /// Leaves the journal to the next run, which finishes it.
    fn leave(&mut self, temporaries: &mut Temporaries) {
        for path in self.created.drain(..) {
            temporaries.forget(&path);
        }
        for lock in self.lock.take().into_iter().chain(self.others.drain(..)) {
            temporaries.forget(&lock.path);
        }
    }
}

impl Drop for Journal {
    /// Removes what was created and has no name. If that fails, the journal says it to the next run.
    fn drop(&mut self) {
        if self.remove_created().is_ok() {
            let _ = self.release();
        } else {
            self.leave(&mut temporaries::hold());
        }
    }
}

/// Locks the journal of a target, and finishes what a run that ended early has left in it.
fn lock(target: &Target, label: &str) -> Result<Lock> {
    let (mut lock, left) = Lock::acquire(hidden(&target.path, "journal"), target)?;
    finish(&left, &mut lock, folder_of(&target.path))?;
    let begun = lock.note().and_then(|()| lock.begin(label));
    if let Err(error) = begun {
        let _ = lock.release(&mut temporaries::hold());
        return Err(Error::create(error, &target.shown));
    }
    Ok(lock)
}

/// Finishes the journal of a run that ended early.
fn finish(journal: &[u8], lock: &mut Lock, folder: &Path) -> Result<()> {
    let Some(Header { owner, .. }) = Header::read(journal) else { return Ok(()) };
    let failed = |path: &Path, source| Error::Leftover { path: path.to_path_buf(), source };
    let left = Left::read(journal, folder);
    if left.is_committed && !left.is_aborted {
        match apply(&left.operations) {
            Ok(()) => {}
            // Somebody else has taken a name. No other was replaced yet.
            Err(stopped) if stopped.source.kind() == ErrorKind::AlreadyExists && !stopped.has_replaced => {
                let aborted = lock.append("\nabort\n").and_then(|()| lock.sync());
                aborted.and_then(|()| take_back(&left.operations)).map_err(|error| failed(&lock.path, error))?;
            }
            Err(Stopped { at, source, .. }) => return Err(failed(left.operations[at].path(), source)),
        }
    } else if left.is_aborted {
        take_back(&left.operations).map_err(|error| failed(&lock.path, error))?;
    }
    left.created.iter().try_for_each(|path| remove_if_there(path).map_err(|error| failed(path, error)))?;
    left.locks.iter().try_for_each(|path| Lock::remove_blank(path, &owner).map_err(|error| failed(path, error)))?;
    for changed in left.operations.iter().flat_map(Operation::paths).map(folder_of) {
        match system::sync_path(renamed(changed, &left.operations)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(changed, error)),
            _ => {}
        }
    }
    Ok(())
}

/// What a journal says.
#[derive(Default)]
struct Left {
    created: Vec<PathBuf>,
    locks: Vec<PathBuf>,
    operations: Vec<Operation>,
    is_committed: bool,
    is_aborted: bool,
}

impl Left {
    /// Reads all lines but the first. Lines that are no record, as the last one may be, count for nothing.
    fn read(journal: &[u8], folder: &Path) -> Left {
        let mut left = Left::default();
        let mut record = String::new();
        for line in journal.split_inclusive(|&byte| byte == b'\n').skip(1) {
            let Some(line) = std::str::from_utf8(line).ok().filter(|line| line.ends_with('\n')) else { continue };
            match line.trim_end().split_once(' ') {
                Some(("create", path)) => left.created.extend(decode_path(path, folder)),
                Some(("lock", path)) => left.locks.extend(decode_path(path, folder)),
                Some(("commit", sum)) => left.is_committed = sum == checksum(&std::mem::take(&mut record)),
                None if line == "abort\n" => left.is_aborted = true,
                None if line == "done\n" => (left.operations, left.is_committed) = (Vec::new(), false),
                _ => {
                    left.operations.extend(Operation::read(line.trim_end(), folder));
                    record += line;
                }
            }
        }
        left.is_aborted &= left.is_committed;
        if !left.is_committed {
            left.operations.clear();
        }
        left
    }
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match system::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn checksum(record: &str) -> String {
    hex(&Sha256::digest(record)[..8])
}
