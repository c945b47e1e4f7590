//! Nine lines of nine characters, and an empty line.

use minirow_text::GridForm;

use crate::form::FileForm;

pub(crate) static GRID: FileForm = FileForm {
    name: "grid",
    about: "Nine lines of nine characters, and an empty line",
    write: |record, file, _| GridForm::Grid.write(&record.grid(), file.blank) + "\n\n",
    ..FileForm::BASE
};
