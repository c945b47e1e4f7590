//! The columns of tables and the keys of objects, for CSV and JSON lines.

use std::sync::Arc;

use csv::StringRecord;
use minirow_text::{Board, GridForm, counted};

use crate::cell_names::cell_columns;
use crate::csv_record::{csv_delimiter, csv_fields};
use crate::error::ErrorKind;
use crate::fields::{MOST_FIELDS, repeated_name};
use crate::record::Record;

/// The names of the column of puzzles: that of this program, and those of well-known data sets. The first one that a table has is
/// the column.
pub const PUZZLE_COLUMNS: [&str; 8] =
    ["puzzle", "quizzes", "question", "sudoku", "unsolved", "initial_board", "board", "grid"];

/// The names of columns of CSV that have the puzzles in some tables, if they hold boards: in others, they hold numbers or dates. They count if
/// none of [`PUZZLE_COLUMNS`] is there.
const OTHER_COLUMNS: &[&str] = &[
    "puzzle_string",
    "quiz",
    "problem",
    "initial",
    "givens",
    "clues",
    "cells",
    "start",
    "input",
    "rätsel",
    "aufgabe",
    "grille",
];

/// Returns the names of the columns that may have the puzzles of a table, of which the first have them in any case.
pub(crate) fn board_columns(has_puzzles: bool) -> &'static [&'static str] {
    if has_puzzles { &PUZZLE_COLUMNS } else { OTHER_COLUMNS }
}

/// Returns `true` for the name of a column that may have puzzles.
pub(crate) fn may_be_board_column(name: &str) -> bool {
    is_puzzle_column(name) || OTHER_COLUMNS.iter().any(|known| known.eq_ignore_ascii_case(name_of(name)))
}

/// The fewest characters of a board.
const FEWEST_OF_A_BOARD: usize = 64;

/// Returns `true` for a value that is a board, or hardly anything but one with an error.
pub(crate) fn may_be_board(value: &str) -> bool {
    let cells = value.bytes().filter(|byte| byte.is_ascii_digit() || b"._-*".contains(byte)).count();
    value.len() >= FEWEST_OF_A_BOARD && (4 * cells >= 3 * value.len() || minirow_text::parse(value).is_ok())
}

/// Returns `true` for the name of a column of puzzles.
pub(crate) fn is_puzzle_column(name: &str) -> bool {
    PUZZLE_COLUMNS.iter().any(|known| known.eq_ignore_ascii_case(name_of(name)))
}

/// The most lines of text above the header of a table.
pub(crate) const MOST_TITLES: usize = 3;

/// Returns `true` for a line that may be above the header of a table: a title, or the delimiter for a spreadsheet program, `sep=;`.
pub(crate) fn is_title(line: &str) -> bool {
    let cells = line.bytes().filter(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let delimiter = csv_delimiter(line);
    let filled = line.split(delimiter).filter(|field| !field.trim().is_empty()).count();
    filled == 1 && cells < 9 && !is_puzzle_column(line) && !line.trim_start().starts_with(['[', '{', '<'])
}

/// Returns `true` for the header of a table that has several columns, one of puzzles or those of the cells of rows in order among them.
pub(crate) fn is_named_header(line: &str) -> bool {
    let names = csv_fields(line, csv_delimiter(line));
    let has_cells = || cell_columns(names.iter()).is_some_and(|cells| cells.is_ok_and(|cells| cells.is_sorted()));
    names.len() > 1
        && (names.iter().any(is_puzzle_column) || has_cells())
        && names.iter().all(|name| name_of(name).len() < 81)
}

/// Returns the number of lines of text above the header of a table, which are the first of some lines.
pub(crate) fn titles_above_header<'a>(mut lines: impl Iterator<Item = &'a str> + Clone) -> usize {
    let titles = lines.clone().take(MOST_TITLES).take_while(|line| is_title(line)).count();
    if lines.nth(titles).is_some_and(is_named_header) { titles } else { 0 }
}

/// The names of the column of solutions.
pub const SOLUTION_COLUMNS: [&str; 4] = ["solution", "solutions", "answer", "solved"];

/// Returns the solution that is directly behind a puzzle in a text of 162 cells.
pub(crate) fn solution_behind(puzzle: &str) -> Option<String> {
    puzzle.trim().split_at_checked(81).filter(|(_, solution)| solution.len() == 81).map(|(_, solution)| solution.into())
}

/// Returns a name that no other column has: with more underscores at its end.
pub(crate) fn free_name<'a>(name: &str, others: impl Iterator<Item = &'a str> + Clone) -> Arc<str> {
    let mut name = name.to_string();
    while others.clone().any(|other| other.eq_ignore_ascii_case(&name)) {
        name.push('_');
    }
    name.into()
}

/// The column of the number of clues. A reader ignores it if the number is right.
pub(crate) const CLUES: &str = "clues";

/// The header of a table. A column without a name is called `column_2`, by its place, so that its values are kept.
///
/// ```
/// use minirow_formats::{TableHeader, csv_fields};
/// let header = TableHeader::of(&csv_fields("puzzle, er,,", ','))?;
/// assert_eq!(header.names().collect::<Vec<_>>(), ["puzzle", "er", "column_3", "column_4"]);
/// assert!(TableHeader::of(&csv_fields("puzzle,er,ER", ',')).is_err());
/// # Ok::<(), minirow_formats::ErrorKind>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableHeader {
    names: Vec<Arc<str>>,
    /// `true` for each column with a name in the file.
    is_named: Vec<bool>,
    /// `true` if 81 columns are those of the cells.
    has_cells: bool,
    /// `true` if its line ends as those of Windows do.
    pub(crate) is_of_windows: bool,
}

impl TableHeader {
    /// Reads the names of the columns.
    ///
    /// # Errors
    /// Returns an error if there are more than 4,096 columns, or two have the same name. Names that differ in case only are equal.
    pub fn of(header: &StringRecord) -> Result<TableHeader, ErrorKind> {
        let found: Vec<&str> = header.iter().map(name_of).collect();
        if found.len() > MOST_FIELDS {
            return Err(ErrorKind::form(counted(found.len(), "column"), format!("at most {MOST_FIELDS}")));
        }
        let is_named: Vec<bool> = found.iter().map(|name| !name.is_empty()).collect();
        if let Some(name) = repeated_name(found.iter().copied().filter(|name| !name.is_empty())) {
            return Err(ErrorKind::form(format!("two columns {name:?}"), "names that differ"));
        }
        let name = |(place, name): (usize, &&str)| match name.is_empty() {
            true => free_name(&format!("column_{}", place + 1), found.iter().copied()),
            false => (*name).into(),
        };
        let names = found.iter().enumerate().map(name).collect();
        let has_cells = cell_columns(found.iter().copied()).is_some();
        Ok(TableHeader { names, is_named, has_cells, is_of_windows: false })
    }

    /// Gives a column `puzzle` another name if the puzzles are in another column, which is written under that name.
    pub(crate) fn rename_other_puzzle(&mut self, puzzle: &[usize]) {
        let is_puzzle = |name: &Arc<str>| name.eq_ignore_ascii_case(PUZZLE_COLUMNS[0]);
        if let Some(place) = self.names.iter().position(is_puzzle).filter(|place| !puzzle.contains(place)) {
            self.names[place] = free_name(&format!("{}_", self.names[place]), self.names());
        }
    }

    /// Returns the end of its line.
    pub fn line_end(&self) -> &'static str {
        if self.is_of_windows { "\r\n" } else { "\n" }
    }

    /// Returns the names, in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.names.iter().map(|name| &**name)
    }

    /// Returns the names that the file does not have.
    pub fn made_names(&self) -> impl Iterator<Item = &str> {
        self.names().zip(&self.is_named).filter(|(_, is_named)| !**is_named).map(|(name, _)| name)
    }

    /// Returns the columns that hold values of a row: those with a name in the file, and others with a value.
    pub(crate) fn fields<'a>(&self, values: &'a StringRecord) -> impl Iterator<Item = (usize, &Arc<str>, &'a str)> {
        let columns = self.names.iter().zip(values).enumerate();
        let is_there = |(place, (_, value)): &(usize, (_, &str))| self.is_named[*place] || !value.is_empty();
        columns.filter(is_there).map(|(place, (name, value))| (place, name, value))
    }

    /// Returns `true` if a row has as many fields as the header. Delimiters after the last field do no harm, in the row or in the
    /// header. A row with any other number of fields was cut off, or its values are in the wrong columns.
    ///
    /// ```
    /// use minirow_formats::{TableHeader, csv_fields};
    /// let header = TableHeader::of(&csv_fields("puzzle,er,", ','))?;
    /// let fits = |row| header.fits(&csv_fields(row, ','));
    /// assert!(fits("1,2") && fits("1,2,,, ") && !fits("1") && !fits("1,2,,4"));
    /// # Ok::<(), minirow_formats::ErrorKind>(())
    /// ```
    pub fn fits(&self, values: &StringRecord) -> bool {
        let mut more = values.iter().skip(self.names.len());
        let named = self.is_named.iter().rposition(|&is_named| is_named).map_or(0, |last| last + 1);
        // An empty field more may be a cell.
        values.len() >= named && more.all(|value| !self.has_cells && value.trim().is_empty())
    }
}

/// Returns the puzzle among the boards of columns that may have it, and the column of its solution if one of them is that.
///
/// # Errors
/// If two boards differ, and none is the solution of the other.
pub(crate) fn puzzle_of<'a, C: Copy + PartialEq>(
    boards: &[(C, Board)],
    name: impl Fn(C) -> &'a str,
) -> Result<(C, Board, Option<C>), ErrorKind> {
    let solves = |solution: &Board, puzzle: &Board| match (solution, puzzle) {
        (Board::Grid(solution), Board::Grid(puzzle)) => {
            let is_solution = solution.is_full() && solution.clash().is_none();
            is_solution && solution.within(puzzle.pattern()) == *puzzle
        }
        _ => false,
    };
    let (mut puzzle, mut solution) = (boards[0], None);
    for &board in &boards[1..] {
        match (puzzle, board) {
            ((_, one), (_, other)) if one == other => {}
            ((_, one), (column, other)) if solves(&other, &one) => solution = solution.or(Some(column)),
            ((column, one), (_, other)) if solves(&one, &other) => (puzzle, solution) = (board, Some(column)),
            ((column, _), (other, _)) => {
                let found = format!("boards in {} and {}", name(column), name(other));
                return Err(ErrorKind::form(found, "one, or a solution beside it"));
            }
        }
    }
    Ok((puzzle.0, puzzle.1, solution))
}

/// Returns the name of a column in a field of a header.
pub(crate) fn name_of(field: &str) -> &str {
    field.trim_start_matches('\u{feff}').trim()
}

/// Returns `true` if a text is the number of clues of a board.
pub(crate) fn is_count(text: &str, board: &Board) -> bool {
    text.trim().parse() == Ok(Record::from(*board).clues().clue_count())
}

/// Returns the values of a record in addition to its fields: puzzle, solution, number of clues, and progress. A record with
/// a field for the number of clues has no second one.
pub(crate) fn known_values(record: &Record, blank: char) -> impl Iterator<Item = (&str, String)> {
    let puzzle = match &record.board {
        Board::Grid(grid) => GridForm::Line.write(grid, Some(blank)),
        Board::Candidates(candidates) => candidates.to_string(),
    };
    let clues = record.fields.get(CLUES).is_none().then(|| record.clues().clue_count().to_string());
    let state = record.has_placed().then(|| GridForm::Line.write(&record.state(), Some(blank)));
    let candidates = record.marks().map(|marks| marks.to_string());
    [
        ("puzzle", Some(puzzle)),
        ("solution", record.solution.clone()),
        (CLUES, clues),
        ("state", state),
        ("candidates", candidates),
    ]
    .into_iter()
    .filter_map(|(name, text)| Some((name, text?)))
}
