//! `explain`: the steps of a puzzle in words: for a terminal, as JSON lines, as a page, or one of them as a picture.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;

use clap::{ColorChoice, ValueEnum};

use minirow_report::explain::{self, ExplanationStyle, StartPosition, StepSelection, Walkthrough};
use minirow_report::trace;

use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::error::{Error, Result, print_message};
use crate::output::Output;
use minirow_table::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow explain puzzle.txt                        every step, with the candidate grid
  minirow explain puzzle.txt --brief                a line for each step
  minirow explain half-done.txt --next              a hint: the next step only
  minirow explain puzzle.txt --steps 12             the first twelve steps, and what is left then
  minirow explain puzzle.txt --out path.html        a page to look at in a browser
  minirow explain puzzle.txt --step 23 --out 23.svg a picture of one step
  minirow explain pack.csv --puzzle 7 --out 7.html  of the seventh puzzle of a file
  minirow explain pack.csv --format json            every step of every puzzle, as JSON lines

r5c5=7 says that r5c5 holds 7, r4c3<>5 that r4c3 does not hold 5. The path is the one that ratings
are made of: always the easiest step. It starts from whatever is filled in already, and from the
candidates that are left, if the input has them.";

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// Sentences and candidate grids
    Text,
    /// A JSON object for each step: that of `grade --trace`, with `text` and `lines`
    Json,
    /// One page that holds all it needs, for any browser, offline too
    Html,
    /// A picture of one step (with neither --step nor --next, of the hardest)
    Svg,
}

/// Explain how a puzzle is solved, step by step
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// What to write [default: by the name of the output, else text]
    #[arg(long)]
    format: Option<ExplainFormat>,
    /// The next step only
    #[arg(long, conflicts_with_all = ["step", "steps"])]
    next: bool,
    /// Step N only, counted from 1
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    step: Option<NonZeroUsize>,
    /// The first N steps
    #[arg(long, value_name = "N", visible_alias = "until")]
    steps: Option<NonZeroUsize>,
    /// Puzzle N of the input only, counted from 1
    #[arg(long, value_name = "N")]
    puzzle: Option<NonZeroUsize>,
    /// Text: one line for each step
    #[arg(long)]
    brief: bool,
    /// Text: leave out the chains within chains
    #[arg(long)]
    fold: bool,
    /// Text: colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
    /// Page: a heading
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// Returns the format that the ending of a path stands for.
fn by_name(path: &Path) -> Option<ExplainFormat> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "html" | "htm" => Some(ExplainFormat::Html),
        "svg" => Some(ExplainFormat::Svg),
        "json" | "jsonl" => Some(ExplainFormat::Json),
        _ => None,
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let format =
            self.format.or_else(|| self.common.target.out.as_deref().and_then(by_name)).unwrap_or(ExplainFormat::Text);
        let wanted = match (self.next, self.step, self.steps) {
            (true, ..) => StepSelection::Only(1),
            (_, Some(step), _) => StepSelection::Only(step.get()),
            (_, _, Some(steps)) if format != ExplainFormat::Svg => StepSelection::First(steps.get()),
            (_, _, Some(_)) => return Err(Error::usage("--format svg is a picture of one step: --step N")),
            _ if format == ExplainFormat::Svg => StepSelection::Hardest,
            _ => StepSelection::All,
        };
        match format {
            ExplainFormat::Html | ExplainFormat::Svg => self.write_one(format, wanted),
            _ if self.puzzle.is_some() => self.write_one(format, wanted),
            _ => {
                let style = self.style();
                self.common.run("", |entry| write(entry, format, wanted, style, self.title.as_deref()))
            }
        }
    }

    /// Writes a format that holds one puzzle only.
    fn write_one(&self, format: ExplainFormat, wanted: StepSelection) -> Result<InputVerdict> {
        let mut items = self.common.inputs.read()?;
        let number = self.puzzle.map_or(1, NonZeroUsize::get);
        let mut found = 0;
        let entry = loop {
            match items.next() {
                None => return Err(Error::data(format!("found {found} grids in the input, expected {number}"))),
                Some(Err(bad)) if self.common.strict => return Err(Error::data(bad)),
                Some(Err(bad)) => print_message(&bad.to_string()),
                Some(Ok(entry)) => {
                    found += 1;
                    if found == number {
                        break entry;
                    }
                }
            }
        };
        if self.puzzle.is_none()
            && let Some(Ok(second)) = items.next()
        {
            let place = second.place;
            return Err(Error::usage(format!("{place}: found a second grid, expected one; --puzzle N picks one")));
        }
        let mut output = Output::open(&self.common.target)?;
        let outcome = write(&entry, format, wanted, self.style(), self.title.as_deref());
        if let Some(problem) = outcome.problem {
            return Err(Error::data(format!("{}: {problem}", entry.place)));
        }
        output.write(outcome.text.as_bytes())?;
        output.finish()?;
        Ok(InputVerdict::AllValid)
    }

    fn style(&self) -> ExplanationStyle {
        let color = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // NO_COLOR, CLICOLOR, TERM=dumb and the like.
            ColorChoice::Auto => {
                self.common.target.out.is_none()
                    && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
            }
        };
        ExplanationStyle { color, brief: self.brief, folded: self.fold, width: 100 }
    }
}

/// Returns the text for a grid.
fn write(
    entry: &Entry,
    format: ExplainFormat,
    wanted: StepSelection,
    style: ExplanationStyle,
    title: Option<&str>,
) -> Outcome {
    let start = StartPosition::from_board(&entry.board);
    let walkthrough = match start.and_then(|start| Walkthrough::new(&start, wanted)) {
        Ok(walkthrough) => walkthrough,
        Err(error) => return Outcome::problem("", error),
    };
    match format {
        ExplainFormat::Text => Outcome::fine(explain::text(&walkthrough, style)),
        ExplainFormat::Json => {
            let id = entry.record.fields.text("id");
            let lines = trace::explained_steps(id.as_deref(), &walkthrough).map(|line| line + "\n");
            Outcome::fine(lines.collect::<String>())
        }
        ExplainFormat::Html => Outcome::fine(explain::page(&walkthrough, title)),
        ExplainFormat::Svg => match walkthrough.steps.first() {
            Some(step) => Outcome::fine(explain::picture(&walkthrough, step)),
            None => Outcome::problem("", "every cell is filled: there is no step to draw"),
        },
    }
}
