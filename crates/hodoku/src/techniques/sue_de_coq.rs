//! Sue de Coq: cells where a line meets a box have at least two digits more than cells. Cells of the line and of the box that
//! use up these digits make a set in which each digit occurs in the line or in the box only, which eliminates it elsewhere.

use super::prelude::*;

pub(super) static SUE_DE_COQ: Technique = Technique {
    slug: "sue-de-coq",
    name: "Sue de Coq",
    score: 250,
    level: Level::Unfair,
    find: |search| Ok(search.by_cell(&SUE_DE_COQ, find)),
};

/// The cells of a line and of a box, and those chosen where they meet.
struct Crossing<'a> {
    state: &'a State,
    line: CellSet,
    box_: CellSet,
    chosen: CellGroup,
}

fn find(state: &State, changed: CellSet) -> Option<Step> {
    let lines = House::ROWS.into_iter().chain(House::COLUMNS);
    lines.flat_map(|line| House::BOXES.map(|box_| (line, box_))).find_map(|(line, box_)| {
        let [line, box_] = [line, box_].map(|house| house.cells() & state.unsolved());
        let crossing = line & box_;
        if crossing.len() < 2 || !(line | box_).intersects(changed) {
            return None;
        }
        subsets(state, crossing, &mut |chosen| {
            let is_wide = matches!(chosen.cells.len(), 2 | 3) && chosen.digits.len() >= chosen.cells.len() + 2;
            is_wide.then(|| Crossing { state, line, box_, chosen }.with_line_part())?
        })
    })
}

/// Visits the subsets of some cells depth first: {a}, {a,b}, {a,b,c}, {a,c}, {b}, ... Returns the first result.
fn subsets<R>(state: &State, cells: CellSet, visit: &mut impl FnMut(CellGroup) -> Option<R>) -> Option<R> {
    fn extend<R>(
        state: &State,
        part: CellGroup,
        rest: CellSet,
        visit: &mut impl FnMut(CellGroup) -> Option<R>,
    ) -> Option<R> {
        let mut rest = rest;
        while let Some(cell) = rest.first() {
            rest.remove(cell);
            let part = CellGroup { cells: part.cells.with(cell), digits: part.digits | state.digits(cell) };
            let found = visit(part).or_else(|| extend(state, part, rest, visit));
            if found.is_some() {
                return found;
            }
        }
        None
    }
    extend(state, CellGroup { cells: CellSet::EMPTY, digits: DigitSet::EMPTY }, cells, visit)
}

impl Crossing<'_> {
    fn with_line_part(&self) -> Option<Step> {
        let CellGroup { cells, digits } = self.chosen;
        let plus = digits.len() - cells.len();
        subsets(self.state, self.line - cells, &mut |line| {
            let used = line.cells.len().checked_sub((line.digits - digits).len()).filter(|&used| used > 0)?;
            (line.digits.intersects(digits) && used < plus).then(|| self.with_box_part(line, plus - used))?
        })
    }

    /// Searches cells of the box that use up the `rest` of the digits, of which none is used in the line.
    fn with_box_part(&self, line: CellGroup, rest: usize) -> Option<Step> {
        let CellGroup { cells, digits } = self.chosen;
        let forbidden = line.digits & digits;
        let is_allowed = |&cell: &Cell| !self.state.digits(cell).intersects(forbidden);
        let in_box = (self.box_ - cells - line.cells).iter().filter(is_allowed);
        subsets(self.state, in_box.collect(), &mut |box_| {
            let uses_rest = box_.cells.len() == (box_.digits - digits).len() + rest;
            let fits = box_.digits.intersects(digits) && uses_rest;
            fits.then(|| self.step(line, box_))?
        })
    }

    fn step(&self, line: CellGroup, box_: CellGroup) -> Option<Step> {
        let CellGroup { cells, digits } = self.chosen;
        let common = line.digits & box_.digits;
        let mut eliminations = Vec::new();
        for (of, part, other) in [(self.box_, box_, line), (self.line, line, box_)] {
            let lost = ((digits | part.digits) - other.digits) | common;
            for cell in (of - part.cells - cells).iter() {
                eliminations.extend((self.state.digits(cell) & lost).iter().map(|digit| Candidate { cell, digit }));
            }
        }
        let pattern = Pattern::SueDeCoq { crossing: self.chosen, line, box_ };
        (!eliminations.is_empty()).then(|| Step::eliminate(&SUE_DE_COQ, pattern, eliminations))
    }
}
