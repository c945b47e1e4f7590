//! A file of each form, `samples/<name>`, is read without errors and written with the same bytes.

use crate::common::{read, write};
use crate::pasted::{P, Q};
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

/// Files that are only read: the output of this program, progress of SudoCue, and a program in Python.
#[test]
fn each_read_only_sample_has_two_grids() {
    let folder = format!("{}/tests/read_only", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 5);
    for path in files {
        let records = read(&std::fs::read_to_string(&path).unwrap());
        let grids: Vec<String> = records.iter().map(|record| record.grid().to_string().replace('.', "0")).collect();
        assert_eq!(grids, [P, Q], "{}", path.display());
    }
}
