//! The generation of a pack: section after section, the indices on all cores, the rows in order.

mod position;
mod worker;

use std::ops::ControlFlow;

use minirow_core::solver::batch::{Engine, with_engine};
use minirow_gen::GENERATOR;
use minirow_grade::{Level, Rating};
use minirow_table::ordered::{self, Worker};
use minirow_table::{Row, Run, grouped};

use crate::book::SectionOrder;
use crate::effort::{Effort, RunLimits};
use crate::error::PackError;
use crate::plan::{PackPlan, Section};
use crate::sampler::FoundPuzzle;
use position::Position;
use worker::Attempt;

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
        let effort = Effort::new(limits, run.interrupt.clone());
        PackRun { plan, position: Position::start(plan), effort, run }
    }

    /// Continues after the rows of an earlier run, in the order in which they were made. The last row is made again, and
    /// compared.
    ///
    /// # Errors
    /// [`PackError::AnotherPack`] if a row is not of this pack, and the error of reading a row.
    pub(crate) fn resume<E: From<PackError>>(
        &mut self,
        rows: impl Iterator<Item = Result<Row, E>>,
        mut each: impl FnMut(&Row),
    ) -> Result<(), E> {
        let mut last = None;
        for row in rows {
            let row = row?;
            let index = self.position.take(self.plan, &row).ok_or(PackError::AnotherPack)?;
            each(&row);
            last = Some((index, row));
        }
        let Some((index, last)) = last else { return Ok(()) };
        let is_of = |section: &&Section| section.start <= index;
        let section = self.plan.sections.iter().rfind(is_of).expect("where the index was found");
        let goes_on = |_| if self.run.interrupt.requested() { Err(PackError::Interrupted) } else { Ok(()) };
        let found = section.sampler.find(self.plan.seed(), index, goes_on)?;
        if self::row(self.plan, section, index, &found)? == last { Ok(()) } else { Err(PackError::AnotherPack.into()) }
    }

    /// Returns the number of puzzles that are there.
    pub fn done(&self) -> u64 {
        self.position.done(self.plan)
    }

    /// Returns the number of attempts of this run.
    pub fn attempts(&self) -> u64 {
        self.effort.total()
    }

    /// Makes the rows that are missing, and hands them on in the order of the pack. The rows of a ramp are held back until
    /// their section is complete.
    ///
    /// # Errors
    /// If an index is given up, a limit is reached, or the run is interrupted; the rows made before are handed on all the
    /// same. And the error of `write`.
    pub fn rows<E: From<PackError>>(&mut self, mut write: impl FnMut(Vec<Row>) -> Result<(), E>) -> Result<(), E> {
        self.sections(|run, section| {
            if section.order == SectionOrder::AsMade {
                return run.section(section, &mut write);
            }
            let mut held = Vec::new();
            let made = run.section(section, |rows| {
                held.extend(rows);
                Ok(())
            });
            held.sort_by_cached_key(ramp_key);
            write(held).and(made)
        })
    }

    /// Makes the rows that are missing, and hands them on as they are made.
    pub(crate) fn rows_as_made<E: From<PackError>>(
        &mut self,
        mut write: impl FnMut(Vec<Row>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.sections(|run, section| run.section(section, &mut write))
    }

    fn sections<E>(&mut self, mut make: impl FnMut(&mut Self, &Section) -> Result<(), E>) -> Result<(), E> {
        let plan = self.plan;
        if plan.count() == 0 {
            return Ok(());
        }
        while let Some(section) = plan.sections.get(self.position.section) {
            make(self, section)?;
        }
        Ok(())
    }

    fn section<E: From<PackError>>(
        &mut self,
        section: &Section,
        mut write: impl FnMut(Vec<Row>) -> Result<(), E>,
    ) -> Result<(), E> {
        let PackRun { plan, position, effort, run } = self;
        let (plan, effort, run) = (*plan, &*effort, &*run);
        let number = position.section;
        let watch = Watch { plan, number, effort, run };
        let mut levels = [0; Level::ALL.len()];
        let mut duplicates = 0;
        while position.section == number {
            // As many indices as puzzles are missing, and more only where duplicates come one after the other.
            let indices = position.next..position.next + (section.count - position.kept) + duplicates;
            let work = |worker: Worker<Attempt>| worker::work(section, &watch, worker);
            ordered::in_order(indices, run.threads, work, |attempts| {
                let (mut rows, mut end) = (Vec::new(), Ok(ControlFlow::Continue(())));
                for Attempt { index, made } in attempts {
                    let settled = made.and_then(|(found, row)| {
                        effort.settle(index, found.attempts)?;
                        Ok((found, row))
                    });
                    let (found, row) = match settled {
                        Ok(made) => made,
                        Err(error) => {
                            end = Err(error.into());
                            break;
                        }
                    };
                    if !position.taken.insert(&found.puzzle) {
                        position.next = index + 1;
                        duplicates += 1;
                        if duplicates == MOST_DUPLICATES {
                            let section = section.name.clone().unwrap_or_default();
                            end = Err(PackError::TooManyDuplicates { section, indices: MOST_DUPLICATES }.into());
                            break;
                        }
                        continue;
                    }
                    duplicates = 0;
                    rows.push(row);
                    if let Some(level) = found.grade.level() {
                        levels[level as usize] += 1;
                    }
                    run.observer.advance(1);
                    position.keep(plan, index + 1);
                    if position.section != number {
                        end = Ok(ControlFlow::Break(()));
                        break;
                    }
                }
                watch.remark(&levels);
                write(rows).and(end)
            })?;
        }
        Ok(())
    }
}

/// What is reported of a section in work.
struct Watch<'a> {
    plan: &'a PackPlan,
    /// The section, counted from 0.
    number: usize,
    effort: &'a Effort,
    run: &'a Run<'a>,
}

impl Watch<'_> {
    /// Reports where a book is, the number of attempts, and what was kept in this run.
    fn remark(&self, levels: &[u64]) {
        let kept = Level::ALL.into_iter().zip(levels).filter(|(_, count)| **count > 0);
        let kept: Vec<String> = kept.map(|(level, count)| format!("{level} {count}")).collect();
        let kept = if kept.is_empty() { "none".into() } else { kept.join(", ") };
        let place = match &self.plan.sections[self.number].name {
            Some(name) => format!("section {} of {}, {name}: ", self.number + 1, self.plan.sections.len()),
            None => String::new(),
        };
        self.run.observer.remark(format!("\n{place}{} tried, kept {kept}", grouped(self.effort.total())));
    }
}

/// Returns the row of a puzzle, which is proved once more.
fn row(plan: &PackPlan, section: &Section, index: u64, found: &FoundPuzzle) -> Result<Row, PackError> {
    let made = |engine: &mut Engine| -> Result<Row, PackError> {
        let proved = section.sampler.prove(engine, found)?;
        let mut row = Row::of(&found.puzzle).graded(&found.grade).made_by(GENERATOR, plan.seed(), index);
        row.minimal = Some(proved.is_minimal());
        if plan.extra.weights {
            let weight = section.sampler.weight(engine, plan.seed(), index, &found.puzzle);
            row.weight = Some(weight.expect("a plan with weights has a specification that has them"));
        }
        row.section = section.name.clone();
        Ok(row)
    };
    let row = with_engine(made)?;
    Ok(if plan.extra.labels { row.labelled(&found.puzzle) } else { row })
}

/// The order of a ramp: from the easiest to the hardest, by ER, EP, ED and index.
pub(crate) fn ramp_key(row: &Row) -> ([Option<u32>; 3], Option<u64>) {
    ([row.er, row.ep, row.ed].map(|rating| rating.map(Rating::tenths)), row.index)
}
