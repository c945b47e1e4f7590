//! The search of the bitmask solver: propagate, guess at the cell with the fewest candidates, backtrack.

use crate::grid::Grid;
use crate::solution::Solution;
use crate::solver::bitmask::State;

/// Returns the number of guesses of the bitmask solver until it has found two solutions, or knows that there are no
/// more.
///
/// The result is the number of inner nodes of the search tree. It is 0 if propagation (singles and locked candidates)
/// solves the grid or shows that there is no solution. Otherwise the solver guesses at the cell with the fewest
/// candidates, then with the most open peers, then the first in the grid. It takes the lowest digit first.
///
/// The number is a function of the grid. It depends on the order of cells and digits, so equivalent puzzles can have
/// different numbers. Take it as an order of magnitude.
///
/// ```
/// use minirow_core::{Grid, solver};
/// let easy: Grid = "003020600900305001001806400008102900700000008006708200002609500800203009005010300".parse()?;
/// let hard: Grid = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1".parse()?;
/// assert_eq!([easy, hard].map(|grid| solver::nodes(&grid)), [0, 74]);
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub fn nodes(grid: &Grid) -> u64 {
    let mut solutions = Solutions::of(State::from(grid));
    let mut nodes = 0;
    let mut found = 0;
    while found < 2 && solutions.next_state_with(|| nodes += 1).is_some() {
        found += 1;
    }
    nodes
}

/// An iterator over the solutions of a state.
///
/// The stack holds one state for each guess that is not refuted yet. Each guess fills a cell of the state before it, so
/// the stack never has more than 81 states.
///
/// ```
/// use minirow_core::solver::{Solutions, State};
/// let mut solutions = Solutions::of(State::default()); // the empty grid
/// assert!(solutions.next().is_some());
/// assert_eq!(solutions.count_next(100), 100);
/// ```
#[derive(Clone, Debug)]
pub struct Solutions {
    untried: Vec<State>,
    next: Option<State>,
}

impl Solutions {
    /// Creates an iterator over the solutions among the candidates of a state.
    pub fn of(state: State) -> Solutions {
        Solutions { untried: Vec::new(), next: Some(state) }
    }

    /// Returns the next solution as a solved state. This is the fastest way to find out that there is one.
    pub fn next_state(&mut self) -> Option<State> {
        self.next_state_with(|| {})
    }

    /// Returns the next solution, and calls a function at each guess.
    #[inline(always)]
    fn next_state_with(&mut self, mut guess: impl FnMut()) -> Option<State> {
        let mut state = self.next.take().or_else(|| self.untried.pop())?;
        loop {
            if state.propagate().is_err() {
                state = self.untried.pop()?;
                continue;
            }
            let Some(cell) = state.branching_cell() else {
                return Some(state);
            };
            guess();
            let digit = state.digits(cell).first().expect("a propagated state has a candidate in every cell");
            let mut refused = state;
            refused.remove(cell, digit);
            self.untried.push(refused);
            state.place(cell, digit);
        }
    }

    /// Counts the next solutions, up to `limit`. If the result is less than `limit`, there are no more.
    ///
    /// Call it repeatedly to count in portions, of a million for example, with a chance to stop between them.
    ///
    /// ```
    /// use minirow_core::{Grid, solver};
    /// // Rows 1 to 3 are given: an exact count takes a while, so it is made in portions.
    /// let grid: Grid = format!("{:.<81}", "123456789456789123789123456").parse().unwrap();
    /// let mut solutions = solver::solutions(&grid);
    /// let (mut total, mut portions) = (0, 0);
    /// while portions < 3 {
    ///     total += solutions.count_next(500);
    ///     portions += 1;
    /// }
    /// assert_eq!(total, 1500);
    /// ```
    pub fn count_next(&mut self, limit: u64) -> u64 {
        let mut count = 0;
        while count < limit && self.next_state().is_some() {
            count += 1;
        }
        count
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        self.next_state().map(|state| state.solution())
    }
}
