//! Objects of which the user has named the key of the puzzle.

use minirow_text::shown;

use crate::error::ErrorKind;
use crate::forms::json_lines::rules::other_kind_within;
use crate::forms::json_lines::{entries_of, read_named, squares, with_others};
use crate::record::Record;
use crate::table::{PUZZLE_COLUMNS, free_name};

/// Reads an object. A key `puzzle` beside the named one gets another name, because the named one is written as `puzzle`.
pub(super) fn read(text: &str, column: &str) -> Result<Record, ErrorKind> {
    let mut entries = entries_of(text)?;
    if let Some(error) = other_kind_within(&entries, 0, false) {
        return Err(error);
    }
    let keys = || entries.iter().map(|(key, _)| key.as_str());
    let place_of = |name: &str| keys().position(|key| key.eq_ignore_ascii_case(name));
    let Some(place) = place_of(column) else {
        let found = format!("the keys {}", keys().collect::<Vec<_>>().join(", "));
        return Err(ErrorKind::form(shown(&found), format!("one called {column}")));
    };
    if let Some(other) = place_of(PUZZLE_COLUMNS[0]).filter(|&other| other != place) {
        entries[other].0 = free_name(&format!("{}_", entries[other].0), keys()).to_string();
    }
    match squares::read(entries[place].1.get()) {
        Some(squares) => {
            entries.remove(place);
            squares.and_then(|squares| with_others(squares, entries))
        }
        None => read_named(entries, &[place]),
    }
}
