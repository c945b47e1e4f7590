//! Lines of 729 characters, nine for each cell (Sukaku).

use crate::form::{FileContext, FileForm, lost_beyond_candidates};
use crate::record::Record;

pub(crate) struct Candidates;

impl FileForm for Candidates {
    fn name(&self) -> &'static str {
        "candidates"
    }

    fn about(&self) -> &'static str {
        "729 characters a line, nine for every cell (Sukaku)"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["729", "sukaku"]
    }

    fn lost_of_board(&self, record: &Record) -> Vec<&'static str> {
        lost_beyond_candidates(record)
    }

    fn write(&self, record: &Record, file: &FileContext, _lost: &mut Vec<String>) -> String {
        let text = record.candidates().to_string() + "\n";
        match file.blank {
            Some(blank) => text.replace('.', blank.encode_utf8(&mut [0; 4])),
            None => text,
        }
    }
}
