//! `check`: verdicts on grids, with reasons.

use crate::commands::FOUR;
use crate::common::{AMBIGUOUS, CLASH, Folder, PUZZLE, SOLUTION, UNSOLVABLE, assert_message, lines, run};

/// Cases: the grid, the verdict, the start of the reason on standard error, and the exit status.
#[test]
fn verdicts_on_grids() {
    let minimal = FOUR[1].0;
    let twice = format!("9{}", &SOLUTION[1..]);
    #[rustfmt::skip]
    let cases: [(&str, &str, &str, i32); 7] = [
        (minimal,    "minimal",    "", 0),
        (PUZZLE,     "proper",     "", 0),
        (SOLUTION,   "solved",     "", 0),
        (AMBIGUOUS,  "ambiguous",  "argument:1: several solutions: two of them differ in ...", 1),
        (UNSOLVABLE, "unsolvable", "argument:1: no solution", 1),
        (CLASH,      "unsolvable", "argument:1: no solution: r1c1 and r1c2 in row 1 are both 5", 1),
        (&twice,     "unsolvable", "argument:1: no solution: r1c1 and r1c7 in row 1 are both 9", 1),
    ];
    for (grid, verdict, message, status) in cases {
        let output = run(&format!("check {grid}"));
        assert_eq!((output.stdout.trim_end(), output.status), (verdict, status), "{grid}");
        assert_message(output.message(), message, grid);

        let json = run(&format!("check {grid} --json"));
        let object: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
        assert_eq!(object["grid"], grid);
        assert_eq!(object["clues"], grid.bytes().filter(u8::is_ascii_digit).count());
        assert_eq!(object["verdict"], verdict);
        assert_eq!(object["reason"].is_null(), ["minimal", "solved"].contains(&verdict), "{object}");
        assert_eq!(object["solution"].is_null(), status == 1, "{object}");
        assert_eq!((json.stderr, json.status), (output.stderr, output.status));
    }
}

/// A clue is redundant if the puzzle without it has one solution.
#[test]
fn redundant_clues_are_named() {
    let object: serde_json::Value = serde_json::from_str(&run(&format!("check {PUZZLE} --json")).fine()).unwrap();
    let reason = object["reason"].as_str().unwrap();
    let named = |cell: usize| reason.split(' ').any(|word| word == format!("r{}c{}", cell / 9 + 1, cell % 9 + 1));
    let clues: Vec<usize> = (0..81).filter(|&cell| PUZZLE.as_bytes()[cell] != b'.').collect();
    let without = |cell: &usize| format!("{}.{}", &PUZZLE[..*cell], &PUZZLE[cell + 1..]);
    let counts = Folder::new().with("in", lines(clues.iter().map(without))).run("count in --limit 2").fine();
    for (cell, count) in clues.into_iter().zip(counts.lines()) {
        assert_eq!(named(cell), count == "1", "the clue with index {cell}: {reason}");
    }
}

/// The solution column of a file is checked by each of its names.
#[test]
fn check_finds_a_wrong_solution() {
    let wrong = format!("9{}", &SOLUTION[1..]);
    for header in ["id,puzzle,solution", "id,quizzes,solutions", "id,question,answer"] {
        let short = &SOLUTION[..80];
        let csv = format!("{header}\n1,{PUZZLE},{SOLUTION}\n2,{PUZZLE},{wrong}\n3,{PUZZLE},\n4,{PUZZLE},{short}\n");
        let output = Folder::new().with("in.csv", csv).run("check in.csv");
        assert_eq!(output.stdout, "proper\nwrong-solution\nproper\nwrong-solution\n", "{header}");
        assert_eq!(
            output.stderr,
            "in.csv:3: the solution given has 9 in r1c1, expected 5\n\
             in.csv:5: the solution given is no grid: found 80 cells in a line, expected 81 (or 9 for a row)\n"
        );
        assert_eq!(output.status, 1);
    }
}

/// A full grid is a puzzle, whose solution in the file may be wrong.
#[test]
fn check_finds_a_wrong_solution_of_a_full_grid() {
    let other = FOUR[1].1;
    let output = Folder::new().with("in.csv", format!("puzzle,solution\n{SOLUTION},{other}\n")).run("check in.csv");
    assert_eq!((output.stdout.as_str(), output.status), ("wrong-solution\n", 1));
}

/// Placed digits and pencilmarks are compared with the solution of the puzzle.
#[test]
fn check_names_the_mistakes_of_a_player() {
    let folder = Folder::new();
    let csv = format!(
        "puzzle,state,solution\n{PUZZLE},{0}4{1},\n{PUZZLE},{0}1{1},\n{PUZZLE},{0}1{1},9{2}\n{PUZZLE},9{3},\n",
        &PUZZLE[..2],
        &PUZZLE[3..],
        &SOLUTION[1..],
        &PUZZLE[1..],
    );
    let output = folder.with("in.csv", csv).run("check in.csv");
    assert_eq!((output.stdout.as_str(), output.status), ("proper\nmistakes\nwrong-solution\nmistakes\n", 1));
    let messages = "in.csv:3: r1c3=1 is wrong\n\
                    in.csv:4: the solution given has 9 in r1c1, expected 5; r1c3=1 is wrong\n\
                    in.csv:5: r1c1=9 is wrong\n";
    assert_eq!(output.stderr, messages);

    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let marks = format!(",,12,26,,,,,\n{}", ",,,,,,,,\n".repeat(8));
    let sdk = format!("[Puzzle]\n{}[PencilMarks]\n{marks}", lines(rows));
    let output = Folder::new().with("in.sdk", sdk).run("check in.sdk --json");
    let object: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!((&object["verdict"], output.status), (&"mistakes".into(), 1));
    assert_eq!(object["reason"], "the candidates of r1c3 lack the digit of the solution");
    assert_eq!(object["wrong_candidates"], serde_json::json!(["r1c3"]));
    assert!(object.get("wrong_digits").is_none(), "{object}");
}

/// Without a solution of its own, a board is compared with the solution in the file.
#[test]
fn check_compares_a_board_with_a_known_solution() {
    let swapped = format!("{}94{}", &SOLUTION[..1], &SOLUTION[3..]);
    let csv = format!("puzzle,solution\n{swapped},{SOLUTION}\n{AMBIGUOUS},{SOLUTION}\n{swapped},12\n");
    let folder = Folder::new().with("in.csv", csv);
    let output = folder.run("check in.csv --json");
    let verdicts: Vec<serde_json::Value> =
        output.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(verdicts[0]["verdict"], "unsolvable");
    let reason = verdicts[0]["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("no solution: ") && reason.ends_with("; by the solution given, r1c2=9 is wrong"),
        "{reason}"
    );
    assert_eq!(verdicts[0]["wrong_digits"], serde_json::json!([{"cell": "r1c2", "digit": 9}]));
    assert_eq!(verdicts[1]["verdict"], "ambiguous");
    assert!(verdicts[2].get("wrong_digits").is_none(), "the solution given is no grid");
}

/// Candidates are no puzzle, but those that lack the solution are named.
#[test]
fn check_names_the_candidates_that_hide_the_solution() {
    let folder = Folder::new();
    let mut candidates = folder.run(&format!("convert {PUZZLE} --to candidates --quiet")).fine().into_bytes();
    // r1c3 holds 4, and r1c4 6.
    candidates[2 * 9 + 3] = b'.';
    candidates[3 * 9 + 5] = b'.';
    folder.write("in.729", String::from_utf8(candidates).unwrap());
    let output = folder.run("check in.729");
    assert_eq!((output.stdout.as_str(), output.status), ("candidates\n", 1));
    let reason = "a puzzle is made of clues; the candidates of r1c3, r1c4 lack the digits of the solution";
    assert!(output.message().ends_with(reason), "{}", output.stderr);
}
