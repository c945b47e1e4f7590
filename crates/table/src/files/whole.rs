//! Files that are written at once.

use std::io::{self, Write};
use std::path::Path;

use super::{FileGroup, Member, Result, WriteOptions, Written, is_stream};

/// A file that gets its name when it is complete, or standard output, a device or a pipe.
///
/// Dropped before [`finish`](Self::finish), it leaves a file that was there before as it was.
///
/// ```
/// use std::io::Write;
/// use minirow_table::files::{Error, WholeFile, WriteOptions};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("solved.txt");
/// let mut file = WholeFile::open(&path, &WriteOptions::default())?;
/// file.write_all(b"all of it\n")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"all of it\n");
///
/// let again = WholeFile::open(&path, &WriteOptions::default());
/// assert!(matches!(again, Err(Error::Exists { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    /// The group of a file; `None` for standard output, a device or a pipe.
    group: Option<FileGroup>,
    member: Member,
}

impl WholeFile {
    /// Writes to standard output.
    pub fn stdout() -> WholeFile {
        WholeFile { group: None, member: Member::standard() }
    }

    /// Opens a file or device. Links are followed, and the mode of a file that is replaced is kept.
    ///
    /// # Errors
    /// Returns an error if the target cannot be written, exists and must not be overwritten, is one of the inputs, or is
    /// written by another run. Then nothing is changed.
    pub fn open(path: &Path, options: &WriteOptions) -> Result<WholeFile> {
        if is_stream(path) {
            return Ok(WholeFile { group: None, member: Member::stream(path)? });
        }
        let mut group = FileGroup::open(path, options)?;
        let member = group.create(path)?;
        Ok(WholeFile { group: Some(group), member })
    }

    /// Returns the path as it was given, or `standard output`, for messages.
    pub fn path(&self) -> &Path {
        self.member.path()
    }

    /// Computes the SHA-256 checksum of all bytes that are written from here on.
    pub fn with_checksum(self) -> WholeFile {
        WholeFile { member: self.member.with_checksum(), ..self }
    }

    /// Completes the output: a file gets its name.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, or another file has got the name in the meantime.
    pub fn finish(self) -> Result<Written> {
        let Some(mut group) = self.group else { return Ok(self.member.complete()?.0) };
        let written = group.add(self.member)?;
        group.commit()?;
        Ok(written)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.member.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.member.flush()
    }
}
