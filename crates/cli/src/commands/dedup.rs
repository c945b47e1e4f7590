//! `dedup`: drops rows with equal text, equivalent puzzles, or equivalent solution grids.

use std::path::PathBuf;

use minirow_core::text::counted;
use minirow_dataset::{Dedup, OutputFormat, WriteMode};
use minirow_table::Observer;
use minirow_table::equivalence::EquivalentBy;

use crate::args::SortArgs;
use crate::choices::{choices, output_formats};
use crate::commands::InputVerdict;
use crate::commands::per_grid::Common;
use crate::error::{Result, print_message};
use crate::interrupt;
use crate::progress::TerminalObserver;

const EXAMPLES: &str = "\
Examples:
  minirow dedup puzzles.csv --out different.csv
  minirow dedup new.csv --against old.csv --out new-only.csv
  minirow dedup a.csv b.csv --by text | wc -l     only grids with equal clues
  minirow dedup puzzles.txt --by solution --out one-of-each-grid.txt
  minirow dedup a.parquet b.csv --out both.parquet
  minirow dedup huge.csv --memory 4GB --report dropped.csv --out less.csv";

/// Drop duplicates: equal text, puzzles, or solution grids
///
/// The first row of each class is kept. Rows keep their order and their text: CSV keeps all columns, and lines keep the
/// text after the grid. If the files have different columns, or --to names another form, rows are written as by
/// `minirow convert`.
///
/// Each dropped row is reported on standard error, unless --quiet is given: its place, the row that it duplicates, and the
/// transformation between the two, as `minirow canon` writes it. Lines without a grid are reported and left out. With `--by
/// solution`, so are grids without exactly one solution. The exit status is 1 then.
///
/// Memory does not grow with the number of rows: keys of 32 bytes a row are sorted on disk if necessary.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Duplicates")]
pub(crate) struct Args {
    /// Rule that makes two grids duplicates
    #[arg(long, value_name = "RULE", default_value = "puzzle", value_parser = choices::<EquivalentBy>())]
    by: EquivalentBy,
    /// Drop the rows of FILE, too; repeatable
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    /// Write the dropped rows and the reasons to a CSV file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    report: Option<PathBuf>,
    /// Form to write [default: by the ending of FILE, else as the input]
    ///
    /// `minirow convert --help` lists the forms.
    #[arg(long, value_name = "FORM", help_heading = "Output", hide_possible_values = true, value_parser = output_formats())]
    to: Option<OutputFormat>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    sort: SortArgs,
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let Common { inputs, target, strict, limit, work } = &self.common;
        interrupt::after(limit.time_limit)?;
        let observer = TerminalObserver::new(work.quiet || target.is_terminal());
        let out = target.out.as_ref().or(self.report.as_ref()).map(|path| format!(" --out {}", path.display()));
        let dedup = Dedup {
            by: self.by,
            against: self.against,
            to: self.to,
            out: target.out.clone(),
            report: self.report,
            mode: WriteMode { overwrite: target.force, label: format!("minirow dedup{}", out.unwrap_or_default()) },
            strict: *strict,
            budget: self.sort.budget(),
        };
        let summary = dedup.run(&inputs.inputs()?, &work.run(&observer), |duplicate| {
            if !work.quiet {
                observer.message(&duplicate.to_string());
            }
        })?;
        if !work.quiet {
            summary.dropped_fields.messages(summary.form).iter().for_each(|message| print_message(message));
        }
        let left_out = match summary.refused {
            0 => String::new(),
            refused => format!(", left out {refused} that cannot be compared"),
        };
        print_message(&format!("kept {}, dropped {}{left_out}", counted(summary.kept, "row"), summary.dropped));
        Ok(InputVerdict::of_invalid(summary.refused))
    }
}
