//! Sorting of more records than fit into memory: sorted runs in temporary files, merged as they are read.
//!
//! The files have no name where the system allows that, so that nothing is left of them however the program ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use crate::error_kind::{CommandError, ErrorKind};
use crate::names::folder_of;
use crate::shared_file::unnamed_file;

/// An error of a temporary file of a sorter.
#[derive(Debug, thiserror::Error)]
pub enum SortError {
    /// The folder for temporary files does not exist.
    #[error("{}: no such folder, expected one for temporary files", folder.display())]
    NoFolder {
        /// The folder that was given.
        folder: PathBuf,
    },
    /// A temporary file could not be written, usually because the disk is full.
    #[error(
        "a temporary file in {} cannot be written: {source}; choose another folder with --temp-dir, or write less with \
         more --memory",
        folder.display()
    )]
    Write {
        /// The folder for temporary files.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A temporary file could not be read.
    #[error("a temporary file in {} cannot be read: {source}", folder.display())]
    Read {
        /// The folder for temporary files.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl CommandError for SortError {
    fn kind(&self) -> ErrorKind {
        match self {
            SortError::NoFolder { .. } => ErrorKind::Usage,
            SortError::Write { .. } | SortError::Read { .. } => ErrorKind::Output,
        }
    }
}

type Result<T> = std::result::Result<T, SortError>;

/// The memory of sorters, and the folder for records that do not fit.
#[derive(Clone, Debug)]
pub struct SortBudget {
    /// Bytes of memory, for all sorters together.
    pub memory: u64,
    /// The folder for temporary files. If `None`, it is the folder of the output, or that of the system without one.
    pub temp_dir: Option<PathBuf>,
}

impl SortBudget {
    /// Returns the folder for temporary files, given the path of the output.
    ///
    /// # Errors
    /// Returns an error if `temp_dir` is missing.
    pub fn folder(&self, target: Option<&Path>) -> Result<PathBuf> {
        match (&self.temp_dir, target) {
            (Some(folder), _) if !folder.is_dir() => Err(SortError::NoFolder { folder: folder.clone() }),
            (Some(folder), _) => Ok(folder.clone()),
            (None, Some(target)) => Ok(folder_of(target).to_path_buf()),
            (None, None) => Ok(std::env::temp_dir()),
        }
    }

    /// Returns a sorter with a share of the memory, in percent.
    pub fn sorter<T: SortRecord>(&self, percent: u64, folder: &Path) -> Sorter<T> {
        Sorter::new(self.memory / 100 * percent, folder)
    }
}

/// A record of two numbers, ordered by the first and then the second: 32 bytes in memory and on disk.
pub type Record = [u128; 2];

/// A record that a [`Sorter`] holds in memory or on disk.
pub trait SortRecord: Ord + Sized {
    /// Returns the size in memory in bytes.
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }

    /// Writes the record.
    ///
    /// # Errors
    /// Returns the error of the writer.
    fn write(&self, to: &mut impl Write) -> io::Result<()>;

    /// Reads a record that was written, or returns `None` at the end.
    ///
    /// # Errors
    /// Returns the error of the reader.
    fn read(from: &mut impl BufRead) -> io::Result<Option<Self>>;
}

impl SortRecord for Record {
    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(self.map(u128::to_le_bytes).as_flattened())
    }

    fn read(from: &mut impl BufRead) -> io::Result<Option<Record>> {
        let mut bytes = [[0; 16]; 2];
        match from.read_exact(bytes.as_flattened_mut()) {
            Ok(()) => Ok(Some(bytes.map(u128::from_le_bytes))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The number of runs that are merged at once. Each takes a file and a buffer.
const FAN_IN: usize = 64;

/// Sorts records.
///
/// ```
/// use minirow_files::sort::Sorter;
///
/// let mut sorter = Sorter::new(1 << 20, &std::env::temp_dir());
/// for key in [3, 1, 2] {
///     sorter.push([key, 0]).unwrap();
/// }
/// let mut sorted = sorter.sorted().unwrap();
/// assert_eq!(sorted.next().unwrap(), Some([1, 0]));
/// ```
pub struct Sorter<T = Record> {
    /// The most bytes in memory.
    limit: usize,
    folder: PathBuf,
    records: Vec<T>,
    /// The bytes of these records.
    held: usize,
    /// Runs in files, with the number of times they were merged, which never increases from one run to the next.
    runs: Vec<(u32, File)>,
}

impl<T: SortRecord> Sorter<T> {
    /// Creates a sorter with a number of bytes of memory. Records that do not fit are written to files in a folder.
    pub fn new(memory: u64, folder: &Path) -> Sorter<T> {
        let limit = usize::try_from(memory).unwrap_or(usize::MAX).max(FAN_IN * size_of::<T>());
        Sorter { limit, folder: folder.to_path_buf(), records: Vec::new(), held: 0, runs: Vec::new() }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be written.
    pub fn push(&mut self, record: T) -> Result<()> {
        let bytes = record.bytes();
        if !self.records.is_empty() && self.held + bytes > self.limit {
            self.spill()?;
        }
        if self.records.len() == self.records.capacity() {
            // Doubling alone would exceed the limit.
            let left = self.limit.saturating_sub(self.held) / size_of::<T>();
            self.records.reserve_exact(self.records.len().clamp(1024, 1 << 24).min(left));
        }
        self.held += bytes;
        self.records.push(record);
        Ok(())
    }

    /// Returns all records from the smallest to the largest.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be written.
    pub fn sorted(mut self) -> Result<Sorted<T>> {
        if self.runs.is_empty() {
            self.records.sort_unstable();
            return Ok(Sorted(Order::InMemory(self.records.into_iter())));
        }
        self.spill()?;
        self.records = Vec::new(); // frees its memory
        Ok(Sorted(Order::Merged(Merge::of(self.runs.into_iter().map(|(_, run)| run), &self.folder)?)))
    }

    fn spill(&mut self) -> Result<()> {
        self.records.sort_unstable();
        let run = write(self.records.drain(..).map(Ok), &self.folder)?;
        self.held = 0;
        self.runs.push((0, run));
        // As soon as `FAN_IN` runs were merged equally often, they are merged into one.
        while let Some(&(generation, _)) = self.runs.last()
            && self.runs.len() >= FAN_IN
            && self.runs[self.runs.len() - FAN_IN].0 == generation
        {
            let together = self.runs.drain(self.runs.len() - FAN_IN..).map(|(_, run)| run);
            let mut merge = Merge::<T>::of(together, &self.folder)?;
            let run = write(std::iter::from_fn(|| merge.next().transpose()), &self.folder)?;
            self.runs.push((generation + 1, run));
        }
        Ok(())
    }
}

/// Records in order.
pub struct Sorted<T = Record>(Order<T>);

enum Order<T> {
    InMemory(std::vec::IntoIter<T>),
    Merged(Merge<T>),
}

impl<T: SortRecord> Sorted<T> {
    /// Returns the next record.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be read.
    #[expect(clippy::should_implement_trait, reason = "callers use `?` before they look at the record")]
    pub fn next(&mut self) -> Result<Option<T>> {
        match &mut self.0 {
            Order::InMemory(records) => Ok(records.next()),
            Order::Merged(merge) => merge.next(),
        }
    }
}

/// Runs that are merged.
struct Merge<T> {
    runs: Vec<BufReader<File>>,
    /// The next record of each run that has one.
    next: BinaryHeap<Reverse<(T, usize)>>,
    folder: PathBuf,
}

impl<T: SortRecord> Merge<T> {
    fn of(runs: impl Iterator<Item = File>, folder: &Path) -> Result<Merge<T>> {
        let runs = runs.map(|run| BufReader::with_capacity(1 << 16, run)).collect();
        let mut merge = Merge { runs, next: BinaryHeap::new(), folder: folder.to_path_buf() };
        for number in 0..merge.runs.len() {
            merge.advance(number)?;
        }
        Ok(merge)
    }

    fn next(&mut self) -> Result<Option<T>> {
        let Some(Reverse((record, number))) = self.next.pop() else { return Ok(None) };
        self.advance(number)?;
        Ok(Some(record))
    }

    fn advance(&mut self, number: usize) -> Result<()> {
        let read = T::read(&mut self.runs[number]);
        let read = read.map_err(|source| SortError::Read { folder: self.folder.clone(), source })?;
        self.next.extend(read.map(|record| Reverse((record, number))));
        Ok(())
    }
}

/// Writes a file of records, and rewinds it.
fn write<T: SortRecord>(records: impl Iterator<Item = Result<T>>, folder: &Path) -> Result<File> {
    let failed = |source: io::Error| SortError::Write { folder: folder.to_path_buf(), source };
    let mut file = BufWriter::with_capacity(1 << 16, unnamed_file(folder).map_err(failed)?);
    for record in records {
        record?.write(&mut file).map_err(failed)?;
    }
    let mut file = file.into_inner().map_err(|error| failed(error.into_error()))?;
    file.rewind().map_err(failed)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns records in no order, some with the same first number.
    fn numbers(count: u128) -> impl Iterator<Item = Record> {
        (0..count).map(|n| [((n * 7_919 % 1_000) << 100) | (n * 104_729 % 7), n])
    }

    fn all(mut sorted: Sorted) -> Vec<Record> {
        std::iter::from_fn(|| sorted.next().unwrap()).collect()
    }

    /// With 64 records in memory: no run, some runs, and enough that runs are merged twice.
    #[test]
    fn the_order_does_not_depend_on_the_number_of_runs() {
        let folder = tempfile::tempdir().unwrap();
        for (count, runs) in [(0, 0), (1, 0), (64, 0), (65, 1), (1_000, 15), (270_000, 64 + 2)] {
            let mut sorter = Sorter::new(1, folder.path());
            for record in numbers(count) {
                sorter.push(record).unwrap();
            }
            assert!(sorter.runs.len() <= runs && (sorter.runs.is_empty() == (runs == 0)), "{count}");
            assert!(sorter.records.capacity() <= 64);
            let mut expected: Vec<Record> = numbers(count).collect();
            expected.sort_unstable();
            assert_eq!(all(sorter.sorted().unwrap()), expected, "{count}");
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "nothing is left");
    }

    #[test]
    fn a_missing_folder_is_named() {
        let mut sorter = Sorter::new(1, Path::new("no/such/folder"));
        let failed = numbers(100).find_map(|record| sorter.push(record).err());
        let message = failed.unwrap().to_string();
        assert!(message.starts_with("a temporary file in no/such/folder cannot be written: "), "{message}");
    }
}
