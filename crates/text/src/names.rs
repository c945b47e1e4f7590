//! The names of rows and grids. Columns and boxes are no rows, so what has their name is no grid.

use crate::name_words::{is_among, words};
use crate::order::names_other_parts;

/// The words for a row before its number. Another word with a number may be that of a column or a box.
const ROW_WORDS: &str = "row line zeile reihe ligne rangée fila renglón linea línea linha riga rij regel rad rekke række linje wiersz rząd \
    řádek řada riadok rand rând sor rivi satır redak vrsta ряд строка γραμμή 行 줄";

/// The words in the names of rows, and in those of grids, which have the number of a row behind them. An index may be that of any name.
const ROWS: &str = "rows r lines l z f a arr array board cells data field g game grid \
    input m mat matrix p problem puzzle quiz s state sudoku table values";

/// The fewest labels, in rows or in comments beside them, that tell the numbers of rows.
pub(super) const FEWEST_LABELS: usize = 5;

/// The number of a row whose name is not that of a row.
pub(super) const OTHER: u32 = u32::MAX;

/// Returns the number of a row in the text before its cells, such as `row2 = ` or `board[1] = {`: [`OTHER`] if that is not the name of a row
/// or of a grid.
pub(super) fn row_number<'a>(before: &'a str) -> Option<u32> {
    let assigned = before.split_once("<-").or_else(|| before.split_once('=')).map(|(name, _)| name.trim_end());
    let (mut name, mut index) = (assigned.unwrap_or(before).trim_end_matches(['"', '\'', ' ']), None);
    while let Some((rest, inner)) =
        assigned.and(name.strip_suffix([']', ')'])).and_then(|name| name.rsplit_once(['[', '(']))
    {
        (name, index) = (rest.trim_end(), Some(inner.trim()));
    }
    let name = name.rsplit(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').next().unwrap_or_default();
    let index = index.filter(|index| !index.is_empty());
    let number = match index {
        // The column is the second index.
        Some(index) if index.starts_with([':', ',']) => return Some(OTHER),
        Some(index) => last_number(index.split(',').next().unwrap_or(index)),
        None => last_number(if assigned.is_some() { name } else { before }),
    };
    // A letter may be a label, and a number the second word of a name.
    let last_word = |text: &'a str| -> (&'a str, &'a str) {
        let text = text.trim_end_matches(|last: char| !last.is_alphanumeric());
        text.split_at(text.trim_end_matches(|last: char| last.is_alphanumeric() || last == '_').len())
    };
    let (start, last) = last_word(assigned.unwrap_or(before));
    let letter = Some(last)
        .filter(|last| number.is_none() && start.trim_matches(['"', '\'', ' ']).is_empty() && last.len() == 1);
    let number = number.or_else(|| letter.filter(|last| label_number(last).is_some()));
    let part = if last.bytes().all(|byte| byte.is_ascii_digit()) { last_word(start).1 } else { "" };
    let words = words(name);
    let is_known = || words.is_empty() || words.iter().any(|word| is_of_row(word));
    let is_other = names_other_parts(if assigned.is_some() { name } else { before })
        || number.is_some() && names_other_parts(part)
        || assigned.is_some() && index.is_none() && number.is_some() && letter.is_none() && !is_known()
        || assigned.is_some() && index.is_none() && !part.is_empty() && !is_of_row(part);
    if is_other { Some(OTHER) } else { label_number(number?) }
}

/// Returns `true` for a word for a row.
pub(super) fn is_row_word(word: &str) -> bool {
    is_among(&word.to_lowercase(), ROW_WORDS)
}

/// Returns `true` for a word in the name of a row or a grid.
fn is_of_row(word: &str) -> bool {
    is_row_word(word) || is_among(&word.to_lowercase(), ROWS)
}

/// Returns `true` for a word and a digit that are not the name of a row, such as `Quadrat 1`.
pub(super) fn is_other_label(name: &str) -> bool {
    let Some(name) = name.strip_suffix(|last: char| last.is_ascii_digit()) else { return false };
    let name = name.trim_end_matches([' ', '#', '_', '-']);
    let start = name.trim_end_matches(char::is_alphabetic).len();
    start < name.len() && !is_of_row(&name[start..])
}

/// Returns the number of a row in the remark behind it, or [`OTHER`] for another word with a number.
pub(super) fn remark_label(remark: &str) -> Option<u32> {
    let remark = remark.trim_matches(|end: char| !end.is_alphanumeric());
    let is_other = || {
        is_other_label(remark) && !remark.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end().contains(' ')
    };
    remark_number(remark).or_else(|| is_other().then_some(OTHER))
}

fn last_number(text: &str) -> Option<&str> {
    text.split(|character: char| !character.is_ascii_digit()).rfind(|number| !number.is_empty())
}

/// Returns the number of a row in the remark behind it, such as `// row 2`: [`OTHER`] for one such as `// column 2`.
pub(super) fn remark_number(remark: &str) -> Option<u32> {
    // The name of the first cell of a row.
    if let [b'r' | b'R', number @ b'1'..=b'9', b'c' | b'C', b'1'] = remark.trim().as_bytes() {
        return Some(u32::from(number - b'0'));
    }
    let mut words = remark.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let (name, number) = (words.next()?.to_ascii_lowercase(), words.next());
    let number = number.or(name.get(name.len() - 1..)).filter(|_| words.next().is_none())?;
    let name = name.trim_end_matches(|character: char| character.is_ascii_digit());
    let is_digit = number.starts_with(|first: char| first.is_ascii_digit());
    let number = label_number(number)?;
    match name {
        _ if names_other_parts(name) => Some(OTHER),
        _ if !is_digit => None,
        "b" | "c" | "s" => Some(OTHER),
        "rank" | "y" => Some(number),
        _ => is_of_row(name).then_some(number),
    }
}

/// Returns the number of a label of a row.
pub(super) fn label_number(label: &str) -> Option<u32> {
    match label.as_bytes() {
        [letter @ (b'A'..=b'I' | b'a'..=b'i')] => Some(u32::from((letter | 0x20) - b'a' + 1)),
        // Some programs leave out I, which is like 1.
        b"J" | b"j" => Some(9),
        [digit @ b'0'..=b'9'] | [b'0' | b'r' | b'R' | b'L', digit @ b'0'..=b'9'] => Some(u32::from(digit - b'0')),
        _ => None,
    }
}

/// Returns a Roman number from 1 to 9.
pub(super) fn roman_number(label: &str) -> Option<u32> {
    let numbers = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    (1..).zip(numbers).find(|(_, roman)| label.eq_ignore_ascii_case(roman)).map(|(number, _)| number)
}

/// The longest number of a line.
const LONGEST_NUMBER: usize = 6;

/// Returns the number of a line, as editors show it.
pub(super) fn line_number(label: &str) -> Option<u32> {
    (label.len() <= LONGEST_NUMBER).then(|| label.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_names_of_rows() {
        for name in [
            "row2 = [",
            "board[2] = {",
            "g[2,:] = [",
            "A(2,:) = [",
            "m[2,] <- c(",
            "int r2[] = {",
            "[2] = {",
            "p2=",
            "evil[2] = {",
            "B: [",
            "B = {",
        ] {
            assert_eq!(row_number(name), Some(2), "{name}");
        }
        for name in [
            "col2 = [",
            "c2 = [",
            "Box 2 = [",
            "x2=",
            "g[:,2] = [",
            "g(:, 2) = [",
            "m[,2] <- c(",
            "board.columns[2] = {",
            "Column(",
        ] {
            assert_eq!(row_number(name), Some(OTHER), "{name}");
        }
        for name in ["evil = [", "rows.append([", "{", "const g = "] {
            assert_eq!(row_number(name), None, "{name}");
        }
        assert_eq!(
            ["row 2", "r2", "col 2", "b2", "box 2", "2nd try"].map(remark_number),
            [Some(2), Some(2), Some(OTHER), Some(OTHER), Some(OTHER), None]
        );
    }
}
