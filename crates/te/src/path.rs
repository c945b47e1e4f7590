//! The path of a puzzle: singles, and arguments that remove candidates, the simplest ones first.

use std::ops::ControlFlow;

use minirow_core::{CandidateSet, Puzzle};
use minirow_grade::techniques::{HIDDEN_SINGLE, NAKED_SINGLE};
use minirow_grade::{Budget, BudgetSpent, Pencilmarks, Rating, Step, Steps, Technique};

use crate::board::candidate;
use crate::chain::chain;
use crate::state::State;
use crate::theory::{Engine, Theory};
use crate::words::explain;

/// The technique of all steps of a [`Path`] that are not singles: a braid, or the variant `nested`, an argument with braids in it.
///
/// Its steps have no rating on the scale of Sudoku Explainer; [`TeRating::of`](crate::TeRating::of) returns theirs. It finds nothing where a
/// single can be placed. The position must be as for [`path_from`].
pub static BRAID: Technique = Technique {
    slug: "braid",
    name: "Braid",
    family: "Chains",
    summary: "an assumption from which singles lead to a contradiction",
    ratings: Rating::range(0.0, 0.0),
    find,
    explain,
};

fn find(position: &Pencilmarks, steps: &mut Steps) -> ControlFlow<()> {
    let mut path = path_from(position.clone());
    path.next().filter(|step| step.placement().is_none()).map_or(ControlFlow::Continue(()), |step| steps.report(step))
}

/// Returns the path from the clues of a puzzle to its solution. The highest [`TeRating::of`](crate::TeRating::of) its steps is its rating.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::explain;
/// use minirow_te::{TeRating, path, rate};
///
/// let puzzle = Puzzle::new("....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.".parse()?)?;
/// assert_eq!(path(&puzzle).map(|step| TeRating::of(&step)).max(), rate(&puzzle, None).ok());
///
/// let mut path = path(&puzzle);
/// loop {
///     let position = path.pencilmarks().clone();
///     let step = path.next().expect("a braid is needed");
///     if step.to_string() == "r1c4<>8" {
///         assert_eq!(
///             explain(&step, &position).text(),
///             "Suppose r1c4=8. Then r5c3=8 follows, and column 5 has no place for 8. So the assumption is false: r1c4<>8."
///         );
///         break;
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path(puzzle: &Puzzle) -> Path {
    path_from(Pencilmarks::from(puzzle.clues()))
}

/// Returns the path from any position, such as one where a person is stuck.
///
/// The filled cells must be a puzzle with one solution, and this solution must be among the candidates. Otherwise the path may
/// have no end.
pub fn path_from(position: Pencilmarks) -> Path {
    Path { position, engine: Engine::new(Budget::new(None)), target: None, is_stopped: false }
}

/// An iterator over the steps of a position, each applied before the next. No step asks for the solution.
///
/// Singles come first. Where there are none, the step is the simplest argument: the one with the fewest assumptions, and of these
/// the one with the shortest braids. So the longest braid of a puzzle of depth 1 has the length B. Of the
/// singles under an assumption, each one is needed for the contradiction.
pub struct Path {
    position: Pencilmarks,
    engine: Engine,
    /// The number of assumptions that braids are searched under, and the solution, when they are known.
    target: Option<(usize, State)>,
    is_stopped: bool,
}

impl Path {
    /// Returns the current position.
    pub const fn pencilmarks(&self) -> &Pencilmarks {
        &self.position
    }

    /// Returns `true` if the path has ended because [`minirow_grade::stop`] has stopped it.
    pub const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Returns the simplest argument. `None` if no theory removes a candidate, as in the solution.
    fn elimination(&mut self) -> Result<Option<Step>, BudgetSpent> {
        let Ok(state) = State::new(&self.position.with_values()) else { return Ok(None) };
        let (assumptions, solution) = match self.target {
            Some(target) => target,
            None => {
                let mut solution = state;
                (self.engine.depth(&mut solution, None)?.saturating_sub(1), solution)
            }
        };
        self.target = Some((assumptions, solution));
        // There is an end: braids of any length remove what one more assumption removes.
        let Some(argument) =
            self.engine.simplest(&state, Theory { assumptions, length: usize::MAX }, Some(&solution))?
        else {
            return Ok(None);
        };
        let step = Step::eliminate(&BRAID, CandidateSet::from_iter([candidate(argument.assumption)]));
        let step = step.proved_by(vec![chain(&state, &argument)]);
        Ok(Some(if argument.is_nested() { step.of_variant("nested") } else { step }))
    }
}

impl Iterator for Path {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.position.is_solved() || self.is_stopped {
            return None;
        }
        let single = || NAKED_SINGLE.first_step(&self.position);
        let step = HIDDEN_SINGLE.first_step(&self.position).or_else(single).or_else(|| match self.elimination() {
            Ok(step) => step,
            Err(BudgetSpent) => {
                self.is_stopped = true;
                None
            }
        })?;
        self.position.apply(&step);
        Some(step)
    }
}

impl std::iter::FusedIterator for Path {}
