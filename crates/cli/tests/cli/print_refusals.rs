//! Refusals of `print`: rows that are no puzzles, wrong values, and options without effect.

use crate::common::{AMBIGUOUS, Folder, PUZZLE, SOLUTION, UNSOLVABLE, assert_message, command};

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
            "error: pack.csv:2: level \"数独\": no font here has the character 数 (U+6570); --fallback-font ...",
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
        ("pack.csv --out book.pdf --heading none,level", "error: --heading none has no effect with other texts"),
        (
            "pack.csv --out book.pdf --heading level,clues,level",
            "error: --heading: found level twice, expected each value once",
        ),
        (
            "pack.csv --out book.pdf --preset kdp-6x9-large-print --large-print",
            "error: --large-print has no effect with a preset of large print",
        ),
        ("pack.csv --out book.pdf --paper 8x8in --landscape", "error: --landscape has no effect on square paper"),
        (
            "pack.csv --puzzle 1 --heading clues,id --label x --out 1.svg",
            "error: --heading has no effect with --puzzle",
        ),
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
            "pack.csv --page 1 --title T --out page.pdf --notes 2 --author Me --solution-pages --solutions-per-page 2 --paper a4",
            "error: --notes 2, --solutions-per-page 2, --solution-pages have no effect: the output is the same without them",
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
    ] {
        let run =
            |options: &str| folder.run(&format!("print pack.csv {options} --quiet --force --out out --word {word}"));
        let refused = run(options);
        assert!(refused.message().starts_with(&format!("error: --word {word} has no effect")), "{word}: {refused:?}");
        run(further).fine();
    }
}

/// The command of a book with `--cover` makes its cover, whose spine is that of all its pages.
#[test]
fn the_command_of_a_book_makes_its_cover() {
    let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},easy\n{PUZZLE},hard\n"));
    let width = |options: &str| -> f64 {
        let book = format!("print pack.csv --title T --paper 6x9 --bind --quiet {options}");
        folder.run(&format!("{book} --force --out book.pdf")).fine();
        let svg = folder.run(&format!("{book} --cover white --format svg")).fine();
        svg.split(" width=\"").nth(1).unwrap().split(['"', 'p']).next().unwrap().parse().unwrap()
    };
    let plain = width("");
    for (options, pages) in [
        ("--name-line --heading clues --solution-pages --copyright Me --no-title-page --solutions-per-page 2", -3.0),
        ("--rules --notes 5 --word notes=Notizen", 5.0),
    ] {
        assert!(
            (width(options) - plain - 72.0 * 0.002_252 * pages).abs() < 0.01,
            "{options}: {}",
            width(options) - plain
        );
    }
}

/// One page shows some of what the options of a book change.
#[test]
fn options_of_a_book_without_effect_on_a_page_are_refused() {
    let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},easy\n{PUZZLE},hard\n"));
    for (options, further) in [
        ("--title T --page 1", "--author Me"),
        ("--title T --page 4", "--subtitle S"),
        ("--title T --page 1", "--subtitle S"),
        ("--page 1", "--notes 3"),
        ("--page 2 --sections none --per-page 1", "--first-page 9"),
    ] {
        let [plain, both] = [options.to_string(), format!("{options} {further}")]
            .map(|options| folder.run(&format!("print pack.csv {options} --quiet --format svg")));
        let refusal = format!("error: {further} has no effect: the output is the same without it");
        let is_refused = both.message() == refusal && both.status == 2;
        assert!(is_refused || both.fine() != plain.fine(), "{options} {further}");
    }
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
        ("--per-page 4,hard:1", "error: --per-page: found no section hard: the file has one level and no sections"),
        (
            "--section-text Easy=Text",
            "error: --section-text: found no section Easy: the file has one level and no sections",
        ),
        (
            "--section-text Easy=Text --sections none",
            "error: --section-text: found no section Easy: --sections none leaves out the sections",
        ),
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

/// A message about a text that the fonts lack, or that is longer than its place, names the text.
#[test]
fn texts_that_cannot_be_printed_are_named() {
    let long = "word ".repeat(2000);
    let rows = |name: &str, text: &str| format!("puzzle,{name}\n{PUZZLE},{text}\n{PUZZLE},B\n");
    let missing = ": no font here has the character 数 (U+6570); --fallback-font FILE adds a font that has it";
    for (row, options, message) in [
        (("section", "数独"), "", format!("error: pack.csv:2: section \"数独\"{missing}")),
        (("title", "数独"), "--heading title", format!("error: pack.csv:2: title \"数独\"{missing}")),
        (("id", "数独"), "--heading level,id", format!("error: pack.csv:2: id \"数独\"{missing}")),
        (("nr", "数独"), "--numbers nr", format!("error: pack.csv:2: number \"数独\"{missing}")),
        (("section", "A"), "--section-text A=数独", format!("error: text of section \"A\"{missing}")),
        (("section", "A"), "--word notes=数独", format!("error: --word notes{missing}")),
        (("section", "A"), "--title T --author 数独", format!("error: author{missing}")),
        (
            ("title", &long),
            "--heading title",
            "error: puzzle 1: found too many lines in the heading \"word word word word word word word word…\", ..."
                .into(),
        ),
        (
            ("title", "Easy · 3 minutes · 29 clues · ER 1.2 · and more text that is too long for a grid"),
            "--heading title --paper 5x8 --per-page 9 --solutions-per-page 0",
            "error: puzzle 1: found too many lines in the heading \"Easy · 3 minutes · 29 clues · ER 1.2 · a…\", ..."
                .into(),
        ),
        (
            ("section", &long),
            "",
            "error: page 1: section \"word word word word word word word word…\": found ...".into(),
        ),
    ] {
        let folder = Folder::new().with("pack.csv", rows(row.0, row.1));
        let output = folder.run(&format!("print pack.csv --out book.pdf --quiet {options}"));
        assert_message(output.message(), &message, options);
        assert_eq!(folder.names(), ["pack.csv"], "{options}");
    }
    // The text of a level, which is built in.
    let folder = Folder::new().with("pack.csv", format!("puzzle,level\n{PUZZLE},easy\n{PUZZLE},hard\n"));
    let small = "print pack.csv --out book.pdf --quiet --paper 60x70mm --per-page 1";
    assert_message(
        folder.run(small).message(),
        "error: page 1: text of section \"Easy\": found too many words, expected a shorter text, larger paper or smaller margins \
         (--section-text or --sections none)",
        small,
    );
    folder.run(&format!("{small} --sections none")).fine();
    // Texts of the command line that are too long.
    let folder = Folder::new().with("pack.csv", rows("section", "A"));
    for (option, name) in [("--title", "title"), ("--imprint", "imprint"), ("--section-text", "text of section \"A\"")]
    {
        let text = if option == "--section-text" { format!("A={long}") } else { long.clone() };
        let mut command = command(&folder.path(""), "print pack.csv --out book.pdf --quiet --paper a5 --title T");
        if option == "--title" {
            command = crate::common::command(&folder.path(""), "print pack.csv --out book.pdf --quiet --paper a5");
        }
        let output = command.args([option, &text]).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains(&format!(": {name}: found too many words, expected a shorter text")), "{message}");
    }
}
