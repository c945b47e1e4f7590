//! A queue of indices, from which the lanes take indices and to which they offer results.

use minirow_core::Puzzle;

use crate::generator::GaveUp;

/// A source of indices that is offered the puzzles of each. See [`Generator::serve`](crate::Generator::serve).
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_core::solver::batch::Engine;
/// use minirow_gen::{GaveUp, Generator, IndexQueue, Recipe};
///
/// /// Takes the first puzzle of ten indices.
/// #[derive(Default)]
/// struct Ten {
///     next: u64,
///     puzzles: Vec<(u64, Puzzle)>,
/// }
///
/// impl IndexQueue for Ten {
///     fn next_index(&mut self, _open: usize) -> Option<u64> {
///         let index = self.next;
///         self.next += 1;
///         (index < 10).then_some(index)
///     }
///
///     fn offer(&mut self, index: u64, _before: u64, puzzle: Option<Puzzle>) -> bool {
///         self.puzzles.extend(puzzle.map(|puzzle| (index, puzzle)));
///         puzzle.is_some()
///     }
///
///     fn gave_up(&mut self, _gave_up: GaveUp) {}
/// }
///
/// let mut ten = Ten::default();
/// Generator::new(Recipe::default())?.serve(&mut Engine::new(), 42, &mut ten);
/// assert_eq!(ten.puzzles.len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait IndexQueue {
    /// Returns the next index, which must be greater than the previous one. `open` is the number of indices in work.
    ///
    /// If `open` is 0, the function may block, and `None` means that there are no more indices. Otherwise `None` means
    /// that there is none now.
    fn next_index(&mut self, open: usize) -> Option<u64>;

    /// Takes the result of one attempt at an index: a puzzle, or `None` if the attempt missed the recipe. Returns
    /// `true` if the index is settled.
    ///
    /// `before` is the number of earlier attempts at the index. The attempts at one index come in order; attempts at
    /// other indices come in between.
    fn offer(&mut self, index: u64, before: u64, puzzle: Option<Puzzle>) -> bool;

    /// Reports that the last attempt at an index did not settle it.
    fn gave_up(&mut self, gave_up: GaveUp);
}
