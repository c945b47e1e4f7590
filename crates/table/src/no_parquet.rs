//! The replacement of the Parquet reader in builds without the feature `parquet`.

use std::io::{self, BufRead};

use minirow_files::SharedFile;

use crate::error::WriteError;
use crate::input::NeededColumns;

pub(crate) fn open_as_csv(_file: SharedFile, _needed: NeededColumns) -> io::Result<Box<dyn BufRead + Send>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, WriteError::NoParquet.to_string()))
}
