//! `split`: rows for training, validation and test, so that no solution grid is in two of them.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use minirow_dataset::{OutputFormat, Split, SplitRule, SplitTarget, WriteMode};
use minirow_table::Run;

use crate::args::{InputArgs, WorkArgs};
use crate::choices::output_formats;
use crate::commands::InputVerdict;
use crate::error::{Error, Result, print_message};
use crate::interrupt;
use crate::progress::TerminalObserver;

const EXAMPLES: &str = "\
Examples:
  minirow split puzzles.csv --dir data              80, 10 and 10 %: train.csv, validation.csv, test.csv
  minirow split puzzles.csv --dir data --train 98 --validation 1 --test 1
  minirow split puzzles.csv --fractions 0.9,0.1 --names fit,judge
  minirow split puzzles.csv --column --out split.csv          one file with a column for the split
  minirow split more.csv --dir more --salt 2026               another salt, another split

The split of a row follows from a hash of its solution grid up to symmetry. Equivalent puzzles, and
puzzles with the same solution grid, are in the same split. The split of a row does not depend on the
other rows, so rows that are added later do not move any.
The hash is SHA-256 of the salt and the 81 digits of `minirow canon --solution`; its first 8 bytes,
as a fraction of 2^64, are compared with the shares added up.
Each level is split in the same proportion on average; the counts are printed at the end. The shares
of a level are not exact: a surplus row would need another split than that of its hash, and rows that
are added later would then move others from test into train.
Rows keep their text, as with `dedup`. Rows without exactly one solution are reported and left out;
the exit status is 1 then.";

/// Split rows for training and test; no two splits have equivalent solution grids
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    inputs: InputArgs,
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
    #[arg(long, value_name = "FORM", value_parser = output_formats())]
    to: Option<OutputFormat>,
    /// Stop at the first line that holds no puzzle
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let rule = self.rule().map_err(Error::usage)?;
        let folder = self.dir.clone().unwrap_or_else(|| PathBuf::from("."));
        let inputs = self.inputs.inputs()?;
        let is_seen = self.column.is_some() && self.out.is_none() && io::stdout().is_terminal();
        let observer = TerminalObserver::new(self.work.quiet || is_seen).counting(&inputs);
        let run = Run { threads: self.work.threads, interrupt: interrupt::token(), observer: &observer };
        let label = match &self.out {
            Some(out) => format!("minirow split --out {}", out.display()),
            None => format!("minirow split --dir {}", folder.display()),
        };
        let split = Split {
            rule,
            target: match self.column {
                Some(name) => SplitTarget::Column { name, out: self.out },
                None => SplitTarget::Folder(folder),
            },
            to: self.to,
            mode: WriteMode { overwrite: self.force, label },
            strict: self.strict,
        };
        let summary = split.run(&inputs, &run)?;
        if !self.work.quiet {
            summary.dropped_fields.messages(summary.form).iter().for_each(|message| print_message(message));
        }
        print_message(summary.counts.to_string().trim_end());
        if summary.refused > 0 {
            print_message(&format!("{} left out", summary.refused));
        }
        Ok(if summary.refused == 0 { InputVerdict::AllValid } else { InputVerdict::SomeInvalid })
    }

    fn rule(&self) -> std::result::Result<SplitRule, String> {
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
        SplitRule::new(shares, &self.salt).map_err(|why| why.to_string())
    }
}
