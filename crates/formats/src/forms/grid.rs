//! Nine lines of nine characters, and an empty line.

use minirow_core::text::GridForm;

use crate::form::{FileContext, FileForm};
use crate::record::Record;

pub(crate) struct Grid;

impl FileForm for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn about(&self) -> &'static str {
        "Nine lines of nine characters, and an empty line"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    fn write(&self, record: &Record, file: &FileContext, _lost: &mut Vec<String>) -> String {
        record.grid().to_text(GridForm::Grid, file.blank) + "\n\n"
    }
}
