//! The limit on the work of a rating.

use std::num::NonZeroU64;

use minirow_core::stop;

/// The error for a rating that has spent its budget, or that [`minirow_core::stop`] has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("the budget was spent before the rating was known")]
pub struct BudgetSpent;

/// The number of units of work left.
pub(crate) struct Budget(u64);

impl Budget {
    pub(crate) fn new(budget: Option<NonZeroU64>) -> Budget {
        Budget(budget.map_or(u64::MAX, NonZeroU64::get))
    }

    /// Subtracts units of work. Call it at least every 100 microseconds in long work.
    pub(crate) fn spend(&mut self, units: u64) -> Result<(), BudgetSpent> {
        if self.0 < units || stop::is_requested() {
            return Err(BudgetSpent);
        }
        self.0 -= units;
        Ok(())
    }
}
