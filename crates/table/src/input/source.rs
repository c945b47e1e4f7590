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
pub enum Source {
    /// A file, or something else with a path.
    File(PathBuf),
    /// Standard input.
    StandardInput,
    /// A copy of standard input or a pipe.
    Copy {
        /// The name of the source.
        name: Arc<str>,
        /// The file, which has no name and is removed with the last clone.
        file: SharedFile,
    },
    /// A grid on the command line.
    Argument(String),
}

impl Source {
    pub(super) fn standard_input() -> Result<Source, InputError> {
        standard::check_input().map_err(|error| InputError::read(STANDARD_INPUT, error))?;
        Ok(Source::StandardInput)
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
            Ok(metadata) if !metadata.is_file() => Ok(Source::File(path.to_path_buf())),
            Ok(_) => File::open(path).map(|_| Source::File(path.to_path_buf())).map_err(cannot_read),
            Err(error) => {
                let Some(text) = path.to_str() else { return Err(cannot_read(error)) };
                match Reader::new(text.as_bytes()).next() {
                    Some(Ok(_)) => Ok(Source::Argument(text.to_string())),
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
        match self {
            Source::File(path) => path.display().to_string().into(),
            Source::StandardInput => STANDARD_INPUT.into(),
            Source::Copy { name, .. } => name.clone(),
            Source::Argument(_) => ARGUMENT.into(),
        }
    }

    /// Returns the path of a file.
    pub fn path(&self) -> Option<&Path> {
        if let Source::File(path) = self { Some(path) } else { None }
    }

    /// Returns `true` if it can be read more than once.
    pub fn is_rereadable(&self) -> bool {
        match self {
            Source::File(path) => path.metadata().is_ok_and(|metadata| metadata.is_file()),
            Source::StandardInput => false,
            Source::Copy { .. } | Source::Argument(_) => true,
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
        Ok(Source::Copy { name, file: SharedFile::new(copy) })
    }

    /// Returns `true` if it is a file of Parquet, whose rows are read as CSV.
    pub fn is_parquet(&self) -> bool {
        match self {
            Source::File(path) if path.is_file() => SharedFile::open(path).is_ok_and(|file| is_parquet(&file)),
            Source::Copy { file, .. } => is_parquet(file),
            Source::File(_) | Source::StandardInput | Source::Argument(_) => false,
        }
    }

    /// Opens it as records.
    ///
    /// # Errors
    /// Returns the errors of [`Source::open`].
    pub fn reader(&self) -> io::Result<Reader<'static>> {
        self.reader_of(NeededColumns::ALL, None)
    }

    pub(super) fn reader_of(&self, needed: NeededColumns, column: Option<&str>) -> io::Result<Reader<'static>> {
        // Which columns are needed is known by the names that puzzles usually have.
        let text = self.open_columns(if column.is_some() { NeededColumns::ALL } else { needed })?;
        Ok(match column {
            Some(column) if !matches!(self, Source::Argument(_)) => Reader::of_column(text, column),
            _ if self.is_parquet() => Reader::written(text),
            _ => Reader::new(text),
        })
    }

    /// Returns the bytes of a file, or of the copy that [`Inputs::rereadable`] has made.
    ///
    /// # Errors
    /// Returns an error if it cannot be opened, or is not a file.
    pub fn shared_file(&self) -> Result<SharedFile, InputError> {
        match self {
            Source::File(path) => SharedFile::open(path).map_err(|error| InputError::read(path.display(), error)),
            Source::Copy { file, .. } => Ok(file.clone()),
            Source::StandardInput | Source::Argument(_) => {
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
        match self {
            // The name tells how the numbers of an array are to be read, and that another file has the solutions.
            Source::File(path) if path.is_file() && npy::is_named_inputs(path) => {
                npy::open_as_csv(SharedFile::open(path)?, Some(path))
            }
            Source::File(path) => open_text(File::open(path)?, needed),
            Source::Copy { file, .. } => open_shared(file.clone(), needed),
            Source::StandardInput => decoded(BufReader::new(io::stdin())),
            Source::Argument(text) => Ok(Box::new(io::Cursor::new(text.clone()))),
        }
    }

    /// Reads the grids.
    pub fn items(&self) -> Items {
        self.items_of(NeededColumns::ALL)
    }

    /// Reads the grids with some columns of Parquet.
    pub fn items_of(&self, needed: NeededColumns) -> Items {
        Items::of(vec![self.clone()], needed, None)
    }
}
