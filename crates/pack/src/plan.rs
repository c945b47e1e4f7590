//! The plan of a pack: its sections, their indices, and what no two puzzles may share.
//!
//! A plain pack is one section without a name, with the requested indices. Each index gives one puzzle, which does not depend
//! on the others. A book has the sections of its recipe. Section `n`, counted from 1, has the indices from `n` times 10^12
//! on, so that it has its own random streams, and an index determines its section. Its puzzles are those of its first
//! indices, without those that have the pattern of clues or the solution of an earlier puzzle of the book. An index gives the
//! same puzzle as in a plain pack of the same specification.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use minirow_core::{CellSet, Puzzle, Solution};
use minirow_gen::{GENERATOR, Sampling};
use minirow_table::{Columns, ExtraColumns, ScaleSet};
use serde_json::{Value, json};

use crate::book::{BookRecipe, BookSection, SECTION_INDICES, SectionOrder};
use crate::error::PackError;
use crate::excluded::Excluded;
use crate::sampler::Sampler;
use crate::spec::{InvalidSpec, PuzzleSpec};

/// The maximum number of puzzles of a section of a book.
const MOST_PUZZLES: u64 = SECTION_INDICES / 2;

/// The default seed of a pack.
pub const DEFAULT_SEED: u64 = 1;

/// The plan of a pack: everything that determines its rows.
///
/// ```
/// use minirow_pack::{Excluded, PackPlan, PuzzleSpec};
/// use minirow_table::ExtraColumns;
///
/// let plan = PackPlan::range(42, 0, 1000, &PuzzleSpec::new(), Excluded::default(), ExtraColumns::default())?;
/// assert_eq!((plan.seed(), plan.count()), (42, 1000));
/// assert_eq!(plan.recipe()["start"], 0);
/// # Ok::<(), minirow_pack::PackError>(())
/// ```
#[derive(Debug)]
pub struct PackPlan {
    seed: u64,
    title: Option<String>,
    pub(crate) sections: Vec<Section>,
    /// `true` if two puzzles may have the same pattern of clues.
    allow_same_pattern: bool,
    /// `true` if two puzzles may have the same solution.
    allow_same_solution: bool,
    pub(crate) extra: ExtraColumns,
    recipe: Value,
}

/// Puzzles of one specification.
#[derive(Debug)]
pub(crate) struct Section {
    /// The name; `None` in a plain pack.
    pub(crate) name: Option<String>,
    /// The first index.
    pub(crate) start: u64,
    pub(crate) count: u64,
    pub(crate) order: SectionOrder,
    pub(crate) sampler: Sampler,
}

impl Section {
    /// Returns `true` if an index belongs to this section of a book.
    pub(crate) fn may_have(&self, index: u64) -> bool {
        index >= self.start && index - self.start < SECTION_INDICES
    }
}

impl PackPlan {
    /// Plans the puzzles of `count` indices of a seed, from `start` on.
    ///
    /// # Errors
    /// Returns an error if the indices do not exist, no puzzle can meet the specification, or weights are requested for
    /// puzzles that have none.
    pub fn range(
        seed: u64,
        start: u64,
        count: u64,
        spec: &PuzzleSpec,
        excluded: Excluded,
        extra: ExtraColumns,
    ) -> Result<PackPlan, PackError> {
        if start.checked_add(count).is_none() {
            return Err(PackError::IndexRange);
        }
        // Without its weights, a weighted sample is biased.
        let weights = extra.weights || spec.sampling == Sampling::Weighted;
        let extra = ExtraColumns { weights, scales: added(extra.scales | spec.scales()), ..extra };
        let mut recipe = serde_json::to_value(spec).expect("text and lists of text");
        recipe["generator"] = GENERATOR.into();
        recipe["columns"] = header(extra).into();
        recipe["seed"] = seed.into();
        recipe["start"] = start.into();
        recipe["count"] = count.into();
        recipe["exclude"] = excluded.summary();
        let sampler = Sampler::with_excluded(spec.clone(), Arc::new(excluded))?;
        if let (true, Some(reason)) = (extra.weights, sampler.why_no_weights()) {
            let option = if spec.sampling == Sampling::Weighted { "sampling weighted" } else { "--weights" };
            return Err(InvalidSpec::NoWeights { option, reason }.into());
        }
        let sections = vec![Section { name: None, start, count, order: SectionOrder::AsMade, sampler }];
        Ok(PackPlan { seed, title: None, sections, allow_same_pattern: true, allow_same_solution: true, extra, recipe })
    }

    /// Returns the plan of some indices of a pack without sections, with the recipe of the whole pack.
    pub(crate) fn part(&self, start: u64, count: u64) -> PackPlan {
        let sampler = self.sections[0].sampler.clone();
        let sections = vec![Section { name: None, start, count, order: SectionOrder::AsMade, sampler }];
        PackPlan { title: None, sections, recipe: self.recipe.clone(), ..*self }
    }

    /// Plans a book. The default seed is that of the recipe.
    ///
    /// # Errors
    /// Returns the first section that is impossible, with its line: no puzzle meets its specification, or its puzzles must
    /// share a pattern or a solution although no two puzzles of the book may share it.
    ///
    /// ```
    /// use minirow_pack::{BookRecipe, Excluded, PackPlan};
    /// use minirow_table::ExtraColumns;
    /// let text = "[[section]]\nname = 'A'\ncount = 3\nlevel = 'easy'\ner = 5.0\n";
    /// let recipe = BookRecipe::parse("book.toml", text)?;
    /// let error = PackPlan::book(&recipe, None, Excluded::default(), ExtraColumns::default()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "book.toml:1: section \"A\": no puzzle of the level easy has an ER of 5.0",
    /// );
    /// # Ok::<(), minirow_pack::RecipeError>(())
    /// ```
    pub fn book(
        book: &BookRecipe,
        seed: Option<u64>,
        excluded: Excluded,
        extra: ExtraColumns,
    ) -> Result<PackPlan, PackError> {
        let of_order = book.sections.iter().any(|section| section.order == SectionOrder::RampMinutes);
        let of_order = if of_order { ScaleSet::MINUTES } else { ScaleSet::EMPTY };
        let of_specs: ScaleSet = book.sections.iter().map(|section| section.spec.scales()).collect();
        let scales = added(extra.scales | of_order | of_specs);
        let extra = ExtraColumns { sections: true, scales, ..extra };
        let seed = seed.or(book.seed).unwrap_or(DEFAULT_SEED);
        let recipe = json!({
            "generator": GENERATOR,
            "columns": header(extra),
            "title": book.title,
            "seed": seed,
            "allow-same-pattern": book.allow_same_pattern,
            "allow-same-solution": book.allow_same_solution,
            "exclude": excluded.summary(),
            "section": book.sections,
        });
        let excluded = Arc::new(excluded);
        let (mut patterns, mut solutions) = (HashSet::new(), HashSet::new());
        let mut sections = Vec::new();
        for (section, number) in book.sections.iter().zip(1..) {
            let BookSection { name, count, order, spec, .. } = section;
            check_section(book, section, &mut patterns, &mut solutions)
                .map_err(|reason| section.error(&book.path, reason))?;
            let sampler = Sampler::with_excluded(spec.clone(), excluded.clone())
                .map_err(|error| section.error(&book.path, error))?;
            let (start, count) = (SECTION_INDICES * number, count.get());
            if count > MOST_PUZZLES {
                let reason = format!("found {count} puzzles, expected at most {MOST_PUZZLES}");
                return Err(section.error(&book.path, reason).into());
            }
            sections.push(Section { name: Some(name.clone()), start, count, order: *order, sampler });
        }
        let &BookRecipe { allow_same_pattern, allow_same_solution, .. } = book;
        let title = book.title.clone();
        Ok(PackPlan { seed, title, sections, allow_same_pattern, allow_same_solution, extra, recipe })
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the title of a book.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Returns the number of puzzles.
    pub fn count(&self) -> u64 {
        self.sections.iter().map(|section| section.count).sum()
    }

    /// Returns the indices of the first section.
    pub(crate) fn indices(&self) -> Range<u64> {
        let Section { start, count, .. } = self.sections[0];
        start..start + count
    }

    /// Returns the columns of the rows.
    pub fn columns(&self) -> Columns {
        Columns::pack(self.extra)
    }

    /// Returns everything that determines the rows, as in manifests.
    pub fn recipe(&self) -> &Value {
        &self.recipe
    }

    /// Returns `true` if the pack has sections.
    pub fn is_book(&self) -> bool {
        self.sections.iter().any(|section| section.name.is_some())
    }

    /// Returns `true` if some generated puzzles may be rejected, so that there are more attempts than puzzles.
    pub fn may_reject(&self) -> bool {
        self.is_book() || self.sections.iter().any(|section| section.sampler.may_reject())
    }

    /// Returns `true` if the rows of a section are in another order than the one in which they are made.
    pub(crate) fn has_ramp(&self) -> bool {
        self.sections.iter().any(|section| section.order.is_ramp())
    }

    /// Returns the names of the sections of a book.
    pub fn section_names(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().filter_map(|section| section.name.as_deref())
    }

    /// Returns the patterns and solutions of no puzzles.
    pub(crate) fn taken(&self) -> Taken {
        Taken {
            patterns: (!self.allow_same_pattern).then(HashSet::new),
            solutions: (!self.allow_same_solution).then(HashSet::new),
        }
    }
}

/// Returns the scales without the one on which every pack is rated.
fn added(scales: ScaleSet) -> ScaleSet {
    scales - ScaleSet::SE
}

fn header(extra: ExtraColumns) -> String {
    Columns::pack(extra).header_line().trim_end().to_string()
}

/// Checks the constraints of a section that concern the whole book.
///
/// # Errors
/// Returns the reason why the section is impossible.
fn check_section(
    book: &BookRecipe,
    section: &BookSection,
    patterns: &mut HashSet<CellSet>,
    solutions: &mut HashSet<Solution>,
) -> Result<(), &'static str> {
    let (spec, has_several) = (&section.spec, section.count.get() > 1);
    let solution = spec.solution.filter(|_| !book.allow_same_solution);
    if solution.is_some_and(|solution| has_several || !solutions.insert(solution)) {
        return Err("puzzles with a given solution share it, which requires allow-same-solution = true");
    }
    if spec.sampling == Sampling::Weighted {
        return Err("sampling weighted requires weights, which books do not have: use sampling uniform");
    }
    let pattern = spec.mask.filter(|_| spec.exact && !book.allow_same_pattern);
    if pattern.is_some_and(|pattern| has_several || !patterns.insert(pattern)) {
        return Err("puzzles with a given pattern share it, which requires allow-same-pattern = true");
    }
    Ok(())
}

/// The patterns and solutions of a book's puzzles, as far as no two puzzles may share them. About 200 bytes a puzzle.
pub(crate) struct Taken {
    patterns: Option<HashSet<CellSet>>,
    solutions: Option<HashSet<Solution>>,
}

impl Taken {
    /// Adds a puzzle. Returns `false`, and adds nothing, if it shares its pattern or its solution with an earlier one.
    pub(crate) fn insert(&mut self, puzzle: &Puzzle) -> bool {
        let (pattern, solution) = (puzzle.clues().pattern(), *puzzle.solution());
        let has_pattern = self.patterns.as_ref().is_some_and(|patterns| patterns.contains(&pattern));
        if has_pattern || self.solutions.as_ref().is_some_and(|solutions| solutions.contains(&solution)) {
            return false;
        }
        if let Some(patterns) = &mut self.patterns {
            patterns.insert(pattern);
        }
        if let Some(solutions) = &mut self.solutions {
            solutions.insert(solution);
        }
        true
    }
}
