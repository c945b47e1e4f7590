//! `grade`: how hard each puzzle is, as CSV; or step by step, as JSON lines.

use std::num::NonZeroU64;

use minirow_core::Puzzle;
use minirow_core::text::Board;
use minirow_grade::{Limits, Rating, grade_within, path_within};

use crate::commands::Answer;
use crate::commands::per_grid::{Common, Outcome};
use crate::failure::Result;
use crate::{records, trace};

const EXAMPLES: &str = "\
Examples:
  minirow grade puzzles.txt --out rated.csv
  minirow grade puzzles.txt | cut -d, -f4,7,8       rating, level and hardest technique
  minirow grade puzzles.txt --max-er 4.4            what is harder costs nothing
  minirow grade puzzles.txt --trace                 every step of every path, a JSON object a line

Ratings are those of Sudoku Explainer: ER the hardest step, EP up to the first placement, ED the
first step. Where a limit was broken there is no ER, and the level is `too-hard` or `budget-spent`.
A grid that is no puzzle gets a line with the grid alone, the reason on stderr, and makes the exit
status 1.";

/// Rate how hard puzzles are (ER/EP/ED), as CSV
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Stop rating a puzzle once it is sure that ER is above R
    #[arg(long, value_name = "R", value_parser = rating)]
    max_er: Option<Rating>,
    /// Stop rating a puzzle after following N assumptions
    #[arg(long, value_name = "N")]
    budget: Option<NonZeroU64>,
    /// Write the steps instead of the ratings, as JSON lines
    #[arg(long)]
    trace: bool,
}

fn rating(text: &str) -> std::result::Result<Rating, String> {
    match text.parse::<f64>() {
        Ok(value) if (1.0..=20.0).contains(&value) => Ok(Rating::new(value)),
        _ => Err("expected a rating from 1.0 to 20.0".into()),
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let limits = Limits { max_er: self.max_er, budget: self.budget };
        let header = if self.trace { "" } else { records::GRADE_HEADER };
        self.common.run(header, |entry| {
            let grid = entry.grid();
            let nothing = || if self.trace { String::new() } else { records::grade_line(&grid, None) };
            if matches!(entry.board, Board::Candidates(_)) {
                let problem = "found 729 candidates, expected 81 cells: only puzzles are rated";
                return Outcome::problem(nothing(), problem);
            }
            match Puzzle::new(grid) {
                Ok(puzzle) if self.trace => Outcome::fine(trace::lines(&puzzle, path_within(&puzzle, limits))),
                Ok(puzzle) => {
                    Outcome::fine(records::grade_line(&grid, Some((&puzzle, &grade_within(&puzzle, limits)))))
                }
                Err(error) => Outcome::problem(nothing(), error),
            }
        })
    }
}
