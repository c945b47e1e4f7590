//! `pack`: every row meets the constraints that are given.

use std::collections::BTreeSet;

use crate::common::{Folder, Row, SOLUTION, assert_message, rows, run};
use crate::pack::{assert_sound, pack};

/// Every pattern of the gallery has puzzles, and a file of one's own is a pattern too.
#[test]
fn clues_fill_a_pattern() {
    let own = "x.x.x.x.x\n.x.x.x.x.\n".repeat(4) + "x.x.x.x.x\n";
    let folder = Folder::new().with("own.txt", &own).with("short.txt", "x.x");
    let folder = folder.with("sparse.txt", "x".repeat(16) + &".".repeat(65));
    let pattern = |row: &Row| row["puzzle"].replace(|c: char| c.is_ascii_digit() && c != '0', "x").replace('0', ".");
    for name in ["heart", "star", "diamond", "ring", "smile", "x", "checkers", "own.txt"] {
        let text = folder.run(&format!("pack --pattern {name} --count 2")).fine();
        let made: Vec<String> = rows(&text).iter().map(pattern).collect();
        assert!(made.len() == 2 && made[0] == made[1], "{name}: {made:?}");
        if name.ends_with(".txt") {
            assert_eq!(made[0], own.replace('\n', ""));
        }
    }
    let text = folder.run("pack --pattern heart --levels easy:2,medium:2").fine();
    let levels = rows(&text);
    assert!(levels.len() == 4 && levels.iter().all(|row| pattern(row) == pattern(&levels[0])));
    for (options, message) in [
        ("--pattern liver", "error: invalid value 'liver' for '--pattern <NAME|FILE>': expected one of heart, ..."),
        (
            "--pattern short.txt",
            "error: invalid value 'short.txt' for '--pattern <NAME|FILE>': found 3 characters, ...",
        ),
        ("--pattern sparse.txt", "error: found 16 cells for clues, expected at least 17: no puzzle has fewer clues"),
        ("--pattern heart --exact", "error: the argument '--pattern <NAME|FILE>' cannot be used with ..."),
    ] {
        let output = folder.run(&format!("pack {options}"));
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{options}");
        assert_message(output.message(), message, options);
    }
}

/// The levels with their ranges of ratings.
#[test]
fn every_row_has_the_requested_level() {
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

/// The values of properties are those of `properties`.
#[test]
fn every_row_has_the_requested_properties() {
    let wanted = "empty_boxes=1..,backdoor:x-wing=1,symmetry=none,minimal=true";
    let recipe = "[[section]]\nname = \"A\"\ncount = 2\nproperty = [\"empty_boxes=1..\", \"backdoor=..=1\"]\n";
    let folder = Folder::new().with("book.toml", recipe);
    folder.write("all.csv", folder.run(&format!("pack --seed 5 --count 5 --property {wanted}")).fine());
    folder.write("book.csv", folder.run("pack --recipe book.toml").fine());
    for (file, count) in [("all.csv", 5), ("book.csv", 2)] {
        let columns = "empty_boxes,backdoor,backdoor:x-wing,symmetry,minimal";
        let rows = rows(&folder.run(&format!("properties {file} --columns {columns}")).fine());
        assert_eq!(rows.len(), count);
        for row in rows {
            assert!(row.number("empty_boxes") >= 1.0, "{row:?}");
            if file == "all.csv" {
                assert_eq!([&row["backdoor:x-wing"], &row["symmetry"], &row["minimal"]], ["1", "none", "true"]);
            } else {
                assert!(row.number("backdoor") <= 1.0, "{row:?}");
            }
        }
    }
}

#[test]
fn every_row_has_the_requested_rating() {
    for (range, low, high) in
        [("2.0", 2.0, 2.0), ("1.7..=2.3", 1.7, 2.3), ("..=1.2", 1.0, 1.2), ("2.6..=3.4", 2.6, 3.4)]
    {
        let rows = pack(&format!("--seed 5 --count 20 --er {range}"));
        assert_sound(&rows, 5, 0..20);
        for row in rows {
            assert!((low..=high).contains(&row.number("er")), "{range}: {row:?}");
        }
    }
    let both = pack("--seed 5 --count 10 --level hard --er 3.6..=4.4");
    assert!(both.iter().all(|row| (3.6..=4.0).contains(&row.number("er"))), "{both:?}");
}

#[test]
fn every_row_has_the_requested_clues() {
    for (range, low, high) in
        [("24", 24.0, 24.0), ("22..=23", 22.0, 23.0), ("60..=72", 60.0, 72.0), ("..=24", 17.0, 24.0)]
    {
        let rows = pack(&format!("--seed 5 --count 20 --clues {range}"));
        assert_sound(&rows, 5, 0..20);
        assert!(rows.iter().all(|row| (low..=high).contains(&row.number("clues"))), "{range}: {rows:?}");
    }
}

/// `check` confirms that no clue can be removed.
#[test]
fn every_row_is_minimal_on_request() {
    for constraints in ["", "--clues 22..=25 --minimal"] {
        let folder = Folder::new();
        folder.run(&format!("pack --seed 5 --count 40 {constraints} --out pack.csv --quiet")).fine();
        assert!(rows(&folder.read("pack.csv")).iter().all(|row| &row["minimal"] == "true"), "{constraints}");
        assert_eq!(folder.run("check pack.csv").fine(), "minimal\n".repeat(40), "{constraints}");
    }
    // Without the constraint some are not minimal, and the column says which.
    let folder = Folder::new();
    folder.run("pack --seed 5 --count 40 --clues 24..=26 --out pack.csv --quiet").fine();
    let minimal = |row: &Row| if &row["minimal"] == "true" { "minimal\n" } else { "proper\n" };
    let message: String = rows(&folder.read("pack.csv")).iter().map(minimal).collect();
    assert_eq!(folder.run("check pack.csv").fine(), message);
    assert!(message.contains("minimal\n") && message.contains("proper\n"), "{message}");
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

/// Returns `true` if the pattern of the clues is symmetric.
fn holds(puzzle: &str, symmetry: Move) -> bool {
    let clue = |row: usize, column: usize| puzzle.as_bytes()[9 * row + column] != b'.';
    (0..81).all(|cell| {
        let (row, column) = symmetry(cell / 9, cell % 9);
        clue(cell / 9, cell % 9) == clue(row, column)
    })
}

/// The pattern has the requested symmetry, and the column names all its symmetries.
#[test]
fn every_row_has_the_requested_symmetry() {
    for (name, moves) in SYMMETRIES {
        let rows = pack(&format!("--seed 5 --count 20 --symmetry {name}"));
        assert_sound(&rows, 5, 0..20);
        for row in rows {
            let puzzle = &row["puzzle"];
            assert!(moves.iter().all(|&symmetry| holds(puzzle, symmetry)), "{name}: {puzzle}");
            let all = [HALF_TURN, QUARTER_TURN, LEFT_RIGHT, TOP_BOTTOM, DIAGONAL, ANTI_DIAGONAL];
            let count = |moves: &[Move]| moves.iter().filter(|&&symmetry| holds(puzzle, symmetry)).count();
            let (_, message) = SYMMETRIES.iter().find(|(name, _)| *name == &row["symmetry"]).expect("a known name");
            assert_eq!(count(message), message.len(), "{row:?}");
            assert_eq!(count(&all), message.len(), "{row:?} has more symmetry than it says");
        }
    }
}

/// With a symmetry, minimal means that no clue can be removed together with its mirror images.
#[test]
fn no_orbit_of_a_symmetric_puzzle_can_be_removed() {
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
fn every_row_has_the_requested_solution() {
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
fn every_row_has_the_requested_first_steps() {
    for (column, range, low, high) in
        [("ep", "2.6..=4.4", 2.6, 4.4), ("ed", "2.6..=3.4", 2.6, 3.4), ("ed", "1.2", 1.2, 1.2)]
    {
        let rows = pack(&format!("--seed 5 --count 3 --{column} {range}"));
        assert_sound(&rows, 5, 0..3);
        assert!(rows.iter().all(|row| (low..=high).contains(&row.number(column))), "{column} {range}: {rows:?}");
    }
    let pearls = pack("--seed 5 --count 1 --er 2.6..=4.4 --ep 2.6..=4.4 --ed 2.6");
    assert!(pearls.iter().all(|row| &row["ed"] == "2.6" && row.number("ep") >= 2.6), "{pearls:?}");
}

fn takes(row: &Row, slug: &str) -> bool {
    row["techniques"].split(';').any(|technique| technique.split(':').next() == Some(slug))
}

#[test]
fn every_row_takes_the_requested_techniques_and_no_other() {
    let rows = pack("--seed 5 --count 2 --needs x-wing --without pointing,claiming --without naked-pair --level hard");
    assert_sound(&rows, 5, 0..2);
    for row in &rows {
        assert!(takes(row, "x-wing") && &row["level"] == "hard", "{row:?}");
        assert!(!["pointing", "claiming", "naked-pair"].iter().any(|slug| takes(row, slug)), "{row:?}");
    }
    let rows = pack("--seed 5 --count 5 --needs naked-pair,pointing");
    assert!(rows.iter().all(|row| takes(row, "naked-pair") && takes(row, "pointing")), "{rows:?}");
}

/// Techniques of HoDoKu are those of its path. The slug `x-wing` is one of Sudoku Explainer.
#[test]
fn every_row_takes_the_requested_techniques_of_hodoku() {
    let folder = Folder::new();
    let options = "--needs skyscraper,pointing --without hodoku:x-wing,hodoku:forcing-chain,hodoku:forcing-net";
    folder.run(&format!("pack --seed 1 --count 3 {options} --quiet --out pack.csv")).fine();
    let text = folder.read("pack.csv");
    assert!(text.lines().next().unwrap().ends_with(",hodoku_level,hodoku_score,hodoku_hardest,hodoku_cut"), "{text}");
    for (row, number) in rows(&text).iter().zip(1..) {
        assert!(takes(row, "pointing"), "{row:?}");
        let path = folder.run(&format!("explain pack.csv --puzzle {number} --scale hodoku --format json")).fine();
        let has = |slug: &str| path.contains(&format!("\"technique\":\"{slug}\""));
        assert!(has("skyscraper") && !has("x-wing") && !has("forcing-chain") && !has("forcing-net"), "{path}");
    }
    assert!(folder.read("pack.csv.manifest.json").contains("\"hodoku:skyscraper\""));
    assert!(folder.run("check --dataset pack.csv").fine().contains("all 3 rated again, all right"));
}

#[test]
fn every_row_has_the_requested_steps() {
    for (range, low, high) in [("57..=59", 57.0, 59.0), ("70..", 70.0, 729.0), ("58", 58.0, 58.0)] {
        let rows = pack(&format!("--seed 5 --count 10 --steps {range}"));
        assert_sound(&rows, 5, 0..10);
        assert!(rows.iter().all(|row| (low..=high).contains(&row.number("steps"))), "{range}: {rows:?}");
    }
}

#[test]
fn every_row_has_the_requested_digits() {
    let rows = pack("--seed 5 --count 5 --missing-digits 5 --with-digits 1,2");
    assert_sound(&rows, 5, 0..5);
    for row in &rows {
        let puzzle = &row["puzzle"];
        assert!(!puzzle.contains('5') && puzzle.contains('1') && puzzle.contains('2'), "{puzzle}");
    }
}

/// A constraint rejects attempts and changes nothing else: each row is one of the attempts of its index.
#[test]
fn constraints_that_every_puzzle_meets_change_nothing() {
    let constraints = "--er 1.0.. --ep 1.0.. --ed 1.0.. --needs hidden-single --steps 1.. ";
    let without_ids = |constraints: &str| -> Vec<String> {
        let text = run(&format!("pack --seed 5 --count 30 {constraints}")).fine();
        text.lines().map(|line| line.split_once(',').unwrap().1.to_string()).collect()
    };
    assert_eq!(without_ids(constraints), without_ids(""));
}

#[test]
fn all_constraints_at_once() {
    let constraints = format!("--level easy --symmetry diagonal --clues 26..=34 --solution {SOLUTION}");
    let rows = pack(&format!("--seed 5 --count 10 {constraints}"));
    assert_sound(&rows, 5, 0..10);
    for row in rows {
        assert_eq!((&row["level"], &row["solution"]), ("easy", SOLUTION));
        assert!((26.0..=34.0).contains(&row.number("clues")) && holds(&row["puzzle"], DIAGONAL), "{row:?}");
    }
}

/// Ids tell packs of one seed apart: they have a tag of the constraints and of the excluded puzzles.
#[test]
fn packs_of_one_seed_have_different_ids() {
    let folder = Folder::new();
    folder.run("pack --seed 7 --count 2 --quiet --out plain.csv").fine();
    let ids = |constraints: &str| -> Vec<String> {
        let text = folder.run(&format!("pack --seed 7 --count 2 {constraints}")).fine();
        rows(&text).iter().map(|row| row["id"].to_string()).collect()
    };
    assert_eq!(ids(""), ["7-0", "7-1"]);
    let constraints = ["--level easy", "--level hard", "--er 1.2", "--exclude plain.csv"];
    let mut all: Vec<String> = constraints.iter().flat_map(|constraints| ids(constraints)).collect();
    assert!(all.iter().all(|id| id.starts_with("7-") && id.split('-').nth(1).unwrap().len() == 8), "{all:?}");
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 8);
    // The tag is that of the constraints, in any order and for any range.
    assert_eq!(ids("--level easy --clues 30-32"), ids("--clues 30..=32 --level easy"));
    folder.run("pack --seed 7 --level easy --count 1 --start 1 --quiet --out easy.csv").fine();
    let id = ids("--level easy")[1].clone();
    assert_eq!(rows(&folder.read("easy.csv"))[0]["id"], id);
    // A section of a book has the tag of its constraints.
    folder.write("book.toml", "[[section]]\nname = 'A'\ncount = 1\nlevel = 'easy'\n");
    let book = folder.run("pack --seed 7 --recipe book.toml").fine();
    assert_eq!(rows(&book)[0]["id"].split('-').nth(1), id.split('-').nth(1));
}

/// The columns of a scale are those of `grade`, also if only a constraint asks for them.
#[test]
fn every_row_has_the_requested_values_of_scales() {
    for (options, column, low, high) in [
        ("--minutes 9.0..=11.5 --scale minutes", "minutes", 9.0, 11.5),
        ("--b 2..=3", "b", 2.0, 3.0),
        ("--te 1 --level medium", "te", 1.0, 1.0),
        ("--hodoku-score 300..=500", "hodoku_score", 300.0, 500.0),
        ("--hodoku-level unfair", "hodoku_score", 1.0, 1800.0),
    ] {
        let folder = Folder::new();
        let made = folder.run(&format!("pack --seed 5 --count 8 {options} --quiet --out pack.csv"));
        assert_eq!((made.status, made.stderr.as_str()), (0, ""));
        let text = folder.read("pack.csv");
        assert!(rows(&text).iter().all(|row| (low..=high).contains(&row.number(column))), "{options}: {text}");
        let scale = match column {
            "minutes" => "minutes",
            "hodoku_score" => "hodoku",
            _ => "te",
        };
        folder.run("convert pack.csv --to line --quiet --out list").fine();
        let graded = folder.run(&format!("grade list --scale {scale}")).fine();
        for (row, graded) in text.lines().zip(graded.lines()) {
            let values = graded.splitn(4, ',').last().unwrap();
            assert!(row.ends_with(&format!(",{values}")), "{options}: {row}");
        }
        assert!(folder.run("check --dataset pack.csv").fine().contains("all 8 rated again, all right"), "{options}");
    }
}

#[test]
fn a_level_of_hodoku_has_a_highest_score() {
    let refused = run("pack --hodoku-level hard --hodoku-score 1601..");
    let message = "puzzles of level hard have a score of at most 1600: found 1601..=99999";
    assert!(refused.status == 2 && refused.stderr.contains(message), "{}", refused.stderr);
    let text = run("pack --seed 3 --hodoku-level hard --hodoku-score ..=1600 --count 3").fine();
    assert!(rows(&text).iter().all(|row| row["hodoku_level"] == *"hard"), "{text}");
}

#[test]
fn scales_only_add_columns() {
    let plain = run("pack --seed 42 --count 5").fine();
    let text = run("pack --seed 42 --count 5 --scale te,minutes").fine();
    assert!(
        text.lines()
            .next()
            .unwrap()
            .ends_with(",generator,te,b,bxb,bxbb,te_cut,minutes,minutes_low,minutes_high,minutes_extrapolated")
    );
    for (plain, line) in plain.lines().zip(text.lines()) {
        assert!(line.starts_with(&format!("{plain},")), "{line}");
    }
    assert_eq!(run("pack --seed 42 --count 5 --scale se").fine(), plain);
}

#[test]
fn an_interrupted_pack_with_scales_is_resumed() {
    let folder = Folder::new();
    folder.run("pack --seed 3 --count 6 --b 1.. --scale minutes --quiet --out whole.csv").fine();
    let cut = folder.run("pack --seed 3 --count 6 --b 1.. --scale minutes --quiet --out pack.csv --max-attempts 5");
    assert_eq!(cut.status, 3);
    folder.run("pack --seed 3 --count 6 --b 1.. --scale minutes --quiet --out pack.csv --resume").fine();
    assert_eq!(folder.read("pack.csv"), folder.read("whole.csv"));
    let recipe: serde_json::Value = serde_json::from_str(&folder.read("pack.csv.manifest.json")).unwrap();
    assert_eq!(recipe["recipe"]["b"], "1..=64");
    for (options, message) in [
        ("--te 4", "error: invalid value '4' for '--te <RANGE>': found \"4\", expected a T&E depth from 0 to 3"),
        ("--scale stars", "error: invalid value 'stars' for '--scale <SCALE,...>'..."),
    ] {
        let output = run(&format!("pack {options}"));
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{options}");
        assert_message(output.message(), message, options);
    }
}
