//! Checks of data sets: every value of every row, repetitions, leaks between splits, checksums, and copies in other formats.

mod copies;
mod row_report;
mod stored_checksums;
mod summary;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use minirow_core::{Puzzle, Symmetry};
use minirow_files::ordered;
use minirow_files::sort::SortBudget;
use minirow_table::input::{Entry, Inputs, Item, Place, Unchanged};
use minirow_table::{Run, equivalence};

pub use row_report::Check;

use crate::dataset_files::{DatasetFiles, split_of};
use crate::error::{Error, Result};
use crate::found_splits::FoundSplits;
use crate::in_order::{in_order, numbered_items, puzzles_of};
use crate::repetitions::{KeyKind, Repetition, RowKeys, Shared};
use crate::sample::Sample;
pub(crate) use copies::Copies;
use row_report::RowReport;
use stored_checksums::StoredChecksums;

/// The settings of a check of files.
///
/// ```
/// use minirow_dataset::{DatasetCheck, RatedAgain};
/// use minirow_table::Run;
/// use minirow_table::input::Inputs;
/// use minirow_files::sort::SortBudget;
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("train.csv");
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// std::fs::write(&file, format!("id,puzzle\n1,{puzzle}\n1,{puzzle}\n"))?;
///
/// let budget = SortBudget { memory: 1 << 20, temp_dir: None };
/// let check = DatasetCheck { ratings: RatedAgain::All, files_are_splits: false, strict: false, budget };
/// let mut reasons = Vec::new();
/// let report = check.run(&Inputs::of(&[file]), &Run::default(), |failure| Ok(reasons.push(failure.reason.clone())))?;
/// assert_eq!((report.rows, report.equivalent_puzzles, report.equal_ids), (2, 1, 1));
/// assert!(reasons[0].starts_with("is a duplicate of ") && reasons[1].starts_with("has the id of "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DatasetCheck {
    /// The rows that are rated again.
    pub ratings: RatedAgain,
    /// Treats each file as a split, whatever its name.
    pub files_are_splits: bool,
    /// Fails at the first line that holds no grid.
    pub strict: bool,
    /// The memory for sorting, and the folder for temporary files.
    pub budget: SortBudget,
}

/// The rows that are rated again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RatedAgain {
    /// All rated rows.
    All,
    /// This many rated rows, the same ones in every run.
    Sample(usize),
}

/// A failure of a check.
#[derive(Clone, Debug)]
pub struct CheckFailure {
    /// The file, or the row as `file:line`.
    pub place: String,
    /// The value that was found, and the expected one.
    pub reason: String,
}

impl fmt::Display for CheckFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

/// The numbers of checks and failures. It is shown as a summary, a line for each subject.
#[derive(Clone, Default, Debug)]
pub struct DatasetReport {
    /// The number of files with rows.
    pub files: u64,
    /// The number of rows.
    pub rows: u64,
    /// Files with rows in formats that this build cannot read.
    pub unread: Vec<PathBuf>,
    /// Files with checksums.
    pub checksums: usize,
    /// Files that differ from their checksums, or that a list of all files lacks.
    pub wrong_checksums: usize,
    /// Files that repeat the rows of other files in another format.
    pub copies: usize,
    /// Rows that differ in these files.
    pub wrong_copies: u64,
    /// The rows of each check.
    pub checks: BTreeMap<Check, CheckCount>,
    /// Rows that have a rating.
    pub rated: u64,
    /// Rows with a puzzle that is equivalent to an earlier one.
    pub equivalent_puzzles: u64,
    /// Rows with the id of an earlier one.
    pub equal_ids: u64,
    /// Rows whose solution grid is also in another split.
    pub leaks: u64,
    /// The splits and their rows, in the order in which they were found.
    pub splits: Vec<(String, u64)>,
    /// The number of failures.
    pub failures: u64,
}

/// The rows of a [`Check`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CheckCount {
    /// The number of rows that the check applies to.
    pub rows: u64,
    /// The number of failures.
    pub wrong: u64,
}

impl DatasetCheck {
    /// Checks files and folders, and passes each failure to `on_failure`.
    ///
    /// # Errors
    /// If a file cannot be read, a line holds no grid and the check is strict, and the error that `on_failure` returns.
    pub fn run(
        &self,
        inputs: &Inputs,
        run: &Run,
        mut on_failure: impl FnMut(&CheckFailure) -> Result<()> + Send,
    ) -> Result<DatasetReport> {
        let mut files = DatasetFiles::find(inputs.paths(), false)?;
        let folder = self.budget.folder(None)?;
        let inputs = files.inputs(inputs);
        inputs.sources()?; // a missing file is reported first
        let unchanged = Unchanged::of(files.rows.iter().map(PathBuf::as_path));
        let checksums = StoredChecksums::read(&mut files)?;
        run.observer.begin("rows", None);
        let wrong_checksums = checksums.failures(&files, run.observer);
        let refused = std::mem::take(&mut files.refused);
        let copies = Copies::take(&mut files);
        let inputs = files.inputs(&inputs);
        let sources = inputs.sources()?;
        let split = |path: &Path| match self.files_are_splits {
            true => Some(path.display().to_string()),
            false => split_of(path).map(String::from),
        };
        let mut checking = Checking {
            on_failure: &mut on_failure,
            strict: self.strict,
            file_splits: sources.iter().map(|source| source.path().and_then(split)).collect(),
            splits: FoundSplits::default(),
            keys: RowKeys::new(sources.iter().map(minirow_table::input::Source::name), &self.budget, &folder),
            sample: Sample::new(if let RatedAgain::Sample(size) = self.ratings { size } else { 0 }),
            report: DatasetReport {
                files: sources.len() as u64,
                checksums: checksums.len(),
                wrong_checksums: wrong_checksums.len(),
                copies: copies.len(),
                unread: files.unread,
                ..DatasetReport::default()
            },
        };
        for (path, reason) in refused {
            checking.fail(path.display(), reason)?;
        }
        for (place, reason) in &checksums.refused {
            checking.fail(place, reason.clone())?;
        }
        for (path, reason) in wrong_checksums {
            checking.fail(path.display(), reason)?;
        }
        let check = |items| check_rows(items, self.ratings == RatedAgain::All);
        // A column of another program is part of the file, whose pages are all checked.
        in_order(numbered_items(sources.clone()), run, check, |row| checking.row(row))?;
        for (file, source) in sources.iter().enumerate() {
            let rows = checking.keys.first_row(file + 1) - checking.keys.first_row(file);
            for reason in source.path().map(|path| checksums.wrong_rows(path, rows)).unwrap_or_default() {
                checking.fail(source.name(), reason)?;
            }
        }
        checking.rate_sample(run)?;
        if copies.len() > 0 {
            run.observer.remark(", comparing copies".into());
        }
        copies.compare(&inputs, &run.interrupt, &mut |place, reason| {
            checking.report.wrong_copies += 1;
            checking.fail(place, reason)
        })?;
        run.observer.remark(", sorting".into());
        let report = checking.find_repetitions()?;
        unchanged.check()?;
        run.observer.end();
        Ok(report)
    }
}

/// A row by the number of its file and its place, with its report; a line without a grid has no entry.
type CheckedRow = (usize, Place, Option<Entry>, RowReport);

fn check_rows(items: Vec<(usize, Item)>, with_ratings: bool) -> Vec<CheckedRow> {
    let solved = puzzles_of(items.iter().map(|(_, item)| item));
    let mut rows = Vec::with_capacity(items.len());
    for ((file, item), clues) in items.into_iter().zip(solved) {
        rows.push(match item {
            Ok(entry) => {
                let report = RowReport::of(&entry, clues, with_ratings);
                (file, entry.place.clone(), Some(entry), report)
            }
            Err(bad) => (file, bad.place, None, RowReport::of_bad_line(bad.message)),
        });
    }
    rows
}

/// The state of a check.
struct Checking<'a> {
    on_failure: &'a mut (dyn FnMut(&CheckFailure) -> Result<()> + Send),
    strict: bool,
    /// The splits of the files by their names.
    file_splits: Vec<Option<String>>,
    splits: FoundSplits,
    keys: RowKeys,
    sample: Sample<Entry>,
    report: DatasetReport,
}

impl Checking<'_> {
    fn fail(&mut self, place: impl ToString, reason: String) -> Result<()> {
        self.report.failures += 1;
        (self.on_failure)(&CheckFailure { place: place.to_string(), reason })
    }

    fn count(&mut self, check: Check) -> &mut CheckCount {
        self.report.checks.entry(check).or_default()
    }

    fn row(&mut self, (file, place, entry, row): CheckedRow) -> Result<()> {
        let number = self.keys.begin_row(file);
        row.checks.iter().for_each(|&check| self.count(check).rows += 1);
        for (check, reason) in row.failures {
            if self.strict && check == Check::Grid {
                return Err(Error::invalid(place, reason));
            }
            self.count(check).wrong += 1;
            self.fail(&place, reason)?;
        }
        let Some(entry) = entry else { return Ok(()) };
        let split = row.split.or_else(|| self.file_splits[file].clone());
        let split = split.map(|name| self.splits.count_row(name, &place)).transpose()?;
        if let Some((key, symmetry)) = row.puzzle {
            self.keys.push(place.line(), KeyKind::Puzzle, key, symmetry)?;
        }
        if let (Some(key), Some(split)) = (row.solution, split) {
            self.keys.push(place.line(), KeyKind::Solution, key, split)?;
        }
        if let Some(key) = row.id {
            self.keys.push(place.line(), KeyKind::Id, key, 0)?;
        }
        if row_report::is_rated(&entry) {
            self.report.rated += 1;
            // A row whose ratings were checked needs no second check.
            if !row.checks.contains(&Check::Ratings) {
                let key = equivalence::key(&format!("sample {}", entry.grid()));
                self.sample.add(key, number, row_report::rated_part(entry));
            }
        }
        Ok(())
    }

    /// Rates the sample again.
    fn rate_sample(&mut self, run: &Run) -> Result<()> {
        let rows = self.sample.take();
        let total = rows.len();
        let mut done = 0;
        let rate = |entry: Entry| {
            let puzzle = Puzzle::new(entry.grid()).ok()?;
            Some((entry.place.clone(), row_report::wrong_ratings(&entry, &puzzle)))
        };
        ordered::map(rows.into_values(), run.threads, rate, |rated| {
            done += rated.len();
            run.observer.remark(format!(", {done} of {total} rated again"));
            run.interrupt.check(Error::Interrupted)?;
            for (place, wrong) in rated.into_iter().flatten() {
                let count = self.count(Check::Ratings);
                count.rows += 1;
                count.wrong += u64::from(wrong.is_some());
                wrong.map_or(Ok(()), |reason| self.fail(place, reason))?;
            }
            Ok(())
        })
    }

    /// Reports all repetitions, and returns the report.
    fn find_repetitions(self) -> Result<DatasetReport> {
        let mut report = DatasetReport { rows: self.keys.rows(), splits: self.splits.rows, ..self.report };
        let mut repetitions = self.keys.repetitions(0)?;
        while let Some(Repetition { place, first, shared, .. }) = repetitions.next()? {
            let reason = match shared {
                Shared::Puzzle(transform) => {
                    report.equivalent_puzzles += 1;
                    match transform == Symmetry::IDENTITY {
                        true => format!("is a duplicate of {first}"),
                        false => format!("is equivalent to {first}, by {transform}"),
                    }
                }
                Shared::Solution(split, other) => {
                    report.leaks += 1;
                    let [split, other] = [split, other].map(|split| &report.splits[split].0);
                    format!("is in {split}, but its solution grid is in {other} too, in {first}")
                }
                Shared::Id => {
                    report.equal_ids += 1;
                    format!("has the id of {first}")
                }
            };
            report.failures += 1;
            (self.on_failure)(&CheckFailure { place: place.to_string(), reason })?;
        }
        Ok(report)
    }
}
