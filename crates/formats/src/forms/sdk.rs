//! SadMan Sudoku, `.sdk`: header lines, nine lines of clues, and sections for what was done.
//!
//! ```text
//! #ARuud                 author; also D description, C comment, B date, S source, L level, U url
//! #LEasy
//! [Puzzle]               may be left out if no other section follows
//! 2..1.5..3
//! ...
//! [State]                clues and placed digits
//! [PencilMarks]          nine lines of nine cells with commas between them
//! [Colors]               or any other name: kept as it is
//! ```
//!
//! A text of several lines has a header line for each. Of several puzzles in a file each starts with its header or its
//! first section, and an empty line before.

use minirow_core::text::{self, Board, Form};
use minirow_core::{CandidateSet, Cell, Digit, DigitSet, Grid};

use crate::record::{Record, set_digits};

/// The letters of header lines, and what fields they are.
const TAGS: [(char, &str); 7] = [
    ('A', "author"),
    ('D', "description"),
    ('C', "comment"),
    ('B', "date"),
    ('S', "source"),
    ('L', "level"),
    ('U', "url"),
];

/// More lines than any section has; what follows is not part of it.
const LONGEST_SECTION: usize = 81;

pub(crate) fn holds(field: &str) -> bool {
    TAGS.iter().any(|(_, name)| name.eq_ignore_ascii_case(field)) || section_name(field).is_some()
}

/// The field and the text of a header line.
pub(crate) fn header(line: &str) -> Option<(&'static str, &str)> {
    let mut characters = line.strip_prefix('#')?.chars();
    let letter = characters.next()?;
    let (_, field) = TAGS.into_iter().find(|&(tag, _)| tag == letter)?;
    Some((field, characters.as_str().trim()))
}

/// The name of a section such as `[State]`. An array starts with digits or another bracket.
pub(crate) fn section_name(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '-'))
        && name != "null";
    is_name.then_some(name)
}

/// A section that is being read.
#[derive(Debug)]
pub(crate) struct Section {
    /// Where it starts.
    pub(crate) line: u64,
    title: String,
    kind: Kind,
    lines: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    State,
    PencilMarks,
    Other,
}

impl Section {
    pub(crate) fn new(line: u64, name: &str) -> Section {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let kind = match plain.to_ascii_lowercase().as_str() {
            "state" => Kind::State,
            "pencilmarks" => Kind::PencilMarks,
            _ => Kind::Other,
        };
        Section { line, title: name.to_string(), kind, lines: Vec::new() }
    }

    /// Takes a line. False if it can hold no more: then the line is no part of it.
    pub(crate) fn push(&mut self, line: &str) -> bool {
        let most = if self.kind == Kind::Other { LONGEST_SECTION } else { 9 };
        if self.lines.len() == most {
            return false;
        }
        self.lines.push(line.to_string());
        true
    }

    /// Adds it to its puzzle.
    pub(crate) fn end(self, record: &mut Record) -> Result<(), String> {
        let Section { title, kind, lines, .. } = self;
        let placed = |record: &Record| record.progress.as_ref().map_or(Grid::EMPTY, |progress| progress.placed);
        match kind {
            Kind::State => {
                let state = match text::parse(&lines.join("\n")) {
                    Ok(Board::Grid(state)) => state,
                    Ok(Board::Candidates(_)) => return Err(format!("found candidates in [{title}], expected digits")),
                    Err(error) => return Err(format!("{error}, in [{title}]")),
                };
                let placed = record.placed_in(&state).map_err(|(cell, clue)| {
                    let found = state.get(cell).map_or("nothing".to_string(), |digit| digit.to_string());
                    format!("found {found} in {cell} of [{title}], expected the clue {clue}")
                })?;
                let marks = record.marks();
                record.set_progress(placed, marks);
            }
            Kind::PencilMarks => {
                if let Some(marks) = read_marks(&title, &lines)? {
                    let placed = placed(record);
                    record.set_progress(placed, Some(marks));
                }
            }
            Kind::Other => record.fields.set(format!("[{title}]"), lines.join("\n").as_str()),
        }
        Ok(())
    }
}

/// The marks of nine lines; nothing if no cell has any, which is how it is before somebody has begun.
fn read_marks(title: &str, lines: &[String]) -> Result<Option<CandidateSet>, String> {
    if lines.len() != 9 {
        return Err(format!("found {} lines in [{title}], expected 9", lines.len()));
    }
    let mut marks = CandidateSet::EMPTY;
    let mut is_said = false;
    for (row, line) in lines.iter().enumerate() {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if cells.len() != 9 {
            return Err(format!("found {} cells in row {} of [{title}], expected 9", cells.len(), row + 1));
        }
        for (column, text) in cells.into_iter().enumerate() {
            is_said |= !text.is_empty();
            let cell = Cell::at(row, column);
            let digit = |character: char| character.to_digit(10).and_then(|number| Digit::new(number as u8));
            let digits = match text {
                "-" => Some(DigitSet::EMPTY),
                text => text.chars().filter(|c| *c != ' ').map(digit).collect::<Option<DigitSet>>(),
            };
            let digits = digits.ok_or_else(|| format!("found {text:?} in {cell} of [{title}], expected digits 1-9"))?;
            set_digits(&mut marks, cell, digits);
        }
    }
    Ok(is_said.then_some(marks))
}

/// Writes a puzzle. One that is not the first of its file has to show where it begins.
pub(crate) fn write(record: &Record, is_first: bool) -> String {
    let record = record.with_clues();
    let mut text = String::new();
    for (tag, name) in TAGS {
        if let Some(value) = record.fields.text(name) {
            for line in value.trim().lines() {
                text += &format!("#{tag}{}\n", line.trim());
            }
        }
    }
    let nine = |grid: &Grid| grid.to_text(Form::Grid, Some('.')) + "\n";
    let others: Vec<_> = record.fields.iter().filter(|(name, _)| section_name(name).is_some()).collect();
    if record.progress.is_none() && others.is_empty() && (is_first || !text.is_empty()) {
        return text + &nine(&record.grid());
    }
    text += &format!("[Puzzle]\n{}", nine(&record.grid()));
    if record.has_placed() {
        text += &format!("[State]\n{}", nine(&record.state()));
    }
    if let Some(marks) = record.marks() {
        text += "[PencilMarks]\n";
        let state = record.state();
        for row in 0..9 {
            let cell = |column: usize| match Cell::at(row, column) {
                cell if state.get(cell).is_some() => String::new(),
                cell if marks.digits(cell).is_empty() => "-".into(),
                cell => marks.digits(cell).to_string(),
            };
            text += &format!("{}\n", (0..9).map(cell).collect::<Vec<_>>().join(","));
        }
    }
    for (title, lines) in others {
        text += &format!("{title}\n");
        for line in lines.text().lines().filter(|line| !line.trim().is_empty()) {
            text += &format!("{line}\n");
        }
    }
    text
}
