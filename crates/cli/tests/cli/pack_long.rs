//! Long runs of `pack`: killed at any moment, stopped by limits, with a disk or a folder that goes away; and ranges that
//! are merged to the bytes of one run.

use std::fs;
use std::time::Duration;

use crate::common::{Folder, assert_message};
use crate::size::stride;

/// Moments that are the same in every run of the tests, though what a run has done by then is not.
struct Moments(u64);

impl Moments {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

fn size(folder: &Folder, name: &str) -> u64 {
    fs::metadata(folder.path(name)).map_or(0, |file| file.len())
}

/// Kills a run at many moments, and resumes it with other numbers of threads. Returns how often it was killed before the
/// pack was complete. Pack and manifest then have the bytes of a run without interruption.
fn assert_survives(folder: &Folder, pack: &str, kills: u64) -> u64 {
    folder.run(&format!("pack {pack} --quiet --out whole.csv")).fine();
    let manifest = folder.read("whole.csv.manifest.json").replace("whole.csv", "pack.csv");
    let whole = folder.read("whole.csv");
    let mut moments = Moments(pack.len() as u64);
    let command = format!("pack {pack} --quiet --out pack.csv --resume");
    for number in 0..kills {
        let before = size(folder, "pack.csv.part");
        let mut running = folder.start(&format!("{command} --threads {}", 1 + number % 3));
        // Half of them at any moment, from the first on; half of them when there is something new.
        if number % 2 == 1 {
            running.until(|| size(folder, "pack.csv.part") > before || folder.exists("pack.csv.manifest.json"));
        }
        std::thread::sleep(Duration::from_micros(moments.next(30_000)));
        running.kill();
        running.end();
        if folder.exists("pack.csv.manifest.json") {
            assert!(folder.read("pack.csv") == whole && folder.read("pack.csv.manifest.json") == manifest);
            return number;
        }
    }
    assert_eq!(folder.run(&command).fine(), "");
    assert!(folder.read("pack.csv") == whole, "not the bytes of a run without interruption");
    assert_eq!(folder.read("pack.csv.manifest.json"), manifest);
    let left: Vec<String> = folder.names().into_iter().filter(|name| name.starts_with("pack.csv.p")).collect();
    assert!(left.is_empty(), "{left:?}");
    kills
}

/// On a busy machine, a pack may be complete after few kills: then it is made again.
fn assert_survives_kills(folder: impl Fn() -> Folder, pack: &str) {
    let mut kills = 0;
    while kills <= 5 {
        kills += assert_survives(&folder(), pack, 25);
    }
}

#[test]
fn a_pack_with_constraints_is_killed_at_any_moment() {
    let count = 2000 / stride(5);
    assert_survives_kills(Folder::new, &format!("--seed 7 --count {count} --needs naked-pair --steps 58.."));
}

/// With a ramp, the rows are sorted at the end; a kill during that must not lose or repeat any.
#[test]
fn a_book_is_killed_at_any_moment() {
    let section = |name: &str, order: &str| {
        let count = 600 / stride(3);
        format!("[[section]]\nname = '{name}'\ncount = {count}\nlevel = 'hard'\norder = '{order}'\n")
    };
    let book = [section("A", "ramp"), section("B, as made", "as-made"), section("C", "ramp")].concat();
    assert_survives_kills(|| Folder::new().with("book.toml", &book), "--recipe book.toml");
}

/// A pack that has lost its manifest is compared with what would be made, and gets it back.
#[test]
fn a_pack_that_lacks_its_manifest_only() {
    let folder = Folder::new();
    let pack = "pack --seed 7 --count 60 --level hard --quiet --out pack.csv";
    assert_eq!(folder.run(pack).fine(), "");
    let manifest = folder.read("pack.csv.manifest.json");
    fs::remove_file(folder.path("pack.csv.manifest.json")).unwrap();
    assert_eq!(folder.run(&format!("{pack} --resume")).fine(), "");
    assert_eq!(folder.read("pack.csv.manifest.json"), manifest);
    assert_eq!(folder.names(), ["pack.csv", "pack.csv.manifest.json"]);
}

/// A limit on attempts cuts off after the same row, whatever the threads; what is there can be gone on with.
#[test]
fn a_limit_on_attempts() {
    let pack = "pack --seed 7 --count 60 --level hard --quiet --out pack.csv";
    let whole = Folder::new().run("pack --seed 7 --count 60 --level hard").fine();
    let mut parts = Vec::new();
    for threads in [1, 2, 5] {
        let folder = Folder::new();
        let output = folder.run(&format!("{pack} --max-attempts 150 --threads {threads}"));
        let rows = folder.read("pack.csv.part").lines().count() - 1;
        let message = format!(
            "pack.csv.part has {rows} of 60 puzzles; the same command with --resume continues\n\
             stopped: the limit of 150 attempts is reached\n"
        );
        assert_eq!((output.stderr, output.status), (message, 3));
        parts.push(folder.read("pack.csv.part"));
        while folder.run(&format!("{pack} --max-attempts 150 --threads {threads} --resume")).status == 3 {}
        assert!(folder.read("pack.csv") == whole);
    }
    assert!(parts[0].lines().count() > 5 && parts.iter().all(|part| *part == parts[0]), "{parts:?}");
    // Standard output gets the same rows.
    let output = Folder::new().run("pack --seed 7 --count 60 --level hard --max-attempts 150");
    assert_eq!(output.stdout, parts[0]);
    assert_eq!(output.stderr.lines().next(), Some(&*format!("wrote {} of 60 puzzles", parts[0].lines().count() - 1)));
}

#[test]
fn a_limit_on_time() {
    let folder = Folder::new();
    let endless = "pack --seed 7 --count 100000000 --threads 1 --quiet --out pack.csv";
    let output = folder.run(&format!("{endless} --time-limit 1s"));
    assert_eq!((output.stderr.lines().last(), output.status), (Some("stopped: the time limit of 1s is reached"), 3));
    let before = folder.read("pack.csv.part");
    let output = folder.run(&format!("{endless} --time-limit 1s --resume"));
    assert_eq!(output.status, 3);
    let after = folder.read("pack.csv.part");
    assert!(after.starts_with(&before) && after.len() > before.len(), "the second second adds to the first");
    assert_eq!(folder.names(), ["pack.csv.part", "pack.csv.part.json"]);
}

/// The folder is removed before the pack is complete.
#[test]
fn a_folder_that_vanishes() {
    let folder = Folder::new();
    fs::create_dir(folder.path("gone")).unwrap();
    let mut running = folder.start("pack --seed 7 --count 3000 --quiet --threads 1 --out gone/pack.csv");
    running.until(|| size(&folder, "gone/pack.csv.part") > 3000);
    fs::remove_dir_all(folder.path("gone")).unwrap();
    let output = running.end();
    let last = output.stderr.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("error: gone/pack.csv") && last.contains("No such file or directory"),
        "{}",
        output.stderr
    );
    assert_ne!(output.status, 0);
}

/// A file system that refuses all files.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_files() {
    for command in ["pack --count 3 --out /proc/pack.csv", "pack --count 3 --out /proc/pack.csv --force"] {
        let output = Folder::new().run(command);
        assert_message(output.message(), "error: /proc/pack.csv: cannot be written: ...", command);
        assert_eq!(output.status, 2, "{command}");
    }
}

/// A book on a disk that fills up: what was made is kept, and completed on a larger one.
#[test]
fn a_book_on_a_small_disk() {
    let book = "[[section]]\nname = 'A'\ncount = 60\norder = 'ramp'\n";
    let folder = Folder::new().with("book.toml", book);
    let output = folder.run_on_a_small_disk("pack --recipe book.toml --quiet --out book.csv");
    assert_message(
        output.stderr.lines().last().unwrap(),
        "error: book.csv.part: cannot be written: ...",
        "a small disk",
    );
    assert_eq!(output.status, 1);
    assert_eq!(folder.run("pack --recipe book.toml --quiet --out book.csv --resume").fine(), "");
    assert_eq!(folder.read("book.csv"), folder.run("pack --recipe book.toml").fine());
}

/// Another file has the name of the manifest, which is refused before any work.
#[test]
fn a_manifest_that_is_in_the_way() {
    let folder = Folder::new().with("pack.csv.manifest.json", "precious");
    let output = folder.run("pack --count 3 --out pack.csv");
    let message = "error: pack.csv.manifest.json: exists already; --force overwrites it";
    assert_eq!((output.message(), output.status), (message, 2));
    assert_eq!(
        (folder.names(), folder.read("pack.csv.manifest.json")),
        (vec!["pack.csv.manifest.json".to_string()], "precious".into())
    );
}

/// The manifest is right.
#[test]
fn the_manifest_of_a_pack() {
    let folder = Folder::new();
    folder.run("pack --seed 7 --start 3 --count 50 --er 1.5..=4.4 --quiet --out pack.csv").fine();
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("pack.csv.manifest.json")).unwrap();
    let pack = folder.read("pack.csv");
    let rows = crate::common::rows(&pack);
    let recipe = &manifest["recipe"];
    assert_eq!(
        (&manifest["file"], &manifest["puzzles"], &manifest["bytes"]),
        (&"pack.csv".into(), &50.into(), &pack.len().into())
    );
    assert_eq!((&recipe["seed"], &recipe["start"], &recipe["count"]), (&7.into(), &3.into(), &50.into()));
    assert_eq!((&recipe["er"], &recipe["level"]), (&"1.5..=4.4".into(), &serde_json::Value::Null));
    assert_eq!(
        (&manifest["generator"], &recipe["generator"]),
        (&rows[0]["generator"].into(), &rows[0]["generator"].into())
    );
    for (key, column) in [("levels", "level"), ("er", "er"), ("clues", "clues")] {
        let mut counts = serde_json::Map::new();
        for row in &rows {
            let count = counts.entry(&row[column]).or_insert(0.into());
            *count = (count.as_u64().unwrap() + 1).into();
        }
        assert_eq!(manifest[key], serde_json::Value::Object(counts), "{key}");
    }
    // Where there is no file, there is none.
    assert_eq!(folder.run("pack --count 3 --out /dev/null --quiet").fine(), "");
    assert_eq!(folder.names(), ["pack.csv", "pack.csv.manifest.json"]);
    // The tool that everybody has agrees about the checksum.
    if let Ok(sha256sum) = std::process::Command::new("sha256sum").arg(folder.path("pack.csv")).output() {
        let message = String::from_utf8(sha256sum.stdout).unwrap();
        assert_eq!(message.split_whitespace().next(), manifest["sha256"].as_str());
    }
}

/// Ranges of one pack in files of their own: the starts and counts.
fn ranges(ranges: &[(u64, u64)], constraints: &str) -> Folder {
    let folder = Folder::new();
    for (start, count) in ranges {
        folder
            .run(&format!("pack --seed 9 --start {start} --count {count} {constraints} --quiet --out {start}.csv"))
            .fine();
    }
    folder
}

#[test]
fn merged_ranges_are_the_whole() {
    let constraints = "--level hard --symmetry diagonal";
    let folder = ranges(&[(5, 7), (12, 1), (13, 22)], constraints);
    folder.run(&format!("pack --seed 9 --start 5 --count 30 {constraints} --quiet --out whole.csv")).fine();
    assert_eq!(folder.run("pack merge --out merged.csv 13.csv 5.csv 12.csv --quiet").fine(), "");
    assert_eq!(folder.read("merged.csv"), folder.read("whole.csv"));
    let manifest = folder.read("whole.csv.manifest.json").replace("whole.csv", "merged.csv");
    assert_eq!(folder.read("merged.csv.manifest.json"), manifest);
    // What was merged can be merged again, and is known as complete.
    folder.run(&format!("pack --seed 9 --start 35 --count 3 {constraints} --quiet --out more.csv")).fine();
    let message = folder.run("pack merge all.csv more.csv merged.csv").stderr;
    assert_eq!(message, "wrote 33 puzzles from 2 files to all.csv; hard 33\n");
    let again = folder.run(&format!("pack --seed 9 --start 5 --count 33 {constraints} --resume --out all.csv"));
    assert_eq!(again.stderr, "all.csv: is complete already\n");
}

/// Ranges that cannot be merged: how the files were damaged, the files, and the message. Nothing is written.
#[test]
fn ranges_that_do_not_belong_together() {
    type Spoil = fn(&Folder);
    #[rustfmt::skip]
    let cases: [(Spoil, &str, &str, i32); 12] = [
        (|_| (), "0.csv 7.csv", "error: indices 4 to 6 are missing between 0.csv and 7.csv", 1),
        (|_| (), "0.csv 4.csv 0.csv", "error: indices 0 to 3 are in 0.csv and in 0.csv", 1),
        (|folder| { folder.run("pack --seed 9 --start 2 --count 9 --quiet --out 2.csv").fine(); }, "0.csv 2.csv",
            "error: indices 2 to 3 are in 0.csv and in 2.csv", 1),
        (|folder| { folder.run("pack --seed 8 --start 4 --count 3 --quiet --out x.csv").fine(); }, "0.csv x.csv",
            "error: 0.csv and x.csv are not of one pack: seed is 9 and 8", 1),
        (|folder| { folder.run("pack --seed 9 --start 4 --count 3 --er 1.2 --quiet --out x.csv").fine(); }, "0.csv x.csv",
            "error: 0.csv and x.csv are not of one pack: er is null and \"1.2\"", 1),
        (|folder| spoil(folder, "4.csv.manifest.json", "\"minirow 0.", "\"minirow 9."), "0.csv 4.csv",
            "error: 4.csv: was made by minirow 9...", 1),
        (|folder| spoil(folder, "4.csv", "9-5,", "9-6,"), "0.csv 4.csv", "error: 4.csv: is damaged: its SHA-256 is ...", 1),
        (|folder| spoil(folder, "4.csv", "id,", "di,"), "0.csv 4.csv", "error: 4.csv:1: its columns are not those of its manifest", 1),
        (|folder| folder.write("4.csv.manifest.json", "{}"), "0.csv 4.csv", "error: 4.csv.manifest.json: is not a manifest of a pack: ...", 1),
        (|folder| fs::remove_file(folder.path("4.csv.manifest.json")).unwrap(), "0.csv 4.csv",
            "error: 4.csv: there is no 4.csv.manifest.json, expected the manifest of a pack", 2),
        (|folder| fs::remove_file(folder.path("4.csv")).unwrap(), "0.csv 4.csv", "error: 4.csv: cannot be read: No such file...", 2),
        (|folder| {
            folder.write("book.toml", "[[section]]\nname = 'A'\ncount = 1\n");
            folder.run("pack --recipe book.toml --quiet --out x.csv").fine();
        }, "x.csv", "error: x.csv: is not a range of indices: the pack of a recipe cannot be merged", 1),
    ];
    for (spoil, files, message, status) in cases {
        let folder = ranges(&[(0, 4), (4, 3), (7, 2)], "");
        spoil(&folder);
        let before = folder.names();
        let output = folder.run(&format!("pack merge all.csv {files}"));
        assert_message(output.message(), message, files);
        assert_eq!((output.status, folder.names()), (status, before), "{message}");
    }
    let folder = ranges(&[(0, 4)], "").with("all.csv", "precious");
    let output = folder.run("pack merge --out all.csv 0.csv");
    assert_eq!((output.message(), output.status), ("error: all.csv: exists already; --force overwrites it", 2));
    assert_eq!(folder.read("all.csv"), "precious");
    assert_eq!(folder.run("pack merge --out all.csv 0.csv --force --quiet").fine(), "");
    assert_eq!(folder.read("all.csv"), folder.read("0.csv"));
}

/// `pack merge part-*.csv`, as the shell expands it: the first range is never taken for the result.
#[test]
fn a_pattern_without_a_result_is_refused() {
    let folder = ranges(&[(0, 4), (4, 3), (7, 2)], "");
    let before = folder.read("0.csv");
    for (arguments, message) in [
        ("0.csv 4.csv 7.csv", "error: 0.csv: exists already, expected a new file for the whole pack, or --out FILE"),
        ("0.csv 4.csv 7.csv --force", "error: the following required arguments were not provided:"),
        ("new.csv", "error: found no ranges, expected --out OUT FILE..."),
    ] {
        let output = folder.run(&format!("pack merge {arguments}"));
        assert_eq!((output.message(), output.status), (message, 2), "{arguments}");
        assert_eq!(folder.read("0.csv"), before, "{arguments}");
    }
}

fn spoil(folder: &Folder, name: &str, from: &str, to: &str) {
    let text = folder.read(name);
    assert!(text.contains(from), "{text}");
    folder.write(name, text.replace(from, to));
}

/// The example with `xargs` in the guide (`docs/src/packs.md`), as it is written there.
#[test]
fn the_example_with_xargs() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/packs.md")).unwrap();
    let (_, rest) = page.split_once("```console\n$ seq ").expect("the example");
    let script = format!("set -e\nseq {}", rest.split_once("```").unwrap().0.replace("\n$ ", "\n"));
    // By default, half of its parts.
    let count = 4000 / stride(2);
    let script = script.replace("seq 0 500 3500", &format!("seq 0 500 {}", count - 500));
    let folder = Folder::new();
    // The program is found as one that is installed.
    let folders = format!("{}:/usr/bin:/bin", crate::common::program().parent().unwrap().display());
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", &script]).env("PATH", folders).current_dir(folder.path("")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(folder.read("merged.csv"), folder.run(&format!("pack --seed 7 --count {count}")).fine());
}
