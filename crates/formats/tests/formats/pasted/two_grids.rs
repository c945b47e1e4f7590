//! Texts with two grids, or with a solution and no puzzle: they are not mixed.

use super::{P, Q, S, assert_no_grid, assert_refused, found, joined, lists, rows, ruled};

/// Lines of 27 cells are three rows each, or three grids beside each other.
#[test]
fn grids_beside_each_other_are_not_mixed() {
    let row = |grid: &str, at: usize| grid[9 * at..9 * at + 9].to_string();
    for (separator, between) in [("   ", ""), ("\t", ""), (" | ", ""), (",", ""), ("  ", "\n")] {
        let lines = (0..9).map(|at| {
            let end = if at % 3 == 2 { between } else { "" };
            [P, Q, S].map(|grid| row(grid, at)).join(separator) + "\n" + end
        });
        let text: String = lines.collect();
        let found = found(text.as_bytes());
        assert!(
            found.iter().all(|found| found.contains("as three grids or boxes beside each other")),
            "{text}: {found:?}"
        );
    }
    let bands = |grid: &str| (0..3).map(|at| grid[27 * at..27 * at + 27].to_string() + "\n").collect::<String>();
    assert_eq!(found([bands(P), bands(P), bands(P)].concat().as_bytes()), ["P", "P", "P"]);
}

#[test]
fn a_comment_may_be_the_heading_of_a_solution() {
    let [puzzle, solution] =
        [P, S].map(|grid| grid.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>());
    for heading in ["# Solution", "## Solution", "#Solutions", "### Solution (easy)", "# Answers"] {
        assert_eq!(found(format!("{puzzle}\n{heading}\n{solution}").as_bytes()), ["P S"], "{heading}");
    }
}

#[test]
fn a_solution_is_not_the_puzzle_that_has_an_error() {
    let (x, half) = (P.replace('0', "x"), &P[..40]);
    let letter = format!("{half}A{}", &P[41..]);
    let spaced = joined("0", " ", " ").join(" ");
    for puzzle in [&x[1..], &format!("{half} {}", &P[40..]), "", half, &letter, &spaced[2..], &P.replace('0', "?")[1..]]
    {
        assert_no_grid([
            format!("1,{puzzle},{S}"),
            format!("https://example.org/?puzzle={puzzle}&solution={S}"),
            format!("{{'puzzle': '{puzzle}', 'solution': '{S}'}}"),
            format!("<puzzle>{puzzle}</puzzle><solution>{S}</solution>"),
            format!("INSERT INTO t (puzzle, solution) VALUES ('{puzzle}', '{S}');"),
            format!("7;{puzzle};{S};1.2"),
        ]);
    }
    for text in [format!("17 {S}"), format!("{S}  solved 2026-11-26, 1.2/1.2/1.2"), format!("no. 5, {S}")] {
        assert_eq!(found(text.as_bytes()), [S], "{text}");
    }
}

#[test]
fn parts_of_two_grids_are_no_grid() {
    let framed: Vec<String> = joined(".", "", "|").iter().map(|row| format!("|{row}|")).collect();
    let edge = "*-----------*";
    let first = format!("{edge}\n{}\n{edge}\n", framed[..3].join("\n"));
    let text = first.clone() + &ruled(&framed, "|---+---+---|", Some(edge));
    // The second one may be the progress of the first.
    assert_eq!(found(text.as_bytes())[0], "line 2: found 3 rows of a grid, expected 9");
    assert_no_grid([text.clone()]);
    assert_eq!(found(format!("{first}\n{}", text.replacen(&first, "", 1)).as_bytes())[1..], ["P"]);
    let bands = |rows: &[String]| rows.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
    let (rows, other): (Vec<String>, Vec<String>) = (rows("."), rows(".").into_iter().rev().collect());
    assert_eq!(found(format!("{}\n\n{}", bands(&rows), bands(&rows)).as_bytes()), ["P", "P"]);
    assert_no_grid([
        format!("{}\n\n{}", bands(&rows[..3]), bands(&other)),
        format!("{}\n\n{}\n\n{}", bands(&rows), bands(&other[3..]), bands(&rows)),
    ]);
    let arrays: Vec<String> = joined("0", ",", ",").iter().map(|row| format!("[{row}]")).collect();
    assert_no_grid([format!("[{}\n[{}]", arrays[0], arrays.join(",\n"))]);
}

#[test]
fn another_puzzle_in_a_line_is_seen_in_any_form() {
    let spaced = |digits: &str, between: &str| digits.chars().map(String::from).collect::<Vec<_>>().join(between);
    let strings = format!("[\"{}\"]", (0..9).map(|row| &Q[9 * row..9 * row + 9]).collect::<Vec<_>>().join("\",\""));
    let slashes = (0..9).map(|row| &Q[9 * row..9 * row + 9]).collect::<Vec<_>>().join("/");
    let mut others: Vec<String> = ["x", "X", "?", "e", "."].map(|blank| Q.replace('0', blank)).to_vec();
    others.extend([spaced(Q, " "), spaced(Q, ","), lists(Q), lists(Q).replace('[', "{").replace(']', "}")]);
    others.extend([spaced(Q, ",").replace('0', ""), format!("[{}]", spaced(Q, ",")), strings, slashes]);
    for other in others {
        for between in [" ", ",", "; ", "\t"] {
            assert_refused(&format!("{P}{between}{other}"), "found two different grids in a line");
        }
    }
    assert_refused(&format!("{P} easy {}", spaced(&Q[..76], " ")), "found two different grids in a line");
    for solution in [spaced(S, " "), spaced(S, ","), lists(S)] {
        assert_eq!(found(format!("{P}, {solution}").as_bytes()), ["P S"], "{solution}");
    }
    let braces = |digits: &str| lists(digits).replace('[', "{").replace(']', "}");
    assert_refused(&format!("{}, {}", braces(P), braces(Q)), "found two different grids in a line");
    assert_eq!(found(format!("{}, {}", braces(P), braces(S)).as_bytes()), ["P S"]);
}

#[test]
fn the_value_of_a_solution_is_no_puzzle() {
    let lists = |grid: &str| {
        let rows: Vec<String> = grid
            .as_bytes()
            .chunks(9)
            .map(|row| format!("{:?}", row.iter().map(|cell| cell - b'0').collect::<Vec<_>>()))
            .collect();
        [format!("[{}]", rows.join(", ")), format!("[\n  {}\n]", rows.join(",\n  ")), format!("\"{grid}\"")]
    };
    for (puzzle, solution) in lists(P).into_iter().zip(lists(S)) {
        for name in ["\"solution\": ", "solution = ", "const answer = ", "\"solution\":\n", "SOLVED = np.array("] {
            let close = if name.ends_with('(') { ")" } else { "" };
            let value = format!("{name}{solution}{close}");
            assert_no_grid([value.clone(), format!("puzzle = {}\n{value}", puzzle.replacen('6', "", 1))]);
            let text = format!("puzzle = {puzzle}\n{value}");
            // An array waits for that of its solution.
            let expected = if puzzle.starts_with('[') { "P S" } else { "P" };
            assert_eq!(found(text.as_bytes()), [expected], "{text}");
            // So does a line below another one.
            assert_eq!(found(format!("{text}\n\n{text}").as_bytes()), [expected, "P S"], "{text}");
        }
    }
    let (puzzle, solution) = (
        rows("0").join("\n"),
        S.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row)).collect::<Vec<_>>().join("\n"),
    );
    assert_eq!(found(format!("Puzzle 1\n{puzzle}\n\nSolution\n{solution}\n").as_bytes()), ["P S"]);
    assert_eq!(found(format!("Puzzle 1\n{P}\nSolution\n{S}\n").as_bytes()), ["P S"]);
    assert_eq!(found(format!("My solution:\n{solution}\n").as_bytes()), [S]);
    assert_no_grid([format!("Puzzle 1\n{}\n\nSolution\n{solution}\n", &puzzle[1..])]);
}

/// Lines that have lost their ends, and cells behind an end that is in the row.
/// A line end is lost below rulers of the blank, which may be rows.
#[test]
fn rulers_above_joined_rows_are_no_rows() {
    let rows = ["--------1", "--2--3---", "-----42--", "-1---6---", "7--------", "----1----", "--48--9--", "-6--7---3"];
    let ruler = "---------";
    let text = [ruler, ruler, rows[0], rows[1], ruler, rows[2], rows[3], rows[4], ruler].join("\n");
    assert_no_grid([format!("{text}\n{}{}\n{}\n{ruler}\n", rows[5], rows[6], rows[7])]);
}

/// Two grids of like bands with two empty lines behind each, and a line end lost in the first: bands of both are a puzzle, too.
#[test]
fn bands_behind_lost_rows_are_no_grid() {
    let bands = |grid: [&str; 9]| grid.chunks(3).map(|rows| rows.join("\n")).collect::<Vec<_>>().join("\n\n\n");
    let first = [
        "......96.........1",
        "....23...",
        "",
        "...1.4...",
        ".13.5....",
        ".67....3.",
        "...7...2.",
        "..8...61.",
        "1..4....5",
    ];
    let second = [
        ".........",
        "8.......1",
        "....23.4.",
        "..4..5637",
        "..7......",
        ".189.....",
        "...1....8",
        "24..6..1.",
        "3........",
    ];
    let second = bands(second);
    let text = format!("{}\n\n---\n{second}\n", bands(first).replace("\n\n\n\n", "\n\n\n"));
    let found = found(text.as_bytes());
    let right = second.replace('\n', "");
    assert!(found.iter().all(|found| *found == right || found.starts_with("line ")), "{text}\n{found:?}");
}
