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
    family: "Aligned exclusion",
    summary: "two cells whose pairs of digits are excluded by cells that see both",
    ratings: Rating::range(6.2, 6.2),
    find: find_pairs,
    explain: |step, position| words::explain(step, position, 2),
};

pub(super) static TRIPLET: Technique = Technique {
    slug: "aligned-triplet-exclusion",
    name: "Aligned Triplet Exclusion",
    family: "Aligned exclusion",
    summary: "three cells whose triplets of digits are excluded by cells that see them",
    ratings: Rating::range(7.5, 7.5),
    find: find_triplets,
    explain: |step, position| words::explain(step, position, 3),
};

/// Finds pairs by the cell that excludes a digit from the other, for all other cells at once.
fn find_pairs(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    let cells = Cells::new(pencilmarks, 2);
    let changed = steps.changes().cells();
    let mut found = Vec::new();
    // Only the cell and the excluders decide which digits it excludes from others.
    for cell in cells.base.iter().filter(|cell| changed.intersects(cell.peers().with(*cell))) {
        let excluders = cells.excluders & cell.peers();
        // The digits excluded by all digits of the cell so far, and where.
        let mut out = DigitSet::ALL;
        let mut out_of = [CellSet::ALL; 9];
        for x in pencilmarks.digits(cell).iter() {
            let mut beside = DigitSet::from(x);
            let mut seen = [CellSet::EMPTY; 9];
            seen[x.index()] = cell.peers();
            for excluder in (excluders & pencilmarks.cells(x)).iter() {
                let y = pencilmarks.digits(excluder).without(x).first().expect("two candidates");
                beside.insert(y);
                seen[y.index()] |= excluder.peers();
            }
            out &= beside;
            if out.is_empty() {
                break;
            }
            out.iter().for_each(|y| out_of[y.index()] &= seen[y.index()]);
        }
        if !out.is_empty() {
            let others = (cells.base & seeing_two(excluders)).without(cell);
            let lose = |y: Digit| out_of[y.index()] & pencilmarks.cells(y) & others;
            let losing = out.iter().fold(CellSet::EMPTY, |all, y| all | lose(y));
            found.extend(losing.iter().map(|other| (cell.max(other), cell.min(other))));
        }
    }
    // Sudoku Explainer orders pairs by the later cell, then by the earlier one.
    found.sort_unstable();
    found.dedup();
    for (b, a) in found {
        let common = cells.excluders & a.peers() & b.peers();
        let excluders = Excluders::new(common, pencilmarks);
        let [of_a, of_b] = [a, b].map(|cell| pencilmarks.digits(cell));
        let out_of_a = excluders.out_of_second(of_b, of_a, a.sees(b));
        let out_of_b = excluders.out_of_second(of_a, of_b, a.sees(b));
        report(&PAIR, &[(a, out_of_a), (b, out_of_b)], common, pencilmarks, steps)?;
    }
    ControlFlow::Continue(())
}

/// Finds triplets by the two cells that exclude a digit from the third. Most pairs of cells exclude no digit from any third
/// cell, whichever it is.
fn find_triplets(pencilmarks: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    let cells = Cells::new(pencilmarks, 3);
    let changed = steps.changes().cells();
    // A triplet can also be new because one of its cells has become an excluder. It is the third one then.
    let new_excluders = changed & cells.excluders & cells.base;
    let mut found = Vec::new();
    cells.each_pair(changed, new_excluders, |a, b, common| {
        let is_affected = changed.intersects((a.peers() & b.peers()).with(a).with(b));
        let mut thirds = if is_affected { cells.base } else { new_excluders }.without(a).without(b);
        if !cells.excluders.contains(a) && !cells.excluders.contains(b) {
            thirds &= cells.excluders;
        }
        if thirds.is_empty() {
            return;
        }
        thirds &= seeing_two(common);
        if thirds.is_empty() {
            return;
        }
        let out = Excluders::new(common, pencilmarks).out_of_any_third(a, b, pencilmarks);
        thirds &= out.iter().fold(CellSet::EMPTY, |with_digit, digit| with_digit | pencilmarks.cells(digit));
        for c in thirds.iter() {
            let triplet = Triplet::new([a, b, c], common & c.peers(), pencilmarks);
            if !triplet.out(2).is_empty() {
                cells.add_orders([a, b, c], &mut found);
            }
        }
    });
    found.sort_unstable();
    found.dedup();
    for Order { a, b, c, .. } in found {
        let common = cells.excluders & CellSet::from_iter([a, b, c]).common_peers();
        let triplet = Triplet::new([a, b, c], common, pencilmarks);
        let base = [(a, triplet.out(0)), (b, triplet.out(1)), (c, triplet.out(2))];
        report(&TRIPLET, &base, common, pencilmarks, steps)?;
    }
    ControlFlow::Continue(())
}

/// Three cells in the order in which Sudoku Explainer finds them: by the later of the first two, then by the other one. The
/// third cells that the earlier one sees come before the others.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Order {
    b: Cell,
    a: Cell,
    is_seen_by_b_only: bool,
    c: Cell,
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
        let more_than = pencilmarks.cells_with_more_than();
        let excluders = more_than[1] - more_than[degree];
        let singles = more_than[0] - more_than[1];
        let base = (more_than[1] & excluders.any_peers()) - singles.any_peers();
        Cells { excluders, base: if base.len() < degree { CellSet::EMPTY } else { base } }
    }

    /// Visits each two cells of the base with at least two common excluders, and these excluders.
    ///
    /// The two cells and the cells that see both decide what the pair excludes, in a position without naked singles. So
    /// pairs without a change there are left out, unless one of their cells sees a new excluder.
    fn each_pair(&self, changed: CellSet, new_excluders: CellSet, mut visit: impl FnMut(Cell, Cell, CellSet)) {
        let beside_all = changed | new_excluders.any_peers();
        let mut earlier = CellSet::EMPTY;
        for b in self.base.iter() {
            let is_all = changed.contains(b) || new_excluders.intersects(b.peers());
            let beside_b = if is_all { CellSet::ALL } else { beside_all | (changed & b.peers()).any_peers() };
            if earlier.intersects(beside_b) {
                let of_b = self.excluders & b.peers();
                for a in (earlier & beside_b & seeing_two(of_b)).iter() {
                    visit(a, b, of_b & a.peers());
                }
            }
            earlier.insert(b);
        }
    }

    /// Adds the orders in which three cells are found. The third one is an excluder, and sees one of the others.
    fn add_orders(&self, cells: [Cell; 3], orders: &mut Vec<Order>) {
        for (number, c) in cells.into_iter().enumerate().filter(|&(_, c)| self.excluders.contains(c)) {
            let [one, other] = [cells[(number + 1) % 3], cells[(number + 2) % 3]];
            let (a, b) = (one.min(other), one.max(other));
            if c.sees(a) || c.sees(b) {
                orders.push(Order { b, a, is_seen_by_b_only: !c.sees(a), c });
            }
        }
    }
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

/// The candidates of excluders. At most 13 cells see two cells.
struct Excluders {
    digits: [DigitSet; 13],
    len: usize,
}

impl Excluders {
    fn new(cells: CellSet, pencilmarks: &Pencilmarks) -> Excluders {
        let mut excluders = Excluders { digits: [DigitSet::EMPTY; 13], len: 0 };
        for cell in cells.iter() {
            excluders.digits[excluders.len] = pencilmarks.digits(cell);
            excluders.len += 1;
        }
        excluders
    }

    /// Returns the digits that leave an excluder without candidates together with the given ones.
    fn beside(&self, given: DigitSet) -> DigitSet {
        let mut excluded = DigitSet::EMPTY;
        for &digits in &self.digits[..self.len] {
            let left = digits - given;
            if left.is_empty() {
                return DigitSet::ALL;
            }
            if left.single().is_some() {
                excluded |= left;
            }
        }
        excluded
    }

    /// Returns the digits of the second of two cells that are excluded beside all digits of the first.
    fn out_of_second(&self, first: DigitSet, second: DigitSet, sees: bool) -> DigitSet {
        let mut out = second;
        for x in first.iter() {
            let same = if sees { DigitSet::from(x) } else { DigitSet::EMPTY };
            out &= self.beside(x.into()) | same;
            if out.is_empty() {
                break;
            }
        }
        out
    }

    /// Returns the digits that two cells exclude from a third cell that sees both of them and all of the excluders. They
    /// exclude no more from any other cell.
    fn out_of_any_third(&self, a: Cell, b: Cell, pencilmarks: &Pencilmarks) -> DigitSet {
        let mut out = DigitSet::ALL;
        for x in pencilmarks.digits(a).iter() {
            for y in pencilmarks.digits(b).iter() {
                if x != y || !a.sees(b) {
                    let given = DigitSet::from(x).with(y);
                    out &= self.beside(given) | given;
                    if out.is_empty() {
                        return out;
                    }
                }
            }
        }
        out
    }
}

/// Three cells with their candidates, and their excluders.
struct Triplet {
    digits: [DigitSet; 3],
    /// `true` for each pair that sees each other: the first two, the last two, the last and the first.
    sees: [bool; 3],
    excluders: Excluders,
}

impl Triplet {
    fn new(cells: [Cell; 3], common: CellSet, pencilmarks: &Pencilmarks) -> Triplet {
        let [a, b, c] = cells;
        Triplet {
            digits: cells.map(|cell| pencilmarks.digits(cell)),
            sees: [a.sees(b), b.sees(c), c.sees(a)],
            excluders: Excluders::new(common, pencilmarks),
        }
    }

    /// Returns the candidates of the cell with this number that are in no possible combination.
    fn out(&self, number: usize) -> DigitSet {
        // The three cells in turn, starting with this one.
        let [second, third] = [(number + 1) % 3, (number + 2) % 3];
        let beside = |digit: Digit, sees: bool| if sees { DigitSet::from(digit) } else { DigitSet::EMPTY };
        let is_out = |&x: &Digit| {
            let (of_second, of_third) = (beside(x, self.sees[number]), beside(x, self.sees[third]));
            (self.digits[second] - of_second).iter().all(|y| {
                let excluded =
                    self.excluders.beside(DigitSet::from(x).with(y)) | of_third | beside(y, self.sees[second]);
                self.digits[third].is_subset(excluded)
            })
        };
        self.digits[number].iter().filter(is_out).collect()
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
