//! The generator: follows a recipe for one index after the other, each with its own stream of random numbers.
//!
//! Other modules add methods: `puzzles` for ranges of indices, `lane_generator` for indices from a queue, and `climb`
//! for hill climbing.

use std::ops::RangeInclusive;

use minirow_core::solver::batch::Engine;
use minirow_core::{Cell, CellSet, Grid, PatternSymmetry, Puzzle, Solution};

use crate::dig::{Until, dig};
use crate::fill::fill;
use crate::pattern::fill_pattern;
use crate::recipe::{InvalidRecipe, Recipe, fewest_when_even, is_even};
use crate::sampling::{self, Plan};
use crate::stream::Stream;
use crate::weight::weight;

/// A generator of puzzles for a valid recipe.
///
/// ```
/// use minirow_gen::{Generator, Recipe};
/// let generator = Generator::new(Recipe { clues: Some(17..=24), ..Recipe::default() })?;
/// let puzzle = generator.puzzle(7, 3)?; // seed 7, index 3
/// assert!(puzzle.clues().clue_count() <= 24);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    recipe: Recipe,
    orbits: Vec<CellSet>,
    /// The plan of an unbiased sample; `None` if clues are removed.
    plan: Option<Plan>,
}

/// The error for an index without an accepted puzzle.
///
/// ```
/// use minirow_gen::{GaveUp, Generator, Recipe};
/// let recipe = Recipe { clues: Some(17..=17), max_attempts: 1, ..Recipe::default() };
/// assert_eq!(Generator::new(recipe)?.puzzle(42, 0), Err(GaveUp { index: 0, attempts: 1 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(thiserror::Error, Clone, Copy, Debug, PartialEq, Eq)]
#[error("gave up on index {index}: no puzzle met the constraints in {attempts} attempt{}", if *attempts == 1 { "" } else { "s" })]
pub struct GaveUp {
    /// The index.
    pub index: u64,
    /// The number of attempts.
    pub attempts: u64,
}

/// Returns the full grid of the first attempt at an index, for recipes without a solution.
///
/// Each of the 6,670,903,752,021,072,936,960 full grids is equally likely.
///
/// ```
/// use minirow_gen::{Generator, Recipe, full_grid};
/// let puzzle = Generator::new(Recipe::default())?.puzzle(42, 0)?;
/// assert_eq!(full_grid(42, 0), *puzzle.solution());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn full_grid(seed: u64, index: u64) -> Solution {
    fill(&mut Stream::new(seed, index))
}

impl Generator {
    /// Creates a generator for a recipe, after a check that the recipe is possible.
    ///
    /// # Errors
    /// [`InvalidRecipe`] gives the reason why no puzzle can follow the recipe.
    pub fn new(recipe: Recipe) -> Result<Generator, InvalidRecipe> {
        let orbits = recipe.orbits()?;
        let plan = Plan::new(recipe.sampling, recipe.clues.clone());
        Ok(Generator { recipe, orbits, plan })
    }

    /// Returns the puzzle of an index.
    ///
    /// # Errors
    /// [`GaveUp`] if none of the recipe's attempts gave one.
    pub fn puzzle(&self, seed: u64, index: u64) -> Result<Puzzle, GaveUp> {
        self.find_puzzle(seed, index, |puzzle| Some(*puzzle))
    }

    /// Returns the first result that is not `None` of a judge of the puzzles of an index.
    ///
    /// ```
    /// # use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe::default())?;
    /// let clues = generator.find_puzzle(42, 0, |puzzle| {
    ///     let clues = puzzle.clues().clue_count();
    ///     (clues == 23).then_some(clues)
    /// })?;
    /// assert_eq!(clues, 23);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GaveUp`] if the judge accepted none of the recipe's attempts.
    pub fn find_puzzle<T>(
        &self,
        seed: u64,
        index: u64,
        mut judge: impl FnMut(&Puzzle) -> Option<T>,
    ) -> Result<T, GaveUp> {
        let mut puzzles = self.attempts(seed, index).flatten();
        puzzles.find_map(|puzzle| judge(&puzzle)).ok_or(self.gave_up(index))
    }

    /// Returns the attempts at an index in order: a puzzle, or `None` if the attempt missed the recipe.
    ///
    /// They end after the recipe's number of attempts. Use this to count attempts or to stop between two.
    ///
    /// ```
    /// use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe { clues: Some(22..=22), ..Recipe::default() })?;
    /// let missed = generator.attempts(42, 0).take_while(Option::is_none).count();
    /// let puzzle = generator.attempts(42, 0).nth(missed).flatten();
    /// assert_eq!(puzzle, generator.puzzle(42, 0).ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attempts(&self, seed: u64, index: u64) -> impl Iterator<Item = Option<Puzzle>> + Send + use<> {
        let (generator, mut stream) = (self.clone(), Stream::new(seed, index));
        (0..self.recipe.max_attempts).map(move |_| generator.attempt(&mut stream))
    }

    /// Returns the error for an index where no attempt was accepted.
    pub fn gave_up(&self, index: u64) -> GaveUp {
        GaveUp { index, attempts: self.recipe.max_attempts }
    }

    /// Returns the weight of the puzzle of an index, or `None` if there is no weight.
    ///
    /// With these weights, the puzzles of a seed are an unbiased sample of all minimal puzzles. If only some puzzles
    /// are kept, they are an unbiased sample of all minimal puzzles that would be kept. The mean weight is about 1.
    ///
    /// Removal alone prefers few clues, and its weights are very unequal (see `weight.rs` for the derivation). The
    /// weights of [`Sampling::Weighted`](crate::Sampling) are much more equal. Those of a uniform sample are 1 (see
    /// `sampling.rs`).
    ///
    /// The result is `None` if the recipe restricts more than the number of clues of minimal puzzles, or if the puzzle
    /// is not the one of this index.
    ///
    /// ```
    /// # use minirow_core::solver::batch::Engine;
    /// # use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe { max_attempts: 100, ..Recipe::default() })?;
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
        (0..recipe.max_attempts).find_map(|_| {
            let solution = recipe.solution.unwrap_or_else(|| fill(&mut stream));
            let mut order = Cell::ALL;
            stream.shuffle(&mut order);
            if solution == *puzzle.solution() { weight(engine, puzzle, &order) } else { None }
        })
    }

    /// Returns the weight of an unbiased sample. It repeats the attempt of the puzzle, to count the other puzzles
    /// found.
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
        (0..self.recipe.max_attempts).find_map(|_| {
            let solution = self.recipe.solution.unwrap_or_else(|| fill(&mut stream));
            let branch = stream.branch();
            if solution != *puzzle.solution() {
                return None;
            }
            let sample = sampling::run(engine, solution, CellSet::ALL, plan, branch);
            (sample.found > 0 && sample.clues() == *puzzle.clues()).then(|| weight * f64::from(sample.found))
        })
    }

    /// Returns the recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The plan of an unbiased sample; `None` if clues are removed.
    pub(crate) fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    pub(crate) fn orbits(&self) -> &[CellSet] {
        &self.orbits
    }

    /// Returns how far to remove clues: to a number drawn from the range, if the puzzle need not be minimal.
    pub(crate) fn until(&self, stream: &mut Stream) -> Until {
        let wanted = self.recipe.targets();
        let clues = match &self.recipe.clues {
            Some(_) if !self.recipe.minimal => {
                let drawn = stream.below((wanted.end() - wanted.start() + 1) as u32) as usize;
                wanted.start() + drawn
            }
            _ => 0,
        };
        // For minimal puzzles, clues are removed as far as possible, and the result is checked then.
        let in_each_house = if self.recipe.even && clues > 0 { fewest_when_even(clues) } else { 0 };
        Until { clues, in_each_house }
    }

    /// Returns the range of numbers of clues that the recipe allows.
    pub fn clues(&self) -> RangeInclusive<usize> {
        self.recipe.targets()
    }

    /// Returns `true` if the number, the digits and the spread of the clues meet the recipe. The puzzles of a [`Climb`]
    /// may not.
    ///
    /// [`Climb`]: crate::Climb
    pub fn has_wanted_clues(&self, clues: &Grid) -> bool {
        let count = clues.clue_count();
        let is_missing = |digit| clues.clues().all(|(_, other)| other != digit);
        self.recipe.targets().contains(&count)
            && self.recipe.missing.is_none_or(is_missing)
            && (!self.recipe.even || self.recipe.exact || is_even(clues.pattern()))
    }

    fn attempt(&self, stream: &mut Stream) -> Option<Puzzle> {
        self.make(stream).filter(|puzzle| self.has_wanted_clues(puzzle.clues()))
    }

    /// Makes a puzzle for the recipe, without a check of its clues. Returns `None` if the attempt missed the recipe.
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

    /// Returns the cells of a solution that may hold a clue: whole orbits without the missing digit.
    ///
    /// Without a symmetry or a mask, the other eight digits determine the ninth, so the solution stays unique.
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
