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
//! Version 2 has `data` and `note` in place of `cells_data` and `user_note`. A board that a record cannot hold is kept as the field
//! `opensudoku-cells`, so that colours, kinds of notes and the moves that can be undone are written again.
//!
//! A file with progress is written in the current version. A file without is written in the form that all versions read.

mod cells;
mod xml;

use std::{io, iter};

use minirow_core::Cell;
use minirow_text::{Board, GridForm};
use quick_xml::Reader as XmlReader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use crate::error::ErrorKind;
use crate::fields::{Fields, Value};
use crate::form::{FileBytes, FileContext, FileForm, FileRecords, Header, Reading, lost_beyond_clues};
use crate::forms::opensudoku::cells::{CURRENT, board, notes, parts, versioned, write_cells};
use crate::forms::opensudoku::xml::{Bounded, attribute, attributes, escaped, is_no_xml};
use crate::lines::{LONGEST_LINE, LineError, most_repeated};
use crate::record::Record;

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
        return format!("  <game data=\"{}\" />\n", GridForm::Line.write(&record.grid(), Some('0')));
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
        None => GridForm::Line.write(&record.grid(), Some('0')),
    };
    format!(
        "  <game{} cells_data=\"{}\" user_note=\"{}\" command_stack=\"{moves}\"{} />\n",
        numbers(&BEFORE),
        attribute(&cells),
        text("comment"),
        numbers(&AFTER),
    )
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
