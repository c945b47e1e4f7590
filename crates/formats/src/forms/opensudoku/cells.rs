//! The boards of OpenSudoku: 81 digits, or `version:` and the parts of each cell, each followed by `|`:
//!
//! | version | parts |
//! | --- | --- |
//! | 1 | value, notes as digits with commas or `-`, and 1 if the value can be changed |
//! | 2, 3 | value, notes as a bitmask, 0 or 1; in version 2, an empty part may follow the notes |
//! | 4 | value, notes in the corner, notes in the centre, 0 or 1 |
//! | 5 | value, notes in the corner, notes in the centre, the number of a colour, 0 or 1 |
//!
//! The notes in the corner and in the centre of a cell are its pencilmarks.

use minirow_core::{CandidateSet, Cell, Digit, DigitSet, Grid};
use minirow_text::counted;

use crate::error::ErrorKind;
use crate::record::{Record, digits, set_digits};

/// The version of a board that is written.
pub(super) const CURRENT: u8 = 5;

/// Returns the notes of a cell. A filled cell has none.
pub(super) fn notes(state: &Grid, marks: &CandidateSet, cell: Cell) -> DigitSet {
    if state.get(cell).is_some() { DigitSet::EMPTY } else { marks.digits(cell) }
}

/// Writes the parts of all cells.
pub(super) fn write_cells(record: &Record, version: u8) -> String {
    let (clues, state, marks) = (record.grid(), record.state(), record.marks().unwrap_or(CandidateSet::EMPTY));
    let cell = |cell: Cell| {
        let notes = notes(&state, &marks, cell);
        let shown = match version {
            1 if notes.is_empty() => "-".into(),
            1 => notes.iter().map(|digit| format!("{digit},")).collect(),
            _ => notes.bits().to_string(),
        };
        let value = state.get(cell).map_or(0, Digit::get);
        let further = match version {
            0..4 => "",
            4 => "0|",
            _ => "0|0|",
        };
        format!("{value}|{shown}|{further}{}|", u8::from(clues.get(cell).is_none()))
    };
    Cell::ALL.into_iter().map(cell).collect()
}

/// Splits a board into its version and its cells. Returns `None` for a board without a version.
pub(super) fn versioned(data: &str) -> Option<(&str, &str)> {
    let rest = data.trim().strip_prefix("version:")?.trim_start();
    Some(rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())))
}

/// Splits the cells of a board into their parts. Version 2 may have an empty part after the notes.
pub(super) fn parts(cells: &str) -> Vec<&str> {
    cells.split('|').map(str::trim).filter(|part| !part.is_empty()).collect()
}

pub(super) fn board(data: &str) -> Result<Record, ErrorKind> {
    match versioned(data) {
        Some((version @ ("1" | "2" | "3"), cells)) => read_cells(version, &parts(cells), 3),
        Some(("4", cells)) => read_cells("4", &parts(cells), 4),
        Some(("5", cells)) => read_cells("5", &parts(cells), 5),
        Some((version, _)) => {
            let expected = format!("81 digits or a game of version 1 to {CURRENT}");
            Err(ErrorKind::form(format!("a game of version {version}"), expected))
        }
        None => digits(data.trim()).map(Record::from).map_err(|error| error.at("as the data of a game")),
    }
}

/// Reads cells, each with the same number of parts.
fn read_cells(version: &str, parts: &[&str], size: usize) -> Result<Record, ErrorKind> {
    if parts.len() != size * 81 {
        let found = format!("{} of cells as the data of a game of version {version}", counted(parts.len(), "part"));
        return Err(ErrorKind::form(found, (size * 81).to_string()));
    }
    let (mut clues, mut placed, mut marks, mut is_marked) = (Grid::EMPTY, Grid::EMPTY, CandidateSet::EMPTY, false);
    for (cell, parts) in Cell::ALL.into_iter().zip(parts.chunks(size)) {
        let wrong = || {
            let found = format!("{:?} for {cell} of a game", parts.join("|"));
            let expected = match size {
                3 => "value, notes, and 0 or 1",
                4 => "value, notes, notes, and 0 or 1",
                _ => "value, notes, notes, colour, and 0 or 1",
            };
            ErrorKind::form(found, expected)
        };
        let number = |part: &str| part.parse::<u8>().ok().filter(|&number| number <= 9).ok_or_else(wrong);
        let notes = |part: &str| match (version, part) {
            (_, "-") => Ok(DigitSet::EMPTY),
            ("1", list) => {
                let digit = |text: &str| text.parse().ok().and_then(Digit::new);
                list.split_terminator(',').map(digit).collect::<Option<DigitSet>>().ok_or_else(wrong)
            }
            (_, mask) => {
                mask.parse().ok().filter(|&mask: &u16| mask < 1 << 9).map(DigitSet::from_bits).ok_or_else(wrong)
            }
        };
        let value = Digit::new(number(parts[0])?);
        let mut noted = notes(parts[1])?;
        if size > 3 {
            noted |= notes(parts[2])?;
        }
        if size > 4 {
            number(parts[3])?;
        }
        match parts[size - 1] {
            "0" => clues.set(cell, value),
            "1" => placed.set(cell, value),
            _ => return Err(wrong()),
        }
        is_marked |= !noted.is_empty();
        set_digits(&mut marks, cell, noted);
    }
    let mut record = Record::from(clues);
    record.set_progress(placed, is_marked.then_some(marks));
    Ok(record)
}
