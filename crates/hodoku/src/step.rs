//! A step: an application of a technique, with the text that HoDoKu prints.

use std::fmt;

use minirow_core::{Candidate, CellSet, Digit, Solution};

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
    name: &'static str,
    pattern: String,
    placement: Option<Candidate>,
    eliminations: Vec<Candidate>,
    chains: String,
}

impl Step {
    /// Creates a step that fills a cell.
    pub(crate) fn place(name: &'static str, placement: Candidate) -> Step {
        Step {
            name,
            pattern: String::new(),
            placement: Some(placement),
            eliminations: Vec::new(),
            chains: String::new(),
        }
    }

    /// Creates a step that eliminates candidates in this order. The text of the pattern stands between the name and the
    /// eliminations.
    pub(crate) fn eliminate(name: &'static str, pattern: String, eliminations: Vec<Candidate>) -> Step {
        debug_assert!(!eliminations.is_empty(), "{name} {pattern}");
        Step { name, pattern, placement: None, eliminations, chains: String::new() }
    }

    /// Creates a step that eliminates candidates of a digit, cell by cell.
    pub(crate) fn eliminate_digit(name: &'static str, pattern: String, digit: Digit, cells: CellSet) -> Step {
        Step::eliminate(name, pattern, of_digit(digit, cells).collect())
    }

    /// Sets the text of the pattern and of the chains, each with a line feed before it.
    pub(crate) fn proved_by(self, pattern: String, chains: String) -> Step {
        Step { pattern, chains, ..self }
    }

    /// Returns the name of the pattern. It can be another one than that of the technique that found it: `Nice Loop / AIC`
    /// finds steps with the name `AIC`.
    pub const fn name(&self) -> &'static str {
        self.name
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
        f.write_str(self.name)?;
        match self.placement {
            Some(Candidate { cell, digit }) if self.chains.is_empty() => write!(f, ": {cell}={digit}"),
            Some(Candidate { cell, digit }) => write!(f, "{} => {cell}={digit}{}", self.pattern, self.chains),
            None => write!(f, "{} => {}{}", self.pattern, text::eliminations(&self.eliminations), self.chains),
        }
    }
}
