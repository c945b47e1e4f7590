//! Splitting of rows by a [`SplitRule`], so that no solution grid is in two splits.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use minirow_core::Puzzle;
use minirow_files::is_same_target;
use minirow_formats::Form;
use minirow_grade::Level;
use minirow_table::input::{BadLine, Entry, Inputs, Item, Source, Unchanged};
use minirow_table::{Format, Run};
use minirow_text::shown;

use crate::dropped_fields::DroppedFields;
use crate::error::{Error, Result};
use crate::in_order::{in_order, leave_out, puzzle_of, puzzles_of};
use crate::output_format::OutputFormat;
use crate::outputs::WriteMode;
use crate::row_shape::RowShape;
use crate::row_sink::RowSink;
use crate::split_rule::{SPLIT_NAMES, SplitRule};
use crate::tables_page::aligned;
use crate::verdict::wrong_solution;

/// The settings of a split of rows.
#[derive(Clone, Debug)]
pub struct Split {
    /// The rule.
    pub rule: SplitRule,
    /// The files that are written.
    pub target: SplitTarget,
    /// The format of the output; by the name of the output, or that of the input, if `None`.
    pub to: Option<OutputFormat>,
    /// The settings for the files that are written.
    pub mode: WriteMode,
    /// Fails at the first row that holds no puzzle.
    pub strict: bool,
}

/// The files that rows are split to.
#[derive(Clone, Debug)]
pub enum SplitTarget {
    /// A file for each split, `NAME.csv` and so on, in a folder. All of them get their names together.
    Folder(PathBuf),
    /// One file, with a column that names the split.
    Column {
        /// The name of the column.
        name: String,
        /// The file; standard output if `None`.
        out: Option<PathBuf>,
    },
}

/// The numbers of rows that were split.
#[derive(Debug)]
pub struct SplitSummary {
    /// Rows by split and level.
    pub counts: SplitCounts,
    /// Rows without a puzzle with one solution, and those that give a wrong solution; they are left out.
    pub refused: u64,
    /// The format of the output.
    pub format: OutputFormat,
    /// Fields that the format cannot hold.
    pub dropped_fields: DroppedFields,
}

impl SplitTarget {
    /// Returns the folder, the name of the column, and the file.
    ///
    /// # Errors
    /// If the folder is missing.
    fn parts(&self) -> Result<(&Path, Option<&str>, Option<&Path>)> {
        let (folder, column, out) = match self {
            SplitTarget::Folder(folder) => (folder.as_path(), None, None),
            SplitTarget::Column { name, out } => {
                (out.as_deref().map_or(Path::new("."), minirow_files::folder_of), Some(name.as_str()), out.as_deref())
            }
        };
        match out {
            _ if folder.is_dir() => Ok((folder, column, out)),
            Some(out) => Err(minirow_files::Error::NoFolder(out.into(), folder.into()).into()),
            None => Err(Error::unusable(folder, "there is no such folder")),
        }
    }
}

impl Split {
    /// Splits the rows of some files.
    ///
    /// # Errors
    /// If a file cannot be read to its end or written, a row holds no puzzle and the run is strict, or no row is left.
    pub fn run(&self, inputs: &Inputs, run: &Run) -> Result<SplitSummary> {
        let (folder, column, out) = self.target.parts()?;
        let sources = inputs.rereadable(folder)?;
        let unchanged = Unchanged::of(sources.iter().filter_map(Source::path));
        // Files in a folder have the kind of the input.
        let own = || (column.is_none() && sources.first()?.is_parquet()).then_some(OutputFormat::Parquet);
        let shape = RowShape::of(&sources, self.to.or_else(own), out, column)?;
        let ending = ending(&shape, sources.first().and_then(|source| source.path()));
        let path_of = |name: &str| folder.join(format!("{name}.{ending}"));
        let paths: Vec<Option<PathBuf>> = match column {
            Some(_) => vec![out.map(Path::to_path_buf)],
            None => self.rule.names().map(|name| Some(path_of(name))).collect(),
        };
        if shape.is_parquet && paths.contains(&None) {
            return Err(Error::NeedsFile);
        }
        let mut outputs = self.mode.open(&paths, &sources)?;
        let mut sinks = Vec::new();
        for path in paths.iter().map(Option::as_deref) {
            sinks.push(RowSink::new(&shape, path, outputs.create_or_stdout(path)?)?);
        }
        let mut summary = SplitSummary {
            counts: SplitCounts { names: self.rule.names().map(str::to_string).collect(), levels: BTreeMap::new() },
            refused: 0,
            format: shape.format(),
            dropped_fields: DroppedFields::default(),
        };
        run.observer.begin("rows", None);
        let rows: Vec<_> = sources.iter().map(|source| shape.items(source)).collect();
        let assign = |rows| self.assign(rows);
        in_order(rows.into_iter().flatten(), run, assign, |row| {
            let (entry, split) = match row {
                Ok(row) => row,
                Err(bad) => {
                    summary.refused += 1;
                    return leave_out(bad, self.strict, run);
                }
            };
            let sink = &mut sinks[if column.is_some() { 0 } else { split }];
            if let Err(reason) = sink.write(&entry, Some(self.rule.name(split)), &mut summary.dropped_fields)? {
                summary.refused += 1;
                return leave_out(BadLine::new(entry.place, reason), self.strict, run);
            }
            summary.counts.add(split, entry.fields.text("level"));
            Ok(())
        })?;
        run.observer.end();
        if summary.counts.levels.is_empty() {
            return Err(Error::NothingLeft);
        }
        unchanged.check()?;
        for sink in sinks {
            outputs.add(sink.finish()?)?;
        }
        outputs.commit()?;
        if column.is_none() {
            report_others(folder, &ending, &paths, &sources, run);
        }
        Ok(summary)
    }

    /// Finds the splits of rows.
    fn assign(&self, rows: Vec<Item>) -> Vec<AssignedRow> {
        let solved = puzzles_of(rows.iter());
        let mut assigned = Vec::with_capacity(rows.len());
        for (item, clues) in rows.into_iter().zip(solved) {
            assigned.push(item.and_then(|entry| match puzzle_of(clues).and_then(|puzzle| agreed(puzzle, &entry)) {
                Ok(puzzle) => Ok((entry, self.rule.of(puzzle.solution()))),
                Err(reason) => Err(BadLine::new(entry.place, reason)),
            }));
        }
        assigned
    }
}

/// Returns the puzzle, or the errors of the solution that its row gives.
fn agreed(puzzle: Puzzle, entry: &Entry) -> Result<Puzzle, String> {
    entry.solution.as_deref().and_then(|given| wrong_solution(given, puzzle.solution())).map_or(Ok(puzzle), Err)
}

/// A row with the number of its split, or the reason why it is in no split.
type AssignedRow = Result<(Entry, usize), BadLine>;

/// Reports files that seem to be other splits of a folder: whoever reads all its files would find rows in two splits.
fn report_others(folder: &Path, ending: &str, written: &[Option<PathBuf>], sources: &[Source], run: &Run) {
    let mut endings = vec![ending];
    endings.extend(["csv", "jsonl", "parquet", "txt"].into_iter().filter(|other| *other != ending));
    for ending in endings {
        for name in SPLIT_NAMES {
            let path = folder.join(format!("{name}.{ending}"));
            let mut known =
                written.iter().flatten().map(PathBuf::as_path).chain(sources.iter().filter_map(Source::file));
            if path.is_file() && !known.any(|known| is_same_target(known, &path)) {
                run.observer.message(&format!("{}: is not of these splits, and can have rows of them", path.display()));
            }
        }
    }
}

/// Returns the ending of the names of files: that of the input if it is in the same form.
fn ending(shape: &RowShape, input: Option<&Path>) -> String {
    if shape.is_parquet {
        return Format::Parquet.to_string();
    }
    let form = shape.form;
    let is_its = |ending: &str| match ending {
        "json" => form.is_json(),
        _ => Form::of_path(Path::new(&format!("x.{ending}"))).unwrap_or(Form::Line) == form,
    };
    let ending = input.and_then(Path::extension).and_then(|ending| ending.to_str()).filter(|ending| is_its(ending));
    let own = || if is_its(form.name()) && form != Form::Line { form.name() } else { "txt" };
    ending.unwrap_or_else(own).to_string()
}

/// The number of rows of each level in each split. It is shown as a table: a line for each split, a column for each level,
/// each number with its share of the level.
#[derive(Clone, Debug)]
pub struct SplitCounts {
    names: Vec<String>,
    /// The rows of each split, by the rank and the name of a level: those of Minirow from easy to extreme, then those of
    /// other programs, then none.
    levels: BTreeMap<(usize, Option<String>), Vec<u64>>,
}

impl SplitCounts {
    fn add(&mut self, split: usize, level: Option<Cow<'_, str>>) {
        let number = |level: &Cow<str>| Level::from_str(level).map_or(usize::MAX - 1, |level| level as usize);
        let level = (level.as_ref().map_or(usize::MAX, number), level.map(Cow::into_owned));
        self.levels.entry(level).or_insert_with(|| vec![0; self.names.len()])[split] += 1;
    }

    /// Returns the number of rows of a split, counted from 0.
    pub fn rows(&self, split: usize) -> u64 {
        self.levels.values().map(|rows| rows[split]).sum()
    }

    /// Returns the names of the splits with their numbers of rows.
    pub fn splits(&self) -> impl Iterator<Item = (&str, u64)> {
        self.names.iter().enumerate().map(|(split, name)| (name.as_str(), self.rows(split)))
    }
}

impl fmt::Display for SplitCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |count: u64, all: u64| {
            let share = if all == 0 { 0.0 } else { 100.0 * count as f64 / all as f64 };
            format!("{count} ({share:.1} %)")
        };
        let total: u64 = self.levels.values().flatten().sum();
        let has_levels = self.levels.keys().any(|(_, level)| level.is_some());
        let levels = || self.levels.iter().filter(|_| has_levels);
        let mut table = vec![vec!["split".to_string(), "rows".into()]];
        table[0].extend(levels().map(|((_, level), _)| shown(level.as_deref().unwrap_or("no level")).into_owned()));
        for (split, name) in self.names.iter().enumerate() {
            let shares = levels().map(|(_, rows)| share(rows[split], rows.iter().sum()));
            table.push([name.clone(), share(self.rows(split), total)].into_iter().chain(shares).collect());
        }
        f.write_str(&aligned(table.iter()))
    }
}
