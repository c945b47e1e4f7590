//! Nine lines, with the boxes drawn with `|`, `+` and `-`, and an empty line.

use minirow_core::text::GridForm;

use crate::form::{FileContext, FileForm};
use crate::record::Record;

pub(crate) struct Boxed;

impl FileForm for Boxed {
    fn name(&self) -> &'static str {
        "boxed"
    }

    fn about(&self) -> &'static str {
        "Nine lines with the boxes drawn, and an empty line"
    }

    fn endings(&self) -> &'static [&'static str] {
        &[]
    }

    fn write(&self, record: &Record, file: &FileContext, _lost: &mut Vec<String>) -> String {
        record.grid().to_text(GridForm::Boxed, file.blank) + "\n\n"
    }
}
