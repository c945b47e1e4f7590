//! Lines of text that look like a grid or its rows, in a form that is not known.

use std::ops::RangeInclusive;

use minirow_core::{Grid, Puzzle, solver};

use crate::characters::{cell, is_separator, number_word};
use crate::doubtful::is_map_of_letters;
use crate::error::ParseError;
use crate::no_row::is_number;
use crate::row::{field_cell, words};
use crate::strings::{has_spaces, is_around_string};

/// The cells of a line that is hardly anything but a grid, or two, and the fewest digits of it.
const CELLS_OF_A_GRID: RangeInclusive<usize> = 60..=170;
const DIGITS_OF_A_GRID: usize = 10;

/// The fewest cells of a word, or of an array, that are hardly anything but a part of a grid, and the fewest digits of it.
const CELLS_OF_A_PART: usize = 24;
const DIGITS_OF_A_PART: usize = 5;

/// The fewest cells of a part with dots between its digits, and the fewest rows of a line that has several.
const CELLS_OF_A_DOTTED_PART: usize = 10;
const ROWS_OF_A_LINE: usize = 3;

/// The fewest delimiters of a line with a grid in fields.
const FIELDS_OF_A_GRID: usize = 76;

/// The fewest of LaTeX, which has another sign between rows.
const FIELDS_OF_LATEX: usize = 64;

/// The signs between the cells of rows or around them, of which each row has the same number.
const SIGNS: [char; 7] = [',', ';', '|', '\t', '&', '<', ':'];

/// Stands for nine cells at an end of a line.
const ROW: char = '9';

/// The fewest of one of them in a row, and the most digits of a row with two labels.
const FEWEST_SIGNS: usize = 8;
const MOST_DIGITS: usize = 11;

/// The fewest of them in a row of nothing but cells.
const FEWEST_BARS: usize = 2;

/// The most lines between two rows: a ruler and an empty line.
const MOST_BETWEEN: usize = 2;

/// Returns `true` for a line with the cells of a grid, or with a long part of them, among other text.
pub(super) fn may_be_grid(text: &str) -> bool {
    let escapes = [("\\n", " "), ("\\.", "."), ("\\_", "_"), ("\\*", "*"), ("\\-", "-")];
    let plain = escapes.iter().fold(text.to_string(), |plain, (escape, sign)| plain.replace(escape, sign));
    let text = &*plain;
    let is_link = text.contains("://");
    if has_rows_in_brackets(text) {
        return true;
    }
    let is_list = || text.trim_start().starts_with('(') && text.matches('(').count() == 1;
    let mut is_array = ["{{", "[["].iter().any(|start| text.trim_start().starts_with(start)) || is_list();
    let is_between = |sign: char| {
        is_separator(sign)
            || matches!(sign, '<' | '>' | '[' | ']' | '(' | ')' | '{' | '}' | '/' | '+' | '=' | '&' | '!')
            || is_link && sign == '?'
    };
    let (mut cells, mut digits, mut rows, mut single) = (0, 0, 0, [0; 2]);
    for (at, word) in text.split(is_between).filter(|word| !word.is_empty()).enumerate() {
        // A number with many zeros is hardly one.
        let has_zeros = || 3 * word.matches('0').count() >= word.len();
        let is_decimal = || is_number(word) && (word.len() > 3 || word.len() > 1 && word.contains('.'));
        let (count, clues) = match () {
            () if number_word(word).is_some() => (1, 1),
            () if word.chars().all(|sign| cell(sign).is_some()) && !is_decimal() => {
                (word.len(), word.bytes().filter(|byte| matches!(byte, b'1'..=b'9')).count())
            }
            () => (0, 0),
        };
        if count >= CELLS_OF_A_PART && clues >= DIGITS_OF_A_PART {
            return true;
        }
        // Its first word may be the name of a template.
        is_array &= at > 0 || count > 0;
        single = if count == 1 { [single[0] + 1, single[1] + clues] } else { [0; 2] };
        if is_array && single[0] >= CELLS_OF_A_PART && single[1] >= DIGITS_OF_A_PART {
            return true;
        }
        // One cell may be a sign of another kind. In a formula, several are, or it is that of a number.
        let is_near = word.len() == 9
            && word.bytes().filter(|sign| sign.is_ascii_digit() || *sign == b'.').count() == 8
            && word.matches('.').count() != 1;
        let is_row = (count == 9 || is_near) && (word.contains(['.', '*', '_', '-']) || has_zeros());
        rows += usize::from(is_row);
        if rows == ROWS_OF_A_LINE || is_dotted(word) {
            return true;
        }
        (cells, digits) = (cells + count, digits + clues);
    }
    let is_delimiter = |sign: char| sign.is_whitespace() || matches!(sign, ',' | ';' | '|' | '"' | '\'');
    let is_line = |word: &str| (79..=83).any(|count| has_unknown_blank(word, count, DIGITS_OF_A_GRID));
    let is_line = text.split(is_delimiter).any(is_line);
    let has_fields = [',', ';', '\t'].iter().any(|sign| text.matches(*sign).count() >= FIELDS_OF_A_GRID)
        || text.matches('&').count() >= FIELDS_OF_LATEX && !is_link;
    let is_string = |part: &str| {
        let cells = part.trim();
        // The numbers of a table are a whole line.
        cells.len() < text.trim().len() && (70..=90).contains(&cells.len()) && has_spaces(part)
    };
    is_line
        || text.split(is_around_string).any(is_string)
        || (CELLS_OF_A_GRID.contains(&cells) || has_fields) && digits >= DIGITS_OF_A_GRID
}

/// Returns `true` for three rows of nine cells in brackets.
fn has_rows_in_brackets(text: &str) -> bool {
    let is_cell = |(_, word): (usize, &str)| field_cell(word).is_some();
    let is_row = |part: &&str| part.len() > 9 && words(part).count() == 9 && words(part).all(is_cell);
    text.split(['(', ')', '[', ']', '{', '}']).filter(is_row).count() >= ROWS_OF_A_LINE
}

/// Returns `true` for a number of characters that are digits, at least `fewest`, and the same other sign, as a blank that is not known.
fn has_unknown_blank(cells: &str, count: usize, fewest: usize) -> bool {
    if cells.len() < count || cells.chars().count() != count {
        return false;
    }
    let mut others = cells.chars().filter(|sign| !sign.is_ascii_digit());
    let Some(blank) = others.next() else { return false };
    let digits = count - 1 - others.clone().count();
    digits >= fewest && others.all(|other| other == blank)
}

/// The fewest empty cells of nine with a blank that is not known.
const FEWEST_EMPTY: usize = 4;

/// The fewest lines of them that are hardly anything but rows of a grid.
const FEWEST_UNKNOWN: usize = 4;

/// Returns `true` for a word of nine cells with a blank that is not known. Most of a date are digits.
pub(super) fn has_unknown_row(word: &str) -> bool {
    has_unknown_cells(word, 9, FEWEST_EMPTY)
}

/// Returns `true` for a number of cells with a digit and at least `fewest` blanks that are not known.
fn has_unknown_cells(word: &str, count: usize, fewest: usize) -> bool {
    let empty = || word.chars().filter(|sign| !sign.is_ascii_digit());
    has_unknown_blank(word, count, 1) && empty().count() >= fewest && empty().all(|sign| cell(sign).is_none())
}

/// Returns `true` for cells with other signs than letters between them.
fn are_cells_apart(text: &str) -> bool {
    let mut cells = text.split(|sign| cell(sign).is_none()).filter(|cells| !cells.is_empty());
    cells.all(|cells| cells.len() == 1) && !text.contains(|sign: char| sign.is_alphabetic() && cell(sign).is_none())
}

/// The number of empty cells of a grid whose blank is not known.
const UNKNOWN_BLANKS: RangeInclusive<usize> = 20..=64;

/// Reads 81 cells that have a sign as blank which is no blank elsewhere. As many digits hardly have exactly one solution if the sign is
/// something else.
pub(super) fn with_unknown_blank(cells: &str) -> Option<Grid> {
    let is_clue = |sign: char| matches!(sign, '1'..='9');
    let others = || cells.chars().filter(|&sign| !is_clue(sign));
    let is_known = has_unknown_blank(cells, 81, Puzzle::FEWEST_CLUES) && others().all(|sign| cell(sign).is_none());
    if !is_known || !UNKNOWN_BLANKS.contains(&others().count()) {
        return None;
    }
    let plain: String = cells.chars().map(|sign| if is_clue(sign) { sign } else { '.' }).collect();
    Grid::from_ascii(plain.as_bytes()).filter(solver::is_unique)
}

/// Returns `true` for nine fields of which some are digits and the others the same word, as a blank that is not known: `8 5 N/A 4 N/A ...`.
pub(super) fn has_unknown_word(text: &str) -> bool {
    let fields: Vec<&str> = text.split(is_separator).filter(|field| !field.is_empty()).take(10).collect();
    let (digits, others): (Vec<&str>, Vec<&str>) =
        fields.iter().partition(|field| matches!(field.as_bytes(), [b'1'..=b'9']));
    fields.len() == 9
        && !digits.is_empty()
        && others.len() > 1
        && others.iter().all(|word| word.chars().count() > 1 && *word == others[0])
}

/// Returns `true` for a part of a grid with dots: three digits or more with dots between them, and more than one between some.
fn is_dotted(word: &str) -> bool {
    let are_cells = word.bytes().all(|byte| byte == b'.' || byte.is_ascii_digit());
    let digits = || word.split('.').filter(|digits| !digits.is_empty());
    word.len() >= CELLS_OF_A_DOTTED_PART
        && are_cells
        && word.contains("..")
        && digits().count() >= 3
        && digits().all(|digits| digits.len() < 4)
}

/// Returns the nine cells at the end of a line or at its start, of which no digit is there twice, or a line of nine cells with a blank
/// that is not known.
fn row_at_an_end(text: &str) -> Option<&str> {
    let plain = without_spaces(text);
    // A cell may be lost, or be there twice.
    if has_unknown_blank(&plain, 9, 0) || [8, 10].iter().any(|&count| has_unknown_cells(&plain, count, FEWEST_EMPTY)) {
        return Some(text);
    }
    // Nine cells with a sign between some of them that is no separator. Seven or eight are those of a row whose end is cut off.
    let is_drawn = |sign: &char| !sign.is_whitespace() && !matches!(sign, '|' | '"' | '\'');
    let (cells, others): (Vec<char>, Vec<char>) = text.chars().filter(is_drawn).partition(|sign| cell(*sign).is_some());
    let is_cut = matches!(cells.len(), 7 | 8) && are_cells_apart(text);
    let mut signs = others.iter().filter(|sign| !is_cut || !is_separator(**sign));
    let kind = |sign: char| if matches!(sign, '(' | ')' | '{' | '}') { '(' } else { sign };
    let first = signs.next().copied();
    let are_equal =
        first.is_none_or(|first| !first.is_numeric()) && signs.all(|sign| Some(kind(*sign)) == first.map(kind));
    if (is_cut || cells.len() == 9 && first.is_some()) && are_equal {
        return Some(text);
    }
    // A sign may be between a name and the first cell.
    let behind_name = &text[text.find(['=', '>', ']']).map_or(0, |at| at + 1)..];
    let all: Vec<(usize, &str)> = words(behind_name).collect();
    let at_end = nine_cells(all.iter().rev().copied()).map(|(start, _)| &behind_name[start..]);
    let is_cells = |(_, word): &&(usize, &str)| word.chars().all(|sign| cell(sign).is_some());
    let start = all.iter().find(is_cells).map_or(0, |(start, _)| *start);
    at_end
        .or_else(|| nine_cells(words(text)).map(|(start, word)| &text[..start + word.len()]))
        // Other words may be around them.
        .or_else(|| {
            let behind = &behind_name[start..];
            let row = nine_cells(words(behind)).map(|(end, word)| &behind[..end + word.len()])?;
            // A date and a time are no cells.
            let mut lengths = words(row).map(|(_, word)| word.len());
            let length = lengths.next();
            lengths.all(|other| Some(other) == length).then_some(row)
        })
        .filter(|row| are_new(row))
}

/// Returns the characters of a row without bars, spaces, and quotes around it.
fn without_spaces(text: &str) -> String {
    let text = text.trim_end_matches([',', ';', ')', ' ', '"', '\'']);
    text.chars().filter(|sign| !sign.is_whitespace() && !matches!(sign, '|' | '"' | '\'')).collect()
}

/// Returns the last of the first words that have nine cells together.
fn nine_cells<'a>(words: impl Iterator<Item = (usize, &'a str)>) -> Option<(usize, &'a str)> {
    let mut cells = 0;
    let mut last =
        words.take_while(|(_, word)| word.chars().all(|sign| cell(sign).is_some())).skip_while(|(_, word)| {
            cells += word.len();
            cells < 9
        });
    let last = last.next()?;
    (cells == 9).then_some(last)
}

/// Returns `true` if no digit is there twice.
fn are_new(row: &str) -> bool {
    let digits: Vec<u8> = row.bytes().filter(|digit| matches!(digit, b'1'..=b'9')).collect();
    (0..digits.len()).all(|at| !digits[..at].contains(&digits[at]))
}

/// The words and characters of digits that are no cells.
const NUMERALS: &str =
    "one two three four five six seven eight nine I II III IV V VI VII VIII IX 一 二 三 四 五 六 七 八 九";

/// Returns the number of digits in a row of nine words or characters that stand for digits, or of nine letters, with blanks among them.
fn numerals(text: &str) -> Option<usize> {
    let apart = text.replace("::", " ");
    let words: Vec<&str> = words(&apart).map(|(_, word)| word).collect();
    let cells = if words.len() == 1 { words[0].split("").filter(|cell| !cell.is_empty()).collect() } else { words };
    if cells.len() != 9 {
        return None;
    }
    let is_single = |cell: &str, is_digit: fn(char) -> bool| cell.chars().count() == 1 && cell.chars().all(is_digit);
    let is_numeral = |cell: &&str| {
        NUMERALS.split(' ').any(|numeral| numeral == *cell)
            || is_single(cell, |c| !c.is_ascii() && c.is_numeric())
            || is_single(cell, |c| matches!(c, 'A'..='I' | 'a'..='i'))
    };
    let is_blank = |cell: &&str| is_single(cell, |c| self::cell(c).is_some() || c == '〇') || cell.contains("square");
    let (numerals, others): (Vec<&str>, Vec<&str>) = cells.into_iter().partition(is_numeral);
    let is_row = others.iter().all(|cell| is_blank(cell) || *cell == "zero");
    (is_row && !numerals.is_empty()).then_some(numerals.len())
}

/// Returns `true` for a row of letters in place of digits, with blanks among them.
fn has_letters_only(text: &str) -> bool {
    text.chars().all(|sign| is_separator(sign) || matches!(sign, 'A'..='I' | 'a'..='i') || cell(sign).is_some())
}

/// Returns `true` for digits and one letter, which is a blank.
fn has_one_letter(cells: &str) -> bool {
    let mut letters = cells.chars().filter(char::is_ascii_alphabetic);
    letters.next().is_some_and(|first| letters.all(|letter| letter == first))
        && cells.contains(|sign| matches!(sign, '1'..='9'))
}

/// Returns `true` for 81 cells that have exactly one solution with digits in place of the letters.
fn is_grid_of_letters(cells: &str) -> bool {
    let digit = |sign: char| match sign {
        'A'..='I' => char::from(sign as u8 - b'A' + b'1'),
        'a'..='i' => char::from(sign as u8 - b'a' + b'1'),
        _ => '.',
    };
    Grid::from_ascii(cells.chars().map(digit).collect::<String>().as_bytes())
        .is_some_and(|grid| solver::is_unique(&grid))
}

/// The last lines of text with nearly the same number of a sign.
#[derive(Clone, Default, Debug)]
pub(super) struct AlikeLines {
    sign: char,
    number_of_signs: usize,
    first_line: usize,
    last_line: usize,
    count: usize,
    digits: usize,
    /// The first character that is in no cell, with its position in the first line.
    other: Option<(char, usize)>,
    /// The cells of the lines, with a blank that may not be known.
    cells: String,
    /// The numbers of lines from one to the next.
    steps: Vec<usize>,
    /// `true` if all rows have letters in place of digits.
    are_letters: bool,
    /// The number of lines of nothing but nine cells with a blank that is not known.
    unknown: usize,
    /// `true` if the lines follow nine that are a grid, and if there is one anywhere before them.
    is_after_grid: bool,
    has_grid: bool,
}

impl AlikeLines {
    /// Notes a line of text. Returns the number of the first of nine lines that look like rows, with their grid or their error.
    pub(super) fn note(&mut self, line: usize, text: &str) -> Option<(usize, Result<Grid, ParseError>)> {
        let signs = SIGNS.map(|sign| (text.matches(sign).count(), sign));
        let (number_of_signs, sign) = signs.into_iter().max_by_key(|(count, _)| *count).unwrap_or_default();
        let numerals = numerals(text);
        let row = numerals.map(|_| text).or_else(|| row_at_an_end(text.trim_end_matches([')', ';', ' ', '"', '\''])));
        let is_drawn = row.is_none() && !text.contains(char::is_alphanumeric) && number_of_signs < FEWEST_SIGNS;
        if is_drawn && self.count > 0 {
            return None; // a ruler behind a sign
        }
        let (number_of_signs, sign) = if row.is_some() { (9, ROW) } else { (number_of_signs, sign) };
        let (line_text, text) = (text, row.unwrap_or(text));
        let numbers = || text.split(|character: char| !character.is_ascii_digit()).filter(|number| !number.is_empty());
        let has_cells = || text.chars().all(|sign| is_separator(sign) || cell(sign).is_some());
        let may_be_row = row.is_some()
            || (number_of_signs >= FEWEST_SIGNS || number_of_signs >= FEWEST_BARS && has_cells())
                && numbers().all(|number| number.len() == 1)
                && numbers().count() <= MOST_DIGITS;
        let is_next = line <= self.last_line + MOST_BETWEEN + 1;
        let mut rest = None;
        if !may_be_row || !is_next || sign != self.sign || number_of_signs.abs_diff(self.number_of_signs) > 1 {
            let is_other = |(_, sign): &(usize, char)| !is_separator(*sign) && cell(*sign).is_none();
            let other = line_text.chars().enumerate().find(is_other).map(|(at, sign)| (sign, at + 1));
            let next =
                AlikeLines { sign, number_of_signs, first_line: line, last_line: line, other, ..AlikeLines::default() };
            let has_grid = self.has_grid;
            rest = std::mem::replace(self, AlikeLines { are_letters: true, has_grid, ..next }).end();
        }
        if !may_be_row {
            return rest;
        }
        if self.count == 0 {
            self.first_line = line;
        }
        self.steps.push(line - self.last_line);
        self.last_line = line;
        self.count += 1;
        self.digits += numerals.unwrap_or_else(|| text.bytes().filter(|digit| matches!(digit, b'1'..=b'9')).count());
        self.cells.extend(text.chars().filter(|&sign| !is_separator(sign)));
        let plain = without_spaces(line_text);
        let is_spaced = words(line_text).all(|(_, word)| word.chars().count() == 1);
        let is_unknown = has_unknown_cells(&plain, 9, if is_spaced { 1 } else { FEWEST_EMPTY });
        let cells = plain.chars().filter(|sign| cell(*sign).is_some()).count();
        self.unknown += usize::from(is_unknown || cells == 9 && numerals.is_none() && are_cells_apart(line_text));
        self.are_letters &= numerals.is_some() && has_letters_only(text);
        if rest.is_some() || self.count != 9 || self.digits < Puzzle::FEWEST_CLUES && !self.has_grid {
            return rest;
        }
        let found = with_unknown_blank(&self.cells).filter(|_| self.are_bands());
        if self.are_letters && is_map_of_letters(&self.cells) {
            return Some((self.first_line, Err(ParseError::Regions)));
        }
        if found.is_none() && self.are_letters && !has_one_letter(&self.cells) && !is_grid_of_letters(&self.cells) {
            return None;
        }
        let first_line = self.first_line;
        let result = found.ok_or(ParseError::Alike(self.other));
        // The rows of another grid may follow.
        if result.is_ok() {
            let (sign, number_of_signs, other) = (self.sign, self.number_of_signs, self.other);
            let next = AlikeLines { sign, number_of_signs, other, last_line: line, ..AlikeLines::default() };
            *self = AlikeLines { is_after_grid: true, has_grid: true, are_letters: true, ..next };
        }
        Some((first_line, result))
    }

    /// Returns `true` if a line is the first of them.
    pub(super) fn begins_at(&self, line: usize) -> bool {
        self.count == 1 && self.first_line == line
    }

    /// Returns the error of lines behind a grid that are no other grid, and of rows with a blank that is not known, if one is missing.
    pub(super) fn end(&mut self) -> Option<(usize, Result<Grid, ParseError>)> {
        let lines = std::mem::take(self);
        let is_rest = match lines.is_after_grid {
            true => lines.count > 0,
            false => lines.has_grid && lines.sign == ROW && lines.count > 1 || lines.unknown >= FEWEST_UNKNOWN,
        };
        (is_rest && lines.count < 9).then_some((lines.first_line, Err(ParseError::Alike(lines.other))))
    }

    /// Returns `true` if nine lines follow each other, with others between the bands or not.
    fn are_bands(&self) -> bool {
        let [_, bands @ ..] = &self.steps[..] else { return false };
        let is_equal = |first: usize, places: &[usize]| places.iter().all(|&at| bands[at] == bands[first]);
        is_equal(0, &[1, 3, 4, 6, 7]) && is_equal(2, &[5])
    }
}

/// The numbers of lines of one cell that are hardly anything but a grid, of which some may be lost. The steps of a solution are fewer.
const CELLS_APART: RangeInclusive<usize> = 78..=83;

/// The longest of them, and the most other lines between two of them.
const LONGEST_CELL: usize = 30;
const MOST_BETWEEN_CELLS: usize = 4;

/// The last lines with a cell each, in the same form.
#[derive(Clone, Default, Debug)]
pub(super) struct CellLines {
    /// The line with a sign in place of each number.
    shape: String,
    first_line: usize,
    last_line: usize,
    count: usize,
}

impl CellLines {
    /// Notes a line of text. Returns the number of the first line of those before it, if they are hardly anything but the cells of a grid.
    pub(super) fn note(&mut self, line: usize, text: &str) -> Option<usize> {
        // The items of nested lists have several signs.
        let text = text.trim().trim_start_matches(['-', ' ']);
        let value = text.trim_end_matches([')', ']', '}', ',', ';', '"', '\'']);
        let before = value.strip_suffix(|last: char| last.is_ascii_digit());
        let is_single = before.is_some_and(|before| !before.ends_with(|last: char| last.is_ascii_digit()));
        // A list of prose has words.
        let is_word = |word: &str| word.len() > 2 && word.chars().all(char::is_alphabetic);
        if !is_single || text.len() > LONGEST_CELL || text.split_whitespace().any(is_word) {
            return None;
        }
        let numbers = text.split(|sign: char| !sign.is_ascii_digit()).filter(|number| !number.is_empty());
        let shape = numbers.fold(text.to_string(), |shape, number| shape.replacen(number, "#", 1));
        let is_other = shape != self.shape || line > self.last_line + MOST_BETWEEN_CELLS + 1;
        let first = is_other.then(|| self.end()).flatten();
        if is_other {
            *self = CellLines { shape, first_line: line, ..CellLines::default() };
        }
        (self.last_line, self.count) = (line, self.count + 1);
        first
    }

    /// Ends the lines, with the same result.
    pub(super) fn end(&mut self) -> Option<usize> {
        let lines = std::mem::take(self);
        CELLS_APART.contains(&lines.count).then_some(lines.first_line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_a_grid_are_found_among_other_text() {
        let cells = "53xx7xxxx6xx195xxxx98xxxx6x8xxx6xxx34xx8x3xx17xxx2xxx6x6xxxx28xxxx419xx5xxxx8xx7";
        for text in [
            format!("{cells} easy"),
            format!("No. 5: {}", cells.chars().map(String::from).collect::<Vec<_>>().join(", ")),
            format!("https://example.org/?p={}", &cells[..50]),
        ] {
            assert!(may_be_grid(&text), "{text}");
        }
        for text in
            ["A puzzle of 2026-11-28, e.g. No. 12345678901234567890", "1.2 2.3 3.4 4.5 5.6 6.7 ".repeat(6).as_str()]
        {
            assert!(!may_be_grid(text), "{text}");
        }
    }

    #[test]
    fn nine_lines_with_the_signs_of_rows_are_found() {
        let row = "pair 5 , 3 , - , - , 7 , - , - , - , -";
        let mut lines = AlikeLines::default();
        assert_eq!(
            (1..=9).find_map(|line| lines.note(2 * line, row)),
            Some((2, Err(ParseError::Alike(Some(('p', 1))))))
        );
        let mut lines = AlikeLines::default();
        assert_eq!((1..=9).find_map(|line| lines.note(line, &row.replace('5', "12"))), None);
        assert_eq!((1..=8).find_map(|line| lines.note(line, row)), None);
        assert_eq!(lines.note(20, row), None);
        for row in [
            "①...③..⑦.",
            "1 ② . ④ . . . ⑧ ⑨",
            "one 0 0 four 0 0 seven 0 0",
            ":one::zero::zero::zero:five::zero:seven::zero::zero:",
            "I . . IV . . VII . IX",
        ] {
            let mut lines = AlikeLines::default();
            let found = (1..=9).find_map(|line| lines.note(line, row));
            assert!(matches!(found, Some((1, Err(ParseError::Alike(_))))), "{row}: {found:?}");
        }
    }
}
