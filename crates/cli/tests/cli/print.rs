//! `print`: books as PDF, HTML and SVG from a pack, with the same bytes each time.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::common::{Folder, PUZZLE, SOLUTION, assert_message, lines};

#[test]
fn the_bytes_of_books() {
    let folder = Folder::new().with("book.csv", include_str!("../golden/book.csv"));
    let mut sums = String::new();
    for (name, options) in [
        ("plain.pdf", ""),
        (
            "bound.pdf",
            "--title Żółć --author <&> --paper 6x9 --bind --per-page 2 --hint back --heading level,rating,id",
        ),
        ("large.pdf", "--large-print --paper letter --sections level --hint below"),
        ("marks.html", "--title Żółć --pencilmarks --hint cell"),
        ("page.svg", "--page 4"),
    ] {
        assert_eq!(folder.run(&format!("print book.csv {options} --quiet --out {name}")).fine(), "");
        let sum = Sha256::digest(folder.bytes(name));
        sums += &format!("{} {name}\n", sum.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        // The number of threads and the name of the output change nothing.
        let again = folder.run(&format!("print book.csv {options} --quiet --threads 1 --out again-{name}"));
        assert_eq!(again.fine(), "");
        assert!(folder.bytes(name) == folder.bytes(&format!("again-{name}")), "{name}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/print.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &sums).unwrap();
    }
    assert_eq!(sums, fs::read_to_string(&path).unwrap_or_default(), "look at the pages, then `cargo xtask bless`");
}

/// Headings and remarks around the grids of a text do not change the pages, and the puzzles of a table may be in any column.
#[test]
fn a_book_may_have_headings_and_any_column_of_puzzles() {
    let other: String = PUZZLE.chars().rev().collect();
    let [first, second] = [PUZZLE, &other].map(|grid| lines((0..9).map(|row| &grid[9 * row..9 * row + 9])));
    let headings = format!("My puzzles for 2026\n\nPuzzle 1\n{first}\nPuzzle 2\n{second}\nThe end\n");
    let folder = Folder::new()
        .with("plain.txt", lines([PUZZLE, &other]))
        .with("headings.txt", headings)
        .with("table.csv", format!("Nr;Text\n1;{PUZZLE}\n2;{other}\n"));
    let options = "--title Book --heading level --quiet";
    let plain = folder.run(&format!("print plain.txt {options} --out plain.html"));
    assert_eq!(plain.fine(), "");
    for input in ["headings.txt", "table.csv --column text"] {
        assert_eq!(folder.run(&format!("print {input} {options} --out {}.html", input.len())).fine(), "", "{input}");
        assert_eq!(folder.read(&format!("{}.html", input.len())), folder.read("plain.html"), "{input}");
    }
}

/// The presets of `print`, the check of other files, and their exit statuses.
#[test]
fn a_book_for_a_printer_keeps_its_limits_and_another_is_told_the_page() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n").repeat(23)).with("text.pdf", "text");
    assert_eq!(folder.run("print pack.txt --preset kdp-6x9 --title T --author A --out book.pdf --quiet").fine(), "");
    let output = folder.run("print --check book.pdf --preset kdp-6x9");
    assert_eq!(output.fine(), "book.pdf: keeps the limits of kdp-6x9\n");
    let output = folder.run("print --check book.pdf --preset kdp-8x10");
    assert_eq!((output.status, output.stderr.as_str()), (1, ""));
    let line = "book.pdf: pages 1-28: found a page of 6.000 x 9.000 in, expected 8.000 x 10.000 in\n";
    assert!(output.stdout.starts_with(line), "{}", output.stdout);
    assert!(output.stdout.ends_with(" findings against the limits of kdp-8x10\n"), "{}", output.stdout);
    assert_eq!(
        folder.run("print pack.txt --preset kdp-6x9 --bleed --title T --author A --out bleed.pdf --quiet").fine(),
        ""
    );
    assert_eq!(folder.run("print --check bleed.pdf --preset kdp-6x9 --bleed").status, 0);
    let output = folder.run("print --check bleed.pdf --preset kdp-6x9");
    let hint = "\nbleed.pdf: the pages have the size of pages with bleed; --bleed checks them\n";
    assert!(output.status == 1 && output.stdout.contains(hint), "{}", output.stdout);
    let output = folder.run("print --check text.pdf --preset kdp-6x9");
    assert_eq!(output.status, 1);
    assert_message(output.message(), "error: text.pdf: cannot be read as a PDF: ...", "no PDF");
}

/// A single puzzle is one page, unless its solution is asked for.
#[test]
fn one_puzzle_is_one_page() {
    let folder = Folder::new().with("one.csv", format!("puzzle,section\n{PUZZLE},Warm-up\n"));
    assert_eq!(folder.run("print one.csv --out one.pdf").stderr, "one.pdf: 1 page\n");
    assert_eq!(folder.run("print one.csv --solutions-per-page 1 --out two.pdf").stderr, "two.pdf: 2 pages\n");
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_file() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n").repeat(9));
    for arguments in ["--out book.pdf", "--format svg --out pictures"] {
        let output = folder.run_on_a_small_disk(&format!("print pack.txt --quiet {arguments}"));
        assert_eq!(output.status, 1, "{}", output.stderr);
        assert!(
            output.message().starts_with("error: ") && output.message().contains("cannot be written"),
            "{}",
            output.message()
        );
        assert_eq!(folder.names(), ["pack.txt"]);
    }
}

/// Digits of a player and pencilmarks are printed, in regular weight beside the bold clues.
#[test]
fn a_half_filled_puzzle_is_printed_as_it_is() {
    let state = format!("{}{}", &SOLUTION[..9], &PUZZLE[9..]);
    let folder = Folder::new().with("state.csv", format!("puzzle,state\n{PUZZLE},{state}\n"));
    let html = folder.run("print state.csv --format html --solutions-per-page 0").fine();
    let count = |text: &str| html.matches(text).count();
    let clues = PUZZLE.bytes().filter(|cell| cell.is_ascii_digit() && *cell != b'0').count();
    let placed = PUZZLE[..9].bytes().filter(|cell| matches!(cell, b'.' | b'0')).count();
    assert_eq!((count("<use href=\"#b"), count("<use href=\"#r")), (clues, placed));
    // A hint is about a cell that is empty, and a wrong digit leaves no hint.
    let shaded = folder.run("print state.csv --puzzle 1 --hint cell --size 360pt").fine();
    let shade = shaded.split("fill=\"#b8b8b8\"").next().unwrap().matches("<rect").count();
    assert!(shade > 0 && shaded.contains("#b8b8b8"), "{shaded}");
    let y: f64 = shaded
        .split("#b8b8b8")
        .next()
        .unwrap()
        .rsplit(" y=\"")
        .next()
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(y > 36.0, "the first row is filled");
    let wrong = if SOLUTION.starts_with('1') { "2" } else { "1" };
    folder.write("wrong.csv", format!("puzzle,state\n{PUZZLE},{wrong}{}\n", &PUZZLE[1..]));
    let refused = folder.run("print wrong.csv --format html --hint below");
    assert!(
        refused.message().starts_with("error: wrong.csv:2: ") && refused.message().contains("r1c1"),
        "{}",
        refused.stderr
    );
    folder.write("clash.csv", format!("puzzle,state\n{PUZZLE},{}\n", SOLUTION.replace(&SOLUTION[..1], wrong)));
    let refused = folder.run("print clash.csv --puzzle 1");
    assert!(refused.message().contains("in the column state, expected the clue"), "{}", refused.stderr);
    let marks = folder.run(&format!("convert --to pencilmarks {PUZZLE}")).stdout;
    let folder = Folder::new().with("marks.txt", marks);
    let html = folder.run("print marks.txt --format html --solutions-per-page 0").fine();
    assert!(html.matches("<use href=\"#c").count() > 100, "{html}");
    // A cell with one candidate that others of its house have too is not filled.
    assert!(!html.contains("<use href=\"#r"), "{html}");
}

#[test]
fn a_book_that_is_done_tells_its_pages_and_its_spine() {
    let rows: String = (0..60).map(|_| format!("{PUZZLE}\n")).collect();
    let folder = Folder::new().with("pack.txt", rows);
    let output = folder.run("print pack.txt --preset kdp-6x9 --out book.pdf");
    let expected = "book.pdf: 66 pages; spine of 0.149 in on white paper, 0.165 in on cream paper";
    assert!(output.stderr.lines().any(|line| line == expected), "{}", output.stderr);
    assert_eq!(folder.run("print pack.txt --preset kdp-6x9 --out book.pdf --force --quiet").fine(), "");
}
