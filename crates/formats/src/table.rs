//! The columns of tables and the keys of objects, for CSV and JSON lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use csv::StringRecord;
use minirow_core::text::{Board, GridForm, counted};

use crate::error::ErrorKind;
use crate::fields::{MOST_FIELDS, repeated_name};
use crate::record::Record;

/// The names of the column of puzzles: that of this program, and those of well-known data sets. The first one that a table has is
/// the column.
pub const PUZZLE_COLUMNS: [&str; 8] =
    ["puzzle", "quizzes", "question", "sudoku", "unsolved", "initial_board", "board", "grid"];

/// Returns `true` for the name of a column of puzzles.
pub(crate) fn is_puzzle_column(name: &str) -> bool {
    PUZZLE_COLUMNS.iter().any(|known| known.eq_ignore_ascii_case(name_of(name)))
}

/// The names of the column of solutions.
pub const SOLUTION_COLUMNS: [&str; 4] = ["solution", "solutions", "answer", "solved"];

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
        let name = |(place, name): (usize, &&str)| {
            let mut name = name.to_string();
            if name.is_empty() {
                name = format!("column_{}", place + 1);
                while found.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
                    name.push('_');
                }
            }
            name.into()
        };
        let has_cells = cell_columns(found.iter().copied()).is_some();
        Ok(TableHeader { names: found.iter().enumerate().map(name).collect(), is_named, has_cells })
    }

    /// Returns the names, in order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
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

/// Returns the columns of the cells, if 81 names have the rows and columns of them, such as `r1c1`, or their numbers. For the names `A1` to
/// `I9` in another order than that of rows there are none, because programs differ in what the letter is.
pub(crate) fn cell_columns<'a>(names: impl Iterator<Item = &'a str>) -> Option<Vec<usize>> {
    // The numbers of the columns with the same words, and their words.
    let mut kinds: BTreeMap<String, Vec<(usize, Vec<usize>)>> = BTreeMap::new();
    for (column, name) in names.enumerate() {
        let name = name_of(name).to_ascii_lowercase();
        let parts = name.split(|character: char| !character.is_ascii_digit()).filter(|part| !part.is_empty());
        let numbers: Vec<usize> = parts.map(str::parse).collect::<Result<_, _>>().ok()?;
        let words = name.split(|character: char| character.is_ascii_digit()).filter(|part| !part.is_empty());
        kinds.entry(words.collect::<Vec<_>>().join("#")).or_default().push((column, numbers));
    }
    let letters: Vec<(char, usize, usize)> = ('a'..='i')
        .flat_map(|letter| kinds.get(&letter.to_string()).into_iter().flatten().map(move |column| (letter, column)))
        .filter_map(|(letter, (place, numbers))| match numbers[..] {
            [number @ 1..=9] => Some((letter, *place, number)),
            _ => None,
        })
        .collect();
    if letters.len() == 81 {
        let mut cells: Vec<(usize, usize, usize)> = letters
            .iter()
            .map(|&(letter, place, number)| (place, letter as usize - 'a' as usize, number - 1))
            .collect();
        cells.sort_unstable();
        let are_rows = cells.iter().enumerate().all(|(cell, (_, row, column))| cell == 9 * row + column)
            || cells.iter().enumerate().all(|(cell, (_, column, row))| cell == 9 * row + column);
        return Some(if are_rows { cells.into_iter().map(|(place, ..)| place).collect() } else { Vec::new() });
    }
    let mut kinds = kinds.into_iter().filter(|(_, columns)| columns.len() == 81);
    let (Some((words, columns)), None) = (kinds.next(), kinds.next()) else { return None };
    let is_column_first = words.starts_with('c') && words.contains("#r");
    let pairs = columns.iter().map(|(_, numbers)| match numbers[..] {
        [number] => Some([number / 10, number % 10]),
        [row, column] => Some(if is_column_first { [column, row] } else { [row, column] }),
        _ => None,
    });
    let pairs: Vec<[usize; 2]> = pairs.collect::<Option<_>>()?;
    let numbers = columns.iter().map(|(_, numbers)| numbers[0]);
    [
        pairs.iter().map(|&[row, column]| Some(9 * row.checked_sub(1)? + column.checked_sub(1)?)).collect(),
        pairs.iter().map(|&[row, column]| (column < 9).then_some(9 * row + column)).collect(),
        numbers.clone().map(|number| number.checked_sub(1)).collect(),
        numbers.map(Some).collect(),
    ]
    .into_iter()
    .find_map(|cells: Option<Vec<usize>>| {
        let mut places: Vec<(usize, usize)> =
            cells?.into_iter().zip(columns.iter().map(|(column, _)| *column)).collect();
        places.sort_unstable();
        let are_all = places.iter().enumerate().all(|(cell, (known, _))| cell == *known);
        are_all.then(|| places.into_iter().map(|(_, column)| column).collect())
    })
}

/// Returns the cells with names such as `r1c1`, or `A1`, `B1` in the order of rows, which differ and may be those of clues only. `None` if
/// there are other names.
///
/// # Errors
/// If the letters may be rows: a program that sorts its names has the order `A1`, `A2`, whatever the letter is.
pub(crate) fn named_cells<'a>(names: impl Iterator<Item = &'a str>) -> Option<Result<Vec<usize>, ErrorKind>> {
    let (mut cells, mut letters) = (Vec::new(), Vec::new());
    for name in names {
        match name.to_ascii_lowercase().as_bytes() {
            [b'r', row @ b'1'..=b'9', b'c', column @ b'1'..=b'9'] => {
                cells.push(usize::from(9 * (row - b'1') + column - b'1'));
            }
            [letter @ b'a'..=b'i', number @ b'1'..=b'9'] => {
                letters.push([usize::from(letter - b'a'), usize::from(number - b'1')]);
            }
            _ => return None,
        }
    }
    if cells.len() + letters.len() < 17 {
        return None;
    }
    let by = |first: usize| letters.iter().map(move |letter| 9 * letter[first] + letter[1 - first]);
    Some(match (letters.is_empty(), cells.is_empty() && by(1).is_sorted() && !by(0).is_sorted()) {
        (true, _) => Ok(cells),
        (_, true) => Ok(by(1).collect()),
        _ => Err(ErrorKind::form("cells of which the letters may be rows or columns", "the names r1c1 to r9c9")),
    })
}

/// Returns the name of a column in a field of a header.
pub(crate) fn name_of(field: &str) -> &str {
    field.trim_start_matches('\u{feff}').trim()
}

/// Returns `true` if a text is the number of clues of a board.
pub(crate) fn is_count(text: &str, board: &Board) -> bool {
    text.trim().parse() == Ok(Record::from(*board).grid().clue_count())
}

/// Returns the values of a record in addition to its fields: puzzle, solution, number of clues, and progress. A record with
/// a field for the number of clues has no second one.
pub(crate) fn known_values(record: &Record, blank: char) -> impl Iterator<Item = (&str, String)> {
    let puzzle = match &record.board {
        Board::Grid(grid) => grid.to_text(GridForm::Line, Some(blank)),
        Board::Candidates(candidates) => candidates.to_string(),
    };
    let clues = record.fields.get(CLUES).is_none().then(|| record.grid().clue_count().to_string());
    let state = record.has_placed().then(|| record.state().to_text(GridForm::Line, Some(blank)));
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
