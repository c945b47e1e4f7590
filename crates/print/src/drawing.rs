//! The drawing of a page, independent of PDF and SVG: lines, areas and glyphs, in points from the upper left corner.

use crate::paragraph::Paragraph;
use crate::tone::Tone;
use crate::typeface::GlyphLine;

/// The drawing of a page.
///
/// ```
/// use minirow_print::{Drawing, Mark, Rectangle, Tone, Typeface, svg};
/// let rectangle = Rectangle { x: 10.0, y: 10.0, width: 50.0, height: 20.0 };
/// let marks = vec![Mark::Area { tone: Tone::Grey(0.8), rectangle }];
/// let drawing = Drawing { size: (100.0, 100.0), marks, links: Vec::new() };
/// assert!(svg::picture(&Typeface::new(), &drawing, "An area", "A grey area").starts_with("<svg"));
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawing {
    /// The width and the height, in points.
    pub size: (f64, f64),
    /// The marks, from bottom to top.
    pub marks: Vec<Mark>,
    /// The areas that link to other pages.
    pub links: Vec<Link>,
}

/// A mark of a drawing.
///
/// ```
/// use minirow_print::{Mark, Tone, Turn, Typeface, Weight};
/// let line = Typeface::new().line(Weight::Regular, "7");
/// let text = Mark::Text { x: 10.0, y: 20.0, size: 12.0, tone: Tone::BLACK, turn: Turn::None, line };
/// let rule = Mark::Lines { width: 0.5, tone: Tone::BLACK, segments: vec![[10.0, 22.0, 60.0, 22.0]] };
/// assert_ne!(text, rule);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Mark {
    /// Straight lines of one width.
    Lines {
        /// The width of the lines.
        width: f64,
        /// The colour.
        tone: Tone,
        /// The ends of the lines, `[x1, y1, x2, y2]`.
        segments: Vec<[f64; 4]>,
    },
    /// A frame of straight lines.
    Frame {
        /// The width of the lines, which are centred on the rectangle.
        width: f64,
        /// The colour.
        tone: Tone,
        /// The rectangle.
        rectangle: Rectangle,
    },
    /// An area.
    Area {
        /// The colour.
        tone: Tone,
        /// The area to fill.
        rectangle: Rectangle,
    },
    /// Glyphs on a baseline.
    Text {
        /// The start of the first glyph.
        x: f64,
        /// The height of the baseline.
        y: f64,
        /// The size of the font.
        size: f64,
        /// The colour.
        tone: Tone,
        /// The direction.
        turn: Turn,
        /// The glyphs.
        line: GlyphLine,
    },
}

impl Mark {
    /// Returns the colour.
    pub(crate) fn tone(&self) -> &Tone {
        let (Mark::Lines { tone, .. } | Mark::Frame { tone, .. } | Mark::Area { tone, .. } | Mark::Text { tone, .. }) =
            self;
        tone
    }
}

/// The direction of a text.
///
/// ```
/// use minirow_print::Turn;
/// assert_eq!(Turn::Half.direction(), (-1.0, 0.0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// To the right.
    None,
    /// Down, as on the spine of a book.
    Quarter,
    /// To the left, upside down.
    Half,
}

impl Turn {
    /// Returns the direction of the text, to the right and down.
    pub const fn direction(self) -> (f64, f64) {
        match self {
            Turn::None => (1.0, 0.0),
            Turn::Quarter => (0.0, 1.0),
            Turn::Half => (-1.0, 0.0),
        }
    }
}

/// A rectangle, given by its upper left corner and its size.
///
/// ```
/// use minirow_print::Rectangle;
/// let outer = Rectangle { x: 0.0, y: 0.0, width: 100.0, height: 50.0 };
/// let inner = Rectangle { x: 10.0, width: 90.0, ..outer };
/// assert!(outer.contains(&inner) && !inner.contains(&outer));
/// assert_eq!(inner.right(), 100.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rectangle {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
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

    /// Returns `true` if another rectangle lies inside, with a tolerance of a hundredth of a point.
    pub fn contains(&self, other: &Rectangle) -> bool {
        const SLACK: f64 = 0.01;
        other.x >= self.x - SLACK
            && other.y >= self.y - SLACK
            && other.right() <= self.right() + SLACK
            && other.bottom() <= self.bottom() + SLACK
    }
}

/// An area that links to another page.
///
/// ```
/// use minirow_print::{Drawing, Link, Rectangle};
/// let rectangle = Rectangle { x: 10.0, y: 10.0, width: 50.0, height: 20.0 };
/// let drawing = Drawing { links: vec![Link { rectangle, page: 3 }], ..Drawing::default() };
/// assert_eq!(drawing.links[0].page, 3);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Link {
    /// The area.
    pub rectangle: Rectangle,
    /// The number of the target page, from 1.
    pub page: u64,
}

/// The reference point of a line of text.
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

    /// Adds a black horizontal line. With any form of its ends, it is between `left` and `right`.
    pub(crate) fn rule(&mut self, width: f64, (left, right): (f64, f64), y: f64) {
        let segment = [left + width / 2.0, y, right - width / 2.0, y];
        self.marks.push(Mark::Lines { width, tone: Tone::BLACK, segments: vec![segment] });
    }

    /// Adds the lines of a paragraph in black, of which the first is on a baseline.
    pub(crate) fn lines(&mut self, paragraph: &Paragraph, (x, baseline): (f64, f64), anchor: Anchor) {
        for (line, number) in paragraph.lines.iter().zip(0..) {
            let y = baseline + paragraph.leading() * f64::from(number);
            self.text(line.clone(), paragraph.size, (x, y), anchor);
        }
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
            self.marks.push(Mark::Text { x, y, size, tone: Tone::BLACK, turn: Turn::None, line });
        }
    }
}
