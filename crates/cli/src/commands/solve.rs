//! `solve`: the solution of each grid; the lexicographically smallest where there are several.

use clap::ValueEnum;
use minirow_core::solver::batch::{self, Engine};
use minirow_core::text::{Board, GridForm};
use minirow_core::{Grid, Solution, solver};

use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::error::Result;
use crate::table;
use minirow_table::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow solve puzzles.txt                     81 digits a line, in the order of the file
  minirow solve - --format grid < board.txt     nine lines in, nine lines out
  minirow solve board.json --format json        an array of arrays in, the completed array out
  minirow solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
  minirow solve puzzles.txt --format beside     each puzzle with its solution beside it

Where a grid has no solution the line is empty, the reason is on stderr, and the exit status is 1.";

/// How solutions are written.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum SolveFormat {
    /// 81 digits on a line
    Line,
    /// Nine lines of nine digits
    Grid,
    /// Nine lines with the boxes drawn
    Boxed,
    /// Puzzle and solution beside each other, with the boxes drawn
    Beside,
    /// An array of nine arrays, on a line
    Json,
}

impl SolveFormat {
    pub(super) fn form(self) -> GridForm {
        match self {
            SolveFormat::Line => GridForm::Line,
            SolveFormat::Grid => GridForm::Grid,
            SolveFormat::Boxed | SolveFormat::Beside => GridForm::Boxed,
            SolveFormat::Json => GridForm::Json,
        }
    }
}

/// Solve grids; the smallest solution where there are several
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// How to write solutions [default: beside on a terminal, else line]
    #[arg(long)]
    format: Option<SolveFormat>,
    /// Take the first solution found instead of the smallest
    #[arg(long)]
    any: bool,
    /// Up to N solutions of each grid, as they are found
    #[arg(long, value_name = "N", conflicts_with = "any", value_parser = clap::value_parser!(u64).range(1..))]
    enumerate: Option<u64>,
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let shape =
            self.format.unwrap_or(if self.common.to_terminal() { SolveFormat::Beside } else { SolveFormat::Line });
        let ask = |engine: &mut Engine, grids: &[Grid]| engine.verdicts(grids).collect();
        self.common.run_together("", ask, |entry, answer, _| {
            let is_any = matches!(answer, Some(batch::SolutionVerdict::Several) | None);
            let found = match answer {
                Some(batch::SolutionVerdict::NoSolution) => Vec::new(),
                Some(batch::SolutionVerdict::One(solution)) => vec![solution],
                Some(batch::SolutionVerdict::Several) | None => self.solutions(&entry.board),
            };
            if matches!(shape, SolveFormat::Beside) {
                return self.show(entry, &found, is_any);
            }
            if found.is_empty() {
                return Outcome::problem(self.nothing(shape), why_unsolvable(entry));
            }
            Outcome::fine(found.iter().map(|solution| write(solution.grid(), shape)).collect::<String>())
        })
    }

    /// The solutions that are wanted of a grid that may have several.
    fn solutions(&self, board: &Board) -> Vec<Solution> {
        let state = state(board);
        match (self.enumerate, self.any) {
            (Some(limit), _) => {
                let limit = usize::try_from(limit).unwrap_or(usize::MAX);
                solver::Solutions::of(state).take(limit).collect()
            }
            (None, true) => solver::Solutions::of(state).next().into_iter().collect(),
            (None, false) => solver::smallest_of(state).into_iter().collect(),
        }
    }

    /// A puzzle with each of its solutions, or with the reason why there is none, for people to look at.
    fn show(&self, entry: &Entry, solutions: &[Solution], may_be_several: bool) -> Outcome {
        let puzzle = entry.grid().to_text(GridForm::Boxed, None);
        let is_one_of_several = || solver::Solutions::of(state(&entry.board)).nth(1).is_some();
        let which = match (solutions.len(), self.enumerate, self.any) {
            (2.., _, _) => format!(": {} solutions", solutions.len()),
            (1, None, any) if may_be_several && is_one_of_several() => {
                format!(": several solutions, {} of them is", if any { "one" } else { "the smallest" })
            }
            _ => String::new(),
        };
        let mut text = format!("{}{which}\n", entry.place);
        for solution in solutions {
            text += &table::beside(&puzzle, &solution.grid().to_text(GridForm::Boxed, None));
            text.push('\n');
        }
        if solutions.is_empty() {
            let in_the_middle = "\n".repeat(5);
            text += &table::beside(&puzzle, &format!("{in_the_middle}{}", why_unsolvable(entry)));
            text.push('\n');
        }
        Outcome { text, told: solutions.is_empty(), ..Outcome::default() }
    }

    /// Returns the text in place of a solution, so that lines of input and output still match.
    fn nothing(&self, shape: SolveFormat) -> &'static str {
        match shape {
            _ if self.enumerate.is_some() => "",
            SolveFormat::Json => "null\n",
            _ => "\n",
        }
    }
}

/// Where the search for solutions starts.
fn state(board: &Board) -> solver::State {
    match board {
        Board::Grid(grid) => solver::State::from(grid),
        Board::Candidates(candidates) => solver::State::from(candidates),
    }
}

/// A grid with its line end; after a form of several lines an empty one.
pub(super) fn write(grid: &Grid, shape: SolveFormat) -> String {
    let end = if matches!(shape, SolveFormat::Grid | SolveFormat::Boxed | SolveFormat::Beside) { "\n\n" } else { "\n" };
    grid.to_text(shape.form(), None) + end
}

/// The reason why there is no solution.
pub(super) fn why_unsolvable(entry: &Entry) -> String {
    let contradiction = match &entry.board {
        Board::Grid(grid) => grid.clash().or_else(|| minirow_core::CandidateSet::from(grid).contradiction()),
        Board::Candidates(candidates) => candidates.contradiction(),
    };
    match contradiction {
        Some(contradiction) => format!("no solution: {contradiction}"),
        None => "no solution".into(),
    }
}
