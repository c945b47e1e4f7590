//! An item of an input: a record or the error of a line, with its place.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use minirow_files::ordered::Held;
use minirow_formats::{RawRow, Record};

/// A place in a file, for messages: `file:line`. Line 0 is the file as a whole.
///
/// ```
/// # use minirow_table::input::Place;
/// assert_eq!(Place::new(&"pack.csv".into(), 17).to_string(), "pack.csv:17");
/// ```
#[derive(Clone, Debug)]
pub struct Place {
    name: Arc<str>,
    line: u64,
}

impl Place {
    /// Returns the place of a line, counted from 1, or of the whole file.
    pub fn new(name: &Arc<str>, line: u64) -> Place {
        Place { name: name.clone(), line }
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the number of the line, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.name),
            line => write!(f, "{}:{line}", self.name),
        }
    }
}

/// The places of rows that are numbered through several files.
#[derive(Debug)]
pub struct Places {
    /// The files.
    pub names: Vec<Arc<str>>,
    /// The number of the first row of each file.
    pub starts: Vec<u64>,
}

impl Places {
    /// Returns the place of a row, given its line within its file.
    pub fn of(&self, row: u64, line: u64) -> Place {
        Place::new(&self.names[self.file(row)], line)
    }

    /// Returns the file of a row, counted from 0.
    pub fn file(&self, row: u64) -> usize {
        self.starts.partition_point(|&start| start <= row).saturating_sub(1)
    }
}

/// A record of a file with its place. It dereferences to the record.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The first line of the record.
    pub place: Place,
    /// The board with its fields.
    pub record: Record,
    /// Its row, or its line as a row without fields, if [`Items::keep_text`](super::Items::keep_text) asked for it and nothing else is
    /// in its lines.
    pub raw: Option<RawRow>,
}

impl Deref for Entry {
    type Target = Record;

    fn deref(&self) -> &Record {
        &self.record
    }
}

/// An entry, or the error of a line.
pub type Item = Result<Entry, BadLine>;

/// An error of a line without a valid grid.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct BadLine {
    /// The line.
    pub place: Place,
    /// The message, without the place.
    pub message: String,
    /// `true` if the line stands where a grid is expected; `false` if the whole file has none or cannot be read.
    pub is_line: bool,
    /// `true` if the file cannot be read any further. Its other grids are missing, so a result without them is not complete.
    pub is_unreadable: bool,
    /// `true` if the line is the header of a table, all of whose rows are missing.
    pub is_header: bool,
}

impl BadLine {
    /// Creates the error of a line that can be left out.
    pub fn new(place: Place, message: impl fmt::Display) -> BadLine {
        BadLine { place, message: message.to_string(), is_line: true, is_unreadable: false, is_header: false }
    }
}

impl Held for Entry {
    fn held_bytes(&self) -> usize {
        self.record.bytes() + self.raw.as_ref().map_or(0, |row| 2 * row.text.len()) // the fields have the text once more
    }
}

impl Held for BadLine {
    fn held_bytes(&self) -> usize {
        self.message.len()
    }
}
