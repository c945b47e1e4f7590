//! The file `.NAME.journal` beside a target `NAME`, and the lock on it.

use std::fs::{OpenOptions, TryLockError, symlink_metadata};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::error::{Error, Owner, Result};
use super::system::{self, File};
use super::target::{Target, folder_of};
use super::temporaries::Temporaries;
use super::words;

/// The beginning of the first line, with the number of the format.
const MAGIC: &str = "minirow-journal 2 ";

/// The largest journal that is read, in bytes. One of 100,000 files with long names is smaller.
const LARGEST: u64 = 1 << 28;

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
    /// The identity of the journal, so that a copy from elsewhere is recognized.
    identity: u64,
    /// The main target, whose journal lists the files of this one; the path may be relative to the folder.
    pub(super) main: Option<PathBuf>,
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
            let found = file.0.metadata().map_err(cannot_create)?;
            let identity = system::identity(&found);
            if symlink_metadata(&path).map_or(true, |found| system::identity(&found) != identity) {
                continue;
            }
            if found.len() > LARGEST {
                return Err(Error::ForeignJournal { path, why: "is larger than a journal of minirow" });
            }
            let left = contents(&file.0).map_err(|error| Error::read(error, &path))?;
            if !left.is_empty() && !system::is_own(&found) {
                return Err(Error::ForeignJournal { path, why: "is a journal of another user, or has another name" });
            }
            let header = Header::read(&left);
            match header {
                None if is_begun(&left) => {} // another run ended in its first moment
                None => return Err(Error::ForeignJournal { path, why: "is not a journal of this version of minirow" }),
                Some(header) if header.identity != identity => {
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

    /// Replaces the contents of a finished journal by the first line of this run. `main` is its main target, if that is another.
    pub(super) fn begin(&mut self, label: &str, main: Option<&Path>) -> io::Result<()> {
        let found = self.file.0.metadata()?;
        if found.len() > 0 {
            self.file.0.set_len(0)?;
        }
        let (identity, process) = (system::identity(&found), std::process::id());
        let [host, label] = [&*system::host(), label].map(|word| words::encode(word.as_bytes()));
        let main = main.map(|main| " ".to_string() + &words::encode_path(main, folder_of(&self.path)));
        self.append(&format!("{MAGIC}{identity} {process} {host} {label}{}\n", main.unwrap_or_default()))
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

    /// Locks the journal of another target of an ended run, which has written no more than the first line of it. Returns
    /// `None` if the run has removed it, or the file is another one. An empty one is removed, because the run has no files of
    /// that target.
    pub(super) fn of_run(path: &Path, owner: &Owner, main: &Path) -> io::Result<Option<Lock>> {
        if !symlink_metadata(path).is_ok_and(|found| found.is_file()) {
            return Ok(None);
        }
        let file = match LockedFile::open(OpenOptions::new().read(true).append(true), path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        if let Err(TryLockError::WouldBlock) = file.0.try_lock() {
            return Err(io::Error::other("another run is writing it"));
        }
        let found = file.0.metadata()?;
        if !system::is_own(&found) {
            return Ok(None);
        }
        let left = contents(&file.0)?;
        let is_one_line = left.iter().position(|&byte| byte == b'\n') == left.len().checked_sub(1);
        let identity = system::identity(&found);
        let is_its = Header::read(&left).is_some_and(|header| {
            let found_main = header.main.map(|main| folder_of(path).join(main));
            (header.identity, &header.owner, found_main.as_deref()) == (identity, owner, Some(main))
        });
        let is_there = symlink_metadata(path).is_ok_and(|found| system::identity(&found) == identity);
        if is_there && left.is_empty() {
            return system::remove_file(path).map(|()| None);
        }
        Ok((is_there && is_one_line && is_its).then(|| Lock { path: path.to_path_buf(), file, is_torn: false }))
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
        let words: Vec<&str> = line.split(' ').collect();
        let (&[identity, pid, host, label], main) = words.split_first_chunk()?;
        let main = match main {
            [] => None,
            [main] => Some(words::decode_path(main, Path::new(""))?),
            _ => return None,
        };
        let (host, label) = (words::decode_text(host)?, words::decode_text(label)?);
        Some(Header { owner: Owner { pid: pid.parse().ok()?, host, label }, identity: identity.parse().ok()?, main })
    }
}

/// Returns `true` if a file without a complete line is the beginning of a journal.
fn is_begun(journal: &[u8]) -> bool {
    !journal.contains(&b'\n') && (journal.starts_with(MAGIC.as_bytes()) || MAGIC.as_bytes().starts_with(journal))
}

fn contents(mut file: &File) -> io::Result<Vec<u8>> {
    let mut contents = Vec::new();
    file.seek(io::SeekFrom::Start(0))?;
    file.take(LARGEST).read_to_end(&mut contents)?;
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
