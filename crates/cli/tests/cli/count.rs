//! `count`: exact numbers, and signals that end a long count.

use std::io::{BufRead, BufReader, Write};

use crate::common::{AMBIGUOUS, CLASH, EMPTY, Folder, PUZZLE, UNSOLVABLE, assert_message, lines};

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

/// Signals that end the program. A count of an empty grid never ends.
#[cfg(unix)]
mod told_to_end {
    use super::*;

    /// An interrupted count prints the number so far to standard error, and no result.
    #[test]
    fn an_interrupted_count_reports_its_number() {
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
            let message = output.message();
            assert_message(message, "in:5: interrupted; at least ...", signal);
            let number = message.trim_start_matches("in:5: interrupted; at least ").trim_end_matches(" solutions");
            assert!(number.parse::<u64>().is_ok(), "{message}");
            assert_eq!(stdout.count(), 0, "no answer where there is none");
        }
    }

    /// Grids that were not begun are not reported.
    #[test]
    fn only_the_interrupted_count_is_reported() {
        let grids = [vec![PUZZLE; 4], vec![EMPTY], vec![PUZZLE; 100]].concat();
        let folder = Folder::new().with("in", lines(grids));
        let mut running = folder.start("count in --threads 1");
        let mut stdout = BufReader::new(running.stdout()).lines();
        assert_eq!(stdout.by_ref().take(4).count(), 4);
        running.signal("INT");
        let output = running.end();
        assert_eq!((output.stderr.lines().count(), output.status), (1, 130), "{}", output.stderr);
    }

    /// Returns `true` if the temporary file of an output exists and has at least `least` bytes.
    fn temporary_is_there(folder: &Folder, least: u64) -> bool {
        let temporary = folder.names().into_iter().find(|name| name.ends_with(".tmp"));
        temporary.is_some_and(|name| std::fs::metadata(folder.path(&name)).is_ok_and(|file| file.len() >= least))
    }

    /// An interrupted count leaves no file.
    #[test]
    fn an_interrupted_count_leaves_no_file() {
        let folder = Folder::new().with("in", lines([PUZZLE, EMPTY]));
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
