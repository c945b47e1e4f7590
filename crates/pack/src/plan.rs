//! The plan of a pack: its sections, the indices of each, and what no two puzzles may share.
//!
//! A plain pack is one section without a name, whose indices are those asked for: each gives one puzzle, whatever the others
//! give. A book has the sections of its recipe. Section `n`, counted from 1, has the indices from `n` times 10^12 on, so
//! that it draws from streams of its own, and an index tells its section. Its puzzles are those of its first indices,
//! without those that share their pattern of clues or their solution with an earlier one of the book. An index gives the
//! same puzzle as in a plain pack of the same specification.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use minirow_core::Puzzle;
use minirow_gen::{GENERATOR, Sampling};
use minirow_table::{Columns, ExtraColumns};
use serde_json::{Value, json};

use crate::book::{BookRecipe, BookSection, SECTION_INDICES, SectionOrder};
use crate::error::PackError;
use crate::excluded::Excluded;
use crate::sampler::Sampler;
use crate::spec::{InvalidSpec, PuzzleSpec};

/// The seed of a pack if none is given.
pub const DEFAULT_SEED: u64 = 1;

/// What a pack is to be.
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
    distinct: Distinct,
    pub(crate) extra: ExtraColumns,
    recipe: Value,
}

/// Puzzles of one specification.
#[derive(Debug)]
pub(crate) struct Section {
    /// The name, in a book.
    pub(crate) name: Option<String>,
    /// The first index.
    pub(crate) start: u64,
    pub(crate) count: u64,
    pub(crate) order: SectionOrder,
    pub(crate) sampler: Sampler,
}

impl Section {
    /// Returns `true` if an index may be one of this section of a book.
    pub(crate) fn may_have(&self, index: u64) -> bool {
        index >= self.start && index - self.start < SECTION_INDICES
    }
}

/// What no two puzzles of a pack may share.
#[derive(Clone, Copy, Debug)]
struct Distinct {
    patterns: bool,
    solutions: bool,
}

impl PackPlan {
    /// Plans the puzzles of `count` indices of a seed, from `start` on.
    ///
    /// # Errors
    /// If the indices do not exist, no puzzle can meet the specification, or weights are asked for where none are known.
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
        // Without its weights, a weighted sample is a sample of nothing.
        let extra = ExtraColumns { weights: extra.weights || spec.sampling.0 == Sampling::Weighted, ..extra };
        let mut recipe = json!({
            "generator": GENERATOR,
            "columns": header(extra),
            "seed": seed,
            "start": start,
            "count": count,
            "exclude": excluded.summary(),
        });
        let constraints = serde_json::to_value(spec).expect("text and lists of text");
        if let (Value::Object(recipe), Value::Object(constraints)) = (&mut recipe, constraints) {
            recipe.extend(constraints);
        }
        let sampler = Sampler::without(spec.clone(), Arc::new(excluded))?;
        if let (true, Some(reason)) = (extra.weights, sampler.why_no_weights()) {
            return Err(InvalidSpec::NoWeights(reason).into());
        }
        let sections = vec![Section { name: None, start, count, order: SectionOrder::AsMade, sampler }];
        let distinct = Distinct { patterns: false, solutions: false };
        Ok(PackPlan { seed, title: None, sections, distinct, extra, recipe })
    }

    /// Returns the plan of some of the indices of a pack without sections; its recipe is that of the whole.
    pub(crate) fn part(&self, start: u64, count: u64) -> PackPlan {
        let sampler = self.sections[0].sampler.clone();
        let sections = vec![Section { name: None, start, count, order: SectionOrder::AsMade, sampler }];
        PackPlan { title: None, sections, recipe: self.recipe.clone(), ..*self }
    }

    /// Plans a book. Its recipe's seed counts if no other is given.
    ///
    /// # Errors
    /// If a section is not possible; with its line.
    pub fn book(
        book: &BookRecipe,
        seed: Option<u64>,
        excluded: Excluded,
        extra: ExtraColumns,
    ) -> Result<PackPlan, PackError> {
        let extra = ExtraColumns { sections: true, ..extra };
        let seed = seed.or(book.seed).unwrap_or(DEFAULT_SEED);
        let recipe = json!({
            "generator": GENERATOR,
            "columns": header(extra),
            "title": book.title,
            "seed": seed,
            "allow-same-pattern": book.allow_same_pattern,
            "allow-same-solution": book.allow_same_solution,
            "exclude": excluded.summary(),
            "section": book.sections.iter().map(BookSection::to_json).collect::<Vec<_>>(),
        });
        let samplers = book.samplers(Arc::new(excluded))?;
        let sections = book.sections.iter().zip(samplers).zip(1..).map(|((section, sampler), number)| Section {
            name: Some(section.name.clone()),
            start: SECTION_INDICES * number,
            count: section.count.get(),
            order: section.order,
            sampler,
        });
        let distinct = Distinct { patterns: !book.allow_same_pattern, solutions: !book.allow_same_solution };
        let sections = sections.collect();
        Ok(PackPlan { seed, title: book.title.clone(), sections, distinct, extra, recipe })
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

    /// Returns all that decides the rows, as manifests have it.
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

    /// Returns `true` if the rows of a section are in another order than that in which they are made.
    pub(crate) fn has_ramp(&self) -> bool {
        self.sections.iter().any(|section| section.order == SectionOrder::Ramp)
    }

    /// Returns the names of the sections of a book.
    pub(crate) fn section_names(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().filter_map(|section| section.name.as_deref())
    }

    /// Returns the patterns and solutions that are taken, none so far.
    pub(crate) fn taken(&self) -> Taken {
        Taken { distinct: self.distinct, patterns: HashSet::new(), solutions: HashSet::new() }
    }
}

fn header(extra: ExtraColumns) -> String {
    Columns::pack(extra).header_line().trim_end().to_string()
}

/// The patterns and solutions of a book's puzzles; some hundred bytes for each.
pub(crate) struct Taken {
    distinct: Distinct,
    patterns: HashSet<u128>,
    /// The first eight rows, which determine the ninth.
    solutions: HashSet<[u128; 2]>,
}

impl Taken {
    /// Adds a puzzle; returns `false` if it shares with an earlier one what no two may share.
    pub(crate) fn insert(&mut self, puzzle: &Puzzle) -> bool {
        let pattern = puzzle.clues().pattern().bits();
        let numbers = puzzle.solution().grid().numbers();
        let packed = |from: usize| {
            numbers[from..from + 36].iter().fold(0, |packed, &number| 9 * packed + u128::from(number - 1))
        };
        let solution = [packed(0), packed(36)];
        if (self.distinct.patterns && self.patterns.contains(&pattern))
            || (self.distinct.solutions && self.solutions.contains(&solution))
        {
            return false;
        }
        if self.distinct.patterns {
            self.patterns.insert(pattern);
        }
        if self.distinct.solutions {
            self.solutions.insert(solution);
        }
        true
    }
}
