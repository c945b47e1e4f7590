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

use minirow_core::text::Board;
use minirow_core::{CandidateSet, Cell, Grid};

use crate::form::{FileContext, FileForm, Reading, TextContext, TextParser, separated};
use crate::record::Record;

pub(crate) struct SimpleSudoku;

impl FileForm for SimpleSudoku {
    fn name(&self) -> &'static str {
        "ss"
    }

    fn about(&self) -> &'static str {
        "Simple Sudoku: drawn grids of clues, placed digits and pencilmarks"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["ss"]
    }

    fn reading(&self) -> Reading {
        Reading::Text(|| Box::new(FramedGrids::default()))
    }

    fn lost_of_board(&self, _record: &Record) -> Vec<&'static str> {
        Vec::new()
    }

    fn write(&self, record: &Record, file: &FileContext, _lost: &mut Vec<String>) -> String {
        separated(file, write(record))
    }
}

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

    fn join(&mut self, board: &Board, context: &mut TextContext) -> bool {
        let joins = self.edges == 2 && context.open().is_some_and(|record| join(record, board));
        if joins {
            self.edges = 0;
        }
        joins
    }

    fn adopt(&mut self, _record: &mut Record, _start: u64, _context: &TextContext) -> bool {
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
                let placed = record.progress.as_ref().map_or(Grid::EMPTY, |progress| progress.placed);
                record.set_progress(placed, Some(*candidates));
            }
            agrees
        }
    }
}

fn write(record: &Record) -> String {
    let mut text = String::new();
    match &record.board {
        Board::Candidates(candidates) => text += &marks(candidates),
        Board::Grid(grid) => {
            text += &cells(grid);
            if record.has_placed() {
                text += &cells(&record.state());
            }
            if let Some(candidates) = record.marks() {
                text += &marks(&candidates);
            }
        }
    }
    text
}

fn cells(grid: &Grid) -> String {
    let number = |number: u8| if number == 0 { '.' } else { char::from(b'0' + number) };
    let line = |row: [u8; 9]| row.chunks(3).map(|three| three.iter().map(|&n| number(n)).collect()).collect();
    drawn(&grid.to_rows().map(line), &[3; 3])
}

/// Draws all candidates in columns. If no cell has several, they are put in braces, so that they are not read as
/// digits.
fn marks(candidates: &CandidateSet) -> String {
    let braces = Cell::ALL.into_iter().all(|cell| candidates.digits(cell).len() < 2);
    let shown = |cell: Cell| match candidates.digits(cell) {
        digits if braces => format!("{{{digits}}}"),
        digits if digits.is_empty() => "-".into(),
        digits => digits.to_string(),
    };
    let texts: [[String; 9]; 9] = std::array::from_fn(|row| std::array::from_fn(|column| shown(Cell::at(row, column))));
    let width: [usize; 9] = std::array::from_fn(|column| texts.iter().map(|row| row[column].len()).max().unwrap_or(1));
    let line = |row: &[String; 9]| -> Vec<String> {
        let cells: Vec<String> = row.iter().zip(width).map(|(text, width)| format!(" {text:<width$}")).collect();
        cells.chunks(3).map(|three| three.concat() + " ").collect()
    };
    let widths: Vec<usize> = width.chunks(3).map(|three| three.iter().sum::<usize>() + 4).collect();
    drawn(&texts.each_ref().map(line), &widths)
}

/// Draws nine lines of three texts each, in a frame.
fn drawn(lines: &[Vec<String>; 9], widths: &[usize]) -> String {
    let dashes: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let edge = format!("*{}*\n", dashes.join("-"));
    let mut text = edge.clone();
    for (row, line) in lines.iter().enumerate() {
        if row == 3 || row == 6 {
            text += &format!("|{}|\n", dashes.join("+"));
        }
        text += &format!("|{}|\n", line.join("|"));
    }
    text + &edge
}
