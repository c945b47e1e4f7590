//! Links of f-puzzles and SudokuPad: a JSON object, compressed with LZ-string, in base 64.
//!
//! `https://www.f-puzzles.com/?load=...`, `https://sudokupad.app/?puzzleid=fpuz...`, `https://sudokupad.app/fpuz...`. A puzzle with more
//! rules than those of Sudoku is refused, with the name of the first one.

use std::collections::BTreeSet;

use lz_str::{compress_to_base64, decompress_from_base64};
use minirow_core::{Cell, Digit, Grid};
use minirow_text::json_string;
use serde_json::Value;

use crate::error::ErrorKind;
use crate::form::{FileForm, Reading};
use crate::record::Record;

pub(crate) static F_PUZZLES: FileForm = FileForm {
    name: "f-puzzles",
    about: "Links to f-puzzles.com, which SudokuPad opens, too",
    reading: Reading::Line(read_line),
    holds_field: |name, _| KNOWN.iter().any(|(known, _)| name.eq_ignore_ascii_case(known)),
    write: |record, _, _| write(record),
    ..FileForm::BASE
};

const ADDRESS: &str = "https://www.f-puzzles.com/?load=";

/// The longest data of a link. Compressed text grows by the square of its length.
const LONGEST: usize = 1 << 13;

/// The fields of a record and their keys.
const KNOWN: [(&str, &str); 3] = [("name", "title"), ("author", "author"), ("description", "ruleset")];

/// The keys that are no rules. All others are rules, but for regions that are the boxes.
const NO_RULES: [&str; 10] = [
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "highlightConflicts",
    "successMessage",
    "msgcorrect",
    "disabledlogic",
];

/// Reads a link, or a form of SudokuPad that is not classic.
fn read_line(text: &str) -> Option<Result<Record, ErrorKind>> {
    let (_, address) = text.split_once("://")?;
    let end = |data: &str| {
        let is_end = |character: char| character.is_whitespace() || matches!(character, '&' | '#' | '"' | '<' | ')');
        data.split(is_end).next().unwrap_or_default().to_string()
    };
    let behind = |key: &str| address.split_once(key).map(|(_, data)| end(data));
    if let Some(data) = behind(".com/?load=")
        .or_else(|| behind("sudokupad.app/?load="))
        .or_else(|| behind("fpuzzles"))
        .or_else(|| behind("fpuz"))
    {
        return Some(read(&data).map_err(|error| error.at("in a link")));
    }
    let is_sudokupad = address.contains("sudokupad") || address.contains("crackingthecryptic");
    (is_sudokupad && (address.contains("scl") || address.contains("SCL") || address.contains("scf"))).then(|| {
        Err(ErrorKind::form(
            "a link to a puzzle of SudokuPad in its own form",
            "one of f-puzzles, or 81 digits in the link",
        ))
    })
}

fn read(data: &str) -> Result<Record, ErrorKind> {
    if data.len() > LONGEST {
        return Err(ErrorKind::form(format!("{} characters", data.len()), format!("at most {LONGEST}")));
    }
    // Parts of addresses have signs as hexadecimal numbers, and `+` is a space in some.
    let data = data.replace("%2B", "+").replace("%2b", "+").replace("%2F", "/").replace("%2f", "/");
    let data = data.replace("%3D", "=").replace("%3d", "=").replace([' ', '-'], "+").replace('_', "/");
    let text = decompress_from_base64(&data).and_then(|units| String::from_utf16(&units).ok()).unwrap_or_default();
    match serde_json::from_str(&text) {
        Ok(Value::Object(puzzle)) => read_object(&puzzle),
        _ => Err(ErrorKind::form("data that cannot be decompressed", "a puzzle of f-puzzles")),
    }
}

/// Reads the object of a puzzle.
pub(super) fn read_object(puzzle: &serde_json::Map<String, Value>) -> Result<Record, ErrorKind> {
    let is_no_rule =
        |key: &str, value: &Value| NO_RULES.contains(&key) || is_empty(value) || key == "regions" && are_boxes(value);
    if let Some((rule, _)) = puzzle.iter().find(|(key, value)| !is_no_rule(key, value)) {
        return Err(not_classic(rule));
    }
    if puzzle.get("size").is_some_and(|size| size.as_u64() != Some(9)) {
        return Err(ErrorKind::form(
            format!("the size {}", puzzle["size"]),
            "9; Sudokus of other sizes than 9x9 are not supported",
        ));
    }
    let rows = puzzle.get("grid").and_then(Value::as_array).filter(|rows| rows.len() == 9);
    let rows = rows.ok_or_else(|| ErrorKind::form("no grid of nine rows", "one"))?;
    let (mut clues, mut placed, mut has_content, mut regions) = (Grid::EMPTY, Grid::EMPTY, false, Vec::new());
    for (row, cells) in rows.iter().enumerate() {
        let cells = cells.as_array().filter(|cells| cells.len() == 9);
        let cells = cells.ok_or_else(|| ErrorKind::form(format!("no nine cells in row {}", row + 1), "9"))?;
        for (column, value) in cells.iter().enumerate() {
            let cell = Cell::at(row, column);
            regions.extend(value.get("region").filter(|region| !region.is_null()));
            has_content |= !is_empty(value);
            let is_wrong =
                |key: &&String| ["value", "given"].iter().any(|known| key.eq_ignore_ascii_case(known) && key != known);
            if let Some(key) = value.as_object().and_then(|value| value.keys().find(is_wrong)) {
                return Err(ErrorKind::form(format!("{key:?} in {cell}"), "\"value\" and \"given\""));
            }
            let is_given = match value.get("given") {
                None | Some(Value::Null) => false,
                Some(Value::Bool(is_given)) => *is_given,
                Some(other) => return Err(ErrorKind::form(format!("\"given\": {other} in {cell}"), "true or false")),
            };
            if is_given && value.get("value").is_none_or(Value::is_null) {
                return Err(ErrorKind::form(format!("a given digit without a value in {cell}"), "a digit 1-9"));
            }
            let Some(found) = value.get("value").filter(|value| !value.is_null()) else { continue };
            let digit = found.as_u64().and_then(|number| Digit::new(u8::try_from(number).ok()?));
            let digit = digit.ok_or_else(|| ErrorKind::form(format!("{found} in {cell}"), "a digit 1-9"))?;
            if is_given { &mut clues } else { &mut placed }.set(cell, Some(digit));
        }
    }
    if !regions.is_empty() && !are_parts_of_boxes(&regions) {
        return Err(not_classic("region"));
    }
    // Objects of other programs.
    if clues == Grid::EMPTY && has_content {
        let expected = "\"value\" and \"given\": true in the cells of the puzzle";
        return Err(ErrorKind::form("cells of which none has a given digit", expected));
    }
    let mut record = Record::from(clues);
    record.set_progress(placed, None);
    for (field, key) in KNOWN {
        if let Some(text) = puzzle.get(key).and_then(Value::as_str).filter(|text| !text.trim().is_empty()) {
            record.fields.set(field, text);
        }
    }
    Ok(record)
}

/// Returns `true` if nine regions are the boxes: lists of their cells, as pairs of rows and columns or as numbers, or the regions of all
/// cells in nine rows.
fn are_boxes(regions: &Value) -> bool {
    let Some(regions) = regions.as_array().filter(|regions| regions.len() == 9) else { return false };
    let Some(all) = regions.iter().map(Value::as_array).collect::<Option<Vec<_>>>() else { return false };
    let number = |value: &Value| value.as_u64().filter(|&number| number < 81);
    let cell = |value: &Value| match value.as_array().map(Vec::as_slice) {
        Some([row, column]) => Some(9 * number(row)? + number(column).filter(|&column| column < 9)?),
        _ => number(value),
    };
    let box_of = |cell: u64| (cell < 81).then(|| Cell::ALL[cell as usize].box_());
    let cells: Vec<&Value> = all.iter().flat_map(|region| *region).collect();
    let places: Option<Vec<usize>> = cells.iter().map(|value| box_of(cell(value)?)).collect();
    let are_of_one = |boxes: &[usize]| boxes.iter().all(|one| *one == boxes[0]);
    let distinct: BTreeSet<u64> = cells.iter().filter_map(|value| cell(value)).collect();
    let are_lists = distinct.len() == 81 && places.is_some_and(|places| places.chunks(9).all(are_of_one));
    are_lists || are_parts_of_boxes(&cells)
}

/// Returns `true` if 81 cells have the same region as others if they are in the same box.
fn are_parts_of_boxes(regions: &[&Value]) -> bool {
    let is_equal = |one: usize, other: usize| {
        let same_box = Cell::ALL[one].box_() == Cell::ALL[other].box_();
        (regions[one] == regions[other]) == same_box
    };
    regions.len() == 81 && (0..81).all(|one| (0..one).all(|other| is_equal(one, other)))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(values) => values.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

pub(super) fn not_classic(rule: &str) -> ErrorKind {
    let expected = "a classic 9x9 Sudoku, the only kind that Minirow solves";
    ErrorKind::form(format!("the rule {rule:?}"), expected)
}

fn write(record: &Record) -> String {
    let record = record.with_clues();
    let state = record.state();
    let clues = record.grid();
    let cell = |cell: Cell| match (state.get(cell), clues.get(cell)) {
        (_, Some(digit)) => format!("{{\"value\":{digit},\"given\":true}}"),
        (Some(digit), None) => format!("{{\"value\":{digit}}}"),
        (None, None) => "{}".to_string(),
    };
    let row =
        |row: usize| format!("[{}]", (0..9).map(|column| cell(Cell::at(row, column))).collect::<Vec<_>>().join(","));
    let rows: Vec<String> = (0..9).map(row).collect();
    let texts = KNOWN
        .iter()
        .filter_map(|(field, key)| Some(format!(",\"{key}\":{}", json_string(&record.fields.text(field)?))));
    let json = format!("{{\"size\":9{},\"grid\":[{}]}}", texts.collect::<String>(), rows.join(","));
    format!("{ADDRESS}{}\n", compress_to_base64(json.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(json: &str) -> String {
        format!("https://sudokupad.app/fpuz{}", compress_to_base64(json))
    }

    #[test]
    fn a_link_comes_back() {
        let grid: Grid =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
        let mut record = Record::from(grid);
        record.set_progress(format!("{:.<81}", "..4").parse().unwrap(), None);
        record.fields.set("name", "Easy & quick");
        let text = write(&record);
        assert!(text.len() < 1500, "{text}");
        assert_eq!(read_line(text.trim()).unwrap().unwrap(), record);
        let data = text.trim().strip_prefix(ADDRESS).unwrap();
        for link in [
            format!("https://f-puzzles.com/?load={}", data.replace('+', "%2B").replace('=', "%3D")),
            format!("see https://sudokupad.app/?puzzleid=fpuz{data}&setting=1 for it"),
            format!("https://sudokupad.app/fpuzzles{data}"),
        ] {
            assert_eq!(read_line(&link).unwrap().unwrap(), record, "{link}");
        }
    }

    #[test]
    fn the_boxes_are_no_other_regions() {
        let object = |regions: &str, region: &dyn Fn(usize) -> String| {
            let clue = |at: usize| if at == 0 { "\"value\":5,\"given\":true" } else { "\"c\":\"\"" };
            let cell = |at: usize| match region(at) {
                region if region.is_empty() => format!("{{{}}}", clue(at)),
                region => format!("{{{},{region}}}", clue(at)),
            };
            let row = |row: usize| format!("[{}]", (9 * row..9 * row + 9).map(cell).collect::<Vec<_>>().join(","));
            format!("{{\"size\":9{regions},\"grid\":[{}]}}", (0..9).map(row).collect::<Vec<_>>().join(","))
        };
        let none = |_: usize| String::new();
        let lists = |cell: &dyn Fn(usize, usize) -> String| {
            let list = |of: usize| (0..9).map(|at| cell(of / 3 * 3 + at / 3, of % 3 * 3 + at % 3)).collect::<Vec<_>>();
            let lists: Vec<String> = (0..9).map(|of| format!("[{}]", list(of).join(","))).collect();
            format!(",\"regions\":[{}]", lists.join(","))
        };
        let pairs = lists(&|row, column| format!("[{row},{column}]"));
        let numbers = lists(&|row, column| (9 * row + column).to_string());
        let read = |json: String| read_line(&link(&json)).unwrap();
        for json in [
            object("", &|at| format!("\"region\":{}", at / 27 * 3 + at % 9 / 3)),
            object(&pairs, &none),
            object(&numbers, &none),
            object(
                &format!(
                    ",\"regions\":[{}]",
                    ["[1,1,1,2,2,2,3,3,3]", "[4,4,4,5,5,5,6,6,6]", "[7,7,7,8,8,8,9,9,9]"]
                        .map(|row| [row; 3].join(","))
                        .join(",")
                ),
                &none,
            ),
        ] {
            assert_eq!(read(json.clone()).unwrap().grid().clue_count(), 1, "{json}");
        }
        for json in [
            object("", &|at| format!("\"region\":{}", at / 9)),
            object("", &|at| if at > 0 { "\"region\":1".into() } else { String::new() }),
            object(&pairs.replacen("[0,0]", "[0,1]", 1), &none),
            object(&numbers.replacen("[0,", "[1,", 1), &none),
        ] {
            assert!(read(json.clone()).unwrap_err().to_string().contains("the rule \"region"), "{json}");
        }
    }

    #[test]
    fn another_rule_is_named() {
        let row = "[{},{},{},{},{},{},{},{},{}]";
        let grid = format!("\"grid\":[{}]", [row; 9].join(","));
        let error = |json: String| read_line(&link(&json)).unwrap().unwrap_err().to_string();
        assert!(
            error(format!("{{\"size\":9,{grid},\"killercage\":[{{}}]}}")).starts_with("found the rule \"killercage\"")
        );
        assert!(error(format!("{{\"size\":9,{grid},\"diagonal+\":true}}")).starts_with("found the rule \"diagonal+\""));
        assert!(error(format!("{{\"size\":6,{grid}}}")).starts_with("found the size 6, expected 9"));
        assert!(
            error(grid.replacen("{}", "{\"region\":3}", 1).replace("\"grid\"", "{\"grid\"") + "}")
                .contains("\"region\"")
        );
        assert!(error("no JSON".into()).starts_with("found data that cannot be decompressed"));
        assert!(read_line("https://sudokupad.app/scl123").unwrap().is_err());
        assert!(read_line("https://example.org/").is_none());
        let long = format!("https://sudokupad.app/fpuz{}", "A".repeat(LONGEST + 1));
        assert!(read_line(&long).unwrap().unwrap_err().to_string().contains("at most 8192"));
    }
}
