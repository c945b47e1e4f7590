//! Files of long runs, which a later run can complete.

use std::fs::{self, Metadata, OpenOptions, symlink_metadata};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::blocks::{Block, UnchangedLines};
use super::names::Name;
use super::partial::Partial;
use super::system::{self, File};
use super::target::Target;
use super::{Error, FileGroup, Result, WriteOptions, fault, recipe};

/// A file of lines that grows as `FILE.part`, with its recipe in `FILE.part.json`, to which the checksum of each written block is
/// appended.
///
/// If it is dropped before [`finish`](Self::finish), both are kept, and a later run with the same recipe resumes them.
///
/// ```
/// use minirow_files::{Error, GrowingFile, Lines, WriteOptions};
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
/// let (mut file, found) = GrowingFile::open(&path, &[], b"header\n", &recipe, &WriteOptions::default(), count)?;
/// assert_eq!(found, 0);
/// file.write(b"first\nsec")?;
/// drop(file); // interrupted in the middle of a line
///
/// let resume = WriteOptions { resume: true, ..WriteOptions::default() };
/// let (mut file, found) = GrowingFile::open(&path, &[], b"header\n", &recipe, &resume, count)?;
/// assert_eq!(found, 1);
/// file.write(b"second\n")?;
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"header\nfirst\nsecond\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GrowingFile {
    partial: Partial,
    recipe: Value,
    file: File,
    /// The file with the recipe, to which the checksum of each written block is appended.
    record: File,
    /// The length of the first line.
    header: u64,
    /// The position after the last block.
    end: u64,
    has_failed: bool,
}

impl GrowingFile {
    /// Starts or resumes a file whose first line is `header`, with its end, and reserves the `others` of its group. Lines that `accept`
    /// reads are kept; the others and an incomplete line are cut off. `accept` is not called if there is no complete line after the
    /// header.
    ///
    /// # Errors
    /// Returns an error if the target cannot be written, exists and must not be overwritten, or is written by
    /// another run; if there is a partial file and neither option allows it, or its recipe differs; and the
    /// errors of `accept`. Then nothing is changed.
    pub fn open<T: Default, E: From<Error>>(
        target: &Path,
        others: &[&Path],
        header: &[u8],
        recipe: &Value,
        options: &WriteOptions,
        accept: impl FnOnce(&mut Lines) -> Result<T, E>,
    ) -> Result<(GrowingFile, T), E> {
        let mut partial = Partial::lock(Target::file(target)?, options)?;
        let is_type = |found: &Metadata| match found.is_file() {
            // Its contents would be those of the other name.
            true if system::has_other_names(found) => Err("has another name (a hard link)"),
            true => Ok(()),
            false => Err("is not a file"),
        };
        let begun = partial.begun(is_type)?;
        if let Some(begun) = &begun
            && !recipe::is_of_recipe(&partial.part.path, header, &begun.blocks)
                .map_err(|error| Error::read(error, &partial.part.shown))?
        {
            return Err(partial.foreign(Name::Part, "does not begin as its recipe tells").into());
        }
        let is_begun = begun.is_some();
        let resumed = begun.filter(|_| options.resume);
        if let Some(begun) = &resumed {
            partial.resume(begun, recipe)?;
        }
        partial.group.commit.is_resumed = resumed.is_some();
        partial.group.commit.check(partial.main())?;
        if is_begun && resumed.is_none() && !options.overwrite {
            let path = partial.part.shown;
            return Err(Error::PartialExists(path, true).into());
        }
        others.iter().try_for_each(|other| partial.group.reserve(other))?;
        let recipe = recipe.clone();
        let (file, accepted, blocks, record);
        if let Some(begun) = resumed {
            (file, accepted, blocks) = resume(&partial.part, header, &begun.blocks, accept)?;
            record = partial.describe(&recipe, &blocks)?;
        } else {
            // A recipe is never beside lines of another one.
            if is_begun {
                partial.remove()?;
            }
            let block = Some(Block::new(header.len() as u64, header)).filter(|_| !header.is_empty());
            (accepted, blocks) = (T::default(), block.into_iter().collect::<Vec<_>>());
            record = partial.describe(&recipe, &blocks)?;
            file = partial.group.commit.put_now(&partial.part, header)?;
        }
        let end = blocks.last().map_or(0, |block| block.end);
        let header = header.len() as u64;
        Ok((GrowingFile { partial, recipe, file, record, header, end, has_failed: false }, accepted))
    }

    /// Returns the path of the partial file.
    #[expect(clippy::misnamed_getters, reason = "as near as the caller has given it")]
    pub fn path(&self) -> &Path {
        &self.partial.part.near
    }

    /// Returns the path of the target, as it was given.
    pub fn target(&self) -> &Path {
        &self.partial.main().shown
    }

    /// Returns the files that get their names together with this one, such as a manifest.
    pub fn group(&mut self) -> &mut FileGroup {
        &mut self.partial.group
    }

    /// Appends complete lines.
    ///
    /// # Errors
    /// Returns an error if they cannot be written. An incomplete line is cut off when the file is resumed.
    pub fn write(&mut self, lines: &[u8]) -> Result<()> {
        if self.end == 0 {
            return self.write_first(lines);
        }
        let written = self.check().and_then(|()| self.file.write_all(lines)).and_then(|()| {
            self.end += lines.len() as u64;
            self.record.write_all(Block::new(self.end, lines).line().as_bytes())
        });
        self.has_failed = written.is_err();
        written.map_err(|error| Error::from_write(error, &self.partial.part.shown))
    }

    /// Writes the first lines of a file without a header together with their block. Lines without one are not those of the recipe.
    fn write_first(&mut self, lines: &[u8]) -> Result<()> {
        let shown = self.partial.part.shown.clone();
        let failed = |error| Error::from_write(error, &shown);
        self.check().map_err(failed)?;
        let written = self.rewrite(|_, file| file.write_all(lines).map_err(failed));
        self.has_failed = written.is_err();
        written
    }

    fn check(&self) -> io::Result<()> {
        if self.has_failed { Err(io::Error::other("an earlier write has failed")) } else { Ok(()) }
    }

    /// Counts the complete lines.
    ///
    /// # Errors
    /// Returns an error if they cannot be read.
    pub fn lines(&mut self) -> Result<u64> {
        let cannot_read = |error| Error::read(error, &self.partial.part.shown);
        (&*self.file).rewind().map_err(cannot_read)?;
        let count = Lines::of(&self.partial.part.shown, &self.file).count()?;
        (&*self.file).seek(SeekFrom::End(0)).map_err(cannot_read)?;
        Ok(count)
    }

    /// Replaces all lines at once by those that `write` makes from them.
    ///
    /// # Errors
    /// Returns an error if they cannot be read or written, or `write` fails. Then the lines are unchanged.
    pub fn rewrite<E: From<Error>>(
        &mut self,
        write: impl FnOnce(&mut Lines, &mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let shown = self.partial.part.shown.clone();
        let failed = |error| Error::from_write(error, &shown);
        let (number, file) = self.partial.group.commit.create(&self.partial.part)?;
        (&*self.file).rewind().map_err(failed)?;
        let mut lines = Lines::of(&shown, &self.file);
        let mut buffer = BufWriter::with_capacity(1 << 16, file);
        let written = write(&mut lines, &mut buffer);
        (&*self.file).seek(SeekFrom::End(0)).map_err(failed)?;
        written?;
        let file = buffer.into_inner().map_err(|error| failed(error.into_error()))?;
        file.sync().map_err(failed)?;
        let end = file.metadata().map_err(failed)?.len();
        let parts = [0..self.header, self.header..end].into_iter().filter(|part| !part.is_empty());
        let blocks = parts.filter_map(|part| Block::read(&file, part).transpose()).map(|read| Ok(read?.0));
        let blocks = blocks.collect::<io::Result<Vec<Block>>>().map_err(failed)?;
        // If the run ends in between, the lines of the old file are taken for changed ones, and are made again.
        self.record = self.partial.describe(&self.recipe, &blocks)?;
        self.partial.group.commit.name_now(number).map_err(failed)?;
        (self.file, self.end) = (file, end);
        Ok(())
    }

    /// Removes the partial file and its recipe.
    ///
    /// # Errors
    /// Returns an error if they cannot be removed.
    pub fn discard(self) -> Result<()> {
        self.partial.remove()
    }

    /// Gives the file its name, together with the members of its group.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, or another file has got the name in the meantime. Then the partial file is
    /// kept, unless the error is [`Error::Incomplete`].
    pub fn finish(self) -> Result<()> {
        let synced = self.check().and_then(|()| self.file.sync());
        synced.map_err(|error| Error::from_write(error, &self.partial.part.shown))?;
        self.partial.finish(true)
    }

    /// Gives the members of the group their names, and removes the partial file, from which they were made.
    ///
    /// # Errors
    /// Returns an error if one of the names cannot be given. Then the partial file is kept, unless the error is
    /// [`Error::Incomplete`].
    pub fn finish_without(self) -> Result<()> {
        self.partial.finish(false)
    }
}

/// Returns the path of the partial file of a target, and the number of its complete lines, if there is one that a run with this recipe
/// can resume.
pub fn resumable_lines(target: &Path, recipe: &Value) -> Option<(PathBuf, Result<u64>)> {
    let target = Target::file(target).ok()?;
    let [part, begun] = [Name::Part, Name::Recipe].map(|name| target.of(name));
    let is_resumable = symlink_metadata(&part.path).is_ok_and(|found| found.is_file());
    let begun = Some(&begun).filter(|_| is_resumable).and_then(|begun| recipe::read(&begun.path).ok()?.ok())?.0;
    if !recipe::differences(&begun, recipe).is_empty() {
        return None;
    }
    let file = fs::File::open(&part.path).map_err(|error| Error::read(error, &part.shown));
    let lines = file.and_then(|file| Lines::of(&part.shown, &file).count());
    Some((part.near, lines))
}

/// Opens a partial file, and cuts off the lines that are not accepted. Returns the blocks of the others.
fn resume<T: Default, E: From<Error>>(
    part: &Target,
    header: &[u8],
    blocks: &[Block],
    accept: impl FnOnce(&mut Lines) -> Result<T, E>,
) -> Result<(File, T, Vec<Block>), E> {
    let opened = File::open(OpenOptions::new().read(true).write(true), &part.path);
    let mut file = opened.map_err(|error| Error::create(error, &part.shown))?;
    let found = UnchangedLines::find(&file, blocks).and_then(|found| (&*file).rewind().map(|()| found));
    let (unchanged, mut blocks) = found.map_err(|error| Error::read(error, &part.shown))?;
    if recipe::is_cut_header(&file, header).map_err(|error| Error::read(error, &part.shown))? {
        let written = file.set_len(0).and_then(|()| (&*file).rewind()).and_then(|()| file.write_all(header));
        written.map_err(|error| Error::from_write(error, &part.shown))?;
    }
    (&*file).rewind().map_err(|error| Error::read(error, &part.shown))?;
    let mut lines = Lines::of(&part.shown, &file);
    lines.unchanged = unchanged;
    if !header.is_empty() && lines.next()? != Some(header) {
        return Err(lines.refuse("its first line is not that of this result").into());
    }
    let accepted = if lines.is_over()? { T::default() } else { accept(&mut lines)? };
    let bytes = lines.bytes;
    let cut = || {
        if file.metadata()?.len() != bytes {
            file.set_len(bytes)?;
        }
        blocks.retain(|block| block.end <= bytes);
        let start = blocks.last().map_or(0, |block| block.end);
        if start < bytes {
            blocks.extend(Block::read(&file, start..bytes)?.map(|(block, _)| block));
        }
        (&*file).seek(SeekFrom::End(0)).map(|_| blocks)
    };
    let blocks = cut().map_err(|error| Error::from_write(error, &part.shown))?;
    Ok((file, accepted, blocks))
}

/// The complete lines of a partial file, in order.
#[derive(Debug)]
pub struct Lines<'a> {
    path: &'a Path,
    reader: BufReader<&'a fs::File>,
    line: Vec<u8>,
    /// `true` if `line` was read, but not returned yet.
    is_ahead: bool,
    /// The number of bytes of the returned lines.
    bytes: u64,
    unchanged: UnchangedLines,
}

impl<'a> Lines<'a> {
    fn of(path: &'a Path, file: &'a fs::File) -> Lines<'a> {
        let (line, unchanged) = (Vec::new(), UnchangedLines::default());
        Lines { path, reader: BufReader::with_capacity(1 << 16, file), line, is_ahead: false, bytes: 0, unchanged }
    }

    /// Returns the lines that are as they were written. All other rows must be proved.
    pub fn unchanged(&self) -> &UnchangedLines {
        &self.unchanged
    }

    /// Returns `true` if there is no further complete line.
    fn is_over(&mut self) -> Result<bool> {
        if !self.is_ahead {
            self.line.clear();
            let read = fault::step_of_read().and_then(|()| self.reader.read_until(b'\n', &mut self.line));
            read.map_err(|error| Error::read(error, self.path))?;
            self.is_ahead = self.line.last() == Some(&b'\n');
        }
        Ok(!self.is_ahead)
    }

    /// Reads the next line, with its end.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    #[allow(clippy::should_implement_trait, reason = "a line borrows the buffer, which an iterator cannot express")]
    pub fn next(&mut self) -> Result<Option<&[u8]>> {
        if self.is_over()? {
            return Ok(None);
        }
        self.is_ahead = false;
        self.bytes += self.line.len() as u64;
        Ok(Some(&self.line))
    }

    fn count(mut self) -> Result<u64> {
        let mut count = 0;
        while self.next()?.is_some() {
            count += 1;
        }
        Ok(count)
    }

    /// Returns the error for lines of another result, with the reason.
    pub fn refuse(&self, why: &str) -> Error {
        Error::DamagedPartial(self.path.to_path_buf(), why.into())
    }
}
