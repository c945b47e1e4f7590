//! Errors of Parquet as those of input and output.

use std::io;

use parquet::errors::ParquetError;

/// Returns what went wrong, as what it was if it came from below: a full disk is one.
pub(crate) fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(inner) => *inner,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}
