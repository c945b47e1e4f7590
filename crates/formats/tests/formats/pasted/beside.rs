//! Grids beside others in a form that is not the usual one: they are read, or reported with their line, and never left out.

use super::{P, Q, S, found, joined, rows};

/// Asserts that a text is read beside another grid.
fn assert_read_beside(text: &str) {
    let other = Q.replace('0', ".");
    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    assert_eq!(found(format!("{Q}\n\n{text}").as_bytes()), [&*other, "P"], "{text}");
}

/// Asserts that a text is reported beside another grid.
fn assert_reported_beside(text: &str) {
    let found = found(format!("{Q}\n\n{text}").as_bytes());
    assert!(found.len() > 1 && found[1..].iter().all(|found| found.starts_with("line ")), "{text}\n{found:?}");
}

/// Returns the description of a puzzle in which a letter stands for its number of empty cells.
fn description() -> String {
    let letter = |empty: usize| if empty == 0 { String::new() } else { char::from(b'a' + empty as u8 - 1).to_string() };
    let mut text = String::new();
    let mut empty = 0;
    for cell in P.chars() {
        match cell {
            '0' => empty += 1,
            digit => {
                let is_between = empty == 0 && text.ends_with(|last: char| last.is_ascii_digit());
                text += &format!("{}{}{digit}", letter(empty), if is_between { "_" } else { "" });
                empty = 0;
            }
        }
    }
    text + &letter(empty)
}

#[test]
fn games_by_simon_tatham() {
    let description = description();
    assert_read_beside(&format!("3x3:{description}\n"));
    let length = description.len();
    let save = format!("PARAMS  :3:3x3\nDESC    :{length}:{description}\nNSTATES :1:1\n");
    assert_read_beside(&save);
    for damaged in [description[1..].to_string(), description.replacen('b', "c", 1), description.clone() + "a"] {
        assert_reported_beside(&format!("3x3:{damaged}\n"));
    }
    assert_reported_beside(&format!("3x3:k,{description}\n"));
}

#[test]
fn strings_of_nine_lines() {
    let fields = joined("", ",", ",");
    let drawn = joined(" ", " ", " | ").iter().map(|row| format!("| {row} |")).collect::<Vec<_>>();
    for lines in [fields, drawn, rows(" "), joined(".", " ", " "), rows("0")] {
        for (before, end, behind) in [
            ("text = \"", "\\n", "\""),
            ("parse('", "\\n", "\\n');"),
            ("puts `", "\\r\\n", "`"),
            ("grid(\"", "\\n", "\").split(\"\\n\")"),
        ] {
            assert_read_beside(&format!("{before}{}{behind}\n", lines.join(end)));
        }
    }
    assert_read_beside(&format!("s = (\"{}\").split(\"/\");\n", rows(" ").join("/")));
}

#[test]
fn rows_behind_signs_of_comments() {
    for sign in ["//! ", ";; ", "//!   "] {
        for lines in [joined(".", " ", " | "), rows("."), joined("0", " ", " ")] {
            let text: String = lines.iter().map(|line| format!("{sign}{line}\n")).collect();
            assert_read_beside(&text);
        }
    }
    let drawn: Vec<String> = joined(" ", " │ ", " ║ ").iter().map(|row| format!("//! ║ {row} ║\n")).collect();
    assert_read_beside(&drawn.join("//! ╟───┼───┼───╫───┼───┼───╫───┼───┼───╢\n"));
}

#[test]
fn rows_among_other_signs() {
    let solved: Vec<&str> = S.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect();
    let row = |(row, solved): (&String, &&str)| format!("!  {row}      {solved}   !\n");
    assert_reported_beside(&joined("0", "", " ").iter().zip(&solved).map(row).collect::<String>());
    let bands: Vec<String> = joined(".", "", "//").chunks(3).map(|band| band.join("\n") + "\n").collect();
    assert_reported_beside(&bands.join("//\n"));
    // Times of posts are no rows.
    let post = "by Anna » Sat Jan 05, 2008 3:14 pm\n\n";
    let posts: String = (0..10).map(|_| format!("{post}{P}\n")).collect();
    assert_eq!(found(posts.as_bytes()), ["P"; 10]);
}

#[test]
fn grids_of_6x6_cells_and_sections_with_a_puzzle() {
    assert_reported_beside("1 . . 4 . .\n. . 2 . . 6\n. 3 . . . .\n4 . . 1 . .\n. . . . 5 .\n. 6 . . . .\n");
    for name in ["Puzzle 2", "easy", "Grid", "code"] {
        let other: Vec<&str> = Q.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let text = format!("[Puzzle]\n{}\n[{name}]\n{}\n", rows(".").join("\n"), other.join("\n"));
        let found = found(text.as_bytes());
        assert!(found[0] == "P" && found.len() == 2 && found[1].starts_with("line 11: "), "{text}{found:?}");
    }
}

#[test]
fn a_string_may_begin_behind_a_call() {
    let lines = rows(".").join("\n");
    for (before, behind) in [
        ("echo \"", "\""),
        ("Board::from_text(\"", "\");"),
        ("curl -d \"", "\" https://example.org/solve"),
        ("(def grid \"", "\")"),
        ("string text = @\"", "\";"),
        ("x = '", "'"),
    ] {
        assert_read_beside(&format!("{before}{lines}{behind}\n"));
        let lost = lines.lines().skip(1).collect::<Vec<_>>().join("\n");
        assert_reported_beside(&format!("{before}{lost}{behind}\n"));
    }
}

#[test]
fn a_solution_beside_its_puzzle_in_an_object_of_a_program() {
    let array = |digits: &str| format!("[{}]", digits.chars().map(String::from).collect::<Vec<_>>().join(","));
    let object = |puzzle: &str| format!("{{\"puzzle\":{},\"solution\":{}}}", array(puzzle), array(S));
    assert_eq!(found(format!("game = {};\n", object(P)).as_bytes()), ["P S"]);
    let several = format!("games = {{\"easy\":{},\"hard\":{}}};\n", object(P), object(Q));
    let found = found(several.as_bytes());
    assert!(found.iter().all(|found| found.starts_with("line ")), "{found:?}");
}

#[test]
fn an_empty_row_between_rulers_is_a_row() {
    let rows: Vec<String> = [Q, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."]
        .iter()
        .flat_map(|grid| grid.as_bytes().chunks(9))
        .map(|row| row.iter().map(|&cell| if cell == b'0' || cell == b'.' { ' ' } else { cell.into() }).collect())
        .collect();
    // A puzzle with an empty row.
    let mut lines: Vec<String> = rows[9..].to_vec();
    lines[4] = " ".repeat(9);
    let drawn =
        |row: &String| format!("|{}|", row.chars().map(|cell| format!(" {cell} ")).collect::<Vec<_>>().join("|"));
    let drawn: Vec<String> = lines.iter().map(drawn).collect();
    for ruler in ["|---|---|---|---|---|---|---|---|---|", "|===|===|===|===|===|===|===|===|===|"] {
        let text = format!("{ruler}\n{}\n{ruler}\n", drawn.join(&format!("\n{ruler}\n")));
        assert_eq!(found(text.as_bytes()), [lines.concat().replace(' ', ".")], "{text}");
        // Without a row, the others are no grid.
        for lost in [0, 4, 8] {
            let mut others = drawn.clone();
            others.remove(lost);
            super::assert_no_grid([format!("{ruler}\n{}\n{ruler}\n", others.join(&format!("\n{ruler}\n")))]);
        }
    }
}
