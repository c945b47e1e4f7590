//! Texts that may be another grid, or none: they are refused.

use minirow_core::Grid;
use minirow_formats::{Reader, Record};
use minirow_text::Board;

use super::{P, Q, S, assert_no_grid, assert_no_other_grid, assert_refused, found, joined, lists, rows};

#[test]
fn other_sizes() {
    for text in [
        "1 . . 4\n. . 2 .\n. 3 . .\n4 . . 1\n".to_string(),
        "16 ".repeat(16),
        "1".repeat(256),
        "12.4..".to_string() + &".".repeat(30),
        "1 . 3 4 5 6 7 8 9 10 11 12\n".repeat(12),
    ] {
        let found = found(text.as_bytes());
        assert!(found[0].contains("Sudokus of other sizes than 9x9"), "{text}: {found:?}");
    }
    let line = ".".repeat(100) + "12" + &".".repeat(154);
    assert!(found(format!("{P}\n{line}\n").as_bytes())[1].contains("other sizes than 9x9"));
}

#[test]
fn a_wrong_number_of_cells_names_the_row() {
    let mut all = rows(".");
    all[3].remove(2);
    assert_eq!(found(all.join("\n").as_bytes()), ["line 4: found 8 cells in row 4, expected 9"]);
    all[3].push_str("..");
    assert_eq!(found(all.join("\n").as_bytes()), ["line 4: found 10 cells in row 4, expected 9"]);
    // Empty fields are cells.
    for delimiter in [",", ";", "\t"] {
        for (row, cells) in [(",,8,1,,2,9,", 8), (",8,1,,2,9,,", 8), (",,8,1,,2,9,,,,", 11), (",,8,1,,2,9", 7)] {
            let mut fields = joined("", delimiter, delimiter);
            fields[3] = row.replace(',', delimiter);
            let expected = format!("line 4: found {cells} cells in row 4, expected 9");
            assert_eq!(found(fields.join("\n").as_bytes()), [expected], "{fields:?}");
        }
    }
    for text in [&P[1..], &format!("1,{}", &P[2..]), "3.02E+78", "1;3,02060090030500E+78"] {
        assert!(
            found(text.as_bytes())[0].contains("spreadsheet") || found(text.as_bytes())[0].contains("found 8"),
            "{text}: {:?}",
            found(text.as_bytes())
        );
    }
}

/// A row with one digit, and with all candidates in its other cells, has 81 characters.
#[test]
fn rows_of_candidates_are_no_lines_of_81_cells() {
    let row = |digit: usize| {
        let cell = |at: usize| if at == digit { "5" } else { "123456789" };
        (0..9).map(cell).collect::<Vec<_>>().join(" ") + "\n"
    };
    let board: String = [0, 3, 6, 1, 4, 7, 2, 5, 8].map(row).concat();
    assert_eq!(board.lines().next().map(str::len), Some(81));
    assert_eq!(found(board.as_bytes()), [format!("{} candidates", 72 * 9 + 9)]);
}

#[test]
fn candidates_in_nine_lines_are_no_nine_grids() {
    let all = minirow_core::CandidateSet::from(&P.parse::<Grid>().unwrap()).to_string();
    let lines: Vec<&str> = (0..9).map(|row| &all[81 * row..81 * row + 81]).collect();
    for between in ["\n", "\n\n"] {
        let found = found(lines.join(between).as_bytes());
        assert!(found.iter().all(|found| found.ends_with("or all 729 candidates in one line")), "{found:?}");
    }
}

#[test]
fn a_board_of_f_puzzles_without_given_digits_is_no_puzzle() {
    let board = |given: &str| {
        let cell = |digit: char| if digit == '0' { "{}".into() } else { format!("{{\"value\":{digit}{given}}}") };
        let rows =
            rows("0").into_iter().map(|row| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(",")));
        format!("{{\"size\":9,\"grid\":[{}]}}", rows.collect::<Vec<_>>().join(","))
    };
    assert_eq!(found(board(",\"given\":true").as_bytes()), ["P"]);
    for board in [board(""), board(",\"given\":false"), board("").replace("value", "digit")] {
        assert!(found(board.as_bytes())[0].contains("found cells of which none has a given digit"), "{board}");
    }
}

/// Texts that look like a grid with a part that is none: each is refused, because a guess would give another grid.
#[test]
fn what_may_be_another_grid_is_refused() {
    let lost = &P[1..];
    let twice = &P[2..];
    let mut texts: Vec<String> = [".", "-", "*", "_"].map(|sign| format!("{lost}{sign}")).to_vec();
    texts.extend([".", "-", "_"].map(|sign| format!("1{sign}{twice}")));
    texts.push(format!("puzzle\n{lost}."));
    texts.push(format!("{{\"puzzle\":\"{lost}.\"}}"));
    texts.push(format!("https://x.org/?s={lost}."));
    // A row with a cell more behind its label.
    for (label, sign) in [("r", "."), ("", "."), ("R", ".")] {
        let mut rows: Vec<String> =
            rows(".").iter().enumerate().map(|(at, row)| format!("{label}{} {row}", at + 1)).collect();
        rows[0].insert_str(label.len() + 2, sign);
        texts.push(rows.join("\n"));
    }
    // The numbers of the columns above eight rows, and those of the rows beside eight columns.
    texts.push(format!("123456789\n{}", rows(".")[1..].join("\n")));
    texts.push(format!("1 2 3 4 5 6 7 8 9\n{}", rows(".")[1..].join("\n")));
    texts.push(format!("012345678\n{}", rows("*")[1..].join("\n")));
    texts.push(format!("123456789\n{}", joined(".", "", "|")[..8].join("\n")));
    texts.push(format!("{}\n123456789", joined(".", "", "|")[..8].join("\n")));
    let numbered = rows(".").iter().enumerate().map(|(at, row)| format!("{}{}", at + 1, &row[..8])).collect::<Vec<_>>();
    texts.push(numbered.join("\n"));
    texts.push(format!("1 2 3 4 5 6 7 8 9\n{}", joined("0", " ", " ").join("\n")));
    let glued = rows(".").iter().enumerate().map(|(at, row)| format!("{}.{}", at + 1, &row[1..])).collect::<Vec<_>>();
    texts.push(glued.join("\n"));
    // A ruler where a row is lost.
    let dashes = rows("-");
    for ruler in ["|---|---|---|", "---|---|---", "--- --- ---"] {
        texts.push([&dashes[..6], &[ruler.to_string()], &dashes[6..8]].concat().join("\n"));
        texts.push(
            [&dashes[..3], &[ruler.to_string()], &dashes[3..6], &[ruler.to_string()], &dashes[6..7]]
                .concat()
                .join("\n"),
        );
    }
    // A label in one row of empty fields.
    let mut fields: Vec<String> = joined(" ", ",", ",");
    fields[3].replace_range(..1, "1  ");
    texts.push(fields.join("\n"));
    // A remark that begins with a cell, behind a row that has lost one.
    let spaced = joined(".", " ", " ");
    for remark in ["5 stars", "- easy", "7 of 9", "3"] {
        let mut rows = spaced.clone();
        rows[4].replace_range(16.., &format!("  {remark}"));
        texts.push(rows.join("\n"));
    }
    texts.push(format!("1: {}\n{}", &spaced[0][2..], spaced[1..].join("\n")));
    // An ellipsis, signs of a list, and struck digits.
    texts.push(rows("0").iter().map(|row| format!("{}…\n", &row[..6])).collect());
    texts.push(format!("{}...", &P[..78]));
    texts.push(spaced.iter().map(|row| format!("- {}\n", &row[2..])).collect());
    texts.push(format!(". [s]7[/s]{}\n{}", &spaced[0][3..], spaced[1..].join("\n")));
    // Numbers of rows in a table of a page that has lost its last column, and rows of ten and eight fields.
    let fields = |at: usize, row: &str| {
        let cells: String = row.chars().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr><td>{}</td>{cells}</tr>", at + 1)
    };
    texts.push(rows("0").iter().enumerate().map(|(at, row)| fields(at, &row[..8])).collect());
    texts.push(
        rows("0").iter().enumerate().map(|(at, row)| fields(at, if at == 0 { row } else { &row[..8] })).collect(),
    );
    // Keys that say what an array is.
    let columns =
        |at: usize| (0..9).map(|row| P[9 * row + at..9 * row + at + 1].to_string()).collect::<Vec<_>>().join(",");
    let lists = (0..9).map(columns).collect::<Vec<_>>().join("],[");
    texts.extend(["columns", "cols", "boxes"].map(|key| format!("{{\"{key}\":[[{lists}]]}}")));
    texts.extend(["Columns", "blocks", "boardColumns", "box_list"].map(|name| format!("{name} = [[{lists}]]")));
    texts.extend(
        ["initial", "clues", "givens"].map(|key| format!("{{\"board\":\"483{}\",\"{key}\":\"{P}\"}}", &P[3..])),
    );
    // A solution of another puzzle.
    let other: String = S.chars().rev().collect();
    texts.extend([" ", ",", ""].map(|between| format!("{P}{between}{other}")));
    for text in texts {
        let found = found(text.as_bytes());
        assert!(found.iter().all(|found| found.starts_with("line ")), "{text}\n{found:?}");
    }
}

#[test]
fn a_row_of_numbers_in_order_may_be_labels() {
    let solved = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let grid: String =
        solved.char_indices().map(|(at, digit)| if at >= 9 && at % 3 == 0 { '.' } else { digit }).collect();
    let rows = |bar: &str| -> String {
        let row = |at: usize| {
            let cells: Vec<String> = grid[9 * at..9 * at + 9].chars().map(String::from).collect();
            cells.chunks(3).map(|three| three.join(" ")).collect::<Vec<_>>().join(bar) + "\n"
        };
        (0..9).map(row).collect()
    };
    for bar in [" | ", " "] {
        let refused = found(rows(bar).as_bytes());
        assert!(refused[0].starts_with("line 1: found 1 to 9 in order as the first row or column"), "{refused:?}");
    }
    assert_eq!(found(grid.as_bytes()).concat(), grid);
}

#[test]
fn rows_in_a_line_have_nine_cells() {
    let uneven = |between: &str| {
        let mut rows = joined("0", between, between);
        rows[1] = format!("{}{between}9", rows[1]);
        rows[6] = rows[6][1 + between.len()..].into();
        rows
    };
    for (cells, lines) in
        [(" ", " | "), (" ", ";"), (",", ";"), (" ", " / "), (" ", "<br>"), (",", "<br>"), (" ", "\\n"), (" ", ", ")]
    {
        assert_no_grid([uneven(cells).join(lines)]);
        assert_eq!(found(joined("0", cells, cells).join(lines).as_bytes()), ["P"], "{lines}");
    }
    let arrays = |rows: Vec<String>| {
        let quoted: Vec<String> = rows.iter().map(|row| format!("'{row}'")).collect();
        [
            format!("[{}]", quoted.join(",")),
            format!("A = [\n{};\n];", rows.join(";\n")),
            format!("grid = [\n  {}\n]", rows.join("\n  ")),
        ]
    };
    assert_no_grid(arrays(uneven(" ")));
    assert_no_grid([format!("[\n{}\n]", uneven(",").join(",\n"))]);
    for text in arrays(joined("0", " ", " ")) {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    let split = joined("0", " ", " ").join(";\n").replacen("0;\n", "\n5.;\n", 1);
    assert_no_grid([format!("A = [\n{split};\n];")]);
}

#[test]
fn an_array_has_one_blank() {
    let array = |cell: &dyn Fn(char) -> String| {
        let row = |row: &String| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
        format!("[{}]", rows("0").iter().map(row).collect::<Vec<_>>().join(","))
    };
    for blank in ["-1", "null", "\".\"", "\"\"", "None"] {
        let from_zero = |cell: char| if cell == '0' { blank.into() } else { (cell as u8 - b'1').to_string() };
        assert_no_grid([array(&from_zero)]);
        let plain = |cell: char| if cell == '0' { blank.to_string() } else { cell.into() };
        assert_eq!(found(array(&plain).as_bytes()), ["P"], "{blank}");
    }
    // 81 characters, too.
    assert_no_grid([P.chars().map(|cell| if cell == '0' { '.' } else { (cell as u8 - 1).into() }).collect()]);
}

#[test]
fn rows_have_the_order_of_their_names() {
    let named = |form: &str, numbers: [usize; 9]| {
        let row = |(number, row): (usize, String)| {
            let list = row.chars().map(String::from).collect::<Vec<_>>().join(",");
            form.replace('N', &number.to_string()).replace("ROW", &row).replace("LIST", &list)
        };
        numbers.into_iter().zip(rows("0")).map(row).collect::<Vec<_>>().join("\n")
    };
    for form in [
        "rowN=ROW",
        "board[N] = {LIST};",
        "rN = [LIST]",
        "ROW  # row N",
        "ROW  // Row N",
        "row_N = \"ROW\"",
        "LIST # line N",
    ] {
        for numbers in [[2, 1, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1], [1, 2, 2, 3, 4, 5, 6, 7, 8]] {
            assert_no_grid([named(form, numbers)]);
        }
        for first in [0, 1] {
            let text = named(form, std::array::from_fn(|at| at + first));
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
}

#[test]
fn a_head_and_eight_rows_are_no_grid() {
    let with = |rows: &mut Vec<String>, at: usize, head: &str| {
        rows.remove(4);
        rows.insert(at.min(8), head.into());
        rows.join("\n")
    };
    let bars: Vec<String> = joined("0", " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let cells: Vec<String> = bars
        .iter()
        .map(|row| {
            format!(
                "<tr>{}</tr>",
                row[2..row.len() - 2].split(" | ").map(|cell| format!("<td>{cell}</td>")).collect::<String>()
            )
        })
        .collect();
    let head = (1..=9).map(|number| format!("<th>{number}</th>")).collect::<String>();
    for at in [0, 8] {
        assert_no_grid([
            with(&mut bars.clone(), at, "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |"),
            with(&mut joined("0", " ", " | "), at, "1 2 3 | 4 5 6 | 7 8 9"),
            with(&mut joined("0", " ", " "), at, "1 2 3 4 5 6 7 8 9"),
            with(&mut cells.clone(), at, &format!("<tr>{head}</tr>")),
        ]);
    }
    let labelled: Vec<String> = ('A'..='I').zip(&bars).map(|(label, row)| format!("| {label} {row}")).skip(1).collect();
    assert_no_grid([format!("|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n{}", labelled.join("\n"))]);
}

#[test]
fn what_is_there_twice_is_no_row() {
    let spaces: Vec<String> = joined(" ", " | ", " | ").iter().map(|row| format!(" {row} ")).collect();
    let mut ten = spaces.clone();
    ten[0] = "   |   |   | 8 | 8 |   |   | 7 | 9 ".into();
    ten[8] = "   |   |   |   | 8 | 8 |   |   | 7 | 9 ".into();
    assert_no_grid([ten.join("\n")]);
    let lisp = |rows: &[String]| format!("(defparameter *grid* '({}))", rows.join("\n").trim_start());
    let rows: Vec<String> = joined("0", " ", " ").iter().map(|row| format!("  ({row})")).collect();
    assert_eq!(found(lisp(&rows).as_bytes()), ["P"]);
    let twice = [&rows[..4], &rows[3..]].concat();
    assert_no_grid([lisp(&twice)]);
    let matrix = format!("A = [{};\n{}];", joined("0", " ", " ").join(";\n"), joined("0", " ", " ")[8]);
    assert_no_grid([matrix]);
    let ends = format!("A = [{}];\n{}];", joined("0", " ", " ").join(";\n"), joined("0", " ", " ")[8]);
    assert!(found(ends.as_bytes()).last().unwrap().starts_with("line 10: found ']' without"));
}

#[test]
fn columns_of_cells_have_the_order_of_rows() {
    let values = P.chars().map(String::from).collect::<Vec<_>>().join(",");
    let names = |first: &str, second: &str| -> Vec<String> {
        first.chars().flat_map(|a| second.chars().map(move |b| format!("{a}{b}"))).collect()
    };
    let swap = |names: &[String]| -> Vec<String> { names.iter().map(|name| name.chars().rev().collect()).collect() };
    let by_row = swap(&names("123456789", "ABCDEFGHI"));
    assert_eq!(found(format!("{}\n{values}\n", by_row.join(",")).as_bytes()), ["P"]);
    assert_no_grid([format!("{}\n{values},\n", by_row.join(","))]);
    // The order in which a program sorts the names, whatever the letter is, and no order of rows.
    let mut swapped = by_row.clone();
    swapped.swap(3, 9);
    for names in [names("ABCDEFGHI", "123456789"), by_row.iter().rev().cloned().collect(), swapped] {
        assert_refused(&format!("{}\n{values}\n", names.join(",")), "whose letter may be that of a row or of a column");
        let object: Vec<String> = names.iter().zip(P.chars()).map(|(name, cell)| format!("{name:?}:{cell}")).collect();
        assert_refused(&format!("{{{}}}", object.join(",")), "whose letter may be that of a row or of a column");
    }
    // The letter may be that of a board or of a box.
    let of_board = names("123456789", "123456789").iter().map(|name| format!("b{name}")).collect::<Vec<_>>().join(",");
    assert_refused(&format!("{of_board}\n{values}\n"), "whose numbers may be those of a row, a column or a box");
    let triples: String = (0..81).step_by(3).map(|at| format!("{}{}{}", at / 9 + 1, at % 9 + 1, &S[at..=at])).collect();
    assert_no_grid([triples.clone(), format!("{triples}\n")]);
}

#[test]
fn what_is_behind_an_empty_field_is_no_cell() {
    let fields = joined("", ",", ",");
    let quoted = joined("\"\"", ",", ",");
    let numbers: Vec<String> = joined("0", ",", ",");
    let cells: Vec<String> = fields
        .iter()
        .map(|row| format!("<tr>{}</tr>", row.split(',').map(|cell| format!("<td>{cell}</td>")).collect::<String>()))
        .collect();
    let bars: Vec<String> = joined(" ", " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let with = |rows: &[String], at: usize, row: String| {
        let mut rows = rows.to_vec();
        rows[at] = row;
        rows.join("\n")
    };
    let head = format!("{}\n|---|---|---|---|---|---|---|---|---|", "|   ".repeat(9) + "|");
    assert_no_grid([
        with(&fields, 0, format!("{}  9", fields[0])),
        with(&quoted, 0, format!("{} 5", quoted[0])),
        with(&quoted, 0, format!("4 {}", quoted[0])),
        with(&cells, 0, cells[0].replace("</tr>", "<td></td></tr>")),
        format!("x <- matrix(c(\n{}, 0), nrow=9, byrow=TRUE)", numbers.join(",\n")),
        format!("{head}\n{}\n{head}\n{}", bars[..8].join("\n"), bars.join("\n")),
        format!("|1|2|3|4|5|6|7|8|9|\n{}\n{}", bars.join("\n"), bars[..8].join("\n")),
        format!("puzzle: {P}0\nsolution: {S}"),
    ]);
}

#[test]
fn sudokus_of_other_kinds_are_named() {
    for (text, expected) in [
        ("1..4...8A..D...G\n".repeat(16), "found 16 cells in a line"),
        ("1 . . 4 . . . 8 9 . . 12 . . . 16\n".repeat(16), "found a grid of 16x16 cells"),
        ("SumoCueV1=12J0=0J1=8J2=0J3\n".into(), "found a Sudoku with cages or other regions"),
        ("3x3::k:5376:3842:3842:2564:\n".into(), "found a Sudoku with cages or other regions"),
        ("{\"cages\":[[10,[0,1]],[3,[2,3]]]}\n".into(), "found the rule \"cages\""),
    ] {
        let found = found(text.as_bytes());
        assert!(found.len() == 1 && found[0].starts_with(&format!("line 1: {expected}")), "{text}: {found:?}");
    }
}

#[test]
fn the_places_of_a_digit_are_no_grid() {
    let plane = |digit: char| P.chars().map(|cell| if cell == digit { '1' } else { '0' }).collect::<String>();
    // The last digit has one clue.
    let planes: Vec<String> = "213567894".chars().map(plane).collect();
    let rows = |plane: &String| (0..9).map(|row| &plane[9 * row..9 * row + 9]).collect::<Vec<_>>().join("\n");
    let arrays: Vec<String> = planes.iter().map(|plane| lists(plane)).collect();
    for text in [
        format!("[{}]", arrays.join(",")),
        format!("[{}]", arrays.join(",\n")),
        arrays.join("\n"),
        format!("{{\"board\":[{}]}}", arrays.join(",")),
        planes.iter().map(rows).collect::<Vec<_>>().join("\n\n"),
        planes.join("\n"),
        planes.iter().rev().map(rows).collect::<Vec<_>>().join("\n\n"),
        format!("[{}]", arrays.iter().rev().cloned().collect::<Vec<_>>().join(",")),
        rows(&P.chars().map(|cell| if cell == '0' { '0' } else { '1' }).collect()),
    ] {
        assert_refused(&text, "found a grid of nothing but 0 and 1");
    }
    let given = P.replace(|cell| cell > '1', "1");
    assert_refused(&format!("id,puzzle\n1,{given}\n"), "line 2: found a grid of nothing but 0 and 1");
    let one = plane('4').replace('0', ".");
    assert_eq!(found(format!("{one}\n{P}\n").as_bytes()), [&one, "P"]);
}

#[test]
fn more_rules_are_named() {
    for (key, value) in [
        ("type", "\"killer\""),
        ("type", "\"Killer Sudoku\""),
        ("variant", "\"killer\""),
        ("variant", "\"miracle\""),
        ("variants", "[\"anti-knight\"]"),
        ("rules", "\"killer\""),
        ("rules", "[\"normal\",\"antiknight\"]"),
        ("sudoku_type", "\"jigsaw\""),
    ] {
        let text = format!("{{\"puzzle\":\"{P}\",\"{key}\":{value}}}");
        assert_refused(&text, &format!("found the rule {key:?}"));
    }
    for (key, value) in
        [("type", "\"hard\""), ("type", "9"), ("variant", "\"classic\""), ("rules", "\"Normal Sudoku rules apply.\"")]
    {
        assert_eq!(found(format!("{{\"{key}\":{value},\"puzzle\":\"{P}\"}}").as_bytes()), ["P"], "{key}: {value}");
    }
    assert_refused(&format!("puzzle,type\n{P},killer\n"), "found the rule \"type\"");
    assert_eq!(found(format!("puzzle,type\n{P},easy\n").as_bytes()), ["P"]);
}

/// Damage in two places, and rows and lines that other programs write.
#[test]
fn what_may_be_no_grid_is_refused() {
    let state = P.replacen("003", "483", 1);
    let nine = |digits: &str| (0..9).map(|row| digits[9 * row..9 * row + 9].to_string() + "\n").collect::<String>();
    assert_refused(&format!("[State]\n{}", nine(&state)), "found the section [State] without a puzzle");
    let before = format!("#ARuud\n[State]\n{}[Puzzle]\n{}", nine(&state), nine(P));
    assert_eq!(
        found(before.as_bytes()),
        ["line 2: found the section [State] without a puzzle, expected [Puzzle] before it", "P"]
    );
    // The row, the column and the digit of 27 cells.
    let cells = P.char_indices().filter(|(_, digit)| *digit != '0').map(|(at, digit)| (at / 9 + 1, at % 9 + 1, digit));
    let cells: Vec<_> = cells.chain([(1, 1, '4'), (1, 2, '8'), (2, 2, '6')]).take(27).collect();
    for (within, between) in [("", " "), (",", ","), (" ", " "), ("", ","), (",", " ")] {
        let triple = |(row, column, digit): &(usize, usize, char)| format!("{row}{within}{column}{within}{digit}");
        assert_refused(
            &cells.iter().map(triple).collect::<Vec<_>>().join(between),
            "found 81 digits that are no solution",
        );
    }
    // Items of a list that have lost a cell, which their signs may be.
    for sign in ["-", "*"] {
        let items =
            joined(sign, " ", " ").iter().map(|row| format!("{sign} {}\n", row[..15].trim_end())).collect::<String>();
        assert_refused(&items, "which may be the sign of a list");
        let bars =
            joined(sign, " ", " | ").iter().map(|row| format!("{sign} {}\n", row[..19].trim_end())).collect::<String>();
        assert_refused(&bars, "line 1: found");
    }
    // A row apart from the others, of which the last one is doubled.
    for rows in [rows("."), joined(".", " ", " "), joined(".", " ", " | ")] {
        for apart in 1..9 {
            let others = rows[apart..].join("\n") + &format!("\n{}", rows[8]).repeat(apart);
            assert_refused(
                &format!("{}\n\n{others}\n", rows[..apart].join("\n")),
                "twice, expected nine rows that differ",
            );
        }
    }
    let nine = cells.iter().map(|(row, column, digit)| format!("{row}{column}{digit}")).collect::<Vec<_>>();
    let nine = nine.chunks(3).map(|three| three.join(" ")).collect::<Vec<_>>().join("\n");
    assert_refused(&nine, "found 81 digits that are no solution");
    // A remark that begins with a digit, behind a part that has lost a cell.
    let mut framed: Vec<String> = joined(".", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    framed[0].replace_range(21.., " | 5 stars");
    assert_refused(&framed.join("\n"), "line 1: found");
    // A sign that a text is cut, among dots.
    assert_refused(&format!("{}…", &P.replace('0', ".")[..78]), "found '…'");
    // The names of rows in another order above them, and another board that is a puzzle.
    let line = rows("0").join(",");
    assert_refused(&format!("r9,r8,r7,r6,r5,r4,r3,r2,r1\n{line}"), "found the columns r9");
    assert_eq!(found(format!("r1,r2,r3,r4,r5,r6,r7,r8,r9\n{line}").as_bytes()), ["P"]);
    assert_refused(&format!("{{\"question\":\"{P}\",\"puzzle\":\"{state}\"}}"), "found boards in puzzle and question");
    // A table in each field of a table.
    let page = |within: &str, line: &str| {
        let field = |at: usize| {
            let row = |row: usize| {
                let start = 9 * (3 * (at / 3) + row) + 3 * (at % 3);
                let cells = P[start..start + 3].chars().map(|cell| format!("<td>{cell}</td>")).collect::<Vec<_>>();
                format!("<tr>{}</tr>", cells.join(within))
            };
            format!("<td>{line}<table>{}</table>{line}</td>", (0..3).map(row).collect::<Vec<_>>().join(line))
        };
        let row = |row: usize| format!("<tr>{}</tr>", (3 * row..3 * row + 3).map(field).collect::<Vec<_>>().join(line));
        format!("<table>{line}{}{line}</table>", (0..3).map(row).collect::<Vec<_>>().join(line))
    };
    for (within, line) in [("", ""), ("", "\n"), ("\n", "\n")] {
        assert_refused(&page(within, line), "line ");
    }
}

/// Three rows of candidates may have 27 digits each.
#[test]
fn a_band_of_candidates_may_have_81_digits() {
    let text = "\
25789  489  2459   | 1      234789 4689   | 2456789 456789 2456789
12789  1489 1249   | 26789  5      4689   | 246789  3      246789
25789  3    6      | 2789   24789  489    | 245789  1      245789
-------------------+----------------------+-----------------------
4      19   139    | 2      6      1589   | 15789   5789   135789
1379   2    8      | 579    179    4      | 145679  6      1345679
179    5    19     | 789    1789   3      | 146789  2      146789
-------------------+----------------------+-----------------------
123589 1489 7      | 235689 123489 145689 | 1245689 45689  1245689
6      7    12459  | 2589   12489  14589  | 3       4589   124589
123589 1489 123459 | 235689 123489 7      | 1245689 45689  1245689
";
    let records: Vec<Record> = Reader::new(text.as_bytes()).map(|read| read.unwrap().record).collect();
    assert!(matches!(&records[..], [record] if matches!(record.board, Board::Candidates(_))), "{records:?}");
}

/// Rows in parts, two in a line, and those that are there twice.
#[test]
fn a_row_is_a_line() {
    let fields = joined("", ",", ",");
    let numbers: Vec<String> = rows("0")
        .iter()
        .map(|row| {
            row.chars()
                .map(|cell| if cell == '0' { "NaN".into() } else { format!("{cell}.0") })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let spaces: Vec<String> = joined(" ", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let letters: Vec<String> = joined("x", " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let latex: Vec<String> = joined(" ", " & ", " & ").iter().map(|row| format!("{row} \\\\ \\hline")).collect();
    let html: Vec<String> = rows("0")
        .iter()
        .map(|row| {
            format!(
                "<tr>{}</tr>",
                row.chars()
                    .map(|cell| format!("<td>{}</td>", if cell == '0' { ' ' } else { cell }))
                    .collect::<String>()
            )
        })
        .collect();
    for form in [fields.clone(), numbers.clone(), spaces.clone(), latex, html.clone(), joined(".", " ", " ")] {
        let book = [&form[..], &form[..]].concat();
        assert_eq!(found(book.join("\n").as_bytes()), ["P", "P"], "{book:?}");
        for (first, second) in [(0, 12), (8, 0), (3, 9), (9, 17)] {
            // A row in two parts, and two rows in a line.
            let mut parts = book.clone();
            let half = parts[first].len() / 2;
            parts[first].insert(half, '\n');
            let last = if second == 17 { 16 } else { second };
            let next = parts.remove(last + 1);
            parts[last].push_str(&next);
            assert_no_other_grid(&parts.join("\n"));
        }
    }
    // A part of a row in a line of its own.
    let split = |at: usize, place: usize| {
        let mut rows = fields.clone();
        rows[at].insert(place, '\n');
        rows
    };
    for place in 0..8 {
        assert_no_other_grid(&[&fields[..], &split(4, place), &fields[1..]].concat().join("\n"));
    }
    let (first, rest) = (&fields[0], fields[1..].join("\n"));
    assert_no_grid([format!(",,,,\n,,,,\n{rest}\n{first}\n\n{rest}")]);
    // An empty row is no head of a table with a ruler below each row.
    let ruler = format!("+{}\n", "---+".repeat(9));
    let twice = |rows: &[String], row: &String| format!("{ruler}{}\n{ruler}{row}\n", rows.join(&format!("\n{ruler}")));
    let mut without = letters.clone();
    without[0] = format!("|{}", " x |".repeat(9));
    assert_no_grid([twice(&without, &without[4])]);
    // A row of nine digits in order or not is a row.
    let mut digits = numbers.clone();
    digits.push("4.0 6.0 3.0 1.0 2.0 8.0 9.0 7.0 5.0".into());
    assert_no_grid([digits.join("\n")]);
    // The last row of an array is there twice.
    let lists: Vec<String> = joined("0", " ", " ").iter().map(|row| format!(" [{row}]")).collect();
    let twice = [&lists[..7], &lists[8..]].concat().join("\n");
    assert_no_grid([format!("[{twice}]\n{}]\n", lists[8]), format!("[{}]\n{}]\n", lists.join("\n"), lists[8])]);
    // A table of a page in a line that is split.
    let table = format!("<table>{}</table>", html.concat());
    for place in [60, 200, 400] {
        let place = place + table[place..].find("<td>").unwrap();
        assert_no_other_grid(&format!("{}\n{}", &table[..place], &table[place..]));
    }
    // A label before one row of a table, and a row in a remark.
    let closed: Vec<String> = fields.iter().map(|row| format!("{row},")).collect();
    let mut labelled = closed.clone();
    labelled[0].insert_str(0, "A ");
    labelled[1].replace_range(..1, "");
    assert_no_grid([labelled.join("\n")]);
    let quoted: Vec<String> = rows(".").iter().map(|row| format!("> {row}")).collect();
    assert_no_grid([format!("{}  {}", quoted.join("\n"), quoted[0])]);
    // Rows between a heading that looks like a section, and bands of which an empty line is lost.
    let plain = rows(".");
    assert_no_grid([
        format!(
            "{}\n[code]\n{}\n{}\n\n{}",
            plain[..2].join("\n"),
            plain[2..].join("\n"),
            plain[..2].join("\n"),
            plain[2..].join("\n")
        ),
        [
            &plain[..3],
            &[String::new()],
            &plain[3..],
            &plain[..3],
            &[String::new()],
            &plain[3..6],
            &[String::new()],
            &plain[6..],
        ]
        .concat()
        .join("\n"),
    ]);
}

#[test]
fn parts_of_lines_are_no_rows() {
    let band = |grid: &str, at: usize| grid[27 * at..27 * at + 27].to_string();
    let spaced = |text: &str| text.chars().map(String::from).collect::<Vec<_>>().join(" ");
    for write in [(&|text: &str| text.to_string()) as &dyn Fn(&str) -> String, &spaced] {
        let bands: Vec<String> = [P, Q].iter().flat_map(|grid| (0..3).map(|at| write(&band(grid, at)))).collect();
        assert_eq!(found(bands[..3].join("\n").as_bytes()), ["P"]);
        assert_no_grid([
            format!("{}\n{}", bands[0], bands[1..4].join("")),
            format!("{}\n{}\n{}\n{}", bands[0], bands[1], bands[2..5].join(" "), bands[5]),
        ]);
    }
    let latex: Vec<String> = joined(" ", " & ", " & ").iter().map(|row| format!("{row} \\\\ \\hline")).collect();
    for form in [joined("", ",", ","), joined("", ";", ";"), joined(" ", "|", "|"), latex] {
        let text = form.join("\n");
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        // 4 is the first digit of the solution, and the place of a digit behind the last row is not known.
        for [first, last] in [["4", "8"], ["4 ", "8 "], [" 4", " 8"]] {
            assert_no_grid([format!("{first}\n{text}"), format!("{text}\n{last}\n")]);
        }
        let book = (5..=9).map(|number| format!("{number}\n{text}\n\n")).collect::<String>();
        assert_eq!(found(book.as_bytes()), ["P"; 5], "{book}");
        assert_eq!(found(format!("8\n\n{text}\n\n8\n").as_bytes()), ["P"], "{text}");
    }
    // More cells in brackets, and fewer, are rows with an error.
    let boxes: Vec<String> =
        joined(" ", "", "").iter().map(|row| row.chars().map(|cell| format!("[{cell}]")).collect()).collect();
    assert_no_grid([[&[format!("{} {}", boxes[0], boxes[1])], &boxes[2..], &boxes[..2]].concat().join("\n")
        + "\n\n"
        + &boxes[2..].join("\n")]);
    // Nine rows after and before parts of rows are those of two grids: a line end within a cell, a bracket alone, a part of an array, and
    // bands of three grids.
    let numbers = joined("NaN", " ", " ");
    let tuples: Vec<String> = joined("0", ", ", ", ").iter().map(|row| format!("({row}),")).collect();
    for (rows, cut) in [(&boxes, 7), (&boxes, 1), (&numbers, 33), (&tuples, 9)] {
        let cut = |row: &String| format!("{}\n{}", &row[..cut.min(row.len() - 1)], &row[cut.min(row.len() - 1)..]);
        let second = [&[cut(&rows[0])], &rows[1..]].concat();
        assert_no_grid([[&second[..], &second[..]].concat().join("\n")]);
    }
    let chat = joined(".", "", "").iter().map(|row| format!("[12:03] Anna: {row}")).collect::<Vec<_>>().join("\n");
    assert_no_other_grid(&format!("[\n{}\n[\n{}", &chat[1..], &chat[1..]));
    let spaced = joined(".", " ", " ");
    let bands: Vec<String> = spaced.chunks(3).map(|rows| rows.join("\n")).collect();
    let between = |sizes: &[usize]| {
        let mut all = bands.iter().cycle();
        let parts = sizes.iter().map(|size| all.by_ref().take(*size).cloned().collect::<Vec<_>>().join("\n"));
        parts.collect::<Vec<_>>().join("\n\n")
    };
    assert_no_grid([between(&[1, 1, 3, 2, 1, 1]), between(&[1, 1, 3, 3, 1]), between(&[1, 3, 3, 3, 1, 1])]);
    // Lines of one cell, of which two line ends are lost.
    let lines: String = P.chars().map(|cell| format!("{cell}\n")).collect();
    let one_cell = |cut: &str| format!("{}{cut}{}", &lines[..5], &lines[6..]);
    assert_no_grid([one_cell("").repeat(3), one_cell(" ").repeat(3), format!("9\n\n{lines}")]);
    for heading in ["Grid 5", "Puzzle 17, 25 clues", "Puzzle #3", "Sudoku of today"] {
        assert_eq!(found(format!("{heading}\n{lines}\n\n{heading}\n{lines}").as_bytes()), ["P", "P"], "{heading}");
        // The first cell is behind the heading, and the empty line within the second grid.
        assert_no_grid([format!("{heading}{lines}{}\n{}", &lines[..2], &lines[2..])]);
    }
    // Empty fields behind the sign of a list.
    let tabs = ["5\t\t\t6\t\t8\t\t\t".to_string(), "\t\t\t5\t2\t\t4\t6\t".into(), "\t6\t\t\t\t\t\t8\t1".into()];
    let rest = joined("", "\t", "\t")[2..].join("\n");
    assert_no_other_grid(&format!("{}\n- \t\t\t\t\t\t\t\t\n{rest}", tabs[..2].join("\n")));
    assert_no_grid([format!("{}\n- \t\t\t\t\t\t\t\t\n{}", tabs.join("\n"), joined("", "\t", "\t")[3..].join("\n"))]);
}

/// R fills a matrix by columns.
#[test]
fn vectors_of_r() {
    let (rows, flat) = (joined("0", ",", ",").join(",\n"), joined("0", ",", ",").join(","));
    for name in ["matr\nix(c(", "matrix\n(c(", "matrix(c\n(", "array(c(", "mat\nrix(c\n("] {
        for size in ["nrow = 9", "9, 9", "dim = c(9, 9)"] {
            assert_no_grid([format!("m <- {name}\n{rows}\n), {size})"), format!("m <- {name}{flat}), {size})")]);
        }
    }
    for vector in [format!("x <- c(\n{rows}\n)\n"), format!("x <- c({flat})\n"), format!("x = c({rows})\n")] {
        let by_row = format!("{vector}m <- matrix(x, 9, 9,\n  byrow = TRUE)\n");
        assert_eq!(found(vector.repeat(2).as_bytes()), ["P", "P"], "{vector}");
        assert_eq!(found(by_row.as_bytes()), ["P"], "{by_row}");
        for size in ["m <- matrix(x, 9, 9)", "dim(x) <- c(9, 9)", "m <- mat\nrix(x, 9)", "y <- array(x, c(9, 9))"] {
            let other = format!("n <- matrix(y, 9, byrow = TRUE)\n{P}\n");
            assert_no_other_grid(&format!("{vector}{P}\n{size}\n"));
            assert_no_grid([format!("{vector}\n# the next\n\n{size}\n"), format!("{size}\n{vector}")]);
            assert_eq!(found(format!("{vector}{size}\n{other}").as_bytes())[1..], ["P"], "{vector}{size}\n{other}");
        }
    }
    for (open, close) in [("matrix(c(", "), nrow = 9)"), ("matrix( c(\n", "), 9, 9)")] {
        for between in ["", "\n"] {
            let matrix = format!("m <- {open}{between}{rows}{between}{close}");
            assert_no_grid([matrix.clone()]);
            let by_row = matrix[..matrix.len() - 1].to_string() + ", byrow = TRUE)";
            assert_eq!(found(format!("{by_row}\n\n{P}\n").as_bytes()), ["P", "P"], "{by_row}");
        }
    }
}
