//! The files of `dataset`, `split` and `dedup`: complete or unchanged after any failure; other files are not touched.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::{Folder, PUZZLE, SOLUTION, assert_message, command, lines};
use crate::size::stride;
use minirow_core::Symmetry;

/// All files below a folder, with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let within = files(&entry.path()).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes));
            found.extend(within);
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

/// Runs a command that crashes at its `number`th operation on files. Returns `true` if it ended before that.
fn crash_at(folder: &Folder, arguments: &str, number: usize) -> bool {
    let mut command = command(&folder.path(""), &format!("{arguments} --quiet --threads 1"));
    command.env("MINIROW_FAULT", format!("crash@{number}")).output().unwrap().status.success()
}

/// 40 puzzles; the second half is equivalent to the first.
fn puzzles() -> Vec<String> {
    let image = |number: u64| Symmetry::nth(number * 987_654_321).grid(&PUZZLE.parse().unwrap()).to_string();
    let others = (0..20).map(|cell| {
        let cell = PUZZLE.match_indices('.').nth(cell).unwrap().0;
        format!("{}{}{}", &PUZZLE[..cell], &SOLUTION[cell..=cell], &PUZZLE[cell + 1..])
    });
    others.chain((1..=20).map(image)).collect()
}

/// Checks that after a crash and the next run, all files are old or all are new.
#[track_caller]
fn assert_all_old_or_all_new(make: &str, names: &[&str]) {
    let whole = Folder::new().with("in", lines(puzzles()));
    whole.run(&format!("{make} --quiet"));
    let new: Vec<Vec<u8>> = names.iter().map(|name| fs::read(whole.path(name)).unwrap()).collect();
    let (mut crashes, mut interrupted) = (0, 0);
    for number in (1..).step_by(stride(3)) {
        let folder = Folder::new().with("in", lines(puzzles()));
        names.iter().for_each(|name| folder.write(name, "old"));
        let is_done = crash_at(&folder, &format!("{make} --force"), number);
        let refused = folder.run(&format!("{make} --quiet"));
        assert_eq!(refused.status, 2, "the files are there");
        let is_new: Vec<bool> = names
            .iter()
            .zip(&new)
            .map(|(name, new)| {
                let found = fs::read(folder.path(name)).unwrap();
                assert!(found == b"old" || found == *new, "{name} is neither old nor new after a crash at {number}");
                found == *new
            })
            .collect();
        // Only a run with --force completes names that replace others.
        let is_interrupted = refused.message().ends_with("--force completes that");
        interrupted += usize::from(is_interrupted);
        let are_together = is_new.iter().all(|&is| is == is_new[0]);
        assert!(are_together || is_interrupted, "{is_new:?} after a crash at {number}");
        if !is_done {
            folder.run(&format!("{make} --quiet --force"));
            let is_new = |(name, new): (&&str, &Vec<u8>)| fs::read(folder.path(name)).unwrap() == *new;
            assert!(names.iter().zip(&new).all(is_new), "after a crash at {number} and a run with --force");
        }
        let mut expected: Vec<&str> = names.iter().copied().chain(["in"]).collect();
        expected.sort_unstable();
        assert_eq!(folder.names(), expected, "after a crash at {number}");
        if is_done {
            assert!(is_new[0] && number > 10, "{number} operations only");
            break;
        }
        crashes += usize::from(!is_new[0]);
    }
    assert!(crashes * stride(3) > 5 && interrupted > 0, "{crashes} and {interrupted}");
}

#[test]
fn the_files_of_a_split_are_all_old_or_all_new() {
    assert_all_old_or_all_new("split in --fractions 40,30,30", &["test.txt", "train.txt", "validation.txt"]);
}

#[test]
fn rows_and_report_of_dedup_are_both_old_or_both_new() {
    assert_all_old_or_all_new("dedup in --out rows.txt --report report.csv", &["report.csv", "rows.txt"]);
}

/// The files of a run that was interrupted belong together also in a folder that has another name now, and in a copy of it.
#[test]
fn a_folder_that_is_moved_or_copied_after_a_crash_is_completed() {
    let names = ["report.csv", "rows.txt"];
    let make = |place: &str| format!("dedup in --out {place}/rows.txt --report {place}/report.csv");
    let new = || {
        let folder = Folder::new().with("in", lines(puzzles()));
        fs::create_dir(folder.path("a")).unwrap();
        folder
    };
    let whole = new();
    whole.run(&format!("{} --quiet", make("a")));
    let whole = names.map(|name| whole.read(&format!("a/{name}")));
    for number in (1..).step_by(stride(7)) {
        let folder = new();
        let is_done = crash_at(&folder, &make("a"), number);
        fs::create_dir(folder.path("copy")).unwrap();
        for entry in fs::read_dir(folder.path("a")).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, folder.path("copy").join(path.file_name().unwrap())).unwrap();
        }
        let found = |place: &str| {
            let mut found: Vec<_> =
                fs::read_dir(folder.path(place)).unwrap().map(|entry| entry.unwrap().path()).collect();
            found.sort();
            found.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect::<Vec<_>>()
        };
        let before = found("a");
        folder.run(&make("copy"));
        assert!(found("a") == before, "after a crash at {number} and a run with the copy");
        fs::rename(folder.path("a"), folder.path("moved")).unwrap();
        folder.run(&make("moved"));
        for place in ["copy", "moved"] {
            assert_eq!(names.map(|name| folder.read(&format!("{place}/{name}"))), whole, "{place} after {number}");
            assert_eq!(found(place).len(), 2, "{place} after a crash at {number}");
        }
        if is_done {
            break;
        }
    }
}

#[test]
fn an_input_is_not_overwritten() {
    let folder = Folder::new().with("train.txt", lines(puzzles())).with("in", lines(puzzles()));
    for arguments in ["split train.txt --force", "dedup in --out in --force", "dedup in --out out --report in --force"]
    {
        let output = folder.run(arguments);
        assert!(output.status == 2 && output.message().contains("is also an input"), "{arguments}: {}", output.stderr);
        assert_eq!(folder.names(), ["in", "train.txt"], "{arguments}");
        assert_eq!(folder.read("in"), lines(puzzles()), "{arguments}");
    }
}

const MAKE: &str = "dataset --out data --seed 6 --count 8 --formats csv --fractions 50,50";

fn made() -> BTreeMap<String, Vec<u8>> {
    let folder = Folder::new();
    folder.run(&format!("{MAKE} --quiet")).fine();
    assert_eq!(folder.names(), ["data"]);
    files(&folder.path("data"))
}

/// Crashes at many operations; the same command with `--resume` completes the folder.
fn crash_and_resume(prepare: impl Fn(&Folder), make: &str) {
    let made = made();
    let mut has_resumed_rows = false;
    for number in (1..).step_by(stride(13)) {
        let folder = Folder::new();
        prepare(&folder);
        let old = folder.exists("data").then(|| files(&folder.path("data")));
        let is_done = crash_at(&folder, make, number);
        let rows = fs::read(folder.path("data.part/rows.csv")).ok();
        if folder.exists("data") {
            let found = files(&folder.path("data"));
            assert!(found == made || Some(found) == old, "a mixture after a crash at {number}");
        }
        folder.run(&format!("{make} --quiet --resume")).fine();
        assert!(files(&folder.path("data")) == made, "after a crash at {number}");
        assert_eq!(folder.names(), ["data"], "after a crash at {number}");
        has_resumed_rows |= rows.is_some();
        if is_done {
            assert!(has_resumed_rows && number > 50, "{number} operations only");
            break;
        }
    }
}

#[test]
fn a_new_data_set_can_be_resumed_after_a_crash_at_any_time() {
    crash_and_resume(|_| (), MAKE);
}

#[test]
fn a_data_set_that_is_replaced_can_be_resumed_after_a_crash_at_any_time() {
    let old = Folder::new();
    old.run("dataset --out data --seed 7 --count 3 --formats csv --fractions 100 --quiet").fine();
    let old = files(&old.path("data"));
    let prepare = |folder: &Folder| {
        for (name, bytes) in &old {
            fs::create_dir_all(folder.path("data").join(name).parent().unwrap()).unwrap();
            fs::write(folder.path("data").join(name), bytes).unwrap();
        }
    };
    crash_and_resume(prepare, &format!("{MAKE} --force"));
}

#[test]
fn a_partial_folder_of_another_recipe_is_refused() {
    let folder = Folder::new();
    let output = folder.run(&format!("{MAKE} --quiet --max-attempts 4"));
    assert_eq!(output.status, 3, "{}", output.stderr);
    assert!(output.stderr.contains("--resume continues"), "{}", output.stderr);
    let left = files(&folder.path("data.part"));
    for (other, message) in [
        ("--title Other", "title \"Rated Sudoku puzzles\" (now \"Other\")"),
        ("--salt x", "salt \"\" (now \"x\")"),
        ("--shard-rows 3", "shard-rows null (now 3)"),
        ("--trace", "trace false (now true)"),
        ("--author Me", "author null (now \"Me\")"),
        ("--licence mit", "licences"),
        ("--remark Few", "remarks"),
        ("--level easy", "pack"),
    ] {
        let output = folder.run(&format!("{MAKE} --quiet --resume {other}"));
        assert!(output.status == 2 && output.message().contains("was begun with"), "{other}: {}", output.stderr);
        assert!(output.message().contains(message), "{other}: {}", output.stderr);
        assert!(files(&folder.path("data.part")) == left, "{other}");
    }
    folder.run(&format!("{MAKE} --quiet --resume")).fine();
    assert!(files(&folder.path("data")) == made());
    assert_eq!(folder.names(), ["data"]);
}

#[test]
fn interrupted_rows_from_files_leave_no_folder() {
    let header = crate::common::GRADE_HEADER.to_string();
    let row = format!("{PUZZLE},{SOLUTION},30,,,,too-hard,,,\n");
    let folder = Folder::new().with("in.csv", header + &row);
    let output = folder.run("dataset --out data --from in.csv --quiet");
    assert!(output.status == 1 && !output.stderr.contains("--resume"), "{}", output.stderr);
    assert_eq!(folder.names(), ["in.csv"]);
}

#[test]
fn a_malformed_row_does_not_affect_others() {
    let header = crate::common::GRADE_HEADER.to_string();
    let row = format!("{PUZZLE},{SOLUTION},30,1.2,1.2,1.2,easy,hidden-single,hidden-single:51,51\n");
    let folder = Folder::new().with("in.csv", header + "too,few\n" + &row + "\"open,1\n");
    let output = folder.run("dataset --out data --from in.csv --fractions 100 --formats csv");
    let message: Vec<&str> = output.stderr.lines().filter(|line| line.starts_with("in.csv:")).collect();
    assert_eq!(message[0], "in.csv:2: left out: found 2 fields, expected 10");
    assert_message(message[1], "in.csv:4: left out: found a quote that is not closed...", "quote");
    assert_eq!(output.status, 1);
    assert!(folder.read("data/csv/train.csv").contains(PUZZLE));
}

#[test]
fn other_files_are_not_deleted() {
    let folder = Folder::new();
    folder.run(&format!("{MAKE} --quiet")).fine();
    for mine in ["data.old", "data.part"] {
        fs::create_dir(folder.path(mine)).unwrap();
        folder.write(&format!("{mine}/mine.txt"), "mine");
    }
    let output = folder.run(&format!("{MAKE} --quiet --force"));
    assert!(output.status == 2 && output.message().contains("data.part"), "{}", output.stderr);
    assert_eq!(folder.read("data.part/mine.txt"), "mine");
    fs::remove_dir_all(folder.path("data.part")).unwrap();
    // A file that the manifest does not list.
    folder.write("data/csv/mine.txt", "mine");
    let output = folder.run(&format!("{MAKE} --quiet --force"));
    assert!(output.status == 2 && output.message().contains("data/csv/mine.txt"), "{}", output.stderr);
    assert_eq!(folder.read("data/csv/mine.txt"), "mine");
    fs::remove_file(folder.path("data/csv/mine.txt")).unwrap();
    folder.run(&format!("{MAKE} --quiet --force")).fine();
    assert_eq!(folder.names(), ["data", "data.old"]);
    assert_eq!(folder.read("data.old/mine.txt"), "mine");
}

#[test]
fn invalid_folder_names_are_refused_before_the_work() {
    let folder = Folder::new().with("file", "mine");
    for (out, message) in [
        (".", "error: .: has no file name..."),
        ("file", "error: file: is a file, expected a folder"),
        ("no/data", "error: no/data: there is no folder no"),
    ] {
        let output = folder.run(&format!("dataset --out {out} --seed 6 --count 1000000000"));
        assert_message(output.message(), message, out);
        assert_eq!((output.status, folder.names()), (2, vec!["file".to_string()]), "{out}");
    }
    // A slash at the end does not change the name of a folder.
    folder.run("dataset --out data/ --seed 6 --count 8 --formats csv --fractions 50,50 --quiet").fine();
    assert!(files(&folder.path("data")) == made());
    assert_eq!(folder.names(), ["data", "file"]);
}

#[test]
fn a_second_run_is_told_who_holds_the_folder() {
    let folder = Folder::new();
    let mut first = folder.start("dataset --out data --seed 6 --count 1000000000 --quiet");
    first.until(|| folder.exists("data.part/rows.csv.part"));
    for other in ["--resume", "--force", ""] {
        let output = folder.run(&format!("{MAKE} --quiet {other}"));
        assert_eq!(output.status, 2, "{}", output.stderr);
        assert!(
            output.message().contains("another run is writing it: minirow dataset --out data"),
            "{}",
            output.stderr
        );
    }
    first.kill();
}
