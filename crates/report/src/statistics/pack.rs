//! The statistics of a pack: its rows, added up.

use minirow_formats::Record;
use minirow_table::{Bucket, Count, Distribution, Tally};

use crate::statistics::counted_row::{CountOptions, CountedRow};
use crate::statistics::duplicates::distinct;

/// The statistics of a pack.
///
/// ```
/// use minirow_formats::Reader;
/// use minirow_report::statistics::{CountOptions, PackStatistics};
///
/// let csv = "puzzle,er\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1.2\n";
/// let records = Reader::new(csv.as_bytes()).map(|found| found.unwrap().record);
/// let pack = PackStatistics::from_records("one.csv", "folder/one.csv", records, CountOptions::default());
/// assert_eq!((pack.rows(), pack.skipped), (1, 0));
/// ```
pub struct PackStatistics {
    /// The name in reports.
    pub name: String,
    /// The file as it was given.
    pub file: String,
    /// The number of rows that could not be counted.
    pub skipped: u64,
    /// The number of duplicates, if they were searched for.
    pub(crate) duplicates: Option<u64>,
    pub(crate) tally: Tally,
    /// The keys of the puzzles, if duplicates are searched for.
    keys: Vec<u64>,
}

impl PackStatistics {
    /// Creates the statistics of a pack without rows.
    pub fn new(name: impl Into<String>, file: impl Into<String>) -> PackStatistics {
        PackStatistics { file: file.into(), ..PackStatistics::from_tally(name, Tally::ungrouped()) }
    }

    /// Creates the statistics of rows that are already counted, without a file. Their duplicates are not known.
    ///
    /// ```
    /// use minirow_report::statistics::PackStatistics;
    /// use minirow_table::{Row, Tally};
    ///
    /// let mut tally = Tally::ungrouped();
    /// tally.add(&Row::new("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?), 0);
    /// assert_eq!(PackStatistics::from_tally("one", tally).rows(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_tally(name: impl Into<String>, tally: Tally) -> PackStatistics {
        PackStatistics { name: name.into(), file: String::new(), skipped: 0, duplicates: None, tally, keys: Vec::new() }
    }

    /// Counts records. Records that cannot be counted are only numbered, in `skipped`.
    pub fn from_records(
        name: impl Into<String>,
        file: impl Into<String>,
        records: impl IntoIterator<Item = Record>,
        options: CountOptions,
    ) -> PackStatistics {
        let mut pack = PackStatistics::new(name, file);
        for record in records {
            match CountedRow::from_record(&record, options) {
                Ok(row) => pack.add(&row),
                Err(_) => pack.skipped += 1,
            }
        }
        pack
    }

    /// Adds a row. Only the last bits of weighted values depend on the order of the rows.
    pub fn add(&mut self, row: &CountedRow) {
        self.tally.add(&row.row, 0);
        self.keys.extend(row.key);
    }

    /// Counts the duplicates once all rows are added, and returns the different keys of the puzzles in ascending order.
    pub(crate) fn finish(&mut self) -> Vec<u64> {
        let (keys, duplicates) = distinct(std::mem::take(&mut self.keys));
        self.duplicates = (!keys.is_empty()).then_some(duplicates);
        keys
    }

    /// Returns the number of counted rows.
    pub fn rows(&self) -> u64 {
        self.tally.rows()
    }

    /// Returns `true` if a row has a weight above zero.
    pub fn has_weights(&self) -> bool {
        self.tally.has_weights()
    }

    /// Returns the distribution of the values of a column.
    pub(crate) fn column(&self, name: &str) -> &Distribution<Bucket> {
        self.tally.column(name)
    }

    /// Returns the lowest and the highest number of a column; ratings in tenths.
    pub(crate) fn range(&self, column: &str) -> Option<(u32, u32)> {
        let distribution = self.column(column);
        Some((distribution.lowest()?.try_into().ok()?, distribution.highest()?.try_into().ok()?))
    }

    /// Returns the rows of each number of clues, from the lowest to the highest.
    pub(crate) fn clues(&self) -> impl Iterator<Item = (u32, Count)> {
        let range = self.range("clues").map(|(lowest, highest)| lowest..=highest);
        range.into_iter().flatten().map(|clues| (clues, self.column("clues").get(&Bucket::Number(clues.into()))))
    }
}
