//! The search of the bitmask solver: guess at the cell with the fewest candidates, propagate, go back when stuck.

use crate::puzzle::Solution;
use crate::solver::bitmask::State;

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
        let mut state = self.next.take().or_else(|| self.untried.pop())?;
        loop {
            if state.propagate().is_err() {
                state = self.untried.pop()?;
                continue;
            }
            let Some(cell) = state.branching_cell() else {
                return Some(state);
            };
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
