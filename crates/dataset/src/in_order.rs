//! Work on the rows of files on all cores, with the results in order.

use std::mem;

use minirow_core::solver::batch::with_engine;
use minirow_core::{Grid, NotAPuzzle, Puzzle};
use minirow_files::ordered::{self, Held};
use minirow_table::input::{self, BadLine, Item, Source};
use minirow_table::{Run, equivalence};

use crate::error::{Error, Result};

/// Works on items, many at once, and passes each result on in the order of the items.
///
/// The items are read in a separate thread, so that an interrupt is noticed while an input sends nothing.
///
/// # Errors
/// The error that `take` returns, or [`Error::Interrupted`].
pub(crate) fn in_order<T: Held + Send + 'static, R: Send>(
    items: impl Iterator<Item = T> + Send + 'static,
    run: &Run,
    work: impl Fn(Vec<T>) -> Vec<R> + Sync,
    mut take: impl FnMut(R) -> Result<()> + Send,
) -> Result<()> {
    let lots = ordered::lots(input::ahead(items, &run.interrupt));
    let work = |lot: &mut Vec<T>| work(mem::take(lot));
    ordered::map_lots(lots, run.threads, work, |results| {
        run.observer.advance(results.len() as u64);
        run.interrupt.check(Error::Interrupted)?;
        results.into_iter().try_for_each(&mut take)
    })?;
    run.interrupt.check(Error::Interrupted)
}

/// Leaves out a row, with a message.
///
/// # Errors
/// If no row may be left out, or the file of the row cannot be read any further: a result without its other rows would not be
/// complete.
pub(crate) fn leave_out(bad: BadLine, is_strict: bool, run: &Run) -> Result<()> {
    if is_strict || bad.is_unreadable {
        return Err(Error::invalid(bad.place, bad.message));
    }
    run.observer.message(&bad.to_string());
    Ok(())
}

/// Reads the grids of files, each with the number of its file, counted from 0.
pub(crate) fn numbered_items(sources: Vec<Source>) -> impl Iterator<Item = (usize, Item)> + Send {
    let sources = sources.into_iter().enumerate();
    sources.flat_map(|(file, source)| source.items().map(move |item| (file, item)))
}

/// The clues of an item and their puzzle, or the reason why there are no clues.
pub(crate) type SolvedClues = Result<(Grid, Result<Puzzle, NotAPuzzle>), String>;

/// Solves the grids of items together.
pub(crate) fn puzzles_of<'a>(items: impl Iterator<Item = &'a Item>) -> Vec<SolvedClues> {
    let clues = |item: &Item| match item {
        Ok(entry) => equivalence::clues(&entry.board),
        Err(bad) => Err(bad.message.clone()),
    };
    let grids: Vec<Result<Grid, String>> = items.map(clues).collect();
    let solvable: Vec<Grid> = grids.iter().flatten().copied().collect();
    with_engine(|engine| {
        let mut puzzles = engine.puzzles(&solvable);
        let mut solved = |grid| (grid, puzzles.next().expect("one for each grid"));
        grids.into_iter().map(|grid| grid.map(&mut solved)).collect()
    })
}

/// Returns the puzzle of an item, or the reason why there is none.
pub(crate) fn puzzle_of(clues: SolvedClues) -> Result<Puzzle, String> {
    clues?.1.map_err(|error| error.to_string())
}
