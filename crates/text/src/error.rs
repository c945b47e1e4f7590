//! Errors of parsing a grid.

use super::counted;

/// The error for a text without a grid. It tells what was found and what was expected; positions count from 1.
///
/// ```
/// use minirow_text::ParseError;
/// let error = minirow_text::parse("53..7").unwrap_err();
/// assert_eq!(error, ParseError::Length(5));
/// assert_eq!(error.to_string(), "found 5 cells in a line, expected 81 (or 9 for a row)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// The text has no grid.
    #[error("found no grid, expected 81 cells")]
    Nothing,
    /// The text has several grids.
    #[error("found several grids, expected one")]
    Several,
    /// A character is neither a digit nor a blank.
    #[error("found {found:?} at position {at}, expected a digit 1-9 or a blank (one of . 0 _ * -)")]
    Character {
        /// The character.
        found: char,
        /// Its position in the line, counted in characters.
        at: usize,
    },
    /// A line has neither 81 cells (a grid), nor nine (a row), nor 729 candidates.
    #[error("found {} in a line, expected 81 (or 9 for a row){}", counted(*.0, "cell"), other_size(*.0))]
    Length(usize),
    /// All rows of a grid have as many cells as there are rows.
    #[error("found a grid of {0}x{0} cells, expected 9x9; Sudokus of other sizes than 9x9 are not supported")]
    Size(usize),
    /// A row has the wrong number of cells.
    #[error("found {} in row {row}, expected 9", counted(*found, "cell"))]
    RowLength {
        /// The number of the row.
        row: usize,
        /// The number of cells.
        found: usize,
    },
    /// The grid has fewer than nine rows.
    #[error("found {} of a grid, expected 9", counted(*.0, "row"))]
    Rows(usize),
    /// The cells of a line are in fields of different lengths, of which some may be a number or a name of the grid.
    #[error("found {} in fields of {} and {} characters, expected fields of the same length", counted(*.0, "cell"), .1[0], .1[1])]
    Fields(usize, [usize; 2]),
    /// The cells of a line are not in rows of nine.
    #[error("found 81 cells in a line with rows of other lengths than 9, expected the same signs between all rows")]
    Uneven,
    /// The digits of a grid have lost the zeros at their start.
    #[error(
        "found a number of {0} digits, expected 81: zeros at its start are lost, as in tables of spreadsheet programs"
    )]
    LostZeros(usize),
    /// The digits of a row have lost the zeros at their start.
    #[error(
        "found a number of {0} digits among nine numbers, expected 9 in each: zeros at their start are lost, as in tables of spreadsheet \
         programs"
    )]
    LostZerosOfRow(usize),
    /// The digits of a grid are rounded.
    #[error("found the number {0}, expected 81 digits: a spreadsheet program has rounded them")]
    Rounded(String),
    /// Nine lines look like the rows of a grid, and have other text than cells: the first character that is none, and its position in the
    /// first line.
    #[error("found nine lines that look like the rows of a grid{}, expected nine cells in each", alike(*.0))]
    Alike(Option<(char, usize)>),
    /// Lines of one cell are hardly anything but a grid.
    #[error("found lines of one cell each in an unknown form, expected nine cells in a line, or 81")]
    Apart,
    /// A line of a grid is not written as the other rows are.
    #[error("found another layout in row {0}, expected that of the other rows")]
    Row(usize),
    /// A row is there twice, perhaps in place of a lost one.
    #[error("found row {0} twice, expected nine rows that differ")]
    Twice(usize),
    /// The label of a row is not its place.
    #[error("found the label {found} before row {row}, expected {row}")]
    Label {
        /// The number of the row.
        row: usize,
        /// The number that the label tells.
        found: u32,
    },
    /// A grid has different blanks of which one is a letter or a space.
    #[error("found the blanks {0} in a grid, expected one of them")]
    Blanks(String),
    /// A cell of pencilmarks has signs whose meaning is not certain.
    #[error("found {0:?} as the candidates of a cell, expected digits")]
    Mark(String),
    /// Some digits of a grid have a mark, which may be those of the player.
    #[error(
        "found the mark {0:?} at some of the digits, which may be those of the player, expected it at all of them, or none"
    )]
    Marked(String),
    /// Lines can be read as two different grids.
    #[error("found lines that are different grids as {} and as {}, expected one layout", .0[0], .0[1])]
    Layouts([&'static str; 2]),
    /// The first row or column has the digits in order, and may be the numbers of the columns or rows of a grid that has lost one.
    #[error(
        "found 1 to 9 in order as the first row or column, which may be labels, expected cells, or 81 cells in a line"
    )]
    Numbers,
    /// A column has nothing but spaces, which may be no cells.
    #[error(
        "found nothing but spaces in column {0}, which may be lost or beside the cells, expected another sign for empty cells"
    )]
    EmptyColumn(usize),
    /// The first cells of all rows are blanks that may be the signs of a list.
    #[error(
        "found a blank and a space at the start of each row, which may be the sign of a list, expected another blank"
    )]
    Items,
    /// The names above the columns of a grid are in another order, or those of its rows.
    #[error("found the columns {0}, expected 1 to 9 in order")]
    Columns(String),
    /// A matrix of the language R may be filled by columns.
    #[error("found values of R, which fill a matrix by columns, expected `byrow = TRUE`")]
    ByColumns,
    /// A grid is an argument of a function that is not known to keep its rows.
    #[error(
        "found {0:?} around the cells of a grid, which may change the order of the cells, expected them without it"
    )]
    Moved(String),
    /// The name of a grid, or those of its rows, may be those of columns or boxes.
    #[error("found a grid with {0}, which may tell that its rows are columns or boxes, expected the names of rows")]
    Names(String),
    /// The text of a grid names another kind of Sudoku.
    #[error("found a grid with the heading {0:?}, which names another kind of Sudoku, expected a classic 9x9 Sudoku")]
    Kind(String),
    /// A full grid is a map of regions.
    #[error("found a map of regions, as a jigsaw Sudoku has it, expected the digits of a classic 9x9 Sudoku")]
    Regions,
    /// Elements of a page that are not known to be rows have no grid with one solution.
    #[error(
        "found elements of a page that are no grid with one solution, expected rows of a table, or 81 cells in a line"
    )]
    Elements,
    /// A grid has the digits 0 to 8.
    #[error("found the digits 0 to 8 in a full grid, expected 1 to 9, as 0 is an empty cell")]
    FromZero,
    /// A grid has no digit but 1, and may tell where a digit or a clue is.
    #[error("found a grid of nothing but 0 and 1, expected digits 1-9")]
    Mask,
    /// The clues of a line are the candidates of nine cells, each in the place of its digit.
    #[error("found the candidates of a row in a line, expected 81 cells, or all 729 candidates in one line")]
    CandidatesInLines,
    /// Nine rows may be parts of two grids.
    #[error("found nine rows between incomplete grids, expected empty lines only between bands and grids")]
    Parts,
    /// A block of rows is too long.
    #[error("found more than {0} rows without an empty line, expected one behind each grid")]
    TooManyRows(usize),
    /// The text is a Sudoku with more rules, in the form of another program.
    #[error("found a Sudoku with cages or other regions, expected 81 cells; Sudokus with more rules are not supported")]
    MoreRules,
    /// A link has no board.
    #[error("found a link without a board, expected 81 cells in it")]
    Link,
    /// A line has two different grids.
    #[error("found two different grids in a line, expected one, or one and its solution")]
    TwoGrids,
    /// A line has a solution and a place for its puzzle, which is empty or has an error.
    #[error("found a solution without its puzzle, expected 81 cells of the puzzle beside it")]
    NoPuzzle,
    /// The digits of a line may be the rows, columns and digits of cells.
    #[error(
        "found 81 digits that are no solution, but may be 27 rows, columns and digits, expected the cells of a grid"
    )]
    Triples,
    /// A line of blanks may be an empty row, or a ruler between bands.
    #[error("found a line of blanks that is an empty row or a ruler, expected another character for one of them")]
    Ruler,
    /// An array of boards is damaged, or something follows it.
    #[error("found {found} in an array of boards, expected {expected}")]
    List {
        /// The text that was found.
        found: String,
        /// The text that was expected.
        expected: &'static str,
    },
    /// An array is not a board.
    #[error("{0} in a JSON board, expected 9 arrays of 9 numbers 0-9{size}", size = size_of_json(.0))]
    Json(JsonError),
}

/// Tells what is between the cells of nine lines, or in their place.
fn alike(other: Option<(char, usize)>) -> String {
    other.map_or(" in an unknown form".into(), |(found, at)| {
        format!(" with {found:?} at position {at}, which is neither a digit nor a blank (one of . 0 _ * - x X ? e)")
    })
}

/// Tells that a number of cells is that of another kind of Sudoku.
fn other_size(cells: usize) -> &'static str {
    match cells {
        16 | 25 | 36 | 49 | 64 | 100 | 144 | 256 | 625 => "; Sudokus of other sizes than 9x9 are not supported",
        _ => "",
    }
}

/// Tells that a number of rows is that of another kind of Sudoku.
fn size_of_json(error: &JsonError) -> &'static str {
    match error {
        // Others may be nine rows of which one is lost or added.
        JsonError::Rows(4 | 6 | 10 | 12 | 15 | 16 | 20 | 25) => other_size(16),
        _ => "",
    }
}

/// The error for a JSON array that is not a board.
///
/// ```
/// use minirow_text::{JsonError, ParseError};
/// let error = minirow_text::parse("[[1, 2, 3]]").unwrap_err();
/// assert_eq!(error, ParseError::Json(JsonError::Rows(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum JsonError {
    /// The text is not JSON. The message of the JSON parser is given.
    #[error("found text that is not JSON ({0})")]
    Syntax(String),
    /// The value is not an array.
    #[error("found no array")]
    NoArray,
    /// The board does not have nine rows.
    #[error("found {}", counted(*.0, "row"))]
    Rows(usize),
    /// Nine strings are not the rows of a grid, with the reason.
    #[error("{0}, in nine strings")]
    Strings(String),
    /// A row is not an array.
    #[error("found {value} as row {row}")]
    Row {
        /// The row as JSON.
        value: String,
        /// The number of the row.
        row: usize,
    },
    /// A row does not have nine cells.
    #[error("found {} in row {row}", counted(*found, "cell"))]
    RowLength {
        /// The number of the row.
        row: usize,
        /// The number of cells.
        found: usize,
    },
    /// A cell is neither a number 0-9 nor a blank.
    #[error("found {value} at row {row}, cell {cell}")]
    Cell {
        /// The cell as JSON.
        value: String,
        /// The number of the row.
        row: usize,
        /// The number of the cell in its row.
        cell: usize,
    },
    /// An array is not closed.
    #[error("found an array that is not closed")]
    NotClosed,
    /// An array is not closed within the maximum length of a board.
    #[error("found an array that is not closed within {0} characters")]
    TooLong(usize),
}

/// The error for a board of candidates where clues are expected. See [`Board::clues`](crate::Board::clues).
///
/// ```
/// use minirow_core::CandidateSet;
/// use minirow_text::{Board, OnlyCandidates};
/// let error: OnlyCandidates = Board::Candidates(CandidateSet::ALL).clues().unwrap_err();
/// assert_eq!(error.to_string(), "found 729 candidates, expected 81 cells");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found 729 candidates, expected 81 cells")]
pub struct OnlyCandidates;
