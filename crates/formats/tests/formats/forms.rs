//! Files of other programs, and the errors of damaged ones.

use crate::common::{contents, read, write};
use crate::size::stride;
use minirow_core::{Cell, Grid};
use minirow_formats::{Form, Reader, Record, Value};
use minirow_text::Board;

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

#[track_caller]
fn one(text: &str) -> Record {
    let records = read(text);
    assert_eq!(records.len(), 1, "{records:?}");
    records.into_iter().next().unwrap()
}

fn field(record: &Record, name: &str) -> String {
    record.fields.get(name).map(|value| value.text().into_owned()).unwrap_or_default()
}

fn nine(grid: &str) -> String {
    let rows: Vec<&str> = (0..9).map(|row| &grid[9 * row..9 * row + 9]).collect();
    rows.join("\n") + "\n"
}

fn written(record: &Record, form: Form) -> String {
    write(std::slice::from_ref(record), form, None).0
}

#[test]
fn sadman_with_a_header() {
    let sdk = format!(
        "#ARuud\n#DA random puzzle\n#CJust start\n#B03-11-2006\n#SSudoCue\n#LEasy\n#Uhttp://www.example.org/\n{}",
        nine(GRID)
    );
    let record = one(&sdk);
    assert_eq!(record.board, Board::Grid(grid(GRID)));
    let fields: Vec<String> = record.fields.iter().map(|(name, value)| format!("{name}: {}", value.text())).collect();
    assert_eq!(
        fields,
        [
            "author: Ruud",
            "description: A random puzzle",
            "comment: Just start",
            "date: 03-11-2006",
            "source: SudoCue",
            "level: Easy",
            "url: http://www.example.org/"
        ]
    );
    assert_eq!(written(&record, Form::Sdk), sdk);
}

#[test]
fn sadman_with_sections() {
    let state = "534.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let marks = ",,,26,,2468,1489,1249,248\n".to_string() + &",,,,,,,,\n".repeat(8);
    let sdk =
        format!("#LHard\n[Puzzle]\n{}\n[State]\n{}[PencilMarks]\n{marks}[Colors]\n0,1,0\n", nine(GRID), nine(state));
    let record = one(&sdk);
    let progress = record.progress.as_deref().unwrap();
    assert_eq!(progress.placed.clues().map(|(cell, digit)| format!("{cell}={digit}")).collect::<Vec<_>>(), ["r1c3=4"]);
    let candidates = progress.candidates.unwrap();
    assert_eq!(candidates.digits(Cell::at(0, 3)).to_string(), "26");
    assert_eq!(candidates.digits(Cell::at(0, 2)).to_string(), "4", "a placed digit is its cell's only candidate");
    assert_eq!((field(&record, "level").as_str(), field(&record, "[colors]").as_str()), ("Hard", "0,1,0"));
    assert_eq!(contents(&one(&written(&record, Form::Sdk))), contents(&record));
}

/// Old programs write in the code page of their Windows.
#[test]
fn sadman_in_latin_1() {
    let mut bytes = b"#AJ\xF6rg\n#DGr\xFC\xDFe\n".to_vec();
    bytes.extend(nine(GRID).bytes());
    let found = Reader::new(&bytes[..]).next().unwrap().unwrap();
    assert_eq!((field(&found.record, "author"), field(&found.record, "description")), ("Jörg".into(), "Grüße".into()));
}

/// Comments that look like a header do not belong to a line of 81 characters.
#[test]
fn comments_are_no_header() {
    let records = read(&format!("#All of them\n{GRID}\n# plain\n{}", nine(GRID)));
    assert_eq!(records, [Record::from(grid(GRID)), Record::from(grid(GRID))]);
}

#[test]
fn simple_sudoku() {
    let ss = "\
*-----------*
|53.|.7.|...|
|6..|195|...|
|.98|...|.6.|
|---+---+---|
|8..|.6.|..3|
|4..|8.3|..1|
|7..|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
*-----------*
";
    let record = one(ss);
    assert_eq!(record, Record::from(grid(GRID)));
    assert_eq!(written(&record, Form::SimpleSudoku), ss);
}

/// The grid, the placed digits and the pencilmarks are one puzzle. After an empty line the next one starts.
#[test]
fn simple_sudoku_with_pencilmarks() {
    let ss = "\
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
 *--------------------------------------------------*
 | 5    3    124  | 26   7    2468 | 1489 1249 248  |
 | 6    247  247  | 1    9    5    | 3478 234  2478 |
 | 12   9    8    | 23   34   24   | 1345 6    247  |
 |----------------+----------------+----------------|
 | 8    125  1259 | 579  6    147  | 4579 2459 3    |
 | 4    25   2569 | 8    5    3    | 579  259  1    |
 | 7    15   1359 | 59   2    14   | 4589 459  6    |
 |----------------+----------------+----------------|
 | 139  6    1345 | 357  35   7    | 2    8    4    |
 | 23   278  237  | 4    1    9    | 36   3    5    |
 | 123  1245 1234 | 2356 8    26   | 1346 7    9    |
 *--------------------------------------------------*
";
    let record = one(ss);
    let marks = record.progress.as_deref().unwrap().candidates.unwrap();
    assert_eq!(marks.digits(Cell::at(0, 2)).to_string(), "124");
    assert_eq!(record.grid(), grid(GRID));
    assert_eq!(read(&format!("{ss}\n{ss}")).len(), 2);
    assert_eq!(contents(&one(&written(&record, Form::SimpleSudoku))), contents(&record));
}

/// An edge of 81 characters is not an empty grid.
#[test]
fn a_frame_as_wide_as_a_grid() {
    let frame = format!("*{}*", "-".repeat(79));
    let record = Record::from(grid(GRID));
    let marks = written(&record, Form::Pencilmarks);
    for (above, below) in [(frame.clone(), frame.clone()), (frame.replace('*', "."), frame.replace('*', "'"))] {
        assert_eq!(read(&format!("{above}\n{}\n{below}\n", marks.trim_end())).len(), 1);
    }
}

/// HoDoKu draws with dots, colons and apostrophes.
#[test]
fn pencilmarks_of_hodoku() {
    let text = "\
.----------------.----------------.----------------.
| 5    3    124  | 26   7    2468 | 1489 1249 248  |
| 6    247  247  | 1    9    5    | 3478 234  2478 |
| 12   9    8    | 23   34   24   | 1345 6    247  |
:----------------+----------------+----------------:
| 8    125  1259 | 579  6    147  | 4579 2459 3    |
| 4    25   2569 | 8    5    3    | 579  259  1    |
| 7    15   1359 | 59   2    14   | 4589 459  6    |
:----------------+----------------+----------------:
| 139  6    1345 | 357  35   7    | 2    8    4    |
| 23   278  237  | 4    1    9    | 36   3    5    |
| 123  1245 1234 | 2356 8    26   | 1346 7    9    |
'----------------'----------------'----------------'
";
    let Board::Candidates(candidates) = one(text).board else { panic!("candidates") };
    assert_eq!(candidates.digits(Cell::at(8, 3)).to_string(), "2356");
    let bad = text.replace("1489 1249", "12491489");
    let problem = Reader::new(bad.as_bytes()).next().unwrap().unwrap_err();
    assert_eq!(
        (problem.line, problem.kind.to_string().as_str()),
        (2, "found 8 cells in a line, expected 81 (or 9 for a row)")
    );
    let bad = text.replace("3478 234", "");
    let problem = Reader::new(bad.as_bytes()).next().unwrap().unwrap_err();
    assert_eq!((problem.line, problem.kind.to_string().as_str()), (3, "found 7 cells in row 2, expected 9"));
}

#[test]
fn a_line_of_hodokus_library() {
    let text = format!(":0706:9:5+3{}:113 413:973 979::extra", &GRID[2..]);
    let record = one(&text);
    assert_eq!(field(&record, "hodoku-technique"), "0706");
    assert_eq!(field(&record, "hodoku-digits"), "9");
    assert_eq!(field(&record, "hodoku-eliminations"), "973 979");
    assert_eq!(field(&record, "hodoku-extra"), "extra");
    let progress = record.progress.as_deref().unwrap();
    assert_eq!(progress.placed.clues().map(|(cell, digit)| format!("{cell}={digit}")).collect::<Vec<_>>(), ["r1c2=3"]);
    assert_eq!(written(&record, Form::Hodoku).trim_end(), text);
}

#[test]
fn lines_with_placed_digits() {
    let record = one(&format!("5+3{}", &GRID[2..]));
    assert_eq!((record.grid().clue_count(), record.state()), (29, grid(GRID)));
    for line in
        [format!(":0000:x:{GRID}:::\n"), format!(":0000:x:{GRID}:113 413:::\n"), format!(":0100:4:{GRID}:::425:\n")]
    {
        assert_eq!(written(&one(&line), Form::Hodoku), line);
    }
    assert_eq!(one(&format!(":0000:x:{GRID}::::\n")), Record::from(grid(GRID)));
}

#[test]
fn opensudoku() {
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  <name>Tom &amp; &quot;J&quot; &lt;3</name>\n  <author/>\n  \
         <created>2009-03-01</created>\n  <sourceURL>http://example.org/?a=1&amp;b=2</sourceURL>\n  \
         <game data=\"{0}\" />\n  <game data=\"{0}\"></game>\n</opensudoku>\n",
        GRID.replace('.', "0")
    );
    let records = read(&xml);
    assert_eq!(records.len(), 2);
    assert_eq!(field(&records[1], "name"), "Tom & \"J\" <3");
    assert_eq!(field(&records[1], "url"), "http://example.org/?a=1&b=2");
    let again = write(&records, Form::OpenSudoku, None).0;
    assert_eq!(read(&again), records);
    assert!(again.contains("<name>Tom &amp; &quot;J&quot; &lt;3</name>"), "{again}");
}

/// Texts of the file, which the reader counts for each game, are not longer than it reads.
#[test]
fn opensudoku_repeats_no_long_text() {
    for (comment, author, count) in [(100_000, 10, 1000 / stride(4)), (10_000, 10_000, 2), (16_000, 300, 2)] {
        let (comment, author) = ("c".repeat(comment), "a".repeat(author));
        let record = read(&format!("{{\"puzzle\":\"{GRID}\",\"comment\":\"{comment}\",\"author\":\"{author}\"}}\n"));
        let records = vec![record[0].clone(); count];
        let (text, lost) = write(&records, Form::OpenSudoku, None);
        assert_eq!(read(&text).len(), count);
        let is_long = comment.len() + author.len() > 1 << 14;
        assert!(lost.iter().all(|lost| lost.is_empty() != is_long), "{:?}", lost[0]);
    }
}

/// The exports of the app itself: folders, and cells with notes.
#[test]
fn opensudoku_exports() {
    let cells: Vec<String> = GRID
        .chars()
        .enumerate()
        .map(|(index, character)| match (index, character) {
            (2, _) => "4|0|1|".into(),
            (3, _) => "0|34|1|".into(),
            (_, '.') => "0|0|1|".into(),
            (_, digit) => format!("{digit}|0|0|"),
        })
        .collect();
    let xml = format!(
        "<opensudoku version=\"2\"><folder name=\"Easy\" created=\"1\"><game created=\"5\" note=\"mine\" \
         data=\"version: 2&#10;{}\"/></folder></opensudoku>",
        cells.concat()
    );
    let record = one(&xml);
    assert_eq!(record.grid(), grid(GRID));
    let progress = record.progress.as_deref().unwrap();
    assert_eq!(progress.placed.get(Cell::at(0, 2)).map(minirow_core::Digit::get), Some(4));
    assert_eq!(progress.candidates.unwrap().digits(Cell::at(0, 3)).to_string(), "26");
    assert_eq!((field(&record, "name"), field(&record, "comment")), ("Easy".into(), "mine".into()));
}

/// A save of the app: a board of a version, with 4 placed in r1c3 and notes in r1c4: 2 and 6, or in two places.
fn opensudoku_save(version: u8, attributes: &str) -> String {
    let cell = |(index, character): (usize, char)| {
        let (value, notes, is_free) = match (index, character) {
            (2, _) => ('4', 0, 1),
            (3, _) => ('0', 34, 1),
            (_, '.') => ('0', 0, 1),
            (_, digit) => (digit, 0, 0),
        };
        match version {
            1 if notes == 0 => format!("{value}|-|{is_free}|"),
            1 => format!("{value}|2,6,|{is_free}|"),
            2 => format!("{value}|{notes}||{is_free}|"),
            3 => format!("{value}|{notes}|{is_free}|"),
            4 => format!("{value}|{}|{}|{is_free}|", notes & 2, notes & 32),
            _ => format!("{value}|{}|{}|{}|{is_free}|", notes & 2, notes & 32, index % 10),
        }
    };
    let cells: String = GRID.chars().enumerate().map(cell).collect();
    let data = if version > 3 { "cells_data" } else { "data" };
    let root = if version > 3 { 3 } else { 2 };
    format!(
        "<opensudoku version=\"{root}\"><folder name=\"Easy\" created=\"7\"><game created=\"5\" state=\"2\" time=\"61000\" \
         {data}=\"version: {version}&#10;{cells}\" {attributes}/></folder></opensudoku>"
    )
}

/// Every version of a board is read with its progress, and written so that the app and this program read all of it again.
#[test]
fn opensudoku_saves_of_every_version() {
    for version in 1..=5 {
        let note = if version > 3 { "user_note" } else { "note" };
        let moves = "command_stack=\"1|2|\"";
        let record = one(&opensudoku_save(version, &format!("{note}=\"two&#10;lines\" last_played=\"9\" {moves}")));
        assert_eq!(record.state(), grid(&GRID.replacen("53.", "534", 1)), "version {version}");
        assert_eq!(record.pencilmarks(Cell::at(0, 3)).to_string(), "26", "version {version}");
        for (name, value) in [
            ("name", "Easy"),
            ("comment", "two\nlines"),
            ("opensudoku-created", "5"),
            ("opensudoku-state", "2"),
            ("opensudoku-time", "61000"),
            ("opensudoku-last_played", "9"),
            ("opensudoku-folder_created", "7"),
            ("opensudoku-command_stack", "1|2|"),
        ] {
            assert_eq!(field(&record, name), value, "version {version}");
        }
        let (xml, dropped) = write(std::slice::from_ref(&record), Form::OpenSudoku, None);
        assert_eq!(dropped, [Vec::<String>::new()], "version {version}");
        assert_eq!(contents(&one(&xml)), contents(&record), "version {version}");
        // The moves that can be undone depend on the version of the board.
        assert!(xml.contains(&format!(" cells_data=\"version: {version}&#10;5|")), "{xml}");
        assert!(xml.contains("<folder name=\"Easy\" created=\"7\">\n"), "{xml}");
        // A table has the same.
        let (csv, dropped) = write(std::slice::from_ref(&record), Form::Csv, None);
        assert_eq!(dropped, [["line ends in comment"]], "version {version}");
        assert_eq!(write(&read(&csv), Form::OpenSudoku, None).0, xml.replace("two&#10;lines", "two lines"));
    }
}

/// Without moves, a board of an old version is written in the current one.
#[test]
fn opensudoku_saves_are_written_in_the_current_version() {
    let record = one(&opensudoku_save(3, ""));
    assert!(record.fields.get("opensudoku-cells").is_none());
    let other = Record::from(grid(GRID));
    let (xml, dropped) = write(&[record.clone(), other.clone()], Form::OpenSudoku, None);
    assert_eq!(dropped, [Vec::<String>::new(), Vec::new()]);
    let zeros = GRID.replace('.', "0");
    let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"3\">\n  \
                 <folder name=\"Easy\" created=\"7\">\n  <game created=\"5\" state=\"2\" time=\"61000\" last_played=\"0\" \
                 cells_data=\"version: 5&#10;5|0|0|0|0|3|0|0|0|0|4|0|0|0|1|0|34|0|0|1|7|0|0|0|0|";
    assert!(xml.starts_with(start), "{xml}");
    let end = format!(
        "  </folder>\n  <game created=\"0\" state=\"1\" time=\"0\" last_played=\"0\" cells_data=\"{zeros}\" user_note=\"\" \
         command_stack=\"\" />\n</opensudoku>\n"
    );
    assert!(xml.ends_with(&end), "{xml}");
    let back = read(&xml);
    assert_eq!((back[0].state(), back[0].progress.clone()), (record.state(), record.progress.clone()));
    assert_eq!((back[1].board, field(&back[1], "name")), (other.board, String::new()));
    // Without a name there is no folder, and puzzles of two folders are in two again.
    let mut unnamed = record.clone();
    unnamed.fields.remove("name");
    let (xml, dropped) = write(&[unnamed], Form::OpenSudoku, None);
    assert!(!xml.contains("folder"), "{xml}");
    assert_eq!(dropped, [["opensudoku-folder_created (the form has one for all puzzles)"]]);
    let mut hard = record.clone();
    hard.fields.set("name", "Hard");
    let (xml, dropped) = write(&[record.clone(), hard.clone()], Form::OpenSudoku, None);
    assert_eq!(dropped, [Vec::<String>::new(), Vec::new()]);
    assert_eq!((xml.matches("<folder ").count(), xml.matches("</folder>").count()), (2, 2), "{xml}");
    assert_eq!(read(&xml).iter().map(contents).collect::<Vec<_>>(), [contents(&record), contents(&hard)]);
    // A changed board has no moves to undo.
    let mut changed = one(&opensudoku_save(3, "command_stack=\"1|2|\""));
    changed.set_progress(Grid::EMPTY, None);
    let (xml, dropped) = write(&[changed], Form::OpenSudoku, None);
    assert!(xml.contains("command_stack=\"\"") && xml.contains(&zeros), "{xml}");
    let other = "(it is another board)";
    assert_eq!(dropped[0], [format!("opensudoku-cells {other}"), format!("opensudoku-command_stack {other}")]);
}

#[test]
fn links() {
    let record = Record::from(grid(GRID));
    for form in [Form::SudokuWiki, Form::SudokuWikiPacked] {
        let link = written(&record, form);
        assert!(link.starts_with("https://www.sudokuwiki.org/sudoku.htm?bd="), "{link}");
        assert_eq!(one(&link), record);
        assert_eq!(one(&link.replace("https://www.", "").replace('\n', "&x=1 and a note")), record);
    }
    let packed = written(&record, Form::SudokuWikiPacked);
    assert_eq!(one(packed.split('=').next_back().unwrap()), record);
    assert!(packed.contains("bd=S9B0503epep07epepepep06epep010905epepep"), "{packed}");
}

#[test]
fn json_objects_on_one_line_or_several_or_in_an_array() {
    let object = format!("{{\"id\": 7, \"puzzle\": \"{GRID}\", \"er\": 2.30, \"tags\": [\"a\", {{\"b\": null}}]}}");
    let pretty = object.replace(", ", ",\n  ");
    for text in [format!("{object}\n{object}"), format!("[{object},\n{object}\n]"), format!("[\n{pretty},\n{pretty}]")]
    {
        let records = read(&text);
        assert_eq!(records.len(), 2, "{text}");
        for record in &records {
            assert_eq!(record.board, Board::Grid(grid(GRID)));
            assert_eq!(record.fields.get("er"), Some(&Value::Json("2.30".into())));
        }
        let line = written(&records[0], Form::JsonLines);
        let start = format!("{{\"id\":7,\"puzzle\":\"{GRID}\",\"clues\":30,\"er\":2.30,\"tags\":[\"a\",");
        assert!(line.starts_with(&start), "{line}");
        assert_eq!(line.lines().count(), 1);
    }
}

/// Columns keep their order, known ones come first, and numbers become numbers in JSON.
#[test]
fn tables() {
    let csv = format!(
        "id,puzzle,solution,clues,er,level,note\n42-1,{GRID},,30,2.3,easy,\"a, \"\"b\"\"\"\n42-2,{GRID},,30,,hard,\n"
    );
    let records = read(&csv);
    assert_eq!(write(&records, Form::Csv, None).0, csv.replace(",,30", ",30").replace(",solution", ""));
    let json = write(&records, Form::JsonLines, None).0;
    let first = format!(
        "{{\"id\":\"42-1\",\"puzzle\":\"{GRID}\",\"clues\":30,\"er\":2.3,\"level\":\"easy\",\"note\":\"a, \\\"b\\\"\"}}"
    );
    assert_eq!(json.lines().next().unwrap(), first);
    assert_eq!(write(&read(&json), Form::Csv, None).0, write(&records, Form::Csv, None).0);
}

#[test]
fn dropped_parts_are_reported() {
    let sdk = format!("#ARuud\n#LEasy\n[Puzzle]\n{}[State]\n{}", nine(GRID), nine(&GRID.replacen("53.", "534", 1)));
    let record = Record { solution: Some("1".repeat(81)), ..one(&sdk) };
    let dropped = |form: Form| write(std::slice::from_ref(&record), form, None).1.remove(0).join("; ");
    for form in [Form::Line, Form::Grid, Form::Boxed, Form::Json, Form::Sdm, Form::SudokuWiki, Form::SudokuWikiPacked] {
        assert_eq!(dropped(form), "the placed digits; solution; author; level", "{form:?}");
    }
    assert_eq!(dropped(Form::OpenSudoku), "solution");
    for form in [Form::Candidates, Form::Pencilmarks] {
        assert_eq!(dropped(form), "which digits are clues; solution; author; level", "{form:?}");
    }
    assert_eq!(dropped(Form::SimpleSudoku), "solution; author; level");
    assert_eq!(dropped(Form::Hodoku), "solution; author; level");
    assert_eq!(dropped(Form::Sdk), "solution");
    assert_eq!((dropped(Form::Csv), dropped(Form::JsonLines)), (String::new(), String::new()));
    // Data of all puzzles in OpenSudoku must be repeated for each.
    let mut other = record.clone();
    other.fields.set("level", "Hard");
    let (xml, dropped) = write(&[record.clone(), other], Form::OpenSudoku, None);
    assert!(xml.contains("<author>Ruud</author>") && !xml.contains("<level>"), "{xml}");
    assert_eq!(dropped[1].last().unwrap(), "level (the form has one for all puzzles)");
}

/// The errors with their lines.
#[test]
fn damaged_files() {
    let zeros = GRID.replace('.', "0");
    #[rustfmt::skip]
    let cases: &[(String, &str)] = &[
        (format!("#A\n[Puzzle]\n{}[State]\n{}", nine(GRID), nine(&GRID.replacen('5', "4", 1))), "line 12: found 4 in r1c1, expected the clue 5, in [State]"),
        (format!("[Puzzle]\n{}[State]\n53..7....\n", nine(GRID)), "line 11: found 1 row of a grid, expected 9, in [State]"),
        (format!("[Puzzle]\n{}[PencilMarks]\n1,2\n", nine(GRID)), "line 11: found 1 line, expected 9, in [PencilMarks]"),
        (format!("[Puzzle]\n{}[PencilMarks]\n{}", nine(GRID), ",,\n".repeat(9)), "line 11: found 3 cells in row 1, expected 9, in [PencilMarks]"),
        (format!("[Puzzle]\n{}[PencilMarks]\n{}", nine(GRID), ",,x,,,,,,\n".repeat(9)), "line 11: found \"x\" in r1c3, expected digits 1-9, in [PencilMarks]"),
        ("[State]\n".into(), "line 1: found the section [State] without a puzzle, expected [Puzzle] before it"),
        (format!("[Puzzle]\n{}", nine(GRID).replacen('5', "x", 1)), "line 2: found 'x' at position 1, expected a digit 1-9 or a blank (one of . 0 _ * -)"),
        (format!(":0706:9:{}:::", &GRID[1..]), "line 1: found \"3..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\" as the third part of a library line, expected 81 cells"),
        (format!(":0706:9:{GRID}:21:::"), "line 1: found \"21\", expected digit, row and column of a candidate, such as 436 for 4 in r3c6"),
        ("<?xml version=\"1.0\"?>\n<html>\n<p>".into(), "line 1: found '<' at position 1, expected a digit 1-9 or a blank (one of . 0 _ * -)"),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<opensudoku/>".into(), "line 1: found the encoding ISO-8859-1, expected UTF-8"),
        (format!("<opensudoku>\n<game data=\"{zeros}\"/>\n"), "line 3: found the end of the file within <opensudoku>, expected </opensudoku>"),
        ("<opensudoku>\n<game/>\n</opensudoku>".into(), "line 2: found a game without data, expected 81 digits"),
        ("<opensudoku>\n\n<game data=\"12\"/></opensudoku>".into(), "line 3: found 2 cells in a line, expected 81 (or 9 for a row), as the data of a game"),
        ("<opensudoku><game data=\"version: 9 1\"/></opensudoku>".into(), "line 1: found a game of version 9, expected 81 digits or a game of version 1 to 5"),
        ("<opensudoku><game data=\"version: 3 0|0|1|\"/></opensudoku>".into(), "line 1: found 3 parts of cells as the data of a game of version 3, expected 243"),
        (format!("<opensudoku>\n<game cells_data=\"version: 5 {}\"/></opensudoku>", "0|0|512|0|1|".repeat(81)), "line 2: found \"0|0|512|0|1\" for r1c1 of a game, expected value, notes, notes, colour, and 0 or 1"),
        (format!("<opensudoku><game data=\"version: 4 {}\"/></opensudoku>", "0|0|0|2|".repeat(81)), "line 1: found \"0|0|0|2\" for r1c1 of a game, expected value, notes, notes, and 0 or 1"),
        (format!("<opensudoku><game {}/></opensudoku>", (0..5000).map(|number| format!("a{number}=\"1\" ")).collect::<String>()), "line 1: found 4097 fields, expected at most 4096"),
        ("<opensudoku><name>&nbsp;</name></opensudoku>".into(), "line 1: found the entity &nbsp;, expected one of XML's own"),
        ("<opensudoku></opensudoku>".into(), "line 1: found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a puzzle column)"),
        ("https://www.sudokuwiki.org/sudoku.htm".into(), "line 1: found a link without a board, expected 81 cells in it"),
        (format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", &zeros[1..]), "line 1: found a number of 80 digits, expected 81: zeros at its start are lost, as in tables of spreadsheet programs"),
        (format!("S9B{}", "0".repeat(162)), "line 1: found 00 for r1c1 in a packed board, expected 01 to 09 for a clue or ep for an empty cell"),
        (format!("J9B{}", "0".repeat(243)), "line 1: found a packed board of the kind J9B, expected S9B"),
        ("{\"puzzle\": \"12".into(), "line 1: found an object that is not closed, expected }"),
        (format!("{{\"puzzle\":\n\n{{\"puzzle\": \"{GRID}\"}}"), "line 1: found an object that is not closed, expected }"),
        ("{\"id\": 3}".into(), "line 1: found an object without a puzzle, expected a key puzzle, quizzes, question, sudoku, unsolved, initial_board, board, grid"),
        ("{\"puzzle\": 3}".into(), "line 1: found 1 cell in a line, expected 81 (or 9 for a row), as the puzzle of an object"),
    ];
    for (text, message) in cases {
        let problem = Reader::new(text.as_bytes()).find_map(Result::err);
        assert_eq!(problem.map(|problem| problem.to_string()).as_deref(), Some(*message), "{text}");
    }
}

/// Files that are not text, or have no line ends, are refused before they fill the memory.
#[test]
fn encodings_and_huge_lines() {
    let utf32 = |text: &str| -> Vec<u8> { text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect() };
    let cases: [(Vec<u8>, &str); 6] = [
        ([vec![0xFF, 0xFE, 0, 0], utf32(GRID)].concat(), "line 1: found UTF-32 text, expected UTF-8"),
        (vec![0, 0, 0xFE, 0xFF, 0, 0, 0, b'5'], "line 1: found UTF-32 text, expected UTF-8"),
        (
            [GRID.as_bytes(), b"\n12\xE9\x01"].concat(),
            "line 2: found binary data (byte 0xe9 at position 3), expected text",
        ),
        (vec![b'1'; 5 << 20], "line 1: found a line of more than 1048576 bytes, expected a grid or a row"),
        (
            [b"<opensudoku>".to_vec(), vec![b'x'; 5 << 20]].concat(),
            "line 1: found more than 1048576 bytes without a tag, expected XML",
        ),
        (
            [b"<opensudoku>\n<game data=\"".to_vec(), vec![b'1'; 5 << 20]].concat(),
            "line 2: found more than 1048576 bytes without a tag, expected XML",
        ),
    ];
    for (bytes, message) in cases {
        let problem = Reader::new(&bytes[..]).find_map(Result::err).unwrap();
        assert_eq!(problem.to_string(), message);
    }
    // A file on one line is fine if its parts are short enough.
    let games = format!("<game data=\"{}\"/>", GRID.replace('.', "0")).repeat(20_000);
    assert_eq!(
        Reader::new(format!("<opensudoku>{games}</opensudoku>").as_bytes()).filter(Result::is_ok).count(),
        20_000
    );
}

/// A record without progress does not add a second column with the same name.
#[test]
fn progress_has_one_column_each() {
    let state = format!("534{}", &GRID[3..]);
    let csv = format!("puzzle,clues,state\n{GRID},30,{state}\n{GRID},30,\n");
    assert_eq!(write(&read(&csv), Form::Csv, None).0, csv);
}

/// An object over several lines counts as several lines.
#[test]
fn lines_after_an_object_keep_their_numbers() {
    let text = format!("{{\n\"puzzle\":\n\"{GRID}\"\n}}\n{GRID}\n{}\n", &GRID[1..]);
    let lines: Vec<u64> = Reader::new(text.as_bytes()).map(|item| item.map_or_else(|e| e.line, |r| r.line)).collect();
    assert_eq!(lines, [1, 5, 6]);
}
