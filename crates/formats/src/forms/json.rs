//! A JSON array of nine arrays of nine numbers a line.

use minirow_core::text::GridForm;

use crate::form::{FileContext, FileForm};
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

    fn write(&self, record: &Record, _file: &FileContext, _lost: &mut Vec<String>) -> String {
        record.grid().to_text(GridForm::Json, None) + "\n"
    }
}
