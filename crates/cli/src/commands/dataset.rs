//! `dataset`: a folder that can be published, with splits, card and checksums.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::ValueEnum;
use minirow_dataset::{DatasetFolder, DatasetRows, DatasetSpec, SplitRule};
use minirow_table::files::WriteOptions;
use minirow_table::{Format, Run};

use crate::args::{LimitArgs, SpecArgs, WorkArgs};
use crate::commands::InputVerdict;
use crate::commands::pack::{self, GenerateArgs};
use crate::error::{Error, Result, print_message};
use crate::interrupt;
use crate::progress::TerminalObserver;

const EXAMPLES: &str = "\
Examples:
  minirow dataset --out sudoku-1m --seed 42 --count 1000000 --labels --weights --shard-rows 250000
  minirow dataset --out sudoku-1m ... --resume            after an interruption
  minirow dataset --out hard --level hard --count 5000 --title \"Hard Sudoku\" --trace
  minirow dataset --out all --from easy.csv hard.csv --fractions 90,5,5

The rows are made as `pack` makes them, or come --from files that `pack` or `grade` wrote (CSV or
Parquet). Each is checked: one solution, and the right one. Invalid rows, and puzzles equivalent to an
earlier one, are reported and left out. The others are split by a hash of the solution
grid up to symmetry, as `minirow split` does it.
FOLDER gets README.md (a data card that Hugging Face reads, with the lines that load the files right),
manifest.json (recipes and checksums), data/train.parquet, csv/train.csv and so on. It has its name
when it is complete; until then FOLDER.part has what is there. The same rows give the same bytes.";

/// Make a data set ready to publish: splits without leaks, Parquet and CSV, data card, checksums
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The folder to make
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Take the rows of these files instead of making puzzles
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = MADE)]
    from: Vec<PathBuf>,
    /// The name of the data set
    #[arg(long, value_name = "TEXT", default_value = "Rated Sudoku puzzles")]
    title: String,
    /// Author in the citation [default: The Minirow authors]
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// The licence of the rows, as Hugging Face calls it; several are a choice
    #[arg(long, value_name = "LICENCE,...", value_delimiter = ',', default_value = "cc0-1.0", value_parser = licence)]
    licence: Vec<String>,
    /// Add a remark on the sample to the data card; may be given several times
    #[arg(long, value_name = "TEXT")]
    remark: Vec<String>,
    /// The shares of train, validation and test: fractions that sum up to 1, or percent
    #[arg(long, value_name = "SHARE,...", value_delimiter = ',', default_value = "80,10,10")]
    fractions: Vec<String>,
    /// A text that is hashed before the solution, for another split of the same rows
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    salt: String,
    /// The formats to write; the first is the one that Hugging Face loads
    #[arg(long, value_name = "FORMAT,...", value_delimiter = ',', default_value = FORMATS)]
    formats: Vec<Shown>,
    /// Write files of N rows each
    #[arg(long, value_name = "N")]
    shard_rows: Option<NonZeroU64>,
    /// Write the steps of every path to trace/train.jsonl and so on, by `id`
    #[arg(long)]
    trace: bool,
    /// Replace FOLDER if it is a data set
    #[arg(long)]
    force: bool,
    /// Continue a folder that was not completed
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    generate: GenerateArgs,
}

/// The options that generate puzzles. They exclude an input.
const MADE: [&str; 8] = [SpecArgs::GROUP, "seed", "start", "count", "recipe", "exclude", "labels", "weights"];

/// The default formats.
const FORMATS: &str = if cfg!(feature = "parquet") { "parquet,csv" } else { "csv" };

/// A format, as it is named on the command line.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shown {
    Parquet,
    Csv,
}

impl From<Shown> for Format {
    fn from(shown: Shown) -> Format {
        match shown {
            Shown::Parquet => Format::Parquet,
            Shown::Csv => Format::Csv,
        }
    }
}

fn licence(text: &str) -> std::result::Result<String, String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.into()),
        false => Err("expected an identifier such as cc0-1.0, cc-by-4.0 or mit".into()),
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let spec = DatasetSpec {
            title: self.title.clone(),
            licences: self.licence.clone(),
            author: self.author.clone(),
            remarks: self.remark.clone(),
            rule: self.rule()?,
            formats: self.formats()?,
            shard_rows: self.shard_rows,
            trace: self.trace,
        };
        let is_made = self.from.is_empty();
        let rows = match is_made {
            true => DatasetRows::Pack(self.generate.plan()?.recipe().clone()),
            false => DatasetRows::Files(self.from.clone()),
        };
        let label = format!("minirow dataset --out {}", self.out.display());
        let options = WriteOptions { overwrite: self.force, resume: self.resume, inputs: &[], label: &label };
        let folder = DatasetFolder::open(&self.out, spec, rows, &options)?;
        interrupt::finish_first();
        let observer = TerminalObserver::new(self.work.quiet);
        let run = Run { threads: self.work.threads, interrupt: interrupt::token(), observer: &observer };
        if is_made && let Err(error) = pack::make_plain(&self.generate, &folder.pack_path(), self.limits.limits(), &run)
        {
            if matches!(error, Error::Usage(_)) && !folder.is_resumed() {
                folder.discard()?; // there is nothing to continue
            }
            return Err(error);
        }
        let part = folder.path().to_path_buf();
        let summary = folder.write(&run).map_err(Error::from).inspect_err(|error| {
            if is_made && matches!(error, Error::Interrupted | Error::Output(_)) {
                print_message(&format!(
                    "the puzzles are in {}; the same command with --resume goes on",
                    part.display()
                ));
            }
        })?;
        if !self.work.quiet {
            let counts: Vec<String> = summary.splits.iter().map(|(name, count)| format!("{name} {count}")).collect();
            print_message(&format!("{}: {}; README.md says how to load it", self.out.display(), counts.join(", ")));
            print_message(&format!("licence {}: --licence names another", self.licence.join(" or ")));
        }
        Ok(if summary.refused == 0 { InputVerdict::AllValid } else { InputVerdict::SomeInvalid })
    }

    fn formats(&self) -> Result<Vec<Format>> {
        let mut formats: Vec<Format> = Vec::new();
        for &shown in &self.formats {
            let format = Format::from(shown);
            format.check().map_err(Error::usage)?;
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        Ok(formats)
    }

    fn rule(&self) -> Result<SplitRule> {
        let names: &[&str] = match self.fractions.len() {
            1 => &["train"],
            2 => &["train", "test"],
            3 => &["train", "validation", "test"],
            other => return Err(Error::usage(format!("--fractions: found {other} shares, expected 1, 2 or 3"))),
        };
        let shares = names.iter().copied().zip(self.fractions.iter().cloned());
        SplitRule::new(shares, &self.salt).map_err(|why| Error::usage(format!("--fractions: {why}")))
    }
}
