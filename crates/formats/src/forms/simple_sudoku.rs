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

use minirow_core::{CandidateSet, Cell, Grid, Puzzle};
use minirow_text::{Board, GridForm, needs_braces};

use crate::error::ErrorKind;
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

/// The most lines of a kind that are noted. It bounds the memory.
const MOST_LINES: usize = 1000;

/// Combines a framed grid and those behind it that agree into one record. Grids may be known only after the lines behind them.
#[derive(Default)]
struct FramedGrids {
    /// The lines since the start of the last grid that are the edges of frames, empty, and between frames.
    edges: Vec<u64>,
    empty: Vec<u64>,
    between: Vec<u64>,
    is_after_edge: bool,
    /// `true` if the last grid cannot be read, so that its progress may follow.
    is_lost: bool,
    /// `true` if the grid before the last one cannot be read.
    is_behind_lost: bool,
}

impl FramedGrids {
    /// Notes the start of a grid, or the line of one that cannot be read.
    fn start(&mut self, start: u64) {
        for lines in [&mut self.edges, &mut self.empty, &mut self.between] {
            lines.retain(|line| *line > start);
        }
    }
}

impl TextParser for FramedGrids {
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool {
        let is_edge = is_edge(text);
        let is_between = std::mem::replace(&mut self.is_after_edge, is_edge) && !is_edge && !text.starts_with('|');
        let is_empty = text.is_empty() && !self.edges.is_empty();
        for (lines, is_one) in
            [(&mut self.edges, is_edge), (&mut self.empty, is_empty), (&mut self.between, is_between)]
        {
            lines.extend(is_one.then_some(context.line));
            lines.drain(..lines.len().saturating_sub(MOST_LINES));
        }
        false
    }

    fn is_idle(&self) -> bool {
        self.edges.is_empty()
    }

    fn join(&mut self, board: &Board, start: u64, context: &mut TextContext) -> bool {
        let is_after = |lines: &[u64]| lines.iter().any(|line| *line < start);
        if self.is_lost && is_after(&self.edges) && !is_after(&self.between) {
            let error =
                ErrorKind::form("a grid behind a puzzle that cannot be read", "an empty line before another puzzle");
            context.push(start, Err(error));
            self.start(start);
            return true;
        }
        let is_after_gap = is_after(&self.empty);
        // A puzzle may be next, but hardly one of another puzzle with more clues.
        let is_next = |record: &Record| {
            record.grid().clue_count() < Puzzle::FEWEST_CLUES || matches!(board, Board::Grid(grid) if grid.is_full())
        };
        let joins = context.open().is_some_and(|record| !(is_after_gap && is_next(record)) && record.join(board));
        if joins {
            self.start(start);
            // Behind an empty line, too, the grid that has pencilmarks may be the progress of the one that is lost.
            if std::mem::take(&mut self.is_behind_lost) && matches!(board, Board::Candidates(_)) {
                context.discard();
                context
                    .push(start, Err(ErrorKind::form("the progress of a puzzle that cannot be read", "that puzzle")));
            }
        }
        joins
    }

    fn adopt(&mut self, _record: &mut Record, start: u64, _context: &mut TextContext) -> bool {
        let is_framed = self.edges.iter().any(|line| *line < start);
        self.is_behind_lost = std::mem::take(&mut self.is_lost);
        self.start(start);
        is_framed
    }

    fn reject(&mut self, line: u64) {
        self.is_lost |= self.edges.iter().any(|edge| *edge < line);
        self.start(line);
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
    let text = GridForm::Line.write(grid, Some('.'));
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
