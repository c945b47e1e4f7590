//! The generation of a pack: section after section, the indices on all cores, the rows in order.

mod position;
mod worker;

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use minirow_core::Puzzle;
use minirow_files::UnchangedLines;
use minirow_files::ordered::{self, Worker};
use minirow_grade::{Level, Rating};
use minirow_table::{MOST_MINUTES, Row, Run, grouped};

use crate::book::SectionOrder;
use crate::effort::{Effort, RunLimits};
use crate::error::PackError;
use crate::plan::{PackPlan, Section};
use position::Position;
pub(crate) use worker::row;
use worker::{IsKept, Made, MadePuzzle, SectionQueue, SectionRun};

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
    is_kept: Option<IsKept<'a>>,
}

impl<'a> PackRun<'a> {
    /// Begins a pack.
    pub fn new(plan: &'a PackPlan, limits: RunLimits, run: Run<'a>) -> PackRun<'a> {
        PackRun { plan, position: Position::start(plan), effort: Effort::new(limits), run, is_kept: None }
    }

    /// Passes on only the rows of some puzzles. All indices count. The other puzzles are not rated, if no constraint can reject a
    /// puzzle.
    ///
    /// ```
    /// use minirow_core::Puzzle;
    /// use minirow_pack::{Excluded, PackError, PackPlan, PackRun, PuzzleSpec, RunLimits};
    /// use minirow_table::{ExtraColumns, Run};
    ///
    /// let plan = PackPlan::range(42, 0, 20, &PuzzleSpec::new(), Excluded::default(), ExtraColumns::default())?;
    /// let has_24_clues = |puzzle: &Puzzle| puzzle.clues().clue_count() == 24;
    /// let mut clues = Vec::new();
    /// PackRun::new(&plan, RunLimits::default(), Run::default()).keeping(&has_24_clues).rows(|rows| {
    ///     clues.extend(rows.into_iter().map(|row| row.puzzle.clue_count()));
    ///     Ok::<_, PackError>(())
    /// })?;
    /// assert!(!clues.is_empty() && clues.len() < 20 && clues.iter().all(|&clues| clues == 24));
    /// # Ok::<(), PackError>(())
    /// ```
    #[must_use]
    pub fn keeping(self, is_kept: &'a (dyn Fn(&Puzzle) -> bool + Sync)) -> PackRun<'a> {
        PackRun { is_kept: Some(is_kept), ..self }
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
        // The latest row with its line and its index.
        let mut last: Option<(u64, u64, Row)> = None;
        for (line, row) in (2..).zip(rows) {
            let row = row?;
            if let Some((line, index, row)) = &last
                && !unchanged.contain(*line)
            {
                self.compare(*line, *index, row)?;
            }
            let index = self.position.take(self.plan, &row).ok_or(PackError::ForeignRow { line })?;
            each(&row);
            last = Some((line, index, row));
        }
        last.map_or(Ok(()), |(line, index, row)| self.compare(line, index, &row))
    }

    /// Generates the row of an index again, and compares it with that of a line.
    fn compare(&self, line: u64, index: u64, known: &Row) -> Result<(), PackError> {
        let section = self.plan.sections.iter().rfind(|section| section.start <= index);
        let section = section.expect("the section in which the index was found");
        let goes_on = |_| self.run.interrupt.check(PackError::Interrupted);
        let found = section.sampler.find(self.plan.seed(), index, goes_on)?;
        let row = worker::row(self.plan, section, index, &found)?;
        goes_on(0)?;
        if row == *known { Ok(()) } else { Err(PackError::ForeignRow { line }) }
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
        let (plan, effort, run, position) = (self.plan, &self.effort, &self.run, &mut self.position);
        let remark = Remark::new(plan, position.section);
        let shared = SectionRun { plan, section, effort, run, remark: &remark, is_kept: self.is_kept };
        let mut collector = RowCollector {
            shared: &shared,
            number: position.section,
            position,
            levels: Default::default(),
            duplicates: 0,
        };
        while !collector.is_complete() {
            // As many indices as puzzles are missing, and one more for each duplicate in a row.
            let next = collector.position.next;
            let indices = next..next + (section.count - collector.position.kept) + collector.duplicates;
            let work = |worker: Worker<Made>| {
                run.interrupt.stops_ratings(|| SectionQueue { shared: &shared, worker }.work());
            };
            ordered::in_order(indices, run.threads, work, |made| {
                let mut rows = Vec::new();
                let end = collector.collect(made, &mut rows);
                remark.set_kept(&collector.levels);
                run.observer.remark(remark.text(effort));
                write(rows)?;
                end.map_err(E::from)
            })?;
        }
        Ok(())
    }
}

/// Collects the rows of a section in the order of the indices.
struct RowCollector<'a> {
    shared: &'a SectionRun<'a>,
    /// The number of the section.
    number: usize,
    position: &'a mut Position,
    /// The number of puzzles of each level.
    levels: [u64; Level::ALL.len()],
    /// The number of indices in a row without a new puzzle.
    duplicates: u64,
}

impl RowCollector<'_> {
    fn is_complete(&self) -> bool {
        self.position.section != self.number
    }

    /// Adds the rows of new puzzles, and breaks when the section is complete.
    ///
    /// # Errors
    /// Returns the first error, after the rows before it are added.
    fn collect(&mut self, made: Vec<Made>, rows: &mut Vec<Row>) -> Result<ControlFlow<()>, PackError> {
        let SectionRun { plan, section, effort, run, .. } = *self.shared;
        for made in made {
            let MadePuzzle { index, attempts, puzzle, level, row } = made?;
            effort.settle(index, attempts)?;
            if !self.position.taken.insert(&puzzle) {
                self.position.next = index + 1;
                self.duplicates += 1;
                if self.duplicates == MOST_DUPLICATES {
                    let section = section.name.clone().unwrap_or_default();
                    return Err(PackError::TooManyDuplicates { section, indices: MOST_DUPLICATES });
                }
                continue;
            }
            self.duplicates = 0;
            if let Some(level) = level {
                self.levels[level as usize] += 1;
            }
            rows.extend(row);
            run.observer.advance(1);
            self.position.keep(plan, index + 1);
            if self.is_complete() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
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

    fn rows(spec: &PuzzleSpec, count: u64, is_kept: Option<IsKept>) -> Vec<Row> {
        let plan = PackPlan::range(5, 0, count, spec, Excluded::default(), ExtraColumns::default()).unwrap();
        let mut rows = Vec::new();
        let mut run = PackRun { is_kept, ..PackRun::new(&plan, RunLimits::default(), Run::default()) };
        run.rows(|more| {
            rows.extend(more);
            Ok::<_, PackError>(())
        })
        .unwrap();
        assert_eq!(run.done(), count);
        rows
    }

    /// Puzzles that are not kept have their indices, whether they are rated or not.
    #[test]
    fn the_rows_that_are_kept_are_those_of_the_pack() {
        let is_kept = |puzzle: &Puzzle| puzzle.solution().digit(minirow_core::Cell::ALL[0]).get() <= 3;
        let specs = [("", 60), ("er = '..=1.5'", 60), ("symmetry = 'half-turn'", 30), ("er = '7.5..'", 5)];
        for (text, count) in specs {
            let spec: PuzzleSpec = toml::from_str(text).unwrap();
            let mut expected = rows(&spec, count, None);
            expected.retain(|row| is_kept(&Puzzle::new(row.puzzle).unwrap()));
            assert_eq!(rows(&spec, count, Some(&is_kept)), expected, "{text}");
            assert!(expected.len() < count as usize, "{text}");
        }
    }
}
