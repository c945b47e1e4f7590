//! Pencilmark grids with the boxes drawn, and an empty line. The progress of SudoCue is read, too.

use crate::form::{FileForm, Reading, lost_beyond_candidates};
use crate::forms::sdx;

pub(crate) static PENCILMARKS: FileForm = FileForm {
    name: "pencilmarks",
    about: "Pencilmark grids with the boxes drawn",
    endings: &["pm"],
    reading: Reading::File { is_first_line: |first, _| sdx::is_first_line(first), read: sdx::records },
    lost_of_board: lost_beyond_candidates,
    write: |record, _, _| minirow_text::pencilmarks(&record.candidates()) + "\n\n",
    ..FileForm::BASE
};
