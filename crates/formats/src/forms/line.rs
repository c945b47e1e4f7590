//! 81 characters a line.

use minirow_core::text::GridForm;

use crate::form::{FileContext, FileForm, Reading, lost_beyond_clues};
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

    fn reading(&self) -> Reading {
        Reading::Shared
    }

    fn lost_of_board(&self, record: &Record) -> Vec<&'static str> {
        lost_beyond_clues(record)
    }

    fn holds_field(&self, _name: &str, _text: &str) -> bool {
        false
    }

    fn write(&self, record: &Record, file: &FileContext, _lost: &mut Vec<String>) -> String {
        record.grid().to_text(GridForm::Line, file.blank) + "\n"
    }
}
