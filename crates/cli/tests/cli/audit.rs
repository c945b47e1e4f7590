//! `audit`: what is wrong with a foreign data set, in numbers, with examples.

use std::io::Write;

use crate::common::{AMBIGUOUS, CLASH, EASY_PACK, Folder, PUZZLE, SOLUTION, UNSOLVABLE, lines, rows};
use flate2::Compression;
use flate2::write::GzEncoder;
use minirow_core::{Grid, Puzzle, Symmetry};
use serde_json::Value;

const OTHER: &str = ".14.6...9.....1...8..3...4.6...9.........8..5.8....2...216.5.....9...7...5.1....4";

fn solution_of(puzzle: &str) -> String {
    puzzle.parse::<Puzzle>().unwrap().solution().to_string()
}

fn equivalent(grid: &str, number: u64) -> String {
    Symmetry::nth(number).grid(&grid.parse::<Grid>().unwrap()).to_string()
}

/// The solution with two digits exchanged.
fn wrong() -> String {
    SOLUTION
        .chars()
        .map(|c| match c {
            '1' => '2',
            '2' => '1',
            c => c,
        })
        .collect()
}

#[track_caller]
fn audit(folder: &Folder, arguments: &str) -> Value {
    serde_json::from_str(&folder.run(&format!("audit --quiet --json {arguments}")).fine()).unwrap()
}

#[track_caller]
fn assert_numbers(report: &Value, expected: &[(&str, u64)]) {
    for &(name, number) in expected {
        assert_eq!(report[name].as_u64(), Some(number), "{name} in {report}");
    }
}

/// A set with each kind of mistake. Texts differ by the character of an empty cell in one row, which does not matter.
#[test]
fn every_kind_of_mistake_is_counted() {
    let zeros = PUZZLE.replace('.', "0");
    let image = equivalent(PUZZLE, 123_456_789_012);
    let right = equivalent(SOLUTION, 123_456_789_012);
    let set = [
        (PUZZLE, SOLUTION),
        (&zeros, SOLUTION),     // a duplicate
        (&image, &right),       // equivalent
        (&image, &right),       // equivalent, and a duplicate
        (PUZZLE, &wrong()),     // a duplicate, equivalent to a row before it, with a wrong solution
        (AMBIGUOUS, SOLUTION),  // a solution of it, so not wrong
        (AMBIGUOUS, &wrong()),  // a duplicate, with a wrong solution
        (UNSOLVABLE, SOLUTION), // only counted as unsolvable
        (CLASH, ""),
        (OTHER, ""),
    ];
    let text = lines(set.iter().map(|(puzzle, solution)| format!("{puzzle},{solution}")));
    let folder = Folder::new().with("foreign.csv", format!("quizzes,solutions\n{text}"));
    let report = audit(&folder, "foreign.csv");
    assert_numbers(
        &report,
        &[
            ("rows", 10),
            ("unreadable", 0),
            ("proper", 6),
            ("unsolvable", 2),
            ("ambiguous", 2),
            ("minimal", 1),
            ("with_solution", 8),
            ("wrong_solutions", 2),
            ("duplicates", 4),
            ("equivalent_duplicates", 3),
            ("leaks", 0),
        ],
    );
    assert_eq!(report["clues"], serde_json::json!({"2": 1, "23": 1, "29": 2, "30": 5, "31": 1}));
    assert_eq!((&report["ratings"]["rated"], &report["ratings"]["of"]), (&6.into(), &6.into()));
    let output = folder.run("audit --quiet foreign.csv --examples 1 --report findings.csv").fine();
    assert!(output.contains("\nduplicates    4 (40.0 %)\nequivalent    3 (30.0 %)\n"), "{output}");
    assert!(output.contains("\n  foreign.csv:9: has no solution\n"), "{output}");
    let findings = rows(&folder.read("findings.csv"));
    let found: Vec<String> =
        findings.iter().map(|row| format!("{} {} {}", &row["line"], &row["finding"], &row["first_line"])).collect();
    assert_eq!(
        found,
        [
            "3 duplicate 2",
            "4 equivalent-duplicate 2",
            "5 duplicate 4",
            "5 equivalent-duplicate 2",
            "6 wrong-solution ",
            "6 duplicate 2",
            "6 equivalent-duplicate 4",
            "7 ambiguous ",
            "8 ambiguous ",
            "8 wrong-solution ",
            "8 duplicate 7",
            "9 unsolvable ",
            "10 unsolvable ",
        ]
    );
}

/// A leak is a row of which a row in an earlier split has the puzzle or the solution grid.
#[test]
fn leaks_between_splits_by_puzzle_and_by_solution_grid() {
    let more_clues = format!("{}4{}", &PUZZLE[..2], &PUZZLE[3..]);
    let train = lines([PUZZLE, OTHER]);
    let test = lines([equivalent(PUZZLE, 7), equivalent(&more_clues, 99), more_clues]);
    let folder = Folder::new().with("train.txt", &train).with("test.txt", &test);
    let expected = [("leaks", 3), ("puzzle_leaks", 1), ("solution_leaks", 3), ("equivalent_duplicates", 2)];
    assert_numbers(&audit(&folder, "train.txt test.txt"), &expected);
    // The names of the files are no words for splits: each is one.
    let folder = Folder::new().with("a.txt", &train).with("b.txt", &test);
    assert_numbers(&audit(&folder, "a.txt b.txt"), &expected);
    assert_numbers(&audit(&folder, "a.txt b.txt --together"), &[("leaks", 0), ("equivalent_duplicates", 2)]);
    // Shards of a split are not splits, unless that is asked for.
    let folder = Folder::new().with("train-0.txt", &train).with("train-1.txt", &test);
    assert_numbers(&audit(&folder, "train-0.txt train-1.txt"), &[("leaks", 0)]);
    assert_numbers(&audit(&folder, "train-0.txt train-1.txt --files-are-splits"), &expected);
    // A column, whose splits alternate: the row of the later split is a leak.
    let column = format!("puzzle,fold\n{PUZZLE},a\n{PUZZLE},b\n{PUZZLE},a\n");
    let folder = Folder::new().with("all.csv", column);
    let report = audit(&folder, "all.csv --split fold");
    assert_numbers(&report, &[("leaks", 1), ("duplicates", 2), ("equivalent_duplicates", 0)]);
    assert_eq!(report["splits"], serde_json::json!([{"name": "a", "rows": 2}, {"name": "b", "rows": 1}]));
    assert_numbers(&audit(&folder, "all.csv"), &[("leaks", 0)]);
}

/// An ambiguous puzzle has no solution of its own, so only its puzzle and the solution in the file can leak.
#[test]
fn leaks_of_ambiguous_puzzles() {
    let folder = Folder::new()
        .with("train.csv", format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n{AMBIGUOUS},\n"))
        .with("test.csv", format!("puzzle,solution\n{},{SOLUTION}\n{},\n", OTHER, equivalent(AMBIGUOUS, 5)))
        .with("dev.csv", format!("puzzle,solution\n{AMBIGUOUS},{SOLUTION}\n"));
    let report = audit(&folder, "train.csv test.csv dev.csv");
    assert_numbers(&report, &[("puzzle_leaks", 2), ("solution_leaks", 1), ("leaks", 2), ("wrong_solutions", 1)]);
}

/// The numbers do not depend on the form of the file, on the memory, or on the number of threads.
#[test]
fn every_form_gives_the_same_numbers() {
    let folder = Folder::new().with("pack.csv", &*EASY_PACK);
    let mut expected = audit(&folder, "pack.csv --ratings 50");
    assert_numbers(
        &expected,
        &[("rows", 200), ("proper", 200), ("minimal", 0), ("duplicates", 0), ("with_solution", 200)],
    );
    let sample = &expected["ratings"];
    assert_eq!((&sample["levels"][0]["level"], &sample["levels"][0]["rated"]), (&"easy".into(), &50.into()));
    assert!(sample["levels"][0]["interval"][0].as_f64().unwrap() < 0.95);
    expected["files"] = Value::Null;
    for form in ["jsonl", "parquet"] {
        folder.run(&format!("convert --quiet pack.csv --out pack.{form}"));
    }
    let list =
        rows(&EASY_PACK).iter().map(|row| format!("{},{}", &row["puzzle"], &row["solution"])).collect::<Vec<_>>();
    let folder = folder.with("pack.txt", lines(list));
    for form in ["jsonl", "parquet", "txt"] {
        let mut report = audit(&folder, &format!("pack.{form} --ratings 50 --memory 1kB --threads 3"));
        report["files"] = Value::Null;
        assert_eq!(report, expected, "{form}");
    }
}

/// Returns rows of 81 values as an array of NumPy.
fn npy(rows: &[&str], offset: u8) -> Vec<u8> {
    let header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({}, 81), }}\n", rows.len());
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    let values = rows.concat().replace('.', "0").bytes().map(|byte| byte - b'0' + offset).collect::<Vec<_>>();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), &values].concat()
}

#[test]
fn arrays_of_numpy_and_folders_of_tokens() {
    let folder = Folder::new().with("a.npy", npy(&[PUZZLE, OTHER, PUZZLE], 0));
    assert_numbers(&audit(&folder, "a.npy"), &[("rows", 3), ("proper", 3), ("duplicates", 1), ("with_solution", 0)]);
    for split in ["train", "test"] {
        std::fs::create_dir_all(folder.path("data").join(split)).unwrap();
        folder.write(&format!("data/{split}/all__inputs.npy"), npy(&[PUZZLE, PUZZLE], 1));
        folder.write(&format!("data/{split}/all__labels.npy"), npy(&[SOLUTION, &wrong()], 1));
        folder.write(&format!("data/{split}/all__puzzle_identifiers.npy"), npy(&[PUZZLE], 0));
    }
    let expected = [("rows", 4), ("with_solution", 4), ("wrong_solutions", 2), ("duplicates", 3), ("leaks", 2)];
    assert_numbers(&audit(&folder, "data"), &expected);
    // An array in a folder is read, and a value that is no digit affects only its row.
    std::fs::create_dir(folder.path("arrays")).unwrap();
    let mut values = npy(&[PUZZLE, PUZZLE, PUZZLE], 0);
    let second = values.len() - 2 * 81;
    values[second] = 10;
    folder.write("arrays/b.npy", values);
    let output = folder.run("audit --quiet --json arrays");
    assert!(output.message().starts_with("arrays/b.npy:3: found 10 at row 1, cell 1"), "{}", output.stderr);
    let report = serde_json::from_str(&output.stdout).unwrap();
    assert_numbers(&report, &[("rows", 3), ("unreadable", 1), ("duplicates", 1)]);
}

/// Kaggle and notebooks have the solutions in another array. Its grids are no puzzles.
#[test]
fn arrays_of_solutions_are_paired_with_their_puzzles() {
    for (puzzles, solutions) in [
        ("sudoku_quizzes", "sudoku_solutions"),
        ("train/puzzles", "train/solutions"),
        ("train_inputs", "train_labels"),
        ("X_train", "y_train"),
        ("any", "other"), // by their grids
    ] {
        let folder = Folder::new();
        std::fs::create_dir_all(folder.path("data/train")).unwrap();
        folder.write(&format!("data/{puzzles}.npy"), npy(&[PUZZLE, OTHER, PUZZLE], 0));
        folder.write(&format!("data/{solutions}.npy"), npy(&[SOLUTION, &solution_of(OTHER), &wrong()], 0));
        let expected =
            [("rows", 3), ("proper", 3), ("with_solution", 3), ("wrong_solutions", 1), ("leaks", 0), ("left_out", 0)];
        assert_numbers(&audit(&folder, "data"), &expected);
        assert_numbers(&audit(&folder, &format!("data/{solutions}.npy data/{puzzles}.npy")), &expected);
    }
}

#[test]
fn arrays_of_solutions_without_their_puzzles_are_left_out() {
    let two = || npy(&[PUZZLE, OTHER], 0);
    for (name, array, reason) in [
        ("solutions.npy", npy(&[SOLUTION], 0), "found 1 row, expected the solutions of data/puzzles.npy with 2 rows"),
        ("solutions.npy", two(), "found grids with empty cells, expected the solutions of data/puzzles.npy"),
        (
            "grids.npy",
            npy(&[SOLUTION, SOLUTION, SOLUTION], 0),
            "found complete grids, expected an array in its folder with 3 puzzles that they solve",
        ),
        (
            "grids.npy",
            npy(&[&wrong(), &wrong()], 0),
            "found complete grids, expected an array in its folder with 2 puzzles that they solve",
        ),
    ] {
        let folder = Folder::new();
        std::fs::create_dir(folder.path("data")).unwrap();
        folder.write("data/puzzles.npy", two());
        folder.write(&format!("data/{name}"), array);
        let output = folder.run("audit --quiet --json data");
        assert_eq!((output.message(), output.status), (&*format!("data/{name}: {reason}; left out"), 1));
        let expected = [("rows", 2), ("proper", 2), ("left_out", 1), ("leaks", 0)];
        assert_numbers(&serde_json::from_str(&output.stdout).unwrap(), &expected);
    }
    // A data set of complete grids has no puzzles elsewhere.
    let folder = Folder::new().with("grids.npy", npy(&[SOLUTION, &wrong()], 0));
    let output = folder.run("audit --quiet --json grids.npy");
    let expected = [("rows", 2), ("proper", 2), ("left_out", 0)];
    assert_numbers(&serde_json::from_str(&output.stdout).unwrap(), &expected);
    let message =
        "grids.npy: found only complete grids; solutions are compared if they are in the rows of their puzzles";
    assert_eq!((output.message(), output.status), (message, 0));
}

/// The numbers of leaks say which rows to remove: those of the later split. They do not depend on the order of the files.
#[test]
fn leaks_are_counted_for_each_pair_of_splits_whatever_the_order_of_the_files() {
    let copies: Vec<String> = (0..100).map(|number| equivalent(PUZZLE, number)).collect();
    let folder = Folder::new()
        .with("train.txt", lines(&copies))
        .with("val.txt", lines([OTHER]))
        .with("test.txt", lines([PUZZLE, OTHER, UNSOLVABLE]));
    let pair = |split: &str, earlier: &str, rows: u64| serde_json::json!({"split": split, "earlier": earlier, "rows": rows, "leaks": 1, "puzzle_leaks": 1, "solution_leaks": 1});
    let between = Value::from(vec![pair("test", "train", 3), pair("test", "validation", 3)]);
    for files in ["train.txt val.txt test.txt", "test.txt val.txt train.txt", "val.txt test.txt train.txt"] {
        let report = audit(&folder, files);
        assert_numbers(&report, &[("leaks", 2), ("puzzle_leaks", 2), ("solution_leaks", 2)]);
        assert_eq!(report["leaks_between"], between, "{files}");
        assert_eq!(report["splits"][0]["name"], "train", "{files}");
        let text = folder.run(&format!("audit --quiet {files}")).fine();
        let expected = "\nleaks         2 rows\n              \
            test rows that train has: 1 of 3 (33.3 %); by puzzle 1, by solution grid 1\n              \
            test rows that validation has: 1 of 3 (33.3 %); by puzzle 1, by solution grid 1\n";
        assert!(text.contains(expected), "{text}");
    }
    folder.run("audit --quiet test.txt train.txt --out audit.html").fine();
    assert!(folder.read("audit.html").contains("Rows of a split that an earlier one has"));
}

/// JSON and Parquet can have lists of 81 numbers instead of texts.
#[test]
fn lists_of_numbers_are_grids() {
    let list = |grid: &str| grid.bytes().map(|cell| if cell == b'.' { 0 } else { cell - b'0' }).collect::<Vec<u8>>();
    let row = |puzzle, solution| serde_json::json!({"puzzle": list(puzzle), "solution": list(solution)}).to_string();
    let folder = Folder::new().with("in.jsonl", lines([row(PUZZLE, SOLUTION), row(PUZZLE, &wrong())]));
    let expected = [("rows", 2), ("with_solution", 2), ("wrong_solutions", 1), ("duplicates", 1)];
    assert_numbers(&audit(&folder, "in.jsonl"), &expected);
}

/// Files that cannot be audited are reported, because their rows could be leaks.
#[test]
fn files_that_are_left_out_are_reported() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("data")).unwrap();
    folder.write("data/train.csv", format!("puzzle\n{PUZZLE}\n"));
    for (name, reason) in [
        ("test.arrow", "an Arrow file is not read; write it as Parquet, such as with `Dataset.to_parquet`"),
        ("test.npz", "an archive of NumPy is not read; write its arrays with `numpy.save`"),
        ("test.csv.xz", "a compressed file is not read; unpack it, or compress it with gzip or Zstandard"),
        ("all.tar.gz", "a compressed file of another kind is not read; unpack it"),
        ("test.json", "found no grid at its start"),
    ] {
        folder.write(&format!("data/{name}"), "{}");
        let output = folder.run("audit --quiet --json data");
        let expected = format!("data/{name}: {reason}");
        assert_eq!((output.message(), output.status), (expected.as_str(), 1));
        assert_numbers(&serde_json::from_str(&output.stdout).unwrap(), &[("rows", 1), ("left_out", 1)]);
        std::fs::remove_file(folder.path(&format!("data/{name}"))).unwrap();
    }
}

/// Their rows would be missing without a message. Other files of JSON describe a data set.
#[test]
fn json_and_compressed_files_in_folders_are_read() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("data")).unwrap();
    folder.write("data/train.json", format!("[{{\"puzzle\":\"{PUZZLE}\"}},{{\"puzzle\":\"{OTHER}\"}}]"));
    folder.write("data/dataset_info.json", "{\"features\": {\"puzzle\": {\"dtype\": \"string\"}}}");
    folder.write("data/test.csv.gz", gzip(format!("puzzle\n{PUZZLE}\n").as_bytes()));
    let expected = [("rows", 3), ("leaks", 1), ("copies", 0), ("left_out", 0)];
    assert_numbers(&audit(&folder, "data"), &expected);
    folder.write("data/test.csv", format!("puzzle\n{PUZZLE}\n"));
    assert_numbers(&audit(&folder, "data"), &[("rows", 3), ("leaks", 1), ("copies", 1), ("left_out", 0)]);
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_folder_without_rows_is_refused() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("data")).unwrap();
    let output = folder.run("audit --quiet data");
    assert_eq!(
        (output.message(), output.status),
        (
            "error: data: found no file with rows, expected one of .csv .tsv .jsonl .ndjson .sdm .txt .parquet .json .npy",
            1
        )
    );
}

/// A snapshot in the cache of Hugging Face has links to files outside of it.
#[cfg(unix)]
#[test]
fn links_to_files_are_followed() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("blobs")).unwrap();
    std::fs::create_dir_all(folder.path("snapshots/main")).unwrap();
    folder.write("blobs/0123", format!("puzzle\n{PUZZLE}\n"));
    std::os::unix::fs::symlink("../../blobs/0123", folder.path("snapshots/main/train.csv")).unwrap();
    assert_numbers(&audit(&folder, "snapshots/main"), &[("rows", 1), ("left_out", 0)]);
}

/// Other links lead to files of the reader, which a data set of someone else must not name.
#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_left_out() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new().with("secret.csv", format!("puzzle\n{SOLUTION}\n"));
    for name in ["data/sub", "snapshots/main", "blobs", "private"] {
        std::fs::create_dir_all(folder.path(name)).unwrap();
    }
    folder.write("private/secret.csv", format!("puzzle\n{SOLUTION}\n"));
    folder.write("private/a__labels.npy", "");
    for place in ["data", "snapshots/main"] {
        folder.write(&format!("{place}/own.csv"), format!("puzzle\n{PUZZLE}\n"));
        folder.write(&format!("{place}/a__inputs.npy"), "");
        symlink("own.csv", folder.path(place).join("inside.csv")).unwrap();
        let up = if place == "data" { "..".to_string() } else { "../..".to_string() };
        let links = [
            ("train.csv", format!("{up}/secret.csv")),
            ("a.parquet", format!("{up}/secret.csv")),
            ("a.npy", format!("{up}/secret.csv")),
            ("folder", format!("{up}/private")),
            ("a__labels.npy", format!("{up}/private/a__labels.npy")),
            ("gone.csv", format!("{up}/gone.csv")),
            ("loop.csv", "loop.csv".into()),
        ];
        for (name, target) in &links {
            symlink(target, folder.path(place).join(name)).unwrap();
        }
        let output = folder.run(&format!("audit {place}"));
        for (name, _) in links.iter().filter(|(name, _)| *name != "a__labels.npy") {
            assert!(output.stderr.contains(&format!("{place}/{name}: ")), "{name}: {}", output.stderr);
        }
        assert!(output.stderr.contains(&format!("{place}/a__inputs.npy: leads to")), "{}", output.stderr);
        assert_eq!(output.status, 1, "{}", output.stderr);
        let report = folder.run(&format!("audit --quiet --json {place}")).stdout;
        assert_numbers(&serde_json::from_str(&report).unwrap(), &[("rows", 2)]);
    }
    // The contents of a snapshot lead no further.
    symlink("../secret.csv", folder.path("blobs/0123")).unwrap();
    symlink("../../blobs/0123", folder.path("snapshots/main/test.csv")).unwrap();
    assert!(folder.run("audit snapshots/main").stderr.contains("snapshots/main/test.csv: leads to"));
}

/// `minirow dataset` writes the rows as CSV and as Parquet.
#[test]
fn copies_in_another_format_are_not_duplicates() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("data/csv")).unwrap();
    folder.write("data/csv/train.csv", format!("puzzle\n{PUZZLE}\n"));
    folder.write("data/train.jsonl", format!("{{\"puzzle\":\"{PUZZLE}\"}}\n"));
    assert_numbers(&audit(&folder, "data"), &[("rows", 1), ("duplicates", 0), ("copies", 1)]);
}

/// Files of different splits are no copies, even if they have the same name: this would hide leaks.
#[test]
fn only_files_with_the_same_rows_are_copies() {
    let json = |puzzle| format!("{{\"puzzle\":\"{puzzle}\"}}\n");
    let folder = Folder::new();
    for name in ["splits/train", "splits/test", "names/a", "names/b"] {
        std::fs::create_dir_all(folder.path(name)).unwrap();
    }
    folder.write("splits/train/data.csv", format!("puzzle\n{PUZZLE}\n"));
    folder.write("splits/test/data.jsonl", json(PUZZLE));
    assert_numbers(&audit(&folder, "splits"), &[("rows", 2), ("copies", 0), ("leaks", 1)]);
    folder.write("names/a/train.csv", format!("puzzle\n{PUZZLE}\n"));
    folder.write("names/b/train.jsonl", json(OTHER) + &json(PUZZLE));
    let output = folder.run("audit --quiet --json names");
    let expected =
        "names/b/train.jsonl:1: puzzle is not what names/a/train.csv:2 has; of files with this name, one is audited";
    assert_eq!((output.message(), output.status), (expected, 1));
    assert_numbers(&serde_json::from_str(&output.stdout).unwrap(), &[("rows", 1), ("copies", 0), ("left_out", 1)]);
}

/// `--report` alone is a file that `--force` overwrites, too.
#[test]
fn a_report_is_only_overwritten_on_request() {
    let folder = Folder::new().with("in.csv", format!("puzzle\n{PUZZLE}\n{PUZZLE}\n")).with("report.csv", "mine\n");
    let output = folder.run("audit --quiet in.csv --report report.csv");
    assert_eq!(output.message(), "error: report.csv: exists already; --force overwrites it");
    assert_eq!(folder.read("report.csv"), "mine\n");
    folder.run("audit --quiet in.csv --report report.csv --force").fine();
    assert_eq!(rows(&folder.read("report.csv")).len(), 1);
}

#[test]
fn a_file_of_an_audited_folder_is_not_overwritten() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("data")).unwrap();
    let text = format!("puzzle\n{PUZZLE}\n");
    folder.write("data/train.csv", &text);
    for arguments in ["--out data/new.html --report data/train.csv --force", "--out data/train.txt --force"] {
        folder.write("data/train.txt", PUZZLE);
        let output = folder.run(&format!("audit --quiet data {arguments}"));
        assert!(output.message().contains(" is also an input (data), which would be overwritten"), "{}", output.stderr);
        assert_eq!(
            (output.status, folder.read("data/train.csv"), folder.path("data/new.html").exists()),
            (2, text.clone(), false)
        );
    }
}

/// The shards of a file are no splits, so equal rows of them are no leaks. Those of several files are in the splits of these.
#[test]
fn shards_of_a_file_are_one_split() {
    let text = |puzzles: &[&str]| format!("puzzle\n{}", lines(puzzles));
    let folder = Folder::new();
    std::fs::create_dir(folder.path("data")).unwrap();
    folder.write("data/all-00000-of-00002.csv", text(&[PUZZLE]));
    folder.write("data/all-00001-of-00002.csv", text(&[PUZZLE, OTHER]));
    assert_numbers(&audit(&folder, "data --ratings none"), &[("rows", 3), ("duplicates", 1), ("leaks", 0)]);
    folder.write("data/more-00000-of-00001.csv", text(&[OTHER]));
    let report = audit(&folder, "data --ratings none");
    assert_numbers(&report, &[("rows", 4), ("leaks", 1)]);
    let names: Vec<&str> =
        report["splits"].as_array().unwrap().iter().map(|split| split["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["data/all.csv", "data/more.csv"]);
    assert_numbers(&audit(&folder, "data --ratings none --files-are-splits"), &[("leaks", 2)]);
}

#[test]
fn a_column_of_splits_that_no_row_has_is_an_error_and_rows_without_one_are_counted() {
    let folder =
        Folder::new().with("set.csv", format!("puzzle,fold\n{PUZZLE}, train\n{PUZZLE},train \n{PUZZLE},test\n"));
    assert_numbers(&audit(&folder, "set.csv --split fold"), &[("rows", 3), ("leaks", 1)]);
    folder.write("some.csv", format!("puzzle,split\n{PUZZLE},train\n{PUZZLE},\n"));
    let message = "1 row without a split: not compared with the splits of others";
    assert_eq!(folder.run("audit --quiet some.csv").message(), message);
    let output = folder.run("audit --quiet set.csv --split flod");
    assert_eq!((output.message(), output.status), ("error: set.csv: no row has a value in the column \"flod\"", 1));
}

/// All puzzles are no sample.
#[test]
fn ratings_of_all_puzzles_have_no_interval() {
    let folder = Folder::new().with("set.csv", format!("puzzle\n{PUZZLE}\n{OTHER}\n"));
    let ratings = audit(&folder, "set.csv --ratings all")["ratings"].take();
    assert_eq!((&ratings["rated"], &ratings["er_mean_interval"]), (&2.into(), &Value::Null));
    let level = |level: &Value| level["interval"] == Value::from(vec![level["share"].clone(); 2]);
    assert!(ratings["levels"].as_array().unwrap().iter().all(level), "{ratings}");
}

/// The numbers of a column of ids as splits mean nothing, and their names would not fit into memory.
#[test]
fn a_column_with_too_many_values_is_not_one_of_splits() {
    let text: String = (1..=1001).map(|id| format!("{id},{PUZZLE}\n")).collect();
    let folder = Folder::new().with("ids.csv", format!("id,puzzle\n{text}"));
    let output = folder.run("audit --quiet ids.csv --split id");
    let expected = "error: ids.csv:1002: found split \"1001\" after 1000 others, expected at most 1000 splits";
    assert_eq!((output.message(), output.status), (expected, 1));
    assert_eq!(folder.run("audit --quiet ids.csv --split id --files-are-splits").status, 2);
}

/// All rows of a file would be missing without a column of puzzles. A file without rows may have rows in another form.
#[test]
fn a_file_without_a_column_of_puzzles_is_an_error() {
    let folder = Folder::new()
        .with("train.csv", format!("puzzle\n{PUZZLE}\n"))
        .with("test.csv", format!("text,note\n{PUZZLE},x\n"))
        .with("empty.csv", "");
    let output = folder.run("audit --quiet train.csv test.csv");
    let expected = "error: test.csv:1: found the columns text, note, expected one called puzzle, quizzes, question, sudoku, unsolved, initial_board, board, grid; `--column NAME` reads another";
    assert_eq!((output.message(), output.stdout.as_str(), output.status), (expected, "", 1));
    let output = folder.run("audit --quiet --json train.csv empty.csv");
    assert_numbers(&serde_json::from_str(&output.stdout).unwrap(), &[("rows", 1), ("unreadable", 0), ("left_out", 1)]);
    assert_eq!(output.status, 1);
}

#[test]
fn the_page_has_the_numbers_and_escapes_names() {
    let folder = Folder::new().with("a&b.csv", format!("puzzle\n{PUZZLE}\n{PUZZLE}\n"));
    folder.run("audit --quiet a&b.csv --out audit.html").fine();
    let page = folder.read("audit.html");
    assert!(page.contains("<h1>Audit of a&amp;b.csv</h1>"), "{page}");
    assert!(page.contains("<th scope=\"row\">duplicates</th><td style=\"text-align:left\">1 (50.0 %)</td>"), "{page}");
    assert!(page.contains("<li>a&amp;b.csv:3: is a duplicate of a&amp;b.csv:2</li>"), "{page}");
}

#[test]
fn lines_without_a_grid_are_reported_and_files_without_any_are_an_error() {
    let folder = Folder::new()
        .with("bad.csv", format!("puzzle\n{PUZZLE}\n{}\n{PUZZLE}\n", &PUZZLE[1..]))
        .with("none.csv", "puzzle\nx\n");
    let output = folder.run("audit --quiet --json bad.csv");
    assert_eq!(
        (output.message(), output.status),
        ("bad.csv:3: found 80 cells in a line, expected 81 (or 9 for a row)", 1)
    );
    let report: Value = serde_json::from_str(&output.stdout).unwrap();
    assert_numbers(&report, &[("rows", 3), ("unreadable", 1), ("duplicates", 1)]);
    let strict = folder.run("audit --quiet --strict bad.csv");
    assert_eq!(
        (strict.message(), strict.stdout.as_str(), strict.status),
        ("error: bad.csv:3: found 80 cells in a line, expected 81 (or 9 for a row)", "", 1)
    );
    let cut = Folder::new().with("cut.csv", format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n{PUZZLE}\n"));
    let output = cut.run("audit --quiet --json cut.csv");
    assert_eq!((output.message(), output.status), ("cut.csv:3: found 1 field, expected 2", 1));
    assert_eq!(folder.run("audit --quiet none.csv").status, 1);
    assert_eq!(folder.run("audit missing.csv").status, 2);
    let row = |solution: &str| format!("{PUZZLE},{solution}");
    let list = [SOLUTION, &wrong(), &SOLUTION.replace('5', "0")].map(row);
    let expected = [("rows", 3), ("with_solution", 3), ("wrong_solutions", 2), ("unreadable", 0)];
    let folder = folder.with("list.txt", lines(list)).with("short.txt", lines([SOLUTION, &SOLUTION[1..]].map(row)));
    assert_numbers(&audit(&folder, "list.txt"), &expected);
    // Its other digit may be in the field of the puzzle.
    let message = "short.txt:2: found 80 cells in a line, expected 81 (or 9 for a row)";
    assert_eq!(folder.run("audit --quiet short.txt").message(), message);
    let folder = cut;
    let output = folder.run("audit bad.csv --out report.pdf");
    assert_eq!(output.message(), "error: report.pdf: found the ending .pdf, expected .txt, .json, .html or .htm");
}
