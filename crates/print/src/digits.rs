//! The digits of a typeface as cells show them.

use minirow_core::Digit;

use crate::font::Ink;
use crate::typeface::{Glyph, GlyphLine, Typeface, Weight};

/// The height by which the round digits of a font may reach beyond the straight ones, on both sides together, relative to its size.
const OVERSHOOT: f64 = 0.03;

/// The least difference between the heights of old-style digits relative to the size of the font.
const OLD_STYLE: f64 = 0.15;

/// The glyphs of the digits from 1 to 9. Lining digits are preferred to old-style ones, of which some reach below the baseline.
pub(crate) struct Digits {
    glyphs: [(Glyph, Ink); 9],
    /// The middle of the box around all of them above the baseline, in units of the font size.
    middle: f64,
    /// The height of the tallest one that is not round, in units of the font size.
    height: f64,
    /// `true` if all are about equally tall, and no one reaches below the baseline. Old-style digits differ by half of their height.
    pub(crate) is_lining: bool,
}

impl Digits {
    /// Returns the digits of a weight.
    pub(crate) fn new(typeface: &Typeface, weight: Weight) -> Digits {
        let glyphs = Digit::ALL.map(|digit| typeface.digit(weight, digit));
        let ink = |value: fn(&Ink) -> f64, fold: fn(f64, f64) -> f64| {
            glyphs.iter().map(|(_, ink)| value(ink)).reduce(fold).expect("nine digits")
        };
        let (top, bottom) = (ink(|ink| ink.top, f64::max), ink(|ink| ink.bottom, f64::min));
        let (_, one) = &glyphs[Digit::D1.index()];
        let (all, upright) = (top - bottom, one.top - one.bottom);
        let (middle, height) = match all - upright <= OVERSHOOT {
            true => ((one.top + one.bottom) / 2.0, upright),
            false => ((top + bottom) / 2.0, all),
        };
        Digits { glyphs, middle, height: height.max(0.1), is_lining: all - upright <= OLD_STYLE }
    }

    /// Returns the boxes around the digits.
    pub(crate) fn inks(&self) -> impl Iterator<Item = &Ink> {
        self.glyphs.iter().map(|(_, ink)| ink)
    }

    /// Returns the size of the font at which digits have a height.
    pub(crate) fn size(&self, height: f64) -> f64 {
        height / self.height
    }

    /// Returns a digit, and the place of the origin of its glyph: its ink is in the middle of `x`, and all digits are in that of `y`.
    pub(crate) fn placed(&self, digit: Digit, (x, y): (f64, f64), size: f64) -> (GlyphLine, (f64, f64)) {
        let (glyph, ink) = self.glyphs[digit.index()];
        (GlyphLine { glyphs: vec![glyph] }, (x - size * (ink.left + ink.right) / 2.0, y + size * self.middle))
    }
}

impl Typeface<'_> {
    /// Returns `true` if the digits from 1 to 9 of a weight are equally tall and on the baseline. Old-style digits are not.
    ///
    /// ```
    /// use minirow_print::{Typeface, Weight};
    /// assert!(Typeface::new().has_lining_digits(Weight::Bold));
    /// ```
    pub fn has_lining_digits(&self, weight: Weight) -> bool {
        Digits::new(self, weight).is_lining
    }

    /// Returns `true` if bold digits look other than regular ones.
    ///
    /// ```
    /// use minirow_print::{NOTO_SANS, Typeface};
    /// let mut typeface = Typeface::new();
    /// assert!(typeface.has_bold_digits());
    /// typeface.set_in(NOTO_SANS, Some(NOTO_SANS))?;
    /// assert!(!typeface.has_bold_digits());
    /// # Ok::<(), minirow_print::Error>(())
    /// ```
    pub fn has_bold_digits(&self) -> bool {
        Digits::new(self, Weight::Regular).inks().ne(Digits::new(self, Weight::Bold).inks())
    }
}
