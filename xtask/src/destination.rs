//! Where the rows of a long run go: to a stream; to a file, by way of a part that an interruption leaves behind; or, where
//! the file is complete already, nowhere: they are compared with it.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::export::Shape;
use crate::failure::{Failure, Result, say};
use crate::interrupt;
use crate::output::{self, Kind, Output, Target};
use crate::part::{Lines, Part};
use crate::schema::{Mapping, Schema};

/// Where rows go.
#[derive(Debug)]
pub(crate) enum Destination {
    /// Standard output or a device: there is nothing to go on with.
    Stream(Stream),
    File(Part),
    Complete(Complete),
}

/// A long run's result, as it was asked for.
pub(crate) struct Wanted<'a> {
    pub(crate) target: &'a Target,
    /// Whether to go on with what is there.
    pub(crate) resume: bool,
    /// All that decides what comes out.
    pub(crate) recipe: &'a Value,
    /// The first line.
    pub(crate) header: &'a str,
    /// What the rows become when all are there.
    pub(crate) shape: Shape,
    /// What the file is called in messages: a `pack`.
    pub(crate) name: &'static str,
}

impl Destination {
    /// Opens it, and writes the header. If there are rows of an earlier run, `accept` looks at them; see [`Part::open`].
    ///
    /// From here on, a signal to end is only noted where there is a part: see [`interrupt`].
    ///
    /// # Errors
    /// If the target cannot be written, or what is there is something else.
    pub(crate) fn open<T: Default>(
        wanted: &Wanted,
        accept: impl FnOnce(&mut Lines) -> Result<T>,
    ) -> Result<(Destination, T)> {
        let Wanted { target, resume, recipe, header, shape, name } = *wanted;
        let mut accepted = T::default();
        let mut destination = match &target.out {
            // A part beside a file is there if the file was to be overwritten.
            Some(path) if resume && path.is_file() && !Part::is_there(path) => {
                Destination::Complete(Complete::open(path, name)?)
            }
            Some(path) if resume && Part::is_there(path) => {
                let (part, has_rows) = Part::open(path, recipe, true, target.force, |lines| {
                    if lines.next()? != Some(header.as_bytes()) {
                        return Err(lines.refuse(&format!("its first line is not that of this {name}")));
                    }
                    accepted = accept(lines)?;
                    Ok(true)
                })?;
                interrupt::finish_first();
                if has_rows {
                    return Ok((Destination::File(part), accepted));
                }
                Destination::File(part)
            }
            Some(path) if matches!(output::check_target(path, target.force)?, Kind::File) => {
                let (part, ()) = Part::open(path, recipe, false, target.force, |_| Ok(()))?;
                interrupt::finish_first();
                Destination::File(part)
            }
            _ => return Ok((Destination::Stream(Stream::open(target, shape, header)?), accepted)),
        };
        destination.write(header.as_bytes())?;
        Ok((destination, accepted))
    }

    /// What is done with rows, for people who watch.
    pub(crate) fn verb(&self) -> &'static str {
        if matches!(self, Destination::Complete(_)) { " compared" } else { "" }
    }

    /// Takes whole rows.
    pub(crate) fn write(&mut self, rows: &[u8]) -> Result<()> {
        match self {
            Destination::Stream(stream) => stream.write(rows),
            Destination::File(part) => part.write(rows),
            Destination::Complete(complete) => complete.compare(rows),
        }
    }

    /// All rows are there. Gives whether a file has got its name by that.
    pub(crate) fn finish(self, wanted: &Wanted, quiet: bool) -> Result<bool> {
        match self {
            Destination::Stream(stream) => stream.finish().map(|()| false),
            Destination::File(part) if wanted.shape.is_plain() => part.finish().map(|()| true),
            Destination::File(part) => part.finish_as(&wanted.shape, wanted.recipe).map(|()| true),
            Destination::Complete(complete) => complete.finish(quiet).map(|()| false),
        }
    }

    /// When a run ends early: says how many rows there are, if any, and whether and how one can go on with them.
    pub(crate) fn keep(
        self,
        failure: Failure,
        rows: &str,
        goes_on: impl FnOnce(&Failure) -> Option<&'static str>,
    ) -> Failure {
        if let Destination::File(mut part) = self {
            let written = part.lines().saturating_sub(1); // the first line is the header
            if written == 0 {
                part.discard(); // a header is not worth a question
                return failure;
            }
            let mut message = format!("{written} {rows} are in {}", part.path().display());
            if let Some(how) = goes_on(&failure) {
                message += &format!("; {how}");
            }
            say(&message);
        }
        failure
    }
}

/// Rows that are written as they come, in the columns that are wanted.
#[derive(Debug)]
pub(crate) struct Stream {
    output: Output,
    mapping: Option<Mapping>,
    rows: u64,
}

impl Stream {
    fn open(target: &Target, shape: Shape, header: &str) -> Result<Stream> {
        let names: Vec<&str> = header.trim_end().split(',').collect();
        let mapping = match shape.schema {
            Schema::Full => None,
            schema => Some(schema.mapping(&names).map_err(Failure::usage)?),
        };
        let mut output = Output::open(target)?;
        output.write(mapping.as_ref().map_or(header.into(), Mapping::header).as_bytes())?;
        output.flush()?;
        Ok(Stream { output, mapping, rows: 0 })
    }

    fn write(&mut self, rows: &[u8]) -> Result<()> {
        match &self.mapping {
            Some(mapping) => self.output.write(mapping.lines(self.rows, rows).as_bytes()),
            None => self.output.write(rows),
        }?;
        self.rows += rows.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.output.flush()
    }

    pub(crate) fn finish(self) -> Result<()> {
        self.output.finish()
    }
}

/// A file that has its name. Only making it again can tell whether it is what is wanted.
#[derive(Debug)]
pub(crate) struct Complete {
    path: PathBuf,
    file: BufReader<File>,
    name: &'static str,
}

impl Complete {
    fn open(path: &Path, name: &'static str) -> Result<Complete> {
        let file =
            File::open(path).map_err(|error| Failure::usage(format!("{}: cannot be read: {error}", path.display())))?;
        Ok(Complete { path: path.to_path_buf(), file: BufReader::with_capacity(1 << 16, file), name })
    }

    fn compare(&mut self, rows: &[u8]) -> Result<()> {
        let mut found = vec![0; rows.len()];
        if self.file.read_exact(&mut found).is_ok() && found == rows { Ok(()) } else { Err(self.is_another()) }
    }

    /// All rows were compared; then there must be no more in the file.
    pub(crate) fn finish(mut self, quiet: bool) -> Result<()> {
        if self.file.read(&mut [0]).is_ok_and(|more| more > 0) {
            return Err(self.is_another());
        }
        if !quiet {
            say(&format!("{}: is complete already", self.path.display()));
        }
        Ok(())
    }

    fn is_another(&self) -> Failure {
        let (path, name) = (self.path.display(), self.name);
        Failure::usage(format!("{path}: exists already, and is not this {name}; --force overwrites it"))
    }
}
