//! Pages with few words: the title, the imprint, and the headings of parts.

use minirow_core::{CellSet, Grid, Puzzle};

use crate::drawing::{Anchor, Drawing, Rectangle};
use crate::grid::{self, GridFace};
use crate::layout::Layout;
use crate::paragraph::{Paragraph, fitted};
use crate::typeface::Weight;

/// Draws centred lines from `top` down, and returns their lower end.
fn centred(drawing: &mut Drawing, paragraph: Paragraph, (middle, top): (f64, f64)) -> f64 {
    let (leading, size) = (paragraph.leading(), paragraph.size);
    let mut baseline = top + size;
    for line in paragraph.lines {
        drawing.text(line, size, (middle, baseline), Anchor::Middle);
        baseline += leading;
    }
    baseline - size
}

/// Draws the title, the author, and the pattern of clues of the first puzzle.
pub(super) fn title(layout: &Layout, drawing: &mut Drawing, number: u64, first: &Puzzle) {
    let (book, inside) = (layout.book, layout.inside(number));
    let middle = inside.x + inside.width / 2.0;
    let set = |weight, text: &str, sizes, height| fitted(layout.typeface, weight, text, sizes, (inside.width, height));
    let largest = (0.115 * inside.width).clamp(18.0, 54.0);
    let smallest = layout.text_size(8.0);
    let text = set(
        Weight::Bold,
        book.title.as_deref().unwrap_or_default(),
        (largest.max(smallest), smallest),
        0.3 * inside.height,
    );
    let top = inside.y + 0.26 * inside.height - 0.5 * text.height().min(0.36 * inside.height);
    let mut bottom = centred(drawing, text, (middle, top));
    if let Some(subtitle) = &book.subtitle {
        let size = layout.text_size(0.36 * largest);
        let text = set(Weight::Regular, subtitle, (size, smallest), 0.1 * inside.height);
        bottom = centred(drawing, text, (middle, bottom + 0.4 * size));
    }
    let mut foot = inside.bottom();
    if !layout.facing {
        foot = imprint_above(layout, drawing, &inside, foot) - 0.03 * inside.height;
    }
    if let Some(author) = &book.author {
        let text = set(Weight::Regular, author, (layout.text_size(0.3 * largest), smallest), 0.08 * inside.height);
        foot -= text.height();
        centred(drawing, text, (middle, foot));
    }
    // The remaining space shows the clue pattern of the first puzzle.
    let side = (0.46 * inside.width).min(0.72 * (foot - bottom));
    if side > 40.0 {
        let at = (middle - side / 2.0, bottom + (foot - bottom - side) / 2.0);
        let face = GridFace { shaded: first.clues().pattern(), ..GridFace::new(Grid::EMPTY, CellSet::EMPTY) };
        grid::draw(drawing, layout.typeface, &face, at, side);
    }
}

/// Draws the back of the title page.
pub(super) fn imprint(layout: &Layout, drawing: &mut Drawing, number: u64) {
    let inside = layout.inside(number);
    imprint_above(layout, drawing, &inside, inside.bottom());
}

/// Draws the imprint above a height, and returns its upper end.
fn imprint_above(layout: &Layout, drawing: &mut Drawing, inside: &Rectangle, bottom: f64) -> f64 {
    let size = layout.text_size(8.5);
    let smallest = layout.text_size(5.5);
    let count = layout.book.imprint.len().max(1) as f64;
    let most = if layout.facing { 0.9 } else { 0.2 } * inside.height / count;
    let set = |text: &String| fitted(layout.typeface, Weight::Regular, text, (size, smallest), (inside.width, most));
    let paragraphs: Vec<Paragraph> = layout.book.imprint.iter().map(set).collect();
    let top = bottom - paragraphs.iter().map(Paragraph::height).sum::<f64>();
    let mut y = top;
    for paragraph in paragraphs {
        let (size, leading) = (paragraph.size, paragraph.leading());
        for line in paragraph.lines {
            drawing.text(line, size, (inside.x, y + size), Anchor::Start);
            y += leading;
        }
    }
    top
}

/// Draws the first page of a section.
pub(super) fn section(layout: &Layout, drawing: &mut Drawing, number: u64, index: usize) {
    let section = &layout.book.sections[index];
    let numbers = numbers_of(layout, index);
    let notes = [section.note.clone().unwrap_or_default(), format!("{} {numbers}", layout.book.words.puzzles)];
    divider(layout, drawing, number, &section.name, &notes);
}

/// Returns the numbers of the puzzles of a section, such as `1 – 20`.
pub(crate) fn numbers_of(layout: &Layout, index: usize) -> String {
    let before: u64 = layout.book.sections[..index].iter().map(|section| section.count).sum();
    let first = layout.book.style.first_number + before;
    match layout.book.sections[index].count {
        1 => first.to_string(),
        count => format!("{first} – {}", first + count - 1),
    }
}

/// Draws the first page of a part.
pub(super) fn divider(layout: &Layout, drawing: &mut Drawing, number: u64, name: &str, notes: &[String]) {
    let inside = layout.inside(number);
    let middle = inside.x + inside.width / 2.0;
    let largest = (0.09 * inside.width).clamp(16.0, 40.0);
    let smallest = layout.text_size(8.0);
    let set = |weight, text: &str, size: f64, height: f64| {
        fitted(layout.typeface, weight, text, (size.max(smallest), smallest), (inside.width, height))
    };
    let text = set(Weight::Bold, name, largest, 0.4 * inside.height);
    let top = inside.y + 0.36 * inside.height - 0.5 * text.height().min(0.5 * inside.height);
    let mut bottom = centred(drawing, text, (middle, top)) + 0.3 * largest;
    for note in notes.iter().filter(|note| !note.is_empty()) {
        let text = set(Weight::Regular, note, layout.text_size(0.36 * largest), 0.15 * inside.height);
        bottom = centred(drawing, text, (middle, bottom)) + 0.1 * largest;
    }
}
