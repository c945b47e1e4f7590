//! The reasons why a recipe of a book is refused.

use std::fmt;
use std::path::PathBuf;

use crate::spec::{InvalidSpec, suggestion};

/// What is wrong with a recipe, and where. It is written as `book.toml:4: clues: ...`.
///
/// ```
/// use minirow_pack::{BookRecipe, RecipeProblem};
/// let error = BookRecipe::parse("book.toml", "seed = 7\ntitel = 'T'").unwrap_err();
/// assert_eq!(error.line, Some(2));
/// assert!(matches!(*error.problem, RecipeProblem::UnknownKey { key, .. } if key == "titel"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecipeError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1, if the problem is in one.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: Box<RecipeProblem>,
}

/// What is wrong with a recipe. See [`RecipeError`].
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecipeProblem {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    NotRead(String),
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// There is no section.
    #[error("found no [[section]], expected at least one")]
    NoSections,
    /// A section is written as `[section]`.
    #[error("found one section, expected [[section]] before each")]
    SingleSection,
    /// A section is not a table.
    #[error("expected a table with a name, a count and constraints")]
    NotATable,
    /// A key is not known.
    #[error("unknown key {key}, {}", suggestion(closest.as_deref(), known))]
    UnknownKey {
        /// The key as given, with `-` for `_`.
        key: String,
        /// The known key that is closest, if it is close.
        closest: Option<String>,
        /// All keys that are known there.
        known: Vec<String>,
    },
    /// A key has a value that it cannot have, or a key is missing.
    #[error("{}{reason}", key.as_ref().map(|key| format!("{key}: ")).unwrap_or_default())]
    Value {
        /// The key, if one is there.
        key: Option<String>,
        /// What was found, and what was expected.
        reason: String,
    },
    /// A section has an empty name, or one with control characters.
    #[error("section {0:?}: expected a name of at least one letter, on one line")]
    NoName(String),
    /// Two sections have this name.
    #[error("section {0:?}: there is a section of this name before, expected another")]
    SameName(String),
    /// All puzzles of a section must have the same solution.
    #[error(
        "section {name:?}: puzzles with a given solution all have the same one, which takes allow-same-solution = true"
    )]
    SameSolution {
        /// The name of the section.
        name: String,
    },
    /// All puzzles of a section must have the same pattern of clues.
    #[error(
        "section {name:?}: puzzles that fill one mask exactly all have its pattern, which takes allow-same-pattern = true"
    )]
    SamePattern {
        /// The name of the section.
        name: String,
    },
    /// The puzzles of a section are sampled by weights, which books do not have.
    #[error("section {name:?}: sampling weighted needs weights, which a book does not have: use sampling uniform")]
    Weighted {
        /// The name of the section.
        name: String,
    },
    /// No puzzle meets the specification of a section.
    #[error("section {name:?}: {error}")]
    Spec {
        /// The name of the section.
        name: String,
        /// The reason.
        error: InvalidSpec,
    },
    /// A section has more puzzles than indices.
    #[error("section {name:?}: has too many puzzles")]
    TooManyPuzzles {
        /// The name of the section.
        name: String,
    },
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecipeError { path, line, problem } = self;
        write!(f, "{}", path.display())?;
        if let Some(line) = line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {problem}")
    }
}

impl std::error::Error for RecipeError {}
