//! Making a pack: section after section, the indices on all cores, the rows in order. A position says how far it has come;
//! it can be told from the rows that are there.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use minirow_core::Puzzle;
use minirow_core::solver::batch::Engine;

use super::attempt::{self, Attempt};
use super::plan::{Plan, Section, Seen};
use super::ramp;
use super::watch::Watch;
use crate::destination::Destination;
use crate::effort::Effort;
use crate::failure::{Failure, Result};
use crate::part::Lines;
use crate::pipeline::{self, Worker};
use crate::progress::Progress;
use crate::recipe_file::Order;
use crate::records::{Labels, Said};
use crate::wish::Found;
use crate::{interrupt, records};

/// So many doubles one after the other are no accident: what is wished for has not enough patterns or solutions.
const DOUBLES: u64 = 10_000;

/// How far a pack has come.
pub(super) struct Position {
    section: usize,
    /// How many puzzles of the section there are.
    kept: u64,
    /// The next index of the section.
    next: u64,
    seen: Seen,
}

impl Position {
    pub(super) fn start(plan: &Plan) -> Position {
        Position { section: 0, kept: 0, next: plan.sections[0].start, seen: plan.seen() }
    }

    /// Where the rows of an earlier run have come to. Of the last, it is made sure that it is what would be made now.
    pub(super) fn after(plan: &Plan, lines: &mut Lines) -> Result<Position> {
        let refuse = |lines: &Lines| Err(lines.refuse("its last line is not of this pack"));
        let mut position = Position::start(plan);
        let (mut last, mut last_row) = (0, Vec::new());
        while let Some(line) = lines.next()? {
            last_row.clear();
            last_row.extend_from_slice(line);
            let Some(section) = plan.sections.get(position.section) else { return refuse(lines) };
            last = if plan.is_book() {
                match position.index_in_book(section, &last_row) {
                    Some(index) => index,
                    None => return refuse(lines),
                }
            } else {
                position.next
            };
            position.keep(plan, last + 1);
        }
        if last_row.is_empty() {
            return Ok(position);
        }
        let section = plan.sections.iter().rfind(|section| section.start <= last).expect("where the index was found");
        let goes_on = |_| if interrupt::requested() { Err(Failure::Interrupted) } else { Ok(()) };
        let made = section.wish.find(plan.seed, last, goes_on)?;
        if row(plan, section, last, &made)?.as_bytes() == last_row { Ok(position) } else { refuse(lines) }
    }

    /// The index of a row that a section may have. The rows of a ramp may be in their final order already.
    fn index_in_book(&mut self, section: &Section, row: &[u8]) -> Option<u64> {
        let row = std::str::from_utf8(row).ok()?.trim_end();
        let puzzle = Puzzle::new(records::pack_field(row, "puzzle").parse().ok()?).ok()?;
        let index = records::pack_field(row, "index").parse().ok()?;
        let is_of_section = section.may_have(index) && records::section_of(row) == section.name;
        (is_of_section && self.seen.insert(&puzzle)).then_some(index)
    }

    /// Another puzzle of the section is there, and the next index is at least this. It may have been the section's last.
    fn keep(&mut self, plan: &Plan, next: u64) {
        self.kept += 1;
        self.next = self.next.max(next);
        if self.kept == plan.sections[self.section].count {
            self.section += 1;
            self.kept = 0;
            self.next = plan.sections.get(self.section).map_or(0, |section| section.start);
        }
    }

    /// How many puzzles there are in all.
    pub(super) fn done(&self, plan: &Plan) -> u64 {
        plan.sections[..self.section].iter().map(|section| section.count).sum::<u64>() + self.kept
    }
}

/// Makes what is missing.
pub(super) struct Making<'a> {
    pub(super) plan: &'a Plan,
    pub(super) position: Position,
    pub(super) threads: Option<NonZeroUsize>,
    pub(super) effort: Effort,
    pub(super) progress: &'a Progress,
}

impl Making<'_> {
    /// Makes the rows that are missing. Those that were made before an error are written all the same.
    ///
    /// A part takes the rows of a ramp as they are made, and is put in order in the end; elsewhere they are held back until
    /// their section is complete.
    pub(super) fn run(&mut self, destination: &mut Destination) -> Result<()> {
        let is_part = matches!(destination, Destination::File(_));
        while let Some(section) = self.plan.sections.get(self.position.section) {
            if is_part || section.order == Order::AsMade {
                self.section(section, |rows| destination.write(rows.concat().as_bytes()))?;
                continue;
            }
            let mut held = Vec::new();
            let made = self.section(section, |rows| {
                held.extend(rows);
                Ok(())
            });
            ramp::arrange(&mut held);
            destination.write(held.concat().as_bytes()).and(made)?;
        }
        Ok(())
    }

    /// Makes the rows of a plain pack, and hands them on as they are made.
    pub(super) fn plain(&mut self, write: impl FnMut(Vec<String>) -> Result<()>) -> Result<()> {
        let plan = self.plan;
        self.section(&plan.sections[0], write)
    }

    fn section(&mut self, section: &Section, mut write: impl FnMut(Vec<String>) -> Result<()>) -> Result<()> {
        let Making { plan, position, threads, effort, progress } = self;
        let number = position.section;
        let watch = Watch::new(plan, number, effort, progress);
        let mut doubles = 0;
        while position.section == number {
            // As many indices as puzzles are missing, and more only where doubles come one after the other.
            let indices = position.next..position.next + (section.count - position.kept) + doubles;
            let work = |worker: Worker<Attempt>| attempt::all(section, &watch, worker);
            pipeline::in_order(indices, *threads, work, |attempts| {
                let (mut rows, mut end) = (Vec::new(), Ok(ControlFlow::Continue(())));
                for Attempt { index, made } in attempts {
                    let settled = made.and_then(|made| effort.settle(index, made.0.tries).map(|()| made));
                    let (Found { puzzle, grade, .. }, row) = match settled {
                        Ok(made) => made,
                        Err(failure) => {
                            end = Err(failure);
                            break;
                        }
                    };
                    if !position.seen.insert(&puzzle) {
                        position.next = index + 1;
                        doubles += 1;
                        if doubles == DOUBLES {
                            end = Err(too_many_doubles(section));
                            break;
                        }
                        continue;
                    }
                    doubles = 0;
                    rows.push(row);
                    watch.kept(&grade);
                    position.keep(plan, index + 1);
                    if position.section != number {
                        end = Ok(ControlFlow::Break(()));
                        break;
                    }
                }
                watch.remark();
                write(rows).and(end)
            })?;
        }
        Ok(())
    }
}

fn too_many_doubles(section: &Section) -> Failure {
    Failure::data(format!(
        "section {:?}: {DOUBLES} puzzles in a row had the pattern of clues or the solution of another; \
         allow-same-pattern or allow-same-solution lets them in",
        section.name.as_deref().unwrap_or_default()
    ))
}

/// The row of a puzzle, which is proved once more.
pub(super) fn row(plan: &Plan, section: &Section, index: u64, found: &Found) -> Result<String> {
    let proved = section.wish.prove(found)?;
    let puzzle = proved.puzzle();
    let weight = plan.further.weight.then(|| {
        let weight = ENGINE.with_borrow_mut(|engine| section.wish.weight(engine, plan.seed, index, puzzle));
        weight.expect("a plan with weights has wishes that have them")
    });
    let labels = plan.further.labels.then(|| Labels::from(puzzle));
    let said = Said { labels, weight, section: section.name.as_deref() };
    Ok(records::pack_line(plan.seed, index, &proved, &found.grade, said))
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new());
}
