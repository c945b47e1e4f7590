//! A book as PDF, written object by object, so that a book of any length takes little memory; and pictures as PDF.

mod content;
mod file;
mod fonts;

use std::convert::Infallible;

use pdf_writer::types::{ActionType, AnnotationFlags, AnnotationType, PageLayout, PageMode};
use pdf_writer::writers::{Annotation, Catalog, DocumentInfo, Resources};
use pdf_writer::{Name, Rect, Ref, TextStr};

use crate::book::Item;
use crate::drawing::Drawing;
use crate::layout::Layout;
use crate::pages;
use crate::preset::Preset;
use crate::typeface::Typeface;
use file::{File, number};
use fonts::Fonts;

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
    // Links, bookmarks and metadata are for readers on a screen. Presets forbid them.
    let is_for_printer = layout.book.style.preset.is_some();
    let mut document = Document {
        file: File::new(write)?,
        numbers: Numbers::new(layout.pages(), layout.typeface),
        fonts: Fonts::new(layout.typeface),
        has_links: !is_for_printer,
    };
    let bleed = if layout.book.style.bleed { Preset::BLEED.get() } else { 0.0 };
    for page in 1..=layout.pages() {
        // There is no bleed at the binding.
        let left = if layout.is_left(page) { bleed } else { 0.0 };
        document.page(page, &layout.draw(page, items)?, bleed, left)?;
    }
    document.resources()?;
    let Document { mut file, numbers, .. } = document;
    let bookmarks = if is_for_printer { Vec::new() } else { bookmarks(layout) };
    outline(&mut file, &numbers, &bookmarks)?;
    catalog(&mut file, &numbers, layout, !bookmarks.is_empty())?;
    if is_for_printer {
        return file.finish(CATALOG, None);
    }
    info(&mut file, layout, producer)?;
    file.finish(CATALOG, Some(INFO))
}

/// Returns a drawing as a PDF of one page, which has the size of the drawing.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::{GridFace, Typeface, pdf};
/// let typeface = Typeface::new();
/// let drawing = GridFace::new(Grid::EMPTY, CellSet::EMPTY).drawing(&typeface, 170.0);
/// assert!(pdf::picture(&typeface, &drawing, "An empty grid", "an example").starts_with(b"%PDF-1.7"));
/// ```
pub fn picture(typeface: &Typeface, drawing: &Drawing, title: &str, producer: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let write = &mut |piece: &[u8]| {
        bytes.extend_from_slice(piece);
        Ok::<(), Infallible>(())
    };
    match write_picture(typeface, drawing, title, producer, write) {
        Ok(()) => bytes,
        Err(never) => match never {},
    }
}

fn write_picture<E>(
    typeface: &Typeface,
    drawing: &Drawing,
    title: &str,
    producer: &str,
    write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let numbers = Numbers::new(1, typeface);
    let mut document = Document { file: File::new(write)?, numbers, fonts: Fonts::new(typeface), has_links: false };
    document.page(1, drawing, 0.0, 0.0)?;
    document.resources()?;
    let Document { mut file, numbers, .. } = document;
    file.object(|chunk| {
        chunk.indirect(CATALOG).start::<Catalog>().pages(numbers.root());
    })?;
    file.object(|chunk| {
        chunk.indirect(INFO).start::<DocumentInfo>().title(TextStr(title)).producer(TextStr(producer));
    })?;
    file.finish(CATALOG, Some(INFO))
}

/// A PDF that is being written.
struct Document<'a, 'b, E> {
    file: File<'a, E>,
    numbers: Numbers,
    fonts: Fonts<'b>,
    has_links: bool,
}

impl<E> Document<'_, '_, E> {
    /// Writes a page. It extends beyond the drawing by `bleed` at the head, the foot and one side: by `left` at the left.
    fn page(&mut self, page: u64, drawing: &Drawing, bleed: f64, left: f64) -> Result<(), E> {
        let Document { file, numbers, fonts, has_links } = self;
        let content = content::of(drawing, fonts, (left, bleed));
        file.stream(numbers.content(page), &content, |_| {})?;
        file.object(|chunk| {
            let mut object = chunk.page(numbers.page(page));
            let (width, height) = drawing.size;
            let whole = Rect::new(0.0, 0.0, number(width + bleed), number(height + 2.0 * bleed));
            let trim = Rect::new(number(left), number(bleed), number(left + width), number(bleed + height));
            object.parent(numbers.node(0, (page - 1) / FAN_OUT)).media_box(whole).trim_box(trim);
            if bleed > 0.0 {
                object.bleed_box(whole);
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
                    let ([x1, x2], up) = ([r.x, r.right()].map(|x| number(left + x)), bleed + height);
                    let [y1, y2] = [r.bottom(), r.y].map(|y| number(up - y));
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
        let Document { file, numbers, fonts, .. } = self;
        fonts.write(file)?;
        resources(file, fonts)?;
        page_tree(file, numbers)
    }
}

fn resources<E>(file: &mut File<E>, fonts: &Fonts) -> Result<(), E> {
    file.object(|chunk| {
        let mut resources = chunk.indirect(RESOURCES).start::<Resources>();
        let mut dictionary = resources.fonts();
        for font in fonts.used() {
            dictionary.pair(Name(Fonts::name(font).as_bytes()), Numbers::font(font));
        }
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
    let parts = pages::contents_lines(layout).map(|(title, _, page)| (name(title), page));
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
        catalog.pages(numbers.root()).lang(TextStr(&layout.book.language));
        if layout.facing {
            catalog.page_layout(PageLayout::TwoPageRight);
        }
        if with_outline {
            catalog.outlines(OUTLINE);
            if layout.book.has_title_page() {
                catalog.page_mode(PageMode::UseOutlines);
            }
        }
        catalog.viewer_preferences().display_doc_title(layout.book.title.is_some());
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
    })
}
