//! SHA-256 checksums of files.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::limited::open_regular;
use crate::{Error, Result};

/// Returns the size of a file, and its SHA-256 in hexadecimal digits.
///
/// # Errors
/// Returns an error if the file cannot be read, or is a device, a pipe or a folder.
pub fn checksum(path: &Path) -> io::Result<(u64, String)> {
    checksum_of(open_regular(path)?)
}

/// Returns `true` if a file has a checksum, and a size if it is known. A file that is not there, or is not a regular one, has another.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn has_checksum(path: &Path, bytes: Option<u64>, sha256: &str) -> Result<bool> {
    use io::ErrorKind::{NotADirectory, NotFound};
    let is_like = match path.metadata() {
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => false,
        found => {
            let found = found.map_err(|error| Error::read(error, path))?;
            found.is_file() && bytes.is_none_or(|bytes| bytes == found.len())
        }
    };
    if !is_like {
        return Ok(false);
    }
    let found = checksum(path).map_err(|error| Error::read(error, path))?;
    Ok(bytes.is_none_or(|bytes| bytes == found.0) && found.1 == sha256)
}

/// Returns the number of the remaining bytes of a reader, and their SHA-256 in hexadecimal digits.
///
/// # Errors
/// Returns an error if they cannot be read.
pub fn checksum_of(reader: impl Read) -> io::Result<(u64, String)> {
    let mut checksum = Sha256::new();
    let mut file = BufReader::with_capacity(1 << 16, reader);
    let mut bytes = 0;
    loop {
        let read = file.fill_buf()?;
        if read.is_empty() {
            return Ok((bytes, hex(&checksum.finalize())));
        }
        checksum.update(read);
        let length = read.len();
        bytes += length as u64;
        file.consume(length);
    }
}

/// Returns bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
