//! The columns of tables and the keys of objects, for CSV and JSON lines.

use minirow_core::text::{Board, GridForm};

use crate::record::Record;

/// The names of the column of puzzles: that of this program, and those of well-known data sets.
pub(crate) const PUZZLE_COLUMNS: [&str; 3] = ["puzzle", "quizzes", "question"];

/// The names of the column of solutions.
pub(crate) const SOLUTION_COLUMNS: [&str; 3] = ["solution", "solutions", "answer"];

/// The column of the number of clues. A reader ignores it if the number is right.
pub(crate) const CLUES: &str = "clues";

/// Returns `true` if a text is the number of clues of a board.
pub(crate) fn is_count(text: &str, board: &Board) -> bool {
    text.trim().parse() == Ok(Record::from(*board).grid().clue_count())
}

/// Returns a board as the text of a field.
pub(crate) fn puzzle_text(board: &Board, blank: char) -> String {
    match board {
        Board::Grid(grid) => grid.to_text(GridForm::Line, Some(blank)),
        Board::Candidates(candidates) => candidates.to_string(),
    }
}

/// Returns the placed digits and the pencilmarks as texts of the fields `state` and `candidates`.
pub(crate) fn progress_texts(record: &Record, blank: char) -> impl Iterator<Item = (&'static str, String)> {
    let state = record.has_placed().then(|| ("state", record.state().to_text(GridForm::Line, Some(blank))));
    let candidates = record.marks().map(|marks| ("candidates", marks.to_string()));
    state.into_iter().chain(candidates)
}
