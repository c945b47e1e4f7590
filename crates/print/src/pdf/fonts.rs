//! The fonts of a PDF: for each, the glyphs used, with their widths and characters.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish, Name, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use crate::font::Font;
use crate::pdf::Numbers;
use crate::pdf::file::File;
use crate::typeface::{Glyph, Typeface};

/// The number of objects of a font.
pub(super) const OBJECTS: i64 = 5;

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
        Fonts { typeface, fonts: (0..typeface.len()).map(|_| Used::default()).collect() }
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
    pub(super) fn write<E, W: FnMut(&[u8]) -> Result<(), E>>(&self, file: &mut File<W>) -> Result<(), E> {
        self.used().try_for_each(|number| {
            self.fonts[number].write(file, self.typeface.font(number), Numbers::font(number), number)
        })
    }
}

impl Used {
    fn write<E, W: FnMut(&[u8]) -> Result<(), E>>(
        &self,
        file: &mut File<W>,
        font: &Font,
        id: Ref,
        number: usize,
    ) -> Result<(), E> {
        let (cid, descriptor) = (id.next(), id.next().next());
        let (to_unicode, data) = (descriptor.next(), descriptor.next().next());
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
        let thousandths = |value: f64| (value * 1000.0).round() as f32;
        file.object(|chunk| {
            let (ascent, descent) = font.reach();
            let bounds = font.bounds();
            let mut object = chunk.font_descriptor(descriptor);
            object.name(name).flags(FontFlags::NON_SYMBOLIC);
            object.bbox(Rect::new(
                thousandths(bounds.left),
                thousandths(bounds.bottom),
                thousandths(bounds.right),
                thousandths(bounds.top),
            ));
            object.italic_angle(font.italic_angle() as f32).ascent(thousandths(ascent)).descent(thousandths(descent));
            object.cap_height(thousandths(font.cap_height())).stem_v(if font.is_bold() { 150.0 } else { 90.0 });
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
        file.stream(to_unicode, characters.finish().as_slice())?;
        self.write_data(file, font, data)
    }

    fn write_data<E, W: FnMut(&[u8]) -> Result<(), E>>(
        &self,
        file: &mut File<W>,
        font: &Font,
        id: Ref,
    ) -> Result<(), E> {
        let (whole, index) = font.data();
        let subset = subsetter::subset(whole, index, &self.codes).expect("a font whose glyphs could be read");
        if font.is_cff() {
            // Only the table of outlines.
            let face = ttf_parser::RawFace::parse(&subset, 0).expect("a font, as it was made");
            let table = face.table(ttf_parser::Tag::from_bytes(b"CFF ")).expect("a font with this table");
            return file.stream_with(id, table, |stream| {
                stream.pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
            });
        }
        file.stream_with(id, &subset, |stream| {
            stream.pair(Name(b"Length1"), subset.len() as i32);
            stream.finish();
        })
    }
}
