//! The file of a long run, which a later run can complete.

use std::fs::{OpenOptions, symlink_metadata};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::operation::Change;
use super::recipe;
use super::system::File;
use super::target::Target;
use super::{Error, FileGroup, Result, WriteOptions};

/// A file of whole lines that grows as `FILE.part`, with its recipe in `FILE.part.json`.
///
/// Dropped before [`finish`](Self::finish), it keeps both, and a later run with the same recipe resumes them.
///
/// ```
/// use minirow_table::files::{Error, GrowingFile, Lines, WriteOptions};
/// use serde_json::json;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("pack.csv");
/// let recipe = json!({ "seed": 1 });
/// let count = |lines: &mut Lines| {
///     let mut count = 0;
///     while lines.next()?.is_some() {
///         count += 1;
///     }
///     Ok::<_, Error>(count)
/// };
/// let (mut file, found) = GrowingFile::open(&path, &recipe, &WriteOptions::default(), count)?;
/// assert_eq!(found, 0);
/// file.write(b"first\nsec")?;
/// drop(file); // interrupted in the middle of a line
///
/// let resume = WriteOptions { resume: true, ..WriteOptions::default() };
/// let (mut file, found) = GrowingFile::open(&path, &recipe, &resume, count)?;
/// assert_eq!(found, 1);
/// file.write(b"second\n")?;
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"first\nsecond\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GrowingFile {
    group: FileGroup,
    part: Target,
    recipe: Target,
    file: File,
    has_failed: bool,
}

impl GrowingFile {
    /// Starts a file, or resumes one: the lines that `accept` reads are kept, those that it leaves and a line without an
    /// end are cut off. It is not called where there is no whole line.
    ///
    /// # Errors
    /// If the target cannot be written, exists and must not be overwritten, is one of the inputs, or is written by another
    /// run; if there is a partial file and the options do not say what to do with it, or it is of another recipe; and
    /// what `accept` refuses. Nothing is touched then.
    pub fn open<T: Default, E: From<Error>>(
        target: &Path,
        recipe: &Value,
        options: &WriteOptions,
        accept: impl FnOnce(&mut Lines) -> Result<T, E>,
    ) -> Result<(GrowingFile, T), E> {
        let mut group = FileGroup::lock(Target::file(target, options)?, options)?;
        let (part, recipe_file) = (group.main().beside(".part"), group.main().beside(".part.json"));
        let found = symlink_metadata(&part.path).ok();
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            let why = "is not a file; move it away".into();
            return Err(Error::DamagedPartial { path: part.shown, why }.into());
        }
        // A run of an earlier version that ended in its first moment has left nothing, not even its recipe.
        let is_blank = found.is_some_and(|found| found.len() == 0) && !recipe_file.path.exists();
        let is_begun = has_part(&part) && !is_blank;
        if is_begun && options.resume {
            let begun = recipe::read(&recipe_file.path, &recipe_file.shown)?;
            recipe::check(&begun, recipe, &recipe_file.shown)?;
            if begun[recipe::FORCE] == true {
                group.allow_overwriting();
            }
        }
        if !is_begun && !options.overwrite && symlink_metadata(&recipe_file.path).is_ok() {
            recipe::read(&recipe_file.path, &recipe_file.shown)?; // else it is a file of somebody else
        }
        group.main().check(group.overwrites())?;
        if is_begun && !options.resume && !options.overwrite {
            return Err(Error::PartialExists { path: part.shown }.into());
        }
        let mut accepted = T::default();
        let file = if is_begun && options.resume {
            resume(&part, |lines| accept(lines).map(|value| accepted = value))?
        } else {
            // Both get their names at once: no recipe is ever beside lines of another one.
            let (rows, file) = group.prepare(&part, b"")?;
            let text = recipe::text(recipe, group.overwrites());
            let (described, _) = group.prepare(&recipe_file, text.as_bytes())?;
            group.change(vec![rows, described])?;
            file
        };
        Ok((GrowingFile { group, part, recipe: recipe_file, file, has_failed: false }, accepted))
    }

    /// Returns the path of the partial file.
    #[expect(clippy::misnamed_getters, reason = "as near as the caller has given it")]
    pub fn path(&self) -> &Path {
        &self.part.near
    }

    /// Returns the path of the target, as it was given.
    pub fn target(&self) -> &Path {
        &self.group.main().shown
    }

    /// Returns the files that get their names together with this one, such as a manifest.
    pub fn group(&mut self) -> &mut FileGroup {
        &mut self.group
    }

    /// Appends whole lines.
    ///
    /// # Errors
    /// If they cannot be written. What is there of them is cut off when the file is resumed.
    pub fn write(&mut self, lines: &[u8]) -> Result<()> {
        let written = self.check().and_then(|()| self.file.write_all(lines));
        self.has_failed = written.is_err();
        written.map_err(|error| Error::from_write(error, &self.part.shown))
    }

    fn check(&self) -> io::Result<()> {
        if self.has_failed { Err(io::Error::other("not all could be written")) } else { Ok(()) }
    }

    /// Counts the whole lines.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn lines(&mut self) -> Result<u64> {
        let cannot_read = |error| Error::read(error, &self.part.shown);
        (&self.file).rewind().map_err(cannot_read)?;
        let mut lines = Lines::of(&self.part.shown, &self.file);
        let mut count = 0;
        while lines.next()?.is_some() {
            count += 1;
        }
        (&self.file).seek(SeekFrom::End(0)).map_err(cannot_read)?;
        Ok(count)
    }

    /// Replaces all lines at once by those that `write` makes of them.
    ///
    /// # Errors
    /// If they cannot be read or written, or `write` fails. The lines are as before then.
    pub fn rewrite<E: From<Error>>(
        &mut self,
        write: impl FnOnce(&mut Lines, &mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let shown = self.part.shown.clone();
        let failed = |error| Error::from_write(error, &shown);
        let (change, file) = self.group.prepare(&self.part, b"")?;
        (&self.file).rewind().map_err(failed)?;
        let mut lines = Lines::of(&shown, &self.file);
        let mut buffer = BufWriter::with_capacity(1 << 16, file);
        let written = write(&mut lines, &mut buffer);
        (&self.file).seek(SeekFrom::End(0)).map_err(failed)?;
        written?;
        let file = buffer.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync().map_err(failed)?;
        self.group.change(vec![change])?;
        self.file = file;
        Ok(())
    }

    /// Removes the partial file and its recipe.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn discard(mut self) -> Result<()> {
        let GrowingFile { part, recipe, .. } = &self;
        let changes = vec![Change::Remove(part.path.clone()), Change::Remove(recipe.path.clone())];
        self.group.change(changes)
    }

    /// Gives the file its name, together with the members of its group.
    ///
    /// # Errors
    /// If it cannot be written, or another file has got the name meanwhile. The partial file is kept then, unless the error
    /// is [`Error::Incomplete`].
    pub fn finish(self) -> Result<()> {
        let synced = self.check().and_then(|()| self.file.sync());
        synced.map_err(|error| Error::from_write(error, &self.part.shown))?;
        let GrowingFile { group, part, recipe, .. } = self;
        let (target, overwrite) = (group.main().clone(), group.overwrites());
        let named = Change::Name { from: part.path, target, overwrite };
        group.commit_with(Some(named), vec![Change::Remove(recipe.path)])
    }

    /// Gives the members of the group their names, and removes the partial file that they were made from.
    ///
    /// # Errors
    /// If one of the names cannot be given. The partial file is kept then, unless the error is [`Error::Incomplete`].
    pub fn finish_without(self) -> Result<()> {
        let GrowingFile { group, part, recipe, .. } = self;
        group.commit_with(None, vec![Change::Remove(part.path), Change::Remove(recipe.path)])
    }
}

/// Opens a partial file, and cuts off what is not accepted.
fn resume<E: From<Error>>(part: &Target, accept: impl FnOnce(&mut Lines) -> Result<(), E>) -> Result<File, E> {
    let opened = File::open(OpenOptions::new().read(true).write(true), &part.path);
    let file = opened.map_err(|error| Error::create(error, &part.shown))?;
    let mut lines = Lines::of(&part.shown, &file);
    if !lines.is_over()? {
        accept(&mut lines)?;
    }
    let bytes = lines.bytes;
    let cut = || {
        if file.metadata()?.len() != bytes {
            file.set_len(bytes)?;
        }
        (&file).seek(SeekFrom::End(0))
    };
    cut().map_err(|error| Error::from_write(error, &part.shown))?;
    Ok(file)
}

/// The whole lines of a partial file, one after the other.
#[derive(Debug)]
pub struct Lines<'a> {
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

    /// Returns `true` if there is no other whole line.
    fn is_over(&mut self) -> Result<bool> {
        if !self.is_ahead {
            self.line.clear();
            let read = self.reader.read_until(b'\n', &mut self.line);
            read.map_err(|error| Error::read(error, self.path))?;
            self.is_ahead = self.line.last() == Some(&b'\n');
        }
        Ok(!self.is_ahead)
    }

    /// Reads the next line, with its end.
    ///
    /// # Errors
    /// If the file cannot be read.
    #[allow(clippy::should_implement_trait, reason = "a line borrows the buffer, which an iterator cannot express")]
    pub fn next(&mut self) -> Result<Option<&[u8]>> {
        if self.is_over()? {
            return Ok(None);
        }
        self.is_ahead = false;
        self.bytes += self.line.len() as u64;
        Ok(Some(&self.line))
    }

    /// Returns the error for lines that are not those of this result, with the reason.
    pub fn refuse(&self, why: &str) -> Error {
        Error::DamagedPartial { path: self.path.to_path_buf(), why: why.into() }
    }
}

/// Returns the paths beside a target, if that has a name.
fn parts(target: &Path) -> Option<[Target; 2]> {
    let target = Target::file(target, &WriteOptions::default()).ok()?;
    Some([".part", ".part.json"].map(|suffix| target.beside(suffix)))
}

fn has_part(part: &Target) -> bool {
    symlink_metadata(&part.path).is_ok()
}

/// Returns `true` if an interrupted run has left a partial file of a target.
pub fn has_partial(target: &Path) -> bool {
    parts(target).is_some_and(|[part, _]| has_part(&part))
}

/// Returns the path of the partial file of a target: where a link leads, with `.part`.
pub fn partial_path(target: &Path) -> PathBuf {
    parts(target).map_or_else(|| super::target::beside(target, ".part"), |[part, _]| part.near)
}

/// Reads the recipe of a partial file; `None` if there is none.
///
/// # Errors
/// If it is there, and cannot be read.
pub fn partial_recipe(target: &Path) -> Result<Option<Value>> {
    match parts(target) {
        Some([_, file]) if symlink_metadata(&file.path).is_ok() => recipe::read(&file.path, &file.shown).map(Some),
        _ => Ok(None),
    }
}
