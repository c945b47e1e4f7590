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
    let bad = file("bad.txt", &format!("{PUZZLES}53..7\n"));
    let expected = "error: bad.txt:5: found 5 cells in a line, expected 81 (or 9 for a row)\n";
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
    for arguments in
        [&["--help"][..], &["solve", "--help"], &["generate", "--help"], &["grade", "--help"], &["isomorphs", "--help"]]
    {
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
    let [pack, anchor] = [file("grade.csv", PACK), file("anchor.txt", PUZZLES)];
    let output = output(&["grade", &pack, &pack, "--anchor", &anchor, "--rounds", "1"]);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    let count = |name: &str| rows.iter().filter(|row| row.get(1) == Some(&name)).map(|row| row[2]).collect::<Vec<_>>();
    assert_eq!(count("grade.csv"), ["2", "2"]);
    assert_eq!(["below 2.6", "7.0 - 8.2", "above 9.5", "all"].map(|band| count(band)[0]), ["2", "2", "0", "4"]);
    assert!(text.contains("us a puzzle of anchor.txt"), "{text}");
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
