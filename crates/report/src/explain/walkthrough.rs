//! The steps of a path with their explanations.

use minirow_core::Grid;
use minirow_grade::{Explanation, Pencilmarks, Step};
use minirow_table::{PathScale, RatedStep, StartPosition, StepInWords, StepRating};
use minirow_text::counted;

use crate::Error;

/// The selection of the steps of a path for a [`Walkthrough`].
///
/// ```
/// use minirow_report::explain::{StepSelection, Walkthrough};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let start = StartPosition::from_board(&board)?;
/// assert_eq!(Walkthrough::new(&start, &SUDOKU_EXPLAINER, StepSelection::First(3))?.steps.len(), 3);
/// assert_eq!(Walkthrough::new(&start, &SUDOKU_EXPLAINER, StepSelection::Only(3))?.steps[0].number, 3);
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
/// use minirow_report::explain::{StepSelection, Walkthrough};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::Only(1))?;
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
    /// The rating of the step on the scale of the path.
    pub rating: StepRating,
    /// The step in words.
    pub explanation: Explanation,
    /// The step in the notation of HoDoKu, on its path. The chains of a net are on lines of their own.
    pub notation: Option<String>,
}

impl ExplainedStep {
    fn new(number: usize, position: Pencilmarks, step: RatedStep) -> ExplainedStep {
        let rating = step.rating.clone();
        let StepInWords { step, explanation, notation } = step.explain(&position);
        ExplainedStep { number, position, step, rating, explanation, notation }
    }

    /// Returns the technique with its variant: `XY-Wing`, `Unique Loop (type 3)`. Variants of HoDoKu are names of their own.
    pub fn name(&self) -> String {
        let technique = self.step.technique().name;
        match self.step.variant() {
            Some(variant) if self.notation.is_some() => variant.into(),
            Some(variant) if !variant.eq_ignore_ascii_case(technique) => format!("{technique} ({variant})"),
            _ => technique.into(),
        }
    }
}

/// The state in which a [`Walkthrough`] ends.
///
/// ```
/// use minirow_report::explain::{StepSelection, Walkthrough, WalkthroughEnd};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let start = StartPosition::from_board(&board)?;
/// assert_eq!(Walkthrough::new(&start, &SUDOKU_EXPLAINER, StepSelection::All)?.end, WalkthroughEnd::Solved);
/// assert_eq!(Walkthrough::new(&start, &SUDOKU_EXPLAINER, StepSelection::First(3))?.end, WalkthroughEnd::Stopped);
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
/// use minirow_report::explain::{StepSelection, Walkthrough};
/// use minirow_table::{SUDOKU_EXPLAINER, StartPosition};
///
/// let board = minirow_text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, &SUDOKU_EXPLAINER, StepSelection::All)?;
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
    /// The scale that rates the steps.
    pub scale: &'static dyn PathScale,
    /// The selected steps.
    pub steps: Vec<ExplainedStep>,
    /// The position after the last of them.
    pub after: Pencilmarks,
    /// The state in which the walkthrough ends.
    pub end: WalkthroughEnd,
}

impl Walkthrough {
    /// Follows the path of a scale from a start.
    ///
    /// # Errors
    /// Returns [`Error::NoSuchStep`] if a single step is selected and the path is shorter.
    pub fn new(
        start: &StartPosition,
        scale: &'static dyn PathScale,
        selection: StepSelection,
    ) -> Result<Walkthrough, Error> {
        let mut path = scale.path(start);
        let limit = match selection {
            StepSelection::First(number) | StepSelection::Only(number) => number,
            StepSelection::All | StepSelection::Hardest => usize::MAX,
        };
        let mut all: Vec<(Pencilmarks, RatedStep)> = Vec::new();
        while all.len() < limit {
            let position = path.position().clone();
            let Some(step) = path.next_step() else { break };
            all.push((position, step));
        }
        let first = match selection {
            StepSelection::All | StepSelection::First(_) => 0,
            StepSelection::Only(step) if (1..=all.len()).contains(&step) => step - 1,
            StepSelection::Only(step) => return Err(Error::NoSuchStep { step, steps: all.len() }),
            // Of equal steps, `max_by_key` returns the last.
            StepSelection::Hardest => (0..all.len()).rev().max_by_key(|&place| &all[place].1.rating).unwrap_or(0),
        };
        let count = if selection == StepSelection::Hardest { 1 } else { all.len() };
        let after = all.get(first + count).map_or(path.position(), |(position, _)| position).clone();
        let steps = all.into_iter().zip(1..).skip(first).take(count);
        let steps = steps.map(|((position, step), number)| ExplainedStep::new(number, position, step)).collect();
        let end = if after.is_solved() {
            WalkthroughEnd::Solved
        } else if path.is_stuck() && selection != StepSelection::Hardest {
            WalkthroughEnd::Stuck
        } else {
            WalkthroughEnd::Stopped
        };
        Ok(Walkthrough { clues: start.clues, state: *start.position.values(), scale, steps, after, end })
    }

    /// Returns the ratings of a path that is complete from the start to the solution, each with its name.
    pub(super) fn ratings(&self) -> Option<Vec<String>> {
        self.steps.first().filter(|step| step.number == 1 && self.end == WalkthroughEnd::Solved)?;
        let placed = self.steps.iter().position(|step| step.step.placement().is_some())?;
        let ratings: Vec<&StepRating> = self.steps.iter().map(|step| &step.rating).collect();
        Some(self.scale.path_ratings(&ratings, placed + 1))
    }

    /// Returns the number of steps in words: `1 step`, `51 steps`.
    pub(super) fn step_count(&self) -> String {
        counted(self.steps.len(), "step")
    }
}
