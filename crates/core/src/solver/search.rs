//! The search of the bitmask solver: guess at the cell with the fewest candidates, propagate, go back when stuck.

use crate::grid::Grid;
use crate::solution::Solution;
use crate::solver::bitmask::State;

/// How much searching a grid takes: the nodes of the search tree at which the bitmask solver has to guess, until it has
/// found two solutions or knows that there are no more.
///
/// A grid that its rules (singles and locked candidates) solve, or show to have no solution, has 0. Where they are stuck,
/// the solver guesses at the cell with the fewest candidates, among those at the one with the most open peers, then at the
/// first in the grid; it takes the lowest digit first. So the number is a function of the grid and of these rules. As
/// it goes by the order of cells and digits, the twins of a puzzle have other numbers: take it as a measure of size.
///
/// ```
/// use minirow_core::{Grid, solver};
/// let easy: Grid = "003020600900305001001806400008102900700000008006708200002609500800203009005010300".parse()?;
/// let hard: Grid = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1".parse()?;
/// assert_eq!([easy, hard].map(|grid| solver::nodes(&grid)), [0, 74]);
/// # Ok::<(), minirow_core::text::ParseError>(())
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

/// The solutions of a state, found one at a time.
///
/// The stack holds one state for every guess that is not refuted yet. As each guess fills a cell of the state above it,
/// there are never more than 81.
#[derive(Clone, Debug)]
pub struct Solutions {
    untried: Vec<State>,
    next: Option<State>,
}

impl Solutions {
    /// The solutions among the candidates of a state.
    pub fn of(state: State) -> Solutions {
        Solutions { untried: Vec::new(), next: Some(state) }
    }

    /// The next solution as a solved state: what is cheapest, if all that matters is that there is one.
    pub fn next_state(&mut self) -> Option<State> {
        self.next_state_with(|| {})
    }

    /// The same, and tells of every guess.
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

    /// Counts the next solutions, `limit` at most; fewer than `limit` means that there are no more.
    ///
    /// Call it again to go on. A count that must be able to stop asks for a million at a time, say.
    ///
    /// ```
    /// use minirow_core::{Grid, solver};
    /// // Row 1 and column 1 are given: an exact count takes a while, so it is made in portions.
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
