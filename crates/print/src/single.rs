//! One grid for a newspaper: with a label above it, and a solution below it.

use crate::drawing::{Anchor, Drawing, Mark, Rectangle, Turn};
use crate::error::Error;
use crate::grid::{GridFace, draw};
use crate::layout::least_side;
use crate::limits::SMALLEST_TEXT;
use crate::paragraph::{Paragraph, balanced, fitted, whole_line};
use crate::typeface::{Typeface, Weight};

/// The size of a label relative to the side of the grid.
const LABEL: f64 = 0.055;

/// The smallest size of a label of one line relative to its usual size. A longer one has several lines.
const SMALLEST: f64 = 0.7;

/// The side of the solution relative to that of the puzzle, and the space above it.
const SOLUTION: f64 = 0.42;
const GAP: f64 = 0.05;

/// The size of the text beside a solution relative to the side of the grid.
const CAPTION: f64 = 0.045;

/// A solution below a grid.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::{Below, GridFace};
/// let yesterday = Below { face: GridFace::new(Grid::EMPTY, CellSet::EMPTY), caption: Some("Solution of Sunday".into()) };
/// assert!(yesterday.caption.is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Below {
    /// The solution.
    pub face: GridFace,
    /// The text beside the solution of another puzzle. The solution of the same puzzle has none, and is upside down.
    pub caption: Option<String>,
}

impl GridFace {
    /// Returns the drawing of the grid with its side in points, a label above it and a solution below it.
    ///
    /// ```
    /// use minirow_core::{CellSet, Grid};
    /// use minirow_print::{Below, GridFace, Typeface};
    /// let face = GridFace::new(Grid::EMPTY, CellSet::EMPTY);
    /// let below = Below { face: face.clone(), caption: None };
    /// let drawing = face.labelled(&Typeface::new(), 170.0, "Monday", Some(&below));
    /// assert!(drawing.size.0 == 170.0 && drawing.size.1 > 240.0);
    /// ```
    pub fn labelled(&self, typeface: &Typeface, side: f64, label: &str, below: Option<&Below>) -> Drawing {
        let mut drawing = Drawing::new((side, side));
        let mut top = 0.0;
        if !label.is_empty() {
            let (size, smallest) = sizes(LABEL * side);
            let line = whole_line(typeface, Weight::Bold, label, (size, smallest), side);
            let text = line.map_or_else(
                || fitted(typeface, Weight::Bold, label, (size, size), (side, f64::INFINITY)),
                |(line, size)| Paragraph { lines: vec![line], size, cut: None },
            );
            drawing.lines(&text, (0.0, 0.95 * text.size), Anchor::Start);
            top = text.height() + 0.2 * text.size;
        }
        draw(&mut drawing, typeface, self, (0.0, top), side);
        let mut bottom = top + side;
        if let Some(Below { face, caption }) = below {
            let (small, y) = (SOLUTION * side, bottom + GAP * side);
            let place = Rectangle { x: side - small, y, width: small, height: small };
            let mut solution = Drawing::default();
            draw(&mut solution, typeface, face, (place.x, place.y), small);
            match caption {
                None => drawing.marks.extend(solution.marks.into_iter().map(|mark| turned(mark, &place))),
                Some(caption) => {
                    drawing.marks.append(&mut solution.marks);
                    let (size, smallest) = sizes(CAPTION * side);
                    let set = |sizes, height| {
                        balanced(typeface, Weight::Regular, caption, sizes, (place.x - GAP * side, height))
                    };
                    let mut text = set((size, smallest), small);
                    if text.cut.is_some() {
                        text = set((smallest, smallest), f64::INFINITY);
                    }
                    drawing.lines(&text, (0.0, y + 0.8 * text.size), Anchor::Start);
                    bottom = y + text.height();
                }
            }
            bottom = bottom.max(place.bottom());
        }
        drawing.size = (side, bottom);
        drawing
    }

    /// Checks that the digits of [`labelled`](GridFace::labelled) are legible in their size on paper.
    ///
    /// ```
    /// use minirow_core::{CellSet, Grid};
    /// use minirow_print::{Error, GridFace, Typeface};
    /// let grid: Grid = "483921657967345821251876493548132976729564138136798245372689514814253769695417382".parse()?;
    /// let face = GridFace::new(grid, CellSet::EMPTY);
    /// assert!(face.check_digits(&Typeface::new(), 170.0, None).is_ok());
    /// assert!(matches!(face.check_digits(&Typeface::new(), 50.0, None), Err(Error::SmallPicture { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::SmallPicture`] if they are not.
    pub fn check_digits(&self, typeface: &Typeface, side: f64, below: Option<&Below>) -> Result<(), Error> {
        let plain = GridFace { candidates: None, ..self.clone() };
        let parts = [("digits", &plain, 1.0), ("candidates", self, 1.0)];
        for (what, face, part) in parts.into_iter().chain(below.map(|below| ("solution", &below.face, SOLUTION))) {
            let size = |side: f64| {
                let sizes = face.drawing(typeface, part * side).marks.into_iter().filter_map(|mark| match mark {
                    Mark::Text { size, .. } => Some(size),
                    _ => None,
                });
                sizes.fold(f64::INFINITY, f64::min)
            };
            if size(side) < SMALLEST_TEXT {
                let least = least_side(|side| size(side) >= SMALLEST_TEXT);
                return Err(Error::SmallPicture { what, size: size(side), least });
            }
        }
        Ok(())
    }
}

/// Returns the usual size of a text and its smallest one, which are legible.
fn sizes(usual: f64) -> (f64, f64) {
    (usual.max(SMALLEST_TEXT), (SMALLEST * usual).max(SMALLEST_TEXT))
}

/// Returns a mark turned by half a turn around the middle of a rectangle.
fn turned(mark: Mark, around: &Rectangle) -> Mark {
    let across = |x: f64| 2.0 * around.x + around.width - x;
    let down = |y: f64| 2.0 * around.y + around.height - y;
    let turn =
        |Rectangle { x, y, width, height }| Rectangle { x: across(x) - width, y: down(y) - height, width, height };
    match mark {
        Mark::Lines { width, tone, segments } => {
            let turn = |[x1, y1, x2, y2]: [f64; 4]| [across(x1), down(y1), across(x2), down(y2)];
            Mark::Lines { width, tone, segments: segments.into_iter().map(turn).collect() }
        }
        Mark::Frame { width, tone, rectangle } => Mark::Frame { width, tone, rectangle: turn(rectangle) },
        Mark::Area { tone, rectangle } => Mark::Area { tone, rectangle: turn(rectangle) },
        Mark::Text { x, y, size, tone, line, .. } => {
            Mark::Text { x: across(x), y: down(y), size, tone, turn: Turn::Half, line }
        }
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::{CellSet, Grid};

    use super::*;

    #[test]
    fn half_a_turn_twice_changes_nothing() {
        let grid: Grid =
            "483921657967345821251876493548132976729564138136798245372689514814253769695417382".parse().unwrap();
        let mut drawing = Drawing::default();
        draw(&mut drawing, &Typeface::new(), &GridFace::new(grid, CellSet::EMPTY), (30.0, 40.0), 90.0);
        let around = Rectangle { x: 30.0, y: 40.0, width: 90.0, height: 90.0 };
        for mark in drawing.marks {
            let once = turned(mark.clone(), &around);
            let Mark::Text { x, y, .. } = turned(once.clone(), &around) else { continue };
            let (Mark::Text { x: x1, y: y1, .. }, Mark::Text { turn, .. }) = (mark, once) else { unreachable!() };
            assert!(turn == Turn::Half && (x - x1).abs() < 1e-9 && (y - y1).abs() < 1e-9);
        }
    }
}
