//! Sorting of more records than fit into memory: sorted runs in temporary files, merged as they are read.
//!
//! The files have no name where the system can do that, so that nothing is left of them however the program ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::shared_file::unnamed_file;

/// Why sorting failed: a temporary file could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum SortError {
    /// There is no such folder for temporary files.
    #[error("{}: is no folder for temporary files", folder.display())]
    NoFolder {
        /// The folder that was asked for.
        folder: PathBuf,
    },
    /// A temporary file could not be written, mostly because the disk is full.
    #[error(
        "a temporary file in {} cannot be written: {source}; --temp-dir names another folder, and with more --memory less \
         is written",
        folder.display()
    )]
    Write {
        /// The folder for temporary files.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A temporary file could not be read.
    #[error("a temporary file in {} cannot be read: {source}", folder.display())]
    Read {
        /// The folder for temporary files.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

type Result<T> = std::result::Result<T, SortError>;

/// How much memory sorting may take, and where it writes what does not fit.
#[derive(Clone, Debug)]
pub struct SortBudget {
    /// Bytes of memory, for all sorters together.
    pub memory: u64,
    /// The folder for temporary files; that of the output, else that of the system, if `None`.
    pub temp_dir: Option<PathBuf>,
}

impl SortBudget {
    /// Returns the folder for temporary files, given the path of the output.
    ///
    /// # Errors
    /// If the folder that was asked for is missing.
    pub fn folder(&self, target: Option<&Path>) -> Result<PathBuf> {
        match (&self.temp_dir, target) {
            (Some(folder), _) if !folder.is_dir() => Err(SortError::NoFolder { folder: folder.clone() }),
            (Some(folder), _) => Ok(folder.clone()),
            (None, Some(target)) => Ok(match target.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
                _ => PathBuf::from("."),
            }),
            (None, None) => Ok(std::env::temp_dir()),
        }
    }

    /// Returns a sorter with a part of the memory, in percent.
    pub fn sorter(&self, percent: u64, folder: &Path) -> Sorter {
        Sorter::new(self.memory / 100 * percent, folder)
    }
}

/// A record, compared as a pair of numbers: 32 bytes, in memory and on disk.
pub type Record = [u128; 2];

const BYTES: usize = size_of::<Record>();

/// The number of runs that are merged at a time: each takes a file and a buffer.
const FAN_IN: usize = 64;

/// Sorts records that come in any order.
///
/// ```
/// use minirow_table::sort::Sorter;
///
/// let mut sorter = Sorter::new(1 << 20, &std::env::temp_dir());
/// for key in [3, 1, 2] {
///     sorter.push([key, 0]).unwrap();
/// }
/// let mut sorted = sorter.sorted().unwrap();
/// assert_eq!(sorted.next().unwrap(), Some([1, 0]));
/// ```
pub struct Sorter {
    /// The most records in memory.
    limit: usize,
    folder: PathBuf,
    records: Vec<Record>,
    /// Runs that did not fit, with the number of times they were merged: never more often than the run before.
    runs: Vec<(u32, File)>,
}

impl Sorter {
    /// Sorts in so many bytes of memory; what does not fit goes to files in a folder.
    pub fn new(memory: u64, folder: &Path) -> Sorter {
        let limit = usize::try_from(memory).unwrap_or(usize::MAX) / BYTES;
        Sorter { limit: limit.max(FAN_IN), folder: folder.to_path_buf(), records: Vec::new(), runs: Vec::new() }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn push(&mut self, record: Record) -> Result<()> {
        if self.records.len() == self.limit {
            self.spill()?;
        }
        if self.records.len() == self.records.capacity() {
            // Never more than the limit, which doubling alone would not heed.
            let more = self.records.len().clamp(1024, 1 << 24).min(self.limit - self.records.len());
            self.records.reserve_exact(more);
        }
        self.records.push(record);
        Ok(())
    }

    /// Returns all records from the smallest to the largest.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn sorted(mut self) -> Result<Sorted> {
        if self.runs.is_empty() {
            self.records.sort_unstable();
            return Ok(Sorted(Order::InMemory(self.records.into_iter())));
        }
        self.spill()?;
        self.records = Vec::new(); // its memory is given back
        Ok(Sorted(Order::Merged(Merge::of(self.runs.into_iter().map(|(_, run)| run), &self.folder)?)))
    }

    fn spill(&mut self) -> Result<()> {
        self.records.sort_unstable();
        let run = write(self.records.drain(..).map(Ok), &self.folder)?;
        self.runs.push((0, run));
        // Whenever there are so many of a generation, they become one of the next.
        while let Some(&(generation, _)) = self.runs.last()
            && self.runs.len() >= FAN_IN
            && self.runs[self.runs.len() - FAN_IN].0 == generation
        {
            let together = self.runs.drain(self.runs.len() - FAN_IN..).map(|(_, run)| run);
            let mut merge = Merge::of(together, &self.folder)?;
            let run = write(std::iter::from_fn(|| merge.next().transpose()), &self.folder)?;
            self.runs.push((generation + 1, run));
        }
        Ok(())
    }
}

/// Records in order.
pub struct Sorted(Order);

enum Order {
    InMemory(std::vec::IntoIter<Record>),
    Merged(Merge),
}

impl Sorted {
    /// Returns the next record.
    ///
    /// # Errors
    /// If a temporary file cannot be read.
    #[expect(clippy::should_implement_trait, reason = "an iterator could not use `?`")]
    pub fn next(&mut self) -> Result<Option<Record>> {
        match &mut self.0 {
            Order::InMemory(records) => Ok(records.next()),
            Order::Merged(merge) => merge.next(),
        }
    }
}

/// Runs that are read together.
struct Merge {
    runs: Vec<BufReader<File>>,
    /// The next record of each run that has one.
    next: BinaryHeap<Reverse<(Record, usize)>>,
    folder: PathBuf,
}

impl Merge {
    fn of(runs: impl Iterator<Item = File>, folder: &Path) -> Result<Merge> {
        let runs = runs.map(|run| BufReader::with_capacity(1 << 16, run)).collect();
        let mut merge = Merge { runs, next: BinaryHeap::new(), folder: folder.to_path_buf() };
        for number in 0..merge.runs.len() {
            merge.advance(number)?;
        }
        Ok(merge)
    }

    fn next(&mut self) -> Result<Option<Record>> {
        let Some(Reverse((record, number))) = self.next.pop() else { return Ok(None) };
        self.advance(number)?;
        Ok(Some(record))
    }

    fn advance(&mut self, number: usize) -> Result<()> {
        let mut bytes = [0; BYTES];
        match self.runs[number].read_exact(&mut bytes) {
            Ok(()) => self.next.push(Reverse((from_bytes(&bytes), number))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {}
            Err(error) => {
                return Err(SortError::Read { folder: self.folder.clone(), source: error });
            }
        }
        Ok(())
    }
}

/// Writes a file of records, to be read from its start.
fn write(records: impl Iterator<Item = Result<Record>>, folder: &Path) -> Result<File> {
    let failed = |source: io::Error| SortError::Write { folder: folder.to_path_buf(), source };
    let mut file = BufWriter::with_capacity(1 << 16, unnamed_file(folder).map_err(failed)?);
    for record in records {
        file.write_all(&to_bytes(record?)).map_err(failed)?;
    }
    let mut file = file.into_inner().map_err(|error| failed(error.into_error()))?;
    file.rewind().map_err(failed)?;
    Ok(file)
}

fn to_bytes(record: Record) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    bytes[..BYTES / 2].copy_from_slice(&record[0].to_le_bytes());
    bytes[BYTES / 2..].copy_from_slice(&record[1].to_le_bytes());
    bytes
}

fn from_bytes(bytes: &[u8; BYTES]) -> Record {
    let (first, second) = bytes.split_at(BYTES / 2);
    [first, second].map(|half| u128::from_le_bytes(half.try_into().expect("half of the bytes")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers in no order, some of them twice.
    fn numbers(count: u128) -> impl Iterator<Item = Record> {
        (0..count).map(|n| [((n * 7_919 % 1_000) << 100) | (n * 104_729 % 7), n])
    }

    fn all(mut sorted: Sorted) -> Vec<Record> {
        std::iter::from_fn(|| sorted.next().unwrap()).collect()
    }

    /// 64 records at a time: in memory, in some runs, and in so many that runs are merged twice.
    #[test]
    fn whatever_fits_the_order_is_the_same() {
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
    fn a_folder_that_is_not_there_is_named() {
        let mut sorter = Sorter::new(1, Path::new("no/such/folder"));
        let failed = numbers(100).find_map(|record| sorter.push(record).err());
        let message = failed.unwrap().to_string();
        assert!(message.starts_with("a temporary file in no/such/folder cannot be written: "), "{message}");
    }
}
