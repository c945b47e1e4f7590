//! `candidates`: the candidates of every cell, before and after naked and hidden singles are placed.

use clap::ValueEnum;
use minirow_core::{CandidateSet, Contradiction, singles};
use minirow_text::Board;

use crate::args::Given;
use crate::commands::InputVerdict;
use crate::commands::per_grid::{Common, Outcome};
use crate::endings::{self, Endings};
use crate::error::Result;
use crate::output::Frame;
use crate::table::shown_place;

const EXAMPLES: &str = "\
Examples:
  minirow candidates puzzle.txt --format grid     pencilmarks before and after
  minirow candidates puzzles.txt                  729 characters a line
  minirow candidates puzzles.txt --stage before   from the clues only";

/// The form of candidates.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CandidatesFormat {
    /// 729 characters on a line, nine for each cell
    Line,
    /// A pencilmark grid with the boxes drawn
    Grid,
}

/// The stage at which candidates are shown.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// After the clues are removed from their peers
    Before,
    /// After all naked and hidden singles are placed
    After,
    /// Both, one below the other
    Both,
}

/// Show the candidates of every cell
///
/// Candidates are shown before and after naked and hidden singles are placed.
#[derive(clap::Args)]
#[command(before_long_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Form of the candidates [default: grid on a terminal, else line]
    #[arg(long, help_heading = "Output")]
    format: Option<CandidatesFormat>,
    /// Stage to show [default: both for grid, after for line]
    #[arg(long, help_heading = "Output")]
    stage: Option<Stage>,
}

/// The endings of outputs.
const ENDINGS: Endings<CandidatesFormat> = &[("txt", CandidatesFormat::Line), ("729", CandidatesFormat::Line)];

impl Args {
    pub(crate) fn run(self, _: &Given) -> Result<InputVerdict> {
        let target = &self.common.target;
        let asked = endings::format_of(self.format, target.file(), ENDINGS)?;
        let is_terminal = target.is_terminal();
        let default = if is_terminal { CandidatesFormat::Grid } else { CandidatesFormat::Line };
        let format = asked.unwrap_or(default);
        let stage = self.stage.unwrap_or(match format {
            CandidatesFormat::Grid => Stage::Both,
            CandidatesFormat::Line => Stage::After,
        });
        let for_bad_line = match (format, stage) {
            (CandidatesFormat::Grid, _) => "",
            (CandidatesFormat::Line, Stage::Both) => "\n\n",
            (CandidatesFormat::Line, _) => "\n",
        };
        let with_places = self.format.is_none() && is_terminal;
        self.common.run(Frame { for_bad_line, ..Frame::of("minirow candidates") }, |entry| {
            let (before, after) = candidates(&entry.board);
            let mut text = if with_places { format!("{}\n\n", shown_place(&entry.place)) } else { String::new() };
            if stage != Stage::After {
                text += &write("clues only", &before, format);
            }
            match after {
                Ok(after) if stage != Stage::Before => {
                    Outcome::valid(text + &write("after placing singles", &after, format))
                }
                Ok(_) => Outcome::valid(text),
                Err(contradiction) if stage != Stage::Before => Outcome::invalid(text + "\n", contradiction),
                Err(contradiction) => Outcome::invalid(text, contradiction),
            }
        })
    }
}

fn candidates(board: &Board) -> (CandidateSet, Result<CandidateSet, Contradiction>) {
    match board {
        Board::Grid(grid) => (CandidateSet::from(grid), singles::propagate(grid)),
        Board::Candidates(candidates) => (*candidates, singles::propagate_candidates(*candidates)),
    }
}

fn write(title: &str, candidates: &CandidateSet, format: CandidatesFormat) -> String {
    match format {
        CandidatesFormat::Line => format!("{candidates}\n"),
        CandidatesFormat::Grid => {
            let state = if candidates.singles().is_full() { ": solved" } else { "" };
            format!("{title}{state}\n{}\n\n", minirow_text::pencilmarks(candidates))
        }
    }
}
