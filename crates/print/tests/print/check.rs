//! Checks of PDF files: those of this crate keep the limits of their preset, and others are told what they do not keep.

use crate::common::{book, item, pdf_of, pdf_with};
use crate::size::{size, stride};
use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use minirow_print::check::{self, Finding, FindingKind};
use minirow_print::{HintPlace, Layout, Length, Preset, Style, Typeface};

fn style(preset: Preset) -> Style {
    let Preset { paper, large_print, .. } = preset;
    Style { paper, preset: Some(preset), large_print, per_page: 1, ..Style::default() }
}

#[test]
fn books_keep_the_limits_of_their_preset() {
    let typeface = Typeface::new();
    for (number, preset) in Preset::ALL.into_iter().enumerate().step_by(stride(3)) {
        // One of the two, unless there is time for all.
        for bleed in [false, true].into_iter().skip(number % stride(2)).step_by(stride(2)) {
            let hints = if bleed { HintPlace::Below } else { HintPlace::Back };
            let mut book = book(Style { bleed, hints: Some(hints), rules: true, ..style(preset) });
            book.style.solutions_per_page = Layout::solutions_that_fit(&book, &typeface, &item);
            let layout = Layout::new(&book, &typeface, &item).unwrap();
            assert!(layout.pages().is_multiple_of(2), "{}: {} pages", preset.name, layout.pages());
            let file = pdf_of(&layout);
            assert_eq!(check::pdf(&file, &preset, bleed), Ok(vec![]), "{} {bleed}", preset.name);
            // The other kind has another size of page.
            let other = check::pdf(&file, &preset, !bleed).unwrap();
            assert!(
                other
                    .iter()
                    .any(|finding| finding.page == Some(1) && matches!(finding.kind, FindingKind::PageSize { .. })),
                "{other:?}"
            );
        }
    }
}

#[test]
fn a_thick_book_keeps_the_limits_of_the_binding() {
    let typeface = Typeface::new();
    for (name, count) in [("kdp-6x9", 520 / stride(4) as u64), ("kdp-6x9-large-print", 250)] {
        let preset: Preset = name.parse().unwrap();
        let mut book = book(Style { rules: true, solutions_per_page: 2, ..style(preset) });
        book.words.rules_text += " It can be found without guessing.";
        book.sections[0].count = count;
        let layout = Layout::new(&book, &typeface, &item).unwrap();
        assert!(layout.pages() > count, "{}", layout.pages());
        assert_eq!(
            (layout.check_pages(), check::pdf(&pdf_of(&layout), &preset, false)),
            (Ok(()), Ok(vec![])),
            "{name}"
        );
    }
}

/// Every combination of a preset and what makes pages full, of which some are tried that differ in all of them.
#[test]
fn a_book_keeps_the_limits_of_its_preset_or_is_refused() {
    const COUNTS: [u64; 5] = [20, 60, 150, 250, 600];
    const PER_PAGE: [usize; 4] = [1, 2, 4, 6];
    const SOLUTIONS: [usize; 8] = [0, 1, 4, 6, 12, 15, 20, 30];
    const HINTS: [Option<HintPlace>; 4] = [None, Some(HintPlace::Cell), Some(HintPlace::Below), Some(HintPlace::Back)];
    let total = Preset::ALL.len() * COUNTS.len() * PER_PAGE.len() * SOLUTIONS.len() * HINTS.len() * 8;
    // The distance has no common factor with the numbers of choices, so that all of them are tried.
    let is_coprime = |distance: &usize| [2, 5, 7].iter().all(|&factor| !distance.is_multiple_of(factor));
    let distance = (total / size(12)..).find(is_coprime).expect("a number");
    let typeface = Typeface::new();
    let mut written = 0;
    for number in (0..total).step_by(distance) {
        let mut rest = number;
        let mut choice = |count: usize| {
            let at = rest % count;
            rest /= count;
            at
        };
        let preset = Preset::ALL[choice(Preset::ALL.len())];
        let (count, per_page) = (COUNTS[choice(COUNTS.len())], PER_PAGE[choice(PER_PAGE.len())]);
        let (solutions_per_page, hints) = (SOLUTIONS[choice(SOLUTIONS.len())], HINTS[choice(HINTS.len())]);
        let [rules, pencilmarks, bleed] = [(); 3].map(|()| choice(2) == 1);
        let style = Style { per_page, solutions_per_page, hints, rules, pencilmarks, bleed, ..style(preset) };
        // What is above and below a grid, in an order of its own, so that each pair of choices occurs.
        let bits = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let [solution_pages, name_line, has_code, is_long, has_notes, is_wide] =
            [58, 59, 60, 61, 62, 63].map(|bit| bits >> bit & 1 == 1);
        let style = Style {
            solution_pages,
            name_line,
            qr_link: has_code.then(|| "https://example.org/#play?puzzle=".into()),
            notes: u64::from(has_notes),
            line_widths: is_wide.then(|| "0.5pt".parse().unwrap()),
            ..style
        };
        let name = format!("{}, {count} puzzles: {style:?}", preset.name);
        let mut book = book(style);
        book.sections[0].count = count;
        book.sections[1].per_page = Some(1);
        book.sections[0].note = Some("Find the only place for a digit in a row, a column or a box.".into());
        if is_long {
            book.words.rules_text += " Es lässt sich durch Nachdenken allein lösen, ohne eine einzige Ziffer zu raten.";
        }
        let item = |index: u64| {
            let mut item = item(index);
            if is_long {
                item.remark = "Teuflisch schwer · ER 10,4 · 24 Vorgaben · 120 Minuten".into();
                item.hint.as_mut().unwrap().texts[1] = "Eindeutiges Rechteck mit verstecktem Zwilling".into();
            }
            item
        };
        let Ok(layout) = Layout::new(&book, &typeface, &item) else { continue };
        if layout.check_pages().is_err() {
            continue;
        }
        written += 1;
        assert_eq!(check::pdf(&pdf_with(&layout, item), &preset, bleed), Ok(vec![]), "{name}");
    }
    assert!(written > 0);
}

#[test]
fn a_preset_has_a_minimum_and_a_maximum_of_pages() {
    let typeface = Typeface::new();
    let error = |count: u64, per_page: usize| {
        let mut book = book(Style { per_page, ..style("kdp-8.5x11".parse().unwrap()) });
        book.sections[0].count = count;
        Layout::new(&book, &typeface, &item).unwrap().check_pages().map_err(|error| error.to_string())
    };
    let few = "found 12 pages, expected 24 to 590 for kdp-8.5x11: choose more puzzles, or fewer to a page";
    assert_eq!(error(4, 4), Err(few.into()));
    assert_eq!(error(40, 4), Ok(()));
    let many = error(600, 1).unwrap_err();
    assert!(
        many.ends_with(" pages, expected 24 to 590 for kdp-8.5x11: choose fewer puzzles, or more to a page"),
        "{many}"
    );
}

#[test]
fn styles_that_a_preset_does_not_allow_are_refused() {
    let typeface = Typeface::new();
    let preset: Preset = "kdp-6x9".parse().unwrap();
    let refused = |style: Style| Layout::new(&book(style), &typeface, &item).err().unwrap().to_string();
    assert_eq!(
        refused(Style { margin: Some(Length::inches(0.2)), ..style(preset) }),
        "found an outer margin of 0.200 in, expected at least 0.250 in for kdp-6x9"
    );
    assert_eq!(
        refused(Style { inner_margin: Some(Length::inches(0.3)), ..style(preset) }),
        "found an inner margin of 0.300 in, expected at least 0.375 in for kdp-6x9 with 36 pages"
    );
    // The margin depends on the number of all pages.
    let mut thick =
        book(Style { inner_margin: Some(Length::inches(0.4)), hints: Some(HintPlace::Back), ..style(preset) });
    thick.sections[0].count = 110;
    let layout = Layout::new(&thick, &typeface, &item);
    assert!(layout.is_ok_and(|layout| layout.pages() <= 150));
    thick.sections[0].count = 120;
    assert_eq!(
        Layout::new(&thick, &typeface, &item).err().unwrap().to_string(),
        "found an inner margin of 0.400 in, expected at least 0.500 in for kdp-6x9 with 152 pages"
    );
    assert_eq!(
        refused(Style { per_page: 6, pencilmarks: true, ..style(preset) }),
        "found digits of 4.0 points, expected at least 7 for the preset: only one of the puzzles with candidates fits on a page"
    );
    let message = refused(Style { solutions_per_page: 30, ..style("kdp-5x8".parse().unwrap()) });
    assert!(message.contains("expected at least 7 for the preset: at most "), "{message}");
}

#[test]
fn an_ordinary_book_is_told_what_is_in_the_way() {
    let typeface = Typeface::new();
    let book = book(Style { paper: "6x9".parse().unwrap(), bound: true, per_page: 1, ..Style::default() });
    let layout = Layout::new(&book, &typeface, &item).unwrap();
    let findings = check::pdf(&pdf_of(&layout), &"kdp-6x9".parse().unwrap(), false).unwrap();
    let texts: Vec<String> = findings.iter().map(Finding::to_string).collect();
    for expected in [
        "found bookmarks, expected none",
        "found metadata (Title), expected none",
        "found metadata (Author), expected none",
        "found metadata (Subject), expected none",
        "page 3: found links or comments, expected none",
    ] {
        assert!(texts.iter().any(|text| text == expected), "{expected}: {texts:#?}");
    }
    assert!(texts.iter().any(|text| text.starts_with("page 6: found a line of 0.")), "{texts:#?}");
}

/// A file of 24 equal pages of 6 by 9 inches with these contents.
fn file(content: &str) -> Vec<u8> {
    file_with(content, (432, 648), dictionary! {}, dictionary! {})
}

/// A file of 24 equal pages with these contents, size, and entries of each page and of the catalog.
fn file_with(content: &str, (width, height): (i64, i64), of_page: Dictionary, of_catalog: Dictionary) -> Vec<u8> {
    let mut document = Document::with_version("1.7");
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "FirstChar" => 120,
        "Widths" => vec![500.into()],
    });
    let form = document.new_object_id();
    let resources = dictionary! {
        "Font" => dictionary! { "F" => font },
        "XObject" => dictionary! { "X" => form },
        "ExtGState" => dictionary! {
            "Half" => dictionary! { "ca" => 0.5 },
            "Multiply" => dictionary! { "BM" => "Multiply" },
            "Opaque" => dictionary! { "ca" => 1, "BM" => "Normal", "SMask" => "None" },
        },
    };
    let entries = dictionary! {
        "Subtype" => "Form", "BBox" => vec![0.into(), 0.into(), 432.into(), 648.into()],
        "Resources" => resources.clone(),
    };
    document.objects.insert(form, Stream::new(entries, b"/X Do".to_vec()).into());
    let tree = document.new_object_id();
    let content = document.add_object(Stream::new(dictionary! {}, content.as_bytes().to_vec()));
    let mut page = dictionary! { "Type" => "Page", "Parent" => tree, "Contents" => content };
    page.extend(&of_page);
    let kids: Vec<Object> = (0..24).map(|_| document.add_object(page.clone()).into()).collect();
    let pages = dictionary! {
        "Type" => "Pages", "Count" => 24, "Kids" => kids, "Resources" => resources,
        "MediaBox" => vec![0.into(), 0.into(), width.into(), height.into()],
    };
    document.objects.insert(tree, pages.into());
    let mut catalog = dictionary! { "Type" => "Catalog", "Pages" => tree };
    catalog.extend(&of_catalog);
    let catalog = document.add_object(catalog);
    document.trailer.set("Root", catalog);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

#[test]
fn findings_name_the_page_and_what_was_expected() {
    for (content, expected) in [
        ("0.8 w 100 100 m 200 100 l S", &[][..]),
        ("0.5 w 100 100 m 200 100 l S", &["found a line of 0.50 pt at (100, 100), expected at least 0.75 pt"]),
        // Lengths are those after the transformation.
        (
            "q .5 0 0 .5 0 0 cm 200 200 m 400 200 l S Q",
            &["found a line of 0.50 pt at (100, 100), expected at least 0.75 pt"],
        ),
        // A narrow rectangle is a line.
        ("100 100 80 0.4 re f", &["found a line of 0.40 pt at (100, 100), expected at least 0.75 pt"]),
        // White is no ink, and what is clipped is not there.
        ("1 g 0 0 432 648 re f 1 G .1 w 0 0 m 9 9 l S", &[]),
        ("q 100 100 50 50 re W n 0 0 432 648 re f Q", &[]),
        (
            "0 0 10 10 re f",
            &[
                "found a line or an area 0.000 in from the inner edge, expected at least 0.375 in",
                "found a line or an area 0.000 in from the bottom edge, expected at least 0.250 in",
            ],
        ),
        ("BT /F 6 Tf 100 100 Td (x) Tj ET", &["found text of 6.0 pt at (100, 100), expected at least 7 pt"]),
        ("BT /F 12 Tf .5 0 0 .5 100 100 Tm (x) Tj ET", &["found text of 6.0 pt at (100, 100), expected at least 7 pt"]),
        ("BT 3 Tr /F 6 Tf 100 100 Td (x) Tj ET", &["found invisible text, expected none"]),
        // The outlines of letters have the colour of lines.
        ("BT 1 Tr 1 G /F 6 Tf 100 100 Td (x) Tj ET", &[]),
        ("/Opaque gs 100 100 50 50 re f", &[]),
        ("/Half gs 100 100 50 50 re f", &["found transparency, expected none"]),
        ("/Multiply gs 100 100 50 50 re f", &["found transparency, expected none"]),
        (
            "q 72 0 0 36 100 90 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q",
            &["found a picture of 2 pixels to the inch at (100, 90), expected at least 300"],
        ),
        ("q .48 0 0 .48 100 90 cm BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI Q", &[]),
        ("BT /F 10 Tf 420 100 Td (xx) Tj ET", &["found text 0.028 in from the outer edge, expected at least 0.250 in"]),
        (
            "q 432 0 0 648 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID X EI Q",
            &[
                "found a picture 0.000 in from the inner edge, expected at least 0.375 in",
                "found a picture 0.000 in from the outer edge, expected at least 0.250 in",
                "found a picture 0.000 in from the top edge, expected at least 0.250 in",
                "found a picture 0.000 in from the bottom edge, expected at least 0.250 in",
            ],
        ),
        ("/X Do", &["cannot be checked: its forms are nested too deeply"]),
    ] {
        let findings = check::pdf(&file(content), &"kdp-6x9".parse().unwrap(), false).unwrap();
        let of_page_1: Vec<String> =
            findings.iter().filter(|finding| finding.page == Some(1)).map(Finding::to_string).collect();
        let expected: Vec<String> = expected.iter().map(|text| format!("page 1: {text}")).collect();
        assert_eq!(of_page_1, expected, "{content}");
        let has_font = findings.contains(&FindingKind::FontNotEmbedded { name: "Helvetica".into() }.into());
        assert_eq!(has_font, content.contains("/F"), "{content}");
    }
}

/// A page can be turned, and its units can be larger than points.
#[test]
fn a_page_is_checked_as_it_is_shown() {
    let line = "0.8 w 100 10 m 200 10 l S";
    let found = |size, of_page: Dictionary| {
        let file = file_with(line, size, of_page, dictionary! {});
        let findings = check::pdf(&file, &"kdp-6x9".parse().unwrap(), false).unwrap();
        let of_page_1 = findings.iter().filter(|finding| finding.page == Some(1));
        of_page_1.map(|finding| finding.to_string().replace("page 1: found a line or an area ", "")).collect::<Vec<_>>()
    };
    // Ten points from the lower edge, less half of the line.
    assert_eq!(found((432, 648), dictionary! {}), ["0.133 in from the bottom edge, expected at least 0.250 in"]);
    // Turned clockwise, the lower edge is at the left, which is the binding of page 1.
    let turned = found((648, 432), dictionary! { "Rotate" => 90 });
    assert_eq!(turned, ["0.133 in from the inner edge, expected at least 0.375 in"]);
    let turned = found((648, 432), dictionary! { "Rotate" => -90 });
    assert_eq!(turned, ["0.133 in from the outer edge, expected at least 0.250 in"]);
    let turned = found((432, 648), dictionary! { "Rotate" => 180 });
    assert_eq!(turned, ["0.133 in from the top edge, expected at least 0.250 in"]);
    assert_eq!(found((216, 324), dictionary! { "UserUnit" => 2 }), [""; 0]);
}

#[test]
fn layers_are_found() {
    let layers = dictionary! { "OCProperties" => dictionary! { "OCGs" => vec![Object::Null] } };
    let file = file_with("", (432, 648), dictionary! {}, layers);
    assert_eq!(check::pdf(&file, &"kdp-6x9".parse().unwrap(), false), Ok(vec![FindingKind::Layers.into()]));
}

#[test]
fn damaged_files_are_refused_or_checked() {
    let good = file("q 0.5 w 100 100 m 200 100 l S Q BT /F 6 Tf 100 100 Td (x) Tj ET");
    let preset: Preset = "kdp-6x9".parse().unwrap();
    let (mut refused, mut checked) = (0, 0);
    for at in (0..good.len()).step_by(3 * stride(3)) {
        let mut flipped = good.clone();
        flipped[at] ^= [0x01, 0x10, 0xff][at % 3];
        for bytes in [&flipped[..], &good[..at]] {
            match check::pdf(bytes, &preset, false) {
                Ok(_) => checked += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 50 / stride(3) && checked > 50 / stride(3), "{refused} refused, {checked} checked");
    let error = check::pdf(b"no PDF", &preset, false).unwrap_err().to_string();
    assert!(error.starts_with("cannot be read as a PDF: "), "{error}");
}
