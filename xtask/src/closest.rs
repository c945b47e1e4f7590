//! The closest known word to one that is not known, for messages that say what may have been meant.

/// The word that differs least, if it differs little enough that it may have been meant.
pub(crate) fn among<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let distance = |other: &&str| strsim::damerau_levenshtein(word, other);
    let closest = known.into_iter().min_by_key(distance)?;
    let longer = word.chars().count().max(closest.chars().count());
    (2 * distance(&closest) <= longer).then_some(closest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_hand_are_seen_through() {
        let words = ["level", "clues", "x-wing", "hidden-single"];
        for (word, meant) in [("levle", "level"), ("clue", "clues"), ("xwing", "x-wing"), ("hidden_single", words[3])] {
            assert_eq!(among(word, words), Some(meant), "{word}");
        }
        assert_eq!(among("background", words), None);
        assert_eq!(among("", words), None);
        assert_eq!(among("level", []), None);
    }
}
