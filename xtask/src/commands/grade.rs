//! `grade`: how hard each puzzle is, as CSV.

use minirow_core::Puzzle;
use minirow_core::text::Board;

use crate::commands::Answer;
use crate::commands::per_grid::{Common, Outcome};
use crate::failure::Result;
use crate::records;

const EXAMPLES: &str = "\
Examples:
  minirow grade puzzles.txt --out rated.csv
  minirow grade puzzles.txt | cut -d, -f4,7,8       rating, level and hardest technique

Ratings are those of Sudoku Explainer: ER the hardest step, EP up to the first placement, ED the first step. A puzzle
that needs more than the techniques of `minirow techniques` has no ER yet, and the level `beyond`. A grid that is no
puzzle gets a line with the grid alone, the reason on stderr, and makes the exit status 1.";

/// Rate how hard puzzles are (ER/EP/ED), as CSV
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        self.common.run(records::GRADE_HEADER, |entry| {
            let grid = entry.grid();
            if matches!(entry.board, Board::Candidates(_)) {
                let problem = "found 729 candidates, expected 81 cells: only puzzles are rated";
                return Outcome::problem(records::grade_line(&grid, None), problem);
            }
            match Puzzle::new(grid) {
                Ok(puzzle) => {
                    Outcome::fine(records::grade_line(&grid, Some((&puzzle, &minirow_grade::grade(&puzzle)))))
                }
                Err(error) => Outcome::problem(records::grade_line(&grid, None), error),
            }
        })
    }
}
