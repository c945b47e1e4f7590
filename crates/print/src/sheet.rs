//! Sheets that explain the steps of a puzzle: several grids on a page, with the step in words below each.

use crate::drawing::{Anchor, Drawing, Mark, Rectangle, Turn};
use crate::error::{Error, quoted};
use crate::grid::{GridFace, draw};
use crate::paper::Paper;
use crate::paragraph::{Paragraph, balanced, fitted};
use crate::tone::Tone;
use crate::typeface::{Typeface, Weight};

/// The margin around a sheet, and the sizes of its texts, in points.
const MARGIN: f64 = 40.0;
const TITLE: f64 = 13.0;
const HEADING: f64 = 10.5;
const TEXT: f64 = 9.0;

/// The smallest size of a text relative to its usual size.
const SMALLEST: f64 = 0.8;

/// The space between a heading, the grid and the text below it, in points.
const SPACE: f64 = 5.0;

/// The strip for the numbers of rows and columns, relative to the side of the grid with it.
const NUMBERS: f64 = 0.04;

/// The minimum distance between steps, in points, and the maximum distance between rows of them relative to it.
const GAP: f64 = 18.0;
const WIDEST_GAP: f64 = 3.0;

/// A further column is worth its narrower texts only if the grids are larger by this factor.
const WIDER: f64 = 1.06;

/// The maximum width of a text relative to the side of the grid above it.
const WIDEST_TEXT: f64 = 1.6;

/// The largest part of the height of a step that the grids leave to its text: nine of ten texts have what they need, up to this.
/// Longer ones leave fewer grids on their page.
const MOST_TEXT: f64 = 0.4;

/// A step on a sheet.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::{GridFace, SheetStep};
/// let face = GridFace::new(Grid::EMPTY, CellSet::EMPTY);
/// let step = SheetStep { heading: "1. Hidden Single".into(), result: "r5c5=7".into(), text: String::new(), face };
/// assert!(step.text.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct SheetStep {
    /// The number and the technique.
    pub heading: String,
    /// The change of the step.
    pub result: String,
    /// The explanation, which may be empty.
    pub text: String,
    /// The grid before the step.
    pub face: GridFace,
}

/// Sheets of steps.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_print::{GridFace, Paper, Sheet, SheetStep, Typeface};
/// let face = GridFace::new(Grid::EMPTY, CellSet::EMPTY);
/// let step = SheetStep { heading: "1. Hidden Single".into(), result: "r5c5=7".into(), text: String::new(), face };
/// let sheet = Sheet { paper: Paper::A4, title: "Puzzle 1", per_page: 6 };
/// assert_eq!(sheet.pages(&Typeface::new(), &vec![step; 13])?.len(), 3);
/// # Ok::<(), minirow_print::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The size of the pages.
    pub paper: Paper,
    /// The heading of each page, which may be empty.
    pub title: &'a str,
    /// The maximum number of steps on a page. A page has fewer if their candidates were too small otherwise.
    pub per_page: usize,
}

/// The texts of a step, broken into lines.
struct Caption {
    heading: Paragraph,
    below: Vec<Paragraph>,
}

impl Caption {
    fn new(typeface: &Typeface, step: &SheetStep, width: f64) -> Caption {
        let set = |weight, text: &str, size: f64| {
            fitted(typeface, weight, text, (size, SMALLEST * size), (width, f64::INFINITY))
        };
        let below = [(Weight::Bold, &step.result), (Weight::Regular, &step.text)];
        let below = below.into_iter().filter(|(_, text)| !text.is_empty());
        Caption {
            heading: set(Weight::Bold, &step.heading, HEADING),
            below: below.map(|(weight, text)| set(weight, text, TEXT)).collect(),
        }
    }

    fn height(&self) -> f64 {
        self.heading.height() + 2.0 * SPACE + self.below.iter().map(Paragraph::height).sum::<f64>()
    }
}

/// The smallest side of the grids of a page with long texts, relative to those of other pages.
const SMALLER: f64 = 0.8;

/// The smallest side of the grids of a page with several steps, in points: their candidates have at least 5 points.
const LEAST_SIDE: f64 = 168.0;

/// Steps beside each other.
struct Row<'a> {
    steps: &'a [(&'a SheetStep, Caption)],
    /// The height of the headings, and of the texts below the grids.
    heading: f64,
    below: f64,
}

impl<'a> Row<'a> {
    fn new(steps: &'a [(&'a SheetStep, Caption)]) -> Row<'a> {
        let heading = steps.iter().map(|(_, caption)| caption.heading.height()).fold(0.0, f64::max);
        let below = steps.iter().map(|(_, caption)| caption.height() - caption.heading.height()).fold(0.0, f64::max);
        Row { steps, heading, below }
    }

    /// Returns the step with the longest text.
    fn longest(&self) -> &SheetStep {
        self.steps.iter().max_by(|(_, one), (_, other)| one.height().total_cmp(&other.height())).expect("a step").0
    }
}

/// The columns of a page.
struct Columns {
    count: usize,
    /// The maximum number of steps on a page.
    steps: usize,
    /// The width of the texts.
    width: f64,
    /// The side of the grids, with the numbers of rows and columns.
    side: f64,
    /// The distance between rows.
    gap: f64,
}

impl Sheet<'_> {
    /// Returns the pages of steps.
    ///
    /// # Errors
    /// [`Error::Text`] if the fonts lack a character, and [`Error::StepTooLong`] if a text is longer than a page.
    pub fn pages(&self, typeface: &Typeface, steps: &[SheetStep]) -> Result<Vec<Drawing>, Error> {
        let check = |what: &str, text: &str| {
            typeface.check(text).map_err(|error| Error::Text { what: what.into(), error: error.into() })
        };
        check("title", self.title)?;
        let texts = steps.iter().flat_map(|step| [&step.heading, &step.result, &step.text].map(|text| (step, text)));
        texts.into_iter().try_for_each(|(step, text)| check(&quoted(&step.heading), text))?;
        let size = (self.paper.width.get(), self.paper.height.get());
        let width = size.0 - 2.0 * MARGIN;
        let title = balanced(typeface, Weight::Bold, self.title, (TITLE, SMALLEST * TITLE), (width, 0.3 * size.1));
        if title.cut.is_some() {
            return Err(Error::StepTooLong { heading: self.title.into() });
        }
        let head = if self.title.is_empty() { 0.0 } else { title.height() + 0.7 * TITLE };
        let foot = 2.0 * TEXT;
        let area = Rectangle { x: MARGIN, y: MARGIN + head, width, height: size.1 - 2.0 * MARGIN - head - foot };
        let Some(columns) = self.columns(typeface, steps, &area) else { return Ok(Vec::new()) };
        let Columns { count: columns, steps: per_page, width, side, gap } = columns;
        let all: Vec<(&SheetStep, Caption)> =
            steps.iter().map(|step| (step, Caption::new(typeface, step, width))).collect();
        let rows: Vec<Row> = all.chunks(per_page).flat_map(|page| page.chunks(columns)).map(Row::new).collect();
        let mut pages: Vec<Drawing> = Vec::new();
        let mut rest = rows.as_slice();
        while let Some(first) = rest.first() {
            // As many rows as fit with grids that are not much smaller.
            let steps_of = |rows: &[Row]| rows.iter().map(|row| row.steps.len()).sum::<usize>();
            let side_of = |rows: &[Row]| {
                let texts = rows.iter().map(|row| row.heading + row.below).sum::<f64>();
                side.min((area.height - texts - GAP * (rows.len() - 1) as f64) / rows.len() as f64)
            };
            let least = side.min(LEAST_SIDE).max(SMALLER * side);
            let fits = |rows: &[Row]| steps_of(rows) <= per_page && side_of(rows) >= least;
            let count = (1..=rest.len()).take_while(|&count| fits(&rest[..count])).last();
            let Some((page_rows, others)) = count.and_then(|count| rest.split_at_checked(count)) else {
                return Err(Error::StepTooLong { heading: first.longest().heading.clone() });
            };
            rest = others;
            let side = side_of(page_rows);
            let used = page_rows.iter().map(|row| row.heading + side + row.below).sum::<f64>();
            let gap = gap.min((area.height - used) / (page_rows.len() - 1).max(1) as f64);
            let mut page = Drawing::new(size);
            let mut y = area.y;
            // Texts may be narrower than their columns.
            let wide = (area.width + GAP) / columns as f64 - GAP;
            for row in page_rows {
                for ((step, caption), column) in row.steps.iter().zip(0..) {
                    let x = area.x + (wide + GAP) * f64::from(column);
                    draw_step(&mut page, typeface, (step, caption), (x, y + row.heading), (wide, side));
                }
                y += row.heading + side + row.below + gap;
            }
            pages.push(page);
        }
        let count = pages.len();
        for (page, number) in pages.iter_mut().zip(1..) {
            page.lines(&title, (area.x, MARGIN + 0.8 * title.size), Anchor::Start);
            let line = typeface.line(Weight::Regular, &format!("{number} / {count}"));
            page.text(line, TEXT, (size.0 / 2.0, size.1 - MARGIN), Anchor::Middle);
        }
        Ok(pages)
    }

    /// Returns the columns of as many steps as have large grids, or `None` without a step.
    fn columns(&self, typeface: &Typeface, steps: &[SheetStep], area: &Rectangle) -> Option<Columns> {
        let mut all = (1..=self.per_page).rev().map(|count| Sheet::columns_of(count, typeface, steps, area));
        all.find(|columns| columns.as_ref().is_none_or(|columns| columns.steps == 1 || columns.side >= LEAST_SIDE))?
    }

    /// Returns the columns with the largest grids.
    fn columns_of(per_page: usize, typeface: &Typeface, steps: &[SheetStep], area: &Rectangle) -> Option<Columns> {
        let with = |count: usize| {
            let rows = per_page.div_ceil(count);
            let width = (area.width - GAP * (count - 1) as f64) / count as f64;
            let height = (area.height - GAP * (rows - 1) as f64) / rows as f64;
            let mut captions: Vec<f64> =
                steps.iter().map(|step| Caption::new(typeface, step, width).height()).collect();
            captions.sort_by(f64::total_cmp);
            let usual = captions.get(captions.len() * 9 / 10)?.min(MOST_TEXT * height);
            let side = width.min(height - usual);
            let free = area.height - rows as f64 * (side + usual);
            let gap = (free / (rows - 1).max(1) as f64).clamp(GAP, WIDEST_GAP * GAP);
            Some(Columns { count, steps: per_page, width: width.min(WIDEST_TEXT * side), side, gap })
        };
        (1..=per_page).filter_map(with).reduce(|best, next| if next.side > WIDER * best.side { next } else { best })
    }
}

/// Draws a step with its heading above a point, the grid in the middle of a width, and its text below the grid.
fn draw_step(
    page: &mut Drawing,
    typeface: &Typeface,
    (step, caption): (&SheetStep, &Caption),
    (x, top): (f64, f64),
    (width, side): (f64, f64),
) {
    let mut write = |paragraph: &Paragraph, y: f64| {
        page.lines(paragraph, (x, y + 0.8 * paragraph.size), Anchor::Start);
    };
    write(&caption.heading, top - caption.heading.height());
    let strip = NUMBERS * side;
    let grid_top = top + 0.4 * SPACE;
    let mut y = grid_top + side + 1.2 * SPACE;
    for paragraph in &caption.below {
        write(paragraph, y);
        y += paragraph.height();
    }
    let (x, y, inner) = (x + (width - side) / 2.0 + strip, grid_top + strip, side - strip);
    let (cell, size) = (step.face.cell_side(inner), 0.85 * strip);
    for number in 1..=9 {
        let line = typeface.line(Weight::Regular, &number.to_string());
        let (half, middle) = (line.width() * size / 2.0, cell * (f64::from(number) - 0.5));
        for (x, y) in [(x + middle - half, y - 0.25 * strip), (x - 0.6 * strip - half, y + middle + 0.36 * size)] {
            let text = Mark::Text { x, y, size, tone: Tone::BLACK, turn: Turn::None, line: line.clone() };
            page.marks.push(text);
        }
    }
    draw(page, typeface, &step.face, (x, y), inner);
}

#[cfg(test)]
mod tests {
    use minirow_core::{CellSet, Grid};

    use super::*;

    fn step(text: &str) -> SheetStep {
        let face = GridFace::new(Grid::EMPTY, CellSet::EMPTY);
        SheetStep { heading: "7. X-Wing".into(), result: "r4c4≠5".into(), text: text.into(), face }
    }

    /// Returns the texts of a page with their baselines.
    fn texts(page: &Drawing) -> Vec<(f64, String)> {
        let text = |mark: &Mark| match mark {
            Mark::Text { y, line, .. } => Some((*y, line.glyphs.iter().map(|glyph| glyph.character).collect())),
            _ => None,
        };
        page.marks.iter().filter_map(text).collect()
    }

    #[test]
    fn pages_hold_the_steps_that_are_asked_for_and_number_themselves() {
        let typeface = Typeface::new();
        for per_page in 1..=12 {
            let sheet = Sheet { paper: Paper::A4, title: "Monday", per_page };
            let pages = sheet.pages(&typeface, &vec![step("Columns 2 and 7."); 25]).unwrap();
            // More grids on a page would have too small candidates.
            assert_eq!(pages.len(), 25_usize.div_ceil(per_page.min(6)), "{per_page}");
            let last = texts(pages.last().unwrap());
            assert_eq!(last.last().unwrap().1, format!("{0} / {0}", pages.len()));
            let headings = |page: &Drawing| texts(page).iter().filter(|(_, text)| text == "7. X-Wing").count();
            assert_eq!(pages.iter().map(headings).sum::<usize>(), 25);
        }
    }

    /// Grids that are narrower than their page are in the middle of it, with the numbers of their rows.
    #[test]
    fn grids_are_in_the_middle_of_their_page() {
        let typeface = Typeface::new();
        for (paper, per_page, columns) in [("a5", 2, 1), ("a4", 2, 1), ("a4", 4, 2), ("400x150mm", 1, 1)] {
            let sheet = Sheet { paper: paper.parse().unwrap(), title: "", per_page };
            let pages = sheet.pages(&typeface, &vec![step(&"Columns 2 and 7. ".repeat(12)); 4]).unwrap();
            let frame = |mark: &Mark| match mark {
                Mark::Frame { rectangle, .. } => Some(*rectangle),
                _ => None,
            };
            let frames: Vec<Rectangle> = pages[0].marks.iter().filter_map(frame).take(columns).collect();
            let strip = NUMBERS / (1.0 - NUMBERS) * frames[0].width;
            let (left, right) = (frames[0].x - strip, pages[0].size.0 - frames[columns - 1].right());
            assert!(frames.len() == columns && (left - right).abs() < 4.0, "{paper} {per_page}: {left} {right}");
        }
    }

    #[test]
    fn a_long_text_is_whole_and_leaves_fewer_grids_on_its_page() {
        let typeface = Typeface::new();
        let sheet = Sheet { paper: Paper::A4, title: "", per_page: 6 };
        let mut steps = vec![step("Short."); 12];
        steps[2] = step(&"Each case leads to the same elimination. ".repeat(30));
        let pages = sheet.pages(&typeface, &steps).unwrap();
        assert_eq!(pages.len(), 3);
        let words: usize = texts(&pages[0]).iter().map(|(_, text)| text.matches("elimination.").count()).sum();
        assert_eq!(words, 30);
        assert!(pages.iter().flat_map(texts).all(|(y, text)| y < 842.0 - 30.0 && !text.contains('…')));
        let endless = step(&"Each case leads to the same elimination. ".repeat(600));
        assert!(matches!(sheet.pages(&typeface, &[endless]), Err(Error::StepTooLong { .. })));
        let error = sheet.pages(&typeface, &[step("数")]).unwrap_err().to_string();
        assert!(error.ends_with(": no font here has the character 数 (U+6570)") && error.starts_with('"'), "{error}");
    }
}
