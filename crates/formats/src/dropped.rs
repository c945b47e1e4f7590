//! What a form cannot hold, told record by record.

use minirow_core::text::Board;

use crate::form::Form;
use crate::forms::{hodoku, opensudoku, sdk};
use crate::record::Record;

/// How much of a board a form holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Clues,
    /// Candidates alone: nothing tells a clue from a cell with one candidate left.
    Candidates,
    /// Clues and progress.
    Progress,
    /// Those, and candidates alone as what they are.
    Boards,
}

fn holds(form: Form) -> Holds {
    match form {
        Form::Line | Form::Grid | Form::Boxed | Form::Json | Form::Sdm => Holds::Clues,
        Form::OpenSudoku | Form::SudokuWiki | Form::SudokuWikiPacked => Holds::Clues,
        Form::Candidates | Form::Pencilmarks => Holds::Candidates,
        Form::Sdk | Form::Hodoku => Holds::Progress,
        Form::SimpleSudoku | Form::Csv | Form::JsonLines => Holds::Boards,
    }
}

/// What is lost when a record is written, in words, fields by their names.
pub(crate) fn dropped(record: &Record, form: Form) -> Vec<String> {
    let mut dropped = Vec::new();
    match (holds(form), &record.board) {
        (Holds::Clues, Board::Candidates(_)) => {
            dropped.push("the candidates of cells that have more than one".into());
        }
        (Holds::Clues, Board::Grid(_)) => {
            dropped.extend(record.has_placed().then(|| "the placed digits".into()));
            dropped.extend(record.marks().map(|_| "the pencilmarks".into()));
        }
        (Holds::Candidates, Board::Grid(grid)) => {
            let candidates = record.candidates();
            let is_told = record.progress.is_none() && candidates.singles() == *grid;
            dropped.extend((!is_told).then(|| "which digits are clues".into()));
        }
        (Holds::Progress, _) if form == Form::Hodoku && hodoku::has_excluded(record) => {
            dropped.push("pencilmarks that the digits exclude".into());
        }
        _ => {}
    }
    if matches!(form, Form::Csv | Form::JsonLines) {
        return dropped;
    }
    dropped.extend(record.solution.as_ref().map(|_| "solution".into()));
    let fields =
        record.fields.iter().filter(|(name, value)| !is_held(name, &value.text(), form) && !value.text().is_empty());
    dropped.extend(fields.map(|(name, _)| name.to_string()));
    dropped
}

fn is_held(field: &str, text: &str, form: Form) -> bool {
    match form {
        Form::Sdk => sdk::holds(field),
        Form::OpenSudoku => opensudoku::holds(field),
        Form::Hodoku => hodoku::holds(field) && hodoku::is_writable(field, text),
        _ => false,
    }
}
