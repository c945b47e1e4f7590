//! Vectors of the language R. They fill a matrix by columns, unless it is told otherwise.

use std::collections::VecDeque;
use std::ops::Range;

/// The most lines from the name of a matrix to its first row, and from that one to its last: comments may be between them.
const MOST_ABOVE: usize = 6;
const MOST_BETWEEN: usize = 20;

/// The most vectors whose grids may wait for the end of their block, and the most lines with the size of a matrix.
const MOST_VECTORS: usize = 20;

/// Words of lines that tell the size of a matrix.
const SIZES: [&str; 10] = ["matrix", "dim", "array(", "nrow", "ncol", "(9,9", "(9, 9", "9,9)", "9, 9)", "9L"];

/// The vectors of a text, and the matrices that they may fill.
#[derive(Clone, Default, Debug)]
pub(super) struct Vectors {
    /// The numbers of the lines in which a grid of a vector may begin, and whether it is that of a matrix.
    lines: VecDeque<(Range<usize>, bool)>,
    /// The numbers of the lines with the size of a matrix that is not known to be filled by rows.
    sizes: Vec<usize>,
}

impl Vectors {
    /// Notes the lines beside the start or end of a vector of more than one row, unless it is known to fill a matrix by rows.
    pub(super) fn note(&mut self, line: usize, text: &str) {
        // Nearly all lines have none of these.
        if !text.bytes().any(|byte| matches!(byte, b'(' | b')' | b'=' | b'<') || byte == b'c') {
            return;
        }
        let text = &*text.replace(" (", "(");
        if is_by_row(text) {
            self.lines.pop_front();
            // The arguments of a matrix may be in several lines.
            if !text.contains('(') {
                self.sizes.pop();
            }
            return;
        }
        let (begins, ends) = (begins(text), ends(text));
        let has_name = ["matrix(", "<- matrix"].iter().any(|name| text.contains(name));
        let is_matrix = has_name || ends || text.contains("(c(");
        let is_start = (!text.contains('[') || text.contains("strsplit")) && (has_name || begins);
        if is_start || ends {
            let first = line.saturating_sub(if ends { MOST_BETWEEN } else { 0 });
            let is_open = !text.contains('(') || text.matches('(').count() != text.matches(')').count();
            let end = line + if is_start && is_open { MOST_ABOVE } else { 1 };
            self.lines.truncate(MOST_VECTORS);
            self.lines.push_front((first..end, is_matrix));
        }
        // A line end may be within the name, and a comma between the sizes may be lost.
        let is_cut = || {
            text.split(' ').any(|word| ["atrix(", "trix(", "rix(", "ix(", "x("].iter().any(|end| word.starts_with(end)))
        };
        let is_short = || text.contains("c(9") && text.bytes().filter(u8::is_ascii_digit).count() < 9;
        let has_size = SIZES.iter().any(|size| text.contains(size)) || is_cut() || is_short();
        if self.sizes.len() < MOST_VECTORS && has_size {
            self.sizes.push(line);
        }
    }

    /// Returns whether a grid that begins in a line is that of a vector, and whether it is known to be that of a matrix.
    pub(super) fn find(&self, line: usize) -> Option<bool> {
        self.lines.iter().filter(|(lines, _)| lines.contains(&line)).map(|(_, is_matrix)| *is_matrix).max()
    }

    /// Returns `true` if the text has a matrix that may be filled with any of its vectors, by columns.
    pub(super) fn has_matrix(&self) -> bool {
        !self.sizes.is_empty()
    }
}

/// Returns `true` if a matrix is filled by rows.
pub(super) fn is_by_row(text: &str) -> bool {
    ["byrow=T", "byrow = T"].iter().any(|argument| text.contains(argument))
}

/// Returns `true` if a vector of more than a row begins in a line.
fn begins(text: &str) -> bool {
    let is_name = |before: &str| !before.ends_with(|last: char| last.is_alphanumeric() || last == '_');
    let is_open = |(at, _): (usize, &str)| {
        let is_row = text[at + 2..].split_once(')').is_some_and(|(values, _)| values.split(',').count() == 9);
        is_name(&text[..at]) && !is_row
    };
    // The bracket may be in the next line.
    text.match_indices("c(").any(is_open) || [" c", "-c", "=c"].iter().any(|start| text.trim_end().ends_with(start))
}

/// Returns `true` if a vector ends in a line with the size of its matrix.
fn ends(text: &str) -> bool {
    let has_size = ["nrow", "ncol", "dim ", "dim="].iter().any(|name| text.contains(name)) && text.contains('=');
    let sizes = text.trim().strip_prefix("),").unwrap_or_default();
    let is_size = sizes.contains('9') && sizes.chars().all(|c| matches!(c, '9' | ',' | ' ' | ')'));
    has_size && text.contains(')') || is_size
}
