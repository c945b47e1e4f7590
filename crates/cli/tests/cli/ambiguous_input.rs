//! Input that could be read in two ways: equal names, fields too many, arrays that are cut off, formulas, files that change.

use std::io::Write;
#[cfg(unix)]
use std::process::Command;

use crate::common::{Folder, PUZZLE, SOLUTION, lines, rows};
#[cfg(unix)]
use crate::dedup::OTHER;
use crate::size::stride;

/// Commands that read rows, without the name of the file.
const COMMANDS: [&str; 8] = [
    "solve",
    "grade",
    "convert --to jsonl",
    "stats --json",
    "dedup",
    "split --column=part",
    "check --dataset",
    "dataset --out set --force --licence cc0-1.0 --from",
];

#[test]
fn columns_of_one_name_are_refused() {
    for column in ["puzzle", "er", "level", "clues", "note"] {
        let folder = Folder::new().with("a.csv", format!("puzzle,{column},x,{column}\n{PUZZLE},,,\n"));
        for command in COMMANDS {
            let output = folder.run(&format!("{command} a.csv"));
            assert!([1, 2].contains(&output.status), "{command}: {output:?}");
            let all = format!("{}{}", output.stdout, output.stderr);
            assert!(
                all.contains(&format!("found two columns \"{column}\", expected names that differ")),
                "{command}: {all}"
            );
        }
    }
}

#[test]
fn the_column_of_puzzles_may_have_any_name() {
    for (command, option) in [
        ("solve", "--column"),
        ("count", "--column"),
        ("check", "--column"),
        ("check --dataset", "--column"),
        ("grade", "--column"),
        ("explain --brief", "--column"),
        ("canon", "--column"),
        ("unavoidable", "--column"),
        ("minimise", "--column"),
        ("convert --to sdm", "--column"),
        ("stats --json", "--column"),
        ("audit --ratings none", "--column"),
        ("dedup", "--column"),
        ("split --column=part --quiet", "--puzzle-column"),
    ] {
        let folder = Folder::new().with("in.csv", format!("puzzle,remark\n{PUZZLE},x\n"));
        let expected = folder.run(&format!("{command} in.csv"));
        folder.write("in.csv", format!("Text,remark\n{PUZZLE},x\n"));
        assert_ne!(folder.run(&format!("{command} in.csv")).status, 0, "{command}");
        let found = folder.run(&format!("{command} in.csv {option} text"));
        assert_eq!(
            (found.status, found.stdout.replace("Text,", "puzzle,")),
            (0, expected.stdout),
            "{command}: {}",
            found.stderr
        );
        // So may the key of objects.
        folder.write("in.jsonl", format!("{{\"puzzle\":\"{PUZZLE}\",\"remark\":\"x\"}}\n"));
        let expected = folder.run(&format!("{command} in.jsonl"));
        folder.write("in.jsonl", format!("{{\"Text\":\"{PUZZLE}\",\"remark\":\"x\"}}\n"));
        let found = folder.run(&format!("{command} in.jsonl {option} text"));
        let text = found.stdout.replace("\"Text\"", "\"puzzle\"");
        assert_eq!((found.status, text), (0, expected.stdout), "{command}: {}", found.stderr);
    }
}

/// The error of a table without puzzles names the option of the command, if it has one.
#[test]
fn the_option_of_the_column_is_that_of_the_command() {
    let names = "puzzle, quizzes, question, sudoku, unsolved, initial_board, board, grid";
    let folder = Folder::new().with("in.csv", format!("text,er\n{PUZZLE},1.2\n")).with("ok", lines([PUZZLE]));
    for (command, hint) in [
        ("solve in.csv", "; `--column NAME` reads another"),
        ("dedup in.csv", "; `--column NAME` reads another"),
        ("split in.csv", "; `--puzzle-column NAME` reads another"),
        ("benchmark score in.csv", "; `--puzzle-column NAME` reads another"),
        ("dedup ok --against in.csv", ""),
        ("pack --count 1 --exclude in.csv", ""),
    ] {
        let output = folder.run(command);
        let expected = format!("in.csv:1: found the columns text, er, expected one called {names}{hint}\n");
        assert!(output.stderr.contains(&expected), "{command}: {output:?}");
        assert_ne!(output.status, 0, "{command}");
    }
}

/// A pipe, which can be opened only once, and standard input give the bytes that a file gives.
#[cfg(unix)]
#[test]
fn a_pipe_gives_what_a_file_gives() {
    let csv =
        lines(["name;puzzle;er", &format!("\"a;b\";{PUZZLE};1.2;;"), &format!("c;{PUZZLE}"), &format!("d;{OTHER};7")]);
    let objects = lines([format!("{{\"puzzle\":\"{PUZZLE}\",\"er\":1.2}}"), format!("{{\"puzzle\":\"{OTHER}\"}}")]);
    for text in [csv, objects, lines([PUZZLE, &format!("{OTHER} a remark")])] {
        let folder = Folder::new().with("in", &text);
        assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
        for command in [
            "solve",
            "check",
            "check --dataset",
            "grade",
            "convert --to jsonl",
            "stats --json",
            "audit --ratings none",
            "dedup",
            "split --column=part",
        ] {
            let of_file = folder.run(&format!("{command} in"));
            let running = folder.start(&format!("{command} pipe"));
            // Opening waits for the reader, which opens the pipe once.
            let (pipe, bytes) = (folder.path("pipe"), text.clone());
            std::thread::spawn(move || std::fs::write(pipe, bytes));
            let of_pipe = running.end();
            assert_eq!(of_pipe.stdout.replace("pipe", "in"), of_file.stdout, "{command}: {text}");
            assert_eq!(of_pipe.status, of_file.status, "{command}: {text}");
            let of_stdin = folder.run_with(command, &text);
            assert_eq!(of_stdin.stdout.replace("standard input", "in"), of_file.stdout, "{command}: {text}");
        }
    }
}

/// The other columns of a data set keep their names.
#[test]
fn data_sets_and_predictions_have_puzzles_in_any_column() {
    let folder = Folder::new().with("in.csv", format!("puzzle,solution,note\n{PUZZLE},{SOLUTION},x\n"));
    folder.run("dataset --from in.csv --out a --fractions 1 --licence mit --quiet").fine();
    for header in ["Text,solution,note", "TEXT,Solutions,note", "text,answer,note"] {
        folder.write("in.csv", format!("{header}\n{PUZZLE},{SOLUTION},x\n"));
        assert_eq!(folder.run("dataset --from in.csv --out b --quiet").status, 1);
        folder.run("dataset --from in.csv --out b --fractions 1 --licence mit --quiet --force --column text").fine();
        for file in ["csv/train.csv", "data/train.parquet"] {
            let [a, b] = ["a", "b"].map(|set| std::fs::read(folder.path(&format!("{set}/{file}"))).unwrap());
            assert!(a == b || file.ends_with("parquet"), "{header}: {file}");
        }
    }
    folder.write("in.csv", format!("text,puzzle,solution\n{PUZZLE},{PUZZLE},{SOLUTION}\n"));
    let message = folder.run("dataset --from in.csv --out c --column text").stderr;
    assert_eq!(message, "error: in.csv: found the column `puzzle` beside `text`, expected one column of puzzles\n");
    let message = folder.run("dataset --from in.csv --out c --column other").stderr;
    assert!(message.starts_with("error: in.csv: there is no column `other`"), "{message}");

    let header = "puzzle,prediction";
    let rows = folder.run("benchmark write").fine();
    let rows =
        rows.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>()).map(|row| format!("{},{}", row[1], row[2]));
    let rows = lines(rows);
    folder.write("in.csv", format!("{header}\n{rows}"));
    let expected = folder.run("benchmark score in.csv --format json --quiet").fine();
    folder.write("in.csv", format!("text,prediction\n{rows}"));
    assert_ne!(folder.run("benchmark score in.csv").status, 0);
    assert_eq!(folder.run("benchmark score in.csv --puzzle-column Text --format json --quiet").fine(), expected);
}

#[test]
fn empty_fields_at_the_end_do_no_harm() {
    let row = format!("{PUZZLE},{SOLUTION},30,1.2");
    let folder = Folder::new().with("a.csv", format!("puzzle,solution,clues,er\n{row},,\n"));
    folder.write("b.csv", format!("puzzle,solution,clues,er,,\n{row}\n"));
    for file in ["a.csv", "b.csv"] {
        for command in COMMANDS {
            let output = folder.run(&format!("{command} {file}"));
            assert!(!output.stderr.contains("field"), "{command} {file}: {output:?}");
            assert_eq!(output.status, 0, "{command} {file}: {output:?}");
        }
    }
    let output = folder.run("split --column=part a.csv").stdout;
    let fields: Vec<&str> = output.lines().nth(1).unwrap().split(',').collect();
    assert_eq!((fields.len(), fields[3]), (5, "1.2"), "{output}");
}

#[test]
fn a_column_without_a_name_keeps_its_values() {
    let puzzle = |row: &str| format!("{row}\n").replace('P', PUZZLE).replace('S', SOLUTION);
    let folder = Folder::new().with("a.csv", puzzle("puzzle,solution,,") + &puzzle("P,S,a,b"));
    folder.write("index.csv", puzzle(",puzzle,solution,column_1") + &puzzle("7,P,S,x"));
    for (file, header, row) in [
        ("a.csv", "puzzle,solution,column_3,column_4", "P,S,a,b"),
        ("index.csv", "column_1_,puzzle,solution,column_1", "7,P,S,x"),
    ] {
        folder.run(&format!("dedup {file} --out d.parquet --force --quiet"));
        folder.run(&format!("convert {file} --out c.parquet --force --quiet"));
        folder.run(&format!("dataset --from {file} --out set --licence cc0-1.0 --force --quiet")).fine();
        let outputs = [
            folder.run(&format!("convert {file} --to csv --quiet")).fine(),
            folder.run("convert d.parquet --to csv").fine(),
            folder.run("convert c.parquet --to csv").fine(),
            folder.read("set/csv/train.csv"),
        ];
        for output in outputs {
            let found = &rows(&output)[0];
            for (name, value) in header.split(',').zip(row.split(',')) {
                assert_eq!(format!("{}\n", &found[name]), puzzle(value), "{file} {name}: {output}");
            }
        }
        let json = folder.run(&format!("convert {file} --to jsonl --quiet")).fine();
        assert_eq!(json.matches("column_").count(), 2, "{json}");
    }
    let object = format!("{{\"puzzle\":\"{PUZZLE}\",\"\":1,\"\":2}}\n");
    let output = folder.run_with("convert --to jsonl", object);
    assert!(output.stderr.contains("found two keys \"\" in an object, expected keys that differ"), "{output:?}");
}

/// A table may have several names of the same values. All commands use the first, and keep the others as they are.
#[test]
fn other_names_of_a_column_are_kept_as_text() {
    let row = format!("{PUZZLE},x,1.2,hard,9,{SOLUTION},y");
    let folder = Folder::new().with("a.csv", format!("question,quizzes,er,difficulty,rating,solution,answer\n{row}\n"));
    folder.write("b.csv", folder.read("a.csv").replace("question,quizzes", "puzzle,quizzes"));
    for command in COMMANDS {
        assert_eq!(folder.run(&format!("{command} b.csv")).status, 0, "{command}");
    }
    assert!(folder.read("set/csv/train.csv").contains(&row), "{}", folder.read("set/csv/train.csv"));
    folder.run("dedup b.csv --out b.parquet --quiet");
    assert!(folder.run("dedup b.parquet").stdout.contains(&row));
    assert!(folder.run("stats b.csv").stdout.contains("ER          1.2, mean 1.20"));
    // The column `question` has no puzzles beside `quizzes`.
    assert_eq!(folder.run("solve a.csv").status, 1);
}

/// A column or key that is not used by its name is reported once for each file.
#[test]
fn names_that_are_made_or_not_used_are_reported() {
    let (without, beside) =
        ("found a column without a name, which is called", |kind: &str, name: &str, values: &str| {
            format!("found the {kind} {name:?} beside another one of {values}, and reads it as text")
        });
    for (text, expected) in [
        (format!(",puzzle\n7,{PUZZLE}\n8,{SOLUTION}\n"), vec![format!("in:1: {without} \"column_1\"")]),
        (
            format!("# list\npuzzle,,,er,,\n{PUZZLE},a,b,1.2,,\n"),
            vec![format!("in:2: {without} \"column_2\", and 1 more")],
        ),
        (format!("quizzes;puzzle\nx;{PUZZLE}\n"), vec![format!("in:1: {}", beside("column", "quizzes", "puzzles"))]),
        // It is the column of solutions.
        (format!("quizzes;puzzle\n{SOLUTION};{PUZZLE}\n"), vec![]),
        (
            format!("puzzle,solution,Answer,difficulty,er\n{PUZZLE},{SOLUTION},x,hard,1.2\n"),
            vec![
                format!("in:1: {}", beside("column", "answer", "solutions")),
                format!("in:1: {}", beside("column", "difficulty", "ratings")),
            ],
        ),
        (
            format!("{{\"puzzle\":\"{PUZZLE}\",\"grid\":\"x\"}}\n"),
            vec![format!("in:1: {}", beside("key", "grid", "puzzles"))],
        ),
        (format!("puzzle,er,,\n{PUZZLE},1.2,,\n"), vec![]),
        (format!("question,rating,source\n{PUZZLE},1.2,x\n"), vec![]),
        (format!("{{\"quizzes\":\"{PUZZLE}\",\"difficulty\":1}}\n"), vec![]),
    ] {
        let folder = Folder::new().with("in", &text);
        for command in ["convert in --to csv", "solve in", "stats in", "dedup in", "grade in", "split in --column=part"]
        {
            let found = folder.run(command).stderr;
            let found: Vec<&str> = found.lines().filter(|line| line.starts_with("in:")).collect();
            assert_eq!(found, expected, "{command}: {text}");
        }
        assert_eq!(folder.run("convert in --to csv --quiet").stderr, "", "{text}");
    }
}

#[test]
fn a_column_of_splits_has_a_name_in_quotes_if_it_needs_them() {
    let folder = Folder::new().with("a.csv", format!("puzzle,a\n{PUZZLE},x\n"));
    folder.write("b.csv", format!("puzzle;a\n{PUZZLE};x\n"));
    for (command, header) in [
        ("split --column=a,b a.csv", "puzzle,a,\"a,b\""),
        ("split --column=a\"b a.csv", "puzzle,a,\"a\"\"b\""),
        ("split --column=a;b b.csv", "puzzle;a;\"a;b\""),
        ("split --column=a,b b.csv", "puzzle;a;\"a,b\""),
    ] {
        let output = folder.run(command);
        assert_eq!((output.status, output.stdout.lines().next()), (0, Some(header)), "{command}");
        folder.write("c.csv", output.stdout);
        assert_eq!(folder.run("split --column=other c.csv").status, 0, "{command}");
    }
    for name in ["", "puzzle", "Answer", "clues", "a\u{7}"] {
        let output = folder.run(&format!("split --column={name} a.csv"));
        assert!(output.stderr.contains("expected a name for a column of splits"), "{name:?}: {output:?}");
        assert_eq!(output.status, 2);
    }
}

#[test]
fn arrays_that_are_cut_off_are_reported_with_their_line() {
    let object = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
    let folder = Folder::new().with("cut.json", format!("[\n{object},\n{object}\n"));
    folder.write("two.json", format!("[{object}]\n[{object}]\n"));
    folder.write("lines.jsonl", format!("{object},\n{object}\n"));
    folder.write("alone.jsonl", format!("{object}\n,\n{object}\n"));
    for (file, message) in [
        ("lines.jsonl", "lines.jsonl:1: found ',' between objects, expected an object or the end of the line"),
        ("alone.jsonl", "alone.jsonl:2: found \",\" behind an object, expected an opening bracket before it"),
        ("cut.json", "cut.json:3: found the end of the file within an array, expected a comma or ]"),
        ("two.json", "two.json:2: found text after the end of an array, expected the end of the file"),
    ] {
        for command in &COMMANDS[..7] {
            let output = folder.run(&format!("{command} {file}"));
            let all = format!("{}{}", output.stdout, output.stderr);
            assert_eq!(output.status, 1, "{command} {file}: {all}");
            assert!(all.contains(message), "{command} {file}: {all}");
        }
    }
}

#[test]
fn another_encoding_has_the_same_message_in_all_commands() {
    let folder = Folder::new().with("a.csv", [0xFF, 0xFE, 0, 0, b'p', 0, 0, 0]);
    for command in COMMANDS {
        let output = folder.run(&format!("{command} a.csv"));
        let all = format!("{}{}", output.stdout, output.stderr);
        assert_eq!(output.status, 1, "{command}: {all}");
        assert!(all.contains("found UTF-32 text, expected UTF-8"), "{command}: {all}");
    }
}

#[test]
fn a_table_of_too_many_columns_is_refused() {
    let row = |number: usize| {
        let keys: String = (0..10).map(|key| format!(",\"k{number}-{key}\":1")).collect();
        format!("{{\"puzzle\":\"{PUZZLE}\"{keys}}}\n")
    };
    let folder = Folder::new().with("a.jsonl", (0..1000).map(row).collect::<String>());
    let expected = "a.jsonl:410: found the field \"k409-1\" after 4091 other fields of the records, \
        expected a table of at most 4096 columns";
    for command in ["convert a.jsonl --out a.csv", "convert a.jsonl --out a.parquet", "dedup a.jsonl --out a.csv"] {
        let output = folder.run(command);
        assert_eq!(output.status, 1, "{command}: {output:?}");
        assert!(output.stderr.contains(expected), "{command}: {}", output.stderr);
    }
    assert_eq!(folder.names(), ["a.jsonl"]);
    folder.run("convert a.jsonl --out b.jsonl").fine();
}

/// Empty fields behind the columns, which spreadsheet programs write, are left out, and missing ones are added, by all commands.
#[test]
fn rows_have_the_fields_of_their_header() {
    let other = PUZZLE.replacen('.', "4", 1);
    let folder = Folder::new().with("a.csv", format!("puzzle,note,by\n{PUZZLE},x,me,,\r\n{other},\"y\",\"me\",\"\"\n"));
    let expected = format!("puzzle,note,by\n{PUZZLE},x,me\r\n{other},\"y\",\"me\"\n");
    assert_eq!(folder.run("dedup a.csv --out d.csv --quiet").status, 0);
    folder.run("split a.csv --train 100 --validation 0 --test 0 --quiet");
    folder.run("convert a.csv --out c.csv --quiet").fine();
    assert_eq!(folder.read("d.csv"), expected);
    for name in folder.names().into_iter().filter(|name| name.ends_with(".csv") && name != "a.csv") {
        let text = folder.read(&name);
        let fields = |line: &str| line.matches(',').count();
        assert!(text.lines().all(|line| fields(line) == fields(text.lines().next().unwrap())), "{name}: {text}");
    }
}

/// A message about fields that are left out names the format that was asked for: fields of a row behind those that a file of CSV, or a
/// row group of Parquet, takes its columns from.
#[test]
fn fields_that_are_left_out_name_the_format() {
    let (rows, shard) = (70_000 / stride(6), 50_000 / stride(6));
    let plain = format!("{{\"puzzle\":\"{PUZZLE}\"}}\n").repeat(rows);
    let folder = Folder::new().with("a.jsonl", plain + &format!("{{\"puzzle\":\"{PUZZLE}\",\"note\":\"x\"}}\n"));
    let shards = format!("o.csv --shard-rows {shard}");
    for (out, name) in [(&*shards, "csv"), ("o.parquet", "parquet"), ("o.csv", "csv")].into_iter().step_by(stride(2)) {
        let output = folder.run(&format!("convert a.jsonl --force --out {out}"));
        let expected = format!("left out from a.jsonl:{}, as {name} has no place for it: note", rows + 1);
        assert!(output.stderr.contains(&expected), "{out}: {}", output.stderr);
    }
}

#[test]
fn formulas_get_a_message_or_an_apostrophe() {
    let rows = format!("puzzle,note,er\n{PUZZLE},=cmd(),-1\n{PUZZLE},@x,+2\n");
    let folder = Folder::new().with("a.csv", &rows).with("=b.csv", &rows);
    let expected = "a.csv:2: note begins as a formula, which spreadsheet programs may run (2 values in all)";
    let output = folder.run("convert a.csv --to csv");
    assert!(output.stderr.contains(expected), "{output:?}");
    assert!(output.stdout.contains(",=cmd(),"), "the value stays as it is");
    assert!(!folder.run("convert a.csv --to jsonl").stderr.contains("formula"));
    folder.write("c.csv", format!("puzzle,solution,=x\n{PUZZLE},{SOLUTION},+cmd()\n"));
    let expected = "c.csv:2: the name of the column \"=x\" begins as a formula, which spreadsheet programs may run \
        (2 values in all)";
    for command in [
        "convert c.csv --to csv",
        "dedup c.csv",
        "split c.csv --column",
        "dataset --out set --licence mit --from c.csv",
        "grade c.csv",
        "grade c.csv --out rated.csv",
    ] {
        let output = folder.run(command);
        assert!(output.status == 0 && output.stderr.contains(expected), "{command}: {output:?}");
    }
    let parquet = folder.run("dataset --out other --licence mit --formats parquet --from c.csv");
    assert!(!parquet.stderr.contains("formula"), "{parquet:?}");
    for command in ["grade c.csv --format jsonl", "grade c.csv --schema kaggle", "grade c.csv --quiet"] {
        assert!(!folder.run(command).stderr.contains("formula"), "{command}");
    }
    folder.write("book.toml", "[[section]]\nname = \"=cmd()\"\ncount = 1\n");
    for (command, expected) in [
        ("pack --recipe book.toml", "book.toml: section begins as a formula"),
        ("pack --recipe book.toml --out book.csv", "book.toml: section begins as a formula"),
        ("grade book.csv", "book.csv:2: section begins as a formula"),
        ("dataset --recipe book.toml --fractions 1 --out book", "rows.csv:2: section begins as a formula"),
    ] {
        assert!(folder.run(command).stderr.contains(expected), "{command}");
    }
    folder.run("dedup a.csv =b.csv --out out.csv --report report.csv --quiet");
    assert!(folder.read("report.csv").contains("\n'=b.csv,2,double,a.csv,2,"), "{}", folder.read("report.csv"));
}

/// Rows are added to the file during the whole run. On a machine with much to do, a run can be over before the next row is added: it is
/// then repeated.
#[test]
fn a_file_that_changes_between_two_reads_is_detected() {
    const CHANGED: &str = "a.csv: was changed while it was read";
    for command in [
        "split --column=part a.csv --out o.csv",
        "split a.csv --dir .",
        "dedup a.csv --out o.csv",
        "dedup --report r.csv a.csv --out o.csv",
        "check --dataset --ratings none a.csv",
        "audit --ratings none a.csv",
        "dataset --licence mit --from a.csv --out set",
    ] {
        let rows: String = (0..2_000).map(|row| format!("{PUZZLE},{SOLUTION},{row}\n")).collect();
        let run = || {
            let folder = Folder::new().with("a.csv", format!("puzzle,solution,id\n{rows}"));
            let file = std::fs::OpenOptions::new().append(true).open(folder.path("a.csv")).unwrap();
            let mut running = folder.start(&format!("{command} --threads 1"));
            let stdin = running.stdin();
            running.until(|| (&file).write_all(format!("{PUZZLE},{SOLUTION},new\n").as_bytes()).is_err());
            drop(stdin);
            (running.end(), folder)
        };
        let (output, folder) =
            (0..100).map(|_| run()).find(|(output, _)| output.stderr.contains(CHANGED)).expect("a refusal");
        assert_eq!(output.status, 1, "{command}: {output:?}");
        assert_eq!(folder.names(), ["a.csv"], "{command}");
    }
}
