//! Checks of a PDF of any program against the limits of a [`Preset`].
//!
//! The file is untrusted: damaged parts are findings, and the work is limited.

mod finding;
mod fonts;
mod geometry;
mod page;

use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId};

use crate::error::Error;
use crate::preset::Preset;
pub use finding::{Finding, FindingKind, Place, Side};
use fonts::FontCache;
use geometry::{Bounds, Matrix};
use page::{PageCheck, Sheet};

/// The maximum size of a stream after decompression.
const MOST_BYTES: usize = 64 << 20;

/// The maximum number of operations in the contents of all pages. 64 bytes count as an operation, too.
const MOST_OPERATIONS: u64 = 20_000_000;

/// The maximum depth of the tree of pages.
const DEEPEST: usize = 64;

/// The tolerance of lengths, in points.
const SLACK: f64 = 0.5;

/// Entries of the document information that say nothing about the book.
const ALLOWED: [&[u8]; 5] = [b"Producer", b"Creator", b"CreationDate", b"ModDate", b"Trapped"];

/// Checks a PDF against a preset, with or without bleed. Returns the findings: first those of the whole file, then those of
/// the pages in order.
///
/// The widths of lines, the sizes of text and the margins are those of the contents of the pages, as a reader shows them.
/// Pictures count as areas; of what is inside of them, only the resolution is checked.
///
/// # Errors
/// [`Error::NotAPdf`] if the file cannot be read.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::check::{self, FindingKind};
/// use minirow_print::{GridFace, Preset, Typeface, pdf};
/// let typeface = Typeface::new();
/// let drawing = GridFace::new(Grid::EMPTY, CellSet::EMPTY).drawing(&typeface, 170.0);
/// let file = pdf::picture(&typeface, &drawing, &pdf::Press::default(), "", "an example");
/// let findings = check::pdf(&file, &"kdp-6x9".parse()?, false)?;
/// assert!(matches!(findings[0].kind, FindingKind::Pages { found: 1, least: 24, .. }));
/// # Ok::<(), minirow_print::Error>(())
/// ```
pub fn pdf(bytes: &[u8], preset: &Preset, bleed: bool) -> Result<Vec<Finding>, Error> {
    let options = LoadOptions { max_decompressed_size: Some(MOST_BYTES), ..LoadOptions::default() };
    let document =
        Document::load_mem_with_options(bytes, options).map_err(|error| Error::NotAPdf(error.to_string()))?;
    let pages: Vec<ObjectId> = document.page_iter().collect();
    if pages.is_empty() {
        return Err(Error::NotAPdf("it has no pages".into()));
    }
    let count = pages.len() as u64;
    let mut findings = Vec::new();
    if !(Preset::LEAST_PAGES..=preset.most_pages).contains(&count) {
        let (least, most) = (Preset::LEAST_PAGES, preset.most_pages);
        findings.push(FindingKind::Pages { found: count, least, most }.into());
    }
    if !count.is_multiple_of(2) {
        findings.push(FindingKind::OddPages { found: count }.into());
    }
    of_document(&document, &mut findings);
    let mut fonts = FontCache::default();
    let mut left = MOST_OPERATIONS;
    for (number, &id) in (1..).zip(&pages) {
        let Ok(page) = document.get_dictionary(id) else { continue };
        of_annotations(&document, page, number, &mut findings);
        let Some(media) = inherited(&document, page, b"MediaBox").and_then(|object| Bounds::of(&document, object))
        else {
            findings.push(on_page(number, FindingKind::Damaged { why: "it has no size".into() }));
            continue;
        };
        let crop = inherited(&document, page, b"CropBox").and_then(|object| Bounds::of(&document, object));
        let turn = inherited(&document, page, b"Rotate").and_then(|turn| turn.as_float().ok()).unwrap_or(0.0) / 90.0;
        let unit = page.get_deref(b"UserUnit", &document).and_then(Object::as_float).unwrap_or(1.0);
        let view = Matrix::of_page(turn as i64, unit.into());
        let whole = crop.map_or(media, |crop| crop.within(&media)).transformed(&view);
        let trim = of_size(&whole, preset, bleed, number, &mut findings);
        let sheet = Sheet { preset: *preset, bleed, number, count, trim, whole };
        let mut check = PageCheck::new(&document, &mut fonts, &mut left, sheet, view);
        if let Err(why) = check.run(id, page) {
            findings.push(on_page(number, FindingKind::Damaged { why }));
        }
        check.report(&mut findings);
    }
    for name in fonts.not_embedded() {
        findings.push(FindingKind::FontNotEmbedded { name }.into());
    }
    // The findings of the whole file are first.
    findings.sort_by_key(|finding| finding.page.unwrap_or(0));
    Ok(findings)
}

fn on_page(number: u64, kind: FindingKind) -> Finding {
    Finding { page: Some(number), at: None, kind }
}

/// Finds what the whole file has and must not have.
fn of_document(document: &Document, findings: &mut Vec<Finding>) {
    if document.is_encrypted() || document.was_encrypted() {
        findings.push(FindingKind::Encrypted.into());
    }
    let Ok(catalog) = document.catalog() else { return };
    let layers = catalog.get_deref(b"OCProperties", document).and_then(Object::as_dict);
    let layers = layers.and_then(|layers| layers.get_deref(b"OCGs", document)).and_then(Object::as_array);
    if layers.is_ok_and(|layers| !layers.is_empty()) {
        findings.push(FindingKind::Layers.into());
    }
    let outlines = catalog.get_deref(b"Outlines", document).and_then(Object::as_dict);
    if outlines.is_ok_and(|outlines| outlines.has(b"First")) {
        findings.push(FindingKind::Bookmarks.into());
    }
    if catalog.has(b"Metadata") {
        findings.push(FindingKind::Metadata { key: "XMP".into() }.into());
    }
    let info = document.trailer.get_deref(b"Info", document).and_then(Object::as_dict);
    for (key, value) in info.into_iter().flat_map(Dictionary::iter) {
        let is_empty = document.dereference(value).is_ok_and(|(_, text)| text.as_str().is_ok_and(<[u8]>::is_empty));
        if !ALLOWED.contains(&key.as_slice()) && !is_empty {
            findings.push(FindingKind::Metadata { key: String::from_utf8_lossy(key).into_owned() }.into());
        }
    }
}

fn of_annotations(document: &Document, page: &Dictionary, number: u64, findings: &mut Vec<Finding>) {
    let annotations = page.get_deref(b"Annots", document).and_then(Object::as_array);
    if annotations.is_ok_and(|annotations| !annotations.is_empty()) {
        findings.push(on_page(number, FindingKind::Annotations));
    }
}

/// Checks the size of a page, and returns the part of it that is left after trimming.
fn of_size(page: &Bounds, preset: &Preset, bleed: bool, number: u64, findings: &mut Vec<Finding>) -> Bounds {
    let extra = if bleed { Preset::BLEED.get() } else { 0.0 };
    let expected = (preset.paper.width.get() + extra, preset.paper.height.get() + 2.0 * extra);
    let found = (page.right - page.left, page.top - page.bottom);
    if (found.0 - expected.0).abs() > SLACK || (found.1 - expected.1).abs() > SLACK {
        findings.push(on_page(number, FindingKind::PageSize { found, expected }));
        return *page;
    }
    // The binding is at the left of odd pages, and has no bleed.
    let (left, right) = if number.is_multiple_of(2) { (extra, 0.0) } else { (0.0, extra) };
    Bounds { left: page.left + left, right: page.right - right, bottom: page.bottom + extra, top: page.top - extra }
}

/// Returns an entry of a page, or of the nodes above it.
fn inherited<'a>(document: &'a Document, page: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
    let parent = |node: &&'a Dictionary| node.get_deref(b"Parent", document).and_then(Object::as_dict).ok();
    std::iter::successors(Some(page), parent).take(DEEPEST).find_map(|node| node.get_deref(key, document).ok())
}
