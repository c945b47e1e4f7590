//! The check of puzzles by the constraints of a specification.

use minirow_core::Puzzle;
use minirow_grade::{Grade, Limits, Rating, grade_while};
use minirow_table::{Hodoku, Row, ScaleSet};

use crate::spec::{Constraint, InvalidSpec, PathSoFar, PuzzleSpec, RatingRange};

/// A specification as a filter of puzzles that no generator has made.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_pack::{PuzzleFilter, PuzzleSpec};
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let keeps = |spec: PuzzleSpec| Ok::<_, minirow_pack::InvalidSpec>(PuzzleFilter::new(spec)?.rated(&puzzle).is_some());
/// assert!(keeps(PuzzleSpec::new().clues(30).er(1.2))?);
/// assert!(!keeps(PuzzleSpec::new().minimal(true))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleFilter {
    pub(crate) spec: PuzzleSpec,
    /// The constraints that do not have their default value.
    pub(crate) constraints: Vec<&'static Constraint>,
    /// The range of ER that all constraints allow.
    pub(crate) er: RatingRange,
    /// The limits of the rating, which stops when a puzzle is too hard.
    pub(crate) limits: Limits,
}

impl PuzzleFilter {
    /// Checks a specification, and creates its filter.
    ///
    /// # Errors
    /// Returns the reason why no puzzle can meet the specification, or the first constraint that equivalent puzzles may meet or not.
    pub fn new(spec: PuzzleSpec) -> Result<PuzzleFilter, InvalidSpec> {
        let filter = PuzzleFilter::of_generated(spec)?;
        if let Some(wanted) = filter.spec.property.iter().find(|wanted| !wanted.is_invariant()) {
            return Err(InvalidSpec::Conflict(format!(
                "property {wanted} is for generated puzzles, and cannot filter others"
            )));
        }
        match filter.constraints.iter().find(|constraint| !constraint.is_filter) {
            Some(Constraint { name, .. }) => {
                Err(InvalidSpec::Conflict(format!("{name} is for generated puzzles, and cannot filter others")))
            }
            None => Ok(filter),
        }
    }

    /// Checks a specification, and creates the filter of puzzles that are generated for it.
    pub(crate) fn of_generated(spec: PuzzleSpec) -> Result<PuzzleFilter, InvalidSpec> {
        let er = spec.check()?;
        let max_er = (er.highest() < Rating::UNSOLVED).then(|| er.highest());
        let constraints = spec.set_constraints().collect();
        Ok(PuzzleFilter { spec, constraints, er, limits: Limits { max_er, budget: None } })
    }

    /// Returns the scales of the constraints.
    pub fn scales(&self) -> ScaleSet {
        self.spec.scales()
    }

    /// Returns the row of a puzzle with its values on the scales of the constraints, or `None` if the puzzle does not meet them.
    pub fn rated(&self, puzzle: &Puzzle) -> Option<Row> {
        if !self.constraints.iter().all(|constraint| (constraint.accepts_foreign)(&self.spec, puzzle)) {
            return None;
        }
        if self.scales() == ScaleSet::EMPTY {
            return Some(Row::of(puzzle));
        }
        let (grade, row) = self.judge(puzzle)?;
        Some(row.graded(&grade))
    }

    /// Returns `true` if the clues of a puzzle meet the specification.
    pub(crate) fn accepts_clues(&self, puzzle: &Puzzle) -> bool {
        self.constraints.iter().all(|constraint| (constraint.accepts_clues)(&self.spec, puzzle))
    }

    /// Rates a puzzle, and returns `None` if it does not meet the specification. The rating stops at the first step that violates a
    /// constraint. The clues are not checked. The row has the values on the scales.
    pub(crate) fn judge(&self, puzzle: &Puzzle) -> Option<(Grade, Row)> {
        let mut path = PathSoFar::new(puzzle);
        let grade = grade_while(puzzle, self.limits, |step| {
            path.take(step);
            self.constraints.iter().all(|constraint| (constraint.accepts_step)(&self.spec, &path, step))
        })?;
        if !self.accepts_grade(&grade) {
            return None;
        }
        let row = self.rate_and_check(puzzle)?;
        Some((grade, row))
    }

    /// Rates a puzzle on the scales of the constraints. Returns its row, or `None` if a constraint rejects it.
    pub(crate) fn rate_and_check(&self, puzzle: &Puzzle) -> Option<Row> {
        let mut row = Row::of(puzzle);
        let mut rated = ScaleSet::SE;
        if self.scales().contains("hodoku") {
            let rating = minirow_hodoku::rate(puzzle, self.limits.budget).ok()?;
            if !self.constraints.iter().all(|constraint| (constraint.accepts_hodoku)(&self.spec, &rating)) {
                return None;
            }
            Hodoku::set_rating(Ok(&rating), &mut row);
            rated = rated | ScaleSet::HODOKU;
        }
        for constraint in &self.constraints {
            let scales = (constraint.scales)(&self.spec) - rated;
            scales.rate(puzzle, self.limits, &mut row);
            rated = rated | scales;
            if !(constraint.accepts_ratings)(&self.spec, &row) {
                return None;
            }
        }
        Some(row)
    }

    pub(crate) fn accepts_grade(&self, grade: &Grade) -> bool {
        grade.er().is_some_and(|er| self.er.contains(er))
            && self.constraints.iter().all(|constraint| (constraint.accepts_grade)(&self.spec, grade))
    }
}
