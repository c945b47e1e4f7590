//! Lines of one cell: 81 of them are a grid.

use crate::line;
use crate::markup::{ELEMENT, Place, are_in_order, places};
use crate::row::words;

/// The cells in the attributes of a tag that is no grid itself.
const MOST_OF_A_TAG: usize = 60;

/// The lines of one cell so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Pieces {
    /// The cells, and the numbers in their tags.
    cells: Vec<(String, Option<Vec<Place>>)>,
    /// Their lines.
    text: String,
    first_line: usize,
    /// `true` after more of them than those of a grid.
    are_too_many: bool,
    /// `true` after another number of them anywhere before, so that 81 may be those of two grids.
    are_cut: bool,
    /// The number of the line behind the last other one with a few cells, which may be those before it, unless that is a heading.
    after_cells: usize,
    is_after_heading: bool,
}

impl Pieces {
    /// Returns `true` if a line is held, because it is one of them or a tag between them. `cells` is the number of its cells. If it is not,
    /// or they are too many, they are over.
    pub(super) fn push(&mut self, line: usize, text: &str, cells: usize, is_within_other: bool) -> bool {
        if let Some((cell, places)) = piece(text).filter(|_| !is_within_other && cells < MOST_OF_A_TAG) {
            if self.are_too_many {
                return false;
            }
            if self.cells.is_empty() {
                self.first_line = line;
            }
            self.cells.push((cell.into(), places));
            self.text.push_str(text);
            self.are_too_many = self.cells.len() > 81;
            return true;
        }
        // The fields of a table are no elements.
        let is_of_table = |tag: &&str| matches!(tag.split(' ').next(), Some("table" | "tr"));
        let tag = alone_tag(text).filter(|tag| cells < MOST_OF_A_TAG && !is_of_table(tag));
        if let Some(tag) = tag.filter(|_| (1..81).contains(&self.cells.len())) {
            // The elements of boxes have nine cells, too.
            let is_of_row = tag.starts_with('/') || tag.contains("row");
            self.are_cut |= !is_of_row || !self.cells.len().is_multiple_of(9);
            return true;
        }
        // The number of the heading may have the first cell behind it, and more cells may follow.
        if text.is_empty() && self.cells.len() == 81 && self.after_cells == self.first_line {
            return true;
        }
        self.are_too_many = false;
        if (1..9).contains(&cells) && tag.is_none() {
            self.after_cells = line + 1;
            self.is_after_heading =
                words(text).any(|(_, word)| word.len() > 3 && word.chars().all(char::is_alphabetic));
        }
        false
    }

    /// Returns `true` after more lines than those of a grid.
    pub(super) fn are_too_many(&self) -> bool {
        self.are_too_many
    }

    /// Returns `true` if no line is held, and none was before this one that is a part of more lines.
    pub(super) fn is_idle(&self) -> bool {
        self.cells.is_empty() && !self.are_too_many
    }

    /// Ends the lines. Returns 81 of them as a line, and others as they are, with their numbers and their text with its markup.
    pub(super) fn take(&mut self) -> Vec<(usize, String, String)> {
        let (cells, text) = (std::mem::take(&mut self.cells), std::mem::take(&mut self.text));
        if cells.is_empty() {
            return Vec::new();
        }
        let first = self.first_line;
        let places: Vec<Vec<Place>> = cells.iter().filter_map(|(_, places)| places.clone()).collect();
        let are_elements = places.len() == cells.len();
        self.are_cut |= !(places.is_empty() || are_elements && are_in_order(&places));
        self.are_cut |= cells.len() != 81 || self.after_cells == first && !self.is_after_heading;
        if self.are_cut {
            return cells.into_iter().enumerate().map(|(at, (cell, _))| (first + at, cell, String::new())).collect();
        }
        // Elements may be those of boxes.
        let separator = if are_elements { ELEMENT.to_string() } else { String::new() };
        vec![(first, cells.into_iter().map(|(cell, _)| cell).collect::<Vec<_>>().join(&separator), text)]
    }
}

/// Returns the cell of a line that has nothing else, or of the only element of a page in a line, with the numbers in its tag.
fn piece(text: &str) -> Option<(&str, Option<Vec<Place>>)> {
    let is_cell = |text: &str| matches!(text.as_bytes(), &[byte] if line::is_cell(byte));
    if text.len() < 2 {
        return Some((text, None)).filter(|_| is_cell(text));
    }
    let (tag, rest) = text.trim().strip_prefix('<')?.strip_suffix('>')?.split_once('>')?;
    let (cell, end) = rest.split_once("</")?;
    let cell = if matches!(cell.trim(), "" | "&nbsp;") { "." } else { cell.trim() };
    let is_element = tag.split(' ').next() == Some(end) && !matches!(end, "td" | "th");
    (is_element && is_cell(cell)).then(|| (cell, Some(places(tag))))
}

/// Returns the tag that is alone in a line of a page.
fn alone_tag(text: &str) -> Option<&str> {
    let tag = text.trim().strip_prefix('<')?.strip_suffix('>')?;
    Some(tag).filter(|tag| !tag.contains(['<', '>']))
}
