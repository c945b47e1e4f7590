//! `solve`: the solution of each grid; the lexicographically smallest where there are several.

use clap::ValueEnum;
use minirow_core::solver::batch::{self, Engine};
use minirow_core::text::{Board, Form};
use minirow_core::{Grid, Solution, solver};

use crate::commands::Answer;
use crate::commands::per_grid::{Common, Outcome};
use crate::failure::Result;
use crate::input::Entry;

const EXAMPLES: &str = "\
Examples:
  minirow solve puzzles.txt                     81 digits a line, in the order of the file
  minirow solve - --format grid < board.txt     nine lines in, nine lines out
  minirow solve board.json --format json        an array of arrays in, the completed array out
  minirow solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......

Where a grid has no solution the line is empty, the reason is on stderr, and the exit status is 1.";

/// How solutions are written.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Shape {
    /// 81 digits on a line
    Line,
    /// Nine lines of nine digits
    Grid,
    /// Nine lines with the boxes drawn
    Boxed,
    /// An array of nine arrays, on a line
    Json,
}

impl Shape {
    pub(super) fn form(self) -> Form {
        match self {
            Shape::Line => Form::Line,
            Shape::Grid => Form::Grid,
            Shape::Boxed => Form::Boxed,
            Shape::Json => Form::Json,
        }
    }
}

/// Solve grids; the smallest solution where there are several
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// How to write solutions [default: boxed on a terminal, else line]
    #[arg(long)]
    format: Option<Shape>,
    /// Take the first solution found instead of the smallest
    #[arg(long)]
    any: bool,
    /// Up to N solutions of each grid, as they are found
    #[arg(long, value_name = "N", conflicts_with = "any", value_parser = clap::value_parser!(u64).range(1..))]
    enumerate: Option<u64>,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let shape = self.format.unwrap_or(if self.common.to_terminal() { Shape::Boxed } else { Shape::Line });
        let ask = |engine: &mut Engine, grids: &[Grid]| engine.answers(grids).collect();
        self.common.run_together("", ask, |entry, answer, _| {
            let found = match answer {
                Some(batch::Answer::NoSolution) => Vec::new(),
                Some(batch::Answer::One(solution)) => vec![solution],
                Some(batch::Answer::Several) | None => self.solutions(&entry.board),
            };
            if found.is_empty() {
                return Outcome::problem(self.nothing(shape), why_unsolvable(entry));
            }
            Outcome::fine(found.iter().map(|solution| write(solution.grid(), shape)).collect::<String>())
        })
    }

    /// The solutions that are wanted of a grid that may have several.
    fn solutions(&self, board: &Board) -> Vec<Solution> {
        let state = match board {
            Board::Grid(grid) => solver::State::from(grid),
            Board::Candidates(candidates) => solver::State::from(candidates),
        };
        match (self.enumerate, self.any) {
            (Some(limit), _) => {
                let limit = usize::try_from(limit).unwrap_or(usize::MAX);
                solver::Solutions::of(state).take(limit).collect()
            }
            (None, true) => solver::Solutions::of(state).next().into_iter().collect(),
            (None, false) => solver::smallest_of(state).into_iter().collect(),
        }
    }

    /// What stands in the place of a solution, so that lines of input and output still match.
    fn nothing(&self, shape: Shape) -> &'static str {
        match shape {
            _ if self.enumerate.is_some() => "",
            Shape::Json => "null\n",
            _ => "\n",
        }
    }
}

/// A grid with its line end; after a form of several lines an empty one.
pub(super) fn write(grid: &Grid, shape: Shape) -> String {
    let end = if matches!(shape, Shape::Grid | Shape::Boxed) { "\n\n" } else { "\n" };
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
