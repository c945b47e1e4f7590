//! The part of a long run's file that is there so far: `FILE.part`, with its recipe beside it in `FILE.part.json`.
//!
//! Only whole lines count, each line can be made again from its index, and the recipe says what was asked for: so a run
//! that was interrupted at any moment, even by a crash of the machine, goes on to the same bytes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::failure::{Failure, Result};
use crate::output::{self, cannot_write};

/// A file that is not complete yet.
pub(crate) struct Part {
    target: PathBuf,
    part: PathBuf,
    recipe: PathBuf,
    file: File,
    force: bool,
}

/// What is there of an earlier run: the number of whole lines, and the last of them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) lines: u64,
    pub(crate) last: Vec<u8>,
    bytes: u64,
}

impl Part {
    /// Starts a file, or goes on with what is there, once `accept` has looked at it.
    ///
    /// # Errors
    /// If there is an earlier part and neither `resume` nor `force` says what to do with it, or it is of another recipe,
    /// or another process is writing it.
    pub(crate) fn open(
        target: &Path,
        recipe: &Value,
        resume: bool,
        force: bool,
        accept: impl FnOnce(&Path, &Found) -> Result<()>,
    ) -> Result<(Part, Found)> {
        let with_suffix = |suffix: &str| {
            let mut name = target.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        let (part, recipe_path) = (with_suffix(".part"), with_suffix(".part.json"));
        let exists = part.exists();
        if exists && !resume && !force {
            return Err(Failure::usage(format!(
                "{}: is there from a run that was interrupted; --resume completes it, --force starts anew",
                part.display()
            )));
        }
        let resume = exists && resume;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&part)
            .map_err(|error| cannot_write(&part, &error))?;
        match file.try_lock() {
            // A file system without locks is no reason to refuse work.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::usage(format!("{}: another run is writing it", part.display())));
            }
        }
        let found = if resume {
            check_recipe(&recipe_path, recipe)?;
            whole_lines(&file).map_err(|error| cannot_write(&part, &error))?
        } else {
            output::replace(&recipe_path, format!("{recipe:#}\n").as_bytes())?;
            Found::default()
        };
        accept(&part, &found)?;
        file.set_len(found.bytes)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|error| Failure::writing(&part.display().to_string(), &error))?;
        let part = Part { target: target.to_path_buf(), part, recipe: recipe_path, file, force };
        Ok((part, found))
    }

    /// The path of what is there so far.
    pub(crate) fn path(&self) -> &Path {
        &self.part
    }

    /// Appends whole lines.
    pub(crate) fn write(&mut self, lines: &[u8]) -> Result<()> {
        self.file.write_all(lines).map_err(|error| Failure::writing(&self.part.display().to_string(), &error))
    }

    /// How many whole lines there are.
    pub(crate) fn lines(&mut self) -> u64 {
        let start = self.file.rewind();
        start.and_then(|()| whole_lines(&self.file)).map_or(0, |found| found.lines)
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<()> {
        let failed = |path: &Path, error: io::Error| Failure::writing(&path.display().to_string(), &error);
        self.file.sync_all().map_err(|error| failed(&self.part, error))?;
        output::check_target(&self.target, self.force)?;
        fs::rename(&self.part, &self.target).map_err(|error| failed(&self.target, error))?;
        let _ = fs::remove_file(&self.recipe);
        Ok(())
    }
}

fn check_recipe(path: &Path, recipe: &Value) -> Result<()> {
    let text = fs::read_to_string(path).map_err(|error| {
        Failure::usage(format!(
            "{}: cannot be read, so what was begun is unknown: {error}; --force starts anew",
            path.display()
        ))
    })?;
    let begun: Value = serde_json::from_str(&text)
        .map_err(|error| Failure::usage(format!("{}: is damaged: {error}; --force starts anew", path.display())))?;
    let (Value::Object(begun), Value::Object(wanted)) = (&begun, recipe) else {
        return Err(Failure::usage(format!("{}: is damaged; --force starts anew", path.display())));
    };
    let differences: Vec<String> = wanted
        .iter()
        .filter(|(name, value)| begun.get(*name) != Some(value))
        .map(|(name, value)| format!("{name} {} (now {value})", begun.get(name).unwrap_or(&Value::Null)))
        .collect();
    if differences.is_empty() {
        return Ok(());
    }
    let differences = differences.join(", ");
    Err(Failure::usage(format!("{}: was begun with {differences}; --force starts anew", path.display())))
}

fn whole_lines(file: &File) -> io::Result<Found> {
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut found = Found::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line)? == 0 || line.last() != Some(&b'\n') {
            return Ok(found);
        }
        found.lines += 1;
        found.bytes += line.len() as u64;
        found.last.clone_from(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn accept(_: &Path, _: &Found) -> Result<()> {
        Ok(())
    }

    #[test]
    fn only_whole_lines_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("pack.csv");
        let recipe = json!({"seed": 1});
        let (mut part, found) = Part::open(&target, &recipe, true, false, accept).unwrap();
        assert_eq!(found, Found::default());
        part.write(b"one\ntwo\nthr").unwrap();
        drop(part);
        let (mut part, found) = Part::open(&target, &recipe, true, false, accept).unwrap();
        assert_eq!((found.lines, found.last.as_slice()), (2, b"two\n".as_slice()));
        part.write(b"three\n").unwrap();
        part.finish().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"one\ntwo\nthree\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn another_recipe_or_another_run_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("pack.csv");
        let message = |result: Result<(Part, Found)>| match result {
            Err(Failure::Use(message)) => message,
            _ => panic!("must be refused"),
        };
        let (first, _) = Part::open(&target, &json!({"seed": 1}), false, false, accept).unwrap();
        let second = Part::open(&target, &json!({"seed": 1}), true, false, accept);
        assert!(message(second).ends_with("another run is writing it"));
        drop(first);
        assert!(
            message(Part::open(&target, &json!({"seed": 1}), false, false, accept)).contains("--resume completes it")
        );
        let other = Part::open(&target, &json!({"seed": 2}), true, false, accept);
        assert!(message(other).contains("was begun with seed 1 (now 2)"));
        assert!(Part::open(&target, &json!({"seed": 2}), false, true, accept).is_ok(), "--force starts anew");
    }
}
