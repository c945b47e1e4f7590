//! The settings of all templates for pages.

use minijinja::syntax::SyntaxConfig;
use minijinja::{AutoEscape, Environment, UndefinedBehavior};

/// Returns an environment for templates in the syntax of Jinja.
///
/// In templates whose name ends in `.html`, values are passed to `escape`, unless the filter `safe` is applied. A
/// missing value is an error, and the line end after a tag is not written.
///
/// ```
/// use minijinja::context;
/// use minirow_print::svg::escape;
/// use minirow_print::template::environment;
///
/// let environment = environment(escape);
/// let values = context! { title => "Hard & {{ fair }}" };
/// assert_eq!(environment.render_named_str("a.html", "<b>{{ title }}</b>\n", &values)?, "<b>Hard &amp; {{ fair }}</b>\n");
/// assert_eq!(environment.render_named_str("a.md", "# {{ title }}\n", &values)?, "# Hard & {{ fair }}\n");
/// assert!(environment.render_named_str("a.md", "# {{ subtitle }}\n", &values).is_err());
/// # Ok::<(), minijinja::Error>(())
/// ```
pub fn environment(escape: fn(&str) -> String) -> Environment<'static> {
    let mut environment = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    syntax.keep_trailing_newline(true).trim_blocks(true);
    environment.set_syntax(syntax.build().expect("the default delimiters"));
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_formatter(move |output, state, value| {
        let text = value.to_string();
        let is_final = value.is_safe() || *state.auto_escape() == AutoEscape::None;
        output.write_str(&if is_final { text } else { escape(&text) })?;
        Ok(())
    });
    environment
}
