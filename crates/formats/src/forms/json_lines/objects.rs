//! JSON objects in a stream of lines: on one line or several, alone or in an array.

use crate::error::ErrorKind;
use crate::form::TextContext;
use crate::forms::json_lines::read;

/// The maximum length of an object in bytes. A longer one has a brace that is never closed.
const LONGEST_OBJECT: usize = 1 << 20;

/// Collects the characters of objects.
#[derive(Debug, Default)]
pub(super) struct Objects {
    first_line: u64,
    text: String,
    depth: usize,
    in_string: bool,
    after_backslash: bool,
}

/// Returns `true` if a line begins with an object, possibly the first of an array: a key follows, or the line ends.
/// (Pencilmarks may be in braces too.)
pub(super) fn begin(text: &str) -> bool {
    let text = text.strip_prefix('[').unwrap_or(text).trim_start();
    text.strip_prefix('{').map(str::trim_start).is_some_and(|rest| rest.is_empty() || rest.starts_with('"'))
}

impl Objects {
    /// Returns `true` if an object has begun and not ended.
    pub(super) fn is_open(&self) -> bool {
        self.depth > 0
    }

    /// Adds a line, and its records and errors to the context.
    pub(super) fn push(&mut self, text: &str, context: &mut TextContext) {
        for character in text.chars() {
            if self.depth == 0 {
                match character {
                    '{' => self.first_line = context.line,
                    ',' | '[' | ']' => continue,
                    blank if blank.is_whitespace() => continue,
                    other => {
                        let error = ErrorKind::form(format!("{other:?} between objects"), "a comma");
                        context.push(context.line, Err(error));
                        return;
                    }
                }
            }
            self.text.push(character);
            if self.in_string {
                match character {
                    _ if self.after_backslash => self.after_backslash = false,
                    '\\' => self.after_backslash = true,
                    '"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            match character {
                '"' => self.in_string = true,
                '{' => self.depth += 1,
                '}' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        context.push(self.first_line, read(&std::mem::take(&mut self.text)));
                    }
                }
                _ => {}
            }
        }
        // A string ends on its line.
        if self.in_string || self.text.len() > LONGEST_OBJECT {
            self.end(context);
        }
        if self.is_open() {
            self.text.push('\n');
        }
    }

    /// Ends the text.
    pub(super) fn end(&mut self, context: &mut TextContext) {
        if self.is_open() {
            context.push(self.first_line, Err(ErrorKind::form("an object that is not closed", "}")));
        }
        *self = Objects::default();
    }
}
