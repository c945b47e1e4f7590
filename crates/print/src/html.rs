//! A book as an HTML page to print from a browser. It needs nothing else: styles and outlines of digits are in it.
//! It is well-formed XML too, so that other programs can read it.

use minirow_core::{Cell, Grid};

use crate::book::{HintPlace, Item};
use crate::drawing::Rectangle;
use crate::grid::GridFace;
use crate::layout::{Layout, has_hints};
use crate::pages;
use crate::plan::PageContent;
use crate::sizes;
use crate::svg::{digit_symbols, escape, in_words, short};
use crate::typeface::Weight;

const STYLE: &str = include_str!("html/page.css");

/// The side of a grid in its own units: nine cells of 1000, and half a line on each side.
const SIDE: u32 = 9000;

/// Writes a book as HTML, a piece after the other. Equal books give equal bytes.
///
/// `items` gives the puzzles by their index in the book, as for [`crate::pdf::write`]; `program` is the name of the
/// program.
///
/// # Errors
/// What `items` and `write` give.
pub fn write<E>(
    layout: &Layout,
    program: &str,
    items: &mut impl FnMut(u64) -> Result<Item, E>,
    write: &mut impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    write(&head(layout, program))?;
    write(&symbols(layout))?;
    for number in 1..=layout.pages() {
        write(&sheet(layout, number, items)?)?;
    }
    write("</body>\n</html>\n")
}

fn points(value: f64) -> String {
    format!("{}pt", short(value))
}

fn head(layout: &Layout, program: &str) -> String {
    let book = layout.book;
    let (width, height) = layout.size();
    let (outer, inner) = (points(layout.margins.outer.get()), points(layout.margins.inner.get()));
    let inside = layout.inside(1);
    let mut pages =
        format!("@page {{ size: {} {}; margin: {outer} {outer} {outer} {inner}; }}\n", points(width), points(height));
    if layout.facing {
        pages += &format!("@page :left {{ margin: {outer} {inner} {outer} {outer}; }}\n");
    }
    let style = &book.style;
    let side = layout.puzzles.side;
    // A hair less than the page, so that no rounding makes a sheet longer than it.
    let variables = format!(
        ":root {{ --width: {}; --height: {}; --foot: {}; --small: {}; --hint: {}; --hint-list: {}; \
         --hint-columns: {}; }}\n",
        points(inside.width),
        points(inside.height - 1.0),
        points(layout.text_size(9.0)),
        points(layout.text_size(8.5)),
        points(sizes::hint_size(style, side)),
        points(layout.text_size(9.0)),
        sizes::hint_columns(style, &layout.area(1)),
    );
    let puzzles = variables_of(layout, ".puzzles", side, sizes::heading_size(style, side));
    let solutions = layout.solutions.map(|solutions| {
        variables_of(layout, ".solutions", solutions.side, sizes::solution_heading_size(style, solutions.side))
    });
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"generator\" content=\"{}\"/>\n<title>{}</title>\n\
         <style>\n{pages}{variables}{puzzles}{}{STYLE}</style>\n\
         </head>\n<body>\n",
        escape(&book.language),
        escape(program),
        escape(book.title.as_deref().unwrap_or("Sudoku")),
        solutions.unwrap_or_default(),
    )
}

fn variables_of(layout: &Layout, class: &str, side: f64, heading: f64) -> String {
    let arrangement = if class == ".puzzles" { layout.puzzles } else { layout.solutions.unwrap_or(layout.puzzles) };
    // A page that is not full begins where a full one does.
    let places: Vec<Rectangle> = arrangement.places(&layout.area(1)).collect();
    let besides = sizes::HEADING * heading;
    let below = if class == ".puzzles" && has_hints(layout.book, HintPlace::Below) {
        sizes::HINT * sizes::hint_size(&layout.book.style, side)
    } else {
        0.0
    };
    let free = places[0].height - side - besides - below;
    let gap = places.get(arrangement.columns).map_or(0.0, |next| next.y - places[0].y - places[0].height) + free;
    format!(
        "{class} {{ --columns: {}; --side: {}; --heading: {}; --gap: {}; --top: {}; --gutter: {}; }}\n",
        arrangement.columns,
        points(side - 0.1),
        points(heading),
        points(gap.max(0.0)),
        points((free / 2.0).max(0.0)),
        points(arrangement.gap.0),
    )
}

/// What all grids share: their lines, and the digits in bold, regular and small.
fn symbols(layout: &Layout) -> String {
    let face =
        GridFace { large: layout.book.style.large_print, ..GridFace::new(Grid::EMPTY, minirow_core::CellSet::EMPTY) };
    let height = GridFace::digit_height(face.large);
    let (thin, thick) = face.line_widths(layout.puzzles.side);
    let scale = f64::from(SIDE) / layout.puzzles.side;
    let lines = |of_boxes: bool| -> String {
        let numbers = (1..9).filter(|number| (number % 3 == 0) == of_boxes).map(|number| number * 1000);
        numbers.map(|at| format!("M0 {at}H{SIDE}M{at} 0V{SIDE}")).collect()
    };
    format!(
        "<svg class=\"symbols\" aria-hidden=\"true\"><defs>\n<g id=\"f\" fill=\"none\" stroke=\"currentColor\">\
         <path stroke-width=\"{}\" d=\"{}\"/><path stroke-width=\"{}\" d=\"M0 0H{SIDE}V{SIDE}H0Z{}\"/></g>\n\
         {}{}{}</defs></svg>\n",
        short((thin * scale).round()),
        lines(false),
        short((thick * scale).round()),
        lines(true),
        digit_symbols(layout.typeface, Weight::Bold, "b", height),
        digit_symbols(layout.typeface, Weight::Regular, "r", height),
        digit_symbols(layout.typeface, Weight::Regular, "c", 0.165),
    )
}

fn sheet<E>(layout: &Layout, number: u64, items: &mut impl FnMut(u64) -> Result<Item, E>) -> Result<String, E> {
    let (book, page) = (layout.book, layout.page(number).expect("a page of the book"));
    let words = |name: &str, note: &str| format!("<h2>{}</h2>\n<p>{}</p>\n", escape(name), escape(note));
    let (class, body) = match page {
        PageContent::Title => ("words", cover(layout, &items(0)?)),
        PageContent::Imprint => ("words", imprint(layout)),
        PageContent::Contents { first, count } => ("list", contents(layout, first, count)),
        PageContent::Blank => ("blank", String::new()),
        PageContent::Section(section) => {
            let note = format!("{} {}", book.words.puzzles, pages::numbers_of(layout, section));
            ("words", words(&book.sections[section].name, &note))
        }
        PageContent::HintsTitle => ("words", words(&book.words.hints, "")),
        PageContent::SolutionsTitle => ("words", words(&book.words.solutions, "")),
        PageContent::Puzzles { first, count, .. } => {
            let mut body = grids_of("puzzles", layout.puzzles.columns * layout.puzzles.rows, count);
            for index in first..first + count {
                body += &puzzle(layout, index, &items(index)?);
            }
            ("", body + "</div>\n")
        }
        PageContent::Hints { first, count } => {
            let mut body = format!("<h2>{}</h2>\n<ol class=\"hints\">\n", escape(&book.words.hints));
            for index in first..first + count {
                let hint = items(index)?.hint.map(|hint| hint.text).unwrap_or_default();
                body += &format!("<li><b>{}</b> {}</li>\n", book.style.first_number + index, escape(&hint));
            }
            ("list", body + "</ol>\n")
        }
        PageContent::Solutions { first, count } => {
            let arrangement = layout.solutions.expect("a layout with solutions");
            let mut body = grids_of("solutions", arrangement.columns * arrangement.rows, count);
            for index in first..first + count {
                body += &solution(layout, index, &items(index)?);
            }
            ("", body + "</div>\n")
        }
    };
    let side = if layout.is_left(number) { " left" } else { "" };
    let foot = match pages::running(layout, number) {
        Some(running) => format!("<footer><span>{}</span><b>{number}</b></footer>\n", escape(&running)),
        None => String::new(),
    };
    Ok(format!("<section class=\"sheet {class}{side}\" id=\"page-{number}\">\n{body}{foot}</section>\n"))
}

fn grids_of(class: &str, places: usize, count: u64) -> String {
    let open = if count < places as u64 { " open" } else { "" };
    format!("<div class=\"grids {class}{open}\">\n")
}

fn cover(layout: &Layout, first: &Item) -> String {
    let book = layout.book;
    let title = book.title.as_deref().unwrap_or_default();
    let size = match title.chars().count() {
        0..=40 => 36,
        41..=100 => 26,
        101..=250 => 19,
        _ => 14,
    };
    let mut text = format!("<h1 style=\"font-size: {size}pt; margin-top: 15%\">{}</h1>\n", escape(title));
    if let Some(subtitle) = &book.subtitle {
        text += &format!("<p>{}</p>\n", escape(subtitle));
    }
    let face =
        GridFace { shaded: first.puzzle.clues().pattern(), ..GridFace::new(Grid::EMPTY, minirow_core::CellSet::EMPTY) };
    text += &format!("<figure aria-hidden=\"true\">{}</figure>\n", grid(&face));
    if let Some(author) = &book.author {
        text += &format!("<p class=\"author\">{}</p>\n", escape(author));
    }
    if !layout.facing {
        text += &imprint(layout);
    }
    text
}

fn imprint(layout: &Layout) -> String {
    let paragraphs: String = layout.book.imprint.iter().map(|text| format!("<p>{}</p>\n", escape(text))).collect();
    format!("<div class=\"imprint\">\n{paragraphs}</div>\n")
}

fn contents(layout: &Layout, first: u64, count: u64) -> String {
    let mut text = format!("<h2>{}</h2>\n<ol class=\"contents\">\n", escape(&layout.book.words.contents));
    for (name, numbers, page) in pages::contents_lines(layout).skip(first as usize).take(count as usize) {
        text += &format!(
            "<li><a href=\"#page-{page}\"><span>{}</span><small>{numbers}</small><i></i>{page}</a></li>\n",
            escape(&name)
        );
    }
    text + "</ol>\n"
}

fn puzzle(layout: &Layout, index: u64, item: &Item) -> String {
    let number = layout.book.style.first_number + index;
    let link = if layout.has_solutions() { format!("<a href=\"#s{number}\">{number}</a>") } else { number.to_string() };
    let hint = match &item.hint {
        Some(hint) if has_hints(layout.book, HintPlace::Below) => format!("<p>{}</p>", escape(&hint.text)),
        _ => String::new(),
    };
    format!(
        "<figure id=\"p{number}\"><figcaption><b>{link}</b><span>{}</span></figcaption>{}{hint}</figure>\n",
        escape(&item.remark),
        grid(&layout.puzzle_face(item))
    )
}

fn solution(layout: &Layout, index: u64, item: &Item) -> String {
    let number = layout.book.style.first_number + index;
    format!(
        "<figure id=\"s{number}\"><figcaption><b><a href=\"#p{number}\">{number}</a></b></figcaption>{}</figure>\n",
        grid(&layout.solution_face(item))
    )
}

/// A grid as a picture in the page, which is read aloud by rows.
fn grid(face: &GridFace) -> String {
    let mut text =
        format!("<svg viewBox=\"-80 -80 9160 9160\" role=\"img\" aria-label=\"{}\">", in_words(&face.digits));
    for cell in face.shaded.iter() {
        let (x, y) = (1000 * cell.column(), 1000 * cell.row());
        text += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"1000\" height=\"1000\" fill-opacity=\".15\"/>");
    }
    text += "<use href=\"#f\"/>";
    for cell in Cell::ALL {
        let (x, y) = (1000 * cell.column() as i64, 1000 * cell.row() as i64);
        if let Some(digit) = face.digits.get(cell) {
            let weight = if face.bold.contains(cell) { 'b' } else { 'r' };
            text += &format!("<use href=\"#{weight}{digit}\" x=\"{x}\" y=\"{y}\"/>");
        } else if let Some(candidates) = &face.candidates {
            for digit in candidates.digits(cell).iter() {
                let (across, down) = ((digit.index() % 3) as i64 - 1, (digit.index() / 3) as i64 - 1);
                text += &format!("<use href=\"#c{digit}\" x=\"{}\" y=\"{}\"/>", x + 300 * across, y + 300 * down);
            }
        }
    }
    text + "</svg>"
}
