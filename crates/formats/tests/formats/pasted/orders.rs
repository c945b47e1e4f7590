//! Cells in another order than that of the rows: by columns or by boxes, mirrored or turned. A transposed puzzle has one solution, too.

use super::{P, S, assert_no_grid, assert_refused, found, rows};

/// Returns the columns of the puzzle, and its boxes.
fn columns() -> Vec<String> {
    let rows = rows("0");
    (0..9).map(|column| rows.iter().map(|row| &row[column..=column]).collect()).collect()
}

fn boxes() -> Vec<String> {
    let rows = rows("0");
    let cells = |at: usize| (0..3).map(move |row| (3 * (at / 3) + row, 3 * (at % 3)));
    (0..9).map(|at| cells(at).map(|(row, first)| &rows[row][first..first + 3]).collect()).collect()
}

/// Writes an element for each cell, with what `tag` gives for the place of the cell, in the order of the places.
fn elements(places: impl Iterator<Item = (usize, usize)>, tag: impl Fn(usize, usize) -> String) -> Vec<String> {
    let rows = rows("0");
    places.map(|(row, column)| format!("<cell {}>{}</cell>", tag(row, column), &rows[row][column..=column])).collect()
}

fn by_rows() -> impl Iterator<Item = (usize, usize)> {
    (0..81).map(|at| (at / 9, at % 9))
}

fn by_columns() -> impl Iterator<Item = (usize, usize)> {
    (0..81).map(|at| (at % 9, at / 9))
}

#[test]
fn headings_tell_the_order() {
    let columns = columns().join("\n");
    for heading in [
        "Column-major order",
        "in column order",
        "Each line is a column",
        "Columns, left to right:",
        "Spaltenweise",
        "COLUMNS",
        "One line per column",
        "Transpose",
        "rows in reverse order",
        "Columns of the grid",
        "last row first",
        "Per colonne:",
        "columna a columna",
        "Sudoku (von oben nach unten gelesen)",
        "Sudoku gespiegelt",
        "de bas en haut",
    ] {
        assert_no_grid(["", "# ", "// ", "; "].map(|sign| format!("{sign}{heading}\n{columns}\n")));
    }
    assert_no_grid(
        ["each line is one box", "Box by box", "boxes from left to right"]
            .map(|heading| format!("{heading}\n{}\n", boxes().join("\n"))),
    );
    for heading in [
        "Look at column 3.",
        "Fill the columns of the grid",
        "Fill every row, column and box",
        "3 clues per box",
        "Boxes: 3x3",
        "# cols 729",
        "Daily Mirror",
    ] {
        assert_eq!(found(format!("{heading}\n{}\n", rows(".").join("\n")).as_bytes()), ["P"], "{heading}");
    }
    // A tag or the name of the puzzle may be below it.
    for heading in [
        "Columns:\nPuzzle 1",
        "Columns:\n[code]",
        "[b]Columns[/b]\n[code]",
        "<h2>Columns</h2>\n<pre>",
        "**Columns:**",
        "COLS",
        "столбцы",
    ] {
        assert_no_grid([format!("{heading}\n{columns}\n")]);
    }
    assert_no_grid(["(columns)", "(each line is a column)"].map(|below| format!("{columns}\n{below}\n")));
    let grid = columns.replace('\n', "");
    assert_no_grid([
        format!("{grid} (column by column)\n"),
        format!("{grid}  # by columns\n"),
        format!("/* columns */ {grid}\n"),
        format!("columns,{grid}\n"),
        format!("order,puzzle\ncolumns,{grid}\n"),
        format!("{{\"meta\":{{\"layout\":\"columns\"}},\"puzzle\":\"{grid}\"}}\n"),
    ]);
    assert_no_grid(
        ["column-major", "columns", "F", "box by box"]
            .map(|order| format!("{{\"order\":\"{order}\",\"grid\":\"{grid}\"}}\n")),
    );
    assert_eq!(found(format!("{{\"order\":\"row-major\",\"grid\":\"{P}\"}}\n").as_bytes()), ["P"]);
}

#[test]
fn elements_tell_their_places() {
    let tags = [
        |row: usize, column: usize| format!("row=\"{row}\" col=\"{column}\""),
        |row, column| format!("data-col=\"{column}\" data-row=\"{row}\""),
        |row, column| format!("id=\"r{}c{}\"", row + 1, column + 1),
        |row, column| format!("id=\"{}\"", 9 * row + column),
    ];
    for tag in tags {
        for separator in ["", "\n"] {
            let text = elements(by_rows(), tag).join(separator);
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            assert_no_grid([elements(by_columns(), tag).join(separator)]);
        }
        let lines: Vec<String> = elements(by_columns(), tag).chunks(9).map(<[String]>::concat).collect();
        assert_no_grid([lines.join("\n")]);
    }
}

#[test]
fn elements_of_boxes_are_no_rows() {
    for name in ["box", "quadrant", "region", "nonet", "sector", "house", "x"] {
        for part in [format!("<div class=\"{name}\">"), format!("<{name}>")] {
            let end = part[..part.find([' ', '>']).expect("a tag")].replace('<', "</") + ">";
            let element = |cells: &String| {
                let cells: String = cells.chars().map(|cell| format!("<span>{cell}</span>")).collect();
                format!("{part}{cells}{end}")
            };
            let lines: Vec<String> = boxes().iter().map(element).collect();
            assert_no_grid([lines.join("\n"), lines.concat()]);
        }
    }
    let with_breaks = |cells: &String| format!("<td>{}<br>{}<br>{}</td>", &cells[..3], &cells[3..6], &cells[6..]);
    let bands: Vec<String> = boxes().chunks(3).map(|three| three.iter().map(with_breaks).collect()).collect();
    assert_no_grid([format!("<table><tr>{}</tr></table>", bands.join("</tr>\n<tr>"))]);
    let mirrored = |row: &String| -> String { row.chars().rev().map(|cell| format!("<td>{cell}</td>")).collect() };
    let table: Vec<String> = rows("0").iter().map(mirrored).collect();
    assert_no_grid(
        ["\n", ""]
            .map(|end| format!("<table dir=\"rtl\">{end}<tr>{}</tr></table>", table.join(&format!("</tr>{end}<tr>")))),
    );
}

#[test]
fn functions_move_cells() {
    let columns: Vec<String> =
        columns().iter().map(|column| column.chars().map(String::from).collect::<Vec<_>>().join(", ")).collect();
    let vectors =
        |open: &str, close: &str| columns.iter().map(|column| format!("{open}{column}{close}")).collect::<Vec<_>>();
    assert_no_grid([
        format!("g <- rbind(\n{}) |> t()\n", vectors("c(", ")").join(",\n")),
        format!("g = [\n{}\n] |> transpose\n", columns.join("\n").replace(',', "")),
        format!("g = np.c_[\n{}]\n", vectors("[", "]").join(",\n")),
        format!("g = torch.tensor([{}]).view(9, 9).t()\n", columns.join(", ")),
        format!("g = np.array([{}]).reshape(9, 9).conj().T\n", columns.join(", ")),
        format!("g = [{}].to_a.transpose\n", vectors("[", "]").join(",\n")),
        format!("[{}] >> transpose\n", vectors("[", "]").join(",\n")),
        format!("g = np.array([{}]).flatten(order='F')\n", vectors("[", "]").join(",\n")),
        format!("let m = Matrix9::from_vec(vec![\n{}]);\n", columns.join(",\n")),
        format!("g = hcat(\n{})\n", vectors("[", "]").join(",\n")),
        format!("df = pd.DataFrame({{\n{}}})\n", vectors("'a': [", "]").join(",\n")),
        format!("=WRAPCOLS({{{}}},9)\n", columns.join(";")),
        format!("m <- matrix(strsplit(\"{}\", \"\")[[1]], nrow = 9)\n", columns.concat().replace(", ", "")),
        format!("g = reduce(hcat, [{}])\n", vectors("[", "]").join(",\n")),
        format!("{{{}}} // Transpose\n", vectors("{", "}").join(",\n ")),
        format!("g = {{{}}}//Transpose\n", vectors("{", "}").join(",")),
    ]);
}

#[test]
fn the_name_of_a_method_may_be_below_its_object() {
    let columns: Vec<String> =
        columns().iter().map(|column| column.chars().map(String::from).collect::<Vec<_>>().join(", ")).collect();
    let rows = columns.iter().map(|column| format!("[{column}]")).collect::<Vec<_>>().join(",\n");
    for (open, close) in [
        ("g = np.array([", "])\n.T"),
        ("grid = (np.array([", "])\n    .T)"),
        ("g = [", "]\n  .transpose"),
        ("g = [", "]\n|> List.transpose"),
        ("const g = [", "]\n  .reverse();"),
    ] {
        assert_no_grid([format!("{open}\n{rows}\n{close}\n")]);
    }
}

#[test]
fn functions_move_the_cells_of_strings() {
    let (columns, mirrored): (String, String) = (columns().concat(), P.chars().rev().collect());
    assert_no_grid([
        format!("g = np.array(list('{columns}')).reshape(9, 9).T\n"),
        format!("g = np.array(list('{columns}')).reshape((9, 9), order='F')\n"),
        format!("A = reshape('{columns}'-'0',9,9);\n"),
        format!("puzzle = '{mirrored}'[::-1]\n"),
        format!("puzzle = '{mirrored}'.reverse\n"),
        format!("const p = '{mirrored}'.split('').reverse().join('');\n"),
        format!("p = reverse('{mirrored}')\n"),
    ]);
    for text in [
        format!("g = list('{P}')\n"),
        format!("g = '{P}'.strip()\n"),
        format!("solve(\"{P}\");\n"),
        format!("solve(\"{P}\")[0]\n"),
        format!("s = \"{P}\"[0:81]\n"),
        format!("t(\"{P}\")\n"),
        format!("np.reshape(\"{P}\", (9, 9))\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn digits_from_zero_are_no_cells() {
    let from_zero: String = S.bytes().map(|digit| char::from(digit - 1)).collect();
    let lines: Vec<&str> = (0..9).map(|row| &from_zero[9 * row..9 * row + 9]).collect();
    let array = |row: &&str| format!("[{}]", row.chars().map(String::from).collect::<Vec<_>>().join(","));
    let arrays: Vec<String> = lines.iter().map(array).collect();
    // The row, the column and the digit of 27 cells.
    let triples: String =
        S.chars().enumerate().step_by(3).map(|(at, digit)| format!("{}{}{digit}", at / 9, at % 9)).collect();
    let value_first: String =
        S.chars().enumerate().step_by(3).map(|(at, digit)| format!("{digit}{}{}", at / 9, at % 9)).collect();
    assert_no_grid([value_first + "\n"]);
    assert_no_grid([from_zero.clone() + "\n", lines.join("\n"), format!("[{}]\n", arrays.join(",")), triples + "\n"]);
}

#[test]
fn numbers_of_elements_and_files_tell_the_order() {
    let rows = rows("0");
    let elements = |order: &[usize]| -> String {
        order.iter().map(|&at| format!("<row n=\"{}\">{}</row>\n", at + 1, rows[at])).collect()
    };
    assert_eq!(found(elements(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).as_bytes()), ["P"]);
    let grep = |order: &[usize]| -> String {
        order.iter().map(|&at| format!("puzzle.txt:{}:{}\n", at + 1, rows[at].replace('0', "."))).collect()
    };
    assert_eq!(found(grep(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).as_bytes()), ["P"]);
    assert_no_grid([elements(&[8, 7, 6, 5, 4, 3, 2, 1, 0]), grep(&[0, 1, 2, 6, 4, 5, 3, 7, 8])]);
}

#[test]
fn names_of_cells_by_column_above_a_line_are_refused() {
    let names = |name: &dyn Fn(usize) -> String| (0..81).map(name).collect::<Vec<_>>().join(",");
    let by_column = names(&|at| format!("r{}c{}", at % 9 + 1, at / 9 + 1));
    let by_row = names(&|at| format!("r{}c{}", at / 9 + 1, at % 9 + 1));
    let cells = P.chars().map(String::from).collect::<Vec<_>>().join(",");
    let others = [
        names(&|at| format!("col{}_row{}", at / 9 + 1, at % 9 + 1)),
        names(&|at| format!("r_{}_c_{}", at % 9 + 1, at / 9 + 1)),
        names(&|at| format!("{}{}", char::from(b'A' + (at / 9) as u8), at % 9 + 1)),
        names(&|at| format!("cell{}", 81 - at)),
        names(&|at| format!("r{}c{}", at / 9 + 1, 9 - at % 9)),
        names(&|at| format!("b{}c{}", at / 9 + 1, at % 9 + 1)),
    ];
    assert_no_grid([format!("Export of 3 March\n\n{by_column}\n{cells}\n")]);
    assert_no_grid(others.iter().map(|names| format!("My puzzle\n{names}\n{cells}\n")));
    assert_no_grid(others.iter().map(|names| format!("A puzzle\n{names}\n{cells}\n").replace(',', ";")));
    let numbered = names(&|at| format!("cell{}", at + 1));
    assert_eq!(found(format!("My puzzle\n{numbered}\n{cells}\n").as_bytes()), ["P"]);
    assert_eq!(found(format!("Export of 3 March\n\n{by_row}\n{cells}\n").as_bytes()), ["P"]);
}

#[test]
fn a_plus_before_a_digit_may_be_a_mark_or_a_change() {
    assert_no_grid([format!("+{S}\n"), format!("+++ b/p.txt\n+{S}\n")]);
    assert_eq!(found(format!("+{}\n", P.replace('0', ".")).as_bytes()), ["P"]);
}

#[test]
fn a_heading_of_the_order_is_that_of_all_grids_below_it() {
    let line = columns().concat();
    let rows = columns().join("\n");
    assert_no_grid([
        format!("By columns:\n{line}\n{line}\n{line}\n"),
        format!("By columns:\n1. {line}\n2. {line}\n"),
        format!("By columns:\n\n{rows}\n\n{rows}\n"),
    ]);
    let found = found(format!("By columns:\n{line}\nBy Ruud, 2006:\n{P}\n").as_bytes());
    assert!(found[0].starts_with("line 2: ") && found[1] == "P", "{found:?}");
}

#[test]
fn comments_between_rows_name_them() {
    let numbered = |name: &str, rows: &[String]| -> String {
        rows.iter().enumerate().map(|(at, row)| format!("{name} {}\n{row}\n", at + 1)).collect()
    };
    assert_eq!(found(numbered("# row", &rows(".")).as_bytes()), ["P"]);
    assert_no_grid(["# column", "# col", "# box", "// column"].map(|name| numbered(name, &columns())));
    let upside_down: String = (0..9).rev().map(|at| format!("# row {}\n{}\n", at + 1, rows(".")[at])).collect();
    let array = |name: &str, rows: &[String]| -> String {
        let row = |(at, row): (usize, &String)| {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            format!("/* {name} {} */ {{{}}},\n", at + 1, cells.join(","))
        };
        rows.iter().enumerate().map(row).collect()
    };
    assert_eq!(found(array("row", &rows("0")).as_bytes()), ["P"]);
    let ranks = ["# rank", "# y =", "// Zeile", "# ligne"]
        .map(|name| (0..9).rev().map(|at| format!("{}  {name} {}\n", rows(".")[at], at + 1)).collect());
    let letters: String =
        columns().iter().zip('A'..).map(|(column, letter)| format!("{column}  # col {letter}\n")).collect();
    for name in ["y = ", "y=", "row ", "rank "] {
        let text: String = (0..9).map(|at| format!("{}  # {name}{at}\n", rows(".")[at])).collect();
        assert_eq!(found(text.as_bytes()), ["P"], "{name}");
    }
    assert_no_grid([upside_down, array("column", &columns()), letters]);
    assert_no_grid(ranks);
}

#[test]
fn labels_of_columns_are_known() {
    let labelled = |label: &str| -> String {
        columns().iter().enumerate().map(|(at, column)| format!("{label}{}: {column}\n", at + 1)).collect()
    };
    assert_no_grid(["S", "c", "Col ", "Spalte ", "b"].map(labelled));
}

#[test]
fn columns_of_r_have_their_order() {
    let head = |columns: [usize; 9]| columns.map(|column| format!("[,{column}]")).join(" ");
    let all = |row: &String| row.chars().map(|cell| format!("   {cell}")).collect::<String>();
    let text = |columns: [usize; 9], rows: &[String]| -> String {
        let rows = rows.iter().enumerate().map(|(at, row)| format!("[{},] {}\n", at + 1, all(row)));
        format!("      {}\n", head(columns)) + &rows.collect::<String>()
    };
    assert_eq!(found(text([1, 2, 3, 4, 5, 6, 7, 8, 9], &rows("0")).as_bytes()), ["P"]);
    let mirrored: Vec<String> = rows("0").iter().map(|row| row.chars().rev().collect()).collect();
    assert_no_grid([text([9, 8, 7, 6, 5, 4, 3, 2, 1], &mirrored)]);
}

#[test]
fn keys_and_columns_tell_the_order_or_the_clues() {
    let line = columns().concat();
    assert_no_grid([
        format!("{{\"transposed\":true,\"puzzle\":\"{line}\"}}\n"),
        format!("{{\"columnMajor\":true,\"puzzle\":\"{line}\"}}\n"),
        format!("{{\"memoryOrder\":\"F\",\"puzzle\":\"{line}\"}}\n"),
        format!("{{\"rowMajor\":false,\"puzzle\":\"{line}\"}}\n"),
        format!("id,puzzle,transposed\n1,{line},true\n"),
        format!("id,puzzle,cell_order\n1,{line},columns\n"),
    ]);
    assert_eq!(found(format!("id,puzzle,transposed\n1,{P},false\n").as_bytes()), ["P"]);
    let progress = P.replacen('0', "4", 1);
    for columns in ["givens,board", "clues,grid", "initial,board", "original,board", "problem,grid", "given,sudoku"] {
        assert_no_grid([format!("id,{columns}\n1,{P},{progress}\n")]);
        assert_eq!(found(format!("id,{columns}\n1,{P},{P}\n").as_bytes()), ["P"], "{columns}");
    }
    assert_eq!(found(format!("clues,puzzle\n24,{P}\n").as_bytes()), ["P"]);
    // All keys, or those of the clues.
    let keys = |is_left_out: &dyn Fn(usize, char) -> bool| {
        let cells = P.chars().enumerate().filter(|(at, value)| !is_left_out(*at, *value));
        let keys = cells.map(|(at, value)| format!("\"r{}c{}\":{value}", at / 9 + 1, at % 9 + 1));
        format!("{{\"puzzle\":{{{}}}}}", keys.collect::<Vec<_>>().join(","))
    };
    assert_eq!(found(keys(&|_, _| false).as_bytes()), ["P"]);
    assert_eq!(found(keys(&|_, value| value == '0').as_bytes()), ["P"]);
    assert_refused(&keys(&|at, _| at == 2), "found 80 of the 81 cells");
}
