//! A wish: what the puzzles of a pack are to be like, and the line of the pack that an index gives.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use minirow_gen::{GENERATOR, Generator, Recipe};
use minirow_grade::{Grade, Level, Limits, Rating, grade_within};
use serde_json::{Value, json};

use crate::failure::{Failure, Result};
use crate::{interrupt, records};

/// What the puzzles of a pack are to be like.
pub(crate) struct Wish {
    generator: Generator,
    recipe: Recipe,
    level: Option<Level>,
    /// The rating wanted, in tenths.
    er: Option<RangeInclusive<u32>>,
    /// What is harder than wanted need not be rated to the end.
    limits: Limits,
    tries: AtomicU64,
}

fn rating(tenths: u32) -> Rating {
    Rating::new(f64::from(tenths) / 10.0)
}

fn tenths(tenths: u32) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

impl Wish {
    /// Looks whether a wish can come true.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn new(recipe: Recipe, level: Option<Level>, er: Option<RangeInclusive<u32>>) -> Result<Wish> {
        if let (Some(level), Some(er)) = (level, &er) {
            let fits = |tenths: u32| Level::of(rating(tenths)) == level;
            if !er.clone().any(fits) {
                return Err(Failure::usage(format!("no puzzle of the level {level} has a rating in that range")));
            }
        }
        let generator = Generator::new(recipe.clone()).map_err(Failure::usage)?;
        let highest = er.as_ref().map(|er| rating(*er.end()));
        let highest = highest.into_iter().chain(level.map(|level| *level.range().end())).min();
        let limits = Limits { max_er: highest, ..Limits::default() };
        Ok(Wish { generator, recipe, level, er, limits, tries: AtomicU64::new(0) })
    }

    /// Whether some puzzles that the recipe gives are not wanted.
    pub(crate) fn is_choosy(&self) -> bool {
        self.level.is_some() || self.er.is_some() || self.recipe.clues.is_some()
    }

    /// How many puzzles were made so far, wanted or not.
    pub(crate) fn tries(&self) -> u64 {
        self.tries.load(Relaxed)
    }

    /// All that decides what comes out, for the part file of a run.
    pub(crate) fn recipe(&self, seed: u64, start: u64, count: u64) -> Value {
        let Recipe { symmetry, clues, minimal, solution, mask, max_tries } = &self.recipe;
        json!({
            "generator": GENERATOR,
            "columns": records::PACK_HEADER.trim_end(),
            "seed": seed,
            "start": start,
            "count": count,
            "level": self.level.map(Level::name),
            "er": self.er.as_ref().map(|er| [tenths(*er.start()), tenths(*er.end())]),
            "clues": clues.as_ref().map(|clues| [*clues.start(), *clues.end()]),
            "symmetry": symmetry.name(),
            "minimal": minimal,
            "solution": solution.map(|solution| solution.to_string()),
            "mask": mask.map(|mask| mask.iter().map(|cell| cell.to_string()).collect::<Vec<_>>()),
            "max-tries": max_tries,
        })
    }

    /// The line of an index.
    ///
    /// # Errors
    /// If no try gave what is wanted, or the program is told to end.
    pub(crate) fn line(&self, seed: u64, index: u64) -> Result<String> {
        for puzzle in self.generator.tries(seed, index) {
            if interrupt::requested() {
                return Err(Failure::Interrupted);
            }
            self.tries.fetch_add(1, Relaxed);
            let Some(puzzle) = puzzle else { continue };
            let grade = grade_within(&puzzle, self.limits);
            if self.wants(&grade) {
                return Ok(records::pack_line(seed, index, &puzzle, &grade));
            }
        }
        Err(Failure::data(self.generator.gave_up(index)))
    }

    fn wants(&self, grade: &Grade) -> bool {
        let level = self.level.is_none_or(|level| grade.level() == Some(level));
        let er = self.er.as_ref().is_none_or(|er| grade.er().is_some_and(|rating| er.contains(&rating.tenths())));
        level && er
    }
}
