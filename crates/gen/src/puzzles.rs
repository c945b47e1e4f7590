//! The puzzles of a range of indices, in the order of the indices, from lanes that finish them in any order.

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

use minirow_core::Puzzle;
use minirow_core::solver::batch::Engine;

use crate::generator::{GaveUp, Generator};
use crate::index_queue::IndexQueue;
use crate::lane_generator::LaneGenerator;

/// How far the last begun index may be ahead of the first whose result is missing.
const WINDOW: u64 = 4096;

/// An iterator over the results of many indices, in order: see [`Generator::find_puzzles`].
pub struct Puzzles<T, J> {
    engine: Engine,
    lanes: LaneGenerator,
    queue: OrderedResults<T, J>,
}

/// The results to come, in order.
struct OrderedResults<T, J> {
    judge: J,
    /// The indices that were not begun yet.
    indices: Range<u64>,
    /// The known results, from the index that is returned next.
    results: VecDeque<Option<Result<T, GaveUp>>>,
    /// The index of the first of them.
    first: u64,
}

impl<T, J> fmt::Debug for Puzzles<T, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzles({}.., {:?})", self.queue.first, self.engine)
    }
}

impl Generator {
    /// Returns the puzzles of many indices, in order. They are those of [`puzzle`](Generator::puzzle), made several times as
    /// fast, since each lane of the engine makes one.
    ///
    /// ```
    /// # use minirow_core::solver::batch::Engine;
    /// # use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe::default())?;
    /// let puzzles: Result<Vec<_>, _> = generator.puzzles(Engine::new(), 42, 100..200).collect();
    /// assert_eq!(puzzles?[7], generator.puzzle(42, 107)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn puzzles(
        &self,
        engine: Engine,
        seed: u64,
        indices: Range<u64>,
    ) -> impl Iterator<Item = Result<Puzzle, GaveUp>> + use<> {
        self.find_puzzles(engine, seed, indices, |_, puzzle| puzzle)
    }

    /// Returns, in the order of the indices, what a judge makes of the first puzzle of each index that it accepts.
    ///
    /// The judge is called with each try of an index: the index, and a puzzle or `None` if the try missed the recipe. The
    /// tries of one index come in the order of [`tries`](Generator::tries); those of other indices come in between, in any
    /// order. A judge that depends on the puzzle and the index alone always gives the same results. A judge may also count
    /// tries, or end an index early with a result of another kind.
    ///
    /// ```
    /// # use minirow_core::solver::batch::Engine;
    /// # use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe::default())?;
    /// let few = |puzzle: &minirow_core::Puzzle| puzzle.clues().clue_count() <= 22;
    /// let mut tries = 0;
    /// let judge = |_index, puzzle: Option<minirow_core::Puzzle>| {
    ///     tries += 1;
    ///     puzzle.filter(few)
    /// };
    /// for (index, puzzle) in (0..20).zip(generator.find_puzzles(Engine::new(), 42, 0..20, judge)) {
    ///     let alone = generator.find_puzzle(42, index, |puzzle| Some(*puzzle).filter(few))?;
    ///     assert_eq!(puzzle?, alone);
    /// }
    /// assert!(tries > 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_puzzles<T, J>(&self, engine: Engine, seed: u64, indices: Range<u64>, judge: J) -> Puzzles<T, J>
    where
        J: FnMut(u64, Option<Puzzle>) -> Option<T>,
    {
        Puzzles::new(self.clone(), engine, seed, indices, judge)
    }
}

impl<T, J: FnMut(u64, Option<Puzzle>) -> Option<T>> Puzzles<T, J> {
    pub(crate) fn new(generator: Generator, engine: Engine, seed: u64, indices: Range<u64>, judge: J) -> Self {
        let first = indices.start;
        let queue = OrderedResults { judge, indices, results: VecDeque::new(), first };
        Puzzles { engine, lanes: LaneGenerator::new(generator, seed), queue }
    }
}

impl<T, J: FnMut(u64, Option<Puzzle>) -> Option<T>> Iterator for Puzzles<T, J> {
    type Item = Result<T, GaveUp>;

    fn next(&mut self) -> Option<Result<T, GaveUp>> {
        while !matches!(self.queue.results.front(), Some(Some(_))) {
            if !self.lanes.work(&mut self.engine, &mut self.queue) {
                return None;
            }
        }
        self.queue.first += 1;
        self.queue.results.pop_front()?
    }
}

impl<T, J> OrderedResults<T, J> {
    fn put(&mut self, index: u64, result: Result<T, GaveUp>) {
        let place = (index - self.first) as usize;
        while self.results.len() <= place {
            self.results.push_back(None);
        }
        self.results[place] = Some(result);
    }
}

impl<T, J: FnMut(u64, Option<Puzzle>) -> Option<T>> IndexQueue for OrderedResults<T, J> {
    fn next_index(&mut self, _open: usize) -> Option<u64> {
        if self.indices.start >= self.first.saturating_add(WINDOW) {
            return None;
        }
        self.indices.next()
    }

    fn offer(&mut self, index: u64, _before: u64, puzzle: Option<Puzzle>) -> bool {
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
