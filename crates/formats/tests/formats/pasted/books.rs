//! Books of several puzzles: headings between them, and their solutions.

use minirow_formats::Reader;

use super::{P, Q, QS, S, assert_refused, found, ruled};

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
            // A puzzle in a line waits for its solution only below another line.
            let expected = if puzzle.len() < 90 { "P" } else { "P S" };
            assert_eq!(found(format!("{puzzle}\n{heading}\n{solution}").as_bytes()), [expected], "{heading}\n{puzzle}");
            for book in [
                format!("1\n{puzzle}{heading}\n{solution}2\n{other}{heading}\n{other_solution}"),
                format!("1\n{puzzle}\n2\n{other}\n{heading}\n1\n{solution}\n2\n{other_solution}"),
                format!("1\n{puzzle}\n2\n{other}\n{heading}\n2\n{other_solution}\n1\n{solution}"),
            ] {
                let found = found(book.as_bytes());
                assert!(
                    matches!(&found[..], [first, second] if first.starts_with('P') && second.len() == 81),
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

/// Stages of a puzzle: none is lost without a word.
#[test]
fn progress_below_a_heading_is_a_record() {
    let progress = S.char_indices().map(|(at, digit)| if at % 2 == 0 { digit } else { P.as_bytes()[at].into() });
    let progress: String = progress.collect::<String>().replace('0', ".");
    for [start, end] in [["Start", "End"], ["Initial:", "Final:"], ["before", "after"], ["# a", "# b"]] {
        for write in WAYS {
            let [first, second, last] = [P, &progress, S].map(write);
            let text = format!("{start}\n{first}\n{end}\n{second}\nsolved\n{last}\n");
            let found = found(text.as_bytes());
            assert!(found.len() >= 2 && found[0] == "P" && found[1] == progress, "{text}\n{found:?}");
        }
    }
    assert_refused(&format!("{P} {progress}"), "found two different grids in a line");
    assert_refused(&format!("1,{P},{progress},{S}"), "found two different grids in a line");
    assert_refused(&format!("{P} {S} {QS}"), "found two different grids in a line");
}

/// A puzzle that waits for its solution keeps the text of its line.
#[test]
fn a_puzzle_that_waits_keeps_its_text() {
    for (text, solution) in
        [(format!("# a\n{P} 7.2 # Ann\n{Q}\n"), None), (format!("a\n{P} 7.2 # Ann\n\nb\n{S}\n"), Some(S))]
    {
        let read: Vec<_> = Reader::new(text.as_bytes()).keep_text().map(Result::unwrap).collect();
        let text_of = |at: usize| read.get(at).and_then(|read| Some(read.raw.as_ref()?.text.clone()));
        assert_eq!(text_of(0), Some(format!("{P} 7.2 # Ann\n").into_bytes()), "{text}");
        assert_eq!(read[0].record.solution.as_deref(), solution);
        assert_eq!(text_of(1), solution.is_none().then(|| format!("{Q}\n").into_bytes()), "{text}");
    }
}

#[test]
fn headings_above_texts_and_tables_are_no_form() {
    for heading in [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
        "::",
        "12345678",
        "20261127",
        ",,",
        ";;;",
        "Puzzle\nThis is a hard one, by me",
        "sudoku\neasy",
        "From: a@b.org\nSubject: sudoku 5",
        "\\section{Easy}",
        "## Puzzle 1",
        "1/12",
    ] {
        for write in WAYS {
            let [first, second] = [P, Q].map(|grid| write(&grid.replace('0', ".")));
            for text in [
                format!("{heading}\n{first}\n{heading}\n{second}"),
                format!("{heading}\n\n{first}\n\n{heading}\n\n{second}\n"),
            ] {
                let expected = ["P".to_string(), Q.replace('0', ".")];
                assert_eq!(found(text.as_bytes()), expected, "{text}");
            }
        }
    }
    for rows in [",,\n", ";;\n;;\n", ",\n\n"] {
        assert_eq!(found(format!("{rows}id;puzzle\n1;{P}\n").as_bytes()), ["P"], "{rows}");
        assert_eq!(found(format!("{rows}puzzle,er\n{P},1.2\n").as_bytes()), ["P"], "{rows}");
    }
    // Directly below the name of a column, a puzzle is a row, and all rows are reported.
    for wrong in ["12", "abc", "123456789"] {
        let found = found(format!("puzzle\n{P}\n{wrong}\n{P}\n").as_bytes());
        assert!(found.len() == 3 && found[1].starts_with("line 3: "), "{found:?}");
    }
    // The number may be a row that has lost a cell.
    let rest = |first: usize| {
        lines(&S[9 * first..].to_string().chars().chain("0".repeat(81).chars()).take(81).collect::<String>())
    };
    let rows: Vec<String> = rest(1).lines().take(8).map(str::to_string).collect();
    for last in ["000000000", "---------", &rows[7]] {
        let text = format!("{}\n{}\n{last}\n", &S[..8], rows.join("\n"));
        assert!(found(text.as_bytes())[0].starts_with("line "), "{text}");
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

#[test]
fn an_array_below_text_is_the_solution_of_the_one_above_it() {
    let [puzzle, solution] = [P, S].map(super::lists);
    for (between, expected) in
        [("Output: ", "P S"), ("Output:\n", "P"), ("\nOutput\n\n", "P"), (">>> solve(board)\n>>> board\n", "P")]
    {
        for [puzzle, solution] in
            [[&puzzle, &solution].map(String::clone), [&puzzle, &solution].map(|text| text.replace("],", "],\n"))]
        {
            let text = format!("Input: board = {puzzle}\n{between}{solution}\n");
            let found = found(text.as_bytes());
            assert!(found == [expected] || found == ["P S"], "{text}{found:?}");
        }
    }
}
