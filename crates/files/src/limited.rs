//! Files of other people that are read as a whole: each has a limit.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::de::{DeserializeOwned, Error};

/// The largest text that a user writes by hand, in bytes: a recipe, a translation, a pattern or an imprint.
pub const LARGEST_TEXT: u64 = 1 << 20;

/// The largest manifest, in bytes. One of 100,000 files with long names is smaller.
pub const LARGEST_MANIFEST: u64 = 48 << 20;

/// Reads a file of at most a number of bytes.
///
/// # Errors
/// Returns an error if it cannot be read, or is larger.
///
/// ```
/// let file = tempfile::NamedTempFile::new()?;
/// std::fs::write(&file, vec![0; 3 << 20])?;
/// assert_eq!(minirow_files::read_bytes(file.path(), 3 << 20)?.len(), 3 << 20);
/// let error = minirow_files::read_bytes(file.path(), 2 << 20).unwrap_err();
/// assert_eq!(error.to_string(), "it is larger than 2 MiB");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read(File::open(path)?, most)
}

/// Reads a text of at most a number of bytes.
///
/// # Errors
/// Returns an error if it cannot be read, is larger, or is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    text(read_bytes(path, most)?)
}

/// Reads a text whose path is found in a folder or in another file, as [`read_text`] does.
///
/// # Errors
/// Returns the errors of [`read_text`], and an error if it is not a regular file.
pub fn read_regular_text(path: &Path, most: u64) -> io::Result<String> {
    text(read(open_regular(path)?, most)?)
}

/// Opens a file whose path is found in a folder or in another file. A device or a pipe, which may have no end, is refused.
///
/// # Errors
/// Returns an error if it cannot be opened, or is not a regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if path.metadata()?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

/// Reads a manifest; `None` if there is no file with one.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn read_manifest<T: DeserializeOwned>(path: &Path) -> io::Result<Option<T>> {
    use io::ErrorKind::{InvalidData, InvalidInput, NotADirectory, NotFound};
    match read_regular_text(path, LARGEST_MANIFEST) {
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | InvalidData | InvalidInput) => Ok(None),
        text => Ok(from_json(&text?).ok()),
    }
}

fn read(file: File, most: u64) -> io::Result<Vec<u8>> {
    // The length of a pipe is 0.
    let mut large = file.metadata()?.len() > most;
    let mut bytes = Vec::new();
    if !large {
        large = file.take(most + 1).read_to_end(&mut bytes)? as u64 > most;
    }
    match large {
        true => Err(io::Error::new(io::ErrorKind::InvalidData, format!("it is larger than {} MiB", most >> 20))),
        false => Ok(bytes),
    }
}

fn text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

/// Parses JSON of another program. A few bytes of JSON may be values of a hundred times their size.
///
/// # Errors
/// Returns an error if the text is not JSON, or its values do not have the type or may need more than 512 MiB of memory.
///
/// ```
/// use serde_json::Value;
/// assert_eq!(minirow_files::from_json::<Value>("[7]").unwrap()[0], 7);
/// let error = minirow_files::from_json::<Value>(&format!("[{}]", "{\"\":0},".repeat(1_000_000))).unwrap_err();
/// assert_eq!(error.to_string(), "found too many values, expected values of at most 512 MiB");
/// ```
pub fn from_json<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    const MOST: usize = 512 << 20;
    /// The memory of an object with a field, of an array, and of a further value, in bytes, with the room that they reserve.
    const OBJECT: usize = 768;
    const ARRAY: usize = 192;
    const VALUE: usize = 96;
    let size = |byte: u8| match byte {
        b'{' => OBJECT,
        b'[' => ARRAY,
        b',' => VALUE,
        _ => 1,
    };
    if text.bytes().map(size).sum::<usize>() > MOST {
        return Err(serde_json::Error::custom("found too many values, expected values of at most 512 MiB"));
    }
    serde_json::from_str(text)
}
