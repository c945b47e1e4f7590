//! The language of everything that a person reads: one term per concept, in standard technical English.
//!
//! CONTRIBUTING.md has the rules. This check finds the words and sentence forms that came up most often against them.

use std::path::Path;

use crate::error::{Error, Result};
use crate::workspace;

/// Words and phrases in any case, each with the term to use instead.
const TERMS: &[(&str, &str)] = &[
    ("as it comes to", "for"),
    ("besides", "in addition to, or beside"),
    ("climbed to", "found by hill climbing"),
    ("door", "API"),
    ("fair sample", "unbiased sample"),
    ("for what has it inside", "the name of the type or file"),
    ("in disguise", "equivalent"),
    ("looked", "the name of the result"),
    ("said", "reported, or the name of the message"),
    ("so many", "the number"),
    ("such a", "a ... of this kind, or name it"),
    ("such an", "an ... of this kind, or name it"),
    ("the same of", "returns ... of"),
    ("trouble", "error"),
    ("twin", "equivalent puzzle"),
    ("twins", "equivalent puzzles"),
    ("wish", "constraint"),
    ("wishes", "constraints"),
];

/// Words that no line of documentation begins with: they make a clause the subject of a sentence.
const STARTS: &[&str] = &["What", "Whether", "Those", "Who", "The same of"];

/// Files that may use terms against the rules, with these terms. Most are values in files or aliases of earlier names.
const ALLOWED: &[(&str, &[&str])] = &[
    ("CHANGELOG.md", &["twin"]),
    ("crates/cli/tests/cli/dedup.rs", &["twin"]),
    ("crates/cli/tests/cli/explain_page.rs", &["said"]),
    ("crates/cli/tests/cli/stats.rs", &["twins"]),
    ("crates/compare/src/isomorphs.rs", &["twins"]),
    ("crates/dataset/src/dedup.rs", &["twin"]),
    ("crates/report/src/explain/page/page.html", &["said"]),
    ("crates/report/src/statistics/duplicates.rs", &["twins"]),
    ("crates/report/src/statistics/json.rs", &["twins"]),
];

/// The ends of the names of files that are read.
const EXTENSIONS: &[&str] = &["rs", "md", "py", "pyi", "toml", "html"];

/// Checks every text in the repository.
pub(super) fn check(top: &Path) -> Result<()> {
    let mut wrong = Vec::new();
    for name in workspace::files(top, EXTENSIONS)? {
        if file!().ends_with(&name) {
            continue; // this file lists the terms
        }
        let path = top.join(&name);
        let text = std::fs::read_to_string(&path).map_err(Error::file(&path, "cannot be read"))?;
        wrong.extend(wrong_in(&name, &text));
    }
    if wrong.is_empty() { Ok(()) } else { Err(Error::failed(wrong.join("\n"))) }
}

/// Returns a message for each term and each start of a line that breaks the rules.
fn wrong_in(name: &str, text: &str) -> Vec<String> {
    let allowed = ALLOWED.iter().find(|(path, _)| *path == name).map_or(&[][..], |(_, terms)| terms);
    let mut wrong = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let lower = line.to_lowercase();
        for (term, instead) in TERMS {
            if has_words(&lower, term) && !allowed.contains(term) {
                wrong.push(format!("{name}:{number}: \"{term}\", expected \"{instead}\""));
            }
        }
        let line = line.trim_start();
        if let Some(doc) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
            && let Some(start) = STARTS.iter().find(|start| starts_with_words(doc.trim_start(), start))
        {
            wrong.push(format!("{name}:{number}: documentation begins with \"{start}\", expected a verb or a noun"));
        }
    }
    wrong
}

/// Returns `true` if a text has these words, as whole words. The parts of a name such as `no_door` are words.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words)
        .any(|(start, _)| !text[..start].ends_with(char::is_alphanumeric) && starts_with_words(&text[start..], words))
}

fn starts_with_words(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_found_as_whole_words_in_any_case() {
        let found = |text: &str| wrong_in("a.rs", text);
        assert_eq!(found("let old_wish = 3;"), ["a.rs:1: \"wish\", expected \"constraint\""]);
        assert_eq!(found("\nSo many cells"), ["a.rs:2: \"so many\", expected \"the number\""]);
        assert_eq!(found("outdoor, doorway, also many"), [""; 0]);
    }

    #[test]
    fn a_line_of_documentation_begins_with_a_verb_or_a_noun() {
        let found = |text: &str| wrong_in("a.rs", text).len();
        assert_eq!(found("    /// What the cell holds."), 1);
        assert_eq!(found("//! Whether it is so."), 1);
        assert_eq!(found("/// Whatever it is.\n// What a comment may say."), 0);
    }

    #[test]
    fn only_the_named_files_may_break_the_rules() {
        assert_eq!(wrong_in("CHANGELOG.md", "A twin is found."), [""; 0]);
        assert_eq!(wrong_in("CHANGELOG.md", "A wish is found.").len(), 1);
        assert_eq!(wrong_in("README.md", "A twin is found.").len(), 1);
    }
}
