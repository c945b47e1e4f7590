//! Rating scales, each with its columns.

mod sudoku_explainer;

use minirow_core::Puzzle;
use minirow_grade::Limits;

pub use self::sudoku_explainer::{SUDOKU_EXPLAINER, SudokuExplainer};

use crate::column::Column;
use crate::row::Row;

/// The registry of scales. To add one, write a module with its [`Scale`], and add a line here.
pub static SCALES: &[&dyn Scale] = &[&SUDOKU_EXPLAINER];

/// A rating scale.
///
/// The columns of a scale are part of the [`Registry`](crate::Registry), so that files, filters, statistics and data
/// cards have them without knowing the scale.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_grade::Limits;
/// use minirow_table::{Registry, Row};
///
/// let puzzle = Puzzle::new("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?)?;
/// let mut row = Row::of(&puzzle);
/// for scale in Registry::standard().scales() {
///     scale.rate(&puzzle, Limits::default(), &mut row);
/// }
/// let scale = Registry::standard().scale("se").unwrap();
/// assert_eq!(scale.rating().value(&row).to_string(), "1.2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Scale: Sync {
    /// Returns the name on the command line.
    fn name(&self) -> &'static str;

    /// Returns a noun phrase that describes the scale, for `--help`.
    fn summary(&self) -> &'static str;

    /// Returns the columns, in order.
    fn columns(&self) -> &'static [Column];

    /// Returns the column that puzzles are filtered and compared by. Its values are numbers.
    fn rating(&self) -> &'static Column;

    /// Rates a puzzle, and sets the columns of the scale in its row.
    ///
    /// A scale ignores limits that do not apply to it.
    fn rate(&self, puzzle: &Puzzle, limits: Limits, row: &mut Row);
}
