//! Propagation of naked and hidden singles in many positions side by side.
//!
//! The positions differ from a common start in one cell each, as if something was assumed about the cell. Each lane of the
//! vectors of the crate `fearless_simd` holds one position; a vector holds the digits of one cell.

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch};

use crate::cell::Cell;
use crate::digit::DigitSet;
use crate::house::House;

/// The digits that are possible in each cell. A cell without digits takes no part: it is filled, and its digit is no
/// longer possible elsewhere.
pub type CellDigits = [DigitSet; 81];

/// The digits that are left, or a contradiction.
pub type PropagationResult = Result<CellDigits, Contradiction>;

/// A cell without a digit, a digit without a place in a house, or two equal singles in a house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// The number of passes over the grid until it was found. As a rule, the fewer there are, the shorter is the proof.
    pub passes: u32,
}

/// Restricts one cell of `start` at a time to some of its digits, and places naked and hidden singles until there are
/// none. Replaces the contents of `results` by one position for each restriction, or an error if it leads to a
/// contradiction. The results are those of [`propagate_candidates`](super::propagate_candidates), on all instruction sets.
///
/// ```
/// use minirow_core::{Cell, Digit, DigitSet, singles::batch};
///
/// let start = [DigitSet::ALL; 81];
/// let mut results = Vec::new();
/// batch::propagate(&start, &[(Cell::at(0, 0), Digit::D5.into()), (Cell::at(0, 0), DigitSet::EMPTY)], &mut results);
/// assert_eq!(results[0].unwrap()[8].to_string(), "12346789");
/// assert_eq!(results[1], Err(batch::Contradiction { passes: 1 }));
/// ```
pub fn propagate(start: &CellDigits, restrictions: &[(Cell, DigitSet)], results: &mut Vec<PropagationResult>) {
    results.clear();
    let start = Start::new(start);
    dispatch!(Level::new(), simd => start.propagate(simd, restrictions, results));
}

/// The common start.
struct Start {
    /// The cells that take part, with their digits and the indices of their row, column and box.
    cells: Vec<(Cell, u16, [usize; 3])>,
    houses: Vec<StartHouse>,
}

/// A house with cells that take part.
struct StartHouse {
    /// The indices of these cells in `cells`, and their number.
    places: [u8; 9],
    len: usize,
    /// The digits that need a place.
    required: u16,
}

impl Start {
    fn new(digits: &CellDigits) -> Start {
        let (mut cells, mut places) = (Vec::with_capacity(81), [0; 81]);
        for cell in Cell::ALL.into_iter().filter(|cell| !digits[cell.index()].is_empty()) {
            places[cell.index()] = cells.len() as u8;
            cells.push((cell, digits[cell.index()].bits(), cell.houses().map(House::index)));
        }
        let of_house = |house: House| {
            let mut found = StartHouse { places: [0; 9], len: 0, required: 0 };
            for cell in house.cells().iter().filter(|cell| !digits[cell.index()].is_empty()) {
                found.places[found.len] = places[cell.index()];
                found.len += 1;
                found.required |= digits[cell.index()].bits();
            }
            found
        };
        Start { cells, houses: House::all().map(of_house).filter(|house| house.len > 0).collect() }
    }

    #[inline(always)]
    fn propagate<S: Simd>(&self, simd: S, restrictions: &[(Cell, DigitSet)], results: &mut Vec<PropagationResult>) {
        results.resize(restrictions.len(), Ok([DigitSet::EMPTY; 81]));
        let mut cells = [S::u16s::splat(simd, 0); 81];
        let mut open = restrictions.iter().enumerate();
        // By lane: the index of its restriction, and the number of passes before it.
        let mut lanes = [None; 64];
        let (mut done, mut passes) = (u64::MAX >> (64 - S::u16s::LEN), 0);
        loop {
            while done != 0 {
                let lane = done.trailing_zeros() as usize;
                done &= done - 1;
                lanes[lane] = open.next().map(|(index, &(cell, restricted))| {
                    for (digits, &(other, start, _)) in cells.iter_mut().zip(&self.cells) {
                        digits[lane] = if other == cell { start & restricted.bits() } else { start };
                    }
                    (index, passes)
                });
            }
            if lanes[..S::u16s::LEN].iter().all(Option::is_none) {
                return;
            }
            passes += 1;
            let (wrong, changed) = self.pass(simd, &mut cells);
            let ended = wrong | !changed;
            for lane in 0..S::u16s::LEN {
                let Some((index, before)) = lanes[lane].filter(|_| ended >> lane & 1 != 0) else { continue };
                done |= 1 << lane;
                if wrong >> lane & 1 != 0 {
                    results[index] = Err(Contradiction { passes: passes - before });
                } else if let Ok(result) = &mut results[index] {
                    for (digits, (cell, ..)) in cells.iter().zip(&self.cells) {
                        result[cell.index()] = DigitSet::from_bits(digits[lane]);
                    }
                }
            }
        }
    }

    /// Places hidden singles and then naked singles once. Returns the lanes with a contradiction, and those that have
    /// changed, as bits.
    #[inline(always)]
    fn pass<S: Simd>(&self, simd: S, cells: &mut [S::u16s; 81]) -> (u64, u64) {
        let zero = S::u16s::splat(simd, 0);
        let (mut wrong, mut changed) = (zero, zero);
        for StartHouse { places, len, required } in &self.houses {
            let places = &places[..*len];
            let (mut once, mut twice) = (zero, zero);
            for &place in places {
                let digits = cells[usize::from(place)];
                twice |= once & digits;
                once |= digits;
            }
            wrong |= once ^ S::u16s::splat(simd, *required);
            let hidden = once & !twice;
            for &place in places {
                let digits = &mut cells[usize::from(place)];
                let single = *digits & hidden;
                // Of two hidden singles in a cell one is kept: then the other has no place left.
                let new = single.simd_eq(zero).select(*digits, single & (zero - single));
                changed |= new ^ *digits;
                *digits = new;
            }
        }
        let is_naked = |digits: S::u16s| (digits & (digits - 1)).simd_eq(zero);
        let mut placed = [zero; 27];
        for (&digits, (.., houses)) in cells.iter().zip(&self.cells) {
            let single = is_naked(digits).select(digits, zero);
            for &house in houses {
                wrong |= placed[house] & single;
                placed[house] |= single;
            }
        }
        let mut is_empty = zero.simd_eq(S::u16s::splat(simd, 1));
        for (digits, (.., houses)) in cells.iter_mut().zip(&self.cells) {
            let [row, column, box_] = houses.map(|house| placed[house]);
            let new = is_naked(*digits).select(*digits, *digits & !(row | column | box_));
            changed |= new ^ *digits;
            *digits = new;
            is_empty |= new.simd_eq(zero);
        }
        ((!wrong.simd_eq(zero) | is_empty).to_bitmask(), (!changed.simd_eq(zero)).to_bitmask())
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::Fallback;

    use super::*;
    use crate::candidate::Candidate;
    use crate::candidate::CandidateSet;
    use crate::grid::Grid;
    use crate::singles::{propagate as place_singles, propagate_candidates};

    /// Returns every restriction of a cell with two digits or more to one of them, and to all but one.
    fn restrictions(start: &CellDigits) -> Vec<(Cell, DigitSet)> {
        let open = Cell::ALL.into_iter().filter(|cell| start[cell.index()].len() > 1);
        open.flat_map(|cell| {
            let digits = start[cell.index()];
            digits.iter().flat_map(move |digit| [(cell, digit.into()), (cell, digits.without(digit))])
        })
        .collect()
    }

    fn plain(start: &CellDigits, cell: Cell, digits: DigitSet) -> Option<CellDigits> {
        let mut candidates = CandidateSet::EMPTY;
        for other in Cell::ALL {
            let left = if other == cell { digits } else { start[other.index()] };
            left.iter().for_each(|digit| candidates.insert(Candidate { cell: other, digit }));
        }
        propagate_candidates(candidates).ok().map(|left| Cell::ALL.map(|cell| left.digits(cell)))
    }

    #[test]
    fn results_equal_those_of_the_plain_propagation() {
        let (mut contradictions, mut solutions) = (0, 0);
        for clues in [
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
            "...6.1.........36.52....4..6.......4.7..9.6...94...85......8.1.289.3....7.......3",
            "....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.",
        ] {
            let grid: Grid = clues.parse().unwrap();
            let candidates = place_singles(&grid).unwrap();
            let start = Cell::ALL.map(|cell| candidates.digits(cell));
            let restrictions = restrictions(&start);
            let mut results = Vec::new();
            propagate(&start, &restrictions, &mut results);
            assert_eq!(results.len(), restrictions.len());
            let mut plain_code = Vec::new();
            Start::new(&start).propagate(Fallback::new(), &restrictions, &mut plain_code);
            assert_eq!(plain_code, results, "{clues}");
            // The same with cells that take no part.
            let open = start.map(|digits| if digits.len() > 1 { digits } else { DigitSet::EMPTY });
            let mut in_open = Vec::new();
            propagate(&open, &restrictions, &mut in_open);
            for ((&(cell, digits), result), in_open) in restrictions.iter().zip(&results).zip(in_open) {
                assert_eq!(result.ok(), plain(&start, cell, digits), "{cell} restricted to {digits}");
                contradictions += u32::from(result.is_err());
                solutions += u32::from(result.is_ok_and(|left| left.iter().all(|digits| digits.len() == 1)));
                let expected = result.map(|left| {
                    let left = left.iter().zip(open).map(|(&left, open)| if open.is_empty() { open } else { left });
                    left.collect::<Vec<_>>()
                });
                assert_eq!(in_open.map(|left| left.to_vec()), expected, "{cell} restricted to {digits}");
            }
        }
        assert!(contradictions > 50 && solutions > 5, "{contradictions} and {solutions} are too few to say much");
    }
}
