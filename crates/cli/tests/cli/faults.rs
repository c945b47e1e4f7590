//! Output that cannot be written, closed streams, threads that cannot be started, partial files that cannot be read, data sets
//! that lead out of their folder, and pipes instead of files.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::common::{EASY_PACK, EMPTY, Folder, Output, PUZZLE, Running, command, lines, program};
use crate::size::stride;

/// Runs a shell script in a folder. `$M` is the program.
fn shell(folder: &Folder, script: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).env("M", program()).current_dir(folder.path(""));
    Running::of(shell).end()
}

/// Commands that write to standard output.
const WRITERS: [&str; 7] =
    ["pack --count 3", "--help", "pack --help", "-V", "techniques", "solve in.txt", "stats in.csv"];

fn inputs() -> Folder {
    Folder::new().with("in.txt", lines([PUZZLE])).with("in.csv", lines(["puzzle", PUZZLE]))
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_fails() {
    let folder = inputs();
    for writer in WRITERS {
        let full = shell(&folder, &format!("\"$M\" {writer} >/dev/full"));
        assert!(full.message().starts_with("error: standard output: cannot be written: "), "{writer}: {full:?}");
        assert_eq!(full.status, 1, "{writer}");
        let closed = shell(&folder, &format!("\"$M\" {writer} >&-"));
        assert_eq!(closed.message(), "error: standard output: cannot be written: it is closed", "{writer}");
        assert_eq!(closed.status, 1, "{writer}");
        let silent = shell(&folder, &format!("\"$M\" {writer} >/dev/full 2>&-"));
        assert_eq!((silent.status, silent.stderr.as_str()), (1, ""), "{writer}");
        assert_eq!(shell(&folder, &format!("\"$M\" {writer} 2>&- >/dev/null")).status, 0, "{writer}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_input_is_an_error() {
    for reader in ["solve", "solve -", "check", "dedup -", "stats -", "pack --count 1 --exclude -"] {
        let closed = shell(&inputs(), &format!("\"$M\" {reader} <&-"));
        assert_eq!(closed.message(), "error: standard input: cannot be read: it is closed", "{reader}");
        assert_eq!(closed.status, 2, "{reader}");
    }
}

#[test]
fn solutions_are_written_as_they_are_found() {
    const SHOWN: usize = 5_000;
    let folder = Folder::new().with("in.txt", lines([EMPTY]));
    let some = folder.run(&format!("solve in.txt --enumerate {SHOWN}")).fine();
    for threads in [1, 3] {
        let mut running = folder.start(&format!("solve in.txt --enumerate 1000000000 --threads {threads}"));
        let reader = BufReader::new(running.stdout());
        let first: Vec<String> = reader.lines().take(SHOWN).map(Result::unwrap).collect();
        assert!(first == some.lines().collect::<Vec<_>>(), "{threads} threads");
        // The reader has gone.
        assert_eq!(running.end().fine(), "");
    }
    let mut running = folder.start("solve in.txt --enumerate 1000000000 --out out.txt");
    running.until(|| {
        folder.names().iter().any(|name| fs::metadata(folder.path(name)).is_ok_and(|file| file.len() > 1 << 20))
    });
    running.signal("TERM");
    assert_eq!(running.end().status, 130);
    assert_eq!(folder.names(), ["in.txt"]);
}

#[test]
fn fewer_threads_give_the_same_result() {
    let folder = Folder::new().with("in.csv", &*EASY_PACK);
    for arguments in ["pack --count 20 --threads 4", "grade in.csv --threads 4", "grade in.csv --quiet --out OUT"] {
        let run = |threads: u32| {
            let out = folder.path(&format!("{threads}.csv"));
            let mut command = command(&folder.path(""), &arguments.replace("OUT", out.to_str().unwrap()));
            let output = command.env("MINIROW_THREADS", threads.to_string()).output().unwrap();
            let rows = if out.exists() { fs::read(&out).unwrap() } else { output.stdout };
            (output.status.code(), rows, String::from_utf8(output.stderr).unwrap())
        };
        let (status, expected, _) = run(100);
        assert_eq!(status, Some(0), "{arguments}");
        for threads in [0, 1] {
            let (status, rows, messages) = run(threads);
            assert_eq!(status, Some(0), "{arguments}");
            assert!(rows == expected, "{arguments} with {threads} threads");
            assert!(arguments.contains("OUT") || messages.starts_with("note: started "), "{arguments}: {messages}");
        }
    }
}

/// A full disk has one exit status, whichever operation it stops. What the message says is there, is there, and can be resumed.
#[test]
fn a_full_disk_at_every_operation() {
    for (make, results, step) in [
        ("pack --seed 1 --count 12 --out out", &["out.part"][..], 7),
        ("pack --seed 1 --count 12 --out out --shard-rows 5 --trace steps.jsonl", &["out.part"], 23),
        ("grade in.csv --out out", &["out.part"], 7),
        ("grade in.csv --out out.csv --shard-rows 9", &["out.csv.part"], 23),
        ("dataset --seed 1 --count 9 --formats csv --out out", &["out.part/rows.csv", "out.part/rows.csv.part"], 37),
        ("dataset --from in.csv --formats csv --out out", &[], 23),
        ("solve in.csv --out out", &[], 2),
        ("convert in.csv --out out.csv --shard-rows 9", &[], 11),
        ("split in.csv --dir .", &[], 17),
        ("print in.csv --format svg --out out", &[], 61),
        ("man --out out", &[], 97),
    ] {
        let threads = if make.starts_with(['m', 'p']) && !make.starts_with("pack") { "" } else { " --threads 1" };
        for number in (1..).step_by(stride(step)) {
            let folder = Folder::new().with("in.csv", EASY_PACK.split_inclusive('\n').take(20).collect::<String>());
            let mut failing = command(&folder.path(""), &format!("{make}{threads}"));
            let output = Running::of({
                failing.env("MINIROW_FAULT", format!("{}@{number}", if number % 2 == 0 { "error" } else { "short" }));
                failing
            })
            .end();
            if output.status == 0 {
                assert!(number > 1, "{make}");
                break;
            }
            let case = format!("{make} at {number}: {}", output.stderr);
            assert_eq!(output.status, 1, "{case}");
            let rows = |path: &&&str| fs::read_to_string(folder.path(path)).is_ok_and(|text| text.lines().count() > 1);
            let advice = output.stderr.lines().find(|line| line.ends_with("the same command with --resume continues"));
            assert_eq!(advice.is_some(), results.iter().any(|path| rows(&path)), "{case}");
            if let Some(advice) = advice {
                let name = advice.split(" has ").next().unwrap();
                assert!(folder.exists(name), "{case}");
                assert_eq!(folder.run(&format!("{make} --resume")).status, 0, "{case}");
            }
        }
    }
}

/// Too few files that may be open at once are no wrong use.
#[cfg(target_os = "linux")]
#[test]
fn too_many_open_files_have_the_status_of_a_full_disk() {
    let folder = inputs().with("book.toml", "[[section]]\nname = \"A\"\ncount = 2\n");
    for make in [
        "pack --count 3 --out out.csv",
        "pack --recipe book.toml --out out.csv",
        "pack --count 2 --exclude in.txt --out out.csv",
        "grade in.txt --out out.csv",
        "dataset --seed 1 --count 3 --formats csv --out out",
        "solve in.txt --out out.txt",
        "dedup in.txt --out out.txt",
        "stats in.csv --out out.html",
        "print in.txt --out out.pdf",
        "audit in.csv",
    ] {
        for files in 3..12 {
            let output =
                shell(&folder, &format!("rm -rf out*; ulimit -n {files}; exec \"$M\" {make} --threads 1 --quiet"));
            let output = if output.stderr.contains("unexpected argument") {
                shell(&folder, &format!("rm -rf out*; ulimit -n {files}; exec \"$M\" {make}"))
            } else {
                output
            };
            assert!([0, 1].contains(&output.status) || output.status == 127, "{make} with {files} files: {output:?}");
        }
    }
}

#[test]
fn too_many_files_are_refused_before_the_work() {
    let folder = Folder::new();
    for (arguments, shown) in [
        (
            "pack --count 1000000000000000000 --shard-rows 1 --out x.csv",
            "x.csv: --shard-rows 1 divides 1000000000000000000",
        ),
        ("pack --count 100000000 --shard-rows 999 --out x.csv --resume", "x.csv: --shard-rows 999 divides 100000000"),
        ("dataset --count 200000 --shard-rows 1 --out x", "x: --shard-rows 1 divides 200000"),
    ] {
        let refused = folder.run(arguments);
        assert_eq!(refused.message(), format!("error: {shown} rows into more than 100,000 files; use a larger number"));
        assert_eq!((refused.status, folder.names().len()), (2, 0), "{arguments}");
    }
}

#[test]
fn a_partial_file_that_cannot_be_read_is_kept() {
    let folder = Folder::new().with("in.csv", format!("{}12\n", *EASY_PACK));
    for (arguments, part) in [
        ("grade in.csv --strict --out g.csv", "g.csv.part"),
        ("pack --count 50 --max-attempts 20 --out p.csv", "p.csv.part"),
    ] {
        let run = |arguments: &str| {
            let mut command = command(&folder.path(""), arguments);
            command.env("MINIROW_FAULT", "unreadable").output().unwrap()
        };
        assert!(!run(arguments).status.success(), "{arguments}");
        let kept = folder.read(part);
        assert!(kept.lines().count() > 1, "{arguments}: {kept}");
        let resumed = run(&format!("{arguments} --resume"));
        let messages = String::from_utf8(resumed.stderr).unwrap();
        assert!(messages.contains(&format!("{part}: cannot be read: input/output error")), "{arguments}: {messages}");
        assert!(!resumed.status.success() && folder.read(part) == kept, "{arguments}");
    }
}

/// A data set of two files with the checksums of both.
fn dataset() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.path("d")).unwrap();
    folder.write("d/train.csv", lines(["puzzle", PUZZLE]));
    folder
}

#[test]
fn a_data_set_cannot_lead_out_of_its_folder() {
    let folder = dataset().with("outside.csv", lines(["puzzle", EMPTY]));
    let sum = "0".repeat(64);
    let outside = folder.path("outside.csv").display().to_string();
    folder
        .write("d/SHA256SUMS", format!("{sum}  ../../dev/zero\n{sum}  /dev/zero\n{sum}  {outside}\n{sum}  link.bin\n"));
    folder.write("d/manifest.csv", format!("file,sha256\n../outside.csv,{sum}\n"));
    folder.write("d/a.manifest.json", format!("{{\n  \"file\": \"/dev/zero\",\n  \"sha256\": \"{sum}\"\n}}\n"));
    symlink("/dev/zero", folder.path("d/link.bin")).unwrap();
    symlink("/dev/zero", folder.path("d/zero.csv")).unwrap();
    symlink("../outside.csv", folder.path("d/link.csv")).unwrap();
    symlink(".", folder.path("d/circle")).unwrap();
    symlink("..", folder.path("d/above")).unwrap();
    let made = Command::new("mkfifo").arg(folder.path("d/pipe.csv")).status().unwrap();
    assert!(made.success());
    let checked = folder.run("check --dataset d");
    assert_eq!(checked.status, 1, "{checked:?}");
    let out = "which is not a path below the folder of the manifest";
    for failure in [
        format!("d/SHA256SUMS:1: lists \"../../dev/zero\", {out}"),
        format!("d/SHA256SUMS:2: lists \"/dev/zero\", {out}"),
        format!("d/SHA256SUMS:3: lists {outside:?}, {out}"),
        "d/SHA256SUMS:4: lists \"link.bin\", which leads to /dev/zero, which is not in the data set".into(),
        format!("d/manifest.csv:2: lists \"../outside.csv\", {out}"),
        format!("d/a.manifest.json:2: lists \"/dev/zero\", {out}"),
        "d/zero.csv: leads to /dev/zero, which is not in the data set".into(),
        "d/link.csv: leads to ".into(),
        "d/above: leads to ".into(),
        "d/pipe.csv: is not a regular file".into(),
    ] {
        let has_it = |text: &str| text.lines().any(|line| line.starts_with(&failure));
        assert!(has_it(&checked.stdout) || has_it(&checked.stderr), "{failure}\n{checked:?}");
    }
    assert!(!checked.stdout.contains("circle"), "{checked:?}");
}

#[test]
fn manifests_that_are_pipes_are_not_read() {
    let folder = Folder::new().with("a.csv", lines(["puzzle", PUZZLE]));
    symlink("/dev/zero", folder.path("a.csv.manifest.json")).unwrap();
    let merged = folder.run("pack merge all.csv a.csv");
    assert_eq!(merged.message(), "error: a.csv.manifest.json: cannot be read: it is not a regular file");
    assert_eq!(merged.status, 2);
}

#[test]
fn pipes_are_read_as_files_are() {
    let rows = EASY_PACK.split_once('\n').unwrap().1;
    let large = format!("{}{rows}", *EASY_PACK); // more than a pipe holds
    assert!(large.len() > 1 << 16);
    for arguments in [
        "solve in.csv",
        "count in.csv",
        "candidates in.csv",
        "check in.csv",
        "check --dataset in.csv",
        "grade in.csv",
        "convert in.csv --to sdm",
        "canon in.csv",
        "unavoidable in.csv --max-size 6",
        "dedup in.csv",
        "dedup other.csv --against in.csv",
        "split in.csv --quiet --dir out",
        "stats in.csv",
        "explain in.csv --puzzle 2",
        "print in.csv --quiet --out out/book.html",
        "pack --count 3 --exclude in.csv",
        "dataset --from in.csv --quiet --formats csv --out out/d",
    ] {
        let run = |is_pipe: bool| {
            let folder = Folder::new().with("large.csv", &large).with("other.csv", lines(["puzzle", PUZZLE]));
            fs::create_dir(folder.path("out")).unwrap();
            let start =
                if is_pipe { "mkfifo in.csv; cat large.csv >in.csv 2>/dev/null &" } else { "cp large.csv in.csv;" };
            let output = shell(&folder, &format!("{start} \"$M\" {arguments}"));
            let files: Vec<_> = ["train.csv", "test.csv", "book.html", "d/csv/train.csv", "d/csv/test.csv"]
                .map(|name| fs::read(folder.path("out").join(name)).ok())
                .into();
            (output, files)
        };
        let (expected, files) = run(false);
        let (found, found_files) = run(true);
        assert!(expected.status < 2, "{arguments}: {expected:?}");
        assert!(!expected.stdout.is_empty() || files.iter().any(Option::is_some), "{arguments}: {expected:?}");
        assert_eq!(found.stderr, expected.stderr, "{arguments}");
        assert!(found == expected && found_files == files, "{arguments}");
    }
}
