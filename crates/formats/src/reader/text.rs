//! Records of a text: the core's scanner for grids, and beside it what needs more than one grid or more than its cells.

use std::collections::VecDeque;
use std::io::BufRead;

use minirow_core::text::{Board, Scanned, Scanner};

use crate::fields::Fields;
use crate::forms::{hodoku, json_lines, sdk, simple_sudoku, sudokuwiki};
use crate::reader::lines::{self, Line};
use crate::reader::objects::{self, Objects};
use crate::reader::{Found, Problem};
use crate::record::Record;

type Item = Result<Found, Problem>;

/// The records of a text.
pub(crate) struct TextRecords<R> {
    reader: Option<R>,
    state: State,
}

impl<R: BufRead> TextRecords<R> {
    pub(crate) fn new(reader: R) -> TextRecords<R> {
        TextRecords { reader: Some(reader), state: State::default() }
    }
}

impl<R: BufRead> Iterator for TextRecords<R> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.state.found.pop_front() {
                return Some(item);
            }
            match lines::next(self.reader.as_mut()?) {
                Line::Text(text) => self.state.push(text.strip_prefix('\u{feff}').unwrap_or(&text)),
                Line::Bad(message) => self.state.pass_over(message),
                Line::Broken(message) => {
                    self.state.finish();
                    self.reader = None;
                    self.state.found.push_back(Err(Problem { line: self.state.line + 1, message }));
                }
                Line::End => {
                    self.state.finish();
                    self.reader = None;
                }
            }
        }
    }
}

#[derive(Default)]
struct State {
    line: u64,
    scanner: Scanner,
    objects: Objects,
    after_object: bool,
    /// Header lines that belong to the next puzzle, if it is one of nine lines.
    header: Fields,
    /// A puzzle that more may belong to.
    open: Option<Open>,
    section: Option<sdk::Section>,
    /// The edges of Simple Sudoku since the last grid or empty line: one is above a grid, two are between grids.
    edges: u8,
    found: VecDeque<Item>,
}

struct Open {
    found: Found,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sdk,
    SimpleSudoku,
}

impl State {
    fn push(&mut self, raw: &str) {
        self.line += 1;
        let text = raw.trim();
        // An array may turn out to hold objects, and ends behind the last of them.
        let is_list = objects::begin(text) && self.scanner.forget_array();
        if self.scanner.is_inside_array() && !is_list {
            self.scanner.push(raw);
        } else if self.objects.is_open() {
            self.go_on_with_object(text);
        } else if !self.special(text) {
            self.scanner.push(raw);
        } else {
            self.drain(); // what came before it
            return self.scanner.pass_over();
        }
        self.drain();
    }

    /// Counts a line that is no text.
    fn pass_over(&mut self, message: String) {
        self.line += 1;
        self.end_section();
        self.scanner.pass_over();
        self.close();
        self.found.push_back(Err(Problem { line: self.line, message }));
    }

    fn finish(&mut self) {
        self.end_section();
        self.scanner.finish();
        let mut rest = Vec::new();
        self.objects.end(&mut rest);
        self.take_objects(rest);
        self.drain();
        self.close();
    }

    /// Whether a line is more than the scanner knows; then it is taken.
    fn special(&mut self, text: &str) -> bool {
        let first = text.as_bytes().first().copied().unwrap_or_default();
        if self.section.is_some() && self.go_on_with_section(text, first) {
            return true;
        }
        let after_object = self.after_object;
        self.after_object &= first == 0;
        match first {
            b']' | b',' if after_object && text.chars().all(|c| matches!(c, ']' | ',' | ' ')) => {
                self.after_object = true;
                true
            }
            0 => {
                // An empty line ends a puzzle of Simple Sudoku, but not one of SadMan.
                if self.open.as_ref().is_some_and(|open| open.kind == Kind::SimpleSudoku) {
                    self.close();
                }
                self.edges = 0;
                false
            }
            b'#' => {
                if let Some((field, value)) = sdk::header(text) {
                    self.close();
                    self.header.add_line(field, value);
                }
                false
            }
            b'*' => {
                self.edges = self.edges.saturating_add(u8::from(simple_sudoku::is_edge(text)));
                false
            }
            b'[' if sdk::section_name(text).is_some() => {
                self.end_board();
                let name = sdk::section_name(text).unwrap_or_default();
                if name.eq_ignore_ascii_case("puzzle") {
                    self.close();
                    self.header.set("", ""); // a mark that the next grid is one with sections
                } else if self.open.as_ref().is_some_and(|open| open.kind == Kind::Sdk) {
                    self.section = Some(sdk::Section::new(self.line, name));
                } else {
                    let message = format!("found the section [{name}] without a puzzle, expected [Puzzle] before it");
                    self.found.push_back(Err(Problem { line: self.line, message }));
                }
                true
            }
            b'[' | b'{' if objects::begin(text) => {
                self.end_board();
                self.close();
                self.go_on_with_object(text);
                true
            }
            b':' if hodoku::is_line(text) => {
                self.single(hodoku::read(text));
                true
            }
            _ if first.is_ascii_alphabetic() && sudokuwiki::is_line(text) => {
                self.single(sudokuwiki::read(text));
                true
            }
            b'.' | b'+' | b'0'..=b'9' if text.contains('+') => {
                let word = text.split([' ', '\t', ',', ';', '#', ':', '|']).next().unwrap_or_default();
                let Some((clues, placed)) = hodoku::read_cells(word).filter(|_| word.contains('+')) else {
                    return false;
                };
                let mut record = Record::from(clues);
                record.set_progress(placed, None);
                self.single(Ok(record));
                true
            }
            _ => false,
        }
    }

    /// A record of one line, or what is wrong with it.
    fn single(&mut self, record: Result<Record, String>) {
        self.end_board();
        self.close();
        let line = self.line;
        let item = record.map(|record| Found { line, record }).map_err(|message| Problem { line, message });
        self.found.push_back(item);
    }

    /// Ends what the scanner has begun.
    fn end_board(&mut self) {
        self.scanner.end_board();
        self.drain();
    }

    fn go_on_with_object(&mut self, text: &str) {
        let mut found = Vec::new();
        // An object that is whole on its line is no part of one that was not closed.
        if self.objects.is_open() && text.starts_with('{') && json_lines::is_whole(text.trim_end_matches([',', ']'])) {
            self.objects.end(&mut found);
        }
        self.objects.push(self.line, text, &mut found);
        self.after_object = true;
        self.take_objects(found);
    }

    fn take_objects(&mut self, found: Vec<objects::Collected>) {
        for object in found {
            self.found.push_back(match object {
                Ok((line, text)) => match json_lines::read(&text) {
                    Ok(record) => Ok(Found { line, record }),
                    Err(message) => Err(Problem { line, message }),
                },
                Err((line, message)) => Err(Problem { line, message }),
            });
        }
    }

    /// Whether a line belongs to the section that is open.
    fn go_on_with_section(&mut self, text: &str, first: u8) -> bool {
        match first {
            0 => return true,
            b'#' => {}
            b'[' if sdk::section_name(text).is_some() => {}
            _ => {
                if self.section.as_mut().is_some_and(|section| section.push(text)) {
                    return true;
                }
            }
        }
        self.end_section();
        false
    }

    fn end_section(&mut self) {
        let Some(section) = self.section.take() else { return };
        let line = section.line;
        if let Some(open) = &mut self.open
            && let Err(message) = section.end(&mut open.found.record)
        {
            // The puzzle is not lost with it.
            self.close();
            self.found.push_back(Err(Problem { line, message }));
        }
    }

    /// Hands out the puzzle that more might have belonged to.
    fn close(&mut self) {
        if let Some(open) = self.open.take() {
            self.found.push_back(Ok(open.found));
        }
    }

    /// Takes what the scanner has found.
    fn drain(&mut self) {
        while let Some(Scanned { line, result }) = self.scanner.pop() {
            let line = line as u64;
            match result {
                Ok(board) => self.board(line, board),
                Err(error) => {
                    self.close();
                    self.header = Fields::NONE;
                    self.found.push_back(Err(Problem { line, message: error.to_string() }));
                }
            }
        }
    }

    fn board(&mut self, line: u64, board: Board) {
        if let Some(open) = &mut self.open
            && open.kind == Kind::SimpleSudoku
            && self.edges == 2
            && simple_sudoku::join(&mut open.found.record, &board)
        {
            self.edges = 0;
            return;
        }
        self.close();
        let is_framed = std::mem::take(&mut self.edges) > 0;
        let mut fields = std::mem::take(&mut self.header);
        // A header belongs to nine lines of digits; elsewhere these lines are comments.
        let is_sdk = !fields.is_empty() && self.line >= line + 8 && matches!(board, Board::Grid(_));
        fields.remove("");
        let mut record = Record::from(board);
        if is_sdk {
            for (name, value) in fields.iter() {
                if !value.text().trim().is_empty() {
                    record.fields.set(name.clone(), value.text().trim());
                }
            }
        }
        let found = Found { line, record };
        match () {
            () if is_sdk => self.open = Some(Open { found, kind: Kind::Sdk }),
            () if is_framed => self.open = Some(Open { found, kind: Kind::SimpleSudoku }),
            () => self.found.push_back(Ok(found)),
        }
    }
}
