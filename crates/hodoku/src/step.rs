//! A step: an application of a technique, with its pattern and its effect.

use std::fmt;

use minirow_core::{Candidate, CellSet, Digit, Solution};

use crate::chain::forcing_text;
use crate::pattern::Pattern;
use crate::technique::Technique;
use crate::text;

/// A step of a solution path: a placement or some eliminations.
///
/// Its text form is that of HoDoKu's batch output, with a line feed before each chain of a forcing chain or net.
///
/// ```
/// use minirow_core::Puzzle;
/// let puzzle = Puzzle::new("8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......".parse()?)?;
/// let rating = minirow_hodoku::rate(&puzzle, None)?;
/// assert_eq!(rating.path()[0].to_string(), "Naked Single: r5c8=7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    technique: &'static Technique,
    name: &'static str,
    pattern: Pattern,
    placement: Option<Candidate>,
    eliminations: Vec<Candidate>,
}

impl Step {
    /// Creates a step that fills a cell.
    pub(crate) fn place(technique: &'static Technique, pattern: Pattern, placement: Candidate) -> Step {
        Step { technique, name: technique.name, pattern, placement: Some(placement), eliminations: Vec::new() }
    }

    /// Creates a step that eliminates candidates in this order.
    pub(crate) fn eliminate(technique: &'static Technique, pattern: Pattern, eliminations: Vec<Candidate>) -> Step {
        debug_assert!(!eliminations.is_empty(), "{technique} {pattern:?}");
        Step { technique, name: technique.name, pattern, placement: None, eliminations }
    }

    /// Creates a step that eliminates candidates of a digit, cell by cell.
    pub(crate) fn eliminate_digit(
        technique: &'static Technique,
        pattern: Pattern,
        digit: Digit,
        cells: CellSet,
    ) -> Step {
        Step::eliminate(technique, pattern, of_digit(digit, cells).collect())
    }

    /// Sets another name than that of the technique.
    pub(crate) fn named(self, name: &'static str) -> Step {
        Step { name, ..self }
    }

    /// Returns the technique that found the step.
    pub const fn technique(&self) -> &'static Technique {
        self.technique
    }

    /// Returns the name of the pattern. It can be another one than that of the technique: `Nice Loop / AIC` finds steps with
    /// the name `AIC`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the pattern.
    pub const fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the cell to fill and its digit, or `None` if the step eliminates.
    pub const fn placement(&self) -> Option<Candidate> {
        self.placement
    }

    /// Returns the candidates to eliminate, in the order in which they are eliminated. Some occur twice.
    pub fn eliminations(&self) -> &[Candidate] {
        &self.eliminations
    }

    /// Returns `true` if the step leads to the solution.
    pub fn agrees_with(&self, solution: &Solution) -> bool {
        self.placement.is_none_or(|candidate| solution.digit(candidate.cell) == candidate.digit)
            && self.eliminations.iter().all(|candidate| solution.digit(candidate.cell) != candidate.digit)
    }
}

/// Returns the candidates of a digit in some cells.
pub(crate) fn of_digit(digit: Digit, cells: CellSet) -> impl Iterator<Item = Candidate> {
    cells.iter().map(move |cell| Candidate { cell, digit })
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.pattern.text(&self.eliminations))?;
        let arrow = if self.pattern == Pattern::Single { ": " } else { " => " };
        match self.placement {
            Some(Candidate { cell, digit }) => write!(f, "{arrow}{cell}={digit}")?,
            None => write!(f, "{arrow}{}", text::eliminations(&self.eliminations))?,
        }
        let Pattern::Forcing { chains, .. } = &self.pattern else { return Ok(()) };
        chains.iter().try_for_each(|chain| write!(f, "\n  {}", forcing_text(chain)))
    }
}
