//! Texts as people paste them, from forums, spreadsheets, programs and other files, each with the grids that a reader sees in it.

use minirow_core::Grid;
use minirow_core::text::Board;
use minirow_formats::{Reader, Record};

const P: &str = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
const S: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// Returns `P` for that grid, `P S` with its solution, a text for any other grid, and the message of an error.
fn found(bytes: &[u8]) -> Vec<String> {
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
fn rows(blank: &str) -> Vec<String> {
    let text = P.replace('0', blank);
    let cells: Vec<char> = text.chars().collect();
    cells.chunks(9).map(|row| row.iter().collect()).collect()
}

/// Returns the rows with the cells of each joined.
fn joined(blank: &str, between: &str, bar: &str) -> Vec<String> {
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
        format!("{P} # {S}"),
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
fn headings_and_remarks() {
    let grid = rows("0").join("\n");
    for heading in [
        "Grid 01",
        "Puzzle 17, 25 clues",
        "5.",
        "% easy",
        "// easy",
        "; easy",
        "-- easy --",
        "*** Puzzle 3 ***",
        "Simple Sudoku",
        "Version 4.2n",
        "Hello, here is one that I cannot solve:",
        "[code]",
        "<pre><code>",
        "Nr. 1 (Ruud, 2006-01-31)",
        "2026-01-31",
        "17",
        "SE 8.3",
        "http://forum.enjoysudoku.com/viewtopic.php?f=2&t=1",
        "Clues: 25, rating 7.1/1.2/1.2, time 12 ms",
        "======",
        "{Puzzle 1}",
        "(1)",
        "[1]",
    ] {
        for text in [
            format!("{heading}\n{grid}\n"),
            format!("{heading}\n\n{grid}\n"),
            format!("{grid}\n{heading}\n"),
            format!("{grid}\n\n{heading}\n"),
            format!("{heading}\n{P}\n"),
            format!("{P}\n{heading}\n"),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
        let book = format!("{heading}\n{grid}\n\n{heading}\n{grid}\n{heading}\n{grid}\n");
        assert_eq!(found(book.as_bytes()), ["P", "P", "P"], "{book}");
    }
    let post = format!(
        "Hi all,\n\nI need help with\n[code]\n{grid}\n[/code]\nI have tried 5 hours.\n\nThanks, 12-year-old fan\n"
    );
    assert_eq!(found(post.as_bytes()), ["P"]);
    assert_eq!(found(b"Hello, here is one\nthat I cannot solve\n").len(), 1);
}

#[test]
fn a_heading_is_the_name_of_its_grid() {
    let grid = rows("0").join("\n");
    let text = format!("Grid 01\n{grid}\nGrid 02\n+---+\n{grid}\n\nfoo\n\n{grid}\n");
    let names: Vec<_> = Reader::new(text.as_bytes())
        .map(|read| read.unwrap().record.fields.text("name").map(std::borrow::Cow::into_owned))
        .collect();
    assert_eq!(names, [Some("Grid 01".into()), Some("Grid 02".into()), None]);
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
    let marks = minirow_core::text::pencilmarks(&minirow_core::CandidateSet::from(&record));
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
}

#[test]
fn arrays() {
    let rows = |blank: &str, between: &str| joined(blank, between, between);
    let list = |blank: &str, open: &str, close: &str, between: &str| {
        let rows: Vec<String> = rows(blank, ", ").iter().map(|row| format!("{open}{row}{close}")).collect();
        format!("{open}{}{close}", rows.join(between))
    };
    for blank in ["0", "-1", "null", "None", "\"0\"", "\"\"", "\".\"", "''"] {
        for text in [
            list(blank, "[", "]", ", "),
            list(blank, "[", "]", ",\n "),
            format!("board = {}", list(blank, "[", "]", ",\n")),
        ] {
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
    let numpy = format!("[[{}]]", rows("0", " ").join("]\n ["));
    assert_eq!(found(numpy.as_bytes()), ["P"], "{numpy}");
    assert_eq!(found(format!("array({})", numpy.replace(' ', ", ").replace("]\n, [", "],\n [")).as_bytes()), ["P"]);
    assert_eq!(found(numpy.replace('0', "0.").as_bytes()), ["P"]);
    let braces = list("0", "{", "}", ",\n");
    assert_eq!(found(format!("int grid[9][9] = {braces};\n").as_bytes()), ["P"], "{braces}");
    let lines = rows("0", ", ").iter().map(|row| format!("  {{{row}}},\n")).collect::<String>();
    assert_eq!(found(format!("int grid[9][9] = {{\n{lines}}};\n").as_bytes()), ["P"]);
    assert_eq!(found(format!("{{\n{lines}}};\n").as_bytes()), ["P"]);
    let lists = rows("0", ", ").iter().map(|row| format!("    [{row}],\n")).collect::<String>();
    assert_eq!(found(format!("board = [\n{lists}]\n\nprint(solve(board))\n").as_bytes()), ["P"]);
    let array = list("0", "[", "]", ",");
    for key in ["puzzle", "board", "grid", "clues", "givens", "cells", "initial_board", "Sudoku"] {
        assert_eq!(found(format!("{{\"id\": 7, \"{key}\": {array}}}").as_bytes()), ["P"], "{key}");
        assert_eq!(found(format!("{{\"{key}\": \"{P}\", \"level\": 3}}").as_bytes()), ["P"], "{key}");
        assert_eq!(found(format!("{{\"game\": {{\"{key}\": {array}}}, \"level\": 3}}").as_bytes()), ["P"], "{key}");
    }
}

#[test]
fn columns() {
    for column in ["puzzle", "sudoku", "board", "grid", "unsolved", "initial_board", "Quizzes", "question"] {
        assert_eq!(found(format!("nr,{column},level\n1,{P},easy\n").as_bytes()), ["P"], "{column}");
    }
    let table = format!("Nr;Text;Datum\n1;{P};2026\n");
    assert!(found(table.as_bytes())[0].contains("--column NAME` reads another"), "{:?}", found(table.as_bytes()));
    let record = Reader::of_column(table.as_bytes(), "Text").next().unwrap().unwrap().record;
    assert_eq!(record.fields.text("Datum").as_deref(), Some("2026"));
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
    let wide: String = P.chars().map(|c| char::from_u32('０' as u32 + c as u32 - '0' as u32).unwrap()).collect();
    assert_eq!(found(wide.as_bytes()), ["P"]);
    let table: Vec<u8> = format!("puzzle;Größe\n{P};ä\n").chars().map(|c| c as u32 as u8).collect();
    assert_eq!(found(&table), ["P"]);
}

#[test]
fn other_sizes() {
    for text in [
        "1 . . 4\n. . 2 .\n. 3 . .\n4 . . 1\n".to_string(),
        "16 ".repeat(16),
        "1".repeat(256),
        "12.4..".to_string() + &".".repeat(30),
    ] {
        let found = found(text.as_bytes());
        assert!(found[0].contains("Sudokus of other sizes than 9x9"), "{text}: {found:?}");
    }
}

#[test]
fn a_wrong_number_of_cells_names_the_row() {
    let mut all = rows(".");
    all[3].remove(2);
    assert_eq!(found(all.join("\n").as_bytes()), ["line 4: found 8 cells in row 4, expected 9"]);
    all[3].push_str("..");
    assert_eq!(found(all.join("\n").as_bytes()), ["line 4: found 10 cells in row 4, expected 9"]);
    for text in [&P[1..], &format!("1,{}", &P[2..]), "3.02E+78", "1;3,02060090030500E+78"] {
        assert!(
            found(text.as_bytes())[0].contains("spreadsheet") || found(text.as_bytes())[0].contains("found 8"),
            "{text}: {:?}",
            found(text.as_bytes())
        );
    }
}

/// Texts that look like a grid with a part that is none: each is refused, because a guess would give another grid.
#[test]
fn what_may_be_another_grid_is_refused() {
    let lost = &P[1..];
    let twice = &P[2..];
    let mut texts: Vec<String> = [".", "-", "*", "_"].map(|sign| format!("{lost}{sign}")).to_vec();
    texts.extend([".", "-", "_"].map(|sign| format!("1{sign}{twice}")));
    texts.push(format!("puzzle\n{lost}."));
    texts.push(format!("{{\"puzzle\":\"{lost}.\"}}"));
    texts.push(format!("https://x.org/?s={lost}."));
    // A row with a cell more behind its label.
    for (label, sign) in [("r", "."), ("", "."), ("R", ".")] {
        let mut rows: Vec<String> =
            rows(".").iter().enumerate().map(|(at, row)| format!("{label}{} {row}", at + 1)).collect();
        rows[0].insert_str(label.len() + 2, sign);
        texts.push(rows.join("\n"));
    }
    // The numbers of the columns above eight rows, and those of the rows beside eight columns.
    texts.push(format!("123456789\n{}", rows(".")[1..].join("\n")));
    texts.push(format!("1 2 3 4 5 6 7 8 9\n{}", rows(".")[1..].join("\n")));
    texts.push(format!("012345678\n{}", rows("*")[1..].join("\n")));
    texts.push(format!("123456789\n{}", joined(".", "", "|")[..8].join("\n")));
    texts.push(format!("{}\n123456789", joined(".", "", "|")[..8].join("\n")));
    let numbered = rows(".").iter().enumerate().map(|(at, row)| format!("{}{}", at + 1, &row[..8])).collect::<Vec<_>>();
    texts.push(numbered.join("\n"));
    texts.push(format!("1 2 3 4 5 6 7 8 9\n{}", joined("0", " ", " ").join("\n")));
    let glued = rows(".").iter().enumerate().map(|(at, row)| format!("{}.{}", at + 1, &row[1..])).collect::<Vec<_>>();
    texts.push(glued.join("\n"));
    // A ruler where a row is lost.
    let dashes = rows("-");
    for ruler in ["|---|---|---|", "---|---|---", "--- --- ---"] {
        texts.push([&dashes[..6], &[ruler.to_string()], &dashes[6..8]].concat().join("\n"));
        texts.push(
            [&dashes[..3], &[ruler.to_string()], &dashes[3..6], &[ruler.to_string()], &dashes[6..7]]
                .concat()
                .join("\n"),
        );
    }
    // A label in one row of empty fields.
    let mut fields: Vec<String> = joined(" ", ",", ",");
    fields[3].replace_range(..1, "1  ");
    texts.push(fields.join("\n"));
    // A remark that begins with a cell, behind a row that has lost one.
    let spaced = joined(".", " ", " ");
    for remark in ["5 stars", "- easy", "7 of 9", "3"] {
        let mut rows = spaced.clone();
        rows[4].replace_range(16.., &format!("  {remark}"));
        texts.push(rows.join("\n"));
    }
    texts.push(format!("1: {}\n{}", &spaced[0][2..], spaced[1..].join("\n")));
    // An ellipsis, signs of a list, and struck digits.
    texts.push(rows("0").iter().map(|row| format!("{}…\n", &row[..6])).collect());
    texts.push(format!("{}...", &P[..78]));
    texts.push(spaced.iter().map(|row| format!("- {}\n", &row[2..])).collect());
    texts.push(format!(". [s]7[/s]{}\n{}", &spaced[0][3..], spaced[1..].join("\n")));
    // Numbers of rows in a table of a page that has lost its last column, and rows of ten and eight fields.
    let fields = |at: usize, row: &str| {
        let cells: String = row.chars().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr><td>{}</td>{cells}</tr>", at + 1)
    };
    texts.push(rows("0").iter().enumerate().map(|(at, row)| fields(at, &row[..8])).collect());
    texts.push(
        rows("0").iter().enumerate().map(|(at, row)| fields(at, if at == 0 { row } else { &row[..8] })).collect(),
    );
    // Keys that say what an array is.
    let columns =
        |at: usize| (0..9).map(|row| P[9 * row + at..9 * row + at + 1].to_string()).collect::<Vec<_>>().join(",");
    let lists = (0..9).map(columns).collect::<Vec<_>>().join("],[");
    texts.extend(["columns", "cols", "boxes"].map(|key| format!("{{\"{key}\":[[{lists}]]}}")));
    texts.extend(
        ["initial", "clues", "givens"].map(|key| format!("{{\"board\":\"483{}\",\"{key}\":\"{P}\"}}", &P[3..])),
    );
    // A solution of another puzzle.
    let other: String = S.chars().rev().collect();
    texts.extend([" ", ",", ""].map(|between| format!("{P}{between}{other}")));
    for text in texts {
        let found = found(text.as_bytes());
        assert!(found.iter().all(|found| found.starts_with("line ")), "{text}\n{found:?}");
    }
}

#[test]
fn a_row_of_numbers_in_order_may_be_labels() {
    let solved = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let grid: String =
        solved.char_indices().map(|(at, digit)| if at >= 9 && at % 3 == 0 { '.' } else { digit }).collect();
    let rows = |bar: &str| -> String {
        let row = |at: usize| {
            let cells: Vec<String> = grid[9 * at..9 * at + 9].chars().map(String::from).collect();
            cells.chunks(3).map(|three| three.join(" ")).collect::<Vec<_>>().join(bar) + "\n"
        };
        (0..9).map(row).collect()
    };
    for bar in [" | ", " "] {
        let refused = found(rows(bar).as_bytes());
        assert!(refused[0].starts_with("line 1: found 1 to 9 in order as the first row or column"), "{refused:?}");
    }
    assert_eq!(found(grid.as_bytes()).concat(), grid);
}

/// Asserts that texts have errors and no grid.
fn assert_no_grid(texts: impl IntoIterator<Item = String>) {
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

#[test]
fn a_solution_is_not_the_puzzle_that_has_an_error() {
    let (x, half) = (P.replace('0', "x"), &P[..40]);
    let letter = format!("{half}A{}", &P[41..]);
    let spaced = joined("0", " ", " ").join(" ");
    for puzzle in [&x[1..], &format!("{half} {}", &P[40..]), "", half, &letter, &spaced[2..], &P.replace('0', "?")[1..]]
    {
        assert_no_grid([
            format!("1,{puzzle},{S}"),
            format!("https://example.org/?puzzle={puzzle}&solution={S}"),
            format!("{{'puzzle': '{puzzle}', 'solution': '{S}'}}"),
            format!("<puzzle>{puzzle}</puzzle><solution>{S}</solution>"),
            format!("INSERT INTO t (puzzle, solution) VALUES ('{puzzle}', '{S}');"),
            format!("7;{puzzle};{S};1.2"),
        ]);
    }
    for text in [format!("17 {S}"), format!("{S}  solved 2026-11-26, 1.2/1.2/1.2"), format!("no. 5, {S}")] {
        assert_eq!(found(text.as_bytes()), [S], "{text}");
    }
}

#[test]
fn rows_in_a_line_have_nine_cells() {
    let uneven = |between: &str| {
        let mut rows = joined("0", between, between);
        rows[1] = format!("{}{between}9", rows[1]);
        rows[6] = rows[6][1 + between.len()..].into();
        rows
    };
    for (cells, lines) in
        [(" ", " | "), (" ", ";"), (",", ";"), (" ", " / "), (" ", "<br>"), (",", "<br>"), (" ", "\\n"), (" ", ", ")]
    {
        assert_no_grid([uneven(cells).join(lines)]);
        assert_eq!(found(joined("0", cells, cells).join(lines).as_bytes()), ["P"], "{lines}");
    }
    let arrays = |rows: Vec<String>| {
        let quoted: Vec<String> = rows.iter().map(|row| format!("'{row}'")).collect();
        [
            format!("[{}]", quoted.join(",")),
            format!("A = [\n{};\n];", rows.join(";\n")),
            format!("grid = [\n  {}\n]", rows.join("\n  ")),
        ]
    };
    assert_no_grid(arrays(uneven(" ")));
    assert_no_grid([format!("[\n{}\n]", uneven(",").join(",\n"))]);
    for text in arrays(joined("0", " ", " ")) {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    let split = joined("0", " ", " ").join(";\n").replacen("0;\n", "\n5.;\n", 1);
    assert_no_grid([format!("A = [\n{split};\n];")]);
}

#[test]
fn an_array_has_one_blank() {
    let array = |cell: &dyn Fn(char) -> String| {
        let row = |row: &String| format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","));
        format!("[{}]", rows("0").iter().map(row).collect::<Vec<_>>().join(","))
    };
    for blank in ["-1", "null", "\".\"", "\"\"", "None"] {
        let from_zero = |cell: char| if cell == '0' { blank.into() } else { (cell as u8 - b'1').to_string() };
        assert_no_grid([array(&from_zero)]);
        let plain = |cell: char| if cell == '0' { blank.to_string() } else { cell.into() };
        assert_eq!(found(array(&plain).as_bytes()), ["P"], "{blank}");
    }
    // 81 characters, too.
    assert_no_grid([P.chars().map(|cell| if cell == '0' { '.' } else { (cell as u8 - 1).into() }).collect()]);
}

#[test]
fn rows_have_the_order_of_their_names() {
    let named = |form: &str, numbers: [usize; 9]| {
        let row = |(number, row): (usize, String)| {
            let list = row.chars().map(String::from).collect::<Vec<_>>().join(",");
            form.replace('N', &number.to_string()).replace("ROW", &row).replace("LIST", &list)
        };
        numbers.into_iter().zip(rows("0")).map(row).collect::<Vec<_>>().join("\n")
    };
    for form in [
        "rowN=ROW",
        "board[N] = {LIST};",
        "rN = [LIST]",
        "ROW  # row N",
        "ROW  // Row N",
        "row_N = \"ROW\"",
        "LIST # line N",
    ] {
        for numbers in [[2, 1, 3, 4, 5, 6, 7, 8, 9], [9, 8, 7, 6, 5, 4, 3, 2, 1], [1, 2, 2, 3, 4, 5, 6, 7, 8]] {
            assert_no_grid([named(form, numbers)]);
        }
        for first in [0, 1] {
            let text = named(form, std::array::from_fn(|at| at + first));
            assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        }
    }
}

#[test]
fn a_head_and_eight_rows_are_no_grid() {
    let with = |rows: &mut Vec<String>, at: usize, head: &str| {
        rows.remove(4);
        rows.insert(at.min(8), head.into());
        rows.join("\n")
    };
    let bars: Vec<String> = joined("0", " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let cells: Vec<String> = bars
        .iter()
        .map(|row| {
            format!(
                "<tr>{}</tr>",
                row[2..row.len() - 2].split(" | ").map(|cell| format!("<td>{cell}</td>")).collect::<String>()
            )
        })
        .collect();
    let head = (1..=9).map(|number| format!("<th>{number}</th>")).collect::<String>();
    for at in [0, 8] {
        assert_no_grid([
            with(&mut bars.clone(), at, "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |"),
            with(&mut joined("0", " ", " | "), at, "1 2 3 | 4 5 6 | 7 8 9"),
            with(&mut joined("0", " ", " "), at, "1 2 3 4 5 6 7 8 9"),
            with(&mut cells.clone(), at, &format!("<tr>{head}</tr>")),
        ]);
    }
    let labelled: Vec<String> = ('A'..='I').zip(&bars).map(|(label, row)| format!("| {label} {row}")).skip(1).collect();
    assert_no_grid([format!("|   | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |\n{}", labelled.join("\n"))]);
}

#[test]
fn what_is_there_twice_is_no_row() {
    let spaces: Vec<String> = joined(" ", " | ", " | ").iter().map(|row| format!(" {row} ")).collect();
    let mut ten = spaces.clone();
    ten[0] = "   |   |   | 8 | 8 |   |   | 7 | 9 ".into();
    ten[8] = "   |   |   |   | 8 | 8 |   |   | 7 | 9 ".into();
    assert_no_grid([ten.join("\n")]);
    let lisp = |rows: &[String]| format!("(defparameter *grid* '({}))", rows.join("\n").trim_start());
    let rows: Vec<String> = joined("0", " ", " ").iter().map(|row| format!("  ({row})")).collect();
    assert_eq!(found(lisp(&rows).as_bytes()), ["P"]);
    let twice = [&rows[..4], &rows[3..]].concat();
    assert_no_grid([lisp(&twice)]);
    let matrix = format!("A = [{};\n{}];", joined("0", " ", " ").join(";\n"), joined("0", " ", " ")[8]);
    assert_no_grid([matrix]);
    let ends = format!("A = [{}];\n{}];", joined("0", " ", " ").join(";\n"), joined("0", " ", " ")[8]);
    assert!(found(ends.as_bytes()).last().unwrap().starts_with("line 10: found ']' without"));
}

#[test]
fn columns_of_cells_have_the_order_of_rows() {
    let values = P.chars().map(String::from).collect::<Vec<_>>().join(",");
    let names = |first: &str, second: &str| -> Vec<String> {
        first.chars().flat_map(|a| second.chars().map(move |b| format!("{a}{b}"))).collect()
    };
    let swap = |names: &[String]| -> Vec<String> { names.iter().map(|name| name.chars().rev().collect()).collect() };
    for names in [names("ABCDEFGHI", "123456789"), swap(&names("123456789", "ABCDEFGHI"))] {
        assert_eq!(found(format!("{}\n{values}\n", names.join(",")).as_bytes()), ["P"]);
        let reversed: Vec<String> = names.iter().rev().cloned().collect();
        assert_no_grid([format!("{}\n{values}\n", reversed.join(",")), format!("{}\n{values},\n", names.join(","))]);
    }
    let triples: String = (0..81).step_by(3).map(|at| format!("{}{}{}", at / 9 + 1, at % 9 + 1, &S[at..=at])).collect();
    assert_no_grid([triples.clone(), format!("{triples}\n")]);
}

#[test]
fn parts_of_two_grids_are_no_grid() {
    let framed: Vec<String> = joined(".", "", "|").iter().map(|row| format!("|{row}|")).collect();
    let edge = "*-----------*";
    let first = format!("{edge}\n{}\n{edge}\n", framed[..3].join("\n"));
    let text = first + &ruled(&framed, "|---+---+---|", Some(edge));
    assert_eq!(found(text.as_bytes()), ["line 2: found 3 rows of a grid, expected 9", "P"]);
    let bands = |rows: &[String]| rows.chunks(3).map(|band| band.join("\n")).collect::<Vec<_>>().join("\n\n");
    let (rows, other): (Vec<String>, Vec<String>) = (rows("."), rows(".").into_iter().rev().collect());
    assert_eq!(found(format!("{}\n\n{}", bands(&rows), bands(&rows)).as_bytes()), ["P", "P"]);
    assert_no_grid([
        format!("{}\n\n{}", bands(&rows[..3]), bands(&other)),
        format!("{}\n\n{}\n\n{}", bands(&rows), bands(&other[3..]), bands(&rows)),
    ]);
    let arrays: Vec<String> = joined("0", ",", ",").iter().map(|row| format!("[{row}]")).collect();
    assert_no_grid([format!("[{}\n[{}]", arrays[0], arrays.join(",\n"))]);
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
fn what_is_behind_an_empty_field_is_no_cell() {
    let fields = joined("", ",", ",");
    let quoted = joined("\"\"", ",", ",");
    let numbers: Vec<String> = joined("0", ",", ",");
    let cells: Vec<String> = fields
        .iter()
        .map(|row| format!("<tr>{}</tr>", row.split(',').map(|cell| format!("<td>{cell}</td>")).collect::<String>()))
        .collect();
    let bars: Vec<String> = joined(" ", " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let with = |rows: &[String], at: usize, row: String| {
        let mut rows = rows.to_vec();
        rows[at] = row;
        rows.join("\n")
    };
    let head = format!("{}\n|---|---|---|---|---|---|---|---|---|", "|   ".repeat(9) + "|");
    assert_no_grid([
        with(&fields, 0, format!("{}  9", fields[0])),
        with(&quoted, 0, format!("{} 5", quoted[0])),
        with(&quoted, 0, format!("4 {}", quoted[0])),
        with(&cells, 0, cells[0].replace("</tr>", "<td></td></tr>")),
        format!("x <- matrix(c(\n{}, 0), nrow=9, byrow=TRUE)", numbers.join(",\n")),
        format!("{head}\n{}\n{head}\n{}", bars[..8].join("\n"), bars.join("\n")),
        format!("|1|2|3|4|5|6|7|8|9|\n{}\n{}", bars.join("\n"), bars[..8].join("\n")),
        format!("puzzle: {P}0\nsolution: {S}"),
    ]);
}

#[test]
fn a_name_behind_an_edge_is_a_remark() {
    let framed: Vec<String> = joined(".", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let edge = "+-------+-------+-------+";
    for place in 0..4 {
        for name in ["  Golden Nugget", " er=11.9", "   SE 8.3/1.2/1.2"] {
            let mut edges = [edge.to_string(), edge.into(), edge.into(), edge.into()];
            edges[place].push_str(name);
            let bands = framed.chunks(3).map(|band| band.join("\n"));
            let text: Vec<String> =
                edges.iter().cloned().zip(bands).map(|(edge, band)| format!("{edge}\n{band}\n")).collect();
            assert_eq!(found(format!("{}{}\n", text.concat(), edges[3]).as_bytes()), ["P"], "{}", text.concat());
        }
    }
}

#[test]
fn a_word_above_rows_is_a_heading() {
    for word in ["Puzzle", "sudoku", "Grid", "board", "Question", "Puzzle:", "Time: 00:12:34"] {
        for rows in [rows("."), joined(".", " ", " | "), joined("0", " ", " ")] {
            assert_eq!(found(format!("{word}\n{}\n", rows.join("\n")).as_bytes()), ["P"], "{word}\n{}", rows[0]);
        }
        assert_eq!(found(format!("{word}\n{P}\n").as_bytes()), ["P"], "{word}");
    }
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
    let bands: Vec<String> = joined(" ", " ", " | ").chunks(3).map(|band| band.join("\n")).collect();
    assert_eq!(found(bands.join("\n------+-------+------\n").as_bytes()), ["P"]);
    let tildes: Vec<String> = joined(".", "", "|").chunks(3).map(|band| band.join("\n")).collect();
    assert_eq!(found(tildes.join("\n~~~~~~~~~~~\n").as_bytes()), ["P"]);
}

#[test]
fn tables_with_names_of_columns_and_rows() {
    let table = |blank: &str, between: &str, first: usize| {
        let label = |(at, row): (usize, &String)| format!("{}{between}{row}\n", at + first);
        joined(blank, between, between).iter().enumerate().map(label).collect::<String>()
    };
    for blank in ["", "0", "NaN", "0.0"] {
        for between in [",", ";", "\t"] {
            let rows = joined(blank, between, between).join("\n");
            for head in ["123456789", "012345678", "ABCDEFGHI"] {
                let head = head.chars().map(String::from).collect::<Vec<_>>().join(between);
                assert_eq!(found(format!("{head}\n{rows}\n").as_bytes()), ["P"], "{head}\n{rows}");
                for first in [0, 1] {
                    let text = format!("{between}{head}\n{}", table(blank, between, first));
                    assert_eq!(found(text.as_bytes()), ["P"], "{text}");
                }
            }
        }
    }
    let floats = |blank: &str, between: &str| {
        let number = |cell: char| if cell == '0' { blank.to_string() } else { format!("{cell}.0") };
        rows("0").iter().map(|row| row.chars().map(number).collect::<Vec<_>>().join(between)).collect::<Vec<_>>()
    };
    assert_eq!(found(floats("", ",").join("\n").as_bytes()), ["P"]);
    let printed: String = floats("NaN", "  ").iter().enumerate().map(|(at, row)| format!("{at}  {row}\n")).collect();
    assert_eq!(
        found(format!("     0    1    2    3    4    5    6    7    8\n{printed}").as_bytes()),
        ["P"],
        "{printed}"
    );
    let ruler = "|---|---|---|---|---|---|---|---|---|";
    for blank in [" ", ".", "0"] {
        let framed: Vec<String> = joined(blank, " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
        let text = format!("{}\n{ruler}\n{}\n", framed[0], framed[1..].join("\n"));
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        let lost = format!("{}\n{ruler}\n{}\n", framed[0], framed[2..].join("\n"));
        assert!(found(lost.as_bytes())[0].starts_with("line "), "{lost}");
    }
    let both: Vec<String> =
        ('A'..='I').zip(joined(".", " ", " | ")).map(|(label, row)| format!("{label} {row} {label}")).collect();
    assert_eq!(found(both.join("\n").as_bytes()), ["P"]);
    let named = format!("row,1,2,3,4,5,6,7,8,9\n{}", table("", ",", 1));
    assert_eq!(found(named.as_bytes()), ["P"], "{named}");
    for sign in [".", ")", ":"] {
        let label = |(at, row): (usize, String)| format!("{}{sign}{row}\n", at + 1);
        assert_eq!(found(rows(".").into_iter().enumerate().map(label).collect::<String>().as_bytes()), ["P"], "{sign}");
    }
    // A label that is not the place of its row.
    let wrong = table("0", ",", 1).replacen("\n3,", "\n4,", 1);
    assert!(found(wrong.as_bytes())[0].contains("found the label 4 before row 3"), "{:?}", found(wrong.as_bytes()));
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
fn arrays_of_programming_languages_in_a_line() {
    let lists = |open: &str, close: &str| {
        let rows: Vec<String> = joined("0", ", ", ", ").iter().map(|row| format!("{open}{row}{close}")).collect();
        format!("{open}{}{close}", rows.join(", "))
    };
    for text in [
        format!("int grid[9][9] = {};", lists("{", "}")),
        format!("int[][] grid = new int[][] {};", lists("{", "}")),
        lists("{", "}"),
        lists("(", ")"),
        format!("problem(1, {}).", lists("[", "]").replace('0', "_")),
        format!("grid = [{}]", strings(".")),
        format!("[\n  {}\n]", strings(".").replace(", ", ",\n  ")),
        format!("rows = [{},]", strings("0")),
        format!("('{}')", rows(".").join("', '")),
        format!("\"{}\"", rows(".").join("\\n")),
        rows(".").join("/"),
        format!("{{\"puzzle\": [{}]}}", strings(".")),
        format!("[{}]", strings(" ")),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    for list in
        [format!("[\"{P}\", \"{P}\"]"), format!("[\n\"{P}\",\n\"{P}\"\n]"), format!("puzzles = [\"{P}\", \"{P}\"]")]
    {
        assert_eq!(found(list.as_bytes()), ["P", "P"], "{list}");
    }
    for sign in ["#", "//"] {
        let rows: Vec<String> =
            joined("0", ", ", ", ").iter().map(|row| format!("  [{row}], {sign} a row\n")).collect();
        assert_eq!(found(format!("grid = [\n{}]\n", rows.concat()).as_bytes()), ["P"], "{}", rows.concat());
    }
    // One that is cut off.
    assert_eq!(
        found(format!("[\"{P}\",\n\"{P}\"").as_bytes())[2],
        "line 1: found an array that is not closed in a JSON board, expected 9 arrays of 9 numbers 0-9"
    );
}

/// Returns rows in quotes, with commas between them.
fn strings(blank: &str) -> String {
    rows(blank).iter().map(|row| format!("\"{row}\"")).collect::<Vec<_>>().join(", ")
}

#[test]
fn objects_with_puzzles_in_other_keys() {
    let list = |digits: &str| {
        let cells: Vec<String> = digits.chars().map(String::from).collect();
        format!("[[{}]]", cells.chunks(9).map(|row| row.join(",")).collect::<Vec<_>>().join("],["))
    };
    for key in ["problem", "value", "data", "mission", "quiz", "start"] {
        assert_eq!(found(format!("{{\"{key}\":\"{P}\",\"level\":2}}").as_bytes()), ["P"], "{key}");
        assert_eq!(found(format!("{{\"{key}\":{},\"solution\":{}}}", list(P), list(S)).as_bytes()), ["P S"], "{key}");
    }
    let grid = format!("{{\"value\":{},\"solution\":{},\"difficulty\":\"Hard\"}}", list(P), list(S));
    let answer = format!("{{\"newboard\":{{\"grids\":[{grid}],\"results\":1,\"message\":\"All Ok\"}}}}");
    assert_eq!(found(answer.as_bytes()), ["P S"]);
    let record = Reader::new(answer.as_bytes()).next().unwrap().unwrap().record;
    assert_eq!(record.fields.text("difficulty").as_deref(), Some("Hard"));
    assert_eq!(record.fields.text("message").as_deref(), Some("All Ok"));
    assert_eq!(found(format!("{{\"puzzles\":[\"{P}\",\"{P}\"]}}").as_bytes()), ["P", "P"]);
    assert_eq!(found(format!("{{\"level\":1,\"puzzles\":[{{\"puzzle\":\"{P}\"}},{grid}]}}").as_bytes()), ["P", "P S"]);
    let cells = rows("0").into_iter().map(|row| {
        let cell = |c: char| if c == '0' { "{}".into() } else { format!("{{\"value\":{c},\"given\":true}}") };
        format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(","))
    });
    assert_eq!(found(format!("{{\"size\":9,\"grid\":[{}]}}", cells.collect::<Vec<_>>().join(",")).as_bytes()), ["P"]);
    for (text, expected) in [
        (format!("{{\"a\":\"{P}\",\"b\":\"{}\"}}", P.replacen('3', "0", 1)), "boards in a and b"),
        (format!("{{\"solution\":\"{S}\"}}"), "an object without a puzzle"),
        (format!("{{\"final\":\"{S}\"}}"), "an object without a puzzle"),
        (format!("{{\"puzzle\":\"{P}\",\"cages\":[{{\"sum\":3}}]}}"), "the rule \"cages\""),
        (
            format!(
                "{{\"note\":\"{}\",\"puzzles\":[{}\"{P}\"]}}",
                "x".repeat(200_000),
                format!("\"{P}\",").repeat(200)
            ),
            "201 puzzles",
        ),
    ] {
        let found = found(text.as_bytes());
        assert!(found.len() == 1 && found[0].starts_with(&format!("line 1: found {expected}")), "{text}: {found:?}");
    }
}

#[test]
fn sudokus_of_other_kinds_are_named() {
    for (text, expected) in [
        ("1..4...8A..D...G\n".repeat(16), "found 16 cells in a line"),
        ("1 . . 4 . . . 8 9 . . 12 . . . 16\n".repeat(16), "found 16 cells in a line"),
        ("SumoCueV1=12J0=0J1=8J2=0J3\n".into(), "found a Sudoku with cages or other regions"),
        ("3x3::k:5376:3842:3842:2564:\n".into(), "found a Sudoku with cages or other regions"),
        ("{\"cages\":[[10,[0,1]],[3,[2,3]]]}\n".into(), "found the rule \"cages\""),
    ] {
        let found = found(text.as_bytes());
        assert!(found.len() == 1 && found[0].starts_with(&format!("line 1: {expected}")), "{text}: {found:?}");
    }
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

/// Another puzzle, and its solution.
const Q: &str = "000000907000420180000705026100904000050000040000507009920108000034059000507000000";
const QS: &str = "462831957795426183381795426173984265659312748248567319926178534834259671517643892";

/// Returns the digits of a grid as nine arrays.
fn lists(digits: &str) -> String {
    let cells: Vec<String> = digits.chars().map(String::from).collect();
    format!("[[{}]]", cells.chunks(9).map(|row| row.join(",")).collect::<Vec<_>>().join("],["))
}

#[track_caller]
fn assert_refused(text: &str, message: &str) {
    let found = found(text.as_bytes());
    let are_errors = !found.is_empty() && found.iter().all(|found| found.starts_with("line "));
    assert!(are_errors && found.iter().any(|found| found.contains(message)), "{text}\n{found:?}");
}

#[test]
fn the_places_of_a_digit_are_no_grid() {
    let plane = |digit: char| P.chars().map(|cell| if cell == digit { '1' } else { '0' }).collect::<String>();
    // The last digit has one clue.
    let planes: Vec<String> = "213567894".chars().map(plane).collect();
    let rows = |plane: &String| (0..9).map(|row| &plane[9 * row..9 * row + 9]).collect::<Vec<_>>().join("\n");
    let arrays: Vec<String> = planes.iter().map(|plane| lists(plane)).collect();
    for text in [
        format!("[{}]", arrays.join(",")),
        format!("[{}]", arrays.join(",\n")),
        arrays.join("\n"),
        format!("{{\"board\":[{}]}}", arrays.join(",")),
        planes.iter().map(rows).collect::<Vec<_>>().join("\n\n"),
        planes.join("\n"),
        planes.iter().rev().map(rows).collect::<Vec<_>>().join("\n\n"),
        format!("[{}]", arrays.iter().rev().cloned().collect::<Vec<_>>().join(",")),
        rows(&P.chars().map(|cell| if cell == '0' { '0' } else { '1' }).collect()),
    ] {
        assert_refused(&text, "found a grid of nothing but 0 and 1");
    }
    let one = plane('4').replace('0', ".");
    assert_eq!(found(format!("{one}\n{P}\n").as_bytes()), [&one, "P"]);
}

#[test]
fn another_puzzle_in_a_line_is_seen_in_any_form() {
    let spaced = |digits: &str, between: &str| digits.chars().map(String::from).collect::<Vec<_>>().join(between);
    let strings = format!("[\"{}\"]", (0..9).map(|row| &Q[9 * row..9 * row + 9]).collect::<Vec<_>>().join("\",\""));
    let slashes = (0..9).map(|row| &Q[9 * row..9 * row + 9]).collect::<Vec<_>>().join("/");
    let mut others: Vec<String> = ["x", "X", "?", "e", "."].map(|blank| Q.replace('0', blank)).to_vec();
    others.extend([spaced(Q, " "), spaced(Q, ","), lists(Q), lists(Q).replace('[', "{").replace(']', "}")]);
    others.extend([spaced(Q, ",").replace('0', ""), format!("[{}]", spaced(Q, ",")), strings, slashes]);
    for other in others {
        for between in [" ", ",", "; ", "\t"] {
            assert_refused(&format!("{P}{between}{other}"), "found two different grids in a line");
        }
    }
    assert_refused(&format!("{P} easy {}", spaced(&Q[..76], " ")), "found two different grids in a line");
    for solution in [spaced(S, " "), spaced(S, ","), lists(S)] {
        assert_eq!(found(format!("{P}, {solution}").as_bytes()), ["P S"], "{solution}");
    }
    let braces = |digits: &str| lists(digits).replace('[', "{").replace(']', "}");
    assert_refused(&format!("{}, {}", braces(P), braces(Q)), "found two different grids in a line");
    assert_eq!(found(format!("{}, {}", braces(P), braces(S)).as_bytes()), ["P S"]);
}

#[test]
fn a_solution_in_an_array_is_that_of_its_puzzle() {
    for text in [
        format!("[\"{P}\",\"{S}\"]"),
        format!("[\n\"{P}\",\n\"{S}\"\n]"),
        format!("[[\"{P}\",\"{S}\"]]"),
        format!("[\"{S}\",\"{P}\"]"),
        format!("[{},{}]", lists(P), lists(S)),
        format!("[{},\n{}]", lists(P), lists(S)),
        format!("{} {}", lists(P), lists(S)),
        format!("{{\"puzzles\":[\"{P}\"],\"solutions\":[\"{S}\"]}}"),
    ] {
        assert_eq!(found(text.as_bytes()), ["P S"], "{text}");
    }
    for text in [
        format!("[[\"{P}\",\"{S}\"],[\"{Q}\",\"{QS}\"]]"),
        format!("[\n  [\"{P}\", \"{S}\"],\n  [\"{Q}\", \"{QS}\"]\n]"),
        format!("[(\"{P}\", \"{S}\"),\n (\"{Q}\", \"{QS}\")]"),
        format!("[{},{},{},{}]", lists(P), lists(S), lists(Q), lists(QS)),
        format!("{{\"puzzles\":[\"{P}\",\"{Q}\"],\"solutions\":[\"{S}\",\"{QS}\"]}}"),
        format!("{{\"puzzles\":[[\"{P}\",\"{S}\"],[\"{Q}\",\"{QS}\"]]}}"),
    ] {
        let records: Vec<_> = Reader::new(text.as_bytes()).map(|read| read.unwrap().record).collect();
        let solutions: Vec<_> = records.iter().map(|record| record.solution.as_deref()).collect();
        assert_eq!(solutions, [Some(S), Some(QS)], "{text}");
    }
    assert_refused(&format!("{{\"puzzles\":[\"{P}\",\"{Q}\"],\"solutions\":[\"{S}\"]}}"), "found 2 puzzles and 1");
}

#[test]
fn columns_of_cells_are_read_by_their_names() {
    type Name = fn(usize, usize) -> String;
    let names: [Name; 6] = [
        |row, column| format!("r{row}c{column}"),
        |row, column| format!("R{}C{}", row - 1, column - 1),
        |row, column| format!("c{column}r{row}"),
        |row, column| format!("cell_{row}_{column}"),
        |row, column| format!("{row}{column}"),
        |row, column| format!("cell{}", 9 * row + column - 9),
    ];
    let mut cells: Vec<(usize, usize)> = (1..=9).flat_map(|row| (1..=9).map(move |column| (row, column))).collect();
    let mut orders = vec![cells.clone(), cells.iter().map(|&(row, column)| (column, row)).collect()];
    cells.reverse();
    orders.push(cells);
    for order in orders {
        for name in names {
            for (blank, between) in [("0", ","), ("", ","), (".", ";"), ("0", "\t")] {
                let names: Vec<String> = order.iter().map(|&(row, column)| name(row, column)).collect();
                let value = |&(row, column): &(usize, usize)| {
                    P[9 * row + column - 10..9 * row + column - 9].replace('0', blank)
                };
                let values: Vec<String> = order.iter().map(value).collect();
                let table = format!("id{between}{}\n7{between}{}\n", names.join(between), values.join(between));
                assert_eq!(found(table.as_bytes()), ["P"], "{table}");
                let table = format!("{}\n{}\n", names.join(between), values.join(between));
                assert_eq!(found(table.as_bytes()), ["P"], "{table}");
            }
        }
    }
    let rows = joined("0", ",", ",").join("\n");
    for head in [
        "c9,c8,c7,c6,c5,c4,c3,c2,c1",
        "C2,C1,C3,C4,C5,C6,C7,C8,C9",
        "col0,col1,col3,col2,col4,col5,col6,col7,col8",
        "B,A,C,D,E,F,G,H,I",
        "i,h,g,f,e,d,c,b,a",
        "r1,r2,r3,r4,r5,r6,r7,r8,r9",
    ] {
        assert_refused(&format!("{head}\n{rows}\n"), &format!("found the columns {head}, expected 1 to 9 in order"));
    }
}

#[test]
fn more_rules_are_named() {
    for (key, value) in [
        ("type", "\"killer\""),
        ("type", "\"Killer Sudoku\""),
        ("variant", "\"killer\""),
        ("variant", "\"miracle\""),
        ("variants", "[\"anti-knight\"]"),
        ("rules", "\"killer\""),
        ("rules", "[\"normal\",\"antiknight\"]"),
        ("sudoku_type", "\"jigsaw\""),
    ] {
        let text = format!("{{\"puzzle\":\"{P}\",\"{key}\":{value}}}");
        assert_refused(&text, &format!("found the rule {key:?}"));
    }
    for (key, value) in
        [("type", "\"hard\""), ("type", "9"), ("variant", "\"classic\""), ("rules", "\"Normal Sudoku rules apply.\"")]
    {
        assert_eq!(found(format!("{{\"{key}\":{value},\"puzzle\":\"{P}\"}}").as_bytes()), ["P"], "{key}: {value}");
    }
    assert_refused(&format!("puzzle,type\n{P},killer\n"), "found the rule \"type\"");
    assert_eq!(found(format!("puzzle,type\n{P},easy\n").as_bytes()), ["P"]);
}

/// Damage in two places, and rows and lines that other programs write.
#[test]
fn what_may_be_no_grid_is_refused() {
    let state = P.replacen("003", "483", 1);
    let nine = |digits: &str| (0..9).map(|row| digits[9 * row..9 * row + 9].to_string() + "\n").collect::<String>();
    assert_refused(&format!("[State]\n{}", nine(&state)), "found the section [State] without a puzzle");
    let before = format!("#ARuud\n[State]\n{}[Puzzle]\n{}", nine(&state), nine(P));
    assert_eq!(
        found(before.as_bytes()),
        ["line 2: found the section [State] without a puzzle, expected [Puzzle] before it", "P"]
    );
    // The row, the column and the digit of 27 cells.
    let cells = P.char_indices().filter(|(_, digit)| *digit != '0').map(|(at, digit)| (at / 9 + 1, at % 9 + 1, digit));
    let cells: Vec<_> = cells.chain([(1, 1, '4'), (1, 2, '8'), (2, 2, '6')]).take(27).collect();
    for (within, between) in [("", " "), (",", ","), (" ", " "), ("", ","), (",", " ")] {
        let triple = |(row, column, digit): &(usize, usize, char)| format!("{row}{within}{column}{within}{digit}");
        assert_refused(
            &cells.iter().map(triple).collect::<Vec<_>>().join(between),
            "found 81 digits that are no solution",
        );
    }
    // Items of a list that have lost a cell, which their signs may be.
    for sign in ["-", "*"] {
        let items =
            joined(sign, " ", " ").iter().map(|row| format!("{sign} {}\n", row[..15].trim_end())).collect::<String>();
        assert_refused(&items, "which may be the sign of a list");
        let bars =
            joined(sign, " ", " | ").iter().map(|row| format!("{sign} {}\n", row[..19].trim_end())).collect::<String>();
        assert_refused(&bars, "line 1: found");
    }
    // A row apart from the others, of which the last one is doubled.
    for rows in [rows("."), joined(".", " ", " "), joined(".", " ", " | ")] {
        for apart in 1..9 {
            let others = rows[apart..].join("\n") + &format!("\n{}", rows[8]).repeat(apart);
            assert_refused(
                &format!("{}\n\n{others}\n", rows[..apart].join("\n")),
                "nine rows between incomplete grids",
            );
        }
    }
    let nine = cells.iter().map(|(row, column, digit)| format!("{row}{column}{digit}")).collect::<Vec<_>>();
    let nine = nine.chunks(3).map(|three| three.join(" ")).collect::<Vec<_>>().join("\n");
    assert_refused(&nine, "found 81 digits that are no solution");
    // A remark that begins with a digit, behind a part that has lost a cell.
    let mut framed: Vec<String> = joined(".", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    framed[0].replace_range(21.., " | 5 stars");
    assert_refused(&framed.join("\n"), "line 1: found");
    // A sign that a text is cut, among dots.
    assert_refused(&format!("{}…", &P.replace('0', ".")[..78]), "found '…'");
    // The names of rows in another order above them, and another board that is a puzzle.
    let line = rows("0").join(",");
    assert_refused(&format!("r9,r8,r7,r6,r5,r4,r3,r2,r1\n{line}"), "found the columns r9");
    assert_eq!(found(format!("r1,r2,r3,r4,r5,r6,r7,r8,r9\n{line}").as_bytes()), ["P"]);
    assert_refused(&format!("{{\"question\":\"{P}\",\"puzzle\":\"{state}\"}}"), "found boards in puzzle and question");
    // A table in each field of a table.
    let page = |within: &str, line: &str| {
        let field = |at: usize| {
            let row = |row: usize| {
                let start = 9 * (3 * (at / 3) + row) + 3 * (at % 3);
                let cells = P[start..start + 3].chars().map(|cell| format!("<td>{cell}</td>")).collect::<Vec<_>>();
                format!("<tr>{}</tr>", cells.join(within))
            };
            format!("<td>{line}<table>{}</table>{line}</td>", (0..3).map(row).collect::<Vec<_>>().join(line))
        };
        let row = |row: usize| format!("<tr>{}</tr>", (3 * row..3 * row + 3).map(field).collect::<Vec<_>>().join(line));
        format!("<table>{line}{}{line}</table>", (0..3).map(row).collect::<Vec<_>>().join(line))
    };
    for (within, line) in [("", ""), ("", "\n"), ("\n", "\n")] {
        assert_refused(&page(within, line), "line ");
    }
}

#[test]
fn a_heading_never_ends_a_book() {
    let boxes = joined(".", " ", " | ").join("\n");
    for heading in [
        "[#1]",
        "[\"Grid 1\"]",
        "['Grid 1']",
        "{\"id\": 5}",
        "{\"Puzzle 1\"}",
        "{\"Puzzle 1\",\"easy\"}",
        "[1",
        "[1,",
        "[#1",
        "[\"easy\"",
        "{",
        "[{",
        "[[",
        "{\"",
        "{\"id\":1",
        "[17, 25]",
        "[1,2,3]",
        "[1 2 3]",
        "grid = [",
        "<!-- easy -->",
        "2.5 2.5 2.5",
        "5.0 5.0 5.0",
        "2026-01-02 10:00",
        "Step 3: easy",
    ] {
        for grid in [&rows("0").join("\n"), &boxes, P] {
            let book = format!("{heading}\n{grid}\n\n").repeat(3);
            assert_eq!(found(book.as_bytes()), ["P"; 3], "{book}");
            let book = format!("{heading}\n\n{grid}\n\n").repeat(2);
            assert_eq!(found(book.as_bytes()), ["P"; 2], "{book}");
            assert_eq!(found(format!("Grid 1\n{grid}\n\n{heading}\n{grid}\n").as_bytes()), ["P"; 2], "{heading}");
            assert!(found(heading.as_bytes())[0].starts_with("line 1: "), "{heading} alone");
        }
    }
    // The name of a grid that is held back, because lines that may be a row or a ruler are before it.
    let rows = rows("-").join("\n");
    let text = format!("Grid 1\n{}\n\nGrid 2\n{rows}\n\nGrid 3\n{rows}\n\nGrid 4\n{rows}\n", &rows[..29]);
    let records = Reader::new(text.as_bytes()).filter_map(Result::ok).map(|read| read.record);
    let names: Vec<_> = records.map(|record| record.fields.text("name").map(std::borrow::Cow::into_owned)).collect();
    assert_eq!(names, ["Grid 2", "Grid 3", "Grid 4"].map(|name| Some(name.to_string())));
}

#[test]
fn an_array_without_its_start_is_reported() {
    let object = format!("{{\"puzzle\":\"{P}\"}}");
    for text in [
        format!("}},\n{object}\n]"),
        format!("{object}\n]"),
        format!("{object}\n}}\n"),
        format!("{object}}}"),
        format!("[]{object}"),
        format!("{}\n]", lists(P)),
        format!("{}]", lists(P)),
        format!("],\n{}\n]", lists(P)),
        format!("\"{P}\"\n]"),
        format!("\"{P}\"]"),
        format!("zzle\":\"{P}\",\"level\":1}}"),
        format!("  \"level\": 1\n}},\n{{\n  \"puzzle\": \"{P}\"\n}}\n]"),
    ] {
        let found = found(text.as_bytes());
        let errors = found.iter().filter(|found| found.starts_with("line ")).count();
        assert!(found.contains(&"P".into()) && errors > 0 && errors == found.len() - 1, "{text}: {found:?}");
    }
    for text in [
        format!("const g = [\n{}\n];", &lists(P)[1..lists(P).len() - 1]),
        format!("p = {{\n  'board': {}\n}}\n", lists(P)),
        format!("const p = {{\n  puzzle: \"{P}\"\n}};"),
        format!("solve({})", lists(P)),
    ] {
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
    }
    assert_refused("{\"size\":6,\"grid\":[[{}]]}", "Sudokus of other sizes than 9x9 are not supported");
}

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

/// Three rows of candidates may have 27 digits each.
#[test]
fn a_band_of_candidates_may_have_81_digits() {
    let text = "\
25789  489  2459   | 1      234789 4689   | 2456789 456789 2456789
12789  1489 1249   | 26789  5      4689   | 246789  3      246789
25789  3    6      | 2789   24789  489    | 245789  1      245789
-------------------+----------------------+-----------------------
4      19   139    | 2      6      1589   | 15789   5789   135789
1379   2    8      | 579    179    4      | 145679  6      1345679
179    5    19     | 789    1789   3      | 146789  2      146789
-------------------+----------------------+-----------------------
123589 1489 7      | 235689 123489 145689 | 1245689 45689  1245689
6      7    12459  | 2589   12489  14589  | 3       4589   124589
123589 1489 123459 | 235689 123489 7      | 1245689 45689  1245689
";
    let records: Vec<Record> = Reader::new(text.as_bytes()).map(|read| read.unwrap().record).collect();
    assert!(matches!(&records[..], [record] if matches!(record.board, Board::Candidates(_))), "{records:?}");
}

#[test]
fn the_value_of_a_solution_is_no_puzzle() {
    let lists = |grid: &str| {
        let rows: Vec<String> = grid
            .as_bytes()
            .chunks(9)
            .map(|row| format!("{:?}", row.iter().map(|cell| cell - b'0').collect::<Vec<_>>()))
            .collect();
        [format!("[{}]", rows.join(", ")), format!("[\n  {}\n]", rows.join(",\n  ")), format!("\"{grid}\"")]
    };
    for (puzzle, solution) in lists(P).into_iter().zip(lists(S)) {
        for name in ["\"solution\": ", "solution = ", "const answer = ", "\"solution\":\n", "SOLVED = np.array("] {
            let close = if name.ends_with('(') { ")" } else { "" };
            let value = format!("{name}{solution}{close}");
            assert_no_grid([value.clone(), format!("puzzle = {}\n{value}", puzzle.replacen('6', "", 1))]);
            let text = format!("puzzle = {puzzle}\n{value}");
            // An array waits for that of its solution.
            let expected = if puzzle.starts_with('[') { "P S" } else { "P" };
            assert_eq!(found(text.as_bytes()), [expected], "{text}");
            assert_eq!(found(format!("{text}\n\n{text}").as_bytes()), [expected; 2], "{text}");
        }
    }
    let (puzzle, solution) = (
        rows("0").join("\n"),
        S.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row)).collect::<Vec<_>>().join("\n"),
    );
    assert_eq!(found(format!("Puzzle 1\n{puzzle}\n\nSolution\n{solution}\n").as_bytes()), ["P"]);
    assert_eq!(found(format!("Puzzle 1\n{P}\nSolution\n{S}\n").as_bytes()), ["P"]);
    assert_eq!(found(format!("My solution:\n{solution}\n").as_bytes()), [S]);
    assert_no_grid([format!("Puzzle 1\n{}\n\nSolution\n{solution}\n", &puzzle[1..])]);
}

/// Rows in parts, two in a line, and those that are there twice.
#[test]
fn a_row_is_a_line() {
    let fields = joined("", ",", ",");
    let numbers: Vec<String> = rows("0")
        .iter()
        .map(|row| {
            row.chars()
                .map(|cell| if cell == '0' { "NaN".into() } else { format!("{cell}.0") })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let spaces: Vec<String> = joined(" ", " ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let letters: Vec<String> = joined("x", " | ", " | ").iter().map(|row| format!("| {row} |")).collect();
    let latex: Vec<String> = joined(" ", " & ", " & ").iter().map(|row| format!("{row} \\\\ \\hline")).collect();
    let html: Vec<String> = rows("0")
        .iter()
        .map(|row| {
            format!(
                "<tr>{}</tr>",
                row.chars()
                    .map(|cell| format!("<td>{}</td>", if cell == '0' { ' ' } else { cell }))
                    .collect::<String>()
            )
        })
        .collect();
    for form in [fields.clone(), numbers.clone(), spaces.clone(), latex, html.clone(), joined(".", " ", " ")] {
        let book = [&form[..], &form[..]].concat();
        assert_eq!(found(book.join("\n").as_bytes()), ["P", "P"], "{book:?}");
        for (first, second) in [(0, 12), (8, 0), (3, 9), (9, 17)] {
            // A row in two parts, and two rows in a line.
            let mut parts = book.clone();
            let half = parts[first].len() / 2;
            parts[first].insert(half, '\n');
            let last = if second == 17 { 16 } else { second };
            let next = parts.remove(last + 1);
            parts[last].push_str(&next);
            assert_no_other_grid(&parts.join("\n"));
        }
    }
    // A part of a row in a line of its own.
    let split = |at: usize, place: usize| {
        let mut rows = fields.clone();
        rows[at].insert(place, '\n');
        rows
    };
    for place in 0..8 {
        assert_no_other_grid(&[&fields[..], &split(4, place), &fields[1..]].concat().join("\n"));
    }
    let (first, rest) = (&fields[0], fields[1..].join("\n"));
    assert_no_grid([format!(",,,,\n,,,,\n{rest}\n{first}\n\n{rest}")]);
    // An empty row is no head of a table with a ruler below each row.
    let ruler = format!("+{}\n", "---+".repeat(9));
    let twice = |rows: &[String], row: &String| format!("{ruler}{}\n{ruler}{row}\n", rows.join(&format!("\n{ruler}")));
    let mut without = letters.clone();
    without[0] = format!("|{}", " x |".repeat(9));
    assert_no_grid([twice(&without, &without[4])]);
    // A row of nine digits in order or not is a row.
    let mut digits = numbers.clone();
    digits.push("4.0 6.0 3.0 1.0 2.0 8.0 9.0 7.0 5.0".into());
    assert_no_grid([digits.join("\n")]);
    // The last row of an array is there twice.
    let lists: Vec<String> = joined("0", " ", " ").iter().map(|row| format!(" [{row}]")).collect();
    let twice = [&lists[..7], &lists[8..]].concat().join("\n");
    assert_no_grid([format!("[{twice}]\n{}]\n", lists[8]), format!("[{}]\n{}]\n", lists.join("\n"), lists[8])]);
    // A table of a page in a line that is split.
    let table = format!("<table>{}</table>", html.concat());
    for place in [60, 200, 400] {
        let place = place + table[place..].find("<td>").unwrap();
        assert_no_other_grid(&format!("{}\n{}", &table[..place], &table[place..]));
    }
    // A label before one row of a table, and a row in a remark.
    let closed: Vec<String> = fields.iter().map(|row| format!("{row},")).collect();
    let mut labelled = closed.clone();
    labelled[0].insert_str(0, "A ");
    labelled[1].replace_range(..1, "");
    assert_no_grid([labelled.join("\n")]);
    let quoted: Vec<String> = rows(".").iter().map(|row| format!("> {row}")).collect();
    assert_no_grid([format!("{}  {}", quoted.join("\n"), quoted[0])]);
    // Rows between a heading that looks like a section, and bands of which an empty line is lost.
    let plain = rows(".");
    assert_no_grid([
        format!(
            "{}\n[code]\n{}\n{}\n\n{}",
            plain[..2].join("\n"),
            plain[2..].join("\n"),
            plain[..2].join("\n"),
            plain[2..].join("\n")
        ),
        [
            &plain[..3],
            &[String::new()],
            &plain[3..],
            &plain[..3],
            &[String::new()],
            &plain[3..6],
            &[String::new()],
            &plain[6..],
        ]
        .concat()
        .join("\n"),
    ]);
}

/// Lines that have lost their ends, and cells behind an end that is in the row.
#[test]
fn parts_of_lines_are_no_rows() {
    let band = |grid: &str, at: usize| grid[27 * at..27 * at + 27].to_string();
    let spaced = |text: &str| text.chars().map(String::from).collect::<Vec<_>>().join(" ");
    for write in [(&|text: &str| text.to_string()) as &dyn Fn(&str) -> String, &spaced] {
        let bands: Vec<String> = [P, Q].iter().flat_map(|grid| (0..3).map(|at| write(&band(grid, at)))).collect();
        assert_eq!(found(bands[..3].join("\n").as_bytes()), ["P"]);
        assert_no_grid([
            format!("{}\n{}", bands[0], bands[1..4].join("")),
            format!("{}\n{}\n{}\n{}", bands[0], bands[1], bands[2..5].join(" "), bands[5]),
        ]);
    }
    let latex: Vec<String> = joined(" ", " & ", " & ").iter().map(|row| format!("{row} \\\\ \\hline")).collect();
    for form in [joined("", ",", ","), joined("", ";", ";"), joined(" ", "|", "|"), latex] {
        let text = form.join("\n");
        assert_eq!(found(text.as_bytes()), ["P"], "{text}");
        for piece in ["8", "8 ", " 8"] {
            assert_no_grid([format!("{piece}\n{text}"), format!("{text}\n{piece}\n")]);
        }
        assert_eq!(found(format!("8\n\n{text}\n\n8\n").as_bytes()), ["P"], "{text}");
    }
    // More cells in brackets, and fewer, are rows with an error.
    let boxes: Vec<String> =
        joined(" ", "", "").iter().map(|row| row.chars().map(|cell| format!("[{cell}]")).collect()).collect();
    assert_no_grid([[&[format!("{} {}", boxes[0], boxes[1])], &boxes[2..], &boxes[..2]].concat().join("\n")
        + "\n\n"
        + &boxes[2..].join("\n")]);
    // Nine rows after and before parts of rows are those of two grids: a line end within a cell, a bracket alone, a part of an array, and
    // bands of three grids.
    let numbers = joined("NaN", " ", " ");
    let chat: Vec<String> = joined(".", "", "").iter().map(|row| format!("[12:03] Anna: {row}")).collect();
    let tuples: Vec<String> = joined("0", ", ", ", ").iter().map(|row| format!("({row}),")).collect();
    for (rows, cut) in [(&boxes, 7), (&boxes, 1), (&numbers, 33), (&chat, 1), (&tuples, 9)] {
        let cut = |row: &String| format!("{}\n{}", &row[..cut.min(row.len() - 1)], &row[cut.min(row.len() - 1)..]);
        let second = [&[cut(&rows[0])], &rows[1..]].concat();
        assert_no_grid([[&second[..], &second[..]].concat().join("\n")]);
    }
    let spaced = joined(".", " ", " ");
    let bands: Vec<String> = spaced.chunks(3).map(|rows| rows.join("\n")).collect();
    let between = |sizes: &[usize]| {
        let mut all = bands.iter().cycle();
        let parts = sizes.iter().map(|size| all.by_ref().take(*size).cloned().collect::<Vec<_>>().join("\n"));
        parts.collect::<Vec<_>>().join("\n\n")
    };
    assert_no_grid([between(&[1, 1, 3, 2, 1, 1]), between(&[1, 1, 3, 3, 1]), between(&[1, 3, 3, 3, 1, 1])]);
    // Lines of one cell, of which two line ends are lost.
    let lines: String = P.chars().map(|cell| format!("{cell}\n")).collect();
    let one_cell = |cut: &str| format!("{}{cut}{}", &lines[..5], &lines[6..]);
    assert_no_grid([one_cell("").repeat(3), one_cell(" ").repeat(3), format!("9\n\n{lines}")]);
    for heading in ["Grid 5", "Puzzle 17, 25 clues", "Puzzle #3", "Sudoku of today"] {
        assert_eq!(found(format!("{heading}\n{lines}\n\n{heading}\n{lines}").as_bytes()), ["P", "P"], "{heading}");
        // The first cell is behind the heading, and the empty line within the second grid.
        assert_no_grid([format!("{heading}{lines}{}\n{}", &lines[..2], &lines[2..])]);
    }
    // Empty fields behind the sign of a list.
    let tabs = ["5\t\t\t6\t\t8\t\t\t".to_string(), "\t\t\t5\t2\t\t4\t6\t".into(), "\t6\t\t\t\t\t\t8\t1".into()];
    let rest = joined("", "\t", "\t")[2..].join("\n");
    assert_no_other_grid(&format!("{}\n- \t\t\t\t\t\t\t\t\n{rest}", tabs[..2].join("\n")));
    assert_no_grid([format!("{}\n- \t\t\t\t\t\t\t\t\n{}", tabs.join("\n"), joined("", "\t", "\t")[3..].join("\n"))]);
    // R fills a matrix by columns.
    let (rows, flat) = (joined("0", ",", ",").join(",\n"), joined("0", ",", ",").join(","));
    for name in ["matr\nix(c(", "matrix\n(c(", "matrix(c\n(", "array(c(", "mat\nrix(c\n("] {
        for size in ["nrow = 9", "9, 9", "dim = c(9, 9)"] {
            assert_no_grid([format!("m <- {name}\n{rows}\n), {size})"), format!("m <- {name}{flat}), {size})")]);
        }
    }
    for vector in [format!("x <- c(\n{rows}\n)\n"), format!("x <- c({flat})\n"), format!("x = c({rows})\n")] {
        let by_row = format!("{vector}m <- matrix(x, 9, 9,\n  byrow = TRUE)\n");
        assert_eq!(found(vector.repeat(2).as_bytes()), ["P", "P"], "{vector}");
        assert_eq!(found(by_row.as_bytes()), ["P"], "{by_row}");
        for size in ["m <- matrix(x, 9, 9)", "dim(x) <- c(9, 9)", "m <- mat\nrix(x, 9)", "y <- array(x, c(9, 9))"] {
            let other = format!("n <- matrix(y, 9, byrow = TRUE)\n{P}\n");
            assert_no_other_grid(&format!("{vector}{P}\n{size}\n"));
            assert_no_grid([format!("{vector}\n# the next\n\n{size}\n"), format!("{size}\n{vector}")]);
            assert_eq!(found(format!("{vector}{size}\n{other}").as_bytes())[1..], ["P"], "{vector}{size}\n{other}");
        }
    }
    for (open, close) in [("matrix(c(", "), nrow = 9)"), ("matrix( c(\n", "), 9, 9)")] {
        for between in ["", "\n"] {
            let matrix = format!("m <- {open}{between}{rows}{between}{close}");
            assert_no_grid([matrix.clone()]);
            let by_row = matrix[..matrix.len() - 1].to_string() + ", byrow = TRUE)";
            assert_eq!(found(format!("{by_row}\n\n{P}\n").as_bytes()), ["P", "P"], "{by_row}");
        }
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
        assert_refused(
            &format!("{{{}}}", names(&by_row, is_clue)),
            "found cells of which the letters may be rows or columns",
        );
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
    let eight = "u8 2 3 14 5 6 7 9 14\n".repeat(8);
    assert_refused(&eight, "found 8 rows of a grid, expected 9");
    for text in ["3,02E+78", "1;3,02E+78", "puzzle\n3,02E+78", "nr;puzzle\n1;3,02E+78", "\"3,02E+78\""] {
        assert_refused(text, "found the number 3,02E+78, expected 81 digits: a spreadsheet program has rounded them");
    }
}
