//! What a commit consists of: operations that are done once, however often they are tried.

use std::fs::{self, Metadata};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::error::{Error, Result};
use super::system;
use super::target::{Target, hidden};
use super::words::{decode_path, encode_path};

/// A change that is part of a commit.
#[derive(Debug)]
pub(super) enum Change {
    /// A file, or a folder where there is none, gets its name.
    Name { from: PathBuf, target: Target, overwrite: bool },
    /// A folder gets the name of another, of which these entries are removed; contents come before their folder.
    Swap { from: PathBuf, target: Target, entries: Vec<PathBuf> },
    /// A file, or a folder that is empty by then, is removed.
    Remove(PathBuf),
    /// A file is removed: it gets a temporary name beside a path first, and is back if the names cannot be given.
    RemoveBeside { file: PathBuf, beside: PathBuf },
}

/// Which file or folder has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    inode: u64,
    /// The length of a file, and the second of its last change.
    file: Option<(u64, u64)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Name { from: PathBuf, to: PathBuf, new: Identity, old: Option<Identity> },
    Swap { from: PathBuf, to: PathBuf, aside: PathBuf, new: Identity, old: Identity },
    Remove { path: PathBuf, old: Identity },
}

/// The operations of changes, with the paths for messages: those that replace nothing come first, as they can be undone.
pub(super) fn plan(changes: Vec<Change>) -> Result<(Vec<Operation>, Vec<PathBuf>)> {
    let mut planned = Vec::new();
    let cannot_read = |path: &Path| {
        let path = path.to_path_buf();
        move |error| Error::from_write(error, &path)
    };
    for change in changes {
        match change {
            Change::Name { from, target, overwrite } => {
                target.check(overwrite)?;
                let Target { path: to, shown, .. } = target;
                let old = Identity::find(&to).map_err(cannot_read(&shown))?;
                keep_mode(&from, &to).map_err(cannot_read(&shown))?;
                let new = Identity::of(&from).map_err(cannot_read(&shown))?;
                let rank = if old.is_none() { 0 } else { 1 };
                planned.push((rank, Operation::Name { from, to, new, old }, shown));
            }
            Change::Swap { from, target: Target { path: to, shown, .. }, entries } => {
                keep_mode(&from, &to).map_err(cannot_read(&shown))?;
                let aside = temporary(&to);
                let new = Identity::of(&from).map_err(cannot_read(&shown))?;
                let old = Identity::of(&to).map_err(cannot_read(&shown))?;
                for entry in entries {
                    let path = aside.join(&entry);
                    let old = Identity::of(&to.join(entry)).map_err(cannot_read(&shown))?;
                    planned.push((3, Operation::Remove { path, old }, shown.clone()));
                }
                planned.push((3, Operation::Remove { path: aside.clone(), old }, shown.clone()));
                planned.push((2, Operation::Swap { from, to, aside, new, old }, shown));
            }
            Change::RemoveBeside { file: from, beside } => {
                let to = temporary(&beside);
                let new = Identity::of(&from).map_err(cannot_read(&from))?;
                planned.push((
                    -1,
                    Operation::Name { from: from.clone(), to: to.clone(), new, old: None },
                    from.clone(),
                ));
                planned.push((3, Operation::Remove { path: to, old: new }, from));
            }
            Change::Remove(path) => {
                if let Some(old) = Identity::find(&path).map_err(cannot_read(&path))? {
                    planned.push((3, Operation::Remove { path: path.clone(), old }, path));
                }
            }
        }
    }
    planned.sort_by_key(|(rank, ..)| *rank);
    Ok(planned.into_iter().map(|(_, operation, shown)| (operation, shown)).unzip())
}

/// Why the operations could not all be done.
pub(super) struct Stopped {
    pub(super) at: usize,
    pub(super) source: io::Error,
    /// Whether something was replaced, which cannot be taken back.
    pub(super) has_replaced: bool,
}

impl Stopped {
    pub(super) fn error(self, path: PathBuf) -> Error {
        match self.source.kind() {
            ErrorKind::AlreadyExists => Error::Exists { path },
            _ => Error::from_write(self.source, &path),
        }
    }
}

/// Does what is not done yet.
///
/// # Errors
/// What the system says; [`ErrorKind::AlreadyExists`] if somebody else has taken a name before anything was replaced. After
/// that, such a name is left to them.
pub(super) fn apply(operations: &[Operation]) -> Result<(), Stopped> {
    let mut has_replaced = false;
    for (at, operation) in operations.iter().enumerate() {
        match operation.apply() {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && has_replaced && operation.replaces_file() => {}
            Err(source) => return Err(Stopped { at, source, has_replaced: has_replaced || operation.is_half_done() }),
            Ok(()) => {}
        }
        has_replaced |= !matches!(operation, Operation::Name { old: None, .. });
    }
    Ok(())
}

/// Returns the path that a folder has after the operations.
pub(super) fn renamed<'a>(folder: &'a Path, operations: &'a [Operation]) -> &'a Path {
    let to = operations.iter().find_map(|operation| match operation {
        Operation::Name { from, to, .. } | Operation::Swap { from, to, .. } if from == folder => Some(to.as_path()),
        _ => None,
    });
    to.unwrap_or(folder)
}

/// Takes back the names that were given, of operations that replaced nothing.
pub(super) fn take_back(operations: &[Operation]) -> io::Result<()> {
    for operation in operations.iter().rev() {
        if let Operation::Name { from, to, new, old: None } = operation
            && Identity::find(from)?.is_none()
            && Identity::find(to)?.is_some_and(|found| found.is(new))
        {
            system::rename_new(to, from)?;
        }
    }
    Ok(())
}

impl Operation {
    fn apply(&self) -> io::Result<()> {
        match self {
            Operation::Name { from, to, old, .. } => match (Identity::find(from)?, old, Identity::find(to)?) {
                (None, ..) => Ok(()), // done
                (Some(_), Some(old), Some(found)) if found.is(old) => system::rename(from, to),
                (Some(_), Some(_), Some(_)) => Err(ErrorKind::AlreadyExists.into()), // of somebody else
                (Some(_), ..) => system::rename_new(from, to),
            },
            Operation::Swap { from, to, aside, new, old } => {
                if new.is_at(from)? {
                    if old.is_at(to)? {
                        match system::exchange(from, to) {
                            Err(error) if error.kind() == ErrorKind::Unsupported => system::rename_new(to, aside)?,
                            done => done?,
                        }
                    }
                    if new.is_at(from)? {
                        system::rename_new(from, to)?;
                    }
                }
                if old.is_at(from)? { system::rename_new(from, aside) } else { Ok(()) }
            }
            Operation::Remove { path, old } => match Identity::find(path)? {
                Some(found) if found.is(old) && old.file.is_some() => system::remove_file(path),
                Some(found) if found.is(old) => match system::remove_folder(path) {
                    // What is in there now is not listed, so it is not ours.
                    Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
                    done => done,
                },
                _ => Ok(()),
            },
        }
    }

    fn replaces_file(&self) -> bool {
        matches!(self, Operation::Name { old: Some(_), .. })
    }

    /// Returns `true` if a folder was moved, but not all.
    fn is_half_done(&self) -> bool {
        let Operation::Swap { from, aside, new, .. } = self else { return false };
        !matches!((new.is_at(from), Identity::find(aside)), (Ok(true), Ok(None)))
    }

    pub(super) fn path(&self) -> &Path {
        let (Operation::Name { to: path, .. } | Operation::Swap { to: path, .. } | Operation::Remove { path, .. }) =
            self;
        path
    }

    /// The paths whose folders change.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let paths: [Option<&Path>; 2] = match self {
            Operation::Name { from, to, .. } | Operation::Swap { from, to, .. } => [Some(from), Some(to)],
            // Folders that are removed need not be synced.
            Operation::Remove { .. } => [None, None],
        };
        paths.into_iter().flatten()
    }

    pub(super) fn line(&self, folder: &Path) -> String {
        let path = |path: &Path| encode_path(path, folder);
        match self {
            Operation::Name { from, to, new, old } => {
                let old = old.map_or("-".into(), |old| old.word());
                format!("name {} {} {} {old}\n", path(from), path(to), new.word())
            }
            Operation::Swap { from, to, aside, new, old } => {
                format!("swap {} {} {} {} {}\n", path(from), path(to), path(aside), new.word(), old.word())
            }
            Operation::Remove { path: removed, old } => format!("remove {} {}\n", path(removed), old.word()),
        }
    }

    pub(super) fn read(line: &str, folder: &Path) -> Option<Operation> {
        let path = |word: &str| decode_path(word, folder);
        let words: Vec<&str> = line.split(' ').collect();
        Some(match words[..] {
            ["name", from, to, new, old] => {
                let old = if old == "-" { None } else { Some(Identity::read(old)?) };
                Operation::Name { from: path(from)?, to: path(to)?, new: Identity::read(new)?, old }
            }
            ["swap", from, to, aside, new, old] => {
                let (new, old) = (Identity::read(new)?, Identity::read(old)?);
                Operation::Swap { from: path(from)?, to: path(to)?, aside: path(aside)?, new, old }
            }
            ["remove", removed, old] => Operation::Remove { path: path(removed)?, old: Identity::read(old)? },
            _ => return None,
        })
    }
}

impl Identity {
    fn of(path: &Path) -> io::Result<Identity> {
        fs::symlink_metadata(path).map(|found| Identity::from(&found))
    }

    fn find(path: &Path) -> io::Result<Option<Identity>> {
        match Identity::of(path) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            found => found.map(Some),
        }
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        Ok(Identity::find(path)?.is_some_and(|found| found.is(self)))
    }

    /// Returns `true` if they are of the same file. Network file systems round times.
    fn is(&self, other: &Identity) -> bool {
        let is_same_file = match (self.file, other.file) {
            (Some((length, second)), Some((other, other_second))) => {
                length == other && second.abs_diff(other_second) <= 2
            }
            (one, other) => one == other,
        };
        self.inode == other.inode && is_same_file
    }

    fn word(&self) -> String {
        match self.file {
            Some((length, second)) => format!("{}:{length}:{second}", self.inode),
            None => self.inode.to_string(),
        }
    }

    fn read(word: &str) -> Option<Identity> {
        let numbers: Vec<u64> = word.split(':').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        match numbers[..] {
            [inode] => Some(Identity { inode, file: None }),
            [inode, length, second] => Some(Identity { inode, file: Some((length, second)) }),
            _ => None,
        }
    }
}

impl From<&Metadata> for Identity {
    fn from(metadata: &Metadata) -> Identity {
        let second = || {
            let changed = metadata.modified().ok()?;
            Some(changed.duration_since(UNIX_EPOCH).ok()?.as_secs())
        };
        let file = (!metadata.is_dir()).then(|| (metadata.len(), second().unwrap_or_default()));
        Identity { inode: system::inode(metadata), file }
    }
}

/// Gives a file or folder the mode of the one that has the name.
pub(super) fn keep_mode(path: &Path, target: &Path) -> io::Result<()> {
    match fs::symlink_metadata(target) {
        Ok(found) if fs::symlink_metadata(path)?.permissions() != found.permissions() => {
            system::set_permissions(path, found.permissions())
        }
        _ => Ok(()),
    }
}

/// Returns a new name beside a target.
pub(super) fn temporary(target: &Path) -> PathBuf {
    let random = RandomState::new().build_hasher().finish();
    hidden(target, &format!("{:010x}.tmp", random & 0xff_ffff_ffff))
}
