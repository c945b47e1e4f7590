//! `print`: books as PDF, HTML and SVG from a pack, with the same bytes each time; and refusals with their line.

use std::fs;
use std::path::Path;

use crate::common::{AMBIGUOUS, Folder, PUZZLE, SOLUTION, UNSOLVABLE, assert_message};
use sha2::{Digest, Sha256};

/// The pack of a book that the tests of `pack` keep.
fn golden(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)).unwrap()
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.path(name)).unwrap()
}

#[test]
fn the_bytes_of_books() {
    let folder = Folder::new().with("book.csv", golden("book.csv"));
    let mut sums = String::new();
    for (name, options) in [
        ("plain.pdf", ""),
        ("bound.pdf", "--title Żółć --author <&> --paper 6x9 --per-page 2 --hint back --heading level,rating,id"),
        ("large.pdf", "--large-print --paper letter --sections level --hint below"),
        ("marks.html", "--title Żółć --pencilmarks --hint cell"),
        ("page.svg", "--page 4"),
    ] {
        assert_eq!(folder.run(&format!("print book.csv {options} --out {name}")).fine(), "");
        let sum = Sha256::digest(bytes(&folder, name));
        sums += &format!("{} {name}\n", sum.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        // The number of threads and the name of the output change nothing.
        let again = folder.run(&format!("print book.csv {options} --threads 1 --out again-{name}"));
        assert_eq!(again.fine(), "");
        assert!(bytes(&folder, name) == bytes(&folder, &format!("again-{name}")), "{name}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/print.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &sums).unwrap();
    }
    assert_eq!(sums, fs::read_to_string(&path).unwrap_or_default(), "look at the pages, then `cargo xtask bless`");
}

#[test]
fn rows_that_are_not_puzzles_are_refused_with_their_line() {
    let csv = |row: &str| format!("puzzle,solution\n{PUZZLE},{SOLUTION}\n{row}\n{PUZZLE},\n");
    for (contents, message) in [
        (csv(&format!("{AMBIGUOUS},")), "error: pack.csv:3: several solutions: two of them differ in..."),
        (csv(&format!("{UNSOLVABLE},")), "error: pack.csv:3: no solution..."),
        (csv("53..7,"), "error: pack.csv:3: ..."),
        (
            csv(&format!("{PUZZLE},{}", SOLUTION.replace('1', "2"))),
            "error: pack.csv:3: the solution in the file is not the solution of the puzzle",
        ),
        (format!("{PUZZLE}\n\n{AMBIGUOUS}\n"), "error: pack.csv:3: several solutions..."),
        (String::new(), "error: pack.csv:1: found no grid..."),
        (
            format!("puzzle,level\n{PUZZLE},数独\n"),
            "error: pack.csv:2: \"数独\": no font here has the character 数 (U+6570)",
        ),
    ] {
        let folder = Folder::new().with("pack.csv", &contents);
        for name in ["book.pdf", "pictures/"] {
            let name = name.trim_end_matches('/');
            let format = if name == "pictures" { " --format svg" } else { "" };
            let output = folder.run(&format!("print pack.csv --out {name}{format}"));
            assert_eq!((output.status, output.stdout.as_str()), (1, ""), "{contents}");
            assert_message(output.message(), message, &contents);
            assert_eq!(folder.names(), ["pack.csv"], "{contents}");
        }
    }
}

#[test]
fn wrong_usage_is_reported_before_any_work() {
    let folder =
        Folder::new().with("pack.csv", format!("{PUZZLE}\n")).with("there.pdf", "old").with("no-font.ttf", "x");
    for (arguments, message) in [
        ("pack.csv --out there.pdf", "error: there.pdf: exists already; --force overwrites it"),
        ("pack.csv --out nowhere/book.pdf", "error: nowhere/book.pdf: there is no folder nowhere"),
        ("missing.csv --out book.pdf", "error: missing.csv: cannot be read: ..."),
        ("pack.csv --format svg", "error: expected --out FOLDER for the pictures of all puzzles, ..."),
        ("pack.csv --format svg --out there.pdf", "error: there.pdf: is a file, expected a folder; ..."),
        ("pack.csv --format svg --out .", "error: .: has files already; --force adds the pictures"),
        ("pack.csv --page 9 --out page.svg", "error: --page 9: the book has 2 pages"),
        ("pack.csv --puzzle 2 --out 2.svg", "error: --puzzle 2: the puzzles have the numbers 1 to 1"),
        ("pack.csv --format pdf --page 1 --out 1.pdf", "error: --page and --puzzle are for pictures: --format svg"),
        ("pack.csv --out book.pdf --per-page 13", "error: found 13 puzzles on a page, expected from 1 to 12"),
        (
            "pack.csv --out book.pdf --title 数独",
            "error: title: no font here has the character 数 (U+6570); --fallback-font ...",
        ),
        ("pack.csv --out book.pdf --font no-font.ttf", "error: no-font.ttf: is no font, expected TrueType ..."),
        ("pack.csv --out book.pdf --large-print --per-page 12", "error: found digits of ..."),
        (
            "pack.csv --out book.pdf --paper a0",
            "error: invalid value 'a0' for '--paper <SIZE>': expected one of a3, ...",
        ),
        (
            "pack.csv --out book.pdf --margin 5",
            "error: invalid value '5' for '--margin <LENGTH>': expected a length ...",
        ),
        ("pack.csv --out book.pdf --word page=Seite", "error: invalid value 'page=Seite' for ..."),
        ("pack.csv --out book.pdf --lang <en>", "error: invalid value '<en>' for '--lang <TAG>': ..."),
    ] {
        let output = folder.run(&format!("print {arguments}"));
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{arguments}: {}", output.stderr);
        assert_message(output.message(), message, arguments);
        assert_eq!(folder.names(), ["no-font.ttf", "pack.csv", "there.pdf"], "{arguments}");
    }
    assert_eq!(folder.read("there.pdf"), "old");
    let output = folder.run("print pack.csv --sections pack --out book.pdf");
    assert_message(output.message(), "error: pack.csv:1: found no section, expected a column `section`", "a section");
}

#[test]
fn pictures_fill_a_folder() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n{PUZZLE}\n"));
    assert_eq!(folder.run("print pack.txt --format svg --out pictures --first-number 9").fine(), "");
    let mut names: Vec<_> =
        fs::read_dir(folder.path("pictures")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["puzzle-0009.svg", "puzzle-0010.svg", "solution-0009.svg", "solution-0010.svg"]);
    let one = folder.run("print pack.txt --puzzle 10 --first-number 9 --solution").fine();
    assert_eq!(one, folder.read("pictures/solution-0010.svg"));
    assert!(one.contains("<title>Solution of puzzle 10, Easy</title>"), "{one}");
    assert_eq!(folder.names(), ["pack.txt", "pictures"]);
}

#[test]
fn a_book_takes_its_title_and_sections_from_its_pack() {
    let folder = Folder::new().with("book.toml", golden("book.toml"));
    folder.run("pack --recipe book.toml --out book.csv --quiet");
    let html = folder.run("print book.csv --format html").fine();
    assert!(html.contains("<title>A golden book</title>"));
    for name in ["Setting out", "Uphill", "The summit"] {
        assert!(html.contains(&format!("<h2>{name}</h2>")), "{name}");
    }
    assert!(html.contains("Made from seed 42 by generator minirow "), "the imprint");
}

#[test]
fn levels_are_sections_the_easiest_first_in_the_words_that_are_given() {
    let rows = format!("puzzle,level\n{PUZZLE},expert\n{PUZZLE},easy\n{PUZZLE},My own\n{PUZZLE},expert\n");
    let folder = Folder::new().with("pack.csv", rows);
    let html = folder.run("print pack.csv --format html --word easy=Leicht --word solutions=Lösungen").fine();
    let headings: Vec<&str> = html.split("<h2>").skip(1).map(|rest| rest.split("</h2>").next().unwrap()).collect();
    assert_eq!(headings, ["Leicht", "Expert", "My own", "Lösungen"]);
    assert!(html.contains("<p>Puzzles 2 – 3</p>"), "the numbers of the second section");
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_file() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n").repeat(9));
    let output = folder.run_on_a_small_disk("print pack.txt --out book.pdf");
    assert_eq!(output.status, 1, "{}", output.stderr);
    assert!(
        output.message().starts_with("error: ") && output.message().contains("cannot be written"),
        "{}",
        output.message()
    );
    assert_eq!(folder.names(), ["pack.txt"]);
}
