//! HTML: the frame of every page, the rendering of templates, and the escaping of text.

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Value};
use serde::Serialize;

use crate::PROGRAM;

/// The templates that pages share.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    syntax.keep_trailing_newline(true).trim_blocks(true);
    templates.set_syntax(syntax.build().expect("the default delimiters"));
    // The escaping is our own: it also replaces characters that no document can hold, and is the same in SVG.
    templates.set_auto_escape_callback(|_| AutoEscape::Custom("html".into()));
    templates.set_formatter(|output, _, value| {
        let text = value.to_string();
        output.write_str(&if value.is_safe() { text } else { escaped(&text) })?;
        Ok(())
    });
    templates.add_global("program", PROGRAM);
    templates.add_template("frame.html", include_str!("html/frame.html")).expect("tests render every template");
    templates
});

/// Renders the template of a page, which extends `frame.html`. The frame needs the values `title` and `style`.
pub(crate) fn page(template: &str, values: &impl Serialize) -> String {
    TEMPLATES.render_named_str("page.html", template, Value::from(Serde(values))).expect("tests render every template")
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
