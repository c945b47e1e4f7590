//! The file `.NAME.journal` beside a target `NAME`, and the lock on it.

use std::fs::{OpenOptions, TryLockError, symlink_metadata};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::error::{Error, Owner, Result};
use super::system::{self, File};
use super::target::Target;
use super::temporaries::Temporaries;
use super::words;

/// The beginning of the first line, with the number of the format.
const MAGIC: &str = "minirow-journal 1 ";

/// The number of attempts to lock a file that other runs remove at the same moment.
const MOST_ATTEMPTS: usize = 100;

/// A journal that is locked by this run.
#[derive(Debug)]
pub(super) struct Lock {
    pub(super) path: PathBuf,
    file: LockedFile,
    /// `true` if the last record is incomplete.
    is_torn: bool,
}

/// The first line of a journal.
pub(super) struct Header {
    pub(super) owner: Owner,
    /// The inode of the journal, so that a copy from elsewhere is recognized.
    inode: u64,
}

impl Lock {
    /// Locks the journal of a target. Returns the contents that an interrupted run has left in it.
    ///
    /// # Errors
    /// Returns an error if another run has locked it, it cannot be created, or the file of that name is not a journal of
    /// this place.
    pub(super) fn acquire(path: PathBuf, target: &Target) -> Result<(Lock, Vec<u8>)> {
        let locked = |owner| Error::Locked { path: target.shown.clone(), owner };
        let cannot_create = |error| Error::create(error, &target.shown);
        for _ in 0..MOST_ATTEMPTS {
            if symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                return Err(Error::ForeignJournal { path, why: "is not a file, expected a journal of minirow" });
            }
            let mut options = OpenOptions::new();
            let file = LockedFile::open(options.read(true).append(true).create(true), &path).map_err(cannot_create)?;
            let is_locked = match file.0.try_lock() {
                Ok(()) => true,
                Err(TryLockError::WouldBlock) => {
                    return Err(locked(
                        Header::read(&contents(&file.0).unwrap_or_default()).map(|header| header.owner),
                    ));
                }
                // Work is possible without locks.
                Err(TryLockError::Error(_)) => false,
            };
            // The run that had locked it has removed it in the meantime.
            let inode = system::inode(&file.0.metadata().map_err(cannot_create)?);
            if symlink_metadata(&path).map_or(true, |found| system::inode(&found) != inode) {
                continue;
            }
            let left = contents(&file.0).map_err(|error| Error::read(error, &path))?;
            let header = Header::read(&left);
            match header {
                None if is_begun(&left) => {} // another run ended in its first moment
                None => return Err(Error::ForeignJournal { path, why: "is not a journal of this version of minirow" }),
                Some(header) if header.inode != inode => {
                    return Err(Error::ForeignJournal { path, why: "is a copy of a journal from elsewhere" });
                }
                // Without locks, another run is assumed to be running unless it is known to have ended.
                Some(Header { owner, .. })
                    if !is_locked && (owner.host != system::host() || system::is_running(owner.pid)) =>
                {
                    return Err(locked(Some(owner)));
                }
                Some(_) => {}
            }
            return Ok((Lock { path, file, is_torn: false }, left));
        }
        Err(locked(None))
    }

    /// Replaces the contents of a finished journal by the first line of this run.
    pub(super) fn begin(&mut self, label: &str) -> io::Result<()> {
        let found = self.file.0.metadata()?;
        if found.len() > 0 {
            self.file.0.set_len(0)?;
        }
        let words = [system::inode(&found).to_string(), std::process::id().to_string(), system::host(), label.into()];
        let words: Vec<String> = words.iter().map(|word| words::encode(word.as_bytes())).collect();
        self.append(&format!("{MAGIC}{}\n", words.join(" ")))
    }

    /// Appends complete lines.
    pub(super) fn append(&mut self, lines: &str) -> io::Result<()> {
        let end = if self.is_torn { "%\n" } else { "" }; // turns the line into one that is not a record
        self.is_torn = true;
        self.file.0.write_all(format!("{end}{lines}").as_bytes())?;
        self.is_torn = false;
        Ok(())
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.0.sync()
    }

    /// Removes the finished journal.
    pub(super) fn release(self, temporaries: &mut Temporaries) -> io::Result<()> {
        temporaries.forget(&self.path);
        system::remove_if_there(&self.path)
    }

    /// Removes a journal of an ended run, if it is that of `owner` and lists nothing.
    pub(super) fn remove_blank(path: &Path, owner: &Owner) -> io::Result<()> {
        let file = match LockedFile::open(OpenOptions::new().read(true).append(true), path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            opened => opened?,
        };
        if matches!(file.0.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(()); // another run has locked it in the meantime
        }
        let left = contents(&file.0)?;
        let is_blank = left.iter().filter(|&&byte| byte == b'\n').count() == 1;
        let inode = system::inode(&file.0.metadata()?);
        let is_its = Header::read(&left).is_some_and(|header| header.inode == inode && header.owner == *owner);
        let is_there = symlink_metadata(path).is_ok_and(|found| system::inode(&found) == inode);
        if is_there && (is_blank && is_its || left.is_empty()) { system::remove_file(path) } else { Ok(()) }
    }
}

/// A file that is unlocked when it is dropped. Closing it is not enough: a process that is being started can have it open for a
/// moment.
#[derive(Debug)]
struct LockedFile(File);

impl LockedFile {
    fn open(options: &OpenOptions, path: &Path) -> io::Result<LockedFile> {
        File::open(options, path).map(LockedFile)
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        self.0.unlock();
    }
}

impl Header {
    /// Reads the first line; `None` if it is not that of a journal.
    pub(super) fn read(journal: &[u8]) -> Option<Header> {
        let line = journal.split_inclusive(|&byte| byte == b'\n').next()?;
        let line = std::str::from_utf8(line).ok()?.strip_suffix('\n')?.strip_prefix(MAGIC)?;
        let words: Vec<String> = line.split(' ').map(words::decode_text).collect::<Option<_>>()?;
        let [inode, pid, host, label] = <[String; 4]>::try_from(words).ok()?;
        let (inode, pid) = (inode.parse().ok()?, pid.parse().ok()?);
        Some(Header { owner: Owner { pid, host, label }, inode })
    }
}

/// Returns `true` if a file without a complete line is the beginning of a journal.
fn is_begun(journal: &[u8]) -> bool {
    !journal.contains(&b'\n') && (journal.starts_with(MAGIC.as_bytes()) || MAGIC.as_bytes().starts_with(journal))
}

fn contents(mut file: &File) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    file.seek(io::SeekFrom::Start(0))?;
    file.read_to_end(&mut contents)?;
    Ok(contents)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_unlocked_although_a_process_that_is_being_started_has_it_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".out.journal");
        let open = || LockedFile::open(OpenOptions::new().read(true).append(true).create(true), &path).unwrap();
        let first = open();
        first.0.try_lock().unwrap();
        assert!(matches!(open().0.try_lock(), Err(TryLockError::WouldBlock)));
        let in_child = first.0.open_in_child();
        drop(first);
        open().0.try_lock().unwrap();
        drop(in_child);
    }
}
