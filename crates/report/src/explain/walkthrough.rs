//! The steps of a path with their explanations.

use minirow_core::Grid;
use minirow_core::text::counted;
use minirow_grade::{Explanation, Limits, Pencilmarks, Rating, Step, explain, path_from};

use crate::Error;
use crate::explain::start_position::StartPosition;

/// The selection of the steps of a path for a [`Walkthrough`].
///
/// ```
/// use minirow_core::text;
/// use minirow_report::explain::{StartPosition, StepSelection, Walkthrough};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let start = StartPosition::from_board(&board)?;
/// assert_eq!(Walkthrough::new(&start, StepSelection::First(3))?.steps.len(), 3);
/// assert_eq!(Walkthrough::new(&start, StepSelection::Only(3))?.steps[0].number, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepSelection {
    /// All steps.
    All,
    /// The first `n` steps.
    First(usize),
    /// One step, counted from 1.
    Only(usize),
    /// The first of the steps with the highest rating.
    Hardest,
}

/// A step of a path, with its explanation.
///
/// ```
/// use minirow_core::text;
/// use minirow_report::explain::{StartPosition, StepSelection, Walkthrough};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, StepSelection::Only(1))?;
/// let first = &walkthrough.steps[0];
/// assert_eq!((first.number, first.name()), (1, "Hidden Single".to_string()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExplainedStep {
    /// The number of the step in its path, counted from 1.
    pub number: usize,
    /// The position before the step.
    pub position: Pencilmarks,
    /// The step itself.
    pub step: Step,
    /// The step in words.
    pub explanation: Explanation,
}

impl ExplainedStep {
    /// Returns the technique with its variant: `XY-Wing`, `Unique Loop (type 3)`.
    pub fn name(&self) -> String {
        let technique = self.step.technique().name;
        match self.step.variant() {
            Some(variant) if !variant.eq_ignore_ascii_case(technique) => format!("{technique} ({variant})"),
            _ => technique.into(),
        }
    }
}

/// The state in which a [`Walkthrough`] ends.
///
/// ```
/// use minirow_core::text;
/// use minirow_report::explain::{StartPosition, StepSelection, Walkthrough, WalkthroughEnd};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let start = StartPosition::from_board(&board)?;
/// assert_eq!(Walkthrough::new(&start, StepSelection::All)?.end, WalkthroughEnd::Solved);
/// assert_eq!(Walkthrough::new(&start, StepSelection::First(3))?.end, WalkthroughEnd::Stopped);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkthroughEnd {
    /// Every cell is filled.
    Solved,
    /// No technique finds a step.
    Stuck,
    /// The path goes on, but the further steps are not selected.
    Stopped,
}

/// The selected steps of a path.
///
/// ```
/// use minirow_core::text;
/// use minirow_report::explain::{StartPosition, StepSelection, Walkthrough};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, StepSelection::All)?;
/// assert_eq!(walkthrough.steps.len(), 51);
/// assert!(walkthrough.after.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walkthrough {
    /// The clues. For candidates, the cells that are filled at the start.
    pub clues: Grid,
    /// The cells that are filled at the start.
    pub state: Grid,
    /// The selected steps.
    pub steps: Vec<ExplainedStep>,
    /// The position after the last of them.
    pub after: Pencilmarks,
    /// The state in which the walkthrough ends.
    pub end: WalkthroughEnd,
}

/// The ratings of a complete path.
pub(super) struct PathRatings {
    /// The highest rating.
    pub(super) er: Rating,
    /// The highest rating up to the first placement.
    pub(super) ep: Rating,
    /// The rating of the first step.
    pub(super) ed: Rating,
}

impl Walkthrough {
    /// Follows the path from a start.
    ///
    /// # Errors
    /// Returns [`Error::NoSuchStep`] if a single step is selected and the path is shorter.
    pub fn new(start: &StartPosition, selection: StepSelection) -> Result<Walkthrough, Error> {
        let mut path = path_from(start.position.clone(), Limits::default());
        let limit = match selection {
            StepSelection::First(number) | StepSelection::Only(number) => number,
            StepSelection::All | StepSelection::Hardest => usize::MAX,
        };
        let mut all = Vec::new();
        while all.len() < limit {
            let position = path.pencilmarks().clone();
            let Some(step) = path.next() else { break };
            all.push((position, step));
        }
        let first = match selection {
            StepSelection::All | StepSelection::First(_) => 0,
            StepSelection::Only(step) if (1..=all.len()).contains(&step) => step - 1,
            StepSelection::Only(step) => return Err(Error::NoSuchStep { step, steps: all.len() }),
            // Of equal steps, `max_by_key` returns the last.
            StepSelection::Hardest => (0..all.len()).rev().max_by_key(|&place| all[place].1.rating()).unwrap_or(0),
        };
        let count = if selection == StepSelection::Hardest { 1 } else { all.len() };
        let after = all.get(first + count).map_or(path.pencilmarks(), |(position, _)| position).clone();
        let explained = |((position, step), number)| {
            let explanation = explain(&step, &position);
            ExplainedStep { number, position, step, explanation }
        };
        let steps = all.into_iter().zip(1..).skip(first).take(count).map(explained).collect();
        let end = if after.is_solved() {
            WalkthroughEnd::Solved
        } else if path.is_stuck() && selection != StepSelection::Hardest {
            WalkthroughEnd::Stuck
        } else {
            WalkthroughEnd::Stopped
        };
        Ok(Walkthrough { clues: start.clues, state: *start.position.values(), steps, after, end })
    }

    /// Returns the ratings of a path that is complete from the start to the solution.
    pub(super) fn ratings(&self) -> Option<PathRatings> {
        let first = self.steps.first().filter(|step| step.number == 1 && self.end == WalkthroughEnd::Solved)?;
        let ratings = || self.steps.iter().map(|step| step.step.rating());
        let placed = self.steps.iter().position(|step| step.step.placement().is_some())?;
        Some(PathRatings { er: ratings().max()?, ep: ratings().take(placed + 1).max()?, ed: first.step.rating() })
    }

    /// Returns the number of steps in words: `1 step`, `51 steps`.
    pub(super) fn step_count(&self) -> String {
        counted(self.steps.len(), "step")
    }
}
