//! Suggestions for unknown names: the known name that is closest.

use std::borrow::Borrow;

/// Returns the text of the error for an unknown name, to be written after the kind of the name: `sed, did you mean seed?`. The
/// closest name may be one of other places, which are not listed.
pub(crate) fn unknown<S: Borrow<str>>(name: &str, known: &[S], others: &[S]) -> String {
    match among(name, known.iter().chain(others).map(Borrow::borrow)) {
        Some(closest) => format!("{name}, did you mean {closest}?"),
        None => format!("{name}, expected one of {}", known.join(", ")),
    }
}

/// Returns the known word with the fewest typing errors, if at most half of its letters differ.
pub(crate) fn among<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |other: &&str| strsim::damerau_levenshtein(word, other);
    // Of two that are as close, the one that begins with the word is meant.
    let closest = known.into_iter().min_by_key(|other| (distance(other), !other.starts_with(word)))?;
    let longer = word.chars().count().max(closest.chars().count());
    (2 * distance(&closest) <= longer).then_some(closest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_recognised() {
        let words = ["level", "clues", "x-wing", "hidden-single"];
        for (word, meant) in [("levle", "level"), ("clue", "clues"), ("xwing", "x-wing"), ("hidden_single", words[3])] {
            assert_eq!(among(word, words), Some(meant), "{word}");
        }
        assert_eq!(among("need", ["seed", "needs"]), Some("needs"));
        assert_eq!(among("background", words), None);
        assert_eq!(among("", words), None);
        assert_eq!(among("level", []), None);
    }
}
