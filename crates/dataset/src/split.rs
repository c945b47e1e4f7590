//! Splitting of rows by the [`SplitRule`], so that no solution grid is in two splits.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use minirow_core::solver::batch::with_engine;
use minirow_core::{Grid, Puzzle};
use minirow_formats::Form;
use minirow_grade::Level;
use minirow_table::equivalence;
use minirow_table::input::{self, Entry, Inputs};
use minirow_table::{Format, Run, files, ordered};

use crate::dropped_fields::DroppedFields;
use crate::error::{Error, Result};
use crate::output_format::OutputFormat;
use crate::outputs::{OutputFile, Outputs, WriteMode};
use crate::row_shape::{RowShape, ShapedItem};
use crate::row_sink::RowSink;
use crate::split_rule::SplitRule;

/// How rows are split.
#[derive(Clone, Debug)]
pub struct Split {
    /// The rule.
    pub rule: SplitRule,
    /// The files that are written.
    pub target: SplitTarget,
    /// The format of the output; by the name of the output, or that of the input, if `None`.
    pub to: Option<OutputFormat>,
    /// How files are written.
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

/// What was split.
#[derive(Debug)]
pub struct SplitSummary {
    /// Rows by split and level.
    pub counts: SplitCounts,
    /// Rows that hold no puzzle with one solution; they are left out.
    pub refused: u64,
    /// The form of the output.
    pub form: Form,
    /// Fields that the form cannot hold.
    pub dropped_fields: DroppedFields,
}

impl Split {
    /// Splits the rows of some files.
    ///
    /// # Errors
    /// If a file cannot be read or written, or a row holds no puzzle and the run is strict.
    pub fn run(&self, inputs: &Inputs, run: &Run) -> Result<SplitSummary> {
        let (folder, column, out) = match &self.target {
            SplitTarget::Folder(folder) => (folder.as_path(), None, None),
            SplitTarget::Column { name, out } => {
                let folder = out.as_deref().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
                (folder.unwrap_or(Path::new(".")), Some(name.as_str()), out.as_deref())
            }
        };
        match out {
            _ if folder.is_dir() => {}
            Some(out) => {
                let (path, folder) = (out.to_path_buf(), folder.to_path_buf());
                return Err(files::Error::NoFolder { path, folder }.into());
            }
            None => return Err(Error::NoFolder { path: folder.to_path_buf() }),
        }
        let sources = inputs.rereadable(folder)?;
        // Files of a folder are of the kind that they are made of.
        let own = || (column.is_none() && sources.first()?.is_parquet()).then_some(OutputFormat::Parquet);
        let shape = RowShape::of(&sources, self.to.or_else(own), out, column)?;
        let paths: Vec<Option<PathBuf>> = match column {
            Some(_) => vec![out.map(Path::to_path_buf)],
            None => {
                let ending = ending(&shape, sources.first().and_then(|source| source.path()));
                self.rule.names().map(|name| Some(folder.join(format!("{name}.{ending}")))).collect()
            }
        };
        if shape.is_parquet() && paths.contains(&None) {
            return Err(Error::NeedsFile);
        }
        let targets: Vec<&Path> = paths.iter().filter_map(Option::as_deref).collect();
        let mut outputs = Outputs::open(&targets, &self.mode, &sources)?;
        let created = paths.iter().map(|path| outputs.create(path.as_deref()));
        let mut files = created.collect::<Result<Vec<OutputFile>, _>>()?;
        let shown = paths.iter().map(|path| path.as_deref().unwrap_or(Path::new("standard output")));
        let sinks = files.iter_mut().zip(shown).map(|(file, path)| RowSink::new(&shape, path, file));
        let mut writing = Writing {
            split: self,
            sinks: sinks.collect::<Result<_>>()?,
            counts: SplitCounts { names: self.rule.names().map(str::to_string).collect(), rows: BTreeMap::new() },
            refused: 0,
            dropped_fields: DroppedFields::default(),
        };
        run.observer.begin("rows", None);
        let rows: Vec<_> = sources.iter().map(|source| shape.items(source)).collect();
        let assign = |rows: Vec<ShapedItem>| assign(&self.rule, rows);
        ordered::map_lots(input::ahead(rows.into_iter().flatten(), &run.interrupt), run.threads, assign, |rows| {
            run.observer.advance(rows.len() as u64);
            if run.interrupt.requested() {
                return Err(Error::Interrupted);
            }
            rows.into_iter().try_for_each(|(row, split)| writing.row(row, split, run))
        })?;
        if run.interrupt.requested() {
            return Err(Error::Interrupted);
        }
        run.observer.end();
        let (counts, refused, dropped_fields) = writing.finish()?;
        files.into_iter().try_for_each(|file| outputs.add(file))?;
        outputs.commit()?;
        Ok(SplitSummary { counts, refused, form: shape.form(), dropped_fields })
    }
}

/// Returns the ending of the names of files: that of the input if it is in the same form.
fn ending(shape: &RowShape, input: Option<&Path>) -> String {
    if shape.is_parquet() {
        return Format::Parquet.to_string();
    }
    let form = shape.form();
    let is_its = |ending: &str| Form::of_path(Path::new(&format!("x.{ending}"))).unwrap_or(Form::Line) == form;
    let ending = input.and_then(Path::extension).and_then(|ending| ending.to_str()).filter(|ending| is_its(ending));
    let own = || if is_its(form.name()) && form != Form::Line { form.name() } else { "txt" };
    ending.unwrap_or_else(own).to_string()
}

/// Returns rows with the numbers of their splits, or why they have none.
fn assign(rule: &SplitRule, rows: Vec<ShapedItem>) -> Vec<(ShapedItem, Result<usize, String>)> {
    let clues = |row: &ShapedItem| row.0.as_ref().ok().and_then(|entry| equivalence::clues(&entry.board).ok());
    let grids: Vec<Grid> = rows.iter().filter_map(clues).collect();
    with_engine(|engine| {
        let mut puzzles = engine.puzzles(&grids);
        let mut split = |row: &ShapedItem| {
            let entry = row.0.as_ref().map_err(|bad| bad.message.clone())?;
            let grid = equivalence::clues(&entry.board)?;
            let puzzle = puzzles.next().unwrap_or_else(|| Puzzle::new(grid));
            Ok(rule.of(puzzle.map_err(|why| why.to_string())?.solution()))
        };
        let assigned = |row: ShapedItem| {
            let split = split(&row);
            (row, split)
        };
        rows.into_iter().map(assigned).collect()
    })
}

struct Writing<'a> {
    split: &'a Split,
    /// One for each split; one for all, if a column names them.
    sinks: Vec<RowSink<'a>>,
    counts: SplitCounts,
    refused: u64,
    dropped_fields: DroppedFields,
}

impl Writing<'_> {
    fn row(&mut self, (item, line): ShapedItem, split: Result<usize, String>, run: &Run) -> Result<()> {
        let (place, written) = match (item, split) {
            (Ok(entry), Ok(split)) => (entry.place.clone(), self.write(&entry, line.as_deref(), split)?),
            (Ok(entry), Err(reason)) => (entry.place, Err(reason)),
            (Err(bad), _) => (bad.place, Err(bad.message)),
        };
        match written {
            Ok(()) => Ok(()),
            Err(reason) if self.split.strict => Err(Error::Row { place, reason }),
            Err(reason) => {
                run.observer.message(&format!("{place}: {reason}"));
                self.refused += 1;
                Ok(())
            }
        }
    }

    /// Writes a row to the file of its split. Returns the reason if the row is refused.
    fn write(&mut self, entry: &Entry, line: Option<&[u8]>, split: usize) -> Result<Result<(), String>> {
        let sink = split.min(self.sinks.len() - 1);
        let name = self.split.rule.name(split);
        let written = self.sinks[sink].write(entry, line, Some(name), &mut self.dropped_fields)?;
        if written.is_ok() {
            let level = entry.fields.text("level").map(Cow::into_owned);
            *self.counts.rows.entry((split, level)).or_default() += 1;
        }
        Ok(written)
    }

    fn finish(self) -> Result<(SplitCounts, u64, DroppedFields)> {
        self.sinks.into_iter().try_for_each(RowSink::finish)?;
        Ok((self.counts, self.refused, self.dropped_fields))
    }
}

/// The number of rows of each level in each split. It is shown as a table: a line for each split, a column for each level,
/// each number with its share of the level.
#[derive(Clone, Debug)]
pub struct SplitCounts {
    names: Vec<String>,
    rows: BTreeMap<(usize, Option<String>), u64>,
}

impl SplitCounts {
    /// Returns the number of rows of a split, counted from 0.
    pub fn rows(&self, split: usize) -> u64 {
        self.rows.iter().filter(|((number, _), _)| *number == split).map(|(_, rows)| rows).sum()
    }

    /// Returns the number of rows of a level, in one split or in all.
    fn of_level(&self, level: Option<&str>, split: Option<usize>) -> u64 {
        let is_it = |(number, known): &(usize, Option<String>)| {
            known.as_deref() == level && split.is_none_or(|split| split == *number)
        };
        self.rows.iter().filter(|(key, _)| is_it(key)).map(|(_, rows)| rows).sum()
    }
}

impl fmt::Display for SplitCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut levels: Vec<Option<&str>> = self.rows.keys().map(|(_, level)| level.as_deref()).collect();
        // Ours from easy to extreme, then those of others, then none.
        levels.sort_by_key(|level| {
            let number = level.map(|level| Level::from_str(level).map_or(usize::MAX, |level| level as usize));
            (level.is_none(), number, *level)
        });
        levels.dedup();
        let share = |count: u64, all: u64| {
            let share = if all == 0 { 0.0 } else { 100.0 * count as f64 / all as f64 };
            format!("{count} ({share:.1} %)")
        };
        let total: u64 = self.rows.values().sum();
        let has_levels = levels.iter().any(Option::is_some);
        let mut table = vec![vec!["split".to_string(), "rows".into()]];
        if has_levels {
            table[0].extend(levels.iter().map(|level| level.unwrap_or("no level").to_string()));
        }
        for (number, name) in self.names.iter().enumerate() {
            let mut line = vec![name.clone(), share(self.rows(number), total)];
            if has_levels {
                let of_level = |level| share(self.of_level(level, Some(number)), self.of_level(level, None));
                line.extend(levels.iter().map(|&level| of_level(level)));
            }
            table.push(line);
        }
        f.write_str(&aligned(&table))
    }
}

/// Returns lines in columns that are as wide as they have to be; all but the first are numbers.
fn aligned(table: &[Vec<String>]) -> String {
    let width = |column: usize| table.iter().map(|line| line[column].chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for line in table {
        for (column, field) in line.iter().enumerate() {
            let width = width(column);
            text += &if column == 0 { format!("{field:<width$}") } else { format!("  {field:>width$}") };
        }
        text = text.trim_end().to_string() + "\n";
    }
    text
}
