//! Outputs that are also inputs, and two outputs that are the same file: refused before any work, in all commands.

use std::fs;

use crate::common::{Folder, PUZZLE, command, lines};

/// A folder with a file of each kind that is read.
fn folder() -> Folder {
    let folder = Folder::new()
        .with("in.txt", lines([PUZZLE]))
        .with("in.csv", format!("puzzle\n{PUZZLE}\n"))
        .with("book.csv", "seed = 1\n[[section]]\nname = \"a\"\ncount = 1\n")
        .with("mask.csv", PUZZLE)
        .with("words.txt", "text")
        .with("pack-00000-of-00002.csv", format!("puzzle\n{PUZZLE}\n"));
    folder.run("pack --seed 1 --count 2 --out pack.csv --quiet").fine();
    fs::create_dir(folder.path("sub")).unwrap();
    folder
}

#[track_caller]
fn assert_refused(folder: &Folder, arguments: &str, messages: [&str; 2]) {
    let state = || folder.names().into_iter().map(|name| (fs::read(folder.path(&name)).ok(), name)).collect::<Vec<_>>();
    let before = state();
    let output = folder.run(arguments);
    assert_eq!(output.status, 2, "{arguments}: {}", output.stderr);
    for message in messages {
        assert!(output.message().contains(message), "{arguments}: {}", output.stderr);
    }
    assert!(output.stdout.is_empty(), "{arguments}");
    assert_eq!(state(), before, "{arguments}");
}

/// The shell opens the file, and the command is told nothing of its name.
#[cfg(target_os = "linux")]
#[test]
fn standard_input_is_no_output() {
    let folder = folder();
    for (arguments, input) in [
        ("solve --out in.txt --force", "in.txt"),
        ("solve - in.csv --out ./in.txt --force", "in.txt"),
        ("convert --out in.csv --force", "in.csv"),
        ("convert - --to csv --out in.csv --force", "in.csv"),
        ("grade --out in.csv --force", "in.csv"),
        ("dedup --out out.csv --report in.csv --force", "in.csv"),
        ("split --column --out in.csv --force", "in.csv"),
        ("stats --out in.txt --force", "in.txt"),
        ("split --dir . --names in,out --fractions 0.5,0.5 --force", "in.csv"),
        ("print --format svg --out sub --force", "sub/puzzle-0001.svg"),
        ("print --out in.txt --format html --force", "in.txt"),
        ("dataset --licence mit --from - --out sub --force", "sub/in.csv"),
    ] {
        for copy in ["sub/in.csv", "sub/puzzle-0001.svg"] {
            fs::copy(folder.path("in.csv"), folder.path(copy)).unwrap();
        }
        let before = fs::read(folder.path(input)).unwrap();
        let mut command = command(&folder.path(""), arguments);
        command.stdin(fs::File::open(folder.path(input)).unwrap());
        let output = command.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        assert!(message.contains("is also an input (standard input), which would be overwritten"), "{message}");
        assert_eq!(fs::read(folder.path(input)).unwrap(), before, "{arguments}");
    }
    // Another file is no reason.
    let mut command = command(&folder.path(""), "solve --out solved.txt");
    command.stdin(fs::File::open(folder.path("in.txt")).unwrap());
    assert!(command.output().unwrap().status.success());
}

/// The shell appends the output to the input, which would never end.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_no_input() {
    let folder = folder();
    for (arguments, input) in [
        ("solve in.txt", "in.txt"),
        ("convert --to csv in.csv --out -", "in.csv"),
        ("audit sub", "sub/in.csv"),
        ("check --dataset sub", "sub/in.csv"),
    ] {
        fs::copy(folder.path("in.csv"), folder.path("sub/in.csv")).unwrap();
        let before = fs::read(folder.path(input)).unwrap();
        let mut command = command(&folder.path(""), arguments);
        command.stdout(fs::OpenOptions::new().append(true).open(folder.path(input)).unwrap());
        let output = command.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        assert!(message.contains("standard output: is also an input"), "{message}");
        assert_eq!(fs::read(folder.path(input)).unwrap(), before, "{arguments}");
    }
}

/// The shell opens the file, and the command writes another output to it.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_no_other_output() {
    let folder = folder();
    for arguments in [
        "pack --count 2 --out new.csv --trace out.txt",
        "audit in.csv --report out.txt",
        "dedup in.csv --report ./out.txt",
        "solve in.txt --out out.txt",
        "benchmark score in.csv --report out.txt",
    ] {
        let mut command = command(&folder.path(""), &format!("{arguments} --force"));
        command.stdout(fs::File::create(folder.path("out.txt")).unwrap());
        let output = command.output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        assert!(message.contains("out.txt: standard output and "), "{arguments}: {message}");
        assert!(message.contains("out.txt write the same file, expected different ones"), "{arguments}: {message}");
        assert_eq!(fs::read(folder.path("out.txt")).unwrap(), b"", "{arguments}");
    }
}

#[test]
fn no_output_is_an_input() {
    let folder = folder();
    for (arguments, input) in [
        ("solve in.txt --out in.txt", "(in.txt)"),
        ("solve ./in.txt --out sub/../in.txt", "(./in.txt)"),
        ("count in.txt --out in.txt", "(in.txt)"),
        ("candidates in.txt --out in.txt", "(in.txt)"),
        ("check in.txt --out in.txt", "(in.txt)"),
        ("check in.txt in.csv --out in.txt", "(in.txt)"),
        ("grade in.csv --out in.csv", "(in.csv)"),
        ("explain in.txt --out in.txt", "(in.txt)"),
        ("canon in.txt --out in.txt", "(in.txt)"),
        ("convert in.csv --out in.csv", "(in.csv)"),
        ("convert in.csv --schema hrm --out in.csv", "(in.csv)"),
        ("stats in.txt --out in.txt", "(in.txt)"),
        ("print in.csv --format html --out in.csv", "(in.csv)"),
        ("print in.csv --font in.txt --out in.txt", "(--font in.txt)"),
        ("print in.csv --imprint words.txt --out words.txt", "(--imprint words.txt)"),
        ("audit in.csv --report in.csv", "(in.csv)"),
        ("dedup in.csv --against pack.csv --out pack.csv", "(--against pack.csv)"),
        ("dedup in.csv --out out.csv --report in.csv", "(in.csv)"),
        ("split in.csv --column --out in.csv", "(in.csv)"),
        ("pack --recipe book.csv --out book.csv", "(--recipe book.csv)"),
        ("pack --count 1 --exclude pack.csv --out pack.csv", "(--exclude pack.csv)"),
        ("pack --count 1 --exclude pack.csv --out out.csv --trace pack.csv", "(--exclude pack.csv)"),
        ("pack --count 1 --pattern mask.csv --out mask.csv", "(--pattern mask.csv)"),
        ("pack --count 1 --exclude pack.csv.manifest.json --out pack.csv", "(--exclude pack.csv.manifest.json)"),
        ("pack --count 1 --exclude pack-00000-of-00002.csv --shard-rows 1 --out pack.csv", "(--exclude pack-0"),
        ("pack merge --out pack.csv pack.csv", "(pack.csv)"),
        ("benchmark score in.csv --report in.csv", "(in.csv)"),
    ] {
        assert_refused(&folder, &format!("{arguments} --force"), ["is also an input", input]);
    }
    // What a pack says about itself is read with it.
    for command in [
        "solve",
        "count",
        "candidates",
        "check",
        "grade",
        "explain",
        "canon",
        "unavoidable",
        "minimise",
        "convert",
        "stats",
        "print --format html",
        "audit",
        "dedup",
        "dedup in.csv --against",
        "split --column",
        "pack --count 1 --exclude",
        "dataset --licence mit --from",
    ] {
        let arguments = format!("{command} pack.csv --out pack.csv.manifest.json --force");
        assert_refused(&folder, &arguments, ["is also an input", "pack.csv.manifest.json)"]);
    }
    // Temporary files of an ended run are removed, and pictures are written into a folder.
    fs::create_dir(folder.path("pictures")).unwrap();
    for (name, arguments) in [
        (".out.csv.0123456789.tmp", "convert --to csv --out out.csv"),
        (".out.csv.0123456789.tmp", "grade --out ./out.csv"),
        ("pictures/puzzle-0001.svg", "print --format svg --out pictures"),
        ("pictures/solution-0001.png", "print --format png --out ./pictures/"),
    ] {
        fs::write(folder.path(name), format!("puzzle\n{PUZZLE}\n")).unwrap();
        assert_refused(&folder, &format!("{arguments} {name} --force"), ["is also an input", &format!("({name})")]);
    }
    for (name, out) in [("data/in.csv", "data"), ("data.part/in.csv", "data/"), ("data.part.json", "data")] {
        let path = folder.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("puzzle\n{PUZZLE}\n")).unwrap();
        let arguments = format!("dataset --from {name} --out {out} --force");
        assert_refused(&folder, &arguments, ["is also an input", &format!("(--from {name})")]);
    }
}

#[test]
fn no_two_outputs_are_the_same_file() {
    let folder = folder();
    for (arguments, options) in [
        ("audit in.csv --out r.csv --format json --report r.csv", ["--out r.csv", "--report r.csv"]),
        ("dedup in.csv --out r.csv --report ./r.csv", ["--out r.csv", "--report ./r.csv"]),
        ("pack --count 1 --out t.jsonl --trace t.jsonl", ["--out t.jsonl", "--trace t.jsonl"]),
        ("pack --count 1 --out t.csv --trace sub/../t.csv", ["--out t.csv", "--trace sub/../t.csv"]),
        (
            "pack --count 1 --shard-rows 1 --out t.jsonl --trace t-00000-of-00001.jsonl",
            ["--out t.jsonl", "--trace t-0"],
        ),
        ("benchmark score in.csv --out r.csv --format json --report r.csv", ["--out r.csv", "--report r.csv"]),
    ] {
        assert_refused(&folder, arguments, options);
        assert_refused(&folder, &format!("{arguments} --force"), options);
    }
}

/// Two names of one file are one file.
#[cfg(unix)]
#[test]
fn links_are_followed() {
    let folder = folder();
    std::os::unix::fs::symlink("in.txt", folder.path("link.txt")).unwrap();
    std::os::unix::fs::symlink("new.csv", folder.path("dangling.csv")).unwrap();
    fs::hard_link(folder.path("in.txt"), folder.path("hard.txt")).unwrap();
    for arguments in ["solve link.txt --out in.txt", "solve in.txt --out link.txt", "solve in.txt --out hard.txt"] {
        assert_refused(&folder, &format!("{arguments} --force"), ["--out", "is also an input"]);
    }
    assert_refused(
        &folder,
        "dedup in.csv --out dangling.csv --report new.csv",
        ["--out dangling.csv", "--report new.csv"],
    );
    // Shards have other names than the file that a link leads to.
    std::os::unix::fs::symlink("pack.csv", folder.path("pack-link.csv")).unwrap();
    for command in ["convert in.csv", "grade in.csv", "pack --count 2"] {
        let arguments = format!("{command} --out pack-link.csv --shard-rows 1 --force");
        assert_refused(&folder, &arguments, ["pack-link.csv: --out is a link", "--shard-rows"]);
    }
}

#[cfg(unix)]
#[test]
fn devices_and_other_names_are_no_files() {
    let folder = folder();
    assert_eq!(folder.run("dedup in.csv --out /dev/null --report /dev/null --quiet").status, 0);
    assert_eq!(folder.run("solve in.txt --out /dev/stdout").status, 0);
    assert_eq!(folder.run("pack --count 1 --out new.csv --trace /dev/null --quiet").status, 0);
    let mut solve = command(&folder.path(""), "solve - --out -");
    solve.stdin(fs::File::open(folder.path("in.txt")).unwrap());
    assert!(solve.output().unwrap().status.success());
    assert_eq!(folder.run("dedup in.csv --out out.csv --temp-dir . --quiet").status, 0);
    assert_eq!(folder.run("print in.csv --title in.csv --out in.pdf --quiet").status, 0);
}

/// With --force, the shards of an earlier result are removed, and its manifest.
#[test]
fn an_input_is_not_removed_with_the_result_that_is_replaced() {
    let folder = Folder::new();
    folder.run("pack --seed 1 --count 4 --shard-rows 2 --out out.csv --quiet").fine();
    for command in ["grade", "canon", "convert --to csv", "solve"] {
        assert_refused(
            &folder,
            &format!("{command} out-00000-of-00002.csv --out out.csv --force"),
            ["is also an input", "(out-00000-of-00002.csv)"],
        );
    }
}

#[test]
fn the_name_of_something_built_in_is_no_input() {
    let folder = Folder::new().with("in.txt", lines([PUZZLE]));
    folder.run("print in.txt --format svg --language de --out de --quiet").fine();
    folder.run("pack --count 1 --pattern heart --out heart --quiet").fine();
}

#[cfg(unix)]
#[test]
fn a_link_that_has_the_name_of_a_manifest_is_not_followed() {
    let folder = Folder::new().with("in.txt", lines([PUZZLE]));
    fs::create_dir(folder.path("other")).unwrap();
    folder.run("pack --seed 1 --count 3 --shard-rows 2 --out other/out.csv --quiet").fine();
    std::os::unix::fs::symlink("other/out.csv.manifest.json", folder.path("out.csv.manifest.json")).unwrap();
    folder.run("canon in.txt --out out.csv --force").fine();
    assert!(folder.path("other/out.csv.manifest.json").is_file());
}

#[cfg(unix)]
#[test]
fn a_partial_file_with_another_name_is_not_changed() {
    let crashed = |number: u32| {
        let folder = Folder::new();
        let mut crash = command(&folder.path(""), "pack --seed 1 --count 30 --out out.csv --quiet");
        crash.env("MINIROW_FAULT", format!("crash@{number}")).output().unwrap();
        folder
    };
    let has_partial = |folder: &Folder| folder.exists("out.csv.part") && folder.exists("out.csv.part.json");
    let folder = (1..100).map(crashed).find(has_partial).unwrap();
    fs::write(folder.path("text"), "a text without a line end").unwrap();
    fs::remove_file(folder.path("out.csv.part")).unwrap();
    fs::hard_link(folder.path("text"), folder.path("out.csv.part")).unwrap();
    let resumed = folder.run("pack --seed 1 --count 30 --out out.csv --resume");
    assert_eq!(resumed.status, 2, "{}", resumed.stderr);
    assert!(resumed.message().contains("has another name"), "{}", resumed.stderr);
    assert_eq!(fs::read(folder.path("text")).unwrap(), b"a text without a line end");
    // Without its recipe it is no partial file.
    fs::remove_file(folder.path("out.csv.part.json")).unwrap();
    let forced = folder.run("pack --seed 1 --count 30 --out out.csv --force");
    assert_eq!(forced.status, 2, "{}", forced.stderr);
    assert!(forced.message().contains("has another name (a hard link); move it away"), "{}", forced.stderr);
    assert_eq!(fs::read(folder.path("text")).unwrap(), b"a text without a line end");
}
