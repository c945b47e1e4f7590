//! A queue of indices: where the lanes take indices from, and where they hand over what they made of them.

use minirow_core::Puzzle;

use crate::generator::GaveUp;

/// A source of indices that is offered the puzzles made of them: see [`Generator::serve`](crate::Generator::serve).
pub trait IndexQueue {
    /// Returns the next index, which must be greater than the one before; `open` indices are being worked on.
    ///
    /// If `open` is 0, this may wait, and `None` means that there are no more indices. Otherwise `None` means that there is
    /// none for now.
    fn next_index(&mut self, open: usize) -> Option<u64>;

    /// Takes the result of one try of an index: a puzzle, or `None` if the try missed the recipe. Returns `true` if the
    /// index is settled.
    ///
    /// `before` is the number of earlier tries of the index. The tries of one index come in their order; those of other
    /// indices come in between.
    fn offer(&mut self, index: u64, before: u64, puzzle: Option<Puzzle>) -> bool;

    /// Reports that the last try of an index did not settle it.
    fn gave_up(&mut self, gave_up: GaveUp);
}
