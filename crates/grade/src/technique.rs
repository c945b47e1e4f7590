//! A technique: a way to see what must or cannot be, as one value with its names, its ratings, its finder
//! and its words.

use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};

use crate::explain::Explainer;
use crate::limits::Budget;
use crate::pencilmarks::Pencilmarks;
use crate::rating::Rating;
use crate::step::{Step, Steps};

/// Reports the steps that a technique sees, in the order in which Sudoku Explainer would come upon them.
///
/// It passes every report's answer on with `?`, and so stops when the collector has enough.
pub type Finder = fn(&Pencilmarks, &mut Steps) -> ControlFlow<()>;

/// One technique of the ladder. Each is a `static` in the file of its family and a line in [`crate::TECHNIQUES`].
pub struct Technique {
    /// The name in file formats and on the command line: lower case, words joined by `-`.
    pub slug: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The ratings that its steps can have; where there is one rating, its lowest and highest are the same.
    pub ratings: RangeInclusive<Rating>,
    /// How steps are found.
    pub find: Finder,
    /// How steps are put into words.
    pub explain: Explainer,
}

impl Technique {
    /// The first step that there is, if any.
    pub fn first_step(&self, pencilmarks: &Pencilmarks) -> Option<Step> {
        self.steps(pencilmarks, Steps::first()).pop()
    }

    /// The first step that there is, if it is found within a budget; what a spent budget gives counts for nothing.
    pub(crate) fn first_step_within(&self, pencilmarks: &Pencilmarks, budget: &Budget) -> Option<Step> {
        let mut steps = Steps::first_within(budget.clone());
        let _ = (self.find)(pencilmarks, &mut steps);
        budget.set(steps.budget());
        steps.into_vec().pop()
    }

    /// All steps that there are, each seen by itself: a later one does not build on an earlier one.
    pub fn all_steps(&self, pencilmarks: &Pencilmarks) -> Vec<Step> {
        self.steps(pencilmarks, Steps::all())
    }

    fn steps(&self, pencilmarks: &Pencilmarks, mut steps: Steps) -> Vec<Step> {
        // Whether the finder came to its end or was stopped makes no difference to what was found.
        let _ = (self.find)(pencilmarks, &mut steps);
        steps.into_vec()
    }
}

/// Every technique is one `static`: the same place in memory is the same technique.
impl PartialEq for Technique {
    fn eq(&self, other: &Technique) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Technique {}

/// The name for people.
impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// The slug.
impl fmt::Debug for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug)
    }
}
