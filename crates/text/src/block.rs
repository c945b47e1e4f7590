//! Lines that may be the rows of grids, up to the end of their block.
//!
//! Nothing is read before the block is over: its lines together tell the layout of the rows, and which lines of equal blanks are rulers
//! between the bands. A block with another number of rows than those of whole grids is refused as a whole, because no line tells
//! where the next grid begins.

mod beside;
mod grid;
mod reading;
mod rows;

pub(super) use grid::may_have_labels;

use std::collections::VecDeque;
use std::ops::{Range, RangeInclusive};

use minirow_core::{Solution, solver};

use crate::block::reading::{Reading, read};
use crate::block::rows::rows_of_part;
use crate::board::Board;
use crate::characters::{NEVER_RULERS, SPACE, cell};
use crate::error::ParseError;
use crate::marks::{self, Marked};
use crate::no_row::{NoRow, is_number};
use crate::row::{Layout, Row, TextRow, readings, words};

/// The most lines of a block. It bounds the memory; nobody writes ten thousand grids without an empty line.
const MOST_LINES: usize = 99_999;

/// The most grids behind lost bands that may be made of the bands of two grids each: as many empty lines are lost.
const MOST_OF_BANDS: usize = 9;

/// The most lines of text that are remembered, and the fewest cells of those that may have a row in them.
const MOST_TEXTS: usize = 4;
const CELLS_OF_A_TEXT: usize = 8;

/// The longest text with a row in brackets, in bytes.
const LONGEST_TEXT: usize = 400;

/// The numbers of cells of a line that may be a row which has lost or got one. Others are hardly rows.
const CELLS_OF_A_ROW: RangeInclusive<usize> = 8..=10;

/// The most cells and delimiters of a line that is hardly a row of fields.
const MOST_OF_A_REMARK: usize = 3;

/// A line that is a row, a ruler, or looks like a row with an error.
#[derive(Clone, Default, Debug)]
pub(super) struct Line {
    /// The number of the line in the text.
    pub(super) number: usize,
    /// The length of its text, and the number of delimiters in it.
    pub(super) width: usize,
    pub(super) delimiters: usize,
    /// The readings as a row.
    pub(super) rows: Vec<Row>,
    /// The error, if the line has no reading as [`Layout::Cells`].
    pub(super) error: Option<NoRow>,
    /// `true` if the line has the separators of a row of nine fields or three parts.
    pub(super) has_fields: bool,
    /// `true` if a drawn ruler follows.
    pub(super) is_ruled: bool,
    /// `true` if the ruler below the head of a table follows.
    pub(super) is_head: bool,
    /// The digits of its text with their marks, if there may be some.
    pub(super) marks: Vec<Marked>,
    /// The sign before the line, and `true` if it is a row only without it, so that all rows have it.
    pub(super) sign: (Option<&'static str>, bool),
    /// `true` if a name is before its cells, which may be that of a number: `Seed: 918273645`.
    pub(super) is_named: bool,
}

impl Line {
    /// Returns a line with readings as a row.
    pub(super) fn new(number: usize, text: &str, rows: Vec<Row>) -> Line {
        let delimiters = text.matches([',', ';', '\t', '&', '|']).count();
        Line { number, width: text.len(), delimiters, rows, ..Line::default() }
    }

    fn row(&self, layout: Layout) -> Option<&Row> {
        self.rows.iter().find(|row| row.layout == layout)
    }

    /// Returns the blank of a line of nine equal blanks.
    fn uniform(&self) -> Option<u16> {
        self.rows.iter().find(|row| row.is_uniform()).map(|row| row.blanks)
    }

    /// Returns `true` if the line may be a heading or a remark.
    pub(super) fn is_soft(&self) -> bool {
        let is_text = |error: &NoRow| !error.is_cells || error.is_number || error.is_title;
        let is_other = |error: &NoRow| !CELLS_OF_A_ROW.contains(&error.cells);
        let is_short = |error: &NoRow| self.delimiters <= MOST_OF_A_REMARK && error.cells <= MOST_OF_A_REMARK;
        // Names of columns are those of the rows below them.
        let is_name = |error: &NoRow| matches!(error.error, ParseError::Columns(_));
        let is_soft = |error: &NoRow| {
            (is_text(error) || is_other(error)) && (!self.has_fields || is_short(error)) && !is_name(error)
        };
        self.rows.is_empty() && self.error.as_ref().is_some_and(is_soft)
    }

    /// Returns `true` if the line is a row of fields of which some are empty, so that their cells may be in a line of their own.
    fn is_cut(&self, columns: Range<usize>, is_of_kind: impl Fn(Layout) -> bool) -> bool {
        let is_empty = |row: &Row| match row.cells {
            TextRow::Numbers(numbers) => numbers[columns.clone()].iter().all(|&number| number == 0),
            TextRow::Marks(_) => false,
        };
        self.rows.iter().any(|row| is_of_kind(row.layout) && row.blanks & SPACE != 0 && is_empty(row))
    }

    /// Returns `true` if a line that is left out has the cells of a row.
    fn may_be_row(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.may_be_row)
    }
}

/// A board or an error, with the number of its line.
pub(super) type Found = (usize, Result<Board, ParseError>);

/// The lines that are not read yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// The lines since the last empty one.
    lines: Vec<Line>,
    /// The number of lines above all others that may be headings.
    headings: usize,
    /// The blanks of those that are rows for sure.
    blanks: u16,
    /// Lines of spaces directly before, which are rows if the next ones have spaces as blanks.
    spaces: Vec<Line>,
    /// The number of the last line of a few cells and nothing else, with their digits, or 0 if it has separators.
    piece: Option<(usize, Vec<u8>)>,
    /// The number of lines of nine equal blanks for each blank that is drawn as a ruler, by its bit.
    drawn: [usize; 16],
    /// The bands or the rows before it, with the empty lines between them left out, their number and that of the rows of each.
    parts: Vec<Line>,
    part_count: usize,
    rows_of_part: usize,
    /// The distance from one band or row to the next, and `true` if others differ.
    gap: Option<usize>,
    has_other_gaps: bool,
    /// The number of rows of the last incomplete grids.
    incomplete: Option<usize>,
    /// `true` if its rows end at a line of text with the next rows directly below it.
    is_cut_by_text: bool,
    /// `true` if its last lines are rulers without rows.
    is_behind_rulers: bool,
    /// Grids without exactly one solution, which are refused if the next one is incomplete.
    held: Vec<Found>,
    /// Grids with exactly one solution whose empty rows may be rulers, which are refused if other rows are behind them.
    ruled: Vec<Found>,
    /// `true` after a remark that may be a row with an error, or lines of which some may be rulers: how many rows there are is not known.
    has_unknown_rows: bool,
    /// `true` after more lines than can be held.
    is_too_long: bool,
    /// The numbers of the last lines of text that may have a row in them, and of the last one with a row between brackets or quotes.
    texts: VecDeque<usize>,
    row_texts: VecDeque<usize>,
    /// The next line with the markup of its cells, and the sign before it, as in [`Line`].
    pub(super) text: String,
    pub(super) sign: (Option<&'static str>, bool),
    /// `true` if the next line is the first one, behind a name.
    pub(super) is_named: bool,
}

impl Block {
    /// Notes the sign before the next line, and whether that is a row only without it.
    pub(super) fn note_sign(&mut self, sign: Option<&'static str>, is_needed: bool) {
        self.sign = (sign, is_needed);
    }

    /// Returns `true` if no line waits, and earlier ones have no effect on the next.
    pub(super) fn is_idle(&self) -> bool {
        let has_waiting = !self.held.is_empty() || !self.ruled.is_empty();
        self.is_empty() && !has_waiting && self.incomplete.is_none() && !self.has_unknown_rows
    }

    /// Returns `true` if no line waits.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.parts.is_empty()
    }

    /// Returns `true` if lines directly before wait to be read.
    pub(super) fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Returns the number of the first of them.
    pub(super) fn first_line(&self) -> Option<usize> {
        self.lines.first().map(|line| line.number)
    }

    /// Returns `true` if rows are those of another grid: whole grids are before them, and they are the numbers of columns above labelled rows, or
    /// have another layout behind a ruler.
    pub(super) fn begins_other_grid(&self, rows: &[Row]) -> bool {
        let Some(last) = self.lines.last().filter(|_| !rows.is_empty()) else { return false };
        let is_labelled = |line: &&Line| line.rows.iter().any(|row| row.layout.is_labelled() && row.label.is_some());
        let labelled = self.lines.iter().filter(is_labelled).count();
        let are_numbers = rows.iter().all(Row::is_counted) && is_labelled(&last) && labelled.is_multiple_of(9);
        let is_other = |row: &Row| last.row(row.layout).is_none();
        let is_ruled = last.is_ruled && !last.rows.is_empty() && rows.iter().all(is_other);
        are_numbers || is_ruled && !self.is_within_grid()
    }

    /// Returns the number of the last of them.
    pub(super) fn last_line(&self) -> Option<usize> {
        self.lines.last().map(|line| line.number)
    }

    /// Returns `true` if a line with an error would be within a grid.
    pub(super) fn is_within_grid(&self) -> bool {
        let count = |is_ruler: bool| -> usize {
            let of_kind = |kind: &usize| (self.blanks >> kind & 1 == 0) == is_ruler;
            (0..self.drawn.len()).filter(of_kind).map(|kind| self.drawn[kind]).sum()
        };
        let (rulers, doubtful) = (count(true), count(false));
        let rows = self.lines.len() - self.headings - rulers;
        // The last band of a grid may have a heading directly below it.
        let rows = if rows == self.rows_of_part { rows * (1 + self.part_count) } else { rows };
        !self.is_too_long && !rows.is_multiple_of(9) && !(rows - doubtful).is_multiple_of(9)
    }

    /// Returns `true` if the line before one has the rows of a band, and more of them are missing.
    pub(super) fn ends_within_bands(&self, line: usize) -> bool {
        let is_band =
            matches!(&self.lines[..], [.., before, last] if before.number == last.number && last.number + 1 == line);
        is_band && self.is_within_grid()
    }

    /// Returns `true` if a line of a few cells is directly before one.
    pub(super) fn is_behind_piece(&self, line: usize) -> bool {
        self.piece.as_ref().is_some_and(|(piece, _)| piece + 1 == line)
    }

    /// Notes a line of a few cells, apart or not, which are some of a row if the one before or behind it lacks them.
    pub(super) fn pass_piece(&mut self, line: usize, cells: Vec<u8>, are_apart: bool) -> Vec<Found> {
        let is_open = |layout| match layout {
            Layout::Fields { .. } => are_apart,
            layout => matches!(layout, Layout::Positions { is_cut, .. } if are_apart || is_cut),
        };
        let is_cut = |last: &&Line| last.number + 1 == line && last.is_cut(9 - cells.len()..9, is_open);
        if let Some(last) = self.lines.last().filter(is_cut) {
            let cut = Reading::refused(last.number, ParseError::Row(9), self.lines.len());
            self.lines.clear();
            (self.headings, self.blanks, self.drawn) = (0, 0, [0; 16]);
            return self.add(cut);
        }
        self.piece = are_apart.then_some((line, cells));
        Vec::new()
    }

    /// Notes a line of spaces that may be the first row of a grid.
    pub(super) fn pass_spaces(&mut self, line: Line) {
        if self.spaces.last().is_some_and(|before| before.number + 1 < line.number) || self.spaces.len() == 9 {
            self.spaces.clear();
        }
        self.spaces.push(line);
    }

    pub(super) fn push(&mut self, line: Line) {
        let marks = if line.rows.is_empty() { Vec::new() } else { marks::digits(&self.text) };
        let line = Line { sign: self.sign, marks, is_named: self.is_named, ..line };
        let spaces = std::mem::take(&mut self.spaces);
        let is_before = self.lines.is_empty() && spaces.last().is_some_and(|last| last.number + 1 == line.number);
        let has_layout = |row: &Row| line.row(row.layout).is_some();
        let may_be_row = |spaces: &Line| spaces.rows.iter().any(has_layout);
        if is_before && spaces.iter().all(may_be_row) {
            self.lines = spaces;
        } else {
            self.has_unknown_rows |= is_before || spaces.iter().any(may_be_row);
        }
        if self.lines.len() + self.parts.len() < MOST_LINES {
            match line.uniform() {
                Some(blank) if blank & NEVER_RULERS == 0 => self.drawn[blank.trailing_zeros() as usize] += 1,
                Some(_) => {}
                None => self.blanks |= line.rows.first().map_or(0, |row| row.blanks),
            }
            self.headings += usize::from(self.headings == self.lines.len() && line.is_soft());
            self.lines.push(line);
        } else {
            self.is_too_long = true;
        }
    }

    /// Removes names of columns that are the only line, and returns their error.
    pub(super) fn take_columns(&mut self) -> Option<ParseError> {
        let error = match &self.lines[..] {
            [line] => line.error.as_ref().map(|error| error.error.clone()),
            _ => None,
        };
        let error = error.filter(|error| matches!(error, ParseError::Columns(_)))?;
        self.lines.clear();
        Some(error)
    }

    /// Returns `true` if bands or rows wait for the others of their grid.
    pub(super) fn has_parts(&self) -> bool {
        !self.parts.is_empty() && (self.rows_of_part == 1 || !self.has_whole_parts())
    }

    /// Returns `true` if the bands or rows that wait are those of whole grids.
    fn has_whole_parts(&self) -> bool {
        (self.part_count * self.rows_of_part).is_multiple_of(9)
    }

    /// Returns `true` if a line of spaces is a row as the one before it is.
    pub(super) fn continues_with(&self, rows: &[Row]) -> bool {
        let last = self.lines.iter().rfind(|line| !line.rows.is_empty());
        last.is_some_and(|line| rows.iter().any(|row| line.row(row.layout).is_some()))
    }

    /// Notes a line of text, which may have a row in it.
    pub(super) fn note_text(&mut self, line: usize, text: &str) {
        if has_row_in_brackets(text) {
            self.row_texts.push_back(line);
            self.row_texts.drain(..self.row_texts.len().saturating_sub(MOST_TEXTS));
        }
        let is_cells = |word: &&str| word.chars().all(|character| cell(character).is_some());
        let cells: usize = words(text).map(|(_, word)| word).filter(is_cells).map(str::len).sum();
        if cells >= CELLS_OF_A_TEXT && !is_number(text.trim()) {
            self.texts.push_back(line);
            self.texts.drain(..self.texts.len().saturating_sub(MOST_TEXTS));
        }
    }

    /// Returns `true` if a text with a row of another form is directly above or below the rows of a block.
    fn is_beside_row(&self, lines: &[Line]) -> bool {
        let mut rows = lines.iter().filter(|line| !line.rows.is_empty());
        let (first, last) = (rows.next(), rows.next_back());
        let is_beside = |number: &usize| {
            first.is_some_and(|first| number + 1 == first.number) || last.is_some_and(|last| *number == last.number + 1)
        };
        self.row_texts.iter().any(is_beside)
    }

    /// Returns the number of an empty row at an end of a block that may be a ruler, because the text at one of them may have a row.
    fn empty_row_beside_text(&self, lines: &[Line]) -> Option<usize> {
        let mut rows = lines.iter().filter(|line| !line.rows.is_empty());
        let (first, last) = (rows.next()?, rows.next_back()?);
        let is_beside = |number: &usize| number + 1 == first.number || *number == last.number + 1;
        let is_empty = |line: &&Line| !line.is_head && line.rows.iter().any(Row::is_uniform);
        let empty = [last, first].into_iter().find(is_empty)?;
        self.texts.iter().any(is_beside).then_some(empty.number)
    }

    /// Notes a ruler that is drawn with other signs than blanks. `is_of_table` tells that it is the one below the head of a table.
    pub(super) fn pass_ruler(&mut self, is_of_table: bool) {
        if let Some(line) = self.lines.last_mut() {
            line.is_ruled = true;
            line.is_head = is_of_table;
        } else {
            // A row before it may be the head of the next rows.
            self.has_unknown_rows |= is_of_table && self.incomplete.is_some();
        }
    }

    /// Ends the lines before an empty line, which is decoration between two bands. `may_be_row` tells that its spaces may be cells.
    pub(super) fn pass_empty_line(&mut self, may_be_row: bool) -> Vec<Found> {
        let is_after_row = !self.lines.is_empty();
        let found = self.end_lines(false);
        self.is_cut_by_text = false;
        self.pass_unknown_row(found, may_be_row && is_after_row)
    }

    /// Ends the lines before a heading or a remark, which may be a row with an error.
    pub(super) fn pass_text(&mut self, may_be_row: bool) -> Vec<Found> {
        // Lines of spaces before it may be rows.
        self.has_unknown_rows |= !std::mem::take(&mut self.spaces).is_empty();
        let before = self.incomplete;
        let found = self.end_lines(true);
        self.is_cut_by_text = self.incomplete != before && !self.is_behind_rulers;
        self.pass_unknown_row(found, may_be_row)
    }

    /// Ends the lines before a long line with an error, which is reported next: it may be a row or a ruler.
    pub(super) fn pass_error(&mut self) -> Vec<Found> {
        // Directly above it, rulers may be rows.
        let is_below_rows = self.has_lines();
        let mut found = self.pass_text(false);
        if self.incomplete.is_some() || self.has_unknown_rows || is_below_rows {
            found.extend(self.refuse_held(ParseError::Parts, 1));
        }
        found.append(&mut self.held);
        found.append(&mut self.ruled);
        self.incomplete.get_or_insert(1);
        self.has_unknown_rows = true;
        found
    }

    /// Adds the grids to `found` that are doubtful if a line behind them is a row.
    fn pass_unknown_row(&mut self, mut found: Vec<Found>, may_be_row: bool) -> Vec<Found> {
        if may_be_row && self.incomplete.is_some() && !self.held.is_empty() {
            found.extend(self.refuse_held(ParseError::Parts, 1));
            self.incomplete = None;
        }
        self.has_unknown_rows |= may_be_row;
        found
    }

    /// Ends the lines before a part in another form.
    pub(super) fn pass_part(&mut self) -> Vec<Found> {
        let mut found = self.pass_text(false);
        if self.incomplete.is_some() {
            found.extend(self.refuse_held(ParseError::Parts, 1));
        }
        found.append(&mut self.held);
        found.append(&mut self.ruled);
        found
    }

    /// Ends the block.
    pub(super) fn end(&mut self) -> Vec<Found> {
        let mut found = self.end_lines(true);
        found.append(&mut self.held);
        found.append(&mut self.ruled);
        *self = Block { text: std::mem::take(&mut self.text), ..Block::default() };
        found
    }

    fn end_lines(&mut self, is_over: bool) -> Vec<Found> {
        let lines = std::mem::take(&mut self.lines);
        (self.headings, self.blanks, self.drawn) = (0, 0, [0; 16]);
        if std::mem::take(&mut self.is_too_long) {
            let first = lines.first().map_or(0, |line| line.number);
            return self.add(Reading::refused(first, ParseError::TooManyRows(MOST_LINES), 0));
        }
        if let (Some((line, cells)), Some(first)) = (&self.piece, lines.first())
            && line + 1 == first.number
            && first.is_cut(0..cells.len(), |layout| matches!(layout, Layout::Fields { .. }))
            && !is_number_above(cells, &lines)
        {
            return self.add(Reading::refused(first.number, ParseError::Row(1), lines.len()));
        }
        let mut found = Vec::new();
        let is_second_empty_line = lines.is_empty() && !is_over;
        let rows = rows_of_part(&lines);
        if !lines.is_empty() && rows != Some(self.rows_of_part) {
            found.extend(self.end_parts());
        }
        if let Some(rows) = rows {
            self.rows_of_part = rows;
            self.part_count += 1;
            if let Some(last) = self.parts.last() {
                let gap = lines[0].number - last.number;
                self.has_other_gaps |= self.gap.replace(gap).is_some_and(|before| before != gap);
            }
            self.parts.extend(lines);
        } else if !lines.is_empty() {
            let mut reading = read(&lines);
            if let Some(empty) =
                self.empty_row_beside_text(&lines).filter(|_| reading.is_whole() && !reading.is_certain())
            {
                reading = Reading::refused(empty, ParseError::Ruler, lines.len());
            }
            if self.is_beside_row(&lines) && reading.is_whole() && !reading.is_certain() {
                reading = Reading::refused(lines[0].number, ParseError::Rows(lines.len() + 1), lines.len());
            }
            found.extend(self.add(reading));
        }
        // Two empty lines are between grids.
        if is_over || is_second_empty_line && self.has_whole_parts() {
            found.extend(self.end_parts());
        }
        found
    }

    /// Reads the bands or rows that wait.
    fn end_parts(&mut self) -> Vec<Found> {
        let parts = std::mem::take(&mut self.parts);
        // Nothing tells where a grid begins among rows with empty lines between them.
        let are_rows = self.rows_of_part == 1;
        (self.part_count, self.rows_of_part, self.gap) = (0, 0, None);
        let has_other_gaps = std::mem::take(&mut self.has_other_gaps);
        if parts.is_empty() {
            return Vec::new();
        }
        let mut reading = read(&parts);
        // With more empty lines between some of them, bands may be those of two grids.
        if has_other_gaps && !are_rows && reading.is_whole() && !reading.is_certain() {
            reading = Reading::refused(parts[0].number, ParseError::Parts, parts.len());
        }
        // Behind lost rows, bands may be those of two grids each. Those of like puzzles, in another order, are a puzzle, too.
        if self.incomplete.is_some_and(|rows| !rows.is_multiple_of(9))
            && reading.is_whole()
            && !reading.found.is_empty()
        {
            reading = Reading::refused(reading.found[0].0, ParseError::Parts, parts.len());
        }
        self.add(Reading { has_unknown_rows: reading.has_unknown_rows || are_rows, ..reading })
    }

    /// Ends the grids that are held with an error, before lost rows or after them.
    fn refuse_held(&mut self, error: ParseError, rows: usize) -> impl Iterator<Item = Found> {
        // Bands in another order are those of a puzzle with one solution, too.
        let are_bands = rows.is_multiple_of(3) && self.incomplete.is_some_and(|before| before.is_multiple_of(3));
        self.held.drain(..).map(move |(line, result)| match result {
            Ok(_) if are_bands => (line, Err(error.clone())),
            result => refused((line, result), &error),
        })
    }

    /// Adds the reading of a block. Returns what is certain: after lost rows, nine rows may be those of two grids, which have hardly ever
    /// exactly one solution.
    fn add(&mut self, reading: Reading) -> Vec<Found> {
        let is_behind_loss = self.incomplete.is_some();
        let is_behind_doubt = is_behind_loss || self.has_unknown_rows;
        let has_more_rows = reading.incomplete.is_some() && !reading.has_doubtful_rulers;
        let ruled = self.ruled.drain(..).map(|(line, result)| match has_more_rows {
            true => (line, Err(ParseError::Ruler)),
            false => (line, result),
        });
        let mut found: Vec<Found> = ruled.collect();
        self.is_behind_rulers = reading.has_doubtful_rulers && reading.found.is_empty();
        if let Some(rows) = reading.incomplete {
            if !self.is_behind_rulers {
                found.extend(self.refuse_held(ParseError::Parts, rows));
            } else if (self.incomplete.unwrap_or(0) + rows).is_multiple_of(9) {
                found.extend(self.refuse_held(ParseError::Ruler, rows));
            }
            found.extend(reading.found);
            self.incomplete = Some(self.incomplete.unwrap_or(0) + rows);
            self.has_unknown_rows |= reading.has_unknown_rows;
            return found;
        }
        let is_doubtful = reading.has_unknown_rows || reading.has_doubtful_rulers;
        if !is_behind_doubt && !is_doubtful {
            found.append(&mut self.held);
            found.extend(reading.found);
            return found;
        }
        // Grids after lost rows may be made of parts, but not two blocks of grids in a row, except of bands.
        let are_bands = self.incomplete.is_some_and(|rows| rows.is_multiple_of(3) && !rows.is_multiple_of(9));
        // Without one of their lines, rows behind lost ones may be those of two grids with one solution, too.
        let is_refused = is_behind_loss && reading.has_doubtful_rulers;
        let is_certain = !are_bands && !is_refused && reading.is_certain();
        let may_be_moved = are_bands && self.held.len() < MOST_OF_BANDS;
        if is_certain || !self.held.is_empty() && !may_be_moved {
            (self.incomplete, self.has_unknown_rows) = (None, false);
        }
        if !may_be_moved {
            found.append(&mut self.held);
        }
        self.has_unknown_rows |= reading.has_unknown_rows;
        if is_certain {
            let certain = if reading.has_doubtful_rulers { &mut self.ruled } else { &mut found };
            certain.extend(reading.found);
        } else if is_behind_loss && (is_doubtful || self.is_cut_by_text) || is_behind_doubt && reading.found.len() > 1 {
            let error = if reading.has_doubtful_rulers { ParseError::Ruler } else { ParseError::Parts };
            found.append(&mut self.held);
            let refuse = |found: Found| if is_refused { (found.0, Err(error.clone())) } else { refused(found, &error) };
            found.extend(reading.found.into_iter().map(refuse));
            self.has_unknown_rows = true;
        } else {
            self.held.extend(reading.found);
        }
        found
    }
}

/// Returns `true` for a text with the nine cells of a row between brackets or quotes.
fn has_row_in_brackets(text: &str) -> bool {
    let is_sign = |sign: char| matches!(sign, '{' | '}' | '[' | ']' | '(' | ')' | '"' | '\'');
    let is_row = |part: &str| {
        part.len() >= 9 && readings(part).iter().any(|row| row.layout == Layout::Cells) && !is_number(part.trim())
    };
    text.len() <= LONGEST_TEXT && text.contains(is_sign) && text.split(is_sign).any(is_row)
}

/// Returns `true` if digits above a grid with exactly one solution are not those at its start: they are a heading, and not the cells that its
/// first row has lost.
fn is_number_above(digits: &[u8], lines: &[Line]) -> bool {
    let reading = read(lines);
    let solution = match reading.found.first() {
        Some((_, Ok(Board::Grid(grid)))) if reading.is_certain() => solver::solve(grid),
        _ => None,
    };
    let differs = |solution: Solution| {
        solution.grid().numbers().iter().zip(digits).any(|(number, digit)| *digit > 0 && number != digit)
    };
    solution.is_some_and(differs)
}

/// Returns a grid as an error, unless it has exactly one solution.
fn refused((line, result): Found, error: &ParseError) -> Found {
    let is_doubtful = result.as_ref().is_ok_and(|board| !board.has_one_solution());
    (line, if is_doubtful { Err(error.clone()) } else { result })
}
