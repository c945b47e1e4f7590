//! Nine lines of nine characters, and an empty line.

use minirow_core::text::GridForm;

use crate::form::{FileForm, Reading};
use crate::forms::cell_lines::CellLines;

pub(crate) static GRID: FileForm = FileForm {
    name: "grid",
    about: "Nine lines of nine characters, and an empty line",
    reading: Reading::Text(|| Box::new(CellLines::default())),
    write: |record, file, _| record.grid().to_text(GridForm::Grid, file.blank) + "\n\n",
    ..FileForm::BASE
};
