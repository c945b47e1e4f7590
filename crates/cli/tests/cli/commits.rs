//! Runs that crash while they give files their names: the same command with `--resume` ends with success, and the files are those
//! of a run without a crash. By default, a third of the operations crash.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::{Folder, PUZZLE, Running, command, lines};
use crate::size::stride;

/// Returns the files below a folder with their contents.
fn files(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = format!("{prefix}{}", entry.file_name().display());
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name, std::fs::read(entry.path()).unwrap());
        }
    }
}

fn all(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    files(&folder.path(""), "", &mut found);
    found
}

fn begin(before: &str) -> Folder {
    let folder = Folder::new().with("in", lines([PUZZLE; 3]));
    if !before.is_empty() {
        assert_eq!(folder.run(before).status, 0);
    }
    folder
}

/// Crashes at each operation on files of a command, after a command that has made files to replace.
#[track_caller]
fn assert_resumes(arguments: &str, before: &str) {
    let force = if before.is_empty() { "" } else { " --force" };
    let whole = begin(before);
    assert_eq!(whole.run(&format!("{arguments}{force}")).status, 0, "{arguments}");
    let whole = all(&whole);
    for number in (1..).step_by(stride(7)) {
        let folder = begin(before);
        let mut crash = command(&folder.path(""), &format!("{arguments}{force} --quiet --threads 1"));
        crash.env("MINIROW_FAULT", format!("crash@{number}"));
        if Running::of(crash).end().status == 0 {
            assert!(number > 10, "{arguments}: {number} operations only");
            break;
        }
        let output = folder.run(&format!("{arguments}{force} --resume"));
        assert_eq!(output.status, 0, "{arguments} after crash@{number}: {}", output.stderr);
        assert_eq!(all(&folder), whole, "{arguments} after crash@{number}");
    }
}

#[test]
fn grade() {
    assert_resumes("grade in --out out.csv", "");
    assert_resumes("grade in --out out.jsonl", "");
}

#[test]
fn grade_in_shards() {
    assert_resumes("grade in --shard-rows 2 --out out.csv", "");
    assert_resumes("grade in --shard-rows 2 --out out.csv", "grade in --shard-rows 1 --out out.csv --quiet");
}

#[test]
fn dataset() {
    assert_resumes("dataset --seed 1 --count 2 --fractions 100 --formats csv --out data", "");
}

#[test]
fn pack_that_is_replaced() {
    assert_resumes("pack --seed 1 --count 3 --out pack.csv", "pack --seed 2 --count 2 --out pack.csv --quiet");
}

#[test]
fn pack_in_shards() {
    assert_resumes("pack --seed 1 --count 3 --shard-rows 2 --out pack.csv --trace steps.jsonl", "");
}

/// A result of other rows is not taken for that of the command.
#[test]
fn a_complete_result_is_compared() {
    for shape in ["--out out.jsonl", "--shard-rows 2 --out out.csv"] {
        let folder = begin(&format!("grade in {shape} --quiet"));
        let before = all(&folder);
        let output = folder.run(&format!("grade in {shape} --resume"));
        assert!(output.status == 0 && output.message().ends_with(": is complete already"), "{}", output.stderr);
        assert_eq!(all(&folder), before, "{shape}");
        folder.write("in", lines([PUZZLE; 4]));
        let before = all(&folder);
        let output = folder.run(&format!("grade in {shape} --resume"));
        assert!(
            output.status == 2 && output.message().contains("is not this rating of the input"),
            "{}",
            output.stderr
        );
        assert_eq!(all(&folder), before, "{shape}");
    }
}

/// Without an option that permits it to replace files, a run completes those of an ended one before it finds that they exist.
#[test]
fn shards_are_completed_before_they_are_refused() {
    for arguments in ["convert in --shard-rows 2 --out out.csv", "pack --count 3 --shard-rows 2 --out out.csv"] {
        let whole = begin(arguments);
        let mut completed = 0;
        // The number of writes depends on the threads and on time, so a step could miss the end of the commit.
        for number in 1.. {
            let folder = begin("");
            let mut crash = command(&folder.path(""), &format!("{arguments} --quiet --threads 1"));
            crash.env("MINIROW_FAULT", format!("crash@{number}"));
            if Running::of(crash).end().status == 0 {
                break;
            }
            let output = folder.run(arguments);
            if output.stderr.contains("exists already") {
                assert_eq!(all(&folder), all(&whole), "{arguments}, crash@{number}");
                completed += 1;
            }
        }
        assert!(completed > 0, "{arguments}");
    }
}

/// A data set of another recipe is not taken for that of the command.
#[test]
fn a_complete_data_set_is_compared() {
    for from in ["--seed 1 --count 2", "--from rated.csv"] {
        let arguments = format!("dataset {from} --fractions 100 --formats csv --title T --out data");
        let folder = begin("grade in --out rated.csv");
        assert_eq!(folder.run(&arguments).status, 0);
        let before = all(&folder);
        for _ in 0..2 {
            let output = folder.run(&format!("{arguments} --resume"));
            assert!(output.status == 0 && output.stderr.ends_with("data: is complete already\n"), "{}", output.stderr);
            assert_eq!(all(&folder), before, "{from}");
        }
        for other in ["--author A", "--title U", "--salt s", "--trace"] {
            let arguments = match other.starts_with("--title") {
                true => arguments.replace("--title T", other),
                false => format!("{arguments} {other}"),
            };
            let output = folder.run(&format!("{arguments} --resume"));
            assert!(
                output.status == 2 && output.stderr.contains("error: data: exists already, and is not this"),
                "{other}: {}",
                output.stderr
            );
            assert_eq!(all(&folder), before, "{from} {other}");
        }
    }
}
