//! JSON values, one a line, as the values of one array.

use std::path::Path;

/// Writes lines of JSON as one document: an array with a value a line.
///
/// ```
/// use minirow_formats::JsonArray;
/// let mut array = JsonArray::default();
/// let mut text = array.lines(b"1\n2\n");
/// text.extend(array.lines(b"3\n"));
/// text.extend(array.end().bytes());
/// assert_eq!(text, b"[\n1,\n2,\n3\n]\n");
/// assert_eq!(JsonArray::default().end(), "[]\n");
/// ```
#[derive(Clone, Debug, Default)]
pub struct JsonArray {
    has_values: bool,
}

impl JsonArray {
    /// Returns `true` if a file of JSON with this name is one document, which its ending `.json` says.
    pub fn is_for(path: &Path) -> bool {
        path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
    }

    /// Returns the text of the next values. Each line is a value, and empty lines are left out.
    pub fn lines(&mut self, lines: &[u8]) -> Vec<u8> {
        let mut text = Vec::with_capacity(lines.len() + 2);
        for line in lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            text.extend_from_slice(if self.has_values { b",\n" } else { b"[\n" });
            text.extend_from_slice(line);
            self.has_values = true;
        }
        text
    }

    /// Returns the text after the last value.
    pub fn end(&self) -> &'static str {
        if self.has_values { "\n]\n" } else { "[]\n" }
    }
}
