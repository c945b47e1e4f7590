//! Files parsed by other programs: PDF, SVG and HTML, also with unusual titles.

use crate::common::{PUZZLES, book, bounds, drawing, html_of, item, pdf_of};
use crate::size::{size, stride};
use chacha20::ChaCha8Rng;
use lopdf::{Document, Object};
use minirow_core::Puzzle;
use minirow_print::{HintPlace, Layout, NOTO_SANS, Style, Typeface, svg};
use rand::{Rng, RngExt, SeedableRng};
use roxmltree::ParsingOptions;

/// Returns the text of a PDF object, which is in Latin letters or UTF-16.
fn text(object: &Object) -> String {
    lopdf::decode_text_string(object).unwrap()
}

fn info(document: &Document, key: &[u8]) -> String {
    let info = document.trailer.get(b"Info").and_then(Object::as_reference).unwrap();
    text(document.get_dictionary(info).unwrap().get(key).unwrap())
}

/// Returns the words of a page, without blanks and line ends.
fn letters(document: &Document, page: u32) -> String {
    let text = document.extract_text(&[page]).unwrap();
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn a_pdf_has_the_pages_texts_bookmarks_and_fonts_of_the_book() {
    let typeface = Typeface::new();
    let book = book(Style { paper: "6x9".parse().unwrap(), bound: true, per_page: 2, ..Style::default() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let document = Document::load_mem(&pdf_of(&layout)).unwrap();
    let pages = document.get_pages();
    assert_eq!(pages.len() as u64, layout.pages());
    assert_eq!(info(&document, b"Title"), "A book & its <tests>");
    assert_eq!(info(&document, b"Author"), "Żółć");
    assert_eq!(info(&document, b"Producer"), "minirow test");
    assert!(letters(&document, 1).starts_with("Abook&its<tests>"), "{}", letters(&document, 1));
    assert!(letters(&document, 1).contains("Żółć"));
    assert!(letters(&document, 2).contains("Madefromseed42."));
    assert!(letters(&document, 3).starts_with("Contents"));
    // On a page of puzzles: number, remark and clues of each, in reading order.
    let clues = |index: usize| PUZZLES[index].replace('.', "");
    let expected = format!("1Easy·ER1.2{}2Easy·ER1.2{}", clues(0), clues(1));
    assert!(letters(&document, 6).starts_with(&expected), "{}", letters(&document, 6));
    let solutions = (1..=layout.pages() as u32)
        .find(|&page| matches!(layout.page(page.into()), Some(minirow_print::PageContent::Solutions { .. })))
        .unwrap();
    let solved = |index: usize| Puzzle::new(PUZZLES[index].parse().unwrap()).unwrap().solution().to_string();
    let text = letters(&document, solutions);
    assert!(text.starts_with(&format!("1{}2{}3{}", solved(0), solved(1), solved(2))), "{text}");
    let catalog = document.catalog().unwrap();
    assert_eq!(text_of(catalog.get(b"Lang").unwrap()), "en");
    let bookmarks = bookmarks(&document);
    assert_eq!(bookmarks, ["Contents", "Setting out", "Uphill", "Solutions"]);
    let (width, height) = layout.size();
    for page in pages.values() {
        let page = document.get_dictionary(*page).unwrap();
        let media_box = page.get(b"MediaBox").and_then(Object::as_array).unwrap();
        let numbers: Vec<f64> = media_box.iter().map(|number| number.as_float().unwrap().into()).collect();
        assert_eq!(numbers, [0.0, 0.0, width, height]);
    }
    // Every font is embedded, so that no printer substitutes another.
    let fonts = document.get_page_fonts(pages[&6]).unwrap();
    assert_eq!(fonts.len(), 2);
    for font in fonts.values() {
        let below = font.get(b"DescendantFonts").and_then(Object::as_array).unwrap();
        let below = document.get_dictionary(below[0].as_reference().unwrap()).unwrap();
        let descriptor = below.get(b"FontDescriptor").and_then(Object::as_reference).unwrap();
        let file = document.get_dictionary(descriptor).unwrap().get(b"FontFile2").and_then(Object::as_reference);
        let bytes = document.get_object(file.unwrap()).and_then(Object::as_stream).unwrap();
        let bytes = bytes.decompressed_content().unwrap();
        assert!((1000..60_000).contains(&bytes.len()), "{}", bytes.len());
    }
}

fn text_of(object: &Object) -> String {
    text(object)
}

fn bookmarks(document: &Document) -> Vec<String> {
    let outlines = document.catalog().unwrap().get(b"Outlines").and_then(Object::as_reference).unwrap();
    let mut next = document.get_dictionary(outlines).unwrap().get(b"First").and_then(Object::as_reference).ok();
    let mut names = Vec::new();
    while let Some(id) = next {
        let item = document.get_dictionary(id).unwrap();
        names.push(text(item.get(b"Title").unwrap()));
        next = item.get(b"Next").and_then(Object::as_reference).ok();
    }
    names
}

#[test]
fn a_tree_of_many_pages_has_them_all_in_order() {
    let typeface = Typeface::new();
    let mut book = book(Style { per_page: 1, solutions_per_page: 30, ..Style::default() });
    (book.sections[0].count, book.sections[1].count) = (300, 10);
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    assert!(layout.pages() > 16 * 16, "three levels of nodes");
    let document = Document::load_mem(&pdf_of(&layout)).unwrap();
    let pages = document.get_pages();
    assert_eq!(pages.len() as u64, layout.pages());
    for page in [4, 16, 17, 256, 257, 300] {
        let number = page - 3; // after the title, the contents and the name of the section
        assert!(letters(&document, page).starts_with(&format!("{number}Easy")), "{page}");
    }
}

#[test]
fn the_same_book_gives_the_same_bytes() {
    let typeface = Typeface::new();
    let book = book(Style::default());
    let one = pdf_of(&Layout::new(&book, &typeface, &item).unwrap());
    let other = pdf_of(&Layout::new(&book, &Typeface::new(), &item).unwrap());
    assert!(one == other);
    let ids: Vec<_> = Document::load_mem(&one).unwrap().trailer.get(b"ID").unwrap().as_array().unwrap().clone();
    assert_eq!(ids[0], ids[1]);
}

fn xml(text: &str) -> roxmltree::Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    roxmltree::Document::parse_with_options(text, options).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn svg_of_a_grid_has_a_digit_for_each_clue() {
    let typeface = Typeface::new();
    let book = book(Style::default());
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let item = item(0);
    let text = svg::grid(&typeface, &layout.puzzle_face(&item), 360.0, "Puzzle 1 <&> \"quoted\"");
    let document = xml(&text);
    let named = |name: &str| {
        document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name))).count()
    };
    assert_eq!(named("use"), 30);
    assert_eq!(named("g"), 30);
    let title = document.descendants().find(|node| node.tag_name().name() == "title").unwrap();
    assert_eq!(title.text(), Some("Puzzle 1 <&> \"quoted\""));
    let description = document.descendants().find(|node| node.tag_name().name() == "desc").unwrap();
    assert!(description.text().unwrap().starts_with("Row 1: 5 3 blank blank 7 blank blank blank blank. Row 2: 6"));
}

#[test]
fn html_has_every_grid_once_and_every_link_leads_somewhere() {
    let typeface = Typeface::new();
    let book = book(Style { hints: Some(HintPlace::Below), pencilmarks: true, ..Style::default() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let text = html_of(&layout);
    let document = xml(&text);
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "an id twice");
    for link in document.descendants().filter_map(|node| node.attribute("href")) {
        assert!(ids.contains(&&link[1..]), "{link}");
    }
    for number in 1..=26 {
        assert!(ids.contains(&format!("p{number}").as_str()) && ids.contains(&format!("s{number}").as_str()));
    }
    assert_eq!(text.matches("class=\"sheet ").count() as u64, layout.pages());
    assert!(text.contains("<title>A book &amp; its &lt;tests&gt;</title>"));
}

/// Returns a title of up to 500 characters: letters, special characters of some format, accents, and any other
/// characters.
fn any_title(random: &mut impl Rng) -> String {
    const SIGNS: &[char] =
        &['<', '>', '&', '"', '\'', '(', ')', '\\', '/', '%', '\n', '\t', ' ', ' ', ']', '{', '#', '\0'];
    let length = random.random_range(0..500);
    let character = |random: &mut _| {
        let random: &mut ChaCha8Rng = random;
        match random.random_range(0..10) {
            0..=3 => SIGNS[random.random_range(0..SIGNS.len())],
            4..=6 => char::from(random.random_range(b'a'..=b'z')),
            7 | 8 => char::from_u32(random.random_range(0xa0..0x600)).unwrap_or('ż'),
            _ => char::from_u32(random.random_range(0..0x11_0000)).unwrap_or('?'),
        }
    };
    let mut own = ChaCha8Rng::seed_from_u64(random.random_range(0..u64::MAX));
    (0..length).map(|_| character(&mut own)).collect()
}

#[test]
fn no_title_harms_a_file() {
    let typeface = Typeface::new();
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let mut set = 0;
    let size = size(40);
    for _ in 0..size {
        let title = any_title(&mut random);
        let mut book = book(Style { solutions_per_page: 0, ..Style::default() });
        book.sections[0].count = 1;
        book.sections[1].count = 1;
        book.sections[1].name.clone_from(&title);
        book.title = Some(title.clone());
        if let Ok(layout) = Layout::for_any_font(&book, &typeface, &item) {
            xml(&html_of(&layout));
        }
        // Characters without a glyph are refused, and removed from the title.
        let known: String = title.chars().filter(|c| typeface.check(&c.to_string()).is_ok()).collect();
        book.title = Some(known.clone());
        book.sections[1].name = known.clone();
        let Ok(layout) = Layout::new(&book, &typeface, &item) else { continue };
        set += 1;
        let document = Document::load_mem(&pdf_of(&layout)).unwrap();
        assert_eq!(info(&document, b"Title"), known);
        assert_eq!(document.get_pages().len() as u64, layout.pages());
        let drawing = drawing(&layout, 1);
        let whole = minirow_print::Rectangle { x: 0.0, y: 0.0, width: layout.size().0, height: layout.size().1 };
        for mark in &drawing.marks {
            assert!(bounds(mark, &typeface).is_none_or(|bounds| whole.contains(&bounds)), "{known:?}: {mark:?}");
        }
        xml(&svg::picture(&typeface, &drawing, &known, &known));
    }
    assert!(set > size * 2 / 3, "{set}");
}

/// A name beyond the end of its table, so far that the end of the name is no 16-bit number.
#[test]
fn a_font_with_a_name_beyond_its_table_is_refused() {
    let mut bytes = NOTO_SANS.to_vec();
    let face = ttf_parser::RawFace::parse(NOTO_SANS, 0).unwrap();
    let names = face.table_records.into_iter().find(|record| record.tag == ttf_parser::Tag::from_bytes(b"name"));
    let first_record = names.unwrap().offset as usize + 6;
    bytes[first_record + 8..first_record + 12].fill(0xff); // its length and offset
    assert!(matches!(Typeface::new().set_in(&bytes, None), Err(minirow_print::Error::DamagedFont)));
}

/// A damaged font is refused, or a book can be printed with it.
#[test]
fn a_damaged_font_is_an_error_or_gives_a_book() {
    let (mut refused, mut printed) = (0, 0);
    let tables = (0..400).step_by(7);
    let outlines = (400..NOTO_SANS.len()).step_by(NOTO_SANS.len() / 100);
    for (number, at) in tables.chain(outlines).enumerate().step_by(stride(10)) {
        let mut bytes = NOTO_SANS.to_vec();
        bytes[at] ^= [0x01, 0x80, 0xff][number % 3];
        for font in [&bytes[..], &bytes[..at]] {
            let mut typeface = Typeface::new();
            if typeface.set_in(font, None).is_err() {
                refused += 1;
                continue;
            }
            let book = book(Style::default());
            if let Ok(layout) = Layout::new(&book, &typeface, &item) {
                assert!(!pdf_of(&layout).is_empty() && !html_of(&layout).is_empty());
                printed += 1;
            }
        }
    }
    assert!(refused > 50 / stride(10) && printed > 50 / stride(10), "{refused} refused, {printed} printed");
}
