//! The names of Sudokus with more rules, or with other boxes, than the classic one.

/// Their names, and the words for their rules.
const KINDS: &str = "anti antiking antiknight argyle arrow arrows asterisk cage cages calcudoku consecutive diagonal diagonals disjoint even \
    hyper irregular jigsaw kenken killer kropki miracle nonconsecutive nonomino odd palindrome renban samurai sandwich skyscraper squiggly \
    thermo thermometer whisper whispers windoku x xv";

/// The names that need no word for a Sudoku beside them.
const ALONE: &str = "jigsaw windoku";

/// The words that may be beside them in a heading.
const BESIDE: &str = "sudoku sudokus puzzle puzzles grid no nr the a non little greater than king knight easy simple gentle medium moderate hard \
    difficult tough expert evil extreme fiendish diabolical";

/// The words of a text that tells what its Sudokus are not.
const NEGATIONS: &str = "not none without";

/// The words for a key of the kind.
const KEYS: &str = "type variant variants rules kind";

/// Returns `true` for a word that names a Sudoku with other rules than the classic one.
///
/// ```
/// use minirow_core::text::is_kind;
/// assert!(is_kind("killer") && !is_kind("hard"));
/// ```
pub fn is_kind(word: &str) -> bool {
    is_among(word, KINDS)
}

/// Returns `true` for a heading that is the name of a Sudoku with other rules than the classic one, such as `Killer Sudoku #12`,
/// `Windoku` or `Type: diagonal`. A sentence with one of these words is none.
///
/// ```
/// use minirow_core::text::names_kind;
/// assert!(names_kind("X-Sudoku") && names_kind("Killer Sudoku by Anna, 2026"));
/// assert!(!names_kind("Killer") && !names_kind("A killer of a Sudoku") && !names_kind("Solved with an X-Wing"));
/// ```
pub fn names_kind(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or_default().to_lowercase().replace("sudoku", " sudoku ");
    let all = || name.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_number = |word: &str| word.starts_with(char::is_numeric);
    let is_without_number = |(word, next): (&str, Option<&str>)| word == "no" && !next.is_some_and(is_number);
    let next = all().skip(1).map(Some).chain([None]);
    if text.contains('?') || all().any(|word| is_among(word, NEGATIONS)) || all().zip(next).any(is_without_number) {
        return false;
    }
    // The names of several kinds are a menu.
    let inner = name.split(" by ").next().unwrap_or_default().trim_matches(|sign: char| !sign.is_alphanumeric());
    if inner.split(char::is_numeric).next().unwrap_or_default().contains([',', ';', '/', '|', '•', '·', '&', '+']) {
        return false;
    }
    let mut words: Vec<&str> = all().take_while(|word| *word != "by" && !is_number(word)).collect();
    let has_key = name.contains(':') && words.first().is_some_and(|word| is_among(word, KEYS));
    words.drain(..usize::from(has_key));
    let has_sudoku = has_key || words.contains(&"sudoku");
    // Behind the name, it is a number of Rome.
    if !has_key && words.iter().skip(1).any(|word| matches!(*word, "x" | "xv")) {
        return false;
    }
    let is_known = |word: &&str| is_kind(word) || is_among(word, BESIDE);
    words.iter().all(is_known) && words.iter().any(|word| is_among(word, ALONE) || has_sudoku && is_kind(word))
}

/// Returns `true` for the start of a list of cages, as a killer Sudoku has it.
pub(super) fn begins_cages(text: &str) -> bool {
    let (name, cages) = text.trim_start_matches(['#', '/', ' ']).split_once(':').unwrap_or_default();
    let has_cages = || cages.trim().is_empty() || cages.contains(|sign| matches!(sign, '1'..='9'));
    matches!(name.trim().to_lowercase().as_str(), "cage" | "cages" | "killer cages") && has_cages()
}

fn is_among(word: &str, words: &str) -> bool {
    words.split_whitespace().any(|other| other == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_other_kinds_are_known() {
        for heading in [
            "Killer Sudoku",
            "JIGSAW",
            "Jigsaw Sudoku #12",
            "X-Sudoku",
            "X Sudoku 12",
            "Killer Sudoku No. 12",
            "Hard Killer Sudoku",
            "Diagonal Sudoku",
            "Windoku",
            "Hyper Sudoku",
            "Hypersudoku",
            "Killersudoku 5",
            "Anti-Knight Sudoku",
            "Non-consecutive Sudoku",
            "Little Killer Sudoku",
            "Greater Than Killer Sudoku",
            "Even-Odd Sudoku",
            "Type: diagonal",
            "Variant: killer",
            "## Killer Sudoku",
            "== Jigsaw Sudoku ==",
            "Killer Sudoku by Anna, 12 May 2020",
        ] {
            assert!(names_kind(heading), "{heading}");
        }
        for heading in [
            "",
            "Sudoku",
            "Sudoku 9x9",
            "Killer",
            "Level: Killer",
            "Diagonal symmetry",
            "Sudoku Kingdom",
            "Sudoku XX",
            "Sudoku XV",
            "Sudoku X",
            "Sudoku No. X",
            "Sudoku, no diagonals",
            "No Killer Sudoku",
            "Killer Sudoku?",
            "Killer Sudoku without cages",
            "Classic Sudoku, Killer Sudoku, Jigsaw Sudoku",
            "Killer Sudoku | Jigsaw Sudoku",
            "Killer and Jigsaw Sudoku",
            "X-Wing",
            "Sudoku with an X-Wing",
            "This puzzle is a killer of a Sudoku",
            "From the big book of Sudoku and Killer Sudoku",
            "I like Killer Sudoku and Sudoku X, but here is a plain one:",
            "Not a jigsaw, just the usual rules",
            "With the puzzle",
            "Type: classic",
        ] {
            assert!(!names_kind(heading), "{heading}");
        }
        assert!(begins_cages("Cages: 10 A1 A2") && begins_cages("# killer cages:") && !begins_cages("Cages of birds"));
        assert!(!begins_cages("Cages: none") && begins_cages("Cages:"));
    }
}
