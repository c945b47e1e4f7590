//! A JSON array of nine arrays of nine numbers a line.

use minirow_core::text::GridForm;

use crate::form::{FileContext, FileForm, Reading, lost_beyond_clues};
use crate::record::Record;

pub(crate) struct Json;

impl FileForm for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "A JSON array of arrays a line"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn reading(&self) -> Reading {
        Reading::Shared
    }

    fn lost_of_board(&self, record: &Record) -> Vec<&'static str> {
        lost_beyond_clues(record)
    }

    fn holds_field(&self, _name: &str, _text: &str) -> bool {
        false
    }

    fn write(&self, record: &Record, _file: &FileContext, _lost: &mut Vec<String>) -> String {
        record.grid().to_text(GridForm::Json, None) + "\n"
    }
}
