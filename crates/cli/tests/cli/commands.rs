//! The commands that take grids: every form as input, and one line for each grid in order; and the help.

use std::io::{BufRead, BufReader};

use crate::common::{CLASH, Folder, PUZZLE, READERS, SOLUTION, assert_solves, header_of, lines, rows, run};

/// Four puzzles and their solutions, to test the order of results.
pub(crate) const FOUR: [(&str, &str); 4] = [
    (PUZZLE, SOLUTION),
    (
        ".14.6...9.....1...8..3...4.6...9.........8..5.8....2...216.5.....9...7...5.1....4",
        "514862379237941586896357142672593418143728965985416237421675893369284751758139624",
    ),
    (
        "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......",
        "864759312972831546531426897687592134259143678413687259398214765745368921126975483",
    ),
    (
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293",
    ),
];

pub(crate) fn puzzles() -> [&'static str; 4] {
    FOUR.map(|(puzzle, _)| puzzle)
}

#[test]
fn the_help_lists_the_commands_of_users() {
    let help = run("--help").fine();
    let (list, _) = help.split_once("\nGeneral:\n").unwrap();
    let list = list.lines().filter_map(|line| line.strip_prefix("  "));
    let commands: Vec<&str> = list.map(|line| line.split_whitespace().next().unwrap()).collect();
    for name in
        ["pack", "solve", "count", "candidates", "check", "grade", "explain", "convert", "canon", "dedup", "print"]
    {
        assert!(commands.contains(&name), "{name}");
    }
    for name in ["datasets", "bless", "ci", "help"] {
        assert!(!commands.contains(&name), "{name}");
    }
    // The help of each command starts with examples.
    for name in commands {
        let help = run(&format!("{name} --help")).fine();
        let mut lines = help.lines();
        assert!(matches!(lines.next(), Some("Examples:")), "{help}");
        assert!(lines.next().is_some_and(|line| line.starts_with(&format!("  minirow {name}"))), "{help}");
        assert!(help.contains(&format!("\nUsage: minirow {name}")), "{help}");
    }
    assert!(help.contains("Exit status: 0 success, 1 invalid data"), "{help}");
}

#[test]
fn the_version() {
    assert_eq!(run("--version").fine(), format!("minirow {}\n", env!("CARGO_PKG_VERSION")));
}

/// All forms in one file, like text from the web: with a byte order mark, Windows line ends, comments, and trailing
/// fields. Six grids of the four puzzles, in this order: 0, 1, 2, 3, 1, 0.
pub(crate) fn all_forms() -> String {
    let [first, second, third, fourth] = puzzles();
    let row = |grid: &'static str, row: usize| &grid[9 * row..9 * row + 9];
    let nine_lines = lines((0..9).map(|index| row(second, index)));
    let boxed: Vec<String> = (0..9)
        .map(|index| {
            let [left, middle, right] = [0, 3, 6].map(|start| {
                row(third, index)[start..start + 3].chars().map(String::from).collect::<Vec<_>>().join(" ")
            });
            format!("| {left} | {middle} | {right} |")
        })
        .collect();
    let rule = "+-------+-------+-------+";
    let boxed =
        [&[rule.to_string()], &boxed[..3], &[rule.into()], &boxed[3..6], &[rule.into()], &boxed[6..], &[rule.into()]];
    let board = |grid: &str, end: &str| {
        let json = |row: &[u8]| {
            let cells: Vec<String> =
                row.iter().map(|&cell| if cell == b'.' { "0".into() } else { char::from(cell).to_string() }).collect();
            format!("[{}]", cells.join(", "))
        };
        format!("[{end}{}{end}]", grid.as_bytes().chunks(9).map(json).collect::<Vec<_>>().join(&format!(",{end}")))
    };
    let text = [
        "\u{feff}# a comment above all\n",
        &format!("{first},5.0,then some words\n"),
        "\n# nine lines\n",
        &nine_lines,
        "\n# boxed\n",
        &lines(boxed.concat()),
        "\n# JSON, on a line and on several\n",
        &format!("{}\n{}\n", board(fourth, ""), board(second, "\n")),
        "# blanks as 0, no line end at the end of the file\n",
        &first.replace('.', "0"),
    ];
    text.concat().replace('\n', "\r\n")
}

/// Each command writes the same line for the same grid in any form.
#[test]
fn every_form_is_read_and_every_grid_is_a_line() {
    let [first, second, third, fourth] = puzzles();
    let in_order = [first, second, third, fourth, second, first];
    let folder = Folder::new().with("forms.txt", all_forms()).with("plain.txt", lines(in_order));
    for command in READERS {
        let plain = folder.run(&format!("{command} plain.txt")).fine();
        assert_eq!(folder.run(&format!("{command} forms.txt")).fine(), plain, "{command}");
        assert_eq!(folder.run_with(command, all_forms()).fine(), plain, "{command} from standard input");
        assert_eq!(folder.run_with(&format!("{command} -"), all_forms()).fine(), plain, "{command} -");
        assert_eq!(plain.lines().count(), in_order.len() + header_of(command).lines().count(), "{command}");
    }
    assert_eq!(folder.run("convert forms.txt").fine(), lines(in_order));
    let solved = folder.run("solve forms.txt").fine();
    for (solution, puzzle) in solved.lines().zip(in_order) {
        assert_solves(solution, puzzle);
    }
    assert_eq!(folder.run("count forms.txt").fine(), lines(["1"; 6]));
}

/// Grids on the command line, in files and on standard input are read in the order of the arguments.
#[test]
fn several_inputs() {
    let [first, second, third, fourth] = puzzles();
    let folder = Folder::new().with("a.txt", lines([second, third])).with("b.txt", lines([first]));
    let converted = folder.run_with(&format!("convert a.txt {fourth} - b.txt"), lines([PUZZLE])).fine();
    assert_eq!(converted, lines([second, third, fourth, PUZZLE, first]));
}

/// The characters for empty cells that people use.
#[test]
fn every_blank_is_read() {
    for blank in [".", "0", "_", "*", "-"] {
        let output = Folder::new().with("in", lines([PUZZLE.replace('.', blank)])).run("solve in");
        assert_eq!(output.fine(), lines([SOLUTION]), "{blank}");
    }
}

/// The number of threads changes no byte, even with bad lines and more grids than threads take at a time.
#[test]
fn the_number_of_threads_changes_nothing() {
    let grids = run("pack --seed 1 --count 300").fine();
    let mut grids: Vec<String> = rows(&grids).iter().map(|row| row["puzzle"].to_string()).collect();
    grids.insert(100, PUZZLE[1..].into());
    grids.insert(200, CLASH.into());
    let folder = Folder::new().with("in", lines(&grids));
    for command in READERS {
        let one = folder.run(&format!("{command} in --threads 1"));
        for threads in ["--threads 2", "--threads 5", ""] {
            assert_eq!(folder.run(&format!("{command} in {threads}")), one, "{command} {threads}");
        }
        let answers = if ["grade", "convert"].contains(&command) { 301 } else { 302 };
        assert_eq!(one.stdout.lines().count(), answers + header_of(command).lines().count(), "{command}");
    }
}

/// A reader that closes the pipe causes neither a message nor an error.
#[test]
fn a_closed_pipe_ends_quietly() {
    // More lines than a pipe holds, even if a line has two bytes.
    let folder = Folder::new().with("in", lines(vec![PUZZLE; 50_000]));
    let readers = READERS.map(|command| format!("{command} in"));
    let others = ["pack --count 1000000", "solve in --enumerate 5", "grade in --trace"].map(str::to_string);
    for arguments in readers.into_iter().chain(others) {
        let mut running = folder.start(&arguments);
        let mut stdout = BufReader::new(running.stdout());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "{arguments}");
        drop(stdout);
        let output = running.end();
        assert_eq!((output.stderr.as_str(), output.status), ("", 0), "{arguments}");
    }
}

#[test]
fn techniques_lists_the_ladder() {
    let list = run("techniques").fine();
    let mut lines = list.lines();
    assert_eq!(
        lines.next().unwrap().split_whitespace().collect::<Vec<_>>(),
        ["technique", "rating", "what", "it", "is"]
    );
    assert_eq!(lines.clone().count(), minirow_grade::TECHNIQUES.len());
    for (technique, line) in minirow_grade::TECHNIQUES.iter().zip(lines) {
        let ratings = line.strip_prefix(technique.slug).expect(line).trim_start();
        assert!(ratings.starts_with(&technique.ratings.start().to_string()), "{line}");
        assert!(line.ends_with(technique.summary), "{line}");
    }
    let of_hodoku = run("techniques --scale hodoku").fine();
    assert!(of_hodoku.contains("\nskyscraper                            130    hard   Skyscraper\n"), "{of_hodoku}");
    assert_eq!(of_hodoku.lines().count(), 1 + minirow_hodoku::TECHNIQUES.len());
}
