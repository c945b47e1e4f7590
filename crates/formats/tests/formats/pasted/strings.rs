//! Strings of programs and of links, and the lines of tables and outputs, as programmers paste them.

use super::{P, Q, S, assert_no_grid, assert_refused, found, joined, rows};

/// Returns the other puzzle as it is shown.
fn q() -> String {
    Q.replace('0', ".")
}

/// Returns lists of the cells of each row, with what is written for a cell.
fn lists(open: &str, close: &str, cell: impl Fn(char) -> String) -> Vec<String> {
    let row = |row: &String| row.chars().map(&cell).collect::<Vec<_>>().join(",");
    rows("0").iter().map(|text| format!("{open}{}{close}", row(text))).collect()
}

#[test]
fn strings_may_be_in_single_quotes() {
    for text in [
        format!("puzzles = ['{P}', '{Q}']\n"),
        format!("puzzles = [\n    '{P}',\n    '{Q}',\n]\n"),
        format!("['{P}', '{Q}']\n"),
        format!("const puzzles = [\n  '{P}',\n  '{Q}'\n];\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P", &q()], "{text}");
    }
    for text in [
        format!("const puzzlesAndSolutions = [\n  [\n    '{P}',\n    '{S}'\n  ],\n];\n"),
        format!("puzzles = [('{P}', '{S}')]\n"),
        format!("  {{ \"{P}\", \"{S}\" }},\n"),
        format!("var tests = []test{{\n  {{\"{P}\", \"{S}\"}},\n}}\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P S"], "{text}");
    }
    assert_no_grid([format!("puzzles = ['{}', '{}']\n", &P[..80], &Q[1..])]);
}

#[test]
fn rows_may_be_in_one_string() {
    let text = rows(".").join("\\n");
    for text in [
        format!("g = \"{text}\"\n"),
        format!("g = \"{text}\\n\";\n"),
        format!("g = '{text}'\n"),
        format!("\"{text}\"\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    assert_no_grid([format!("g = \"{}\"\n", rows(".")[1..].join("\\n"))]);
}

#[test]
fn characters_may_be_spaces() {
    let cell = |digit: char| format!("'{}'", if digit == '0' { ' ' } else { digit });
    let c = lists("{", "}", cell);
    for text in [
        c.join(",\n"),
        format!("char b[9][9] = {{\n  {}\n}};\n", c.join(",\n  ")),
        format!("board = [{}]\n", lists("[", "]", cell).join(",\n")),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    let strings = rows(" ").iter().map(|row| format!("\"{row}\"")).collect::<Vec<_>>();
    for text in [strings.join("\n"), strings.join(",\n"), strings.join("\n").replace('"', "'")] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        assert_no_grid([text.replacen(' ', "", 1)]);
    }
    assert_no_grid([c[1..].join(",\n"), c.join(",\n").replacen("' ',", "", 1)]);
}

#[test]
fn numpy_prints_several_boards() {
    let board = |text: &str| -> String {
        let row = |row: usize| text[9 * row..9 * row + 9].chars().map(String::from).collect::<Vec<_>>().join(" ");
        format!("[[{}]]", (0..9).map(row).collect::<Vec<_>>().join("]\n  ["))
    };
    let text = format!("[{}\n\n {}]\n", board(P), board(Q));
    assert_eq!(found(text.as_bytes()), ["P", &q()], "{text}");
    assert_no_grid([format!("[{}\n\n {}]\n", board(P).replacen("0 ", "", 1), board(Q).replacen("0 ", "", 1))]);
}

#[test]
fn links_may_have_escapes() {
    for blank in ["%2E", "%2e", "%2D", "%5F", "%30", "%20", "+"] {
        let link = format!("https://example.org/?s={}", P.replace('0', blank));
        assert_eq!(found(link.as_bytes()), ["P"], "{link}");
        assert_eq!(found(format!("<a href=\"{link}\">play</a>\n").as_bytes()), ["P"], "{link}");
        assert_no_grid([format!("https://example.org/?s={}", P[1..].replace('0', blank))]);
    }
}

#[test]
fn the_ruler_of_a_table_of_markdown_may_have_nine_dashes() {
    for ruler in ["|---:|:---|---|", "| ---: | :--- | --- |", "|---|---|---|", "|:---|:---|:---|"] {
        let text = format!("| id | puzzle | rating |\n{ruler}\n| 1 | {P} | 2 |\n| 2 | {Q} | 3 |\n");
        assert_eq!(found(text.as_bytes()), ["P", &q()], "{text}");
    }
}

/// The first row may be the head of the table.
#[test]
fn a_table_of_markdown_may_have_centred_columns_without_outer_bars() {
    for (ruler, ends) in [(":-:", ""), (":-", ""), ("-:", ""), (":-:", "|")] {
        let ruler = [ruler; 9].join("|");
        for blank in [" ", ".", "0"] {
            let row = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join("|");
            let mut lines: Vec<String> = rows(blank).iter().map(row).collect();
            lines.insert(1, ruler.clone());
            let lines: Vec<String> = lines.iter().map(|line| format!("{ends}{line}{ends}")).collect();
            assert_eq!(found(lines.join("\n").as_bytes()), ["P"], "{lines:?}");
        }
    }
}

#[test]
fn headings_may_be_numbers_with_signs() {
    for heading in ["1,234", "12,345", ":1", ":12"] {
        let lines = rows(".").join("\n");
        for text in [format!("{heading}\n{P}\n{heading}\n{Q}\n"), format!("{heading}\n{lines}\n\n{heading}\n{Q}\n")] {
            assert_eq!(found(text.as_bytes()), ["P", &q()], "{text}");
        }
    }
}

#[test]
fn rows_may_have_numbers_with_a_sign_and_rulers_between_all() {
    let numbered: String = rows(".").iter().enumerate().map(|(at, row)| format!("Row #{}: {row}\n", at + 1)).collect();
    assert_eq!(found(numbered.as_bytes()), ["P"]);
    for ruler in ["---------", "_________", "=========", "- - - - - - - - -"] {
        let between = rows(".").join(&format!("\n{ruler}\n"));
        for text in [format!("{between}\n"), format!("{ruler}\n{between}\n{ruler}\n")] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    let between = rows("-").join("\n---------\n");
    assert_no_grid([between.clone(), rows(".")[1..].join("\n---------\n")]);
}

#[test]
fn cells_in_brackets_need_no_name() {
    let cells: Vec<String> = P.chars().map(String::from).collect();
    let cells = cells.join(", ");
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("Array(", ")"),
        ("c(", ")"),
        ("new int[] {", "}"),
        ("int[] g = new int[] {", "};"),
        ("x = (", ")"),
    ] {
        assert_eq!(found(format!("{open}{cells}{close}\n").as_bytes()), ["P"], "{open}");
        assert_no_grid([format!("{open}{}{close}\n", &cells[3..])]);
    }
    let rows = lists("vec![", "]", String::from).join(", ");
    assert_eq!(found(format!("let g = vec![{rows}];\n").as_bytes()), ["P"]);
}

#[test]
fn a_solution_may_be_before_its_puzzle() {
    for text in [format!("{S},{P}\n"), format!("{S};{P}\n"), format!("1,{S},{P},easy\n"), format!("{P} {S}\n")] {
        assert_eq!(found(text.as_bytes()), ["P S"], "{text}");
    }
    assert_no_grid([format!("{S},{Q}\n"), format!("{S},{P},{}\n", &S[..80]), format!("{S},{P},{}7\n", q())]);
}

/// A string of 81 characters with spaces as empty cells, anywhere in a line.
#[test]
fn a_string_may_have_spaces_as_empty_cells() {
    let (puzzle, solution) = (P.replace('0', " "), S);
    for (before, behind) in [
        ("\"", "\""),
        ("leer db '", "', 0"),
        ("const char *board = \"", "\";"),
        ("    std::string start = \"", "\\r\\n\";"),
        ("./sudoku --grid \"", "\" --all"),
        ("puzzle: \"", "\""),
        ("rate('", "')"),
        ("<cells>", "</cells>"),
        ("<td>", "</td>"),
        ("3,\"", "\""),
        ("[", "]"),
        ("|", "|"),
        ("`", "`"),
    ] {
        let line = |cells: &str| format!("{before}{cells}{behind}\n");
        assert_eq!(found(line(&puzzle).as_bytes()), ["P"], "{before}");
        // The solution in the next line is no puzzle.
        let both = found((line(&puzzle) + &line(solution)).as_bytes());
        assert!(matches!(&both[0][..], "P" | "P S"), "{before}: {both:?}");
        for damaged in [puzzle.replacen("  ", " ", 1), puzzle.replacen("  ", "   ", 1)] {
            let found = found((line(&damaged) + &line(solution)).as_bytes());
            assert!(found.iter().any(|found| found.starts_with("line ")), "{before}{damaged}: {found:?}");
        }
    }
    let found = found(format!("easy = \"{puzzle}\"\nhard = \"{Q}\"\n").as_bytes());
    assert_eq!(found, ["P".to_string(), Q.replace('0', ".")]);
    // Numbers in a string are no grid.
    let numbers = "12 345 6789 12 345 6789 12 345 6789 12 345 6789 12 345 6789 12 345 6789 12 34567";
    assert_eq!(super::found(format!("{P}\nwidths = \"{numbers}\"\n").as_bytes()), ["P"]);
}

#[test]
fn a_second_sign_in_a_string_is_no_cell() {
    let strings = |blank: &str, open: &str, close: &str| {
        let rows: Vec<String> = joined(blank, ",", ",").iter().map(|row| format!("{open}{row}{close}")).collect();
        format!("{open}{}{close}", rows.join(","))
    };
    for (quote, open, close) in [("\"", "[", "]"), ("'", "[", "]"), ("'", "{", "}")] {
        let cell = |cell: &str| format!("{quote}{cell}{quote}");
        let digits = strings(&cell("."), open, close);
        let text = ('1'..='9').fold(digits, |text, digit| text.replace(digit, &cell(&digit.to_string())));
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        assert_no_grid(["3.", ".3", "3-", "33"].map(|other| text.replacen(&cell("3"), &cell(other), 1)));
    }
    // A clue that was lost is empty in another way than the other cells.
    for (blank, other) in [("\"\"", "\" \""), ("\" \"", "\"\"")] {
        let text = strings(blank, "[", "]");
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        assert_refused(&text.replacen('3', other, 1), &format!("found {other} at row 1, cell 3"));
    }
    for (blank, other) in [("", "&nbsp;"), ("&nbsp;", ""), (" ", "&nbsp;"), ("", " ")] {
        let cells = joined(blank, "</td><td>", "</td><td>");
        for end in ["", "\n"] {
            let text: String = cells.iter().map(|row| format!("<tr><td>{row}</td></tr>{end}")).collect();
            let text = format!("<table>{end}{text}</table>\n");
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            assert_no_grid([text.replacen('3', other, 1)]);
        }
    }
}

#[test]
fn numpy_prints_strings_without_commas() {
    for quote in ["'", "\""] {
        for blank in ["0", ".", "", "x"] {
            let row = |row: &String| {
                let cell =
                    |cell: char| format!("{quote}{}{quote}", if cell == '0' { blank.into() } else { cell.to_string() });
                row.chars().map(cell).collect::<Vec<_>>().join(" ")
            };
            let text = format!("[[{}]]\n", rows("0").iter().map(row).collect::<Vec<_>>().join("]\n ["));
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
}

#[test]
fn letters_may_be_the_blanks_of_rows_in_brackets() {
    for blank in ["x", "X", "e"] {
        for between in [" ", ""] {
            let text: String = joined(blank, between, between).iter().map(|row| format!("[{row}]\n")).collect();
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
}

#[test]
fn items_in_brackets_may_have_an_empty_first_column() {
    let grid: String = rows("0").iter().map(|row| format!("0{}", &row[1..])).collect();
    let row = |row: &[u8]| row.iter().map(|&cell| char::from(cell).to_string()).collect::<Vec<_>>().join(", ");
    let items: String = grid.as_bytes().chunks(9).map(|cells| format!("  - [{}]\n", row(cells))).collect();
    for text in [items.clone(), format!("board:\n{items}")] {
        assert_eq!(found(text.as_bytes()), [grid.replace('0', ".")], "{text}");
    }
    assert_no_grid([items.replacen("0, ", "", 1)]);
}

#[test]
fn a_comma_is_behind_the_last_string() {
    for blank in [".", " "] {
        let strings: String = rows(blank).iter().map(|row| format!("  {row:?},\n")).collect();
        assert_eq!(found(format!("[\n{strings}]\n").as_bytes()), ["P"], "{strings}");
        assert_no_grid([format!("[\n{}]\n", strings.replacen("9", "", 1))]);
    }
}

#[test]
fn a_dash_or_the_ending_of_a_page_is_behind_a_grid() {
    for grid in [P.to_string(), P.replace('0', ".")] {
        for ending in ["html", "php?x=1", "png"] {
            assert_eq!(found(format!("https://example.org/s/{grid}.{ending}").as_bytes()), ["P"], "{grid}.{ending}");
        }
        assert_eq!(found(format!("{grid}-{S}\n").as_bytes()), ["P S"]);
        assert_no_grid([format!("{}-{S}\n", &grid[1..]), format!("{grid}-{}\n", &S[1..]), format!("{grid}-{grid}\n")]);
    }
}
