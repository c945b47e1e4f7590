//! The commands that write files, with random options.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use chacha20::ChaCha8Rng;
use tempfile::TempDir;

use super::{new_folder, pick};
use crate::error::{Error, Result};

/// The files that commands read.
pub(super) struct Inputs {
    folder: TempDir,
}

impl Inputs {
    /// Generates a small pack, a larger one, its puzzles as lines, and a file with duplicates.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub(super) fn create(program: &Path) -> Result<Inputs> {
        let folder = new_folder()?;
        for arguments in [
            "pack --quiet --seed 9 --count 3 --out few.csv",
            "pack --quiet --seed 9 --count 60 --out pack.csv",
            "convert --quiet pack.csv --to line --out puzzles.txt",
            "convert --quiet pack.csv pack.csv --out repeated.csv",
            "convert --quiet pack.csv pack.csv --out repeated.parquet",
        ] {
            let status = Command::new(program).args(arguments.split(' ')).current_dir(folder.path()).status();
            if !status.is_ok_and(|status| status.success()) {
                return Err(Error::failed(format!("{arguments}: failed")));
            }
        }
        // One of these files must be on disk before a job may refer to it.
        let inputs = Inputs { folder };
        fs::metadata(inputs.path("repeated.csv"))
            .map_err(Error::file(&inputs.path("repeated.csv"), "cannot be read"))?;
        Ok(inputs)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// A command with its options.
pub(super) struct Job {
    /// The arguments, without those that overwrite or resume.
    pub(super) arguments: Vec<String>,
    /// `true` if the command has `--resume`.
    pub(super) can_resume: bool,
}

/// A command: its arguments with alternatives in braces, and whether it can be resumed. The names of inputs begin with `@`.
const COMMANDS: &[(&str, bool)] = &[
    ("pack --seed {1|2} --count {1|20|70} --out pack.csv", true),
    ("pack --seed {1|2} --count {20|70} --labels --out pack.{jsonl|parquet}", true),
    ("pack --seed {1|2} --count {30|70} --trace steps.jsonl --out pack.csv", true),
    ("pack --seed {1|2} --count {30|70} --shard-rows {20|7} --out pack.{csv|parquet}", true),
    ("grade @puzzles.txt --out rated.{csv|jsonl|parquet}", true),
    ("grade @puzzles.txt --shard-rows {40|9} --out rated.csv", true),
    ("dataset --seed {1|2} --count {20|60} --out data", true),
    ("dataset --seed {1|2} --count {20|60} --formats csv --shard-rows {30|5} --trace --out data", true),
    ("dataset --from @{pack.csv|repeated.csv|repeated.parquet} --out data", true),
    ("dedup @repeated.{csv|parquet} --out less.{csv|txt|parquet}", false),
    ("dedup @repeated.csv --report dropped.csv --out less.csv", false),
    ("split @{pack.csv|repeated.parquet} --salt {a|b}", false),
    ("split @pack.csv --column --out split.csv", false),
    ("convert @{pack.csv|puzzles.txt} --out out.{sdm|csv|jsonl|parquet|opensudoku}", false),
    ("convert @pack.csv --shard-rows {50|7} --out out.csv", false),
    ("print @pack.csv --out book.{pdf|html}", false),
    ("print @{few|pack}.csv --format svg --out pictures", false),
    ("stats @pack.csv --out stats.{html|json|svg|png}", false),
    ("solve @puzzles.txt --format {line|grid} --out solved.txt", false),
    ("explain @pack.csv --puzzle {1|3} --out page.{html|json}", false),
    ("check @pack.csv --out verdicts.txt", false),
    ("canon @puzzles.txt --out forms.txt", false),
];

impl Job {
    /// Returns the number of commands.
    pub(super) fn count() -> u64 {
        COMMANDS.len() as u64
    }

    /// Draws the options of a command by its number.
    pub(super) fn draw(number: u64, inputs: &Inputs, random: &mut ChaCha8Rng) -> Job {
        Job::with(number, inputs, |alternatives| *pick(random, alternatives))
    }

    /// Returns a command with the first of each alternatives, which write few files.
    pub(super) fn first(number: u64, inputs: &Inputs) -> Job {
        Job::with(number, inputs, |alternatives| alternatives[0])
    }

    fn with<'a>(number: u64, inputs: &Inputs, mut choose: impl FnMut(&[&'a str]) -> &'a str) -> Job {
        let (form, can_resume) = COMMANDS[number as usize];
        let mut text = String::new();
        for part in form.split('}') {
            let (plain, alternatives) = part.split_once('{').unwrap_or((part, ""));
            let alternatives: Vec<&str> = alternatives.split('|').collect();
            text += plain;
            text += choose(&alternatives);
        }
        let argument = |word: &str| match word.strip_prefix('@') {
            Some(name) => inputs.path(name).display().to_string(),
            None => word.to_string(),
        };
        Job { arguments: text.split(' ').map(argument).collect(), can_resume }
    }

    /// Draws another command of the same name, whose files have the same names or others.
    pub(super) fn draw_variant(&self, inputs: &Inputs, random: &mut ChaCha8Rng) -> Job {
        let command = |number: &u64| COMMANDS[*number as usize].0.split(' ').next();
        let same: Vec<u64> = (0..Job::count()).filter(|number| command(number) == Some(&self.arguments[0])).collect();
        Job::draw(*pick(random, &same), inputs, random)
    }

    /// Returns the command, to be run in a folder.
    pub(super) fn command(&self, program: &Path, folder: &Path, option: &str) -> Command {
        let mut command = Command::new(program);
        command.args(&self.arguments).args(option.split(' ')).arg("--quiet").current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.arguments.join(" "))
    }
}
