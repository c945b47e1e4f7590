//! Cells that are lost or added beside other signs, and damaged grids beside whole ones: refused, and never lost without a word.

use super::{P, Q, S, assert_no_grid, assert_no_other_grid, assert_refused, found, joined, rows};
use crate::size::stride;

/// Asserts that a text has the grid, and an error for another one.
#[track_caller]
fn assert_reported(damaged: &str) {
    for text in [format!("{P}\n{damaged}\n"), format!("{damaged}\n{P}\n"), format!("{damaged}\n\n{P}\n")] {
        let found = found(text.as_bytes());
        let errors = found.iter().filter(|found| found.starts_with("line ")).count();
        assert!(
            errors > 0 && found.iter().all(|found| found == "P" || found.starts_with("line ")),
            "{text}\n{found:?}"
        );
    }
}

/// Returns the rows with another one in place of the first.
fn with_first(first: &str, rows: &[String]) -> String {
    format!("{first}\n{}\n", rows[1..].join("\n"))
}

#[test]
fn a_puzzle_with_an_unknown_blank_is_not_left_out() {
    let q = Q.replace('0', "~");
    assert_no_grid([format!("{q},{S}\n"), format!("{q}\t{S}\n"), format!("'{q}', '{S}'\n"), format!("{q} -> {S}\n")]);
    let spaced = |blank: &str| -> String {
        let cell = |(at, cell): (usize, char)| {
            let end = if at % 9 == 8 { "\n" } else { " " };
            format!("{}{end}", if cell == '0' { blank.into() } else { cell.to_string() })
        };
        Q.chars().enumerate().map(cell).collect()
    };
    for blank in ["N/A", "none", "missing", "False", "#N/A"] {
        assert_reported(&spaced(blank));
    }
    for blank in ["#N/A", "#REF!", "n/a"] {
        assert_reported(&spaced(blank).replace(' ', ","));
    }
}

#[test]
fn a_number_beside_a_row_is_none_of_its_cells() {
    let bars = joined(".", "", "|");
    let spaced = joined(".", " ", " | ");
    let boxes = joined("_", " ", "  ");
    let commas = joined("0", ",", ",");
    assert_no_grid([
        with_first("..3|.2.|6  12", &bars),
        with_first("..3|.2.   612", &bars),
        with_first("12  3|.2.|6..", &bars),
        with_first("5  .3|.2.|6..", &bars),
        with_first(". . 3 | . 2 . | 6   12", &spaced),
        with_first("_ _ 3  _ 2 _  6 _  5", &boxes),
        with_first("0,0,3,0,2,0,6,0 5", &commas),
        with_first("5  0,3,0,2,0,6,0,0", &commas),
    ]);
}

#[test]
fn a_cell_of_two_candidates_is_no_two_clues() {
    let text = "\
| 9 7 5 | 4 26 6 | 28 1 238 |
| 18 4 18 | 57 27 3 | 2578 6 9 |
| 2 3 68 | 1 9 8 | 4578 48 58 |
| 68 2 68 | 3 4 5 | 1 9 7 |
| 1346 16 13467 | 2 8 9 | 4 5 6 |
| 1468 5 9 | 6 16 7 | 3 248 268 |
| 1356 169 136 | 679 1367 2 | 589 38 4 |
| 1345 8 134 | 9 13 1 | 6 7 235 |
| 69 2 | 8 5 4 | 9 3 1 |
";
    assert_no_grid([text.into()]);
}

#[test]
fn signs_beside_a_line_are_no_cells() {
    assert_no_grid([
        format!("{} # easy one", &S[..80]),
        format!("`{}", &S[..80]),
        "1235679  123567   3569145679        12456789 125679   245689   2478     2456789  ".into(),
        format!("{P}\t{}", &S[..80]),
        format!("solution,puzzle\n{P},{S}\n"),
        format!("#1 {}", &P[2..]),
        with_first("_,_,3,_,2,_,6,_,_,4   ED=10.8", &joined("_", ",", ",")),
        with_first("_,_,3,_,2,_,6,_,_,_   ED=10.8", &joined("_", ",", ",")),
    ]);
    for text in [format!("**{P}**"), format!("_{P}_"), format!("*{}*", P.replace('0', "."))] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn a_second_blank_that_is_drawn_is_no_cell() {
    let dots = P.replace('0', ".");
    assert_no_grid([
        dots.replacen('3', "□", 1),
        dots.replacen('3', "·", 1),
        dots.replace('.', "·").replacen('3', "□", 1),
    ]);
    let numbered: String =
        joined("·", " ", " ").iter().enumerate().map(|(at, row)| format!("{}. {row}\n", at + 1)).collect();
    assert_eq!(found(numbered.as_bytes()), ["P"]);
}

#[test]
fn labels_and_heads_in_another_order() {
    let commas = joined("0", ",", ",");
    let spaced = joined("0", " ", " ");
    let named = |name: &str| -> String {
        spaced.iter().enumerate().map(|(at, row)| format!("{name} {}: {row}\n", at + 1)).collect()
    };
    let designated: String =
        [8, 0, 4, 1, 7, 2, 5, 6, 3].iter().map(|&at| format!("[{at}] = {{{}}},\n", commas[at])).collect();
    let commented = |order: [usize; 9], name: &str| -> String {
        let row = |at: usize| format!("  [{}], // {name} {}\n", commas[at], at + 1);
        format!("let g = [\n{}];\n", order.map(row).concat())
    };
    assert_eq!(found(commented([0, 1, 2, 3, 4, 5, 6, 7, 8], "row").as_bytes()), ["P"]);
    assert_no_grid([
        commented([0, 1, 2, 6, 7, 8, 3, 4, 5], "row"),
        commented([0, 1, 2, 3, 4, 5, 6, 7, 8], "column"),
        named("c"),
        named("b"),
        format!("A,B,C,D,E,F,G,J,H\n{}\n", commas.join("\n")),
        format!("int g[9][9] = {{\n{}}};\n", designated.replace("[2]", "[]")),
        format!("1,2,3,4,5,6,7,8,9\n{}\n{}\n{}\n", commas[..8].join("\n"), &commas[8][..8], &commas[8][8..]),
    ]);
}

#[test]
fn fields_of_pages_and_drawings_are_whole() {
    let cells = |row: &String| {
        row.chars().map(|cell| format!("<td>{}</td>", cell.to_string().replace('0', ""))).collect::<String>()
    };
    let lines: Vec<String> = rows("0").iter().map(|row| format!("<tr>{}</tr>\n", cells(row))).collect();
    let table = |lines: Vec<String>| format!("<table>\n{}</table>\n", lines.concat());
    assert_eq!(found(table(lines.clone()).as_bytes()), ["P"]);
    for (from, to) in [
        ("<td></td><td>3</td>", "<td></td>3<td></td>"),
        ("<td></td>", "</td>"),
        ("<td></td>", "<td>"),
        ("</td><td>", "</td></td><td>"),
    ] {
        let mut damaged = lines.clone();
        damaged[0] = damaged[0].replacen(from, to, 1);
        assert_no_other_grid(&table(damaged));
    }
    let drawn: Vec<String> = rows(" ")
        .iter()
        .map(|row| format!("|{}\n", row.chars().map(|cell| format!(" {cell} |")).collect::<String>()))
        .collect();
    assert_eq!(found(drawn.concat().as_bytes()), ["P"]);
    // A bar is moved from one side to the other, or a field is lost and a bar is doubled.
    for row in 0..9 {
        let line = drawn[row].trim_end();
        for moved in [
            format!(" {}|", &line[1..]),
            format!(" {} |", &line[1..]),
            format!("||{}", &line[1..line.len() - 1]),
            format!("| |{}", &line[1..line.len() - 1]),
            format!("|{}|", &line[4..]),
        ] {
            let mut damaged = drawn.clone();
            damaged[row] = format!("{moved}\n");
            assert_no_other_grid(&damaged.concat());
        }
    }
}

#[test]
fn the_sign_of_a_number_begins_no_comment() {
    for text in
        [format!("Puzzle #12: {P}"), format!("7;#1;{P};1.2"), format!("| #1 | {P} |"), format!("color #fff {P}")]
    {
        assert_eq!(found(format!("{text}\n").as_bytes()), ["P"], "{text}");
    }
    assert_eq!(found(format!("#1,{P}\n#2,{P}\n").as_bytes()), ["P", "P"]);
    assert_eq!(found(format!("nr,puzzle\n#1,{P}\n2,{P}\n").as_bytes()), ["P", "P"]);
    assert_eq!(found(format!("{P} # {S}\n").as_bytes()), ["P S"]);
    let marks = "1 2 3 4 5 6 7 8 1#359\n".repeat(9);
    assert!(found(marks.as_bytes()).iter().all(|found| found.starts_with("line ")));
}

#[test]
fn a_damaged_grid_beside_another_is_reported() {
    let other = |blank: &str| Q.replace('0', blank);
    let spread = |between: &str, text: &str| text.chars().map(String::from).collect::<Vec<_>>().join(between);
    let groups = |between: &str| {
        let cells: Vec<char> = Q.chars().collect();
        cells.chunks(9).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join(between)
    };
    for blank in ["x", "?"] {
        assert_reported(&format!("{} easy", &other(blank)[..80]));
        assert_reported(&format!("No. 5 {}1 SE 7.2", other(blank)));
    }
    assert_reported(&format!("Puzzle 2: {}", spread(",", &Q[..80])));
    assert_reported(&format!("{}+.", spread(",", &other(".")[..80])));
    assert_reported(&groups(",").replacen("20180,", "20180!", 1));
    assert_reported(&format!("https://example.org/?bd={}\n{}&t=1", &Q[..50], &Q[50..]));
    assert_reported(&format!("2 {{\"cells\": [\"{}\"]}}", spread("\", \"", &Q[..80])));
    let rows: Vec<String> = joined("", ";", ";");
    let labelled: String = rows.iter().enumerate().map(|(at, row)| format!("row{};{row}\n", at + 1)).collect();
    assert_reported(&labelled.replacen("row1;;", "row1;", 1));
    let commented: String = joined(".", " ", " ").iter().map(|row| format!("# {row}\n")).collect();
    let damaged = format!("# 1\n{}#\n# 2\n{commented}", commented.replacen("# . . 3", "# . 3", 1));
    let found = found(damaged.as_bytes());
    assert!(found.len() > 1 && found.contains(&"P".into()), "{found:?}");
}

#[test]
fn grids_beside_each_other_may_have_other_gaps() {
    let (left, right) = (joined("0", "", " "), rows("0"));
    let solved: Vec<String> = (0..9).map(|row| S[9 * row..9 * row + 9].into()).collect();
    let boxes = |row: &String| format!("{} {} {}", &row[..3], &row[3..6], &row[6..]);
    let beside: String = left.iter().zip(&solved).map(|(left, row)| format!("{left} => {}\n", boxes(row))).collect();
    assert_eq!(found(beside.as_bytes()), ["P S"]);
    assert_eq!(found(right.join("\n").as_bytes()), ["P"]);
}

#[test]
fn a_title_with_a_comma_above_a_drawing_is_no_head_of_a_table() {
    let drawn: Vec<String> = joined("·", " ", " │ ").iter().map(|row| format!("│ {row} │")).collect();
    let spaces: Vec<String> = joined(" ", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    for rows in [drawn, spaces] {
        assert_eq!(found(format!("Sudoku,easy\n{}\n", rows.join("\n")).as_bytes()), ["P"]);
    }
}

#[test]
fn a_row_that_is_broken_in_two_is_no_remark() {
    let commas = joined(".", ",", ",");
    for row in 0..9 {
        for at in [8, 10] {
            let (first, second) = commas[row].split_at(at);
            let mut broken = commas.clone();
            broken[row] = format!("{first}\n{second}");
            assert_no_grid([broken.join("\n"), format!("1,2,3,4,5,6,7,8,9\n{}", broken.join("\n"))]);
        }
    }
}

/// The empty line between two grids is one line too high, and nine of the ten rows behind it have exactly one solution.
#[test]
fn an_empty_row_behind_lost_rows_is_no_ruler() {
    let first = "6 7 8 |   4   |   2  \n  9   |   3 2 | 6 8  \n3 5   | 8     |     4\n      | 3 5   |   1  \n  4 3 |   1   | 5 9 2\n";
    let first = format!("{first}8     |     9 |   3  \n  3 6 |   8   | 2 4 1\n9 2 7 | 4   1 |     3\n");
    let second = "    4 | 5 2   |   6 7\n  7   | 3   8 | 2    \n2     | 6 7   | 5    \n      |       |      \n    2 |   3   |      \n";
    let second = format!(
        "{second}6     | 1   7 | 9 5  \n7 5   |       | 4 1  \n  2   | 4     |     5\n9     |     2 | 3    \n    3 | 7     | 1    \n"
    );
    assert_no_grid([format!("{first}\n{second}")]);
}

#[test]
fn a_sign_alone_in_a_field_is_a_cell_with_an_error() {
    let fields = |delimiter: &str| joined("", delimiter, delimiter);
    for (delimiter, sign) in
        [(",", ")"), (",", "]"), (",", "#N/A"), (";", "#REF!"), (";", "\\"), ("\t", "#"), ("\t", ")")]
    {
        // The last cell of row 4 is 2 there, and the first of row 5 is 7.
        let mut last = fields(delimiter);
        last[4] = format!("{}{sign}", &last[4][..last[4].len() - 1]);
        assert_no_grid([last.join("\n") + "\n"]);
    }
    for sign in ["=", "+", ">", "`"] {
        let mut first = fields(";");
        first[4] = format!("{sign}{}", &first[4][1..]);
        assert_no_grid([first.join("\n") + "\n"]);
    }
    let mut drawn: Vec<String> = joined(" ", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    drawn[4] = drawn[4].replacen('7', "`", 1);
    assert_no_grid([drawn.join("\n") + "\n"]);
    // A comment behind a comma is none.
    let commented: String = joined("0", ",", ",").iter().map(|row| format!("{row}, # a row\n")).collect();
    assert_eq!(found(commented.as_bytes()), ["P"]);
}

#[test]
fn rows_in_an_unknown_form_beside_a_grid_are_reported() {
    let lines = |before: &dyn Fn(usize) -> String| -> String {
        joined(".", " ", " ").iter().enumerate().map(|(at, row)| format!("{}{row}\n", before(at + 1))).collect()
    };
    for form in [
        lines(&|_| "[INFO] ".into()),
        lines(&|row| format!("{row} >> ")),
        lines(&|row| format!("**Row {row}:** ")),
        lines(&|_| "2026-01-31 INFO - ".into()),
    ] {
        let found = found(format!("{form}\n{P}\n").as_bytes());
        assert!(found.len() > 1 && found[..found.len() - 1].iter().all(|found| found.starts_with("line ")), "{form}");
    }
}

#[test]
fn a_part_of_a_grid_beside_another_is_reported() {
    let spread = |between: &str, blank: &str| {
        Q.chars().map(|cell| cell.to_string().replace('0', blank)).collect::<Vec<_>>().join(between)
    };
    let slashed = rows(".").join("/");
    for text in [
        format!("#1 {}", &Q[..60]),
        format!("<puzzle id=\"1\">{}</puzzle>", &Q[..40]),
        format!("{},hard", spread(",", "")),
        spread(",", "").replacen(",9", ",B", 1),
        spread(" ", ".").replacen(" 9", " O", 1),
        format!("{}\n{}", &slashed[..49], &slashed[49..]),
        "1....7.9..3.".into(),
    ] {
        assert_reported(&text);
    }
    for text in ["Puzzle 1 ........ 12", "1.2.3.4.5.6.7", "Version 12.05.2026"] {
        assert_eq!(found(format!("{P}\n{text}\n").as_bytes()), ["P"], "{text}");
    }
}

/// Rulers behind rows 3, 9 and 12 of 18: rows of the first grid and of a third one are lost.
#[test]
fn rulers_that_are_not_those_of_each_grid_are_refused() {
    let rows = joined(".", "", "|");
    let band = |at: usize| rows[3 * at..3 * at + 3].join("\n");
    for ruler in ["###########", "***|***|***", "===+===+===", "_________", "---------", "|---|---|---|"] {
        let bands = |bands: &[&str]| bands.join(&format!("\n{ruler}\n")) + "\n";
        let whole = [band(0), band(1), band(2)].join("\n");
        let rest = [band(1), band(2)].join("\n");
        assert_no_grid([bands(&[&band(0), &rest, &band(0), &rest]), bands(&[&band(1), &band(2), &whole, &band(0)])]);
    }
    let drawn = [band(0), band(1), band(2)].join("\n###########\n");
    assert_eq!(found(drawn.as_bytes()), ["P"]);
}

/// An empty row at the end of a block may be that of the next grid, whose other rows are those of two grids then.
#[test]
fn an_empty_row_at_the_end_of_a_grid_may_be_one_of_the_next() {
    let fields = joined("", ";", ";");
    let first = fields.join("\n");
    let sparse = |at: usize| format!("{};;;;;;;;", at + 1);
    let rest: Vec<String> = (0..8).map(sparse).collect();
    let text = format!("{first}\n;;;;;;;;\n\n{}\n;;3;;;4;;\n<pre>\n{}\n", rest.join("\n"), rest.join("\n"));
    assert!(found(text.as_bytes()).iter().all(|found| found == "P" || found.starts_with("line ")), "{text}");
    // Nine empty rows are no grid.
    assert_eq!(found(format!("{P}\n\n{}", ";;;;;;;;\n".repeat(9)).as_bytes()), ["P"]);
}

#[test]
fn a_line_with_two_blanks_is_reported() {
    // The letter O in place of some zeros.
    assert_reported(&P.replacen('0', "O", 30));
}

#[test]
fn a_field_that_did_not_fit_is_no_comment() {
    for table in [format!("puzzle\n########\n{P}\n"), format!("id,puzzle\n1,########\n2,{P}\n")] {
        let found = found(table.as_bytes());
        assert!(found.len() == 2 && found[0].starts_with("line 2: ") && found[1] == "P", "{found:?}");
    }
}

#[test]
fn fields_of_forms_have_their_values() {
    let cells = |tag: &dyn Fn(char) -> String| -> String {
        let row = |row: &String| {
            format!("<tr>{}</tr>\n", row.chars().map(|cell| format!("<td>{}</td>", tag(cell))).collect::<String>())
        };
        rows("0").iter().map(row).collect()
    };
    let value = |cell: char| if cell == '0' { String::new() } else { cell.to_string() };
    for text in [
        cells(&|cell| format!("<input value=\"{}\">", value(cell))),
        cells(&|cell| format!("<input value='{}'>", value(cell))),
        cells(&|cell| format!("<input data-value=\"1\" value=\"{}\"/>", value(cell))),
        cells(&|cell| format!("<input type=\"text\" value=\"{}\" size=1>", value(cell))),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn elements_and_headings_between_grids_lose_none() {
    for empty in ["<description></description>", "<comment></comment>\n<author></author>"] {
        let text = format!("{P}\n<opensudoku>\n{empty}\n<game data=\"{Q}\" />\n</opensudoku>\n");
        assert_eq!(found(text.as_bytes()), ["P", &Q.replace('0', ".")], "{text}");
    }
    // A heading directly below the last of the bands with empty lines between them.
    let banded = joined("0", "", " ").chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
    for heading in ["2", "2026-01-02", "ID 2"] {
        let text = format!("{heading}\n{banded}\n{heading}\n{banded}\n");
        assert_eq!(found(text.as_bytes()), ["P", "P"], "{text}");
    }
    let array: Vec<String> = joined("0", ",", ",").iter().map(|row| format!("{{{row}}}")).collect();
    let c = format!("int g[9][9] = {{\n{}\n}};\n", array.join(",\n"));
    let main = "int main(void)\n{\n  int a[3] = {1, 2, 3};\n  return 0;\n}\n";
    assert_eq!(found(format!("{c}{main}").as_bytes()), ["P"]);
}

#[test]
fn parts_of_a_grid_with_an_unknown_blank() {
    let line = Q.replace('0', "@");
    let cells = rows("@");
    let with = |row: &str| {
        cells[..4].iter().map(|row| row.to_string() + "\n").collect::<String>() + row + "\n" + &cells[5..].join("\n")
    };
    assert_reported(&line[1..]);
    assert_reported(&format!("@{line}"));
    assert_reported(&with(&cells[4][1..]));
    assert_reported(&with(&cells[4].replacen('@', ".", 1)));
    assert_reported(&with(&cells[4].replacen('@', " ", 1)));
    assert_reported(&with("").replace("\n\n", "\n"));
    let beside: Vec<String> = rows(".").iter().zip(&cells).map(|(left, right)| format!("{left}     {right}")).collect();
    assert_no_grid([beside.join("\n") + "\n"]);
}

#[test]
fn a_solution_without_a_cell_is_no_puzzle() {
    for (open, between, close) in [("{{", "},\n{", "}}"), ("\n", "\n", ""), ("[[", "],[", "]]")] {
        let cells = |grid: &str, blank: &str| {
            let rows: Vec<String> = grid
                .replace('0', blank)
                .chars()
                .collect::<Vec<_>>()
                .chunks(9)
                .map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(","))
                .collect();
            format!("{open}{}{close}\n", rows.join(between))
        };
        for lost in [S.replacen('6', "0", 1), S.replacen('8', "0", 2)] {
            let text = |name: &str| format!("puzzle = {}{name}{}", cells(P, "0"), cells(&lost, ""));
            assert_no_other_grid(&text("solution = "));
            assert_no_other_grid(&text("\nSolution:\n"));
        }
    }
    assert_no_other_grid(&format!("Solution: {}\n", S.replacen('6', ".", 1)));
    assert_no_other_grid(&format!("Puzzle {}\nSolution {S}\n", &P[1..]));
}

#[test]
fn lines_of_a_cell_beside_a_grid() {
    let value = |write: fn(usize, char) -> String| -> Vec<String> {
        Q.chars().enumerate().map(|(at, cell)| write(at, cell)).collect()
    };
    for lines in [
        value(|at, cell| format!("{} - {cell}", if at % 9 == 0 { "  -" } else { "   " })),
        value(|at, cell| format!("    {at} => {cell},")),
        value(|at, cell| format!("    [{at}]=>\n    int({cell})")),
        value(|at, cell| format!("{},{},{cell}", at / 9, at % 9)),
    ] {
        for lost in [0, 40, 80] {
            let part = [&lines[..lost], &lines[lost + 1..]].concat().join("\n");
            assert_reported(&part);
        }
    }
    let steps: String = (0..60).map(|at| format!("r{}c{}={}\n", at / 9 + 1, at % 9 + 1, at % 7 + 1)).collect();
    let levels: String = (1..=100).map(|at| format!("Puzzle {at}: {}\n", at % 5 + 1)).collect();
    for text in [steps, levels] {
        assert_eq!(found(format!("{P}\n\n{text}").as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn rows_of_which_one_is_lost_or_cut_are_reported_beside_a_grid() {
    let q: Vec<String> = (0..9).map(|row| Q[9 * row..9 * row + 9].to_string()).collect();
    let text = |rows: &[String], blank: &str, before: &str, behind: &str| -> String {
        rows.iter().map(|row| format!("{before}{}{behind}\n", row.replace('0', blank))).collect()
    };
    let apart = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let spaced: Vec<String> = q.iter().map(apart).collect();
    for blank in ["■", "▫", "#", "o", "~"] {
        assert_reported(&text(&spaced[..7], blank, "", ""));
        assert_reported(&text(&spaced[..7], blank, "\"", "\""));
        assert_reported(&text(&spaced[..8], blank, "'", "',"));
        assert_reported(&text(&q[..8], blank, "", ""));
        let short = [&spaced[..4], &[spaced[4][2..].to_string()], &spaced[5..]].concat();
        assert_reported(&text(&short, blank, "", ""));
        let short = [&q[..4], &[q[4][1..].to_string()], &q[5..]].concat();
        assert_reported(&text(&short, blank, "", ""));
    }
    // A letter that stands for no digit.
    let few: Vec<String> = q.iter().map(|row| row.replace('9', "0")).collect();
    assert_reported(&text(&few, "B", "|", "|"));
    let slashes: Vec<String> = spaced.iter().map(|row| row.replace(' ', "/").replace('0', ".")).collect();
    assert_reported(&format!("{}\nTime 0:12:34\n{}\n", slashes[..6].join("\n"), slashes[6..].join("\n")));
    // The last columns are cut off.
    let cut = |length: usize| -> Vec<String> { spaced.iter().map(|row| row[..length].to_string()).collect() };
    assert_reported(&text(&cut(13), ".", "", ""));
    assert_reported(&text(&cut(15), "0", "[", "],").replace(' ', ", "));
    assert_reported(&text(&cut(15), ".", "! ", " !"));
    let boxes = |row: &String| format!("# {} # {} # {}\n", &row[..5], &row[6..11], &row[12..]);
    assert_reported(&cut(15).iter().map(boxes).collect::<String>().replace('0', "."));
}

#[test]
fn grids_are_in_the_order_of_their_lines() {
    let apart = rows(".").join("\n\n");
    let other = Q.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).replace('0', "■") + "\n");
    let few = apart.replacen('9', ".", 2);
    let found = found(format!("{few}\n{}", other.collect::<String>()).as_bytes());
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[1], Q.replace('0', "."));
}

#[test]
fn damaged_grids_of_programs_and_links_are_reported() {
    let spaces = Q.replace('0', "%20");
    let lists: Vec<String> = Q
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8_lossy(row).split("").collect::<Vec<_>>()[1..10].join(" "))
        .collect();
    let fields: Vec<String> = lists.iter().map(|row| row.replace('0', " ").replace(' ', " & ")).collect();
    let letters = Q.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).replacen('0', "O", 1));
    for text in [
        format!("https://example.org/?p={}", &spaces[3..]),
        format!("https://example.org/?p=5{spaces}"),
        format!("https://example.org/?p={}", spaces.replacen("%20", "O", 1)),
        format!("g = \"{}\"", letters.collect::<Vec<_>>().join("\\n")),
        format!("({}", &lists.join(" ")[..120]),
        format!("(define g '(({}", &lists.join(") (")[..120]),
        format!("val g = arrayOf(intArrayOf({}", &lists.join("), intArrayOf(").replace(' ', ",")[..150]),
        format!("\\begin{{tabular}}{{|c|}} {} \\end{{tabular}}", fields.join(" \\\\ ")),
    ] {
        assert_reported(&text);
    }
}

#[test]
fn bars_of_letters_beside_signs_of_comments_are_no_row() {
    let row = |row: &String| row.replace(" | ", "|").replace('|', " # ").replace('_', " ").replace(',', " l ") + "\n";
    assert_no_grid([joined("_", ",", "|").iter().map(row).collect()]);
}

#[test]
fn a_full_grid_has_lost_no_digit_to_an_empty_field_and_has_one_digit_in_each_cell() {
    let drawn = |frame: &str, space: &str, at: usize, digits: &str| -> String {
        let mut cells: Vec<String> = S.chars().map(String::from).collect();
        cells[at] = digits.into();
        let row = |row: &[String]| {
            let fields: Vec<String> = row.iter().map(|cell| format!("{space}{cell}{space}")).collect();
            format!("{frame}{}{frame}\n", fields.join("|"))
        };
        cells.chunks(9).map(row).collect()
    };
    for at in (0..81).step_by(stride(4)) {
        for (frame, space) in [("|", ""), ("", ""), ("|", " ")] {
            assert_refused(&drawn(frame, space, at, ""), "found ");
            // The second digit is more or less than the first one.
            for more in ["1", "9"] {
                assert_refused(&drawn(frame, space, at, &format!("{}{more}", &S[at..=at])), "found ");
                assert_refused(&drawn(frame, space, at, &format!("{more}{}", &S[at..=at])), "found ");
            }
        }
    }
}

/// A row that is there twice in place of a lost one.
#[test]
fn a_row_of_an_array_is_there_twice() {
    let rows: Vec<String> = rows("0");
    for lost in [0, 4, 8] {
        let mut rows = rows.clone();
        rows[lost] = rows[(lost + 1) % 9].clone();
        let row = if lost == 8 { 9 } else { lost + 2 };
        let lists: Vec<String> = rows
            .iter()
            .map(|row| row.split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(","))
            .collect();
        for text in [
            format!("[[{}]]", lists.join("],[")),
            format!("[[{}]]", lists.join("],\n[")),
            format!("[[{}]]", lists.join("]\n [").replace(',', " ")),
            format!("[{}]", lists.join(",")),
            format!("{{\"puzzle\": [[{}]]}}", lists.join("], [")),
            rows.join("/"),
        ] {
            assert_refused(&text, &format!("row {row} twice"));
        }
    }
}

#[test]
fn a_lost_row_of_a_printed_array_is_named() {
    let rows = joined("0", " ", " ");
    assert_refused(&format!("[[{}]]", rows[1..].join("]\n [")), "found 8 rows");
    let short = [&rows[..4], &[rows[4][2..].into()], &rows[5..]].concat();
    assert_refused(&format!("[[{}]]", short.join("]\n [")), "found 8 cells in row 5");
}
