//! Customs of other programs: short options, names of commands, ranges, and messages about grids with a cell too many.

use crate::common::{Folder, PUZZLE, SOLUTION, lines, run};

#[test]
fn short_options_are_those_of_other_programs() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    folder.run("pack -n 3 -j 1 -q -o pack.csv").fine();
    assert_eq!(folder.read("pack.csv"), folder.run("pack --count 3").fine());
    assert_eq!(folder.run("pack -n 2 -o pack.csv").status, 2, "the file exists");
    folder.run("pack -n 2 -q -f -o pack.csv").fine();
    assert_eq!(folder.read("pack.csv").lines().count(), 3);
    folder.run("split pack.csv --column -o split.csv -q");
    assert!(folder.exists("split.csv"));
    folder.run("pack -n 1 --start 2 -q -o next.csv").fine();
    folder.run("pack merge -o all.csv -q pack.csv next.csv").fine();
    assert_eq!(folder.read("all.csv"), folder.run("pack --count 3").fine());
    folder.run("dataset -n 20 -q -o data").fine();
    assert!(folder.exists("data/README.md"));
}

#[test]
fn commands_have_the_names_of_other_programs() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    for (synonym, command) in [
        ("generate --count 2", "pack --count 2"),
        ("rate in", "grade in"),
        ("hint in", "explain in --next"),
        ("hint in --brief", "explain in --next --brief"),
    ] {
        assert_eq!(folder.run(synonym), folder.run(command), "{synonym}");
    }
    let help = run("--help").fine();
    assert!(["generate ", "rate ", "hint "].iter().all(|name| !help.contains(&format!("\n  {name}"))), "{help}");
}

#[test]
fn a_range_is_also_two_numbers_with_a_hyphen() {
    let made = run("pack --clues 24..=28 --er 1.2..=2.5 --count 3").fine();
    assert_eq!(run("pack --clues 24-28 --er 1.2-2.5 --count 3").fine(), made);
    assert_eq!(run("pack --clues 28-24").status, 2);
}

/// A grid with a cell too many or a wrong character is called that, not a missing file.
#[test]
fn a_grid_with_an_error_is_no_missing_file() {
    for (grid, reason) in [
        (format!("{PUZZLE}9"), "found 82 cells in a line, expected 81 (or 9 for a row)"),
        (PUZZLE[1..].to_string(), "found 80 cells in a line, expected 81 (or 9 for a row)"),
        (PUZZLE.replacen('.', "x", 1), "found 'x' at position 3, expected a digit 1-9 or a blank (one of . 0 _ * -)"),
    ] {
        let output = run(&format!("solve {grid}"));
        let expected = format!("error: {grid}: is no file, and no grid: {reason}");
        assert_eq!((output.message(), output.status), (expected.as_str(), 2));
    }
    assert!(run("solve 2026-01-31").message().starts_with("error: 2026-01-31: cannot be read: "));
}

/// A line without a grid has an empty line, so that line N of the output belongs to line N of the input.
#[test]
fn a_bad_line_leaves_the_lines_aligned() {
    let folder = Folder::new().with("in", lines([PUZZLE, &PUZZLE[1..], PUZZLE])).with("empty", "");
    for (command, expected) in [
        ("solve in", lines([SOLUTION, "", SOLUTION])),
        ("count in", "1\n\n1\n".into()),
        ("check in --format plain", "proper\n\nproper\n".into()),
    ] {
        let output = folder.run(command);
        assert_eq!((output.stdout, output.status), (expected, 1), "{command}");
        assert!(output.stderr.starts_with("in:2: found 80 cells in a line"), "{command}: {}", output.stderr);
    }
    for command in ["candidates", "candidates --stage both", "canon", "canon --automorphisms", "solve --format json"] {
        let good = folder.run(&format!("{command} {PUZZLE}")).fine().lines().count();
        let header = usize::from(command.ends_with("automorphisms"));
        let rows = folder.run(&format!("{command} in")).stdout.lines().count();
        assert_eq!(rows - header, 3 * (good - header), "{command}");
    }
    let json = folder.run("check in --json").stdout;
    assert_eq!(json.lines().nth(1), Some("null"));
    // Solutions that are counted are not aligned, and a file without any grid is not a line.
    assert_eq!(folder.run("solve in --enumerate 3").stdout, lines([SOLUTION, SOLUTION]));
    assert_eq!(folder.run("solve empty").stdout, "");
}
