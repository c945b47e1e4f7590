//! Lines of an arbitrary file. The length of a line is limited, and bytes that are not text are detected.

use std::io::{self, BufRead, Read};

/// The maximum length of a line in bytes. The limit protects the memory from files without line ends.
pub(crate) const LONGEST_LINE: u64 = 1 << 20;

/// The error for a line that is not text.
///
/// ```
/// use minirow_formats::{ErrorKind, LineError, Reader};
/// let error = Reader::new(&b"\xFF\xFE1\x002\x00"[..]).next().unwrap().unwrap_err();
/// assert!(matches!(error.kind, ErrorKind::Line(LineError::Utf16)));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The bytes cannot be read.
    #[error("cannot be read: {0}")]
    Read(io::Error),
    /// The file is in UTF-16.
    #[error("found UTF-16 text, expected UTF-8")]
    Utf16,
    /// The line is too long.
    #[error("found a line of more than {LONGEST_LINE} bytes, expected 81 characters")]
    TooLong,
    /// The line has bytes that are not text.
    #[error("found binary data (byte {byte:#04x} at position {position}), expected text")]
    Binary {
        /// The first of these bytes.
        byte: u8,
        /// Its position in the line, from 1.
        position: usize,
    },
}

/// Reads a file up to the first line with content, and can return the whole file.
pub(crate) struct FileStart<R> {
    reader: R,
    /// The bytes read so far.
    seen: Vec<u8>,
    first_content: Option<String>,
}

impl<R: BufRead> FileStart<R> {
    pub(crate) fn new(reader: R) -> FileStart<R> {
        let mut start = FileStart { reader, seen: Vec::new(), first_content: None };
        start.look_ahead();
        start
    }

    /// Returns the first line that is neither empty nor a comment. If it starts with `<`, returns only that character.
    pub(crate) fn first_content(&self) -> Option<&str> {
        self.first_content.as_deref()
    }

    /// Returns the whole file, from its first byte.
    pub(crate) fn into_reader(self) -> impl BufRead {
        io::Cursor::new(self.seen).chain(self.reader)
    }

    fn look_ahead(&mut self) {
        while self.first_content.is_none() && (self.seen.len() as u64) < LONGEST_LINE {
            let start = self.seen.len();
            match self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.seen) {
                // The error occurs again when the lines are read, and is reported then.
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

/// A line of a file.
pub(crate) enum InputLine {
    Text(String),
    /// A line that is not text. The next line may be.
    Bad(LineError),
    /// An error after which the rest of the file is not read.
    Broken(LineError),
    End,
}

/// Reads the next line, without its line end.
pub(crate) fn next(reader: &mut impl BufRead) -> InputLine {
    let mut bytes = Vec::new();
    match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
        Ok(0) => return InputLine::End,
        Ok(_) => {}
        Err(error) => return InputLine::Broken(LineError::Read(error)),
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return InputLine::Broken(LineError::Utf16);
    }
    if bytes.len() as u64 == LONGEST_LINE {
        return InputLine::Broken(LineError::TooLong);
    }
    let nul = bytes.iter().position(|&byte| byte == 0);
    match String::from_utf8(bytes) {
        Ok(mut text) if nul.is_none() => {
            text.truncate(text.trim_end_matches(['\n', '\r']).len());
            InputLine::Text(text)
        }
        // Comments may be in any encoding; old programs on Windows write the header lines of .sdk in Latin-1.
        Err(error) if nul.is_none() && error.as_bytes().trim_ascii_start().starts_with(b"#") => {
            let text: String = error.as_bytes().iter().map(|&byte| char::from(byte)).collect();
            InputLine::Text(text.trim_end_matches(['\n', '\r']).to_string())
        }
        Ok(_) => InputLine::Broken(LineError::Binary { byte: 0, position: nul.unwrap_or_default() + 1 }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let error = LineError::Binary { byte: error.as_bytes()[at], position: at + 1 };
            if nul.is_some() { InputLine::Broken(error) } else { InputLine::Bad(error) }
        }
    }
}
