//! Hostile records of commits, locks, partial files and manifests of shards: whatever they hold, no file of another name is changed.
#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use minirow_files::{Error, FileGroup, GrowingFile, Lines, WriteOptions};
use serde_json::json;
use tempfile::TempDir;

/// A folder in memory with foreign files; the target is `work/out.csv`.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
    fs::create_dir(folder.path().join("home")).expect("a folder in memory");
    folder
});

const FOREIGN: [&str; 7] = [
    "home/thesis",
    "home/.thesis.0123456789.tmp",
    "work/other",
    "work/.other.0123456789.tmp",
    "work/folder/thesis",
    "work/out-00000-of-00002.csv", // in no manifest
    "work/out.csv.manifest.json",
];

fn at(name: &str) -> PathBuf {
    FOLDER.path().join(name)
}

fuzz_target!(|data: &[u8]| {
    // The first byte selects the file.
    let Some((&first, text)) = data.split_first() else { return };
    let _ = fs::remove_dir_all(at("work"));
    fs::create_dir_all(at("work/folder")).expect("a folder in memory");
    let own = ["work/out.csv", "work/.out.csv.0123456789.tmp"];
    FOREIGN.iter().chain(&own).for_each(|name| fs::write(at(name), name).expect("a file in memory"));
    let (part, recipe) = (at("work/out.csv.part"), at("work/out.csv.part.json"));
    let begun = format!("{:#}\n[7,\"565f129f4727ecb9\"]\n", json!({ "seed": 1, "token": "0123456789abcdef0123" }));
    match first % 4 {
        // The manifest of a result that is replaced: only its shards may be removed.
        _ if first == u8::MAX => {
            fs::write(at("work/out.csv.manifest.json"), text).expect("a file in memory");
            let group =
                FileGroup::open(&at("work/out.csv"), &WriteOptions { overwrite: true, ..WriteOptions::default() });
            let _ = group.and_then(|mut group| {
                group.put(&at("work/out-00000-of-00001.csv"), b"new")?;
                group.commit()
            });
        }
        0 => {
            // The rest of a record, of which the beginning is hard to find: names of the target, or of another one that is not locked.
            let other = json!(at("home/thesis").as_os_str());
            let record = match first & 4 != 0 {
                true => {
                    format!(r#"{{"minirow-commit":2,"overwrite":true,"names":[],"others":[[{other},"0123456789"],"#)
                }
                false => r#"{"minirow-commit":2,"overwrite":true,"others":[],"names":["#.into(),
            };
            fs::write(at("work/.out.csv.commit"), [record.as_bytes(), text].concat()).expect("a file in memory");
        }
        3 => fs::write(at("work/.out.csv.lock"), [&b"minirow-lock 2 \"run\"\n"[..], text].concat())
            .expect("a file in memory"),
        1 => {
            fs::write(&part, "header\nrow\n").expect("a file in memory");
            fs::write(&recipe, [begun.as_bytes(), text].concat()).expect("a file in memory");
        }
        _ => {
            fs::write(&part, [b"header\n", text].concat()).expect("a file in memory");
            fs::write(&recipe, &begun).expect("a file in memory");
        }
    }
    let options = WriteOptions { overwrite: first & 8 == 0, resume: first & 16 == 0, ..WriteOptions::default() };
    let resume = WriteOptions { resume: true, ..options };
    if first % 4 % 3 == 0 {
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
    if let Ok((mut file, _)) =
        GrowingFile::open(&at("work/out.csv"), &[], b"header\n", &json!({ "seed": 1 }), &resume, count)
    {
        file.write(b"more\n").expect("a file in memory");
        let _ = file.finish();
    }
    if !options.overwrite && first != u8::MAX {
        assert_eq!(fs::read_to_string(at("work/out.csv")).unwrap_or_default(), "work/out.csv");
    }
    // A manifest with a hostile text is that of the target.
    let is_own = |name: &str| first == u8::MAX && name == FOREIGN[6];
    for name in FOREIGN.into_iter().filter(|name| !is_own(name)) {
        assert_eq!(fs::read_to_string(at(name)).unwrap_or_default(), name, "{}", String::from_utf8_lossy(text));
    }
});
