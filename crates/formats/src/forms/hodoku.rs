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

use minirow_core::{Candidate, CandidateSet, Cell, Digit, Grid, Puzzle};

use crate::error::ErrorKind;
use crate::form::{FileForm, Reading};
use crate::record::Record;

pub(crate) static HODOKU: FileForm = FileForm {
    name: "hodoku",
    about: "Lines of HoDoKu's library: clues, placed digits, crossed-out candidates",
    reading: Reading::Line(read_line),
    lost_of_board: |record| if has_excluded(record) { vec!["pencilmarks that the digits exclude"] } else { Vec::new() },
    holds_field: holds,
    write: |record, _, _| write(record),
    ..FileForm::BASE
};

/// The fields for the parts that only HoDoKu has, and the parts that it writes if there is no step. A step of a technique can have no
/// digits.
const STEP: [(&str, &str); 5] =
    [(TECHNIQUE, "0000"), (DIGITS, "x"), ("hodoku-eliminations", ""), ("hodoku-placements", ""), (EXTRA, "")];

const TECHNIQUE: &str = "hodoku-technique";
const DIGITS: &str = "hodoku-digits";

/// The field of the last part, which can have colons.
const EXTRA: &str = "hodoku-extra";

/// Returns `true` if a text of a field can be a part between colons.
fn holds(field: &str, text: &str) -> bool {
    STEP.iter().any(|(known, _)| known.eq_ignore_ascii_case(field))
        && !text.contains(['\n', '\r'])
        && (!text.contains(':') || field.eq_ignore_ascii_case(EXTRA))
}

/// Parses a line of the library, or 81 cells with placed digits.
fn read_line(text: &str) -> Option<Result<Record, ErrorKind>> {
    match text.as_bytes().first()? {
        b':' if is_line(text) => Some(read(text)),
        b'.' | b'+' | b'0'..=b'9' if text.contains('+') => {
            let word = text.split([' ', '\t', ',', ';', '#', ':', '|']).next().unwrap_or_default();
            let (clues, placed) = read_cells(word).filter(|_| word.contains('+'))?;
            if word.starts_with('+') && placed.clue_count() == 1 {
                let found = "a + before 81 cells, which is the mark of a placed digit or of a line that was added";
                return Some(Err(ErrorKind::form(found, "the cells without it, or a line of HoDoKu's library")));
            }
            let mut record = Record::from(clues);
            record.set_progress(placed, None);
            Some(Ok(record))
        }
        _ => None,
    }
}

/// Returns `true` if a line is a line of the library, and not decoration with colons or a style of a page.
fn is_line(text: &str) -> bool {
    let is_code = |character: char| character.is_ascii_alphanumeric() || character == '-';
    let behind = text[1..].trim_start_matches(is_code);
    // A smiley of a chat has a name between colons.
    let is_technique = behind.len() + 5 <= text.len() && text[1..5].bytes().all(|byte| byte.is_ascii_digit());
    let has_cells = || text.bytes().filter(u8::is_ascii_digit).count() >= Puzzle::FEWEST_CLUES;
    text[1..].starts_with(|first: char| first.is_ascii_alphanumeric() || first == ':')
        && (is_technique || has_cells())
        && (behind.is_empty() && text.len() > 4 || behind.trim_start().starts_with(':'))
}

fn read(text: &str) -> Result<Record, ErrorKind> {
    let parts: Vec<&str> = text[1..].split(':').map(str::trim).collect();
    let part = |number: usize| parts.get(number).copied().unwrap_or_default();
    let (cells, deleted) = (part(2), part(3));
    let (clues, placed) = read_cells(cells)
        .ok_or_else(|| ErrorKind::form(format!("{cells:?} as the third part of a library line"), "81 cells"))?;
    let mut record = Record::from(clues);
    record.set_progress(placed, None);
    if !deleted.is_empty() {
        let mut candidates = record.candidates();
        read_candidates(deleted)?.into_iter().for_each(|candidate| candidates.remove(candidate));
        record.set_progress(placed, Some(candidates));
    }
    let extra = parts.get(6..).unwrap_or_default().join(":");
    let step = [part(0), part(1), part(4), part(5), extra.trim_end_matches(':')];
    // HoDoKu has no last part without a step. An empty field stands for it, so that the line comes back.
    if parts.len() == STEP.len() + 1 {
        record.fields.set(EXTRA, "");
    }
    // Without digits, the technique is kept in any case, so that the line comes back.
    let is_step = part(1).is_empty() || part(0) != STEP[0].1;
    for ((name, nothing), value) in STEP.into_iter().zip(step) {
        if !value.is_empty() && (value != nothing || is_step) {
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
fn read_candidates(text: &str) -> Result<Vec<Candidate>, ErrorKind> {
    let read = |word: &str| match *word.as_bytes() {
        [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] => {
            let cell = Cell::at(usize::from(row - b'1'), usize::from(column - b'1'));
            Some(Candidate { cell, digit: Digit::from_index(usize::from(digit - b'1')) })
        }
        _ => None,
    };
    let expected = "digit, row and column of a candidate, such as 436 for 4 in r3c6";
    let wrong = |word: &str| ErrorKind::form(format!("{word:?}"), expected);
    text.split_whitespace().map(|word| read(word).ok_or_else(|| wrong(word))).collect()
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
    let placed = record.placed();
    let cell = |cell: Cell| match (record.grid().get(cell), placed.get(cell)) {
        (Some(clue), _) => clue.to_string(),
        (None, Some(digit)) => format!("+{digit}"),
        (None, None) => ".".into(),
    };
    let cells: String = Cell::ALL.map(cell).concat();
    let deleted = record.marks().map(|marks| crossed_out(&record, &marks)).unwrap_or_default();
    let text = |name: &str| record.fields.text(name).filter(|text| holds(name, text));
    let [technique, digits, eliminations, placements, extra] = STEP.map(|(name, nothing)| match text(name) {
        None if name == DIGITS && text(TECHNIQUE).is_some() => "".into(),
        text => text.unwrap_or(nothing.into()),
    });
    let is_left_out = record.fields.get(EXTRA).is_some_and(|extra| extra.text().is_empty());
    let extra = if is_left_out { String::new() } else { format!(":{extra}") };
    format!(":{technique}:{digits}:{cells}:{deleted}:{eliminations}:{placements}{extra}\n")
}
