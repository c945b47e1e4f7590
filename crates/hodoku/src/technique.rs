//! A technique: a row of HoDoKu's table of techniques, with its score, level and finder.

use std::fmt;

use crate::budget::BudgetSpent;
use crate::level::Level;
use crate::search::Search;
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
