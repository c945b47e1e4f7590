//! Hill climbing: from puzzle to neighbouring puzzle towards rare ones.
//!
//! A neighbour has the same solution. One or two clues (or orbits) are removed, others are added at random until the
//! solution is unique, and redundant ones are removed again. Puzzles that are hard, or have few clues, have neighbours of
//! the same kind.
//!
//! The climb keeps the best [`MEMBERS`] of [`STARTS`] puzzles. It draws one of them and makes a neighbour. The
//! neighbour replaces the worst member if it is better, or else its own parent if it is as good as that. After
//! [`PATIENCE`] neighbours in a row that were not better than the best, the climb starts again. The caller scores the
//! puzzles; the climb does not know ratings.
//!
//! The result is not an unbiased sample. Neighbours share a solution and most of their clues, and the result depends on
//! the start of the climb. Every climb starts with puzzles of its own index, so two indices are as independent as
//! without hill climbing.

use minirow_core::{CellSet, Puzzle, solver};

use crate::dig::dig;
use crate::generator::Generator;
use crate::stream::Stream;

const STARTS: usize = 8;
const MEMBERS: usize = 4;
const PATIENCE: u32 = 150;

/// Hill climbing for one index: returns one puzzle after the other, and takes the score of each.
///
/// ```
/// use minirow_gen::{Generator, Recipe};
/// let generator = Generator::new(Recipe::default())?;
/// let mut climb = generator.climb(42, 0);
/// let first = climb.next(None).expect("a million attempts");
/// let score = first.clues().clue_count() as u32; // prefer many clues
/// let second = climb.next(Some(score)).expect("a million attempts");
/// assert_ne!(first, second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Climb {
    generator: Generator,
    stream: Stream,
    members: Vec<Member>,
    /// Number of start puzzles made for the current members.
    starts: usize,
    /// Number of neighbours since the last one that was better than all before.
    idle: u32,
    /// The value of `idle` at which the climb starts again.
    patience: u32,
    /// The puzzle returned last, and the member that it comes from.
    shown: Option<(Puzzle, Option<usize>)>,
    attempts: u64,
}

struct Member {
    score: u32,
    puzzle: Puzzle,
}

impl Generator {
    /// Starts hill climbing for an index. See [`Climb`].
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
    pub fn climb(&self, seed: u64, index: u64) -> Climb {
        Climb::new(self, Stream::new(seed, index))
    }
}

impl Climb {
    pub(crate) fn new(generator: &Generator, stream: Stream) -> Climb {
        Climb {
            generator: generator.clone(),
            stream,
            members: Vec::new(),
            starts: 0,
            idle: 0,
            patience: PATIENCE,
            shown: None,
            attempts: 0,
        }
    }

    /// Starts again after this number of neighbours in a row that were not better than the best, in place of 150. Very rare
    /// puzzles take more patience.
    ///
    /// ```
    /// # use minirow_gen::{Generator, Recipe};
    /// let generator = Generator::new(Recipe::default())?;
    /// let mut climb = generator.climb(42, 0).with_patience(1000);
    /// assert_eq!(climb.next(None), generator.climb(42, 0).next(None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_patience(self, neighbours: u32) -> Climb {
        Climb { patience: neighbours, ..self }
    }

    /// Returns the next puzzle, or `None` after the recipe's number of attempts.
    ///
    /// `score` is the score of the previous puzzle: higher is better, and `None` rejects it.
    pub fn next(&mut self, score: Option<u32>) -> Option<Puzzle> {
        if let (Some((puzzle, parent)), Some(score)) = (self.shown.take(), score) {
            self.keep(Member { score, puzzle }, parent);
        }
        let puzzle = loop {
            if self.attempts == self.generator.recipe().max_attempts {
                return None;
            }
            self.attempts += 1;
            if self.starts < STARTS || self.members.is_empty() {
                self.starts += 1;
                if let Some(puzzle) = self.generator.make(&mut self.stream) {
                    break (puzzle, None);
                }
                continue;
            }
            self.idle += 1;
            if self.idle > self.patience {
                self.members.clear();
                (self.starts, self.idle) = (0, 0);
                continue;
            }
            let parent = self.stream.below(self.members.len() as u32) as usize;
            if let Some(puzzle) = self.neighbour(parent) {
                break (puzzle, Some(parent));
            }
        };
        self.shown = Some(puzzle);
        Some(puzzle.0)
    }

    fn keep(&mut self, member: Member, parent: Option<usize>) {
        let best = self.members.iter().map(|member| member.score).max().unwrap_or(0);
        if member.score > best {
            self.idle = 0;
        }
        let Some(parent) = parent else {
            self.members.push(member);
            // The sort is stable: members with equal scores stay in order.
            self.members.sort_by_key(|member| std::cmp::Reverse(member.score));
            self.members.truncate(MEMBERS);
            return;
        };
        let worst = (0..self.members.len()).min_by_key(|&place| self.members[place].score).expect("a parent");
        if member.score > self.members[worst].score {
            self.members[worst] = member;
        } else if member.score >= self.members[parent].score {
            self.members[parent] = member;
        }
    }

    /// Returns a neighbour of a member, or `None` if it is the same puzzle.
    fn neighbour(&mut self, parent: usize) -> Option<Puzzle> {
        let puzzle = self.members[parent].puzzle;
        let (solution, old) = (*puzzle.solution(), puzzle.clues().pattern());
        let until = self.generator.until(&mut self.stream);
        let orbits = self.generator.orbits();
        let mut given: Vec<CellSet> = orbits.iter().copied().filter(|orbit| orbit.is_subset(old)).collect();
        self.stream.shuffle(&mut given);
        let removed = 1 + self.stream.below(2) as usize;
        let mut pattern = given.iter().take(removed).fold(old, |pattern, orbit| pattern - *orbit);
        let cells = self.generator.cells_of(&solution);
        let is_free = |orbit: &CellSet| !orbit.intersects(pattern) && orbit.is_subset(cells);
        let mut free: Vec<CellSet> = orbits.iter().copied().filter(is_free).collect();
        self.stream.shuffle(&mut free);
        // With all of them the solution is unique, because the old clues are included.
        for orbit in free {
            if pattern.len() >= until.clues && solver::is_unique(&solution.grid().within(pattern)) {
                break;
            }
            pattern |= orbit;
        }
        dig(solution, pattern, orbits, until, &mut self.stream).filter(|neighbour| *neighbour != puzzle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Recipe;

    #[test]
    fn a_climb_towards_few_clues_gets_there() {
        let generator = Generator::new(Recipe::default()).unwrap();
        let mut climb = generator.climb(1, 0);
        let (mut score, mut attempts, mut fewest) = (None, 0, 81);
        while fewest > 20 {
            let puzzle = climb.next(score).expect("a million attempts");
            assert!(puzzle.is_minimal());
            let clues = puzzle.clues().clue_count();
            score = Some(81 - clues as u32);
            fewest = fewest.min(clues);
            attempts += 1;
        }
        // Generating until one of these occurs takes about 4,000 attempts.
        assert!(attempts < 2000, "{attempts} attempts");
    }

    #[test]
    fn a_climb_is_a_function_of_seed_and_index_and_keeps_the_recipe() {
        let recipe = Recipe {
            symmetry: minirow_core::PatternSymmetry::HalfTurn,
            clues: Some(26..=30),
            minimal: false,
            ..Recipe::default()
        };
        let generator = Generator::new(recipe.clone()).unwrap();
        let shown = |seed, index| {
            let mut climb = generator.climb(seed, index);
            let mut score = None;
            let mut puzzles = Vec::new();
            while puzzles.len() < 300 {
                let puzzle = climb.next(score).expect("a million attempts");
                assert!(recipe.symmetry.holds(puzzle.clues().pattern()));
                // Any score will do: here, the number of clues that are 1.
                score = Some(puzzle.clues().clues().filter(|(_, digit)| digit.get() == 1).count() as u32);
                puzzles.push(puzzle);
            }
            puzzles
        };
        assert_eq!(shown(3, 4), shown(3, 4));
        assert_ne!(shown(3, 4), shown(3, 5));
        assert_ne!(shown(3, 4), shown(4, 4));
    }

    #[test]
    fn a_climb_ends_after_the_number_of_attempts() {
        let generator = Generator::new(Recipe { max_attempts: 20, ..Recipe::default() }).unwrap();
        let mut climb = generator.climb(1, 0);
        // A neighbour equal to its parent is an attempt without a result.
        let shown = std::iter::from_fn(|| climb.next(Some(1))).count();
        assert!((10..=20).contains(&shown), "{shown}");
        assert_eq!(climb.next(Some(1)), None);
    }
}
