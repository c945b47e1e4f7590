//! Rows with other frames, bars, blanks, labels and signs than the usual ones, and grids beside each other.

use super::{P, Q, QS, S, assert_no_grid, assert_no_other_grid, assert_refused, found, joined, rows, ruled};

/// Returns rows with something before each.
fn with(rows: &[String], before: impl Fn(usize) -> String) -> String {
    rows.iter().enumerate().map(|(at, row)| format!("{}{row}\n", before(at + 1))).collect()
}

/// Asserts that a text is read as the grid, alone and behind another one.
#[track_caller]
fn assert_read(text: &str) {
    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    assert_eq!(found(format!("{Q}\n\n{text}").as_bytes()).last().unwrap(), "P", "{text}");
}

/// Asserts that a text beside a grid is reported with a message.
#[track_caller]
fn assert_reported(text: &str, message: &str) {
    let found = found(format!("{P}\n\n{text}").as_bytes());
    assert!(found.iter().filter(|found| *found == "P").count() == 1, "{text}\n{found:?}");
    assert!(found.iter().any(|found| found.starts_with("line ") && found.contains(message)), "{text}\n{found:?}");
}

#[test]
fn a_digit_that_is_lost_is_no_empty_cell() {
    let bars = joined(" ", " | ", " | ");
    for (before, behind) in
        [("| ", " |"), ("", ""), (" ", " "), (" ", ""), ("", " "), ("E | ", " |"), ("E) | ", " |"), ("E: | ", " |")]
    {
        for at in 0..9 {
            for column in 0..9 {
                let label = |row: usize| before.replace('E', &char::from(b'A' + row as u8).to_string());
                let mut lines: Vec<String> =
                    bars.iter().enumerate().map(|(row, text)| format!("{}{text}{behind}", label(row))).collect();
                let place = before.len() + 4 * column;
                if lines[at].as_bytes()[place] != b' ' {
                    lines[at].remove(place);
                    assert_no_grid([lines.join("\n") + "\n"]);
                }
            }
        }
    }
    // No other row has a digit in the first column.
    let label = |row: usize| format!("{}) | ", char::from(b'A' + row as u8));
    let mut first: Vec<String> = joined(" ", " | ", " | ")
        .iter()
        .enumerate()
        .map(|(row, text)| format!("{} {} |", label(row), &text[1..]))
        .collect();
    first[4].remove(5);
    assert_no_grid([first.join("\n") + "\n"]);
    // All rows without their outer spaces.
    let cut: Vec<String> = bars.iter().map(|row| row.trim_end().to_string()).collect();
    assert_eq!(found((cut.join("\n") + "\n").as_bytes()), ["P"]);
}

#[test]
fn frames_and_bars_of_other_signs() {
    for sign in ["#", "I", "l", "!", ":"] {
        for rows in
            [joined(".", "", sign), joined(".", " ", &format!(" {sign} ")), joined(" ", " ", &format!(" {sign} "))]
        {
            if sign != "#" {
                assert_read(&ruled(&rows, "-----------", None));
            }
            let space = if rows[0].contains(' ') { " " } else { "" };
            let framed: Vec<String> = rows.iter().map(|row| format!("{sign}{space}{row}{space}{sign}")).collect();
            assert_read(&framed.join("\n"));
            assert_read(&ruled(&framed, "#############", Some("#############")));
        }
    }
    let found_below = |line: &str| found(format!("{line}\n{}\n", rows(".").join("\n")).as_bytes());
    for line in ["100!200!300", "RIFF of the day", "Rar! and GIF8"] {
        assert_eq!(found_below(line), ["P"], "{line}");
    }
    // A comment, and a heading, with the sign at both ends.
    assert_eq!(found(format!("### Grid 1 ###\n# 5 #\n{P}\n").as_bytes()), ["P"]);
    for sign in ["H", "o", "i"] {
        assert_reported(&joined(".", "", sign).join("\n"), "found nine lines that look like the rows of a grid with");
    }
}

#[test]
fn nine_characters_in_a_frame() {
    let spaces = rows(" ");
    let letters = [("l", "l"), ("I", "I"), ("! ", " !"), (":", ":")];
    for (before, behind) in [("|", "|"), ("| ", " |"), ("#", "#"), ("│", "│")].into_iter().chain(letters) {
        let framed: Vec<String> = spaces.iter().map(|row| format!("{before}{row}{behind}")).collect();
        assert_read(&framed.join("\n"));
        assert_read(&ruled(&framed, "+---------+", Some("+---------+")));
        for at in 0..9 {
            let mut lines = framed.clone();
            lines[at] = format!("{before}{}{behind}", &spaces[at][1..]);
            assert_no_grid([lines.join("\n") + "\n"]);
            lines[at] = format!("{before}{} {behind}", spaces[at]);
            assert_no_grid([lines.join("\n") + "\n"]);
        }
    }
    let spaced: Vec<String> = joined(" ", " ", " ").iter().map(|row| format!("| {row} |")).collect();
    assert_read(&spaced.join("\n"));
    for at in 0..9 {
        let mut lines: Vec<String> = spaces.iter().map(|row| format!("# {row} #")).collect();
        lines[at].remove(0);
        assert_no_grid([lines.join("\n") + "\n"]);
    }
}

#[test]
fn fields_between_other_signs() {
    for sign in ["l", "I", "!", ":"] {
        let bar = format!(" {sign} ");
        let fields: Vec<String> = joined(" ", &bar, &bar).iter().map(|row| format!("{sign} {row} {sign}")).collect();
        assert_read(&fields.join("\n"));
        assert_no_grid([fields[1..].join("\n") + "\n"]);
        let mut lost = fields.clone();
        lost[3] = lost[3].replacen(&format!("8{bar}"), "", 1);
        assert_no_grid([lost.join("\n") + "\n"]);
    }
    // A row more than nine.
    let mut framed: Vec<String> = joined("0", " ", " # ").iter().map(|row| format!("# {row} #")).collect();
    framed.push(framed[4].clone());
    assert_no_grid([framed.join("\n") + "\n"]);
    // Rows of five clues have nine signs.
    for grid in [P, &S.replace(['1', '4', '7', '8'], "0")] {
        let row = |row: &str| {
            let cells: Vec<String> = row.replace('0', " ").chars().map(String::from).collect();
            format!("# {} #\n", cells.chunks(3).map(|three| three.join(" | ")).collect::<Vec<_>>().join(" # "))
        };
        let text: String = (0..9).map(|at| row(&grid[9 * at..9 * at + 9])).collect();
        assert_eq!(found(text.as_bytes())[0].replace('P', &P.replace('0', ".")), grid.replace('0', "."), "{text}");
    }
    let hashes = joined("_", " ", " # ");
    assert_read(&hashes.join("\n"));
    assert_eq!(found(format!("{P} # 5 # 3\n").as_bytes()), ["P"]);
    let columns = joined(" ", " ", " | ");
    assert_read(&with(&columns, |row| format!("row{row} = ")));
    let boxes: Vec<String> = joined(" ", "][", "][").iter().map(|row| format!("[{row}]")).collect();
    for sign in ["- ", "• "] {
        assert_read(&with(&boxes, |_| sign.into()));
        let mut lost = boxes.clone();
        lost[4] = lost[4].replacen("[7]", "", 1);
        assert_no_grid([with(&lost, |_| sign.into())]);
    }
}

#[test]
fn a_field_with_another_space_is_no_empty_cell() {
    let boxes: String = joined(" ", "][", "][").iter().map(|row| format!("[{row}]\n")).collect();
    let fields = |blank: &str| joined(blank, "</td><td>", "</td><td>");
    let table =
        |blank: &str| -> String { fields(blank).iter().map(|row| format!("<tr><td>{row}</td></tr>\n")).collect() };
    for (text, blank, other) in [
        (boxes.clone(), "[ ]", "[]"),
        (boxes.replace("[ ]", "[]"), "[]", "[ ]"),
        (table("&nbsp;"), "<td>&nbsp;</td>", "<td> </td>"),
        (table("&nbsp;"), "<td>&nbsp;</td>", "<td></td>"),
        (table(" "), "<td> </td>", "<td></td>"),
    ] {
        assert_read(&text);
        assert_no_grid([text.replacen(blank, other, 1)]);
    }
}

#[test]
fn headings_are_those_of_rows_that_look_like_text() {
    let beside: Vec<String> =
        rows(".").iter().zip(rows(".")).map(|(left, right)| format!("{left}    {right}")).collect();
    let beside = beside.join("\n").replace("..3.2.6..\n", "..3.2.6..");
    let texts = [rows("@").join("\n"), joined("o", " ", " | ").join("\n"), P.replace('0', "~")];
    for heading in ["Columns:", "by columns", "upside down"] {
        for text in &texts {
            for between in ["", "\n", "-----------\n"] {
                assert_no_grid([format!("{heading}\n{between}{text}\n"), format!("{heading}\n{text}\n{text}\n")]);
            }
            let next = format!("{heading}\n{}\n\nEasy Sudoku\n{text}\n", rows(".").join("\n"));
            assert_eq!(found(next.as_bytes()).last().unwrap(), "P", "{next}");
        }
        let pair: String = beside.lines().map(|line| format!("{line}\n")).collect();
        assert_no_grid([format!("{heading}\n{pair}")]);
    }
    assert_read(&format!("Sudoku 12\n{}", texts[0]));
}

#[test]
fn pencilmarks_with_a_wide_first_column() {
    let text = "\
-  1 -    | 8 - -   | 8 1 -
-  2 -    | 1 1 1   | 8 8 3
5  2 3    | 4 1 9   | - 4 67
----------+---------+--------
8  8 1    | 7 2 1   | 3 5 1
-  6 1479 | 3 1 134 | 5 - 149
3  7 47   | 2 8 9   | 1 - 46
----------+---------+--------
29 4 589  | 6 9 2   | 7 1 5
7  4 2    | 5 5 2   | 9 6 2
59 5 125  | 5 3 125 | 6 7 8
";
    assert_eq!(found(text.as_bytes()), ["88 candidates"]);
}

#[test]
fn a_list_whose_first_column_is_lost() {
    // The sign of the list is the blank.
    for sign in ["*", "-"] {
        let cells = |row: String| -> String { row[2..].to_string() };
        let lost = joined(sign, " ", " | ").into_iter().map(cells).map(|row| format!("{sign}  {row}\n")).collect();
        assert_no_grid([lost]);
    }
    // The number of a row may be a digit that is there twice.
    let bars = joined(".", " ", " | ");
    for row in 0..9 {
        let mut rows: Vec<String> = bars.iter().map(|row| format!("* | {row} |")).collect();
        rows[row] = rows[row].replacen("| ", &format!("| {} ", row + 1), 1);
        assert_no_grid([rows.join("\n") + "\n"]);
    }
}

#[test]
fn labels_of_rows() {
    let roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    let labels: [&dyn Fn(usize) -> String; 17] = [
        &|row| format!("{} ", roman[row - 1]),
        &|row| format!("{}. ", roman[row - 1]),
        &|row| format!("{:>4}: ", roman[row - 1]),
        &|row| format!("{}) ", roman[row - 1].to_lowercase()),
        &|row| format!("{row} -> "),
        &|row| format!("{row} => "),
        &|row| format!("Row {row} → "),
        &|row| format!("row{row} = "),
        &|row| format!("row{row}="),
        &|row| format!("{:4}  ", row + 11),
        &|row| format!("{:4}  ", row + 1),
        &|row| format!("{} | ", row + 95),
        &|row| format!("{}: ", row + 6),
        &|row| format!("{:6}\t", row + 1233),
        &|_| "• ".into(),
        &|_| "◦ ".into(),
        &|_| "‣ ".into(),
    ];
    for (at, label) in labels.iter().enumerate() {
        for rows in [rows("."), rows("0"), joined(".", " ", " "), joined(".", " ", " | ")] {
            let text = with(&rows, label);
            assert_read(&text);
            let lines: Vec<&str> = text.lines().collect();
            let swapped: Vec<&str> = [1, 0].into_iter().chain(2..9).map(|at| lines[at]).collect();
            let lost: Vec<&str> = [&lines[..4], &lines[5..], &[lines[4]]].concat();
            if at < 14 {
                assert_no_grid([swapped.join("\n") + "\n", lost.join("\n") + "\n"]);
            }
            assert_no_grid([lines[..8].join("\n") + "\n"]);
        }
    }
    // A cell less or more behind a label.
    for label in &labels[..14] {
        let mut cells = joined(".", " ", " ");
        cells[4].truncate(15);
        assert_no_grid([with(&cells, label)]);
        cells[4] += " 1 2";
        assert_no_grid([with(&cells, label)]);
    }
}

#[test]
fn signs_before_all_lines() {
    let fields = |delimiter: &str| joined("", delimiter, delimiter);
    let bars: Vec<String> = joined(" ", " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let boxes: Vec<String> = joined(" ", "][", "][").iter().map(|row| format!("[{row}]")).collect();
    let underscores: Vec<String> = joined("_", "_|_", "_|_").iter().map(|row| format!("|_{row}_|")).collect();
    for sign in ["> ", ">", "// ", "-- ", "* ", "; ", "% ", "' ", "# "] {
        for rows in [fields(","), fields("\t"), fields(";"), bars.clone(), boxes.clone(), underscores.clone()] {
            // The sign is the delimiter, or digits with a blank are behind it.
            if sign == "; " && rows[0].contains(';') {
                continue;
            }
            let text = with(&rows, |_| sign.into());
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            // It is before one row only, whose first field is empty.
            if rows[0].starts_with([',', '\t', ';']) {
                let one: String = with(&rows, |row| if row == 3 { sign.into() } else { String::new() });
                assert_no_grid([one]);
            }
        }
    }
    let array = format!("[\n[{}]\n]", joined("0", ", ", ", ").join("],\n["));
    let quoted: String = array.lines().map(|line| format!("> {line}\n")).collect();
    assert_read(&quoted);
}

#[test]
fn blanks_that_are_not_known() {
    for blank in ["#", "~", "^", "+", "■", "n", "O", "@", "=", "$", "/", "░", "!"] {
        for rows in [rows(blank), joined(blank, " ", " "), joined(blank, " ", " | ")] {
            assert_read(&rows.join("\n"));
            assert_read(&(ruled(&rows, "------+-------+------", None)));
            assert_no_grid([rows[..8].join("\n") + "\n"]);
        }
        assert_eq!(found(P.replace('0', blank).as_bytes()), ["P"], "{blank}");
        // A second one, and a grid with several solutions.
        let mut other = joined(blank, " ", " ");
        other[4] = other[4].replacen(blank, if blank == "~" { "^" } else { "~" }, 1);
        assert_no_grid([other.join("\n") + "\n"]);
        assert_no_grid([P.replace(['0', '3'], blank) + "\n"]);
        let open = joined(blank, " ", " ").join("\n").replace(['3', '6'], blank);
        assert_refused(&open, &format!("'{blank}'"));
    }
    // A wrong character in place of a digit is named, with its line and place.
    let mut wrong = joined(".", " ", " ");
    wrong[4] = wrong[4].replacen('7', "S", 1);
    assert_refused(&wrong.join("\n"), "line 5: found 'S' at position 1");
    assert_refused(&S.replacen('4', "B", 1), "line 1: found 'B' at position 1");
}

#[test]
fn two_grids_beside_each_other() {
    let sides = |left: &str, right: &str, between: &str, cell: &str, bar: &str| {
        let side = |text: &str| -> Vec<String> {
            let row = |row: &[char]| {
                let parts = row.chunks(3).map(|three| three.iter().map(char::to_string).collect::<Vec<_>>().join(cell));
                parts.collect::<Vec<_>>().join(bar)
            };
            text.replace('0', ".").chars().collect::<Vec<_>>().chunks(9).map(row).collect()
        };
        side(left).iter().zip(side(right)).map(|(left, right)| format!("{left}{between}{right}")).collect::<Vec<_>>()
    };
    for between in ["    ", "\t", " | ", " -> ", " => ", " → ", "  ", " > "] {
        for (cell, bar) in [("", ""), (" ", " "), (" ", " | "), ("", "|")] {
            let lines = sides(P, S, between, cell, bar);
            assert_eq!(found(lines.join("\n").as_bytes()), ["P S"], "{}", lines[0]);
            let ruler = "------+-------+------    ------+-------+------";
            assert_eq!(found(ruled(&lines, ruler, None).as_bytes()), ["P S"], "{}", lines[0]);
            let two = sides(P, Q, between, cell, bar);
            assert_eq!(found(two.join("\n").as_bytes()), ["P", &Q.replace('0', ".")], "{}", two[0]);
            // The solution of another puzzle, a lost row, and rows of two puzzles.
            assert_refused(&sides(P, QS, between, cell, bar).join("\n"), "found two different grids");
            assert_no_grid([lines[1..].join("\n") + "\n", [&lines[..8], &lines[..1]].concat().join("\n") + "\n"]);
            assert_no_other_grid(&[&lines[1..], &sides(Q, QS, between, cell, bar)[..]].concat().join("\n"));
        }
    }
    let framed = sides(P, S, " |  | ", " ", " | ").iter().map(|row| format!("| {row} |\n")).collect::<String>();
    assert_eq!(found(framed.as_bytes()), ["P S"]);
    // A solution without one cell, and two puzzles that differ in one.
    let hole = S.replacen('8', "-", 1);
    assert_refused(&sides(P, &hole, "   ", "", "").join("\n"), "found two different grids");
    assert_refused(&sides(P, &P.replacen('3', "0", 1), "   ", "", "").join("\n"), "found");
    // Rows in pairs are no grids beside each other.
    let pairs: Vec<String> = [rows("."), rows(".")].concat().chunks(2).map(|two| two.join("  ")).collect();
    assert_no_grid([pairs.join("\n") + "\n"]);
    // Neither side of an assignment is a name.
    let assigned = sides(Q, S, " = ", "", "").join("\n");
    assert_no_other_grid(&assigned);
}

#[test]
fn grids_with_the_same_unknown_blank() {
    let grid = |cells: &str| {
        let cells: Vec<char> = cells.replace('0', "~").chars().collect();
        cells.chunks(9).map(|row| row.iter().collect::<String>() + "\n").collect::<String>()
    };
    let (p, q) = (grid(P), grid(Q));
    let expected = ["P".to_string(), Q.replace('0', "."), "P".into()];
    for between in ["", "\n", "\n\n", "\nNext\n"] {
        assert_eq!(found(format!("{p}{between}{q}").as_bytes()), expected[..2], "{between:?}");
        assert_eq!(found(format!("{p}{between}{q}{between}{p}").as_bytes()), expected, "{between:?}");
        // A row is lost.
        let found = found(format!("{p}{between}{}", &q[10..]).as_bytes());
        assert!(found.iter().any(|found| found.contains("look like the rows of a grid")), "{between:?} {found:?}");
    }
}

#[test]
fn lines_of_other_things_beside_a_grid_are_remarks() {
    let round: Vec<String> = (1..10).map(|at| format!("{at}0000000")).collect();
    let letters = "A A B B C A D B E\n".repeat(10);
    for text in [
        format!("nodes {}\n", round.join(" ")),
        "e = 2 7 1 8 2 8 1 8 2 8 4 5 9 0 4 5 2 3 5 3 6 0 2 8 7\n".into(),
        letters.clone(),
        letters.replace(' ', ""),
    ] {
        assert_eq!(found(format!("{P}\n\n{text}").as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn text_beside_a_grid_is_reported() {
    for behind in ["  12", "\t12", " 12", "  -3", "  1.5", " a"] {
        for rows in [rows("."), rows("0")] {
            let text: String = rows.iter().map(|row| format!("{row}{behind}\n")).collect();
            assert_reported(&text, "found nine lines that look like the rows of a grid");
        }
    }
    let zeros = rows("0");
    let numbers: Vec<&str> = zeros.iter().map(|row| row.trim_start_matches('0')).collect();
    let nested = format!("{{{{{}}}}}", joined("0", ", ", ", ").join("}, {"));
    for length in [92, 120, 150] {
        assert_reported(&nested[..length], "found '{'");
    }
    for length in [39, 49, 59] {
        for blank in [".", "0"] {
            assert_reported(&rows(blank).join("/")[..length], "found '/' at position 10");
        }
    }
    for (open, between, close) in
        [("[", ", ", "]"), ("{", ",", "}"), ("", "/", ""), ("", ",", ""), ("rows = [", ", ", "]")]
    {
        let text = format!("{open}{}{close}", numbers.join(between));
        assert_reported(&text, "found a number of 7 digits among nine numbers, expected 9 in each: zeros");
    }
    for size in [12_usize, 15, 16, 25] {
        let number = |row: usize, column: usize| if row * column % 3 == 1 { 0 } else { (row + column) % size + 1 };
        let row = |row: usize| (0..size).map(|column| number(row, column).to_string()).collect::<Vec<_>>().join(" ");
        let text: String = (0..size).map(|at| row(at) + "\n").collect();
        assert_reported(&text, "Sudokus of other sizes than 9x9 are not supported");
    }
    for cells in [4, 6, 12] {
        let line = "1 2 3 4 5 6 7 8 9 1 2 3"[..2 * cells - 1].to_string();
        let found = found(format!("A text\n{line}\nmore text\n").as_bytes());
        assert!(!found[0].contains("other sizes"), "{found:?}");
    }
}

#[test]
fn line_ends_of_unicode_and_text_behind_rulers() {
    for end in ["\u{85}", "\u{2028}", "\u{2029}"] {
        assert_eq!(found(rows(".").join(end).as_bytes()), ["P"]);
        assert_eq!(found(joined("", ",", ",").join(end).as_bytes()), ["P"]);
        assert_eq!(found([P, P].join(end).as_bytes()), ["P", "P"]);
    }
    let bars = joined(".", " ", " | ");
    for behind in ["  easy", " band 1", " <-- here", "  1.2"] {
        assert_read(&ruled(&bars, &format!("------+-------+------{behind}"), None));
    }
}

#[test]
fn bars_before_rows_and_spaces_before_first_fields() {
    let bars = joined(" ", "|", "|");
    let before =
        |before: &str, rows: &[String]| -> String { rows.iter().map(|row| format!("{before}{row}\n")).collect() };
    let table = before("|", &bars);
    assert_read(&table);
    assert_read(&format!("|===\n{table}|===\n"));
    assert_read(&table.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>());
    assert_read(&before("     ", &bars));
    for row in 0..9 {
        let mut damaged = bars.iter().map(|row| format!("     {row}\n")).collect::<Vec<_>>();
        damaged[row].remove(4);
        assert!(found(damaged.concat().as_bytes()).iter().all(|found| found.starts_with("line ")), "{damaged:?}");
    }
    let shifted: Vec<String> = bars.iter().map(|row| format!(" {row}|")).collect();
    assert_ne!(found(before("", &shifted).as_bytes()), ["P"]);
}

#[test]
fn labels_behind_rows_that_begin_with_digits_or_signs_of_lists() {
    for (between, bar, behind) in [(" ", "  ", "  "), (" ", "  ", " \\\\  "), ("  ", "  ", "`  ")] {
        for blank in [".", "*"] {
            let row = |(at, row): (usize, String)| {
                let before = behind.trim_end().strip_prefix('`').map_or("", |_| "`");
                format!("{before}{row}{behind}{}\n", at + 1)
            };
            assert_read(&joined(blank, between, bar).into_iter().enumerate().map(row).collect::<String>());
        }
    }
}

#[test]
fn the_numbers_of_columns_above_bands() {
    let bands: Vec<String> =
        joined(".", " ", " || ").chunks(3).map(|band| format!("# {} #\n", band.join(" #\n# "))).collect();
    assert_read(&format!("123456789\n{}", bands.join("\n")));
}

#[test]
fn a_sign_is_that_of_one_of_two_grids() {
    let above = joined("?", "", " | ").join(";\n");
    let below: String = joined("-", ";", ";").iter().map(|row| format!("> | {row} |\n")).collect();
    assert_eq!(found(format!("{above};\n{below}").as_bytes()), ["P", "P"]);
}

#[test]
fn boxes_of_brackets_banners_and_messages() {
    let brackets = |blank: &str, gap: &str| -> Vec<String> {
        let boxes = joined(blank, "][", &format!("]{gap}["));
        boxes.iter().map(|row| format!("[{row}]\n")).collect()
    };
    for gap in ["  ", "   "] {
        let rows = brackets(" ", gap);
        assert_read(&rows.concat());
        assert_read(&brackets(".", gap).concat());
        for row in 0..9 {
            for lost in [rows[row].replacen("[ ]", "", 1), rows[row].replacen(gap, " ", 1)] {
                let mut damaged = rows.clone();
                damaged[row] = lost;
                let damaged = damaged.concat();
                assert_no_grid([damaged.clone()]);
                assert_reported(&damaged, "rows of a grid");
            }
        }
    }
    let banner = "*".repeat(95);
    assert_eq!(found(format!("{banner}\n***  Solver 2.1\n{banner}\n{P}\n").as_bytes()), ["P"]);
    for blank in [".", "-", "0"] {
        let message = format!("12.03.21, 18:05 - Anna: {}\n12.03.21, 18:06 - Ben: ok\n", rows(blank).join("\n"));
        assert_eq!(found(message.as_bytes()), ["P"], "{message}");
    }
    let table = joined(" ", " & ", " & ").join(" \\\\\n");
    let head = "\\begin{tabular}{|c|c|c||c|c|c||c|c|c|}";
    assert_eq!(found(format!("{head}\n{table} \\\\\n\\end{{tabular}}\n").as_bytes()), ["P"]);
}

#[test]
fn formulas_and_lists_of_numbers_beside_a_grid_are_remarks() {
    for text in [
        "return x**3*y*z + 20*x**2*y*z + 30*x**2*y + 10*x**2*z + 30*x*y**2*z + 20*x*y**2 + 10*x*y*z**2 + 610*x*y",
        "([{0: (2), 1: (0 1 2), 2: (0 2)}, {1: (2), 2: (1 2)}], [[0, 1, 2], [1, 2]], [[(0 1 2), (0 2), (1 2)], [(1 2)]])",
    ] {
        assert_eq!(found(format!("{P}\n\n{text}\n").as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn a_last_field_without_a_space_has_lost_its_digit() {
    let rows = joined(" ", "|", "|");
    assert_read(&(rows.join("\n") + "\n"));
    for row in 0..8 {
        let mut damaged = rows.clone();
        damaged[row].pop();
        assert_no_grid([damaged.join("\n") + "\n"]);
    }
}

#[test]
fn a_drawing_whose_line_ends_are_lost() {
    let bars = joined(".", " ", " | ");
    let framed: Vec<String> = bars.iter().map(|row| format!("| {row} |")).collect();
    for lines in [
        ruled(&bars, "------+-------+------", None),
        ruled(&framed, "+-------+-------+-------+", Some("+-------+-------+-------+")),
        ruled(&joined("0", "", "|"), "---+---+---", None),
    ] {
        assert_read(&(lines.trim_end().replace('\n', " ") + "\n"));
        let lost = lines.replacen('3', "", 1);
        assert_no_grid([lost.trim_end().replace('\n', " ") + "\n"]);
    }
}

/// Drawings of spaces with a frame on one side only, or none.
#[test]
fn frames_on_one_side() {
    for (before, behind) in [("", ""), ("|", ""), ("", "|"), ("|", "|")] {
        let boxes: Vec<String> =
            joined(" ", " ", " | ").iter().map(|row| format!("{before} {row} {behind}").trim_end().into()).collect();
        let fields: Vec<String> =
            joined(" ", " | ", " | ").iter().map(|row| format!("{before} {row} {behind}").trim_end().into()).collect();
        for (rows, ruler) in [(boxes, "-------+-------+-------"), (fields, &*"---+".repeat(9))] {
            for text in [rows.join("\n"), ruled(&rows, ruler, None), ruled(&rows, ruler, Some(ruler))] {
                assert_eq!(found(text.as_bytes()), ["P"], "{text}");
            }
            // A field or a space is lost, or one is too many.
            let change = |row: String| [&rows[..4], &[row], &rows[5..]].concat().join("\n");
            assert_no_other_grid(&change(rows[4].replacen(' ', "", 1)));
            assert_no_other_grid(&change(format!(" {}", rows[4])));
            assert_no_other_grid(&change(rows[4].replacen("| ", "", 1)));
            assert_no_grid([change(rows[4].replacen(" |", " | |", 1))]);
        }
    }
}

/// The menu of a program beside its board.
#[test]
fn a_menu_is_behind_the_frame() {
    let menu =
        ["Commands", " Q - Quit", " r - Redraw", " h - Move left", " c - Check", " level: easy", "", " H - Hint", ""];
    let rows = joined(" ", " | ", " | ");
    let rows: Vec<String> = rows.iter().zip(menu).map(|(row, menu)| format!("| {row} |     {menu}")).collect();
    let ruler = format!("{}+", "+---".repeat(9));
    for text in [ruled(&rows, &ruler, Some(&ruler)), rows.join(&format!("\n{ruler}      S - Solve puzzle\n"))] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

/// Rows that begin with a digit and have a bar at their end only, the last one without its second field.
#[test]
fn a_field_of_the_last_row_is_lost() {
    let rows = "19.574238 7.8213569 5.2..9471 213.8.9.7 87912.3.6 4.5397.82 3.1658794 6.7942..3";
    let draw = |cells: &str| {
        cells
            .replace('.', " ")
            .split("")
            .filter(|cell| !cell.is_empty())
            .fold(String::new(), |line, cell| format!("{line} {cell} |"))
    };
    let lines: Vec<String> = rows.split(' ').map(draw).collect();
    assert_eq!(found(format!("{}\n{}", lines.join("\n"), draw("...7316.5")).as_bytes()).len(), 1);
    assert_no_grid([format!("{}\n{}", lines.join("\n"), draw("..7316.5"))]);
}

#[test]
fn numbers_of_lines_count_rulers() {
    let rows: Vec<String> = joined(".", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let drawn = ruled(&rows, "|-------+-------+-------|", Some("+-----------------------+"));
    let rows: Vec<&str> = drawn.lines().collect();
    for number in [&(|at: usize| format!("{at:>6}\t")) as &dyn Fn(usize) -> String, &|at| format!("{at}:"), &|at| {
        format!("{at:>3}  ")
    }] {
        for first in [1, 17] {
            let lines: Vec<String> = rows.iter().zip(first..).map(|(row, at)| number(at) + row).collect();
            assert_read(&lines.join("\n"));
            let without_row = |lost: usize| {
                let rows = rows.iter().zip(first..).enumerate().filter(|(at, _)| *at != lost);
                rows.map(|(_, (row, at))| number(at) + row).collect::<Vec<_>>().join("\n")
            };
            assert_no_grid([1, 2, 3, 6, 11].map(without_row));
        }
    }
}
