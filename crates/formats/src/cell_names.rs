//! The names of cells: columns of tables, and keys of objects.

use std::collections::BTreeMap;

use crate::error::ErrorKind;
use crate::table::name_of;

/// The columns of the cells in the order of rows.
type Columns = Result<Vec<usize>, ErrorKind>;

/// Returns the columns of the cells, if 81 names have the rows and columns of them, such as `r1c1`, or their numbers.
///
/// # Errors
/// If the names do not tell the cells: `x1y1` may be of row 1 or of column 1. The names `A1` to `I9` tell them in the order of rows only,
/// because programs differ in what the letter is.
pub(crate) fn cell_columns<'a>(names: impl Iterator<Item = &'a str>) -> Option<Columns> {
    // The names with the same words, and their numbers.
    let mut kinds: BTreeMap<Vec<String>, Vec<(usize, Vec<usize>)>> = BTreeMap::new();
    let names: Vec<String> = names.map(|name| name_of(name).to_ascii_lowercase()).collect();
    for (column, name) in names.iter().enumerate() {
        let numbers = name.split(|character: char| !character.is_ascii_digit()).filter(|part| !part.is_empty());
        let numbers: Vec<usize> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
        let mut parts = name.split(|character: char| character.is_ascii_digit());
        let first = parts.next().map(String::from);
        let words = first.into_iter().chain(parts.filter(|part| !part.is_empty()).map(String::from)).collect();
        kinds.entry(words).or_default().push((column, numbers));
    }
    let letters: Vec<(usize, usize, usize)> = ('a'..='i')
        .enumerate()
        .flat_map(|(at, letter)| {
            kinds.get(&vec![letter.to_string()]).into_iter().flatten().map(move |column| (at, column))
        })
        .filter_map(|(letter, (column, numbers))| match numbers[..] {
            [number @ 1..=9] => Some((*column, letter, number - 1)),
            _ => None,
        })
        .collect();
    if letters.len() == 81 {
        let mut cells = letters;
        cells.sort_unstable();
        let are_rows = cells.iter().enumerate().all(|(cell, (_, row, column))| cell == 9 * row + column)
            || cells.iter().enumerate().all(|(cell, (_, column, row))| cell == 9 * row + column);
        let error = || ErrorKind::form("the columns A1 to I9 in another order", "the order of rows");
        return Some(are_rows.then(|| cells.into_iter().map(|(column, ..)| column).collect()).ok_or_else(error));
    }
    let mut kinds = kinds.into_iter().filter(|(_, columns)| columns.len() == 81);
    let (Some((words, columns)), None) = (kinds.next(), kinds.next()) else { return None };
    let cells = |cell: &dyn Fn(&[usize]) -> Option<usize>| {
        let cells = columns.iter().map(|(column, numbers)| Some((cell(numbers)?, *column)));
        let mut cells: Vec<(usize, usize)> = cells.collect::<Option<_>>()?;
        cells.sort_unstable();
        let are_all = cells.iter().enumerate().all(|(cell, (known, _))| cell == *known);
        are_all.then(|| cells.into_iter().map(|(_, column)| column).collect::<Vec<_>>())
    };
    // All from 1, or all from 0.
    let either = |cell: &dyn Fn(&[usize], usize) -> Option<usize>| {
        [1, 0].into_iter().find_map(|first| cells(&|numbers| cell(numbers, first)))
    };
    if let Some(found) = either(&|numbers, first| numbers.first()?.checked_sub(first).filter(|_| numbers.len() == 1)) {
        return Some(Ok(found));
    }
    let pair = |numbers: &[usize], first: usize| {
        let [one, other] = match *numbers {
            [number] => [number / 10, number % 10],
            [one, other] => [one, other],
            _ => return None,
        };
        let place = |number: usize| number.checked_sub(first).filter(|&place| place < 9);
        Some([place(one)?, place(other)?])
    };
    either(&|numbers, first| pair(numbers, first).map(|[one, other]| 9 * one + other))?;
    let places = match order(&words) {
        Some(Order::Rows) => |[row, column]: [usize; 2]| 9 * row + column,
        Some(Order::Columns) => |[column, row]: [usize; 2]| 9 * row + column,
        Some(Order::Boxes) => {
            |[of_box, cell]: [usize; 2]| 27 * (of_box / 3) + 9 * (cell / 3) + 3 * (of_box % 3) + cell % 3
        }
        None => {
            let found =
                format!("the column {:?}, whose numbers may be those of a row, a column or a box", names[columns[0].0]);
            return Some(Err(ErrorKind::form(found, "the names r1c1 to r9c9")));
        }
    };
    either(&|numbers, first| pair(numbers, first).map(places)).map(Ok)
}

/// The meaning of the two numbers in the name of a cell.
enum Order {
    /// Its row and its column.
    Rows,
    /// Its column and its row.
    Columns,
    /// Its box and its place there.
    Boxes,
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
        ("b" | "box" | "block", "c" | "cell" | "") => Some(Order::Boxes),
        ("r" | "row" | "c" | "col" | "column", _) => None,
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

/// Returns the cells with names such as `r1c1`, or `A1`, `B1` in the order of rows, which differ and may be those of clues only. `None` if
/// there are other names.
///
/// # Errors
/// If the letters may be rows: a program that sorts its names has the order `A1`, `A2`, whatever the letter is.
pub(crate) fn named_cells<'a>(names: impl Iterator<Item = &'a str>) -> Option<Result<Vec<usize>, ErrorKind>> {
    let (mut cells, mut letters) = (Vec::new(), Vec::new());
    for name in names {
        match name.to_ascii_lowercase().as_bytes() {
            [b'r', row @ b'1'..=b'9', b'c', column @ b'1'..=b'9'] => {
                cells.push(usize::from(9 * (row - b'1') + column - b'1'));
            }
            [letter @ b'a'..=b'i', number @ b'1'..=b'9'] => {
                letters.push([usize::from(letter - b'a'), usize::from(number - b'1')]);
            }
            _ => return None,
        }
    }
    if cells.len() + letters.len() < 17 {
        return None;
    }
    let by = |first: usize| letters.iter().map(move |letter| 9 * letter[first] + letter[1 - first]);
    Some(match (letters.is_empty(), cells.is_empty() && by(1).is_sorted() && !by(0).is_sorted()) {
        (true, _) => Ok(cells),
        (_, true) => Ok(by(1).collect()),
        _ => Err(ErrorKind::form("cells of which the letters may be rows or columns", "the names r1c1 to r9c9")),
    })
}
