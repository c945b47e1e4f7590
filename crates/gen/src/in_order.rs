//! The results of many indices in the order of the indices, from lanes that finish them in any order.

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

use minirow_core::Puzzle;
use minirow_core::solver::batch::Engine;

use crate::generator::{GaveUp, Generator};
use crate::lanes::{Demand, Makers};

/// No index is begun so far ahead of the first whose result is still missing.
const WINDOW: u64 = 4096;

/// The results of many indices, in order: see [`Generator::puzzles_that`].
pub struct Puzzles<T, J> {
    engine: Engine,
    makers: Makers,
    queue: Queue<T, J>,
}

/// What is still to come.
struct Queue<T, J> {
    judge: J,
    /// Those that were not begun yet.
    indices: Range<u64>,
    /// The results that are known, from the index on that is given next.
    results: VecDeque<Option<Result<T, GaveUp>>>,
    /// The index of the first of them.
    first: u64,
}

impl<T, J> fmt::Debug for Puzzles<T, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzles({}.., {:?})", self.queue.first, self.engine)
    }
}

impl<T, J: FnMut(u64, Option<Puzzle>) -> Option<T>> Puzzles<T, J> {
    pub(crate) fn new(generator: Generator, engine: Engine, seed: u64, indices: Range<u64>, judge: J) -> Self {
        let first = indices.start;
        let queue = Queue { judge, indices, results: VecDeque::new(), first };
        Puzzles { engine, makers: Makers::new(generator, seed), queue }
    }
}

impl<T, J: FnMut(u64, Option<Puzzle>) -> Option<T>> Iterator for Puzzles<T, J> {
    type Item = Result<T, GaveUp>;

    fn next(&mut self) -> Option<Result<T, GaveUp>> {
        while !matches!(self.queue.results.front(), Some(Some(_))) {
            if !self.makers.work(&mut self.engine, &mut self.queue) {
                return None;
            }
        }
        self.queue.first += 1;
        self.queue.results.pop_front()?
    }
}

impl<T, J> Queue<T, J> {
    fn put(&mut self, index: u64, result: Result<T, GaveUp>) {
        let place = (index - self.first) as usize;
        while self.results.len() <= place {
            self.results.push_back(None);
        }
        self.results[place] = Some(result);
    }
}

impl<T, J: FnMut(u64, Option<Puzzle>) -> Option<T>> Demand for Queue<T, J> {
    fn next_index(&mut self, _open: usize) -> Option<u64> {
        if self.indices.start >= self.first.saturating_add(WINDOW) {
            return None;
        }
        self.indices.next()
    }

    fn look(&mut self, index: u64, _before: u64, puzzle: Option<Puzzle>) -> bool {
        let result = (self.judge)(index, puzzle);
        let is_settled = result.is_some();
        if let Some(result) = result {
            self.put(index, Ok(result));
        }
        is_settled
    }

    fn gave_up(&mut self, gave_up: GaveUp) {
        self.put(gave_up.index, Err(gave_up));
    }
}
