//! Sets of cells at random, and a sieve that drops most of those that leave several solutions.
//!
//! The cells are put into random order and bent into a circle. Any `n` in a row are a random set, each as likely as any
//! other, and there are 81 of them: a window for each cell that it may begin with. Four such orders make a sheaf.
//!
//! A set of clues that leaves one solution has one in each unavoidable set of the grid. Whether it has is found
//! for all windows of a sheaf at once. There is a bit for each window, and each cell has the bits of the windows that it
//! is in. Those of all cells of an unavoidable set together are the windows that hit it, and what is hit by all windows of
//! all sets is left. So a window costs a few operations, though there are hundreds of unavoidable sets: those that
//! are known beforehand (`swaps.rs`), and those that come with the second solutions that searches find.
//!
//! The windows of an order have cells in common, and what one of them gives says something of its neighbours. For the
//! average that makes no difference; and puzzles are rare enough for it to make little for anything else.

use minirow_core::{CellSet, Solution};

use super::swaps::swaps;
use crate::stream::Stream;

/// Orders in a sheaf.
pub(super) const ORDERS: usize = 4;

/// Sets of cells in a sheaf, where all cells are drawn from.
pub(super) const SETS: usize = ORDERS * 81;

/// Larger sets drop too few windows to be worth the time.
const MOST_CELLS: usize = 10;

/// The windows of an order, a bit each: in two words, which go into one register.
type Windows = [u64; 2];

/// The sieve of a full grid.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    /// The cells that are drawn from.
    cells: Vec<u8>,
    /// By place in the circle: the windows that it is in.
    windows_of: [Windows; 81],
    /// How many cells are in a window.
    width: usize,
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
            windows_of: [[0; 2]; 81],
            width: 0,
            unavoidable: Vec::new(),
            members: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Begins with another grid: sets of so many of these cells are to be drawn.
    pub(super) fn begin(&mut self, solution: &Solution, cells: CellSet, width: usize) {
        self.cells.clear();
        self.cells.extend(cells.iter().map(|cell| cell.index() as u8));
        self.width = width;
        let number = self.cells.len();
        // The first place is in the window that begins there, and in those that begin just before, around the circle.
        let all = u128::MAX >> (128 - number);
        let mut windows = all & !(all >> (width - 1)) | 1;
        for of_place in &mut self.windows_of[..number] {
            *of_place = [windows as u64, (windows >> 64) as u64];
            windows = (windows << 1 | windows >> (number - 1)) & all;
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
        // A cell that is not drawn from is in no window.
        let mut windows_of = [[[0; 2]; ORDERS]; 81];
        for (n, order) in orders.iter_mut().enumerate() {
            let order = &mut order[..number];
            order.copy_from_slice(&self.cells);
            stream.shuffle(order);
            for (&cell, &windows) in order.iter().zip(&self.windows_of) {
                windows_of[usize::from(cell)][n] = windows;
            }
        }
        let all = u128::MAX >> (128 - number);
        let mut alive: [Windows; ORDERS] = [[all as u64, (all >> 64) as u64]; ORDERS];
        let mut begin = 0;
        for &end in &self.ends {
            let mut hit: [Windows; ORDERS] = [[0; 2]; ORDERS];
            for &cell in &self.members[begin..end] {
                for (hit, windows) in hit.iter_mut().zip(&windows_of[usize::from(cell)]) {
                    hit[0] |= windows[0];
                    hit[1] |= windows[1];
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
                let first = 127 - alive.leading_zeros() as usize;
                alive ^= 1 << first;
                left.push(window(&order[..number], first, self.width));
            }
        }
    }
}

/// The cells of a window: so many from a place on, around the circle.
pub(super) fn window(order: &[u8], first: usize, width: usize) -> CellSet {
    let around = (first + width).saturating_sub(order.len());
    let cells = order[first..(first + width).min(order.len())].iter().chain(&order[..around]);
    CellSet::from_bits(cells.fold(0, |bits, &cell| bits | 1 << cell))
}

#[cfg(test)]
mod tests {
    use minirow_core::solver;

    use super::*;
    use crate::fill::fill;

    /// All windows of a sheaf that hit all sets, looked at one by one; the first comes last.
    fn plain(sieve: &Sieve, stream: &mut Stream) -> Vec<CellSet> {
        let mut left = Vec::new();
        for _ in 0..ORDERS {
            let mut order = sieve.cells.clone();
            stream.shuffle(&mut order);
            left.extend((0..order.len()).map(|first| window(&order, first, sieve.width)));
        }
        let sets: Vec<CellSet> = sieve.unavoidable.iter().copied().filter(|set| set.len() <= MOST_CELLS).collect();
        left.retain(|window| sets.iter().all(|set| set.intersects(*window)));
        left.reverse();
        left
    }

    #[test]
    fn what_is_left_hits_every_set() {
        let mut sieve = Sieve::new();
        let mut total = 0;
        for (index, cells) in [CellSet::ALL, CellSet::from_bits(u128::MAX / 255 * 0x77 & CellSet::ALL.bits())]
            .into_iter()
            .cycle()
            .take(60)
            .enumerate()
        {
            let mut stream = Stream::new(22, index as u64);
            let solution = fill(&mut stream);
            sieve.begin(&solution, cells, 30 + index % 31);
            let (mut one, mut other) = (stream.clone(), stream);
            let mut left = Vec::new();
            sieve.sheaf(&mut one, &mut left);
            assert_eq!(left, plain(&sieve, &mut other), "{index}");
            assert_eq!(one.below(1 << 20), other.below(1 << 20), "as much is drawn");
            assert!(left.iter().all(|window| window.len() == sieve.width && window.is_subset(cells)));
            total += left.len();
        }
        assert!(total > 1_000, "{total}");
    }

    #[test]
    fn what_leaves_one_solution_is_never_dropped() {
        let mut stream = Stream::new(23, 0);
        let solution = fill(&mut stream);
        let mut sieve = Sieve::new();
        sieve.begin(&solution, CellSet::ALL, 36);
        let mut unique = 0;
        for _ in 0..5 {
            let mut same = stream.clone();
            let mut left = Vec::new();
            sieve.sheaf(&mut stream, &mut left);
            for _ in 0..ORDERS {
                let mut order = sieve.cells.clone();
                same.shuffle(&mut order);
                for window in (0..81).map(|first| window(&order, first, 36)) {
                    if solver::is_unique(&solution.grid().within(window)) {
                        assert!(left.contains(&window));
                        unique += 1;
                    }
                }
            }
        }
        assert!(unique > 50, "{unique}");
    }
}
