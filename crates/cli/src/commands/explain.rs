//! `explain`: the steps of a puzzle in words, for a terminal, as JSON lines or as a page; or one step as a picture.

mod sheets;

use std::num::NonZeroUsize;

use clap::ValueEnum;
use clap::builder::TypedValueParser;
use minirow_report::explain::{self, ExplanationStyle, HintStage, StepSelection, Walkthrough};
use minirow_report::trace;
use minirow_table::input::Entry;
use minirow_table::{PathScale, StartError, StartFrom, StartPosition};
use minirow_text::{Board, counted};

use crate::args::{ColorArgs, Given, whole};
use crate::choices::path_scales;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome, until_interrupted};
use crate::endings::{self, Endings};
use crate::error::{Error, Result};
use crate::interrupt;
use crate::output::{Frame, Output};
use crate::progress::Progress;
use crate::recipe;
use sheets::SheetArgs;

/// The name of the command.
const COMMAND: &str = "minirow explain";

const EXAMPLES: &str = "\
Examples:
  minirow explain puzzle.txt                      every step with its candidates
  minirow explain half-done.sdk --next            a hint: the next step only
  minirow explain half-done.sdk --next --stage region
  minirow explain puzzle.txt --out path.html      a page for a browser
  minirow explain puzzle.txt --brief              one line for each step
  minirow explain puzzle.txt --scale te           singles and braids
  minirow explain puzzle.txt --scale hodoku       the path of HoDoKu
  minirow explain puzzle.txt --steps 12           the first twelve steps
  minirow explain puzzle.txt --step 23 --out 23.svg
  minirow explain puzzle.txt --out path.pdf       sheets with four steps each
  minirow explain pack.csv --puzzle 7 --out 7.html
  minirow explain pack.csv --format json          every step of every puzzle";

/// The form of explanations.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExplainFormat {
    /// Sentences and candidate grids
    Text,
    /// A JSON object for each step, as `grade --trace` writes it, with sentences
    #[value(alias = "jsonl")]
    Json,
    /// A page for any browser, without further files
    #[value(alias = "htm")]
    Html,
    /// A picture of one step: that of --step or --next, or the hardest
    Svg,
    /// Sheets to print, with several steps on each
    Pdf,
}

/// The last stage of a hint that is shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StageArg {
    /// The row, column or box in which to look
    Region,
    /// The technique
    Technique,
    /// The cells that the step fills or changes
    Cell,
    /// The whole explanation
    Full,
}

impl From<StageArg> for HintStage {
    fn from(stage: StageArg) -> HintStage {
        match stage {
            StageArg::Region => HintStage::Region,
            StageArg::Technique => HintStage::Technique,
            StageArg::Cell => HintStage::Cell,
            StageArg::Full => HintStage::Full,
        }
    }
}

/// The message about a grid without a step.
const NO_STEP: &str = "every cell is filled: there is no step to draw";

/// The endings of outputs.
const ENDINGS: Endings<ExplainFormat> = &[
    ("txt", ExplainFormat::Text),
    ("json", ExplainFormat::Json),
    ("jsonl", ExplainFormat::Json),
    ("ndjson", ExplainFormat::Json),
    ("html", ExplainFormat::Html),
    ("htm", ExplainFormat::Html),
    ("svg", ExplainFormat::Svg),
    ("pdf", ExplainFormat::Pdf),
];

/// Explain how a puzzle is solved, step by step
///
/// r5c5=7 means that r5c5 holds 7, and r4c3<>5 that r4c3 does not hold 5. Each step is the easiest one, as in ratings. The
/// path starts from the clues, the placed digits and the pencilmarks of the input. A cell without pencilmarks has all
/// candidates that the digits leave. If a placed digit is wrong, or the pencilmarks of a cell lack the digit of the
/// solution, there are no steps: the cells are named, and the exit status is 1.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES, next_help_heading = "Output")]
pub(crate) struct Args {
    /// Explain puzzle N of the input only, counted from 1
    #[arg(long, value_name = "N", help_heading = "Input", value_parser = number())]
    puzzle: Option<NonZeroUsize>,
    /// Explain the next step only
    #[arg(long, conflicts_with_all = ["step", "steps"], help_heading = "Steps")]
    next: bool,
    /// Explain step N only, counted from 1
    #[arg(long, value_name = "N", conflicts_with = "steps", help_heading = "Steps", value_parser = number())]
    step: Option<NonZeroUsize>,
    /// Explain the first N steps
    #[arg(long, value_name = "N", visible_alias = "until", help_heading = "Steps", value_parser = number())]
    steps: Option<NonZeroUsize>,
    /// Scale whose easiest steps are shown [default: that of the pack, else se]
    ///
    /// The default is hodoku if the pack was made with constraints of HoDoKu and of no other scale.
    ///
    /// te explains the T&E depth and B of Denis Berthier: a braid assumes a candidate, places the singles that follow, and
    /// eliminates the candidate when a cell has no digit left, or a digit no place in a house. The longest braid of a puzzle of
    /// depth 1 has the length B. Puzzles of depth 2 and 3 need braids under assumptions, and can take minutes.
    ///
    /// hodoku follows the path of HoDoKu: each step is the first one that its techniques find, in their order. A step has the
    /// level and the score of its technique; the scores add up to that of the puzzle.
    #[arg(long, value_name = "SCALE", help_heading = "Steps", value_parser = path_scales())]
    scale: Option<&'static dyn PathScale>,
    /// Ignore placed digits and pencilmarks
    #[arg(long, help_heading = "Steps")]
    from_clues: bool,
    /// Ignore pencilmarks
    #[arg(long, conflicts_with = "from_clues", help_heading = "Steps")]
    from_digits: bool,
    /// Show a step up to this stage of a hint (text)
    #[arg(long, conflicts_with = "brief", help_heading = "Steps")]
    stage: Option<StageArg>,
    /// Form of the explanation [default: by the ending of FILE, else text]
    #[arg(long)]
    format: Option<ExplainFormat>,
    /// Write one line for each step (text)
    #[arg(long)]
    brief: bool,
    /// Leave out the chains within chains (text)
    #[arg(long)]
    fold: bool,
    /// Heading of the page (html), or of each sheet (pdf)
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    sheets: SheetArgs,
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    color: ColorArgs,
}

/// Returns a parser of numbers of puzzles and steps, which are counted from 1.
fn number() -> impl TypedValueParser<Value = NonZeroUsize> {
    whole(NonZeroUsize::MIN..=NonZeroUsize::MAX)
}

impl Args {
    pub(crate) fn run(self, given: &Given) -> Result<InputVerdict> {
        let target = &self.common.target;
        let format = endings::format_of(self.format, target.file(), ENDINGS)?.unwrap_or(ExplainFormat::Text);
        let selection = self.selection(format)?;
        let stage = self.stage.map(HintStage::from).filter(|stage| *stage != HintStage::Full);
        let scale = match self.scale {
            Some(scale) => scale,
            None => recipe::path_scale(&self.common.grids()?),
        };
        self.refuse(given, format, stage, scale)?;
        let color = self.color.has_colors(target);
        let style = ExplanationStyle { color, brief: self.brief, folded: self.fold, width: 100 };
        let from = self.start();
        let walk = |entry: &Entry| walkthrough(entry, from, scale, selection);
        if format == ExplainFormat::Pdf {
            return self.run_pdf(given, walk);
        }
        let work = |entry: &Entry| match walk(entry) {
            Ok(walkthrough) => match stage {
                Some(stage) if !walkthrough.steps.is_empty() => hints(&walkthrough, stage),
                _ => write(entry, &walkthrough, format, style, self.title.as_deref()),
            },
            Err(problem) => Outcome::invalid("", problem),
        };
        let frame = Frame::of(COMMAND);
        let frame = if format == ExplainFormat::Json { frame.json(target) } else { frame };
        if self.puzzle.is_none() && matches!(format, ExplainFormat::Text | ExplainFormat::Json) {
            return self.common.run(frame, work);
        }
        let (entry, verdict) = self.only_entry()?;
        let mut output = Output::open(target, COMMAND)?.framed(frame)?;
        let outcome = until_interrupted(&interrupt::token(), || work(&entry));
        output.write(checked(outcome, &entry)?.text.as_bytes())?;
        output.finish()?;
        Ok(verdict)
    }

    /// Explains one puzzle as sheets of a PDF.
    fn run_pdf(&self, given: &Given, walk: impl Fn(&Entry) -> Result<Walkthrough, String>) -> Result<InputVerdict> {
        let target = &self.common.target;
        let (entry, verdict) = self.only_entry()?;
        let mut output = Output::open(target, COMMAND)?;
        target.refuse_terminal("PDF")?;
        let files = self.sheets.read()?;
        if !self.common.work.quiet {
            self.sheets.print_notes(&files)?;
        }
        let mut walkthrough = None;
        let outcome = until_interrupted(&interrupt::token(), || match walk(&entry) {
            Ok(found) if found.steps.is_empty() => Outcome::invalid("", NO_STEP),
            Ok(found) => {
                walkthrough = Some(found);
                Outcome::default()
            }
            Err(problem) => Outcome::invalid("", problem),
        });
        checked(outcome, &entry)?;
        let walkthrough = walkthrough.expect("a puzzle without a problem");
        let id = entry.record.fields.text("id");
        let title = self.title.as_deref().or(id.as_deref()).unwrap_or_default();
        let prints_note = given.has("per-page") && !self.common.work.quiet;
        output.write(&self.sheets.pdf(&files, &walkthrough, title, prints_note)?)?;
        output.finish()?;
        Ok(verdict)
    }

    /// Returns the steps that the options select.
    fn selection(&self, format: ExplainFormat) -> Result<StepSelection> {
        Ok(match (self.next, self.step, self.steps) {
            (true, ..) => StepSelection::First(1),
            (_, Some(step), _) => StepSelection::Only(step.get()),
            (_, _, Some(_)) if format == ExplainFormat::Svg => {
                return Err(Error::usage("--format svg draws one step, expected --step N instead of --steps"));
            }
            (_, _, Some(steps)) => StepSelection::First(steps.get()),
            _ if format == ExplainFormat::Svg => StepSelection::Hardest,
            _ => StepSelection::All,
        })
    }

    /// Refuses options that have no effect.
    fn refuse(
        &self,
        given: &Given,
        format: ExplainFormat,
        stage: Option<HintStage>,
        scale: &dyn PathScale,
    ) -> Result<()> {
        given.refuse(&[
            (format != ExplainFormat::Text, "without --format text", &["stage", "brief", "fold", "color"]),
            (
                !matches!(format, ExplainFormat::Html | ExplainFormat::Pdf),
                "without --format html or pdf, or --out FILE.html",
                &["title"],
            ),
            (format != ExplainFormat::Pdf, "without --format pdf, or --out FILE.pdf", SheetArgs::NAMES),
            (self.sheets.fonts.font.is_none(), "without --font", &["bold-font"]),
            (stage.is_some(), "with --stage", &["fold", "color"]),
            (self.brief, "with --brief", &["fold", "color"]),
            (scale.name() == "hodoku", "with --scale hodoku", &["fold"]),
        ])
    }

    /// Returns the position that the path starts from.
    fn start(&self) -> StartFrom {
        match (self.from_clues, self.from_digits) {
            (true, _) => StartFrom::Clues,
            (_, true) => StartFrom::Digits,
            _ => StartFrom::Pencilmarks,
        }
    }

    /// Reads the puzzle of `--puzzle`, or the only one. The verdict is that of the lines before it.
    fn only_entry(&self) -> Result<(Entry, InputVerdict)> {
        interrupt::after(self.common.limit.time_limit)?;
        let items = self.common.grids()?.read()?;
        let strict = self.common.strict;
        let progress = Progress::spinner("grids", true);
        let mut bad_lines = 0;
        let mut entries = items.filter_map(|item| match item {
            Err(bad) if !strict && !bad.is_unreadable => {
                bad_lines += 1;
                progress.print_message(&bad.to_string());
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
            return Err(Error::data(format!(
                "{}: found a second grid, expected one; --puzzle N selects one",
                second.place
            )));
        }
        drop(entries);
        Ok((entry, InputVerdict::of_invalid(bad_lines)))
    }
}

/// Finds the steps of a grid.
fn walkthrough(
    entry: &Entry,
    from: StartFrom,
    scale: &'static dyn PathScale,
    selection: StepSelection,
) -> Result<Walkthrough, String> {
    let start = StartPosition::from_record(&entry.record, from).map_err(|error| match &error {
        StartError::Mistakes(mistakes) if mistakes.digits.is_empty() && matches!(entry.board, Board::Grid(_)) => {
            format!("{error} (--from-digits ignores pencilmarks)")
        }
        _ => error.to_string(),
    })?;
    Walkthrough::new(&start, scale, selection).map_err(|error| error.to_string())
}

/// Returns the outcome of the only grid, or its problem as an error.
fn checked(outcome: Outcome, entry: &Entry) -> Result<Outcome> {
    match &outcome.message {
        _ if outcome.interrupted => Err(Error::Interrupted),
        Some(problem) => Err(Error::data(format!("{}: {problem}", entry.place))),
        None => Ok(outcome),
    }
}

/// Returns a line for each step, up to a stage of a hint.
fn hints(walkthrough: &Walkthrough, stage: HintStage) -> Outcome {
    Outcome::valid(walkthrough.steps.iter().map(|step| step.hint(stage) + "\n").collect::<String>())
}

/// Returns the text for a grid.
fn write(
    entry: &Entry,
    walkthrough: &Walkthrough,
    format: ExplainFormat,
    style: ExplanationStyle,
    title: Option<&str>,
) -> Outcome {
    match format {
        ExplainFormat::Text if walkthrough.steps.is_empty() => Outcome::valid(explain::text(walkthrough, style)),
        ExplainFormat::Text => {
            // The puzzle is read again from the output.
            let puzzle = match &entry.board {
                Board::Grid(grid) => grid.to_string(),
                Board::Candidates(candidates) => candidates.to_string(),
            };
            let between = if style.brief { "" } else { "\n" };
            Outcome::valid(format!("Puzzle: {puzzle}\n{between}{}", explain::text(walkthrough, style)))
        }
        ExplainFormat::Json => {
            let id = entry.record.fields.text("id");
            let lines = trace::explained_steps(id.as_deref(), walkthrough).map(|line| line + "\n");
            Outcome::valid(lines.collect::<String>())
        }
        ExplainFormat::Html => Outcome::valid(explain::page(walkthrough, title)),
        ExplainFormat::Svg => match walkthrough.steps.first() {
            Some(step) => Outcome::valid(explain::picture(walkthrough, step)),
            None => Outcome::invalid("", NO_STEP),
        },
        ExplainFormat::Pdf => unreachable!("sheets are no text"),
    }
}
