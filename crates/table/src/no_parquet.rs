//! The replacement of the Parquet reader in builds without the feature `parquet`.

use std::io::{self, BufRead};

use crate::error::WriteError;
use crate::input::NeededColumns;
use crate::shared_file::SharedFile;

pub(crate) fn open_as_csv(_file: SharedFile, _needed: NeededColumns) -> io::Result<Box<dyn BufRead + Send>> {
    Err(io::Error::new(io::ErrorKind::Unsupported, WriteError::NoParquet.to_string()))
}
