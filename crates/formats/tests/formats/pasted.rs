//! Texts as people paste them, from forums, spreadsheets, programs and other files, each with the grids that a reader sees in it.

mod beside;
mod books;
mod clue_lists;
mod cut_rows;
mod damaged;
mod decorated;
mod dumps;
mod headings;
mod kinds;
mod losses;
mod marks;
mod no_grid;
mod objects;
mod orders;
mod parts;
mod people;
mod programs;
mod rows;
mod sheets;
mod strings;
mod tables;
mod two_grids;
mod two_readings;

use minirow_core::Grid;
use minirow_formats::Reader;
use minirow_text::Board;

pub(crate) const P: &str = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
pub(crate) const S: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// Returns `P` for that grid, `P S` with its solution, a text for any other grid, and the message of an error.
pub(crate) fn found(bytes: &[u8]) -> Vec<String> {
    let grid: Grid = P.parse().unwrap();
    let text = minirow_formats::decoded(bytes).unwrap();
    let shown = |item: Result<minirow_formats::ReadRecord, minirow_formats::Error>| match item.map(|read| read.record) {
        Ok(record) if record.board == Board::Grid(grid) => match record.solution.as_deref() {
            None => "P".into(),
            Some(S) => "P S".into(),
            Some(other) => format!("P {other}"),
        },
        Ok(record) => match record.board {
            Board::Grid(other) => other.to_string(),
            Board::Candidates(candidates) => format!("{} candidates", candidates.len()),
        },
        Err(error) => error.to_string(),
    };
    Reader::new(text).map(shown).collect()
}

/// Returns the rows with a blank.
pub(crate) fn rows(blank: &str) -> Vec<String> {
    let text = P.replace('0', blank);
    let cells: Vec<char> = text.chars().collect();
    cells.chunks(9).map(|row| row.iter().collect()).collect()
}

/// Returns the rows with the cells of each joined.
pub(crate) fn joined(blank: &str, between: &str, bar: &str) -> Vec<String> {
    let row = |row: &str| {
        let cells: Vec<String> =
            row.chars().map(|cell| if cell == '0' { blank.to_string() } else { cell.to_string() }).collect();
        cells.chunks(3).map(|three| three.join(between)).collect::<Vec<_>>().join(bar)
    };
    rows("0").iter().map(|text| row(text)).collect()
}

/// Returns the rows with a line behind each band, and above and below all if `edge` is given.
fn ruled(rows: &[String], ruler: &str, edge: Option<&str>) -> String {
    let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
    let inner = bands.join(&format!("\n{ruler}\n"));
    match edge {
        Some(edge) => format!("{edge}\n{inner}\n{edge}\n"),
        None => inner + "\n",
    }
}

/// Asserts that texts have errors and no grid.
pub(crate) fn assert_no_grid(texts: impl IntoIterator<Item = String>) {
    for text in texts {
        let found = found(text.as_bytes());
        assert!(!found.is_empty() && found.iter().all(|found| found.starts_with("line ")), "{text}\n{found:?}");
    }
}

/// Asserts that a text has no grid but the one.
fn assert_no_other_grid(text: &str) {
    let found = found(text.as_bytes());
    assert!(found.iter().all(|found| found == "P" || found.starts_with("line ")), "{text}\n{found:?}");
}

/// Returns rows in quotes, with commas between them.
fn strings(blank: &str) -> String {
    rows(blank).iter().map(|row| format!("\"{row}\"")).collect::<Vec<_>>().join(", ")
}

/// Another puzzle, and its solution.
pub(crate) const Q: &str = "000000907000420180000705026100904000050000040000507009920108000034059000507000000";
const QS: &str = "462831957795426183381795426173984265659312748248567319926178534834259671517643892";

/// Returns the digits of a grid as nine arrays.
fn lists(digits: &str) -> String {
    let cells: Vec<String> = digits.chars().map(String::from).collect();
    format!("[[{}]]", cells.chunks(9).map(|row| row.join(",")).collect::<Vec<_>>().join("],["))
}

#[track_caller]
pub(crate) fn assert_refused(text: &str, message: &str) {
    let found = found(text.as_bytes());
    let are_errors = !found.is_empty() && found.iter().all(|found| found.starts_with("line "));
    assert!(are_errors && found.iter().any(|found| found.contains(message)), "{text}\n{found:?}");
}

#[test]
fn rulers() {
    let bars = joined(".", "", "|");
    for ruler in [
        "---|---|---",
        "|---|---|---|",
        "--- --- ---",
        "--- | --- | ---",
        "- - - - - - - - -",
        "---:---:---",
        "_________",
        "***|***|***",
    ] {
        assert_eq!(found(ruled(&bars, ruler, None).as_bytes()), ["P"], "{ruler}");
        assert_eq!(found(ruled(&bars, ruler, Some(ruler)).as_bytes()), ["P"], "{ruler} at the edges");
    }
}

#[test]
fn text_beside_rows() {
    let plain = rows(".");
    let spaced = joined(".", " ", " | ");
    let with = |rows: &[String], at: usize, before: &str, after: &str| {
        let mut rows = rows.to_vec();
        rows[at] = format!("{before}{}{after}", rows[at]);
        rows.join("\n")
    };
    for after in
        ["   SE 1.2", "  ED=10.8/10.8/2.6", " # easy", " // easy", "  <- here", "\t(very hard)", " by Ruud", "   Nr. 7"]
    {
        for at in [0, 4, 8] {
            assert_eq!(found(with(&plain, at, "", after).as_bytes()), ["P"], "{after} behind row {}", at + 1);
            assert_eq!(found(with(&spaced, at, "", after).as_bytes()), ["P"], "{after} behind row {}", at + 1);
        }
    }
    let framed: Vec<String> = spaced.iter().map(|row| format!("| {row} |")).collect();
    let edge = "+-------+-------+-------+";
    let named = ruled(&framed, edge, Some(&format!("{edge}   name of it")));
    assert_eq!(found(named.as_bytes()), ["P"], "{named}");
    let letters: Vec<String> = ('A'..='I').zip(&spaced).map(|(label, row)| format!("{label} | {row} |")).collect();
    assert_eq!(found(letters.join("\n").as_bytes()), ["P"]);
    for label in ["1 : ", "1: ", "1. ", "1) ", "1 ", "r1 ", "R1 | ", "1|"] {
        let labelled: Vec<String> =
            (1..=9).zip(&spaced).map(|(number, row)| label.replace('1', &number.to_string()) + row).collect();
        assert_eq!(found(labelled.join("\n").as_bytes()), ["P"], "{label}");
        for head in ["    1 2 3   4 5 6   7 8 9", "    A B C   D E F   G H I", "   c1 c2 c3 c4 c5 c6 c7 c8 c9"] {
            let text = format!("{head}\n{}\n", ruled(&labelled, "  +-------+-------+-------+", None));
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
}

#[test]
fn a_field_of_81_cells() {
    for text in [
        format!("0000183b305c {P} 1.2"),
        format!("1: {P}"),
        format!("1,{P}"),
        format!("easy;{P};1.2"),
        format!("grid = \"{P}\""),
        format!("({P})"),
        format!("7\t{P}\t25\tRuud"),
        format!("puzzle: {P}"),
        format!("[{P}]"),
        format!("<b>{P}</b>"),
        format!("https://example.org/play?s={P}"),
        format!("See https://example.org/play?bd={P}&x=1, it is hard"),
        format!("http://example.org/#puzzle={P}"),
        format!("{{'puzzle': '{P}'}}"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    for text in [
        format!("{P},{S}"),
        format!("\"{P}\",\"{S}\""),
        format!("{P}{S}"),
        format!("12;{P};{S};1.2"),
        format!("{P}   {S}"),
        format!("{P}:{S}:easy"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P S"], "{text}");
    }
}

#[test]
fn blanks() {
    for blank in ["x", "X", "?", "e", ".", "0", "-", "*", "_", "·", "–", "□"] {
        assert_eq!(found(rows(blank).join("\n").as_bytes()), ["P"], "rows with {blank}");
        assert_eq!(found(P.replace('0', blank).as_bytes()), ["P"], "a line with {blank}");
        assert_eq!(found(joined(blank, " ", " | ").join("\n").as_bytes()), ["P"], "spaced rows with {blank}");
        assert_eq!(found(joined(blank, ",", ",").join("\n").as_bytes()), ["P"], "commas with {blank}");
    }
    for between in [",", ";", "\t"] {
        let text = joined("", between, between).join("\n");
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        let quoted = text
            .split('\n')
            .map(|row| row.split(between).map(|cell| format!("\"{cell}\"")).collect::<Vec<_>>().join(between));
        assert_eq!(found(quoted.collect::<Vec<_>>().join("\n").as_bytes()), ["P"], "in quotes");
    }
    let framed = |between: &str, bar: &str| {
        joined(" ", between, bar)
            .iter()
            .map(|row| format!("{}{row}{}", bar.trim_start(), bar.trim_end()))
            .collect::<Vec<_>>()
    };
    for (between, bar, ruler) in [
        (" ", " | ", "+-------+-------+-------+"),
        ("", "|", "+---+---+---+"),
        (" | ", " | ", "+---+---+---+---+---+---+---+---+---+"),
        ("|", "|", "|-|-|-|-|-|-|-|-|-|"),
        ("  ", "  |  ", "+-----------+-----------+-----------+"),
    ] {
        let text = ruled(&framed(between, bar), ruler, Some(ruler));
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    let markdown =
        format!("| | | | | | | | | |\n|---|---|---|---|---|---|---|---|---|\n{}\n", framed(" | ", " | ").join("\n"));
    assert_eq!(found(markdown.as_bytes()), ["P"], "{markdown}");
    let mixed = rows(".").join("\n").replacen('.', "x", 1);
    assert!(found(mixed.as_bytes())[0].starts_with("line 1: found"), "{mixed}: {:?}", found(mixed.as_bytes()));
}

#[test]
fn drawings() {
    let heavy = "\
╔═══════╤═══════╤═══════╗\n║ · · 3 │ · 2 · │ 6 · · ║\n║ 9 · · │ 3 · 5 │ · · 1 ║\n║ · · 1 │ 8 · 6 │ 4 · · ║\n\
╟───────┼───────┼───────╢\n║ · · 8 │ 1 · 2 │ 9 · · ║\n║ 7 · · │ · · · │ · · 8 ║\n║ · · 6 │ 7 · 8 │ 2 · · ║\n\
╟───────┼───────┼───────╢\n║ · · 2 │ 6 · 9 │ 5 · · ║\n║ 8 · · │ 2 · 3 │ · · 9 ║\n║ · · 5 │ · 1 · │ 3 · · ║\n╚═══════╧═══════╧═══════╝\n";
    for text in
        [heavy.to_string(), heavy.replace('·', " "), heavy.replace('·', "–"), heavy.replace('║', "┃").replace('│', "┆")]
    {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
}

#[test]
fn marks_of_pencilmarks() {
    let record: Grid = P.parse().unwrap();
    let marks = minirow_text::pencilmarks(&minirow_core::CandidateSet::from(&record));
    let clean = found(marks.as_bytes());
    let word = marks.split_whitespace().find(|word| word.len() == 2).unwrap();
    for mark in ["*12", "12*", "(12)", "[12]", "d12", "@12"] {
        let text = marks.replacen(word, &mark.replace("12", word), 1);
        assert_eq!(found(text.as_bytes()), clean, "{text}");
    }
    for mark in ["1-2", "1(+2)", "-12", "+12", "=12", ">12", "12<", "$12", "12%", "12?"] {
        let doubtful = mark.replace('1', &word[..1]).replace('2', &word[1..]);
        let text = marks.replacen(word, &doubtful, 1);
        let found = found(text.as_bytes());
        assert!(
            found.len() == 1 && found[0].contains(&format!("found {doubtful:?} as the candidates of a cell")),
            "{text}\n{found:?}"
        );
    }
    let text = marks.replacen(word, &format!("&{word}"), 1);
    assert!(found(text.as_bytes())[0].contains(&format!("found \"&{word}\" as the candidates of a cell")), "{text}");
    // At the start of a line, the sign begins a comment.
    let text = marks.replacen("  4578 ", " #4578 ", 1);
    assert!(text != marks && found(text.as_bytes())[0].contains("found \"#4578\" as the candidates of a cell"));
}

#[test]
fn encodings() {
    let text = format!("Rätsel Nr. 1 – schwer\n{}\n", rows(".").join("\n"));
    let windows: Vec<u8> = text
        .chars()
        .map(|c| match c {
            '–' => 0x96,
            c => c as u32 as u8,
        })
        .collect();
    assert_eq!(found(&windows), ["P"]);
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(found(&utf16), ["P"]);
    assert_eq!(found(&[b"\xFE\xFF", &utf16[..]].concat()), ["P"]);
    assert_eq!(found(&[text.as_bytes(), b"\x1A"].concat()), ["P"]);
    assert_eq!(found(format!("{P}\r\n\x1A").as_bytes()), ["P"]);
    assert_eq!(found(format!("id,puzzle\r\n7,{P}\r\n\x1A").as_bytes()), ["P"]);
    assert_eq!(found(format!("puzzle\n{P}\n\x1A").as_bytes()), ["P"]);
    // Drawings in UTF-16 without a mark, and in code page 437.
    let drawn = |rows: &[String], edges: [&str; 3]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("║ {} ║", row.replace('|', "│"))).collect();
        let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
        format!("{}\n{}\n{}\n", edges[0], bands.join(&format!("\n{}\n", edges[1])), edges[2])
    };
    let page = |text: &str| -> Vec<u8> {
        let signs = "│║─═·╔╗╚╝╟╢╤╧┼┌┐└┘├┤┬┴"
            .chars()
            .zip(*b"\xB3\xBA\xC4\xCD\xFA\xC9\xBB\xC8\xBC\xC7\xB6\xD1\xCF\xC5\xDA\xBF\xC0\xD9\xC3\xB4\xC2\xC1");
        let sign = |c: char| signs.clone().find(|(sign, _)| *sign == c).map_or(c as u8, |(_, byte)| byte);
        text.chars().map(sign).collect()
    };
    for edges in [
        ["╔═══════╤═══════╤═══════╗", "╟───────┼───────┼───────╢", "╚═══════╧═══════╧═══════╝"],
        ["┌───────┬───────┬───────┐", "├───────┼───────┼───────┤", "└───────┴───────┴───────┘"],
    ] {
        for blank in ["·", " ", "."] {
            let text = drawn(&joined(blank, " ", " | "), edges);
            assert_eq!(found(&text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()), ["P"], "{text}");
            assert_eq!(found(&text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>()), ["P"], "{text}");
            assert_eq!(found(&page(&text)), ["P"], "{text}");
        }
    }
    let dots: Vec<u8> = joined("·", " ", " | ").join("\n").chars().map(|c| c as u32 as u8).collect();
    assert_eq!(found(&dots), ["P"], "middle dots of Windows-1252");
    let wide: String = P.chars().map(|c| char::from_u32('０' as u32 + c as u32 - '0' as u32).unwrap()).collect();
    assert_eq!(found(wide.as_bytes()), ["P"]);
    let table: Vec<u8> = format!("puzzle;Größe\n{P};ä\n").chars().map(|c| c as u32 as u8).collect();
    assert_eq!(found(&table), ["P"]);
}

#[test]
fn rows_without_a_clue_and_empty_fields() {
    let mut with_empty = rows("x");
    with_empty[4] = "x".repeat(9);
    let grid = with_empty.concat().replace('x', ".");
    let bands: Vec<String> = with_empty.chunks(3).map(|band| band.join("\n")).collect();
    assert_eq!(found(bands.join("\n\n").as_bytes()).concat(), grid);
    for blank in ["x", "-", "_", "."] {
        let row = |(label, row): (char, &String)| format!("{label} {}", row.replace('x', blank));
        let text = ('A'..='I').zip(&with_empty).map(row).collect::<Vec<_>>().join("\n");
        assert_eq!(found(text.as_bytes()).concat(), grid, "{text}");
    }
    for delimiter in [",", ";", "\t", "|"] {
        let fields = joined("", delimiter, delimiter);
        assert_eq!(found(fields.join("\n").as_bytes()), ["P"], "{delimiter}");
        let closed: Vec<String> = fields.iter().map(|row| format!("{row}{delimiter}")).collect();
        // Nine bars may also be before the fields.
        if delimiter != "|" {
            assert_eq!(found(closed.join("\n").as_bytes()), ["P"], "{delimiter} behind the last field");
        }
    }
    let apart = joined("0", " ", " ").join("\n\n");
    assert_eq!(found(format!("{apart}\n\n\n{apart}").as_bytes()), ["P", "P"]);
}

#[test]
fn numbers_colons_letters_and_heads_that_are_there_again() {
    let nan = |row: &str| {
        row.chars()
            .map(|cell| if cell == '0' { "NaN".into() } else { format!("{cell}.0") })
            .collect::<Vec<_>>()
            .join("  ")
    };
    let frame: Vec<String> = rows("0").iter().enumerate().map(|(at, row)| format!("{at}  {}", nan(row))).collect();
    assert_eq!(
        found(format!("     0    1    2    3    4    5    6    7    8\n{}", frame.join("\n")).as_bytes()),
        ["P"]
    );
    assert_eq!(found(ruled(&joined("0", " ", " : "), "......:.......:......", None).as_bytes()), ["P"]);
    for blank in ["x", "?", "."] {
        assert_eq!(found(format!("[\"{}\",\"{S}\"]", P.replace('0', blank)).as_bytes()), ["P S"], "{blank}");
    }
    let table = format!("id,puzzle\n1,{P}\nid,puzzle\n2,{P}\n");
    assert_eq!(found(table.as_bytes()), ["P", "line 3: found the header of the table again, expected a row", "P"]);
}

#[test]
fn markup_around_rows() {
    let plain = rows(".");
    let spaced = joined(".", " ", " | ");
    for rows in [&plain, &spaced] {
        let text = rows.join("\n");
        for text in [
            format!("[code]{text}[/code]"),
            format!("<pre>{text}</pre>"),
            format!("<p>{}</p>", text.replace('\n', "</p>\n<p>")),
            text.replace('\n', "<br>\n"),
            text.replace('\n', "<br />\n"),
            format!("> {}", text.replace('\n', "\n> ")),
            format!("> > {}", text.replace('\n', "\n> > ")),
            format!("```\n{text}\n```"),
            format!("`{}`", text.replace('\n', "`\n`")),
            format!("- {}", text.replace('\n', "\n- ")),
            format!("\"{}\\n\"", text.replace('\n', "\\n\"\n\"")),
            format!("'{}'", text.replace('\n', "' \\\n'")),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    let marked = |open: &str, close: &str| {
        let cell = |cell: char| if cell == '.' { ".".into() } else { format!("{open}{cell}{close}") };
        plain.iter().map(|row| row.chars().map(cell).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
    };
    for (open, close) in
        [("[b]", "[/b]"), ("<b>", "</b>"), ("[color=red]", "[/color]"), ("<span class=\"x\">", "</span>")]
    {
        assert_eq!(found(marked(open, close).as_bytes()), ["P"], "{open}");
    }
    for blank in ["", "&nbsp;", " "] {
        let cells = joined(blank, "</td><td>", "</td><td>");
        let line: String = cells.iter().map(|row| format!("<tr><td>{row}</td></tr>")).collect();
        assert_eq!(found(format!("<table>{line}</table>").as_bytes()), ["P"], "{line}");
        let text: String = cells.iter().map(|row| format!("<tr><td>{row}</td></tr>\n")).collect();
        assert_eq!(found(format!("<table>\n{text}</table>\n").as_bytes()), ["P"], "{text}");
        // The only clue of a row is in the last column.
        let rows = [&rows(".")[..1], &["........1".into()], &rows(".")[2..]].concat();
        let cell = |cell: char| format!("<td>{}</td>", if cell == '.' { blank.into() } else { cell.to_string() });
        let row = |row: &String| format!("<tr>{}</tr>\n", row.chars().map(cell).collect::<String>());
        let text: String = rows.iter().map(row).collect();
        assert_eq!(found(text.as_bytes()), [rows.concat()], "{text}");
    }
    for end in ["\\\\", "\\\\ \\hline"] {
        let rows = joined(" ", " & ", " & ").iter().map(|row| format!("{row} {end}\n")).collect::<String>();
        assert_eq!(found(format!("\\hline\n{rows}").as_bytes()), ["P"], "{rows}");
    }
    let latex: String = joined(" ", "|", "|").iter().map(|row| format!("|{row}|.\n")).collect();
    assert_eq!(found(format!("\\begin{{sudoku}}\n{latex}\\end{{sudoku}}\n").as_bytes()), ["P"]);
}

#[test]
fn spaces_as_blanks() {
    for (between, bar) in [(" ", " "), (" ", " | "), ("", "|"), ("  ", "  |  ")] {
        let rows = joined(" ", between, bar);
        assert_eq!(found(rows.join("\n").as_bytes()), ["P"], "{between:?} {bar:?}");
        let mut lost = rows.clone();
        let digit = lost[3].find(|c: char| c.is_ascii_digit()).unwrap();
        lost[3].remove(digit);
        assert!(found(lost.join("\n").as_bytes())[0].starts_with("line "), "{}", lost.join("\n"));
    }
    // The spaces at the ends of all rows are cut, or those of none.
    for (between, bar) in [(" ", " | "), ("", "|"), ("  ", "  |  ")] {
        let rows = joined(" ", between, bar);
        let cut: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
        assert_eq!(found(cut.join("\n").as_bytes()), ["P"], "{cut:?}");
        for at in 0..rows.len() {
            for place in 0..rows[at].len() {
                let mut lost = rows.clone();
                lost[at].remove(place);
                assert_no_other_grid(&lost.join("\n"));
                // A cell of the last part may be cut, too.
                let mut cut: Vec<String> = cut.iter().map(ToString::to_string).collect();
                if place < rows[at].rfind('|').expect("a bar") {
                    cut[at].remove(place);
                    assert_no_other_grid(&cut.join("\n"));
                }
            }
        }
    }
    let bands: Vec<String> = joined(" ", " ", " | ").chunks(3).map(|band| band.join("\n")).collect();
    assert_eq!(found(bands.join("\n------+-------+------\n").as_bytes()), ["P"]);
    let tildes: Vec<String> = joined(".", "", "|").chunks(3).map(|band| band.join("\n")).collect();
    assert_eq!(found(tildes.join("\n~~~~~~~~~~~\n").as_bytes()), ["P"]);
}

#[test]
fn rows_with_empty_lines_between_them() {
    for rows in [rows("."), joined(".", " ", " | ")] {
        let grid = rows.join("\n\n");
        assert_eq!(found(grid.as_bytes()), ["P"]);
        assert_eq!(found(format!("{grid}\n\n\n{grid}\n\n\n{grid}").as_bytes()), ["P", "P", "P"]);
        assert_eq!(found(format!("Grid 1\n\n{grid}\n\nGrid 2\n\n{grid}\n").as_bytes()), ["P", "P"]);
        let lost = format!("{}\n\n\n{grid}\n", rows[1..].join("\n\n"));
        assert!(found(lost.as_bytes()).iter().all(|found| found.starts_with("line ")), "{lost}");
    }
}

#[test]
fn numbers_may_have_decimals() {
    for zeros in [".0", ".00", ".000000000000000000e+00"] {
        let row = |row: &String| row.chars().map(|cell| format!("{cell}{zeros}")).collect::<Vec<_>>().join(" ");
        let text = rows("0").iter().map(row).collect::<Vec<_>>().join("\n");
        assert_eq!(found(text.as_bytes()), ["P"], "{zeros}");
    }
    assert_no_grid([rows("0")
        .iter()
        .map(|row| row.chars().map(|cell| format!("{cell}.50 ")).collect::<String>() + "\n")
        .collect()]);
}

#[test]
fn rows_with_names_and_indentation() {
    let spaced = joined(".", " ", " | ");
    let each = |write: &dyn Fn(usize, &String) -> String, rows: &[String]| -> String {
        rows.iter().enumerate().map(|(at, row)| write(at + 1, row) + "\n").collect()
    };
    for text in [
        each(&|at, row| format!("Row {at}: {row}"), &spaced),
        each(&|at, row| format!("row{at} {row}"), &rows(".")),
        format!("val g = arrayOf(\n{})\n", each(&|_, row| format!("  intArrayOf({row}),"), &joined("0", ", ", ", "))),
        format!("let g = vec![\n{}];\n", each(&|_, row| format!("  vec![{row}],"), &joined("0", ", ", ", "))),
        each(&|at, row| format!("{at}. | {row} |"), &joined(" ", " | ", " | ")),
        each(&|at, row| format!("{at}. | {row} |"), &joined(".", " | ", " | ")),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    let cells = joined("", "</td>\n<td>", "</td>\n<td>");
    let page: String = cells.iter().map(|row| format!("<tr>\n<td>{row}</td>\n</tr>\n")).collect();
    assert_eq!(found(format!("<table>\n{page}</table>\n").as_bytes()), ["P"]);
    assert_eq!(found(format!("<table>\n{}</table>\n", page.replace("</tr>\n", "")).as_bytes()), ["P"]);
    for text in [
        format!("board = [\n{}]\n", each(&|_, row| format!("    [{row}],"), &joined("0", ", ", ", "))),
        format!("array([[{}]])", joined("0", ", ", ", ").join("],\n       [")),
        format!("A = [{}];", joined("0", " ", " ").join(";\n")),
        joined(" ", " ", " ").join("\n"),
        joined(" ", "", "").join("\n"),
        joined(" ", " ", " | ").join("\n"),
    ] {
        for indentation in ["  ", "   ", "        "] {
            let text: String = text.split('\n').map(|line| format!("{indentation}{line}\n")).collect();
            assert_eq!(found(text.trim_end_matches('\n').as_bytes()), ["P"], "{text}");
        }
    }
    // A label before one row of a table.
    for blank in [".", " "] {
        for label in ["1. ", "5. ", "4. "] {
            for at in [0, 3] {
                let mut rows: Vec<String> =
                    joined(blank, " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
                rows[at].insert_str(0, label);
                assert!(found(rows.join("\n").as_bytes())[0].starts_with("line "), "{}", rows.join("\n"));
            }
        }
    }
}
