//! Runs that end at each operation on files, by a crash or by an error. By default, a third of the operations crash.

use std::process::{Command, Stdio};

use super::*;
use crate::checksum;
use crate::size::stride;

/// A command that writes files, and the files that exist before.
struct Case {
    name: &'static str,
    prepare: fn(&Path),
    /// Runs the command, or completes an earlier run.
    run: fn(&Path) -> Result<()>,
    /// All files after the command, except foreign files.
    done: &'static [&'static str],
    /// The files that are all old or all new.
    together: &'static [&'static str],
}

/// Returns a text that exceeds the buffer.
fn text(word: &str) -> String {
    format!("{word}\n").repeat(30_000)
}

fn old(folder: &Path, names: &[&str]) {
    for name in names {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "old").unwrap();
    }
}

const SHARDS: [&str; 2] = ["pack-00000-of-00002.csv", "pack-00001-of-00002.csv"];

/// Writes shards with their manifest.
fn shards(folder: &Path) {
    old(folder, &SHARDS);
    let files = SHARDS.map(|name| {
        let (bytes, sha256) = checksum(&folder.join(name)).unwrap();
        json!({ "file": name, "bytes": bytes, "sha256": sha256 })
    });
    let manifest = json!({ "program": "minirow 0", "files": files });
    fs::write(folder.join("pack.csv.manifest.json"), manifest.to_string()).unwrap();
}

fn is_new(folder: &Path, name: &str) -> bool {
    fs::read_to_string(folder.join(name)).is_ok_and(|text| text.contains("new"))
}

fn put(group: &mut FileGroup, path: &Path) -> Result<()> {
    let mut member = group.create(path)?.with_checksum();
    member.write_all(text("new").as_bytes()).map_err(|error| Error::from_write(error, path))?;
    group.add(member).map(drop)
}

/// A trace in another folder, whose name has special characters.
const TRACE: &str = "else where/trace\n%.jsonl";

fn whole(folder: &Path, options: &WriteOptions) -> Result<()> {
    write(&folder.join("out"), options, &text("new")).map(drop)
}

fn group(folder: &Path, options: &WriteOptions) -> Result<()> {
    let mut group = FileGroup::open(&folder.join("pack.csv"), options)?;
    for name in ["pack.csv", "manifest", TRACE] {
        group.reserve(&folder.join(name))?;
    }
    for name in ["pack.csv", "manifest", TRACE] {
        put(&mut group, &folder.join(name))?;
    }
    group.commit()
}

fn growing(folder: &Path, options: &WriteOptions, seed: u64) -> Result<GrowingFile> {
    let recipe = json!({ "seed": seed });
    let (mut file, found) =
        GrowingFile::open(&folder.join("pack.csv"), &[], header(seed).as_bytes(), &recipe, options, accept)?;
    assert!(found.iter().all(|line| line == &format!("new {seed}\n")), "lines of another recipe: {found:?}");
    for _ in found.len()..3 {
        file.write(format!("new {seed}\n").as_bytes())?;
    }
    Ok(file)
}

fn lines(seed: u64) -> String {
    header(seed) + &format!("new {seed}\n").repeat(3)
}

/// Two recipes have different headers.
fn header(seed: u64) -> String {
    format!("header {}\n", "x".repeat(seed as usize))
}

fn copy_lines(lines: &mut Lines, to: &mut dyn Write) -> Result<()> {
    while let Some(line) = lines.next()? {
        to.write_all(line).map_err(|error| Error::from_write(error, Path::new("?")))?;
    }
    Ok(())
}

fn staged(folder: &Path, options: &WriteOptions) -> Result<()> {
    let belongs = |file: &Path| file.ends_with("train.csv") || file.ends_with("README.md");
    let mut staged = StagedFolder::open(&folder.join("data"), &json!({ "seed": 1 }), options, &belongs, &|_| true)?;
    for name in ["README.md", "csv/train.csv"] {
        let mut file = staged.create(name)?;
        file.write_all(b"new").map_err(|error| Error::from_write(error, Path::new(name)))?;
        staged.add(file)?;
    }
    staged.finish()
}

/// Writes a folder whose files are made from an existing file, which must not be lost before the folder has its name.
fn staged_from_rows(folder: &Path, options: &WriteOptions) -> Result<()> {
    let belongs = |file: &Path| file.ends_with("train.csv") || file.ends_with("README.md");
    let mut staged = StagedFolder::open(&folder.join("data"), &json!({ "seed": 1 }), options, &belongs, &|_| true)?;
    if !staged.path().join("rows.csv").exists() {
        assert!(is_new(folder, "data/README.md"), "the rows are lost");
        old(folder, &["data.part/rows.csv"]); // to compare the folder
    }
    for (name, renamed) in [("README.md", None), ("csv/train-0.csv", Some("csv/train.csv"))] {
        let mut file = staged.create(name)?;
        file.write_all(b"new").map_err(|error| Error::from_write(error, Path::new(name)))?;
        staged.add(file)?;
        if let Some(renamed) = renamed {
            staged.rename(name, renamed)?;
        }
    }
    staged.remove_at_finish("rows.csv");
    staged.remove_at_finish("rows.csv.manifest.json");
    staged.finish()
}

fn with_rows(folder: &Path, options: &WriteOptions) {
    drop(StagedFolder::open(&folder.join("data"), &json!({ "seed": 1 }), options, &|_| true, &|_| true).unwrap());
    old(folder, &["data.part/rows.csv"]);
}

fn is_partial_of(folder: &Path, seed: u64) -> bool {
    partial_recipe(&folder.join("pack.csv")).is_ok_and(|recipe| recipe.is_some_and(|recipe| recipe["seed"] == seed))
}

const CASES: &[Case] = &[
    Case {
        name: "a new file",
        prepare: |_| (),
        run: |folder| match whole(folder, &NEW) {
            Err(Error::Exists(_)) if is_new(folder, "out") => Ok(()),
            done => done,
        },
        done: &["out"],
        together: &["out"],
    },
    Case {
        name: "a file that is replaced",
        prepare: |folder| old(folder, &["out"]),
        run: |folder| whole(folder, &FORCE),
        done: &["out"],
        together: &["out"],
    },
    Case {
        name: "a new group",
        prepare: |_| (),
        run: |folder| match group(folder, &NEW) {
            Err(Error::Exists(_)) if is_new(folder, "pack.csv") => Ok(()),
            done => done,
        },
        done: &["pack.csv", "manifest", TRACE],
        together: &["pack.csv", "manifest", TRACE],
    },
    Case {
        name: "a group that is replaced",
        prepare: |folder| old(folder, &["pack.csv", "manifest", TRACE]),
        run: |folder| group(folder, &FORCE),
        done: &["pack.csv", "manifest", TRACE],
        together: &["pack.csv", "manifest", TRACE],
    },
    Case {
        name: "a group of which some files are new",
        prepare: |folder| old(folder, &["manifest"]),
        run: |folder| group(folder, &FORCE),
        done: &["pack.csv", "manifest", TRACE],
        together: &["pack.csv", "manifest", TRACE],
    },
    Case {
        name: "shards that a file replaces",
        prepare: |folder| shards(folder),
        run: |folder| {
            let mut group = FileGroup::open(&folder.join("pack.csv"), &FORCE)?;
            put(&mut group, &folder.join("pack.csv"))?;
            put(&mut group, &folder.join("pack.csv.manifest.json"))?;
            group.commit()
        },
        done: &["pack.csv", "pack.csv.manifest.json"],
        together: &["pack.csv"],
    },
    Case {
        name: "a growing file with its manifest",
        prepare: |_| (),
        run: |folder| {
            let mut file = match growing(folder, &RESUME, 1) {
                Err(Error::Exists(_)) if is_new(folder, "pack.csv") => return Ok(()),
                opened => opened?,
            };
            put(file.group(), &folder.join("manifest"))?;
            file.rewrite(copy_lines)?;
            file.finish()
        },
        done: &["pack.csv", "manifest"],
        together: &["pack.csv", "manifest"],
    },
    Case {
        name: "a growing file that becomes others",
        prepare: |folder| old(folder, &["manifest"]),
        run: |folder| {
            if is_new(folder, "manifest") && !has_partial(&folder.join("pack.csv")) {
                return FileGroup::open(&folder.join("pack.csv"), &FORCE).map(drop);
            }
            let mut file = growing(folder, &WriteOptions { resume: true, ..FORCE }, 1)?;
            put(file.group(), &folder.join(TRACE))?;
            put(file.group(), &folder.join("manifest"))?;
            file.finish_without()
        },
        done: &["manifest", TRACE],
        together: &["manifest", TRACE],
    },
    Case {
        name: "a partial file that is started over",
        prepare: |folder| {
            old(folder, &["pack.csv"]);
            growing(folder, &FORCE, 1).unwrap();
        },
        run: |folder| {
            let resume = is_partial_of(folder, 2) && !folder.join(".pack.csv.commit").exists();
            growing(folder, &WriteOptions { resume, ..FORCE }, 2)?.finish()
        },
        done: &["pack.csv"],
        together: &["pack.csv"],
    },
    Case {
        name: "a new folder",
        prepare: |_| (),
        run: |folder| match staged(folder, &RESUME) {
            Err(Error::Exists(_) | Error::Complete(_)) if is_new(folder, "data/README.md") => Ok(()),
            done => done,
        },
        done: &["data/README.md", "data/csv/train.csv"],
        together: &["data/README.md", "data/csv/train.csv"],
    },
    Case {
        name: "an empty folder that is filled",
        prepare: |folder| fs::create_dir(folder.join("data")).unwrap(),
        run: |folder| match staged(folder, &RESUME) {
            Err(Error::Exists(_) | Error::Complete(_)) if is_new(folder, "data/README.md") => Ok(()),
            done => done,
        },
        done: &["data/README.md", "data/csv/train.csv"],
        together: &["data/README.md", "data/csv/train.csv"],
    },
    Case {
        name: "a folder that is replaced",
        prepare: |folder| old(folder, &["data/README.md", "data/csv/train.csv", "data/txt/train.csv"]),
        run: |folder| match staged(folder, &WriteOptions { resume: true, ..FORCE }) {
            Err(Error::Complete(_)) if is_new(folder, "data/README.md") => Ok(()),
            done => done,
        },
        done: &["data/README.md", "data/csv/train.csv"],
        together: &["data/README.md", "data/csv/train.csv"],
    },
    Case {
        name: "a new folder with working files",
        prepare: |folder| with_rows(folder, &NEW),
        run: |folder| match staged_from_rows(folder, &RESUME) {
            Err(Error::Exists(_) | Error::Complete(_)) if is_new(folder, "data/README.md") => Ok(()),
            done => done,
        },
        done: &["data/README.md", "data/csv/train.csv"],
        together: &["data/README.md", "data/csv/train.csv"],
    },
    Case {
        name: "a folder that is replaced by one with working files",
        prepare: |folder| {
            old(folder, &["data/README.md", "data/csv/train.csv"]);
            with_rows(folder, &FORCE);
        },
        run: |folder| staged_from_rows(folder, &WriteOptions { resume: true, ..FORCE }),
        done: &["data/README.md", "data/csv/train.csv"],
        together: &["data/README.md", "data/csv/train.csv"],
    },
    Case {
        name: "a partial folder that is started over",
        prepare: |folder| {
            drop(StagedFolder::open(&folder.join("data"), &json!({ "seed": 7 }), &NEW, &|_| false, &|_| true).unwrap());
            old(folder, &["data.part/csv/test.csv", "data.part/old"]);
        },
        run: |folder| staged(folder, &FORCE),
        done: &["data/README.md", "data/csv/train.csv"],
        together: &["data/README.md", "data/csv/train.csv"],
    },
];

/// Foreign files whose names are similar to those of minirow.
const FOREIGN: [&str; 5] =
    [".out.old.0123456789.tmp", ".pack.csv.tmp", "else where/foreign", "out.part", "data.old/file"];

impl Case {
    fn begin(&self) -> TempDir {
        let folder = folder();
        old(folder.path(), &FOREIGN);
        (self.prepare)(folder.path());
        folder
    }

    /// Checks that every file is complete, and no foreign file was touched.
    #[track_caller]
    fn assert_whole(&self, folder: &Path, after: &str) {
        for name in FOREIGN {
            assert_eq!(fs::read(folder.join(name)).unwrap(), b"old", "{}, {after}: {name}", self.name);
        }
        let new = listing(folder);
        for name in self.together {
            let found = new.get(*name).map_or("none", |text| text);
            let is_whole = ["none", "old", "new", &text("new"), &lines(1), &lines(2)].contains(&found);
            assert!(is_whole, "{}, {after}: {name} has {} bytes", self.name, found.len());
        }
    }

    /// Checks that all files are of the same run.
    #[track_caller]
    fn assert_together(&self, folder: &Path, after: &str) {
        let new = self.together.iter().filter(|name| is_new(folder, name)).count();
        assert!(new == 0 || new == self.together.len(), "{}, {after}: {new} are new", self.name);
    }

    #[track_caller]
    fn assert_done(&self, folder: &Path, after: &str) {
        self.assert_whole(folder, after);
        let mut done: Vec<&str> = FOREIGN.iter().chain(self.done).copied().collect();
        done.sort_unstable();
        assert_eq!(names(folder), done, "{}, {after}", self.name);
        assert!(self.together.iter().all(|name| is_new(folder, name)), "{}, {after}", self.name);
    }

    /// Locks the targets, which completes what an interrupted run has left.
    fn acquire(&self, folder: &Path) {
        self.try_acquire(folder, &FORCE).unwrap();
    }

    fn try_acquire(&self, folder: &Path, options: &WriteOptions) -> Result<()> {
        use super::super::target::Target;
        let main = ["out", "pack.csv", "data"].into_iter().find(|name| self.done[0].starts_with(name));
        let main = main.unwrap_or("pack.csv");
        let others = self.done.iter().copied().filter(|name| !name.starts_with("data/") && *name != main);
        let mut group = FileGroup::new(options);
        for path in [main].into_iter().chain(others).map(|name| folder.join(name)) {
            group.commit.lock(&Target::folder(&path).or_else(|_| Target::file(&path))?)?;
        }
        Ok(())
    }

    /// Checks that no lock, record or temporary file is left.
    #[track_caller]
    fn assert_tidy(&self, folder: &Path, after: &str) {
        for name in names(folder) {
            let is_ours = is_hidden(&name) || name.ends_with(".tmp") && !FOREIGN.contains(&&*name);
            assert!(!is_ours, "{}, {after}: {name} is left", self.name);
        }
    }
}

/// Returns `true` for the name of a lock or of the record of a commit.
fn is_hidden(name: &str) -> bool {
    name.ends_with(".lock") || name.ends_with(".commit")
}

/// The entry of processes that crash. It runs the case that the environment names.
#[test]
fn run_in_a_process() {
    let (Ok(name), Ok(folder)) = (std::env::var("MINIROW_TEST_CASE"), std::env::var("MINIROW_TEST_FOLDER")) else {
        return;
    };
    let case = CASES.iter().find(|case| case.name == name).unwrap();
    (case.run)(Path::new(&folder)).unwrap();
}

/// Returns `true` if the process succeeded.
fn process(case: &Case, folder: &Path, faults: &str) -> bool {
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "tests::crashes::run_in_a_process", "--test-threads=1"])
        .env("MINIROW_TEST_CASE", case.name)
        .env("MINIROW_TEST_FOLDER", folder)
        .env("MINIROW_FAULT", faults)
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.unwrap().success()
}

/// Crashes at the first operation, the second and so on, until a run has no operation that crashes.
fn crash_everywhere(fault: &str, acquires: bool) {
    for case in CASES {
        for number in (1..).step_by(stride(5)) {
            let folder = case.begin();
            let path = folder.path();
            let fault = format!("{fault}@{number}");
            if process(case, path, &fault) {
                case.assert_done(path, &fault);
                assert!(number > 5, "{}: {number} operations only", case.name);
                break;
            }
            case.assert_whole(path, &fault);
            if acquires {
                case.acquire(path);
                case.assert_whole(path, &format!("{fault} and the next lock"));
                case.assert_together(path, &format!("{fault} and the next lock"));
                case.assert_tidy(path, &format!("{fault} and the next lock"));
            }
            // Half of the next runs crash too, while they complete the first one.
            if number % 2 == 0 {
                process(case, path, &format!("crash@{}", 3 + number / 2 % 9));
                case.assert_whole(path, &format!("{fault} and another crash"));
            }
            let completed = fault::with("", || (case.run)(path)).1;
            assert!(completed.is_ok(), "{}, {fault}: {completed:?}", case.name);
            case.acquire(path); // also the targets that the last run has not reached
            case.assert_done(path, &format!("{fault} and another run"));
        }
    }
}

#[test]
fn a_crash_at_every_operation() {
    crash_everywhere("crash", true);
}

#[test]
fn a_crash_within_every_write() {
    crash_everywhere("torn", false);
}

#[test]
fn a_crash_on_a_plain_file_system() {
    crash_everywhere("plain,crash", true);
}

/// Checks that an error is reported and changes nothing, or leaves a record for the next run.
fn fail_everywhere(fault: &str) {
    for case in CASES {
        for number in 1.. {
            let folder = case.begin();
            let path = folder.path();
            let fault = format!("{fault}@{number}");
            let (was_there, outcome) = fault::with(&fault, || (case.run)(path));
            if !was_there {
                outcome.unwrap();
                case.assert_done(path, &fault);
                break;
            }
            case.assert_whole(path, &fault);
            let is_incomplete = matches!(outcome, Err(Error::Incomplete(..)));
            if !is_incomplete {
                case.assert_together(path, &fault);
            }
            let is_left = names(path).iter().any(|name| is_hidden(name));
            if !is_left {
                case.assert_tidy(path, &fault);
            }
            case.acquire(path);
            case.assert_together(path, &format!("{fault} and the next lock"));
            case.assert_tidy(path, &format!("{fault} and the next lock"));
            let completed = (case.run)(path);
            assert!(completed.is_ok(), "{}, {fault}: {completed:?} after {outcome:?}", case.name);
            case.assert_done(path, &format!("{fault} and another run"));
        }
    }
}

/// A commit that fails while it removes files is not undone: the next run completes it, and no file is lost before.
#[test]
fn an_error_between_two_removals() {
    let manifest = "pack.csv.manifest.json";
    let mut incomplete = 0;
    for number in 1.. {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        shards(folder.path());
        let run = || {
            let mut group = FileGroup::open(&at("pack.csv"), &FORCE)?;
            put(&mut group, &at("pack.csv"))?;
            group.commit()
        };
        let (was_there, outcome) = fault::with(&format!("error@{number}"), run);
        if !was_there {
            outcome.unwrap();
            assert_eq!(names(folder.path()), ["pack.csv"]);
            break;
        }
        if matches!(outcome, Err(Error::Incomplete(..))) {
            incomplete += 1;
            drop(FileGroup::open(&at("pack.csv"), &FORCE).unwrap());
            assert_eq!(names(folder.path()), ["pack.csv"], "error@{number}");
        } else {
            assert_eq!(names(folder.path()), [SHARDS[0], SHARDS[1], manifest], "error@{number}: {outcome:?}");
        }
    }
    assert!(incomplete >= 2, "{incomplete}");
}

#[test]
fn an_error_at_every_operation() {
    fail_everywhere("error");
}

#[test]
fn an_error_within_every_write() {
    fail_everywhere("short");
}

#[test]
fn an_error_on_a_plain_file_system() {
    fail_everywhere("plain,error");
}

/// A failed commit is undone, even if the run crashes in the meantime.
#[test]
fn an_error_and_then_a_crash() {
    for case in CASES.iter().filter(|case| case.name.contains("group")) {
        'errors: for number in (1..).step_by(stride(5)) {
            for crash in number + 1..number + 7 {
                let folder = case.begin();
                let path = folder.path();
                let faults = format!("error@{number},crash@{crash}");
                if process(case, path, &faults) {
                    break 'errors;
                }
                case.acquire(path);
                case.assert_whole(path, &faults);
                case.assert_together(path, &faults);
                case.assert_tidy(path, &faults);
            }
        }
    }
}

/// Files that get the names after a crash are kept, unless the next run may replace files.
#[test]
fn names_that_are_taken_after_a_crash() {
    for case in CASES.iter().filter(|case| case.name.contains("group")) {
        for taken in [&["pack.csv", "manifest", TRACE][..], &["pack.csv"], &["manifest"], &[TRACE]] {
            let mut committed = 0;
            for number in (1..).step_by(stride(5)) {
                let folder = case.begin();
                let path = folder.path();
                let crash = format!("crash@{number}");
                if process(case, path, &crash) {
                    break;
                }
                let is_committed = path.join(".pack.csv.commit").exists();
                committed += usize::from(is_committed);
                old(path, taken);
                taken.iter().for_each(|name| fs::write(path.join(name), "theirs").unwrap());
                match case.try_acquire(path, &NEW) {
                    Err(Error::Interrupted(..)) => assert!(is_committed, "{}, {crash}", case.name),
                    done => done.unwrap(),
                }
                for name in taken {
                    assert_eq!(fs::read(path.join(name)).unwrap(), b"theirs", "{}, {crash}: {name}", case.name);
                }
                case.acquire(path);
                case.assert_tidy(path, &crash);
            }
            assert!(committed * stride(5) > 4, "{}: {committed} crashes after the commit", case.name);
        }
    }
}

/// A folder that gets the name after a crash is kept.
#[test]
fn a_folder_that_is_taken_after_a_crash() {
    let case = CASES.iter().find(|case| case.name == "a folder that is replaced").unwrap();
    let mut committed = 0;
    for number in (1..).step_by(stride(5)) {
        let folder = case.begin();
        let path = folder.path();
        let crash = format!("crash@{number}");
        if process(case, path, &crash) {
            break;
        }
        committed += usize::from(path.join(".data.commit").exists());
        fs::rename(path.join("data"), path.join("moved")).unwrap();
        fs::create_dir(path.join("data")).unwrap();
        fs::write(path.join("data/theirs"), "theirs").unwrap();
        let moved = listing(&path.join("moved"));
        for options in [NEW, FORCE] {
            match case.try_acquire(path, &options) {
                Ok(()) | Err(Error::Interrupted(..) | Error::ForeignFile(_) | Error::Foreign(..)) => {}
                Err(error) => panic!("{crash}: {error}"),
            }
            assert_eq!(names(&path.join("data")), ["theirs"], "{crash}");
            assert_eq!(listing(&path.join("moved")), moved, "{crash}");
        }
        let refused = message((case.run)(path));
        assert!(
            refused.contains(": does not belong") || refused.contains("does not tell what is beside it"),
            "{crash}: {refused}"
        );
    }
    assert!(committed * stride(5) > 4, "{committed} crashes after the commit");
}

/// In a copy, the number of a folder in its file system tells nothing. What cannot be decided is refused, and stays.
#[test]
fn a_folder_that_is_copied_after_a_crash() {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
            let to = to.join(entry.file_name());
            if entry.path().is_dir() {
                copy(&entry.path(), &to);
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    let case = CASES.iter().find(|case| case.name == "a folder that is replaced").unwrap();
    let mut refused = 0;
    for number in (1..).step_by(stride(3)) {
        let (folder, other) = (case.begin(), folder());
        let is_done = process(case, folder.path(), &format!("crash@{number}"));
        copy(folder.path(), other.path());
        let before = listing(other.path());
        match (case.run)(other.path()) {
            Ok(()) => case.assert_done(other.path(), &format!("crash@{number} and a copy")),
            Err(Error::Foreign(..)) => {
                assert_eq!(listing(other.path()), before, "{number}");
                refused += 1;
            }
            Err(error) => panic!("{number}: {error}"),
        }
        if is_done {
            break;
        }
    }
    assert!(refused > 0);
}

/// The entry of a process that is told to end.
#[test]
fn end_in_a_process() {
    let Ok(folder) = std::env::var("MINIROW_TEST_END") else { return };
    let folder = Path::new(&folder);
    let mut file = WholeFile::open(&folder.join("out"), &FORCE).unwrap();
    file.write_all(text("new").as_bytes()).unwrap();
    let (mut growing, _) = GrowingFile::open(&folder.join("pack.csv"), &[], b"", &json!({}), &NEW, accept).unwrap();
    growing.write(b"row\n").unwrap();
    put(growing.group(), &folder.join("manifest")).unwrap();
    remove_temporaries();
    assert_eq!(names(folder), ["out", "pack.csv.part", "pack.csv.part.json"]);
    assert!(file.finish().is_err() && growing.finish().is_err(), "no more names are given");
    assert!(WholeFile::open(&folder.join("other"), &NEW).is_err());
}

#[test]
fn a_process_that_is_told_to_end_leaves_partial_files_only() {
    let folder = folder();
    old(folder.path(), &["out"]);
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "tests::crashes::end_in_a_process", "--test-threads=1"])
        .env("MINIROW_TEST_END", folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(names(folder.path()), ["out", "pack.csv.part", "pack.csv.part.json"]);
    assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"old");
}
