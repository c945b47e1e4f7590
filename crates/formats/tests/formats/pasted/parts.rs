//! Columns and boxes that look like rows, rows among which one has other signs, and rows that are broken in two.

use super::{P, S, assert_no_grid, assert_refused, found, joined, rows};
use crate::size::stride;

/// Returns the columns and the boxes of the grid.
fn others() -> [Vec<String>; 2] {
    let cell = |row: usize, column: usize| &P[9 * row + column..9 * row + column + 1];
    let columns = (0..9).map(|at| (0..9).map(|row| cell(row, at)).collect());
    let boxes = (0..9).map(|at| (0..9).map(|of| cell(at / 3 * 3 + of / 3, at % 3 * 3 + of % 3)).collect());
    [columns.collect(), boxes.collect()]
}

fn spread(row: &str, between: &str) -> String {
    row.chars().map(String::from).collect::<Vec<_>>().join(between)
}

/// Returns lines with `N` for the number of a row, `Z` for that from 0, `ROW` for its cells and `LIST` for them with commas.
fn named(form: &str, rows: &[String]) -> String {
    let line = |(at, row): (usize, &String)| {
        let form = form.replace('N', &(at + 1).to_string()).replace('Z', &at.to_string());
        form.replace("ROW", row).replace("LIST", &spread(row, ", ")) + "\n"
    };
    rows.iter().enumerate().map(line).collect()
}

#[test]
fn named_columns_and_boxes_are_no_rows() {
    for form in [
        "colN = [LIST]",
        "columns[Z] = [LIST]",
        "board.columns[Z] = {LIST};",
        "g[:,Z] = [LIST]",
        "g[:, Z] = np.array([LIST])",
        "g(:,N) = [LIST];",
        "m[,N] <- c(LIST)",
        "cN = [LIST]",
        "cN=ROW",
        "int cN[] = {LIST};",
        "self.colN = [LIST]",
        "column_N <- c(LIST)",
        "VN = ROW",
        "xN = [LIST]",
        "boxN = [LIST]",
        "boxN: ROW",
        "squareN = \"ROW\"",
        "ROW  # col N",
        "ROW // column N",
        "[LIST], # box N",
        "ROW   column N",
        "ROW <- box N",
    ] {
        for rows in others() {
            assert_no_grid([named(form, &rows)]);
        }
    }
    for form in [
        "rowN = [LIST]",
        "rows[Z] = [LIST]",
        "board.rows[Z] = {LIST};",
        "g[Z,:] = [LIST]",
        "g[Z, :] = np.array([LIST])",
        "g(N,:) = [LIST];",
        "m[N,] <- c(LIST)",
        "rN = [LIST]",
        "int rN[] = {LIST};",
        "self.rN = [LIST]",
        "row_N <- c(LIST)",
        "lineN = \"ROW\"",
        "puzzle[Z]=\"ROW\"",
        "grid[Z][:] = [LIST]",
        "rows.append([LIST])",
        "board.push([LIST]);",
        "[LIST], # row N",
    ] {
        let text = named(form, &rows("0"));
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn only_words_for_rows_are_labels() {
    let labelled = |form: &str, word: &str| -> String {
        let line = |(row, at): (String, usize)| {
            let cells = joined("0", ",", ",").remove(at - 1);
            let form = form.replace("C,", &cells).replace('R', &row).replace('N', &at.to_string());
            form.replace('W', word) + "\n"
        };
        rows(".").into_iter().zip(1..).map(line).collect()
    };
    let forms = ["W N: R", "W N : R", "WN: R", "W N R", "R  W N", "R # W N", "W N) R", "- W N: R", "W N = [C,]"];
    for form in forms {
        for word in ["Row", "Zeile", "Reihe", "Ligne", "Rangée", "Fila", "Línea", "Riga", "Rad", "Řádek"] {
            assert_eq!(found(labelled(form, word).as_bytes()), ["P"], "{form} {word}");
        }
        assert_no_grid(
            ["Quadrat", "Carré", "Caja", "Riquadro", "Kasten", "Boîte", "Región", "Vak", "Kolonne", "Sarake", "Item"]
                .map(|word| labelled(form, word)),
        );
    }
    let text = labelled("log.txt:N:R", "") + "\n" + &labelled("Anna1: R", "");
    assert_eq!(found(text.as_bytes()), ["P", "P"]);
}

#[test]
fn columns_and_boxes_below_a_heading_are_no_rows() {
    for heading in [
        "Columns:",
        "Boxes:",
        "# columns",
        "// columns",
        "[columns]",
        "<columns>",
        "By column",
        "Box by box",
        "=== Columns ===",
        "The boxes",
        "Spalten:",
        "Transposed grid",
        "Puzzle by columns (left to right):",
    ] {
        for rows in others() {
            assert_no_grid([
                format!("{heading}\n{}\n", rows.join("\n")),
                format!("{heading}\n\n{}\n", rows.join("\n")),
            ]);
        }
    }
    for heading in ["Rows:", "Rows and columns", "Box 5", "Look at the third column and at box 5:", "Boxed set, no. 7"]
    {
        assert_eq!(found(format!("{heading}\n{}\n", rows("0").join("\n")).as_bytes()), ["P"], "{heading}");
    }
}

#[test]
fn arrays_and_keys_of_columns_and_boxes_are_no_grid() {
    for name in [
        "columns",
        "cols",
        "box",
        "boxes",
        "transposed",
        "byColumn",
        "by_column",
        "columnMajor",
        "squares",
        "sectors",
        "regions",
        "colonnes",
        "board_columns",
    ] {
        for rows in others() {
            let lists: Vec<String> = rows.iter().map(|row| format!("[{}]", spread(row, ", "))).collect();
            let strings: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
            let line = rows.concat();
            assert_no_grid([
                format!("{{\"{name}\": [{}]}}", lists.join(", ")),
                format!("{{\"{name}\": [{}]}}", strings.join(", ")),
                format!("{{\"id\": 1, \"data\": {{\"{name}\": \"{line}\"}}}}"),
                format!("{name} = [{}]", lists.join(", ")),
                format!("{name} = [\n  {}\n]", lists.join(",\n  ")),
                format!("const {name}: number[][] = [{}];", lists.join(", ")),
                format!("{name} = \"{line}\""),
                format!("{name}: {line}"),
            ]);
        }
    }
}

#[test]
fn columns_in_another_order_are_no_grid() {
    let swap = |row: &String| format!("{}{}{}", &row[1..2], &row[..1], &row[2..]);
    let rows: Vec<String> = rows(".").iter().map(swap).collect();
    for head in
        ["B A C D E F G H I", "b a c d e f g h i", "  B A C   D E F   G H I", "BACDEFGHI", "c2 c1 c3 c4 c5 c6 c7 c8 c9"]
    {
        for between in ["", " ", ","] {
            let lines: Vec<String> = rows.iter().map(|row| spread(row, between)).collect();
            assert_no_grid([format!("{head}\n{}\n", lines.join("\n"))]);
            assert_no_grid([format!("{head}\n{}\n", named("N ROW", &lines))]);
        }
    }
    // Names that do not tell the cells, above 81 values.
    let names: Vec<String> =
        (0..81).map(|at| format!("{}{}", char::from(b'k' + at / 9), char::from(b'k' + at % 9))).collect();
    for blank in ["", "0", ".", "-"] {
        for between in [",", ";", "\t"] {
            let values: Vec<String> =
                others()[0].concat().chars().map(|cell| if cell == '0' { blank.into() } else { cell.into() }).collect();
            assert_no_grid([format!("{}\n{}\n", names.join(between), values.join(between))]);
        }
    }
}

#[test]
fn a_row_with_other_signs_than_the_others_is_refused() {
    for (open, between, bar, close) in [
        ("| ", " ", " | ", " |"),
        ("[", ",", ",", "],"),
        ("", ",", ",", ""),
        ("\"", "", "", "\","),
        ("", " ", " ", ""),
        ("", "", "|", ""),
    ] {
        let lines: Vec<String> = joined("0", between, bar).iter().map(|row| format!("{open}{row}{close}")).collect();
        for at in [0, 4, 8] {
            for bare in ["123456789", "000000000", &P[9 * at..9 * at + 9]] {
                let mut lines = lines.clone();
                lines[at] = bare.into();
                assert_no_grid([lines.join("\n")]);
            }
        }
        for bare in ["1 2 3 4 5 6 7 8 9", "0 0 0 0 0 0 0 0 0"].into_iter().filter(|_| open == "[") {
            let mut lines = lines.clone();
            lines[4] = bare.into();
            assert_no_grid([format!("g = [\n{}\n]", lines.join("\n"))]);
        }
    }
    // The signs before the first row may be those of all rows.
    for (open, close) in [("g = \"\"\"", "\"\"\""), ("A = [", "];"), ("", "")] {
        let text = format!("{open}{}{close}\n", joined("0", " ", " ").join("\n"));
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn no_clue_of_a_row_that_is_broken_in_two_is_lost() {
    let digits = |between: &str, bar: &str| -> Vec<String> {
        (0..9)
            .map(|row| S[9 * row..9 * row + 9].to_string())
            .map(|row| [&row[..3], &row[3..6], &row[6..]].map(|part| spread(part, between)).join(bar))
            .collect()
    };
    let spaces: Vec<String> = joined(" ", " ", " | ").iter().map(|row| row.trim_end().into()).collect();
    let lines = [S, P].map(|grid| spread(grid, ",").replace('0', ""));
    for text in [
        digits("", "|").join("\n"),
        digits(" ", " | ").join("\n"),
        digits("", "").join("\n"),
        digits(",", ",").join("\n"),
        digits(" | ", " | ").join("\n"),
        spaces.join("\n"),
        joined("", ",", ",").join("\n"),
        lines[0].clone(),
        lines[0].replace(',', ", "),
        lines[1].replacen("9", "", 1) + "9",
    ] {
        let whole = found(text.as_bytes());
        let last = text.rfind('\n').map_or(0, |at| at + 1);
        for at in (last + 1..text.len()).step_by(stride(3)) {
            let broken = format!("{}\n{}", &text[..at], &text[at..]);
            let is_right = |found: &String| whole.contains(found) || found.starts_with("line ");
            for text in [broken.clone(), format!("{broken}\n\n{text}"), format!("{broken}\n{text}")] {
                let found = found(text.as_bytes());
                assert!(found.iter().all(is_right), "{text}\n{found:?}");
            }
        }
    }
}

#[test]
fn rows_that_look_like_ratings_are_rows() {
    let solved = |row: usize| S[9 * row..9 * row + 9].to_string();
    let mut lines: Vec<String> = (0..9)
        .map(|row| {
            let cell = |(at, digit): (usize, char)| if (7 * row + 3 * at) % 4 == 0 { '.' } else { digit };
            solved(row).char_indices().map(cell).collect()
        })
        .collect();
    lines[0] = "48.92.6.7".into();
    let grid = lines.concat();
    let banded: Vec<String> = lines.iter().map(|row| format!("{} {} {}", &row[..3], &row[3..6], &row[6..])).collect();
    assert_eq!(found(banded.join("\n").as_bytes()), std::slice::from_ref(&grid), "{banded:?}");
    let rated = format!("4.3 1.2 1.2\n{}\n4.3 1.2 1.2\n", banded.join("\n"));
    assert_eq!(found(rated.as_bytes()), [grid], "{rated}");
    for text in [format!("{}\n4.3 1.2 1.2", banded[..8].join("\n")), format!("4.3 1.2 1.2\n{}", banded[1..].join("\n"))]
    {
        assert_refused(&text, "line ");
    }
}

#[test]
fn an_empty_row_and_another_one_twice_are_no_grid() {
    for delimiter in [",", ";", "\t"] {
        let lines = joined("", delimiter, delimiter);
        let empty = delimiter.repeat(8);
        for at in 1..9 {
            let twice: Vec<&str> = lines[1..].iter().map(String::as_str).collect();
            let twice = [&twice[..at], &twice[at - 1..]].concat().join("\n");
            assert_no_grid([format!("{empty}\n{twice}\n"), format!("{twice}\n{empty}\n")]);
        }
    }
}

#[test]
fn elements_comments_and_line_ends_around_rows_are_no_cells() {
    let each = |shown: &dyn Fn(&String) -> String, between: &str| {
        rows("0").iter().map(shown).collect::<Vec<_>>().join(between)
    };
    let matlab = |end: &str| format!("A = [\n{}\n];", each(&|row| format!("{};{end}", spread(row, " ")), "\n"));
    let framed: Vec<String> = joined(".", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let edge = "+-------+-------+-------+";
    for text in [
        each(&|row| format!("<div>{row}</div>"), "\n"),
        each(&|row| format!("<div class=\"row\">{row}</div>"), "\n"),
        each(&|row| format!("  <row>{row}</row>"), "\n"),
        each(&|row| format!("<string>{row}</string>"), "\n"),
        each(&|row| format!("<item>{}</item>", spread(row, " ")), "\n"),
        matlab(" % a row"),
        matlab(" ..."),
        [edge, &framed[..3].join("\r"), edge, &framed[3..6].join("\r"), edge, &framed[6..].join("\r"), edge].join("\r"),
        rows(".").join("\r"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    for rows in others() {
        let columns: String = rows.iter().map(|row| format!("<div class=\"column\">{row}</div>\n")).collect();
        assert_no_grid([columns]);
    }
    let short = P.trim_start_matches('0');
    for text in [format!("{short}{S}"), format!("[\"{short}\", \"{S}\"]")] {
        assert_refused(&text, "zeros at its start are lost");
    }
    assert_refused(&format!("00{}", &P[3..]), "80 cells");
}
