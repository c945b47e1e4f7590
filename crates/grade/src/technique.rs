//! A technique: one value with its names, its ratings, its finder and its explainer.

use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};

use crate::budget::Budget;
use crate::explain::Explainer;
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};

/// The search function of a technique. It reports steps in the order in which Sudoku Explainer finds them.
///
/// A finder passes the result of each report on with `?`, so that it stops when the collector has enough steps. It may
/// leave out what [`Steps::changes`] do not affect.
pub type Finder = fn(&Pencilmarks, &mut Steps) -> ControlFlow<()>;

/// One technique. Each is a `static` in the file of its family, and an entry in [`crate::TECHNIQUES`] or
/// [`crate::EXTENDED`].
///
/// ```
/// use minirow_core::Grid;
/// use minirow_grade::{Pencilmarks, TECHNIQUES};
/// let grid: Grid = format!("{:.<81}", "12345678.").parse()?;
/// let position = Pencilmarks::from(&grid);
/// let hidden_single = TECHNIQUES[0];
/// assert_eq!((hidden_single.slug, hidden_single.name), ("hidden-single", "Hidden Single"));
/// assert_eq!(hidden_single.first_step(&position).unwrap().to_string(), "r1c9=9");
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub struct Technique {
    /// The name in files and on the command line: lower case, with words joined by `-`.
    pub slug: &'static str,
    /// The display name.
    pub name: &'static str,
    /// The family, such as `Fish`, under which lists show it. Techniques of a family stand in several places of the ladder.
    pub family: &'static str,
    /// The summary in one line.
    pub summary: &'static str,
    /// The range of the ratings of its steps. If there is only one rating, both ends are equal.
    pub ratings: RangeInclusive<Rating>,
    /// The finder.
    pub find: Finder,
    /// The explainer.
    pub explain: Explainer,
}

impl Technique {
    /// Returns the first step in a position, or `None` if there is none.
    pub fn first_step(&self, pencilmarks: &Pencilmarks) -> Option<Step> {
        let mut steps = Steps::first_within(Budget::unlimited());
        // The finder breaks if it was stopped, which is when it has found a step.
        let _ = (self.find)(pencilmarks, &mut steps);
        steps.take_first()
    }

    /// Returns all steps in a position. They are independent: a later step does not build on an earlier one.
    pub fn all_steps(&self, pencilmarks: &Pencilmarks) -> Vec<Step> {
        let mut steps = Steps::all();
        // The finder breaks if it was stopped. The steps found are the same.
        let _ = (self.find)(pencilmarks, &mut steps);
        steps.into_vec()
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
