//! Errors of values, rows and files of rows.

use std::io;

use minirow_files::ordered::Held;
use minirow_formats::LineError;
use minirow_text::counted;
use thiserror::Error;

/// An error of a value that its column cannot hold.
///
/// ```
/// use minirow_table::ValueError;
/// let error = ValueError { column: "er".into(), value: "hard".into(), expected: "a number".into() };
/// assert_eq!(error.to_string(), "er is `hard`, expected a number");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{column} is `{value}`, expected {expected}")]
pub struct ValueError {
    /// The name of the column.
    pub column: String,
    /// The text that was found.
    pub value: String,
    /// A description of valid values.
    pub expected: String,
}

/// An error of one row of a file. Reading can continue after all but [`RowErrorKind::Io`].
///
/// ```
/// use minirow_table::{ForeignReader, RowErrorKind};
/// let error = ForeignReader::new(&b"a,b\n1\n"[..])?.next().unwrap().unwrap_err();
/// assert_eq!(error.line, 2);
/// assert!(matches!(error.kind, RowErrorKind::Text(_)));
/// # Ok::<(), minirow_table::ReadError>(())
/// ```
#[derive(Debug, Error)]
#[error("line {line}: {kind}")]
pub struct RowError {
    /// The line that the row starts in, counted from 1; in Parquet, the number of the row plus 1, as its CSV would have.
    pub line: u64,
    /// The error.
    #[source]
    pub kind: RowErrorKind,
}

impl Held for RowError {}

impl From<minirow_formats::Error> for RowError {
    fn from(minirow_formats::Error { line, kind }: minirow_formats::Error) -> RowError {
        RowError { line, kind: kind.into() }
    }
}

/// The kinds of [`RowError`].
#[derive(Debug, Error)]
pub enum RowErrorKind {
    /// A value does not fit its column.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The text is no row: its fields are not those of the header, or it is not text.
    #[error(transparent)]
    Text(minirow_formats::ErrorKind),
    /// The values are correct, but written in another way than minirow writes them: other quotes or another line end.
    #[error("found other quotes or another line end than minirow writes")]
    NotAsWritten,
    /// The file has no column with puzzles.
    #[error("there is no column `puzzle`")]
    NoPuzzle,
    /// The puzzle is not a grid.
    #[error("{column}: {reason}")]
    Puzzle {
        /// The name of the column.
        column: String,
        /// The text that was found.
        value: String,
        /// The reason.
        reason: String,
    },
    /// The file cannot be read any further.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl From<minirow_formats::ErrorKind> for RowErrorKind {
    fn from(error: minirow_formats::ErrorKind) -> RowErrorKind {
        match error {
            minirow_formats::ErrorKind::Line(LineError::Read(error)) => RowErrorKind::Io(error),
            error => RowErrorKind::Text(error),
        }
    }
}

/// An error of a file of Parquet that is damaged, or has values that cannot be converted. It is inside of an [`io::Error`] of
/// the kind `InvalidData`.
///
/// ```
/// use minirow_table::InvalidParquet;
/// let error = InvalidParquet { row_group: Some(2), column: Some("er".into()), reason: "EOF".into() };
/// assert_eq!(error.to_string(), "found invalid Parquet in row group 2, column `er` (EOF), expected an undamaged file");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("found invalid Parquet in {} ({reason}), expected an undamaged file", self.place())]
pub struct InvalidParquet {
    /// The row group, counted from 1; the metadata of the file if `None`.
    pub row_group: Option<u64>,
    /// The column, if it is known.
    pub column: Option<String>,
    /// The reason, in words of the Parquet library.
    pub reason: String,
}

impl InvalidParquet {
    fn place(&self) -> String {
        let group = self.row_group.map_or("its metadata".into(), |group| format!("row group {group}"));
        self.column.iter().fold(group, |place, column| format!("{place}, column `{column}`"))
    }
}

/// An error of a file of rows that cannot be opened.
///
/// ```
/// use minirow_table::RowReader;
/// let error = RowReader::csv(&b"clues,er\n"[..]).err().unwrap();
/// assert_eq!(error.to_string(), "there is no column `puzzle`");
/// ```
#[derive(Debug, Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The first line with content is not a header.
    #[error(transparent)]
    Header(RowError),
    /// No column holds puzzles.
    #[error("there is no column `puzzle`")]
    NoPuzzle,
    /// A column is not in the registry.
    #[error("found the column `{column}`, expected columns that minirow writes")]
    UnknownColumn {
        /// The name of the column.
        column: String,
    },
}

/// An error of a row that cannot be written.
///
/// ```
/// use minirow_table::{Columns, Format, row_writer};
/// let mut writer = row_writer(Format::JsonLines, &Columns::of_header(["er"]), &[], Vec::new())?;
/// let error = writer.write_values(&["hard".into()]).unwrap_err();
/// assert_eq!(error.to_string(), "er is `hard`, expected a number");
/// # Ok::<(), minirow_table::WriteError>(())
/// ```
#[derive(Debug, Error)]
pub enum WriteError {
    /// A value does not fit its column. The row is not written.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// There are more or fewer values than columns. The row is not written.
    #[error("found {}, expected {expected}", counted(*found, "value"))]
    ValueCount {
        /// Values of the row.
        found: usize,
        /// Columns of the file.
        expected: usize,
    },
    /// This build cannot write the format.
    #[error("this minirow was built without Parquet (the feature `parquet` of its package)")]
    NoParquet,
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}
