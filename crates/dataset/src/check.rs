//! Checks of data sets: every value of every row, repetitions, leaks between splits, checksums, and copies in other formats.

mod copies;
mod dataset_files;
mod repetitions;
mod row_report;
mod stored_checksums;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};

use minirow_core::solver::batch::with_engine;
use minirow_core::{Grid, Puzzle, Symmetry};
use minirow_table::input::{self, Entry, Inputs, Item, Place, Places, Source};
use minirow_table::sort::SortBudget;
use minirow_table::{Run, equivalence, grouped, ordered};

pub use row_report::Check;

use crate::error::{Error, Result};
use copies::{Copies, CopyFailure};
use dataset_files::{DatasetFiles, rank, split_of};
use repetitions::{Repetition, RepetitionKind, RowKeys};
use row_report::RowReport;
use stored_checksums::StoredChecksums;

/// The settings of a check of files.
#[derive(Clone, Debug)]
pub struct DatasetCheck {
    /// The rows that are rated again.
    pub ratings: RatedAgain,
    /// Takes each file for a split of its own, whatever its name.
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

/// Something that is wrong.
#[derive(Clone, Debug)]
pub struct CheckFailure {
    /// The file, or the row as `file:line`.
    pub place: String,
    /// What was found, and what was expected.
    pub reason: String,
}

impl fmt::Display for CheckFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

/// What was checked, and how much of it is wrong. It is shown as a summary, a line for each subject.
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
    /// Files with the rows of others in another format.
    pub copies: usize,
    /// Rows that differ in them.
    pub wrong_copies: u64,
    /// Rows that each check applies to, and rows that fail it.
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
    /// All that is wrong.
    pub failures: u64,
}

/// The rows of a [`Check`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CheckCount {
    /// Rows that it applies to.
    pub rows: u64,
    /// Failures.
    pub wrong: u64,
}

impl DatasetCheck {
    /// Checks files and folders, and reports each failure.
    ///
    /// # Errors
    /// If a file cannot be read, a line holds no grid and the check is strict, and the error that `on_failure` returns.
    pub fn run<E: From<Error>>(
        &self,
        inputs: &Inputs,
        run: &Run,
        on_failure: impl FnMut(&CheckFailure) -> Result<(), E>,
    ) -> Result<DatasetReport, E> {
        let mut files = DatasetFiles::of(inputs.paths())?;
        let folder = self.budget.folder(None).map_err(Error::from)?;
        if !files.rows.is_empty() {
            Inputs::of(&files.rows).sources().map_err(Error::from)?; // a missing file is reported first
        }
        let checksums = StoredChecksums::read(&mut files)?;
        run.observer.begin("rows", None);
        let wrong_checksums = checksums.failures(&files, run.observer);
        let copies = Copies::take(&mut files);
        let inputs = if files.rows.is_empty() { inputs.clone() } else { Inputs::of(&files.rows) };
        let sources = inputs.sources().map_err(Error::from)?;
        let split = |path: Option<&Path>| match (self.files_are_splits, path) {
            (true, Some(path)) => Some(path.display().to_string()),
            _ => path.and_then(split_of).map(String::from),
        };
        let mut checking = Checking {
            on_failure,
            strict: self.strict,
            places: Places { names: sources.iter().map(Source::name).collect(), starts: Vec::new() },
            files: sources.iter().map(|source| (split(source.path()), 0)).collect(),
            split_numbers: HashMap::new(),
            keys: Some(RowKeys::new(&self.budget, &folder)),
            sample: Sample { size: self.sample_size(), rows: BTreeMap::new() },
            report: DatasetReport {
                files: sources.len() as u64,
                unread: files.unread,
                checksums: checksums.len(),
                wrong_checksums: wrong_checksums.len(),
                copies: copies.len(),
                ..DatasetReport::default()
            },
            error: std::marker::PhantomData,
        };
        for (path, reason) in wrong_checksums {
            checking.fail(path.display().to_string(), reason)?;
        }
        let items = input::ahead(
            sources
                .clone()
                .into_iter()
                .enumerate()
                .flat_map(|(file, source)| source.items().map(move |item| (file, item))),
            &run.interrupt,
        );
        let check = |items| check_rows(items, self.ratings == RatedAgain::All);
        ordered::map_lots(items, run.threads, check, |found| {
            run.observer.advance(found.len() as u64);
            if run.interrupt.requested() {
                return Err(Error::Interrupted.into());
            }
            found.into_iter().try_for_each(|row| checking.row(row))
        })?;
        if run.interrupt.requested() {
            return Err(Error::Interrupted.into());
        }
        for (file, source) in sources.iter().enumerate() {
            let rows = checking.files[file].1;
            for reason in source.path().map(|path| checksums.wrong_rows(path, rows)).unwrap_or_default() {
                checking.fail(source.name().to_string(), reason)?;
            }
        }
        checking.rate_sample(run)?;
        if copies.len() > 0 {
            run.observer.remark(", comparing copies".into());
        }
        copies.compare(&run.interrupt, |CopyFailure { place, why }| {
            checking.report.wrong_copies += 1;
            checking.fail(place, why)
        })?;
        run.observer.remark(", sorting".into());
        let report = checking.find_repetitions()?;
        run.observer.end();
        Ok(report)
    }

    fn sample_size(&self) -> usize {
        if let RatedAgain::Sample(size) = self.ratings { size } else { 0 }
    }
}

/// A row by its file, with what was found out about it; or what is wrong with the line.
type CheckedRow = (usize, Place, Result<(Entry, RowReport), String>);

fn check_rows(items: Vec<(usize, Item)>, with_ratings: bool) -> Vec<CheckedRow> {
    let grids: Vec<Grid> = items.iter().filter_map(|(_, item)| row_report::clues(item.as_ref().ok()?)).collect();
    let mut puzzles = with_engine(|engine| engine.puzzles(&grids).collect::<Vec<_>>()).into_iter();
    let mut row = |(file, item): (usize, Item)| match item {
        Ok(entry) => {
            let puzzle = row_report::clues(&entry).and_then(|_| puzzles.next());
            let report = RowReport::of(&entry, puzzle, with_ratings);
            (file, entry.place.clone(), Ok((entry, report)))
        }
        Err(bad) => (file, bad.place, Err(bad.message)),
    };
    items.into_iter().map(&mut row).collect()
}

/// The state of a check.
struct Checking<F, E> {
    on_failure: F,
    strict: bool,
    places: Places,
    /// By file: the split by its name, and the number of its rows.
    files: Vec<(Option<String>, u64)>,
    /// The numbers of splits by their names.
    split_numbers: HashMap<String, usize>,
    /// Until they are sorted.
    keys: Option<RowKeys>,
    sample: Sample,
    report: DatasetReport,
    error: std::marker::PhantomData<E>,
}

impl<E: From<Error>, F: FnMut(&CheckFailure) -> Result<(), E>> Checking<F, E> {
    fn fail(&mut self, place: String, reason: String) -> Result<(), E> {
        self.report.failures += 1;
        (self.on_failure)(&CheckFailure { place, reason })
    }

    fn count(&mut self, check: Check, wrong: bool) {
        let count = self.report.checks.entry(check).or_default();
        *(if wrong { &mut count.wrong } else { &mut count.rows }) += 1;
    }

    fn row(&mut self, (file, place, row): CheckedRow) -> Result<(), E> {
        while self.places.starts.len() <= file {
            self.places.starts.push(self.report.rows);
        }
        let number = self.report.rows;
        self.report.rows += 1;
        self.files[file].1 += 1;
        self.count(Check::Grid, false);
        let (entry, row) = match row {
            Ok(found) => found,
            Err(reason) if self.strict => return Err(Error::Row { place, reason }.into()),
            Err(reason) => {
                self.count(Check::Grid, true);
                return self.fail(place.to_string(), reason);
            }
        };
        row.checks.iter().for_each(|&check| self.count(check, false));
        for (check, reason) in &row.failures {
            self.count(*check, true);
            self.fail(place.to_string(), reason.clone())?;
        }
        let split = row.split.clone().or_else(|| self.files[file].0.clone()).map(|name| self.split(name));
        if let Some(keys) = &mut self.keys {
            keys.push(number, place.line(), &row, split)?;
        }
        if row_report::is_rated(&entry) {
            self.report.rated += 1;
            self.sample.take(number, entry);
        }
        Ok(())
    }

    /// Returns the number of a split, which has one more row.
    fn split(&mut self, name: String) -> usize {
        let splits = &mut self.report.splits;
        let number = *self.split_numbers.entry(name).or_insert_with_key(|name| {
            splits.push((name.clone(), 0));
            splits.len() - 1
        });
        splits[number].1 += 1;
        number
    }

    /// Rates the sample again.
    fn rate_sample(&mut self, run: &Run) -> Result<(), E> {
        let rows = std::mem::take(&mut self.sample.rows);
        let mut rows: Vec<(u64, Entry)> = rows.into_iter().map(|((_, number), entry)| (number, entry)).collect();
        rows.sort_by_key(|(number, _)| *number);
        let total = rows.len();
        let mut done = 0;
        let rate = |(_, entry): (u64, Entry)| {
            let puzzle = Puzzle::new(entry.grid()).ok()?;
            Some((entry.place.clone(), row_report::wrong_ratings(&entry, &puzzle)))
        };
        ordered::map(rows.into_iter(), run.threads, rate, |rated| {
            done += rated.len();
            run.observer.remark(format!(", {done} of {total} rated again"));
            if run.interrupt.requested() {
                return Err(Error::Interrupted.into());
            }
            for (place, wrong) in rated.into_iter().flatten() {
                self.count(Check::Ratings, false);
                if let Some(reason) = wrong {
                    self.count(Check::Ratings, true);
                    self.fail(place.to_string(), reason)?;
                }
            }
            Ok(())
        })
    }

    /// Finds what is there more than once, and returns the report.
    fn find_repetitions(mut self) -> Result<DatasetReport, E> {
        let mut next = self.keys.take().expect("keys are sorted once").repetitions()?;
        while let Some(found) = next()? {
            self.repetition(&found)?;
        }
        Ok(self.report)
    }

    fn repetition(&mut self, found: &Repetition) -> Result<(), E> {
        let place = self.places.of(found.row, found.line).to_string();
        let first = self.places.of(found.first, found.first_line);
        let reason = match found.kind {
            RepetitionKind::Puzzle(transform) => {
                self.report.equivalent_puzzles += 1;
                match transform == Symmetry::IDENTITY {
                    true => format!("is a duplicate of {first}"),
                    false => format!("is equivalent to {first}, by {transform}"),
                }
            }
            RepetitionKind::Solution(split, other) => {
                self.report.leaks += 1;
                let [split, other] = [split, other].map(|split| &self.report.splits[split].0);
                format!("is in {split}, but its solution grid is in {other} too, in {first}")
            }
            RepetitionKind::Id => {
                self.report.equal_ids += 1;
                format!("has the id of {first}")
            }
        };
        self.fail(place, reason)
    }
}

impl fmt::Display for DatasetReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let none_or = |number: u64| if number == 0 { "none".into() } else { grouped(number) };
        let rows = grouped(self.rows);
        let mut lines: Vec<(&str, String)> = vec![("files", format!("{}, with {rows} rows", grouped(self.files)))];
        if !self.unread.is_empty() {
            let names: Vec<String> = self.unread.iter().map(|path| path.display().to_string()).collect();
            lines.push(("not read", names.join(", ")));
        }
        lines.push(match (self.checksums, self.wrong_checksums) {
            (0, 0) => ("checksums", "there are none".into()),
            (all, 0) => ("checksums", format!("right for {all} files")),
            (_, wrong) => ("checksums", format!("{wrong} wrong")),
        });
        lines.extend(match (self.copies, self.wrong_copies) {
            (0, _) => None,
            (1, 0) => Some(("copies", "1 file has the same rows in another format".into())),
            (all, 0) => Some(("copies", format!("{all} files have the same rows in another format"))),
            (_, wrong) => Some(("copies", format!("{} rows differ", grouped(wrong)))),
        });
        for check in Check::ALL {
            let CheckCount { rows: checked, wrong } = self.checks.get(&check).copied().unwrap_or_default();
            let all = if checked == self.rows { "all".to_string() } else { format!("{} of {rows}", grouped(checked)) };
            let text = match check {
                Check::Clues if wrong == 0 => "none wrong".into(),
                Check::Ratings => self.ratings(checked, wrong),
                _ if wrong > 0 => format!("{} wrong", grouped(wrong)),
                _ if checked == 0 => "not said".into(),
                Check::Grid | Check::Proper => all,
                _ => format!("{all} right"),
            };
            lines.push((check.name(), text));
        }
        lines.push(("doubles", none_or(self.equivalent_puzzles)));
        lines.push(("ids twice", none_or(self.equal_ids)));
        let mut splits: Vec<&(String, u64)> = self.splits.iter().collect();
        splits.sort_by_key(|(name, _)| (rank(name), name));
        let splits: Vec<String> = splits.iter().map(|(name, rows)| format!("{name} {}", grouped(*rows))).collect();
        lines.push(("splits", if splits.is_empty() { "there are none".into() } else { splits.join(", ") }));
        if self.splits.len() > 1 {
            let none = "none: no two splits have equivalent solution grids".to_string();
            lines.push(("leaks", if self.leaks == 0 { none } else { grouped(self.leaks) }));
        }
        lines.push(match self.failures {
            0 => ("verdict", "nothing is wrong".into()),
            1 => ("verdict", "1 failure".into()),
            failures => ("verdict", format!("{} failures", grouped(failures))),
        });
        lines.into_iter().try_for_each(|(name, text)| writeln!(f, "{name:<14}{text}"))
    }
}

impl DatasetReport {
    fn ratings(&self, again: u64, wrong: u64) -> String {
        let again_of = format!("{} of {} rated again", grouped(again), grouped(self.rated));
        match () {
            () if self.rated == 0 => "not said".into(),
            () if wrong > 0 => format!("{again_of}, {} wrong", grouped(wrong)),
            () if again == 0 => again_of,
            () if again == self.rated => format!("all {} rated again, all right", grouped(again)),
            // If a share of p is wrong, a sample of n has none of these with a probability of (1 - p)^n: 5 % for n p = 3.
            () => {
                let percent = (300.0 / again as f64).min(100.0);
                format!("{again_of}, all right: with 95 % confidence, fewer than {percent:.2} % of all are wrong")
            }
        }
    }
}

/// The rows whose clues have the smallest hashes: the same ones in whatever order they come.
struct Sample {
    size: usize,
    rows: BTreeMap<(u128, u64), Entry>,
}

impl Sample {
    fn take(&mut self, number: u64, entry: Entry) {
        if self.size == 0 {
            return;
        }
        let rank = (equivalence::key(&format!("sample {}", entry.grid())), number);
        if self.rows.len() == self.size {
            if self.rows.last_key_value().is_some_and(|(last, _)| *last <= rank) {
                return;
            }
            self.rows.pop_last();
        }
        self.rows.insert(rank, entry);
    }
}
