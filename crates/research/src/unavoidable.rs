//! Minimal unavoidable sets of a full grid.

use std::collections::BTreeSet;

use minirow_core::{Cell, CellSet, Digit, House, Solution};

/// Returns all minimal unavoidable sets of at most `most` cells, the smallest first, and those of a size in the order of their cells.
///
/// A set of cells is unavoidable if the rest of the grid has several solutions, so each puzzle of the grid has a clue in it. It is
/// minimal if no proper subset is unavoidable. The smallest have 4 cells. A grid has 280 sets of up to 12 cells on average, and the
/// numbers grow fast with the size.
///
/// The search changes one cell of the grid to another digit, and then each cell that must change too, up to `most` cells. Its time grows
/// by a factor of about 3 with each cell.
///
/// ```
/// use minirow_core::Solution;
/// use minirow_research::unavoidable_sets;
/// // No other grid has more sets of four cells.
/// let grid = "123568479864791352957243681218657934536489127749312865391825746472136598685974213";
/// let grid = Solution::new(grid.parse()?)?;
/// assert_eq!(unavoidable_sets(&grid, 4).len(), 36);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unavoidable_sets(grid: &Solution, most: usize) -> Vec<CellSet> {
    unavoidable_sets_while(grid, most, &|| true).unwrap_or_default()
}

/// Returns the same as [`unavoidable_sets`], or `None` if `goes_on` has returned `false` before the end of the search.
///
/// ```
/// use minirow_core::Solution;
/// use minirow_research::unavoidable_sets_while;
/// let grid = "123568479864791352957243681218657934536489127749312865391825746472136598685974213";
/// let grid = Solution::new(grid.parse()?)?;
/// assert_eq!(unavoidable_sets_while(&grid, 81, &|| false), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unavoidable_sets_while(grid: &Solution, most: usize, goes_on: &dyn Fn() -> bool) -> Option<Vec<CellSet>> {
    let mut search = Search::new(grid, most.min(81), goes_on);
    for first in Cell::ALL {
        search.first = first;
        let own = grid.digit(first);
        search.change(Changes { cells: CellSet::EMPTY.with(first), open: CellSet::EMPTY, placed: [0; 27] }, first, own);
    }
    if search.is_stopped {
        return None;
    }
    let mut sets: Vec<CellSet> = search.found.into_iter().map(|(_, bits)| CellSet::from_bits(bits)).collect();
    keep_minimal(&mut sets);
    Some(sets)
}

/// The number of changes after which the search asks whether it goes on.
const STEPS: u64 = 1 << 10;

/// Removes the sets with a proper subset among the sets, which are sorted by size.
pub(crate) fn keep_minimal(sets: &mut Vec<CellSet>) {
    let mut minimal: Vec<CellSet> = Vec::with_capacity(sets.len());
    for &set in &*sets {
        if !minimal.iter().any(|smaller| smaller.is_subset(set)) {
            minimal.push(set);
        }
    }
    *sets = minimal;
}

/// The cells that change, and the new digits so far.
#[derive(Clone, Copy)]
struct Changes {
    cells: CellSet,
    /// The cells of `cells` without a new digit yet.
    open: CellSet,
    /// The new digits of each house.
    placed: [u16; 27],
}

struct Search<'a> {
    grid: &'a Solution,
    /// The cell of each digit in each house.
    cell_of: [[Cell; 9]; 27],
    most: usize,
    /// The first of the cells that change.
    first: Cell,
    /// The sets with their sizes, in order.
    found: BTreeSet<(usize, u128)>,
    goes_on: &'a dyn Fn() -> bool,
    /// The number of changes so far.
    steps: u64,
    is_stopped: bool,
}

impl<'a> Search<'a> {
    fn new(grid: &'a Solution, most: usize, goes_on: &'a dyn Fn() -> bool) -> Search<'a> {
        let mut cell_of = [[Cell::from_index(0); 9]; 27];
        for house in House::all() {
            for &cell in house.cells_in_order() {
                cell_of[house.index()][grid.digit(cell).index()] = cell;
            }
        }
        let (first, found) = (Cell::from_index(0), BTreeSet::new());
        Search { grid, cell_of, most, first, found, goes_on, steps: 0, is_stopped: false }
    }

    /// Changes a cell of `changes` to each other digit that is possible.
    fn change(&mut self, changes: Changes, cell: Cell, own: Digit) {
        for digit in Digit::ALL {
            if digit != own
                && let Some(next) = self.placed(&changes, cell, digit)
            {
                self.go_on(next);
            }
        }
    }

    /// Goes on with the open cell that has the fewest digits, or notes the set if there is none.
    fn go_on(&mut self, changes: Changes) {
        self.steps += 1;
        self.is_stopped |= self.steps.is_multiple_of(STEPS) && !(self.goes_on)();
        if self.is_stopped {
            return;
        }
        let fewest = changes.open.iter().map(|cell| (self.options(&changes, cell), cell)).min();
        match fewest {
            None => _ = self.found.insert((changes.cells.len(), changes.cells.bits())),
            Some((0, _)) => {}
            Some((_, cell)) => self.change(changes, cell, self.grid.digit(cell)),
        }
    }

    /// Returns the number of digits that an open cell may change to.
    fn options(&self, changes: &Changes, cell: Cell) -> usize {
        let own = self.grid.digit(cell);
        Digit::ALL.into_iter().filter(|&digit| digit != own && self.cells_with(changes, cell, digit).is_some()).count()
    }

    /// Returns the cells that change when an open cell gets a digit, or `None` if it cannot.
    fn cells_with(&self, changes: &Changes, cell: Cell, digit: Digit) -> Option<CellSet> {
        let mut cells = changes.cells;
        for house in cell.houses() {
            if changes.placed[house.index()] & 1 << digit.index() != 0 {
                return None;
            }
            cells.insert(self.cell_of[house.index()][digit.index()]);
        }
        (cells.first() == Some(self.first) && cells.len() <= self.most).then_some(cells)
    }

    /// Returns the changes after an open cell got a digit, unless they would become too many.
    fn placed(&self, changes: &Changes, cell: Cell, digit: Digit) -> Option<Changes> {
        let cells = self.cells_with(changes, cell, digit)?;
        let mut next = Changes { cells, open: (changes.open | (cells - changes.cells)).without(cell), ..*changes };
        for house in cell.houses() {
            next.placed[house.index()] |= 1 << digit.index();
        }
        (cells.len() + lonely(cells) <= self.most).then_some(next)
    }
}

/// Returns the number of further cells that must change at least, since a house has none or several cells that change.
fn lonely(cells: CellSet) -> usize {
    let of_kind = |houses: &[House; 9]| houses.iter().filter(|house| (house.cells() & cells).len() == 1).count();
    of_kind(&House::ROWS).max(of_kind(&House::COLUMNS)).max(of_kind(&House::BOXES))
}
