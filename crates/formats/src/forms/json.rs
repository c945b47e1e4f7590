//! A JSON array of nine arrays of nine numbers a line.

use minirow_text::GridForm;

use crate::form::{FileForm, Reading};
use crate::forms::json_lines::squares::Squares;

pub(crate) static JSON: FileForm = FileForm {
    name: "json",
    about: "A JSON array of arrays a line",
    write: |record, _, _| GridForm::Json.write(&record.grid(), None) + "\n",
    reading: Reading::Text(|| Box::new(Squares::default())),
    ..FileForm::BASE
};
