//! `audit`: reports on foreign data sets: puzzles without one solution, wrong solutions, duplicates, leaks, and distributions.

use std::collections::BTreeMap;
use std::path::PathBuf;

use minirow_dataset::{Audit, AuditReport, AuditSplits, Finding, FindingKind, RatedAgain};
use minirow_formats::csv_report;
use minirow_text::shown;

use crate::args::{self, Given, SortArgs, TableInputArgs, TargetArgs, TimeLimitArgs, WorkArgs, whole};
use crate::commands::InputVerdict;
use crate::commands::check::ratings;
use crate::endings;
use crate::error::Result;
use crate::interrupt;
use crate::output::Output;
use crate::progress::TerminalObserver;
use crate::report_format::{ENDINGS, ReportFormat, report_formats};

const EXAMPLES: &str = "\
Examples:
  minirow audit sudoku.csv                       a report as text
  minirow audit train.parquet test.parquet       leaks between splits, too
  minirow audit all.jsonl --split fold --json    the splits are in a column
  minirow audit data/all__inputs.npy             a folder of HRM or TRM
  minirow audit sudoku.csv --out audit.html      a page
  minirow audit sudoku.csv --report findings.csv --ratings 5000";

/// Report on data sets of other programs
///
/// Counts puzzles with no solution or several, wrong solutions, duplicates and equivalent puzzles. A row is a leak if an earlier
/// split has an equivalent puzzle or solution grid; the order is train, validation, test, others by their names. Also shows the clues, how many puzzles are minimal, and the ratings of
/// a sample with 95 % confidence intervals.
///
/// FILE is CSV, JSON lines, Parquet, a NumPy array (.npy) of shape (n, 81) or (n, 9, 9), or a folder with such files. The
/// columns of puzzles and solutions are called puzzle and solution, quizzes and solutions, or question and answer. An array with
/// the solutions of another one is found by its name, such as sudoku_solutions.npy, or by its grids. Rows of Parquet and NumPy have
/// the line that they would have in CSV: 2 for the first one.
///
/// The split of a row is the value of its column `split`, or else the word train, validation, val, dev, test or eval in the name
/// of its file or folder, or else its file. Shards of a file, such as data-00000-of-00003.parquet, are one.
///
/// All numbers except the ratings are those of all rows. Rows are compared by 128 bits of SHA-256: among a billion rows, the
/// probability of one false duplicate is 2 * 10^-21. Memory does not grow with the number of rows, except with --ratings all.
/// Findings do not change the exit status; it is 1 if a line holds no grid or a file is left out. Of files
/// with the same rows in several formats, as those of `minirow dataset`, one is audited.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Data sets")]
pub(crate) struct Args {
    /// Stop at the first line that holds no grid
    #[arg(long, help_heading = "Input")]
    strict: bool,
    /// Column with the splits [default: split]
    #[arg(long, value_name = "COLUMN")]
    split: Option<String>,
    /// Treat each file as a split, whatever its name
    #[arg(long, conflicts_with = "split")]
    files_are_splits: bool,
    /// Treat all rows as one split
    #[arg(long, conflicts_with_all = ["files_are_splits", "split"])]
    together: bool,
    /// Puzzles to rate: all, none, a number, or sample (1000)
    ///
    /// The puzzles are selected by the numbers of their rows, so that another run selects the same.
    #[arg(long, value_name = "PUZZLES", default_value = "sample", value_parser = ratings)]
    ratings: RatedAgain,
    /// Number of examples of each kind of finding
    #[arg(long, value_name = "N", default_value_t = 3, help_heading = "Output", value_parser = whole(0..=u64::MAX))]
    examples: u64,
    /// Write all findings to a CSV file
    #[arg(long, value_name = "FILE", group = args::WRITTEN, value_parser = args::list, help_heading = "Output")]
    report: Option<PathBuf>,
    /// Form of the report [default: by the ending of FILE, else text]
    #[arg(long, help_heading = "Output", value_parser = report_formats("A line for each subject, and examples", "A JSON object"))]
    format: Option<ReportFormat>,
    /// Write JSON, as with --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    inputs: TableInputArgs,
    #[command(flatten)]
    limit: TimeLimitArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    sort: SortArgs,
}

/// The columns of lists of findings.
const REPORT_COLUMNS: [&str; 6] = ["file", "line", "finding", "first_file", "first_line", "first_split"];

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<InputVerdict> {
        let asked = self.format.or(self.json.then_some(ReportFormat::Json));
        let out = self.target.file();
        let format = endings::format_of(asked, out, ENDINGS)?.unwrap_or(ReportFormat::Text);
        given.refuse(&[(format == ReportFormat::Json, "with --format json", &["examples"])])?;
        let report_file = self.report.as_deref();
        endings::format_of(None, report_file, endings::LIST)?;
        let inputs = self.inputs.inputs()?;
        let mut output = Output::open(&self.target, "minirow audit")?.with_list(report_file)?;
        if let Some(list) = &mut output.list {
            list.put(csv_report(REPORT_COLUMNS).as_bytes())?;
        }
        let budget = self.sort.budget_beside(out.or(report_file))?;
        let audit = Audit {
            splits: match (self.together, self.files_are_splits) {
                (true, _) => AuditSplits::None,
                (_, true) => AuditSplits::Files,
                _ => self.split.map_or(AuditSplits::Found, AuditSplits::Column),
            },
            ratings: self.ratings,
            strict: self.strict,
            budget,
        };
        interrupt::after(self.limit.time_limit)?;
        let observer = TerminalObserver::new(self.work.quiet).counting(&inputs);
        let mut examples: BTreeMap<FindingKind, Vec<String>> = BTreeMap::new();
        let report = audit.run(&inputs, &self.work.run(&observer), |finding| {
            let known = examples.entry(finding.kind).or_default();
            if (known.len() as u64) < self.examples {
                known.push(finding.to_string());
            }
            match &mut output.list {
                Some(list) => Ok(list.put(csv_report(fields(finding)).as_bytes())?),
                None => Ok(()),
            }
        })?;
        let examples: Vec<String> = examples.into_values().flatten().collect();
        output.write_text(&written(&report, &examples, format))?;
        output.finish()?;
        Ok(InputVerdict::of_invalid(report.unreadable + report.left_out))
    }
}

/// Returns the fields of a finding, in the columns of [`REPORT_COLUMNS`].
fn fields(finding: &Finding) -> [String; 6] {
    let Finding { place, kind, first, first_split } = finding;
    let first_file = first.as_ref().map(|first| first.name().to_string()).unwrap_or_default();
    let first_line = first.as_ref().map(|first| first.line().to_string()).unwrap_or_default();
    let split = first_split.clone().unwrap_or_default();
    [place.name().to_string(), place.line().to_string(), kind.name().into(), first_file, first_line, split]
}

fn written(report: &AuditReport, examples: &[String], format: ReportFormat) -> String {
    match format {
        ReportFormat::Text if examples.is_empty() => report.to_string(),
        ReportFormat::Text => {
            let lines: Vec<String> = examples.iter().map(|example| format!("  {}\n", shown(example))).collect();
            format!("{report}\nexamples of findings\n{}", lines.concat())
        }
        ReportFormat::Json => report.json(),
        ReportFormat::Html => report.page(examples),
    }
}
