//! Forms of other programs and of people, each with a grid in it.

use minirow_formats::Reader;

use super::{P, Q, S, assert_no_grid, assert_no_other_grid, assert_refused, found, joined, rows, ruled, strings};

#[test]
fn forms_of_other_programs_and_people() {
    let dots = rows(".");
    let each = |rows: &[String], write: &dyn Fn(usize, &String) -> String, between: &str| -> String {
        rows.iter().enumerate().map(|(at, row)| write(at + 1, row)).collect::<Vec<_>>().join(between)
    };
    let pieces = |length: usize| {
        let cells: Vec<char> = P.chars().collect();
        cells.chunks(length).map(|piece| piece.iter().collect::<String>() + "\n").collect::<String>()
    };
    let (spaced, commas) = (joined("0", " ", " "), joined("0", ",", ","));
    let flat = commas.join(",");
    let strings = format!("[{}]", strings("0"));
    let columns = (1..=9).map(|column| format!("[,{column}]")).collect::<Vec<_>>().join(" ");
    let psql = joined("  ", " |  ", " |  ").iter().map(|row| format!("  {row}\n")).collect::<String>();
    let texts = [
        pieces(27),
        pieces(1),
        format!("Easy\n{}", pieces(1)),
        each(&spaced, &|at, row| format!("{at} {row} {at}"), "\n"),
        each(&joined(".", " ", " | "), &|at, row| format!("{at} | {row} | {at}"), "\n"),
        format!("https://example.org/?p={flat}&x=1"),
        format!("https://example.org/?p={}", flat.replace(',', "%2C")),
        format!("r,1,2,3,4,5,6,7,8,9\n{}", each(&commas, &|at, row| format!("{at},{row}"), "\n")),
        format!("{}\n{}\n{psql}(9 rows)\n", [" c1 "; 9].join("|"), ["----"; 9].join("+")),
        joined("NULL", ",", ",").join("\n"),
        format!(
            "      {columns}\n{}",
            each(&spaced, &|at, row| format!(" [{at},]    {}", row.replace(' ', "    ")), "\n")
        ),
        format!("(define g '(({})))", spaced.join(")\n            (")),
        format!("'(({})))", spaced.join(")\n  (")),
        format!("(def g [[{}]])", spaced.join("] [")),
        format!("int g[9][9] = {{\n{}\n}};\n", each(&commas, &|at, row| format!("  /* {at} */ {{{row}}},"), "\n")),
        format!("[{}]", each(&commas, &|at, row| format!("/* row {at} */ [{row}]"), ",\n")),
        format!("p = \"\"\"{}\"\"\"", dots.join("\n")),
        format!("p = '''\n{}\n'''", dots.join("\n")),
        format!("int g[81] = {{{flat}}};"),
        format!("let g = vec![{flat}];"),
        format!("[{strings}]"),
        each(&commas, &|_, row| format!("[{row}]"), ",\n"),
        ruled(&joined(".", " ", " | "), "<hr>", None),
    ];
    for text in texts {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    for ruler in ["^^^^^^^^^^^", "///////////", "ooooooooooo", "%%%%%%%%%%%", "<hr />"] {
        assert_eq!(found(ruled(&joined(".", "", "|"), ruler, None).as_bytes()), ["P"], "{ruler}");
    }
    let names = |text: &str| -> Vec<_> {
        let records = Reader::new(text.as_bytes()).map(|read| read.unwrap().record);
        records.map(|record| (record.grid().to_string(), record.fields.text("name").unwrap().to_string())).collect()
    };
    let expected = [(P.replace('0', "."), "easy".to_string()), (Q.replace('0', "."), "hard".to_string())];
    assert_eq!(names(&format!("{{\"easy\":\"{P}\",\"hard\":\"{Q}\"}}")), expected);
    assert_eq!(names(&format!("{{\"easy\":{{\"puzzle\":\"{P}\"}},\"hard\":{{\"puzzle\":\"{Q}\"}}}}")), expected);
    assert_eq!(found(format!("{{\"meta\":{{\"id\":1}},\"game\":{{\"puzzle\":\"{P}\"}}}}").as_bytes()), ["P"]);
    assert_eq!(found(format!("[{strings},\n{strings}]").as_bytes()), ["P", "P"]);
    assert_eq!(found(pieces(27).repeat(2).as_bytes()), ["P", "P"]);
    // The same with a cell or a line less or more, and an array that is filled by columns.
    for text in [
        pieces(27)[..81].to_string(),
        pieces(1)[2..].to_string(),
        format!("{}{}", &pieces(1)[2..], pieces(1)),
        each(&spaced, &|at, row| format!("{at} {} {at}", &row[..15]), "\n"),
        each(&spaced, &|at, row| if at == 4 { format!("{at} {row} {at}") } else { format!("{at} {row}") }, "\n"),
        format!("https://example.org/?p={}", &flat[2..]),
        format!("int g[81] = {{{}}};", &flat[2..]),
        format!("matrix(c({flat}), nrow=9)"),
        format!(
            "A = [\n{}\n];",
            each(
                &spaced,
                &|at, row| if at == 2 {
                    format!("{row} 9;")
                } else if at == 7 {
                    format!("{};", &row[2..])
                } else {
                    format!("{row};")
                },
                "\n"
            )
        ),
        format!("{{\"a\":\"{P}\",\"b\":\"{}\"}}", P.replacen("003", "483", 1)),
        format!("[[{}]]", &strings[1..strings.len() - 14]),
    ] {
        assert_refused(&text, "found ");
    }
}

#[test]
fn more_forms_of_programs_and_people() {
    let (dots, commas, spaced) = (rows("."), joined("0", ",", ","), joined("0", " ", " "));
    let each = |rows: &[String], write: &dyn Fn(usize, &String) -> String, between: &str| -> String {
        rows.iter().enumerate().map(|(at, row)| write(at + 1, row)).collect::<Vec<_>>().join(between)
    };
    let boxed = |blank: &str, between: &str| joined(&format!("[{blank}]"), between, between).join("\n");
    let in_boxes = |blank: &str, between: &str| {
        (1..=9).fold(boxed(blank, between), |text, digit| text.replace(&digit.to_string(), &format!("[{digit}]")))
    };
    let flat = commas.join(",");
    let names = |name: &dyn Fn(usize, usize) -> String, is_clue: &dyn Fn(&str) -> bool| {
        let cells = (0..81).map(|cell| (name(cell / 9, cell % 9), &P[cell..=cell])).filter(|(_, value)| is_clue(value));
        cells.map(|(name, value)| format!("\"{name}\": {value}")).collect::<Vec<_>>().join(", ")
    };
    let letter = |number: usize| char::from(b'A' + number as u8);
    let by_row = |row, column| format!("{}{}", letter(row), column + 1);
    let by_column = |row, column| format!("{}{}", letter(column), row + 1);
    let by_number = |row, column| format!("r{}c{}", row + 1, column + 1);
    for text in [
        each(&spaced, &|at, row| format!("| {row} | {at}"), "\n"),
        each(&joined(".", " ", " | "), &|at, row| format!("{row}   {}", letter(at - 1)), "\n"),
        each(&dots, &|at, row| format!("[12:0{at}] Anna: {row}"), "\n"),
        each(&dots, &|at, row| format!("[12:0{at}:00 PM] <anna> {row}"), "\n"),
        each(&dots, &|_, row| format!("<anna> {row}"), "\n"),
        each(&spaced, &|_, row| format!("<anna_b> {row}"), "\n"),
        format!("<anna> a hard one\n<anna> {P}\n<bob> thanks"),
        format!("<style>\n:root {{\n:focus, a:b {{ x: 1; }}\n</style>\n{P}\n"),
        format!("[2026-11-26 12:03] Anna: {P}"),
        in_boxes(" ", ""),
        in_boxes(".", " "),
        each(&commas, &|at, row| format!("row{at} <- c({row})"), "\n"),
        format!("m <- rbind(\n  c({}))", commas.join("),\n  c(")),
        format!("m <- rbind(c({}))", commas.join("), c(")),
        format!("m <- matrix(c(\n  {}\n), nrow = 9, byrow = TRUE)", commas.join(",\n  ")),
        format!("m <- matrix(c({}), ncol = 9, byrow = T)", commas.join(",\n")),
        format!("matrix(c({flat}), nrow=9, byrow=TRUE)"),
        each(&commas, &|at, row| format!("grid({at}) = Array({row})"), "\n"),
        format!("grid = Array(Array({}))", commas.join("), Array(")),
        each(&commas, &|at, row| format!("{at}00 DATA {row}"), "\n"),
        each(&commas, &|_, row| format!("DATA {row}"), "\n"),
        format!("https://example.org/?p={}&x=1", dots.join("%0A")),
        format!("https://example.org/?p={}", dots.join("%0D%0A")),
        format!("{{{}}}", names(&by_column, &|_| true)),
        format!("{{{}}}", names(&by_column, &|value| value != "0")),
        format!("{{\"id\": 7, \"board\": {{{}}}}}", names(&by_number, &|value| value != "0")),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    for is_clue in [(&|_: &str| true) as &dyn Fn(&str) -> bool, &|value| value != "0"] {
        assert_refused(&format!("{{{}}}", names(&by_row, is_clue)), "whose letter may be that of a row or of a column");
    }
    let twice = names(&by_number, &|value| value != "0").replace("r1c3", "R1C5");
    assert_refused(&format!("{{{twice}}}"), "found two keys \"r1c5\" in an object, expected keys that differ");
    let mut swapped: Vec<String> = names(&by_column, &|value| value != "0").split(", ").map(str::to_string).collect();
    swapped.swap(3, 9);
    assert_no_grid([
        each(&spaced, &|at, row| format!("| {row} | {}", 10 - at), "\n"),
        each(&commas, &|at, row| format!("grid({}) = Array({row})", 10 - at), "\n"),
        each(&commas, &|_, row| format!("DATA {}", &row[2..]), "\n"),
        format!("{}  {}", each(&commas, &|_, row| format!("DATA {row}"), "\n"), "DATA 1,2,3,4,5,6,7,8,9"),
        in_boxes(" ", "").replacen("[ ]", "", 1),
        format!("{{{}}}", swapped.join(", ")),
        format!("https://example.org/?p={}", dots[1..].join("%0A")),
    ]);
    for (text, size) in [
        ("1..4..\n..2...\n.3...1\n4..1..\n.2....\n5....6\n".replace("..\n", ". | .\n"), 6),
        ("1 . 2 . 3 . 4 .\n".repeat(8), 8),
        ("12........\n".repeat(10), 10),
        ("3x2:a4_b3c\n".into(), 6),
    ] {
        assert_refused(&text, &format!("found a grid of {size}x{size} cells, expected 9x9"));
    }
    // A message shows the start and the end of a long text.
    let long = found(format!(":0000:x:{}", "511 ".repeat(600)).as_bytes()).concat();
    assert!(long.contains("characters left out") && long.len() < 1_200, "{long}");
    let eight = "u8 2 3 14 5 6 7 9 14\n".repeat(8);
    assert_refused(&eight, "found 8 rows of a grid, expected 9");
    for text in ["3,02E+78", "1;3,02E+78", "puzzle\n3,02E+78", "nr;puzzle\n1;3,02E+78", "\"3,02E+78\""] {
        assert_refused(text, "found the number 3,02E+78, expected 81 digits: a spreadsheet program has rounded them");
    }
}

/// Messages of chats with a grid from their first line on, spoilers, and the source of Markdown.
#[test]
fn messages_spoilers_and_escapes() {
    let dots = rows(".").join("\n");
    for start in [
        "1/5/26, 10:12 PM - Bob: ",
        "1/5/26, 9:12\u{202f}PM - Bob: ",
        "12/31/2026, 9:12 am - Bob: ",
        "[1/5/26, 10:12:33 PM] Bob: ",
        "05.01.26, 22:12 - Bob: ",
    ] {
        assert_eq!(found(format!("{start}{dots}\n").as_bytes()), ["P"], "{start}");
        assert_eq!(found(format!("{start}{P}\n").as_bytes()), ["P"], "{start}");
    }
    let spaced = joined(".", " ", " | ").join("\n");
    for text in [&dots, &spaced, P] {
        for text in [format!("||{text}||\n"), format!("Easy: \n||{text}||\n"), format!("|| {text} ||\n")] {
            let is_drawn = text.contains(" | ");
            assert!(is_drawn || found(text.as_bytes()) == ["P"], "{text}: {:?}", found(text.as_bytes()));
            assert_no_other_grid(&text);
        }
    }
    assert_eq!(found(format!("{P}\n\nSolution:\n||{S}||\n").as_bytes()), ["P"]);
    for blank in ["\\_", "\\*", "\\.", "\\-"] {
        for text in [rows("0").join("\n"), joined("0", " ", " ").join("\n"), joined("0", " ", " \\| ").join("\n")] {
            let text = text.replace('0', blank);
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
}
