//! Simple Sudoku, `.ss`: the clues in a drawn grid. If there is progress, a grid with the placed digits and one with
//! the pencilmarks follow.
//!
//! ```text
//! *-----------*
//! |53.|.7.|...|
//! |6..|195|...|
//! |.98|...|.6.|
//! |---+---+---|
//! ```
//!
//! Grids with nothing between them belong to one puzzle if they agree. An empty line separates puzzles.

use minirow_core::text::{Board, GridForm, needs_braces};
use minirow_core::{CandidateSet, Cell, Grid};

use crate::form::{FileForm, Reading, TextContext, TextParser, separated};
use crate::record::Record;

pub(crate) static SIMPLE_SUDOKU: FileForm = FileForm {
    name: "ss",
    about: "Simple Sudoku: drawn grids of clues, placed digits and pencilmarks",
    endings: &["ss"],
    reading: Reading::Text(|| Box::new(FramedGrids::default())),
    lost_of_board: |_| Vec::new(),
    write: |record, file, _| separated(file, write(record)),
    ..FileForm::BASE
};

/// Combines framed grids with nothing between them into one record.
#[derive(Default)]
struct FramedGrids {
    /// The number of edges since the last grid or empty line: one is above a grid, two are between grids.
    edges: u8,
}

impl TextParser for FramedGrids {
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool {
        if text.is_empty() {
            // An empty line ends a puzzle.
            if context.open().is_some() {
                context.close();
            }
            self.edges = 0;
        } else if is_edge(text) {
            self.edges = self.edges.saturating_add(1);
        }
        false
    }

    fn is_idle(&self) -> bool {
        self.edges == 0
    }

    fn join(&mut self, board: &Board, context: &mut TextContext) -> bool {
        let joins = self.edges == 2 && context.open().is_some_and(|record| join(record, board));
        if joins {
            self.edges = 0;
        }
        joins
    }

    fn adopt(&mut self, _record: &mut Record, _start: u64, _context: &mut TextContext) -> bool {
        std::mem::take(&mut self.edges) > 0
    }
}

/// Returns `true` if a line is the upper or lower edge of a grid.
fn is_edge(text: &str) -> bool {
    text.starts_with("*--")
}

/// Adds the data of the next grid to a record. Returns `false` if the grid is not part of the record.
fn join(record: &mut Record, board: &Board) -> bool {
    let Board::Grid(_) = record.board else { return false };
    if record.marks().is_some() {
        return false;
    }
    match board {
        Board::Grid(state) => match record.placed_in(state) {
            Ok(placed) if placed != Grid::EMPTY && !record.has_placed() => {
                record.set_progress(placed, None);
                true
            }
            _ => false,
        },
        Board::Candidates(candidates) => {
            let agrees = record.state().clues().all(|(cell, digit)| candidates.digits(cell).single() == Some(digit));
            if agrees {
                record.set_progress(record.placed(), Some(*candidates));
            }
            agrees
        }
    }
}

fn write(record: &Record) -> String {
    let mut text = match &record.board {
        Board::Candidates(candidates) => return marks(candidates),
        Board::Grid(grid) => cells(grid),
    };
    if record.has_placed() {
        text += &cells(&record.state());
    }
    text + &record.marks().map(|candidates| marks(&candidates)).unwrap_or_default()
}

fn cells(grid: &Grid) -> String {
    let text = grid.to_text(GridForm::Line, Some('.'));
    drawn(|row, stack| text[9 * row + 3 * stack..][..3].to_string())
}

/// Draws all candidates in columns. If hardly a cell has several, they are put in braces, so that they are not read as
/// digits.
fn marks(candidates: &CandidateSet) -> String {
    let braces = needs_braces(candidates);
    let shown = |cell: Cell| match candidates.digits(cell) {
        digits if braces => format!("{{{digits}}}"),
        digits if digits.is_empty() => "-".into(),
        digits => digits.to_string(),
    };
    let width: [usize; 9] =
        std::array::from_fn(|column| (0..9).map(|row| shown(Cell::at(row, column)).len()).max().unwrap_or(1));
    drawn(|row, stack| {
        let cell = |column: usize| format!(" {:<1$}", shown(Cell::at(row, column)), width[column]);
        (3 * stack..3 * stack + 3).map(cell).collect::<String>() + " "
    })
}

/// Draws nine rows in a frame. `text` returns the text of a row in a stack.
fn drawn(text: impl Fn(usize, usize) -> String) -> String {
    let dashes = [0, 1, 2].map(|stack| "-".repeat(text(0, stack).len()));
    let edge = format!("*{}*\n", dashes.join("-"));
    let mut drawn = edge.clone();
    for row in 0..9 {
        if row == 3 || row == 6 {
            drawn += &format!("|{}|\n", dashes.join("+"));
        }
        drawn += &format!("|{}|\n", [0, 1, 2].map(|stack| text(row, stack)).join("|"));
    }
    drawn + &edge
}
