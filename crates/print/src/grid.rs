//! The drawing of a grid: lines, centred digits, candidates, and shaded cells.

use std::str::FromStr;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, Grid};

use crate::digits::Digits;
use crate::drawing::{Drawing, Mark, Rectangle, Turn};
use crate::error::Error;
use crate::length::Length;
use crate::limits::LARGE_PRINT;
use crate::tone::Tone;
use crate::typeface::{Typeface, Weight};

/// The widths of the lines of a grid, in points.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::{GridFace, LineWidths};
/// let least = LineWidths { cells: 0.75, boxes: 2.0 };
/// let face = GridFace { least_lines: least, ..GridFace::new(Grid::EMPTY, CellSet::EMPTY) };
/// assert_eq!(face.line_widths(100.0), least);
/// assert!(face.line_widths(500.0).boxes > 2.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LineWidths {
    /// The width of the lines between cells.
    pub cells: f64,
    /// The width of the lines between boxes and around the grid.
    pub boxes: f64,
}

/// Parses the width of lines between cells, and that of lines between boxes, which is three times as wide if it is missing.
///
/// ```
/// use minirow_print::LineWidths;
/// assert_eq!("0.4pt".parse::<LineWidths>()?.boxes, 3.0 * 0.4);
/// assert_eq!("0.75pt,1.5pt".parse::<LineWidths>()?, LineWidths { cells: 0.75, boxes: 1.5 });
/// assert!("0.4".parse::<LineWidths>().is_err());
/// # Ok::<(), minirow_print::Error>(())
/// ```
impl FromStr for LineWidths {
    type Err = Error;

    fn from_str(text: &str) -> Result<LineWidths, Error> {
        let width = |text: &str| {
            let width = text.trim().parse::<Length>().map_err(|_| Error::NotLineWidths)?.get();
            if (0.1..=10.0).contains(&width) { Ok(width) } else { Err(Error::NotLineWidths) }
        };
        let (cells, boxes) = text.split_once(',').map_or((text, None), |(cells, boxes)| (cells, Some(boxes)));
        let cells = width(cells)?;
        let boxes = boxes.map_or(Ok(3.0 * cells), width)?;
        if boxes < cells { Err(Error::NotLineWidths) } else { Ok(LineWidths { cells, boxes }) }
    }
}

/// The content of the cells of a grid.
///
/// ```
/// use minirow_core::{Cell, CellSet, Grid};
/// use minirow_print::{GridFace, Typeface, svg};
/// let shaded = CellSet::from(Cell::at(4, 4));
/// let face = GridFace { shaded, large: true, ..GridFace::new(Grid::EMPTY, CellSet::EMPTY) };
/// assert!(svg::grid(&Typeface::new(), &face, 300.0, "An empty grid").contains("An empty grid"));
/// ```
#[derive(Clone, Debug)]
pub struct GridFace {
    /// The digits.
    pub digits: Grid,
    /// The cells with bold digits. Other digits are regular.
    pub bold: CellSet,
    /// The cells with a light grey background.
    pub shaded: CellSet,
    /// The cells with a darker background, which is another meaning.
    pub hinted: CellSet,
    /// The candidates to print in cells without a digit.
    pub candidates: Option<CandidateSet>,
    /// `true` for heavier lines, and for digits of at least [`LARGE_PRINT`] points if the cells have the space.
    pub large: bool,
    /// The minimum widths of lines.
    pub least_lines: LineWidths,
    /// The widths of lines. Without them, the widths follow from the side of the grid.
    pub widths: Option<LineWidths>,
    /// The colour of lines. A press prints grey as dots, which breaks thin lines.
    pub lines: Tone,
    /// The background of every second box.
    pub boxes: Option<Tone>,
    /// The marks of a step. Candidates with marks are larger.
    pub marks: Option<StepMarks>,
}

/// The marks of a step in a grid with candidates, which differ in shape, not in colour.
///
/// ```
/// use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, Grid};
/// use minirow_print::{GridFace, StepMarks, Typeface};
/// let marks = StepMarks {
///     struck: CandidateSet::from_iter([Candidate { cell: Cell::at(0, 0), digit: Digit::ALL[4] }]),
///     ..StepMarks::default()
/// };
/// let face = GridFace::new(Grid::EMPTY, CellSet::EMPTY);
/// let without = face.drawing(&Typeface::new(), 170.0).marks.len();
/// assert_eq!(GridFace { marks: Some(marks), ..face }.drawing(&Typeface::new(), 170.0).marks.len(), without + 1);
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StepMarks {
    /// The candidates on grey: those that the step follows from.
    pub filled: CandidateSet,
    /// The candidates in a thin frame: those that are false in a chain.
    pub outlined: CandidateSet,
    /// The candidates in a heavy frame: those that are placed.
    pub framed: CandidateSet,
    /// The candidates that are struck out: those that are eliminated.
    pub struck: CandidateSet,
    /// The links of chains, from one candidate to another.
    pub links: Vec<[Candidate; 2]>,
}

/// The height of digits relative to the side of a cell, of those in large print, and its maximum.
const DIGIT_HEIGHT: f64 = 0.52;
const LARGE_DIGIT: f64 = 0.55;
const TALLEST_DIGIT: f64 = 0.64;

/// The height of the digits of candidates relative to the side of a cell.
pub(crate) const CANDIDATE_HEIGHT: f64 = 0.165;

/// The grey levels of the backgrounds of cells: of clues, and of a hint.
pub(crate) const SHADED: f64 = 0.88;
pub(crate) const HINTED: f64 = 0.72;

/// The grey level behind a candidate, and half of the side of its mark relative to that of a cell.
const FILLED: f64 = 0.72;
const MARK: f64 = 0.135;

/// The maximum width of a line between cells relative to the side of a cell. Lines between boxes can be twice as wide.
const WIDEST_LINE: f64 = 0.12;

/// The height of candidates with marks, as [`CANDIDATE_HEIGHT`].
const MARKED_HEIGHT: f64 = 0.2;

/// The number of links beyond which they are thinner.
const MANY_LINKS: usize = 20;

impl GridFace {
    /// Creates a face with digits only, of which those in `bold` are bold.
    pub fn new(digits: Grid, bold: CellSet) -> GridFace {
        GridFace {
            digits,
            bold,
            shaded: CellSet::EMPTY,
            hinted: CellSet::EMPTY,
            candidates: None,
            large: false,
            least_lines: LineWidths::default(),
            widths: None,
            lines: Tone::BLACK,
            boxes: None,
            marks: None,
        }
    }

    /// Checks that lines of a given width leave space for the digits of a grid with a side in points.
    ///
    /// # Errors
    /// [`Error::WideLines`] if they do not.
    pub fn check_lines(&self, side: f64) -> Result<(), Error> {
        let (widths, cell) = (self.line_widths(side), self.cell_side(side));
        let found = widths.cells.max(0.5 * widths.boxes);
        if self.widths.is_some() && found > WIDEST_LINE * cell {
            Err(Error::WideLines { found: widths.boxes, cell })
        } else {
            Ok(())
        }
    }

    /// Returns the drawing of the grid alone, with its side in points.
    ///
    /// ```
    /// use minirow_core::{CellSet, Grid};
    /// use minirow_print::{GridFace, Typeface};
    /// let drawing = GridFace::new(Grid::EMPTY, CellSet::EMPTY).drawing(&Typeface::new(), 170.0);
    /// assert_eq!(drawing.size, (170.0, 170.0));
    /// ```
    pub fn drawing(&self, typeface: &Typeface, side: f64) -> Drawing {
        let mut drawing = Drawing::new((side, side));
        draw(&mut drawing, typeface, self, (0.0, 0.0), side);
        drawing
    }

    /// Returns the usual size of the font of digits in cells with a side in points.
    pub(crate) fn usual_digit_size(&self, digits: &Digits, cell: f64) -> f64 {
        digits.size(cell * if self.large { LARGE_DIGIT } else { DIGIT_HEIGHT })
    }

    /// Returns the size of the font of digits in cells with a side in points. In large print, those of small cells are as tall as
    /// their minimum size needs, if there is space.
    pub(crate) fn digit_size(&self, digits: &Digits, cell: f64) -> f64 {
        let least = if self.large { LARGE_PRINT.min(digits.size(TALLEST_DIGIT * cell)) } else { 0.0 };
        self.usual_digit_size(digits, cell).max(least)
    }

    /// Returns the side of a cell of a grid with a side in points, which includes half of the lines around it.
    pub(crate) fn cell_side(&self, side: f64) -> f64 {
        (side - self.line_widths(side).boxes) / 9.0
    }

    /// Returns the widths of the lines of a grid with a side in points.
    ///
    /// Lines of boxes are at least four times as wide as those of cells, unless `least_lines` asks for wider ones of cells.
    pub fn line_widths(&self, side: f64) -> LineWidths {
        let scale = if self.large { 1.35 } else { 1.0 };
        let usual = |share: f64, least: f64, most: f64| scale * (share * side).clamp(least, most);
        let usual = LineWidths { cells: usual(0.0018, 0.4, 0.7), boxes: usual(0.0095, 1.6, 3.6) };
        let LineWidths { cells, boxes } = self.widths.unwrap_or(usual);
        LineWidths { cells: cells.max(self.least_lines.cells), boxes: boxes.max(self.least_lines.boxes) }
    }
}

/// Draws a grid into a square; no line reaches beyond it.
pub(crate) fn draw(drawing: &mut Drawing, typeface: &Typeface, face: &GridFace, (x, y): (f64, f64), side: f64) {
    let inset = face.line_widths(side).boxes / 2.0;
    let mut pen = Pen { drawing, face, x: x + inset, y: y + inset, cell: face.cell_side(side) };
    pen.areas();
    pen.lines(face.line_widths(side));
    if let Some(marks) = &face.marks {
        pen.marks(marks);
    }
    pen.digits(typeface);
    if let Some(marks) = &face.marks {
        pen.links(marks);
    }
}

/// Draws the parts of a grid whose cells start at a point and have a side.
struct Pen<'a> {
    drawing: &'a mut Drawing,
    face: &'a GridFace,
    x: f64,
    y: f64,
    cell: f64,
}

impl Pen<'_> {
    fn area(&mut self, tone: Tone, rectangle: Rectangle) {
        self.drawing.marks.push(Mark::Area { tone, rectangle });
    }

    /// Draws the areas of every other box, and of shaded cells.
    fn areas(&mut self) {
        let (x, y, cell, face) = (self.x, self.y, self.cell, self.face);
        let square = |column: usize, row: usize, side: f64| Rectangle {
            x: x + side * column as f64,
            y: y + side * row as f64,
            width: side,
            height: side,
        };
        if let Some(tone) = &face.boxes {
            for index in (1..9).step_by(2) {
                self.area(tone.clone(), square(index % 3, index / 3, 3.0 * cell));
            }
        }
        for (cells, grey) in [(face.shaded & !face.hinted, SHADED), (face.hinted, HINTED)] {
            for place in cells.iter() {
                self.area(Tone::Grey(grey), square(place.column(), place.row(), cell));
            }
        }
    }

    /// Draws the lines between cells and boxes, and the frame.
    fn lines(&mut self, widths: LineWidths) {
        let (x, y, cell, end) = (self.x, self.y, self.cell, 9.0 * self.cell);
        for (of_boxes, width) in [(false, widths.cells), (true, widths.boxes)] {
            let numbers = (1..9).filter(|number| (number % 3 == 0) == of_boxes).map(|number| cell * f64::from(number));
            let both = |at| [[x, y + at, x + end, y + at], [x + at, y, x + at, y + end]];
            let segments = numbers.flat_map(both).collect();
            self.drawing.marks.push(Mark::Lines { width, tone: self.face.lines.clone(), segments });
        }
        let rectangle = Rectangle { x, y, width: end, height: end };
        self.drawing.marks.push(Mark::Frame { width: widths.boxes, tone: self.face.lines.clone(), rectangle });
    }

    /// Draws the marks around candidates, below the digits.
    fn marks(&mut self, marks: &StepMarks) {
        for candidate in marks.filled.iter() {
            self.area(Tone::Grey(FILLED), self.marked(candidate));
        }
        for (candidates, width) in [(marks.outlined, 0.02), (marks.framed, 0.045)] {
            for candidate in candidates.iter() {
                let (width, rectangle) = (width * self.cell, self.marked(candidate));
                self.drawing.marks.push(Mark::Frame { width, tone: Tone::BLACK, rectangle });
            }
        }
    }

    /// Draws the digits and the candidates.
    fn digits(&mut self, typeface: &Typeface) {
        let (face, cell) = (self.face, self.cell);
        let [regular, bold] = [Weight::Regular, Weight::Bold].map(|weight| Digits::new(typeface, weight));
        let small = if face.marks.is_some() { MARKED_HEIGHT } else { CANDIDATE_HEIGHT };
        for place in Cell::ALL {
            if let Some(digit) = face.digits.get(place) {
                let (column, row) = (place.column() as f64, place.row() as f64);
                let middle = (self.x + cell * (column + 0.5), self.y + cell * (row + 0.5));
                let digits = if face.bold.contains(place) { &bold } else { &regular };
                self.digit(digits, digit, middle, face.digit_size(digits, cell));
            } else if let Some(candidates) = &face.candidates {
                for digit in candidates.digits(place).iter() {
                    let middle = self.middle(Candidate { cell: place, digit });
                    self.digit(&regular, digit, middle, regular.size(cell * small));
                }
            }
        }
    }

    fn digit(&mut self, digits: &Digits, digit: Digit, middle: (f64, f64), size: f64) {
        let (line, (x, y)) = digits.placed(digit, middle, size);
        self.drawing.marks.push(Mark::Text { x, y, size, tone: Tone::BLACK, turn: Turn::None, line });
    }

    /// Draws the lines through candidates, and the arrows between them.
    fn links(&mut self, marks: &StepMarks) {
        let struck = marks.struck.iter().map(|candidate| self.marked(candidate));
        let struck: Vec<_> = struck.map(|mark| [mark.x, mark.bottom(), mark.right(), mark.y]).collect();
        let arrows: Vec<_> = marks.links.iter().filter_map(|link| self.arrow(link)).flatten().collect();
        let width = if marks.links.len() > MANY_LINKS { 0.01 } else { 0.02 };
        for (width, segments) in [(0.035, struck), (width, arrows)] {
            if !segments.is_empty() {
                self.drawing.marks.push(Mark::Lines { width: width * self.cell, tone: Tone::BLACK, segments });
            }
        }
    }

    /// Returns the arrow from one candidate to another, if they have different places. It ends at the marks of its candidates.
    fn arrow(&self, [from, to]: &[Candidate; 2]) -> Option<[[f64; 4]; 3]> {
        let ((x1, y1), (x2, y2)) = (self.middle(*from), self.middle(*to));
        let length = (x2 - x1).hypot(y2 - y1);
        if length <= 0.0 {
            return None;
        }
        let share = (1.2 * MARK * self.cell / length).min(0.4);
        let at = |share: f64| (x1 + share * (x2 - x1), y1 + share * (y2 - y1));
        let ((x1, y1), (x2, y2)) = (at(share), at(1.0 - share));
        let (length, tip) = ((x2 - x1).hypot(y2 - y1), 0.09 * self.cell);
        let (along, across) = ((x2 - x1) / length * tip, (y2 - y1) / length * tip);
        let side = |turn: f64| [x2, y2, x2 - along - turn * across, y2 - across + turn * along];
        Some([[x1, y1, x2, y2], side(0.5), side(-0.5)])
    }

    /// Returns the square around a candidate.
    fn marked(&self, candidate: Candidate) -> Rectangle {
        let ((x, y), half) = (self.middle(candidate), MARK * self.cell);
        Rectangle { x: x - half, y: y - half, width: 2.0 * half, height: 2.0 * half }
    }

    /// Returns the middle of a candidate.
    fn middle(&self, Candidate { cell, digit }: Candidate) -> (f64, f64) {
        let third = |index: usize| 0.3 * (index as f64 - 1.0) + 0.5;
        let (across, down) = (third(digit.index() % 3), third(digit.index() / 3));
        (self.x + self.cell * (cell.column() as f64 + across), self.y + self.cell * (cell.row() as f64 + down))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_boxes_are_at_least_four_times_as_wide_as_those_of_cells() {
        for (side, large) in [(60.0, false), (150.0, false), (510.0, false), (300.0, true)] {
            let face = GridFace { large, ..GridFace::new(Grid::EMPTY, CellSet::EMPTY) };
            let LineWidths { cells, boxes } = face.line_widths(side);
            assert!(cells >= 0.25 && boxes >= 1.0 && (4.0..6.0).contains(&(boxes / cells)), "{side}: {cells} {boxes}");
        }
    }
}
