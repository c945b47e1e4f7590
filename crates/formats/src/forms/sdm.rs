//! `.sdm`: 81 digits a line, 0 for an empty cell (SudoCue, HoDoKu).

use minirow_text::GridForm;

use crate::form::FileForm;

pub(crate) static SDM: FileForm = FileForm {
    name: "sdm",
    about: "81 digits a line, 0 for an empty cell (SudoCue, HoDoKu)",
    endings: &["sdm"],
    write: |record, _, _| GridForm::Line.write(&record.grid(), Some('0')) + "\n",
    ..FileForm::BASE
};
