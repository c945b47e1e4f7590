//! Rows with labels, signs of comments, and markup of pages; and the errors that name what is wrong in a row.

use super::{P, Q, S, assert_no_grid, assert_no_other_grid, assert_refused, found, joined, rows};

fn lines(grid: &str) -> String {
    (0..9).map(|row| grid[9 * row..9 * row + 9].to_string() + "\n").collect()
}

/// Returns the rows with a label that has the number, the letter and the number of two digits of its row.
fn labelled(rows: &[String], label: &str, order: [usize; 9]) -> String {
    let with_label = |at: usize| {
        let letter = char::from(b'A' + at as u8).to_string();
        let label = label.replace("NN", &format!("{:02}", at + 1)).replace('N', &(at + 1).to_string());
        format!("{}{}\n", label.replace('@', &letter), rows[at])
    };
    order.map(with_label).concat()
}

const IN_ORDER: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const SWAPPED: [usize; 9] = [1, 0, 2, 3, 4, 5, 6, 7, 8];

#[test]
fn labels_of_rows() {
    for label in [
        "(N) ",
        "[N] ",
        "<N> ",
        "NN ",
        "NN: ",
        "NN. ",
        "Line N: ",
        "line N ",
        "Zeile N: ",
        "Row N ",
        "LN: ",
        "(N)",
        "Ligne N : ",
        "N - ",
        "{N} ",
    ] {
        for rows in [rows("."), joined(".", " ", " "), joined(".", " ", " | ")] {
            let text = labelled(&rows, label, IN_ORDER);
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            let swapped = labelled(&rows, label, SWAPPED);
            assert!(found(swapped.as_bytes()).iter().all(|found| found.starts_with("line ")), "{swapped}");
        }
    }
    // A lost space makes the number of programs for nothing of a blank and a digit.
    let mut lost: Vec<String> =
        (1..).zip(joined("-", " ", " ")).map(|(number, row)| format!("{number}: {row}")).collect();
    lost[3] = format!("- {}", lost[3].replacen("- 1", "-1", 1));
    assert!(found(lost.join("\n").as_bytes()).iter().all(|found| found.starts_with("line ")), "{lost:?}");
    for label in ["Column N: ", "Box N: ", "cN ", "bN "] {
        let text = labelled(&rows("."), label, IN_ORDER);
        assert!(found(text.as_bytes()).iter().all(|found| found.starts_with("line ")), "{text}");
    }
}

/// Lines of logs, and those that a change adds, have a prefix.
#[test]
fn prefixes_of_rows() {
    for prefix in [
        "12:03 <ann> ",
        "[12:03:04] <@ann> ",
        "2026-11-28 14:00:01 ",
        "2026-11-28T14:00:01Z ",
        "2026-11-28 14:00:01 INFO ",
        "+",
        "+ ",
    ] {
        for rows in [rows("."), joined(".", " ", " "), joined(".", " ", " | ")] {
            let text: String = rows.iter().map(|row| format!("{prefix}{row}\n")).collect();
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    // The letters of rows, of which one is a blank, too, and of which one may be left out.
    for letters in ["abcdefghi", "ABCDEFGHJ"] {
        let text: String = letters.chars().zip(rows(".")).map(|(letter, row)| format!("{letter} {row}\n")).collect();
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

/// Letters before rows in brackets or quotes tell their order, too.
#[test]
fn letters_before_brackets() {
    for (open, close) in [(": [", "]"), (" = [", "]"), (" {", "}"), (". (", ")")] {
        let text = |letters: &str| -> String {
            let rows = letters.chars().zip(joined("0", ",", ","));
            rows.map(|(letter, row)| format!("{letter}{open}{row}{close}\n")).collect()
        };
        assert_eq!(found(text("ABCDEFGHI").as_bytes()), ["P"], "{open}");
        assert_no_grid([text("DABCEFGHI"), text("IHGFEDCBA")]);
    }
    let boxes: String = (1..).zip(joined("0", ",", ",")).map(|(at, row)| format!("Box {at} = [{row}]\n")).collect();
    assert_no_grid([boxes]);
}

/// Fields of which some are empty may be behind a label.
#[test]
fn labels_before_fields() {
    let text = |label: &str, delimiter: &str| labelled(&joined("", delimiter, delimiter), label, IN_ORDER);
    for label in ["Row N: ", "@: "] {
        for delimiter in [",", ";", "|"] {
            assert_eq!(found(text(label, delimiter).as_bytes()), ["P"], "{label} {delimiter}");
            assert_no_grid([labelled(&joined("", delimiter, delimiter), label, SWAPPED)]);
        }
    }
}

/// Beside a grid that is read, a damaged one has its error.
#[test]
fn a_damaged_table_or_link_is_reported() {
    let cells = |row: &String| row.chars().map(|cell| format!("<td>{cell}</td>")).collect::<String>();
    let table: String = rows("0").iter().map(|row| format!("<tr>{}</tr>", cells(row))).collect();
    assert_eq!(found(format!("<table>{table}</table>\n").as_bytes()), ["P"]);
    let link = format!("https://www.sudokuwiki.org/sudoku.htm?bd={P}");
    for damaged in
        [table.replacen("<td>3</td>", "", 1), table.replacen("<td>3</td>", "<td>q</td>", 1), link.replacen('3', "q", 1)]
    {
        let found = found(format!("{damaged}\n{P}\n").as_bytes());
        assert!(matches!(&found[..], [error, grid] if error.starts_with("line 1: ") && grid == "P"), "{found:?}");
    }
}

#[test]
fn values_of_programs_and_terminals() {
    let each = |start: &str, between: &str, end: &str, cell: fn(&str) -> String| -> String {
        let row = |row: &String| row.chars().map(|digit| cell(&digit.to_string())).collect::<Vec<_>>().join(between);
        rows("0").iter().map(|text| format!("{start}{}{end}\n", row(text))).collect()
    };
    let plain = |digit: &str| digit.to_string();
    let some = |digit: &str| if digit == "0" { "None".into() } else { format!("Some({digit})") };
    let quoted = |digit: &str| format!("'{}'", digit.replace('0', "."));
    let input = |digit: &str| format!("<td><input type=\"text\" value=\"{}\"></td>", digit.replace('0', ""));
    let red = |digit: &str| format!("\u{1b}[1;31m{digit}\u{1b}[0m");
    for text in [
        each("    db ", ", ", "", plain),
        each("  .byte ", ",", "", plain),
        format!("let grid = [\n{}];\n", each("    [", ", ", "],", some)),
        format!("let grid = [|\n{}|]\n", each("  [|", ";", "|];", plain)),
        format!("[{}]\n", each("[", " ", "]", quoted).trim_end()),
        each("<tr>", "", "</tr>", input),
        each("<tr>\n", "\n", "\n</tr>", input),
        each("", " ", "", red),
        each("puzzles/hard.txt:", "", "", plain),
        format!("\u{1b}[32m{P}\u{1b}[0m\n"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    let numbered: String = rows(".").iter().enumerate().map(|(at, row)| format!("a.txt:{}:{row}\n", at + 1)).collect();
    assert_eq!(found(numbered.as_bytes()), ["P"]);
}

#[test]
fn lines_that_look_like_rows_are_reported_beside_a_grid() {
    let rows = joined("off", " , ", " , ");
    let text: String = rows.iter().map(|row| format!("at {row}\n")).collect();
    let expected = "line 3: found nine lines that look like the rows of a grid with 'a' at position 1, which is neither a digit nor a \
        blank (one of . 0 _ * - x X ? e), expected nine cells in each";
    assert_eq!(found(format!("{P}\n\n{text}").as_bytes()), ["P", expected]);
    // Those of a statistic have other numbers.
    let statistic: String = (0..9).map(|at| format!("step {at}, 17, a, b, c, d, e, f, g, h\n")).collect();
    assert_eq!(found(format!("{P}\n\n{statistic}").as_bytes()), ["P"]);
}

#[test]
fn a_solution_behind_the_puzzle_in_a_field_is_kept() {
    for text in [format!("id,puzzle\n1,{P}{S}\n"), format!("{{\"puzzle\":\"{P}{S}\"}}\n")] {
        assert_eq!(found(text.as_bytes()), ["P S"], "{text}");
    }
}

/// A statement of SQL names its columns, and a program has other values of nine digits.
#[test]
fn grids_in_programs() {
    let sql = format!("INSERT INTO puzzles (id, puzzle, level) VALUES (17, '{P}', 'hard');\n");
    assert_eq!(found(sql.as_bytes()), ["P"]);
    let program = format!("grid1 = '{P}'\ndigits = '123456789'\nrows = 'ABCDEFGHI'\n");
    assert_eq!(found(program.as_bytes()), ["P"]);
    let lines: Vec<String> = rows(".").iter().map(|row| format!("\"{row}\"")).collect();
    assert_eq!(found(format!("String g =\n  {};\n", lines.join("\n  + ")).as_bytes()), ["P"]);
}

/// A name, a frame or an edge may be beside a row.
#[test]
fn rows_with_a_name_or_a_remark() {
    let lines = rows(".").join("\n");
    for name in ["Puzzle: ", "Sudoku 5: ", "Today's grid: "] {
        assert_eq!(found(format!("{name}{lines}\n").as_bytes()), ["P"], "{name}");
        assert_no_grid([lines.replace('\n', &format!("\n{name}")), format!("Column 1: {lines}\n")]);
    }
    let mut framed: Vec<String> = joined(".", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    framed[3] += "   27 clues";
    assert_eq!(found(framed.join("\n").as_bytes()), ["P"]);
    let spaces: Vec<String> = joined(" ", " ", " | ").iter().map(|row| format!("| {row} |  SE 1.2")).collect();
    assert_eq!(found(spaces.join("\n").as_bytes()), ["P"]);
    // Without a frame, cells are behind the last bar.
    let mut bars: Vec<String> = joined(" ", " ", " | ");
    assert_eq!(found(bars.join("\n").as_bytes()), ["P"]);
    for remark in ["   name of it", "  SE 1.2"] {
        for row in 0..9 {
            let before = bars[row].clone();
            bars[row] += remark;
            assert_no_other_grid(&bars.join("\n"));
            bars[row] = before;
        }
    }
    let under = |row: &String| row.chars().map(|cell| format!("_{cell}_|")).collect::<String>();
    let drawn: String = rows("_").iter().map(|row| format!("|{}\n", under(row))).collect();
    assert_eq!(found(drawn.as_bytes()), ["P"], "{drawn}");
}

#[test]
fn labels_of_rows_with_spaces_as_blanks() {
    let spaces = joined(" ", " ", " | ");
    let closed: Vec<String> = spaces.iter().map(|row| format!("{row} |")).collect();
    for label in ["@ | ", "@ ", "N | ", "N: ", "rN ", "RN | ", "@: ", "Row N: ", "N. "] {
        for rows in [&spaces, &closed] {
            let text = labelled(rows, label, IN_ORDER);
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            let swapped = labelled(rows, label, SWAPPED);
            assert!(found(swapped.as_bytes()).iter().all(|found| found.starts_with("line ")), "{swapped}");
        }
    }
    let head = format!("    1 2 3   4 5 6   7 8 9\n{}", labelled(&closed, "@ | ", IN_ORDER));
    assert_eq!(found(head.as_bytes()), ["P"], "{head}");
}

#[test]
fn a_full_stop_is_no_cell() {
    for (before, behind) in
        [("The puzzle is ", "."), ("", "."), ("Puzzle ", ". It has 25 clues."), ("(", ")."), ("", "!")]
    {
        for blank in ["0", "-", "_", "*"] {
            let text = format!("{before}{}{behind}", P.replace('0', blank));
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    // One cell more, or one less.
    assert_refused(&format!("{}.", P.replace('0', ".")), "found 82 cells in a line");
    assert_refused(&format!("{}.", &P[1..]), "found a number of 80 digits");
}

#[test]
fn signs_before_rows_and_around_cells() {
    for sign in ["// ", "//", "/// ", "% ", "; ", "> ", "-- ", "* ", "# ", "## "] {
        for rows in [rows("."), joined(".", " ", " "), joined(".", " ", " | ")] {
            let text = rows.iter().map(|row| format!("{sign}{row}\n")).collect::<String>();
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            let heading = format!("{sign}123456789\n{}", rows.join("\n"));
            assert!(matches!(sign, "> " | "; " | "* " | "-- ") || found(heading.as_bytes()) == ["P"], "{heading}");
        }
    }
    // Comments are rows only if nothing else is, and a whole grid in one is none.
    let comments = rows(".").iter().map(|row| format!("# {row}\n")).collect::<String>();
    assert_eq!(found(format!("Puzzle\n\n{comments}\nby me\n").as_bytes()), ["P"]);
    for other in [Q.to_string(), lines(Q), format!("{{\"puzzle\":\"{Q}\"}}")] {
        for text in [format!("{comments}\n{other}\n"), format!("{other}\n{comments}\n")] {
            assert_eq!(found(text.as_bytes()), [Q.replace('0', ".")], "{text}");
        }
    }
    assert_refused(&format!("# {P}\n"), "found no grid");
    assert_refused(&comments[comments.find('\n').unwrap() + 1..], "found no grid");
    let cell = |cell: char, blank: &str, sign: &str| match cell {
        '0' => blank.to_string(),
        _ => format!("{sign}{cell}{sign}"),
    };
    for sign in ["**", "__"] {
        for blank in [".", "0", " "] {
            let row = |row: &String| row.chars().map(|c| cell(c, blank, sign)).collect::<Vec<_>>().join(" | ");
            let table = rows("0").iter().map(|cells| format!("| {} |\n", row(cells))).collect::<String>();
            let text = format!("|{}\n|{}\n{table}", "   |".repeat(9), "---|".repeat(9));
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
}

#[test]
fn elements_of_pages() {
    for (row, cell) in
        [("div", "div class=\"cell\""), ("div", "span"), ("row", "cell"), ("ul", "li"), ("p", "b class=\"c\"")]
    {
        for blank in ["", "0", ".", "&nbsp;", " "] {
            let name = cell.split(' ').next().unwrap();
            let line = |cells: &String| {
                let value = |digit: char| if digit == '0' { blank.to_string() } else { digit.to_string() };
                let cells = cells.chars().map(|digit| format!("<{cell}>{}</{name}>", value(digit)));
                format!("<{row}>{}</{row}>\n", cells.collect::<String>())
            };
            let text = rows("0").iter().map(line).collect::<String>();
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            // A cell is lost.
            let (start, end) =
                (text.rfind(&format!("<{cell}>")).unwrap(), text.rfind(&format!("</{name}></{row}>")).unwrap());
            let lost = format!("{}{}", &text[..start], &text[end + name.len() + 3..]);
            assert!(found(lost.as_bytes()).iter().all(|found| found.starts_with("line ")), "{lost}");
        }
    }
}

/// A cell of a page in each line, and the elements around nine of them: rows, or boxes.
#[test]
fn an_element_of_a_page_in_each_line() {
    for (open, close, blank) in
        [("<div class=\"cell\">", "</div>", ""), ("<span>", "</span>", "."), ("    <p id=\"c\">", "</p>", "&nbsp;")]
    {
        let cell = |digit: char| {
            if digit == '0' { format!("{open}{blank}{close}\n") } else { format!("{open}{digit}{close}\n") }
        };
        let cells: Vec<String> = P.chars().map(cell).collect();
        let nine = |name: &str| -> String {
            cells.chunks(9).map(|nine| format!("<div class=\"{name}\">\n{}</div>\n", nine.concat())).collect()
        };
        for text in [cells.concat(), nine("row"), format!("<div>\n{}</div>\n", nine("grid-row"))] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            let lost = text.replacen(&cells[2], "", 1);
            assert!(found(lost.as_bytes()).iter().all(|found| found.starts_with("line ")), "{lost}");
        }
        for name in ["box", "block", "column", "x"] {
            assert!(found(nine(name).as_bytes()).iter().all(|found| found.starts_with("line ")), "{}", nine(name));
            let lines = nine(name).replace(">\n<", "><").replace("</div><div class=\"x", "</div>\n<div class=\"x");
            assert!(name == "x" || found(lines.as_bytes()).iter().all(|found| found.starts_with("line ")), "{lines}");
        }
    }
}

#[test]
fn an_unknown_mark_of_pencilmarks_is_named() {
    let marks = minirow_text::pencilmarks(&minirow_core::CandidateSet::from(&P.parse::<minirow_core::Grid>().unwrap()));
    let words: Vec<&str> = marks.split(' ').filter(|word| word.len() > 2 && !word.contains(['-', '\n'])).collect();
    let is_within = |word: &&&str| marks.contains(&format!(" {word} "));
    for word in words.iter().filter(is_within).step_by(5) {
        let digits = word.chars().map(String::from).collect::<Vec<_>>();
        for mark in [
            digits.join(","),
            format!("{{{}}}", digits.join(",")),
            format!("({})", digits.join(",")),
            digits.join("/"),
            format!("{word}a"),
            format!("{word}x"),
            format!("{word}."),
            format!(".{word}"),
            format!("{word}0"),
            format!("{word}†"),
            digits.iter().rev().cloned().collect(),
            "①".into(),
            "?".into(),
            "~".into(),
        ] {
            let place = marks.find(&format!(" {word} ")).expect("a word within a line") + 1;
            let text = format!("{}{mark}{}", &marks[..place], &marks[place + word.len()..]);
            assert_refused(&text, &format!("found {mark:?} as the candidates of a cell"));
        }
    }
}

#[test]
fn lost_zeros_are_named_in_brackets() {
    for lost in [&P[1..], &P[2..]] {
        for text in [
            format!("[{lost}]"),
            format!("grid = [{lost}]"),
            format!("[\"{lost}\"]"),
            format!("['{lost}', '{P}']"),
            format!("{{'puzzle': {lost}}}"),
            format!("{{'puzzle': '{lost}'}}"),
            format!("({lost})"),
            format!("<puzzle>{lost}</puzzle>"),
        ] {
            let found = found(text.as_bytes());
            // A number with a zero at its start has lost another digit.
            let message = match lost.starts_with('0') {
                true => format!("found {} cells", lost.len()),
                false => format!("found a number of {} digits, expected 81: zeros at its start are lost", lost.len()),
            };
            assert!(found.iter().any(|found| found.contains(&message)), "{text}\n{found:?}");
            assert!(found.iter().all(|found| found.starts_with("line ") || found == "P"), "{text}\n{found:?}");
        }
    }
}

#[test]
fn numbers_names_and_types_before_grids() {
    let rows: Vec<String> = joined("0", ", ", ", ");
    let spaced = joined("0", " ", " ").join("\n");
    let each = |before: &str, behind: &str| {
        rows.iter().map(|row| format!("{before}{row}{behind}")).collect::<Vec<_>>().join(",\n")
    };
    for text in [
        format!("#1 {P}"),
        format!("#12. {P}"),
        format!("#define GRID \"{P}\""),
        format!("g = Int8[\n{spaced}\n]"),
        format!("int[][] g = {{\n{}\n}};", each("new[] {", "}")),
        format!("int[][] g = {{\n{}\n}};", each("new int[] {", "}")),
        format!("std::array<int, 81> g = {{\n{}}};", rows.join(",\n")),
        format!("[{}]", rows.iter().map(|row| format!("array([{row}])")).collect::<Vec<_>>().join(", ")),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    for name in ["gridT", "grid.T", "T"] {
        assert_no_grid([format!("{name} = [{}]", each("[", "]"))]);
    }
    assert_no_grid([each("new[] {", "}").replacen("0, ", "", 1)]);
}

/// Spreadsheets have an empty column and an empty row between the boxes.
#[test]
fn empty_columns_between_boxes() {
    for delimiter in [",", ";", "\t"] {
        for blank in ["", "0", "."] {
            let rows = joined(blank, delimiter, &format!("{delimiter}{delimiter}"));
            let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
            let empty = delimiter.repeat(10);
            assert_eq!(found(rows.join("\n").as_bytes()), ["P"], "{rows:?}");
            let with_empty = bands.join(&format!("\n{empty}\n"));
            assert_eq!(found(with_empty.as_bytes()), ["P"], "{with_empty}");
            assert_no_grid([with_empty.replacen(&rows[8], "", 1)]);
            if blank.is_empty() {
                let mut damaged = rows.clone();
                damaged[4] = damaged[4].replacen(&format!("{delimiter}{delimiter}"), delimiter, 1);
                assert_no_grid([damaged.join("\n")]);
            }
        }
    }
}

#[test]
fn rulers_of_blanks_and_bold_labels() {
    let rows = rows(".");
    for ruler in ["***", "*************", "xxx", "XXXXX"] {
        let text = rows.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join(&format!("\n{ruler}\n"));
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        assert_no_grid([format!("{ruler}\n{}", rows[1..].join("\n"))]);
    }
    let spaced = joined(" ", " | ", " | ");
    let label = |(letter, row): (char, &String)| format!("| **{letter}** | {row} |\n");
    let table: String = ('A'..='I').zip(&spaced).map(label).collect();
    assert_eq!(found(table.as_bytes()), ["P"], "{table}");
}

#[test]
fn lines_that_end_with_carriage_returns_alone_have_numbers() {
    let text = format!("{P}\r{}\r{P}\r", &P[2..]);
    let found = found(text.as_bytes());
    assert!(found.len() == 3 && found[1].starts_with("line 2: found a number of 79 digits"), "{found:?}");
}

#[test]
fn cells_behind_the_element_of_a_row() {
    let with = |behind: &str| -> String {
        let row = |(at, row): (usize, &String)| format!("<row>{row}</row>{}\n", if at == 1 { behind } else { "" });
        rows("0").iter().enumerate().map(row).collect()
    };
    assert_eq!(found(with("").as_bytes()), ["P"]);
    assert_no_grid([with("   001000020"), with(" 1"), with("  <row>001000020</row>")]);
}

#[test]
fn letters_of_rows_in_quotes() {
    let row = |at: usize| format!("\"{}\": [{}],\n", char::from(b'A' + at as u8), joined("0", ",", ",")[at]);
    assert_eq!(found((0..9).map(row).collect::<String>().as_bytes()), ["P"]);
    assert_no_grid([(0..9).rev().map(row).collect(), SWAPPED.map(row).concat()]);
}

#[test]
fn the_first_row_of_a_list_may_have_lost_its_zeros() {
    let lost = "zeros at its start are lost";
    for (first, message) in [(&P[2..], lost), ("3.02E+78", "a spreadsheet program has rounded them")] {
        for (before, behind) in [("1,", ""), ("easy,", ""), ("1;", ";x")] {
            let found = found(format!("{before}{first}{behind}\n{before}{P}{behind}\n").as_bytes());
            assert!(found.len() == 2 && found[0].contains(message) && found[1] == "P", "{before}{first}: {found:?}");
        }
    }
}

#[test]
fn a_line_of_the_prefix_of_all_rows_is_empty() {
    for prefix in ["> ", ">> ", "> > ", "// ", "-- ", "; ", "* ", "+", "[10:02] anna: ", "2024-05-01 10:00:01 INFO "] {
        for (rows, blank) in [(rows("."), "."), (joined("x", " ", " | "), "x"), (joined("0", " ", " "), "0")] {
            let row = |row: &String| format!("{prefix}{row}\n");
            let lines: Vec<String> = rows.iter().map(row).collect();
            for alone in [prefix, prefix.trim_end()] {
                let bands = lines.chunks(3).map(<[String]>::concat).collect::<Vec<_>>().join(&format!("{alone}\n"));
                assert_eq!(found(bands.as_bytes()), ["P"], "{bands}");
                // A row that has lost its cells.
                let lost = bands.replacen(&lines[4], &format!("{alone}\n"), 1);
                assert_no_grid([lost]);
            }
            let apart = lines.join(&format!("{}\n", prefix.trim_end()));
            assert_eq!(found(apart.as_bytes()), ["P"], "{blank}: {apart}");
        }
    }
}

#[test]
fn digits_of_the_time_before_rows_have_no_marks() {
    // The clues of the first row are the digits of the time, too.
    for time in ["[03:26] anna: ", "[13:26] ", "03:26 "] {
        let text: String = joined("0", " ", " ").iter().map(|row| format!("{time}{row}\n")).collect();
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn rows_that_have_lost_their_zeros_are_named() {
    let lines: Vec<String> = rows("0").iter().map(|row| row.trim_start_matches('0').to_string()).collect();
    assert_refused(&(lines.join("\n") + "\n"), "found a number of 7 digits among nine numbers");
    let found = found(format!("{Q}\n\n{}\n\n{Q}\n", lines.join("\n")).as_bytes());
    assert!(found.len() == 3 && found[1].starts_with("line 3: found a number of 7 digits"), "{found:?}");
}

#[test]
fn labels_are_behind_one_space_and_before_an_arrow() {
    for rows in [joined(".", " ", " | "), joined("0", " ", " "), rows(".")] {
        let lines = |write: &dyn Fn(char, &String) -> String| -> Vec<String> {
            ('A'..='I').zip(&rows).map(|(label, row)| write(label, row)).collect()
        };
        for lines in [
            lines(&|label, row| format!("{row} {label}")),
            lines(&|label, row| format!("{label} > {row}")),
            lines(&|label, row| format!("{label} > {row} {label}")),
        ] {
            assert_eq!(found(lines.join("\n").as_bytes()), ["P"], "{lines:?}");
            let moved = [&lines[1..], &lines[..1]].concat();
            assert_no_grid([moved.join("\n"), lines[1..].join("\n")]);
        }
    }
}

#[test]
fn numbers_of_columns_are_above_labelled_rows() {
    let rows = joined(".", " ", " | ");
    for from in [0, 1] {
        let head: String = (from..from + 9).map(|column| format!("{column} ")).collect();
        let lines: String = rows.iter().zip(from..).map(|(row, label)| format!("{label} {row}\n")).collect();
        let grid = format!("  {head}\n{lines}");
        assert_eq!(found(format!("  {head}\n\n{lines}").as_bytes()), ["P"]);
        assert_eq!(found(grid.repeat(3).as_bytes()), ["P"; 3], "{grid}");
        let lost = grid.replacen(&format!("{} {}\n", from + 4, rows[4]), "", 1);
        assert!(found((lost.clone() + &grid).as_bytes())[0].starts_with("line "), "{lost}");
    }
}

#[test]
fn a_ruler_alone_is_between_grids_of_other_forms() {
    let forms = [rows("."), joined("", ";", ";"), joined(" ", " | ", " | "), joined("", ",", ",")];
    for ruler in ["====", "-----", "~~~~~~~~~~~~"] {
        for (at, form) in forms.iter().enumerate() {
            for other in forms[..at].iter().chain(&forms[at + 1..]) {
                let text = format!("{}\n{ruler}\n{}\n", form.join("\n"), other.join("\n"));
                assert_eq!(found(text.as_bytes()), ["P", "P"], "{text}");
                let text = format!("{}\n{ruler}\n{}\n", form[1..].join("\n"), other.join("\n"));
                assert!(found(text.as_bytes())[0].starts_with("line "), "{text}");
            }
        }
    }
}
