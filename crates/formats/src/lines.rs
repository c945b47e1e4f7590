//! Lines of an arbitrary file. The length of a line is limited, and bytes that are not text are detected.

use std::io::{self, BufRead, Read};
use std::str::Utf8Error;

use minirow_core::Grid;
use minirow_text::{MOST_EMPTY, doubtful_digits, is_rounded};

use crate::table::{MOST_TITLES, is_puzzle_column, is_title};

/// The maximum length of a line in bytes. The limit protects the memory from files without line ends.
pub(crate) const LONGEST_LINE: u64 = 1 << 20;

/// Returns the maximum number of bytes of values that a file of a length in bytes may stand for, if it names values once that many
/// records have: 64 MiB, and 256 for each byte of the file. A few bytes of a hostile file can repeat a long text any number of times.
pub fn most_repeated(length: u64) -> u64 {
    (64 << 20) + length.saturating_mul(256)
}

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
    /// The file is in UTF-32.
    #[error("found UTF-32 text, expected UTF-8")]
    Utf32,
    /// The file is in UTF-16.
    #[error("found UTF-16 text, expected UTF-8")]
    Utf16,
    /// The line is too long.
    #[error("found a line of more than {LONGEST_LINE} bytes, expected a grid or a row")]
    TooLong,
    /// The file is of a kind that is no text.
    #[error("found {0}, expected text")]
    Kind(&'static str),
    /// The line has bytes that are not text.
    #[error("found binary data (byte {byte:#04x} at position {position}), expected text")]
    Binary {
        /// The first of these bytes.
        byte: u8,
        /// Its position in the line, from 1.
        position: usize,
    },
}

impl LineError {
    /// Returns the error of a text that begins with the byte order mark of another encoding.
    ///
    /// ```
    /// use minirow_formats::LineError;
    /// assert!(matches!(LineError::of_encoding(b"\xFE\xFF\x005"), Some(LineError::Utf16)));
    /// assert!(LineError::of_encoding(b"\xEF\xBB\xBF5").is_none());
    /// ```
    pub fn of_encoding(start: &[u8]) -> Option<LineError> {
        match start {
            [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => Some(LineError::Utf32),
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some(LineError::Utf16),
            _ => None,
        }
    }

    /// Returns the error of a file whose first bytes are those of a known kind.
    fn of_kind(start: &[u8]) -> Option<LineError> {
        let has_control = || start.iter().any(|&byte| byte < b' ' && !byte.is_ascii_whitespace());
        // A text may begin with few letters.
        let is_kind = |signature: &[u8]| {
            let is_text = signature.len() < 5 && signature.iter().all(u8::is_ascii_graphic);
            start.starts_with(signature) && (!is_text || has_control())
        };
        KINDS.iter().find(|(signature, _)| is_kind(signature)).map(|(_, kind)| LineError::Kind(kind))
    }

    pub(crate) fn binary(bytes: &[u8], error: Utf8Error) -> LineError {
        let at = error.valid_up_to();
        LineError::Binary { byte: bytes[at], position: at + 1 }
    }
}

/// The first bytes of files that are no text, with their kinds.
const KINDS: [(&[u8], &str); 26] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"II*\0", "a TIFF picture"),
    (b"RIFF", "a RIFF file, such as a WebP picture"),
    (b"%PDF-", "a PDF document"),
    (b"\xD0\xCF\x11\xE0", "an old Office document (.xls, .doc)"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"PAR1", "a Parquet file"),
    (b"ARROW1", "an Arrow file"),
    (b"ORC", "an ORC file"),
    (b"Obj\x01", "an Avro file"),
    (b"\x89HDF", "an HDF5 file"),
    (b"\x93NUMPY", "an array of NumPy"),
    (b"\x80\x02", "a pickle of Python"),
    (b"\x80\x03", "a pickle of Python"),
    (b"\x80\x04\x95", "a pickle of Python"),
    (b"\x80\x05\x95", "a pickle of Python"),
    (b"7z\xBC\xAF", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\xFD7zXZ", "a file of xz"),
    (b"BZh91AY", "a file of bzip2"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x7FELF", "a program"),
    (b"MZ\x90", "a program"),
];

/// The most lines behind the first one that may tell whether that is a header.
const MOST_AHEAD: usize = 10;

/// Returns the first lines of a file that are neither empty nor a comment, and the whole file from its first byte. If the first line
/// begins XML, returns only its first character.
pub(crate) fn look_ahead(reader: impl BufRead) -> (FirstLines, impl BufRead) {
    let mut reader = LastingEnd { reader, is_over: false, error: None };
    let mut seen = Vec::new();
    let first = next_content(&mut reader, &mut seen);
    let line = seen.iter().filter(|&&byte| byte == b'\n').count().max(1) as u64;
    // One line is enough to know a list of grids, which a person may type line by line.
    let has_fields = |line: &str| line.contains([',', ';', '\t']) || is_puzzle_column(line);
    let first = first.unwrap_or_default();
    let mut next = Vec::new();
    let mut last = first.clone();
    // A table may have titles above it.
    while next.len() < MOST_TITLES && is_title(&last) && !has_fields(&last) {
        let Some(line) = next_content(&mut reader, &mut seen) else { break };
        last.clone_from(&line);
        next.push(line);
    }
    if has_fields(&first) || has_fields(&last) {
        next.extend(std::iter::from_fn(|| next_content(&mut reader, &mut seen)).take(MOST_AHEAD - next.len()));
    }
    let lines = FirstLines { first, line, next };
    (lines, io::Cursor::new(seen).chain(reader))
}

/// The first lines of a file with content.
pub(crate) struct FirstLines {
    /// The first one, which is empty if there is none.
    pub(crate) first: String,
    /// The number of the first one, from 1.
    pub(crate) line: u64,
    /// Some lines behind it, if it may be a header.
    pub(crate) next: Vec<String>,
}

/// A reader that ends once: it returns an error, or nothing at its end, again when it is read again. The system reports some errors
/// only once, such as a connection that was reset; the input would then seem to end. A terminal or a growing file has more after an
/// end, which would be read as if it followed.
struct LastingEnd<R> {
    reader: R,
    is_over: bool,
    error: Option<io::Error>,
}

impl<R: BufRead> BufRead for LastingEnd<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let copy = |error: &io::Error| match error.raw_os_error() {
            Some(code) => io::Error::from_raw_os_error(code),
            None => io::Error::new(error.kind(), error.to_string()),
        };
        if let Some(error) = &self.error {
            return Err(copy(error));
        }
        if self.is_over {
            return Ok(&[]);
        }
        let filled = self.reader.fill_buf();
        self.is_over = filled.as_ref().is_ok_and(|filled| filled.is_empty());
        // An interrupted read is repeated by the caller.
        self.error = filled.as_ref().err().filter(|error| error.kind() != io::ErrorKind::Interrupted).map(copy);
        filled
    }

    fn consume(&mut self, amount: usize) {
        self.reader.consume(amount);
    }
}

impl<R: BufRead> Read for LastingEnd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

fn next_content(reader: &mut impl BufRead, seen: &mut Vec<u8>) -> Option<String> {
    let before = seen.len() as u64;
    while (seen.len() as u64) < before + LONGEST_LINE {
        let start = seen.len();
        // An error occurs again when the lines are read, and is reported then.
        if matches!(reader.take(LONGEST_LINE).read_until(b'\n', seen), Ok(0) | Err(_)) {
            return None;
        }
        let bytes = &seen[start..];
        let plain = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
        // In any encoding.
        if plain.starts_with(b"#") || plain.starts_with(b"<!--") && plain.trim_ascii_end().ends_with(b"-->") {
            continue;
        }
        // The declaration of XML may be above a text.
        if plain.starts_with(b"<?xml") && plain.trim_ascii_end().ends_with(b"?>") {
            continue;
        }
        let starts = [&b"<?xml"[..], b"<opensudoku", b"<!--"];
        if starts.iter().any(|start| plain.starts_with(start)) && !plain.contains(&0) {
            return Some("<".into()); // its lines may be of any length
        }
        // A tab may be the delimiter after an empty field.
        let is_cut = |c: char| c.is_whitespace() && c != '\t';
        let line = std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}').trim_matches(is_cut);
        if !line.trim_matches(['\t', ' ', ',', ';']).is_empty() && !line.trim_start().starts_with('#') {
            return Some(line.to_string());
        }
    }
    None
}

/// Returns `true` if a line has control characters, so that it is no text in any encoding.
fn has_controls(line: &[u8]) -> bool {
    line.iter().any(|&byte| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r'))
}

/// Returns `true` for a line of a drawing in code page 437: a row with bars and dots, or a ruler with dashes.
fn is_drawing(line: &[u8]) -> bool {
    let is_of_row = |byte: &u8| byte.is_ascii() || matches!(byte, 0xB3 | 0xBA | 0xF9 | 0xFA | 0xFE);
    let is_of_ruler = |byte: &u8| byte.is_ascii() || matches!(byte, 0xB3..=0xDA);
    let is_ruler = line.iter().any(|byte| matches!(byte, 0xC4 | 0xCD)) && line.iter().all(is_of_ruler);
    (is_ruler || line.iter().all(is_of_row)) && !line.iter().any(u8::is_ascii_alphabetic)
}

/// Returns the character of a byte of a drawing in code page 437, with the same sign for all corners and crossings.
fn drawn(byte: u8) -> char {
    match byte {
        0xB3 | 0xBA => '│',
        0xC4 | 0xCD => '─',
        0xF9 | 0xFA | 0xFE => '·',
        0xB4..=0xDA => '┼',
        _ => char::from(byte),
    }
}

/// Returns the character of a byte in Windows-1252.
pub(crate) fn windows_1252(byte: u8) -> char {
    const FROM_0X80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => FROM_0X80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Returns the grid of a line with its end if it is nothing but 81 digits and dots.
pub(crate) fn plain_grid_of(line: &[u8]) -> Option<Grid> {
    plain_grid(line).filter(|(_, rest)| rest.is_empty()).map(|(grid, _)| grid)
}

/// Returns the grid of the first line if it is nothing but 81 digits and dots, and whole, and the bytes after the line.
fn plain_grid(bytes: &[u8]) -> Option<(Grid, &[u8])> {
    let (cells, rest) = bytes.split_first_chunk::<81>()?;
    let rest = rest.strip_prefix(b"\n").or_else(|| rest.strip_prefix(b"\r\n"))?;
    let numbers = cells.map(|cell| if cell == b'.' { 0 } else { cell.wrapping_sub(b'0') });
    // The scanner knows whether two blanks, 0 and 1, and places of digits are a grid. No early exits, so that the loops are vectorised.
    let least = cells.iter().fold(u8::MAX, |least, &cell| cell.wrapping_sub(b'0').min(least));
    let most = numbers.iter().fold(0, |most, &number| most.max(number));
    let empty = numbers.iter().fold(0_u8, |empty, &number| empty + u8::from(number == 0));
    let is_other = |(number, column): (&u8, &u8)| u8::from((*number != 0) & (number != column));
    let has_others = numbers.iter().zip(&COLUMNS).fold(0, |any, pair| any | is_other(pair)) != 0;
    if most < 2 || !has_others || least == 0 && cells.contains(&b'.') {
        return None;
    }
    let grid = Grid::from_numbers(numbers)?;
    let is_doubtful = empty <= MOST_EMPTY && doubtful_digits(&grid, least == 0).is_some();
    (!is_doubtful && !is_rounded(cells)).then_some((grid, rest))
}

/// The number of the column of each cell, from 1.
const COLUMNS: [u8; 81] = {
    let mut columns = [0; 81];
    let mut at = 0;
    while at < 81 {
        columns[at] = at as u8 % 9 + 1;
        at += 1;
    }
    columns
};

/// The character that programs of old systems write at the end of a file: Ctrl-Z.
const END_OF_FILE: u8 = 0x1A;

/// The lines of a file with their numbers from 1, without their line ends. Lines that are not text are errors.
pub(crate) struct Lines<R> {
    reader: R,
    line: u64,
    is_over: bool,
    /// `true` if the file is known to be text, so that an error in a line never ends it.
    is_text: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Lines<R> {
        Lines { reader, line: 0, is_over: false, is_text: false }
    }

    /// Reads a file that is known to be text. NULs are characters, and a long line is left out.
    pub(crate) fn of_text(reader: R) -> Lines<R> {
        Lines { is_text: true, ..Lines::new(reader) }
    }

    /// Returns `true` if the rest of the file is not read.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Does not read the rest of the file.
    pub(crate) fn stop(&mut self) {
        self.is_over = true;
    }

    /// Reads the next lines that are nothing but 81 digits and dots, and whole in the buffer, at most `most` of them, and passes on
    /// their numbers and grids. Most lines of large files have this form, so no other form is tried. Returns the number of lines.
    pub(crate) fn plain_grids(&mut self, most: usize, mut take: impl FnMut(u64, Grid)) -> usize {
        if self.is_over {
            return 0;
        }
        let Ok(mut rest) = self.reader.fill_buf() else { return 0 }; // an error occurs again when the line is read
        let (filled, before) = (rest.len(), self.line);
        for _ in 0..most {
            let Some((grid, after)) = plain_grid(rest) else { break };
            self.line += 1;
            take(self.line, grid);
            rest = after;
        }
        let read = filled - rest.len();
        self.reader.consume(read);
        (self.line - before) as usize
    }

    /// Returns an error after which the rest of the file is not read.
    fn broken<T>(&mut self, error: LineError) -> Result<T, LineError> {
        self.stop();
        Err(error)
    }

    /// Reads the bytes of the next line, with its end.
    pub(crate) fn next_bytes(&mut self) -> Option<(u64, Result<Vec<u8>, LineError>)> {
        if self.is_over {
            return None;
        }
        self.line += 1;
        let mut bytes = Vec::new();
        let bytes = match self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) => return None,
            Ok(_) if bytes.iter().all(|byte| *byte == END_OF_FILE) => return None,
            Ok(_)
                if self.line == 1
                    && let Some(error) = LineError::of_kind(&bytes) =>
            {
                self.broken(error)
            }
            Ok(_) if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") => {
                match (LineError::of_encoding(&bytes), self.is_text.then(|| self.reader.skip_until(b'\n'))) {
                    (Some(error), _) => self.broken(error),
                    (None, None) => self.broken(LineError::TooLong),
                    (None, Some(Ok(_))) => Err(LineError::TooLong),
                    (None, Some(Err(error))) => self.broken(LineError::Read(error)),
                }
            }
            Ok(_) => Ok(bytes),
            Err(error) => self.broken(LineError::Read(error)),
        };
        Some((self.line, bytes))
    }

    /// Reads the text of the next line.
    pub(crate) fn next_text(&mut self) -> Option<(u64, Result<String, LineError>)> {
        let (line, bytes) = self.next_bytes()?;
        Some((line, bytes.and_then(|bytes| self.text(bytes))))
    }

    /// Returns the text of a line, without its end.
    pub(crate) fn text(&mut self, bytes: Vec<u8>) -> Result<String, LineError> {
        if let Some(error) = LineError::of_encoding(&bytes) {
            return self.broken(error);
        }
        let mut bytes = bytes;
        while bytes.last() == Some(&END_OF_FILE) {
            bytes.pop();
        }
        let nul = bytes.iter().position(|&byte| byte == 0 && !self.is_text);
        let mut text = match String::from_utf8(bytes) {
            Ok(text) if nul.is_none() => text,
            // Names and remarks in a file of a spreadsheet program on Windows. Cells are ASCII in both encodings.
            Err(error) if nul.is_none() && !has_controls(error.as_bytes()) => {
                let character = if is_drawing(error.as_bytes()) { drawn } else { windows_1252 };
                error.as_bytes().iter().map(|&byte| character(byte)).collect()
            }
            Ok(_) => return self.broken(LineError::Binary { byte: 0, position: nul.unwrap_or_default() + 1 }),
            Err(error) => {
                let error = LineError::binary(error.as_bytes(), error.utf8_error());
                return if nul.is_some() { self.broken(error) } else { Err(error) };
            }
        };
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;
    use crate::{ErrorKind, Reader};

    /// Fails at the first read, and then ends.
    struct FailsOnce(bool);

    impl Read for FailsOnce {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, false) { Err(io::ErrorKind::ConnectionReset.into()) } else { Ok(0) }
        }
    }

    /// Has another part after its end, as a terminal or a growing file does.
    struct Parts(Vec<String>);

    impl Read for Parts {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.remove(0).as_bytes().read(buffer)
        }
    }

    #[test]
    fn what_follows_the_end_is_not_read() {
        let grid = ".".repeat(81);
        for first in [format!("{grid}\n"), grid.clone(), format!("puzzle\n{grid}\n"), format!("puzzle\n{grid}")] {
            let parts = [first.clone(), String::new(), grid.clone()];
            let mut reader = Reader::new(BufReader::new(Parts(parts.into())));
            let mut found = Vec::new();
            for _ in 0..4 {
                reader.plain_grids(9, |line, _| found.push(line));
                found.extend(reader.next().map(|next| next.unwrap().line));
            }
            assert_eq!(found.len(), 1, "{first}: {found:?}");
        }
        let mut empty = Reader::new(BufReader::new(Parts(vec![String::new(), grid])));
        assert!(matches!(empty.next().unwrap().unwrap_err().kind, ErrorKind::NoGrid));
    }

    #[test]
    fn an_error_that_occurs_once_is_not_the_end_of_the_file() {
        let grid = ".".repeat(81);
        for text in ["", &grid, &format!("{grid}\n"), &format!("puzzle\n{grid}\n")] {
            let found: Vec<_> = Reader::new(BufReader::new(text.as_bytes().chain(FailsOnce(true)))).collect();
            let last = found.last().unwrap().as_ref().unwrap_err();
            assert!(last.kind.is_unreadable(), "{text}: {last}");
        }
    }
}
