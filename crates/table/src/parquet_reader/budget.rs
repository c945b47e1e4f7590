//! The memory and the values that a file may need. Pages of a few bytes can stand for gigabytes, by compression, dictionaries,
//! repeated levels, or because many row groups share them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use minirow_formats::most_repeated;
use parquet::errors::{ParquetError, Result};

/// The most bytes of pages in memory at a time.
const MOST_HELD: u64 = 1 << 28;

/// The bytes that a file has needed so far.
pub(super) struct Budget {
    /// The number of bytes of the file.
    length: u64,
    /// The bytes of all values.
    spent: AtomicU64,
    /// The bytes of the pages in memory.
    held: AtomicU64,
}

/// The error of a file that needs more.
#[derive(Debug, thiserror::Error)]
pub(super) enum TooLarge {
    #[error("found {length} bytes of Parquet that stand for more than {most} bytes of values, expected at most {most}")]
    Values { length: u64, most: u64 },
    #[error("found pages of more than {MOST_HELD} bytes at a time, expected smaller pages or row groups")]
    Pages,
}

impl From<TooLarge> for ParquetError {
    fn from(error: TooLarge) -> ParquetError {
        ParquetError::External(error.into())
    }
}

impl Budget {
    pub(super) fn new(length: u64) -> Budget {
        Budget { length, spent: AtomicU64::new(0), held: AtomicU64::new(0) }
    }

    /// Counts bytes of values.
    ///
    /// # Errors
    /// If the file needs too many.
    pub(super) fn spend(&self, bytes: u64) -> Result<()> {
        let most = most_repeated(self.length);
        if self.spent.fetch_add(bytes, Relaxed).saturating_add(bytes) > most {
            return Err(TooLarge::Values { length: self.length, most }.into());
        }
        Ok(())
    }

    /// Counts bytes of pages that come into memory.
    ///
    /// # Errors
    /// If there are too many. They are counted all the same.
    pub(super) fn hold(&self, bytes: u64) -> Result<()> {
        let held = self.held.fetch_add(bytes, Relaxed).saturating_add(bytes);
        if held > MOST_HELD { Err(TooLarge::Pages.into()) } else { Ok(()) }
    }

    /// Counts bytes of pages that were dropped.
    pub(super) fn release(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Relaxed);
    }
}
