//! In place of the Parquet reader, where the crate is built without it.

use std::io::{self, BufRead};

use crate::error::WriteError;
use crate::shared_file::SharedFile;
use crate::value::Value;

pub(crate) const MAGIC: &[u8; 4] = b"PAR1";

/// Never has any rows: there are no such files in this build.
pub(crate) struct ParquetRows;

impl ParquetRows {
    pub(crate) fn open(_file: SharedFile) -> io::Result<ParquetRows> {
        Err(unsupported())
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::empty()
    }
}

impl Iterator for ParquetRows {
    type Item = io::Result<Vec<Value<'static>>>;

    fn next(&mut self) -> Option<Self::Item> {
        None
    }
}

pub(crate) fn open_as_csv(_file: SharedFile) -> io::Result<Box<dyn BufRead + Send>> {
    Err(unsupported())
}

fn unsupported() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, WriteError::NoParquet.to_string())
}
