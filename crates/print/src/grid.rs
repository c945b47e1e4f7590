//! The drawing of a grid: lines, centred digits, candidates, and shaded cells.

use std::str::FromStr;

use minirow_core::{CandidateSet, Cell, CellSet, Grid};

use crate::digits::Digits;
use crate::drawing::{Drawing, Mark, Rectangle, Turn};
use crate::error::Error;
use crate::length::Length;
use crate::tone::Tone;
use crate::typeface::{Typeface, Weight};

/// The widths of the lines of a grid, in points.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::{GridFace, LineWidths};
/// let least = LineWidths { cells: 0.75, boxes: 1.5 };
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
        Ok(LineWidths { cells, boxes })
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
    /// `true` for larger digits and lines.
    pub large: bool,
    /// The minimum widths of lines.
    pub least_lines: LineWidths,
    /// The widths of lines, instead of those that follow from the side of the grid.
    pub widths: Option<LineWidths>,
    /// The colour of lines. A press prints grey as dots, which breaks thin lines.
    pub lines: Tone,
    /// The background of every second box.
    pub boxes: Option<Tone>,
}

/// The height of the digits of candidates relative to the side of a cell.
pub(crate) const CANDIDATE_HEIGHT: f64 = 0.165;

/// The grey levels of the backgrounds of cells: of clues, and of a hint.
pub(crate) const SHADED: f64 = 0.88;
pub(crate) const HINTED: f64 = 0.72;

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

    /// Returns the height of digits relative to the side of a cell.
    pub(crate) const fn digit_height(large: bool) -> f64 {
        if large { 0.64 } else { 0.52 }
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
        let usual = LineWidths { cells: usual(0.0018, 0.3, 0.7), boxes: usual(0.0095, 1.3, 3.6) };
        let LineWidths { cells, boxes } = self.widths.unwrap_or(usual);
        LineWidths { cells: cells.max(self.least_lines.cells), boxes: boxes.max(self.least_lines.boxes) }
    }
}

/// Draws a grid into a square; no line reaches beyond it.
pub(crate) fn draw(drawing: &mut Drawing, typeface: &Typeface, face: &GridFace, (x, y): (f64, f64), side: f64) {
    let widths = face.line_widths(side);
    let inset = widths.boxes / 2.0;
    let (x, y, cell) = (x + inset, y + inset, face.cell_side(side));
    if let Some(tone) = &face.boxes {
        for index in (1..9).step_by(2) {
            let (side, column, row) = (3.0 * cell, (index % 3) as f64, (index / 3) as f64);
            let rectangle = Rectangle { x: x + side * column, y: y + side * row, width: side, height: side };
            drawing.marks.push(Mark::Area { tone: tone.clone(), rectangle });
        }
    }
    for (cells, grey) in [(face.shaded & !face.hinted, SHADED), (face.hinted, HINTED)] {
        for place in cells.iter() {
            let (x, y) = (x + cell * place.column() as f64, y + cell * place.row() as f64);
            let rectangle = Rectangle { x, y, width: cell, height: cell };
            drawing.marks.push(Mark::Area { tone: Tone::Grey(grey), rectangle });
        }
    }
    let end = 9.0 * cell;
    let lines = |of_boxes: bool| -> Vec<[f64; 4]> {
        let numbers = (1..9).filter(|number| (number % 3 == 0) == of_boxes).map(|number| cell * f64::from(number));
        numbers.flat_map(|at| [[x, y + at, x + end, y + at], [x + at, y, x + at, y + end]]).collect()
    };
    let tone = || face.lines.clone();
    drawing.marks.push(Mark::Lines { width: widths.cells, tone: tone(), segments: lines(false) });
    drawing.marks.push(Mark::Lines { width: widths.boxes, tone: tone(), segments: lines(true) });
    let rectangle = Rectangle { x, y, width: end, height: end };
    drawing.marks.push(Mark::Frame { width: widths.boxes, tone: tone(), rectangle });
    let height = cell * GridFace::digit_height(face.large);
    let [regular, bold] = [Weight::Regular, Weight::Bold].map(|weight| Digits::new(typeface, weight));
    let mut draw_digit = |digits: &Digits, digit, middle, height| {
        let size = digits.size(height);
        let (line, (x, y)) = digits.placed(digit, middle, size);
        drawing.marks.push(Mark::Text { x, y, size, tone: Tone::BLACK, turn: Turn::None, line });
    };
    for place in Cell::ALL {
        let middle = (x + cell * (place.column() as f64 + 0.5), y + cell * (place.row() as f64 + 0.5));
        if let Some(digit) = face.digits.get(place) {
            draw_digit(if face.bold.contains(place) { &bold } else { &regular }, digit, middle, height);
        } else if let Some(candidates) = &face.candidates {
            for digit in candidates.digits(place).iter() {
                let third = cell * 0.3;
                let (across, down) = ((digit.index() % 3) as f64 - 1.0, (digit.index() / 3) as f64 - 1.0);
                let middle = (middle.0 + third * across, middle.1 + third * down);
                draw_digit(&regular, digit, middle, cell * CANDIDATE_HEIGHT);
            }
        }
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
