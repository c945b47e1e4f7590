//! A source of grids: a file, standard input, or an argument.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use minirow_core::text::ParseError;
use minirow_formats::{self as formats, Reader, decoded};

use super::{InputError, Items, NeededColumns};
use crate::foreign::{is_parquet, open_shared, open_text};
use crate::shared_file::{SharedFile, unnamed_file};
use crate::{npy, standard};

/// The names of sources that are not files, in messages.
const STANDARD_INPUT: &str = "standard input";
const ARGUMENT: &str = "argument";

/// Returns `true` if a text is a grid with an error, and hardly the name of a file: it has cells only, or 81 characters, or is a link.
fn looks_like_a_grid(text: &str, error: &formats::ErrorKind) -> bool {
    let formats::ErrorKind::Grid(error) = error else { return text.contains("://") };
    match error {
        ParseError::Length(cells) | ParseError::Fields(cells, _) => *cells > 40,
        ParseError::LostZeros(_) | ParseError::Rounded(_) | ParseError::TwoGrids | ParseError::Link => true,
        ParseError::Character { .. } => text.chars().count() == 81 && !text.contains(['/', '\\']),
        _ => false,
    }
}

/// A source of grids.
#[derive(Clone, Debug)]
pub struct Source {
    kind: Kind,
    /// The column of a table that has the puzzles, if the user has named it.
    column: Option<Arc<str>>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// A file, or something else with a path.
    File(PathBuf),
    StandardInput,
    /// A copy of standard input or a pipe, with its name. The file has no name, and is removed with the last clone.
    Copy(Arc<str>, SharedFile),
    /// A grid on the command line.
    Argument(String),
}

impl From<Kind> for Source {
    fn from(kind: Kind) -> Source {
        Source { kind, column: None }
    }
}

impl Source {
    pub(super) fn standard_input() -> Result<Source, InputError> {
        standard::check_input().map_err(|error| InputError::read(STANDARD_INPUT, error))?;
        Ok(Kind::StandardInput.into())
    }

    /// Reads the puzzles of a column with a name.
    pub(super) fn of_column(self, column: Option<Arc<str>>) -> Source {
        Source { column, ..self }
    }

    /// Returns the source that a path names.
    pub(super) fn of(path: &Path) -> Result<Source, InputError> {
        if path == Path::new("-") {
            return Source::standard_input();
        }
        let cannot_read = |error| InputError::read(path.display(), error);
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => Err(InputError::Folder { path: path.to_path_buf() }),
            // A pipe that is opened and closed again would have lost its writer.
            Ok(metadata) if !metadata.is_file() => Ok(Kind::File(path.to_path_buf()).into()),
            Ok(_) => File::open(path).map(|_| Kind::File(path.to_path_buf()).into()).map_err(cannot_read),
            Err(error) => {
                let Some(text) = path.to_str() else { return Err(cannot_read(error)) };
                match Reader::new(text.as_bytes()).next() {
                    Some(Ok(_)) => Ok(Kind::Argument(text.to_string()).into()),
                    Some(Err(found)) if looks_like_a_grid(text, &found.kind) => {
                        Err(InputError::Grid { text: text.to_string(), source: found.kind })
                    }
                    _ => Err(cannot_read(error)),
                }
            }
        }
    }

    /// Returns the name for messages.
    pub fn name(&self) -> Arc<str> {
        match &self.kind {
            Kind::File(path) => path.display().to_string().into(),
            Kind::StandardInput => STANDARD_INPUT.into(),
            Kind::Copy(name, _) => name.clone(),
            Kind::Argument(_) => ARGUMENT.into(),
        }
    }

    /// Returns the path of a file.
    pub fn path(&self) -> Option<&Path> {
        if let Kind::File(path) = &self.kind { Some(path) } else { None }
    }

    /// Returns the path of the file that is read: also that of standard input, if it is a file and the system has one.
    pub fn file(&self) -> Option<&Path> {
        match &self.kind {
            Kind::StandardInput | Kind::Copy(..) => standard::input_file(),
            _ => self.path(),
        }
    }

    /// Returns the argument that names it.
    pub(super) fn argument(&self) -> PathBuf {
        match &self.kind {
            Kind::File(path) => path.clone(),
            Kind::StandardInput | Kind::Copy(..) => "-".into(),
            Kind::Argument(text) => text.into(),
        }
    }

    /// Returns `true` if it can be read more than once.
    pub fn is_rereadable(&self) -> bool {
        match &self.kind {
            Kind::File(path) => path.metadata().is_ok_and(|metadata| metadata.is_file()),
            Kind::StandardInput => false,
            Kind::Copy(..) | Kind::Argument(_) => true,
        }
    }

    pub(super) fn rereadable(self, folder: &Path) -> Result<Source, InputError> {
        if self.is_rereadable() {
            return Ok(self);
        }
        let name = self.name();
        let failed =
            |source: io::Error| InputError::Copy { name: name.to_string(), folder: folder.to_path_buf(), source };
        let mut copy = unnamed_file(folder).map_err(failed)?;
        let mut reader = self.open().map_err(|error| InputError::read(&name, error))?;
        io::copy(&mut reader, &mut copy).map_err(failed)?;
        Ok(Source { kind: Kind::Copy(name, SharedFile::new(copy)), ..self })
    }

    /// Returns `true` if it is a file of Parquet, whose rows are read as CSV.
    pub fn is_parquet(&self) -> bool {
        match &self.kind {
            Kind::File(path) if path.is_file() => SharedFile::open(path).is_ok_and(|file| is_parquet(&file)),
            Kind::Copy(_, file) => is_parquet(file),
            Kind::File(_) | Kind::StandardInput | Kind::Argument(_) => false,
        }
    }

    /// Opens it as records.
    ///
    /// # Errors
    /// Returns the errors of [`Source::open`].
    pub fn reader(&self) -> io::Result<Reader<'static>> {
        self.reader_of(NeededColumns::ALL)
    }

    pub(super) fn reader_of(&self, needed: NeededColumns) -> io::Result<Reader<'static>> {
        // Which columns are needed is known by the names that puzzles usually have.
        let text = self.open_columns(if self.column.is_some() { NeededColumns::ALL } else { needed })?;
        Ok(match &self.column {
            Some(column) if !matches!(self.kind, Kind::Argument(_)) => Reader::of_column(text, column),
            _ if self.is_parquet() => Reader::written(text),
            _ => Reader::new(text),
        })
    }

    /// Returns the bytes of a file, or of the copy that [`Inputs::rereadable`](super::Inputs::rereadable) has made.
    ///
    /// # Errors
    /// Returns an error if it cannot be opened, or is not a file.
    pub fn shared_file(&self) -> Result<SharedFile, InputError> {
        match &self.kind {
            Kind::File(path) => SharedFile::open(path).map_err(|error| InputError::read(path.display(), error)),
            Kind::Copy(_, file) => Ok(file.clone()),
            Kind::StandardInput | Kind::Argument(_) => {
                let error = io::Error::new(io::ErrorKind::NotFound, "it is not a file");
                Err(InputError::read(self.name(), error))
            }
        }
    }

    /// Opens it as text; the rows of Parquet and of NumPy arrays are read as CSV.
    ///
    /// # Errors
    /// Returns an error if it cannot be opened, or is a damaged table.
    pub fn open(&self) -> io::Result<Box<dyn BufRead + Send>> {
        self.open_columns(NeededColumns::ALL)
    }

    fn open_columns(&self, needed: NeededColumns) -> io::Result<Box<dyn BufRead + Send>> {
        match &self.kind {
            // The name tells how the numbers of an array are to be read, and that another file has the solutions.
            Kind::File(path) if path.is_file() && npy::is_named_inputs(path) => {
                npy::open_as_csv(SharedFile::open(path)?, Some(path))
            }
            Kind::File(path) => open_text(File::open(path)?, needed),
            Kind::Copy(_, file) => open_shared(file.clone(), needed),
            Kind::StandardInput => decoded(BufReader::new(io::stdin())),
            Kind::Argument(text) => Ok(Box::new(io::Cursor::new(text.clone()))),
        }
    }

    /// Reads the grids.
    pub fn items(&self) -> Items {
        self.items_of(NeededColumns::ALL)
    }

    /// Reads the grids with some columns of Parquet.
    pub fn items_of(&self, needed: NeededColumns) -> Items {
        Items::of(vec![self.clone()], needed)
    }
}
