//! Almost locked sets (ALS): cells of a house with one digit more than cells, and the digits that connect two of them.

use minirow_core::{Cell, CellSet, Digit, DigitSet, House};

use crate::pattern::CellGroup;
use crate::state::State;

/// An almost locked set.
pub(crate) struct Als {
    pub(crate) cells: CellSet,
    pub(crate) digits: DigitSet,
    /// By digit: the cells beyond the set that have it and see all cells of the set with it.
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
        let mut seen = [CellSet::EMPTY; 9];
        for digit in digits.iter() {
            let places = state.cells(digit);
            seen[digit.index()] = (places & (places & cells).common_peers()) - cells;
        }
        Als { cells, digits, seen }
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
        for house in House::all() {
            let cells: Vec<Cell> = (house.cells() & state.unsolved()).iter().collect();
            extend(state, &cells, CellSet::EMPTY, DigitSet::EMPTY, &mut |cells, digits| {
                let mut houses = cells.iter().take(1).flat_map(Cell::houses);
                // Other sets are those of an earlier house, too.
                if houses.find(|house| cells.is_subset(house.cells())) == Some(house) {
                    sets.push(Als::new(state, cells, digits));
                }
            });
        }
        let pairs = pairs(state, &sets);
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
        let rest = &rest[place + 1..];
        if digits.len() <= cells.len() + 1 + rest.len() {
            extend(state, rest, cells, digits, visit);
        }
    }
}

/// Returns the pairs of sets without a common cell that have a restricted common digit. Of more than two such digits, the
/// first and the last count.
fn pairs(state: &State, sets: &[Als]) -> Vec<Restricted> {
    let words = sets.len().div_ceil(64);
    // As bits: the sets with a digit, and the sets with a cell.
    let (mut with_digit, mut with_cell) = (vec![0_u64; 9 * words], vec![0_u64; 81 * words]);
    for (number, set) in sets.iter().enumerate() {
        let (word, bit) = (number / 64, 1 << (number % 64));
        set.digits.iter().for_each(|digit| with_digit[digit.index() * words + word] |= bit);
        set.cells.iter().for_each(|cell| with_cell[cell.index() * words + word] |= bit);
    }
    let mut pairs = Vec::new();
    // By digit: the sets for which it is restricted.
    let mut restricted = vec![0; 9 * words];
    let mut any = vec![0; words];
    for (i, one) in sets.iter().enumerate() {
        any.fill(0);
        for digit in one.digits.iter() {
            let of_digit = digit.index() * words..(digit.index() + 1) * words;
            let restricted = &mut restricted[of_digit.clone()];
            restricted.fill(0);
            // The digit is not restricted for sets with these cells.
            let excluded = (state.cells(digit) - one.seen(digit)) | one.cells;
            for cell in excluded.iter() {
                let with_cell = &with_cell[cell.index() * words..][..words];
                restricted.iter_mut().zip(with_cell).for_each(|(all, with_cell)| *all |= with_cell);
            }
            for ((restricted, any), with_digit) in restricted.iter_mut().zip(&mut any).zip(&with_digit[of_digit]) {
                *restricted = with_digit & !*restricted;
                *any |= *restricted;
            }
        }
        for (word, &any) in any.iter().enumerate().skip(i / 64) {
            let mut rest = if word == i / 64 { any & (u64::MAX << (i % 64)) } else { any };
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                let is_restricted = |digit: &Digit| restricted[digit.index() * words + word] >> bit & 1 != 0;
                let mut digits = one.digits.iter().filter(is_restricted);
                let Some(first) = digits.next() else { continue };
                pairs.push(Restricted { sets: [i, 64 * word + bit as usize], first, second: digits.last() });
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use minirow_core::Puzzle;

    use super::*;

    /// Returns the restricted common digits of two sets.
    fn restricted(state: &State, [one, other]: [&Als; 2]) -> DigitSet {
        let see_each_other = |digit: &Digit| {
            let [one, other] = [one, other].map(|set| set.cells & state.cells(*digit));
            one.iter().all(|cell| other.is_subset(cell.peers()))
        };
        let digits = if one.cells.intersects(other.cells) { DigitSet::EMPTY } else { one.digits & other.digits };
        digits.iter().filter(see_each_other).collect()
    }

    #[test]
    fn pairs_equal_those_of_all_sets() {
        let clues = "............7..8.5.734..6....2.3...6.1......754...8..2.98..41....136........1....";
        let state = State::new(Puzzle::new(clues.parse().unwrap()).unwrap().clues());
        let AlmostLocked { sets, pairs } = AlmostLocked::of(&state);
        let mut found = pairs.iter();
        for (i, one) in sets.iter().enumerate() {
            for (j, other) in sets.iter().enumerate().skip(i + 1) {
                let mut digits = restricted(&state, [one, other]).iter();
                let Some(first) = digits.next() else { continue };
                let pair = found.next().unwrap();
                assert_eq!((pair.sets, pair.first, pair.second), ([i, j], first, digits.last()));
            }
        }
        assert!(found.next().is_none() && pairs.len() > 100, "{} pairs are too few to say much", pairs.len());
        let different: std::collections::HashSet<CellSet> = sets.iter().map(|set| set.cells).collect();
        assert_eq!(different.len(), sets.len());
    }
}
