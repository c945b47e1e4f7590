//! Reading grids: from files, standard input or the command line itself, in any form, in constant memory.
//!
//! What a file holds is recognised by the reader of `minirow-formats`. Whatever is wrong with a line becomes an item of its
//! own, with file and line, and reading goes on.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Seek};
use std::ops::Deref;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use minirow_formats::{Reader, Record};
use tempfile::NamedTempFile;

use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::progress::Progress;
use crate::sheet;

/// Where something stands, for messages: `file:line`.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    name: Arc<str>,
    line: u64,
}

impl Place {
    pub(crate) fn new(name: &Arc<str>, line: u64) -> Place {
        Place { name: name.clone(), line }
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }

    pub(crate) fn line(&self) -> u64 {
        self.line
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

/// What is not a file, in messages.
const STANDARD_INPUT: &str = "standard input";
const ARGUMENT: &str = "argument";

/// The files by the numbers of their first rows, all rows being numbered through.
pub(crate) struct Places {
    pub(crate) names: Vec<Arc<str>>,
    pub(crate) starts: Vec<u64>,
}

impl Places {
    /// Where a row is.
    pub(crate) fn of(&self, row: u64, line: u64) -> Place {
        let file = self.starts.partition_point(|&start| start <= row).saturating_sub(1);
        Place::new(&self.names[file], line)
    }
}

/// One entry of a file: its record, which it can be used as, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) place: Place,
    pub(crate) record: Record,
}

impl Deref for Entry {
    type Target = Record;

    fn deref(&self) -> &Record {
        &self.record
    }
}

/// A grid, or what is wrong with a line.
pub(crate) type Item = std::result::Result<Entry, Bad>;

/// A line that holds no grid.
#[derive(Clone, Debug)]
pub(crate) struct Bad {
    pub(crate) place: Place,
    pub(crate) message: String,
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// Where grids come from.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Inputs {
    /// Files with grids; `-` is standard input, and 81 characters are a grid themselves
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Reads ahead in a thread of its own. So a signal to end is noticed even while there is nothing to read: then the items
/// come to an end, as [`interrupt::requested`] tells.
pub(crate) fn ahead<T: Send + 'static>(items: impl Iterator<Item = T> + Send + 'static) -> impl Iterator<Item = T> {
    /// How many items wait to be taken, at most.
    const AHEAD: usize = 1 << 10;
    /// How long it may take until a signal is noticed.
    const PATIENCE: Duration = Duration::from_millis(50);
    let (sender, receiver) = mpsc::sync_channel(AHEAD);
    let mut thread = Some(thread::spawn(move || {
        for item in items {
            if sender.send(item).is_err() {
                return; // nobody wants any more
            }
        }
    }));
    std::iter::from_fn(move || {
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(item) => return Some(item),
                Err(RecvTimeoutError::Timeout) if interrupt::requested() => return None,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // A reader that broke down is not the end of the input.
                    if let Some(Err(panic)) = thread.take().map(JoinHandle::join) {
                        resume_unwind(panic);
                    }
                    return None;
                }
            }
        }
    })
}

/// Something that grids are read from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    File(PathBuf),
    StandardInput,
    /// What was on standard input, so that it can be read more than once.
    Copy(Arc<NamedTempFile>),
    Argument(String),
}

impl Inputs {
    /// Those of a list of files.
    pub(crate) fn of(files: &[PathBuf]) -> Inputs {
        Inputs { files: files.to_vec() }
    }

    /// The first of the files, if it is one.
    pub(crate) fn first_file(&self) -> Option<&Path> {
        self.files.first().map(PathBuf::as_path).filter(|path| path.is_file())
    }

    /// Each of the files alone, with the name that messages give it.
    ///
    /// # Errors
    /// As [`Inputs::read`].
    pub(crate) fn each(&self) -> Result<Vec<(String, Inputs)>> {
        let one = |source: Source| match source {
            Source::File(path) => (path.display().to_string(), Inputs { files: vec![path] }),
            Source::StandardInput | Source::Copy(_) => (STANDARD_INPUT.into(), Inputs { files: vec!["-".into()] }),
            Source::Argument(text) => (ARGUMENT.into(), Inputs { files: vec![text.into()] }),
        };
        Ok(self.sources()?.into_iter().map(one).collect())
    }

    /// All of the files, with a name for them together.
    ///
    /// # Errors
    /// As [`Inputs::read`].
    pub(crate) fn all(&self) -> Result<(String, Inputs)> {
        let name = match &self.each()?[..] {
            [(name, _)] => name.clone(),
            files => format!("{} files", files.len()),
        };
        Ok((name, self.clone()))
    }

    /// All grids of all files, one after the other.
    ///
    /// # Errors
    /// If a file is not there or cannot be read; that is said before any work is done.
    pub(crate) fn read(&self) -> Result<impl Iterator<Item = Item> + Send + use<>> {
        Ok(self.sources()?.into_iter().flat_map(|source| source.items()))
    }

    /// The files, for commands that read them more than once: standard input is copied to a file in a folder first.
    ///
    /// # Errors
    /// If a file is not there or cannot be read, or the copy cannot be written.
    pub(crate) fn rereadable(&self, folder: &Path) -> Result<Vec<Source>> {
        let mut sources = self.sources()?;
        for source in &mut sources {
            if matches!(source, Source::StandardInput) {
                *source = Source::Copy(Arc::new(copy_of_standard_input(folder)?));
            }
        }
        Ok(sources)
    }

    /// Counts the grids in the background, if that can be done without taking them away, and tells a progress bar.
    pub(crate) fn count_for(&self, progress: &Progress) {
        let Ok(sources) = self.sources() else { return };
        let is_regular = |path: &Path| path.metadata().is_ok_and(|metadata| metadata.is_file());
        let can_be_read_twice = |source: &Source| match source {
            Source::File(path) => is_regular(path),
            Source::StandardInput => false,
            Source::Copy(_) | Source::Argument(_) => true,
        };
        if sources.iter().all(can_be_read_twice) {
            progress.count_in_background(sources.into_iter().flat_map(|source| source.items()));
        }
    }

    /// The paths as they were given.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.files
    }

    /// The files one by one.
    ///
    /// # Errors
    /// If a file is not there or cannot be read.
    pub(crate) fn sources(&self) -> Result<Vec<Source>> {
        let mut sources = Vec::new();
        for path in &self.files {
            sources.push(source(path)?);
        }
        if sources.is_empty() {
            if io::stdin().is_terminal() {
                return Err(Failure::usage("no FILE is given, and standard input is a terminal; see --help"));
            }
            sources.push(Source::StandardInput);
        }
        Ok(sources)
    }
}

fn source(path: &Path) -> Result<Source> {
    if path == Path::new("-") {
        return Ok(Source::StandardInput);
    }
    match path.metadata() {
        Ok(metadata) if metadata.is_dir() => {
            Err(Failure::usage(format!("{}: is a folder, expected a file", path.display())))
        }
        Ok(_) => match File::open(path) {
            Ok(_) => Ok(Source::File(path.to_path_buf())),
            Err(error) => Err(Failure::usage(format!("{}: cannot be read: {error}", path.display()))),
        },
        Err(error) => match path.to_str().filter(|text| minirow_core::text::parse(text).is_ok()) {
            Some(grid) => Ok(Source::Argument(grid.to_string())),
            None => Err(Failure::usage(format!("{}: cannot be read: {error}", path.display()))),
        },
    }
}

impl Source {
    /// What it is called in messages.
    pub(crate) fn name(&self) -> Arc<str> {
        match self {
            Source::File(path) => path.display().to_string().into(),
            Source::StandardInput | Source::Copy(_) => STANDARD_INPUT.into(),
            Source::Argument(_) => ARGUMENT.into(),
        }
    }

    /// The file, if it is one that the user has named.
    pub(crate) fn path(&self) -> Option<&Path> {
        if let Source::File(path) = self { Some(path) } else { None }
    }

    /// Whether it is a file of Parquet, whose rows are read as CSV.
    pub(crate) fn is_parquet(&self) -> bool {
        let mut first = [0; 4];
        let mut is_it = |path: &Path| File::open(path)?.read_exact(&mut first).map(|()| first == sheet::MAGIC);
        self.path().filter(|path| path.is_file()).is_some_and(|path| is_it(path).unwrap_or(false))
    }

    /// Its bytes.
    pub(crate) fn open(&self) -> io::Result<Box<dyn BufRead + Send>> {
        let file = |path: &Path| -> io::Result<Box<dyn BufRead + Send>> { as_text(File::open(path)?) };
        match self {
            Source::File(path) => file(path),
            Source::Copy(copy) => file(copy.path()),
            Source::StandardInput => Ok(Box::new(BufReader::new(io::stdin()))),
            Source::Argument(text) => Ok(Box::new(io::Cursor::new(text.clone()))),
        }
    }

    /// Its grids.
    pub(crate) fn items(&self) -> Box<dyn Iterator<Item = Item> + Send> {
        let name = self.name();
        match self.open() {
            Ok(reader) => grids(name, reader),
            Err(error) => {
                let message = format!("cannot be read: {error}");
                Box::new(std::iter::once(Err(Bad { place: Place { name, line: 0 }, message })))
            }
        }
    }
}

fn copy_of_standard_input(folder: &Path) -> Result<NamedTempFile> {
    let failed = |error: io::Error| {
        let folder = folder.display();
        Failure::NotWritten(format!("a copy of standard input in {folder} cannot be written: {error}"))
    };
    let mut copy = tempfile::Builder::new().prefix(".standard-input.").tempfile_in(folder).map_err(failed)?;
    interrupt::remove_at_end(copy.path());
    io::copy(&mut io::stdin().lock(), &mut copy).map_err(failed)?;
    Ok(copy)
}

/// What is in a file, as text: the rows of Parquet as CSV, all else as it is.
pub(crate) fn as_text(mut file: File) -> io::Result<Box<dyn BufRead + Send>> {
    let mut first = [0; 4];
    // What cannot go back to its start is no Parquet, which is read from its end.
    if file.metadata()?.is_file() {
        let is_parquet = file.read_exact(&mut first).is_ok() && first == sheet::MAGIC;
        file.rewind()?;
        if is_parquet {
            return sheet::open_parquet(file);
        }
    }
    Ok(Box::new(BufReader::with_capacity(1 << 16, file)))
}

/// The grids of one file.
fn grids(name: Arc<str>, reader: Box<dyn BufRead + Send>) -> Box<dyn Iterator<Item = Item> + Send> {
    Box::new(Reader::new(reader).map(move |item| {
        let place = |line| Place { name: name.clone(), line };
        match item {
            Ok(found) => Ok(Entry { place: place(found.line), record: found.record }),
            Err(problem) => Err(Bad { place: place(problem.line), message: problem.message }),
        }
    }))
}
