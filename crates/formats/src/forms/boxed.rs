//! Nine lines, with the boxes drawn with `|`, `+` and `-`, and an empty line.

use minirow_core::text::GridForm;

use crate::form::FileForm;

pub(crate) static BOXED: FileForm = FileForm {
    name: "boxed",
    about: "Nine lines with the boxes drawn, and an empty line",
    write: |record, file, _| record.grid().to_text(GridForm::Boxed, file.blank) + "\n\n",
    ..FileForm::BASE
};
