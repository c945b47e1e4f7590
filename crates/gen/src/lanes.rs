//! A puzzle in every lane: the generator on the batch engine.
//!
//! To make a puzzle takes some forty searches, one after the other, as each depends on the answers before. Many puzzles,
//! though, have nothing to do with each other, so every lane of the engine makes one of its own: it draws a full grid and
//! an order of removal from the stream of an index, and then asks the questions of a [`Making`], one after the other.
//! When the last is answered it begins with the next try, and never waits for its neighbours.
//!
//! From time to time the lanes stop. The engine then solves what came out, all side by side, which proves once more that
//! each has one solution; and whoever wanted it has a look. As every index draws from its own stream, and every question
//! has but one answer, the results do not depend on the number of lanes, on who works beside whom, or on when they stop.
//!
//! All that a try draws from its stream it draws before its first question. So the next try of an index need not wait for
//! the one before: where puzzles as they are wanted are rare, the lanes make many tries of few indices, and those that come
//! after the first that is wanted were in vain. Where puzzles are plentiful, they make one try of each of many indices.
//! How plentiful they are, the tries so far say; nothing but time hangs on it.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use minirow_core::solver::batch::{Engine, Solved, Start, Work};
use minirow_core::{Grid, Puzzle};

use crate::generator::{GaveUp, Generator};
use crate::making::Making;
use crate::pattern::fill_pattern;
use crate::removal::Next;
use crate::stream::Stream;

/// After so many tries the lanes stop and what came out is looked at: seldom, as lanes wait for each other then.
const PORTION: usize = 512;

/// No index has more tries under way: enough to fill a portion while the lanes hold those of the next.
const MOST_AHEAD: u64 = PORTION as u64 + 16;

/// As many lanes as the widest engine has.
const LANES: u64 = 16;

/// Tries under way of an index, as a share of those that it takes on average: what is lost when one of them is wanted.
const SHARE_AHEAD: u64 = 16;

/// Someone who wants a puzzle of each of some indices: see [`Generator::serve`].
pub trait Demand {
    /// The next index, each greater than the one before, while so many are open. Where none is, this may wait, and nothing
    /// means that there are no more; where some are, it means that there is none for now.
    fn next_index(&mut self, open: usize) -> Option<u64>;

    /// Looks at a try of an index, with the number of those before: a puzzle, or nothing where the recipe was missed. The
    /// tries of an index come in their order, with those of other indices in between. Says whether the index is settled
    /// with that.
    fn look(&mut self, index: u64, before: u64, puzzle: Option<Puzzle>) -> bool;

    /// The last try of an index did not settle it.
    fn gave_up(&mut self, gave_up: GaveUp);
}

/// An index that is being worked on.
struct Index {
    number: u64,
    /// What the next try draws from.
    stream: Stream,
    /// How many tries were begun.
    begun: u64,
    /// How many were looked at.
    over: u64,
    /// What the tries after those came to, where that is known.
    made: VecDeque<Option<Option<Puzzle>>>,
}

/// What a try came to: clues as they are wanted, or nothing.
struct Tried {
    index: u64,
    /// The number of the try.
    number: u64,
    made: Option<Grid>,
}

/// A puzzle that is being made.
struct Maker {
    index: u64,
    /// The number of the try.
    number: u64,
    making: Making,
}

/// The puzzles that are being made: as many as there are lanes, as no lane begins another while one waits.
pub(crate) struct Makers {
    generator: Generator,
    seed: u64,
    /// The indices that are open, in their order.
    open: Vec<Index>,
    /// The first of them that may begin another try; those before have enough under way.
    next_open: usize,
    /// How many tries of an index may be under way.
    ahead: u64,
    /// What the lanes work on. The places are the numbers of the searches.
    lanes: Vec<Maker>,
    /// The places whose last question was answered.
    ready: Vec<usize>,
    /// The places where nothing is made.
    free: Vec<usize>,
    /// The tries that are over.
    tried: Vec<Tried>,
    /// How many tries were looked at, and how many indices they settled.
    looked_at: u64,
    settled: u64,
}

impl Makers {
    pub(crate) fn new(generator: Generator, seed: u64) -> Makers {
        Makers {
            generator,
            seed,
            open: Vec::new(),
            next_open: 0,
            ahead: 1,
            lanes: Vec::new(),
            ready: Vec::new(),
            free: Vec::new(),
            tried: Vec::new(),
            looked_at: 0,
            settled: 0,
        }
    }

    /// Lets the lanes work for a while, and has what they made looked at. False if nothing is left to do.
    pub(crate) fn work(&mut self, engine: &mut Engine, demand: &mut impl Demand) -> bool {
        let tries = self.tries_of_an_index();
        self.ahead = (tries / SHARE_AHEAD).clamp(1, MOST_AHEAD);
        let wanted = MOST_AHEAD.div_ceil(self.ahead) as usize;
        while self.open.len() < wanted {
            let Some(number) = demand.next_index(self.open.len()) else { break };
            let stream = Stream::new(self.seed, number);
            self.open.push(Index { number, stream, begun: 0, over: 0, made: VecDeque::new() });
        }
        if self.open.is_empty() {
            return false;
        }
        if self.open.len() < wanted && !self.generator.recipe().exact {
            // Where there are few indices, their tries are what keeps the lanes busy.
            let most = (PORTION / self.open.len()) as u64;
            let every_lane = LANES.div_ceil(self.open.len() as u64);
            self.ahead = self.ahead.max(tries.min(most)).max(every_lane).min(MOST_AHEAD);
        }
        self.next_open = 0;
        engine.run(self);
        self.sort_in(engine);
        self.have_looked_at(demand);
        true
    }

    /// How many tries it takes to settle an index, by what is known: at first, one.
    fn tries_of_an_index(&self) -> u64 {
        if self.generator.recipe().exact {
            return 1; // the lanes have no part in it, and a try draws as long as it lasts
        }
        (self.looked_at + 1) / (self.settled + 1)
    }

    /// Proves what was made, and gives it to its indices.
    fn sort_in(&mut self, engine: &mut Engine) {
        let made = self.tried.iter().filter_map(|tried| tried.made);
        let puzzles: Vec<_> = engine.puzzles(made).collect();
        let mut puzzles = puzzles.into_iter();
        for tried in self.tried.drain(..) {
            let puzzle = tried.made.map(|_| {
                let proved = puzzles.next().expect("one for each grid");
                proved.expect("every removal kept the solution unique")
            });
            let place = self.open.binary_search_by_key(&tried.index, |index| index.number).expect("an open index");
            let index = &mut self.open[place];
            let place = (tried.number - index.over) as usize;
            if index.made.len() <= place {
                index.made.resize(place + 1, None);
            }
            index.made[place] = Some(puzzle);
        }
    }

    /// Shows the tries whose turn has come, and closes the indices that they settle.
    fn have_looked_at(&mut self, demand: &mut impl Demand) {
        let max_tries = self.generator.recipe().max_tries;
        self.open.retain_mut(|index| {
            while let Some(&Some(puzzle)) = index.made.front() {
                index.made.pop_front();
                self.looked_at += 1;
                if demand.look(index.number, index.over, puzzle) {
                    self.settled += 1;
                    return false;
                }
                index.over += 1;
                if index.over == max_tries {
                    demand.gave_up(self.generator.gave_up(index.number));
                    return false;
                }
            }
            true
        });
        // No lane goes on with what nobody waits for any more.
        let (open, lanes, free) = (&self.open, &self.lanes, &mut self.free);
        self.ready.retain(|&place| {
            let is_open = open.binary_search_by_key(&lanes[place].index, |index| index.number).is_ok();
            if !is_open {
                free.push(place);
            }
            is_open
        });
    }

    /// Finds a puzzle with a question, and gives its place.
    #[inline(never)]
    fn next_question(&mut self) -> Option<usize> {
        while self.tried.len() < PORTION {
            let Some(place) = self.ready.pop() else {
                let place = self.begin()?;
                self.ready.push(place);
                continue;
            };
            let Maker { index, number, making } = &mut self.lanes[place];
            let next = making.next(&self.generator);
            if next == Next::Ask {
                return Some(place);
            }
            self.free.push(place);
            let made = (next == Next::Done).then(|| making.clues());
            let made = made.filter(|clues| self.generator.has_wanted_clues(clues));
            self.tried.push(Tried { index: *index, number: *number, made });
        }
        None
    }

    /// Begins a try, if there is any left, and gives its place.
    fn begin(&mut self) -> Option<usize> {
        let recipe = self.generator.recipe();
        while self.tried.len() < PORTION {
            let index = self.open.get_mut(self.next_open)?;
            if index.begun - index.over >= self.ahead || index.begun == recipe.max_tries {
                self.next_open += 1;
                continue;
            }
            let number = index.begun;
            index.begun += 1;
            let stream = &mut index.stream;
            if let (true, Some(pattern)) = (recipe.exact, recipe.mask) {
                // Nothing is removed there; what it asks is counted by the solver itself.
                let made = fill_pattern(pattern, recipe.solution, stream).map(|puzzle| *puzzle.clues());
                self.tried.push(Tried { index: index.number, number, made });
                continue;
            }
            let index = index.number;
            return Some(match self.free.pop() {
                Some(place) => {
                    let maker = &mut self.lanes[place];
                    maker.making.begin(&self.generator, stream);
                    (maker.index, maker.number) = (index, number);
                    place
                }
                None => {
                    let making = Making::new(&self.generator, stream);
                    self.lanes.push(Maker { index, number, making });
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
        self.lanes[place].making.question(start);
        Some(place)
    }

    #[inline(always)]
    fn found(&mut self, search: usize, solution: impl Solved) -> ControlFlow<()> {
        if !self.lanes[search].making.found(&self.generator, |known| solution.differing(known)) {
            return ControlFlow::Continue(());
        }
        self.ready.push(search);
        ControlFlow::Break(())
    }

    #[inline(always)]
    fn exhausted(&mut self, search: usize) {
        self.lanes[search].making.exhausted();
        self.ready.push(search);
    }
}
