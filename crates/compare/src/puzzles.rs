//! The puzzles of a file, each with the line it was found at.

use std::io::Read;
use std::path::Path;
use std::{fs, io};

use anyhow::Context;
use csv::{ReaderBuilder, StringRecord};
use minirow_core::Grid;
use minirow_core::text::{ParseError, Scanner};

use crate::WrongUse;

/// What a file holds; never empty.
#[derive(Debug)]
pub(crate) struct Puzzles {
    /// The name of the file, without its folder.
    pub(crate) name: String,
    /// Where each grid starts; lines count from 1.
    pub(crate) lines: Vec<usize>,
    pub(crate) grids: Vec<Grid>,
}

impl Puzzles {
    /// Where to look for a grid: `file:line`.
    pub(crate) fn place(&self, index: usize) -> String {
        format!("{}:{}", self.name, self.lines[index])
    }
}

/// Reads a file, or stdin for `-`, in any of the text forms of a grid.
///
/// The first bad line ends it: figures for whatever was left of a broken file would be compared with others by mistake.
pub(crate) fn read(path: &Path) -> anyhow::Result<Puzzles> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().read_to_end(&mut bytes).map(drop)
    } else {
        fs::read(path).map(|read| bytes = read)
    };
    read.with_context(|| WrongUse(format!("{}: could not be read", path.display())))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    parse(&name, &String::from_utf8_lossy(&bytes))
}

fn parse(name: &str, text: &str) -> anyhow::Result<Puzzles> {
    let column = puzzle_column(text).with_context(|| name.to_owned())?;
    let text = column.as_deref().unwrap_or(text);
    let mut scanner = Scanner::new();
    for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines() {
        scanner.push(line);
    }
    scanner.finish();
    let mut puzzles = Puzzles { name: name.to_owned(), lines: Vec::new(), grids: Vec::new() };
    while let Some(scanned) = scanner.pop() {
        let place = format!("{name}:{}", scanned.line);
        let board = scanned.result.context(place.clone())?;
        // No peer reads candidates.
        puzzles.grids.push(*board.clues().context(place)?);
        puzzles.lines.push(scanned.line);
    }
    if puzzles.grids.is_empty() {
        return Err(ParseError::Nothing).context(name.to_owned());
    }
    Ok(puzzles)
}

/// Of a CSV file with a column `puzzle`, that column alone, each grid in the line where it was.
fn puzzle_column(text: &str) -> anyhow::Result<Option<String>> {
    let mut lines = text.strip_prefix('\u{feff}').unwrap_or(text).lines();
    let Some(column) = fields(lines.next().unwrap_or_default())?.iter().position(|name| name == "puzzle") else {
        return Ok(None);
    };
    let mut grids = "\n".to_owned(); // in the place of the header
    for line in lines {
        grids += fields(line)?.get(column).unwrap_or_default();
        grids.push('\n');
    }
    Ok(Some(grids))
}

/// The fields of a line of CSV.
fn fields(line: &str) -> csv::Result<StringRecord> {
    let mut record = StringRecord::new();
    let mut reader = ReaderBuilder::new();
    reader.has_headers(false).comment(Some(b'#')).buffer_capacity(512);
    reader.from_reader(line.as_bytes()).read_record(&mut record)?;
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";

    fn error(text: &str) -> String {
        format!("{:#}", parse("some.txt", text).unwrap_err())
    }

    #[test]
    fn grids_keep_their_lines_in_any_text_form() {
        let rows = LINE.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect::<Vec<_>>().join("\r\n");
        let puzzles = parse("some.txt", &format!("\u{feff}# a comment\n\n{LINE} hard\n{rows}\n\n{LINE}\n")).unwrap();
        assert_eq!(puzzles.lines, [3, 4, 14]);
        assert_eq!(puzzles.grids, [LINE.parse().unwrap(); 3]);
        assert_eq!(puzzles.place(2), "some.txt:14");
    }

    #[test]
    fn of_csv_the_column_of_puzzles_is_read() {
        let puzzles = parse("some.csv", &format!("\u{feff}id,puzzle,er\n1,{LINE},2.3\n\n2,\"{LINE}\",2.3\n")).unwrap();
        assert_eq!(puzzles.lines, [2, 4]);
        assert_eq!(puzzles.grids, [LINE.parse().unwrap(); 2]);
        assert!(error(&format!("puzzle,er\n{LINE},2.3\n53..7,1.2\n")).starts_with("some.txt:3: found 5 cells"));
    }

    #[test]
    fn what_is_not_a_grid_is_reported_with_its_line() {
        assert!(error(&format!("{LINE}\n53..7\n")).starts_with("some.txt:2: found 5 cells in a line"));
        assert!(error(&"123456789".repeat(81)).starts_with("some.txt:1: found 729 candidates"));
        assert_eq!(error("# nothing but talk\n"), "some.txt: found no grid, expected 81 cells");
    }
}
