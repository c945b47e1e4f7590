//! Files of other runs are neither overwritten nor removed, and outputs that cannot be written are refused before the work.

use std::fs;

use crate::common::{Folder, PUZZLE, assert_message, command, run};
use crate::size::stride;

#[test]
fn resuming_a_pack_does_not_overwrite_the_file_of_a_trace() {
    let folder = Folder::new().with("notes.jsonl", "mine\n");
    let pack = "pack --seed 14 --count 9 --out pack.csv --trace notes.jsonl --quiet";
    let message = "error: notes.jsonl: exists already; --force overwrites it";
    assert_message(folder.run(pack).message(), message, "a new pack");
    assert_message(folder.run(&format!("{pack} --resume")).message(), message, "nothing to resume");
    assert_eq!(folder.names(), ["notes.jsonl"]);
    fs::remove_file(folder.path("notes.jsonl")).unwrap();
    assert_eq!(folder.run(&format!("{pack} --max-attempts 5")).status, 3);
    folder.write("notes.jsonl", "mine\n");
    let output = folder.run(&format!("{pack} --resume"));
    let message =
        "error: notes.jsonl: exists already; --resume with --force completes the partial result and overwrites it";
    assert_message(output.message(), message, "a partial pack");
    assert_eq!((output.status, folder.read("notes.jsonl").as_str()), (2, "mine\n"));
    assert!(folder.exists("pack.csv.part") && !folder.exists("pack.csv"));
    fs::remove_file(folder.path("notes.jsonl")).unwrap();
    folder.run(&format!("{pack} --resume")).fine();
    assert!(folder.read("notes.jsonl").lines().count() > 9);
}

/// A list of files beside an output, from whomever, removes none of them.
#[cfg(unix)]
#[test]
fn a_planted_list_of_files_removes_none() {
    use std::os::unix::fs::MetadataExt;

    let options = ["", " --force", " --resume"];
    for (name, options) in
        [".out.csv.journal", ".out.csv.commit", ".out.csv.lock"].map(|name| options.map(|o| (name, o))).concat()
    {
        let folder = Folder::new().with("thesis", "mine");
        fs::create_dir_all(folder.path("shared")).unwrap();
        let list = folder.path("shared").join(name);
        fs::write(&list, "").unwrap();
        let (inode, thesis) = (fs::metadata(&list).unwrap().ino(), folder.path("thesis"));
        let text = format!("minirow-journal 1 {inode} 1 h pack\ncreate {}\ncreate ../thesis\n", thesis.display());
        fs::write(&list, &text).unwrap();
        let output = folder.run(&format!("pack --count 1 --out shared/out.csv --quiet{options}"));
        assert_eq!(folder.read("thesis"), "mine", "{name}{options}");
        assert_eq!(folder.read(&format!("shared/{name}")), text, "{name}{options}");
        // The name of the journal of earlier versions is that of a foreign file now.
        assert_eq!(output.status == 0, name == ".out.csv.journal", "{name}{options}: {output:?}");
    }
}

/// Returns the record of a commit, with names of temporary files, the token of a partial result, and whether that becomes the result.
fn record(names: &str, partial: &str, is_part: bool) -> String {
    format!(
        r#"{{"minirow-commit":2,"overwrite":true,"names":[{names}],"others":[],"partial":{partial},"is_part":{is_part}}}"#
    )
}

/// The record of a commit beside a complete result, from whomever, changes no file of it.
#[test]
fn a_planted_record_removes_no_result() {
    let token = r#""0123456789abcdef0123""#;
    for record in [
        record("", "null", false),
        record(r#"["0123456789","target"]"#, "null", false),
        record("", token, true),
        record("", token, false),
    ] {
        for make in
            ["pack --seed 3 --count 4", "grade in.txt", "dataset --seed 3 --count 4 --formats csv --fractions 50,50"]
        {
            let place = Folder::new().with("in.txt", format!("{PUZZLE}\n"));
            let make = format!("{make} --out out --quiet");
            place.run(&make).fine();
            place.write(".out.0123456789.tmp", "theirs");
            place.write(".out.commit", &record);
            let files = || {
                let names = place.names().into_iter().filter(|name| !name.starts_with('.'));
                let entries = |name: &str| fs::read_dir(place.path(name)).map_or(0, Iterator::count);
                names.map(|name| (fs::read(place.path(&name)).ok(), entries(&name), name)).collect::<Vec<_>>()
            };
            let before = files();
            for option in ["", " --resume"] {
                let status = place.run(&format!("{make}{option}")).status;
                assert!([0, 2].contains(&status), "{make}{option}: {status}");
                assert!(files() == before, "{record}: {make}{option}");
            }
        }
    }
}

/// Files with the name of a partial result that no run has made are neither resumed nor removed.
#[test]
fn foreign_partial_files_are_refused_and_kept() {
    let is_kept = |make: &str, files: &[(&str, &str)], expected: &str| {
        for option in ["", " --force", " --resume", " --resume --force"] {
            if make.starts_with("print") && option.contains("resume") {
                continue;
            }
            let folder = Folder::new().with("in.txt", format!("{PUZZLE}\n"));
            for (name, text) in files {
                fs::create_dir_all(folder.path(name).parent().unwrap()).unwrap();
                folder.write(name, text);
            }
            let before = folder.names();
            let output = folder.run(&format!("{make} --out out --quiet{option}"));
            assert_eq!(output.status, 2, "{make}{option}: {}", output.stderr);
            let is_foreign = !output.message().contains("is left from an interrupted run");
            if is_foreign || !option.is_empty() {
                assert_message(output.message(), expected, &format!("{make}{option}"));
            }
            files.iter().for_each(|(name, text)| assert_eq!(folder.read(name), *text, "{make}{option}: {name}"));
            assert_eq!(folder.names(), before, "{make}{option}");
        }
    };
    let (recipe, marker) = (r#"{"token":"0123456789abcdef0123"}"#, "out.part/.0123456789abcdef0123");
    for make in ["pack --seed 3 --count 4", "grade in.txt"] {
        is_kept(make, &[("out.part", "mine")], "error: out.part: has no recipe of a run beside it; move it away");
        is_kept(make, &[("out.part", "")], "error: out.part: has no recipe of a run beside it; move it away");
        let foreign = "error: out.part.json: is not the recipe of a run of this version; move it and out.part away";
        is_kept(make, &[("out.part", "mine"), ("out.part.json", "{\"part\":\"left arm\"}")], foreign);
        let foreign = "error: out.part.json: is damaged: expected ident at line 1 column 2; move it and out.part away";
        is_kept(make, &[("out.part", "mine"), ("out.part.json", "notes")], foreign);
        is_kept(
            make,
            &[("out.part.json", "notes")],
            "error: out.part.json: is damaged: expected ident at line 1 column 2; move it away",
        );
        is_kept(make, &[("out.part/mine", "1")], "error: out.part: is not a file; move it away");
        // A recipe that looks like that of a run, with the checksum of no lines, or of other lines.
        for (text, blocks) in [("mine", ""), ("mine\n", ""), ("mine\n", "[5,\"0123456789abcdef\"]\n")] {
            let foreign = "error: out.part: does not begin as its recipe tells; move it and out.part.json away";
            is_kept(make, &[("out.part", text), ("out.part.json", &format!("{recipe}\n{blocks}"))], foreign);
        }
    }
    for (make, names) in [
        (
            "dataset --seed 3 --count 4 --formats csv --fractions 100",
            &[
                "rows.csv.bak",
                "rows.csv_old",
                ".rows.csv",
                "csv/rows.csv",
                "csv/mine.csv",
                "csv/train-old.csv",
                "csv/training.csv",
                "pictures/holiday.svg",
                "trace/mine.jsonl",
                "data/train.csv",
                ".rows.csv.0123.tmp",
            ][..],
        ),
        (
            "print in.txt --format png",
            &["holiday.png", "puzzle-1.png", "puzzle-0001-old.png", "puzzle-0001.jpg", "me/puzzle-0001.png"],
        ),
    ] {
        is_kept(make, &[("out.part/mine", "1")], "error: out.part: has no recipe of a run beside it; move it away");
        let foreign = "error: out.part.json: is not the recipe of a run of this version; move it and out.part away";
        for recipe in ["{}", r#"{"force":false}"#] {
            is_kept(make, &[("out.part/mine", "1"), ("out.part.json", recipe)], foreign);
        }
        let foreign = "error: out.part: is not the folder of its recipe; move it and out.part.json away";
        for name in ["out.part/README.md", "out.part/puzzle-0001.png"] {
            is_kept(make, &[(name, "mine"), ("out.part.json", recipe)], foreign);
        }
        for name in names {
            let name = format!("out.part/{name}");
            let foreign = format!(
                "error: {name}: does not belong to the data that would be replaced, or was changed; move it away"
            );
            let foreign = if make.starts_with("print") { foreign } else { "error: out.part...".into() };
            is_kept(make, &[(marker, ""), (&name, "1"), ("out.part.json", recipe)], &foreign);
        }
    }
}

/// Neither a record nor a manifest that someone else has put beside an interrupted run or a result makes a run publish or remove a file.
#[test]
fn planted_files_complete_and_remove_nothing() {
    let folder = Folder::new();
    let make = "pack --seed 3 --count 30 --out out.csv --quiet";
    assert_eq!(folder.run(&format!("{make} --max-attempts 5")).status, 3);
    let part = folder.read("out.csv.part");
    for is_part in [true, false] {
        folder.write(".out.csv.commit", record("", r#""0123456789abcdef0123""#, is_part));
        for option in ["", " --resume", " --force", " --resume --force"] {
            let output = folder.run(&format!("{make}{option}"));
            let message =
                "error: .out.csv.commit: does not tell what is beside it; if no run is writing beside it, move it away";
            assert_message(output.message(), message, option);
            assert_eq!((output.status, folder.read("out.csv.part")), (2, part.clone()), "{option}");
            assert!(!folder.exists("out.csv"), "{option}");
        }
    }
    fs::remove_file(folder.path(".out.csv.commit")).unwrap();
    folder.run(&format!("{make} --resume")).fine();
    // A recipe that the record names, beside a file that is not that of the recipe.
    for is_part in [true, false] {
        for block in ["", "[0,\"e3b0c44298fc1c14\"]\n"] {
            let folder = Folder::new().with("out.csv.part", "mine\n").with(".out.csv.0123456789.tmp", "theirs");
            let token = r#""0123456789abcdef0123""#;
            folder.write("out.csv.part.json", format!("{{\"token\":{token}}}\n{block}"));
            folder.write(".out.csv.commit", record("", token, is_part));
            let names = folder.names();
            for option in ["", " --resume", " --force", " --resume --force"] {
                assert_eq!(folder.run(&format!("{make}{option}")).status, 2, "{is_part}{option}");
                assert_eq!((folder.names(), folder.read("out.csv.part")), (names.clone(), "mine\n".to_string()));
            }
        }
    }
    // A manifest that lists shards with other checksums.
    let folder = Folder::new();
    folder.run("pack --seed 3 --count 4 --shard-rows 2 --out out.csv --quiet").fine();
    let (shard, manifest) = (folder.read("out-00001-of-00002.csv"), folder.read("out.csv.manifest.json"));
    for shape in ["", "--shard-rows 1"] {
        let make = format!("pack --seed 4 --count 4 {shape} --out out.csv --quiet --force");
        for (shard, manifest) in [("mine", manifest.as_str()), (&shard, "{}")] {
            folder.write("out-00001-of-00002.csv", shard);
            folder.write("out.csv.manifest.json", manifest);
            let names = folder.names();
            let output = folder.run(&make);
            let expected =
                "-of-00002.csv: does not belong to the data that would be replaced, or was changed; move it away";
            assert!(output.message().ends_with(expected), "{shape}: {}", output.stderr);
            assert_eq!((output.status, folder.names()), (2, names), "{shape}");
        }
    }
}

/// The manifest of a pack that another result replaces would tell of other rows.
#[test]
fn the_manifest_of_a_replaced_pack_is_removed() {
    let folder = Folder::new().with("in.txt", format!("{PUZZLE}\n"));
    for make in ["grade in.txt", "convert in.txt --to csv", "dedup in.txt --to csv"] {
        folder.run("pack --seed 3 --count 4 --out out.csv --quiet --force").fine();
        assert_eq!(folder.names(), ["in.txt", "out.csv", "out.csv.manifest.json"]);
        assert_eq!(folder.run(&format!("{make} --out out.csv --quiet --force")).status, 0, "{make}");
        assert_eq!(folder.names(), ["in.txt", "out.csv"], "{make}");
    }
}

#[test]
fn shards_that_cannot_be_written_are_refused_before_the_work() {
    let name = format!("{}.csv", "x".repeat(237));
    let make = |name: &str| format!("pack --seed 3 --count 4 --shard-rows 2 --out {name} --quiet --max-attempts 1");
    let folder = Folder::new();
    let output = folder.run(&make(&name));
    assert_message(output.message(), &format!("error: {name}: cannot be written: its name is too long"), "a name");
    assert_eq!((output.status, folder.names().is_empty()), (2, true));
    fs::create_dir(folder.path("out-00001-of-00002.csv")).unwrap();
    for option in ["", " --force"] {
        let output = folder.run(&(make("out.csv") + option));
        assert_message(output.message(), "error: out-00001-of-00002.csv: is a folder, expected a file", option);
        assert_eq!((output.status, folder.names().len()), (2, 1), "{option}");
    }
}

/// A trace that cannot be written is refused before the partial file of an earlier run is started over.
#[test]
fn a_refused_trace_changes_no_partial_file() {
    let folder = Folder::new().with("mine.jsonl", "mine");
    assert_eq!(folder.run("pack --seed 3 --count 30 --out out.csv --quiet --max-attempts 5").status, 3);
    let part = folder.read("out.csv.part");
    for trace in ["none/t.jsonl", ".", "mine.jsonl/t"] {
        let output = folder.run(&format!("pack --seed 4 --count 30 --out out.csv --force --trace {trace}"));
        assert_eq!((output.status, folder.read("out.csv.part")), (2, part.clone()), "{trace}: {}", output.stderr);
    }
}

/// A file that a complete pack lacks is written, and one that is there is compared.
#[test]
fn a_complete_pack_gets_its_trace_and_manifest() {
    for shape in [
        "--count 4 --out out.csv",
        "--count 4 --out out.csv --shard-rows 2",
        "--count 4 --out out.parquet",
        "--count 4 --out out.jsonl",
        "--count 4 --out out.jsonl --shard-rows 3",
        "--count 4 --out out.csv --schema hrm",
        "--levels easy:2,hard:2 --order ramp --out out.csv --schema hrm",
    ] {
        let folder = Folder::new();
        let make = format!("pack --seed 3 {shape} --trace t.jsonl --quiet");
        folder.run(&make).fine();
        let trace = folder.read("t.jsonl");
        fs::remove_file(folder.path("t.jsonl")).unwrap();
        folder.run(&format!("{make} --resume")).fine();
        assert_eq!(folder.read("t.jsonl"), trace, "{shape}");
        folder.write("t.jsonl", trace.replacen('1', "2", 1));
        let output = folder.run(&format!("{make} --resume"));
        let expected = "error: t.jsonl: exists already, and is not this trace; --force overwrites it";
        assert_message(output.message(), expected, shape);
        assert_eq!(output.status, 2, "{shape}");
        folder.run(&format!("{make} --resume --force")).fine();
        assert_eq!(folder.read("t.jsonl"), trace, "{shape}");
        #[cfg(unix)]
        folder.run(&format!("{} --resume", make.replace(" t.jsonl", " /dev/null"))).fine();
    }
    let folder = Folder::new();
    let make = "pack --seed 3 --count 4 --out out.csv --trace t.jsonl --quiet";
    folder.run(make).fine();
    let (manifest, trace) = (folder.read("out.csv.manifest.json"), folder.read("t.jsonl"));
    for name in ["out.csv.manifest.json", "t.jsonl"] {
        fs::remove_file(folder.path(name)).unwrap();
    }
    folder.run(&format!("{make} --resume")).fine();
    assert_eq!((folder.read("out.csv.manifest.json"), folder.read("t.jsonl")), (manifest.clone(), trace));
    folder.write("out.csv.manifest.json", "{}");
    let output = folder.run(&format!("{make} --resume"));
    assert_message(output.message(), "error: out.csv.manifest.json: is not a manifest of a pack: ...", "damaged");
    assert_eq!((output.status, folder.read("out.csv.manifest.json")), (1, "{}".to_string()));
    folder.run(&format!("{make} --resume --force")).fine();
    assert_eq!(folder.read("out.csv.manifest.json"), manifest);
}

/// Refuses before the work what a resumed run would replace, for every kind of result.
#[test]
fn an_output_beside_a_resumed_partial_file_is_refused() {
    for (make, out) in [
        ("pack --count 6 --quiet", "out.csv"),
        ("pack --count 6 --shard-rows 4 --quiet", "out.csv"),
        ("dataset --count 6 --fractions 100 --formats csv --quiet", "out"),
    ] {
        // The result is there when the other run begins, or comes later from elsewhere.
        for is_late in [false, true] {
            let folder = Folder::new();
            let make = |options: &str| folder.run(&format!("{make} {options}"));
            let begin = |options: &str| assert_eq!(make(&format!("--seed 2 --max-attempts 2 {options}")).status, 3);
            if is_late {
                begin(&format!("--out {out}"));
                make(&format!("--seed 1 --out else-{out}")).fine();
                for name in folder.names().iter().filter_map(|name| name.strip_prefix("else-")) {
                    std::fs::rename(folder.path(&format!("else-{name}")), folder.path(name)).unwrap();
                }
            } else {
                make(&format!("--seed 1 --out {out}")).fine();
                begin(&format!("--out {out} --force"));
            }
            let names = folder.names();
            let resumed = make(&format!("--seed 2 --out {out} --resume"));
            let expected = "exists already; --resume with --force completes the partial result and overwrites it";
            assert!(resumed.message().ends_with(expected), "{}", resumed.stderr);
            assert_eq!((resumed.status, folder.names()), (2, names));
            make(&format!("--seed 2 --out {out} --resume --force")).fine();
        }
    }
}

/// A partial folder of an interrupted run has only names that the next run removes.
#[test]
fn a_partial_folder_of_a_run_is_started_over() {
    let rated = run("pack --seed 1 --count 4").fine();
    for make in [
        "dataset --seed 3 --count 3 --shard-rows 1 --trace",
        "dataset --seed 3 --count 3 --fractions 100 --formats csv",
        "dataset --from rated.csv --fractions 50,50 --trace",
        "print in.txt --format svg",
    ] {
        for number in (1..).step_by(stride(47)) {
            let folder = Folder::new().with("in.txt", format!("{PUZZLE}\n{PUZZLE}\n")).with("rated.csv", &rated);
            let mut crashing = command(&folder.path(""), &format!("{make} --out out --quiet --threads 1"));
            let is_done = crashing.env("MINIROW_FAULT", format!("crash@{number}")).output().unwrap().status.success();
            folder.run(&format!("{make} --out out --quiet --force")).fine();
            assert_eq!(folder.names(), ["in.txt", "out", "rated.csv"], "{make} at {number}");
            if is_done {
                break;
            }
        }
    }
}

#[test]
fn converting_into_shards_does_not_replace_the_manifest_of_a_pack() {
    let folder = Folder::new();
    folder.run("pack --seed 14 --count 9 --out pack.csv --quiet").fine();
    let manifest = folder.read("pack.csv.manifest.json");
    let output = folder.run("convert pack.csv --out pack.csv --shard-rows 4");
    assert_message(output.message(), "error: pack.csv...", "the input");
    assert_eq!(output.status, 2);
    folder.run("pack --seed 15 --count 3 --out other.csv --quiet").fine();
    let output = folder.run("convert other.csv --out pack.csv --shard-rows 4");
    assert_message(output.message(), "error: pack.csv.manifest.json: exists already; --force overwrites it", "another");
    assert_eq!(output.status, 2);
    let names = ["other.csv", "other.csv.manifest.json", "pack.csv", "pack.csv.manifest.json"];
    assert_eq!(folder.names(), names);
    assert_eq!(folder.read("pack.csv.manifest.json"), manifest);
}

#[test]
fn shards_that_exist_are_refused_before_any_puzzle_is_rated() {
    let folder = Folder::new().with("rated-00001-of-00002.csv", "mine");
    // An input without an end: a program that read it first would never check the shards.
    let mut running = folder.start("grade - --out rated.csv --shard-rows 1 --quiet");
    let _open = running.stdin();
    let output = running.end();
    let message = "error: rated-00001-of-00002.csv: exists already; --force overwrites it";
    assert_eq!((output.status, output.message()), (2, message));
    assert_eq!(folder.read("rated-00001-of-00002.csv"), "mine");
}

#[test]
fn resuming_complete_ratings_leaves_them_as_they_are() {
    let input = format!("{PUZZLE}\n{PUZZLE}\n");
    for out in ["rated.csv", "rated.jsonl", "rated.parquet", "rated.csv --shard-rows 1"] {
        let folder = Folder::new().with("in.txt", &input);
        folder.run(&format!("grade in.txt --quiet --out {out}")).fine();
        let made: Vec<_> = folder.names().iter().map(|name| fs::read(folder.path(name)).unwrap()).collect();
        let output = folder.run(&format!("grade in.txt --quiet --resume --out {out}"));
        assert_eq!((output.status, output.message()), (0, ""), "{out}");
        let left: Vec<_> = folder.names().iter().map(|name| fs::read(folder.path(name)).unwrap()).collect();
        assert!(made == left, "{out}");
    }
}

#[test]
fn an_interrupted_folder_of_pictures_is_completed() {
    for number in (1..).step_by(stride(7)) {
        let folder = Folder::new().with("pack.txt", PUZZLE);
        let print = "print pack.txt --format svg --out book --force --quiet";
        let mut crashing = command(&folder.path(""), print);
        let is_done = crashing.env("MINIROW_FAULT", format!("crash@{number}")).output().unwrap().status.success();
        folder.run(print).fine();
        assert_eq!(folder.names(), ["book", "pack.txt"], "after a crash at {number}");
        assert_eq!(fs::read_dir(folder.path("book")).unwrap().count(), 2, "after a crash at {number}");
        if is_done {
            assert!(number > 10, "{number} operations only");
            break;
        }
    }
}

#[test]
fn the_pictures_of_a_book_are_all_old_or_all_new() {
    let pictures = ["puzzle-0001.svg", "puzzle-0002.svg", "solution-0001.svg", "solution-0002.svg"];
    let mut old_after_a_crash = 0;
    for number in (1..).step_by(stride(7)) {
        let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n{PUZZLE}\n"));
        fs::create_dir(folder.path("book")).unwrap();
        pictures.iter().for_each(|name| folder.write(&format!("book/{name}"), "old"));
        folder.write("book/mine.txt", "mine");
        let print = "print pack.txt --format svg --out book --force --quiet";
        let mut crashing = command(&folder.path(""), print);
        let is_done = crashing.env("MINIROW_FAULT", format!("crash@{number}")).output().unwrap().status.success();
        // The next run is refused. Only one with --force completes names that replace others.
        let refused = folder.run("print pack.txt --puzzle 2 --out book/puzzle-0001.svg");
        let is_new = pictures.map(|name| folder.read(&format!("book/{name}")) != "old");
        let are_together = is_new.iter().all(|&is| is == is_new[0]);
        let is_interrupted = refused.message().ends_with("--force completes that");
        assert!(are_together || is_interrupted, "{is_new:?} after a crash at {number}");
        if !is_done {
            folder.run(print).fine();
            assert!(
                pictures.iter().all(|name| folder.read(&format!("book/{name}")) != "old"),
                "after a crash at {number}"
            );
        }
        assert_eq!(folder.read("book/mine.txt"), "mine");
        let found = fs::read_dir(folder.path("book")).unwrap().count();
        assert_eq!(found, 5, "files after a crash at {number}");
        if is_done {
            assert!(is_new[0] && number > 10, "{number} operations only");
            break;
        }
        old_after_a_crash += usize::from(!is_new[0]);
    }
    assert!(old_after_a_crash * stride(7) > 5);
}

#[cfg(unix)]
#[test]
fn manual_pages_are_not_written_through_links() {
    let folder = Folder::new().with("victim", "mine");
    folder.run("man --out pages").fine();
    std::fs::remove_file(folder.path("pages/minirow-solve.1")).unwrap();
    std::os::unix::fs::symlink("../victim", folder.path("pages/minirow-solve.1")).unwrap();
    let output = folder.run("man --out pages");
    assert_eq!(output.status, 2, "{output:?}");
    assert!(output.stderr.contains("minirow-solve.1: is no file, so it is not replaced"), "{output:?}");
    assert_eq!(folder.read("victim"), "mine");
}
