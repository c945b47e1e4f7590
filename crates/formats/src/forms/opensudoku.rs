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
use std::fmt::Display;
use std::io::{self, BufRead, Read};
use std::iter;

use minirow_core::text::GridForm;
use minirow_core::text::counted;
use minirow_core::{CandidateSet, Cell, Digit, DigitSet, Grid};
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::attributes::{AttrError, Attribute};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader as XmlReader, XmlVersion};

use crate::error::ErrorKind;
use crate::fields::{Fields, Value};
use crate::form::{FileBytes, FileContext, FileForm, FileRecords, Header, Reading};
use crate::lines::{LONGEST_LINE, LineError};
use crate::record::{Record, digits, set_digits};

pub(crate) static OPEN_SUDOKU: FileForm = FileForm {
    name: "opensudoku",
    about: "OpenSudoku: XML",
    endings: &["opensudoku", "xml"],
    reading: Reading::File { is_first_line: |line| line == "<", read: games },
    holds_field: |name, _| holds(name),
    header: Some(header),
    write,
    footer: "</opensudoku>\n",
    ..FileForm::BASE
};

fn holds(field: &str) -> bool {
    ELEMENTS.iter().any(|(_, known)| known.eq_ignore_ascii_case(field))
}

/// Returns a header with the fields that are equal in all of the first records.
fn header(first: &[&Record]) -> Header {
    let fields = first.first().into_iter().flat_map(|record| record.fields.iter());
    let is_shared = |name: &str, value: &Value| {
        first.iter().all(|record| record.fields.text(name).unwrap_or_default() == value.text())
    };
    let fields: Fields = fields
        .filter(|(name, value)| is_shared(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let text = write_header(&fields);
    Header { fields, text }
}

/// Writes a game. The fields that the header does not have are lost.
fn write(record: &Record, file: &FileContext, lost: &mut Vec<String>) -> String {
    for (name, value) in record.fields.iter().filter(|(name, _)| holds(name)) {
        let value = value.text();
        if !value.trim().is_empty() && file.header.text(name).as_deref() != Some(&*value) {
            lost.push(format!("{name} (the form has one for all puzzles)"));
        } else if value.contains(is_no_xml) {
            lost.push(format!("characters of {name} that XML cannot have"));
        }
    }
    format!("  <game data=\"{}\" />\n", record.grid().to_text(GridForm::Line, Some('0')))
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
            return Err(io::Error::other("no tag"));
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
    let mut xml = XmlReader::from_reader(Bounded { inner: bytes, lines: 1, left: LONGEST_LINE });
    let (mut buffer, mut games, mut is_over) = (Vec::new(), Games::default(), false);
    Box::new(iter::from_fn(move || {
        while !is_over {
            let bounded = xml.get_mut();
            bounded.left = LONGEST_LINE;
            let line = bounded.lines;
            buffer.clear();
            let event = xml.read_event_into(&mut buffer).map_err(|error| match error {
                quick_xml::Error::Io(_) if xml.get_ref().left == 0 => {
                    ErrorKind::form(format!("more than {LONGEST_LINE} bytes without a tag"), "XML")
                }
                quick_xml::Error::Io(error) => LineError::Read(io::Error::new(error.kind(), error)).into(),
                error => ErrorKind::form(format!("text that is not XML ({error})"), "an OpenSudoku file"),
            });
            is_over = matches!(event, Ok(Event::Eof) | Err(_));
            match event.and_then(|event| games.event(event)) {
                Ok(None) => {}
                Ok(Some(game)) => return Some((line, game)),
                Err(error) => {
                    is_over = true;
                    // The line of the error is the position of the reader, not the start of the event.
                    return Some((xml.get_ref().lines, Err(error)));
                }
            }
        }
        None
    }))
}

/// The record of a game. After an error, the next games are read.
type Game = Result<Record, ErrorKind>;

/// The state of a file that is read.
#[derive(Default)]
struct Games {
    /// The open elements.
    open: Vec<String>,
    /// The fields of the file.
    about: Fields,
    text: String,
    has_root: bool,
}

impl Games {
    fn event(&mut self, event: Event) -> Result<Option<Game>, ErrorKind> {
        match event {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_string();
                let game = self.tag(&name, &tag)?;
                self.open.push(name);
                return match self.open.len() {
                    0..=16 => Ok(game),
                    _ => Err(ErrorKind::form("more than 16 elements within each other", "<opensudoku>")),
                };
            }
            Event::Empty(tag) => return self.tag(tag.name().as_ref(), &tag),
            Event::End(_) => {
                let name = self.open.pop().unwrap_or_default();
                let text = std::mem::take(&mut self.text);
                if let Some((_, field)) = ELEMENTS.into_iter().find(|(element, _)| *element == name)
                    && !text.trim().is_empty()
                {
                    self.about.set(field, text.trim());
                }
            }
            Event::Text(text) => self.add(&text.replace("\r\n", "\n"))?, // as XML wants it
            Event::CData(text) => self.add(&text)?,
            Event::GeneralRef(name) => match (name.resolve_char_ref(), resolve_predefined_entity(&name)) {
                (Ok(Some(character)), _) => self.add(character.encode_utf8(&mut [0; 4]))?,
                (_, Some(text)) => self.add(text)?,
                _ => return Err(ErrorKind::form(format!("the entity &{};", &*name), "one of XML's own")),
            },
            Event::Decl(declaration) => {
                let encoding =
                    declaration.encoding().and_then(Result::ok).unwrap_or("UTF-8".into()).to_ascii_uppercase();
                if !["UTF-8", "UTF8", "US-ASCII", "ASCII"].contains(&encoding.as_str()) {
                    return Err(ErrorKind::form(format!("the encoding {encoding}"), "UTF-8"));
                }
            }
            Event::Eof => {
                if let Some(open) = self.open.pop() {
                    let found = format!("the end of the file within <{open}>");
                    return Err(ErrorKind::form(found, format!("</{open}>")));
                }
                if !self.has_root {
                    return Err(ErrorKind::form("no element", "<opensudoku>"));
                }
            }
            Event::Comment(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        Ok(None)
    }

    fn add(&mut self, text: &str) -> Result<(), ErrorKind> {
        if self.text.len() + text.len() > LONGEST_LINE as usize {
            let found = format!("a text of more than {LONGEST_LINE} bytes");
            return Err(ErrorKind::form(found, "an element of OpenSudoku"));
        }
        self.text += text;
        Ok(())
    }

    fn tag(&mut self, name: &str, tag: &BytesStart) -> Result<Option<Game>, ErrorKind> {
        self.text.clear();
        match name {
            _ if !std::mem::replace(&mut self.has_root, true) => match name {
                "opensudoku" => Ok(None),
                _ => Err(ErrorKind::form(format!("<{name}>"), "<opensudoku>")),
            },
            _ if self.open.is_empty() => {
                Err(ErrorKind::form(format!("<{name}> after the end of <opensudoku>"), "nothing"))
            }
            "folder" => {
                if let Some((_, name)) = attributes(tag)?.into_iter().find(|(key, _)| key == "name") {
                    self.about.set("name", name.as_str());
                }
                Ok(None)
            }
            "game" => Ok(Some(game(attributes(tag)?, &self.about))),
            _ => Ok(None),
        }
    }
}

fn attributes(tag: &BytesStart) -> Result<Vec<(String, String)>, ErrorKind> {
    let wrong = |error: &dyn Display| ErrorKind::form(format!("an attribute that cannot be parsed ({error})"), "XML");
    let read = |attribute: Result<Attribute, AttrError>| {
        let attribute = attribute.map_err(|error| wrong(&error))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| wrong(&error))?;
        Ok((attribute.key.as_ref().to_string(), value.into_owned()))
    };
    tag.attributes().map(read).collect()
}

fn game(attributes: Vec<(String, String)>, about: &Fields) -> Result<Record, ErrorKind> {
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
    let record = record.ok_or_else(|| ErrorKind::form("a game without data", "81 digits"))?;
    Ok(Record { fields, ..record })
}

fn board(data: &str) -> Result<Record, ErrorKind> {
    let data = data.trim();
    if let Some(rest) = data.strip_prefix("version:") {
        let rest = rest.trim_start();
        let (version, cells) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        return match version {
            "1" | "2" => cells_with_notes(version, cells.trim()),
            _ => Err(ErrorKind::form(format!("a game of version {version}"), "81 digits or a game of version 1 or 2")),
        };
    }
    digits(data).map(Record::from).map_err(|error| error.at("as the data of a game"))
}

/// Parses cells as the app stores them: value, notes, and 1 if the value can be changed, each followed by `|`.
fn cells_with_notes(version: &str, text: &str) -> Result<Record, ErrorKind> {
    // Version 2 may have an empty part between the notes and the last part.
    let parts: Vec<&str> = text.split('|').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() != 3 * 81 {
        return Err(ErrorKind::form(format!("{} of cells as the data of a game", counted(parts.len(), "part")), "243"));
    }
    let (mut clues, mut placed, mut marks, mut is_marked) = (Grid::EMPTY, Grid::EMPTY, CandidateSet::EMPTY, false);
    for (cell, part) in Cell::ALL.into_iter().zip(parts.chunks(3)) {
        let wrong = || {
            let found = format!("{:?} for {cell} of a game", part.join("|"));
            ErrorKind::form(found, "value, notes, and 0 or 1")
        };
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
