//! Lines of a file that may be anything: no line is ever longer than a limit, and bytes that are no text are noticed.

use std::io::{self, BufRead, Read};

use crate::reader::LONGEST_LINE;

/// Reads line by line; the lines up to the first with content can be looked at before.
pub(crate) struct Lines<R> {
    reader: R,
    /// The lines that were looked at, still with their line ends.
    seen: Vec<u8>,
    first_content: Option<String>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Lines<R> {
        let mut lines = Lines { reader, seen: Vec::new(), first_content: None };
        lines.look_ahead();
        lines
    }

    /// The first line that is neither empty nor a comment; of an XML file the first byte is enough.
    pub(crate) fn first_content(&self) -> Option<&str> {
        self.first_content.as_deref()
    }

    /// The whole file again, from its first byte.
    pub(crate) fn into_reader(self) -> impl BufRead {
        io::Cursor::new(self.seen).chain(self.reader)
    }

    fn look_ahead(&mut self) {
        while self.first_content.is_none() && (self.seen.len() as u64) < LONGEST_LINE {
            let start = self.seen.len();
            match self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.seen) {
                // An error is met again, and reported, when the lines are read for real.
                Ok(0) | Err(_) => return,
                Ok(_) => {
                    let bytes = &self.seen[start..];
                    let plain = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
                    if plain.starts_with(b"<") && !plain.contains(&0) {
                        self.first_content = Some("<".into()); // its lines may be of any length
                        return;
                    }
                    if plain.starts_with(b"#") {
                        continue; // in any encoding
                    }
                    let Ok(line) = std::str::from_utf8(bytes) else { return };
                    let line = line.trim_start_matches('\u{feff}').trim();
                    if !line.is_empty() && !line.starts_with('#') {
                        self.first_content = Some(line.to_string());
                    }
                }
            }
        }
    }
}

/// What comes next in a file.
pub(crate) enum Line {
    Text(String),
    /// A line that is no text; what follows may be.
    Bad(String),
    /// Why the rest of the file is not read.
    Broken(String),
    End,
}

/// The next line, without its line end.
pub(crate) fn next(reader: &mut impl BufRead) -> Line {
    let mut bytes = Vec::new();
    match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        Ok(0) => return Line::End,
        Ok(_) => {}
        Err(error) => return Line::Broken(format!("cannot be read: {error}")),
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Line::Broken("found UTF-16 text, expected UTF-8".into());
    }
    if bytes.len() as u64 == LONGEST_LINE {
        return Line::Broken(format!("found a line of more than {LONGEST_LINE} bytes, expected 81 characters"));
    }
    let nul = bytes.iter().position(|&byte| byte == 0);
    match String::from_utf8(bytes) {
        Ok(mut text) if nul.is_none() => {
            text.truncate(text.trim_end_matches(['\n', '\r']).len());
            Line::Text(text)
        }
        // Comments may be in any encoding; old programs on Windows write the header lines of .sdk in Latin-1.
        Err(error) if nul.is_none() && error.as_bytes().trim_ascii_start().starts_with(b"#") => {
            let text: String = error.as_bytes().iter().map(|&byte| char::from(byte)).collect();
            Line::Text(text.trim_end_matches(['\n', '\r']).to_string())
        }
        Ok(_) => Line::Broken(binary(0, nul.unwrap_or_default())),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let message = binary(error.as_bytes()[at], at);
            if nul.is_some() { Line::Broken(message) } else { Line::Bad(message) }
        }
    }
}

fn binary(byte: u8, at: usize) -> String {
    format!("found binary data (byte {byte:#04x} at position {}), expected text", at + 1)
}
