//! Texts of unknown origin in messages, reports and JSON.

use std::borrow::Cow;
use std::fmt::Write;

/// The longest message that is shown whole, in characters.
const LONGEST: usize = 1000;

/// The numbers of characters that are shown of the start and the end of a longer one.
const START: usize = 600;
const END: usize = 300;

/// Returns a message, or another text with parts of unknown origin, as one line that is safe on a terminal.
///
/// The characters of [`is_unsafe`] are escaped, and the middle of a text of more than 1000 characters is left out.
///
/// ```
/// use minirow_text::shown;
/// assert_eq!(shown("a.csv:2: found \u{1b}[2J"), r"a.csv:2: found \u{1b}[2J");
/// assert_eq!(shown("a\nb \u{202e}c"), r"a\nb \u{202e}c");
/// assert!(shown(&"a, ".repeat(1000)).contains(" … (2100 characters left out) … "));
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    let length = text.chars().count();
    if length <= LONGEST {
        return one_line(text);
    }
    let place = |number: usize| text.char_indices().nth(number).map_or(text.len(), |(place, _)| place);
    let (start, end) = (&text[..place(START)], &text[place(length - END)..]);
    format!("{} … ({} characters left out) … {}", one_line(start), length - START - END, one_line(end)).into()
}

/// Returns a text of unknown origin as one line, whole: a value in a report, for example.
///
/// ```
/// use minirow_text::one_line;
/// assert_eq!(one_line("train\u{9b}2J\n"), r"train\u{9b}2J\n");
/// ```
pub fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, is_unsafe)
}

/// Returns a report of several lines with all that is unsafe in them escaped.
///
/// ```
/// use minirow_text::safe_lines;
/// assert_eq!(safe_lines("rows\nsplits \u{1b}[2J\n"), "rows\nsplits \\u{1b}[2J\n");
/// ```
pub fn safe_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |character| character != '\n' && is_unsafe(character))
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return text.into();
    }
    let escape = |character: char| match character {
        character if !is_escaped(character) => character.into(),
        '\n' | '\r' | '\t' => character.escape_default().to_string(),
        character => character.escape_unicode().to_string(),
    };
    text.chars().map(escape).collect::<String>().into()
}

/// Returns JSON in which strings have escapes for all characters of [`is_unsafe`]. The value is the same.
///
/// ```
/// use minirow_text::safe_json;
/// assert_eq!(safe_json("{\"split\": \"a\u{202e}\u{9b}\u{e0041}\"}\n".into()), "{\"split\": \"a\\u202e\\u009b\\udb40\\udc41\"}\n");
/// ```
pub fn safe_json(json: String) -> String {
    // Outside of strings there are spaces and line ends; within, other control characters of ASCII have escapes already.
    let is_escaped = |character: char| !matches!(character, '\n' | '\r' | '\t') && is_unsafe(character);
    if !json.contains(is_escaped) {
        return json;
    }
    let mut safe = String::with_capacity(json.len());
    for character in json.chars() {
        if is_escaped(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let _ = write!(safe, "\\u{unit:04x}"); // a string takes everything
            }
        } else {
            safe.push(character);
        }
    }
    safe
}

/// Returns a text as a string of JSON, with quotes, as [`safe_json`] does.
///
/// ```
/// assert_eq!(minirow_text::json_string("a\u{7f}\"\n"), r#""a\u007f\"\n""#);
/// ```
pub fn json_string(text: &str) -> String {
    safe_json(serde_json::to_string(text).expect("text"))
}

/// Returns `true` for characters that change what a terminal or a page shows elsewhere, or are not shown: control characters, marks
/// of the direction of text, separators of lines, characters without width or glyph, and tags. The joiners that some scripts need are
/// safe.
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{fffe}'
                | '\u{ffff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}
