//! The generator: follows a recipe for one index after the other, each with its own stream of random numbers.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use minirow_core::solver::batch::Engine;
use minirow_core::{Cell, CellSet, Grid, House, PatternSymmetry, Puzzle, Solution};

use crate::climb::Climb;
use crate::dig::{Until, dig};
use crate::fill::fill;
use crate::in_order::Puzzles;
use crate::lanes::{Demand, Makers};
use crate::pattern::fill_pattern;
use crate::recipe::{ImpossibleWish, Recipe, fewest_when_even};
use crate::sampling::{self, Plan};
use crate::stream::Stream;
use crate::weight::weight;

/// A recipe that was found possible.
#[derive(Clone, Debug)]
pub struct Generator {
    recipe: Recipe,
    orbits: Vec<CellSet>,
    /// What is drawn for a fair sample; nothing if clues are removed.
    plan: Option<Plan>,
}

/// No try for an index gave what was wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp {
    /// The index.
    pub index: u64,
    /// How many tries there were.
    pub tries: u64,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GaveUp { index, tries } = self;
        write!(f, "gave up on index {index}: none of {tries} puzzles was as wanted")
    }
}

impl std::error::Error for GaveUp {}

/// The full grid that the puzzle of an index starts from (at its first try, if no solution is given).
pub fn full_grid(seed: u64, index: u64) -> Solution {
    fill(&mut Stream::new(seed, index))
}

impl Generator {
    /// Looks whether a recipe can be followed.
    ///
    /// # Errors
    /// Why it can not.
    pub fn new(recipe: Recipe) -> Result<Generator, ImpossibleWish> {
        let orbits = recipe.orbits()?;
        let plan = Plan::new(recipe.sampling, recipe.clues.clone());
        Ok(Generator { recipe, orbits, plan })
    }

    /// The puzzle of an index.
    ///
    /// # Errors
    /// If none of the recipe's number of tries gave one.
    pub fn puzzle(&self, seed: u64, index: u64) -> Result<Puzzle, GaveUp> {
        self.puzzle_that(seed, index, |puzzle| Some(*puzzle))
    }

    /// The first puzzle of an index that a judge accepts, with what the judge made of it.
    ///
    /// ```
    /// # use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe::default())?;
    /// let clues = generator.puzzle_that(42, 0, |puzzle| {
    ///     let clues = puzzle.clues().clue_count();
    ///     (clues == 23).then_some(clues)
    /// })?;
    /// assert_eq!(clues, 23);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If none of the recipe's number of tries gave one.
    pub fn puzzle_that<T>(
        &self,
        seed: u64,
        index: u64,
        mut judge: impl FnMut(&Puzzle) -> Option<T>,
    ) -> Result<T, GaveUp> {
        let mut puzzles = self.tries(seed, index).flatten();
        puzzles.find_map(|puzzle| judge(&puzzle)).ok_or(self.gave_up(index))
    }

    /// The tries for an index, one after the other: a puzzle, or nothing where the recipe was missed. They end after the
    /// recipe's number of tries. This is for callers that want to count them, or to stop between two.
    pub fn tries(&self, seed: u64, index: u64) -> impl Iterator<Item = Option<Puzzle>> + '_ {
        let mut stream = Stream::new(seed, index);
        (0..self.recipe.max_tries).map(move |_| self.attempt(&mut stream))
    }

    /// The puzzles of many indices, in order: the same as [`puzzle`](Generator::puzzle) gives of each, several times as
    /// fast, for each lane of the engine makes one.
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
        self.puzzles_that(engine, seed, indices, |_, puzzle| puzzle)
    }

    /// What a judge makes of the first puzzle of each index that it accepts; the results come in the order of the indices.
    ///
    /// The judge is shown each try of an index with that index: a puzzle, or nothing where the recipe was missed. The tries
    /// of one index come one after the other, as [`tries`](Generator::tries) has them, but those of other indices come in
    /// between, in any order. So a judge that goes by the puzzle and the index alone gives the same results always; one may
    /// also count, or end an index early with a result of another kind.
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
    /// for (index, puzzle) in (0..20).zip(generator.puzzles_that(Engine::new(), 42, 0..20, judge)) {
    ///     let alone = generator.puzzle_that(42, index, |puzzle| Some(*puzzle).filter(few))?;
    ///     assert_eq!(puzzle?, alone);
    /// }
    /// assert!(tries > 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn puzzles_that<T, J>(&self, engine: Engine, seed: u64, indices: Range<u64>, judge: J) -> Puzzles<T, J>
    where
        J: FnMut(u64, Option<Puzzle>) -> Option<T>,
    {
        Puzzles::new(self.clone(), engine, seed, indices, judge)
    }

    /// Works off the indices that someone wants, as long as there are any, a puzzle in each lane of an engine.
    ///
    /// This is for callers that share indices among threads, or take results in any order; [`puzzles_that`] is for ranges.
    /// What is shown of an index is what [`tries`](Generator::tries) has, in that order; it does not depend on the engine,
    /// nor on what else is worked on.
    ///
    /// [`puzzles_that`]: Generator::puzzles_that
    pub fn serve(&self, engine: &mut Engine, seed: u64, demand: &mut impl Demand) {
        let mut makers = Makers::new(self.clone(), seed);
        while makers.work(engine, demand) {}
    }

    /// What to say when no try for an index was accepted.
    pub fn gave_up(&self, index: u64) -> GaveUp {
        GaveUp { index, tries: self.recipe.max_tries }
    }

    /// What the puzzle of an index counts, so that the puzzles of a seed with these weights are a fair sample of all minimal
    /// puzzles (or, if only some are kept, of all that would be kept): about 1 on average over all that are made. Removal
    /// alone prefers few clues, and its weights are very unequal (`weight.rs` has the derivation); those of
    /// [`Sampling::Weighted`](crate::Sampling) are much less so, and those of a uniform sample are 1 (`sampling.rs`). There
    /// is no weight where the recipe asks for more than minimal puzzles and a number of clues, nor for a puzzle that is not
    /// of this index.
    ///
    /// ```
    /// # use minirow_core::solver::batch::Engine;
    /// # use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe { max_tries: 100, ..Recipe::default() })?;
    /// let mut engine = Engine::new();
    /// let puzzle = generator.puzzle(42, 0)?;
    /// assert!(generator.weight(&mut engine, 42, 0, &puzzle).is_some());
    /// assert!(generator.weight(&mut engine, 42, 1, &puzzle).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weight(&self, engine: &mut Engine, seed: u64, index: u64, puzzle: &Puzzle) -> Option<f64> {
        let recipe = &self.recipe;
        if let Some(plan) = &self.plan {
            return self.weight_of_sample(plan, engine, seed, index, puzzle);
        }
        let Recipe { symmetry: PatternSymmetry::None, minimal: true, mask: None, even: false, missing: None, .. } =
            recipe
        else {
            return None;
        };
        let mut stream = Stream::new(seed, index);
        (0..recipe.max_tries).find_map(|_| {
            let solution = recipe.solution.unwrap_or_else(|| fill(&mut stream));
            let mut order = Cell::ALL;
            stream.shuffle(&mut order);
            if solution == *puzzle.solution() { weight(engine, puzzle, &order) } else { None }
        })
    }

    /// The same for fair samples: the try that the puzzle comes from is made again, to see what else it found.
    fn weight_of_sample(
        &self,
        plan: &Plan,
        engine: &mut Engine,
        seed: u64,
        index: u64,
        puzzle: &Puzzle,
    ) -> Option<f64> {
        let weight = plan.weight(puzzle.clues().clue_count())?;
        let mut stream = Stream::new(seed, index);
        (0..self.recipe.max_tries).find_map(|_| {
            let solution = self.recipe.solution.unwrap_or_else(|| fill(&mut stream));
            let branch = stream.branch();
            if solution != *puzzle.solution() {
                return None;
            }
            let sample = sampling::run(engine, solution, CellSet::ALL, plan, branch);
            (sample.found > 0 && sample.clues() == *puzzle.clues()).then(|| weight * f64::from(sample.found))
        })
    }

    /// Puzzles for an index that come ever closer to what is wanted: see [`Climb`].
    ///
    /// ```
    /// # use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe::default())?;
    /// let mut climb = generator.climb(42, 0);
    /// let mut score = None;
    /// let few = loop {
    ///     let puzzle = climb.next(score).expect("there are many");
    ///     let clues = puzzle.clues().clue_count();
    ///     if clues <= 21 {
    ///         break puzzle;
    ///     }
    ///     score = Some(81 - clues as u32);
    /// };
    /// assert!(few.is_minimal());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn climb(&self, seed: u64, index: u64) -> Climb<'_> {
        Climb::new(self, Stream::new(seed, index))
    }

    pub(crate) fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// What is drawn for a fair sample; nothing if clues are removed.
    pub(crate) fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    pub(crate) fn orbits(&self) -> &[CellSet] {
        &self.orbits
    }

    /// How far to remove clues: for a range of clues that need not be minimal, a number drawn from it.
    pub(crate) fn until(&self, stream: &mut Stream) -> Until {
        let wanted = self.recipe.targets();
        let clues = match &self.recipe.clues {
            Some(_) if !self.recipe.minimal => {
                let drawn = stream.below((wanted.end() - wanted.start() + 1) as u32) as usize;
                wanted.start() + drawn
            }
            _ => 0,
        };
        // What is to be minimal is removed as far as it goes, and looked at then.
        let in_each_house = if self.recipe.even && clues > 0 { fewest_when_even(clues) } else { 0 };
        Until { clues, in_each_house }
    }

    /// The numbers of clues that the recipe wants.
    pub fn clues(&self) -> RangeInclusive<usize> {
        self.recipe.targets()
    }

    /// Whether clues are as many as the recipe wants, with the digits and spread as it wants them. Those of a climb's
    /// puzzles may not be.
    pub fn has_wanted_clues(&self, clues: &Grid) -> bool {
        let count = clues.clue_count();
        let is_even = || {
            let (pattern, fewest) = (clues.pattern(), fewest_when_even(count));
            House::all().all(|house| (house.cells() & pattern).len() >= fewest)
        };
        let is_missing = |digit| clues.clues().all(|(_, other)| other != digit);
        self.recipe.targets().contains(&count)
            && self.recipe.missing.is_none_or(is_missing)
            && (!self.recipe.even || self.recipe.exact || is_even())
    }

    fn attempt(&self, stream: &mut Stream) -> Option<Puzzle> {
        self.make(stream).filter(|puzzle| self.has_wanted_clues(puzzle.clues()))
    }

    /// A puzzle by the recipe, but maybe with other clues than are wanted; or nothing where it was missed.
    pub(crate) fn make(&self, stream: &mut Stream) -> Option<Puzzle> {
        if let (true, Some(pattern)) = (self.recipe.exact, self.recipe.mask) {
            return fill_pattern(pattern, self.recipe.solution, stream);
        }
        let solution = self.recipe.solution.unwrap_or_else(|| fill(stream));
        if let Some(plan) = &self.plan {
            let sample = sampling::run_alone(solution, CellSet::ALL, plan, stream.branch());
            return (sample.found > 0).then(|| Puzzle::new(sample.clues()).expect("it was found to have one solution"));
        }
        let until = self.until(stream);
        dig(solution, self.cells_of(&solution), &self.orbits, until, stream)
    }

    /// The cells of a solution that may hold a clue: whole orbits without the digit that is to be missing.
    ///
    /// Without a symmetry or a mask, the other eight digits say where the ninth is. So there is no better place to begin.
    pub(crate) fn cells_of(&self, solution: &Solution) -> CellSet {
        let cells = self.recipe.cells();
        let Some(missing) = self.recipe.missing else { return cells };
        let of_digit: CellSet = Cell::ALL.into_iter().filter(|&cell| solution.digit(cell) == missing).collect();
        self.orbits
            .iter()
            .filter(|orbit| !orbit.intersects(of_digit))
            .fold(CellSet::EMPTY, |cells, &orbit| cells | orbit)
    }
}
