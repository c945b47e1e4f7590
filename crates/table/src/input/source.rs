//! A source of grids: a file, standard input, or an argument.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use minirow_files::{SharedFile, standard, unnamed_file};
use minirow_formats::{self as formats, Reader, decoded};
use minirow_text::ParseError;

use super::{InputError, LostSolutions, NeededColumns, PuzzleColumn};
use crate::foreign::{PARQUET_MAGIC, open_table};

/// The names of sources that are not files, in messages.
const STANDARD_INPUT: &str = "standard input";
const ARGUMENT: &str = "argument";

/// Returns `true` if a text is a grid with an error, and hardly the name of a file: it has cells only, or 81 characters, or is a link or
/// JSON with many cells.
fn looks_like_a_grid(text: &str, error: &formats::ErrorKind) -> bool {
    let has_cells = || text.bytes().filter(|byte| matches!(byte, b'0'..=b'9' | b'.')).count() > 40;
    if text.starts_with(['[', '{']) && has_cells() {
        return true;
    }
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
    /// The array with the solutions of an array of puzzles.
    solutions: Option<Arc<Path>>,
    column: PuzzleColumn,
    needed: NeededColumns,
    pub(super) lost: LostSolutions,
}

#[derive(Clone, Debug)]
enum Kind {
    /// A regular file, and its bytes if it stays open.
    File(PathBuf, Option<SharedFile>),
    /// Something else with a path, such as a pipe, which can be read only once.
    Stream(PathBuf),
    StandardInput,
    /// A copy of standard input or a pipe, with its name. The file has no name, and is removed with the last clone.
    Copy(Arc<str>, SharedFile),
    /// A grid on the command line.
    Argument(String),
}

impl From<Kind> for Source {
    fn from(kind: Kind) -> Source {
        let (column, lost) = (PuzzleColumn::default(), LostSolutions::default());
        Source { kind, solutions: None, column, needed: NeededColumns::ALL, lost }
    }
}

impl Source {
    pub(super) fn standard_input() -> Result<Source, InputError> {
        standard::check_input().map_err(|error| InputError::read(STANDARD_INPUT, error))?;
        Ok(Kind::StandardInput.into())
    }

    /// Reads the puzzles of a column, and of Parquet some columns, and counts the solutions that are left out.
    pub(super) fn with(self, column: PuzzleColumn, needed: NeededColumns, lost: LostSolutions) -> Source {
        Source { column, needed, lost, ..self }
    }

    /// Takes the solutions of an array of puzzles from another array.
    pub(super) fn with_solutions(self, solutions: Option<Arc<Path>>) -> Source {
        Source { solutions, ..self }
    }

    /// Returns the source that a path names. A file stays open if `is_kept` is `true`.
    pub(super) fn of(path: &Path, is_kept: bool) -> Result<Source, InputError> {
        if path == Path::new("-") {
            return Source::standard_input();
        }
        let cannot_read = |error| InputError::read(path.display(), error);
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => Err(InputError::Folder { path: path.to_path_buf() }),
            // A pipe that is opened and closed again would have lost its writer.
            Ok(metadata) if !metadata.is_file() => Ok(Kind::Stream(path.to_path_buf()).into()),
            Ok(_) => {
                let file = SharedFile::open(path).map_err(cannot_read)?;
                Ok(Kind::File(path.to_path_buf(), is_kept.then_some(file)).into())
            }
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
            Kind::File(path, _) | Kind::Stream(path) => path.display().to_string().into(),
            Kind::StandardInput => STANDARD_INPUT.into(),
            Kind::Copy(name, _) => name.clone(),
            Kind::Argument(_) => ARGUMENT.into(),
        }
    }

    /// Returns the words that follow the error of a table without puzzles.
    pub(super) fn hint(&self) -> String {
        self.column.option.map(|option| format!("; `--{option} NAME` reads another")).unwrap_or_default()
    }

    /// Returns the path of a file.
    pub fn path(&self) -> Option<&Path> {
        if let Kind::File(path, _) | Kind::Stream(path) = &self.kind { Some(path) } else { None }
    }

    /// Returns the path of the file that is read: also that of standard input, if it is a file and the system has one.
    pub fn file(&self) -> Option<&Path> {
        match &self.kind {
            Kind::StandardInput | Kind::Copy(..) => standard::input_file(),
            _ => self.path(),
        }
    }

    /// Returns `true` if it can be read more than once.
    pub fn is_rereadable(&self) -> bool {
        !matches!(self.kind, Kind::Stream(_) | Kind::StandardInput)
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
        self.bytes().is_ok_and(|file| file.is_some_and(|file| file.begins_with(PARQUET_MAGIC)))
    }

    /// Opens it as records.
    ///
    /// # Errors
    /// Returns the errors of [`Source::open`].
    pub fn reader(&self) -> io::Result<Reader<'static>> {
        let text = self.open()?;
        Ok(match &self.column.name {
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
        let is_none = || io::Error::new(io::ErrorKind::NotFound, "it is not a file");
        self.bytes().and_then(|file| file.ok_or_else(is_none)).map_err(|error| InputError::read(self.name(), error))
    }

    /// Returns the bytes of a file or a copy, which can be read at any position.
    fn bytes(&self) -> io::Result<Option<SharedFile>> {
        match &self.kind {
            Kind::File(_, Some(file)) | Kind::Copy(_, file) => Ok(Some(file.clone())),
            Kind::File(path, None) => SharedFile::open(path).map(Some),
            Kind::Stream(_) | Kind::StandardInput | Kind::Argument(_) => Ok(None),
        }
    }

    /// Opens it as text; the rows of Parquet and of NumPy arrays are read as CSV.
    ///
    /// # Errors
    /// Returns an error if it cannot be opened, or is a damaged table.
    pub fn open(&self) -> io::Result<Box<dyn BufRead + Send>> {
        // Which columns are needed is known by the names that puzzles usually have.
        let needed = if self.column.name.is_some() { NeededColumns::ALL } else { self.needed };
        match (&self.kind, self.bytes()?) {
            (_, Some(file)) => open_table(file, self.path(), self.solutions.as_deref(), needed),
            (Kind::Argument(text), _) => Ok(Box::new(io::Cursor::new(text.clone()))),
            (Kind::Stream(path), _) => decoded(BufReader::with_capacity(1 << 16, File::open(path)?)),
            _ => decoded(BufReader::new(io::stdin())),
        }
    }
}
