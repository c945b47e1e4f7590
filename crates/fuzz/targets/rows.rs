//! Rows of CSV: every row has the fields of its header, and its text is part of the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use minirow_table::{ForeignReader, RowReader};

fuzz_target!(|data: &[u8]| {
    if let Ok(rows) = ForeignReader::new(data) {
        let columns = rows.columns().len();
        let mut length = 0;
        for row in rows.flatten() {
            assert_eq!(row.fields().count(), columns);
            length += row.text().len();
            let _ = row.row();
        }
        assert!(length <= data.len(), "{length} bytes of rows in {} bytes", data.len());
    }
    if let Ok(rows) = RowReader::csv(data) {
        rows.for_each(drop);
    }
});
