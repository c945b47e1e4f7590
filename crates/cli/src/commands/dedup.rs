//! `dedup`: drops rows that are the same text, the same puzzle up to symmetry, or have the same solution grid.

use std::path::PathBuf;

use clap::ValueEnum;
use minirow_dataset::{Dedup, OutputFormat, WriteMode};
use minirow_table::equivalence::EquivalentBy;
use minirow_table::{Observer, Run};

use crate::args::SortArgs;
use crate::choices::output_formats;
use crate::commands::InputVerdict;
use crate::commands::per_grid::Common;
use crate::error::{Result, print_message};
use crate::interrupt;
use crate::progress::TerminalObserver;

const EXAMPLES: &str = "\
Examples:
  minirow dedup puzzles.csv --out different.csv   equivalent puzzles (relabelled, turned, ...) are duplicates, too
  minirow dedup new.csv --against old.csv --out new-only.csv
  minirow dedup a.csv b.csv --by text | wc -l     only grids that are equal cell by cell
  minirow dedup puzzles.txt --by solution --out one-of-each-grid.txt
  minirow dedup a.parquet b.csv --out both.parquet
  minirow dedup huge.csv --memory 4GB --temp-dir scratch --report dropped.csv --out less.csv

The first row of each class is kept. Rows keep their order and their text: CSV keeps all columns,
and a list keeps the text behind its grids. If the files have different columns, or another form is
asked for, rows are written as `convert` writes them.
Each dropped row is reported on stderr (not with --quiet): its place, the row that it duplicates, and
the transformation between the two, as `canon` writes it. Lines without a grid are reported and left
out; so are grids without exactly one solution with `--by solution`. The exit status is 1 then.
Memory does not grow with the number of rows: keys that do not fit are sorted on disk, 32 bytes a row.";

/// Drop duplicates: equal text, equivalent puzzles, or the same solution grid
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// When two grids are duplicates
    #[arg(long, value_enum, default_value_t)]
    by: By,
    /// Drop the rows of these files, too; can be given several times
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    /// Write the dropped rows and the reasons to a CSV file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The form to write [default: by the name of the output, else that of the input]
    #[arg(long, value_name = "FORM", value_parser = output_formats())]
    to: Option<OutputFormat>,
    #[command(flatten)]
    sort: SortArgs,
}

/// When two grids are duplicates.
#[derive(Clone, Copy, Default, ValueEnum)]
enum By {
    /// The same clues in the same cells, whatever stands for an empty cell
    Text,
    /// The same puzzle up to symmetry: digits relabelled, lines swapped, transposed
    #[default]
    Puzzle,
    /// The same solution grid up to symmetry
    Solution,
}

impl From<By> for EquivalentBy {
    fn from(by: By) -> EquivalentBy {
        match by {
            By::Text => EquivalentBy::Text,
            By::Puzzle => EquivalentBy::Puzzle,
            By::Solution => EquivalentBy::Solution,
        }
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let Common { inputs, target, strict, work } = &self.common;
        let observer = TerminalObserver::new(work.quiet || self.common.to_terminal());
        let run = Run { threads: work.threads, interrupt: interrupt::token(), observer: &observer };
        let out = target.out.as_ref().or(self.report.as_ref()).map(|path| format!(" --out {}", path.display()));
        let dedup = Dedup {
            by: self.by.into(),
            against: self.against,
            to: self.to,
            out: target.out.clone(),
            report: self.report,
            mode: WriteMode { overwrite: target.force, label: format!("minirow dedup{}", out.unwrap_or_default()) },
            strict: *strict,
            budget: self.sort.budget(),
        };
        let summary = dedup.run(&inputs.inputs()?, &run, |duplicate| {
            if !work.quiet {
                observer.message(&duplicate.to_string());
            }
        })?;
        if !work.quiet {
            summary.dropped_fields.messages(summary.form).iter().for_each(|message| print_message(message));
        }
        let refused = summary.refused;
        let bad = if refused == 0 { String::new() } else { format!("; {refused} held nothing to compare") };
        print_message(&format!("{} rows kept, {} dropped{bad}", summary.kept, summary.dropped));
        Ok(if refused == 0 { InputVerdict::AllValid } else { InputVerdict::SomeInvalid })
    }
}
