//! The types: the effect of a loop, by the cells of its roof and their further candidates.

use minirow_core::{CandidateSet, Cell, CellSet, Digit, DigitSet, House};

use super::{UNIQUE_LOOP, UniqueLoop};
use crate::order::{combinations, members};
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::Step;

/// Adds the steps of a loop, possibly including steps without effect.
pub(super) fn find(unique_loop: &UniqueLoop, pencilmarks: &Pencilmarks, found: &mut Vec<Step>) {
    let &UniqueLoop { digits, cells } = unique_loop;
    let roof: CellSet = cells.iter().filter(|&cell| pencilmarks.digits(cell) != digits).collect();
    let extra = roof.iter().fold(DigitSet::EMPTY, |all, cell| all | pencilmarks.digits(cell)) - digits;
    let case = Case { pencilmarks, digits, cells, roof, extra };

    let mut roof = roof.iter();
    match (roof.next(), roof.next(), roof.next()) {
        (None, ..) => {} // The puzzle would have two solutions.
        (Some(cell), None, _) => found.push(case.type_1(cell)),
        (Some(one), Some(other), None) => {
            match extra.single() {
                Some(digit) => found.push(case.type_2(digit)),
                None => case.type_3(one, other, found),
            }
            found.extend(case.type_4(one, other));
        }
        // With a roof of this size, the search allows only one further digit.
        _ => found.extend(extra.single().map(|digit| case.type_2(digit))),
    }
}

/// A loop, with its roof and the further candidates of the roof.
struct Case<'a> {
    pencilmarks: &'a Pencilmarks,
    digits: DigitSet,
    cells: CellSet,
    roof: CellSet,
    extra: DigitSet,
}

impl Case<'_> {
    /// Returns the step of type 1: the only cell of the roof has a further digit.
    fn type_1(&self, cell: Cell) -> Step {
        self.step("type 1", self.pencilmarks.candidates_among(cell.into(), self.digits))
    }

    /// Returns the step of type 2: one cell of the roof has the only further digit, so cells that see all of the roof
    /// lose it.
    fn type_2(&self, digit: Digit) -> Step {
        self.step("type 2", self.pencilmarks.candidates_among(self.roof.common_peers(), digit.into()))
    }

    /// Adds the steps of type 3: the two cells of the roof act as one cell with all their further digits, which is part
    /// of a naked or hidden subset.
    fn type_3(&self, one: Cell, other: Cell, found: &mut Vec<Step>) {
        for degree in self.extra.len()..=7 {
            for house in shared_houses(one, other) {
                self.naked_subsets(house, degree, found);
                self.hidden_subsets(house, degree, found);
            }
        }
    }

    /// Returns the step of type 4: in a house, one of the two digits has places in the two cells of the roof only. If
    /// both cells had the two digits only, the loop would be complete.
    fn type_4(&self, one: Cell, other: Cell) -> Option<Step> {
        let is_locked = |digit: Digit, house: &House| self.pencilmarks.cells_in(*house, digit).is_subset(self.roof);
        self.digits.iter().find_map(|digit| {
            let house = shared_houses(one, other).find(|house| is_locked(digit, house))?;
            let eliminations = self.pencilmarks.candidates_among(self.roof, self.digits.without(digit));
            Some(self.step("type 4", eliminations).seen_in(house))
        })
    }

    /// Adds naked subsets: as many cells as digits, with the roof counted as one cell.
    fn naked_subsets(&self, house: House, degree: usize, found: &mut Vec<Step>) {
        if 2 * degree > self.pencilmarks.empty_count(house) {
            return;
        }
        let digits_of = |cell| self.pencilmarks.digits(cell);
        let others: Vec<Cell> =
            (house.cells() - self.roof).iter().filter(|&cell| (2..=degree).contains(&digits_of(cell).len())).collect();
        // Sudoku Explainer 1.2.1 requires the other cells to have those digits too that only one cell of the roof has.
        let in_both = self.roof.iter().fold(self.extra, |in_both, cell| in_both & digits_of(cell));
        for chosen in combinations(others.len(), degree - 1) {
            let cells: CellSet = members(chosen).map(|number| others[number]).collect();
            let of_cells = cells.iter().fold(DigitSet::EMPTY, |all, cell| all | digits_of(cell));
            let digits = of_cells | self.extra;
            if digits.len() == degree && (of_cells | in_both).len() == degree {
                let eliminations = self.pencilmarks.candidates_among(house.cells() - self.roof - cells, digits);
                let subset = self.pencilmarks.candidates_among(cells, digits);
                found.push(self.with_subset(eliminations, subset, cells.len()).seen_in(house));
            }
        }
    }

    /// Adds hidden subsets: as many digits, including the two of the loop, as places, with the roof counted as one
    /// place.
    fn hidden_subsets(&self, house: House, degree: usize, found: &mut Vec<Step>) {
        if 2 * degree >= self.pencilmarks.empty_count(house) {
            return;
        }
        let others: Vec<Digit> = (!(self.digits | self.extra)).iter().collect();
        let places = |digit| self.pencilmarks.cells_in(house, digit) - self.roof;
        for chosen in combinations(others.len(), degree - 2) {
            let chosen: DigitSet = members(chosen).map(|number| others[number]).collect();
            // A digit without a place is already placed.
            let have_places = chosen.iter().all(|digit| !places(digit).is_empty());
            let digits = chosen | self.digits;
            let cells = digits.iter().fold(CellSet::EMPTY, |all, digit| all | places(digit));
            if have_places && cells.len() + 1 == degree {
                let eliminations = self.pencilmarks.candidates_among(cells, !digits);
                let subset = self.pencilmarks.candidates_among(cells, digits);
                found.push(self.with_subset(eliminations, subset, cells.len() - 1).seen_in(house));
            }
        }
    }

    /// Returns a step of type 3. Each increment adds a tenth to its rating.
    fn with_subset(&self, eliminations: CandidateSet, subset: CandidateSet, increments: usize) -> Step {
        let step = self.step("type 3", eliminations);
        let pattern = subset.iter().chain(step.pattern().iter()).collect();
        // In Sudoku Explainer 4.6 + 0.1 is less than 4.7, so this step comes before all steps rated 4.7. It must do
        // so here.
        let rating = Rating::new(self.base() + 0.1 * increments as f64);
        step.because_of(pattern).rated(rating)
    }

    fn step(&self, variant: &'static str, eliminations: CandidateSet) -> Step {
        let pattern = self.pencilmarks.candidates_among(self.cells, self.digits | self.extra);
        let step = Step::eliminate(&UNIQUE_LOOP, eliminations).because_of(pattern);
        step.of_variant(variant).rated(Rating::new(self.base()))
    }

    /// Returns the rating of a loop of this length without a subset.
    fn base(&self) -> f64 {
        match self.cells.len() {
            ..=4 => 4.5,
            5..=6 => 4.6,
            7..=8 => 4.7,
            9.. => 5.0,
        }
    }
}

/// Returns the houses that two cells share: box, row, column.
fn shared_houses(one: Cell, other: Cell) -> impl Iterator<Item = House> {
    let [row, column, box_] = one.houses();
    [box_, row, column].into_iter().filter(move |house| house.cells().contains(other))
}
