//! Nine lines of nine characters, and an empty line.

use minirow_core::text::GridForm;

use crate::form::FileForm;

pub(crate) static GRID: FileForm = FileForm {
    name: "grid",
    about: "Nine lines of nine characters, and an empty line",
    write: |record, file, _| record.grid().to_text(GridForm::Grid, file.blank) + "\n\n",
    ..FileForm::BASE
};
