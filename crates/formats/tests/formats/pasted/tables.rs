//! Tables, arrays and objects.

use minirow_formats::Reader;
use minirow_text::Board;

use super::{P, Q, QS, S, assert_no_grid, assert_refused, found, joined, lists, rows, strings};

#[test]
fn arrays() {
    let rows = |blank: &str, between: &str| joined(blank, between, between);
    let list = |blank: &str, open: &str, close: &str, between: &str| {
        let rows: Vec<String> = rows(blank, ", ").iter().map(|row| format!("{open}{row}{close}")).collect();
        format!("{open}{}{close}", rows.join(between))
    };
    for blank in ["0", "-1", "null", "None", "\"0\"", "\"\"", "\".\"", "''"] {
        for text in [
            list(blank, "[", "]", ", "),
            list(blank, "[", "]", ",\n "),
            format!("board = {}", list(blank, "[", "]", ",\n")),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    let numpy = format!("[[{}]]", rows("0", " ").join("]\n ["));
    assert_eq!(found(numpy.as_bytes()), ["P"], "{numpy}");
    assert_eq!(found(format!("array({})", numpy.replace(' ', ", ").replace("]\n, [", "],\n [")).as_bytes()), ["P"]);
    assert_eq!(found(numpy.replace('0', "0.").as_bytes()), ["P"]);
    let braces = list("0", "{", "}", ",\n");
    assert_eq!(found(format!("int grid[9][9] = {braces};\n").as_bytes()), ["P"], "{braces}");
    let lines = rows("0", ", ").iter().map(|row| format!("  {{{row}}},\n")).collect::<String>();
    assert_eq!(found(format!("int grid[9][9] = {{\n{lines}}};\n").as_bytes()), ["P"]);
    assert_eq!(found(format!("{{\n{lines}}};\n").as_bytes()), ["P"]);
    let lists = rows("0", ", ").iter().map(|row| format!("    [{row}],\n")).collect::<String>();
    assert_eq!(found(format!("board = [\n{lists}]\n\nprint(solve(board))\n").as_bytes()), ["P"]);
    let array = list("0", "[", "]", ",");
    for key in ["puzzle", "board", "grid", "clues", "givens", "cells", "initial_board", "Sudoku"] {
        assert_eq!(found(format!("{{\"id\": 7, \"{key}\": {array}}}").as_bytes()), ["P"], "{key}");
        assert_eq!(found(format!("{{\"{key}\": \"{P}\", \"level\": 3}}").as_bytes()), ["P"], "{key}");
        assert_eq!(found(format!("{{\"game\": {{\"{key}\": {array}}}, \"level\": 3}}").as_bytes()), ["P"], "{key}");
    }
}

#[test]
fn columns() {
    for column in ["puzzle", "sudoku", "board", "grid", "unsolved", "initial_board", "Quizzes", "question"] {
        assert_eq!(found(format!("nr,{column},level\n1,{P},easy\n").as_bytes()), ["P"], "{column}");
    }
    let table = format!("Nr;Text;Datum\n1;{P};2026\n");
    assert!(
        found(table.as_bytes())[0].contains("expected one called puzzle, quizzes"),
        "{:?}",
        found(table.as_bytes())
    );
    let record = Reader::of_column(table.as_bytes(), "Text").next().unwrap().unwrap().record;
    assert_eq!(record.fields.text("Datum").as_deref(), Some("2026"));
}

#[test]
fn titles_may_be_above_a_header() {
    for title in ["sep=;", "My puzzles", "My puzzles;", "My puzzles\n", "A book\nby Ruud"] {
        let table = format!("{title}\nNr;puzzle\n1;{P}\n");
        let record = Reader::new(table.as_bytes()).next().unwrap().unwrap().record;
        assert_eq!(record.fields.text("Nr").as_deref(), Some("1"), "{title}");
    }
}

#[test]
fn a_column_called_puzzle_is_renamed_beside_the_named_one() {
    let other = P.replacen('0', "4", 1);
    let table = format!("id,givens,puzzle,puzzle_\n1,{P},{other},x\n");
    let record = Reader::of_column(table.as_bytes(), "givens").next().unwrap().unwrap().record;
    assert_eq!(record.board, Board::Grid(P.parse().unwrap()));
    let fields: Vec<String> = record.fields.iter().map(|(name, value)| format!("{name}={}", value.text())).collect();
    assert_eq!(fields, ["id=1", &format!("puzzle__={other}"), "puzzle_=x"]);
}

#[test]
fn tables_with_names_of_columns_and_rows() {
    let table = |blank: &str, between: &str, first: usize| {
        let label = |(at, row): (usize, &String)| format!("{}{between}{row}\n", at + first);
        joined(blank, between, between).iter().enumerate().map(label).collect::<String>()
    };
    for blank in ["", "0", "NaN", "0.0"] {
        for between in [",", ";", "\t"] {
            let rows = joined(blank, between, between).join("\n");
            for head in ["123456789", "012345678", "ABCDEFGHI"] {
                let head = head.chars().map(String::from).collect::<Vec<_>>().join(between);
                assert_eq!(found(format!("{head}\n{rows}\n").as_bytes()), ["P"], "{head}\n{rows}");
                for first in [0, 1] {
                    let text = format!("{between}{head}\n{}", table(blank, between, first));
                    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
                }
            }
        }
    }
    let floats = |blank: &str, between: &str| {
        let number = |cell: char| if cell == '0' { blank.to_string() } else { format!("{cell}.0") };
        rows("0").iter().map(|row| row.chars().map(number).collect::<Vec<_>>().join(between)).collect::<Vec<_>>()
    };
    assert_eq!(found(floats("", ",").join("\n").as_bytes()), ["P"]);
    let printed: String = floats("NaN", "  ").iter().enumerate().map(|(at, row)| format!("{at}  {row}\n")).collect();
    assert_eq!(
        found(format!("     0    1    2    3    4    5    6    7    8\n{printed}").as_bytes()),
        ["P"],
        "{printed}"
    );
    let ruler = "|---|---|---|---|---|---|---|---|---|";
    for blank in [" ", ".", "0"] {
        let framed: Vec<String> = joined(blank, " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
        let text = format!("{}\n{ruler}\n{}\n", framed[0], framed[1..].join("\n"));
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        let lost = format!("{}\n{ruler}\n{}\n", framed[0], framed[2..].join("\n"));
        assert!(found(lost.as_bytes())[0].starts_with("line "), "{lost}");
    }
    let both: Vec<String> =
        ('A'..='I').zip(joined(".", " ", " | ")).map(|(label, row)| format!("{label} {row} {label}")).collect();
    assert_eq!(found(both.join("\n").as_bytes()), ["P"]);
    let named = format!("row,1,2,3,4,5,6,7,8,9\n{}", table("", ",", 1));
    assert_eq!(found(named.as_bytes()), ["P"], "{named}");
    for sign in [".", ")", ":"] {
        let label = |(at, row): (usize, String)| format!("{}{sign}{row}\n", at + 1);
        assert_eq!(found(rows(".").into_iter().enumerate().map(label).collect::<String>().as_bytes()), ["P"], "{sign}");
    }
    // A label that is not the place of its row.
    let wrong = table("0", ",", 1).replacen("\n3,", "\n4,", 1);
    assert!(found(wrong.as_bytes())[0].contains("found the label 4 before row 3"), "{:?}", found(wrong.as_bytes()));
}

#[test]
fn arrays_of_programming_languages_in_a_line() {
    let lists = |open: &str, close: &str| {
        let rows: Vec<String> = joined("0", ", ", ", ").iter().map(|row| format!("{open}{row}{close}")).collect();
        format!("{open}{}{close}", rows.join(", "))
    };
    for text in [
        format!("int grid[9][9] = {};", lists("{", "}")),
        format!("int[][] grid = new int[][] {};", lists("{", "}")),
        lists("{", "}"),
        lists("(", ")"),
        format!("problem(1, {}).", lists("[", "]").replace('0', "_")),
        format!("grid = [{}]", strings(".")),
        format!("[\n  {}\n]", strings(".").replace(", ", ",\n  ")),
        format!("rows = [{},]", strings("0")),
        format!("('{}')", rows(".").join("', '")),
        format!("\"{}\"", rows(".").join("\\n")),
        rows(".").join("/"),
        format!("{{\"puzzle\": [{}]}}", strings(".")),
        format!("[{}]", strings(" ")),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    for list in
        [format!("[\"{P}\", \"{P}\"]"), format!("[\n\"{P}\",\n\"{P}\"\n]"), format!("puzzles = [\"{P}\", \"{P}\"]")]
    {
        assert_eq!(found(list.as_bytes()), ["P", "P"], "{list}");
    }
    for sign in ["#", "//"] {
        let rows: Vec<String> =
            joined("0", ", ", ", ").iter().map(|row| format!("  [{row}], {sign} a row\n")).collect();
        assert_eq!(found(format!("grid = [\n{}]\n", rows.concat()).as_bytes()), ["P"], "{}", rows.concat());
    }
    // One that is cut off.
    assert_eq!(
        found(format!("[\"{P}\",\n\"{P}\"").as_bytes())[2],
        "line 1: found an array that is not closed in a JSON board, expected 9 arrays of 9 numbers 0-9"
    );
}

#[test]
fn arrays_behind_types() {
    for (name, open, close) in [
        ("std::array<std::array<int, 9>, 9> g{", "{", "}"),
        ("int[,] board = new int[9,9] ", "{", "}"),
        ("let grid: [[Int]] = ", "[", "]"),
        ("const P: [[u8; 9]; 9] = ", "[", "]"),
        ("board := [9][9]int", "{", "}"),
        ("vector<vector<char>> board = ", "{", "}"),
        ("GRID: list[list[int]] = ", "[", "]"),
        ("val g: Array<IntArray> = ", "[", "]"),
    ] {
        for blank in ["0", "'.'"] {
            let rows: Vec<String> = joined(blank, ", ", ", ").iter().map(|row| format!("{open}{row}{close}")).collect();
            let end = if name.ends_with('{') { "};" } else { ";" };
            for between in [", ", ",", ",\n", ",\n        "] {
                let rows = rows.join(between);
                let brackets =
                    if between.contains('\n') { [("", ""), ("\n", "\n"), (" ", " ")] } else { [("", ""); 3] };
                for (before, behind) in brackets {
                    let text = format!("{name}{open}{before}{rows}{behind}{close}{end}");
                    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
                    // A cell is lost.
                    let lost = format!("{blank}, ");
                    let place = text.rfind(&lost).expect("a blank");
                    assert_no_grid([format!("{}{}", &text[..place], &text[place + lost.len()..])]);
                }
            }
        }
    }
}

#[test]
fn objects_with_puzzles_in_other_keys() {
    let list = |digits: &str| {
        let cells: Vec<String> = digits.chars().map(String::from).collect();
        format!("[[{}]]", cells.chunks(9).map(|row| row.join(",")).collect::<Vec<_>>().join("],["))
    };
    for key in ["problem", "value", "data", "mission", "quiz", "start"] {
        assert_eq!(found(format!("{{\"{key}\":\"{P}\",\"level\":2}}").as_bytes()), ["P"], "{key}");
        assert_eq!(found(format!("{{\"{key}\":{},\"solution\":{}}}", list(P), list(S)).as_bytes()), ["P S"], "{key}");
    }
    let grid = format!("{{\"value\":{},\"solution\":{},\"difficulty\":\"Hard\"}}", list(P), list(S));
    let answer = format!("{{\"newboard\":{{\"grids\":[{grid}],\"results\":1,\"message\":\"All Ok\"}}}}");
    assert_eq!(found(answer.as_bytes()), ["P S"]);
    let record = Reader::new(answer.as_bytes()).next().unwrap().unwrap().record;
    assert_eq!(record.fields.text("difficulty").as_deref(), Some("Hard"));
    assert_eq!(record.fields.text("message").as_deref(), Some("All Ok"));
    assert_eq!(found(format!("{{\"puzzles\":[\"{P}\",\"{P}\"]}}").as_bytes()), ["P", "P"]);
    assert_eq!(found(format!("{{\"level\":1,\"puzzles\":[{{\"puzzle\":\"{P}\"}},{grid}]}}").as_bytes()), ["P", "P S"]);
    let cells = rows("0").into_iter().map(|row| {
        let cell = |c: char| if c == '0' { "{}".into() } else { format!("{{\"value\":{c},\"given\":true}}") };
        format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","))
    });
    assert_eq!(found(format!("{{\"size\":9,\"grid\":[{}]}}", cells.collect::<Vec<_>>().join(",")).as_bytes()), ["P"]);
    for (text, expected) in [
        (format!("{{\"a\":\"{P}\",\"b\":\"{}\"}}", P.replacen('3', "0", 1)), "boards in a and b"),
        (format!("{{\"solution\":\"{S}\"}}"), "an object without a puzzle"),
        (format!("{{\"final\":\"{S}\"}}"), "an object without a puzzle"),
        (format!("{{\"puzzle\":\"{P}\",\"cages\":[{{\"sum\":3}}]}}"), "the rule \"cages\""),
        (
            format!(
                "{{\"note\":\"{}\",\"puzzles\":[{}\"{P}\"]}}",
                "x".repeat(200_000),
                format!("\"{P}\",").repeat(200)
            ),
            "201 puzzles",
        ),
    ] {
        let found = found(text.as_bytes());
        assert!(found.len() == 1 && found[0].starts_with(&format!("line 1: found {expected}")), "{text}: {found:?}");
    }
}

#[test]
fn a_solution_in_an_array_is_that_of_its_puzzle() {
    for text in [
        format!("[\"{P}\",\"{S}\"]"),
        format!("[\n\"{P}\",\n\"{S}\"\n]"),
        format!("[[\"{P}\",\"{S}\"]]"),
        format!("[\"{S}\",\"{P}\"]"),
        format!("[{},{}]", lists(P), lists(S)),
        format!("[{},\n{}]", lists(P), lists(S)),
        format!("{} {}", lists(P), lists(S)),
        format!("{{\"puzzles\":[\"{P}\"],\"solutions\":[\"{S}\"]}}"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P S"], "{text}");
    }
    for text in [
        format!("[[\"{P}\",\"{S}\"],[\"{Q}\",\"{QS}\"]]"),
        format!("[\n  [\"{P}\", \"{S}\"],\n  [\"{Q}\", \"{QS}\"]\n]"),
        format!("[(\"{P}\", \"{S}\"),\n (\"{Q}\", \"{QS}\")]"),
        format!("[{},{},{},{}]", lists(P), lists(S), lists(Q), lists(QS)),
        format!("{{\"puzzles\":[\"{P}\",\"{Q}\"],\"solutions\":[\"{S}\",\"{QS}\"]}}"),
        format!("{{\"puzzles\":[[\"{P}\",\"{S}\"],[\"{Q}\",\"{QS}\"]]}}"),
    ] {
        let records: Vec<_> = Reader::new(text.as_bytes()).map(|read| read.unwrap().record).collect();
        let solutions: Vec<_> = records.iter().map(|record| record.solution.as_deref()).collect();
        assert_eq!(solutions, [Some(S), Some(QS)], "{text}");
    }
    assert_refused(&format!("{{\"puzzles\":[\"{P}\",\"{Q}\"],\"solutions\":[\"{S}\"]}}"), "found 2 puzzles and 1");
}

#[test]
fn columns_of_cells_are_read_by_their_names() {
    type Name = fn(usize, usize) -> String;
    let names: [Name; 6] = [
        |row, column| format!("r{row}c{column}"),
        |row, column| format!("R{}C{}", row - 1, column - 1),
        |row, column| format!("c{column}r{row}"),
        |row, column| format!("cell_{row}_{column}"),
        |row, column| format!("{row}{column}"),
        |row, column| format!("cell{}", 9 * row + column - 9),
    ];
    let mut cells: Vec<(usize, usize)> = (1..=9).flat_map(|row| (1..=9).map(move |column| (row, column))).collect();
    let mut orders = vec![cells.clone(), cells.iter().map(|&(row, column)| (column, row)).collect()];
    cells.reverse();
    orders.push(cells);
    for order in orders {
        for name in names {
            for (blank, between) in [("0", ","), ("", ","), (".", ";"), ("0", "\t")] {
                let names: Vec<String> = order.iter().map(|&(row, column)| name(row, column)).collect();
                let value = |&(row, column): &(usize, usize)| {
                    P[9 * row + column - 10..9 * row + column - 9].replace('0', blank)
                };
                let values: Vec<String> = order.iter().map(value).collect();
                let table = format!("id{between}{}\n7{between}{}\n", names.join(between), values.join(between));
                assert_eq!(found(table.as_bytes()), ["P"], "{table}");
                let table = format!("{}\n{}\n", names.join(between), values.join(between));
                assert_eq!(found(table.as_bytes()), ["P"], "{table}");
            }
        }
    }
    let rows = joined("0", ",", ",").join("\n");
    for head in [
        "c9,c8,c7,c6,c5,c4,c3,c2,c1",
        "C2,C1,C3,C4,C5,C6,C7,C8,C9",
        "col0,col1,col3,col2,col4,col5,col6,col7,col8",
        "B,A,C,D,E,F,G,H,I",
        "i,h,g,f,e,d,c,b,a",
        "r1,r2,r3,r4,r5,r6,r7,r8,r9",
    ] {
        assert_refused(&format!("{head}\n{rows}\n"), &format!("found the columns {head}, expected 1 to 9 in order"));
    }
}

#[test]
fn an_array_without_its_start_is_reported() {
    let object = format!("{{\"puzzle\":\"{P}\"}}");
    for text in [
        format!("}},\n{object}\n]"),
        format!("{object}\n]"),
        format!("{object}\n}}\n"),
        format!("{object}}}"),
        format!("[]{object}"),
        format!("{}\n]", lists(P)),
        format!("{}]", lists(P)),
        format!("],\n{}\n]", lists(P)),
        format!("\"{P}\"\n]"),
        format!("\"{P}\"]"),
        format!("zzle\":\"{P}\",\"level\":1}}"),
        format!("  \"level\": 1\n}},\n{{\n  \"puzzle\": \"{P}\"\n}}\n]"),
    ] {
        let found = found(text.as_bytes());
        let errors = found.iter().filter(|found| found.starts_with("line ")).count();
        assert!(found.contains(&"P".into()) && errors > 0 && errors == found.len() - 1, "{text}: {found:?}");
    }
    for text in [
        format!("const g = [\n{}\n];", &lists(P)[1..lists(P).len() - 1]),
        format!("p = {{\n  'board': {}\n}}\n", lists(P)),
        format!("const p = {{\n  puzzle: \"{P}\"\n}};"),
        format!("solve({})", lists(P)),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    assert_refused("{\"size\":6,\"grid\":[[{}]]}", "Sudokus of other sizes than 9x9 are not supported");
}

#[test]
fn remarks_below_a_table_are_no_rows() {
    let table = format!("id,puzzle\n1,{P}\n");
    for remark in [
        "```",
        "(1 row)",
        "\n(1 row)\n",
        "1 row in set (0.00 sec)",
        "EOF",
        "-- \nThanks, Bob",
        "Thanks, Bob\n--\nBob\n",
    ] {
        assert_eq!(found(format!("{table}{remark}").as_bytes()), ["P"], "{remark}");
    }
    assert_eq!(found(format!("```csv\n{table}```\n").as_bytes()), ["P"]);
    assert_eq!(found(format!("```\npuzzle\n{P}\n```\n").as_bytes()), ["P"]);
    // A row that is cut off has an id or cells, and a row is below another one.
    for row in ["2", "hard-2", &P[..60], "2,", "2,N/A", "2,see book", &format!("2,{}", &P[1..])] {
        assert_eq!(found(format!("{table}{row}").as_bytes()).len(), 2, "{row}");
    }
    let between = found(format!("{table}easy\n\n2,{P}\n").as_bytes());
    assert_eq!(between, ["P", "line 3: found 1 field, expected 2", "P"]);
    assert_eq!(found(format!("puzzle,id\n{}\n", "remark").as_bytes()).len(), 1);
}

#[test]
fn a_key_of_objects_can_be_named() {
    let named = |text: &str, key: &str| -> Vec<String> {
        Reader::of_column(text.as_bytes(), key)
            .map(|found| match found {
                Ok(read) => read.record.grid().to_string(),
                Err(error) => error.to_string(),
            })
            .collect()
    };
    let (p, q) = (P.replace('0', "."), Q.replace('0', "."));
    let object = format!("{{\"foo\":\"{P}\",\"puzzle\":\"{Q}\"}}");
    for text in [object.clone(), format!("[\n{object}\n]\n"), format!("[{object}]"), object.replace(',', ",\n ")] {
        assert_eq!(named(&text, "FOO"), [&*p], "{text}");
    }
    assert_eq!(named(&format!("{object}\n{object}\n"), "puzzle"), [&*q, &q]);
    let both = format!("{{\"givens\":\"{P}\",\"board\":\"{S}\"}}");
    assert_refused(&both, "boards in board and givens");
    assert_eq!(named(&both, "givens"), [&*p]);
    let record = Reader::of_column(object.as_bytes(), "foo").next().unwrap().unwrap().record;
    assert_eq!(record.fields.text("puzzle_").as_deref(), Some(Q));
    assert_eq!(named(&object, "bar"), ["line 1: found the keys foo, puzzle, expected one called bar"]);
    let behind = named(&format!("{object}\n{Q}\n"), "foo");
    assert_eq!(behind, [&*p, "line 2: found a grid that is in no object, expected an object with a key foo"]);
}
