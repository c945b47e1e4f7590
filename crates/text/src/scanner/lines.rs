//! Lines of cells: whole grids, rulers, rows, and text that is none of them.

use super::signs::{cells_in, has_lone_sign, is_frame, is_rule};
use super::{Scanned, Scanner};
use minirow_core::Grid;

use crate::block::Line;
use crate::board::Board;
use crate::characters::{blanks_of, cell, plain};
use crate::error::ParseError;
use crate::kinds::{is_cage, is_sum};
use crate::marks;
use crate::markup::ELEMENT;
use crate::names::line_number;
use crate::no_row::{NoRow, is_number};
use crate::order::{LONGEST_TITLE, is_order};
use crate::row::{Layout, Row, band, readings, words};
use crate::scanner::arrays::closing;
use crate::scanner::headings::{are_wrong_columns, below_heading, error_of_heading, is_head_of_columns};
use crate::scanner::pairs::{are_columns_of_two, two_rows};
use crate::scanner::results::Context;
use crate::solution_names::{is_solution_name, names_pairs};
use crate::strings::decoded_link;
use crate::unread::{has_unknown_word, may_be_grid};
use crate::whole::{self, Whole};

/// The number of cells of a line that is a grid with an error, and not a row.
const MOST_OF_A_ROW: usize = 14;

/// The fewest signs between the fields of a row of LaTeX, of which some may be lost.
const FIELDS_OF_LATEX: usize = 6;

/// The number of cells with separators between them that are a part of a row.
const FEWEST_OF_A_PART: usize = 4;

/// The most lines of 81 equal blanks that wait for a grid.
const MOST_LINES_OF_BLANKS: usize = 100;

/// The fewest cells of a table of a page in a line that is one with an error.
const CELLS_OF_A_TABLE: usize = 60;

/// The last lines that may be the rows of a larger grid.
#[derive(Clone, Debug)]
pub(super) struct Larger {
    cells: usize,
    first_line: usize,
    rows: usize,
    /// The error of the first row, until the next line tells whether there are more.
    error: Option<ParseError>,
}

impl Scanner {
    /// Parses a line of cells: a whole grid, all candidates, a row or a ruler; anything else is text.
    pub(super) fn cells(&mut self, text: &str) {
        self.heading_above = self.headings.heading_of(self.line);
        let alone = without_name_of_edge(without_number_of_edge(text.trim()));
        let is_line = self.is_line_as_ruler(alone);
        let whole = if is_line { None } else { whole::read(text) };
        if !matches!(whole, Some(Ok(_))) {
            self.headings.note_above(self.line, text);
        }
        match whole {
            Some(Ok(whole)) => return self.whole(text, whole),
            Some(Err(error)) => {
                self.end_block();
                return self.report(self.line, Err(error));
            }
            None => {}
        }
        if names_pairs(text) {
            self.pair_line = self.line;
        }
        // Empty fields are a row.
        let has_tabs = text.matches('\t').count() >= 8;
        if is_line {
            // Without a grid, it is the nearest to one.
            self.note(alone, &ParseError::Ruler);
        }
        if is_line || is_frame(alone.as_bytes()) || is_rule(alone) && !has_tabs {
            self.ruler(alone);
        } else if self.pairs.is_empty() && are_columns_of_two(alone) {
            let found = self.block.pass_text(false);
            self.add(found);
        } else if let Some(rows) = two_rows(text) {
            self.push_pair(rows);
        } else if let Some(rows) = band(alone) {
            rows.into_iter().for_each(|row| self.block.push(Line::new(self.line, alone, vec![row])));
        } else if are_wrong_columns(alone) == Some(true) {
            let error = NoRow { error: ParseError::Columns(alone.into()), ..NoRow::of(alone) };
            let line = Line { has_fields: true, error: Some(error), ..Line::new(self.line, text, Vec::new()) };
            self.block.push(line);
        } else if is_head_of_columns(alone) && !self.block.is_within_grid() {
            let found = self.block.pass_text(false);
            self.add(found);
        } else {
            self.end_pairs();
            let link = decoded_link(text);
            self.row(link.as_deref().unwrap_or(text));
        }
    }

    /// Returns `true` for a line of equal signs that are no blank of the grids before it: a ruler. Without those, or below grids in lines,
    /// 81 dots or zeros are a grid.
    fn is_line_as_ruler(&self, text: &str) -> bool {
        let blank = blanks_of(text);
        let is_equal = text.len() > 9 && text.chars().all(|sign| text.starts_with(sign));
        let (is_line, is_dotted) = (text.len() == 81, text.starts_with(['.', '0']));
        let is_known = blank != 0 && self.blanks != 0 && !(is_line && is_dotted && self.has_grid_in_line);
        is_equal && blank & self.blanks == 0 && (is_line && !is_dotted || is_known)
    }

    /// Adds the grid of a line.
    fn whole(&mut self, text: &str, whole: Whole) {
        let Whole { board, solution, is_solution, is_spread } = whole;
        // A line of blanks alone is a grid beside others in lines only.
        let mut signs = text.chars().filter(|sign| !matches!(sign, ' ' | '|'));
        let first = signs.next();
        let is_alone = board == Board::Grid(Grid::EMPTY) && signs.all(|sign| Some(sign) == first);
        let is_empty = is_alone && !self.has_grid_in_line && self.empty_lines.len() < MOST_LINES_OF_BLANKS;
        if is_empty && !self.has_result && self.block.is_empty() {
            return self.empty_lines.push(self.line);
        }
        if is_empty {
            let found = self.block.pass_error();
            self.add(found);
            return self.report(self.line, Err(ParseError::Ruler));
        }
        self.blanks |= blanks_of(text);
        self.has_grid_in_line = true;
        // The first field may be in the line before.
        if is_spread && text.starts_with([',', ';', '\t']) && self.block.is_behind_piece(self.line) {
            self.end_block();
            return self.report(self.line, Err(ParseError::Length(82)));
        }
        let is_open = is_spread && text.trim_end_matches(' ').ends_with([',', ';', '\t']);
        self.open_end = if is_open { self.line } else { 0 };
        self.headings.note_line(self.line, text);
        // Bands in lines of their own may go on in a line that has lost its line ends.
        if self.block.ends_within_bands(self.line) {
            let found = self.block.pass_error();
            self.add(found);
            return self.report(self.line, Err(ParseError::Parts));
        }
        // Nine rows in a line may have names above them, but in no other order.
        let columns = self.block.take_columns();
        self.end_block();
        if let Some(ParseError::Columns(names)) = columns
            && !names.bytes().filter(u8::is_ascii_digit).is_sorted()
        {
            return self.report(self.line, Err(ParseError::Columns(names)));
        }
        // In a table of puzzles and solutions, it may be the solution of a puzzle that is missing.
        let is_beside = || text.trim_matches(' ').contains(|sign: char| !sign.is_ascii_digit());
        let is_in_table = self.pair_line > 0 && self.pair_line + 1 == self.line && solution.is_none();
        let is_lost = is_in_table && matches!(&board, Board::Grid(grid) if grid.is_full()) && is_beside();
        if is_lost || solution.is_some() {
            self.pair_line = self.line;
        }
        if is_lost {
            return self.report(self.line, Err(ParseError::NoPuzzle));
        }
        self.is_after_array = text.contains('"');
        self.end_empty_lines(Ok(()));
        let mut result = Ok(board);
        if let Ok(Board::Grid(grid)) = &result {
            self.beside.extend(is_spread.then_some((self.line, *grid)));
            // What is between the cells of a word is no mark.
            let is_word = words(text).any(|(_, word)| word.chars().count() >= 81 && !word.contains(ELEMENT));
            if !is_word {
                result = marks::check_text(grid, &self.block.text).and(result);
            }
        }
        if words(text).next().is_some_and(|(_, word)| !word.chars().all(|sign| cell(sign).is_some())) {
            self.results.pass_text(self.line);
        }
        let context = Context { is_solution, ..Context::default() };
        self.found(Scanned { line: self.line, result, solution, title: None }, context);
        if self.is_after_array && !self.has_bracket && closing(text) > 0 {
            self.report_lost_start(text);
        }
    }

    /// Adds a ruler or an edge.
    fn ruler(&mut self, text: &str) {
        self.headings.pass_ruler(self.line);
        self.pair_line += usize::from(self.pair_line > 0 && self.pair_line + 1 == self.line);
        self.block.pass_ruler(text.matches('|').count() >= 8 && !text.contains('+'));
        // The edge of a frame is below a grid or above the next one, and two edges are between grids.
        if is_frame(text.as_bytes()) {
            self.end_grids("");
            if self.last_edge + 1 == self.line {
                let found = self.block.pass_text(false);
                self.add(found);
            }
            self.last_edge = self.line;
        }
    }

    /// Adds a row, a line that may be one with an error, or text.
    fn row(&mut self, text: &str) {
        let rows = readings(text);
        // Nine numbers with a dot are a row as programs print it.
        let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        let is_rating =
            |(_, word): (usize, &str)| is_digit(word.as_bytes().first()) && is_digit(word.as_bytes().last());
        let is_heading = text.trim().contains(' ')
            && is_number(text.trim())
            && words(text).count() != 9
            && words(text).all(is_rating)
            && (!self.block.is_within_grid() || !rows.is_empty() && rows.iter().all(Row::has_clash));
        if is_row_of_sums(text) {
            let found = self.block.pass_text(false);
            self.add(found);
            return self.results.pass_text(self.line);
        }
        if let Some(short) = self.short_rows.note(self.line, text.trim()) {
            let found = self.block.pass_error();
            self.add(found.into_iter().filter(|(line, _)| line + 9 <= self.line).collect());
            return self.report(self.line - 8, Err(ParseError::LostZerosOfRow(short)));
        }
        let rows = if is_heading { Vec::new() } else { rows };
        self.blanks |= rows.first().filter(|row| !row.is_uniform()).map_or(0, |row| row.blanks);
        let name = text.split_once(['=', '{']).filter(|(name, _)| !rows.is_empty() && cells_in(name) < 9);
        if name.is_some_and(|(name, _)| is_solution_name(name)) {
            self.note_solution_name(self.line);
        }
        if self.block.begins_other_grid(&rows) {
            let found = self.block.pass_text(false);
            self.add(found);
        }
        if rows.iter().any(|row| row.layout == Layout::Cells) {
            return self.block.push(Line::new(self.line, text, rows));
        }
        // The fields of LaTeX. A few are marks.
        let is_latex = text.matches('&').count() >= FIELDS_OF_LATEX;
        let mut error = if is_latex { NoRow::of(&text.replace('&', ",")) } else { NoRow::of(text) };
        if rows.is_empty() && (has_unknown_word(text) || is_row_of_r(text)) {
            error = NoRow { cells: 9, is_cells: true, is_near: true, is_title: false, ..error };
        }
        if self.report_no_remark(text, &rows, &error) {
            return;
        }
        let is_part = error.is_cells && !error.is_number && error.cells >= FEWEST_OF_A_PART;
        let has_fields = !is_heading && text.contains('|')
            || [',', ';', '\t', '&'].iter().any(|&delimiter| text.matches(delimiter).count() >= 7)
            || is_part && text.contains([',', ';']);
        let is_within_grid = self.block.is_within_grid();
        let is_text = (error.is_number || error.is_title) && !is_within_grid;
        if rows.is_empty()
            && (is_text || !error.is_near)
            && !(error.is_cells && (has_fields || is_within_grid))
            && !(has_fields && has_lone_sign(text))
        {
            return self.text(text, &error, has_fields);
        }
        if rows.is_empty() {
            self.note(text, &error.error);
            self.block.note_text(self.line, text);
        }
        let may_be_row = error.may_be_row;
        let line = Line { error: Some(error), has_fields, ..Line::new(self.line, text, rows) };
        // Behind whole grids, it is no row of them.
        if line.is_soft() && !self.block.is_within_grid() {
            let found = self.block.pass_text(may_be_row);
            self.add(found);
        }
        // Others have errors of their own.
        if line.is_soft() {
            self.note_alike(text);
        }
        self.block.push(line);
    }

    /// Reports a line that is no row, and hardly a remark: a damaged grid, one of another size, or one in an unknown form. Returns `false`
    /// for other lines.
    fn report_no_remark(&mut self, text: &str, rows: &[Row], error: &NoRow) -> bool {
        let cells = words(text).count();
        if rows.is_empty() && self.is_row_of_larger(cells) {
            return true;
        }
        let damaged = error.of_damaged_grid(text.trim());
        let is_text = error.is_number || error.is_title;
        let is_long = rows.is_empty() && error.is_cells && !is_text && error.length() > MOST_OF_A_ROW;
        if damaged.is_some() || is_long {
            let found = self.block.pass_error();
            self.add(found);
            self.report_row(cells, damaged.unwrap_or_else(|| error.error.clone()));
            return true;
        }
        // A comma between the values of an array is no remark, nor are the cells of a table.
        let is_of_table = |sign: &&str| text.matches(*sign).count() >= CELLS_OF_A_TABLE;
        let has_cells = ["<td", "|"].iter().any(is_of_table) && error.cells > 0 || may_be_grid(text);
        let larger = of_larger(text.trim());
        let may_be_row = !rows.is_empty() || error.is_near && self.block.is_within_grid();
        let has_rules = error.error == ParseError::MoreRules && !text.trim().contains(' ') && !is_cage(text);
        let is_reported = !may_be_row && (text.trim() == "," || has_cells || has_rules || larger.is_some());
        if is_reported {
            let found = self.block.pass_error();
            self.add(found);
            self.report_row(cells, larger.unwrap_or_else(|| error.error.clone()));
        }
        is_reported
    }

    /// Reports a line, which may be the first row of a larger grid.
    fn report_row(&mut self, cells: usize, error: ParseError) {
        self.end_larger();
        match matches!(cells, 12 | 15 | 16 | 20 | 25) {
            true => self.larger = Some(Larger { cells, first_line: self.line, rows: 1, error: Some(error) }),
            false => self.report(self.line, Err(error)),
        }
    }

    /// Returns `true` if a line is a row of a larger grid, whose first row is reported.
    fn is_row_of_larger(&mut self, cells: usize) -> bool {
        let is_next = |larger: &mut Larger| {
            larger.cells == cells && larger.first_line + larger.rows == self.line && larger.rows < cells
        };
        let Some(mut larger) = self.larger.take_if(is_next) else { return false };
        if larger.error.take().is_some() {
            self.report(larger.first_line, Err(ParseError::Size(cells)));
        }
        self.larger = Some(Larger { rows: larger.rows + 1, ..larger });
        true
    }

    /// Reports a line that is no row of a larger grid.
    pub(super) fn end_larger(&mut self) {
        if let Some(Larger { first_line, error: Some(error), .. }) = self.larger.take() {
            self.report(first_line, Err(error));
        }
    }

    /// Notes a line that is no row, and reports nine of them that are alike.
    pub(super) fn note_alike(&mut self, text: &str) {
        let found = self.alike.note(self.line, text);
        let cut = self.cut_rows.note(self.line, text).map(|first| (first, Err(ParseError::Alike(None))));
        if self.alike.begins_at(self.line) {
            self.heading_of_rows = self.heading_above.take();
        }
        if let Some((first, result)) = found.or(cut) {
            let result = result.and_then(|grid| self.below_heading(grid));
            // Those before them are no rows of theirs.
            let found = self.block.pass_part();
            self.add(found);
            self.report(first, result.map(Board::Grid));
        }
    }

    /// Refuses a grid whose rows, taken for text, are below a heading of columns or another kind. That is above the next grid, too.
    pub(super) fn below_heading(&mut self, grid: Grid) -> Result<Grid, ParseError> {
        let Some(heading) = self.heading_of_rows.clone() else { return Ok(grid) };
        self.headings.note_above(self.line, &heading);
        below_heading(Board::Grid(grid), error_of_heading(&heading)).map(|_| grid)
    }

    /// Adds a heading or a remark.
    fn text(&mut self, text: &str, error: &NoRow, has_fields: bool) {
        let alone = text.trim();
        let is_cell = |(_, word): (usize, &str)| word.len() == 1;
        let is_number = alone.len() < 4 && alone.bytes().all(|byte| byte.is_ascii_digit());
        let are_apart = words(&text.replace('&', ",")).all(is_cell);
        if error.is_cells && (1..9).contains(&error.cells) && (are_apart || is_number) {
            // Beside a separator, the place of a digit is not known.
            let cells =
                if is_number { alone.bytes().map(|digit| digit - b'0').collect() } else { vec![0; error.cells] };
            let found = self.block.pass_piece(self.line, cells, are_apart);
            self.add(found);
            if self.open_end + 1 == self.line {
                self.results.refuse(|line| line == self.open_end, &ParseError::Length(81 + error.cells));
            }
        }
        self.block.note_text(self.line, text);
        let is_below = self.block.has_lines() && is_order(text);
        let mut found = self.block.pass_text(error.may_be_row || has_fields);
        if is_below {
            let error = ParseError::Names(format!("the text {alone:?} below it"));
            found.iter_mut().filter(|(_, result)| result.is_ok()).for_each(|(_, result)| *result = Err(error.clone()));
        }
        self.add(found);
        self.results.pass_text(self.line);
        self.note(text, &error.error);
        self.note_alike(text);
        if let Some(first) = self.cell_lines.note(self.line, text) {
            self.report(first, Err(ParseError::Apart));
        }
        // An opening bracket may be between the name of an array and its first row.
        if matches!(alone, "{" | "(") {
            self.headings.pass_bracket(self.line);
        }
        let is_title = alone.len() <= LONGEST_TITLE
            && alone.contains(char::is_alphanumeric)
            && !alone.starts_with(['[', '<', '{', '|', '\\']);
        if is_title && are_wrong_columns(alone).is_none() {
            let raw = self.raw.take().filter(|raw| plain(raw).trim() == alone);
            self.headings.add_title(self.line + 1, raw.as_deref().map_or(alone, str::trim));
        }
    }
}

/// Returns `true` for the last row of a table with the sums of its columns.
fn is_row_of_sums(text: &str) -> bool {
    let words: Vec<&str> = words(text).map(|(_, word)| word.trim_matches(['*', '"'])).collect();
    matches!(&words[..], [name, sums @ ..] if sums.len() > 1 && is_sum(name) && sums.iter().all(|sum| sum.parse::<u32>().is_ok()))
}

/// Returns `true` for a row of a matrix as R prints it, with its number and a digit: ` [1,]         8      `.
fn is_row_of_r(text: &str) -> bool {
    let row = text.trim().strip_prefix('[').and_then(|text| text.split_once(",]"));
    row.is_some_and(|(number, row)| {
        matches!(number.as_bytes(), [b'1'..=b'9'])
            && row.contains(' ')
            && row.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit())
    })
}

/// Leaves out the number of a line before an edge or a ruler with crossings.
fn without_number_of_edge(text: &str) -> &str {
    let behind = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let edge = behind.trim_start_matches([':', ' ', '\t']);
    let has_number = line_number(&text[..text.len() - behind.len()]).is_some() && edge.len() < behind.len();
    if has_number && edge.len() >= 11 && edge.contains('+') && is_rule(edge) { edge } else { text }
}

/// Leaves out the name behind an edge.
fn without_name_of_edge(text: &str) -> &str {
    let edge = text.split(' ').next().unwrap_or_default();
    let is_edge = is_frame(edge.as_bytes()) || edge.contains('+') && is_rule(edge);
    let name = &text[edge.len()..];
    let has_name = is_edge && edge.len() >= 11 && name.contains(char::is_alphanumeric) && !name.contains('|');
    if has_name { edge } else { text }
}

/// Returns the error of a grid of 16x16 or 25x25 cells in a line, of which a fifth or more are empty, or of a row of 12 cells or more with a
/// letter or a number from 10 among them.
fn of_larger(text: &str) -> Option<ParseError> {
    let is_blank = |byte: &u8| matches!(byte, b'.' | b'0' | b'-' | b'_' | b'*');
    let is_high = |word: &str| matches!(word.as_bytes(), [b'1' | b'2', b'0'..=b'9'] | [b'A'..=b'P']);
    let is_cell = |word: &str| word.len() == 1 && cell(word.chars().next().unwrap_or_default()).is_some();
    let cells = || words(text).map(|(_, word)| word);
    let count = cells().count();
    if matches!(count, 12 | 15 | 16 | 20 | 25)
        && cells().any(is_high)
        && cells().all(|word| is_high(word) || is_cell(word))
    {
        return Some(ParseError::Size(count));
    }
    let is_grid = matches!(text.len(), 256 | 625)
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || is_blank(&byte))
        && 5 * text.bytes().filter(is_blank).count() >= text.len();
    is_grid.then_some(ParseError::Length(text.len()))
}
