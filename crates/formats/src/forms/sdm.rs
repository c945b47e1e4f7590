//! `.sdm`: 81 digits a line, 0 for an empty cell (SudoCue, HoDoKu).

use minirow_core::text::GridForm;

use crate::form::{FileContext, FileForm};
use crate::record::Record;

pub(crate) struct Sdm;

impl FileForm for Sdm {
    fn name(&self) -> &'static str {
        "sdm"
    }

    fn about(&self) -> &'static str {
        "81 digits a line, 0 for an empty cell (SudoCue, HoDoKu)"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["sdm"]
    }

    fn write(&self, record: &Record, _file: &FileContext, _lost: &mut Vec<String>) -> String {
        record.grid().to_text(GridForm::Line, Some('0')) + "\n"
    }
}
