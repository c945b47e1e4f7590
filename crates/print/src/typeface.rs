//! The fonts of a book: regular, bold, and fallbacks for missing characters.

use unicode_normalization::UnicodeNormalization;

use crate::error::Error;
use crate::font::{Font, Ink};

/// The font file of Noto Sans Regular, for other programs that set text.
pub const NOTO_SANS: &[u8] = include_bytes!("../fonts/NotoSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../fonts/NotoSans-Bold.ttf");

/// The font files of the signs that Noto Sans lacks: `≠`, `★` and `☆`.
const SIGNS: [&[u8]; 2] =
    [include_bytes!("../fonts/NotoSansMath-Subset.ttf"), include_bytes!("../fonts/NotoSansSymbols2-Subset.ttf")];

/// The weight of letters.
///
/// ```
/// use minirow_print::{Typeface, Weight};
/// let typeface = Typeface::new();
/// assert!(typeface.line(Weight::Bold, "Solutions").width() > typeface.line(Weight::Regular, "Solutions").width());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// Text.
    Regular,
    /// Headings.
    Bold,
}

/// The fonts of a book. Noto Sans is always included; it has the letters of Latin, Greek and Cyrillic. So are `≠`, `★` and `☆`.
///
/// ```
/// use minirow_print::{Error, Typeface};
/// let typeface = Typeface::new();
/// assert!(typeface.check("Судоку").is_ok());
/// assert_eq!(typeface.check("数独"), Err(Error::MissingCharacter('数')));
/// ```
pub struct Typeface<'a> {
    fonts: Vec<Font<'a>>,
    /// The order in which fonts are searched for a character, by weight.
    order: [Vec<usize>; 2],
    /// The fonts for characters that the others do not have.
    fallbacks: Vec<usize>,
    /// The language that selects a font of a collection.
    language: String,
}

/// A glyph of one of the fonts.
///
/// ```
/// use minirow_print::{Typeface, Weight};
/// let typeface = Typeface::new();
/// let glyph = typeface.line(Weight::Bold, "5").glyphs[0];
/// assert_eq!(glyph.character, '5');
/// assert_eq!(glyph.advance, typeface.font(glyph.font).advance(glyph.id));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glyph {
    /// The number of the font in [`Typeface::font`].
    pub font: usize,
    /// The glyph in the font.
    pub id: u16,
    /// The character.
    pub character: char,
    /// The distance to the next glyph, in units of the font size.
    pub advance: f64,
}

/// A line of text as glyphs.
///
/// ```
/// use minirow_print::{Typeface, Weight};
/// let line = Typeface::new().line(Weight::Regular, "r1c1");
/// assert_eq!(line.glyphs.len(), 4);
/// assert_eq!(line.glyphs[0].character, 'r');
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GlyphLine {
    /// The glyphs from left to right.
    pub glyphs: Vec<Glyph>,
}

impl GlyphLine {
    /// Returns the width, in units of the font size.
    pub fn width(&self) -> f64 {
        self.glyphs.iter().map(|glyph| glyph.advance).sum()
    }
}

impl Default for Typeface<'_> {
    fn default() -> Self {
        let noto = |data| Font::read(data).expect("a font that comes with the crate");
        Typeface {
            fonts: [NOTO_SANS, BOLD].into_iter().chain(SIGNS).map(noto).collect(),
            order: [vec![0, 2, 3], vec![1, 0, 2, 3]],
            fallbacks: Vec::new(),
            language: String::new(),
        }
    }
}

impl<'a> Typeface<'a> {
    /// Creates a typeface of Noto Sans.
    pub fn new() -> Typeface<'a> {
        Typeface::default()
    }

    /// Creates a typeface of Noto Sans, for a language such as `zh`. Of collections that are added, it has the font with the
    /// forms of Chinese characters that the language uses.
    pub fn of_language(language: &str) -> Typeface<'a> {
        Typeface { language: language.into(), ..Typeface::default() }
    }

    /// Prefers a font to the others. Without a bold font, the regular one is used for bold text.
    ///
    /// # Errors
    /// If one of the files is not a font, is damaged, or may not be embedded.
    pub fn set_in(&mut self, regular: &'a [u8], bold: Option<&'a [u8]>) -> Result<(), Error> {
        let regular = self.add(regular)?;
        self.order[Weight::Regular as usize].insert(0, regular);
        let bold = bold.map_or(Ok(regular), |bold| self.add(bold))?;
        self.order[Weight::Bold as usize].insert(0, bold);
        Ok(())
    }

    /// Adds a font for characters that the others do not have. Bold text prefers bold ones, and other text those that are not.
    ///
    /// # Errors
    /// If the file is not a font, is damaged, or may not be embedded.
    pub fn fall_back_to(&mut self, data: &'a [u8]) -> Result<(), Error> {
        let number = self.add(data)?;
        self.fallbacks.push(number);
        for weight in [Weight::Regular, Weight::Bold] {
            let mut fallbacks = self.fallbacks.clone();
            fallbacks.sort_by_key(|&number| self.fonts[number].face.is_bold() != (weight == Weight::Bold));
            let order = &mut self.order[weight as usize];
            order.retain(|number| !fallbacks.contains(number));
            order.extend(fallbacks);
        }
        Ok(())
    }

    fn add(&mut self, data: &'a [u8]) -> Result<usize, Error> {
        let font = Font::read_for(data, &self.language)?;
        font.check()?;
        self.fonts.push(font);
        Ok(self.fonts.len() - 1)
    }

    /// Returns the font with a number.
    pub fn font(&self, number: usize) -> &Font<'a> {
        &self.fonts[number]
    }

    /// Returns all fonts. The number of a font is its index.
    pub(crate) fn fonts(&self) -> &[Font<'a>] {
        &self.fonts
    }

    fn glyph(&self, weight: Weight, character: char) -> Option<Glyph> {
        self.order[weight as usize].iter().find_map(|&font| {
            let mut id = self.fonts[font].glyph(character)?;
            if character.is_ascii_digit() {
                // Some fonts have old-style digits as the usual ones, whose 1 looks like I.
                id = self.fonts[font].lining(id);
            }
            Some(Glyph { font, id, character, advance: self.fonts[font].advance(id) })
        })
    }

    /// Checks that a text can be set.
    ///
    /// # Errors
    /// The first character that cannot be set.
    pub fn check(&self, text: &str) -> Result<(), Error> {
        for character in characters(text) {
            if character.is_control() {
                return Err(Error::ControlCharacter(character));
            }
            if is_complex(character) {
                return Err(Error::ComplexScript(character));
            }
            if [Weight::Regular, Weight::Bold].iter().any(|&weight| self.glyph(weight, character).is_none()) {
                return Err(Error::MissingCharacter(character));
            }
        }
        Ok(())
    }

    /// Turns a text into glyphs on one line. A character that [`Typeface::check`] refuses becomes a question mark.
    pub fn line(&self, weight: Weight, text: &str) -> GlyphLine {
        let glyph = |character| self.glyph(weight, character).or_else(|| self.glyph(weight, '?'));
        GlyphLine { glyphs: characters(text).filter_map(glyph).collect() }
    }

    /// Returns the glyph of a digit with its ink.
    pub(crate) fn digit(&self, weight: Weight, digit: minirow_core::Digit) -> (Glyph, Ink) {
        let glyph = self.glyph(weight, char::from(b'0' + digit.get())).expect("Noto Sans has digits");
        let ink = self.fonts[glyph.font].ink(glyph.id);
        (glyph, ink.unwrap_or(Ink { left: 0.0, bottom: 0.0, right: glyph.advance, top: 0.7 }))
    }
}

/// Returns the characters of a text in composed form, without invisible ones; line ends and tabs become blanks.
fn characters(text: &str) -> impl Iterator<Item = char> {
    text.nfc().filter(|&c| !is_invisible(c)).map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c })
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Returns `true` if characters of this script are more than glyphs side by side, from left to right.
fn is_complex(c: char) -> bool {
    matches!(
        u32::from(c),
        0x0590..=0x109f // Hebrew, Arabic, the scripts of India, Thai, Lao, Tibetan, Myanmar
        | 0x1780..=0x18af // Khmer, Mongolian
        | 0x1900..=0x1cff // Limbu to Vedic
        | 0x202a..=0x202e | 0x2066..=0x2069 // directions
        | 0xa800..=0xabff // Syloti Nagri to Meetei Mayek
        | 0xfb1d..=0xfdff | 0xfe70..=0xfefe // forms of Hebrew and Arabic
        | 0x1_0800..=0x1_1fff | 0x1_e800..=0x1_efff
    ) && !matches!(u32::from(c), 0x10a0..=0x10ff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_europe_can_be_set_and_others_are_told_their_character() {
        let typeface = Typeface::new();
        for title in
            ["Sudoku", "Żółć", "Ξένα & άλλα", "Судоку «для всех»", "Đố vui số học", "O\u{308}l", "a\u{ad}b\n<\">"]
        {
            assert_eq!(typeface.check(title), Ok(()), "{title}");
        }
        for (title, error) in [
            ("a 数独", Error::MissingCharacter('数')),
            ("שלום", Error::ComplexScript('ש')),
            ("สวัสดี", Error::ComplexScript('ส')),
            ("bell\u{7}", Error::ControlCharacter('\u{7}')),
        ] {
            assert_eq!(typeface.check(title), Err(error));
        }
        assert!(Error::MissingCharacter('数').to_string().contains("数 (U+6570)"));
    }

    #[test]
    fn a_bold_fallback_is_for_bold_text() {
        let mut typeface = Typeface::new();
        typeface.fall_back_to(BOLD).unwrap();
        typeface.fall_back_to(NOTO_SANS).unwrap();
        assert_eq!(typeface.order, [vec![0, 2, 3, 5, 4], vec![1, 0, 2, 3, 4, 5]]);
    }

    #[test]
    fn a_letter_and_its_accent_become_one_glyph() {
        let typeface = Typeface::new();
        assert_eq!(typeface.line(Weight::Bold, "O\u{308}"), typeface.line(Weight::Bold, "Ö"));
        assert_eq!(typeface.line(Weight::Regular, "").width(), 0.0);
    }
}
