//! A book as an HTML page for printing from a browser. It is self-contained: styles and outlines of digits are
//! included. It is also well-formed XML, so that other programs can read it.

use std::sync::{Arc, LazyLock};

use minijinja::{Environment, Value, context};
use minirow_core::{Cell, CellSet, Grid};

use crate::book::{Hint, HintPlace, Item, Section};
use crate::digits::Digits;
use crate::drawing::{Mark, Rectangle};
use crate::grid::{CANDIDATE_HEIGHT, GridFace, HINTED, SHADED};
use crate::layout::contents::{ContentsLine, contents_lines};
use crate::layout::{GridPage, Layout};
use crate::pages;
use crate::plan::PageContent;
use crate::qr;
use crate::sizes;
use crate::svg::{color, digit_symbols, escape, in_words, rectangle, short};
use crate::template::environment;
use crate::tone::Tone;
use crate::typeface::Weight;

/// The templates of the head and of a page.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = environment(escape);
    templates.add_template("head.html", include_str!("html/head.html")).expect("tests render every template");
    templates.add_template("sheet.html", include_str!("html/sheet.html")).expect("tests render every template");
    templates
});

/// Writes a book as HTML, piece by piece. Equal books give equal bytes.
///
/// `items` returns puzzles by their index in the book, as for [`crate::pdf::write`]. `program` is the name of the
/// program.
///
/// # Errors
/// The errors of `items` and `write`.
pub fn write<E>(
    layout: &Layout,
    program: &str,
    items: &mut impl FnMut(u64) -> Result<Item, E>,
    write: &mut impl FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    write(&head(layout, program))?;
    for number in 1..=layout.pages() {
        write(&sheet(layout, number, items)?)?;
    }
    write("</body>\n</html>\n")
}

fn render(template: &str, values: Value) -> String {
    let template = TEMPLATES.get_template(template).expect("a template of this file");
    template.render(values).expect("tests render every template")
}

fn points(value: f64) -> String {
    format!("{}pt", short(value))
}

fn head(layout: &Layout, program: &str) -> String {
    let book = layout.book;
    let ((width, height), inside) = (layout.size(), layout.inside(1));
    let side = layout.puzzles[0].arrangement.side;
    let area = layout.puzzle_area(1);
    let mut arrangements = vec![arrangement("puzzles", &layout.puzzles[0], &area)];
    for (section, puzzles) in layout.puzzles.iter().enumerate() {
        let class = class_of_puzzles(layout, section);
        if book.per_page(section) != book.per_page(0)
            && book.sections[..section].iter().all(|before| before.per_page != book.sections[section].per_page)
        {
            arrangements.push(arrangement(&class, puzzles, &area));
        }
    }
    arrangements.extend(layout.solutions.map(|solutions| arrangement("solutions", &solutions, &layout.area(1))));
    let face = layout.face(Grid::EMPTY, CellSet::EMPTY);
    // The digits of all grids are of one size relative to their cells.
    let sides = layout.puzzles.iter().chain(&layout.solutions).map(|page| page.arrangement.side);
    let cell = face.cell_side(sides.fold(side, f64::min));
    let regular = Digits::new(layout.typeface, Weight::Regular);
    let digit_height = face.digit_size(&regular, cell) / regular.size(cell);
    let widths = face.line_widths(side);
    let line = |width: f64| short((width * (9000.0 / side)).round());
    let digits = [
        (Weight::Bold, "b", digit_height),
        (Weight::Regular, "r", digit_height),
        (Weight::Regular, "c", CANDIDATE_HEIGHT),
    ];
    let digits = digits.map(|(weight, prefix, height)| digit_symbols(layout.typeface, weight, prefix, height));
    let values = context! {
        language => &book.language,
        program,
        author => &book.author,
        title => book.title.as_deref().unwrap_or("Sudoku"),
        width => points(width),
        height => points(height),
        outer => points(layout.margins.outer),
        inner => points(layout.margins.inner),
        facing => layout.facing,
        // Slightly less than the page, so that rounding never makes a sheet longer than the page.
        inside_width => points(inside.width),
        inside_height => points(inside.height - 1.0),
        foot => points(layout.text_size(9.0)),
        small => points(layout.text_size(8.5)),
        hint_list => points(layout.text_size(9.0)),
        arrangements => arrangements.into_iter().collect::<Value>(),
        // On a dark screen, black lines are light.
        line_color => if face.lines == Tone::BLACK { "currentColor".into() } else { color(&face.lines) },
        name_line => points(sizes::name_line(&book.style)),
        style => include_str!("html/page.css"),
        thin => line(widths.cells),
        thick => line(widths.boxes),
        digits => digits.concat(),
    };
    render("head.html", values)
}

/// Returns the class of pages of puzzles of a section: that of the number of puzzles on a page.
fn class_of_puzzles(layout: &Layout, section: usize) -> String {
    match layout.book.per_page(section) {
        same if same == layout.book.per_page(0) => "puzzles".into(),
        other => format!("puzzles-{other}"),
    }
}

/// Returns the sizes of the grids of a page.
fn arrangement(class: &str, grids: &GridPage, area: &Rectangle) -> Value {
    let GridPage { arrangement, heading, hint, .. } = grids;
    let places: Vec<Rectangle> = grids.places(area).collect();
    let gap = places.get(arrangement.columns).map_or(0.0, |next| next.y - places[0].bottom());
    context! {
        class,
        columns => arrangement.columns,
        side => points(arrangement.side - 0.1),
        heading => points(*heading),
        hint => points(*hint),
        gap => points(gap),
        top => points(places[0].y - area.y),
        gutter => points(arrangement.gap.0),
    }
}

fn sheet<E>(layout: &Layout, number: u64, items: &mut impl FnMut(u64) -> Result<Item, E>) -> Result<String, E> {
    let (book, words) = (layout.book, &layout.book.words);
    let id_of = |index: u64| book.style.first_number + index;
    let content = match layout.page(number).expect("a page of the book") {
        PageContent::Title => title(layout, &items(0)?),
        PageContent::Imprint => context! { class => "words", imprint => &book.imprint },
        PageContent::Contents { first, count } => {
            let lines = contents_lines(layout).skip(first as usize).take(count as usize);
            let lines = lines.map(|line| {
                let ContentsLine { name, numbers, note, page } = line;
                context! { name, numbers, note, page, folio => layout.folio(page) }
            });
            context! { class => "list", heading => &words.contents, contents => lines.collect::<Value>() }
        }
        PageContent::Rules => {
            let (puzzle, clues) = (pages::example(), pages::example().clues().pattern());
            let puzzle_face = layout.face(*puzzle.clues(), clues);
            let solution_face = layout.face(*puzzle.solution().grid(), clues);
            let grids = [(&words.example, grid(&puzzle_face)), (&words.example_solution, grid(&solution_face))];
            let examples = grids.map(|(name, grid)| (name.clone(), grid)).into_iter().collect::<Value>();
            context! { class => "list rules", heading => &words.rules, notes => vec![words.rules_text.clone()], examples }
        }
        PageContent::Blank => context! { class => "blank" },
        PageContent::Notes => context! { class => "list notes", heading => &words.notes },
        PageContent::Section(section) => {
            let Section { name, note, .. } = &book.sections[section];
            let motif = motif(items(book.puzzles_before(section))?.puzzle.clues().pattern());
            let line = pages::line_of_section(layout, section);
            context! { class => "words", motif, heading => name, notes => vec![note.clone().unwrap_or_default(), line] }
        }
        PageContent::HintsTitle => {
            context! { class => "words", motif => motif(pages::hints_motif()), heading => &words.hints }
        }
        PageContent::SolutionsTitle => {
            context! { class => "words", motif => motif(CellSet::ALL), heading => &words.solutions }
        }
        PageContent::Puzzles { section, first, count } => {
            let puzzle = |index| items(index).map(|item| puzzle(layout, section, index, &item));
            let puzzles = (first..first + count).map(puzzle).collect::<Result<Value, E>>()?;
            let name_and_date = book.style.name_line.then_some(&words.name_and_date);
            let is_beside = layout.puzzles[section].arrangement.beside > 0.0;
            let of_puzzles = class_of_puzzles(layout, section) + if is_beside { " beside" } else { "" };
            let box_numbers = (book.style.hints == Some(HintPlace::Below)).then_some(&words.box_numbers);
            let has_solutions = layout.has_solutions();
            context! { class => "", puzzles, of_puzzles, name_and_date, box_numbers, has_solutions }
        }
        PageContent::Hints { list, first, count } => {
            let text =
                |index, item: &Item| Some((layout.number_of(index, item), item.hint.as_ref()?.texts[list].clone()));
            let hint = |index| items(index).map(|item| text(index, &item)).transpose();
            let hints = (first..first + count).filter_map(hint).collect::<Result<Value, E>>()?;
            let notes = vec![words.hint_notes[list].clone()];
            context! { class => "list", heading => pages::heading_of_hints(layout, list), notes, hints, columns => layout.lists.columns[list] }
        }
        PageContent::Solutions { first, count } => {
            let solution = |index| {
                let item = items(index)?;
                Ok((id_of(index), layout.number_of(index, &item), grid(&layout.solution_face(&item))))
            };
            let solutions = (first..first + count).map(solution).collect::<Result<Value, E>>()?;
            context! { class => "", solutions }
        }
    };
    let (is_left, foot) = (layout.is_left(number), pages::running(layout, number));
    Ok(render("sheet.html", context! { number, folio => layout.folio(number), is_left, foot, ..content }))
}

fn title(layout: &Layout, first: &Item) -> Value {
    let book = layout.book;
    let title = book.title.as_deref().unwrap_or_default();
    let title_size = match title.chars().count() {
        0..=40 => 36,
        41..=100 => 26,
        101..=250 => 19,
        _ => 14,
    };
    let imprint = (!layout.facing).then_some(&book.imprint);
    context! { class => "words", title, title_size, subtitle => &book.subtitle, pattern => motif(first.puzzle.clues().pattern()), author => &book.author, imprint }
}

fn puzzle(layout: &Layout, section: usize, index: u64, item: &Item) -> Value {
    let page = layout.plan.page_of_solution(index).filter(|_| layout.puzzles[section].lines.has_solution_page);
    let in_words = |page| layout.book.words.solution_page.replace("{page}", &layout.folio(page).to_string());
    let solution_page = page.map(in_words);
    let (id, number) = (layout.book.style.first_number + index, layout.number_of(index, item));
    let qr = layout.book.style.qr_link.as_ref().map(|prefix| qr_code(prefix, item.puzzle.clues()));
    let hint = item.hint.as_ref().filter(|_| layout.book.style.hints == Some(HintPlace::Below)).map(Hint::text_below);
    context! { id, number, remark => &item.remark, grid => grid(&layout.puzzle_face(item)), solution_page, qr, hint }
}

/// Returns a pattern of clues as a picture: a square for each cell.
fn motif(pattern: CellSet) -> String {
    let mut text = String::from("<svg viewBox=\"0 0 1000 1000\">");
    for (cell, area) in pages::motif_cells(1000.0) {
        let grey = if pattern.contains(cell) { pages::MOTIF_GREYS.0 } else { pages::MOTIF_GREYS.1 };
        text += &rectangle(&area, &opacity(1.0 - grey));
    }
    text + "</svg>"
}

/// Returns the attribute of an opacity. A page can be dark, so that a grey is a part of its colour.
fn opacity(opacity: f64) -> String {
    format!(" fill-opacity=\"{}\"", short(opacity))
}

/// Returns the QR code of a link to a puzzle as a picture.
fn qr_code(prefix: &str, clues: &Grid) -> String {
    let mut text = format!("<svg class=\"qr\" viewBox=\"0 0 1000 1000\" aria-label=\"{}\">", escape(prefix));
    for mark in qr::marks(prefix, clues, (0.0, 0.0), 1000.0) {
        let Mark::Area { rectangle: area, .. } = mark else { continue };
        text += &rectangle(&area, "");
    }
    text + "</svg>"
}

/// Returns a grid as a picture in the page. Screen readers read it by rows.
fn grid(face: &GridFace) -> String {
    let mut text =
        format!("<svg viewBox=\"-80 -80 9160 9160\" role=\"img\" aria-label=\"{}\">", in_words(&face.digits));
    let square = |column: usize, row: usize, side: f64| {
        let (x, y) = (side * column as f64, side * row as f64);
        Rectangle { x, y, width: side, height: side }
    };
    if let Some(tone) = &face.boxes {
        let (fill, share) = match tone {
            Tone::Grey(grey) => ("currentColor".into(), 1.0 - grey),
            Tone::Spot(spot, tint) => (color(&Tone::Spot(Arc::clone(spot), 1.0)), *tint),
        };
        let attributes = format!(" fill=\"{fill}\"{}", opacity(share));
        let boxes = (1..9).step_by(2).map(|index| square(index % 3, index / 3, 3000.0));
        text.extend(boxes.map(|area| rectangle(&area, &attributes)));
    }
    for (cells, grey) in [(face.shaded & !face.hinted, SHADED), (face.hinted, HINTED)] {
        let cells = cells.iter().map(|cell| square(cell.column(), cell.row(), 1000.0));
        text.extend(cells.map(|area| rectangle(&area, &opacity(1.0 - grey))));
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
