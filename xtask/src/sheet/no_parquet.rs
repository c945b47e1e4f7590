//! In place of Parquet, where the program is built without it.

use std::fs::File;
use std::io::{self, BufRead, Write};

use super::Sheet;

/// How every such file begins.
pub(crate) const MAGIC: &[u8] = b"PAR1";

fn unsupported<T>() -> io::Result<T> {
    let why = super::Format::Parquet.check().expect_err("it was built without");
    Err(io::Error::new(io::ErrorKind::Unsupported, why))
}

pub(super) fn begin<'a>(
    _names: &[&str],
    _about: &[(String, String)],
    _to: impl Write + Send + 'a,
) -> io::Result<Box<dyn Sheet + 'a>> {
    unsupported()
}

/// The rows of a file as CSV.
pub(crate) fn open(_file: File) -> io::Result<Box<dyn BufRead + Send>> {
    unsupported()
}
