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
//! The exports of the app have games in folders, each with its state, time and board. The current version has `version="3"`:
//!
//! ```xml
//! <opensudoku version="3">
//!   <folder name="Easy" created="1700000000000">
//!     <game created="0" state="0" time="61000" last_played="0" cells_data="version: 5&#10;..." user_note=""
//!       command_stack="" />
//!   </folder>
//! </opensudoku>
//! ```
//!
//! Version 2 has `data` and `note` in place of `cells_data` and `user_note`. A board is 81 digits, or `version:` and the parts
//! of each cell, each followed by `|`:
//!
//! | version | parts |
//! | --- | --- |
//! | 1 | value, notes as digits with commas or `-`, and 1 if the value can be changed |
//! | 2, 3 | value, notes as a bitmask, 0 or 1; in version 2, an empty part may follow the notes |
//! | 4 | value, notes in the corner, notes in the centre, 0 or 1 |
//! | 5 | value, notes in the corner, notes in the centre, the number of a colour, 0 or 1 |
//!
//! The notes in the corner and in the centre of a cell are its pencilmarks. A board that a record cannot hold is kept as the
//! field `opensudoku-cells`, so that colours, kinds of notes and the moves that can be undone are written again.
//!
//! A file with progress is written in the current version. A file without is written in the form that all versions read.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Display;
use std::io::{self, BufRead, Read};
use std::iter;

use minirow_core::text::{Board, GridForm, counted};
use minirow_core::{CandidateSet, Cell, Digit, DigitSet, Grid};
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::attributes::{AttrError, Attribute};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader as XmlReader, XmlVersion};

use crate::error::ErrorKind;
use crate::fields::{Fields, MOST_FIELDS, Value};
use crate::form::{FileBytes, FileContext, FileForm, FileRecords, Header, Reading, lost_beyond_clues};
use crate::lines::{LONGEST_LINE, LineError, most_repeated};
use crate::record::{Record, digits, set_digits};

pub(crate) static OPEN_SUDOKU: FileForm = FileForm {
    name: "opensudoku",
    about: "OpenSudoku: XML with placed digits, pencilmarks, time and state",
    endings: &["opensudoku", "xml"],
    reading: Reading::File { is_first_line: |line, _| line == "<", read: games },
    lost_of_board: |_| Vec::new(),
    holds_field: holds,
    header: Some(header),
    write,
    footer: |header| if has_folder(header) { "  </folder>\n</opensudoku>\n" } else { "</opensudoku>\n" },
};

/// The prefix of the fields that other forms do not have. The rest is the name of an attribute of a game.
const PREFIX: &str = "opensudoku-";

/// The field of a board that a record cannot hold.
const CELLS: &str = "opensudoku-cells";

/// The field of the moves that can be undone. They depend on the version of the board.
const MOVES: &str = "opensudoku-command_stack";

/// The field of the time when the folder was made.
const FOLDER_CREATED: &str = "opensudoku-folder_created";

/// The field of a header that stands for the current version, which has the progress of each game.
const HAS_PROGRESS: &str = "";

/// The version of a board that is written.
const CURRENT: u8 = 5;

/// The attributes of a game that are numbers, before and after the board. The app needs those with a default.
const BEFORE: [(&str, Option<&str>); 6] = [
    ("created", Some("0")),
    ("state", Some("")),
    ("mistake_counter", None),
    ("hint_usage", None),
    ("time", Some("0")),
    ("last_played", Some("0")),
];
const AFTER: [(&str, Option<&str>); 2] = [("rating_level", None), ("rating_value", None)];

/// The values of the attribute `state`. The app has a third, 2 for a solved puzzle.
const PLAYING: &str = "0";
const NOT_STARTED: &str = "1";

/// The most bytes of the texts of a file, which the reader counts for each game: less than 256 for each byte of the shortest game, so that
/// what is written is read.
const MOST_SHARED: usize = 1 << 14;

fn holds(field: &str, text: &str) -> bool {
    let is_number = || text.parse::<i64>().is_ok();
    match attribute_of(field) {
        Some(attribute) => BEFORE.iter().chain(&AFTER).any(|(known, _)| *known == attribute) && is_number(),
        None if field.eq_ignore_ascii_case(FOLDER_CREATED) => is_number(),
        None if is_game_text(field) => true,
        None => is_element(field),
    }
}

/// Returns the attribute of a game for a field that is a number.
fn attribute_of(field: &str) -> Option<String> {
    let is_other = field.eq_ignore_ascii_case(FOLDER_CREATED) || is_game_text(field);
    let (prefix, attribute) = field.split_at_checked(PREFIX.len()).filter(|_| !is_other)?;
    prefix.eq_ignore_ascii_case(PREFIX).then(|| attribute.to_ascii_lowercase())
}

fn is_game_text(field: &str) -> bool {
    field.eq_ignore_ascii_case(CELLS) || field.eq_ignore_ascii_case(MOVES)
}

fn is_element(field: &str) -> bool {
    ELEMENTS.iter().any(|(_, known)| known.eq_ignore_ascii_case(field))
}

fn has_name(fields: &Fields) -> bool {
    fields.text("name").is_some_and(|name| !name.trim().is_empty())
}

fn has_folder(header: &Fields) -> bool {
    header.get(HAS_PROGRESS).is_some() && has_name(header)
}

/// Returns a header with the fields that are equal in all of the first records.
fn header(first: &[&Record]) -> Header {
    let has_progress = first.iter().any(|record| {
        matches!(record.board, Board::Candidates(_))
            || record.progress.is_some()
            || record.fields.iter().any(|(name, value)| !is_element(name) && holds(name, &value.text()))
    });
    let is_shared = |name: &str| {
        let text = |record: &Record| record.fields.text(name).unwrap_or_default().into_owned();
        first.iter().all(|record| text(record) == text(first[0]))
    };
    let is_header = |name: &str| {
        let folder = name.eq_ignore_ascii_case("name") || name.eq_ignore_ascii_case(FOLDER_CREATED);
        match has_progress {
            true if folder => has_name(&first[0].fields) && is_shared("name") && is_shared(FOLDER_CREATED),
            true => is_element(name) && !name.eq_ignore_ascii_case("comment") && is_shared(name),
            false => is_element(name) && is_shared(name),
        }
    };
    let fields = first.first().into_iter().flat_map(|record| record.fields.iter());
    let mut left = MOST_SHARED;
    let mut fields: Fields = fields
        .filter(|(name, _)| is_header(name))
        .filter(|(_, value)| !value.text().trim().is_empty())
        .filter(|(_, value)| {
            let rest = left.checked_sub(value.text().len());
            left = rest.unwrap_or(left);
            rest.is_some()
        })
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    if has_progress {
        fields.set(HAS_PROGRESS, "");
    }
    let text = write_header(&fields);
    Header { fields, text }
}

/// Writes a game. The fields that neither the game nor the header has are lost.
fn write(record: &Record, file: &FileContext, lost: &mut Vec<String>) -> String {
    let has_progress = file.header.get(HAS_PROGRESS).is_some();
    let own_folder = has_progress && !has_folder(file.header) && has_name(&record.fields);
    for (name, value) in record.fields.iter() {
        let value = value.text();
        if value.trim().is_empty() || !holds(name, &value) || file.header.text(name).as_deref() == Some(&*value) {
            continue;
        }
        let is_in_game = match &**name {
            name if name.eq_ignore_ascii_case("name") || name.eq_ignore_ascii_case(FOLDER_CREATED) => own_folder,
            name => has_progress && (name.eq_ignore_ascii_case("comment") || !is_element(name)),
        };
        if !is_in_game && value.len() > MOST_SHARED {
            lost.push(format!("{name} (longer than {MOST_SHARED} bytes)"));
        } else if !is_in_game {
            lost.push(format!("{name} (the form has one for all puzzles)"));
        }
    }
    let no_xml = record.fields.iter().filter(|(name, value)| {
        let value = value.text();
        value.contains(is_no_xml) && holds(name, &value)
    });
    lost.extend(no_xml.map(|(name, _)| format!("characters of {name} that XML cannot have")));
    if !has_progress {
        lost.extend(lost_beyond_clues(record).into_iter().map(String::from));
        return format!("  <game data=\"{}\" />\n", record.grid().to_text(GridForm::Line, Some('0')));
    }
    let game = write_game(&record.with_clues(), lost);
    match own_folder {
        true => format!("{}{game}  </folder>\n", folder(&record.fields)),
        false => game,
    }
}

/// Writes a game with its progress.
fn write_game(record: &Record, lost: &mut Vec<String>) -> String {
    let (state, marks) = (record.state(), record.marks());
    if marks.is_some_and(|marks| Cell::ALL.into_iter().all(|cell| notes(&state, &marks, cell).is_empty())) {
        lost.push("the pencilmarks".into());
    }
    let playing = default_state(record);
    let numbers = |attributes: &[(&str, Option<&'static str>)]| -> String {
        let number = |&(name, default): &(&str, Option<&'static str>)| {
            let found = record.fields.text(&format!("{PREFIX}{name}")).filter(|text| text.parse::<i64>().is_ok());
            let default = default.map(|default| if name == "state" { playing } else { default }.into());
            Some(format!(" {name}=\"{}\"", found.or(default)?))
        };
        attributes.iter().filter_map(number).collect()
    };
    let text = |field: &str| attribute(&record.fields.text(field).unwrap_or_default());
    let kept = record.fields.text(CELLS).unwrap_or_default();
    let is_same = board(&kept).is_ok_and(|kept| kept.board == record.board && kept.progress == record.progress);
    let is_other = !kept.trim().is_empty() && !is_same;
    if is_other {
        lost.push(format!("{CELLS} (it is another board)"));
        lost.extend(record.fields.get(MOVES).map(|_| format!("{MOVES} (it is another board)")));
    }
    let moves = if is_other { String::new() } else { text(MOVES) };
    let cells = match versioned(&kept).filter(|_| is_same) {
        Some((version, cells)) => format!("version: {version}\n{}", cells.trim()),
        None if record.progress.is_some() => format!("version: {CURRENT}\n{}", write_cells(record, CURRENT)),
        None => record.grid().to_text(GridForm::Line, Some('0')),
    };
    format!(
        "  <game{} cells_data=\"{}\" user_note=\"{}\" command_stack=\"{moves}\"{} />\n",
        numbers(&BEFORE),
        attribute(&cells),
        text("comment"),
        numbers(&AFTER),
    )
}

/// Returns the notes of a cell. A filled cell has none.
fn notes(state: &Grid, marks: &CandidateSet, cell: Cell) -> DigitSet {
    if state.get(cell).is_some() { DigitSet::EMPTY } else { marks.digits(cell) }
}

/// Writes the parts of all cells.
fn write_cells(record: &Record, version: u8) -> String {
    let (clues, state, marks) = (record.grid(), record.state(), record.marks().unwrap_or(CandidateSet::EMPTY));
    let cell = |cell: Cell| {
        let notes = notes(&state, &marks, cell);
        let shown = match version {
            1 if notes.is_empty() => "-".into(),
            1 => notes.iter().map(|digit| format!("{digit},")).collect(),
            _ => notes.bits().to_string(),
        };
        let value = state.get(cell).map_or(0, Digit::get);
        let further = match version {
            0..4 => "",
            4 => "0|",
            _ => "0|0|",
        };
        format!("{value}|{shown}|{further}{}|", u8::from(clues.get(cell).is_none()))
    };
    Cell::ALL.into_iter().map(cell).collect()
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
    bytes: u64,
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
        self.bytes += size as u64;
        self.left = self.left.saturating_sub(size as u64);
        self.inner.consume(size);
    }
}

/// Reads the games of a file.
fn games(bytes: FileBytes<'_>) -> FileRecords<'_> {
    let mut xml = XmlReader::from_reader(Bounded { inner: bytes, lines: 1, bytes: 0, left: LONGEST_LINE });
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
            games.bytes = xml.get_ref().bytes;
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
    /// The fields of the folder.
    folder: Fields,
    text: String,
    has_root: bool,
    /// The number of bytes that were read.
    bytes: u64,
    /// The number of bytes of texts of the file and of folders, counted for each game.
    repeated: u64,
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
                if name == "folder" {
                    self.folder = Fields::NONE;
                }
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
        if self.has_root && self.open.is_empty() && !text.trim().is_empty() {
            return Err(ErrorKind::form("text after the end of <opensudoku>", "nothing"));
        }
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
                let attributes = attributes(tag)?.into_iter().filter(|(_, value)| !value.is_empty());
                let field = |(key, value): (String, String)| match key.as_str() {
                    "name" => Some(("name", value)),
                    "created" => Some((FOLDER_CREATED, value)),
                    _ => None,
                };
                self.folder = attributes.filter_map(field).map(|(name, value)| (name, Value::Text(value))).collect();
                Ok(None)
            }
            "game" => {
                self.repeated += (self.about.bytes() + self.folder.bytes()) as u64;
                let most = most_repeated(self.bytes);
                if self.repeated > most {
                    let found = format!("texts of the file for each game of {} bytes in all", self.repeated);
                    return Err(ErrorKind::form(found, format!("at most {most}")));
                }
                let mut about = self.about.clone();
                self.folder.iter().for_each(|(name, value)| about.set(name.clone(), value.clone()));
                Ok(Some(game(attributes(tag)?, about)))
            }
            _ => Ok(None),
        }
    }
}

fn attributes(tag: &BytesStart) -> Result<Vec<(String, String)>, ErrorKind> {
    let wrong = |error: &dyn Display| ErrorKind::form(format!("an attribute that cannot be parsed ({error})"), "XML");
    let mut names = HashSet::new();
    let mut read = |attribute: Result<Attribute, AttrError>| {
        let attribute = attribute.map_err(|error| wrong(&error))?;
        let name = attribute.key.as_ref();
        if !names.insert(name.to_string()) {
            return Err(ErrorKind::form(format!("two attributes {name}"), "names that differ"));
        }
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| wrong(&error))?;
        Ok((name.to_string(), value.into_owned()))
    };
    let attributes: Result<Vec<_>, ErrorKind> =
        tag.attributes().with_checks(false).take(MOST_FIELDS + 1).map(&mut read).collect();
    match attributes {
        Ok(attributes) if attributes.len() > MOST_FIELDS => Err(ErrorKind::too_many_fields(attributes.len())),
        attributes => attributes,
    }
}

fn game(attributes: Vec<(String, String)>, about: Fields) -> Result<Record, ErrorKind> {
    let mut data = None;
    let mut fields = about;
    for (key, value) in attributes {
        match key.as_str() {
            "data" | "cells_data" => data = Some(value),
            _ if value.is_empty() => {}
            "note" | "user_note" => fields.set("comment", value.as_str()),
            _ => fields.set(format!("{PREFIX}{key}"), value.as_str()),
        }
    }
    let data = data.ok_or_else(|| ErrorKind::form("a game without data", "81 digits"))?;
    let mut record = board(&data)?;
    if let Some((version, cells)) = versioned(&data) {
        let cells = parts(cells).join("|") + "|";
        let is_written_again = version.parse().is_ok_and(|version| cells == write_cells(&record, version));
        let has_moves = fields.get(MOVES).is_some() && version != CURRENT.to_string();
        if !is_written_again || has_moves {
            fields.set(CELLS, format!("version: {version} {cells}").as_str());
        }
    }
    // The app cannot do without these, so a writer adds them where nothing is known.
    let state = default_state(&record);
    for (attribute, default) in BEFORE {
        let default = if attribute == "state" { Some(state) } else { default };
        fields.remove_if(&format!("{PREFIX}{attribute}"), |text| Some(text) == default);
    }
    fields.remove_if(FOLDER_CREATED, |text| text == "0");
    record.fields = fields;
    Ok(record)
}

/// Returns the state of a game without one.
fn default_state(record: &Record) -> &'static str {
    if record.progress.is_some() { PLAYING } else { NOT_STARTED }
}

/// Splits a board into its version and its cells. Returns `None` for a board without a version.
fn versioned(data: &str) -> Option<(&str, &str)> {
    let rest = data.trim().strip_prefix("version:")?.trim_start();
    Some(rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())))
}

/// Splits the cells of a board into their parts. Version 2 may have an empty part after the notes.
fn parts(cells: &str) -> Vec<&str> {
    cells.split('|').map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn board(data: &str) -> Result<Record, ErrorKind> {
    match versioned(data) {
        Some((version @ ("1" | "2" | "3"), cells)) => read_cells(version, &parts(cells), 3),
        Some(("4", cells)) => read_cells("4", &parts(cells), 4),
        Some(("5", cells)) => read_cells("5", &parts(cells), 5),
        Some((version, _)) => {
            let expected = format!("81 digits or a game of version 1 to {CURRENT}");
            Err(ErrorKind::form(format!("a game of version {version}"), expected))
        }
        None => digits(data.trim()).map(Record::from).map_err(|error| error.at("as the data of a game")),
    }
}

/// Reads cells, each with the same number of parts.
fn read_cells(version: &str, parts: &[&str], size: usize) -> Result<Record, ErrorKind> {
    if parts.len() != size * 81 {
        let found = format!("{} of cells as the data of a game of version {version}", counted(parts.len(), "part"));
        return Err(ErrorKind::form(found, (size * 81).to_string()));
    }
    let (mut clues, mut placed, mut marks, mut is_marked) = (Grid::EMPTY, Grid::EMPTY, CandidateSet::EMPTY, false);
    for (cell, parts) in Cell::ALL.into_iter().zip(parts.chunks(size)) {
        let wrong = || {
            let found = format!("{:?} for {cell} of a game", parts.join("|"));
            let expected = match size {
                3 => "value, notes, and 0 or 1",
                4 => "value, notes, notes, and 0 or 1",
                _ => "value, notes, notes, colour, and 0 or 1",
            };
            ErrorKind::form(found, expected)
        };
        let number = |part: &str| part.parse::<u8>().ok().filter(|&number| number <= 9).ok_or_else(wrong);
        let notes = |part: &str| match (version, part) {
            (_, "-") => Ok(DigitSet::EMPTY),
            ("1", list) => {
                let digit = |text: &str| text.parse().ok().and_then(Digit::new);
                list.split_terminator(',').map(digit).collect::<Option<DigitSet>>().ok_or_else(wrong)
            }
            (_, mask) => {
                mask.parse().ok().filter(|&mask: &u16| mask < 1 << 9).map(DigitSet::from_bits).ok_or_else(wrong)
            }
        };
        let value = Digit::new(number(parts[0])?);
        let mut noted = notes(parts[1])?;
        if size > 3 {
            noted |= notes(parts[2])?;
        }
        if size > 4 {
            number(parts[3])?;
        }
        match parts[size - 1] {
            "0" => clues.set(cell, value),
            "1" => placed.set(cell, value),
            _ => return Err(wrong()),
        }
        is_marked |= !noted.is_empty();
        set_digits(&mut marks, cell, noted);
    }
    let mut record = Record::from(clues);
    record.set_progress(placed, is_marked.then_some(marks));
    Ok(record)
}

/// Writes the start of a file.
fn write_header(about: &Fields) -> String {
    let has_progress = about.get(HAS_PROGRESS).is_some();
    let version = if has_progress { " version=\"3\"" } else { "" };
    let mut text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku{version}>\n");
    for (element, field) in ELEMENTS {
        if let Some(value) = about.text(field).filter(|_| !(has_progress && field == "name")) {
            text += &format!("  <{element}>{}</{element}>\n", escaped(value.trim()));
        }
    }
    if has_folder(about) { text + &folder(about) } else { text }
}

/// Writes the start of a folder.
fn folder(fields: &Fields) -> String {
    let name = fields.text("name").unwrap_or_default();
    let created = fields.text(FOLDER_CREATED).filter(|text| text.parse::<i64>().is_ok()).unwrap_or("0".into());
    format!("  <folder name=\"{}\" created=\"{created}\">\n", attribute(&name))
}

/// Returns `true` for a character that XML cannot represent.
fn is_no_xml(character: char) -> bool {
    matches!(character, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}')
}

fn escaped(text: &str) -> Cow<'_, str> {
    let text = text.replace(is_no_xml, "\u{fffd}");
    quick_xml::escape::escape(text).replace('\r', "&#13;").into()
}

/// Escapes the value of an attribute, in which a line end would be a space.
fn attribute(text: &str) -> String {
    escaped(text).replace('\n', "&#10;").replace('\t', "&#9;")
}
