//! Marks at the digits of a grid, such as bold type, quotes or colours. Those that only some digits have may tell the digits of the player.

use minirow_core::Grid;

use crate::characters::{cell, is_separator, number_word, plain_character};
use crate::error::ParseError;
use crate::markup::{ESCAPE, in_bold, input, is_fixed, length_of_tag, split_color};

/// A digit of a text, with the marks that it has: the words of the tags and colours around it, and the signs beside it.
pub(super) type Marked = (u8, Vec<String>);

/// Returns the digits of a text with their marks, or none of a text that has nothing but cells and separators.
pub(super) fn digits(text: &str) -> Vec<Marked> {
    let is_plain = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | '-' | ' ' | '|' | ',' | ';' | ':' | '\t');
    if text.chars().all(is_plain) && !text.contains(".0") {
        return Vec::new();
    }
    let mut scan = Digits::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = scan.pass_tag(rest).or_else(|| scan.pass_word(rest)).unwrap_or_else(|| {
            scan.pass_character(first);
            first.len_utf8()
        });
        rest = &rest[length..];
    }
    scan.found
}

/// The digits so far, and what the next one has.
#[derive(Default)]
struct Digits {
    found: Vec<Marked>,
    /// The names and the words of the tags that are open.
    open: Vec<(String, Vec<String>)>,
    color: Option<String>,
    /// The signs directly before the next character.
    signs: Vec<String>,
    /// `true` directly behind a digit and its signs.
    is_beside: bool,
    /// `true` within a word.
    is_within: bool,
}

impl Digits {
    fn add(&mut self, digit: char, marks: impl IntoIterator<Item = String>) {
        let plain = plain_character(digit) as u8 - b'0';
        // The zero of other digits than those of ASCII.
        let script = char::from_u32(digit as u32 - u32::from(plain)).filter(|zero| *zero != '0').map(String::from);
        let around = self.open.iter().flat_map(|(_, words)| words).chain(&self.color).cloned();
        let marks = around.chain(script).chain(self.signs.drain(..)).chain(marks).collect();
        self.found.push((plain, marks));
        self.is_beside = true;
    }

    fn end_word(&mut self) {
        self.signs.clear();
        (self.is_beside, self.is_within) = (false, false);
    }

    /// Passes a tag or a color at the start of a text. Returns its length.
    fn pass_tag(&mut self, text: &str) -> Option<usize> {
        if let Some(color) = text.strip_prefix(ESCAPE) {
            let (codes, rest) = split_color(color)?;
            self.color = (!matches!(codes, "" | "0" | "22" | "39")).then(|| format!("{ESCAPE}{codes}"));
            return Some(text.len() - rest.len());
        }
        if let Some((length, value)) = input(text) {
            let marks =
                if is_fixed(&text[..length]) { Vec::new() } else { words(&text[1..length - 1].replace(value, "")) };
            if let [digit @ b'1'..=b'9'] = value.as_bytes() {
                self.add(char::from(*digit), marks);
            }
            self.end_word();
            return Some(length);
        }
        let length = length_of_tag(text)?;
        self.end_word();
        let inner = &text[1..length - 1];
        let name = inner.trim_start_matches('/').split([' ', '=', '/']).next().unwrap_or_default().to_ascii_lowercase();
        if let Some(at) = self.open.iter().rposition(|(open, _)| *open == name) {
            self.open.truncate(at);
        }
        if !inner.starts_with('/') && !inner.ends_with('/') && !matches!(&*name, "br" | "hr" | "img" | "wbr") {
            self.open.push((name, words(inner)));
        }
        Some(length)
    }

    /// Passes a number such as `5.0`, or a digit between signs, at the start of a word. Returns its length.
    fn pass_word(&mut self, text: &str) -> Option<usize> {
        if self.is_within {
            return None;
        }
        let is_end = |sign: char| is_separator(sign) || matches!(sign, '[' | ']' | '(' | ')' | '{' | '}' | '<' | '>');
        let word = &text[..text.find(is_end).unwrap_or(text.len())];
        let emphasized = in_bold(word).filter(|(inner, _)| inner.starts_with(|first: char| first.is_ascii_digit()));
        let number = || number_word(word).filter(|(number, _)| *number > 0 && word.len() > 1);
        let (digit, mark) = match emphasized {
            Some((inner, sign)) => (inner.chars().next()?, sign.to_string()),
            None => (char::from(b'0' + number()?.0), word.replacen(|sign: char| matches!(sign, '1'..='9'), "", 1)),
        };
        self.add(digit, [mark]);
        self.end_word();
        Some(word.len())
    }

    fn pass_character(&mut self, character: char) {
        match plain_character(character) {
            '1'..='9' => self.add(character, []),
            plain if matches!(plain, '"' | '\'') || !is_separator(plain) && plain != '&' && cell(plain).is_none() => {
                let sign = plain.to_string();
                if let Some((_, marks)) = self.found.last_mut().filter(|_| self.is_beside) {
                    marks.push(sign.clone());
                }
                self.signs.push(sign);
            }
            plain => {
                self.end_word();
                self.is_within = cell(plain).is_some();
                return;
            }
        }
        self.is_within = !matches!(character, '"' | '\'' | '[' | '(' | '{');
    }
}

/// Returns the words of a tag.
fn words(tag: &str) -> Vec<String> {
    let plain = tag.replace(['"', '\''], "");
    let words = plain.split([' ', ';']).filter(|word| !word.is_empty());
    words.flat_map(|word| [word.to_string(), without_numbers(word)]).collect()
}

fn without_numbers(word: &str) -> String {
    word.replace(|sign: char| sign.is_ascii_digit(), "")
}

/// Returns the marks of the digits of a row, which are next to each other in its text.
pub(super) fn of_row<'a>(text: &'a [Marked], row: &[u8]) -> Option<&'a [Marked]> {
    let row: Vec<u8> = row.iter().copied().filter(|&digit| digit > 0).collect();
    let is_row = |part: &&[Marked]| part.iter().map(|(digit, _)| *digit).eq(row.iter().copied());
    (!row.is_empty()).then(|| text.windows(row.len()).find(is_row)).flatten()
}

/// Checks the marks of the digits of a grid in its text.
///
/// # Errors
/// As those of [`check`].
pub(super) fn check_text(grid: &Grid, text: &str) -> Result<(), ParseError> {
    check(grid.numbers(), &[of_row(&digits(text), grid.numbers())])
}

/// Checks the marks of the digits of a grid, given those of its rows, or of all 81 cells as a row.
///
/// # Errors
/// If some digits have a mark, and neither their places nor the digits tell which: borders and colors of boxes, numbers of cells.
pub(super) fn check(cells: &[u8; 81], marks: &[Option<&[Marked]>]) -> Result<(), ParseError> {
    let length = 81 / marks.len();
    let mut digits: Vec<(usize, &[String])> = Vec::with_capacity(81);
    for (row, marks) in marks.iter().enumerate() {
        let places = (row * length..).take(length).filter(|&at| cells[at] > 0);
        // Rows of nothing but cells have none.
        let of_cell = |at: usize| marks.map_or(&[][..], |marks| &marks[at].1);
        digits.extend(places.enumerate().map(|(at, place)| (place, of_cell(at))));
    }
    let is_of_some = |mark: &&String| {
        let count = digits.iter().filter(|(_, marks)| marks.contains(mark)).count();
        let is_by = |key: &dyn Fn(usize) -> usize| {
            let mut has_mark = [None; 81];
            // The brackets of an array, and a quote that is not between rows, are at its ends.
            digits.iter().filter(|(place, _)| !matches!(place, 0 | 80)).all(|(place, marks)| {
                let has = marks.contains(mark);
                *has_mark[key(*place)].get_or_insert(has) == has
            })
        };
        let (row, column) = (|at: usize| at / 9, |at: usize| at % 9);
        // The number of a cell is that of no other, and the value of one is its digit.
        let has_number = without_numbers(mark).len() < mark.len();
        !(has_number && (count == 1 || is_by(&|at| cells[at].into())))
            && !is_by(&row)
            && !is_by(&column)
            && !is_by(&|at| row(at) / 3 * 3 + column(at) / 3)
            && !is_by(&|at| row(at) % 2 * 2 + column(at) % 2)
    };
    let mark = digits.iter().flat_map(|(_, marks)| *marks).find(is_of_some);
    mark.map_or(Ok(()), |mark| Err(ParseError::Marked(mark.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_around_digits_or_beside_them() {
        let marked = |text: &str| -> String {
            digits(text).iter().map(|(digit, marks)| format!("{digit}{} ", marks.join(""))).collect()
        };
        for (text, expected) in [
            ("5 3 . | . 7", ""),
            ("<b>5</b> 3 [i]7[/i]", "5bb 3 7ii "),
            ("**5** __3__ |_7_|", "5** 3__ 7 "),
            ("'5 3' \"7\" `1`2", "5' 3' 7\"\" 1`` 2` "),
            ("5.0,3,7.0", "5.0 3 7.0 "),
            ("５ 3 4\u{fe0f}\u{20e3}", "5０ 3 4\u{fe0f}\u{20e3} "),
            ("\x1b[34m5\x1b[0m 3", "5\x1b[34 3 "),
            ("<input value=\"5\"> <input value=\"3\" disabled>", "5inputinputvalue=value= 3 "),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }
}
