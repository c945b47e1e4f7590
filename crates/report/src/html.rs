//! HTML: the pages, and the escaping of text.

use serde::Serialize;

use crate::template::render;

/// Renders the template of a page, which extends `frame.html`.
pub(crate) fn page(template: &str, values: &impl Serialize) -> String {
    render("page.html", template, values)
}

/// Escapes a text for HTML and SVG, within elements and quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // Characters that no document can hold.
            '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_taken_for_markup() {
        assert_eq!(escaped("r4c3<>5 & \"é\" '"), "r4c3&lt;&gt;5 &amp; &quot;é&quot; &#39;");
        assert_eq!(escaped("</script>\0"), "&lt;/script&gt;\u{fffd}");
    }
}
