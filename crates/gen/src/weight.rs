//! The weight of a minimal puzzle, which makes the puzzles of a seed an unbiased sample of all minimal puzzles.
//!
//! Removing clues from full grids does not find all minimal puzzles equally often: it prefers few clues. (See D.
//! Berthier, Unbiased statistics of a CSP: a controlled-bias generator, 2009. His generators start again where this one
//! continues, so their bias depends on the number of clues only.) But the probability of the path to a puzzle can be
//! computed.
//!
//! Removal visits the cells in random order. A clue that is needed once stays needed, and tells nothing about the order
//! of the later cells. So the next clue to be removed is each of the redundant clues with the same probability. Let
//! `s(k)` be the number of redundant clues after `k` removals, and let removal end after `n`. Then this path has the
//! probability `1 / s(0) / s(1) / ... / s(n - 1)`. The same clues can be removed in any of `n!` orders, each of them a
//! path, because a redundant clue is redundant among more clues too. So with the weight
//!
//! ```text
//!   s(0) * s(1) * ... * s(n - 1) / n!
//! ```
//!
//! for each path, every minimal puzzle of the grid has the mean weight 1. The total weight of a grid is the number of
//! its minimal puzzles: 4.66e15 for an average grid (D. Berthier estimates 3.1055e37 minimal puzzles). Full grids are
//! equally likely, so this holds for all grids together. The weight is divided by that number, so that its mean is 1.
//!
//! The weights are very unequal: a sample of 20,000 says as much about the mean minimal puzzle as 35 puzzles without
//! weights.

use std::ops::ControlFlow;

use minirow_core::solver::batch::{Engine, Solved, Start, Work};
use minirow_core::{Cell, CellSet, Digit, Puzzle, Solution};

/// The mean number of minimal puzzles of a full grid: 3.1055e37 / 6.6709e21.
const MINIMAL_PUZZLES_OF_A_GRID: f64 = 4.6555e15;

/// Returns the weight of a minimal puzzle that removal has found by visiting the cells in this order, or `None` if that
/// order leads to another puzzle.
pub(crate) fn weight(engine: &mut Engine, puzzle: &Puzzle, order: &[Cell]) -> Option<f64> {
    let kept = puzzle.clues().pattern();
    let removed: Vec<Cell> = order.iter().copied().filter(|&cell| !kept.contains(cell)).collect();
    let mut searches = Searches::new(puzzle.solution(), order.iter().copied().collect(), &removed);
    engine.run(&mut searches);
    let mut needed_from = vec![0; removed.len() + 1];
    for clue in &searches.clues {
        needed_from[clue.needed] += 1;
    }
    // A clue stays only if it is needed when it is visited.
    let mut gone = 0;
    for &cell in order {
        match searches.clues.iter().find(|clue| clue.cell == cell) {
            Some(clue) if clue.needed > gone => return None,
            Some(_) => {}
            None => gone += 1,
        }
    }
    Some(product(order.len(), &needed_from))
}

/// Returns the weight, given the number of clues at first, and the number of clues that become needed at each removal.
fn product(clues: usize, needed_from: &[usize]) -> f64 {
    let (mut weight, mut needed) = (1.0 / MINIMAL_PUZZLES_OF_A_GRID, 0);
    for (gone, newly_needed) in needed_from[..needed_from.len() - 1].iter().enumerate() {
        needed += newly_needed;
        let spared = clues - gone - needed;
        // Factors are multiplied alternately, so that the product stays in range.
        weight *= spared as f64 / (gone + 1) as f64;
    }
    weight
}

/// Finds, for each clue that stays, the number of removals after which it is needed. The binary searches run side by
/// side.
struct Searches {
    /// By number of removals: the clues left, as the start of a search.
    states: Vec<Start>,
    clues: Vec<Clue>,
    /// The indices of the clues that are ready for a question.
    ready: Vec<usize>,
}

struct Clue {
    cell: Cell,
    digit: Digit,
    /// The clue is redundant after fewer removals than this number.
    spared: usize,
    /// The clue is needed after this number of removals.
    needed: usize,
}

impl Clue {
    fn middle(&self) -> usize {
        usize::midpoint(self.spared, self.needed)
    }
}

impl Searches {
    fn new(solution: &Solution, pattern: CellSet, removed: &[Cell]) -> Searches {
        let mut state = Start::new();
        state.at(&solution.grid().within(pattern));
        let mut states = vec![state.clone()];
        let mut kept = pattern;
        for &cell in removed {
            state.clear(cell);
            states.push(state.clone());
            kept.remove(cell);
        }
        let clue = |cell| Clue { cell, digit: solution.digit(cell), spared: 0, needed: removed.len() };
        let clues: Vec<Clue> = kept.iter().map(clue).collect();
        let ready = (0..clues.len()).collect();
        Searches { states, clues, ready }
    }

    fn answered(&mut self, search: usize) {
        let clue = &self.clues[search];
        if clue.spared < clue.needed {
            self.ready.push(search);
        }
    }
}

impl Work for Searches {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        let search = self.ready.pop()?;
        let clue = &self.clues[search];
        // Could its cell hold another digit?
        start.clone_from(&self.states[clue.middle()]);
        start.clear(clue.cell);
        start.remove(clue.cell, clue.digit);
        Some(search)
    }

    fn found(&mut self, search: usize, _solution: &dyn Solved) -> ControlFlow<()> {
        self.clues[search].needed = self.clues[search].middle();
        self.answered(search);
        ControlFlow::Break(())
    }

    fn exhausted(&mut self, search: usize) {
        self.clues[search].spared = self.clues[search].middle() + 1;
        self.answered(search);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use minirow_core::{Grid, PatternSymmetry, solver};

    use super::*;
    use crate::dig::{Until, dig};
    use crate::fill::fill;
    use crate::size::stride;
    use crate::stream::Stream;

    /// Computes the weight by definition: checks all clues after each removal.
    fn plain(puzzle: &Puzzle, order: &[Cell]) -> f64 {
        let mut clues = puzzle.solution().grid().within(order.iter().copied().collect());
        let mut weight = 1.0 / MINIMAL_PUZZLES_OF_A_GRID;
        let removed = order.iter().filter(|&&cell| puzzle.clues().get(cell).is_none());
        for (gone, &cell) in removed.enumerate() {
            let spared = clues.pattern().iter().filter(|&cell| !solver::is_clue_needed(&clues, cell)).count();
            weight *= spared as f64 / (gone + 1) as f64;
            clues.set(cell, None);
        }
        weight
    }

    const AS_FAR_AS_IT_GOES: Until = Until { clues: 0, in_each_house: 0 };

    /// Returns the puzzle that removal leaves of a pattern, and the order of removal.
    fn removal(solution: Solution, pattern: CellSet, stream: &mut Stream) -> (Puzzle, Vec<Cell>) {
        let orbits = PatternSymmetry::None.orbits();
        let mut order: Vec<Cell> = pattern.iter().collect();
        let mut same = stream.clone();
        let puzzle = dig(solution, pattern, &orbits, AS_FAR_AS_IT_GOES, stream).unwrap();
        same.shuffle(&mut order);
        (puzzle, order)
    }

    #[test]
    fn weights_equal_those_of_the_plain_version() {
        for set in minirow_core::solver::batch::InstructionSet::available() {
            let mut engine = Engine::with(set).unwrap();
            for index in 0..10 {
                let mut stream = Stream::new(15, index);
                let solution = fill(&mut stream);
                let (puzzle, order) = removal(solution, CellSet::ALL, &mut stream);
                assert_eq!(weight(&mut engine, &puzzle, &order), Some(plain(&puzzle, &order)), "{set} {index}");
                let backwards: Vec<Cell> = order.into_iter().rev().collect();
                assert_eq!(weight(&mut engine, &puzzle, &backwards), None, "it leads to another puzzle");
            }
        }
    }

    /// Finds all minimal puzzles among some clues.
    fn minimal_puzzles(clues: &Grid, seen: &mut BTreeSet<CellSet>, minimal: &mut usize) {
        if !seen.insert(clues.pattern()) {
            return;
        }
        let can_go = clues.pattern().iter().filter(|&cell| !solver::is_clue_needed(clues, cell));
        let less: Vec<Grid> = can_go.map(|cell| clues.within(clues.pattern().without(cell))).collect();
        *minimal += usize::from(less.is_empty());
        less.iter().for_each(|less| minimal_puzzles(less, seen, minimal));
    }

    /// Within a pattern the minimal puzzles can be counted: the mean weight is their number.
    #[test]
    fn the_mean_weight_is_the_number_of_minimal_puzzles() {
        let mut stream = Stream::new(16, 0);
        let solution = fill(&mut stream);
        let (puzzle, order) = removal(solution, CellSet::ALL, &mut stream);
        let removed = order.into_iter().rev().filter(|&cell| puzzle.clues().get(cell).is_none());
        let pattern = removed.take(11 - stride(3)).fold(puzzle.clues().pattern(), CellSet::with);
        let (mut seen, mut number) = (BTreeSet::new(), 0);
        minimal_puzzles(&solution.grid().within(pattern), &mut seen, &mut number);
        assert!(number > 20 / stride(4), "{number}");

        let mut engine = Engine::new();
        let times = 4_000 / stride(4) as u32;
        let weights: Vec<f64> = (0..times)
            .map(|_| {
                let (puzzle, order) = removal(solution, pattern, &mut stream);
                weight(&mut engine, &puzzle, &order).unwrap() * MINIMAL_PUZZLES_OF_A_GRID
            })
            .collect();
        let mean = weights.iter().sum::<f64>() / f64::from(times);
        let variance = weights.iter().map(|weight| (weight - mean).powi(2)).sum::<f64>() / f64::from(times);
        let error = (variance / f64::from(times)).sqrt();
        assert!(error < 0.05 * mean * f64::from(4_000 / times).sqrt(), "{mean} +- {error}");
        assert!((mean - number as f64).abs() < 4.0 * error, "{mean} +- {error}, where {number} can be counted");
    }
}
