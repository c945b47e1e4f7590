//! `benchmark write`: the puzzles of the benchmark.

use minirow_dataset::{BENCHMARK, Benchmark, Error as DatasetError};
use minirow_files::is_stream;
use minirow_table::Format;
use minirow_text::counted;

use crate::args::TargetArgs;
use crate::choices::choices;
use crate::commands::InputVerdict;
use crate::endings;
use crate::error::{Result, print_message};
use crate::output::write_all;

const EXAMPLES: &str = "\
Examples:
  minirow benchmark write --out benchmark.csv
  minirow benchmark write --out benchmark.parquet
  minirow benchmark write --format jsonl | head -1";

/// Write the puzzles of the benchmark
///
/// The columns are the id, the puzzle, its only solution, the number of clues, ER, EP, ED, the level, the hardest technique, the
/// T&E depth, B, BxB or BxBB, the identifier of the solution grid, and the range of ER.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    target: TargetArgs,
    /// Format of the rows [default: by the ending of FILE, else csv]
    #[arg(long, value_name = "FORMAT", help_heading = "Output", value_parser = choices::<Format>())]
    format: Option<Format>,
    /// Hide the summary
    #[arg(long, short, help_heading = "General")]
    quiet: bool,
}

impl Args {
    pub(super) fn run(&self) -> Result<InputVerdict> {
        let out = self.target.file();
        let format = endings::format_of(self.format, out, endings::ROWS)?.unwrap_or(Format::Csv);
        if format == Format::Parquet && out.is_none_or(is_stream) {
            return Err(DatasetError::NeedsFile.into());
        }
        let set = Benchmark::standard();
        write_all(out, &self.target.options("minirow benchmark write"), &set.write(format)?)?;
        if let (Some(out), false) = (out, self.quiet) {
            let puzzles = counted(set.puzzles().len() as u64, "puzzle");
            print_message(&format!("wrote {puzzles} to {} ({BENCHMARK})", out.display()));
        }
        Ok(InputVerdict::AllValid)
    }
}
