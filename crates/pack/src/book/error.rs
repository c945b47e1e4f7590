//! The reasons why a recipe of a book is refused.

use std::fmt;
use std::path::{Path, PathBuf};

use minirow_table::ErrorKind;

use super::{MOST_SECTIONS, SECTION_INDICES};
use crate::closest::UnknownName;
use crate::spec::InvalidSpec;

/// A problem of a recipe, and its place. It is written as `book.toml:4: clues: ...`.
///
/// ```
/// use minirow_pack::{BookRecipe, RecipeProblem};
/// let error = BookRecipe::parse("book.toml", "seed = 7\ntitel = 'T'").unwrap_err();
/// assert_eq!(error.line, Some(2));
/// assert!(matches!(*error.problem, RecipeProblem::UnknownKey(key) if key.name == "titel"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecipeError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1, if the problem is in one.
    pub line: Option<usize>,
    /// The name of the section, if the whole section is the problem.
    pub section: Option<String>,
    /// The problem.
    pub problem: Box<RecipeProblem>,
}

/// A problem of a recipe. See [`RecipeError`].
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecipeProblem {
    /// The file cannot be read.
    #[error("cannot be read: {reason}")]
    NotRead {
        /// The reason.
        reason: String,
        /// The way in which a command ends.
        kind: ErrorKind,
    },
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// There is no section.
    #[error("found no [[section]], expected at least one")]
    NoSections,
    /// There are more sections than a book can have.
    #[error("found {0} sections, expected at most {MOST_SECTIONS}")]
    TooManySections(usize),
    /// A section is written as `[section]`.
    #[error("found one section, expected [[section]] before each")]
    SingleSection,
    /// A section is not a table.
    #[error("expected a table with a name, a count and constraints")]
    NotATable,
    /// A key is not known. It is spelled with `-` for `_`.
    #[error("unknown key {0}")]
    UnknownKey(UnknownName),
    /// A key is known, but not in this place.
    #[error("found the key {key} {found}, expected it {expected}")]
    Misplaced {
        /// The key.
        key: String,
        /// The place of the key, in words.
        found: &'static str,
        /// The place where it has a meaning, in words.
        expected: &'static str,
    },
    /// A key has an invalid value, or a key is missing.
    #[error("{}{reason}", key.as_ref().map(|key| format!("{key}: ")).unwrap_or_default())]
    Value {
        /// The key, if it is there.
        key: Option<String>,
        /// The reason: what was found, and what was expected.
        reason: String,
    },
    /// The section has an empty name, or one with control characters.
    #[error("expected a name that is not blank, on one line")]
    NoName,
    /// Two sections have this name.
    #[error("an earlier section has the same name")]
    SameName,
    /// All puzzles of the section must have the same solution.
    #[error("puzzles with a given solution share it, which requires allow-same-solution = true")]
    SameSolution,
    /// All puzzles of the section must have the same pattern of clues.
    #[error("puzzles that fill a mask exactly share its pattern, which requires allow-same-pattern = true")]
    SamePattern,
    /// The puzzles of the section are sampled by weights, which books do not have.
    #[error("sampling weighted requires weights, which books do not have: use sampling uniform")]
    Weighted,
    /// No puzzle meets the specification of the section.
    #[error(transparent)]
    Spec(#[from] InvalidSpec),
    /// The section has more puzzles than half of its indices.
    #[error("found {} puzzles, expected at most {}", .0, SECTION_INDICES / 2)]
    TooManyPuzzles(u64),
}

impl RecipeError {
    pub(super) fn new(path: &Path, line: Option<usize>, problem: RecipeProblem) -> RecipeError {
        RecipeError { path: path.to_path_buf(), line, section: None, problem: problem.into() }
    }
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecipeError { path, line, section, problem } = self;
        write!(f, "{}", path.display())?;
        if let Some(line) = line {
            write!(f, ":{line}")?;
        }
        if let Some(section) = section {
            write!(f, ": section {section:?}")?;
        }
        write!(f, ": {problem}")
    }
}

impl std::error::Error for RecipeError {}
