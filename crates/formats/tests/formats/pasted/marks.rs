//! Marks at digits: those of all digits are decoration, and those of some may tell the digits of the player.

use super::{P, Q, S, assert_no_grid, assert_refused, found, joined, lists, rows, ruled};

/// Returns 81 cells with marks at the clues or at the digits of the player, in every third empty cell.
fn cells(mark: [&str; 2], empty: &str, is_marked: fn(bool) -> bool) -> Vec<String> {
    let cell = |(at, (clue, digit)): (usize, (char, char))| match clue {
        '0' if at % 3 > 0 => empty.to_string(),
        _ if is_marked(clue != '0') => format!("{}{digit}{}", mark[0], mark[1]),
        _ => digit.to_string(),
    };
    P.chars().zip(S.chars()).enumerate().map(cell).collect()
}

/// Returns lines with a row each.
fn lines(cells: &[String], [start, between, end]: [&str; 3]) -> String {
    cells.chunks(9).map(|row| format!("{start}{}{end}\n", row.join(between))).collect()
}

/// Marks, the text of an empty cell, and the signs of rows.
type Texts<'a> = (&'a [[&'a str; 2]], &'a str, [&'a str; 3]);

/// The marks of texts, and those of pages, of Markdown and of arrays.
const ANY: [[&str; 2]; 7] = [
    ["[b]", "[/b]"],
    ["<i>", "</i>"],
    ["<span style=\"color:red\">", "</span>"],
    ["[color=#0000ff]", "[/color]"],
    ["\u{1b}[1m", "\u{1b}[0m"],
    ["<strong>", "</strong>"],
    ["<font color=\"blue\">", "</font>"],
];
const APART: [[&str; 2]; 5] = [["**", "**"], ["__", "__"], ["`", "`"], ["'", "'"], ["", "'"]];

#[test]
fn marks_of_some_digits_are_refused() {
    let texts: [Texts; 6] = [
        (&ANY, ".", ["", " ", ""]),
        (&ANY, ".", ["", "", ""]),
        (&ANY, " ", ["| ", " | ", " |"]),
        (&APART, ".", ["| ", " | ", " |"]),
        (&[["\"", "\""], ["", ".0"]], "0", ["", ",", ""]),
        (&[["<b>", "</b>"], ["<u>", "</u>"]], "", ["<tr><td>", "</td><td>", "</td></tr>"]),
    ];
    for (marks, empty, signs) in texts {
        for mark in marks {
            for is_marked in [|is_clue: bool| is_clue, |is_clue: bool| !is_clue] {
                assert_no_grid([lines(&cells(*mark, empty, is_marked), signs)]);
            }
        }
    }
}

#[test]
fn the_mark_is_named() {
    for (mark, name) in
        [(["<b>", "</b>"], "\"b\""), (["`", "`"], "\"`\""), (["\u{1b}[31m", "\u{1b}[m"], r#""\u{1b}[31""#)]
    {
        let text = lines(&cells(mark, ".", |is_clue| is_clue), ["", " ", ""]);
        assert_refused(&text, &format!("line 1: found the mark {name}"));
    }
}

#[test]
fn marks_of_all_digits_are_decoration() {
    let expected = |cells: &[String]| cells.concat().replace('0', ".");
    let plain = expected(&cells(["", ""], ".", |_| false));
    let texts: [Texts; 4] = [
        (&ANY, ".", ["", " ", ""]),
        (&[["**", "**"], ["`", "`"]], ".", ["| ", " | ", " |"]),
        (&[["", ".0"]], "0", ["", ",", ""]),
        (&[["<b>", "</b>"], ["<u>", "</u>"]], "", ["<tr><td>", "</td><td>", "</td></tr>"]),
    ];
    for (marks, empty, signs) in texts {
        for mark in marks {
            let text = lines(&cells(*mark, empty, |_| true), signs);
            assert_eq!(found(text.as_bytes()), [&*plain], "{text}");
        }
    }
}

#[test]
fn marks_in_arrays_and_pages_with_a_tag_for_each_cell() {
    let array = |mark: [&str; 2], is_marked| {
        let rows = lines(&cells(mark, "0", is_marked), ["[", ", ", "],"]);
        format!("[{}]\n", rows.trim_end().trim_end_matches(',').replace('\n', " "))
    };
    let page = |other: &str| {
        let cell = |(at, (clue, digit)): (usize, (char, char))| {
            let content = if clue == '0' && at % 3 > 0 { ' ' } else { digit };
            let class = if clue == '0' { other } else { "cell" };
            format!("<div class=\"{class}\">{content}</div>")
        };
        P.chars().zip(S.chars()).enumerate().map(cell).collect::<Vec<_>>()
    };
    for text in [
        array(["\"", "\""], |is_clue| is_clue),
        array(["", ".0"], |is_clue| !is_clue),
        array(["'", "'"], |is_clue| is_clue).replace('[', "(").replace(']', ")"),
        page("cell mine").join("\n") + "\n",
        page("cell mine").concat() + "\n",
        lines(&cells(["<input disabled value=\"", "\">"], "<input>", |is_clue| is_clue), ["<td>", "<td>", "<td>"]),
        lines(&cells(["<input value=\"", "\">"], "<input value=\"\">", |is_clue| !is_clue), ["", " ", ""]),
    ] {
        let found = found(text.as_bytes());
        assert!(!found.is_empty() && found.iter().all(|found| found.starts_with("line ")), "{text}: {found:?}");
    }
    let plain = cells(["", ""], ".", |_| false).concat();
    for text in [array(["\"", "\""], |_| true), page("cell").concat() + "\n", page("cell").join("\n") + "\n"] {
        assert_eq!(found(text.as_bytes()), [&*plain], "{text}");
    }
}

/// The borders and colours of boxes, rows and columns, and the numbers of cells, are told by their places.
#[test]
fn marks_of_places_are_decoration() {
    let styles: [fn(usize, usize) -> String; 6] = [
        |row, column| format!("class=\"{} {}\"", ["", "", "right"][column % 3], ["top", "", ""][row % 3]),
        |row, column| format!("class=\"{}\"", if (row / 3 + column / 3) % 2 == 0 { "shaded" } else { "white" }),
        |row, column| format!("id=\"r{row}c{column}\" data-cell=\"{}\"", 9 * row + column),
        |row, column| format!("class=\"{}\"", if (row + column) % 2 == 0 { "even" } else { "odd" }),
        |row, column| format!("style=\"border-width:{}px {}px\"", 1 + row % 3, 1 + column % 3),
        |row, _| format!("class={}", (b'A' + row as u8) as char),
    ];
    for style in styles {
        let cell = |(at, cell): (usize, char)| {
            let digit = if cell == '0' { String::new() } else { cell.to_string() };
            format!("<td {} title=\"{digit}\">{digit}</td>", style(at / 9, at % 9))
        };
        let cells: Vec<String> = P.chars().enumerate().map(cell).collect();
        let text = format!("<table>{}</table>\n", lines(&cells, ["<tr>", "", "</tr>"]).replace('\n', ""));
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

/// A line of a sign that the rows do not have as blank is a ruler, however long it is.
#[test]
fn lines_of_another_blank_are_rulers() {
    let (grid, other) = (rows(".").join("\n"), Q.replace('0', "."));
    let below: String =
        other.chars().enumerate().map(|(at, c)| if at % 9 == 8 { format!("{c}\n") } else { c.into() }).collect();
    for sign in ["0", "x", "X", "*", "-", "_", "?", "e"] {
        for length in [18, 27, 79, 80, 81, 82, 162] {
            let ruler = sign.repeat(length);
            for text in [format!("{grid}\n{ruler}\n{below}"), format!("{grid}\n{ruler}\n{below}{ruler}\n")] {
                assert_eq!(found(text.as_bytes()), ["P", &*other], "{text}");
            }
        }
    }
}

/// 81 dots or zeros are an empty grid among grids in lines. Beside others, they may be a ruler.
#[test]
fn a_line_of_blanks_is_an_empty_grid_among_lines_only() {
    let rows = rows(".").join("\n");
    let boxed = ruled(&joined(".", " ", " | "), "------+-------+------", None);
    let array = lists(P);
    for blank in [".", "0"] {
        let (empty, line) = (blank.repeat(81), ".".repeat(81));
        for (text, expected) in [
            (format!("{empty}\n"), vec![&*line]),
            (format!("Empty\n{empty}\n"), vec![&line]),
            (format!("{empty}\n{empty}\n{P}\n{empty}\n"), vec![&line, &line, "P", &line]),
            (format!("{P}\n{rows}\n{empty}"), vec!["P", "P", &line]),
        ] {
            assert_eq!(found(text.as_bytes()), expected, "{text}");
        }
        for grid in [&rows, &boxed, &array] {
            for between in ["\n", "\n\n", "\nPuzzle 1\n", &format!("\nPuzzle 1\n{empty}\n")] {
                let (before, behind) = [("", ""), ("|", "|"), ("  ", "")][between.len() % 3];
                let text = format!("{before}{empty}{behind}{between}{grid}\n");
                let found = found(text.as_bytes());
                let (last, rulers) = found.split_last().unwrap();
                assert!(last == "P" && rulers.iter().all(|ruler| ruler.contains("or a ruler")), "{text}\n{found:?}");
                assert_eq!(rulers.len(), text.matches(&empty).count());
            }
        }
        let below = found(format!("{}\n{empty}\n", rows.replace('.', blank)).as_bytes());
        assert!(below[0] == "P" && below[1].contains("an empty row or a ruler"), "{below:?}");
    }
}

/// Nine digits of the first cells are no row of clues, whatever the mark of the next cell is.
#[test]
fn a_mark_behind_nine_digits_of_pencilmarks() {
    let marked = |cell: &str| {
        format!(
            "| 8   4   279 | 6    1   79  | 27 5   3   |\n| 269 79  3   | 5    4   579 | 1  268 68  |\n\
             | 6   17  5   | 3    8   2   | 7  9   346 |\n| 36  2   4   | 9    36  56  | 8  1   7   |\n\
             | 7   59  69  | 1345 {cell} 8   | 9  46  2   |\n| 1   89  69  | 7    26  46  | 3  468 5   |\n\
             | 5   179 8   | 24   279 3   | 6  2   1   |\n| 24  6   27  | 8    27  1   | 25 23  9   |\n\
             | 29  3   129 | 2    5   69  | 4  7   18  |\n"
        )
    };
    let plain = found(marked("36").as_bytes());
    assert!(plain.len() == 1 && plain[0].ends_with(" candidates"), "{plain:?}");
    for cell in ["d36", "(36)", "[36]", "{36}", "<36>", "@36", "~36", "^36", "!36", "36!", "A36"] {
        assert_eq!(found(marked(cell).as_bytes()), plain, "{cell}");
    }
}
