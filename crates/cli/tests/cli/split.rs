//! `split`: no solution grid is in two splits, and the split of a row does not depend on other rows.

use crate::common::{AMBIGUOUS, EASY_PACK as PACK, EMPTY, Folder, PUZZLE, SOLUTION, assert_message, lines, rows};
use minirow_core::{Grid, Puzzle, Symmetry, canon};
use sha2::{Digest, Sha256};

/// Returns the split of a puzzle with 80, 10 and 10 percent, by the rule of the documentation.
fn expected(puzzle: &str, salt: &str) -> &'static str {
    let puzzle = Puzzle::new(puzzle.parse().unwrap()).unwrap();
    let form = canon::solution(puzzle.solution()).form.to_string();
    let digest = Sha256::digest(format!("{salt}{form}"));
    let fraction = digest[..8].iter().fold(0u128, |sum, &byte| sum << 8 | u128::from(byte));
    match (fraction * 10) >> 64 {
        0..=7 => "train",
        8 => "validation",
        _ => "test",
    }
}

fn ids(csv: &str) -> Vec<String> {
    rows(csv).iter().map(|row| row["id"].to_string()).collect()
}

#[test]
fn the_hash_selects_the_split_and_rows_keep_their_text() {
    let folder = Folder::new().with("pack.csv", &*PACK);
    for salt in ["", "2026"] {
        let flags = if salt.is_empty() { String::new() } else { format!(" --salt {salt}") };
        let output = folder.run(&format!("split pack.csv --force{flags}"));
        assert_eq!((output.stdout.as_str(), output.status), ("", 0));
        let header = PACK.lines().next().unwrap();
        let mut all = Vec::new();
        for split in ["train", "validation", "test"] {
            let text = folder.read(&format!("{split}.csv"));
            let mut rows = text.lines();
            assert_eq!(rows.next(), Some(header));
            for row in rows {
                assert_eq!(expected(row.split(',').nth(1).unwrap(), salt), split, "{row}");
                all.push(row.to_string());
            }
        }
        let mut of_pack: Vec<&str> = PACK.lines().skip(1).collect();
        of_pack.sort_unstable();
        all.sort_unstable();
        assert_eq!(all, of_pack);
        // The counts are reported by level.
        let counts = ["train", "validation", "test"].map(|split| ids(&folder.read(&format!("{split}.csv"))).len());
        let told: Vec<Vec<&str>> = output.stderr.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(told[0], ["split", "rows", "easy"]);
        for (line, count) in told[1..].iter().zip(counts) {
            assert_eq!((line[1], line[4]), (count.to_string().as_str(), count.to_string().as_str()), "{line:?}");
        }
        assert_eq!((told.len(), counts.iter().sum::<usize>()), (4, 200));
        assert!((150..175).contains(&counts[0]), "{counts:?}");
    }
}

/// Rows that are added or moved do not change the split of others.
#[test]
fn later_rows_do_not_move_others() {
    let mut rows: Vec<&str> = PACK.lines().collect();
    let folder = Folder::new().with("early.csv", lines(&rows[..101]));
    rows[1..].reverse();
    folder.write("late.csv", lines(&rows));
    folder.run("split early.csv --column --out a.csv");
    folder.run("split late.csv --column --out b.csv --threads 1");
    let split = |name: &str| -> Vec<(String, String)> {
        crate::common::rows(&folder.read(name)).iter().map(|row| (row["id"].into(), row["split"].into())).collect()
    };
    let late = split("b.csv");
    assert_eq!(late.len(), 200);
    assert!(split("a.csv").iter().all(|row| late.contains(row)));
}

/// Equivalent puzzles, and puzzles with the same solution, are in the same split.
#[test]
fn a_solution_grid_is_in_one_split() {
    let sibling = |cell: usize| format!("{}{}{}", &PUZZLE[..cell], &SOLUTION[cell..=cell], &PUZZLE[cell + 1..]);
    let mut puzzles = vec![SOLUTION.to_string()];
    for (number, cell) in (0..81).filter(|&cell| &PUZZLE[cell..=cell] == ".").enumerate() {
        let puzzle: Grid = sibling(cell).parse().unwrap();
        puzzles.push(Symmetry::nth(number as u64 * 23_456_789_123).grid(&puzzle).to_string());
    }
    let folder = Folder::new().with("in.txt", lines(&puzzles));
    folder.run("split in.txt --fractions 0.25,0.25,0.25,0.25 --names a,b,c,d");
    let sizes = ["a", "b", "c", "d"].map(|name| folder.read(&format!("{name}.txt")).lines().count());
    assert!(sizes.contains(&puzzles.len()), "{sizes:?}");
}

#[test]
fn a_column_names_the_split_in_every_form() {
    let folder = Folder::new().with("in.csv", format!("id;puzzle\n1;{PUZZLE}\n")).with("in.txt", lines([PUZZLE]));
    folder.write("in.jsonl", format!("{{\"puzzle\":\"{PUZZLE}\",\"n\":7}}\n"));
    let split = expected(PUZZLE, "");
    assert_eq!(folder.run("split in.csv --column").stdout, format!("id;puzzle;split\n1;{PUZZLE};{split}\n"));
    assert_eq!(folder.run("split in.csv --column=fold").stdout, format!("id;puzzle;fold\n1;{PUZZLE};{split}\n"));
    assert_eq!(folder.run("split in.txt --column").stdout, format!("puzzle,clues,split\n{PUZZLE},30,{split}\n"));
    let objects = folder.run("split in.jsonl --column").stdout;
    assert!(objects.contains("\"n\":7") && objects.contains(&format!("\"split\":\"{split}\"")), "{objects}");
    folder.write("split.csv", format!("puzzle,split\n{PUZZLE},x\n"));
    let output = folder.run("split split.csv --column");
    assert_eq!(output.message(), "error: split.csv: has a column split already; --column=NAME gives another");
}

#[test]
fn rows_without_one_solution_are_reported_with_their_line() {
    let folder = Folder::new().with("in.txt", lines([PUZZLE, AMBIGUOUS, &PUZZLE[1..], EMPTY]));
    let output = folder.run("split in.txt --train 100");
    let message: Vec<&str> = output.stderr.lines().collect();
    assert_message(message[0], "in.txt:2: several solutions: ...", "ambiguous");
    assert_message(message[1], "in.txt:3: found 80 cells in a line, ...", "nonsense");
    assert_message(message[2], "in.txt:4: several solutions: ...", "empty");
    assert_eq!(message[3..], ["split         rows", "train  1 (100.0 %)", "left out 3 rows"]);
    assert_eq!((output.status, folder.read("train.txt")), (1, lines([PUZZLE])));
}

#[test]
fn rows_with_a_wrong_solution_are_reported_and_left_out() {
    let wrong = SOLUTION.replacen('5', "6", 1);
    let folder = Folder::new().with("in.csv", format!("puzzle,solution\n{PUZZLE},{wrong}\n{PUZZLE},\n"));
    let output = folder.run("split in.csv --train 100");
    let expected = "in.csv:2: the solution given has 6 in r1c1, expected 5";
    assert_eq!(output.stderr.lines().next(), Some(expected));
    assert_eq!((output.status, folder.read("train.csv")), (1, format!("puzzle,solution\n{PUZZLE},\n")));
}

#[test]
fn wrong_use() {
    let folder = Folder::new().with("in.txt", lines([PUZZLE])).with("test.txt", "mine");
    for (command, message) in [
        ("split in.txt", "error: ./test.txt: exists already; --force overwrites it"),
        ("split in.txt --dir nowhere", "error: nowhere: there is no such folder"),
        ("split in.txt --train 80 --test 10", "error: the shares sum up to 90, expected 1 (or 100, as percent)"),
        ("split in.txt --fractions 0.5,0.2,0.2,0.1", "error: 4 shares need names: --names"),
        ("split in.txt --fractions 0.5,0.5 --names a", "error: --names: found 1 name for 2 shares, expected 2"),
        (
            "split in.txt --fractions 0.5,x",
            "error: the share x of test: expected a positive number with at most 9 decimal places",
        ),
    ] {
        let output = folder.run(command);
        assert_eq!((output.message(), output.status), (message, 2), "{command}");
        assert_eq!(folder.names(), ["in.txt", "test.txt"], "{command}");
    }
    assert_eq!(folder.read("test.txt"), "mine");
}

#[test]
fn an_input_without_puzzles_gives_no_files() {
    let folder = Folder::new().with("in.csv", format!("{AMBIGUOUS}\n{EMPTY}\n"));
    for command in ["split in.csv", "split in.csv --column --out out.csv"] {
        let output = folder.run(command);
        assert_eq!(output.status, 1, "{command}: {output:?}");
        assert!(output.stderr.ends_with("error: no row is left: there is nothing to write\n"), "{}", output.stderr);
        assert_eq!(folder.names(), ["in.csv"], "{command}");
    }
}

/// With fewer splits, the file of an earlier one can have rows of the new ones.
#[test]
fn files_of_other_splits_are_named() {
    let folder = Folder::new().with("in.csv", format!("puzzle\n{PUZZLE}\n"));
    assert_eq!(folder.run("split in.csv --fractions 40,30,30").status, 0);
    let output = folder.run("split in.csv --fractions 50,50 --force");
    let message = "./validation.csv: is not of these splits, and can have rows of them";
    assert!(output.status == 0 && output.stderr.lines().any(|line| line == message), "{}", output.stderr);
    // An input is no file of an earlier run.
    let output = folder.run("split validation.csv in.csv --fractions 50,50 --force");
    assert!(!output.stderr.contains("is not of these splits"), "{}", output.stderr);
}
