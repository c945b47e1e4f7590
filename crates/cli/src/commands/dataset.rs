//! `dataset`: a data set folder to publish, with splits, data card and checksums.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use minirow_dataset::{DatasetFolder, DatasetRows, DatasetSpec, DatasetSummary, SplitRule};
use minirow_files::WriteOptions;
use minirow_pack::RunLimits;
use minirow_table::input::InputPath;
use minirow_table::{Format, OutputShape, Run};

use crate::args::{self, Given, LimitArgs, SortArgs, SpecArgs, WorkArgs, whole};
use crate::commands::pack::{self, GenerateArgs};
use crate::commands::{Done, InputVerdict};
use crate::error::{Error, Result, print_message};
use crate::interrupt;
use crate::progress::TerminalObserver;

const EXAMPLES: &str = "\
Examples:
  minirow dataset --out sudoku --seed 42 --count 100000 --labels --weights
  minirow dataset --out sudoku ... --resume               after an interruption
  minirow dataset --out all --from easy.csv hard.csv --fractions 90,5,5
  minirow dataset --out theirs --from rated.csv --licence cc-by-4.0 --author Me
  minirow dataset --out hard --level hard --title \"Hard Sudoku\" --trace
  minirow dataset --out big --count 1000000 --shard-rows 250000";

/// Make a data set to publish, with splits, data card and checksums
///
/// The rows are generated as by `minirow pack`, or read from files of `pack` or `grade` (CSV or Parquet) with --from. Every
/// row must be a puzzle with its solution. Invalid rows, and puzzles equivalent to an earlier one, are reported and left out.
/// The others are split by a hash of the solution grid up to symmetry, as by `minirow split`.
///
/// FOLDER gets README.md (a data card that Hugging Face reads, with the code that loads the files), manifest.json (recipes
/// and checksums), data/train.parquet, csv/train.csv and so on. It appears only when it is complete; until then, FOLDER.part
/// has the files. The same rows give the same bytes.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Output")]
pub(crate) struct Args {
    /// Read the rows of these files instead of generating puzzles
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Input", conflicts_with_all = GENERATING)]
    #[arg(value_parser = PathBufValueParser::new().map(InputPath::from))]
    from: Vec<InputPath>,
    /// Column of the tables that has the puzzles [default: puzzle]
    ///
    /// The data set has them in the column puzzle.
    #[arg(long = "column", alias = "puzzle-column", value_name = "NAME", help_heading = "Input")]
    puzzle_column: Option<String>,
    /// Shares of train, validation, test: with the sum 1, or percent
    #[arg(long, value_name = "SHARE,...", value_delimiter = ',', default_value = "80,10,10", help_heading = "Splits")]
    fractions: Vec<String>,
    /// Hash TEXT before the solution, for other splits of the rows
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true, help_heading = "Splits")]
    salt: String,
    /// Name of the data set
    #[arg(long, value_name = "TEXT", default_value = "Rated Sudoku puzzles", help_heading = "Data card")]
    title: String,
    /// Author in the citation
    ///
    /// The default is the Minirow authors for packs. The authors of other rows of --from are unknown.
    #[arg(long, value_name = "TEXT", help_heading = "Data card", conflicts_with = "citation")]
    author: Option<String>,
    /// Licence of the rows, as Hugging Face names it
    ///
    /// Several licences are a choice for the user of the data set. The default is cc0-1.0 for packs. The licence of other rows
    /// of --from is unknown.
    #[arg(long, alias = "license", value_name = "LICENCE,...", value_delimiter = ',', help_heading = "Data card", value_parser = licence)]
    licence: Vec<String>,
    /// Citation that the authors of the rows want, as text or BibTeX
    #[arg(long, value_name = "TEXT", help_heading = "Data card")]
    citation: Option<String>,
    /// Source of the rows of --from, such as an address; repeatable
    #[arg(long, value_name = "TEXT", help_heading = "Data card")]
    source: Vec<String>,
    /// Remark on the sample; repeatable
    #[arg(long, value_name = "TEXT", help_heading = "Data card")]
    remark: Vec<String>,
    /// Folder of the data set
    #[arg(long, short, value_name = "FOLDER", value_parser = args::folder)]
    out: PathBuf,
    /// Replace FOLDER if it is a data set
    #[arg(long, short)]
    force: bool,
    /// Formats of the files; Hugging Face loads the first
    #[arg(long, value_name = "FORMAT,...", value_delimiter = ',', default_value = FORMATS, value_parser = format())]
    formats: Vec<Format>,
    /// Write several files of N rows each
    ///
    /// A split has at most 100,000 files in each format.
    #[arg(long, value_name = "N", value_parser = whole(NonZeroU64::MIN..=NonZeroU64::MAX))]
    shard_rows: Option<NonZeroU64>,
    /// Write all steps to trace/train.jsonl and so on, by id
    #[arg(long)]
    trace: bool,
    /// Continue an interrupted run
    ///
    /// If FOLDER exists, it is replaced only with --force. A partial result of other options is refused.
    #[arg(long, help_heading = "Resuming")]
    resume: bool,
    #[command(flatten)]
    generate: GenerateArgs,
    #[command(flatten)]
    sort: SortArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// The options that generate puzzles, which conflict with an input.
#[rustfmt::skip]
const GENERATING: [&str; 14] = [
    SpecArgs::GROUP, "seed", "start", "count", "recipe", "levels", "order", "exclude", "exclude_by", "pattern", "labels", "weights", "scale",
    "max_attempts",
];

/// The default formats.
const FORMATS: &str = "parquet,csv";

/// Returns a parser of the formats of data sets.
fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["parquet", "csv"]).try_map(|name| name.parse::<Format>())
}

fn licence(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.');
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.into()),
        false => Err("expected an identifier such as cc0-1.0, cc-by-4.0 or mit".into()),
    }
}

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<Done> {
        given.refuse(&[(self.from.is_empty(), "without --from", &["source", "column"])])?;
        self.generate.refuse(given)?;
        let (spec, rows) = (self.spec()?, self.rows()?);
        let label = format!("minirow dataset --out {}", self.out.display());
        let options =
            WriteOptions { overwrite: self.force, resume: self.resume, label: &label, ..WriteOptions::default() };
        let folder = DatasetFolder::open(&self.out, spec, rows, &options)?;
        interrupt::finish_first();
        interrupt::after(self.limits.limits().time_limit)?;
        let observer = TerminalObserver::new(self.work.quiet);
        let (partial, pack) = (folder.path().to_path_buf(), folder.pack_path());
        let summary = self.write(folder, &self.work.run(&observer)).inspect_err(|error| {
            let is_resumable = matches!(error, Error::Interrupted | Error::Output(_));
            if self.from.is_empty() && pack.exists() && is_resumable {
                let partial = partial.display();
                print_message(&format!("{partial} has the puzzles; the same command with --resume continues"));
            }
        })?;
        Ok(Done { verdict: InputVerdict::of_invalid(summary.refused), numbers: summary.splits })
    }

    fn spec(&self) -> Result<DatasetSpec> {
        Ok(DatasetSpec {
            rule: self.rule()?,
            formats: checked(&self.formats)?,
            title: self.title.clone(),
            licences: self.licence.clone(),
            author: self.author.clone(),
            citation: self.citation.clone(),
            sources: self.source.clone(),
            remarks: self.remark.clone(),
            shard_rows: self.shard_rows,
            trace: self.trace,
            column: self.puzzle_column.clone(),
        })
    }

    fn rows(&self) -> Result<DatasetRows> {
        if !self.from.is_empty() {
            return Ok(DatasetRows::Files(self.from.iter().cloned().collect()));
        }
        let plan = self.generate.plan()?;
        let shape = OutputShape { shard_rows: self.shard_rows, ..OutputShape::default() };
        shape.check_rows(&self.out, plan.count()).map_err(Error::usage)?;
        Ok(DatasetRows::Pack(plan.recipe().clone()))
    }

    /// Generates the puzzles if there are no files, writes the folder, and reports it.
    fn write(&self, folder: DatasetFolder, run: &Run) -> Result<DatasetSummary> {
        // The limit on time is that of the whole command.
        let limits = RunLimits { time_limit: None, ..self.limits.limits() };
        if self.from.is_empty()
            && let Err(error) = pack::write_plain(&self.generate, &folder.pack_path(), limits, run)
        {
            if !folder.is_resumed() && !folder.has_rows() {
                let _ = folder.discard(); // there is nothing to continue
            }
            return Err(error);
        }
        let summary = match folder.write(&self.sort.budget(), run) {
            Err(minirow_dataset::Error::Files(complete @ minirow_files::Error::Complete(_))) => {
                if !self.work.quiet {
                    print_message(&complete.to_string());
                }
                return Ok(DatasetSummary::of_folder(&self.out));
            }
            written => written?,
        };
        if !self.work.quiet {
            let counts: Vec<String> = summary.splits.iter().map(|(name, count)| format!("{name} {count}")).collect();
            let (out, counts) = (self.out.display(), counts.join(", "));
            print_message(&format!("wrote {out}: {counts}; README.md says how to load it"));
            print_message(&match &summary.licences[..] {
                [] => "licence and authors: unknown; --licence, --author, --citation and --source name them".into(),
                licences => format!("licence: {}; --licence changes it", licences.join(" or ")),
            });
        }
        Ok(summary)
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

/// Returns the formats without repetitions.
///
/// # Errors
/// If this program cannot write one of them.
fn checked(formats: &[Format]) -> Result<Vec<Format>> {
    let mut checked = Vec::new();
    for &format in formats {
        format.check().map_err(Error::usage)?;
        if !checked.contains(&format) {
            checked.push(format);
        }
    }
    Ok(checked)
}
