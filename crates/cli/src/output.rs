//! The output of a command: standard output, or a file that appears only when it is complete.

use std::io::Write;
use std::path::Path;

use minirow_files::{FileGroup, Member, WriteOptions};
use minirow_formats::JsonArray;
use minirow_table::OutputShape;
use minirow_text::safe_lines;

use crate::args::TargetArgs;
use crate::error::Result;

/// The text around results, and in place of those of bad lines.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame<'a> {
    /// The command, for the error of a second run with the same target.
    pub(crate) command: &'a str,
    /// The first lines.
    pub(crate) header: &'a str,
    /// `true` if the lines of the results become the values of one JSON array.
    pub(crate) is_array: bool,
    /// The text for a line without a grid, so that lines of input and output match.
    pub(crate) for_bad_line: &'a str,
}

impl<'a> Frame<'a> {
    /// Returns the frame of the results of a command without other lines.
    pub(crate) fn of(command: &'a str) -> Frame<'a> {
        Frame { command, ..Frame::default() }
    }

    /// Returns the frame of JSON lines: a file with the ending `.json` is one document.
    pub(crate) fn json(self, target: &TargetArgs) -> Frame<'a> {
        Frame { is_array: target.file().is_some_and(JsonArray::is_for), ..self }
    }
}

/// A result that is being written.
#[derive(Debug)]
pub(crate) struct Output {
    group: FileGroup,
    file: Member,
    /// A list that is written beside the result.
    pub(crate) list: Option<Member>,
    /// The array that the lines become values of.
    array: Option<JsonArray>,
}

impl Output {
    /// Opens the target of a command such as `minirow count`.
    ///
    /// # Errors
    /// If its folder is missing, or the file or its shards exist and must not be overwritten.
    pub(crate) fn open(target: &TargetArgs, command: &str) -> Result<Output> {
        Output::open_with(target.file(), &target.options(&target.label(command)))
    }

    /// Opens a file, or standard output if there is no path.
    ///
    /// # Errors
    /// As [`open`](Self::open), or if the file is one of the inputs.
    pub(crate) fn open_with(path: Option<&Path>, options: &WriteOptions) -> Result<Output> {
        if let Some(path) = path.filter(|path| !minirow_files::is_stream(path)) {
            OutputShape::default().refuse_existing(path, None, options)?;
        }
        let mut group = FileGroup::new(options);
        let file = group.create_or_stdout(path)?;
        Ok(Output { group, file, list: None, array: None })
    }

    /// Opens a list as well, if there is a path. Both files get their names together.
    pub(crate) fn with_list(mut self, path: Option<&Path>) -> Result<Output> {
        self.list = path.map(|path| self.group.create(path)).transpose()?;
        Ok(self)
    }

    /// Writes the beginning of a frame. Its end is written by [`finish`](Self::finish).
    pub(crate) fn framed(mut self, frame: Frame) -> Result<Output> {
        self.write(frame.header.as_bytes())?;
        self.array = frame.is_array.then(JsonArray::default);
        Ok(self)
    }

    /// Writes bytes to a buffer. Within an array, these are whole lines.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> minirow_files::Result<()> {
        let framed = self.array.as_mut().map(|array| array.lines(bytes));
        self.file.put(framed.as_deref().unwrap_or(bytes))
    }

    /// Writes a report for people. Characters that are unsafe on a terminal are escaped.
    pub(crate) fn write_text(&mut self, text: &str) -> minirow_files::Result<()> {
        self.write(safe_lines(text).as_bytes())
    }

    /// Writes bytes at once, because a reader may wait for them.
    pub(crate) fn write_now(&mut self, bytes: &[u8]) -> Result<()> {
        self.write(bytes)?;
        Ok(self.file.flush().map_err(|error| minirow_files::Error::from_write(error, self.file.path()))?)
    }

    /// Completes the output: a file gets its name.
    pub(crate) fn finish(mut self) -> Result<()> {
        if let Some(array) = self.array.take() {
            self.write(array.end().as_bytes())?;
        }
        for file in [Some(self.file), self.list].into_iter().flatten() {
            self.group.add(file)?;
        }
        Ok(self.group.commit()?)
    }
}

/// Writes everything to the target. Replaces a file if the options say so.
pub(crate) fn write_all(path: Option<&Path>, options: &WriteOptions, contents: &[u8]) -> Result<()> {
    let mut output = Output::open_with(path, options)?;
    output.write(contents)?;
    output.finish()
}

/// Writes everything to standard output.
pub(crate) fn print(contents: &[u8]) -> Result<()> {
    write_all(None, &WriteOptions::default(), contents)
}
