//! Books of several puzzles: headings between them, and their solutions.

use super::{P, Q, QS, S, found, ruled};

/// The ways to write a grid: nine lines, a drawing, and a line.
const WAYS: [fn(&str) -> String; 3] = [lines, drawn, |grid| format!("{grid}\n")];

fn rows(grid: &str) -> Vec<String> {
    (0..9).map(|row| grid[9 * row..9 * row + 9].to_string()).collect()
}

fn lines(grid: &str) -> String {
    rows(grid).join("\n") + "\n"
}

fn drawn(grid: &str) -> String {
    let bars = |row: &String| format!("| {} | {} | {} |", &row[..3], &row[3..6], &row[6..]);
    let ruler = "+-----+-----+-----+";
    ruled(&rows(grid).iter().map(bars).collect::<Vec<_>>(), ruler, Some(ruler))
}

/// A full grid below a puzzle that it solves is its solution, whatever the heading says.
#[test]
fn solutions_are_known_by_their_digits() {
    for heading in [
        "Result",
        "Lösung",
        "Ergebnis:",
        "<h2>Solution</h2>",
        "```\n\nSolution\n```",
        "Output:",
        "solved in 12 ms",
        "*** 3 ***",
        "Page 2",
        "# Lösung",
        "// result",
        "回答",
    ] {
        for write in WAYS {
            let [puzzle, solution, other, other_solution] = [P, S, Q, QS].map(write);
            assert_eq!(found(format!("{puzzle}\n{heading}\n{solution}").as_bytes()), ["P"], "{heading}\n{puzzle}");
            for book in [
                format!("1\n{puzzle}{heading}\n{solution}2\n{other}{heading}\n{other_solution}"),
                format!("1\n{puzzle}\n2\n{other}\n{heading}\n1\n{solution}\n2\n{other_solution}"),
                format!("1\n{puzzle}\n2\n{other}\n{heading}\n2\n{other_solution}\n1\n{solution}"),
            ] {
                let found = found(book.as_bytes());
                assert!(
                    matches!(&found[..], [first, second] if first == "P" && second.len() == 81),
                    "{book}\n{found:?}"
                );
            }
            // A solution of another puzzle is a grid of its own.
            assert_eq!(found(format!("{puzzle}\n{heading}\n{other_solution}").as_bytes()).len(), 2, "{heading}");
        }
    }
    // Grids without a heading between them are a list.
    for write in WAYS {
        assert_eq!(found(format!("{}\n{}", write(P), write(S)).as_bytes()), ["P", S]);
    }
}

#[test]
fn headings_of_signs_and_numbers_end_no_book() {
    for heading in [
        "--- 1 ---",
        "--- 10 ---",
        "*** 5 ***",
        "___ 4 ___",
        "***** 1 *****",
        "----------1----------",
        "- - - 4 - - -",
        "... 5 ...",
        "═══ 1 ═══",
        "--- easy ---",
        "Level ***--",
        "No. 1 - - - 2",
        "|",
        "||",
        "| 1 |",
        "|1|",
        "1|2",
        "1234567",
        "12 34 56",
        "1.2.3.4",
        "17.11.2026 - 5",
        "1 2 3 4 5 6 7 8 9 10",
        "from a page: <tr",
    ] {
        for write in WAYS {
            let puzzle = write(&P.replace('0', "."));
            for text in [
                format!("{heading}\n{puzzle}\n{heading}\n{puzzle}\n"),
                format!("{heading}\n{puzzle}{heading}\n{puzzle}"),
                format!("{heading}\n\n{puzzle}\n{heading}\n\n{puzzle}\n"),
            ] {
                assert_eq!(found(text.as_bytes()), ["P", "P"], "{text}");
            }
        }
    }
}
