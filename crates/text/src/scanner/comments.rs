//! Comments: beside rows, between them, and those whose rows are the only ones of a text.

use std::borrow::Cow;

use super::MOST_OF_A_COMMENT;
use super::Scanner;
use super::signs::{cells_in, has_signs};
use crate::characters::cell;
use crate::solution_names::is_solution_name;

impl Scanner {
    /// Notes a line for a text of comments. A whole grid in a comment is none.
    pub(super) fn push_comment(&mut self, text: &str, cells: usize) {
        let inner = text.trim_start().strip_prefix('#').map(|inner| inner.trim_start_matches('#'));
        if self.has_result {
            self.comments = None;
        } else if inner.is_some() || self.comments.is_some() {
            let comments = self.comments.get_or_insert_default();
            comments.line = self.line - 1;
            comments.push(if cells < MOST_OF_A_COMMENT { inner.unwrap_or(text) } else { "" });
            self.has_result = comments.results.are_many();
        }
    }

    /// Notes a comment, or a ruler of its sign. Returns `false` for another line.
    pub(super) fn comment(&mut self, text: &str) -> bool {
        let line = text.trim();
        if line.len() > 2 && line.bytes().all(|sign| sign == b'#') {
            self.headings.pass_ruler(self.line);
            self.block.pass_ruler(false);
            return true;
        }
        // Bars of a drawing.
        let is_cell = |sign: char| matches!(sign, '#' | ' ') || cell(sign).is_some();
        let is_drawn = line.matches('#').count() > 2 && line.contains(' ') && line.chars().all(is_cell);
        let is_comment = line.starts_with('#') && !line.starts_with("#define ") && !has_signs(line) && !is_drawn;
        if is_comment {
            self.results.pass_text(self.line);
            self.block.note_text(self.line, text);
            self.headings.note_above(self.line, text);
            if let Some(first) = self.block.first_line() {
                self.headings.note_between(first, text);
            }
            if is_solution_name(text) {
                self.note_solution_name(self.line + 1);
            }
        }
        is_comment
    }

    /// Leaves out a comment within the cells of a line, after noting it.
    pub(super) fn without_inner_comment<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let start = text.find('/').and_then(|_| text.find("/* "));
        let Some((start, end)) = start.and_then(|start| Some((start, start + text[start..].find(" */")? + 3))) else {
            return text.into();
        };
        self.headings.note_beside(self.line, &text[start..end]);
        self.headings.note_between(self.block.first_line().unwrap_or(self.line), &text[start..end]);
        let rest = format!("{}{}", &text[..start], &text[end..]);
        if cells_in(&rest) >= 9 { rest.into() } else { text.into() }
    }
}
