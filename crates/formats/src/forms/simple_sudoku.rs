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
//! A grid belongs to the puzzle before it if it has all of its clues and more digits, or candidates that agree. An empty line separates
//! puzzles, but one with 17 clues or more is not separated from its progress by it.

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

/// The number of clues of a puzzle with one solution.
const FEWEST_CLUES: usize = 17;

/// Combines a framed grid and those behind it that agree into one record.
#[derive(Default)]
struct FramedGrids {
    /// `true` after an edge, until the next grid.
    is_framed: bool,
    /// `true` after an empty line, until the next grid.
    is_after_gap: bool,
}

impl TextParser for FramedGrids {
    fn resume(&mut self, text: &str, _context: &mut TextContext) -> bool {
        self.is_framed |= is_edge(text);
        self.is_after_gap |= text.is_empty();
        false
    }

    fn is_idle(&self) -> bool {
        !self.is_framed
    }

    fn join(&mut self, board: &Board, context: &mut TextContext) -> bool {
        let is_after_gap = std::mem::take(&mut self.is_after_gap);
        // A puzzle may be next, but hardly one of another puzzle with more clues.
        let is_next = |record: &Record| {
            record.grid().clue_count() < FEWEST_CLUES || matches!(board, Board::Grid(grid) if grid.is_full())
        };
        context.open().is_some_and(|record| !(is_after_gap && is_next(record)) && record.join(board))
    }

    fn adopt(&mut self, _record: &mut Record, _start: u64, _context: &mut TextContext) -> bool {
        self.is_after_gap = false;
        std::mem::take(&mut self.is_framed)
    }
}

/// Returns `true` if a line is the upper or lower edge of a grid.
fn is_edge(text: &str) -> bool {
    text.starts_with("*--")
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
