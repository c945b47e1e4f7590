//! 81 characters a line.

use minirow_core::text::GridForm;

use crate::form::{FileContext, FileForm};
use crate::record::Record;

pub(crate) struct Line;

impl FileForm for Line {
    fn name(&self) -> &'static str {
        "line"
    }

    fn about(&self) -> &'static str {
        "81 characters a line"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[] // names with another ending are written in this form anyway
    }

    fn write(&self, record: &Record, file: &FileContext, _lost: &mut Vec<String>) -> String {
        record.grid().to_text(GridForm::Line, file.blank) + "\n"
    }
}
