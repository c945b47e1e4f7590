//! Deduplication: of all rows that are equivalent, the first is kept.
//!
//! The files are read twice. The first time, each grid becomes a key of 128 bits with its place. The keys are sorted, on
//! disk if they do not fit into memory; equal keys are neighbours then, and all but the first are duplicates. Sorted again
//! by place, these are left out when the rows are read the second time. Memory does not grow with the number of rows.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use minirow_core::Symmetry;
use minirow_core::solver::batch::with_engine;
use minirow_core::text::Board;
use minirow_formats::Form;
use minirow_table::equivalence::{Equivalence, EquivalentBy};
use minirow_table::input::{self, Inputs, Item, Place, Places, Source};
use minirow_table::sort::{Record, SortBudget, Sorted, Sorter};
use minirow_table::{Run, ordered};

use crate::dropped_fields::DroppedFields;
use crate::error::{Error, Result};
use crate::output_format::OutputFormat;
use crate::outputs::{Outputs, WriteMode};
use crate::row_shape::RowShape;
use crate::row_sink::RowSink;

/// How duplicates are dropped.
#[derive(Clone, Debug)]
pub struct Dedup {
    /// When two rows are duplicates.
    pub by: EquivalentBy,
    /// Files whose rows are dropped too.
    pub against: Vec<PathBuf>,
    /// The format of the output; by the name of the output, or that of the input, if `None`.
    pub to: Option<OutputFormat>,
    /// The output; standard output if `None`.
    pub out: Option<PathBuf>,
    /// A CSV file for what was dropped, and why.
    pub report: Option<PathBuf>,
    /// How files are written.
    pub mode: WriteMode,
    /// Fails at the first row that cannot be compared.
    pub strict: bool,
    /// The memory for sorting, and the folder for temporary files.
    pub budget: SortBudget,
}

/// What was kept and dropped.
#[derive(Debug)]
pub struct DedupSummary {
    /// Rows that were kept.
    pub kept: u64,
    /// Duplicates that were dropped.
    pub dropped: u64,
    /// Rows that could not be compared; they are left out too.
    pub refused: u64,
    /// The form of the output.
    pub form: Form,
    /// Fields that the form cannot hold.
    pub dropped_fields: DroppedFields,
}

/// A duplicate that was dropped.
#[derive(Clone, Debug)]
pub struct Duplicate {
    /// The row.
    pub place: Place,
    /// The row that was kept.
    pub first: Place,
    /// When two rows are duplicates.
    pub by: EquivalentBy,
    /// The symmetry that makes the row, or its solution, that of the first.
    pub transform: Symmetry,
}

impl Duplicate {
    fn is_same(&self) -> bool {
        self.transform == Symmetry::IDENTITY
    }

    /// Returns the word of the report.
    pub fn why(&self) -> &'static str {
        match (self.by, self.is_same()) {
            (EquivalentBy::Solution, true) => "same-solution",
            (EquivalentBy::Solution, false) => "twin-solution",
            (_, true) => "double",
            (_, false) => "twin",
        }
    }

    /// Returns the line of the report, in the columns of [`REPORT_COLUMNS`].
    fn report_line(&self) -> Vec<u8> {
        let numbers = [self.place.line(), self.first.line()].map(|line| line.to_string());
        let transform = if self.by == EquivalentBy::Text { String::new() } else { self.transform.to_string() };
        let fields: [&str; 6] =
            [self.place.name(), &numbers[0], self.why(), self.first.name(), &numbers[1], &transform];
        record(&fields)
    }
}

/// What was found, for people: `b.csv:7: is equivalent to a.csv:3, by transpose ...`.
impl fmt::Display for Duplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match (self.by, self.is_same()) {
            (EquivalentBy::Solution, true) => "has the solution of",
            (EquivalentBy::Solution, false) => "has a solution grid equivalent to that of",
            (_, true) => "is a duplicate of",
            (_, false) => "is equivalent to",
        };
        write!(f, "{}: {words} {}", self.place, self.first)?;
        if self.is_same() { Ok(()) } else { write!(f, ", by {}", self.transform) }
    }
}

/// The columns of a report.
pub const REPORT_COLUMNS: [&str; 6] = ["file", "line", "why", "first_file", "first_line", "transformation"];

fn record(fields: &[&str]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields).expect("a vector takes everything");
    writer.into_inner().expect("a vector takes everything")
}

/// Numbers of rows and lines have 40 bits: enough for ten thousand times what fits on a disk.
const NUMBER: u32 = 40;
const LOW: u128 = (1 << NUMBER) - 1;

impl Dedup {
    /// Drops the duplicates of some files, and reports each.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a row cannot be compared and the run is strict.
    pub fn run(&self, inputs: &Inputs, run: &Run, on_duplicate: impl FnMut(&Duplicate)) -> Result<DedupSummary> {
        let folder = self.budget.folder(self.out.as_deref())?;
        let own = inputs.rereadable(&folder)?;
        let known = if self.against.is_empty() { Vec::new() } else { Inputs::of(&self.against).rereadable(&folder)? };
        let all: Vec<Source> = known.iter().chain(&own).cloned().collect();
        let paths: Vec<&Path> = [&self.out, &self.report].into_iter().filter_map(Option::as_deref).collect();
        let outputs = Outputs::open(&paths, &self.mode, &all)?;
        let shape = RowShape::of(&own, self.to, self.out.as_deref(), None)?;
        if shape.is_parquet() && self.out.is_none() {
            return Err(Error::NeedsFile);
        }
        let mut reading = Reading {
            files: Places { names: all.iter().map(Source::name).collect(), starts: Vec::new() },
            rows: 0,
            refused: 0,
            keys: self.budget.sorter(65, &folder),
            left_out: self.budget.sorter(30, &folder),
        };
        reading.read(all, self, run)?;
        let Reading { files, rows, refused, keys, mut left_out } = reading;
        let first_own = files.starts.get(known.len()).copied().unwrap_or(rows);
        find_duplicates(keys.sorted()?, first_own, &mut left_out)?;
        let mut writing = Writing {
            dedup: self,
            files: &files,
            shape: &shape,
            kept: 0,
            dropped: 0,
            dropped_fields: DroppedFields::default(),
            on_duplicate,
        };
        writing.write(outputs, &own, first_own..rows, left_out.sorted()?, run)?;
        let Writing { kept, dropped, dropped_fields, .. } = writing;
        Ok(DedupSummary { kept, dropped, refused, form: shape.form(), dropped_fields })
    }
}

/// The first time.
struct Reading {
    files: Places,
    /// The number of items, grids or not.
    rows: u64,
    refused: u64,
    keys: Sorter,
    left_out: Sorter,
}

impl Reading {
    fn read(&mut self, sources: Vec<Source>, dedup: &Dedup, run: &Run) -> Result<()> {
        run.observer.begin("rows compared", None);
        let items = input::ahead(
            sources.into_iter().enumerate().flat_map(|(file, source)| source.items().map(move |item| (file, item))),
            &run.interrupt,
        );
        let compare = |items: Vec<(usize, Item)>| classify(dedup.by, items);
        ordered::map_lots(items, run.threads, compare, |found| {
            run.observer.advance(found.len() as u64);
            if run.interrupt.requested() {
                return Err(Error::Interrupted);
            }
            found.into_iter().try_for_each(|row| self.row(row, dedup.strict, run))
        })?;
        run.observer.end();
        if run.interrupt.requested() { Err(Error::Interrupted) } else { Ok(()) }
    }

    fn row(&mut self, (file, place, class): Classified, strict: bool, run: &Run) -> Result<()> {
        while self.files.starts.len() <= file {
            self.files.starts.push(self.rows);
        }
        let row = self.rows;
        self.rows += 1;
        match class {
            Ok(Equivalence { key, transform }) => {
                let packed = u128::from(row) << (2 * NUMBER + 8)
                    | u128::from(place.line()) << (NUMBER + 8)
                    | u128::from(transform.number());
                self.keys.push([key, packed])?;
            }
            Err(Refused { reason, .. }) if strict => return Err(Error::Row { place, reason }),
            Err(Refused { reason, is_grid }) => {
                run.observer.message(&format!("{place}: {reason}"));
                self.refused += 1;
                if is_grid {
                    self.left_out.push(LeftOut::refused(row).pack())?;
                }
            }
        }
        Ok(())
    }
}

/// Why an item is not compared.
struct Refused {
    reason: String,
    /// It is a grid that cannot be compared, rather than no grid.
    is_grid: bool,
}

/// An item by its file and place.
type Classified = (usize, Place, Result<Equivalence, Refused>);

fn classify(by: EquivalentBy, items: Vec<(usize, Item)>) -> Vec<Classified> {
    let boards: Vec<Board> = items.iter().filter_map(|(_, item)| item.as_ref().ok()).map(|entry| entry.board).collect();
    let mut classes = with_engine(|engine| by.classes(engine, &boards)).into_iter();
    let mut classified = |(file, item): (usize, Item)| match item {
        Ok(entry) => {
            let class = classes.next().expect("one for each board");
            (file, entry.place, class.map_err(|reason| Refused { reason, is_grid: true }))
        }
        Err(bad) => (file, bad.place, Err(Refused { reason: bad.message, is_grid: false })),
    };
    items.into_iter().map(&mut classified).collect()
}

/// A row that is not written.
struct LeftOut {
    row: u64,
    /// The row that it duplicates; itself, if it was refused.
    first: u64,
    /// The line of that row in its file.
    line: u64,
    /// The symmetry that makes it that row.
    transform: Symmetry,
}

impl LeftOut {
    fn refused(row: u64) -> LeftOut {
        LeftOut { row, first: row, line: 0, transform: Symmetry::IDENTITY }
    }

    fn pack(&self) -> Record {
        let (row, first, line) = (u128::from(self.row), u128::from(self.first), u128::from(self.line));
        [row << (2 * NUMBER) | first << NUMBER | line, self.transform.number().into()]
    }

    fn unpack([place, transform]: Record) -> LeftOut {
        LeftOut {
            row: (place >> (2 * NUMBER)) as u64,
            first: (place >> NUMBER & LOW) as u64,
            line: (place & LOW) as u64,
            transform: Symmetry::nth(transform as u64),
        }
    }
}

/// Finds the rows whose key an earlier row has. Duplicates among the files to compare with are not reported.
fn find_duplicates(mut keys: Sorted, first_own: u64, left_out: &mut Sorter) -> Result<()> {
    let mut first: Option<Record> = None;
    let row = |place: u128| (place >> (2 * NUMBER + 8)) as u64;
    let transform = |place: u128| Symmetry::nth((place & ((1 << (NUMBER + 8)) - 1)) as u64);
    while let Some([key, place]) = keys.next()? {
        match first {
            Some([same, kept]) if same == key => {
                if row(place) >= first_own {
                    let line = (kept >> (NUMBER + 8) & LOW) as u64;
                    let transform = transform(place).then(&transform(kept).inverse());
                    left_out.push(LeftOut { row: row(place), first: row(kept), line, transform }.pack())?;
                }
            }
            _ => first = Some([key, place]),
        }
    }
    Ok(())
}

/// The second time.
struct Writing<'a, F> {
    dedup: &'a Dedup,
    files: &'a Places,
    shape: &'a RowShape,
    kept: u64,
    dropped: u64,
    dropped_fields: DroppedFields,
    on_duplicate: F,
}

impl<F: FnMut(&Duplicate)> Writing<'_, F> {
    fn write(
        &mut self,
        mut outputs: Outputs,
        sources: &[Source],
        rows: std::ops::Range<u64>,
        mut left_out: Sorted,
        run: &Run,
    ) -> Result<()> {
        let Dedup { out, report, .. } = self.dedup;
        let out_path = out.as_deref().unwrap_or(Path::new("standard output"));
        let mut file = outputs.create(out.as_deref())?;
        let mut report_file = match report {
            Some(path) => Some((path, outputs.create(Some(path))?)),
            None => None,
        };
        let write_report = |report: &mut Option<(&PathBuf, _)>, line: &[u8]| match report {
            Some((path, file)) => Write::write_all(file, line).map_err(|error| Error::write(path, error)),
            None => Ok(()),
        };
        write_report(&mut report_file, &record(&REPORT_COLUMNS))?;
        let mut sink = RowSink::new(self.shape, out_path, &mut file)?;
        run.observer.begin("rows written", Some(rows.end - rows.start));
        let mut next = || left_out.next().map(|record| record.map(LeftOut::unpack));
        let mut pending = next()?;
        let mut row = rows.start;
        for source in sources {
            for (item, line) in self.shape.items(source) {
                if run.interrupt.requested() {
                    return Err(Error::Interrupted);
                }
                let this = row;
                row += 1;
                run.observer.advance(1);
                let Ok(entry) = item else { continue };
                if let Some(found) = pending.as_ref().filter(|found| found.row == this) {
                    if found.first != this {
                        self.dropped += 1;
                        let duplicate = Duplicate {
                            place: entry.place,
                            first: self.files.of(found.first, found.line),
                            by: self.dedup.by,
                            transform: found.transform,
                        };
                        (self.on_duplicate)(&duplicate);
                        write_report(&mut report_file, &duplicate.report_line())?;
                    }
                    pending = next()?;
                    continue;
                }
                let written = sink.write(&entry, line.as_deref(), None, &mut self.dropped_fields)?;
                written.map_err(|reason| Error::Row { place: entry.place, reason })?;
                self.kept += 1;
            }
        }
        run.observer.end();
        if row != rows.end || pending.is_some() {
            return Err(Error::Changed);
        }
        sink.finish()?;
        outputs.add(file)?;
        if let Some((_, file)) = report_file {
            outputs.add(file)?;
        }
        Ok(outputs.commit()?)
    }
}
