//! Reading any file in constant memory: the form is recognised, and what is wrong with a line does not stop the rest.

pub(crate) mod lines;
pub(crate) mod objects;
mod text;

use std::fmt;
use std::io::BufRead;

use crate::forms::{csv, opensudoku};
use crate::record::Record;

/// No form has lines as long as this; a file without line ends is not to fill the memory.
pub(crate) const LONGEST_LINE: u64 = 1 << 20;

/// A record, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The line where its board starts; counted from 1.
    pub line: u64,
    /// What it says.
    pub record: Record,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where; counted from 1.
    pub line: u64,
    /// What was found, and what was expected.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for Problem {}

/// The records of a file. Text and JSON may be mixed within one; CSV and XML are told by how they begin.
///
/// ```
/// use minirow_formats::Reader;
/// let xml = "<opensudoku>\n<level>easy</level>\n<game data=\"12\" />\n";
/// let problems: Vec<String> = Reader::new(xml.as_bytes()).filter_map(Result::err).map(|e| e.to_string()).collect();
/// assert_eq!(problems[0], "line 3: found 2 cells in a line, expected 81 (or 9 for a row), as the data of a game");
/// assert_eq!(problems[1], "line 4: found the end of the file within <opensudoku>, expected </opensudoku>");
/// ```
pub struct Reader<'a> {
    items: Box<dyn Iterator<Item = Result<Found, Problem>> + Send + 'a>,
    kind: Kind,
    any: bool,
}

/// What a file is, as its first line with content tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// CSV, with this header, and this character between fields. Each row is a line.
    Csv(String, char),
    /// XML, of OpenSudoku.
    Xml,
    /// Anything else: lines with grids, grids of several lines, JSON. It begins with this line, if there is any.
    Text(String),
}

impl<'a> Reader<'a> {
    /// Begins to read, up to the first line with content.
    pub fn new(reader: impl BufRead + Send + 'a) -> Reader<'a> {
        let lines = lines::Lines::new(reader);
        let kind = match lines.first_content().unwrap_or_default() {
            "<" => Kind::Xml,
            line if csv::is_header(line) => Kind::Csv(line.to_string(), csv::delimiter(line)),
            line => Kind::Text(line.to_string()),
        };
        let reader = lines.into_reader();
        let items: Box<dyn Iterator<Item = _> + Send + 'a> = match kind {
            Kind::Xml => Box::new(opensudoku::Games::new(reader)),
            Kind::Csv(..) => Box::new(csv::CsvRecords::new(reader)),
            Kind::Text(_) => Box::new(text::TextRecords::new(reader)),
        };
        Reader { items, kind, any: false }
    }

    /// What the file is.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }
}

/// A file without any grid says so; an empty result would look like success.
impl Iterator for Reader<'_> {
    type Item = Result<Found, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.items.next();
        let is_first = !std::mem::replace(&mut self.any, true);
        if next.is_none() && is_first {
            let message = "found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a \
                           puzzle column)";
            return Some(Err(Problem { line: 1, message: message.into() }));
        }
        next
    }
}
