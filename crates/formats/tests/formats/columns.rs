//! Tables and objects: what their columns, keys, blanks and empty rows tell.

use crate::pasted::{P, S, assert_no_grid, assert_refused, found, joined, rows};

/// Returns a table of one row with a column for each cell. `place` returns the numbers in the name of a cell.
fn table(name: impl Fn(usize, usize) -> String, place: impl Fn(usize) -> (usize, usize), order: &[usize]) -> String {
    let names: Vec<String> = order.iter().map(|&cell| place(cell)).map(|(one, other)| name(one, other)).collect();
    let values: Vec<&str> = order.iter().map(|&cell| &P[cell..cell + 1]).collect();
    format!("id;{}\n7;{}\n", names.join(";"), values.join(";"))
}

/// Returns the cells of a table of one row as an object, without those of a value.
fn object(table: &str, without: &str) -> String {
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split(';').skip(1).collect()).collect();
    let pairs = lines[0].iter().zip(&lines[1]).filter(|(_, cell)| **cell != without);
    format!("{{{}}}\n", pairs.map(|(name, cell)| format!("{name:?}:{cell}")).collect::<Vec<_>>().join(","))
}

fn row_first(cell: usize) -> (usize, usize) {
    (cell / 9, cell % 9)
}

fn column_first(cell: usize) -> (usize, usize) {
    (cell % 9, cell / 9)
}

fn box_first(cell: usize) -> (usize, usize) {
    (cell / 27 * 3 + cell % 9 / 3, cell / 9 % 3 * 3 + cell % 3)
}

#[test]
fn names_of_cells_tell_the_order() {
    type Place = fn(usize) -> (usize, usize);
    let of_kind = [
        (row_first as Place, "r#c# R#-C# row#_col# row_#_column_# #r#c i#j# cell_#_# q#_# ## cell## #-# puzzle_r#_c#"),
        (column_first, "c#r# C#-R# col#_row# column_#_row_# #c#r q_c#_r#"),
        (box_first, "b#c# box#_cell# box_#_# Block#Cell#"),
    ];
    for (place, names) in of_kind {
        for name in names.split(' ') {
            for first in [0, 1] {
                let mut order: Vec<usize> = (0..81).collect();
                let name = |one: usize, other: usize| {
                    name.replacen('#', &(one + first).to_string(), 1).replacen('#', &(other + first).to_string(), 1)
                };
                for at in 0..3 {
                    let text = table(name, place, &order);
                    // The numbers of clues alone may be those of other things.
                    let tells =
                        name(1, 1).split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).count() > 1;
                    for text in [&text, &object(&text, ""), &object(&text, if tells { "0" } else { "" })] {
                        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
                    }
                    assert!(tells || found(object(&text, "0").as_bytes())[0].starts_with("line "), "{text}");
                    order.sort_by_key(|&cell| if at == 0 { column_first(cell) } else { box_first(cell) });
                }
            }
        }
    }
}

#[test]
fn names_that_may_be_of_rows_or_columns_are_refused() {
    let order: Vec<usize> = (0..81).collect();
    for name in "x#y# x#_y# s#c# c#_# col_#_# r#b# c## z#s# h#v# row_#_box_#".split(' ') {
        let name = |one: usize, other: usize| {
            name.replacen('#', &(one + 1).to_string(), 1).replacen('#', &(other + 1).to_string(), 1)
        };
        let text = table(name, row_first, &order);
        let message = format!("line 1: found the name {:?}, whose numbers may be those of a row", name(0, 0));
        for text in [&text, &object(&text, "")] {
            let found = found(text.as_bytes());
            assert!(found.len() == 1 && found[0].starts_with(&message), "{text}: {found:?}");
        }
    }
    let whole = table(|row, column| format!("r{row}c{column}"), column_first, &order);
    let names = table(|row, column| format!("({row}, {column})"), column_first, &order);
    assert_no_grid([whole.replace("r3c3", "r3"), whole.replace("r3c3", "r3x3"), whole.replace("r3c3", "r3c4"), names]);
}

#[test]
fn two_kinds_of_blanks_may_be_a_lost_clue() {
    let names: Vec<String> = (0..81).map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)).collect();
    let objects = ["\"\"", "null", "0", "\".\"", "-1", "\"x\"", "None", "\"0\""];
    let fields = ["NaN", "", "0", ".", "-", "null", "-1", "x", "NA"];
    let rows = |blank: &str, other: &str, between: &str| {
        let mut rows = joined(blank, between, between);
        rows[0] = joined(other, between, between)[0].replacen(other, blank, 1);
        rows
    };
    for kinds in [&objects[..], &fields] {
        for (at, &blank) in kinds.iter().enumerate() {
            let other = if at == 0 { kinds[kinds.len() - 2] } else { kinds[at - 1] };
            let cells = |row: String| row.split(',').map(String::from).collect::<Vec<_>>();
            let all: Vec<String> = rows(blank, other, ",").into_iter().flat_map(cells).collect();
            let pairs = names.iter().zip(&all).map(|(name, cell)| format!("\"{name}\":{cell}"));
            let texts = match kinds.len() {
                8 => [
                    format!("[[{}]]", rows(blank, other, ",").join("],[")),
                    format!("[{}]", all.join(",")),
                    format!("{{\"puzzle\":[{}]}}", all.join(",")),
                    format!("{{{}}}", pairs.collect::<Vec<_>>().join(",")),
                ],
                _ => [
                    format!("{}\n{}\n", names.join(","), all.join(",")),
                    rows(blank, other, ",").join("\n"),
                    rows(blank, other, "\t").join("\n"),
                    format!("c1;c2;c3;c4;c5;c6;c7;c8;c9\n{}\n", rows(blank, other, ";").join("\n")),
                ],
            };
            assert_no_grid(texts);
        }
    }
    let text = format!("{}\n{}\n", names.join(","), rows("NaN", "", ",").join(","));
    assert_eq!(
        found(text.as_bytes()),
        ["line 2: found the empty cells \"NaN\" and \"\" (in column \"r1c2\"), expected one kind of them"]
    );
    let table = |row: String| format!("{}\n{row}\n", names.join(","));
    let spaced = joined("", ", ", ", ").join(", ");
    assert_eq!(found(table(spaced).as_bytes()), ["P"], "a space before each field");
    assert_refused(&table(rows("", " ", ",").join(",")), "found the empty cells \"\" and \" \" (in column \"r1c2\")");
}

#[test]
fn of_two_boards_a_solution_is_that_of_the_other() {
    let names = [("board", "grid"), ("grid", "board"), ("sudoku", "unsolved"), ("initial_board", "puzzle")];
    let texts = |(one, two): (&str, &str), first: &str, second: &str| {
        [format!("id,{one},{two}\n7,{first},{second}\n"), format!("{{\"{one}\":\"{first}\",\"{two}\":\"{second}\"}}\n")]
    };
    for names in names {
        for (first, second, expected) in [(P, S, "P S"), (S, P, "P S"), (P, P, "P"), (P, "", "P"), ("", P, "P")] {
            for text in texts(names, first, second) {
                assert_eq!(found(text.as_bytes()), [expected], "{text}");
            }
        }
        for other in [P.replacen('3', "0", 1), P.replacen('0', &S[..1], 1), S.replacen('4', "5", 1)] {
            for text in texts(names, P, &other) {
                let (one, two) = names;
                let found = found(text.as_bytes());
                let shown = [format!("boards in {one} and {two}"), format!("boards in {two} and {one}")];
                assert!(found.len() == 1 && shown.iter().any(|names| found[0].contains(names)), "{text}: {found:?}");
            }
        }
    }
    let lost = format!("board,grid\n{},{S}\n", &P[1..]);
    assert_eq!(found(lost.as_bytes()).len(), 1);
    assert_no_grid([lost]);
}

#[test]
fn headings_above_a_grid_are_no_headers() {
    let framed = format!("+---+---+---+\n|{}|\n+---+---+---+\n", rows(".").join("|\n|"));
    let grids = [
        rows("0").join("\n"),
        rows(".").join("\n"),
        joined("", ",", ",").join("\n"),
        joined("0", " ", " | ").join("\n"),
        framed,
    ];
    for heading in
        ["Sudoku, easy", "grid;5", "Puzzle", "Board\t7", "Puzzle;", "question, by John, 2020", "Grid,solution"]
    {
        for grid in &grids {
            for text in [format!("{heading}\n{grid}\n"), format!("{heading}\nby John, 2020\n\n{grid}\n")] {
                assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            }
            let book = format!("{heading}\n{grid}\n\n{heading}\n{grid}\n");
            assert_eq!(found(book.as_bytes()), ["P", "P"], "{book}");
        }
    }
}

#[test]
fn rows_of_empty_fields_are_no_rows() {
    for delimiter in [",", ";", "\t"] {
        let empty = format!("{}\n", delimiter.repeat(2)).repeat(3);
        let (header, row) =
            (format!("puzzle{delimiter}er{delimiter}note\n"), format!("{P}{delimiter}1.2{delimiter}\n"));
        for text in [
            format!("{header}{row}{empty}"),
            format!("{header}{empty}{row}"),
            format!("{header}{row}{empty}{row}{empty}"),
        ] {
            let expected = vec!["P"; text.matches(P).count()];
            assert_eq!(found(text.as_bytes()), expected, "{text}");
        }
        let nine = joined("", delimiter, delimiter).join("\n");
        let empty = delimiter.repeat(8);
        for text in [
            format!("{nine}\n{empty}\n"),
            format!("{nine}\n{empty}\n{empty}\n{nine}\n{empty}\n"),
            format!("{empty}\n{nine}\n"),
        ] {
            let expected = vec!["P"; text.matches(&nine).count()];
            assert_eq!(found(text.as_bytes()), expected, "{text}");
        }
        // The empty row is the first one of a grid whose last rows are behind an empty line.
        let (last, others) = nine.split_once('\n').unwrap();
        let before = format!("{nine}\n{empty}\n{others}\n{last}");
        let found = found(format!("{before}\n\n{others}\n").as_bytes());
        assert!(found.iter().all(|found| found == "P" || found.starts_with("line ")), "{before}\n{found:?}");
        // One of the two may be a row.
        let first_is_empty = nine.split_once('\n').unwrap().1;
        assert_no_grid([format!("{empty}\n{first_is_empty}\n{empty}\n")]);
    }
}
