//! A book as PDF, written object by object, so that a book of any length takes little memory.

mod content;
mod file;
mod fonts;

use pdf_writer::types::{ActionType, AnnotationFlags, AnnotationType, PageLayout, PageMode};
use pdf_writer::writers::{Annotation, Catalog, DocumentInfo, Resources};
use pdf_writer::{Name, Rect, Ref, TextStr};

use crate::book::Item;
use crate::layout::Layout;
use crate::pages;
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
    fn new(layout: &Layout) -> Numbers {
        let pages = layout.pages();
        let next_level = |&count: &u64| (count > 1).then(|| count.div_ceil(FAN_OUT));
        Numbers {
            pages,
            first_page: FIRST + layout.typeface.fonts().len() as u64 * fonts::OBJECTS,
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
/// `items` returns puzzles by their index in the book. It is called in order, once for the puzzles and once for each
/// list at the back. `producer` is the name of the program. See the [crate documentation](crate) for an example.
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
    let numbers = Numbers::new(layout);
    let mut file = File::new(write)?;
    let mut fonts = Fonts::new(layout.typeface);
    for page in 1..=layout.pages() {
        let drawing = layout.draw(page, items)?;
        let content = content::of(&drawing, &mut fonts);
        file.stream(numbers.content(page), &content, |_| {})?;
        file.object(|chunk| {
            let mut object = chunk.page(numbers.page(page));
            let (width, height) = drawing.size;
            let whole = Rect::new(0.0, 0.0, number(width), number(height));
            object.parent(numbers.node(0, (page - 1) / FAN_OUT)).media_box(whole).trim_box(whole);
            object.contents(numbers.content(page));
            object.pair(Name(b"Resources"), RESOURCES);
            if !drawing.links.is_empty() {
                let mut annotations = object.insert(Name(b"Annots")).array();
                for link in &drawing.links {
                    let r = link.rectangle;
                    let mut annotation = annotations.push().start::<Annotation>();
                    annotation.subtype(AnnotationType::Link).border(0.0, 0.0, 0.0, None);
                    annotation.flags(AnnotationFlags::PRINT);
                    let [left, right, low, high] = [r.x, r.right(), height - r.bottom(), height - r.y].map(number);
                    annotation.rect(Rect::new(left, low, right, high));
                    let mut action = annotation.action();
                    action.action_type(ActionType::GoTo);
                    action.destination().page(numbers.page(link.page)).fit();
                }
            }
        })?;
    }
    fonts.write(&mut file)?;
    resources(&mut file, &fonts)?;
    page_tree(&mut file, &numbers)?;
    let bookmarks = bookmarks(layout);
    outline(&mut file, &numbers, &bookmarks)?;
    catalog(&mut file, &numbers, layout, !bookmarks.is_empty())?;
    info(&mut file, layout, producer)?;
    file.finish(CATALOG, INFO)
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
