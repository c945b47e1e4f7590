//! `print`: pictures of single grids, as newspapers and web pages show them.

use std::fs;

use crate::common::{Folder, PUZZLE, SOLUTION, assert_message, command};

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
    assert!(one.contains("<title>Solution: Puzzle 10, Easy</title>"), "{one}");
    assert_eq!(folder.names(), ["pack.txt", "pictures"]);
    // Pictures of another run are told.
    let output = folder.run("print pack.txt --format svg --out pictures --first-number 10 --force");
    let message = "pictures/puzzle-0009.svg: is of another run; there are 2 pictures of other runs";
    assert!(output.status == 0 && output.stderr.lines().any(|line| line == message), "{}", output.stderr);
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
        let text = String::from_utf8_lossy(&folder.bytes(name)).into_owned();
        assert!(text.starts_with(start) && text.contains(size), "{name}: {}", &text[..200]);
    }
    folder.run("print pack.txt --format png --dpi 72 --out pictures").fine();
    assert!(folder.path("pictures/puzzle-0001.png").exists() && folder.path("pictures/solution-0001.png").exists());
}

#[test]
fn a_puzzle_is_found_by_the_number_of_the_book() {
    let rows = format!("puzzle,number,id\n{PUZZLE},40,A-16\n{SOLUTION},17,A-17\n");
    let folder = Folder::new().with("two.csv", rows);
    for options in ["2", "17 --numbers number", "A-17 --numbers id", "8 --first-number 7"] {
        let picture = folder.run(&format!("print two.csv --puzzle {options}")).fine();
        assert!(picture.contains("<desc>Row 1: 5 3 4 6 7 8 9 1 2."), "{options}");
    }
    for (options, message) in [
        ("--puzzle 2 --numbers number", "found no such number in the column number: the first is 40, and the last 17"),
        ("--puzzle A-17", "the puzzles have the numbers 1 to 2"),
        ("--puzzle 3", "the puzzles have the numbers 1 to 2"),
    ] {
        let refused = folder.run(&format!("print two.csv {options}"));
        let number = options.split(' ').nth(1).unwrap();
        assert_eq!(refused.message(), format!("error: --puzzle {number}: {message}"));
    }
}

/// The digits of a grid are in every font.
#[test]
fn a_picture_of_a_grid_needs_no_font_for_its_language() {
    let folder = Folder::new()
        .with("pack.csv", format!("puzzle,level\n{PUZZLE},easy\n"))
        .with("other.csv", format!("puzzle,level\n{PUZZLE},数独\n"));
    for format in ["svg", "pdf", "eps"] {
        folder.run(&format!("print pack.csv --language zh --puzzle 1 --out 1.{format}")).fine();
    }
    folder.run("print pack.csv --language zh --format svg --out pictures").fine();
    let output = folder.run("print pack.csv --language zh --page 1 --out page.svg");
    assert_message(output.message(), "error: the language zh needs another font: ...", "a page");
    // The title of a picture is in the language. The level of another program is not translated.
    let title = |options: &str| {
        let picture = folder.run(&format!("print other.csv --puzzle 1 {options}")).fine();
        picture.split("<title>").nth(1).unwrap().split("</title>").next().unwrap().to_string()
    };
    assert_eq!(title("--language de"), "Rätsel 1, 数独");
    assert_eq!(title("--language de --solution"), "Lösung: Rätsel 1, 数独");
    // The words of other tags are English.
    let refusal = "error: --language pt-BR has no effect: the output is the same without it";
    for options in ["--puzzle 1", "--format svg --out other"] {
        let refused = folder.run(&format!("print other.csv --language pt-BR {options} --quiet"));
        assert_eq!(refused.message(), refusal, "{options}");
    }
}

/// Clues are bold, which a font that is not bolder hides.
#[test]
fn equal_fonts_are_told() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n"));
    let fonts = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../print/fonts");
    for (font, name) in [("NotoSans-Regular.ttf", "Regular.ttf"), ("NotoSans-Bold.ttf", "Bold.ttf")] {
        fs::copy(fonts.join(font), folder.path(name)).unwrap();
    }
    for (options, note) in [
        ("--font Regular.ttf", "note: --font: without --bold-font, clues look like other digits\n"),
        (
            "--font Bold.ttf --bold-font Bold.ttf",
            "note: --bold-font: has the digits of --font, so that clues look like other digits\n",
        ),
        ("--font Regular.ttf --bold-font Bold.ttf", ""),
    ] {
        assert_eq!(folder.run(&format!("print pack.txt --puzzle 1 {options}")).stderr, note, "{options}");
    }
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
            "error: label \"数独\": no font here has the character 数 (U+6570); --fallback-font FILE adds a font that has it",
        ),
        ("--solution --solution-below", "error: the argument '--solution' cannot be used with '--solution-below'"),
    ] {
        let output = folder.run(&format!("print pack.txt --puzzle 1 {options}"));
        assert_eq!((output.status, output.message()), (2, message));
    }
}

/// A size on paper leaves digits that can be read, as in a book. Without a size, a picture can be scaled.
#[test]
fn a_picture_with_a_size_has_legible_digits() {
    let folder = Folder::new().with("pack.txt", format!("{PUZZLE}\n{PUZZLE}\n"));
    for (options, message) in [
        (
            "--puzzle 1 --size 20mm",
            "error: found digits of 4.4 points, expected at least 5: choose a side of 23 mm or more (--size)",
        ),
        ("--puzzle 1 --solution --size 16mm", "error: found digits of 3.5 points, expected at least 5: ..."),
        (
            "--puzzle 1 --size 25mm --solution-below",
            "error: found digits in the solution of 2.2 points, expected at least 5: choose a side of 54 mm or more \
             (--size, --solution-below or --previous-solution)",
        ),
        ("--puzzle 2 --size 25mm --previous-solution", "error: found digits in the solution of ..."),
        (
            "--format eps --out folder --size 60mm --pencilmarks",
            "error: found candidates of 4.3 points, expected at least 5: choose a side of 70 mm or more \
             (--size or --pencilmarks)",
        ),
    ] {
        let refused = folder.run(&format!("print pack.txt --quiet {options}"));
        assert_message(refused.message(), message, options);
        assert!(refused.status == 2 && refused.stdout.is_empty(), "{options}");
    }
    for options in [
        "--size 23mm --label {number}",
        "--size 60mm --solution-below",
        "--size 70mm --pencilmarks",
        "--solution-below --label {number}",
    ] {
        folder.run(&format!("print pack.txt --puzzle 1 --quiet {options}")).fine();
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
        let text = lopdf::Document::load_mem(&folder.bytes("3.pdf")).unwrap().extract_text(&[1]).unwrap();
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
            "error: label \"2026年11月30日 星期一\": no font here has the character 年 (U+5E74); ...",
        ),
        ("--format svg --label 数独 --out folder", "error: label \"数独\": no font here has the character ..."),
        (
            "--puzzle 2 --previous-solution --language zh",
            "error: caption \"答案：1\": no font here has the character ...",
        ),
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
