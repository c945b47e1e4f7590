//! Bivalue universal grave: if every empty cell had two candidates, and every digit had two places or none in each
//! house, the puzzle would have no solution or several. So one of the candidates that prevent this is true.
//!
//! These candidates are called bugs here. In some house, a bug is the only candidate of its cell and digit that can be
//! superfluous: the digit has more than two places there, but just one of them in a cell with more than two candidates.
//! The types have their usual numbers.

mod words;

use std::ops::ControlFlow;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet, House, HouseKind};

use crate::order::{combinations, members};
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;

pub(super) static BIVALUE_UNIVERSAL_GRAVE: Technique = Technique {
    slug: "bivalue-universal-grave",
    name: "Bivalue Universal Grave",
    family: "Uniqueness",
    summary: "all cells but a few have two candidates, each with two places in its houses; the few prevent two solutions",
    ratings: Rating::range(5.6, 6.2),
    find,
    explain: words::explain,
};

const TYPE_1: Rating = Rating::new(5.6);
const TYPES_2_AND_4: Rating = Rating::new(5.7);

fn find(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    if !may_be_grave(pencilmarks) {
        return ControlFlow::Continue(());
    }
    let Some(grave) = Grave::new(pencilmarks) else { return ControlFlow::Continue(()) };
    let mut cells = grave.cells.iter();
    match (cells.next(), cells.next(), cells.next(), grave.digits.single()) {
        (None, ..) => ControlFlow::Continue(()), // The puzzle would have two solutions.
        (Some(cell), None, ..) => steps.report(grave.type_1(cell)),
        (Some(one), Some(other), third, Some(digit)) => {
            let type_2 = grave.type_2(digit);
            if third.is_none() && !type_2.has_effect() {
                return grave.type_4(one, other, steps);
            }
            steps.report(type_2)
        }
        (Some(one), Some(other), third, None) => {
            if third.is_none() {
                grave.type_4(one, other, steps)?;
            }
            grave.type_3(steps)
        }
    }
}

/// Returns `true` if a grave is possible, which is rare.
///
/// In a grave every cell with more than two candidates has a bug. A single such cell is enough for type 1. All other
/// types eliminate in a cell that sees all of them, or need two in one house. In both cases some cells see all of them.
fn may_be_grave(pencilmarks: &Pencilmarks) -> bool {
    let mut crowded = pencilmarks.empty_cells().iter().filter(|&cell| pencilmarks.digits(cell).len() > 2).peekable();
    let mut seeing = CellSet::ALL;
    crowded.peek().is_some()
        && crowded.all(|cell| {
            seeing &= cell.peers();
            !seeing.is_empty()
        })
}

struct Grave<'a> {
    pencilmarks: &'a Pencilmarks,
    /// The bugs, their cells and their digits.
    bugs: CandidateSet,
    cells: CellSet,
    digits: DigitSet,
    /// The cells that see all cells with bugs.
    common: CellSet,
}

impl Grave<'_> {
    /// Returns the grave, if the position without its bugs is one.
    fn new(pencilmarks: &Pencilmarks) -> Option<Grave<'_>> {
        let crowded: CellSet =
            pencilmarks.empty_cells().iter().filter(|&cell| pencilmarks.digits(cell).len() > 2).collect();
        let mut grave = Grave {
            pencilmarks,
            bugs: CandidateSet::EMPTY,
            cells: CellSet::EMPTY,
            digits: DigitSet::EMPTY,
            common: CellSet::ALL,
        };
        for house in boxes_rows_columns() {
            for digit in Digit::ALL {
                let places = pencilmarks.cells_in(house, digit);
                if matches!(places.len(), 0 | 2) {
                    continue;
                }
                let suspects = places & crowded;
                if suspects.is_empty() {
                    return None;
                }
                // Another house may show which of several suspects is the bug.
                if let Some(cell) = suspects.single() {
                    grave.bugs.insert(Candidate { cell, digit });
                    grave.cells.insert(cell);
                    grave.digits.insert(digit);
                    grave.common &= cell.peers();
                }
                if grave.cells.len() >= 2 && grave.digits.len() >= 2 && grave.common.is_empty() {
                    return None;
                }
            }
        }
        grave.is_deadly().then_some(grave)
    }

    /// Returns `true` if, without the bugs, every cell has two candidates and every digit two places or none in each
    /// house.
    fn is_deadly(&self) -> bool {
        let left = |digit| self.pencilmarks.cells(digit) - self.bugs.cells(digit);
        let has_two = |cell| (self.pencilmarks.digits(cell) - self.bugs.digits(cell)).len() == 2;
        self.pencilmarks.empty_cells().iter().all(has_two)
            && Digit::ALL.iter().all(|&digit| {
                let left = left(digit);
                House::all().all(|house| matches!((left & house.cells()).len(), 0 | 2))
            })
    }

    /// Returns the step of type 1: the only cell with bugs has one of them.
    fn type_1(&self, cell: Cell) -> Step {
        let eliminations = self.pencilmarks.candidates_among(cell.into(), !self.bugs.digits(cell));
        self.step("type 1", TYPE_1, eliminations)
    }

    /// Returns the step of type 2: one of the bugs is true, and all have the same digit.
    fn type_2(&self, digit: Digit) -> Step {
        self.step("type 2", TYPES_2_AND_4, self.pencilmarks.candidates_among(self.common, digit.into()))
    }

    /// Reports the steps of type 3: the bugs act as one cell with their digits, which is part of a naked subset.
    fn type_3(&self, steps: &mut Steps) -> ControlFlow<()> {
        for house in self.shared_houses() {
            let in_house = self.common & house.cells() & self.pencilmarks.empty_cells();
            let others: Vec<Cell> = in_house.iter().collect();
            for degree in 2..=6 {
                for chosen in combinations(others.len(), degree - 1) {
                    let cells: CellSet = members(chosen).map(|number| others[number]).collect();
                    let mut each = cells.iter().map(|cell| self.pencilmarks.digits(cell));
                    let union = each.clone().fold(DigitSet::EMPTY, |union, digits| union | digits);
                    if union.len() == degree && self.digits.is_subset(union) && each.all(|digits| digits.len() >= 2) {
                        let rating = Rating::new(5.7 + 0.1 * (degree - 1) as f64);
                        let eliminations = self.pencilmarks.candidates_among(in_house - cells, union);
                        let subset = self.pencilmarks.candidates_among(cells, union);
                        let pattern = self.bugs.iter().chain(subset.iter()).collect();
                        let step = self.step("type 3", rating, eliminations).because_of(pattern);
                        steps.report(step.seen_in(house))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the step of type 4: in a house, another digit has places in the two cells with bugs only. One cell has
    /// this digit and the other a bug.
    fn type_4(&self, one: Cell, other: Cell, steps: &mut Steps) -> ControlFlow<()> {
        let in_both = self.pencilmarks.digits(one) & self.pencilmarks.digits(other);
        let Some(locked) = (in_both - self.digits).single() else { return ControlFlow::Continue(()) };
        let Some(house) = self.shared_houses().next() else { return ControlFlow::Continue(()) };
        let mut eliminations = CandidateSet::EMPTY;
        for cell in [one, other] {
            let kept = self.bugs.digits(cell).with(locked);
            for digit in (self.pencilmarks.digits(cell) - kept).iter() {
                eliminations.insert(Candidate { cell, digit });
            }
        }
        steps.report(self.step("type 4", TYPES_2_AND_4, eliminations).seen_in(house))
    }

    /// Returns the houses with all cells of bugs.
    fn shared_houses(&self) -> impl Iterator<Item = House> {
        boxes_rows_columns().filter(|house| self.cells.is_subset(house.cells()))
    }

    fn step(&self, variant: &'static str, rating: Rating, eliminations: CandidateSet) -> Step {
        let step = Step::eliminate(&BIVALUE_UNIVERSAL_GRAVE, eliminations).because_of(self.bugs);
        step.of_variant(variant).rated(rating)
    }
}

fn boxes_rows_columns() -> impl Iterator<Item = House> {
    [HouseKind::Box, HouseKind::Row, HouseKind::Column].into_iter().flat_map(House::of_kind).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::tests::each_position;

    #[test]
    fn positions_that_are_not_checked_have_no_grave_with_an_effect() {
        let mut closer = 0;
        each_position(1, |pencilmarks| {
            closer += usize::from(may_be_grave(pencilmarks));
            let Some(grave) = Grave::new(pencilmarks).filter(|_| !may_be_grave(pencilmarks)) else { return };
            assert!(grave.cells.len() > 1 && grave.common.is_empty(), "{pencilmarks:?}");
        });
        assert!(closer > 100, "{closer} positions are too few to say much");
    }
}
