//! Texts that have lost a row, a cell or a puzzle, and look like others: the number of solutions tells them apart.

use super::{P, Q, QS, S, assert_no_grid, assert_refused, found, joined, lists, rows};

/// Returns the fields of the rows, with an empty field for an empty cell.
fn fields(delimiter: &str) -> Vec<String> {
    joined("", delimiter, delimiter)
}

#[test]
fn a_spacer_or_a_ruler_is_no_row_in_place_of_a_lost_one() {
    let mut refused = 0;
    for (lines, empty) in [
        (fields(","), ",,,,,,,,"),
        (fields(";"), ";;;;;;;;"),
        (rows("-"), "---------"),
        (rows("_"), "_________"),
        (rows("*"), "*********"),
    ] {
        for lost in 0..9 {
            let mut others = lines.clone();
            others.remove(lost);
            for at in [0, 3, 6, 8] {
                let mut text = others.clone();
                text.insert(at, empty.into());
                let found = found((text.join("\n") + "\n").as_bytes());
                // Few have one solution by chance.
                let is_unique = |found: &String| found.parse().is_ok_and(|grid| minirow_core::solver::is_unique(&grid));
                let is_refused = found.iter().any(|found| found.starts_with("line "));
                assert!(is_refused || found.iter().all(is_unique), "{text:?}: {found:?}");
                refused += usize::from(is_refused);
            }
        }
    }
    assert!(refused > 140, "{refused} of 180");
}

#[test]
fn an_empty_row_of_a_puzzle_with_one_solution_is_a_row() {
    for at in 0..9 {
        let mut puzzle = S.to_string();
        puzzle.replace_range(9 * at..9 * at + 9, "---------");
        let text: String = puzzle.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect();
        assert_eq!(found(text.as_bytes()), [puzzle.replace('-', ".")]);
    }
}

#[test]
fn a_solution_beside_a_puzzle_that_is_not_known_is_no_puzzle() {
    for puzzle in
        ["TBD", "tbd", "TBA", "?", "-", "n/a", "unknown", "todo", "pending", "unbekannt", "inconnu", "missing"]
    {
        for text in [
            format!("{puzzle},{S}\n"),
            format!("7;{puzzle};{S}\n"),
            format!("{puzzle}\t{S}\n"),
            format!("\"{puzzle}\",\"{S}\"\n"),
        ] {
            assert_refused(&text, "found a solution without its puzzle");
        }
    }
    assert_eq!(found(format!("easy,{S}\n").as_bytes()), [S]);
}

#[test]
fn a_solution_behind_a_puzzle_that_is_no_word_is_no_puzzle() {
    for blank in [" ", "o", "~", "n"] {
        let puzzle = P.replacen("00", "10", 1).replace('0', blank);
        for lost in [0, 1, 9] {
            for delimiter in [",", ";"] {
                assert_no_grid([format!("{}{delimiter}{S}\n", &puzzle[..81 - lost])]);
            }
        }
    }
    // Cells with a sign of a program, with a word or brackets for a blank, or without the blanks.
    for blank in ["blank", "[]", "()", "^"] {
        assert_no_grid([format!("{},{S}\n", P.replace('0', blank))]);
    }
    let digits: Vec<String> = P.replace('0', "").chars().map(String::from).collect();
    assert_no_grid([format!("{};{S}\n", digits.join(","))]);
    assert_eq!(found(format!("{S} 2026-11-29 12:30:45 easy 7.2\n").as_bytes()), [S]);
    for text in [format!("1 -> {S}\n"), format!("1,{S}\n")] {
        assert_eq!(found(text.as_bytes()), [S], "{text}");
    }
}

#[test]
fn a_solution_without_its_puzzle_is_no_puzzle() {
    let message = "found a solution without its puzzle";
    for text in [format!(" -> {S}\n"), format!("? -> {S} (0.00 us)\n"), format!("null,{S}\n"), format!("N/A\t{S}\n")] {
        assert_refused(&text, message);
    }
    // In a table whose other rows have a puzzle, too.
    for [before, between, behind] in [["| ", " | ", " |"], ["", ",", ""]] {
        for puzzle in ["null", "none yet", "6.7......"] {
            let row = |puzzle: &str, solution: &str| format!("{before}{puzzle}{between}{solution}{behind}\n");
            let turned = row(Q, QS) + &row(S, puzzle);
            for text in [row(Q, QS) + &row(puzzle, S), turned] {
                let found = found(text.as_bytes());
                assert!(found.len() == 2 && found[1].contains(message), "{text}\n{found:?}");
            }
        }
    }
    assert_refused(&format!("| puzzle | solution |\n|---|---|\n| to do | {S} |\n"), message);
    // Behind a puzzle with an error.
    for text in [
        format!("{}\n{S}\n", &P[1..]),
        format!("{}\n\nLösung\n{S}\n", rows("0").join("\n").replace("900305001", "90305001")),
    ] {
        let found = found(text.as_bytes());
        assert!(found.len() == 2 && found[1].contains(message), "{text}\n{found:?}");
    }
    assert_eq!(found(format!("{QS}\n{}\n{S}\n", &P[1..]).as_bytes())[2], S);
    // In the element of its puzzle.
    assert_eq!(found(format!("<puzzle id=\"12\">{P}\n{S}</puzzle>\n").as_bytes()), ["P"]);
}

#[test]
fn a_solution_that_has_lost_a_cell_is_no_puzzle() {
    let lost = S.replacen('9', ".", 1);
    let lines =
        |line: &str| line.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>();
    for between in ["", "Lösung\n", "Soluzione:\n", "Output\n", "After\n", "```\n## 2\n```\n"] {
        let found = found(format!("Puzzle\n{}\n{between}{}", lines(P), lines(&lost)).as_bytes());
        assert!(
            found[0] == "P" && found[1..] == ["line 12: found 8 cells in row 1, expected 9"]
                || found[1].contains("found 8 cells in row 1"),
            "{found:?}"
        );
    }
    let text = format!("Input: board = {}\nOutput: {}\n", lists(P), lists(&lost.replace('.', "0")));
    assert!(found(text.as_bytes())[1].contains("found 8 cells in row 1"));
    // That of no puzzle before it is one itself.
    assert_eq!(found(format!("{Q}\n{lost}\n").as_bytes()), [Q.replace('0', "."), lost]);
}

#[test]
fn ten_rows_are_no_grid() {
    let ten = |open: &str, between: &str, close: &str, blank: &str| {
        let mut rows = rows(blank);
        rows.insert(6, rows[0].replace('3', "7"));
        let separator = if blank == "0" { "," } else { "" };
        let row = |row: &String| row.split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(separator);
        format!("{open}{}{close}\n", rows.iter().map(row).collect::<Vec<_>>().join(between))
    };
    assert_refused(&ten("int[][] g = {new int[]{", "},\nnew int[]{", "}};", "0"), "found 10 rows of a grid");
    assert_refused(&ten("m <- matrix(c(c(", "),\nc(", ")), nrow=10, byrow=TRUE)", "0"), "found 10 rows of a grid");
    assert_refused(&ten("(define g (list \"", "\",\n\"", "\"))", "."), "found 10 rows of a grid");
    // A number above a table is none of its cells.
    let field = |cell: char| format!("<td>{}</td>\n", if cell == '0' { ' ' } else { cell });
    let page: Vec<String> =
        rows("0").iter().map(|row| format!("<tr>\n{}</tr>\n", row.chars().map(field).collect::<String>())).collect();
    assert_eq!(found(format!("7\n<table>\n{}</table>\n", page.concat()).as_bytes()), ["P"]);
    assert_no_grid([format!("7\n<table>\n{}{}</table>\n", page[5].replace('7', "1"), page.concat())]);
    // An empty row between some bands is no spacer, nor is one below labels.
    let mut lines = joined(" ", "|", "|");
    lines.insert(6, " | | | | | | | | ".into());
    assert_no_grid([lines.iter().map(|line| format!("|{line}|\n")).collect()]);
    let labelled: String =
        ('A'..='I').zip(joined(".", " ", " | ")).map(|(label, row)| format!("{label} | {row}\n")).collect();
    assert_no_grid([labelled + ". . . | . . . | . . .\n"]);
}

#[test]
fn labels_at_the_ends_of_rows_are_no_cells() {
    let labelled = |order: [usize; 9]| -> String {
        rows(".").iter().zip(order).map(|(row, number)| format!("{row}  r{number}c1\n")).collect()
    };
    assert_eq!(found(labelled([1, 2, 3, 4, 5, 6, 7, 8, 9]).as_bytes()), ["P"]);
    assert_no_grid([labelled([1, 2, 3, 7, 5, 6, 4, 8, 9])]);
    // Each row has ten cells, of which the last one has a label beside it.
    let glued = joined(".", ":", "|");
    assert_no_grid([(1..).zip(glued).map(|(number, row)| format!("{row}:.({number})\n")).collect()]);
    // The end of a row of LaTeX is no cell.
    let spaced = joined(" ", " ", "|");
    let text: String = spaced.iter().map(|row| format!("{row}\\\\\n")).collect();
    assert!(found(text.as_bytes()).iter().all(|found| found == "P" || found.starts_with("line ")));
}

#[test]
fn a_heading_of_columns_is_above_heads_rulers_and_tags() {
    let spaced = joined(".", " ", " ").join("\n");
    let cells = joined("", "|", "|");
    let markdown: String = cells.iter().map(|row| format!("|{}|\n", row.replace('|', " | "))).collect();
    let page: String =
        cells.iter().map(|row| format!("<tr>\n<td>{}</td>\n</tr>\n", row.replace('|', "</td>\n<td>"))).collect();
    for heading in ["Columns:", "upside down"] {
        for text in [
            format!("_________\n{spaced}\n_________\n"),
            format!("  1  2  3  4  5  6  7  8  9\n+-------+-------+-------+\n{spaced}\n"),
            format!("| | | | | | | | | |\n|---|---|---|---|---|---|---|---|---|\n{markdown}"),
            format!("<table>\n{page}</table>\n"),
            format!("{{\"puzzle\": \"{P}\"}}\n"),
            format!("{{\n \"puzzle\": \"{P}\"\n}}\n"),
            format!("level;puzzle;er\n1;{P};2\n"),
        ] {
            assert_no_grid([format!("{heading}\n{text}")]);
        }
    }
    // A heading of an object without a puzzle is none of a later grid.
    assert_eq!(
        found(format!("Columns:\n{{\"a\": 1}}\nA text\nMore\nAnd more\n\n{{\"puzzle\": \"{P}\"}}\n").as_bytes())
            .last()
            .unwrap(),
        "P"
    );
    for heading in ["read from bottom to top", "Mirrored", "mirror image", "Read upwards", "flipped"] {
        assert_refused(&format!("{heading}\n{spaced}\n"), "with the heading");
    }
    for heading in ["Boxes: 3x3", "Regions: 9", "3x3 boxes"] {
        assert_eq!(found(format!("{heading}\n{P}\n").as_bytes()), ["P"], "{heading}");
    }
}

#[test]
fn dots_beside_a_text_are_no_cells() {
    let dots = ".".repeat(80);
    for text in [format!("Contents\nIntro {dots}5\n\n{P}\n"), format!("Intro {dots}. 5\nPuzzle {P}\n")] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    assert_refused(&format!("[{dots}.]\n"), "'['");
}

#[test]
fn arrays_of_minizinc_and_f_sharp() {
    let rows: Vec<String> = rows("0").iter().map(|row| row.split("").collect::<Vec<_>>()[1..10].join(", ")).collect();
    for text in [
        format!("start=[|\n{}|];\n", rows.join("|\n")),
        format!("array[1..9,1..9] of 0..9: start = [|{}|];\n", rows.join("\n|")),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        assert_no_grid([text.replacen("|\n", "\n", 2).replacen("\n|", "\n", 2), text.replacen('3', "3, 4", 1)]);
    }
    let rows: Vec<String> = rows.iter().map(|row| row.replace(',', ";")).collect();
    for text in [
        format!("let b =\n    [| [| {} |] |]\n", rows.join(" |]\n       [| ")),
        format!("let b = array2D [ [ {} ] ]\n", rows.join(" ]\n                  [ ")),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn fields_of_numbers_with_a_comma_of_r_and_of_forms() {
    let numbers = fields(";").iter().map(|row| row.replace(|sign: char| sign != ';', "#")).collect::<Vec<_>>();
    assert!(numbers.iter().any(|row| row.contains('#')));
    for zeros in [",0", ",00"] {
        let field = |field: &str| if field.is_empty() { String::new() } else { format!("{field}{zeros}") };
        let row = |row: &String| row.split(';').map(field).collect::<Vec<_>>().join(";") + "\n";
        assert_eq!(found(fields(";").iter().map(row).collect::<String>().as_bytes()), ["P"]);
    }
    for empty in ["", "&nbsp;"] {
        let field = |field: &str| format!("<input value=\"{}\">", if field.is_empty() { empty } else { field });
        let page: String = fields(";").iter().map(|row| row.split(';').map(field).collect::<String>() + "\n").collect();
        assert_eq!(found(format!("{P}\n\n{page}").as_bytes()), ["P", "P"]);
    }
    let row = |(at, row): (usize, &String)| {
        let cells: String = row.split(';').map(|cell| format!("{cell:>5}")).collect();
        format!(" [{},]{cells}\n", at + 1)
    };
    let matrix: String = fields(";").iter().enumerate().map(row).collect();
    let found_in = found(format!("{P}\n\n     [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]\n{matrix}").as_bytes());
    assert!(found_in.len() > 1 && found_in[0] == "P" && found_in[1].starts_with("line "), "{found_in:?}");
    // Commas within boxes, and bars that are no separators.
    let bang: String = joined("_", ", ", "!").iter().map(|row| format!("{row}\n")).collect();
    assert_eq!(found(format!("{bang}\n{Q}\n").as_bytes())[0], "P");
}

#[test]
fn a_digit_of_f_puzzles_is_given_with_its_value() {
    let cell = |digit: char| if digit == '0' { "{}".into() } else { format!("{{\"value\":{digit},\"given\":true}}") };
    let cells: Vec<String> = P.chars().map(cell).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    let text = format!("{{\"size\":9,\"grid\":[{}]}}\n", rows.join(","));
    assert_eq!(found(text.as_bytes()), ["P"]);
    for (from, to) in [("\"value\":3,", ""), ("\"value\":3", "\"Value\":3"), ("true", "1")] {
        assert_no_grid([text.replacen(from, to, 1)]);
    }
}

#[test]
fn boards_in_an_array_and_in_an_object_beside_it() {
    for text in [
        format!("{{\"easy\":{{\"p1\":\"{P}\"}},\"hard\":[\"{Q}\"]}}\n"),
        format!("{{\"a\":\"{P}\",\"b\":{{\"c\":\"{Q}\"}}}}\n"),
    ] {
        assert_refused(&text, "and others in an object");
    }
    assert_eq!(found(format!("{{\"a\":\"{P}\",\"b\":{{\"c\":[1,2]}}}}\n").as_bytes()), ["P"]);
    assert_eq!(found(lists(P).as_bytes()), ["P"]);
}

#[test]
fn a_puzzle_in_an_attribute_of_an_element() {
    for page in [
        format!("<span data-puzzle=\"{P}\">5</span>\n"),
        format!("<div title='Sudoku' data-puzzle='{P}'>Easy</div>\n"),
        format!("<div data-puzzle=\"{P}\"></div>\n"),
        format!("<div class=\"grid\" data-puzzle='{P}'> </div>\n"),
        format!("<sudoku-board puzzle=\"{P}\"></sudoku-board>\n"),
    ] {
        assert_eq!(found(page.as_bytes()), ["P"], "{page}");
        assert_eq!(found(format!("{page}<p>{Q}</p>\n").as_bytes())[0], "P", "{page}");
    }
    let pair = format!("<div data-puzzle=\"{P}\" data-solution=\"{}\"></div>\n", super::S);
    assert_eq!(found(pair.as_bytes()), ["P S"]);
}

#[test]
fn a_wrapped_line_is_told() {
    let start = P.trim_start_matches('0').to_string() + &P[..P.len() - P.trim_start_matches('0').len()];
    for text in [P, &start, &P.replace('0', ".")] {
        for width in [80, 79, 78, 76, 72, 64] {
            let (first, rest) = text.split_at(width);
            let found = found(format!("{first}\n{rest}\n").as_bytes());
            let message = format!("line 1: found a line of {width} cells, and one of {} below it", 81 - width);
            assert!(found[0].starts_with(&message), "{first}\n{rest}\n{found:?}");
        }
    }
    assert!(!found(format!("{}\n12\n", &P[1..]).as_bytes())[0].contains("wrapped"));
}
