//! Nine lines, with the boxes drawn with `|`, `+` and `-`, and an empty line. The drawings of this program are read, too.

use minirow_text::GridForm;

use crate::form::{FileForm, Reading};
use crate::forms::own_output::OwnOutput;

pub(crate) static BOXED: FileForm = FileForm {
    name: "boxed",
    about: "Nine lines with the boxes drawn, and an empty line",
    reading: Reading::Text(|| Box::new(OwnOutput::default())),
    write: |record, file, _| GridForm::Boxed.write(&record.grid(), file.blank) + "\n\n",
    ..FileForm::BASE
};
