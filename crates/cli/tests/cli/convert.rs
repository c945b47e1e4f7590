//! `convert`: round trips through every form, endings of file names, and fields that are set or left out.

use crate::commands::{FOUR, all_forms};
use crate::common::{EASY_PACK, EMPTY, Folder, PUZZLE, Row, Running, SOLUTION, command, lines, rows, run};
use crate::size::stride;
use minirow_core::Symmetry;

/// Every form and every blank, with full, empty and other grids. Candidates are kept unless an empty cell has only one
/// candidate.
#[test]
fn round_trips() {
    let full_band = format!("{}{}", &SOLUTION[..27], ".".repeat(54));
    let grids = lines([FOUR[3].0, EMPTY, &full_band, FOUR[1].1]);
    let folder = Folder::new().with("start.txt", &grids);
    for form in [
        "line",
        "grid",
        "boxed",
        "json",
        "csv",
        "candidates",
        "jsonl",
        "sdm",
        "sdk",
        "ss",
        "opensudoku",
        "hodoku",
        "sudokuwiki",
        "sudokuwiki-packed",
        "pencilmarks",
    ] {
        for blank in ["", "--blank .", "--blank 0", "--blank _", "--blank *", "--blank -"] {
            let case = format!("--to {form} {blank}");
            let output = folder.run(&format!("convert start.txt {case} --out there --force --quiet"));
            if !blank.is_empty() && output.status == 2 {
                assert_eq!(output.message(), format!("error: --blank has no effect with --to {form}"));
                continue;
            }
            output.fine();
            let back = folder.run("convert there --to line --quiet");
            if form == "candidates" || form == "pencilmarks" {
                // The clues of the full band leave cells with one candidate, and the loss is reported.
                assert_eq!(back.stdout.lines().next(), Some(FOUR[3].0), "{case}");
                assert_eq!(back.status, 0, "{case}");
                let again = folder.run("convert there --to candidates").fine();
                assert_eq!(again, folder.run("convert start.txt --to candidates").fine(), "{case}");
            } else {
                assert_eq!(back.fine(), grids, "{case}");
            }
        }
    }
}

/// The ending of the output determines its form.
#[test]
fn the_ending_of_the_output_determines_its_form() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    let names = [
        ("a.csv", "csv"),
        ("a.jsonl", "jsonl"),
        ("a.ndjson", "jsonl"),
        ("a.txt", "line"),
        ("a", "line"),
        ("a.SDM", "sdm"),
        ("a.sdk", "sdk"),
        ("a.ss", "ss"),
        ("a.opensudoku", "opensudoku"),
        ("a.xml", "opensudoku"),
        ("a.729", "candidates"),
        ("a.pm", "pencilmarks"),
    ];
    for (out, form) in names {
        folder.run(&format!("convert in --out {out} --quiet")).fine();
        assert_eq!(folder.read(out), folder.run(&format!("convert in --to {form} --quiet")).fine(), "{out}");
    }
    folder.run("convert in --out a.json").fine();
    assert_eq!(folder.read("a.json"), format!("[\n{}]\n", folder.read("a.jsonl")));
    assert_eq!(folder.read("a.csv"), format!("puzzle,clues\n{PUZZLE},30\n"));
    folder.run("convert in --to boxed --out b.csv").fine();
    assert!(folder.read("b.csv").starts_with("5 3 . |"), "what is asked for counts more than the name");
}

/// A conversion can leave out fields, so it never replaces its input.
#[test]
fn a_file_is_not_replaced_by_its_conversion() {
    let folder = Folder::new().with("in", all_forms());
    let output = folder.run("convert in --out in --force");
    let message = "error: in: --out is also an input (in), which would be overwritten\n";
    assert_eq!((output.status, output.stderr.as_str()), (2, message));
    assert_eq!(folder.read("in"), all_forms());
    assert_eq!(folder.names(), ["in"]);
}

/// Fields that a form cannot hold are listed at the end with their first place, unless `--quiet` is given.
#[test]
fn fields_left_out_are_reported() {
    let csv = format!("id,puzzle,level\n1,{PUZZLE},easy\n2,{PUZZLE},easy\n3,{PUZZLE},\n");
    let folder = Folder::new().with("in.csv", csv);
    let output = folder.run("convert in.csv --threads 1");
    let message = "left out from in.csv:2 and 2 more, as line has no place for it: id\n\
                left out from in.csv:2 and 1 more, as line has no place for it: level\n";
    assert_eq!((output.stderr.as_str(), output.status), (message, 0));
    assert_eq!(folder.run("convert in.csv --quiet").fine(), lines([PUZZLE, PUZZLE, PUZZLE]));
    folder.run(&format!("convert {PUZZLE} --to candidates --quiet --out in.729")).fine();
    let output = folder.run(&format!("convert {PUZZLE} --to candidates"));
    assert_eq!(output.stderr, "left out from argument:1, as candidates has no place for it: which digits are clues\n");
    let output = folder.run("convert in.729");
    let message =
        "left out from in.729:1, as line has no place for it: the candidates of cells that have more than one\n";
    assert_eq!((output.stderr.as_str(), output.status), (message, 0));
}

/// A pack keeps its bytes through CSV and JSON lines, and its levels are in the files of other programs.
#[test]
fn a_pack_keeps_its_bytes() {
    let folder = Folder::new();
    folder.run("pack --seed 1 --count 3 --level easy --out pack.csv --quiet").fine();
    folder.run("convert pack.csv --out pack.jsonl").fine();
    folder.run("convert pack.jsonl --out again.csv").fine();
    assert_eq!(folder.read("again.csv"), folder.read("pack.csv"));
    assert_eq!(folder.read("pack.jsonl").lines().count(), 3);
    let output = folder.run("convert pack.csv --set name=A&B --set author=me --out pack.opensudoku");
    assert!(output.stderr.starts_with("left out from pack.csv:2 and 2 more, as opensudoku"), "{}", output.stderr);
    let xml = folder.read("pack.opensudoku");
    for element in ["<name>A&amp;B</name>", "<author>me</author>", "<level>easy</level>"] {
        assert!(xml.contains(element), "{xml}");
    }
    let line = |file: &str| folder.run(&format!("convert {file} --quiet")).fine();
    assert_eq!(line("pack.opensudoku"), line("pack.csv"));
    // Every command reads every form.
    for form in ["sdk", "ss", "opensudoku", "hodoku", "jsonl", "sudokuwiki"] {
        folder.run(&format!("convert pack.csv --to {form} --out in --force --quiet")).fine();
        assert_eq!(folder.run("solve in").fine(), folder.run("solve pack.csv").fine(), "{form}");
    }
}

/// `--set` sets named fields, but not parts of the puzzle.
#[test]
fn set_sets_fields_only() {
    for (set, message) in [
        ("author", "expected a name, = and a text"),
        ("=x", "expected a name"),
        ("puzzle=1", "puzzle is part of the puzzle"),
    ] {
        let output = run(&format!("convert {PUZZLE} --set {set}"));
        assert_eq!(output.status, 2, "{set}");
        assert!(output.stderr.contains(message), "{}", output.stderr);
    }
}

/// The names of the rows of [`sorted`], in the order of the file.
const NAMES: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/// Sorts rows with these values, one for each name, and returns the names in order.
fn sorted(values: [&str; 10], options: &str) -> String {
    let row = |(name, value): (&str, &str)| format!("{name},{PUZZLE},{value}");
    let table = NAMES.into_iter().zip(values).map(row);
    let folder = Folder::new().with("in.csv", lines(std::iter::once("name,puzzle,value".into()).chain(table)));
    let csv = folder.run(&format!("convert in.csv --to csv {options}")).fine();
    let json = folder.run(&format!("convert in.csv --to jsonl --memory 1B {options}")).fine();
    folder.run(&format!("convert in.csv --quiet --out out.parquet --temp-dir . {options}")).fine();
    assert_eq!(folder.run("convert out.parquet --to csv").fine(), csv, "{options}");
    assert_eq!(folder.names(), ["in.csv", "out.parquet"], "no temporary file is left");
    let name = |row: &Row| row["name"].to_string();
    let names: String = rows(&csv).iter().map(name).collect();
    let of_json =
        |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["name"].as_str().unwrap().to_string();
    assert_eq!(json.lines().map(of_json).collect::<String>(), names, "{options}");
    names
}

/// Numbers come before texts, and missing values last. Equal values keep the order of the input.
#[test]
fn convert_sorts_by_a_field() {
    for (values, rising, falling) in [
        (["7.2", "10.0", "1.5", "", "7.2", "9", "7.20", "1.2", "", "2"], "hcjaegfbdi", "bfaegjchdi"),
        (["b", "B", "ab", "a", "", "zoo", "é", "10", "9", "b"], "ihbdcajfge", "gfajcdbhie"),
        (["-1", "0", "-0.5", "+3", "1e2", "-1e9", "3", "0.0", "x", " 5 "], "facbhdgjei", "iejdgbhcaf"),
        (
            ["18446744073709551615", "18446744073709551614", "3", "2", "1", "0", "5", "5", "5", "4"],
            "fedcjghiba",
            "abghijcdef",
        ),
        (["", "", "", "", "", "", "", "", "", "x"], "jabcdefghi", "jabcdefghi"),
        (["nan", "inf", "1", "2", "3", "4", "5", "6", "7", "8"], "cdefghijba", "abjihgfedc"),
        (
            ["2024-10-01", "2024-02-01", "2023-12-31", "2024-01-31", "1", "2", "3", "4", "5", "6"],
            "efghijcdba",
            "abdcjihgfe",
        ),
        (["same", "same", "same", "same", "same", "same", "same", "same", "same", "same"], "abcdefghij", "abcdefghij"),
    ] {
        let rising: String = rising.to_lowercase();
        assert_eq!(sorted(values, "--sort value"), rising, "{values:?}");
        assert_eq!(sorted(values, "--sort VALUE"), rising, "{values:?}");
        assert_eq!(sorted(values, "--sort -value"), falling, "{values:?}");
    }
}

/// Every form is sorted by any part of its records, and each record keeps all that it has.
#[test]
fn sorted_records_are_complete() {
    let folder = Folder::new();
    for form in [
        "sdk",
        "ss",
        "opensudoku",
        "hodoku",
        "jsonl",
        "csv",
        "pencilmarks",
        "candidates",
        "sudokuwiki",
        "json",
        "boxed",
    ] {
        let sample = format!("{}/../formats/tests/samples/{form}", env!("CARGO_MANIFEST_DIR"));
        let plain = folder.run(&format!("convert {sample} --to jsonl"));
        let sorted = folder.run(&format!("convert {sample} --to jsonl --sort name --set name=x"));
        let expected = folder.run(&format!("convert {sample} --to jsonl --set name=x"));
        assert_eq!(sorted, expected, "{form}");
        let by_clues = folder.run(&format!("convert {sample} --to jsonl --sort clues --memory 1B")).stdout;
        let mut lines: [Vec<&str>; 2] = [plain.stdout.lines().collect(), by_clues.lines().collect()];
        lines.iter_mut().for_each(|lines| lines.sort_unstable());
        assert_eq!(lines[0], lines[1], "{form}");
    }
}

#[test]
fn levels_are_sorted_by_difficulty_and_lines_without_a_grid_are_reported() {
    let rows = ["extreme", "easy", "odd", "hard", "medium", ""].map(|level| format!("{PUZZLE},{level}"));
    let folder = Folder::new().with("in.csv", format!("puzzle,level\n{}12,easy\n", lines(rows)));
    let output = folder.run("convert in.csv --to csv --sort level");
    let levels: Vec<&str> = output.stdout.lines().skip(1).map(|row| row.rsplit(',').next().unwrap()).collect();
    assert_eq!(levels, ["easy", "medium", "hard", "extreme", "odd", ""]);
    assert_eq!((output.stderr.lines().count(), output.status), (1, 1), "{}", output.stderr);
    assert!(output.message().starts_with("in.csv:8: "), "{}", output.stderr);
    let missing = folder.run("convert in.csv --to csv --sort rating --out out.csv");
    assert_eq!(missing.stderr, "error: found no grid with the field \"rating\" of --sort\n");
    assert_eq!((missing.status, folder.names()), (1, vec!["in.csv".to_string()]));
    for (options, message) in [
        ("--memory 1MB", "error: --memory has no effect without --sort or --sample"),
        ("--sort -", "error: invalid value '-' for '--sort <FIELD>': expected a field, such as er, or -er"),
        ("--sort level --temp-dir no", "error: no: no such folder, expected one for temporary files"),
    ] {
        let output = folder.run(&format!("convert in.csv {options}"));
        assert_eq!((output.message(), output.status), (message, 2));
    }
}

/// A solution that is behind other puzzles than its own has no place: the puzzle was written before.
#[test]
fn solutions_that_are_left_out_are_reported() {
    let turned: String = PUZZLE.chars().rev().collect();
    let folder = Folder::new().with("a.txt", lines([PUZZLE, &turned, "Solutions", SOLUTION]));
    for command in ["convert a.txt", "dedup a.txt --by text"] {
        let output = folder.run(command);
        assert_eq!((output.status, &output.stdout), (0, &lines([PUZZLE, &turned])), "{command}");
        let message = "a.txt: left out 1 solution, expected each in the line of its puzzle";
        assert_eq!(output.stderr.matches(message).count(), 1, "{command}: {}", output.stderr);
        assert!(!folder.run(&format!("{command} --quiet")).stderr.contains("left out 1 solution"));
    }
}

/// A transformation moves clues, placed digits, candidates and solutions, and its inverse gives them back.
#[test]
fn transformed_records() {
    let pack: String = EASY_PACK.lines().take(6).map(|line| format!("{line}\n")).collect();
    let folder = Folder::new().with("in.csv", &pack);
    let symmetry = Symmetry::nth(1_134_567_890_123);
    let convert = |input: &str, symmetry: &Symmetry, to: &str| {
        let mut words = command(&folder.path(""), &format!("convert {input} --to {to} --quiet"));
        words.args(["--transform", &symmetry.to_string()]);
        Running::of(words).end().fine()
    };
    let moved = convert("in.csv", &symmetry, "csv");
    for (before, after) in rows(&pack).iter().zip(rows(&moved)) {
        for column in ["puzzle", "solution"] {
            assert_eq!(&after[column], symmetry.grid(&before[column].parse().unwrap()).to_string());
        }
        assert_eq!((&after["id"], &after["er"]), (&before["id"], &before["er"]));
    }
    folder.write("moved.csv", &moved);
    assert_eq!(convert("moved.csv", &symmetry.inverse(), "csv"), pack);
    let candidates = folder.run(&format!("candidates {PUZZLE} --format line")).fine();
    folder.write("candidates.txt", &candidates);
    folder.write("moved.txt", convert("candidates.txt", &symmetry, "candidates"));
    assert_eq!(convert("moved.txt", &symmetry.inverse(), "candidates"), candidates);
    let output = folder.run("convert in.csv --transform rows:123");
    assert!(output.message().contains("expected transpose, rows:, columns: and digits:"), "{output:?}");
}

/// Each puzzle is replaced by an equivalent one, which depends on the seed and its index.
#[test]
fn equivalent_puzzles_by_seed_and_index() {
    let folder = Folder::new().with("in", lines([PUZZLE; 5]));
    let of = |seed: u64| folder.run(&format!("convert in --equivalent {seed}")).fine();
    let first = of(7);
    let mut different: Vec<&str> = first.lines().collect();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), 5);
    assert_eq!(of(7), first);
    assert_ne!(of(8), first);
    folder.write("out", &first);
    let canonical = folder.run("canon out").fine();
    assert_eq!(canonical, folder.run("canon in").fine());
}

/// A sample has rows of the input in their order, each with the same chance, whatever memory is used.
#[test]
fn samples_of_rows() {
    let folder = Folder::new().with("in.csv", &*EASY_PACK);
    let of = |options: &str| folder.run(&format!("convert in.csv --to csv {options}")).fine();
    let all: Vec<&str> = EASY_PACK.lines().collect();
    let sample = of("--sample 50 --seed 3");
    let places: Vec<usize> =
        sample.lines().map(|line| all.iter().position(|known| *known == line).expect("a row")).collect();
    assert_eq!(places.len(), 51);
    assert!(places.is_sorted() && places[1] > 0);
    assert_eq!(of("--sample 50 --seed 3 --memory 1"), sample);
    assert_ne!(of("--sample 50 --seed 4"), sample);
    assert_eq!(of("--sample 200"), *EASY_PACK);
    assert_eq!(of("--sample 1000 --seed 9"), *EASY_PACK);
    // Each row is in about a quarter of the samples.
    let (mut counts, samples) = (vec![0; all.len()], 64 / stride(8));
    for seed in 0..samples {
        for line in of(&format!("--sample 50 --seed {seed}")).lines() {
            counts[all.iter().position(|known| *known == line).unwrap()] += 1;
        }
    }
    assert!(counts[1..].iter().all(|count| (samples / 32..=samples * 3 / 4).contains(count)), "{counts:?}");
}
