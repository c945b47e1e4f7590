//! Rendering of templates: HTML pages and Markdown.

use std::sync::LazyLock;

use minijinja::value::Serde;
use minijinja::{Environment, Value};
use minirow_print::svg::escape_markup;
use serde::Serialize;

use crate::PROGRAM;

/// The environment, with the template that HTML pages share.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    // The escaping is our own: it also replaces characters that no document should hold, and is the same in SVG.
    let mut templates = minirow_print::template::environment(escape_markup);
    templates.add_global("program", PROGRAM);
    templates.add_template("frame.html", include_str!("html/frame.html")).expect("tests render every template");
    templates
});

/// The style of pages of cards, for the value `style`.
pub const CARDS: &str = include_str!("html/cards.css");

/// Renders a template in the syntax of Jinja with the fields of a value.
///
/// If `name` ends in `.html`, text is escaped, and the template may extend `frame.html`, which needs the values `title` and
/// `style`. Otherwise text is written as it is. `program` is the name and version of the program.
///
/// # Panics
/// If the template is not valid, or uses a value that is missing.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use minirow_report::template::render;
///
/// let values = BTreeMap::from([("title", "Hard & fair")]);
/// assert_eq!(render("card.md", "# {{ title }}\n", &values), "# Hard & fair\n");
/// assert_eq!(render("part.html", "<h1>{{ title }}</h1>", &values), "<h1>Hard &amp; fair</h1>");
/// ```
pub fn render(name: &str, template: &str, values: &impl Serialize) -> String {
    TEMPLATES
        .render_named_str(name, template, Value::from(Serde(values)))
        .expect("a valid template with all its values")
}
