//! Pencilmark grids with the boxes drawn, and an empty line.

use minirow_core::text;

use crate::form::{FileForm, lost_beyond_candidates};

pub(crate) static PENCILMARKS: FileForm = FileForm {
    name: "pencilmarks",
    about: "Pencilmark grids with the boxes drawn",
    endings: &["pm"],
    lost_of_board: lost_beyond_candidates,
    write: |record, _, _| text::pencilmarks(&record.candidates()) + "\n\n",
    ..FileForm::BASE
};
