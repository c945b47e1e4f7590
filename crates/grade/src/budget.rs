//! The work that a rating may still do.

use std::cell::Cell;
use std::num::NonZeroU64;

use crate::stop;

/// The error for a rating that has spent its budget, or that [`stop`] has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("the budget was spent before the rating was known")]
pub struct BudgetSpent;

/// The units of work left, shared by the engines of one rating. Each rater has a unit of its own: an assumption, a propagation. Their number
/// does not depend on the machine.
///
/// ```
/// use std::num::NonZeroU64;
/// use minirow_grade::{Budget, BudgetSpent};
/// let budget = Budget::new(NonZeroU64::new(3));
/// assert_eq!([2, 1, 1].map(|units| budget.spend(units)), [Ok(()), Ok(()), Err(BudgetSpent)]);
/// ```
#[derive(Clone, Debug)]
pub struct Budget(Cell<u64>);

impl Budget {
    /// Creates a budget of a number of units, or one without a limit.
    pub fn new(units: Option<NonZeroU64>) -> Budget {
        Budget(Cell::new(units.map_or(u64::MAX, NonZeroU64::get)))
    }

    pub(crate) const fn unlimited() -> Budget {
        Budget(Cell::new(u64::MAX))
    }

    /// Subtracts units of work. Call it at least every 100 microseconds in long work.
    ///
    /// # Errors
    /// [`BudgetSpent`] if fewer are left, or if [`stop`] stops the work.
    #[inline]
    pub fn spend(&self, units: u64) -> Result<(), BudgetSpent> {
        let left = self.0.get().checked_sub(units).ok_or(BudgetSpent)?;
        // Reading the flag takes about as long as a short unit.
        if left / 16 != self.0.get() / 16 && stop::is_requested() {
            return Err(BudgetSpent);
        }
        self.0.set(left);
        Ok(())
    }

    /// Returns `true` if the number of units is limited. Ask before any are spent.
    pub fn is_limited(&self) -> bool {
        self.0.get() != u64::MAX
    }

    /// Sets the number of units left to that of another budget.
    pub(crate) fn set(&self, other: &Budget) {
        self.0.set(other.0.get());
    }

    /// Subtracts units of work that is done, down to none.
    pub(crate) fn subtract(&self, units: usize) {
        if self.is_limited() {
            self.0.set(self.0.get().saturating_sub(units as u64));
        }
    }

    /// Returns `true` if no units are left, or the rating must stop. Then the result of an engine is invalid: an easier step may have been
    /// missed.
    pub(crate) fn is_spent(&self) -> bool {
        self.0.get() == 0 || stop::is_requested()
    }
}
