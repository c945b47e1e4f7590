//! The JSON form: an array of nine arrays of nine numbers, with 0 or null for an empty cell. An array of 81 numbers, or of nine strings, is
//! read, too.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

use minirow_core::Grid;

use crate::board::Board;
use crate::characters::{NULL, SPACE, ZERO, cell, dotted_number, may_be_mixed, number_word, plain, shown_blanks};
use crate::doubtful::{doubtful_digits, row_twice};
use crate::error::{JsonError, ParseError};
use crate::no_row::damaged;
use crate::row::without_functions;
use crate::vector::is_by_row;

pub(super) fn write(grid: &Grid) -> String {
    serde_json::to_string(&grid.to_rows()).expect("an array of numbers")
}

/// Returns the text from the bracket of an array on, if a line begins one: `[[5, 3, ...`, or behind a name: `grid = [[5, 3, ...`. A word
/// or a short number in brackets is text.
pub(super) fn begin(line: &str) -> Option<&str> {
    let first = line.find('[')?;
    // A type may be before the value.
    // Another array may be before the last value.
    let is_value = |at: &usize| {
        let cells = line.get(first..*at).unwrap_or_default().bytes().filter(u8::is_ascii_digit).count();
        line[*at..].starts_with('[') && cells < 9
    };
    let values = line.match_indices('=').map(|(at, _)| line.len() - line[at + 1..].trim_start().len());
    let start = values.rev().find(is_value).unwrap_or(first);
    let before = line[..start].trim();
    // A type may be before the bracket.
    let name = before.trim_end_matches(|last: char| last.is_ascii_alphanumeric()).trim_end();
    let before = if name.ends_with('=') { name } else { before };
    let before = before.strip_suffix("vec!").unwrap_or(before).trim_end();
    let is_name = before.ends_with(['=', '(', ':', ','])
        && before.starts_with(|first: char| first.is_alphabetic() || first == '"' || first == '_');
    if !before.is_empty() && !is_name {
        return None;
    }
    let array = &line[start..];
    // The brackets of OCaml have a bar.
    let inner = array[1..].trim_start_matches('|').trim_start();
    let is_array = inner.is_empty()
        || inner.starts_with(|first: char| {
            first.is_ascii_digit() || matches!(first, '[' | '-' | '"' | '\'' | '.' | '{' | ']' | ',')
        })
        || ["null", "None", "Some(", "vec!["].iter().any(|start| inner.starts_with(start))
        || array.starts_with("[|") && inner.starts_with('_');
    let is_number = inner
        .split_once(']')
        .is_some_and(|(number, _)| number.len() <= 4 && !number.contains('[') || !number.contains(['[', ',', ' ']));
    // A row in brackets.
    let row = inner.split_once(']').filter(|(_, rest)| rest.trim_matches([',', ';', ' ', ']', ')']).is_empty());
    let is_row = row.is_some_and(|(row, _)| {
        !row.contains(['[', '"', '{']) && row.split([',', ' ']).filter(|word| !word.is_empty()).count() == 9
    });
    let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic) && number_word(word).is_none();
    let has_words = !inner.starts_with(['"', '\'', '{', '['])
        && inner.split([' ', ',', ']']).any(|word| is_word(word) || word.contains(['/', ':']));
    (is_array && !is_number && !is_row && !has_words).then_some(array)
}

/// Returns the text of an array of JavaScript with `null` in place of the elements that are left out: `[,,2]`.
fn with_nulls(text: &str) -> Cow<'_, str> {
    let signs: String = text.split_whitespace().collect();
    // Beside other empty cells, a cell is lost.
    let has_others = signs.contains(|sign| !matches!(sign, '1'..='9' | '[' | ']' | ','));
    if has_others || !signs.contains("[,") && !signs.contains(",,") {
        return text.into();
    }
    // The last two characters that are no spaces.
    let (mut plain, mut last) = (String::new(), [' '; 2]);
    for character in text.chars() {
        let is_open = matches!((last, character), ([_, '['], ',') | ([_, ','], ',' | ']'));
        // A comma behind the last row is no cell.
        if is_open && last != [']', ','] {
            plain.push_str("null");
        }
        plain.push(character);
        if !character.is_whitespace() {
            last = [last[1], character];
        }
    }
    plain.into()
}

pub(super) fn read(text: &str) -> Result<Grid, ParseError> {
    let text = &*with_nulls(text);
    // Programming languages have a comma behind the last element.
    let without_comma = || Some(format!("{}]", text.trim_end().strip_suffix(']')?.trim_end().strip_suffix(',')?));
    let parsed = serde_json::from_str(text);
    let parsed = parsed.or_else(|error| without_comma().and_then(|text| serde_json::from_str(&text).ok()).ok_or(error));
    let cells = match parsed {
        Ok(value) => read_board(text, &value).map_err(|error| damaged(text).unwrap_or(ParseError::Json(error)))?,
        // The arrays of programming languages, or printed ones.
        Err(error) => read_words(text)
            .ok_or_else(|| damaged(text).unwrap_or_else(|| ParseError::Json(error_of_words(text, &error))))?,
    };
    grid(&cells)
}

/// The number and the blank of a cell.
type TextCell = (u8, u16);

/// Makes a grid of 81 cells with one kind of blank.
fn grid(cells: &[TextCell]) -> Result<Grid, ParseError> {
    let blanks = cells.iter().fold(0, |blanks, (_, blank)| blanks | blank);
    let numbers: [u8; 81] = std::array::from_fn(|at| cells[at].0);
    if !may_be_mixed(blanks) {
        return Err(ParseError::Blanks(shown_blanks(blanks)));
    }
    let grid = Grid::from_numbers(numbers).expect("numbers 0-9");
    let error = doubtful_digits(&grid, blanks == ZERO).or_else(|| row_twice(&grid).map(ParseError::Twice));
    error.map_or(Ok(grid), Err)
}

fn read_board(text: &str, value: &Value) -> Result<Vec<TextCell>, JsonError> {
    let rows = value.as_array().ok_or(JsonError::NoArray)?;
    let strings: Option<Vec<&str>> = rows.iter().map(Value::as_str).collect();
    if let Some(rows) = strings.filter(|rows| rows.len() == 9 && rows.iter().any(|row| row.len() > 1)) {
        return match super::parse(&rows.join("\n")) {
            Ok(Board::Grid(grid)) => Ok(grid.numbers().map(|number| (number, 0)).to_vec()),
            Ok(Board::Candidates(_)) => Err(JsonError::Strings("found candidates".into())),
            Err(error) => Err(JsonError::Strings(error.to_string())),
        };
    }
    if let Some((row, cell, value)) = other_space(rows) {
        return Err(JsonError::Cell { value: value.to_string(), row, cell });
    }
    if let Some(cells) = rows.iter().map(cell_number).collect::<Option<Vec<TextCell>>>()
        && cells.len() == 81
    {
        return uneven_line(text, &['\n']).map_or(Ok(cells), |(row, found)| Err(JsonError::RowLength { row, found }));
    }
    if rows.len() != 9 {
        return Err(JsonError::Rows(rows.len()));
    }
    let mut board = Vec::with_capacity(81);
    for (row, value) in rows.iter().enumerate() {
        let row = row + 1;
        let values = value.as_array().ok_or_else(|| JsonError::Row { value: value.to_string(), row })?;
        if values.len() != 9 {
            return Err(JsonError::RowLength { row, found: values.len() });
        }
        for (column, value) in values.iter().enumerate() {
            let cell = cell_number(value);
            board.push(cell.ok_or_else(|| JsonError::Cell { value: value.to_string(), row, cell: column + 1 })?);
        }
    }
    Ok(board)
}

/// The most brackets in a line that are tried.
const MOST_BRACKETS: usize = 100;

/// Returns the grid of an array in one line, with any brackets, and its place: `int grid[9][9] = {{5, 3, 0, ...}, ...};`, `(5, 3, ...)`.
pub(super) fn read_nested(text: &str) -> Option<(Range<usize>, Grid)> {
    let text = &*without_functions(text);
    let is_by_row = is_by_row(text);
    let is_open = |character: char| matches!(character, '[' | '(' | '{');
    for (start, _) in text.char_indices().filter(|(_, character)| is_open(*character)).take(MOST_BRACKETS) {
        let mut depth = 0;
        let is_end = |character: char| {
            depth += i32::from(is_open(character)) - i32::from(matches!(character, ']' | ')' | '}'));
            depth == 0
        };
        let end = if is_by_row { text[start..].find(')') } else { text[start..].find(is_end) };
        let Some(end) = end else { continue };
        let range = start..start + end + 1;
        let has_row = text[range.clone()].bytes().filter(u8::is_ascii_digit).count() >= 9;
        // One behind a single array may be that of a function.
        let is_flat = || !text[start + 1..range.end].contains(is_open);
        let is_argument = || text[range.end..].contains(|character: char| character.is_ascii_digit());
        // A type may be before the value.
        if has_row
            && !(is_flat() && is_argument())
            && let Some(grid) = read_words(&text[range.clone()]).and_then(|cells| grid(&cells).ok())
        {
            return Some((range, grid));
        }
    }
    None
}

/// Reads nine rows of nine words in brackets, 81 words or nine of nine cells, as Python and NumPy print them.
fn read_words(text: &str) -> Option<Vec<TextCell>> {
    // NumPy has no comma between strings.
    let text = if text.contains(',') { text.replace("' '", "''") } else { text.to_string() };
    let text = without_some(&text).replace("[|", "[").replace("|]", "]").replace("vec![", "[");
    // MiniZinc has bars between the rows, or behind each.
    let text = match (text.matches('|').count(), text.rsplit_once('|')) {
        (9, Some((rows, end))) if end.trim() == "]" => format!("{rows}{end}"),
        _ => text,
    };
    let text = if text.matches('|').count() == 8 { text.replace('|', "],[") } else { text };
    let (mut words, mut lengths, mut depths, mut depth) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for part in text.split_inclusive(is_bracket) {
        let row = part.trim_end_matches(is_bracket);
        let start = words.len();
        words.extend(row.split(is_between).filter(|word| !word.is_empty()).take(82 - start));
        if words.len() > 81 {
            return None;
        }
        if words.len() > start {
            lengths.push(words.len() - start);
            depths.push(depth);
        }
        depth += i32::from(part.ends_with(['[', '(', '{'])) - i32::from(part.ends_with([']', ')', '}']));
    }
    // A row without its brackets may be something else.
    if depths.iter().any(|&depth| depth != depths[0]) {
        return None;
    }
    let inner = |word: &&str| word.trim_matches(['\'', '"']).to_string();
    let rows: Vec<String> = words.iter().map(inner).collect();
    match lengths[..] {
        [9] if rows.iter().all(|row| row.len() == 9) => rows.concat().chars().map(cell).collect(),
        [81] if uneven_line(&text, &['\n', ';', '\'', '"']).is_some() => None,
        [9, ..] if has_columns(&text) => None,
        // Beside dots, one behind a digit is a second sign in its cell.
        _ if rows.iter().any(|cell| cell == ".") && rows.iter().any(|cell| dotted_number(cell).is_some()) => None,
        [81] | [9, 9, 9, 9, 9, 9, 9, 9, 9] => words.iter().map(|word| word_number(word)).collect(),
        _ => None,
    }
}

/// Returns the error of an array in which some rows or cells are lost or added, or of another text.
fn error_of_words(text: &str, error: &serde_json::Error) -> JsonError {
    let words = |row: &str| row.split(is_between).filter(|word| !word.is_empty()).map(word_number).collect::<Vec<_>>();
    let rows: Vec<Vec<Option<TextCell>>> = text.split(is_bracket).map(words).filter(|row| !row.is_empty()).collect();
    let odd = rows.iter().position(|row| row.len() != 9);
    match odd {
        _ if rows.len() < 2 || rows.iter().flatten().any(Option::is_none) => JsonError::Syntax(error.to_string()),
        Some(at) if rows.len() == 9 => JsonError::RowLength { row: at + 1, found: rows[at].len() },
        _ if rows.len() == 9 => JsonError::Syntax(error.to_string()),
        _ => JsonError::Rows(rows.len()),
    }
}

/// Leaves out the name and the brackets around the digits of optional values of Rust.
fn without_some(text: &str) -> String {
    let mut parts = text.split("Some(");
    let first = parts.next().unwrap_or_default();
    let digit = |part: &str| match part.as_bytes() {
        [digit @ b'0'..=b'9', b')', ..] => format!("{}{}", char::from(*digit), &part[2..]),
        _ => format!("Some({part}"),
    };
    std::iter::once(first.to_string()).chain(parts.map(digit)).collect()
}

/// Returns `true` if there are semicolons within the rows, but not between them: MATLAB ends a row with each, so that these are columns.
fn has_columns(text: &str) -> bool {
    let (gaps, rows): (Vec<&str>, Vec<&str>) = text.split(is_bracket).partition(|part| part.chars().all(is_between));
    // F# has semicolons between the cells, and each row in a line of its own.
    let count = |is_of_row: fn(&str) -> bool| gaps.iter().filter(|gap| is_of_row(gap)).count();
    let are_lines = || count(|gap| gap.contains('\n') && gap.trim().is_empty()) + 1 >= rows.len();
    rows.iter().any(|row| row.contains(';')) && count(|gap| gap.contains(';')) + 1 < rows.len() && !are_lines()
}

fn is_bracket(character: char) -> bool {
    matches!(character, '[' | ']' | '(' | ')' | '{' | '}')
}

fn is_between(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';')
}

/// Returns the number of a line or row in an array of 81 cells, and that of its cells, if it has others than the rows before. Only the last
/// one of a printed array is shorter. `ends` are the characters at the ends of rows.
fn uneven_line(text: &str, ends: &[char]) -> Option<(usize, usize)> {
    let uneven = |separator: char| {
        let words = |row: &str| {
            row.split(|c| is_between(c) || is_bracket(c))
                .filter(|word| !word.trim_matches(['\'', '"']).is_empty())
                .count()
        };
        let counts: Vec<usize> = text.split(separator).map(words).filter(|&count| count > 0).collect();
        let is_uneven = |&at: &usize| counts[at] > counts[0] || counts[at] < counts[0] && at + 1 < counts.len();
        (0..counts.len()).find(is_uneven).map(|at| (at + 1, counts[at]))
    };
    ends.iter().copied().find_map(uneven)
}

/// Returns the cell of a word in an array of a programming language.
fn word_number(word: &str) -> Option<TextCell> {
    let inner = word.trim_matches(['\'', '"']);
    match inner {
        "" => (!word.is_empty()).then_some((0, SPACE)),
        _ if inner.len() == 1 => cell(inner.chars().next()?),
        _ => number_word(inner).or_else(|| dotted_number(inner)),
    }
}

/// Returns the row, the place and the value of an empty string that is not written as the others are: it may be a clue that was lost.
fn other_space(rows: &[Value]) -> Option<(usize, usize, &Value)> {
    let cells = rows.iter().enumerate().flat_map(|(row, value)| {
        let cells = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let first = if value.is_array() { 9 * row } else { row };
        (first..).zip(cells)
    });
    let is_space = |(_, value): &(usize, &Value)| value.as_str().is_some_and(|text| text.trim().is_empty());
    let spaces: Vec<(usize, &Value)> = cells.filter(is_space).collect();
    let count = |value: &Value| spaces.iter().filter(|(_, other)| *other == value).count();
    let (place, value) = spaces.iter().min_by_key(|(_, value)| count(value)).copied()?;
    (count(value) < spaces.len()).then_some((place / 9 + 1, place % 9 + 1, value))
}

/// Returns the cell of a JSON number, null, or a string with a cell of the other forms.
fn cell_number(value: &Value) -> Option<TextCell> {
    match value {
        Value::Null => Some((0, NULL)),
        Value::Number(value) if value.as_f64() == Some(-1.0) => cell('-'),
        Value::Number(value) => {
            let number = (0..=9).find(|&number| value.as_f64() == Some(f64::from(number)))?;
            cell(char::from(b'0' + number))
        }
        Value::String(text) => match plain(text).trim() {
            "" => Some((0, SPACE)),
            text => word_number(text).filter(|_| dotted_number(text).is_none()),
        },
        _ => None,
    }
}
