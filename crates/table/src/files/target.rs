//! The paths of results, and the refusals before any work.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::{Error, Result, WriteOptions, is_stream, system};
use crate::hex;

/// A file or folder that gets its name when it is complete.
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
    /// Returns an error if it has no file name, is a folder, a stream or an input, or its folder does not exist.
    pub(super) fn file(path: &Path, options: &WriteOptions) -> Result<Target> {
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
        let target = Target::new(path, path)?;
        if let Some(input) = options.inputs.iter().find(|input| target.is(input)) {
            return Err(Error::IsInput { path: path.to_path_buf(), input: input.clone() });
        }
        Ok(target)
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
        let mut near = path.to_path_buf();
        for _ in 0..MOST_LINKS {
            let Ok(pointed_to) = fs::read_link(&near) else { break };
            near = folder_of(&near).join(pointed_to);
        }
        let name = near.file_name().ok_or_else(no_name)?;
        let folder = folder_of(&near);
        let no_folder = || Error::NoFolder { path: shown.to_path_buf(), folder: folder.to_path_buf() };
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

    /// Returns the file whose name is that of this one with a suffix.
    pub(super) fn beside(&self, suffix: &str) -> Target {
        let near = beside(&self.near, suffix);
        Target { shown: near.clone(), near, path: beside(&self.path, suffix) }
    }

    fn is(&self, input: &Path) -> bool {
        if input.is_dir() {
            // Any of its files may be an input.
            return self.path.is_file() && input.canonicalize().is_ok_and(|folder| self.path.starts_with(folder));
        }
        [self.path.clone(), beside(&self.path, ".part")].iter().any(|path| system::is_same_file(path, input))
    }
}

/// Returns the folder that a file is in: `.` if the path is a name alone.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns a path with a suffix after the file name.
pub(crate) fn beside(target: &Path, suffix: &str) -> PathBuf {
    let mut path = target.as_os_str().to_owned();
    path.push(suffix);
    PathBuf::from(path)
}

/// The longest name, in bytes, that is part of the name of a hidden file.
const LONGEST_PART: usize = 200;

/// Returns the path of a hidden file beside another: `.NAME.SUFFIX`. Of a long name, which would leave no room for the suffix,
/// it has the start and a checksum.
pub(super) fn hidden(target: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(".");
    let full = target.file_name().unwrap_or_default();
    if full.len() <= LONGEST_PART {
        name.push(full);
    } else {
        let start = full.to_string_lossy();
        let sum = hex(&Sha256::digest(full.as_encoded_bytes())[..8]);
        name.push(format!("{}-{sum}", &start[..start.floor_char_boundary(LONGEST_PART / 2)]));
    }
    name.push(".");
    name.push(suffix);
    target.with_file_name(name)
}
