//! Files that are read at several positions, and temporary files without a name.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// A file that is open for reading. Each clone has its own position.
///
/// ```
/// use std::io::{Read, Write};
/// use minirow_files::{SharedFile, unnamed_file};
///
/// let mut file = unnamed_file(&std::env::temp_dir())?;
/// file.write_all(b"two readers")?;
/// let mut first = SharedFile::new(file);
/// let mut second = first.clone();
/// let (mut one, mut other) = ([0; 3], String::new());
/// first.read_exact(&mut one)?;
/// second.read_to_string(&mut other)?;
/// assert_eq!((&one, other.as_str()), (b"two", "two readers"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SharedFile {
    file: Arc<File>,
    /// The number of bytes before the next one.
    position: u64,
}

impl SharedFile {
    /// Creates a reader at the first byte of a regular file. A pipe has no positions.
    pub fn new(file: File) -> SharedFile {
        SharedFile { file: Arc::new(file), position: 0 }
    }

    /// Opens a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<SharedFile> {
        File::open(path).map(SharedFile::new)
    }

    /// Returns the length in bytes.
    ///
    /// # Errors
    /// Returns an error if the system cannot tell the length.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Returns `true` if the next bytes are those of a form.
    pub fn begins_with(&self, magic: &[u8]) -> bool {
        let mut first = vec![0; magic.len()];
        self.clone().read_exact(&mut first).is_ok() && first == magic
    }

    /// Returns a reader of the same file that begins at a position, in bytes.
    #[must_use]
    pub fn at(&self, position: u64) -> SharedFile {
        SharedFile { file: self.file.clone(), position }
    }
}

impl Read for SharedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, buffer, self.position)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, buffer, self.position)?;
        #[cfg(not(any(unix, windows)))]
        let read = Err::<usize, _>(io::Error::new(io::ErrorKind::Unsupported, format!("{} bytes", buffer.len())))?;
        self.position += read as u64;
        Ok(read)
    }
}

impl Seek for SharedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::Current(distance) => self.position.checked_add_signed(distance),
            SeekFrom::End(distance) => self.length()?.checked_add_signed(distance),
        };
        self.position = position.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.position)
    }
}

/// Creates a temporary file without a name in a folder, for reading and writing. The system removes it when it is closed,
/// even if the process is killed. On a system without such files, it has a name until it is closed.
///
/// # Errors
/// Returns an error if the file cannot be created.
pub fn unnamed_file(folder: &Path) -> io::Result<File> {
    tempfile::tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};

    use super::*;

    #[test]
    fn clones_have_their_own_positions_and_the_file_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = unnamed_file(folder.path()).unwrap();
        file.write_all(b"first\nsecond\nthird\n").unwrap();
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        let file = SharedFile::new(file);
        let (mut lines, mut others) = (BufReader::new(file.clone()).lines(), BufReader::new(file.at(6)).lines());
        assert_eq!(lines.next().unwrap().unwrap(), "first");
        assert_eq!(others.next().unwrap().unwrap(), "second");
        assert_eq!(lines.next().unwrap().unwrap(), "second");
        assert_eq!(others.next().unwrap().unwrap(), "third");
        let mut end = file.clone();
        assert_eq!((end.seek(SeekFrom::End(-6)).unwrap(), end.seek(SeekFrom::Current(2)).unwrap()), (13, 15));
        assert!(end.seek(SeekFrom::Current(-16)).is_err());
        let mut text = String::new();
        end.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), file.length().unwrap()), ("ird\n", 19));
    }
}
