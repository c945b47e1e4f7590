//! The rounds of a search for neighbours: the reduced puzzles whose extensions are found together.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use minirow_core::{Candidate, CandidateSet, CellSet, Grid, canon};
use minirow_files::ordered;
use minirow_files::sort::Sorter;
use minirow_research::{extensions, missing, reductions};

use super::forms::{Forms, NumberedForm};
use crate::args::WorkArgs;
use crate::error::{Error, Result};
use crate::progress::Progress;

/// The number of reduced puzzles of the first round. Each further round has twice as many, so that some results come early.
const FEWEST: usize = 16;
/// The most reduced puzzles of a round if one clue is added. A round is what an interruption may cost: a minute or some.
const MOST: usize = 1 << 16;
/// For each further clue that is added, a reduced puzzle takes more than ten times as long, and a round has this part of them.
const LESS: usize = 16;

/// The number of forms that a thread collects before it adds them to those of others.
const COLLECTED: usize = 1 << 12;

/// The changes that make a neighbour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changes {
    pub(super) remove: usize,
    pub(super) add: usize,
    /// New clues are in the cells of the removed ones.
    pub(super) same_pattern: bool,
}

/// A puzzle without some of its clues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Reduced {
    pub(super) parent: Grid,
    grid: Grid,
}

impl Reduced {
    /// Returns the cells of the clues that are removed.
    pub(super) fn removed(&self) -> CellSet {
        self.parent.pattern() - self.grid.pattern()
    }

    /// Calls `found` with the neighbours.
    fn neighbours(&self, changes: Changes, found: &mut dyn FnMut(&Grid) -> ControlFlow<()>) {
        let removed = self.removed();
        let is_elsewhere = |candidate: &Candidate| changes.same_pattern && !removed.contains(candidate.cell);
        let missing = missing(&self.parent, &self.grid);
        let avoid = missing.iter().chain(CandidateSet::ALL.iter().filter(is_elsewhere)).collect();
        // It breaks if the caller is told to end.
        let _ = extensions(&self.grid, changes.add, &avoid, found);
    }
}

/// The rounds of some parents.
pub(super) struct Rounds {
    parents: Forms,
    remove: usize,
    /// The other reduced puzzles of a parent.
    open: Box<dyn Iterator<Item = Reduced> + Send>,
    size: usize,
    most: usize,
}

impl Rounds {
    pub(super) fn new(parents: Forms, changes: Changes) -> Rounds {
        let most = (1..changes.add).fold(MOST, |most, _| most / LESS).max(FEWEST);
        Rounds { parents, remove: changes.remove, open: Box::new(std::iter::empty()), size: FEWEST, most }
    }

    /// Returns the reduced puzzles of the next round; none after the last round.
    pub(super) fn next(&mut self) -> Result<Vec<Reduced>> {
        let mut round: Vec<Reduced> = Vec::new();
        while round.len() < self.size {
            match self.open.next() {
                Some(reduced) => round.push(reduced),
                None => {
                    let Some(parent) = self.parents.next()? else { break };
                    let parent = parent.grid();
                    self.open = Box::new(reductions(&parent, self.remove).map(move |grid| Reduced { parent, grid }));
                }
            }
        }
        self.size = (2 * self.size).min(self.most);
        Ok(round)
    }
}

/// Adds the canonical forms of the neighbours of reduced puzzles to a sorter, with the numbers of these.
///
/// # Errors
/// If the command is told to end, or a temporary file cannot be written.
pub(super) fn find(
    round: &[Reduced],
    changes: Changes,
    sorter: Sorter<NumberedForm>,
    work: &WorkArgs,
    progress: &Progress,
) -> Result<Forms> {
    let sorter = Mutex::new(sorter);
    let add = |forms: &mut Vec<NumberedForm>| -> Result<()> {
        let mut sorter = sorter.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(forms.drain(..).try_for_each(|form| sorter.push(form))?)
    };
    let of = |number: u64| {
        let (mut forms, mut added) = (Vec::new(), Ok(()));
        round[number as usize].neighbours(changes, &mut |grid| {
            forms.push(NumberedForm::new(&canon::grid(grid).form, number as u32));
            if forms.len() == COLLECTED {
                added = add(&mut forms);
            }
            let is_over = added.is_err() || progress.interrupt().requested();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        progress.add(1);
        added.and_then(|()| add(&mut forms))
    };
    ordered::map(0..round.len() as u64, work.threads, of, |done| {
        done.into_iter().collect::<Result<()>>()?;
        progress.interrupt().check(Error::Interrupted)
    })?;
    Forms::new(sorter.into_inner().unwrap_or_else(PoisonError::into_inner))
}
