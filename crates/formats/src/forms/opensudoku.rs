//! OpenSudoku's XML: what is said of the whole file, then a `game` for each puzzle.
//!
//! ```xml
//! <opensudoku>
//!   <name>Easy</name>
//!   <author>...</author>
//!   <game data="000060080020000000001000000070000102500030000000000400004201000300700600000000050" />
//! </opensudoku>
//! ```
//!
//! The app's own exports (`version="2"`) have games in folders, and boards with what was placed and pencilled:
//! `version: 1` or `2`, then value, notes and whether it can be changed for each cell.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use minirow_core::text::{self, Board, Form};
use minirow_core::{CandidateSet, Cell, Digit, DigitSet, Grid};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader as XmlReader, XmlVersion};

use crate::fields::Fields;
use crate::reader::{Found, LONGEST_LINE, Problem};
use crate::record::{Record, set_digits};

/// Elements of the file, and what fields they are.
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

pub(crate) fn holds(field: &str) -> bool {
    ELEMENTS.iter().any(|(_, name)| name.eq_ignore_ascii_case(field))
}

/// Counts lines, and lets nothing between two tags fill the memory.
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
            return Err(io::Error::other(format!("found more than {LONGEST_LINE} bytes without a tag, expected XML")));
        }
        Ok(&available[..available.len().min(left)])
    }

    fn consume(&mut self, size: usize) {
        // What is consumed has been filled before: it is there without reading.
        if let Ok(available) = self.inner.fill_buf() {
            self.lines += available[..size.min(available.len())].iter().filter(|&&byte| byte == b'\n').count() as u64;
        }
        self.left = self.left.saturating_sub(size as u64);
        self.inner.consume(size);
    }
}

/// The games of a file.
pub(crate) struct Games<R: BufRead> {
    xml: XmlReader<Bounded<R>>,
    buffer: Vec<u8>,
    /// The elements that are open.
    open: Vec<String>,
    about: Fields,
    text: String,
    seen_root: bool,
    over: bool,
}

impl<R: BufRead> Games<R> {
    pub(crate) fn new(reader: R) -> Games<R> {
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

    /// Goes on to the next game; nothing at the end of the file.
    fn step(&mut self) -> Result<Option<Found>, Problem> {
        loop {
            let bounded = self.xml.get_mut();
            bounded.left = LONGEST_LINE;
            let line = bounded.lines;
            self.buffer.clear();
            let mut buffer = std::mem::take(&mut self.buffer);
            let event = self.xml.read_event_into(&mut buffer);
            let step = match event {
                Ok(event) => self.event(event),
                Err(error) => Err(said(&error)),
            };
            self.buffer = buffer;
            match step {
                Ok(Step::On) => {}
                Ok(Step::Game(record)) => return Ok(Some(Found { line, record: *record })),
                Ok(Step::Bad(message)) => return Err(Problem { line, message }),
                Ok(Step::End) => {
                    self.over = true;
                    return Ok(None);
                }
                Err(message) => {
                    self.over = true;
                    // What is wrong is where the reader stands, rather than where it began.
                    return Err(Problem { line: self.xml.get_mut().lines, message });
                }
            }
        }
    }

    fn event(&mut self, event: Event) -> Result<Step, String> {
        match event {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_string();
                let step = self.tag(&name, &tag)?;
                self.open.push(name);
                if self.open.len() > 16 {
                    return Err("found more than 16 elements within each other, expected <opensudoku>".into());
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
                Ok(Step::On)
            }
            Event::Text(text) => self.add(&text.replace("\r\n", "\n")), // as XML wants it
            Event::CData(text) => self.add(&text),
            Event::GeneralRef(name) => match name.resolve_char_ref() {
                Ok(Some(character)) => self.add(character.encode_utf8(&mut [0; 4])),
                _ => match quick_xml::escape::resolve_predefined_entity(&name) {
                    Some(text) => self.add(text),
                    None => Err(format!("found the entity &{};, expected one of XML's own", &*name)),
                },
            },
            Event::Decl(declaration) => {
                let encoding =
                    declaration.encoding().and_then(Result::ok).unwrap_or("UTF-8".into()).to_ascii_uppercase();
                match encoding.as_str() {
                    "UTF-8" | "UTF8" | "US-ASCII" | "ASCII" => Ok(Step::On),
                    _ => Err(format!("found the encoding {encoding}, expected UTF-8")),
                }
            }
            Event::Eof => match self.open.last() {
                Some(open) => Err(format!("found the end of the file within <{open}>, expected </{open}>")),
                None if !self.seen_root => Err("found no element, expected <opensudoku>".into()),
                None => Ok(Step::End),
            },
            Event::Comment(_) | Event::PI(_) | Event::DocType(_) => Ok(Step::On),
        }
    }

    fn add(&mut self, text: &str) -> Result<Step, String> {
        if self.text.len() + text.len() > LONGEST_LINE as usize {
            return Err(format!("found a text of more than {LONGEST_LINE} bytes, expected an element of OpenSudoku"));
        }
        self.text += text;
        Ok(Step::On)
    }

    fn tag(&mut self, name: &str, tag: &BytesStart) -> Result<Step, String> {
        self.text.clear();
        if !self.seen_root {
            self.seen_root = true;
            return match name {
                "opensudoku" => Ok(Step::On),
                _ => Err(format!("found <{name}>, expected <opensudoku>")),
            };
        }
        if self.open.is_empty() {
            return Err(format!("found <{name}> after the end of <opensudoku>, expected nothing"));
        }
        match name {
            "folder" => {
                for (key, value) in attributes(tag)? {
                    if key == "name" {
                        self.about.set("name", value.as_str());
                    }
                }
                Ok(Step::On)
            }
            "game" => match game(attributes(tag)?, &self.about) {
                Ok(record) => Ok(Step::Game(Box::new(record))),
                Err(message) => Ok(Step::Bad(message)),
            },
            _ => Ok(Step::On),
        }
    }
}

enum Step {
    On,
    Game(Box<Record>),
    Bad(String),
    End,
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Found, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        self.step().transpose()
    }
}

/// What is wrong with XML, in our words where it came from us.
fn said(error: &quick_xml::Error) -> String {
    match error {
        quick_xml::Error::Io(error) if error.kind() == io::ErrorKind::Other => error.to_string(),
        quick_xml::Error::Io(error) => format!("cannot be read: {error}"),
        error => format!("found text that is not XML ({error}), expected an OpenSudoku file"),
    }
}

fn attributes(tag: &BytesStart) -> Result<Vec<(String, String)>, String> {
    let mut found = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| format!("found an attribute that is not XML ({error})"))?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| format!("found an attribute that is not XML ({error})"))?;
        found.push((attribute.key.as_ref().to_string(), value.into_owned()));
    }
    Ok(found)
}

fn game(attributes: Vec<(String, String)>, about: &Fields) -> Result<Record, String> {
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
    let record = record.ok_or("found a game without data, expected 81 digits")?;
    Ok(Record { fields, ..record })
}

fn board(data: &str) -> Result<Record, String> {
    let data = data.trim();
    if let Some(rest) = data.strip_prefix("version:") {
        let rest = rest.trim_start();
        let (version, cells) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        return match version {
            "1" | "2" => cells_with_notes(version, cells.trim()),
            _ => Err(format!("found a game of version {version}, expected 81 digits or a game of version 1 or 2")),
        };
    }
    match text::parse(data) {
        Ok(Board::Grid(grid)) => Ok(grid.into()),
        Ok(Board::Candidates(_)) => Err("found candidates as the data of a game, expected 81 digits".into()),
        Err(error) => Err(format!("{error}, as the data of a game")),
    }
}

/// Cells as the app keeps them: value, notes, and 1 if the value can be changed, each with a `|` behind.
fn cells_with_notes(version: &str, text: &str) -> Result<Record, String> {
    // The second version may have an empty part between notes and the last.
    let parts: Vec<&str> = text.split('|').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.len() != 3 * 81 {
        return Err(format!("found {} parts of cells as the data of a game, expected 243", parts.len()));
    }
    let (mut clues, mut placed, mut marks, mut is_marked) = (Grid::EMPTY, Grid::EMPTY, CandidateSet::EMPTY, false);
    for (cell, part) in Cell::ALL.into_iter().zip(parts.chunks(3)) {
        let wrong = || format!("found {:?} for {cell} of a game, expected value, notes, and 0 or 1", part.join("|"));
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

/// The start of a file.
pub(crate) fn write_header(about: &Fields) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n");
    for (element, field) in ELEMENTS {
        if let Some(value) = about.text(field) {
            text += &format!("  <{element}>{}</{element}>\n", escaped(value.trim()));
        }
    }
    text
}

pub(crate) const FOOTER: &str = "</opensudoku>\n";

pub(crate) fn write(grid: &Grid) -> String {
    format!("  <game data=\"{}\" />\n", grid.to_text(Form::Line, Some('0')))
}

/// Whether XML has no way to write some character of a text.
pub(crate) fn is_unwritable(text: &str) -> bool {
    text.contains(is_no_xml)
}

fn is_no_xml(character: char) -> bool {
    matches!(character, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}')
}

fn escaped(text: &str) -> Cow<'_, str> {
    let text = text.replace(is_no_xml, "\u{fffd}");
    quick_xml::escape::escape(text).replace('\r', "&#13;").into()
}
