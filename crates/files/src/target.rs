//! The paths of results, and the refusals before any work.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::names::{self, Name, folder_of, is_temporary_of, shard_numbers};
use super::{Error, Result, is_stream, system};

/// A file or folder that appears only when it is complete.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// As it was given, for messages.
    pub(super) shown: PathBuf,
    /// With links resolved, for messages about files beside it.
    pub(super) near: PathBuf,
    /// The absolute path, for all operations.
    pub(super) path: PathBuf,
}

/// The maximum length of a chain of links, as in Linux.
const MOST_LINKS: usize = 40;

impl Target {
    /// Resolves the path of a file.
    ///
    /// # Errors
    /// Returns an error if it has no file name, is a folder or a stream, or its folder does not exist.
    pub(super) fn file(path: &Path) -> Result<Target> {
        if path.is_dir() {
            return Err(Error::IsFolder(path.to_path_buf()));
        }
        if is_stream(path) {
            return Err(Error::IsStream(path.to_path_buf()));
        }
        let bytes = path.as_os_str().as_encoded_bytes();
        let ends_in = |last: &str| bytes.ends_with(last.as_bytes());
        if ends_in("/") || ends_in("/.") || cfg!(windows) && (ends_in("\\") || ends_in("\\.")) {
            return Err(Error::NoFileName(path.to_path_buf()));
        }
        Target::new(path, path)
    }

    /// Resolves the path of a folder, which may end in a slash.
    ///
    /// # Errors
    /// Returns an error if it has no name, is a file, or its parent does not exist.
    pub(super) fn folder(path: &Path) -> Result<Target> {
        if fs::metadata(path).is_ok_and(|found| !found.is_dir()) {
            return Err(Error::IsFile(path.to_path_buf()));
        }
        Target::new(path, path.components().as_path())
    }

    fn new(shown: &Path, path: &Path) -> Result<Target> {
        let no_name = || Error::NoFileName(shown.to_path_buf());
        let near = link_target(path);
        let name = near.file_name().ok_or_else(no_name)?;
        // Links that lead to each other.
        if let (true, Err(error)) = (near.is_symlink(), fs::metadata(path)) {
            return Err(Error::create(error, shown));
        }
        let folder = folder_of(&near);
        let no_folder = || Error::NoFolder(shown.to_path_buf(), folder.to_path_buf());
        let resolved = folder.canonicalize().map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => no_folder(),
            _ => Error::create(error, shown),
        })?;
        if !resolved.is_dir() {
            return Err(no_folder());
        }
        let path = resolved.join(name);
        let target = Target { shown: shown.to_path_buf(), near, path };
        target.check_length()?;
        Ok(target)
    }

    /// Refuses a name that is too long for the system.
    pub(super) fn check_length(&self) -> Result<()> {
        match fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::InvalidFilename => Err(Error::LongName(self.shown.clone())),
            _ => Ok(()),
        }
    }

    /// Refuses a file that exists and must not be overwritten.
    pub(super) fn check(&self, overwrite: bool) -> Result<()> {
        match fs::symlink_metadata(&self.path) {
            Ok(found) if found.is_dir() => Err(Error::IsFolder(self.shown.clone())),
            Ok(_) if !overwrite => Err(Error::Exists(self.shown.clone())),
            _ => Ok(()),
        }
    }

    /// Returns a file that belongs to this one.
    pub(super) fn of(&self, name: Name) -> Target {
        let near = name.path(&self.near);
        Target { shown: near.clone(), near, path: name.path(&self.path) }
    }
}

/// Returns `true` if two paths lead to the same file, or would if they were written.
///
/// Links are followed, and two names of one file are the same. The case of letters is ignored where most file systems do that.
pub fn is_same_target(one: &Path, other: &Path) -> bool {
    let resolved = |path: &Path| {
        let path = link_target(path);
        Some((folder_of(&path).canonicalize().ok()?, path.file_name()?.to_string_lossy().into_owned()))
    };
    let is_same_name = || match (resolved(one), resolved(other)) {
        (Some((folder, name)), Some((other_folder, other))) => {
            let is_same_text = name.to_lowercase() == other.to_lowercase();
            folder == other_folder && (name == other || cfg!(any(windows, target_vendor = "apple")) && is_same_text)
        }
        _ => false,
    };
    system::is_same_file(one, other) || is_same_name()
}

/// Returns `true` if a path has the name of a shard of a target, in its folder.
pub fn is_shard(target: &Path, path: &Path) -> bool {
    is_in_folder_of(target, path) && path.file_name().is_some_and(|name| shard_numbers(target, name).is_some())
}

/// Returns `true` if a path has the name of a temporary file of a target, in its folder. The next run with that target removes it.
pub fn is_temporary(target: &Path, path: &Path) -> bool {
    is_in_folder_of(target, path)
        && path.file_name().is_some_and(|name| is_temporary_of(target, &target.with_file_name(name)))
}

/// Returns `true` if a path is that of a file that a run with a target writes: the target, its partial file and recipe, its manifest,
/// its shards, and its lock, record and temporary files.
pub fn is_file_of(target: &Path, path: &Path) -> bool {
    Name::of(target, path).is_some()
        || [names::lock(target), names::record(target)].iter().any(|hidden| hidden == path)
        || is_temporary_of(target, path)
}

fn is_in_folder_of(target: &Path, path: &Path) -> bool {
    let folders = [target, path].map(|path| folder_of(path).canonicalize().ok());
    folders[0].is_some() && folders[0] == folders[1]
}

/// Returns the path that a link leads to, whether or not it exists. Another path is returned as it is.
pub fn link_target(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(pointed_to) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(pointed_to);
    }
    path
}
