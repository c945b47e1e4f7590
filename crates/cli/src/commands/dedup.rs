//! `dedup`: drops rows with equal text, equivalent puzzles, or equivalent solution grids.

use std::path::{Path, PathBuf};

use minirow_dataset::{Dedup, OutputFormat, WriteMode};
use minirow_files::is_same_target;
use minirow_table::Observer;
use minirow_table::equivalence::EquivalentBy;
use minirow_table::input::Inputs;
use minirow_text::counted;

use crate::args::{self, Given, SortArgs};
use crate::choices::{choices, output_formats};
use crate::commands::per_grid::Common;
use crate::commands::{Done, InputVerdict};
use crate::endings;
use crate::error::{Error, Result, print_dropped, print_numbers};
use crate::interrupt;
use crate::progress::TerminalObserver;

const EXAMPLES: &str = "\
Examples:
  minirow dedup puzzles.csv --out different.csv
  minirow dedup new.csv --against old/*.csv --out new-only.csv
  minirow dedup a.txt b.txt --in-both             in a.txt and in b.txt
  minirow dedup a.txt b.txt --only-in a.txt       in a.txt, but not in b.txt
  minirow dedup a.csv b.csv --by text | wc -l     only grids with equal clues
  minirow dedup puzzles.txt --by solution --out one-of-each-grid.txt
  minirow dedup a.parquet b.csv --out both.parquet
  minirow dedup huge.csv --memory 4GB --report dropped.csv --out less.csv";

/// Drop duplicates: equal text, puzzles, or solution grids
///
/// The result of several files is their union. With --in-both it is their intersection, and with --only-in the difference.
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
    /// Drop the rows of these files, too
    ///
    /// All names up to the next option are files of --against: write the inputs before it, or after --.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    against: Vec<PathBuf>,
    /// Keep only rows with a duplicate in every FILE
    ///
    /// Rows that other files do not have are dropped without a message.
    #[arg(long, conflicts_with_all = ["against", "only_in"])]
    in_both: bool,
    /// Keep only rows of this FILE that no other FILE has
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    only_in: Option<PathBuf>,
    /// Write the dropped rows and the reasons to a CSV file
    #[arg(long, value_name = "FILE", group = args::WRITTEN, value_parser = args::list, help_heading = "Output")]
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
    pub(crate) fn run(self, _: &Given) -> Result<Done> {
        let Common { inputs, target, strict, limit, work } = &self.common;
        // One of several files may be meant as the input.
        if inputs.are_missing() && self.against.len() > 1 {
            let found = counted(self.against.len() as u64, "file");
            return Err(Error::usage(format!(
                "found {found} of --against and no input; write the inputs before --against or after --, and - for \
                 standard input"
            )));
        }
        let (inputs, against) = self.files(inputs.inputs()?)?;
        endings::format_of(self.to, target.file(), &endings::forms())?;
        endings::format_of(None, self.report.as_deref(), endings::LIST)?;
        interrupt::after(limit.time_limit)?;
        let observer = TerminalObserver::new(work.quiet || target.is_terminal());
        let compared = match self.against.len() {
            0 => String::new(),
            files => format!("; compared with {} of --against", counted(files as u64, "file")),
        };
        let is_quiet = work.quiet || self.in_both || self.only_in.is_some();
        let dedup = Dedup {
            by: self.by,
            against,
            in_all: self.in_both,
            to: self.to,
            out: target.file().map(Path::to_path_buf),
            report: self.report,
            mode: WriteMode { overwrite: target.force, only_files: false, label: target.label("minirow dedup") },
            strict: *strict,
            budget: self.sort.budget(),
        };
        let summary = dedup.run(&inputs, &work.run(&observer), |duplicate| {
            if !is_quiet {
                observer.message(&duplicate.to_string());
            }
        })?;
        print_dropped(&summary.dropped_fields, summary.format.name(), &inputs, work.quiet);
        let left_out = match summary.refused {
            0 => String::new(),
            refused => format!(", left out {refused} that cannot be compared"),
        };
        print_numbers(&format!(
            "kept {}, dropped {}{left_out}{compared}",
            counted(summary.kept, "row"),
            summary.dropped
        ));
        let numbers = [("kept", summary.kept), ("dropped", summary.dropped), ("left_out", summary.refused)];
        let numbers = numbers.map(|(name, rows)| (name.to_string(), rows)).to_vec();
        Ok(Done { verdict: InputVerdict::of_invalid(summary.refused), numbers })
    }

    /// Returns the inputs, and the files with known rows.
    fn files(&self, inputs: Inputs) -> Result<(Inputs, Vec<PathBuf>)> {
        let paths: Vec<PathBuf> = inputs.paths().cloned().collect();
        if self.in_both && paths.len() < 2 {
            return Err(Error::usage("--in-both needs several files"));
        }
        let Some(only_in) = &self.only_in else { return Ok((inputs, self.against.clone())) };
        let (own, others): (Vec<_>, Vec<_>) =
            paths.into_iter().partition(|path| path == only_in || is_same_target(path, only_in));
        if own.is_empty() || others.is_empty() {
            let name = only_in.display();
            return Err(Error::usage(format!("--only-in {name} needs {name} and other files as inputs")));
        }
        Ok((inputs.with_paths(&own[..1]), others))
    }
}
