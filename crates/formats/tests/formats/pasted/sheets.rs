//! Tables of spreadsheets, pages of Jira and notebooks.

use super::{P, Q, QS, S, assert_refused, found, joined, lists, rows, ruled};

/// Returns rows of two grids with some fields between them.
fn beside(left: &[String], right: &[String], between: &str) -> Vec<String> {
    left.iter().zip(right).map(|(left, right)| format!("{left}{between}{right}")).collect()
}

/// Returns the fields of the rows of a solution.
fn solution(delimiter: &str) -> Vec<String> {
    let fields =
        |row: &[u8]| row.iter().map(|&digit| char::from(digit).to_string()).collect::<Vec<_>>().join(delimiter);
    S.as_bytes().chunks(9).map(fields).collect()
}

#[test]
fn a_puzzle_and_its_solution_have_an_empty_column_between_them() {
    for delimiter in [",", ";", "\t"] {
        let (gap, titles) =
            (delimiter.repeat(2), format!("Puzzle{}Solution{}", delimiter.repeat(10), delimiter.repeat(8)));
        for blank in ["", "0", "."] {
            let puzzle = joined(blank, delimiter, delimiter);
            let lines = beside(&puzzle, &solution(delimiter), &gap);
            let labelled: Vec<String> =
                ('A'..).zip(&lines).map(|(label, line)| format!("{label}{delimiter}{line}")).collect();
            let bands: Vec<String> = lines.chunks(3).map(|band| band.join("\n")).collect();
            let head = "1 2 3 4 5 6 7 8 9".replace(' ', delimiter);
            for text in [
                lines.join("\n"),
                format!("{head}{gap}{head}\n{}", lines.join("\n")),
                format!("{delimiter}{head}{gap}{head}\n{}", labelled.join("\n")),
                lines.join("\r\n"),
                labelled.join("\n"),
                bands.join("\n\n"),
                format!("{titles}\n{}", lines.join("\n")),
            ] {
                assert_eq!(found(text.as_bytes()), ["P S"], "{text}");
            }
            let others: Vec<String> =
                Q.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).replace('0', ".")).collect();
            let others: Vec<String> = others
                .iter()
                .map(|row| row.split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(delimiter))
                .collect();
            assert_eq!(found(beside(&puzzle, &others, &gap).join("\n").as_bytes()).len(), 2);
            // A cell, a row or the column between them is lost, or a field is one too many.
            let changed = |at: usize, line: String| [&lines[..at], &[line], &lines[at + 1..]].concat().join("\n");
            for text in [
                changed(0, lines[0].replacen(delimiter, "", 1)),
                changed(4, lines[4][..lines[4].len() - 1].into()),
                changed(8, format!("{}1", &lines[8][..lines[8].len() - 1])),
                lines[1..].join("\n"),
                beside(&puzzle, &puzzle, &gap).join("\n"),
            ] {
                assert_refused(&text, "found ");
            }
            // One delimiter or two may be between cells that are not empty.
            if blank.is_empty() {
                assert_refused(&beside(&puzzle, &solution(delimiter), delimiter).join("\n"), "found ");
                assert_refused(&changed(4, lines[4].replacen(delimiter, &gap, 1)), "found ");
            }
        }
    }
}

#[test]
fn labels_are_before_rows_with_empty_columns_between_the_boxes() {
    for delimiter in [",", ";", "\t"] {
        let gap = delimiter.repeat(2);
        let lines = joined("", delimiter, &gap);
        let head = format!("{delimiter}1 2 3 {delimiter}4 5 6 {delimiter}7 8 9").replace(' ', delimiter);
        let spacer = delimiter.repeat(11);
        for label in ["1", "A", "r1", "Row 1", "1."] {
            for behind in [delimiter, &gap] {
                let label = |at: usize| {
                    label.replace('1', &at.to_string()).replace('A', &char::from(b'@' + at as u8).to_string())
                };
                let rows: Vec<String> = (1..).zip(&lines).map(|(at, line)| label(at) + behind + line).collect();
                let spaced: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
                for text in
                    [rows.join("\n"), spaced.join(&format!("\n{spacer}\n")), format!("{head}\n{}", rows.join("\n"))]
                {
                    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
                }
                for at in 0..9 {
                    // A row without its label, without an empty field or with the label of another.
                    for line in [lines[at].clone(), rows[at].replacen(&gap, delimiter, 1), rows[(at + 1) % 9].clone()] {
                        let text = [&rows[..at], &[line], &rows[at + 1..]].concat().join("\n");
                        let found = found(text.as_bytes());
                        assert!(
                            found.iter().all(|found| found == "P" || found.starts_with("line ")),
                            "{text}\n{found:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_last_row_of_a_table_has_sums() {
    for name in ["Summe", "Total", "Sum", "Somme", "TOTAL", "Suma", "Totale", "Gesamt", "Totals", "\"Summe\""] {
        for delimiter in [",", ";", "\t"] {
            let sums = format!("{name}{}", format!("{delimiter}12").repeat(8));
            let lines = joined("", delimiter, delimiter);
            assert_eq!(found(format!("{}\n{sums}\n", lines.join("\n")).as_bytes()), ["P"], "{sums}");
            assert_refused(&format!("{}\n{sums}\n", lines[..8].join("\n")), "8 rows");
        }
        let drawn: Vec<String> = joined(" ", " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
        let sums = format!("| {name}{} |", " | 7".repeat(8));
        assert_eq!(found(format!("{}\n{sums}\n", drawn.join("\n")).as_bytes()), ["P"], "{sums}");
        for count in ["2", ""] {
            let table = format!("id;puzzle;er\n1;{P};7,1\n2;{Q};1,2\n{name};{count};8,3\n");
            assert_eq!(found(table.as_bytes()).len(), 2, "{table}");
            assert_eq!(found(table.as_bytes())[0], "P");
        }
        assert_refused(&format!("id;puzzle\n{name};{}\n", &P[..80]), "80 cells");
    }
}

#[test]
fn headings_of_jira_are_between_double_bars() {
    let (spaced, narrow) = (joined(" ", "|", "|"), joined("", "|", "|"));
    let with = |rows: &[String], row: &dyn Fn(usize, &str) -> String| -> String {
        rows.iter().enumerate().map(|(at, cells)| row(at, cells) + "\n").collect()
    };
    let letter = |at: usize| char::from(b'A' + at as u8);
    for text in [
        with(&spaced, &|_, cells| format!("||{}||", cells.replace('|', "||"))),
        with(&spaced, &|_, cells| format!("|| {} ||", cells.replace('|', " || "))),
        with(&spaced, &|at, cells| {
            if at == 0 { format!("||{}||", cells.replace('|', "||")) } else { format!("|{cells}|") }
        }),
        with(&spaced, &|at, cells| format!("||{}||{cells}|", letter(at))),
        with(&spaced, &|at, cells| format!("||{}|{cells}|", at + 1)),
        with(&narrow, &|at, cells| format!("||{}|{cells}|", at + 1)),
        with(&narrow, &|at, cells| format!("||{}|{cells}|", letter(at))),
    ] {
        let heads = ["", "|| ||1||2||3||4||5||6||7||8||9||\n"];
        for head in &heads[..1 + usize::from(text.starts_with("||A"))] {
            assert_eq!(found(format!("{head}{text}").as_bytes()), ["P"], "{head}{text}");
        }
    }
    for head in ["||A||B||C||D||E||F||G||H||I||", "||1||2||3||4||5||6||7||8||9||"] {
        for rows in [&spaced, &narrow] {
            assert_eq!(
                found((head.to_string() + "\n" + &with(rows, &|_, cells| format!("|{cells}|"))).as_bytes()),
                ["P"],
                "{head}"
            );
        }
    }
    // The second bar may be that of an empty field.
    assert_refused(&with(&narrow, &|at, cells| format!("||{}||{cells}|", letter(at))), "found ");
}

#[test]
fn notebooks_have_grids_in_their_cells_and_outputs() {
    let quoted = |lines: &str| serde_json::to_string(&lines.split_inclusive('\n').collect::<Vec<_>>()).unwrap();
    let notebook = |source: &str, output: &str| {
        let outputs = if output.is_empty() {
            String::new()
        } else {
            format!("{{\"output_type\": \"stream\", \"text\": {}}}", quoted(output))
        };
        format!(
            "{{\n \"cells\": [\n  {{\n   \"cell_type\": \"code\",\n   \"outputs\": [{outputs}],\n   \"source\": {}\n  }}\n ],\n \"metadata\": {{}},\n \"nbformat\": 4,\n \"nbformat_minor\": 5\n}}\n",
            quoted(source)
        )
    };
    let solved: String = S.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect();
    for source in [
        rows(".").join("\n"),
        format!("grid = '{P}'\nsolve(grid)"),
        format!("board = {}\n", lists(P)),
        format!("# Sudoku\n\n{}\n\nIt is hard.", joined(".", " ", " | ").join("\n")),
    ] {
        assert_eq!(found(notebook(&source, "").as_bytes()), ["P"], "{source}");
        assert_eq!(found(notebook(&source, &solved).as_bytes()), ["P S"], "{source}");
    }
    assert_eq!(found(notebook("print(board)", &rows(".").join("\n")).as_bytes()), ["P"]);
    assert_refused(&notebook("print(1)", ""), "of the cells of a notebook");
    assert_refused(&notebook(&rows(".")[..8].join("\n"), ""), "8 rows");
    assert_eq!(found(notebook(&format!("{P}\n\n{Q}\n"), &format!("{S}\n\n{QS}\n")).as_bytes()).len(), 2);
}

/// The title of a grid may be the name of a column of puzzles, too.
#[test]
fn titles_with_other_fields_above_a_grid() {
    for title in ["Sudoku;12;;;;;;;", "Grid;1", "Board;;;;Easy;;;;", "Puzzle;;;;;;;;Hard"] {
        for blank in ["", "0"] {
            let rows = joined(blank, ";", ";").join("\n");
            for between in ["\n", "\n;;;;;;;;\n"] {
                let text = format!("{title}{between}{rows}\n");
                assert_eq!(found(text.as_bytes()), ["P"], "{text}");
                let text = text.replace(';', ",");
                assert_eq!(found(text.as_bytes()), ["P"], "{text}");
                let book = format!("{text}\n{text}Solution\n{}\n", solution(",").join("\n"));
                let found = found(book.as_bytes());
                assert!(found.len() == 2 && found.iter().all(|found| found.starts_with('P')), "{book}\n{found:?}");
            }
        }
    }
    assert_refused(&format!("puzzle;er\n{}\n", ["12;1"; 9].join("\n")), "found 2 cells");
}

/// A grid in other columns of a sheet than the first ones, with empty columns and rows between the boxes or not.
#[test]
fn empty_columns_are_around_the_grid_of_a_sheet() {
    for (delimiter, blank) in
        [",", ";", "\t"].iter().flat_map(|delimiter| ["", "0", "."].map(|blank| (*delimiter, blank)))
    {
        for (before, behind, label) in
            [(2, 0, ""), (3, 1, ""), (1, 1, ""), (0, 2, ""), (2, 0, "A"), (1, 2, "A"), (5, 4, "")]
        {
            for bar in [delimiter, &delimiter.repeat(2)] {
                let label = |at: usize| match label {
                    "" => String::new(),
                    _ => format!("{}{delimiter}", char::from(b'A' + at as u8)),
                };
                let around = |(at, row): (usize, &String)| {
                    format!("{}{}{row}{}", delimiter.repeat(before), label(at), delimiter.repeat(behind))
                };
                let lines: Vec<String> = joined(blank, delimiter, bar).iter().enumerate().map(around).collect();
                let empty = delimiter.repeat(lines[0].matches(delimiter).count());
                let spaced = ruled(&lines, &empty, None);
                for text in [lines.join("\n"), spaced.clone(), format!("Title{empty}\n{empty}\n{spaced}{empty}\n")] {
                    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
                }
                // A field is lost, or one is too many.
                let change = |line: String| [&lines[..4], &[line], &lines[5..]].concat().join("\n");
                if blank.is_empty() {
                    assert_refused(&change(lines[4].replacen(delimiter, "", 1)), "found ");
                    assert_refused(&change(format!("{delimiter}{}", lines[4])), "found ");
                }
            }
        }
    }
    // The last column may be one of the grid or not.
    let rows: Vec<String> =
        joined("", ",", ",").iter().map(|row| format!(",,{},", &row[..row.rfind(',').unwrap()])).collect();
    assert_refused(&rows.join("\n"), "found ");
}
