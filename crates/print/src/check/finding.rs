//! The findings of a check.

use std::fmt;

use minirow_text::counted;

/// A side of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The side at the binding.
    Inner,
    /// The side away from the binding.
    Outer,
    /// The head.
    Top,
    /// The foot.
    Bottom,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Inner => "inner",
            Side::Outer => "outer",
            Side::Top => "top",
            Side::Bottom => "bottom",
        })
    }
}

/// A position on a page, in points from the lower left corner.
pub type Place = (f64, f64);

/// A limit of a preset that a PDF does not keep.
///
/// ```
/// use minirow_print::check::Finding;
/// let finding = Finding::Line { page: 3, found: 0.3, least: 0.75, at: (72.0, 90.0) };
/// assert_eq!(finding.to_string(), "page 3: found a line of 0.30 pt at (72, 90), expected at least 0.75 pt");
/// assert_eq!(finding.page(), Some(3));
/// ```
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Finding {
    /// The number of pages is out of range.
    #[error("found {}, expected {least} to {most}", counted(*.found, "page"))]
    Pages {
        /// The number of pages.
        found: u64,
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
    },
    /// The number of pages is odd.
    #[error("found {}, expected an even number", counted(*.found, "page"))]
    OddPages {
        /// The number of pages.
        found: u64,
    },
    /// The file is encrypted.
    #[error("found an encrypted file, expected one without a password")]
    Encrypted,
    /// The file has layers, which can be shown and hidden.
    #[error("found layers, expected none")]
    Layers,
    /// The file has bookmarks.
    #[error("found bookmarks, expected none")]
    Bookmarks,
    /// The file has metadata about the book.
    #[error("found metadata ({key}), expected none")]
    Metadata {
        /// The entry of the document information, or `XMP`.
        key: String,
    },
    /// A font is not embedded.
    #[error("found the font {name} that is not embedded, expected embedded fonts")]
    FontNotEmbedded {
        /// The name of the font.
        name: String,
    },
    /// A page has annotations: links, comments or form fields.
    #[error("page {page}: found links or comments, expected none")]
    Annotations {
        /// The number of the page.
        page: u64,
    },
    /// A page has another size.
    #[error(
        "page {page}: found a page of {:.3} x {:.3} in, expected {:.3} x {:.3} in",
        .found.0 / 72.0, .found.1 / 72.0, .expected.0 / 72.0, .expected.1 / 72.0
    )]
    PageSize {
        /// The number of the page.
        page: u64,
        /// The width and the height, in points.
        found: (f64, f64),
        /// The expected width and height, in points.
        expected: (f64, f64),
    },
    /// Something is too close to a side of a page.
    #[error(
        "page {page}: found {what} {:.3} in from the {side} edge, expected at least {:.3} in",
        .found / 72.0, .least / 72.0
    )]
    Margin {
        /// The number of the page.
        page: u64,
        /// The side.
        side: Side,
        /// `text`, `a line or an area` or `a picture`.
        what: &'static str,
        /// The distance from the trimmed edge, in points; negative beyond it.
        found: f64,
        /// The minimum distance.
        least: f64,
    },
    /// A line is too thin. Only the thinnest of a page is reported.
    #[error("page {page}: found a line of {found:.2} pt at ({:.0}, {:.0}), expected at least {least} pt", .at.0, .at.1)]
    Line {
        /// The number of the page.
        page: u64,
        /// The width of the line, in points.
        found: f64,
        /// The minimum width.
        least: f64,
        /// A point of the line.
        at: Place,
    },
    /// A text is too small. Only the smallest of a page is reported.
    #[error("page {page}: found text of {found:.1} pt at ({:.0}, {:.0}), expected at least {least} pt", .at.0, .at.1)]
    Text {
        /// The number of the page.
        page: u64,
        /// The size of the text, in points.
        found: f64,
        /// The minimum size.
        least: f64,
        /// The start of the text.
        at: Place,
    },
    /// A page has text that is not painted, such as that of a scanner.
    #[error("page {page}: found invisible text, expected none")]
    InvisibleText {
        /// The number of the page.
        page: u64,
    },
    /// Something on a page lets show through what is below it.
    #[error("page {page}: found transparency, expected none")]
    Transparency {
        /// The number of the page.
        page: u64,
    },
    /// A picture has too few pixels for its size. Only the coarsest of a page is reported.
    #[error(
        "page {page}: found a picture of {found:.0} pixels to the inch at ({:.0}, {:.0}), expected at least {least}",
        .at.0, .at.1
    )]
    Resolution {
        /// The number of the page.
        page: u64,
        /// The resolution, in pixels to the inch.
        found: f64,
        /// The minimum resolution.
        least: f64,
        /// The lower left corner of the picture.
        at: Place,
    },
    /// The contents of a page cannot be read.
    #[error("page {page}: cannot be checked: {why}")]
    Damaged {
        /// The number of the page.
        page: u64,
        /// The reason.
        why: String,
    },
}

impl Finding {
    /// Returns the finding without its page and its place, which like findings have in common.
    ///
    /// ```
    /// use minirow_print::check::Finding;
    /// let finding = Finding::Line { page: 3, found: 0.3, least: 0.75, at: (72.0, 90.0) };
    /// assert_eq!(finding.cause(), "found a line of 0.30 pt, expected at least 0.75 pt");
    /// ```
    pub fn cause(&self) -> String {
        let text = self.to_string();
        let start = if self.page().is_some() { text.find(": ").map_or(0, |at| at + 2) } else { 0 };
        let place = text.find(" at (").and_then(|at| Some((at, at + text[at..].find(')')? + 1)));
        let (end, rest) = place.unwrap_or((text.len(), text.len()));
        text[start..end].to_string() + &text[rest..]
    }

    /// Returns the number of the page, or `None` for a finding about the whole file.
    pub fn page(&self) -> Option<u64> {
        match self {
            Finding::Annotations { page }
            | Finding::PageSize { page, .. }
            | Finding::Margin { page, .. }
            | Finding::Line { page, .. }
            | Finding::Text { page, .. }
            | Finding::InvisibleText { page }
            | Finding::Transparency { page }
            | Finding::Resolution { page, .. }
            | Finding::Damaged { page, .. } => Some(*page),
            _ => None,
        }
    }
}
