//! The known word closest to an unknown one, for error messages that suggest a correction.

/// Returns the known word with the fewest typing errors, if at most half of its letters differ.
///
/// ```
/// use minirow_pack::closest;
/// assert_eq!(closest::among("levle", ["level", "clues"]), Some("level"));
/// assert_eq!(closest::among("background", ["level", "clues"]), None);
/// ```
pub fn among<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |other: &&str| strsim::damerau_levenshtein(word, other);
    let closest = known.into_iter().min_by_key(distance)?;
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
        assert_eq!(among("background", words), None);
        assert_eq!(among("", words), None);
        assert_eq!(among("level", []), None);
    }
}
