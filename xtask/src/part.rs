//! The part of a long run's file that is there so far: `FILE.part`, with its recipe beside it in `FILE.part.json`.
//!
//! Only whole lines count, whoever goes on can tell whether they are his, and the recipe says what was asked for: so a
//! run that was interrupted at any moment, even by a crash of the machine, goes on to the same bytes.
//!
//! A pack gets a manifest with its name. The recipe is there until both are, and knows the checksum by then: so a run that
//! ends between the two is completed without being made again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::export::{self, Piece, Shape};
use crate::failure::{Failure, Result};
use crate::manifest::{self, Manifest};
use crate::output::{self, behind_links, beside, cannot_write};

/// A file that is not complete yet.
#[derive(Debug)]
pub(crate) struct Part {
    target: PathBuf,
    part: PathBuf,
    recipe: PathBuf,
    file: File,
    force: bool,
}

/// The name in a recipe for whether a file that exists may be overwritten: who goes on need not say it again.
const FORCE: &str = "force";

/// The name in a recipe for the checksum of the whole file, once that is known.
const FINISHED: &str = "finished";

impl Part {
    /// Starts a file, or goes on with what is there: what `accept` has read of the lines is kept, what it has not read
    /// is cut off. Without lines, it is not asked.
    ///
    /// # Errors
    /// If there is an earlier part and neither `resume` nor `force` says what to do with it, or it is of another recipe,
    /// or `accept` refuses it, or another process is writing it. Then nothing of it is touched.
    pub(crate) fn open<T: Default>(
        target: &Path,
        recipe: &Value,
        resume: bool,
        force: bool,
        accept: impl FnOnce(&mut Lines) -> Result<T>,
    ) -> Result<(Part, T)> {
        let target = behind_links(target);
        let (part, recipe_path) = (beside(&target, ".part"), beside(&target, ".part.json"));
        let exists = part.exists();
        if exists && !resume && !force {
            return Err(Failure::usage(format!(
                "{}: is there from a run that was interrupted; --resume completes it, --force starts anew",
                part.display()
            )));
        }
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
        let mut force = force;
        let (mut bytes, mut accepted) = (0, T::default());
        // A run that was ended in its first moment has left nothing, not even its recipe.
        let is_blank = !recipe_path.exists() && file.metadata().is_ok_and(|part| part.len() == 0);
        if exists && resume && !is_blank {
            let begun = check_recipe(&recipe_path, recipe)?;
            force |= begun[FORCE] == true;
            output::check_target(&target, force)?;
            let mut lines = Lines::of(&part, &file);
            if !lines.is_over()? {
                accepted = accept(&mut lines)?;
            }
            bytes = lines.bytes;
        } else {
            let mut recipe = recipe.clone();
            recipe[FORCE] = force.into();
            write_recipe(&recipe_path, &recipe)?;
        }
        file.set_len(bytes)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|error| Failure::writing(&part.display().to_string(), &error))?;
        Ok((Part { target, part, recipe: recipe_path, file, force }, accepted))
    }

    /// Whether an earlier run has left a part of this file.
    pub(crate) fn is_there(target: &Path) -> bool {
        beside(&behind_links(target), ".part").exists()
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
        let mut count = 0;
        if self.file.rewind().is_ok() {
            let mut lines = Lines::of(&self.part, &self.file);
            while lines.next().is_ok_and(|line| line.is_some()) {
                count += 1;
            }
        }
        count
    }

    /// Takes it away.
    pub(crate) fn discard(self) {
        let Part { part, recipe, file, .. } = self;
        drop(file);
        let _ = fs::remove_file(part).and_then(|()| fs::remove_file(recipe));
    }

    /// Replaces the lines by others, all at once: what an interruption finds is the one or the other.
    pub(crate) fn rewrite(&mut self, write: impl FnOnce(&mut Lines, &mut dyn Write) -> Result<()>) -> Result<()> {
        let path = beside(&self.target, ".part.new");
        let failed = |error: io::Error| Failure::writing(&path.display().to_string(), &error);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path);
        let file = file.map_err(|error| cannot_write(&path, &error))?;
        let _ = file.try_lock(); // nobody else has reason to hold it
        self.file.rewind().map_err(failed)?;
        let mut buffer = BufWriter::with_capacity(1 << 16, &file);
        let written = write(&mut Lines::of(&self.part, &self.file), &mut buffer);
        let written = written.and_then(|()| buffer.flush().and_then(|()| file.sync_all()).map_err(failed));
        drop(buffer);
        if let Err(failure) = written.and_then(|()| fs::rename(&path, &self.part).map_err(failed)) {
            let _ = fs::remove_file(&path);
            return Err(failure);
        }
        self.file = file;
        Ok(())
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<()> {
        self.sync()?;
        self.rename()?;
        let _ = fs::remove_file(&self.recipe);
        Ok(())
    }

    /// Gives the file its name, and puts its manifest beside it.
    pub(crate) fn finish_with_manifest(self, recipe: &Value) -> Result<Manifest> {
        self.sync()?;
        let manifest = Manifest::of(&self.target, &self.part, recipe)?;
        output::check_target(&self.target, self.force)?;
        let mut known = recipe.clone();
        known[FORCE] = self.force.into();
        known[FINISHED] = manifest.sha256().into();
        write_recipe(&self.recipe, &known)?;
        // No moment shall have a manifest of another file.
        let _ = fs::remove_file(manifest::path_of(&self.target));
        self.rename()?;
        manifest.write(&self.target)?;
        let _ = fs::remove_file(&self.recipe);
        Ok(manifest)
    }

    /// The rows become files of another shape. The part is there until all of them are.
    pub(crate) fn finish_as(self, shape: &Shape, recipe: &Value) -> Result<()> {
        self.sync()?;
        let pieces = self.export(shape, recipe)?;
        if shape.shard_rows.is_some() {
            manifest::write_pieces(&self.target, recipe, &pieces)?;
        }
        self.discard();
        Ok(())
    }

    /// The same with the manifest of a pack.
    pub(crate) fn finish_as_with_manifest(self, shape: &Shape, recipe: &Value) -> Result<Manifest> {
        self.sync()?;
        let manifest = Manifest::of(&self.target, &self.part, recipe)?;
        let _ = fs::remove_file(manifest::path_of(&self.target)); // of other files
        let manifest = manifest.of_pieces(self.export(shape, recipe)?, shape.shard_rows.is_some());
        manifest.write(&self.target)?;
        self.discard();
        Ok(manifest)
    }

    fn export(&self, shape: &Shape, recipe: &Value) -> Result<Vec<Piece>> {
        shape.check_targets(&self.target, shape.count(&self.part)?, self.force)?;
        // From here on, who goes on with an interrupted run finds some of the files, and may replace them.
        let mut known = recipe.clone();
        known[FORCE] = true.into();
        write_recipe(&self.recipe, &known)?;
        shape.export(&self.part, &self.target, true, &export::about(recipe))
    }

    /// Completes what [`Part::finish_with_manifest`] had no time for: gives the file's manifest, if all but that was done.
    pub(crate) fn finish_again(target: &Path, recipe: &Value) -> Result<Option<Manifest>> {
        let target = behind_links(target);
        let path = beside(&target, ".part.json");
        if !path.exists() {
            return Ok(None);
        }
        let known = check_recipe(&path, recipe)?;
        let manifest = Manifest::of(&target, &target, recipe)?;
        if known[FINISHED] != manifest.sha256() {
            return Ok(None);
        }
        manifest.write(&target)?;
        let _ = fs::remove_file(&path);
        Ok(Some(manifest))
    }

    fn sync(&self) -> Result<()> {
        self.file.sync_all().map_err(|error| Failure::writing(&self.part.display().to_string(), &error))
    }

    fn rename(&self) -> Result<()> {
        output::check_target(&self.target, self.force)?;
        let renamed = fs::rename(&self.part, &self.target);
        renamed.map_err(|error| Failure::writing(&self.target.display().to_string(), &error))
    }
}

fn write_recipe(path: &Path, recipe: &Value) -> Result<()> {
    output::replace(path, format!("{recipe:#}\n").as_bytes())
}

/// The recipe that a part was begun with, if it says all that is wanted now.
fn check_recipe(path: &Path, recipe: &Value) -> Result<Value> {
    let text = fs::read_to_string(path).map_err(|error| {
        Failure::usage(format!(
            "{}: cannot be read, so what was begun is unknown: {error}; --force starts anew",
            path.display()
        ))
    })?;
    let begun: Value = serde_json::from_str(&text)
        .map_err(|error| Failure::usage(format!("{}: is damaged: {error}; --force starts anew", path.display())))?;
    let (Value::Object(fields), Value::Object(wanted)) = (&begun, recipe) else {
        return Err(Failure::usage(format!("{}: is damaged; --force starts anew", path.display())));
    };
    let differences: Vec<String> = wanted
        .iter()
        .filter(|(name, value)| fields.get(*name) != Some(value))
        .map(|(name, value)| format!("{name} {} (now {value})", fields.get(name).unwrap_or(&Value::Null)))
        .collect();
    if differences.is_empty() {
        return Ok(begun);
    }
    let differences = differences.join(", ");
    Err(Failure::usage(format!("{}: was begun with {differences}; --force starts anew", path.display())))
}

/// The whole lines of a part, one after the other.
pub(crate) struct Lines<'a> {
    path: &'a Path,
    reader: BufReader<&'a File>,
    line: Vec<u8>,
    /// Whether the line has been read but not been asked for.
    is_ahead: bool,
    /// How many bytes the lines have that were asked for.
    bytes: u64,
}

impl<'a> Lines<'a> {
    fn of(path: &'a Path, file: &'a File) -> Lines<'a> {
        Lines { path, reader: BufReader::with_capacity(1 << 16, file), line: Vec::new(), is_ahead: false, bytes: 0 }
    }

    /// Whether there is no other whole line.
    fn is_over(&mut self) -> Result<bool> {
        if !self.is_ahead {
            self.line.clear();
            let read = self.reader.read_until(b'\n', &mut self.line);
            read.map_err(|error| Failure::usage(format!("{}: cannot be read: {error}", self.path.display())))?;
            self.is_ahead = self.line.last() == Some(&b'\n');
        }
        Ok(!self.is_ahead)
    }

    /// The next line, with its end.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>> {
        if self.is_over()? {
            return Ok(None);
        }
        self.is_ahead = false;
        self.bytes += self.line.len() as u64;
        Ok(Some(&self.line))
    }

    /// What is said when they are not what is to be made.
    pub(crate) fn refuse(&self, why: &str) -> Failure {
        Failure::usage(format!("{}: {why}; --force starts anew", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// All lines that are there.
    fn accept(lines: &mut Lines) -> Result<Vec<String>> {
        let mut all = Vec::new();
        while let Some(line) = lines.next()? {
            all.push(String::from_utf8_lossy(line).into_owned());
        }
        Ok(all)
    }

    #[test]
    fn only_whole_lines_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("pack.csv");
        let recipe = json!({"seed": 1});
        let (mut part, found) = Part::open(&target, &recipe, true, false, accept).unwrap();
        assert!(found.is_empty());
        part.write(b"one\ntwo\nthr").unwrap();
        drop(part);
        let (mut part, found) = Part::open(&target, &recipe, true, false, accept).unwrap();
        assert_eq!(found, ["one\n", "two\n"]);
        assert_eq!(part.lines(), 2);
        part.write(b"three\nfour").unwrap();
        drop(part);
        let (mut part, found) = Part::open(&target, &recipe, true, false, |lines| {
            Ok(String::from_utf8_lossy(lines.next()?.expect("two lines")).into_owned())
        })
        .unwrap();
        assert_eq!(found, "one\n", "what is not asked for is cut off");
        part.write(b"two\nthree\n").unwrap();
        part.finish().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"one\ntwo\nthree\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn another_recipe_or_another_run_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("pack.csv");
        let message = |result: Result<(Part, Vec<String>)>| match result {
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

    #[test]
    fn who_goes_on_need_not_say_again_that_a_file_may_be_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("pack.csv");
        for (force, is_fine) in [(true, true), (false, false)] {
            fs::write(&target, "old").unwrap();
            let (mut part, _) = Part::open(&target, &json!({}), false, force, accept).unwrap();
            part.write(b"new\n").unwrap();
            drop(part);
            let part = Part::open(&target, &json!({}), true, false, accept);
            assert_eq!(part.and_then(|(part, _)| part.finish()).is_ok(), is_fine);
            assert_eq!(fs::read_to_string(&target).unwrap(), if is_fine { "new\n" } else { "old" });
        }
    }
}
