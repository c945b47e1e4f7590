//! Pages with lists: the contents, and the hints at the back.

use crate::book::{HintPlace, Item};
use crate::drawing::{Anchor, Drawing, Link, Rectangle};
use crate::layout::{Layout, has_hints};
use crate::pages::front::numbers_of;
use crate::sizes::{HINT_LEADING, LEADING, hint_columns, list_lengths};
use crate::typeface::Weight;

/// Draws the heading of a list, and returns the upper end of its lines.
fn heading(layout: &Layout, drawing: &mut Drawing, area: &Rectangle, text: &str, size: f64) -> f64 {
    let text = layout.one_line(Weight::Bold, text, 1.6 * size, area.width);
    for line in text.lines {
        drawing.text(line, text.size, (area.x, area.y + 1.6 * size), Anchor::Start);
    }
    area.y + 4.0 * size
}

/// Returns the lines of the contents: name, numbers and page.
pub(crate) fn contents_lines(layout: &Layout) -> impl Iterator<Item = (String, String, u64)> {
    let (book, plan) = (layout.book, &layout.plan);
    let of_sections = (0..book.sections.len())
        .map(move |index| (book.sections[index].name.clone(), numbers_of(layout, index), plan.page_of_section(index)));
    let back = [
        (book.words.hints.clone(), String::new(), plan.page_of_hints()),
        (book.words.solutions.clone(), String::new(), plan.page_of_solutions()),
    ];
    of_sections.chain(back).filter_map(|(name, numbers, page)| Some((name, numbers, page?)))
}

/// Draws a part of the list of contents.
pub(super) fn contents(layout: &Layout, drawing: &mut Drawing, page: u64, first: u64, count: u64) {
    let (book, area, size) = (layout.book, layout.area(page), layout.text_size(12.0));
    let mut top = heading(layout, drawing, &area, &book.words.contents, size);
    for (name, numbers, to) in contents_lines(layout).skip(first as usize).take(count as usize) {
        let baseline = top + size;
        let folio = layout.typeface.line(Weight::Regular, &to.to_string());
        let numbers = layout.typeface.line(Weight::Regular, &numbers);
        let small = layout.text_size(0.8 * size);
        let left = area.width - 5.0 * size - numbers.width() * small;
        let name = layout.one_line(Weight::Regular, &name, size, left.max(3.0 * size));
        let (name_size, mut x) = (name.size, area.x);
        for line in name.lines {
            let width = line.width() * name_size;
            drawing.text(line, name_size, (x, baseline), Anchor::Start);
            x += width + 0.8 * size;
        }
        let width = numbers.width() * small;
        drawing.text(numbers, small, (x, baseline), Anchor::Start);
        x += if width > 0.0 { width + 0.8 * size } else { 0.0 };
        let right = area.right() - folio.width() * size - 0.6 * size;
        drawing.text(folio, size, (area.right(), baseline), Anchor::End);
        // Dots lead from the name to the number. They are aligned from line to line.
        let dot = layout.typeface.line(Weight::Regular, ".");
        let step = 0.55 * size;
        let mut at = area.right() - step * ((area.right() - x) / step).floor();
        while at < right {
            drawing.text(dot.clone(), 0.8 * size, (at, baseline), Anchor::Middle);
            at += step;
        }
        let rectangle = Rectangle { x: area.x, y: top, width: area.width, height: 1.3 * size };
        drawing.links.push(Link { rectangle, page: to });
        top += LEADING * size;
    }
}

/// Draws a part of the hints in columns.
pub(super) fn hints<E>(
    layout: &Layout,
    drawing: &mut Drawing,
    page: u64,
    first: u64,
    count: u64,
    items: &mut impl FnMut(u64) -> Result<Item, E>,
) -> Result<(), E> {
    debug_assert!(has_hints(layout.book, HintPlace::Back));
    let (area, size) = (layout.area(page), layout.text_size(9.0));
    let top = heading(layout, drawing, &area, &layout.book.words.hints, size);
    let columns = hint_columns(&layout.book.style, &area) as u64;
    let rows = list_lengths(&layout.book.style, &area).hints / columns;
    let width = area.width / columns as f64;
    for (place, index) in (first..first + count).enumerate() {
        let item = items(index)?;
        let (column, row) = (place as u64 / rows, place as u64 % rows);
        let (x, y) = (area.x + width * column as f64, top + HINT_LEADING * size * row as f64 + size);
        let number = layout.typeface.line(Weight::Bold, &(layout.book.style.first_number + index).to_string());
        let indent = (number.width() + 0.8).max(3.2) * size;
        drawing.text(number, size, (x, y), Anchor::Start);
        let text = item.hint.map(|hint| hint.text).unwrap_or_default();
        let text = layout.one_line(Weight::Regular, &text, size, width - indent - size);
        for line in text.lines {
            drawing.text(line, text.size, (x + indent, y), Anchor::Start);
        }
    }
    Ok(())
}
