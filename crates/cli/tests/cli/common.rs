//! Runs the program in a temporary folder, and returns its output, its exit status and its files.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A proper puzzle that can be solved by singles.
pub(crate) const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Its solution.
pub(crate) const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// The puzzle without one clue, with two solutions.
pub(crate) const AMBIGUOUS: &str = "53..7....6..195....98......8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// The puzzle with a wrong clue in r1c3, which only a search finds.
pub(crate) const UNSOLVABLE: &str = "532.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Two 5s in a row.
pub(crate) const CLASH: &str = "55...............................................................................";
/// 81 blanks.
pub(crate) const EMPTY: &str = ".................................................................................";

/// The commands that read grids.
pub(crate) const READERS: [&str; 7] = ["solve", "count", "candidates", "check", "grade", "convert", "canon"];

/// The header of `grade`.
pub(crate) const GRADE_HEADER: &str = "puzzle,solution,clues,er,ep,ed,level,hardest,techniques,steps\n";

/// Returns the header of a command.
pub(crate) fn header_of(command: &str) -> &'static str {
    if command == "grade" { GRADE_HEADER } else { "" }
}

/// A pack of 200 easy puzzles by index, from the data set of the repository, with the columns of every pack.
pub(crate) static EASY_PACK: LazyLock<String> = LazyLock::new(|| {
    const SPLITS: [&str; 3] = [
        include_str!("../../../../datasets/csv/train.csv"),
        include_str!("../../../../datasets/csv/validation.csv"),
        include_str!("../../../../datasets/csv/test.csv"),
    ];
    const COLUMNS: usize = 16;
    let columns = |line: &str| line.split(',').take(COLUMNS).collect::<Vec<_>>().join(",");
    let index = |row: &String| row.split(',').nth(14).and_then(|index| index.parse::<u64>().ok());
    let all = SPLITS.iter().flat_map(|split| split.lines().skip(1));
    let mut rows: Vec<String> = all.filter(|row| row.contains(",easy,")).map(columns).collect();
    rows.sort_by_key(index);
    assert_eq!(rows.len(), 200);
    lines(SPLITS[0].lines().take(1).map(columns).chain(rows))
});

/// The longest time that a test waits for a program that does not end, even on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(600);

/// The output of the program, and its exit status.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Output {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The exit status; -1 if a signal ended it.
    pub(crate) status: i32,
}

impl Output {
    /// Returns the first line of standard error.
    pub(crate) fn message(&self) -> &str {
        self.stderr.lines().next().unwrap_or_default()
    }

    /// Returns the output of a run without messages and with the exit status 0.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (0, ""));
        self.stdout
    }
}

/// Compares a line with the expected one, which may end in `...` for any text, such as messages of the system.
#[track_caller]
pub(crate) fn assert_message(message: &str, expected: &str, case: &str) {
    match expected.strip_suffix("...") {
        Some(start) => assert!(message.starts_with(start), "{case}: message {message:?}, expected {expected:?}"),
        None => assert_eq!(message, expected, "{case}"),
    }
}

/// A folder for one test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// Adds a file.
    pub(crate) fn with(self, name: &str, contents: impl AsRef<[u8]>) -> Folder {
        self.write(name, contents);
        self
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        match fs::read_to_string(self.path(name)) {
            Ok(text) => text,
            Err(error) => panic!("{name}: {error}; the folder has {:?}", self.names()),
        }
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Returns the names of all files, hidden or not, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    }

    /// Runs the program to its end. The arguments are separated by blanks.
    pub(crate) fn run(&self, arguments: &str) -> Output {
        self.start(arguments).end()
    }

    /// Runs the program with standard input.
    pub(crate) fn run_with(&self, arguments: &str, input: impl AsRef<[u8]>) -> Output {
        let mut running = self.start(arguments);
        let (mut stdin, input) = (running.stdin(), input.as_ref().to_vec());
        // A program may end early and close the pipe.
        std::thread::spawn(move || drop(stdin.write_all(&input)));
        running.end()
    }

    /// Starts the program.
    pub(crate) fn start(&self, arguments: &str) -> Running {
        Running::of(command(self.0.path(), arguments))
    }

    /// Runs the program with a limit of a few kilobytes for each file, as on a disk that is nearly full.
    #[cfg(unix)]
    pub(crate) fn run_on_a_small_disk(&self, arguments: &str) -> Output {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"", PROGRAM])
            .args(arguments.split_whitespace())
            .current_dir(self.0.path());
        Running::of(shell).end()
    }
}

/// Runs the program in a given folder.
pub(crate) fn run_in(folder: &Path, arguments: &str) -> Output {
    Running::of(command(folder, arguments)).end()
}

/// Runs the program in an empty folder.
pub(crate) fn run(arguments: &str) -> Output {
    Folder::new().run(arguments)
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_minirow");

/// Returns the path of the program.
pub(crate) fn program() -> &'static Path {
    Path::new(PROGRAM)
}

/// Returns the program with its arguments, before it is started.
pub(crate) fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments.split_whitespace()).current_dir(folder);
    // However slow the machine is, only tests of progress see it.
    command.env("MINIROW_PROGRESS", "86400");
    command
}

/// The running program. It is killed when this value is dropped.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn of(mut command: Command) -> Running {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Running(command.spawn().unwrap())
    }

    /// Returns its standard input, which ends when the value is dropped.
    pub(crate) fn stdin(&mut self) -> ChildStdin {
        self.0.stdin.take().unwrap()
    }

    pub(crate) fn stdout(&mut self) -> ChildStdout {
        self.0.stdout.take().unwrap()
    }

    pub(crate) fn stderr(&mut self) -> ChildStderr {
        self.0.stderr.take().unwrap()
    }

    /// Returns the number of the process.
    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Sends a signal: `INT`, `TERM`.
    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.0.id().to_string()]).status().unwrap();
        assert!(sent.success(), "kill -s {name}");
    }

    /// Kills the program, so that it cannot clean up.
    pub(crate) fn kill(&mut self) {
        self.0.kill().unwrap();
    }

    /// Waits until a condition is true, or the program has ended.
    pub(crate) fn until(&mut self, what: impl Fn() -> bool) {
        let start = Instant::now();
        while !what() && self.0.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "waited in vain");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits for the end of the program.
    pub(crate) fn end(mut self) -> Output {
        drop(self.0.stdin.take());
        let stdout = self.0.stdout.take().map(drain);
        let stderr = self.0.stderr.take().map(drain);
        let status = self.status();
        let text = |reader: Option<std::thread::JoinHandle<Vec<u8>>>| {
            reader.map(|reader| String::from_utf8(reader.join().unwrap()).unwrap()).unwrap_or_default()
        };
        Output { stdout: text(stdout), stderr: text(stderr), status: status.code().unwrap_or(-1) }
    }

    fn status(&mut self) -> ExitStatus {
        let start = Instant::now();
        let mut pause = Duration::from_micros(200);
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(10));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Reads in the background, so that the program never waits for the test.
fn drain(mut reader: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = reader.read_to_end(&mut bytes);
        bytes
    })
}

/// Returns lines with their line ends.
pub(crate) fn lines<T: AsRef<str>>(lines: impl IntoIterator<Item = T>) -> String {
    lines.into_iter().map(|line| format!("{}\n", line.as_ref())).collect()
}

/// A row of a CSV file, by the names of its columns.
#[derive(Clone, Debug)]
pub(crate) struct Row(std::collections::HashMap<String, String>);

impl std::ops::Index<&str> for Row {
    type Output = str;

    #[track_caller]
    fn index(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("there is no column {column}"))
    }
}

impl Row {
    #[track_caller]
    pub(crate) fn number(&self, column: &str) -> f64 {
        self[column].parse().unwrap_or_else(|_| panic!("{column} is {:?}", &self[column]))
    }
}

/// Returns the rows of a CSV file without quotes.
#[track_caller]
pub(crate) fn rows(csv: &str) -> Vec<Row> {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields.len(), header.len(), "{line}");
        Row(header.iter().zip(fields).map(|(name, field)| (name.to_string(), field.to_string())).collect())
    };
    lines.map(row).collect()
}

/// Returns the cells of the 27 houses by index: rows, columns, boxes.
pub(crate) fn houses() -> Vec<[usize; 9]> {
    let row = |row: usize| std::array::from_fn(|place| 9 * row + place);
    let column = |column: usize| std::array::from_fn(|place| 9 * place + column);
    let a_box = |index: usize| {
        let corner = 27 * (index / 3) + 3 * (index % 3);
        std::array::from_fn(|place| corner + 9 * (place / 3) + place % 3)
    };
    (0..9).map(row).chain((0..9).map(column)).chain((0..9).map(a_box)).collect()
}

/// Checks that 81 digits fill the puzzle: every clue in its cell, and every house with all nine digits.
#[track_caller]
pub(crate) fn assert_solves(solution: &str, puzzle: &str) {
    let digits = solution.as_bytes();
    assert_eq!(digits.len(), 81, "{solution}");
    for (index, clue) in puzzle.bytes().enumerate() {
        if clue.is_ascii_digit() && clue != b'0' {
            assert_eq!(digits[index], clue, "the clue with index {index} of {puzzle} is not in {solution}");
        }
    }
    for house in houses() {
        let mut in_house = house.map(|cell| digits[cell]);
        in_house.sort_unstable();
        assert_eq!(&in_house, b"123456789", "the house {house:?} of {solution}");
    }
}
