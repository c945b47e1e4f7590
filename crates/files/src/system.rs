//! The operations on files, with the faults of tests.
//!
//! In builds with debug assertions, tests can make any of them fail: the environment variable `MINIROW_FAULT` has the form
//! `KIND@N`, where `N` counts the operations of the process from 1. A run with one thread counts the same every time.
//! Several are separated by commas: `plain,crash@7`, or `error@5,crash@7`.
//!
//! | kind | effect |
//! | --- | --- |
//! | `crash@N` | the `N`th operation aborts the process |
//! | `torn@N` | the `N`th operation aborts the process; if it is a write, half of the bytes are written before |
//! | `error@N` | the `N`th operation fails as on a full disk |
//! | `short@N` | the `N`th operation fails as on a full disk; if it is a write, half of the bytes are written before |
//! | `unreadable` | partial files cannot be read |
//! | `plain` | the file system has no locks, no exchange of names, and no rename that fails if the name exists |

use std::fs::{self, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file with counted operations.
#[derive(Debug)]
pub(super) struct File(fs::File);

impl File {
    pub(super) fn open(options: &OpenOptions, path: &Path) -> io::Result<File> {
        fault::step("open")?;
        options.open(path).map(File)
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

    pub(super) fn unlock(&self) {
        let _ = self.0.unlock();
    }

    /// Opens it again as a process does that is being started: with the same lock.
    #[cfg(all(test, unix))]
    pub(super) fn open_in_child(&self) -> fs::File {
        self.0.try_clone().unwrap()
    }

    pub(super) fn metadata(&self) -> io::Result<Metadata> {
        self.0.metadata()
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

impl Read for &File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        (&self.0).read(bytes)
    }
}

impl Seek for &File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        (&self.0).seek(to)
    }
}

pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fault::step("rename")?;
    fs::rename(from, to)?;
    remove_second_name(from, to)
}

/// Removes the old name of a file that has both: one that has got a hard link, of which `rename` leaves both.
pub(super) fn remove_second_name(from: &Path, to: &Path) -> io::Result<()> {
    if fs::symlink_metadata(from).is_ok() && is_same_file(from, to) { fs::remove_file(from) } else { Ok(()) }
}

/// Returns `true` if the error is that of a file that another process has opened, and does not share.
pub(super) fn is_in_use(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    cfg!(windows) && error.raw_os_error() == Some(SHARING_VIOLATION)
}

/// Renames a file or folder, unless the name exists.
pub(super) fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    fault::step("rename_new")?;
    #[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
    match rename_with(from, to, rustix::fs::RenameFlags::NOREPLACE) {
        Err(error) if is_unsupported(&error) => {}
        done => return done,
    }
    // A hard link fails if the name exists. A folder cannot have one.
    match fs::hard_link(from, to) {
        Ok(()) => fault::step("remove_second_name")
            .and_then(|()| fs::remove_file(from))
            .inspect_err(|_| drop(fs::remove_file(to))),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => match is_same_file(from, to) {
            true => remove_second_name(from, to),
            false => Err(error),
        },
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
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

pub(super) fn remove_file(path: &Path) -> io::Result<()> {
    fault::step("remove_file")?;
    fs::remove_file(path)
}

/// Removes a file, if it exists.
pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    match remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Removes an empty folder.
pub(super) fn remove_folder(path: &Path) -> io::Result<()> {
    fault::step("remove_folder")?;
    fs::remove_dir(path)
}

/// Creates a folder and those above it.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    fault::step("create_folder")?;
    fs::create_dir_all(path)
}

pub(super) fn set_permissions(path: &Path, permissions: Permissions) -> io::Result<()> {
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

/// Returns `true` if a process of this host is running, or its state is unknown.
pub(super) fn is_running(pid: u32) -> bool {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw) {
        return rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH);
    }
    let _ = pid;
    true
}

/// Returns the number of a folder in its file system, where folders can exchange their names. Elsewhere all have 0.
pub(super) fn identity(metadata: &Metadata) -> u64 {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::ino(metadata);
    #[cfg(not(unix))]
    return {
        let _ = metadata;
        0
    };
}

/// Returns `true` if an open file has a name. On Windows, a file that is open keeps its name.
///
/// # Errors
/// Returns an error if the name cannot be found.
pub(super) fn is_at(open: &Metadata, path: &Path) -> io::Result<bool> {
    Ok(if_there(fs::symlink_metadata(path))?.is_some_and(|found| identity(&found) == identity(open)))
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

        use super::names::folder_of;
        use crate::shared_file::unnamed_file;
        let owner = metadata.uid();
        Ok(owner == rustix::process::geteuid().as_raw() || unnamed_file(folder_of(path))?.metadata()?.uid() == owner)
    }
    #[cfg(not(unix))]
    {
        let _ = (metadata, path);
        Ok(true)
    }
}

/// Returns what is there, or `None` if there is nothing.
pub(super) fn if_there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

/// Returns `true` if a file has another name, under which its contents are seen, too.
pub(super) fn has_other_names(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(metadata) > 1;
    #[cfg(not(unix))]
    {
        let _ = metadata;
        false
    }
}

/// Returns `true` if two paths lead to the same file.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let (Ok(one), Ok(other)) = (one.canonicalize(), other.canonicalize()) else { return false };
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (one.metadata(), other.metadata()) {
        use std::os::unix::fs::MetadataExt;
        return (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    one == other
}

/// The faults of tests. Builds without debug assertions have none.
pub(super) mod fault {
    use std::cell::Cell;
    use std::io::{self, ErrorKind, Write};
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    const IS_ENABLED: bool = cfg!(any(test, debug_assertions));

    #[derive(Clone, Copy, strum::EnumString)]
    #[strum(serialize_all = "lowercase")]
    enum FaultKind {
        Crash,
        Torn,
        Error,
        Short,
    }

    #[derive(Clone, Copy, Default)]
    struct Faults {
        /// The faults, each with the number of operations that are left until it occurs.
        at: [Option<(FaultKind, u64)>; 2],
        is_plain: bool,
        is_unreadable: bool,
    }

    /// The faults of the process.
    static PROCESS: LazyLock<Faults> = LazyLock::new(|| parse(&std::env::var("MINIROW_FAULT").unwrap_or_default()));
    static COUNT: AtomicU64 = AtomicU64::new(0);

    thread_local! {
        /// The faults of a thread of a test.
        static THREAD: Cell<Option<Faults>> = const { Cell::new(None) };
    }

    #[cfg(test)]
    thread_local! {
        /// The names of all operations of a thread.
        static LOG: std::cell::RefCell<Vec<&'static str>> = const { std::cell::RefCell::new(Vec::new()) };
    }

    fn parse(text: &str) -> Faults {
        let mut faults = Faults::default();
        for fault in text.split(',') {
            let (kind, number) = fault.split_once('@').unwrap_or((fault, ""));
            match kind.parse() {
                Ok(kind) => faults.at = [Some((kind, number.parse().unwrap_or_default())), faults.at[0]],
                Err(_) => {
                    faults.is_plain |= kind == "plain";
                    faults.is_unreadable |= kind == "unreadable";
                }
            }
        }
        faults
    }

    /// Runs `test` with faults in this thread. Returns `true` if the first fault has occurred, and the value of `test`.
    #[cfg(test)]
    pub(crate) fn with<T>(faults: &str, test: impl FnOnce() -> T) -> (bool, T) {
        THREAD.set(Some(parse(faults)));
        let value = test();
        (THREAD.take().is_some_and(|faults| matches!(faults.at[0], Some((_, 0)))), value)
    }

    /// Runs `test`. Returns the names of the operations.
    #[cfg(test)]
    pub(crate) fn operations(test: impl FnOnce()) -> Vec<&'static str> {
        LOG.take();
        test();
        LOG.take()
    }

    /// Counts an operation. Returns its fault.
    fn count(name: &'static str) -> Option<FaultKind> {
        #[cfg(test)]
        LOG.with_borrow_mut(|log| log.push(name));
        let _ = name;
        if !IS_ENABLED {
            return None;
        }
        if let Some(mut faults) = THREAD.get() {
            let left = faults.at.iter_mut().flatten();
            let due =
                left.filter_map(|(kind, left)| (std::mem::replace(left, left.saturating_sub(1)) == 1).then_some(*kind));
            let due = due.last();
            THREAD.set(Some(faults));
            return due;
        }
        let number = COUNT.fetch_add(1, SeqCst) + 1;
        PROCESS.at.iter().flatten().find(|&&(_, at)| at == number).map(|&(kind, _)| kind)
    }

    fn fail(fault: Option<FaultKind>) -> io::Result<()> {
        match fault {
            Some(FaultKind::Crash | FaultKind::Torn) => std::process::abort(),
            Some(FaultKind::Error | FaultKind::Short) => {
                Err(io::Error::new(ErrorKind::StorageFull, "no space left (a fault of a test)"))
            }
            None => Ok(()),
        }
    }

    pub(super) fn step(name: &'static str) -> io::Result<()> {
        fail(count(name))
    }

    pub(super) fn step_of_write(file: &mut std::fs::File, bytes: &[u8]) -> io::Result<()> {
        let fault = count("write");
        if matches!(fault, Some(FaultKind::Torn | FaultKind::Short)) {
            file.write_all(&bytes[..bytes.len() / 2])?;
        }
        fail(fault)
    }

    /// Fails if partial files cannot be read.
    pub(crate) fn step_of_read() -> io::Result<()> {
        let is_unreadable = IS_ENABLED && THREAD.get().unwrap_or(*PROCESS).is_unreadable;
        if is_unreadable { Err(io::Error::other("input/output error (a fault of a test)")) } else { Ok(()) }
    }

    pub(super) fn is_plain() -> bool {
        IS_ENABLED && THREAD.get().unwrap_or(*PROCESS).is_plain
    }
}
