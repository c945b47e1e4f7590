//! The names of cells: columns of tables, and keys of objects.

use std::collections::BTreeMap;

use minirow_core::Puzzle;
use minirow_text::names_other_parts;

use crate::error::ErrorKind;
use crate::table::{SOLUTION_COLUMNS, name_of};

/// The words of the names `A1` to `I9`.
const LETTERS: &str = "A1";

/// The places of names by the cells that they name.
type Named = Result<BTreeMap<usize, usize>, ErrorKind>;

/// Returns the columns of the cells in the order of rows, if 81 of the names of a table are those of the cells.
///
/// # Errors
/// As of [`named_cells`].
pub(crate) fn cell_columns<'a>(names: impl Iterator<Item = &'a str>) -> Option<Result<Vec<usize>, ErrorKind>> {
    named_cells(names, false).map(|cells| Ok(cells?.into_values().collect()))
}

/// Returns the cells that 81 names of one kind have, such as `r1c1` or `A1`, or their numbers. If cells `may_lack`, fewer names are those of
/// clues if there are no others.
///
/// # Errors
/// If the names do not tell the cells: `x1y1` may be of row 1 or of column 1. The letters of `A1` to `I9` are columns if the names have the
/// order `A1`, `B1` of rows. In the order `A1`, `A2` they may be rows, or the columns of a program that sorts its names.
pub(crate) fn named_cells<'a>(names: impl Iterator<Item = &'a str>, may_lack: bool) -> Option<Named> {
    let names: Vec<String> = names.map(|name| name_of(name).to_ascii_lowercase()).collect();
    // Fewer names than those of the clues of a puzzle are those of other things.
    let is_kind = |named: usize| named == 81 || may_lack && named == names.len() && named >= Puzzle::FEWEST_CLUES;
    let mut kinds = by_words(&names).into_iter().filter(|(_, numbered)| is_kind(numbered.len()));
    let (Some((words, numbered)), None) = (kinds.next(), kinds.next()) else { return None };
    let mut parts = words.iter().flat_map(|word| word.split(|character: char| !character.is_alphabetic()));
    if let Some(word) = parts.find(|part| SOLUTION_COLUMNS.contains(part)) {
        return Some(Err(ErrorKind::form(format!("the cells of a {word}"), "those of the puzzle")));
    }
    if let Some(cells) = by_index(&numbered, 1).or_else(|| by_index(&numbered, 0)) {
        // `column_7` is the name of any column, and `square7` that of a cell.
        let is_of_cell = |word: &String| matches!(last_word(word), "col" | "column" | "square");
        if words.iter().any(|word| names_other_parts(word) && !is_of_cell(word)) {
            let found = format!("the name {:?}, which may be that of a column or a box", names[numbered[0].0]);
            return Some(Err(ErrorKind::form(found, "the names r1c1 to r9c9")));
        }
        return Some(Ok(cells));
    }
    let is_letter = words == [LETTERS];
    // All numbers are from 1, or all from 0, but letters are from 1.
    let firsts = if is_letter { &[1][..] } else { &[1, 0] };
    let read = |cell: fn([usize; 2]) -> usize| -> Vec<BTreeMap<usize, usize>> {
        firsts.iter().filter_map(|&first| by_pair(&numbered, first, cell)).collect()
    };
    let (of_rows, of_columns) = (read(|[row, column]| 9 * row + column), read(|[column, row]| 9 * row + column));
    // The numbers of clues alone may be those of other things.
    let has_words = || words.iter().filter(|word| word.contains(char::is_alphabetic)).count() >= 2;
    if of_rows.is_empty() || numbered.len() < 81 && !is_letter && !has_words() {
        return None;
    }
    let is_in_order = |cells: &BTreeMap<usize, usize>| cells.values().is_sorted();
    let cells = match order(&words) {
        _ if is_letter && is_in_order(&of_columns[0]) && !is_in_order(&of_rows[0]) => of_columns,
        _ if is_letter => Vec::new(),
        Some(Order::Rows) => of_rows,
        Some(Order::Indices) if is_in_order(&of_rows[0]) => of_rows,
        Some(Order::Columns) => of_columns,
        Some(Order::Boxes) => read(|[of_box, cell]| 27 * (of_box / 3) + 9 * (cell / 3) + 3 * (of_box % 3) + cell % 3),
        Some(Order::Indices) | None => Vec::new(),
    };
    let found = match cells.len() {
        1 => return cells.into_iter().next().map(Ok),
        0 if is_letter => "letter may be that of a row or of a column",
        0 => "numbers may be those of a row, a column or a box",
        _ => "numbers may be from 0 or from 1",
    };
    let found = format!("the name {:?}, whose {found}", names[numbered[0].0]);
    Some(Err(ErrorKind::form(found, "the names r1c1 to r9c9")))
}

/// The places of names, with the numbers in each.
type Numbered = Vec<(usize, Vec<usize>)>;

/// Returns the names in lower case by the words in them, those of a letter and a digit also as [`LETTERS`].
fn by_words(names: &[String]) -> BTreeMap<Vec<String>, Numbered> {
    let mut kinds: BTreeMap<Vec<String>, Numbered> = BTreeMap::new();
    for (place, name) in names.iter().enumerate() {
        if let [letter @ b'a'..=b'i', number @ b'1'..=b'9'] = name.as_bytes() {
            let numbers = [letter - b'a' + 1, number - b'0'].map(usize::from);
            kinds.entry(vec![LETTERS.into()]).or_default().push((place, numbers.to_vec()));
        }
        let numbers = name.split(|character: char| !character.is_ascii_digit()).filter(|part| !part.is_empty());
        let Ok(numbers) = numbers.map(str::parse).collect::<Result<Vec<usize>, _>>() else { continue };
        if numbers.is_empty() {
            continue; // the name of another column, which may be empty
        }
        let mut parts = name.split(|character: char| character.is_ascii_digit());
        let first = parts.next().map(String::from);
        let words = first.into_iter().chain(parts.filter(|part| !part.is_empty()).map(String::from)).collect();
        kinds.entry(words).or_default().push((place, numbers));
    }
    kinds
}

/// Returns the places of names by the cells that they count, the first one with a number.
fn by_index(names: &[(usize, Vec<usize>)], first: usize) -> Option<BTreeMap<usize, usize>> {
    let cell = |numbers: &[usize]| matches!(numbers, [_]).then(|| numbers[0].checked_sub(first)).flatten();
    let cells: Option<BTreeMap<_, _>> = names.iter().map(|(place, numbers)| Some((cell(numbers)?, *place))).collect();
    cells.filter(|cells| cells.keys().copied().eq(0..81))
}

/// Returns the places of names by the cells of the two numbers in each, which count from `first`.
fn by_pair(
    names: &[(usize, Vec<usize>)],
    first: usize,
    cell: fn([usize; 2]) -> usize,
) -> Option<BTreeMap<usize, usize>> {
    let place = |number: usize| number.checked_sub(first).filter(|&place| place < 9);
    let pair = |numbers: &[usize]| match *numbers {
        [number] => Some([place(number / 10)?, place(number % 10)?]),
        [one, other] => Some([place(one)?, place(other)?]),
        _ => None,
    };
    let cells: Option<BTreeMap<_, _>> =
        names.iter().map(|(place, numbers)| Some((cell(pair(numbers)?), *place))).collect();
    cells.filter(|cells| cells.len() == names.len())
}

/// The meaning of the two numbers in the name of a cell.
enum Order {
    /// Its row and its column.
    Rows,
    /// Its column and its row.
    Columns,
    /// Its box and its place there.
    Boxes,
    /// Its row and its column, if the cells are in their order. Otherwise they may be those of a point.
    Indices,
}

/// Returns what two numbers are by the words beside them: `["r", "c"]`, `["cell_", "_"]`. A word behind the last number belongs to it if
/// none is before the first one.
fn order(words: &[String]) -> Option<Order> {
    let is_behind = words.len() == 3 && words[0].is_empty();
    let words: Vec<&str> = words.iter().skip(usize::from(is_behind)).map(|word| last_word(word)).collect();
    let other = words.get(1).copied().unwrap_or_default();
    match (*words.first()?, other) {
        ("r" | "row", "c" | "col" | "column" | "") | ("i", "j") => Some(Order::Rows),
        ("c" | "col" | "column", "r" | "row") => Some(Order::Columns),
        ("b" | "box" | "block", "c" | "cell") | ("box" | "block", "") => Some(Order::Boxes),
        // `b11` may be a cell of a board.
        ("r" | "row" | "c" | "col" | "column" | "b", _) => None,
        ("xy", _) => None,
        ("x", "") => Some(Order::Indices),
        // As the indices of a matrix.
        (_, "") => Some(Order::Rows),
        _ => None,
    }
}

/// Returns the last word of a text, without what is behind it.
fn last_word(text: &str) -> &str {
    let text = text.trim_end_matches(|character: char| !character.is_alphabetic());
    text.rsplit(|character: char| !character.is_alphabetic()).next().unwrap_or(text)
}
