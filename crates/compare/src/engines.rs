//! The engines: a file each, and a line in [`SOLVERS`] or [`MAKERS`].

pub(crate) mod batch;
pub(crate) mod minirow;
pub(crate) mod rustoku;
pub(crate) mod single;
pub(crate) mod sudoku;

use std::fmt;
use std::hint::black_box;

use minirow_core::{Grid, PatternSymmetry};
use serde::Serialize;

/// The engines that decide uniqueness, in the order of the table.
pub(crate) static SOLVERS: &[&Solver] = &[
    &single::BITMASK,
    &single::SINGLE,
    &batch::AVX512,
    &batch::AVX2,
    &batch::SSE42,
    &batch::NEON,
    &batch::SCALAR,
    &batch::ALL_CORES,
    &sudoku::SOLVER,
    &rustoku::SOLVER,
];

/// Returns those of [`SOLVERS`] that this machine can run.
pub(crate) fn solvers() -> impl Iterator<Item = &'static Solver> {
    SOLVERS.iter().copied().filter(|solver| (solver.available)())
}

/// The engines that make puzzles, in the order of the table.
pub(crate) static MAKERS: &[&Maker] = &[
    &minirow::MAKER,
    &minirow::AVX512,
    &minirow::AVX2,
    &minirow::SSE42,
    &minirow::NEON,
    &minirow::SCALAR,
    &sudoku::MAKER,
    &rustoku::MAKER,
];

/// The origin of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EngineKind {
    Ours,
    Peer,
}

/// An engine that decides uniqueness.
#[derive(Clone, Copy)]
pub(crate) struct Solver {
    pub(crate) name: &'static str,
    pub(crate) kind: EngineKind,
    /// Returns `true` if this machine can run it.
    pub(crate) available: fn() -> bool,
    /// Converts grids to the type of the engine, before the clock starts.
    pub(crate) load: fn(&[Grid]) -> Box<Decide>,
    /// Returns the whole answer, for checks. It need not be fast, but should come from the same search.
    pub(crate) answer: fn(&Grid) -> Answer,
}

/// The work that is timed: sets for each of the loaded grids, in order, whether it has exactly one solution.
pub(crate) type Decide = dyn FnMut(&mut [bool]);

/// The answer of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    NoSolution,
    One(Grid),
    Several,
}

impl Answer {
    /// Returns the answer for a grid with these solutions, of which two are enough.
    pub(crate) fn of(solutions: impl IntoIterator<Item = Grid>) -> Answer {
        let mut solutions = solutions.into_iter();
        match (solutions.next(), solutions.next()) {
            (None, _) => Answer::NoSolution,
            (Some(solution), None) => Answer::One(solution),
            (Some(_), Some(_)) => Answer::Several,
        }
    }

    pub(crate) fn is_unique(&self) -> bool {
        matches!(self, Answer::One(_))
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::NoSolution => f.write_str("no solution"),
            Answer::One(solution) => write!(f, "one solution {solution}"),
            Answer::Several => f.write_str("several solutions"),
        }
    }
}

/// Loads grids for an engine that takes one grid at a time.
fn one_by_one<Own: 'static>(
    grids: &[Grid],
    own: impl Fn(&Grid) -> Own,
    is_unique: impl Fn(&Own) -> bool + 'static,
) -> Box<Decide> {
    let grids: Vec<Own> = grids.iter().map(own).collect();
    Box::new(move |unique| {
        for (grid, unique) in grids.iter().zip(unique) {
            *unique = black_box(is_unique(black_box(grid)));
        }
    })
}

/// An engine that makes puzzles or full grids.
pub(crate) struct Maker {
    pub(crate) name: &'static str,
    pub(crate) kind: EngineKind,
    /// Prepares for a kind of work, before the clock starts. Returns `None` if the engine does not do that work, or not on
    /// this machine.
    pub(crate) start: fn(Work, seed: u64) -> Option<Box<Make>>,
}

/// The work that is timed: makes the next puzzles, of the given number. They are returned together, so that puzzles that an
/// engine makes ahead are within the time.
pub(crate) type Make = dyn FnMut(usize) -> anyhow::Result<Vec<Grid>>;

/// Makes grids with an engine that returns one after the other.
fn one_after_another(mut next: impl FnMut() -> anyhow::Result<Grid> + 'static) -> Option<Box<Make>> {
    Some(Box::new(move |count| (0..count).map(|_| next()).collect()))
}

/// A kind of work for a [`Maker`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Work {
    /// Minimal puzzles.
    Minimal,
    /// Puzzles that are symmetric under a half turn. No clue can be removed together with its partner.
    MinimalHalfTurn,
    /// Full grids.
    FullGrid,
}

impl Work {
    pub(crate) const ALL: [Work; 3] = [Work::Minimal, Work::MinimalHalfTurn, Work::FullGrid];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Work::Minimal => "minimal",
            Work::MinimalHalfTurn => "minimal/half-turn",
            Work::FullGrid => "full-grid",
        }
    }

    /// Returns the symmetry of the clues; `None` for full grids.
    pub(crate) fn symmetry(self) -> Option<PatternSymmetry> {
        match self {
            Work::Minimal => Some(PatternSymmetry::None),
            Work::MinimalHalfTurn => Some(PatternSymmetry::HalfTurn),
            Work::FullGrid => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puzzles that need singles only up to chains that random puzzles hardly ever need.
    const PROPER: [&str; 10] = [
        "...4.........6.8..7.5..9...5...37.823..........7.5.4.6.....5.....8....2.2.69...78",
        "8...5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......",
        ".8....34.....81...2.19.....8..54.7.3...........2.6...9...4..6...........456..382.",
        "......5.6..6...9..524.......3.6....4.41..78......5.7..1..5...9....3.6.......9..87",
        "42.9.8...8.9..3...6......1.7.65...........42..........57...2..49..641..5........2",
        "7.9....6..2....75....1..4.8..1.87.96..7...5...5...6..2....64....9.........6.....1",
        "....6...24....1......3..1.51.24.3..9..7.9.....9.5....35...379...........3.16..8..",
        "..1...5..85..1..9..2..6.7..378.........3.........4..1...2.79.8.9.....27......6..5",
        "....8..6....34..1.........73...74.8..4.8....282...5...2...1.63.4..6..52.6.9......",
        "..31..8...2.9.....5....34..2..4...1..9.8...2.....1...7...6.92...6.......9.12...5.",
    ];

    /// A minimal puzzle without its clue in r1c1.
    const AMBIGUOUS: &str = "....5......28.1.....1.2..9..8.5..1.4..9..36.84..6...5..9......57..3...2...6......";

    /// Clues that clash, that leave a cell without a digit, and that fail only after a step: r1c4 would have to be 3 and 4.
    const UNSOLVABLE: [&str; 3] = ["55", "12345678.........9", "....5678934"];

    fn engines() -> impl Iterator<Item = &'static Solver> {
        solvers().chain([&single::REFERENCE])
    }

    fn grid(text: &str) -> Grid {
        format!("{text:.<81}").parse().unwrap()
    }

    /// Returns the verdict of an engine on each grid, as it is timed.
    fn verdicts(engine: &Solver, grids: &[Grid]) -> Vec<bool> {
        let mut verdicts = vec![false; grids.len()];
        (engine.load)(grids)(&mut verdicts);
        verdicts
    }

    #[test]
    fn all_engines_find_the_one_solution_of_proper_puzzles() {
        let grids = PROPER.map(grid);
        for engine in engines() {
            assert_eq!(verdicts(engine, &grids), [true; 10], "{}", engine.name);
            for grid in &grids {
                let answer = (engine.answer)(grid);
                assert!(answer.is_unique(), "{} finds {answer}: {grid}", engine.name);
                assert_eq!(answer, (single::REFERENCE.answer)(grid), "{}", engine.name);
            }
        }
    }

    #[test]
    fn all_engines_tell_several_solutions_from_none() {
        let ambiguous = [grid(AMBIGUOUS), Grid::EMPTY];
        let unsolvable = UNSOLVABLE.map(grid);
        for engine in engines() {
            assert_eq!(verdicts(engine, &ambiguous), [false; 2], "{}", engine.name);
            assert_eq!(verdicts(engine, &unsolvable), [false; 3], "{}", engine.name);
            assert_eq!(ambiguous.map(|grid| (engine.answer)(&grid)), [Answer::Several; 2], "{}", engine.name);
            assert_eq!(unsolvable.map(|grid| (engine.answer)(&grid)), [Answer::NoSolution; 3], "{}", engine.name);
        }
    }

    #[test]
    fn a_full_grid_is_its_own_solution() {
        let Answer::One(full) = (single::REFERENCE.answer)(&grid(PROPER[0])) else { panic!("a proper puzzle") };
        for engine in engines() {
            assert_eq!((engine.answer)(&full), Answer::One(full), "{}", engine.name);
        }
    }

    #[test]
    fn names_are_given_once() {
        for (index, engine) in SOLVERS.iter().enumerate() {
            assert!(SOLVERS[..index].iter().all(|other| other.name != engine.name), "{}", engine.name);
        }
        for (index, engine) in MAKERS.iter().enumerate() {
            assert!(MAKERS[..index].iter().all(|other| other.name != engine.name), "{}", engine.name);
        }
    }
}
