//! Endings of output files: a known one selects the format, an unknown one is refused before any work, an option
//! overrides it, and `-` is standard output.

use serde_json::Value;

use crate::common::{EASY_PACK, Folder, PUZZLE, SOLUTION, lines};

/// A command without its output, an ending that it does not know, and those that the message lists.
#[rustfmt::skip]
const UNKNOWN: [(&str, &str, &str); 23] = [
    ("pack --count 1", "xlsx", ".csv, .jsonl, .ndjson or .parquet"),
    ("pack --count 1", "json", ".csv, .jsonl, .ndjson or .parquet"),
    ("grade in.csv", "txt", ".csv, .jsonl, .ndjson or .parquet"),
    ("grade in.csv --trace", "csv", ".jsonl, .ndjson or .json"),
    ("solve in.csv", "csv", ".txt, .sdm, .json, .jsonl or .ndjson"),
    ("count in.csv", "json", ".txt"),
    ("candidates in.csv", "csv", ".txt or .729"),
    ("canon in.csv", "json", ".txt or .csv"),
    ("unavoidable in.csv", "json", ".csv, .txt or .html"),
    ("neighbours in.csv", "txt", ".csv"),
    ("properties in.csv", "jsonl", ".csv"),
    ("minimise in.csv", "csv", ".txt"),
    ("canon in.csv --automorphisms", "txt", ".csv"),
    ("check in.csv", "html", ".txt, .json, .jsonl or .ndjson"),
    ("check --dataset in.csv", "json", ".txt"),
    ("explain in.csv --puzzle 1", "png", ".txt, .json, .jsonl, .ndjson, .html, .htm, .svg or .pdf"),
    ("stats in.csv", "pdf", ".txt, .json, .html, .htm, .svg or .png"),
    ("print in.csv", "docx", "..."),
    ("convert in.csv", "xlsx", "..."),
    ("dedup in.csv", "xlsx", "..."),
    ("split in.csv --column", "xlsx", "..."),
    ("dedup in.csv --report report.json", "csv", ".csv"),
    ("pack --count 1 --trace steps.txt", "csv", ".jsonl or .ndjson"),
];

#[test]
fn an_unknown_ending_is_refused_with_the_known_ones() {
    let folder = Folder::new().with("in.csv", &*EASY_PACK);
    for (command, ending, known) in UNKNOWN {
        let output = folder.run(&format!("{command} --out x.{ending}"));
        let expected = known.trim_end_matches("...");
        assert!(output.message().contains(": found the ending ."), "{command}: {output:?}");
        assert!(output.message().contains(&format!(", expected {expected}")), "{command}: {output:?}");
        assert_eq!(
            (output.status, output.stdout.as_str(), folder.names()),
            (2, "", vec!["in.csv".into()]),
            "{command}"
        );
    }
    let output = folder.run("pack --count 1 --out pack.xlsx");
    let expected = "error: pack.xlsx: found the ending .xlsx, expected .csv, .jsonl, .ndjson or .parquet";
    assert_eq!(output.message(), expected);
}

#[test]
fn an_option_overrides_the_ending() {
    let folder = Folder::new().with("in.txt", lines([PUZZLE]));
    for (command, start) in [
        ("pack --count 1 --format csv --out a.xlsx", "id,puzzle,"),
        ("pack --count 1 --format jsonl --out b.csv", "{\"id\":"),
        ("grade in.txt --format csv --out c.txt", "puzzle,"),
        ("grade in.txt --format table --out d.csv", "where "),
        ("solve in.txt --format line --out e.csv", &SOLUTION[..9]),
        ("check in.txt --format plain --out f.csv", "proper\n"),
        ("explain in.txt --format text --out g.pdf", "Puzzle: "),
        ("print in.txt --puzzle 1 --format svg --out h.gif", "<svg"),
        ("stats in.txt --format text --out i.csv", "h"),
        ("convert in.txt --to sdm --out j.csv", "530070000"),
    ] {
        let output = folder.run(&format!("{command} --quiet"));
        assert_eq!(output.status, 0, "{command}: {output:?}");
        let name = command.rsplit(' ').next().unwrap();
        let text = folder.read(name);
        assert!(name == "i.csv" || text.starts_with(start), "{command}: {text}");
    }
}

/// Without an ending, the default format stays.
#[test]
fn a_name_without_an_ending_has_the_default_format() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    for (command, start) in [
        ("pack --count 1", "id,"),
        ("grade in", "puzzle,"),
        ("solve in", &SOLUTION[..9]),
        ("convert in", "53..7"),
        ("explain in", "Puzzle: "),
        ("check in", "proper\n"),
    ] {
        folder.run(&format!("{command} --quiet --force --out out")).fine();
        assert!(folder.read("out").starts_with(start), "{command}: {}", folder.read("out"));
    }
}

#[test]
fn a_minus_is_standard_output() {
    let folder = Folder::new().with("in.csv", &*EASY_PACK);
    for command in [
        "pack --count 2",
        "solve in.csv",
        "count in.csv",
        "grade in.csv",
        "convert in.csv --to sdm --quiet",
        "dedup in.csv --quiet",
        "split in.csv --column --quiet",
        "stats in.csv --json",
        "print in.csv --puzzle 1",
        "explain in.csv --puzzle 1",
    ] {
        assert_eq!(folder.run(&format!("{command} --out -")), folder.run(command), "{command}");
    }
    assert_eq!(folder.run("pack --count 2 --format jsonl -o -").fine().lines().count(), 2);
    for (command, message) in [
        ("pack --count 2 --shard-rows 1 --out -", "error: parquet and --shard-rows need a file: --out FILE"),
        ("pack --count 2 --format parquet --out -", "error: parquet and --shard-rows need a file: --out FILE"),
        ("pack merge --out - in.csv", "error: a pack and its manifest are files, expected --out FILE"),
        (
            "dataset --count 20 --out -",
            "error: invalid value '-' for '--out <FOLDER>': expected a folder, not standard output",
        ),
        (
            "audit in.csv --report -",
            "error: invalid value '-' for '--report <FILE>': expected a file, not standard output",
        ),
        (
            "pack --count 2 --out a.csv --trace -",
            "error: invalid value '-' for '--trace <TRACE>': expected a file, not standard output",
        ),
    ] {
        let output = folder.run(command);
        assert_eq!((output.message(), output.status), (message, 2), "{command}");
    }
    assert_eq!(folder.names(), ["in.csv"]);
}

/// A file `.json` is one document, a file `.jsonl` has a value a line, and the values are the same.
#[test]
fn a_json_file_is_one_document() {
    let rows = lines(EASY_PACK.lines().take(4));
    let folder = Folder::new().with("in.csv", &rows).with("none.csv", "puzzle\n");
    for command in [
        "convert in.csv --quiet",
        "solve in.csv",
        "solve in.csv --enumerate 2",
        "check in.csv",
        "grade in.csv --trace",
        "explain in.csv",
        "explain in.csv --puzzle 2",
        "dedup in.csv --quiet",
        "split in.csv --column --quiet",
    ] {
        for ending in ["json", "jsonl"] {
            assert_eq!(folder.run(&format!("{command} --force --out out.{ending}")).status, 0, "{command}");
        }
        let document: Value = serde_json::from_str(&folder.read("out.json")).expect(command);
        let values: Vec<Value> =
            folder.read("out.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(values.len() >= 3, "{command}");
        assert_eq!(document, Value::Array(values), "{command}");
    }
    let output = folder.run("check none.csv --out empty.json");
    assert_eq!((output.status, folder.exists("empty.json")), (1, false));
    let output = folder.run("convert in.csv --schema kaggle --out out.json --force");
    assert_eq!(output.status, 2, "{output:?}");
}

/// A JSON document is read, and written again as one document.
#[test]
fn a_json_document_stays_one() {
    let folder = Folder::new().with("in.csv", lines(EASY_PACK.lines().take(4)));
    folder.run("convert in.csv --out in.json --quiet").fine();
    assert_eq!(folder.run("convert in.json --to csv --quiet").fine(), folder.read("in.csv"), "nothing is lost");
    assert_eq!(folder.run("solve in.json").fine(), folder.run("solve in.csv").fine());
    let twice = folder.run("dedup in.json in.csv --quiet --out out.json");
    assert_eq!((twice.status, folder.read("out.json")), (0, folder.read("in.json")));
    assert_eq!(folder.run("dedup in.json --quiet").stdout, folder.read("in.json"), "as the input");
    folder.run("split in.json --fractions 1 --names all --quiet");
    assert_eq!(folder.read("all.json"), folder.read("in.json"));
    // Boards without fields stay boards.
    folder.run("convert in.csv --to json --out boards.json --quiet").fine();
    let boards: Vec<Vec<Vec<u8>>> = serde_json::from_str(&folder.read("boards.json")).unwrap();
    assert_eq!((boards.len(), boards[0].len(), boards[0][0].len()), (3, 9, 9));
    assert_eq!(folder.run("dedup boards.json --quiet").stdout, folder.read("boards.json"));
    // Lines of JSON stay lines, and an object over several lines is read.
    folder.run("convert in.csv --out in.jsonl --quiet").fine();
    assert_eq!(folder.run("dedup in.jsonl --quiet").stdout, folder.read("in.jsonl"));
    let value: Value = serde_json::from_str(&folder.read("in.json")).unwrap();
    folder.write("pretty.json", format!("{value:#}"));
    assert_eq!(folder.run("solve pretty.json").fine(), folder.run("solve in.csv").fine());
}

/// Techniques are a map with counts in JSON, and text in CSV.
#[test]
fn techniques_are_a_map_in_json() {
    let folder = Folder::new().with("in.txt", lines([PUZZLE]));
    folder.run("grade in.txt --out rated.csv --quiet").fine();
    folder.run("grade in.txt --out rated.jsonl --quiet").fine();
    folder.run("convert rated.csv --out converted.jsonl --quiet").fine();
    for name in ["rated.jsonl", "converted.jsonl"] {
        let row: Value = serde_json::from_str(&folder.read(name)).unwrap();
        assert_eq!(row["techniques"]["hidden-single"], 51 - row["techniques"]["naked-single"].as_u64().unwrap_or(0));
        assert_eq!((&row["er"], &row["steps"]), (&Value::from(1.2), &Value::from(51)), "{name}");
        let back = folder.run(&format!("convert {name} --to csv --quiet")).fine();
        assert_eq!(back, folder.read("rated.csv"), "{name}");
        assert!(folder.run(&format!("check --dataset {name}")).stdout.contains("no failures"), "{name}");
    }
    let stats = folder.run("stats rated.csv --json").fine();
    assert_eq!(folder.run("stats rated.jsonl --json").fine(), stats.replace("rated.csv", "rated.jsonl"));
}
