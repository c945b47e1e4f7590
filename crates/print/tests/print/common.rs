//! Books for the tests, and their files.

use std::convert::Infallible;

use minirow_core::{Candidate, Cell, Digit, Puzzle};
use minirow_print::{
    Book, Drawing, Hint, Item, Layout, Mark, Rectangle, Section, State, Style, Typeface, Words, html, pdf,
};

/// Puzzles with one solution, of one to three levels.
pub(crate) const PUZZLES: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".14.6...9.....1...8..3...4.6...9.........8..5.8....2...216.5.....9...7...5.1....4",
    "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
];

/// Returns the puzzle at an index of a book. A few puzzles repeat.
pub(crate) fn item(index: u64) -> Item {
    let puzzle = Puzzle::new(PUZZLES[index as usize % 4].parse().unwrap()).unwrap();
    let cell = Cell::ALL.into_iter().find(|&cell| puzzle.clues().get(cell).is_none()).unwrap();
    let digit: Digit = puzzle.solution().digit(cell);
    let placement = Candidate { cell, digit };
    let texts = ["Look at box 5".into(), "Hidden Single".into(), placement.to_string()];
    let hint = Hint { placement, texts };
    Item { number: None, puzzle, state: State::default(), remark: "Easy · ER 1.2".into(), hint: Some(hint) }
}

/// A book of two sections.
pub(crate) fn book(style: Style) -> Book {
    let section = |name: &str, count| Section { name: name.into(), count, ..Section::default() };
    Book {
        title: Some("A book & its <tests>".into()),
        subtitle: Some("26 puzzles".into()),
        author: Some("Żółć".into()),
        imprint: vec!["Every puzzle has exactly one solution.".into(), "Made from seed 42.".into()],
        language: "en".into(),
        words: Words::default(),
        sections: vec![section("Setting out", 21), section("Uphill", 5)],
        style,
    }
}

/// The PDF of a book.
pub(crate) fn pdf_of(layout: &Layout) -> Vec<u8> {
    pdf_with(layout, item)
}

/// The PDF of a book of other puzzles.
pub(crate) fn pdf_with(layout: &Layout, item: impl Fn(u64) -> Item) -> Vec<u8> {
    let mut file = Vec::new();
    let write = &mut |bytes: &[u8]| {
        file.extend_from_slice(bytes);
        Ok::<(), Infallible>(())
    };
    match pdf::write(layout, "minirow test", &mut |index| Ok(item(index)), write) {
        Ok(()) => file,
        Err(never) => match never {},
    }
}

/// The HTML of a book.
pub(crate) fn html_of(layout: &Layout) -> String {
    let mut text = String::new();
    let write = &mut |piece: &str| {
        text += piece;
        Ok::<(), Infallible>(())
    };
    match html::write(layout, "minirow test", &mut |index| Ok(item(index)), write) {
        Ok(()) => text,
        Err(never) => match never {},
    }
}

/// The drawing of a page.
pub(crate) fn drawing(layout: &Layout, page: u64) -> Drawing {
    match layout.draw(page, &mut |index| Ok::<_, Infallible>(item(index))) {
        Ok(drawing) => drawing,
        Err(never) => match never {},
    }
}

/// Returns the lines of text of a drawing.
pub(crate) fn texts(drawing: &Drawing) -> Vec<String> {
    let text = |mark: &Mark| match mark {
        Mark::Text { line, .. } => Some(line.glyphs.iter().map(|glyph| glyph.character).collect()),
        _ => None,
    };
    drawing.marks.iter().filter_map(text).collect()
}

/// Returns the rectangle around a mark, or `None` for a text of blanks: around the ink of text, and lines with their width.
pub(crate) fn bounds(mark: &Mark, typeface: &Typeface) -> Option<Rectangle> {
    let around = |points: &mut dyn Iterator<Item = (f64, f64)>, more: f64| {
        let first = points.next()?;
        let (mut low, mut high) = (first, first);
        for (x, y) in points {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        let (x, y) = (low.0 - more, low.1 - more);
        Some(Rectangle { x, y, width: high.0 + more - x, height: high.1 + more - y })
    };
    let corners = |r: &Rectangle| [(r.x, r.y), (r.right(), r.bottom())];
    match mark {
        Mark::Lines { width, segments, .. } => {
            around(&mut segments.iter().flat_map(|&[x1, y1, x2, y2]| [(x1, y1), (x2, y2)]), width / 2.0)
        }
        Mark::Frame { width, rectangle, .. } => around(&mut corners(rectangle).into_iter(), width / 2.0),
        Mark::Area { rectangle, .. } => Some(*rectangle),
        Mark::Text { x, y, size, turn, line, .. } => {
            let (right, down) = turn.direction();
            let mut start = 0.0;
            let mut points = Vec::new();
            for glyph in &line.glyphs {
                if let Some(ink) = typeface.font(glyph.font).ink(glyph.id) {
                    for (across, up) in [(ink.left, ink.bottom), (ink.right, ink.top)] {
                        let (along, up) = (size * (start + across), size * up);
                        points.push((x + right * along + down * up, y + down * along - right * up));
                    }
                }
                start += glyph.advance;
            }
            around(&mut points.into_iter(), 0.0)
        }
    }
}
