//! JSON objects in a stream of lines: on one line or on several, alone or in an array.

/// An object is shorter than this by far; more means that a brace was never closed.
const LONGEST_OBJECT: usize = 1 << 20;

/// Collects the characters of objects.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    first_line: u64,
    text: String,
    depth: usize,
    in_string: bool,
    after_backslash: bool,
}

/// An object, or what stands in its place.
pub(crate) type Collected = Result<(u64, String), (u64, String)>;

/// Whether a line begins with an object, perhaps the first of an array: a key follows, or the line ends. Pencilmarks may
/// stand in braces as well.
pub(crate) fn begin(text: &str) -> bool {
    let text = text.strip_prefix('[').unwrap_or(text).trim_start();
    text.strip_prefix('{').map(str::trim_start).is_some_and(|rest| rest.is_empty() || rest.starts_with('"'))
}

impl Objects {
    /// Whether an object has begun and not ended.
    pub(crate) fn is_open(&self) -> bool {
        self.depth > 0
    }

    /// Takes a line.
    pub(crate) fn push(&mut self, line: u64, text: &str, found: &mut Vec<Collected>) {
        for character in text.chars() {
            if self.depth == 0 {
                match character {
                    '{' => self.first_line = line,
                    ',' | '[' | ']' => continue,
                    blank if blank.is_whitespace() => continue,
                    other => {
                        found.push(Err((line, format!("found {other:?} between objects, expected a comma"))));
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
                        found.push(Ok((self.first_line, std::mem::take(&mut self.text))));
                    }
                }
                _ => {}
            }
        }
        // A string ends on its line.
        if self.in_string || self.text.len() > LONGEST_OBJECT {
            self.end(found);
        }
        if self.is_open() {
            self.text.push('\n');
        }
    }

    /// Says that no more is to come.
    pub(crate) fn end(&mut self, found: &mut Vec<Collected>) {
        if self.is_open() {
            found.push(Err((self.first_line, "found an object that is not closed, expected }".into())));
        }
        *self = Objects::default();
    }
}
