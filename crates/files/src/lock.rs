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
    /// `None` after [`begin`](Self::begin) if the target is not the main one.
    file: Option<LockedFile>,
}

/// The contents of the file.
#[derive(Serialize, Deserialize)]
struct Holder {
    #[serde(flatten)]
    owner: Owner,
    /// The path from here to the main target, if it is another one, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    main: Option<Vec<u8>>,
}

impl Lock {
    /// Locks a target. The contents of the file stay until [`begin`](Self::begin). `main` is the main target that this run has
    /// locked.
    ///
    /// # Errors
    /// Returns an error if another run has locked it, the file cannot be written, or a file of that name is not a lock.
    pub(super) fn acquire(target: &Target, main: Option<&Path>, temporaries: &mut Temporaries) -> Result<Lock> {
        let path = names::lock(&target.path);
        let cannot_create = |error| Error::create(error, &target.shown);
        let locked = |owner| Error::Locked { path: target.shown.clone(), owner, locks: None };
        let foreign = |why| Error::Foreign { path: path.clone(), why };
        temporaries.check().map_err(cannot_create)?;
        for _ in 0..MOST_ATTEMPTS {
            if symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                return Err(foreign("is not a file, expected a lock of minirow"));
            }
            let (file, is_left) = match LockedFile::open(&path) {
                Ok(Some(opened)) => opened,
                Ok(None) => continue,
                Err(error) if system::is_in_use(&error) => {
                    let contents = std::fs::File::open(&path).and_then(contents);
                    return Err(locked(contents.ok().and_then(|contents| Some(read(&contents)?.owner))));
                }
                Err(error) => return Err(cannot_create(error)),
            };
            let is_locked = match file.0.try_lock() {
                Ok(()) => true,
                Err(TryLockError::WouldBlock) => {
                    return Err(locked(file.contents().ok().and_then(|contents| Some(read(&contents)?.owner))));
                }
                Err(TryLockError::Error(_)) => false, // work is possible without locks
            };
            let contents = file.contents().map_err(|error| Error::read(error, &path))?;
            let holder = read(&contents);
            if let Some(Holder { owner, main: Some(other) }) = &holder
                && let Some(other) = names::path_to(&target.path, other)
                && other != target.path
                && main != Some(&*other)
                && is_locked_by_another(&other).map_err(|error| Error::read(error, &names::lock(&other)))?
            {
                let locks = Some([path, names::lock(&other)].into());
                return Err(Error::Locked { path: target.shown.clone(), owner: Some(owner.clone()), locks });
            }
            let found = file.0.metadata().map_err(cannot_create)?;
            if !system::is_at(&found, &path).map_err(|error| Error::read(error, &path))? {
                continue; // the run that had locked it has removed it in the meantime
            }
            // What this run has created has the owner that the system gives it.
            let is_own = !is_left || system::is_own(&found, &path).map_err(|error| Error::read(error, &path))?;
            match holder.map(|holder| holder.owner) {
                None if !is_begun(&contents) => return Err(foreign("is not a lock of this version of minirow")),
                _ if !is_own => {
                    return Err(foreign("is a lock of another user, or has another name"));
                }
                // Without locks, another run is assumed to be running unless it is known to have ended.
                Some(owner) if !is_locked && (owner.host != system::host() || system::is_running(owner.pid)) => {
                    let locks = Some([path.clone(), path].into());
                    return Err(Error::Locked { path: target.shown.clone(), owner: Some(owner), locks });
                }
                _ => {}
            }
            temporaries.add(&path).map_err(cannot_create)?;
            return Ok(Lock { path, is_left, file: Some(file) });
        }
        Err(locked(None))
    }

    /// Replaces the contents by the line of this run. The file is closed if `main`, the main target, is another one.
    pub(super) fn begin(&mut self, label: &str, main: Option<&Path>) -> io::Result<()> {
        let Some(LockedFile(file)) = &mut self.file else { return Ok(()) };
        let owner = Owner { pid: std::process::id(), host: system::host(), label: label.into() };
        let main = main.map(|main| names::path_between(&self.path, main));
        if self.is_left {
            file.set_len(0)?;
            (&*file).rewind()?;
        }
        let is_main = main.is_none();
        file.write_all(format!("{MAGIC}{}\n", serde_json::json!(Holder { owner, main })).as_bytes())?;
        if !is_main {
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

/// A file that is unlocked when it is dropped. Closing it is not enough: a process that is being started can have it open for a
/// moment.
#[derive(Debug)]
struct LockedFile(File);

impl LockedFile {
    fn options() -> OpenOptions {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        // Others may read it, but neither write nor remove it. A lock by a range of bytes would hide the owner from them.
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 1);
        options
    }

    /// Creates or opens the file. Also returns `true` if it was there. `None` if it is removed in the meantime.
    fn open(path: &Path) -> io::Result<Option<(LockedFile, bool)>> {
        match File::open(LockedFile::options().create_new(true), path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => match LockedFile::open_left(path) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                opened => Ok(Some((opened?, true))),
            },
            created => Ok(Some((LockedFile(created?), false))),
        }
    }

    fn open_left(path: &Path) -> io::Result<LockedFile> {
        File::open(&LockedFile::options(), path).map(LockedFile)
    }

    fn contents(&self) -> io::Result<Vec<u8>> {
        (&self.0).rewind()?;
        contents(&self.0)
    }
}

fn contents(file: impl Read) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    file.take(LARGEST).read_to_end(&mut contents)?;
    Ok(contents)
}

/// Returns `true` if another run has locked a main target, by its lock.
fn is_locked_by_another(main: &Path) -> io::Result<bool> {
    let path = names::lock(main);
    use ErrorKind::{NotADirectory, NotFound, PermissionDenied};
    let opened =
        symlink_metadata(&path).and_then(|found| found.is_file().then(|| LockedFile::open_left(&path)).transpose());
    match opened {
        Ok(file) => Ok(file.is_some_and(|file| matches!(file.0.try_lock(), Err(TryLockError::WouldBlock)))),
        Err(error) if system::is_in_use(&error) => Ok(true),
        // A folder that is not there any more has no lock, and neither has one that this user cannot enter.
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | PermissionDenied) => Ok(false),
        Err(error) => Err(error),
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        self.0.unlock();
    }
}

/// Reads the holder from the contents of a lock. No process has the number 0.
fn read(contents: &[u8]) -> Option<Holder> {
    let line = contents.split_inclusive(|&byte| byte == b'\n').next()?;
    let holder: Option<Holder> = serde_json::from_slice(line.strip_prefix(MAGIC.as_bytes())?).ok();
    holder.filter(|holder| holder.owner.pid > 0)
}

/// Returns `true` if the run that wrote these contents has ended before their last byte.
fn is_begun(contents: &[u8]) -> bool {
    let is_cut_off = |json| serde_json::from_slice::<Holder>(json).is_err_and(|error| error.is_eof());
    MAGIC.as_bytes().starts_with(contents)
        || !contents.contains(&b'\n') && contents.strip_prefix(MAGIC.as_bytes()).is_some_and(is_cut_off)
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
