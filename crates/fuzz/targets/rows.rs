//! Rows of CSV: the columns have names that differ, every row has their fields, and its text is part of the file.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use minirow_table::{ForeignReader, RowReader};

fuzz_target!(|data: &[u8]| {
    if let Ok(rows) = ForeignReader::new(data) {
        let columns = rows.columns().len();
        let names: HashSet<String> = rows.columns().names().map(str::to_ascii_lowercase).collect();
        assert!(names.len() == columns && !names.contains(""), "{names:?}");
        let mut length = 0;
        for row in rows.flatten() {
            assert_eq!(row.fields.len(), columns);
            length += row.text.len();
            let _ = row.row();
        }
        assert!(length <= data.len(), "{length} bytes of rows in {} bytes", data.len());
    }
    if let Ok(rows) = RowReader::csv(data) {
        rows.for_each(drop);
    }
});
