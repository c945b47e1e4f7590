//! `pack merge`: joins neighbouring ranges of one pack, which were generated separately.

use std::path::{Path, PathBuf};

use minirow_files::WriteOptions;
use minirow_pack::merge;
use minirow_text::counted;

use super::levels;
use crate::args;
use crate::commands::InputVerdict;
use crate::endings::{self, Endings};
use crate::error::{Error, Result, print_message};

const EXAMPLES: &str = "\
Examples:
  minirow pack merge --out pack.csv part-*.csv

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
    ///
    /// Without --out, the first FILE is the whole pack, which must not exist.
    #[arg(long, short, value_name = "OUT", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Files of the ranges, in any order
    #[arg(value_name = "FILE", required = true, help_heading = "Input")]
    files: Vec<PathBuf>,
    /// Overwrite OUT if it exists
    #[arg(long, short, requires = "out", help_heading = "Output")]
    force: bool,
    /// Hide the summary
    #[arg(long, short, help_heading = "General")]
    quiet: bool,
}

/// The ending of the whole pack.
const WHOLE: Endings<()> = &[("csv", ())];

impl Args {
    pub(super) fn run(&self) -> Result<InputVerdict> {
        let options = WriteOptions { overwrite: self.force, label: "minirow pack merge", ..WriteOptions::default() };
        let (out, files) = self.out_and_files()?;
        endings::format_of(None, Some(out), WHOLE)?;
        let tally = merge(out, files, &options)?;
        if !self.quiet {
            let puzzles = counted(tally.rows(), "puzzle");
            let files = counted(files.len() as u64, "file");
            print_message(&format!("wrote {puzzles} from {files} to {}; {}", out.display(), levels(&tally)));
        }
        Ok(InputVerdict::AllValid)
    }

    /// Returns the file for the whole pack, and those of the ranges. The shell may have replaced a pattern by many names, so
    /// the first one is the whole pack only if there is no such file.
    fn out_and_files(&self) -> Result<(&Path, &[PathBuf])> {
        match (self.out.as_deref(), &self.files[..]) {
            (Some(out), _) if args::file(Some(out)).is_none() => {
                Err(Error::usage("a pack and its manifest are files, expected --out FILE"))
            }
            (Some(out), files) => Ok((out, files)),
            (None, [out, files @ ..]) if !files.is_empty() && !out.exists() => Ok((out, files)),
            (None, [out, ..]) if out.exists() => {
                let out = out.display();
                Err(Error::usage(format!(
                    "{out}: exists already, expected a new file for the whole pack, or --out FILE"
                )))
            }
            (None, _) => Err(Error::usage("found no ranges, expected --out OUT FILE...")),
        }
    }
}
