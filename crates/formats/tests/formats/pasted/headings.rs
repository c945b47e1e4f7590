//! Headings and remarks above, between and below grids.

use minirow_formats::Reader;
use minirow_text::Board;

use super::{P, S, assert_no_grid, found, joined, rows, ruled};

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
    let prose = found(b"Hello, here is one\nthat I cannot solve\n");
    assert!(prose.len() == 1 && prose[0].contains("found no grid"), "{prose:?}");
}

#[test]
fn a_line_of_81_signs_is_a_ruler_below_a_heading() {
    for sign in ["-", "_", "*"] {
        let ruler = sign.repeat(81);
        assert_eq!(found(format!("Puzzles\n{ruler}\n{P}\n{ruler}\n{P}\n").as_bytes()), ["P", "P"], "{sign}");
        let found = found(format!("{}\n{ruler}\n", P.replace('0', sign)).as_bytes());
        assert!(found[0] == "P" && found[1].starts_with("line 2: "), "{found:?}");
    }
}

#[test]
fn a_ruler_may_be_below_the_head_of_a_column() {
    assert_eq!(found(format!("puzzle\n{}\n{P}\n", "-".repeat(81)).as_bytes()), ["P"]);
}

#[test]
fn the_names_of_columns_are_no_heading() {
    for names in ["   A B C D E F G H I", "   c1 c2 c3 c4 c5 c6 c7 c8 c9"] {
        let rows: String = joined(".", " ", " ").iter().zip(1..).map(|(row, at)| format!("r{at} {row}\n")).collect();
        let record = Reader::new(format!("{names}\n{rows}").as_bytes()).next().unwrap().unwrap().record;
        assert!(record.board == Board::Grid(P.parse().unwrap()) && record.fields.is_empty(), "{names}");
    }
}

#[test]
fn a_heading_keeps_its_characters() {
    let text = format!("Übung – “5” ·x\n{}\n", rows(".").join("\n"));
    let record = Reader::new(text.as_bytes()).next().unwrap().unwrap().record;
    assert_eq!(record.fields.text("name").as_deref(), Some("Übung – “5” ·x"));
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

/// Numbers of nine digits are no rows behind their names.
#[test]
fn numbers_with_a_name_are_headings() {
    let names = [
        "Seed: 918273645",
        "Puzzle ID: 300412876",
        "Clues per digit: 3 2 4 3 2 4 3 3 3",
        "Number of clues per box: 3 2 4 3 2 4 3 3 3",
        "Vorgaben pro Block: 3 2 4 3 2 4 3 3 3",
        "Score: 100 200 300",
        "Times: 312 245 198",
    ];
    let drawn = ruled(&joined(".", " ", " | "), "------+-------+------", Some("+---------------------+"));
    for name in names {
        for grid in [
            format!("{}\n", rows(".").join("\n")),
            format!("{}\n", rows("0").join("\n")),
            drawn.clone(),
            format!("{P}\n"),
        ] {
            assert_eq!(found(format!("{name}\n{grid}").as_bytes()), ["P"], "{name}\n{grid}");
            assert_eq!(found(format!("{name}\n\n{grid}").as_bytes()), ["P"], "{name}\n\n{grid}");
            assert_eq!(found(format!("{name}\n{grid}\n{name}\n{grid}").as_bytes()), ["P", "P"], "{name}\n{grid}");
        }
    }
    // A row that is there twice, or has a cell too many, behind the name of the grid.
    let mut twice = rows(".");
    twice.insert(4, twice[3].clone());
    assert_no_grid([format!("Grid: {}\n", twice.join("\n"))]);
}

/// A line of blanks above or below nine full rows is a ruler.
#[test]
fn rulers_of_full_grids() {
    let full: Vec<String> = S.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    let solution = full.join("\n");
    for ruler in ["---------", "_________", "*********", "---|---|---", "- - - - - - - - -", "--- --- ---"] {
        for text in [
            format!("{ruler}\n{solution}\n"),
            format!("Solution:\n{ruler}\n{solution}\n"),
            format!("{solution}\n{ruler}\n"),
            format!("{ruler}\n{solution}\n{ruler}\n"),
            ruled(&full, ruler, Some(ruler)),
            ruled(&full, ruler, None),
        ] {
            assert_eq!(found(text.as_bytes()), [S], "{text}");
        }
    }
    let table = |line: &str| format!("|{}|\n", line.chars().map(String::from).collect::<Vec<_>>().join("|"));
    let rows: String = full.iter().map(|row| table(row)).collect();
    assert_eq!(found(format!("{}{}{rows}", table("abcdefghi"), table("---------")).as_bytes()), [S]);
    // A row is lost.
    assert_no_grid([format!("---------\n{}\n---------\n", full[1..].join("\n"))]);
}

#[test]
fn a_heading_with_commas_is_no_header_of_a_table() {
    for heading in ["Puzzle #, 25 clues", "Grid 0#, easy", "Level #; 12 points"] {
        for line in [format!("{P},{S}"), format!("1,{P}"), format!("{P};{S}"), format!("1;{P}")] {
            let part = |number: usize| format!("{}\n{line}\n", heading.replace('#', &number.to_string()));
            let expected = if line.contains(S) { "P S" } else { "P" };
            for text in [part(1) + &part(2) + &part(3), format!("# mine\n{}\n{}", part(1), part(2)), part(1)] {
                let found = found(text.as_bytes());
                assert!(!found.is_empty() && found.iter().all(|found| found == expected), "{text}\n{found:?}");
            }
        }
    }
    // Names of columns are a header, whatever they are called.
    assert_no_grid([format!("Nr;Text\n1;{P}\n2;{P}\n"), format!("Nr,Text\n1,{P}\n")]);
}
