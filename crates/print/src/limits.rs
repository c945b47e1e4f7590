//! The limits of a layout.

/// The maximum number of puzzles on a page.
pub const MOST_PUZZLES: usize = 12;

/// The maximum number of solutions on a page.
pub const MOST_SOLUTIONS: usize = 30;

/// The minimum size of text in large print, in points.
pub const LARGE_PRINT: f64 = 16.0;

/// The minimum widths of lines in a book with a preset, in points: between cells, and between boxes. KDP asks for 0.75 points; lines of
/// boxes are twice as wide, to stand out.
pub(crate) const LEAST_LINES: (f64, f64) = (0.75, 1.5);

/// The minimum size of text in a book without other limits, in points.
pub(crate) const SMALLEST_TEXT: f64 = 5.0;

/// The minimum side of a legible grid, in points.
pub(crate) const SMALLEST_SIDE: f64 = 45.0;
