//! Messages that name the right file, line, value and command.

use std::io::Write;

use crate::common::{EASY_PACK, Folder, PUZZLE, SOLUTION, lines};

/// A second run is told which command writes the file.
#[test]
fn the_error_of_a_second_run_names_the_command() {
    for command in [
        "solve --out out",
        "count --out out",
        "candidates --out out",
        "check --out out",
        "check --dataset --out out",
        "canon --out out",
        "grade --out out",
        "grade --trace --out out",
        "explain --out out",
        "convert --out out",
        "convert --out out.parquet",
        "audit --out out",
        "stats --out out",
        "benchmark score --out out",
    ] {
        let folder = Folder::new();
        let mut first = folder.start(command);
        // The columns of ratings depend on the first grid.
        let mut input = first.stdin();
        input.write_all(lines([PUZZLE]).as_bytes()).unwrap();
        let is_written = |name: &String| name.ends_with(".lock") && folder.read(name).ends_with('\n');
        first.until(|| folder.names().iter().any(is_written));
        let message = folder.run(command).stderr;
        let name = command.split(" --").next().unwrap();
        assert!(message.contains(&format!("another run is writing it: minirow {name}")), "{command}: {message}");
        first.kill();
    }
}

/// Files that are only compared with are inputs, too.
#[test]
fn columns_of_known_files_that_are_not_used_are_named() {
    let folder = Folder::new()
        .with("in.csv", format!("puzzle\n{SOLUTION}\n"))
        .with("known.csv", format!("puzzle,quizzes\n{PUZZLE},x\n"));
    for command in ["dedup in.csv --against", "pack --count 1 --exclude"] {
        let message = folder.run(&format!("{command} known.csv")).stderr;
        let expected =
            "known.csv:1: found the column \"quizzes\" beside another one of puzzles, and reads it as text\n";
        assert!(message.starts_with(expected), "{command}: {message}");
    }
}

/// The place of an error in the header is written as that of any line.
#[test]
fn an_error_of_a_header_names_its_line() {
    let folder = Folder::new().with("in.csv", format!("puzzle,solution,puzzle\n{PUZZLE},{SOLUTION},1\n"));
    let message = folder.run("dataset --from in.csv --out set").stderr;
    assert!(
        message.starts_with("error: in.csv:1: found two columns \"puzzle\", expected names that differ; "),
        "{message}"
    );
}

#[test]
fn a_manifest_without_a_generator_is_named() {
    let folder = Folder::new();
    for (name, start) in [("a.csv", 0), ("b.csv", 2)] {
        folder.run(&format!("pack --count 2 --start {start} --out {name} --quiet")).fine();
    }
    let manifest = folder.read("a.csv.manifest.json").replace("\"generator\": \"minirow 2\"", "\"generator\": \"\"");
    folder.write("a.csv.manifest.json", manifest);
    let message = folder.run("pack merge a.csv b.csv --out c.csv").stderr;
    assert!(
        message.contains("a.csv: was made by minirow 0.1.0 without a generator, expected minirow 0.1.0 with generator")
    );
}

/// A row with a value that does not fit is left out with its line, in whatever form the others are written.
#[test]
fn a_value_that_does_not_fit_is_reported_with_its_line() {
    let other = SOLUTION.replacen('5', ".", 1);
    let rows = [
        "# a comment".to_string(),
        "puzzle,er".into(),
        format!("{PUZZLE},1.2"),
        format!("{other},abc"),
        "rubbish,1".into(),
        format!("{SOLUTION},2.0"),
    ];
    for command in [
        "convert in.csv --out out.parquet",
        "convert in.csv --out out.csv --shard-rows 1",
        "dedup in.csv --out out.parquet",
        "split in.csv --dir . --to parquet --fractions 100 --names all",
    ] {
        let folder = Folder::new().with("in.csv", lines(&rows));
        let output = folder.run(command);
        assert!(output.stderr.contains("in.csv:5: found 'r' at position 1"), "{command}: {}", output.stderr);
        assert_eq!(output.status, 1, "{command}");
        let is_typed = !command.contains("csv --shard-rows");
        let refused = "in.csv:4: er is `abc`, expected a number\n";
        assert_eq!(output.stderr.matches(refused).count(), usize::from(is_typed), "{command}: {}", output.stderr);
        let read = folder.names().into_iter().filter(|name| name.ends_with(".parquet"));
        for name in read {
            assert_eq!(folder.run(&format!("solve {name}")).fine().lines().count(), 2, "{command}");
        }
    }
    let folder = Folder::new().with("in.csv", lines(["puzzle,er", &format!("{PUZZLE},abc")]));
    let output = folder.run("convert in.csv --out out.parquet");
    assert_eq!((output.status, folder.names()), (1, vec!["in.csv".to_string()]), "{}", output.stderr);
    let output = folder.run("convert in.csv --strict --out out.parquet");
    assert_eq!(output.message(), "error: in.csv:2: er is `abc`, expected a number");
    let folder = Folder::new().with(
        "in.csv",
        lines(["puzzle,solution,er", "", &format!("{PUZZLE},{SOLUTION},"), &format!("{PUZZLE},{SOLUTION},2.0")]),
    );
    let output = folder.run("convert in.csv --schema hrm --out out.csv --quiet");
    let expected =
        "left out of the schema hrm: 1 row; the first is in.csv:3: it has no rating, which this schema needs";
    assert!(output.stderr.contains(expected), "{}", output.stderr);
}

#[test]
fn a_file_that_cannot_be_read_has_no_line_0() {
    let folder = Folder::new()
        .with("cut.npy", b"\x93NUMPY")
        .with("none.npy", b"\x93NUMPY\x01\0\x02\0{}")
        .with("list.npy", b"\x93NUMPY\x01\0\x1a\0{'descr': [('a', '<i4')],}")
        .with("cut.parquet", "PAR1")
        .with("utf32.txt", b"\xff\xfe\0\x005\0\0\0");
    for (name, message) in [
        ("cut.npy", "cut.npy: cannot be read: found a header that is cut off, expected a NumPy array"),
        ("none.npy", "none.npy: cannot be read: found a header without descr"),
        (
            "list.npy",
            "list.npy: cannot be read: found the type `a list of fields`, expected integers such as uint8, or float32 or float64",
        ),
        ("cut.parquet", "cut.parquet: cannot be read: found invalid Parquet in its metadata ..."),
        ("utf32.txt", "utf32.txt:1: found UTF-32 text, expected UTF-8"),
    ] {
        for command in ["solve", "stats", "convert --to csv"] {
            let output = folder.run(&format!("{command} {name}"));
            crate::common::assert_message(output.message().trim_start_matches("error: "), message, command);
            assert_eq!(output.status, 1, "{command} {name}");
        }
    }
}

/// A manifest that was changed, not the file.
#[test]
fn a_manifest_that_contradicts_itself_is_named() {
    let folder = Folder::new();
    folder.run("pack --count 2 --out a.csv --quiet").fine();
    folder.run("pack --start 2 --count 2 --out b.csv --quiet").fine();
    let manifest = folder.read("a.csv.manifest.json");
    folder.write("a.csv.manifest.json", manifest.replacen("\"puzzles\": 2", "\"puzzles\": 4", 1));
    let output = folder.run("pack merge --out all.csv a.csv b.csv");
    let message = "error: a.csv.manifest.json: found 4 as the number of puzzles, expected 2 as in its recipe";
    assert_eq!((output.message(), output.status), (message, 1));
}

/// A run that was begun as plain CSV has a schema and a format.
#[test]
fn the_shape_of_a_partial_file_is_named() {
    let folder = Folder::new();
    folder.run("pack --count 9 --max-attempts 3 --level easy --out out.csv --quiet");
    for (options, difference) in
        [("--format jsonl", "format \"csv\" (now \"jsonl\")"), ("--schema kaggle", "schema \"full\" (now \"kaggle\")")]
    {
        let output = folder.run(&format!("pack --count 9 --level easy --out out.csv --resume {options}"));
        let message =
            format!("error: out.csv.part.json: was begun with {difference}; --force without --resume starts over");
        assert_eq!((output.message(), output.status), (message.as_str(), 2));
    }
}

/// Rows of other files that cannot be compared are left out like those of the input.
#[test]
fn a_bad_line_of_against_is_no_change_of_the_input() {
    let folder = Folder::new().with("in.csv", &*EASY_PACK).with("other.txt", lines([&PUZZLE[1..], PUZZLE, "12"]));
    let output = folder.run("dedup in.csv --against other.txt --out out.csv");
    assert_eq!((output.status, folder.read("out.csv")), (1, EASY_PACK.clone()), "{}", output.stderr);
    assert!(output.message().starts_with("other.txt:1: found 80 cells in a line"), "{}", output.stderr);
}

/// A name that is as long as the system takes has room for temporary files beside it.
#[test]
fn long_names_are_written_or_refused() {
    let folder = Folder::new().with("in.csv", lines(["puzzle", PUZZLE]));
    let (longest, name) = ("x".repeat(250) + ".txt", "y".repeat(240) + ".csv");
    folder.run(&format!("solve in.csv --out {longest}")).fine();
    assert_eq!(folder.read(&longest), format!("{SOLUTION}\n"));
    folder.run(&format!("grade in.csv --out {name}")).fine();
    let output = folder.run(&format!("pack --count 1 --force --out {name}"));
    let message = format!("error: {name}.manifest.json: cannot be written: its name is too long");
    assert_eq!((output.message(), output.status), (message.as_str(), 2));
    assert!(folder.names().iter().all(|name| name.as_bytes()[0] != b'.'), "{:?}", folder.names());
}

/// A file of bad rows gives a few messages and their number, in all commands. The list of `check --dataset` is complete.
#[test]
fn many_messages_of_a_kind_are_counted() {
    let bad = |row: usize| if row.is_multiple_of(2) { "".to_string() } else { format!("{row:q>5}") };
    let rows = (1..=1000).map(|row| format!("{},{SOLUTION},1.2", bad(row)));
    let header = "puzzle,solution,er".to_string();
    let last = format!("{PUZZLE},{SOLUTION},1.2");
    let folder = Folder::new().with("a.csv", lines([header.clone()].into_iter().chain(rows).chain([last])));
    let values = (1..=1000).map(|row| format!("{PUZZLE},{SOLUTION},v{row}"));
    folder.write("values.csv", lines([header.clone()].into_iter().chain(values)));
    for (command, status) in [
        ("solve a.csv", 1),
        ("check a.csv", 1),
        ("grade a.csv", 1),
        ("grade a.csv --out graded.csv", 1),
        ("convert a.csv --to csv", 1),
        ("explain a.csv --puzzle 1", 1),
        ("stats a.csv", 1),
        ("stats values.csv", 1),
        ("convert values.csv --out values.parquet", 1),
        ("dedup a.csv", 1),
        ("split --column a.csv", 1),
        ("audit a.csv", 1),
        ("dataset --out set --licence cc0-1.0 --from a.csv", 1),
    ] {
        let output = folder.run(command);
        assert_eq!(output.status, status, "{command}: {output:?}");
        let messages = output.stderr.lines().filter(|line| line.contains(".csv:")).count();
        assert!((21..=60).contains(&messages), "{command}: {messages} messages: {}", output.stderr);
        assert!(output.stderr.contains("more messages, such as: "), "{command}: {}", output.stderr);
    }
    let listed = folder.run("check --dataset a.csv").stdout.lines().filter(|line| line.contains(".csv:")).count();
    assert_eq!(listed, 1000);
}

#[test]
fn only_an_option_that_differs_in_few_letters_is_suggested() {
    let folder = Folder::new();
    for (arguments, suggested) in [
        ("pack --sed 3", Some("--seed")),
        ("pack --lvel easy", Some("--level")),
        ("pack --output x", Some("--out")),
        ("print x --spine 3", None),
        ("print x --heder level", None),
    ] {
        let message = folder.run(arguments).stderr;
        assert!(message.contains("unexpected argument") && !message.contains("as a value"), "{message}");
        assert_eq!(message.contains("a similar argument"), suggested.is_some(), "{message}");
        assert!(suggested.is_none_or(|option| message.contains(&format!("'{option}'"))), "{message}");
    }
    for command in ["grade", "solve", "check", "pack"] {
        let message = folder.run(&format!("{command} x --sort er")).stderr;
        let suggestion = "`minirow convert FILE --sort FIELD` sorts a file by one of its fields";
        assert_eq!(message.contains(suggestion), command != "pack", "{message}");
    }
}
