//! The shapes of rows: formats, schemas and shards. The same rows give the same bytes.

use std::fs;

use crate::common::{AMBIGUOUS, Folder, PUZZLE, SOLUTION, assert_message, lines, rows};
use serde_json::Value;
use sha2::{Digest, Sha256};

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn manifest(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&folder.read(name)).unwrap()
}

/// A pack in each format, read by other commands.
#[test]
fn the_contents_of_a_pack_do_not_depend_on_its_format() {
    let folder = Folder::new();
    let constraints = "--seed 11 --count 30 --labels --weights --quiet";
    folder.run(&format!("pack {constraints} --out plain.csv")).fine();
    let plain = folder.read("plain.csv");
    for name in ["pack.parquet", "pack.jsonl"] {
        folder.run(&format!("pack {constraints} --out {name} --threads 1")).fine();
        folder.run(&format!("pack {constraints} --out again-{name}")).fine();
        assert!(fs::read(folder.path(name)).unwrap() == fs::read(folder.path(&format!("again-{name}"))).unwrap());
        let message = manifest(&folder, &format!("{name}.manifest.json"));
        assert_eq!(message["sha256"], hex(&fs::read(folder.path(name)).unwrap()));
        assert_eq!((&message["puzzles"], &message["recipe"]["format"]), (&30.into(), &name[5..].into()));
        // Another rating gives the same values.
        let graded = folder.run(&format!("grade {name} --labels")).fine();
        assert_eq!(graded, folder.run("grade plain.csv --labels").fine());
        // A converted file has its columns in another order, but nothing is lost.
        let back = rows(&folder.run(&format!("convert {name} --to csv")).fine());
        for (back, row) in back.iter().zip(rows(&plain)) {
            for column in plain.lines().next().unwrap().split(',') {
                if column == "weight" {
                    assert_eq!(back.number(column), row.number(column));
                } else {
                    assert_eq!(&back[column], &row[column], "{name} {column}");
                }
            }
        }
        assert_eq!(back.len(), 30);
    }
    let first: Value = serde_json::from_str(folder.read("pack.jsonl").lines().next().unwrap()).unwrap();
    assert!(first["puzzle"].is_string() && first["solution"].is_string() && first["er"].is_f64());
    assert!(first["clues"].is_u64() && first["minimal"].is_boolean() && first["weight"].is_f64());
}

#[test]
fn the_schemas_of_well_known_data_sets() {
    let folder = Folder::new();
    let plain = rows(&folder.run("pack --seed 12 --count 5").fine());
    for (schema, header) in [
        ("kaggle", "quizzes,solutions"),
        ("radcliffe", "id,puzzle,solution,clues,difficulty"),
        ("hrm", "source,question,answer,rating"),
    ] {
        let text = folder.run(&format!("pack --seed 12 --count 5 --schema {schema}")).fine();
        assert_eq!(text.lines().next(), Some(header));
        folder.run(&format!("pack --seed 12 --count 5 --schema {schema} --quiet --out {schema}.csv")).fine();
        assert_eq!(folder.read(&format!("{schema}.csv")), text, "a file is what standard output gets");
        folder.run("pack --seed 12 --count 5 --quiet --force --out plain.csv").fine();
        folder.run(&format!("convert plain.csv --schema {schema} --quiet --force --out later.csv")).fine();
        assert_eq!(folder.read("later.csv"), text, "and it can be had later");
        for (row, from) in rows(&text).iter().zip(&plain) {
            match schema {
                "kaggle" => assert_eq!(row["quizzes"], from["puzzle"].replace('.', "0")),
                "radcliffe" => assert_eq!((&row["id"], &row["difficulty"]), (&from["index"], &from["er"])),
                _ => assert_eq!(row["rating"], from["er"].replace('.', ""), "tenths"),
            }
        }
    }
}

#[test]
fn shards_have_the_rows_of_the_pack() {
    let folder = Folder::new();
    folder.run("pack --seed 13 --count 25 --quiet --out whole.csv").fine();
    folder.run("pack --seed 13 --count 25 --quiet --out pack.csv --shard-rows 10").fine();
    let names = ["pack-00000-of-00003.csv", "pack-00001-of-00003.csv", "pack-00002-of-00003.csv"];
    assert_eq!(
        folder.names(),
        [&names[..], &["pack.csv.manifest.json", "whole.csv", "whole.csv.manifest.json"]].concat()
    );
    let header = folder.read("whole.csv").lines().next().unwrap().to_string() + "\n";
    let joined: String = names.iter().map(|name| folder.read(name).replace(&header, "")).collect();
    assert_eq!(header + &joined, folder.read("whole.csv"));
    let message = manifest(&folder, "pack.csv.manifest.json");
    for (file, (name, rows)) in message["files"].as_array().unwrap().iter().zip(names.iter().zip([10, 10, 5])) {
        assert_eq!((&file["file"], &file["puzzles"]), (&(*name).into(), &rows.into()));
        assert_eq!(file["sha256"], hex(folder.read(name).as_bytes()));
    }
    let again = "pack --seed 13 --count 25 --out pack.csv --shard-rows 10";
    let message = "error: pack-00000-of-00003.csv: exists already; --force overwrites it";
    assert_message(folder.run(again).message(), message, "");
    assert_eq!(folder.run(&format!("{again} --resume")).message(), "pack.csv: is complete already");
    // A shard that differs from its manifest is refused.
    folder.write(names[1], folder.read(names[1]).replace("minirow 2", "minirow 1"));
    let output = folder.run(&format!("{again} --resume"));
    assert_message(
        output.message(),
        "error: pack-00000-of-00003.csv: exists already; --force overwrites it",
        "damaged",
    );
    folder.run(&format!("{again} --force --quiet")).fine();
    assert!(!folder.read(names[1]).contains("minirow 1"));
}

#[test]
fn an_interrupted_run_resumes_to_the_same_bytes() {
    let folder = Folder::new();
    for out in ["pack.parquet", "pack.jsonl --shard-rows 4", "pack.csv --schema hrm"] {
        let name = out.split(' ').next().unwrap();
        let run = format!("pack --seed 14 --count 9 --quiet --out {out}");
        folder.run(&run.replace("--out ", "--out whole-")).fine();
        assert_eq!(folder.run(&format!("{run} --max-attempts 5")).status, 3);
        assert!(folder.exists(&format!("{name}.part")));
        let other = folder.run(&format!("pack --seed 14 --count 9 --quiet --schema kaggle --resume --out {name}"));
        assert!(other.message().contains("was begun with"), "{}", other.stderr);
        folder.run(&format!("{run} --resume")).fine();
        let made: Vec<String> = folder.names().into_iter().filter(|name| name.starts_with("pack")).collect();
        for name in made.iter().filter(|name| !name.ends_with("manifest.json")) {
            let [made, whole] = [name, &format!("whole-{name}")].map(|name| fs::read(folder.path(name)).unwrap());
            assert!(made == whole, "{name}");
        }
        made.iter().for_each(|name| fs::remove_file(folder.path(name)).unwrap());
    }
}

#[test]
fn ratings_have_shapes_too() {
    let folder = Folder::new().with("in", lines([PUZZLE, AMBIGUOUS]));
    let rated = folder.run("grade in").stdout;
    assert_eq!(folder.run("grade in --quiet --out rated.parquet").status, 1, "one is no puzzle");
    let back = rows(&folder.run("convert rated.parquet --to csv").fine());
    assert_eq!((&back[0]["er"], &back[1]["er"], back.len()), (&rows(&rated)[0]["er"], "", 2));
    let output = folder.run("grade in --schema hrm --quiet --out hrm.csv");
    assert_eq!(folder.read("hrm.csv"), format!("source,question,answer,rating\nminirow,{PUZZLE},{SOLUTION},12\n"));
    assert!(output.stderr.contains("left out of the schema hrm: 1 row; the first is row 2: "), "{}", output.stderr);
    folder.run("grade in --quiet --out rated.csv --shard-rows 1");
    assert_eq!(manifest(&folder, "rated.csv.manifest.json")["files"][1]["file"], "rated-00001-of-00002.csv");
}

#[test]
fn impossible_shapes_are_refused() {
    let folder = Folder::new().with("in", lines([PUZZLE])).with("odd.csv", format!("puzzle,er\n{PUZZLE},hard\n"));
    for (arguments, message) in [
        ("convert in --to parquet", "error: parquet, --schema and --shard-rows need a file: --out FILE"),
        (
            "convert in --to sdm --schema kaggle --out out.sdm",
            "error: --schema and --shard-rows are for csv, jsonl and parquet, not for sdm",
        ),
        ("convert in --schema hrm --out out.csv", "error: ...no column `er`..."),
        ("convert odd.csv --out out.parquet", "odd.csv:2: er is `hard`, expected a number"),
        ("convert in --out no/such.parquet", "error: no/such.parquet: there is no folder no"),
    ] {
        let output = folder.run(arguments);
        let (start, rest) = message.split_once("...").unwrap_or((message, ""));
        assert!(
            output.message().starts_with(start) && output.message().contains(rest.trim_end_matches("...")),
            "{arguments}: {}",
            output.stderr
        );
        assert_ne!(output.status, 0);
        assert_eq!(folder.names(), ["in", "odd.csv"], "nothing is left");
    }
    folder.write("bad.parquet", "PAR1 and no more");
    assert!(folder.run("check bad.parquet").message().starts_with("error: bad.parquet: cannot be read: "));
}

#[cfg(unix)]
#[test]
fn a_killed_conversion_leaves_no_rows() {
    let folder = Folder::new();
    let mut running = folder.start("convert - --out out.parquet --quiet");
    let mut stdin = running.stdin();
    // More than a pipe holds: when all of it is written, most of it has been read.
    std::io::Write::write_all(&mut stdin, lines(vec![PUZZLE; 20_000]).as_bytes()).unwrap();
    running.until(|| !folder.names().is_empty());
    running.kill();
    running.end();
    let locks = folder.names();
    assert!(locks.iter().all(|name| name.contains("out.parquet")), "locks of the output: {locks:?}");
    folder.run_with("convert - --out out.parquet --quiet", PUZZLE).fine();
    assert_eq!(folder.names(), ["out.parquet"], "the next run removes the locks");
}
