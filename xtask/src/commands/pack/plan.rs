//! The plan of a pack: its sections, where the indices of each begin, and what no two puzzles may share.
//!
//! A plain pack is one section without a name, whose indices are those asked for: each gives one puzzle, whatever the
//! others give. A book, made by a recipe, has sections in order. Section `n`, counted from 1, has the indices from
//! `n` times 10^12 on, so that it draws from streams of its own and an index tells its section. Its puzzles are those
//! of its first indices, without those that share their pattern of clues or their solution with one before them in
//! the book: such an index is skipped. What an index gives is still what it gives in a plain pack with the same wishes.

use std::collections::HashSet;
use std::sync::Arc;

use minirow_core::Puzzle;
use minirow_gen::{GENERATOR, Sampling};
use serde_json::{Value, json};

use crate::exclude::Excluded;
use crate::failure::{Failure, Result};
use crate::recipe_file::{Order, RecipeFile};
use crate::records::Further;
use crate::wish::{Wish, Wishes};

/// How far apart the sections of a book begin.
const SECTION: u64 = 1_000_000_000_000;

/// What a pack is to be.
pub(super) struct Plan {
    pub(super) seed: u64,
    pub(super) title: Option<String>,
    pub(super) sections: Vec<Section>,
    /// What no two puzzles may share; nothing in a plain pack.
    distinct: Distinct,
    /// The columns besides those of every pack.
    pub(super) further: Further,
    /// All that decides what comes out.
    pub(super) recipe: Value,
}

/// Puzzles that the same is wished of.
pub(super) struct Section {
    /// In a book.
    pub(super) name: Option<String>,
    /// The first index.
    pub(super) start: u64,
    pub(super) count: u64,
    pub(super) order: Order,
    pub(super) wish: Wish,
}

impl Section {
    /// Whether an index may be one of this section of a book.
    pub(super) fn may_have(&self, index: u64) -> bool {
        index >= self.start && index - self.start < SECTION
    }
}

#[derive(Clone, Copy)]
struct Distinct {
    patterns: bool,
    solutions: bool,
}

impl Plan {
    /// A range of the indices of a seed.
    ///
    /// # Errors
    /// Why there is no such pack.
    pub(super) fn plain(
        seed: u64,
        start: u64,
        count: u64,
        wishes: &Wishes,
        excluded: Excluded,
        further: Further,
    ) -> Result<Plan> {
        if start.checked_add(count).is_none() {
            return Err(Failure::usage(format!("--start and --count go past the last index, {}", u64::MAX)));
        }
        let mut recipe = json!({
            "generator": GENERATOR,
            "columns": further.header().trim_end(),
            "seed": seed,
            "start": start,
            "count": count,
            "exclude": excluded.summary(),
        });
        extend(&mut recipe, wishes);
        let wish = Wish::new(wishes.clone(), Arc::new(excluded)).map_err(Failure::usage)?;
        if let (true, Some(why)) = (further.weight, wish.without_weights()) {
            return Err(Failure::usage(format!("--weights: {why}")));
        }
        let sections = vec![Section { name: None, start, count, order: Order::AsMade, wish }];
        let distinct = Distinct { patterns: false, solutions: false };
        Ok(Plan { seed, title: None, sections, distinct, further, recipe })
    }

    /// What a recipe says; its own seed counts if no other is given.
    ///
    /// # Errors
    /// Why there is no such pack, with the line of the recipe.
    pub(super) fn book(file: &RecipeFile, seed: Option<u64>, excluded: Excluded, further: Further) -> Result<Plan> {
        let further = Further { section: true, ..further };
        let head = &file.head;
        let seed = seed.or(head.seed).unwrap_or(super::SEED);
        let mut recipe = json!({
            "generator": GENERATOR,
            "columns": further.header().trim_end(),
            "title": head.title,
            "seed": seed,
            "allow-same-pattern": head.allow_same_pattern,
            "allow-same-solution": head.allow_same_solution,
            "exclude": excluded.summary(),
            "section": [],
        });
        let excluded = Arc::new(excluded);
        let (mut sections, mut written) = (Vec::new(), Vec::new());
        let (mut solutions, mut patterns) = (HashSet::new(), HashSet::new());
        for (section, number) in file.sections.iter().zip(1..) {
            let (head, wishes) = (&section.head, &section.wishes);
            if let Some(solution) = wishes.solution
                && !file.head.allow_same_solution
                && (head.count.get() > 1 || !solutions.insert(solution.to_string()))
            {
                let why = "puzzles with a given solution all have the same one, which takes allow-same-solution = true";
                return Err(file.refuse(section, why));
            }
            if wishes.sampling == Sampling::Weighted {
                let why =
                    "a book has no weights, and without them sampling weighted is a sample of nothing; uniform is fair";
                return Err(file.refuse(section, why));
            }
            if let Some(mask) = wishes.mask.filter(|_| wishes.exact)
                && !file.head.allow_same_pattern
                && (head.count.get() > 1 || !patterns.insert(mask.to_string()))
            {
                let why =
                    "puzzles that fill one mask exactly all have its pattern, which takes allow-same-pattern = true";
                return Err(file.refuse(section, why));
            }
            let wish = Wish::new(wishes.clone(), excluded.clone()).map_err(|why| file.refuse(section, &why))?;
            let start = SECTION * number;
            let (name, count, order) = (Some(head.name.clone()), head.count.get(), head.order);
            if count > SECTION / 2 {
                return Err(file.refuse(section, "has too many puzzles"));
            }
            sections.push(Section { name, start, count, order, wish });
            let mut section = serde_json::to_value(head).expect("texts and numbers");
            extend(&mut section, wishes);
            written.push(section);
        }
        recipe["section"] = written.into();
        let distinct = Distinct { patterns: !head.allow_same_pattern, solutions: !head.allow_same_solution };
        Ok(Plan { seed, title: head.title.clone(), sections, distinct, further, recipe })
    }

    /// How many puzzles there are to be.
    pub(super) fn count(&self) -> u64 {
        self.sections.iter().map(|section| section.count).sum()
    }

    pub(super) fn is_book(&self) -> bool {
        self.sections.iter().any(|section| section.name.is_some())
    }

    pub(super) fn is_choosy(&self) -> bool {
        self.is_book() || self.sections.iter().any(|section| section.wish.is_choosy())
    }

    pub(super) fn header(&self) -> String {
        self.further.header()
    }

    /// What the puzzles so far have that no other may have.
    pub(super) fn seen(&self) -> Seen {
        Seen { distinct: self.distinct, patterns: HashSet::new(), solutions: HashSet::new() }
    }
}

fn extend(recipe: &mut Value, wishes: &Wishes) {
    let wishes = serde_json::to_value(wishes).expect("texts and lists of such");
    if let (Value::Object(recipe), Value::Object(wishes)) = (recipe, wishes) {
        recipe.extend(wishes);
    }
}

/// The patterns and solutions of a book's puzzles; some hundred bytes for each.
pub(super) struct Seen {
    distinct: Distinct,
    patterns: HashSet<u128>,
    /// The first eight rows, which say all.
    solutions: HashSet<[u128; 2]>,
}

impl Seen {
    /// Takes a puzzle in, if it shares nothing with those before it that it must not.
    pub(super) fn insert(&mut self, puzzle: &Puzzle) -> bool {
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
