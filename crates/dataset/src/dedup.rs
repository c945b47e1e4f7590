//! Deduplication: of the rows that are equivalent, the first is kept.
//!
//! The files are read twice. The first time, each grid becomes a key of 128 bits with its place, and rows that repeat a key
//! are found. The second time, these rows are left out. Memory does not grow with the number of rows.

use std::fmt;
use std::path::PathBuf;

use minirow_core::Symmetry;
use minirow_core::solver::batch::with_engine;
use minirow_files::sort::SortBudget;
use minirow_formats::csv_report;
use minirow_table::Run;
use minirow_table::equivalence::{Equivalence, EquivalentBy};
use minirow_table::input::{BadLine, Inputs, Item, Place, Source, Unchanged};
use minirow_text::Board;

use crate::dropped_fields::DroppedFields;
use crate::error::{Error, Result};
use crate::in_order::{in_order, leave_out, numbered_items};
use crate::output_format::OutputFormat;
use crate::outputs::WriteMode;
use crate::repetitions::{KeyKind, Repetition, RowKeys, Shared};
use crate::row_shape::RowShape;
use crate::row_sink::RowSink;

/// The settings of a deduplication.
///
/// ```
/// use minirow_dataset::{Dedup, WriteMode};
/// use minirow_table::Run;
/// use minirow_table::equivalence::EquivalentBy;
/// use minirow_table::input::Inputs;
/// use minirow_files::sort::SortBudget;
///
/// let folder = tempfile::tempdir()?;
/// let [input, output] = ["in.txt", "out.txt"].map(|name| folder.path().join(name));
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let turned: String = puzzle.chars().rev().collect();
/// std::fs::write(&input, format!("{puzzle}\n{turned}\n"))?;
///
/// let dedup = Dedup {
///     by: EquivalentBy::Puzzle,
///     against: Vec::new(),
///     in_all: false,
///     to: None,
///     out: Some(output.clone()),
///     report: None,
///     mode: WriteMode::default(),
///     strict: true,
///     budget: SortBudget { memory: 1 << 20, temp_dir: None },
/// };
/// let summary = dedup.run(&Inputs::of(&[input]), &Run::default(), |duplicate| assert_eq!(duplicate.place.line(), 2))?;
/// assert_eq!((summary.kept, summary.dropped), (1, 1));
/// assert_eq!(std::fs::read_to_string(output)?, format!("{puzzle}\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dedup {
    /// The relation between two rows that makes them duplicates.
    pub by: EquivalentBy,
    /// Files with known rows: rows that duplicate one of them are dropped too.
    pub against: Vec<PathBuf>,
    /// Drops the rows that do not have an equivalent row in every input.
    pub in_all: bool,
    /// The format of the output; by the name of the output, or that of the input, if `None`.
    pub to: Option<OutputFormat>,
    /// The output; standard output if `None`.
    pub out: Option<PathBuf>,
    /// A CSV file for the dropped rows and the reasons.
    pub report: Option<PathBuf>,
    /// The settings for the files that are written.
    pub mode: WriteMode,
    /// Fails at the first row that cannot be compared.
    pub strict: bool,
    /// The memory for sorting, and the folder for temporary files.
    pub budget: SortBudget,
}

/// The numbers of rows that were kept and dropped.
#[derive(Debug)]
pub struct DedupSummary {
    /// Rows that were kept.
    pub kept: u64,
    /// Duplicates that were dropped, and rows that are not in every input.
    pub dropped: u64,
    /// Rows that could not be compared; they are left out too.
    pub refused: u64,
    /// The format of the output.
    pub format: OutputFormat,
    /// Fields that the format cannot hold.
    pub dropped_fields: DroppedFields,
}

/// A duplicate that was dropped.
#[derive(Clone, Debug)]
pub struct Duplicate {
    /// The place of the row.
    pub place: Place,
    /// The place of the row that was kept.
    pub first: Place,
    /// The relation between the two.
    pub by: EquivalentBy,
    /// The symmetry that makes the row, or its solution, that of the first.
    pub transform: Symmetry,
}

impl Duplicate {
    fn is_same(&self) -> bool {
        self.transform == Symmetry::IDENTITY
    }

    /// Returns the word of the report: `double` or `twin`, or with solutions `same-solution` or `twin-solution`.
    pub fn why(&self) -> &'static str {
        match (self.by, self.is_same()) {
            (EquivalentBy::Solution, true) => "same-solution",
            (EquivalentBy::Solution, false) => "twin-solution",
            (_, true) => "double",
            (_, false) => "twin",
        }
    }

    /// Returns the fields of the report, in the columns of [`REPORT_COLUMNS`].
    fn fields(&self) -> [String; 6] {
        let Duplicate { place, first, by, transform } = self;
        let transform = if *by == EquivalentBy::Text { String::new() } else { transform.to_string() };
        let [line, first_line] = [place, first].map(|place| place.line().to_string());
        [place.name().to_string(), line, self.why().into(), first.name().to_string(), first_line, transform]
    }
}

/// Shows a sentence: `b.csv:7: is equivalent to a.csv:3, by transpose ...`.
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

impl Dedup {
    /// Drops the duplicates of some files, and passes each of them to `on_duplicate`.
    ///
    /// # Errors
    /// If a file cannot be read to its end or written, a row cannot be compared and the run is strict, or no row can be
    /// compared.
    pub fn run(&self, inputs: &Inputs, run: &Run, mut on_duplicate: impl FnMut(&Duplicate)) -> Result<DedupSummary> {
        let out = self.out.as_deref();
        let folder = self.budget.folder(out)?;
        let own = inputs.rereadable(&folder)?;
        let known = if self.against.is_empty() { Vec::new() } else { Inputs::of(&self.against).rereadable(&folder)? };
        let all: Vec<Source> = known.iter().chain(&own).cloned().collect();
        let unchanged = Unchanged::of(all.iter().filter_map(Source::path));
        let mut outputs = self.mode.open([&self.out, &self.report], &all)?;
        let shape = RowShape::of(&own, self.to, out, None)?;
        if shape.is_parquet && out.is_none() {
            return Err(Error::NeedsFile);
        }
        let mut keys = RowKeys::new(all.iter().map(Source::name), &self.budget, &folder);
        let (refused, compared) = self.add_keys(&all, &mut keys, run)?;
        if let Some((empty, _)) = known.iter().zip(&compared).find(|(_, compared)| !**compared) {
            return Err(Error::invalid(empty.name(), "found no row that can be compared, expected known rows"));
        }
        let (first_own, rows) = (keys.first_row(known.len()), keys.rows());
        let mut repetitions = if self.in_all { keys.repetitions_in_all_files()? } else { keys.repetitions(first_own)? };

        let mut report = self.report.as_deref().map(|path| outputs.create(path)).transpose()?;
        if let Some(report) = &mut report {
            report.put(csv_report(REPORT_COLUMNS).as_bytes())?;
        }
        let mut sink = RowSink::new(&shape, out, outputs.create_or_stdout(out)?)?;
        let mut summary = DedupSummary {
            kept: 0,
            dropped: repetitions.absent,
            refused,
            format: shape.format(),
            dropped_fields: DroppedFields::default(),
        };
        run.observer.begin("rows written", Some(rows - first_own));
        for (row, item) in (first_own..).zip(own.iter().flat_map(|source| shape.items(source))) {
            run.interrupt.check(Error::Interrupted)?;
            run.observer.advance(1);
            let repetition = repetitions.of_row(row)?;
            let Ok(entry) = item else { continue };
            let Some(Repetition { first_row, first, shared, .. }) = repetition else {
                match sink.write(&entry, None, &mut summary.dropped_fields)? {
                    Ok(()) => summary.kept += 1,
                    Err(reason) => {
                        leave_out(BadLine::new(entry.place, reason), self.strict, run)?;
                        summary.refused += 1;
                    }
                }
                continue;
            };
            if first_row == row {
                continue; // it cannot be compared, which was reported, or it is not in every input
            }
            let Shared::Puzzle(transform) = shared else { continue };
            let duplicate = Duplicate { place: entry.place, first, by: self.by, transform };
            on_duplicate(&duplicate);
            if let Some(report) = &mut report {
                report.put(csv_report(duplicate.fields()).as_bytes())?;
            }
            summary.dropped += 1;
        }
        run.observer.end();
        unchanged.check()?;
        if summary.kept + summary.dropped == 0 {
            return Err(Error::NothingLeft);
        }
        for file in [Some(sink.finish()?), report].into_iter().flatten() {
            outputs.add(file)?;
        }
        outputs.commit()?;
        Ok(summary)
    }

    /// Adds the keys of all rows. Returns the number of rows that cannot be compared, and for each file whether it has others.
    fn add_keys(&self, sources: &[Source], keys: &mut RowKeys, run: &Run) -> Result<(u64, Vec<bool>)> {
        let (mut refused, mut compared) = (0, vec![false; sources.len()]);
        run.observer.begin("rows compared", None);
        let classify = |items| classify(self.by, items);
        in_order(numbered_items(sources.to_vec()), run, classify, |(file, place, class)| {
            keys.begin_row(file);
            match class {
                Ok(Equivalence { key, transform }) => {
                    compared[file] = true;
                    keys.push(place.line(), KeyKind::Puzzle, key, transform.number())
                }
                Err(bad) => {
                    leave_out(bad, self.strict, run)?;
                    refused += 1;
                    keys.refuse(place.line())
                }
            }
        })?;
        run.observer.end();
        Ok((refused, compared))
    }
}

/// An item by its file and place, with its class or the reason why it cannot be compared.
type Classified = (usize, Place, Result<Equivalence, BadLine>);

fn classify(by: EquivalentBy, items: Vec<(usize, Item)>) -> Vec<Classified> {
    let boards: Vec<Board> = items.iter().filter_map(|(_, item)| item.as_ref().ok()).map(|entry| entry.board).collect();
    let mut classes = with_engine(|engine| by.classes(engine, &boards)).into_iter();
    let mut classified = |(file, item): (usize, Item)| match item {
        Ok(entry) => {
            let class = classes.next().expect("one for each board");
            (file, entry.place.clone(), class.map_err(|reason| BadLine::new(entry.place, reason)))
        }
        Err(bad) => (file, bad.place.clone(), Err(bad)),
    };
    items.into_iter().map(&mut classified).collect()
}
