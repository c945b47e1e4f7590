//! `split`: rows for training, validation and test, with every solution grid in one split only.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use minirow_dataset::{OutputFormat, SPLIT_NAMES, Split, SplitRule, SplitTarget, WriteMode};
use minirow_files::is_stream;
use minirow_formats::{PUZZLE_COLUMNS, SOLUTION_COLUMNS};
use minirow_text::counted;

use crate::args::{self, Given, InputArgs, WorkArgs};
use crate::choices::output_formats;
use crate::commands::{Done, InputVerdict};
use crate::endings;
use crate::error::{Error, Result, print_dropped, print_numbers};
use crate::progress::TerminalObserver;

const EXAMPLES: &str = "\
Examples:
  minirow split puzzles.csv --dir data            80, 10 and 10 % of the rows
  minirow split puzzles.csv --dir data --train 98 --validation 1 --test 1
  minirow split puzzles.csv --fractions 0.9,0.1 --names fit,judge
  minirow split puzzles.csv --column --out split.csv
  minirow split more.csv --dir more --salt 2026";

/// Split rows into training, validation and test sets without leaks
///
/// The split of a row follows from a hash of its solution grid up to symmetry. So equivalent puzzles, and puzzles with the same
/// solution grid, are in the same split. The split of a row does not depend on other rows, so rows that are added later do not
/// move any.
///
/// The hash is SHA-256 of the salt and the 81 digits of `minirow canon --solution`. Its first 8 bytes, as a fraction of
/// 2^64, are compared with the cumulative shares. Each level is split in the same proportion on average. The counts are
/// printed at the end; they are not exact, as a row never leaves the split of its hash.
///
/// Rows keep their text, as with `minirow dedup`. Rows without exactly one solution, and those with a wrong one in their column
/// of solutions, are reported and left out. The exit status is 1 then.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Splits")]
pub(crate) struct Args {
    /// Stop at the first line without a puzzle
    #[arg(long, help_heading = "Input")]
    strict: bool,
    /// Shares of the splits: fractions with the sum 1, or percent
    #[arg(long, value_name = "SHARE,...", value_delimiter = ',', conflicts_with_all = ["train", "validation", "test"])]
    fractions: Vec<String>,
    /// Names of the splits [default: train,validation,test]
    ///
    /// The default for two shares is train,test.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    names: Vec<String>,
    /// Share of the split train
    ///
    /// Without any shares, train, validation and test get 80, 10 and 10 %.
    #[arg(long, value_name = "SHARE")]
    train: Option<String>,
    /// Share of the split validation
    #[arg(long, value_name = "SHARE")]
    validation: Option<String>,
    /// Share of the split test
    #[arg(long, value_name = "SHARE")]
    test: Option<String>,
    /// Hash TEXT before the solution, for other splits of the rows
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    salt: String,
    /// Folder for the files, NAME.csv and so on [default: .]
    #[arg(long, value_name = "FOLDER", help_heading = "Output", conflicts_with_all = ["column", "out"], value_parser = args::folder)]
    dir: Option<PathBuf>,
    /// Write one file with a column for the split [default name: split]
    #[arg(long, value_name = "NAME", help_heading = "Output", num_args = 0..=1, require_equals = true, default_missing_value = "split", value_parser = column_name)]
    column: Option<String>,
    /// With --column, write to FILE instead of standard output
    ///
    /// FILE appears only when it is complete.
    #[arg(long, short, value_name = "FILE", help_heading = "Output", requires = "column")]
    out: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long, short, help_heading = "Output")]
    force: bool,
    /// Form to write [default: by the ending of FILE, else as the input]
    ///
    /// `minirow convert --help` lists the forms.
    #[arg(long, value_name = "FORM", help_heading = "Output", hide_possible_values = true, value_parser = output_formats())]
    to: Option<OutputFormat>,
    #[command(flatten)]
    inputs: InputArgs,
    /// Column of a table that has the puzzles [default: puzzle, quizzes, ...]
    ///
    /// It is --column of the other commands.
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    puzzle_column: Option<String>,
    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<Done> {
        let rule = self.rule().map_err(Error::usage)?;
        let out = args::file(self.out.as_deref());
        endings::format_of(self.to, out, &endings::forms())?;
        given.refuse(&[
            (self.fractions.is_empty(), "without --fractions", &["names"]),
            (self.column.is_some() && out.is_none_or(is_stream), "without --out FILE", &["force"]),
        ])?;
        let folder = self.dir.clone().unwrap_or_else(|| PathBuf::from("."));
        let inputs = self.inputs.inputs()?.of_column("puzzle-column", self.puzzle_column.as_deref());
        let is_seen = self.column.is_some() && out.is_none() && io::stdout().is_terminal();
        let observer = TerminalObserver::new(self.work.quiet || is_seen).counting(&inputs);
        let label = match out {
            Some(out) => format!("minirow split --out {}", out.display()),
            None => format!("minirow split --dir {}", folder.display()),
        };
        let split = Split {
            rule,
            target: match self.column {
                Some(name) => SplitTarget::Column { name, out: out.map(Path::to_path_buf) },
                None => SplitTarget::Folder(folder),
            },
            to: self.to,
            mode: WriteMode { overwrite: self.force, only_files: true, label },
            strict: self.strict,
        };
        let summary = split.run(&inputs, &self.work.run(&observer))?;
        print_dropped(&summary.dropped_fields, summary.format.name(), &inputs, self.work.quiet);
        print_numbers(&summary.counts.to_string());
        if summary.refused > 0 {
            print_numbers(&format!("left out {}", counted(summary.refused, "row")));
        }
        let numbers = summary.counts.splits().map(|(name, rows)| (name.to_string(), rows)).collect();
        Ok(Done { verdict: InputVerdict::of_invalid(summary.refused), numbers })
    }

    fn rule(&self) -> Result<SplitRule, String> {
        let named = [("train", &self.train), ("validation", &self.validation), ("test", &self.test)];
        let named = named.into_iter().filter_map(|(name, share)| Some((name.to_string(), share.clone()?)));
        let shares: Vec<(String, String)> = match (&self.fractions[..], &self.names[..]) {
            ([], _) => {
                let named: Vec<_> = named.collect();
                if named.is_empty() { with_default_names(&["80", "10", "10"].map(String::from))? } else { named }
            }
            (fractions, []) => with_default_names(fractions)?,
            (fractions, names) if fractions.len() == names.len() => {
                names.iter().cloned().zip(fractions.iter().cloned()).collect()
            }
            (fractions, names) => {
                let (names, shares) = (names.len() as u64, fractions.len() as u64);
                let found = counted(names, "name");
                return Err(format!("--names: found {found} for {}, expected {shares}", counted(shares, "share")));
            }
        };
        SplitRule::new(shares, &self.salt).map_err(|why| why.to_string())
    }
}

/// Parses the name of the added column. No command would read it as puzzles, solutions, or what follows from them.
fn column_name(text: &str) -> Result<String, String> {
    let mut known = PUZZLE_COLUMNS.iter().chain(&SOLUTION_COLUMNS).chain(&["clues", "state", "candidates"]);
    let is_known = known.any(|name| name.eq_ignore_ascii_case(text.trim()));
    match text.trim().is_empty() || text.contains(char::is_control) || is_known {
        true => Err("expected a name for a column of splits".into()),
        false => Ok(text.trim().into()),
    }
}

/// Names two shares train and test, or three train, validation and test.
fn with_default_names(shares: &[String]) -> Result<Vec<(String, String)>, String> {
    let names: &[&str] = match shares.len() {
        2 => &["train", "test"],
        3 => &SPLIT_NAMES,
        count => return Err(format!("{} need names: --names", counted(count as u64, "share"))),
    };
    Ok(names.iter().map(ToString::to_string).zip(shares.iter().cloned()).collect())
}
