//! `grade --resume`: however often a run is cut off, the file in the end has the bytes of a run in one piece.

use std::fs;
use std::io::Write;
use std::sync::OnceLock;
use std::time::Duration;

use crate::common::{AMBIGUOUS, CLASH, Folder, GRADE_HEADER, Output, PUZZLE, Running, assert_said, lines, run};

const GRADE: &str = "grade in --quiet --out out.csv";

/// Puzzles, grids that are none, and lines that are no grids.
fn input() -> &'static str {
    static INPUT: OnceLock<String> = OnceLock::new();
    INPUT.get_or_init(|| {
        let pack = run("pack --seed 7 --count 1500").fine();
        let mut text = String::new();
        for (number, row) in pack.lines().skip(1).enumerate() {
            text += &format!("{}\n", row.split(',').nth(1).unwrap());
            if number % 200 == 150 {
                text += &lines(["# a comment", "53..7", AMBIGUOUS, CLASH]);
            }
        }
        text
    })
}

/// The rating of the input in one piece, and what is said besides.
fn whole() -> &'static Output {
    static WHOLE: OnceLock<Output> = OnceLock::new();
    WHOLE.get_or_init(|| Folder::new().with("in", input()).run("grade in"))
}

fn part_length(folder: &Folder) -> u64 {
    fs::metadata(folder.path("out.csv.part")).map_or(0, |part| part.len())
}

/// What completes a part says what a run in one piece says, and leaves its bytes.
#[track_caller]
fn assert_completes(folder: &Folder, output: &Output) {
    assert_eq!((output.status, output.stderr.as_str()), (1, whole().stderr.as_str()));
    assert!(folder.read("out.csv") == whole().stdout, "not the bytes of a run in one piece");
    assert_eq!(folder.names(), ["in", "out.csv"], "the part is gone");
}

/// A run that was ended when some rows were there, and what it said.
fn ended(end: fn(&mut Running)) -> (Folder, Output) {
    for _ in 0..20 {
        let folder = Folder::new().with("in", input());
        let mut running = folder.start(&format!("{GRADE} --threads 1"));
        running.until(|| part_length(&folder) > 3000);
        end(&mut running);
        let output = running.end();
        // On a machine that was busy with other things it may have been done before the end came.
        if !folder.exists("out.csv") {
            return (folder, output);
        }
    }
    panic!("the run is always done before it can be ended");
}

#[test]
fn killed_again_and_again() {
    let folder = Folder::new().with("in", input());
    let mut moment: u64 = 1;
    for number in 0..40 {
        let before = part_length(&folder);
        let mut running = folder.start(&format!("{GRADE} --resume --threads {}", 1 + number % 3));
        // Half of them at any moment, while the rows are compared or before; half of them when there is something new.
        if number % 2 == 1 {
            running.until(|| part_length(&folder) > before || folder.exists("out.csv"));
        }
        moment = moment.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros((moment >> 33) % 40_000));
        running.kill();
        running.end();
        if folder.exists("out.csv") {
            break;
        }
        // A program that was killed early has no partial file yet.
        let part = if folder.exists("out.csv.part") { folder.read("out.csv.part") } else { String::new() };
        assert!(whole().stdout.starts_with(&part), "the partial file holds the first bytes of the whole");
    }
    if !folder.exists("out.csv") {
        let output = folder.run(&format!("{GRADE} --resume"));
        assert_completes(&folder, &output);
    }
    assert!(folder.read("out.csv") == whole().stdout);
}

/// Ctrl-C, and what a system sends when it shuts down: how much is there is said, and it is true.
#[test]
fn told_to_end() {
    for end in [|running: &mut Running| running.signal("INT"), |running: &mut Running| running.signal("TERM")] {
        let (folder, output) = ended(end);
        assert_eq!(output.status, 130);
        let part = folder.read("out.csv.part");
        assert!(part.ends_with('\n'), "whole lines");
        let done = part.lines().count() - 1;
        let said = format!("{done} rows are in out.csv.part; the same command with --resume goes on");
        assert_eq!(output.stderr.lines().last(), Some(said.as_str()));
        assert_completes(&folder, &folder.run(&format!("{GRADE} --resume")));
    }
}

/// An input that does not come is no reason to wait with the end.
#[test]
fn told_to_end_while_it_waits_for_input() {
    let folder = Folder::new();
    let mut running = folder.start("grade - --quiet --out out.csv --threads 1");
    let mut stdin = running.stdin();
    // More than one thread takes at first.
    stdin.write_all(lines([PUZZLE; 7]).as_bytes()).unwrap();
    running.until(|| part_length(&folder) > GRADE_HEADER.len() as u64);
    running.signal("INT");
    let output = running.end();
    let done = folder.read("out.csv.part").lines().count() - 1;
    let said = format!("{done} rows are in out.csv.part; the same command with --resume goes on\n");
    assert_eq!((output.stderr, output.status), (said, 130));
    drop(stdin);
    // Standard input is given once more, from its start.
    let resume = "grade - --quiet --out out.csv --resume";
    assert_eq!(folder.run_with(resume, lines([PUZZLE; 7])).fine(), "");
    assert_eq!(folder.read("out.csv").lines().count(), 8);
    assert_eq!(folder.names(), ["out.csv"]);
}

/// A small input with all that a file can hold, in two files; what is said of it, and its whole rating.
fn small() -> (Folder, Output) {
    let folder = Folder::new()
        .with("in", lines(["53..7", PUZZLE, AMBIGUOUS, "x", PUZZLE]))
        .with("more", format!("question\n{PUZZLE}\n12\n{CLASH}\n{PUZZLE}\n"));
    let whole = folder.run("grade in more");
    assert_eq!((whole.status, whole.stdout.lines().count(), whole.stderr.lines().count()), (1, 7, 5));
    (folder, whole)
}

const SMALL: &str = "grade in more --quiet --out out.csv";

/// A part of the small input that ends after so many bytes.
fn small_part(length: usize) -> Folder {
    let (folder, whole) = small();
    // The recipe is that of a run; it stays there when the disk is full.
    folder.write("in", lines(vec![PUZZLE; 100]));
    assert_eq!(folder.run_on_a_small_disk(SMALL).status, 1);
    folder.write("in", lines(["53..7", PUZZLE, AMBIGUOUS, "x", PUZZLE]));
    folder.write("out.csv.part", &whole.stdout[..length]);
    folder
}

#[test]
fn a_part_that_ends_anywhere_resumes_to_the_same_bytes() {
    let (_, whole) = small();
    for length in (0..=whole.stdout.len()).step_by(37).chain([GRADE_HEADER.len(), whole.stdout.len()]) {
        let folder = small_part(length);
        let output = folder.run(&format!("{SMALL} --resume"));
        assert_eq!((output.stderr.as_str(), output.status), (whole.stderr.as_str(), 1), "cut after {length} bytes");
        assert_eq!(folder.read("out.csv"), whole.stdout, "cut after {length} bytes");
        assert_eq!(folder.names(), ["in", "more", "out.csv"], "cut after {length} bytes");
    }
}

/// Whatever is not the same as before is refused, and the part is left as it was.
#[test]
fn another_input_or_another_question_is_refused() {
    let (_, whole) = small();
    #[rustfmt::skip]
    let cases: [(&str, Spoil, &str); 9] = [
        ("grade more in", |_| (),   "error: out.csv.part: line 3 is not of the grid in more:4; --force starts over"),
        ("grade in", |_| (),        "error: out.csv.part: line 5: the input has no more grids; --force starts over"),
        ("grade in more", |folder| folder.write("in", lines([AMBIGUOUS])),
                                    "error: out.csv.part: line 2 is not of the grid in in:1; --force starts over"),
        ("grade in more --max-er 4.4", |_| (),
                                    "error: out.csv.part.json: was begun with max-er null (now \"4.4\"); --force starts over"),
        ("grade in more --budget 9", |_| (),
                                    "error: out.csv.part.json: was begun with budget null (now 9); --force starts over"),
        ("grade in more", change_the_last_rating,
                                    "error: out.csv.part: line 5 is not what more:2 gives; --force starts over"),
        ("grade in more", |folder| change(folder, ",,,", ",,1,"),
                                    "error: out.csv.part: line 3 is not what in:3 gives; --force starts over"),
        ("grade in more", |folder| change(folder, "puzzle,", "p,"),
                                    "error: out.csv.part: its first line is not that of this rating of the input; --force starts over"),
        ("grade in more", |folder| fs::remove_file(folder.path("out.csv.part.json")).unwrap(),
                                    "error: out.csv.part.json: cannot be read, so the partial result cannot be resumed: ..."),
    ];
    for (command, spoil, said) in cases {
        let last_row = whole.stdout.trim_end().rfind('\n').unwrap() + 1;
        let folder = small_part(last_row + 20);
        spoil(&folder);
        let before = fs::read(folder.path("out.csv.part")).unwrap();
        let output = folder.run(&format!("{command} --quiet --out out.csv --resume"));
        let error = output.stderr.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
        assert_said(error, said, command);
        assert_eq!(output.status, 2, "{said}");
        assert!(!folder.exists("out.csv"), "{said}");
        assert!(fs::read(folder.path("out.csv.part")).unwrap() == before, "{said}: the part was touched");
    }
}

fn change(folder: &Folder, from: &str, to: &str) {
    let part = folder.read("out.csv.part");
    assert!(part.contains(from), "{part}");
    folder.write("out.csv.part", part.replace(from, to));
}

/// Something that makes a part another's.
type Spoil = fn(&Folder);

/// Of the last row that is there the rating is checked too.
fn change_the_last_rating(folder: &Folder) {
    let part = folder.read("out.csv.part");
    let rows: Vec<&str> = part.lines().take(5).collect();
    folder.write("out.csv.part", lines(rows));
    change(folder, ",easy,", ",hard,");
}

#[test]
fn a_part_is_not_overwritten_unasked() {
    let folder = small_part(500);
    let output = folder.run(SMALL);
    let said =
        "error: out.csv.part: is left from an interrupted run; --resume completes it, --force starts over";
    assert_eq!((output.said(), output.status), (said, 2));
    assert_eq!(folder.run(&format!("{SMALL} --force")).status, 1);
    assert_eq!(folder.names(), ["in", "more", "out.csv"]);
}

/// Where there is neither file nor part, `--resume` starts; on a complete file it says so and changes nothing.
#[test]
fn the_same_command_can_be_given_again_and_again() {
    let (folder, whole) = small();
    for said in ["", "out.csv: is complete already\n"] {
        let output = folder.run("grade in more --out out.csv --resume");
        assert_eq!((output.stderr, output.status), (format!("{}{said}", whole.stderr), 1));
        assert_eq!(folder.read("out.csv"), whole.stdout);
        assert_eq!(folder.names(), ["in", "more", "out.csv"]);
    }
    for contents in ["precious", "", &whole.stdout[..300], &format!("{}1\n", whole.stdout)] {
        folder.write("out.csv", contents);
        let output = folder.run("grade in more --out out.csv --resume");
        let said = "error: out.csv: exists already, and is not this rating of the input; --force overwrites it";
        assert_eq!((output.stderr.lines().last(), output.status), (Some(said), 2));
        assert_eq!(folder.read("out.csv"), contents);
    }
}

/// Who has said that a file may be overwritten need not say it again to go on.
#[test]
fn a_forced_run_is_resumed_over_the_old_file() {
    let folder = Folder::new().with("in", lines(vec![PUZZLE; 5000])).with("out.csv", "old");
    let output = folder.run_on_a_small_disk(&format!("{GRADE} --force"));
    assert!(output.said().ends_with("the same command with --resume goes on"), "{}", output.said());
    assert_eq!(folder.read("out.csv"), "old");
    assert_eq!(folder.run(&format!("{GRADE} --resume")).fine(), "");
    assert_eq!(folder.read("out.csv"), folder.run("grade in").fine());
    assert_eq!(folder.names(), ["in", "out.csv"]);
}

/// A disk that fills up: what was written is counted, and the part goes on when there is room again.
#[test]
fn a_full_disk_keeps_what_was_written() {
    let folder = Folder::new().with("in", lines(vec![PUZZLE; 5000]));
    let output = folder.run_on_a_small_disk(GRADE);
    let rows = folder.read("out.csv.part").matches('\n').count() - 1;
    let said: Vec<&str> = output.stderr.lines().collect();
    assert_eq!(said[0], format!("{rows} rows are in out.csv.part; the same command with --resume goes on"));
    assert_said(said[1], "error: out.csv.part: cannot be written: ...", GRADE);
    assert_eq!((said.len(), output.status), (2, 1));
    assert_eq!(folder.run(&format!("{GRADE} --resume")).fine(), "");
    assert_eq!(folder.read("out.csv"), folder.run("grade in").fine());
}

/// A long run is not lost to `--strict`: when the line is put right, it goes on.
#[test]
fn strict_keeps_what_was_rated() {
    let folder = Folder::new().with("in", lines([PUZZLE, PUZZLE, "53..7", PUZZLE]));
    let output = folder.run(&format!("{GRADE} --strict"));
    let said = "2 rows are in out.csv.part; with the line put right, the same command with --resume goes on\n\
                error: in:3: found 5 cells in a line, expected 81 (or 9 for a row)\n";
    assert_eq!((output.stderr.as_str(), output.status), (said, 1));
    folder.write("in", lines([PUZZLE, PUZZLE, PUZZLE, PUZZLE]));
    assert_eq!(folder.run(&format!("{GRADE} --strict --resume")).fine(), "");
    assert_eq!(folder.read("out.csv"), folder.run("grade in").fine());
}

#[test]
fn a_trace_is_not_resumed() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    let output = folder.run("grade in --trace --out out.jsonl --resume");
    let said = "error: --trace cannot be resumed: its lines do not tell where a path ends\n";
    assert_eq!((output.stderr.as_str(), output.status), (said, 2));
    assert_eq!(folder.names(), ["in"]);
}
