//! Files for a press: spot colours, crop marks, PDF/X-1a and covers.

use lopdf::{Dictionary, Document, Object};
use minirow_print::{Layout, LineWidths, Mark, Preset, Rectangle, Style, Tone, Typeface, eps, pdf, png, svg};

use crate::common::{book, bounds, item, pdf_of};

/// A style with two tints of one spot colour.
fn coloured() -> Style {
    let blue = |tint: &str| format!("PANTONE 300 C=100/44/0/0{tint}").parse().unwrap();
    Style {
        paper: "6x9".parse().unwrap(),
        per_page: 2,
        line_tone: blue(""),
        box_tone: Some(blue("@15%")),
        ..Style::default()
    }
}

fn document(style: Style) -> Document {
    let typeface = Typeface::new();
    let book = book(style);
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    Document::load_mem(&pdf_of(&layout)).unwrap()
}

/// Returns an object of a dictionary, also behind a reference.
fn get<'a>(document: &'a Document, dictionary: &'a Dictionary, key: &str) -> Option<&'a Object> {
    dictionary.get(key.as_bytes()).ok().map(|object| document.dereference(object).unwrap().1)
}

fn numbers(object: &Object) -> Vec<f64> {
    object.as_array().unwrap().iter().map(|number| f64::from(number.as_float().unwrap()).round()).collect()
}

/// Returns the boxes of each page, rounded to points.
fn boxes(document: &Document, name: &str) -> Vec<Option<Vec<f64>>> {
    let page = |id: &lopdf::ObjectId| get(document, document.get_dictionary(*id).unwrap(), name).map(numbers);
    document.get_pages().values().map(page).collect()
}

#[test]
fn a_spot_colour_is_an_ink_of_its_own_in_pdf_and_eps_and_a_colour_on_screens() {
    let document = document(coloured());
    let page = document.get_dictionary(document.get_pages()[&5]).unwrap();
    let resources = get(&document, page, "Resources").unwrap().as_dict().unwrap();
    let spaces = get(&document, resources, "ColorSpace").unwrap().as_dict().unwrap();
    assert_eq!(spaces.len(), 1, "one ink for both tints");
    let space = get(&document, spaces, "S0").unwrap().as_array().unwrap();
    let names: Vec<&[u8]> = space[..3].iter().map(|name| name.as_name().unwrap()).collect();
    assert_eq!(names, [&b"Separation"[..], b"PANTONE 300 C", b"DeviceCMYK"]);
    let content = String::from_utf8(document.get_page_content(document.get_pages()[&5])).unwrap();
    assert!(content.contains("/S0 CS 1 SCN ") && content.contains("/S0 cs 0.15 scn "), "{content}");

    let typeface = Typeface::new();
    let book = book(coloured());
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let drawing = layout.puzzle_face(&item(0)).drawing(&typeface, 170.0);
    let text = eps::picture(&typeface, &drawing, "Puzzle 1");
    assert!(
        text.contains("[/Separation (PANTONE 300 C) /DeviceCMYK {") && text.contains("setcolorspace 0.15 setcolor"),
        "{text}"
    );
    let text = svg::picture(&typeface, &drawing, "Puzzle 1", "");
    assert!(text.contains("#008fff") && text.contains("#d9eeff"), "{text}");
    // A picture of pixels is in shades of grey.
    assert!(png::picture(&typeface, &drawing, 72.0).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn lines_have_the_widths_and_the_colour_that_are_asked_for() {
    let typeface = Typeface::new();
    let style =
        Style { line_widths: Some("0.5pt,2pt".parse().unwrap()), line_tone: Tone::Grey(0.5), ..Style::default() };
    let book = book(style);
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let face = layout.puzzle_face(&item(0));
    assert_eq!(face.line_widths(200.0), LineWidths { cells: 0.5, boxes: 2.0 });
    let lines = face.drawing(&typeface, 200.0).marks.into_iter().filter_map(|mark| match mark {
        Mark::Lines { width, tone, .. } | Mark::Frame { width, tone, .. } => Some((width, tone)),
        _ => None,
    });
    let grey = Tone::Grey(0.5);
    assert_eq!(lines.collect::<Vec<_>>(), [(0.5, grey.clone()), (2.0, grey.clone()), (2.0, grey)]);
}

#[test]
fn crop_marks_are_outside_of_the_bleed() {
    let plain = document(coloured());
    assert!(boxes(&plain, "MediaBox").iter().all(|found| found.as_deref() == Some(&[0.0, 0.0, 432.0, 648.0])));
    let marked = document(Style { crop_marks: true, ..coloured() });
    assert!(boxes(&marked, "TrimBox").iter().all(|found| found.as_deref() == Some(&[30.0, 30.0, 462.0, 678.0])));
    let bleeding = document(Style { crop_marks: true, bleed: true, ..coloured() });
    for (name, expected) in [
        ("MediaBox", [0.0, 0.0, 510.0, 726.0]),
        ("BleedBox", [30.0, 30.0, 480.0, 696.0]),
        ("TrimBox", [39.0, 39.0, 471.0, 687.0]),
    ] {
        assert!(boxes(&bleeding, name).iter().all(|found| found.as_deref() == Some(&expected)), "{name}");
    }
}

#[test]
fn pdf_x_has_what_iso_15930_1_asks_for() {
    let style = Style { pdf_x: Some("FOGRA39".into()), bound: true, ..coloured() };
    let typeface = Typeface::new();
    let book = book(style);
    let bytes = pdf_of(&Layout::new(&book, &typeface, &item).unwrap());
    assert!(bytes.starts_with(b"%PDF-1.3"));
    let document = Document::load_mem(&bytes).unwrap();
    assert!(document.trailer.get(b"ID").is_ok() && document.trailer.get(b"Encrypt").is_err());
    let info = get(&document, &document.trailer, "Info").unwrap().as_dict().unwrap();
    for (key, value) in [
        ("GTS_PDFXVersion", "PDF/X-1:2001"),
        ("GTS_PDFXConformance", "PDF/X-1a:2001"),
        ("Title", "A book & its <tests>"),
        ("Creator", "minirow test"),
        ("Producer", "minirow test"),
    ] {
        assert_eq!(lopdf::decode_text_string(get(&document, info, key).unwrap()).unwrap(), value, "{key}");
    }
    assert_eq!(get(&document, info, "Trapped").unwrap().as_name().unwrap(), b"False");
    assert!(info.has(b"CreationDate") && info.has(b"ModDate"));
    let catalog = document.catalog().unwrap();
    let intents = get(&document, catalog, "OutputIntents").unwrap().as_array().unwrap();
    let intent = document.dereference(&intents[0]).unwrap().1.as_dict().unwrap();
    assert_eq!(get(&document, intent, "S").unwrap().as_name().unwrap(), b"GTS_PDFX");
    assert_eq!(get(&document, intent, "OutputConditionIdentifier").unwrap().as_str().unwrap(), b"FOGRA39");
    assert!(boxes(&document, "TrimBox").iter().all(Option::is_some));
    for page in document.get_pages().values() {
        assert!(document.get_dictionary(*page).unwrap().get(b"Annots").is_err(), "no links");
    }
    assert!(!catalog.has(b"Outlines") && !catalog.has(b"Lang"));
}

#[test]
fn a_cover_is_one_sheet_and_nothing_leaves_it() {
    let typeface = Typeface::new();
    for (name, spine) in [("kdp-6x9", 5.0), ("kdp-8.5x11", 40.0), ("kdp-5x8", 100.0)] {
        let preset = Preset::ALL.into_iter().find(|preset| preset.name == name).unwrap();
        let mut book = book(Style {
            paper: preset.paper,
            preset: Some(preset),
            per_page: 1,
            solutions_per_page: 6,
            ..Style::default()
        });
        book.sections[0].count = 40;
        book.title = Some("A long title of many words for a book with puzzles for a long journey".into());
        let layout = Layout::new(&book, &typeface, &item).unwrap();
        let cover = layout.cover(minirow_print::Length::points(spine), &item(0));
        let (width, height) = layout.size();
        assert_eq!(cover.size, (2.0 * width + spine, height));
        let bleed = Preset::BLEED.get();
        let sheet = Rectangle { x: -bleed, y: -bleed, width: cover.size.0 + 2.0 * bleed, height: height + 2.0 * bleed };
        for mark in &cover.marks {
            assert!(bounds(mark, &typeface).is_none_or(|bounds| sheet.contains(&bounds)), "{name}: {mark:?}");
        }
        let texts =
            cover.marks.iter().filter(|mark| matches!(mark, Mark::Text { turn: minirow_print::Turn::Quarter, .. }));
        assert_eq!(texts.count(), if spine < 20.0 { 0 } else { 2 }, "the spine of {name}");
        let file = pdf::picture(&typeface, &cover, bleed, "Cover", "minirow test");
        let document = Document::load_mem(&file).unwrap();
        let expected = [bleed, bleed, bleed + cover.size.0, bleed + height].map(f64::round);
        assert_eq!(boxes(&document, "TrimBox"), [Some(expected.to_vec())]);
    }
}
