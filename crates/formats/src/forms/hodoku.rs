//! Lines of HoDoKu's library: a position, and possibly a step to be found in it.
//!
//! ```text
//! :0706:9:+1.7.5+3....:211 813:973 979::
//!  |    |  |           |       |      || what else the step needs
//!  |    |  |           |       |      | placements of the step
//!  |    |  |           |       eliminations of the step
//!  |    |  |           candidates crossed out: digit, row, column
//!  |    |  81 cells; a digit after a + was placed, the others are clues
//!  |    digits of the step
//!  technique
//! ```

use minirow_core::{Candidate, CandidateSet, Cell, Digit, Grid};

use crate::fields::Value;
use crate::form::{FileContext, FileForm, FormError, Reading};
use crate::record::Record;

/// An error in a library line.
///
/// ```
/// use minirow_formats::{ErrorKind, Reader, forms::hodoku::HodokuError};
/// let error = Reader::new(":0000:1:12:::".as_bytes()).next().unwrap().unwrap_err();
/// let ErrorKind::Form(error) = error.kind else { panic!("{error}") };
/// assert!(error.downcast_ref::<HodokuError>().is_some(), "{error}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HodokuError {
    /// The third part of the line is not a grid.
    #[error("found {0:?} as the third part of a library line, expected 81 cells")]
    Cells(String),
    /// A word is not a candidate.
    #[error("found {0:?}, expected digit, row and column of a candidate, such as 436 for 4 in r3c6")]
    Candidate(String),
}

pub(crate) struct Hodoku;

impl FileForm for Hodoku {
    fn name(&self) -> &'static str {
        "hodoku"
    }

    fn about(&self) -> &'static str {
        "Lines of HoDoKu's library: clues, placed digits, crossed-out candidates"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    fn reading(&self) -> Reading {
        Reading::Line(read_line)
    }

    fn lost_of_board(&self, record: &Record) -> Vec<&'static str> {
        if has_excluded(record) { vec!["pencilmarks that the digits exclude"] } else { Vec::new() }
    }

    fn holds_field(&self, name: &str, text: &str) -> bool {
        holds(name) && is_writable(name, text)
    }

    fn write(&self, record: &Record, _file: &FileContext, _lost: &mut Vec<String>) -> String {
        write(record)
    }
}

/// The fields for the parts that only HoDoKu has.
const TECHNIQUE: &str = "hodoku-technique";
const DIGITS: &str = "hodoku-digits";
const ELIMINATIONS: &str = "hodoku-eliminations";
const PLACEMENTS: &str = "hodoku-placements";
const EXTRA: &str = "hodoku-extra";

/// The parts that HoDoKu writes if there is no step.
const NO_TECHNIQUE: &str = "0000";
const NO_DIGITS: &str = "x";

fn holds(field: &str) -> bool {
    [TECHNIQUE, DIGITS, ELIMINATIONS, PLACEMENTS, EXTRA].iter().any(|known| known.eq_ignore_ascii_case(field))
}

/// Returns `true` if a text can be a part between colons.
fn is_writable(field: &str, text: &str) -> bool {
    !text.contains(['\n', '\r']) && (!text.contains(':') || field.eq_ignore_ascii_case(EXTRA))
}

/// Parses a line of the library, or 81 cells with placed digits.
fn read_line(text: &str) -> Option<Result<Record, FormError>> {
    match text.as_bytes().first()? {
        b':' if is_line(text) => Some(read(text).map_err(FormError::from)),
        b'.' | b'+' | b'0'..=b'9' if text.contains('+') => {
            let word = text.split([' ', '\t', ',', ';', '#', ':', '|']).next().unwrap_or_default();
            let (clues, placed) = read_cells(word).filter(|_| word.contains('+'))?;
            let mut record = Record::from(clues);
            record.set_progress(placed, None);
            Some(Ok(record))
        }
        _ => None,
    }
}

/// Returns `true` if a line is a line of the library, and not decoration with colons.
fn is_line(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next() == Some(b':') && bytes.next().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b':')
}

fn read(text: &str) -> Result<Record, HodokuError> {
    let mut parts = text[1..].split(':').map(str::trim);
    let mut next = || parts.next().unwrap_or_default();
    let (technique, digits, cells, deleted) = (next(), next(), next(), next());
    let (clues, placed) = read_cells(cells).ok_or_else(|| HodokuError::Cells(cells.into()))?;
    let mut record = Record::from(clues);
    let mut state = Record::from(clues);
    state.set_progress(placed, None);
    let candidates = read_candidates(deleted)?.into_iter().fold(state.candidates(), |mut candidates, candidate| {
        candidates.remove(candidate);
        candidates
    });
    record.set_progress(placed, (!deleted.is_empty()).then_some(candidates));
    let (eliminations, placements) = (next(), next());
    let extra: Vec<&str> = parts.collect();
    let extra = extra.join(":");
    let extra = extra.trim_end_matches(':');
    let known = [(TECHNIQUE, technique, NO_TECHNIQUE), (DIGITS, digits, NO_DIGITS)];
    let step =
        known.into_iter().chain([(ELIMINATIONS, eliminations, ""), (PLACEMENTS, placements, ""), (EXTRA, extra, "")]);
    for (name, value, nothing) in step {
        if !value.is_empty() && value != nothing {
            record.fields.set(name, value);
        }
    }
    Ok(record)
}

/// Parses 81 cells where a digit after a `+` was placed.
fn read_cells(text: &str) -> Option<(Grid, Grid)> {
    let (mut clues, mut placed) = ([0; 81], [0; 81]);
    let mut cells = clues.iter_mut().zip(&mut placed);
    let mut characters = text.bytes();
    while let Some(character) = characters.next() {
        let (clue, place) = cells.next()?;
        match character {
            b'1'..=b'9' => *clue = character - b'0',
            b'+' => *place = characters.next().filter(|digit| matches!(digit, b'1'..=b'9'))? - b'0',
            b'.' | b'0' => {}
            _ => return None,
        }
    }
    if cells.next().is_some() {
        return None;
    }
    Some((Grid::from_numbers(clues)?, Grid::from_numbers(placed)?))
}

/// Parses candidates as digit, row and column: `436` is 4 in r3c6.
fn read_candidates(text: &str) -> Result<Vec<Candidate>, HodokuError> {
    let read = |word: &str| match *word.as_bytes() {
        [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
            let cell = Cell::at(usize::from(row - b'1'), usize::from(column - b'1'));
            Some(Candidate { cell, digit: Digit::from_index(usize::from(digit - b'1')) })
        }
        _ => None,
    };
    text.split_whitespace().map(|word| read(word).ok_or_else(|| HodokuError::Candidate(word.into()))).collect()
}

/// Writes the eliminated candidates: those that the digits leave, without the pencilmarks.
fn crossed_out(record: &Record, marks: &CandidateSet) -> String {
    let state = record.state();
    let left = CandidateSet::from(&state);
    let is_gone = |candidate: &Candidate| !marks.contains(*candidate) && state.get(candidate.cell).is_none();
    let written = |candidate: Candidate| {
        let Candidate { cell, digit } = candidate;
        format!("{digit}{}{}", cell.row() + 1, cell.column() + 1)
    };
    left.iter().filter(is_gone).map(written).collect::<Vec<_>>().join(" ")
}

/// Returns `true` if there are pencilmarks that the digits exclude, which a library line cannot have.
fn has_excluded(record: &Record) -> bool {
    let record = record.with_clues();
    let (state, left) = (record.state(), CandidateSet::from(&record.state()));
    record.marks().is_some_and(|marks| {
        marks.iter().any(|candidate| !left.contains(candidate) && state.get(candidate.cell).is_none())
    })
}

fn write(record: &Record) -> String {
    let record = record.with_clues();
    let placed = record.progress.as_ref().map_or(Grid::EMPTY, |progress| progress.placed);
    let cell = |cell: Cell| match (record.grid().get(cell), placed.get(cell)) {
        (Some(clue), _) => clue.to_string(),
        (None, Some(digit)) => format!("+{digit}"),
        (None, None) => ".".into(),
    };
    let cells: String = Cell::ALL.map(cell).concat();
    let deleted = record.marks().map(|marks| crossed_out(&record, &marks)).unwrap_or_default();
    let part = |name: &str| match record.fields.get(name).map(Value::text) {
        Some(text) if is_writable(name, &text) => text.into_owned(),
        Some(_) => String::new(),
        None => String::new(),
    };
    let or = |text: String, nothing: &str| if text.is_empty() { nothing.into() } else { text };
    let (technique, digits) = (or(part(TECHNIQUE), NO_TECHNIQUE), or(part(DIGITS), NO_DIGITS));
    let (eliminations, placements, extra) = (part(ELIMINATIONS), part(PLACEMENTS), part(EXTRA));
    format!(":{technique}:{digits}:{cells}:{deleted}:{eliminations}:{placements}:{extra}\n")
}
