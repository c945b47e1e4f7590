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
