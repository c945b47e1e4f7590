//! Texts of others in messages and on terminals.

use std::borrow::Cow;

/// The longest message that is shown whole, in characters.
const LONGEST: usize = 1000;

/// The numbers of characters that are shown of the start and the end of a longer one.
const START: usize = 600;
const END: usize = 300;

/// Returns a message, or another text with parts of unknown origin, as one line that is safe on a terminal.
///
/// Control characters, line ends and the characters that change the direction of text are escaped, and the middle of a text
/// of more than 1000 characters is left out.
///
/// ```
/// use minirow_core::text::shown;
/// assert_eq!(shown("a.csv:2: found \u{1b}[2J"), r"a.csv:2: found \u{1b}[2J");
/// assert_eq!(shown("a\nb \u{202e}c"), r"a\nb \u{202e}c");
/// assert!(shown(&"a, ".repeat(1000)).contains(" … (2100 characters left out) … "));
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    let length = text.chars().count();
    let text = match length {
        0..=LONGEST => Cow::Borrowed(text),
        _ => {
            let place = |number: usize| text.char_indices().nth(number).map_or(text.len(), |(place, _)| place);
            let (start, end) = (&text[..place(START)], &text[place(length - END)..]);
            format!("{start} … ({} characters left out) … {end}", length - START - END).into()
        }
    };
    if !text.contains(is_escaped) {
        return text;
    }
    let escape = |character: char| match character {
        '\n' | '\r' | '\t' => character.escape_default().to_string(),
        character if is_escaped(character) => character.escape_unicode().to_string(),
        character => character.into(),
    };
    text.chars().map(escape).collect::<String>().into()
}

fn is_escaped(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}
