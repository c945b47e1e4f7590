//! Random sets of cells, and a sieve that drops most sets with several solutions.
//!
//! The cells are put in random order on a circle, and `n` places of a second circle are chosen as windows. The cells
//! behind the windows are a random set, and each set is equally likely for any rotation of the circles: one order gives
//! 81 sets. Four orders make a sheaf. The windows are at random places, so the sets of two rotations have no more cells
//! in common than two independent sets. (With `n` adjacent places, neighbours had all cells but one in common. If one
//! was a puzzle, the next was one too in a few per cent of the cases.)
//!
//! A set of clues with one solution has a clue in each unavoidable set of the grid. This is checked for all rotations
//! of a sheaf at once. There is a bit for each rotation, and each cell has the bitmask of the rotations that show it.
//! The union of these bitmasks over an unavoidable set gives the rotations that hit it. The rotations that hit all sets
//! are kept. So a set of cells costs a few operations, although there are hundreds of unavoidable sets: those known in
//! advance (`swaps.rs`), and those that come with the second solutions of searches.

use minirow_core::{CellSet, Solution};

use super::swaps::swaps;
use crate::stream::Stream;

/// Number of orders in a sheaf.
pub(super) const ORDERS: usize = 4;

/// Number of sets of cells in a sheaf, if all 81 cells may be drawn.
pub(super) const SETS: usize = ORDERS * 81;

/// The maximum number of cells of an unavoidable set for the sieve. Larger sets drop too few to be worth the time.
const MOST_CELLS: usize = 10;

/// A bitmask of rotations of an order, in two words that fit into one register.
type Turns = [u64; 2];

/// The sieve for a full grid.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    /// The cells that may be drawn.
    cells: Vec<u8>,
    /// The places of the windows.
    windows: Vec<u8>,
    /// By place in an order: the rotations that show it.
    turns_of: [Turns; 81],
    /// All known unavoidable sets.
    pub(super) unavoidable: Vec<CellSet>,
    /// The cells of the sets that the sieve uses, one set after the other, and the end of each set.
    members: Vec<u8>,
    ends: Vec<usize>,
}

impl Sieve {
    pub(super) fn new() -> Sieve {
        Sieve {
            cells: Vec::new(),
            windows: Vec::new(),
            turns_of: [[0; 2]; 81],
            unavoidable: Vec::new(),
            members: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Starts with another grid: sets of `size` of these cells will be drawn.
    pub(super) fn begin(&mut self, solution: &Solution, cells: CellSet, size: usize, stream: &mut Stream) {
        self.cells.clear();
        self.cells.extend(cells.iter().map(|cell| cell.index() as u8));
        let number = self.cells.len();
        windows(number, size, stream, &mut self.windows);
        // When the order is rotated back by `n`, the first place shows in the window at place `n` from the end. The
        // next place shows one rotation later.
        let all = u128::MAX >> (128 - number);
        let mut turns =
            self.windows.iter().fold(0, |turns, &window| turns | 1 << ((number - usize::from(window)) % number));
        for turns_of in &mut self.turns_of[..number] {
            *turns_of = [turns as u64, (turns >> 64) as u64];
            turns = (turns << 1 | turns >> (number - 1)) & all;
        }
        swaps(solution, &mut self.unavoidable);
        self.members.clear();
        self.ends.clear();
        for number in 0..self.unavoidable.len() {
            self.sieve_by(self.unavoidable[number]);
        }
    }

    /// Adds an unavoidable set that was found by a search.
    pub(super) fn learn(&mut self, set: CellSet) {
        self.unavoidable.push(set);
        if set.len() <= MOST_CELLS {
            self.sieve_by(set);
        }
    }

    fn sieve_by(&mut self, set: CellSet) {
        self.members.extend(set.iter().map(|cell| cell.index() as u8));
        self.ends.push(self.members.len());
    }

    /// Draws a sheaf, and adds the sets that pass the sieve in reverse order.
    ///
    /// The draws from the stream and the order of the sets do not depend on the known unavoidable sets.
    pub(super) fn sheaf(&self, stream: &mut Stream, left: &mut Vec<CellSet>) {
        let number = self.cells.len();
        let mut orders = [[0u8; 81]; ORDERS];
        // A cell that may not be drawn never shows.
        let mut turns_of = [[[0; 2]; ORDERS]; 81];
        for (n, order) in orders.iter_mut().enumerate() {
            let order = &mut order[..number];
            order.copy_from_slice(&self.cells);
            stream.shuffle(order);
            for (&cell, &turns) in order.iter().zip(&self.turns_of) {
                turns_of[usize::from(cell)][n] = turns;
            }
        }
        let all = u128::MAX >> (128 - number);
        let mut alive: [Turns; ORDERS] = [[all as u64, (all >> 64) as u64]; ORDERS];
        let mut begin = 0;
        for &end in &self.ends {
            let mut hit: [Turns; ORDERS] = [[0; 2]; ORDERS];
            for &cell in &self.members[begin..end] {
                for (hit, turns) in hit.iter_mut().zip(&turns_of[usize::from(cell)]) {
                    hit[0] |= turns[0];
                    hit[1] |= turns[1];
                }
            }
            for (alive, hit) in alive.iter_mut().zip(&hit) {
                alive[0] &= hit[0];
                alive[1] &= hit[1];
            }
            begin = end;
        }
        for (order, alive) in orders.iter().zip(alive).rev() {
            let mut alive = u128::from(alive[0]) | u128::from(alive[1]) << 64;
            while alive != 0 {
                let turn = 127 - alive.leading_zeros() as usize;
                alive ^= 1 << turn;
                left.push(set(&order[..number], turn, &self.windows));
            }
        }
    }
}

/// Draws `size` places out of `number`.
pub(super) fn windows(number: usize, size: usize, stream: &mut Stream, windows: &mut Vec<u8>) {
    windows.clear();
    windows.extend(0..number as u8);
    stream.shuffle(windows);
    windows.truncate(size);
}

/// Returns the cells that show in the windows when the order is rotated back by `turn` places.
pub(super) fn set(order: &[u8], turn: usize, windows: &[u8]) -> CellSet {
    let cells = windows.iter().map(|&window| {
        let place = usize::from(window) + turn;
        order[if place < order.len() { place } else { place - order.len() }]
    });
    CellSet::from_bits(cells.fold(0, |bits, cell| bits | 1 << cell))
}

#[cfg(test)]
mod tests {
    use minirow_core::solver;

    use super::*;
    use crate::fill::fill;

    /// Checks the sets of a sheaf one by one. Returns those that hit all unavoidable sets, in reverse order.
    fn plain(sieve: &Sieve, stream: &mut Stream) -> Vec<CellSet> {
        let mut left = Vec::new();
        for _ in 0..ORDERS {
            let mut order = sieve.cells.clone();
            stream.shuffle(&mut order);
            left.extend((0..order.len()).map(|turn| set(&order, turn, &sieve.windows)));
        }
        left.retain(|drawn| sieve.unavoidable.iter().all(|set| set.intersects(*drawn)));
        left.reverse();
        left
    }

    #[test]
    fn the_sets_that_are_left_hit_every_unavoidable_set() {
        let mut sieve = Sieve::new();
        let mut total = 0;
        for (index, cells) in
            [CellSet::ALL, CellSet::from_bits(u128::MAX / 255 * 0x77)].into_iter().cycle().take(60).enumerate()
        {
            let mut stream = Stream::new(22, index as u64);
            let solution = fill(&mut stream);
            let size = 30 + index % 31;
            sieve.begin(&solution, cells, size, &mut stream);
            let (mut one, mut other) = (stream.clone(), stream);
            let mut left = Vec::new();
            sieve.sheaf(&mut one, &mut left);
            assert_eq!(left, plain(&sieve, &mut other), "{index}");
            assert_eq!(one.below(1 << 20), other.below(1 << 20), "as much is drawn");
            assert!(left.iter().all(|drawn| drawn.len() == size && drawn.is_subset(cells)));
            total += left.len();
        }
        assert!(total > 1_000, "{total}");
    }

    #[test]
    fn sets_with_one_solution_are_never_dropped() {
        let mut stream = Stream::new(23, 0);
        let solution = fill(&mut stream);
        let mut sieve = Sieve::new();
        sieve.begin(&solution, CellSet::ALL, 36, &mut stream);
        let mut unique = 0;
        for _ in 0..5 {
            let mut same = stream.clone();
            let mut left = Vec::new();
            sieve.sheaf(&mut stream, &mut left);
            for _ in 0..ORDERS {
                let mut order = sieve.cells.clone();
                same.shuffle(&mut order);
                for drawn in (0..81).map(|turn| set(&order, turn, &sieve.windows)) {
                    if solver::is_unique(&solution.grid().within(drawn)) {
                        assert!(left.contains(&drawn));
                        unique += 1;
                    }
                }
            }
        }
        assert!(unique > 50, "{unique}");
    }
}
