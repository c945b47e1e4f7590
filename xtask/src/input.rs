//! Reading grids: from files, standard input or the command line itself, in any form, in constant memory.
//!
//! What a file holds is recognised by the reader of `minirow-formats`. Whatever is wrong with a line becomes an item of its
//! own, with file and line, and reading goes on.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::ops::Deref;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use minirow_formats::{Reader, Record};

use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::progress::Progress;

/// Where something stands, for messages: `file:line`.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    name: Arc<str>,
    line: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.line)
    }
}

/// What is not a file, in messages.
const STANDARD_INPUT: &str = "standard input";
const ARGUMENT: &str = "argument";

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
pub(crate) fn ahead(items: impl Iterator<Item = Item> + Send + 'static) -> impl Iterator<Item = Item> {
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

#[derive(Debug)]
enum Source {
    File(PathBuf),
    StandardInput,
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
            Source::StandardInput => (STANDARD_INPUT.into(), Inputs { files: vec!["-".into()] }),
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
        Ok(self.sources()?.into_iter().flat_map(open))
    }

    /// Counts the grids in the background, if that can be done without taking them away, and tells a progress bar.
    pub(crate) fn count_for(&self, progress: &Progress) {
        let Ok(sources) = self.sources() else { return };
        let is_regular = |path: &Path| path.metadata().is_ok_and(|metadata| metadata.is_file());
        let can_be_read_twice = |source: &Source| match source {
            Source::File(path) => is_regular(path),
            Source::StandardInput => false,
            Source::Argument(_) => true,
        };
        if sources.iter().all(can_be_read_twice) {
            progress.count_in_background(sources.into_iter().flat_map(open));
        }
    }

    fn sources(&self) -> Result<Vec<Source>> {
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

fn open(source: Source) -> Box<dyn Iterator<Item = Item> + Send> {
    match source {
        Source::StandardInput => grids(STANDARD_INPUT.into(), Box::new(BufReader::new(io::stdin()))),
        Source::Argument(text) => grids(ARGUMENT.into(), Box::new(io::Cursor::new(text))),
        Source::File(path) => {
            let name: Arc<str> = path.display().to_string().into();
            match File::open(&path) {
                Ok(file) => grids(name, Box::new(BufReader::with_capacity(1 << 16, file))),
                Err(error) => {
                    let message = format!("cannot be read: {error}");
                    Box::new(std::iter::once(Err(Bad { place: Place { name, line: 0 }, message })))
                }
            }
        }
    }
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
