//! A technique: a row of HoDoKu's table of techniques, with its score, level and finder.

use std::fmt;

use minirow_core::{Grid, Puzzle};
use minirow_grade::{Budget, BudgetSpent, Pencilmarks};

use crate::level::Level;
use crate::search::Search;
use crate::state::State;
use crate::step::Step;

/// The result of a finder: the step that HoDoKu takes, or `None` if there is none.
pub(crate) type Found = Result<Option<Step>, BudgetSpent>;

/// A technique, which is tried if all before it in [`crate::TECHNIQUES`] find nothing.
///
/// ```
/// use minirow_hodoku::{Level, TECHNIQUES};
/// let x_wing = TECHNIQUES.iter().find(|technique| technique.name == "X-Wing").unwrap();
/// assert_eq!((x_wing.score, x_wing.level), (140, Level::Hard));
/// ```
pub struct Technique {
    /// The name in files and on the command line: lower case, with words joined by `-`.
    pub slug: &'static str,
    /// The display name.
    pub name: &'static str,
    /// The score of each of its steps.
    pub score: u32,
    /// The level that a puzzle has at least if it needs the technique.
    pub level: Level,
    /// The finder.
    pub(crate) find: fn(&mut Search) -> Found,
}

impl Technique {
    /// Returns the step that the technique takes in a position, or `None` if there is none.
    ///
    /// The position has been reached from the clues. Its singles are found in the order of their cells, those of a path in the
    /// order in which they came up.
    ///
    /// ```
    /// use minirow_core::Grid;
    /// use minirow_grade::Pencilmarks;
    /// use minirow_hodoku::TECHNIQUES;
    ///
    /// let clues: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let naked_single = TECHNIQUES.iter().find(|technique| technique.name == "Naked Single").unwrap();
    /// let step = naked_single.first_step(&clues, &Pencilmarks::from(&clues)).unwrap();
    /// assert_eq!(step.to_string(), "Naked Single: r5c5=5");
    /// # Ok::<(), minirow_core::ParseGridError>(())
    /// ```
    pub fn first_step(&self, clues: &Grid, position: &Pencilmarks) -> Option<Step> {
        let solution = Puzzle::new(*clues).ok().map(|puzzle| *puzzle.solution());
        let mut search = Search::new(State::at(clues, position), solution, Budget::new(None));
        (self.find)(&mut search).ok().flatten()
    }
}

/// Compares identities: every technique is one `static`.
impl PartialEq for Technique {
    fn eq(&self, other: &Technique) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Technique {}

/// Writes the display name.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// Writes the slug.
impl fmt::Debug for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug)
    }
}
