//! The minimal puzzles within the clues of a puzzle, or within a full grid.

use std::ops::RangeInclusive;

use minirow_core::solver::{self, batch::with_engine};
use minirow_core::{CellSet, Solution};

use crate::disjoint::{at_least_disjoint, most_disjoint};
use crate::unavoidable::{keep_minimal, unavoidable_sets};

/// The number of solutions of which the one nearest to the grid is taken.
const COMPARED: usize = 32;

/// The largest size up to which the unavoidable sets of the full grid are found before the search, which is faster than by solving.
const KNOWN: usize = 12;

/// A search for the minimal puzzles whose clues are within some cells of a full grid.
///
/// The iterator returns a step of the search, of a few microseconds to milliseconds, at a time: `Some(cells)` with the clues of a minimal
/// puzzle, or `None`, so that a search can be stopped between the puzzles. Each puzzle comes once, in an order that is always the same.
/// When the iterator ends, there are no more.
///
/// A puzzle has a clue in each unavoidable set. So the search takes a set without a clue yet, and tries each of its cells as a clue,
/// while the cells tried before have none. If all known sets have a clue and the solution is not unique, the difference to another
/// solution is a new set. With a maximum number of clues, sets without a common cell end the search early (G. McGuire et al., There is
/// no 16-clue Sudoku, arXiv:1201.0749).
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_research::MinimalPuzzles;
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let search = MinimalPuzzles::within(puzzle.solution(), puzzle.clues().pattern(), 0..=81);
/// let clues: Vec<usize> = search.flatten().map(|cells| cells.len()).collect();
/// assert_eq!((clues.len(), clues.iter().min(), clues.iter().max()), (416, Some(&20), Some(&25)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MinimalPuzzles {
    grid: Solution,
    /// The cells that may be clues.
    cells: CellSet,
    clues: RangeInclusive<usize>,
    /// The cells of unavoidable sets that may be clues, the smallest sets first.
    sets: Vec<CellSet>,
    stack: Vec<Node>,
}

/// Clues that are chosen, and what is left to try.
#[derive(Clone, Copy, Debug)]
struct Node {
    chosen: CellSet,
    /// The cells that may be clues.
    free: CellSet,
    /// The cells of a set without a clue that are not tried yet.
    untried: CellSet,
}

impl MinimalPuzzles {
    /// Returns the search for puzzles whose clues are within `cells`, and whose number of clues is in `clues`.
    pub fn within(grid: &Solution, cells: CellSet, clues: RangeInclusive<usize>) -> MinimalPuzzles {
        // Within few cells, the search is shorter than it takes to find large sets.
        let known = KNOWN.min(cells.len() / 4);
        let mut sets: Vec<CellSet> = unavoidable_sets(grid, known).iter().map(|&set| set & cells).collect();
        sets.sort_by_key(|set| (set.len(), set.bits()));
        keep_minimal(&mut sets);
        let clues = most_disjoint(&sets).len().max(*clues.start())..=*clues.end();
        let mut search = MinimalPuzzles { grid: *grid, cells, clues, sets, stack: Vec::new() };
        search.go_on(CellSet::EMPTY, cells);
        search
    }

    /// Returns the numbers of clues that the puzzles to come may have.
    pub fn clues(&self) -> RangeInclusive<usize> {
        self.clues.clone()
    }

    /// Lowers the maximum number of clues of the puzzles to come.
    pub fn lower_to(&mut self, most: usize) {
        self.clues = *self.clues.start()..=most.min(*self.clues.end());
    }

    /// Looks at the clues chosen so far: returns them if they are a minimal puzzle, or notes what is to be tried next.
    fn go_on(&mut self, chosen: CellSet, free: CellSet) -> Option<CellSet> {
        match self.set_to_hit(chosen, free)? {
            Some(untried) => self.stack.push(Node { chosen, free, untried }),
            None => return (chosen.len() >= *self.clues.start() && self.is_minimal(chosen)).then_some(chosen),
        }
        None
    }

    /// Returns the free cells of the set without a clue that has the fewest, `Some(None)` if the clues have one solution, and `None` if no
    /// puzzle can follow.
    fn set_to_hit(&mut self, chosen: CellSet, free: CellSet) -> Option<Option<CellSet>> {
        let most = self.clues.end().checked_sub(chosen.len())?;
        let open: Vec<CellSet> =
            self.sets.iter().filter(|set| !set.intersects(chosen)).map(|&set| set & free).collect();
        let Some(fewest) = open.iter().min_by_key(|set| set.len()) else { return self.new_set(chosen, free, most) };
        let is_possible = !fewest.is_empty() && (most >= free.len() || at_least_disjoint(&open) <= most);
        is_possible.then_some(Some(*fewest))
    }

    /// Finds an unavoidable set without a clue: the cells in which another solution differs. Returns the same as
    /// [`set_to_hit`](Self::set_to_hit).
    fn new_set(&mut self, chosen: CellSet, free: CellSet, most: usize) -> Option<Option<CellSet>> {
        let clues = self.grid.grid().within(chosen);
        if with_engine(|engine| engine.count(&clues, 2)) == 1 {
            return Some(None);
        }
        let others = solver::solutions(&clues).take(COMPARED).filter(|other| *other != self.grid);
        let sets = others.map(|other| self.grid.difference(&other) & self.cells);
        let set = sets.min_by_key(|&set| ((set & free).len(), set.bits()))?;
        let place = self.sets.partition_point(|other| other.len() <= set.len());
        self.sets.insert(place, set);
        (most > 0 && set.intersects(free)).then_some(Some(set & free))
    }

    /// Returns `true` if every clue of a puzzle is needed.
    fn is_minimal(&self, cells: CellSet) -> bool {
        let less = cells.iter().map(|cell| self.grid.grid().within(cells.without(cell)));
        with_engine(|engine| engine.counts(less, 2).all(|count| count > 1))
    }
}

impl Iterator for MinimalPuzzles {
    type Item = Option<CellSet>;

    fn next(&mut self) -> Option<Option<CellSet>> {
        loop {
            if self.clues.is_empty() {
                return None;
            }
            let node = self.stack.last_mut()?;
            let Some(cell) = node.untried.first() else {
                self.stack.pop();
                continue;
            };
            node.untried.remove(cell);
            node.free.remove(cell);
            let (chosen, free) = (node.chosen.with(cell), node.free);
            return Some(self.go_on(chosen, free));
        }
    }
}
