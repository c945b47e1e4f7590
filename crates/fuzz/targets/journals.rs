//! Hostile journals and partial files: whatever they hold, no file of another name is changed.
#![no_main]

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use minirow_table::checksum_of;
use minirow_table::files::{Error, FileGroup, GrowingFile, Lines, WriteOptions};
use serde_json::json;
use tempfile::TempDir;

/// A folder in memory with foreign files; the target is `work/out.csv`.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
    fs::create_dir(folder.path().join("home")).expect("a folder in memory");
    folder
});

const FOREIGN: [&str; 5] =
    ["home/thesis", "home/.thesis.0123456789.tmp", "work/other", "work/.other.0123456789.tmp", "work/folder/thesis"];

fn at(name: &str) -> PathBuf {
    FOLDER.path().join(name)
}

/// Gives each commit the right checksum, as anyone can.
fn with_checksums(records: &[u8]) -> Vec<u8> {
    let (mut text, mut record) = (Vec::new(), Vec::new());
    for line in records.split_inclusive(|&byte| byte == b'\n') {
        if line == b"commit\n" {
            let (_, sum) = checksum_of(&record[..]).expect("bytes");
            text.extend(format!("commit {}\n", &sum[..16]).bytes());
            record.clear();
            continue;
        }
        text.extend(line);
        if ![&b"create "[..], b"lock ", b"abort\n", b"done\n"].iter().any(|word| line.starts_with(word)) {
            record.extend(line);
        }
    }
    text
}

fuzz_target!(|data: &[u8]| {
    // The first byte selects the file.
    let Some((&first, text)) = data.split_first() else { return };
    let _ = fs::remove_dir_all(at("work"));
    fs::create_dir_all(at("work/folder")).expect("a folder in memory");
    let own = ["work/out.csv", "work/.out.csv.0123456789.tmp"];
    FOREIGN.iter().chain(&own).for_each(|name| fs::write(at(name), name).expect("a file in memory"));
    let (journal, part, recipe) = (at("work/.out.csv.journal"), at("work/out.csv.part"), at("work/out.csv.part.json"));
    let begun = format!("{:#}\n", json!({ "seed": 1, "force": true }));
    match first % 3 {
        0 => {
            fs::write(&journal, "").expect("a file in memory");
            let identity = fs::metadata(&journal).expect("the file").ino();
            let header = format!("minirow-journal 2 {identity} 1 elsewhere run\n");
            fs::write(&journal, [header.as_bytes(), &with_checksums(text)].concat()).expect("a file in memory");
        }
        1 => {
            fs::write(&part, "header\nrow\n").expect("a file in memory");
            fs::write(&recipe, [begun.as_bytes(), text].concat()).expect("a file in memory");
        }
        _ => {
            fs::write(&part, text).expect("a file in memory");
            fs::write(&recipe, &begun).expect("a file in memory");
        }
    }
    let options = WriteOptions { overwrite: true, ..WriteOptions::default() };
    let resume = WriteOptions { resume: true, ..WriteOptions::default() };
    if first % 3 == 0 {
        let _ = FileGroup::open(&at("work/out.csv"), &options).and_then(FileGroup::commit);
    }
    let count = |lines: &mut Lines| {
        let mut count = 0;
        while lines.next()?.is_some() {
            count += 1;
            let _ = lines.unchanged().contain(count);
        }
        Ok::<_, Error>(count)
    };
    if let Ok((mut file, _)) = GrowingFile::open(&at("work/out.csv"), &json!({ "seed": 1 }), &resume, count) {
        file.write(b"more\n").expect("a file in memory");
        let _ = file.finish();
    }
    for name in FOREIGN {
        assert_eq!(fs::read_to_string(at(name)).unwrap_or_default(), name, "{}", String::from_utf8_lossy(text));
    }
});
