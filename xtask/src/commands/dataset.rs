//! `dataset`: a folder that can be published, with splits, card and checksums.

use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::Value;

use crate::commands::Answer;
use crate::commands::pack::{self, Asked};
use crate::dataset::{self, MANIFEST, Summary, Wanted, Words};
use crate::effort::Bounds;
use crate::failure::{Failure, Result, say};
use crate::output::{beside, cannot_write};
use crate::sheet::Format;

const EXAMPLES: &str = "\
Examples:
  minirow dataset --out sudoku-1m --seed 42 --count 1000000 --labels --weights --shard-rows 250000
  minirow dataset --out sudoku-1m ... --resume            after an interruption
  minirow dataset --out hard --level hard --count 5000 --title \"Hard Sudoku\" --trace
  minirow dataset --out all --from easy.csv hard.csv --fractions 90,5,5

The rows are made as `pack` makes them, or come --from files that `pack` or `grade` wrote (CSV or
Parquet). Each is checked: one solution, and the right one. What is wrong, and what is the same as a
puzzle before it in disguise, is left out and told. The others are split by a hash of the solution
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
    /// Who is to be cited [default: The Minirow authors]
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// The licence of the rows, as Hugging Face calls it; several are a choice
    #[arg(long, value_name = "LICENCE,...", value_delimiter = ',', default_value = "cc0-1.0", value_parser = licence)]
    licence: Vec<String>,
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
    /// Replace FOLDER if it is such a folder
    #[arg(long)]
    force: bool,
    /// Go on with a folder that was not completed
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    #[command(flatten)]
    bounds: Bounds,
    /// How many threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    asked: Asked,
}

/// What says which puzzles to make, rather than to take.
const MADE: [&str; 8] = ["Wishes", "seed", "start", "count", "recipe", "exclude", "labels", "weights"];

/// What is written if nothing is said.
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
    pub(crate) fn run(self) -> Result<Answer> {
        let formats = self.formats()?;
        let shares = self.shares()?;
        self.check_folder()?;
        let part = beside(&self.out, ".part");
        let is_new = self.begin(&part)?;
        let summary = self.fill(&part, formats, shares);
        if is_new && matches!(summary, Err(Failure::Use(_))) {
            let _ = fs::remove_dir_all(&part); // there is nothing to go on with
        }
        let summary = summary?;
        self.rename(&part)?;
        if !self.quiet {
            self.say_finished(&summary);
        }
        Ok(if summary.bad == 0 { Answer::Yes } else { Answer::No })
    }

    /// Makes the rows, and fills the folder in which the work is done.
    fn fill(&self, part: &Path, formats: Vec<Format>, shares: Vec<(String, String)>) -> Result<Summary> {
        let rows = part.join("rows.csv");
        let from = if self.from.is_empty() {
            pack::Args::step(self.asked.clone(), &rows, self.bounds.clone(), self.threads, self.quiet)?;
            vec![rows.clone()]
        } else {
            self.from.clone()
        };
        let words = Words {
            title: self.title.clone(),
            licences: self.licence.clone(),
            author: self.author.clone(),
            remarks: Vec::new(),
        };
        let wanted = Wanted {
            recipes: from.iter().map(|path| dataset::recipe_of(path)).collect(),
            from,
            shares,
            salt: self.salt.clone(),
            formats,
            shard_rows: self.shard_rows,
            trace: self.trace,
            words,
            threads: self.threads,
            quiet: self.quiet,
        };
        let summary = dataset::fill(part, &wanted).inspect_err(|failure| {
            if matches!(failure, Failure::Interrupted | Failure::NotWritten(_)) {
                say(&format!("what was made is in {}; the same command with --resume goes on", part.display()));
            }
        })?;
        for path in [crate::manifest::path_of(&rows), rows] {
            let _ = fs::remove_file(path);
        }
        Ok(summary)
    }

    fn formats(&self) -> Result<Vec<Format>> {
        let mut formats: Vec<Format> = Vec::new();
        for &shown in &self.formats {
            let format = Format::from(shown);
            format.check().map_err(Failure::usage)?;
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        Ok(formats)
    }

    fn shares(&self) -> Result<Vec<(String, String)>> {
        let names: &[&str] = match self.fractions.len() {
            1 => &["train"],
            2 => &["train", "test"],
            3 => &["train", "validation", "test"],
            other => return Err(Failure::usage(format!("--fractions: found {other} shares, expected 1, 2 or 3"))),
        };
        let shares: Vec<(String, String)> =
            names.iter().map(ToString::to_string).zip(self.fractions.iter().cloned()).collect();
        crate::split::Splits::new(&shares, &self.salt).map_err(|why| Failure::usage(format!("--fractions: {why}")))?;
        Ok(shares)
    }

    /// Looks whether the folder may be made.
    fn check_folder(&self) -> Result<()> {
        let folder = self.out.display();
        let Ok(entries) = fs::read_dir(&self.out) else {
            return match self.out.exists() {
                true => Err(Failure::usage(format!("{folder}: is a file, expected a folder"))),
                false => Ok(()),
            };
        };
        match entries.count() {
            0 => Ok(()),
            _ if !self.force => Err(Failure::usage(format!("{folder}: exists already; --force replaces it"))),
            _ if is_ours(&self.out) => Ok(()),
            _ => Err(Failure::usage(format!("{folder}: is no data set of minirow, so it is not replaced"))),
        }
    }

    /// Makes the folder in which the work is done. Gives whether it was not there before.
    fn begin(&self, part: &Path) -> Result<bool> {
        if part.exists() {
            if self.force {
                fs::remove_dir_all(part).map_err(|error| cannot_write(part, &error))?;
            } else if !self.resume {
                return Err(Failure::usage(format!(
                    "{}: is there from a run that was interrupted; --resume completes it, --force starts anew",
                    part.display()
                )));
            }
        }
        match fs::create_dir(part) {
            Err(error) if !part.is_dir() => Err(cannot_write(part, &error)),
            made => Ok(made.is_ok()),
        }
    }

    /// Gives the folder its name.
    fn rename(&self, part: &Path) -> Result<()> {
        let failed = |error| Failure::writing(&self.out.display().to_string(), &error);
        let old = beside(&self.out, ".old");
        if fs::remove_dir(&self.out).is_err() && self.out.exists() {
            fs::rename(&self.out, &old).map_err(failed)?;
        }
        fs::rename(part, &self.out).map_err(failed)?;
        if is_ours(&old) {
            let _ = fs::remove_dir_all(&old);
        }
        Ok(())
    }

    fn say_finished(&self, summary: &Summary) {
        let counts: Vec<String> = summary.puzzles.iter().map(|(name, count)| format!("{name} {count}")).collect();
        let folder = self.out.display();
        say(&format!("{folder}: {}; README.md says how to load it", counts.join(", ")));
        say(&format!("licence {}: --licence names another", self.licence.join(" or ")));
    }
}

/// Whether a folder is a data set that was made here.
fn is_ours(folder: &Path) -> bool {
    let text = fs::read_to_string(folder.join(MANIFEST)).unwrap_or_default();
    serde_json::from_str(&text).is_ok_and(|manifest: Value| manifest["dataset"].is_string())
}
