//! Bivalue universal grave: if every empty cell had two candidates and every digit two places in each house, or none,
//! the puzzle would have no solution or several; so one of the candidates that stand in the way of that is true.
//!
//! Such candidates are here called bugs. Each is the only one of its cell and digit, in some house, that can be too
//! many: the digit has more places there than two, but just one of them in a cell with more than two candidates. The
//! types are numbered as they usually are.

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
    summary: "all cells but a few have two digits, and every house two places for them: the few must break that",
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

/// Whether it is worth while to look closer, which is rare.
///
/// In a grave every cell with more than two candidates has a bug. One such cell is enough for type 1; all other types
/// eliminate in a cell that sees all of them, or need two in one house. In both cases there are cells that see all.
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
    /// The cells that see all cells of bugs.
    common: CellSet,
}

impl Grave<'_> {
    /// The grave that the position would be without its bugs, if it would be one.
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
                // Of several suspects, another house may tell which it is.
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

    /// Whether, without the bugs, every cell has two candidates and every digit two places or none in each house.
    fn is_deadly(&self) -> bool {
        let left = |digit| self.pencilmarks.cells(digit) - self.bugs.cells(digit);
        let has_two = |cell| (self.pencilmarks.digits(cell) - self.bugs.digits(cell)).len() == 2;
        self.pencilmarks.empty_cells().iter().all(has_two)
            && Digit::ALL.iter().all(|&digit| {
                let left = left(digit);
                House::all().all(|house| matches!((left & house.cells()).len(), 0 | 2))
            })
    }

    /// The only cell of bugs holds one of them.
    fn type_1(&self, cell: Cell) -> Step {
        let eliminations = self.pencilmarks.candidates_among(cell.into(), !self.bugs.digits(cell));
        self.step("type 1", TYPE_1, eliminations)
    }

    /// One of the bugs is true, and all are of one digit.
    fn type_2(&self, digit: Digit) -> Step {
        self.step("type 2", TYPES_2_AND_4, self.pencilmarks.candidates_among(self.common, digit.into()))
    }

    /// The bugs act as one cell with their digits, and this cell as part of a naked subset.
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

    /// Another digit has no place in a house but the two cells of bugs, so one of them holds it, and the other a bug.
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

    /// The houses with all cells of bugs.
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
    fn what_is_not_looked_at_closer_is_no_grave_from_which_anything_follows() {
        let mut closer = 0;
        each_position(1, |pencilmarks| {
            closer += usize::from(may_be_grave(pencilmarks));
            let Some(grave) = Grave::new(pencilmarks).filter(|_| !may_be_grave(pencilmarks)) else { return };
            assert!(grave.cells.len() > 1 && grave.common.is_empty(), "{pencilmarks:?}");
        });
        assert!(closer > 100, "{closer} positions are too few to say much");
    }
}
