//! A file of each form, `samples/<name>`, is read without errors and written with the same bytes.

use crate::common::{read, write};
use minirow_formats::Form;

#[test]
fn each_form_has_a_sample_that_comes_back_to_the_byte() {
    for form in Form::ALL {
        let path = format!("{}/tests/samples/{}", env!("CARGO_MANIFEST_DIR"), form.name());
        let sample = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{path}: {error}; add a file as its own program writes it, with two grids"));
        let records = read(&sample);
        assert_eq!(records.len(), 2, "{path}");
        assert_eq!(write(&records, form, None).0, sample, "{path}");
    }
}
