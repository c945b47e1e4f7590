//! A wish that may come true: the puzzle that an index gives under it.

mod contradictions;
mod spelled;
mod values;
mod wishes;

use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::sync::Arc;

use minirow_core::solver::batch::Engine;
use minirow_core::{DigitSet, PatternSymmetry, Puzzle};
use minirow_gen::Generator;
use minirow_grade::{Grade, Limits, Rating, Step, grade_while, grade_within};

pub(crate) use values::Ratings;
pub(crate) use wishes::Wishes;

use crate::exclude::Excluded;
use crate::failure::{Failure, Result};
use crate::proof::Proved;

/// The assumptions that may be followed to rate a puzzle on a climb: some seconds.
const CLIMBING_BUDGET: u64 = 5_000_000;

/// The score of a puzzle with a wanted number of clues, before its rating counts.
const ENOUGH_CLUES: u32 = 100;

/// What puzzles are to be like, with what makes them.
pub(crate) struct Wish {
    wishes: Wishes,
    generator: Generator,
    /// The ratings wanted, by whatever wishes.
    er: Ratings,
    /// What is harder than wanted need not be rated to the end.
    limits: Limits,
    /// Puzzles that are not wanted, whatever they are like.
    excluded: Arc<Excluded>,
}

/// What an index gave.
pub(crate) struct Found {
    /// How many tries it took.
    pub(crate) tries: u64,
    pub(crate) puzzle: Puzzle,
    pub(crate) grade: Grade,
}

impl Wish {
    /// Looks whether wishes can come true.
    ///
    /// # Errors
    /// Why they cannot.
    pub(crate) fn new(wishes: Wishes, excluded: Arc<Excluded>) -> std::result::Result<Wish, String> {
        let er = contradictions::check(&wishes)?;
        let generator = Generator::new(wishes.recipe()).map_err(|why| why.to_string())?;
        let max_er = (er.highest() < Rating::UNSOLVED).then(|| er.highest());
        // On a climb, a neighbour that takes very long to rate is passed over: there are others.
        let budget = if wishes.climbs(&er) { NonZeroU64::new(CLIMBING_BUDGET) } else { None };
        Ok(Wish { wishes, generator, er, limits: Limits { max_er, budget }, excluded })
    }

    /// Whether some puzzles that the generator makes are not wanted.
    pub(crate) fn is_choosy(&self) -> bool {
        let any = Wishes { symmetry: self.wishes.symmetry, max_tries: self.wishes.max_tries, ..Wishes::default() };
        self.wishes != any
    }

    /// The generator, if many indices at a time are to be worked on in the lanes of the batch engine, and what it makes
    /// judged: [`find`](Wish::find) gives the same, more slowly. Climbs go from puzzle to puzzle, and patterns are filled
    /// by counting solutions, both with all lanes on one grid.
    pub(crate) fn in_lanes(&self) -> Option<&Generator> {
        (!self.wishes.exact && !self.wishes.climbs(&self.er)).then_some(&self.generator)
    }

    /// What a puzzle of an index counts in a sample of all that are as wished for; see [`Generator::weight`]. There is one
    /// wherever [`Wish::without_weights`] has nothing to say.
    pub(crate) fn weight(&self, engine: &mut Engine, seed: u64, index: u64, puzzle: &Puzzle) -> Option<f64> {
        self.generator.weight(engine, seed, index, puzzle)
    }

    /// Why puzzles that are as wished for have no weights, if they have none.
    pub(crate) fn without_weights(&self) -> Option<&'static str> {
        let recipe = self.wishes.recipe();
        if self.wishes.climbs(&self.er) {
            Some("what is climbed to is no sample of anything; --search sample waits for such puzzles")
        } else if recipe.symmetry != PatternSymmetry::None {
            Some("weights are known of minimal puzzles without a symmetry")
        } else if recipe.mask.is_some() {
            Some("weights are known of minimal puzzles whose clues may be anywhere, not of those in a mask")
        } else if recipe.missing.is_some() {
            Some("weights are known of minimal puzzles whose clues may be any digits, not of those without one")
        } else if recipe.even || !recipe.minimal {
            Some("weights are known of minimal puzzles; --minimal asks for such")
        } else {
            None
        }
    }

    /// The puzzle of an index. Before each try, `goes_on` is asked, with the number of those before.
    ///
    /// # Errors
    /// If no try gave what is wanted, or what `goes_on` says.
    pub(crate) fn find(&self, seed: u64, index: u64, mut goes_on: impl FnMut(u64) -> Result<()>) -> Result<Found> {
        if self.wishes.climbs(&self.er) {
            return self.climb(seed, index, goes_on);
        }
        for (puzzle, before) in self.generator.tries(seed, index).zip(0..) {
            goes_on(before)?;
            if let Some((puzzle, grade)) = puzzle.and_then(|puzzle| self.judge(puzzle)) {
                return Ok(Found { tries: before + 1, puzzle, grade });
            }
        }
        Err(Failure::data(self.generator.gave_up(index)))
    }

    /// The same by climbing.
    fn climb(&self, seed: u64, index: u64, mut goes_on: impl FnMut(u64) -> Result<()>) -> Result<Found> {
        let mut climb = self.generator.climb(seed, index);
        let mut score = None;
        for before in 0.. {
            goes_on(before)?;
            let Some(puzzle) = climb.next(score) else { break };
            score = if self.generator.has_wanted_clues(puzzle.clues()) {
                let grade = grade_within(&puzzle, self.limits);
                if self.wants_digits(&puzzle) && !self.excluded.contains(puzzle.clues()) && self.wants(&grade) {
                    return Ok(Found { tries: before + 1, puzzle, grade });
                }
                grade.er().map(|er| ENOUGH_CLUES + er.tenths())
            } else {
                // First towards the number of clues, from above or below, and towards those that are spread as wanted.
                let (wanted, clues) = (self.generator.clues(), puzzle.clues().clue_count());
                let off = wanted.start().saturating_sub(clues) + clues.saturating_sub(*wanted.end());
                Some(ENOUGH_CLUES - off as u32)
            };
        }
        Err(Failure::data(self.generator.gave_up(index)))
    }

    /// Rates a puzzle, if it is wanted.
    pub(crate) fn judge(&self, puzzle: Puzzle) -> Option<(Puzzle, Grade)> {
        if !self.wants_digits(&puzzle) || self.excluded.contains(puzzle.clues()) {
            return None;
        }
        let mut watch = Watch::new(&self.wishes, &puzzle);
        let grade = grade_while(&puzzle, self.limits, |step| watch.look_at(step).is_continue())?;
        self.wants(&grade).then_some((puzzle, grade))
    }

    /// Proves what an index gave once more, by another engine than the one that made it.
    ///
    /// # Errors
    /// If the second proof fails.
    pub(crate) fn prove<'a>(&self, found: &'a Found) -> Result<Proved<'a>> {
        let recipe = self.wishes.recipe();
        Proved::new(&found.puzzle, (recipe.minimal && !recipe.exact).then_some(recipe.symmetry))
    }

    fn wants_digits(&self, puzzle: &Puzzle) -> bool {
        let (with, missing) = (self.wishes.with_digits, self.wishes.missing_digits);
        if with.is_none() && missing.is_none() {
            return true;
        }
        let given: DigitSet = puzzle.clues().clues().map(|(_, digit)| digit).collect();
        with.is_none_or(|with| with.0.is_subset(given)) && missing.is_none_or(|missing| !missing.0.intersects(given))
    }

    /// Whether a whole path is as it was wished for.
    fn wants(&self, grade: &Grade) -> bool {
        let Wishes { ep, ed, needs, without, steps, .. } = &self.wishes;
        let is_in = |rating: Option<Rating>, wanted: &Ratings| rating.is_some_and(|rating| wanted.contains(rating));
        let takes = |slug: &str| grade.techniques().any(|(technique, _)| technique.slug == slug);
        is_in(grade.er(), &self.er)
            && ep.as_ref().is_none_or(|ep| is_in(grade.ep(), ep))
            && ed.as_ref().is_none_or(|ed| is_in(grade.ed(), ed))
            && needs.iter().all(|needed| takes(needed.0.slug))
            && !without.iter().any(|unwanted| takes(unwanted.0.slug))
            && steps.as_ref().is_none_or(|steps| steps.0.contains(&grade.steps()))
    }
}

/// Watches the steps of a path for what spoils it, so that no step is looked for that makes no difference any more.
struct Watch<'a> {
    wishes: &'a Wishes,
    /// The fewest steps that are still to come.
    empty_cells: usize,
    steps: usize,
    /// The rating of the hardest step so far.
    hardest: Rating,
    is_before_placement: bool,
}

impl Watch<'_> {
    fn new<'a>(wishes: &'a Wishes, puzzle: &Puzzle) -> Watch<'a> {
        let empty_cells = 81 - puzzle.clues().clue_count();
        Watch { wishes, empty_cells, steps: 0, hardest: Rating::ZERO, is_before_placement: true }
    }

    /// Breaks off if this step shows that the puzzle is not wanted.
    fn look_at(&mut self, step: &Step) -> ControlFlow<()> {
        let Wishes { ep, ed, without, steps, .. } = self.wishes;
        self.steps += 1;
        self.hardest = self.hardest.max(step.rating());
        let places = step.placement().is_some();
        self.empty_cells -= usize::from(places);
        let misses = |wanted: &Option<Ratings>| wanted.as_ref().is_some_and(|wanted| !wanted.contains(self.hardest));
        let spoils = (self.steps == 1 && misses(ed))
            || (self.is_before_placement && places && misses(ep))
            || (self.is_before_placement
                && ep.as_ref().is_some_and(|ep| self.hardest.tenths() > ep.highest().tenths()))
            || without.iter().any(|unwanted| unwanted.0 == step.technique())
            || steps.as_ref().is_some_and(|steps| self.steps + self.empty_cells > *steps.0.end());
        self.is_before_placement &= !places;
        if spoils { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
