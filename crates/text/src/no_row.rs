//! Lines that are no row of a grid, and why.

use minirow_core::{Grid, solver};

use crate::characters::{blanks_of, cell, is_separator, may_be_mixed, mixed_blanks, number_word, shown_blanks};
use crate::error::ParseError;
use crate::kinds::{is_cage, is_game_with_rules};
use crate::lengths::Lengths;
use crate::line;
use crate::names::label_number;
use crate::pencilmarks::{self, Mark};
use crate::row::{field_cell, words};

/// The number of cells of a remark that may be a row with an error.
const MOST_OF_A_REMARK: usize = 6;

/// The number of cells and brackets of the end of an array that is no part of a row.
const MOST_OF_AN_END: usize = 3;

/// The fewest cells of pencilmarks in a row with an unknown mark.
const FEWEST_MARKS: usize = 5;

/// A line that is no row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NoRow {
    pub(super) error: ParseError,
    /// The number of cells in it.
    pub(super) cells: usize,
    /// `true` if the line has nothing but cells and separators.
    pub(super) is_cells: bool,
    /// `true` if the line is a number or a date, as headings are.
    pub(super) is_number: bool,
    /// `true` if the line is nothing but digits, and not nine, as a number that is too long for `is_number`.
    pub(super) is_digits: bool,
    /// `true` if the line has a word and few cells, or is a number between signs, as headings are.
    pub(super) is_title: bool,
    /// `true` if the line looks like a row with an error.
    pub(super) is_near: bool,
    /// `true` if the line, taken for a remark, has the cells of a row.
    pub(super) may_be_row: bool,
}

impl NoRow {
    /// Describes a line that is no row of a grid and no grid.
    pub(super) fn of(line: &str) -> NoRow {
        let text = line.trim();
        let mut lengths = Lengths::default();
        let (mut leading, mut cells, mut others, mut error) = (0, 0, 0, None);
        let (mark, mut has_marks) = (unknown_mark(text), false);
        for (start, word) in words(text) {
            let is_number_word = number_word(word).is_some();
            let length = if is_number_word { 1 } else { word.chars().count() };
            let count = match is_number_word {
                true => 1,
                false => word.chars().filter(|&character| cell(character).is_some()).count(),
            };
            cells += count;
            others += length - count;
            if count < length && error.is_none() {
                let (at, found) = word.chars().enumerate().find(|(_, c)| cell(*c).is_none()).expect("no cell");
                error = Some(ParseError::Character { found, at: text[..start].chars().count() + at + 1 });
                leading = cells - count;
            }
            has_marks |= matches!(pencilmarks::read_cell(word), Mark::Digits { is_several: true, .. });
            lengths.add(length, text[start + word.len()..].trim_start().starts_with('|'));
        }
        let word_count = words(text).count();
        let (is_cells, is_number) = (others == 0, is_number(text));
        let is_short = others <= 3 && cells + others <= 14 && cells >= 6;
        let is_near = is_cells && !is_number && cells >= 7 || is_short || (6..=14).contains(&leading) || mark.is_some();
        let is_link = text.contains("://");
        let link = is_link.then_some(ParseError::Link);
        let error = damaged(text).or(link).or_else(|| of_another_kind(text));
        let error = error.or_else(|| mark.map(|word| ParseError::Mark(word.into())));
        let is_labelled = others == 1 && words(text).next().is_some_and(|(_, word)| label_number(word).is_some());
        let error = error.unwrap_or_else(|| match first_other(text, leading) {
            // Behind the label of a row.
            Some(ParseError::Character { at: 1, .. }) if is_labelled && matches!(cells, 7..=8 | 10..=11) => {
                ParseError::Length(cells)
            }
            Some(error) => error,
            None if matches!(cells, 9 | 81) && !lengths.are_equal() => ParseError::Fields(cells, lengths.different()),
            None if cells == 81 && !may_be_mixed(blanks_of(text)) => ParseError::Blanks(mixed_blanks(text)),
            None if cells == 81 && text.contains(|c| matches!(c, '1'..='9')) => ParseError::Uneven,
            None if cells == 81 => ParseError::Ruler, // the same sign throughout
            None if cells == 9 => ParseError::Blanks(shown_blanks(blanks_of(text))),
            // Cells of pencilmarks have several digits.
            None if has_marks && matches!(word_count, 5..=14) && !matches!(cells, 7..=11) => {
                ParseError::Length(word_count)
            }
            // The words of other sizes may be numbers of two digits.
            None if matches!(word_count, 10 | 12 | 15 | 16 | 20 | 25) && cells > word_count => {
                ParseError::Length(word_count)
            }
            None => ParseError::Length(fields_of(line).unwrap_or(cells)),
        });
        // Spaces may be cells, and a remark may be behind them.
        let has_cells = leading > 0 || is_cells || others <= 4;
        let has_spaces = line.starts_with("         ") || has_cells && line.contains("  ");
        let brackets = text.matches(['[', ']', '(', ')', '{', '}']).count();
        let has_brackets = brackets == others && brackets + cells > MOST_OF_AN_END;
        let has_row = has_spaces || has_brackets || !is_number && (is_cells || cells >= MOST_OF_A_REMARK);
        // The letters of a link are no blanks.
        let may_be_row = has_row && !is_link;
        let is_digits = cells != 9 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
        NoRow { error, cells, is_cells, is_number, is_digits, is_title: is_title(text), is_near, may_be_row }
    }

    /// Returns the number of cells, or of words if these are pencilmarks.
    pub(super) fn length(&self) -> usize {
        match self.error {
            ParseError::Length(length) => length,
            ParseError::Mark(_) => 9,
            _ => self.cells,
        }
    }

    /// Returns the error if a word is hardly anything but the cells of a grid, of which some are lost, added or wrong.
    pub(super) fn of_damaged_grid(&self, text: &str) -> Option<ParseError> {
        let is_link = text.contains("://");
        let is_between = |sign: char| is_separator(sign) || is_link && matches!(sign, '=' | '&' | '/' | '?' | '#');
        let damaged = || text.split(is_between).find(|word| is_damaged_grid(word));
        match &self.error {
            ParseError::LostZeros(_) | ParseError::LostZerosOfRow(_) | ParseError::Rounded(_) => {
                Some(self.error.clone())
            }
            _ => damaged().map(|word| match NoRow::of(word).error {
                blanks @ ParseError::Blanks(_) => blanks,
                _ => self.error.clone(),
            }),
        }
    }
}

/// Returns the number of the fields of a line, if each has a cell or is empty, and they are not nine.
fn fields_of(line: &str) -> Option<usize> {
    let framed = line.trim().strip_prefix('|').and_then(|inner| inner.strip_suffix('|'));
    let fields = |delimiter: char| -> Vec<Option<(u8, u16)>> {
        let inner = framed.filter(|_| delimiter == '|').unwrap_or(line);
        inner.split(delimiter).map(field_cell).collect()
    };
    let is_row = |fields: &Vec<Option<(u8, u16)>>| fields.len() > 1 && fields.iter().all(Option::is_some);
    let fields = [',', ';', '\t', '|'].map(fields).into_iter().find(is_row)?.len();
    matches!(fields, 3..=8 | 10..=14).then_some(fields)
}

/// Returns the first word with a mark that is not known, of nine words of which most are cells of pencilmarks.
fn unknown_mark(text: &str) -> Option<&str> {
    let words =
        || text.split(|character: char| character.is_whitespace() || character == '|').filter(|word| !word.is_empty());
    if words().take(10).count() != 9 {
        return None;
    }
    let marks = words().map(pencilmarks::read_cell).filter_map(|mark| match mark {
        Mark::Digits { is_several, .. } => Some(is_several),
        _ => None,
    });
    let (known, several) =
        marks.fold((0, 0), |(known, several), is_several| (known + 1, several + usize::from(is_several)));
    let is_row = several > 0 && known >= FEWEST_MARKS;
    words().find(|word| !matches!(pencilmarks::read_cell(word), Mark::Digits { .. })).filter(|_| is_row)
}

/// Returns `true` if a word has the cells of a grid with an error.
pub(super) fn is_damaged_grid(word: &str) -> bool {
    let cells = word.bytes().filter(|&byte| line::is_cell(byte)).count();
    let is_long = word.len() >= 60 && word.len() < 729 && 4 * cells >= 3 * word.len();
    // A second blank may be a lost clue.
    let is_mixed = || !may_be_mixed(blanks_of(word)) && word.contains(|c| matches!(c, '1'..='9'));
    let is_whole = cells == word.len() && matches!(cells, 81 | 162) && !is_mixed();
    is_long && !is_whole && !is_drawn(word)
}

/// Returns `true` for a line below a heading: the same sign throughout.
fn is_drawn(word: &str) -> bool {
    let first = word.as_bytes().first();
    word.bytes().all(|byte| Some(&byte) == first) && !matches!(first, Some(b'.' | b'0'..=b'9'))
}

/// Returns the error of the first character that is in no cell. Behind enough cells for a row, the text is a remark.
fn first_other(text: &str, leading: usize) -> Option<ParseError> {
    if (7..=14).contains(&leading) && leading != 9 {
        return Some(ParseError::Length(leading));
    }
    let blanks = blanks_of(text);
    let is_letter =
        |character: char| !may_be_mixed(blanks) && u8::try_from(character).is_ok_and(|byte| !line::is_cell(byte));
    let is_other = |(_, c): &(usize, char)| !is_separator(*c) && (cell(*c).is_none() || is_letter(*c));
    let (at, found) = text.chars().enumerate().find(is_other)?;
    Some(ParseError::Character { found, at: at + 1 })
}

/// Returns the error of a Sudoku of another kind: one with letters as digits, or in the forms of programs for killer Sudokus.
fn of_another_kind(text: &str) -> Option<ParseError> {
    let start = text.split(':').next()?.as_bytes();
    let size = match start {
        _ if is_game_with_rules(text) || is_cage(text) => 9,
        [height @ b'2'..=b'9', b'x', width @ b'2'..=b'9'] if text.len() > 3 => (height - b'0') * (width - b'0'),
        _ => 0,
    };
    if size > 0 && size != 9 {
        return Some(ParseError::Size(size.into()));
    }
    if size == 9 || text.starts_with("SumoCueV") {
        return Some(ParseError::MoreRules);
    }
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || line::is_cell(byte);
    let cells = text.bytes().filter(|&byte| line::is_cell(byte)).count();
    let is_grid =
        matches!(text.len(), 16 | 25 | 144 | 256 | 625) && text.bytes().all(is_digit) && 2 * cells >= text.len();
    is_grid.then_some(ParseError::Length(text.len()))
}

/// Returns `true` for a text with a word and hardly a cell beside it, or with one number between equal signs: `--- 10 ---`.
fn is_title(text: &str) -> bool {
    let is_cells = |word: &&str| word.chars().all(|character| cell(character).is_some());
    let is_word = |word: &str| word.len() > 1 && !is_cells(&word) && word.chars().all(char::is_alphabetic);
    let cells: usize = words(text).map(|(_, word)| word).filter(is_cells).map(str::len).sum();
    if words(text).any(|(_, word)| is_word(word)) && cells <= MOST_OF_A_REMARK {
        return true;
    }
    let is_sign = |character: char| matches!(character, '-' | '*' | '_' | '.' | ' ');
    let number = text.trim_matches(is_sign);
    let (before, behind) = text.split_once(number).unwrap_or_default();
    let signs = |part: &str| part.replace(' ', "");
    let is_drawn = signs(before).chars().all(|sign| signs(before).starts_with(sign)) && signs(before).len() > 1;
    // Without spaces, it may be a row that has lost a cell, or got one.
    let is_apart = before.ends_with(' ') && behind.starts_with(' ') || !(8..=10).contains(&text.len());
    let is_number = number.len() < 5 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_drawn && signs(before) == signs(behind) && is_number && is_apart
}

/// Returns `true` for a number or a date, such as `17`, `8.3`, `31.12.2026` or `2026-01-31`, and for several with a dot.
pub(super) fn is_number(text: &str) -> bool {
    let is_dotted = |word: &str| word.contains(['.', '-', ':']) && is_number(word);
    if text.contains(' ') {
        return text.split_whitespace().all(is_dotted);
    }
    // The digits of thousands may be apart.
    let thousands = text.split_once(',').filter(|(first, rest)| (1..=3).contains(&first.len()) && rest.len() == 3);
    let parts = thousands.map_or_else(|| text.split(['.', '-', '/', ':']).collect(), |(first, rest)| vec![first, rest]);
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let is_digits = parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    let is_date = matches!(lengths[..], [1 | 2, 1 | 2, 2 | 4] | [4, 1 | 2, 1 | 2]);
    let is_year = |part: &&str| part.len() < 4 || part.starts_with("19") || part.starts_with("20");
    is_digits
        && (is_date && parts.iter().all(is_year)
            || parts.len() <= 2 && lengths[0] > 0 && lengths.iter().sum::<usize>() < 7)
}

/// Returns the error for a field that a spreadsheet program has turned into a number: it has rounded the 81 digits, or dropped the
/// zeros at their start.
pub(super) fn damaged(text: &str) -> Option<ParseError> {
    // Nearly all lines are short and have no exponent.
    if text.len() < DIGITS_OF_ROWS && !text.contains(['E', 'e']) {
        return None;
    }
    let rounded = |word: &str| {
        let (digits, exponent) = word.split_once(['E', 'e'])?;
        let is_digits = digits.starts_with(|first: char| first.is_ascii_digit())
            && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && digits.matches('.').count() < 2;
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent).parse::<u32>().ok()?;
        let shown = || if text.contains(word) { word.into() } else { word.replace('.', ",") };
        (is_digits && (60..=81).contains(&exponent)).then(|| ParseError::Rounded(shown()))
    };
    let shortened = |word: &str| {
        let is_number = word.contains('0') && word.bytes().all(|byte| byte.is_ascii_digit());
        // A solution may be behind them without a separator.
        let is_solved = is_number && word.len() > 144 && !word[word.len() - 81..].contains('0');
        let length = if is_number && is_solved { word.len() - 81 } else { word.len() };
        // One with a zero at its start has lost another cell.
        let error = if word.starts_with('0') { ParseError::Length } else { ParseError::LostZeros };
        (is_number && (65..=80).contains(&length)).then(|| error(length))
    };
    // With a decimal comma, the number has a separator.
    let with_comma = text.replace(',', ".");
    let is_between =
        |c: char| is_separator(c) || matches!(c, '=' | '&' | '/' | '?' | '(' | ')' | '<' | '>' | '[' | ']' | '{' | '}');
    let words = with_comma.split(is_between).chain(text.split(is_between));
    words.into_iter().find_map(|word| rounded(word).or_else(|| shortened(word))).or_else(|| shortened_rows(text))
}

/// The last lines of a number each, which may be rows without the zeros at their start.
#[derive(Clone, Default, Debug)]
pub(super) struct ShortRows {
    last_line: usize,
    rows: Vec<String>,
}

impl ShortRows {
    /// Notes a line. Returns the length of the first short one of nine numbers that are a grid.
    pub(super) fn note(&mut self, line: usize, text: &str) -> Option<usize> {
        let is_number = matches!(text.len(), 1..=9) && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || text.len() > 1 && text.starts_with('0') || self.last_line + 1 != line || self.rows.len() == 9 {
            self.rows.clear();
        }
        self.last_line = line;
        self.rows.extend(is_number.then(|| text.into()));
        let rows: Vec<&str> = self.rows.iter().map(String::as_str).collect();
        let short = rows.iter().find(|row| row.len() < 9)?.len();
        (rows.len() == 9 && is_padded_grid(&rows)).then_some(short)
    }
}

/// The fewest digits of nine rows that are numbers.
const DIGITS_OF_ROWS: usize = 60;

/// Returns `true` for nine numbers that are a grid with exactly one solution with the zeros at their start.
fn is_padded_grid(numbers: &[&str]) -> bool {
    let cells: String = numbers.iter().map(|number| format!("{number:0>9}")).collect();
    Grid::from_ascii(cells.as_bytes()).is_some_and(|grid| solver::is_unique(&grid))
}

/// Returns the error of nine numbers that are the rows of a grid without the zeros at their start.
fn shortened_rows(text: &str) -> Option<ParseError> {
    let numbers: Vec<&str> = text.split(|sign: char| !sign.is_ascii_digit()).filter(|word| !word.is_empty()).collect();
    let is_between = |sign: char| is_separator(sign) || matches!(sign, '/' | '(' | ')' | '[' | ']' | '{' | '}');
    let is_alone = |number: &&str| text.split(is_between).any(|word| word == *number);
    let short = numbers.iter().find(|number| number.len() < 9)?;
    let digits = numbers.concat();
    let are_rows = numbers.len() == 9
        && numbers.iter().all(|number| number.len() <= 9 && is_alone(number))
        && digits.len() >= DIGITS_OF_ROWS
        && is_padded_grid(&numbers);
    are_rows.then_some(ParseError::LostZerosOfRow(short.len()))
}
