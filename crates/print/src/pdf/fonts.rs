//! The fonts of a PDF: for each, the glyphs used, with their widths and characters.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Name, Rect, Str};
use subsetter::GlyphRemapper;

use crate::font::Font;
use crate::pdf::Numbers;
use crate::pdf::file::File;
use crate::typeface::{Glyph, Typeface};

/// The number of objects of a font.
pub(super) const OBJECTS: u64 = 5;

const SYSTEM: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The fonts of a PDF that is being written.
pub(super) struct Fonts<'a> {
    typeface: &'a Typeface<'a>,
    fonts: Vec<Used>,
}

/// The glyphs used of a font.
#[derive(Default)]
struct Used {
    codes: GlyphRemapper,
    /// By code: the character, and the width in thousandths of the font size.
    glyphs: BTreeMap<u16, (char, f32)>,
}

impl<'a> Fonts<'a> {
    pub(super) fn new(typeface: &'a Typeface<'a>) -> Fonts<'a> {
        Fonts { typeface, fonts: typeface.fonts().iter().map(|_| Used::default()).collect() }
    }

    /// Returns the name of a font on pages.
    pub(super) fn name(number: usize) -> String {
        format!("F{number}")
    }

    /// Returns the fonts that were used.
    pub(super) fn used(&self) -> impl Iterator<Item = usize> {
        (0..self.fonts.len()).filter(|&number| !self.fonts[number].glyphs.is_empty())
    }

    /// Returns the code of a glyph on pages.
    pub(super) fn code(&mut self, glyph: &Glyph) -> u16 {
        let used = &mut self.fonts[glyph.font];
        let code = used.codes.remap(glyph.id);
        used.glyphs.entry(code).or_insert((glyph.character, (glyph.advance * 1000.0) as f32));
        code
    }

    /// Writes all fonts that were used.
    pub(super) fn write<E>(&self, file: &mut File<E>) -> Result<(), E> {
        self.used().try_for_each(|number| self.fonts[number].write(file, self.typeface.font(number), number))
    }
}

impl Used {
    fn write<E>(&self, file: &mut File<E>, font: &Font, number: usize) -> Result<(), E> {
        let id = Numbers::font(number);
        let (cid, descriptor) = (id.next(), id.next().next());
        let (to_unicode, data) = (descriptor.next(), descriptor.next().next());
        let face = &font.face;
        // Six letters mark a subset of a font, and distinguish subsets of the same font.
        let tag = char::from(b'A' + (number % 26) as u8);
        let name = format!("MINIR{tag}+{}", font.postscript_name());
        let name = Name(name.as_bytes());
        file.object(|chunk| {
            let mut object = chunk.type0_font(id);
            object.base_font(name).encoding_predefined(Name(b"Identity-H"));
            object.descendant_font(cid).to_unicode(to_unicode);
        })?;
        file.object(|chunk| {
            let mut object = chunk.cid_font(cid);
            object.subtype(if font.is_cff() { CidFontType::Type0 } else { CidFontType::Type2 });
            object.base_font(name).system_info(SYSTEM).font_descriptor(descriptor).default_width(0.0);
            if !font.is_cff() {
                object.cid_to_gid_map_predefined(Name(b"Identity"));
            }
            let mut widths = object.widths();
            for (&code, &(_, width)) in &self.glyphs {
                widths.consecutive(code, [width]);
            }
        })?;
        file.object(|chunk| {
            let thousandths = |units: i16| (font.em(units) * 1000.0).round() as f32;
            let bounds = face.global_bounding_box();
            let mut object = chunk.font_descriptor(descriptor);
            object.name(name).flags(FontFlags::NON_SYMBOLIC);
            let [left, low] = [bounds.x_min, bounds.y_min].map(thousandths);
            let [right, high] = [bounds.x_max, bounds.y_max].map(thousandths);
            object.bbox(Rect::new(left, low, right, high)).italic_angle(face.italic_angle());
            object.ascent(thousandths(face.ascender())).descent(thousandths(face.descender()));
            object.cap_height(face.capital_height().map_or(700.0, thousandths));
            object.stem_v(if face.is_bold() { 150.0 } else { 90.0 });
            if font.is_cff() {
                object.font_file3(data);
            } else {
                object.font_file2(data);
            }
        })?;
        let mut characters: UnicodeCmap = UnicodeCmap::new(Name(b"Custom"), SYSTEM);
        for (&code, &(character, _)) in &self.glyphs {
            characters.pair(code, character);
        }
        file.stream(to_unicode, characters.finish().as_slice(), |_| {})?;
        let subset = font.subset(&self.codes).expect("a font that was checked");
        file.stream(data, &subset, |stream| {
            if font.is_cff() {
                stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
            } else {
                stream.pair(Name(b"Length1"), subset.len() as i32);
            }
        })
    }
}
