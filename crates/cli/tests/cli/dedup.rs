//! `dedup`: the first row of each class is kept, and dropped rows are reported with the reason.

use crate::common::{AMBIGUOUS, EASY_PACK, Folder, PUZZLE, SOLUTION, assert_message, lines, rows};
use minirow_core::{Grid, Symmetry};

pub(crate) const OTHER: &str = ".14.6...9.....1...8..3...4.6...9.........8..5.8....2...216.5.....9...7...5.1....4";

fn equivalent(grid: &str, number: u64) -> String {
    Symmetry::nth(number).grid(&grid.parse().unwrap()).to_string()
}

/// The puzzle with one more digit of its solution.
fn with_clue(cell: usize) -> String {
    assert_eq!(&PUZZLE[cell..=cell], ".");
    format!("{}{}{}", &PUZZLE[..cell], &SOLUTION[cell..=cell], &PUZZLE[cell + 1..])
}

/// Equivalent puzzles are duplicates. Puzzles with the same solution are not, except with `--by solution`.
#[test]
fn rules_for_duplicates() {
    let zeros = PUZZLE.replace('.', "0");
    let puzzles =
        [PUZZLE, OTHER, &zeros, &equivalent(PUZZLE, 123_456_789_012), &with_clue(2), &equivalent(&with_clue(2), 999)];
    let folder = Folder::new().with("in", lines(puzzles));
    for (by, kept, dropped) in
        [("text", [0, 1, 3, 4, 5].as_slice(), 1), ("puzzle", &[0, 1, 4], 3), ("solution", &[0, 1], 4)]
    {
        let output = folder.run(&format!("dedup in --by {by}"));
        assert_eq!(output.stdout, lines(kept.iter().map(|&number| puzzles[number])), "{by}");
        assert_eq!(output.stderr.lines().count(), dropped + 1, "{by}");
        let summary = format!("kept {} rows, dropped {dropped}", kept.len());
        assert_eq!((output.stderr.lines().last().unwrap(), output.status), (summary.as_str(), 0), "{by}");
    }
}

/// The reported transformation maps the first row to its duplicate.
#[test]
fn dropped_rows_are_reported_with_place_and_transformation() {
    let puzzles = [
        PUZZLE.to_string(),
        equivalent(PUZZLE, 1),
        equivalent(OTHER, 7),
        equivalent(PUZZLE, 1_218_998_108_159),
        PUZZLE.into(),
        OTHER.into(),
    ];
    let folder = Folder::new().with("a", lines(&puzzles[..3])).with("b", lines(&puzzles[3..]));
    let output = folder.run("dedup a b --report report.csv");
    assert_eq!(output.stdout, lines([&puzzles[0], &puzzles[2]]));
    let message: Vec<&str> = output.stderr.lines().collect();
    assert_message(message[0], "a:2: is equivalent to a:1, by transpose rows:123456789 ...", "equivalent");
    assert_message(message[1], "b:1: is equivalent to a:1, by ...", "equivalent");
    assert_eq!(message[2], "b:2: is a duplicate of a:1");
    assert_message(message[3], "b:3: is equivalent to a:3, by ...", "equivalent");
    assert_eq!(message[4..], ["kept 2 rows, dropped 4"]);
    let report = rows(&folder.read("report.csv"));
    let places: Vec<String> = report
        .iter()
        .map(|row| {
            format!("{}:{} {} {}:{}", &row["file"], &row["line"], &row["why"], &row["first_file"], &row["first_line"])
        })
        .collect();
    assert_eq!(places, ["a:2 twin a:1", "b:1 twin a:1", "b:2 double a:1", "b:3 twin a:3"]);
    for (row, (from, to)) in report.iter().zip([(1, 0), (3, 0), (4, 0), (5, 2)]) {
        let way: Symmetry = row["transformation"].parse().unwrap();
        assert_eq!(way.grid(&puzzles[from].parse().unwrap()).to_string(), puzzles[to]);
    }
    assert_eq!(folder.run("dedup a b --quiet").stderr, "kept 2 rows, dropped 4\n");
}

/// With `--by solution`, the transformation maps one solution to the other.
#[test]
fn the_transformation_of_a_solution() {
    let other = equivalent(&with_clue(3), 55_555_555_555);
    let folder = Folder::new().with("in", lines([PUZZLE, &other, &with_clue(2)]));
    let output = folder.run("dedup in --by solution --report report.csv");
    assert_eq!(output.stdout, lines([PUZZLE]));
    let message: Vec<&str> = output.stderr.lines().collect();
    assert_message(message[0], "in:2: has a solution grid equivalent to that of in:1, by ...", "equivalent");
    assert_eq!(message[1], "in:3: has the solution of in:1");
    let way: Symmetry = rows(&folder.read("report.csv"))[0]["transformation"].parse().unwrap();
    let solution: Grid = equivalent(SOLUTION, 55_555_555_555).parse().unwrap();
    assert_eq!(way.grid(&solution).to_string(), SOLUTION);
}

/// Rows of other files are dropped, too. Duplicates within those files are not reported.
#[test]
fn against_other_files() {
    let known = lines([equivalent(PUZZLE, 99), PUZZLE.into()]);
    let folder = Folder::new().with("known", known).with("in", lines([OTHER, PUZZLE, OTHER]));
    let output = folder.run("dedup in --against known --out out");
    assert_eq!(folder.read("out"), lines([OTHER]));
    let message: Vec<&str> = output.stderr.lines().collect();
    assert_message(message[0], "in:2: is equivalent to known:1, by ...", "against");
    let summary = "kept 1 row, dropped 2; compared with 1 file of --against";
    assert_eq!(message[1..], ["in:3: is a duplicate of in:1", summary]);
}

/// Every column of CSV is kept, without empty fields behind them, and so is the text after a grid in a list or an object.
#[test]
fn rows_keep_their_text() {
    let csv = format!("\u{feff}name;puzzle;rating\r\n\"a;b\";{PUZZLE};7\r\n# remark\r\nlast;{OTHER};;");
    let folder = Folder::new().with("in.csv", csv);
    let expected = format!("name;puzzle;rating\r\n\"a;b\";{PUZZLE};7\r\nlast;{OTHER};\n");
    assert_eq!(folder.run("dedup in.csv --quiet").stdout, expected);

    // Data frames have a column without a name, which is an index.
    let indexed = format!("\tpuzzle\tid\n0\t{PUZZLE}\ta\n1\t{OTHER}\tb\n2\t{PUZZLE}\tc\n");
    let folder = Folder::new().with("in.tsv", &indexed);
    assert_eq!(folder.run("dedup in.tsv --quiet").stdout, lines(indexed.lines().take(3)));

    let list = format!("# of 2024\n{PUZZLE} 7.2 # Ann\n{} again\n{OTHER},2.0\n", equivalent(PUZZLE, 5));
    let folder = Folder::new().with("in.txt", list);
    assert_eq!(folder.run("dedup in.txt --quiet").stdout, format!("{PUZZLE} 7.2 # Ann\n{OTHER},2.0\n"));

    let objects = format!("{{\"puzzle\": \"{PUZZLE}\", \"tags\": [1, 2]}}\n{{\"puzzle\": \"{OTHER}\"}}\n");
    let folder = Folder::new().with("in.jsonl", &objects);
    assert_eq!(folder.run("dedup in.jsonl --quiet").stdout, objects);
    assert_eq!(Folder::new().run_with("dedup --quiet", &objects).stdout, objects);
}

/// Rows of files with different columns are converted, and lost fields are reported.
#[test]
fn rows_with_different_columns_are_converted() {
    let folder = Folder::new()
        .with("a.csv", format!("puzzle,author\n{PUZZLE},Ann\n"))
        .with("b.csv", format!("id,puzzle\n7,{OTHER}\n"))
        .with("c.txt", format!("{}\n", with_clue(2)));
    let all = folder.run("dedup a.csv b.csv c.txt --quiet").stdout;
    let expected = format!("id,puzzle,clues,author\n,{PUZZLE},30,Ann\n7,{OTHER},23,\n,{},31,\n", with_clue(2));
    assert_eq!(all, expected);
    let output = folder.run("dedup a.csv --out out.sdm");
    assert_eq!(folder.read("out.sdm"), format!("{}\n", PUZZLE.replace('.', "0")));
    assert_eq!(output.message(), "left out from a.csv:2, as sdm has no place for it: author");
}

/// With almost no memory, everything is sorted on disk with the same result, and no file is left.
#[test]
fn keys_that_exceed_memory_are_sorted_on_disk() {
    let puzzles: Vec<String> = (0..600u64)
        .map(|number| {
            if number % 3 == 0 {
                equivalent(PUZZLE, number)
            } else {
                equivalent(&with_clue(2 + (number % 2) as usize), number * 7)
            }
        })
        .collect();
    let folder = Folder::new().with("in", lines(&puzzles));
    let plain = folder.run("dedup in");
    assert_eq!(plain.stdout.lines().count(), 3);
    for threads in ["", " --threads 1"] {
        assert_eq!(folder.run(&format!("dedup in --memory 1kB --temp-dir .{threads}")), plain);
    }
    assert_eq!(folder.names(), ["in"]);
}

/// Lines without a grid are reported and left out.
#[test]
fn bad_rows_do_not_stop_the_rest() {
    let folder = Folder::new().with("in", lines([PUZZLE, &PUZZLE[1..], AMBIGUOUS, OTHER, PUZZLE]));
    let output = folder.run("dedup in");
    assert_eq!(output.stdout, lines([PUZZLE, AMBIGUOUS, OTHER]));
    let message: Vec<&str> = output.stderr.lines().collect();
    assert_message(message[0], "in:2: found 80 cells in a line, ...", "bad");
    assert_eq!(
        message[1..],
        ["in:5: is a duplicate of in:1", "kept 3 rows, dropped 1, left out 1 that cannot be compared"]
    );
    assert_eq!(output.status, 1);
    let output = folder.run("dedup in --by solution --quiet");
    assert_eq!((output.stdout, output.status), (lines([PUZZLE, OTHER]), 1));
    assert_message(output.stderr.lines().nth(1).unwrap(), "in:3: several solutions: ...", "ambiguous");
    let output = folder.run("dedup in --strict --out out");
    assert_message(output.message(), "error: in:2: found 80 cells in a line, ...", "strict");
    assert_eq!((output.status, folder.names()), (1, vec!["in".to_string()]));
}

/// The disk is full while rows are sorted or written.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing() {
    let puzzles: Vec<String> = (0..2_000).map(|number| equivalent(PUZZLE, number * 1_000_003)).collect();
    let folder = Folder::new().with("in", lines(&puzzles));
    let output = folder.run_on_a_small_disk("dedup in --out out --memory 20kB");
    assert_message(output.message(), "error: a temporary file in . cannot be written: ...", "sorting");
    assert_eq!((output.status, folder.names()), (1, vec!["in".to_string()]));
    let output = folder.run_on_a_small_disk("dedup in --by text --out out --quiet");
    assert_message(output.message(), "error: out: cannot be written: ...", "writing");
    assert_eq!((output.status, folder.names()), (1, vec!["in".to_string()]));
}

#[test]
fn wrong_use() {
    let folder = Folder::new().with("in", lines([PUZZLE])).with("out", "");
    for (command, message) in [
        ("dedup in --out out", "error: out: exists already; --force overwrites it"),
        ("dedup in --report out", "error: out: exists already; --force overwrites it"),
        ("dedup in --temp-dir nowhere", "error: nowhere: no such folder, expected one for temporary files"),
        ("dedup nowhere", "error: nowhere: cannot be read: ..."),
        ("dedup in --against nowhere", "error: nowhere: cannot be read: ..."),
        (
            "dedup in --memory none",
            "error: invalid value 'none' for '--memory <SIZE>': expected an amount of memory ...",
        ),
    ] {
        let output = folder.run(command);
        assert_message(output.message(), message, command);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{command}");
    }
}

/// The columns of Parquet keep their types, and the rows are those of CSV.
#[test]
fn parquet_as_input_and_output() {
    let folder = Folder::new().with("pack.csv", &*EASY_PACK);
    folder.run("convert pack.csv --out pack.parquet --quiet").fine();
    let output = folder.run("dedup pack.parquet pack.csv --out once.parquet --quiet");
    assert_eq!((output.stderr.as_str(), output.status), ("kept 200 rows, dropped 200\n", 0));
    folder.run("convert once.parquet --out once.csv --quiet").fine();
    folder.run("convert pack.parquet --out all.csv --quiet").fine();
    assert_eq!(folder.read("once.csv"), folder.read("all.csv"));
    assert_message(
        folder.run("dedup pack.csv --to parquet").message(),
        "error: parquet needs a file: --out FILE",
        "stdout",
    );
    folder.run("split once.parquet --quiet --fractions 50,50 --names a,b");
    folder.run("convert a.parquet --out a.csv --quiet").fine();
    folder.run("convert b.parquet --out b.csv --quiet").fine();
    let mut both: Vec<String> = ["a.csv", "b.csv"].iter().flat_map(|name| rows_of(&folder.read(name))).collect();
    both.sort_unstable();
    let mut all = rows_of(&folder.read("all.csv"));
    all.sort_unstable();
    assert_eq!(both, all);
    let names = ["a", "b", "all", "once"].map(|name| format!("{name}.csv"));
    let more = ["a", "b", "once", "pack"].map(|name| format!("{name}.parquet"));
    let mut expected: Vec<String> = names.into_iter().chain(more).chain(["pack.csv".into()]).collect();
    expected.sort_unstable();
    assert_eq!(folder.names(), expected, "nothing else is left");
}

fn rows_of(csv: &str) -> Vec<String> {
    csv.lines().skip(1).map(String::from).collect()
}

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_no_copy_of_its_input() {
    let folder = Folder::new();
    let mut running = folder.start("dedup - --out out.csv");
    let mut stdin = running.stdin();
    // More than a pipe holds: when all of it is written, most of it is in the copy.
    let grids = lines(vec![PUZZLE; 10_000]);
    std::io::Write::write_all(&mut stdin, grids.as_bytes()).unwrap();
    assert_eq!(folder.names(), [""; 0], "the copy has no name");
    running.kill();
    running.end();
    assert_eq!(folder.names(), [""; 0]);
}

/// A file without a known row is a mistake: rows would be kept that are in it.
#[test]
fn files_of_against_have_rows() {
    let folder =
        Folder::new().with("in", lines([PUZZLE])).with("old", lines([OTHER])).with("empty", "").with("bad", "text\n");
    for bad in ["empty", "bad", "old bad"] {
        let output = folder.run(&format!("dedup in --out out --against {bad}"));
        let name = bad.trim_start_matches("old ");
        let expected = format!("error: {name}: found no row that can be compared, expected known rows");
        assert_eq!(output.stderr.lines().last(), Some(&*expected), "{bad}");
        assert_eq!((output.status, folder.exists("out")), (1, false), "{bad}");
    }
    folder.write("some", lines([&PUZZLE[1..], OTHER]));
    assert_eq!(folder.run("dedup in --against some").status, 1);
}

/// The shell expands a pattern: all files after `--against` are compared with, and none is taken for an input.
#[test]
fn every_file_of_against_is_compared_with() {
    let folder = Folder::new()
        .with("in", lines([PUZZLE, OTHER, SOLUTION]))
        .with("old-1", lines([PUZZLE]))
        .with("old-2", lines([OTHER]));
    for arguments in [
        "in --against old-1 old-2",
        "in --against old-1 --against old-2",
        "--against old-1 old-2 --by puzzle in",
        "--against old-1 old-2 -- in",
        "--against old-1 --against old-2 -- in",
    ] {
        let output = folder.run(&format!("dedup --quiet {arguments}"));
        assert_eq!((output.stdout.as_str(), output.status), (&*lines([SOLUTION]), 0), "{arguments}");
        assert_eq!(output.stderr, "kept 1 row, dropped 2; compared with 2 files of --against\n", "{arguments}");
    }
    let piped = folder.run_with("dedup - --against old-1 old-2 --quiet", folder.read("in"));
    assert_eq!(piped.stdout, lines([SOLUTION]));
    // Which of the files is the input cannot be told.
    for arguments in ["--against old-1 old-2 in", "--against old-1 in", "--against old-1 old-2"] {
        let output = folder.run(&format!("dedup {arguments} --out out"));
        assert!(output.message().ends_with(
            " of --against and no input; write the inputs before --against or after --, and - for standard input"
        ));
        assert_eq!((output.status, folder.exists("out")), (2, false), "{arguments}");
    }
}

/// Intersection and difference are those of the canonical forms.
#[test]
fn rows_of_all_files_and_of_one_file_only() {
    let puzzles: Vec<&str> = EASY_PACK.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
    let moved = |range: std::ops::Range<usize>| {
        lines(range.clone().zip(&puzzles[range]).map(|(number, puzzle)| equivalent(puzzle, 7_654_321 * number as u64)))
    };
    let folder = Folder::new()
        .with("a", lines([&puzzles[..30], &puzzles[..5]].concat()))
        .with("b", moved(10..50))
        .with("c", moved(20..60));
    for (command, expected, dropped) in [
        ("a b --in-both", 10..30, 55),
        ("a b c --in-both", 20..30, 105),
        ("a b --only-in a", 0..10, 25),
        ("b a c --only-in a", 0..10, 25),
        // Another name of the file.
        ("b a c --only-in ./a", 0..10, 25),
    ] {
        let output = folder.run(&format!("dedup {command}"));
        assert_eq!(output.stdout, lines(&puzzles[expected.clone()]), "{command}");
        let summary = format!("kept {} rows, dropped {dropped}\n", expected.len());
        assert_eq!((output.stderr, output.status), (summary, 0), "{command}");
    }
    for (command, message) in [
        ("a --in-both", "error: --in-both needs several files"),
        ("a b --only-in c", "error: --only-in c needs c and other files as inputs"),
        ("a --only-in a", "error: --only-in a needs a and other files as inputs"),
    ] {
        let output = folder.run(&format!("dedup {command}"));
        assert_eq!((output.message(), output.status), (message, 2), "{command}");
    }
}
