//! Lists of clues with the names of their cells.

use super::{P, Q, S, assert_no_grid, assert_refused, found, lists, rows};

/// Returns the clues of `P`, written by a function of the row, the column and the digit.
fn clues(write: impl Fn(usize, usize, char) -> String) -> Vec<String> {
    let filled = P.chars().enumerate().filter(|(_, digit)| *digit != '0');
    filled.map(|(cell, digit)| write(cell / 9 + 1, cell % 9 + 1, digit)).collect()
}

#[test]
fn lists_of_clues() {
    for list in [
        clues(|row, column, digit| format!("r{row}c{column}={digit}")),
        clues(|row, column, digit| format!("R{row}C{column} = {digit}")),
        clues(|row, column, digit| format!("r{row}c{column}: {digit}")),
        clues(|row, column, digit| format!("row{row}col{column}={digit}")),
        clues(|row, column, digit| format!("r{row}_c{column} = {digit}")),
        clues(|row, column, digit| format!("c{column}r{row}={digit}")),
        clues(|row, column, digit| format!("r{}c{}={digit}", row - 1, column - 1)),
        clues(|row, column, digit| format!("\"r{row}c{column}\": {digit}")),
        clues(|row, column, digit| format!("r{row}c{column} {digit}")),
        clues(|row, column, digit| format!("{}{row} = {digit}", char::from(b'@' + column as u8))),
    ] {
        let rows: Vec<String> = list.chunks(5).map(|clues| clues.join(", ")).collect();
        for text in [
            list.join("\n"),
            list.join(", "),
            list.join("; "),
            list.join(" "),
            list.join("  "),
            rows.join("\n"),
            rows.join("\n").replace(", ", " "),
            format!("A puzzle of mine\n\n{}\n\nby me\n", list.join("\n")),
            format!("Clues: {}\n", list.join(", ")),
            format!("- {}\n", list.join("\n- ")),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
        assert_eq!(found(format!("{}\n\nSolution:\n{S}\n", list.join("\n")).as_bytes()), ["P S"]);
    }
}

#[test]
fn a_list_that_may_be_another_grid_is_refused() {
    let list = clues(|row, column, digit| format!("r{row}c{column}={digit}"));
    // The cells that a solver has filled.
    let is_filled = |cell: &usize| P.as_bytes()[*cell] == b'0';
    let filled =
        (0..81).filter(is_filled).map(|cell| format!("r{}c{}={}", cell / 9 + 1, cell % 9 + 1, &S[cell..=cell]));
    let filled: Vec<String> = filled.collect();
    let changed = |clue: &str| [&list[..5], &[clue.to_string()], &list[6..]].concat().join("\n");
    for (text, message) in [
        (
            clues(|row, column, digit| format!("{}{column} = {digit}", char::from(b'@' + row as u8))).join("\n"),
            "letter may be that of a row or of a column",
        ),
        (
            clues(|row, column, digit| format!("x{column}y{row}={digit}")).join("\n"),
            "numbers may be those of a row, a column or a box",
        ),
        (changed("r3c=5"), "\"r3c=5\" in a list of clues"),
        (changed("r3c4=55"), "\"r3c4=55\" in a list of clues"),
        (changed("r1c3=3"), "a cell that is there twice"),
        (list.iter().rev().cloned().collect::<Vec<_>>().join("\n"), "in no order, which may be moves"),
        (list[..17].join("\n"), "without exactly one solution"),
        (format!("{0}\nPuzzle 2\n{0}\n", list.join("\n")), "\"Puzzle 2\" in a list of clues"),
        (filled.join("\n"), "which may be those that are not given"),
        (list[..16].join("\n"), "found "),
    ] {
        assert_refused(&text, message);
    }
    // Beside a grid, they may be moves, or its clues once more, but no other puzzle.
    let other: Vec<String> = Q.chars().map(|digit| if digit == '0' { ".".into() } else { digit.to_string() }).collect();
    for (grid, clues) in [(other.concat(), list.join("\n")), (Q.into(), list.join(", ")), (lists(Q), list.join("\n"))] {
        for text in [format!("{grid}\n{clues}\n"), format!("{grid}\n\n{clues}\n"), format!("{clues}\n\n{grid}\n")] {
            let found = found(text.as_bytes());
            assert!(
                found[0] == other.concat() && found[1].contains("a list of clues beside a grid"),
                "{text}\n{found:?}"
            );
        }
    }
    for text in [format!("{P}\n{}\n", list.join("\n")), format!("{}\n\n{}\n", list.join("\n"), rows(".").join("\n"))] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn the_first_and_last_clue_with_something_more_are_read_or_refused() {
    let list = clues(|row, column, digit| format!("r{row}c{column} = {digit}"));
    let with = |at: usize, clue: String| {
        let mut list = list.clone();
        list[at] = clue;
        list.join("\n")
    };
    for at in [0, list.len() - 1] {
        let (clue, name) = (&list[at], list[at].split(' ').next().unwrap());
        for (open, close) in
            [("[code]", "[/code]"), ("<pre>", "</pre>"), ("[quote=\"anna\"]", "[/quote]"), ("<p>", "<br />")]
        {
            assert_eq!(found(with(at, format!("{open}{clue}{close}")).as_bytes()), ["P"], "{open}");
        }
        for odd in [
            format!("{clue} (given)"),
            clue.replace(name, &format!("[{name}]")),
            clue.replacen('c', " c", 1),
            format!("{}l = 3", &name[..name.len() - 1]),
            format!("{clue}/9"),
            format!("{name} ="),
            format!("{name} = ?"),
            format!("# {clue}"),
            format!("Clues {clue}"),
            "rlcl = 3".into(),
        ] {
            assert_refused(&with(at, odd), "in a list of clues");
        }
        assert_no_grid([with(at, clue.replacen('c', "", 1)), with(at, clue.replacen('c', "cl", 1))]);
    }
    for heading in ["Puzzle 7", "25 clues, hard", "Rating: 7.1"] {
        assert_eq!(found(format!("{heading}\n{}\n{heading}\n", list.join("\n")).as_bytes()), ["P"], "{heading}");
    }
}
