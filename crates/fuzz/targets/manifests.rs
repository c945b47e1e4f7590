//! Hostile data sets: the check of a folder ends, and reports failures instead of a panic.
#![no_main]

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use minirow_dataset::{DatasetCheck, RatedAgain};
use minirow_files::sort::SortBudget;
use minirow_fuzz::pass_caught_panics;
use minirow_table::input::Inputs;
use minirow_table::{Run, StoredManifest};
use tempfile::TempDir;

/// A folder in memory with `train.csv`.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    fs::write(folder.path().join("train.csv"), format!("puzzle\n{puzzle}\n")).expect("a file in memory");
    folder
});

const NAMES: [&str; 5] = ["manifest.json", "manifest.csv", "SHA256SUMS", "train.csv.manifest.json", "test.csv"];

fuzz_target!(|data: &[u8]| {
    pass_caught_panics();
    // The first byte selects the file.
    let Some((&first, text)) = data.split_first() else { return };
    let path = FOLDER.path().join(NAMES[usize::from(first) % NAMES.len()]);
    fs::write(&path, text).expect("a file in memory");
    let _ = StoredManifest::of(&path.with_file_name("train.csv"));
    check(FOLDER.path());
    fs::remove_file(path).expect("the file");
});

fn check(folder: &Path) {
    let budget = SortBudget { memory: 1 << 20, temp_dir: Some("/dev/shm".into()) };
    let check = DatasetCheck { ratings: RatedAgain::Sample(1), files_are_splits: false, strict: false, budget };
    let _ = check.run(&Inputs::of(&[folder.to_path_buf()]), &Run::default(), |_| Ok(()));
}
