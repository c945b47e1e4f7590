//! The operations of a commit, which have the same effect however often they are applied.

use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::error::{Error, Result};
use super::names::temporary;
use super::system;
use super::target::{Target, folder_of};
use super::words::{decode_path, encode_path};

/// A change that is part of a commit.
#[derive(Debug)]
pub(super) enum Change {
    /// A file, or a folder where there is none, gets its name.
    Name { from: PathBuf, target: Target, overwrite: bool },
    /// A folder gets the name of another, of which these entries are removed; contents come before their folder.
    Swap { from: PathBuf, target: Target, entries: Vec<PathBuf> },
    /// A file, or a folder that is empty by then, is removed, if it exists.
    Remove(PathBuf),
    /// A file is removed. It first gets a temporary name beside a path, from which it returns if the commit is undone.
    RemoveBeside { file: PathBuf, beside: PathBuf },
}

/// The identity of the file or folder that has a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Identity {
    /// See [`system::identity`].
    number: u64,
    /// The length of a file, and the second of its last change.
    file: Option<(u64, u64)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    Name { from: PathBuf, to: PathBuf, new: Identity, old: Option<Identity> },
    Swap { from: PathBuf, to: PathBuf, aside: PathBuf, new: Identity, old: Identity },
    Remove { path: PathBuf, old: Identity },
}

/// Returns the operations of changes, with the paths for messages. Operations that replace nothing come first, as they can
/// be undone; equal ones keep their order.
pub(super) fn plan(changes: Vec<Change>) -> Result<(Vec<Operation>, Vec<PathBuf>)> {
    let mut planned = Vec::new();
    for change in changes {
        if let Change::Name { target, overwrite, .. } = &change {
            target.check(*overwrite)?;
        }
        let shown = match &change {
            Change::Name { target, .. } | Change::Swap { target, .. } => target.shown.clone(),
            Change::Remove(path) | Change::RemoveBeside { file: path, .. } => path.clone(),
        };
        let operations = change.operations().map_err(|error| Error::from_write(error, &shown))?;
        planned.extend(operations.into_iter().map(|operation| (operation, shown.clone())));
    }
    planned.sort_by_key(|(operation, _)| operation.rank());
    Ok(planned.into_iter().unzip())
}

impl Change {
    /// Returns the name that a file or folder gets.
    pub(super) fn new_name(&self) -> Option<&Path> {
        match self {
            Change::Name { target, .. } | Change::Swap { target, .. } => Some(&target.path),
            Change::Remove(_) | Change::RemoveBeside { .. } => None,
        }
    }

    fn operations(self) -> io::Result<Vec<Operation>> {
        Ok(match self {
            Change::Name { from, target: Target { path: to, .. }, .. } => {
                let old = Identity::find(&to)?;
                keep_mode(&from, &to)?;
                let new = Identity::of(&from)?;
                vec![Operation::Name { from, to, new, old }]
            }
            Change::Swap { from, target: Target { path: to, .. }, entries } => {
                keep_mode(&from, &to)?;
                let (aside, new, old) = (temporary(&to), Identity::of(&from)?, Identity::of(&to)?);
                let mut operations = Vec::new();
                for entry in entries {
                    let old = Identity::of(&to.join(&entry))?;
                    operations.push(Operation::Remove { path: aside.join(entry), old });
                }
                operations.push(Operation::Remove { path: aside.clone(), old });
                operations.push(Operation::Swap { from, to, aside, new, old });
                operations
            }
            Change::RemoveBeside { file: from, beside } => {
                let (to, new) = (temporary(&beside), Identity::of(&from)?);
                let removed = Operation::Remove { path: to.clone(), old: new };
                vec![Operation::Name { from, to, new, old: None }, removed]
            }
            Change::Remove(path) => {
                Identity::find(&path)?.map(|old| Operation::Remove { path, old }).into_iter().collect()
            }
        })
    }
}

/// The operation at which a commit has stopped.
pub(super) struct Stopped {
    pub(super) at: usize,
    pub(super) source: io::Error,
    /// `true` if a file was replaced, which cannot be undone.
    pub(super) has_replaced: bool,
}

impl Stopped {
    pub(super) fn error(self, path: PathBuf) -> Error {
        match self.source.kind() {
            ErrorKind::AlreadyExists => Error::Exists(path),
            _ => Error::from_write(self.source, &path),
        }
    }
}

/// Applies the operations that are not done yet.
///
/// # Errors
/// Returns the error of the system, or [`ErrorKind::AlreadyExists`] if another program has taken a name before anything was
/// replaced. A name that is taken later is left as it is.
pub(super) fn apply(operations: &[Operation]) -> Result<(), Stopped> {
    let mut has_replaced = false;
    for (at, operation) in operations.iter().enumerate() {
        match operation.apply() {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && has_replaced && operation.rank() == 1 => {}
            Err(source) => return Err(Stopped { at, source, has_replaced: has_replaced || operation.is_half_done() }),
            Ok(()) => {}
        }
        has_replaced |= operation.rank() > 0;
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

/// Undoes the operations that have given a name and replaced nothing.
pub(super) fn take_back(operations: &[Operation]) -> io::Result<()> {
    for operation in operations.iter().rev() {
        if let Operation::Name { from, to, new, old: None } = operation
            && Identity::find(from)?.is_none()
            && is_without_links(folder_of(from))?
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
            Operation::Name { from, to, old, .. } => match (Identity::find_within(from)?, old, Identity::find(to)?) {
                (None, ..) => Ok(()), // done
                (Some(_), Some(old), Some(found)) if found.is(old) => system::rename(from, to),
                (Some(_), Some(_), Some(_)) => Err(ErrorKind::AlreadyExists.into()), // another program has the name
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
            Operation::Remove { path, old } => match Identity::find_within(path)? {
                Some(found) if found.is(old) && old.file.is_some() => system::remove_file(path),
                Some(found) if found.is(old) => match system::remove_folder(path) {
                    // Its contents are not listed, so they belong to another program.
                    Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => Ok(()),
                    done => done,
                },
                _ => Ok(()),
            },
        }
    }

    /// Returns the place in the order of a commit: new names, replaced files, replaced folders, removed files.
    fn rank(&self) -> u8 {
        match self {
            Operation::Name { old: None, .. } => 0,
            Operation::Name { .. } => 1,
            Operation::Swap { .. } => 2,
            Operation::Remove { .. } => 3,
        }
    }

    /// Returns `true` if one of two folders was moved, but not the other.
    fn is_half_done(&self) -> bool {
        let Operation::Swap { from, aside, new, .. } = self else { return false };
        !matches!((new.is_at(from), Identity::find(aside)), (Ok(true), Ok(None)))
    }

    /// Returns the paths whose folders change.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        let paths = match self {
            Operation::Name { from, to, .. } | Operation::Swap { from, to, .. } => vec![&**from, &**to],
            // Folders that are removed need not be synced.
            Operation::Remove { .. } => Vec::new(),
        };
        paths.into_iter()
    }

    pub(super) fn line(&self, folder: &Path) -> String {
        let path = |path: &Path| encode_path(path, folder);
        match self {
            Operation::Name { from, to, new, old } => {
                let old = old.map_or("-".into(), |old| old.to_string());
                format!("name {} {} {new} {old}\n", path(from), path(to))
            }
            Operation::Swap { from, to, aside, new, old } => {
                format!("swap {} {} {} {new} {old}\n", path(from), path(to), path(aside))
            }
            Operation::Remove { path: removed, old } => format!("remove {} {old}\n", path(removed)),
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
        let metadata = fs::symlink_metadata(path)?;
        let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let file = (!metadata.is_dir()).then(|| (metadata.len(), changed.map_or(0, |time| time.as_secs())));
        Ok(Identity { number: system::identity(&metadata), file })
    }

    fn find(path: &Path) -> io::Result<Option<Identity>> {
        match Identity::of(path) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Finds a file that may be within a folder of the target. A link does not lead to it.
    fn find_within(path: &Path) -> io::Result<Option<Identity>> {
        if is_without_links(folder_of(path))? { Identity::find(path) } else { Ok(None) }
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        Ok(Identity::find(path)?.is_some_and(|found| found.is(self)))
    }

    /// Returns `true` if both are of the same file. Network file systems round times.
    fn is(&self, other: &Identity) -> bool {
        let is_same_file = match (self.file, other.file) {
            (Some((length, second)), Some((other, other_second))) => {
                length == other && second.abs_diff(other_second) <= 2
            }
            (one, other) => one == other,
        };
        self.number == other.number && is_same_file
    }

    fn read(word: &str) -> Option<Identity> {
        let numbers: Vec<u64> = word.split(':').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        match numbers[..] {
            [number] => Some(Identity { number, file: None }),
            [number, length, second] => Some(Identity { number, file: Some((length, second)) }),
            _ => None,
        }
    }
}

/// Returns the text of the identity of a file or folder.
#[cfg(test)]
pub(super) fn identity(path: &Path) -> io::Result<String> {
    Identity::of(path).map(|identity| identity.to_string())
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        self.file.map_or(Ok(()), |(length, second)| write!(f, ":{length}:{second}"))
    }
}

/// Returns `true` if a folder exists, and no part of its path, which is absolute, is a link.
fn is_without_links(folder: &Path) -> io::Result<bool> {
    match folder.canonicalize() {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(false),
        resolved => Ok(resolved? == folder),
    }
}

/// Copies the mode of a target, if it exists, to a file or folder.
pub(super) fn keep_mode(path: &Path, target: &Path) -> io::Result<()> {
    match fs::symlink_metadata(target) {
        Ok(found) if fs::symlink_metadata(path)?.permissions() != found.permissions() => {
            system::set_permissions(path, found.permissions())
        }
        _ => Ok(()),
    }
}
