//! `benchmark`: the set, the scores of predictions, and baselines.

use std::sync::LazyLock;

use crate::common::{Folder, PUZZLE, SOLUTION, lines, rows, run};
use serde_json::{Value, json};

/// The puzzles of the set with their solutions.
static SET: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let set = rows(&run("benchmark write --quiet").fine());
    set.iter().map(|row| (row["puzzle"].to_string(), row["solution"].to_string())).collect()
});

/// Returns a file of predictions.
fn csv<'a>(predictions: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let rows = predictions.into_iter().map(|(puzzle, prediction)| format!("{puzzle},{prediction}"));
    format!("puzzle,prediction\n{}", lines(rows))
}

fn score(folder: &Folder, arguments: &str) -> Value {
    let output = folder.run(&format!("benchmark score --quiet --format json {arguments}"));
    assert_eq!(output.status, 0, "{}", output.stderr);
    serde_json::from_str(&output.stdout).unwrap()
}

#[track_caller]
fn assert_error(folder: &Folder, arguments: &str, expected: &str, status: i32) {
    let output = folder.run(&format!("benchmark {arguments}"));
    assert_eq!((output.stderr.as_str(), output.status), (&*format!("error: {expected}\n"), status), "{arguments}");
    assert_eq!(output.stdout, "", "{arguments}");
}

#[test]
fn the_set_in_all_formats() {
    let folder = Folder::new();
    for ending in ["csv", "jsonl", "parquet"] {
        let output = folder.run(&format!("benchmark write --out set.{ending}"));
        assert_eq!(output.stderr, format!("wrote 1200 puzzles to set.{ending} (minirow-benchmark 2)\n"));
        let checked = folder.run(&format!("check --quiet --dataset set.{ending} --ratings 5")).fine();
        assert!(checked.contains("1,200"), "{checked}");
    }
    let first = folder.run("benchmark write --format jsonl").fine();
    let first: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    assert_eq!((&first["er"], &first["te"], &first["band"]), (&json!(1.2), &json!(0), &json!("1.0-1.2")));
    assert_error(&folder, "write --format parquet", "parquet needs a file: --out FILE", 2);
    assert_error(
        &folder,
        "write --out set.xlsx",
        "set.xlsx: found the ending .xlsx, expected .csv, .jsonl, .ndjson or .parquet",
        2,
    );
}

/// A split of the set with the defaults has all rows in the test set.
#[test]
fn split_puts_the_whole_set_into_test() {
    let folder = Folder::new();
    folder.run("benchmark write --quiet --out set.csv").fine();
    assert_eq!(folder.run("split set.csv").status, 0);
    for (split, expected) in [("train", 0), ("validation", 0), ("test", 1200)] {
        assert_eq!(rows(&folder.read(&format!("{split}.csv"))).len(), expected, "{split}");
    }
}

#[test]
fn every_kind_of_prediction_is_counted() {
    let set = &*SET;
    let solved = &set[1199].1;
    let other = if solved.starts_with('1') { "2" } else { "1" };
    // A digit that the row has elsewhere.
    let changed = format!("{other}{}", &solved[1..]);
    let left = format!("{}.", &set[2].1[..80]);
    let predictions = csv([
        (set[0].0.as_str(), set[0].1.as_str()),
        (&set[1].0, "I do not know"),
        (&set[2].0, &left),
        (&set[1199].0, &changed),
        (&set[0].0, "a later prediction does not count"),
        (PUZZLE, SOLUTION),
        (&set[3].0, ""),
    ]);
    let folder = Folder::new().with("predictions.csv", predictions);
    let report = score(&folder, "predictions.csv");
    for (name, expected) in [("malformed", 1), ("missing", 1196), ("incomplete", 1), ("repeated", 1), ("unknown", 1)] {
        assert_eq!(report[name], expected, "{name} in {report}");
    }
    assert_eq!((&report["all"]["solved"], &report["all"]["puzzles"]), (&json!(1), &json!(1200)));
    let rows: u64 = report["first_wrong"]["rows"].as_array().unwrap().iter().map(|row| row.as_u64().unwrap()).sum();
    assert_eq!((rows, &report["first_wrong"]["predictions"]), (2, &json!(2)));
    assert_eq!(report["illegal"], 1);

    let output = folder.run("benchmark score predictions.csv --report puzzles.csv");
    let message = "ignored 1 row whose puzzle is not in minirow-benchmark 2 (first: predictions.csv:7)\n";
    assert_eq!(output.stderr, message);
    assert!(output.stdout.contains("\nread           3 grids, 1 malformed, 1,196 missing\n"), "{}", output.stdout);
    let puzzles = self::rows(&folder.read("puzzles.csv"));
    let outcomes: Vec<&str> = [0, 1, 2, 3, 1199].map(|number| &puzzles[number]["outcome"]).to_vec();
    assert_eq!(outcomes, ["solved", "malformed", "wrong", "missing", "wrong"]);
    assert_eq!((&puzzles[1199]["first_wrong"], &puzzles[2]["first_wrong"]), ("1", "81"));
}

/// Each file needs the column and a puzzle of the set, and is named.
#[test]
fn a_file_that_does_not_fit_is_an_error_beside_others() {
    let (puzzle, solution) = &SET[0];
    let folder = Folder::new()
        .with("good.csv", format!("puzzle,prediction\n{puzzle},{solution}\n"))
        .with("column.csv", format!("puzzle,guess\n{},{solution}\n", SET[1].0))
        .with("other.csv", format!("puzzle,prediction\n{PUZZLE},{SOLUTION}\n"));
    for (file, reason) in [
        (
            "column.csv",
            "found no column \"prediction\", expected a column of puzzles and one of predictions (--column)",
        ),
        ("other.csv", "no row has a puzzle of minirow-benchmark 2"),
    ] {
        let output = folder.run(&format!("benchmark score good.csv {file}"));
        assert_eq!((output.message(), output.status), (&*format!("error: {file}: {reason}"), 1));
        assert_eq!(output.stdout, "");
    }
}

/// The numbers do not depend on the form of the file.
#[test]
fn predictions_in_every_form() {
    let half: Vec<_> = SET.iter().step_by(2).collect();
    let csv = csv(half.iter().map(|(puzzle, solution)| (puzzle.as_str(), solution.as_str())));
    let json_lines =
        lines(half.iter().map(|(question, answer)| json!({"question": question, "output": answer}).to_string()));
    let list = |answer: &str| answer.bytes().map(|digit| digit - b'0').collect::<Vec<u8>>();
    let lists = half.iter().map(|(puzzle, answer)| json!({"puzzle": puzzle, "prediction": list(answer)}).to_string());
    let folder = Folder::new().with("a.csv", &csv).with("a.jsonl", json_lines).with("lists.jsonl", lines(lists));
    folder.run("convert --quiet a.csv --out a.parquet").fine();
    let mut expected = score(&folder, "a.csv");
    assert_eq!((&expected["all"]["solved"], &expected["bands"][11]["solved"]), (&json!(600), &json!(50)));
    expected["sources"] = Value::Null;
    for arguments in ["a.jsonl --column output", "lists.jsonl", "a.parquet", "a.csv a.csv"] {
        let mut found = score(&folder, arguments);
        found["sources"] = Value::Null;
        found["repeated"] = json!(0);
        assert_eq!(found, expected, "{arguments}");
    }
    folder.run("benchmark write --quiet --out set.csv").fine();
    assert_eq!(score(&folder, "set.csv --column solution")["all"]["solved"], 1200);
}

/// A column of predictions may have a name that other commands read as solutions.
#[test]
fn predictions_in_a_column_of_solutions() {
    let (puzzle, solution) = &SET[0];
    let folder = Folder::new()
        .with("answer.csv", format!("puzzle,answer\n{puzzle},{solution}\n"))
        .with("both.csv", format!("puzzle,solution,answer\n{puzzle},{solution},{puzzle}\n"))
        .with("answer.jsonl", format!("{{\"puzzle\":\"{puzzle}\",\"answer\":\"{solution}\"}}\n"))
        .with("none.jsonl", format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{solution}\"}}\n"));
    for (file, solved) in [("answer.csv", 1), ("both.csv", 0), ("answer.jsonl", 1)] {
        let report = score(&folder, &format!("{file} --column answer"));
        assert_eq!((&report["all"]["solved"], &report["missing"]), (&json!(solved), &json!(1199)), "{file}");
    }
    let expected =
        "none.jsonl: found no column \"answer\", expected a column of puzzles and one of predictions (--column)";
    assert_error(&folder, "score none.jsonl --column answer", expected, 1);
}

/// A model that predicts nothing scores 0.
#[test]
fn a_column_without_any_prediction() {
    let folder = Folder::new().with("empty.csv", csv([(SET[0].0.as_str(), "")]));
    let report = score(&folder, "empty.csv");
    assert_eq!((&report["all"]["solved"], &report["missing"]), (&json!(0), &json!(1200)));
}

#[test]
fn baselines_solve_what_their_techniques_solve() {
    let folder = Folder::new();
    let baselines: Value =
        serde_json::from_str(&folder.run("benchmark baselines --quiet --format json").fine()).unwrap();
    let solved: Vec<u64> =
        baselines.as_array().unwrap().iter().map(|of| of["all"]["solved"].as_u64().unwrap()).collect();
    let set = rows(&folder.run("benchmark write").fine());
    let up_to = |er: f64| set.iter().filter(|row| row.number("er") <= er).count() as u64;
    let singles = set.iter().filter(|row| &row["te"] == "0").count() as u64;
    assert_eq!(solved, [0, singles, up_to(1.5), up_to(2.5), up_to(4.0), up_to(6.2), up_to(7.9), 1200]);
    assert_eq!(baselines[0]["all"]["cells_right"], 0);
    assert_eq!(score(&folder, "--baseline hard"), baselines[4]);
}

#[test]
fn the_page_has_the_numbers_and_escapes_names() {
    let folder = Folder::new().with("a&b.csv", csv([(SET[0].0.as_str(), SET[0].1.as_str())]));
    folder.run("benchmark score --quiet a&b.csv --out score.html").fine();
    let page = folder.read("score.html");
    assert!(page.contains("<h1>minirow-benchmark 2: a&amp;b.csv</h1>"), "{page}");
    assert!(page.contains("<th scope=\"row\">1.0-1.2</th><td>100</td><td>1</td><td>1.0 %</td>"), "{page}");
    let output = folder.run("benchmark score --quiet a&b.csv --out score.html");
    assert_eq!(output.status, 2, "{}", output.stderr);
    folder.run("benchmark baselines --quiet --out baselines.html").fine();
    assert!(folder.read("baselines.html").contains("<th scope=\"col\">diabolical</th>"));
}

#[test]
fn files_that_are_no_predictions_are_errors() {
    let row = |puzzle: &str| csv([(puzzle, SOLUTION)]);
    let folder = Folder::new()
        .with("short.csv", row(&SET[0].0[1..]))
        .with("other.csv", row(PUZZLE))
        .with("column.csv", format!("puzzle,output\n{},{}\n", SET[0].0, SET[0].1))
        .with("header.csv", "puzzle,prediction\n")
        .with("empty.csv", "");
    std::fs::create_dir(folder.path("folder")).unwrap();
    let no_puzzle = "no row has a puzzle of minirow-benchmark 2";
    assert_error(&folder, "score other.csv", &format!("other.csv: {no_puzzle}"), 1);
    let column =
        "column.csv: found no column \"prediction\", expected a column of puzzles and one of predictions (--column)";
    assert_error(&folder, "score column.csv", column, 1);
    assert_error(&folder, "score folder", "folder: is a folder, expected a file", 2);
    for (file, expected) in [("short.csv", "short.csv:2: "), ("empty.csv", "empty.csv:"), ("header.csv", "header.csv:")]
    {
        let output = folder.run(&format!("benchmark score {file}"));
        assert!(output.stderr.starts_with(&format!("error: {expected}")), "{}", output.stderr);
        assert_eq!((output.status, output.stdout.as_str()), (1, ""), "{file}");
    }
    for (arguments, expected) in [
        ("score missing.csv", "error: missing.csv: cannot be read: "),
        ("score column.csv --column output --out folder", "error: folder: "),
        ("score column.csv --column output --out score.pdf", "error: score.pdf: found the ending .pdf, expected "),
        ("score column.csv --column output --out column.csv", "error: column.csv: "),
        (
            "score column.csv --baseline clues",
            "error: the argument '[FILE]...' cannot be used with '--baseline <NAME>'",
        ),
        ("write --out folder", "error: folder: "),
    ] {
        let output = folder.run(&format!("benchmark {arguments}"));
        assert!(output.stderr.starts_with(expected), "{arguments}: {}", output.stderr);
        assert_eq!(output.status, 2, "{arguments}");
    }
    assert_eq!(folder.names().len(), 6, "nothing was written");
}

/// `| head -1` closes the pipe.
#[test]
fn a_reader_may_stop_early() {
    use std::io::{BufRead, BufReader};
    for arguments in ["benchmark write", "benchmark baselines --quiet"] {
        let folder = Folder::new();
        let mut running = folder.start(arguments);
        let mut line = String::new();
        BufReader::new(running.stdout()).read_line(&mut line).unwrap();
        assert!(line.starts_with("id,puzzle,") || line.starts_with("ER "), "{line}");
        let output = running.end();
        assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{arguments}");
    }
}
