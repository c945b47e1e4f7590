//! The program from the outside: input files, tables or JSON, messages, exit statuses.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const PUZZLES: &str = "\
# Two proper puzzles and an ambiguous one.
...4.........6.8..7.5..9...5...37.823..........7.5.4.6.....5.....8....2.2.69...78
....8..6....34..1.........73...74.8..4.8....282...5...2...1.63.4..6..52.6.9......
....5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......
";

fn compare(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compare"));
    command.args(arguments);
    command
}

fn output(arguments: &[&str]) -> Output {
    compare(arguments).output().unwrap()
}

/// A file of a name that no other test uses.
fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.into_os_string().into_string().unwrap()
}

/// Runs a command that fails and prints no result. Returns its messages and exit status.
fn failure(arguments: &[&str]) -> (String, i32) {
    let output = output(arguments);
    assert!(output.stdout.is_empty());
    (String::from_utf8(output.stderr).unwrap(), output.status.code().unwrap())
}

fn json(arguments: &[&str]) -> Vec<Value> {
    let output = output(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn wrong_use_has_status_2() {
    let (error, status) = failure(&["solve", "no/such/file.txt"]);
    assert!(error.starts_with("error: no/such/file.txt: could not be read: "), "{error}");
    assert_eq!(status, 2);
    for arguments in [&["solve"][..], &[], &["solve", "-", "--rounds", "0"], &["generate", "--budget", "-1"]] {
        assert_eq!(failure(arguments).1, 2, "{arguments:?}");
    }
}

#[test]
fn a_file_without_grids_or_with_a_bad_line_has_status_1() {
    let empty = file("empty.txt", "");
    let (error, status) = failure(&["solve", &empty]);
    assert!(error.starts_with("error: empty.txt:1: found no grid, expected at least one "), "{error}");
    assert_eq!(status, 1);
    let bad = file("bad.txt", &format!("{PUZZLES}{}\n", ".".repeat(80)));
    let expected = "error: bad.txt:5: found 80 cells in a line, expected 81 (or 9 for a row)\n";
    assert_eq!(failure(&["solve", &bad]), (expected.to_owned(), 1));
}

#[test]
fn solve_prints_an_array_with_an_object_for_each_file_and_engine() {
    let [one, two] = ["one.txt", "two.txt"].map(|name| file(name, PUZZLES));
    let rows = json(&["solve", &one, &two, "--rounds", "2", "--reference", "--json"]);
    let names: Vec<[&str; 3]> = (rows.iter())
        .map(|row| ["file", "engine", "kind"].map(|field| row[field].as_str().unwrap()))
        .filter(|[_, engine, _]| !engine.starts_with("batch ") || *engine == "batch scalar")
        .collect();
    let expected = ["one.txt", "two.txt"].map(|file| {
        ["bitmask", "single", "batch scalar", "all cores", "sudoku", "rustoku", "reference"].map(|engine| {
            let kind = if ["sudoku", "rustoku"].contains(&engine) { "peer" } else { "ours" };
            [file, engine, kind]
        })
    });
    assert_eq!(names, expected.as_flattened());
    for row in &rows {
        assert_eq!(row["puzzles"], 3, "{row}");
        assert!(row["us_per_puzzle"].as_f64().unwrap() > 0.0, "{row}");
        assert!(row["ratio_to_best_peer"].as_f64().unwrap() > 0.0, "{row}");
    }
}

#[test]
fn generate_prints_an_array_with_an_object_for_each_work_and_engine() {
    let rows = json(&["generate", "--count", "4", "--rounds", "2", "--json"]);
    // Which instruction sets there are depends on the machine; plain code runs everywhere.
    let works: Vec<[&str; 3]> = (rows.iter())
        .map(|row| ["work", "engine", "kind"].map(|field| row[field].as_str().unwrap()))
        .filter(|[_, engine, _]| !engine.starts_with("lanes ") || *engine == "lanes scalar")
        .collect();
    let of_one = |work| [[work, "minirow", "ours"], [work, "sudoku", "peer"], [work, "rustoku", "peer"]];
    let mut expected = ["minimal", "minimal/half-turn", "full-grid"].map(of_one).as_flattened().to_vec();
    // Full grids are made without lanes.
    for (place, work) in [(1, "minimal"), (5, "minimal/half-turn")] {
        expected.insert(place, [work, "lanes scalar", "ours"]);
    }
    assert_eq!(works, expected);
    for row in &rows {
        assert!(row["per_second"].as_f64().unwrap() > 0.0, "{row}");
        assert!(row["ratio_to_best_peer"].as_f64().unwrap() > 0.0, "{row}");
        let clues = row["mean_clues"].as_f64().unwrap();
        let full = row["work"] == "full-grid";
        assert!(if full { clues == 81.0 } else { (17.0..36.0).contains(&clues) }, "{row}");
    }
}

#[test]
fn the_table_goes_to_stdout_and_messages_to_stderr() {
    let output = output(&["solve", &file("table.txt", PUZZLES), "--rounds", "1"]);
    assert!(output.status.success());
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let lines: Vec<&str> = stdout.lines().skip(1).collect();
    assert_eq!(lines[..2], ["", "table.txt: 3 grids"]);
    assert!(lines[2].starts_with("engine ") && lines[3].starts_with("bitmask "), "{stdout}");
    assert!(stderr.contains("table.txt: the reference solver agrees on 3\n"), "{stderr}");
}

#[test]
fn grids_are_read_from_stdin_and_a_closed_pipe_ends_quietly() {
    let input = fs::File::open(file("stdin.txt", PUZZLES)).unwrap();
    let mut child = compare(&["solve", "-", "--rounds", "1"])
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut messages = String::new();
    child.stderr.take().unwrap().read_to_string(&mut messages).unwrap();
    assert!(child.wait().unwrap().success(), "{messages}");
    assert!(!messages.contains("error") && !messages.contains("panic"), "{messages}");
}

#[test]
fn help_begins_with_examples() {
    for arguments in [
        &["--help"][..],
        &["solve", "--help"],
        &["generate", "--help"],
        &["grade", "--help"],
        &["te", "--help"],
        &["isomorphs", "--help"],
        &["binaries", "--help"],
        &["figures", "--help"],
    ] {
        let help = String::from_utf8(output(arguments).stdout).unwrap();
        assert!(help.starts_with("Examples:\n"), "{help}");
    }
}

/// A pack of two puzzles, rated 1.2 and 7.1.
const PACK: &str = "\
id,puzzle,er
1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1.2
2,....6...24....1......3..1.51.24.3..9..7.9.....9.5....35...379...........3.16..8..,7.1
";

#[test]
fn grade_has_a_row_for_each_file_and_each_band() {
    let pack = file("grade.csv", PACK);
    let output = output(&["grade", &pack, &pack, "--rounds", "1"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let count = |name: &str| rows.iter().filter(|row| row.get(1) == Some(&name)).map(|row| row[2]).collect::<Vec<_>>();
    assert_eq!(count("grade.csv"), ["2", "2"]);
    assert_eq!(["below 2.6", "7.0 - 8.2", "above 9.5", "all"].map(|band| count(band)[0]), ["2", "2", "0", "4"]);
    let all = rows.iter().rfind(|row| row.get(1) == Some(&"all")).unwrap();
    assert!(all[8].parse::<f64>().unwrap() > 1.0, "rating takes longer than solving: {text}");
}

/// The puzzles of the pack with their T&E ratings.
const TE: &str = "\
puzzle,te,b,bxb
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,0,0,
....6...24....1......3..1.51.24.3..9..7.9.....9.5....35...379...........3.16..8..,1,3,
";

#[test]
fn te_has_a_row_for_each_file_and_each_group() {
    let [rated, pack] = [("te.csv", TE), ("te-pack.csv", PACK)].map(|(name, text)| file(name, text));
    let output = output(&["te", &rated, &pack, "--rounds", "1"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\nte.csv: 2 of 2 ratings compared, all equal\nte-pack.csv: 0 of 2 ratings"), "{text}");
    for (name, count) in [("te.csv", 2), ("depth 0", 2), ("depth 1, B 3 - 4", 2), ("depth 3", 0), ("all", 4)] {
        let row = text.lines().find(|line| line.starts_with(&format!("| {name} "))).unwrap();
        assert_eq!(row.split('|').nth(2).unwrap().trim(), count.to_string(), "{text}");
    }
}

#[test]
fn a_te_rating_that_differs_is_reported() {
    let wrong = file("te-wrong.csv", &TE.replace("1,3,", "1,4,"));
    let (messages, status) = failure(&["te", &wrong, "--rounds", "1"]);
    assert!(messages.ends_with("error: te-wrong.csv:3: te,b,bxb,bxbb is 1,3,,, expected 1,4,,\n"), "{messages}");
    assert_eq!(status, 1);
}

#[test]
fn hodoku_has_a_row_for_each_file_and_each_level() {
    let row = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......,Medium,354,0\n";
    let [rated, pack] = [("hodoku.csv", format!("puzzle,level,score,bf\n{row}")), ("hodoku-pack.csv", PACK.to_owned())]
        .map(|(name, text)| file(name, &text));
    let text = String::from_utf8(output(&["hodoku", &rated, &pack, "--rounds", "1"]).stdout).unwrap();
    assert!(
        text.contains("\nhodoku.csv: 1 of 1 ratings compared, all equal\nhodoku-pack.csv: 0 of 2 ratings"),
        "{text}"
    );
    assert!(text.contains("\n| Medium "), "{text}");
    let wrong = file("hodoku-wrong.csv", &format!("puzzle,level,score,bf\n{}", row.replace("354", "355")));
    let (messages, status) = failure(&["hodoku", &wrong, "--rounds", "1"]);
    assert!(messages.ends_with("error: hodoku-wrong.csv:2: Medium (354), expected Medium (355)\n"), "{messages}");
    assert_eq!(status, 1);
}

#[test]
fn isomorphs_is_a_function_of_its_arguments() {
    let pack = file("isomorphs.csv", PACK);
    let arguments = ["isomorphs", &pack, "--isomorphs", "4", "--seed", "5"];
    let text = String::from_utf8(output(&arguments).stdout).unwrap();
    assert_eq!(text.matches("| all ").count(), 4, "{text}");
    assert!(text.starts_with("2 of 2 puzzles, 4 isomorphs of each kind, seed 5\n"), "{text}");
    let one_thread = compare(&arguments).env("RAYON_NUM_THREADS", "1").output().unwrap();
    assert_eq!(String::from_utf8(one_thread.stdout).unwrap(), text);
    let easy = String::from_utf8(output(&["isomorphs", &pack, "--max-er", "5.0"]).stdout).unwrap();
    assert!(easy.starts_with("1 of 2 puzzles, "), "{easy}");
}

/// Runs `compare binaries`. Programs that come with Unix stand for the builds: the command line of this workspace is not
/// built for these tests.
#[cfg(unix)]
fn binaries(base: &str, new: &str, rest: &[&str]) -> Output {
    output(&[&["binaries", "--base", base, "--new", new], rest].concat())
}

#[cfg(unix)]
#[test]
fn binaries_have_a_row_for_each_file() {
    let [one, two] = [("binaries-one.txt", PUZZLES), ("binaries-two.csv", PACK)].map(|(name, text)| file(name, text));
    let output = binaries("cat", "cat", &[&one, &two, "--rounds", "2", "--count", "2", "--worst", "--", "-"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(", processor time of `-`, median of 2 rounds\nbase: cat, start of "), "{text}");
    let rows: Vec<Vec<&str>> = text.lines().skip(4).map(|line| line.split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [10; 4], "{text}");
    assert_eq!(rows[2][1..3], ["binaries-one.txt", "2"]);
    assert_eq!(rows[3][1..3], ["binaries-two.csv", "2"]);
}

#[cfg(unix)]
#[test]
fn binaries_read_one_grid_in_each_line() {
    let puzzles = file("binaries-lines.txt", PUZZLES);
    // The builds fail if the easy puzzle and the three of the file are not lines of 81 characters.
    let check = r#"while read -r line; do test ${#line} = 81 || exit 3; done"#;
    assert!(binaries("sh", "sh", &[&puzzles, "--rounds", "1", "--", "-c", check]).status.success());
}

#[cfg(unix)]
#[test]
fn binaries_with_different_outputs_have_status_1() {
    let puzzles = file("binaries-differ.txt", PUZZLES);
    // The line of one easy puzzle comes out equal, and so does the first of the file.
    let script = |name: &str, text: &str| {
        use std::os::unix::fs::PermissionsExt;
        let path = file(name, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let base = script("binaries-base.sh", "sed 's/^.*$/same/'");
    let new = script("binaries-new.sh", "sed -e '3s/^.*$/other/' -e '1,2s/^.*$/same/'");
    let output = binaries(&base, &new, &[&puzzles]);
    let expected = "error: binaries-differ.txt: the outputs differ in line 3: new has \"other\", base has \"same\"\n";
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.ends_with(expected), "{messages}");
    assert!(output.stdout.is_empty());
    assert_eq!(output.status.code(), Some(1));
}

#[cfg(unix)]
#[test]
fn binaries_that_do_not_run_are_named() {
    let puzzles = file("binaries-fail.txt", PUZZLES);
    let message = |base: &str, rest: &[&str]| {
        let output = binaries(base, base, &[&[&*puzzles], rest].concat());
        (String::from_utf8(output.stderr).unwrap(), output.status.code().unwrap())
    };
    let (error, status) = message("no/such/program", &[]);
    assert!(error.starts_with("error: no/such/program: could not be run: "), "{error}");
    assert_eq!(status, 2);
    let (error, status) = message("sh", &["--", "-c", "echo found no grid >&2; exit 1"]);
    assert_eq!((error.as_str(), status), ("error: sh: exit status: 1: found no grid\n", 1));
}
