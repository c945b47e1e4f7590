//! Pages of grids: puzzles with their headings and hints, and solutions with the same numbers.

use minirow_core::{CandidateSet, CellSet, Grid};

use crate::book::{HintPlace, Item};
use crate::drawing::{Anchor, Link, Mark, Rectangle, Turn};
use crate::grid::{self, GridFace, LineWidths};
use crate::layout::{GridPage, Layout};
use crate::pages::Page;
use crate::paragraph::{LINE, Paragraph};
use crate::preset::Preset;
use crate::qr;
use crate::sizes::{QR, QR_GAP, SOLUTION_PAGE};
use crate::tone::Tone;
use crate::typeface::Weight;

impl Layout<'_> {
    /// Returns the face of a grid in the style of the book.
    pub(crate) fn face(&self, digits: Grid, bold: CellSet) -> GridFace {
        let style = &self.book.style;
        let least_lines = style.preset.map_or_else(LineWidths::default, |_| Preset::LINES);
        GridFace {
            large: style.large_print,
            least_lines,
            widths: style.line_widths,
            lines: style.line_tone.clone(),
            boxes: style.box_tone.clone(),
            ..GridFace::new(digits, bold)
        }
    }

    /// Returns the face of a puzzle.
    pub fn puzzle_face(&self, item: &Item) -> GridFace {
        let (style, clues) = (&self.book.style, item.puzzle.clues());
        let hint = item.hint.as_ref().filter(|_| style.hints == Some(HintPlace::Cell));
        let shaded = if style.shaded_clues { clues.pattern() } else { CellSet::EMPTY };
        let digits = item.digits();
        let candidates = style.pencilmarks.then(|| CandidateSet::from(&digits));
        GridFace {
            candidates: item.state.candidates.or(candidates),
            shaded,
            hinted: hint.map_or(CellSet::EMPTY, |hint| hint.placement.cell.into()),
            ..self.face(digits, clues.pattern())
        }
    }

    /// Returns the face of a solution, with bold clues.
    pub fn solution_face(&self, item: &Item) -> GridFace {
        self.face(*item.puzzle.solution().grid(), item.puzzle.clues().pattern())
    }
}

impl Page<'_> {
    /// Draws puzzles or solutions. The number of a puzzle links to its solution, and that of a solution to its puzzle.
    pub(super) fn grids<E>(
        &mut self,
        is_solution: bool,
        grids: &GridPage,
        area: &Rectangle,
        entries: std::ops::Range<u64>,
        items: &mut impl FnMut(u64) -> Result<Item, E>,
    ) -> Result<(), E> {
        let layout = self.layout;
        let (side, size) = (grids.arrangement.side, grids.heading);
        for (index, place) in entries.zip(grids.places(area)) {
            let item = items(index)?;
            let number = layout.number_of(index, &item);
            let remark = layout.heading(grids, &number, &item.remark);
            // A text of fewer lines than others is directly above its grid, too.
            let lines = [(grids.lines.heading, size), (remark.lines.len().max(1), remark.size)];
            let [all, own] = lines.map(|(count, size)| LINE * size * (count - 1) as f64);
            let top = place.y + if is_solution { 0.0 } else { all - own };
            let baseline = top + 0.95 * size;
            let number = layout.typeface.line(Weight::Bold, &number);
            let width = number.width();
            let plan = &layout.plan;
            let other = if is_solution { plan.page_of_puzzle(index) } else { plan.page_of_solution(index) };
            if let Some(page) = other {
                let rectangle = Rectangle { x: place.x, y: top, width: width * size, height: 1.2 * size };
                self.drawing.links.push(Link { rectangle, page });
            }
            self.drawing.text(number, size, (place.x, baseline), Anchor::Start);
            let at = (place.x, place.y + grids.above());
            if is_solution {
                grid::draw(&mut self.drawing, layout.typeface, &layout.solution_face(&item), at, side);
                continue;
            }
            self.drawing.lines(&remark, (place.right(), baseline), Anchor::End);
            grid::draw(&mut self.drawing, layout.typeface, &layout.puzzle_face(&item), at, side);
            let (mut y, usual) = (at.1 + side, grids.hint);
            if let Some(page) = other.filter(|_| grids.lines.has_solution_page) {
                let text = layout.book.words.solution_page.replace("{page}", &layout.folio(page).to_string());
                let (line, size) = self.one_line(Weight::Regular, &text, usual, side);
                let rectangle = Rectangle { x: place.x, y, width: line.width() * size, height: SOLUTION_PAGE * usual };
                self.drawing.links.push(Link { rectangle, page });
                self.drawing.text(line, size, (place.x, y + 1.3 * usual), Anchor::Start);
                y += SOLUTION_PAGE * usual;
            }
            if let Some(prefix) = &layout.book.style.qr_link {
                let is_beside = grids.arrangement.beside > 0.0;
                let below = (place.right() - QR, place.bottom() - QR);
                let at = if is_beside { (place.right() + QR_GAP, at.1 + side - QR) } else { below };
                self.drawing.marks.extend(qr::marks(prefix, item.puzzle.clues(), at, QR));
            }
            if let Some(hint) = item.hint.filter(|_| grids.lines.hint > 0) {
                let Paragraph { lines, size, .. } = layout.hint_below(grids, &hint);
                // The hint is upside down: it begins on the right of the lowest line, and its letters point down.
                y += 0.8 * usual + LINE * size * (lines.len() - 1) as f64;
                for line in lines {
                    let x = place.x + (side + line.width() * size) / 2.0;
                    self.drawing.marks.push(Mark::Text { x, y, size, tone: Tone::BLACK, turn: Turn::Half, line });
                    y -= LINE * size;
                }
            }
        }
        Ok(())
    }
}
