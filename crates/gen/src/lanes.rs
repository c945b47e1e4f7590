//! A puzzle in every lane: the generator on the batch engine.
//!
//! To make a puzzle takes some forty searches, one after the other, as each depends on the answers before. Many puzzles,
//! though, have nothing to do with each other, so every lane of the engine makes one of its own: it draws a full grid and
//! an order of removal from the stream of an index, and then asks the questions of a [`Removal`], one after the other.
//! When the last is answered it begins with the next index, and never waits for its neighbours.
//!
//! From time to time the lanes stop. The engine then solves what came out, all side by side, which proves once more that
//! each has one solution; the judge has a look, and sends indices whose puzzle is not wanted back for another try, with
//! the stream as it was left. As every index draws from its own stream, and every question has but one answer, the results
//! do not depend on the number of lanes, on who works beside whom, or on when they stop.

use std::collections::VecDeque;
use std::fmt;
use std::ops::{ControlFlow, Range};

use minirow_core::solver::batch::{Engine, Solved, Start, Work};
use minirow_core::{Grid, Puzzle};

use crate::fill::fill;
use crate::generator::{GaveUp, Generator};
use crate::pattern::fill_pattern;
use crate::removal::{Next, Removal};
use crate::stream::Stream;

/// After so many tries the lanes stop and let the judge have a look.
const PORTION: usize = 512;

/// No index is begun so far ahead of the first whose result is still missing.
const WINDOW: u64 = 4096;

/// The results of many indices, in order: see [`Generator::puzzles_that`].
pub struct Puzzles<T, J> {
    engine: Engine,
    makers: Makers,
    judge: J,
    /// The results that are known, from the index on that is given next.
    results: VecDeque<Option<Result<T, GaveUp>>>,
    /// The index of the first of them.
    first: u64,
}

impl<T, J> fmt::Debug for Puzzles<T, J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzles({}.., {:?})", self.first, self.engine)
    }
}

impl<T, J: FnMut(u64, Option<Puzzle>) -> Option<T>> Puzzles<T, J> {
    pub(crate) fn new(generator: Generator, engine: Engine, seed: u64, indices: Range<u64>, judge: J) -> Self {
        let first = indices.start;
        let makers = Makers {
            generator,
            seed,
            indices,
            limit: first,
            lanes: Vec::new(),
            ready: Vec::new(),
            free: Vec::new(),
            again: Vec::new(),
            tried: Vec::new(),
        };
        Puzzles { engine, makers, judge, results: VecDeque::new(), first }
    }

    /// Lets the lanes work for a while, and the judge have a look at what they made.
    fn work(&mut self) {
        self.makers.limit = self.first.saturating_add(WINDOW);
        self.engine.run(&mut self.makers);
        let mut tried = std::mem::take(&mut self.makers.tried);
        let made = tried.iter().filter_map(|tried| tried.made);
        let puzzles: Vec<_> = self.engine.puzzles(made).collect();
        let mut puzzles = puzzles.into_iter();
        for Tried { mut index, made } in tried.drain(..) {
            let puzzle = made.map(|_| {
                let proved = puzzles.next().expect("one for each grid");
                proved.expect("every removal kept the solution unique")
            });
            index.tries += 1;
            let result = match (self.judge)(index.number, puzzle) {
                Some(result) => Ok(result),
                None if index.tries < self.makers.generator.recipe().max_tries => {
                    self.makers.again.push(index);
                    continue;
                }
                None => Err(self.makers.generator.gave_up(index.number)),
            };
            let place = (index.number - self.first) as usize;
            while self.results.len() <= place {
                self.results.push_back(None);
            }
            self.results[place] = Some(result);
        }
        self.makers.tried = tried;
    }
}

impl<T, J: FnMut(u64, Option<Puzzle>) -> Option<T>> Iterator for Puzzles<T, J> {
    type Item = Result<T, GaveUp>;

    fn next(&mut self) -> Option<Result<T, GaveUp>> {
        while !matches!(self.results.front(), Some(Some(_))) {
            if self.first >= self.makers.indices.end {
                return None;
            }
            self.work();
        }
        self.first += 1;
        self.results.pop_front()?
    }
}

/// An index that is being worked on.
struct Index {
    number: u64,
    stream: Stream,
    /// How many tries are over.
    tries: u64,
}

/// What a try came to: clues as they are wanted, or nothing.
struct Tried {
    index: Index,
    made: Option<Grid>,
}

/// A puzzle that is being made.
struct Maker {
    /// Nothing once it has been made.
    index: Option<Index>,
    removal: Removal,
}

/// The puzzles that are being made: as many as there are lanes, as no lane begins another while one waits.
struct Makers {
    generator: Generator,
    seed: u64,
    /// Those that were not begun yet.
    indices: Range<u64>,
    /// Those from here on are not to be begun yet.
    limit: u64,
    /// What the lanes work on. The places are the numbers of the searches.
    lanes: Vec<Maker>,
    /// The places whose last question was answered.
    ready: Vec<usize>,
    /// The places where nothing is made.
    free: Vec<usize>,
    /// Indices that need another try.
    again: Vec<Index>,
    /// The tries that are over.
    tried: Vec<Tried>,
}

impl Makers {
    /// Finds a puzzle with a question, and gives its place.
    #[inline(never)]
    fn next_question(&mut self) -> Option<usize> {
        while self.tried.len() < PORTION {
            let Some(place) = self.ready.pop() else {
                let place = self.begin()?;
                self.ready.push(place);
                continue;
            };
            let next = self.lanes[place].removal.next(self.generator.orbits());
            if next == Next::Ask {
                return Some(place);
            }
            self.free.push(place);
            let Maker { index, removal } = &mut self.lanes[place];
            let made = (next == Next::Done).then(|| removal.clues());
            let made = made.filter(|clues| self.generator.recipe().targets().contains(&clues.clue_count()));
            self.tried.extend(index.take().map(|index| Tried { index, made }));
        }
        None
    }

    /// Begins a try, if there is any left, and gives its place.
    fn begin(&mut self) -> Option<usize> {
        let recipe = self.generator.recipe();
        while self.tried.len() < PORTION {
            let mut index = match self.again.pop() {
                Some(index) => index,
                None if self.indices.start < self.limit.min(self.indices.end) => {
                    let number = self.indices.start;
                    self.indices.start += 1;
                    Index { number, stream: Stream::new(self.seed, number), tries: 0 }
                }
                None => return None,
            };
            let stream = &mut index.stream;
            if let (true, Some(pattern)) = (recipe.exact, recipe.mask) {
                // Nothing is removed there; what it asks is counted by the solver itself.
                let puzzle = fill_pattern(pattern, recipe.solution, stream);
                self.tried.push(Tried { index, made: puzzle.map(|puzzle| *puzzle.clues()) });
                continue;
            }
            let solution = recipe.solution.unwrap_or_else(|| fill(stream));
            let until = self.generator.until(stream);
            let orbits = self.generator.orbits();
            return Some(match self.free.pop() {
                Some(place) => {
                    let maker = &mut self.lanes[place];
                    maker.removal.begin(solution, recipe.cells(), orbits, until, stream);
                    maker.index = Some(index);
                    place
                }
                None => {
                    let removal = Removal::new(solution, recipe.cells(), orbits, until, stream);
                    self.lanes.push(Maker { index: Some(index), removal });
                    self.lanes.len() - 1
                }
            });
        }
        None
    }
}

impl Work for Makers {
    #[inline(always)]
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        let place = self.next_question()?;
        let (clues, struck_out) = self.lanes[place].removal.question();
        start.clone_from(clues);
        if let Some((cell, digit)) = struck_out {
            start.remove(cell, digit);
        }
        Some(place)
    }

    #[inline(always)]
    fn found(&mut self, search: usize, solution: impl Solved) -> ControlFlow<()> {
        if !self.lanes[search].removal.found(self.generator.orbits(), |known| solution.differing(known)) {
            return ControlFlow::Continue(());
        }
        self.ready.push(search);
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn exhausted(&mut self, search: usize) {
        self.lanes[search].removal.exhausted();
        self.ready.push(search);
    }
}
