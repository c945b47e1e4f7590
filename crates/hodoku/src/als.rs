//! Almost locked sets (ALS): cells of a house with one digit more than cells, and the digits that connect two of them.

use std::collections::HashSet;

use minirow_core::{Cell, CellSet, Digit, DigitSet, House};

use crate::pattern::CellGroup;
use crate::state::State;

/// An almost locked set.
pub(crate) struct Als {
    pub(crate) cells: CellSet,
    pub(crate) digits: DigitSet,
    /// By digit: the cells with it, and the cells beyond that have it and see all of these.
    with: [CellSet; 9],
    seen: [CellSet; 9],
}

/// A pair of sets that cannot both have a digit, the restricted common. There may be a second one.
#[derive(Clone, Copy)]
pub(crate) struct Restricted {
    pub(crate) sets: [usize; 2],
    pub(crate) first: Digit,
    pub(crate) second: Option<Digit>,
}

impl Restricted {
    /// Returns the restricted common digits.
    pub(crate) fn digits(&self) -> DigitSet {
        self.second.into_iter().fold(self.first.into(), DigitSet::with)
    }
}

/// The almost locked sets of a position, and their pairs in order of the first and then of the second set.
pub(crate) struct AlmostLocked {
    pub(crate) sets: Vec<Als>,
    pub(crate) pairs: Vec<Restricted>,
}

impl Als {
    fn new(state: &State, cells: CellSet, digits: DigitSet) -> Als {
        let with = Digit::ALL.map(|digit| state.cells(digit) & cells);
        let seen = Digit::ALL.map(|digit| {
            let with = with[digit.index()];
            if with.is_empty() { CellSet::EMPTY } else { (state.cells(digit) & with.common_peers()) - cells }
        });
        Als { cells, digits, with, seen }
    }

    /// Returns the cells with their digits.
    pub(crate) fn group(&self) -> CellGroup {
        CellGroup { cells: self.cells, digits: self.digits }
    }

    /// Returns the cells beyond the set that have a digit and see all cells of the set with it.
    pub(crate) fn seen(&self, digit: Digit) -> CellSet {
        self.seen[digit.index()]
    }
}

impl AlmostLocked {
    pub(crate) fn of(state: &State) -> AlmostLocked {
        let mut sets = Vec::new();
        let mut known = HashSet::new();
        for house in House::all() {
            let cells: Vec<Cell> = (house.cells() & state.unsolved()).iter().collect();
            extend(state, &cells, CellSet::EMPTY, DigitSet::EMPTY, &mut |cells, digits| {
                if known.insert(cells) {
                    sets.push(Als::new(state, cells, digits));
                }
            });
        }
        let pairs = pairs(&sets);
        AlmostLocked { sets, pairs }
    }
}

/// Visits the sets with one digit more than cells, depth first.
fn extend(state: &State, rest: &[Cell], cells: CellSet, digits: DigitSet, visit: &mut impl FnMut(CellSet, DigitSet)) {
    for (place, &cell) in rest.iter().enumerate() {
        let (cells, digits) = (cells.with(cell), digits | state.digits(cell));
        if cells.len() > 8 {
            return;
        }
        if digits.len() == cells.len() + 1 {
            visit(cells, digits);
        }
        extend(state, &rest[place + 1..], cells, digits, visit);
    }
}

/// Returns the pairs of sets without a common cell that have a restricted common digit. Of more than two such digits, the
/// first and the last count.
fn pairs(sets: &[Als]) -> Vec<Restricted> {
    let mut pairs = Vec::new();
    for (i, one) in sets.iter().enumerate() {
        for (j, other) in sets.iter().enumerate().skip(i + 1) {
            let common = one.digits & other.digits;
            if common.is_empty() || one.cells.intersects(other.cells) {
                continue;
            }
            let mut restricted =
                common.iter().filter(|&digit| other.with[digit.index()].is_subset(one.seen[digit.index()]));
            if let Some(first) = restricted.next() {
                pairs.push(Restricted { sets: [i, j], first, second: restricted.last() });
            }
        }
    }
    pairs
}
