//! The puzzles that differ from a puzzle in a few clues.

use std::ops::ControlFlow;

use minirow_core::solver::batch::{Solved, Start, Work, with_engine};
use minirow_core::{Candidate, CandidateSet, CellSet, Grid, Puzzle};

/// The most solutions of a grid that are found to choose one further clue from, and those of a grid with one of several further clues.
/// More take longer than it takes to try each clue.
const MOST_FOR_ONE: usize = 2048;
const MOST_FOR_LAST: usize = 512;
/// The factor by which more solutions may be found for each more clue to choose.
const MORE: usize = 32;
/// The most solutions that are held in memory, each with 729 bits and its digits.
const MOST_HELD: usize = 1 << 18;

/// Returns the sets of clues that remain if `remove` clues of a puzzle are removed, in the order of the removed cells.
///
/// ```
/// use minirow_core::Puzzle;
/// use minirow_research::reductions;
/// let puzzle: Puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// assert_eq!(reductions(puzzle.clues(), 2).count(), 30 * 29 / 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reductions(clues: &Grid, remove: usize) -> impl Iterator<Item = Grid> + use<> {
    let clues = *clues;
    let cells: Vec<_> = clues.pattern().iter().collect();
    let mut places: Option<Vec<usize>> = (remove <= cells.len()).then(|| (0..remove).collect());
    std::iter::from_fn(move || {
        let removed = places.as_mut()?;
        let left = removed.iter().fold(clues.pattern(), |left, &place| left.without(cells[place]));
        // The next combination in lexicographic order.
        match (0..remove).rev().find(|&at| removed[at] < cells.len() - remove + at) {
            Some(at) => (at..remove)
                .for_each(|next| removed[next] = if next == at { removed[at] + 1 } else { removed[next - 1] + 1 }),
            None => places = None,
        }
        Some(clues.within(left))
    })
}

/// Calls `found` with each puzzle that differs from `puzzle` in exactly `remove` clues that it lacks and `add` clues that it has instead.
///
/// Equivalent puzzles may come more than once. Each puzzle has one solution; it need not be minimal. The search ends when `found` breaks.
///
/// ```
/// use std::ops::ControlFlow;
/// use minirow_core::Puzzle;
/// use minirow_research::neighbours;
/// let puzzle: Puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....".parse()?;
/// let mut number = 0;
/// let _ = neighbours(&puzzle, 1, 1, &mut |_| {
///     number += 1;
///     ControlFlow::Continue(())
/// });
/// assert_eq!(number, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn neighbours(
    puzzle: &Puzzle,
    remove: usize,
    add: usize,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> ControlFlow<()> {
    reductions(puzzle.clues(), remove)
        .try_for_each(|reduced| extensions(&reduced, add, &missing(puzzle.clues(), &reduced), found))
}

/// Returns the clues of a grid that a reduced grid lacks, as candidates.
pub fn missing(clues: &Grid, reduced: &Grid) -> CandidateSet {
    let removed = clues.pattern() - reduced.pattern();
    clues.within(removed).clues().map(|(cell, digit)| Candidate { cell, digit }).collect()
}

/// Calls `found` with each grid that has one solution and consists of a grid and `add` further clues, none of which is in `avoid`, until
/// `found` breaks.
///
/// The solutions of the grid are found once. Then further clues are chosen that only one of them has, by operations on sets of
/// solutions; nothing is solved again. Where a grid has too many solutions for that, the first of the clues is fixed before, and the
/// last one is tried with the batch engine.
pub fn extensions(
    grid: &Grid,
    add: usize,
    avoid: &CandidateSet,
    found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
) -> ControlFlow<()> {
    Extensions { avoid, found }.of(grid, add, 0)
}

/// Returns the solutions of a grid in any order; if there are more than `most`, that number and one more.
fn solutions(grid: &Grid, most: usize) -> Vec<Grid> {
    let mut work = Collect { grid: Some(grid), most, found: Vec::new() };
    with_engine(|engine| engine.run(&mut work));
    work.found
}

/// Returns the candidates that several of some solutions have.
fn in_several(solutions: &[Grid]) -> CandidateSet {
    let mut counts = [0_u32; 729];
    for solution in solutions {
        for (cell, &digit) in solution.numbers().iter().enumerate() {
            counts[cell * 9 + usize::from(digit) - 1] += 1;
        }
    }
    CandidateSet::ALL.iter().zip(counts).filter(|(_, count)| *count > 1).map(|(candidate, _)| candidate).collect()
}

struct Collect<'a> {
    /// The grid, until a lane takes it.
    grid: Option<&'a Grid>,
    most: usize,
    found: Vec<Grid>,
}

impl Work for Collect<'_> {
    fn next(&mut self, start: &mut Start) -> Option<usize> {
        start.at(self.grid.take()?);
        Some(0)
    }

    fn found(&mut self, _search: usize, solution: &dyn Solved) -> ControlFlow<()> {
        self.found.push(solution.grid());
        if self.found.len() > self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn exhausted(&mut self, _search: usize) {}
}

struct Extensions<'a> {
    avoid: &'a CandidateSet,
    found: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
}

impl Extensions<'_> {
    /// Adds clues whose numbers are at least `first`.
    fn of(&mut self, grid: &Grid, add: usize, first: usize) -> ControlFlow<()> {
        let Some(last) = add.checked_sub(1) else {
            let is_unique = with_engine(|engine| engine.count(grid, 2)) == 1;
            return if is_unique { (self.found)(grid) } else { ControlFlow::Continue(()) };
        };
        let more = u32::try_from(last).ok().and_then(|last| MORE.checked_pow(last));
        let most = match (last, more) {
            (0, _) if first > 0 => MOST_FOR_LAST,
            (_, Some(more)) => MOST_FOR_ONE.saturating_mul(more).min(MOST_HELD),
            (_, None) => MOST_HELD,
        };
        let solutions = solutions(grid, most);
        if solutions.len() > most {
            return self.one_by_one(grid, &solutions, add, first);
        }
        let clues = self.clues(&solutions, !grid.pattern());
        let from = clues.partition_point(|clue| clue.number < first);
        self.choose(grid, &vec![u64::MAX; solutions.len().div_ceil(64)], &clues[from..], add)
    }

    /// Returns the clues that some of the solutions have, with the set of these.
    fn clues(&self, solutions: &[Grid], open: CellSet) -> Vec<Clue> {
        let words = solutions.len().div_ceil(64);
        let mut sets = vec![0_u64; 729 * words];
        for (number, solution) in solutions.iter().enumerate() {
            for (cell, &digit) in solution.numbers().iter().enumerate() {
                sets[(cell * 9 + usize::from(digit) - 1) * words + number / 64] |= 1 << (number % 64);
            }
        }
        let of = |candidate: Candidate| {
            let number = candidate.cell.index() * 9 + candidate.digit.index();
            Clue { candidate, number, of: sets[number * words..][..words].into() }
        };
        let candidates = CandidateSet::ALL
            .iter()
            .filter(|&candidate| open.contains(candidate.cell) && !self.avoid.contains(candidate));
        candidates.map(of).filter(|clue| clue.of.iter().any(|&word| word != 0)).collect()
    }

    /// Chooses further clues such that one of the solutions in `left` has them all.
    fn choose(&mut self, grid: &Grid, left: &[u64], clues: &[Clue], add: usize) -> ControlFlow<()> {
        for (place, clue) in clues.iter().enumerate() {
            if add == 1 {
                if has_one(left, &clue.of) {
                    (self.found)(&with(grid, clue.candidate))?;
                }
                continue;
            }
            let left: Vec<u64> = left.iter().zip(&clue.of).map(|(one, other)| one & other).collect();
            if left.iter().any(|&word| word != 0) {
                self.choose(&with(grid, clue.candidate), &left, &clues[place + 1..], add - 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the first clue, and the others to the grid with it. The only clue is none that several of the known solutions have.
    fn one_by_one(&mut self, grid: &Grid, known: &[Grid], add: usize, first: usize) -> ControlFlow<()> {
        let ambiguous = if add == 1 { in_several(known) } else { CandidateSet::EMPTY };
        let is_new = |clue: &Candidate| {
            grid.get(clue.cell).is_none() && !self.avoid.contains(*clue) && !ambiguous.contains(*clue)
        };
        let clues = CandidateSet::ALL.iter().enumerate().skip(first).filter(|(_, clue)| is_new(clue));
        let grids: Vec<(usize, Grid)> = clues.map(|(number, clue)| (number + 1, with(grid, clue))).collect();
        if add > 1 {
            return grids.iter().try_for_each(|(next, grid)| self.of(grid, add - 1, *next));
        }
        let counts: Vec<u64> = with_engine(|engine| engine.counts(grids.iter().map(|(_, grid)| grid), 2).collect());
        grids.iter().zip(counts).filter(|(_, count)| *count == 1).try_for_each(|((_, grid), _)| (self.found)(grid))
    }
}

/// A further clue.
struct Clue {
    candidate: Candidate,
    /// Its place among all 729 candidates.
    number: usize,
    /// The solutions with it, as bits.
    of: Box<[u64]>,
}

fn with(grid: &Grid, candidate: Candidate) -> Grid {
    let mut grid = *grid;
    grid.set(candidate.cell, Some(candidate.digit));
    grid
}

/// Returns `true` if two sets have exactly one common element.
fn has_one(one: &[u64], other: &[u64]) -> bool {
    let mut common = 0;
    for (one, other) in one.chunks(8).zip(other.chunks(8)) {
        common += one.iter().zip(other).map(|(one, other)| (one & other).count_ones()).sum::<u32>();
        if common > 1 {
            return false;
        }
    }
    common == 1
}
