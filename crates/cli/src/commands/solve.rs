//! `solve`: the solution of each grid, or the lexicographically smallest of several.

use clap::ValueEnum;
use minirow_core::solver::batch::{self, Engine};
use minirow_core::{Grid, Solution, solver};
use minirow_text::{Board, GridForm};

use crate::args::{Given, whole};
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, MoreText, Outcome};
use crate::endings::{self, Endings};
use crate::error::Result;
use crate::output::Frame;
use crate::table;
use minirow_table::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow solve puzzles.txt                     one solution per line
  minirow solve puzzles.txt --format beside     each puzzle with its solution
  minirow solve - --format grid < board.txt     nine lines in, nine lines out
  minirow solve board.json --format json        an array of arrays in and out
  minirow solve puzzles.txt --enumerate 5       up to five solutions each";

/// The form of solutions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolveFormat {
    /// 81 digits on a line
    Line,
    /// Nine lines of nine digits
    Grid,
    /// Nine lines with the boxes drawn
    Boxed,
    /// Puzzle and solution next to each other, with the boxes drawn
    Beside,
    /// An array of nine arrays on a line
    #[value(alias = "jsonl")]
    Json,
}

/// The endings of outputs.
const ENDINGS: Endings<SolveFormat> = &[
    ("txt", SolveFormat::Line),
    ("sdm", SolveFormat::Line),
    ("json", SolveFormat::Json),
    ("jsonl", SolveFormat::Json),
    ("ndjson", SolveFormat::Json),
];

/// Find the solution of each grid
///
/// If a grid has several solutions, the lexicographically smallest one is written, and standard error has the number of these
/// grids with the place of the first. If a grid has none, the line is empty, the reason is on standard error, and the exit
/// status is 1.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Take the first solution found, not the smallest
    #[arg(long, help_heading = "Solutions")]
    any: bool,
    /// Write up to N solutions of each grid, in the order found
    #[arg(long, value_name = "N", conflicts_with = "any", help_heading = "Solutions", value_parser = whole(1..=u64::MAX))]
    enumerate: Option<u64>,
    /// Form of the solutions [default: by the ending of FILE, else line]
    ///
    /// The default on a terminal is beside.
    #[arg(long, help_heading = "Output")]
    format: Option<SolveFormat>,
}

/// The number of solutions of a grid that are found before they are written. Results of many grids are in memory at a time.
const FIRST_SOLUTIONS: usize = 16;

/// The solutions after the first ones, which are found while they are written.
type MoreSolutions = std::iter::Take<solver::Solutions>;

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        let target = &self.common.target;
        let default = if target.is_terminal() { SolveFormat::Beside } else { SolveFormat::Line };
        let format = endings::format_of(self.format, target.file(), ENDINGS)?.unwrap_or(default);
        // Without --enumerate, the lines of input and output match.
        let nothing = match format {
            SolveFormat::Beside => "",
            _ if self.enumerate.is_some() => "",
            SolveFormat::Json => "null\n",
            _ => "\n",
        };
        let frame = Frame::of("minirow solve");
        let frame = if format == SolveFormat::Json { frame.json(target) } else { frame };
        let frame = Frame { for_bad_line: nothing, ..frame };
        let ask = |engine: &mut Engine, grids: &[Grid], answers: &mut Vec<_>| answers.extend(engine.verdicts(grids));
        self.common.run_together(frame, ask, |entry, answer, _| {
            if let (Some(batch::SolutionVerdict::One(solution)), true) = (&answer, format != SolveFormat::Beside) {
                return Outcome::valid(write(solution.grid(), format)); // most grids of large files
            }
            let is_several = match answer {
                Some(answer) => answer == batch::SolutionVerdict::Several,
                None => solver::Solutions::of(state(&entry.board)).nth(1).is_some(),
            };
            let (found, more) = match answer {
                Some(batch::SolutionVerdict::NoSolution) => (Vec::new(), None),
                Some(batch::SolutionVerdict::One(solution)) => (vec![solution], None),
                Some(batch::SolutionVerdict::Several) | None => self.solutions(&entry.board),
            };
            let is_smallest = is_several && self.enumerate.is_none() && !self.any;
            let ambiguous = is_smallest.then(|| entry.place.clone().into());
            if format == SolveFormat::Beside {
                return Outcome { ambiguous, ..self.show(entry, &found, more, is_several) };
            }
            if found.is_empty() {
                return Outcome::invalid(nothing, why_unsolvable(entry));
            }
            let text: String = found.iter().map(|solution| write(solution.grid(), format)).collect();
            let more = more.map(|more| Box::new(more.map(move |solution| write(solution.grid(), format))) as MoreText);
            Outcome { more, ambiguous, ..Outcome::valid(text) }
        })
    }

    /// Finds the requested solutions of a grid that may have several: the first ones, and an iterator over the others.
    fn solutions(&self, board: &Board) -> (Vec<Solution>, Option<MoreSolutions>) {
        let limit = match self.enumerate {
            Some(limit) => usize::try_from(limit).unwrap_or(usize::MAX),
            None if self.any => 1,
            None => return (solver::smallest_of(state(board)).into_iter().collect(), None),
        };
        let mut all = solver::Solutions::of(state(board)).take(limit);
        let first: Vec<Solution> = all.by_ref().take(FIRST_SOLUTIONS).collect();
        let more = (first.len() == FIRST_SOLUTIONS).then_some(all);
        (first, more)
    }

    /// Draws a puzzle next to each of its solutions, or next to the reason why it has none.
    fn show(&self, entry: &Entry, solutions: &[Solution], more: Option<MoreSolutions>, is_several: bool) -> Outcome {
        let puzzle = GridForm::Boxed.write(&entry.grid(), None);
        let number = solutions.len() + more.clone().map_or(0, Iterator::count);
        let which = match (number, self.enumerate, self.any) {
            (2.., _, _) => format!(": {number} solutions"),
            (1, None, any) if is_several => {
                format!(": several solutions, {} of them is", if any { "one" } else { "the smallest" })
            }
            _ => String::new(),
        };
        let mut text = format!("{}{which}\n", table::shown_place(&entry.place));
        let drawn =
            move |solution: &Solution| table::beside(&puzzle, &GridForm::Boxed.write(solution.grid(), None)) + "\n";
        text.extend(solutions.iter().map(&drawn));
        if solutions.is_empty() {
            let middle = "\n".repeat(5);
            let puzzle = GridForm::Boxed.write(&entry.grid(), None);
            text += &table::beside(&puzzle, &format!("{middle}{}", why_unsolvable(entry)));
            text.push('\n');
        }
        let more = more.map(|more| Box::new(more.map(move |solution| drawn(&solution))) as MoreText);
        Outcome { is_invalid: solutions.is_empty(), more, ..Outcome::valid(text) }
    }
}

/// Returns the state in which the search for solutions starts.
fn state(board: &Board) -> solver::State {
    match board {
        Board::Grid(grid) => solver::State::from(grid),
        Board::Candidates(candidates) => solver::State::from(candidates),
    }
}

/// Returns a grid with its line end. A form of several lines is followed by an empty line.
fn write(grid: &Grid, format: SolveFormat) -> String {
    let (form, end) = match format {
        SolveFormat::Line => (GridForm::Line, "\n"),
        SolveFormat::Grid => (GridForm::Grid, "\n\n"),
        SolveFormat::Boxed | SolveFormat::Beside => (GridForm::Boxed, "\n\n"),
        SolveFormat::Json => (GridForm::Json, "\n"),
    };
    let mut text = form.write(grid, None);
    text.push_str(end);
    text
}

/// Returns the reason why there is no solution.
fn why_unsolvable(entry: &Entry) -> String {
    let contradiction = match &entry.board {
        Board::Grid(grid) => grid.clash().or_else(|| minirow_core::CandidateSet::from(grid).contradiction()),
        Board::Candidates(candidates) => candidates.contradiction(),
    };
    match contradiction {
        Some(contradiction) => format!("no solution: {contradiction}"),
        None => "no solution".into(),
    }
}
