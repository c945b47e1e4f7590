//! The fonts of a foreign PDF: whether they are embedded, and the widths of their characters.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::geometry::{Matrix, numbers};

/// A font as far as the positions of texts need it.
pub(super) struct FontMetrics {
    /// `true` if a character has two bytes.
    is_composite: bool,
    /// The widths of characters, in units of the size.
    widths: BTreeMap<u32, f64>,
    default_width: f64,
    /// The height of letters is that of this matrix: the identity, except for Type 3 fonts.
    pub(super) matrix: Matrix,
}

/// The fonts that were used.
#[derive(Default)]
pub(super) struct FontCache {
    fonts: HashMap<ObjectId, Rc<FontMetrics>>,
    not_embedded: BTreeSet<String>,
}

impl FontCache {
    /// Returns the font of an object.
    pub(super) fn get(&mut self, document: &Document, font: &Object) -> Option<Rc<FontMetrics>> {
        let (id, object) = document.dereference(font).ok()?;
        if let Some(known) = id.and_then(|id| self.fonts.get(&id)) {
            return Some(known.clone());
        }
        let metrics = Rc::new(self.read(document, object.as_dict().ok()?));
        if let Some(id) = id {
            self.fonts.insert(id, metrics.clone());
        }
        Some(metrics)
    }

    /// Returns the names of the fonts that are not embedded.
    pub(super) fn not_embedded(self) -> impl Iterator<Item = String> {
        self.not_embedded.into_iter()
    }

    fn read(&mut self, document: &Document, font: &Dictionary) -> FontMetrics {
        let kind = font.get_deref(b"Subtype", document).and_then(Object::as_name).unwrap_or_default();
        let below = font.get_deref(b"DescendantFonts", document).and_then(Object::as_array).ok();
        let below = below.and_then(|fonts| document.dereference(fonts.first()?).ok()?.1.as_dict().ok());
        let described = below.unwrap_or(font);
        let descriptor = described.get_deref(b"FontDescriptor", document).and_then(Object::as_dict);
        let is_embedded = descriptor.is_ok_and(|descriptor| {
            [&b"FontFile"[..], b"FontFile2", b"FontFile3"].iter().any(|key| descriptor.has(key))
        });
        if !is_embedded && kind != b"Type3" {
            let name = font.get_deref(b"BaseFont", document).and_then(Object::as_name).unwrap_or(b"without a name");
            self.not_embedded.insert(String::from_utf8_lossy(name).into_owned());
        }
        let number = |dictionary: &Dictionary, key: &[u8]| {
            dictionary.get_deref(key, document).and_then(Object::as_float).ok().map(f64::from)
        };
        let mut metrics = FontMetrics {
            is_composite: kind == b"Type0",
            widths: BTreeMap::new(),
            default_width: 0.5,
            matrix: Matrix::IDENTITY,
        };
        if kind == b"Type0" {
            metrics.default_width = number(described, b"DW").unwrap_or(1000.0) / 1000.0;
            if let Ok(widths) = described.get_deref(b"W", document).and_then(Object::as_array) {
                metrics.read_runs(document, widths);
            }
            return metrics;
        }
        let mut unit = 0.001;
        if kind == b"Type3"
            && let Some(matrix) = font.get_deref(b"FontMatrix", document).ok().and_then(|m| numbers(document, m))
        {
            metrics.matrix = Matrix(matrix);
            unit = matrix[0];
        }
        let first = number(font, b"FirstChar").unwrap_or(0.0).max(0.0) as u32;
        let widths = font.get_deref(b"Widths", document).and_then(Object::as_array);
        for (code, width) in (first..=255).zip(widths.into_iter().flatten()) {
            if let Ok(width) = document.dereference(width).and_then(|(_, width)| width.as_float()) {
                metrics.widths.insert(code, f64::from(width) * unit);
            }
        }
        metrics
    }
}

impl FontMetrics {
    /// Reads the widths of a composite font: `first [w1 w2 ...]` and `first last w`.
    fn read_runs(&mut self, document: &Document, widths: &[Object]) {
        let mut objects = widths.iter().filter_map(|object| Some(document.dereference(object).ok()?.1));
        let code = |object: &Object| object.as_i64().ok().and_then(|code| u16::try_from(code).ok()).map(u32::from);
        // Runs may overlap, but no font needs more than a few for each character.
        let mut left = 8 * 0x1_0000_u32;
        while let (Some(first), Some(next)) = (objects.next(), objects.next()) {
            let Some(first) = code(first) else { return };
            if let Ok(run) = next.as_array() {
                for (code, width) in (first..=0xffff).zip(run) {
                    let width = document.dereference(width).and_then(|(_, width)| width.as_float());
                    self.widths.extend(width.ok().map(|width| (code, f64::from(width) / 1000.0)));
                }
            } else {
                let width = objects.next().and_then(|width| width.as_float().ok());
                let (Some(last), Some(width)) = (code(next), width) else { return };
                let Some(rest) = left.checked_sub((last + 1).saturating_sub(first)) else { return };
                left = rest;
                self.widths.extend((first..=last).map(|code| (code, f64::from(width) / 1000.0)));
            }
        }
    }

    /// Returns the characters of a text: their codes, widths, and whether they are blanks of one byte.
    pub(super) fn characters<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (f64, bool)> + 'a {
        let bytes = if self.is_composite { 2 } else { 1 };
        text.chunks(bytes).map(move |code| {
            let is_blank = !self.is_composite && code == b" ";
            let code = code.iter().fold(0, |code, &byte| code << 8 | u32::from(byte));
            (self.widths.get(&code).copied().unwrap_or(self.default_width), is_blank)
        })
    }
}
