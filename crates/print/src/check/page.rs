//! The contents of a page: what is painted where, how wide lines are and how large texts.

use std::rc::Rc;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};

use super::finding::{Finding, Side};
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
    is_invisible: bool,
}

/// Something painted: what it is, and where.
type Painted = (&'static str, Bounds);

/// The check of one page.
pub(super) struct PageCheck<'a, 'b> {
    document: &'a Document,
    fonts: &'b mut FontCache,
    /// The number of operations that may still be read.
    left: &'b mut u64,
    state: State,
    stack: Vec<State>,
    text: Matrix,
    text_line: Matrix,
    /// The current path, after the transformation; its last point, and its rectangles.
    path: Bounds,
    rectangles: Vec<Bounds>,
    is_only_rectangles: bool,
    is_clip: bool,
    painted: Vec<Painted>,
    thinnest: Option<(f64, (f64, f64))>,
    smallest: Option<(f64, (f64, f64))>,
}

impl<'a, 'b> PageCheck<'a, 'b> {
    pub(super) fn new(
        document: &'a Document,
        fonts: &'b mut FontCache,
        left: &'b mut u64,
        media: Bounds,
    ) -> PageCheck<'a, 'b> {
        let state = State {
            matrix: Matrix::IDENTITY,
            clip: media,
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
            is_invisible: false,
        };
        PageCheck {
            document,
            fonts,
            left,
            state,
            stack: Vec::new(),
            text: Matrix::IDENTITY,
            text_line: Matrix::IDENTITY,
            path: Bounds::NONE,
            rectangles: Vec::new(),
            is_only_rectangles: true,
            is_clip: false,
            painted: Vec::new(),
            thinnest: None,
            smallest: None,
        }
    }

    /// Reads the contents of a page.
    pub(super) fn run(&mut self, id: ObjectId, page: &'a Dictionary) -> Result<(), String> {
        let mut contents = Vec::new();
        for stream in self.document.get_page_contents(id) {
            let stream = self.document.get_object(stream).and_then(Object::as_stream);
            let stream = stream.map_err(|error| error.to_string())?;
            let bytes = stream.get_plain_content_with_limit(MOST_BYTES).map_err(|error| error.to_string())?;
            if contents.len() + bytes.len() > MOST_BYTES {
                return Err("its contents are too long".into());
            }
            contents.extend(bytes);
            contents.push(b'\n');
        }
        let resources = inherited(self.document, page, b"Resources").and_then(|object| object.as_dict().ok());
        self.contents(&contents, resources, 0)
    }

    /// Adds the findings of the page. `trim` is the page after trimming, `whole` the page with its bleed.
    pub(super) fn report(
        self,
        trim: &Bounds,
        whole: &Bounds,
        preset: &Preset,
        (bleed, page, pages): (bool, u64, u64),
        findings: &mut Vec<Finding>,
    ) {
        let (inner, outer) = (preset.least_inner_margin(pages).get(), preset.least_outer_margin(bleed).get());
        let (left, right) =
            if page.is_multiple_of(2) { (Side::Outer, Side::Inner) } else { (Side::Inner, Side::Outer) };
        for side in [Side::Inner, Side::Outer, Side::Top, Side::Bottom] {
            let least = if side == Side::Inner { inner } else { outer };
            let distance = |ink: &Bounds, edge: &Bounds| match side {
                Side::Top => edge.top - ink.top,
                Side::Bottom => ink.bottom - edge.bottom,
                _ if side == left => ink.left - edge.left,
                _ => {
                    debug_assert!(side == right);
                    edge.right - ink.right
                }
            };
            let worst = self.painted.iter().filter_map(|(what, ink)| {
                // Areas and pictures may extend to the end of the bleed.
                let bleeds = bleed && *what != "text" && distance(ink, whole) <= SLACK;
                (!bleeds).then(|| (distance(ink, trim), *what))
            });
            let worst = worst.min_by(|(a, _), (b, _)| a.total_cmp(b));
            if let Some((found, what)) = worst.filter(|(found, _)| *found < least - SLACK) {
                findings.push(Finding::Margin { page, side, what, found, least });
            }
        }
        // Less than a hundredth of a point is rounding.
        let least = Preset::LINES.cells;
        if let Some((found, at)) = self.thinnest.filter(|(found, _)| *found < least - 0.01) {
            findings.push(Finding::Line { page, found, least, at });
        }
        let least = if preset.large_print { crate::LARGE_PRINT } else { Preset::TEXT.get() };
        if let Some((found, at)) = self.smallest.filter(|(found, _)| *found < least - 0.01) {
            findings.push(Finding::Text { page, found, least, at });
        }
    }

    fn contents(&mut self, bytes: &[u8], resources: Option<&'a Dictionary>, depth: usize) -> Result<(), String> {
        for operation in Content::decode_iter(bytes) {
            let operation = operation.map_err(|error| error.to_string())?;
            *self.left = self.left.checked_sub(1).ok_or("the file has too many operations")?;
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
            "sh" => self.painted.push(("a line or an area", self.state.clip)),
            "BI" => self.image(),
            "Do" => return self.object(operands, resources, depth),
            "BT" => (self.text, self.text_line) = (Matrix::IDENTITY, Matrix::IDENTITY),
            "Tf" => self.font(operands, resources),
            "Tc" => state.character_space = number(0),
            "Tw" => state.word_space = number(0),
            "Tz" => state.stretch = number(0) / 100.0,
            "TL" => state.leading = number(0),
            "Ts" => state.rise = number(0),
            "Tr" => state.is_invisible = [3.0, 7.0].contains(&number(0)),
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
        let Some(object) = self.resource(operands, resources, b"ExtGState") else { return };
        let width = object.as_dict().and_then(|state| state.get_deref(b"LW", self.document)).and_then(Object::as_float);
        if let Ok(width) = width {
            self.state.line_width = width.into();
        }
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
        let mut bounds = Bounds::NONE;
        for corner in [(x, y), (x + width, y), (x, y + height), (x + width, y + height)] {
            let corner = self.state.matrix.apply(corner);
            bounds.add(corner);
            self.path.add(corner);
        }
        self.rectangles.push(bounds);
    }

    /// Paints the path, and begins a new one.
    fn paint(&mut self, fills: bool, strokes: bool) {
        let path = std::mem::replace(&mut self.path, Bounds::NONE);
        let rectangles = std::mem::take(&mut self.rectangles);
        let is_only_rectangles = std::mem::replace(&mut self.is_only_rectangles, true);
        let state = &self.state;
        let clip = state.clip;
        if fills && !state.is_fill_white && !path.is_empty() {
            self.painted.push(("a line or an area", path.within(&clip)));
            // Many programs draw lines as narrow rectangles.
            for line in rectangles.iter().filter(|_| is_only_rectangles) {
                let (width, height) = (line.right - line.left, line.top - line.bottom);
                if width.min(height) <= LINE_LIKE && width.max(height) > 4.0 * width.min(height) {
                    thinner(&mut self.thinnest, width.min(height), (line.left, line.bottom));
                }
            }
        }
        if strokes && !self.state.is_stroke_white && !path.is_empty() {
            let width = self.state.line_width * self.state.matrix.scale();
            let ink = path.wider(width / 2.0).within(&clip);
            if !ink.is_empty() {
                self.painted.push(("a line or an area", ink));
                thinner(&mut self.thinnest, width, (path.left, path.bottom));
            }
        }
        if std::mem::take(&mut self.is_clip) {
            self.state.clip = clip.within(&path);
        }
    }

    fn image(&mut self) {
        let mut bounds = Bounds::NONE;
        let unit = Bounds { left: 0.0, right: 1.0, bottom: 0.0, top: 1.0 };
        unit.corners().into_iter().for_each(|corner| bounds.add(self.state.matrix.apply(corner)));
        self.painted.push(("a picture", bounds.within(&self.state.clip)));
    }

    /// Draws an external object: a picture or a form.
    fn object(&mut self, operands: &[Object], resources: Option<&'a Dictionary>, depth: usize) -> Result<(), String> {
        let Some(Ok(stream)) = self.resource(operands, resources, b"XObject").map(Object::as_stream) else {
            return Ok(());
        };
        let document = self.document;
        if stream.dict.get_deref(b"Subtype", document).and_then(Object::as_name).ok() != Some(b"Form") {
            self.image();
            return Ok(());
        }
        if depth >= DEEPEST_FORM {
            return Err("its forms are nested too deeply".into());
        }
        let bytes = stream.get_plain_content_with_limit(MOST_BYTES).map_err(|error| error.to_string())?;
        let (before, height) = (self.state.clone(), self.stack.len());
        let matrix = stream.dict.get_deref(b"Matrix", document).ok().and_then(|object| numbers(document, object));
        self.state.matrix = Matrix(matrix.unwrap_or(Matrix::IDENTITY.0)).then(&before.matrix);
        if let Some(bounds) = stream.dict.get_deref(b"BBox", document).ok().and_then(|o| Bounds::of(document, o)) {
            let mut clip = Bounds::NONE;
            bounds.corners().into_iter().for_each(|corner| clip.add(self.state.matrix.apply(corner)));
            self.state.clip = before.clip.within(&clip);
        }
        let own = stream.dict.get_deref(b"Resources", document).and_then(Object::as_dict).ok();
        // A short form that is drawn again and again costs as much as its operations.
        *self.left = self.left.saturating_sub(bytes.len() as u64 / 64);
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
        if ink.is_empty() || self.state.is_invisible || self.state.is_fill_white {
            return;
        }
        let matrix = self.text.then(&self.state.matrix);
        let mut bounds = Bounds::NONE;
        ink.corners().into_iter().for_each(|corner| bounds.add(matrix.apply(corner)));
        let bounds = bounds.within(&self.state.clip);
        if bounds.is_empty() {
            return;
        }
        self.painted.push(("text", bounds));
        let is_type_3 = font.matrix != Matrix::IDENTITY;
        // The size of a Type 3 font says nothing about its letters by itself: they are in units of its matrix.
        let unit = if is_type_3 { 1000.0 * font.matrix.height() } else { 1.0 };
        thinner(&mut self.smallest, self.state.size.abs() * matrix.height() * unit, (bounds.left, bounds.bottom));
    }
}

/// Keeps the smaller of two sizes, with its place.
fn thinner(best: &mut Option<(f64, (f64, f64))>, size: f64, at: (f64, f64)) {
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
