//! Cases of the promises about files.

mod crashes;
mod hostile;
mod locks;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;
use crate::error_kind::{CommandError, ErrorKind};

const NEW: WriteOptions = WriteOptions { overwrite: false, resume: false, only_files: false, label: "test --new" };
const FORCE: WriteOptions = WriteOptions { overwrite: true, ..NEW };
const RESUME: WriteOptions = WriteOptions { resume: true, ..NEW };

/// Creates a folder, in memory if the system can do that.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

/// Returns all files below a folder with their contents. Empty folders end in a slash.
fn listing(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().unwrap().is_dir() {
            let within = listing(&entry.path());
            if within.is_empty() {
                found.insert(name.clone() + "/", String::new());
            }
            found.extend(within.into_iter().map(|(file, text)| (format!("{name}/{file}"), text)));
        } else {
            let text = fs::read(entry.path()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            found.insert(name, text.unwrap_or_default());
        }
    }
    found
}

fn names(folder: &Path) -> Vec<String> {
    listing(folder).into_keys().collect()
}

#[track_caller]
fn message<T>(result: Result<T>) -> String {
    match result {
        Ok(_) => panic!("must be refused"),
        Err(error) => error.to_string(),
    }
}

/// Accepts all lines.
fn accept(lines: &mut Lines) -> Result<Vec<String>> {
    let mut all = Vec::new();
    while let Some(line) = lines.next()? {
        all.push(String::from_utf8_lossy(line).into_owned());
    }
    Ok(all)
}

/// Reads the recipe of a partial file, if there is one.
fn partial_recipe(target: &Path) -> std::io::Result<Option<Value>> {
    match fs::read(super::beside(target, ".part.json")) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        // The checksums of blocks follow.
        found => serde_json::Deserializer::from_slice(&found?).into_iter().next().transpose().map_err(Into::into),
    }
}

/// A file that is the only one of its group.
#[derive(Debug)]
struct WholeFile {
    group: FileGroup,
    member: Member,
}

impl WholeFile {
    fn open(path: &Path, options: &WriteOptions) -> Result<WholeFile> {
        let mut group = FileGroup::new(options);
        let member = group.create(path)?;
        Ok(WholeFile { group, member })
    }

    fn write_all(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.member.write_all(bytes)
    }

    fn finish(mut self) -> Result<Written> {
        let written = self.group.add(self.member)?;
        self.group.commit()?;
        Ok(written)
    }
}

fn write(path: &Path, options: &WriteOptions, text: &str) -> Result<Written> {
    let mut group = FileGroup::new(options);
    let written = group.put(path, text.as_bytes())?;
    group.commit()?;
    Ok(written)
}

#[test]
fn refusals_come_before_any_work() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("old"), "old").unwrap();
    fs::create_dir(at("folder")).unwrap();
    let before = listing(folder.path());
    let long = "x".repeat(300);
    for (name, options, expected) in [
        ("old", NEW, "old: exists already; --force overwrites it"),
        ("folder", FORCE, "folder: is a folder, expected a file"),
        ("folder/", NEW, "folder/: is a folder, expected a file"),
        (".", NEW, ".: is a folder, expected a file"),
        ("folder/..", NEW, "folder/..: is a folder, expected a file"),
        ("new/", NEW, "new/: has no file name, expected a path such as folder/name"),
        ("new/.", NEW, "new/.: has no file name, expected a path such as folder/name"),
        ("none/new", NEW, "none/new: there is no folder "),
        ("old/new", NEW, "old/new: there is no folder "),
        (long.as_str(), NEW, ": cannot be written: "),
    ] {
        let found = WholeFile::open(&at(name), &options).unwrap_err();
        let text = found.to_string().replace(&format!("{}/", folder.path().display()), "");
        assert!(text.contains(expected), "{name}: {text}");
        assert_eq!(found.kind(), ErrorKind::Usage, "{name}");
        assert_eq!(listing(folder.path()), before, "{name}");
    }
    let mut group = FileGroup::open(&at("pack.csv"), &NEW).unwrap();
    assert!(message(group.reserve(&at("old"))).ends_with("exists already; --force overwrites it"));
    let member = group.create(&at("pack.csv")).unwrap();
    group.add(member).unwrap();
    assert!(message(group.create(&at("pack.csv"))).ends_with("is given for two outputs"));
    drop(group);
    assert_eq!(listing(folder.path()), before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_that_takes_no_files() {
    let error = WholeFile::open(Path::new("/proc/pack.csv"), &NEW).unwrap_err();
    assert!(error.to_string().starts_with("/proc/pack.csv: cannot be written: "), "{error}");
    assert_eq!(error.kind(), ErrorKind::Usage);
}

#[test]
fn a_whole_file_has_its_name_when_it_is_complete() {
    let folder = folder();
    let path = folder.path().join("out");
    fs::write(&path, "old").unwrap();
    let WholeFile { group, member } = WholeFile::open(&path, &FORCE).unwrap();
    let mut file = WholeFile { group, member: member.with_checksum() };
    file.write_all(b"abc").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    let written = file.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"abc");
    let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(written, Written { path: path.clone(), bytes: 3, sha256: Some(sha256.into()) });
    let mut file = WholeFile::open(&path, &FORCE).unwrap();
    file.write_all(b"never").unwrap();
    drop(file);
    assert_eq!(fs::read(&path).unwrap(), b"abc");
    assert_eq!(names(folder.path()), ["out"]);
}

/// A power cut loses bytes that were not flushed to the disk. Contents are flushed before names are given, and names before
/// the record is removed.
#[test]
fn contents_and_names_are_flushed_in_order() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let operations = fault::operations(|| drop(write(&at("out"), &NEW, "text").unwrap()));
    let lock = "open write open";
    assert_eq!(operations.join(" "), format!("{lock} write sync rename_new sync_path remove_file"));
    let record = "open write sync rename";
    let mut group = FileGroup::open(&at("pack.csv"), &NEW).unwrap();
    for name in ["pack.csv", "pack.csv.manifest.json"] {
        let member = group.create(&at(name)).unwrap();
        let operations = fault::operations(|| drop(group.add(member).unwrap()));
        assert_eq!(operations, ["sync"]);
    }
    let operations = fault::operations(|| group.commit().unwrap());
    let names = "sync_path rename_new rename_new sync_path";
    assert_eq!(operations.join(" "), format!("{record} {names} remove_file remove_file"));
    // The names of temporary files in another folder are on the disk before the record.
    fs::create_dir(at("else")).unwrap();
    let mut group = FileGroup::open(&at("main"), &NEW).unwrap();
    for name in ["else/one", "else/two"] {
        let member = group.create(&at(name)).unwrap();
        group.add(member).unwrap();
    }
    let operations = fault::operations(|| group.commit().unwrap()).join(" ");
    assert!(operations.starts_with(&format!("sync_path {record} {names} remove_file")), "{operations}");
    let mut folder = StagedFolder::open(&at("data"), &json!({}), &NEW, &|_| false, &|_| true).unwrap();
    let file = folder.create("csv/train.csv").unwrap();
    let operations = fault::operations(|| drop(folder.add(file).unwrap()));
    assert_eq!(operations, ["sync"]);
    let operations = fault::operations(|| folder.finish().unwrap());
    // Of the file, its folder, and the folder of the result.
    let contents = "sync_path sync_path sync_path";
    let names = "sync_path rename_new sync_path sync_path";
    let removed = "remove_file remove_folder remove_file remove_file remove_file";
    assert_eq!(operations.join(" "), format!("{contents} {record} {names} {removed}"));
}

#[cfg(unix)]
#[test]
fn modes_are_kept_and_links_are_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    fs::create_dir(at("place")).unwrap();
    fs::write(at("place/secret"), "old").unwrap();
    fs::set_permissions(at("place/secret"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("place/secret", at("link")).unwrap();
    symlink("link", at("link to link")).unwrap();
    symlink("place/new", at("dangling")).unwrap();
    assert!(message(write(&at("link"), &NEW, "new")).contains("/link: exists already"));
    write(&at("link to link"), &FORCE, "new").unwrap();
    write(&at("dangling"), &NEW, "new").unwrap();
    symlink("loop", at("loop")).unwrap();
    assert!(message(write(&at("loop"), &FORCE, "new")).contains("/loop: cannot be written: "));
    assert!(["link", "dangling", "loop"].iter().all(|name| at(name).is_symlink()));
    assert_eq!(names(&at("place")), ["new", "secret"]);
    assert_eq!(fs::read(at("place/secret")).unwrap(), b"new");
    assert_eq!(mode("place/secret"), 0o640);
    fs::write(at("usual"), "").unwrap();
    assert_eq!(mode("place/new"), mode("usual"));
    // The mode of a growing file is kept too.
    let (mut file, _) = GrowingFile::open(&at("link"), &[], b"", &json!({}), &FORCE, accept).unwrap();
    assert_eq!(file.path(), at("place/secret.part"));
    file.write(b"row\n").unwrap();
    file.finish().unwrap();
    assert_eq!((fs::read(at("place/secret")).unwrap(), mode("place/secret")), (b"row\n".to_vec(), 0o640));
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_written_directly() {
    write(Path::new("/dev/null"), &NEW, "text").unwrap();
    let mut full = WholeFile::open(Path::new("/dev/full"), &NEW).unwrap();
    let error = Error::from_write(full.write_all(&[b'x'; 1 << 20]).unwrap_err(), Path::new("?"));
    assert!(error.to_string().starts_with("/dev/full: cannot be written: "), "{error}");
    assert_eq!(error.kind(), ErrorKind::Output);
    assert_eq!(full.finish().unwrap_err().kind(), ErrorKind::Output);
    // A pipe that its reader has closed.
    let (reader, writer) = std::io::pipe().unwrap();
    let path = PathBuf::from(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&writer)));
    if path.exists() {
        let mut file = WholeFile::open(&path, &NEW).unwrap();
        drop(reader);
        let error = Error::from_write(file.write_all(&[b'x'; 1 << 20]).unwrap_err(), &path);
        assert_eq!(error.kind(), ErrorKind::ClosedPipe);
        assert_eq!(file.finish().unwrap_err().kind(), ErrorKind::ClosedPipe);
    }
}

#[test]
fn the_error_of_a_second_run_names_the_first() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let me = format!("test --new (process {} on {})", std::process::id(), system::host());
    let mut group = FileGroup::open(&at("pack.csv"), &NEW).unwrap();
    group.reserve(&at("manifest")).unwrap();
    let _staged = StagedFolder::open(&at("data"), &json!({}), &NEW, &|_| true, &|_| true).unwrap();
    let refusal = |name: &str| format!("{}: another run is writing it: {me}", at(name).display());
    assert_eq!(message(WholeFile::open(&at("pack.csv"), &FORCE)), refusal("pack.csv"));
    assert_eq!(message(WholeFile::open(&at("manifest"), &FORCE)), refusal("manifest"));
    assert_eq!(message(GrowingFile::open(&at("pack.csv"), &[], b"", &json!({}), &RESUME, accept)), refusal("pack.csv"));
    assert_eq!(message(StagedFolder::open(&at("data"), &json!({}), &RESUME, &|_| true, &|_| true)), refusal("data"));
    // On a file system without locks, only the text of the lock tells it.
    let (_, second) = fault::with("plain", || message(WholeFile::open(&at("manifest"), &FORCE)));
    let lock = at(".manifest.lock");
    assert_eq!(second, refusal("manifest") + &format!("; if that run has ended, remove {}", lock.display()));
    drop(group);
    write(&at("manifest"), &NEW, "").unwrap();
}

/// Each run removes the lock while others may have opened it. They must not lock a file that was removed.
#[test]
fn only_one_run_has_the_lock() {
    let folder = folder();
    let path = folder.path().join("out");
    let is_held = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..1000 {
                    if let Ok(file) = WholeFile::open(&path, &FORCE) {
                        assert!(!is_held.swap(true, SeqCst), "two runs at once");
                        std::thread::yield_now();
                        is_held.store(false, SeqCst);
                        drop(file);
                    }
                }
            });
        }
    });
    assert!(names(folder.path()).is_empty());
}

/// A file that gets the name while another is written is kept, on any file system.
#[test]
fn a_name_that_is_taken_in_the_meantime() {
    for faults in ["", "plain"] {
        let folder = folder();
        let at = |name: &str| folder.path().join(name);
        fault::with(faults, || {
            let mut file = WholeFile::open(&at("out"), &NEW).unwrap();
            file.write_all(b"mine").unwrap();
            fs::write(at("out"), "theirs").unwrap();
            assert!(message(file.finish()).ends_with("exists already; --force overwrites it"));
            // No file of a group gets its name then.
            let mut group = FileGroup::open(&at("pack.csv"), &NEW).unwrap();
            for name in ["pack.csv", "manifest"] {
                let member = group.create(&at(name)).unwrap();
                group.add(member).unwrap();
            }
            fs::write(at("manifest"), "theirs").unwrap();
            assert!(message(group.commit()).ends_with("manifest: exists already; --force overwrites it"));
        });
        assert_eq!(names(folder.path()), ["manifest", "out"], "{faults}");
        assert!(listing(folder.path()).values().all(|text| text == "theirs"));
    }
}

#[test]
fn a_folder_is_not_renamed_to_an_existing_one() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("one")).unwrap();
    fs::create_dir(at("other")).unwrap();
    for faults in ["", "plain"] {
        let renamed = fault::with(faults, || system::rename_new(&at("one"), &at("other"))).1;
        assert_eq!(renamed.unwrap_err().kind(), std::io::ErrorKind::AlreadyExists, "{faults}");
    }
    assert_eq!(names(folder.path()), ["one/", "other/"]);
}

#[test]
fn a_disk_that_is_full_for_a_moment() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    let mut group = FileGroup::open(&at("pack.csv"), &NEW).unwrap();
    let (was_there, failed) = fault::with("short@1", || group.create(&at("pack.csv")));
    assert!(was_there && message(failed).contains("cannot be written: no space left"));
    let member = group.create(&at("pack.csv")).unwrap();
    group.add(member).unwrap();
    group.commit().unwrap();
    assert_eq!(names(folder.path()), ["pack.csv"]);
}

#[test]
fn only_complete_lines_are_resumed() {
    let folder = folder();
    let target = folder.path().join("pack.csv");
    let recipe = json!({"seed": 1});
    let open = |accept: &dyn Fn(&mut Lines) -> Result<Vec<String>>| {
        GrowingFile::open(&target, &[], b"header\n", &recipe, &RESUME, accept).unwrap()
    };
    let (mut file, found) = open(&accept);
    assert!(found.is_empty());
    file.write(b"one\ntwo\nthr").unwrap();
    assert_eq!(names(folder.path()), [".pack.csv.lock", "pack.csv.part", "pack.csv.part.json"]);
    drop(file);
    assert_eq!(names(folder.path()), ["pack.csv.part", "pack.csv.part.json"]);
    assert!(has_partial(&target));
    let begun = partial_recipe(&target).unwrap().unwrap();
    assert_eq!(begun["seed"], 1);
    assert!(begun["token"].as_str().is_some_and(|token| token.len() == 20), "{begun}");
    let (mut file, found) = open(&accept);
    assert_eq!(found, ["one\n", "two\n"]);
    assert_eq!(file.lines().unwrap(), 3);
    file.write(b"three\nfour").unwrap();
    drop(file);
    let (mut file, _) = open(&|lines| lines.next().map(|_| Vec::new())); // lines that are not accepted are cut off
    file.write(b"two\nthree\n").unwrap();
    let reversed = |lines: &mut Lines, to: &mut dyn Write| {
        let mut all = accept(lines)?;
        all.reverse();
        to.write_all(all.concat().as_bytes()).map_err(|error| Error::from_write(error, Path::new("?")))
    };
    file.rewrite(reversed).unwrap();
    assert!(
        message(file.rewrite(|lines, _| Err(lines.refuse("is odd"))))
            .ends_with("is odd; --force without --resume starts over")
    );
    file.write(b"four\n").unwrap();
    file.finish().unwrap();
    assert_eq!(fs::read_to_string(&target).unwrap(), "three\ntwo\none\nheader\nfour\n");
    assert_eq!(names(folder.path()), ["pack.csv"]);
}

/// Names of temporary files and locks are longer than those of their targets.
#[test]
fn a_name_of_any_length_is_written_or_refused_before_work() {
    let folder = folder();
    for length in [200, 201, 244, 250, 255] {
        for letter in ["x", "é"] {
            let path = folder.path().join(letter.repeat(length / letter.len()));
            let mut group = FileGroup::open(&path, &FORCE).unwrap();
            group.put(&path, b"text").unwrap();
            group.commit().unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"text", "{length}");
        }
    }
    for name in ["x".repeat(300), "x".repeat(256)] {
        let refused = message(FileGroup::open(&folder.path().join(name), &NEW));
        assert!(refused.ends_with("xxx: cannot be written: its name is too long"), "{refused}");
    }
    let refused = message(GrowingFile::open(&folder.path().join("y".repeat(250)), &[], b"", &json!({}), &NEW, accept));
    assert!(refused.ends_with("y.part.json: cannot be written: its name is too long"), "{refused}");
    assert!(names(folder.path()).iter().all(|name| !name.starts_with(['.', 'y'])));
}

#[test]
fn a_partial_file_of_another_recipe_is_refused_and_kept() {
    let folder = folder();
    let target = folder.path().join("pack.csv");
    let open = |recipe: Value, options: &WriteOptions| GrowingFile::open(&target, &[], b"", &recipe, options, accept);
    let (mut file, _) = open(json!({"seed": 1, "level": "easy"}), &NEW).unwrap();
    file.write(b"row\n").unwrap();
    drop(file);
    let before = listing(folder.path());
    let again = message(open(json!({"seed": 1, "level": "easy"}), &NEW));
    assert!(again.ends_with("--resume completes it, --force starts over"), "{again}");
    for (recipe, expected) in [
        (
            json!({"seed": 2, "level": "easy"}),
            "part.json: was begun with seed 1 (now 2); --force without --resume starts over",
        ),
        (json!({"seed": 1}), "was begun with level \"easy\" (now null); --force without --resume starts over"),
        (
            json!({"seed": 1, "level": "easy", "er": 4.4}),
            "was begun with er null (now 4.4); --force without --resume starts over",
        ),
    ] {
        let found = message(open(recipe, &RESUME));
        assert!(found.ends_with(expected), "{found}");
    }
    // A recipe without schema and format is that of plain CSV.
    let shaped = json!({"seed": 1, "level": "easy", "schema": "full", "format": "jsonl"});
    let found = message(open(shaped, &RESUME));
    assert!(
        found.ends_with("was begun with format \"csv\" (now \"jsonl\"); --force without --resume starts over"),
        "{found}"
    );
    let refused = GrowingFile::open(&target, &[], b"", &json!({"seed": 1, "level": "easy"}), &RESUME, |lines| {
        lines.next()?;
        Err::<(), _>(lines.refuse("line 1 is not of this pack"))
    });
    assert!(
        message(refused).ends_with("pack.csv.part: line 1 is not of this pack; --force without --resume starts over")
    );
    assert_eq!(listing(folder.path()), before);
    let (file, found) = open(json!({"seed": 1, "level": "easy"}), &RESUME).unwrap();
    assert_eq!(found, ["row\n"]);
    drop(file);
    for (recipe, expected) in [
        (r#"{"token":"0123456789abcdef0123"}"#, "pack.csv.part: does not begin as its recipe tells; move it and "),
        ("[]", "is damaged, expected a JSON object"),
        ("{\"se", "is damaged: "),
    ] {
        fs::write(folder.path().join("pack.csv.part.json"), recipe).unwrap();
        assert!(message(open(json!({}), &FORCE)).contains(expected));
        assert!(message(open(json!({}), &RESUME)).contains(expected));
    }
    fs::rename(folder.path().join("pack.csv.part"), folder.path().join("kept")).unwrap();
    assert!(message(open(json!({}), &NEW)).contains("part.json: is damaged"), "a file that is not a recipe");
    fs::rename(folder.path().join("kept"), folder.path().join("pack.csv.part")).unwrap();
    fs::remove_file(folder.path().join("pack.csv.part.json")).unwrap();
    for options in [&NEW, &RESUME, &FORCE] {
        assert!(
            message(open(json!({}), options))
                .ends_with("pack.csv.part: has no recipe of a run beside it; move it away")
        );
    }
    assert_eq!(names(folder.path()), ["pack.csv.part"]);
}

#[test]
fn a_resumed_run_overwrites_with_its_own_permission_only() {
    for (begun, resumed, is_fine) in [(FORCE, FORCE, true), (FORCE, NEW, false), (NEW, FORCE, true), (NEW, NEW, false)]
    {
        let folder = folder();
        let target = folder.path().join("pack.csv");
        let (mut file, _) = GrowingFile::open(&target, &[], b"", &json!({}), &begun, accept).unwrap();
        file.write(b"new\n").unwrap();
        drop(file);
        fs::write(&target, "old").unwrap();
        let options = WriteOptions { resume: true, ..resumed };
        let resumed = GrowingFile::open(&target, &[], b"", &json!({}), &options, accept);
        assert_eq!(resumed.and_then(|(file, _)| file.finish()).is_ok(), is_fine);
        assert_eq!(fs::read_to_string(&target).unwrap(), if is_fine { "new\n" } else { "old" });
    }
}

#[test]
fn a_folder_with_a_foreign_file_is_not_replaced() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir_all(at("data/csv")).unwrap();
    let open = |options: &WriteOptions| {
        StagedFolder::open(&at("data"), &json!({}), options, &|file| file == Path::new("csv/train.csv"), &|file| {
            !file.ends_with("diary")
        })
    };
    for name in ["data/csv/train.csv", "data/notes.txt"] {
        fs::write(at(name), "old").unwrap();
    }
    let before = listing(folder.path());
    for options in [&NEW, &FORCE] {
        assert!(message(open(options)).contains("data/notes.txt: does not belong to the data that would be replaced"));
    }
    assert!(message(WholeFile::open(&at("data"), &FORCE)).ends_with("is a folder, expected a file"));
    assert!(
        message(StagedFolder::open(&at("data/notes.txt"), &json!({}), &FORCE, &|_| true, &|_| true))
            .contains("is a file")
    );
    assert!(
        message(StagedFolder::open(&at("data/.."), &json!({}), &FORCE, &|_| true, &|_| true))
            .contains("has no file name")
    );
    assert_eq!(listing(folder.path()), before);
    // A foreign file may come while the new folder is written.
    fs::remove_file(at("data/notes.txt")).unwrap();
    let mut staged = open(&FORCE).unwrap();
    let file = staged.create("new.csv").unwrap();
    staged.add(file).unwrap();
    fs::write(at("data/notes.txt"), "old").unwrap();
    assert!(message(staged.finish()).contains("data/notes.txt: does not belong"));
    assert_eq!(listing(&at("data")).len(), 2);
    // A file that was not added is not published.
    fs::remove_file(at("data/notes.txt")).unwrap();
    let again = WriteOptions { resume: true, ..FORCE };
    let mut staged = open(&again).unwrap();
    assert!(staged.is_resumed());
    assert!(message(staged.create("../escaped")).contains("has no file name"));
    fs::write(staged.path().join("result/stray"), "").unwrap();
    staged.keep("new.csv");
    assert!(message(staged.finish()).contains("data.part/result/stray: is not part of the result"));
    let mut staged = open(&again).unwrap();
    fs::write(staged.path().join("stray"), "").unwrap();
    staged.keep("new.csv");
    assert!(message(staged.finish()).contains("data.part/stray: is not part of the result"));
    fs::remove_file(at("data.part/stray")).unwrap();
    let mut staged = open(&again).unwrap();
    ["new.csv", "stray", "gone"].into_iter().for_each(|name| staged.keep(name));
    assert!(message(staged.finish()).contains("data.part/result/gone: cannot be read: "));
    fs::create_dir(at("data.part/empty")).unwrap();
    let staged = open(&FORCE).unwrap();
    assert_eq!(names(staged.path()).len(), 2, "started over");
    staged.discard().unwrap();
    assert_eq!(names(folder.path()), ["data/csv/train.csv"]);
    // A foreign folder with the name of a partial one.
    fs::create_dir(at("data.part")).unwrap();
    fs::write(at("data.part/diary"), "").unwrap();
    for options in [&NEW, &FORCE] {
        assert!(message(open(options)).ends_with("data.part: has no recipe of a run beside it; move it away"));
    }
    assert_eq!(names(folder.path()), ["data.part/diary", "data/csv/train.csv"]);
}
