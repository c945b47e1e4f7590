//! `convert`: from one form to another; the input's is recognised, the output's is named.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::ValueEnum;
use minirow_core::text::{Board, Form};

use crate::commands::Answer;
use crate::commands::per_grid::{Common, Outcome};
use crate::failure::{Result, say};
use crate::records;

const EXAMPLES: &str = "\
Examples:
  minirow convert pack.csv --to line --out puzzles.txt
  minirow convert boards.json --to boxed
  minirow convert puzzles.txt --out puzzles.csv            the form follows from the name
  minirow convert puzzles.txt --to line --blank 0

What a form cannot hold is left out, and that is said on stderr.";

/// The forms to convert to.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// 81 characters a line
    Line,
    /// Nine lines of nine characters, and an empty line
    Grid,
    /// Nine lines with the boxes drawn, and an empty line
    Boxed,
    /// A JSON array of arrays a line
    Json,
    /// 729 characters a line, nine for every cell
    Candidates,
    /// CSV with the columns puzzle and clues
    Csv,
}

/// Convert between text forms and CSV
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// The form to write [default: by the name of the output, else line]
    #[arg(long)]
    to: Option<To>,
    /// The character for an empty cell: one of . 0 _ * -
    #[arg(long, value_name = "CHARACTER", value_parser = blank)]
    blank: Option<char>,
}

fn blank(text: &str) -> std::result::Result<char, String> {
    match text.as_bytes() {
        [character @ (b'.' | b'0' | b'_' | b'*' | b'-')] => Ok(char::from(*character)),
        _ => Err("expected one of . 0 _ * -".into()),
    }
}

/// What a path's ending says.
fn by_name(path: &Path) -> Option<To> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "csv" => Some(To::Csv),
        "json" | "jsonl" => Some(To::Json),
        _ => None,
    }
}

impl Args {
    pub(crate) fn run(self) -> Result<Answer> {
        let to = self.to.or_else(|| self.common.target.out.as_deref().and_then(by_name)).unwrap_or(To::Line);
        let header = if to == To::Csv { records::GRID_HEADER } else { "" };
        let columns_said = AtomicBool::new(false);
        self.common.run(header, |entry| {
            if let Some(columns) = &entry.other_columns {
                let dropped: Vec<&str> =
                    columns.iter().map(String::as_str).filter(|&column| to != To::Csv || column != "clues").collect();
                if !dropped.is_empty() && !columns_said.swap(true, Relaxed) && !self.common.quiet {
                    say(&format!("left out from {}: the columns {}", entry.place, dropped.join(", ")));
                }
            }
            let mut outcome = Outcome::fine(self.write(&entry.board, to));
            if matches!(entry.board, Board::Candidates(_)) && to != To::Candidates {
                outcome.remark = Some("left out: the candidates of cells that have more than one".into());
            }
            outcome
        })
    }

    fn write(&self, board: &Board, to: To) -> String {
        let (grid, candidates) = match board {
            Board::Grid(grid) => (*grid, None),
            Board::Candidates(candidates) => (candidates.singles(), Some(candidates)),
        };
        match (to, candidates) {
            (To::Csv, _) => records::grid_line(&grid, self.blank.unwrap_or('.')),
            (To::Candidates, Some(candidates)) => {
                let text = candidates.to_string();
                self.blank.map_or(text.clone(), |blank| text.replace('.', &blank.to_string())) + "\n"
            }
            (To::Candidates, None) => grid.to_text(Form::Candidates, self.blank) + "\n",
            (To::Line, _) => grid.to_text(Form::Line, self.blank) + "\n",
            (To::Json, _) => grid.to_text(Form::Json, None) + "\n",
            (To::Grid, _) => grid.to_text(Form::Grid, self.blank) + "\n\n",
            (To::Boxed, _) => grid.to_text(Form::Boxed, self.blank) + "\n\n",
        }
    }
}
