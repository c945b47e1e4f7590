//! `pack`: the same bytes from the same seed, however they come about, and rows that are as they were wished for.

mod common;

use std::collections::BTreeSet;
use std::env;
use std::fs;

use common::{Folder, Row, SOLUTION, assert_solves, rows, run};

const HEADER: &str =
    "id,puzzle,solution,clues,er,ep,ed,level,hardest,techniques,steps,minimal,symmetry,seed,index,generator";

/// What a pack with `--out pack.csv` leaves.
const PACK_FILES: [&str; 2] = ["pack.csv", "pack.csv.manifest.json"];

/// The rows of a pack on standard output.
#[track_caller]
fn pack(wishes: &str) -> Vec<Row> {
    rows(&run(&format!("pack {wishes}")).fine())
}

/// Whatever the wishes, this holds in every row; `range` has the indices.
#[track_caller]
fn assert_sound(rows: &[Row], seed: u64, range: std::ops::Range<u64>) {
    assert_eq!(rows.len() as u64, range.end - range.start);
    for (row, index) in rows.iter().zip(range) {
        assert_eq!(row["id"], format!("{seed}-{index}"));
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

/// What is said beside the data: what the file is, and how to load it.
#[test]
fn a_pack_comes_with_the_lines_that_load_it() {
    let output = Folder::new().run("pack --seed 42 --count 3 --out pack.csv");
    assert_eq!((output.status, output.stdout.as_str()), (0, ""));
    let said: Vec<&str> = output.stderr.lines().collect();
    assert!(said[0].starts_with("pack.csv: 3 puzzles by minirow ") && said[0].ends_with(", seed 42"), "{}", said[0]);
    for loader in ["pandas:", "polars:", "DuckDB:"] {
        let line = said.iter().find(|line| line.starts_with(loader)).expect(loader);
        assert!(line.contains("pack.csv") && line.contains("puzzle") && line.contains("solution"), "{line}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = run("pack --seed 3 --count 300 --threads 1").fine();
    for threads in ["--threads 2", "--threads 5", ""] {
        assert_eq!(run(&format!("pack --seed 3 --count 300 {threads}")).fine(), one, "{threads}");
    }
    // With wishes, an index takes many tries, some more than others.
    let choosy = "pack --seed 3 --count 20 --level expert --symmetry half-turn --clues 24..=30";
    let one = run(&format!("{choosy} --threads 1")).fine();
    assert_eq!(run(&format!("{choosy} --threads 5")).fine(), one);
}

#[test]
fn ranges_put_together_are_the_whole() {
    for wishes in ["", "--level hard", "--symmetry diagonal --clues 26..=32"] {
        let range = |start: u64, count: u64| {
            let text = run(&format!("pack --seed 9 --start {start} --count {count} {wishes}")).fine();
            text.strip_prefix(&format!("{HEADER}\n")).expect("a header").to_string()
        };
        let parts = [range(0, 7), range(7, 1), range(8, 22)].concat();
        assert_eq!(range(0, 30), parts, "{wishes}");
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

/// The levels, with the ratings that the contract gives them.
#[test]
fn every_row_has_the_level_wished_for() {
    let ratings = [
        ("easy", 1.0, 1.5, 25),
        ("medium", 1.6, 2.5, 25),
        ("hard", 2.6, 4.0, 25),
        ("expert", 4.1, 6.2, 25),
        ("diabolical", 6.3, 7.9, 25),
        ("extreme", 8.0, 20.0, 5),
    ];
    for (level, low, high, count) in ratings {
        let rows = pack(&format!("--seed 5 --count {count} --level {level}"));
        assert_sound(&rows, 5, 0..count);
        for row in &rows {
            let er = row.number("er");
            assert!(&row["level"] == level && (low..=high).contains(&er), "{level}: {row:?}");
            assert!(row.number("ed") <= row.number("ep") && row.number("ep") <= er, "{row:?}");
        }
    }
}

#[test]
fn every_row_has_the_rating_wished_for() {
    for (wish, low, high) in [("2.0", 2.0, 2.0), ("1.7..=2.3", 1.7, 2.3), ("..=1.2", 1.0, 1.2), ("2.6..=3.4", 2.6, 3.4)]
    {
        let rows = pack(&format!("--seed 5 --count 20 --er {wish}"));
        assert_sound(&rows, 5, 0..20);
        for row in rows {
            assert!((low..=high).contains(&row.number("er")), "{wish}: {row:?}");
        }
    }
    let both = pack("--seed 5 --count 10 --level hard --er 3.6..=4.4");
    assert!(both.iter().all(|row| (3.6..=4.0).contains(&row.number("er"))), "{both:?}");
}

#[test]
fn every_row_has_the_clues_wished_for() {
    for (wish, low, high) in
        [("24", 24.0, 24.0), ("22..=23", 22.0, 23.0), ("60..=72", 60.0, 72.0), ("..=24", 17.0, 24.0)]
    {
        let rows = pack(&format!("--seed 5 --count 20 --clues {wish}"));
        assert_sound(&rows, 5, 0..20);
        assert!(rows.iter().all(|row| (low..=high).contains(&row.number("clues"))), "{wish}: {rows:?}");
    }
}

/// Minimal is what `check` finds minimal too: no clue can be spared.
#[test]
fn every_row_is_minimal_where_that_is_wished_for() {
    for wishes in ["", "--clues 22..=25 --minimal"] {
        let folder = Folder::new();
        folder.run(&format!("pack --seed 5 --count 40 {wishes} --out pack.csv --quiet")).fine();
        assert!(rows(&folder.read("pack.csv")).iter().all(|row| &row["minimal"] == "true"), "{wishes}");
        assert_eq!(folder.run("check pack.csv").fine(), "minimal\n".repeat(40), "{wishes}");
    }
    // Without the wish some are not, and the column says which.
    let folder = Folder::new();
    folder.run("pack --seed 5 --count 40 --clues 24..=26 --out pack.csv --quiet").fine();
    let minimal = |row: &Row| if &row["minimal"] == "true" { "minimal\n" } else { "proper\n" };
    let said: String = rows(&folder.read("pack.csv")).iter().map(minimal).collect();
    assert_eq!(folder.run("check pack.csv").fine(), said);
    assert!(said.contains("minimal\n") && said.contains("proper\n"), "{said}");
}

/// A cell, by row and column, and where a symmetry takes it.
type Move = fn(usize, usize) -> (usize, usize);

const HALF_TURN: Move = |row, column| (8 - row, 8 - column);
const QUARTER_TURN: Move = |row, column| (column, 8 - row);
const LEFT_RIGHT: Move = |row, column| (row, 8 - column);
const TOP_BOTTOM: Move = |row, column| (8 - row, column);
const DIAGONAL: Move = |row, column| (column, row);
const ANTI_DIAGONAL: Move = |row, column| (8 - column, 8 - row);

const SYMMETRIES: [(&str, &[Move]); 10] = [
    ("none", &[]),
    ("half-turn", &[HALF_TURN]),
    ("left-right", &[LEFT_RIGHT]),
    ("top-bottom", &[TOP_BOTTOM]),
    ("diagonal", &[DIAGONAL]),
    ("anti-diagonal", &[ANTI_DIAGONAL]),
    ("quarter-turn", &[QUARTER_TURN, HALF_TURN]),
    ("both-mirrors", &[LEFT_RIGHT, TOP_BOTTOM, HALF_TURN]),
    ("both-diagonals", &[DIAGONAL, ANTI_DIAGONAL, HALF_TURN]),
    ("dihedral", &[QUARTER_TURN, HALF_TURN, LEFT_RIGHT, TOP_BOTTOM, DIAGONAL, ANTI_DIAGONAL]),
];

/// Whether the pattern of the clues stays the same.
fn holds(puzzle: &str, symmetry: Move) -> bool {
    let clue = |row: usize, column: usize| puzzle.as_bytes()[9 * row + column] != b'.';
    (0..81).all(|cell| {
        let (row, column) = symmetry(cell / 9, cell % 9);
        clue(cell / 9, cell % 9) == clue(row, column)
    })
}

/// The pattern has the symmetry wished for, and the column names all that it has.
#[test]
fn every_row_has_the_symmetry_wished_for() {
    for (name, moves) in SYMMETRIES {
        let rows = pack(&format!("--seed 5 --count 20 --symmetry {name}"));
        assert_sound(&rows, 5, 0..20);
        for row in rows {
            let puzzle = &row["puzzle"];
            assert!(moves.iter().all(|&symmetry| holds(puzzle, symmetry)), "{name}: {puzzle}");
            let all = [HALF_TURN, QUARTER_TURN, LEFT_RIGHT, TOP_BOTTOM, DIAGONAL, ANTI_DIAGONAL];
            let count = |moves: &[Move]| moves.iter().filter(|&&symmetry| holds(puzzle, symmetry)).count();
            let (_, said) = SYMMETRIES.iter().find(|(name, _)| *name == &row["symmetry"]).expect("a known name");
            assert_eq!(count(said), said.len(), "{row:?}");
            assert_eq!(count(&all), said.len(), "{row:?} has more symmetry than it says");
        }
    }
}

/// With a symmetry, minimal means that no orbit of clues can be spared.
#[test]
fn no_orbit_of_a_symmetric_puzzle_can_be_spared() {
    let rows = pack("--seed 5 --count 10 --symmetry half-turn --clues 22..=28 --minimal");
    let mut spared = String::new();
    for row in &rows {
        for cell in (0..=40).filter(|&cell| row["puzzle"].as_bytes()[cell] != b'.') {
            let mut less = row["puzzle"].to_string().into_bytes();
            less[cell] = b'.';
            less[80 - cell] = b'.';
            spared += &(String::from_utf8(less).unwrap() + "\n");
        }
    }
    let counts = Folder::new().with("spared.txt", &spared).run("count spared.txt --limit 2").fine();
    assert!(counts.lines().count() >= 10 * 11);
    assert!(counts.lines().all(|count| count == "2"), "{counts}");
}

#[test]
fn every_row_has_the_solution_wished_for() {
    let rows = pack(&format!("--seed 5 --count 20 --solution {SOLUTION}"));
    assert_sound(&rows, 5, 0..20);
    assert!(rows.iter().all(|row| &row["solution"] == SOLUTION));
    let puzzles: BTreeSet<&str> = rows.iter().map(|row| &row["puzzle"]).collect();
    assert_eq!(puzzles.len(), 20, "the solution is the same, the puzzles are not");
}

#[test]
fn every_row_keeps_to_the_mask() {
    // No clue in the middle box, nor in the corners.
    let mask = "011111110\n111111111\n111111111\n111000111\n111000111\n111000111\n111111111\n111111111\n011111110";
    let mask = mask.replace('\n', "");
    for mask in [mask.clone(), mask.replace('0', "."), mask.replace('1', "x")] {
        let rows = pack(&format!("--seed 5 --count 20 --mask {mask}"));
        assert_sound(&rows, 5, 0..20);
        for row in rows {
            let outside = row["puzzle"]
                .bytes()
                .zip(mask.bytes())
                .find(|&(clue, cell)| clue != b'.' && matches!(cell, b'0' | b'.'));
            assert_eq!(outside, None, "{}", &row["puzzle"]);
        }
    }
}

/// EP and ED by themselves, and a pearl: its hardest step comes before the first placement.
#[test]
fn every_row_has_the_first_steps_wished_for() {
    for (column, wish, low, high) in
        [("ep", "2.6..=4.4", 2.6, 4.4), ("ed", "2.6..=3.4", 2.6, 3.4), ("ed", "1.2", 1.2, 1.2)]
    {
        let rows = pack(&format!("--seed 5 --count 3 --{column} {wish}"));
        assert_sound(&rows, 5, 0..3);
        assert!(rows.iter().all(|row| (low..=high).contains(&row.number(column))), "{column} {wish}: {rows:?}");
    }
    let pearls = pack("--seed 5 --count 1 --er 2.6..=4.4 --ep 2.6..=4.4 --ed 2.6");
    assert!(pearls.iter().all(|row| &row["ed"] == "2.6" && row.number("ep") >= 2.6), "{pearls:?}");
}

fn takes(row: &Row, slug: &str) -> bool {
    row["techniques"].split(';').any(|technique| technique.split(':').next() == Some(slug))
}

#[test]
fn every_row_takes_the_techniques_wished_for_and_no_other() {
    let rows = pack("--seed 5 --count 2 --needs x-wing --without pointing,claiming --without naked-pair --level hard");
    assert_sound(&rows, 5, 0..2);
    for row in &rows {
        assert!(takes(row, "x-wing") && &row["level"] == "hard", "{row:?}");
        assert!(!["pointing", "claiming", "naked-pair"].iter().any(|slug| takes(row, slug)), "{row:?}");
    }
    let rows = pack("--seed 5 --count 5 --needs naked-pair,pointing");
    assert!(rows.iter().all(|row| takes(row, "naked-pair") && takes(row, "pointing")), "{rows:?}");
}

#[test]
fn every_row_has_the_steps_wished_for() {
    for (wish, low, high) in [("57..=59", 57.0, 59.0), ("70..", 70.0, 729.0), ("58", 58.0, 58.0)] {
        let rows = pack(&format!("--seed 5 --count 10 --steps {wish}"));
        assert_sound(&rows, 5, 0..10);
        assert!(rows.iter().all(|row| (low..=high).contains(&row.number("steps"))), "{wish}: {rows:?}");
    }
}

#[test]
fn every_row_has_the_digits_wished_for() {
    let rows = pack("--seed 5 --count 5 --missing-digits 5 --with-digits 1,2");
    assert_sound(&rows, 5, 0..5);
    for row in &rows {
        let puzzle = &row["puzzle"];
        assert!(!puzzle.contains('5') && puzzle.contains('1') && puzzle.contains('2'), "{puzzle}");
    }
}

/// A wish leaves out what does not fit and changes nothing else: each row is one of the tries of its index.
#[test]
fn wishes_that_every_puzzle_meets_change_nothing() {
    let plain = run("pack --seed 5 --count 30").fine();
    let wishes = "--er 1.0.. --ep 1.0.. --ed 1.0.. --needs hidden-single --steps 1.. ";
    assert_eq!(run(&format!("pack --seed 5 --count 30 {wishes}")).fine(), plain);
}

#[test]
fn all_wishes_at_once() {
    let wishes = format!("--level easy --symmetry diagonal --clues 26..=34 --solution {SOLUTION}");
    let rows = pack(&format!("--seed 5 --count 10 {wishes}"));
    assert_sound(&rows, 5, 0..10);
    for row in rows {
        assert_eq!((&row["level"], &row["solution"]), ("easy", SOLUTION));
        assert!((26.0..=34.0).contains(&row.number("clues")) && holds(&row["puzzle"], DIAGONAL), "{row:?}");
    }
}

/// What grades and checks say of a pack is what its columns say.
#[test]
fn grade_and_check_agree_with_the_columns() {
    let folder = Folder::new();
    folder.run("pack --seed 8 --count 100 --out pack.csv --quiet").fine();
    let packed = rows(&folder.read("pack.csv"));
    let graded = rows(&folder.run("grade pack.csv").fine());
    assert_eq!(graded.len(), packed.len());
    for (packed, graded) in packed.iter().zip(&graded) {
        for column in common::GRADE_HEADER.trim_end().split(',') {
            assert_eq!(packed[column], graded[column], "{column} of {packed:?}");
        }
    }
    assert_eq!(folder.run("check pack.csv").fine(), "minimal\n".repeat(100));
}

/// Pins what a seed gives: a change is a new generator version, not an accident.
#[test]
fn the_first_puzzles_of_a_seed() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/pack_seed_42.csv");
    let actual = run("pack --seed 42 --count 20").fine();
    if env::var_os("BLESS").is_some() {
        fs::write(path, actual).unwrap();
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(
        actual == expected,
        "tests/golden/pack_seed_42.csv is out of date: `cargo xtask bless`, then review the diff; now the pack is\n{actual}"
    );
}

/// Packs that were not completed.
#[cfg(unix)]
mod interrupted {
    use super::*;
    use common::Running;
    use std::sync::OnceLock;

    /// Long enough that a signal comes in between.
    const LONG: &str = "pack --seed 7 --count 3000 --quiet --out pack.csv";

    /// The bytes of the long pack when nothing comes in between.
    fn whole() -> &'static str {
        static WHOLE: OnceLock<String> = OnceLock::new();
        WHOLE.get_or_init(|| run("pack --seed 7 --count 3000").fine())
    }

    /// A long run that was ended when some rows were there; and what it said.
    fn ended(end: fn(&mut Running)) -> (Folder, common::Output) {
        for _ in 0..20 {
            let folder = Folder::new();
            let mut running = folder.start(&format!("{LONG} --threads 1"));
            let rows_are_there = || fs::metadata(folder.path("pack.csv.part")).is_ok_and(|part| part.len() > 3000);
            running.until(rows_are_there);
            end(&mut running);
            let output = running.end();
            // On a machine that was busy with other things it may have been done before the end came.
            if !folder.exists("pack.csv") {
                return (folder, output);
            }
        }
        panic!("the run is always done before it can be ended");
    }

    /// There is no file yet but its part; the same command with `--resume` completes it to the same bytes.
    #[track_caller]
    fn assert_resumes(folder: &Folder) {
        // A run that is killed leaves its locks, too.
        let names = folder.names();
        let names: Vec<&String> = names.iter().filter(|name| !name.ends_with(".journal")).collect();
        assert_eq!(names, ["pack.csv.part", "pack.csv.part.json"]);
        let part = fs::read(folder.path("pack.csv.part")).unwrap();
        assert!(whole().as_bytes().starts_with(&part), "what is there are the first bytes of the whole");
        assert_eq!(folder.run(&format!("{LONG} --resume")).fine(), "");
        assert!(folder.read("pack.csv") == whole(), "not the bytes of a run without interruption");
        assert_eq!(folder.names(), PACK_FILES, "the part is gone");
    }

    #[test]
    fn killed_without_warning() {
        let (folder, output) = ended(Running::kill);
        assert_eq!((output.status, output.stderr.as_str()), (-1, ""));
        assert_resumes(&folder);
    }

    #[test]
    fn killed_twice() {
        let (folder, _) = ended(Running::kill);
        let before = fs::metadata(folder.path("pack.csv.part")).unwrap().len();
        let mut running = folder.start(&format!("{LONG} --resume --threads 1"));
        running.until(|| fs::metadata(folder.path("pack.csv.part")).is_ok_and(|part| part.len() > before));
        running.kill();
        running.end();
        if !folder.exists("pack.csv") {
            assert_resumes(&folder);
        }
        assert!(folder.read("pack.csv") == whole());
    }

    /// Ctrl-C, and what a system sends when it shuts down: how much is there is said, and it is true.
    #[test]
    fn told_to_end() {
        for end in [|running: &mut Running| running.signal("INT"), |running: &mut Running| running.signal("TERM")] {
            let (folder, output) = ended(end);
            assert_eq!(output.status, 130);
            let part = folder.read("pack.csv.part");
            assert!(part.ends_with('\n'), "whole lines");
            let done = part.lines().count() - 1;
            let said = format!("{done} of 3000 puzzles are in pack.csv.part; the same command with --resume goes on\n");
            assert_eq!(output.stderr, said);
            assert_resumes(&folder);
        }
    }

    /// A pack that another run is writing is left to it.
    #[test]
    fn two_runs_do_not_write_the_same_file() {
        let endless = "pack --seed 7 --count 100000000 --threads 1 --out pack.csv";
        let folder = Folder::new();
        let mut running = folder.start(endless);
        running.until(|| fs::metadata(folder.path("pack.csv.part")).is_ok_and(|part| part.len() > 3000));
        for flag in ["--resume", "--force"] {
            let output = folder.run(&format!("{endless} {flag}"));
            let said = "error: pack.csv: another run is writing it: minirow pack --out pack.csv (process ...";
            crate::common::assert_said(output.said(), said, flag);
            assert_eq!(output.status, 2);
        }
        running.kill();
        running.end();
        assert!(folder.read("pack.csv.part").starts_with(&run("pack --seed 7 --count 10").fine()), "it went on");
    }

    /// A short pack.
    const SHORT: &str = "pack --seed 7 --count 60 --quiet --out pack.csv";

    /// The short pack as far as a small disk has room for it: its last line is cut.
    fn cut_off() -> Folder {
        let folder = Folder::new();
        let output = folder.run_on_a_small_disk(SHORT);
        let last = output.stderr.lines().last().unwrap_or_default();
        common::assert_said(last, "error: pack.csv.part: cannot be written: ...", "a small disk");
        assert_eq!(output.status, 1);
        assert_eq!(folder.names(), ["pack.csv.part", "pack.csv.part.json"]);
        let part = folder.read("pack.csv.part");
        assert!(!part.ends_with('\n') && part.lines().count() > 3, "{part}");
        folder
    }

    /// The part, wherever it ends: between lines, in a line, in the header, before anything.
    #[test]
    fn a_part_that_ends_anywhere_resumes_to_the_same_bytes() {
        let whole = run("pack --seed 7 --count 60").fine();
        let length = cut_off().read("pack.csv.part").len();
        let second_row = whole.match_indices('\n').nth(1).unwrap().0;
        for end in
            [length, length - 1, second_row + 2, second_row + 1, second_row, HEADER.len() + 1, HEADER.len(), 10, 0]
        {
            let folder = cut_off();
            let part = folder.read("pack.csv.part");
            folder.write("pack.csv.part", &part[..end]);
            assert_eq!(folder.run(&format!("{SHORT} --resume")).fine(), "", "cut after {end} bytes");
            assert!(folder.read("pack.csv") == whole, "cut after {end} bytes");
            assert_eq!(folder.names(), PACK_FILES, "cut after {end} bytes");
        }
    }

    /// How many puzzles are there is counted in what was written, not in what was to be written.
    #[test]
    fn a_full_disk_says_how_much_is_there() {
        let folder = Folder::new();
        let output = folder.run_on_a_small_disk(SHORT);
        let rows = folder.read("pack.csv.part").matches('\n').count() - 1;
        assert!(output.said().starts_with(&format!("{rows} of 60 puzzles are in pack.csv.part")), "{}", output.said());
    }

    /// What another run began, and what this one asks: refused, and nothing of it is touched.
    #[test]
    fn a_part_is_resumed_with_the_same_wishes_only() {
        let folder = cut_off();
        let files = || ["pack.csv.part", "pack.csv.part.json"].map(|name| fs::read(folder.path(name)).unwrap());
        let before = files();
        let begun = "error: pack.csv.part.json: was begun with ";
        #[rustfmt::skip]
        let cases = [
            ("--seed 8 --count 60 --resume",                  "seed 7 (now 8); --force starts anew"),
            ("--seed 7 --count 61 --resume",                  "count 60 (now 61); --force starts anew"),
            ("--seed 7 --count 60 --start 1 --resume",        "start 0 (now 1); --force starts anew"),
            ("--seed 7 --count 60 --level easy --resume",     "level null (now \"easy\"); --force starts anew"),
            ("--seed 7 --count 60 --er 2.0 --resume",         "er null (now \"2.0\"); --force starts anew"),
            ("--seed 7 --count 60 --symmetry diagonal --resume", "symmetry \"none\" (now \"diagonal\"); --force starts anew"),
            ("--seed 7 --count 60 --clues 24 --resume",       "..."),
            ("--seed 7 --count 60 --max-tries 9 --resume",    "..."),
        ];
        for (wishes, said) in cases {
            let output = folder.run(&format!("pack {wishes} --out pack.csv"));
            common::assert_said(output.said(), &format!("{begun}{said}"), wishes);
            assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{wishes}");
            assert!(files() == before, "{wishes}: the part was touched");
            assert_eq!(folder.names(), ["pack.csv.part", "pack.csv.part.json"], "{wishes}");
        }
    }

    #[test]
    fn a_part_is_not_overwritten_unasked() {
        let folder = cut_off();
        let before = folder.read("pack.csv.part");
        let output = folder.run(SHORT);
        let said = "error: pack.csv.part: is there from a run that was interrupted; --resume completes it, --force starts anew";
        assert_eq!((output.said(), output.status), (said, 2));
        assert_eq!(folder.read("pack.csv.part"), before);

        assert_eq!(folder.run(&format!("{SHORT} --force")).fine(), "");
        assert!(folder.read("pack.csv") == run("pack --seed 7 --count 60").fine());
        assert_eq!(folder.names(), PACK_FILES);
    }

    /// A part without its recipe, with a damaged one, or with a line that is not of this pack.
    #[test]
    fn a_damaged_part_is_refused_and_kept() {
        assert_refused(
            |folder| fs::remove_file(folder.path("pack.csv.part.json")).unwrap(),
            "error: pack.csv.part.json: cannot be read, so what was begun is unknown: ...",
        );
        assert_refused(|folder| folder.write("pack.csv.part.json", "{"), "error: pack.csv.part.json: is damaged...");
        assert_refused(|folder| folder.write("pack.csv.part.json", "[]"), "error: pack.csv.part.json: is damaged...");
        assert_refused(|folder| folder.write("pack.csv.part", format!("{HEADER}\n7-0,.\n")), NOT_OF_THIS_PACK);
    }

    /// The same when the line that is wrong is not the end of it: a part that is refused is not cut either.
    #[test]
    fn a_damaged_part_that_ends_in_a_line_is_kept() {
        assert_refused(|folder| folder.write("pack.csv.part", format!("{HEADER}\n7-0,.\n7-1,12")), NOT_OF_THIS_PACK);
    }

    const NOT_OF_THIS_PACK: &str = "error: pack.csv.part: its last line is not of this pack; --force starts anew";

    #[track_caller]
    fn assert_refused(damage: fn(&Folder), said: &str) {
        let folder = cut_off();
        damage(&folder);
        let before = fs::read(folder.path("pack.csv.part")).unwrap();
        let output = folder.run(&format!("{SHORT} --resume"));
        common::assert_said(output.said(), said, said);
        assert_eq!(output.status, 2, "{said}");
        assert!(!folder.exists("pack.csv"), "{said}");
        assert!(fs::read(folder.path("pack.csv.part")).unwrap() == before, "{said}: the part was touched");
    }

    /// Where there is neither file nor part, `--resume` starts: so the same command can be given again and again.
    #[test]
    fn resume_may_be_the_first_word() {
        let folder = Folder::new();
        assert_eq!(folder.run(&format!("{SHORT} --resume")).fine(), "");
        assert!(folder.read("pack.csv") == run("pack --seed 7 --count 60").fine());
        assert_eq!(folder.names(), PACK_FILES);
    }
}

/// `--resume` on a pack that is complete says so, and changes nothing, not even the time of the file.
#[test]
fn resume_on_a_complete_pack() {
    let folder = Folder::new();
    let command = "pack --seed 42 --count 10 --out pack.csv";
    folder.run(command);
    let state = || (folder.read("pack.csv"), fs::metadata(folder.path("pack.csv")).unwrap().modified().unwrap());
    let before = state();
    let output = folder.run(&format!("{command} --resume"));
    assert_eq!((output.stderr.as_str(), output.status), ("pack.csv: is complete already\n", 0));
    assert_eq!(state(), before);
    assert_eq!(folder.names(), PACK_FILES);
}

/// `--resume` on a file that is not this pack is refused.
#[test]
fn resume_on_another_file() {
    let pack = run("pack --seed 42 --count 10").fine();
    let files: [&[u8]; 5] =
        [b"precious\r\n\0\xFF", b"", &pack.as_bytes()[..900], &[pack.as_bytes(), b"1\n"].concat(), b"\n"];
    for contents in files {
        let folder = Folder::new().with("pack.csv", contents);
        let output = folder.run("pack --seed 42 --count 10 --out pack.csv --resume");
        let said = "error: pack.csv: exists already, and is not this pack; --force overwrites it";
        assert_eq!((output.said(), output.status), (said, 2));
        assert_eq!(fs::read(folder.path("pack.csv")).unwrap(), contents);
        assert_eq!(folder.names(), ["pack.csv"]);
    }
    // With its manifest beside it the answer is quick, and the same.
    let folder = Folder::new();
    folder.run("pack --seed 42 --count 10 --out pack.csv --quiet").fine();
    for wishes in
        ["--seed 43 --count 10", "--seed 42 --count 9", "--seed 42 --count 11", "--seed 42 --count 10 --start 1"]
    {
        let output = folder.run(&format!("pack {wishes} --out pack.csv --resume"));
        assert_eq!(output.status, 2, "{wishes}: {}", output.stderr);
        assert_eq!(folder.read("pack.csv"), pack, "{wishes}");
        assert_eq!(folder.names(), PACK_FILES, "{wishes}");
    }
}

/// The last row of three is easy by chance: that does not make the pack one of easy puzzles.
#[test]
fn resume_on_a_pack_with_other_wishes_and_the_same_last_row() {
    let folder = Folder::new();
    folder.run("pack --seed 42 --count 3 --out pack.csv");
    let levels: Vec<String> = rows(&folder.read("pack.csv")).iter().map(|row| row["level"].to_string()).collect();
    assert_ne!(levels[0], "easy");
    assert_eq!(levels[2], "easy");
    let output = folder.run("pack --seed 42 --count 3 --level easy --out pack.csv --resume");
    let said = "error: pack.csv: exists already, and is not this pack; --force overwrites it";
    assert_eq!((output.said(), output.status), (said, 2));
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
fn fair_samples_that_cannot_be() {
    let folder = Folder::new();
    let any = "error: fair samples are of minimal puzzles without a symmetry, a mask or a missing digit";
    for (wishes, said) in [
        ("--sampling uniform --symmetry half-turn", any),
        ("--sampling weighted --missing-digits 5", any),
        ("--sampling uniform --search climb", "error: sampling uniform cannot be combined with hill climbing"),
        (
            "--sampling uniform --clues 41..",
            "error: no minimal puzzle has so many clues, expected a number from 17 to 40",
        ),
    ] {
        let output = folder.run(&format!("pack {wishes} --out pack.csv"));
        assert!(output.said().starts_with(said) && output.status == 2, "{wishes}: {}", output.stderr);
        assert!(folder.names().is_empty(), "{wishes}");
    }
    folder.write("book.toml", "[[section]]\nname = 'A'\ncount = 3\nsampling = 'weighted'\n");
    let said = folder.run("pack --recipe book.toml").said().to_string();
    assert!(said.starts_with("error: book.toml:1: section \"A\": sampling weighted needs weights"), "{said}");
}
