//! The generation of a pack: section after section, the indices on all cores, the rows in order.

mod position;
mod worker;

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use minirow_grade::{Level, Rating};
use minirow_table::files::UnchangedLines;
use minirow_table::ordered::{self, Worker};
use minirow_table::{MOST_MINUTES, Row, Run, grouped};

use crate::book::SectionOrder;
use crate::effort::{Effort, RunLimits};
use crate::error::PackError;
use crate::plan::{PackPlan, Section};
use position::Position;
pub(crate) use worker::row;
use worker::{Made, SectionQueue};

/// The number of indices in a row without a new puzzle after which a section of a book is given up: it has not enough
/// patterns or solutions.
const MOST_DUPLICATES: u64 = 10_000;

/// The generation of a pack.
///
/// ```
/// use minirow_pack::{Excluded, PackError, PackPlan, PackRun, PuzzleSpec, RunLimits};
/// use minirow_table::{ExtraColumns, Run};
///
/// let plan = PackPlan::range(42, 0, 3, &PuzzleSpec::new(), Excluded::default(), ExtraColumns::default())?;
/// let mut ids = Vec::new();
/// PackRun::new(&plan, RunLimits::default(), Run::default()).rows(|rows| {
///     ids.extend(rows.into_iter().filter_map(|row| row.id));
///     Ok::<_, PackError>(())
/// })?;
/// assert_eq!(ids, ["42-0", "42-1", "42-2"]);
/// # Ok::<(), PackError>(())
/// ```
pub struct PackRun<'a> {
    plan: &'a PackPlan,
    position: Position,
    effort: Effort,
    run: Run<'a>,
}

impl<'a> PackRun<'a> {
    /// Begins a pack.
    pub fn new(plan: &'a PackPlan, limits: RunLimits, run: Run<'a>) -> PackRun<'a> {
        PackRun { plan, position: Position::start(plan), effort: Effort::new(limits), run }
    }

    /// Continues after the rows of an earlier run, in the order in which they were made. The first one is in line 2. The last
    /// row, and those that may have been changed, are generated again and compared.
    ///
    /// # Errors
    /// Returns [`PackError::ForeignRow`] if a row does not belong to this pack, or was changed, and
    /// the error of reading a row.
    pub(crate) fn resume(
        &mut self,
        rows: impl Iterator<Item = Result<Row, PackError>>,
        unchanged: &UnchangedLines,
        mut each: impl FnMut(&Row),
    ) -> Result<(), PackError> {
        let mut last: Option<(u64, u64, Row)> = None;
        for (line, row) in (2..).zip(rows) {
            let row = row?;
            if let Some((line, index, row)) = last.filter(|(line, ..)| !unchanged.contain(*line))
                && !self.is_row_of(index, &row)?
            {
                return Err(PackError::ForeignRow { line });
            }
            let index = self.position.take(self.plan, &row).ok_or(PackError::ForeignRow { line })?;
            each(&row);
            last = Some((line, index, row));
        }
        match last {
            Some((line, index, row)) if !self.is_row_of(index, &row)? => Err(PackError::ForeignRow { line }),
            _ => Ok(()),
        }
    }

    /// Generates the row of an index, and compares it.
    fn is_row_of(&self, index: u64, known: &Row) -> Result<bool, PackError> {
        let section = self.plan.sections.iter().rfind(|section| section.start <= index);
        let section = section.expect("the section in which the index was found");
        let goes_on = |_| if self.run.interrupt.requested() { Err(PackError::Interrupted) } else { Ok(()) };
        let found = section.sampler.find(self.plan.seed(), index, goes_on)?;
        let row = worker::row(self.plan, section, index, &found)?;
        goes_on(0)?;
        Ok(row == *known)
    }

    /// Returns the number of puzzles of this run and earlier ones.
    pub fn done(&self) -> u64 {
        self.position.done(self.plan)
    }

    /// Returns the number of attempts of this run.
    pub fn attempts(&self) -> u64 {
        self.effort.total()
    }

    /// Generates the missing rows, and passes them on in the order of the pack. The rows of a ramp are held back until their
    /// section is complete. `write` is called by one thread at a time, each time perhaps by another one.
    ///
    /// # Errors
    /// Returns an error if an index is given up, if a limit is reached, or if the run is interrupted, after the rows made
    /// before are passed on. Returns the error of `write`.
    pub fn rows<E: From<PackError> + Send>(
        &mut self,
        write: impl FnMut(Vec<Row>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        self.make(true, write)
    }

    /// Generates the missing rows as [`rows`](PackRun::rows) does: in the order of the pack, or in the order of generation.
    pub(crate) fn make<E: From<PackError> + Send>(
        &mut self,
        is_final_order: bool,
        mut write: impl FnMut(Vec<Row>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        if self.plan.count() == 0 {
            return Ok(());
        }
        while let Some(section) = self.plan.sections.get(self.position.section) {
            if section.order == SectionOrder::AsMade || !is_final_order {
                self.section(section, &mut write)?;
                continue;
            }
            let mut held = Vec::new();
            let made = self.section(section, |rows| {
                held.extend(rows);
                Ok(())
            });
            held.sort_by_cached_key(|row| ramp_key(section.order, row));
            write(held).and(made)?;
        }
        Ok(())
    }

    fn section<E: From<PackError> + Send>(
        &mut self,
        section: &Section,
        mut write: impl FnMut(Vec<Row>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let number = self.position.section;
        let mut levels = [0; Level::ALL.len()];
        let remark = Remark::new(self.plan, number);
        let mut duplicates = 0;
        while self.position.section == number {
            // As many indices as puzzles are missing, and one more for each duplicate in a row.
            let next = self.position.next;
            let indices = next..next + (section.count - self.position.kept) + duplicates;
            let (plan, effort, run) = (self.plan, &self.effort, &self.run);
            let position = &mut self.position;
            let work = |worker: Worker<Made>| {
                run.interrupt
                    .stops_ratings(|| SectionQueue { plan, section, effort, run, remark: &remark, worker }.work());
            };
            ordered::in_order(indices, run.threads, work, |made| {
                let mut rows = Vec::new();
                let take = |made: Made| -> Result<ControlFlow<()>, PackError> {
                    let (index, found, row) = made?;
                    effort.settle(index, found.attempts)?;
                    if !position.taken.insert(&found.puzzle) {
                        position.next = index + 1;
                        duplicates += 1;
                        if duplicates == MOST_DUPLICATES {
                            let section = section.name.clone().unwrap_or_default();
                            return Err(PackError::TooManyDuplicates { section, indices: MOST_DUPLICATES });
                        }
                        return Ok(ControlFlow::Continue(()));
                    }
                    duplicates = 0;
                    rows.push(row);
                    if let Some(level) = found.grade.level() {
                        levels[level as usize] += 1;
                    }
                    run.observer.advance(1);
                    position.keep(plan, index + 1);
                    let is_complete = position.section != number;
                    Ok(if is_complete { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                };
                let end = made.into_iter().map(take).find(|end| !matches!(end, Ok(ControlFlow::Continue(()))));
                remark.set_kept(&levels);
                run.observer.remark(remark.text(effort));
                write(rows).and(end.unwrap_or(Ok(ControlFlow::Continue(()))).map_err(E::from))
            })?;
        }
        Ok(())
    }
}

/// The remark of the progress: the section, the number of attempts, and the levels of the puzzles of this run.
struct Remark {
    section: String,
    kept: Mutex<String>,
}

impl Remark {
    fn new(plan: &PackPlan, section: usize) -> Remark {
        let section = match &plan.sections[section].name {
            Some(name) => format!("section {} of {}, {name}: ", section + 1, plan.sections.len()),
            None => String::new(),
        };
        Remark { section, kept: Mutex::new("none".into()) }
    }

    fn set_kept(&self, levels: &[u64]) {
        let kept = Level::ALL.into_iter().zip(levels).filter(|(_, count)| **count > 0);
        let kept: Vec<String> = kept.map(|(level, count)| format!("{level} {count}")).collect();
        if !kept.is_empty() {
            *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = kept.join(", ");
        }
    }

    fn text(&self, effort: &Effort) -> String {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (attempts, rate) = (grouped(effort.total()), effort.per_second());
        format!("\n{}attempts: {attempts}, {rate:.1}/s, kept: {kept}", self.section)
    }
}

/// Returns the sort key of a ramp: from the easiest to the hardest, by ER, EP, ED and index. A ramp by minutes begins with
/// the estimated solving time.
pub(crate) fn ramp_key(order: SectionOrder, row: &Row) -> ([Option<u32>; 4], Option<u64>) {
    let minutes = row.scales.get("minutes").tenths(MOST_MINUTES).filter(|_| order == SectionOrder::RampMinutes);
    ([minutes, row.er, row.ep, row.ed].map(|rating| rating.map(Rating::tenths)), row.index)
}

#[cfg(test)]
mod tests {
    use minirow_table::ExtraColumns;

    use super::*;
    use crate::{Excluded, PuzzleSpec};

    #[test]
    fn an_interruption_stops_a_run() {
        let plan = PackPlan::range(42, 0, 3, &PuzzleSpec::new(), Excluded::default(), ExtraColumns::default()).unwrap();
        let run = Run::default();
        run.interrupt.request();
        let stopped = PackRun::new(&plan, RunLimits::default(), run).rows(|_| Ok::<_, PackError>(()));
        assert!(matches!(stopped, Err(PackError::Interrupted)));
    }
}
