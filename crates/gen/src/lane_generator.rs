//! The generator on the lanes of the batch engine: one attempt at a puzzle in every lane.
//!
//! One puzzle takes about forty searches, one after the other, because each depends on the previous answers. Different
//! puzzles are independent, so every lane works on its own puzzle. It draws a full grid and an order of removal from
//! the stream of an index, then asks the questions of a [`LaneAttempt`] one by one. After the last answer it begins the
//! next attempt, without waiting for the other lanes.
//!
//! From time to time the lanes stop. The engine then solves all finished puzzles side by side, which proves a second
//! time that each has one solution, and offers them to the [`IndexQueue`]. Every index draws from its own stream, and
//! every question has exactly one answer. So the results do not depend on the number of lanes, on the other indices in
//! work, or on when the lanes stop.
//!
//! An attempt draws everything from its stream before its first question, so the next attempt at an index need not wait
//! for it. If accepted puzzles are rare, the lanes make many attempts at few indices, and those after the first
//! accepted one are discarded. If they are common, the lanes make one attempt at each of many indices. The share
//! accepted so far decides the number; it affects speed only.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use minirow_core::solver::batch::{Engine, Solved, Start, Work};
use minirow_core::{Grid, Puzzle};

use crate::generator::Generator;
use crate::index_queue::IndexQueue;
use crate::lane_attempt::LaneAttempt;
use crate::pattern::fill_pattern;
use crate::removal::Next;
use crate::stream::Stream;

/// Number of finished attempts after which the lanes stop to prove and offer them. It is large, because lanes wait for
/// each other at a stop.
const PORTION: usize = 512;

/// Maximum number of running attempts at one index: enough to fill a portion while the lanes hold those of the next.
const MOST_AHEAD: u64 = PORTION as u64 + 16;

/// Number of lanes of the widest engine.
const LANES: u64 = 16;

/// Divisor of the mean number of attempts per index. The quotient is the number of attempts that may run at once, which
/// are lost when an attempt is accepted.
const SHARE_AHEAD: u64 = 16;

/// An index in work.
struct OpenIndex {
    number: u64,
    /// The stream that the next attempt draws from.
    stream: Stream,
    /// Number of attempts begun.
    begun: u64,
    /// Number of attempts offered to the queue.
    over: u64,
    /// The later attempts, as far as one of them has ended.
    attempts: VecDeque<Attempt>,
}

/// The state of an attempt that is not offered to the queue yet.
#[derive(Clone, Copy)]
enum Attempt {
    Running,
    /// Its clues do not meet the recipe.
    Missed,
    Made(Puzzle),
}

/// The result of an attempt: clues that meet the recipe, or nothing.
struct FinishedAttempt {
    index: u64,
    /// Number of the attempt within its index.
    number: u64,
    made: Option<Grid>,
}

/// An attempt that a lane works on.
struct RunningAttempt {
    index: u64,
    /// Number of the attempt within its index.
    number: u64,
    attempt: LaneAttempt,
}

/// Makes puzzles in the lanes of an engine. There are at most as many running attempts as lanes, because no lane begins
/// another attempt while one waits.
pub(crate) struct LaneGenerator {
    generator: Generator,
    seed: u64,
    /// The open indices, ascending.
    open: Vec<OpenIndex>,
    /// Position of the first open index that may begin another attempt. Those before have enough running attempts.
    next_open: usize,
    /// Maximum number of running attempts at one index.
    ahead: u64,
    /// The running attempts, by number of search.
    lanes: Vec<RunningAttempt>,
    /// Numbers of the attempts whose last question was answered.
    ready: Vec<usize>,
    /// Numbers without a running attempt.
    free: Vec<usize>,
    /// Finished attempts that are not proved yet.
    finished: Vec<FinishedAttempt>,
    /// Number of attempts offered to the queue.
    offered: u64,
    /// Number of indices settled.
    settled: u64,
}

impl Generator {
    /// Makes puzzles for the indices of a queue, one in each lane of an engine, until the queue has no more indices.
    ///
    /// Use this to share indices among threads, or to take results in any order. For ranges of indices, use
    /// [`find_puzzles`]. The results of an index are those of [`attempts`](Generator::attempts), in that order. They do not
    /// depend on the engine or on the other indices. See [`IndexQueue`] for an example.
    ///
    /// [`find_puzzles`]: Generator::find_puzzles
    pub fn serve(&self, engine: &mut Engine, seed: u64, queue: &mut impl IndexQueue) {
        let mut lanes = LaneGenerator::new(self.clone(), seed);
        while lanes.work(engine, queue) {}
    }
}

impl LaneGenerator {
    pub(crate) fn new(generator: Generator, seed: u64) -> LaneGenerator {
        LaneGenerator {
            generator,
            seed,
            open: Vec::new(),
            next_open: 0,
            ahead: 1,
            lanes: Vec::new(),
            ready: Vec::new(),
            free: Vec::new(),
            finished: Vec::new(),
            offered: 0,
            settled: 0,
        }
    }

    /// Runs the lanes for a while and offers the results to the queue. Returns `false` if nothing is left to do.
    pub(crate) fn work(&mut self, engine: &mut Engine, queue: &mut impl IndexQueue) -> bool {
        let attempts = self.attempts_per_index();
        self.ahead = (attempts / SHARE_AHEAD).clamp(1, MOST_AHEAD);
        let wanted = MOST_AHEAD.div_ceil(self.ahead) as usize;
        while self.open.len() < wanted {
            let Some(number) = queue.next_index(self.open.len()) else { break };
            let stream = Stream::new(self.seed, number);
            self.open.push(OpenIndex { number, stream, begun: 0, over: 0, attempts: VecDeque::new() });
        }
        if self.open.is_empty() {
            return false;
        }
        if self.open.len() < wanted && !self.generator.recipe().exact {
            // With few indices, several attempts of each keep the lanes busy.
            let most = (PORTION / self.open.len()) as u64;
            let every_lane = LANES.div_ceil(self.open.len() as u64);
            self.ahead = self.ahead.max(attempts.min(most)).max(every_lane).min(MOST_AHEAD);
        }
        self.next_open = 0;
        self.run_lanes(engine);
        self.prove_finished(engine);
        self.offer_results(queue);
        true
    }

    /// Runs the lanes. It is not generic over the queue, so that the search is compiled only here.
    fn run_lanes(&mut self, engine: &mut Engine) {
        engine.run(self);
    }

    /// Returns the mean number of attempts that settled an index so far; 1 at first.
    fn attempts_per_index(&self) -> u64 {
        if self.generator.recipe().exact {
            return 1; // this attempt does not run in a lane, and draws from its stream until it ends
        }
        (self.offered + 1) / (self.settled + 1)
    }

    /// Proves that finished puzzles have one solution, and hands them to their indices.
    fn prove_finished(&mut self, engine: &mut Engine) {
        let made = self.finished.iter().filter_map(|finished| finished.made);
        let puzzles: Vec<_> = engine.puzzles(made).collect();
        let mut puzzles = puzzles.into_iter();
        for finished in self.finished.drain(..) {
            let attempt = match finished.made {
                None => Attempt::Missed,
                Some(_) => {
                    let proved = puzzles.next().expect("one for each grid");
                    Attempt::Made(proved.expect("every removal kept the solution unique"))
                }
            };
            let place = self.open.binary_search_by_key(&finished.index, |index| index.number).expect("an open index");
            let index = &mut self.open[place];
            let place = (finished.number - index.over) as usize;
            if index.attempts.len() <= place {
                index.attempts.resize(place + 1, Attempt::Running);
            }
            index.attempts[place] = attempt;
        }
    }

    /// Offers results in the order of their attempts, and closes the indices that are settled.
    fn offer_results(&mut self, queue: &mut impl IndexQueue) {
        let max_attempts = self.generator.recipe().max_attempts;
        self.open.retain_mut(|index| {
            while let Some(&attempt) = index.attempts.front() {
                let puzzle = match attempt {
                    Attempt::Running => break,
                    Attempt::Missed => None,
                    Attempt::Made(puzzle) => Some(puzzle),
                };
                index.attempts.pop_front();
                self.offered += 1;
                if queue.offer(index.number, index.over, puzzle) {
                    self.settled += 1;
                    return false;
                }
                index.over += 1;
                if index.over == max_attempts {
                    queue.gave_up(self.generator.gave_up(index.number));
                    return false;
                }
            }
            true
        });
        // Attempts of closed indices are dropped.
        let (open, lanes, free) = (&self.open, &self.lanes, &mut self.free);
        self.ready.retain(|&place| {
            let is_open = open.binary_search_by_key(&lanes[place].index, |index| index.number).is_ok();
            if !is_open {
                free.push(place);
            }
            is_open
        });
    }

    /// Returns the number of an attempt that has a question.
    #[inline(never)]
    fn next_question(&mut self) -> Option<usize> {
        while self.finished.len() < PORTION {
            let Some(place) = self.ready.pop() else {
                let place = self.begin()?;
                self.ready.push(place);
                continue;
            };
            let RunningAttempt { index, number, attempt } = &mut self.lanes[place];
            let next = attempt.next(&self.generator);
            if next == Next::Ask {
                return Some(place);
            }
            self.free.push(place);
            let made = (next == Next::Done).then(|| attempt.clues());
            let made = made.filter(|clues| self.generator.has_wanted_clues(clues));
            self.finished.push(FinishedAttempt { index: *index, number: *number, made });
        }
        None
    }

    /// Begins an attempt, if any is left, and returns its number.
    fn begin(&mut self) -> Option<usize> {
        let recipe = self.generator.recipe();
        while self.finished.len() < PORTION {
            let index = self.open.get_mut(self.next_open)?;
            if index.begun - index.over >= self.ahead || index.begun == recipe.max_attempts {
                self.next_open += 1;
                continue;
            }
            let number = index.begun;
            index.begun += 1;
            let stream = &mut index.stream;
            if let (true, Some(pattern)) = (recipe.exact, recipe.mask) {
                // A pattern is filled without removal, and calls the solver directly.
                let made = fill_pattern(pattern, recipe.solution, stream).map(|puzzle| *puzzle.clues());
                self.finished.push(FinishedAttempt { index: index.number, number, made });
                continue;
            }
            let index = index.number;
            return Some(match self.free.pop() {
                Some(place) => {
                    let running = &mut self.lanes[place];
                    running.attempt.begin(&self.generator, stream);
                    (running.index, running.number) = (index, number);
                    place
                }
                None => {
                    let attempt = LaneAttempt::new(&self.generator, stream);
                    self.lanes.push(RunningAttempt { index, number, attempt });
                    self.lanes.len() - 1
                }
            });
        }
        None
    }
}

impl Work for LaneGenerator {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        let place = self.next_question()?;
        self.lanes[place].attempt.question(start);
        Some(place)
    }

    fn found(&mut self, search: usize, solution: &dyn Solved) -> ControlFlow<()> {
        if !self.lanes[search].attempt.found(&self.generator, |known| solution.differing(known)) {
            return ControlFlow::Continue(());
        }
        self.ready.push(search);
        ControlFlow::Break(())
    }

    fn exhausted(&mut self, search: usize) {
        self.lanes[search].attempt.exhausted();
        self.ready.push(search);
    }
}
