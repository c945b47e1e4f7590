//! `pack merge`: neighbouring ranges of one pack, made on any number of machines, as the file of the whole.

use std::path::PathBuf;

use minirow_pack::merge;
use minirow_table::files::WriteOptions;

use super::levels;
use crate::commands::InputVerdict;
use crate::error::{Result, print_message};

const EXAMPLES: &str = "\
Examples:
  minirow pack merge pack.csv part-*.csv

  # four processes at a time, a range each; any that is interrupted goes on when this is run again
  seq 0 1000 9000 | xargs -P 4 -I{} minirow pack --seed 7 --start {} --count 1000 \\
      --threads 1 --resume --quiet --out part-{}.csv

The files may come in any order; each needs its manifest beside it. OUT and its manifest get the
bytes of a single run. A range that is missing or there twice, another seed, wish or version, or a
file that is not what its manifest says is an error, and nothing is written.";

/// Join the ranges of one pack
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(super) struct Args {
    /// The file of the whole
    #[arg(value_name = "OUT")]
    out: PathBuf,
    /// The files of the ranges, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Overwrite OUT if it exists
    #[arg(long)]
    force: bool,
    /// Print no message on success
    #[arg(long, short)]
    quiet: bool,
}

impl Args {
    pub(super) fn run(&self) -> Result<InputVerdict> {
        let options = WriteOptions { overwrite: self.force, label: "minirow pack merge", ..WriteOptions::default() };
        let tally = merge(&self.out, &self.files, &options)?;
        if !self.quiet {
            let (out, files) = (self.out.display(), self.files.len());
            print_message(&format!("{out}: {} puzzles from {files} files; {}", tally.rows(), levels(&tally)));
        }
        Ok(InputVerdict::AllValid)
    }
}
