//! What is on a page, before it is PDF or SVG: lines, areas and glyphs, in points from the upper left corner.

use crate::typeface::{GlyphLine, Typeface};

/// A page as it is drawn.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing {
    /// The width and the height, in points.
    pub size: (f64, f64),
    /// What is drawn, later above earlier.
    pub marks: Vec<Mark>,
    /// What leads to other pages.
    pub links: Vec<Link>,
}

/// Something that is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// Straight lines of one width, black.
    Lines {
        /// How wide they are.
        width: f64,
        /// Their ends, `[x1, y1, x2, y2]`.
        segments: Vec<[f64; 4]>,
    },
    /// A frame of straight lines, black.
    Frame {
        /// How wide the lines are; the rectangle is in their middle.
        width: f64,
        /// What it goes around.
        rectangle: Rectangle,
    },
    /// An area in grey.
    Area {
        /// From 0, black, to 1, white.
        grey: f64,
        /// What is filled.
        rectangle: Rectangle,
    },
    /// Glyphs on a baseline.
    Text {
        /// Where the first glyph starts.
        x: f64,
        /// Where the baseline is.
        y: f64,
        /// The size of the font.
        size: f64,
        /// From 0, black, to 1, white.
        grey: f64,
        /// Whether it is upside down, and runs to the left.
        turned: bool,
        /// The glyphs.
        line: GlyphLine,
    },
}

/// A rectangle, from its upper left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rectangle {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

impl Rectangle {
    /// Returns the right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Returns the lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Returns `true` if another rectangle lies inside, within a hundredth of a point.
    pub fn contains(&self, other: &Rectangle) -> bool {
        const SLACK: f64 = 0.01;
        other.x >= self.x - SLACK
            && other.y >= self.y - SLACK
            && other.right() <= self.right() + SLACK
            && other.bottom() <= self.bottom() + SLACK
    }
}

/// A place that leads to another page.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Link {
    /// Where it is.
    pub rectangle: Rectangle,
    /// The number of the page, from 1.
    pub page: u64,
}

/// Where a line of text begins, ends or has its middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Drawing {
    /// Creates an empty page.
    pub(crate) fn new(size: (f64, f64)) -> Drawing {
        Drawing { size, ..Drawing::default() }
    }

    /// Adds a line of black text.
    pub(crate) fn text(&mut self, line: GlyphLine, size: f64, (x, y): (f64, f64), anchor: Anchor) {
        let width = line.width() * size;
        let x = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        if !line.glyphs.is_empty() {
            self.marks.push(Mark::Text { x, y, size, grey: 0.0, turned: false, line });
        }
    }
}

impl Mark {
    /// Returns what the mark covers: of text its ink, of lines with their width.
    pub fn bounds(&self, typeface: &Typeface) -> Option<Rectangle> {
        let around = |points: &mut dyn Iterator<Item = (f64, f64)>, more: f64| {
            let first = points.next()?;
            let (mut low, mut high) = (first, first);
            for (x, y) in points {
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x), high.1.max(y));
            }
            let (x, y) = (low.0 - more, low.1 - more);
            Some(Rectangle { x, y, width: high.0 + more - x, height: high.1 + more - y })
        };
        let corners = |r: &Rectangle| [(r.x, r.y), (r.right(), r.bottom())];
        match self {
            Mark::Lines { width, segments } => {
                around(&mut segments.iter().flat_map(|&[x1, y1, x2, y2]| [(x1, y1), (x2, y2)]), width / 2.0)
            }
            Mark::Frame { width, rectangle } => around(&mut corners(rectangle).into_iter(), width / 2.0),
            Mark::Area { rectangle, .. } => Some(*rectangle),
            Mark::Text { x, y, size, turned, line, .. } => {
                let direction = if *turned { -size } else { *size };
                let mut start = 0.0;
                let mut points = Vec::new();
                for glyph in &line.glyphs {
                    if let Some(ink) = typeface.font(glyph.font).ink(glyph.id) {
                        for (across, up) in [(ink.left, ink.bottom), (ink.right, ink.top)] {
                            points.push((x + direction * (start + across), y - direction * up));
                        }
                    }
                    start += glyph.advance;
                }
                around(&mut points.into_iter(), 0.0)
            }
        }
    }
}
