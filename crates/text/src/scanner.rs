//! The scanner: recognises the text forms in a stream of lines, and returns boards and errors with their line numbers.
//!
//! It holds only the lines of one block, so it can read files of any size. It does no input or output. After an error it
//! continues with the next board. Lines without cells are headings and remarks.

mod arrays;
mod headings;
mod lines;
mod pairs;
mod pieces;
mod results;

pub use arrays::is_heading_above;

use std::borrow::Cow;

use minirow_core::Grid;

use crate::block::{Block, Found, Line};
use crate::board::Board;
use crate::brackets::Brackets;
use crate::characters::{cell, is_separator, plain};
use crate::error::{JsonError, ParseError};
use crate::markup::{behind_sign, sign_before, without_markup, without_quotation};
use crate::names::{OTHER, remark_label};
use crate::order::LONGEST_TITLE;
use crate::row::{Layout, Row, has_sign_in_field, readings, words};
use crate::scanner::arrays::Json;
use crate::scanner::headings::{Headings, below_heading};
use crate::scanner::lines::Larger;
use crate::scanner::pairs::Pairs;
use crate::scanner::pieces::Pieces;
use crate::scanner::results::{Context, Results, full};
use crate::unread::{AlikeLines, CellLines, may_be_grid};
use crate::vector::Vectors;
use crate::whole::{is_solution_name, lost_of_solution};
use crate::{json, line};

/// The longest row of a table of a page in several lines, in bytes.
const LONGEST_TABLE_ROW: usize = 2000;

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
    /// The blanks of grids in lines.
    blanks_of_lines: u16,
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
        self.has_result = true;
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

    /// Notes a line for a text of comments. A whole grid in a comment is none.
    fn push_comment(&mut self, text: &str, cells: usize) {
        let inner = text.trim_start().strip_prefix('#').map(|inner| inner.trim_start_matches('#'));
        if self.has_result {
            self.comments = None;
        } else if inner.is_some() || self.comments.is_some() {
            let comments = self.comments.get_or_insert_default();
            comments.line = self.line - 1;
            comments.push(if cells < MOST_OF_A_COMMENT { inner.unwrap_or(text) } else { "" });
            self.has_result = comments.results.are_many();
        }
    }

    /// Reads 81 lines of one cell as a line. Others are lines of their own.
    fn end_pieces(&mut self) {
        let next = self.line;
        for (line, text) in self.pieces.take() {
            self.line = line;
            self.push_line(&text);
        }
        self.line = next;
    }

    /// Refuses grids in lines that may be the rows of grids beside each other: most of them have a digit twice, or the others have none.
    fn end_beside(&mut self) {
        let lines = std::mem::take(&mut self.beside);
        let clashes = lines.iter().filter(|(_, grid)| grid.clash().is_some()).count();
        let grid = |at: usize| {
            let rows: Vec<[u8; 9]> = lines.iter().map(|(_, grid)| grid.to_rows()[at]).collect();
            rows.try_into().ok().and_then(Grid::from_rows)
        };
        let are_grids = || (0..9).all(|at| grid(at).is_some_and(|grid| grid.clash().is_none()));
        if lines.len() > 1 && (2 * clashes >= lines.len() || are_grids()) {
            let names = ["nine rows a line", "nine grids beside each other"];
            let is_of_lines = |refused: usize| lines.iter().any(|(line, _)| *line == refused);
            self.results.refuse(is_of_lines, &ParseError::Layouts(names));
        }
    }

    fn end_table_row(&mut self) {
        if let Some(row) = self.table_row.take() {
            self.push_line(&row);
        }
    }

    fn push_line(&mut self, text: &str) {
        let text = self.without_inner_comment(text);
        let text = with_bars_of_frame(&text).map_or(text, Cow::Owned);
        let text = without_sign(&text);
        let text = without_number(&text).unwrap_or(&text);
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
        if !text.trim().is_empty() {
            self.check_after_list();
        }
        let text = plain(text);
        let behind = behind_sign(&text);
        self.block.note_sign(sign_before(&text), behind.is_some());
        let text = behind.unwrap_or(&text);
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
            self.cells(row);
        } else {
            self.cells(text);
        }
    }

    /// Leaves out a comment within the cells of a line, after noting it.
    fn without_inner_comment<'a>(&mut self, text: &'a str) -> Cow<'a, str> {
        let start = text.find('/').and_then(|_| text.find("/* "));
        let Some((start, end)) = start.and_then(|start| Some((start, start + text[start..].find(" */")? + 3))) else {
            return text.into();
        };
        self.headings.note_beside(self.line, &text[start..end]);
        self.headings.note_between(self.block.first_line().unwrap_or(self.line), &text[start..end]);
        let rest = format!("{}{}", &text[..start], &text[end..]);
        if cells_in(&rest) >= 9 { rest.into() } else { text.into() }
    }

    /// Reads a line within an array that has begun. Returns `false` if there is none.
    fn continue_array(&mut self, text: &str) -> bool {
        // A cell in brackets may have a line end in it.
        let is_cell = |json: &Json| json.text.trim().len() < 3 && text.find(']').is_some_and(|end| end < 3);
        let is_text = |json: &Json| is_heading_above(&json.text, text) || is_cell(json);
        self.json.take_if(|json| json.first_line < self.line && is_text(json));
        let Some(json) = &mut self.json else { return false };
        // An array never has a line of 81 cells, so the bracket before it was never closed.
        let is_grid = text.split(is_separator).next().is_some_and(|word| Grid::from_ascii(word.as_bytes()).is_some());
        if is_grid {
            let first_line = json.first_line;
            self.json = None;
            self.report(first_line, Err(ParseError::Json(JsonError::NotClosed)));
        } else {
            // A comment of a programming language.
            let text = if json.string.is_some() { text } else { without_quotation(text) };
            let row = if json.string.is_some() { text } else { without_remark(text) };
            json.note_remark(&text[row.len()..]);
            self.json(row);
        }
        !is_grid
    }

    /// Begins an array behind its name.
    fn begin_array(&mut self, name: &str, array: &str) {
        self.is_solution = is_solution_name(name);
        self.waits_for_line = !name.is_empty();
        // A bracket alone may be a part of a row.
        if array.trim().len() < 3 {
            let found = self.block.pass_error();
            self.add(found);
        }
        self.end_block();
        let row = if array.contains('"') { array } else { without_remark(array) };
        let mut json = Json { first_line: self.line, ..Json::default() };
        json.note_remark(&array[row.len()..]);
        self.json = Some(json);
        self.json(row);
    }

    /// Notes a comment, or a ruler of its sign. Returns `false` for another line.
    fn comment(&mut self, text: &str) -> bool {
        let line = text.trim();
        if line.len() > 2 && line.bytes().all(|sign| sign == b'#') {
            self.headings.pass_ruler(self.line);
            self.block.pass_ruler(false);
            return true;
        }
        // Bars of a drawing.
        let is_cell = |sign: char| matches!(sign, '#' | ' ') || cell(sign).is_some();
        let is_drawn = line.matches('#').count() > 2 && line.contains(' ') && line.chars().all(is_cell);
        let is_comment = line.starts_with('#') && !line.starts_with("#define ") && !has_signs(line) && !is_drawn;
        if is_comment {
            self.results.pass_text(self.line);
            self.block.note_text(self.line, text);
            self.headings.note_above(self.line, text);
            if let Some(first) = self.block.first_line() {
                self.headings.note_between(first, text);
            }
            if is_solution_name(text) {
                self.note_solution_name(self.line + 1);
            }
        }
        is_comment
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
        self.end_board();
        if let Some(mut comments) = self.comments.take().filter(|_| !self.has_result) {
            comments.finish();
            // Without a grid, they are text.
            if comments.results.has_board() {
                self.results.append(comments.results);
            }
        }
    }

    fn report(&mut self, line: usize, result: Result<Board, ParseError>) {
        self.found(Scanned { line, result, solution: None, title: None }, Context::default());
    }

    /// Adds a result, which is refused if the text around it tells another order of its cells.
    fn found(&mut self, mut next: Scanned, context: Context) {
        self.end_larger();
        self.end_pairs();
        self.has_result = true;
        match self.vectors.find(next.line) {
            Some(false) if self.results.wait_for_matrix(next.line) => {}
            Some(_) => next.result = next.result.and(Err(ParseError::ByColumns)),
            None => {}
        }
        if let Some(name) = self.brackets.find(next.line) {
            next.result = next.result.and(Err(ParseError::Moved(name.into())));
        }
        if let Some(error) = self.headings.error_of(next.line) {
            next.result = next.result.and_then(|board| below_heading(board, error));
        }
        if next.result == Err(ParseError::Regions) {
            self.headings.note_regions(self.line);
            next.title = self.headings.text_between(self.last_result, next.line).map(String::from);
        }
        self.last_result = next.line;
        let heading = next.title.as_deref().or(self.headings.title_of(next.line));
        let heading = heading.filter(|title| is_solution_name(title));
        let is_value = |title: &str| title.contains(['=', '{']) || title.starts_with('"');
        let is_solution = context.is_solution || heading.is_some_and(is_value);
        let context = Context { is_solution, is_below_solution: heading.is_some(), ..context };
        self.results.add(next, context);
    }

    /// Notes the first row of a grid with the name of a solution.
    fn note_solution_name(&mut self, line: usize) {
        if !self.block.has_lines() {
            self.below_solution_names.clear();
        }
        self.below_solution_names.push(line);
    }

    /// Reports the results of a block.
    fn add(&mut self, found: Vec<Found>) {
        for (line, result) in found {
            let title = self.headings.take_title(line);
            let is_lost = |board: &Board| board.clues().is_ok_and(|grid| lost_of_solution(grid).is_some());
            let is_solution = full(&result).is_some() || result.as_ref().is_ok_and(is_lost);
            let is_named = is_solution && self.below_solution_names.contains(&line);
            let title = title.or(is_named.then(|| "Solution".into()));
            self.found(Scanned { line, result, solution: None, title }, Context::default());
        }
    }

    fn end_block(&mut self) {
        let found = self.block.end();
        self.add(found);
    }

    /// Notes a line of text.
    fn note(&mut self, text: &str, error: &ParseError) {
        let cells = cells_in(text);
        if self.nearest.as_ref().is_none_or(|(_, known, _)| cells > *known) {
            self.nearest = Some((self.line, cells, error.clone()));
        }
    }
}

fn cells_in(text: &str) -> usize {
    text.bytes().filter(|&byte| line::is_cell(byte)).count()
}

/// Returns `true` if a field has nothing but a sign that is around rows elsewhere, and others are empty: it is a cell with an error.
fn has_lone_sign(text: &str) -> bool {
    [',', ';', '\t', '|'].into_iter().any(|delimiter| has_sign_in_field(text, delimiter)) || text.contains(" ` ")
}

/// Returns the text behind the number of a puzzle, `#1`, if it has the cells of a grid, or a long part of
/// them.
fn without_number(text: &str) -> Option<&str> {
    let number = text.trim_start().strip_prefix('#')?;
    let rest = number.trim_start_matches(|first: char| first.is_ascii_digit());
    let behind = rest.trim_start_matches(['.', ':', ')']);
    let is_apart = behind.starts_with([' ', '\u{a0}', '\t', ',', ';', '|']);
    let has_grid = || cells_in(behind) >= MOST_OF_A_COMMENT || may_be_grid(behind);
    (rest.len() < number.len() && is_apart && has_grid()).then_some(behind)
}

/// Splits a line at the `#` of a comment.
fn row_and_comment(text: &str) -> (&str, &str) {
    // A link may have a mark of a place in it.
    let is_text = text.contains("://") || text.trim_start().starts_with(['[', '{', '(', '#']) || has_signs(text);
    // Between the bars of a drawing or a table, it is the border of a box or the name of a column.
    let is_drawn = |(row, comment): &(&str, &str)| {
        let is_sign = |sign: char| matches!(sign, '#' | 'l' | 'I' | '!' | ' ') || cell(sign).is_some();
        row.contains('|') && comment.contains('|') || comment.contains('#') && comment.chars().all(is_sign)
    };
    let Some((row, comment)) = text.split_once('#').filter(|parts| !is_text && !is_drawn(parts)) else {
        return (text, "");
    };
    // Between digits or before those of a cell, it is a sign of another program, and in a field it is a value: `#N/A`.
    let is_before_digit = comment.starts_with(|first: char| first.is_ascii_digit());
    let is_mark = is_before_digit
        && (row.ends_with(|last: char| last.is_ascii_digit()) && (row.contains(' ') || text.trim().len() == 9)
            || row.trim().chars().all(char::is_alphabetic)
            || words(&text.replace('#', "")).count() == 9)
        // A part of a frame.
        || comment.is_empty() && row.starts_with(' ')
        || row.trim_end_matches(' ').ends_with([',', ';', '\t']) && !comment.starts_with(' ');
    if is_mark {
        return (text, "");
    }
    // The space before a comment is no cell of a line of them.
    let has_long_row = row.len() > MOST_OF_A_COMMENT && !comment.is_empty();
    (if has_long_row { row.trim_end() } else { row }, comment)
}

/// The errors of spreadsheet programs.
const SPREADSHEET_ERRORS: [&str; 7] = ["#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!"];

/// Returns `true` for nothing but digits and `#`, which may be a blank, and for an error of a spreadsheet program.
fn has_signs(text: &str) -> bool {
    if SPREADSHEET_ERRORS.iter().any(|error| text.contains(error)) {
        return true;
    }
    let is_cell = |sign: char| sign == '#' || sign.is_ascii_digit() || is_separator(sign);
    let count = text.chars().filter(|&sign| !is_separator(sign)).count();
    let has_digit = || text.contains(|sign: char| sign.is_ascii_digit());
    matches!(count, 9 | 81) && text.matches('#').count() > 1 && text.chars().all(is_cell) && has_digit()
}

/// Returns a row with bars in place of `#` around it and between its boxes, or only between them.
fn with_bars_of_frame(text: &str) -> Option<String> {
    let framed = || text.trim().strip_prefix('#')?.strip_suffix('#');
    let is_framed = || framed().is_some_and(|inner| !inner.trim_matches('#').is_empty());
    let is_box = |part: &str| {
        let mut cells = part.chars().filter(|sign| *sign != ' ');
        cells.by_ref().take(3).filter(|sign| cell(*sign).is_some()).count() == 3 && cells.next().is_none()
    };
    let are_boxes = || text.split('#').count() == 3 && text.split('#').all(is_box);
    let is_drawn = text.contains('#') && (is_framed() || are_boxes()) && !has_signs(text);
    is_drawn.then(|| text.replace('#', "|")).filter(|row| !readings(row).is_empty())
}

/// Leaves out the sign before a number or a name among the fields of a line, `Puzzle #1: 53..7....`, if the cells of a grid are behind it.
fn without_sign(text: &str) -> Cow<'_, str> {
    let is_grid = |word: &str| word.len() == 81 && word.bytes().filter(|byte| matches!(byte, b'1'..=b'9')).count() > 9;
    let has_grid = |(_, rest): &(&str, &str)| cells_in(rest) >= 81 && words(rest).any(|(_, word)| is_grid(word));
    let is_start = |before: &str| before.trim().is_empty();
    if let Some((before, behind)) = text.split_once('#')
        && before.trim().trim_matches('|').is_empty()
        && behind.trim_start().starts_with('|')
        && before.contains('|')
    {
        return format!("{before} {behind}").into(); // the name of the column of labels
    }
    match text.split_once('#').filter(has_grid) {
        Some((before, rest)) if !is_start(before) => format!("{before} {rest}").into(),
        _ => text.into(),
    }
}

/// Returns the name before the first row of a grid in its line, as in `Puzzle: 53..7....`, and the row.
fn row_behind_name(text: &str) -> Option<(&str, &str)> {
    // That of a file may have a number of a line behind it.
    let of_file = || text.rsplit_once(':').filter(|(name, _)| name.contains('.') && !name.contains(' '));
    let (name, row) = text.split_once(": ").or_else(of_file).filter(|(name, _)| name.len() <= LONGEST_TITLE)?;
    let is_row = |row: &Row| row.layout == Layout::Cells && row.label.is_none();
    let is_name = name.trim_start().starts_with(char::is_alphabetic) && readings(text).is_empty();
    (is_name && readings(row).iter().any(is_row)).then_some((name.trim(), row))
}

/// Returns a line of a programming language without the comment at its end.
fn without_remark(text: &str) -> &str {
    let end = [" #", " //", " %"].iter().filter_map(|sign| text.find(sign)).min();
    let text = &text[..end.unwrap_or(text.len())];
    // MATLAB goes on in the next line.
    text.trim_end().strip_suffix(" ...").unwrap_or(text)
}

/// Returns `true` if a line is decoration, drawn with `-`, `=`, `+`, `~` and the like, and does not have the cells of a row or a grid.
pub(super) fn is_rule(text: &str) -> bool {
    let is_sign = |sign: char| matches!(sign, '^' | '/' | '\\' | 'o' | 'O' | '%' | '@');
    let is_equal = text.chars().all(|character| text.starts_with(character));
    let is_blank = text.starts_with(['*', 'x', 'X']) && matches!(text.len(), 3..=8 | 10..=80 | 84..);
    let is_drawn = is_equal && (is_blank || text.len() > 4 && text.starts_with(is_sign));
    let is_head = text.starts_with("\\begin{") && text.ends_with('}') && !text.contains('&');
    if is_drawn || is_head || ["\\hline", "\\cline", "<hr"].iter().any(|start| text.starts_with(start)) {
        return true;
    }
    let drawn = text.chars().all(|c| matches!(c, '-' | '=' | '+' | '|' | '*' | '.' | ':' | '\'' | '_' | '~' | ' '));
    let has_colons = text.matches(':').count() == 2 && text.len() > 14 && !text.contains(['|', ' ']);
    // A sign or two may be the start of an item whose row has no clue.
    if !drawn || text.len() < 3 || !text.contains(['-', '=', '+', '_', '~']) && !has_colons {
        return false;
    }
    // The row of an item of a list may have no clue.
    let is_item = text.starts_with("- ");
    let cells = text.chars().filter(|&c| matches!(c, '-' | '*' | '.' | '_')).count();
    let is_of_table = text.starts_with('|') && text.contains(':');
    text.contains(['=', '+', '~']) || is_of_table || !(matches!(cells, 9 | 81) || is_item && cells == 10)
}

/// Returns `true` if a line is the upper or lower edge of a grid, such as `*-----------*` or `.-----.-----.-----.`.
///
/// An edge may have 81 characters. It is not an empty grid, because a grid has only one kind of blank.
pub(super) fn is_frame(text: &[u8]) -> bool {
    matches!(text, [b'*' | b'.' | b'\'', b'-', .., b'*' | b'.' | b'\''])
        && text.iter().all(|character| matches!(character, b'-' | b'*' | b'.' | b'+' | b'\''))
}
