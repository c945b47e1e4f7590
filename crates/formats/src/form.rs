//! The trait that each file form implements in its submodule of `forms`.

use std::collections::VecDeque;
use std::io::BufRead;

use minirow_core::text::Board;

use crate::fields::Fields;
use crate::record::Record;

/// The error of a form: its own type, or an error of the core library.
pub(crate) type FormError = Box<dyn std::error::Error + Send + Sync>;

/// The line number of a record or an error, from 1, with the record or the error.
pub(crate) type LineResult = (u64, Result<Record, FormError>);

/// The bytes of a file.
pub(crate) type FileBytes<'a> = Box<dyn BufRead + Send + 'a>;

/// The records of a file.
pub(crate) type FileRecords<'a> = Box<dyn Iterator<Item = LineResult> + Send + 'a>;

/// A file form.
pub(crate) trait FileForm: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns a description in one line.
    fn about(&self) -> &'static str;

    /// Returns the extensions of file names of this form, in lower case and without the dot.
    fn endings(&self) -> &'static [&'static str];

    /// Returns how the form is recognised and read.
    fn reading(&self) -> Reading {
        Reading::Shared
    }

    /// Describes the parts of the board that the form cannot hold.
    fn lost_of_board(&self, record: &Record) -> Vec<&'static str> {
        lost_beyond_clues(record)
    }

    /// Returns `true` if the form can hold a field with this text. The solution has the field name `solution`.
    fn holds_field(&self, _name: &str, _text: &str) -> bool {
        false
    }

    /// Returns the header of a file with these first records, of which there may be none; `None` if the form has no
    /// header.
    fn header(&self, _first: &[&Record]) -> Option<Header> {
        None
    }

    /// Writes a record with its line end. Adds to `lost` what does not fit into a file with this header.
    fn write(&self, record: &Record, file: &FileContext, lost: &mut Vec<String>) -> String;

    /// Returns the text after the last record.
    fn footer(&self) -> &'static str {
        ""
    }
}

/// The way in which a form is recognised and read.
pub(crate) enum Reading {
    /// The scanner of the core library or another form recognises it.
    Shared,
    /// Each record is one line of a text. The function returns `None` for a line of another form.
    Line(fn(&str) -> Option<Result<Record, FormError>>),
    /// A record has several lines of a text. The function makes a parser for a new file.
    Text(fn() -> Box<dyn TextParser>),
    /// The whole file is of this form.
    File {
        /// Returns `true` for the first line with content. If it starts with `<`, the function gets only that
        /// character.
        is_first_line: fn(&str) -> bool,
        /// Reads the file from its first byte.
        read: for<'a> fn(FileBytes<'a>) -> FileRecords<'a>,
    },
}

/// A parser of one form, line by line, in a text that may have other forms too. The scanner of the core library gets
/// the lines that no parser takes. Its boards are offered to the parsers.
pub(crate) trait TextParser: Send {
    /// Returns `true` if the line belongs to a record that this form has begun. It gets every line that no parser
    /// before takes.
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool;

    /// Returns `true` if the line begins a record of this form.
    fn begins(&self, _text: &str) -> bool {
        false
    }

    /// Returns `true` if the line shows that an array, of which only the bracket is known, is of this form.
    fn begins_in_array(&self, _text: &str) -> bool {
        false
    }

    /// Takes a line for which `begins` has returned `true`.
    fn begin(&mut self, _text: &str, _context: &mut TextContext) {}

    /// Adds a board to the open record. Returns `false` if the board does not belong to it.
    fn join(&mut self, _board: &Board, _context: &mut TextContext) -> bool {
        false
    }

    /// Returns `true` to keep a new record open, so that later lines can be added to it. `start` is its first line.
    fn adopt(&mut self, _record: &mut Record, _start: u64, _context: &TextContext) -> bool {
        false
    }

    /// Notes that the scanner found an error instead of a board.
    fn reject(&mut self) {}

    /// Notes a line that cannot be read as text.
    fn skip_line(&mut self, _context: &mut TextContext) {}

    /// Notes the end of the text.
    fn end(&mut self, _context: &mut TextContext) {}
}

/// The state that the parsers of a text share.
#[derive(Default)]
pub(crate) struct TextContext {
    /// The number of the current line, from 1.
    pub(crate) line: u64,
    /// The index of the current parser.
    pub(crate) parser: usize,
    /// A record to which later lines may be added.
    open: Option<OpenRecord>,
    found: VecDeque<LineResult>,
}

/// A record that is not complete.
struct OpenRecord {
    line: u64,
    record: Record,
    /// The index of the parser that keeps it open.
    parser: usize,
}

impl TextContext {
    /// Returns the open record of the current parser.
    pub(crate) fn open(&mut self) -> Option<&mut Record> {
        let parser = self.parser;
        self.open.as_mut().filter(|open| open.parser == parser).map(|open| &mut open.record)
    }

    /// Keeps a record open for the current parser.
    pub(crate) fn keep_open(&mut self, line: u64, record: Record) {
        self.open = Some(OpenRecord { line, record, parser: self.parser });
    }

    /// Ends the open record of any parser.
    pub(crate) fn close(&mut self) {
        if let Some(OpenRecord { line, record, .. }) = self.open.take() {
            self.found.push_back((line, Ok(record)));
        }
    }

    /// Adds a record or an error that starts on a line.
    pub(crate) fn push(&mut self, line: u64, result: Result<Record, FormError>) {
        self.found.push_back((line, result));
    }

    /// Removes the first record or error.
    pub(crate) fn pop(&mut self) -> Option<LineResult> {
        self.found.pop_front()
    }
}

/// The text before the first record of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    /// The columns of a table, or the fields that the header has for all records.
    pub(crate) fields: Fields,
    /// The header as it is written.
    pub(crate) text: String,
}

/// The file that a record is written to.
pub(crate) struct FileContext<'a> {
    /// The character for an empty cell, if the user has chosen one.
    pub(crate) blank: Option<char>,
    /// `true` if this is the first record of the file.
    pub(crate) is_first: bool,
    /// The fields of the header.
    pub(crate) header: &'a Fields,
}

/// Adds an empty line before every record except the first.
pub(crate) fn separated(file: &FileContext, text: String) -> String {
    if file.is_first { text } else { format!("\n{text}") }
}

/// Describes the parts of a record that a form with clues only cannot hold.
pub(crate) fn lost_beyond_clues(record: &Record) -> Vec<&'static str> {
    match &record.board {
        Board::Candidates(_) => vec!["the candidates of cells that have more than one"],
        Board::Grid(_) => {
            let placed = record.has_placed().then_some("the placed digits");
            let marks = record.marks().map(|_| "the pencilmarks");
            placed.into_iter().chain(marks).collect()
        }
    }
}

/// Describes the parts of a record that a form with candidates only cannot hold: it cannot tell clues from single
/// candidates.
pub(crate) fn lost_beyond_candidates(record: &Record) -> Vec<&'static str> {
    match &record.board {
        Board::Candidates(_) => Vec::new(),
        Board::Grid(grid) => {
            let is_told = record.progress.is_none() && record.candidates().singles() == *grid;
            if is_told { Vec::new() } else { vec!["which digits are clues"] }
        }
    }
}
