//! The file `.NAME.lock` beside a target `NAME`, which exists while a run writes the target.
//!
//! A run has the file of its main target open and locked. Those of its other targets, of which there may be more than a process can have
//! open, are further names of that file (hard links), so that they are locked, too. Where a file cannot have another name, as in another
//! file system, a lock is a file of its own.

use std::fs::{self, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use super::error::{Error, Result};
use super::names;
use super::system::{self, File};
use super::target::Target;
use super::temporaries::Temporaries;

/// The beginning of the only line, with the number of the format. The description of the run as JSON follows.
const MAGIC: &[u8] = b"minirow-lock 2 ";

/// The number of bytes of a file that are read.
const LARGEST: u64 = 1 << 16;

/// The number of attempts to lock a file that other runs remove at the same moment.
const MOST_ATTEMPTS: usize = 100;

/// The lock of a target.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// The file, unless it is that of another lock of this run.
    file: Option<LockedFile>,
}

impl Lock {
    /// Locks a target. `other` is another lock of this run. Calls `recover` with the lock, and with `true` if an ended run
    /// has left its file, which stays if that fails.
    ///
    /// # Errors
    /// Returns an error if another run has locked it, the file cannot be written, or a file of that name is not a lock; and the errors
    /// of `recover`.
    pub(super) fn acquire(
        target: &Target,
        other: Option<&Path>,
        label: &str,
        temporaries: &mut Temporaries,
        recover: impl FnOnce(bool) -> Result<()>,
    ) -> Result<Lock> {
        let failed = |error| Error::create(error, &target.shown);
        let locked = || Error::Locked(target.shown.clone(), String::new(), String::new());
        temporaries.check().map_err(failed)?;
        for _ in 0..MOST_ATTEMPTS {
            if let Some(lock) = Lock::create(target, other, label, temporaries).map_err(failed)? {
                if let Err(error) = recover(false) {
                    let _ = lock.release(temporaries);
                    return Err(error);
                }
                return Ok(lock);
            }
            if let Some(left) = LockedFile::left(target)? {
                recover(true)?;
                // It is not written itself, since it may have other names. On Windows, an open file cannot be removed.
                let left = (!cfg!(windows)).then_some(left);
                let removed = system::remove_if_there(&names::lock(&target.path));
                let new = removed.and_then(|()| Lock::create(target, other, label, temporaries)).map_err(failed)?;
                drop(left);
                return new.ok_or_else(locked);
            }
        }
        Err(locked())
    }

    /// Creates the file; `None` if it exists, or another run has locked it first.
    fn create(
        target: &Target,
        other: Option<&Path>,
        label: &str,
        temporaries: &mut Temporaries,
    ) -> io::Result<Option<Lock>> {
        let path = names::lock(&target.path);
        let mut file = None;
        if other.is_none_or(|other| cfg!(windows) || system::link(other, &path).is_err()) {
            let created = match LockedFile::open(&path, true) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(None),
                created => created?,
            };
            let is_locked = !matches!(created.0.try_lock(), Err(TryLockError::WouldBlock));
            if !is_locked || !system::is_at(&created.0.metadata()?, &path)? {
                return Ok(None);
            }
            file = Some(created);
        }
        temporaries.add(&path)?;
        let mut lock = Lock { path, file };
        let owner = format!("{label} (process {} on {})", std::process::id(), system::host());
        let line = [MAGIC, serde_json::json!(owner.trim_start()).to_string().as_bytes(), b"\n"].concat();
        match lock.file.as_mut().map_or(Ok(()), |file| file.0.write_all(&line)) {
            Ok(()) => Ok(Some(lock)),
            Err(error) => {
                let _ = lock.release(temporaries);
                Err(error)
            }
        }
    }

    /// Returns `true` if the lock is a file of its own.
    pub(super) fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the file, and unlocks the target.
    pub(super) fn release(self, temporaries: &mut Temporaries) -> io::Result<()> {
        temporaries.forget(&self.path);
        let Lock { path, file, .. } = self;
        // On Windows, an open file keeps its name, and another run may have opened it when it is closed.
        if cfg!(windows) {
            drop(file);
            let _ = system::remove_if_there(&path);
            return Ok(());
        }
        system::remove_if_there(&path)
    }

    /// Unlocks the target, and leaves the file to the next run.
    pub(super) fn leave(self, temporaries: &mut Temporaries) {
        temporaries.forget(&self.path);
    }
}

/// A file that is unlocked when it is dropped. Closing it is not enough: a process that is being started can have it open for a
/// moment.
#[derive(Debug)]
struct LockedFile(File);

impl LockedFile {
    fn open(path: &Path, is_new: bool) -> io::Result<LockedFile> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(is_new);
        // Others may read it, but neither write nor remove it. A lock by a range of bytes would hide the owner from them.
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 1);
        File::open(&options, path).map(LockedFile)
    }

    /// Locks the file of an ended run; `None` if it is removed in the meantime.
    fn left(target: &Target) -> Result<Option<LockedFile>> {
        let path = names::lock(&target.path);
        let cannot_read = |error| Error::read(error, &path);
        let foreign = |why| Err(Error::Foreign(path.clone(), why));
        if !system::is_file(&path) && system::exists(&path) {
            return foreign("is not a file, expected a lock of minirow");
        }
        let locked = |contents: io::Result<Vec<u8>>, lock| {
            let owner = contents.ok().and_then(|contents| owner(&contents)).unwrap_or_default();
            Err(Error::Locked(target.shown.clone(), owner, lock))
        };
        let file = match LockedFile::open(&path, false) {
            Err(error) if system::is_in_use(&error) => {
                return locked(fs::File::open(&path).and_then(contents), String::new());
            }
            opened => system::if_there(opened).map_err(|error| Error::create(error, &target.shown))?,
        };
        let Some(file) = file else { return Ok(None) };
        let has_locks = match file.0.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => return locked(contents(&*file.0), String::new()),
            Err(TryLockError::Error(_)) => false,
        };
        let found = file.0.metadata().map_err(cannot_read)?;
        if !system::is_at(&found, &path).map_err(cannot_read)? {
            return Ok(None);
        }
        let contents = contents(&*file.0).map_err(cannot_read)?;
        let Some(owner) = owner(&contents) else { return foreign("is not a lock of this version of minirow") };
        // A run gives its lock other names only when it is complete.
        let is_complete = !owner.is_empty() || !system::has_other_names(&found);
        if !is_complete || !system::is_of_user(&found, &path).map_err(cannot_read)? {
            return foreign("is a lock of another user, or has another name");
        }
        // Without locks, another run may be running.
        if !has_locks {
            return locked(Ok(contents), path.display().to_string());
        }
        Ok(Some(file))
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

fn contents(file: impl Read) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    file.take(LARGEST).read_to_end(&mut contents)?;
    Ok(contents)
}

/// Returns the description of the run in a lock, which is empty if the run has ended before its last byte; `None` if the contents are
/// not those of a lock.
fn owner(contents: &[u8]) -> Option<String> {
    let Some(line) = contents.strip_prefix(MAGIC) else { return MAGIC.starts_with(contents).then(String::new) };
    match serde_json::from_slice(line) {
        Err(error) if error.is_eof() => Some(String::new()),
        owner => owner.ok(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_unlocked_although_a_process_that_is_being_started_has_it_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".out.lock");
        let first = LockedFile::open(&path, true).unwrap();
        first.0.try_lock().unwrap();
        let open = || LockedFile::open(&path, false).unwrap();
        assert!(matches!(open().0.try_lock(), Err(TryLockError::WouldBlock)));
        let in_child = first.0.try_clone().unwrap();
        drop(first);
        open().0.try_lock().unwrap();
        drop(in_child);
    }
}
