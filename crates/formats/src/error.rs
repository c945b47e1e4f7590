//! Errors of reading.

use minirow_text::{ParseError, shown};

use crate::fields::MOST_FIELDS;
use crate::lines::LineError;
use crate::table::PUZZLE_COLUMNS;

/// The error for a part of a file that cannot be read.
///
/// ```
/// use minirow_formats::{ErrorKind, Reader};
/// let error = Reader::new("".as_bytes()).next().unwrap().unwrap_err();
/// assert!(matches!(error.kind, ErrorKind::NoGrid) && error.line == 1);
/// ```
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct Error {
    /// The line number, from 1.
    pub line: u64,
    /// The kind of error: what was found, and what was expected.
    pub kind: ErrorKind,
}

/// The kind of an [`Error`].
///
/// ```
/// use minirow_formats::{ErrorKind, Reader};
/// let kind = |text: &str| Reader::new(text.as_bytes()).find_map(Result::err).unwrap().kind;
/// assert!(matches!(kind("12345\n"), ErrorKind::Grid(_)));
/// let ErrorKind::Form { found, expected } = kind("<opensudoku>\n<game/>\n</opensudoku>\n") else { panic!("XML") };
/// assert_eq!((found.as_str(), expected.as_str()), ("a game without data", "81 digits"));
/// let in_a_link = kind("https://f-puzzles.com/?load=12\n");
/// assert!(matches!(in_a_link, ErrorKind::Part { error, .. } if matches!(*error, ErrorKind::Form { .. })));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file has no grid at all.
    #[error("found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a puzzle column)")]
    NoGrid,
    /// The bytes of a line are not text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The text is not a grid.
    #[error(transparent)]
    Grid(#[from] ParseError),
    /// The text does not follow its form.
    #[error("found {found}, expected {expected}")]
    Form {
        /// The part of the text that is wrong, in words.
        found: String,
        /// The part that the form has in its place, in words.
        expected: String,
    },
    /// The header of a table cannot be read, so none of its rows can be.
    #[error(transparent)]
    Header(Box<ErrorKind>),
    /// A table has no column of puzzles.
    #[error("found {found}, expected one called {}", PUZZLE_COLUMNS.join(", "))]
    NoPuzzleColumn {
        /// The columns that it has, in words.
        found: String,
    },
    /// A part of a record cannot be read.
    #[error("{error}, {place}")]
    Part {
        /// The error in the part.
        error: Box<ErrorKind>,
        /// The place of the part in the record, in words.
        place: String,
    },
}

impl ErrorKind {
    /// Creates the error of a text that does not follow its form. Of a long one, the start and the end are shown.
    pub(crate) fn form(found: impl Into<String>, expected: impl Into<String>) -> ErrorKind {
        ErrorKind::Form { found: shown(&found.into()).into_owned(), expected: expected.into() }
    }

    /// Creates the error of a record with too many fields.
    pub(crate) fn too_many_fields(found: usize) -> ErrorKind {
        ErrorKind::form(format!("{found} fields"), format!("at most {MOST_FIELDS}"))
    }

    /// Returns `true` if a table lacks a column of puzzles, so that the name of another column is needed.
    ///
    /// ```
    /// use minirow_formats::Reader;
    /// let table = format!("text,er\n{},1.2\n", ".".repeat(81));
    /// assert!(Reader::new(table.as_bytes()).next().unwrap().unwrap_err().kind.needs_column());
    /// # Ok::<(), minirow_formats::Error>(())
    /// ```
    pub fn needs_column(&self) -> bool {
        match self {
            ErrorKind::Header(kind) => kind.needs_column(),
            kind => matches!(kind, ErrorKind::NoPuzzleColumn { .. }),
        }
    }

    /// Returns `true` if the file cannot be read any further, so that records behind the error are missing.
    ///
    /// ```
    /// use std::io::{BufReader, Error, Read};
    /// use minirow_formats::Reader;
    /// struct Broken;
    /// impl Read for Broken {
    ///     fn read(&mut self, _: &mut [u8]) -> Result<usize, Error> {
    ///         Err(Error::other("damaged"))
    ///     }
    /// }
    /// let text = "1".to_string() + &".".repeat(80) + "\n1234567.\n";
    /// let errors = Reader::new(BufReader::new(text.as_bytes().chain(Broken))).filter_map(Result::err);
    /// assert_eq!(errors.map(|error| error.kind.is_unreadable()).collect::<Vec<_>>(), [false, true]);
    /// ```
    pub fn is_unreadable(&self) -> bool {
        match self {
            ErrorKind::Line(LineError::Read(_)) => true,
            ErrorKind::Part { error, .. } => error.is_unreadable(),
            _ => false,
        }
    }

    /// Adds the place of a part of a record.
    pub(crate) fn at(self, place: impl Into<String>) -> ErrorKind {
        ErrorKind::Part { error: self.into(), place: place.into() }
    }
}
