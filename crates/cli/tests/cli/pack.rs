//! `pack`: the same seed always gives the same bytes, and rows are sound.

use std::collections::BTreeSet;
use std::env;
use std::fs;

use crate::common::{Folder, Row, assert_solves, rows, run};

pub(crate) const HEADER: &str =
    "id,puzzle,solution,clues,er,ep,ed,level,hardest,techniques,steps,minimal,symmetry,seed,index,generator";

/// The files that a pack with `--out pack.csv` writes.
pub(crate) const PACK_FILES: [&str; 2] = ["pack.csv", "pack.csv.manifest.json"];

/// The rows of a pack on standard output.
#[track_caller]
pub(crate) fn pack(constraints: &str) -> Vec<Row> {
    rows(&run(&format!("pack {constraints}")).fine())
}

/// Checks what is true for every row with any constraints; `range` has the indices.
#[track_caller]
pub(crate) fn assert_sound(rows: &[Row], seed: u64, range: std::ops::Range<u64>) {
    assert_eq!(rows.len() as u64, range.end - range.start);
    for (row, index) in rows.iter().zip(range) {
        let (of_seed, of_index) = (format!("{seed}-"), format!("-{index}"));
        assert!(row["id"].starts_with(&of_seed) && row["id"].ends_with(&of_index), "{}", &row["id"]);
        assert_eq!((&row["seed"], &row["index"]), (seed.to_string().as_str(), index.to_string().as_str()));
        let puzzle = &row["puzzle"];
        assert!(puzzle.len() == 81 && puzzle.bytes().all(|byte| matches!(byte, b'.' | b'1'..=b'9')), "{puzzle}");
        assert_eq!(row["clues"], puzzle.bytes().filter(u8::is_ascii_digit).count().to_string());
        assert_solves(&row["solution"], puzzle);
        assert!(["true", "false"].contains(&&row["minimal"]));
        assert!(row["generator"].starts_with("minirow "), "{}", &row["generator"]);
        // Every puzzle has a rating, with all that belongs to it.
        let fields = [&row["er"], &row["ep"], &row["ed"], &row["level"], &row["hardest"], &row["techniques"]];
        assert!(fields.iter().all(|field| !field.is_empty()), "{row:?}");
        assert_counts_add_up(row);
    }
}

/// The steps are those of the techniques, the hardest among them.
#[track_caller]
fn assert_counts_add_up(row: &Row) {
    let techniques: Vec<(&str, usize)> = row["techniques"]
        .split(';')
        .map(|technique| technique.split_once(':').expect("slug:count"))
        .map(|(slug, count)| (slug, count.parse().unwrap()))
        .collect();
    assert_eq!(row["steps"], techniques.iter().map(|(_, count)| count).sum::<usize>().to_string(), "{row:?}");
    assert!(techniques.iter().any(|(slug, _)| *slug == &row["hardest"]), "{row:?}");
}

#[test]
fn the_file_is_plain_csv() {
    let folder = Folder::new();
    folder.run("pack --seed 42 --count 30 --out pack.csv --quiet").fine();
    let text = folder.read("pack.csv");
    assert_eq!(text.lines().next(), Some(HEADER));
    assert_eq!(text.lines().count(), 31);
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
    assert!(text.is_ascii() && !text.contains(['\r', '"']), "no quotes, and line feeds only");
    assert!(text.lines().all(|line| line.split(',').count() == 16), "no comma too many");
    assert_sound(&rows(&text), 42, 0..30);
    assert_eq!(folder.names(), PACK_FILES);
}

#[test]
fn a_file_is_what_standard_output_gets() {
    let folder = Folder::new();
    folder.run("pack --seed 42 --count 50 --out pack.csv --quiet").fine();
    assert_eq!(folder.read("pack.csv"), run("pack --seed 42 --count 50").fine());
}

/// The messages: the contents of the file, and how to load it.
#[test]
fn a_message_says_how_to_load_the_pack() {
    let output = Folder::new().run("pack --seed 42 --count 3 --out pack.csv");
    assert_eq!((output.status, output.stdout.as_str()), (0, ""));
    let message: Vec<&str> = output.stderr.lines().collect();
    let (start, end) = ("wrote 3 puzzles to pack.csv (generator minirow ", ", seed 42)");
    assert!(message[0].starts_with(start) && message[0].ends_with(end), "{}", message[0]);
    for loader in ["pandas:", "polars:", "DuckDB:"] {
        let line = message.iter().find(|line| line.starts_with(loader)).expect(loader);
        assert!(line.contains("pack.csv") && line.contains("puzzle") && line.contains("solution"), "{line}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = run("pack --seed 3 --count 300 --threads 1").fine();
    for threads in ["--threads 2", "--threads 5", ""] {
        assert_eq!(run(&format!("pack --seed 3 --count 300 {threads}")).fine(), one, "{threads}");
    }
    // With constraints, an index takes many attempts.
    let choosy = "pack --seed 3 --count 20 --level expert --symmetry half-turn --clues 24..=30";
    let one = run(&format!("{choosy} --threads 1")).fine();
    assert_eq!(run(&format!("{choosy} --threads 5")).fine(), one);
}

#[test]
fn joined_ranges_are_the_whole_pack() {
    for constraints in ["", "--level hard", "--symmetry diagonal --clues 26..=32"] {
        let range = |start: u64, count: u64| {
            let text = run(&format!("pack --seed 9 --start {start} --count {count} {constraints}")).fine();
            text.strip_prefix(&format!("{HEADER}\n")).expect("a header").to_string()
        };
        let parts = [range(0, 7), range(7, 1), range(8, 22)].concat();
        assert_eq!(range(0, 30), parts, "{constraints}");
    }
}

#[test]
fn the_last_index_of_all() {
    let last = u64::MAX - 1;
    assert_sound(&pack(&format!("--seed {} --start {last} --count 1", u64::MAX)), u64::MAX, last..u64::MAX);
}

#[test]
fn other_seeds_give_other_puzzles() {
    let of = |seed: u64| pack(&format!("--seed {seed} --count 50"));
    let puzzles: Vec<String> = [1, 2, 3].into_iter().flat_map(of).map(|row| row["puzzle"].to_string()).collect();
    assert_eq!(puzzles.iter().collect::<BTreeSet<_>>().len(), 150);
}

/// `grade` and `check` agree with the columns of a pack.
#[test]
fn grade_and_check_agree_with_the_columns() {
    let folder = Folder::new();
    folder.run("pack --seed 8 --count 100 --out pack.csv --quiet").fine();
    let packed = rows(&folder.read("pack.csv"));
    let graded = rows(&folder.run("grade pack.csv").fine());
    assert_eq!(graded.len(), packed.len());
    for (packed, graded) in packed.iter().zip(&graded) {
        for column in crate::common::GRADE_HEADER.trim_end().split(',') {
            assert_eq!(packed[column], graded[column], "{column} of {packed:?}");
        }
    }
    assert_eq!(folder.run("check pack.csv").fine(), "minimal\n".repeat(100));
}

/// Pins the puzzles of a seed: a change needs a new generator version. `cargo xtask dist` compares all programs and wheels with
/// this file.
#[test]
fn the_first_puzzles_of_a_seed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/pack_seed_42.csv");
    let actual = run("pack --seed 42 --count 200").fine();
    if env::var_os("BLESS").is_some() {
        fs::write(path, actual).unwrap();
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    let differs = actual.lines().zip(expected.lines()).position(|(actual, expected)| actual != expected);
    let line = differs.unwrap_or(actual.lines().count().min(expected.lines().count())) + 1;
    assert!(
        actual == expected,
        "tests/golden/pack_seed_42.csv is out of date: `cargo xtask bless`, then review the diff; line {line} is now\n{}",
        actual.lines().nth(line - 1).unwrap_or_default()
    );
}

#[test]
fn a_weighted_sample_has_its_weights() {
    let text = run("pack --sampling weighted --seed 4 --count 12").fine();
    assert_eq!(text.lines().next(), Some(format!("{HEADER},weight").as_str()));
    let made = rows(&text);
    assert_sound(&made, 4, 0..12);
    for row in &made {
        assert_eq!(&row["minimal"], "true");
        // What was found alone counts a number that goes with its clues; others count that several times.
        let of_clues: Vec<f64> = made
            .iter()
            .filter(|other| other["clues"] == row["clues"])
            .map(|other| other["weight"].parse().unwrap())
            .collect();
        let least = of_clues.iter().copied().fold(f64::INFINITY, f64::min);
        let is_whole = |number: f64| (number - number.round()).abs() < 1e-6;
        assert!(of_clues.iter().all(|weight| is_whole(weight / least * 60.0)), "{of_clues:?}");
    }
    assert_eq!(run("pack --sampling weighted --weights --seed 4 --count 12 --threads 1").fine(), text);
    // A row can be made alone.
    let alone = run("pack --sampling weighted --seed 4 --start 7 --count 1").fine();
    assert_eq!(alone.lines().nth(1), text.lines().nth(8));
}

#[test]
fn a_uniform_sample_of_puzzles_with_some_numbers_of_clues() {
    let made = pack("--sampling uniform --clues 25..=26 --seed 4 --count 6");
    assert_sound(&made, 4, 0..6);
    assert!(made.iter().all(|row| ["25", "26"].contains(&&row["clues"]) && &row["minimal"] == "true"));
    let weights = rows(&run("pack --sampling uniform --weights --clues 25..=26 --seed 4 --count 2").fine());
    assert!(weights.iter().all(|row| row["weight"].parse() == Ok(1.0)));
}

#[test]
fn unbiased_samples_that_do_not_exist() {
    let folder = Folder::new();
    let any = "error: sampling weighted and uniform draw minimal puzzles without a symmetry, a mask or a missing digit";
    for (constraints, message) in [
        ("--sampling uniform --symmetry half-turn", any),
        ("--sampling weighted --missing-digits 5", any),
        (
            "--sampling weighted --even",
            "error: sampling weighted: weights exist only for minimal puzzles with any clues, not for even",
        ),
        ("--sampling uniform --search climb", "error: sampling uniform cannot be combined with hill climbing"),
        (
            "--sampling uniform --clues 41..",
            "error: no minimal puzzle with that number of clues is known, expected a number from 17 to 40",
        ),
    ] {
        let output = folder.run(&format!("pack {constraints} --out pack.csv"));
        assert!(output.message().starts_with(message) && output.status == 2, "{constraints}: {}", output.stderr);
        assert!(folder.names().is_empty(), "{constraints}");
    }
    folder.write("book.toml", "[[section]]\nname = 'A'\ncount = 3\nsampling = 'weighted'\n");
    let message = folder.run("pack --recipe book.toml").message().to_string();
    assert!(message.starts_with("error: book.toml:1: section \"A\": sampling weighted requires weights"), "{message}");
}
