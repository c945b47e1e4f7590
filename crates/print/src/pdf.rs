//! A book as PDF, written object by object, so that a book of any length takes little memory; and pictures as PDF.

mod content;
mod file;
mod fonts;
mod spots;

use std::convert::Infallible;

use pdf_writer::types::{
    ActionType, AnnotationFlags, AnnotationType, OutputIntentSubtype, PageLayout, PageMode, TrappingStatus,
};
use pdf_writer::writers::{Annotation, Catalog, DocumentInfo, Resources};
use pdf_writer::{Date, Finish, Name, Rect, Ref, TextStr};

use crate::book::Item;
use crate::drawing::{Drawing, Mark};
use crate::layout::Layout;
use crate::layout::contents::contents_lines;
use crate::preset::Preset;
use crate::tone::Tone;
use crate::typeface::Typeface;
use file::{File, number};
use fonts::Fonts;
use spots::Spots;

/// The year of all PDF/X files, which must have a date. Equal books have equal bytes.
const YEAR: u16 = 2026;

/// The number of pages of a node of the page tree.
const FAN_OUT: u64 = 16;

const CATALOG: Ref = Ref::new(1);
const INFO: Ref = Ref::new(2);
const OUTLINE: Ref = Ref::new(3);
const RESOURCES: Ref = Ref::new(4);
const FIRST: u64 = 5;

/// The numbers of objects: fonts, then pages with their contents, then the page tree, then bookmarks.
struct Numbers {
    pages: u64,
    first_page: u64,
    /// The number of nodes of each level of the page tree, from the pages up to the root.
    levels: Vec<u64>,
}

impl Numbers {
    fn new(pages: u64, typeface: &Typeface) -> Numbers {
        let next_level = |&count: &u64| (count > 1).then(|| count.div_ceil(FAN_OUT));
        Numbers {
            pages,
            first_page: FIRST + typeface.fonts().len() as u64 * fonts::OBJECTS,
            levels: std::iter::successors(Some(pages.div_ceil(FAN_OUT)), next_level).collect(),
        }
    }

    fn font(number: usize) -> Ref {
        to_ref(FIRST + number as u64 * fonts::OBJECTS)
    }

    /// Returns the object of a page, by its number from 1.
    fn page(&self, number: u64) -> Ref {
        to_ref(self.first_page + 2 * (number - 1))
    }

    fn content(&self, number: u64) -> Ref {
        self.page(number).next()
    }

    fn node(&self, level: usize, index: u64) -> Ref {
        to_ref(self.first_page + 2 * self.pages + self.levels[..level].iter().sum::<u64>() + index)
    }

    fn root(&self) -> Ref {
        self.node(self.levels.len() - 1, 0)
    }

    fn bookmark(&self, index: usize) -> Ref {
        self.node(self.levels.len(), index as u64)
    }
}

fn to_ref(number: u64) -> Ref {
    Ref::new(i32::try_from(number).expect("fewer than two thousand million objects"))
}

/// The maximum number of pages of a PDF: readers count objects in 23 bits.
pub const MOST_PAGES: u64 = 4_000_000;

/// Writes a book as PDF 1.7 with all fonts embedded. Equal books give equal bytes.
///
/// `items` returns puzzles by their index in the book. It is called in order for the puzzles and for each list at the
/// back, and for the first puzzle of the book and of each section with a title page. `producer` is the name of the program. See the [crate documentation](crate) for an example.
///
/// # Errors
/// The errors of `items` and `write`.
///
/// # Panics
/// Panics if there are more pages than [`MOST_PAGES`].
pub fn write<E>(
    layout: &Layout,
    producer: &str,
    items: &mut impl FnMut(u64) -> Result<Item, E>,
    write: &mut impl FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    assert!(layout.pages() <= MOST_PAGES, "a PDF has at most {MOST_PAGES} pages");
    let style = &layout.book.style;
    // Links and bookmarks are for readers on a screen. Printers forbid them.
    let is_for_printer = style.preset.is_some() || style.pdf_x.is_some();
    let mut document = Document {
        file: File::new(version(&style.pdf_x), write)?,
        numbers: Numbers::new(layout.pages(), layout.typeface),
        fonts: Fonts::new(layout.typeface),
        spots: Spots::default(),
        has_links: !is_for_printer,
    };
    for page in 1..=layout.pages() {
        let mut drawing = layout.draw(page, items)?;
        if style.crop_marks {
            let mut tones = [Some(&style.line_tone), style.box_tone.as_ref()].into_iter().flatten();
            drawing.marks.push(crop_marks(drawing.size, tones.any(Tone::is_spot)));
        }
        document.page(page, &drawing, &Around::of(layout, page))?;
    }
    document.resources()?;
    let Document { mut file, numbers, .. } = document;
    let bookmarks = if is_for_printer { Vec::new() } else { bookmarks(layout) };
    outline(&mut file, &numbers, &bookmarks)?;
    catalog(&mut file, &numbers, layout, !bookmarks.is_empty())?;
    if style.preset.is_some() {
        return file.finish(CATALOG, None);
    }
    info(&mut file, layout, producer)?;
    file.finish(CATALOG, Some(INFO))
}

/// The space around a trimmed page, in points.
#[derive(Clone, Copy, Default)]
struct Around {
    /// The bleed at the head and the foot, and on both sides.
    bleed: f64,
    left: f64,
    right: f64,
    /// The space for crop marks, beyond the bleed.
    marks: f64,
}

/// The start and the end of crop marks, as distances from the trim: beyond the bleed, and inside of the page.
const CROP_MARKS: (f64, f64) = (12.0, 27.0);

/// The space for crop marks beyond the bleed.
const MARKS: f64 = CROP_MARKS.1 + 3.0;

impl Around {
    fn of(layout: &Layout, page: u64) -> Around {
        let style = &layout.book.style;
        let bleed = if style.bleed { Preset::BLEED.get() } else { 0.0 };
        let (left, right) = match layout.facing {
            // There is no bleed at the binding.
            true if layout.is_left(page) => (bleed, 0.0),
            true => (0.0, bleed),
            false => (bleed, bleed),
        };
        Around { bleed, left, right, marks: if style.crop_marks { MARKS } else { 0.0 } }
    }
}

/// Returns the marks at the corners of a page of a size. With spot colours, they are on the plate of each ink.
fn crop_marks((width, height): (f64, f64), has_spots: bool) -> Mark {
    let (start, end) = CROP_MARKS;
    let across = [(-end, -start), (width + start, width + end)];
    let down = [(-end, -start), (height + start, height + end)];
    let rows = [0.0, height].into_iter().flat_map(|y| across.map(|(from, to)| [from, y, to, y]));
    let columns = [0.0, width].into_iter().flat_map(|x| down.map(|(from, to)| [x, from, x, to]));
    let tone = if has_spots { Tone::registration() } else { Tone::BLACK };
    Mark::Lines { width: 0.25, tone, segments: rows.chain(columns).collect() }
}

/// The requirements of a press around a drawing.
///
/// ```
/// use minirow_print::pdf::Press;
/// let press = Press { bleed: 9.0, crop_marks: true, pdf_x: Some("FOGRA39".into()) };
/// assert_ne!(press, Press::default());
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Press {
    /// The bleed on all sides, in points.
    pub bleed: f64,
    /// `true` for marks where the page is trimmed.
    pub crop_marks: bool,
    /// The printing condition of a PDF/X-1a file.
    pub pdf_x: Option<String>,
}

/// Returns a drawing as a PDF of one page, which has the size of the drawing, with what a press needs around it.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::{GridFace, Typeface, pdf};
/// let typeface = Typeface::new();
/// let drawing = GridFace::new(Grid::EMPTY, CellSet::EMPTY).drawing(&typeface, 170.0);
/// let press = pdf::Press::default();
/// assert!(pdf::picture(&typeface, &drawing, &press, "An empty grid", "an example").starts_with(b"%PDF-1.7"));
/// ```
pub fn picture(typeface: &Typeface, drawing: &Drawing, press: &Press, title: &str, producer: &str) -> Vec<u8> {
    pages(typeface, std::slice::from_ref(drawing), press, title, producer)
}

/// Returns drawings as a PDF with a page for each, as [`picture`] does for one.
///
/// # Panics
/// Panics if there is no drawing.
///
/// ```
/// use minirow_print::{Drawing, Typeface, pdf};
/// let page = Drawing { size: (100.0, 100.0), ..Drawing::default() };
/// let bytes = pdf::pages(&Typeface::new(), &[page.clone(), page], &pdf::Press::default(), "Two pages", "an example");
/// assert!(String::from_utf8_lossy(&bytes).contains("/Count 2"));
/// ```
pub fn pages(typeface: &Typeface, drawings: &[Drawing], press: &Press, title: &str, producer: &str) -> Vec<u8> {
    assert!(!drawings.is_empty(), "a PDF has at least one page");
    let mut bytes = Vec::new();
    let write = &mut |piece: &[u8]| {
        bytes.extend_from_slice(piece);
        Ok::<(), Infallible>(())
    };
    match write_pages(typeface, drawings, press, title, producer, write) {
        Ok(()) => bytes,
        Err(never) => match never {},
    }
}

fn write_pages<E>(
    typeface: &Typeface,
    drawings: &[Drawing],
    press: &Press,
    title: &str,
    producer: &str,
    write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let numbers = Numbers::new(drawings.len() as u64, typeface);
    let (file, fonts) = (File::new(version(&press.pdf_x), write)?, Fonts::new(typeface));
    let mut document = Document { file, numbers, fonts, spots: Spots::default(), has_links: false };
    let Press { bleed, .. } = *press;
    let around = Around { bleed, left: bleed, right: bleed, marks: if press.crop_marks { MARKS } else { 0.0 } };
    for (drawing, number) in drawings.iter().zip(1..) {
        let mut drawing = drawing.clone();
        if press.crop_marks {
            let has_spots = drawing.marks.iter().any(|mark| mark.tone().is_spot());
            drawing.marks.push(crop_marks(drawing.size, has_spots));
        }
        document.page(number, &drawing, &around)?;
    }
    document.resources()?;
    let Document { mut file, numbers, .. } = document;
    file.object(|chunk| {
        let mut catalog = chunk.indirect(CATALOG).start::<Catalog>();
        catalog.pages(numbers.root());
        output_intent(&mut catalog, &press.pdf_x);
    })?;
    file.object(|chunk| {
        let mut info = chunk.indirect(INFO).start::<DocumentInfo>();
        info.title(TextStr(title)).producer(TextStr(producer));
        if press.pdf_x.is_some() {
            info.creator(TextStr(producer));
            pdf_x_info(&mut info);
        }
    })?;
    file.finish(CATALOG, Some(INFO))
}

/// A PDF that is being written.
struct Document<'a, 'b, E> {
    file: File<'a, E>,
    numbers: Numbers,
    fonts: Fonts<'b>,
    spots: Spots,
    has_links: bool,
}

impl<E> Document<'_, '_, E> {
    /// Writes a page, with the space around its drawing.
    fn page(&mut self, page: u64, drawing: &Drawing, around: &Around) -> Result<(), E> {
        let Document { file, numbers, fonts, spots, has_links } = self;
        let Around { bleed, left, right, marks } = *around;
        let (x, y) = (left + marks, bleed + marks);
        let content = content::of(drawing, fonts, spots, (x, y));
        file.stream(numbers.content(page), &content, |_| {})?;
        file.object(|chunk| {
            let mut object = chunk.page(numbers.page(page));
            let (width, height) = drawing.size;
            let (across, down) = (x + width + right + marks, 2.0 * y + height);
            let trim = Rect::new(number(x), number(y), number(x + width), number(y + height));
            object.parent(numbers.node(0, (page - 1) / FAN_OUT));
            object.media_box(Rect::new(0.0, 0.0, number(across), number(down))).trim_box(trim);
            if bleed > 0.0 {
                object.bleed_box(Rect::new(number(marks), number(marks), number(across - marks), number(down - marks)));
            }
            object.contents(numbers.content(page));
            object.pair(Name(b"Resources"), RESOURCES);
            if !drawing.links.is_empty() && *has_links {
                let mut annotations = object.insert(Name(b"Annots")).array();
                for link in &drawing.links {
                    let r = link.rectangle;
                    let mut annotation = annotations.push().start::<Annotation>();
                    annotation.subtype(AnnotationType::Link).border(0.0, 0.0, 0.0, None);
                    annotation.flags(AnnotationFlags::PRINT);
                    let ([x1, x2], up) = ([r.x, r.right()].map(|at| number(x + at)), y + height);
                    let [y1, y2] = [r.bottom(), r.y].map(|at| number(up - at));
                    annotation.rect(Rect::new(x1, y1, x2, y2));
                    let mut action = annotation.action();
                    action.action_type(ActionType::GoTo);
                    action.destination().page(numbers.page(link.page)).fit();
                }
            }
        })
    }

    /// Writes what all pages share: the fonts, and the tree of the pages.
    fn resources(&mut self) -> Result<(), E> {
        let Document { file, numbers, fonts, spots, .. } = self;
        fonts.write(file)?;
        resources(file, fonts, spots)?;
        page_tree(file, numbers)
    }
}

fn resources<E>(file: &mut File<E>, fonts: &Fonts, spots: &Spots) -> Result<(), E> {
    file.object(|chunk| {
        let mut resources = chunk.indirect(RESOURCES).start::<Resources>();
        let mut dictionary = resources.fonts();
        for font in fonts.used() {
            dictionary.pair(Name(Fonts::name(font).as_bytes()), Numbers::font(font));
        }
        dictionary.finish();
        spots.write(&mut resources);
    })
}

fn page_tree<E>(file: &mut File<E>, numbers: &Numbers) -> Result<(), E> {
    let levels = &numbers.levels;
    let mut span = FAN_OUT; // how many pages are below a node
    for (level, &count) in levels.iter().enumerate() {
        for index in 0..count {
            file.object(|chunk| {
                let mut node = chunk.pages(numbers.node(level, index));
                if level + 1 < levels.len() {
                    node.parent(numbers.node(level + 1, index / FAN_OUT));
                }
                let below = if level == 0 { numbers.pages } else { levels[level - 1] };
                let children = index * FAN_OUT..((index + 1) * FAN_OUT).min(below);
                node.count((numbers.pages - index * span).min(span) as i32);
                let kid = |child| if level == 0 { numbers.page(child + 1) } else { numbers.node(level - 1, child) };
                node.kids(children.map(kid));
            })?;
        }
        span = span.saturating_mul(FAN_OUT);
    }
    Ok(())
}

/// Returns the bookmarks: titles and page numbers.
fn bookmarks(layout: &Layout) -> Vec<(String, u64)> {
    let words = &layout.book.words;
    let contents = layout.plan.page_of_contents().map(|page| (words.contents.clone(), page));
    let name = |name: String| if name.is_empty() { words.puzzles.clone() } else { name };
    let parts = contents_lines(layout).map(|line| (name(line.name), line.page));
    contents.into_iter().chain(parts).collect()
}

fn outline<E>(file: &mut File<E>, numbers: &Numbers, bookmarks: &[(String, u64)]) -> Result<(), E> {
    let Some(last) = bookmarks.len().checked_sub(1) else { return Ok(()) };
    file.object(|chunk| {
        let mut outline = chunk.outline(OUTLINE);
        outline.first(numbers.bookmark(0)).last(numbers.bookmark(last)).count(bookmarks.len() as i32);
    })?;
    for (index, (name, page)) in bookmarks.iter().enumerate() {
        file.object(|chunk| {
            let mut item = chunk.outline_item(numbers.bookmark(index));
            item.title(TextStr(name)).parent(OUTLINE);
            if index > 0 {
                item.prev(numbers.bookmark(index - 1));
            }
            if index < last {
                item.next(numbers.bookmark(index + 1));
            }
            item.dest().page(numbers.page(*page)).fit();
        })?;
    }
    Ok(())
}

fn catalog<E>(file: &mut File<E>, numbers: &Numbers, layout: &Layout, with_outline: bool) -> Result<(), E> {
    file.object(|chunk| {
        let mut catalog = chunk.indirect(CATALOG).start::<Catalog>();
        catalog.pages(numbers.root());
        // PDF/X-1a:2001 is PDF 1.3, which lacks some entries.
        let is_latest = layout.book.style.pdf_x.is_none();
        if is_latest {
            catalog.lang(TextStr(&layout.book.language));
        }
        if layout.facing && is_latest {
            let starts_left = layout.is_left(1);
            catalog.page_layout(if starts_left { PageLayout::TwoPageLeft } else { PageLayout::TwoPageRight });
        }
        if layout.book.style.first_page != 1 {
            let mut labels = catalog.insert(Name(b"PageLabels")).dict();
            let mut ranges = labels.insert(Name(b"Nums")).array();
            ranges.item(0);
            let first = i32::try_from(layout.book.style.first_page).unwrap_or(i32::MAX);
            ranges.push().dict().pair(Name(b"S"), Name(b"D")).pair(Name(b"St"), first);
        }
        output_intent(&mut catalog, &layout.book.style.pdf_x);
        if with_outline {
            catalog.outlines(OUTLINE);
            if layout.book.has_title_page() {
                catalog.page_mode(PageMode::UseOutlines);
            }
        }
        if is_latest {
            catalog.viewer_preferences().display_doc_title(layout.book.title.is_some());
        }
    })
}

fn info<E>(file: &mut File<E>, layout: &Layout, producer: &str) -> Result<(), E> {
    let book = layout.book;
    file.object(|chunk| {
        let mut info = chunk.indirect(INFO).start::<DocumentInfo>();
        if let Some(title) = &book.title {
            info.title(TextStr(title));
        }
        if let Some(author) = &book.author {
            info.author(TextStr(author));
        }
        info.subject(TextStr(&book.imprint.join(" "))).creator(TextStr(producer)).producer(TextStr(producer));
        if book.style.pdf_x.is_some() {
            if book.title.is_none() {
                info.title(TextStr("Sudoku"));
            }
            pdf_x_info(&mut info);
        }
    })
}

/// Returns the version of PDF of a file, which PDF/X-1a:2001 sets.
fn version(pdf_x: &Option<String>) -> &'static str {
    if pdf_x.is_some() { "1.3" } else { "1.7" }
}

/// Writes the printing condition of PDF/X.
fn output_intent(catalog: &mut Catalog, pdf_x: &Option<String>) {
    let Some(condition) = pdf_x else { return };
    let mut intents = catalog.output_intents();
    let mut intent = intents.push();
    intent.subtype(OutputIntentSubtype::PDFX).output_condition_identifier(TextStr(condition));
    intent.registry_name(TextStr("http://www.color.org")).info(TextStr(condition));
}

/// Writes the entries that PDF/X-1a:2001 asks for.
fn pdf_x_info(info: &mut DocumentInfo) {
    info.creation_date(Date::new(YEAR)).modified_date(Date::new(YEAR)).trapped(TrappingStatus::NotTrapped);
    info.pair(Name(b"GTS_PDFXVersion"), TextStr("PDF/X-1:2001"));
    info.pair(Name(b"GTS_PDFXConformance"), TextStr("PDF/X-1a:2001"));
}
