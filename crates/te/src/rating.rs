//! The rating of a puzzle: its T&E depth, and B, BxB or BxBB.

use std::fmt;
use std::num::NonZeroU64;

use minirow_core::{CandidateSet, Puzzle, Solution};
use minirow_grade::{Budget, BudgetSpent, Chain, Link, Step};

use crate::state::State;
use crate::theory::{Engine, Theory};

/// The rating of a puzzle in Berthier's classification. Equivalent puzzles have equal ratings.
///
/// Which of the lengths is defined depends on the depth: B for 0 and 1, BxB for 2, and BxBB for 3. No puzzle of greater
/// depth is known.
///
/// ```
/// use minirow_core::Puzzle;
/// let clues = "9..76....7..5.......5..84..8.6..3..4.5.6..3....3....9..2......1..8..69.....41..2.";
/// let rating = minirow_te::rate(&Puzzle::new(clues.parse()?)?, None)?;
/// assert_eq!((rating.depth(), rating.b(), rating.bxb(), rating.bxbb()), (2, None, Some(1), None));
/// assert_eq!(rating.to_string(), "BxB 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TeRating {
    depth: u8,
    length: u8,
}

impl TeRating {
    fn new(depth: usize, length: usize) -> TeRating {
        TeRating { depth: depth as u8, length: length as u8 }
    }

    /// Returns the rating of a step of a [`Path`](crate::Path). Singles have depth 0. For other steps, the depth is the number of
    /// assumptions, and the length is that of the longest braid under all of them but one.
    pub fn of(step: &Step) -> TeRating {
        step.chains().first().map_or(TeRating::new(0, 0), TeRating::of_chain)
    }

    fn of_chain(chain: &Chain) -> TeRating {
        let nested = chain.links().iter().flat_map(Link::nested).map(TeRating::of_chain);
        match nested.max() {
            Some(nested) => TeRating { depth: nested.depth + 1, ..nested },
            // The assumption does not count, but the empty variable does.
            None => TeRating::new(1, chain.links().iter().filter(|link| link.is_on()).count()),
        }
    }

    /// Returns the T&E depth: the number of assumptions that must be held at once, 0-3 for all known puzzles.
    pub const fn depth(self) -> u8 {
        self.depth
    }

    /// Returns the length of the longest braid that is needed under `depth() - 1` assumptions, for any depth. It is 0 for
    /// puzzles that singles solve.
    pub const fn length(self) -> u8 {
        self.length
    }

    /// Returns B, the length of the longest braid that is needed, for depths 0 and 1. It is 0 for puzzles that singles
    /// solve.
    pub const fn b(self) -> Option<u8> {
        if self.depth <= 1 { Some(self.length) } else { None }
    }

    /// Returns BxB, the length of the longest braid that is needed under one assumption, for depth 2.
    pub const fn bxb(self) -> Option<u8> {
        if self.depth == 2 { Some(self.length) } else { None }
    }

    /// Returns BxBB, the length of the longest braid that is needed under two assumptions, for depth 3.
    pub const fn bxbb(self) -> Option<u8> {
        if self.depth == 3 { Some(self.length) } else { None }
    }
}

/// Writes `B 3`, `BxB 2` or `BxBB 1`.
impl fmt::Display for TeRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let under = match self.depth {
            0 | 1 => String::new(),
            depth => format!("x{}", "B".repeat(usize::from(depth) - 1)),
        };
        write!(f, "B{under} {}", self.length)
    }
}

/// Rates a puzzle.
///
/// The budget limits the number of propagations. One takes a microsecond or less. The number does not depend on the
/// machine. A random minimal puzzle takes some hundreds of them on average, and the hardest known puzzles some millions.
///
/// ```
/// use std::num::NonZeroU64;
/// use minirow_core::Puzzle;
/// use minirow_te::{BudgetSpent, rate};
///
/// let puzzle = Puzzle::new("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?)?;
/// assert_eq!(rate(&puzzle, None)?.depth(), 2);
/// assert_eq!(rate(&puzzle, NonZeroU64::new(1000)), Err(BudgetSpent));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BudgetSpent`] if the rating needs more propagations, or if [`minirow_grade::stop`] has stopped it.
pub fn rate(puzzle: &Puzzle, budget: Option<NonZeroU64>) -> Result<TeRating, BudgetSpent> {
    rate_candidates(&CandidateSet::from(puzzle.clues()), puzzle.solution(), budget)
}

/// Rates candidates with one solution, such as those of a Sukaku.
///
/// ```
/// use minirow_core::{CandidateSet, Puzzle};
/// use minirow_te::{rate, rate_candidates};
/// let puzzle = Puzzle::new("....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.".parse()?)?;
/// let candidates = CandidateSet::from(puzzle.clues());
/// assert_eq!(rate_candidates(&candidates, puzzle.solution(), None), rate(&puzzle, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`rate`].
pub fn rate_candidates(
    candidates: &CandidateSet,
    solution: &Solution,
    budget: Option<NonZeroU64>,
) -> Result<TeRating, BudgetSpent> {
    let start = state_of(candidates);
    let solution = state_of(&CandidateSet::from(solution.grid()));
    let mut engine = Engine::new(Budget::new(budget));
    let mut solved = start;
    let depth = engine.depth(&mut solved, Some(&solution))?;
    let (mut state, mut length) = (start, 0);
    if let Some(assumptions) = depth.checked_sub(1) {
        // There is an end: braids of any length remove what one more assumption removes.
        while !engine.solves(&mut state, Theory { assumptions, length }, Some(&solution))? {
            length += 1;
        }
    }
    Ok(TeRating::new(depth, length))
}

/// Returns the state of candidates that have a solution.
fn state_of(candidates: &CandidateSet) -> State {
    State::new(candidates).expect("singles do not contradict candidates with a solution")
}
