//! `split`: rows for training, validation and test, so that no class of solution grids is in two of them.
//!
//! Where a row goes is said in [`crate::split`], to the byte.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use minirow_core::solver::batch::Engine;
use minirow_core::{Grid, Puzzle};
use minirow_formats::Form;
use minirow_grade::Level;

use crate::batch;
use crate::classes;
use crate::commands::Answer;
use crate::failure::{Failure, Result, say};
use crate::input::{self, Entry, Inputs};
use crate::left_out::LeftOut;
use crate::output::{self, Target};
use crate::progress::Progress;
use crate::rows::{File, Row, Shape};
use crate::sheet::Format;
use crate::split::Splits;
use crate::to::To;

const EXAMPLES: &str = "\
Examples:
  minirow split puzzles.csv --dir data              80, 10 and 10 %: train.csv, validation.csv, test.csv
  minirow split puzzles.csv --dir data --train 98 --validation 1 --test 1
  minirow split puzzles.csv --fractions 0.9,0.1 --names fit,judge
  minirow split puzzles.csv --column --out split.csv          a column that says it, in one file
  minirow split more.csv --dir more --salt 2026               another salt, another split

A row goes where a hash of its solution grid says, which is the same for all that are the same in
disguise: neither a twin nor a sibling with the same solution grid crosses. It does not matter what
else is in the file, so rows that are added later fall into the same split as ever.
The hash is SHA-256 of the salt and the 81 digits of `minirow canon --solution`; its first 8 bytes,
as a fraction of 2^64, are compared with the shares added up.
Every level is split in the same proportion, but for chance: the counts are told in the end. Exact
shares for each level cannot be had: a row too many would have to go elsewhere than its hash says,
and then rows added later would move others from test into train.
Rows come out just as they are, as with `dedup`. What does not have one solution is told and left
out, with status 1.";

/// Split rows for training and test, so that no solution grid is in two splits, in disguise or not
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// The folder for the files, NAME.csv and so on [default: this one]
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["column", "out"])]
    dir: Option<PathBuf>,
    /// Write one output with a column that names the split, called `split` unless another name is given
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "split")]
    column: Option<String>,
    /// The shares of the splits: fractions that sum up to 1, or percent
    #[arg(long, value_name = "SHARE,...", value_delimiter = ',', conflicts_with_all = ["train", "validation", "test"])]
    fractions: Vec<String>,
    /// The names of the splits [default: train,validation,test, or train,test for two]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', requires = "fractions")]
    names: Vec<String>,
    /// The share of the split called train
    #[arg(long, value_name = "SHARE")]
    train: Option<String>,
    /// The share of the split called validation
    #[arg(long, value_name = "SHARE")]
    validation: Option<String>,
    /// The share of the split called test
    #[arg(long, value_name = "SHARE")]
    test: Option<String>,
    /// With --column, write to FILE instead of standard output; it gets its name when it is complete
    #[arg(long, value_name = "FILE", requires = "column")]
    out: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
    /// A text that is hashed before the solution, for another split of the same rows
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    salt: String,
    /// The form to write [default: by the name of the output, else that of the input]
    #[arg(long, value_name = "FORM")]
    to: Option<To>,
    /// Stop at the first line that holds no puzzle
    #[arg(long)]
    strict: bool,
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let splits = self.splits().map_err(Failure::usage)?;
        let folder = self.dir.clone().unwrap_or_else(|| PathBuf::from("."));
        if !folder.is_dir() {
            return Err(Failure::usage(format!("{}: there is no such folder", folder.display())));
        }
        let beside = self.out.as_deref().map_or(&*folder, output::folder_of);
        let sources = self.inputs.rereadable(beside)?;
        // Files of a folder are of the kind that they are made of.
        let own = || (self.column.is_none() && sources.first()?.is_parquet()).then_some(To::Parquet);
        let shape = Shape::of(&sources, self.to.or_else(own), self.out.as_deref(), self.column.as_deref())?;
        let targets: Vec<Target> = match self.column {
            Some(_) => vec![Target { out: self.out.clone(), force: self.force }],
            None => {
                let ending = ending(&shape, sources.first().and_then(|source| source.path()));
                let path = |name| folder.join(format!("{name}.{ending}"));
                splits.names().map(|name| Target { out: Some(path(name)), force: self.force }).collect()
            }
        };
        for path in targets.iter().filter_map(|target| target.out.as_deref()) {
            output::check_target(path, self.force)?;
        }
        let files: Result<Vec<File>> = targets.iter().map(|target| File::open(target, &shape)).collect();
        let names = splits.names().map(str::to_string).collect();
        let mut writing = Writing {
            args: &self,
            shape: &shape,
            files: files?,
            names,
            counts: Counts::default(),
            bad: 0,
            left_out: LeftOut::default(),
        };
        let rows: Vec<_> = sources.iter().map(|source| shape.rows(source)).collect();
        let progress = Progress::spinner("rows", self.quiet || self.is_seen_at_once());
        self.inputs.count_for(&progress);
        let together = |rows: Vec<Row>| assign(&splits, rows);
        batch::in_order_together(input::ahead(rows.into_iter().flatten()), self.threads, together, |rows| {
            progress.add(rows.len() as u64);
            rows.into_iter().try_for_each(|(row, split)| writing.row(row, split, &progress))
        })?;
        drop(progress);
        writing.finish()
    }

    /// Whether rows go to a terminal, where progress would be in the way.
    fn is_seen_at_once(&self) -> bool {
        self.column.is_some() && self.out.is_none() && io::stdout().is_terminal()
    }

    fn splits(&self) -> std::result::Result<Splits, String> {
        let named = [("train", &self.train), ("validation", &self.validation), ("test", &self.test)];
        let shares: Vec<(String, String)> = match &self.fractions[..] {
            [] if named.iter().all(|(_, share)| share.is_none()) => named
                .iter()
                .zip(["80", "10", "10"])
                .map(|((name, _), share)| (name.to_string(), share.into()))
                .collect(),
            [] => named.iter().filter_map(|(name, share)| Some((name.to_string(), share.as_ref()?.clone()))).collect(),
            fractions => {
                let names: Vec<String> = match (&self.names[..], fractions.len()) {
                    ([], 2) => ["train", "test"].map(String::from).into(),
                    ([], 3) => ["train", "validation", "test"].map(String::from).into(),
                    ([], count) => return Err(format!("{count} shares need names: --names")),
                    (names, count) if names.len() == count => names.to_vec(),
                    (names, count) => {
                        return Err(format!("found {} names for {count} shares, expected as many", names.len()));
                    }
                };
                names.into_iter().zip(fractions.iter().cloned()).collect()
            }
        };
        Splits::new(&shares, &self.salt)
    }
}

/// The ending of the names of files: that of the input if it is in the same form.
fn ending(shape: &Shape, input: Option<&Path>) -> String {
    if shape.is_parquet() {
        return Format::Parquet.name().into();
    }
    let form = shape.form();
    let is_its = |ending: &str| Form::of_path(Path::new(&format!("x.{ending}"))).unwrap_or(Form::Line) == form;
    let ending = input.and_then(Path::extension).and_then(|ending| ending.to_str()).filter(|ending| is_its(ending));
    let own = || if is_its(form.name()) && form != Form::Line { form.name() } else { "txt" };
    ending.unwrap_or_else(own).to_string()
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}

/// Rows with the numbers of their splits, or why they have none.
fn assign(splits: &Splits, rows: Vec<Row>) -> Vec<(Row, std::result::Result<usize, String>)> {
    let clues = |row: &Row| row.0.as_ref().ok().and_then(|entry| classes::clues(&entry.board).ok());
    let grids: Vec<Grid> = rows.iter().filter_map(clues).collect();
    ENGINE.with_borrow_mut(|engine| {
        let mut puzzles = engine.puzzles(&grids);
        let mut split = |row: &Row| {
            let entry = row.0.as_ref().map_err(|bad| bad.message.clone())?;
            let grid = classes::clues(&entry.board)?;
            let puzzle = puzzles.next().unwrap_or_else(|| Puzzle::new(grid));
            Ok(splits.of(puzzle.map_err(|why| why.to_string())?.solution()))
        };
        rows.into_iter()
            .map(|row| {
                let split = split(&row);
                (row, split)
            })
            .collect()
    })
}

struct Writing<'a> {
    args: &'a Args,
    shape: &'a Shape,
    /// One for each split; one for all, if they are told by a column.
    files: Vec<File>,
    names: Vec<String>,
    counts: Counts,
    bad: u64,
    left_out: LeftOut,
}

impl Writing<'_> {
    fn row(&mut self, row: Row, split: std::result::Result<usize, String>, progress: &Progress) -> Result<()> {
        let (item, line) = row;
        let (place, written) = match item {
            Ok(entry) => {
                let written = split.and_then(|split| Ok((split, self.text(split, &entry, line.as_deref())?)));
                let level = entry.fields.text("level").map(Cow::into_owned);
                (entry.place, written.map(|(split, text)| (split, text, level)))
            }
            Err(bad) => (bad.place, Err(bad.message)),
        };
        match written {
            Ok((split, text, level)) => {
                self.counts.add(split, level);
                let number = split.min(self.files.len() - 1);
                self.files[number].write(&text)
            }
            Err(why) if self.args.strict => Err(Failure::data(format!("{place}: {why}"))),
            Err(why) => {
                progress.say(&format!("{place}: {why}"));
                self.bad += 1;
                Ok(())
            }
        }
    }

    fn text(&mut self, split: usize, entry: &Entry, line: Option<&[u8]>) -> std::result::Result<Vec<u8>, String> {
        let number = split.min(self.files.len() - 1);
        self.shape.row(&mut self.files[number].writer, entry, line, Some(&self.names[split]), &mut self.left_out)
    }

    fn finish(mut self) -> Result<Answer> {
        for file in &mut self.files {
            file.write(self.shape.footer().as_bytes())?;
            file.settle()?;
        }
        self.files.into_iter().try_for_each(File::finish)?;
        if !self.args.quiet {
            self.left_out.say(self.shape.form());
        }
        say(self.counts.table(&self.names).trim_end());
        if self.bad > 0 {
            say(&format!("{} left out", self.bad));
        }
        Ok(if self.bad == 0 { Answer::Yes } else { Answer::No })
    }
}

/// How many rows there are of each level in each split.
#[derive(Default)]
struct Counts(BTreeMap<(usize, Option<String>), u64>);

impl Counts {
    fn add(&mut self, split: usize, level: Option<String>) {
        *self.0.entry((split, level)).or_default() += 1;
    }

    /// A line for each split, a column for each level, with what share of the level that is.
    fn table(&self, names: &[String]) -> String {
        let mut levels: Vec<Option<&str>> = self.0.keys().map(|(_, level)| level.as_deref()).collect();
        // Ours from easy to extreme, then those of others, then none.
        levels.sort_by_key(|level| {
            let number = level.map(|level| Level::from_str(level).map_or(usize::MAX, |level| level as usize));
            (level.is_none(), number, *level)
        });
        levels.dedup();
        let of_level = |level: Option<&str>, split: Option<usize>| -> u64 {
            let is_it = |(number, known): &(usize, Option<String>)| {
                known.as_deref() == level && split.is_none_or(|split| split == *number)
            };
            self.0.iter().filter(|(key, _)| is_it(key)).map(|(_, count)| count).sum()
        };
        let share = |count: u64, all: u64| {
            let share = if all == 0 { 0.0 } else { 100.0 * count as f64 / all as f64 };
            format!("{count} ({share:.1} %)")
        };
        let total: u64 = self.0.values().sum();
        let has_levels = levels.iter().any(Option::is_some);
        let mut table = vec![vec!["split".to_string(), "rows".into()]];
        if has_levels {
            table[0].extend(levels.iter().map(|level| level.unwrap_or("no level").to_string()));
        }
        for (number, name) in names.iter().enumerate() {
            let of_split: u64 = levels.iter().map(|&level| of_level(level, Some(number))).sum();
            let mut line = vec![name.clone(), share(of_split, total)];
            if has_levels {
                line.extend(levels.iter().map(|&level| share(of_level(level, Some(number)), of_level(level, None))));
            }
            table.push(line);
        }
        aligned(&table)
    }
}

/// Lines in columns that are as wide as they have to be; all but the first are numbers.
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
