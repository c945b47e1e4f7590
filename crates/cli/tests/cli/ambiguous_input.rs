//! Input that could be read in two ways: equal names, fields too many, arrays that are cut off, formulas, files that change.

use std::io::Read;

use crate::common::{Folder, PUZZLE, SOLUTION};

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
fn arrays_that_are_cut_off_are_reported_with_their_line() {
    let object = format!("{{\"puzzle\":\"{PUZZLE}\"}}");
    let folder = Folder::new().with("cut.json", format!("[\n{object},\n{object}\n"));
    folder.write("comma.json", format!("[{object},]\n"));
    folder.write("two.json", format!("[{object}]\n[{object}]\n"));
    for (file, message) in [
        ("cut.json", "cut.json:3: found the end of the file within an array, expected a comma or ]"),
        ("comma.json", "comma.json:1: found ']' between objects, expected an object"),
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

#[test]
fn formulas_get_a_message_or_an_apostrophe() {
    let rows = format!("puzzle,note,er\n{PUZZLE},=cmd(),-1\n{PUZZLE},@x,+2\n");
    let folder = Folder::new().with("a.csv", &rows).with("=b.csv", &rows);
    let expected = "a.csv:2: note begins as a formula, which spreadsheet programs may run (2 values in all)";
    let output = folder.run("convert a.csv --to csv");
    assert!(output.stderr.contains(expected), "{output:?}");
    assert!(output.stdout.contains(",=cmd(),"), "the value stays as it is");
    assert!(!folder.run("convert a.csv --to jsonl").stderr.contains("formula"));
    folder.run("dedup a.csv =b.csv --out out.csv --report report.csv --quiet");
    assert!(folder.read("report.csv").contains("\n'=b.csv,2,double,a.csv,2,"), "{}", folder.read("report.csv"));
}

/// The output fills a pipe, so the command waits within its second read.
#[test]
fn a_file_that_changes_between_two_reads_is_detected() {
    let rows: String = (0..20_000).map(|row| format!("{PUZZLE},{row}\n")).collect();
    let folder = Folder::new().with("a.csv", format!("puzzle,id\n{rows}"));
    let mut running = folder.start("split --column=part a.csv");
    let mut stdout = running.stdout();
    stdout.read_exact(&mut [0; 10]).unwrap();
    folder.write("a.csv", format!("puzzle,id\n{PUZZLE},1\n"));
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).unwrap();
    let output = running.end();
    assert_eq!(output.status, 1, "{output:?}");
    assert!(output.stderr.contains("a.csv: was changed while it was read"), "{output:?}");
}
