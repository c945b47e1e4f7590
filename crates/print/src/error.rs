//! Errors of this crate.

use minirow_text::counted;

use crate::limits::{LARGE_PRINT, LEAST_LINES, SMALLEST_SIDE, SMALLEST_TEXT};

/// The reason why something cannot be printed.
///
/// ```
/// use minirow_print::{Error, Length};
/// assert_eq!("15".parse::<Length>(), Err(Error::NotALength));
/// ```
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The book has no puzzles.
    #[error("there is no puzzle to print")]
    NoPuzzle,
    /// A text of the book cannot be set.
    #[error("{what}: {error}")]
    Text {
        /// The name of the text, such as `title` or `section "Easy"`.
        what: String,
        /// The error in the text.
        error: Box<Error>,
    },
    /// No font has the character.
    #[error("no font here has the character {}", with_code(*.0))]
    MissingCharacter(char),
    /// The script of the character joins or reorders letters, or runs from right to left.
    #[error(
        "found the character {}, expected a script whose letters stand side by side from left to right; only HTML can \
         have others",
        with_code(*.0)
    )]
    ComplexScript(char),
    /// The character is a control character.
    #[error("found the control character U+{:04X}, expected text", u32::from(*.0))]
    ControlCharacter(char),
    /// The margins leave too little of the paper, or too many grids share it.
    #[error(
        "found {what} of {:.0} mm, expected at least {:.0} mm: {}",
        .side.max(0.0) * 25.4 / 72.0,
        SMALLEST_SIDE * 25.4 / 72.0,
        if *.most == 0 { "choose smaller margins or larger paper".into() } else { fitting(.what, *.most) }
    )]
    GridsTooSmall {
        /// The kind of grids.
        what: &'static str,
        /// The side of the grids, in points.
        side: f64,
        /// The maximum number of them on a page; 0 if even one is too small.
        most: usize,
    },
    /// The text of a step is longer than a page.
    #[error("{heading}: the text is longer than a page: choose larger paper or fewer steps to a page")]
    StepTooLong {
        /// The heading of the step.
        heading: String,
    },
    /// A heading or a hint has more lines than fit, so that some would be cut off.
    #[error(
        "puzzle {number}: found too many lines in the {what} {}, expected fewer: choose fewer puzzles to a page, larger paper{}",
        quoted(text), if *.what == "heading" { " or fewer texts above a grid" } else { "" }
    )]
    LongText {
        /// `heading` or `hint`.
        what: &'static str,
        /// The number of the puzzle.
        number: String,
        /// The heading or the hint.
        text: String,
    },
    /// A text is longer than its place on a page.
    #[error("page {number}: {what}: found too many words, expected a shorter text, larger paper or smaller margins")]
    LongTextOfPage {
        /// The number that is printed on the page.
        number: u64,
        /// The name of the text, or its beginning in quotation marks.
        what: String,
    },
    /// A page cannot have this number of grids.
    #[error("found {found} {what} on a page, expected from 1 to {most}")]
    GridsPerPage {
        /// The kind of grids.
        what: &'static str,
        /// The number of grids on a page.
        found: usize,
        /// The maximum number.
        most: usize,
    },
    /// Digits are smaller than legible ones, or than large print or the preset allows.
    #[error("{}", small_digits(.what, *.size, *.least, *.most))]
    SmallDigits {
        /// The kind of grids, or `candidates`.
        what: &'static str,
        /// The size of their digits, in points.
        size: f64,
        /// The minimum size, in points.
        least: f64,
        /// The maximum number of them on a page; 0 if even one is too small.
        most: usize,
    },
    /// Digits of a picture are smaller than legible ones.
    #[error(
        "found {} of {:.1} points, expected at least {SMALLEST_TEXT}: choose a side of {:.0} mm or more",
        if *.what == "solution" { "digits in the solution" } else { *.what },
        (10.0 * .size).floor() / 10.0,
        (.least * 25.4 / 72.0).ceil()
    )]
    SmallPicture {
        /// `digits`, `candidates` or `solution`, for the one below the grid.
        what: &'static str,
        /// The size of its digits, in points.
        size: f64,
        /// The minimum side of the grid, in points.
        least: f64,
    },
    /// A margin is smaller than the preset allows.
    #[error(
        "found an {which} margin of {:.3} in, expected at least {:.3} in for {preset}{}",
        .found / 72.0,
        .least / 72.0,
        if *.which == "inner" { format!(" with {}", counted(*.pages, "page")) } else { String::new() }
    )]
    SmallMargin {
        /// The margin.
        which: &'static str,
        /// Its size, in points.
        found: f64,
        /// The minimum size, in points.
        least: f64,
        /// The name of the preset.
        preset: &'static str,
        /// The number of pages, from which the minimum of the inner margin follows.
        pages: u64,
    },
    /// Lines are thinner than the preset allows.
    #[error(
        "found thinner lines, expected at least {}pt between cells and {}pt between boxes for {preset}",
        LEAST_LINES.0, LEAST_LINES.1
    )]
    ThinLines {
        /// The name of the preset.
        preset: &'static str,
    },
    /// The preset does not allow the number of pages.
    #[error(
        "found {}, expected {least} to {most} for {preset}: choose {} puzzles, or {} to a page",
        counted(*.found, "page"),
        if .found < .least { "more" } else { "fewer" },
        if .found < .least { "fewer" } else { "more" }
    )]
    Pages {
        /// The number of pages.
        found: u64,
        /// The minimum number.
        least: u64,
        /// The maximum number.
        most: u64,
        /// The name of the preset.
        preset: &'static str,
    },
    /// The text is not the name of a preset.
    #[error("expected one of {known}")]
    UnknownPreset {
        /// The names of the presets.
        known: String,
    },
    /// The picture has too many pixels.
    #[error("found a picture of {width:.0} by {height:.0} pixels, expected at most {most} in each direction")]
    PictureTooLarge {
        /// The width, in pixels.
        width: f64,
        /// The height, in pixels.
        height: f64,
        /// The maximum of each.
        most: u32,
    },
    /// The file cannot be read as a PDF.
    #[error("cannot be read as a PDF: {0}")]
    NotAPdf(String),
    /// The file is not an OpenType font.
    #[error("is not a font, expected TrueType or OpenType (.ttf, .otf, .ttc)")]
    NotAFont,
    /// The licence bits of the font forbid embedding it, or parts of it.
    #[error("is a font whose licence forbids embedding, expected one that may be embedded")]
    FontNotEmbeddable,
    /// The font has pictures instead of outlines.
    #[error("is a font of pictures, expected one with outlines")]
    FontWithoutOutlines,
    /// The outlines of the font are damaged.
    #[error("is a font with damaged outlines, expected an undamaged file")]
    DamagedFont,
    /// The text is not a length.
    #[error("expected a length from 0mm to 200in with its unit, such as 15mm, 1.5cm, 0.5in or 36pt")]
    NotALength,
    /// The text is not a colour.
    #[error(
        "expected a share of black from 1% to 100%, or a spot colour with its shares of cyan, magenta, yellow and black \
         as in \"PANTONE 300 C=100/44/0/0\", and @20% for a tint"
    )]
    NotATone,
    /// The title or another text is longer than its place on a cover.
    #[error("found a {what} of too many words for a cover, expected a shorter one")]
    LongTextOfCover {
        /// The name of the text.
        what: &'static str,
    },
    /// Lines are too wide for the cells between them.
    #[error("found lines of {found:.2} pt between cells of {cell:.1} pt: choose narrower lines or larger grids")]
    WideLines {
        /// The width of the wider lines.
        found: f64,
        /// The side of a cell.
        cell: f64,
    },
    /// The text is not the start of a link.
    #[error("expected the start of a link of at most 100 ASCII characters, such as https://example.org/?puzzle=")]
    NotALink,
    /// The text is not the widths of lines.
    #[error(
        "expected a width from 0.1pt to 10pt, or two as in 0.4pt,1.2pt: of lines between cells, and of lines between boxes, which are at least \
         as wide"
    )]
    NotLineWidths,
    /// The text is not a size of paper.
    #[error("expected one of {known}, or a size such as 170x240mm or 6.14x9.21in, from 2 to 40 inches")]
    UnknownPaper {
        /// The names of the known sizes.
        known: String,
    },
}

/// Returns the beginning of a text in quotation marks, with plain spaces.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let text = &text.replace('\u{a0}', " ");
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{:?}", format!("{}…", text[..end].trim_end())),
        None => format!("{text:?}"),
    }
}

fn with_code(character: char) -> String {
    format!("{character} (U+{:04X})", u32::from(character))
}

fn small_digits(what: &str, size: f64, least: f64, most: usize) -> String {
    let reason = match least {
        LARGE_PRINT => " for large print",
        SMALLEST_TEXT => "",
        _ => " for the preset",
    };
    let found =
        format!("found digits of {:.1} points, expected at least {least}{reason}", (10.0 * size).floor() / 10.0);
    let what = if what == "candidates" { "puzzles with candidates" } else { what };
    format!("{found}: {}", fitting(what, most))
}

/// Returns the maximum number of grids on a page in words.
fn fitting(what: &str, most: usize) -> String {
    match most {
        0 => format!("the paper is too small for one of the {what}"),
        1 => format!("only one of the {what} fits on a page"),
        _ => format!("at most {most} {what} fit on a page"),
    }
}
