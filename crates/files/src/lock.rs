//! The file `.NAME.lock` beside a target `NAME`, which exists while a run writes the target.
//!
//! The lock of the main target of a run is open and locked. Those of its other targets, of which there may be more than a process
//! can have open, name the main target: they count while its lock is locked.

use std::fs::{OpenOptions, TryLockError, symlink_metadata};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::error::{Error, Owner, Result};
use super::names;
use super::system::{self, File};
use super::target::Target;
use super::temporaries::Temporaries;

/// The beginning of the only line, with the number of the format. The holder as JSON follows.
const MAGIC: &str = "minirow-lock 1 ";

/// The number of bytes of a file that are read.
const LARGEST: u64 = 1 << 16;

/// The number of attempts to lock a file that other runs remove at the same moment.
const MOST_ATTEMPTS: usize = 100;

/// The lock of a target.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// `true` if an ended run has left the file.
    pub(super) is_left: bool,
    /// `None` if the target is not the main one.
    file: Option<LockedFile>,
}

/// The contents of the file.
#[derive(Serialize, Deserialize)]
struct Holder {
    #[serde(flatten)]
    owner: Owner,
    /// The path of the main target, if it is another one, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    main: Option<Vec<u8>>,
}

impl Lock {
    /// Locks a target. `main` is the main target that this run has locked, if this is another one.
    ///
    /// # Errors
    /// Returns an error if another run has locked it, the file cannot be written, or a file of that name is not a lock.
    pub(super) fn acquire(
        target: &Target,
        main: Option<&Path>,
        label: &str,
        temporaries: &mut Temporaries,
    ) -> Result<Lock> {
        let path = names::lock(&target.path);
        let cannot_create = |error| Error::create(error, &target.shown);
        let cannot_read = |error| Error::read(error, &path);
        let locked = |owner, lock| Err(Error::Locked { path: target.shown.clone(), owner, lock });
        let foreign = |why| Err(Error::Foreign { path: path.clone(), why });
        temporaries.check().map_err(cannot_create)?;
        for _ in 0..MOST_ATTEMPTS {
            if symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                return foreign("is not a file, expected a lock of minirow");
            }
            let opened = match LockedFile::open(&path, true) {
                Err(error) if !system::is_in_use(&error) => return Err(cannot_create(error)),
                opened => opened.ok(),
            };
            let tried = opened.as_ref().map(|file| file.0.try_lock());
            let Some(file) = opened.filter(|_| !matches!(tried, Some(Err(TryLockError::WouldBlock)))) else {
                let contents = std::fs::File::open(&path).and_then(contents).unwrap_or_default();
                return locked(Holder::read(&contents).map(|holder| holder.owner), None);
            };
            let found = file.0.metadata().map_err(cannot_create)?;
            if !system::is_at(&found, &path).map_err(cannot_read)? {
                continue; // the run that had locked it has removed it in the meantime
            }
            let contents = contents(&file.0).map_err(cannot_read)?;
            if !contents.starts_with(MAGIC.as_bytes()) && !MAGIC.as_bytes().starts_with(&contents) {
                return foreign("is not a lock of this version of minirow");
            }
            if !system::is_own(&found, &path).map_err(cannot_read)? {
                return foreign("is a lock of another user, or has another name");
            }
            // Work is possible without locks.
            let is_locked = matches!(tried, Some(Ok(())));
            if let Some(holder) = Holder::read(&contents)
                && holder.is_running(&path, main, is_locked)?
            {
                return locked(Some(holder.owner), Some(path));
            }
            temporaries.add(&path).map_err(cannot_create)?;
            let mut lock = Lock { path, is_left: !contents.is_empty(), file: Some(file) };
            if let Err(error) = lock.begin(label, main) {
                let _ = lock.release(temporaries);
                return Err(cannot_create(error));
            }
            return Ok(lock);
        }
        locked(None, None)
    }

    /// Replaces the contents by the line of this run. The file is closed if `main`, the main target, is another one.
    fn begin(&mut self, label: &str, main: Option<&Path>) -> io::Result<()> {
        let Some(LockedFile(file)) = &mut self.file else { return Ok(()) };
        let owner = Owner { pid: std::process::id(), host: system::host(), label: label.into() };
        let holder = Holder { owner, main: main.map(|main| main.as_os_str().as_encoded_bytes().to_vec()) };
        let line = format!("{MAGIC}{}\n", serde_json::json!(holder));
        (&*file).rewind()?;
        file.write_all(line.as_bytes())?;
        // A lock that an ended run has left is never empty, so that the next run knows it.
        if self.is_left {
            file.set_len(line.len() as u64)?;
        }
        if main.is_some() {
            self.file = None;
        }
        Ok(())
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

impl Holder {
    /// Reads the holder from the contents of a lock. No process has the number 0.
    fn read(contents: &[u8]) -> Option<Holder> {
        let line = contents.split_inclusive(|&byte| byte == b'\n').next()?;
        let holder: Option<Holder> = serde_json::from_slice(line.strip_prefix(MAGIC.as_bytes())?).ok();
        holder.filter(|holder| holder.owner.pid > 0)
    }

    /// Returns `true` if the run of the lock with a path has not ended: that of another target than its main one counts while that of the
    /// main one is locked. `is_locked` tells if this run could lock it.
    fn is_running(&self, path: &Path, main: Option<&Path>, is_locked: bool) -> Result<bool> {
        let other = self.main.clone().and_then(names::os_string).map(PathBuf::from);
        let other = other.filter(|other| main != Some(other)).map(|other| names::lock(&other));
        if let Some(lock) = other.filter(|lock| lock != path)
            && is_locked_by_another(&lock).map_err(|error| Error::read(error, &lock))?
        {
            return Ok(true);
        }
        // Without locks, another run is assumed to be running unless it is known to have ended.
        Ok(!is_locked && (self.owner.host != system::host() || system::is_running(self.owner.pid)))
    }
}

/// A file that is unlocked when it is dropped. Closing it is not enough: a process that is being started can have it open for a
/// moment.
#[derive(Debug)]
struct LockedFile(File);

impl LockedFile {
    fn open(path: &Path, creates: bool) -> io::Result<LockedFile> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(creates).truncate(false);
        // Others may read it, but neither write nor remove it. A lock by a range of bytes would hide the owner from them.
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 1);
        File::open(&options, path).map(LockedFile)
    }
}

fn contents(file: impl Read) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    file.take(LARGEST).read_to_end(&mut contents)?;
    Ok(contents)
}

/// Returns `true` if another run has locked a lock.
fn is_locked_by_another(path: &Path) -> io::Result<bool> {
    if !system::is_file(path) {
        return Ok(false);
    }
    match LockedFile::open(path, false) {
        Ok(file) => Ok(matches!(file.0.try_lock(), Err(TryLockError::WouldBlock))),
        Err(error) if system::is_in_use(&error) => Ok(true),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) => Ok(false),
        Err(error) => Err(error),
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        self.0.unlock();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_unlocked_although_a_process_that_is_being_started_has_it_open() {
        let folder = tempfile::tempdir().unwrap();
        let open = || LockedFile::open(&folder.path().join(".out.lock"), true).unwrap();
        let first = open();
        first.0.try_lock().unwrap();
        assert!(matches!(open().0.try_lock(), Err(TryLockError::WouldBlock)));
        let in_child = first.0.open_in_child();
        drop(first);
        open().0.try_lock().unwrap();
        drop(in_child);
    }
}
