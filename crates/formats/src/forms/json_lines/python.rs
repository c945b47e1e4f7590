//! Objects as Python and JavaScript write them.

/// Returns the text of a dictionary of Python or an object of JavaScript as JSON: strings in single quotes, keys without quotes, `None`,
/// `undefined`, `True`, `False`, tuples, and commas behind the last value. What JSON cannot have stays as it is.
pub(super) fn as_json(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' | '\'' => {
                json.push('"');
                while let Some(next) = characters.next().filter(|&next| next != character) {
                    match next {
                        '\\' if characters.next_if_eq(&'\'').is_some() => json.push('\''),
                        '\\' => json.extend([Some('\\'), characters.next()].into_iter().flatten()),
                        '"' => json.push_str("\\\""),
                        next => json.push(next),
                    }
                }
                json.push('"');
            }
            ')' | ']' | '}' => {
                let length = json.trim_end().strip_suffix(',').map_or(json.len(), str::len);
                json.truncate(length);
                json.push(if character == ')' { ']' } else { character });
            }
            '(' => json.push('['),
            letter if letter.is_alphabetic() => {
                let mut word = String::from(letter);
                while let Some(letter) = characters.next_if(|next| next.is_alphanumeric() || *next == '_') {
                    word.push(letter);
                }
                let is_key = characters.clone().find(|next| !next.is_whitespace()) == Some(':');
                match word.as_str() {
                    // JavaScript has keys without quotes.
                    _ if is_key => json.push_str(&format!("{word:?}")),
                    "None" | "undefined" => json.push_str("null"),
                    "True" => json.push_str("true"),
                    "False" => json.push_str("false"),
                    other => json.push_str(other),
                }
            }
            other => json.push(other),
        }
    }
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dictionaries_become_objects() {
        for (python, json) in [
            ("{'a': None, 'b': [True, False,],}", r#"{"a": null, "b": [true, false]}"#),
            (r#"{'it\'s "x"': ("a", 'b\n')}"#, r#"{"it's \"x\"": ["a", "b\n"]}"#),
            ("{ name: 'a', is_hard: true, best: undefined }", r#"{ "name": "a", "is_hard": true, "best": null }"#),
            ("{'a': 1e5, \"None\": nan}", r#"{"a": 1e5, "None": nan}"#),
        ] {
            assert_eq!(as_json(python), json);
        }
    }
}
