//! Grids that programs print and assign cell by cell or line by line, and lines that a program has encoded once more.

use super::{P, Q, assert_refused, found, joined, rows};

/// Returns a line for each cell of the grid.
fn cells(line: impl Fn(usize, usize, char) -> String) -> String {
    P.chars().enumerate().map(|(cell, value)| line(cell / 9, cell % 9, value) + "\n").collect()
}

/// Asserts that a text is read, alone and beside another grid.
#[track_caller]
fn assert_read(text: &str) {
    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    let before = found(format!("{Q}\n\n{text}").as_bytes());
    assert!(before.len() == 2 && before[1] == "P", "{text}\n{before:?}");
    let behind = found(format!("{text}\n{Q}\n").as_bytes());
    assert!(behind.len() == 2 && behind[0] == "P", "{text}\n{behind:?}");
}

/// Asserts that a text is refused beside a grid, which is read.
#[track_caller]
fn assert_refused_beside(text: &str, message: &str) {
    assert_refused(text, message);
    for text in [format!("{Q}\n\n{text}"), format!("{text}\n{Q}\n")] {
        let found = found(text.as_bytes());
        assert!(found.iter().any(|found| found.contains(message)), "{text}\n{found:?}");
        assert!(found.iter().filter(|found| !found.starts_with("line ")).count() == 1, "{text}\n{found:?}");
    }
}

#[test]
fn commands_print_rows() {
    let drawn = joined(".", " ", " | ");
    for (before, behind) in [
        ("cout << \"", "\" << endl;"),
        ("    std::cout << \"", "\\n\";"),
        ("std::cout << \"", "\" << std::endl;"),
        ("System.out.println(\"", "\");"),
        ("println!(\"", "\");"),
        ("print(\"", "\")"),
        ("printf(\"", "\\n\");"),
        ("echo \"", "\""),
        ("echo '", "'"),
        ("puts \"", "\""),
        ("console.log('", "');"),
    ] {
        let line = |row: &String| format!("{before}{row}{behind}\n");
        assert_read(&drawn.iter().map(line).collect::<String>());
        assert_read(&rows(".").iter().map(line).collect::<String>());
    }
    let line = |(at, row): (usize, &String)| {
        let ruler = if matches!(at, 2 | 5) { "cout << \"------+-------+------\" << endl;\n" } else { "" };
        format!("cout << \"{row}\" << endl;\n{ruler}")
    };
    assert_read(&drawn.iter().enumerate().map(line).collect::<String>());
}

#[test]
fn statements_name_each_cell() {
    for text in [
        cells(|row, column, value| format!("board[{row}][{column}] = {value}")),
        cells(|row, column, value| format!("board[{}][{}] = {value};", row + 1, column + 1)),
        cells(|row, column, value| format!("a({},{}) = {value};", row + 1, column + 1)),
        cells(|row, column, value| format!("grid[{}] = {value};", 9 * row + column)),
        cells(|row, column, value| format!("r{}c{}={value}", row + 1, column + 1)),
        cells(|row, column, value| format!("R{}C{}: {value}", row + 1, column + 1)),
        cells(|row, column, value| format!("({row}, {column}): {value}")),
    ] {
        assert_read(&text);
    }
    let clues = |between: &str| {
        let clue = |(cell, value): (usize, char)| format!("r{}c{}={value}{between}", cell / 9 + 1, cell % 9 + 1);
        P.chars().enumerate().filter(|(_, value)| *value != '0').map(clue).collect::<String>()
    };
    for text in [clues("\n"), clues(" ") + "\n"] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        // They may be steps to the solution of a grid.
        let beside = found(format!("{Q}\n\n{text}").as_bytes());
        assert!(beside.len() == 2 && beside[1].contains("32 cells in lines of their own beside a grid"), "{beside:?}");
    }
    let steps: Vec<String> = clues("\n").lines().rev().map(String::from).collect();
    assert_eq!(found(format!("{P}\n\n{}\n", steps.join("\n")).as_bytes()), ["P"]);
}

#[test]
fn statements_that_do_not_tell_all_cells_are_refused() {
    let clues_of = |line: fn(usize, usize, char) -> String| -> String {
        let all = P.chars().enumerate().filter(|(_, value)| *value != '0');
        all.map(|(cell, value)| line(cell / 9, cell % 9, value) + "\n").collect()
    };
    let all = cells(|row, column, value| format!("board[{row}][{column}] = {value}"));
    for (text, message) in [
        (clues_of(|row, column, value| format!("board[{row}][{column}] = {value}")), "32 cells in lines of their own"),
        (clues_of(|row, column, value| format!("grid.set({row}, {column}, {value});")), "32 cells in calls"),
        (clues_of(|row, column, value| format!("sudoku({row},{column},{value}).")), "32 cells in calls"),
        (
            cells(|row, column, value| format!("INSERT INTO cells (c, r, v) VALUES ({row}, {column}, {value});")),
            "calls",
        ),
        (cells(|row, column, value| format!("cell[x={column}][y={row}] = {value}")), "a row, a column or a box"),
        (all.split_inclusive('\n').skip(1).collect(), "80 cells in lines of their own"),
        (rows(".").iter().map(|row| format!("INSERT INTO t VALUES (1, '{row}');\n")).collect(), "nine lines that look"),
    ] {
        assert_refused_beside(&text, message);
    }
}

#[test]
fn other_lists_are_remarks() {
    let list = |line: fn(usize) -> String| (1..=30).map(|at| line(at) + "\n").collect::<String>();
    for text in [
        list(|at| format!("Puzzle {at}: {}", at % 9 + 1)),
        list(|at| format!("{at}. = {}", at % 7)),
        list(|at| format!("- {}", at % 9 + 1)),
        list(|at| format!("add({at}, {})", at % 9)),
        list(|at| format!("12:{at:02}")),
        "Step 1-1: 3\nStep 1-2: 4\n".into(),
    ] {
        assert_eq!(found(format!("{P}\n\n{text}").as_bytes()), ["P"], "{text}");
    }
    // As many as the cells of a grid are none without a solution.
    let marks: String = (1..=81).map(|at| format!("Puzzle {at}: {}\n", at % 9 + 1)).collect();
    assert_eq!(found(format!("{P}\n\n{marks}").as_bytes()), ["P"]);
}

#[test]
fn arrays_as_php_and_yaml_print_them() {
    let nested = |row: &dyn Fn(usize, &str) -> String| -> String {
        let rows = rows("0");
        rows.iter().enumerate().map(|(at, cells)| row(at, cells)).collect()
    };
    let each = |cells: &str, line: &dyn Fn(usize, char) -> String| -> String {
        cells.chars().enumerate().map(|(at, cell)| line(at, cell)).collect()
    };
    let print_r = nested(&|row, cells| {
        let cells = each(cells, &|column, cell| format!("            [{column}] => {cell}\n"));
        format!("    [{row}] => Array\n        (\n{cells}        )\n\n")
    });
    let var_dump = nested(&|row, cells| {
        let cells = each(cells, &|column, cell| format!("    [{column}]=>\n    int({cell})\n"));
        format!("  [{row}]=>\n  array(9) {{\n{cells}  }}\n")
    });
    let var_export = nested(&|row, cells| {
        let cells = each(cells, &|column, cell| format!("    {column} => {cell},\n"));
        format!("  {row} => \n  array (\n{cells}  ),\n")
    });
    assert_read(&format!("Array\n(\n{print_r})\n"));
    assert_read(&format!("array(9) {{\n{var_dump}}}\n"));
    assert_read(&format!("array (\n{var_export})\n"));
    assert_read(&format!("Array\n(\n{})\n", each(P, &|at, cell| format!("    [{at}] => {cell}\n"))));
    assert_read(&nested(&|row, cells| format!("    [{row}] => {}\n", cells.replace('0', "."))));
    for first in ["  - - ", "-\n    - "] {
        let rest = |cells: &str| each(&cells[1..], &|_, cell| format!("    - {cell}\n"));
        assert_read(&nested(&|_, cells| format!("{first}{}\n{}", &cells[..1], rest(cells))));
    }
    assert_read(&format!("cells:\n{}", each(P, &|_, cell| format!("- {cell}\n"))));
    assert_read(&format!("board:\n{}", nested(&|_, cells| format!("  - \"{cells}\"\n"))));
    let message = "found 80 cells in lines of their own";
    assert_refused_beside(&format!("Array\n(\n{})\n", print_r.replacen("            [0] => 0\n", "", 1)), message);
    assert_refused_beside(&format!("cells:\n{}", each(&P[1..], &|_, cell| format!("- {cell}\n"))), message);
}

#[test]
fn tables_of_mediawiki() {
    let fields = |row: &String| -> Vec<String> {
        row.chars().map(|cell| if cell == '0' { " ".into() } else { cell.to_string() }).collect()
    };
    let table = |row: &dyn Fn(Vec<String>) -> String| {
        let rows: String = rows("0").iter().map(|cells| format!("|-\n{}\n", row(fields(cells)))).collect();
        format!("{{| class=\"wikitable\"\n|+ Easy\n{rows}|}}\n")
    };
    assert_read(&table(&|cells| format!("| {}", cells.join(" || "))));
    assert_read(&table(&|cells| format!("|{}", cells.join("||"))));
    assert_read(&table(&|cells| cells.iter().map(|cell| format!("| {cell}")).collect::<Vec<_>>().join("\n")));
    let styled = |cell: &String| format!("|style=\"width:2em\"|{}", cell.trim());
    assert_read(&table(&|cells| cells.iter().map(styled).collect::<Vec<_>>().join("\n")));
}

#[test]
fn escapes_and_misread_encodings() {
    let each =
        |text: &str, escape: &dyn Fn(u32) -> String| text.chars().map(|cell| escape(cell as u32)).collect::<String>();
    for escape in [
        &(|code| format!("\\u{code:04x}")) as &dyn Fn(u32) -> String,
        &|code| format!("\\x{code:02x}"),
        &|code| format!("&#{code};"),
        &|code| format!("&#x{code:x};"),
        &|code| format!("%{code:02X}"),
    ] {
        assert_read(&(each(P, escape) + "\n"));
        assert_read(&rows("0").iter().map(|row| each(row, escape) + "\n").collect::<String>());
    }
    assert_read(
        &rows("0")
            .iter()
            .map(|row| each(row, &|code| format!("{}\u{fe0f}\u{20e3}", code as u8 as char)) + "\n")
            .collect::<String>(),
    );
    let drawn: String = joined("·", " ", " ║ ").iter().map(|row| format!("║ {row} ║\n")).collect();
    assert_read(&drawn.bytes().map(char::from).collect::<String>());
}

#[test]
fn rows_of_other_digits_are_refused() {
    let each = |digit: &dyn Fn(usize) -> String, between: &str| -> String {
        let row =
            |row: &String| row.bytes().map(|cell| digit(usize::from(cell - b'0'))).collect::<Vec<_>>().join(between);
        rows("0").iter().map(|cells| row(cells) + "\n").collect()
    };
    let of = |digits: &'static str| move |at: usize| digits.chars().nth(at).unwrap().to_string();
    let words = |words: &'static str| move |at: usize| words.split(' ').nth(at).unwrap().to_string();
    for text in [
        each(&of(".①②③④⑤⑥⑦⑧⑨"), ""),
        each(&of(".①②③④⑤⑥⑦⑧⑨"), " "),
        each(&of(".¹²³⁴⁵⁶⁷⁸⁹"), ""),
        each(&of(".१२३४५६७८९"), ""),
        each(&of("〇一二三四五六七八九"), ""),
        each(&of(".ABCDEFGHI"), ""),
        each(&words(". I II III IV V VI VII VIII IX"), " "),
        each(&words("zero one two three four five six seven eight nine"), " "),
        each(&words(":zero: :one: :two: :three: :four: :five: :six: :seven: :eight: :nine:"), ""),
    ] {
        assert_refused_beside(&text, "nine lines that look like the rows of a grid");
    }
}
