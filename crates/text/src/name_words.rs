//! The words and numbers in names.

/// Splits the last part of a name off a text.
pub(super) fn name_at_end(text: &str) -> (&str, &str) {
    let text = text.trim_end_matches('!');
    let start = text.trim_end_matches(|character: char| character.is_alphanumeric() || character == '_').len();
    let name = text[start..].trim_start_matches(|first: char| first.is_ascii_digit());
    let is_of_path = |character: char| character.is_alphanumeric() || matches!(character, '.' | ':' | '_');
    (name, text[..start].trim_end_matches(is_of_path))
}

/// Returns `true` if a word is one of several, with a space between them.
pub(super) fn is_among(word: &str, words: &str) -> bool {
    words.split(' ').any(|other| other == word)
}

/// Returns the words of a name in lower case, such as `initial` and `board` of `initialBoard`. A digit ends a word.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_after_lower = false;
    for character in name.chars() {
        if character.is_uppercase() && is_after_lower {
            words.push(String::new());
        }
        is_after_lower = character.is_lowercase();
        match words.last_mut().filter(|_| character.is_alphabetic()) {
            Some(word) => word.extend(character.to_lowercase()),
            None => words.push(String::new()),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the numbers in a name.
pub(super) fn numbers(name: &str) -> impl Iterator<Item = u64> {
    name.split(|character: char| !character.is_ascii_digit()).filter_map(|number| number.parse().ok())
}
