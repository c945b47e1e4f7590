//! SadMan Sudoku, `.sdk`: header lines, nine lines of clues, and sections with the progress.
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
//! A text of several lines has a header line for each. If a file has several puzzles, each starts with an empty line
//! and its header or first section.

use minirow_core::{CandidateSet, Cell, Digit, DigitSet, Grid};
use minirow_text::counted;
use minirow_text::{Board, GridForm, names_other_parts};

use crate::error::ErrorKind;
use crate::fields::{Fields, MOST_FIELDS};
use crate::form::{FileForm, Reading, TextContext, TextParser, separated};
use crate::lines::LONGEST_LINE;
use crate::record::{Record, digits, set_digits};

pub(crate) static SDK: FileForm = FileForm {
    name: "sdk",
    about: "SadMan Sudoku: header lines, nine lines, and a section for the progress",
    endings: &["sdk"],
    reading: Reading::Text(|| Box::new(SdkParser::default())),
    lost_of_board: |_| Vec::new(),
    holds_field: |name, _| {
        TAGS.iter().any(|(_, known)| known.eq_ignore_ascii_case(name)) || section_name(name).is_some()
    },
    write: |record, file, _| separated(file, write(record, file.is_first)),
    ..FileForm::BASE
};

/// Adds header lines and sections to nine lines of digits.
#[derive(Default)]
struct SdkParser {
    /// Header lines that belong to the next puzzle, if it has nine lines. An empty name stands for `[Puzzle]`.
    header: Fields,
    /// The number of bytes of these lines, or of the sections of the open puzzle.
    length: u64,
    section: Option<Section>,
    /// The last puzzle was refused. Its further sections are passed over.
    is_refused: bool,
    /// The rows behind the last `[Puzzle]` or a section cannot be read. What follows may be progress, up to `[Puzzle]`, or a header below an
    /// empty line.
    is_lost: bool,
    /// The last puzzle has the label `[Puzzle]`: behind an error, its progress may follow.
    is_labelled: bool,
    /// The line of the last section that cannot be read.
    lost_section: Option<u64>,
    is_after_empty_line: bool,
}

impl SdkParser {
    /// Ends the open puzzle, if there is one.
    fn close(&mut self, context: &mut TextContext) {
        if context.open().is_some() {
            self.length = 0;
        }
        context.close();
    }

    /// Adds the open section to its puzzle.
    fn end_section(&mut self, context: &mut TextContext) {
        let Some(section) = self.section.take() else { return };
        if let Some(record) = context.open()
            && let Err(error) = section.add_to(record)
        {
            // Without its progress, the puzzle would be another one than that of the file.
            self.is_refused = section.kind != SectionKind::Other;
            if self.is_refused {
                (self.is_lost, self.lost_section) = (true, Some(section.line));
                context.discard();
            } else {
                context.close();
            }
            context.push(section.line, Err(error.at(format!("in [{}]", section.title))));
        }
    }
}

impl TextParser for SdkParser {
    fn resume(&mut self, text: &str, context: &mut TextContext) -> bool {
        let is_after_empty_line = std::mem::replace(&mut self.is_after_empty_line, text.is_empty());
        if let Some(section) = &mut self.section {
            let ends = text.starts_with('#') || section_name(text).is_some();
            // An empty line ends nothing.
            self.length += text.len() as u64 + 1;
            if text.is_empty() || (!ends && self.length <= LONGEST_LINE && section.push(text)) {
                return true;
            }
            self.end_section(context);
        }
        if let Some((field, value)) = header(text) {
            self.close(context);
            self.is_refused = false;
            self.is_lost &= !is_after_empty_line;
            self.is_labelled &= !is_after_empty_line;
            self.length += text.len() as u64 + 1;
            if self.length <= LONGEST_LINE {
                self.header.add_line(field, value);
            }
        }
        false
    }

    fn is_idle(&self) -> bool {
        self.header.is_empty() && self.length == 0 && self.section.is_none() && !self.is_refused && !self.is_lost
    }

    fn begins(&self, text: &str, in_array: bool) -> bool {
        !in_array && section_name(text).is_some()
    }

    fn begin(&mut self, text: &str, context: &mut TextContext) {
        let name = section_name(text).unwrap_or_default();
        if name.eq_ignore_ascii_case("puzzle") {
            self.close(context);
            // Behind another label, it may be that of the progress.
            (self.is_refused, self.is_lost) = (false, self.lost_section == context.line.checked_sub(1));
            self.header.set("", "");
        } else if context.open().is_some() || self.is_refused {
            self.section = Some(Section::new(context.line, name));
        } else if let section = Section::new(context.line, name)
            && (section.kind != SectionKind::Other || names_other_parts(name))
        {
            let error = ErrorKind::form(format!("the section [{name}] without a puzzle"), "[Puzzle] before it");
            context.push(context.line, Err(error));
            // Its rows are no puzzle, nor are the next ones.
            (self.is_lost, self.lost_section) = (true, Some(context.line));
            self.section = Some(section);
        }
        // Another name, such as the tag of a forum, is a remark.
    }

    /// Takes the progress whose label is damaged.
    fn join(&mut self, board: &Board, _start: u64, context: &mut TextContext) -> bool {
        if self.is_lost {
            context.push(
                context.line,
                Err(ErrorKind::form("a grid behind a puzzle that cannot be read", "[Puzzle] before it")),
            );
            return true;
        }
        self.header.is_empty() && context.open().is_some_and(|record| record.join(board))
    }

    fn adopt(&mut self, record: &mut Record, start: u64, context: &mut TextContext) -> bool {
        let (header, length) = (std::mem::take(&mut self.header), std::mem::take(&mut self.length));
        self.is_refused = false;
        // A header belongs to nine lines of digits; elsewhere these lines are comments.
        let is_sdk = !header.is_empty() && context.line >= start + 8 && matches!(record.board, Board::Grid(_));
        self.is_labelled = is_sdk && header.get("").is_some();
        if is_sdk && length > LONGEST_LINE {
            let found = format!("more than {LONGEST_LINE} bytes of header lines");
            context.push(start, Err(ErrorKind::form(found, "a puzzle; the rest of them is left out")));
        }
        if is_sdk {
            for (name, value) in header.iter().filter(|(name, _)| !name.is_empty()) {
                let text = value.text();
                if !text.trim().is_empty() {
                    record.fields.set(name.clone(), text.trim());
                }
            }
        }
        is_sdk
    }

    fn reject(&mut self, _line: u64) {
        self.is_lost |= self.header.get("").is_some() || self.is_labelled;
        (self.header, self.length, self.is_refused) = (Fields::NONE, 0, false);
    }

    fn skip_line(&mut self, context: &mut TextContext) {
        self.end_section(context);
    }

    fn end(&mut self, context: &mut TextContext) {
        self.end_section(context);
    }
}

/// The letters of header lines and their fields.
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

/// Returns the field and the text of a header line.
fn header(line: &str) -> Option<(&'static str, &str)> {
    let mut characters = line.strip_prefix('#')?.chars();
    let letter = characters.next()?;
    let (_, field) = TAGS.into_iter().find(|&(tag, _)| tag == letter)?;
    Some((field, characters.as_str().trim()))
}

/// The fewest characters of a row in brackets, of which some may be lost.
const FEWEST_OF_A_ROW: usize = 5;

/// Returns the name of a section such as `[State]`. An array starts with digits or another bracket.
fn section_name(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '-'))
        && name != "null";
    // The letter of a row is its blank: `[x 8 x x x 5 x x 2]`. One before a number is a name.
    let mut letters = name.chars().filter(char::is_ascii_alphabetic);
    let are_equal = letters.next().is_some_and(|first| letters.all(|letter| letter == first));
    let is_row = name.len() >= FEWEST_OF_A_ROW && are_equal && !name.bytes().skip(1).all(|byte| byte.is_ascii_digit());
    (is_name && !is_row).then_some(name)
}

/// A section that is being read.
#[derive(Debug)]
struct Section {
    /// The line where it starts.
    line: u64,
    title: String,
    kind: SectionKind,
    lines: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SectionKind {
    State,
    PencilMarks,
    Other,
}

impl Section {
    fn new(line: u64, name: &str) -> Section {
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let kind = match plain.to_ascii_lowercase().as_str() {
            "state" => SectionKind::State,
            "pencilmarks" => SectionKind::PencilMarks,
            _ => SectionKind::Other,
        };
        Section { line, title: name.to_string(), kind, lines: Vec::new() }
    }

    /// Adds a line. Returns `false` if the section is full: then the line is no part of it.
    fn push(&mut self, line: &str) -> bool {
        let most = if self.kind == SectionKind::Other { LONGEST_SECTION } else { 9 };
        if self.lines.len() == most {
            return false;
        }
        self.lines.push(line.to_string());
        true
    }

    /// Adds the section to its puzzle.
    fn add_to(&self, record: &mut Record) -> Result<(), ErrorKind> {
        match self.kind {
            SectionKind::State => {
                // The player may have made two rows equal, which no other grid has.
                let are_rows = self.lines.len() == 9 && self.lines.iter().all(|line| line.len() == 9);
                let plain = are_rows.then(|| Grid::from_ascii(self.lines.concat().as_bytes())).flatten();
                let state = plain.map_or_else(|| digits(&self.lines.join("\n")), Ok)?;
                let contradiction = |(cell, clue)| {
                    let found = state.get(cell).map_or("nothing".into(), |digit| digit.to_string());
                    ErrorKind::form(format!("{found} in {cell}"), format!("the clue {clue}"))
                };
                record.set_progress(record.placed_in(&state).map_err(contradiction)?, record.marks());
            }
            SectionKind::PencilMarks => {
                if let Some(marks) = read_marks(&self.lines)? {
                    record.set_progress(record.placed(), Some(marks));
                }
            }
            SectionKind::Other if is_puzzle(&self.lines.join("\n")) => {
                return Err(ErrorKind::form("a puzzle", "[Puzzle] above it"));
            }
            SectionKind::Other if record.fields.len() == MOST_FIELDS => {
                return Err(ErrorKind::too_many_fields(MOST_FIELDS + 1));
            }
            SectionKind::Other => record.fields.set(format!("[{}]", self.title), self.lines.join("\n").as_str()),
        }
        Ok(())
    }
}

/// Returns `true` for a puzzle with exactly one solution.
fn is_puzzle(text: &str) -> bool {
    let board = minirow_text::parse(text).ok();
    board.is_some_and(|board| board.clues().is_ok_and(|grid| !grid.is_full()) && board.has_one_solution())
}

/// Reads the pencilmarks of nine lines. Returns `None` if no cell has any.
fn read_marks(lines: &[String]) -> Result<Option<CandidateSet>, ErrorKind> {
    if lines.len() != 9 {
        return Err(ErrorKind::form(counted(lines.len(), "line"), "9"));
    }
    let mut marks = CandidateSet::EMPTY;
    let mut has_marks = false;
    for (row, line) in lines.iter().enumerate() {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        if cells.len() != 9 {
            return Err(ErrorKind::form(format!("{} in row {}", counted(cells.len(), "cell"), row + 1), "9"));
        }
        for (column, text) in cells.into_iter().enumerate() {
            has_marks |= !text.is_empty();
            let cell = Cell::at(row, column);
            let digit = |character: char| character.to_digit(10).and_then(|number| Digit::new(number as u8));
            let digits = match text {
                "-" => Some(DigitSet::EMPTY),
                text => text.chars().filter(|c| *c != ' ').map(digit).collect(),
            };
            let digits = digits.ok_or_else(|| ErrorKind::form(format!("{text:?} in {cell}"), "digits 1-9"))?;
            set_digits(&mut marks, cell, digits);
        }
    }
    Ok(has_marks.then_some(marks))
}

/// Writes a puzzle. One that is not the first of its file has to show where it begins.
fn write(record: &Record, is_first: bool) -> String {
    let record = record.with_clues();
    let mut text = String::new();
    for (tag, name) in TAGS {
        if let Some(value) = record.fields.text(name) {
            for line in value.trim().lines() {
                text += &format!("#{tag}{}\n", line.trim());
            }
        }
    }
    let nine = |grid: &Grid| GridForm::Grid.write(grid, Some('.')) + "\n";
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
