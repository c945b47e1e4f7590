//! The forms of Sudoku programs: what is read is written and read again without a change.
#![no_main]

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use minirow_formats::{Form, Reader, Record, Writer};

fuzz_target!(|data: &[u8]| {
    let records: Vec<Record> = Reader::new(data).filter_map(|item| item.ok().map(|found| found.record)).collect();
    for record in &records {
        let names: HashSet<String> = record.fields.iter().map(|(name, _)| name.to_ascii_lowercase()).collect();
        assert_eq!(names.len(), record.fields.iter().len(), "{names:?}");
    }
    for form in Form::ALL {
        let mut writer = Writer::new(form, None);
        let mut text = writer.header(records.iter());
        let mut dropped = Vec::new();
        for record in &records {
            let written = writer.record(record);
            text += &written.text;
            dropped.push(written.dropped);
        }
        text += writer.footer();
        if form.name() == "jsonl" {
            let again: Vec<Record> =
                Reader::new(text.as_bytes()).filter_map(|item| item.ok().map(|found| found.record)).collect();
            assert_eq!(again.len(), records.len(), "{text}");
            for ((one, other), dropped) in records.iter().zip(&again).zip(&dropped) {
                assert_eq!(one.grid(), other.grid(), "{text}");
                assert!(!dropped.is_empty() || one.solution == other.solution, "{text}");
            }
        }
    }
});
