//! OpenSudoku's XML: the data of the whole file, then a `game` for each puzzle.
//!
//! ```xml
//! <opensudoku>
//!   <name>Easy</name>
//!   <author>...</author>
//!   <game data="000060080020000000001000000070000102500030000000000400004201000300700600000000050" />
//! </opensudoku>
//! ```
//!
//! The app's own exports (`version="2"`) have games in folders, and boards with placed digits and notes: `version: 1`
//! or `2`, then the value, the notes and an editable flag for each cell.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use minirow_core::text::{self, Board, GridForm, ParseError};
use minirow_core::{CandidateSet, Cell, Digit, DigitSet, Grid};
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader as XmlReader, XmlVersion};

use crate::fields::Fields;
use crate::form::{FileBytes, FileContext, FileForm, FileRecords, FormError, Header, LineResult, Reading};
use crate::lines::LONGEST_LINE;
use crate::record::{Record, set_digits};

/// An error in a file of OpenSudoku.
///
/// ```
/// use minirow_formats::{ErrorKind, Reader, forms::opensudoku::OpenSudokuError};
/// let error = Reader::new("<opensudoku><game/></opensudoku>".as_bytes()).next().unwrap().unwrap_err();
/// let ErrorKind::Form(error) = error.kind else { panic!("{error}") };
/// assert!(error.downcast_ref::<OpenSudokuError>().is_some());
/// ```
#[derive(Debug, thiserror::Error)]
pub enum OpenSudokuError {
    /// The bytes cannot be read.
    #[error("cannot be read: {0}")]
    Read(io::Error),
    /// The file is too long between two tags.
    #[error("found more than {LONGEST_LINE} bytes without a tag, expected XML")]
    NoTag,
    /// A text is too long.
    #[error("found a text of more than {LONGEST_LINE} bytes, expected an element of OpenSudoku")]
    LongText,
    /// The text is not XML.
    #[error("found text that is not XML ({0}), expected an OpenSudoku file")]
    Xml(quick_xml::Error),
    /// An attribute is not XML.
    #[error("found an attribute that is not XML ({0})")]
    Attribute(AttrError),
    /// The value of an attribute is not XML.
    #[error("found an attribute that is not XML ({0})")]
    AttributeValue(quick_xml::Error),
    /// The entity is unknown.
    #[error("found the entity &{0};, expected one of XML's own")]
    Entity(String),
    /// The encoding is not supported.
    #[error("found the encoding {0}, expected UTF-8")]
    Encoding(String),
    /// The file ends within an element.
    #[error("found the end of the file within <{0}>, expected </{0}>")]
    End(String),
    /// The file has no element.
    #[error("found no element, expected <opensudoku>")]
    NoElement,
    /// The file starts with another element.
    #[error("found <{0}>, expected <opensudoku>")]
    Root(String),
    /// An element stands after the end.
    #[error("found <{0}> after the end of <opensudoku>, expected nothing")]
    AfterEnd(String),
    /// Too many elements are open.
    #[error("found more than 16 elements within each other, expected <opensudoku>")]
    Depth,
    /// A game has no data.
    #[error("found a game without data, expected 81 digits")]
    NoData,
    /// The data of a game are not a grid.
    #[error("{0}, as the data of a game")]
    Grid(ParseError),
    /// The data of a game are candidates.
    #[error("found candidates as the data of a game, expected 81 digits")]
    Candidates,
    /// The version of a game is unknown.
    #[error("found a game of version {0}, expected 81 digits or a game of version 1 or 2")]
    Version(String),
    /// A game has the wrong number of parts.
    #[error("found {0} parts of cells as the data of a game, expected 243")]
    Parts(usize),
    /// A cell of a game cannot be read.
    #[error("found {found:?} for {cell} of a game, expected value, notes, and 0 or 1")]
    Cell {
        /// The parts of the cell.
        found: String,
        /// The cell.
        cell: Cell,
    },
}

pub(crate) struct OpenSudoku;

impl FileForm for OpenSudoku {
    fn name(&self) -> &'static str {
        "opensudoku"
    }

    fn about(&self) -> &'static str {
        "OpenSudoku: XML"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["opensudoku", "xml"]
    }

    fn reading(&self) -> Reading {
        Reading::File { is_first_line: |line| line == "<", read: games }
    }

    fn holds_field(&self, name: &str, _text: &str) -> bool {
        ELEMENTS.iter().any(|(_, known)| known.eq_ignore_ascii_case(name))
    }

    /// The header has the fields that are equal in all of the first records.
    fn header(&self, first: &[&Record]) -> Option<Header> {
        let mut fields = first.first().map(|record| record.fields.clone()).unwrap_or_default();
        let names: Vec<_> = fields.iter().map(|(name, _)| name.clone()).collect();
        for name in names {
            let value = fields.text(&name).map(Cow::into_owned);
            if !first.iter().all(|record| record.fields.text(&name).as_deref() == value.as_deref()) {
                fields.remove(&name);
            }
        }
        let text = write_header(&fields);
        Some(Header { fields, text })
    }

    fn write(&self, record: &Record, file: &FileContext, lost: &mut Vec<String>) -> String {
        for (name, value) in record.fields.iter().filter(|(name, _)| self.holds_field(name, "")) {
            let value = value.text();
            if !value.trim().is_empty() && file.header.text(name).as_deref() != Some(&*value) {
                lost.push(format!("{name} (the form has one for all puzzles)"));
            } else if value.contains(is_no_xml) {
                lost.push(format!("characters of {name} that XML cannot have"));
            }
        }
        format!("  <game data=\"{}\" />\n", record.grid().to_text(GridForm::Line, Some('0')))
    }

    fn footer(&self) -> &'static str {
        "</opensudoku>\n"
    }
}

/// The elements of a file and their fields.
const ELEMENTS: [(&str, &str); 8] = [
    ("name", "name"),
    ("author", "author"),
    ("description", "description"),
    ("comment", "comment"),
    ("created", "date"),
    ("source", "source"),
    ("level", "level"),
    ("sourceURL", "url"),
];

/// Counts lines, and limits the number of bytes between two tags.
struct Bounded<R> {
    inner: R,
    lines: u64,
    left: u64,
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let size = available.len().min(buffer.len());
        buffer[..size].copy_from_slice(&available[..size]);
        self.consume(size);
        Ok(size)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        let available = self.inner.fill_buf()?;
        if left == 0 && !available.is_empty() {
            return Err(io::Error::other(OpenSudokuError::NoTag));
        }
        Ok(&available[..available.len().min(left)])
    }

    fn consume(&mut self, size: usize) {
        // Consumed bytes are in the buffer, so this does not read.
        if let Ok(available) = self.inner.fill_buf() {
            self.lines += available[..size.min(available.len())].iter().filter(|&&byte| byte == b'\n').count() as u64;
        }
        self.left = self.left.saturating_sub(size as u64);
        self.inner.consume(size);
    }
}

/// Reads the games of a file.
fn games(bytes: FileBytes<'_>) -> FileRecords<'_> {
    Box::new(Games::new(bytes))
}

struct Games<'a> {
    xml: XmlReader<Bounded<FileBytes<'a>>>,
    buffer: Vec<u8>,
    /// The open elements.
    open: Vec<String>,
    about: Fields,
    text: String,
    seen_root: bool,
    over: bool,
}

impl<'a> Games<'a> {
    fn new(reader: FileBytes<'a>) -> Games<'a> {
        let mut xml = XmlReader::from_reader(Bounded { inner: reader, lines: 1, left: LONGEST_LINE });
        xml.config_mut().check_end_names = true;
        Games {
            xml,
            buffer: Vec::new(),
            open: Vec::new(),
            about: Fields::NONE,
            text: String::new(),
            seen_root: false,
            over: false,
        }
    }

    /// Reads the next game. Returns `None` at the end of the file.
    fn next_game(&mut self) -> Option<LineResult> {
        loop {
            let bounded = self.xml.get_mut();
            bounded.left = LONGEST_LINE;
            let line = bounded.lines;
            self.buffer.clear();
            let mut buffer = std::mem::take(&mut self.buffer);
            let event = self.xml.read_event_into(&mut buffer);
            let step = match event {
                Ok(event) => self.event(event),
                Err(error) => Err(error.into()),
            };
            self.buffer = buffer;
            match step {
                Ok(XmlStep::Other) => {}
                Ok(XmlStep::Game(game)) => return Some((line, game.map(|record| *record).map_err(FormError::from))),
                Ok(XmlStep::End) => {
                    self.over = true;
                    return None;
                }
                Err(error) => {
                    self.over = true;
                    // The line of the error is the position of the reader, not the start of the event.
                    return Some((self.xml.get_mut().lines, Err(error.into())));
                }
            }
        }
    }

    fn event(&mut self, event: Event) -> Result<XmlStep, OpenSudokuError> {
        match event {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_string();
                let step = self.tag(&name, &tag)?;
                self.open.push(name);
                if self.open.len() > 16 {
                    return Err(OpenSudokuError::Depth);
                }
                Ok(step)
            }
            Event::Empty(tag) => {
                let name = tag.name().as_ref().to_string();
                self.tag(&name, &tag)
            }
            Event::End(_) => {
                let name = self.open.pop().unwrap_or_default();
                let text = std::mem::take(&mut self.text);
                if let Some((_, field)) = ELEMENTS.into_iter().find(|(element, _)| *element == name)
                    && !text.trim().is_empty()
                {
                    self.about.set(field, text.trim());
                }
                Ok(XmlStep::Other)
            }
            Event::Text(text) => self.add(&text.replace("\r\n", "\n")), // as XML wants it
            Event::CData(text) => self.add(&text),
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(character)) => self.add(character.encode_utf8(&mut [0; 4])),
                _ => match quick_xml::escape::resolve_predefined_entity(&name) {
                    Some(text) => self.add(text),
                    None => Err(OpenSudokuError::Entity(name.to_string())),
                },
            },
            Event::Decl(declaration) => {
                let encoding =
                    declaration.encoding().and_then(Result::ok).unwrap_or("UTF-8".into()).to_ascii_uppercase();
                match encoding.as_str() {
                    "UTF-8" | "UTF8" | "US-ASCII" | "ASCII" => Ok(XmlStep::Other),
                    _ => Err(OpenSudokuError::Encoding(encoding)),
                }
            }
            Event::Eof => match self.open.last() {
                Some(open) => Err(OpenSudokuError::End(open.clone())),
                None if !self.seen_root => Err(OpenSudokuError::NoElement),
                None => Ok(XmlStep::End),
            },
            Event::Comment(_) | Event::PI(_) | Event::DocType(_) => Ok(XmlStep::Other),
        }
    }

    fn add(&mut self, text: &str) -> Result<XmlStep, OpenSudokuError> {
        if self.text.len() + text.len() > LONGEST_LINE as usize {
            return Err(OpenSudokuError::LongText);
        }
        self.text += text;
        Ok(XmlStep::Other)
    }

    fn tag(&mut self, name: &str, tag: &BytesStart) -> Result<XmlStep, OpenSudokuError> {
        self.text.clear();
        if !self.seen_root {
            self.seen_root = true;
            return match name {
                "opensudoku" => Ok(XmlStep::Other),
                _ => Err(OpenSudokuError::Root(name.into())),
            };
        }
        if self.open.is_empty() {
            return Err(OpenSudokuError::AfterEnd(name.into()));
        }
        match name {
            "folder" => {
                for (key, value) in attributes(tag)? {
                    if key == "name" {
                        self.about.set("name", value.as_str());
                    }
                }
                Ok(XmlStep::Other)
            }
            "game" => Ok(XmlStep::Game(game(attributes(tag)?, &self.about).map(Box::new))),
            _ => Ok(XmlStep::Other),
        }
    }
}

/// The meaning of an XML event.
enum XmlStep {
    Other,
    Game(Result<Box<Record>, OpenSudokuError>),
    End,
}

impl Iterator for Games<'_> {
    type Item = LineResult;

    fn next(&mut self) -> Option<LineResult> {
        if self.over { None } else { self.next_game() }
    }
}

impl From<quick_xml::Error> for OpenSudokuError {
    fn from(error: quick_xml::Error) -> OpenSudokuError {
        let is_ours = |error: &io::Error| {
            error.get_ref().is_some_and(|inner| matches!(inner.downcast_ref(), Some(OpenSudokuError::NoTag)))
        };
        match error {
            quick_xml::Error::Io(error) if is_ours(&error) => OpenSudokuError::NoTag,
            quick_xml::Error::Io(error) => OpenSudokuError::Read(
                Arc::try_unwrap(error).unwrap_or_else(|error| io::Error::new(error.kind(), error)),
            ),
            error => OpenSudokuError::Xml(error),
        }
    }
}

fn attributes(tag: &BytesStart) -> Result<Vec<(String, String)>, OpenSudokuError> {
    let mut found = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(OpenSudokuError::Attribute)?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(OpenSudokuError::AttributeValue)?;
        found.push((attribute.key.as_ref().to_string(), value.into_owned()));
    }
    Ok(found)
}

fn game(attributes: Vec<(String, String)>, about: &Fields) -> Result<Record, OpenSudokuError> {
    let mut record = None;
    let mut fields = about.clone();
    for (key, value) in attributes {
        match key.as_str() {
            "data" => record = Some(board(&value)?),
            _ if value.is_empty() => {}
            "note" => fields.set("comment", value.as_str()),
            _ => fields.set(format!("opensudoku-{key}"), value.as_str()),
        }
    }
    let record = record.ok_or(OpenSudokuError::NoData)?;
    Ok(Record { fields, ..record })
}

fn board(data: &str) -> Result<Record, OpenSudokuError> {
    let data = data.trim();
    if let Some(rest) = data.strip_prefix("version:") {
        let rest = rest.trim_start();
        let (version, cells) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        return match version {
            "1" | "2" => cells_with_notes(version, cells.trim()),
            _ => Err(OpenSudokuError::Version(version.into())),
        };
    }
    match text::parse(data) {
        Ok(Board::Grid(grid)) => Ok(grid.into()),
        Ok(Board::Candidates(_)) => Err(OpenSudokuError::Candidates),
        Err(error) => Err(OpenSudokuError::Grid(error)),
    }
}

/// Parses cells as the app stores them: value, notes, and 1 if the value can be changed, each followed by `|`.
fn cells_with_notes(version: &str, text: &str) -> Result<Record, OpenSudokuError> {
    // Version 2 may have an empty part between the notes and the last part.
    let parts: Vec<&str> = text.split('|').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() != 3 * 81 {
        return Err(OpenSudokuError::Parts(parts.len()));
    }
    let (mut clues, mut placed, mut marks, mut is_marked) = (Grid::EMPTY, Grid::EMPTY, CandidateSet::EMPTY, false);
    for (cell, part) in Cell::ALL.into_iter().zip(parts.chunks(3)) {
        let wrong = || OpenSudokuError::Cell { found: part.join("|"), cell };
        let value = part[0].parse::<u8>().ok().filter(|&value| value <= 9).ok_or_else(wrong)?;
        let notes = match (version, part[1]) {
            (_, "-") => DigitSet::EMPTY,
            ("1", list) => {
                let digit = |text: &str| text.parse().ok().and_then(Digit::new);
                list.split_terminator(',').map(digit).collect::<Option<DigitSet>>().ok_or_else(wrong)?
            }
            (_, mask) => DigitSet::from_bits(mask.parse::<u16>().ok().filter(|&mask| mask < 1 << 9).ok_or_else(wrong)?),
        };
        match part[2] {
            "0" => clues.set(cell, Digit::new(value)),
            "1" => placed.set(cell, Digit::new(value)),
            _ => return Err(wrong()),
        }
        is_marked |= !notes.is_empty();
        set_digits(&mut marks, cell, notes);
    }
    let mut record = Record::from(clues);
    record.set_progress(placed, is_marked.then_some(marks));
    Ok(record)
}

/// Writes the start of a file.
fn write_header(about: &Fields) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n");
    for (element, field) in ELEMENTS {
        if let Some(value) = about.text(field) {
            text += &format!("  <{element}>{}</{element}>\n", escaped(value.trim()));
        }
    }
    text
}

/// Returns `true` for a character that XML cannot represent.
fn is_no_xml(character: char) -> bool {
    matches!(character, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}')
}

fn escaped(text: &str) -> Cow<'_, str> {
    let text = text.replace(is_no_xml, "\u{fffd}");
    quick_xml::escape::escape(text).replace('\r', "&#13;").into()
}
