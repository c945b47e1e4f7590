//! `explain`: the steps of a puzzle in words, for a terminal, as JSON lines or as a page; or one step as a picture.

use std::num::NonZeroUsize;

use clap::ValueEnum;
use minirow_core::text::counted;
use minirow_report::explain::{self, ExplanationStyle, StartPosition, StepSelection, Walkthrough};
use minirow_report::trace;
use minirow_table::input::Entry;

use crate::args::ColorArgs;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome, until_interrupted};
use crate::endings::{self, Endings};
use crate::error::{Error, Result, print_message};
use crate::interrupt;
use crate::output::{Frame, Output};

const EXAMPLES: &str = "\
Examples:
  minirow explain puzzle.txt                      every step with its candidates
  minirow explain half-done.txt --next            a hint: the next step only
  minirow explain puzzle.txt --out path.html      a page for a browser
  minirow explain puzzle.txt --brief              one line for each step
  minirow explain puzzle.txt --steps 12           the first twelve steps
  minirow explain puzzle.txt --step 23 --out 23.svg
  minirow explain pack.csv --puzzle 7 --out 7.html
  minirow explain pack.csv --format json          every step of every puzzle";

/// The form of explanations.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// Sentences and candidate grids
    Text,
    /// A JSON object for each step, as `grade --trace` writes it, with `text` and `lines`
    #[value(alias = "jsonl")]
    Json,
    /// A page for any browser, without further files
    #[value(alias = "htm")]
    Html,
    /// A picture of one step: that of --step or --next, or the hardest
    Svg,
}

/// The endings of outputs.
const ENDINGS: Endings<ExplainFormat> = &[
    ("txt", ExplainFormat::Text),
    ("json", ExplainFormat::Json),
    ("jsonl", ExplainFormat::Json),
    ("ndjson", ExplainFormat::Json),
    ("html", ExplainFormat::Html),
    ("htm", ExplainFormat::Html),
    ("svg", ExplainFormat::Svg),
];

/// Explain how a puzzle is solved, step by step
///
/// r5c5=7 means that r5c5 holds 7, and r4c3<>5 that r4c3 does not hold 5. Each step is the easiest one, as in ratings. The
/// path starts from the given digits, and from the given candidates if the input has them.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Output")]
pub(crate) struct Args {
    /// Explain puzzle N of the input only, counted from 1
    #[arg(long, value_name = "N", help_heading = "Input")]
    puzzle: Option<NonZeroUsize>,
    /// Explain the next step only
    #[arg(long, conflicts_with_all = ["step", "steps"], help_heading = "Steps")]
    next: bool,
    /// Explain step N only, counted from 1
    #[arg(long, value_name = "N", conflicts_with = "steps", help_heading = "Steps")]
    step: Option<NonZeroUsize>,
    /// Explain the first N steps
    #[arg(long, value_name = "N", visible_alias = "until", help_heading = "Steps")]
    steps: Option<NonZeroUsize>,
    /// Form of the explanation [default: by the ending of FILE, else text]
    #[arg(long)]
    format: Option<ExplainFormat>,
    /// Write one line for each step (text)
    #[arg(long)]
    brief: bool,
    /// Leave out the chains within chains (text)
    #[arg(long)]
    fold: bool,
    /// Heading of the page (html)
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    color: ColorArgs,
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let target = &self.common.target;
        let format = endings::format_of(self.format, target.file(), ENDINGS)?.unwrap_or(ExplainFormat::Text);
        let frame = if format == ExplainFormat::Json { Frame::json(target) } else { Frame::default() };
        let selection = match (self.next, self.step, self.steps) {
            (true, ..) => StepSelection::Only(1),
            (_, Some(step), _) => StepSelection::Only(step.get()),
            (_, _, Some(_)) if format == ExplainFormat::Svg => {
                return Err(Error::usage("--format svg draws one step, expected --step N instead of --steps"));
            }
            (_, _, Some(steps)) => StepSelection::First(steps.get()),
            _ if format == ExplainFormat::Svg => StepSelection::Hardest,
            _ => StepSelection::All,
        };
        let color = self.color.has_colors(target);
        let style = ExplanationStyle { color, brief: self.brief, folded: self.fold, width: 100 };
        let work = |entry: &Entry| write(entry, format, selection, style, self.title.as_deref());
        if self.puzzle.is_none() && matches!(format, ExplainFormat::Text | ExplainFormat::Json) {
            return self.common.run(frame, work);
        }
        interrupt::after(self.common.limit.time_limit)?;
        let entry = self.only_entry()?;
        let mut output = Output::open(target)?.framed(frame)?;
        let outcome = until_interrupted(|| work(&entry));
        if outcome.interrupted {
            return Err(Error::Interrupted);
        }
        if let Some(problem) = outcome.message {
            return Err(Error::data(format!("{}: {problem}", entry.place)));
        }
        output.write(outcome.text.as_bytes())?;
        output.finish()?;
        Ok(InputVerdict::AllValid)
    }

    /// Reads the puzzle of `--puzzle`, or the only one.
    fn only_entry(&self) -> Result<Entry> {
        let items = self.common.inputs.inputs()?.read()?;
        let strict = self.common.strict;
        let mut entries = items.filter_map(|item| match item {
            Err(bad) if !strict => {
                print_message(&bad.to_string());
                None
            }
            item => Some(item.map_err(Error::data)),
        });
        let number = self.puzzle.map_or(1, NonZeroUsize::get);
        let (found, last) = entries
            .by_ref()
            .take(number)
            .try_fold((0, None), |(found, _), entry| Ok::<_, Error>((found + 1, Some(entry?))))?;
        let Some(entry) = last.filter(|_| found == number) else {
            let found = counted(found as u64, "grid");
            return Err(Error::data(format!("found {found} in the input, expected {number}")));
        };
        if self.puzzle.is_none()
            && let Some(Ok(second)) = entries.next()
        {
            return Err(Error::usage(format!(
                "{}: found a second grid, expected one; --puzzle N selects one",
                second.place
            )));
        }
        Ok(entry)
    }
}

/// Returns the text for a grid.
fn write(
    entry: &Entry,
    format: ExplainFormat,
    selection: StepSelection,
    style: ExplanationStyle,
    title: Option<&str>,
) -> Outcome {
    let start = StartPosition::from_board(&entry.board);
    let walkthrough = match start.and_then(|start| Walkthrough::new(&start, selection)) {
        Ok(walkthrough) => walkthrough,
        Err(error) => return Outcome::invalid("", error),
    };
    match format {
        ExplainFormat::Text => Outcome::valid(explain::text(&walkthrough, style)),
        ExplainFormat::Json => {
            let id = entry.record.fields.text("id");
            let lines = trace::explained_steps(id.as_deref(), &walkthrough).map(|line| line + "\n");
            Outcome::valid(lines.collect::<String>())
        }
        ExplainFormat::Html => Outcome::valid(explain::page(&walkthrough, title)),
        ExplainFormat::Svg => match walkthrough.steps.first() {
            Some(step) => Outcome::valid(explain::picture(&walkthrough, step)),
            None => Outcome::invalid("", "every cell is filled: there is no step to draw"),
        },
    }
}
