//! The backslashes of Markdown before signs, and the bars around a spoiler.

use std::borrow::Cow;

/// Leaves out the backslashes before signs that Markdown would read as its own, and the double bars around a spoiler.
pub(super) fn without_escapes(line: &str) -> Cow<'_, str> {
    let line = without_spoiler(line);
    if !line.contains('\\') {
        return line.into();
    }
    let mut plain = String::with_capacity(line.len());
    let mut rest = line.chars().peekable();
    while let Some(sign) = rest.next() {
        match rest.peek() {
            Some('_' | '*' | '.' | '|' | '-' | '#' | '+' | '~') if sign == '\\' => {}
            // The end of a row of LaTeX.
            Some('\\') if sign == '\\' => plain.extend([sign, rest.next().unwrap_or(sign)]),
            _ => plain.push(sign),
        }
    }
    plain.into()
}

/// Leaves out double bars at the ends of a line without other bars. Spaces beside them stay: they may be cells.
fn without_spoiler(line: &str) -> &str {
    let inner = line.trim_start().strip_prefix("||").unwrap_or(line);
    let inner = inner.trim_end().strip_suffix("||").unwrap_or(inner);
    if inner.trim().is_empty() || inner.contains('|') { line } else { inner }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_spoilers() {
        assert_eq!(without_escapes(r"5 \_ \* \. \\ \cdot"), r"5 _ * . \\ \cdot");
        assert_eq!(without_escapes("||5 . 3"), "5 . 3");
        assert_eq!(without_escapes("5 . 3||"), "5 . 3");
        assert_eq!(without_escapes(" 9      2 || "), " 9      2 ");
        for line in ["||", "||5|3||", "|| 5 | 3", "|5||3"] {
            assert_eq!(without_escapes(line), line);
        }
    }
}
