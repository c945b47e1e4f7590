//! JSON objects in a stream of lines: on one line or several, alone or in an array.

use minirow_text::is_heading_above;

use crate::error::ErrorKind;
use crate::form::TextContext;
use crate::forms::json_lines::{NO_PUZZLE, is_whole_line, read, squares};

/// The maximum length of an object in bytes. A longer one has a brace that is never closed.
const LONGEST_OBJECT: usize = 1 << 20;

/// The most cells of a heading in braces.
const MOST_OF_A_HEADING: usize = 8;

/// Collects the characters of objects.
#[derive(Debug, Default)]
pub(super) struct Objects {
    first_line: u64,
    text: String,
    depth: usize,
    /// The number of arrays in the object that are open.
    lists: usize,
    /// The quote of the string that has not ended.
    quote: Option<char>,
    after_backslash: bool,
    /// `true` within an object whose string has a line end. Its other lines are no grids.
    is_broken: bool,
    array: Array,
    /// The error of a line that is a heading, if no object follows.
    heading: Option<(u64, ErrorKind)>,
    /// `true` after an object that is in no array.
    is_after_object: bool,
    /// The opening brackets behind that of the array, before its first object.
    inner_brackets: usize,
    /// `true` after an object or another line, so that the next object is not the first one.
    pub(super) has_object: bool,
    /// The text from the first object of an array on, if that is the cell of a grid.
    cells: Option<String>,
}

/// The place of the next character that is in no object.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Array {
    /// No array was begun.
    #[default]
    Outside,
    /// After the opening bracket.
    Begun,
    /// After an object of the array.
    AfterObject,
    /// After a comma in the array.
    AfterComma,
    /// After a comma that was reported. More of them are not.
    AfterWrongComma,
    /// After an object of the array that was not closed.
    Damaged,
    /// After the closing bracket. Only the end of the file may follow.
    Ended,
}

impl Array {
    /// Returns what is expected next.
    fn expected(self) -> &'static str {
        match self {
            Array::Outside => "an object or the end of the line",
            Array::Begun => "an object or ]",
            Array::AfterObject | Array::Damaged => "a comma or ]",
            Array::AfterComma | Array::AfterWrongComma => "an object",
            Array::Ended => "the end of the file",
        }
    }

    fn is_open(self) -> bool {
        !matches!(self, Array::Outside | Array::Ended)
    }

    /// Returns the place after a character between objects, or `None` if the array cannot have it.
    fn after(self, character: char) -> Option<Array> {
        match (self, character) {
            (_, blank) if blank.is_whitespace() => Some(self),
            (Array::Outside, '[') => Some(Array::Begun),
            (Array::Outside, '{') => Some(self),
            (Array::Ended | Array::Outside, ';') => Some(self),
            (Array::Begun | Array::AfterComma | Array::AfterWrongComma | Array::Damaged, '{') => {
                Some(Array::AfterObject)
            }
            (Array::AfterObject | Array::Damaged, ',') => Some(Array::AfterComma),
            (Array::AfterWrongComma, ',') => Some(self),
            // Programming languages have a comma behind the last object.
            (Array::Begun | Array::AfterObject | Array::AfterComma | Array::AfterWrongComma | Array::Damaged, ']') => {
                Some(Array::Ended)
            }
            _ => None,
        }
    }
}

/// Returns `true` if a line begins with an object, possibly the first of an array, also behind a comma that is wrong: a key follows, or
/// the line ends. (Pencilmarks may be in braces too.)
pub(super) fn begin(text: &str) -> bool {
    let text = text.strip_prefix('[').map_or(text, |array| array.trim_start_matches([',', ' ', '\t', ']']));
    // In Python, a key may be in other quotes.
    // The brace of other languages has a comma behind its first string.
    let is_value =
        |rest: &str| rest[1..].split_once('"').is_some_and(|(_, behind)| behind.trim_start().starts_with(','));
    let is_key = |rest: &str| rest.starts_with('"') && !is_value(rest) || rest.starts_with('\'') && rest.contains("':");
    text.strip_prefix('{').map(str::trim_start).is_some_and(|rest| rest.is_empty() || is_key(rest))
}

/// Returns the value behind the key at the start of a line: a string, or a word of JavaScript.
fn behind_key(line: &str) -> Option<&str> {
    let value = |rest: &'_ str| rest.trim_start().strip_prefix(':').map(str::len).map(|length| line.len() - length);
    if let Some(rest) = ['"', '\''].into_iter().find_map(|quote| Some(line.strip_prefix(quote)?.split_once(quote)?.1)) {
        return value(rest).map(|start| &line[start..]);
    }
    let rest = line.trim_start_matches(|character: char| character.is_alphanumeric() || character == '_');
    // Two colons are those of a path, and nothing is behind the colon of a label.
    let value = value(rest).filter(|_| rest.len() < line.len()).map(|start| &line[start..]);
    value.filter(|value| !value.starts_with(':') && !value.trim().is_empty())
}

/// Returns `true` for a line with a key and a string or an array.
pub(super) fn is_entry(text: &str) -> bool {
    let key = text.strip_prefix('"').and_then(|text| text.split_once('"'));
    let value = key.and_then(|(_, rest)| rest.trim_start().strip_prefix(':'));
    value.is_some_and(|value| value.trim_start().starts_with(['"', '[']))
}

impl Objects {
    /// Returns `true` if earlier lines have no effect on the next one.
    pub(super) fn is_idle(&self) -> bool {
        !self.is_open() && !self.has_array() && self.heading.is_none() && !self.is_after_object && !self.is_broken
    }

    /// Adds a line to the cells of a grid, which are the rest of the text. Returns `false` if there are none.
    pub(super) fn continue_cells(&mut self, text: &str) -> bool {
        let Some(cells) = &mut self.cells else { return false };
        // The text of a longer array is cut off, and so no array.
        if cells.len() < squares::LONGEST {
            cells.extend([text, "\n"]);
        }
        true
    }

    /// Returns `true` if an object has begun and not ended.
    pub(super) fn is_open(&self) -> bool {
        self.depth > 0
    }

    /// Returns `true` if the next object is an element of an array in the one that has begun.
    pub(super) fn is_in_list(&self) -> bool {
        let end = self.text.trim_end();
        let is_behind = end.strip_suffix(',').is_some_and(|end| end.trim_end().ends_with('}'));
        self.lists > 0 && (end.ends_with('[') || is_behind)
    }

    /// Returns `true` if the text so far is hardly an object above another line: a heading, or in other languages a brace around an
    /// array or statements.
    pub(super) fn is_heading_above(&self, line: &str) -> bool {
        let is_brace = self.text.trim() == "{" && !self.has_array();
        is_brace && !line.is_empty() && !line.starts_with('}') && behind_key(line).is_none()
            || self.is_open() && is_heading_above(&self.text, line)
    }

    /// Returns `true` if an array was begun, whether or not it has ended.
    pub(super) fn has_array(&self) -> bool {
        self.array != Array::Outside
    }

    /// Begins an array whose opening bracket was read already.
    pub(super) fn begin_array(&mut self) {
        if !self.has_array() {
            self.array = Array::Begun;
        }
    }

    /// Returns `true` if a line that is in no object belongs to the array. Otherwise reports it, and the array is over.
    pub(super) fn continues_array(&mut self, text: &str, context: &mut TextContext) -> bool {
        let is_next = text.starts_with(['{', '[', ']', ',']);
        if self.array.is_open() && is_next {
            return true;
        }
        let found = if self.array == Array::Ended { "text after the end of an array" } else { "text between objects" };
        context.push(context.line, Err(ErrorKind::form(found, self.array.expected())));
        self.array = Array::Outside;
        false
    }

    /// Adds a line, and its records and errors to the context.
    pub(super) fn push(&mut self, text: &str, context: &mut TextContext) {
        for (at, character) in text.char_indices() {
            if self.depth == 0 {
                if self.continue_cells(&text[at..]) {
                    return;
                }
                if self.array == Array::Begun && character == '[' && self.inner_brackets == 0 {
                    self.inner_brackets = 1;
                    continue;
                }
                match self.array.after(character) {
                    Some(next) => self.array = next,
                    None => {
                        let found = format!("{character:?} between objects");
                        context.push(context.line, Err(ErrorKind::form(found, self.array.expected())));
                        if character == ',' && self.array.is_open() {
                            self.array = Array::AfterWrongComma;
                            continue;
                        }
                        // An object is read all the same.
                        let is_read = character == '{';
                        let is_next = is_read && self.array.is_open();
                        self.array = if is_next { Array::AfterObject } else { Array::Outside };
                        if !is_read {
                            return;
                        }
                    }
                }
                if character != '{' {
                    continue;
                }
                self.first_line = context.line;
            }
            self.text.push(character);
            if let Some(quote) = self.quote {
                match character {
                    _ if self.after_backslash => self.after_backslash = false,
                    '\\' => self.after_backslash = true,
                    _ if character == quote => self.quote = None,
                    _ => {}
                }
                continue;
            }
            match character {
                '"' | '\'' => self.quote = Some(character),
                '{' => self.depth += 1,
                '[' => self.lists += 1,
                ']' => self.lists = self.lists.saturating_sub(1),
                '}' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        let text = std::mem::take(&mut self.text);
                        self.lists = 0;
                        let is_first = !std::mem::replace(&mut self.has_object, true);
                        if is_first && self.array.is_open() && context.column.is_none() && squares::is_cell(&text) {
                            self.cells = Some("[".repeat(1 + self.inner_brackets) + &text);
                            continue;
                        }
                        if std::mem::take(&mut self.inner_brackets) > 0 {
                            let error = ErrorKind::form("'[' between objects", Array::Begun.expected());
                            context.push(self.first_line, Err(error));
                        }
                        self.is_after_object = self.array == Array::Outside;
                        for record in read(&text, context.column.as_deref()) {
                            match record {
                                Err(error) => self.refuse(&text, error, context),
                                record => context.push(self.first_line, record),
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        // A string ends on its line.
        if self.quote.is_some() || self.text.len() > LONGEST_OBJECT {
            self.end_object(context);
        }
        if self.is_open() {
            self.text.push('\n');
        }
    }

    /// Reports the error of a text, unless it may be a heading in a line.
    fn refuse(&mut self, text: &str, error: ErrorKind, context: &mut TextContext) {
        let cells = text.bytes().filter(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'_')).count();
        if cells <= MOST_OF_A_HEADING && self.first_line == context.line && self.array == Array::Outside {
            self.heading = Some((context.line, error));
        } else {
            context.push(self.first_line, Err(error));
        }
    }

    /// Reports an entry of an object whose start is lost.
    pub(super) fn push_lost_start(&mut self, context: &mut TextContext) {
        context.push(context.line, Err(ErrorKind::form("a key outside of an object", self.array.expected())));
        self.is_broken = true;
    }

    /// Reports a line of closing brackets behind an object: the start of an array, or of the text, is lost.
    pub(super) fn is_lost_start(&mut self, text: &str, context: &mut TextContext) -> bool {
        let is_lost = self.is_after_object && !text.is_empty() && text.trim_matches([']', '}', ',', ' ']).is_empty();
        self.is_after_object &= text.is_empty();
        if is_lost {
            let found = format!("{text:?} behind an object");
            context.push(context.line, Err(ErrorKind::form(found, "an opening bracket before it")));
        }
        is_lost
    }

    /// Reports what may be a heading if the next line is not that of a grid. `None` is the end of the text.
    pub(super) fn end_heading(&mut self, next: Option<&str>, context: &mut TextContext) {
        if next.is_some_and(|next| next.is_empty() || next.starts_with('#')) {
            return;
        }
        let heading = self.heading.take();
        if let Some((line, error)) = heading.filter(|_| next.is_none_or(|next| next.starts_with(['{', '[']))) {
            context.push(line, Err(error));
        }
    }

    /// Ends an object that is not closed.
    pub(super) fn end_object(&mut self, context: &mut TextContext) {
        let mut is_broken = false;
        if self.is_open() {
            let text = std::mem::take(&mut self.text);
            let error = ErrorKind::form("an object that is not closed", "}");
            is_broken = self.quote.is_some() && (text.contains("\":") || text.contains("':"));
            if is_broken {
                context.push(self.first_line, Err(error));
            } else {
                self.refuse(&text, error, context);
            }
            self.read_lines(&text, context);
        }
        let array = if self.array.is_open() { Array::Damaged } else { self.array };
        *self = Objects { array, heading: self.heading.take(), is_broken, ..Objects::default() };
    }

    /// Reads the objects that are whole on a line of one that is not closed: they may be records behind it.
    fn read_lines(&self, text: &str, context: &mut TextContext) {
        let lines = text.lines().map(str::trim).zip(self.first_line..).skip(1).filter(|(line, _)| is_whole_line(line));
        for (line, number) in lines {
            let is_other =
                |record: &Result<_, _>| matches!(record, Err(ErrorKind::Form { found, .. }) if found == NO_PUZZLE);
            let records = read(line.trim_end_matches([',', ']', ' ']), context.column.as_deref());
            records.into_iter().filter(|record| !is_other(record)).for_each(|record| context.push(number, record));
        }
    }

    /// Returns `true` if a line is in an object with a line end within a string. It ends with its brace, or before the next object.
    pub(super) fn is_in_broken(&mut self, text: &str) -> bool {
        let is_in = self.is_broken && !text.is_empty() && !text.starts_with('{');
        let is_last = text.trim_end_matches([',', ']', ' ']).ends_with('}') && !text.starts_with(['"', '\'']);
        if is_in && is_last && text.ends_with(']') && self.array.is_open() {
            self.array = Array::Ended;
        }
        self.is_broken = is_in && !is_last;
        is_in
    }

    /// Ends the text.
    pub(super) fn end(&mut self, context: &mut TextContext) {
        if let Some(cells) = self.cells.take() {
            // The bracket of an inner array may be in the line of the outer one.
            let count = |sign| cells.matches(sign).count();
            let lost = if count(']') == count('[') + 1 { "[" } else { "" };
            context.push(self.first_line, squares::read_array(&(lost.to_string() + &cells)));
        } else if self.is_open() {
            self.end_object(context);
        } else if self.array.is_open() {
            let found = "the end of the file within an array";
            context.push(context.line, Err(ErrorKind::form(found, self.array.expected())));
        }
        *self = Objects { heading: self.heading.take(), ..Objects::default() };
    }
}
