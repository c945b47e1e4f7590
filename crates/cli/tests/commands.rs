//! The commands that take grids: every form in, a plain line for each grid out, in order; and the help.

mod common;

use std::io::{BufRead, BufReader, Write};

use common::{
    AMBIGUOUS, CLASH, EMPTY, Folder, PUZZLE, READERS, SOLUTION, UNSOLVABLE, assert_said, assert_solves, header_of,
    lines, rows, run,
};

/// Four puzzles and their solutions, so that an order can be wrong.
const FOUR: [(&str, &str); 4] = [
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

fn puzzles() -> [&'static str; 4] {
    FOUR.map(|(puzzle, _)| puzzle)
}

#[test]
fn the_help_lists_the_commands_of_users() {
    let help = run("--help").fine();
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let list = list.lines().take_while(|line| !line.is_empty());
    // A summary may be continued on the next line.
    let list = list.filter(|line| !line.starts_with("   "));
    let commands: Vec<&str> = list.map(|line| line.split_whitespace().next().unwrap()).collect();
    for name in
        ["pack", "solve", "count", "candidates", "check", "grade", "explain", "convert", "canon", "dedup", "print"]
    {
        assert!(commands.contains(&name), "{name}");
    }
    for name in ["datasets", "bless", "ci", "help"] {
        assert!(!commands.contains(&name), "{name}");
    }
    // The help of each command starts with what to type.
    for name in commands {
        let help = run(&format!("{name} --help")).fine();
        let mut lines = help.lines();
        assert!(matches!(lines.next(), Some("Example:" | "Examples:")), "{help}");
        assert!(lines.next().is_some_and(|line| line.starts_with(&format!("  minirow {name}"))), "{help}");
        assert!(help.contains(&format!("\nUsage: minirow {name}")), "{help}");
    }
    assert!(help.contains("Exit status: 0 fine, 1 the data said no"), "{help}");
}

#[test]
fn the_version() {
    assert_eq!(run("--version").fine(), format!("minirow {}\n", env!("CARGO_PKG_VERSION")));
}

/// All forms in one file, as text from the web comes: a byte order mark, Windows line ends, comments, and trailing
/// fields. Six grids of the four puzzles, in this order: 0, 1, 2, 3, 1, 0.
fn all_forms() -> String {
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

/// Whatever the forms, each command says the same of the same grids, a line each.
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

/// Grids on the command line, in files and on standard input, in the order in which they are named.
#[test]
fn several_inputs() {
    let [first, second, third, fourth] = puzzles();
    let folder = Folder::new().with("a.txt", lines([second, third])).with("b.txt", lines([first]));
    let converted = folder.run_with(&format!("convert a.txt {fourth} - b.txt"), lines([PUZZLE])).fine();
    assert_eq!(converted, lines([second, third, fourth, PUZZLE, first]));
}

/// The blanks that people use.
#[test]
fn every_blank_is_read() {
    for blank in [".", "0", "_", "*", "-"] {
        let output = Folder::new().with("in", lines([PUZZLE.replace('.', blank)])).run("solve in");
        assert_eq!(output.fine(), lines([SOLUTION]), "{blank}");
    }
}

/// The number of threads changes no byte, with more grids than are worked on at a time, some of them bad.
#[test]
fn the_number_of_threads_changes_nothing() {
    let grids = run("pack --seed 1 --count 300").fine();
    let mut grids: Vec<String> = rows(&grids).iter().map(|row| row["puzzle"].to_string()).collect();
    grids.insert(100, "bad".into());
    grids.insert(200, CLASH.into());
    let folder = Folder::new().with("in", lines(&grids));
    for command in READERS {
        let one = folder.run(&format!("{command} in --threads 1"));
        for threads in ["--threads 2", "--threads 5", ""] {
            assert_eq!(folder.run(&format!("{command} in {threads}")), one, "{command} {threads}");
        }
        assert_eq!(one.stdout.lines().count(), 301 + header_of(command).lines().count(), "{command}");
    }
}

#[test]
fn solve_writes_the_forms_asked_for() {
    let solve = |format: &str| run(&format!("solve {PUZZLE} --format {format}")).fine();
    assert_eq!(solve("line"), lines([SOLUTION]));
    let grid = "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179\n\n";
    assert_eq!(solve("grid"), grid);
    assert_eq!(
        solve("boxed"),
        "\
5 3 4 | 6 7 8 | 9 1 2
6 7 2 | 1 9 5 | 3 4 8
1 9 8 | 3 4 2 | 5 6 7
------+-------+------
8 5 9 | 7 6 1 | 4 2 3
4 2 6 | 8 5 3 | 7 9 1
7 1 3 | 9 2 4 | 8 5 6
------+-------+------
9 6 1 | 5 3 7 | 2 8 4
2 8 7 | 4 1 9 | 6 3 5
3 4 5 | 2 8 6 | 1 7 9

"
    );
    // No solution is `null`, so that a reader of JSON keeps count.
    let two = Folder::new().with("in", lines([CLASH, PUZZLE])).run("solve in --format json");
    let boards: Vec<serde_json::Value> = two.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((boards.len(), &boards[0], boards[1][0][0].as_u64()), (2, &serde_json::Value::Null, Some(5)));
}

#[test]
fn solve_any_gives_some_solution() {
    for puzzle in [PUZZLE, AMBIGUOUS, EMPTY] {
        assert_solves(run(&format!("solve {puzzle} --any")).fine().trim_end(), puzzle);
    }
}

/// As many different solutions as asked for, or as there are.
#[test]
fn solve_enumerates_solutions() {
    for (puzzle, limit, expected) in
        [(PUZZLE, 9, 1), (AMBIGUOUS, 1, 1), (AMBIGUOUS, 2, 2), (AMBIGUOUS, 9, 2), (EMPTY, 500, 500)]
    {
        let output = run(&format!("solve {puzzle} --enumerate {limit}")).fine();
        let mut solutions: Vec<&str> = output.lines().collect();
        solutions.iter().for_each(|solution| assert_solves(solution, puzzle));
        solutions.sort_unstable();
        solutions.dedup();
        assert_eq!(solutions.len(), expected, "{puzzle} --enumerate {limit}");
    }
    let none = run(&format!("solve {UNSOLVABLE} --enumerate 9"));
    assert_eq!((none.stdout.as_str(), none.said(), none.status), ("", "argument:1: no solution", 1));
}

/// 729 characters are candidates: a grid that they allow is found.
#[test]
fn solve_reads_candidates() {
    let folder = Folder::new();
    folder.run(&format!("convert {PUZZLE} --to candidates --quiet --out in")).fine();
    assert_eq!(folder.read("in").trim_end().len(), 729);
    assert_eq!(folder.run("solve in").fine(), lines([SOLUTION]));
    assert_eq!(folder.run("count in").fine(), "1\n");
}

#[test]
fn count_is_exact() {
    // The first rows of a solution, one row less each time.
    let start = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
    let rows_kept = |rows: usize| format!("{}{}", &start[..9 * rows], ".".repeat(81 - 9 * rows));
    let folder = Folder::new().with("in", lines([9, 7, 6, 5, 4].map(rows_kept)));
    assert_eq!(folder.run("count in").fine(), "1\n8\n168\n1464\n657384\n");
    assert_eq!(folder.run("count in --limit 1000").fine(), "1\n8\n168\n1000\n1000\n");
    assert_eq!(folder.run("count in --limit 1").fine(), "1\n1\n1\n1\n1\n");
    let folder = Folder::new().with("in", lines([PUZZLE, AMBIGUOUS, UNSOLVABLE, CLASH]));
    assert_eq!(folder.run("count in").fine(), "1\n2\n0\n0\n");
}

/// Signals to end; a count of an empty grid would never be done.
#[cfg(unix)]
mod told_to_end {
    use super::*;

    /// What was counted is said; nothing is made up in the place of the answer.
    #[test]
    fn count_says_how_far_it_came() {
        for signal in ["INT", "TERM"] {
            let folder = Folder::new().with("in", lines([PUZZLE, PUZZLE, PUZZLE, PUZZLE, EMPTY]));
            let mut running = folder.start("count in --threads 1");
            // One thread works on four grids first: when they are answered, the count has begun.
            let mut stdout = BufReader::new(running.stdout()).lines();
            let answers: Vec<String> = stdout.by_ref().take(4).map(Result::unwrap).collect();
            assert_eq!(answers, ["1"; 4]);
            running.signal(signal);
            let output = running.end();
            assert_eq!(output.status, 130);
            let said = output.said();
            assert_said(said, "in:5: interrupted; at least ...", signal);
            let number = said.trim_start_matches("in:5: interrupted; at least ").trim_end_matches(" solutions");
            assert!(number.parse::<u64>().is_ok(), "{said}");
            assert_eq!(stdout.count(), 0, "no answer where there is none");
        }
    }

    /// Of grids that were not begun there is nothing to say.
    #[test]
    fn count_speaks_of_what_it_counted_only() {
        let grids = [vec![PUZZLE; 4], vec![EMPTY], vec![PUZZLE; 100]].concat();
        let folder = Folder::new().with("in", lines(grids));
        let mut running = folder.start("count in --threads 1");
        let mut stdout = BufReader::new(running.stdout()).lines();
        assert_eq!(stdout.by_ref().take(4).count(), 4);
        running.signal("INT");
        let output = running.end();
        assert_eq!((output.stderr.lines().count(), output.status), (1, 130), "{}", output.stderr);
    }

    /// Whether the temporary file of an output is there, with so many bytes.
    fn temporary_is_there(folder: &Folder, least: u64) -> bool {
        let temporary = folder.names().into_iter().find(|name| name.ends_with(".tmp"));
        temporary.is_some_and(|name| std::fs::metadata(folder.path(&name)).is_ok_and(|file| file.len() >= least))
    }

    /// A count that was ended is not complete: no file gets its name.
    #[test]
    fn an_interrupted_count_leaves_no_file() {
        let folder = Folder::new().with("in", lines([PUZZLE, EMPTY]));
        let mut running = folder.start("count in --out out");
        running.until(|| temporary_is_there(&folder, 0));
        running.signal("INT");
        assert_eq!(running.end().status, 130);
        assert_eq!(folder.names(), ["in"]);
    }

    /// The other commands end at once, and take their temporary file with them.
    #[test]
    fn an_interrupted_command_leaves_no_file() {
        for signal in ["INT", "TERM"] {
            let folder = Folder::new();
            let mut running = folder.start("solve - --out out");
            // The input does not end, so that the program cannot.
            let mut stdin = running.stdin();
            stdin.write_all(lines(vec![PUZZLE; 5000]).as_bytes()).unwrap();
            running.until(|| temporary_is_there(&folder, 1));
            running.signal(signal);
            assert_eq!(running.end().status, 130);
            assert_eq!(folder.names(), [""; 0]);
        }
    }
}

/// Verdicts: grid, what is printed, the start of the reason on stderr, status.
#[test]
fn check_says_what_a_grid_is() {
    let minimal = FOUR[1].0;
    let twice = format!("9{}", &SOLUTION[1..]);
    #[rustfmt::skip]
    let cases: [(&str, &str, &str, i32); 7] = [
        (minimal,    "minimal",    "", 0),
        (PUZZLE,     "proper",     "", 0),
        (SOLUTION,   "solved",     "", 0),
        (AMBIGUOUS,  "ambiguous",  "argument:1: several solutions: two of them differ in ...", 1),
        (UNSOLVABLE, "unsolvable", "argument:1: no solution", 1),
        (CLASH,      "unsolvable", "argument:1: no solution: r1c1 and r1c2 in row 1 are both 5", 1),
        (&twice,     "unsolvable", "argument:1: no solution: r1c1 and r1c7 in row 1 are both 9", 1),
    ];
    for (grid, verdict, said, status) in cases {
        let output = run(&format!("check {grid}"));
        assert_eq!((output.stdout.trim_end(), output.status), (verdict, status), "{grid}");
        assert_said(output.said(), said, grid);

        let json = run(&format!("check {grid} --json"));
        let object: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
        assert_eq!(object["grid"], grid);
        assert_eq!(object["clues"], grid.bytes().filter(u8::is_ascii_digit).count());
        assert_eq!(object["verdict"], verdict);
        assert_eq!(object["reason"].is_null(), ["minimal", "solved"].contains(&verdict), "{object}");
        assert_eq!(object["solution"].is_null(), status == 1, "{object}");
        assert_eq!((json.stderr, json.status), (output.stderr, output.status));
    }
}

/// A clue is one that can be spared if the puzzle without it still has one solution.
#[test]
fn check_names_the_clues_that_can_be_spared() {
    let object: serde_json::Value = serde_json::from_str(&run(&format!("check {PUZZLE} --json")).fine()).unwrap();
    let reason = object["reason"].as_str().unwrap();
    let named = |cell: usize| reason.split(' ').any(|word| word == format!("r{}c{}", cell / 9 + 1, cell % 9 + 1));
    let clues: Vec<usize> = (0..81).filter(|&cell| PUZZLE.as_bytes()[cell] != b'.').collect();
    let without = |cell: &usize| format!("{}.{}", &PUZZLE[..*cell], &PUZZLE[cell + 1..]);
    let counts = Folder::new().with("in", lines(clues.iter().map(without))).run("count in --limit 2").fine();
    for (cell, count) in clues.into_iter().zip(counts.lines()) {
        assert_eq!(named(cell), count == "1", "the clue with index {cell}: {reason}");
    }
}

/// The solution column of a file is looked at too, by each of its names.
#[test]
fn check_finds_a_wrong_solution() {
    let wrong = format!("9{}", &SOLUTION[1..]);
    for header in ["id,puzzle,solution", "id,quizzes,solutions", "id,question,answer"] {
        let short = &SOLUTION[..80];
        let csv = format!("{header}\n1,{PUZZLE},{SOLUTION}\n2,{PUZZLE},{wrong}\n3,{PUZZLE},\n4,{PUZZLE},{short}\n");
        let output = Folder::new().with("in.csv", csv).run("check in.csv");
        assert_eq!(output.stdout, "proper\nwrong-solution\nproper\nwrong-solution\n", "{header}");
        assert_eq!(
            output.stderr,
            "in.csv:3: the solution given has 9 in r1c1, expected 5\n\
             in.csv:5: the solution given is no grid: found 80 cells in a line, expected 81 (or 9 for a row)\n"
        );
        assert_eq!(output.status, 1);
    }
}

/// A full grid is a puzzle too, and its file can be wrong about it.
#[test]
fn check_finds_a_wrong_solution_of_a_full_grid() {
    let other = FOUR[1].1;
    let output = Folder::new().with("in.csv", format!("puzzle,solution\n{SOLUTION},{other}\n")).run("check in.csv");
    assert_eq!((output.stdout.as_str(), output.status), ("wrong-solution\n", 1));
}

/// A known puzzle, and what is known of it.
#[test]
fn grade_writes_a_row() {
    let [_, (easy, solution), ..] = FOUR;
    let csv = run(&format!("grade {easy}")).fine();
    let row = format!("{easy},{solution},23,1.5,1.2,1.2,easy,hidden-single,hidden-single:58,58");
    assert_eq!(csv, format!("{}{row}\n", common::GRADE_HEADER));
}

/// The columns that hold puzzles in the files of others, and the delimiters of those files.
#[test]
fn grade_reads_the_files_of_others() {
    let plain = Folder::new().with("in", lines(puzzles())).run("grade in").fine();
    for (name, before, blank) in [("puzzle", "id", "."), ("quizzes", "number", "0"), ("question", "source", ".")] {
        for delimiter in [",", ";", "\t"] {
            let row = |puzzle: &str| ["7", &puzzle.replace('.', blank), "x"].join(delimiter);
            let rows = puzzles().map(row);
            let header = [before, name, "rating"].join(delimiter);
            let folder = Folder::new()
                .with("in.csv", lines([&[header], &rows[..]].concat()))
                .with(
                    "windows.csv",
                    format!("\u{feff}{}\r\n{}\r\n", [before, name, "rating"].join(delimiter), rows.join("\r\n")),
                )
                .with(
                    "quoted.csv",
                    lines(
                        std::iter::once(format!("\"{name}\"{delimiter}\"rating\""))
                            .chain(puzzles().map(|puzzle| format!("\"{puzzle}\"{delimiter}\"1\""))),
                    ),
                );
            for file in ["in.csv", "windows.csv", "quoted.csv"] {
                assert_eq!(folder.run(&format!("grade {file}")).fine(), plain, "{file} with {name} and {delimiter:?}");
            }
        }
    }
}

/// Quotes are for names with a delimiter in them, in the header as in the rows.
#[test]
fn a_quoted_header_has_its_columns_in_the_same_places() {
    let csv = format!("\"id\",\"name, author\",\"puzzle\"\n1,\"one, by me\",{PUZZLE}\n");
    assert_eq!(Folder::new().with("in.csv", csv).run("solve in.csv").fine(), lines([SOLUTION]));
}

/// There and back again, for every form and every blank, with grids that are full, empty and in between. Candidates come
/// back as they were if no cell that is empty has one candidate only.
#[test]
fn convert_there_and_back_again() {
    let full_band = format!("{}{}", &SOLUTION[..27], ".".repeat(54));
    let grids = lines([FOUR[3].0, EMPTY, &full_band, SOLUTION]);
    let folder = Folder::new().with("start.txt", &grids);
    for form in [
        "line",
        "grid",
        "boxed",
        "json",
        "csv",
        "candidates",
        "jsonl",
        "sdm",
        "sdk",
        "ss",
        "opensudoku",
        "hodoku",
        "sudokuwiki",
        "sudokuwiki-packed",
        "pencilmarks",
    ] {
        for blank in ["", "--blank .", "--blank 0", "--blank _", "--blank *", "--blank -"] {
            let case = format!("--to {form} {blank}");
            folder.run(&format!("convert start.txt {case} --out there --force --quiet")).fine();
            let back = folder.run("convert there --to line --quiet");
            if form == "candidates" || form == "pencilmarks" {
                // The clues of the full band leave cells with one candidate: what is lost on the way is said.
                assert_eq!(back.stdout.lines().next(), Some(FOUR[3].0), "{case}");
                assert_eq!(back.status, 0, "{case}");
                let again = folder.run("convert there --to candidates").fine();
                assert_eq!(again, folder.run("convert start.txt --to candidates").fine(), "{case}");
            } else {
                assert_eq!(back.fine(), grids, "{case}");
            }
        }
    }
}

/// The name of the output tells its form.
#[test]
fn convert_goes_by_the_name_of_the_output() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    let names = [
        ("a.csv", "csv"),
        ("a.json", "json"),
        ("a.jsonl", "jsonl"),
        ("a.ndjson", "jsonl"),
        ("a.txt", "line"),
        ("a", "line"),
        ("a.SDM", "sdm"),
        ("a.sdk", "sdk"),
        ("a.ss", "ss"),
        ("a.opensudoku", "opensudoku"),
        ("a.xml", "opensudoku"),
        ("a.729", "candidates"),
        ("a.pm", "pencilmarks"),
    ];
    for (out, form) in names {
        folder.run(&format!("convert in --out {out} --quiet")).fine();
        assert_eq!(folder.read(out), folder.run(&format!("convert in --to {form} --quiet")).fine(), "{out}");
    }
    assert_eq!(folder.read("a.csv"), format!("puzzle,clues\n{PUZZLE},30\n"));
    folder.run("convert in --to boxed --out b.csv").fine();
    assert!(folder.read("b.csv").starts_with("5 3 . |"), "what is asked for counts more than the name");
}

/// A file can be converted onto itself: it is replaced when the result is complete.
#[test]
fn convert_a_file_onto_itself() {
    let folder = Folder::new().with("in", all_forms());
    let before = folder.run("convert in").fine();
    folder.run("convert in --out in --force").fine();
    assert_eq!(folder.read("in"), before);
    assert_eq!(folder.names(), ["in"]);
}

/// What a form cannot hold is said at the end, with the first place, and not with `--quiet`.
#[test]
fn convert_says_what_is_left_out() {
    let csv = format!("id,puzzle,level\n1,{PUZZLE},easy\n2,{PUZZLE},easy\n3,{PUZZLE},\n");
    let folder = Folder::new().with("in.csv", csv);
    let output = folder.run("convert in.csv --threads 1");
    let said = "left out from in.csv:2 and 2 more, as line has no place for it: id\n\
                left out from in.csv:2 and 1 more, as line has no place for it: level\n";
    assert_eq!((output.stderr.as_str(), output.status), (said, 0));
    assert_eq!(folder.run("convert in.csv --quiet").fine(), lines([PUZZLE, PUZZLE, PUZZLE]));
    folder.run(&format!("convert {PUZZLE} --to candidates --quiet --out in.729")).fine();
    let output = folder.run(&format!("convert {PUZZLE} --to candidates"));
    assert_eq!(output.stderr, "left out from argument:1, as candidates has no place for it: which digits are clues\n");
    let output = folder.run("convert in.729");
    let said = "left out from in.729:1, as line has no place for it: the candidates of cells that have more than one\n";
    assert_eq!((output.stderr.as_str(), output.status), (said, 0));
}

/// A pack stays what it is through CSV and JSON lines, to the byte, and its levels reach other programs.
#[test]
fn convert_a_pack() {
    let folder = Folder::new();
    folder.run("pack --seed 1 --count 3 --level easy --out pack.csv --quiet").fine();
    folder.run("convert pack.csv --out pack.jsonl").fine();
    folder.run("convert pack.jsonl --out again.csv").fine();
    assert_eq!(folder.read("again.csv"), folder.read("pack.csv"));
    assert_eq!(folder.read("pack.jsonl").lines().count(), 3);
    let output = folder.run("convert pack.csv --set name=A&B --set author=me --out pack.opensudoku");
    assert!(output.stderr.starts_with("left out from pack.csv:2 and 2 more, as opensudoku"), "{}", output.stderr);
    let xml = folder.read("pack.opensudoku");
    for element in ["<name>A&amp;B</name>", "<author>me</author>", "<level>easy</level>"] {
        assert!(xml.contains(element), "{xml}");
    }
    let line = |file: &str| folder.run(&format!("convert {file} --quiet")).fine();
    assert_eq!(line("pack.opensudoku"), line("pack.csv"));
    // Every command reads every form.
    for form in ["sdk", "ss", "opensudoku", "hodoku", "jsonl", "sudokuwiki"] {
        folder.run(&format!("convert pack.csv --to {form} --out in --force --quiet")).fine();
        assert_eq!(folder.run("solve in").fine(), folder.run("solve pack.csv").fine(), "{form}");
    }
}

/// What is set has a name and is said of a puzzle.
#[test]
fn convert_sets_fields_only() {
    for (set, said) in
        [("author", "expected a name, = and a text"), ("=x", "expected a name"), ("puzzle=1", "puzzle is what")]
    {
        let output = run(&format!("convert {PUZZLE} --set {set}"));
        assert_eq!(output.status, 2, "{set}");
        assert!(output.stderr.contains(said), "{}", output.stderr);
    }
}

#[test]
fn candidates_before_and_after_singles() {
    let stage = |stage: &str| run(&format!("candidates {PUZZLE} {stage}")).fine();
    let before = stage("--stage before");
    assert_eq!(before, run(&format!("convert {PUZZLE} --to candidates --quiet")).fine());
    let after: String = stage("--stage after").chars().filter(char::is_ascii_digit).collect();
    assert_eq!(after, SOLUTION);
    assert_eq!(stage(""), stage("--stage after"));
    assert_eq!(stage("--stage both"), before + &stage(""));
}

/// Whoever reads has had enough: no message, no error.
#[test]
fn a_closed_pipe_ends_quietly() {
    // More lines than a pipe holds, even where a line is two bytes.
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
}

/// A puzzle that needs nested chains, rated 10.7: limits are there so that nobody has to wait for it.
const NESTED: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn grade_stops_at_its_limits_and_says_so() {
    let folder = Folder::new().with("in", lines([NESTED, PUZZLE]));
    for (limit, level) in [("--max-er 6.2", "too-hard"), ("--budget 500", "budget-spent")] {
        let rows = folder.run(&format!("grade in {limit}")).fine();
        let rows: Vec<Vec<&str>> = rows.lines().skip(1).map(|row| row.split(',').collect()).collect();
        // The columns are puzzle, solution, clues, er, ep, ed, level, hardest, techniques and steps.
        assert_eq!((rows[0][3], rows[0][6], rows[0][7], rows[0][9]), ("", level, "", ""), "{limit}");
        assert_eq!((rows[1][3], rows[1][6]), ("1.2", "easy"), "{limit}");
    }
    for (wrong, said) in
        [("--budget 0", "number would be zero"), ("--max-er 0.5", "expected a rating from 1.0 to 20.0")]
    {
        let output = folder.run(&format!("grade in {wrong}"));
        assert!(output.stderr.contains(said) && output.status == 2, "{wrong}: {}", output.stderr);
    }
}

#[test]
fn grade_traces_every_step_as_json() {
    let folder = Folder::new().with("in", lines([PUZZLE]));
    let text = folder.run("grade in --trace").fine();
    let steps: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(steps.iter().zip(1..).all(|(step, number)| step["puzzle"] == PUZZLE && step["step"] == number));
    let placed = steps.iter().filter(|step| step["placement"].is_string()).count();
    assert_eq!(placed, PUZZLE.bytes().filter(|&character| character == b'.').count());
}
