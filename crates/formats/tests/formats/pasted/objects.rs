//! Objects, columns, elements and links with the rows or cells of a grid.

use super::{P, Q, S, assert_no_grid, assert_no_other_grid, assert_refused, found, joined, lists, rows};

#[test]
fn objects_of_rows() {
    let object = |key: &dyn Fn(usize) -> String, value: &dyn Fn(&str) -> String| {
        let rows = rows("0");
        let rows = rows.iter().enumerate().map(|(at, row)| format!("{:?}:{}", key(at), value(row)));
        format!("{{{}}}", rows.collect::<Vec<_>>().join(","))
    };
    let array = |row: &str| format!("[{}]", row.chars().map(String::from).collect::<Vec<_>>().join(","));
    for key in [&(|at: usize| format!("row{}", at + 1)) as &dyn Fn(usize) -> String, &|at| format!("row{at}"), &|at| {
        format!("row_{}", at + 1)
    }] {
        let text = object(key, &array);
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        assert_eq!(found(format!("{{\"id\":5,\"puzzle\":{text}}}").as_bytes()), ["P"], "{text}");
        assert_eq!(found(object(key, &|row| format!("{row:?}")).as_bytes()), ["P"], "{text}");
    }
    let refused: [&dyn Fn(usize) -> String; 5] = [
        &|at| format!("row{}", 9 - at),
        &|at| format!("col{}", at + 1),
        &|at| format!("r{}", at + 1),
        &|at| (at + 1).to_string(),
        &|at| at.to_string(),
    ];
    for key in refused {
        assert_refused(&object(key, &array), "found an object without a puzzle");
    }
    for key in [&(|at: usize| format!("row{at}")) as &dyn Fn(usize) -> String, &|at| at.to_string()] {
        // Each value is a grid.
        let text = object(key, &|_| format!("{P:?}"));
        assert_eq!(found(text.as_bytes()), ["P"; 9], "{text}");
        assert_eq!(found(format!("{{\"puzzle\":{text}}}").as_bytes()), ["P"; 9], "{text}");
    }
    let rows = object(&|at| format!("row{at}"), &array);
    for text in [format!("{{\"history\":{rows}}}"), rows.replacen('{', "{\"x\":[1],", 1)] {
        assert_refused(&text, "found an object without a puzzle");
    }
}

#[test]
fn objects_of_cells() {
    let all = |cell: &dyn Fn(usize, usize, &str) -> String, is_clue: &dyn Fn(char) -> bool| -> Vec<String> {
        let values = P.chars().enumerate().filter(|(_, value)| is_clue(*value));
        values.map(|(at, value)| cell(at / 9, at % 9, &value.to_string())).collect()
    };
    let (any, clue) = (|_| true, |value| value != '0');
    let squares = |row: usize, column: usize, value: &str| format!("{{\"x\":{column},\"y\":{row},\"value\":{value}}}");
    let named = |row: usize, column: usize, value: &str| {
        format!("{{\"row\":{},\"col\":{},\"digit\":\"{value}\"}}", row + 1, column + 1)
    };
    let given = |_: usize, _: usize, value: &str| format!("{{\"value\":{value},\"given\":{}}}", value != "0");
    for cells in [all(&squares, &any), all(&squares, &clue), all(&named, &clue), all(&given, &any)] {
        let list = cells.join(", ");
        for text in
            [format!("[{list}]"), format!("{{\"size\":\"9\",\"squares\":[{list}]}}"), format!("{{\"board\":[{list}]}}")]
        {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
        let lines = format!("{{\n\"cells\": [\n{}\n]\n}}\n", cells.join(",\n"));
        assert_eq!(found(lines.as_bytes()), ["P"], "{lines}");
    }
    let nested: Vec<String> = all(&given, &any).chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    assert_eq!(found(format!("[{}]", nested.join(",")).as_bytes()), ["P"]);
    assert_eq!(found(format!("{{\"cells\":[{}]}}", nested.join(",")).as_bytes()), ["P"]);
    // Digits that are not given are those of the player.
    let solved =
        S.chars().zip(P.chars()).map(|(digit, clue)| format!("{{\"value\":{digit},\"given\":{}}}", clue != '0'));
    assert_eq!(found(format!("[{}]", solved.collect::<Vec<_>>().join(",")).as_bytes()), ["P"]);
    // The row may be counted from 1, and `x` may be the row.
    let of_columns = |row: usize, column: usize, value: &str| squares(column, row, value);
    let from_both = |row: usize, column: usize, value: &str| squares(row + 1, column, value);
    let first = "{\"x\":2,\"y\":0,\"value\":4}";
    let (cells, clues) = (all(&given, &any), all(&squares, &clue));
    let above = found(format!("[{}]\n{P}\n", clues.join(",")).as_bytes());
    assert_eq!(above, ["P", "line 1: found another line below an array of cells, expected the array alone"]);
    for (text, message) in [
        (format!("[{}]", cells[1..].join(",")), "found 80 cells without their row and column"),
        (format!("[{}]", all(&squares, &any)[..80].join(",")), "found 80 cells, of which some are empty"),
        (format!("[{},{first}]", clues.join(",")), "found the cell r1c3 behind r9c7, expected the order of rows"),
        (
            format!("[{},{}]", clues[1..].join(","), clues[0]),
            "found the cell r1c3 behind r9c7, expected the order of rows",
        ),
        (
            format!("[{}]", all(&of_columns, &any).join(",")),
            "found the cell r1c2 behind r9c1, expected the order of rows",
        ),
        (format!("[{}]", all(&from_both, &any).join(",")), "may be from 0 or from 1"),
        (
            format!("[{}]", cells.join(",").replacen(":0,", ":null,", 1)),
            "found the values null and 0, expected one kind",
        ),
        (
            format!("[{}]", cells.join(",").replacen(":0,", ":\".\",", 1)),
            "found the values \".\" and 0, expected one kind",
        ),
        (
            format!("[{}]", cells.join(",").replacen(":3,", ":\"3\",", 1)),
            "found the values \"3\" and 2, expected one kind",
        ),
        (format!("[{}]", cells.join(",").replacen("true", "null", 1)), "found an array of cells that cannot be read"),
        (
            format!("[{}]", cells.join(",").replacen("true", "\"true\"", 1)),
            "found an array of cells that cannot be read",
        ),
        (
            format!("[{}]", cells.join(",").replacen(",\"given\":true", "", 1)),
            "found an array of cells that cannot be read",
        ),
        (
            format!("{{\"size\":16,\"cells\":[{}]}}", cells.join(",")),
            "found cells with size 16, expected a grid of 9x9 cells",
        ),
        (format!("[{}]", clues.join(",").replacen(":5}", ":12}", 1)), "found 12 in"),
        (format!("[{}]", all(&named, &clue).join(",").replace(":9,", ":8,")), "may be from 0 or from 1"),
        (format!("[{}]", cells.join(",").replacen("false", "true", 1)), "found no digit in "),
        (format!("[{}]", clues[..20].join(",")), "found cells whose clues do not have exactly one solution"),
    ] {
        assert!(found(text.as_bytes()).iter().any(|found| found.contains(message)), "{text}");
        assert_no_grid([text]);
    }
}

#[test]
fn objects_that_are_no_cells_of_a_board() {
    let cells = |cell: &dyn Fn(usize, char) -> String| -> String {
        let cells: Vec<String> = P.chars().enumerate().map(|(at, value)| cell(at, value)).collect();
        format!("[{}]", cells.join(","))
    };
    let square = |at: usize, value: char| format!("{{\"row\":{},\"col\":{},\"value\":{value}}}", at / 9, at % 9);
    let (all, two) = (cells(&square), "[{\"row\":1,\"col\":3,\"value\":4},{\"row\":9,\"col\":1,\"value\":3}]");
    let values = cells(&|_, value| format!("{{\"value\":{value}}}"));
    for list in [two, &all] {
        for key in ["hints", "moves", "history", "steps", "votes", "options", "cells"] {
            assert_eq!(found(format!("{{\"puzzle\":\"{P}\",\"{key}\":{list}}}").as_bytes()), ["P"], "{key}");
        }
        assert_refused(&format!("{{\"hints\":{list}}}"), "found an object without a puzzle");
        assert_refused(&format!("{{\"steps\":[{{\"cells\":{list}}}]}}"), "found an object without a puzzle");
    }
    assert_no_other_grid(&format!("{P}\n\n{all}\n"));
    // The order or the place of the cells is not known, or which of them are clues.
    for text in [
        format!("{{\"columns\":{values}}}"),
        format!("{{\"boxes\":{values}}}"),
        format!("{{\"columns\":{{\"puzzle\":\"{P}\"}}}}"),
        format!("{{\"boxes\":{{\"data\":{}}}}}", lists(P)),
        format!("{{\"format\":\"column-major\",\"puzzle\":{}}}", lists(P)),
        cells(&|at, value| format!("{{\"value\":{},\"editable\":{}}}", &S[at..=at], value == '0')),
        cells(&|at, value| format!("{{\"value\":{},\"locked\":{}}}", &S[at..=at], value != '0')),
        format!("{{\"cells\":{all},\"board\":{values}}}"),
        cells(&|at, value| format!("{{\"rowIndex\":{},\"columnIndex\":{},\"value\":{value}}}", at / 9, at % 9)),
        cells(&|at, value| format!("{{\"box\":{},\"index\":{},\"value\":{value}}}", at / 9, at % 9)),
        cells(&|at, value| format!("{{\"id\":{at},\"value\":{value}}}")),
        cells(&|at, value| format!("{{\"value\":{},\"hidden\":{}}}", &S[at..=at], value == '0')),
        cells(&|at, value| format!("{{\"value\":{},\"type\":{}}}", &S[at..=at], value != '0')),
    ] {
        assert_no_grid([format!("{{\"cells\":{text}}}"), text]);
    }
}

#[test]
fn archives_with_values_and_numbers() {
    let (board, solved) = (lists(P), lists(S));
    for (text, expected) in [
        (format!("{{\"grids\":[{{\"value\":{board},\"solution\":{solved}}},{{\"value\":{board}}}]}}"), 2),
        (format!("{{\"puzzles\":[{{\"number\":1,\"puzzle\":\"{P}\"}},{{\"number\":2,\"puzzle\":\"{P}\"}}]}}"), 2),
        (format!("[{{\"value\":\"{P}\",\"id\":1}},{{\"value\":\"{P}\",\"id\":2}}]"), 2),
        (format!("{{{}}}", (1..=20).map(|at| format!("\"{at}\":\"{P}\"")).collect::<Vec<_>>().join(",")), 20),
    ] {
        let found = found(text.as_bytes());
        assert_eq!((found.len(), found.iter().all(|found| found.starts_with('P'))), (expected, true), "{text}");
    }
    let lines: String = (0..3).map(|id| format!("{{\"id\":{id},\"puzzle\":\"{P}\"}}\n")).collect();
    let found = found(format!("{{\"id\":1,\"tags\":[\n{lines}").as_bytes());
    assert_eq!(found[1..], ["P"; 3]);
}

#[test]
fn columns_with_other_names() {
    for name in
        ["puzzle_string", "quiz", "problem", "initial", "givens", "clues", "cells", "start", "input", "Clues", "Rätsel"]
    {
        assert_eq!(found(format!("id,{name},er\n1,{P},1.2\n2,{P},1.3\n").as_bytes()), ["P", "P"], "{name}");
        assert_eq!(found(format!("{name}\n{P}\n").as_bytes()), ["P"], "{name}");
    }
    // Other values do not count.
    for text in
        [format!("clues,sudoku\n32,{P}\n"), format!("start,cells\n2026-01-31,{P}\n"), format!("input,puzzle\nx,{P}\n")]
    {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    for text in [format!("clues,text\n32,{P}\n"), format!("cage,cells\n10,{}\n", "r1c1 r2c1 ".repeat(9))] {
        assert_refused(&text, "expected one called puzzle");
    }
    let text = format!("id,start,text\n1,2024-01-01,{P}\n");
    assert_refused(&text, "found the columns id, start, text, expected one called puzzle");
    let names: Vec<String> = (0..81).map(|cell| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)).collect();
    let cells = P.chars().map(String::from).collect::<Vec<_>>().join(",").replacen('5', "x5", 1);
    let text = format!("{}\n{}\n", names.join(","), cells);
    assert_refused(&text, "found \"x5\" (in column \"r2c6\")");
    let row = P.chars().map(String::from).collect::<Vec<_>>().join("\t");
    let table = |name: &str| {
        format!("{}\n{row}\n", (1..=81).map(|cell| format!("{name}{cell}")).collect::<Vec<_>>().join("\t"))
    };
    for name in ["cell", "column", "square_", "c"] {
        assert_eq!(found(table(name).as_bytes()), ["P"], "{name}");
    }
    // The solution is not that of the line above the table.
    let with_solution = table("cell").replacen('\n', "\tsolution\n", 1);
    let below = format!("5  6 1   2  7\n{}\t{S}\n", with_solution.trim_end());
    assert_eq!(found(below.as_bytes()), ["P S"], "{below}");
    for name in ["columns", "box_", "blocks"] {
        assert_refused(&table(name), "which may be that of a column or a box, expected the names r1c1 to r9c9");
    }
    for name in ["solution", "answer_"] {
        assert_refused(&table(name), "expected those of the puzzle");
    }
}

#[test]
fn a_file_may_have_a_table_behind_another_one() {
    let text = format!("id,puzzle\n1,{P}\npuzzle,solution\n{P},{S}\nid,puzzle\n2,{P}\n");
    let errors = [
        "line 3: found the header of another table, expected a row",
        "line 4: found a row of the table in line 3, expected one table",
        "line 5: found the header of the table again, expected a row",
    ];
    assert_eq!(found(text.as_bytes()), ["P", errors[0], errors[1], errors[2], "P"]);
}

#[test]
fn elements_around_all_rows() {
    let (plain, drawn) = (rows(".").join("\n"), joined(".", " ", " | ").join("\n"));
    for (before, behind) in [
        ("<textarea rows=9>", "</textarea>"),
        ("<form><textarea name=\"p\" cols=\"9\" rows=\"9\">", "</textarea></form>"),
        ("<a><![CDATA[", "]]></a>"),
        ("<a><![CDATA[\n", "\n]]></a>"),
        ("<?xml version=\"1.0\"?>\n<sudoku>\n<puzzle>", "</puzzle>\n</sudoku>"),
        ("<grid>", "</grid>"),
        ("<pre>", "</pre>"),
    ] {
        for rows in [&plain, &drawn] {
            let text = format!("{before}{rows}{behind}\n");
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    let head = |cell: char| format!("<th scope=\"col\">{cell}</th>\n").replace('0', "");
    let heads = rows("0").into_iter().map(|row| format!("<tr>\n{}</tr>\n", row.chars().map(head).collect::<String>()));
    let heads: String = heads.collect();
    for text in [
        format!("<?xml version=\"1.0\"?>\n<sudoku><puzzle>{P}</puzzle></sudoku>\n"),
        format!("<?xml version=\"1.0\"?>\n<puzzle data=\"{P}\"/>\n"),
        format!("<a><![CDATA[{P}]]></a>\n"),
        format!(
            "<?xml version=\"1.0\"?>\n<grid>\n{}</grid>\n",
            rows(".").iter().map(|row| format!("<r>{row}</r>\n")).collect::<String>()
        ),
        format!("<table>\n{heads}</table>\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn a_damaged_board_beside_others_is_not_left_out() {
    let (lost, array, lost_array) = (&P[1..], lists(P), lists(P).replacen("0,", "", 1));
    for text in [
        format!("{{\"easy\":[\"{P}\"],\"hard\":[\"{lost}\",\"{Q}\"]}}"),
        format!("{{\"easy\":[\"{P}\",\"{lost}\"],\"hard\":[\"{Q}\",\"{P}\"]}}"),
        format!("{{\"easy\":[{array}],\"hard\":[{lost_array},{array}]}}"),
        format!("{{\"data\":{{\"easy\":{{\"1\":{array}}},\"hard\":{{\"1\":{lost_array}}}}}}}"),
    ] {
        let found = found(text.as_bytes());
        assert!(found.iter().any(|found| found.contains("a board in")), "{text}\n{found:?}");
    }
}

#[test]
fn tags_with_line_ends_in_them() {
    let page = |open: &str, close: &str, row: &str| -> String {
        let field = |cell: char| format!("{open}{}{close}", if cell == '0' { ' ' } else { cell });
        let rows =
            rows("0").into_iter().map(|cells| format!("{row}{}</tr>\n", cells.chars().map(field).collect::<String>()));
        format!("<table>\n{}</table>\n", rows.collect::<String>())
    };
    for row in ["<tr>", "<tr\n class=\"r\">", "<tr\n  class=\"r\"\n>\n"] {
        for [open, close] in
            [["<td>", "</td>"], ["<td\n class=\"a\">", "</td>"], ["<td\n  class=\"a\"\n>\n  ", "\n</td>\n"]]
        {
            let text = page(open, close, row) + "\n" + &page("<td>", "</td>", "<tr>");
            assert_eq!(found(text.as_bytes()), ["P", "P"], "{text}");
        }
    }
}

#[test]
fn links_with_separators() {
    let (zeros, dots) = (rows("0"), rows("."));
    let spaced: Vec<String> =
        zeros.iter().map(|row| row.chars().map(String::from).collect::<Vec<_>>().join("%20")).collect();
    for value in [
        zeros.join("%20"),
        zeros.join("%0A"),
        zeros.join("%0D%0A"),
        dots.join("+"),
        dots.join("%0a"),
        dots.join("%7C"),
        dots.join("%3B"),
        spaced.join("%20"),
        spaced.join("%0A"),
        joined(".", "+", "+%7C+").join("%0A"),
        lists(P).replace('[', "%5B").replace(']', "%5D").replace(',', "%2C+"),
        format!("%7B%22board%22%3A%22{P}%22%7D"),
        P.replace('0', "%20"),
        P.replace('0', "+"),
    ] {
        for text in
            [format!("https://example.org/?p={value}"), format!("see https://example.org/?a=5&p={value}&x=1 + 2")]
        {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    for link in [
        format!("https://example.org/#{}", zeros.join("%0A")),
        format!("https://example.org/play/{}", zeros.join("%20")),
    ] {
        assert_eq!(found(link.as_bytes()), ["P"], "{link}");
    }
    let solved = S.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect::<Vec<_>>().join("%0A");
    assert_eq!(found(format!("https://example.org/?p={}&s={solved}", zeros.join("%0A")).as_bytes()), ["P S"]);
    assert_refused(
        &format!("https://example.org/?p={}%0A00501030", zeros[..8].join("%0A")),
        "found a link without a board",
    );
}

#[test]
fn objects_over_several_lines_are_one_document() {
    let cell = |value: char, empty: &str| match value {
        '0' => empty.to_string(),
        digit => format!("{{\n\"value\": {digit},\n\"given\": true\n}}"),
    };
    let rows_of = |empty: &str| {
        let rows = rows("0");
        let rows = rows.iter().map(|row| row.chars().map(|value| cell(value, empty)).collect::<Vec<_>>().join(",\n"));
        format!("{{\n\"grid\": [\n[\n{}\n]\n]\n}}\n", rows.collect::<Vec<_>>().join("\n],\n[\n"))
    };
    let pretty = rows_of("{}");
    assert_eq!(found(pretty.as_bytes()), ["P"], "{pretty}");
    assert_eq!(found(pretty.replacen('{', "{\n\"size\": 9,", 1).as_bytes()), ["P"]);
    for empty in ["{\"value\": 0, \"given\": false}", "{\n\"value\": \"\",\n\"given\": false\n}"] {
        let text = rows_of(empty);
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        assert_eq!(found(text.replace('\n', "").as_bytes()), ["P"], "{text}");
        assert_eq!(found(text.replacen('{', "{\"id\": 7,", 1).as_bytes()), ["P"], "{text}");
        let given = "{\"value\": 0, \"given\": true}";
        assert_no_grid(["{}", given].map(|other| text.replacen(empty, other, 1)));
    }
    let list = format!("{{\"puzzles\": [\n{{\"puzzle\": \"{P}\"}},\n{{\"puzzle\": \"{P}\"}}\n]}}\n");
    assert_eq!(found(list.as_bytes()), ["P", "P"]);
    // The records behind an object that is cut off within an array are read.
    let lines = format!("{{\"steps\": [\n{{\"puzzle\": \"{P}\"}}\n{{\"puzzle\": \"{P}\"}}\n");
    assert_eq!(found(lines.as_bytes()), ["line 1: found an object that is not closed, expected }", "P", "P"]);
}

#[test]
fn arrays_of_cells_are_over_several_lines() {
    let square = |at: usize, digit: char| format!("{{\"row\":{},\"col\":{},\"value\":{digit}}}", at / 9, at % 9);
    let value = |_: usize, digit: char| format!("{{\"value\":{digit}}}");
    for cell in [&square as &dyn Fn(usize, char) -> String, &value] {
        let cells: Vec<String> = P.chars().enumerate().map(|(at, digit)| cell(at, digit)).collect();
        let rows = |cells: &[String]| cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect::<Vec<_>>();
        let indented = |text: &str| {
            ["[", "{", "}", ","].iter().fold(text.into(), |text: String, sign| text.replace(sign, &format!("{sign}\n")))
        };
        for text in [
            format!("[\n{}\n]\n", cells.join(",\n")),
            format!("[\n{}\n]\n", rows(&cells).join(",\n")),
            format!("[{}];\n", rows(&cells).join(",\n ")),
            indented(&format!("[{}]", cells.join(","))),
            indented(&format!("[{}]", rows(&cells).join(","))),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            assert_no_grid([format!("Hints:\n{text}"), format!("{text}\nHints\n"), text.replacen('3', "8", 1)]);
            let lost = text.trim_end().trim_end_matches([']', ';']).to_string();
            assert_no_grid([lost]);
            assert_no_other_grid(&text.replacen('[', "", 1));
        }
        let moved = [&cells[..8], &cells[9..], &cells[..1]].concat();
        assert_no_grid([
            indented(&format!("[{}]", rows(&moved).join(","))),
            format!("[\n{}\n]", moved[1..].join(",\n")),
        ]);
    }
}
