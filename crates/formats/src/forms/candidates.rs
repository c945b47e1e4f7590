//! Lines of 729 characters, nine for each cell (Sukaku).

use crate::form::{FileForm, lost_beyond_candidates};

pub(crate) static CANDIDATES: FileForm = FileForm {
    name: "candidates",
    about: "729 characters a line, nine for every cell (Sukaku)",
    endings: &["729", "sukaku"],
    lost_of_board: lost_beyond_candidates,
    write: |record, file, _| {
        let text = record.candidates().to_string() + "\n";
        file.blank.map_or(text.clone(), |blank| text.replace('.', blank.encode_utf8(&mut [0; 4])))
    },
    ..FileForm::BASE
};
