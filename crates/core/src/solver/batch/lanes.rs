//! The lanes: searches side by side, one in each lane of the vectors. No lane waits for another.
//!
//! A round is two passes and a check of the results. A lane that is dead or solved takes the last untried branch from
//! its stack. If it has none, it takes the next search. If there is none either, it takes the first branch of another
//! lane's stack, which is the largest piece of work. A lane where the rules remove no more candidates guesses.

use fearless_simd::prelude::*;

use super::layout::{DIGITS, GUARDS, LOWEST, Position, WORDS};
use super::operations::Operations;
use super::pass::{Between, Words, pass};
use super::score::Best;
use super::unroll;
use super::work::{Solved, Start, Work};
use crate::cell::CellSet;
use crate::grid::Grid;

/// The number of lanes of the widest vectors.
const WIDEST: usize = 16;

/// The maximum number of untried branches on the path of a lane. Each branch belongs to a guess. A guess is made in a
/// cell with two or more candidates and leaves one, so no cell is guessed twice on a path.
const DEEPEST: usize = 81;

/// The number of guesses of a search after which positions are checked more closely.
const SUSPICIOUS: u32 = 256;

/// The lanes of an instruction set, with their memory.
pub(super) struct Lanes<S: Simd> {
    simd: S,
    /// The untried branches: `DEEPEST` places for each lane.
    stacks: Vec<Position>,
    start: Start,
}

/// A bitmask of lanes.
type LaneSet = u32;

fn members(mut lanes: LaneSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = lanes.trailing_zeros() as usize;
        let some = lanes != 0;
        lanes &= lanes.wrapping_sub(1);
        some.then_some(first)
    })
}

/// A running search.
#[derive(Clone, Copy)]
struct Search {
    number: usize,
    /// The lanes that work on it.
    lanes: LaneSet,
    guesses: u32,
}

impl<S: Operations> Lanes<S> {
    /// The number of searches side by side.
    pub(super) const NUMBER: usize = S::u32s::LEN;
    const ALL: LaneSet = ((1u64 << Self::NUMBER) - 1) as LaneSet;

    pub(super) fn new(simd: S) -> Lanes<S> {
        const { assert!(Self::NUMBER <= WIDEST) };
        Lanes { simd, stacks: vec![Position::EMPTY; Self::NUMBER * DEEPEST], start: Start(Position::EMPTY) }
    }

    /// Runs searches until the work has no more.
    pub(super) fn run<W: Work + ?Sized>(&mut self, work: &mut W) {
        let simd = self.simd;
        simd.vectorize(
            #[inline(always)]
            || Run::new(self).run(work),
        );
    }
}

/// The lanes at work.
struct Run<'a, S: Simd> {
    simd: S,
    words: Words<S>,
    stacks: &'a mut [Position],
    start: &'a mut Start,
    /// The lanes that have a position to work on.
    busy: LaneSet,
    /// By lane: the index of its search in `searches`.
    search_of: [u8; WIDEST],
    /// The running searches. Each has at least one lane, so there are at most as many as lanes.
    searches: [Search; WIDEST],
    /// The free places in `searches`.
    vacant: LaneSet,
    /// By lane: the number of guesses on its path, and the number of those whose branches were taken by other lanes.
    top: [u8; WIDEST],
    bottom: [u8; WIDEST],
    /// The lanes with untried branches.
    rich: LaneSet,
}

impl<'a, S: Operations> Run<'a, S> {
    #[inline(always)]
    fn new(lanes: &'a mut Lanes<S>) -> Run<'a, S> {
        let simd = lanes.simd;
        Run {
            simd,
            words: [S::u32s::splat(simd, u32::MAX >> 2); WORDS],
            stacks: &mut lanes.stacks,
            start: &mut lanes.start,
            busy: 0,
            search_of: [0; WIDEST],
            searches: [Search { number: 0, lanes: 0, guesses: 0 }; WIDEST],
            vacant: Lanes::<S>::ALL,
            top: [0; WIDEST],
            bottom: [0; WIDEST],
            rich: 0,
        }
    }

    #[inline(always)]
    fn run<W: Work + ?Sized>(&mut self, work: &mut W) {
        for lane in 0..Lanes::<S>::NUMBER {
            self.next_search(lane, work);
        }
        let zero = S::u32s::splat(self.simd, 0);
        let guards = S::u32s::splat(self.simd, GUARDS);
        let mut between = Between::new(self.simd);
        // If the compiler knew the constant, it would compute both x - 1 and its complement.
        let lowest = S::u32s::splat(self.simd, std::hint::black_box(LOWEST));
        let mut waited = false;
        while self.busy != 0 {
            let first = pass(self.simd, &mut self.words, &mut between, lowest);
            let second = pass(self.simd, &mut self.words, &mut between, lowest);
            let dead = (first.dead | second.dead | (guards & !second.filled) | second.clash).simd_ne(zero).to_bitmask()
                as LaneSet
                & self.busy;
            let changed = second.changed.simd_ne(zero).to_bitmask() as LaneSet;
            let open = second.open.simd_ne(zero).to_bitmask() as LaneSet;
            let at_rest = self.busy & !dead & !changed;
            let (solved, mut stuck) = (at_rest & !open, at_rest & open);
            let mut done = dead | solved;

            for lane in members(solved) {
                let over = self.found(lane, work);
                done |= over;
                stuck &= !over;
            }
            if stuck != 0 {
                // The score takes the same time for any number of guesses. So a few lanes wait for others, but never
                // twice.
                let few = stuck.count_ones() * 4 < Lanes::<S>::NUMBER as u32 && self.busy == Lanes::<S>::ALL;
                waited = few && !waited;
                if !waited {
                    done |= self.guess(stuck, work);
                }
            }
            for lane in members(done) {
                self.go_on(lane, work);
            }
            let idle = Lanes::<S>::ALL & !self.busy;
            if idle != 0 {
                self.employ(idle, done != 0, work);
            }
        }
    }

    /// Reports the solution of a lane. Returns the lanes whose search ends with it.
    #[inline(always)]
    fn found<W: Work + ?Sized>(&mut self, lane: usize, work: &mut W) -> LaneSet {
        let place = usize::from(self.search_of[lane]);
        let search = self.searches[place];
        if search.lanes & 1 << lane == 0 {
            return 0; // the search ended earlier in this round
        }
        if work.found(search.number, &InLane::<S> { words: &self.words, lane }).is_continue() {
            return 0;
        }
        self.end_search(place)
    }

    /// Ends a search. Returns its lanes.
    #[inline(always)]
    fn end_search(&mut self, place: usize) -> LaneSet {
        let lanes = self.searches[place].lanes;
        for lane in members(lanes) {
            self.top[lane] = self.bottom[lane];
        }
        self.rich &= !lanes;
        self.searches[place].lanes = 0;
        self.vacant |= 1 << place;
        lanes
    }

    /// Makes a guess in each stuck lane. Returns the lanes that are found to be dead, and those whose search ends.
    #[inline(always)]
    fn guess<W: Work + ?Sized>(&mut self, stuck: LaneSet, work: &mut W) -> LaneSet {
        let best = Best::of(self.simd, &self.words);
        let mut done = 0;
        let mut is_checked = false;
        for lane in members(stuck) {
            let place = usize::from(self.search_of[lane]);
            let search = &mut self.searches[place];
            search.guesses = search.guesses.saturating_add(1);
            if search.guesses > SUSPICIOUS && !is_checked {
                is_checked = true; // one check is for all lanes
                done |= stuck & self.repeated_digits();
            }
            if done & 1 << lane != 0 {
                continue;
            }
            if work.guessed(self.searches[place].number).is_break() {
                done |= self.end_search(place);
                continue;
            }
            let (word, band) = best.cell(lane).unwrap_or_else(|| self.fewest_candidates(lane));
            self.branch(lane, word, band);
        }
        done
    }

    /// Guesses the lowest digit of a cell, and pushes the other digits on the stack.
    #[inline(always)]
    fn branch(&mut self, lane: usize, word: usize, band: u32) {
        let depth = usize::from(self.top[lane]);
        let untried = &mut self.stacks[lane * DEEPEST + depth];
        for (untried, lanes) in untried.0.iter_mut().zip(&self.words) {
            *untried = lanes[lane];
        }
        let here = untried.0[word];
        let digits = here & DIGITS << (10 * band);
        let lowest = digits & digits.wrapping_neg();
        untried.0[word] = here & !lowest;
        self.words[word][lane] = here & !(digits ^ lowest);
        self.top[lane] += 1;
        self.rich |= 1 << lane;
    }

    /// Returns a cell with the fewest candidates, for a lane where no cell has two.
    #[cold]
    #[inline(never)]
    fn fewest_candidates(&self, lane: usize) -> (usize, u32) {
        let mut fewest = (u32::MAX, 0, 0);
        for (word, lanes) in self.words.iter().enumerate() {
            for band in 0..3 {
                let candidates = (lanes[lane] >> (10 * band) & DIGITS).count_ones();
                if candidates > 1 && candidates < fewest.0 {
                    fewest = (candidates, word, band);
                }
            }
        }
        (fewest.1, fewest.2)
    }

    /// Returns the lanes where two cells of a box hold the same digit. A pass only finds the consequences. If most of
    /// the grid is empty, a search may go on for long before they appear.
    #[inline(always)]
    fn repeated_digits(&self) -> LaneSet {
        let zero = S::u32s::splat(self.simd, 0);
        let lowest = S::u32s::splat(self.simd, LOWEST);
        let guards = S::u32s::splat(self.simd, GUARDS);
        let mut repeated = zero;
        unroll!(B in [0 1 2] {
            let mut once = zero;
            unroll!(I in [0 1 2 3 4 5 6 7 8] {
                let x = self.words[9 * (I / 3) + 3 * B + I % 3];
                let others = x & (x - lowest);
                let one = guards & !(others - lowest);
                let single = x & (one - (one >> 9));
                repeated |= once & single;
                once |= single;
            });
        });
        repeated.simd_ne(zero).to_bitmask() as LaneSet
    }

    /// Gives a lane that is done with its position another one, or makes it idle.
    #[inline(always)]
    fn go_on<W: Work + ?Sized>(&mut self, lane: usize, work: &mut W) {
        if self.top[lane] > self.bottom[lane] {
            self.top[lane] -= 1;
            let depth = usize::from(self.top[lane]);
            put(self.simd, &mut self.words, lane, &self.stacks[lane * DEEPEST + depth]);
            if self.top[lane] == self.bottom[lane] {
                self.rich &= !(1 << lane);
            }
            return;
        }
        let place = usize::from(self.search_of[lane]);
        let search = &mut self.searches[place];
        if search.lanes & 1 << lane != 0 {
            search.lanes ^= 1 << lane;
            if search.lanes == 0 {
                self.vacant |= 1 << place;
                work.exhausted(search.number);
            }
        }
        self.busy &= !(1 << lane);
        self.next_search(lane, work);
    }

    /// Gives a lane the next search. Returns `false` if there is none.
    #[inline(always)]
    fn next_search<W: Work + ?Sized>(&mut self, lane: usize, work: &mut W) -> bool {
        let Some(number) = work.next(self.start) else { return false };
        let place = self.vacant.trailing_zeros() as usize;
        self.vacant &= self.vacant - 1;
        self.searches[place] = Search { number, lanes: 1 << lane, guesses: 0 };
        self.search_of[lane] = place as u8;
        (self.top[lane], self.bottom[lane]) = (0, 0);
        self.busy |= 1 << lane;
        put(self.simd, &mut self.words, lane, &self.start.0);
        true
    }

    /// Gives idle lanes the next searches, if there may be new ones, or else untried branches of other lanes. The
    /// branch is the first one of the stack whose first branch has the fewest guesses before it.
    #[inline(always)]
    fn employ<W: Work + ?Sized>(&mut self, idle: LaneSet, ask: bool, work: &mut W) {
        for lane in members(idle) {
            if ask && self.next_search(lane, work) {
                continue;
            }
            let Some(other) = members(self.rich).min_by_key(|&other| self.bottom[other]) else { return };
            let depth = self.bottom[other];
            put(self.simd, &mut self.words, lane, &self.stacks[other * DEEPEST + usize::from(depth)]);
            self.bottom[other] += 1;
            if self.top[other] == self.bottom[other] {
                self.rich &= !(1 << other);
            }
            let place = self.search_of[other];
            self.search_of[lane] = place;
            self.searches[usize::from(place)].lanes |= 1 << lane;
            (self.top[lane], self.bottom[lane]) = (depth, depth);
            self.busy |= 1 << lane;
        }
    }
}

/// A solution in a lane.
struct InLane<'a, S: Simd> {
    words: &'a Words<S>,
    lane: usize,
}

impl<S: Simd> InLane<'_, S> {
    #[inline(always)]
    fn position(&self) -> Position {
        let mut position = Position::EMPTY;
        for (word, lanes) in position.0.iter_mut().zip(self.words) {
            *word = lanes[self.lane];
        }
        position
    }
}

impl<S: Simd> Solved for InLane<'_, S> {
    #[inline(always)]
    fn grid(&self) -> Grid {
        self.position().grid()
    }

    #[inline(always)]
    fn differing(&self, known: &Start) -> CellSet {
        self.position().differing(&known.0)
    }
}

/// Writes a position into a lane.
#[inline(always)]
fn put<S: Simd>(simd: S, words: &mut Words<S>, lane: usize, position: &Position) {
    if S::u32s::LEN == WIDEST {
        // Whole vectors of this width take longer to write than the next pass waits for words written one by one.
        for (lanes, &word) in words.iter_mut().zip(&position.0) {
            lanes[lane] = word;
        }
    } else {
        let only = <S::u32s as SimdBase<S>>::Mask::from_bitmask(simd, 1 << lane);
        for (lanes, &word) in words.iter_mut().zip(&position.0) {
            *lanes = only.select(S::u32s::splat(simd, word), *lanes);
        }
    }
}
