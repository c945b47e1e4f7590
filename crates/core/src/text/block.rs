//! The rows of a grid that is not complete yet, and the rulers between them.
//!
//! A line of nine equal blanks is an empty row or a ruler. It is a ruler if the other rows have another blank and it is at the place
//! of one, or if the block has the lines of a grid with rulers. Where both readings are possible, the block is refused.

use crate::text::scanner::TextRow;

/// The number of lines of a grid with rulers above, between and below its bands.
const MOST_LINES: usize = 13;

/// The blanks that are not drawn as rulers, by their places in [`BLANKS`].
const DOTS_AND_ZEROS: u8 = 0b11;

/// The blanks, for the sets of those in a line.
pub(super) const BLANKS: [char; 5] = ['.', '0', '_', '*', '-'];

/// A line of nine cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    /// The number of the line in the text.
    pub(super) number: usize,
    pub(super) row: TextRow,
    /// The kinds of blanks in it, a bit each.
    pub(super) blanks: u8,
    /// `true` if all cells are the same blank.
    pub(super) is_uniform: bool,
}

impl Line {
    /// Returns `true` if the blanks of a line are not those of other rows, which have some.
    fn is_foreign(&self, blanks: u8) -> bool {
        blanks != 0 && self.blanks & blanks == 0
    }
}

/// Lines of nine cells that may be a grid.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Block {
    lines: Vec<Line>,
    /// The numbers of lines before the empty lines between bands.
    gaps: Vec<usize>,
    /// `true` after an empty line behind nine lines, of which some may be rulers.
    has_gap: bool,
    /// The blanks of the grid directly before.
    before: Option<u8>,
    /// `true` after an error: all lines up to the end of the block are left out.
    is_refused: bool,
    /// `true` after an empty line behind an incomplete grid, whose rows the next ones may be. Only nine rows up to an end are a grid.
    is_doubtful: bool,
}

/// The reading of the first lines of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// The next lines decide.
    Open,
    /// A grid, with the number of its first line.
    Grid(usize, [TextRow; 9]),
    /// Rows that are not complete, with the number of the first line: those before an empty line that is between two bands, or not.
    Incomplete(usize, usize),
    /// A line that may be a row or a ruler, with its number.
    Ambiguous(usize),
}

impl Block {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn push(&mut self, line: Line) {
        if !self.is_refused {
            self.lines.push(line);
        }
    }

    /// Returns the number of the first line that is a row.
    pub(super) fn first_line(&self) -> usize {
        self.lines.iter().find(|line| !line.is_uniform).or(self.lines.first()).map_or(0, |line| line.number)
    }

    /// Returns the number of rows, as far as is known.
    pub(super) fn rows(&self) -> usize {
        let blanks = self.blanks();
        let is_edge = |line: &Line| blanks == 0 && line.blanks & DOTS_AND_ZEROS == 0;
        self.lines.iter().filter(|line| !line.is_uniform || !line.is_foreign(blanks) && !is_edge(line)).count()
    }

    pub(super) fn has_marks(&self) -> bool {
        self.lines.iter().any(|line| matches!(line.row, TextRow::Marks(_)))
    }

    /// Passes an empty line. Returns `true` if it is decoration: between two bands, or after nine lines of which some may be rulers, so
    /// that the next lines tell if these are a grid.
    pub(super) fn pass_empty_line(&mut self) -> bool {
        let count = self.lines.len();
        self.has_gap |= count == 9;
        let blanks = self.blanks();
        let mut uniform = self.lines.iter().filter(|line| line.is_uniform && line.blanks & DOTS_AND_ZEROS == 0);
        let is_between = matches!(self.rows(), 3 | 6) && uniform.all(|line| line.is_foreign(blanks));
        if is_between && self.gaps.last() != Some(&count) {
            self.gaps.push(count);
        }
        is_between || count == 9
    }

    /// Returns the block after an empty line. `is_doubtful` tells that the lines before it are an incomplete grid.
    pub(super) fn after_empty_line(is_doubtful: bool) -> Block {
        Block { is_doubtful, ..Block::default() }
    }

    /// Returns `true` if all lines up to the end of the block are left out.
    pub(super) fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Returns `true` if nothing but the lower edge of the grid before it was read.
    pub(super) fn is_edge(&self) -> bool {
        let is_edge = |line: &Line| line.blanks & DOTS_AND_ZEROS == 0 || line.is_foreign(self.before.unwrap_or(0));
        self.lines.iter().all(|line| line.is_uniform && self.before.is_some() && is_edge(line))
    }

    /// Returns `true` if all lines are certainly not rows.
    pub(super) fn is_certain_edge(&self) -> bool {
        self.lines.iter().all(|line| line.is_foreign(self.before.unwrap_or(0)))
    }

    /// Reads a grid, whose lines are removed. `is_over` tells that no line follows.
    pub(super) fn read(&mut self, is_over: bool) -> Reading {
        // Bands are separated by empty lines everywhere, or nowhere.
        if let [gap] = self.gaps[..]
            && self.rows() > 6
        {
            let first = Block { lines: self.lines.drain(..gap).collect(), ..Block::default() };
            // The other rows are of this grid or of the next one.
            *self = Block { is_refused: true, ..Block::default() };
            return Reading::Incomplete(first.first_line(), first.rows());
        }
        let (blanks, count) = (self.blanks(), self.lines.len());
        if self.is_doubtful {
            let may_be_rulers = self.lines.iter().any(|line| line.is_uniform && line.blanks & DOTS_AND_ZEROS == 0);
            match self.rows() {
                rows if rows > 9 || rows == 9 && is_over && may_be_rulers => {
                    let line = self.first_line();
                    *self = Block { is_refused: true, ..Block::default() };
                    return Reading::Incomplete(line, rows);
                }
                9 if is_over => self.is_doubtful = false,
                _ => return Reading::Open,
            }
        }
        let Some(first) = self.lines.first().map(|line| line.blanks) else { return Reading::Open };
        let uniform = self.lines.iter().filter(|line| line.is_uniform);
        if uniform.clone().any(|line| line.is_foreign(blanks)) {
            return self.read_certain(blanks);
        }
        if count < 9 {
            return Reading::Open;
        }
        let is_empty =
            first & DOTS_AND_ZEROS != 0 && self.lines[..9].iter().all(|line| line.is_uniform && line.blanks == first);
        let are_rows = uniform.clone().all(|line| line.blanks & DOTS_AND_ZEROS & blanks != 0);
        let first = self.lines[..9].iter().find(|line| line.is_uniform).map(|line| line.number);
        let Some(ruler) = first.filter(|_| !is_empty && !are_rows) else { return self.take(&[]) };
        let uniform = uniform.count();
        match is_over {
            true if count == 9 => self.take(&[]),
            true if self.has_gap && count == 18 => self.take(&[]),
            false if count <= MOST_LINES || self.has_gap && count <= 18 => Reading::Open,
            _ => match rulers(&self.lines) {
                // An empty row may be a ruler that was moved.
                (rulers, 9) if is_over && !self.has_gap && rulers.len() == uniform && is_layout(&rulers) => {
                    self.take(&rulers)
                }
                _ => self.refuse(ruler),
            },
        }
    }

    /// Reads a grid in which all lines of another blank than those of the rows are rulers.
    fn read_certain(&mut self, blanks: u8) -> Reading {
        let (mut rows, mut rulers) = (0, Vec::new());
        for (at, line) in self.lines.iter().enumerate() {
            match line.is_uniform && line.is_foreign(blanks) {
                true if rows % 3 != 0 => {
                    let line = line.number;
                    return self.refuse(line);
                }
                true => rulers.push(at),
                false => rows += 1,
            }
            if rows == 9 {
                return self.take(&rulers);
            }
        }
        Reading::Open
    }

    /// Returns the set of the blanks in the next nine lines that are not uniform, and so are rows.
    fn blanks(&self) -> u8 {
        self.lines.iter().filter(|line| !line.is_uniform).take(9).fold(0, |blanks, line| blanks | line.blanks)
    }

    /// Removes the lines of a grid.
    fn take(&mut self, rulers: &[usize]) -> Reading {
        let mut lines: Vec<Line> = self.lines.drain(..9 + rulers.len()).collect();
        for &place in rulers.iter().rev() {
            lines.remove(place);
        }
        (self.has_gap, self.gaps) = (false, Vec::new());
        self.before = Some(lines.iter().fold(0, |blanks, line| blanks | line.blanks));
        let first = lines[0].number;
        let rows: Vec<TextRow> = lines.into_iter().map(|line| line.row).collect();
        Reading::Grid(first, rows.try_into().expect("nine rows"))
    }

    fn refuse(&mut self, line: usize) -> Reading {
        self.lines.clear();
        self.is_refused = true;
        Reading::Ambiguous(line)
    }
}

/// Returns the places of the uniform lines that may be rulers, because they are behind complete bands, and the number of the other
/// lines.
fn rulers(lines: &[Line]) -> (Vec<usize>, usize) {
    let (mut rulers, mut rows) = (Vec::new(), 0);
    for (at, line) in lines.iter().enumerate() {
        if line.is_uniform && rows % 3 == 0 {
            rulers.push(at);
        } else {
            rows += 1;
        }
    }
    (rulers, rows)
}

/// Returns `true` for the rulers that people draw: between the bands, or also above and below them.
fn is_layout(rulers: &[usize]) -> bool {
    matches!(rulers, [3, 7] | [0, 4, 8, 12])
}
