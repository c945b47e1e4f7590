//! `print`: books as PDF, HTML and SVG from a pack, with the same bytes each time; and refusals with their line.

use std::fs;
use std::path::Path;

use crate::common::{AMBIGUOUS, Folder, PUZZLE, SOLUTION, UNSOLVABLE, assert_message, command, lines};
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
        (
            "bound.pdf",
            "--title Żółć --author <&> --paper 6x9 --bind --per-page 2 --hint back --heading level,rating,id",
        ),
        ("large.pdf", "--large-print --paper letter --sections level --hint below"),
        ("marks.html", "--title Żółć --pencilmarks --hint cell"),
        ("page.svg", "--page 4"),
    ] {
        assert_eq!(folder.run(&format!("print book.csv {options} --quiet --out {name}")).fine(), "");
        let sum = Sha256::digest(bytes(&folder, name));
        sums += &format!("{} {name}\n", sum.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
        // The number of threads and the name of the output change nothing.
        let again = folder.run(&format!("print book.csv {options} --quiet --threads 1 --out again-{name}"));
        assert_eq!(again.fine(), "");
        assert!(bytes(&folder, name) == bytes(&folder, &format!("again-{name}")), "{name}");
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
        for name in ["book.pdf", "pictures"] {
            if name == "pictures" && message.contains("no font here") {
                continue;
            }
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
        (
            "pack.csv --format html --page 1 --out 1.html",
            "error: --page, --puzzle and --cover are for pictures: --format svg, ...",
        ),
        ("pack.csv --size 60mm --out book.pdf", "error: --size is for pictures, expected --puzzle N or ..."),
        (
            "pack.csv --puzzle 1 --size 2mm --out 1.svg",
            "error: invalid value '2mm' for '--size <LENGTH>': expected 16mm ...",
        ),
        (
            "pack.csv --puzzle 1 --size 600mm --dpi 2400 --out 1.png",
            "error: found a picture of 56693 by 56693 pixels, ...",
        ),
        ("pack.csv --preset kdp-a4 --out book.pdf", "error: invalid value 'kdp-a4' for '--preset <NAME>'..."),
        ("pack.csv --preset kdp-6x9 --margin 5mm --out book.pdf", "error: found an outer margin of 0.197 in, ..."),
        (
            "pack.csv --preset kdp-6x9 --out book.pdf",
            "error: found 2 pages, expected 24 to 828 for kdp-6x9: choose more puzzles, or fewer to a page (--per-page)",
        ),
        (
            "pack.csv --imprint none --imprint A --out book.pdf",
            "error: --imprint none: replaces the whole imprint, ...",
        ),
        ("pack.csv --imprint missing.txt --out book.pdf", "error: missing.txt: cannot be read: ..."),
        ("--check missing.pdf --preset kdp-6x9", "error: missing.pdf: cannot be read: ..."),
        (
            "pack.csv --out book.pdf --per-page 13",
            "error: invalid value '13' for '--per-page <N|NAME:N,...>': expected a whole number from 1 to 12, or that of a section as in expert:1",
        ),
        (
            "pack.csv --out book.pdf --title 数独",
            "error: title: no font here has the character 数 (U+6570); --fallback-font ...",
        ),
        ("pack.csv --out book.pdf --font no-font.ttf", "error: no-font.ttf: is not a font, expected TrueType ..."),
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
        ("pack.csv --out book.pdf --lang <en>", "error: invalid value '<en>' for '--language <TAG|FILE>': ..."),
        (
            "pack.csv --out book.pdf --language zh",
            "error: the language zh needs another font: no font here has the character ...",
        ),
        ("pack.csv --out book.pdf --language missing.txt", "error: missing.txt: cannot be read: ..."),
        (
            "pack.csv --out book.pdf --title T --no-title-page --subtitle S",
            "error: --subtitle has no effect without a title page",
        ),
        (
            "pack.csv --out book.pdf --title T --imprint none --copyright Me",
            "error: --copyright has no effect with --imprint none or a file",
        ),
        ("pack.csv --out book.pdf --preset kdp-6x9 --author Me", "error: --author has no effect without a title page"),
        ("pack.csv --puzzle 1 --heading clues --out 1.svg", "error: --heading has no effect with --puzzle"),
        (
            "pack.csv --out book.pdf --heading title",
            "error: --heading title has no effect: no puzzle of the file has one",
        ),
        (
            "pack.csv --out book.pdf --solution-pages --no-page-numbers --solutions-per-page 2",
            "error: --solution-pages has no effect with --no-page-numbers",
        ),
        (
            "pack.csv --out book.pdf --hint cell --box-color 28%",
            "error: --box-color: expected at most 15% of black with --hint cell, ...",
        ),
        (
            "pack.csv --out book.pdf --pdf-x foo",
            "error: invalid value 'foo' for '--pdf-x <CONDITION>': expected a name of the ICC's registry, ...",
        ),
        ("pack.csv --out book.pdf --line-color C=100/44/0/0", "error: invalid value 'C=100/44/0/0' for ..."),
        (
            "pack.csv --cover white --title T --out cover.pdf --copyright Me --no-page-numbers --paper a4",
            "error: --copyright Me, --no-page-numbers have no effect: the output is the same without them",
        ),
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
    assert_eq!(folder.run("print pack.txt --format svg --out pictures --first-number 9 --quiet").fine(), "");
    let mut names: Vec<_> =
        fs::read_dir(folder.path("pictures")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["puzzle-0009.svg", "puzzle-0010.svg", "solution-0009.svg", "solution-0010.svg"]);
    let one = folder.run("print pack.txt --puzzle 10 --first-number 9 --solution --quiet").fine();
    assert_eq!(one, folder.read("pictures/solution-0010.svg"));
    assert!(one.contains("<title>Solution of puzzle 10, Easy</title>"), "{one}");
    assert_eq!(folder.names(), ["pack.txt", "pictures"]);
    // Pictures of another run are told.
    let output = folder.run("print pack.txt --format svg --out pictures --first-number 10 --force");
    let message = "pictures/puzzle-0009.svg: is of another run; there are 2 pictures of other runs";
    assert!(output.status == 0 && output.stderr.lines().any(|line| line == message), "{}", output.stderr);
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

#[test]
fn one_puzzle_is_a_picture_in_the_format_of_its_ending() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n"));
    for (name, start, size) in [
        ("1.svg", "<svg ", "width=\"170.079pt\""),
        ("1.pdf", "%PDF-1.7", "/MediaBox[0 0 170.079 170.079]"),
        ("1.eps", "%!PS-Adobe-3.0 EPSF-3.0", "%%HiResBoundingBox: 0 0 170.079 170.079"),
        ("1.png", "\u{fffd}PNG", "IHDR"),
    ] {
        assert_eq!(folder.run(&format!("print pack.txt --puzzle 1 --size 60mm --out {name}")).fine(), "");
        let text = String::from_utf8_lossy(&bytes(&folder, name)).into_owned();
        assert!(text.starts_with(start) && text.contains(size), "{name}: {}", &text[..200]);
    }
    folder.run("print pack.txt --format png --dpi 72 --out pictures").fine();
    assert!(folder.path("pictures/puzzle-0001.png").exists() && folder.path("pictures/solution-0001.png").exists());
}

#[test]
fn a_puzzle_is_found_by_the_number_of_the_book() {
    let folder = Folder::new().with("two.csv", format!("puzzle,number\n{PUZZLE},40\n{SOLUTION},17\n"));
    for options in ["2", "17 --numbers number", "8 --first-number 7"] {
        let picture = folder.run(&format!("print two.csv --puzzle {options}")).fine();
        assert!(picture.contains("<desc>Row 1: 5 3 4 6 7 8 9 1 2."), "{options}");
    }
    let refused = folder.run("print two.csv --puzzle 2 --numbers number");
    assert_eq!(refused.message(), "error: --puzzle 2: the puzzles have the numbers 40 to 17");
}

/// A single puzzle is one page, unless its solution is asked for.
#[test]
fn one_puzzle_is_one_page() {
    let folder = Folder::new().with("one.csv", format!("puzzle,section\n{PUZZLE},Warm-up\n"));
    assert_eq!(folder.run("print one.csv --out one.pdf").stderr, "one.pdf: 1 page\n");
    assert_eq!(folder.run("print one.csv --solutions-per-page 1 --out two.pdf").stderr, "two.pdf: 2 pages\n");
}

/// Each word is in the output with the further options only.
#[test]
fn words_that_no_page_has_are_refused() {
    let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},easy\n{PUZZLE},hard\n"));
    for (word, options, further) in [
        ("hints=Tips", "--format html", "--hint back"),
        ("look-at-box=Block", "--format html --hint cell", "--hint back"),
        ("clues=Hinweise", "--format html", "--heading clues"),
        ("name=Vorname", "--format html", "--name-line"),
        ("rules-text=Solve", "--format html", "--rules"),
        ("contents=Parts", "--format html", "--title T"),
        ("puzzle-count.other=many", "--format html", "--title T"),
        ("about-hard=Think", "--format html --sections none", "--title T --sections level"),
        ("hard=Tough", "--page 1", "--page 2 --sections none --per-page 1"),
        ("solutions=Keys", "--format html --solutions-per-page 0", "--format html"),
        ("solutions=Keys", "--page 1", "--page 5"),
        ("solution-of=Key", "--puzzle 2", "--puzzle 2 --previous-solution"),
        ("months=1,2,3,4,5,6,7,8,9,10,11,12", "--puzzle 1", "--puzzle 1 --date 2026-11-30"),
        ("puzzles=Sudokus", "--cover 10mm --title T --subtitle S", "--cover 10mm --title T"),
    ] {
        let run =
            |options: &str| folder.run(&format!("print pack.csv {options} --quiet --force --out out --word {word}"));
        let refused = run(options);
        assert!(refused.message().starts_with(&format!("error: --word {word} has no effect")), "{word}: {refused:?}");
        run(further).fine();
    }
}

/// One page and a cover show some of what the options of a book change.
#[test]
fn options_of_a_book_without_effect_on_a_page_or_a_cover_are_refused() {
    let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},easy\n{PUZZLE},hard\n"));
    for (options, further) in [
        ("--title T --page 1", "--author Me"),
        ("--title T --cover white", "--author Me"),
        ("--title T --page 4", "--subtitle S"),
        ("--title T --page 1", "--subtitle S"),
        ("--title T --cover 10mm", "--subtitle S"),
        ("--page 1", "--notes 3"),
        ("--title T --cover white", "--solution-pages"),
        ("--page 2 --sections none --per-page 1", "--first-page 9"),
    ] {
        let [plain, both] = [options.to_string(), format!("{options} {further}")]
            .map(|options| folder.run(&format!("print pack.csv {options} --quiet --format svg")));
        let refusal = format!("error: {further} has no effect: the output is the same without it");
        let is_refused = both.message() == refusal && both.status == 2;
        assert!(is_refused || both.fine() != plain.fine(), "{options} {further}");
    }
}

/// The digits of a grid are in every font.
#[test]
fn a_picture_of_a_grid_needs_no_font_for_its_language() {
    let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},数独\n"));
    for format in ["svg", "pdf", "eps"] {
        folder.run(&format!("print pack.csv --language zh --puzzle 1 --out 1.{format}")).fine();
    }
    folder.run("print pack.csv --language zh --format svg --out pictures").fine();
    let output = folder.run("print pack.csv --language zh --page 1 --out page.svg");
    assert_message(output.message(), "error: the language zh needs another font: ...", "a page");
}

#[test]
fn the_imprint_is_that_of_the_program_or_a_file_or_none() {
    let folder = Folder::new()
        .with("pack.txt", format!("{PUZZLE}\n"))
        .with("imprint.txt", "First line,\nsecond line.\n\nAnother paragraph.\n");
    let imprint = |options: &str| {
        let html = folder.run(&format!("print pack.txt --title T --format html {options}")).fine();
        let imprint = html.split("<div class=\"imprint\">").nth(1).unwrap().split("</div>").next().unwrap().to_string();
        imprint.replace("<p>", "").replace("</p>", "").trim().to_string()
    };
    assert!(imprint("").starts_with("Every puzzle has exactly one solution.\nPrinted by minirow "));
    let own = imprint("--author A --copyright ©2026 --imprint Thanks");
    assert!(own.starts_with("T – A\n©2026\nThanks\nEvery puzzle "), "{own}");
    assert_eq!(imprint("--imprint imprint.txt"), "First line, second line.\nAnother paragraph.");
    assert_eq!(imprint("--imprint none"), "");
    let without_title_page = imprint("--no-title-page --copyright ©2026");
    assert!(without_title_page.starts_with("©2026\nEvery puzzle "), "{without_title_page}");
}

#[test]
fn clue_cells_are_shaded_on_demand() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n"));
    let shaded =
        |options: &str| folder.run(&format!("print pack.txt --puzzle 1 {options}")).fine().matches("#e0e0e0").count();
    assert_eq!(
        (shaded(""), shaded("--shade-clues")),
        (0, PUZZLE.chars().filter(char::is_ascii_digit).filter(|c| *c != '0').count())
    );
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
    let html = folder.run("print pack.csv --format html --word easy=Leicht --word solutions=Lösungen --quiet").fine();
    let headings: Vec<&str> = html.split("<h2>").skip(1).map(|rest| rest.split("</h2>").next().unwrap()).collect();
    assert_eq!(headings, ["Leicht", "Expert", "My own", "Lösungen"]);
    assert!(html.contains("Puzzles 2–3</p>"), "the numbers of the second section");
}

/// Hints are about the hardest step: where to look, which technique helps, and the step.
#[test]
fn hints_rise_from_where_to_look_to_the_step() {
    // Its first steps are hidden singles, its hardest one is an X-Wing.
    let fish = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5";
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n{fish}\n"));
    let html = folder.run("print pack.txt --format html --hint back").fine();
    let lists: Vec<&str> = html.split("<h2>Hints ").skip(1).collect();
    assert_eq!(lists.len(), 3, "{html}");
    let second = |list: &str| list.split("<b>2</b> ").nth(1).unwrap().split("</li>").next().unwrap().to_string();
    let [place, technique, step] = [0, 1, 2].map(|list| second(lists[list]));
    assert_eq!((place.as_str(), technique.as_str()), ("Look at row 2", "X-Wing"));
    assert!(step.starts_with("r1c4≠7, r4c8≠7, "), "{step}");
    assert!(
        lists[0].contains("<p>Where to look for the hardest step. Boxes are numbered from 1 to 9: "),
        "{}",
        lists[0]
    );
    let french = folder.run("print pack.txt --format html --hint back --language fr").fine();
    assert!(french.contains("<b>1</b> Singleton caché</li>") && french.contains("<b>2</b> X-Wing</li>"), "{french}");
    let below = folder.run("print pack.txt --format html --hint below").fine();
    assert!(below.contains(&format!("<p class=\"turned\">{place} · {technique}</p>")), "{below}");
}

/// Of a pack with constraints on HoDoKu, hints are about the step with the highest score.
#[test]
fn hints_are_those_of_the_scale_of_the_pack() {
    let folder = Folder::new();
    let needs = "--needs hodoku:naked-pair --hodoku-score ..=500";
    folder.run(&format!("pack --seed 1 --count 1 {needs} --quiet --out pack.csv")).fine();
    let technique = |options: &str| {
        let html = folder.run(&format!("print pack.csv --format html --hint back {options} --quiet")).fine();
        html.split("<b>1</b> ").nth(2).unwrap().split("</li>").next().unwrap().to_string()
    };
    assert_eq!(technique(""), "Naked Pair");
    assert_eq!(technique("--language de"), "Nacktes Paar");
    assert_eq!(technique("--hint-scale se"), "Direct Hidden Pair");
}

#[test]
fn every_word_of_a_book_is_in_its_language() {
    let rows = format!("puzzle,level,seed,generator\n{PUZZLE},easy,7,minirow 2\n{PUZZLE},hard,8,minirow 2\n");
    let own = "language = nl\npuzzle-count.other = {count} puzzels\nsolutions = Oplossingen\n";
    let folder =
        Folder::new().with("pack.csv", rows).with("nl.txt", own).with("wrong.txt", "language = nl\n\nfoo = x\n");
    let page = |options: &str| folder.run(&format!("print pack.csv --title T --format html --quiet {options}")).fine();
    let german = page("--language de --rules --heading level,clues");
    for text in [
        "<html lang=\"de\">",
        "<p>2 Rätsel, Leicht bis Schwer</p>",
        "<h2>Inhalt</h2>",
        "<h2>Regeln</h2>",
        "<h2>Lösungen</h2>",
        "Rätsel 1</p>",
        "<span>Leicht · 30 Vorgaben</span>",
        "<span>Lösung</span>",
        "<p>Jedes Rätsel hat genau eine Lösung.</p>",
        "<p>Erzeugt aus den Startwerten 7, 8 vom Generator minirow 2. Gesetzt mit minirow ",
    ] {
        assert!(german.contains(text), "{text}: {german}");
    }
    assert!(page("--language zh").contains("<p>2 道题，简单至困难</p>"));
    // Sections with the names of levels have the words for them, too.
    let rows = format!("puzzle,section\n{PUZZLE},Easy\n{PUZZLE},Holiday\n{PUZZLE},Easy\n");
    fs::write(folder.path("sections.csv"), rows).unwrap();
    let spanish = folder.run("print sections.csv --title T --format html --language es --quiet").fine();
    for text in ["<h2>Fácil</h2>", "Sudokus 1–2</p>", "<h2>Holiday</h2>"] {
        assert!(spanish.contains(text), "{text}: {spanish}");
    }
    let dutch = page("--language nl.txt --word puzzle-count.other={count}x");
    for text in ["<html lang=\"nl\">", "<p>2x, Easy to Hard</p>", "<h2>Oplossingen</h2>", "<h2>Contents</h2>"] {
        assert!(dutch.contains(text), "{text}: {dutch}");
    }
    // The old name of the option.
    let output = folder.run("print pack.csv --title T --format html --quiet --lang pt-BR");
    assert_eq!(output.status, 0);
    assert!(output.stdout.contains("<html lang=\"pt-BR\">"));
    assert_eq!(
        output.stderr,
        "note: --language pt-BR: the words are English; expected one of en, de, es, fr, zh, or a file of words\n"
    );
    // Words that the user has replaced, and pictures of grids, need no note.
    assert!(page("--language pt --word solutions=Respostas").contains("<h2>Respostas</h2>"));
    folder.run("print pack.csv --puzzle 1 --language pt --out 1.svg --quiet").fine();
    let output = folder.run("print pack.csv --language wrong.txt --out book.pdf");
    assert_eq!(output.status, 2);
    assert_message(
        output.message(),
        "error: wrong.txt:3: unknown word foo, expected one of about-diabolical, ...",
        "a word",
    );
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
fn headings_have_stars_minutes_and_sections() {
    let folder = Folder::new()
        .with("pack.csv", format!("puzzle,section,er,level\n{PUZZLE},One,1.2,easy\n{PUZZLE},Two,7.5,diabolical\n"));
    let html = folder.run("print pack.csv --format html --heading stars,rating,minutes,section --language de");
    assert_eq!(html.message(), "note: 1 of 2 puzzles is repeated; `minirow dedup` leaves out repeated ones");
    assert!(html.stdout.contains("<span>★☆☆☆☆☆ · ER 1,2 · "), "{}", html.stdout);
    assert!(
        html.stdout.contains("<span>★★★★★☆ · ER 7,5 · ") && html.stdout.contains(" Minuten · Two</span>"),
        "{}",
        html.stdout
    );
    let rules = |pack: &str| {
        let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},{pack}\n"));
        folder.run("print pack.csv --format html --rules").fine().contains("without guessing")
    };
    assert!(rules("expert") && !rules("diabolical") && !rules("of another program"));
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

/// The picture of a newspaper: a label, a puzzle and its solution.
#[test]
fn one_puzzle_has_a_label_and_its_solution_below() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n"));
    let height = |options: &str| -> f64 {
        let svg = folder.run(&format!("print pack.txt --puzzle 1 --size 60mm {options}")).fine();
        svg.split(" height=\"").nth(1).unwrap().split(['"', 'p']).next().unwrap().parse().unwrap()
    };
    let alone = height("");
    assert!(height("--label Monday") > alone && height("--solution-below") > 1.4 * alone);
    let long = "A label that is much longer than the side of its grid, so that it has several lines";
    let output = command(&folder.path(""), "print pack.txt --puzzle 1 --size 60mm --label").arg(long).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    for (options, message) in [
        (
            "--label 数独",
            "error: \"数独\": no font here has the character 数 (U+6570); --fallback-font FILE adds a font that has it",
        ),
        ("--solution --solution-below", "error: the argument '--solution' cannot be used with '--solution-below'"),
    ] {
        let output = folder.run(&format!("print pack.txt --puzzle 1 {options}"));
        assert_eq!((output.status, output.message()), (2, message));
    }
}

/// The pictures of a week of a newspaper: each has its own label and date, and the solution of the day before.
#[test]
fn a_week_has_dates_labels_and_the_solutions_of_the_day_before() {
    let folder = Folder::new();
    folder.run("pack --seed 5 --count 7 --level easy --quiet --out week.csv").fine();
    let week = "print week.csv --format svg --size 60mm --solutions-per-page 0 --date 2026-11-30";
    folder.run(&format!("{week} --out plain")).fine();
    folder.run(&format!("{week} --previous-solution --out week")).fine();
    let digits = |name: &str| folder.read(name).matches("<use ").count();
    let plain = |day: usize| format!("plain/puzzle-000{day}.svg");
    let label = |day: usize| format!("week/puzzle-000{day}.svg");
    assert_eq!(digits(&plain(1)), digits(&label(1)), "no puzzle is before the first");
    for day in 2..=7 {
        // The caption and the 81 digits of the solution.
        assert!(digits(&label(day)) > digits(&plain(day)) + 81, "{day}");
    }
    let texts = |options: &str| {
        folder
            .run(&format!("print week.csv --puzzle 3 --size 60mm --date 2026-11-30 {options} --force --out 3.pdf"))
            .fine();
        let text = lopdf::Document::load_mem(&bytes(&folder, "3.pdf")).unwrap().extract_text(&[1]).unwrap();
        text.chars().filter(|c| !c.is_whitespace()).collect::<String>()
    };
    assert!(texts("").starts_with("Wednesday,2December2026"), "{}", texts(""));
    assert!(texts("--language de").starts_with("Mittwoch,2.Dezember2026"));
    let french = texts("--previous-solution --language fr");
    assert!(french.ends_with("Solution:Mardi1erdécembre2026"), "{french}");
    // A date belongs to the place in the file, also in a pack with sections.
    let rows = format!("puzzle,section\n{PUZZLE},B\n{SOLUTION},A\n{PUZZLE},B\n");
    folder.write("parts.csv", rows);
    let third = folder.run("print parts.csv --puzzle 2 --date 2026-11-30 --size 60mm --quiet").fine();
    assert_eq!(third.matches("<use ").count(), "Tuesday,1December2026".len() + 81, "the second of the file");
    for (options, message) in [
        (
            "--puzzle 1 --language zh --date 2026-11-30",
            "error: \"2026年11月30日 星期一\": no font here has the character 年 (U+5E74); ...",
        ),
        ("--format svg --label 数独 --out folder", "error: \"数独\": no font here has the character ..."),
        ("--puzzle 2 --previous-solution --language zh", "error: \"答案：1\": no font here has the character ..."),
        (
            "--puzzle 1 --date 2026-11-30 --sections none",
            "error: --sections has no effect with --date, which keeps the order of the file",
        ),
        ("--puzzle 1 --previous-solution", "error: --previous-solution: no puzzle is before puzzle 1"),
        (
            "--puzzle 1 --label {day}",
            "error: --label: found {day}, expected one of {number}, {heading}, {weekday}, {date}",
        ),
        ("--puzzle 1 --label {date}", "error: {date} and {weekday} in --label need --date"),
        (
            "--puzzle 1 --date 2026-11-30 --label x",
            "error: --date has no effect without {date} or {weekday} in --label",
        ),
        ("--page 1 --date 2026-11-30", "error: --date has no effect with --page"),
        ("--date 2026-11-30 --out x.pdf", "error: --date has no effect without pictures of puzzles"),
        ("--puzzle 1 --date 30.11.2026", "error: invalid value '30.11.2026' for '--date <DATE>': expected a date ..."),
    ] {
        let refused = folder.run(&format!("print week.csv {options}"));
        assert_message(refused.message(), message, options);
        assert!(refused.status != 0 && refused.stdout.is_empty(), "{options}");
    }
}

/// An archive is printed with its own numbers and titles.
#[test]
fn numbers_and_titles_are_those_of_the_file() {
    let rows = format!("nr,title,same,puzzle\n1207,Autumn & leaves,7,{PUZZLE}\n0815,Rain,7,{PUZZLE}\n");
    let folder = Folder::new().with("old.csv", rows);
    let print = "print old.csv --format html --numbers nr --quiet";
    let html = folder.run(&format!("{print} --heading title")).fine();
    for text in ["1207", "0815"] {
        assert!(html.matches(&format!(">{text}<")).count() >= 2, "puzzle and solution {text}: {html}");
    }
    assert!(html.contains("Autumn &amp; leaves") && html.contains("Rain"), "{html}");
    for (options, message) in [
        ("--numbers no", "error: old.csv:2: found no number, expected one in the column no"),
        ("--numbers same", "error: old.csv:3: found the number 7 of old.csv:2 again, expected each number once"),
        ("--numbers nr --first-number 7", "error: the argument ..."),
        ("--section-text Hard=Text", "error: --section-text: found no section Hard, ..."),
    ] {
        let refused = folder.run(&format!("print old.csv --format html --quiet {options}"));
        assert_message(refused.message(), message, options);
        assert_ne!(refused.status, 0, "{options}");
    }
}

/// Each section has a line of its own in the contents and on its page: that of its level, or of an option.
#[test]
fn sections_have_a_line_about_them() {
    let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},easy\n{PUZZLE},hard\n"));
    let print = "print pack.csv --title T --format html --quiet";
    let html = folder.run(print).fine();
    assert_eq!(html.matches("Find the only place for a digit in a row, a column or a box.").count(), 2, "{html}");
    let own = folder.run(&format!("{print} --language fr --section-text Facile=Courage")).fine();
    assert_eq!((own.matches("Courage").count(), own.matches("poissons").count()), (2, 2), "{own}");
    for (options, message) in [
        (
            "--section-text easy=A --section-text Easy=B",
            "error: --section-text: found Easy twice, expected each section once",
        ),
        ("--per-page easy:1,hard:2,4", "error: --per-page: expected one number for all sections ..."),
        ("--sections none --section-text easy=A", "error: --section-text: found no section easy, ..."),
        ("--per-page 4,none", "error: invalid value '4,none' for '--per-page ..."),
    ] {
        let refused = folder.run(&format!("{print} {options}"));
        assert_message(refused.message(), message, options);
    }
    // A name may have commas.
    folder.write("named.csv", format!("puzzle,section\n{PUZZLE},easy\n{PUZZLE},\"hard,fair\"\n"));
    assert!(folder.run("print named.csv --format html --quiet --per-page 4,hard,fair:1").fine().contains("hard,fair"));
}

/// A solved board has no hint, and no entry in a list of hints.
#[test]
fn solved_boards_have_no_hints() {
    let folder = Folder::new().with("solved", format!("{SOLUTION}\n")).with("both", format!("{SOLUTION}\n{PUZZLE}\n"));
    for (options, message) in [
        ("--hint back", "error: --hint has no effect without a puzzle that has a hint"),
        ("--hint cell", "error: --hint has no effect without a puzzle that has a hint"),
        ("--pencilmarks", "error: --pencilmarks has no effect without an empty cell"),
    ] {
        assert_eq!(folder.run(&format!("print solved --out book.pdf {options}")).message(), message);
    }
    let html = folder.run("print both --format html --hint back --solutions-per-page 0").fine();
    assert_eq!(html.matches(">2<").count() - html.matches(">1<").count(), 3, "three lists: {html}");
}

/// Colours, codes and numbers of puzzles on a page that cannot be printed are refused.
#[test]
fn wrong_colours_links_and_widths_are_refused() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n"));
    for (options, message) in [
        ("--line-color red", "error: invalid value 'red' for '--line-color <COLOR>': ..."),
        ("--box-color 120%", "error: invalid value '120%' for '--box-color <COLOR>': ..."),
        ("--line-width 0.01pt", "error: invalid value '0.01pt' for '--line-width ..."),
        ("--qr-link example.org", "error: --qr-link: expected the start of a link ..."),
        ("--per-page 4,hard:1", "error: --per-page: found no section hard, ..."),
        ("--per-page 13", "error: invalid value '13' for '--per-page ..."),
        ("--pdf-x FOGRA39 --preset kdp-6x9", "error: the argument ..."),
        ("--preset kdp-6x9 --first-page 2", "error: --first-page 2: expected an odd number with kdp-6x9, ..."),
        ("--line-color 1%", "error: invalid value '1%' for '--line-color <COLOR>': is too light for lines, ..."),
        ("--box-color 100%", "error: invalid value '100%' for '--box-color <COLOR>': is too dark for digits, ..."),
        ("--box-color 10% --shade-clues", "error: the argument ..."),
        (
            "--line-color A=100/0/0/0 --box-color A=0/0/100/0@20%",
            "error: --box-color: found another A than in --line-color, expected equal shares",
        ),
        ("--per-page 12 --line-width 10pt,10pt", "error: found lines of 10.00 pt between cells of ..."),
        ("--per-page 1,2", "error: --per-page: expected one number for all sections without a number of their own"),
        ("--solution-pages --solutions-per-page 0", "error: --solution-pages has no effect without solutions"),
        ("--cover 8mm", "error: --cover needs --title"),
        ("--cover cream --preset kdp-6x9 --title T", "error: found 4 pages, expected 24 to 828 for kdp-6x9: ..."),
        ("--cover white --format html", "error: --page, --puzzle and --cover are for pictures: ..."),
    ] {
        let refused = folder.run(&format!("print pack.txt --out book.pdf {options}"));
        assert_message(refused.message(), message, options);
        assert!(refused.status != 0 && !folder.path("book.pdf").exists(), "{options}");
    }
}
