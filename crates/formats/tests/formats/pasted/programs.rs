//! Programs and drawings as people paste them: braces of their own lines, several arrays in a line, tuples, and tall cells.

use super::{P, Q, QS, S, assert_no_grid, assert_no_other_grid, found, joined, lists, rows};

/// Returns the other puzzle as it is shown.
fn q() -> String {
    Q.replace('0', ".")
}

/// Returns the rows of digits in braces, each in its line.
fn braces(digits: &str) -> String {
    lists(digits).replace("],[", "],\n    [").replace('[', "{").replace(']', "}")
}

#[test]
fn a_brace_may_be_alone_above_statements() {
    let array = format!("int grid[9][9] = {};", braces(P));
    for (before, behind) in [
        ("int main()\n{\n    // 0 is an empty cell\n    ", "\n}\n"),
        ("int main()\n{\n    /* the grid */\n    std::cout << 1;\n    ", "\n    return 0;\n}\n"),
        ("class A\n{\n  [Fact]\n  void B()\n  {\n  ", "\n  }\n}\n"),
        ("function f()\n{\n  $x = 1;\n  ", "\n}\n"),
    ] {
        assert_eq!(found(format!("{before}{array}{behind}").as_bytes()), ["P"], "{before}");
    }
    let strings = format!("char *t[] =\n{{\n  \"{P}\",\n  \"{Q}\",\n}};\n");
    assert_eq!(found(strings.as_bytes()), ["P", &q()]);
    for text in [
        format!("int main()\n{{\n    solve(\"{P}\");\n}}\n"),
        format!("void f()\n{{\n  // nothing\n}}\n\n{P}\n"),
        format!("{{\n  \"puzzle\": \"{P}\"\n}}\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn each_array_of_a_line_is_read() {
    let (p, q_lists, s) = (lists(P), lists(Q), lists(S));
    for text in [
        format!("const a={p};const b={q_lists};\n"),
        format!("a = {p}; b = {q_lists}\n"),
        format!("a=\"{P}\";b={q_lists}\n"),
        format!("x = [{p},{q_lists}];\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P", &q()], "{text}");
    }
    for text in [format!("assert solve({p}) == {s}\n"), format!("a={p};b={s};\n")] {
        assert_eq!(found(text.as_bytes()), ["P S"], "{text}");
    }
    let text = format!("int[][] puzzle = {};\nint[][] solution = {};\n", braces(P), braces(S));
    assert_eq!(found(text.as_bytes()), ["P S"], "{text}");
}

#[test]
fn puzzles_may_be_in_tuples_and_objects() {
    for text in [
        format!("t = [\n  ('{P}', '{S}'),\n  ('{Q}', '{QS}'),\n]\n"),
        format!("let t = [\n  (\"{P}\", \"{S}\"),\n  (\"{Q}\", \"{QS}\"),\n];\n"),
        format!("t = [\n  {{ puzzle: '{P}', solution: '{S}' }},\n  {{ puzzle: '{Q}', solution: '{QS}' }},\n];\n"),
        format!("[[\"{P}\",\"{S}\"],[\"{Q}\",\"{QS}\"],]\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P S", &q()], "{text}");
    }
    let text =
        format!("[\n {{\n  name: \"a\",\n  puzzle: \"{P}\",\n }},\n {{\n  name: \"b\",\n  puzzle: \"{Q}\",\n }},\n]\n");
    assert_eq!(found(text.as_bytes()), ["P", &q()]);
    // The solution of an element that cannot be read is no puzzle.
    let text = format!("t = [\n  x '{P}', '{S}',\n  '{Q}',\n]\n");
    let found = found(text.as_bytes());
    assert!(found.iter().all(|found| found.starts_with("line ")) && !found.is_empty(), "{found:?}");
}

#[test]
fn a_damaged_board_beside_another_one_is_reported() {
    for damaged in [&format!("\"{P}0\""), &format!("\"{}\"", &P[1..]), &lists(P)[..lists(P).len() - 20]] {
        let damaged = if damaged.starts_with('[') { format!("{damaged}]]") } else { damaged.to_string() };
        assert_no_grid([format!("{{\"a\":{damaged},\"b\":\"{Q}\"}}\n")]);
    }
}

/// Nine rows of which each has empty lines above or below its digits.
#[test]
fn cells_may_be_tall() {
    for between in ["|", " ", ","] {
        let empty = [" "; 9].join(between);
        let cells = |row: &String| row.split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(between);
        let rows: Vec<String> = rows(" ").iter().map(cells).collect();
        if between == " " {
            continue; // spaces between spaces
        }
        for (above, below) in [(1, 1), (0, 1), (1, 0), (0, 2), (2, 0)] {
            let lines = |row: &String| {
                [vec![empty.clone(); above], vec![row.clone()], vec![empty.clone(); below]].concat().join("\n")
            };
            let text = rows.iter().map(lines).collect::<Vec<_>>().join("\n");
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            // A row, or an empty line, is lost.
            for lost in 0..text.lines().count() {
                let kept: Vec<&str> =
                    text.lines().enumerate().filter(|(at, _)| *at != lost).map(|(_, line)| line).collect();
                assert_no_other_grid(&kept.join("\n"));
            }
        }
    }
}

#[test]
fn fields_may_have_two_spaces_and_boxes_two_bars() {
    let markdown: String = rows("0")
        .iter()
        .map(|row| {
            let cell = |cell: char| if cell == '0' { "  |".to_string() } else { format!(" {cell} |") };
            format!("|{}\n", row.chars().map(cell).collect::<String>())
        })
        .collect();
    assert_eq!(found(markdown.as_bytes()), ["P"], "{markdown}");
    let boxes = |between: &str| -> String {
        let row = |row: &String| row.chars().map(|cell| format!(" {cell} ")).collect::<Vec<_>>();
        let join = |cells: Vec<String>| cells.chunks(3).map(|three| three.join("|")).collect::<Vec<_>>().join(between);
        rows(" ").iter().map(|text| join(row(text)) + "\n").collect()
    };
    assert_eq!(found(boxes("||").as_bytes()), ["P"]);
    // A border of another sign is no comment.
    assert_no_grid([boxes("#"), boxes("##")]);
    let table = format!("| # | Puzzle | SE |\n|---|---|---|\n| 1 | {P} | 7.1 |\n");
    assert_eq!(found(table.as_bytes()), ["P"]);
}

#[test]
fn a_sign_of_a_comment_is_no_empty_field() {
    let fields = joined(" ", "; ", "; ");
    let with = |first: &str| format!("{first}\n{}\n", fields[1..].join("\n"));
    assert_eq!(found(format!("{}\n", fields.join("\n")).as_bytes()), ["P"]);
    assert_no_grid([with(&format!("; {}", fields[0])), with(&fields[0].replacen("; ", ";; ", 1))]);
    let commas = joined("", ",", ",");
    for sign in ["// ", "% ", "-- ", "DATA ", "db "] {
        let rows: Vec<String> = commas
            .iter()
            .enumerate()
            .map(|(at, row)| if at == 4 { format!("{sign}{}", &row[1..]) } else { row.clone() })
            .collect();
        assert_no_grid([format!("{}\n", rows.join("\n"))]);
    }
}

#[test]
fn nine_rows_with_another_sign_are_not_left_out() {
    for sign in ["/", "~", "\\", "^", "@", "$"] {
        let rows = joined("0", "", sign).join("\n");
        let found = found(format!("{rows}\n\n{Q}\n").as_bytes());
        assert!(found.contains(&q()) && found.iter().any(|found| found.starts_with("line ")), "{sign}: {found:?}");
    }
}

#[test]
fn digits_of_a_player_in_a_page_are_no_clues() {
    let page = |input: &str| -> String {
        let cell = |cell: char| match cell {
            '2' => format!("<td>{input}</td>"),
            '0' => "<td><input value=\"\"></td>".into(),
            cell => format!("<td>{cell}</td>"),
        };
        rows("0").iter().map(|row| format!("<tr>{}</tr>\n", row.chars().map(cell).collect::<String>())).collect()
    };
    assert_no_grid([page("<input value=\"2\">")]);
    assert_eq!(found(page("<input value=\"2\" readonly>").as_bytes()), ["P"]);
    let line = format!("<h1>Sudoku</h1><table>{}</table>\n", page("2").replace('\n', ""));
    assert_eq!(found(line.as_bytes()), ["P"]);
}

#[test]
fn names_between_colons_are_no_library_lines() {
    for name in [":thumbsup:", ":smile: :smile:", ":100:", ":note: see below"] {
        assert_eq!(found(format!("{name}\n\n{P}\n").as_bytes()), ["P"], "{name}");
    }
}

#[test]
fn numbers_may_name_the_columns_of_cells() {
    let header: Vec<String> = (0..81).map(|number| number.to_string()).collect();
    let row = |digits: &str| digits.chars().map(String::from).collect::<Vec<_>>().join(",");
    let text = format!(",{}\n0,{}\n1,{}\n", header.join(","), row(P), row(Q));
    assert_eq!(found(text.as_bytes()), ["P", &q()]);
}

#[test]
fn tables_may_have_a_sign_above_the_labels_and_empty_fields_without_width() {
    let row = |(number, row): (usize, &String)| {
        let cell = |cell: char| if cell == '0' { "   |".to_string() } else { format!(" {cell} |") };
        format!("| {number} |{}\n", row.chars().map(cell).collect::<String>())
    };
    let rows: String = (1..).zip(&rows("0")).map(row).collect();
    let table = format!("| # | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n|---|---|---|---|---|---|---|---|---|---|\n{rows}");
    assert_eq!(found(table.as_bytes()), ["P"], "{table}");
    // Two empty fields beside each other are no border of a box.
    let page = |grid: &str| -> String {
        let cell = |cell: char| if cell == '0' { "<td></td>".into() } else { format!("<td>{cell}</td>") };
        let row = |row: &[u8]| String::from_utf8_lossy(row).chars().map(cell).collect::<String>();
        let rows: String = grid.as_bytes().chunks(9).map(|cells| format!("<tr>{}</tr>\n", row(cells))).collect();
        format!("<table>\n{rows}</table>\n")
    };
    let grid = "206059040059000007140037029900500304000000080010800902000340000400208065800000001";
    assert_eq!(found(page(grid).as_bytes()), [grid.replace('0', ".")]);
    let line = format!("<h2>No. 3</h2>{}<p>Have fun!</p>\n", page(P).replace('\n', ""));
    assert_eq!(found(line.as_bytes()), ["P"]);
}

#[test]
fn structs_of_other_languages_are_no_objects() {
    for text in [
        format!("tests := []T{{\n\t{{name: \"a\", in: \"{P}\"}},\n}}\n"),
        format!("tests := []T{{\n\t{{name: \"a\", in: \"{P}\", err: ErrX}},\n}}\n"),
        format!("{{ puzzle: \"{P}\", level: Level.HARD }}\n"),
        format!("class S\n{{\npublic:\n  int g[9][9] = {};\n}};\n", braces(P)),
        format!("{{\n  name: \"x\",\n  puzzle: \"{P}\"\n}};\n"),
        format!("{{\n  \"puzzle\":\n  \"{P}\"\n}}\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    // A tuple without a board is not left out.
    let text = format!("t = [\n (\"{P}0\", \"{S}1\"),\n (\"{P}\", \"{S}\"),\n]\n");
    let found = found(text.as_bytes());
    assert!(found.len() == 2 && found.contains(&"P S".into()), "{found:?}");
}

/// A puzzle whose empty row may be a ruler waits for the rows behind it, and its solution is none of them.
#[test]
fn a_solution_follows_a_puzzle_with_an_empty_row() {
    let puzzle = "__158__7_\n_897_6__1\n_47__2_5_\n_________\n___13____\n__38__51_\n6_2_9____\n____7_3__\n_____8492\n";
    let solution =
        "261583974\n589746231\n347912658\n128659743\n456137829\n973824516\n632495187\n894271365\n715368492\n";
    for heading in ["Solution:\n", "Solution:\n\n", "The answer\n\n"] {
        let found = found(format!("{puzzle}\n{heading}{solution}").as_bytes());
        assert_eq!(found, [puzzle.replace('\n', "").replace('_', ".")], "{heading}");
    }
}

#[test]
fn rows_of_basic_may_begin_with_an_empty_field() {
    let row = |(number, row): (usize, &String)| format!("{} DATA {}\n", 10 * number, row.trim_start_matches(' '));
    let text: String = (1..).zip(&joined("", ",", ",")).map(row).collect();
    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
}

/// Returns the rows with a word for each empty cell and something around each digit.
fn values(empty: &str, before: &str, behind: &str) -> Vec<String> {
    let cell = |cell: char| if cell == '0' { empty.to_string() } else { format!("{before}{cell}{behind}") };
    rows("0").iter().map(|row| row.chars().map(cell).collect::<Vec<_>>().join(", ")).collect()
}

/// Elements that are left out are empty cells, also at the end of a row.
#[test]
fn arrays_of_javascript_may_have_holes() {
    for comma in [",", ", "] {
        let holes: Vec<String> = joined("", comma, comma).iter().map(|row| format!("[{row}]")).collect();
        for text in [
            format!("[{}]", holes.join(",\n")),
            format!("const board = [\n  {},\n];", holes.join(",\n  ")),
            format!("[{}]", holes.concat().replace("][", ",").trim_matches(['[', ']'])),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            // A comma is lost or there twice.
            assert_no_grid(
                [text.replacen(",,", ",,,", 1), text.replacen(",,", ",", 1), text.replacen(", ,", ", , ,", 1)]
                    .into_iter()
                    .filter(|changed| *changed != text),
            );
        }
        // In the language, the last comma of a row is behind its last element.
        assert_no_grid([format!("[{}]", holes.join(",\n").replace(&format!("{comma}]"), &format!("{comma}{comma}]")))]);
    }
}

#[test]
fn vectors_of_rust_and_arrays_of_minizinc() {
    for (row, open, close) in [(values("None", "Some(", ")"), "vec![", "]"), (values("0", "", ""), "vec![", "]")] {
        let all: Vec<String> = row.iter().map(|row| format!("{open}{row}{close}")).collect();
        for text in [
            format!("vec![\n{},\n]", all.join(",\n")),
            format!("let grid: Vec<Vec<Option<u8>>> = vec![\n    {},\n];", all.join(",\n    ")),
            format!("vec![{}]", all.join(", ")),
            format!("let cells = vec![{}];", row.join(", ")),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
        assert_no_grid([format!("vec![{}]", all[1..].join(", "))]);
    }
    for blank in ["_", "0"] {
        let row = values(blank, "", "");
        for text in [
            format!("start = [| {} |];", row.join(" |\n         ")),
            format!("start=[|\n{}|\n|];", row.join("|\n")),
            format!("[| {} |]", row.join("\n | ")),
            format!("[| {}\n|]", row.join("\n|  ")),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            assert_no_grid([text.replacen(&row[4], "", 1)]);
        }
    }
}

/// Fields of COBOL, whose names may have the numbers of rows, and paragraphs of RTF.
#[test]
fn rows_of_cobol_and_of_documents() {
    let fields = |name: &dyn Fn(usize) -> String, quote: &str| -> String {
        let field = |(at, row): (usize, &String)| {
            format!("           05 {} PIC X(9) VALUE {quote}{row}{quote}.\n", name(at + 1))
        };
        rows("0").iter().enumerate().map(field).collect()
    };
    for quote in ["\"", "'", ""] {
        for text in [
            fields(&|_| "FILLER".into(), quote),
            fields(&|at| format!("ROW-{at}"), quote),
            format!("{}\n\n{}", Q, fields(&|_| "FILLER".into(), quote)),
        ] {
            assert_eq!(found(text.as_bytes()).last().unwrap(), "P", "{text}");
        }
        assert_no_grid([fields(&|at| format!("ROW-{}", 10 - at), quote), fields(&|at| format!("COL-{at}"), quote)]);
    }
    let document = |rows: &[String]| {
        format!("{{\\rtf1\\ansi{{\\fonttbl{{\\f0 Courier;}}}}\n\\f0\\fs20 {}\\par\n}}\n", rows.join("\\par\n"))
    };
    for rows in [rows("."), rows("0"), joined(".", " ", " | ")] {
        assert_eq!(found(document(&rows).as_bytes()), ["P"]);
        assert_no_grid([document(&rows[1..])]);
    }
}

#[test]
fn tags_of_forums_are_glued_to_arrays() {
    let list = lists(P);
    let strings = format!("[{}];", rows(".").iter().map(|row| format!("{row:?}")).collect::<Vec<_>>().join(",\n "));
    for (open, close) in
        [("[code]", "[/code]"), ("[quote=\"anna\"]", "[/quote]"), ("<pre>", "</pre>"), ("<code>", "</code>")]
    {
        for array in [
            list.clone(),
            list.replace("],", "],\n"),
            format!("board = {list}"),
            strings.clone(),
            format!("const g = {strings}"),
        ] {
            for text in [
                format!("{open}{array}{close}\n"),
                format!("{open}\n{array}{close}\n"),
                format!("{open}{array}\n{close}\n"),
            ] {
                assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            }
        }
    }
}
