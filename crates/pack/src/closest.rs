//! Suggestions for unknown names: the known name that is closest.

/// The error for an unknown name, with a suggestion. It is written after the kind of the name: `unknown key sed`.
///
/// ```
/// use minirow_pack::{InvalidSpec, PuzzleSpec};
/// let Err(InvalidSpec::UnknownName(error)) = PuzzleSpec::new().set("levle", "hard") else { panic!("unknown") };
/// assert_eq!(error.to_string(), "levle, did you mean level?");
/// assert_eq!(error.closest.as_deref(), Some("level"));
/// assert!(error.known.contains(&"clues".to_string()));
/// ```
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("{name}, {}", match closest {
    Some(closest) => format!("did you mean {closest}?"),
    None => format!("expected one of {}", known.join(", ")),
})]
pub struct UnknownName {
    /// The unknown name.
    pub name: String,
    /// The known name that is closest, if it is close.
    pub closest: Option<String>,
    /// All known names.
    pub known: Vec<String>,
}

impl UnknownName {
    pub(crate) fn new(name: &str, known: impl IntoIterator<Item = impl Into<String>>) -> UnknownName {
        let known: Vec<String> = known.into_iter().map(Into::into).collect();
        let closest = among(name, known.iter().map(String::as_str)).map(String::from);
        UnknownName { name: name.into(), closest, known }
    }

    /// Returns the error for a name with the known names of its place. The closest one may be a name of another place.
    pub(crate) fn of_place(name: &str, known: &[&str], others: &[&str]) -> UnknownName {
        let closest = among(name, known.iter().chain(others).copied()).map(String::from);
        UnknownName { closest, ..UnknownName::new(name, known.iter().copied()) }
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
