//! Invalid input: the message has the place, the found and the expected value; no incomplete file is left.

use crate::common::{
    AMBIGUOUS, CLASH, EMPTY, Folder, PUZZLE, READERS, SOLUTION, UNSOLVABLE, assert_message, header_of, lines, rows, run,
};
use crate::size::stride;

const NO_GRID: &str =
    "found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a puzzle column)";

/// Files without a grid: their contents, and the message after `FILE:`.
#[rustfmt::skip]
const NOTHING_TO_READ: &[(&str, &[u8], &str)] = &[
    ("empty",             b"",                     "1: found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a puzzle column)"),
    ("blank lines",       b"\n\r\n  \n",           "1: found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a puzzle column)"),
    ("only comments",     b"# one\n# two\n",       "1: found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a puzzle column)"),
    ("only a header",     b"id,puzzle\n",          "1: found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a puzzle column)"),
    ("NULs",              b"12\0\0\0",             "1: found binary data (byte 0x00 at position 3), expected text"),
    ("an image",          b"\x89PNG\x1a\0",     "1: found a PNG picture, expected text"),
    ("a photo",           b"\xFF\xD8\xFF\xE0\0\x10JFIF", "1: found a JPEG picture, expected text"),
    ("a document",        b"%PDF-1.4\n",         "1: found a PDF document, expected text"),
    ("a database",        b"SQLite format 3\0",  "1: found an SQLite database, expected text"),
    ("an old workbook",   b"\xD0\xCF\x11\xE0",   "1: found an old Office document (.xls, .doc), expected text"),
    ("an archive",        b"7z\xBC\xAF'\x1C",    "1: found a 7z archive, expected text"),
    ("a file of bzip2",   b"BZh91AY&SY\x80",     "1: found a file of bzip2, expected text"),
    ("no UTF-8",          b"# one\n12\xE9\n",      "2: found 'é' at position 3, expected a digit 1-9 or a blank (one of . 0 _ * -)"),
    ("UTF-16 from left",  b"\xFF\xFE5\x003\x00",   "1: found 2 cells in a line, expected 81 (or 9 for a row)"),
    ("UTF-16 from right", b"\xFE\xFF\x005\x003",   "1: found 2 cells in a line, expected 81 (or 9 for a row)"),
    ("a word",            b"hello\n",              "1: found 'h' at position 1, expected a digit 1-9 or a blank (one of . 0 _ * -)"),
    ("a short row",       b"\n53..7\n",            "2: found 5 cells in a line, expected 81 (or 9 for a row)"),
    ("two rows",          b"53..7....\n6..195...\n", "1: found 2 rows of a grid, expected 9"),
    ("a wrong row",       b"53..7....\n6..195..\n",  "2: found 8 cells in row 2, expected 9"),
    ("a row as JSON",     b"[1,2,3]",              "1: found 3 rows in a JSON board, expected 9 arrays of 9 numbers 0-9"),
    ("an open array",     b"[[5,3,0,0,7,0,0,0,0],[6\n", "1: found an array that is not closed in a JSON board, expected 9 arrays of 9 numbers 0-9"),
    ("other columns",     b"id,name\n1,2\n",       "1: found the columns id, name, expected one called puzzle, quizzes, question, sudoku, unsolved, initial_board, board, grid; `--column NAME` reads another"),
    ("a missing field",   b"id,puzzle\n1\n",       "2: found 1 field, expected 2"),
    ("another field",     b"id,puzzle\n1,2,3\n",   "2: found 3 fields, expected 2"),
    ("a field of words",  b"id,puzzle\n1,none\n",  "2: found 'n' at position 1, expected a digit 1-9 or a blank (one of . 0 _ * -)"),
];

/// Every command reports a file without a grid. The result is empty, or an empty line for a bad one. With `--strict`, there is none.
#[test]
fn files_without_a_grid() {
    for (number, (case, contents, message)) in NOTHING_TO_READ.iter().enumerate() {
        let folder = Folder::new().with("in", contents);
        // By default, some commands with each file.
        for command in READERS.into_iter().skip(number % stride(7)).step_by(stride(7)) {
            let case = format!("{command} with {case}");
            let output = folder.run(&format!("{command} in"));
            assert_eq!(output.stderr, format!("in:{message}\n"), "{case}");
            let is_expected = [header_of(command), for_bad_line(command)].contains(&&*output.stdout);
            assert!(is_expected, "{case}: {:?}", output.stdout);
            assert_eq!(output.status, 1, "{case}");

            let strict = folder.run(&format!("{command} in --strict --out out"));
            assert_eq!(strict.stderr, format!("error: in:{message}\n"), "{case}");
            assert_eq!((strict.status, strict.stdout.as_str()), (1, ""), "{case}");
            assert_eq!(folder.names(), ["in"], "{case}: nothing else is left");
        }
    }
}

/// A file without a row that can be used gives no file, whatever the command. A file that was there is kept.
#[test]
fn an_input_without_grids_gives_no_output() {
    const NOTHING_LEFT: &str = "error: no row is left: there is nothing to write\n";
    let inputs: [&[u8]; 4] = [b"", b"\n\n", b"id,puzzle\n", b"id,puzzle\n1,none\n2,12\n"];
    let commands = READERS.map(|command| (format!("{command} in"), "out".to_string()));
    let others = [
        ("solve in --enumerate 3", "out.txt"),
        ("check in --json", "out.json"),
        ("grade in --trace", "out.jsonl"),
        ("grade in", "out.csv"),
        ("grade in", "out.parquet"),
        ("convert in", "out.parquet"),
        ("convert in --schema kaggle", "out.csv"),
        ("explain in", "out.txt"),
        ("stats in", "out.html"),
        ("stats in", "out.png"),
        ("dedup in --report report.csv", "out.csv"),
        ("split in --column", "out.csv"),
    ]
    .map(|(command, out)| (command.to_string(), out.to_string()));
    for (command, out) in commands.into_iter().chain(others) {
        for input in inputs.into_iter().step_by(stride(4)) {
            let case = format!("{command} --out {out} with {:?}", String::from_utf8_lossy(input));
            let folder = Folder::new().with("in", input);
            let output = folder.run(&format!("{command} --out {out}"));
            assert_eq!(output.status, 1, "{case}: {output:?}");
            assert!(output.stderr.ends_with(NOTHING_LEFT), "{case}: {output:?}");
            assert_eq!(folder.names(), ["in"], "{case}");
            folder.write(&out, "mine");
            let again = folder.run(&format!("{command} --out {out} --force"));
            assert_eq!((again.status, folder.read(&out).as_str()), (1, "mine"), "{case}: {again:?}");
        }
    }
    for (command, status) in [
        ("split in --dir .", 1),
        ("print in --out out.pdf", 1),
        ("dataset --licence cc0-1.0 --out set --from in", 1), // the file lacks the columns of a pack
    ] {
        let folder = Folder::new().with("in", "");
        assert_eq!(folder.run(command).status, status, "{command}");
        assert_eq!(folder.names(), ["in"], "{command}");
    }
    // One grid is enough, in any file.
    let folder = Folder::new().with("in", "").with("one", lines([PUZZLE]));
    for command in READERS {
        assert_eq!(folder.run(&format!("{command} in one --out out --force")).status, 1, "{command}");
        assert!(!folder.read("out").is_empty(), "{command}");
    }
}

/// Standard input without a grid is reported, too.
#[test]
fn standard_input_without_a_grid() {
    for command in READERS {
        for arguments in [command.to_string(), format!("{command} -")] {
            let output = Folder::new().run_with(&arguments, "");
            assert_eq!(
                (output.message(), output.status),
                (format!("standard input:1: {NO_GRID}").as_str(), 1),
                "{arguments}"
            );
        }
    }
}

/// A missing file is wrong usage, and reported before any work.
#[test]
fn missing_files() {
    let folder = Folder::new().with("good.txt", lines([PUZZLE]));
    std::fs::create_dir(folder.path("folder")).unwrap();
    let cases = [
        ("none.txt", "error: none.txt: cannot be read: ..."),
        ("none/none.txt", "error: none/none.txt: cannot be read: ..."),
        ("folder", "error: folder: is a folder, expected a file"),
        ("good.txt none.txt", "error: none.txt: cannot be read: ..."),
    ];
    for (files, message) in cases {
        for command in READERS {
            let arguments = format!("{command} {files} --out out");
            let output = folder.run(&arguments);
            assert_message(output.message(), message, &arguments);
            assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{arguments}");
            assert_eq!(folder.names(), ["folder", "good.txt"], "{arguments}");
        }
    }
}

/// A grid with a cell too many, too few or wrong.
fn bad_lines() -> [(String, &'static str); 5] {
    const LENGTH_80: &str = "found 80 cells in a line, expected 81 (or 9 for a row)";
    const LENGTH_82: &str = "found 82 cells in a line, expected 81 (or 9 for a row)";
    const LETTER: &str = "found 'x' at position 81, expected a digit 1-9 or a blank (one of . 0 _ * -)";
    const EIGHT_ROWS: &str = "found 8 rows in a JSON board, expected 9 arrays of 9 numbers 0-9";
    const TEN: &str = "found 10 at row 1, cell 1 in a JSON board, expected 9 arrays of 9 numbers 0-9";
    let blanks = "[0,0,0,0,0,0,0,0,0]";
    [
        (PUZZLE[..80].to_string(), LENGTH_80),
        (format!("{PUZZLE}1"), LENGTH_82),
        (format!("{}x", &PUZZLE[..80]), LETTER),
        (format!("[{}]", [blanks; 8].join(",")), EIGHT_ROWS),
        (format!("[[10,0,0,0,0,0,0,0,0],{}]", [blanks; 8].join(",")), TEN),
    ]
}

/// Returns the result of a command for a bad line, so that lines of input and output match.
fn for_bad_line(command: &str) -> &'static str {
    if ["grade", "convert", "explain"].contains(&command) { "" } else { "\n" }
}

/// Returns the result of a command for the puzzle, without its header.
fn answer(command: &str) -> String {
    let answer = Folder::new().with("in", lines([PUZZLE])).run(&format!("{command} in")).fine();
    answer.strip_prefix(header_of(command)).unwrap().to_string()
}

/// A bad line is reported, and the other lines have results.
#[test]
fn a_bad_line_does_not_stop_the_others() {
    for command in READERS.into_iter().chain(["explain"]) {
        let (header, answer) = (header_of(command), answer(command));
        assert_eq!(answer.lines().count() == 1, command != "explain", "{command}");
        for (bad, message) in bad_lines() {
            let case = format!("{command} with {bad}");
            let folder = Folder::new().with("in", lines([PUZZLE, &bad, PUZZLE]));
            let output = folder.run(&format!("{command} in"));
            assert_eq!(output.stderr, format!("in:2: {message}\n"), "{case}");
            assert_eq!(output.stdout, format!("{header}{answer}{}{answer}", for_bad_line(command)), "{case}");
            assert_eq!(output.status, 1, "{case}");

            let to_file = folder.run(&format!("{command} in --out out"));
            assert_eq!((to_file.status, to_file.stdout.as_str()), (1, ""), "{case}");
            assert_eq!(folder.read("out"), output.stdout, "{case}");
            assert_eq!(folder.names(), ["in", "out"], "{case}");
        }
    }
}

/// Returns the files of an output that was not completed: `grade` keeps its rows and can continue.
fn left_behind(command: &str, out: &str) -> Vec<String> {
    if command == "grade" { vec![format!("{out}.part"), format!("{out}.part.json")] } else { Vec::new() }
}

/// With `--strict`, the first bad line ends the command, and no file gets its name.
#[test]
fn strict_stops_at_the_first_bad_line() {
    for command in READERS {
        for (bad, message) in bad_lines() {
            let case = format!("{command} with {bad}");
            let folder = Folder::new().with("in", lines([PUZZLE, &bad, PUZZLE, "worse"]));
            let output = folder.run(&format!("{command} in --strict"));
            assert_eq!(output.stderr, format!("error: in:2: {message}\n"), "{case}");
            assert_eq!(output.status, 1, "{case}");
            let beyond = format!("{}{}{}", header_of(command), answer(command), answer(command));
            assert!(
                output.stdout.len() < beyond.len() && beyond.starts_with(&output.stdout),
                "{case}: {}",
                output.stdout
            );

            let to_file = folder.run(&format!("{command} in --strict --out out"));
            assert_eq!(to_file.status, 1, "{case}");
            assert_eq!(folder.names(), [vec!["in".into()], left_behind(command, "out")].concat(), "{case}");
        }
    }
}

/// Several bad lines in several files are reported with file and line.
#[test]
fn every_bad_line_is_reported_with_its_file_and_line() {
    let folder = Folder::new()
        .with("one.txt", lines(["# a comment", PUZZLE, "", &PUZZLE[1..], &PUZZLE.replacen('.', "q", 1)]))
        .with("two.csv", lines(["id;puzzle", &format!("1;{PUZZLE}"), "2", "3;q"]));
    let output = folder.run("solve one.txt two.csv");
    assert_eq!(
        output.stderr.lines().collect::<Vec<_>>(),
        [
            "one.txt:4: found 80 cells in a line, expected 81 (or 9 for a row)",
            "one.txt:5: found 'q' at position 3, expected a digit 1-9 or a blank (one of . 0 _ * -)",
            "two.csv:3: found 1 field, expected 2",
            "two.csv:4: found 'q' at position 1, expected a digit 1-9 or a blank (one of . 0 _ * -)",
        ]
    );
    assert_eq!((output.stdout, output.status), (lines([SOLUTION, "", "", SOLUTION, "", ""]), 1));
}

/// Comments and empty lines between the rows of a CSV file count as lines.
#[test]
fn lines_of_a_csv_file_are_counted_as_an_editor_does() {
    let folder = Folder::new().with("in", lines(["# one", "id,puzzle", "# three", "4", "", "# six", "7"]));
    let output = folder.run("solve in");
    assert_eq!(output.stderr, "in:4: found 1 field, expected 2\nin:7: found 1 field, expected 2\n");
}

/// One bad row is one message: the rest of its grid is skipped, and the next grid is read.
#[test]
fn a_bad_row_affects_only_its_own_grid() {
    let mut board: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let good = lines(&board);
    board[4] = "4..8.3..";
    let folder = Folder::new().with("in", format!("{}\n{good}", lines(&board)));
    let output = folder.run("solve in");
    assert_eq!(output.stderr, "in:5: found 8 cells in row 5, expected 9\n");
    assert_eq!((output.stdout, output.status), (lines(["", SOLUTION]), 1));
}

/// A line in another encoding does not affect the other lines.
#[test]
fn a_line_that_is_not_utf8_does_not_stop_the_others() {
    let contents = [lines([PUZZLE]).as_bytes(), b"# Caf\xE9\n12\xE9\x01\n", lines([PUZZLE]).as_bytes()].concat();
    let output = Folder::new().with("in", contents).run("solve in");
    assert!(output.stderr.contains("in:3: found binary data (byte 0xe9 at position 3), expected text\n"), "{output:?}");
    assert_eq!((output.stdout, output.status), (lines([SOLUTION, "", SOLUTION]), 1));
}

/// A line of 81 cells is not part of an array, so it ends an array that is not closed.
#[test]
fn an_open_array_does_not_swallow_the_lines_after_it() {
    let output = Folder::new().with("in", lines([PUZZLE, "[[5,3,0,0,7,0,0,0,0],[6", PUZZLE])).run("solve in");
    assert_eq!(
        output.stderr,
        "in:2: found an array that is not closed in a JSON board, expected 9 arrays of 9 numbers 0-9\n"
    );
    assert_eq!((output.stdout, output.status), (lines([SOLUTION, "", SOLUTION]), 1));
}

/// A header without a puzzle column is reported with its own line.
#[test]
fn a_header_is_reported_with_its_line() {
    let output = Folder::new().with("in", "# a comment\n\nid,name\n1,2\n").run("solve in");
    assert_eq!(
        output.stderr,
        "in:3: found the columns id, name, expected one called puzzle, quizzes, question, sudoku, unsolved, initial_board, board, grid; `--column NAME` reads another\n"
    );
    assert_eq!(output.status, 1);
}

/// Comments and blank lines above a header are skipped.
#[test]
fn blanks_and_indented_comments_above_a_header() {
    for above in ["\n", "  \n", "  # a comment\n", "\u{feff}# a comment\n", "# a comment\r\n\r\n"] {
        let folder = Folder::new().with("in", format!("{above}id,puzzle\n1,{PUZZLE}\n"));
        let output = folder.run("solve in");
        assert_eq!((output.stderr.as_str(), output.stdout.trim_end()), ("", SOLUTION), "above: {above:?}");
    }
}

/// Grids with no or several solutions: command, grid, output, message and exit status. The output has a line for each grid,
/// so that lines of input and output match.
#[test]
fn grids_that_are_not_puzzles() {
    let row = |grid: &str| format!("{grid},,{},,,,,,,", grid.bytes().filter(u8::is_ascii_digit).count());
    let several = "in:1: several solutions: two of them differ in ...";
    #[rustfmt::skip]
    let cases: [(&str, &str, &str, &str, i32); 16] = [
        ("solve",      CLASH,      "",            "in:1: no solution: r1c1 and r1c2 in row 1 are both 5", 1),
        ("count",      CLASH,      "0",           "",                                                     0),
        ("candidates", CLASH,      "",            "in:1: r1c1 and r1c2 in row 1 are both 5",              1),
        ("check",      CLASH,      "unsolvable",  "in:1: no solution: r1c1 and r1c2 in row 1 are both 5", 1),
        ("grade",      CLASH,      &row(CLASH),   "in:1: no solution: r1c1 and r1c2 in row 1 are both 5", 1),
        ("convert",    CLASH,      CLASH,         "",                                                     0),
        ("solve",      UNSOLVABLE, "",            "in:1: no solution",                                    1),
        ("count",      UNSOLVABLE, "0",           "",                                                     0),
        ("check",      UNSOLVABLE, "unsolvable",  "in:1: no solution",                                    1),
        ("grade",      UNSOLVABLE, &row(UNSOLVABLE), "in:1: no solution",                                 1),
        ("convert",    UNSOLVABLE, UNSOLVABLE,    "",                                                     0),
        ("count",      AMBIGUOUS,  "2",           "",                                                     0),
        ("check",      AMBIGUOUS,  "ambiguous",   several,                                                1),
        ("grade",      AMBIGUOUS,  &row(AMBIGUOUS), several,                                              1),
        ("check",      EMPTY,      "ambiguous",   several,                                                1),
        ("grade",      EMPTY,      &row(EMPTY),   several,                                                1),
    ];
    for (command, grid, printed, message, status) in cases {
        let case = format!("{command} {grid}");
        let folder = Folder::new().with("in", lines([grid, PUZZLE]));
        let output = folder.run(&format!("{command} in"));
        assert_message(output.message(), message, &case);
        assert!(output.stderr.lines().count() <= 1, "{case}: {}", output.stderr);
        assert_eq!(output.stdout, format!("{}{printed}\n{}", header_of(command), answer(command)), "{case}");
        assert_eq!(output.status, status, "{case}");

        // Every line of the file has a grid, so `--strict` changes nothing.
        assert_eq!(folder.run(&format!("{command} in --strict")), output, "{case}");
    }
}

/// `solve` writes the smaller of two solutions.
#[test]
fn the_smaller_of_two_solutions() {
    let both = run(&format!("solve {AMBIGUOUS} --enumerate 10")).fine();
    let mut both: Vec<&str> = both.lines().collect();
    both.sort_unstable();
    assert_eq!(both.len(), 2);
    assert_eq!(run(&format!("solve {AMBIGUOUS}")).stdout.trim_end(), both[0]);
}

/// Outputs that cannot be written, and the messages. No file is left.
#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    std::fs::create_dir(folder.path("folder")).unwrap();
    let cases = [
        ("none/out", "error: none/out: there is no folder none"),
        ("folder", "error: folder: is a folder, expected a file"),
        ("in/out", "error: in/out: there is no folder in"),
    ];
    for (out, message) in cases {
        let commands = READERS.iter().map(|command| format!("{command} in"));
        for command in commands.chain(["pack --count 3".into()]) {
            let output = folder.run(&format!("{command} --out {out}"));
            assert_eq!((output.message(), output.status), (message, 2), "{command} --out {out}");
            assert_eq!(folder.names(), ["folder", "in"], "{command} --out {out}");
        }
    }
}

/// An existing file is replaced only with `--force`.
#[test]
fn a_file_that_exists_is_kept() {
    let kept = b"precious\r\n\0\xFF";
    for command in READERS.map(|command| format!("{command} in")).into_iter().chain(["pack --count 3".into()]) {
        let folder = Folder::new().with("in", lines([PUZZLE])).with("kept", kept);
        let output = folder.run(&format!("{command} --out kept"));
        assert_eq!(
            (output.message(), output.status),
            ("error: kept: exists already; --force overwrites it", 2),
            "{command}"
        );
        assert_eq!(std::fs::read(folder.path("kept")).unwrap(), kept, "{command}");
        assert_eq!(folder.names(), ["in", "kept"], "{command}");

        let forced = folder.run(&format!("{command} --out kept --force --quiet"));
        assert_eq!(forced.fine(), "", "{command}");
        assert_eq!(folder.read("kept"), folder.run(&command).fine(), "{command}");
        let manifest = command.starts_with("pack").then_some("kept.manifest.json");
        let names: Vec<&str> = ["in", "kept"].into_iter().chain(manifest).collect();
        assert_eq!(folder.names(), names, "{command}");
    }
}

/// A run that fails keeps the old file, even with `--force`.
#[test]
fn a_forced_run_that_fails_keeps_the_old_file() {
    for command in READERS {
        let folder = Folder::new().with("in", lines([PUZZLE, &PUZZLE[1..]])).with("kept", "precious");
        let output = folder.run(&format!("{command} in --strict --force --out kept"));
        assert_eq!(output.status, 1, "{command}");
        assert_eq!(folder.read("kept"), "precious", "{command}");
        let left = left_behind(command, "kept");
        assert_eq!(folder.names(), [vec!["in".into(), "kept".into()], left].concat(), "{command}");
    }
}

/// A full disk, as a device and as standard output.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    let commands = READERS.map(|command| format!("{command} in")).into_iter().chain(["pack --count 3".into()]);
    for command in commands {
        let output = folder.run(&format!("{command} --out /dev/full"));
        assert_message(output.message(), "error: /dev/full: cannot be written: No space left on device...", &command);
        assert_eq!((output.status, output.stderr.lines().count()), (1, 1), "{command}: {}", output.stderr);
        full_standard_output(&folder, &command);
        assert_eq!(folder.names(), ["in"], "{command}");
    }
    full_standard_output(&folder, "techniques");
}

#[cfg(target_os = "linux")]
fn full_standard_output(folder: &Folder, arguments: &str) {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = crate::common::command(&folder.path(""), arguments).stdout(full).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_message(
        stderr.trim_end(),
        "error: standard output: cannot be written: No space left on device...",
        &format!("{arguments} > /dev/full"),
    );
    assert_eq!(output.status.code(), Some(1), "{arguments} > /dev/full");
}

/// A disk that fills up while a file is written: no file is left, except for partial files, which have other tests.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_leaves_nothing() {
    let folder = Folder::new().with("in", lines(vec![PUZZLE; 5000]));
    for command in READERS.into_iter().filter(|&command| command != "grade") {
        let output = folder.run_on_a_small_disk(&format!("{command} in --out out.txt"));
        assert_message(output.message(), "error: out.txt: cannot be written: ...", command);
        assert_eq!((output.status, output.stderr.lines().count()), (1, 1), "{command}: {}", output.stderr);
        assert_eq!(folder.names(), ["in"], "{command}");
    }
}

/// Wrong or impossible options: the arguments, and the first line of the message.
#[test]
fn wrong_use() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    let lopsided = format!(".{}", "1".repeat(80));
    let empty_lines = format!("{}{}", ".".repeat(18), "1".repeat(63));
    #[rustfmt::skip]
    let cases: &[(&str, &str)] = &[
        ("pack --clues 10",            "error: no puzzle has that number of clues, expected a number from 17 to 81"),
        ("pack --clues 82",            "error: no puzzle has that number of clues, expected a number from 17 to 81"),
        ("pack --clues 26..=22",       "error: invalid value '26..=22' for '--clues <RANGE>': the start of the range is above its end"),
        ("pack --clues 22..26",        "error: invalid value '22..26' for '--clues <RANGE>': found 22..26, expected 22..=26, which includes its end"),
        ("pack --clues few",           "error: invalid value 'few' for '--clues <RANGE>': found \"few\", expected a whole number from 17 to 81"),
        ("pack --count 0",             "error: invalid value '0' for '--count <N>': ..."),
        ("pack --count -1",            "error: invalid value '-1' for '--count <N>': expected a whole number from 1 to ..."),
        ("pack --count 1e6",           "error: invalid value '1e6' for '--count <N>': ..."),
        ("pack --seed one",            "error: invalid value 'one' for '--seed <SEED>': ..."),
        ("pack --max-tries 0",         "error: invalid value '0' for '--max-tries <N>': ..."),
        ("pack --threads 0",           "error: invalid value '0' for '--threads <N>': expected a whole number from 1 to 1024"),
        ("pack --unknown",             "error: unexpected argument '--unknown' found"),
        ("pack --level simple",        "error: invalid value 'simple' for '--level <LEVEL>'"),
        ("pack --symmetry third-turn", "error: invalid value 'third-turn' for '--symmetry <SYMMETRY>'"),
        ("pack --level easy --er 6.0..=7.0", "error: no puzzle of the level easy has an ER of 6.0..=7.0"),
        ("pack --er 0.5..=1.2",        "error: invalid value '0.5..=1.2' for '--er <RANGE>': found \"0.5\", expected a rating in tenths from 1.0 to 20.0"),
        ("pack --er 1.25..=1.28",      "error: invalid value '1.25..=1.28' for '--er <RANGE>': found \"1.25\", expected a rating in tenths from 1.0 to 20.0"),
        ("pack --er 20.1..=1e9",       "error: invalid value '20.1..=1e9' for '--er <RANGE>': found \"20.1\", expected a rating in tenths from 1.0 to 20.0"),
        ("pack --er 12.5..",           "error: no puzzle is known with a step rated above 12.2: found 12.5..=20.0"),
        ("pack --ep 12.5..",           "error: no puzzle is known with a step rated above 12.2: found 12.5..=20.0"),
        ("pack --ed 1.3",              "error: no step is rated 1.3 (`minirow techniques` lists the ratings)"),
        ("pack --steps 999",           "error: no puzzle with these numbers of clues takes more than 544 steps: found 999"),
        ("pack --steps 460.. --clues 30", "error: no puzzle with these numbers of clues takes more than 459 steps: found 460"),
        ("pack --steps 8",             "error: a puzzle with 72 clues takes at least 9 steps: found 8"),
        ("pack --er nan",              "error: invalid value 'nan' for '--er <RANGE>': ..."),
        ("pack --level easy --er 2.6", "error: no puzzle of the level easy has an ER of 2.6"),
        ("pack --clues 17 --symmetry full", "error: invalid value 'full' for '--symmetry <SYMMETRY>'"),
        ("pack --clues 17 --symmetry dihedral", "error: no puzzle with 17 clues is known whose pattern can have the symmetry dihedral"),
        ("pack --clues 18 --symmetry dihedral", "error: a pattern with the symmetry dihedral cannot have that number of clues"),
        ("pack --er 2.0 --ep 2.3",     "error: EP cannot exceed ER: found EP 2.3 and ER up to 2.0"),
        ("pack --ep ..=1.2 --ed 1.5",  "error: ED cannot exceed EP: found ED 1.5 and EP up to 1.2"),
        ("pack --er 1.6",              "error: no step is rated 1.6 (`minirow techniques` lists the ratings)"),
        ("pack --needs swordfisch",    "error: invalid value 'swordfisch' for '--needs <TECHNIQUE>': unknown technique swordfisch, did you mean swordfish? (`minirow techniques` lists them)"),
        ("pack --without x_wing",      "error: invalid value 'x_wing' for '--without <TECHNIQUE>': unknown technique x_wing, did you mean x-wing? (`minirow techniques` lists them)"),
        ("pack --needs swordfish --level easy", "error: swordfish is rated at least 3.8, but er or level allows at most 1.5"),
        ("pack --needs x-wing --without x-wing", "error: x-wing is in both needs and without"),
        ("pack --without hidden-single", "error: every path takes hidden-single: it fills the last cell"),
        ("pack --er 3.8 --without swordfish", "error: without these techniques no step is rated 3.8"),
        ("pack --steps ..=50 --clues 24..=28", "error: a puzzle with 28 clues takes at least 53 steps: found 50"),
        ("pack --missing-digits 5,9",  "error: at most one digit can be missing: two missing digits could be swapped in every solution"),
        ("pack --missing-digits 5 --with-digits 5", "error: 5 is in both with-digits and missing-digits"),
        ("pack --with-digits 0",       "error: invalid value '0' for '--with-digits <DIGITS>': found \"0\", expected digits from 1 to 9, separated by commas"),
        ("pack --symmetry quarter-turn --clues 22..=23", "error: a pattern with the symmetry quarter-turn cannot have that number of clues"),
        ("pack --symmetry half-turn --mask LOPSIDED",    "error: the mask does not have the symmetry half-turn"),
        ("pack --mask LINES",          "error: the mask leaves row 1 and row 2 without a clue: swapping them would give a second solution"),
        ("pack --exact",               "error: the following required arguments were not provided:"),
        ("pack --exact --mask LINES --clues 30", "error: a pattern, or a mask with exact, cannot be combined with clues: it determines the clues"),
        ("pack --mask 111",            "error: invalid value '111' for '--mask <PATTERN>': found 3 characters, expected 81, or one of ..."),
        ("pack --solution PUZZLE",     "error: invalid value 'PUZZLE' for '--solution <GRID>': not a solution: r1c3 is empty"),
        ("pack --start 18446744073709551615 --count 2", "error: --start and --count go past the last index, 18446744073709551614"),
        ("pack --time-limit 2",        "error: invalid value '2' for '--time-limit <TIME>': expected a time of 1ms or more, such as 90s, 30m, 2h or 1d12h"),
        ("pack --max-attempts 0",      "error: invalid value '0' for '--max-attempts <N>': ..."),
        ("pack --exact",               "error: the following required arguments were not provided:"),
        ("pack --resume",              "error: the following required arguments were not provided:"),
        ("pack --force",               "error: the following required arguments were not provided:"),
        ("pack in",                    "error: unrecognized subcommand 'in'"),
        ("solve in --force",           "error: the following required arguments were not provided:"),
        ("solve in --unknown",         "error: unexpected argument '--unknown' found"),
        ("solve in --format round",    "error: invalid value 'round' for '--format <FORMAT>'"),
        ("solve in --enumerate 0",     "error: invalid value '0' for '--enumerate <N>': ..."),
        ("solve in --any --enumerate 2", "error: the argument '--any' cannot be used with '--enumerate <N>'"),
        ("solve in --threads 0",       "error: invalid value '0' for '--threads <N>': ..."),
        ("count in --limit 0",         "error: invalid value '0' for '--limit <N>': ..."),
        ("grade in --resume",          "error: the following required arguments were not provided:"),
        ("grade in --budget 0",        "error: invalid value '0' for '--budget <N>': ..."),
        ("convert in --to paper",      "error: invalid value 'paper' for '--to <FORM>'"),
        ("convert in --blank x",       "error: invalid value 'x' for '--blank <CHARACTER>': expected one of . 0 _ * -"),
        ("candidates in --stage soon", "error: invalid value 'soon' for '--stage <STAGE>'"),
        ("unknown",                    "error: unrecognized subcommand 'unknown'"),
        ("datasets --check",           "error: unrecognized subcommand 'datasets'"),
    ];
    for (arguments, message) in cases {
        let written_out =
            |text: &str| text.replace("LOPSIDED", &lopsided).replace("LINES", &empty_lines).replace("PUZZLE", PUZZLE);
        let output = folder.run(&written_out(arguments));
        assert_message(output.message(), &written_out(message), arguments);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{arguments}");
        assert_eq!(folder.names(), ["in"], "{arguments}");
    }
}

/// Without a command, the help is printed.
#[test]
fn no_command() {
    let output = run("");
    assert_eq!((output.status, output.stdout.as_str()), (2, ""));
    assert!(output.stderr.contains("Usage: minirow <COMMAND>"), "{}", output.stderr);
}

/// A constraint that no attempt meets ends with the index that was given up, and without a file.
#[test]
fn a_constraint_that_is_practically_impossible() {
    let folder = Folder::new();
    let output = folder.run("pack --clues 17 --count 3 --max-tries 5 --out pack.csv");
    let last = output.stderr.lines().last().unwrap_or_default();
    assert_eq!((last, output.status), ("error: gave up on index 0: no puzzle met the constraints in 5 attempts", 1));
    assert!(!folder.exists("pack.csv"));
}

/// No puzzle fits a mask of one row and one column, and the search ends.
#[test]
fn a_mask_that_no_puzzle_fits() {
    let mask = format!("{}{}", "1........".repeat(8), "111111111");
    let output = Folder::new().run(&format!("pack --mask {mask} --max-tries 50"));
    let message = "error: gave up on index 0: no puzzle met the constraints in 50 attempts";
    assert_eq!((output.message(), output.status, output.stdout.lines().count()), (message, 1, 1));
}

/// Another run would give up the same index, so the message does not suggest to resume.
#[test]
fn an_index_given_up_cannot_be_resumed() {
    let folder = Folder::new();
    let output = folder.run("pack --clues 17 --count 3 --max-tries 5 --out pack.csv");
    assert!(!output.stderr.contains("--resume continues"), "{}", output.stderr);
}

/// The rows before an index that is given up are written.
#[test]
fn rows_before_an_index_that_is_given_up() {
    let pack = "pack --seed 42 --count 20 --level easy --minimal --max-tries 1";
    let output = Folder::new().run(pack);
    // Without any constraint, the first puzzle of seed 42 is not easy, nor is the fourth, but the third is.
    let index = |csv: &str| rows(csv).iter().map(|row| row["index"].to_string()).collect::<Vec<_>>();
    assert!(index(&output.stdout).is_empty(), "{}", output.stdout);
    assert_eq!(
        (output.message(), output.status),
        ("error: gave up on index 0: no puzzle met the constraints in 1 attempt", 1)
    );
    let next = Folder::new().run(&format!("{pack} --start 2"));
    assert_eq!(index(&next.stdout), ["2"]);
    assert_eq!(
        (next.message(), next.status),
        ("error: gave up on index 3: no puzzle met the constraints in 1 attempt", 1)
    );
}

/// A solution that has lost a digit is kept in a table, with a message. Other texts in its column are no solutions.
#[test]
fn a_damaged_solution_is_reported() {
    let damaged = &SOLUTION[..80];
    let table = format!("puzzle,solution\n{PUZZLE},{damaged}\n{PUZZLE},{SOLUTION}\n{PUZZLE},yes\n{PUZZLE},\n");
    let object = format!("{{\"puzzle\":\"{PUZZLE}\",\"solution\":\"{damaged}?\"}}\n");
    let folder = Folder::new().with("in.csv", table).with("in.jsonl", object);
    for (command, line) in [
        ("convert in.csv --to csv", "in.csv:2"),
        ("convert in.jsonl --to csv", "in.jsonl:1"),
        ("convert in.csv --to csv --equivalent 7", "in.csv:2"),
    ] {
        let output = folder.run(command);
        assert_eq!(output.stderr, format!("{line}: found a solution of 80 digits, expected 81\n"), "{command}");
        assert_eq!(output.status, 1, "{command}");
        assert!(command.contains("equivalent") || output.stdout.contains(damaged), "{command}");
    }
}
