//! The steps of a path with their explanations.

use minirow_core::Grid;
use minirow_grade::{Explanation, Limits, Pencilmarks, Rating, Step, explain, path_from};

use crate::Error;
use crate::explain::start_position::StartPosition;

/// Which steps of a path a [`Walkthrough`] holds.
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
    /// The cells that are filled at the start.
    pub clues: Grid,
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
        let mut steps: Vec<ExplainedStep> = Vec::new();
        let mut after = start.position.clone();
        let mut number = 0;
        while number < limit {
            let position = path.pencilmarks().clone();
            let Some(step) = path.next() else { break };
            number += 1;
            let is_selected = match selection {
                StepSelection::All | StepSelection::First(_) => true,
                StepSelection::Only(only) => number == only,
                StepSelection::Hardest => steps.first().is_none_or(|hardest| step.rating() > hardest.step.rating()),
            };
            if is_selected {
                if selection == StepSelection::Hardest {
                    steps.clear();
                }
                let explanation = explain(&step, &position);
                steps.push(ExplainedStep { number, position, step, explanation });
                after = path.pencilmarks().clone();
            }
        }
        if let StepSelection::Only(step) = selection
            && steps.is_empty()
        {
            return Err(Error::NoSuchStep { step, steps: number });
        }
        let end = if after.is_solved() {
            WalkthroughEnd::Solved
        } else if path.is_stuck() && selection != StepSelection::Hardest {
            WalkthroughEnd::Stuck
        } else {
            WalkthroughEnd::Stopped
        };
        Ok(Walkthrough { clues: start.clues, steps, after, end })
    }

    /// Returns `true` if the first step is the first of the path, or if there are no steps.
    pub(super) fn is_from_start(&self) -> bool {
        self.steps.first().is_none_or(|step| step.number == 1)
    }

    /// Returns the ratings of the steps, if there are any.
    pub(super) fn ratings(&self) -> Option<PathRatings> {
        let highest = |steps: &[ExplainedStep]| steps.iter().map(|step| step.step.rating()).max();
        let placed = self.steps.iter().position(|step| step.step.placement().is_some());
        let to_placement = &self.steps[..placed.map_or(self.steps.len(), |place| place + 1)];
        Some(PathRatings {
            er: highest(&self.steps)?,
            ep: highest(to_placement)?,
            ed: self.steps.first()?.step.rating(),
        })
    }
}
