//! A font: the glyphs of characters, their widths, ink boxes and outlines.

use minirow_files::panics::caught;
use subsetter::GlyphRemapper;
use ttf_parser::gsub::{SingleSubstitution, SubstitutionSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder, Permissions, RawFace, Tag, name_id};

use crate::error::Error;

/// A font that may be embedded.
///
/// ```
/// use minirow_print::{Font, NOTO_SANS};
/// let font = Font::read(NOTO_SANS)?;
/// let five = font.glyph('5').unwrap();
/// assert!(font.advance(five) > 0.5 && font.ink(five).is_some());
/// # Ok::<(), minirow_print::Error>(())
/// ```
pub struct Font<'a> {
    pub(crate) face: Face<'a>,
    /// The bytes of the file.
    pub(crate) data: &'a [u8],
    /// The number of the font in a collection.
    index: u32,
}

/// The ink box of a glyph, in units of the font size, from the origin of the glyph on its baseline, upwards.
///
/// ```
/// use minirow_print::{Font, NOTO_SANS};
/// let font = Font::read(NOTO_SANS)?;
/// let ink = font.ink(font.glyph('1').unwrap()).unwrap();
/// assert!(ink.left < ink.right && ink.bottom == 0.0 && ink.top > 0.7);
/// assert_eq!(font.ink(font.glyph(' ').unwrap()), None);
/// # Ok::<(), minirow_print::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ink {
    /// The left edge.
    pub left: f64,
    /// The lower edge.
    pub bottom: f64,
    /// The right edge.
    pub right: f64,
    /// The upper edge.
    pub top: f64,
}

impl<'a> Font<'a> {
    /// Reads a font file. Of a collection, reads the first font.
    ///
    /// Does not check the outlines; see [`Font::check`].
    ///
    /// # Errors
    /// [`Error::NotAFont`], [`Error::FontNotEmbeddable`] or [`Error::FontWithoutOutlines`].
    pub fn read(data: &'a [u8]) -> Result<Font<'a>, Error> {
        Font::read_at(data, 0)
    }

    /// Reads a font file. Of a collection with a font for each region, such as `Noto Sans CJK SC`, reads that of the language.
    ///
    /// # Errors
    /// The errors of [`Font::read`].
    pub(crate) fn read_for(data: &'a [u8], language: &str) -> Result<Font<'a>, Error> {
        let is_of = |font: &Font, region: &str| {
            let mut families = font.face.names().into_iter().filter(|name| name.name_id == name_id::FAMILY);
            families.any(|name| name.to_string().is_some_and(|name| name.split(' ').any(|word| word == region)))
        };
        let count = ttf_parser::fonts_in_collection(data).unwrap_or(1);
        let of_region =
            |region| (0..count).find(|&index| Font::read_at(data, index).is_ok_and(|font| is_of(&font, region)));
        Font::read_at(data, region(language).and_then(of_region).unwrap_or(0))
    }

    fn read_at(data: &'a [u8], index: u32) -> Result<Font<'a>, Error> {
        let face = Face::parse(data, index).map_err(|_| Error::NotAFont)?;
        if face.permissions() == Some(Permissions::Restricted) || !face.is_subsetting_allowed() {
            return Err(Error::FontNotEmbeddable);
        }
        if face.tables().glyf.is_none() && face.tables().cff.is_none() {
            return Err(Error::FontWithoutOutlines);
        }
        Ok(Font { face, data, index })
    }

    /// Checks that any glyphs can be embedded, by making a font of all of them.
    ///
    /// # Errors
    /// [`Error::DamagedFont`].
    pub fn check(&self) -> Result<(), Error> {
        let glyphs: Vec<u16> = (0..self.face.number_of_glyphs()).collect();
        self.subset(&GlyphRemapper::new_from_glyphs_sorted(&glyphs)).map(drop)
    }

    /// Returns the part of the file that a PDF has, with some glyphs: a font, or the table of PostScript outlines.
    pub(crate) fn subset(&self, glyphs: &GlyphRemapper) -> Result<Vec<u8>, Error> {
        // The library panics on some damaged fonts.
        let subset = caught(|| subsetter::subset(self.data, self.index, glyphs));
        let subset = subset.ok().and_then(Result::ok).ok_or(Error::DamagedFont)?;
        if !self.is_cff() {
            return Ok(subset);
        }
        let face = RawFace::parse(&subset, 0).map_err(|_| Error::DamagedFont)?;
        face.table(Tag::from_bytes(b"CFF ")).map(<[u8]>::to_vec).ok_or(Error::DamagedFont)
    }

    /// Returns `true` if the outlines are those of PostScript fonts.
    pub(crate) fn is_cff(&self) -> bool {
        self.face.tables().glyf.is_none()
    }

    /// Returns the name for PDF, in letters that need no escape.
    pub(crate) fn postscript_name(&self) -> String {
        let names = self.face.names().into_iter();
        let name = names.filter(|name| name.name_id == 6).find_map(|name| name.to_string()).unwrap_or_default();
        let name: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        if name.is_empty() { "Font".into() } else { name }
    }

    /// Returns the glyph of a character. Damaged fonts name glyphs that they do not have.
    pub fn glyph(&self, character: char) -> Option<u16> {
        let glyphs = 1..self.face.number_of_glyphs();
        self.face.glyph_index(character).map(|glyph| glyph.0).filter(|glyph| glyphs.contains(glyph))
    }

    /// Returns the lining form of a digit, of the width of all others, if the font has it.
    pub(crate) fn lining(&self, glyph: u16) -> u16 {
        let is_known = |glyph: &u16| *glyph < self.face.number_of_glyphs();
        let form = |glyph, feature| self.substitute(glyph, feature).filter(is_known).unwrap_or(glyph);
        form(form(glyph, b"lnum"), b"tnum")
    }

    /// Returns the glyph that a feature of the font puts in place of another one.
    fn substitute(&self, glyph: u16, feature: &[u8; 4]) -> Option<u16> {
        let table = self.face.tables().gsub?;
        let feature = table.features.find(Tag::from_bytes(feature))?;
        let lookups = feature.lookup_indices.into_iter().filter_map(|index| table.lookups.get(index));
        let mut subtables =
            lookups.flat_map(|lookup| lookup.subtables.into_iter::<SubstitutionSubtable>().collect::<Vec<_>>());
        subtables.find_map(|subtable| match subtable {
            SubstitutionSubtable::Single(SingleSubstitution::Format1 { coverage, delta }) => {
                coverage.contains(GlyphId(glyph)).then(|| glyph.wrapping_add_signed(delta))
            }
            SubstitutionSubtable::Single(SingleSubstitution::Format2 { coverage, substitutes }) => {
                substitutes.get(coverage.get(GlyphId(glyph))?).map(|substitute| substitute.0)
            }
            _ => None,
        })
    }

    /// Converts a length in units of the font to units of its size.
    pub(crate) fn em(&self, units: impl Into<f64>) -> f64 {
        units.into() / f64::from(self.face.units_per_em())
    }

    /// Returns the distance from the start of a glyph to that of the next, in units of the font's size.
    pub fn advance(&self, glyph: u16) -> f64 {
        self.em(self.face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0))
    }

    /// Returns where the ink of a glyph is; `None` for a blank.
    pub fn ink(&self, glyph: u16) -> Option<Ink> {
        let ink = self.face.glyph_bounding_box(GlyphId(glyph))?;
        Some(Ink {
            left: self.em(ink.x_min),
            bottom: self.em(ink.y_min),
            right: self.em(ink.x_max),
            top: self.em(ink.y_max),
        })
    }

    /// Returns the outline of a glyph as the `d` of an SVG path, in thousandths of the font's size, downwards.
    pub(crate) fn outline(&self, glyph: u16) -> String {
        let mut outline = SvgOutline { text: String::new(), scale: self.thousandths() };
        self.trace(glyph, &mut outline);
        outline.text
    }

    /// Passes the outline of a glyph to a builder, in units of the font, upwards.
    pub(crate) fn trace(&self, glyph: u16, builder: &mut dyn OutlineBuilder) {
        self.face.outline_glyph(GlyphId(glyph), builder);
    }

    /// Returns the factor from units of the font to thousandths of its size.
    pub(crate) fn thousandths(&self) -> f32 {
        1000.0 / f32::from(self.face.units_per_em())
    }
}

/// Returns the region whose forms of Chinese characters a language uses, as fonts name it.
fn region(language: &str) -> Option<&'static str> {
    let language = language.to_ascii_lowercase();
    let mut parts = language.split('-');
    match parts.next()? {
        "ja" => Some("JP"),
        "ko" => Some("KR"),
        "zh" => parts
            .find_map(|part| match part {
                "hk" | "mo" => Some("HK"),
                "tw" => Some("TC"),
                "cn" | "sg" => Some("SC"),
                _ => None,
            })
            .or(Some(if language.contains("-hant") { "TC" } else { "SC" })),
        _ => None,
    }
}

struct SvgOutline {
    text: String,
    scale: f32,
}

impl SvgOutline {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.text.push(command);
        for (index, (x, y)) in points.iter().enumerate() {
            let round = |value: f32| {
                let tenths = (f64::from(value * self.scale) * 10.0).round() / 10.0;
                if tenths == 0.0 { 0.0 } else { tenths } // no -0
            };
            let (x, y) = (round(*x), round(-*y));
            let blank = if index == 0 { "" } else { " " };
            self.text += &format!("{blank}{x} {y}");
        }
    }
}

impl OutlineBuilder for SvgOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.text.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of characters is that of all glyphs. A fuzzer found it.
    #[test]
    fn glyphs_that_a_font_does_not_have_are_not_used() {
        let face = RawFace::parse(crate::NOTO_SANS, 0).unwrap();
        let maxp = face.table(Tag::from_bytes(b"maxp")).unwrap().as_ptr() as usize - crate::NOTO_SANS.as_ptr() as usize;
        let mut data = crate::NOTO_SANS.to_vec();
        data[maxp + 4..maxp + 6].copy_from_slice(&30_u16.to_be_bytes());
        let font = Font::read(&data).unwrap();
        font.check().unwrap();
        assert!(Font::read(crate::NOTO_SANS).unwrap().glyph('é').is_some_and(|glyph| glyph >= 30));
        assert_eq!(font.glyph('é'), None);
        assert!(font.glyph('5').is_some());
    }

    #[test]
    fn a_language_has_the_characters_of_its_region() {
        for (language, expected) in [
            ("zh", Some("SC")),
            ("zh-Hans-SG", Some("SC")),
            ("zh-Hant", Some("TC")),
            ("zh-TW", Some("TC")),
            ("zh-Hant-HK", Some("HK")),
            ("ja", Some("JP")),
            ("ko-KR", Some("KR")),
            ("de", None),
        ] {
            assert_eq!(region(language), expected, "{language}");
        }
    }

    #[test]
    fn what_is_no_font_is_refused() {
        for bytes in [&b""[..], b"hello", b"\0\x01\0\0\0\0\0\0\0\0\0\0"] {
            assert_eq!(Font::read(bytes).err(), Some(Error::NotAFont), "{bytes:?}");
        }
    }
}
