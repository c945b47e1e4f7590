//! What a minimal puzzle counts: the weight that makes the puzzles of a seed a fair sample of all minimal puzzles.
//!
//! Removing clues from full grids does not come to all minimal puzzles equally often: it prefers few clues. (D. Berthier,
//! Unbiased statistics of a CSP: a controlled-bias generator, 2009, which has generators that begin anew where this one
//! goes on, so that the bias depends on the number of clues alone.) But how likely it was to come to a puzzle the way it
//! did can be worked out for each puzzle.
//!
//! Removal goes through the cells in random order. A clue that is needed once is needed ever after, and says nothing of
//! the order of the cells behind it. So the next clue to be removed is each of those that can be spared with the same
//! chance. Say that `s(k)` clues can be spared when `k` have been removed, and that removal ends after `n`. Then it went
//! this way with the chance `1 / s(0) / s(1) / ... / s(n - 1)`. The same clues can be removed in any of `n!` orders, each
//! of them a way, as no clue is needed among more clues. So if each way counts
//!
//! ```text
//!   s(0) * s(1) * ... * s(n - 1) / n!
//! ```
//!
//! every minimal puzzle of the grid counts 1 on average, however it was come to, and all of a grid count as many as there
//! are: 4.66e15 for an average grid (by D. Berthier's estimate there are 3.1055e37 minimal puzzles). The full grids are
//! equally likely, so this holds for all together. The weight is divided by that number, to be 1 on average.
//!
//! The weights are very unequal: a sample of 20,000 says as much of the average minimal puzzle as 35 without weights.

use std::ops::ControlFlow;

use minirow_core::solver::batch::{Engine, Solved, Start, Work};
use minirow_core::{Cell, CellSet, Digit, Puzzle, Solution};

/// The number of minimal puzzles by that of full grids: 3.1055e37 / 6.6709e21.
const MINIMAL_PUZZLES_OF_A_GRID: f64 = 4.6555e15;

/// The weight of a minimal puzzle that removal has left, when it went through the cells in this order. Nothing if that order
/// leads elsewhere.
pub(crate) fn weight(engine: &mut Engine, puzzle: &Puzzle, order: &[Cell]) -> Option<f64> {
    let kept = puzzle.clues().pattern();
    let removed: Vec<Cell> = order.iter().copied().filter(|&cell| !kept.contains(cell)).collect();
    let mut searches = Searches::new(puzzle.solution(), order.iter().copied().collect(), &removed);
    engine.run(&mut searches);
    let mut needed_from = vec![0; removed.len() + 1];
    for clue in &searches.clues {
        needed_from[clue.needed] += 1;
    }
    // When its turn came, a clue stayed because it was needed.
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

/// The weight from the number of clues at first, and how many of them are needed from which number of removals on.
fn product(clues: usize, needed_from: &[usize]) -> f64 {
    let (mut weight, mut needed) = (1.0 / MINIMAL_PUZZLES_OF_A_GRID, 0);
    for (gone, newly_needed) in needed_from[..needed_from.len() - 1].iter().enumerate() {
        needed += newly_needed;
        let spared = clues - gone - needed;
        // One after the other, so that neither factor gets out of hand.
        weight *= spared as f64 / (gone + 1) as f64;
    }
    weight
}

/// For each clue that stays: after how many removals it is needed. Found by halving, all side by side.
struct Searches {
    /// By number of removals: what is left, as a search starts from it.
    states: Vec<Start>,
    clues: Vec<Clue>,
    /// The numbers of the clues that have a question.
    ready: Vec<usize>,
}

struct Clue {
    cell: Cell,
    digit: Digit,
    /// It is not needed before so many removals.
    spared: usize,
    /// It is after so many.
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
    #[inline(always)]
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        let search = self.ready.pop()?;
        let clue = &self.clues[search];
        // Whether its cell could hold another digit.
        start.clone_from(&self.states[clue.middle()]);
        start.clear(clue.cell);
        start.remove(clue.cell, clue.digit);
        Some(search)
    }

    #[inline(always)]
    fn found(&mut self, search: usize, _solution: impl Solved) -> ControlFlow<()> {
        self.clues[search].needed = self.clues[search].middle();
        self.answered(search);
        ControlFlow::Break(())
    }

    #[inline(always)]
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
    use crate::stream::Stream;

    /// The weight by its words: all clues are looked at after each removal.
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

    /// What is left of a pattern, and the order of removal.
    fn removal(solution: Solution, pattern: CellSet, stream: &mut Stream) -> (Puzzle, Vec<Cell>) {
        let orbits = PatternSymmetry::None.orbits();
        let mut order: Vec<Cell> = pattern.iter().collect();
        let mut same = stream.clone();
        let puzzle = dig(solution, pattern, &orbits, AS_FAR_AS_IT_GOES, stream).unwrap();
        same.shuffle(&mut order);
        (puzzle, order)
    }

    #[test]
    fn the_weights_are_those_of_the_plain_version() {
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

    /// All minimal puzzles among some clues.
    fn minimal_puzzles(clues: &Grid, seen: &mut BTreeSet<CellSet>, minimal: &mut usize) {
        if !seen.insert(clues.pattern()) {
            return;
        }
        let can_go = clues.pattern().iter().filter(|&cell| !solver::is_clue_needed(clues, cell));
        let less: Vec<Grid> = can_go.map(|cell| clues.within(clues.pattern().without(cell))).collect();
        *minimal += usize::from(less.is_empty());
        less.iter().for_each(|less| minimal_puzzles(less, seen, minimal));
    }

    /// Among the clues of a pattern the minimal puzzles can be counted: on average the weights come to their number.
    #[test]
    fn the_average_weight_is_the_number_of_minimal_puzzles() {
        let mut stream = Stream::new(16, 0);
        let solution = fill(&mut stream);
        let (puzzle, order) = removal(solution, CellSet::ALL, &mut stream);
        let removed = order.into_iter().rev().filter(|&cell| puzzle.clues().get(cell).is_none());
        let pattern = removed.take(10).fold(puzzle.clues().pattern(), CellSet::with);
        let (mut seen, mut number) = (BTreeSet::new(), 0);
        minimal_puzzles(&solution.grid().within(pattern), &mut seen, &mut number);
        assert!(number > 20, "{number}");

        let mut engine = Engine::new();
        let times = 4_000;
        let weights: Vec<f64> = (0..times)
            .map(|_| {
                let (puzzle, order) = removal(solution, pattern, &mut stream);
                weight(&mut engine, &puzzle, &order).unwrap() * MINIMAL_PUZZLES_OF_A_GRID
            })
            .collect();
        let mean = weights.iter().sum::<f64>() / f64::from(times);
        let variance = weights.iter().map(|weight| (weight - mean).powi(2)).sum::<f64>() / f64::from(times);
        let error = (variance / f64::from(times)).sqrt();
        assert!(error < 0.05 * mean, "{mean} +- {error}");
        assert!((mean - number as f64).abs() < 4.0 * error, "{mean} +- {error}, where {number} can be counted");
    }
}
