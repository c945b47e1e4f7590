//! The puzzles of a range of indices, in order, from lanes that finish them in any order.

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

use minirow_core::Puzzle;
use minirow_core::solver::batch::Engine;

use crate::generator::{GaveUp, Generator};
use crate::index_queue::IndexQueue;
use crate::lane_generator::LaneGenerator;

/// The maximum distance of the last index begun from the first index without a result.
const WINDOW: u64 = 4096;

/// An iterator over the results of a range of indices, in order. See [`Generator::find_puzzles`].
///
/// ```
/// use minirow_core::solver::batch::Engine;
/// use minirow_gen::{Generator, Recipe};
/// let generator = Generator::new(Recipe::default())?;
/// let mut clue_counts = generator.find_puzzles(Engine::new(), 42, 0..3, |_index, puzzle| {
///     Some(puzzle?.clues().clue_count())
/// });
/// assert!(clue_counts.next().unwrap()? >= 17);
/// assert_eq!(clue_counts.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Puzzles<T, J> {
    engine: Engine,
    lanes: LaneGenerator,
    queue: OrderedResults<T, J>,
}

/// Results that are not returned yet, in order.
struct OrderedResults<T, J> {
    judge: J,
    /// The indices that are not begun yet.
    indices: Range<u64>,
    /// The results from the next index on, as far as they are known.
    results: VecDeque<Option<Result<T, GaveUp>>>,
    /// The index of the first result.
    first: u64,
}

impl<T, J> fmt::Debug for Puzzles<T, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzles({}.., {:?})", self.queue.first, self.engine)
    }
}

impl Generator {
    /// Returns the puzzles of a range of indices, in order. They are equal to those of [`puzzle`](Generator::puzzle),
    /// but are made several times as fast, with one puzzle in each lane of the engine.
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

    /// Returns, for each index in order, the first result that is not `None` of a judge of its puzzles.
    ///
    /// The judge is called for each attempt at an index. It gets the index, and the puzzle or `None` if the attempt
    /// missed the recipe. The attempts at one index come in the order of [`attempts`](Generator::attempts); attempts at other
    /// indices come in between, in any order. The results are reproducible if the judge depends on the puzzle and the
    /// index alone. A judge may also count attempts, or end an index early with a result of another kind.
    ///
    /// ```
    /// # use minirow_core::solver::batch::Engine;
    /// # use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe::default())?;
    /// let few = |puzzle: &minirow_core::Puzzle| puzzle.clues().clue_count() <= 22;
    /// let mut attempts = 0;
    /// let judge = |_index, puzzle: Option<minirow_core::Puzzle>| {
    ///     attempts += 1;
    ///     puzzle.filter(few)
    /// };
    /// for (index, puzzle) in (0..20).zip(generator.find_puzzles(Engine::new(), 42, 0..20, judge)) {
    ///     let alone = generator.find_puzzle(42, index, |puzzle| Some(*puzzle).filter(few))?;
    ///     assert_eq!(puzzle?, alone);
    /// }
    /// assert!(attempts > 100);
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
