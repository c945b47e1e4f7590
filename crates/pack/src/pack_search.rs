//! The generation of a pack on one thread, one attempt at a time, for programs that must not block.

use minirow_table::Row;

use crate::error::PackError;
use crate::pack_run::row;
use crate::plan::PackPlan;
use crate::sampler::IndexSearch;

/// The generation of a pack without sections. It can pause after any attempt. Its rows are those of a
/// [`PackRun`](crate::PackRun).
///
/// ```
/// use minirow_pack::{Excluded, PackError, PackPlan, PackSearch, PuzzleSpec};
/// use minirow_table::ExtraColumns;
///
/// let plan = PackPlan::range(42, 0, 3, &PuzzleSpec::new(), Excluded::default(), ExtraColumns::default())?;
/// let mut search = PackSearch::new(plan);
/// let mut ids = Vec::new();
/// while !search.is_done() {
///     ids.extend(search.attempt()?.and_then(|row| row.id));
/// }
/// assert_eq!(ids, ["42-0", "42-1", "42-2"]);
/// assert_eq!(search.attempts(), 3);
/// # Ok::<(), PackError>(())
/// ```
pub struct PackSearch {
    plan: PackPlan,
    /// The next index.
    index: u64,
    end: u64,
    /// The number of attempts at earlier indices.
    attempts: u64,
    /// The search for the puzzle of the next index, if it has begun.
    under_way: Option<IndexSearch>,
}

impl PackSearch {
    /// Begins a pack.
    ///
    /// # Panics
    /// If the pack is a book.
    pub fn new(plan: PackPlan) -> PackSearch {
        assert!(!plan.is_book(), "a book has sections");
        let indices = plan.indices();
        PackSearch { plan, index: indices.start, end: indices.end, attempts: 0, under_way: None }
    }

    /// Returns the plan.
    pub fn plan(&self) -> &PackPlan {
        &self.plan
    }

    /// Returns `true` if all rows were returned.
    pub fn is_done(&self) -> bool {
        self.index == self.end
    }

    /// Returns the number of attempts.
    pub fn attempts(&self) -> u64 {
        self.attempts + self.under_way.as_ref().map_or(0, |search| search.attempts)
    }

    /// Makes one attempt. Returns the next row of the pack, if the attempt gave a puzzle that meets the specification.
    ///
    /// # Errors
    /// Returns an error if all attempts at the index have failed.
    ///
    /// # Panics
    /// If all rows were returned.
    pub fn attempt(&mut self) -> Result<Option<Row>, PackError> {
        assert!(!self.is_done(), "all rows were returned");
        let section = &self.plan.sections[0];
        let search = self.under_way.get_or_insert_with(|| section.sampler.search(self.plan.seed(), self.index));
        let Some(found) = section.sampler.attempt(search)? else { return Ok(None) };
        let row = row(&self.plan, section, self.index, &found)?;
        self.attempts += found.attempts;
        self.under_way = None;
        self.index += 1;
        Ok(Some(row))
    }
}

#[cfg(test)]
mod tests {
    use minirow_grade::Level;
    use minirow_table::{ExtraColumns, Run};

    use super::*;
    use crate::{Excluded, PackRun, PuzzleSpec, RunLimits};

    fn plan(spec: &PuzzleSpec) -> PackPlan {
        PackPlan::range(7, 2, 5, spec, Excluded::default(), ExtraColumns::default()).unwrap()
    }

    #[test]
    fn the_rows_are_those_of_a_run_on_all_cores() {
        // Removal, attempts that are rejected, and hill climbing.
        for spec in [PuzzleSpec::new(), PuzzleSpec::new().level(Level::Hard), PuzzleSpec::new().er(7.0..=7.3)] {
            let expected = plan(&spec);
            let (mut rows, mut expected_rows) = (Vec::new(), Vec::new());
            let mut run = PackRun::new(&expected, RunLimits::default(), Run::default());
            run.rows(|rows| {
                expected_rows.extend(rows);
                Ok::<_, PackError>(())
            })
            .unwrap();
            let mut search = PackSearch::new(plan(&spec));
            while !search.is_done() {
                rows.extend(search.attempt().unwrap());
            }
            assert_eq!(rows, expected_rows, "{spec}");
        }
    }

    #[test]
    fn an_index_is_given_up_after_the_last_attempt() {
        let mut search = PackSearch::new(plan(&PuzzleSpec::new().clues(17).max_tries(2)));
        assert_eq!((search.attempt().unwrap(), search.attempts()), (None, 1));
        assert_eq!((search.attempt().unwrap(), search.attempts()), (None, 2));
        assert!(matches!(search.attempt(), Err(PackError::GaveUp(_))));
    }
}
