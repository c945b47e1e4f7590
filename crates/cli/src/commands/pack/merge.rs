//! `pack merge`: joins neighbouring ranges of one pack, which were generated separately.

use std::path::PathBuf;

use minirow_core::text::counted;
use minirow_pack::merge;
use minirow_table::files::WriteOptions;

use super::levels;
use crate::commands::InputVerdict;
use crate::error::{Result, print_message};

const EXAMPLES: &str = "\
Examples:
  minirow pack merge pack.csv part-*.csv

  # four processes at a time; run this again after an interruption
  seq 0 1000 9000 | xargs -P 4 -I{} minirow pack --seed 7 --start {} \\
      --count 1000 --threads 1 --resume --quiet --out part-{}.csv";

/// Join the ranges of one pack
///
/// The files may have any order. Each needs its manifest. OUT and its manifest have the same bytes as those of a single run.
/// Nothing is written if a range is missing or given twice, if a file does not match its manifest, or if the seeds,
/// constraints or versions differ.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(super) struct Args {
    /// File for the whole pack
    #[arg(index = 1, value_name = "OUT", help_heading = "Output")]
    out: PathBuf,
    /// Files of the ranges, in any order
    #[arg(index = 2, value_name = "FILE", required = true, help_heading = "Input")]
    files: Vec<PathBuf>,
    /// Overwrite OUT if it exists
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Hide the summary
    #[arg(long, short, help_heading = "General")]
    quiet: bool,
}

impl Args {
    pub(super) fn run(&self) -> Result<InputVerdict> {
        let options = WriteOptions { overwrite: self.force, label: "minirow pack merge", ..WriteOptions::default() };
        let tally = merge(&self.out, &self.files, &options)?;
        if !self.quiet {
            let puzzles = counted(tally.rows(), "puzzle");
            let files = counted(self.files.len() as u64, "file");
            print_message(&format!("wrote {puzzles} from {files} to {}; {}", self.out.display(), levels(&tally)));
        }
        Ok(InputVerdict::AllValid)
    }
}
