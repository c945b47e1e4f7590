//! The type of a file form. Each submodule of `forms` has a value of it.

use std::collections::VecDeque;
use std::io::BufRead;

use minirow_core::Grid;
use minirow_text::Board;

use crate::error::ErrorKind;
use crate::fields::Fields;
use crate::record::Record;

/// The line number of a record or an error, from 1, with the record or the error.
pub(crate) type LineResult = (u64, Result<Record, ErrorKind>);

/// The bytes of a file.
pub(crate) type FileBytes<'a> = Box<dyn BufRead + Send + 'a>;

/// The records of a file.
pub(crate) type FileRecords<'a> = Box<dyn Iterator<Item = LineResult> + Send + 'a>;

/// A file form: a value with its names, and the functions that read and write it.
pub(crate) struct FileForm {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// A description in one line.
    pub(crate) about: &'static str,
    /// The extensions of file names of this form, in lower case and without the dot.
    pub(crate) endings: &'static [&'static str],
    /// The way in which the form is recognised and read.
    pub(crate) reading: Reading,
    /// Describes the parts of the board that the form cannot hold.
    pub(crate) lost_of_board: fn(&Record) -> Vec<&'static str>,
    /// Returns `true` if the form can hold a field with a name and a text. The solution has the field name `solution`.
    pub(crate) holds_field: fn(&str, &str) -> bool,
    /// Returns the header of a file with these first records, of which there may be none.
    pub(crate) header: Option<fn(&[&Record]) -> Header>,
    /// Writes a record with its line end. Adds to the list what does not fit into a file with this header.
    pub(crate) write: fn(&Record, &FileContext, &mut Vec<String>) -> String,
    /// Returns the text after the last record of a file with the fields of this header.
    pub(crate) footer: fn(&Fields) -> &'static str,
}

impl FileForm {
    /// The base of all forms: it holds clues only, and another form or the core library recognises it.
    pub(crate) const BASE: FileForm = FileForm {
        name: "",
        about: "",
        endings: &[],
        reading: Reading::Shared,
        lost_of_board: lost_beyond_clues,
        holds_field: |_, _| false,
        header: None,
        write: |_, _, _| String::new(),
        footer: |_| "",
    };
}

/// The way in which a form is recognised and read.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// The scanner of the core library or another form recognises it.
    Shared,
    /// Each record is one line of a text. The function returns `None` for a line of another form.
    Line(fn(&str) -> Option<Result<Record, ErrorKind>>),
    /// A record has several lines of a text. The function makes a parser for a new file.
    Text(fn() -> Box<dyn TextParser>),
    /// The whole file is a table.
    Table {
        /// Returns `true` for a header and the lines after it.
        is_first_line: fn(&str, &[String]) -> bool,
    },
    /// The whole file is of this form.
    File {
        /// Returns `true` for the first lines with content. If the first one begins XML, the function gets only its first
        /// character.
        is_first_line: fn(&str, &[String]) -> bool,
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

    /// Returns `true` if earlier lines have no effect on the next one.
    fn is_idle(&self) -> bool;

    /// Returns `true` if the line begins a record of this form. If `in_array` is set, the line follows the bracket of an
    /// array, and the result tells that the array is of this form.
    fn begins(&self, _text: &str, _in_array: bool) -> bool {
        false
    }

    /// Takes a line for which `begins` has returned `true`.
    fn begin(&mut self, _text: &str, _context: &mut TextContext) {}

    /// Adds a board to the open record. Returns `false` if the board does not belong to it.
    fn join(&mut self, _board: &Board, _start: u64, _context: &mut TextContext) -> bool {
        false
    }

    /// Returns `true` to keep a new record open, so that later lines can be added to it. `start` is its first line.
    fn adopt(&mut self, _record: &mut Record, _start: u64, _context: &mut TextContext) -> bool {
        false
    }

    /// Notes that the scanner found an error instead of a board.
    fn reject(&mut self, _line: u64) {}

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
    /// `true` if the opening bracket of an array is before the current line, and the form of what it holds was not known.
    pub(crate) is_in_array: bool,
    /// `true` if a line without a record of its own is behind the last record that was taken.
    pub(crate) is_apart: bool,
    /// The number of solutions of puzzles that were given without them.
    pub(crate) lost_solutions: u64,
    /// The key of the puzzles of objects, if the user has named it. Other grids are refused.
    pub(crate) column: Option<String>,
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

    /// Drops the open record of the current parser.
    pub(crate) fn discard(&mut self) {
        let parser = self.parser;
        self.open.take_if(|open| open.parser == parser);
    }

    /// Ends the open record of any parser.
    pub(crate) fn close(&mut self) {
        if let Some(OpenRecord { line, record, .. }) = self.open.take() {
            self.found.push_back((line, Ok(record)));
        }
    }

    /// Replaces the last record by an error, if it waits for what follows.
    pub(crate) fn refuse_last(&mut self, error: ErrorKind) {
        self.close();
        if let Some((_, result)) = self
            .found
            .back_mut()
            .filter(|(_, result)| result.as_ref().is_ok_and(|record| !record.board.has_one_solution()))
        {
            *result = Err(error);
        }
    }

    /// Adds a record or an error that starts on a line.
    pub(crate) fn push(&mut self, line: u64, result: Result<Record, ErrorKind>) {
        self.found.push_back((line, result));
    }

    /// Returns `true` if no record is open and none waits.
    pub(crate) fn is_idle(&self) -> bool {
        self.open.is_none() && self.found.is_empty()
    }

    /// Removes the first record or error.
    pub(crate) fn pop(&mut self) -> Option<LineResult> {
        self.is_apart &= self.found.is_empty();
        self.found.pop_front()
    }

    /// Returns `true` if nothing but a puzzle of several lines or below other lines waits, so that its solution may follow.
    pub(crate) fn may_be_solved(&self) -> bool {
        let is_puzzle = |record: &Record| record.solution.is_none() && !record.grid().is_full();
        let only = self.found.front().filter(|_| self.is_apart && self.found.len() == 1);
        only.is_some_and(|(_, found)| found.as_ref().is_ok_and(is_puzzle))
    }

    /// Adds a solution to the last puzzle that has none and that it solves, if one waits.
    pub(crate) fn solve(&mut self, solution: &Grid) {
        let found = self.found.iter_mut().filter_map(|(_, found)| found.as_mut().ok());
        let mut records = self.open.iter_mut().map(|open| &mut open.record).chain(found.rev());
        let is_solved = |record: &&mut Record| {
            let puzzle = record.grid();
            record.solution.is_none() && !puzzle.is_full() && solution.within(puzzle.pattern()) == puzzle
        };
        match records.find(is_solved) {
            Some(record) => record.solution = Some(solution.to_string()),
            None => self.lost_solutions += 1,
        }
    }

    /// Returns `true` if nothing but the error of the current line waits.
    pub(crate) fn has_only_error(&self) -> bool {
        let is_error = |(line, found): &LineResult| *line == self.line && found.is_err();
        self.open.is_none() && self.found.len() == 1 && self.found.front().is_some_and(is_error)
    }

    /// Replaces the error that waits alone.
    pub(crate) fn replace_error(&mut self, error: ErrorKind) {
        if self.has_only_error() {
            self.found[0].1 = Err(error);
        }
    }

    /// Returns `true` if exactly one record or error waits that starts on the current line, and none is open.
    pub(crate) fn has_one_of_line(&self) -> bool {
        self.open.is_none() && self.found.iter().filter(|(line, _)| *line == self.line).count() == 1
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
