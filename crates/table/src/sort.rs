//! Sorting of more records than fit into memory: sorted runs in temporary files, merged as they are read.
//!
//! The files have no name where the system allows that, so that nothing is left of them however the program ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::files::folder_of;
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
    pub fn sorter(&self, percent: u64, folder: &Path) -> Sorter {
        Sorter::new(self.memory / 100 * percent, folder)
    }
}

/// A record of two numbers, ordered by the first and then the second: 32 bytes in memory and on disk.
pub type Record = [u128; 2];

/// The number of runs that are merged at once. Each takes a file and a buffer.
const FAN_IN: usize = 64;

/// Sorts records.
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
    /// Runs in files, with the number of times they were merged, which never increases from one run to the next.
    runs: Vec<(u32, File)>,
}

impl Sorter {
    /// Creates a sorter with a number of bytes of memory. Records that do not fit are written to files in a folder.
    pub fn new(memory: u64, folder: &Path) -> Sorter {
        let limit = usize::try_from(memory).unwrap_or(usize::MAX) / size_of::<Record>();
        Sorter { limit: limit.max(FAN_IN), folder: folder.to_path_buf(), records: Vec::new(), runs: Vec::new() }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be written.
    pub fn push(&mut self, record: Record) -> Result<()> {
        if self.records.len() == self.limit {
            self.spill()?;
        }
        if self.records.len() == self.records.capacity() {
            // Doubling alone would exceed the limit.
            let more = self.records.len().clamp(1024, 1 << 24).min(self.limit - self.records.len());
            self.records.reserve_exact(more);
        }
        self.records.push(record);
        Ok(())
    }

    /// Returns all records from the smallest to the largest.
    ///
    /// # Errors
    /// Returns an error if a temporary file cannot be written.
    pub fn sorted(mut self) -> Result<Sorted> {
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
        self.runs.push((0, run));
        // As soon as `FAN_IN` runs were merged equally often, they are merged into one.
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
    /// Returns an error if a temporary file cannot be read.
    #[expect(clippy::should_implement_trait, reason = "callers use `?` before they look at the record")]
    pub fn next(&mut self) -> Result<Option<Record>> {
        match &mut self.0 {
            Order::InMemory(records) => Ok(records.next()),
            Order::Merged(merge) => merge.next(),
        }
    }
}

/// Runs that are merged.
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
        let mut bytes = [[0; 16]; 2];
        match self.runs[number].read_exact(bytes.as_flattened_mut()) {
            Ok(()) => self.next.push(Reverse((bytes.map(u128::from_le_bytes), number))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {}
            Err(source) => return Err(SortError::Read { folder: self.folder.clone(), source }),
        }
        Ok(())
    }
}

/// Writes a file of records, and rewinds it.
fn write(records: impl Iterator<Item = Result<Record>>, folder: &Path) -> Result<File> {
    let failed = |source: io::Error| SortError::Write { folder: folder.to_path_buf(), source };
    let mut file = BufWriter::with_capacity(1 << 16, unnamed_file(folder).map_err(failed)?);
    for record in records {
        file.write_all(record?.map(u128::to_le_bytes).as_flattened()).map_err(failed)?;
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
