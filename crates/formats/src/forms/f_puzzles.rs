//! Links of f-puzzles and SudokuPad: a JSON object, compressed with LZ-string, in base 64.
//!
//! `https://www.f-puzzles.com/?load=...`, `https://sudokupad.app/?puzzleid=fpuz...`, `https://sudokupad.app/fpuz...`. A puzzle with more
//! rules than those of Sudoku is refused, with the name of the first one.

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

/// The keys that are no rules. `region` of a cell and all others are rules.
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
    if let Some(rule) = puzzle.iter().find(|(key, value)| !NO_RULES.contains(&key.as_str()) && !is_empty(value)) {
        return Err(not_classic(rule.0));
    }
    if puzzle.get("size").is_some_and(|size| size.as_u64() != Some(9)) {
        return Err(ErrorKind::form(
            format!("the size {}", puzzle["size"]),
            "9; Sudokus of other sizes than 9x9 are not supported",
        ));
    }
    let rows = puzzle.get("grid").and_then(Value::as_array).filter(|rows| rows.len() == 9);
    let rows = rows.ok_or_else(|| ErrorKind::form("no grid of nine rows", "one"))?;
    let (mut clues, mut placed, mut has_content) = (Grid::EMPTY, Grid::EMPTY, false);
    for (row, cells) in rows.iter().enumerate() {
        let cells = cells.as_array().filter(|cells| cells.len() == 9);
        let cells = cells.ok_or_else(|| ErrorKind::form(format!("no nine cells in row {}", row + 1), "9"))?;
        for (column, value) in cells.iter().enumerate() {
            let cell = Cell::at(row, column);
            if value.get("region").is_some() {
                return Err(not_classic("region"));
            }
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
