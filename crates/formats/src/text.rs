//! The records of a text. Lines are offered to the parsers of the forms, then to the scanner of the core library.

use std::io::BufRead;

use minirow_core::Grid;
use minirow_text::{ParseError, Scanned, Scanner, names_other_parts};

use crate::clue_list::ClueList;
use crate::csv_rows::RawRow;
use crate::error::ErrorKind;
use crate::form::{LineResult, Reading, TextContext, TextParser};
use crate::forms::Form;
use crate::lines::{Lines, plain_grid_of};
use crate::other_sizes::OtherSizes;
use crate::readable::readable;
use crate::record::Record;

type LineReader = fn(&str) -> Option<Result<Record, ErrorKind>>;

/// The longest name of a puzzle in its line, in bytes.
const LONGEST_NAME: usize = 40;

/// Returns `true` for the heading of a map of regions, and not of a puzzle that has one.
fn is_of_map(title: &str) -> bool {
    let names_puzzle = title.contains(|sign: char| sign.is_ascii_digit())
        || ["puzzle", "sudoku"].iter().any(|word| title.to_lowercase().contains(word));
    names_other_parts(title) || !names_puzzle
}

/// The ends of lines of Unicode, which are those of a text without others.
const UNICODE_ENDS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];

/// Reads the records of a text.
pub(crate) struct TextRecords<R> {
    lines: Option<Lines<R>>,
    scanner: Scanner,
    /// The forms with records of one line.
    line_readers: Vec<LineReader>,
    /// The forms with records of several lines.
    parsers: Vec<Box<dyn TextParser>>,
    pub(crate) context: TextContext,
    other_sizes: OtherSizes,
    /// The clues so far of a text with hardly a grid.
    clues: Option<ClueList>,
    /// The first line of the next record, and the error of the heading above it.
    order: Option<(u64, ParseError)>,
    /// `true` if the lines of records are kept.
    pub(crate) keeps_text: bool,
    /// The current line, if a record has it alone, and that of a record that waits, with their numbers.
    text: Option<(u64, Vec<u8>)>,
    held: Option<(u64, Vec<u8>)>,
    /// The cells of the last line, if it has no others and too few for a grid: the next line may have the rest.
    short: Option<usize>,
}

/// The cells of a line that may be wrapped.
const WRAPPED: std::ops::Range<usize> = 41..81;

/// Returns the number of cells of a line that has nothing else.
fn cells_alone(line: &str) -> Option<usize> {
    let is_cell = |byte: u8| byte.is_ascii_digit() || byte == b'.';
    line.bytes().all(is_cell).then_some(line.len())
}

/// The records, with their lines if these are kept.
impl<R: BufRead> Iterator for TextRecords<R> {
    type Item = (LineResult, Option<RawRow>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            // The solution of the last puzzle may follow.
            let is_short = self.short.is_some() && self.context.has_only_error();
            let is_held = self.lines.is_some() && (self.context.may_be_solved() || is_short);
            if !is_held && let Some(mut item) = self.context.pop() {
                if let Some(puzzle) = self.clues.as_ref().and_then(|clues| clues.solved_by(&item)) {
                    (item, self.clues) = (puzzle, None);
                }
                if let Ok(record) = &item.1 {
                    self.clues.take_if(|clues| !clues.note_grid(record.grid()));
                }
                if let Some((_, error)) = self.order.take_if(|(line, _)| *line <= item.0 + 1) {
                    item.1 = item.1.and(Err(error.into()));
                }
                let is_its = |(line, _): &mut (u64, Vec<u8>)| *line == item.0;
                let text = self.held.take_if(is_its).or_else(|| self.text.take_if(is_its));
                return Some((item, text.map(|(line, text)| RawRow::of_line(line, text))));
            }
            let mut plain = None;
            if !self.keeps_text {
                self.plain_grids(1, |line, grid| plain = Some(((line, Ok(Record::from(grid))), None)));
            }
            if plain.is_some() {
                return plain;
            }
            let is_idle = !self.keeps_text && self.is_idle();
            let lines = self.lines.as_mut()?;
            self.held = self.held.take().or(self.text.take()).filter(|_| is_held);
            let mut is_last = false;
            let next = lines.next_bytes();
            // The end of the line may have been behind those in memory.
            if let Some((line, Ok(bytes))) = &next
                && let Some(grid) = plain_grid_of(bytes).filter(|_| is_idle)
            {
                self.scanner.pass_grid(grid);
                self.clues.take_if(|clues| !clues.note_grid(grid));
                return Some(((*line, Ok(Record::from(grid))), None));
            }
            let line = next.map(|(line, bytes)| {
                is_last = bytes.as_ref().is_ok_and(|bytes| !bytes.ends_with(b"\n"));
                self.text = bytes.as_ref().ok().filter(|_| self.keeps_text).map(|bytes| (line, bytes.clone()));
                (line, bytes.and_then(|bytes| lines.text(bytes)))
            });
            match line {
                Some((line, Ok(text))) => {
                    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
                    // Old systems end each line with a carriage return alone.
                    let is_old = line == 1 && is_last && text.trim_end_matches('\r').contains('\r');
                    let cells = text.bytes().filter(u8::is_ascii_digit).count();
                    if !is_old && cells >= 9 && text.trim_end_matches('\r').contains('\r') {
                        let error = ErrorKind::form("a carriage return within a line", "the same line ends throughout");
                        self.skip_line(line, error);
                        continue;
                    }
                    let is_alone = line == 1 && is_last;
                    let is_end = |sign| is_old && sign == '\r' || is_alone && UNICODE_ENDS.contains(&sign);
                    text.split(is_end).zip(line..).for_each(|(text, line)| self.push(line, text));
                }
                Some((line, Err(error))) if !lines.is_over() => self.skip_line(line, error.into()),
                end => {
                    self.lines = None;
                    self.finish();
                    if let Some((line, Err(error))) = end {
                        self.context.push(line, Err(error.into()));
                    }
                }
            }
        }
    }
}

impl<R: BufRead> TextRecords<R> {
    pub(crate) fn new(bytes: R) -> TextRecords<R> {
        let (mut line_readers, mut parsers) = (Vec::new(), Vec::new());
        for form in Form::ALL {
            match form.get().reading {
                Reading::Line(read) => line_readers.push(read),
                Reading::Text(parser) => parsers.push(parser()),
                Reading::Shared | Reading::Table { .. } | Reading::File { .. } => {}
            }
        }
        let lines = Some(Lines::new(bytes));
        let (scanner, context, other_sizes) = (Scanner::new(), TextContext::default(), OtherSizes::default());
        let (clues, order, keeps_text, text, held) = (Some(ClueList::default()), None, false, None, None);
        TextRecords {
            lines,
            scanner,
            line_readers,
            parsers,
            context,
            other_sizes,
            clues,
            order,
            keeps_text,
            text,
            held,
            short: None,
        }
    }

    /// Reads the next lines as [`Lines::plain_grids`] does, if earlier lines have no effect on them.
    pub(crate) fn plain_grids(&mut self, most: usize, mut take: impl FnMut(u64, Grid)) {
        if self.is_idle()
            && let Some(lines) = &mut self.lines
        {
            lines.plain_grids(most, |line, grid| {
                self.scanner.pass_grid(grid);
                self.clues.take_if(|clues| !clues.note_grid(grid));
                take(line, grid);
            });
        }
    }

    /// Returns the error of the line that looks most like a board, for a text that has none.
    pub(crate) fn nearest(&self) -> Option<(u64, ErrorKind)> {
        self.scanner.nearest().map(|(line, error)| (line as u64, error.clone().into()))
    }

    /// Returns the grid of a list of clues, for a text that has no other.
    pub(crate) fn clues(&mut self) -> Option<LineResult> {
        self.clues.take().and_then(|clues| clues.end())
    }

    /// Returns the error of a list of clues beside grids.
    pub(crate) fn clues_beside_grids(&mut self) -> Option<LineResult> {
        self.clues.take().and_then(|clues| clues.end_beside_grids())
    }

    /// Returns `true` if earlier lines have no effect on the next one.
    fn is_idle(&self) -> bool {
        self.context.is_idle()
            && !self.context.is_apart
            && self.scanner.is_idle()
            && self.other_sizes.is_idle()
            && self.parsers.iter().all(|parser| parser.is_idle())
    }

    /// Returns `true` if a parser returns `true`. Later parsers are not called.
    fn any_parser(&mut self, mut ask: impl FnMut(&mut dyn TextParser, &mut TextContext) -> bool) -> bool {
        let context = &mut self.context;
        self.parsers.iter_mut().enumerate().any(|(index, parser)| {
            context.parser = index;
            ask(&mut **parser, context)
        })
    }

    fn each_parser(&mut self, mut tell: impl FnMut(&mut dyn TextParser, &mut TextContext)) {
        self.any_parser(|parser, context| {
            tell(parser, context);
            false
        });
    }

    fn push(&mut self, line: u64, raw: &str) {
        let raw = &*if self.scanner.is_inside_array() { raw.into() } else { readable(raw) };
        self.note_size(line, raw);
        let text = raw.trim();
        let cells = cells_alone(text);
        if let (Some(first), Some(rest)) = (self.short, cells)
            && first + rest == 81
        {
            let found = format!("a line of {first} cells, and one of {rest} below it");
            self.context.replace_error(ErrorKind::form(found, "81 in a line; it may be wrapped"));
        }
        self.short = cells.filter(|cells| WRAPPED.contains(cells));
        if let Some(clues) = &mut self.clues {
            clues.note(line, text);
        }
        // A comment may be the header of the next record.
        if text.starts_with('#') && !text.trim_start_matches('#').is_empty() {
            self.scanner.end_grids(text);
            self.drain();
        }
        self.context.line = line;
        // Behind a name, the solution of the puzzle is in the next line.
        let name = text.split_once(':').map(|(name, _)| name).filter(|_| text.starts_with(char::is_alphabetic));
        self.context.is_apart |= name.is_some_and(|name| name.len() < LONGEST_NAME);
        // An array may turn out to hold something other than boards.
        self.context.is_in_array = self.scanner.is_inside_array()
            && self.parsers.iter().any(|parser| parser.begins(text, true))
            && self.scanner.forget_array();
        let order = self.scanner.error_above();
        if !self.scanner.is_inside_array() && self.take(text) {
            self.order = self.order.take().or(order.map(|error| (line, error)));
            self.drain();
            self.scanner.pass_over(1);
            if text == "{" {
                self.scanner.note_bracket();
            }
        } else {
            self.order.take_if(|_| !text.is_empty() && self.context.is_idle());
            self.scanner.push(raw);
            self.drain();
        }
        self.context.is_apart |= self.context.is_idle() && !text.is_empty();
        let is_alone = self.context.has_one_of_line() && !self.scanner.is_inside_array();
        self.text.take_if(|_| !is_alone);
    }

    /// Reports the grid of another size that ends before a line.
    fn note_size(&mut self, line: u64, text: &str) {
        let text = if self.scanner.is_inside_array() { "" } else { text };
        if let Some((first, error)) = self.other_sizes.note(line, text) {
            self.drain();
            self.context.close();
            self.context.push(first, Err(error.into()));
        }
    }

    /// Returns `true` if a form takes the line.
    fn take(&mut self, text: &str) -> bool {
        if self.any_parser(|parser, context| parser.resume(text, context)) {
            return true;
        }
        if let Some(parser) = self.parsers.iter().position(|parser| parser.begins(text, false)) {
            self.end_board();
            self.context.parser = parser;
            self.parsers[parser].begin(text, &mut self.context);
            return true;
        }
        let Some(record) = self.line_readers.iter().find_map(|read| read(text)) else { return false };
        self.end_board();
        self.context.close();
        self.context.push(self.context.line, record);
        true
    }

    /// Adds the error of a line that is not text.
    fn skip_line(&mut self, line: u64, error: ErrorKind) {
        self.context.line = line;
        self.each_parser(|parser, context| parser.skip_line(context));
        self.scanner.pass_over(1);
        self.context.close();
        self.context.push(line, Err(error));
    }

    fn finish(&mut self) {
        self.each_parser(|parser, context| parser.end(context));
        self.scanner.finish();
        self.drain();
        self.note_size(0, "");
        self.context.close();
    }

    /// Ends the board that the scanner has begun.
    fn end_board(&mut self) {
        self.scanner.end_board();
        self.drain();
    }

    /// Takes the results of the scanner.
    fn drain(&mut self) {
        while let Some(Scanned { line, result, solution, title }) = self.scanner.pop() {
            let line = line as u64;
            match result {
                Ok(board) => {
                    let mut record = Record { solution, ..Record::from(board) };
                    if let Some(title) = title {
                        record.fields.set("name", title.as_str());
                    }
                    self.board(line, record);
                }
                Err(error) => {
                    if error == ParseError::Regions && title.as_deref().is_none_or(is_of_map) {
                        self.context.refuse_last(error.clone().into());
                    }
                    self.context.close();
                    self.each_parser(|parser, _| parser.reject(line));
                    self.context.push(line, Err(error.into()));
                }
            }
        }
        self.scanner.take_solutions().iter().for_each(|solution| self.context.solve(solution));
    }

    fn board(&mut self, line: u64, mut record: Record) {
        if let Some(column) = &self.context.column {
            let error = ErrorKind::form("a grid that is in no object", format!("an object with a key {column}"));
            self.context.push(line, Err(error));
            return;
        }
        if self.any_parser(|parser, context| parser.join(&record.board, line, context)) {
            return;
        }
        self.context.close();
        let mut owner = None;
        self.each_parser(|parser, context| {
            if parser.adopt(&mut record, line, context) {
                owner.get_or_insert(context.parser);
            }
        });
        match owner {
            Some(parser) => {
                self.context.parser = parser;
                self.context.keep_open(line, record);
            }
            None => self.context.push(line, Ok(record)),
        }
    }
}
