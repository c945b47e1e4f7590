//! Writing records in a form, and telling what it cannot hold.

use std::borrow::Cow;
use std::sync::Arc;

use minirow_core::text::{self, Form as GridForm};

use crate::dropped::dropped;
use crate::fields::Fields;
use crate::form::Form;
use crate::forms::{csv, hodoku, json_lines, opensudoku, sdk, simple_sudoku, sudokuwiki};
use crate::record::Record;

/// So many records are worth looking at before the first is written, so that the columns of CSV and the header of
/// OpenSudoku are those of all of them.
pub const LOOK_AHEAD: usize = 10_000;

/// Writes one file.
#[derive(Clone, Debug)]
pub struct Writer {
    form: Form,
    blank: Option<char>,
    columns: Vec<Arc<str>>,
    about: Fields,
    count: u64,
}

/// A record as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// With its line end.
    pub text: String,
    /// What is not in it: fields by their names, else in words.
    pub dropped: Vec<String>,
}

impl Writer {
    /// A writer before the first record. `blank` stands for an empty cell where the form leaves a choice.
    pub fn new(form: Form, blank: Option<char>) -> Writer {
        Writer { form, blank, columns: csv::columns(std::iter::empty()), about: Fields::NONE, count: 0 }
    }

    /// How many records [`header`](Writer::header) should be shown: none if the form has no header.
    pub fn look_ahead(&self) -> usize {
        if matches!(self.form, Form::Csv | Form::OpenSudoku) { LOOK_AHEAD } else { 0 }
    }

    /// What stands before the first record. It depends on the first records: fields that they have are columns of CSV,
    /// and what all of them say is said once by OpenSudoku.
    pub fn header<'a>(&mut self, first: impl Iterator<Item = &'a Record> + Clone) -> String {
        match self.form {
            Form::Csv => {
                self.columns = csv::columns(first);
                csv::line(&self.columns)
            }
            Form::OpenSudoku => {
                let mut first = first;
                self.about = first.next().map(|record| record.fields.clone()).unwrap_or_default();
                let said: Vec<Arc<str>> = self.about.iter().map(|(name, _)| name.clone()).collect();
                for name in said {
                    let value = self.about.text(&name).map(Cow::into_owned);
                    if !first.clone().all(|record| record.fields.text(&name).as_deref() == value.as_deref()) {
                        self.about.remove(&name);
                    }
                }
                opensudoku::write_header(&self.about)
            }
            _ => String::new(),
        }
    }

    /// The next record.
    pub fn record(&mut self, record: &Record) -> Written {
        let mut dropped = dropped(record, self.form);
        let grid = record.grid();
        let in_core = |form: GridForm, blank: Option<char>, end: &str| grid.to_text(form, blank) + end;
        let is_first = self.count == 0;
        self.count += 1;
        let text = match self.form {
            Form::Line => in_core(GridForm::Line, self.blank, "\n"),
            Form::Sdm => in_core(GridForm::Line, Some('0'), "\n"),
            Form::Json => in_core(GridForm::Json, None, "\n"),
            Form::Grid => in_core(GridForm::Grid, self.blank, "\n\n"),
            Form::Boxed => in_core(GridForm::Boxed, self.blank, "\n\n"),
            Form::Candidates => {
                let text = record.candidates().to_string() + "\n";
                self.blank.map_or(text.clone(), |blank| text.replace('.', blank.encode_utf8(&mut [0; 4])))
            }
            Form::Pencilmarks => text::pencilmarks(&record.candidates()) + "\n\n",
            Form::Sdk => separated(is_first, sdk::write(record, is_first)),
            Form::SimpleSudoku => separated(is_first, simple_sudoku::write(record)),
            Form::Hodoku => hodoku::write(record),
            Form::SudokuWiki => sudokuwiki::write(&grid),
            Form::SudokuWikiPacked => sudokuwiki::write_packed(&grid),
            Form::JsonLines => json_lines::write(record, self.blank.unwrap_or('.')),
            Form::OpenSudoku => {
                self.differing(record, &mut dropped);
                opensudoku::write(&grid)
            }
            Form::Csv => {
                let (text, no_column) = csv::row(record, &self.columns, self.blank.unwrap_or('.'));
                dropped.extend(no_column);
                text
            }
        };
        Written { text, dropped }
    }

    /// What stands after the last record.
    pub fn footer(&self) -> &'static str {
        if self.form == Form::OpenSudoku { opensudoku::FOOTER } else { "" }
    }

    /// What a record says otherwise than the header of its file.
    fn differing(&self, record: &Record, dropped: &mut Vec<String>) {
        for (name, value) in record.fields.iter().filter(|(name, _)| opensudoku::holds(name)) {
            let value = value.text();
            if !value.trim().is_empty() && self.about.text(name).as_deref() != Some(&*value) {
                dropped.push(format!("{name} (the form has one for all puzzles)"));
            } else if opensudoku::is_unwritable(&value) {
                dropped.push(format!("characters of {name} that XML cannot have"));
            }
        }
    }
}

/// Records of several lines have an empty line between them.
fn separated(is_first: bool, text: String) -> String {
    if is_first { text } else { format!("\n{text}") }
}
