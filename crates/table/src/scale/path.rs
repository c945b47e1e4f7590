//! Scales with a path: an order of steps, each of which has a rating.

use std::cmp::Ordering;
use std::fmt;

use minirow_grade::{Explanation, Pencilmarks, Step, explain};

use crate::scale::{SCALES, Scale};
use crate::start_position::StartPosition;

/// A scale that rates the steps of a path. Each step is one of the easiest on the scale.
///
/// ```
/// use minirow_table::{StartPosition, path_scale};
///
/// let board = minirow_text::parse("....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.")?;
/// let start = StartPosition::from_board(&board)?;
/// let first = |scale: &str| path_scale(scale).unwrap().path(&start).next_step().unwrap().rating.to_string();
/// assert_eq!(["se", "te", "hodoku"].map(first), ["1.2", "B 0", "Easy 4"]);
/// assert_eq!(path_scale("minutes").unwrap_err().to_string(), "expected one of se, te, hodoku");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait PathScale: Scale {
    /// Returns a noun phrase that describes the steps, for `--help`.
    fn path_summary(&self) -> &'static str;

    /// Returns the path from a position.
    fn path(&self, start: &StartPosition) -> Box<dyn ScalePath>;

    /// Returns the ratings of a path that is complete, each with its name. The first `placed` steps end with the first placement.
    fn path_ratings(&self, steps: &[&StepRating], placed: usize) -> Vec<String>;
}

impl fmt::Debug for dyn PathScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the scales of [`SCALES`] that have a path.
pub fn path_scales() -> impl Iterator<Item = &'static dyn PathScale> {
    SCALES.iter().copied().filter_map(Scale::with_path)
}

/// The error for the name of a scale that has no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected one of {}", path_scales().map(Scale::name).collect::<Vec<_>>().join(", "))]
pub struct UnknownPathScale;

/// Returns the scale with a path that has a name.
///
/// # Errors
/// Returns an error if there is none.
pub fn path_scale(name: &str) -> Result<&'static dyn PathScale, UnknownPathScale> {
    path_scales().find(|scale| scale.name() == name).ok_or(UnknownPathScale)
}

/// The steps from a position, each applied before the next.
pub trait ScalePath {
    /// Returns the current position.
    fn position(&self) -> &Pencilmarks;

    /// Returns the next step.
    fn next_step(&mut self) -> Option<RatedStep>;

    /// Returns `true` if the path has ended before the solution because no technique finds a step.
    fn is_stuck(&self) -> bool {
        false
    }
}

/// The rating of a step on the scale of its path. Ratings of different scales cannot be compared.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRating {
    pub(super) rank: [u32; 2],
    pub(super) value: f64,
    pub(super) text: String,
}

impl StepRating {
    /// Returns the rating as a number: for trial and error, the length of the longest braid.
    pub fn value(&self) -> f64 {
        self.value
    }
}

impl Eq for StepRating {}

impl PartialOrd for StepRating {
    fn partial_cmp(&self, other: &StepRating) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for StepRating {
    fn cmp(&self, other: &StepRating) -> Ordering {
        self.rank.cmp(&other.rank)
    }
}

/// Writes `4.2`, `B 3`, `BxB 2` or `Hard 140`.
impl fmt::Display for StepRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A step of a path with its rating.
pub struct RatedStep {
    /// The rating.
    pub rating: StepRating,
    explain: Box<dyn FnOnce(&Pencilmarks) -> StepInWords>,
}

/// A step with its explanation.
#[derive(Clone, Debug)]
pub struct StepInWords {
    /// The step, with the candidates, houses and chains that a picture shows.
    pub step: Step,
    /// The step in words.
    pub explanation: Explanation,
    /// The step in the notation of its program, if that has one. The chains of a net are on lines of their own.
    pub notation: Option<String>,
}

impl RatedStep {
    pub(super) fn new(rating: StepRating, explain: impl FnOnce(&Pencilmarks) -> StepInWords + 'static) -> RatedStep {
        RatedStep { rating, explain: Box::new(explain) }
    }

    /// Returns a step of `minirow-grade`, which that library explains.
    pub(super) fn of_grade(rating: StepRating, step: Step) -> RatedStep {
        RatedStep::new(rating, |position| StepInWords { explanation: explain(&step, position), step, notation: None })
    }

    /// Explains the step. `position` is the one before it.
    pub fn explain(self, position: &Pencilmarks) -> StepInWords {
        (self.explain)(position)
    }
}
