//! Conversion of Parquet errors.

use std::io;

use parquet::errors::ParquetError;

use crate::error::WriteError;

/// Converts an error of Parquet. An error of the file below, such as a full disk, is returned as it is.
pub(crate) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(inner) => *inner,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}

impl From<ParquetError> for WriteError {
    fn from(error: ParquetError) -> WriteError {
        io_error(error).into()
    }
}
