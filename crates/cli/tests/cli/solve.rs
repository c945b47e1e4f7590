//! `solve` and `candidates`: the forms of solutions, several solutions, candidates as input.

use crate::common::{AMBIGUOUS, CLASH, EMPTY, Folder, PUZZLE, SOLUTION, UNSOLVABLE, assert_solves, lines, run};

#[test]
fn solve_writes_all_forms() {
    let solve = |format: &str| run(&format!("solve {PUZZLE} --format {format}")).fine();
    assert_eq!(solve("line"), lines([SOLUTION]));
    let grid = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n\n";
    assert_eq!(solve("grid"), grid);
    assert_eq!(
        solve("boxed"),
        "\
5 3 4 | 6 7 8 | 9 1 2
6 7 2 | 1 9 5 | 3 4 8
1 9 8 | 3 4 2 | 5 6 7
------+-------+------
8 5 9 | 7 6 1 | 4 2 3
4 2 6 | 8 5 3 | 7 9 1
7 1 3 | 9 2 4 | 8 5 6
------+-------+------
9 6 1 | 5 3 7 | 2 8 4
2 8 7 | 4 1 9 | 6 3 5
3 4 5 | 2 8 6 | 1 7 9

"
    );
    // `null` stands for no solution, so that each grid has a line of JSON.
    let two = Folder::new().with("in", lines([CLASH, PUZZLE])).run("solve in --format json");
    let boards: Vec<serde_json::Value> = two.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((boards.len(), &boards[0], boards[1][0][0].as_u64()), (2, &serde_json::Value::Null, Some(5)));
}

/// A link of any page that has the 81 cells.
#[test]
fn a_link_is_an_argument() {
    let zeros = PUZZLE.replace('.', "0");
    for link in [
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={PUZZLE}"),
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={zeros}"),
        format!("https://sudoku.example/play?level=hard&puzzle={PUZZLE}"),
        format!("https://sudoku.example/{zeros}/solve#top"),
    ] {
        assert_eq!(run(&format!("solve {link}")).fine(), lines([SOLUTION]), "{link}");
    }
    let link = format!("https://sudoku.example/play?puzzle={}", &PUZZLE[1..]);
    let output = run(&format!("solve {link}"));
    assert_eq!((output.status, output.stdout.as_str()), (2, ""));
    let expected = "is no file, and no grid: found a link without a board, expected 81 cells in it";
    assert_eq!(output.message(), format!("error: {link}: {expected}"));
}

#[test]
fn solve_any_writes_one_solution() {
    for puzzle in [PUZZLE, AMBIGUOUS, EMPTY] {
        assert_solves(run(&format!("solve {puzzle} --any")).fine().trim_end(), puzzle);
    }
}

/// The requested number of different solutions, or all of them.
#[test]
fn solve_enumerates_solutions() {
    for (puzzle, limit, expected) in
        [(PUZZLE, 9, 1), (AMBIGUOUS, 1, 1), (AMBIGUOUS, 2, 2), (AMBIGUOUS, 9, 2), (EMPTY, 500, 500)]
    {
        let output = run(&format!("solve {puzzle} --enumerate {limit}")).fine();
        let mut solutions: Vec<&str> = output.lines().collect();
        solutions.iter().for_each(|solution| assert_solves(solution, puzzle));
        solutions.sort_unstable();
        solutions.dedup();
        assert_eq!(solutions.len(), expected, "{puzzle} --enumerate {limit}");
    }
    let none = run(&format!("solve {UNSOLVABLE} --enumerate 9"));
    assert_eq!((none.stdout.as_str(), none.message(), none.status), ("", "argument:1: no solution", 1));
}

/// 729 characters are candidates, and the solution is among them.
#[test]
fn solve_reads_candidates() {
    let folder = Folder::new();
    folder.run(&format!("convert {PUZZLE} --to candidates --quiet --out in")).fine();
    assert_eq!(folder.read("in").trim_end().len(), 729);
    assert_eq!(folder.run("solve in").fine(), lines([SOLUTION]));
    assert_eq!(folder.run("count in").fine(), "1\n");
}

#[test]
fn candidates_before_and_after_singles() {
    let stage = |stage: &str| run(&format!("candidates {PUZZLE} {stage}")).fine();
    let before = stage("--stage before");
    assert_eq!(before, run(&format!("convert {PUZZLE} --to candidates --quiet")).fine());
    let after: String = stage("--stage after").chars().filter(char::is_ascii_digit).collect();
    assert_eq!(after, SOLUTION);
    assert_eq!(stage(""), stage("--stage after"));
    assert_eq!(stage("--stage both"), before + &stage(""));
}

/// A grid with several solutions has one line, so standard error tells that there are more.
#[test]
fn the_smallest_of_several_solutions_has_a_note() {
    let folder = Folder::new().with("in", lines([PUZZLE, AMBIGUOUS, SOLUTION, EMPTY])).with("one", lines([PUZZLE]));
    folder.run(&format!("convert {AMBIGUOUS} --to candidates --quiet --out 729")).fine();
    folder.run("convert in --to csv --quiet --out in.csv").fine();
    let note = |grids: &str, first: &str| {
        format!("several solutions, of which the smallest is written: {grids}; the first is {first}\n")
    };
    for format in ["line", "grid", "boxed", "beside", "json"] {
        for (input, expected) in [
            ("in", note("2 grids", "in:2")),
            ("in.csv --threads 1", note("2 grids", "in.csv:3")),
            ("one in one", note("2 grids", "in:2")),
            ("one in one --quiet", String::new()),
            ("729", note("1 grid", "729:1")),
            ("one", String::new()),
            ("in --any", String::new()),
            ("in --enumerate 1", String::new()),
            ("in --enumerate 3", String::new()),
            ("729 --any", String::new()),
        ] {
            let output = folder.run(&format!("solve {input} --format {format}"));
            assert_eq!((output.stderr, output.status), (expected, 0), "{input} --format {format}");
        }
    }
    let output = Folder::new().with("in", lines([CLASH, AMBIGUOUS, &PUZZLE[1..]])).run("solve in --out out");
    assert_eq!((output.stderr.lines().count(), output.status), (3, 1));
    assert_eq!(output.stderr.lines().last(), Some(note("1 grid", "in:2").trim_end()));
}
