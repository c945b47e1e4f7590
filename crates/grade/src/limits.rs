//! Limits: how hard a puzzle may be, and how much work its rating may take, before the grader stops.

use std::cell::Cell;
use std::num::NonZeroU64;

use crate::rating::Rating;

/// When to stop rating a puzzle. The default is never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stop as soon as it is sure that ER is above this. What would only show that is not even looked for: a limit of 5.0
    /// costs no chain.
    pub max_er: Option<Rating>,
    /// Stop when so many assumptions have been followed. An assumption is a candidate taken for true or false, with all
    /// that follows from it: what chains are made of. It does not depend on the machine; one takes some microseconds.
    pub budget: Option<NonZeroU64>,
}

/// Why a puzzle has no rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Cut {
    /// It is harder than the limit.
    TooHard,
    /// The budget was spent before the rating was known.
    BudgetSpent,
}

impl Cut {
    /// Returns the name in files.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The assumptions that may still be followed. Shared by the engines of one rating, inner ones included.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Cell<u64>);

impl Budget {
    pub(crate) const fn unlimited() -> Budget {
        Budget(Cell::new(u64::MAX))
    }

    pub(crate) fn of(limits: Limits) -> Budget {
        Budget(Cell::new(limits.budget.map_or(u64::MAX, NonZeroU64::get)))
    }

    /// Takes over what is left of another.
    pub(crate) fn set(&self, other: &Budget) {
        self.0.set(other.0.get());
    }

    /// Takes off a number of assumptions.
    pub(crate) fn spend(&self, assumptions: usize) {
        self.0.set(self.0.get().saturating_sub(assumptions as u64));
    }

    /// Whether there is nothing left. What an engine has found then is not to be trusted: something easier may be among
    /// what it has not looked at.
    pub(crate) fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}
