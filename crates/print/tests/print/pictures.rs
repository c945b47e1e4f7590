//! Pictures of one grid in all formats have the same size and the same ink.

use std::io::Cursor;

use ::png::ColorType;
use minirow_core::Puzzle;
use minirow_print::{Below, Drawing, GridFace, Mark, Typeface, eps, pdf, png, svg};

use crate::common::{PUZZLES, bounds, texts};

fn drawing(typeface: &Typeface) -> Drawing {
    let clues = *Puzzle::new(PUZZLES[0].parse().unwrap()).unwrap().clues();
    // 60 mm.
    GridFace::new(clues, clues.pattern()).drawing(typeface, 60.0 / 25.4 * 72.0)
}

#[test]
fn a_png_has_the_requested_size_and_resolution() {
    let typeface = Typeface::new();
    let bytes = png::picture(&typeface, &drawing(&typeface), 300.0).unwrap();
    let mut reader = ::png::Decoder::new(Cursor::new(&bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (709, 709, ColorType::Grayscale));
    // 300 pixels to the inch are 11811 to the metre.
    let at = bytes.windows(4).position(|name| name == b"pHYs").unwrap() + 4;
    assert_eq!(bytes[at..at + 9], [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1]);
    let grey = |x: usize, y: usize| pixels[709 * y + x];
    // The frame is black, and the middle of an empty cell white.
    assert_eq!((grey(1, 350), grey(708, 350), grey(200, 39)), (0, 0, 255));
    // A line of boxes is black and wide, a line of cells grey and thin.
    let dark_along = |from: usize, to: usize| (from..to).map(|x| u32::from(255 - grey(x, 20))).sum::<u32>();
    assert!(dark_along(225, 245) > 4 * dark_along(147, 167), "{} {}", dark_along(225, 245), dark_along(147, 167));
}

#[test]
fn eps_and_pdf_have_the_size_of_the_drawing() {
    let typeface = Typeface::new();
    let drawing = drawing(&typeface);
    let eps = eps::picture(&typeface, &drawing, "Rätsel 1\n%%Trailer");
    assert!(eps.contains("\n%%BoundingBox: 0 0 171 171\n%%HiResBoundingBox: 0 0 170.079 170.079\n"), "{eps}");
    assert!(eps.contains("\n%%Title: R?tsel 1?%%Trailer\n") && eps.is_ascii());
    // Each clue is painted once, by a procedure for each of the nine digits.
    assert_eq!((eps.matches("bind def").count(), eps.matches(" grestore\n").count()), (9, 30));
    let pdf = lopdf::Document::load_mem(&pdf::picture(
        &typeface,
        &drawing,
        &pdf::Press::default(),
        "Puzzle 1",
        "minirow test",
    ))
    .unwrap();
    assert_eq!(pdf.get_pages().len(), 1);
    let svg = svg::picture(&typeface, &drawing, "Puzzle 1", "");
    assert!(svg.contains("width=\"170.079pt\""), "{svg}");
}

/// A text beside the solution below a grid is whole, and may end below the solution.
#[test]
fn no_caption_is_cut_off() {
    let typeface = Typeface::new();
    let clues = *Puzzle::new(PUZZLES[0].parse().unwrap()).unwrap().clues();
    let face = GridFace::new(clues, clues.pattern());
    let height = |words: usize| {
        let caption = "words ".repeat(words).trim().to_string();
        let below = Below { face: face.clone(), caption: Some(caption.clone()) };
        let drawing = face.labelled(&typeface, 170.0, "", Some(&below));
        let is_on_it =
            |mark: &Mark| bounds(mark, &typeface).is_none_or(|bounds| bounds.bottom() < drawing.size.1 + 1.0);
        assert!(texts(&drawing).join(" ").contains(&caption) && drawing.marks.iter().all(is_on_it), "{words}");
        drawing.size.1
    };
    assert!(height(3) == height(20) && height(200) > height(20) + 50.0);
}
