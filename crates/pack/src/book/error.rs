//! The reason why a recipe of a book is refused.

use std::fmt;
use std::path::{Path, PathBuf};

use minirow_files::ErrorKind;

/// A problem of a recipe, and its place. It is written as `book.toml:4: clues: ...`.
///
/// ```
/// use minirow_pack::BookRecipe;
/// let error = BookRecipe::parse("book.toml", "seed = 7\ntitel = 'T'").unwrap_err();
/// assert_eq!((error.line, error.reason.as_str()), (Some(2), "unknown key titel, did you mean title?"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecipeError {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1, if the problem is in one.
    pub line: Option<usize>,
    /// The name of the section, if the whole section is the problem.
    pub section: Option<String>,
    /// The reason: what was found, and what was expected.
    pub reason: String,
    /// The way in which a command ends.
    pub kind: ErrorKind,
}

impl RecipeError {
    pub(super) fn new(path: &Path, line: Option<usize>, reason: impl fmt::Display) -> RecipeError {
        RecipeError { path: path.into(), line, section: None, reason: reason.to_string(), kind: ErrorKind::Usage }
    }
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecipeError { path, line, section, reason, .. } = self;
        write!(f, "{}", path.display())?;
        if let Some(line) = line {
            write!(f, ":{line}")?;
        }
        if let Some(section) = section {
            write!(f, ": section {section:?}")?;
        }
        write!(f, ": {reason}")
    }
}

impl std::error::Error for RecipeError {}
