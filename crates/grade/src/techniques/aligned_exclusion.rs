//! Aligned exclusion: two or three cells cannot have digits that leave a cell that sees all of them without candidates,
//! nor equal digits if they see each other. A candidate that is in no possible combination is eliminated.
//!
//! The cells are called the base, and the cells that see all of them the excluders. An excluder can only be left
//! without candidates if it has at most as many as the base has cells.

mod words;

use std::ops::ControlFlow;

use minirow_core::{Candidate, CandidateSet, Cell, CellSet, Digit, DigitSet};

use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};
use crate::technique::Technique;

#[cfg(test)]
mod plain;

pub(super) static PAIR: Technique = Technique {
    slug: "aligned-pair-exclusion",
    name: "Aligned Pair Exclusion",
    summary: "two cells whose pairs of digits are excluded by cells that see both",
    ratings: Rating::range(6.2, 6.2),
    find: find_pairs,
    explain: |step, position| words::explain(step, position, 2),
};

pub(super) static TRIPLET: Technique = Technique {
    slug: "aligned-triplet-exclusion",
    name: "Aligned Triplet Exclusion",
    summary: "three cells whose triplets of digits are excluded by cells that see them",
    ratings: Rating::range(7.5, 7.5),
    find: find_triplets,
    explain: |step, position| words::explain(step, position, 3),
};

fn find_pairs(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    let cells = Cells::new(pencilmarks, 2);
    let changed = steps.changes().cells();
    cells.each_pair(|a, b, excluders| {
        if !changed.intersects(read_by([a, b])) {
            return ControlFlow::Continue(());
        }
        let (of_a, of_b) = (pencilmarks.digits(a), pencilmarks.digits(b));
        // A candidate is eliminated only if each candidate of the other cell, except an equal one, has its own excluder.
        if excluders.len() + 1 < of_a.len().min(of_b.len()) {
            return ControlFlow::Continue(());
        }
        let excluded = Pairs::new(excluders, pencilmarks);
        let has_none_beside = |digits: DigitSet, digit| (digits - excluded.beside(digit, a.sees(b))).is_empty();
        let out_of_a: DigitSet = of_a.iter().filter(|&x| has_none_beside(of_b, x)).collect();
        let out_of_b: DigitSet = of_b.iter().filter(|&y| has_none_beside(of_a, y)).collect();
        report(&PAIR, &[(a, out_of_a), (b, out_of_b)], excluders, pencilmarks, steps)
    })
}

fn find_triplets(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    let cells = Cells::new(pencilmarks, 3);
    let changed = steps.changes().cells();
    let excluded_by = |excluders| (Pairs::new(excluders, pencilmarks), Triplets::new(excluders, pencilmarks));
    cells.each_pair(|a, b, excluders| {
        let of_a = cells.excluders & a.peers();
        let of_b = cells.excluders & b.peers();
        let mut third = (of_a | of_b) & cells.base;
        if !changed.intersects(read_by([a, b])) {
            third &= changed;
        }
        if third.is_empty() {
            return ControlFlow::Continue(());
        }
        // The excluders of all three cells exclude no more than those of two, and even these usually exclude too
        // little.
        let (pairs, triplets) = excluded_by(excluders);
        let thirds = Thirds::of([a, b], &pairs, &triplets, pencilmarks);
        if thirds.is_never() {
            return ControlFlow::Continue(());
        }
        third &= seeing_two(excluders).without(a).without(b);
        for c in (third & of_a).iter().chain((third - of_a).iter()) {
            if !thirds.can_be(pencilmarks.digits(c)) {
                continue;
            }
            let base = Base::new([a, b, c], pencilmarks);
            let excluders = excluders & c.peers();
            let [out_of_a, out_of_b, out_of_c] = base.out(&excluded_by(excluders));
            report(&TRIPLET, &[(a, out_of_a), (b, out_of_b), (c, out_of_c)], excluders, pencilmarks, steps)?;
        }
        ControlFlow::Continue(())
    })
}

/// The digits of a third cell for which a triplet with two given cells can eliminate anything. It is an upper bound: it
/// assumes that the excluders of the two cells see all three, and that all three see each other. Usually there are
/// none.
struct Thirds {
    /// Digits that all pairs of these cells exclude from a third cell. A third cell loses these candidates.
    lost: DigitSet,
    /// For digits of the two cells: the digits that they exclude from a third cell, for any digit of the other cell. If
    /// a third cell has no other candidates, the digit is eliminated. Sets smaller than any cell's candidates are left
    /// out.
    left_without: [DigitSet; 18],
    len: usize,
}

impl Thirds {
    fn of(cells: [Cell; 2], pairs: &Pairs, triplets: &Triplets, pencilmarks: &Pencilmarks) -> Thirds {
        let [of_a, of_b] = cells.map(|cell| pencilmarks.digits(cell));
        let sees = cells[0].sees(cells[1]);
        let mut thirds = Thirds { lost: DigitSet::ALL, left_without: [DigitSet::EMPTY; 18], len: 0 };
        for (digits, others) in [(of_a, of_b), (of_b, of_a)] {
            for x in digits.iter() {
                let mut excluded = DigitSet::ALL;
                for y in (others - pairs.beside(x, sees)).iter() {
                    excluded &= pairs.beside(x, true) | pairs.beside(y, true) | triplets.beside(x, y);
                    // A third cell that sees both is never x, so the set does not become smaller.
                    if excluded == x.into() {
                        break;
                    }
                }
                thirds.lost &= excluded;
                if excluded.len() > 1 {
                    thirds.left_without[thirds.len] = excluded;
                    thirds.len += 1;
                }
            }
        }
        thirds
    }

    fn is_never(&self) -> bool {
        self.lost.is_empty() && self.len == 0
    }

    fn can_be(&self, digits: DigitSet) -> bool {
        digits.intersects(self.lost) || self.left_without[..self.len].iter().any(|excluded| digits.is_subset(*excluded))
    }
}

/// The cells for the search.
struct Cells {
    /// Cells with two candidates, or with up to three for a triplet.
    excluders: CellSet,
    /// Cells with more than one candidate that see an excluder and no naked single.
    base: CellSet,
}

impl Cells {
    fn new(pencilmarks: &Pencilmarks, degree: usize) -> Cells {
        let mut cells = Cells { excluders: CellSet::EMPTY, base: CellSet::EMPTY };
        let mut singles = CellSet::EMPTY;
        let mut several = CellSet::EMPTY;
        for cell in pencilmarks.empty_cells().iter() {
            match pencilmarks.digits(cell).len() {
                0 => {}
                1 => singles.insert(cell),
                len => {
                    several.insert(cell);
                    if len <= degree {
                        cells.excluders.insert(cell);
                    }
                }
            }
        }
        let is_base = |cell: &Cell| cell.peers().intersects(cells.excluders) && !cell.peers().intersects(singles);
        cells.base = several.iter().filter(is_base).collect();
        if cells.base.len() < degree {
            cells.base = CellSet::EMPTY;
        }
        cells
    }

    /// Visits each two cells of the base with at least two common excluders, and these excluders. The pairs are ordered
    /// by the later cell, then by the earlier one.
    fn each_pair(&self, mut visit: impl FnMut(Cell, Cell, CellSet) -> ControlFlow<()>) -> ControlFlow<()> {
        for b in self.base.iter() {
            let of_b = self.excluders & b.peers();
            for a in (self.base & seeing_two(of_b)).iter().take_while(|&a| a < b) {
                visit(a, b, of_b & a.peers())?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns the cells whose candidates decide what a base excludes, in a position without naked singles: those of the base,
/// and those that see all of it.
fn read_by<const N: usize>(base: [Cell; N]) -> CellSet {
    base.iter().fold(CellSet::ALL, |seeing, cell| seeing & cell.peers()) | CellSet::from_iter(base)
}

/// Returns the cells that see at least two cells of a set.
fn seeing_two(cells: CellSet) -> CellSet {
    let (mut one, mut two) = (CellSet::EMPTY, CellSet::EMPTY);
    for cell in cells.iter() {
        two |= one & cell.peers();
        one |= cell.peers();
    }
    two
}

/// For each digit, the digits with which it leaves an excluder without candidates.
struct Pairs([DigitSet; 9]);

impl Pairs {
    fn new(excluders: CellSet, pencilmarks: &Pencilmarks) -> Pairs {
        let mut excluded = [DigitSet::EMPTY; 9];
        for digits in excluders.iter().map(|cell| pencilmarks.digits(cell)).filter(|digits| digits.len() == 2) {
            digits.iter().for_each(|x| excluded[x.index()] |= digits.without(x));
        }
        Pairs(excluded)
    }

    /// Returns the digits that cannot be in one cell if a digit is in another. `sees` tells whether the cells see each
    /// other.
    fn beside(&self, digit: Digit, sees: bool) -> DigitSet {
        let excluded = self.0[digit.index()];
        if sees { excluded.with(digit) } else { excluded }
    }
}

/// For each two digits, the digits with which they leave an excluder with three candidates without any.
struct Triplets([[DigitSet; 9]; 9]);

impl Triplets {
    fn new(excluders: CellSet, pencilmarks: &Pencilmarks) -> Triplets {
        let mut excluded = [[DigitSet::EMPTY; 9]; 9];
        for digits in excluders.iter().map(|cell| pencilmarks.digits(cell)).filter(|digits| digits.len() == 3) {
            for x in digits.iter() {
                for y in digits.without(x).iter() {
                    excluded[x.index()][y.index()] |= digits.without(x).without(y);
                }
            }
        }
        Triplets(excluded)
    }

    fn beside(&self, x: Digit, y: Digit) -> DigitSet {
        self.0[x.index()][y.index()]
    }
}

/// Three cells with their candidates.
struct Base {
    digits: [DigitSet; 3],
    /// `true` for each pair that sees each other: the first two, the last two, the last and the first.
    sees: [bool; 3],
}

impl Base {
    fn new(cells: [Cell; 3], pencilmarks: &Pencilmarks) -> Base {
        let [a, b, c] = cells;
        Base { digits: cells.map(|cell| pencilmarks.digits(cell)), sees: [a.sees(b), b.sees(c), c.sees(a)] }
    }

    /// Returns the candidates of each cell that are in no possible combination.
    fn out(&self, (pairs, triplets): &(Pairs, Triplets)) -> [DigitSet; 3] {
        [0, 1, 2].map(|first| {
            // The three cells in turn, starting with this one.
            let [second, third] = [(first + 1) % 3, (first + 2) % 3];
            let is_out = |&x: &Digit| {
                let of_second = self.digits[second] - pairs.beside(x, self.sees[first]);
                let of_third = self.digits[third] - pairs.beside(x, self.sees[third]);
                let mut left =
                    of_second.iter().map(|y| of_third - pairs.beside(y, self.sees[second]) - triplets.beside(x, y));
                left.all(DigitSet::is_empty)
            };
            self.digits[first].iter().filter(is_out).collect()
        })
    }
}

fn report(
    technique: &'static Technique,
    base: &[(Cell, DigitSet)],
    excluders: CellSet,
    pencilmarks: &Pencilmarks,
    steps: &mut Steps,
) -> ControlFlow<()> {
    if base.iter().all(|(_, out)| out.is_empty()) {
        return ControlFlow::Continue(());
    }
    let mut eliminations = CandidateSet::EMPTY;
    for &(cell, out) in base {
        out.iter().for_each(|digit| eliminations.insert(Candidate { cell, digit }));
    }
    let cells: CellSet = base.iter().map(|&(cell, _)| cell).collect();
    let digits = cells.iter().fold(DigitSet::EMPTY, |all, cell| all | pencilmarks.digits(cell));
    let relevant: CellSet = excluders.iter().filter(|&cell| pencilmarks.digits(cell).is_subset(digits)).collect();
    let pattern = pencilmarks.candidates_among(cells | relevant, DigitSet::ALL);
    steps.report(Step::eliminate(technique, eliminations).because_of(pattern))
}

#[cfg(test)]
mod tests {
    use minirow_core::Grid;

    use super::*;
    use crate::techniques::tests::each_position;

    #[test]
    fn pairs_equal_those_of_the_plain_search_in_the_same_order() {
        check_agreement(&PAIR, plain::pairs, 5);
    }

    #[test]
    fn triplets_equal_those_of_the_plain_search_in_the_same_order() {
        check_agreement(&TRIPLET, plain::triplets, 100);
    }

    fn check_agreement(technique: &Technique, plain: fn(&Pencilmarks) -> Vec<CandidateSet>, stride: usize) {
        let mut count = 0;
        each_position(stride, |pencilmarks| {
            let steps = technique.all_steps(pencilmarks);
            let found: Vec<CandidateSet> = steps.iter().map(|step| *step.eliminations()).collect();
            assert_eq!(found, plain(pencilmarks), "{technique} in {pencilmarks:?}");
            count += found.len();
        });
        assert!(count > 1000, "{count} steps are too few to say much");
    }

    #[test]
    fn a_triplet_leaves_a_cell_with_three_candidates_empty() {
        // If r1c1 were 1, one of r1c78 and r23c2 would have no candidate left, whatever r1c2 and r1c3 are.
        let base = [(0, 0, "189"), (0, 1, "45"), (0, 2, "67")];
        let excluders = [(0, 6, "146"), (0, 7, "157"), (1, 1, "147"), (2, 1, "156")];
        // Each of the three is the third cell once.
        assert_eq!(triplets(&[&base[..], &excluders].concat()), ["r1c1<>1"; 3]);
        // With one excluder less, r1c1, r1c2 and r1c3 can be 1, 5 and 6.
        assert!(triplets(&[&base[..], &excluders[..3]].concat()).is_empty());
    }

    /// Returns the steps if some cells, by row and column, have these candidates, and the others have all.
    fn triplets(cells: &[(usize, usize, &str)]) -> Vec<String> {
        let mut pencilmarks = Pencilmarks::from(&Grid::EMPTY);
        for &(row, column, digits) in cells {
            for digit in Digit::ALL.into_iter().filter(|digit| !digits.contains(&digit.to_string())) {
                pencilmarks.eliminate(Candidate { cell: Cell::at(row, column), digit });
            }
        }
        TRIPLET.all_steps(&pencilmarks).iter().map(Step::to_string).collect()
    }
}
