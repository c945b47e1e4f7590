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

/// Returns the values of a record in addition to its fields: puzzle, solution, number of clues, and progress. A record with
/// a field for the number of clues has no second one.
pub(crate) fn known_values(record: &Record, blank: char) -> impl Iterator<Item = (&str, String)> {
    let puzzle = match &record.board {
        Board::Grid(grid) => grid.to_text(GridForm::Line, Some(blank)),
        Board::Candidates(candidates) => candidates.to_string(),
    };
    let clues = record.fields.get(CLUES).is_none().then(|| record.grid().clue_count().to_string());
    let state = record.has_placed().then(|| record.state().to_text(GridForm::Line, Some(blank)));
    let candidates = record.marks().map(|marks| marks.to_string());
    [
        ("puzzle", Some(puzzle)),
        ("solution", record.solution.clone()),
        (CLUES, clues),
        ("state", state),
        ("candidates", candidates),
    ]
    .into_iter()
    .filter_map(|(name, text)| Some((name, text?)))
}
