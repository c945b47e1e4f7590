//! The writer: writes records in a form, and reports what the form cannot hold.

use std::collections::HashSet;

use crate::error::ErrorKind;
use crate::fields::{Fields, MOST_FIELDS};
use crate::form::{FileContext, FileForm, Header};
use crate::forms::Form;
use crate::record::Record;
use crate::table::CLUES;

/// The records that are examined before the first is written, so that the columns of CSV and the header of OpenSudoku fit all
/// of them: 10,000 records, or fewer that hold 32 MiB.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_formats::{Form, LookAhead, Record};
/// let mut ahead = LookAhead::new(Form::Csv);
/// let mut count = 0;
/// while ahead.is_open() {
///     ahead.add(&Record::from(Grid::EMPTY))?;
///     count += 1;
/// }
/// assert_eq!(count, 10_000);
/// assert!(!LookAhead::new(Form::Sdm).is_open());
/// # Ok::<(), minirow_formats::ErrorKind>(())
/// ```
#[derive(Clone, Debug)]
pub struct LookAhead {
    /// The number of records and bytes that may still be added.
    left: (usize, usize),
    is_table: bool,
    /// The names of the fields in lower case.
    names: HashSet<String>,
}

impl LookAhead {
    /// The maximum number of records.
    pub const RECORDS: usize = 10_000;
    const BYTES: usize = 32 << 20;

    /// Starts before the first record. A form without a header needs no records.
    pub fn new(form: Form) -> LookAhead {
        let records = if form.get().header.is_some() { LookAhead::RECORDS } else { 0 };
        LookAhead { left: (records, LookAhead::BYTES), is_table: form == Form::Csv, names: HashSet::new() }
    }

    /// Returns `true` if another record is to be added.
    pub fn is_open(&self) -> bool {
        self.left.0 > 0 && self.left.1 > 0
    }

    /// Counts something in place of a record, such as the error of a line, of a size in bytes.
    pub fn pass_over(&mut self, bytes: usize) {
        self.left = (self.left.0.saturating_sub(1), self.left.1.saturating_sub(bytes));
    }

    /// Adds the next record.
    ///
    /// # Errors
    /// If a table of the records would have more columns than are read, returns the first field without a column.
    pub fn add(&mut self, record: &Record) -> Result<(), ErrorKind> {
        /// The columns that do not follow from fields: puzzle, solution, clues, state and candidates.
        const OWN: usize = 5;
        self.pass_over(record.bytes());
        for (name, _) in record.fields.iter().filter(|_| self.is_table) {
            let is_new = !name.eq_ignore_ascii_case(CLUES) && self.names.insert(name.to_ascii_lowercase());
            if is_new && self.names.len() + OWN > MOST_FIELDS {
                let found = format!("the field {name:?} after {} other fields of the records", self.names.len() - 1);
                return Err(ErrorKind::form(found, format!("a table of at most {MOST_FIELDS} columns")));
            }
        }
        Ok(())
    }
}

/// Writes the records of one file.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_formats::{Form, Record, Writer};
/// let records = [Record::from(Grid::EMPTY)];
/// let mut writer = Writer::new(Form::Csv, Some('0'));
/// let mut file = writer.header(records.iter());
/// for record in &records {
///     file += &writer.record(record).text;
/// }
/// file += writer.footer();
/// assert!(file.starts_with("puzzle,clues\n000000000"));
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    form: Form,
    blank: Option<char>,
    /// The fields of the header.
    header: Fields,
    count: u64,
}

/// The text of a record in a file. See [`Writer::record`].
///
/// ```
/// use minirow_core::Grid;
/// use minirow_formats::{Form, Record, Writer};
/// let mut record = Record::from(Grid::EMPTY);
/// record.fields.set("level", "easy");
/// let written = Writer::new(Form::Sdm, None).record(&record);
/// assert_eq!(written.text.len(), 82);
/// assert_eq!(written.dropped, ["level"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The text with its line end.
    pub text: String,
    /// The parts that the text does not have: the names of fields, and descriptions of other parts.
    pub dropped: Vec<String>,
}

impl Writer {
    /// Creates a writer. `blank` is the character of an empty cell, if the form allows a choice.
    pub fn new(form: Form, blank: Option<char>) -> Writer {
        let header = form.get().header.map_or(Fields::NONE, |header| header(&[]).fields);
        Writer { form, blank, header, count: 0 }
    }

    /// Returns the header, which depends on the first records: those of a [`LookAhead`]. The fields of these records are the columns of CSV.
    /// Fields that are equal in all of them are in the header of OpenSudoku.
    pub fn header<'a>(&mut self, first: impl Iterator<Item = &'a Record>) -> String {
        let Some(header) = self.form.get().header else { return String::new() };
        let Header { fields, text } = header(&first.collect::<Vec<_>>());
        self.header = fields;
        text
    }

    /// Writes the next record.
    pub fn record(&mut self, record: &Record) -> Written {
        let form = self.form.get();
        let mut dropped = lost(record, form);
        let file = FileContext { blank: self.blank, is_first: self.count == 0, header: &self.header };
        let text = (form.write)(record, &file, &mut dropped);
        self.count += 1;
        Written { text, dropped }
    }

    /// Returns the text after the last record.
    pub fn footer(&self) -> &'static str {
        (self.form.get().footer)(&self.header)
    }
}

/// Lists what no file of a form can hold: descriptions of parts of the board, and names of fields.
fn lost(record: &Record, form: &FileForm) -> Vec<String> {
    let mut lost: Vec<String> = (form.lost_of_board)(record).into_iter().map(String::from).collect();
    let solution = record.solution.as_ref().filter(|solution| !(form.holds_field)("solution", solution));
    lost.extend(solution.map(|_| "solution".into()));
    for (name, value) in record.fields.iter() {
        let text = value.text();
        if !text.is_empty() && !(form.holds_field)(name, &text) {
            lost.push(name.to_string());
        }
    }
    lost
}
