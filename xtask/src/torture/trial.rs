//! Runs of a command that are interrupted and then completed, and the model of its files.

use std::fmt;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;

use super::job::Job;
use super::listing::{Listing, list};
use super::{below, new_folder, pick};
use crate::error::Error;

/// Files of other programs. Their names are similar to those of temporary, partial and old files.
const FOREIGN: [&str; 6] = [
    "notes.txt",
    ".pack.csv.tmp",
    ".pack.csv.old.0123456789.tmp",
    "data.old/file",
    "pack.csv.old",
    "pictures.part.txt",
];

/// The message of a fault.
const FAULT: &str = "a fault of a test";

/// A command, and the files that may exist before and after it.
pub(super) struct Model {
    job: Job,
    /// The files before the first run, without those of [`FOREIGN`].
    old: Listing,
    /// The files of a complete run.
    new: Listing,
    /// The time of a complete run.
    time: Duration,
}

impl Model {
    /// Runs a command without interruption, and another one that has written its files before.
    ///
    /// # Errors
    /// If one of them fails.
    pub(super) fn new(program: &Path, job: Job, before: Option<&Job>) -> Result<Model, Error> {
        let begin = Instant::now();
        let new = complete_run(program, &job)?;
        let time = begin.elapsed();
        let old = before.map_or(Ok(Listing::new()), |before| complete_run(program, before))?;
        Ok(Model { job, old, new, time })
    }

    /// Returns `true` if a file is part of what the command replaces: below a folder or, if it `overwrites`, a shard of the
    /// output, its manifest, or the file itself if there are shards now. `print` adds its files to a folder.
    fn replaces(&self, name: &str, overwrites: bool) -> bool {
        let Some((folder, _)) = name.split_once('/') else {
            let arguments = &self.job.arguments;
            let Some(out) = arguments.iter().position(|word| word == "--out").map(|at| &arguments[at + 1]) else {
                return false;
            };
            let is_shard = |name: &str| minirow_files::is_shard(Path::new(out), Path::new(name));
            let had_shards = self.old.keys().any(|name| is_shard(name));
            let is_manifest = had_shards && *name == format!("{out}.manifest.json");
            return overwrites && (is_shard(name) || name == out || is_manifest);
        };
        self.job.arguments[0] != "print" && self.new.keys().any(|new| new.starts_with(&format!("{folder}/")))
    }
}

/// Returns the files of a run in an empty folder.
fn complete_run(program: &Path, job: &Job) -> Result<Listing, Error> {
    let folder = new_folder()?;
    match job.command(program, folder.path(), "--force").output() {
        // Status 1: rows were left out.
        Ok(output) if matches!(output.status.code(), Some(0 | 1)) => list(folder.path()).map_err(Error::failed),
        Ok(output) => Err(Error::failed(format!("{job}: {}", String::from_utf8_lossy(&output.stderr)))),
        Err(error) => Err(Error::failed(format!("{job}: {error}"))),
    }
}

/// The way in which a run is interrupted.
#[derive(Debug)]
enum Interruption {
    /// A signal after some time.
    Signal(&'static str, Duration),
    /// A limit on the size of files, in units of 512 or 1024 bytes.
    FullDisk(u64),
    /// A fault of an operation on files, in builds with debug assertions.
    Fault(String),
    /// Another run of the same command at the same time.
    SecondRun,
}

impl Interruption {
    fn draw(random: &mut ChaCha8Rng, time: Duration) -> Interruption {
        let after = Duration::from_micros(below(random, time.as_micros() as u64 * 5 / 4 + 1));
        match below(random, if cfg!(debug_assertions) { 10 } else { 6 }) {
            0 | 1 => Interruption::Signal("KILL", after),
            2 => Interruption::Signal("TERM", after),
            3 => Interruption::Signal("INT", after),
            4 => Interruption::FullDisk(below(random, 40)),
            5 => Interruption::SecondRun,
            _ => {
                let kind = *pick(random, &["crash", "torn", "error", "short"]);
                Interruption::Fault(format!("{kind}@{}", 1 + below(random, 60)))
            }
        }
    }
}

/// Runs of a command in a folder. All errors are texts that tell what the model does not allow.
pub(super) struct Trial<'a> {
    program: &'a Path,
    folder: &'a Path,
    model: &'a Model,
    /// The command lines of all runs, with their ends.
    pub(super) history: Vec<String>,
    pub(super) starts: u64,
    pub(super) interruptions: u64,
}

impl<'a> Trial<'a> {
    pub(super) fn new(program: &'a Path, folder: &'a Path, model: &'a Model) -> Trial<'a> {
        Trial { program, folder, model, history: Vec::new(), starts: 0, interruptions: 0 }
    }

    /// Interrupts the command up to four times, and completes it.
    pub(super) fn interrupt_at_random(&mut self, random: &mut ChaCha8Rng) -> Result<(), String> {
        self.put_files()?;
        self.refuse_hostile_record(random)?;
        self.refuse_equal_names()?;
        for _ in 0..1 + below(random, 4) {
            let interruption = Interruption::draw(random, self.model.time);
            let option = self.option(below(random, 4) > 0);
            self.interrupt(&interruption, option)?;
        }
        self.complete(self.option(below(random, 2) > 0))
    }

    /// Runs the command beside a record of someone else, which must be refused, and changes nothing.
    fn refuse_hostile_record(&mut self, random: &mut ChaCha8Rng) -> Result<(), String> {
        let arguments = &self.model.job.arguments;
        let Some(out) = arguments.iter().position(|word| word == "--out").map(|at| &arguments[at + 1]) else {
            return Ok(());
        };
        let path = self.folder.join(format!(".{out}.commit"));
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let file = *pick(random, &["notes.txt", "../notes.txt", "/notes.txt", "data.old/file", ""]);
        let names = *pick(
            random,
            &[
                r#"["FILE","target"]"#,
                r#"["0123456789","FILE"]"#,
                r#"["0123456789","recipe"]"#,
                r#"["0123456789",{"shard":["FILE",2]}]"#,
            ],
        );
        let names = names.replace("FILE", file);
        let record = format!(
            r#"{{"minirow-commit":2,"overwrite":true,"names":[{names}],"others":[],"partial":null,"is_part":false}}"#
        );
        fs::write(&path, record).map_err(failed)?;
        let before = list(self.folder)?;
        let output = self.complete_run(self.option(below(random, 2) > 0))?;
        if output.status.code() != Some(2) || list(self.folder)? != before {
            return Err(format!("a record with {names} is not refused"));
        }
        fs::remove_file(&path).map_err(failed)
    }

    /// Gives two outputs or two columns the same name, which must be refused, and changes nothing.
    fn refuse_equal_names(&mut self) -> Result<(), String> {
        let arguments = self.model.job.arguments.clone();
        let Some(out) = arguments.iter().position(|word| word == "--out").map(|at| &arguments[at + 1]) else {
            return Ok(());
        };
        let input = self.folder.join("twice.csv");
        let failed = |error: std::io::Error| format!("{}: {error}", input.display());
        fs::write(&input, "puzzle,er,ER\n1,2,3\n").map_err(failed)?;
        let before = list(self.folder)?;
        // The output of some commands is a folder.
        let columns = if self.folder.join(out).is_dir() { (2, "is a folder") } else { (1, "found two columns") };
        for (arguments, report, (status, message)) in [
            ("dedup --force --report", Some(out), (2, "write the same file")),
            ("convert --force --to csv", None, columns),
        ] {
            let mut command = Command::new(self.program);
            command.args(arguments.split(' ')).args(report).args(["twice.csv", "--out", out]);
            command.current_dir(self.folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
            let child = self.start(&mut command)?;
            let output = self.wait(child, &format_args!("equal names"), arguments)?;
            let is_refused = output.status.code() == Some(status);
            let is_told = String::from_utf8_lossy(&output.stderr).contains(message);
            if !is_refused || !is_told || list(self.folder)? != before {
                return Err(format!("{arguments} with equal names is not refused"));
            }
        }
        fs::remove_file(&input).map_err(failed)
    }

    /// Runs the command with a fault, and then completes it. Returns `false` if nothing has failed.
    pub(super) fn fail(&mut self, fault: &str) -> Result<bool, String> {
        self.put_files()?;
        let has_failed = self.interrupt(&Interruption::Fault(fault.into()), "--force")?;
        self.complete(self.option(true))?;
        Ok(has_failed)
    }

    /// Returns the options that resume a partial result, with and without permission to overwrite another one in turn, or else start
    /// over.
    fn option(&self, resumes: bool) -> &'static str {
        match (resumes && self.model.job.can_resume, self.starts % 2) {
            (true, 0) => "--resume --force",
            (true, _) => "--resume",
            (false, _) => "--force",
        }
    }

    fn put_files(&self) -> Result<(), String> {
        let foreign = FOREIGN.iter().map(|&name| (name, &b"foreign"[..]));
        for (name, bytes) in self.model.old.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).chain(foreign) {
            let path = self.folder.join(name);
            let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
            written.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    /// Interrupts a run, and checks the names. Returns `true` if a fault has stopped the run.
    fn interrupt(&mut self, interruption: &Interruption, option: &str) -> Result<bool, String> {
        let mut command = self.model.job.command(self.program, self.folder, option);
        let was_tidy = self.find_temporary()?.is_none();
        self.interruptions += 1;
        let output = match interruption {
            Interruption::Signal(signal, after) => {
                let child = self.start(&mut command)?;
                thread::sleep(*after);
                let mut kill = Command::new("kill");
                // It fails if the run has ended.
                let _ = kill.args(["-s", signal, &child.id().to_string()]).stderr(Stdio::null()).status();
                self.wait(child, interruption, option)?
            }
            Interruption::FullDisk(blocks) => {
                let mut limited = Command::new("sh");
                limited.args(["-c", &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"")]);
                limited.arg(command.get_program()).args(command.get_args()).current_dir(self.folder);
                limited.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
                let child = self.start(&mut limited)?;
                self.wait(child, interruption, option)?
            }
            Interruption::Fault(fault) => {
                let child = self.start(command.env("MINIROW_FAULT", fault))?;
                self.wait(child, interruption, option)?
            }
            Interruption::SecondRun => {
                let (one, other) = (self.start(&mut command)?, self.start(&mut command)?);
                self.wait(one, interruption, option)?;
                self.wait(other, interruption, option)?
            }
        };
        self.check_names()?;
        let is_told_to_end = matches!(interruption, Interruption::Signal(..)) && output.status.code().is_some();
        match self.find_temporary()?.filter(|_| is_told_to_end && was_tidy) {
            Some(name) => Err(format!("{name}: is left by a run that was told to end")),
            None => Ok(output.status.code().is_none() || String::from_utf8_lossy(&output.stderr).contains(FAULT)),
        }
    }

    fn start(&mut self, command: &mut Command) -> Result<Child, String> {
        self.starts += 1;
        command.spawn().map_err(|error| format!("{command:?}: {error}"))
    }

    /// Waits for a run, which may fail, but neither panic nor show the name of a temporary file.
    fn wait(&mut self, child: Child, why: &dyn fmt::Debug, option: &str) -> Result<Output, String> {
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        let message = String::from_utf8_lossy(&output.stderr);
        self.history.push(format!("{} {option}  ({why:?}) {}: {}", self.model.job, output.status, message.trim()));
        let without_foreign = FOREIGN.iter().fold(message.to_string(), |text, name| text.replace(name, ""));
        if output.status.code() == Some(101) || message.contains("panicked") {
            Err("a run has panicked".into())
        } else if without_foreign.contains(".tmp") {
            Err("a message shows the name of a temporary file".into())
        } else {
            Ok(output)
        }
    }

    /// Checks that every name refers to a complete file or to the previous one, and that foreign files are unchanged.
    fn check_names(&self) -> Result<(), String> {
        let found = list(self.folder)?;
        let Model { old, new, .. } = self.model;
        if let Some(name) = FOREIGN.iter().find(|&&name| found.get(name).is_none_or(|bytes| bytes != b"foreign")) {
            return Err(format!("{name}: a foreign file was changed"));
        }
        for name in new.keys().chain(old.keys()) {
            match (found.get(name), old.get(name), new.get(name)) {
                (Some(bytes), old, new) if Some(bytes) == old || Some(bytes) == new => {}
                (None, None, _) | (None, Some(_), None) => {}
                (None, ..) => return Err(format!("{name}: the previous file is lost")),
                (Some(bytes), ..) => return Err(format!("{name}: {} bytes of neither run", bytes.len())),
            }
        }
        Ok(())
    }

    /// Returns the name of a temporary file, a lock or a record.
    fn find_temporary(&self) -> Result<Option<String>, String> {
        let is_temporary = |name: &String| {
            !FOREIGN.contains(&name.as_str()) && [".tmp", ".lock", ".commit"].iter().any(|end| name.ends_with(end))
        };
        Ok(list(self.folder)?.into_keys().find(is_temporary))
    }

    fn complete_run(&mut self, option: &str) -> Result<Output, String> {
        let child = self.start(&mut self.model.job.command(self.program, self.folder, option))?;
        self.wait(child, &format_args!("completes"), option)
    }

    /// Completes the command, and compares all files with those of a run without interruptions.
    fn complete(&mut self, option: &str) -> Result<(), String> {
        let mut output = self.complete_run(option)?;
        let mut overwrites = option.contains("--force");
        if output.status.code() == Some(2) {
            // There is nothing to resume.
            output = self.complete_run("--force")?;
            overwrites = true;
        }
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(format!("the last run ended with {}", output.status));
        }
        self.check_names()?;
        let found = list(self.folder)?;
        let Model { old, new, .. } = self.model;
        for (name, bytes) in found.iter().filter(|(name, _)| !FOREIGN.contains(&name.as_str())) {
            // Files that the command does not write stay, unless they are part of what it replaces.
            let expected = new.get(name).or_else(|| old.get(name).filter(|_| !self.model.replaces(name, overwrites)));
            match expected {
                Some(expected) if expected == bytes => {}
                Some(_) => return Err(format!("{name}: differs from the file of a run without interruptions")),
                None => return Err(format!("{name}: is left")),
            }
        }
        match new.keys().find(|name| !found.contains_key(*name)) {
            Some(name) => Err(format!("{name}: is missing")),
            None => Ok(()),
        }
    }
}
