//! Lines of HoDoKu's library: a position, and perhaps the step that is to be found in it.
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
use crate::record::Record;

/// Where the parts that only HoDoKu knows are kept.
const TECHNIQUE: &str = "hodoku-technique";
const DIGITS: &str = "hodoku-digits";
const ELIMINATIONS: &str = "hodoku-eliminations";
const PLACEMENTS: &str = "hodoku-placements";
const EXTRA: &str = "hodoku-extra";

/// What HoDoKu itself writes where there is no step.
const NO_TECHNIQUE: &str = "0000";
const NO_DIGITS: &str = "x";

pub(crate) fn holds(field: &str) -> bool {
    [TECHNIQUE, DIGITS, ELIMINATIONS, PLACEMENTS, EXTRA].iter().any(|known| known.eq_ignore_ascii_case(field))
}

/// Whether a text can be one of the parts that stand between colons.
pub(crate) fn is_writable(field: &str, text: &str) -> bool {
    !text.contains(['\n', '\r']) && (!text.contains(':') || field.eq_ignore_ascii_case(EXTRA))
}

/// Whether a line is meant as one of a library, rather than as decoration in colons.
pub(crate) fn is_line(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next() == Some(b':') && bytes.next().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b':')
}

pub(crate) fn read(text: &str) -> Result<Record, String> {
    let mut parts = text[1..].split(':').map(str::trim);
    let mut next = || parts.next().unwrap_or_default();
    let (technique, digits, cells, deleted) = (next(), next(), next(), next());
    let (clues, placed) = read_cells(cells)
        .ok_or_else(|| format!("found {cells:?} as the third part of a library line, expected 81 cells"))?;
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

/// 81 cells where a digit after a `+` was placed.
pub(crate) fn read_cells(text: &str) -> Option<(Grid, Grid)> {
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

/// Candidates as digit, row and column: `436` is 4 in r3c6.
fn read_candidates(text: &str) -> Result<Vec<Candidate>, String> {
    let read = |word: &str| match *word.as_bytes() {
        [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
            let cell = Cell::at(usize::from(row - b'1'), usize::from(column - b'1'));
            Some(Candidate { cell, digit: Digit::from_index(usize::from(digit - b'1')) })
        }
        _ => None,
    };
    let expected = "expected digit, row and column of a candidate, such as 436 for 4 in r3c6";
    text.split_whitespace().map(|word| read(word).ok_or_else(|| format!("found {word:?}, {expected}"))).collect()
}

/// Candidates that are crossed out: those that the digits leave, without those that are there.
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

/// Whether there are pencilmarks that the digits exclude: a library line cannot have them.
pub(crate) fn has_excluded(record: &Record) -> bool {
    let record = record.with_clues();
    let (state, left) = (record.state(), CandidateSet::from(&record.state()));
    record.marks().is_some_and(|marks| {
        marks.iter().any(|candidate| !left.contains(candidate) && state.get(candidate.cell).is_none())
    })
}

pub(crate) fn write(record: &Record) -> String {
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
