//! 81 characters a line. Files with an unknown extension are written in this form.

use minirow_text::GridForm;

use crate::form::FileForm;

pub(crate) static LINE: FileForm = FileForm {
    name: "line",
    about: "81 characters a line",
    write: |record, file, _| GridForm::Line.write(&record.grid(), file.blank) + "\n",
    ..FileForm::BASE
};
