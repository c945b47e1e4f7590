//! Sets of cells at random, and a sieve that drops most of those that leave several solutions.
//!
//! The cells are put into random order and bent into a circle, and `n` places of another circle are cut out as windows.
//! What shows in them is a random set of cells, each as likely as any other, however the one is turned upon the other:
//! 81 sets for one order. Four orders make a sheaf. The windows are in random places, so that the sets of two turns have no
//! more cells in common than two that are drawn one by one. (With `n` places in a row, neighbours had all cells but one in
//! common, and where one was a puzzle, the next was one too in a few of a hundred times.)
//!
//! A set of clues that leaves one solution has one in each unavoidable set of the grid. Whether it has is found
//! for all turns of a sheaf at once. There is a bit for each turn, and each cell has the bits of the turns in which it
//! shows. Those of all cells of an unavoidable set together are the turns that hit it, and the turns that hit all sets are
//! left. So a set of cells costs a few operations, though there are hundreds of unavoidable sets: those that are known
//! beforehand (`swaps.rs`), and those that come with the second solutions that searches find.

use minirow_core::{CellSet, Solution};

use super::swaps::swaps;
use crate::stream::Stream;

/// Orders in a sheaf.
pub(super) const ORDERS: usize = 4;

/// Sets of cells in a sheaf, where all cells are drawn from.
pub(super) const SETS: usize = ORDERS * 81;

/// Larger sets drop too few to be worth the time.
const MOST_CELLS: usize = 10;

/// Turns of an order, a bit each: in two words, which go into one register.
type Turns = [u64; 2];

/// The sieve of a full grid.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    /// The cells that are drawn from.
    cells: Vec<u8>,
    /// The places of the windows.
    windows: Vec<u8>,
    /// By place in an order: the turns in which it shows.
    turns_of: [Turns; 81],
    /// All unavoidable sets that are known.
    pub(super) unavoidable: Vec<CellSet>,
    /// The cells of those that windows are sieved by, one after the other, and where each ends.
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

    /// Begins with another grid: sets of so many of these cells are to be drawn.
    pub(super) fn begin(&mut self, solution: &Solution, cells: CellSet, size: usize, stream: &mut Stream) {
        self.cells.clear();
        self.cells.extend(cells.iter().map(|cell| cell.index() as u8));
        let number = self.cells.len();
        windows(number, size, stream, &mut self.windows);
        // The first place shows in a window `n` places on when the order is turned back by `n`; each next one a turn later.
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

    /// An unavoidable set that was found: such as had no clue, or would have none if fewer were given.
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

    /// Draws a sheaf, and adds what is left of it: those that come first are last.
    ///
    /// What is drawn from the stream, and the order of what is left, do not depend on the unavoidable sets that are known.
    pub(super) fn sheaf(&self, stream: &mut Stream, left: &mut Vec<CellSet>) {
        let number = self.cells.len();
        let mut orders = [[0u8; 81]; ORDERS];
        // A cell that is not drawn from never shows.
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

/// Draws so many places out of a number of them.
pub(super) fn windows(number: usize, size: usize, stream: &mut Stream, windows: &mut Vec<u8>) {
    windows.clear();
    windows.extend(0..number as u8);
    stream.shuffle(windows);
    windows.truncate(size);
}

/// The cells that show in the windows when the order is turned back by some places.
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

    /// All sets of a sheaf that hit what is unavoidable, looked at one by one; the first comes last.
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
    fn what_is_left_hits_every_set() {
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
    fn what_leaves_one_solution_is_never_dropped() {
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
