//! `count`: exact numbers, and what ends a long count: signals and limits on time. `--time-limit` of other commands.

use std::io::{BufRead, BufReader, Write};
use std::thread;

use crate::common::{
    AMBIGUOUS, CLASH, EMPTY, Folder, PUZZLE, Running, SOLUTION, UNSOLVABLE, assert_message, command, lines,
};
use crate::size::stride;

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
    assert_eq!(folder.run(&format!("count {EMPTY}")).fine(), "6670903752021072936960\n");
}

/// Returns a board of candidates whose solutions take years: all candidates but 9 in r1c1.
fn endless() -> String {
    format!("12345678.{}", "123456789".repeat(80))
}

/// Candidates that follow from the single ones are counted as fast as clues.
#[test]
fn candidates_of_a_nearly_empty_grid() {
    let all = "123456789".repeat(81);
    assert_eq!(Folder::new().with("in", lines([all])).run("count in").fine(), "6670903752021072936960\n");
}

const REACHED: &str = "stopped: the time limit of 1s is reached";
const REACHED_SOON: &str = "stopped: the time limit of 100ms is reached";

#[test]
fn a_limit_on_time_ends_a_count() {
    let folder = Folder::new().with("in", lines([PUZZLE, PUZZLE, PUZZLE, PUZZLE, &endless(), PUZZLE]));
    let output = folder.run("count in --threads 1 --time-limit 1s");
    assert_eq!((output.stdout.as_str(), output.status), ("1\n1\n1\n1\n", 3));
    let (bound, last) = output.stderr.trim_end().split_once('\n').unwrap();
    assert_message(bound, "in:5: the time limit of 1s is reached; at least ...", "");
    assert_eq!(last, REACHED);
    let output = folder.run("count in --time-limit 100ms --out out");
    assert_eq!((output.status, folder.names()), (3, vec!["in".to_string()]));
}

#[test]
fn a_limit_on_time_ends_other_commands() {
    let output = Folder::new().run(&format!("solve {EMPTY} --enumerate 100000000000 --time-limit 1s"));
    assert_eq!((output.stderr.trim_end(), output.status), (REACHED, 3));
    assert!(output.stdout.ends_with('\n') && output.stdout.lines().all(|line| line.len() == 81));
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let folder = Folder::new().with("in", lines(vec![hard; 100_000]));
    for command in ["grade in", "explain in --brief", "grade in --trace"].into_iter().step_by(stride(3)) {
        let output = folder.run(&format!("{command} --time-limit 100ms --threads 1"));
        assert_eq!((output.stderr.trim_end(), output.status), (REACHED_SOON, 3), "{command}");
    }
    folder.write("rows.csv", format!("puzzle,solution\n{}", format!("{PUZZLE},{SOLUTION}\n").repeat(100_000)));
    let commands = ["dataset --from rows.csv --out out", "grade in --out rated.csv"];
    for command in commands.into_iter().step_by(stride(2)) {
        let output = folder.run(&format!("{command} --time-limit 100ms --threads 1"));
        assert_eq!((output.stderr.lines().last(), output.status), (Some(REACHED_SOON), 3), "{command}");
        assert!(!folder.exists("rated.csv") && !folder.exists("out"), "{command}");
    }
}

/// The input does not end, so that the program cannot end by itself.
#[test]
fn a_limit_on_time_ends_a_command_that_waits_for_input() {
    let folder = Folder::new();
    let mut running = folder.start("solve - --time-limit 100ms");
    let stdin = running.stdin();
    let output = running.end();
    assert_eq!((output.stderr.trim_end(), output.status), (REACHED_SOON, 3));
    drop(stdin);
}

/// Where there is no terminal, lines tell the progress.
#[test]
fn progress_without_a_terminal() {
    let folder = Folder::new().with("in", lines([endless()]));
    let pattern = ".x......xx...x..x....x.x...x.....x......x.x....x..x....xx..x.....x....x..........";
    let pack = format!("pack --count 1 --mask {pattern} --exact --time-limit 100ms --threads 1");
    for (arguments, start, part) in [
        ("count in --time-limit 100ms --threads 1", "progress: 0 grids after ", " solutions of in:1, "),
        (&pack, "progress: 0 of 1 puzzles after ", "/s, kept: none"),
    ]
    .into_iter()
    .step_by(stride(2))
    {
        let run = |arguments: &str| {
            let mut command = command(&folder.path(""), arguments);
            command.env("MINIROW_PROGRESS", "0");
            Running::of(command).end().stderr
        };
        let (shown, quiet) = (run(arguments), run(&format!("{arguments} --quiet")));
        assert!(shown.lines().any(|line| line.starts_with(start) && line.contains(part)), "{shown}");
        assert!(!quiet.contains("progress"), "{quiet}");
    }
}

/// Signals that end the program. The count of the last board never ends.
#[cfg(unix)]
mod told_to_end {
    use super::*;

    /// Counts boards, of which the fifth never ends, and sends a signal when its count has begun. Returns the lines on standard
    /// error but for the progress.
    fn told_to_end(boards: &[&str], signal: &str) -> Vec<String> {
        let folder = Folder::new().with("in", lines(boards));
        let mut command = command(&folder.path(""), "count in --threads 1");
        command.env("MINIROW_PROGRESS", "0");
        let mut running = Running::of(command);
        // One thread works on four grids first.
        let mut stdout = BufReader::new(running.stdout()).lines();
        let answers: Vec<String> = stdout.by_ref().take(4).map(Result::unwrap).collect();
        assert_eq!(answers, ["1"; 4]);
        let mut stderr = BufReader::new(running.stderr()).lines().map(Result::unwrap);
        assert!(stderr.any(|line| line.contains(" solutions of in:5, ")));
        let messages = thread::spawn(|| stderr.filter(|line| !line.starts_with("progress: ")).collect());
        running.signal(signal);
        assert_eq!(running.end().status, 130);
        assert_eq!(stdout.count(), 0, "no answer where there is none");
        messages.join().unwrap()
    }

    /// An interrupted count prints the number so far to standard error, and no result. Grids that were not begun are not reported.
    #[test]
    fn an_interrupted_count_reports_its_number() {
        let endless = endless();
        let mut boards = vec![PUZZLE, PUZZLE, PUZZLE, PUZZLE, &endless];
        for (signal, after) in [("INT", 0), ("TERM", 0), ("INT", 100)] {
            boards.extend(vec![PUZZLE; after]);
            let messages = told_to_end(&boards, signal);
            assert_eq!(messages.len(), 1, "{messages:?}");
            let message = &messages[0];
            assert_message(message, "in:5: interrupted; at least ...", signal);
            let number = message.trim_start_matches("in:5: interrupted; at least ").trim_end_matches(" solutions");
            assert!(number.parse::<u64>().is_ok(), "{message}");
        }
    }

    /// Returns `true` if the temporary file of an output exists and has at least `least` bytes.
    fn temporary_is_there(folder: &Folder, least: u64) -> bool {
        let temporary = folder.names().into_iter().find(|name| name.ends_with(".tmp"));
        temporary.is_some_and(|name| std::fs::metadata(folder.path(&name)).is_ok_and(|file| file.len() >= least))
    }

    /// An interrupted count leaves no file.
    #[test]
    fn an_interrupted_count_leaves_no_file() {
        let folder = Folder::new().with("in", lines([PUZZLE, &endless()]));
        let mut running = folder.start("count in --out out");
        running.until(|| temporary_is_there(&folder, 0));
        running.signal("INT");
        assert_eq!(running.end().status, 130);
        assert_eq!(folder.names(), ["in"]);
    }

    /// The other commands end at once, and remove their temporary file.
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
