//! `candidates`: what is possible in every cell, before and after naked and hidden singles are placed.

use clap::ValueEnum;
use minirow_core::text::{self, Board};
use minirow_core::{CandidateSet, Contradiction, singles};

use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::error::Result;

const EXAMPLES: &str = "\
Examples:
  minirow candidates puzzle.txt --format grid     pencilmark grids, before and after
  minirow candidates puzzles.txt                  729 characters a line, after placing singles
  minirow candidates puzzles.txt --stage before   the same, after looking at the clues only";

/// How candidates are written.
#[derive(Clone, Copy, ValueEnum)]
enum CandidatesFormat {
    /// 729 characters on a line, nine for every cell
    Line,
    /// A pencilmark grid with the boxes drawn
    Grid,
}

/// When to look.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// The clues have been taken from their peers
    Before,
    /// Naked and hidden singles have been placed until there were none
    After,
    /// Both, one below the other
    Both,
}

/// Show the candidates of every cell, before and after placing singles
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// How to write candidates [default: grid on a terminal, else line]
    #[arg(long)]
    format: Option<CandidatesFormat>,
    /// Before or after singles are placed [default: both for grids, after for lines]
    #[arg(long)]
    stage: Option<Stage>,
}

impl Args {
    pub(crate) fn run(self) -> Result<InputVerdict> {
        let shape = self.format.unwrap_or(if self.common.to_terminal() {
            CandidatesFormat::Grid
        } else {
            CandidatesFormat::Line
        });
        let stage = self.stage.unwrap_or(match shape {
            CandidatesFormat::Grid => Stage::Both,
            CandidatesFormat::Line => Stage::After,
        });
        let with_places = self.format.is_none() && self.common.to_terminal();
        self.common.run("", |entry| {
            let (before, after) = candidates(&entry.board);
            let mut text = if with_places { format!("{}\n\n", entry.place) } else { String::new() };
            if stage != Stage::After {
                text += &write("clues only", &before, shape);
            }
            match after {
                Ok(after) => {
                    if stage != Stage::Before {
                        text += &write("after placing singles", &after, shape);
                    }
                    Outcome::fine(text)
                }
                Err(contradiction) => {
                    if stage != Stage::Before {
                        text += "\n";
                    }
                    Outcome::problem(text, contradiction)
                }
            }
        })
    }
}

fn candidates(board: &Board) -> (CandidateSet, std::result::Result<CandidateSet, Contradiction>) {
    match board {
        Board::Grid(grid) => (CandidateSet::from(grid), singles::propagate(grid)),
        Board::Candidates(candidates) => (*candidates, singles::propagate_candidates(*candidates)),
    }
}

fn write(title: &str, candidates: &CandidateSet, shape: CandidatesFormat) -> String {
    match shape {
        CandidatesFormat::Line => format!("{candidates}\n"),
        CandidatesFormat::Grid => {
            let state = if candidates.singles().is_full() { ": solved" } else { "" };
            format!("{title}{state}\n{}\n\n", text::pencilmarks(candidates))
        }
    }
}
