//! The text above grids and beside them: titles, and what tells the order of the cells.

use std::collections::VecDeque;

use super::{LONGEST_TITLE, MOST_OF_A_COMMENT, cells_in};
use crate::text::names::{OTHER, is_heading_of_parts, names_other_parts, remark_number};
use crate::text::row::readings;

/// The most headings that are kept for grids that are not certain yet.
const MOST_TITLES: usize = 20;

/// The most lines of text between a heading of columns or boxes and the first row.
const MOST_BELOW_ORDER: usize = 2;

/// The last headings.
#[derive(Clone, Default, Debug)]
pub(super) struct Headings {
    /// The titles, and the numbers of the lines behind them.
    titles: VecDeque<(usize, String)>,
    /// The last heading of columns or boxes, and the number of the line behind it.
    order: (usize, String),
    /// The number of lines of text between it and that line.
    below_order: usize,
    /// The last name before a row in its line, and the number of that line.
    row_name: (usize, String),
}

impl Headings {
    /// Notes a line that may tell the order of the cells below it. A tag or another heading may be between them.
    pub(super) fn note_above(&mut self, line: usize, text: &str) {
        let is_below = self.order.0 == line && self.below_order < MOST_BELOW_ORDER;
        if is_order(text) {
            self.order = (line + 1, text.trim().into());
            self.below_order = 0;
        } else if is_below && readings(text).is_empty() && cells_in(text) < MOST_OF_A_COMMENT {
            self.order.0 += 1;
            self.below_order += 1;
        }
    }

    /// Notes a text in the line of a grid, which may tell the order of its cells.
    pub(super) fn note_beside(&mut self, line: usize, text: &str) {
        if is_order(text) {
            self.order = (line, text.trim().into());
        }
    }

    /// Notes a line without text below the headings.
    pub(super) fn pass_line(&mut self, line: usize) {
        self.order.0 += usize::from(self.order.0 == line);
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

    /// Returns the text that tells the order of the cells of a grid, by the number of its first line.
    pub(super) fn order_of(&self, line: usize) -> Option<&str> {
        (self.order.0 == line).then_some(&*self.order.1)
    }

    /// Adds a title above a line.
    pub(super) fn add_title(&mut self, next: usize, title: &str) {
        self.titles.push_back((next, title.into()));
        if self.titles.len() > MOST_TITLES {
            self.titles.pop_front();
        }
    }

    /// Adds a name before a row in its line. It is a title, too, if it is before the first row.
    pub(super) fn add_name(&mut self, line: usize, name: &str, is_first: bool) {
        if is_first {
            if is_order(name) || names_other_parts(name) || remark_number(name) == Some(OTHER) {
                self.order = (line, name.into());
            }
            self.add_title(line, name);
        }
        self.row_name = (line, name.into());
    }

    /// Returns `true` if the row in the line before has the same name, but for numbers.
    pub(super) fn continues_name(&self, line: usize, name: &str) -> bool {
        let words = |name: &str| name.replace(|character: char| character.is_ascii_digit(), "");
        self.row_name.0 + 1 == line && words(&self.row_name.1) == words(name)
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

    /// Returns `true` if there is no title above a line or below it.
    pub(super) fn is_idle(&self, line: usize) -> bool {
        self.titles.back().is_none_or(|(next, _)| *next < line)
    }
}

/// Returns `true` for a text that tells another order of the cells.
pub(super) fn is_order(text: &str) -> bool {
    text.len() <= LONGEST_TITLE && is_heading_of_parts(text)
}
