//! Rows without the brackets and names of arrays and functions around them.

use std::borrow::Cow;

use crate::row::{has_row, is_remark};

/// Returns a text without the names of functions before brackets: `Array(5, 3, ...)`.
pub(crate) fn without_functions(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(text);
    for (bracket, _) in text.match_indices('(') {
        let is_name = |character: char| character.is_ascii_alphabetic() || character == '.';
        let start = text[..bracket].trim_end_matches(is_name).len();
        if start < bracket {
            plain.to_mut().replace_range(start..bracket, &" ".repeat(bracket - start));
        }
    }
    plain
}

/// Returns `true` if one of nine fields or more is a sign and nothing else, and others are empty.
pub(crate) fn has_sign_in_field(text: &str, delimiter: char) -> bool {
    let is_sign = |field: &str| matches!(field, ")" | "]" | "}" | "\\" | "=" | "+" | ">" | "`");
    let fields = || text.split(delimiter).map(str::trim);
    fields().any(is_sign) && fields().any(str::is_empty) && fields().count() >= 9
}

/// Returns a row without the brackets of an array around it, as in `{5, 3, 0, 0, 7, 0, 0, 0, 0},`. A remark may follow.
pub(super) fn without_brackets<'a>(text: &'a str) -> &'a str {
    let is_sign = |byte| matches!(byte, b'=' | b'<' | b'[' | b'{' | b'(' | b']' | b'}' | b')');
    if !text.bytes().any(is_sign) || [',', ';', '\t'].into_iter().any(|sign| has_sign_in_field(text, sign)) {
        return text;
    }
    // A type may be before the brackets of each row.
    let of_type = text.strip_prefix("new").and_then(|rest| Some(&rest[rest.find('{')?..]));
    let text = of_type.unwrap_or(text);
    // The first row may follow the name of the array, and each the name of a function.
    let is_blank = |word: &str| word.contains(['?', '*']) && !word.contains(char::is_alphabetic);
    let is_name = |text: &str| {
        !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '|' | ',' | ';')) && !text.split(' ').any(is_blank)
    };
    let value = text.split_once("<-").or_else(|| text.split_once('=')).filter(|(name, _)| !has_row(name));
    let value = value.map(|(_, value)| value.trim_start().trim_start_matches(['r', '@', '$']));
    // The name of a function may be before its arguments.
    let argument = |value: &'a str| {
        let inner = value.trim_start_matches(|first: char| first.is_ascii_alphabetic() || matches!(first, '.' | '('));
        if value[..value.len() - inner.len()].ends_with('(') { &value[value.len() - inner.len() - 1..] } else { value }
    };
    let value = value.map(argument);
    let is_value = |value: &&str| {
        value.starts_with(['{', '(', '[', '"', '\'']) || value.trim_end().len() == 9 && !value.contains(' ')
    };
    let value = value.filter(is_value);
    let text = value.unwrap_or(text);
    let start = text.find([']', '}', ')']).and_then(|end| text[..end].rfind(['{', '(', '[']));
    let start = start.filter(|&start| is_name(&text[..start]));
    // Behind a type, the brackets of the array may be before those of the row.
    let is_first = |&at: &usize| {
        (value.is_some() || text.starts_with(char::is_alphabetic)) && text[..at].trim_end().ends_with(['{', '(', '['])
    };
    let text = text.rfind(['{', '(', '[']).filter(is_first).or(start).map_or(text, |start| &text[start..]);
    let inner = text.trim_start_matches(['{', '[', '(', ' ']);
    let is_open = |text: &str| text.contains(['{', '}', '[', ']', '(', ')']);
    match inner.find(['}', ']', ')']) {
        Some(end) if inner.len() < text.len() && !is_open(&inner[..end]) => {
            let signs = inner[end..].trim_start_matches(['}', ']', ')']);
            let rest = signs.trim_start_matches(['}', ']', ')', ',', ';', ' ']);
            // MATLAB ends a row with each semicolon.
            let is_column = inner[..end].contains(';') && signs.starts_with(',');
            if is_remark(rest) && !is_open(rest) && !is_column { &inner[..end] } else { text }
        }
        // The brackets of an array may be in the lines of its first and last row.
        Some(end)
            if inner[end..].trim_start_matches([']', ')', '}', ';']).is_empty() || inner[end..].contains("byrow") =>
        {
            &inner[..end]
        }
        None if value.is_some() && inner.len() < text.len() => inner,
        _ => text,
    }
}
