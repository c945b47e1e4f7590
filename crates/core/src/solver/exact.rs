//! Exact numbers of solutions: by enumeration, or by bands where that is faster.

use crate::grid::Grid;
use crate::solver::bands::Bands;
use crate::solver::batch::{Start, with_engine_for_one};

/// The progress of [`count_while`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CountProgress {
    /// The number of solutions counted so far: a lower bound of the result.
    pub at_least: u128,
    /// The share of the work that is done, 0 to 1, if it is known.
    pub share: Option<f64>,
}

/// The number of solutions, or of guesses, that are enumerated before counting by bands is considered. Preparing it takes as
/// long.
const BEFORE_BANDS: u64 = 1 << 19;

/// The number of multiplications of [`Bands`] that take as long as a solution or a guess of the enumeration.
const PER_STEP: f64 = 256.0;

/// Returns the exact number of solutions.
///
/// No grid has more than the empty one: 6,670,903,752,021,072,936,960. A count takes
/// at most 160 MB of memory. To stop it, or to show its progress, use [`count_while`].
///
/// ```
/// use minirow_core::{Grid, solver};
/// // Rows 1 to 6 are given.
/// let grid: Grid = format!("{:.<81}", "483921657967345821251876493548132976729564138136798245").parse()?;
/// assert_eq!(solver::count_exact(&grid), 168);
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
pub fn count_exact(grid: &Grid) -> u128 {
    count_while(grid, u128::MAX, &mut |_| true).unwrap_or_else(|stopped| stopped.at_least)
}

/// Returns the number of solutions, up to `limit`, unless it is stopped.
///
/// Solutions are enumerated first. If there are many, the bands of the grid are counted instead, unless the limit is
/// reached sooner. The choice depends on the grid and the limit alone.
///
/// `continues` is called at intervals of some milliseconds.
///
/// ```
/// use minirow_core::{Grid, solver};
/// let mut calls = 0;
/// let stopped = solver::count_while(&Grid::EMPTY, u128::MAX, &mut |_| {
///     calls += 1;
///     calls < 3
/// });
/// assert!(stopped.unwrap_err().at_least >= 65_536);
/// ```
///
/// # Errors
/// If `continues` returns `false`, returns the progress so far.
pub fn count_while(
    grid: &Grid,
    limit: u128,
    continues: &mut dyn FnMut(CountProgress) -> bool,
) -> Result<u128, CountProgress> {
    let mut start = Start::new();
    start.at(grid);
    let mut bands = None;
    let mut steps = 0;
    let mut stopped = None;
    let within = u64::try_from(limit).unwrap_or(u64::MAX);
    let mut is_complete = true;
    let found = with_engine_for_one(|engine| {
        engine.count_while(&start, within, &mut |count| {
            steps += 1 << 16;
            let progress = CountProgress { at_least: count.into(), share: None };
            if !continues(progress) {
                stopped = Some(progress);
                return false;
            }
            if steps < BEFORE_BANDS {
                return true;
            }
            // When enumeration has taken as long as the bands would, this is the time to change.
            let bands = bands.get_or_insert_with(|| Bands::new(grid));
            let left = (limit - u128::from(count)) as f64;
            is_complete = left * PER_STEP < bands.cost() || steps as f64 * PER_STEP < bands.cost();
            is_complete
        })
    });
    match (stopped, bands) {
        (Some(stopped), _) => Err(stopped),
        (None, Some(bands)) if !is_complete => {
            let counted = bands.count(&mut |count, share| {
                count < limit && continues(CountProgress { at_least: count.max(found.into()), share: Some(share) })
            });
            match counted {
                Ok(count) => Ok(count.min(limit)),
                Err(count) if count >= limit => Ok(limit),
                Err(count) => Err(CountProgress { at_least: count.max(found.into()), share: None }),
            }
        }
        (None, _) => Ok(found.into()),
    }
}
