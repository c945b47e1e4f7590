//! Output for people: tables, grids next to each other, completions and manual pages.

use crate::common::{AMBIGUOUS, CLASH, Folder, PUZZLE, SOLUTION, lines, run};

/// A puzzle, a grid with several solutions, one with two equal clues, and a solution.
fn folder() -> Folder {
    Folder::new().with("in.txt", lines([PUZZLE, AMBIGUOUS, CLASH, SOLUTION]))
}

#[test]
fn a_puzzle_next_to_its_solution() {
    let text = run(&format!("solve {PUZZLE} --format beside")).fine();
    let shown: Vec<&str> = text.lines().collect();
    assert_eq!(shown[0], "argument:1");
    assert_eq!(shown[1], "5 3 . | . 7 . | . . .      5 3 4 | 6 7 8 | 9 1 2");
    assert_eq!(shown[4], "------+-------+------      ------+-------+------");
    assert_eq!((shown.len(), shown[12]), (13, ""));
    let several = run(&format!("solve {AMBIGUOUS} --format beside")).stdout;
    assert_eq!(several.lines().next(), Some("argument:1: several solutions, the smallest of them is"));
    let both = run(&format!("solve {AMBIGUOUS} --format beside --enumerate 9")).fine();
    assert_eq!((both.lines().next(), both.lines().count()), (Some("argument:1: 2 solutions"), 25));
    let clash = run(&format!("solve {CLASH} --format beside"));
    assert_eq!((clash.status, clash.stderr.as_str()), (1, ""), "the reason stands beside the grid");
    assert!(clash.stdout.contains("no solution: r1c1 and r1c2 in row 1 are both 5"), "{}", clash.stdout);
}

#[test]
fn verdicts_in_a_table() {
    let output = folder().run("check in.txt --format table");
    let expected = "\
where                     clues  verdict         why
in.txt:1                     30  minimal
in.txt:2                     29  ambiguous       several solutions: r1c3 can be 1 or 2
in.txt:3                      2  unsolvable      no solution: r1c1 and r1c2 in row 1 are both 5
in.txt:4                     81  solved
";
    let shown: Vec<&str> = output.stdout.lines().collect();
    for (line, expected) in shown.iter().zip(expected.lines()) {
        assert_eq!(line[..32.min(line.len())].trim_end(), expected[..32.min(expected.len())].trim_end());
    }
    assert_eq!((output.status, output.stderr.as_str(), shown.len()), (1, "", 5), "reasons are told once");
    let plain = folder().run("check in.txt --format plain");
    assert_eq!(plain.stdout, folder().run("check in.txt").stdout, "plain is what a pipe gets");
    assert_eq!(folder().run("check in.txt --format json").stdout, folder().run("check in.txt --json").stdout);
}

#[test]
fn ratings_in_a_table() {
    let output = folder().run("grade in.txt --format table");
    let expected = "\
where                     clues    ER    EP    ED  level         steps  hardest step
in.txt:1                     30   ";
    assert!(output.stdout.starts_with(expected), "{}", output.stdout);
    let shown: Vec<&str> = output.stdout.lines().collect();
    assert!(shown[2].starts_with("in.txt:2                     29  "), "{}", shown[2]);
    assert_eq!((output.status, output.stderr.as_str(), shown.len()), (1, "", 5));
    let csv = folder().run("grade in.txt --format csv");
    assert_eq!(csv, folder().run("grade in.txt"), "csv is what a pipe gets");
    let limited = run(&format!("grade {PUZZLE} --format table --max-er 1.0")).fine();
    assert!(limited.lines().nth(1).unwrap().contains("too-hard"), "{limited}");
    let resumed = folder().run("grade in.txt --format table --out a --resume");
    assert_eq!(
        (resumed.status, resumed.message()),
        (2, "error: --format table cannot be resumed: its lines do not have the grids")
    );
}

/// The completions have every command and flag for users, and none for developers.
#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&format!("completions {shell}")).fine();
        // Not every shell completes the values of flags.
        let values: &[&str] =
            if ["powershell", "elvish"].contains(&shell) { &[] } else { &["opensudoku", "diabolical"] };
        for word in ["convert", "candidates", "max-er", "merge"].iter().chain(values) {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(!script.contains("bless"), "{shell}");
    }
    assert_eq!(run("completions tcsh").status, 2);
}

#[test]
fn manual_pages() {
    let folder = Folder::new();
    folder.run("man --out man1").fine();
    let names = |folder: &Folder| {
        let entries = std::fs::read_dir(folder.path("man1")).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    let pages = names(&folder);
    for page in ["minirow.1", "minirow-convert.1", "minirow-pack.1", "minirow-pack-merge.1", "minirow-solve.1"] {
        assert!(pages.iter().any(|name| name == page), "{page} is not among {pages:?}");
    }
    folder.run("man --out man1").fine();
    assert_eq!(names(&folder), pages, "a second time over the first");
    assert_eq!(folder.read("man1/minirow-solve.1"), folder.run("man solve").fine());
    assert_eq!(folder.read("man1/minirow.1"), folder.run("man").fine());
    let unknown = folder.run("man bless");
    assert_eq!(unknown.status, 2);
    assert!(
        unknown.message().starts_with("error: there is no page minirow-bless, expected one of pack, "),
        "{}",
        unknown.message()
    );
}
