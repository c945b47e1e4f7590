//! A puzzle: a grid shown to have exactly one solution, which it carries. The type is the proof.

use std::fmt;

use crate::cell::{Cell, CellSet};
use crate::contradiction::Contradiction;
use crate::digit::Digit;
use crate::grid::Grid;
use crate::solver;
use crate::solver::batch::questions::Spare;
use crate::solver::batch::{self, Answer, Engine};

/// A full grid in which every house holds every digit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution(Grid); // Invariant: full, and no clash.

/// The answer without the reason: full grids are made and checked by the million.
fn has_every_digit_in_every_house(grid: &Grid) -> bool {
    let (mut columns, mut boxes) = ([0u16; 9], [0u16; 9]);
    let mut rows = true;
    for (row, numbers) in grid.numbers().as_chunks::<9>().0.iter().enumerate() {
        let bits = numbers.map(|number| 1 << number);
        rows &= bits.iter().fold(0, |row, bit| row | bit) == ALL_DIGITS;
        for (column, bit) in bits.into_iter().enumerate() {
            columns[column] |= bit;
            boxes[3 * (row / 3) + column / 3] |= bit;
        }
    }
    rows && (columns, boxes) == ([ALL_DIGITS; 9], [ALL_DIGITS; 9])
}

/// A bit for each number from 1 to 9.
const ALL_DIGITS: u16 = 0x3FE;

/// Why a grid is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotASolution {
    /// A cell is still empty.
    Empty(Cell),
    /// A house holds a digit twice.
    Clash(Contradiction),
}

impl fmt::Display for NotASolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotASolution::Empty(cell) => write!(f, "{cell} is empty"),
            NotASolution::Clash(clash) => clash.fmt(f),
        }
    }
}

impl std::error::Error for NotASolution {}

impl Solution {
    /// Checks a full grid row by row, column by column and box by box.
    ///
    /// # Errors
    /// The first empty cell, or else the first two equal digits of a house.
    pub fn new(grid: Grid) -> Result<Solution, NotASolution> {
        if has_every_digit_in_every_house(&grid) {
            return Ok(Solution(grid));
        }
        if let Some(cell) = Cell::ALL.into_iter().find(|&cell| grid.get(cell).is_none()) {
            return Err(NotASolution::Empty(cell));
        }
        let clash = grid.clash().expect("nine digits that are not all there, and no empty cell");
        Err(NotASolution::Clash(clash))
    }

    /// For solvers, whose rules keep the invariant.
    pub(crate) fn trusted(grid: Grid) -> Solution {
        debug_assert!(Solution::new(grid).is_ok(), "{grid:?}");
        Solution(grid)
    }

    /// The full grid.
    pub const fn grid(&self) -> &Grid {
        &self.0
    }

    /// The digit of a cell.
    pub fn digit(&self, cell: Cell) -> Digit {
        Digit::from_index(usize::from(self.0.numbers()[cell.index()]) - 1)
    }

    /// Whether the grid's digits are all where the solution has them.
    pub fn completes(&self, grid: &Grid) -> bool {
        grid.clues().all(|(cell, digit)| self.digit(cell) == digit)
    }

    /// The cells where another solution has another digit.
    pub fn difference(&self, other: &Solution) -> CellSet {
        Cell::ALL.into_iter().filter(|&cell| self.digit(cell) != other.digit(cell)).collect()
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A grid with exactly one solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Puzzle {
    clues: Grid,
    solution: Solution,
}

/// Why a grid is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotAPuzzle {
    /// The clues contradict each other at once.
    Contradiction(Contradiction),
    /// Nothing is wrong at first sight, but a search finds no solution.
    NoSolution,
    /// There are several solutions: the first two that the solver finds.
    Ambiguous(std::boxed::Box<[Solution; 2]>),
}

impl fmt::Display for NotAPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAPuzzle::Contradiction(contradiction) => write!(f, "no solution: {contradiction}"),
            NotAPuzzle::NoSolution => f.write_str("no solution"),
            NotAPuzzle::Ambiguous(two) => {
                let [one, other] = &**two;
                let cells = one.difference(other);
                let first = cells.first().expect("two solutions differ");
                write!(
                    f,
                    "several solutions: two of them differ in {} cells, the first is {first}, {} in one and {} in the other",
                    cells.len(),
                    one.digit(first),
                    other.digit(first)
                )
            }
        }
    }
}

impl std::error::Error for NotAPuzzle {}

impl Puzzle {
    /// Proves that the clues have exactly one solution.
    ///
    /// ```
    /// use minirow_core::{Grid, NotAPuzzle, Puzzle};
    /// let clues: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let puzzle = Puzzle::new(clues).unwrap();
    /// assert!(puzzle.solution().to_string().starts_with("417369825"));
    /// assert!(matches!(Puzzle::new(Grid::EMPTY), Err(NotAPuzzle::Ambiguous(_))));
    /// # Ok::<(), minirow_core::text::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`NotAPuzzle`] says why there is none, or shows two.
    pub fn new(clues: Grid) -> Result<Puzzle, NotAPuzzle> {
        if let Some(Answer::One(solution)) = batch::with_own(|engine| engine.answer(&clues)) {
            return Ok(Puzzle { clues, solution });
        }
        // Those who ask for the reason are shown the same two solutions on every machine.
        let mut solutions = solver::solutions(&clues);
        let Some(solution) = solutions.next() else {
            return Err(Puzzle::why_unsolvable(&clues));
        };
        match solutions.next() {
            None => Ok(Puzzle { clues, solution }),
            Some(other) => Err(NotAPuzzle::Ambiguous(std::boxed::Box::new([solution, other]))),
        }
    }

    /// The same for many grids, in order, and much faster than one after the other.
    ///
    /// ```
    /// # use minirow_core::{Grid, Puzzle};
    /// let clues: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let puzzles: Vec<_> = Puzzle::new_all([clues, Grid::EMPTY]).collect();
    /// assert_eq!(puzzles, [Puzzle::new(clues), Puzzle::new(Grid::EMPTY)]);
    /// # Ok::<(), minirow_core::text::ParseError>(())
    /// ```
    pub fn new_all(grids: impl IntoIterator<Item = Grid>) -> impl Iterator<Item = Result<Puzzle, NotAPuzzle>> {
        let mut engine = Engine::new();
        batch::in_portions(grids, move |grids| engine.puzzles(grids).collect())
    }

    fn why_unsolvable(clues: &Grid) -> NotAPuzzle {
        match clues.clash().or_else(|| crate::CandidateSet::from(clues).contradiction()) {
            Some(contradiction) => NotAPuzzle::Contradiction(contradiction),
            None => NotAPuzzle::NoSolution,
        }
    }

    /// For the batch engine, which has the proof, and for symmetric twins: what has one solution still has one after
    /// relabelling and permuting.
    pub(crate) const fn trusted(clues: Grid, solution: Solution) -> Puzzle {
        Puzzle { clues, solution }
    }

    /// The clues.
    pub const fn clues(&self) -> &Grid {
        &self.clues
    }

    /// The solution.
    pub const fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The clues that can be spared: without any one of them (though perhaps not without two), one solution is left.
    pub fn redundant_clues(&self) -> CellSet {
        self.spare_clues(false)
    }

    /// Whether no clue can be spared.
    pub fn is_minimal(&self) -> bool {
        self.spare_clues(true).is_empty()
    }

    /// The clues that can be spared, or at least one of them if that is enough.
    fn spare_clues(&self, one_is_enough: bool) -> CellSet {
        let pattern = self.clues.pattern();
        let side_by_side = batch::with_own(|engine| {
            let mut work = Spare { clues: &self.clues, left: pattern, spare: CellSet::EMPTY, one_is_enough };
            engine.run(&mut work);
            work.spare
        });
        side_by_side.unwrap_or_else(|| {
            let needed = |cell: &Cell| solver::is_clue_needed(&self.clues, *cell);
            pattern.iter().filter(|cell| !needed(cell)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::House;

    const SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

    #[test]
    fn a_solution_is_checked_row_by_row_column_by_column_box_by_box() {
        let grid: Grid = SOLVED.parse().unwrap();
        assert_eq!(Solution::new(grid).unwrap().grid(), &grid);
        for house in House::all() {
            let mut wrong = grid;
            wrong.set(house.cell(0), grid.get(house.cell(4)));
            let Err(NotASolution::Clash(clash)) = Solution::new(wrong) else { panic!("{house} is wrong") };
            assert_eq!(Some(clash), wrong.clash());
        }
        let mut empty = grid;
        empty.set(Cell::at(3, 3), None);
        assert_eq!(Solution::new(empty), Err(NotASolution::Empty(Cell::at(3, 3))));
    }

    #[test]
    fn what_is_no_puzzle_says_why() {
        let grid = |start: &str| format!("{start:.<81}").parse::<Grid>().unwrap();
        let why = |start: &str| Puzzle::new(grid(start)).unwrap_err().to_string();
        assert_eq!(why("55"), "no solution: r1c1 and r1c2 in row 1 are both 5");
        assert_eq!(why(&format!("12345678.{}9", ".".repeat(53))), "no solution: no digit is possible in r1c9");
        assert!(why("").starts_with("several solutions: two of them differ in "), "{}", why(""));
        // 3 and 4 are both possible in row 1, but only in r1c4: it takes a step to see that.
        assert_eq!(why("....5678934"), "no solution");
    }
}
