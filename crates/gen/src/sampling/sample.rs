//! An attempt at an unbiased sample, as a sequence of questions: draws sets of clues from a full grid, and finds the
//! minimal puzzles in them.
//!
//! The first question about a set that passes the sieve is whether its solution is unique, which is true for about one
//! in ten. Then each clue is tested, unless a known unavoidable set proves that it is needed. Without a spare clue, the
//! first redundant clue ends the test.
//!
//! With one spare clue, a minimal puzzle is left by each redundant clue `a` without which all others are needed: there
//! is no `b` such that `a` and `b` can both be removed. So pairs of redundant clues are tested until no clue is left
//! that might be one of these `a`, or no pair is left. Most redundant clues can be removed, but not together with all
//! others. So this takes about as many questions as there are pairs with both clues untested, and a few more.
//!
//! Each second solution shows an unavoidable set, which is added to the sieve. That saves questions but does not change
//! the result: all random draws are independent of the known sets.

use std::ops::ControlFlow;

use minirow_core::solver::batch::{Engine, Solved, Start, Work, with_engine};
use minirow_core::{Cell, CellSet, Grid, Solution};

use super::Plan;
use super::sieve::Sieve;
use crate::removal::Next;
use crate::stream::Stream;

/// An attempt, which uses one grid.
pub(crate) struct Sample {
    solution: Solution,
    /// All digits of the solution, as the start of a search.
    full: Start,
    stream: Stream,
    sieve: Sieve,
    spare: usize,
    sheaves: usize,
    takes_first: bool,
    /// The sets that passed the sieve, the next one last.
    sets: Vec<CellSet>,
    /// The clues in question.
    clues: CellSet,
    stage: Stage,
    /// The clues that may be redundant and are not tested yet.
    untried: CellSet,
    /// The redundant clues.
    spared: Vec<Cell>,
    /// By index in `spared`: a bitmask of the clues that may be removable together with it and are not tested yet.
    untried_with: Vec<u64>,
    /// A bitmask of the clues in `spared` that may leave a minimal puzzle.
    open: u64,
    /// The number of minimal puzzles found.
    pub(crate) found: u32,
    pub(crate) picked: CellSet,
}

/// The stage of the tests of a set of clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// There is no set.
    Idle,
    /// Do the clues have one solution?
    Unique,
    /// Is this clue redundant?
    One(Cell),
    /// Can these two clues, given by index, be removed together?
    Two(usize, usize),
    /// The next clue is to be tested.
    Ones,
    /// The next pair is to be tested.
    Twos,
}

impl Sample {
    /// Starts an attempt.
    pub(crate) fn new(solution: Solution, cells: CellSet, plan: &Plan, stream: Stream) -> Sample {
        let mut sample = Sample {
            solution,
            full: Start::new(),
            stream: stream.clone(),
            sieve: Sieve::new(),
            spare: 0,
            sheaves: 0,
            takes_first: false,
            sets: Vec::new(),
            clues: CellSet::EMPTY,
            stage: Stage::Idle,
            untried: CellSet::EMPTY,
            spared: Vec::new(),
            untried_with: Vec::new(),
            open: 0,
            found: 0,
            picked: CellSet::EMPTY,
        };
        sample.begin(solution, cells, plan, stream);
        sample
    }

    /// Starts an attempt in the memory of this one: puzzles with this solution and clues in these cells.
    pub(crate) fn begin(&mut self, solution: Solution, cells: CellSet, plan: &Plan, stream: Stream) {
        (self.solution, self.stream) = (solution, stream);
        self.full.at(solution.grid());
        (self.spare, self.sheaves, self.takes_first) = (plan.spare, plan.sheaves, plan.takes_first);
        let clues = plan.draw(&mut self.stream);
        self.sieve.begin(&solution, cells, clues + plan.spare, &mut self.stream);
        self.sets.clear();
        self.stage = Stage::Idle;
        self.found = 0;
    }

    /// Advances to the next question.
    pub(crate) fn next(&mut self) -> Next {
        loop {
            self.stage = match self.stage {
                Stage::Idle => {
                    let Some(clues) = self.sets.pop() else {
                        if self.sheaves == 0 {
                            return if self.found > 0 { Next::Done } else { Next::Missed };
                        }
                        self.sheaves -= 1;
                        self.sieve.sheaf(&mut self.stream, &mut self.sets);
                        continue;
                    };
                    // Some sets are too large for the sieve, others were found since.
                    if self.sieve.unavoidable.iter().any(|set| !set.intersects(clues)) {
                        continue;
                    }
                    self.clues = clues;
                    Stage::Unique
                }
                Stage::Ones => match self.untried.first() {
                    Some(cell) => Stage::One(cell),
                    None if self.spare == 0 => {
                        self.add(self.clues);
                        Stage::Idle
                    }
                    None => {
                        self.pair_up();
                        Stage::Twos
                    }
                },
                Stage::Twos => match self.next_pair() {
                    Some((one, other)) => Stage::Two(one, other),
                    None => {
                        for place in 0..self.spared.len() {
                            if self.open >> place & 1 == 1 {
                                self.add(self.clues.without(self.spared[place]));
                            }
                        }
                        Stage::Idle
                    }
                },
                Stage::Unique | Stage::One(_) | Stage::Two(..) => return Next::Ask,
            };
            if self.takes_first && self.found > 0 {
                return Next::Done;
            }
        }
    }

    /// Adds a minimal puzzle. Each of those found so far is picked with the same probability (reservoir sampling).
    fn add(&mut self, clues: CellSet) {
        if self.takes_first && self.found > 0 {
            return;
        }
        self.found += 1;
        if self.stream.below(self.found) == 0 {
            self.picked = clues;
        }
    }

    /// Starts the tests of single clues, after the solution was shown to be unique. Clues known to be needed are
    /// skipped.
    fn look_at_each(&mut self) -> Stage {
        let sole = self.sieve.unavoidable.iter().filter_map(|&set| (set & self.clues).single());
        self.untried = sole.fold(self.clues, CellSet::without);
        self.spared.clear();
        Stage::Ones
    }

    /// Starts the tests of pairs, after all redundant clues were found. Pairs known to be needed are skipped.
    fn pair_up(&mut self) {
        let places = (1u64 << self.spared.len()) - 1;
        self.open = places;
        self.untried_with.clear();
        self.untried_with.extend((0..self.spared.len()).map(|place| places & !(1 << place)));
        let spared: CellSet = self.spared.iter().copied().collect();
        for set in &self.sieve.unavoidable {
            let hit = *set & self.clues;
            if hit.len() == 2 && hit.is_subset(spared) {
                let mut places = hit.iter().map(|cell| self.spared.iter().position(|&other| other == cell));
                if let (Some(Some(one)), Some(Some(other))) = (places.next(), places.next()) {
                    self.untried_with[one] &= !(1 << other);
                    self.untried_with[other] &= !(1 << one);
                }
            }
        }
    }

    /// Returns the next pair to test, preferably of two clues that may both leave a minimal puzzle.
    fn next_pair(&self) -> Option<(usize, usize)> {
        let open = (0..self.spared.len()).filter(|&place| self.open >> place & 1 == 1);
        let with = |among: u64| {
            move |place: usize| {
                let others = self.untried_with[place] & among;
                (others != 0).then(|| (place, others.trailing_zeros() as usize))
            }
        };
        open.clone().find_map(with(self.open)).or_else(|| open.clone().find_map(with(u64::MAX)))
    }

    /// Writes the start of a search for another solution. The digit of a tested clue is excluded, because it is known
    /// that there is no other solution with it.
    #[inline(always)]
    pub(crate) fn question(&self, start: &mut Start) {
        start.at(&self.solution.grid().within(self.clues));
        let mut ask = |cell: Cell| {
            start.clear(cell);
            start.remove(cell, self.solution.digit(cell));
        };
        match self.stage {
            Stage::One(cell) => ask(cell),
            Stage::Two(one, other) => [one, other].into_iter().for_each(|place| ask(self.spared[place])),
            Stage::Idle | Stage::Unique | Stage::Ones | Stage::Twos => {}
        }
    }

    /// Takes a solution of the question. `differing` returns the cells where it differs from a known solution. Returns
    /// `true` if the question is answered, which is not so for the solution that is already known.
    #[inline]
    pub(crate) fn found(&mut self, differing: impl FnOnce(&Start) -> CellSet) -> bool {
        let set = differing(&self.full);
        if set.is_empty() {
            return false;
        }
        self.sieve.learn(set);
        self.stage = match self.stage {
            Stage::One(cell) => {
                self.untried.remove(cell);
                Stage::Ones
            }
            Stage::Two(one, other) => {
                self.tried(one, other);
                Stage::Twos
            }
            _ => Stage::Idle,
        };
        true
    }

    fn tried(&mut self, one: usize, other: usize) {
        self.untried_with[one] &= !(1 << other);
        self.untried_with[other] &= !(1 << one);
    }

    /// Takes the answer that there is no other solution.
    #[inline]
    pub(crate) fn exhausted(&mut self) {
        self.stage = match self.stage {
            Stage::Unique => self.look_at_each(),
            Stage::One(cell) if self.spare > 0 => {
                self.untried.remove(cell);
                self.spared.push(cell);
                Stage::Ones
            }
            Stage::Two(one, other) => {
                self.tried(one, other);
                self.open &= !(1 << one | 1 << other);
                if self.open == 0 { Stage::Idle } else { Stage::Twos }
            }
            _ => Stage::Idle,
        };
    }

    /// Returns the picked puzzle.
    pub(crate) fn clues(&self) -> Grid {
        self.solution.grid().within(self.picked)
    }
}

/// A single attempt in the lanes of an engine.
struct Alone<'a> {
    sample: &'a mut Sample,
    /// `true` if the last question was answered.
    is_ready: bool,
}

impl Work for Alone<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        if !self.is_ready || self.sample.next() != Next::Ask {
            self.is_ready = false;
            return None;
        }
        self.is_ready = false;
        self.sample.question(start);
        Some(0)
    }

    fn found(&mut self, _: usize, solution: &dyn Solved) -> ControlFlow<()> {
        if !self.sample.found(|known| solution.differing(known)) {
            return ControlFlow::Continue(());
        }
        self.is_ready = true;
        ControlFlow::Break(())
    }

    fn exhausted(&mut self, _: usize) {
        self.sample.exhausted();
        self.is_ready = true;
    }
}

/// Runs an attempt on an engine of this thread.
pub(crate) fn run_alone(solution: Solution, cells: CellSet, plan: &Plan, stream: Stream) -> Sample {
    with_engine(|engine| run(engine, solution, cells, plan, stream))
}

/// Runs an attempt on an engine.
pub(crate) fn run(engine: &mut Engine, solution: Solution, cells: CellSet, plan: &Plan, stream: Stream) -> Sample {
    let mut sample = Sample::new(solution, cells, plan, stream);
    engine.run(&mut Alone { sample: &mut sample, is_ready: true });
    sample
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use minirow_core::solver;
    use minirow_core::solver::batch::InstructionSet;

    use super::*;
    use crate::dig::{Until, dig};
    use crate::fill::fill;
    use crate::sampling::{Sampling, choose, plain};

    /// Returns a full grid, and the cells of a minimal puzzle of it with some more cells.
    fn small_world(index: u64, more: usize) -> (Solution, CellSet, Stream) {
        let mut stream = Stream::new(24, index);
        let solution = fill(&mut stream);
        let orbits = minirow_core::PatternSymmetry::None.orbits();
        let puzzle = dig(solution, CellSet::ALL, &orbits, Until { clues: 0, in_each_house: 0 }, &mut stream).unwrap();
        let mut others: Vec<Cell> = (CellSet::ALL - puzzle.clues().pattern()).iter().collect();
        stream.shuffle(&mut others);
        let cells = others[..more].iter().copied().fold(puzzle.clues().pattern(), CellSet::with);
        (solution, cells, stream)
    }

    fn plan(spare: usize, sheaves: usize, takes_first: bool, clues: usize) -> Plan {
        Plan { spare, sheaves, takes_first, clues: vec![(clues, u64::MAX, 1.0)] }
    }

    #[test]
    fn the_same_puzzles_are_found_as_by_the_plain_version() {
        let mut engines: Vec<Engine> = InstructionSet::available().filter_map(Engine::with).collect();
        let mut several = 0;
        for index in 0..12 {
            let (solution, cells, mut stream) = small_world(index, 3);
            for (spare, takes_first) in [(0, false), (0, true), (1, false), (1, true)] {
                let plan = plan(spare, 2, takes_first, cells.len() - 3);
                let branch = stream.branch();
                let (found, picked) = plain::run(&solution, cells, &plan, branch.clone());
                several += usize::from(found.len() > 1);
                for engine in &mut engines {
                    let sample = run(engine, solution, cells, &plan, branch.clone());
                    assert_eq!(sample.found as usize, found.len(), "{index} {plan:?}");
                    assert!(found.is_empty() || sample.picked == picked, "{index} {plan:?}");
                }
            }
        }
        assert!(several > 3, "{several}");
    }

    /// Finds all minimal puzzles among some clues.
    fn minimal_puzzles(clues: &Grid, seen: &mut BTreeSet<CellSet>, minimal: &mut Vec<CellSet>) {
        if !seen.insert(clues.pattern()) {
            return;
        }
        let can_go = clues.pattern().iter().filter(|&cell| !solver::is_clue_needed(clues, cell));
        let less: Vec<Grid> = can_go.map(|cell| clues.within(clues.pattern().without(cell))).collect();
        if less.is_empty() {
            minimal.push(clues.pattern());
        }
        less.iter().for_each(|less| minimal_puzzles(less, seen, minimal));
    }

    /// In a small set of cells, where all minimal puzzles can be counted, each is found as often as the derivation
    /// predicts.
    #[test]
    fn every_minimal_puzzle_is_found_equally_often() {
        let mut engine = Engine::new();
        let mut compared = 0;
        for (world, clues) in (0..5).flat_map(|world| (20..30).map(move |clues| (world, clues))) {
            let (solution, cells, mut stream) = small_world(world, 5);
            let (mut seen, mut minimal) = (BTreeSet::new(), Vec::new());
            minimal_puzzles(&solution.grid().within(cells), &mut seen, &mut minimal);
            let puzzles: Vec<CellSet> = minimal.iter().copied().filter(|puzzle| puzzle.len() == clues).collect();
            for spare in [0, 1] {
                let (attempts, sheaves) = (1600, 1);
                let plan = plan(spare, sheaves, false, clues);
                let sets = f64::from(attempts) * (sheaves * 4 * cells.len()) as f64;
                let chance = choose(clues + spare, spare) / choose(cells.len(), clues);
                let expected = sets * chance * puzzles.len() as f64;
                if puzzles.len() < 3 || expected < 100.0 {
                    continue;
                }
                compared += 1;
                let found: Vec<(f64, CellSet)> = (0..attempts)
                    .map(|_| run(&mut engine, solution, cells, &plan, stream.branch()))
                    .map(|sample| (f64::from(sample.found), sample.picked))
                    .collect();
                // Attempts are independent, but the puzzles found in one attempt are not.
                let sum: f64 = found.iter().map(|(found, _)| found).sum();
                let mean = sum / f64::from(attempts);
                let variance: f64 = found.iter().map(|(found, _)| (found - mean).powi(2)).sum();
                let error = variance.sqrt();
                assert!(error < 0.2 * expected, "{clues} {spare}: {sum} +- {error}");
                assert!((sum - expected).abs() < 4.0 * error, "{clues} {spare}: {sum} +- {error}, not {expected}");
                // The puzzle of an attempt represents all puzzles found in it.
                let squares: f64 = found.iter().map(|(found, _)| found * found).sum();
                for puzzle in &puzzles {
                    let own: f64 = found.iter().filter(|(_, picked)| picked == puzzle).map(|(found, _)| found).sum();
                    let expected = expected / puzzles.len() as f64;
                    let error = (expected * squares / sum).sqrt();
                    assert!((own - expected).abs() < 5.0 * error, "{clues} {spare} {puzzle:?}: {own}, not {expected}");
                }
            }
        }
        assert!(compared >= 2, "{compared}");
    }

    #[test]
    fn a_weighted_sample_finds_more_in_an_attempt_than_a_uniform_one() {
        let mut engine = Engine::new();
        let mut found = |sampling| {
            let plan = Plan::new(sampling, None).unwrap();
            (0..300u64)
                .map(|index| {
                    let mut stream = Stream::new(25, index);
                    let solution = fill(&mut stream);
                    run(&mut engine, solution, CellSet::ALL, &plan, stream.branch()).found
                })
                .sum::<u32>()
        };
        let (weighted, uniform) = (found(Sampling::Weighted), found(Sampling::Uniform));
        assert!(weighted > 5 && uniform < 5, "{weighted} {uniform}");
    }
}
