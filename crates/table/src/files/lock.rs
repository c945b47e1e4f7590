//! The file `.NAME.lock` beside a target `NAME`, which exists while a run writes the target.

use std::fs::{OpenOptions, TryLockError, symlink_metadata};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::error::{Error, Owner, Result};
use super::names;
use super::system::{self, File};
use super::target::Target;
use super::temporaries::Temporaries;

/// The beginning of the first line, with the number of the format. The owner as JSON follows. A second line has the checksum
/// of the result, as a string, when that is complete.
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
    /// The checksum of the recipe of the result that the ended run has completed.
    pub(super) result: Option<String>,
    file: LockedFile,
}

impl Lock {
    /// Locks a target. The contents of the file stay until [`begin`](Self::begin).
    ///
    /// # Errors
    /// Returns an error if another run has locked it, the file cannot be written, or a file of that name is not a lock.
    pub(super) fn acquire(target: &Target, temporaries: &mut Temporaries) -> Result<Lock> {
        let path = names::lock(&target.path);
        let cannot_create = |error| Error::create(error, &target.shown);
        let locked = |owner| Error::Locked { path: target.shown.clone(), owner };
        let foreign = |why| Error::Foreign { path: path.clone(), why };
        temporaries.check().map_err(cannot_create)?;
        for _ in 0..MOST_ATTEMPTS {
            if symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                return Err(foreign("is not a file, expected a lock of minirow"));
            }
            let Some((file, is_left)) = LockedFile::open(&path).map_err(cannot_create)? else { continue };
            let is_locked = match file.0.try_lock() {
                Ok(()) => true,
                Err(TryLockError::WouldBlock) => {
                    return Err(locked(file.contents().ok().and_then(|contents| read(&contents))));
                }
                Err(TryLockError::Error(_)) => false, // work is possible without locks
            };
            let found = file.0.metadata().map_err(cannot_create)?;
            if !system::is_at(&found, &path) {
                continue; // the run that had locked it has removed it in the meantime
            }
            let contents = file.contents().map_err(|error| Error::read(error, &path))?;
            match read(&contents) {
                None if !is_begun(&contents) => return Err(foreign("is not a lock of this version of minirow")),
                _ if !contents.is_empty() && !system::is_own(&found) => {
                    return Err(foreign("is a lock of another user, or has another name"));
                }
                // Without locks, another run is assumed to be running unless it is known to have ended.
                Some(owner) if !is_locked && (owner.host != system::host() || system::is_running(owner.pid)) => {
                    return Err(locked(Some(owner)));
                }
                _ => {}
            }
            temporaries.add(&path).map_err(cannot_create)?;
            let result =
                contents.split(|&byte| byte == b'\n').nth(1).and_then(|line| serde_json::from_slice(line).ok());
            return Ok(Lock { path, is_left, result, file });
        }
        Err(locked(None))
    }

    /// Replaces the contents by the line of this run.
    pub(super) fn begin(&mut self, label: &str) -> io::Result<()> {
        let owner = Owner { pid: std::process::id(), host: system::host(), label: label.into() };
        if self.is_left {
            self.file.0.set_len(0)?;
            (&self.file.0).rewind()?;
        }
        self.file.0.write_all(format!("{MAGIC}{}\n", serde_json::json!(owner)).as_bytes())
    }

    /// Notes the checksum of the result when it is complete.
    pub(super) fn add_result(&mut self, checksum: &str) -> io::Result<()> {
        self.file.0.write_all(format!("{checksum:?}\n").as_bytes())
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
    /// Creates or opens the file. Also returns `true` if it was there. `None` if it is removed in the meantime.
    fn open(path: &Path) -> io::Result<Option<(LockedFile, bool)>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        // Others may read and write it, but not remove it.
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 3);
        match File::open(options.clone().create_new(true), path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match File::open(&options, path) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                opened => Ok(Some((LockedFile(opened?), true))),
            },
            created => Ok(Some((LockedFile(created?), false))),
        }
    }

    fn contents(&self) -> io::Result<Vec<u8>> {
        let mut contents = Vec::new();
        (&self.0).rewind()?;
        (&self.0).take(LARGEST).read_to_end(&mut contents)?;
        Ok(contents)
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        self.0.unlock();
    }
}

/// Reads the owner from the contents of a lock.
fn read(contents: &[u8]) -> Option<Owner> {
    let line = contents.split_inclusive(|&byte| byte == b'\n').next()?;
    serde_json::from_slice(line.strip_prefix(MAGIC.as_bytes())?).ok()
}

/// Returns `true` if the run that wrote these contents has ended before their last byte.
fn is_begun(contents: &[u8]) -> bool {
    MAGIC.as_bytes().starts_with(contents) || contents.starts_with(MAGIC.as_bytes()) && !contents.contains(&b'\n')
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_unlocked_although_a_process_that_is_being_started_has_it_open() {
        let folder = tempfile::tempdir().unwrap();
        let open = || LockedFile::open(&folder.path().join(".out.lock")).unwrap().unwrap().0;
        let first = open();
        first.0.try_lock().unwrap();
        assert!(matches!(open().0.try_lock(), Err(TryLockError::WouldBlock)));
        let in_child = first.0.open_in_child();
        drop(first);
        open().0.try_lock().unwrap();
        drop(in_child);
    }
}
