//! `grade --resume`: after any interruptions, the file has the bytes of a single run.

use std::fs;
use std::io::Write;
use std::sync::OnceLock;
use std::time::Duration;

use crate::common::{AMBIGUOUS, CLASH, Folder, GRADE_HEADER, Output, PUZZLE, Running, assert_message, lines, run};

const GRADE: &str = "grade in --quiet --out out.csv";

/// Puzzles, grids that are not puzzles, and lines that are not grids.
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

/// The output and messages of a run without interruption.
fn whole() -> &'static Output {
    static WHOLE: OnceLock<Output> = OnceLock::new();
    WHOLE.get_or_init(|| Folder::new().with("in", input()).run("grade in"))
}

fn part_length(folder: &Folder) -> u64 {
    fs::metadata(folder.path("out.csv.part")).map_or(0, |part| part.len())
}

/// Checks that a completed file and the messages are those of a single run.
#[track_caller]
fn assert_completes(folder: &Folder, output: &Output) {
    assert_eq!((output.status, output.stderr.as_str()), (1, whole().stderr.as_str()));
    assert!(folder.read("out.csv") == whole().stdout, "not the bytes of a run in one piece");
    assert_eq!(folder.names(), ["in", "out.csv"], "the part is gone");
}

/// Returns a run that was ended after some rows, with its messages.
fn ended(end: fn(&mut Running)) -> (Folder, Output) {
    for _ in 0..20 {
        let folder = Folder::new().with("in", input());
        let mut running = folder.start(&format!("{GRADE} --threads 1"));
        running.until(|| part_length(&folder) > 3000);
        end(&mut running);
        let output = running.end();
        // On a busy machine, the run may have been complete before the signal.
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
        // Half of the kills come at any moment, half of them after new rows.
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
        // On a slow machine, the first run may be killed before the partial file has its name.
        if before == 0 && !folder.exists("out.csv.part") {
            continue;
        }
        let part = folder.read("out.csv.part");
        assert!(whole().stdout.starts_with(&part), "the partial file is the start of the whole");
    }
    if !folder.exists("out.csv") {
        let output = folder.run(&format!("{GRADE} --resume"));
        assert_completes(&folder, &output);
    }
    assert!(folder.read("out.csv") == whole().stdout);
}

/// After SIGINT and SIGTERM, the message has the number of rows written.
#[test]
fn told_to_end() {
    for end in [|running: &mut Running| running.signal("INT"), |running: &mut Running| running.signal("TERM")] {
        let (folder, output) = ended(end);
        assert_eq!(output.status, 130);
        let part = folder.read("out.csv.part");
        assert!(part.ends_with('\n'), "whole lines");
        let done = part.lines().count() - 1;
        let message = format!("out.csv.part has {done} rows; the same command with --resume continues");
        assert_eq!(output.stderr.lines().last(), Some(message.as_str()));
        assert_completes(&folder, &folder.run(&format!("{GRADE} --resume")));
    }
}

/// A signal ends a run that waits for its input.
#[test]
fn told_to_end_while_it_waits_for_input() {
    let folder = Folder::new();
    let mut running = folder.start("grade - --quiet --out out.csv --threads 1");
    let mut stdin = running.stdin();
    // More grids than a thread takes at first.
    stdin.write_all(lines([PUZZLE; 7]).as_bytes()).unwrap();
    running.until(|| part_length(&folder) > GRADE_HEADER.len() as u64);
    running.signal("INT");
    let output = running.end();
    let done = folder.read("out.csv.part").lines().count() - 1;
    let message = format!("out.csv.part has {done} rows; the same command with --resume continues\n");
    assert_eq!((output.stderr, output.status), (message, 130));
    drop(stdin);
    // Standard input is given again from its start.
    let resume = "grade - --quiet --out out.csv --resume";
    assert_eq!(folder.run_with(resume, lines([PUZZLE; 7])).fine(), "");
    assert_eq!(folder.read("out.csv").lines().count(), 8);
    assert_eq!(folder.names(), ["out.csv"]);
}

/// Two small files with all kinds of lines, and the output of a single run.
fn small() -> (Folder, Output) {
    let folder = Folder::new()
        .with("in", lines([&PUZZLE[1..], PUZZLE, AMBIGUOUS, &PUZZLE[2..], PUZZLE]))
        .with("more", format!("question\n{PUZZLE}\n12\n{CLASH}\n{PUZZLE}\n"));
    let whole = folder.run("grade in more");
    assert_eq!((whole.status, whole.stdout.lines().count(), whole.stderr.lines().count()), (1, 7, 5));
    (folder, whole)
}

const SMALL: &str = "grade in more --quiet --out out.csv";

/// A partial file of the small input that ends after a number of bytes.
fn small_part(length: usize) -> Folder {
    let (folder, whole) = small();
    // The recipe is that of a run on a full disk.
    folder.write("in", lines(vec![PUZZLE; 100]));
    assert_eq!(folder.run_on_a_small_disk(SMALL).status, 1);
    folder.write("in", lines([&PUZZLE[1..], PUZZLE, AMBIGUOUS, &PUZZLE[2..], PUZZLE]));
    folder.write("out.csv.part", &whole.stdout[..length]);
    folder
}

#[test]
fn a_partial_file_that_ends_anywhere_resumes_to_the_same_bytes() {
    let (_, whole) = small();
    for length in (0..=whole.stdout.len()).step_by(37).chain([GRADE_HEADER.len(), whole.stdout.len()]) {
        let folder = small_part(length);
        let output = folder.run(&format!("{SMALL} --resume"));
        assert_eq!((output.stderr.as_str(), output.status), (whole.stderr.as_str(), 1), "cut after {length} bytes");
        assert_eq!(folder.read("out.csv"), whole.stdout, "cut after {length} bytes");
        assert_eq!(folder.names(), ["in", "more", "out.csv"], "cut after {length} bytes");
    }
}

/// Other input and other options are refused, and the partial file is not changed.
#[test]
fn other_input_and_options_are_refused() {
    let (_, whole) = small();
    #[rustfmt::skip]
    let cases: [(&str, Spoil, &str); 9] = [
        ("grade more in", |_| (),   "error: out.csv.part: line 3 is not the row of more:4; --force without --resume starts over"),
        ("grade in", |_| (),        "error: out.csv.part: line 5: the input has no more grids; --force without --resume starts over"),
        ("grade in more", |folder| folder.write("in", lines([AMBIGUOUS])),
                                    "error: out.csv.part: line 2 is not the row of in:1; --force without --resume starts over"),
        ("grade in more --max-er 4.4", |_| (),
                                    "error: out.csv.part.json: was begun with max-er null (now \"4.4\"); --force without --resume starts over"),
        ("grade in more --budget 9", |_| (),
                                    "error: out.csv.part.json: was begun with budget null (now 9); --force without --resume starts over"),
        ("grade in more", change_the_ratings,
                                    "error: out.csv.part: line 2 is not the row of in:2; --force without --resume starts over"),
        ("grade in more", |folder| change(folder, ",,,", ",,1,"),
                                    "error: out.csv.part: line 3 is not the row of in:3; --force without --resume starts over"),
        ("grade in more", |folder| change(folder, "puzzle,", "p,"),
                                    "error: out.csv.part: does not begin as its recipe tells; move it and out.csv.part.json away"),
        ("grade in more", |folder| fs::remove_file(folder.path("out.csv.part.json")).unwrap(),
                                    "error: out.csv.part: has no recipe of a run beside it; move it away"),
    ];
    for (command, spoil, message) in cases {
        let last_row = whole.stdout.trim_end().rfind('\n').unwrap() + 1;
        let folder = small_part(last_row + 20);
        spoil(&folder);
        let before = fs::read(folder.path("out.csv.part")).unwrap();
        let output = folder.run(&format!("{command} --quiet --out out.csv --resume"));
        let error = output.stderr.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
        assert_message(error, message, command);
        assert_eq!(output.status, if message.contains(".part: line") { 1 } else { 2 }, "{message}");
        assert!(!folder.exists("out.csv"), "{message}");
        assert!(fs::read(folder.path("out.csv.part")).unwrap() == before, "{message}: the part was touched");
    }
}

fn change(folder: &Folder, from: &str, to: &str) {
    let part = folder.read("out.csv.part");
    assert!(part.contains(from), "{part}");
    folder.write("out.csv.part", part.replace(from, to));
}

/// A change of a partial file that makes it one of another run.
type Spoil = fn(&Folder);

/// Changes all ratings.
fn change_the_ratings(folder: &Folder) {
    change(folder, ",easy,", ",hard,");
}

/// A rating that was changed in the middle of the partial file is not taken over.
#[test]
fn a_changed_rating_in_the_middle_is_refused() {
    let folder = Folder::new().with("in", lines(vec![PUZZLE; 5000]));
    folder.run_on_a_small_disk(GRADE);
    let part = folder.read("out.csv.part");
    let mut rows: Vec<String> = part.split_inclusive('\n').map(String::from).collect();
    rows[2] = rows[2].replace(",easy,", ",hard,");
    folder.write("out.csv.part", rows.concat());
    let output = folder.run(&format!("{GRADE} --resume"));
    assert_message(
        output.message(),
        "error: out.csv.part: line 3 is not the row of in:2; --force without --resume starts over",
        "changed",
    );
    assert_eq!((output.status, folder.read("out.csv.part")), (1, rows.concat()));
    folder.write("out.csv.part", part);
    assert_eq!(folder.run(&format!("{GRADE} --resume")).fine(), "");
}

#[test]
fn a_partial_file_is_not_overwritten_without_force() {
    let folder = small_part(500);
    let output = folder.run(SMALL);
    let message = "error: out.csv.part: is left from an interrupted run; --resume completes it, --force starts over";
    assert_eq!((output.message(), output.status), (message, 2));
    assert_eq!(folder.run(&format!("{SMALL} --force")).status, 1);
    assert_eq!(folder.names(), ["in", "more", "out.csv"]);
}

/// `--resume` starts a run if there is no file, and changes nothing if the file is complete.
#[test]
fn the_same_command_can_be_given_again_and_again() {
    let (folder, whole) = small();
    for message in ["", "out.csv: is complete already\n"] {
        let output = folder.run("grade in more --out out.csv --resume");
        assert_eq!((output.stderr, output.status), (format!("{}{message}", whole.stderr), 1));
        assert_eq!(folder.read("out.csv"), whole.stdout);
        assert_eq!(folder.names(), ["in", "more", "out.csv"]);
    }
    for contents in ["precious", "", &whole.stdout[..300], &format!("{}1\n", whole.stdout)] {
        folder.write("out.csv", contents);
        let output = folder.run("grade in more --out out.csv --resume");
        let message = "error: out.csv: exists already, and is not this rating of the input; --force overwrites it";
        assert_eq!((output.stderr.lines().last(), output.status), (Some(message), 2));
        assert_eq!(folder.read("out.csv"), contents);
    }
}

/// A run with `--force` is resumed with it: a recipe, which anyone can write, gives no permission.
#[test]
fn a_forced_run_is_resumed_over_the_old_file() {
    let folder = Folder::new().with("in", lines(vec![PUZZLE; 5000])).with("out.csv", "old");
    let output = folder.run_on_a_small_disk(&format!("{GRADE} --force"));
    assert!(output.message().ends_with("the same command with --resume continues"), "{}", output.message());
    assert_eq!(folder.read("out.csv"), "old");
    let refused = folder.run(&format!("{GRADE} --resume"));
    assert_eq!(
        (refused.message(), refused.status),
        ("error: out.csv: exists already; --resume with --force completes the partial result and overwrites it", 2)
    );
    assert_eq!(folder.read("out.csv"), "old");
    assert_eq!(folder.run(&format!("{GRADE} --resume --force")).fine(), "");
    assert_eq!(folder.read("out.csv"), folder.run("grade in").fine());
    assert_eq!(folder.names(), ["in", "out.csv"]);
    assert_eq!(folder.run(&format!("{GRADE} --resume --force")).fine(), "");
}

/// On a full disk, the rows written are counted, and a later run continues.
#[test]
fn a_full_disk_keeps_what_was_written() {
    let folder = Folder::new().with("in", lines(vec![PUZZLE; 5000]));
    let output = folder.run_on_a_small_disk(GRADE);
    let rows = folder.read("out.csv.part").matches('\n').count() - 1;
    let message: Vec<&str> = output.stderr.lines().collect();
    assert_eq!(message[0], format!("out.csv.part has {rows} rows; the same command with --resume continues"));
    assert_message(message[1], "error: out.csv.part: cannot be written: ...", GRADE);
    assert_eq!((message.len(), output.status), (2, 1));
    assert_eq!(folder.run(&format!("{GRADE} --resume")).fine(), "");
    assert_eq!(folder.read("out.csv"), folder.run("grade in").fine());
}

/// A run that `--strict` has ended continues after the line is corrected.
#[test]
fn strict_keeps_what_was_rated() {
    let folder = Folder::new().with("in", lines([PUZZLE, PUZZLE, &PUZZLE[1..], PUZZLE]));
    let output = folder.run(&format!("{GRADE} --strict"));
    let message = "out.csv.part has 2 rows; correct the input, then the same command with --resume continues\n\
                error: in:3: found 80 cells in a line, expected 81 (or 9 for a row)\n";
    assert_eq!((output.stderr.as_str(), output.status), (message, 1));
    folder.write("in", lines([PUZZLE, PUZZLE, PUZZLE, PUZZLE]));
    assert_eq!(folder.run(&format!("{GRADE} --strict --resume")).fine(), "");
    assert_eq!(folder.read("out.csv"), folder.run("grade in").fine());
}

#[test]
fn a_trace_is_not_resumed() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    let output = folder.run("grade in --trace --out out.jsonl --resume");
    let message = "error: --trace cannot be resumed: its lines do not show where a path ends\n";
    assert_eq!((output.stderr.as_str(), output.status), (message, 2));
    assert_eq!(folder.names(), ["in"]);
}
