//! The contents of a page: what is painted where, how wide lines are and how large texts.

use std::rc::Rc;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::finding::{Finding, FindingKind, Place, Side};
use super::fonts::{FontCache, FontMetrics};
use super::geometry::{Bounds, Matrix, numbers};
use super::{MOST_BYTES, SLACK, inherited};
use crate::preset::Preset;

/// The maximum depth of forms inside of forms.
const DEEPEST_FORM: usize = 12;

/// The height of capital letters relative to the size of a font.
const CAPITALS: f64 = 0.7;

/// A rectangle this narrow, in points, is a line.
const LINE_LIKE: f64 = 3.0;

/// The reason why a file that takes too long is not read to its end.
const TOO_MUCH: &str = "the contents of the file are too long";

/// The state that `q` saves and `Q` restores.
#[derive(Clone)]
struct State {
    matrix: Matrix,
    clip: Bounds,
    line_width: f64,
    is_stroke_white: bool,
    is_fill_white: bool,
    font: Option<Rc<FontMetrics>>,
    size: f64,
    character_space: f64,
    word_space: f64,
    stretch: f64,
    leading: f64,
    rise: f64,
    /// The number of the text rendering mode.
    text_mode: u8,
}

/// The page that is checked.
pub(super) struct Sheet {
    pub(super) preset: Preset,
    pub(super) bleed: bool,
    /// The number of the page, from 1.
    pub(super) number: u64,
    /// The number of pages of the file.
    pub(super) count: u64,
    /// The page after trimming.
    pub(super) trim: Bounds,
    /// The page with its bleed.
    pub(super) whole: Bounds,
}

impl Sheet {
    /// Returns the distance of a side from the same side of a rectangle; negative if the rectangle is beyond.
    fn distance(&self, side: Side, ink: &Bounds, edge: &Bounds) -> f64 {
        let is_inner_left = !self.number.is_multiple_of(2);
        match side {
            Side::Top => edge.top - ink.top,
            Side::Bottom => ink.bottom - edge.bottom,
            side if (side == Side::Inner) == is_inner_left => ink.left - edge.left,
            _ => edge.right - ink.right,
        }
    }
}

/// The sides of a page in the order of the findings.
const SIDES: [Side; 4] = [Side::Inner, Side::Outer, Side::Top, Side::Bottom];

/// The check of one page.
pub(super) struct PageCheck<'a, 'b> {
    document: &'a Document,
    fonts: &'b mut FontCache,
    /// The number of operations that may still be read.
    left: &'b mut u64,
    sheet: Sheet,
    state: State,
    stack: Vec<State>,
    text: Matrix,
    text_line: Matrix,
    /// The current path, after the transformation, and its thinnest rectangle if it has only rectangles.
    path: Bounds,
    rectangle: Option<(f64, Place)>,
    is_only_rectangles: bool,
    is_clip: bool,
    /// The distance of the closest mark to each side, and the kind of mark.
    closest: [Option<(f64, &'static str)>; 4],
    thinnest: Option<(f64, Place)>,
    smallest: Option<(f64, Place)>,
    coarsest: Option<(f64, Place)>,
    has_transparency: bool,
    has_invisible_text: bool,
}

impl<'a, 'b> PageCheck<'a, 'b> {
    /// `view` is the transformation from the contents to the page as it is shown.
    pub(super) fn new(
        document: &'a Document,
        fonts: &'b mut FontCache,
        left: &'b mut u64,
        sheet: Sheet,
        view: Matrix,
    ) -> PageCheck<'a, 'b> {
        let state = State {
            matrix: view,
            clip: sheet.whole,
            line_width: 1.0,
            is_stroke_white: false,
            is_fill_white: false,
            font: None,
            size: 0.0,
            character_space: 0.0,
            word_space: 0.0,
            stretch: 1.0,
            leading: 0.0,
            rise: 0.0,
            text_mode: 0,
        };
        PageCheck {
            document,
            fonts,
            left,
            sheet,
            state,
            stack: Vec::new(),
            text: Matrix::IDENTITY,
            text_line: Matrix::IDENTITY,
            path: Bounds::NONE,
            rectangle: None,
            is_only_rectangles: true,
            is_clip: false,
            closest: [None; 4],
            thinnest: None,
            smallest: None,
            coarsest: None,
            has_transparency: false,
            has_invisible_text: false,
        }
    }

    /// Reads the contents of a page.
    pub(super) fn run(&mut self, id: ObjectId, page: &'a Dictionary) -> Result<(), String> {
        let mut contents = Vec::new();
        for stream in self.document.get_page_contents(id) {
            let stream = self.document.get_object(stream).and_then(Object::as_stream);
            contents.extend(self.bytes(stream.map_err(|error| error.to_string())?)?);
            if contents.len() > MOST_BYTES {
                return Err("its contents are too long".into());
            }
            contents.push(b'\n');
        }
        let resources = inherited(self.document, page, b"Resources").and_then(|object| object.as_dict().ok());
        self.contents(&contents, resources, 0)
    }

    /// Adds the findings of the page.
    pub(super) fn report(self, findings: &mut Vec<Finding>) {
        let Sheet { preset, bleed, number: page, count, .. } = self.sheet;
        let mut add = |at, kind| findings.push(Finding { page: Some(page), at, kind });
        let (inner, outer) = (preset.least_inner_margin(count).get(), preset.least_outer_margin(bleed).get());
        for (side, closest) in SIDES.into_iter().zip(self.closest) {
            let least = if side == Side::Inner { inner } else { outer };
            if let Some((found, what)) = closest.filter(|(found, _)| *found < least - SLACK) {
                add(None, FindingKind::Margin { side, what, found, least });
            }
        }
        // Less than a hundredth of a point is rounding.
        let least = Preset::LINES.cells;
        if let Some((found, at)) = self.thinnest.filter(|(found, _)| *found < least - 0.01) {
            add(Some(at), FindingKind::Line { found, least });
        }
        let least = if preset.large_print { crate::LARGE_PRINT } else { Preset::TEXT.get() };
        if let Some((found, at)) = self.smallest.filter(|(found, _)| *found < least - 0.01) {
            add(Some(at), FindingKind::Text { found, least });
        }
        if self.has_invisible_text {
            add(None, FindingKind::InvisibleText);
        }
        if self.has_transparency {
            add(None, FindingKind::Transparency);
        }
        let least = Preset::PIXELS;
        if let Some((found, at)) = self.coarsest.filter(|(found, _)| *found < least - 0.5) {
            add(Some(at), FindingKind::Resolution { found, least });
        }
    }

    /// Returns the contents of a stream. Long streams count as operations, so that those without any are limited, too.
    fn bytes(&mut self, stream: &Stream) -> Result<Vec<u8>, String> {
        if *self.left == 0 {
            return Err(TOO_MUCH.into());
        }
        let bytes = stream.get_plain_content_with_limit(MOST_BYTES);
        *self.left = self.left.saturating_sub(bytes.as_ref().map_or(MOST_BYTES, Vec::len) as u64 / 64);
        bytes.map_err(|error| error.to_string())
    }

    /// Notes that something was painted.
    fn painted(&mut self, what: &'static str, ink: &Bounds) {
        for (side, closest) in SIDES.into_iter().zip(&mut self.closest) {
            // Areas and pictures may extend to the end of the bleed.
            let bleeds = self.sheet.bleed && what != "text";
            if bleeds && self.sheet.distance(side, ink, &self.sheet.whole) <= SLACK {
                continue;
            }
            let distance = self.sheet.distance(side, ink, &self.sheet.trim);
            if closest.is_none_or(|(least, _)| distance < least) {
                *closest = Some((distance, what));
            }
        }
    }

    fn contents(&mut self, bytes: &[u8], resources: Option<&'a Dictionary>, depth: usize) -> Result<(), String> {
        for operation in Content::decode_iter(bytes) {
            let operation = operation.map_err(|error| error.to_string())?;
            *self.left = self.left.checked_sub(1).ok_or(TOO_MUCH)?;
            self.operation(&operation, resources, depth)?;
        }
        Ok(())
    }

    fn operation(
        &mut self,
        operation: &Operation,
        resources: Option<&'a Dictionary>,
        depth: usize,
    ) -> Result<(), String> {
        let operands = &operation.operands;
        let number =
            |index: usize| operands.get(index).and_then(|object| object.as_float().ok()).map_or(0.0, f64::from);
        let point = |index: usize| (number(index), number(index + 1));
        let state = &mut self.state;
        match operation.operator.as_str() {
            "q" => {
                // Deeper nesting than any program writes is an attempt to fill memory.
                if self.stack.len() >= 1000 {
                    return Err("its graphics states are nested too deeply".into());
                }
                self.stack.push(self.state.clone());
            }
            "Q" => self.state = self.stack.pop().unwrap_or_else(|| self.state.clone()),
            "cm" => state.matrix = matrix(operands).then(&state.matrix),
            "w" => state.line_width = number(0),
            "gs" => self.graphics_state(operands, resources),
            "g" => state.is_fill_white = number(0) >= 1.0,
            "G" => state.is_stroke_white = number(0) >= 1.0,
            "rg" => state.is_fill_white = (0..3).all(|index| number(index) >= 1.0),
            "RG" => state.is_stroke_white = (0..3).all(|index| number(index) >= 1.0),
            "k" => state.is_fill_white = (0..4).all(|index| number(index) <= 0.0),
            "K" => state.is_stroke_white = (0..4).all(|index| number(index) <= 0.0),
            // The white of other colour spaces is not known, and counts as ink.
            "cs" | "sc" | "scn" => state.is_fill_white = false,
            "CS" | "SC" | "SCN" => state.is_stroke_white = false,
            "m" | "l" => self.extend(&[point(0)]),
            "c" => self.extend(&[point(0), point(2), point(4)]),
            "v" | "y" => self.extend(&[point(0), point(2)]),
            "re" => self.rectangle(point(0), point(2)),
            "W" | "W*" => self.is_clip = true,
            "S" | "s" => self.paint(false, true),
            "f" | "F" | "f*" => self.paint(true, false),
            "B" | "B*" | "b" | "b*" => self.paint(true, true),
            "n" => self.paint(false, false),
            "sh" => self.painted("a line or an area", &self.state.clip.clone()),
            "BI" => self.image(operands.first().and_then(|image| Some(&image.as_stream().ok()?.dict))),
            "Do" => return self.object(operands, resources, depth),
            "BT" => (self.text, self.text_line) = (Matrix::IDENTITY, Matrix::IDENTITY),
            "Tf" => self.font(operands, resources),
            "Tc" => state.character_space = number(0),
            "Tw" => state.word_space = number(0),
            "Tz" => state.stretch = number(0) / 100.0,
            "TL" => state.leading = number(0),
            "Ts" => state.rise = number(0),
            "Tr" => state.text_mode = number(0) as u8,
            "Td" => self.next_line(point(0)),
            "TD" => {
                state.leading = -number(1);
                self.next_line(point(0));
            }
            "Tm" => (self.text, self.text_line) = (matrix(operands), matrix(operands)),
            "T*" => self.next_line((0.0, -self.state.leading)),
            "Tj" => self.show(operands),
            "TJ" => {
                if let Some(Ok(pieces)) = operands.first().map(Object::as_array) {
                    self.show(pieces);
                }
            }
            "'" => {
                self.next_line((0.0, -self.state.leading));
                self.show(operands);
            }
            "\"" => {
                (state.word_space, state.character_space) = point(0);
                self.next_line((0.0, -self.state.leading));
                self.show(operands.get(2..).unwrap_or_default());
            }
            _ => {}
        }
        Ok(())
    }

    fn graphics_state(&mut self, operands: &[Object], resources: Option<&'a Dictionary>) {
        let state = self.resource(operands, resources, b"ExtGState").and_then(|object| object.as_dict().ok());
        let Some(state) = state else { return };
        let number = |key: &[u8]| state.get_deref(key, self.document).and_then(Object::as_float).ok();
        if let Some(width) = number(b"LW") {
            self.state.line_width = width.into();
        }
        let is_name = |key: &[u8], names: &[&[u8]]| {
            let name = state.get_deref(key, self.document).map(|value| value.as_name().unwrap_or_default());
            name.is_err() || name.is_ok_and(|name| names.contains(&name))
        };
        let is_opaque = [&b"ca"[..], b"CA"].iter().all(|key| number(key).is_none_or(|alpha| alpha >= 1.0));
        self.has_transparency |=
            !is_opaque || !is_name(b"BM", &[b"Normal", b"Compatible"]) || !is_name(b"SMask", &[b"None"]);
    }

    /// Returns a resource by the name that is the first operand.
    fn resource(&self, operands: &[Object], resources: Option<&'a Dictionary>, kind: &[u8]) -> Option<&'a Object> {
        let name = operands.first()?.as_name().ok()?;
        resources?.get_deref(kind, self.document).ok()?.as_dict().ok()?.get_deref(name, self.document).ok()
    }

    fn extend(&mut self, points: &[(f64, f64)]) {
        self.is_only_rectangles = false;
        points.iter().for_each(|&point| self.path.add(self.state.matrix.apply(point)));
    }

    fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let mut rectangle = Bounds::NONE;
        [(x, y), (x + width, y + height)].into_iter().for_each(|corner| rectangle.add(corner));
        let Bounds { left, right, bottom, top } = rectangle.transformed(&self.state.matrix);
        [(left, bottom), (right, top)].into_iter().for_each(|corner| self.path.add(corner));
        let (width, height) = (right - left, top - bottom);
        // Many programs draw lines as narrow rectangles.
        if width.min(height) <= LINE_LIKE && width.max(height) > 4.0 * width.min(height) {
            keep_smaller(&mut self.rectangle, width.min(height), (left, bottom));
        }
    }

    /// Paints the path, and begins a new one.
    fn paint(&mut self, fills: bool, strokes: bool) {
        let path = std::mem::replace(&mut self.path, Bounds::NONE);
        let rectangle = self.rectangle.take();
        let is_only_rectangles = std::mem::replace(&mut self.is_only_rectangles, true);
        let clip = self.state.clip;
        if fills && !self.state.is_fill_white && !path.is_empty() {
            let ink = path.within(&clip);
            if !ink.is_empty() {
                self.painted("a line or an area", &ink);
                if let Some((width, at)) = rectangle.filter(|_| is_only_rectangles) {
                    keep_smaller(&mut self.thinnest, width, at);
                }
            }
        }
        if strokes && !self.state.is_stroke_white && !path.is_empty() {
            let width = self.state.line_width * self.state.matrix.scale();
            let ink = path.wider(width / 2.0).within(&clip);
            if !ink.is_empty() {
                self.painted("a line or an area", &ink);
                keep_smaller(&mut self.thinnest, width, (path.left, path.bottom));
            }
        }
        if std::mem::take(&mut self.is_clip) {
            self.state.clip = clip.within(&path);
        }
    }

    /// Draws a picture with the entries of its dictionary, which are abbreviated in the contents of a page.
    fn image(&mut self, entries: Option<&Dictionary>) {
        let unit = Bounds { left: 0.0, right: 1.0, bottom: 0.0, top: 1.0 };
        let matrix = self.state.matrix;
        let ink = unit.transformed(&matrix).within(&self.state.clip);
        if ink.is_empty() {
            return;
        }
        self.painted("a picture", &ink);
        let Some(entries) = entries else { return };
        let document = self.document;
        let number = |key: &[u8], short: &[u8]| {
            let entry = entries.get_deref(key, document).or_else(|_| entries.get_deref(short, document));
            entry.and_then(Object::as_i64).ok()
        };
        self.has_transparency |= entries.has(b"SMask");
        // A single pixel is an area of one colour.
        if let (Some(width), Some(height)) = (number(b"Width", b"W"), number(b"Height", b"H"))
            && (width, height) != (1, 1)
        {
            let pixels = (width as f64 / matrix.width()).min(height as f64 / matrix.height()) * 72.0;
            keep_smaller(&mut self.coarsest, pixels, (ink.left, ink.bottom));
        }
    }

    /// Draws an external object: a picture or a form.
    fn object(&mut self, operands: &[Object], resources: Option<&'a Dictionary>, depth: usize) -> Result<(), String> {
        let Some(Ok(stream)) = self.resource(operands, resources, b"XObject").map(Object::as_stream) else {
            return Ok(());
        };
        let document = self.document;
        if stream.dict.get_deref(b"Subtype", document).and_then(Object::as_name).ok() != Some(b"Form") {
            self.image(Some(&stream.dict));
            return Ok(());
        }
        if depth >= DEEPEST_FORM {
            return Err("its forms are nested too deeply".into());
        }
        let bytes = self.bytes(stream)?;
        let (before, height) = (self.state.clone(), self.stack.len());
        let matrix = stream.dict.get_deref(b"Matrix", document).ok().and_then(|object| numbers(document, object));
        self.state.matrix = Matrix(matrix.unwrap_or(Matrix::IDENTITY.0)).then(&before.matrix);
        if let Some(bounds) = stream.dict.get_deref(b"BBox", document).ok().and_then(|o| Bounds::of(document, o)) {
            self.state.clip = before.clip.within(&bounds.transformed(&self.state.matrix));
        }
        let own = stream.dict.get_deref(b"Resources", document).and_then(Object::as_dict).ok();
        let result = self.contents(&bytes, own.or(resources), depth + 1);
        self.stack.truncate(height);
        self.state = before;
        result
    }

    fn font(&mut self, operands: &[Object], resources: Option<&'a Dictionary>) {
        self.state.size = operands.get(1).and_then(|size| size.as_float().ok()).map_or(0.0, f64::from);
        let name = operands.first().and_then(|name| name.as_name().ok());
        let fonts = resources.and_then(|resources| resources.get_deref(b"Font", self.document).ok());
        let font = fonts.and_then(|fonts| fonts.as_dict().ok()?.get(name?).ok());
        self.state.font = font.and_then(|font| self.fonts.get(self.document, font));
    }

    fn next_line(&mut self, (x, y): (f64, f64)) {
        self.text_line = Matrix([1.0, 0.0, 0.0, 1.0, x, y]).then(&self.text_line);
        self.text = self.text_line;
    }

    /// Shows the strings of a text; the numbers between them move back.
    fn show(&mut self, pieces: &[Object]) {
        let Some(font) = self.state.font.clone() else { return };
        let State { size, stretch, rise, .. } = self.state;
        for piece in pieces {
            let mut advance = 0.0;
            if let Ok(back) = piece.as_float() {
                advance = -f64::from(back) / 1000.0 * size * stretch;
            } else if let Ok(text) = piece.as_str() {
                let mut ink = Bounds::NONE;
                for (width, is_blank) in font.characters(text) {
                    let space = self.state.character_space + if is_blank { self.state.word_space } else { 0.0 };
                    if !is_blank && width > 0.0 {
                        for x in [advance, advance + width * size * stretch] {
                            ink.add((x, rise));
                            ink.add((x, rise + CAPITALS * size));
                        }
                    }
                    advance += (width * size + space) * stretch;
                }
                self.ink_of_text(&ink, &font);
            }
            self.text = Matrix([1.0, 0.0, 0.0, 1.0, advance, 0.0]).then(&self.text);
        }
    }

    fn ink_of_text(&mut self, ink: &Bounds, font: &FontMetrics) {
        if ink.is_empty() {
            return;
        }
        let State { is_fill_white, is_stroke_white, text_mode, .. } = self.state;
        let is_white = match text_mode % 4 {
            0 => is_fill_white,
            1 => is_stroke_white,
            2 => is_fill_white && is_stroke_white,
            _ => {
                self.has_invisible_text |= text_mode == 3;
                return;
            }
        };
        let matrix = self.text.then(&self.state.matrix);
        let bounds = ink.transformed(&matrix).within(&self.state.clip);
        if is_white || bounds.is_empty() {
            return;
        }
        self.painted("text", &bounds);
        let is_type_3 = font.matrix != Matrix::IDENTITY;
        // The size of a Type 3 font says nothing about its letters by itself: they are in units of its matrix.
        let unit = if is_type_3 { 1000.0 * font.matrix.height() } else { 1.0 };
        let size = self.state.size.abs() * matrix.height() * unit;
        keep_smaller(&mut self.smallest, size, (bounds.left, bounds.bottom));
    }
}

/// Keeps the smaller of two sizes, with its place.
fn keep_smaller(best: &mut Option<(f64, Place)>, size: f64, at: Place) {
    if best.is_none_or(|(smallest, _)| size < smallest) {
        *best = Some((size, at));
    }
}

fn matrix(operands: &[Object]) -> Matrix {
    let mut numbers = Matrix::IDENTITY.0;
    for (number, object) in numbers.iter_mut().zip(operands) {
        *number = object.as_float().map_or(*number, f64::from);
    }
    Matrix(numbers)
}
