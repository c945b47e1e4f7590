//! Pencilmark grids with the boxes drawn, and an empty line.

use minirow_core::text;

use crate::form::{FileContext, FileForm, lost_beyond_candidates};
use crate::record::Record;

pub(crate) struct Pencilmarks;

impl FileForm for Pencilmarks {
    fn name(&self) -> &'static str {
        "pencilmarks"
    }

    fn about(&self) -> &'static str {
        "Pencilmark grids with the boxes drawn"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["pm"]
    }

    fn lost_of_board(&self, record: &Record) -> Vec<&'static str> {
        lost_beyond_candidates(record)
    }

    fn write(&self, record: &Record, _file: &FileContext, _lost: &mut Vec<String>) -> String {
        text::pencilmarks(&record.candidates()) + "\n\n"
    }
}
