//! Arrays of JSON and other forms with an end: what is cut off, or follows the end, is reported.

use crate::size::stride;
use minirow_formats::Reader;

const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Returns the number of records and the errors of a file.
fn read(text: &str) -> (usize, Vec<String>) {
    let mut records = 0;
    let errors = Reader::new(text.as_bytes()).filter_map(|found| found.map(|_| records += 1).err());
    let errors = errors.map(|error| error.to_string()).collect();
    (records, errors)
}

/// Replaces `O` by an object and `B` by a board.
fn with_values(text: &str) -> String {
    let rows: Vec<String> = (0..9).map(|row| format!("[{},0,0,0,0,0,0,0,0]", row + 1)).collect();
    text.replace('O', &format!("{{\"puzzle\":\"{GRID}\"}}")).replace('B', &format!("[{}]", rows.join(",")))
}

#[track_caller]
fn assert_read(text: &str, expected_records: usize, expected: &[&str]) {
    let (records, errors) = read(&with_values(text));
    assert_eq!(errors, expected, "{text:?}");
    assert_eq!(records, expected_records, "{text:?}");
}

#[test]
fn whole_arrays_have_no_errors() {
    for (text, records) in [
        ("[O,O]", 2),
        ("[\nO,\nO\n]\n", 2),
        ("[O\n,O\n]\n\n# the end\n", 2),
        ("O\nO\n", 2),
        ("[B,\nB]\n", 2),
        ("[\nB\n,\nB\n]\n\n", 2),
        ("B\nB\n", 2),
        ("B,\nB\n", 2),
        // Programming languages have a comma behind the last element.
        ("[O,]", 1),
        ("[\nO,\n]\n", 1),
        ("[B,]", 1),
    ] {
        assert_read(text, records, &[]);
    }
}

#[test]
fn arrays_of_objects_that_are_cut_off_are_reported() {
    let after_object = "found the end of the file within an array, expected a comma or ]";
    let after_comma = "found the end of the file within an array, expected an object";
    assert_read("[O,\nO", 2, &[&format!("line 2: {after_object}")]);
    assert_read("[\nO,\nO\n", 2, &[&format!("line 3: {after_object}")]);
    assert_read("[\nO,\n", 1, &[&format!("line 2: {after_comma}")]);
    assert_read("[\nO,\n{\"puzzle\":\n", 1, &["line 3: found an object that is not closed, expected }"]);
}

#[test]
fn misplaced_parts_of_arrays_of_objects_are_reported() {
    assert_read("[O O]", 2, &["line 1: found '{' between objects, expected a comma or ]"]);
    assert_read("[O,,O]", 2, &["line 1: found ',' between objects, expected an object"]);
    assert_read("[O]x", 1, &["line 1: found 'x' between objects, expected the end of the file"]);
    let after_line = "found ',' between objects, expected an object or the end of the line";
    assert_read("O,\nO,\n", 2, &[&format!("line 1: {after_line}"), &format!("line 2: {after_line}")]);
    assert_read("[,O]", 1, &["line 1: found ',' between objects, expected an object or ]"]);
    assert_read("O]", 1, &["line 1: found ']' between objects, expected an object or the end of the line"]);
    let after = "found text after the end of an array, expected the end of the file";
    assert_read("[O]\n[O]\n", 2, &[&format!("line 2: {after}")]);
    assert_read("[\nO\n]\nO\n", 2, &[&format!("line 4: {after}")]);
    let text = format!("[O]\n\n{GRID}\n");
    assert_read(&text, 2, &[&format!("line 3: {after}")]);
    let text = format!("[O,\n{GRID}\n");
    assert_read(&text, 2, &["line 2: found text between objects, expected an object"]);
}

#[test]
fn misplaced_parts_of_arrays_of_boards_are_reported() {
    let list = |found: &str, expected: &str| format!("found {found} in an array of boards, expected {expected}");
    assert_read("[B,\n\"x\",\nB]", 2, &[&format!("line 2: {}", list("\"x\"", "a board"))]);
    assert_read("[B\nB]", 2, &[&format!("line 2: {}", list("'['", "a comma or ]"))]);
    assert_read("[1, B]", 1, &[&format!("line 1: {}", list("something other than a board", "a board"))]);
    assert_read("[B]\n[B]\n", 2, &[&format!("line 2: {}", list("text after its end", "the end of the text"))]);
    assert_read("[B] [B]\n", 2, &[&format!("line 1: {}", list("text after its end", "the end of the text"))]);
    let (records, errors) = read(&with_values("[B,\nB\n"));
    assert_eq!((records, errors.len()), (2, 1));
    assert!(errors[0].contains("found an array that is not closed"), "{errors:?}");
}

/// A reader that calls itself for each array would overflow its stack.
#[test]
fn any_number_of_arrays_may_be_on_a_line() {
    for unit in ["[[[]]]", "[]x", "[{}]", "[", "]", "{\"a\":1}", "[[]],"] {
        let (records, errors) = read(&unit.repeat((1 << 20) / stride(12) / unit.len() - 1));
        assert!(records == 0 && !errors.is_empty(), "{unit}");
    }
}

#[test]
fn text_after_the_end_of_xml_is_reported() {
    let xml = format!("<opensudoku>\n<game data=\"{GRID}\"/>\n</opensudoku>\n");
    assert_eq!(read(&xml), (1, vec![]));
    let (records, errors) = read(&format!("{xml}x"));
    assert_eq!((records, errors.len()), (1, 1));
    assert!(errors[0].contains("found text after the end of <opensudoku>, expected nothing"), "{errors:?}");
    let twice = xml.replace("<game ", "<game note=\"a\" note=\"b\" ");
    assert!(read(&twice).1[0].contains("found two attributes note, expected names that differ"));
}

/// A few bytes of a game would repeat a megabyte.
#[test]
fn texts_of_a_file_are_repeated_within_limits() {
    let file = |games: usize| {
        let game = format!("<game data=\"{GRID}\"/>\n").repeat(games);
        format!("<opensudoku>\n<comment>{}</comment>\n{game}</opensudoku>\n", "x".repeat(1_000_000))
    };
    assert_eq!(read(&file(100)), (100, vec![]));
    let (records, errors) = read(&file(1000));
    assert!((100..1000).contains(&records), "{records} records");
    assert!(errors[0].contains("found texts of the file for each game of"), "{errors:?}");
}

#[test]
fn equal_keys_are_refused() {
    for key in ["puzzle", "er", "level", "note"] {
        let object = format!("{{\"puzzle\":\"{GRID}\",\"{key}\":\"1\",\"{}\":\"1\"}}", key.to_uppercase());
        let (records, errors) = read(&object);
        assert_eq!((records, errors.len()), (0, 1));
        assert!(errors[0].starts_with("line 1: found two keys"), "{errors:?}");
    }
}

/// Linear searches of fields would take minutes.
#[test]
fn records_with_many_keys_are_read_and_written() {
    use minirow_formats::{Form, LookAhead, RecordTable, Writer};
    let keys = |from: usize, to: usize| (from..to).map(|key| format!(",\"key{key}\":{key}")).collect::<String>();
    let object = |from, to| format!("{{\"puzzle\":\"{GRID}\"{}}}\n", keys(from, to));
    let text = object(0, 4000).repeat(20 / stride(5));
    let records: Vec<_> = Reader::new(text.as_bytes()).map(|found| found.unwrap().record).collect();
    let table = RecordTable::of(&records);
    assert_eq!(table.columns().count(), 4002);
    assert!(records.iter().all(|record| table.row(record).dropped.is_empty()));
    let mut sections = String::from("[Puzzle]\n");
    sections += &GRID.as_bytes().chunks(9).map(|row| format!("{}\n", str::from_utf8(row).unwrap())).collect::<String>();
    sections += &(0..4000).map(|number| format!("[S{number}]\n{number}\n")).collect::<String>();
    let read = Reader::new(sections.as_bytes()).next().unwrap().unwrap().record;
    assert_eq!(read.fields.text("[S3999]").as_deref(), Some("3999"));

    let (mut ahead, mut refused) = (LookAhead::new(Form::Csv), None);
    for number in 0..10_000 {
        let text = object(number, number + 1);
        let record = Reader::new(text.as_bytes()).next().unwrap().unwrap().record;
        if let Err(error) = ahead.add(&record) {
            refused = Some((number, error.to_string()));
            break;
        }
    }
    let expected =
        "found the field \"key4091\" after 4091 other fields of the records, expected a table of at most 4096 columns";
    assert_eq!(refused, Some((4091, expected.to_string())));
    assert!(Writer::new(Form::Csv, None).header([].iter()).starts_with("puzzle,clues"));
}
