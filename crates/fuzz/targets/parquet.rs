//! Files of Parquet: rows or an error, but never a panic.
#![no_main]

use std::io::Write;

use libfuzzer_sys::fuzz_target;
use minirow_files::{SharedFile, unnamed_file};
use minirow_fuzz::pass_caught_panics;
use minirow_table::{ForeignReader, RowReader};

fuzz_target!(|data: &[u8]| {
    pass_caught_panics();
    let file = || {
        let mut file = unnamed_file("/dev/shm".as_ref()).expect("a file in memory");
        file.write_all(data).expect("a file in memory");
        file
    };
    if let Ok(rows) = ForeignReader::open(SharedFile::new(file())) {
        rows.take(10_000).for_each(drop);
    }
    if let Ok(rows) = RowReader::open(file()) {
        rows.take(10_000).for_each(drop);
    }
});
