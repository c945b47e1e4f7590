//! Pages of grids: puzzles with their headings and hints, and solutions with the same numbers.

use minirow_core::{CandidateSet, CellSet};

use crate::book::{HintPlace, Item};
use crate::drawing::{Anchor, Link, Mark, Rectangle};
use crate::grid::{self, GridFace};
use crate::layout::Layout;
use crate::pages::Page;
use crate::sizes::{HEADING, hint_size};
use crate::typeface::Weight;

impl Layout<'_> {
    /// Returns the face of a puzzle.
    pub fn puzzle_face(&self, item: &Item) -> GridFace {
        let (style, clues) = (&self.book.style, item.puzzle.clues());
        let hint = item.hint.as_ref().filter(|_| style.hints == Some(HintPlace::Cell));
        GridFace {
            large: style.large_print,
            candidates: style.pencilmarks.then(|| CandidateSet::from(clues)),
            shaded: hint.map_or(CellSet::EMPTY, |hint| hint.placement.cell.into()),
            ..GridFace::new(*clues, clues.pattern())
        }
    }

    /// Returns the face of a solution, with bold clues.
    pub fn solution_face(&self, item: &Item) -> GridFace {
        let face = GridFace::new(*item.puzzle.solution().grid(), item.puzzle.clues().pattern());
        GridFace { large: self.book.style.large_print, ..face }
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
        let (arrangement, size) = (grids.arrangement, grids.heading);
        let side = arrangement.side;
        for (index, place) in entries.zip(arrangement.places(&layout.area(self.number))) {
            let item = items(index)?;
            // Grids are in the middle of their places, or a little higher if they are alone in their column.
            let share = if arrangement.rows == 1 { 0.4 } else { 0.5 };
            let top = place.y + share * (place.height - HEADING * size - side - grids.below).max(0.0);
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
                let (line, size) = layout.one_line(Weight::Regular, &hint.text, usual, side);
                // The hint is upside down: it starts on the right, and its letters point down.
                let (x, y) = (place.x + (side + line.width() * size) / 2.0, at.1 + side + 0.8 * usual);
                self.drawing.marks.push(Mark::Text { x, y, size, grey: 0.0, turned: true, line });
            }
        }
        Ok(())
    }
}
