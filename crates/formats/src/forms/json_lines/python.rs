//! Objects as Python writes them.

/// Returns the text of a dictionary of Python as JSON: strings in single quotes, `None`, `True`, `False`, tuples, and commas behind the
/// last value. What JSON cannot have stays as it is.
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
                while let Some(letter) = characters.next_if(|next| next.is_alphanumeric()) {
                    word.push(letter);
                }
                json.push_str(match word.as_str() {
                    "None" => "null",
                    "True" => "true",
                    "False" => "false",
                    other => other,
                });
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
            ("{'a': 1e5, \"None\": nan}", r#"{"a": 1e5, "None": nan}"#),
        ] {
            assert_eq!(as_json(python), json);
        }
    }
}
