//! The puzzles of a file, each with the line that it starts in.

use std::io::Read;
use std::path::Path;
use std::{fs, io};

use anyhow::{Context, anyhow};
use minirow_core::{Grid, Puzzle};
use minirow_formats::{Fields, Reader};

use crate::WrongUse;

/// The grids of a file; at least one.
#[derive(Debug)]
pub(crate) struct Puzzles {
    /// The name of the file, without its folder.
    pub(crate) name: String,
    /// The line that each grid starts in, counted from 1.
    pub(crate) lines: Vec<u64>,
    pub(crate) grids: Vec<Grid>,
    /// The other values that the file has for each grid.
    pub(crate) fields: Vec<Fields>,
}

impl Puzzles {
    /// Returns the place of a grid: `file:line`.
    pub(crate) fn place(&self, index: usize) -> String {
        format!("{}:{}", self.name, self.lines[index])
    }

    /// Returns the puzzles.
    ///
    /// # Errors
    /// If a grid has not exactly one solution.
    pub(crate) fn proper(&self) -> anyhow::Result<Vec<Puzzle>> {
        let proper = |(index, grid): (usize, &Grid)| {
            Puzzle::new(*grid).map_err(|error| anyhow!("{}: {error}: {grid}", self.place(index)))
        };
        self.grids.iter().enumerate().map(proper).collect()
    }
}

/// Reads a file in any form, or standard input for `-`.
///
/// # Errors
/// If the file cannot be read, or at its first line without a grid: figures for the rest of a damaged file would be compared
/// with others by mistake.
pub(crate) fn read(path: &Path) -> anyhow::Result<Puzzles> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().read_to_end(&mut bytes).map(drop)
    } else {
        fs::read(path).map(|read| bytes = read)
    };
    read.with_context(|| WrongUse(format!("{}: could not be read", path.display())))?;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    parse(&name, &bytes)
}

fn parse(name: &str, bytes: &[u8]) -> anyhow::Result<Puzzles> {
    let mut puzzles = Puzzles { name: name.to_owned(), lines: Vec::new(), grids: Vec::new(), fields: Vec::new() };
    for found in Reader::new(bytes) {
        let found = found.map_err(|error| anyhow!("{name}:{}: {}", error.line, error.kind))?;
        // No peer reads candidates.
        let clues = found.record.board.clues().with_context(|| format!("{name}:{}", found.line))?;
        puzzles.grids.push(*clues);
        puzzles.lines.push(found.line);
        puzzles.fields.push(found.record.fields);
    }
    Ok(puzzles)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";

    fn error(text: &str) -> String {
        format!("{:#}", parse("some.txt", text.as_bytes()).unwrap_err())
    }

    #[test]
    fn grids_keep_their_lines_in_any_text_form() {
        let rows = LINE.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect::<Vec<_>>().join("\r\n");
        let text = format!("\u{feff}# a comment\n\n{LINE} hard\n{rows}\n\n{LINE}\n");
        let puzzles = parse("some.txt", text.as_bytes()).unwrap();
        assert_eq!(puzzles.lines, [3, 4, 14]);
        assert_eq!(puzzles.grids, [LINE.parse().unwrap(); 3]);
        assert_eq!(puzzles.place(2), "some.txt:14");
    }

    #[test]
    fn the_column_of_puzzles_is_read_from_csv() {
        let text = format!("\u{feff}id,puzzle,er\n1,{LINE},2.3\n\n2,\"{LINE}\",2.3\n");
        let puzzles = parse("some.csv", text.as_bytes()).unwrap();
        assert_eq!(puzzles.lines, [2, 4]);
        assert_eq!(puzzles.grids, [LINE.parse().unwrap(); 2]);
        assert_eq!(puzzles.fields[1].text("er").as_deref(), Some("2.3"));
        assert!(error(&format!("puzzle,er\n{LINE},2.3\n53..7,1.2\n")).starts_with("some.txt:3: found 5 cells"));
    }

    #[test]
    fn a_line_without_a_grid_is_reported() {
        assert!(error(&format!("{LINE}\n{}\n", &LINE[1..])).starts_with("some.txt:2: found 80 cells in a line"));
        assert!(error(&"123456789".repeat(81)).starts_with("some.txt:1: found 729 candidates"));
        assert_eq!(
            error("# nothing but a remark\n"),
            "some.txt:1: found no grid, expected at least one (81 characters, nine lines, JSON, XML, or CSV with a puzzle column)"
        );
    }
}
