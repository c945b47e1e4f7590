//! The text above grids and beside them: titles, and what tells the order of the cells or the kind of Sudoku.

use std::collections::VecDeque;

use super::MOST_OF_A_COMMENT;
use super::signs::cells_in;
use crate::board::Board;
use crate::characters::is_separator;
use crate::error::ParseError;
use crate::kinds::{begins_cages, names_kind};
use crate::name_words::numbers;
use crate::names::{OTHER, is_other_label, label_number, remark_number};
use crate::order::{is_order, names_other_parts};
use crate::row::{Row, TextRow, readings, words};

/// The most headings that are kept for grids that are not certain yet.
const MOST_TITLES: usize = 20;

/// The most lines of text between a heading of columns or boxes and the first row.
const MOST_BELOW_ORDER: usize = 2;

/// Stands for a map of regions.
const REGIONS: &str = "regions";

/// The last headings.
#[derive(Clone, Default, Debug)]
pub(super) struct Headings {
    /// The titles, and the numbers of the lines behind them.
    titles: VecDeque<(usize, String)>,
    /// The headings of other kinds of Sudokus, and the numbers of the lines behind them.
    kinds: VecDeque<(usize, String)>,
    /// The first line of the last grid below one of them, the line of the next text, and the heading.
    kind: Option<(usize, Option<usize>, String)>,
    /// The last text with letters, and the number of its line.
    text: (usize, String),
    /// The last heading of columns or boxes, and the number of the line behind it.
    order: (usize, String),
    /// The number of the line behind it and the heads and rulers below it.
    order_end: usize,
    /// The number of lines of text between it and that line.
    below_order: usize,
    below_kind: usize,
    /// `true` if the grids behind the first one below it are below it, too.
    order_goes_on: bool,
    /// The first line of a grid with comments between its rows, and the number of the last row that they name.
    row_comment: (usize, u32),
    /// The last name before a row in its line, and the number of that line.
    row_name: (usize, String),
}

impl Headings {
    /// Notes a line that may tell the order of the cells below it, or their kind. A tag or another heading may be between them.
    pub(super) fn note_above(&mut self, line: usize, text: &str) {
        let is_below = self.order_end == line && self.below_order < MOST_BELOW_ORDER;
        let is_text = readings(text).is_empty() && cells_in(text) < MOST_OF_A_COMMENT;
        if is_order(text) {
            self.set_order(line + 1, text.trim());
            self.below_order = 0;
        } else if is_text {
            self.order_goes_on = false;
            self.order_end += usize::from(is_below);
            self.below_order += usize::from(is_below);
        } else if self.order_end == line && readings(text).iter().any(is_head) {
            self.order_end += 1;
        }
        let is_of_kind = is_kind(text);
        if is_of_kind {
            self.add_kind(line, text.trim());
        } else if is_text {
            self.pass_kind(line, text);
        }
        if (is_text || is_of_kind) && text.contains(char::is_alphabetic) {
            self.text = (line, text.trim().into());
            if let Some((first, end @ None, _)) = &mut self.kind
                && *first < line
            {
                *end = Some(line);
            }
        }
    }

    fn set_order(&mut self, line: usize, text: &str) {
        self.order = (line, text.into());
        self.order_end = line;
    }

    /// Returns `true` if the heading of columns or boxes is directly above a line, but for heads, rulers and a few lines of text.
    fn is_below_order(&self, line: usize) -> bool {
        (self.order.0..=self.order_end).contains(&line)
    }

    /// Adds the heading of another kind.
    fn add_kind(&mut self, line: usize, text: &str) {
        self.kinds.push_back((line + 1, text.into()));
        self.below_kind = 0;
        if self.kinds.len() > MOST_TITLES {
            self.kinds.pop_front();
        }
    }

    /// Notes a text below the heading of another kind. A heading of a Sudoku is the nearer one.
    fn pass_kind(&mut self, line: usize, text: &str) {
        let Some((next, name)) = self.kinds.back_mut().filter(|(next, _)| *next == line) else { return };
        // Any number of cages may follow.
        let is_near = self.below_kind < MOST_BELOW_ORDER || begins_cages(name);
        let mut words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
        let is_plain = words.any(|word| matches!(word.to_lowercase().as_str(), "sudoku" | "puzzle" | "classic"));
        if is_plain {
            self.kinds.pop_back();
        } else if is_near {
            *next += 1;
            self.below_kind += 1;
        }
    }

    /// Notes a comment between the rows of a grid or in one, given the first line of the grid. The numbers of rows rise.
    pub(super) fn note_between(&mut self, first_line: usize, comment: &str) {
        let comment = comment.trim_matches(['#', '/', '*', ' ', '\t']);
        let Some(number) = remark_number(comment) else { return };
        let (line, before) = std::mem::replace(&mut self.row_comment, (first_line, number));
        if number == OTHER || line == first_line && number <= before {
            self.set_order(first_line, comment);
        }
    }

    /// Notes a text in the line of a grid, which may tell the order of its cells.
    pub(super) fn note_beside(&mut self, line: usize, text: &str) {
        if is_order(text) {
            self.set_order(line, text.trim());
        }
    }

    /// Notes the line of a whole grid, which may begin with the name of its kind.
    pub(super) fn note_line(&mut self, line: usize, text: &str) {
        self.note_beside(line, text);
        if is_kind(text) {
            self.kinds.push_back((line, text.trim().into()));
        }
    }

    /// Notes a line without text below the headings.
    pub(super) fn pass_line(&mut self, line: usize) {
        self.order_end += usize::from(self.order_end == line);
        if let Some((next, _)) = self.kinds.back_mut() {
            *next += usize::from(*next == line);
        }
    }

    /// Notes a ruler below the headings.
    pub(super) fn pass_ruler(&mut self, line: usize) {
        self.pass_line(line);
        self.pass_bracket(line);
    }

    /// Notes an opening bracket below a title.
    pub(super) fn pass_bracket(&mut self, line: usize) {
        if let Some((next, _)) = self.titles.back_mut() {
            *next += usize::from(*next == line);
        }
    }

    /// Notes a map of regions in the lines before, which is that of the grids behind it.
    pub(super) fn note_regions(&mut self, line: usize) {
        self.set_order(line, REGIONS);
        self.order_goes_on = true;
    }

    /// Returns the error of a text that tells the order or the kind of a grid, by the number of its first line. Up to the next text, it is
    /// that of the grids behind it, too.
    pub(super) fn error_of(&mut self, line: usize) -> Option<ParseError> {
        self.order_goes_on |= self.is_below_order(line);
        if self.order_goes_on && self.order.0 <= line {
            return Some(error_of_heading(&self.order.1));
        }
        if let Some((_, name)) = self.kinds.iter().find(|(next, _)| *next == line) {
            let end = (self.text.0 > line).then_some(self.text.0);
            self.kind = Some((line, end, name.clone()));
        }
        let (first, end, name) = self.kind.as_ref()?;
        (*first <= line && end.is_none_or(|end| line < end)).then(|| ParseError::Kind(name.clone()))
    }

    /// Returns the error of a heading of columns or boxes directly above a line.
    pub(super) fn error_of_order(&self, line: usize) -> Option<ParseError> {
        self.is_below_order(line).then(|| error_of_heading(&self.order.1))
    }

    /// Returns the heading of columns or of another kind directly above a line, or that of the grids before it.
    pub(super) fn heading_of(&self, line: usize) -> Option<String> {
        let is_below = self.is_below_order(line) || self.order_goes_on && self.order.0 <= line;
        let order = is_below.then_some(&self.order.1);
        let kind = || self.kinds.iter().find(|(next, _)| *next == line).map(|(_, name)| name);
        let of_grids = || self.kind.as_ref().filter(|(_, end, _)| end.is_none()).map(|(_, _, name)| name);
        order.or_else(kind).or_else(of_grids).cloned()
    }

    /// Returns the text between two lines, if there is any.
    pub(super) fn text_between(&self, first: usize, last: usize) -> Option<&str> {
        (first < self.text.0 && self.text.0 < last).then_some(&*self.text.1)
    }

    /// Adds a title above a line.
    pub(super) fn add_title(&mut self, next: usize, title: &str) {
        self.titles.push_back((next, title.into()));
        if self.titles.len() > MOST_TITLES {
            self.titles.pop_front();
        }
    }

    /// Adds a name before a row in its line, given the first line of its block. It is a title, too, if it is before the first row.
    pub(super) fn add_name(&mut self, line: usize, name: &str, first_line: Option<usize>) {
        let is_label = is_other_label(name) && name != self.row_name.1;
        if let Some(first_line) = first_line.filter(|line| is_label && !self.is_below_order(*line)) {
            self.set_order(first_line, &self.row_name.1.clone());
        }
        if first_line.is_none() {
            if is_kind(name) {
                self.kinds.push_back((line, name.into()));
            }
            if is_order(name) || names_other_parts(name) || remark_number(name) == Some(OTHER) {
                self.set_order(line, name);
            }
            self.add_title(line, name);
        }
        self.row_name = (line, name.into());
    }

    /// Returns `true` if the row in the line before has the same name, but for numbers, which do not fall.
    pub(super) fn continues_name(&self, line: usize, name: &str) -> bool {
        let words = |name: &str| name.replace(|character: char| character.is_ascii_digit(), "");
        let before = &*self.row_name.1;
        self.row_name.0 + 1 == line && words(before) == words(name) && numbers(before).le(numbers(name))
    }

    /// Returns the title above a line.
    pub(super) fn title_of(&self, line: usize) -> Option<&str> {
        self.titles.iter().find(|(next, _)| *next == line).map(|(_, title)| &**title)
    }

    /// Removes and returns the title above a line.
    pub(super) fn take_title(&mut self, line: usize) -> Option<String> {
        let place = self.titles.iter().position(|(next, _)| *next == line)?;
        self.titles.remove(place).map(|(_, title)| title)
    }

    /// Returns `true` if there is no title above a line or below it, nor a text that tells the order of its cells.
    pub(super) fn is_idle(&self, line: usize) -> bool {
        let is_over = self.kind.as_ref().is_none_or(|(_, end, _)| end.is_some());
        is_over
            && self.kinds.back().is_none_or(|(next, _)| *next < line)
            && !self.order_goes_on
            && self.order_end < line
            && self.titles.back().is_none_or(|(next, _)| *next < line)
    }
}

/// Returns `true` for the head of a table, which is empty or has the numbers of its columns. A ruler of blanks is like one.
fn is_head(row: &Row) -> bool {
    row.is_uniform() || row.cells == TextRow::Numbers([1, 2, 3, 4, 5, 6, 7, 8, 9])
}

/// Returns `true` for a text that tells another kind of Sudoku.
fn is_kind(text: &str) -> bool {
    names_kind(text) || begins_cages(text)
}

/// Returns the error of a grid below a heading that tells another order of its cells, or another kind.
pub(super) fn error_of_heading(text: &str) -> ParseError {
    match text.trim() {
        REGIONS => ParseError::Regions,
        text if is_kind(text) => ParseError::Kind(text.into()),
        text => ParseError::Names(format!("the heading {text:?}")),
    }
}

/// Returns the board of a grid below a heading, or the error of the heading. A puzzle with exactly one solution is a classic one, whatever
/// kind its heading names.
pub(super) fn below_heading(board: Board, error: ParseError) -> Result<Board, ParseError> {
    if matches!(error, ParseError::Kind(_) | ParseError::Regions) && board.has_one_solution() {
        Ok(board)
    } else {
        Err(error)
    }
}

/// Returns `true` for a line above a table: a name, and the numbers of nine columns.
pub(super) fn is_head_of_columns(text: &str) -> bool {
    let mut words = words(text).map(|(_, word)| word);
    let is_name = words
        .next()
        .is_some_and(|word| matches!(label_number(word), None | Some(9)) && word.chars().all(char::is_alphabetic));
    let is_head = |numbers: &str| matches!(numbers, "123456789" | "012345678");
    is_name && text.contains([',', ';', '\t']) && is_head(&words.collect::<String>())
}

/// Returns whether the names of nine columns are in another order or those of rows, as in `c9,c8,...`, `B,A,C,...`, `r1,r2,...`, or `None`
/// for another text. The name of a column with labels may be before them.
pub(super) fn are_wrong_columns(text: &str) -> Option<bool> {
    // R writes [,1] [,2] ...
    let text = &*text.replace("[,", "column");
    if !text.contains(char::is_alphabetic) {
        return None;
    }
    let mut names: Vec<String> = text
        .replace(']', " ")
        .split(is_separator)
        .filter(|name| !name.is_empty())
        .take(11)
        .map(str::to_ascii_lowercase)
        .collect();
    if let [letters] = &names[..] {
        names = letters.chars().map(String::from).collect();
    }
    let parts = names[names.len().checked_sub(9)?..].iter().map(|name| name.split_at_checked(name.len() - 1));
    let parts = parts.collect::<Option<Vec<_>>>().filter(|_| names.len() <= 10)?;
    let (name, marks) = (parts[0].0, parts.iter().map(|(_, mark)| *mark).collect::<Vec<_>>());
    let mut sorted = marks.clone();
    sorted.sort_unstable();
    let is_wrong = match &*sorted.concat() {
        "123456789" | "012345678" if name.starts_with(char::is_alphabetic) => marks != sorted || name.starts_with('r'),
        "abcdefghi" | "abcdefghj" if name.is_empty() => marks != sorted,
        _ => return None,
    };
    parts.iter().all(|(other, _)| *other == name).then_some(is_wrong)
}
