//! The limit on the work of a rating.

use std::cell::Cell;
use std::num::NonZeroU64;

use minirow_core::stop;

/// The error for a rating that has spent its budget, or that [`minirow_core::stop`] has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("the budget was spent before the rating was known")]
pub struct BudgetSpent;

/// The number of propagations left.
pub(crate) struct Budget(Cell<u64>);

impl Budget {
    pub(crate) fn new(budget: Option<NonZeroU64>) -> Budget {
        Budget(Cell::new(budget.map_or(u64::MAX, NonZeroU64::get)))
    }

    /// Subtracts one propagation.
    pub(crate) fn spend(&self) -> Result<(), BudgetSpent> {
        let left = self.0.get();
        // Reading the flag takes about as long as a short propagation.
        if left == 0 || left.is_multiple_of(16) && stop::is_requested() {
            return Err(BudgetSpent);
        }
        self.0.set(left - 1);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_the_number_of_propagations() {
        let budget = Budget::new(NonZeroU64::new(3));
        let spent: Vec<bool> = (0..5).map(|_| budget.spend().is_err()).collect();
        assert_eq!(spent, [false, false, false, true, true]);
    }
}
