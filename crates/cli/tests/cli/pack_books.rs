//! `pack --recipe`: sections in order, no duplicates, the same bytes in every run; and errors in recipes.

use std::collections::BTreeSet;
use std::{env, fs};

use crate::common::{Folder, Row, SOLUTION, assert_message, assert_solves, rows};

/// A small book with every key of a recipe. Its bytes are pinned.
const BOOK: &str = include_str!("../golden/book.toml");

const BOOK_FILES: [&str; 3] = ["book.csv", "book.csv.manifest.json", "book.toml"];

fn book() -> Folder {
    Folder::new().with("book.toml", BOOK)
}

/// The rows of a section of a book without quotes.
fn section<'a>(rows: &'a [Row], name: &str) -> Vec<&'a Row> {
    rows.iter().filter(|row| &row["section"] == name).collect()
}

#[test]
fn a_book_has_its_sections_in_order() {
    let text = book().run("pack --recipe book.toml").fine();
    let rows = rows(&text);
    let names: Vec<&str> = rows.iter().map(|row| &row["section"]).collect();
    assert_eq!(names, [vec!["Setting out"; 12], vec!["Uphill"; 6], vec!["The summit"; 3]].concat());
    for row in &rows {
        assert_solves(&row["solution"], &row["puzzle"]);
        assert_eq!(&row["seed"], "42");
        assert!(row["id"].starts_with("42-") && row["id"].ends_with(&format!("-{}", &row["index"])), "{}", &row["id"]);
    }
    let first = section(&rows, "Setting out");
    assert!(
        first.iter().all(|row| &row["level"] == "easy" && (28.0..=34.0).contains(&row.number("clues"))),
        "{first:?}"
    );
    let second = section(&rows, "Uphill");
    assert!(second.iter().all(|row| row["techniques"].contains("naked-pair:")), "{second:?}");
    assert!(second.iter().all(|row| !row["techniques"].contains("pointing:")), "{second:?}");
    assert!(section(&rows, "The summit").iter().all(|row| row.number("er") >= 4.2));
}

/// `--levels` is a recipe without a file: the rows and the manifest are the same.
#[test]
fn levels_are_the_sections_of_a_recipe() {
    let section = |name: &str, level: &str, count: u32| {
        format!(
            "[[section]]\nname = '{name}'\ncount = {count}\nlevel = '{level}'\nsymmetry = 'half-turn'\norder = 'ramp'\n"
        )
    };
    let recipe = format!("seed = 9\n{}{}", section("Medium", "medium", 4), section("Easy", "easy", 5));
    let folder = Folder::new().with("book.toml", recipe);
    folder.run("pack --recipe book.toml --quiet --out recipe.csv").fine();
    folder
        .run("pack --seed 9 --levels medium:4,easy:5 --symmetry half-turn --order ramp --quiet --out levels.csv")
        .fine();
    assert_eq!(folder.read("levels.csv"), folder.read("recipe.csv"));
    let manifest = |name: &str| folder.read(&format!("{name}.csv.manifest.json"));
    assert_eq!(manifest("levels").replace("levels.csv", "recipe.csv"), manifest("recipe"));
    for (options, message) in [
        ("--levels easy:3,easy:4", "error: --levels:2: section \"Easy\": an earlier section has the same name"),
        ("--levels easy", "error: invalid value 'easy' for '--levels <LEVEL:N,...>': expected LEVEL:N, as in easy:30"),
        (
            "--levels simple:3",
            "error: invalid value 'simple:3' for '--levels <LEVEL:N,...>': found the level simple, ...",
        ),
        ("--levels easy:0", "error: invalid value 'easy:0' for '--levels <LEVEL:N,...>': found 0 puzzles, ..."),
        ("--levels easy:3 --level hard", "error: the argument '--levels <LEVEL:N,...>' cannot be used with ..."),
        ("--order ramp", "error: --order has no effect without --levels"),
    ] {
        let output = folder.run(&format!("pack {options}"));
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{options}: {}", output.stderr);
        assert_message(output.message(), message, options);
    }
}

/// A ramp sorts by ER, then EP, ED and index. Other sections are sorted by index.
#[test]
fn a_ramp_rises() {
    let text = book().run("pack --recipe book.toml").fine();
    let rows = rows(&text);
    let key = |row: &&Row| ["er", "ep", "ed", "index"].map(|column| row.number(column));
    for name in ["Setting out", "The summit"] {
        assert!(section(&rows, name).is_sorted_by_key(key), "{name}");
    }
    assert!(section(&rows, "Uphill").is_sorted_by_key(|row| row.number("index")));
    assert!(!section(&rows, "Setting out").is_sorted_by_key(|row| row.number("index")), "the ramp changes something");
}

/// The columns before the section are those of a pack with the same index and constraints.
#[test]
fn a_row_of_a_book_can_be_made_alone() {
    let folder = book();
    let text = folder.run("pack --recipe book.toml").fine();
    let row = text.lines().find(|line| line.ends_with(",Uphill")).unwrap();
    let index = row.split(',').nth(14).unwrap();
    assert_eq!(index, "2000000000000", "the first of section 2");
    let constraints = "--needs naked-pair --without pointing";
    let alone = folder.run(&format!("pack --seed 42 --start {index} --count 1 {constraints}")).fine();
    assert_eq!(format!("{},Uphill", alone.lines().nth(1).unwrap()), row);
}

/// Pins the bytes of the recipe: a change needs a new generator version.
#[test]
fn the_bytes_of_the_book() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/book.csv");
    let actual = book().run("pack --recipe book.toml").fine();
    if env::var_os("BLESS").is_some() {
        fs::write(path, actual).unwrap();
        return;
    }
    assert!(
        actual == fs::read_to_string(path).unwrap_or_default(),
        "tests/golden/book.csv is out of date: `cargo xtask bless`, then review the diff; now the book is\n{actual}"
    );
}

#[test]
fn threads_files_and_streams_give_the_same_book() {
    let folder = book();
    let whole = folder.run("pack --recipe book.toml --threads 1").fine();
    assert_eq!(folder.run("pack --recipe book.toml --threads 5").fine(), whole);
    folder.run("pack --recipe book.toml --quiet --threads 3 --out book.csv").fine();
    assert_eq!(folder.read("book.csv"), whole);
    assert_eq!(folder.names(), BOOK_FILES);
    let other = folder.run("pack --recipe book.toml --seed 43").fine();
    assert_ne!(other, whole, "another seed is another book");
}

/// The manifest of a book says what is in each section.
#[test]
fn the_manifest_of_a_book() {
    let folder = book();
    let message = folder.run("pack --recipe book.toml --out book.csv").stderr;
    assert!(message.starts_with("wrote 21 puzzles of \"A golden book\" to book.csv (generator minirow "), "{message}");
    let manifest: serde_json::Value = serde_json::from_str(&folder.read("book.csv.manifest.json")).unwrap();
    assert_eq!((&manifest["puzzles"], &manifest["recipe"]["seed"]), (&21.into(), &42.into()));
    let sections = manifest["sections"].as_array().unwrap();
    let counts: Vec<u64> = sections.iter().map(|section| section["puzzles"].as_u64().unwrap()).collect();
    assert_eq!(counts, [12, 6, 3]);
    assert_eq!(sections[0]["levels"], serde_json::json!({ "easy": 12 }));
}

/// Nearly full grids with full symmetry have 84 patterns, so patterns repeat often.
const NARROW: &str = "[[section]]\nname = 'A'\ncount = 40\nsymmetry = 'dihedral'\nclues = '70..=77'\n\
                      [[section]]\nname = 'B'\ncount = 10\nsymmetry = 'dihedral'\nclues = '70..=77'\norder = 'ramp'\n";

fn patterns(rows: &[Row]) -> BTreeSet<String> {
    rows.iter().map(|row| row["puzzle"].replace(|character: char| character != '.', "x")).collect()
}

#[test]
fn no_two_puzzles_have_their_clues_in_the_same_cells() {
    let folder = Folder::new().with("narrow.toml", NARROW);
    let distinct = rows(&folder.run("pack --recipe narrow.toml --threads 1").fine());
    assert_eq!((distinct.len(), patterns(&distinct).len()), (50, 50));
    // Indices of duplicates are skipped, in order of index.
    folder.write("allowed.toml", format!("allow_same_pattern = true\n{NARROW}"));
    let allowed = rows(&folder.run("pack --recipe allowed.toml").fine());
    assert!(allowed.len() == 50 && patterns(&allowed).len() < 50, "the recipe is narrow enough for duplicates");
    let index = |row: &&Row| row["index"].to_string();
    let mut seen = BTreeSet::new();
    let first_of_each = section(&allowed, "A").into_iter().filter(|row| seen.insert(patterns(&[(*row).clone()])));
    let first_of_each: Vec<String> = first_of_each.map(|row| index(&row)).collect();
    let kept: Vec<String> = section(&distinct, "A").iter().map(index).collect();
    assert_eq!(kept[..first_of_each.len()], first_of_each);
    // The number of threads changes nothing.
    let again = folder.run("pack --recipe narrow.toml --threads 5").fine();
    assert_eq!(again, folder.run("pack --recipe narrow.toml --threads 1").fine());
}

#[test]
fn a_solution_is_there_once_unless_it_may_be_there_again() {
    let section = format!("[[section]]\nname = 'A'\ncount = 2\nsolution = '{SOLUTION}'\n");
    let folder =
        Folder::new().with("one.toml", &section).with("two.toml", format!("allow-same-solution = true\n{section}"));
    let refused = folder.run("pack --recipe one.toml");
    let message = "error: one.toml:1: section \"A\": puzzles with a given solution share it, which requires \
                allow-same-solution = true";
    assert_eq!((refused.message(), refused.status), (message, 2));
    let rows = rows(&folder.run("pack --recipe two.toml").fine());
    assert!(rows.len() == 2 && rows.iter().all(|row| &row["solution"] == SOLUTION));
}

/// A pattern whose cells are all filled.
#[test]
fn a_pattern_is_there_once_unless_it_may_be_there_again() {
    let pattern = crate::common::PUZZLE.replace(|character: char| character != '.', "x");
    let section = format!("[[section]]\nname = 'A'\ncount = 2\nmask = '{pattern}'\nexact = true\n");
    let folder =
        Folder::new().with("one.toml", &section).with("two.toml", format!("allow-same-pattern = true\n{section}"));
    let refused = folder.run("pack --recipe one.toml");
    let message = "error: one.toml:1: section \"A\": puzzles with a given pattern share it, which requires \
                allow-same-pattern = true";
    assert_eq!((refused.message(), refused.status), (message, 2));
    let rows = rows(&folder.run("pack --recipe two.toml").fine());
    assert_eq!((rows.len(), patterns(&rows)), (2, BTreeSet::from([pattern])));
}

/// Puzzles of earlier packs, in any form, are excluded: the index makes another attempt.
#[test]
fn excluded_puzzles_do_not_occur() {
    let folder = Folder::new();
    folder.run("pack --seed 5 --count 20 --quiet --out first.csv").fine();
    let first = rows(&folder.read("first.csv"));
    let puzzle = |row: &Row| row["puzzle"].to_string();
    folder.write("two.txt", format!("{}\n", puzzle(&first[3]).replace('.', "0")));
    folder.run(&format!("convert {} --to boxed --out boxed.txt", puzzle(&first[7]))).fine();
    let second = rows(&folder.run("pack --seed 5 --count 20 --exclude two.txt boxed.txt --threads 1").fine());
    for (index, (old, new)) in first.iter().zip(&second).enumerate() {
        assert_eq!(puzzle(old) != puzzle(new), [3, 7].contains(&index), "index {index}");
    }
    let none = rows(&folder.run("pack --seed 5 --count 20 --exclude first.csv").fine());
    let old: BTreeSet<String> = first.iter().map(puzzle).collect();
    assert!(none.iter().all(|row| !old.contains(&puzzle(row))));
    // The recipe has the excluded puzzles, not their files.
    folder.run("pack --seed 5 --count 20 --exclude two.txt boxed.txt --quiet --out next.csv").fine();
    folder.write("both.txt", format!("{}\n{}\n", puzzle(&first[7]), puzzle(&first[3])));
    assert_eq!(folder.run("pack --seed 5 --count 20 --exclude both.txt --quiet --out next.csv --resume").fine(), "");
    let refused = folder.run("pack --seed 5 --count 20 --exclude two.txt --out next.csv --resume");
    assert_eq!(refused.message(), "error: next.csv: exists already, and is not this pack; --force overwrites it");
}

/// Equivalent puzzles are excluded, too.
#[test]
fn equivalent_puzzles_are_excluded() {
    let folder = Folder::new();
    folder.run("pack --seed 5 --count 20 --quiet --out first.csv").fine();
    let first = rows(&folder.read("first.csv"));
    folder.run(&format!("canon {} --out equivalent.txt", &first[3]["puzzle"])).fine();
    assert_ne!(folder.read("equivalent.txt").trim_end(), &first[3]["puzzle"]);
    let second = rows(&folder.run("pack --seed 5 --count 20 --exclude equivalent.txt").fine());
    for (index, (old, new)) in first.iter().zip(&second).enumerate() {
        assert_eq!(old["puzzle"] != new["puzzle"], index == 3, "index {index}");
    }
}

/// `--exclude-by solution` excludes the puzzles of equivalent solution grids, and `text` those with the same clues only.
#[test]
fn puzzles_are_excluded_by_solution_or_text() {
    let folder = Folder::new();
    folder.run("pack --seed 5 --count 20 --quiet --out first.csv").fine();
    let first = rows(&folder.read("first.csv"));
    let equivalent = folder.run(&format!("canon {}", &first[7]["puzzle"])).fine();
    folder.write("old.txt", format!("{}\n{}\n{equivalent}", &first[3]["solution"], &first[5]["puzzle"]));
    for (by, excluded) in [("puzzle", vec![5, 7]), ("solution", vec![3, 5, 7]), ("text", vec![5])] {
        let next = rows(&folder.run(&format!("pack --seed 5 --count 20 --exclude old.txt --exclude-by {by}")).fine());
        for (index, (old, new)) in first.iter().zip(&next).enumerate() {
            assert_eq!(old["puzzle"] != new["puzzle"], excluded.contains(&index), "{by}: index {index}");
        }
    }
    let two = format!("1{}", ".".repeat(80));
    folder.write("two.txt", format!("{two}\n"));
    let refused = folder.run("pack --seed 5 --count 1 --exclude two.txt --exclude-by solution");
    assert!(refused.message().starts_with("error: two.txt:1: several solutions: two of them differ in "));
    assert_eq!(refused.status, 1);
    folder.run("pack --seed 5 --count 1 --exclude two.txt").fine();
}

/// A book without the puzzles of another.
#[test]
fn a_book_excludes_an_earlier_one() {
    let folder = book();
    folder.run("pack --recipe book.toml --quiet --out book.csv").fine();
    let next = rows(&folder.run("pack --recipe book.toml --exclude book.csv").fine());
    let old = folder.read("book.csv");
    assert_eq!(next.len(), 21);
    assert!(next.iter().all(|row| !old.contains(&row["puzzle"])));
}

/// An invalid recipe is refused with its line and the expected value.
#[test]
fn recipes_that_are_wrong() {
    let good = "[[section]]\nname = 'A'\ncount = 2\n";
    #[rustfmt::skip]
    let cases = [
        ("[sections]\n",                       "book.toml:4: unknown key sections, did you mean section?"),
        ("levle = 'easy'\n",                   "book.toml:4: unknown key levle, did you mean level?"),
        ("without = ['x-wnig']\n",             "book.toml:4: without: unknown technique x-wnig, did you mean x-wing? (`minirow techniques` lists them)"),
        ("level = 'simple'\n",                 "book.toml:4: level: expected one of easy, medium, hard, expert, diabolical, extreme"),
        ("clues = '28..34'\n",                 "book.toml:4: clues: found 28..34, expected 28..=34, which includes its end"),
        ("count = 3\n",                        "book.toml:4: duplicate key"),
        ("level = 'easy'\ner = '2.6..'\n",     "book.toml:1: section \"A\": no puzzle of the level easy has an ER of 2.6..=20.0"),
        ("needs = 'swordfish'\nlevel = 'easy'", "book.toml:1: section \"A\": swordfish is rated at least 3.8, but er or level allows at most 1.5"),
        ("clues = 18\nsymmetry = 'dihedral'",  "book.toml:1: section \"A\": a pattern with the symmetry dihedral cannot have that number of clues"),
        ("mask = '111'\n",                     "book.toml:4: mask: found 3 characters, expected 81, or one of heart, ..."),
    ];
    for (more, message) in cases {
        let folder = Folder::new().with("book.toml", format!("{good}{more}"));
        let output = folder.run("pack --recipe book.toml --out book.csv");
        assert_message(output.message(), &format!("error: {message}"), more);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{more}");
        assert_eq!(folder.names(), ["book.toml"], "{more}");
    }
    let none = Folder::new().run("pack --recipe none.toml");
    assert_message(none.message(), "error: none.toml: cannot be read: No such file or directory...", "none.toml");
    let folder = Folder::new().with("book.toml", good).with("bad.txt", "53..7\n");
    for (flags, message) in [
        ("--level easy", "error: the argument '--recipe <TOML>' cannot be used with..."),
        ("--count 3", "error: the argument '--recipe <TOML>' cannot be used with '--count <N>'"),
        ("--exclude none.csv", "error: none.csv: cannot be read: ..."),
    ] {
        let output = folder.run(&format!("pack --recipe book.toml {flags}"));
        assert_message(output.message(), message, flags);
        assert_eq!(output.status, 2, "{flags}: {}", output.stderr);
    }
    let output = folder.run("pack --recipe book.toml --exclude bad.txt");
    assert_message(output.message(), "error: bad.txt:1: ...", "bad.txt");
    assert_eq!(output.status, 1, "{}", output.stderr);
}

/// A partial book with a repeated row, a row of another section, or an index that no section has.
#[test]
fn a_damaged_partial_book_is_refused() {
    let part = |change: fn(&str) -> String, line: usize| {
        let folder = book();
        folder.run("pack --recipe book.toml --quiet --max-attempts 30 --out book.csv");
        let part = folder.read("book.csv.part");
        let lines = part.lines().count();
        assert!(lines > 4, "{part}");
        let changed = change(&part);
        folder.write("book.csv.part", &changed);
        let output = folder.run("pack --recipe book.toml --quiet --out book.csv --resume");
        let line = if line == 0 { lines + 1 } else { line };
        let message =
            format!("error: book.csv.part: its line {line} is not of this pack; --force without --resume starts over");
        assert_eq!((output.message(), output.status), (&*message, 1), "{changed}");
        assert_eq!(folder.read("book.csv.part"), changed);
    };
    part(|part| format!("{part}{}\n", part.lines().last().unwrap()), 0);
    part(|part| part.replace(",Setting out", ",Uphill"), 2);
    part(|part| part.replace(",1000000000000,", ",18446744073709551615,"), 2);
    part(|part| part.replace("-1000000000001,", "-1000000000001,x"), 3);
}

/// A constraint with too few patterns for its section ends with an error.
#[test]
fn a_section_that_cannot_be_filled() {
    // With 81 clues there is one pattern.
    let recipe = "[[section]]\nname = 'A'\ncount = 3\nclues = 81\n";
    let folder = Folder::new().with("book.toml", recipe);
    let output = folder.run("pack --recipe book.toml --out book.csv");
    let message = "error: section \"A\": 10000 puzzles in a row had the pattern of clues or the solution of another; \
                allow-same-pattern or allow-same-solution accepts them";
    assert_eq!((output.stderr.lines().last(), output.status), (Some(message), 1));
    folder.write("book.toml", format!("allow-same-pattern = true\n{recipe}"));
    let output = folder.run("pack --recipe book.toml --out other.csv --quiet");
    assert_eq!((output.stderr.as_str(), output.status), ("", 0));
}

#[test]
fn a_ramp_by_minutes_begins_with_the_quickest() {
    let recipe = "seed = 4\n[[section]]\nname = 'One'\ncount = 6\nlevel = 'easy'\norder = 'ramp-minutes'\n\
                  [[section]]\nname = 'Two'\ncount = 3\nlevel = 'hard'\nb = '1..=2'\n";
    let folder = Folder::new().with("book.toml", recipe);
    folder.run("pack --recipe book.toml --quiet --out book.csv").fine();
    let rows = rows(&folder.read("book.csv"));
    let minutes: Vec<f64> = section(&rows, "One").iter().map(|row| row.number("minutes")).collect();
    assert!(minutes.len() == 6 && minutes.is_sorted() && minutes[0] < minutes[5], "{minutes:?}");
    assert!(section(&rows, "Two").iter().all(|row| (1.0..=2.0).contains(&row.number("b"))), "{rows:?}");
    let cut = folder.run("pack --recipe book.toml --quiet --out again.csv --max-attempts 9");
    assert_eq!(cut.status, 3);
    folder.run("pack --recipe book.toml --quiet --out again.csv --resume").fine();
    assert_eq!(folder.read("again.csv"), folder.read("book.csv"));
}
