//! The drawing of a grid: lines, centred digits, candidates, and shaded cells.

use minirow_core::{CandidateSet, Cell, CellSet, Digit, Grid};

use crate::drawing::{Drawing, Mark, Rectangle};
use crate::typeface::{GlyphLine, Typeface, Weight};

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
    /// The cells with a grey background.
    pub shaded: CellSet,
    /// The candidates to print in cells without a digit.
    pub candidates: Option<CandidateSet>,
    /// `true` for larger digits and lines.
    pub large: bool,
}

impl GridFace {
    /// Creates a face with digits only, of which those in `bold` are bold.
    pub fn new(digits: Grid, bold: CellSet) -> GridFace {
        GridFace { digits, bold, shaded: CellSet::EMPTY, candidates: None, large: false }
    }

    /// Returns the height of digits relative to the side of a cell.
    pub(crate) const fn digit_height(large: bool) -> f64 {
        if large { 0.64 } else { 0.52 }
    }

    /// Returns the widths of lines: between cells, and between boxes and around the grid.
    pub(crate) fn line_widths(&self, side: f64) -> (f64, f64) {
        let thin = (side / 9.0 * 0.015).clamp(0.3, 0.9) * if self.large { 1.35 } else { 1.0 };
        (thin, 3.6 * thin)
    }
}

/// Returns the size of the font at which digits have a height.
pub(crate) fn size_for_digits(typeface: &Typeface, weight: Weight, height: f64) -> f64 {
    let (_, ink) = typeface.digit(weight, Digit::D1);
    height / (ink.top - ink.bottom).max(0.1)
}

/// Draws a grid into a square; no line reaches beyond it.
pub(crate) fn draw(drawing: &mut Drawing, typeface: &Typeface, face: &GridFace, (x, y): (f64, f64), side: f64) {
    let (thin, thick) = face.line_widths(side);
    let inset = thick / 2.0;
    let (x, y, cell) = (x + inset, y + inset, (side - thick) / 9.0);
    for place in face.shaded.iter() {
        let (x, y) = (x + cell * place.column() as f64, y + cell * place.row() as f64);
        drawing.marks.push(Mark::Area { grey: 0.85, rectangle: Rectangle { x, y, width: cell, height: cell } });
    }
    let end = 9.0 * cell;
    let lines = |of_boxes: bool| -> Vec<[f64; 4]> {
        let numbers = (1..9).filter(|number| (number % 3 == 0) == of_boxes).map(|number| cell * f64::from(number));
        numbers.flat_map(|at| [[x, y + at, x + end, y + at], [x + at, y, x + at, y + end]]).collect()
    };
    drawing.marks.push(Mark::Lines { width: thin, segments: lines(false) });
    drawing.marks.push(Mark::Lines { width: thick, segments: lines(true) });
    drawing.marks.push(Mark::Frame { width: thick, rectangle: Rectangle { x, y, width: end, height: end } });
    let height = cell * GridFace::digit_height(face.large);
    for place in Cell::ALL {
        let middle = (x + cell * (place.column() as f64 + 0.5), y + cell * (place.row() as f64 + 0.5));
        if let Some(digit) = face.digits.get(place) {
            let weight = if face.bold.contains(place) { Weight::Bold } else { Weight::Regular };
            draw_digit(drawing, typeface, weight, digit, middle, height);
        } else if let Some(candidates) = &face.candidates {
            for digit in candidates.digits(place).iter() {
                let third = cell * 0.3;
                let (across, down) = ((digit.index() % 3) as f64 - 1.0, (digit.index() / 3) as f64 - 1.0);
                let middle = (middle.0 + third * across, middle.1 + third * down);
                draw_digit(drawing, typeface, Weight::Regular, digit, middle, cell * 0.165);
            }
        }
    }
}

/// Draws a digit so that its ink is in the middle. Digits stand on one line, so that a row of them does; round ones may
/// reach a little beyond it, as their font has it.
fn draw_digit(
    drawing: &mut Drawing,
    typeface: &Typeface,
    weight: Weight,
    digit: Digit,
    (x, y): (f64, f64),
    height: f64,
) {
    let size = size_for_digits(typeface, weight, height);
    let (glyph, ink) = typeface.digit(weight, digit);
    let (_, upright) = typeface.digit(weight, Digit::D1);
    drawing.marks.push(Mark::Text {
        x: x - size * (ink.left + ink.right) / 2.0,
        y: y + size * (upright.top + upright.bottom) / 2.0,
        size,
        grey: 0.0,
        turned: false,
        line: GlyphLine { glyphs: vec![glyph] },
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_boxes_are_about_three_times_as_heavy_as_those_of_cells() {
        for (side, large) in [(60.0, false), (150.0, false), (510.0, false), (300.0, true)] {
            let face = GridFace { large, ..GridFace::new(Grid::EMPTY, CellSet::EMPTY) };
            let (thin, thick) = face.line_widths(side);
            assert!(thin >= 0.25 && (3.0..4.0).contains(&(thick / thin)), "{side}: {thin} {thick}");
        }
    }
}
