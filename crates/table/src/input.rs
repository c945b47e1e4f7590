//! Grids from files, standard input or an argument, in any form, in constant memory.
//!
//! The reader of `minirow-formats` recognizes the form of a file. An invalid line becomes an item with its file and line, and
//! reading continues.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};
use std::{fmt, mem};

use minirow_files::ordered::Held;
use minirow_files::{CommandError, ErrorKind, threads};
use minirow_formats as formats;

use crate::Interrupt;
use crate::column::Column;
use crate::registry::Registry;

mod item;
mod items;
mod names;
mod source;

pub use item::{BadLine, Entry, Item, Place, Places};
pub use items::{Items, Lot};
pub use source::Source;

/// An error of files that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// A file is missing, or cannot be opened or read.
    #[error("{name}: cannot be read: {source}")]
    Read {
        /// The file, as the user named it.
        name: String,
        /// The error of the system.
        source: io::Error,
    },
    /// There is no file of this name, which looks like a grid.
    #[error("{text}: is no file, and no grid: {source}")]
    Grid {
        /// The name.
        text: String,
        /// The error of the grid.
        source: formats::ErrorKind,
    },
    /// A path is that of a folder.
    #[error("{}: is a folder, expected a file", path.display())]
    Folder {
        /// The path, as the user named it.
        path: PathBuf,
    },
    /// A file that is read several times has changed in between.
    #[error("{}: was changed while it was read, expected one state of the file; run the command again", path.display())]
    Changed {
        /// The path, as the user named it.
        path: PathBuf,
    },
    /// A pipe or standard input, which can be read only once, could not be copied.
    #[error("a copy of {name} in {} cannot be written: {source}", folder.display())]
    Copy {
        /// The file, as the user named it.
        name: String,
        /// The folder for temporary files.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl CommandError for InputError {
    fn kind(&self) -> ErrorKind {
        match self {
            // The contents of the file are wrong, and not its name.
            InputError::Read { source, .. } if source.kind() == io::ErrorKind::InvalidData => ErrorKind::Data,
            InputError::Changed { .. } => ErrorKind::Data,
            InputError::Read { source, .. } => ErrorKind::of_system(source),
            InputError::Copy { .. } => ErrorKind::Output,
            _ => ErrorKind::Usage,
        }
    }
}

impl InputError {
    /// Creates the error of a file that cannot be read.
    pub fn read(name: impl fmt::Display, source: io::Error) -> InputError {
        InputError::Read { name: name.to_string(), source }
    }
}

/// The files from which grids are read. `-` is standard input, and 81 characters are a grid.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    paths: Vec<InputPath>,
    needed: NeededColumns,
    column: PuzzleColumn,
    lost: LostSolutions,
}

/// The numbers of solutions that were left out, by the names of their files.
type LostSolutions = Arc<Mutex<BTreeMap<Arc<str>, u64>>>;

/// The column of a table that has the puzzles.
#[derive(Clone, Debug, Default)]
struct PuzzleColumn {
    /// The name, if the user has given one.
    name: Option<Arc<str>>,
    /// The option that gives a name, if there is one.
    option: Option<&'static str>,
}

/// The path of an input. Its clones share the file, which is opened once.
#[derive(Clone, Debug)]
pub struct InputPath {
    path: PathBuf,
    /// The array with the solutions of an array of puzzles.
    solutions: Option<Arc<Path>>,
    source: Arc<OnceLock<Source>>,
}

impl From<PathBuf> for InputPath {
    fn from(path: PathBuf) -> InputPath {
        InputPath { path, solutions: None, source: Arc::default() }
    }
}

impl InputPath {
    /// Returns the source that the path names. A file of a few stays open.
    fn source(&self, is_kept: bool) -> Result<Source, InputError> {
        if let Some(source) = self.source.get() {
            return Ok(source.clone());
        }
        let source = Source::of(&self.path, is_kept)?.with_solutions(self.solutions.clone());
        Ok(if is_kept { self.source.get_or_init(|| source).clone() } else { source })
    }
}

/// The largest number of inputs whose files stay open: some systems allow a process only 256 open files.
const MOST_OPEN: usize = 32;

/// The columns of Parquet that are read. Files of other formats are read as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NeededColumns(pub(crate) Option<&'static [&'static str]>);

impl NeededColumns {
    /// All columns.
    pub const ALL: NeededColumns = NeededColumns(None);
    /// The columns of a grid with its solution, its progress and its id.
    pub const GRID: NeededColumns = NeededColumns(Some(&["id", "clues", "state", "candidates"]));

    /// Returns the columns that minirow writes, that of the splits, and the columns of a grid.
    pub fn known() -> NeededColumns {
        static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
            let written = Registry::standard().columns().map(Column::name);
            written.chain(NeededColumns::GRID.0.into_iter().flatten().copied()).chain(["split"]).collect()
        });
        NeededColumns(Some(&NAMES))
    }
}

impl FromIterator<InputPath> for Inputs {
    fn from_iter<I: IntoIterator<Item = InputPath>>(paths: I) -> Inputs {
        Inputs { paths: paths.into_iter().collect(), ..Inputs::default() }
    }
}

impl Inputs {
    /// Creates inputs from paths. No paths stand for standard input.
    pub fn of(paths: &[PathBuf]) -> Inputs {
        paths.iter().cloned().map(InputPath::from).collect()
    }

    /// Reads only some columns of Parquet, so that others take no time, and are no reason to refuse a file.
    #[must_use]
    pub fn with_columns(self, needed: NeededColumns) -> Inputs {
        Inputs { needed, ..self }
    }

    /// Reads the puzzles of the column that an option names, if it is given. All inputs must be tables with this column then, or objects of
    /// JSON with this key. The error of a table without puzzles names the option.
    #[must_use]
    pub fn of_column(self, option: &'static str, name: Option<&str>) -> Inputs {
        Inputs { column: PuzzleColumn { name: name.map(Arc::from), option: Some(option) }, ..self }
    }

    /// Reads other files in the same way.
    #[must_use]
    pub fn with_paths(&self, paths: &[PathBuf]) -> Inputs {
        let is_same = self.paths().eq(paths);
        Inputs { paths: if is_same { self.paths.clone() } else { Inputs::of(paths).paths }, ..self.clone() }
    }

    /// Takes the solutions of arrays of puzzles from other arrays, by their paths.
    #[must_use]
    pub fn with_solutions(mut self, solutions: &BTreeMap<PathBuf, PathBuf>) -> Inputs {
        for input in &mut self.paths {
            if let Some(solutions) = solutions.get(&input.path) {
                *input = InputPath { solutions: Some(solutions.as_path().into()), ..input.path.clone().into() };
            }
        }
        self
    }

    /// Returns the paths as they were given.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &PathBuf> {
        self.paths.iter().map(|input| &input.path)
    }

    /// Returns each of the files alone, with its name for messages.
    ///
    /// # Errors
    /// Returns the errors of [`Inputs::sources`].
    pub fn each(&self) -> Result<Vec<(String, Inputs)>, InputError> {
        let one = |(number, source): (usize, Source)| {
            let path = self.paths.get(number).cloned();
            (source.name().to_string(), Inputs { paths: path.into_iter().collect(), ..self.clone() })
        };
        Ok(self.sources()?.into_iter().enumerate().map(one).collect())
    }

    /// Returns the files one by one.
    ///
    /// # Errors
    /// Returns an error if a file is missing or cannot be read. Then nothing was read yet.
    pub fn sources(&self) -> Result<Vec<Source>, InputError> {
        let is_kept = self.paths.len() <= MOST_OPEN;
        let mut sources = self.paths.iter().map(|path| path.source(is_kept)).collect::<Result<Vec<_>, _>>()?;
        if sources.is_empty() {
            sources.push(Source::standard_input()?);
        }
        Ok(sources.into_iter().map(|source| source.with(self.column.clone(), self.needed, self.lost.clone())).collect())
    }

    /// Returns the files for a caller that reads them more than once. Standard input and pipes, which can be read only once,
    /// are first copied to files in a folder.
    ///
    /// # Errors
    /// Returns an error if a file is missing or cannot be read, or the copy cannot be written.
    pub fn rereadable(&self, folder: &Path) -> Result<Vec<Source>, InputError> {
        self.sources()?.into_iter().map(|source| source.rereadable(folder)).collect()
    }

    /// Returns `true` if all files can be read, and more than once.
    pub fn are_rereadable(&self) -> bool {
        self.sources().is_ok_and(|sources| sources.iter().all(Source::is_rereadable))
    }

    /// Reads all grids of all files, one after the other.
    ///
    /// # Errors
    /// Returns an error if a file is missing or cannot be opened. Then nothing was read yet.
    pub fn read(&self) -> Result<Items, InputError> {
        Ok(Items::of(self.sources()?))
    }
}

/// Reads ahead in another thread, so that an interrupt is noticed even while there is nothing to read. The items end when
/// [`Interrupt::requested`] is `true`. At most 1,024 items wait, and fewer large ones.
pub fn ahead<T: Held + Send + 'static, I: Iterator<Item = T> + Send + 'static>(
    items: I,
    interrupt: &Interrupt,
) -> impl Iterator<Item = T> + Send + use<T, I> {
    /// The maximum time until an interrupt is noticed.
    const PATIENCE: Duration = Duration::from_millis(50);
    let interrupt = interrupt.clone();
    let waiting = Arc::new(Waiting { state: Mutex::default(), changed: Condvar::new() });
    let receiver = Receiver(waiting.clone());
    let items = Arc::new(Mutex::new(Some(items)));
    let take = move |items: &Mutex<Option<I>>| items.lock().unwrap_or_else(PoisonError::into_inner).take();
    let read = {
        let items = items.clone();
        move || {
            // Also after a panic of the reader.
            let _end = Receiver(waiting.clone());
            take(&items).into_iter().flatten().all(|item| waiting.push(item));
        }
    };
    let mut thread = threads::start(|builder| builder.spawn(read)).ok();
    let mut received = VecDeque::new();
    // Without a thread, the items are read when they are wanted.
    let mut direct = if thread.is_none() { take(&items) } else { None };
    std::iter::from_fn(move || {
        if let Some(items) = &mut direct {
            return if interrupt.requested() { None } else { items.next() };
        }
        while received.is_empty() {
            // All items at once: a reader that has waited for room can then read many before it waits again, so the system switches
            // threads less often.
            match receiver.0.take(PATIENCE) {
                Some(items) => received = items,
                None => {
                    // A panic of the reader is not the end of the input.
                    if let Some(Err(panic)) = thread.take().map(JoinHandle::join) {
                        resume_unwind(panic);
                    }
                    return None;
                }
            }
            if received.is_empty() && interrupt.requested() {
                return None;
            }
        }
        received.pop_front()
    })
}

/// Items that were read and wait to be taken.
struct Waiting<T> {
    state: Mutex<WaitingState<T>>,
    changed: Condvar,
}

struct WaitingState<T> {
    items: VecDeque<T>,
    /// The size of the items.
    bytes: usize,
    /// `true` if the reader has ended, or the receiver was dropped.
    is_over: bool,
}

impl<T> Default for WaitingState<T> {
    fn default() -> Self {
        WaitingState { items: VecDeque::new(), bytes: 0, is_over: false }
    }
}

impl<T: Held> Waiting<T> {
    /// The maximum number of items.
    const ITEMS: usize = 1 << 10;
    /// The size of the items, in bytes, from which no more are added.
    const BYTES: usize = 4 << 20;

    fn state(&self) -> MutexGuard<'_, WaitingState<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item when there is room. Returns `false` if nobody receives it.
    fn push(&self, item: T) -> bool {
        let is_full = |state: &mut WaitingState<T>| {
            !state.is_over && (state.items.len() >= Self::ITEMS || state.bytes >= Self::BYTES)
        };
        let mut state = self.changed.wait_while(self.state(), is_full).unwrap_or_else(PoisonError::into_inner);
        let was_empty = state.items.is_empty();
        state.bytes += item.held_bytes();
        state.items.push_back(item);
        if was_empty {
            self.changed.notify_all();
        }
        !state.is_over
    }

    /// Waits for items, and takes all of them; none if the time is over. Returns `None` if there are no more.
    fn take(&self, patience: Duration) -> Option<VecDeque<T>> {
        let is_empty = |state: &mut WaitingState<T>| !state.is_over && state.items.is_empty();
        let waited = self.changed.wait_timeout_while(self.state(), patience, is_empty);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner).0;
        if state.is_over && state.items.is_empty() {
            return None;
        }
        state.bytes = 0;
        self.changed.notify_all();
        Some(mem::take(&mut state.items))
    }
}

/// One of the two sides of waiting items. The other is told when it is dropped.
struct Receiver<T: Held>(Arc<Waiting<T>>);

impl<T: Held> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.0.state().is_over = true;
        self.0.changed.notify_all();
    }
}

/// The state of files before they are read several times.
///
/// ```
/// use minirow_table::input::Unchanged;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("a.txt");
/// std::fs::write(&path, "1")?;
/// let unchanged = Unchanged::of([path.as_path()]);
/// assert!(unchanged.check().is_ok());
/// std::fs::write(&path, "22")?;
/// let message = unchanged.check().unwrap_err().to_string();
/// assert!(message.ends_with("a.txt: was changed while it was read, expected one state of the file; run the command again"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Unchanged(Vec<(PathBuf, FileState)>);

/// The length, the time of the last change and, where the system tells it, the number of a file.
type FileState = Option<(u64, Option<SystemTime>, u64)>;

impl Unchanged {
    /// Notes the states of files. Pipes have none.
    pub fn of<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Unchanged {
        let files = paths.into_iter().filter(|path| path.is_file());
        Unchanged(files.map(|path| (path.to_path_buf(), state(path))).collect())
    }

    /// Compares the files with their states.
    ///
    /// # Errors
    /// Returns an error for the first file that was changed or replaced.
    pub fn check(&self) -> Result<(), InputError> {
        match self.0.iter().find(|(path, before)| state(path) != *before) {
            Some((path, _)) => Err(InputError::Changed { path: path.clone() }),
            None => Ok(()),
        }
    }
}

fn state(path: &Path) -> FileState {
    let metadata = path.metadata().ok()?;
    #[cfg(unix)]
    let number = std::os::unix::fs::MetadataExt::ino(&metadata);
    #[cfg(not(unix))]
    let number = 0;
    Some((metadata.len(), metadata.modified().ok(), number))
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use std::io::Write;

    use super::*;
    use minirow_files::ordered;

    const GRID: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn a_path_is_a_file_an_argument_or_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let message = |path: &Path| Inputs::of(&[path.to_path_buf()]).sources().unwrap_err().to_string();
        assert_eq!(message(folder.path()), format!("{}: is a folder, expected a file", folder.path().display()));
        assert!(message(Path::new("no/such")).starts_with("no/such: cannot be read: "));
        let long = format!("{GRID}9");
        let expected =
            format!("{long}: is no file, and no grid: found 82 cells in a line, expected 81 (or 9 for a row)");
        assert_eq!(message(Path::new(&long)), expected);
        let wrong = GRID.replacen('.', "x", 1);
        assert!(message(Path::new(&wrong)).contains("no grid: found 'x' at position 3, expected"));
        for name in ["2026-01-31", "[2026-01-31].csv", "{puzzles}"] {
            assert!(message(Path::new(name)).starts_with(&format!("{name}: cannot be read: ")));
        }
        let open = format!("[{GRID}");
        assert!(
            message(Path::new(&open))
                .contains("no grid: found an array that is not closed in a JSON board, expected 9")
        );
        let argument = Inputs::of(&[GRID.into()]);
        let entries: Vec<Entry> = argument.read().unwrap().map(Result::unwrap).collect();
        assert_eq!(
            (entries[0].grid().to_string().as_str(), entries[0].place.to_string().as_str()),
            (GRID, "argument:1")
        );
    }

    /// A file that was removed cannot be opened again.
    #[cfg(unix)]
    #[test]
    fn a_file_is_opened_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, format!("text,er\n{GRID},1.2\n")).unwrap();
        let first = InputPath::from(path.clone());
        let [names, work] = [(); 2].map(|()| Inputs::from_iter([first.clone()]).of_column("column", Some("text")));
        assert!(names.are_rereadable());
        std::fs::remove_file(&path).unwrap();
        assert!(names.messages_about_names().is_empty());
        for inputs in [work.clone(), work.with_paths(std::slice::from_ref(&path)).with_columns(NeededColumns::GRID)] {
            let source = &inputs.rereadable(folder.path()).unwrap()[0];
            assert!(!source.is_parquet() && source.reader().unwrap().header().is_some());
            let mut all = inputs.each().unwrap().into_iter().flat_map(|(_, one)| one.read().unwrap());
            assert_eq!(all.next().unwrap().unwrap().grid().to_string(), GRID);
        }
        assert!(Inputs::of(&[path]).sources().is_err());
    }

    #[test]
    fn many_files_do_not_stay_open() {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = (0..=MOST_OPEN).map(|file| folder.path().join(file.to_string())).collect();
        paths.iter().for_each(|path| std::fs::write(path, GRID).unwrap());
        let inputs = Inputs::of(&paths);
        assert!(inputs.sources().is_ok() && inputs.paths.iter().all(|input| input.source.get().is_none()));
        assert_eq!(inputs.read().unwrap().filter(Result::is_ok).count(), MOST_OPEN + 1);
    }

    #[test]
    fn items_are_read_ahead_with_and_without_a_thread() {
        for limit in [0, 1] {
            let interrupt = Interrupt::default();
            let mut items = threads::with_limit(limit, || ahead(0..3000_u64, &interrupt));
            assert!(items.by_ref().take(2000).eq(0..2000), "{limit} threads");
            assert!(items.eq(2000..3000), "{limit} threads");
        }
    }

    /// An item of 1 MiB, which counts itself.
    struct Large(Arc<()>);

    impl Held for Large {
        fn held_bytes(&self) -> usize {
            let Large(_counter) = self;
            1 << 20
        }
    }

    #[test]
    fn few_large_items_are_in_memory() {
        let counter = Arc::new(());
        let items = {
            let counter = counter.clone();
            (0..100).map(move |_| Large(counter.clone()))
        };
        let mut lots = ordered::lots(ahead(items, &Interrupt::default()));
        let (mut lot, mut most, mut all) = (Vec::new(), 0, 0);
        while lots(&mut lot, 1000) {
            most = most.max(Arc::strong_count(&counter));
            all += lot.len();
        }
        assert!(all == 100 && most < 20, "{all} items, {most} at a time");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_copied_to_be_read_twice() {
        let (reader, mut writer) = io::pipe().unwrap();
        writeln!(writer, "{GRID}").unwrap();
        drop(writer);
        let path = PathBuf::from(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&reader)));
        if !path.exists() {
            return; // a system without these paths
        }
        let folder = tempfile::tempdir().unwrap();
        let sources = Inputs::of(std::slice::from_ref(&path)).rereadable(folder.path()).unwrap();
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "the copy has no name");
        for _ in 0..2 {
            let entry = sources[0].items().next().unwrap().unwrap();
            assert_eq!((entry.grid().to_string().as_str(), &**entry.place.name()), (GRID, path.to_str().unwrap()));
        }
    }
}
