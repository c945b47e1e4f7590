//! Files for a press: spot colours, crop marks, PDF/X-1a and covers.

use lopdf::{Dictionary, Document, Object};
use minirow_print::pdf::Press;
use minirow_print::{
    Error, Layout, LineWidths, Mark, PageContent, Preset, Rectangle, Style, Tone, Turn, Typeface, eps, pdf, png, svg,
};

use crate::common::{book, bounds, drawing, item, pdf_of, texts};

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
    for later in ["Outlines", "Lang", "PageLayout", "ViewerPreferences"] {
        assert!(!catalog.has(later.as_bytes()), "{later}");
    }
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
        let cover = layout.cover(minirow_print::Length::points(spine), &item(0)).unwrap();
        let (width, height) = layout.size();
        assert_eq!(cover.size, (2.0 * width + spine, height));
        let bleed = Preset::BLEED.get();
        let sheet = Rectangle { x: -bleed, y: -bleed, width: cover.size.0 + 2.0 * bleed, height: height + 2.0 * bleed };
        for mark in &cover.marks {
            assert!(bounds(mark, &typeface).is_none_or(|bounds| sheet.contains(&bounds)), "{name}: {mark:?}");
        }
        let texts = cover.marks.iter().filter(|mark| matches!(mark, Mark::Text { turn: Turn::Quarter, .. }));
        assert_eq!(texts.count(), if spine < 20.0 { 0 } else { 2 }, "the spine of {name}");
        let press = Press { bleed, ..Press::default() };
        let file = pdf::picture(&typeface, &cover, &press, "Cover", "minirow test");
        let document = Document::load_mem(&file).unwrap();
        let expected = [bleed, bleed, bleed + cover.size.0, bleed + height].map(f64::round);
        assert_eq!(boxes(&document, "TrimBox"), [Some(expected.to_vec())]);
    }
}

/// The texts of a cover are on the ink of the book, whole, and as large as a printer asks for.
#[test]
fn the_texts_of_a_cover_can_be_read_or_are_refused() {
    let typeface = Typeface::new();
    let cover = |title: &str, ink: &str, spine: f64| {
        let style = Style { line_tone: ink.parse().unwrap(), bound: true, per_page: 1, ..Style::default() };
        let mut book = book(style);
        book.title = Some(title.into());
        let layout = Layout::new(&book, &typeface, &item).unwrap();
        layout.cover(minirow_print::Length::points(spine), &item(0))
    };
    let texts = |cover: &minirow_print::Drawing, turn| -> Vec<(f64, Tone)> {
        let text = |mark: &Mark| match mark {
            Mark::Text { size, tone, turn: found, .. } if *found == turn => Some((*size, tone.clone())),
            _ => None,
        };
        cover.marks.iter().filter_map(text).collect()
    };
    for (ink, light) in
        [("100%", 1.0), ("Blue=100/44/0/40", 1.0), ("Gold=0/20/60/20@10%", 0.0), ("Yellow 012=0/5/100/0", 0.0)]
    {
        let cover = cover("A Journey", ink, 60.0).unwrap();
        let of_spine = texts(&cover, Turn::Quarter);
        assert!(
            of_spine.len() == 2 && of_spine.iter().all(|(size, tone)| *size >= 7.0 && *tone == Tone::Grey(light)),
            "{ink}"
        );
        let Mark::Area { tone: Tone::Spot(_, tint), .. } = &cover.marks[0] else { continue };
        assert_eq!(*tint, 1.0, "{ink}: all of the ink");
    }
    for spine in [0.0, 5.0, 16.0, 18.0, 18.5, 20.0, 40.0] {
        let cover = cover("A Journey", "100%", spine).unwrap();
        assert_eq!(texts(&cover, Turn::Quarter).len(), if spine < 18.4 { 0 } else { 2 }, "{spine}");
        let areas = cover.marks.iter().filter(|mark| matches!(mark, Mark::Area { .. })).count();
        assert_eq!(areas, if spine == 0.0 { 1 } else { 2 }, "{spine}");
    }
    // A title that is too long for the spine is on the front only.
    let long = cover(&"A long journey by train ".repeat(12), "100%", 30.0).unwrap();
    assert_eq!(texts(&long, Turn::Quarter).len(), 1);
    let refused = cover(&"Word ".repeat(400), "100%", 30.0);
    assert_eq!(refused, Err(Error::LongTextOfCover { what: "title" }));
}

#[test]
fn a_cover_for_a_press_has_marks_and_a_printing_condition() {
    let typeface = Typeface::new();
    let book = book(Style { bound: true, per_page: 1, ..coloured() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let cover = layout.cover(minirow_print::Length::points(30.0), &item(0)).unwrap();
    let press = Press { bleed: 9.0, crop_marks: true, pdf_x: Some("FOGRA39".into()) };
    let bytes = pdf::picture(&typeface, &cover, &press, "Cover", "minirow test");
    assert!(bytes.starts_with(b"%PDF-1.3"));
    let document = Document::load_mem(&bytes).unwrap();
    let [width, height] = [2.0 * 432.0 + 30.0, 648.0];
    assert_eq!(boxes(&document, "MediaBox"), [Some(vec![0.0, 0.0, width + 78.0, height + 78.0])]);
    assert_eq!(boxes(&document, "TrimBox"), [Some(vec![39.0, 39.0, width + 39.0, height + 39.0])]);
    assert!(document.catalog().unwrap().has(b"OutputIntents"));
    // The marks are on the plates of all inks.
    let page = document.get_dictionary(document.get_pages()[&1]).unwrap();
    let resources = get(&document, page, "Resources").unwrap().as_dict().unwrap();
    let spaces = get(&document, resources, "ColorSpace").unwrap().as_dict().unwrap();
    let inks = spaces.iter().map(|(_, space)| space.as_array().unwrap()[1].as_name().unwrap().to_vec());
    assert_eq!(inks.collect::<Vec<_>>(), [b"PANTONE 300 C".to_vec(), b"All".to_vec()]);
}

#[test]
fn lines_that_are_too_wide_are_refused() {
    let typeface = Typeface::new();
    let book = book(Style { per_page: 12, line_widths: Some("10pt,10pt".parse().unwrap()), ..Style::default() });
    let refused = Layout::new(&book, &typeface, &item).err();
    assert!(matches!(refused, Some(Error::WideLines { found: 10.0, .. })), "{refused:?}");
    assert!("0.4pt,0.1pt".parse::<LineWidths>().is_err());
}

/// The contents have lines about each section, in pages and in HTML, or about none if one has a long text.
#[test]
fn contents_have_a_line_about_each_section() {
    let typeface = Typeface::new();
    let texts_of = |layout: &Layout, page| texts(&drawing(layout, page));
    let mut book = book(Style::default());
    book.sections[0].note = Some("Find the only place for a digit.".into());
    book.sections[1].note = Some("Pairs, triples and fish rule digits out. ".repeat(4));
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let page =
        (1..=layout.pages()).find(|&page| matches!(layout.page(page), Some(PageContent::Contents { .. }))).unwrap();
    let texts = texts_of(&layout, page);
    assert!(texts.contains(&"Find the only place for a digit.".to_string()));
    let last = texts.iter().position(|text| text.starts_with("Pairs")).expect("the text about the second section");
    assert!(texts[last + 1].ends_with("rule digits out."), "{texts:?}");
    assert!(crate::common::html_of(&layout).contains("<small>Find the only place for a digit.</small></li>"));
    book.sections[1].note = Some("A long text that is on the page of its section alone. ".repeat(9));
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let mut texts = texts_of(&layout, page).into_iter();
    assert!(texts.all(|text| !text.starts_with("Find the only") && !text.starts_with("A long text")));
}
