//! Records as the rows of a table: its columns, and the text of each field. CSV and Parquet are written from it.

use std::collections::HashSet;
use std::sync::Arc;

use crate::fields::Fields;
use crate::record::Record;
use crate::table::{CLUES, known_values};

/// The columns of a table of records.
///
/// ```
/// use minirow_formats::{Reader, RecordTable};
///
/// let csv = "puzzle;note\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79;\"a;b\"\n";
/// let record = Reader::new(csv.as_bytes()).next().unwrap()?.record;
/// let table = RecordTable::of([&record]);
/// assert!(table.columns().eq(["puzzle", "clues", "note"]));
/// assert_eq!(table.row(&record).values[1..], ["30", "a;b"]);
/// # Ok::<(), minirow_formats::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordTable {
    /// The columns, with empty values.
    columns: Fields,
}

/// A record as the row of a table. [`RecordTable::row`] returns it.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_formats::{Record, RecordTable};
/// let mut record = Record::from(Grid::EMPTY);
/// let table = RecordTable::of([&record]);
/// record.fields.set("level", "easy");
/// let row = table.row(&record);
/// assert_eq!(row.values, [".".repeat(81), "0".to_string()]);
/// assert_eq!(row.dropped, ["level"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    /// The text of each column, empty for a missing value.
    pub values: Vec<String>,
    /// The names of the fields without a column. Line ends that became spaces are described in words.
    pub dropped: Vec<String>,
}

impl RecordTable {
    /// Returns the columns that a set of records needs. They always include `puzzle` and `clues`.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> RecordTable {
        let (mut id, mut state, mut candidates, mut solution) = (None, false, false, false);
        let (mut others, mut known): (Vec<Arc<str>>, _) = (Vec::new(), HashSet::new());
        for record in records {
            solution |= record.solution.is_some();
            state |= record.has_placed();
            candidates |= record.marks().is_some();
            for (name, _) in record.fields.iter() {
                if name.eq_ignore_ascii_case("id") {
                    id.get_or_insert_with(|| name.clone());
                } else if !name.eq_ignore_ascii_case(CLUES) && known.insert(name.to_ascii_lowercase()) {
                    others.push(name.clone());
                }
            }
        }
        let optional = |is_there: bool, name: &str| is_there.then(|| Arc::from(name));
        let mut columns = Vec::from_iter(id);
        columns.push("puzzle".into());
        columns.extend(optional(solution, "solution"));
        columns.push(CLUES.into());
        columns.extend(optional(state, "state"));
        columns.extend(optional(candidates, "candidates"));
        // A record without progress may have empty fields with these names.
        columns.extend(others.into_iter().filter(|name| {
            !(state && name.eq_ignore_ascii_case("state") || candidates && name.eq_ignore_ascii_case("candidates"))
        }));
        let mut columns: Fields = columns.into_iter().map(|name| (name, "")).collect();
        columns.index();
        RecordTable { columns }
    }

    /// Returns the names of the columns, in order.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| &**name)
    }

    /// Returns a record as a row. Empty cells of grids are dots.
    pub fn row(&self, record: &Record) -> TableRow {
        let mut dropped = Vec::new();
        let values = row(record, &self.columns, '.', &mut dropped);
        TableRow { values, dropped }
    }

    pub(crate) fn into_fields(self) -> Fields {
        self.columns
    }
}

/// Returns the text of a record for each column. Adds the names of fields without a column to `dropped`.
pub(crate) fn row(record: &Record, columns: &Fields, blank: char, dropped: &mut Vec<String>) -> Vec<String> {
    let fields = record.fields.iter().map(|(name, value)| (&**name, value.text().into_owned()));
    let mut row = vec![String::new(); columns.len()];
    for (name, mut text) in known_values(record, blank).chain(fields) {
        if text.contains(['\n', '\r']) {
            text = text.replace("\r\n", " ").replace(['\n', '\r'], " ");
            dropped.push(format!("line ends in {name}"));
        }
        match columns.place(name) {
            Some(place) => row[place] = text,
            None if text.is_empty() => {}
            None => dropped.push(name.to_string()),
        }
    }
    row
}
