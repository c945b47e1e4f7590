//! The rating of a puzzle: its level, its score and its solution path.

use std::num::NonZeroU64;

use minirow_core::{Puzzle, Solution};
use minirow_grade::{Budget, BudgetSpent, Pencilmarks};

use crate::level::Level;
use crate::search::Search;
use crate::state::State;
use crate::step::Step;
use crate::technique::Technique;
use crate::techniques::{ALL, UNIQUENESS};

/// The rating of a puzzle: level, score, hardest technique and path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rating {
    level: Level,
    score: u32,
    hardest: Option<&'static Technique>,
    path: Vec<Step>,
}

impl Rating {
    /// Returns the level.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Returns the score, which is the sum of the scores of all steps.
    pub const fn score(&self) -> u32 {
        self.score
    }

    /// Returns the technique with the greatest score among those of the path; of several, the first one that was used. For a
    /// full grid, returns `None`.
    pub const fn hardest(&self) -> Option<&'static Technique> {
        self.hardest
    }

    /// Returns the steps in order.
    pub fn path(&self) -> &[Step] {
        &self.path
    }
}

/// Rates a puzzle.
///
/// The budget limits the work. A unit takes about a microsecond; how much work a rating takes does not depend on the machine.
///
/// Chains are kept once for each set of candidates that they eliminate, and tables have at most 1000 entries for each of the
/// assumptions of a position. So memory is small: a program that rates 375 of the hardest known puzzles takes less than 4 MB.
///
/// ```
/// use std::num::NonZeroU64;
/// use minirow_core::Puzzle;
/// use minirow_hodoku::{BudgetSpent, Level, rate};
///
/// let puzzle = Puzzle::new("9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.".parse()?)?;
/// let rating = rate(&puzzle, None)?;
/// assert_eq!((rating.level(), rating.score()), (Level::Hard, 486));
/// assert_eq!(rate(&puzzle, NonZeroU64::new(1)), Err(BudgetSpent));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BudgetSpent`] if the rating needs more work, or if [`minirow_grade::stop`] has stopped it.
pub fn rate(puzzle: &Puzzle, budget: Option<NonZeroU64>) -> Result<Rating, BudgetSpent> {
    rate_search(Search::new(State::new(puzzle.clues()), Some(*puzzle.solution()), Budget::new(budget)))
}

/// Rates a position with one solution. If the filled cells alone have more, as in a Sukaku, `is_unique` is `false`: then techniques
/// that conclude from the uniqueness of the solution are not tried.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::Pencilmarks;
/// use minirow_hodoku::{rate, rate_from};
///
/// let puzzle = Puzzle::new("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse()?)?;
/// let rating = rate_from(&Pencilmarks::from(puzzle.clues()), puzzle.solution(), true, None)?;
/// assert_eq!(rating.score(), rate(&puzzle, None)?.score());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`rate`].
pub fn rate_from(
    position: &Pencilmarks,
    solution: &Solution,
    is_unique: bool,
    budget: Option<NonZeroU64>,
) -> Result<Rating, BudgetSpent> {
    let mut search = Search::new(State::at(position.values(), position), Some(*solution), Budget::new(budget));
    search.is_unique = is_unique;
    rate_search(search)
}

fn rate_search(mut search: Search) -> Result<Rating, BudgetSpent> {
    let mut rating = Rating { level: Level::Easy, score: 0, hardest: None, path: Vec::new() };
    while !search.state.is_solved() {
        search.budget.spend(1)?;
        let step = next_step(&mut search)?;
        let technique = step.technique();
        rating.score += technique.score;
        rating.level = rating.level.max(technique.level);
        if rating.hardest.is_none_or(|hardest| hardest.score < technique.score) {
            rating.hardest = Some(technique);
        }
        search.execute(&step);
        rating.path.push(step);
    }
    rating.level = Level::of(rating.level, rating.score);
    Ok(rating)
}

/// Returns the next step.
pub(crate) fn next_step(search: &mut Search) -> Result<Step, BudgetSpent> {
    for technique in ALL {
        if !search.is_unique && UNIQUENESS.contains(technique) {
            continue;
        }
        if let Some(step) = (technique.find)(search)? {
            return Ok(step);
        }
    }
    unreachable!("the last technique always finds a step")
}
