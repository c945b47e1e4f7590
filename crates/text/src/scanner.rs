//! The scanner: recognises the text forms in a stream of lines, and returns boards and errors with their line numbers.
//!
//! It holds only the lines of one block, so it can read files of any size. It does no input or output. After an error it
//! continues with the next board. Lines without cells are headings and remarks.

mod arrays;
mod comments;
mod found;
mod headings;
mod lines;
mod pairs;
mod pieces;
mod results;
mod signs;

pub use arrays::is_heading_above;
pub(super) use signs::{is_frame, is_rule};

use std::borrow::Cow;

use minirow_core::Grid;

use crate::block::{Block, Line};
use crate::board::Board;
use crate::brackets::Brackets;
use crate::characters::{cell, is_separator, plain};
use crate::cut_rows::CutRows;
use crate::error::{JsonError, ParseError};
use crate::escapes::without_escapes;
use crate::json;
use crate::markup::{behind_sign, sign_before, without_block_tags, without_markup, without_prefix};
use crate::names::{OTHER, remark_label};
use crate::no_row::ShortRows;
use crate::row::{Row, readings, words};
use crate::scanner::arrays::Json;
use crate::scanner::headings::Headings;
use crate::scanner::lines::Larger;
use crate::scanner::pairs::Pairs;
use crate::scanner::pieces::Pieces;
use crate::scanner::results::Results;
use crate::scanner::signs::{
    cells_in, has_lone_sign, row_and_comment, row_behind_name, row_behind_quote, with_bars_of_frame, without_number,
    without_sign,
};
use crate::solution_names::is_solution_name;
use crate::strings::{with_joined_lines, with_points};
use crate::unread::{AlikeLines, CellLines};
use crate::vector::Vectors;

/// The longest row of a table of a page in several lines, in bytes.
const LONGEST_TABLE_ROW: usize = 2000;

/// The longest line with marks at digits, in bytes.
const LONGEST_MARKED: usize = 8000;

/// The longest text before all rows, in bytes.
const LONGEST_PREFIX: usize = 40;

/// The number of cells of a comment that is no row.
const MOST_OF_A_COMMENT: usize = 64;

/// A board or an error, with its line number.
///
/// ```
/// use minirow_text::{Scanned, Scanner};
/// let mut scanner = Scanner::new();
/// scanner.push("# one comment");
/// scanner.push(&".".repeat(81));
/// scanner.finish();
/// let Scanned { line, result, .. } = scanner.pop().unwrap();
/// assert_eq!(line, 2);
/// assert!(result.is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scanned {
    /// The number of the line where the board starts or the error is, counted from 1.
    pub line: usize,
    /// The board or the error.
    pub result: Result<Board, ParseError>,
    /// The solution in the line of a grid, which is not checked.
    pub solution: Option<String>,
    /// The heading directly above the rows of a grid.
    pub title: Option<String>,
}

/// Recognises boards in a stream of lines.
///
/// Push the lines, and pop the results after each line. Call [`finish`](Scanner::finish) after the last line. The rows of a grid are
/// read when a line shows that they are over.
///
/// ```
/// use minirow_text::Scanner;
/// let mut scanner = Scanner::new();
/// scanner.push("# a comment, then a line of which a cell is lost");
/// scanner.push(&".".repeat(80));
/// scanner.finish();
/// let scanned = scanner.pop().unwrap();
/// assert_eq!(scanned.line, 2);
/// assert_eq!(scanned.result.unwrap_err().to_string(), "found 80 cells in a line, expected 81 (or 9 for a row)");
/// ```
#[derive(Clone, Default, Debug)]
pub struct Scanner {
    line: usize,
    block: Block,
    json: Option<Json>,
    /// `true` after the end of an array of boards. Only the end of the text may follow.
    after_list: bool,
    results: Results,
    /// The line as it is in the file, if it has other characters than ASCII.
    raw: Option<String>,
    /// The blanks of the grids so far.
    blanks: u16,
    /// `true` after a grid in a line.
    has_grid_in_line: bool,
    /// The numbers of the lines of 81 equal blanks above all grids, which may be rulers above a grid that is not in a line.
    empty_lines: Vec<usize>,
    /// `true` if the last result waits for the next line, too: an array of several lines, or behind a name.
    waits_for_line: bool,
    /// The grids of the last lines whose rows or cells are apart, which may be the rows of grids beside each other.
    beside: Vec<(usize, Grid)>,
    /// `true` within an array behind the name of a solution.
    is_solution: bool,
    /// `true` after an array or a string with a board, if no bracket before it is open.
    is_after_array: bool,
    /// `true` after a line that opens a bracket of a programming language.
    has_bracket: bool,
    brackets: Brackets,
    /// The vectors of R so far.
    vectors: Vectors,
    /// The numbers of the lines below comments that name a solution, the headings of rows, and those of first rows behind its name.
    below_solution_names: Vec<usize>,
    headings: Headings,
    /// The heading of columns or another kind directly above the line, and that above the rows that look like a grid or two.
    heading_above: Option<String>,
    heading_of_rows: Option<String>,
    /// The number of the last line with a grid whose last field is empty. Its cell may be in the next line.
    open_end: usize,
    /// The number of the last line with a puzzle and its solution, or with their names above a table.
    pair_line: usize,
    /// The last line that may be a row, with its number.
    last_row: (usize, String),
    /// The number of the line with the last edge of a frame.
    last_edge: usize,
    /// The lines so far of a row of a table of a page.
    table_row: Option<String>,
    pieces: Pieces,
    pairs: Pairs,
    /// The first and the last line of the last two grids beside each other.
    last_pairs: (usize, usize),
    larger: Option<Larger>,
    alike: AlikeLines,
    cut_rows: CutRows,
    short_rows: ShortRows,
    cell_lines: CellLines,
    /// The first line of the last result.
    last_result: usize,
    /// The comments and the other lines, of which the comments are the rows of grids if nothing else is.
    comments: Option<Box<Scanner>>,
    /// `true` after a result, or a line that the caller has handled itself.
    has_result: bool,
    /// The line that is no board and has the most cells, with their number and the reason.
    nearest: Option<(usize, usize, ParseError)>,
}

impl Scanner {
    /// Creates a scanner that is before the first line.
    pub fn new() -> Scanner {
        Scanner::default()
    }

    /// Removes and returns the next board or error, in the order of the text.
    pub fn pop(&mut self) -> Option<Scanned> {
        let first = self.results.first_line()?;
        let is_open = self.beside.first().is_some_and(|(line, _)| *line <= first);
        if is_open { None } else { self.results.pop() }
    }

    /// Removes and returns the grids that were left out, because each is the solution of a puzzle before it.
    ///
    /// ```
    /// use minirow_text::Scanner;
    /// let puzzle = "003020600900305001001806400008102900700000008006708200002609500800203009005010300";
    /// let solution = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
    /// let mut scanner = Scanner::new();
    /// [puzzle, "Solution", solution].into_iter().for_each(|line| scanner.push(line));
    /// scanner.finish();
    /// assert!(scanner.pop().is_some() && scanner.pop().is_none());
    /// assert_eq!(scanner.take_solutions()[0].to_string(), solution);
    /// ```
    pub fn take_solutions(&mut self) -> Vec<Grid> {
        self.results.take_solutions()
    }

    /// Notes a line with an opening bracket that the caller has handled itself.
    pub fn note_bracket(&mut self) {
        self.has_bracket = true;
    }

    /// Counts lines that the caller has handled itself.
    pub fn pass_over(&mut self, lines: usize) {
        self.end_pieces();
        self.has_result |= lines > 0;
        // They may be a tag below a heading.
        if lines == 1 {
            self.headings.pass_line(self.line + 1);
        }
        self.line += lines;
        if lines > 0 {
            self.results.pass_line();
        }
    }

    /// Counts a line with a grid that the caller has read itself. Its solution may follow.
    pub fn pass_grid(&mut self, grid: Grid) {
        self.line += 1;
        (self.has_result, self.has_grid_in_line) = (true, true);
        self.results.pass_grid(grid);
    }

    /// Returns the line, from 1, of the text that looks most like a board, and the reason why it is none. It is of use if there is
    /// no board at all, because other texts are headings and remarks.
    ///
    /// ```
    /// use minirow_text::Scanner;
    /// let mut scanner = Scanner::new();
    /// scanner.push("A book of one puzzle");
    /// scanner.push("53..7");
    /// scanner.finish();
    /// assert!(scanner.pop().is_none());
    /// let (line, error) = scanner.nearest().unwrap();
    /// assert_eq!((line, error.to_string().as_str()), (2, "found 5 cells in a line, expected 81 (or 9 for a row)"));
    /// ```
    pub fn nearest(&self) -> Option<(usize, &ParseError)> {
        self.nearest.as_ref().map(|(line, _, error)| (*line, error))
    }

    /// Ends an incomplete board with an error, before a part in a form of another reader.
    pub fn end_board(&mut self) {
        self.end_pieces();
        self.end_beside();
        self.end_table_row();
        let found = self.block.pass_part();
        self.add(found);
        if let Some(json) = self.json.take().filter(|json| !json.open.is_empty()) {
            self.report(json.first_line, Err(ParseError::Json(JsonError::NotClosed)));
        }
        self.end_larger();
        self.end_pairs();
        self.end_empty_lines(Err(ParseError::Ruler));
        if let Some((first, result)) = self.alike.end() {
            self.report(first, result.map(Board::Grid));
        }
        if let Some(first) = self.cell_lines.end() {
            self.report(first, Err(ParseError::Apart));
        }
        self.results.end(self.vectors.has_matrix());
    }

    /// Reports the grids before the next line, which is given, if all their rows are there. Fewer rows wait for the next ones.
    pub fn end_grids(&mut self, next: &str) {
        self.block.note_text(self.line + 1, next);
        let is_row = with_bars_of_frame(next).is_some();
        if !is_row && !self.block.is_within_grid() && !self.block.has_parts() {
            let found = self.block.pass_text(false);
            self.add(found);
        }
    }

    /// Returns the error of a heading directly above the next line, which tells that its cells are in another order than that of rows.
    pub fn error_above(&self) -> Option<ParseError> {
        self.headings.error_of_order(self.line + 1)
    }

    /// Returns `true` if no board is incomplete and no result waits, so that the next line starts as the first one does.
    pub fn is_idle(&self) -> bool {
        self.block.is_idle()
            && self.json.is_none()
            && self.table_row.is_none()
            && self.pieces.is_idle()
            && self.results.is_idle()
            && self.larger.is_none()
            && self.empty_lines.is_empty()
            && self.pairs.is_empty()
            && !self.is_after_array
            && !self.after_list
            && self.headings.is_idle(self.line + 1)
    }

    /// Returns `true` if an array has begun and not ended, so that the next lines belong to it.
    pub fn is_inside_array(&self) -> bool {
        self.json.is_some()
    }

    /// Drops an array of which no row was read, because it holds something other than boards. Returns
    /// `true` if there was one.
    pub fn forget_array(&mut self) -> bool {
        self.json.take_if(|json| json.text.bytes().filter(u8::is_ascii_digit).count() < 9).is_some()
    }

    /// Reads the next line, given without its line feed.
    pub fn push(&mut self, text: &str) {
        self.line += 1;
        self.raw = (!text.is_ascii()).then(|| text.into());
        let cells = cells_in(text);
        self.push_comment(text, cells);
        let is_within = self.json.is_some() || self.table_row.is_some();
        let is_piece = self.pieces.push(self.line, text, cells, is_within);
        if !is_piece || self.pieces.are_too_many() {
            self.end_pieces();
        }
        if is_piece {
            return;
        }
        // The fields of a table of a page may be in lines of their own.
        let tags = if text.contains('<') { text } else { "" };
        let mut rows = tags.match_indices("<tr").map(|(at, _)| at);
        // Below a tag that is cut off, rows are no fields.
        let begin = rows.find(|at| match &text[at + 3..] {
            "" => true, // the rest of the tag is in the next lines
            rest => rest.starts_with(['>', ' ']) && rest.contains('>'),
        });
        let end = tags.find("</tr").or(tags.find("</table"));
        // The first part of a line may end a row.
        let is_end = end.is_some();
        let is_begin = begin.is_some() && (self.table_row.is_none() || !is_end || begin < end);
        let length = text.len() + self.table_row.as_ref().map_or(0, String::len);
        let is_in_tag = self.table_row.as_ref().is_some_and(|row| row.rfind('<') > row.rfind('>'));
        if is_begin || length > LONGEST_TABLE_ROW || is_in_tag && !readings(text).is_empty() {
            self.end_table_row();
        }
        match &mut self.table_row {
            Some(row) => {
                row.push_str(if is_in_tag { " " } else { "" });
                row.push_str(text.trim());
                // A heading is above the whole row.
                if !is_end {
                    self.headings.pass_line(self.line);
                }
            }
            None if is_begin && !is_end && length <= LONGEST_TABLE_ROW && self.json.is_none() => {
                self.table_row = Some(text.into());
                self.headings.pass_line(self.line);
            }
            None => {
                self.push_line(text);
                let is_open = self.is_after_array || self.brackets.is_behind_cells(self.line);
                let waits = self.waits_for_line && (is_open || is_solution_name(text));
                if self.json.is_none() && !waits {
                    self.results.end_line();
                }
                return;
            }
        }
        if is_end {
            self.end_table_row();
        }
    }

    /// Reads 81 lines of one cell as a line. Others are lines of their own.
    fn end_pieces(&mut self) {
        let next = self.line;
        for (line, text, marked) in self.pieces.take() {
            self.line = line;
            self.push_marked(&text, &marked);
        }
        self.line = next;
    }

    fn end_table_row(&mut self) {
        if let Some(row) = self.table_row.take() {
            self.push_line(&row);
        }
    }

    fn push_line(&mut self, text: &str) {
        let text = &*without_escapes(text);
        self.push_marked(text, if text.len() <= LONGEST_MARKED { text } else { "" });
    }

    /// Reads a line, given also with the markup of its cells.
    fn push_marked(&mut self, text: &str, marked: &str) {
        self.block.text = without_prefix(marked).into();
        let text = with_points(text);
        let text = &*with_joined_lines(&text);
        let text = self.without_inner_comment(text);
        let text = with_bars_of_frame(&text).map_or(text, Cow::Owned);
        let text = without_sign(&text);
        let text = without_block_tags(without_number(&text).unwrap_or(&text));
        if !text.trim_start().starts_with('#') {
            self.brackets.note(self.line, text);
            // The name of a method may be in the line below its object.
            if let Some(name) = self.results.waiting_line().and_then(|line| self.brackets.find(line)) {
                self.results.refuse_waiting(&ParseError::Moved(name.into()));
            }
        }
        if self.beside.len() == 9 || self.beside.last().is_some_and(|(line, _)| line + 1 < self.line) {
            self.end_beside();
        }
        if self.continue_array(text) || self.comment(text) {
            return;
        }
        let text = &*plain(text);
        if self.is_prefix_alone(text) {
            return self.empty_line("", Vec::new());
        }
        if !text.trim().is_empty() {
            self.check_after_list();
        }
        self.push_plain(text);
        if self.block.last_line() == Some(self.line) {
            self.last_row.0 = self.line;
            self.last_row.1.clear();
            self.last_row.1.push_str(text);
        }
    }

    /// Returns `true` for a line of nothing but what is before the row above it, such as the sign of a quotation: it is an empty one.
    fn is_prefix_alone(&mut self, text: &str) -> bool {
        let prefix = text.trim();
        let is_sign = |last: char| cell(last).is_none() && (last == ':' || !is_separator(last));
        let is_list = || matches!(prefix, "*" | "--" | ";");
        let has_row = |row: &str| {
            row.chars().filter(|sign| cell(*sign).is_some()).count() >= 9 && (!is_list() || row.starts_with(' '))
        };
        let is_alone = !prefix.is_empty()
            && prefix.len() <= LONGEST_PREFIX
            && self.last_row.0 + 1 == self.line
            && (prefix.ends_with(is_sign) || is_list())
            && self.last_row.1.trim_start().strip_prefix(prefix).is_some_and(has_row);
        // Empty lines may be between all rows.
        self.last_row.0 += usize::from(is_alone);
        is_alone
    }

    /// Reads a line that is in no array and no comment.
    fn push_plain(&mut self, text: &str) {
        let behind = behind_sign(text);
        self.block.note_sign(sign_before(text), behind.is_some());
        let text = behind.unwrap_or(text);
        // In an element, the solution may be in the line below its puzzle.
        if text.contains("</") && !text.trim_start().starts_with('<') {
            self.results.pass_text(self.line);
        }
        let text = if has_lone_sign(text) { Cow::Borrowed(text) } else { without_markup(text) };
        let (row, comment) = row_and_comment(&text);
        self.block.note_text(self.line, comment);
        self.headings.note_beside(self.line, comment);
        let label = remark_label(comment).filter(|_| cells_in(row) < MOST_OF_A_COMMENT);
        let with_number = label.map(|number| match number {
            OTHER => format!("{row}  {}", comment.trim()),
            number => format!("{row}  row {number}"),
        });
        let text = with_number.as_deref().unwrap_or(row);
        self.vectors.note(self.line, text);
        let spaces = if text.trim().is_empty() { readings(text) } else { Vec::new() };
        if text.trim().is_empty() && !self.block.continues_with(&spaces) {
            return self.empty_line(text, spaces);
        }
        let had_bracket = self.has_bracket;
        if self.is_lost_start(text) {
            self.report_lost_start(text);
        } else if let Some(array) = json::begin(text) {
            self.has_bracket = had_bracket;
            let name = text[..text.len() - array.len()].trim();
            // A grid may be before it in its line.
            if cells_in(name) >= MOST_OF_A_COMMENT {
                self.cells(name);
            }
            self.begin_array(name, array);
        } else if let Some((name, row)) = row_behind_name(text).filter(|(name, _)| self.may_have_name(name)) {
            let first_line = self.block.first_line();
            if first_line.is_none() {
                let found = self.block.pass_text(false);
                self.add(found);
            }
            self.headings.add_name(self.line, name, first_line);
            self.block.is_named = first_line.is_none();
            self.cells(row);
            self.block.is_named = false;
        } else if let Some(row) = row_behind_quote(text).filter(|_| !self.block.has_lines()) {
            let found = self.block.pass_text(false);
            self.add(found);
            self.cells(row);
        } else {
            self.cells(text);
        }
    }

    fn empty_line(&mut self, text: &str, spaces: Vec<Row>) {
        self.pass_band_of_pairs();
        self.headings.pass_line(self.line);
        // Nine spaces, of which one may be lost.
        let found = self.block.pass_empty_line(text.len() >= 8);
        self.add(found);
        if !spaces.is_empty() {
            self.block.pass_spaces(Line::new(self.line, text, spaces));
        }
    }

    /// Returns `true` if a name may be before a row: the first one of a block, or one below a row with the same name, but for numbers.
    fn may_have_name(&self, name: &str) -> bool {
        !self.block.has_lines() || self.headings.continues_name(self.line, name)
    }

    /// Ends the text. An incomplete board becomes an error.
    pub fn finish(&mut self) {
        self.end_pieces();
        self.end_table_row();
        self.end_block();
        self.end_empty_lines(Ok(()));
        self.end_board();
        if let Some(mut comments) = self.comments.take().filter(|_| !self.has_result) {
            comments.finish();
            // Without a grid, they are text.
            if comments.results.has_board() {
                self.results.append(comments.results);
            }
        }
    }

    fn end_block(&mut self) {
        let found = self.block.end();
        self.add(found);
    }

    /// Notes a line of text.
    fn note(&mut self, text: &str, error: &ParseError) {
        let cells = cells_in(text);
        let is_word = |(_, word): &(usize, &str)| word.len() > 1 && word.chars().all(char::is_alphabetic);
        let is_prose = || cells < 3 && words(text).filter(is_word).count() > 2;
        if matches!(error, ParseError::Character { .. }) && is_prose() {
            return;
        }
        if self.nearest.as_ref().is_none_or(|(_, known, _)| cells > *known) {
            self.nearest = Some((self.line, cells, error.clone()));
        }
    }
}
