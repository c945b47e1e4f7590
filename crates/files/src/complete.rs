//! Files that are complete already, and are compared with the result of a run.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::{Error, Result};
use crate::limited::open_regular;

/// A file that is compared with the bytes that a run would write.
///
/// ```
/// use minirow_files::{CompleteFile, Error};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("pack.csv");
/// std::fs::write(&path, "first\nsecond\n")?;
/// let mut file = CompleteFile::open(&path, "pack")?;
/// file.compare(b"first\n")?;
/// assert!(matches!(file.finish(), Err(Error::Differs(_, "pack"))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CompleteFile {
    path: PathBuf,
    contents: &'static str,
    file: BufReader<File>,
}

impl CompleteFile {
    /// Opens a file. `contents` is what the run writes, for messages: `pack`.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is not a regular file.
    pub fn open(path: &Path, contents: &'static str) -> Result<CompleteFile> {
        let file = open_regular(path).map_err(|error| Error::read(error, path))?;
        Ok(CompleteFile { path: path.to_path_buf(), contents, file: BufReader::with_capacity(1 << 16, file) })
    }

    /// Returns the path, as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Compares the next bytes.
    ///
    /// # Errors
    /// Returns an error if the file has others, or cannot be read.
    pub fn compare(&mut self, bytes: &[u8]) -> Result<()> {
        let mut found = vec![0; bytes.len()];
        match self.file.read_exact(&mut found) {
            Ok(()) if found == bytes => Ok(()),
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(Error::read(error, &self.path)),
            _ => Err(self.differs()),
        }
    }

    /// Checks that the file has no more bytes.
    ///
    /// # Errors
    /// Returns an error if it has, or cannot be read.
    pub fn finish(mut self) -> Result<()> {
        let is_over = self.file.read(&mut [0]).map_err(|error| Error::read(error, &self.path))? == 0;
        if is_over { Ok(()) } else { Err(self.differs()) }
    }

    fn differs(&self) -> Error {
        Error::Differs(self.path.clone(), self.contents)
    }
}
