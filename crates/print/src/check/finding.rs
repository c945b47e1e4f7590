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
/// use minirow_print::check::{Finding, FindingKind};
/// let kind = FindingKind::Line { found: 0.3, least: 0.75 };
/// assert_eq!(kind.to_string(), "found a line of 0.30 pt, expected at least 0.75 pt");
/// let finding = Finding { page: Some(3), at: Some((72.0, 90.0)), kind };
/// assert_eq!(finding.to_string(), "page 3: found a line of 0.30 pt at (72, 90), expected at least 0.75 pt");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The number of the page, or `None` for a finding about the whole file.
    pub page: Option<u64>,
    /// The place on the page, if the finding has one.
    pub at: Option<Place>,
    /// The limit, which findings with the same cause have in common.
    pub kind: FindingKind,
}

/// A finding about the whole file.
impl From<FindingKind> for Finding {
    fn from(kind: FindingKind) -> Finding {
        Finding { page: None, at: None, kind }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(page) = self.page {
            write!(f, "page {page}: ")?;
        }
        let text = self.kind.to_string();
        match (self.at, text.split_once(", ")) {
            (Some((x, y)), Some((found, expected))) => write!(f, "{found} at ({x:.0}, {y:.0}), {expected}"),
            _ => f.write_str(&text),
        }
    }
}

/// The kind of a finding.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindingKind {
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
    #[error("found links or comments, expected none")]
    Annotations,
    /// A page has another size.
    #[error(
        "found a page of {:.3} x {:.3} in, expected {:.3} x {:.3} in",
        .found.0 / 72.0, .found.1 / 72.0, .expected.0 / 72.0, .expected.1 / 72.0
    )]
    PageSize {
        /// The width and the height, in points.
        found: (f64, f64),
        /// The expected width and height, in points.
        expected: (f64, f64),
    },
    /// Something is too close to a side of a page.
    #[error(
        "found {what} {:.3} in from the {side} edge, expected at least {:.3} in",
        .found / 72.0, .least / 72.0
    )]
    Margin {
        /// The side.
        side: Side,
        /// `text`, `a line or an area` or `a picture`.
        what: &'static str,
        /// The distance from the trimmed edge, in points; negative beyond it.
        found: f64,
        /// The minimum distance.
        least: f64,
    },
    /// A line is too thin. The place is a point of it. Only the thinnest of a page is reported.
    #[error("found a line of {found:.2} pt, expected at least {least} pt")]
    Line {
        /// The width of the line, in points.
        found: f64,
        /// The minimum width.
        least: f64,
    },
    /// A text is too small. The place is its start. Only the smallest of a page is reported.
    #[error("found text of {found:.1} pt, expected at least {least} pt")]
    Text {
        /// The size of the text, in points.
        found: f64,
        /// The minimum size.
        least: f64,
    },
    /// A page has text that is not painted, such as that of a scanner.
    #[error("found invisible text, expected none")]
    InvisibleText,
    /// Something on a page lets show through what is below it.
    #[error("found transparency, expected none")]
    Transparency,
    /// A picture has too few pixels for its size. The place is its lower left corner. Only the coarsest of a page is reported.
    #[error("found a picture of {found:.0} pixels to the inch, expected at least {least}")]
    Resolution {
        /// The resolution, in pixels to the inch.
        found: f64,
        /// The minimum resolution.
        least: f64,
    },
    /// The contents of a page cannot be read.
    #[error("cannot be checked: {why}")]
    Damaged {
        /// The reason.
        why: String,
    },
}
