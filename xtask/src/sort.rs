//! Sorting more records than fit into memory: sorted runs in temporary files, merged as they are read.
//!
//! The files have no name where the system can do that, so that nothing is left of them however the program ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};
use crate::output;

/// How much room there is for sorting.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Room {
    /// Memory for sorting, such as 512MB or 4GB; what does not fit is sorted on disk
    #[arg(long, value_name = "SIZE", default_value = "1GB", value_parser = memory)]
    memory: u64,
    /// The folder for temporary files [default: that of the output, else that of the system]
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,
}

impl Room {
    /// The folder for temporary files.
    ///
    /// # Errors
    /// If it is not there.
    pub(crate) fn folder(&self, target: Option<&Path>) -> Result<PathBuf> {
        match (&self.temp_dir, target) {
            (Some(folder), _) if !folder.is_dir() => {
                Err(Failure::usage(format!("{}: is no folder for temporary files", folder.display())))
            }
            (Some(folder), _) => Ok(folder.clone()),
            (None, Some(target)) => Ok(output::folder_of(target).to_path_buf()),
            (None, None) => Ok(std::env::temp_dir()),
        }
    }

    /// A sorter with a part of the memory, in percent.
    pub(crate) fn sorter(&self, percent: u64, folder: &Path) -> Sorter {
        Sorter::new(self.memory / 100 * percent, folder)
    }
}

/// What is sorted. It takes 32 bytes, in memory as on disk.
pub(crate) type Record = [u128; 2];

const BYTES: usize = size_of::<Record>();

/// So many runs are merged at a time: each takes a file and a buffer.
const FAN_IN: usize = 64;

/// Takes records in any order.
pub(crate) struct Sorter {
    /// At most so many are in memory.
    limit: usize,
    folder: PathBuf,
    records: Vec<Record>,
    /// What did not fit, with how often it was merged already: never more often than what comes before it.
    runs: Vec<(u32, File)>,
}

impl Sorter {
    /// With so many bytes of memory; what does not fit goes to files in a folder.
    pub(crate) fn new(memory: u64, folder: &Path) -> Sorter {
        let limit = usize::try_from(memory).unwrap_or(usize::MAX) / BYTES;
        Sorter { limit: limit.max(FAN_IN), folder: folder.to_path_buf(), records: Vec::new(), runs: Vec::new() }
    }

    /// Takes a record.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub(crate) fn push(&mut self, record: Record) -> Result<()> {
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

    /// All records from the smallest to the largest.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub(crate) fn sorted(mut self) -> Result<Sorted> {
        if self.runs.is_empty() {
            self.records.sort_unstable();
            return Ok(Sorted::InMemory(self.records.into_iter()));
        }
        self.spill()?;
        self.records = Vec::new(); // its memory is given back
        Ok(Sorted::Merged(Merge::of(self.runs.into_iter().map(|(_, run)| run), &self.folder)?))
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
pub(crate) enum Sorted {
    InMemory(std::vec::IntoIter<Record>),
    Merged(Merge),
}

impl Sorted {
    /// The next one.
    ///
    /// # Errors
    /// If a temporary file cannot be read.
    pub(crate) fn next(&mut self) -> Result<Option<Record>> {
        match self {
            Sorted::InMemory(records) => Ok(records.next()),
            Sorted::Merged(merge) => merge.next(),
        }
    }
}

/// Runs that are read together.
pub(crate) struct Merge {
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
                let folder = self.folder.display();
                return Err(Failure::NotWritten(format!("a temporary file in {folder} cannot be read: {error}")));
            }
        }
        Ok(())
    }
}

/// A file with records, to be read from its start.
fn write(records: impl Iterator<Item = Result<Record>>, folder: &Path) -> Result<File> {
    let failed = |error: io::Error| {
        let folder = folder.display();
        Failure::NotWritten(format!(
            "a temporary file in {folder} cannot be written: {error}; --temp-dir names another folder, and with more \
             --memory less is written"
        ))
    };
    let mut file = BufWriter::with_capacity(1 << 16, tempfile::tempfile_in(folder).map_err(failed)?);
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

/// An amount of memory on the command line: `512MB`, `1GB`, `2GiB`.
///
/// # Errors
/// What was expected.
pub(crate) fn memory(text: &str) -> std::result::Result<u64, String> {
    const UNITS: [(&str, u64); 10] = [
        ("kib", 1 << 10),
        ("mib", 1 << 20),
        ("gib", 1 << 30),
        ("kb", 1_000),
        ("mb", 1_000_000),
        ("gb", 1_000_000_000),
        ("k", 1_000),
        ("m", 1_000_000),
        ("g", 1_000_000_000),
        ("b", 1),
    ];
    let lower = text.trim().to_ascii_lowercase();
    let (number, unit) =
        UNITS.into_iter().find_map(|(name, size)| Some((lower.strip_suffix(name)?, size))).unwrap_or((&lower, 1));
    let bytes = number.trim().parse().ok().and_then(|number: u64| number.checked_mul(unit));
    bytes.filter(|&bytes| bytes > 0).ok_or_else(|| "expected an amount of memory such as 512MB, 1GB or 2GiB".into())
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
        let Some(Failure::NotWritten(message)) = failed else { panic!("{failed:?}") };
        assert!(message.starts_with("a temporary file in no/such/folder cannot be written: "), "{message}");
    }

    #[test]
    fn amounts_of_memory() {
        for (text, bytes) in
            [("1GB", 1_000_000_000), ("2 GiB", 2 << 30), ("64k", 64_000), ("512mb", 512_000_000), ("7", 7)]
        {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "GB", "0", "-1GB", "1TB", "1.5GB", "99999999999GB"] {
            assert!(memory(text).is_err(), "{text}");
        }
    }
}
