//! The operations on files. Tests can make each of them fail: see [`fault`].

use std::fs::{self, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::ops::Deref;
use std::path::Path;

use super::fault;
use super::names::folder_of;
use crate::shared_file::unnamed_file;

/// A file with counted operations.
#[derive(Debug)]
pub(super) struct File(fs::File);

impl File {
    pub(super) fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
        fault::step("open")?;
        options.open(path).map(File)
    }

    /// Creates a file that is not there yet, for reading and writing.
    pub(super) fn create(path: &Path) -> io::Result<File> {
        File::open(OpenOptions::new().read(true).write(true).create_new(true), path)
    }

    pub(super) fn set_len(&self, length: u64) -> io::Result<()> {
        fault::step("set_len")?;
        self.0.set_len(length)
    }

    /// Flushes all written bytes to the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        fault::step("sync")?;
        self.0.sync_all()
    }

    pub(super) fn try_lock(&self) -> Result<(), TryLockError> {
        if fault::is_plain() {
            return Err(TryLockError::Error(ErrorKind::Unsupported.into()));
        }
        // The mode of sharing has the same effect on Windows.
        if cfg!(windows) { Ok(()) } else { self.0.try_lock() }
    }
}

impl Deref for File {
    type Target = fs::File;

    fn deref(&self) -> &fs::File {
        &self.0
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        fault::step_of_write(&mut self.0, bytes)?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns `true` if the error is that of a file that another process has opened, and does not share.
pub(super) fn is_in_use(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    cfg!(windows) && error.raw_os_error() == Some(SHARING_VIOLATION)
}

pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fault::step("rename")?;
    fs::rename(from, to)
}

/// Renames a file or folder, unless the name exists. Where the system cannot do that in one step, a name that another program gives at
/// the same moment is replaced.
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    fault::step("rename_new")?;
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    match rename_with(from, to, rustix::fs::RenameFlags::NOREPLACE) {
        Err(error) if is_unsupported(&error) => {}
        done => return done,
    }
    if exists(to) { Err(ErrorKind::AlreadyExists.into()) } else { fs::rename(from, to) }
}

/// Exchanges the names of two folders, if the system can do that in one step.
pub(super) fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    fault::step("exchange")?;
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    match rename_with(one, other, rustix::fs::RenameFlags::EXCHANGE) {
        Err(error) if is_unsupported(&error) => {}
        done => return done,
    }
    let _ = (one, other);
    Err(ErrorKind::Unsupported.into())
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_with(from: &Path, to: &Path, flags: rustix::fs::RenameFlags) -> io::Result<()> {
    use rustix::fs::CWD;
    if fault::is_plain() {
        return Err(ErrorKind::Unsupported.into());
    }
    Ok(rustix::fs::renameat_with(CWD, from, CWD, to, flags)?)
}

/// Returns `true` if the error is that of an unsupported operation.
#[cfg(unix)]
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput)
}

/// Gives a file a second name, unless the name exists.
pub(super) fn link(file: &Path, name: &Path) -> io::Result<()> {
    fault::step("link")?;
    fs::hard_link(file, name)
}

/// Removes a file, if it exists.
pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    fault::step("remove_file")?;
    if_there(fs::remove_file(path)).map(drop)
}

/// Removes a folder if it exists and is empty.
pub(super) fn remove_empty_folder(path: &Path) -> io::Result<()> {
    fault::step("remove_folder")?;
    match if_there(fs::remove_dir(path)) {
        Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
        done => done.map(drop),
    }
}

/// Creates a folder and those above it.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    fault::step("create_folder")?;
    fs::create_dir_all(path)
}

/// Copies the mode of a file or folder, if it exists, to another one.
pub(super) fn keep_mode(of: &Path, to: &Path) -> io::Result<()> {
    let mode = |path| fs::symlink_metadata(path).map(|found| found.permissions());
    match mode(of) {
        Ok(kept) if mode(to)? != kept => set_permissions(to, kept),
        _ => Ok(()),
    }
}

fn set_permissions(path: &Path, permissions: Permissions) -> io::Result<()> {
    fault::step("set_permissions")?;
    fs::set_permissions(path, permissions)
}

/// Flushes a file, or the names in a folder, to the disk, if the system can do that.
pub(super) fn sync_path(path: &Path) -> io::Result<()> {
    fault::step("sync_path")?;
    #[cfg(unix)]
    match fs::File::open(path)?.sync_all() {
        Err(error) if !is_unsupported(&error) => return Err(error),
        _ => {}
    }
    let _ = path;
    Ok(())
}

/// Returns the name of this host.
pub(super) fn host() -> String {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    return std::env::var("COMPUTERNAME").unwrap_or_default();
}

/// Returns `true` for a file, which is not reached by a link.
pub(super) fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file())
}

/// Returns `true` for a folder, which is not reached by a link.
pub(super) fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// Returns `true` if there is a file, a folder or a link of this name.
pub(super) fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Returns what is there, or `None` if there is nothing.
pub(super) fn if_there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

/// Returns `true` if an open file has a name. On Windows, a file that is open keeps its name.
///
/// # Errors
/// Returns an error if the name cannot be found.
pub(super) fn is_at(open: &Metadata, path: &Path) -> io::Result<bool> {
    Ok(if_there(fs::symlink_metadata(path))?.is_some_and(|found| number(&found) == number(open)))
}

/// Returns the number of a folder in its file system, where folders can exchange their names. Elsewhere all have 0.
pub(super) fn number_of(folder: &Path) -> io::Result<u64> {
    fs::symlink_metadata(folder).map(|found| number(&found).1)
}

/// Returns the numbers of a file system and of a file in it. On systems other than Unix, all are 0.
fn number(metadata: &Metadata) -> (u64, u64) {
    #[cfg(unix)]
    return (std::os::unix::fs::MetadataExt::dev(metadata), std::os::unix::fs::MetadataExt::ino(metadata));
    #[cfg(not(unix))]
    return (0, u64::from(metadata.is_symlink()));
}

/// Returns `true` if a file has been made by this user, and has no other name: a file that another user has planted can have
/// neither. Systems without users and links as those of Unix tell nothing.
///
/// # Errors
/// Returns an error if the owner of what this user makes cannot be found out.
pub(super) fn is_own(metadata: &Metadata, path: &Path) -> io::Result<bool> {
    Ok(is_of_user(metadata, path)? && !has_other_names(metadata))
}

/// Returns `true` if a file or folder has the owner of what this user makes beside it. On some file systems that is always another
/// user: the one who has mounted it, or nobody.
///
/// # Errors
/// Returns an error if the owner of what this user makes cannot be found out.
pub(super) fn is_of_user(metadata: &Metadata, path: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let owner = metadata.uid();
        Ok(owner == rustix::process::geteuid().as_raw() || unnamed_file(folder_of(path))?.metadata()?.uid() == owner)
    }
    #[cfg(not(unix))]
    Ok(metadata.is_file() || unnamed_file(folder_of(path)).is_ok())
}

/// Returns `true` if a file has another name, under which its contents are seen, too.
pub(super) fn has_other_names(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(metadata) > 1;
    #[cfg(not(unix))]
    return metadata.is_symlink();
}

/// Returns `true` if two paths lead to the same file.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let found = |path: &Path| path.metadata().map(|found| number(&found)).ok();
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other || cfg!(unix) && found(&one).is_some() && found(&one) == found(&other),
        _ => false,
    }
}
