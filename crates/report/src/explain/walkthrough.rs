//! The steps of a path with their explanations.

use std::fmt;

use minirow_core::Grid;
use minirow_core::text::counted;
use minirow_grade::{Explanation, Level, Limits, Pencilmarks, Rating, Step, explain, path_from};
use minirow_te::TeRating;
use strum::{Display, EnumMessage, EnumString, IntoStaticStr, VariantArray};

use crate::Error;
use crate::explain::start_position::StartPosition;

/// The selection of the steps of a path for a [`Walkthrough`].
///
/// ```
/// use minirow_core::text;
/// use minirow_report::explain::{PathScale, StartPosition, StepSelection, Walkthrough};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let start = StartPosition::from_board(&board)?;
/// assert_eq!(Walkthrough::new(&start, PathScale::Se, StepSelection::First(3))?.steps.len(), 3);
/// assert_eq!(Walkthrough::new(&start, PathScale::Se, StepSelection::Only(3))?.steps[0].number, 3);
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

/// The scale that rates the steps of a [`Walkthrough`]. Each step is one of the easiest on the scale. The names and messages of
/// the variants are those of the command line.
///
/// ```
/// use minirow_core::text;
/// use minirow_report::explain::{PathScale, StartPosition, StepSelection, Walkthrough};
///
/// let board = text::parse("....9....3..52.8....4....72.91.....5.3.....6...2..5.......3...7.854...162......8.")?;
/// let start = StartPosition::from_board(&board)?;
/// let hardest = |scale| Walkthrough::new(&start, scale, StepSelection::Hardest).map(|path| path.steps[0].clone());
/// assert_eq!(hardest(PathScale::Se)?.rating.to_string(), "2.0");
/// assert_eq!(hardest(PathScale::Te)?.rating.to_string(), "B 2");
/// assert_eq!(hardest(PathScale::Hodoku)?.rating.to_string(), "Medium 80");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Display, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownPathScale, parse_err_fn = UnknownPathScale::of)]
pub enum PathScale {
    /// The techniques of Sudoku Explainer, the lowest rating first
    #[default]
    Se,
    /// T&E: singles, then braids, the shortest first
    Te,
    /// HoDoKu's path: the first step of the first of its techniques that finds one
    Hodoku,
}

/// The error for the name of a scale that has no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected one of se, te, hodoku")]
pub struct UnknownPathScale;

impl UnknownPathScale {
    fn of(_name: &str) -> UnknownPathScale {
        UnknownPathScale
    }
}

/// The rating of a step on the scale of its path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StepRating {
    /// The rating of Sudoku Explainer.
    Se(Rating),
    /// The number of assumptions, and the length of the longest braid.
    Te(TeRating),
    /// The score and the level of HoDoKu.
    Hodoku(u32, minirow_hodoku::Level),
}

impl StepRating {
    /// Returns the rating as a number: for trial and error, the length of the longest braid.
    pub fn value(self) -> f64 {
        match self {
            StepRating::Se(rating) => f64::from(rating.tenths()) / 10.0,
            StepRating::Te(rating) => rating.length().into(),
            StepRating::Hodoku(score, _) => score.into(),
        }
    }
}

/// Writes `4.2`, `B 3`, `BxB 2` or `Hard 140`.
impl fmt::Display for StepRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepRating::Se(rating) => rating.fmt(f),
            StepRating::Te(rating) => rating.fmt(f),
            StepRating::Hodoku(score, level) => write!(f, "{level} {score}"),
        }
    }
}

/// A step of a path, with its explanation.
///
/// ```
/// use minirow_core::text;
/// use minirow_report::explain::{PathScale, StartPosition, StepSelection, Walkthrough};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, PathScale::Se, StepSelection::Only(1))?;
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
    /// Returns the technique with its variant: `XY-Wing`, `Unique Loop (type 3)`. Variants of HoDoKu are names of their own.
    pub fn name(&self) -> String {
        let technique = self.step.technique().name;
        match self.step.variant() {
            Some(variant) if matches!(self.rating, StepRating::Hodoku(..)) => variant.into(),
            Some(variant) if !variant.eq_ignore_ascii_case(technique) => format!("{technique} ({variant})"),
            _ => technique.into(),
        }
    }
}

/// The state in which a [`Walkthrough`] ends.
///
/// ```
/// use minirow_core::text;
/// use minirow_report::explain::{PathScale, StartPosition, StepSelection, Walkthrough, WalkthroughEnd};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let start = StartPosition::from_board(&board)?;
/// assert_eq!(Walkthrough::new(&start, PathScale::Se, StepSelection::All)?.end, WalkthroughEnd::Solved);
/// assert_eq!(Walkthrough::new(&start, PathScale::Se, StepSelection::First(3))?.end, WalkthroughEnd::Stopped);
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
/// use minirow_report::explain::{PathScale, StartPosition, StepSelection, Walkthrough};
///
/// let board = text::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let walkthrough = Walkthrough::new(&StartPosition::from_board(&board)?, PathScale::Se, StepSelection::All)?;
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

/// A path on one of the scales.
enum ScalePath {
    Se(Box<minirow_grade::Path>),
    Te(Box<minirow_te::Path>),
    Hodoku(Box<minirow_hodoku::Path>),
}

/// A step of a path on one of the scales.
enum ScaleStep {
    Se(Step),
    Te(Step),
    Hodoku(minirow_hodoku::Step),
}

impl ScaleStep {
    fn rating(&self) -> StepRating {
        match self {
            ScaleStep::Se(step) => StepRating::Se(step.rating()),
            ScaleStep::Te(step) => StepRating::Te(TeRating::of(step)),
            ScaleStep::Hodoku(step) => StepRating::Hodoku(step.technique().score, step.technique().level),
        }
    }

    fn explained(self, number: usize, position: Pencilmarks) -> ExplainedStep {
        let rating = self.rating();
        let (step, explanation, notation) = match self {
            ScaleStep::Se(step) | ScaleStep::Te(step) => {
                let explanation = explain(&step, &position);
                (step, explanation, None)
            }
            ScaleStep::Hodoku(step) => (step.drawn(&position), step.explain(&position), Some(step.to_string())),
        };
        ExplainedStep { number, position, step, rating, explanation, notation }
    }
}

impl ScalePath {
    fn new(scale: PathScale, start: &StartPosition) -> ScalePath {
        let position = start.position.clone();
        match scale {
            PathScale::Se => {
                let path = path_from(position, Limits::default());
                ScalePath::Se(Box::new(if start.is_unique { path } else { path.without_uniqueness() }))
            }
            PathScale::Te => ScalePath::Te(minirow_te::path_from(position).into()),
            PathScale::Hodoku => {
                let path = minirow_hodoku::path_from(&start.clues, &start.solution, position);
                ScalePath::Hodoku(Box::new(if start.is_unique { path } else { path.without_uniqueness() }))
            }
        }
    }

    fn pencilmarks(&self) -> &Pencilmarks {
        match self {
            ScalePath::Se(path) => path.pencilmarks(),
            ScalePath::Te(path) => path.pencilmarks(),
            ScalePath::Hodoku(path) => path.pencilmarks(),
        }
    }

    fn is_stuck(&self) -> bool {
        matches!(self, ScalePath::Se(path) if path.is_stuck())
    }

    /// Returns the next step with the position before it.
    fn next(&mut self) -> Option<(Pencilmarks, ScaleStep)> {
        let position = self.pencilmarks().clone();
        let step = match self {
            ScalePath::Se(path) => path.next().map(ScaleStep::Se),
            ScalePath::Te(path) => path.next().map(ScaleStep::Te),
            ScalePath::Hodoku(path) => path.next().map(ScaleStep::Hodoku),
        };
        Some((position, step?))
    }
}

impl Walkthrough {
    /// Follows the path of a scale from a start.
    ///
    /// # Errors
    /// Returns [`Error::NoSuchStep`] if a single step is selected and the path is shorter.
    pub fn new(start: &StartPosition, scale: PathScale, selection: StepSelection) -> Result<Walkthrough, Error> {
        let mut path = ScalePath::new(scale, start);
        let limit = match selection {
            StepSelection::First(number) | StepSelection::Only(number) => number,
            StepSelection::All | StepSelection::Hardest => usize::MAX,
        };
        let mut all = Vec::new();
        while all.len() < limit {
            let Some(step) = path.next() else { break };
            all.push(step);
        }
        let first = match selection {
            StepSelection::All | StepSelection::First(_) => 0,
            StepSelection::Only(step) if (1..=all.len()).contains(&step) => step - 1,
            StepSelection::Only(step) => return Err(Error::NoSuchStep { step, steps: all.len() }),
            // Of equal steps, `max_by_key` returns the last.
            StepSelection::Hardest => (0..all.len()).rev().max_by_key(|&place| all[place].1.rating()).unwrap_or(0),
        };
        let count = if selection == StepSelection::Hardest { 1 } else { all.len() };
        let after = all.get(first + count).map_or(path.pencilmarks(), |(position, ..)| position).clone();
        let steps = all.into_iter().zip(1..).skip(first).take(count);
        let steps = steps.map(|((position, step), number)| step.explained(number, position)).collect();
        let end = if after.is_solved() {
            WalkthroughEnd::Solved
        } else if path.is_stuck() && selection != StepSelection::Hardest {
            WalkthroughEnd::Stuck
        } else {
            WalkthroughEnd::Stopped
        };
        Ok(Walkthrough { clues: start.clues, state: *start.position.values(), steps, after, end })
    }

    /// Returns the ratings of a path that is complete from the start to the solution, each with its name.
    pub(super) fn ratings(&self) -> Option<Vec<String>> {
        self.steps.first().filter(|step| step.number == 1 && self.end == WalkthroughEnd::Solved)?;
        let placed = self.steps.iter().position(|step| step.step.placement().is_some())?;
        let highest = |steps: &[ExplainedStep]| steps.iter().map(|step| step.rating).max();
        let [er, ep, ed] = [self.steps.len(), placed + 1, 1].map(|count| highest(&self.steps[..count]));
        Some(match er? {
            StepRating::Te(rating) => vec![format!("T&E depth {}", rating.depth()), rating.to_string()],
            StepRating::Hodoku(..) => {
                let of_step = |step: &ExplainedStep| match step.rating {
                    StepRating::Hodoku(score, level) => Some((score, level)),
                    _ => None,
                };
                let (scores, levels): (Vec<u32>, Vec<_>) = self.steps.iter().filter_map(of_step).unzip();
                let score = scores.into_iter().sum();
                let level = minirow_hodoku::Level::of(levels.into_iter().max()?, score);
                vec![format!("HoDoKu {level}"), format!("score {score}")]
            }
            StepRating::Se(er) => {
                let level = Level::of(er);
                vec![format!("ER {er}"), format!("EP {}", ep?), format!("ED {}", ed?), level.to_string()]
            }
        })
    }

    /// Returns the number of steps in words: `1 step`, `51 steps`.
    pub(super) fn step_count(&self) -> String {
        counted(self.steps.len(), "step")
    }
}

#[cfg(test)]
mod tests {
    use minirow_core::text::Board;

    use super::*;
    use crate::explain::start_position::tests::sukaku;

    /// Of a Sukaku, no scale draws a conclusion from the uniqueness of the solution, and each step agrees with it.
    #[test]
    fn every_step_of_a_sukaku_agrees_with_the_solution() {
        let size = std::env::var("MINIROW_TEST_SIZE").ok().and_then(|size| size.parse().ok()).unwrap_or(6);
        for seed in 0..size {
            let start = StartPosition::from_board(&Board::Candidates(sukaku(seed))).unwrap();
            for scale in [PathScale::Se, PathScale::Te, PathScale::Hodoku] {
                let path = Walkthrough::new(&start, scale, StepSelection::All).unwrap();
                for step in &path.steps {
                    let slug = step.step.technique().slug;
                    let is_uniqueness =
                        ["unique", "avoidable", "hidden-rectangle", "bivalue"].iter().any(|word| slug.contains(word));
                    assert!(step.step.agrees_with(&start.solution) && !is_uniqueness, "seed {seed}, {scale}: {slug}");
                }
                assert_eq!(path.end, WalkthroughEnd::Solved, "seed {seed}, {scale}");
                assert_eq!(path.after.values(), start.solution.grid(), "seed {seed}, {scale}");
            }
        }
    }
}
