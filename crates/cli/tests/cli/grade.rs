//! `grade`: its rows, the files of other programs, limits and traces.

use crate::commands::{FOUR, puzzles};
use crate::common::{Folder, PUZZLE, SOLUTION, lines, run};

/// A known puzzle with its known rating.
#[test]
fn grade_writes_a_row() {
    let [_, (easy, solution), ..] = FOUR;
    let csv = run(&format!("grade {easy}")).fine();
    let row = format!("{easy},{solution},23,1.5,1.2,1.2,easy,hidden-single,hidden-single:58,58");
    assert_eq!(csv, format!("{}{row}\n", crate::common::GRADE_HEADER));
}

/// The puzzle columns and delimiters of files of other programs.
#[test]
fn grade_reads_files_of_other_programs() {
    let plain = Folder::new().with("in", lines(puzzles())).run("grade in").fine();
    for (name, before, blank) in [("puzzle", "id", "."), ("quizzes", "number", "0"), ("question", "source", ".")] {
        for delimiter in [",", ";", "\t"] {
            let row = |puzzle: &str| ["7", &puzzle.replace('.', blank), "x"].join(delimiter);
            let rows = puzzles().map(row);
            let header = [before, name, "rating"].join(delimiter);
            let folder = Folder::new()
                .with("in.csv", lines([&[header], &rows[..]].concat()))
                .with(
                    "windows.csv",
                    format!("\u{feff}{}\r\n{}\r\n", [before, name, "rating"].join(delimiter), rows.join("\r\n")),
                )
                .with(
                    "quoted.csv",
                    lines(
                        std::iter::once(format!("\"{name}\"{delimiter}\"rating\""))
                            .chain(puzzles().map(|puzzle| format!("\"{puzzle}\"{delimiter}\"1\""))),
                    ),
                );
            for file in ["in.csv", "windows.csv", "quoted.csv"] {
                assert_eq!(folder.run(&format!("grade {file}")).fine(), plain, "{file} with {name} and {delimiter:?}");
            }
        }
    }
}

/// Names that contain a delimiter are quoted, in the header and in the rows.
#[test]
fn a_quoted_header_has_its_columns_in_the_same_places() {
    let csv = format!("\"id\",\"name, author\",\"puzzle\"\n1,\"one, by me\",{PUZZLE}\n");
    assert_eq!(Folder::new().with("in.csv", csv).run("solve in.csv").fine(), lines([SOLUTION]));
}

/// A puzzle that needs nested chains, with the rating 10.7, which takes long without limits.
const NESTED: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn grade_stops_at_its_limits() {
    let folder = Folder::new().with("in", lines([NESTED, PUZZLE]));
    for (limit, level) in [("--max-er 6.2", "too-hard"), ("--budget 500", "budget-spent")] {
        let rows = folder.run(&format!("grade in {limit}")).fine();
        let rows: Vec<Vec<&str>> = rows.lines().skip(1).map(|row| row.split(',').collect()).collect();
        // The columns are puzzle, solution, clues, er, ep, ed, level, hardest, techniques and steps.
        assert_eq!((rows[0][3], rows[0][6], rows[0][7], rows[0][9]), ("", level, "", ""), "{limit}");
        assert_eq!((rows[1][3], rows[1][6]), ("1.2", "easy"), "{limit}");
    }
    for (wrong, message) in
        [("--budget 0", "number would be zero"), ("--max-er 0.5", "expected a rating from 1.0 to 20.0")]
    {
        let output = folder.run(&format!("grade in {wrong}"));
        assert!(output.stderr.contains(message) && output.status == 2, "{wrong}: {}", output.stderr);
    }
}

#[test]
fn grade_traces_every_step_as_json() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    let text = folder.run("grade in --trace").fine();
    let steps: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(steps.iter().zip(1..).all(|(step, number)| step["puzzle"] == PUZZLE && step["step"] == number));
    assert!(steps.iter().all(|step| step["rating"].as_f64().is_some_and(|rating| rating >= 1.0)));
    assert_eq!(steps[0]["placement"], serde_json::json!({ "cell": "r1c6", "digit": 8 }));
    let placed = steps.iter().filter(|step| step["placement"]["digit"].is_u64()).count();
    assert_eq!(placed, PUZZLE.bytes().filter(|&character| character == b'.').count());
}
