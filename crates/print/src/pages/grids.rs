//! Pages of grids: puzzles with their headings and hints, and solutions with the same numbers.

use minirow_core::{CandidateSet, CellSet, Grid};

use crate::book::{Hint, HintPlace, Item};
use crate::drawing::{Anchor, Link, Mark, Rectangle};
use crate::grid::{self, GridFace, LineWidths};
use crate::layout::Layout;
use crate::pages::Page;
use crate::preset::Preset;
use crate::sizes::{HEADING, hint_size};
use crate::typeface::Weight;

/// Returns the text of a hint below its grid: all but the step itself.
pub(crate) fn text_below(hint: &Hint) -> String {
    let [place, technique, _] = &hint.texts;
    [place, technique].into_iter().filter(|text| !text.is_empty()).cloned().collect::<Vec<_>>().join(" · ")
}

impl Layout<'_> {
    /// Returns the face of a grid in the style of the book.
    pub(crate) fn face(&self, digits: Grid, bold: CellSet) -> GridFace {
        let style = &self.book.style;
        let least_lines = style.preset.map_or_else(LineWidths::default, |_| Preset::LINES);
        GridFace { large: style.large_print, least_lines, ..GridFace::new(digits, bold) }
    }

    /// Returns the face of a puzzle.
    pub fn puzzle_face(&self, item: &Item) -> GridFace {
        let (style, clues) = (&self.book.style, item.puzzle.clues());
        let hint = item.hint.as_ref().filter(|_| style.hints == Some(HintPlace::Cell));
        let hinted = hint.map_or(CellSet::EMPTY, |hint| hint.placement.cell.into());
        let shaded_clues = if style.shaded_clues { clues.pattern() } else { CellSet::EMPTY };
        GridFace {
            candidates: style.pencilmarks.then(|| CandidateSet::from(clues)),
            shaded: hinted | shaded_clues,
            ..self.face(*clues, clues.pattern())
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
        entries: std::ops::Range<u64>,
        items: &mut impl FnMut(u64) -> Result<Item, E>,
    ) -> Result<(), E> {
        let layout = self.layout;
        let grids = if is_solution { layout.solutions.expect("a layout with solutions") } else { layout.puzzles };
        let (side, size) = (grids.arrangement.side, grids.heading);
        for (index, place) in entries.zip(grids.places(&layout.area(self.number))) {
            let item = items(index)?;
            let top = place.y;
            let baseline = top + 0.95 * size;
            let number = layout.typeface.line(Weight::Bold, &(layout.book.style.first_number + index).to_string());
            let width = number.width();
            let plan = &layout.plan;
            let other = if is_solution { plan.page_of_puzzle(index) } else { plan.page_of_solution(index) };
            if let Some(page) = other {
                let rectangle = Rectangle { x: place.x, y: top, width: width * size, height: 1.2 * size };
                self.drawing.links.push(Link { rectangle, page });
            }
            self.drawing.text(number, size, (place.x, baseline), Anchor::Start);
            let at = (place.x, top + HEADING * size);
            if is_solution {
                grid::draw(&mut self.drawing, layout.typeface, &layout.solution_face(&item), at, side);
                continue;
            }
            let (remark, size) = layout.one_line(Weight::Regular, &item.remark, size, side - (width + 1.0) * size);
            self.drawing.text(remark, size, (place.right(), baseline), Anchor::End);
            grid::draw(&mut self.drawing, layout.typeface, &layout.puzzle_face(&item), at, side);
            if let Some(hint) = item.hint.filter(|_| grids.below > 0.0) {
                let usual = hint_size(&layout.book.style, side);
                let (line, size) = layout.one_line(Weight::Regular, &text_below(&hint), usual, side);
                // The hint is upside down: it starts on the right, and its letters point down.
                let (x, y) = (place.x + (side + line.width() * size) / 2.0, at.1 + side + 0.8 * usual);
                self.drawing.marks.push(Mark::Text { x, y, size, grey: 0.0, turned: true, line });
            }
        }
        Ok(())
    }
}
