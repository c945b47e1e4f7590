//! Work for the lanes: the source of searches, and the receiver of their results.

use std::ops::ControlFlow;

use super::layout::Position;
use crate::candidate::CandidateSet;
use crate::cell::{Cell, CellSet};
use crate::digit::Digit;
use crate::grid::Grid;

/// A source of searches for the lanes, and a receiver of their results.
///
/// A search looks for the solutions of a grid. Several searches run at once, and they end in any order. Use their
/// numbers to keep results independent of that order.
///
/// ```
/// use std::ops::ControlFlow;
/// use minirow_core::Grid;
/// use minirow_core::solver::batch::{Engine, Solved, Start, Work};
///
/// /// Collects all solutions of one grid.
/// struct Collect {
///     grid: Option<Grid>,
///     solutions: Vec<Grid>,
/// }
///
/// impl Work for Collect {
///     fn next(&mut self, start: &mut Start) -> Option<usize> {
///         start.at(&self.grid.take()?);
///         Some(0)
///     }
///
///     fn found(&mut self, _search: usize, solution: &dyn Solved) -> ControlFlow<()> {
///         self.solutions.push(solution.grid());
///         ControlFlow::Continue(())
///     }
///
///     fn exhausted(&mut self, _search: usize) {}
/// }
///
/// let solved = "417369825632158947958724316825437169791586432346912758289643571573291684164875293";
/// let grid: Grid = solved.replace(['8', '9'], ".").parse()?; // 8 and 9 can be swapped
/// let mut work = Collect { grid: Some(grid), solutions: Vec::new() };
/// let mut engine = Engine::new();
/// engine.run(&mut work);
/// assert!(work.solutions.len() >= 2);
/// assert_eq!(work.solutions.len() as u64, engine.count(&grid, u64::MAX));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub trait Work {
    /// Writes the start of the next search, and returns its number. Returns `None` if there is no search now. It is
    /// called again when a search has ended.
    fn next(&mut self, start: &mut Start) -> Option<usize>;

    /// Receives a solution of a search. Returns whether to continue the search or to end it.
    fn found(&mut self, search: usize, solution: &dyn Solved) -> ControlFlow<()>;

    /// Receives a guess of a search, of which there may be many without a solution. Returns whether to continue the search or
    /// to end it. By default, it continues.
    fn guessed(&mut self, _search: usize) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Receives the end of a search that has no more solutions.
    fn exhausted(&mut self, search: usize);
}

/// A solution in a lane, before it is copied.
///
/// ```
/// use std::ops::ControlFlow;
/// use minirow_core::solver::batch::{Engine, Solved, Start, Work};
/// use minirow_core::{Cell, CellSet, Grid};
///
/// /// Collects the cells in which another solution of some clues differs from the known one.
/// struct Differences<'a> {
///     clues: Option<&'a Grid>,
///     known: &'a Grid,
///     cells: CellSet,
/// }
///
/// impl Work for Differences<'_> {
///     fn next(&mut self, start: &mut Start) -> Option<usize> {
///         start.at(self.clues.take()?);
///         // The first empty cell must have another digit than in the known solution.
///         start.remove(Cell::ALL[0], self.known.get(Cell::ALL[0])?);
///         Some(0)
///     }
///
///     fn found(&mut self, _search: usize, solution: &dyn Solved) -> ControlFlow<()> {
///         let mut known = Start::new();
///         known.at(self.known);
///         self.cells = solution.differing(&known);
///         ControlFlow::Break(())
///     }
///
///     fn exhausted(&mut self, _search: usize) {}
/// }
///
/// let solved: Grid = "417369825632158947958724316825437169791586432346912758289643571573291684164875293".parse()?;
/// let clues: Grid = solved.to_string().replace(['4', '1'], ".").parse()?; // 4 and 1 can be swapped
/// let mut work = Differences { clues: Some(&clues), known: &solved, cells: CellSet::EMPTY };
/// Engine::new().run(&mut work);
/// assert!(work.cells.contains(Cell::ALL[0]));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub trait Solved {
    /// Returns the full grid.
    fn grid(&self) -> Grid;

    /// Returns the cells where the solution differs from a known one, given as a start with all its digits. This is
    /// cheaper than [`grid`](Solved::grid).
    fn differing(&self, known: &Start) -> CellSet;
}

/// The start of a search: the candidates of every cell. See [`Solved`] for an example.
#[derive(Clone, Debug)]
pub struct Start(pub(super) Position);

impl Default for Start {
    fn default() -> Start {
        Start::new()
    }
}

impl Start {
    /// Returns the start of a search in the empty grid.
    pub const fn new() -> Start {
        Start(Position::EMPTY)
    }

    /// Sets the candidates to those of a grid: one digit for a clue, all digits for an empty cell.
    #[inline(always)]
    pub fn at(&mut self, grid: &Grid) {
        self.0.load(grid);
    }

    /// Sets the candidates.
    #[inline]
    pub fn at_candidates(&mut self, candidates: &CandidateSet) {
        self.0 = Position::NOTHING;
        for digit in Digit::ALL {
            for cell in candidates.cells(digit).iter() {
                self.0.insert(cell, digit);
            }
        }
    }

    /// Makes all digits candidates of a cell.
    #[inline(always)]
    pub fn clear(&mut self, cell: Cell) {
        self.0.clear(cell);
    }

    /// Removes a candidate: solutions with this digit in this cell are excluded.
    #[inline(always)]
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        self.0.remove(cell, digit);
    }
}
